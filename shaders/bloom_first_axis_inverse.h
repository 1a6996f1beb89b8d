/* Kernel: the bloom's third pass: inverse FFT along the first axis, and out.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_BLOOM_TRANSFORMS 1
#define NBL_PRELOADED_CHANNELS 3
#include "shaders/bloom_resources.h"

#define NBL_BLOOM_NAME bloom_first_axis_inverse
#define NBL_BLOOM_SHAPE() NBL_BLOOM_FIRST_SHAPE()
#define NBL_BLOOM_FFT_INVERSE(at, registers, channel) bloom_fft_inverse(at, registers, channel)
#include "nbl/bloom/first_axis_inverse.h"

NBL_KERNEL(NBL_BLOOM_KERNEL) { bloom_first_axis_inverse(NBL_PUSH_CONSTANT(bloom_constants)); }
