/* asin, acos, atan and atan2, in integers.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Cody and Waite, chapters 10 and 11: asin beyond 1/2 by asin(x) = pi/2 - 2 asin(sqrt((1 - x) / 2)), where 1 - x is
 * exact; atan beyond 1 by the reciprocal.
 */
#ifndef NBL_TGMATH_INVERSE_TRIGONOMETRIC_H
#define NBL_TGMATH_INVERSE_TRIGONOMETRIC_H

#include "nbl/tgmath/quotient.h"
#include "nbl/tgmath/root.h"

/* asin(x) for x up to 1/2. */
NBL_FUNCTION nbl_tgmath_t nbl_tgmath_arcsine_of(nbl_tgmath_t x) {
    return nbl_tgmath_scale(x, nbl_tgmath_arcsine_polynomial(nbl_tgmath_quarter_square(x)));
}

/* acos(x) = 2 asin(sqrt((1 - x) / 2)) for x from 1/2 to below 1. */
NBL_FUNCTION nbl_tgmath_t nbl_tgmath_arccosine_of(nbl_tgmath_t x) {
    /* 1 - x with 32 fraction bits is the mantissa's complement */
    nbl_tgmath_t result = nbl_tgmath_arcsine_of(nbl_tgmath_root_of(nbl_tgmath_normalize_word(0u, -2, 0u - x.mantissa)));
    result.exponent += 1;
    return result;
}

/* A number below 2 with 30 fraction bits, rounded. */
NBL_FUNCTION uint32_t nbl_tgmath_angle_word_of(nbl_tgmath_t x) {
    if (x.exponent < -31) return 0u;
    return ((x.mantissa >> NBL_CAST(uint32_t, 0 - x.exponent)) + 1u) >> 1;
}

/* Rounds an angle of 30 fraction bits, which is not 0. */
NBL_FUNCTION uint32_t nbl_tgmath_round_angle(uint32_t sign, uint32_t angle) {
    return nbl_tgmath_round_off(nbl_tgmath_normalize_word(sign, 1, angle));
}

/* The arc sine by its bits.
 *
 * Returns asin(x), within 0.55 units in the last place; a NaN beyond 1.
 *
 * x  bits of any float32
 */
NBL_FUNCTION uint32_t nbl_asin_bits(uint32_t x) {
    uint32_t a = nbl_tgmath_magnitude(x);
    uint32_t sign = x & NBL_TGMATH_SIGN;
    if (a > NBL_TGMATH_ONE) return NBL_TGMATH_NAN;
    if (a == 0u) return x;
    if (a == NBL_TGMATH_ONE) return nbl_tgmath_round_angle(sign, NBL_TGMATH_HALF_PI);
    if (a <= 0x3f000000u) return nbl_tgmath_round_off(nbl_tgmath_arcsine_of(nbl_tgmath_take_apart(x)));
    nbl_tgmath_t rest = nbl_tgmath_arccosine_of(nbl_tgmath_take_apart(a));
    return nbl_tgmath_round_angle(sign, NBL_TGMATH_HALF_PI - nbl_tgmath_angle_word_of(rest));
}

/* The arc cosine by its bits.
 *
 * Returns acos(x), from 0 to pi, within 0.55 units in the last place; a NaN beyond 1.
 *
 * x  bits of any float32
 */
NBL_FUNCTION uint32_t nbl_acos_bits(uint32_t x) {
    uint32_t a = nbl_tgmath_magnitude(x);
    if (a > NBL_TGMATH_ONE) return NBL_TGMATH_NAN;
    if (a == NBL_TGMATH_ONE) return x == a ? 0u : nbl_tgmath_round_angle(0u, NBL_TGMATH_PI);
    if (a < 0x31000000u) return nbl_tgmath_round_angle(0u, NBL_TGMATH_HALF_PI); /* 2^-29 */
    nbl_tgmath_t parts = nbl_tgmath_take_apart(a);
    if (a <= 0x3f000000u) {
        uint32_t angle = nbl_tgmath_angle_word_of(nbl_tgmath_arcsine_of(parts));
        return nbl_tgmath_round_angle(0u, x == a ? NBL_TGMATH_HALF_PI - angle : NBL_TGMATH_HALF_PI + angle);
    }
    nbl_tgmath_t rest = nbl_tgmath_arccosine_of(parts);
    if (x == a) return nbl_tgmath_round_off(rest);
    return nbl_tgmath_round_angle(0u, NBL_TGMATH_PI - nbl_tgmath_angle_word_of(rest));
}

/* atan of a quotient of 0 to 1. */
NBL_FUNCTION nbl_tgmath_t nbl_tgmath_arctangent_of(nbl_tgmath_t q) {
    return nbl_tgmath_scale(q, nbl_tgmath_arctangent_polynomial(nbl_tgmath_square(q)));
}

/* The angle of a point by its bits.
 *
 * Returns the angle from -pi to pi of the point (x, y), within 0.55 units in the last place, with C's special cases
 * (annex F.10.1.4): zeros and infinities count with their signs.
 *
 * y, x  bits of any float32
 */
NBL_FUNCTION uint32_t nbl_atan2_bits(uint32_t y, uint32_t x) {
    uint32_t b = nbl_tgmath_magnitude(y), a = nbl_tgmath_magnitude(x);
    uint32_t sign = y & NBL_TGMATH_SIGN;
    bool left = x != a;
    if (a > NBL_TGMATH_INFINITY || b > NBL_TGMATH_INFINITY) return NBL_TGMATH_NAN;
    if (a == NBL_TGMATH_INFINITY && b == NBL_TGMATH_INFINITY) {
        a = NBL_TGMATH_ONE; /* a diagonal */
        b = NBL_TGMATH_ONE;
    }
    if (b == 0u || a == NBL_TGMATH_INFINITY) return left ? nbl_tgmath_round_angle(sign, NBL_TGMATH_PI) : sign;
    if (a == 0u || b == NBL_TGMATH_INFINITY) return nbl_tgmath_round_angle(sign, NBL_TGMATH_HALF_PI);
    nbl_tgmath_t longer = nbl_tgmath_take_apart(a < b ? b : a);
    nbl_tgmath_t shorter = nbl_tgmath_take_apart(a < b ? a : b);
    nbl_tgmath_t result = nbl_tgmath_arctangent_of(nbl_tgmath_divide(shorter, longer));
    if (b <= a && !left) {
        result.sign = sign;
        return nbl_tgmath_round_off(result);
    }
    uint32_t angle = nbl_tgmath_angle_word_of(result);
    if (b <= a) return nbl_tgmath_round_angle(sign, NBL_TGMATH_PI - angle);
    return nbl_tgmath_round_angle(sign, left ? NBL_TGMATH_HALF_PI + angle : NBL_TGMATH_HALF_PI - angle);
}

/* The arc tangent by its bits.
 *
 * Returns atan(x), from -pi/2 to pi/2, within 0.55 units in the last place.
 *
 * x  bits of any float32
 */
NBL_FUNCTION uint32_t nbl_atan_bits(uint32_t x) { return nbl_atan2_bits(x, NBL_TGMATH_ONE); }

#endif
