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
    const char
        *plan; /* halves in memory are a precision of their own, with radices of their own; NULL: host/plan/table.h's */
    uint32_t fast_twiddles;            /* NBL_FFT_TWIDDLES_* of fast mode */
    nbl_instruction_order_t orders[2]; /* of exact and of fast mode */
} nbl_fft_tuning_t;

/* Returns what measured best on an NVIDIA H200 (docs/performance.md) for a Stockham transform of the default plan; one
 * round and all unrolled where nothing was measured. */
nbl_fft_tuning_t nbl_fft_tuning(uint32_t length, nbl_fft_precision_t precision);

/* Makes the plan that is used where none is given: with the tuning's radices if it has some, otherwise
 * nbl_fft_plan_make()'s; limits do not change them. Errors and arguments are that function's. */
nbl_result_t nbl_fft_tuned_plan(uint32_t length, nbl_fft_precision_t precision, const nbl_fft_plan_limits_t *limits,
                                nbl_fft_plan_t *plan, nbl_error_t *error);

#endif
