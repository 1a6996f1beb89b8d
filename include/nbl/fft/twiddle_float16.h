/* The twiddle factors of float16: those of float32, rounded once.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/twiddle.h, never by itself.
 */
#ifndef NBL_FFT_TWIDDLE_FLOAT16_H
#define NBL_FFT_TWIDDLE_FLOAT16_H

NBL_FUNCTION nbl_complex_float16_t nbl_fft_twiddle_float16_t(uint32_t k, uint32_t length_log2, bool inverse) {
    nbl_complex_float32_t w = nbl_fft_twiddle_float32_t(k, length_log2, inverse);
    nbl_complex_float16_t rounded = {NBL_CAST(float16_t, w.real), NBL_CAST(float16_t, w.imag)};
    return rounded;
}

NBL_STRUCT(nbl_fft_fraction_t_float16_t) { nbl_fft_fraction_t_float32_t wide; };

NBL_FUNCTION nbl_fft_fraction_t_float16_t nbl_fft_fraction_float16_t(uint32_t denominator) {
    nbl_fft_fraction_t_float16_t of;
    of.wide = nbl_fft_fraction_float32_t(denominator);
    return of;
}

NBL_FUNCTION nbl_complex_float16_t nbl_fft_twiddle_fraction_float16_t(uint32_t k, nbl_fft_fraction_t_float16_t of,
                                                                      bool inverse) {
    nbl_complex_float32_t w = nbl_fft_twiddle_fraction_float32_t(k, of.wide, inverse);
    nbl_complex_float16_t rounded = {NBL_CAST(float16_t, w.real), NBL_CAST(float16_t, w.imag)};
    return rounded;
}

NBL_FUNCTION nbl_complex_float16_t nbl_fft_twiddle_small_float16_t(uint32_t k, nbl_fft_fraction_t_float16_t of,
                                                                   bool inverse) {
    nbl_complex_float32_t w = nbl_fft_twiddle_small_float32_t(k, of.wide, inverse);
    nbl_complex_float16_t rounded = {NBL_CAST(float16_t, w.real), NBL_CAST(float16_t, w.imag)};
    return rounded;
}

NBL_FUNCTION float16_t nbl_fft_reciprocal_float16_t(uint32_t n) {
    return NBL_CAST(float16_t, nbl_fft_reciprocal_float32_t(n));
}

NBL_FUNCTION float16_t nbl_fft_reciprocal_root_float16_t(uint32_t n) {
    return NBL_CAST(float16_t, nbl_fft_reciprocal_root_float32_t(n));
}

#endif
