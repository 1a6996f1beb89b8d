/* The plan of a transform for which the caller gives none: as it was measured, or made by counting.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_FFT_TUNING_H
#define NBL_FFT_TUNING_H

#include <stdbool.h>

#include "nbl/host/fft.h"
#include "nbl/host/plan.h"

/* What goes with a plan and does not change it. */
typedef struct nbl_fft_tuning_t {
    uint32_t rounds;
    uint32_t twiddles; /* NBL_FFT_TWIDDLES_* */
    nbl_instruction_order_t order;
} nbl_fft_tuning_t;

/* Makes the plan that is used where none is given: the measured one, otherwise nbl_fft_plan_make()'s; limits change
 * radices in fast mode alone. Errors and the other arguments are that function's.
 *
 * fast    other radices than exact mode's will do
 * tuning  NULL, or receives what was measured with the plan; one round, twiddles of two and the default order where
 *         nothing was */
nbl_result_t nbl_fft_tuned_plan(uint32_t length, nbl_fft_precision_t precision, bool fast,
                                const nbl_fft_plan_limits_t *limits, nbl_fft_plan_t *plan, nbl_fft_tuning_t *tuning,
                                nbl_error_t *error);

#endif
