/* The error function, its complement, Gamma and its logarithm, in integers.
 * SPDX-License-Identifier: Apache-2.0
 *
 * For |x| < 1, erf(x) is x times a polynomial of x^2; for larger |x| it is 1 - erfc(x). erfc(x) is e^(-x^2) R(x): R is
 * one polynomial of x from 0 to 1, another from 1 to 2, and from 2 on 1 / x times a polynomial of 1 / x^2. (Cody
 * divides the line so: Rational Chebyshev Approximations for the Error Function, 1969; his are quotients of
 * polynomials.) Gamma is a polynomial from 1 to 2, and products of factors elsewhere. Its logarithm is, by x:
 *
 *   from 0 to 1/2, -1/4 to 0   log(Gamma(1 + x)) - log|x|, the first by a polynomial
 *   from 1/2 to 5/2            a polynomial about the zero at 1 or 2
 *   from 5/2 to 9              the logarithm of Gamma
 *   from 9 on                  Stirling's series
 *   below -1/4                 Euler's reflection
 *
 * nbl_tgmath_t is a number taken apart (nbl/tgmath/fixed.h): sign, exponent, and a mantissa of 32 bits. A fraction of
 * 32 bits is a number from 0 to below 1, in units of 2^-32. Errors are relative unless another measure is named.
 * NBL_TGMATH_SIGN, 2^31, is the sign bit of a float32. As a mantissa it is 1, with the exponent 0: the mantissa's
 * highest bit counts 2^exponent. In a fraction it is 1/2, so that `fraction ^ NBL_TGMATH_SIGN`, read as an int32_t, is
 * fraction - 1/2.
 */
#ifndef NBL_TGMATH_SPECIAL_H
#define NBL_TGMATH_SPECIAL_H

#include "nbl/tgmath/near_zero.h"

/* Returns e^(-x^2) with a relative error of about 2^-30; x is positive and below 16, which its one caller keeps to. */
NBL_FUNCTION nbl_tgmath_t nbl_tgmath_exp_of_minus_square(nbl_tgmath_t x) {
    nbl_wide_t square = nbl_multiply_extended(x.mantissa, x.mantissa); /* exact */
    nbl_wide_t t = {0u, 0u};
    if (x.exponent > -17) { /* else x^2 < 2^-32, and the result is 1 */
        /* nbl_tgmath_times_log2_e() takes a mantissa without a leading 1, as these two may be. */
        nbl_tgmath_t high = {0u, x.exponent * 2 + 1, square.high};
        nbl_tgmath_t low = {0u, x.exponent * 2 - 31, square.low};
        t = nbl_wide_negate(nbl_wide_add(nbl_tgmath_times_log2_e(high), nbl_tgmath_times_log2_e(low)));
    }
    return nbl_tgmath_exp2_of(t);
}

/* Returns erfc(x) with a relative error of about 2^-29; x is positive and at most 10.125. */
NBL_FUNCTION nbl_tgmath_t nbl_tgmath_complement_of(nbl_tgmath_t x) {
    nbl_tgmath_t power = nbl_tgmath_exp_of_minus_square(x);
    if (x.exponent >= 1) { /* 2 or more: R(x) is 1 / x times a polynomial of (1 / x)^2 / 4 */
        nbl_tgmath_t one = {0u, 0, NBL_TGMATH_SIGN};
        nbl_tgmath_t inverse = nbl_tgmath_divide(one, x);
        nbl_tgmath_t value =
            nbl_tgmath_scale(inverse, nbl_tgmath_complement_beyond_polynomial(nbl_tgmath_quarter_square(inverse)));
        return nbl_tgmath_multiply(power, value);
    }
    uint32_t fraction = x.exponent == 0 ? x.mantissa << 1 : nbl_tgmath_fraction(x); /* x - 1 from 1 to 2, x below */
    int32_t d = NBL_CAST(int32_t, fraction ^ NBL_TGMATH_SIGN);
    if (x.exponent == 0) return nbl_tgmath_scale(power, nbl_tgmath_complement_from_1_polynomial(d));
    return nbl_tgmath_scale(power, nbl_tgmath_complement_from_0_polynomial(d));
}

/* The error function by its bits.
 *
 * Returns erf(x), within 0.55 units in the last place; 1 or -1 from |x| = 4 on, where the difference rounds
 * off; a NaN for a NaN.
 *
 * x  bits of any float32
 */
NBL_FUNCTION uint32_t nbl_erf_bits(uint32_t x) {
    uint32_t a = nbl_tgmath_magnitude(x);
    uint32_t sign = x & NBL_TGMATH_SIGN;
    if (a > NBL_TGMATH_INFINITY) return NBL_TGMATH_NAN;
    if (a == 0u) return x;
    if (a >= 0x40800000u) return sign | NBL_TGMATH_ONE; /* 4 */
    nbl_tgmath_t parts = nbl_tgmath_take_apart(x);
    if (parts.exponent < 0)
        return nbl_tgmath_round_off(nbl_tgmath_scale(parts, nbl_tgmath_error_polynomial(nbl_tgmath_square(parts))));
    parts.sign = 0u;
    return nbl_tgmath_round_off(
        nbl_tgmath_normalize_word(sign, -1, 0u - nbl_tgmath_fraction(nbl_tgmath_complement_of(parts))));
}

/* The complement of the error function by its bits.
 *
 * Returns erfc(x) = 1 - erf(x), within 0.6 units in the last place, subnormal results included. It rounds to 0 from
 * 10.125 on, to 2 from -5 on downwards, and to 1 for |x| below 2^-27; a NaN gives a NaN.
 *
 * x  bits of any float32
 */
NBL_FUNCTION uint32_t nbl_erfc_bits(uint32_t x) {
    uint32_t a = nbl_tgmath_magnitude(x);
    nbl_tgmath_t two = {0u, 1, NBL_TGMATH_SIGN};
    if (a > NBL_TGMATH_INFINITY) return NBL_TGMATH_NAN;
    if (a < 0x32000000u) return NBL_TGMATH_ONE;         /* 2^-27 */
    if (a == x && a >= 0x41220000u) return 0u;          /* positive, 10.125 or more */
    if (a != x && a >= 0x40a00000u) return 0x40000000u; /* negative, -5 or less: 2 */
    nbl_tgmath_t result = nbl_tgmath_complement_of(nbl_tgmath_take_apart(a));
    if (a != x) {
        result.sign = NBL_TGMATH_SIGN;
        result = nbl_tgmath_add(two, result);
    }
    return nbl_tgmath_round_off(result);
}

/* Returns |x|: the whole part in `high`, the fraction of 32 bits in `low`; what is below 2^-32 is cut off. |x| must be
 * below 2^31: beyond it the shift would be undefined. Callers pass less than 64. */
NBL_FUNCTION nbl_wide_t nbl_tgmath_whole_and_fraction(nbl_tgmath_t x) {
    nbl_wide_t value = {0u, nbl_tgmath_fraction(x)};
    if (x.exponent >= 0) {
        value.high = x.mantissa >> NBL_CAST(uint32_t, 31 - x.exponent);
        value.low = x.mantissa << NBL_CAST(uint32_t, x.exponent + 1);
    }
    return value;
}

/* Returns Gamma(1 + y); y is a fraction of 32 bits. */
NBL_FUNCTION nbl_tgmath_t nbl_tgmath_gamma_from_one(uint32_t y) {
    int32_t value = nbl_tgmath_gamma_polynomial(NBL_CAST(int32_t, y ^ NBL_TGMATH_SIGN));
    return nbl_tgmath_normalize_word(0u, 1, NBL_CAST(uint32_t, value));
}

/* Returns the product first (first + 1) (first + 2) ... of `count` factors; no factors: 1.
 *
 * first  the whole part in `high`, a fraction of 32 bits in `low`; not 0
 * count  0 to 44. Gamma of arguments above -43 needs 43 at most
 */
NBL_FUNCTION nbl_tgmath_t nbl_tgmath_rising(nbl_wide_t first, uint32_t count) {
    nbl_tgmath_t product = {0u, 0, NBL_TGMATH_SIGN};
    for (uint32_t k = 0u; k < 44u; k++) {
        if (k >= count) break;
        nbl_wide_t factor = {first.high + k, first.low};
        product = nbl_tgmath_multiply(product, nbl_tgmath_normalize(0u, 31, factor));
    }
    return product;
}

/* Returns Gamma(x) with a relative error of about 2^-27; x is above -43 and below 36, and no whole number below 1. */
NBL_FUNCTION nbl_tgmath_t nbl_tgmath_gamma_of(nbl_tgmath_t x) {
    nbl_wide_t value = nbl_tgmath_whole_and_fraction(x);
    nbl_wide_t first = {1u, value.low};
    if (x.sign == 0u && x.exponent >= 0) /* (1 + f) (2 + f) ... (x - 1) */
        return nbl_tgmath_multiply(nbl_tgmath_gamma_from_one(value.low), nbl_tgmath_rising(first, value.high - 1u));
    if (x.sign == 0u) return nbl_tgmath_divide(nbl_tgmath_gamma_from_one(value.low), x);
    /* Gamma(x) = Gamma(1 + y) / (x (x + 1) ... (x + n) y), where x + n is the last negative factor and
     * y = x + n + 1, from 0 to 1 */
    nbl_tgmath_t divisor = x;
    divisor.sign = 0u;
    if (x.exponent >= 0) {
        nbl_wide_t fraction = {0u, value.low};
        divisor = nbl_tgmath_rising(fraction, value.high + 1u);
    }
    uint32_t y = 0u - value.low;
    if (y != 0u) divisor = nbl_tgmath_multiply(divisor, nbl_tgmath_normalize_word(0u, -1, y));
    /* y is 0 where |x| is below 2^-32 and y would be 1: the largest fraction stands for 1, and the factor y is left
     * out. */
    nbl_tgmath_t result = nbl_tgmath_divide(nbl_tgmath_gamma_from_one(y - (y == 0u ? 1u : 0u)), divisor);
    result.sign = (value.high & 1u) == 0u ? NBL_TGMATH_SIGN : 0u;
    return result;
}

/* Returns whether a number is whole; infinity and NaNs count as whole.
 *
 * a  bits of a float32 without its sign
 */
NBL_FUNCTION bool nbl_tgmath_is_whole(uint32_t a) {
    if (a >= 0x4b000000u) return true; /* 2^23: no float32 from here on has a fraction */
    if (a < NBL_TGMATH_ONE) return a == 0u;
    return (a << ((a >> 23) - 118u)) == 0u; /* sign, exponent (9 bits) and the whole part are shifted out */
}

/* Gamma by its bits.
 *
 * Returns Gamma(x), within 0.75 units in the last place; for a zero the infinity of its sign; a NaN for NaNs, negative
 * whole numbers and -infinity; infinity from 36 on; from -43 on downwards a zero with Gamma's sign.
 *
 * x  bits of any float32
 */
NBL_FUNCTION uint32_t nbl_tgamma_bits(uint32_t x) {
    uint32_t a = nbl_tgmath_magnitude(x);
    if (a > NBL_TGMATH_INFINITY) return NBL_TGMATH_NAN;
    if (a == 0u) return x | NBL_TGMATH_INFINITY;
    if (a == x && a >= 0x42100000u) return NBL_TGMATH_INFINITY; /* 36 */
    if (a != x && nbl_tgmath_is_whole(a)) return NBL_TGMATH_NAN;
    if (a >= 0x422c0000u) { /* -43: too small for a float32; negative where the whole part of |x| is even */
        uint32_t whole = (a | 0x00800000u) & 0x00ffffffu;
        uint32_t shift = 150u - (a >> 23);
        return ((whole >> shift) & 1u) == 0u ? NBL_TGMATH_SIGN : 0u;
    }
    return nbl_tgmath_round_off(nbl_tgmath_gamma_of(nbl_tgmath_take_apart(x)));
}

/* Returns log(Gamma(x)) by Stirling's series, with a relative error of about 2^-29; x is 9 or more. */
NBL_FUNCTION nbl_tgmath_t nbl_tgmath_stirling(nbl_tgmath_t x) {
    nbl_tgmath_t ln_2 = {0u, -1, NBL_TGMATH_LN_2};
    nbl_tgmath_t minus_one = {NBL_TGMATH_SIGN, 0, NBL_TGMATH_SIGN};
    nbl_tgmath_t constant = {0u, -1, NBL_TGMATH_LOG_ROOT_2_PI};
    nbl_tgmath_t one = {0u, 0, NBL_TGMATH_SIGN};
    nbl_tgmath_t logarithm = nbl_tgmath_multiply(nbl_tgmath_log2_of(x), ln_2);
    nbl_tgmath_t sum = nbl_tgmath_multiply(x, nbl_tgmath_add(logarithm, minus_one));
    logarithm.exponent -= 1;
    logarithm.sign = NBL_TGMATH_SIGN;
    sum = nbl_tgmath_add(sum, logarithm);
    /* 1 / (12 x) - 1 / (360 x^3) + 1 / (1260 x^5); the constants are 2^32 / 1260, 2^32 / 360 and 2^32 / 12 */
    nbl_tgmath_t inverse = nbl_tgmath_divide(one, x);
    uint32_t square = nbl_tgmath_fraction(nbl_tgmath_multiply(inverse, inverse));
    uint32_t series = 11930465u - nbl_multiply_high(square, 3408704u);
    series = 357913941u - nbl_multiply_high(square, series);
    return nbl_tgmath_add(nbl_tgmath_add(sum, constant),
                          nbl_tgmath_multiply(inverse, nbl_tgmath_normalize_word(0u, -1, series)));
}

/* Returns log(Gamma(x)) with a relative error of about 2^-27; x is positive, not 1 and not 2. */
NBL_FUNCTION nbl_tgmath_t nbl_tgmath_log_gamma_of(nbl_tgmath_t x) {
    nbl_tgmath_t ln_2 = {0u, -1, NBL_TGMATH_LN_2};
    nbl_tgmath_t minus_one = {NBL_TGMATH_SIGN, 0, NBL_TGMATH_SIGN}, minus_two = {NBL_TGMATH_SIGN, 1, NBL_TGMATH_SIGN};
    if (x.exponent > 3) return nbl_tgmath_stirling(x); /* 16 or more: its whole part may have more than 32 bits */
    nbl_wide_t value = nbl_tgmath_whole_and_fraction(x);
    if (value.high > 8u) return nbl_tgmath_stirling(x);
    if (x.exponent < -1) { /* below 1/2: log(Gamma(1 + x)) - log(x) */
        nbl_tgmath_t logarithm = nbl_tgmath_multiply(nbl_tgmath_log2_of(x), ln_2);
        logarithm.sign = 0u;
        nbl_tgmath_t gamma = nbl_tgmath_scale(x, nbl_tgmath_log_gamma_one_polynomial(nbl_tgmath_signed_fraction(x)));
        gamma.sign = NBL_TGMATH_SIGN;
        return nbl_tgmath_add(logarithm, gamma);
    }
    bool upper = (value.low & NBL_TGMATH_SIGN) != 0u;
    if (value.high == 0u || (value.high == 1u && !upper)) { /* below 3/2 */
        nbl_tgmath_t from_one = nbl_tgmath_add(x, minus_one);
        nbl_tgmath_t result =
            nbl_tgmath_scale(from_one, nbl_tgmath_log_gamma_one_polynomial(nbl_tgmath_signed_fraction(from_one)));
        result.sign = from_one.sign ^ NBL_TGMATH_SIGN;
        return result;
    }
    if (value.high == 1u || (value.high == 2u && !upper)) { /* below 5/2 */
        nbl_tgmath_t from_two = nbl_tgmath_add(x, minus_two);
        return nbl_tgmath_scale(from_two, nbl_tgmath_log_gamma_two_polynomial(nbl_tgmath_signed_fraction(from_two)));
    }
    return nbl_tgmath_multiply(nbl_tgmath_log2_of(nbl_tgmath_gamma_of(x)), ln_2);
}

/* Returns sin(pi f); f is a fraction of 32 bits that is not 0. */
NBL_FUNCTION nbl_tgmath_t nbl_tgmath_sine_of_half_turns(uint32_t f) {
    uint32_t g = f > NBL_TGMATH_SIGN ? 0u - f : f; /* up to 1/2 */
    if (g <= 0x40000000u) {                        /* up to 1/4; u = 2 f, since the word is read in units of 2^-31 */
        nbl_tgmath_t u = nbl_tgmath_normalize_word(0u, 0, g);
        return nbl_tgmath_scale(u, nbl_tgmath_sine_polynomial(nbl_tgmath_quarter_square(u)));
    }
    nbl_tgmath_t one = {0u, 0, NBL_TGMATH_SIGN};
    if (g == NBL_TGMATH_SIGN) return one;
    nbl_tgmath_t rest = nbl_tgmath_normalize_word(0u, 0, NBL_TGMATH_SIGN - g);
    int32_t value = nbl_tgmath_cosine_polynomial(nbl_tgmath_quarter_square(rest));
    return nbl_tgmath_normalize_word(0u, 1, NBL_CAST(uint32_t, value));
}

/* The logarithm of Gamma's magnitude by its bits.
 *
 * Returns log|Gamma(x)|, within 0.75 units in the last place from 0 on, and below 0 within 0.75 units of the larger of
 * 1 and the result: there the function has zeros between float32 numbers, beside which no relative error can be
 * small. Infinity for zeros, negative whole numbers and infinities; a NaN for a NaN.
 *
 * x  bits of any float32
 */
NBL_FUNCTION uint32_t nbl_lgamma_bits(uint32_t x) {
    uint32_t a = nbl_tgmath_magnitude(x);
    if (a > NBL_TGMATH_INFINITY) return NBL_TGMATH_NAN;
    if (a == 0u || a == NBL_TGMATH_INFINITY) return NBL_TGMATH_INFINITY;
    if (x == NBL_TGMATH_ONE || x == 0x40000000u) return 0u;
    if (a != x && nbl_tgmath_is_whole(a)) return NBL_TGMATH_INFINITY;
    nbl_tgmath_t parts = nbl_tgmath_take_apart(a);
    nbl_tgmath_t ln_2 = {0u, -1, NBL_TGMATH_LN_2};
    if (a == x) return nbl_tgmath_round_off(nbl_tgmath_log_gamma_of(parts));
    if (a < 0x3e800000u) { /* -1/4: |Gamma(x)| = Gamma(1 + x) / |x| */
        nbl_tgmath_t logarithm = nbl_tgmath_multiply(nbl_tgmath_log2_of(parts), ln_2);
        logarithm.sign = 0u;
        parts.sign = NBL_TGMATH_SIGN;
        nbl_tgmath_t gamma =
            nbl_tgmath_scale(parts, nbl_tgmath_log_gamma_one_polynomial(nbl_tgmath_signed_fraction(parts)));
        gamma.sign = 0u;
        return nbl_tgmath_round_off(nbl_tgmath_add(logarithm, gamma));
    }
    /* -log(|x sin(pi x)| / pi) - log(Gamma(|x|)) */
    nbl_tgmath_t inverse_pi = {0u, -2, NBL_TGMATH_ONE_OVER_PI};
    uint32_t fraction =
        parts.exponent < 0 ? nbl_tgmath_fraction(parts) : parts.mantissa << NBL_CAST(uint32_t, parts.exponent + 1);
    nbl_tgmath_t product =
        nbl_tgmath_multiply(nbl_tgmath_multiply(parts, nbl_tgmath_sine_of_half_turns(fraction)), inverse_pi);
    nbl_tgmath_t result = {0u, 0, 0u};
    if (product.exponent != 0 || product.mantissa != NBL_TGMATH_SIGN)
        result = nbl_tgmath_multiply(nbl_tgmath_log2_of(product), ln_2);
    nbl_tgmath_t gamma = nbl_tgmath_log_gamma_of(parts);
    if (result.mantissa == 0u)
        result = gamma;
    else
        result = nbl_tgmath_add(result, gamma);
    result.sign = result.sign ^ NBL_TGMATH_SIGN;
    return nbl_tgmath_round_off(result);
}

#endif
