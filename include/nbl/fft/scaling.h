/* How a normalisation that goes pass by pass, float16's, is split around a pass's butterflies.
 * SPDX-License-Identifier: Apache-2.0
 *
 * One rule for the kernels and for the host's executor: the bits of a transform follow from it. Before a pass
 * of radix R all numbers are divided by a power of two: for 1/R by the least one that is R or more, and at least 2; for
 * 1/sqrt(R) by one that is sqrt(R) or more. After the pass they are multiplied by the rest of the factor.
 */
#ifndef NBL_FFT_SCALING_H
#define NBL_FFT_SCALING_H

#include "nbl/fft/parameters.h"

/* Returns log2 of the power of two by which numbers are divided before a pass: 1 to 6.
 *
 * radix  1 to NBL_FFT_MAX_RADIX
 * root   true: the normalisation is 1/sqrt(N); false: 1/N */
NBL_FUNCTION uint32_t nbl_fft_pass_halvings(uint32_t radix, bool root) {
    uint32_t log2 = radix <= 2u ? 1u : radix <= 4u ? 2u : radix <= 8u ? 3u : radix <= 16u ? 4u : radix <= 32u ? 5u : 6u;
    return root ? (log2 + 1u) >> 1u : log2;
}

/* Returns whether that power of two is the whole factor, so that nothing is multiplied after the pass. Arguments:
 * nbl_fft_pass_halvings(). */
NBL_FUNCTION bool nbl_fft_pass_halves_all(uint32_t radix, bool root) {
    uint32_t halvings = nbl_fft_pass_halvings(radix, root);
    return radix == 1u << (root ? 2u * halvings : halvings);
}

#endif
