/* Kernel: the convolution kernel's spectrum as the bloom's second pass reads it.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_BLOOM_TRANSFORMS 0
#include "shaders/bloom_fft.h"
#include "nbl/bloom/kernel_arrange.h"

NBL_LOCAL_SIZE((NBL_PARAMETER(ffts_per_workgroup) * NBL_PARAMETER(invocations)))
NBL_KERNEL(NBL_BLOOM_KERNEL) { nbl_bloom_kernel_arrange(NBL_PUSH_CONSTANT(bloom_constants)); }
