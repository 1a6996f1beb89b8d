/* Kernel: the bloom's first pass, of an image or of a convolution kernel.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_BLOOM_TRANSFORMS 1
#define NBL_PRELOADED_CHANNELS 3
#include "shaders/bloom_resources.h"

#define NBL_BLOOM_NAME bloom_first_axis
#define NBL_BLOOM_SHAPE() NBL_BLOOM_FIRST_SHAPE()
#define NBL_BLOOM_FFT_FORWARD(at, registers, channel) bloom_fft_forward(at, registers, channel)
#include "nbl/bloom/first_axis.h"

NBL_KERNEL(NBL_BLOOM_KERNEL) { bloom_first_axis(NBL_PUSH_CONSTANT(bloom_constants)); }
