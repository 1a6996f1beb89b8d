/* Sums the texels of the convolution kernel, which is then normalised by these sums. Texels cut off later count, too.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The body of a kernel, nbl_bloom_sum_texels(constants). Dispatch a workgroup for each channel. Expects of the shader:
 *   NBL_BLOOM_WORKGROUP_SIZE        invocations of a workgroup
 *   bloom_shared_get(i), bloom_shared_set(i, value)   4 dwords per invocation
 *   bloom_texel_get(i, channel)     returns texel i, from 0 to constants.texels - 1, in the order of memory
 *   NBL_PARAMETER(kernel_channels)  1: all channels have the first one's sums
 *   kernel_sums                     receives sums at 0 to 2, sums of magnitudes at 4 to 6 (nbl/bloom/constants.h)
 * A million rounded additions in a row would be less accurate than a bloom is. So each carries its error along (Knuth,
 * The Art of Computer Programming, volume 2, 4.2.2, theorem B).
 */
#ifndef NBL_BLOOM_KERNEL_SUM_H
#define NBL_BLOOM_KERNEL_SUM_H

#include "nbl/bloom/constants.h"

NBL_STRUCT(nbl_bloom_sum_t) {
    float32_t value;
    float32_t error;
};

/* Returns sum + x, with what the rounding has lost added to `error`. */
NBL_FUNCTION nbl_bloom_sum_t nbl_bloom_sum_add(nbl_bloom_sum_t sum, float32_t x) {
    float32_t value = sum.value + x;
    float32_t part = value - sum.value;
    float32_t error = (sum.value - (value - part)) + (x - part);
    nbl_bloom_sum_t result = {value, sum.error + error};
    return result;
}

/* Sums the texels of a kernel. Dispatch a workgroup for each channel. */
NBL_FUNCTION void nbl_bloom_sum_texels(nbl_bloom_constants_t constants) {
    uint32_t channel = nbl_workgroup_index();
    uint32_t self = nbl_local_invocation_index();
    nbl_bloom_sum_t plain = {0.0f, 0.0f};
    nbl_bloom_sum_t absolute = {0.0f, 0.0f};
    for (uint32_t i = self; i < constants.texels; i += NBL_CAST(uint32_t, NBL_BLOOM_WORKGROUP_SIZE)) {
        float32_t x = bloom_texel_get(i, NBL_PARAMETER(kernel_channels) == 1 ? 0u : channel);
        plain = nbl_bloom_sum_add(plain, x);
        absolute = nbl_bloom_sum_add(absolute, x < 0.0f ? -x : x);
    }
    bloom_shared_set(4u * self, nbl_bits_from_float32(plain.value));
    bloom_shared_set(4u * self + 1u, nbl_bits_from_float32(plain.error));
    bloom_shared_set(4u * self + 2u, nbl_bits_from_float32(absolute.value));
    bloom_shared_set(4u * self + 3u, nbl_bits_from_float32(absolute.error));
    NBL_WORKGROUP_BARRIER();
    if (self < 2u) { /* two invocations end the two sums */
        nbl_bloom_sum_t whole = {0.0f, 0.0f};
        for (uint32_t j = 0u; j < NBL_CAST(uint32_t, NBL_BLOOM_WORKGROUP_SIZE); j++) {
            whole = nbl_bloom_sum_add(whole, nbl_float32_from_bits(bloom_shared_get(4u * j + 2u * self)));
            whole.error = whole.error + nbl_float32_from_bits(bloom_shared_get(4u * j + 2u * self + 1u));
        }
        NBL_STORE(kernel_sums, 4u * self + channel, whole.value + whole.error);
    }
}

#endif
