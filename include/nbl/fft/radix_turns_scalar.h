/* Products with roots of one that are no quarter turns, of one scalar: for the radices 8, 9, 16, 18, 24, 25, 27, 32 and
 * 36.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/radix_scalar.h, never by itself, for a plan that has one; its parameters are that file's.
 */
/* An eighth of a turn, and three, over sqrt(1 / 2): the sums come first, so that the products are two instead of
 * four. */
NBL_FUNCTION NBL_COMPLEX R_(eighth_over_root)(NBL_COMPLEX z, bool inverse) {
    return nbl_complex_add(z, R_(turn)(z, inverse));
}

NBL_FUNCTION NBL_COMPLEX R_(three_eighths_over_root)(NBL_COMPLEX z, bool inverse) {
    return nbl_complex_sub(R_(turn)(z, inverse), z);
}

/* For additions that multiply by sqrt(1 / 2): nbl_complex_carried(). */
NBL_FUNCTION NBL_COMPLEX R_(eighth_carried)(NBL_COMPLEX z, bool inverse) {
    return nbl_complex_carried(R_(eighth_over_root)(z, inverse), K_(SQRT_HALF));
}

NBL_FUNCTION NBL_COMPLEX R_(three_eighths_carried)(NBL_COMPLEX z, bool inverse) {
    return nbl_complex_carried(R_(three_eighths_over_root)(z, inverse), K_(SQRT_HALF));
}

NBL_FUNCTION NBL_COMPLEX R_(eighth)(NBL_COMPLEX z, bool inverse) {
    return nbl_complex_scale(R_(eighth_over_root)(z, inverse), K_(SQRT_HALF));
}

NBL_FUNCTION NBL_COMPLEX R_(three_eighths)(NBL_COMPLEX z, bool inverse) {
    return nbl_complex_scale(R_(three_eighths_over_root)(z, inverse), K_(SQRT_HALF));
}

/* Any other turn divided by its cosine, z - i tangent z, or by its sine, cotangent z - i z; conjugates for the inverse.
 * With the larger of both multiplied afterwards that is as many products as (cosine - i sine) z, but additions can take
 * them all (Linzer & Feig 1993). */
NBL_FUNCTION NBL_COMPLEX R_(over_cosine)(NBL_COMPLEX z, NBL_SCALAR tangent, bool inverse) {
    return nbl_complex_add_scaled(z, R_(turn)(z, inverse), tangent);
}

NBL_FUNCTION NBL_COMPLEX R_(over_sine)(NBL_COMPLEX z, NBL_SCALAR cotangent, bool inverse) {
    return nbl_complex_add_scaled(R_(turn)(z, inverse), z, cotangent);
}

NBL_FUNCTION NBL_COMPLEX R_(turn_by_cosine)(NBL_COMPLEX z, NBL_SCALAR cosine, NBL_SCALAR tangent, bool inverse) {
    return nbl_complex_scale(R_(over_cosine)(z, tangent, inverse), cosine);
}

NBL_FUNCTION NBL_COMPLEX R_(turn_by_sine)(NBL_COMPLEX z, NBL_SCALAR sine, NBL_SCALAR cotangent, bool inverse) {
    return nbl_complex_scale(R_(over_sine)(z, cotangent, inverse), sine);
}

/* By two products and a sum of them each: one rounding less than by tangents, and odd radices are the least exact. */
NBL_FUNCTION NBL_COMPLEX R_(turned)(NBL_COMPLEX z, NBL_SCALAR cosine, NBL_SCALAR sine, bool inverse) {
    NBL_COMPLEX root = {cosine, inverse ? sine : -sine};
    return nbl_complex_mul(z, root);
}
