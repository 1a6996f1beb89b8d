/* Vectors in a dword: four numbers of 8 bits or two of 16, as integers or as fractions of 0 to 1 or -1 to 1.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Mirrors GLSL's packUnorm4x8 and its siblings, with one result for every argument: halves round up in magnitude, a NaN
 * counts as the lower end. (Two float16: nbl_pack_half_2x16 and nbl_unpack_half_2x16 of nbl/lang.h.) Component x is the
 * lowest.
 */
#ifndef NBL_BIT_PACK_H
#define NBL_BIT_PACK_H

#include "nbl/bit/field.h"

/* ---- Internal: up to nbl_at_least_minus_one() */

/* Returns a fraction as a whole number: 0 to 1 as 0 to most; a NaN as 0. */
NBL_FUNCTION uint32_t nbl_unorm_from_float32(float32_t x, float32_t most) {
    float32_t clamped = x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f;
    return NBL_CAST(uint32_t, clamped * most + 0.5f);
}
/* Returns a fraction as a whole number: -1 to 1 as -most to most, in two's complement; a NaN as -most. */
NBL_FUNCTION uint32_t nbl_snorm_from_float32(float32_t x, float32_t most) {
    float32_t clamped = x > -1.0f ? (x < 1.0f ? x : 1.0f) : -1.0f;
    float32_t scaled = clamped * most;
    return NBL_CAST(uint32_t, NBL_CAST(int32_t, scaled < 0.0f ? scaled - 0.5f : scaled + 0.5f));
}

/* Returns n / 255, correctly rounded without a division: n times the first bits of the reciprocal is exact, and the
 * rest is small.
 *
 * n  a whole number of at most 16 bits */
NBL_FUNCTION float32_t nbl_over_255(float32_t n) { return n * 0.00392150879f + n * 5.9838392e-08f; }
/* Returns n / 127, as nbl_over_255(). */
NBL_FUNCTION float32_t nbl_over_127(float32_t n) { return n * 0.00787401199f + n * 3.75462328e-09f; }
/* Returns n / 65535, as nbl_over_255(). */
NBL_FUNCTION float32_t nbl_over_65535(float32_t n) { return n * 1.52587891e-05f + n * 2.32834196e-10f; }
/* Returns n / 32767, as nbl_over_255(). */
NBL_FUNCTION float32_t nbl_over_32767(float32_t n) { return n * 3.05175781e-05f + n * 9.31350996e-10f; }

/* Returns bits offset to offset + bits - 1 of a dword as a whole number. */
NBL_FUNCTION float32_t nbl_unsigned_field(uint32_t packed, uint32_t offset, uint32_t bits) {
    return NBL_CAST(float32_t, nbl_bitfield_extract(packed, offset, bits));
}
/* Returns bits offset to offset + bits - 1 of a dword as a number in two's complement. */
NBL_FUNCTION float32_t nbl_signed_field(uint32_t packed, uint32_t offset, uint32_t bits) {
    return NBL_CAST(float32_t, nbl_bitfield_extract_signed(NBL_CAST(int32_t, packed), offset, bits));
}
/* Returns the number, but at least -1: the lowest snorm, -128 or -32768, stands for -1 as well. */
NBL_FUNCTION float32_t nbl_at_least_minus_one(float32_t x) { return x < -1.0f ? -1.0f : x; }

/* Returns four bytes as a dword, x in its lowest 8 bits. Higher bits of a component are ignored. */
NBL_FUNCTION uint32_t nbl_pack_uint_4x8(nbl_uint32_t4 v) {
    return (v.x & 0xffu) | ((v.y & 0xffu) << 8) | ((v.z & 0xffu) << 16) | (v.w << 24);
}
/* Returns the four bytes of a dword, 0 to 255, the lowest one as x. */
NBL_FUNCTION nbl_uint32_t4 nbl_unpack_uint_4x8(uint32_t packed) {
    nbl_uint32_t4 v = {packed & 0xffu, (packed >> 8) & 0xffu, (packed >> 16) & 0xffu, packed >> 24};
    return v;
}

/* Returns two numbers of 16 bits as a dword, x in its lower half. Higher bits of a component are ignored. */
NBL_FUNCTION uint32_t nbl_pack_uint_2x16(nbl_uint32_t2 v) { return (v.x & 0xffffu) | (v.y << 16); }
/* Returns the two halves of a dword, 0 to 65535, the lower one as x. */
NBL_FUNCTION nbl_uint32_t2 nbl_unpack_uint_2x16(uint32_t packed) {
    nbl_uint32_t2 v = {packed & 0xffffu, packed >> 16};
    return v;
}

/* Returns four fractions of 0 to 1 as whole numbers 0 to 255 of 8 bits, x in the lowest 8 bits; a fraction outside as
 * the nearer end, a NaN as 0. */
NBL_FUNCTION uint32_t nbl_pack_unorm_4x8(nbl_float32_t4 v) {
    nbl_uint32_t4 fields = {nbl_unorm_from_float32(v.x, 255.0f), nbl_unorm_from_float32(v.y, 255.0f),
                            nbl_unorm_from_float32(v.z, 255.0f), nbl_unorm_from_float32(v.w, 255.0f)};
    return nbl_pack_uint_4x8(fields);
}
/* Returns four fractions of -1 to 1 as whole numbers -127 to 127 of 8 bits, x in the lowest 8 bits; a fraction outside
 * as the nearer end, a NaN as -1. */
NBL_FUNCTION uint32_t nbl_pack_snorm_4x8(nbl_float32_t4 v) {
    nbl_uint32_t4 fields = {nbl_snorm_from_float32(v.x, 127.0f), nbl_snorm_from_float32(v.y, 127.0f),
                            nbl_snorm_from_float32(v.z, 127.0f), nbl_snorm_from_float32(v.w, 127.0f)};
    return nbl_pack_uint_4x8(fields);
}
/* Returns the fractions of 0 to 1 of a dword of nbl_pack_unorm_4x8(): its fields over 255. */
NBL_FUNCTION nbl_float32_t4 nbl_unpack_unorm_4x8(uint32_t packed) {
    nbl_float32_t4 v = {nbl_over_255(nbl_unsigned_field(packed, 0u, 8u)),
                        nbl_over_255(nbl_unsigned_field(packed, 8u, 8u)),
                        nbl_over_255(nbl_unsigned_field(packed, 16u, 8u)),
                        nbl_over_255(nbl_unsigned_field(packed, 24u, 8u))};
    return v;
}
/* Returns the fractions of -1 to 1 of a dword of nbl_pack_snorm_4x8(): its fields over 127; the lowest is -1, too. */
NBL_FUNCTION nbl_float32_t4 nbl_unpack_snorm_4x8(uint32_t packed) {
    nbl_float32_t4 v = {nbl_at_least_minus_one(nbl_over_127(nbl_signed_field(packed, 0u, 8u))),
                        nbl_at_least_minus_one(nbl_over_127(nbl_signed_field(packed, 8u, 8u))),
                        nbl_at_least_minus_one(nbl_over_127(nbl_signed_field(packed, 16u, 8u))),
                        nbl_at_least_minus_one(nbl_over_127(nbl_signed_field(packed, 24u, 8u)))};
    return v;
}

/* Returns two fractions of 0 to 1 as whole numbers 0 to 65535 of 16 bits, x in the lower half; a fraction outside as
 * the nearer end, a NaN as 0. */
NBL_FUNCTION uint32_t nbl_pack_unorm_2x16(nbl_float32_t2 v) {
    nbl_uint32_t2 fields = {nbl_unorm_from_float32(v.x, 65535.0f), nbl_unorm_from_float32(v.y, 65535.0f)};
    return nbl_pack_uint_2x16(fields);
}
/* Returns two fractions of -1 to 1 as whole numbers -32767 to 32767 of 16 bits, x in the lower half; a fraction outside
 * as the nearer end, a NaN as -1. */
NBL_FUNCTION uint32_t nbl_pack_snorm_2x16(nbl_float32_t2 v) {
    nbl_uint32_t2 fields = {nbl_snorm_from_float32(v.x, 32767.0f), nbl_snorm_from_float32(v.y, 32767.0f)};
    return nbl_pack_uint_2x16(fields);
}
/* Returns the fractions of 0 to 1 of a dword of nbl_pack_unorm_2x16(): its fields over 65535. */
NBL_FUNCTION nbl_float32_t2 nbl_unpack_unorm_2x16(uint32_t packed) {
    nbl_float32_t2 v = {nbl_over_65535(nbl_unsigned_field(packed, 0u, 16u)),
                        nbl_over_65535(nbl_unsigned_field(packed, 16u, 16u))};
    return v;
}
/* Returns the fractions of -1 to 1 of a dword of nbl_pack_snorm_2x16(): its fields over 32767; -32768 is -1,
 * too. */
NBL_FUNCTION nbl_float32_t2 nbl_unpack_snorm_2x16(uint32_t packed) {
    nbl_float32_t2 v = {nbl_at_least_minus_one(nbl_over_32767(nbl_signed_field(packed, 0u, 16u))),
                        nbl_at_least_minus_one(nbl_over_32767(nbl_signed_field(packed, 16u, 16u)))};
    return v;
}

#endif
