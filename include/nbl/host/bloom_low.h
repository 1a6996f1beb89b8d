/* The public face of the bloom at low resolution: the kernel's tail at a half or a quarter of the image's size, and its
 * sharp core at full size.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). docs/blurs.md defines it and has its errors against the bloom itself. Images are float32
 * RGBA; alpha passes through.
 *
 *   nbl_bloom_low_plan_make()        passes, sizes, bytes; plain data, the same for both backends
 *   nbl_bloom_low_split()            a kernel into its core and its tail, on the CPU
 *   nbl_bloom_low_execute(), nbl_bloom_low_emulate()
 *                                    run all of it on the CPU: to compute, and to debug
 *   nbl_bloom_low_create()           compiles the passes for a Vulkan device
 *   nbl_bloom_low_binding_create()   ties them to the caller's buffers
 *   nbl_bloom_low_record_kernel(), nbl_bloom_low_record_image()
 *                                    record into the caller's command buffer; submit nothing
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
    nbl_bloom_desc_t bloom; /* of the image itself: padding zero, both formats RGBA32F, no ladder */
    uint32_t factor;        /* 2 or 4: how much smaller the low image is, by axis */
    uint32_t core_radius;   /* texels, 1 to NBL_BLOOM_LOW_MAX_RADIUS; 0: factor + 4 */
} nbl_bloom_low_desc_t;

/* The specialization of a launch, and a shader's defines. */
typedef struct nbl_bloom_low_parameters_t {
    NBL_BLOOM_LOW_PARAMETERS(NBL_FIELD_OF_NUMBER)
} nbl_bloom_low_parameters_t;

typedef struct nbl_bloom_low_pass_t {
    const char *name; /* "low down", "low up" */
    nbl_bloom_low_parameters_t parameters;
    nbl_bloom_low_constants_t constants; /* what a frame says is set when recorded */
    uint32_t workgroup_size;             /* invocations */
    uint64_t workgroups;
    uint64_t bytes; /* read once and written once, the least it must move */
} nbl_bloom_low_pass_t;

/* An image takes the first of these passes, the three of the low bloom, then the second. */
#define NBL_BLOOM_LOW_OWN_PASSES 2
#define NBL_BLOOM_LOW_PASSES 5

typedef struct nbl_bloom_low_plan_t {
    nbl_bloom_low_desc_t desc; /* with the defaults filled in */
    nbl_bloom_plan_t bloom;    /* of the low image by the kernel's tail */
    nbl_bloom_low_pass_t passes[NBL_BLOOM_LOW_OWN_PASSES];
    /* The workspace, in bytes from its beginning, multiples of 256: core and tail, which nbl_bloom_low_split() writes,
     * the low image and its bloom; then the low bloom's own workspace, spectrum and sums. */
    uint64_t tail_offset, low_image_offset, low_bloom_offset, bloom_offset, spectrum_offset, sums_offset;
    uint64_t kernel_bytes; /* of core and tail */
    uint64_t image_bytes;  /* of the image, and of the result */
    uint64_t workspace_bytes;
} nbl_bloom_low_plan_t;

/* Resolves a description to passes. Thread-safe. Errors: ARGUMENT, those of nbl_bloom_plan_make() for the low image.
 *
 * desc  not NULL
 * plan  written on success only */
nbl_result_t nbl_bloom_low_plan_make(const nbl_bloom_low_desc_t *desc, nbl_bloom_low_plan_t *plan, nbl_error_t *error);

/* Splits a kernel. Thread-safe. Errors: BAD_KERNEL (as nbl_bloom_check_sums()), OUT_OF_MEMORY.
 *
 * kernel  kernel_width x kernel_height x 4 floats, finite
 * parts   receives plan->kernel_bytes: what the workspace begins with */
nbl_result_t nbl_bloom_low_split(const nbl_bloom_low_plan_t *plan, const float *kernel, void *parts,
                                 nbl_error_t *error);

/* Splits the kernel and runs all passes on the CPU emulator. Errors: ARGUMENT (a frame), BAD_IMAGE, those of
 * nbl_bloom_low_split(), OUT_OF_MEMORY, those of nbl_emulator_launch().
 *
 * image        width x height x 4 floats, 16-byte aligned
 * kernel       as of nbl_bloom_low_split()
 * result       likewise; not the image
 * frame        intensity, threshold and knee; the rest as in nbl_bloom_frame_init(); NULL: that
 * launch       threads, order, seed, check; the rest is filled in; NULL: the defaults
 * nanoseconds  receives NBL_BLOOM_LOW_PASSES numbers; may be NULL */
nbl_result_t nbl_bloom_low_emulate(const nbl_bloom_low_plan_t *plan, const float *image, const float *kernel,
                                   float *result, const nbl_bloom_frame_t *frame, const nbl_emulator_launch_t *launch,
                                   double *nanoseconds, nbl_error_t *error);

/* Does the same on the executor, with the same bits. Errors: ARGUMENT (a frame, a plan of radix-2 shuffle), BAD_IMAGE,
 * those of nbl_bloom_low_split(), OUT_OF_MEMORY. Thread-safe.
 *
 * image, kernel, result  as of nbl_bloom_low_emulate()
 * frame                  likewise; NULL: the defaults
 * threads                at most 64; 0: one per processor
 * nanoseconds            as of nbl_bloom_low_emulate(); may be NULL */
nbl_result_t nbl_bloom_low_execute(const nbl_bloom_low_plan_t *plan, const float *image, const float *kernel,
                                   float *result, const nbl_bloom_frame_t *frame, uint32_t threads, double *nanoseconds,
                                   nbl_error_t *error);

typedef struct nbl_bloom_low_t nbl_bloom_low_t;
typedef struct nbl_bloom_low_binding_t nbl_bloom_low_binding_t;

/* Compiles the passes. The plan is copied. Errors: ARGUMENT (images or modules), those of nbl_bloom_create().
 *
 * desc  buffers and no modules
 * low   NULL after an error; to be destroyed before the device */
nbl_result_t nbl_bloom_low_create(nbl_vulkan_device_t *device, const nbl_bloom_low_plan_t *plan,
                                  const nbl_bloom_vulkan_desc_t *desc, nbl_bloom_low_t **low, nbl_error_t *error);

/* Destroys a bloom and its passes, which no command buffer may still be executing. Per object.
 *
 * low  NULL does nothing */
void nbl_bloom_low_destroy(nbl_bloom_low_t *low);

/* Storage buffers; image and result of width x height RGBA float32. */
typedef struct nbl_bloom_low_resources_t {
    nbl_vulkan_resource_t image, result; /* two buffers of plan->image_bytes */
    nbl_vulkan_resource_t workspace;     /* plan->workspace_bytes; begins with the kernel's parts */
} nbl_bloom_low_resources_t;

/* Ties a bloom's passes to buffers. One binding serves one frame in flight. Errors: ARGUMENT (a buffer of less than it
 * must have is bound), those of nbl_vulkan_bindings_create().
 *
 * binding  NULL after an error */
nbl_result_t nbl_bloom_low_binding_create(const nbl_bloom_low_t *low, const nbl_bloom_low_resources_t *resources,
                                          nbl_bloom_low_binding_t **binding, nbl_error_t *error);

/* Destroys a binding, not the buffers that it ties. No command buffer that it was recorded to may still be executing.
 * Per object.
 *
 * binding  NULL does nothing */
void nbl_bloom_low_binding_destroy(nbl_bloom_low_binding_t *binding);

/* Records the passes that transform the kernel's tail, with barriers between and after them; allocates nothing and
 * submits nothing. The kernel's parts must have been made visible to compute shaders before. Errors: LIMIT.
 *
 * command_buffer  recording, of a queue family with compute */
nbl_result_t nbl_bloom_low_record_kernel(const nbl_bloom_low_t *low, const nbl_bloom_low_binding_t *binding,
                                         VkCommandBuffer command_buffer, nbl_error_t *error);

/* Records the image's passes, likewise. Errors: ARGUMENT (a frame), LIMIT.
 *
 * frame       as of nbl_bloom_low_emulate(); may be NULL
 * timestamps  may be NULL: each of NBL_BLOOM_LOW_PASSES passes is a span, from first_span on; already reset */
nbl_result_t nbl_bloom_low_record_image(const nbl_bloom_low_t *low, const nbl_bloom_low_binding_t *binding,
                                        VkCommandBuffer command_buffer, const nbl_bloom_frame_t *frame,
                                        const nbl_vulkan_timestamps_t *timestamps, uint32_t first_span,
                                        nbl_error_t *error);

#if defined(__cplusplus)
}
#endif

#endif
