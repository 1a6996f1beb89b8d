/* sinh, cosh and tanh, in integers.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Near 0 odd polynomials, further out e^x and e^-x, which the same reduction gives (Cody and Waite, chapter 12). A NaN
 * gives NBL_TGMATH_NAN. Infinities give the limits, and zeros keep their sign.
 */
#ifndef NBL_TGMATH_HYPERBOLIC_H
#define NBL_TGMATH_HYPERBOLIC_H

#include "nbl/tgmath/exponential.h"
#include "nbl/tgmath/quotient.h"

/* Returns (e^x + e^-x) / 2, or with `minus` (e^x - e^-x) / 2.
 *
 * x  0 to 128; with `minus` 1/2 to 128, since nearer to 0 the difference would lose its leading bits */
NBL_FUNCTION nbl_tgmath_t nbl_tgmath_half_sum(nbl_tgmath_t x, bool minus) {
    nbl_wide_t t = nbl_tgmath_times_log2_e(x);
    nbl_tgmath_t grown = nbl_tgmath_exp2_of(t);
    nbl_tgmath_t shrunk = nbl_tgmath_exp2_of(nbl_wide_negate(t));
    /* one bit of room above, 31 below */
    nbl_wide_t zero = {0u, 0u};
    nbl_wide_t sum = zero;
    nbl_wide_t other = zero;
    sum.high = grown.mantissa >> 1;
    sum.low = grown.mantissa << 31;
    other.high = shrunk.mantissa;
    other = nbl_wide_shift_right(other, NBL_CAST(uint32_t, grown.exponent - shrunk.exponent + 1));
    if (minus) other = nbl_wide_negate(other);
    return nbl_tgmath_normalize(0u, grown.exponent, nbl_wide_add(sum, other));
}

/* The hyperbolic sine by its bits.
 *
 * Returns sinh(x), within 0.55 units in the last place.
 *
 * x  bits of any float32
 */
NBL_FUNCTION uint32_t nbl_sinh_bits(uint32_t x) {
    uint32_t a = nbl_tgmath_magnitude(x);
    if (a > NBL_TGMATH_INFINITY) return NBL_TGMATH_NAN;
    if (a == 0u) return x;
    if (a >= 0x43000000u) return (x & NBL_TGMATH_SIGN) | NBL_TGMATH_INFINITY; /* 128 */
    nbl_tgmath_t parts = nbl_tgmath_take_apart(a);
    nbl_tgmath_t result;
    if (a < NBL_TGMATH_ONE) {
        result = nbl_tgmath_scale(parts, nbl_tgmath_hyperbolic_sine_polynomial(nbl_tgmath_square(parts)));
    } else {
        result = nbl_tgmath_half_sum(parts, true);
    }
    result.sign = x & NBL_TGMATH_SIGN;
    return nbl_tgmath_round_off(result);
}

/* The hyperbolic cosine by its bits.
 *
 * Returns cosh(x), within 0.55 units in the last place.
 *
 * x  bits of any float32
 */
NBL_FUNCTION uint32_t nbl_cosh_bits(uint32_t x) {
    uint32_t a = nbl_tgmath_magnitude(x);
    if (a > NBL_TGMATH_INFINITY) return NBL_TGMATH_NAN;
    if (a >= 0x43000000u) return NBL_TGMATH_INFINITY; /* 128 */
    if (a < 0x39000000u) return NBL_TGMATH_ONE;       /* 2^-13: the next term is below a quarter of the last place */
    return nbl_tgmath_round_off(nbl_tgmath_half_sum(nbl_tgmath_take_apart(a), false));
}

/* The hyperbolic tangent by its bits.
 *
 * Returns tanh(x), within 0.55 units in the last place.
 *
 * x  bits of any float32
 */
NBL_FUNCTION uint32_t nbl_tanh_bits(uint32_t x) {
    uint32_t a = nbl_tgmath_magnitude(x);
    uint32_t sign = x & NBL_TGMATH_SIGN;
    if (a > NBL_TGMATH_INFINITY) return NBL_TGMATH_NAN;
    if (a == 0u) return x;
    if (a >= 0x41200000u) return sign | NBL_TGMATH_ONE; /* 10 */
    nbl_tgmath_t parts = nbl_tgmath_take_apart(x);
    if (a < 0x3f000000u)
        return nbl_tgmath_round_off(
            nbl_tgmath_scale(parts, nbl_tgmath_hyperbolic_tangent_polynomial(nbl_tgmath_quarter_square(parts))));
    /* 1 - 2 / (e^2x + 1) */
    parts.sign = 0u;
    parts.exponent += 1;
    nbl_tgmath_t grown = nbl_tgmath_exp2_of(nbl_tgmath_times_log2_e(parts));
    nbl_wide_t one = {NBL_TGMATH_SIGN, 0u};
    nbl_wide_t sum = {grown.mantissa >> 1, grown.mantissa << 31};
    sum = nbl_wide_add(sum, nbl_wide_shift_right(one, NBL_CAST(uint32_t, grown.exponent + 1)));
    nbl_tgmath_t two = {0u, 1, NBL_TGMATH_SIGN};
    nbl_tgmath_t rest = nbl_tgmath_divide(two, nbl_tgmath_normalize(0u, grown.exponent + 1, sum));
    return nbl_tgmath_round_off(nbl_tgmath_normalize_word(sign, -1, 0u - nbl_tgmath_fraction(rest)));
}

#endif
