/* Kernel: the bloom's second pass: FFT, product and inverse along the second axis.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_BLOOM_TRANSFORMS 2
#include "shaders/bloom_fft.h"
#include "nbl/lang/atomic_max.h"

NBL_SHARED(uint32_t, bloom_largest, 1)
NBL_FUNCTION void bloom_largest_begin(void) {
    if (nbl_local_invocation_index() == 0u) NBL_STORE(bloom_largest, 0u, 0u);
    NBL_WORKGROUP_BARRIER();
}
NBL_FUNCTION uint32_t bloom_largest_of(uint32_t value) {
    NBL_ATOMIC_MAX(bloom_largest, 0u, value);
    NBL_WORKGROUP_BARRIER();
    return NBL_LOAD(bloom_largest, 0u);
}
#include "nbl/bloom/convolve.h"

NBL_KERNEL(NBL_BLOOM_KERNEL) { nbl_bloom_convolve(NBL_PUSH_CONSTANT(bloom_constants)); }
