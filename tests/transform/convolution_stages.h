/* A convolution's kernels on a device, for tests of programs and for a fuzz target.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_TRANSFORM_CONVOLUTION_STAGES_H
#define NBL_TESTS_TRANSFORM_CONVOLUTION_STAGES_H

#include "gpu/from_program.h"

/* Makes the kernels of a convolution's two programs, of the kernel's spectrum and of the signals. Both are to be
 * released, also after an error. */
static inline bool test_convolution_stages(const nbl_convolution_desc_t *desc, const nbl_fft_limits_t *limits,
                                           nbl_mode_t mode, nbl_fft_nd_stages_t stages[2], nbl_error_t *error) {
    nbl_problem_t problems[2];
    bool made = nbl_problem_of_convolution(desc, &problems[0], &problems[1], error) == NBL_SUCCESS;
    for (int i = 0; i < 2; i++) {
        nbl_fft_nd_stages_begin(limits, mode, false, &stages[i]);
        problems[i].mode = mode;
        made = made && nbl_fft_nd_stages_of_problem(&problems[i], limits, NULL, 256, &stages[i], error) == NBL_SUCCESS;
    }
    return made;
}

#endif
