/* Bits of a 32-bit number: reversal, powers of two and circular shifts by one position of a part of the bits.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Plain shifts and masks, the same in every language; no shift ever reaches 32, so every argument in the stated range
 * has a defined result. Counts, fields, rotations of all bits and the order of bytes are in nbl/bit/field.h, which this
 * includes; 64 bits in two words in nbl/bit/extended.h, vectors in a dword in nbl/bit/pack.h. Mirrors
 * nbl/builtin/hlsl/bit.hlsl and the shifts of "Generalizing" (nabla-fft-readme).
 */
#ifndef NBL_BIT_H
#define NBL_BIT_H

#include "nbl/bit/field.h"
#include "nbl/lang.h"

/* A number whose lowest bits are ones.
 *
 * Returns 2^bits - 1: 0 for 0 bits, 0xffffffff for 32.
 *
 * bits  how many, 0 to 32; more count as 32
 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_lowest_bits(uint32_t bits) {
    if (bits >= 32u) return 0xffffffffu;
    return (1u << bits) - 1u;
}

/* Sets every bit below the highest set one.
 *
 *   0001 0110  ->  0001 1111
 *
 * Returns the smallest 2^n - 1 that is not below the value; 0 for 0.
 *
 * value  any
 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fill_below_highest_bit(uint32_t value) {
    value = value | (value >> 1);
    value = value | (value >> 2);
    value = value | (value >> 4);
    value = value | (value >> 8);
    value = value | (value >> 16);
    return value;
}

/* Turns the order of the lowest bits around.
 *
 *   bits = 5:  xxxe dcba  ->  000a bcde
 *
 * Returns the reversed number; everything at and above `bits` is dropped, so that the value counts modulo 2^bits.
 *
 * value  any
 * bits   0 to 32; 0 gives 0
 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_bit_reverse(uint32_t value, uint32_t bits) {
    if (bits == 0u) return 0u;
    value = ((value >> 1) & 0x55555555u) | ((value & 0x55555555u) << 1);
    value = ((value >> 2) & 0x33333333u) | ((value & 0x33333333u) << 2);
    value = ((value >> 4) & 0x0f0f0f0fu) | ((value & 0x0f0f0f0fu) << 4);
    value = ((value >> 8) & 0x00ff00ffu) | ((value & 0x00ff00ffu) << 8);
    value = (value >> 16) | (value << 16);
    return value >> (32u - bits);
}

/* Tells whether exactly one bit is set.
 *
 * Returns true for 1, 2, 4, ... 2^31; false for 0 and everything else.
 *
 * value  any
 */
NBL_CONSTEXPR_FUNCTION bool nbl_is_power_of_two(uint32_t value) { return value != 0u && (value & (value - 1u)) == 0u; }

/* The smallest power of two that is not below a number.
 *
 * Returns 1 for 0 and 1, and 0 above 2^31, since 32 bits do not hold 2^32.
 *
 * value  0 to 2^31
 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_round_up_to_power_of_two(uint32_t value) {
    if (value == 0u) return 1u;
    return nbl_fill_below_highest_bit(value - 1u) + 1u;
}

/* The largest power of two that is not above a number.
 *
 * Returns the number with only its highest bit left; 0 for 0.
 *
 * value  any
 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_round_down_to_power_of_two(uint32_t value) {
    uint32_t filled = nbl_fill_below_highest_bit(value);
    return filled - (filled >> 1);
}

/* Returns the logarithm to base 2, rounded down: the position of the highest set bit, 0 to 31. 0 for 0, too.
 *
 * value  any
 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_log2(uint32_t value) {
    uint32_t result = 0u;
    if (value >= 0x10000u) {
        value = value >> 16;
        result += 16u;
    }
    if (value >= 0x100u) {
        value = value >> 8;
        result += 8u;
    }
    if (value >= 0x10u) {
        value = value >> 4;
        result += 4u;
    }
    if (value >= 0x4u) {
        value = value >> 2;
        result += 2u;
    }
    if (value >= 0x2u) { result += 1u; }
    return result;
}

/* Shifts the lowest bits left by one position, circularly; the others stay.
 *
 *   bits = 5:  hgfe dcba  ->  hgfd cbae
 *
 * Returns the shifted number; with 0 or 1 bits the value itself.
 *
 * value  any
 * bits   how many take part, 0 to 32
 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_rotate_left_lower(uint32_t value, uint32_t bits) {
    uint32_t mask = nbl_lowest_bits(bits);
    uint32_t lower = value & mask;
    if (bits < 2u) return value;
    return (value & ~mask) | ((lower << 1) & mask) | (lower >> (bits - 1u));
}

/* Shifts the lowest bits right by one position, circularly; the others stay. The inverse of nbl_rotate_left_lower.
 *
 *   bits = 5:  hgfe dcba  ->  hgfa edcb
 *
 * Returns the shifted number; with 0 or 1 bits the value itself.
 *
 * value  any
 * bits   how many take part, 0 to 32
 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_rotate_right_lower(uint32_t value, uint32_t bits) {
    uint32_t mask = nbl_lowest_bits(bits);
    uint32_t lower = value & mask;
    if (bits < 2u) return value;
    return (value & ~mask) | (lower >> 1) | ((lower & 1u) << (bits - 1u));
}

/* Shifts the highest bits of a number of total_bits left by one position, circularly; the others stay.
 *
 *   bits = 5, total_bits = 8:  hgfe dcba  ->  gfed hcba
 *
 * Returns the shifted number; with 0 or 1 bits the value itself. Bits at and above total_bits stay as well.
 *
 * value       any
 * bits        how many take part, 0 to total_bits
 * total_bits  length of the number in bits, 0 to 32
 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_rotate_left_upper(uint32_t value, uint32_t bits, uint32_t total_bits) {
    uint32_t below = total_bits - bits;
    if (bits < 2u) return value;
    return (nbl_rotate_left_lower(value >> below, bits) << below) | (value & nbl_lowest_bits(below));
}

/* Shifts the highest bits of a number of total_bits right by one position, circularly; the others stay. The inverse of
 * nbl_rotate_left_upper.
 *
 *   bits = 5, total_bits = 8:  hgfe dcba  ->  dhgf ecba
 *
 * Returns the shifted number; with 0 or 1 bits the value itself. Bits at and above total_bits stay as well.
 *
 * value       any
 * bits        how many take part, 0 to total_bits
 * total_bits  length of the number in bits, 0 to 32
 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_rotate_right_upper(uint32_t value, uint32_t bits, uint32_t total_bits) {
    uint32_t below = total_bits - bits;
    if (bits < 2u) return value;
    return (nbl_rotate_right_lower(value >> below, bits) << below) | (value & nbl_lowest_bits(below));
}

#endif
