/* Kernel: the convolution kernel's second pass, its spectrum in DFT order.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_BLOOM_TRANSFORMS 2
#include "shaders/bloom_fft.h"
#include "nbl/bloom/kernel_spectrum.h"

NBL_KERNEL(NBL_BLOOM_KERNEL) { nbl_bloom_kernel_spectrum(NBL_PUSH_CONSTANT(bloom_constants)); }
