/* Kernel: the bloom's second pass: FFT, product and inverse along the second axis.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_BLOOM_TRANSFORMS 2
#include "shaders/bloom_fft.h"
#include "nbl/bloom/convolve.h"

NBL_KERNEL(NBL_BLOOM_KERNEL) { nbl_bloom_convolve(NBL_PUSH_CONSTANT(bloom_constants)); }
