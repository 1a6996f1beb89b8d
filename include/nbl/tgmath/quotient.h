/* Division and the fused multiply-add, correctly rounded, in integers.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Vulkan lets a division be 2.5 units in the last place off, and leaves it open whether fma rounds once or twice.
 */
#ifndef NBL_TGMATH_QUOTIENT_H
#define NBL_TGMATH_QUOTIENT_H

#include "nbl/tgmath/tgmath_polynomials.h"

/* 1 / b, 32 bits behind the point, for b of 1 to 2 with 31; 1 becomes the number below it. Wrong by at most 2 units.
 *
 * Newton's iteration y + y (1 - b y), which never passes the goal but for its own rounding. */
NBL_FUNCTION uint32_t nbl_tgmath_reciprocal(uint32_t b) {
    int32_t d = NBL_CAST(int32_t, (b << 1) ^ NBL_TGMATH_SIGN);
    uint32_t start = NBL_CAST(uint32_t, nbl_tgmath_reciprocal_polynomial(d));
    uint32_t y = start >= 0x40000000u ? 0xffffffffu : start << 2;
    for (uint32_t i = 0u; i < 2u; i++) {
        int32_t rest = NBL_CAST(int32_t, NBL_TGMATH_SIGN - nbl_multiply_high(b, y)); /* 31 bits, below 2^-9 */
        int32_t step =
            nbl_multiply_high_signed(NBL_CAST(int32_t, y >> 1), NBL_CAST(int32_t, NBL_CAST(uint32_t, rest) << 2));
        uint32_t next = y + NBL_CAST(uint32_t, step);
        y = step > 0 && next < y ? 0xffffffffu : next;
    }
    return y;
}

/* a / b to about 2^-30. */
NBL_FUNCTION nbl_tgmath_t nbl_tgmath_divide(nbl_tgmath_t a, nbl_tgmath_t b) {
    uint32_t y = nbl_tgmath_reciprocal(b.mantissa);
    nbl_tgmath_t inverse = {b.sign, -1 - b.exponent, y};
    return nbl_tgmath_multiply(a, inverse);
}

/* A quotient, correctly rounded, by its bits.
 *
 * Returns x / y as IEEE 754 has it, with its infinities, zeros and NaN.
 *
 * x, y  bits of any float32
 */
NBL_FUNCTION uint32_t nbl_div_bits(uint32_t x, uint32_t y) {
    uint32_t sign = (x ^ y) & NBL_TGMATH_SIGN;
    uint32_t a = nbl_tgmath_magnitude(x), b = nbl_tgmath_magnitude(y);
    if (a > NBL_TGMATH_INFINITY || b > NBL_TGMATH_INFINITY) return NBL_TGMATH_NAN;
    if (a == NBL_TGMATH_INFINITY) return b == NBL_TGMATH_INFINITY ? NBL_TGMATH_NAN : sign | NBL_TGMATH_INFINITY;
    if (b == 0u) return a == 0u ? NBL_TGMATH_NAN : sign | NBL_TGMATH_INFINITY;
    if (a == 0u || b == NBL_TGMATH_INFINITY) return sign;
    nbl_tgmath_t dividend = nbl_tgmath_take_apart(a);
    nbl_tgmath_t divisor = nbl_tgmath_take_apart(b);
    int32_t exponent = dividend.exponent - divisor.exponent;
    uint32_t n = dividend.mantissa >> 8, m = divisor.mantissa >> 8; /* 24 bits, exact */
    if (n < m) {
        n = n << 1;
        exponent -= 1;
    }
    /* floor(n 2^25 / m) has 26 bits. The estimate is at most one off, and so the lower words tell the remainder. */
    uint32_t quotient = nbl_multiply_high(n << 7, nbl_tgmath_reciprocal(divisor.mantissa)) >> 5;
    int32_t rest = NBL_CAST(int32_t, (n << 25) - quotient * m);
    if (rest < 0) {
        quotient -= 1u;
        rest += NBL_CAST(int32_t, m);
    } else if (rest >= NBL_CAST(int32_t, m)) {
        quotient += 1u;
        rest -= NBL_CAST(int32_t, m);
    }
    nbl_tgmath_t result = {sign, exponent, (quotient << 6) | (rest != 0 ? 1u : 0u)};
    return nbl_tgmath_round_off(result);
}

/* The fused multiply-add, rounded once, by its bits.
 *
 * Returns x y + z as IEEE 754 has it.
 *
 * x, y, z  bits of any float32
 */
NBL_FUNCTION uint32_t nbl_fma_bits(uint32_t x, uint32_t y, uint32_t z) {
    uint32_t sign = (x ^ y) & NBL_TGMATH_SIGN;
    uint32_t a = nbl_tgmath_magnitude(x), b = nbl_tgmath_magnitude(y), c = nbl_tgmath_magnitude(z);
    if (a > NBL_TGMATH_INFINITY || b > NBL_TGMATH_INFINITY || c > NBL_TGMATH_INFINITY) return NBL_TGMATH_NAN;
    if (a == NBL_TGMATH_INFINITY || b == NBL_TGMATH_INFINITY) {
        bool is_nan = a == 0u || b == 0u || (c == NBL_TGMATH_INFINITY && (z & NBL_TGMATH_SIGN) != sign);
        return is_nan ? NBL_TGMATH_NAN : sign | NBL_TGMATH_INFINITY;
    }
    if (c == NBL_TGMATH_INFINITY) return z;
    if (a == 0u || b == 0u) return c != 0u || (z & NBL_TGMATH_SIGN) == sign ? z : 0u;
    nbl_tgmath_t p = nbl_tgmath_take_apart(a);
    nbl_tgmath_t q = nbl_tgmath_take_apart(b);
    /* The product in bits 61 to 14 of 64, or 62 to 14: nothing is lost, and a sum has room. */
    nbl_wide_t large = nbl_wide_shift_right(nbl_multiply_extended(p.mantissa, q.mantissa), 2u);
    int32_t exponent = p.exponent + q.exponent + 3; /* of bit 63 */
    uint32_t large_sign = sign;
    if (c == 0u) return nbl_tgmath_round_off(nbl_tgmath_normalize(sign, exponent, large));
    nbl_tgmath_t r = nbl_tgmath_take_apart(c);
    nbl_wide_t small = {r.mantissa >> 2, r.mantissa << 30};
    uint32_t small_sign = z & NBL_TGMATH_SIGN;
    int32_t distance = exponent - (r.exponent + 2);
    if (distance < 0) {
        nbl_wide_t other = large;
        large = small;
        small = other;
        large_sign = small_sign;
        small_sign = sign;
        exponent = r.exponent + 2;
        distance = -distance;
    }
    if (distance > 63) distance = 63;
    nbl_wide_t kept = nbl_wide_shift_right(small, NBL_CAST(uint32_t, distance));
    nbl_wide_t lost = nbl_wide_shift_left(small, 64u - NBL_CAST(uint32_t, distance));
    if ((lost.high | lost.low) != 0u) kept.low = kept.low | 1u;
    nbl_wide_t sum = nbl_wide_add(large, kept);
    if (large_sign != small_sign) sum = nbl_wide_subtract(large, kept);
    if ((sum.high | sum.low) == 0u) return 0u;
    if ((sum.high & NBL_TGMATH_SIGN) != 0u && large_sign != small_sign) {
        sum = nbl_wide_negate(sum);
        large_sign = small_sign;
    }
    return nbl_tgmath_round_off(nbl_tgmath_normalize(large_sign, exponent, sum));
}

#endif
