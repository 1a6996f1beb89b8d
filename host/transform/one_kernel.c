/* Convolutions in one kernel: which length a chirp's has, and which primes go by Rader's algorithm, by measurements.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A file of its own, so that bench/scripts/chirps.c may choose in its place.
 */
#include "transform/one_kernel.h"

#include <stddef.h>

#include "transform/lines.h"
#include "plan/cost.h"
#include "plan/factors.h"
#include "plan/make.h"

static nbl_fact_case_t case_of(nbl_device_kind_t device) {
    return (
        nbl_fact_case_t){.device = device, .kind = NBL_FACT_CONVOLUTION, .fast = true, .precision = NBL_FFT_FLOAT32};
}

const nbl_fact_t *nbl_fft_one_kernel_find(nbl_device_kind_t device, uint32_t length) {
    const nbl_fact_case_t of = case_of(device);
    return nbl_facts_next(NULL, NULL, length, &of);
}

/* The first row of a chirp's, which is the fastest, that fits; NULL: none. */
static const nbl_fact_t *row_of_chirp(uint32_t n, const nbl_fft_plan_limits_t *limits) {
    const nbl_fact_case_t of = case_of(limits->device);
    const nbl_fact_t *row = NULL;
    nbl_fft_plan_t plan;
    do row = nbl_facts_next_from(row, 2 * n - 2, &of);
    while (row != NULL && (row->chirp_time == 0 || nbl_fft_plan_parse(row->plans[0], NBL_DWORDS_float32_t, limits,
                                                                      &plan, NULL) != NBL_SUCCESS));
    return row;
}

uint32_t nbl_fft_one_kernel_length(uint32_t n, uint32_t complex_dwords, const nbl_fft_plan_limits_t *limits) {
    const nbl_fact_t *row = complex_dwords == NBL_DWORDS_float32_t ? row_of_chirp(n, limits) : NULL;
    const uint32_t longest = (uint32_t)nbl_fact_number_of(limits->device, NBL_NUMBER_CONVOLUTION_LONGEST);
    const uint32_t length = n <= longest / 2 ? nbl_fft_good_length(2 * n - 1, false) : 0;
    nbl_fft_plan_t plan;
    if (row != NULL) return row->number;
    return length != 0 && nbl_fft_plan_make(length, complex_dwords, limits, &plan, NULL) == NBL_SUCCESS ? length : 0;
}

/* ---- Rader's algorithm */

/* Whether an invocation holds more elements than this kind of device has room for. */
static bool holds_many(const nbl_fft_plan_t *plan, const nbl_fft_plan_limits_t *limits) {
    return plan->elements > nbl_fact_number_of(limits->device, NBL_NUMBER_LINES_MOST_ELEMENTS);
}

/* Whether a chirp goes in one kernel whose invocations hold few elements. One of 59 is built in a fifth of the time
 * that Rader's line of 29 x 2 takes lavapipe, and is as fast there. */
static bool has_chirp_of_few(uint32_t n, const nbl_fft_plan_limits_t *limits) {
    const uint32_t length = nbl_fft_one_kernel_length(n, NBL_DWORDS_float32_t, limits);
    nbl_fft_plan_t plan;
    return length != 0 && nbl_fft_lines_plan_fused(limits, length, NBL_DWORDS_float32_t, &plan) &&
           !holds_many(&plan, limits);
}

bool nbl_fft_one_kernel_by_rader(uint32_t n, uint32_t complex_dwords, const nbl_fft_plan_limits_t *limits) {
    nbl_fft_plan_t plan, own;
    if (!nbl_is_prime(n) || !nbl_fft_lines_plan_fused(limits, n - 1, NBL_DWORDS_float32_t, &plan)) return false;
    if (complex_dwords != NBL_DWORDS_float32_t && !nbl_fft_lines_plan_fused(limits, n - 1, complex_dwords, &own))
        return false;
    const nbl_fact_t *chirp = row_of_chirp(n, limits), *measured = nbl_fft_one_kernel_find(limits->device, n - 1);
    if (measured == NULL && chirp == NULL && holds_many(&plan, limits) && has_chirp_of_few(n, limits)) return false;
    const double predicted =
        (n - 1) *
        (nbl_fft_plan_fused_time(plan, *limits) + nbl_fact_number_of(limits->device, NBL_NUMBER_RADER_REORDERING)) *
        nbl_fact_number_of(limits->device, NBL_NUMBER_CONVOLUTION_PS) *
        nbl_fact_number_of(limits->device, NBL_NUMBER_RADER_MARGIN);
    const double time = measured != NULL && measured->rader_time != 0 ? measured->rader_time : predicted;
    return chirp == NULL || time < chirp->chirp_time;
}
