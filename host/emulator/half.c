/* Bit casts, and conversions between float32 and float16 in integer arithmetic, the same on every machine.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/lang/emulator.h"

#include <string.h>

uint32_t nbl_emulator_bits_from_float32(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

float nbl_emulator_float32_from_bits(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

nbl_emulator_uint32x2_t nbl_emulator_bits_from_float64(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (nbl_emulator_uint32x2_t){(uint32_t)bits, (uint32_t)(bits >> 32)};
}

double nbl_emulator_float64_from_bits(nbl_emulator_uint32x2_t bits) {
    uint64_t joined = (uint64_t)bits.y << 32 | bits.x;
    double value;
    memcpy(&value, &joined, sizeof value);
    return value;
}

/* Shifts right and rounds to nearest, ties to even; shift from 1 to 31. */
static uint32_t shift_rounded(uint32_t value, uint32_t shift) {
    uint32_t half = 1u << (shift - 1u), rest = value & (2u * half - 1u), result = value >> shift;
    return result + (rest > half || (rest == half && (result & 1u)));
}

/*  float32  s eeeeeeee mmmmmmmmmmmmmmmmmmmmmmm   bias 127
 *  float16  s    eeeee mmmmmmmmmm                bias 15
 *
 * A rounding that overflows the mantissa carries into the exponent, which is right: to the next binade, from the
 * largest subnormal to the smallest normal, from the largest number to infinity. */
static uint32_t half_from_float(float value) {
    uint32_t bits = nbl_emulator_bits_from_float32(value), sign = bits >> 16 & 0x8000u, magnitude = bits & 0x7FFFFFFFu;
    uint32_t exponent = magnitude >> 23;

    if (magnitude > 0x7F800000u) /* NaN: quiet, with the top of its payload */
        return sign | 0x7E00u | (magnitude >> 13 & 0x3FFu);
    if (exponent >= 127u + 16u) return sign | 0x7C00u;
    if (exponent >= 127u - 14u) return sign | (shift_rounded(magnitude, 13) - ((127u - 15u) << 10));
    if (exponent < 127u - 25u) /* below half of the smallest subnormal, 2^-25 */
        return sign;
    return sign | shift_rounded((magnitude & 0x7FFFFFu) | 0x800000u, 126u - exponent);
}

static float float_from_half(uint32_t half) {
    uint32_t sign = (half & 0x8000u) << 16, exponent = half >> 10 & 31u, mantissa = half & 0x3FFu;

    if (exponent == 0) { /* zero or subnormal: exact in float32 */
        float magnitude = (float)mantissa * 0x1p-24f;
        return nbl_emulator_float32_from_bits(nbl_emulator_bits_from_float32(magnitude) | sign);
    }
    if (exponent == 31u)
        return nbl_emulator_float32_from_bits(sign | 0x7F800000u | mantissa << 13 | (mantissa ? 0x400000u : 0u));
    return nbl_emulator_float32_from_bits(sign | (exponent + 127u - 15u) << 23 | mantissa << 13);
}

uint32_t nbl_emulator_pack_half_2x16(nbl_emulator_float32x2_t value) {
    return half_from_float(value.x) | half_from_float(value.y) << 16;
}

nbl_emulator_float32x2_t nbl_emulator_unpack_half_2x16(uint32_t packed) {
    return (nbl_emulator_float32x2_t){float_from_half(packed & 0xFFFFu), float_from_half(packed >> 16)};
}
