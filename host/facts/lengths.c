/* Tells what lengths cost, as measured or by counts, and finds the cheapest length that is at least as long.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "facts/choose.h"
#include "plan/cost.h"

bool nbl_fft_plan_is_common(uint32_t length) { return length % 11u != 0u && length % 13u != 0u; }

uint64_t nbl_fft_length_cost(uint32_t length) {
    const nbl_fact_case_t of = {.device = NBL_DEVICE_NVIDIA, /* the one that was measured */
                                .kind = NBL_FACT_TRANSFORM,
                                .fast = true,
                                .precision = NBL_FFT_FLOAT32};
    if (!nbl_fft_plan_is_common(length)) return 0u;
    if (nbl_fft_plan_check_length(length, NBL_DWORDS_float32_t, NULL) != NBL_SUCCESS) return 0u;
    const nbl_fact_t *row = nbl_facts_next(NULL, NULL, length, &of);
    return (uint64_t)length * 10000u /
           (row != NULL && row->percent != 0u ? row->percent
                                              : (uint32_t)nbl_fact_number_of(of.device, NBL_NUMBER_UNMEASURED_PERCENT));
}

/* Returns a cost that no length from this one on is below: none is faster than a copy. */
static uint64_t least_measured(uint32_t length) { return (uint64_t)length * 100u; }

/* Returns a count that no length from this one on is below. Elements are loaded and stored. Between passes, whose
 * radices are 32 at most, they are exchanged, and half of them or more are multiplied by a twiddle. No radix takes
 * fewer than two operations per element and octave, that is per factor of 2 in the length. */
static uint64_t least_counted(uint32_t length) {
    uint32_t exchanges = length > 1024u ? 2u : length > 32u ? 1u : 0u, octaves = 0u;
    while (length >> (octaves + 1u) != 0u) octaves++;
    uint32_t of_exchange = 2u * NBL_DWORDS_float32_t * NBL_FFT_COST_SHARED_ACCESS + NBL_FFT_COST_TWIDDLE_PRODUCT / 2u;
    return (uint64_t)length *
           (NBL_DWORDS_float32_t * NBL_FFT_COST_DWORD_LOADED + exchanges * of_exchange + 2u * octaves);
}

/* Returns the cheapest length from n on; of equals the shortest; 0 if there is no length.
 *
 * cost_of   returns the cost of a length; 0: it is not supported
 * least_of  returns a cost that no length from its argument on is below, so that the search can end */
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
