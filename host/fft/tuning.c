/* The plan of a transform for which the caller gives none: as it was measured, or made by counting.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "fft/tuning.h"

#include "error/error.h"
#include "facts/choose.h"
#include "nbl/fft/parameters.h"
#include "nbl/fft/plan.h"
#include "nbl/fft/twiddle_ladder.h"
#include "plan/make.h"

nbl_fft_plan_limits_t nbl_fft_plan_limits_of(const nbl_fft_limits_t *limits) {
    return (nbl_fft_plan_limits_t){limits->max_workgroup_invocations, limits->max_shared_bytes, limits->subgroup_size,
                                   limits->device};
}

/* A store takes a whole sector of memory even if fewer invocations lie side by side than fill it. With a pass of radix
 * 1, which moves elements and computes nothing, four invocations lie side by side: lengths 8, 12 and 24 then run at
 * 0.88, 0.89 and 0.97 of a copy's rate instead of 0.34, 0.26 and 0.50. Four halves, half a sector, are faster without
 * it. */
#define SIDE_BY_SIDE 4u

/* Adds passes of radix 1 to a plan whose stores do not fill sectors, if there is room. */
static void spread(nbl_fft_precision_t precision, const nbl_fft_plan_limits_t *limits, nbl_fft_plan_t *plan) {
    nbl_fft_plan_request_t request = {
        .passes = 1, .radices = {1}, .invocations = SIDE_BY_SIDE, .ffts_per_workgroup = plan->passes == 1 ? 32 : 16};
    nbl_fft_plan_t wider;
    const nbl_device_kind_t device = limits != NULL ? limits->device : NBL_DEVICE_ANY;
    if (plan->invocations >= SIDE_BY_SIDE || plan->fft_length * nbl_fft_precision_element_bytes(precision) <
                                                 nbl_fact_number_of(device, NBL_NUMBER_SECTOR_BYTES))
        return;
    for (uint32_t p = 0; p < plan->passes; p++) request.radices[request.passes++] = nbl_fft_plan_radix(*plan, p);
    if (plan->passes == 1) request.radices[request.passes++] = 1;
    if (nbl_fft_plan_fit(&request, plan->complex_dwords, limits, &wider, NULL) == NBL_SUCCESS) *plan = wider;
}

/* Returns the row of a length and makes its plan within the limits; NULL: there is no row. A row of fast mode counts if
 * its plan fits. A row of exact mode keeps its radices; invocations and FFTs per workgroup are reduced until it
 * fits. */
static const nbl_fact_t *find_row(uint32_t length, nbl_fft_precision_t precision, nbl_mode_t mode,
                                  const nbl_fft_plan_limits_t *limits, nbl_fft_plan_t *plan) {
    const bool fast = mode != NBL_MODE_EXACT;
    nbl_fact_case_t of = {.device = limits != NULL ? limits->device : NBL_DEVICE_ANY,
                          .kind = NBL_FACT_TRANSFORM,
                          .fast = fast,
                          .precision = precision};
    const uint32_t dwords = nbl_fft_precision_dwords(precision);
    nbl_fft_plan_request_t request;
    for (int alone = mode == NBL_MODE_FUSED; fast && alone >= 0; alone--) {
        of.conditions = of.demanded = alone != 0 ? NBL_FACT_IS_FUSED : 0;
        const nbl_fact_t *row = nbl_fact_find(&of, length, &request);
        if (row != NULL && nbl_fft_plan_from_radices(&request, dwords, limits, plan, NULL) == NBL_SUCCESS) return row;
    }
    of.fast = false;
    of.conditions = fast ? 0 : NBL_FACT_IS_EXACT;
    const nbl_fact_t *row = nbl_fact_find(&of, length, &request);
    return row != NULL && nbl_fft_plan_fit(&request, dwords, limits, plan, NULL) == NBL_SUCCESS ? row : NULL;
}

/* Makes a plan without a row; in fast and fused mode also for lengths with primes from 17 on. */
static nbl_result_t make(uint32_t length, nbl_fft_precision_t precision, nbl_mode_t mode,
                         const nbl_fft_plan_limits_t *limits, nbl_fft_plan_t *plan, nbl_error_t *error) {
    const nbl_device_kind_t device = limits != NULL ? limits->device : NBL_DEVICE_ANY;
    const uint32_t dwords = nbl_fft_precision_dwords(precision);
    const uint32_t largest = mode != NBL_MODE_EXACT && precision == NBL_FFT_FLOAT32
                                 ? (uint32_t)nbl_fact_number_of(device, NBL_NUMBER_RADICES_MOST_PRIME)
                                 : NBL_FFT_PLAN_LARGEST_PRIME_OF_RADICES;
    nbl_result_t result = mode != NBL_MODE_EXACT
                              ? nbl_fft_plan_make_of_primes(length, dwords, largest, limits, plan, NULL)
                              : NBL_ERROR_ARGUMENT;
    return result == NBL_SUCCESS ? result : nbl_fft_plan_make(length, dwords, limits, plan, error);
}

/* Returns which twiddles a length has that was not measured. With a prime radix those of one and its fourth power are
 * faster: at 34 of 39 lengths of one plan each, 1.06 in the median and to 1.28 (H200, docs/log/transforms.md, "Short
 * rows and lines with a prime"). */
static uint32_t twiddles_without_row(uint32_t length, nbl_fft_precision_t precision, nbl_mode_t mode) {
    const uint32_t dwords = nbl_fft_precision_dwords(precision);
    const bool has_prime = nbl_fft_plan_why_not(length, dwords, NBL_FFT_PLAN_LARGEST_PRIME) != NULL;
    return mode != NBL_MODE_EXACT && precision == NBL_FFT_FLOAT32 && has_prime ? NBL_FFT_TWIDDLES_OF_ONE_AND_FOURTH
                                                                               : NBL_FFT_TWIDDLES_OF_TWO;
}

/* Returns whether a length has a row of exact mode, which did not fit, and the plan made in its place has other
 * radices: 3000 in fp16-storage at 128 invocations. */
static bool has_other_radices(uint32_t length, nbl_fft_precision_t precision, const nbl_fft_plan_t *plan) {
    const nbl_fact_case_t of = {.device = NBL_DEVICE_ANY, .kind = NBL_FACT_TRANSFORM, .precision = precision};
    nbl_fft_plan_request_t request;
    if (nbl_fact_find(&of, length, &request) == NULL) return false;
    const nbl_fft_plan_t frozen = nbl_fft_line_plan(length, precision, NULL);
    return !nbl_fft_plan_has_radices_of(plan, &frozen);
}

nbl_result_t nbl_fft_tuned_plan(uint32_t length, nbl_fft_precision_t precision, nbl_mode_t mode,
                                const nbl_fft_plan_limits_t *limits, nbl_fft_plan_t *plan, nbl_fft_tuning_t *tuning,
                                nbl_error_t *error) {
    const bool fast = mode != NBL_MODE_EXACT;
    nbl_result_t result = NBL_SUCCESS;
    nbl_error_clear(error);
    const nbl_fact_t *row = find_row(length, precision, mode, limits, plan);
    if (row == NULL) result = make(length, precision, mode, limits, plan, error);
    if (result == NBL_SUCCESS && row == NULL && !fast && has_other_radices(length, precision, plan))
        result = nbl_fail(error, NBL_ERROR_LIMIT,
                          "length %u: exact mode's radices take more invocations than the limit of %u", length,
                          limits != NULL ? limits->max_invocations : 0);
    if (tuning != NULL)
        *tuning = (nbl_fft_tuning_t){1, twiddles_without_row(length, precision, mode), NBL_INSTRUCTION_ORDER_DEFAULT};
    if (tuning != NULL && row != NULL)
        *tuning = (nbl_fft_tuning_t){row->rounds, fast ? row->twiddles : NBL_FFT_TWIDDLES_OF_TWO,
                                     (nbl_instruction_order_t)row->order};
    if (result == NBL_SUCCESS) spread(precision, limits, plan);
    return result;
}

nbl_fft_plan_t nbl_fft_line_plan(uint32_t length, nbl_fft_precision_t precision, const char *text) {
    nbl_fft_plan_request_t request;
    if (text == NULL || nbl_fft_plan_read(text, &request, NULL) != NBL_SUCCESS)
        request = nbl_fft_plan_radices(length, precision);
    return nbl_fft_plan_bare(length, nbl_fft_precision_dwords(precision), request.radices, request.passes, 1u);
}

uint32_t nbl_fft_exact_twiddles(nbl_fft_precision_t precision) {
    return precision == NBL_FFT_FLOAT16_STORAGE ? NBL_FFT_TWIDDLES_OF_ONE : NBL_FFT_TWIDDLES_OF_TWO;
}

uint32_t nbl_fft_partly_stepped(uint32_t twiddles) {
    return twiddles >= NBL_FFT_TWIDDLES_STEPPED && twiddles < NBL_FFT_TWIDDLES_PARTLY_STEPPED
               ? twiddles - NBL_FFT_TWIDDLES_STEPPED + NBL_FFT_TWIDDLES_PARTLY_STEPPED
               : twiddles;
}

/* Returns whether in all passes stepped twiddles are each made in one way. */
static bool steps_in_one_way(const nbl_fft_plan_t *of, bool inverse) {
    const nbl_fft_plan_t plan = inverse ? nbl_fft_plan_reversed(*of) : *of;
    uint32_t stride = 1;
    bool one_way = true;
    for (uint32_t p = 1; p < plan.passes; p++) {
        stride *= nbl_fft_plan_radix(plan, p - 1);
        one_way = one_way && nbl_fft_pass_steps_in_one_way(stride, plan.fft_length / nbl_fft_plan_radix(plan, p),
                                                           plan.invocations);
    }
    return one_way;
}

nbl_mode_t nbl_fused_compiled_as(nbl_mode_t mode, nbl_fft_precision_t precision) {
    const bool states = precision == NBL_FFT_FLOAT32 || precision == NBL_FFT_FLOAT64;
    return mode == NBL_MODE_FAST && states ? NBL_MODE_FUSED : mode;
}

uint32_t nbl_fused_twiddles(const nbl_fft_plan_t *plan, bool inverse, uint32_t twiddles) {
    const uint32_t partly = nbl_fft_partly_stepped(twiddles);
    return partly == twiddles || steps_in_one_way(plan, inverse) ? twiddles : partly;
}
