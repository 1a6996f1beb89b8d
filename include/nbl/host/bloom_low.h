/* The bloom at low resolution: the kernel's tail at a half or a quarter of the image's size, its sharp core at full
 * size.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). docs/blurs.md defines it and has its errors against the bloom itself. Images are float32
 * RGBA; alpha passes through.
 *
 *   nbl_bloom_low_plan_make()        makes a plan: passes, sizes, bytes; plain data, for CPU and device
 *   nbl_bloom_low_split()            splits a kernel into its core and its tail, on the CPU
 *   nbl_bloom_low_execute()          runs all passes on the CPU
 *   nbl_bloom_low_emulate()          runs all passes on the emulator, to debug them
 *   nbl_bloom_low_create()           compiles the passes for a Vulkan device
 *   nbl_bloom_low_binding_create()   ties the passes to the caller's buffers
 *   nbl_bloom_low_record_kernel(), nbl_bloom_low_record_image()
 *                                    record passes into the caller's command buffer; submit nothing
 *
 * Nothing here prints, exits or keeps global state. Functions on different objects may be called from different
 * threads; one nbl_bloom_low_t may be recorded from several threads at once through bindings of their own. `error`
 * comes last and may be NULL.
 */
#ifndef NBL_HOST_BLOOM_LOW_H
#define NBL_HOST_BLOOM_LOW_H

#include "nbl/host/bloom.h"

#include "nbl/bloom/low_constants.h"

#include "nbl/host/emulator.h" /* the end of the shaders' text above */

#if defined(__cplusplus)
extern "C" {
#endif

typedef struct nbl_bloom_low_desc_t {
    nbl_bloom_desc_t bloom; /* of the image at full size: padding zero, both formats RGBA32F, no ladder */
    uint32_t factor;        /* 2 or 4: how many times smaller the low image is along each axis */
    uint32_t core_radius;   /* of the kernel's core, in texels, 1 to NBL_BLOOM_LOW_MAX_RADIUS; 0: factor + 4 */
} nbl_bloom_low_desc_t;

/* A pass's compile-time parameters: a launch's specialization on the CPU, defines of a shader. */
typedef struct nbl_bloom_low_parameters_t {
    NBL_BLOOM_LOW_PARAMETERS(NBL_FIELD_OF_NUMBER)
} nbl_bloom_low_parameters_t;

typedef struct nbl_bloom_low_pass_t {
    const char *name; /* "low down", "low up" */
    nbl_bloom_low_parameters_t parameters;
    nbl_bloom_low_constants_t constants; /* a frame's values are filled in as it is recorded */
    uint32_t workgroup_size;             /* invocations */
    uint64_t workgroups;
    uint64_t bytes; /* the least that it must read and write */
} nbl_bloom_low_pass_t;

#define NBL_BLOOM_LOW_OWN_PASSES 2 /* "low down" and "low up" */
#define NBL_BLOOM_LOW_PASSES 5     /* of an image: "low down", the three of the low image's bloom, "low up" */

typedef struct nbl_bloom_low_plan_t {
    nbl_bloom_low_desc_t desc; /* as given, with the defaults filled in */
    nbl_bloom_plan_t bloom;    /* of the low image with the kernel's tail */
    nbl_bloom_low_pass_t passes[NBL_BLOOM_LOW_OWN_PASSES];
    /* Parts of the workspace in this order, in bytes from its beginning, multiples of 256: core (at 0) and tail, which
     * nbl_bloom_low_split() writes, the low image, its bloom; then that bloom's workspace, spectrum and sums. */
    uint64_t tail_offset, low_image_offset, low_bloom_offset, bloom_offset, spectrum_offset, sums_offset;
    uint64_t kernel_bytes; /* of core and tail together */
    uint64_t image_bytes;  /* of the image; as many of the result */
    uint64_t workspace_bytes;
} nbl_bloom_low_plan_t;

/* Makes a plan of a description. Thread-safe. Errors: ARGUMENT, those of nbl_bloom_plan_make() for the low image.
 *
 * desc  not NULL
 * plan  written on success only */
nbl_result_t nbl_bloom_low_plan_make(const nbl_bloom_low_desc_t *desc, nbl_bloom_low_plan_t *plan, nbl_error_t *error);

/* Splits a kernel into its core and its tail. Thread-safe. Errors: BAD_KERNEL (as nbl_bloom_check_sums()),
 * OUT_OF_MEMORY.
 *
 * kernel  kernel_width x kernel_height x 4 floats, finite
 * parts   receives plan->kernel_bytes, the beginning of the workspace */
nbl_result_t nbl_bloom_low_split(const nbl_bloom_low_plan_t *plan, const float *kernel, void *parts,
                                 nbl_error_t *error);

/* Splits the kernel and runs all passes on the CPU emulator. Errors: ARGUMENT (a frame), BAD_IMAGE, those of
 * nbl_bloom_low_split(), OUT_OF_MEMORY, those of nbl_emulator_launch().
 *
 * plan         not NULL
 * image        width x height x 4 floats, aligned to 16 bytes
 * kernel       as nbl_bloom_low_split() takes it
 * result       receives width x height x 4 floats, aligned to 16 bytes; it must not overlap the image
 * frame        its intensity, threshold and knee; the rest as nbl_bloom_frame_init() has it; NULL: all as it has it
 * launch       its threads, order, seed and check; the rest is filled in; NULL: the defaults
 * nanoseconds  receives the time of each of NBL_BLOOM_LOW_PASSES passes; may be NULL */
nbl_result_t nbl_bloom_low_emulate(const nbl_bloom_low_plan_t *plan, const float *image, const float *kernel,
                                   float *result, const nbl_bloom_frame_t *frame, const nbl_emulator_launch_t *launch,
                                   double *nanoseconds, nbl_error_t *error);

/* Splits the kernel and runs all passes on vectors of the processor, with the emulator's bits. Thread-safe. Errors:
 * ARGUMENT (a frame, a plan of the radix-2 shuffle), BAD_IMAGE, those of nbl_bloom_low_split(), OUT_OF_MEMORY. Other
 * arguments: nbl_bloom_low_emulate().
 *
 * frame        as nbl_bloom_low_emulate() takes it; may be NULL
 * threads      at most 64; 0: one per processor
 * nanoseconds  receives the time of each of NBL_BLOOM_LOW_PASSES passes; may be NULL */
nbl_result_t nbl_bloom_low_execute(const nbl_bloom_low_plan_t *plan, const float *image, const float *kernel,
                                   float *result, const nbl_bloom_frame_t *frame, uint32_t threads, double *nanoseconds,
                                   nbl_error_t *error);

typedef struct nbl_bloom_low_t nbl_bloom_low_t;
typedef struct nbl_bloom_low_binding_t nbl_bloom_low_binding_t;

/* Compiles all passes for a device. Errors: ARGUMENT (desc has images or modules), those of nbl_bloom_create().
 *
 * plan  not NULL; copied
 * desc  not NULL; without images and modules
 * low   receives the bloom, for nbl_bloom_low_destroy() before the device is destroyed; NULL after an error */
nbl_result_t nbl_bloom_low_create(nbl_vulkan_device_t *device, const nbl_bloom_low_plan_t *plan,
                                  const nbl_bloom_vulkan_desc_t *desc, nbl_bloom_low_t **low, nbl_error_t *error);

/* Destroys a bloom and its passes, which no command buffer may still be executing. Per object.
 *
 * low  NULL does nothing */
void nbl_bloom_low_destroy(nbl_bloom_low_t *low);

/* The caller's memory for a bloom: storage buffers. Image and result have width x height RGBA float32. */
typedef struct nbl_bloom_low_resources_t {
    nbl_vulkan_resource_t image, result; /* two buffers of plan->image_bytes */
    nbl_vulkan_resource_t workspace;     /* plan->workspace_bytes; begins with the kernel's parts */
} nbl_bloom_low_resources_t;

/* Ties a bloom's passes to buffers. Each frame in flight needs a binding of its own. Errors: ARGUMENT (a buffer is too
 * small), those of nbl_vulkan_bindings_create().
 *
 * resources  not NULL; the buffers must outlive the binding
 * binding    receives the binding, for nbl_bloom_low_binding_destroy(); NULL after an error */
nbl_result_t nbl_bloom_low_binding_create(const nbl_bloom_low_t *low, const nbl_bloom_low_resources_t *resources,
                                          nbl_bloom_low_binding_t **binding, nbl_error_t *error);

/* Destroys a binding, not the buffers that it ties. No command buffer that it was recorded to may still be executing.
 * Per object.
 *
 * binding  NULL does nothing */
void nbl_bloom_low_binding_destroy(nbl_bloom_low_binding_t *binding);

/* Records the passes that transform the kernel's tail, with barriers between and after them. Allocates nothing and
 * submits nothing. Make the kernel's parts visible to compute shaders before. Errors: LIMIT.
 *
 * command_buffer  in the recording state, of a queue family with compute */
nbl_result_t nbl_bloom_low_record_kernel(const nbl_bloom_low_t *low, const nbl_bloom_low_binding_t *binding,
                                         VkCommandBuffer command_buffer, nbl_error_t *error);

/* Records the image's passes, with barriers between and after them. Allocates nothing and submits nothing. Make the
 * image visible to compute shaders before. Errors: ARGUMENT (a frame), LIMIT.
 *
 * command_buffer  in the recording state, of a queue family with compute
 * frame           as nbl_bloom_low_emulate() takes it; may be NULL
 * timestamps      receive begin and end of NBL_BLOOM_LOW_PASSES passes as spans, from number first_span on; already
 *                 reset. NULL: no times */
nbl_result_t nbl_bloom_low_record_image(const nbl_bloom_low_t *low, const nbl_bloom_low_binding_t *binding,
                                        VkCommandBuffer command_buffer, const nbl_bloom_frame_t *frame,
                                        const nbl_vulkan_timestamps_t *timestamps, uint32_t first_span,
                                        nbl_error_t *error);

#if defined(__cplusplus)
}
#endif

#endif
