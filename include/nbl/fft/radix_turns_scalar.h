/* Products with roots of one that are no quarter turns, of one scalar: for the radices 8, 9, 16 and 32.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/radix_scalar.h, never by itself, for a plan that has one; its parameters are that file's.
 */
/* An eighth of a turn, and three: the sums come first, so that the products are two instead of four and can be fused
 * with the additions of the next step. */
NBL_FUNCTION NBL_COMPLEX NBL_RADIX(eighth)(NBL_COMPLEX z, bool inverse) {
    return nbl_complex_scale(nbl_complex_add(z, NBL_RADIX(turn)(z, inverse)), NBL_OF_SCALAR(NBL_FFT_SQRT_HALF));
}

NBL_FUNCTION NBL_COMPLEX NBL_RADIX(three_eighths)(NBL_COMPLEX z, bool inverse) {
    return nbl_complex_scale(nbl_complex_sub(NBL_RADIX(turn)(z, inverse), z), NBL_OF_SCALAR(NBL_FFT_SQRT_HALF));
}

/* Any other turn divided by its cosine, z - i tangent z, or by its sine, cotangent z - i z; conjugates for the inverse.
 * With the larger of both multiplied afterwards that is as many products as (cosine - i sine) z, but additions can take
 * them all (Linzer & Feig 1993). */
NBL_FUNCTION NBL_COMPLEX NBL_RADIX(over_cosine)(NBL_COMPLEX z, NBL_SCALAR tangent, bool inverse) {
    return nbl_complex_add(z, nbl_complex_scale(NBL_RADIX(turn)(z, inverse), tangent));
}

NBL_FUNCTION NBL_COMPLEX NBL_RADIX(over_sine)(NBL_COMPLEX z, NBL_SCALAR cotangent, bool inverse) {
    return nbl_complex_add(NBL_RADIX(turn)(z, inverse), nbl_complex_scale(z, cotangent));
}

NBL_FUNCTION NBL_COMPLEX NBL_RADIX(turn_by_cosine)(NBL_COMPLEX z, NBL_SCALAR cosine, NBL_SCALAR tangent, bool inverse) {
    return nbl_complex_scale(NBL_RADIX(over_cosine)(z, tangent, inverse), cosine);
}

NBL_FUNCTION NBL_COMPLEX NBL_RADIX(turn_by_sine)(NBL_COMPLEX z, NBL_SCALAR sine, NBL_SCALAR cotangent, bool inverse) {
    return nbl_complex_scale(NBL_RADIX(over_sine)(z, cotangent, inverse), sine);
}
