/* Kernel: divides the convolution kernel's spectrum by its luminance.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "shaders/bloom_resources.h"

#define NBL_BLOOM_NAME bloom_kernel_normalize
#define NBL_BLOOM_WORKGROUP_SIZE 64
#include "nbl/bloom/kernel_normalize.h"

NBL_LOCAL_SIZE(64)
NBL_KERNEL(NBL_BLOOM_KERNEL) { bloom_kernel_normalize(NBL_PUSH_CONSTANT(bloom_constants)); }
