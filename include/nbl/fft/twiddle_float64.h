/* The twiddle factors of float64.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/twiddle.h, which says what the functions are for, and by nbl/workgroup/fft_stockham.h.
 */
#ifndef NBL_FFT_TWIDDLE_FLOAT64_H
#define NBL_FFT_TWIDDLE_FLOAT64_H

#include "nbl/fft/constants_float64.h"
#include "nbl/fft/twiddle_float32.h"

#define NBL_SCALAR float64_t
#include "nbl/fft/twiddle_scalar.h"

#endif
