/* How a normalisation that goes pass by pass, float16's, is split around a pass's butterflies.
 * SPDX-License-Identifier: Apache-2.0
 *
 * One rule for the kernels and for the host's executor: the bits of a transform follow from it. Before a pass of radix R
 * comes a power of two, of 1/R the next, of 1/sqrt(R) one that is no larger; behind it what is left of the factor.
 */
#ifndef NBL_FFT_SCALING_H
#define NBL_FFT_SCALING_H

#include "nbl/fft/parameters.h"

/* Returns log2 of what is divided by before a pass.
 *
 * radix  1 to 36
 * root   the normalisation is that by the root, else by the length */
NBL_FUNCTION uint32_t nbl_fft_pass_halvings(uint32_t radix, bool root) {
    uint32_t log2 = radix <= 2u ? 1u : radix <= 4u ? 2u : radix <= 8u ? 3u : radix <= 16u ? 4u : radix <= 32u ? 5u : 6u;
    return root ? (log2 + 1u) >> 1u : log2;
}

/* Returns whether that is the whole factor, and nothing is left to do behind the pass. */
NBL_FUNCTION bool nbl_fft_pass_halves_all(uint32_t radix, bool root) {
    uint32_t halvings = nbl_fft_pass_halvings(radix, root);
    return radix == 1u << (root ? 2u * halvings : halvings);
}

#endif
