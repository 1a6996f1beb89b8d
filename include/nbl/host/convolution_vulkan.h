/* Convolutions and correlations of 1 to 3 dimensions on a Vulkan device, by the description of nbl/host/convolution.h.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17).
 *
 *   nbl_convolution_create_vulkan()   transforms a kernel, keeps its spectrum, and compiles what convolves by it
 *   nbl_convolution_vulkan()          all of it at once, from memory to memory
 *
 * What the first one makes is a transform of nbl/host/fft_nd_vulkan.h, whose functions tell its bytes, tie it to buffers,
 * record it and destroy it: the input are the signals, the output is the part of the results that is returned. Neither is
 * padded: zeros are not read, lines of zeros not transformed, and what is not returned is not computed where it fills a
 * line. Along the first dimension a line is transformed, multiplied and transformed back in one dispatch where a workgroup
 * holds it, and of one-dimensional real signals the product is one between passes. In exact mode the results have the bits
 * of nbl_convolution_run(). `error` comes last and may be NULL.
 */
#ifndef NBL_HOST_CONVOLUTION_VULKAN_H
#define NBL_HOST_CONVOLUTION_VULKAN_H

#include "nbl/host/convolution.h"
#include "nbl/host/fft_nd_vulkan.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* Transforms a kernel on the device, submits and waits, and compiles what convolves. Errors: those of
 * nbl_convolution_create() and of nbl_fft_nd_create(), VULKAN.
 *
 * desc    not NULL; copied; threads do not count
 * kernel  its elements without gaps; not NULL, not needed afterwards
 * how     not NULL; copied; by another route than NBL_FFT_ROUTE_PASSES what is bound has addresses
 * fft     NULL after an error; for nbl_fft_nd_destroy(), before the device */
nbl_result_t nbl_convolution_create_vulkan(nbl_vulkan_device_t *device, const nbl_convolution_desc_t *desc,
                                           const void *kernel, const nbl_fft_vulkan_desc_t *how, nbl_fft_nd_t **fft,
                                           nbl_error_t *error);

/* Convolves and waits.
 *
 * kernel         its elements without gaps
 * input, output  as of nbl_convolution_run()
 * nanoseconds    receives the time of the signals' dispatches; may be NULL */
nbl_result_t nbl_convolution_vulkan(nbl_vulkan_device_t *device, const nbl_convolution_desc_t *desc, const void *kernel,
                                    const nbl_fft_vulkan_desc_t *how, const void *input, void *output,
                                    double *nanoseconds, nbl_error_t *error);

#if defined(__cplusplus)
}
#endif

#endif
