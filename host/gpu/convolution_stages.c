/* A convolution for a device: the programs that rules write, as kernels.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "gpu/convolution_stages.h"

#include <string.h>

#include "gpu/from_program.h"

nbl_result_t nbl_convolution_stages_make(const nbl_convolution_desc_t *desc, const nbl_fft_limits_t *limits,
                                         nbl_mode_t mode, uint64_t alignment, nbl_fft_nd_stages_t *forward,
                                         nbl_fft_nd_stages_t *whole, nbl_error_t *error) {
    nbl_problem_t kernel, convolution;
    memset(forward, 0, sizeof *forward);
    memset(whole, 0, sizeof *whole);
    nbl_result_t result = nbl_problem_of_convolution(desc, &kernel, &convolution, error);
    if (result != NBL_SUCCESS) return result;
    kernel.mode = convolution.mode = mode;
    result = nbl_fft_nd_stages_of_problem(&kernel, limits, NULL, alignment, forward, error);
    return result == NBL_SUCCESS ? nbl_fft_nd_stages_of_problem(&convolution, limits, NULL, alignment, whole, error)
                                 : result;
}

const nbl_fft_nd_axis_t *nbl_convolution_middle(const nbl_fft_nd_stages_t *whole) {
    const nbl_fft_nd_axis_t *axis = whole->axis;
    while (!axis->part.convolves) axis++;
    return axis;
}
