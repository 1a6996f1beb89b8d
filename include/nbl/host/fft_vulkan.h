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

typedef struct nbl_fft_vulkan_desc_t {
    nbl_mode_t mode;    /* exact, fast or fused */
    nbl_cache_t *cache; /* NULL: compile always */
    bool unroll;        /* unrolls loops: fast on a GPU, slow to build on a software driver */
    /* Read by nbl_fft_nd_create() and for convolutions. By a route other than passes the buffers must have
     * addresses. */
    nbl_fft_route_t route;
} nbl_fft_vulkan_desc_t;

/* Returns a device's limits, for nbl_fft_transform_desc_t and nbl_bloom_desc_t. Thread-safe.
 *
 * device  not NULL */
nbl_fft_limits_t nbl_fft_device_limits(const nbl_vulkan_device_t *device);

/* Compiles a plan for a device. In exact mode it uploads a table of twiddles, too: it submits to the device's queue and
 * waits. Errors: those of nbl_compile(), nbl_vulkan_kernel_create() and nbl_vulkan_buffer_upload().
 *
 * plan  not NULL; copied; made within nbl_fft_device_limits()
 * desc  not NULL; copied
 * fft   receives the transform, for nbl_fft_destroy() before the device is destroyed; NULL after an error */
nbl_result_t nbl_fft_create(nbl_vulkan_device_t *device, const nbl_fft_transform_plan_t *plan,
                            const nbl_fft_vulkan_desc_t *desc, nbl_fft_t **fft, nbl_error_t *error);

/* Returns the transform's own copy of its plan. Thread-safe. */
const nbl_fft_transform_plan_t *nbl_fft_get_plan(const nbl_fft_t *fft);

/* Returns the compiled kernel, for its statistics. Thread-safe. */
const nbl_vulkan_kernel_t *nbl_fft_get_kernel(const nbl_fft_t *fft);

/* Ties a transform of nbl_fft_create() to buffers, for nbl_fft_record(). Errors: ARGUMENT (a buffer is too small),
 * those of nbl_vulkan_bindings_create().
 *
 * input, output  storage buffers of at least plan->input_bytes and plan->output_bytes; of a complex transform they may
 *                be the same buffer
 * binding        receives the binding, for nbl_fft_binding_destroy() before fft is destroyed; NULL after an error */
nbl_result_t nbl_fft_binding_create(const nbl_fft_t *fft, nbl_vulkan_resource_t input, nbl_vulkan_resource_t output,
                                    nbl_fft_binding_t **binding, nbl_error_t *error);

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
