/* floor, ceil, trunc and the two roundings to whole numbers, by bits.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each takes and returns the bits of a float32, keeps the sign of a zero, and leaves infinities and what is whole
 * already; every NaN becomes 0x7fc00000.
 */
#ifndef NBL_TGMATH_ROUND_H
#define NBL_TGMATH_ROUND_H

#include "nbl/tgmath/fixed.h"

/* A mask of the fraction bits of a magnitude from 1 to 2^23. */
NBL_FUNCTION uint32_t nbl_tgmath_behind_point(uint32_t magnitude) { return 0x7fffffu >> ((magnitude >> 23) - 127u); }

/* Whole already, or not a number. */
NBL_FUNCTION bool nbl_tgmath_is_beyond_fractions(uint32_t magnitude) { return magnitude >= 0x4b000000u; }
NBL_FUNCTION uint32_t nbl_tgmath_same(uint32_t x) { return nbl_tgmath_is_nan(x) ? NBL_TGMATH_NAN : x; }

/* Returns the whole number next to x towards 0. */
NBL_FUNCTION uint32_t nbl_trunc_bits(uint32_t x) {
    uint32_t a = nbl_tgmath_magnitude(x);
    if (nbl_tgmath_is_beyond_fractions(a)) return nbl_tgmath_same(x);
    return a < NBL_TGMATH_ONE ? x & NBL_TGMATH_SIGN : x & ~nbl_tgmath_behind_point(a);
}

/* The whole number next to x away from 0. */
NBL_FUNCTION uint32_t nbl_tgmath_away_bits(uint32_t x) {
    uint32_t a = nbl_tgmath_magnitude(x);
    if (nbl_tgmath_is_beyond_fractions(a)) return nbl_tgmath_same(x);
    if (a == 0u) return x;
    if (a < NBL_TGMATH_ONE) return (x & NBL_TGMATH_SIGN) | NBL_TGMATH_ONE;
    uint32_t behind = nbl_tgmath_behind_point(a);
    return (x + behind) & ~behind;
}

/* Returns the largest whole number that is not above x. */
NBL_FUNCTION uint32_t nbl_floor_bits(uint32_t x) {
    return (x & NBL_TGMATH_SIGN) != 0u ? nbl_tgmath_away_bits(x) : nbl_trunc_bits(x);
}

/* Returns the smallest whole number that is not below x. */
NBL_FUNCTION uint32_t nbl_ceil_bits(uint32_t x) {
    return (x & NBL_TGMATH_SIGN) != 0u ? nbl_trunc_bits(x) : nbl_tgmath_away_bits(x);
}

/* Returns the nearest whole number, halves away from 0. */
NBL_FUNCTION uint32_t nbl_round_bits(uint32_t x) {
    uint32_t a = nbl_tgmath_magnitude(x);
    if (nbl_tgmath_is_beyond_fractions(a)) return nbl_tgmath_same(x);
    if (a < NBL_TGMATH_ONE) return (x & NBL_TGMATH_SIGN) | (a >= 0x3f000000u ? NBL_TGMATH_ONE : 0u);
    uint32_t behind = nbl_tgmath_behind_point(a);
    return (x + (behind >> 1) + (behind & 1u)) & ~behind;
}

/* Returns the nearest whole number, halves to the even one. */
NBL_FUNCTION uint32_t nbl_round_even_bits(uint32_t x) {
    uint32_t a = nbl_tgmath_magnitude(x);
    if (nbl_tgmath_is_beyond_fractions(a)) return nbl_tgmath_same(x);
    if (a < NBL_TGMATH_ONE) return (x & NBL_TGMATH_SIGN) | (a > 0x3f000000u ? NBL_TGMATH_ONE : 0u);
    uint32_t behind = nbl_tgmath_behind_point(a);
    /* The last bit before the point. Of 1 to 2 that is the mantissa's hidden 1, and the bit tested is the exponent's
     * last, which is 1 there, too. */
    uint32_t odd = (x & (behind + 1u)) != 0u ? 1u : 0u;
    return (x + (behind >> 1) + odd) & ~behind;
}

#endif
