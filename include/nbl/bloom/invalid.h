/* Replaces texels that are not finite: NaN becomes 0, an infinity the largest number, with its sign.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A single NaN or infinity would make a whole frame NaN, since a transform adds every texel to every frequency. The
 * exponent's bits decide, because a compiler that may assume that there is no NaN folds `x != x` away.
 */
#ifndef NBL_BLOOM_INVALID_H
#define NBL_BLOOM_INVALID_H

#include "nbl/lang.h"

/* Returns a finite number: the value itself if it is one, negative or not.
 *
 * largest  what an infinity becomes; finite, 0 or more */
NBL_FUNCTION float32_t nbl_bloom_valid(float32_t value, float32_t largest) {
    uint32_t bits = nbl_bits_from_float32(value), magnitude = bits & 0x7FFFFFFFu;
    uint32_t in_place = magnitude == 0x7F800000u ? nbl_bits_from_float32(largest) | (bits & 0x80000000u) : 0u;
    return nbl_float32_from_bits(magnitude < 0x7F800000u ? bits : in_place);
}

/* Returns a texel of finite numbers, alpha too. */
NBL_FUNCTION nbl_float32_t4 nbl_bloom_valid_texel(nbl_float32_t4 rgba, float32_t largest) {
    nbl_float32_t4 valid = {nbl_bloom_valid(rgba.x, largest), nbl_bloom_valid(rgba.y, largest),
                            nbl_bloom_valid(rgba.z, largest), nbl_bloom_valid(rgba.w, largest)};
    return valid;
}

#endif
