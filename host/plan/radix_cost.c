/* What the radix kernels of nbl/fft/radix.h cost, in real operations.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plan/radix_cost.h"

#define NBL_FFT_RADIX_OPERATIONS(R, additions, products, fused) \
    if (radix == R) return additions + products;
#define NBL_FFT_RADIX_FUSED_OPERATIONS(R, additions, products, fused) \
    if (radix == R) return fused;

uint32_t nbl_fft_radix_operations(uint32_t radix) {
    NBL_FFT_RADIX_COSTS(NBL_FFT_RADIX_OPERATIONS)
    return 0u;
}

uint32_t nbl_fft_radix_fused_operations(uint32_t radix) {
    NBL_FFT_RADIX_COSTS(NBL_FFT_RADIX_FUSED_OPERATIONS)
    return 0u;
}
