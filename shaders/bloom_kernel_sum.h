/* Kernel: sums the convolution kernel's texels.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "shaders/bloom_resources.h"

NBL_SHARED(uint32_t, sum_scratch, 256)
#define NBL_BLOOM_SHARED_GET(i) NBL_LOAD(sum_scratch, i)
#define NBL_BLOOM_SHARED_SET(i, value) NBL_STORE(sum_scratch, i, value)
#define NBL_BLOOM_SOURCE_TEXEL(i, channel) NBL_LOAD(source_scalars, 4u * (i) + (channel))
#define NBL_BLOOM_NAME bloom_kernel_sum
#define NBL_BLOOM_WORKGROUP_SIZE 64
#include "nbl/bloom/kernel_sum.h"

NBL_LOCAL_SIZE(64)
NBL_KERNEL(NBL_BLOOM_KERNEL) { bloom_kernel_sum(NBL_PUSH_CONSTANT(bloom_constants)); }
