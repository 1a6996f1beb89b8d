/* Vulkan devices: made or borrowed, what they are and what they report.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). Part of nbl/host/vulkan.h, which has the conventions.
 */
#ifndef NBL_HOST_VULKAN_DEVICE_H
#define NBL_HOST_VULKAN_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <vulkan/vulkan_core.h>

#include "nbl/host/compile.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* A physical device, as `nbl-fft devices` prints it. Sizes are in bytes unless a comment says otherwise. */
typedef struct nbl_vulkan_device_info_t {
    uint32_t index; /* the number that nbl_vulkan_device_desc_t.index selects */
    char name[256];
    char driver_name[256]; /* empty below Vulkan 1.2 without VK_KHR_driver_properties */
    char driver_info[256];
    VkPhysicalDeviceType type;
    uint32_t api_version;    /* VK_MAKE_API_VERSION */
    uint32_t driver_version; /* vendor's own encoding */
    uint32_t vendor_id, device_id;
    uint8_t uuid[16];             /* other interfaces to the device, such as CUDA, have the same */
    uint32_t queue_family;        /* that nbl_vulkan_device_create() takes, or was given */
    uint32_t subgroup_size;       /* the default, in invocations */
    uint32_t min_subgroup_size;   /* the smallest that a kernel can fix; subgroup_size if it cannot fix any */
    uint32_t max_subgroup_size;   /* the largest that a kernel can fix */
    uint32_t subgroup_operations; /* VkSubgroupFeatureFlags, 0 if not for compute */
    uint32_t features;            /* nbl_feature_t bits that the device supports */
    uint32_t max_workgroup_size[3];
    uint32_t max_workgroup_invocations;
    uint32_t max_workgroup_count[3];
    uint32_t max_shared_bytes;
    uint32_t max_push_constant_bytes;
    uint32_t max_storage_buffers; /* per kernel */
    uint32_t max_image_size;      /* 2D, in texels */
    uint64_t max_storage_buffer_bytes;
    uint64_t max_allocation_bytes;
    uint64_t device_local_bytes;       /* the largest device-local heap */
    uint32_t storage_buffer_alignment; /* a binding's offset must be a multiple of it */
    uint32_t timestamp_valid_bits;
    float timestamp_period;           /* nanoseconds per tick */
    uint32_t max_workgroup_subgroups; /* of a kernel that fixes the subgroup size; 0: none can */
} nbl_vulkan_device_info_t;

typedef enum nbl_vulkan_severity_t {
    NBL_VULKAN_SEVERITY_INFO = 0,
    NBL_VULKAN_SEVERITY_WARNING,
    NBL_VULKAN_SEVERITY_ERROR
} nbl_vulkan_severity_t;

/* Receives what the validation layer says; may be called from any thread that calls Vulkan.
 *
 * user  message_user of the description
 * id    the message's identifier, e.g. a VUID; never NULL
 * text  the message; valid during the call
 */
typedef void (*nbl_vulkan_message_t)(void *user, nbl_vulkan_severity_t severity, const char *id, const char *text);

typedef struct nbl_vulkan_device_t nbl_vulkan_device_t;

/* A callback between the choice of a device and vkCreateDevice. vkCreateDevice takes some drivers 0.1 s; work that
 * needs only the device's limits can begin here, on a thread of its own.
 *
 * user    chosen_user of the description
 * device  for nbl_vulkan_device_get_info(), nbl_vulkan_device_get_features() and functions that need no more; invalid
 *         if nbl_vulkan_device_create() fails
 */
typedef void (*nbl_vulkan_chosen_t)(void *user, const nbl_vulkan_device_t *device);

/* A device of the caller's, to be used and not destroyed. All handles must outlive the nbl_vulkan_device_t. */
typedef struct nbl_vulkan_borrowed_t {
    VkInstance instance;
    VkPhysicalDevice physical_device;
    VkDevice device;
    VkQueue queue; /* a queue with compute; for one-shot helpers, and tables of created transforms */
    uint32_t queue_family;
    uint32_t enabled_features; /* nbl_feature_t bits that the caller enabled. Subgroup operations and timestamps need
                                     * not be enabled; the library finds them */
    uint32_t api_version;      /* that the caller's instance asked for; 0: VK_API_VERSION_1_1 */
    void (*queue_lock)(void *user); /* called before every use of the queue; NULL: no other code submits meanwhile */
    void (*queue_unlock)(void *user);
    void *queue_user;
} nbl_vulkan_borrowed_t;

/* How to get a device. Start from nbl_vulkan_device_desc_init(). */
typedef struct nbl_vulkan_device_desc_t {
    const nbl_vulkan_borrowed_t *borrowed; /* NULL: create instance and device */
    int32_t index;                         /* number in nbl_vulkan_device_list(); -1: any */
    /* "part": the best device whose name or driver name contains it, ignoring case; "part#2": the second of the list
     * that contains it; a UUID, as `nbl-fft devices` and nvidia-smi print it: the device that has it. NULL: any */
    const char *name;
    PFN_vkGetInstanceProcAddr get_instance_proc_addr; /* the caller's loader; NULL: libvulkan of the system */
    const VkAllocationCallbacks *allocation;          /* must outlive the device; NULL: the driver's own */
    VkPipelineCache pipeline_cache; /* must outlive the device; VK_NULL_HANDLE: the driver's own only. A driver may keep
                                     * compiled code in it after its kernel was destroyed */
    bool validation;                /* turns the Khronos validation layer on, with synchronisation validation;
                                     * MISSING_FEATURE if it is not installed. Not for borrowed devices */
    bool debug_utils;               /* enables names and labels if the driver has them. Implied by validation */
    bool kernel_statistics;         /* enables nbl_vulkan_kernel_statistics() if the driver has it */
    nbl_vulkan_message_t message;   /* receives messages of the validation layer; NULL: they are only counted */
    void *message_user;
    nbl_vulkan_chosen_t chosen; /* NULL: none. Not for borrowed devices */
    void *chosen_user;
} nbl_vulkan_device_desc_t;

/* Returns the defaults: the best device (discrete before integrated before virtual before CPU), no validation.
 * Thread-safe. */
nbl_vulkan_device_desc_t nbl_vulkan_device_desc_init(void);

/* Lists the physical devices that can be used: Vulkan 1.1 or later with a compute queue.
 *
 * Errors: NO_DEVICE (the machine has none), OUT_OF_MEMORY, VULKAN. Thread-safe.
 *
 * get_instance_proc_addr  as in nbl_vulkan_device_desc_t, may be NULL
 * infos                   room for *count entries, or NULL for the count alone
 * count                   in: room; out: how many devices there are (when infos is given: how many were written)
 */
nbl_result_t nbl_vulkan_device_list(PFN_vkGetInstanceProcAddr get_instance_proc_addr, nbl_vulkan_device_info_t *infos,
                                    uint32_t *count, nbl_error_t *error);

/* Creates a device, or wraps the caller's.
 *
 * Every feature of nbl_feature_t that the device supports is enabled on an own device.
 * Errors: NO_DEVICE (nothing there, or nothing fits index and name), MISSING_FEATURE (validation layer not
 * installed), ARGUMENT, OUT_OF_MEMORY, VULKAN. Thread-safe.
 *
 * desc    NULL: the defaults
 * device  receives the object; destroy with nbl_vulkan_device_destroy
 */
nbl_result_t nbl_vulkan_device_create(const nbl_vulkan_device_desc_t *desc, nbl_vulkan_device_t **device,
                                      nbl_error_t *error);

/* Destroys a device; everything that was created with it must have been destroyed before. Waits until an own device
 * is idle; a borrowed one stays as it is. Per object. */
void nbl_vulkan_device_destroy(nbl_vulkan_device_t *device);

/* Returns what is known about the device; valid as long as the device. Thread-safe. */
const nbl_vulkan_device_info_t *nbl_vulkan_device_get_info(const nbl_vulkan_device_t *device);

/* Returns the nbl_feature_t bits that are enabled. Thread-safe. */
uint32_t nbl_vulkan_device_get_features(const nbl_vulkan_device_t *device);

/* Returns whether a call has found the device lost. From then on every call that needs it fails with DEVICE_LOST at
 * once. The device and everything made with it can be destroyed, and a new device created. Thread-safe. */
bool nbl_vulkan_device_is_lost(const nbl_vulkan_device_t *device);

/* Return the device's handles, for callers that record and submit on their own. Thread-safe. */
VkInstance nbl_vulkan_device_get_instance(const nbl_vulkan_device_t *device);
VkPhysicalDevice nbl_vulkan_device_get_physical_device(const nbl_vulkan_device_t *device);
VkDevice nbl_vulkan_device_get_handle(const nbl_vulkan_device_t *device);
VkQueue nbl_vulkan_device_get_queue(const nbl_vulkan_device_t *device);
PFN_vkGetInstanceProcAddr nbl_vulkan_device_get_loader(const nbl_vulkan_device_t *device);

/* Returns how many messages of a severity the validation layer has given since the device was created. Thread-safe. */
uint64_t nbl_vulkan_device_get_message_count(const nbl_vulkan_device_t *device, nbl_vulkan_severity_t severity);

#if defined(__cplusplus)
}
#endif

#endif
