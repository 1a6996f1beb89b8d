/* The convolution kernel's third pass: divides its spectrum by its luminance, so that a bloom neither adds nor takes
 * light.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include of a kernel body, <name>(constants):
 *   NBL_BLOOM_NAME                  prefix
 *   NBL_BLOOM_WORKGROUP_SIZE        invocations of a workgroup
 *   NBL_BLOOM_CHANNEL_SUM(channel)  what the second pass summed
 *   NBL_BLOOM_SPECTRUM(index), NBL_BLOOM_SPECTRUM_WRITE(index, z)
 * Channels share one divisor: the tint stays.
 */
#include "nbl/bloom/constants.h"

NBL_FUNCTION void NBL_BLOOM_NAME(nbl_bloom_constants_t constants) {
    uint32_t index = nbl_workgroup_index() * NBL_BLOOM_WORKGROUP_SIZE + nbl_local_invocation_index();
    if (index < constants.elements) {
        float32_t luminance =
            nbl_bloom_luminance(NBL_BLOOM_CHANNEL_SUM(0), NBL_BLOOM_CHANNEL_SUM(1), NBL_BLOOM_CHANNEL_SUM(2));
        float32_t scale = constants.normalize == 1u ? nbl_bloom_reciprocal(luminance) : 1.0f;
        NBL_BLOOM_SPECTRUM_WRITE(index, nbl_complex_scale(NBL_BLOOM_SPECTRUM(index), scale));
    }
}
