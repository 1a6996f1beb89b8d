/* Counts bits, and takes numbers apart: fields, rotations, the order of bytes.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Mirrors std's bit header (popcount, countl_zero, countr_zero, rotl, rotr, byteswap) and GLSL's bitCount, findLSB,
 * findMSB, bitfieldExtract and bitfieldInsert; bitfieldReverse is nbl_bit_reverse() of nbl/bit.h. Every function takes
 * every `value`, 0 too. `offset` and `bits` of a field have ranges, which stand at each function: outside them it
 * returns an unspecified number, without an error.
 */
#ifndef NBL_BIT_FIELD_H
#define NBL_BIT_FIELD_H

#include "nbl/lang.h"

/* Counts the bits that are set. The method adds neighbouring bits, then neighbouring pairs, fours and bytes, all of a
 * kind at once (H. Warren, Hacker's Delight, 5-1).
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

/* Counts the zeros above the highest set bit, by bisection: if the upper 16 bits are 0 it counts them and shifts the
 * number past them, then does so with the upper 8, 4, 2 and 1.
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

/* Counts the zeros below the lowest set bit. ~value & (value - 1) is a 1 for each of these zeros and nothing else; it
 * has 32 ones for 0.
 *
 * Returns 0 to 32; 32 for 0.
 *
 * value  any
 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_count_trailing_zeros(uint32_t value) {
    return nbl_bit_count(~value & (value - 1u));
}

/* Find the lowest and the highest set bit.
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

/* Returns a number with `bits` ones from bit `offset` on; 0 for 0 bits. Ones beyond bit 31 are dropped.
 *
 * offset, bits  any
 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_bit_mask(uint32_t offset, uint32_t bits) {
    uint32_t mask = bits >= 32u ? 0xffffffffu : (1u << bits) - 1u;
    return offset >= 32u ? 0u : mask << offset;
}

/* Return the field of `bits` bits from bit `offset` on, moved down to bit 0. The result's bits above the field are 0 in
 * nbl_bitfield_extract(). In nbl_bitfield_extract_signed() each is a copy of the field's highest bit, its sign. In an
 * example with offset = 2 and bits = 3 letters stand for bits, x for bits that do not matter. The lowest eight bits:
 *
 *   value             xxxc baxx
 *   extracted         0000 0cba
 *   extracted signed  cccc ccba
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

/* Returns `base` with its field of `bits` bits from bit `offset` on replaced by the lowest bits of `value`; `base`
 * itself for 0 bits. In an example with offset = 2 and bits = 3 letters stand for bits, x for bits that do not matter.
 * The lowest eight bits:
 *
 *   base    hgfe dcba
 *   value   xxxx xrqp
 *   result  hgfr qpba
 *
 * base, value  any
 * offset       0 to 31
 * bits         0 to 32 - offset
 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_bitfield_insert(uint32_t base, uint32_t value, uint32_t offset, uint32_t bits) {
    uint32_t mask = nbl_bit_mask(offset, bits);
    return (base & ~mask) | ((value << (offset & 31u)) & mask);
}

/* Return a number with its 32 bits rotated to the left, and to the right.
 *
 * value  any
 * count  bits, any number: 33 does what 1 does
 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_rotl(uint32_t value, uint32_t count) {
    return (value << (count & 31u)) | (value >> ((0u - count) & 31u));
}
NBL_CONSTEXPR_FUNCTION uint32_t nbl_rotr(uint32_t value, uint32_t count) {
    return (value >> (count & 31u)) | (value << ((0u - count) & 31u));
}

/* Returns a number's four bytes in the opposite order.
 *
 * value  any
 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_byteswap(uint32_t value) {
    return (value << 24) | ((value & 0xff00u) << 8) | ((value >> 8) & 0xff00u) | (value >> 24);
}

#endif
