/* pow, in integers.
 * SPDX-License-Identifier: Apache-2.0
 *
 * 2^(y log2 x). An error of the logarithm counts up to 128 times, and so its polynomial is longer here and has two
 * words in its last steps (2^-36), and the product has 64 bits.
 */
#ifndef NBL_TGMATH_POWER_H
#define NBL_TGMATH_POWER_H

#include "nbl/tgmath/logarithm.h"

/* Whether a number is whole, and odd: 0 if it is not whole, 1 if it is odd, 2 if it is even.
 *
 * y  bits of a float32 that is not a NaN */
NBL_FUNCTION uint32_t nbl_tgmath_whole(uint32_t y) {
    uint32_t exponent = nbl_tgmath_magnitude(y) >> 23;
    if (nbl_tgmath_magnitude(y) == 0u || exponent > 150u) return 2u;
    if (exponent < 127u) return 0u;
    uint32_t mantissa = (y & 0x7fffffu) | 0x800000u;
    uint32_t unit = 1u << (150u - exponent);
    if ((mantissa & (unit - 1u)) != 0u) return 0u;
    return (mantissa & unit) != 0u ? 1u : 2u;
}

/* x^y for finite x > 0 other than 1 and finite y other than 0, without a sign. */
NBL_FUNCTION uint32_t nbl_tgmath_power_of(uint32_t x, uint32_t y) {
    nbl_tgmath_near_one_t near = nbl_tgmath_near_one(nbl_tgmath_take_apart(x));
    nbl_wide_t quotient = nbl_tgmath_log2_wide_polynomial(near.d);
    nbl_tgmath_sum_t sum = nbl_tgmath_log2_sum(near.exponent, nbl_tgmath_wide_step(0u, 0u, quotient, near.d));
    uint32_t zeros = nbl_wide_leading_zeros(sum.value);
    nbl_wide_t logarithm = nbl_wide_shift_left(sum.value, zeros);
    nbl_tgmath_t factor = nbl_tgmath_take_apart(y);
    nbl_wide_t rest = {0u, nbl_multiply_high(logarithm.low, factor.mantissa)};
    nbl_wide_t t = nbl_wide_add(nbl_multiply_extended(logarithm.high, factor.mantissa), rest);
    int32_t top = sum.exponent - NBL_CAST(int32_t, zeros) + factor.exponent + 1; /* of bit 63 of t */
    bool negative = sum.sign != factor.sign;
    if (top > 9) return negative ? 0u : NBL_TGMATH_INFINITY;
    t = nbl_wide_shift_right(t, NBL_CAST(uint32_t, 31 - top)); /* 32 fraction bits */
    if (negative) t = nbl_wide_negate(t);
    return nbl_tgmath_round_off(nbl_tgmath_exp2_of(t));
}

/* Returns the bits of x^y, within 0.55 units in the last place, with C's special cases (annex F.10.4.4): 1 if y is 0 or
 * x is 1, even if the other argument is a NaN; a NaN if x is negative and y no integer.
 *
 * x, y  bits of any float32
 */
NBL_FUNCTION uint32_t nbl_pow_bits(uint32_t x, uint32_t y) {
    uint32_t a = nbl_tgmath_magnitude(x), b = nbl_tgmath_magnitude(y);
    if (b == 0u || x == NBL_TGMATH_ONE) return NBL_TGMATH_ONE;
    if (nbl_tgmath_is_nan(x) || nbl_tgmath_is_nan(y)) return NBL_TGMATH_NAN;
    bool downwards = y != b;
    if (b == NBL_TGMATH_INFINITY) {
        if (a == NBL_TGMATH_ONE) return NBL_TGMATH_ONE;
        return (a > NBL_TGMATH_ONE) != downwards ? NBL_TGMATH_INFINITY : 0u;
    }
    uint32_t whole = nbl_tgmath_whole(y);
    uint32_t sign = whole == 1u ? x & NBL_TGMATH_SIGN : 0u;
    if (a == 0u) return sign | (downwards ? NBL_TGMATH_INFINITY : 0u);
    if (a == NBL_TGMATH_INFINITY) return sign | (downwards ? 0u : NBL_TGMATH_INFINITY);
    if (x != a && whole == 0u) return NBL_TGMATH_NAN;
    if (a == NBL_TGMATH_ONE) return sign | NBL_TGMATH_ONE;
    return sign | nbl_tgmath_power_of(a, y);
}

#endif
