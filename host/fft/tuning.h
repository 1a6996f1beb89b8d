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

/* Returns the limits that plans have of a device's. */
nbl_fft_plan_limits_t nbl_fft_plan_limits_of(const nbl_fft_limits_t *limits);

/* Makes the plan of a length for which the caller gives none: the measured plan, otherwise nbl_fft_plan_make()'s.
 * Limits change its radices in fast mode only. Errors and other arguments: nbl_fft_plan_make().
 *
 * mode    fast and fused: radices may differ from exact mode's; fused: rows of fused mode alone come before fast mode's
 * tuning  receives what was measured with the plan; may be NULL. Without a measurement: one round, twiddles of two and
 *         the default order */
nbl_result_t nbl_fft_tuned_plan(uint32_t length, nbl_fft_precision_t precision, nbl_mode_t mode,
                                const nbl_fft_plan_limits_t *limits, nbl_fft_plan_t *plan, nbl_fft_tuning_t *tuning,
                                nbl_error_t *error);

/* Returns the plan of a line on the CPU. Only its radices count: exact mode's, the same as on any device.
 *
 * precision  not NBL_FFT_FLOAT16, which is scaled pass by pass, in passes of radix 1 too
 * text       radices in place of the length's, for passes of long lines; or NULL */
nbl_fft_plan_t nbl_fft_line_plan(uint32_t length, nbl_fft_precision_t precision, const char *text);

/* Returns which twiddles are evaluated in exact mode, NBL_FFT_TWIDDLES_*. Halves have 11 bits: rounding to
 * halves hides the errors of powers of one factor, and evaluating more factors costs a fifth of the time. */
uint32_t nbl_fft_exact_twiddles(nbl_fft_precision_t precision);

/* Returns NBL_FFT_TWIDDLES_PARTLY_STEPPED_.. for NBL_FFT_TWIDDLES_STEPPED_.., and any other number as it is. */
uint32_t nbl_fft_partly_stepped(uint32_t twiddles);

/* Returns the mode in which a transform's texts are compiled, and which decides how a product joins the sum that takes
 * it: EXACT, by two roundings; FUSED, as the text says; FAST, as each compiler likes. Fast mode's transforms of float32
 * and float64 are compiled in fused mode, but are no error on a device that rounds a multiply-add twice. Its halves are
 * exchanged as halves, which the CPU does not do. */
nbl_mode_t nbl_fused_compiled_as(nbl_mode_t mode, nbl_fft_precision_t precision);

/* Returns a line's twiddles as fused mode has them: nbl_fft_partly_stepped() ones, unless each twiddle of every pass is
 * made in one way.
 *
 * plan      of the line, its radices in the order of the forward transform
 * twiddles  NBL_FFT_TWIDDLES_* */
uint32_t nbl_fused_twiddles(const nbl_fft_plan_t *plan, bool inverse, uint32_t twiddles);

#endif
