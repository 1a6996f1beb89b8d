/* Supported lengths: what they cost, which is cheapest, which are nearest, and what to say of the others.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). Lengths are compared by the counted work of their plans (host/plan/cost.h) in float32 within
 * nbl_fft_plan_default_limits(): no device takes part, so that sizes do not differ from device to device.
 */
#ifndef NBL_FFT_PLAN_LENGTHS_H
#define NBL_FFT_PLAN_LENGTHS_H

#include <stddef.h>
#include <stdio.h>

#include "plan/make.h"

/* What a length costs: the work of one complex FFT, in the unit of host/plan/cost.h; to be compared with other lengths'
 * only.
 *
 * Returns the cost; 0 for a length that is not supported.
 *
 * length  any
 */
NBL_FUNCTION uint64_t nbl_fft_length_cost(uint32_t length) {
    bool ordered = false;
    uint32_t ffts = 0u;
    if (nbl_fft_plan_check_length(length, NBL_DWORDS_float32_t) != NBL_FFT_PLAN_SUCCESS) return 0u;
    nbl_fft_plan_t plan =
        nbl_fft_plan_find(length, NBL_DWORDS_float32_t, nbl_fft_plan_default_limits(), &ordered, &ffts);
    return plan.fft_length == 0u ? 0u : nbl_fft_plan_cost(plan);
}

/* The cheapest supported length that is not below a number: not always the smallest.
 *
 * Returns the length, the smaller of two that cost the same; 0 above 32768. Takes milliseconds.
 *
 * n     what has to fit in, 0 to 32768
 * even  only even lengths
 */
NBL_FUNCTION uint32_t nbl_fft_good_length(uint32_t n, bool even) {
    uint32_t best = 0u;
    uint64_t best_cost = UINT64_MAX;
    for (uint32_t length = n < 2u ? 2u : n; length <= NBL_FFT_PLAN_MAX_LENGTH; length++) {
        if (even && length % 2u != 0u) continue;
        /* Loading and storing alone are proportional to the length. */
        if ((uint64_t)length * NBL_DWORDS_float32_t * NBL_FFT_COST_DWORD_LOADED >= best_cost) break;
        uint64_t cost = nbl_fft_length_cost(length);
        if (cost == 0u || cost >= best_cost) continue;
        best = length;
        best_cost = cost;
    }
    return best;
}

/* Tells whether a length has a plan within limits; NULL: asks for no more than nbl_fft_plan_check_length(). */
NBL_FUNCTION bool nbl_fft_length_fits(uint32_t length, uint32_t complex_dwords, const nbl_fft_plan_limits_t *limits) {
    bool ordered = false;
    uint32_t ffts = 0u;
    if (nbl_fft_plan_check_length(length, complex_dwords) != NBL_FFT_PLAN_SUCCESS) return false;
    return limits == NULL || nbl_fft_plan_find(length, complex_dwords, *limits, &ordered, &ffts).fft_length != 0u;
}

/* The supported lengths on both sides of a number.
 *
 * n               any; its own support does not matter
 * complex_dwords  NBL_DWORDS_<scalar> of the arithmetic
 * limits          a device's; NULL: none
 * below, above    receive the nearest length less (greater) than n; 0: there is none
 */
NBL_FUNCTION void nbl_fft_nearest_lengths(uint32_t n, uint32_t complex_dwords, const nbl_fft_plan_limits_t *limits,
                                          uint32_t *below, uint32_t *above) {
    uint32_t down = n > NBL_FFT_PLAN_MAX_LENGTH ? NBL_FFT_PLAN_MAX_LENGTH + 1u : n, up = n;
    *below = 0u;
    *above = 0u;
    while (down > 2u && *below == 0u) {
        down--;
        if (nbl_fft_length_fits(down, complex_dwords, limits)) *below = down;
    }
    while (up < NBL_FFT_PLAN_MAX_LENGTH && *above == 0u) {
        up++;
        if (nbl_fft_length_fits(up, complex_dwords, limits)) *above = up;
    }
}

/* Says why a length has no plan, and which lengths near it have one: "length 11: has a prime factor .., the nearest
 * supported lengths are 10 and 12".
 *
 * Returns the length of the whole text, as snprintf does.
 *
 * result          of nbl_fft_plan_make or its like
 * length          that was asked for
 * complex_dwords  likewise
 * limits          likewise, and those of the lengths near it; NULL: nbl_fft_plan_default_limits(), and none
 * buffer, size    receive the text; 256 bytes suffice
 */
NBL_FUNCTION size_t nbl_fft_plan_error(nbl_fft_plan_result_t result, uint32_t length, uint32_t complex_dwords,
                                       const nbl_fft_plan_limits_t *limits, char *buffer, size_t size) {
    nbl_fft_plan_limits_t within = limits ? *limits : nbl_fft_plan_default_limits();
    const char *why = nbl_fft_plan_result_text(result);
    uint32_t below = 0u, above = 0u;
    char limit[64] = "", near[96] = "";
    bool of_device = result == NBL_FFT_PLAN_LIMIT_INVOCATIONS || result == NBL_FFT_PLAN_LIMIT_SHARED;
    if (result == NBL_FFT_PLAN_LIMIT_INVOCATIONS)
        (void)snprintf(limit, sizeof limit, " of %u", (unsigned)within.max_invocations);
    if (result == NBL_FFT_PLAN_LIMIT_SHARED)
        (void)snprintf(limit, sizeof limit, " of %u bytes", (unsigned)within.max_shared_bytes);
    if (of_device || result == NBL_FFT_PLAN_TOO_SHORT || result == NBL_FFT_PLAN_TOO_LONG ||
        result == NBL_FFT_PLAN_INVALID_FACTOR) {
        nbl_fft_nearest_lengths(length, complex_dwords, of_device ? &within : limits, &below, &above);
        if (below != 0u && above != 0u)
            (void)snprintf(near, sizeof near, "; the nearest supported lengths are %u and %u", (unsigned)below,
                           (unsigned)above);
        else if (below + above != 0u)
            (void)snprintf(near, sizeof near, "; the nearest supported length is %u", (unsigned)(below + above));
    }
    return (size_t)snprintf(buffer, size, "length %u: %s%s%s", (unsigned)length, why, limit, near);
}

#endif
