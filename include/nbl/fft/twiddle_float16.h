/* The twiddle factors of float16: those of float32, rounded once.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/twiddle.h, which says what the functions are for, and by nbl/workgroup/fft_stockham.h.
 */
#ifndef NBL_FFT_TWIDDLE_FLOAT16_H
#define NBL_FFT_TWIDDLE_FLOAT16_H

#include "nbl/fft/twiddle_float32.h"

/* Returns a complex number with each part rounded to float16. */
NBL_FUNCTION nbl_complex_float16_t nbl_fft_round_float16_t(nbl_complex_float32_t w) {
    nbl_complex_float16_t rounded = {NBL_CAST(float16_t, w.real), NBL_CAST(float16_t, w.imag)};
    return rounded;
}

NBL_STRUCT(nbl_fft_fraction_t_float16_t) { nbl_fft_fraction_t_float32_t wide; };

/* Returns what all twiddles exp(-2 pi i k / denominator) share, for nbl_fft_twiddle_fraction_float16_t().
 * 
 * denominator  1 to 16384 */
NBL_FUNCTION nbl_fft_fraction_t_float16_t nbl_fft_fraction_float16_t(uint32_t denominator) {
    nbl_fft_fraction_t_float16_t of;
    of.wide = nbl_fft_fraction_float32_t(denominator);
    return of;
}

/* Returns exp(-2 pi i k / denominator), or with `inverse` its conjugate.
 * 
 * k   0 to denominator - 1
 * of  nbl_fft_fraction_float16_t(denominator) */
NBL_FUNCTION nbl_complex_float16_t nbl_fft_twiddle_fraction_float16_t(uint32_t k, nbl_fft_fraction_t_float16_t of,
                                                                      bool inverse) {
    return nbl_fft_round_float16_t(nbl_fft_twiddle_fraction_float32_t(k, of.wide, inverse));
}

/* Returns the twiddle of nbl_fft_twiddle_fraction_float16_t(), by nbl_fft_twiddle_part_float32_t().
 *
 * k     below denominator / part
 * part  1, 2, 4 or 8 */
NBL_FUNCTION nbl_complex_float16_t nbl_fft_twiddle_part_float16_t(uint32_t k, nbl_fft_fraction_t_float16_t of,
                                                                  uint32_t part, bool inverse) {
    return nbl_fft_round_float16_t(nbl_fft_twiddle_part_float32_t(k, of.wide, part, inverse));
}

/* Returns 1 / n for n of 1 to 16384: nbl_fft_reciprocal_float32_t(), rounded once more. */
NBL_FUNCTION float16_t nbl_fft_reciprocal_float16_t(uint32_t n) {
    return NBL_CAST(float16_t, nbl_fft_reciprocal_float32_t(n));
}

/* Returns 1 / sqrt(n) for n of 1 to 16384: nbl_fft_reciprocal_root_float32_t(), rounded once more. */
NBL_FUNCTION float16_t nbl_fft_reciprocal_root_float16_t(uint32_t n) {
    return NBL_CAST(float16_t, nbl_fft_reciprocal_root_float32_t(n));
}

#endif
