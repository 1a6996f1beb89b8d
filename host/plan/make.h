/* Makes plans of Stockham FFTs: from a length by counting and measured preferences, or from radices that are given.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). Pure functions: the same arguments give the same plan everywhere.
 */
#ifndef NBL_FFT_PLAN_MAKE_H
#define NBL_FFT_PLAN_MAKE_H

#include "plan/search.h"

#define NBL_FFT_PLAN_MAX_LENGTH 32768u      /* of a power of two; 8192 in float64 */
#define NBL_FFT_PLAN_MAX_MIXED_LENGTH 8192u /* of any other; 4096 in float64 */

typedef enum nbl_fft_plan_result_t {
    NBL_FFT_PLAN_SUCCESS = 0,
    NBL_FFT_PLAN_TOO_SHORT, /* length 0 or 1 */
    NBL_FFT_PLAN_TOO_LONG,
    NBL_FFT_PLAN_INVALID_FACTOR, /* the length has a prime factor other than 2, 3, 5, 7 */
    NBL_FFT_PLAN_INVALID_PRECISION,
    NBL_FFT_PLAN_INVALID_RADIX,
    NBL_FFT_PLAN_INVALID_PASSES,      /* none, or more than NBL_FFT_MAX_PASSES */
    NBL_FFT_PLAN_INVALID_PRODUCT,     /* the radices' is not the length */
    NBL_FFT_PLAN_INVALID_INVOCATIONS, /* more than the first butterflies of every pass have use for */
    NBL_FFT_PLAN_TOO_MANY_ELEMENTS,   /* per invocation */
    NBL_FFT_PLAN_LIMIT_INVOCATIONS,
    NBL_FFT_PLAN_LIMIT_SHARED,
    NBL_FFT_PLAN_INVALID_LIMITS,
    NBL_FFT_PLAN_INVALID_TEXT
} nbl_fft_plan_result_t;

/* The meaning of a result.
 *
 * Returns a static string, lower case, without a full stop. nbl_fft_plan_error() of host/plan/lengths.h says more.
 *
 * result  any
 */
NBL_FUNCTION const char *nbl_fft_plan_result_text(nbl_fft_plan_result_t result) {
    switch (result) {
    case NBL_FFT_PLAN_SUCCESS: return "success";
    case NBL_FFT_PLAN_TOO_SHORT: return "the length is below 2";
    case NBL_FFT_PLAN_TOO_LONG: return "the length is too large";
    case NBL_FFT_PLAN_INVALID_FACTOR: return "the length has a prime factor other than 2, 3, 5 and 7";
    case NBL_FFT_PLAN_INVALID_PRECISION: return "a complex element has 1, 2 or 4 dwords";
    case NBL_FFT_PLAN_INVALID_RADIX: return "a radix is not one of 2 to 10, 12, 14, 15, 16 and 32";
    case NBL_FFT_PLAN_INVALID_PASSES: return "there are 1 to 6 passes";
    case NBL_FFT_PLAN_INVALID_PRODUCT: return "the product of the radices is not the length";
    case NBL_FFT_PLAN_INVALID_INVOCATIONS: return "there are more invocations than any pass has butterflies";
    case NBL_FFT_PLAN_TOO_MANY_ELEMENTS: return "an invocation would hold more than 32 elements";
    case NBL_FFT_PLAN_LIMIT_INVOCATIONS: return "the workgroup would have more invocations than the limit";
    case NBL_FFT_PLAN_LIMIT_SHARED: return "the shared memory would exceed the limit";
    case NBL_FFT_PLAN_INVALID_LIMITS: return "a limit is zero";
    case NBL_FFT_PLAN_INVALID_TEXT: return "a plan is written as 10x10x10, 10x10x10@100 or 10x10x10@100*2/1";
    }
    return "unknown result";
}

/* Tells whether there are plans for a length.
 *
 * Returns SUCCESS, TOO_SHORT, TOO_LONG, INVALID_FACTOR or INVALID_PRECISION.
 *
 * length          any
 * complex_dwords  NBL_DWORDS_<scalar>
 */
NBL_FUNCTION nbl_fft_plan_result_t nbl_fft_plan_check_length(uint32_t length, uint32_t complex_dwords) {
    uint32_t shift = complex_dwords == NBL_DWORDS_float64_t ? 1u : 0u, rest = length;
    bool power_of_two = (length & (length - 1u)) == 0u;
    if (complex_dwords != 1u && complex_dwords != 2u && complex_dwords != 4u) return NBL_FFT_PLAN_INVALID_PRECISION;
    if (length < 2u) return NBL_FFT_PLAN_TOO_SHORT;
    for (uint32_t prime = 2u; prime <= 7u; prime += prime == 2u ? 1u : 2u)
        while (rest % prime == 0u) rest /= prime;
    if (length > (power_of_two ? NBL_FFT_PLAN_MAX_LENGTH >> (2u * shift) : NBL_FFT_PLAN_MAX_MIXED_LENGTH >> shift))
        return NBL_FFT_PLAN_TOO_LONG;
    return rest == 1u ? NBL_FFT_PLAN_SUCCESS : NBL_FFT_PLAN_INVALID_FACTOR;
}

/* Completes a plan that has radices and invocations.
 *
 * Where the limit of shared memory leaves a choice between narrow padding and more windows, bank cycles and barriers
 * decide.
 *
 * Returns SUCCESS, LIMIT_INVOCATIONS or LIMIT_SHARED. Internal.
 *
 * ffts, windows  0: chosen
 */
NBL_FUNCTION nbl_fft_plan_result_t nbl_fft_plan_finish(nbl_fft_plan_t *plan, nbl_fft_plan_limits_t limits,
                                                       uint32_t ffts, uint32_t windows) {
    uint64_t best_cost = UINT64_MAX;
    nbl_fft_plan_t best = *plan;
    uint32_t last = windows != 0u ? windows : plan->passes == 1u ? 1u : NBL_FFT_PLAN_MAX_WINDOWS, fitting = 0u;
    if ((uint64_t)plan->invocations * (ffts != 0u ? ffts : 1u) > limits.max_invocations)
        return NBL_FFT_PLAN_LIMIT_INVOCATIONS;
    for (uint32_t w = windows != 0u ? windows : 1u; w <= last; w++) {
        nbl_fft_plan_t trial = *plan;
        trial.windows = w;
        trial.ffts_per_workgroup = ffts != 0u ? ffts : nbl_fft_plan_choose_ffts(trial, limits);
        uint64_t cycles = nbl_fft_plan_lay_out(&trial, limits, true);
        if (cycles == UINT64_MAX) continue;
        uint64_t cost = nbl_fft_plan_bank_cost(trial, cycles) + nbl_fft_plan_barrier_cost(trial);
        if (cost < best_cost) {
            best_cost = cost;
            best = trial;
        }
        if (++fitting == 3u) break;
    }
    if (best_cost == UINT64_MAX) return NBL_FFT_PLAN_LIMIT_SHARED;
    *plan = best;
    return NBL_FFT_PLAN_SUCCESS;
}

/* Makes a plan of given radices.
 *
 * Returns SUCCESS, or what is wrong; then *plan is untouched.
 *
 * length              the product of the radices
 * radices             `count` of them, first pass first: each 2 to 10, 12, 14, 15, 16 or 32
 * count               1 to NBL_FFT_MAX_PASSES
 * invocations         of one FFT; 0: chosen
 * ffts_per_workgroup  0: chosen
 * windows             of an exchange, 1 to 16; 0: chosen
 * complex_dwords      NBL_DWORDS_<scalar>
 * limits              NULL: nbl_fft_plan_default_limits()
 * plan                receives the plan
 */
NBL_FUNCTION nbl_fft_plan_result_t nbl_fft_plan_from_radices(uint32_t length, const uint32_t *radices, uint32_t count,
                                                             uint32_t invocations, uint32_t ffts_per_workgroup,
                                                             uint32_t windows, uint32_t complex_dwords,
                                                             const nbl_fft_plan_limits_t *limits,
                                                             nbl_fft_plan_t *plan) {
    nbl_fft_plan_limits_t within = limits ? *limits : nbl_fft_plan_default_limits();
    uint64_t product = 1u;
    uint32_t most_butterflies = 0u;
    nbl_fft_plan_result_t result = nbl_fft_plan_check_length(length, complex_dwords);
    if (result != NBL_FFT_PLAN_SUCCESS) return result;
    if (within.max_invocations == 0u || within.max_shared_bytes == 0u || within.subgroup_size == 0u)
        return NBL_FFT_PLAN_INVALID_LIMITS;
    if (count == 0u || count > NBL_FFT_MAX_PASSES) return NBL_FFT_PLAN_INVALID_PASSES;
    for (uint32_t p = 0u; p < count; p++) {
        if (!nbl_fft_plan_is_radix(radices[p])) return NBL_FFT_PLAN_INVALID_RADIX;
        product *= radices[p];
        if (length / radices[p] > most_butterflies) most_butterflies = length / radices[p];
    }
    if (product != length) return NBL_FFT_PLAN_INVALID_PRODUCT;
    if (invocations == 0u)
        invocations = nbl_fft_plan_choose_invocations(length, radices, count, complex_dwords, within);
    if (invocations == 0u) return NBL_FFT_PLAN_LIMIT_INVOCATIONS;
    if (invocations > most_butterflies) return NBL_FFT_PLAN_INVALID_INVOCATIONS;
    if (windows > NBL_FFT_PLAN_MAX_WINDOWS || windows > length) return NBL_FFT_PLAN_LIMIT_SHARED;
    nbl_fft_plan_t trial = nbl_fft_plan_bare(length, complex_dwords, radices, count, invocations);
    if (trial.elements > NBL_FFT_PLAN_MAX_ELEMENTS) return NBL_FFT_PLAN_TOO_MANY_ELEMENTS;
    result = nbl_fft_plan_finish(&trial, within, ffts_per_workgroup, windows);
    if (result == NBL_FFT_PLAN_SUCCESS) *plan = trial;
    return result;
}

/* Makes the plan of a length: the row of host/plan/table.h, or else the factors into radices, the invocations and the order
 * that cost least by counting.
 *
 * Returns SUCCESS, or what is wrong; then *plan is untouched.
 *
 * length          2 to 8192 with no prime factors but 2, 3, 5, 7, or a power of two to 32768; in float64 to 4096, or a
 *                 power of two to 8192
 * complex_dwords  NBL_DWORDS_<scalar> of the arithmetic
 * limits          NULL: nbl_fft_plan_default_limits()
 * plan            receives the plan
 */
NBL_FUNCTION nbl_fft_plan_result_t nbl_fft_plan_make(uint32_t length, uint32_t complex_dwords,
                                                     const nbl_fft_plan_limits_t *limits, nbl_fft_plan_t *plan) {
    nbl_fft_plan_limits_t within = limits ? *limits : nbl_fft_plan_default_limits();
    bool ordered = false;
    uint32_t ffts = 0u;
    nbl_fft_plan_result_t result = nbl_fft_plan_check_length(length, complex_dwords);
    if (result != NBL_FFT_PLAN_SUCCESS) return result;
    if (within.max_invocations == 0u || within.max_shared_bytes == 0u || within.subgroup_size == 0u)
        return NBL_FFT_PLAN_INVALID_LIMITS;
    nbl_fft_plan_t found = nbl_fft_plan_find(length, complex_dwords, within, &ordered, &ffts);
    if (found.fft_length == 0u) { /* which limit? */
        nbl_fft_plan_limits_t roomy = within;
        roomy.max_shared_bytes = 0x40000000u;
        found = nbl_fft_plan_find(length, complex_dwords, roomy, &ordered, &ffts);
        return found.fft_length == 0u ? NBL_FFT_PLAN_LIMIT_INVOCATIONS : NBL_FFT_PLAN_LIMIT_SHARED;
    }
    if (!ordered) found = nbl_fft_plan_order(found, within);
    result = nbl_fft_plan_finish(&found, within, ffts, 0u);
    if (result == NBL_FFT_PLAN_SUCCESS) *plan = found;
    return result;
}

#endif
