/* Kernel: the bloom's third pass: inverse FFT along the first axis, and out.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_BLOOM_ELEMENTS_LOG2 NBL_BLOOM_FIRST_ELEMENTS_LOG2
#define NBL_BLOOM_WORKGROUP_LOG2 NBL_BLOOM_FIRST_WORKGROUP_LOG2
#define NBL_BLOOM_NORMALIZED_BY_STORAGE NBL_BLOOM_HALF_STORAGE
#define NBL_PRELOADED_CHANNELS 3
#include "shaders/bloom_resources.h"

#define NBL_BLOOM_NAME bloom_first_axis_inverse
#define NBL_BLOOM_SHAPE NBL_BLOOM_FIRST_SHAPE
#define NBL_BLOOM_FFT_INVERSE(at, registers, channel) bloom_fft_inverse(at, registers, channel)
#include "nbl/bloom/first_axis_inverse.h"

NBL_KERNEL(nbl_bloom_first_axis_inverse) {
    bloom_first_axis_inverse(NBL_PUSH_CONSTANT(bloom_constants));
}
