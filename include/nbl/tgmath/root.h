/* Square root, its reciprocal, cube root and hypotenuse, in integers.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TGMATH_ROOT_H
#define NBL_TGMATH_ROOT_H

#include "nbl/tgmath/tgmath_polynomials.h"

/* 1 / sqrt(b) with 32 fraction bits, for b of 1 to 2 with 31; 1 becomes the number below it. Wrong by at most 2 units.
 *
 * Newton's iteration y + y (1 - b y^2) / 2, which never passes the goal but for its own rounding. */
NBL_FUNCTION uint32_t nbl_tgmath_reciprocal_root(uint32_t b) {
    int32_t d = NBL_CAST(int32_t, (b << 1) ^ NBL_TGMATH_SIGN);
    uint32_t start = NBL_CAST(uint32_t, nbl_tgmath_reciprocal_root_polynomial(d));
    uint32_t y = start >= 0x40000000u ? 0xffffffffu : start << 2;
    for (uint32_t i = 0u; i < 2u; i++) {
        int32_t rest = NBL_CAST(int32_t, NBL_TGMATH_SIGN - nbl_multiply_high(b, nbl_multiply_high(y, y)));
        int32_t step =
            nbl_multiply_high_signed(NBL_CAST(int32_t, y >> 1), NBL_CAST(int32_t, NBL_CAST(uint32_t, rest) << 1));
        uint32_t next = y + NBL_CAST(uint32_t, step);
        y = step > 0 && next < y ? 0xffffffffu : next;
    }
    return y;
}

/* 1 / sqrt(x) to about 2^-30: an odd exponent takes sqrt(1/2) out of the mantissa's root. */
NBL_FUNCTION nbl_tgmath_t nbl_tgmath_reciprocal_root_of(nbl_tgmath_t x) {
    uint32_t y = nbl_tgmath_reciprocal_root(x.mantissa);
    int32_t halved = (x.exponent + 1024) / 2 - 512; /* rounded down */
    if (halved * 2 != x.exponent) y = nbl_multiply_high(y, NBL_TGMATH_ROOT_2);
    return nbl_tgmath_normalize_word(0u, -1 - halved, y);
}

/* sqrt(x) to about 2^-30. */
NBL_FUNCTION nbl_tgmath_t nbl_tgmath_root_of(nbl_tgmath_t x) {
    return nbl_tgmath_multiply(x, nbl_tgmath_reciprocal_root_of(x));
}

/* A square root, correctly rounded, by its bits.
 *
 * Returns sqrt(x) as IEEE 754 has it; -0 for -0, a NaN below.
 *
 * x  bits of any float32
 */
NBL_FUNCTION uint32_t nbl_sqrt_bits(uint32_t x) {
    if (nbl_tgmath_magnitude(x) == 0u) return x;
    if (x > NBL_TGMATH_INFINITY) return NBL_TGMATH_NAN;
    if (x == NBL_TGMATH_INFINITY) return x;
    nbl_tgmath_t parts = nbl_tgmath_take_apart(x);
    int32_t halved = (parts.exponent + 1024) / 2 - 512;
    uint32_t odd = NBL_CAST(uint32_t, parts.exponent - halved * 2);
    uint32_t n = (parts.mantissa >> 8) << odd; /* 24 or 25 bits, exact */
    /* floor(sqrt(n 2^25)) has 25 bits. The estimate is at most one off, and so the lower words tell the remainder. */
    uint32_t y = nbl_tgmath_reciprocal_root(parts.mantissa);
    if (odd == 1u) y = nbl_multiply_high(y, NBL_TGMATH_ROOT_2);
    uint32_t root = nbl_multiply_high(n << 7, y) >> 6;
    int32_t rest = NBL_CAST(int32_t, (n << 25) - root * root);
    if (rest < 0) {
        root -= 1u;
        rest += NBL_CAST(int32_t, root * 2u + 1u);
    } else if (rest > NBL_CAST(int32_t, root * 2u)) {
        rest -= NBL_CAST(int32_t, root * 2u + 1u);
        root += 1u;
    }
    nbl_tgmath_t result = {0u, halved, (root << 7) | (rest != 0 ? 1u : 0u)};
    return nbl_tgmath_round_off(result);
}

/* A reciprocal square root by its bits.
 *
 * Returns 1 / sqrt(x), within 0.55 units in the last place; an infinity of the same sign for a zero, a NaN below.
 *
 * x  bits of any float32
 */
NBL_FUNCTION uint32_t nbl_rsqrt_bits(uint32_t x) {
    if (nbl_tgmath_magnitude(x) == 0u) return x | NBL_TGMATH_INFINITY;
    if (x > NBL_TGMATH_INFINITY) return NBL_TGMATH_NAN;
    if (x == NBL_TGMATH_INFINITY) return 0u;
    return nbl_tgmath_round_off(nbl_tgmath_reciprocal_root_of(nbl_tgmath_take_apart(x)));
}

/* A cube root by its bits.
 *
 * Returns the real root, within 0.55 units in the last place; zeros, infinities and NaN as they come.
 *
 * x  bits of any float32
 */
NBL_FUNCTION uint32_t nbl_cbrt_bits(uint32_t x) {
    if (nbl_tgmath_is_nan(x)) return NBL_TGMATH_NAN;
    if (nbl_tgmath_magnitude(x) == 0u || nbl_tgmath_magnitude(x) == NBL_TGMATH_INFINITY) return x;
    nbl_tgmath_t parts = nbl_tgmath_take_apart(x);
    int32_t third = (parts.exponent + 3072) / 3 - 1024;
    int32_t rest = parts.exponent - third * 3;
    int32_t d = NBL_CAST(int32_t, (parts.mantissa << 1) ^ NBL_TGMATH_SIGN);
    nbl_tgmath_t factor = {parts.sign, third, NBL_TGMATH_SIGN};
    if (rest == 1) factor.mantissa = NBL_TGMATH_CUBE_ROOT_2;
    if (rest == 2) factor.mantissa = NBL_TGMATH_CUBE_ROOT_4;
    return nbl_tgmath_round_off(nbl_tgmath_scale(factor, nbl_tgmath_cube_root_polynomial(d)));
}

/* A hypotenuse by its bits, without overflow or underflow on the way.
 *
 * Returns sqrt(x^2 + y^2), within 0.55 units in the last place; infinity if either is infinite, even beside a NaN.
 *
 * x, y  bits of any float32
 */
NBL_FUNCTION uint32_t nbl_hypot_bits(uint32_t x, uint32_t y) {
    uint32_t a = nbl_tgmath_magnitude(x), b = nbl_tgmath_magnitude(y);
    if (a == NBL_TGMATH_INFINITY || b == NBL_TGMATH_INFINITY) return NBL_TGMATH_INFINITY;
    if (a > NBL_TGMATH_INFINITY || b > NBL_TGMATH_INFINITY) return NBL_TGMATH_NAN;
    if (a < b) {
        uint32_t other = a;
        a = b;
        b = other;
    }
    if (b == 0u) return a;
    nbl_tgmath_t longer = nbl_tgmath_take_apart(a);
    nbl_tgmath_t shorter = nbl_tgmath_take_apart(b);
    int32_t distance = longer.exponent - shorter.exponent;
    if (distance > 13) return a; /* the other adds less than half a unit */
    /* Squares in 62 bits; what the shorter one loses is far below the root's last bit. */
    nbl_wide_t sum = nbl_wide_add(nbl_wide_shift_right(nbl_multiply_extended(longer.mantissa, longer.mantissa), 1u),
                                  nbl_wide_shift_right(nbl_multiply_extended(shorter.mantissa, shorter.mantissa),
                                                       NBL_CAST(uint32_t, distance * 2 + 1)));
    return nbl_tgmath_round_off(nbl_tgmath_root_of(nbl_tgmath_normalize(0u, longer.exponent * 2 + 2, sum)));
}

#endif
