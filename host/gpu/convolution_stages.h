/* A convolution for a device: kernels in the order of the work. No Vulkan.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_GPU_CONVOLUTION_STAGES_H
#define NBL_HOST_GPU_CONVOLUTION_STAGES_H

#include "fft/convolution.h"
#include "gpu/nd_stages.h"

/* Makes the stages of a convolution, from signals to the results that are returned, and the stages of its kernel's
 * spectrum: the programs of transform/rules/convolve.c. Errors: ARGUMENT, LIMIT, OUT_OF_MEMORY.
 *
 * forward, whole  to be released also after an error */
nbl_result_t nbl_convolution_stages_make(const nbl_convolution_desc_t *desc, const nbl_fft_limits_t *limits,
                                         nbl_mode_t mode, uint64_t alignment, nbl_fft_nd_stages_t *forward,
                                         nbl_fft_nd_stages_t *whole, nbl_error_t *error);

/* Returns the axis whose table has room for the spectrum. */
const nbl_fft_nd_axis_t *nbl_convolution_middle(const nbl_fft_nd_stages_t *whole);

#endif
