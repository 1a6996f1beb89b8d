/* expm1, log1p, log10 and the inverse hyperbolic functions, in integers.
 * SPDX-License-Identifier: Apache-2.0
 *
 * e^x - 1 and log(1 + x) have a polynomial of their own near 0, where the 1 would take the digits of x. The inverse
 * hyperbolic functions are logarithms of 1 + u, u without a difference of near numbers (Kahan, Branch Cuts for Complex
 * Elementary Functions, 1987).
 */
#ifndef NBL_TGMATH_NEAR_ZERO_H
#define NBL_TGMATH_NEAR_ZERO_H

#include "nbl/tgmath/logarithm.h"
#include "nbl/tgmath/quotient.h"
#include "nbl/tgmath/root.h"

/* Returns a + b. The magnitude of a is at least half of b's, and the sum is not 0. */
NBL_FUNCTION nbl_tgmath_t nbl_tgmath_add(nbl_tgmath_t a, nbl_tgmath_t b) {
    nbl_tgmath_t large = a;
    nbl_tgmath_t small = b;
    if (b.exponent > a.exponent) {
        large = b;
        small = a;
    }
    nbl_wide_t value = {large.mantissa >> 1, large.mantissa << 31};
    nbl_wide_t other = {small.mantissa >> 1, small.mantissa << 31};
    other = nbl_wide_shift_right(other, NBL_CAST(uint32_t, large.exponent - small.exponent));
    if (large.sign != small.sign) other = nbl_wide_negate(other);
    value = nbl_wide_add(value, other);
    uint32_t sign = large.sign;
    if ((value.high & NBL_TGMATH_SIGN) != 0u && large.sign != small.sign) { /* equal exponents */
        value = nbl_wide_negate(value);
        sign = small.sign;
    }
    return nbl_tgmath_normalize(sign, large.exponent + 1, value);
}

/* x with 32 fraction bits, in two's complement; the magnitude is below 1/2. */
NBL_FUNCTION int32_t nbl_tgmath_signed_fraction(nbl_tgmath_t x) {
    uint32_t fraction = nbl_tgmath_fraction(x);
    return NBL_CAST(int32_t, x.sign != 0u ? 0u - fraction : fraction);
}

/* log(1 + x) to about 2^-30 of itself; x is above -1 and not 0. */
NBL_FUNCTION nbl_tgmath_t nbl_tgmath_log1p_of(nbl_tgmath_t x) {
    nbl_tgmath_t ln_2 = {0u, -1, NBL_TGMATH_LN_2};
    nbl_tgmath_t one = {0u, 0, NBL_TGMATH_SIGN};
    /* -1/4 and 3/8: within the logarithm's polynomial */
    bool is_near = x.exponent < -2 || (x.sign == 0u && x.exponent == -2 && x.mantissa < 0xc0000000u);
    if (is_near)
        return nbl_tgmath_multiply(nbl_tgmath_scale(x, nbl_tgmath_log2_polynomial(nbl_tgmath_signed_fraction(x))),
                                   ln_2);
    return nbl_tgmath_multiply(nbl_tgmath_log2_of(nbl_tgmath_add(x, one)), ln_2);
}

/* The exponential less 1 by its bits.
 *
 * Returns e^x - 1, within 0.55 units in the last place, also near 0.
 *
 * x  bits of any float32
 */
NBL_FUNCTION uint32_t nbl_expm1_bits(uint32_t x) {
    uint32_t a = nbl_tgmath_magnitude(x);
    if (a > NBL_TGMATH_INFINITY) return NBL_TGMATH_NAN;
    if (a == 0u) return x;
    if (a >= 0x43000000u && a == x) return NBL_TGMATH_INFINITY;              /* 128 */
    if (a >= 0x41a00000u && a != x) return NBL_TGMATH_SIGN | NBL_TGMATH_ONE; /* -20 */
    nbl_tgmath_t parts = nbl_tgmath_take_apart(x);
    if (parts.exponent < -1)
        return nbl_tgmath_round_off(
            nbl_tgmath_scale(parts, nbl_tgmath_expm1_polynomial(nbl_tgmath_signed_fraction(parts))));
    nbl_tgmath_t minus_one = {NBL_TGMATH_SIGN, 0, NBL_TGMATH_SIGN};
    return nbl_tgmath_round_off(nbl_tgmath_add(nbl_tgmath_exp2_of(nbl_tgmath_times_log2_e(parts)), minus_one));
}

/* The logarithm of 1 + x by its bits.
 *
 * Returns log(1 + x), within 0.55 units in the last place, also near 0; -infinity for -1, a NaN below.
 *
 * x  bits of any float32
 */
NBL_FUNCTION uint32_t nbl_log1p_bits(uint32_t x) {
    uint32_t a = nbl_tgmath_magnitude(x);
    if (a > NBL_TGMATH_INFINITY || (a != x && a > NBL_TGMATH_ONE)) return NBL_TGMATH_NAN;
    if (a == 0u || x == NBL_TGMATH_INFINITY) return x;
    if (a != x && a == NBL_TGMATH_ONE) return NBL_TGMATH_SIGN | NBL_TGMATH_INFINITY;
    return nbl_tgmath_round_off(nbl_tgmath_log1p_of(nbl_tgmath_take_apart(x)));
}

/* The logarithm of base 10 by its bits.
 *
 * Returns log10(x), within 0.55 units in the last place; -infinity for a zero, a NaN below.
 *
 * x  bits of any float32
 */
NBL_FUNCTION uint32_t nbl_log10_bits(uint32_t x) {
    uint32_t limit = nbl_tgmath_log_limit(x);
    if (limit != 1u) return limit;
    nbl_tgmath_t log10_2 = {0u, -2, NBL_TGMATH_LOG10_2};
    return nbl_tgmath_round_off(nbl_tgmath_multiply(nbl_tgmath_log2_of(nbl_tgmath_take_apart(x)), log10_2));
}

/* The inverse hyperbolic sine by its bits.
 *
 * Returns asinh(x), within 0.55 units in the last place.
 *
 * x  bits of any float32
 */
NBL_FUNCTION uint32_t nbl_asinh_bits(uint32_t x) {
    uint32_t a = nbl_tgmath_magnitude(x);
    if (a > NBL_TGMATH_INFINITY) return NBL_TGMATH_NAN;
    if (a == 0u || a == NBL_TGMATH_INFINITY) return x;
    nbl_tgmath_t parts = nbl_tgmath_take_apart(a);
    nbl_tgmath_t one = {0u, 0, NBL_TGMATH_SIGN};
    nbl_tgmath_t square = nbl_tgmath_multiply(parts, parts);
    nbl_tgmath_t root = nbl_tgmath_root_of(nbl_tgmath_add(one, square));
    /* |x| + sqrt(1 + x^2) - 1 */
    nbl_tgmath_t u = nbl_tgmath_add(parts, nbl_tgmath_divide(square, nbl_tgmath_add(one, root)));
    nbl_tgmath_t result = nbl_tgmath_log1p_of(u);
    result.sign = x & NBL_TGMATH_SIGN;
    return nbl_tgmath_round_off(result);
}

/* The inverse hyperbolic cosine by its bits.
 *
 * Returns acosh(x), 0 or more, within 0.55 units in the last place; a NaN below 1.
 *
 * x  bits of any float32
 */
NBL_FUNCTION uint32_t nbl_acosh_bits(uint32_t x) {
    if (x > NBL_TGMATH_INFINITY || x < NBL_TGMATH_ONE) return NBL_TGMATH_NAN;
    if (x == NBL_TGMATH_INFINITY) return x;
    if (x == NBL_TGMATH_ONE) return 0u;
    nbl_tgmath_t minus_one = {NBL_TGMATH_SIGN, 0, NBL_TGMATH_SIGN};
    nbl_tgmath_t two = {0u, 1, NBL_TGMATH_SIGN};
    nbl_tgmath_t t = nbl_tgmath_add(nbl_tgmath_take_apart(x), minus_one);
    nbl_tgmath_t root = nbl_tgmath_root_of(nbl_tgmath_multiply(t, nbl_tgmath_add(t, two)));
    return nbl_tgmath_round_off(nbl_tgmath_log1p_of(nbl_tgmath_add(t, root)));
}

/* The inverse hyperbolic tangent by its bits.
 *
 * Returns atanh(x), within 0.55 units in the last place; an infinity for 1 and -1, a NaN beyond.
 *
 * x  bits of any float32
 */
NBL_FUNCTION uint32_t nbl_atanh_bits(uint32_t x) {
    uint32_t a = nbl_tgmath_magnitude(x);
    if (a > NBL_TGMATH_ONE) return NBL_TGMATH_NAN;
    if (a == 0u) return x;
    if (a == NBL_TGMATH_ONE) return (x & NBL_TGMATH_SIGN) | NBL_TGMATH_INFINITY;
    nbl_tgmath_t parts = nbl_tgmath_take_apart(a);
    nbl_tgmath_t one = {0u, 0, NBL_TGMATH_SIGN};
    nbl_tgmath_t minus = parts;
    minus.sign = NBL_TGMATH_SIGN;
    /* log((1 + x) / (1 - x)) / 2 */
    nbl_tgmath_t u = nbl_tgmath_divide(parts, nbl_tgmath_add(one, minus));
    u.exponent += 1;
    nbl_tgmath_t result = nbl_tgmath_log1p_of(u);
    result.exponent -= 1;
    result.sign = x & NBL_TGMATH_SIGN;
    return nbl_tgmath_round_off(result);
}

#endif
