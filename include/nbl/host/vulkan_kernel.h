/* Kernels on a Vulkan device: compiled, bound to resources, recorded.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). Part of nbl/host/vulkan.h, which has the conventions.
 */
#ifndef NBL_HOST_VULKAN_KERNEL_H
#define NBL_HOST_VULKAN_KERNEL_H

#include "nbl/host/vulkan_memory.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* ---- Kernels */

/* What a kernel, a compute pipeline, is made from. Give either spirv or compile. Local size, shared memory, bindings,
 * push constants and features are read from the module and checked against the device before a pipeline is made. A
 * field of them that is not 0 states what the caller expects; a difference is ARGUMENT. */
typedef struct nbl_vulkan_kernel_desc_t {
    const char *name; /* what debuggers, labels and error texts say; NULL: the file's */
    const uint32_t *spirv;
    size_t spirv_word_count;
    const nbl_compile_desc_t *compile;
    const char *entry_point;       /* NULL: "main" */
    const nbl_binding_t *bindings; /* binding i of set 0 is bindings[i]; NULL: as in the module */
    uint32_t binding_count;
    uint32_t push_constant_bytes;
    uint32_t local_size[3];
    uint32_t shared_bytes;
    uint32_t subgroup_size;     /* the kernel works with this size only; 0: any. Subgroups are then full, too, if
                                       local_size[0] is a multiple of it */
    bool full_subgroups;        /* an error if local_size[0] is no multiple of the subgroup size; asked of the driver
                                       where it can be (computeFullSubgroups) */
    uint32_t required_features; /* features beside the module's */
    bool may_round_twice; /* with `compile` in fused mode: no error on a device that rounds a multiply-add twice */
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

/* Returns what the kernel's module says about itself; valid as long as the kernel. Thread-safe. */
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
 * statistics  room for *count entries, or NULL for the count alone
 */
nbl_result_t nbl_vulkan_kernel_statistics(const nbl_vulkan_kernel_t *kernel, nbl_vulkan_statistic_t *statistics,
                                          uint32_t *count, nbl_error_t *error);

/* ---- Bindings: made beforehand, so that recording allocates nothing */

/* What is bound at one binding number: a range of a buffer (buffer, offset, size) or an image (view, layout, sampler,
 * format). The other fields are ignored. */
typedef struct nbl_vulkan_resource_t {
    VkBuffer buffer;
    uint64_t offset; /* bytes, a multiple of storage_buffer_alignment */
    uint64_t size;   /* bytes; 0: the rest of the buffer */
    VkImageView view;
    VkImageLayout layout;    /* the image's layout when the kernel runs; 0: GENERAL */
    VkSampler sampler;       /* for an NBL_BINDING_SAMPLED_IMAGE */
    VkFormat format;         /* the view's; only for functions that check it, such as nbl_bloom_binding_create() */
    VkDeviceAddress address; /* of the buffer's beginning; only for functions that ask for it, else 0 */
} nbl_vulkan_resource_t;

typedef struct nbl_vulkan_bindings_t nbl_vulkan_bindings_t;

/* Binds resources for a kernel. One object serves any number of recordings; frames in flight with resources of their
 * own need one object each. The kernel and the resources must outlive it. Errors: ARGUMENT, OUT_OF_MEMORY, VULKAN.
 * Thread-safe.
 *
 * resources  as many as the kernel has bindings, by number; gaps ignored. NULL: nbl_vulkan_bindings_update follows
 * name       for debuggers; may be NULL
 */
nbl_result_t nbl_vulkan_bindings_create(const nbl_vulkan_kernel_t *kernel, const nbl_vulkan_resource_t *resources,
                                        const char *name, nbl_vulkan_bindings_t **bindings, nbl_error_t *error);

/* Binds other resources to what nbl_vulkan_bindings_create() made. Allocates nothing. No command buffer that uses the
 * object may be executing. Command buffers that recorded it must be recorded again. Errors: ARGUMENT. Per object.
 *
 * resources  as many as the kernel has bindings, by number, as in nbl_vulkan_bindings_create(); not NULL */
nbl_result_t nbl_vulkan_bindings_update(nbl_vulkan_bindings_t *bindings, const nbl_vulkan_resource_t *resources,
                                        nbl_error_t *error);

/* Destroys bindings, not what they bind. Per object. */
void nbl_vulkan_bindings_destroy(nbl_vulkan_bindings_t *bindings);

/* ---- Recording: allocates nothing, submits nothing; per command buffer */

/* Workgroups that a dispatch may have in x and in y on every device: Vulkan's least maxComputeWorkGroupCount. */
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
 * bindings        made for this kernel; NULL if the kernel has no bindings
 * push_constants  as many bytes as the kernel has push constants; NULL if it has no push constants
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

/* Opens a label around what is recorded until nbl_vulkan_record_label_end(); without debug utils it does nothing. */
void nbl_vulkan_record_label_begin(const nbl_vulkan_device_t *device, VkCommandBuffer command_buffer, const char *name);

/* Closes the label that was opened last. */
void nbl_vulkan_record_label_end(const nbl_vulkan_device_t *device, VkCommandBuffer command_buffer);

/* Names an object, such as (uint64_t)buffer.handle, for debuggers; does nothing without debug utils. Per object. */
void nbl_vulkan_set_name(nbl_vulkan_device_t *device, VkObjectType type, uint64_t handle, const char *name);

#if defined(__cplusplus)
}
#endif

#endif
