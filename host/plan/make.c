/* Makes plans of Stockham FFTs: from a length by counting and measured preferences, or from radices that are given.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plan/make.h"

#include <stdio.h>

#include "error/check.h"
#include "plan/banks.h"
#include "plan/cost.h"
#include "plan/layout.h"
#include "plan/search.h"

/* Why a plan cannot be made: the reason only, without the subject. */
typedef struct refusal_t {
    nbl_result_t result;
    char why[128];
} refusal_t;

static nbl_result_t refuse(refusal_t *refusal, nbl_result_t result, const char *why) {
    refusal->result = result;
    (void)snprintf(refusal->why, sizeof refusal->why, "%s", why);
    return result;
}

static nbl_result_t refuse_invocations(refusal_t *refusal, nbl_fft_plan_limits_t limits) {
    (void)snprintf(refusal->why, sizeof refusal->why, "the workgroup would have more invocations than the limit of %u",
                   limits.max_invocations);
    return refusal->result = NBL_ERROR_LIMIT;
}

static nbl_result_t refuse_shared(refusal_t *refusal, nbl_fft_plan_limits_t limits) {
    (void)snprintf(refusal->why, sizeof refusal->why, "the shared memory would exceed the limit of %u bytes",
                   limits.max_shared_bytes);
    return refusal->result = NBL_ERROR_LIMIT;
}

static nbl_result_t check_limits(refusal_t *refusal, nbl_fft_plan_limits_t limits) {
    if (limits.max_invocations != 0u && limits.max_shared_bytes != 0u && limits.subgroup_size != 0u) return NBL_SUCCESS;
    return refuse(refusal, NBL_ERROR_ARGUMENT, "a limit is zero");
}

/* The fewest cycles that nbl_fft_plan_lay_out() may count: each element is written and read once in each exchange, and
 * in each of the reversed plan. */
static uint64_t least_cycles(nbl_fft_plan_t plan) {
    return 4u * (plan.passes - 1u) * ((uint64_t)plan.fft_length * plan.ffts_per_workgroup / NBL_FFT_BANKS);
}

/* Completes a plan that has radices and invocations: where the limit of shared memory leaves a choice between narrow
 * padding and more windows, bank cycles and barriers decide.
 *
 * ffts, windows  0: chosen
 * fit            there may be more windows */
static nbl_result_t finish(nbl_fft_plan_t *plan, nbl_fft_plan_limits_t limits, uint32_t ffts, uint32_t windows,
                           bool fit, refusal_t *refusal) {
    uint64_t best_cost = UINT64_MAX;
    nbl_fft_plan_t best = *plan;
    uint32_t first = windows != 0u ? windows : 1u, fitting = 0u;
    uint32_t last = plan->passes == 1u || (windows != 0u && !fit) ? first : NBL_FFT_PLAN_MAX_WINDOWS;
    if ((uint64_t)plan->invocations * (ffts != 0u ? ffts : 1u) > limits.max_invocations)
        return refuse_invocations(refusal, limits);
    for (uint32_t w = first; w <= last; w++) {
        nbl_fft_plan_t trial = *plan;
        trial.windows = w;
        trial.ffts_per_workgroup = ffts != 0u ? ffts : nbl_fft_plan_choose_ffts(trial, limits);
        /* Barriers grow with windows: nor will any further one be worth it. */
        if (nbl_fft_plan_bank_cost(trial, least_cycles(trial)) + nbl_fft_plan_barrier_cost(trial) > best_cost) break;
        uint64_t cycles = nbl_fft_plan_lay_out(&trial, limits, true);
        if (cycles == UINT64_MAX) continue;
        uint64_t cost = nbl_fft_plan_bank_cost(trial, cycles) + nbl_fft_plan_barrier_cost(trial);
        if (cost < best_cost) {
            best_cost = cost;
            best = trial;
        }
        if (++fitting == 3u) break;
    }
    if (best_cost == UINT64_MAX) return refuse_shared(refusal, limits);
    *plan = best;
    return NBL_SUCCESS;
}

/* The invocations that were asked for, or the best within the limits; 0: a limit is in the way, which the refusal
 * names. */
static uint32_t invocations_of(const nbl_fft_plan_request_t *request, uint32_t length, uint32_t complex_dwords,
                               nbl_fft_plan_limits_t limits, refusal_t *refusal) {
    if (request->invocations != 0u) return request->invocations;
    uint32_t chosen =
        nbl_fft_plan_choose_invocations(length, request->radices, request->passes, complex_dwords, limits);
    if (chosen != 0u) return chosen;
    nbl_fft_plan_t most =
        nbl_fft_plan_bare(length, complex_dwords, request->radices, request->passes, limits.max_invocations);
    if (!nbl_fft_plan_holds_few(most))
        (void)refuse_invocations(refusal, limits);
    else
        (void)refuse_shared(refusal, limits);
    return 0u;
}

/* Makes what is asked for; the length is supported. */
static nbl_result_t make(const nbl_fft_plan_request_t *request, uint32_t length, uint32_t complex_dwords,
                         nbl_fft_plan_limits_t limits, bool fit, nbl_fft_plan_t *plan, refusal_t *refusal) {
    uint32_t most_butterflies = 0u, invocations = invocations_of(request, length, complex_dwords, limits, refusal);
    if (invocations == 0u) return refusal->result;
    for (uint32_t p = 0u; p < request->passes; p++)
        if (length / request->radices[p] > most_butterflies) most_butterflies = length / request->radices[p];
    if (invocations > most_butterflies)
        return refuse(refusal, NBL_ERROR_ARGUMENT, "there are more invocations than any pass has butterflies");
    if (request->windows > NBL_FFT_PLAN_MAX_WINDOWS || request->windows > length) return refuse_shared(refusal, limits);
    nbl_fft_plan_t trial = nbl_fft_plan_bare(length, complex_dwords, request->radices, request->passes, invocations);
    if (!nbl_fft_plan_holds_few(trial))
        return refuse(refusal, NBL_ERROR_ARGUMENT, "an invocation would hold more than 32 elements");
    nbl_result_t result = finish(&trial, limits, request->ffts_per_workgroup, request->windows, fit, refusal);
    if (result == NBL_SUCCESS) *plan = trial;
    return result;
}

/* The product of a request's radices; 0 and a refusal where they are none. */
static uint32_t length_of(const nbl_fft_plan_request_t *request, refusal_t *refusal) {
    uint32_t length = 1u;
    if (request->passes == 0u || request->passes > NBL_FFT_MAX_PASSES)
        (void)refuse(refusal, NBL_ERROR_ARGUMENT, NBL_FFT_PLAN_WHY_PASSES);
    for (uint32_t p = 0u; p < request->passes && refusal->result == NBL_SUCCESS; p++) {
        if (!nbl_fft_plan_is_radix(request->radices[p]))
            (void)refuse(refusal, NBL_ERROR_ARGUMENT, NBL_FFT_PLAN_WHY_RADIX);
        else
            length *= request->radices[p]; /* at most 36^6 */
    }
    return refusal->result == NBL_SUCCESS ? length : 0u;
}

/* With `fit`, FFTs per workgroup and invocations give way, first the one that is worth less, and windows may be
 * more. */
static nbl_result_t make_of_request(const nbl_fft_plan_request_t *request, uint32_t complex_dwords,
                                    const nbl_fft_plan_limits_t *limits, bool fit, nbl_fft_plan_t *plan,
                                    refusal_t *refusal) {
    nbl_fft_plan_limits_t within = limits ? *limits : nbl_fft_plan_default_limits();
    nbl_fft_plan_request_t wanted = *request;
    uint32_t length = length_of(request, refusal);
    if (length == 0u) return refusal->result;
    const char *why = nbl_fft_plan_why_not(length, complex_dwords);
    if (why != NULL) return refuse(refusal, NBL_ERROR_ARGUMENT, why);
    if (check_limits(refusal, within) != NBL_SUCCESS) return refusal->result;
    nbl_result_t result = make(&wanted, length, complex_dwords, within, fit, plan, refusal);
    if (result == NBL_ERROR_LIMIT && fit && wanted.ffts_per_workgroup != 0u) {
        wanted.ffts_per_workgroup = 0u;
        result = make(&wanted, length, complex_dwords, within, fit, plan, refusal);
    }
    if (result == NBL_ERROR_LIMIT && fit && wanted.invocations != 0u) {
        wanted.invocations = 0u;
        result = make(&wanted, length, complex_dwords, within, fit, plan, refusal);
    }
    return result;
}

nbl_result_t nbl_fft_plan_of_text(const char *text, const nbl_fft_plan_request_t *request, uint32_t complex_dwords,
                                  const nbl_fft_plan_limits_t *limits, nbl_fft_plan_t *plan, nbl_error_t *error) {
    refusal_t refusal = {.result = NBL_SUCCESS};
    nbl_result_t result = make_of_request(request, complex_dwords, limits, false, plan, &refusal);
    nbl_error_clear(error);
    return result == NBL_SUCCESS ? result : nbl_fail(error, result, "plan %s: %s", text, refusal.why);
}

/* The radices of a request as text, for errors. */
static const char *text_of(const nbl_fft_plan_request_t *request, char text[64]) {
    size_t used = 0u;
    text[0] = '\0';
    for (uint32_t p = 0u; p < request->passes && p < NBL_FFT_MAX_PASSES; p++)
        used += (size_t)snprintf(text + used, 64u - used, "%s%u", p > 0u ? "x" : "", request->radices[p] % 65536u);
    return text;
}

nbl_result_t nbl_fft_plan_from_radices(const nbl_fft_plan_request_t *request, uint32_t complex_dwords,
                                       const nbl_fft_plan_limits_t *limits, nbl_fft_plan_t *plan, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, request, plan)) return NBL_ERROR_ARGUMENT;
    char text[64];
    return nbl_fft_plan_of_text(text_of(request, text), request, complex_dwords, limits, plan, error);
}

nbl_result_t nbl_fft_plan_fit(const nbl_fft_plan_request_t *request, uint32_t complex_dwords,
                              const nbl_fft_plan_limits_t *limits, nbl_fft_plan_t *plan, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, request, plan)) return NBL_ERROR_ARGUMENT;
    char text[64];
    refusal_t refusal = {.result = NBL_SUCCESS};
    nbl_result_t result = make_of_request(request, complex_dwords, limits, true, plan, &refusal);
    nbl_error_clear(error);
    return result == NBL_SUCCESS ? result : nbl_fail(error, result, "plan %s: %s", text_of(request, text), refusal.why);
}

nbl_fft_plan_request_t nbl_fft_plan_request(uint32_t length, uint32_t complex_dwords, bool small) {
    nbl_fft_plan_request_t request = {.passes = 0u};
    bool ordered;
    nbl_fft_plan_t found = nbl_fft_plan_find(length, complex_dwords, small, &ordered, &request);
    if (!ordered) found = nbl_fft_plan_order(found);
    for (; request.passes < found.passes; request.passes++)
        request.radices[request.passes] = nbl_fft_plan_radix(found, request.passes);
    request.invocations = found.invocations;
    return request;
}

static nbl_result_t make_of_length(uint32_t length, uint32_t complex_dwords, const nbl_fft_plan_limits_t *limits,
                                   bool small, nbl_fft_plan_t *plan, nbl_error_t *error) {
    nbl_fft_plan_limits_t within = limits ? *limits : nbl_fft_plan_default_limits();
    refusal_t refusal = {.result = NBL_SUCCESS};
    nbl_error_clear(error);
    const char *why = nbl_fft_plan_why_not(length, complex_dwords);
    if (why != NULL) return nbl_fft_plan_fail_length(NBL_ERROR_ARGUMENT, length, complex_dwords, limits, why, error);
    if (check_limits(&refusal, within) != NBL_SUCCESS)
        return nbl_fail(error, refusal.result, "length %u: %s", length, refusal.why);
    nbl_fft_plan_request_t request = nbl_fft_plan_request(length, complex_dwords, small);
    nbl_result_t result = make_of_request(&request, complex_dwords, &within, true, plan, &refusal);
    if (result == NBL_SUCCESS) return result;
    return nbl_fft_plan_fail_length(result, length, complex_dwords, &within, refusal.why, error);
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
