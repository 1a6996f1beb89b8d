/* Twiddles between the passes of a large transform, of any denominator to 2^28.
 * SPDX-License-Identifier: Apache-2.0
 *
 * nbl_fft_large_twiddle_<scalar>(numerator, of, inverse), scalar float32_t or float64_t
 *
 * Returns exp(-2 pi i numerator / (points * after)), or with `inverse` its conjugate. nbl/fft/twiddle.h evaluates it.
 *
 * numerator  k m of element k of line m (nbl/fft/large.h), below points * after, which is at most 2^28
 * of         nbl_fft_large_fraction_<scalar>(pass), computed once for all twiddles of a pass. Of the pass, points, next
 *            and after / next must be at most 16384 each
 * inverse    false for the forward transform
 */
#ifndef NBL_FFT_LARGE_TWIDDLE_H
#define NBL_FFT_LARGE_TWIDDLE_H

#include "nbl/fft/large.h"
#include "nbl/fft/twiddle_float32.h"
#include "nbl/fft/twiddle_ladder.h"
#define NBL_SCALAR float32_t
#include "nbl/fft/large_twiddle_scalar.h"

#if NBL_HAS_FLOAT64
#include "nbl/fft/twiddle_float64.h"
#define NBL_SCALAR float64_t
#include "nbl/fft/large_twiddle_scalar.h"
#endif

#if NBL_HAS_FLOAT16
#include "nbl/fft/twiddle_float16.h"
#define nbl_fft_large_fraction_t_float16_t nbl_fft_large_fraction_t_float32_t
#define nbl_fft_large_fraction_float16_t nbl_fft_large_fraction_float32_t
/* Returns the float32 twiddle of nbl_fft_large_twiddle_float32_t(), rounded once. */
NBL_FUNCTION nbl_complex_float16_t nbl_fft_large_twiddle_float16_t(uint32_t numerator,
                                                                   nbl_fft_large_fraction_t_float32_t of,
                                                                   bool inverse) {
    return nbl_fft_round_float16_t(nbl_fft_large_twiddle_float32_t(numerator, of, inverse));
}
#endif

#endif
