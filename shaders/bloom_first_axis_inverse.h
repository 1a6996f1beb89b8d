/* Kernel: the bloom's third pass: inverse FFT along the first axis, and out.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_BLOOM_TRANSFORMS 1
#include "shaders/bloom_fft.h"
#include "nbl/bloom/first_axis_inverse.h"

NBL_KERNEL(NBL_BLOOM_KERNEL) { nbl_bloom_first_axis_inverse(NBL_PUSH_CONSTANT(bloom_constants)); }
