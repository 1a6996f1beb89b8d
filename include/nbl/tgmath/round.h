/* floor, ceil, trunc and the two roundings to whole numbers, by bits.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each takes and returns the bits of a float32, keeps the sign of a zero, and leaves infinities and what is whole
 * already; every NaN becomes 0x7fc00000.
 */
#ifndef NBL_TGMATH_ROUND_H
#define NBL_TGMATH_ROUND_H

#include "nbl/tgmath/fixed.h"

/* Returns a mask of the fraction bits of a magnitude from 1 to 2^23. */
NBL_FUNCTION uint32_t nbl_tgmath_behind_point(uint32_t magnitude) { return 0x7fffffu >> ((magnitude >> 23) - 127u); }

/* Returns whether a magnitude is 2^23 or more, where every float32 is whole, or infinite or a NaN. */
NBL_FUNCTION bool nbl_tgmath_is_beyond_fractions(uint32_t magnitude) { return magnitude >= 0x4b000000u; }
/* Returns x itself; the NaN 0x7fc00000 for every NaN. */
NBL_FUNCTION uint32_t nbl_tgmath_same(uint32_t x) { return nbl_tgmath_is_nan(x) ? NBL_TGMATH_NAN : x; }

/* Returns x without its fraction: the nearest whole number that is not farther from 0. */
NBL_FUNCTION uint32_t nbl_trunc_bits(uint32_t x) {
    uint32_t a = nbl_tgmath_magnitude(x);
    if (nbl_tgmath_is_beyond_fractions(a)) return nbl_tgmath_same(x);
    return a < NBL_TGMATH_ONE ? x & NBL_TGMATH_SIGN : x & ~nbl_tgmath_behind_point(a);
}

/* Returns x if it is whole, else the nearest whole number that is farther from 0. */
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
    /* The last bit before the point. From 1 to 2 that is the mantissa's leading 1, which is not stored. The bit tested
     * is then the exponent's last; the exponent is 127, so that bit is 1 as well. */
    uint32_t odd = (x & (behind + 1u)) != 0u ? 1u : 0u;
    return (x + (behind >> 1) + odd) & ~behind;
}

#endif
