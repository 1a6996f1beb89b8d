/* Chooses plans of lengths: as they were measured, or by counting; and says which lengths have plans.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "facts/choose.h"

#include "error/check.h"
#include "plan/cost.h"
#include "plan/counted.h"
#include "plan/make.h"

nbl_fft_precision_t nbl_fact_precision(uint32_t complex_dwords) {
    return complex_dwords == NBL_DWORDS_float16_t   ? NBL_FFT_FLOAT16
           : complex_dwords == NBL_DWORDS_float64_t ? NBL_FFT_FLOAT64
                                                    : NBL_FFT_FLOAT32;
}

const nbl_fact_t *nbl_fact_find(const nbl_fact_case_t *of, uint32_t number, nbl_fft_plan_request_t *request) {
    const nbl_fact_t *row = nbl_facts_next(NULL, NULL, number, of);
    while (row != NULL && nbl_fft_plan_read(row->plans[0], request, NULL) != NBL_SUCCESS)
        row = nbl_facts_next(NULL, row, number, of);
    return row;
}

/* ---- Which radices a length has */

/* Returns why a length has no plan, or NULL. */
static const char *why_not(uint32_t length, uint32_t complex_dwords) {
    return nbl_fft_plan_why_not(length, complex_dwords, NBL_FFT_PLAN_LARGEST_PRIME);
}

/* Writes the plan of a length: its row's, or without a row the cheapest one by counts, its radices in falling order; no
 * passes if it has neither. Returns whether there is a row. */
static bool find(nbl_device_kind_t device, uint32_t length, uint32_t complex_dwords, bool small,
                 nbl_fft_plan_request_t *request) {
    const nbl_fact_case_t of = {.device = device,
                                .kind = small ? NBL_FACT_BLOOM : NBL_FACT_TRANSFORM,
                                .precision = small ? NBL_FFT_FLOAT32 : nbl_fact_precision(complex_dwords)};
    if (nbl_fact_find(&of, length, request) != NULL) return true;
    *request = (nbl_fft_plan_request_t){0};
    if (why_not(length, complex_dwords) == NULL) *request = nbl_fft_plan_count_radices(length, complex_dwords);
    return false;
}

nbl_fft_plan_request_t nbl_fft_plan_request(nbl_device_kind_t device, uint32_t length, uint32_t complex_dwords,
                                            bool small) {
    nbl_fft_plan_request_t request;
    if (!find(device, length, complex_dwords, small, &request) && request.passes != 0u)
        nbl_fft_plan_order_radices(&request, length, complex_dwords);
    return request;
}

nbl_fft_plan_request_t nbl_fft_plan_radices(uint32_t length, nbl_fft_precision_t precision) {
    const uint32_t dwords = nbl_fft_precision_dwords(precision);
    nbl_fact_case_t of = {.device = NBL_DEVICE_PROCESSOR, .kind = NBL_FACT_TRANSFORM, .precision = precision};
    nbl_fft_plan_request_t request;
    if (nbl_fact_find(&of, length, &request) != NULL) return request;
    of.precision = nbl_fact_precision(dwords); /* of its arithmetic */
    if (nbl_fact_find(&of, length, &request) != NULL) return request;
    if (nbl_fft_plan_counted(length, dwords, &request)) return request;
    return nbl_fft_plan_request(NBL_DEVICE_PROCESSOR, length, dwords, false);
}

/* ---- Which lengths have plans */

/* Returns whether a length has a plan within limits; NULL: within any. */
static bool fits(uint32_t length, uint32_t complex_dwords, const nbl_fft_plan_limits_t *limits) {
    nbl_fft_plan_request_t request;
    if (why_not(length, complex_dwords) != NULL) return false;
    if (limits == NULL) return true;
    (void)find(limits->device, length, complex_dwords, false, &request);
    return nbl_fft_plan_choose_invocations(&request, length, complex_dwords, *limits) != 0u;
}

void nbl_fft_nearest_lengths(uint32_t n, uint32_t complex_dwords, const nbl_fft_plan_limits_t *limits, uint32_t *below,
                             uint32_t *above) {
    uint32_t down = n > NBL_FFT_PLAN_MAX_LENGTH ? NBL_FFT_PLAN_MAX_LENGTH + 1u : n, up = n;
    *below = 0u;
    *above = 0u;
    while (down > 2u && *below == 0u) {
        down--;
        if (fits(down, complex_dwords, limits)) *below = down;
    }
    while (up < NBL_FFT_PLAN_MAX_LENGTH && *above == 0u) {
        up++;
        if (fits(up, complex_dwords, limits)) *above = up;
    }
}

/* Fails for a length: "length 17: why; the nearest supported lengths are 16 and 18".
 *
 * limits  that the nearest lengths keep to; NULL: none */
static nbl_result_t fail_length(nbl_result_t result, uint32_t length, uint32_t complex_dwords,
                                const nbl_fft_plan_limits_t *limits, const char *why, nbl_error_t *error) {
    uint32_t below = 0u, above = 0u;
    if (error == NULL) return result; /* the nearest lengths take a while */
    bool valid = complex_dwords == 1u || complex_dwords == 2u || complex_dwords == 4u;
    if (valid) nbl_fft_nearest_lengths(length, complex_dwords, limits, &below, &above);
    if (below != 0u && above != 0u)
        return nbl_fail(error, result, "length %u: %s; the nearest supported lengths are %u and %u", length, why, below,
                        above);
    if (below + above != 0u)
        return nbl_fail(error, result, "length %u: %s; the nearest supported length is %u", length, why, below + above);
    return nbl_fail(error, result, "length %u: %s", length, why);
}

nbl_result_t nbl_fft_plan_check_length(uint32_t length, uint32_t complex_dwords, nbl_error_t *error) {
    const char *why = why_not(length, complex_dwords);
    nbl_error_clear(error);
    return why == NULL ? NBL_SUCCESS : fail_length(NBL_ERROR_ARGUMENT, length, complex_dwords, NULL, why, error);
}

uint64_t nbl_fft_plan_counted_cost(uint32_t length) {
    nbl_fft_plan_request_t request;
    if (!nbl_fft_plan_is_common(length) || why_not(length, NBL_DWORDS_float32_t) != NULL) return 0u;
    (void)find(NBL_DEVICE_ANY, length, NBL_DWORDS_float32_t, true, &request);
    return nbl_fft_plan_cost(nbl_fft_plan_bare_of(&request, length, NBL_DWORDS_float32_t));
}

/* ---- Plans */

static nbl_result_t make_of_length(uint32_t length, uint32_t complex_dwords, const nbl_fft_plan_limits_t *limits,
                                   bool small, nbl_fft_plan_t *plan, nbl_error_t *error) {
    const nbl_fft_plan_limits_t within = limits ? *limits : nbl_fft_plan_default_limits();
    char reason[NBL_FFT_PLAN_WHY_SIZE];
    const nbl_check_t kind = NBL_CHECK_RANGE("device kind", (int)within.device, 0, NBL_DEVICE_KIND_COUNT - 1);
    nbl_error_clear(error);
    if (nbl_check("limits", &kind, 1, error) != NBL_SUCCESS) return NBL_ERROR_ARGUMENT;
    const char *why = why_not(length, complex_dwords);
    if (why != NULL) return fail_length(NBL_ERROR_ARGUMENT, length, complex_dwords, limits, why, error);
    const nbl_fft_plan_request_t request = nbl_fft_plan_request(within.device, length, complex_dwords, small);
    nbl_result_t result = nbl_fft_plan_fit_or_why(&request, complex_dwords, &within, plan, reason);
    if (result == NBL_SUCCESS) return result;
    if (result == NBL_ERROR_ARGUMENT) return nbl_fail(error, result, "length %u: %s", length, reason);
    return fail_length(result, length, complex_dwords, &within, reason, error);
}

nbl_result_t nbl_fft_plan_make(uint32_t length, uint32_t complex_dwords, const nbl_fft_plan_limits_t *limits,
                               nbl_fft_plan_t *plan, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, plan)) return NBL_ERROR_ARGUMENT;
    return make_of_length(length, complex_dwords, limits, false, plan, error);
}

nbl_result_t nbl_fft_plan_make_small(uint32_t length, uint32_t complex_dwords, const nbl_fft_plan_limits_t *limits,
                                     nbl_fft_plan_t *plan, nbl_error_t *error) {
    return make_of_length(length, complex_dwords, limits, true, plan, error);
}
