/* Finds the radices of a length, and the invocations for given radices, that cost least by counting.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plan/search.h"

#include "plan/cost.h"
#include "plan/layout.h"
#include "plan/preferred.h"

/* What has been found so far. */
typedef struct search_t {
    nbl_fft_plan_limits_t limits;
    uint32_t length, complex_dwords;
    uint32_t radices[NBL_FFT_MAX_PASSES]; /* chosen so far, in falling order */
    uint64_t cost;
    nbl_fft_plan_t plan; /* bare; fft_length 0: none yet */
    bool anywhere;       /* radices that do not fit every device, too */
} search_t;

static search_t begin(uint32_t length, uint32_t complex_dwords, nbl_fft_plan_limits_t limits) {
    search_t search = {.limits = limits, .length = length, .complex_dwords = complex_dwords, .cost = UINT64_MAX};
    return search;
}

/* Compares a set of radices, with all invocations that leave no pass an avoidable butterfly, to what has been found. */
static void try_invocations(search_t *search, const uint32_t *radices, uint32_t count) {
    for (uint32_t p = 0u; p < count; p++) {
        uint32_t butterflies = search->length / radices[p];
        for (uint32_t each = 1u; each * radices[p] <= NBL_FFT_MAX_RADIX && each <= butterflies; each++) {
            uint32_t invocations = (butterflies + each - 1u) / each;
            if (invocations > search->limits.max_invocations) continue;
            nbl_fft_plan_t plan =
                nbl_fft_plan_bare(search->length, search->complex_dwords, radices, count, invocations);
            if (!nbl_fft_plan_holds_few(plan)) continue;
            plan.windows = nbl_fft_plan_least_windows(plan, search->limits);
            if (plan.windows == 0u) continue;
            plan.ffts_per_workgroup = nbl_fft_plan_choose_ffts(plan, search->limits);
            uint64_t cost = nbl_fft_plan_cost(plan);
            if (cost >= search->cost) continue;
            search->cost = cost;
            search->plan = plan;
        }
    }
}

uint32_t nbl_fft_plan_choose_invocations(uint32_t length, const uint32_t *radices, uint32_t passes,
                                         uint32_t complex_dwords, nbl_fft_plan_limits_t limits) {
    search_t search = begin(length, complex_dwords, limits);
    try_invocations(&search, radices, passes);
    return search.plan.invocations;
}

/* Tells whether no invocation of a workgroup that every device has would hold too much. */
static bool fits_everywhere(const search_t *search, uint32_t count) {
    nbl_fft_plan_t plan = nbl_fft_plan_bare(search->length, search->complex_dwords, search->radices, count,
                                            NBL_FFT_PLAN_COMMON_INVOCATIONS);
    return nbl_fft_plan_holds_few(plan);
}

/* Extends the radices so far in all ways.
 *
 * rest   what is left of the length
 * count  radices so far */
static void try_radices(search_t *search, uint32_t rest, uint32_t count) {
    if (rest == 1u) {
        if (search->anywhere || fits_everywhere(search, count)) try_invocations(search, search->radices, count);
        return;
    }
    if (count == NBL_FFT_MAX_PASSES) return;
    for (uint32_t radix = count > 0u ? search->radices[count - 1u] : 32u; radix >= 2u; radix--) {
        /* Large ones pay where a search has found them: counting would change bits of exact mode without knowing. */
        if (rest % radix != 0u || !nbl_fft_plan_is_radix(radix) || nbl_fft_plan_is_large(radix)) continue;
        search->radices[count] = radix;
        try_radices(search, rest / radix, count + 1u);
    }
}

/* Puts the next larger permutation of the radices in their place; returns false after the last. */
static bool permute(uint32_t *radices, uint32_t count) {
    uint32_t i = count - 1u, j = count - 1u;
    while (i > 0u && radices[i - 1u] >= radices[i]) i--;
    if (i == 0u) return false;
    while (radices[j] <= radices[i - 1u]) j--;
    uint32_t swapped = radices[i - 1u];
    radices[i - 1u] = radices[j];
    radices[j] = swapped;
    for (uint32_t k = count - 1u; i < k; i++, k--) {
        swapped = radices[i];
        radices[i] = radices[k];
        radices[k] = swapped;
    }
    return true;
}

nbl_fft_plan_t nbl_fft_plan_order(nbl_fft_plan_t plan) {
    uint32_t radices[NBL_FFT_MAX_PASSES];
    uint64_t best_cost = UINT64_MAX;
    nbl_fft_plan_t best = plan;
    for (uint32_t p = 0u; p < plan.passes; p++)
        radices[p] = nbl_fft_plan_radix(plan, plan.passes - 1u - p); /* rising */
    do {
        nbl_fft_plan_t trial =
            nbl_fft_plan_bare(plan.fft_length, plan.complex_dwords, radices, plan.passes, plan.invocations);
        trial.windows = plan.windows;
        trial.ffts_per_workgroup = plan.ffts_per_workgroup;
        uint64_t cost = nbl_fft_plan_cost(trial);
        if (!nbl_fft_plan_trades_mirrors(trial)) cost += (uint64_t)trial.fft_length * NBL_FFT_COST_UNTRADED_MIRROR;
        if (cost < best_cost) {
            uint64_t cycles = nbl_fft_plan_lay_out(&trial, nbl_fft_plan_default_limits(), false);
            if (cycles == UINT64_MAX) continue;
            cost += nbl_fft_plan_bank_cost(trial, cycles);
            if (cost < best_cost) {
                best_cost = cost;
                best = trial;
            }
        }
    } while (permute(radices, plan.passes));
    best.plane_dwords = best.pad_shifts = best.pad_steps = 0u;
    return best;
}

/* The row of the table for a length, as a bare plan; fft_length 0: there is none. FFTs per workgroup and windows are 0
 * where they are to be chosen. */
static nbl_fft_plan_t preferred(uint32_t length, uint32_t complex_dwords, bool small) {
    nbl_fft_plan_t plan = {.fft_length = 0u};
    nbl_fft_use_t use = small ? NBL_FFT_USE_BLOOM : nbl_fft_use_of_dwords(complex_dwords);
    nbl_fft_preferred_t row;
    if (!nbl_fft_preferred_find(length, use, false, &row)) return plan;
    plan = nbl_fft_plan_bare(length, complex_dwords, row.request.radices, row.request.passes, row.request.invocations);
    plan.ffts_per_workgroup = row.request.ffts_per_workgroup;
    plan.windows = row.request.windows;
    return plan;
}

nbl_fft_plan_t nbl_fft_plan_find(uint32_t length, uint32_t complex_dwords, bool small, bool *ordered,
                                 nbl_fft_plan_request_t *request) {
    nbl_fft_plan_limits_t limits = nbl_fft_plan_default_limits();
    nbl_fft_plan_t plan = preferred(length, complex_dwords, small);
    *ordered = plan.fft_length != 0u;
    if (*ordered) {
        if (request != NULL) {
            request->ffts_per_workgroup = plan.ffts_per_workgroup;
            request->windows = plan.windows;
        }
        if (plan.windows == 0u) plan.windows = nbl_fft_plan_least_windows(plan, limits);
        if (plan.ffts_per_workgroup == 0u) plan.ffts_per_workgroup = nbl_fft_plan_choose_ffts(plan, limits);
        return plan;
    }
    search_t search = begin(length, complex_dwords, limits);
    try_radices(&search, length, 0u);
    search.anywhere = search.plan.fft_length == 0u; /* no radices fit 256 invocations: 7776, 8100, 16384, 32768 */
    if (search.anywhere) try_radices(&search, length, 0u);
    return search.plan;
}
