/* Sums the convolution kernel's texels, those included that are cut off later: what its luminance is made of.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include of a kernel body, <name>(constants):
 *   NBL_BLOOM_NAME                  prefix
 *   NBL_BLOOM_WORKGROUP_SIZE        invocations of a workgroup, one workgroup per channel
 *   NBL_BLOOM_SHARED_GET(i), NBL_BLOOM_SHARED_SET(i, value)   4 dwords per invocation
 *   NBL_BLOOM_SOURCE_TEXEL(i, channel)   texel i of all, in the order of memory
 *   NBL_PARAMETER(kernel_channels)  1: the first channel stands for all
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
    NBL_CAT(NBL_BLOOM_NAME, _add)(NBL_CAT(NBL_BLOOM_NAME, _sum_t) sum_, float32_t x_) {
    float32_t value_ = sum_.value + x_;
    float32_t part_ = value_ - sum_.value;
    float32_t error_ = (sum_.value - (value_ - part_)) + (x_ - part_);
    NBL_CAT(NBL_BLOOM_NAME, _sum_t) result_ = {value_, sum_.error + error_};
    return result_;
}

NBL_FUNCTION void NBL_BLOOM_NAME(nbl_bloom_constants_t constants_) {
    uint32_t channel_ = nbl_workgroup_index();
    uint32_t self_ = nbl_local_invocation_index();
    NBL_CAT(NBL_BLOOM_NAME, _sum_t) plain_ = {0.0f, 0.0f};
    NBL_CAT(NBL_BLOOM_NAME, _sum_t) absolute_ = {0.0f, 0.0f};
    for (uint32_t i_ = self_; i_ < constants_.texels; i_ += NBL_CAST(uint32_t, NBL_BLOOM_WORKGROUP_SIZE)) {
        float32_t x_ = NBL_BLOOM_SOURCE_TEXEL(i_, NBL_PARAMETER(kernel_channels) == 1 ? 0u : channel_);
        plain_ = NBL_CAT(NBL_BLOOM_NAME, _add)(plain_, x_);
        absolute_ = NBL_CAT(NBL_BLOOM_NAME, _add)(absolute_, x_ < 0.0f ? -x_ : x_);
    }
    NBL_BLOOM_SHARED_SET(4u * self_, nbl_bits_from_float32(plain_.value));
    NBL_BLOOM_SHARED_SET(4u * self_ + 1u, nbl_bits_from_float32(plain_.error));
    NBL_BLOOM_SHARED_SET(4u * self_ + 2u, nbl_bits_from_float32(absolute_.value));
    NBL_BLOOM_SHARED_SET(4u * self_ + 3u, nbl_bits_from_float32(absolute_.error));
    NBL_WORKGROUP_BARRIER();
    if (self_ < 2u) { /* two invocations end the two sums */
        NBL_CAT(NBL_BLOOM_NAME, _sum_t) whole_ = {0.0f, 0.0f};
        for (uint32_t j_ = 0u; j_ < NBL_CAST(uint32_t, NBL_BLOOM_WORKGROUP_SIZE); j_++) {
            whole_ = NBL_CAT(NBL_BLOOM_NAME, _add)(whole_,
                                                   nbl_float32_from_bits(NBL_BLOOM_SHARED_GET(4u * j_ + 2u * self_)));
            whole_.error = whole_.error + nbl_float32_from_bits(NBL_BLOOM_SHARED_GET(4u * j_ + 2u * self_ + 1u));
        }
        NBL_BLOOM_SUM_WRITE(4u * self_ + channel_, whole_.value + whole_.error);
    }
}
