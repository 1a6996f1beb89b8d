/* Counting bits, and parts of a number: fields, rotations, the order of bytes.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Mirrors std's bit header (popcount, countl_zero, countr_zero, rotl, rotr, byteswap) and GLSL's bitCount, findLSB,
 * findMSB, bitfieldExtract and bitfieldInsert; bitfieldReverse is nbl_bit_reverse() of nbl/bit.h. Counts have a result
 * for every argument, 0 among them; fields have the ranges that stand with them, and nothing tells of others.
 */
#ifndef NBL_BIT_FIELD_H
#define NBL_BIT_FIELD_H

#include "nbl/lang.h"

/* How many bits are set.
 *
 * Returns 0 to 32.
 *
 * value  any
 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_bit_count(uint32_t value) {
    value = value - ((value >> 1) & 0x55555555u);
    value = (value & 0x33333333u) + ((value >> 2) & 0x33333333u);
    value = (value + (value >> 4)) & 0x0f0f0f0fu;
    return (value * 0x01010101u) >> 24;
}

/* How many zeros stand above the highest set bit.
 *
 * Returns 0 to 32; 32 for 0.
 *
 * value  any
 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_count_leading_zeros(uint32_t value) {
    uint32_t zeros = 0u;
    if (value == 0u) return 32u;
    if (value < 0x10000u) {
        value = value << 16;
        zeros += 16u;
    }
    if (value < 0x1000000u) {
        value = value << 8;
        zeros += 8u;
    }
    if (value < 0x10000000u) {
        value = value << 4;
        zeros += 4u;
    }
    if (value < 0x40000000u) {
        value = value << 2;
        zeros += 2u;
    }
    if (value < 0x80000000u) zeros += 1u;
    return zeros;
}

/* How many zeros stand below the lowest set bit.
 *
 * Returns 0 to 32; 32 for 0.
 *
 * value  any
 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_count_trailing_zeros(uint32_t value) {
    return nbl_bit_count(~value & (value - 1u));
}

/* Position of the lowest and of the highest set bit.
 *
 * Return 0 to 31; -1 for 0, as GLSL's findLSB and findMSB.
 *
 * value  any
 */
NBL_CONSTEXPR_FUNCTION int32_t nbl_find_lsb(uint32_t value) {
    return value == 0u ? -1 : NBL_CAST(int32_t, nbl_count_trailing_zeros(value));
}
NBL_CONSTEXPR_FUNCTION int32_t nbl_find_msb(uint32_t value) {
    return 31 - NBL_CAST(int32_t, nbl_count_leading_zeros(value));
}

/* A number with `bits` ones from bit `offset` on: 0 for 0 bits. Ones beyond bit 31 are dropped. */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_bit_mask(uint32_t offset, uint32_t bits) {
    uint32_t mask = bits >= 32u ? 0xffffffffu : (1u << bits) - 1u;
    return offset >= 32u ? 0u : mask << offset;
}

/* `bits` bits from bit `offset` on, moved down to bit 0. nbl_bitfield_extract_signed() takes the highest for a sign.
 *
 *   offset = 2, bits = 3, x any:  xxxc baxx  ->  0000 0cba
 *
 * Return 0 for 0 bits.
 *
 * value   any
 * offset  0 to 31
 * bits    0 to 32 - offset
 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_bitfield_extract(uint32_t value, uint32_t offset, uint32_t bits) {
    return (value & nbl_bit_mask(offset, bits)) >> (offset & 31u);
}
NBL_CONSTEXPR_FUNCTION int32_t nbl_bitfield_extract_signed(int32_t value, uint32_t offset, uint32_t bits) {
    uint32_t field = nbl_bitfield_extract(NBL_CAST(uint32_t, value), offset, bits);
    uint32_t sign = bits == 0u ? 0u : 1u << ((bits - 1u) & 31u);
    return NBL_CAST(int32_t, (field ^ sign) - sign);
}

/* `base` with the lowest bits of another number in place of its own from `offset` on.
 *
 *   offset = 2, bits = 3, x any:  hgfe dcba, xxxx xzyw  ->  hgfz ywba
 *
 * base, value  any
 * offset       0 to 31
 * bits         0 to 32 - offset
 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_bitfield_insert(uint32_t base, uint32_t value, uint32_t offset, uint32_t bits) {
    uint32_t mask = nbl_bit_mask(offset, bits);
    return (base & ~mask) | ((value << (offset & 31u)) & mask);
}

/* Rotate all 32 bits; the count may be anything and counts modulo 32. */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_rotl(uint32_t value, uint32_t count) {
    return (value << (count & 31u)) | (value >> ((0u - count) & 31u));
}
NBL_CONSTEXPR_FUNCTION uint32_t nbl_rotr(uint32_t value, uint32_t count) {
    return (value >> (count & 31u)) | (value << ((0u - count) & 31u));
}

/* The four bytes in the opposite order. */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_byteswap(uint32_t value) {
    return (value << 24) | ((value & 0xff00u) << 8) | ((value >> 8) & 0xff00u) | (value >> 24);
}

#endif
