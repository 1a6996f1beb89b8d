/* Kernel: the bloom's first pass, of an image or of a convolution kernel.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_BLOOM_ELEMENTS_LOG2 NBL_BLOOM_FIRST_ELEMENTS_LOG2
#define NBL_BLOOM_WORKGROUP_LOG2 NBL_BLOOM_FIRST_WORKGROUP_LOG2
#define NBL_BLOOM_NORMALIZED_BY_STORAGE 0
#define NBL_PRELOADED_CHANNELS 3
#include "shaders/bloom_resources.h"

#define NBL_BLOOM_NAME bloom_first_axis
#define NBL_BLOOM_SHAPE NBL_BLOOM_FIRST_SHAPE
#define NBL_BLOOM_FFT_FORWARD(at, registers, channel) bloom_fft_forward(at, registers, channel)
#include "nbl/bloom/first_axis.h"

NBL_KERNEL(nbl_bloom_first_axis) {
    bloom_first_axis(NBL_PUSH_CONSTANT(bloom_constants));
}
