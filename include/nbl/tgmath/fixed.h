/* What nbl/tgmath.h computes with: a float32 taken apart, products and quotients of 32 bits, and one rounding at the
 * end.
 * SPDX-License-Identifier: Apache-2.0
 *
 * No floating-point operation stands in here: contraction, flushed subnormals and a driver's freedom touch no bit.
 * Where bits are cut off a mantissa and one of them was 1, the lowest bit that is left becomes 1 ("jammed", as in
 * Berkeley SoftFloat). So a number just above the middle between two float32 is never taken for the middle.
 */
#ifndef NBL_TGMATH_FIXED_H
#define NBL_TGMATH_FIXED_H

#include "nbl/bit/extended.h"

#define NBL_TGMATH_INFINITY 0x7f800000u
#define NBL_TGMATH_NAN 0x7fc00000u
#define NBL_TGMATH_ONE 0x3f800000u
#define NBL_TGMATH_SIGN 0x80000000u

/* A number other than 0: mantissa 2^(exponent - 31), with its sign. */
NBL_STRUCT(nbl_tgmath_t) {
    uint32_t sign; /* 0 or NBL_TGMATH_SIGN */
    int32_t exponent;
    uint32_t mantissa; /* its bit 31 is 1 */
};

/* Returns a float32's bits without its sign. */
NBL_FUNCTION uint32_t nbl_tgmath_magnitude(uint32_t x) { return x & 0x7fffffffu; }
/* Returns whether a float32's bits are a NaN. */
NBL_FUNCTION bool nbl_tgmath_is_nan(uint32_t x) { return nbl_tgmath_magnitude(x) > NBL_TGMATH_INFINITY; }

/* Returns the parts of a float32.
 *
 * x  bits of a finite number that is not 0; it may be subnormal */
NBL_FUNCTION nbl_tgmath_t nbl_tgmath_take_apart(uint32_t x) {
    nbl_tgmath_t parts = {x & NBL_TGMATH_SIGN, NBL_CAST(int32_t, (x >> 23) & 0xffu) - 127, (x << 8) | NBL_TGMATH_SIGN};
    if (parts.exponent == -127) {
        uint32_t zeros = nbl_count_leading_zeros(x << 9);
        parts.mantissa = (x << 9) << zeros;
        parts.exponent = -127 - NBL_CAST(int32_t, zeros);
    }
    return parts;
}

/* Returns the bits of the nearest float32; of two that are equally near, the even one. A number too small becomes a
 * subnormal number or 0, one too large infinity. */
NBL_FUNCTION uint32_t nbl_tgmath_round_off(nbl_tgmath_t x) {
    uint32_t base = NBL_CAST(uint32_t, x.exponent + 126) << 23;
    uint32_t m = x.mantissa;
    if (x.exponent > 127) return x.sign | NBL_TGMATH_INFINITY;
    if (x.exponent < -126) {
        uint32_t shift = x.exponent < -157 ? 31u : NBL_CAST(uint32_t, -126 - x.exponent);
        m = (m >> shift) | ((m << (32u - shift)) != 0u ? 1u : 0u);
        base = 0u;
    }
    uint32_t rest = m & 0xffu;
    m = m >> 8;
    if (rest > 0x80u || (rest == 0x80u && (m & 1u) != 0u)) m += 1u;
    return x.sign | (base + m); /* the carry out of the mantissa is the next exponent */
}

/* Returns the parts of value 2^(exponent - 63), jammed.
 *
 * sign   0 or NBL_TGMATH_SIGN
 * value  64 bits, not 0 */
NBL_FUNCTION nbl_tgmath_t nbl_tgmath_normalize(uint32_t sign, int32_t exponent, nbl_wide_t value) {
    uint32_t zeros = nbl_wide_leading_zeros(value);
    nbl_wide_t shifted = nbl_wide_shift_left(value, zeros);
    nbl_tgmath_t parts = {sign, exponent - NBL_CAST(int32_t, zeros), shifted.high | (shifted.low != 0u ? 1u : 0u)};
    return parts;
}

/* Returns the parts of value 2^(exponent - 31), exactly.
 *
 * sign   0 or NBL_TGMATH_SIGN
 * value  not 0 */
NBL_FUNCTION nbl_tgmath_t nbl_tgmath_normalize_word(uint32_t sign, int32_t exponent, uint32_t value) {
    uint32_t zeros = nbl_count_leading_zeros(value);
    nbl_tgmath_t parts = {sign, exponent - NBL_CAST(int32_t, zeros), value << zeros};
    return parts;
}

/* Returns a b, cut off to 32 bits of mantissa, jammed. */
NBL_FUNCTION nbl_tgmath_t nbl_tgmath_multiply(nbl_tgmath_t a, nbl_tgmath_t b) {
    nbl_wide_t product = nbl_multiply_extended(a.mantissa, b.mantissa);
    return nbl_tgmath_normalize(a.sign ^ b.sign, a.exponent + b.exponent + 1, product);
}

/* Returns |x| as a fixed-point number with 32 fraction bits, the rest cut off; 0xffffffff if |x| is 1 or more. */
NBL_FUNCTION uint32_t nbl_tgmath_fraction(nbl_tgmath_t x) {
    if (x.exponent >= 0) return 0xffffffffu;
    return x.exponent < -32 ? 0u : x.mantissa >> NBL_CAST(uint32_t, -1 - x.exponent);
}

/* Return a square as the argument of a polynomial, which is centred: signed, with 32 fraction bits, from -1/2 to below
 * 1/2.
 *
 *   nbl_tgmath_quarter_square(u)  4 u^2 - 1/2; |u| up to 1/2
 *   nbl_tgmath_square(u)          u^2 - 1/2; |u| up to 1 */
NBL_FUNCTION int32_t nbl_tgmath_quarter_square(nbl_tgmath_t u) {
    uint32_t fraction = nbl_tgmath_fraction(u);
    if (fraction > 0x7fffffffu) fraction = 0x7fffffffu;
    return NBL_CAST(int32_t, (nbl_multiply_high(fraction, fraction) << 2) ^ NBL_TGMATH_SIGN);
}
NBL_FUNCTION int32_t nbl_tgmath_square(nbl_tgmath_t u) {
    uint32_t fraction = nbl_tgmath_fraction(u);
    return NBL_CAST(int32_t, nbl_multiply_high(fraction, fraction) ^ NBL_TGMATH_SIGN);
}

/* Returns x times a polynomial's value, jammed.
 *
 * value  above 0, with 30 fraction bits */
NBL_FUNCTION nbl_tgmath_t nbl_tgmath_scale(nbl_tgmath_t x, int32_t value) {
    return nbl_tgmath_multiply(x, nbl_tgmath_normalize_word(0u, 1, NBL_CAST(uint32_t, value)));
}

/* Returns c + sum d, cut off: one step of Horner's scheme, with 62 fraction bits.
 *
 * high, low  c, signed
 * sum        signed, the steps so far
 * d          signed, with 32 fraction bits */
NBL_FUNCTION nbl_wide_t nbl_tgmath_wide_step(uint32_t high, uint32_t low, nbl_wide_t sum, int32_t d) {
    nbl_wide_t c = {high, low};
    nbl_wide_t product = nbl_multiply_extended_signed(NBL_CAST(int32_t, sum.high), d);
    /* sum.low is unsigned, d is not */
    uint32_t of_low = nbl_multiply_high(sum.low, NBL_CAST(uint32_t, d)) - (d < 0 ? sum.low : 0u);
    nbl_wide_t rest = {d < 0 && sum.low != 0u ? 0xffffffffu : 0u, of_low};
    return nbl_wide_add(c, nbl_wide_add(product, rest));
}

#endif
