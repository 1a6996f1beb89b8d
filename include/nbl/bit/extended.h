/* Integers of 64 bits as two words of 32: products, sums with carry, shifts.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A shader may lack integers of 64 bits; these need none. The results are those of GLSL's umulExtended, imulExtended,
 * uaddCarry and usubBorrow, returned as a structure where GLSL has `out` parameters.
 */
#ifndef NBL_BIT_EXTENDED_H
#define NBL_BIT_EXTENDED_H

#include "nbl/bit/field.h"
#include "nbl/lang/math.h"

/* The number high * 2^32 + low; a signed number is in two's complement. Where a function returns a carry or a borrow in
 * `high`, it says so. */
NBL_STRUCT(nbl_wide_t) {
    uint32_t high;
    uint32_t low;
};

/* The upper half of a product.
 *
 * Returns floor(a b / 2^32): the device's own instruction where it has one, else four products of 16-bit halves.
 *
 * a, b  any
 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_multiply_high(uint32_t a, uint32_t b) {
#if NBL_HAS_MULTIPLY_HIGH
    return nbl_device_multiply_high(a, b);
#else
    uint32_t low = (a & 0xffffu) * (b & 0xffffu);
    uint32_t middle = (a >> 16) * (b & 0xffffu) + (low >> 16);
    uint32_t other = (a & 0xffffu) * (b >> 16) + (middle & 0xffffu);
    return (a >> 16) * (b >> 16) + (middle >> 16) + (other >> 16);
#endif
}

/* The upper half of a product of signed numbers.
 *
 * Returns floor(a b / 2^32).
 *
 * a, b  any
 */
NBL_CONSTEXPR_FUNCTION int32_t nbl_multiply_high_signed(int32_t a, int32_t b) {
#if NBL_HAS_MULTIPLY_HIGH
    return nbl_device_multiply_high_signed(a, b);
#else
    uint32_t high = nbl_multiply_high(NBL_CAST(uint32_t, a), NBL_CAST(uint32_t, b));
    return NBL_CAST(int32_t, high - (a < 0 ? NBL_CAST(uint32_t, b) : 0u) - (b < 0 ? NBL_CAST(uint32_t, a) : 0u));
#endif
}

/* The whole product.
 *
 * a, b  any
 */
NBL_CONSTEXPR_FUNCTION nbl_wide_t nbl_multiply_extended(uint32_t a, uint32_t b) {
    nbl_wide_t product = {nbl_multiply_high(a, b), a * b};
    return product;
}

/* The whole product of signed numbers, in two's complement.
 *
 * a, b  any
 */
NBL_CONSTEXPR_FUNCTION nbl_wide_t nbl_multiply_extended_signed(int32_t a, int32_t b) {
    nbl_wide_t product = {NBL_CAST(uint32_t, nbl_multiply_high_signed(a, b)),
                          NBL_CAST(uint32_t, a) * NBL_CAST(uint32_t, b)};
    return product;
}

/* The sum of two words and its carry.
 *
 * Returns a + b: high is the carry, 0 or 1.
 *
 * a, b  any
 */
NBL_CONSTEXPR_FUNCTION nbl_wide_t nbl_add_carry(uint32_t a, uint32_t b) {
    uint32_t sum = a + b;
    nbl_wide_t result = {sum < a ? 1u : 0u, sum};
    return result;
}

/* The difference of two words and its borrow.
 *
 * Returns a - b modulo 2^32 in low; high is 1 where a is below b, else 0.
 *
 * a, b  any
 */
NBL_CONSTEXPR_FUNCTION nbl_wide_t nbl_subtract_borrow(uint32_t a, uint32_t b) {
    nbl_wide_t result = {a < b ? 1u : 0u, a - b};
    return result;
}

/* Returns a + b modulo 2^64; right for signed numbers, too.
 *
 * a, b  any
 */
NBL_CONSTEXPR_FUNCTION nbl_wide_t nbl_wide_add(nbl_wide_t a, nbl_wide_t b) {
    nbl_wide_t sum = nbl_add_carry(a.low, b.low);
    sum.high = a.high + b.high + sum.high;
    return sum;
}

/* Returns a - b modulo 2^64; right for signed numbers, too.
 *
 * a, b  any
 */
NBL_CONSTEXPR_FUNCTION nbl_wide_t nbl_wide_subtract(nbl_wide_t a, nbl_wide_t b) {
    nbl_wide_t difference = nbl_subtract_borrow(a.low, b.low);
    difference.high = a.high - b.high - difference.high;
    return difference;
}

/* Returns -a modulo 2^64, of signed and unsigned numbers.
 *
 * a  any
 */
NBL_CONSTEXPR_FUNCTION nbl_wide_t nbl_wide_negate(nbl_wide_t a) {
    nbl_wide_t zero = {0u, 0u};
    return nbl_wide_subtract(zero, a);
}

/* Logical shifts of 64 bits: zeros come in at the other end, to the right too, whatever the sign.
 *
 * a     any
 * bits  any; 64 and more leave nothing
 */
NBL_CONSTEXPR_FUNCTION nbl_wide_t nbl_wide_shift_left(nbl_wide_t a, uint32_t bits) {
    nbl_wide_t shifted = {0u, 0u};
    if (bits == 0u) return a;
    if (bits < 32u) {
        shifted.high = (a.high << bits) | (a.low >> (32u - bits));
        shifted.low = a.low << bits;
    } else if (bits < 64u) {
        shifted.high = a.low << (bits - 32u);
    }
    return shifted;
}
NBL_CONSTEXPR_FUNCTION nbl_wide_t nbl_wide_shift_right(nbl_wide_t a, uint32_t bits) {
    nbl_wide_t shifted = {0u, 0u};
    if (bits == 0u) return a;
    if (bits < 32u) {
        shifted.high = a.high >> bits;
        shifted.low = (a.low >> bits) | (a.high << (32u - bits));
    } else if (bits < 64u) {
        shifted.low = a.high >> (bits - 32u);
    }
    return shifted;
}

/* Returns how many of the 64 bits are 0 before the highest that is 1: 0 to 64. */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_wide_leading_zeros(nbl_wide_t a) {
    /* nbl_count_leading_zeros(0) is 32 */
    return a.high != 0u ? nbl_count_leading_zeros(a.high) : 32u + nbl_count_leading_zeros(a.low);
}

#endif
