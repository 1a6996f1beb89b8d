/* The one table of preferred plans: what was measured to be fastest of a length, for each use of a plan.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A length without a row gets its plan by counting (host/plan/make.c). Exact mode's radices are kept whatever a
 * device's limits are, since bits follow from them; invocations and the like where they fit. A row of fast mode alone
 * counts only where all of it fits.
 */
#ifndef NBL_FFT_PLAN_PREFERRED_H
#define NBL_FFT_PLAN_PREFERRED_H

#include "nbl/host/compile.h"
#include "nbl/host/plan.h"

/* What a plan is for: a transform of a precision, HALVES being float32 arithmetic on halves in memory; or a bloom's
 * pass: the first one's ROWS, ROWS_BACK of the third, LINES of the second, and what has none of these rows (BLOOM). */
typedef enum nbl_fft_use_t {
    NBL_FFT_USE_FLOAT16 = 1,
    NBL_FFT_USE_FLOAT32 = 2,
    NBL_FFT_USE_FLOAT64 = 4,
    NBL_FFT_USE_HALVES = 8,
    NBL_FFT_USE_BLOOM = 16,
    NBL_FFT_USE_BLOOM_ROWS = 32,
    NBL_FFT_USE_BLOOM_ROWS_BACK = 64,
    NBL_FFT_USE_BLOOM_LINES = 128,
    NBL_FFT_USE_BLOOM_LINES_OF_HALVES = 256
} nbl_fft_use_t;

typedef struct nbl_fft_preferred_t {
    nbl_fft_plan_request_t request;
    uint32_t rounds;
    uint32_t twiddles;             /* NBL_FFT_TWIDDLES_* of fast mode */
    nbl_instruction_order_t order; /* of the row's mode */
    uint32_t percent;              /* of a copy's rate, in fast mode; 0: not known */
    bool fast_only;
} nbl_fft_preferred_t;

/* Returns whether there is a row of a length.
 *
 * fast  a row of fast mode alone is taken first; otherwise it is not taken */
bool nbl_fft_preferred_find(uint32_t length, nbl_fft_use_t use, bool fast, nbl_fft_preferred_t *row);

/* The use of a transform whose complex elements have so many dwords. */
nbl_fft_use_t nbl_fft_use_of_dwords(uint32_t complex_dwords);

/* The rows one after the other, for tests and lengths; returns false from the last on. */
bool nbl_fft_preferred_row(uint32_t number, uint32_t *length, uint32_t *uses, nbl_fft_preferred_t *row);

#endif
