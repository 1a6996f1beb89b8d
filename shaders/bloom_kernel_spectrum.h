/* Kernel: the convolution kernel's second pass, its spectrum in DFT order.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_BLOOM_TRANSFORMS 2
#include "shaders/bloom_resources.h"

#define NBL_BLOOM_NAME bloom_kernel_spectrum
#define NBL_BLOOM_SHAPE() NBL_BLOOM_SECOND_SHAPE()
#define NBL_BLOOM_FFT_FORWARD(at, registers) bloom_fft_forward(at, registers)
#include "nbl/bloom/kernel_spectrum.h"

NBL_KERNEL(NBL_BLOOM_KERNEL) { bloom_kernel_spectrum(NBL_PUSH_CONSTANT(bloom_constants)); }
