/* Convolutions and correlations of 1 to 3 dimensions on a Vulkan device, by the description of nbl/host/convolution.h.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17).
 *
 *   nbl_convolution_create_vulkan()   transforms a kernel, keeps its spectrum, and compiles the convolution
 *   nbl_convolution_vulkan()          convolves from memory to memory and waits
 *
 * nbl_convolution_create_vulkan() makes an nbl_fft_nd_t. The functions of nbl/host/fft_nd_vulkan.h return its bytes,
 * tie it to buffers, record it and destroy it. Its input is the signals, its output the part of the results that the
 * description asks for. Neither is padded: elements beyond a signal are not read, lines of zeros are not transformed,
 * and lines that are not returned are not computed.
 *
 * If a workgroup holds a line of the first dimension, one dispatch transforms it, multiplies it and transforms it back.
 * For longer one-dimensional real signals the product is one dispatch between passes. In exact mode the results have
 * the bits of nbl_convolution_run(). `error` comes last and may be NULL.
 */
#ifndef NBL_HOST_CONVOLUTION_VULKAN_H
#define NBL_HOST_CONVOLUTION_VULKAN_H

#include "nbl/host/convolution.h"
#include "nbl/host/deprecated.h"
#include "nbl/host/fft_nd_vulkan.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* Does what nbl_fft_make_vulkan() does with a kernel, by `how` in place of the problem's fields for a device. */
nbl_result_t nbl_convolution_create_vulkan(nbl_vulkan_device_t *device, const nbl_convolution_desc_t *desc,
                                           const void *kernel, const nbl_fft_vulkan_desc_t *how, nbl_fft_nd_t **fft,
                                           nbl_error_t *error);

/* Makes, runs and destroys a convolution. Errors: those of nbl_fft_make_vulkan() and nbl_fft_run().
 *
 * nanoseconds  receives the time of the signals' dispatches on the device; may be NULL */
nbl_result_t nbl_convolution_vulkan(nbl_vulkan_device_t *device, const nbl_convolution_desc_t *desc, const void *kernel,
                                    const nbl_fft_vulkan_desc_t *how, const void *input, void *output,
                                    double *nanoseconds, nbl_error_t *error);

NBL_DEPRECATED(nbl_convolution_create_vulkan, "nbl_fft_make_vulkan()");
NBL_DEPRECATED(nbl_convolution_vulkan, "nbl_fft_run()");

#if defined(__cplusplus)
}
#endif

#endif
