/* exp and exp2, in integers.
 * SPDX-License-Identifier: Apache-2.0
 *
 * x = n + d in units of ln 2 or 1, n the nearest integer: 2^n is an exponent and 2^d a polynomial. Cody and Waite,
 * Software Manual for the Elementary Functions (1980), chapter 6; the product with log2(e) has 64 bits here, so that no
 * second word of ln 2 is needed.
 */
#ifndef NBL_TGMATH_EXPONENTIAL_H
#define NBL_TGMATH_EXPONENTIAL_H

#include "nbl/tgmath/tgmath_polynomials.h"

/* t in 64 bits, two's complement, 32 of them behind the point: 2^t. */
NBL_FUNCTION nbl_tgmath_t nbl_tgmath_exp2_of(nbl_wide_t t) {
    nbl_wide_t one_half = {0u, NBL_TGMATH_SIGN};
    nbl_wide_t rounded = nbl_wide_add(t, one_half);
    int32_t d = NBL_CAST(int32_t, rounded.low ^ NBL_TGMATH_SIGN);
    uint32_t value = NBL_CAST(uint32_t, nbl_tgmath_exp2_polynomial(d)); /* sqrt(1/2) to sqrt(2), 30 bits */
    return nbl_tgmath_normalize_word(0u, NBL_CAST(int32_t, rounded.high) + 1, value);
}

/* x log2(e) as above, for x below 128 and above -128. */
NBL_FUNCTION nbl_wide_t nbl_tgmath_times_log2_e(nbl_tgmath_t x) {
    nbl_wide_t rest = {0u, nbl_multiply_high(x.mantissa, NBL_TGMATH_LOG2_E_LOW)};
    nbl_wide_t product = nbl_wide_add(nbl_multiply_extended(x.mantissa, NBL_TGMATH_LOG2_E_HIGH), rest);
    nbl_wide_t t = nbl_wide_shift_right(product, NBL_CAST(uint32_t, 30 - x.exponent));
    if (x.sign != 0u) return nbl_wide_negate(t);
    return t;
}

/* exp(x) of what has no finite argument or no finite result, or a result of 1; 1 else, which none of them is. */
NBL_FUNCTION uint32_t nbl_tgmath_exp_limit(uint32_t x, uint32_t limit) {
    if (nbl_tgmath_is_nan(x)) return NBL_TGMATH_NAN;
    if (nbl_tgmath_magnitude(x) < 0x32000000u) return NBL_TGMATH_ONE; /* 2^-27: nothing is left of it beside 1 */
    if (nbl_tgmath_magnitude(x) >= limit) return x == nbl_tgmath_magnitude(x) ? NBL_TGMATH_INFINITY : 0u;
    return 1u;
}

/* The exponential by its bits.
 *
 * Returns e^x, within 0.55 units in the last place, subnormal where it is.
 *
 * x  bits of any float32
 */
NBL_FUNCTION uint32_t nbl_exp_bits(uint32_t x) {
    uint32_t limit = nbl_tgmath_exp_limit(x, 0x43000000u); /* 128 */
    if (limit != 1u) return limit;
    return nbl_tgmath_round_off(nbl_tgmath_exp2_of(nbl_tgmath_times_log2_e(nbl_tgmath_take_apart(x))));
}

/* The exponential of base 2 by its bits.
 *
 * Returns 2^x, within 0.55 units in the last place, subnormal where it is; whole powers are exact.
 *
 * x  bits of any float32
 */
NBL_FUNCTION uint32_t nbl_exp2_bits(uint32_t x) {
    uint32_t limit = nbl_tgmath_exp_limit(x, 0x43800000u); /* 256 */
    if (limit != 1u) return limit;
    nbl_tgmath_t parts = nbl_tgmath_take_apart(x);
    nbl_wide_t t = {parts.mantissa, 0u};
    t = nbl_wide_shift_right(t, NBL_CAST(uint32_t, 31 - parts.exponent));
    if (parts.sign != 0u) t = nbl_wide_negate(t);
    return nbl_tgmath_round_off(nbl_tgmath_exp2_of(t));
}

#endif
