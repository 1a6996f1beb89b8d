/* log and log2, in integers.
 * SPDX-License-Identifier: Apache-2.0
 *
 * x = 2^e (1 + d), 1 + d between sqrt(1/2) and sqrt(2): the logarithm is e + d P(d). The product is kept whole, so that
 * nothing cancels near 1, where e is 0.
 */
#ifndef NBL_TGMATH_LOGARITHM_H
#define NBL_TGMATH_LOGARITHM_H

#include "nbl/tgmath/exponential.h"

/* e and d of a mantissa and its exponent. */
NBL_STRUCT(nbl_tgmath_near_one_t) {
    int32_t exponent;
    int32_t d; /* 32 fraction bits */
};

/* Returns e and d of a number: above sqrt(2) half of it, and e one more. */
NBL_FUNCTION nbl_tgmath_near_one_t nbl_tgmath_near_one(nbl_tgmath_t x) {
    nbl_tgmath_near_one_t near = {x.exponent, NBL_CAST(int32_t, x.mantissa << 1)};
    if (x.mantissa > NBL_TGMATH_ROOT_2) {
        near.exponent = x.exponent + 1;
        near.d = NBL_CAST(int32_t, x.mantissa); /* the mantissa / 2 - 1, in two's complement */
    }
    return near;
}

/* A logarithm in 64 bits: value 2^(exponent - 63), and not 0. */
NBL_STRUCT(nbl_tgmath_sum_t) {
    uint32_t sign;
    int32_t exponent;
    nbl_wide_t value;
};

/* exponent + product 2^-62, the product in two's complement. */
NBL_FUNCTION nbl_tgmath_sum_t nbl_tgmath_log2_sum(int32_t exponent, nbl_wide_t product) {
    nbl_tgmath_sum_t sum = {0u, 1, product};
    if (exponent != 0) { /* the sum is at least 1/2: 55 fraction bits do */
        uint32_t above = (product.high & NBL_TGMATH_SIGN) != 0u ? 0xfe000000u : 0u;
        sum.value = nbl_wide_shift_right(product, 7u);
        sum.value.high = (sum.value.high | above) + (NBL_CAST(uint32_t, exponent) << 23);
        sum.exponent = 8;
    }
    if ((sum.value.high & NBL_TGMATH_SIGN) != 0u) {
        sum.sign = NBL_TGMATH_SIGN;
        sum.value = nbl_wide_negate(sum.value);
    }
    return sum;
}

/* log2(x) to about 2^-30; x is not 1. */
NBL_FUNCTION nbl_tgmath_t nbl_tgmath_log2_of(nbl_tgmath_t x) {
    nbl_tgmath_near_one_t near = nbl_tgmath_near_one(x);
    nbl_tgmath_sum_t sum =
        nbl_tgmath_log2_sum(near.exponent, nbl_multiply_extended_signed(nbl_tgmath_log2_polynomial(near.d), near.d));
    return nbl_tgmath_normalize(sum.sign, sum.exponent, sum.value);
}

/* Returns the bits of the logarithm of x if that is 0, infinite or a NaN; for all other x 1, which none of these is. */
NBL_FUNCTION uint32_t nbl_tgmath_log_limit(uint32_t x) {
    if (nbl_tgmath_magnitude(x) == 0u) return NBL_TGMATH_SIGN | NBL_TGMATH_INFINITY;
    if (x > NBL_TGMATH_INFINITY) return NBL_TGMATH_NAN;
    if (x == NBL_TGMATH_INFINITY) return x;
    return x == NBL_TGMATH_ONE ? 0u : 1u;
}

/* The logarithm of base 2 by its bits.
 *
 * Returns log2(x), within 0.55 units in the last place; -infinity for a zero, a NaN below.
 *
 * x  bits of any float32
 */
NBL_FUNCTION uint32_t nbl_log2_bits(uint32_t x) {
    uint32_t limit = nbl_tgmath_log_limit(x);
    if (limit != 1u) return limit;
    return nbl_tgmath_round_off(nbl_tgmath_log2_of(nbl_tgmath_take_apart(x)));
}

/* The natural logarithm by its bits.
 *
 * Returns log(x), within 0.55 units in the last place; -infinity for a zero, a NaN below.
 *
 * x  bits of any float32
 */
NBL_FUNCTION uint32_t nbl_log_bits(uint32_t x) {
    uint32_t limit = nbl_tgmath_log_limit(x);
    if (limit != 1u) return limit;
    nbl_tgmath_t ln_2 = {0u, -1, NBL_TGMATH_LN_2};
    return nbl_tgmath_round_off(nbl_tgmath_multiply(nbl_tgmath_log2_of(nbl_tgmath_take_apart(x)), ln_2));
}

#endif
