/* Conversions between float32 and float16 in integer arithmetic, the same on every machine.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). Included by nbl/lang/c.h, never by itself.
 */
#ifndef NBL_LANG_HALF_H
#define NBL_LANG_HALF_H

/* Returns value / 2^shift, rounded to nearest, ties to even.
 *
 * shift  1 to 31 */
static inline uint32_t nbl_half_shift_rounded(uint32_t value, uint32_t shift) {
    uint32_t half = 1u << (shift - 1u), rest = value & (2u * half - 1u), result = value >> shift;
    return result + (rest > half || (rest == half && (result & 1u)));
}

/*  float32  s eeeeeeee mmmmmmmmmmmmmmmmmmmmmmm   bias 127
 *  float16  s    eeeee mmmmmmmmmm                bias 15
 *
 * Returns the bits of the float16 that is nearest to a value, ties to even: from 65520 on infinity, up to 2^-25 zero,
 * with the value's sign. A NaN stays one, made quiet.
 *
 * A rounding that overflows the mantissa carries into the exponent, which is right: to the next binade, from the
 * largest subnormal to the smallest normal, from the largest number to infinity. */
static inline uint32_t nbl_half_from_float32(float value) {
    uint32_t bits = nbl_bits_from_float32(value), sign = bits >> 16 & 0x8000u, magnitude = bits & 0x7FFFFFFFu;
    uint32_t exponent = magnitude >> 23;

    if (magnitude > 0x7F800000u) /* NaN: quiet, with the top of its payload */
        return sign | 0x7E00u | (magnitude >> 13 & 0x3FFu);
    if (exponent >= 127u + 16u) return sign | 0x7C00u;
    if (exponent >= 127u - 14u) return sign | (nbl_half_shift_rounded(magnitude, 13) - ((127u - 15u) << 10));
    if (exponent < 127u - 25u) /* below half of the smallest subnormal, 2^-25 */
        return sign;
    return sign | nbl_half_shift_rounded((magnitude & 0x7FFFFFu) | 0x800000u, 126u - exponent);
}

/* Returns the number whose float16 has these bits; every float16 is a float32. A NaN stays one, made quiet.
 *
 * half  its 16 lower bits count */
static inline float nbl_float32_from_half(uint32_t half) {
    uint32_t sign = (half & 0x8000u) << 16, exponent = half >> 10 & 31u, mantissa = half & 0x3FFu;

    if (exponent == 0) { /* zero or subnormal: exact in float32 */
        float magnitude = (float)mantissa * 5.9604644775390625e-8f /* 2^-24 */;
        return nbl_float32_from_bits(nbl_bits_from_float32(magnitude) | sign);
    }
    if (exponent == 31u)
        return nbl_float32_from_bits(sign | 0x7F800000u | mantissa << 13 | (mantissa ? 0x400000u : 0u));
    return nbl_float32_from_bits(sign | (exponent + 127u - 15u) << 23 | mantissa << 13);
}

/* Returns v.x as a float16 in the lower 16 bits and v.y in the upper ones: GLSL's packHalf2x16. */
static inline uint32_t nbl_pack_half_2x16(nbl_float32_t2 v) {
    return nbl_half_from_float32(v.x) | nbl_half_from_float32(v.y) << 16;
}

/* Returns the float16 in the lower 16 bits as x and the float16 in the upper 16 bits as y: GLSL's unpackHalf2x16. */
static inline nbl_float32_t2 nbl_unpack_half_2x16(uint32_t packed) {
    nbl_float32_t2 v = {nbl_float32_from_half(packed & 0xFFFFu), nbl_float32_from_half(packed >> 16)};
    return v;
}

#endif
