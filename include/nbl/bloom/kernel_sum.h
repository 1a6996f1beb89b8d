/* Sums the convolution kernel's texels, those included that are cut off later: what its luminance is made of.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include of a kernel body, <name>(constants):
 *   NBL_BLOOM_NAME                  prefix
 *   NBL_BLOOM_WORKGROUP_SIZE        invocations of a workgroup, one workgroup per channel
 *   NBL_BLOOM_SHARED_GET(i), NBL_BLOOM_SHARED_SET(i, value)   4 dwords per invocation
 *   NBL_BLOOM_SOURCE_TEXEL(i, channel)   texel i of all, in the order of memory
 *   NBL_BLOOM_SUM_WRITE(i, value)   NBL_BLOOM_SUMS of nbl/bloom/constants.h
 * A million additions in a row would lose what a bloom's accuracy allows, so each carries its error along (Knuth, The
 * Art of Computer Programming, volume 2, 4.2.2, theorem B).
 */
#include "nbl/bloom/constants.h"

NBL_STRUCT(NBL_CAT(NBL_BLOOM_NAME, _sum_t)) {
    float32_t value;
    float32_t error;
};

NBL_FUNCTION NBL_CAT(NBL_BLOOM_NAME, _sum_t)
    NBL_CAT(NBL_BLOOM_NAME, _add)(NBL_CAT(NBL_BLOOM_NAME, _sum_t) sum, float32_t x) {
    float32_t value = sum.value + x;
    float32_t part = value - sum.value;
    float32_t error = (sum.value - (value - part)) + (x - part);
    NBL_CAT(NBL_BLOOM_NAME, _sum_t) result = {value, sum.error + error};
    return result;
}

NBL_FUNCTION void NBL_BLOOM_NAME(nbl_bloom_constants_t constants) {
    uint32_t channel = nbl_workgroup_index();
    uint32_t self = nbl_local_invocation_index();
    NBL_CAT(NBL_BLOOM_NAME, _sum_t) plain = {0.0f, 0.0f};
    NBL_CAT(NBL_BLOOM_NAME, _sum_t) absolute = {0.0f, 0.0f};
    for (uint32_t i = self; i < constants.texels; i += NBL_CAST(uint32_t, NBL_BLOOM_WORKGROUP_SIZE)) {
        float32_t x = NBL_BLOOM_SOURCE_TEXEL(i, channel);
        plain = NBL_CAT(NBL_BLOOM_NAME, _add)(plain, x);
        absolute = NBL_CAT(NBL_BLOOM_NAME, _add)(absolute, x < 0.0f ? -x : x);
    }
    NBL_BLOOM_SHARED_SET(4u * self, nbl_bits_from_float32(plain.value));
    NBL_BLOOM_SHARED_SET(4u * self + 1u, nbl_bits_from_float32(plain.error));
    NBL_BLOOM_SHARED_SET(4u * self + 2u, nbl_bits_from_float32(absolute.value));
    NBL_BLOOM_SHARED_SET(4u * self + 3u, nbl_bits_from_float32(absolute.error));
    NBL_WORKGROUP_BARRIER();
    if (self < 2u) { /* two invocations end the two sums */
        NBL_CAT(NBL_BLOOM_NAME, _sum_t) whole = {0.0f, 0.0f};
        for (uint32_t j = 0u; j < NBL_CAST(uint32_t, NBL_BLOOM_WORKGROUP_SIZE); j++) {
            whole =
                NBL_CAT(NBL_BLOOM_NAME, _add)(whole, nbl_float32_from_bits(NBL_BLOOM_SHARED_GET(4u * j + 2u * self)));
            whole.error = whole.error + nbl_float32_from_bits(NBL_BLOOM_SHARED_GET(4u * j + 2u * self + 1u));
        }
        NBL_BLOOM_SUM_WRITE(4u * self + channel, whole.value + whole.error);
    }
}
