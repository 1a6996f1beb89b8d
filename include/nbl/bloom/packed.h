/* Powers of two by which FFTs that exchange halves are scaled: none overflows, and dark texels keep their digits.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Between its passes of radices an FFT holds transforms of parts of its line. They are sums of as many elements as
 * the radices so far have for product, and each is the mean of some results. The first axis's FFTs have bounds: texels
 * are at most 65504, and so is what comes back. Columns of the second axis differ by more than halves hold, so that
 * each workgroup looks for its largest element: nbl/bloom/convolve.h.
 */
#ifndef NBL_BLOOM_PACKED_H
#define NBL_BLOOM_PACKED_H

#include "nbl/bit.h"
#include "nbl/complex.h"

/* Returns 2^exponent.
 *
 * exponent  -126 to 127 */
NBL_FUNCTION float32_t nbl_bloom_power_of_two(int32_t exponent) {
    return nbl_float32_from_bits(NBL_CAST(uint32_t, 127 + exponent) << 23u);
}

/* Returns log2 of a power of two that no sum of `terms` complex numbers exceeds whose parts are at most 1. */
NBL_FUNCTION int32_t nbl_bloom_log2_of_sums(uint32_t terms) {
    return NBL_CAST(int32_t, nbl_log2(nbl_round_up_to_power_of_two((3u * terms + 1u) / 2u)));
}

/* Returns the larger of a number and of |real| + |imag| of an element, as bits of float32 numbers: they are in order. */
NBL_FUNCTION uint32_t nbl_bloom_larger(uint32_t largest, nbl_complex_float32_t z) {
    float32_t real = nbl_float32_from_bits(nbl_bits_from_float32(z.real) & 0x7fffffffu);
    float32_t imag = nbl_float32_from_bits(nbl_bits_from_float32(z.imag) & 0x7fffffffu);
    uint32_t size = nbl_bits_from_float32(real + imag);
    return largest < size ? size : largest;
}

/* Returns the exponent of a power of two above a float32 number, -89 to 91: beyond, its reciprocal and products with it
 * would leave float32's range.
 *
 * bits  of the number, not negative */
NBL_FUNCTION int32_t nbl_bloom_exponent_above(uint32_t bits) {
    int32_t exponent = NBL_CAST(int32_t, bits >> 23u) - 126;
    return exponent < -89 ? -89 : (exponent > 91 ? 91 : exponent);
}

#endif
