/* Twiddle factors for lengths that are powers of two: by nbl/fft/twiddle.h, once for each scalar, never by itself.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameter: NBL_SCALAR, float32_t or float64_t.
 */
#define twiddle_ NBL_OF_SCALAR(nbl_fft_twiddle)
#define octant_ NBL_OF_SCALAR(nbl_fft_octant)
#define from_octant_ NBL_OF_SCALAR(nbl_fft_from_octant)
#define tau_high_ NBL_OF_SCALAR(NBL_FFT_TAU_HIGH)
#define tau_low_ NBL_OF_SCALAR(NBL_FFT_TAU_LOW)

/* exp(-2 pi i k / 2^length_log2), or its conjugate for the inverse transform; k of 0 to 2^length_log2 - 1. */
NBL_FUNCTION NBL_COMPLEX twiddle_(uint32_t k, uint32_t length_log2, bool inverse) {
    uint32_t eighths = k << 3u;
    uint32_t octant = eighths >> length_log2;
    uint32_t remainder = eighths - (octant << length_log2);
    /* Odd octants run backwards from their end, so that x, in turns, is 0 to 1/8. */
    if ((octant & 1u) != 0u) remainder = (1u << length_log2) - remainder;
    /* 2^-(length_log2 + 3), exact, out of its bits: a division need not be exact on a device. */
    NBL_SCALAR unit = NBL_CAST(NBL_SCALAR, nbl_float32_from_bits((124u - length_log2) << 23u));
    NBL_SCALAR x = NBL_CAST(NBL_SCALAR, remainder) * unit;
    NBL_COMPLEX root = octant_(x, NBL_CARRIED(x, tau_high_), tau_high_, x * tau_low_);
    return from_octant_(root, octant, inverse);
}

#undef tau_low_
#undef tau_high_
#undef from_octant_
#undef octant_
#undef twiddle_
#undef NBL_SCALAR
