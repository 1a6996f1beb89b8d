/* Kernel: the bloom's second pass: FFT, product and inverse along the second axis.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_BLOOM_TRANSFORMS 2
#include "shaders/bloom_resources.h"

#define NBL_BLOOM_NAME bloom_convolve
#define NBL_BLOOM_SHAPE() NBL_BLOOM_SECOND_SHAPE()
#define NBL_BLOOM_FFT_FORWARD(at, registers) bloom_fft_forward(at, registers)
#define NBL_BLOOM_FFT_INVERSE(at, registers) bloom_fft_inverse(at, registers)
#include "nbl/bloom/convolve.h"

NBL_KERNEL(NBL_BLOOM_KERNEL) { bloom_convolve(NBL_PUSH_CONSTANT(bloom_constants)); }
