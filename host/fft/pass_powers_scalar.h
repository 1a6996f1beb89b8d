/* Powers that the last butterflies of a line share, as nbl/fft/callbacks_pass.h has them: included once for each
 * scalar. SPDX-License-Identifier: Apache-2.0
 *
 * Parameter: NBL_SCALAR, float32_t or float64_t, which stays defined.
 *
 * radix  of the line's last butterflies
 * rest   nbl_fft_large_rest() of the line
 * power  receives `radix` powers, the first being 1 */
static void NBL_OF_SCALAR(fill_powers)(nbl_fft_large_pass_t pass, uint32_t radix, uint32_t rest, bool inverse,
                                       NBL_COMPLEX *power) {
    const NBL_OF_SCALAR(nbl_fft_large_fraction_t) of = NBL_OF_SCALAR(nbl_fft_large_fraction)(pass);
    const uint32_t butterflies = pass.points / radix;
    power[0] = (NBL_COMPLEX){1, 0};
    for (uint32_t r = 1; r < radix; r++) {
        const uint32_t first = nbl_fft_power_first(r);
        power[r] = nbl_fft_power_is_evaluated(r, NBL_FFT_TWIDDLES_OF_TWO)
                       ? NBL_OF_SCALAR(nbl_fft_large_twiddle)(r * butterflies * rest, of, inverse)
                       : nbl_complex_mul(power[first], power[r - first]);
    }
}
