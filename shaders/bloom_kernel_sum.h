/* Kernel: sums the convolution kernel's texels.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "shaders/bloom_resources.h"

NBL_SHARED(uint32_t, sum_scratch, 256)
NBL_FUNCTION uint32_t bloom_shared_get(uint32_t i) { return NBL_LOAD(sum_scratch, i); }
NBL_FUNCTION void bloom_shared_set(uint32_t i, uint32_t value) { NBL_STORE(sum_scratch, i, value); }
NBL_FUNCTION float32_t bloom_texel_get(uint32_t i, uint32_t channel) {
    return NBL_LOAD(source_scalars, 4u * i + channel);
}
#define NBL_BLOOM_WORKGROUP_SIZE 64
#include "nbl/bloom/kernel_sum.h"

NBL_LOCAL_SIZE(64)
NBL_KERNEL(NBL_BLOOM_KERNEL) { nbl_bloom_sum_texels(NBL_PUSH_CONSTANT(bloom_constants)); }
