/* FFTs on a Vulkan device: a plan compiled, bound to the caller's buffers and recorded into the caller's commands.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17).
 *
 *   nbl_fft_device_limits()     for the description of nbl_fft_transform_plan()
 *   nbl_fft_create()            compiles the plan
 *   nbl_fft_binding_create()    ties it to buffers
 *   nbl_fft_record()            records into the caller's command buffer; submits nothing
 *   nbl_fft_transform_vulkan()  all of it at once, with memory of its own
 *
 * Functions on different objects may be called from different threads; one nbl_fft_t may be recorded from several
 * threads at once.
 */
#ifndef NBL_HOST_FFT_VULKAN_H
#define NBL_HOST_FFT_VULKAN_H

#include "nbl/host/fft.h"
#include "nbl/host/vulkan.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef struct nbl_fft_t nbl_fft_t;

/* How transforms go that no workgroup holds. */
typedef enum nbl_fft_route_t {
    NBL_FFT_ROUTE_PASSES = 0, /* in dispatches with barriers between them, on any device */
    NBL_FFT_ROUTE_BEST,       /* by tickets where the device is known to keep started workgroups running, and for shapes
                               * and batches for which that was measured to be faster; there the kernels of others go by
                               * device address, but for lines one behind the other and float16; elsewhere in passes */
    NBL_FFT_ROUTE_TICKETS /* by tickets wherever nbl/host/fft_tickets.h has the shape, else by address; right on every
                           * device that has the features, and slow on some */
} nbl_fft_route_t;

typedef struct nbl_fft_vulkan_desc_t {
    nbl_mode_t mode;    /* exact or fast */
    nbl_cache_t *cache; /* NULL: compile always */
    bool unroll;        /* fast on a GPU, slow to build on a software driver */
    nbl_fft_route_t
        route; /* of nbl_fft_nd_create() and convolutions; by another than passes, resources have addresses */
} nbl_fft_vulkan_desc_t;

/* Returns the limits of a Vulkan device. */
nbl_fft_limits_t nbl_fft_device_limits(const nbl_vulkan_device_t *device);

/* Compiles a plan. Errors: those of nbl_compile() and nbl_vulkan_kernel_create().
 *
 * plan  copied
 * desc  not NULL; copied
 * fft   NULL after an error; to be destroyed before the device */
nbl_result_t nbl_fft_create(nbl_vulkan_device_t *device, const nbl_fft_transform_plan_t *plan,
                            const nbl_fft_vulkan_desc_t *desc, nbl_fft_t **fft, nbl_error_t *error);

/* Destroys a transform, which no command buffer may still be executing. Per object.
 *
 * fft  NULL does nothing */
void nbl_fft_destroy(nbl_fft_t *fft);

/* Returns the transform's own copy of its plan. Thread-safe. */
const nbl_fft_transform_plan_t *nbl_fft_get_plan(const nbl_fft_t *fft);

/* Returns the compiled kernel, for its statistics. Thread-safe. */
const nbl_vulkan_kernel_t *nbl_fft_get_kernel(const nbl_fft_t *fft);

typedef struct nbl_fft_binding_t nbl_fft_binding_t;

/* Ties a transform to buffers. Errors: ARGUMENT (a buffer of less than it must have is bound), those of
 * nbl_vulkan_bindings_create().
 *
 * input, output  storage buffers of plan->input_bytes and plan->output_bytes; complex ones may be the same
 * binding        NULL after an error; to be destroyed before fft */
nbl_result_t nbl_fft_binding_create(const nbl_fft_t *fft, nbl_vulkan_resource_t input, nbl_vulkan_resource_t output,
                                    nbl_fft_binding_t **binding, nbl_error_t *error);

/* Destroys a binding, not the buffers that it ties. Per object.
 *
 * binding  NULL does nothing */
void nbl_fft_binding_destroy(nbl_fft_binding_t *binding);

/* Records the transform and a barrier after it; allocates nothing and submits nothing. The input must have been made
 * visible to compute shaders before. Errors: LIMIT, those of nbl_vulkan_kernel_record().
 *
 * command_buffer  recording, of a queue family with compute
 * timestamps      may be NULL: the transform is a span, number `span`; already reset */
nbl_result_t nbl_fft_record(const nbl_fft_t *fft, const nbl_fft_binding_t *binding, VkCommandBuffer command_buffer,
                            const nbl_vulkan_timestamps_t *timestamps, uint32_t span, nbl_error_t *error);

/* Transforms and waits.
 *
 * cache          may be NULL
 * input, output  plan->input_bytes, plan->output_bytes
 * nanoseconds    receives the dispatch's time; may be NULL */
nbl_result_t nbl_fft_transform_vulkan(nbl_vulkan_device_t *device, nbl_cache_t *cache, nbl_mode_t mode, bool unroll,
                                      const nbl_fft_transform_plan_t *plan, const void *input, void *output,
                                      double *nanoseconds, nbl_error_t *error);

#if defined(__cplusplus)
}
#endif

#endif
