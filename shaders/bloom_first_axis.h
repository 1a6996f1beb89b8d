/* Kernel: the bloom's first pass, of an image or of a convolution kernel.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_BLOOM_TRANSFORMS 1
#include "shaders/bloom_fft.h"
#include "nbl/bloom/first_axis.h"

NBL_KERNEL(NBL_BLOOM_KERNEL) { nbl_bloom_first_axis(NBL_PUSH_CONSTANT(bloom_constants)); }
