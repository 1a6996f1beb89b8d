/* The public face of the Vulkan host: devices, memory, kernels compiled from text, and their recording.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Conventions of every function below.
 *  - A function that can fail returns nbl_result_t and takes `error` last, which receives one line of text and may be
 *    NULL. On success the text is empty; outputs are written on success only, unless a comment says otherwise. "Errors"
 *    are named without their prefix NBL_ERROR_.
 *  - Description structures are copied; nothing they point to needs to outlive the call, unless a comment
 *    says otherwise. All bytes zero is the default of every one of them, except nbl_vulkan_device_desc_t
 *    (nbl_vulkan_device_desc_init()).
 *  - Destroying NULL is allowed. Nothing may be destroyed while the device executes it. For its own submissions the
 *    library sees to that: if waiting fails, what the device may still use is kept until the device is idle or lost;
 *    if neither can ever be established, it is kept for good, and so is the device.
 *  - Thread safety: "thread-safe" means callable from any number of threads at once with the same arguments;
 *    "per object" means that calls sharing an argument must be serialised by the caller.
 *    An nbl_vulkan_device_t may be shared by all threads in everything but its own destruction.
 *  - Nothing here prints, exits or keeps state outside of the objects (glslang's process-wide
 *    initialisation, once and guarded, is the exception).
 */
#ifndef NBL_VULKAN_H
#define NBL_VULKAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <vulkan/vulkan_core.h>

#include "nbl/host/compile.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Devices ---------------------------------------------------------------------------------------- */

/* A physical device as `nbl-fft devices` prints it. Sizes in bytes unless said otherwise. */
typedef struct nbl_vulkan_device_info_t {
    uint32_t index; /* the number that nbl_vulkan_device_desc_t.index selects */
    char name[256];
    char driver_name[256]; /* empty below Vulkan 1.2 without VK_KHR_driver_properties */
    char driver_info[256];
    VkPhysicalDeviceType type;
    uint32_t api_version;    /* VK_MAKE_API_VERSION */
    uint32_t driver_version; /* vendor's own encoding */
    uint32_t vendor_id, device_id;
    uint32_t queue_family;      /* the one that nbl_vulkan_device_create takes or was given */
    uint32_t subgroup_size;     /* default, in invocations */
    uint32_t min_subgroup_size; /* with size control; else equal to subgroup_size */
    uint32_t max_subgroup_size;
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
    uint32_t storage_buffer_alignment; /* of a binding's offset */
    uint32_t timestamp_valid_bits;
    float timestamp_period; /* nanoseconds per tick */
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

/* A device of the caller's, to be used and not destroyed. All handles must outlive the nbl_vulkan_device_t. */
typedef struct nbl_vulkan_borrowed_t {
    VkInstance instance;
    VkPhysicalDevice physical_device;
    VkDevice device;
    VkQueue queue; /* with compute; used by the one-shot helpers only */
    uint32_t queue_family;
    uint32_t enabled_features;      /* nbl_feature_t bits that the caller enabled; subgroup operations and
                                       timestamps need no enabling and are found out */
    uint32_t api_version;           /* that the caller's instance asked for; 0 = VK_API_VERSION_1_1 */
    void (*queue_lock)(void *user); /* around every use of the queue; NULL if nobody else submits meanwhile */
    void (*queue_unlock)(void *user);
    void *queue_user;
} nbl_vulkan_borrowed_t;

/* How to get a device. Start from nbl_vulkan_device_desc_init(). */
typedef struct nbl_vulkan_device_desc_t {
    const nbl_vulkan_borrowed_t *borrowed; /* NULL = create instance and device */
    int32_t index;                         /* take this one of the list; -1 = any */
    const char *name; /* take the best whose name or driver name contains this, ignoring case; NULL = any */
    PFN_vkGetInstanceProcAddr get_instance_proc_addr; /* the caller's loader; NULL = libvulkan of the system */
    const VkAllocationCallbacks *allocation;          /* must outlive the device; NULL = the driver's own */
    VkPipelineCache pipeline_cache; /* must outlive the device; VK_NULL_HANDLE = none but the driver's own. A driver may
                                       keep compiled code in it after its kernel was destroyed */
    bool validation;                /* turn the Khronos validation layer on, with synchronisation validation; an error
                                       (MISSING_FEATURE) if it is not installed. Own devices only */
    bool debug_utils;               /* names and labels; taken when present. Implied by validation */
    bool kernel_statistics;         /* enable nbl_vulkan_kernel_statistics where the driver can */
    nbl_vulkan_message_t message;   /* NULL = count only */
    void *message_user;
} nbl_vulkan_device_desc_t;

typedef struct nbl_vulkan_device_t nbl_vulkan_device_t;

/* The defaults: the best device (discrete before integrated before virtual before cpu), no validation. Thread-safe. */
nbl_vulkan_device_desc_t nbl_vulkan_device_desc_init(void);

/* Lists the physical devices that can be used: Vulkan 1.1 or later with a compute queue.
 *
 * Errors: NO_DEVICE (there is none at all), OUT_OF_MEMORY, VULKAN. Thread-safe.
 *
 * get_instance_proc_addr  as in nbl_vulkan_device_desc_t, may be NULL
 * infos                   room for *count entries, or NULL to ask for the count
 * count                   in: room; out: how many devices there are (when infos is given: how many were written)
 */
nbl_result_t nbl_vulkan_device_list(PFN_vkGetInstanceProcAddr get_instance_proc_addr, nbl_vulkan_device_info_t *infos,
                                    uint32_t *count, nbl_error_t *error);

/* Creates a device of our own, or wrap the caller's.
 *
 * Every feature of nbl_feature_t that the device supports is enabled on an own device.
 * Errors: NO_DEVICE (nothing there, or nothing fits index and name), MISSING_FEATURE (validation layer not
 * installed), ARGUMENT, OUT_OF_MEMORY, VULKAN. Thread-safe.
 *
 * desc    NULL = the defaults
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

/* Tells whether a call has found the device lost. From then on every call that needs it fails with DEVICE_LOST at once;
 * everything made with it, and the device, can be destroyed, and a new one created. Thread-safe. */
bool nbl_vulkan_device_is_lost(const nbl_vulkan_device_t *device);

/* Return the device's handles, for callers that record and submit on their own. Thread-safe. */
VkInstance nbl_vulkan_device_get_instance(const nbl_vulkan_device_t *device);
VkPhysicalDevice nbl_vulkan_device_get_physical_device(const nbl_vulkan_device_t *device);
VkDevice nbl_vulkan_device_get_handle(const nbl_vulkan_device_t *device);
VkQueue nbl_vulkan_device_get_queue(const nbl_vulkan_device_t *device);
PFN_vkGetInstanceProcAddr nbl_vulkan_device_get_loader(const nbl_vulkan_device_t *device);

/* Returns how many messages of a severity the validation layer has given since the device was created. Thread-safe. */
uint64_t nbl_vulkan_device_get_message_count(const nbl_vulkan_device_t *device, nbl_vulkan_severity_t severity);

/* ---- Buffers ---------------------------------------------------------------------------------------- */

typedef enum nbl_vulkan_memory_t {
    NBL_VULKAN_MEMORY_DEVICE = 0, /* device-local, not mapped */
    NBL_VULKAN_MEMORY_UPLOAD,     /* host-visible and coherent, mapped; for writing in order */
    NBL_VULKAN_MEMORY_READBACK    /* host-visible and coherent, mapped, cached if there is such; for reading */
} nbl_vulkan_memory_t;

typedef struct nbl_vulkan_buffer_desc_t {
    uint64_t size; /* bytes, at least 1 */
    nbl_vulkan_memory_t memory;
    bool bound_in_parts;      /* size may exceed maxStorageBufferRange: every binding states a part that does not */
    VkBufferUsageFlags usage; /* in addition to storage and transfer both ways (and device address if enabled) */
    const char *name;         /* for debuggers and error texts; NULL = none */
} nbl_vulkan_buffer_desc_t;

/* A buffer with its memory. Fields are for reading only. */
typedef struct nbl_vulkan_buffer_t {
    VkBuffer handle;
    VkDeviceMemory memory;
    uint64_t size;           /* bytes */
    void *mapped;            /* NULL for NBL_VULKAN_MEMORY_DEVICE */
    VkDeviceAddress address; /* 0 without NBL_FEATURE_BUFFER_DEVICE_ADDRESS */
} nbl_vulkan_buffer_t;

/* Creates a storage buffer. Its contents are undefined.
 *
 * Errors: LIMIT (above maxStorageBufferRange or maxMemoryAllocationSize: the text names the limit, its value and what
 * was asked), OUT_OF_MEMORY (the text gives what was asked and the heap's size), ARGUMENT. Thread-safe.
 *
 * buffer  receives the buffer; zeroed on failure
 */
nbl_result_t nbl_vulkan_buffer_create(nbl_vulkan_device_t *device, const nbl_vulkan_buffer_desc_t *desc,
                                      nbl_vulkan_buffer_t *buffer, nbl_error_t *error);

/* Destroys a buffer and zeroes the structure. Per object. */
void nbl_vulkan_buffer_destroy(nbl_vulkan_device_t *device, nbl_vulkan_buffer_t *buffer);

/* Copies host memory into a buffer, through a staging buffer where needed; submits and waits. Per object.
 *
 * offset  bytes into the buffer, a multiple of 4
 * data    size bytes
 * size    bytes, a multiple of 4 unless the buffer is mapped; offset + size <= buffer size
 */
nbl_result_t nbl_vulkan_buffer_upload(nbl_vulkan_device_t *device, const nbl_vulkan_buffer_t *buffer, uint64_t offset,
                                      const void *data, uint64_t size, nbl_error_t *error);

/* Copies from a buffer into host memory, through a staging buffer where needed; submits and waits. Per object.
 * Work that writes the buffer must have been waited for. Arguments as in nbl_vulkan_buffer_upload. */
nbl_result_t nbl_vulkan_buffer_download(nbl_vulkan_device_t *device, const nbl_vulkan_buffer_t *buffer, uint64_t offset,
                                        void *data, uint64_t size, nbl_error_t *error);

/* ---- Images ----------------------------------------------------------------------------------------- */

typedef struct nbl_vulkan_image_desc_t {
    uint32_t width, height;  /* texels, at least 1 */
    VkFormat format;         /* R32G32B32A32_SFLOAT (also for 0), R16G16B16A16_SFLOAT, or another colour format
                                       of 1, 2, 4, 8 or 16 bytes per texel that the device can store to */
    VkImageUsageFlags usage; /* in addition to storage, sampled and transfer both ways */
    const char *name;
} nbl_vulkan_image_desc_t;

/* A 2D image with its memory and view, device-local, optimal tiling. Fields are for reading only. */
typedef struct nbl_vulkan_image_t {
    VkImage handle;
    VkImageView view;
    VkDeviceMemory memory;
    VkFormat format;
    uint32_t width, height; /* texels */
    uint32_t texel_bytes;
} nbl_vulkan_image_t;

/* Creates an image in VK_IMAGE_LAYOUT_UNDEFINED; *image is zeroed on failure. Errors as for buffers, and
 * MISSING_FEATURE if the device cannot store to the format. Thread-safe. */
nbl_result_t nbl_vulkan_image_create(nbl_vulkan_device_t *device, const nbl_vulkan_image_desc_t *desc,
                                     nbl_vulkan_image_t *image, nbl_error_t *error);

/* Destroys an image and zeroes the structure. Per object. */
void nbl_vulkan_image_destroy(nbl_vulkan_device_t *device, nbl_vulkan_image_t *image);

/* Fills a whole image from host memory; submits and waits. Per object.
 *
 * texels         width * height * texel_bytes bytes, rows tightly packed, first row first
 * layout_before  what the image is in; UNDEFINED discards
 * layout_after   what it is left in
 */
nbl_result_t nbl_vulkan_image_upload(nbl_vulkan_device_t *device, const nbl_vulkan_image_t *image, const void *texels,
                                     VkImageLayout layout_before, VkImageLayout layout_after, nbl_error_t *error);

/* Reads a whole image, which is in `layout` and stays in it, into host memory; submits and waits. Per object.
 * Other arguments as in nbl_vulkan_image_upload. */
nbl_result_t nbl_vulkan_image_download(nbl_vulkan_device_t *device, const nbl_vulkan_image_t *image, void *texels,
                                       VkImageLayout layout, nbl_error_t *error);

/* Creates a sampler: normalised coordinates, clamped to the edge, one mip level. Thread-safe.
 *
 * filter  VK_FILTER_NEAREST or VK_FILTER_LINEAR
 */
nbl_result_t nbl_vulkan_sampler_create(nbl_vulkan_device_t *device, VkFilter filter, VkSampler *sampler,
                                       nbl_error_t *error);

/* Destroys a sampler. Per object. */
void nbl_vulkan_sampler_destroy(nbl_vulkan_device_t *device, VkSampler sampler);

/* ---- Kernels ---------------------------------------------------------------------------------------- */

/* A kernel is a compute pipeline. Either spirv or compile is given. Everything that the module itself says (local
 * size, shared memory, bindings, push constants, features) is read from it and checked against the device before a
 * pipeline is made; a field that is not 0 states what the caller expects, and a difference is an error. */
typedef struct nbl_vulkan_kernel_desc_t {
    const char *name; /* for debuggers, labels and error texts; NULL = the file's */
    const uint32_t *spirv;
    size_t spirv_word_count;
    const nbl_compile_desc_t *compile;
    const char *entry_point;       /* NULL = "main" */
    const nbl_binding_t *bindings; /* binding i of set 0 is bindings[i]; NULL = as in the module */
    uint32_t binding_count;
    uint32_t push_constant_bytes;
    uint32_t local_size[3];
    uint32_t shared_bytes;
    uint32_t subgroup_size;     /* the kernel works with this size only; 0 = any. Subgroups are then full, too, if
                                       local_size[0] is a multiple of it */
    bool full_subgroups;        /* an error if local_size[0] is no multiple of the subgroup size; asked of the driver
                                       where it can be (computeFullSubgroups) */
    uint32_t required_features; /* in addition to the module's */
} nbl_vulkan_kernel_desc_t;

typedef struct nbl_vulkan_kernel_t nbl_vulkan_kernel_t;

/* Creates a kernel.
 *
 * Errors: LIMIT (the text names the limit, its value and what was asked), MISSING_FEATURE, ARGUMENT (the description
 * contradicts the module), those of nbl_compile and nbl_module_inspect, OUT_OF_MEMORY, VULKAN. Thread-safe.
 */
nbl_result_t nbl_vulkan_kernel_create(nbl_vulkan_device_t *device, const nbl_vulkan_kernel_desc_t *desc,
                                      nbl_vulkan_kernel_t **kernel, nbl_error_t *error);

/* Destroys a kernel; its bindings must have been destroyed before. Per object. */
void nbl_vulkan_kernel_destroy(nbl_vulkan_kernel_t *kernel);

/* Returns what the kernel's module needs; valid as long as the kernel. Thread-safe. */
const nbl_module_info_t *nbl_vulkan_kernel_get_info(const nbl_vulkan_kernel_t *kernel);

/* Returns the kernel's subgroup size in invocations: the one asked for, else the device's. Thread-safe. */
uint32_t nbl_vulkan_kernel_get_subgroup_size(const nbl_vulkan_kernel_t *kernel);

/* One figure that the driver reports about a compiled kernel. */
typedef struct nbl_vulkan_statistic_t {
    char name[256]; /* e.g. "Register Count" */
    double value;
} nbl_vulkan_statistic_t;

/* Reads what the driver reports about a kernel, above all register counts. Needs
 * nbl_vulkan_device_desc_t.kernel_statistics; *count is 0 if the driver reports nothing. Thread-safe.
 *
 * statistics  room for *count entries, or NULL to ask for the count
 */
nbl_result_t nbl_vulkan_kernel_statistics(const nbl_vulkan_kernel_t *kernel, nbl_vulkan_statistic_t *statistics,
                                          uint32_t *count, nbl_error_t *error);

/* ---- Bindings: made beforehand, so that recording allocates nothing --------------------------------- */

/* What is bound at one binding number: a range of a buffer, or an image. The other's fields are ignored. */
typedef struct nbl_vulkan_resource_t {
    VkBuffer buffer;
    uint64_t offset; /* bytes, a multiple of storage_buffer_alignment */
    uint64_t size;   /* bytes; 0 = the whole rest of the buffer */
    VkImageView view;
    VkImageLayout layout; /* of the image when the kernel runs; 0 = GENERAL */
    VkSampler sampler;    /* for NBL_BINDING_SAMPLED_IMAGE */
    VkFormat format;      /* of the view, where it is checked (nbl_bloom_binding_create()): Vulkan cannot be asked */
} nbl_vulkan_resource_t;

typedef struct nbl_vulkan_bindings_t nbl_vulkan_bindings_t;

/* Binds resources for a kernel. One object serves any number of recordings; for several frames in flight with
 * resources of their own, make one each. The resources must outlive it; the kernel must, too. Thread-safe.
 *
 * resources  as many as the kernel has bindings, by number; gaps ignored. NULL = nbl_vulkan_bindings_update follows
 * name       for debuggers; may be NULL
 */
nbl_result_t nbl_vulkan_bindings_create(const nbl_vulkan_kernel_t *kernel, const nbl_vulkan_resource_t *resources,
                                        const char *name, nbl_vulkan_bindings_t **bindings, nbl_error_t *error);

/* Binds other resources. Allocates nothing. No command buffer that uses the object may be executing, and those that
 * recorded it must be recorded again. Per object. */
nbl_result_t nbl_vulkan_bindings_update(nbl_vulkan_bindings_t *bindings, const nbl_vulkan_resource_t *resources,
                                        nbl_error_t *error);

/* Destroys bindings, not what they bind. Per object. */
void nbl_vulkan_bindings_destroy(nbl_vulkan_bindings_t *bindings);

/* ---- Recording: allocates nothing, submits nothing; per command buffer ------------------------------ */

/* How many workgroups a dispatch may have in x and y on every device. */
#define NBL_VULKAN_MAX_GROUPS_1D 65535u

/* Spreads a one-dimensional number of workgroups over x and y. The shader's workgroup number is
 * gl_WorkGroupID.x + gl_WorkGroupID.y * gl_NumWorkGroups.x, and it must do nothing when that is >= groups: up to
 * counts[1] - 1 too many are launched. Thread-safe.
 *
 * Returns false if groups is above 65535 * 65535; counts is then 0, 0, 0.
 *
 * groups  0 gives 0, 1, 1
 * counts  receives x, y and z = 1
 */
bool nbl_vulkan_split_groups(uint64_t groups, uint32_t counts[3]);

/* Records one dispatch: pipeline, bindings, push constants, a label with the kernel's name.
 *
 * Records no barrier. Errors: ARGUMENT, LIMIT (a group count above the device's), and then nothing is recorded.
 *
 * command_buffer  recording, outside of a render pass, of a family with compute
 * bindings        made for this kernel; NULL if it has none
 * push_constants  as many bytes as the kernel has; NULL if none
 * groups          workgroups in x, y, z
 */
nbl_result_t nbl_vulkan_kernel_record(const nbl_vulkan_kernel_t *kernel, VkCommandBuffer command_buffer,
                                      const nbl_vulkan_bindings_t *bindings, const void *push_constants,
                                      const uint32_t groups[3], nbl_error_t *error);

/* The stages on either side of a barrier. Bits. */
typedef enum nbl_vulkan_stage_t {
    NBL_VULKAN_STAGE_COMPUTE = 1,
    NBL_VULKAN_STAGE_TRANSFER = 2,
    NBL_VULKAN_STAGE_HOST = 4
} nbl_vulkan_stage_t;

/* Records a memory barrier: everything that `from` wrote becomes visible to all reads and writes of `to`.
 *
 * from, to  nbl_vulkan_stage_t bits, at least one each
 */
void nbl_vulkan_record_barrier(const nbl_vulkan_device_t *device, VkCommandBuffer command_buffer, uint32_t from,
                               uint32_t to);

/* Records a layout transition of a whole colour image, with the memory barrier as above. */
void nbl_vulkan_record_image_barrier(const nbl_vulkan_device_t *device, VkCommandBuffer command_buffer, VkImage image,
                                     VkImageLayout layout_before, VkImageLayout layout_after, uint32_t from,
                                     uint32_t to);

/* Open and close a label around what is recorded in between; without debug utils they do nothing. */
void nbl_vulkan_record_label_begin(const nbl_vulkan_device_t *device, VkCommandBuffer command_buffer, const char *name);
void nbl_vulkan_record_label_end(const nbl_vulkan_device_t *device, VkCommandBuffer command_buffer);

/* Names an object, such as (uint64_t)buffer.handle, for debuggers; does nothing without debug utils. Per object. */
void nbl_vulkan_set_name(nbl_vulkan_device_t *device, VkObjectType type, uint64_t handle, const char *name);

/* ---- Timestamps ------------------------------------------------------------------------------------- */

typedef struct nbl_vulkan_timestamps_t nbl_vulkan_timestamps_t;

/* Creates room for a number of time spans. Errors: MISSING_FEATURE (the queue has no timestamps). Thread-safe.
 *
 * span_count  at least 1
 */
nbl_result_t nbl_vulkan_timestamps_create(nbl_vulkan_device_t *device, uint32_t span_count,
                                          nbl_vulkan_timestamps_t **timestamps, nbl_error_t *error);

/* Destroys the time spans. Per object. */
void nbl_vulkan_timestamps_destroy(nbl_vulkan_timestamps_t *timestamps);

/* Records the reset of all spans, which each use must begin with. */
void nbl_vulkan_timestamps_record_reset(const nbl_vulkan_timestamps_t *timestamps, VkCommandBuffer command_buffer);

/* Record the begin and the end of a span, numbered below span_count: each is the time at which all work recorded before
 * it is done. Spans may overlap. */
void nbl_vulkan_timestamps_record_begin(const nbl_vulkan_timestamps_t *timestamps, VkCommandBuffer command_buffer,
                                        uint32_t span);
void nbl_vulkan_timestamps_record_end(const nbl_vulkan_timestamps_t *timestamps, VkCommandBuffer command_buffer,
                                      uint32_t span);

/* Read spans; does not wait. Errors: NOT_READY (not executed yet), ARGUMENT, DEVICE_LOST. Per object.
 *
 * nanoseconds  receives count durations
 */
nbl_result_t nbl_vulkan_timestamps_read(const nbl_vulkan_timestamps_t *timestamps, uint32_t first_span, uint32_t count,
                                        double *nanoseconds, nbl_error_t *error);

/* ---- One-shot submission ---------------------------------------------------------------------------- */

/* A command buffer with its own pool and fence. Fields are for reading only. */
typedef struct nbl_vulkan_commands_t {
    VkCommandBuffer buffer;
    VkCommandPool pool;
    VkFence fence;
} nbl_vulkan_commands_t;

/* Makes a command buffer, not yet recording; *commands is zeroed on failure. Thread-safe. */
nbl_result_t nbl_vulkan_commands_create(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands,
                                        nbl_error_t *error);

/* Destroys a command buffer with its pool and fence; the device must be done with it. Per object. */
void nbl_vulkan_commands_destroy(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands);

/* Discards what was recorded and begins recording. Per object. */
nbl_result_t nbl_vulkan_commands_begin(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands,
                                       nbl_error_t *error);

/* Ends recording, submits to the device's queue and waits until it is done. May be followed by
 * nbl_vulkan_commands_resubmit. Per object; the queue is locked. */
nbl_result_t nbl_vulkan_commands_submit(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands,
                                        nbl_error_t *error);

/* Submits once more what was recorded and submitted before, and waits. Per object; the queue is locked. */
nbl_result_t nbl_vulkan_commands_resubmit(nbl_vulkan_device_t *device, nbl_vulkan_commands_t *commands,
                                          nbl_error_t *error);

#ifdef __cplusplus
}
#endif

#endif
