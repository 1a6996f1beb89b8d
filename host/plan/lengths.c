/* Supported lengths: what they cost, which is cheapest, which are nearest, and what to say of the others.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>

#include "error/error.h"
#include "plan/cost.h"
#include "plan/make.h"
#include "plan/preferred.h"
#include "plan/search.h"

const char *nbl_fft_plan_why_not(uint32_t length, uint32_t complex_dwords) {
    uint32_t shift = complex_dwords == NBL_DWORDS_float64_t ? 1u : 0u, rest = length;
    bool power_of_two = (length & (length - 1u)) == 0u;
    if (complex_dwords != 1u && complex_dwords != 2u && complex_dwords != 4u)
        return "a complex element has 1, 2 or 4 dwords";
    if (length < 2u) return "the length is below 2";
    for (uint32_t prime = 2u; prime <= 7u; prime += prime == 2u ? 1u : 2u)
        while (rest % prime == 0u) rest /= prime;
    if (length > (power_of_two ? NBL_FFT_PLAN_MAX_LENGTH >> (2u * shift) : NBL_FFT_PLAN_MAX_MIXED_LENGTH >> shift))
        return "the length is too large";
    return rest == 1u ? NULL : "the length has a prime factor other than 2, 3, 5 and 7";
}

nbl_result_t nbl_fft_plan_check_length(uint32_t length, uint32_t complex_dwords, nbl_error_t *error) {
    const char *why = nbl_fft_plan_why_not(length, complex_dwords);
    nbl_error_clear(error);
    if (why == NULL) return NBL_SUCCESS;
    return nbl_fft_plan_fail_length(NBL_ERROR_ARGUMENT, length, complex_dwords, NULL, why, error);
}

/* What nothing was measured of: lengths of a radix or two, which memory alone holds up. */
#define UNMEASURED_PERCENT 90u

uint64_t nbl_fft_length_cost(uint32_t length) {
    nbl_fft_preferred_t row;
    if (nbl_fft_plan_why_not(length, NBL_DWORDS_float32_t) != NULL) return 0u;
    bool measured = nbl_fft_preferred_find(length, NBL_FFT_USE_FLOAT32, true, &row) && row.percent != 0u;
    return (uint64_t)length * 10000u / (measured ? row.percent : UNMEASURED_PERCENT);
}

uint64_t nbl_fft_plan_counted_cost(uint32_t length) {
    bool ordered;
    if (nbl_fft_plan_why_not(length, NBL_DWORDS_float32_t) != NULL) return 0u;
    return nbl_fft_plan_cost(nbl_fft_plan_find(length, NBL_DWORDS_float32_t, true, &ordered, NULL));
}

/* No length from this one on is faster: nothing passes a copy. */
static uint64_t least_measured(uint32_t length) { return (uint64_t)length * 100u; }

/* No length from this one on counts less. Elements are loaded and stored; between passes, each of a radix of 32 at most,
 * they are exchanged and half of them or more meet a twiddle; no radix takes fewer than two operations per element and
 * octave. */
static uint64_t least_counted(uint32_t length) {
    uint32_t exchanges = length > 1024u ? 2u : length > 32u ? 1u : 0u, octaves = 0u;
    while (length >> (octaves + 1u) != 0u) octaves++;
    uint32_t of_exchange = 2u * NBL_DWORDS_float32_t * NBL_FFT_COST_SHARED_ACCESS + NBL_FFT_COST_TWIDDLE_PRODUCT / 2u;
    return (uint64_t)length *
           (NBL_DWORDS_float32_t * NBL_FFT_COST_DWORD_LOADED + exchanges * of_exchange + 2u * octaves);
}

/* The cheapest length from n on.
 *
 * cost_of   0: not supported
 * least_of  what no length from this one on costs less than */
static uint32_t cheapest(uint32_t n, bool even, uint64_t (*cost_of)(uint32_t), uint64_t (*least_of)(uint32_t)) {
    uint32_t best = 0u;
    uint64_t best_cost = UINT64_MAX;
    for (uint32_t length = n < 2u ? 2u : n; length <= NBL_FFT_PLAN_MAX_LENGTH; length++) {
        if (even && length % 2u != 0u) continue;
        if (least_of(length) >= best_cost) break;
        uint64_t cost = cost_of(length);
        if (cost == 0u || cost >= best_cost) continue;
        best = length;
        best_cost = cost;
    }
    return best;
}

uint32_t nbl_fft_good_length(uint32_t n, bool even) { return cheapest(n, even, nbl_fft_length_cost, least_measured); }

uint32_t nbl_fft_plan_cheapest_length(uint32_t n, bool even) {
    return cheapest(n, even, nbl_fft_plan_counted_cost, least_counted);
}

/* Tells whether a length has a plan within limits; NULL: any. */
static bool fits(uint32_t length, uint32_t complex_dwords, const nbl_fft_plan_limits_t *limits) {
    uint32_t radices[NBL_FFT_MAX_PASSES];
    bool ordered;
    if (nbl_fft_plan_why_not(length, complex_dwords) != NULL) return false;
    if (limits == NULL) return true;
    nbl_fft_plan_t plan = nbl_fft_plan_find(length, complex_dwords, false, &ordered, NULL);
    for (uint32_t p = 0u; p < plan.passes; p++) radices[p] = nbl_fft_plan_radix(plan, p);
    return nbl_fft_plan_choose_invocations(length, radices, plan.passes, complex_dwords, *limits) != 0u;
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

nbl_result_t nbl_fft_plan_fail_length(nbl_result_t result, uint32_t length, uint32_t complex_dwords,
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
