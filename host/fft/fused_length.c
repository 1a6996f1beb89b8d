/* How long the convolution of a chirp is that goes in one kernel.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A file of its own, so that bench/scripts/chirps.c may choose in its place.
 */
#include "fft/axis_stages.h"
#include "nbl/host/plan.h"

/* Beyond it four kernels of short lines are faster than one that fills a multiprocessor: docs/log/transforms.md. */
#define MOST_FUSED 8192u

uint32_t nbl_fft_axis_fused_length(const nbl_fft_axis_make_t *make, uint32_t length, nbl_fft_precision_t precision) {
    nbl_fft_lines_desc_t desc = {.precision = precision, .planned = precision, .fast = make->fast};
    nbl_instruction_order_t order;
    if (!make->fast || length > MOST_FUSED / 2) return 0;
    desc.length = nbl_fft_good_length(2 * length - 1, false);
    return nbl_fft_lines_plan(&make->fft->limits, &desc, &order, NULL) == NBL_SUCCESS ? desc.length : 0;
}
