/* Functions that take a float32 apart and put it together: exact, by bits.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each takes and returns the bits of a float32; every NaN becomes 0x7fc00000.
 */
#ifndef NBL_TGMATH_PARTS_H
#define NBL_TGMATH_PARTS_H

#include "nbl/tgmath/round.h"

/* Returns the float32 next to x towards y; y if they are equal. */
NBL_FUNCTION uint32_t nbl_nextafter_bits(uint32_t x, uint32_t y) {
    uint32_t a = nbl_tgmath_magnitude(x);
    uint32_t b = nbl_tgmath_magnitude(y);
    if (nbl_tgmath_is_nan(x) || nbl_tgmath_is_nan(y)) return NBL_TGMATH_NAN;
    if (x == y || (a | b) == 0u) return y;
    if (a == 0u) return (y & NBL_TGMATH_SIGN) | 1u;
    return ((x ^ y) & NBL_TGMATH_SIGN) != 0u || b < a ? x - 1u : x + 1u;
}

/* Returns x without its whole part, with the sign of x; nbl_trunc_bits returns the whole part. */
NBL_FUNCTION uint32_t nbl_modf_bits(uint32_t x) {
    uint32_t a = nbl_tgmath_magnitude(x);
    if (nbl_tgmath_is_nan(x)) return NBL_TGMATH_NAN;
    if (nbl_tgmath_is_beyond_fractions(a)) return x & NBL_TGMATH_SIGN;
    if (a < NBL_TGMATH_ONE) return x;
    uint32_t rest = a & nbl_tgmath_behind_point(a); /* in units of the last place of x */
    if (rest == 0u) return x & NBL_TGMATH_SIGN;
    int32_t exponent = NBL_CAST(int32_t, a >> 23) - 150;
    return nbl_tgmath_round_off(nbl_tgmath_normalize_word(x & NBL_TGMATH_SIGN, exponent + 31, rest));
}

/* Returns f of x = f 2^e with a magnitude from 1/2 to below 1; x itself if it is 0 or infinite. */
NBL_FUNCTION uint32_t nbl_frexp_bits(uint32_t x) {
    uint32_t a = nbl_tgmath_magnitude(x);
    if (nbl_tgmath_is_nan(x)) return NBL_TGMATH_NAN;
    if (a == 0u || a == NBL_TGMATH_INFINITY) return x;
    nbl_tgmath_t parts = nbl_tgmath_take_apart(x);
    parts.exponent = -1;
    return nbl_tgmath_round_off(parts);
}

/* Returns e of x = f 2^e as above; 0 if x is 0, infinite or a NaN. */
NBL_FUNCTION int32_t nbl_frexp_exponent_bits(uint32_t x) {
    uint32_t a = nbl_tgmath_magnitude(x);
    if (a == 0u || a >= NBL_TGMATH_INFINITY) return 0;
    return nbl_tgmath_take_apart(x).exponent + 1;
}

/* Returns x 2^n, rounded to nearest where it is subnormal, infinite where it is too large.
 *
 * n  any number
 */
NBL_FUNCTION uint32_t nbl_ldexp_bits(uint32_t x, int32_t n) {
    uint32_t a = nbl_tgmath_magnitude(x);
    if (a == 0u || a >= NBL_TGMATH_INFINITY) return nbl_tgmath_same(x);
    nbl_tgmath_t parts = nbl_tgmath_take_apart(x);
    parts.exponent += n < -1000 ? -1000 : (n > 1000 ? 1000 : n); /* beyond there is nothing but 0 and infinity */
    return nbl_tgmath_round_off(parts);
}

/* Returns x - n y, n the quotient cut towards 0, with the sign of x: std's fmod, exact. Takes a step for each power of
 * two between x and y, 277 at most.
 *
 * y  a NaN is returned of 0
 */
NBL_FUNCTION uint32_t nbl_fmod_bits(uint32_t x, uint32_t y) {
    uint32_t a = nbl_tgmath_magnitude(x);
    uint32_t b = nbl_tgmath_magnitude(y);
    if (a >= NBL_TGMATH_INFINITY || b > NBL_TGMATH_INFINITY || b == 0u) return NBL_TGMATH_NAN;
    if (a < b) return x;
    nbl_tgmath_t dividend = nbl_tgmath_take_apart(a);
    nbl_tgmath_t divisor = nbl_tgmath_take_apart(b);
    uint32_t rest = dividend.mantissa >> 8;
    uint32_t step = divisor.mantissa >> 8;
    int32_t distance = dividend.exponent - divisor.exponent;
    for (int32_t i = 0; i <= 277; i++) {
        if (i > distance) break;
        if (i > 0) rest = rest << 1;
        if (rest >= step) rest -= step;
    }
    if (rest == 0u) return x & NBL_TGMATH_SIGN;
    return nbl_tgmath_round_off(nbl_tgmath_normalize_word(x & NBL_TGMATH_SIGN, divisor.exponent + 8, rest));
}

#endif
