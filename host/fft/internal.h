/* What the files of host/fft share.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_FFT_INTERNAL_H
#define NBL_HOST_FFT_INTERNAL_H

#include "fft/transform_kernels.h"

/* Writes the message, if there is a place for it, and returns `result`. */
nbl_fft_result_t nbl_fft_fail(nbl_fft_error_t *error, nbl_fft_result_t result, const char *format, ...);

#endif
