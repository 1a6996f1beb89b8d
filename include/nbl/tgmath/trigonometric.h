/* sin, cos and tan of any angle, in integers.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The angle becomes quarters of a turn: a quadrant and a rest u of at most 1/2. Payne and Hanek, Radian Reduction for
 * Trigonometric Functions (ACM SIGNUM Newsletter 18, 1983): of 2 / pi only 96 bits matter, and which ones the exponent
 * tells. The rest keeps 62 bits; a float32 comes no nearer than 2^-30 to a multiple of pi / 2.
 */
#ifndef NBL_TGMATH_TRIGONOMETRIC_H
#define NBL_TGMATH_TRIGONOMETRIC_H

#include "nbl/tgmath/quotient.h"

NBL_STRUCT(nbl_tgmath_angle_t) {
    uint32_t quadrant;
    nbl_tgmath_t rest;
};

/* Word `i` of 2 / pi from `bit` on, `bit` counted from where two words of zeros begin. */
NBL_FUNCTION uint32_t nbl_tgmath_two_over_pi(uint32_t i, uint32_t bit) {
    const uint32_t words[8] = NBL_TGMATH_TWO_OVER_PI_WORDS;
    uint32_t first = words[(bit >> 5) + i], second = words[(bit >> 5) + i + 1u];
    uint32_t shift = bit & 31u;
    return shift == 0u ? first : (first << shift) | (second >> (32u - shift));
}

/* x in quarters of a turn; x is finite and not 0. */
NBL_FUNCTION nbl_tgmath_angle_t nbl_tgmath_reduce(uint32_t x) {
    nbl_tgmath_t parts = nbl_tgmath_take_apart(x);
    nbl_tgmath_angle_t angle;
    angle.quadrant = 0u;
    if (nbl_tgmath_magnitude(x) < 0x3f490fdbu) { /* pi / 4 */
        nbl_wide_t rest = {0u, nbl_multiply_high(parts.mantissa, NBL_TGMATH_TWO_OVER_PI_LOW)};
        nbl_wide_t product = nbl_wide_add(nbl_multiply_extended(parts.mantissa, NBL_TGMATH_TWO_OVER_PI_HIGH), rest);
        angle.rest = nbl_tgmath_normalize(parts.sign, parts.exponent, product);
        return angle;
    }
    /* The bits of 2 / pi that are worth 2 and less after the product, which has 2 bits before the point. */
    uint32_t bit = NBL_CAST(uint32_t, parts.exponent + 31);
    uint32_t w0 = nbl_tgmath_two_over_pi(0u, bit);
    uint32_t w1 = nbl_tgmath_two_over_pi(1u, bit);
    uint32_t w2 = nbl_tgmath_two_over_pi(2u, bit);
    nbl_wide_t third = {0u, nbl_multiply_high(w2, parts.mantissa)};
    nbl_wide_t turns = nbl_wide_add(nbl_multiply_extended(w1, parts.mantissa), third);
    turns.high += w0 * parts.mantissa;
    /* To the nearest quadrant: the upper half of one belongs to the next, with a negative rest. */
    angle.quadrant = turns.high >> 30;
    turns = nbl_wide_shift_left(turns, 2u);
    uint32_t sign = parts.sign;
    if ((turns.high & NBL_TGMATH_SIGN) != 0u) {
        angle.quadrant += 1u;
        turns = nbl_wide_negate(turns);
        sign = sign ^ NBL_TGMATH_SIGN;
    }
    if (parts.sign != 0u) angle.quadrant = 0u - angle.quadrant;
    angle.quadrant = angle.quadrant & 3u;
    angle.rest = nbl_tgmath_normalize(sign, -1, turns);
    return angle;
}

/* sin and cos of a rest. */
NBL_FUNCTION nbl_tgmath_t nbl_tgmath_sine_of(nbl_tgmath_t rest) {
    return nbl_tgmath_scale(rest, nbl_tgmath_sine_polynomial(nbl_tgmath_quarter_square(rest)));
}
NBL_FUNCTION nbl_tgmath_t nbl_tgmath_cosine_of(nbl_tgmath_t rest) {
    int32_t value = nbl_tgmath_cosine_polynomial(nbl_tgmath_quarter_square(rest));
    return nbl_tgmath_normalize_word(0u, 1, NBL_CAST(uint32_t, value));
}

/* sin of the angle `quadrants` quarters of a turn further on. */
NBL_FUNCTION uint32_t nbl_tgmath_sine_bits(nbl_tgmath_angle_t angle, uint32_t quadrants) {
    uint32_t quadrant = angle.quadrant + quadrants;
    nbl_tgmath_t result;
    if ((quadrant & 1u) != 0u) {
        result = nbl_tgmath_cosine_of(angle.rest);
    } else {
        result = nbl_tgmath_sine_of(angle.rest);
    }
    if ((quadrant & 2u) != 0u) result.sign = result.sign ^ NBL_TGMATH_SIGN;
    return nbl_tgmath_round_off(result);
}

/* The sine by its bits.
 *
 * Returns sin(x), within 0.55 units in the last place however large x is; a NaN for infinities.
 *
 * x  bits of any float32, radians
 */
NBL_FUNCTION uint32_t nbl_sin_bits(uint32_t x) {
    if (nbl_tgmath_magnitude(x) >= NBL_TGMATH_INFINITY) return NBL_TGMATH_NAN;
    if (nbl_tgmath_magnitude(x) == 0u) return x;
    return nbl_tgmath_sine_bits(nbl_tgmath_reduce(x), 0u);
}

/* The cosine by its bits.
 *
 * Returns cos(x), within 0.55 units in the last place however large x is; a NaN for infinities.
 *
 * x  bits of any float32, radians
 */
NBL_FUNCTION uint32_t nbl_cos_bits(uint32_t x) {
    if (nbl_tgmath_magnitude(x) >= NBL_TGMATH_INFINITY) return NBL_TGMATH_NAN;
    if (nbl_tgmath_magnitude(x) == 0u) return NBL_TGMATH_ONE;
    return nbl_tgmath_sine_bits(nbl_tgmath_reduce(x), 1u);
}

/* The tangent by its bits.
 *
 * Returns tan(x), within 0.55 units in the last place however large x is; a NaN for infinities.
 *
 * x  bits of any float32, radians
 */
NBL_FUNCTION uint32_t nbl_tan_bits(uint32_t x) {
    if (nbl_tgmath_magnitude(x) >= NBL_TGMATH_INFINITY) return NBL_TGMATH_NAN;
    if (nbl_tgmath_magnitude(x) == 0u) return x;
    nbl_tgmath_angle_t angle = nbl_tgmath_reduce(x);
    nbl_tgmath_t sine = nbl_tgmath_sine_of(angle.rest);
    nbl_tgmath_t cosine = nbl_tgmath_cosine_of(angle.rest);
    if ((angle.quadrant & 1u) == 0u) return nbl_tgmath_round_off(nbl_tgmath_divide(sine, cosine));
    cosine.sign = NBL_TGMATH_SIGN; /* a quarter further on: -cos / sin */
    return nbl_tgmath_round_off(nbl_tgmath_divide(cosine, sine));
}

#endif
