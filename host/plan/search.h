/* Finds the radices and invocations of a length that cost least by counting.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17).
 */
#ifndef NBL_FFT_PLAN_SEARCH_H
#define NBL_FFT_PLAN_SEARCH_H

#include "plan/layout.h"
#include "plan/table.h"

/* What has been found so far. Internal. */
typedef struct nbl_fft_plan_search_t {
    nbl_fft_plan_limits_t limits;
    uint32_t length, complex_dwords;
    uint32_t radices[NBL_FFT_MAX_PASSES]; /* chosen so far, in falling order */
    uint64_t cost;
    nbl_fft_plan_t plan; /* bare; fft_length 0: none yet */
} nbl_fft_plan_search_t;

NBL_FUNCTION nbl_fft_plan_search_t nbl_fft_plan_search(uint32_t length, uint32_t complex_dwords,
                                                       nbl_fft_plan_limits_t limits) {
    nbl_fft_plan_search_t search = {limits, length,     complex_dwords,
                                    {0u},   UINT64_MAX, {0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u}};
    return search;
}

/* Compares a set of radices, with all invocations that leave no pass an avoidable round, to what has been found.
 * Internal. */
NBL_FUNCTION void nbl_fft_plan_try_invocations(nbl_fft_plan_search_t *search, const uint32_t *radices, uint32_t count) {
    for (uint32_t p = 0u; p < count; p++) {
        uint32_t butterflies = search->length / radices[p];
        for (uint32_t rounds = 1u; rounds * radices[p] <= NBL_FFT_PLAN_MAX_ELEMENTS && rounds <= butterflies;
             rounds++) {
            uint32_t invocations = (butterflies + rounds - 1u) / rounds;
            if (invocations > search->limits.max_invocations) continue;
            nbl_fft_plan_t plan =
                nbl_fft_plan_bare(search->length, search->complex_dwords, radices, count, invocations);
            if (plan.elements > NBL_FFT_PLAN_MAX_ELEMENTS) continue;
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

/* Returns the invocations that cost least with given radices; 0: none within the limits. Internal. */
NBL_FUNCTION uint32_t nbl_fft_plan_choose_invocations(uint32_t length, const uint32_t *radices, uint32_t count,
                                                      uint32_t complex_dwords, nbl_fft_plan_limits_t limits) {
    nbl_fft_plan_search_t search = nbl_fft_plan_search(length, complex_dwords, limits);
    nbl_fft_plan_try_invocations(&search, radices, count);
    return search.plan.invocations;
}

/* Extends the radices so far in all ways. Internal.
 *
 * rest   what is left of the length
 * count  radices so far */
NBL_FUNCTION void nbl_fft_plan_try_radices(nbl_fft_plan_search_t *search, uint32_t rest, uint32_t count) {
    if (rest == 1u) {
        nbl_fft_plan_try_invocations(search, search->radices, count);
        return;
    }
    if (count == NBL_FFT_MAX_PASSES) return;
    for (uint32_t radix = count > 0u ? search->radices[count - 1u] : 32u; radix >= 2u; radix--) {
        if (rest % radix != 0u || !nbl_fft_plan_is_radix(radix)) continue;
        search->radices[count] = radix;
        nbl_fft_plan_try_radices(search, rest / radix, count + 1u);
    }
}

/* Puts the next larger permutation of the radices in their place; returns false after the last. Internal. */
NBL_FUNCTION bool nbl_fft_plan_permute(uint32_t *radices, uint32_t count) {
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

/* Orders the passes of a bare plan: for few bank conflicts, few twiddles, and mirrors that can be traded. Internal. */
NBL_FUNCTION nbl_fft_plan_t nbl_fft_plan_order(nbl_fft_plan_t plan, nbl_fft_plan_limits_t limits) {
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
            uint64_t cycles = nbl_fft_plan_lay_out(&trial, limits, false);
            if (cycles == UINT64_MAX) continue;
            cost += nbl_fft_plan_bank_cost(trial, cycles);
            if (cost < best_cost) {
                best_cost = cost;
                best = trial;
            }
        }
    } while (nbl_fft_plan_permute(radices, plan.passes));
    best.plane_dwords = best.pad_shifts = best.pad_steps = 0u;
    return best;
}

/* The row of the table for a length, as a bare plan; fft_length 0: there is none that fits. *ffts receives the FFTs per
 * workgroup, 0: to be chosen. Internal. */
NBL_FUNCTION nbl_fft_plan_t nbl_fft_plan_preferred(uint32_t length, uint32_t complex_dwords,
                                                   nbl_fft_plan_limits_t limits, uint32_t *ffts) {
    static const uint32_t rows[][4 + NBL_FFT_MAX_PASSES] = {
#define NBL_FFT_PLAN_ROW(n, dwords, t, f, r0, r1, r2, r3, r4, r5) {n, dwords, t, f, r0, r1, r2, r3, r4, r5},
        NBL_FFT_PLAN_TABLE(NBL_FFT_PLAN_ROW)
#undef NBL_FFT_PLAN_ROW
    };
    nbl_fft_plan_t none = {0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u};
    for (uint32_t n = 0u; n < sizeof rows / sizeof rows[0]; n++) {
        const uint32_t *row = rows[n];
        uint32_t count = 0u;
        if (row[0] != length || (row[1] != 0u && row[1] != complex_dwords)) continue;
        if (row[2] * (row[3] != 0u ? row[3] : 1u) > limits.max_invocations) continue;
        while (count < NBL_FFT_MAX_PASSES && row[4u + count] != 1u) count++;
        nbl_fft_plan_t plan = nbl_fft_plan_bare(length, complex_dwords, row + 4, count, row[2]);
        plan.windows = nbl_fft_plan_least_windows(plan, limits);
        if (plan.windows == 0u) continue;
        plan.ffts_per_workgroup = row[3] != 0u ? row[3] : nbl_fft_plan_choose_ffts(plan, limits);
        *ffts = row[3];
        return plan;
    }
    return none;
}

/* The radices and invocations of a length, in falling order or as the table has them; fft_length 0: none within the
 * limits. *ordered: the table's. Internal. */
NBL_FUNCTION nbl_fft_plan_t nbl_fft_plan_find(uint32_t length, uint32_t complex_dwords, nbl_fft_plan_limits_t limits,
                                              bool *ordered, uint32_t *ffts) {
    nbl_fft_plan_search_t search = nbl_fft_plan_search(length, complex_dwords, limits);
    *ffts = 0u;
    search.plan = nbl_fft_plan_preferred(length, complex_dwords, limits, ffts);
    *ordered = search.plan.fft_length != 0u;
    if (*ordered) return search.plan;
    nbl_fft_plan_try_radices(&search, length, 0u);
    return search.plan;
}

#endif
