/* Bit casts of float32 and float64, and pairs of float16 in a dword, as functions of the library. C++ and kernels in
 * other languages call them (nbl/lang/emulator.h); C has inline ones in nbl/lang.h.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/lang.h"

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

uint32_t nbl_emulator_pack_half_2x16(nbl_emulator_float32x2_t value) { return nbl_pack_half_2x16(value); }

nbl_emulator_float32x2_t nbl_emulator_unpack_half_2x16(uint32_t packed) { return nbl_unpack_half_2x16(packed); }
