/* How the kernel of a transform is built where there is a choice that changes no result: as measured.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_FFT_TUNING_H
#define NBL_FFT_TUNING_H

#include <stdbool.h>

#include "nbl/host/fft.h"
#include "nbl/host/plan.h"

typedef struct nbl_fft_tuning_t {
    uint32_t rounds;
    const char *plan;       /* NULL: host/plan/table.h's; halves in memory have radices of their own */
    const char *fast_plan;  /* of fast mode where it fits, since its radices do not fit every device; NULL: the same */
    uint32_t fast_twiddles; /* NBL_FFT_TWIDDLES_* of fast mode */
    nbl_instruction_order_t orders[2]; /* of exact and of fast mode */
} nbl_fft_tuning_t;

/* Returns what measured best on an NVIDIA H200 (docs/performance.md) for a Stockham transform of the default plan; one
 * round and all unrolled where nothing was measured. */
nbl_fft_tuning_t nbl_fft_tuning(uint32_t length, nbl_fft_precision_t precision);

/* Makes the plan that is used where none is given: with the tuning's radices if it has some, otherwise
 * nbl_fft_plan_make()'s; limits change them in fast mode alone. Errors and the other arguments are that function's.
 *
 * fast  other radices than exact mode's will do */
nbl_result_t nbl_fft_tuned_plan(uint32_t length, nbl_fft_precision_t precision, bool fast,
                                const nbl_fft_plan_limits_t *limits, nbl_fft_plan_t *plan, nbl_error_t *error);

#endif
