/* FFTs on a Vulkan device: a plan compiled, bound to the caller's buffers and recorded into the caller's commands.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17).
 *
 *   nbl_fft_device_limits()     returns the limits for the description of nbl_fft_transform_plan()
 *   nbl_fft_create()            compiles a plan
 *   nbl_fft_binding_create()    ties a transform to buffers
 *   nbl_fft_record()            records a transform into the caller's command buffer; submits nothing
 *   nbl_fft_transform_vulkan()  transforms from memory to memory and waits: all of the above
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

/* How a device transforms what no workgroup holds. Every route gives right results on every device that has the
 * features. */
typedef enum nbl_fft_route_t {
    NBL_FFT_ROUTE_PASSES = 0, /* several dispatches with barriers between them, on any device */
    /* On a device that is known to keep started workgroups running: by tickets for the shapes and batches that were
     * measured to be faster so; by device address for other shapes, except lines one behind the other and float16. On
     * any other device: as NBL_FFT_ROUTE_PASSES. */
    NBL_FFT_ROUTE_BEST,
    /* By tickets for every shape that nbl/host/fft_tickets.h has, by device address for others. Slow on some. */
    NBL_FFT_ROUTE_TICKETS
} nbl_fft_route_t;

typedef struct nbl_fft_vulkan_desc_t {
    nbl_mode_t mode;    /* exact or fast */
    nbl_cache_t *cache; /* NULL: compile always */
    bool unroll;        /* unrolls loops: fast on a GPU, slow to build on a software driver */
    /* Of nbl_fft_nd_create() and convolutions. By a route other than passes the buffers must have addresses. */
    nbl_fft_route_t route;
} nbl_fft_vulkan_desc_t;

/* Returns a device's limits, for nbl_fft_transform_desc_t and nbl_bloom_desc_t. Thread-safe.
 *
 * device  not NULL */
nbl_fft_limits_t nbl_fft_device_limits(const nbl_vulkan_device_t *device);

/* Compiles a plan for a device. Errors: those of nbl_compile() and nbl_vulkan_kernel_create().
 *
 * plan  not NULL; copied; made within nbl_fft_device_limits()
 * desc  not NULL; copied
 * fft   receives the transform, for nbl_fft_destroy() before the device is destroyed; NULL after an error */
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

/* Ties a transform to buffers. Errors: ARGUMENT (a buffer is too small), those of nbl_vulkan_bindings_create().
 *
 * input, output  storage buffers of at least plan->input_bytes and plan->output_bytes; of a complex transform they may
 *                be the same buffer
 * binding        receives the binding, for nbl_fft_binding_destroy() before fft is destroyed; NULL after an error */
nbl_result_t nbl_fft_binding_create(const nbl_fft_t *fft, nbl_vulkan_resource_t input, nbl_vulkan_resource_t output,
                                    nbl_fft_binding_t **binding, nbl_error_t *error);

/* Destroys a binding, not the buffers that it ties. Per object.
 *
 * binding  NULL does nothing */
void nbl_fft_binding_destroy(nbl_fft_binding_t *binding);

/* Records the transform and a barrier after it. Allocates nothing and submits nothing. Make the input visible to
 * compute shaders before. Errors: LIMIT, those of nbl_vulkan_kernel_record().
 *
 * fft, binding    not NULL; the binding is of this transform
 * command_buffer  in the recording state, of a queue family with compute
 * timestamps      receive the transform's begin and end as span number `span`; already reset. NULL: no times */
nbl_result_t nbl_fft_record(const nbl_fft_t *fft, const nbl_fft_binding_t *binding, VkCommandBuffer command_buffer,
                            const nbl_vulkan_timestamps_t *timestamps, uint32_t span, nbl_error_t *error);

/* Transforms an array in memory by memory of the library's own on the device, and waits. Errors: those of
 * nbl_fft_create(), nbl_fft_binding_create() and nbl_fft_record(), OUT_OF_MEMORY, DEVICE_LOST, VULKAN.
 *
 * cache          NULL: compile always
 * unroll         unrolls loops: fast on a GPU, slow to build on a software driver
 * plan           not NULL
 * input, output  plan->input_bytes and plan->output_bytes; the same pointer or memory that does not overlap
 * nanoseconds    receives the dispatch's time on the device; may be NULL */
nbl_result_t nbl_fft_transform_vulkan(nbl_vulkan_device_t *device, nbl_cache_t *cache, nbl_mode_t mode, bool unroll,
                                      const nbl_fft_transform_plan_t *plan, const void *input, void *output,
                                      double *nanoseconds, nbl_error_t *error);

#if defined(__cplusplus)
}
#endif

#endif
