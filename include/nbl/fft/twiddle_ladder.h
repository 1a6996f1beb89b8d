/* Lists which powers of a butterfly's twiddle are evaluated. Every other power is the product of two of them.
 * SPDX-License-Identifier: Apache-2.0
 *
 * One rule for the kernels, which make a ladder for each butterfly, and for the host's tables, which keep them: the
 * bits of a transform follow from it.
 */
#ifndef NBL_FFT_TWIDDLE_LADDER_H
#define NBL_FFT_TWIDDLE_LADDER_H

#include "nbl/fft/parameters.h"

/* Returns whether octants of evaluated powers are found by comparing. */
NBL_FUNCTION bool nbl_fft_twiddles_compare(uint32_t twiddles) {
    return twiddles >= NBL_CAST(uint32_t, NBL_FFT_TWIDDLES_COMPARED);
}

/* Returns whether twiddles are stepped in some passes, or in all. */
NBL_FUNCTION bool nbl_fft_twiddles_step(uint32_t twiddles) {
    return twiddles % NBL_CAST(uint32_t, NBL_FFT_TWIDDLES_COMPARED) >= NBL_CAST(uint32_t, NBL_FFT_TWIDDLES_STEPPED);
}

/* Returns whether each twiddle of a pass is made in one way if twiddles are stepped. Butterfly b is number b /
 * invocations of invocation b % invocations, and has twiddle b % stride; a last pass has as many butterflies as
 * twiddles. */
NBL_FUNCTION bool nbl_fft_pass_steps_in_one_way(uint32_t stride, uint32_t butterflies, uint32_t invocations) {
    return stride == butterflies || stride % invocations == 0u || invocations % stride == 0u;
}

/* Returns whether butterflies of a pass behind an invocation's first take its evaluated powers, times literals. */
NBL_FUNCTION bool nbl_fft_pass_steps(uint32_t twiddles, uint32_t stride, uint32_t butterflies, uint32_t invocations) {
    bool everywhere =
        twiddles % NBL_CAST(uint32_t, NBL_FFT_TWIDDLES_COMPARED) < NBL_CAST(uint32_t, NBL_FFT_TWIDDLES_PARTLY_STEPPED);
    return nbl_fft_twiddles_step(twiddles) &&
           (everywhere || nbl_fft_pass_steps_in_one_way(stride, butterflies, invocations));
}

/* Returns whether w^q is evaluated, and not a product.
 *
 * q         1 to the radix - 1
 * twiddles  NBL_FFT_TWIDDLES_OF_TWO or another of nbl/fft/parameters.h */
NBL_FUNCTION bool nbl_fft_power_is_evaluated(uint32_t q, uint32_t twiddles) {
    uint32_t ladder = twiddles % NBL_CAST(uint32_t, NBL_FFT_TWIDDLES_COMPARED);
    if (ladder >= NBL_CAST(uint32_t, NBL_FFT_TWIDDLES_PARTLY_STEPPED)) {
        ladder -= NBL_CAST(uint32_t, NBL_FFT_TWIDDLES_PARTLY_STEPPED - NBL_FFT_TWIDDLES_STEPPED);
    }
    bool all = ladder == NBL_CAST(uint32_t, NBL_FFT_TWIDDLES_EVALUATED);
    bool one = ladder == NBL_CAST(uint32_t, NBL_FFT_TWIDDLES_OF_ONE) ||
               ladder == NBL_CAST(uint32_t, NBL_FFT_TWIDDLES_STEPPED_OF_ONE);
    bool two = ladder == NBL_CAST(uint32_t, NBL_FFT_TWIDDLES_OF_TWO) ||
               ladder == NBL_CAST(uint32_t, NBL_FFT_TWIDDLES_STEPPED_OF_TWO);
    bool fourth = ladder == NBL_CAST(uint32_t, NBL_FFT_TWIDDLES_OF_ONE_AND_FOURTH) ||
                  ladder == NBL_CAST(uint32_t, NBL_FFT_TWIDDLES_STEPPED_OF_ONE_AND_FOURTH);
    bool is_both = q > 4u && (q & 3u) != 0u;
    return all || (q < 4u ? q == 1u || two : !is_both && !one && (q == 4u || !fourth));
}

/* Returns the first of the two powers that w^q is the product of, the second being w^(q - first): 4 a of 4 a + b; of a
 * multiple of 4, or of a power to 4, its half.
 *
 * q  2 to the radix - 1 */
NBL_FUNCTION uint32_t nbl_fft_power_first(uint32_t q) {
    uint32_t low = q & 3u, unit = q <= 4u ? 1u : 4u;
    return q > 4u && low != 0u ? q - low : q / unit / 2u * unit;
}

#endif
