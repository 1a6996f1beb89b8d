/* Makes plans of Stockham FFTs: from a length by counting, or from radices that are given.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    a length, or a request (radices in the order of passes, perhaps invocations, FFTs per workgroup and windows;
 *        what is 0 is chosen), dwords of a complex element, limits of a device.
 * Out:   a plan within the limits. nbl_fft_plan_count_radices() gives a length its radices, in falling order;
 *        nbl_fft_plan_order_radices() orders them; make() chooses the rest, and lays out shared memory.
 * Wrong: radices without a kernel, lengths that are too large, a workgroup or shared memory beyond the limits. Exact
 *        mode's bits follow from radices and their order, so these are found within nbl_fft_plan_default_limits().
 */
#include "plan/make.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "error/check.h"
#include "plan/cost.h"
#include "plan/factors.h"
#include "plan/layout.h"

/* Invocations of a workgroup of several short FFTs: nbl_fft_plan_choose_ffts(). */
#define WORKGROUP_WANTED 64u       /* fewer cost: small workgroups measured faster, but not below this */
#define SHARED_WORKGROUP_MOST 256u /* no more: the limit of SwiftShader and WebGPU */

nbl_fft_plan_limits_t nbl_fft_plan_default_limits(void) {
    nbl_fft_plan_limits_t limits = {1024u, 49152u, 32u, NBL_DEVICE_ANY};
    return limits;
}

#define MOST_WIDE_PASSES 4u /* that a word of wide radices holds: nbl/fft/parameters.h */

/* ---- Bare plans: what follows from radices and invocations */

nbl_fft_plan_t nbl_fft_plan_bare(uint32_t length, uint32_t complex_dwords, const uint32_t *radices, uint32_t count,
                                 uint32_t invocations) {
    nbl_fft_plan_t plan = {length, count, 0u, invocations, 0u, 1u, complex_dwords, 1u, 0u, 0u, 0u};
    for (uint32_t p = 0u; p < count; p++) plan.radices |= NBL_FFT_IS_WIDE(radices[p]) << 30u;
    const uint32_t bits = NBL_FFT_RADICES_BITS(plan.radices), wide = plan.radices >> 30u;
    for (uint32_t p = 0u; p < count; p++) plan.radices |= NBL_FFT_NUMBER_OF(wide, radices[p]) << (bits * p);
    for (uint32_t p = 0u; p < count; p++) {
        uint32_t elements = nbl_fft_pass_elements(nbl_fft_plan_pass(plan, p));
        if (elements > plan.elements) plan.elements = elements;
    }
    return plan;
}

uint32_t nbl_fft_plan_largest_radix(nbl_fft_plan_t plan) {
    uint32_t largest = 0u;
    plan.radices &= UINT32_MAX >> 1u; /* no plan has bit 31: a field has six bits at most */
    for (uint32_t p = 0u; p < plan.passes && p < NBL_FFT_MAX_PASSES; p++) {
        if (nbl_fft_plan_radix(plan, p) > largest) largest = nbl_fft_plan_radix(plan, p);
    }
    return largest;
}

/* Elements of an invocation with a radix of 33 to 36 or a prime above 13: chosen. */
#define MAX_ELEMENTS_OF_LARGE 36u

bool nbl_fft_plan_holds_few(nbl_fft_plan_t plan) {
    uint32_t most = NBL_FFT_PLAN_MAX_ELEMENTS;
    for (uint32_t p = 0u; p < plan.passes; p++) {
        uint32_t radix = nbl_fft_plan_radix(plan, p);
        const bool is_large = radix > NBL_FFT_PLAN_MAX_ELEMENTS || nbl_fft_plan_is_prime(radix);
        if (is_large && most < MAX_ELEMENTS_OF_LARGE) most = MAX_ELEMENTS_OF_LARGE;
        if (most < radix) most = radix;
    }
    return plan.elements <= most;
}

/* Returns the bytes of shared memory that one FFT takes without padding. */
static uint32_t least_bytes(nbl_fft_plan_t plan) {
    return plan.passes == 1u ? 0u : 4u * nbl_fft_plan_window(plan) * nbl_fft_plan_scalar_dwords(plan);
}

uint32_t nbl_fft_plan_choose_ffts(nbl_fft_plan_t plan, nbl_fft_plan_limits_t limits) {
    uint32_t most = limits.max_invocations < SHARED_WORKGROUP_MOST ? limits.max_invocations : SHARED_WORKGROUP_MOST;
    uint32_t lanes = limits.subgroup_size > 1u ? limits.subgroup_size : 32u;
    uint32_t bytes = least_bytes(plan), best = 1u, best_score = 0xffffffffu;
    for (uint32_t ffts = 1u; ffts == 1u || ffts * plan.invocations <= most; ffts++) {
        uint32_t size = ffts * plan.invocations;
        if (ffts > 1u && (bytes + bytes / 8u + 128u) * ffts > limits.max_shared_bytes) break;
        /* Chosen: lanes of the subgroups for 1000 invocations (1000 if no lane is idle), and 1 for every two
         * invocations, and 8000 / size below WORKGROUP_WANTED. */
        uint32_t score = (size + lanes - 1u) / lanes * lanes * 1000u / size + size / 2u;
        if (size < WORKGROUP_WANTED) score += 8000u / size;
        if (score < best_score) {
            best = ffts;
            best_score = score;
        }
    }
    return best;
}

/* Returns the fewest windows with which one FFT fits into shared memory; 0: no number does. */
static uint32_t least_windows(nbl_fft_plan_t plan, nbl_fft_plan_limits_t limits) {
    for (plan.windows = 1u; plan.windows <= NBL_FFT_PLAN_MAX_WINDOWS; plan.windows++)
        if (least_bytes(plan) <= limits.max_shared_bytes) return plan.windows;
    return 0u;
}

/* ---- What costs least by counting */

/* Returns what the exchanges of one FFT cost, on average of the plan and the reversed plan.
 *
 * cycles  as nbl_fft_plan_lay_out() returns them */
static uint64_t bank_cost(nbl_fft_plan_t plan, uint64_t cycles) {
    uint64_t dwords = (uint64_t)nbl_fft_plan_scalars(plan) * nbl_fft_plan_scalar_dwords(plan);
    return cycles * dwords * NBL_FFT_BANKS * NBL_FFT_COST_SHARED_ACCESS / plan.ffts_per_workgroup / 2u;
}

/* A search for the radices and invocations of a length, and the best that it has found so far. */
typedef struct search_t {
    nbl_fft_plan_limits_t limits;
    uint32_t length, complex_dwords;
    uint32_t radices[NBL_FFT_MAX_PASSES]; /* those of the branch that try_radices() is in, in falling order */
    uint64_t cost;                        /* of `plan`; UINT64_MAX: none yet */
    nbl_fft_plan_t plan;                  /* the best one, bare; fft_length 0: none yet */
    bool anywhere;    /* also radices of which 256 invocations cannot hold the elements: fits_everywhere() */
    bool any_radices; /* also large and prime radices; plans are compared by predicted time instead of by counting */
} search_t;

/* Returns a plan's cost: its predicted time in billionths of a copy's, or the counted cost. */
static uint64_t cost_of(const search_t *search, nbl_fft_plan_t plan) {
    if (!search->any_radices) return nbl_fft_plan_cost(plan);
    plan.plane_dwords = plan.passes > 1u ? nbl_fft_plan_window(plan) : 0u;
    return (uint64_t)(1e9 * nbl_fft_plan_time(plan, 0u, search->limits));
}

/* Compares plans of some radices to the best one so far. For each pass it tries the fewest invocations with which none
 * has more than 1, 2, .. butterflies in that pass. */
static void try_invocations(search_t *search, const uint32_t *radices, uint32_t count) {
    for (uint32_t p = 0u; p < count; p++) {
        uint32_t butterflies = search->length / radices[p];
        for (uint32_t each = 1u; each * radices[p] <= NBL_FFT_MAX_RADIX && each <= butterflies; each++) {
            uint32_t invocations = (butterflies + each - 1u) / each;
            if (invocations > search->limits.max_invocations) continue;
            nbl_fft_plan_t plan =
                nbl_fft_plan_bare(search->length, search->complex_dwords, radices, count, invocations);
            if (!nbl_fft_plan_holds_few(plan)) continue;
            plan.windows = least_windows(plan, search->limits);
            if (plan.windows == 0u) continue;
            plan.ffts_per_workgroup = nbl_fft_plan_choose_ffts(plan, search->limits);
            uint64_t cost = cost_of(search, plan);
            if (cost >= search->cost) continue;
            search->cost = cost;
            search->plan = plan;
        }
    }
}

uint32_t nbl_fft_plan_choose_invocations(const nbl_fft_plan_request_t *request, uint32_t length,
                                         uint32_t complex_dwords, nbl_fft_plan_limits_t limits) {
    search_t search = {.limits = limits, .length = length, .complex_dwords = complex_dwords, .cost = UINT64_MAX};
    try_invocations(&search, request->radices, request->passes);
    return search.plan.invocations;
}

/* Tells whether NBL_FFT_PLAN_COMMON_INVOCATIONS, which every device has, can hold the elements. */
static bool fits_everywhere(const search_t *search, uint32_t count) {
    nbl_fft_plan_t plan = nbl_fft_plan_bare(search->length, search->complex_dwords, search->radices, count,
                                            NBL_FFT_PLAN_COMMON_INVOCATIONS);
    return nbl_fft_plan_holds_few(plan);
}

/* Tries all ways to go on from the radices chosen so far.
 *
 * rest   what is left of the length
 * count  radices so far */
static void try_radices(search_t *search, uint32_t rest, uint32_t count) {
    if (rest == 1u) {
        if (search->anywhere || fits_everywhere(search, count)) try_invocations(search, search->radices, count);
        return;
    }
    if (count == (count > 0u && NBL_FFT_IS_WIDE(search->radices[0]) != 0u ? MOST_WIDE_PASSES : NBL_FFT_MAX_PASSES))
        return;
    for (uint32_t radix = count > 0u ? search->radices[count - 1u] : NBL_FFT_MAX_RADIX; radix >= 2u; radix--) {
        /* Wide radices that are no primes (33, 34, 38, 39) are left to rows that are one butterfly. Large radices are
         * tried for fast mode alone: exact mode's bits would change, and by counting, which is no measurement. */
        if (rest % radix != 0u || !nbl_fft_plan_is_radix(radix) ||
            (NBL_FFT_IS_WIDE(radix) != 0u && !nbl_is_prime(radix)) ||
            (nbl_fft_plan_is_large(radix) && !search->any_radices))
            continue;
        search->radices[count] = radix;
        try_radices(search, rest / radix, count + 1u);
    }
}

/* Returns the radices and invocations of what a search has found; the rest of the request is 0. */
static nbl_fft_plan_request_t found_by(const search_t *search) {
    nbl_fft_plan_request_t request = {.passes = search->plan.passes, .invocations = search->plan.invocations};
    for (uint32_t p = 0u; p < request.passes; p++) request.radices[p] = nbl_fft_plan_radix(search->plan, p);
    return request;
}

/* What decides bits is found within nbl_fft_plan_default_limits(), whatever a device has. */
nbl_fft_plan_request_t nbl_fft_plan_count_radices(uint32_t length, uint32_t complex_dwords) {
    search_t search = {.limits = nbl_fft_plan_default_limits(),
                       .length = length,
                       .complex_dwords = complex_dwords,
                       .cost = UINT64_MAX};
    try_radices(&search, length, 0u);
    search.anywhere = search.plan.fft_length == 0u; /* no radices fit 256 invocations: 7776, 8100, 16384, 32768 */
    if (search.anywhere) try_radices(&search, length, 0u);
    return found_by(&search);
}

static void swap(uint32_t *a, uint32_t *b) {
    uint32_t first = *a;
    *a = *b;
    *b = first;
}

/* Puts the next larger permutation of the radices in their place; returns false after the last. */
static bool permute(uint32_t *radices, uint32_t count) {
    uint32_t i = count - 1u, j = count - 1u;
    while (i > 0u && radices[i - 1u] >= radices[i]) i--;
    if (i == 0u) return false;
    while (radices[j] <= radices[i - 1u]) j--;
    swap(&radices[i - 1u], &radices[j]);
    for (uint32_t k = count - 1u; i < k; i++, k--) swap(&radices[i], &radices[k]);
    return true;
}

nbl_fft_plan_t nbl_fft_plan_bare_of(const nbl_fft_plan_request_t *request, uint32_t length, uint32_t complex_dwords) {
    nbl_fft_plan_limits_t limits = nbl_fft_plan_default_limits();
    nbl_fft_plan_t plan =
        nbl_fft_plan_bare(length, complex_dwords, request->radices, request->passes, request->invocations);
    plan.windows = request->windows != 0u ? request->windows : least_windows(plan, limits);
    plan.ffts_per_workgroup =
        request->ffts_per_workgroup != 0u ? request->ffts_per_workgroup : nbl_fft_plan_choose_ffts(plan, limits);
    return plan;
}

void nbl_fft_plan_order_radices(nbl_fft_plan_request_t *request, uint32_t length, uint32_t complex_dwords) {
    nbl_fft_plan_request_t trial = *request;
    uint64_t best_cost = UINT64_MAX;
    nbl_fft_padded_all_t padded;
    padded.count = 0u;
    for (uint32_t p = 0u; p < trial.passes; p++)
        trial.radices[p] = request->radices[trial.passes - 1u - p]; /* rising */
    do {
        nbl_fft_plan_t plan = nbl_fft_plan_bare_of(&trial, length, complex_dwords);
        uint64_t cost = nbl_fft_plan_cost(plan);
        if (!nbl_fft_plan_trades_mirrors(plan)) cost += (uint64_t)length * NBL_FFT_COST_UNTRADED_MIRROR;
        if (cost >= best_cost) continue;
        uint64_t cycles = nbl_fft_plan_lay_out(&plan, nbl_fft_plan_default_limits(), &padded);
        if (cycles == UINT64_MAX) continue;
        cost += bank_cost(plan, cycles);
        if (cost >= best_cost) continue;
        best_cost = cost;
        *request = trial;
    } while (permute(trial.radices, trial.passes));
}

/* ---- Which lengths have plans */

/* Most points of a plan with given radices whose length is no power of two; half as many in float64. An FFT of this
 * length takes two windows of 48 KB. Without given radices the most are NBL_FFT_PLAN_MAX_MIXED_LENGTH. */
#define MOST_OF_GIVEN_RADICES 16384u

/* Returns why a length has no plans, or NULL.
 *
 * largest     prime radix
 * most_mixed  points of a length that is no power of two, in float32; half as many in float64 */
static const char *why_not(uint32_t length, uint32_t complex_dwords, uint32_t largest, uint32_t most_mixed) {
    uint32_t shift = complex_dwords == NBL_DWORDS_float64_t ? 1u : 0u, rest = length;
    bool power_of_two = (length & (length - 1u)) == 0u;
    if (complex_dwords != 1u && complex_dwords != 2u && complex_dwords != 4u)
        return "a complex element has 1, 2 or 4 dwords";
    if (length < 2u) return "the length is below 2";
    for (uint32_t prime = 2u; prime <= largest; prime += prime == 2u ? 1u : 2u)
        while (rest % prime == 0u) rest /= prime;
    if (length > (power_of_two ? NBL_FFT_PLAN_MAX_LENGTH >> (2u * shift) : most_mixed >> shift))
        return "the length is too large";
    if (rest == 1u) return NULL;
    return largest == NBL_FFT_PLAN_LARGEST_PRIME ? "the length has a prime factor above 13"
                                                 : "a prime factor of the length has no radix";
}

const char *nbl_fft_plan_why_not(uint32_t length, uint32_t complex_dwords, uint32_t largest) {
    return why_not(length, complex_dwords, largest, NBL_FFT_PLAN_MAX_MIXED_LENGTH);
}

const char *nbl_fft_plan_why_not_radices(const nbl_fft_plan_request_t *request) {
    bool wide = false;
    if (request->passes == 0u || request->passes > NBL_FFT_MAX_PASSES) return NBL_FFT_PLAN_WHY_PASSES;
    for (uint32_t p = 0u; p < request->passes; p++) {
        if (!nbl_fft_plan_is_radix(request->radices[p])) return NBL_FFT_PLAN_WHY_RADIX;
        wide = wide || NBL_FFT_IS_WIDE(request->radices[p]) != 0u;
    }
    return wide && request->passes > MOST_WIDE_PASSES ? "there are 1 to 4 passes with a radix of 33, 34 or above 36"
                                                      : NULL;
}

/* ---- Which radices decide bits */

uint32_t nbl_fft_plan_next_radix(const nbl_fft_plan_t *plan, uint32_t pass) {
    const uint32_t least = plan->complex_dwords == NBL_DWORDS_float16_t ? 1u : 2u;
    while (pass < plan->passes && nbl_fft_plan_radix(*plan, pass) < least) pass++;
    return pass;
}

bool nbl_fft_plan_has_radices_of(const nbl_fft_plan_t *a, const nbl_fft_plan_t *b) {
    uint32_t p = nbl_fft_plan_next_radix(a, 0u), q = nbl_fft_plan_next_radix(b, 0u);
    while (p < a->passes && q < b->passes && nbl_fft_plan_radix(*a, p) == nbl_fft_plan_radix(*b, q)) {
        p = nbl_fft_plan_next_radix(a, p + 1u);
        q = nbl_fft_plan_next_radix(b, q + 1u);
    }
    return p == a->passes && q == b->passes;
}

/* ---- A plan of a request */

/* A plan in the making. */
typedef struct making_t {
    nbl_fft_plan_request_t request; /* what is 0 is chosen */
    uint32_t length, complex_dwords;
    nbl_fft_plan_limits_t limits;
    bool fit;                        /* FFTs per workgroup and invocations may be fewer than asked for, windows more */
    bool bare;                       /* is not laid out: without padding, in the fewest windows */
    nbl_result_t result;             /* of a refusal */
    char why[NBL_FFT_PLAN_WHY_SIZE]; /* of a refusal: the reason without the plan's name, which the caller puts first */
} making_t;

static nbl_result_t refuse(making_t *making, nbl_result_t result, const char *why, ...) {
    va_list arguments;
    va_start(arguments, why);
    (void)vsnprintf(making->why, sizeof making->why, why, arguments);
    va_end(arguments);
    return making->result = result;
}

static nbl_result_t refuse_invocations(making_t *making) {
    return refuse(making, NBL_ERROR_LIMIT, "the workgroup would have more invocations than the limit of %u",
                  making->limits.max_invocations);
}

static nbl_result_t refuse_shared(making_t *making) {
    return refuse(making, NBL_ERROR_LIMIT, "the shared memory would exceed the limit of %u bytes",
                  making->limits.max_shared_bytes);
}

/* Checks a request and its limits; sets the length, the product of the radices. */
static nbl_result_t check(making_t *making) {
    const nbl_fft_plan_request_t *request = &making->request;
    const nbl_fft_plan_limits_t *limits = &making->limits;
    making->length = 1u;
    const char *why = nbl_fft_plan_why_not_radices(request);
    if (why != NULL) return refuse(making, NBL_ERROR_ARGUMENT, "%s", why);
    for (uint32_t p = 0u; p < request->passes; p++) making->length *= request->radices[p]; /* at most 36^6 */
    why = why_not(making->length, making->complex_dwords, NBL_FFT_MAX_RADIX, MOST_OF_GIVEN_RADICES);
    if (why != NULL) return refuse(making, NBL_ERROR_ARGUMENT, "%s", why);
    if (limits->max_invocations == 0u || limits->max_shared_bytes == 0u || limits->subgroup_size == 0u)
        return refuse(making, NBL_ERROR_ARGUMENT, "a limit is zero");
    return NBL_SUCCESS;
}

/* Returns the invocations that were asked for, or the best within the limits; 0: a limit is in the way, and the making
 * is refused. */
static uint32_t invocations_of(making_t *making) {
    const nbl_fft_plan_request_t *request = &making->request;
    if (request->invocations != 0u) return request->invocations;
    uint32_t chosen = nbl_fft_plan_choose_invocations(request, making->length, making->complex_dwords, making->limits);
    if (chosen != 0u) return chosen;
    nbl_fft_plan_t most = nbl_fft_plan_bare(making->length, making->complex_dwords, request->radices, request->passes,
                                            making->limits.max_invocations);
    (void)(nbl_fft_plan_holds_few(most) ? refuse_shared(making) : refuse_invocations(making));
    return 0u;
}

/* Returns the fewest cycles that nbl_fft_plan_lay_out() can count. Each element is written and read once in each
 * exchange, of the plan and of the reversed plan: hence 4. */
static uint64_t least_cycles(nbl_fft_plan_t plan) {
    return 4u * (plan.passes - 1u) * ((uint64_t)plan.fft_length * plan.ffts_per_workgroup / NBL_FFT_BANKS);
}

#define MOST_FITTING 3u /* numbers of windows that are compared: chosen, each takes a layout */

/* Completes a plan that has radices and invocations: chooses windows, FFTs per workgroup and padding. More windows take
 * more barriers, but leave shared memory for a padding with fewer bank conflicts: the cheaper one of both is taken. */
static nbl_result_t finish(making_t *making, nbl_fft_plan_t *plan) {
    const uint32_t ffts = making->request.ffts_per_workgroup, windows = making->request.windows;
    uint64_t best_cost = UINT64_MAX;
    nbl_fft_plan_t best = *plan;
    uint32_t first = windows != 0u ? windows : 1u, fitting = 0u;
    uint32_t last = plan->passes == 1u || (windows != 0u && !making->fit) ? first : NBL_FFT_PLAN_MAX_WINDOWS;
    if ((uint64_t)plan->invocations * (ffts != 0u ? ffts : 1u) > making->limits.max_invocations)
        return refuse_invocations(making);
    for (uint32_t w = first; w <= last; w++) {
        nbl_fft_plan_t trial = *plan;
        trial.windows = w;
        trial.ffts_per_workgroup = ffts != 0u ? ffts : nbl_fft_plan_choose_ffts(trial, making->limits);
        /* Barriers grow with windows, so no further window pays either. */
        if (bank_cost(trial, least_cycles(trial)) + nbl_fft_plan_barrier_cost(trial) > best_cost) break;
        const bool holds = (uint64_t)least_bytes(trial) * trial.ffts_per_workgroup <= making->limits.max_shared_bytes;
        uint64_t cycles = making->bare ? (holds ? 0u : UINT64_MAX) : nbl_fft_plan_lay_out(&trial, making->limits, NULL);
        if (cycles == UINT64_MAX) continue;
        uint64_t cost = bank_cost(trial, cycles) + nbl_fft_plan_barrier_cost(trial);
        if (cost < best_cost) {
            best_cost = cost;
            best = trial;
        }
        if (++fitting == MOST_FITTING) break;
    }
    if (best_cost == UINT64_MAX) return refuse_shared(making);
    *plan = best;
    return NBL_SUCCESS;
}

/* Makes what is asked for, or refuses. With `fit` windows alone may be more than asked for. */
static nbl_result_t make(making_t *making, nbl_fft_plan_t *plan) {
    const nbl_fft_plan_request_t *request = &making->request;
    uint32_t most_butterflies = 0u, invocations = invocations_of(making);
    if (invocations == 0u) return making->result;
    for (uint32_t p = 0u; p < request->passes; p++)
        if (making->length / request->radices[p] > most_butterflies)
            most_butterflies = making->length / request->radices[p];
    if (invocations > most_butterflies)
        return refuse(making, NBL_ERROR_ARGUMENT, "there are more invocations than any pass has butterflies");
    if (request->windows > NBL_FFT_PLAN_MAX_WINDOWS || request->windows > making->length) return refuse_shared(making);
    nbl_fft_plan_t trial =
        nbl_fft_plan_bare(making->length, making->complex_dwords, request->radices, request->passes, invocations);
    if (!nbl_fft_plan_holds_few(trial))
        return refuse(making, NBL_ERROR_ARGUMENT, "an invocation would hold more than 32 elements");
    nbl_result_t result = finish(making, &trial);
    if (result == NBL_SUCCESS) *plan = trial;
    return result;
}

/* Makes the plan that is asked for. With `fit`, if a limit is in the way, it chooses the FFTs per workgroup; if a limit
 * still is, it chooses the invocations, too. */
static nbl_result_t make_within(making_t *making, nbl_fft_plan_t *plan) {
    if (check(making) != NBL_SUCCESS) return making->result;
    nbl_result_t result = make(making, plan);
    if (result == NBL_ERROR_LIMIT && making->fit && making->request.ffts_per_workgroup != 0u) {
        making->request.ffts_per_workgroup = 0u;
        result = make(making, plan);
    }
    if (result == NBL_ERROR_LIMIT && making->fit && making->request.invocations != 0u) {
        making->request.invocations = 0u;
        result = make(making, plan);
    }
    return result;
}

/* The radices of a request as text, for errors. */
static const char *text_of(const nbl_fft_plan_request_t *request, char text[64]) {
    size_t used = 0u;
    text[0] = '\0';
    for (uint32_t p = 0u; p < request->passes && p < NBL_FFT_MAX_PASSES; p++)
        used += (size_t)snprintf(text + used, 64u - used, "%s%u", p > 0u ? "x" : "", request->radices[p] % 65536u);
    return text;
}

/* Makes a plan; errors name it.
 *
 * text       what errors call the request; NULL: its radices
 * fit, bare  making_t's */
static nbl_result_t make_of_request(const char *text, const nbl_fft_plan_request_t *request, uint32_t complex_dwords,
                                    const nbl_fft_plan_limits_t *limits, bool fit, bool bare, nbl_fft_plan_t *plan,
                                    nbl_error_t *error) {
    char radices[64];
    making_t making = {.request = *request,
                       .complex_dwords = complex_dwords,
                       .limits = limits ? *limits : nbl_fft_plan_default_limits(),
                       .fit = fit,
                       .bare = bare};
    nbl_result_t result = make_within(&making, plan);
    nbl_error_clear(error);
    if (result == NBL_SUCCESS) return result;
    return nbl_fail(error, result, "plan %s: %s", text != NULL ? text : text_of(request, radices), making.why);
}

nbl_result_t nbl_fft_plan_from_radices(const nbl_fft_plan_request_t *request, uint32_t complex_dwords,
                                       const nbl_fft_plan_limits_t *limits, nbl_fft_plan_t *plan, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, request, plan)) return NBL_ERROR_ARGUMENT;
    return make_of_request(NULL, request, complex_dwords, limits, false, false, plan, error);
}

nbl_result_t nbl_fft_plan_fit(const nbl_fft_plan_request_t *request, uint32_t complex_dwords,
                              const nbl_fft_plan_limits_t *limits, nbl_fft_plan_t *plan, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, request, plan)) return NBL_ERROR_ARGUMENT;
    return make_of_request(NULL, request, complex_dwords, limits, true, false, plan, error);
}

nbl_result_t nbl_fft_plan_parse(const char *text, uint32_t complex_dwords, const nbl_fft_plan_limits_t *limits,
                                nbl_fft_plan_t *plan, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, text, plan)) return NBL_ERROR_ARGUMENT;
    nbl_fft_plan_request_t request;
    nbl_result_t result = nbl_fft_plan_read(text, &request, error);
    return result == NBL_SUCCESS ? make_of_request(text, &request, complex_dwords, limits, false, false, plan, error)
                                 : result;
}

nbl_result_t nbl_fft_plan_fit_or_why(const nbl_fft_plan_request_t *request, uint32_t complex_dwords,
                                     const nbl_fft_plan_limits_t *limits, nbl_fft_plan_t *plan,
                                     char why[NBL_FFT_PLAN_WHY_SIZE]) {
    making_t making = {.request = *request,
                       .complex_dwords = complex_dwords,
                       .limits = limits ? *limits : nbl_fft_plan_default_limits(),
                       .fit = true};
    nbl_result_t result = make_within(&making, plan);
    memcpy(why, making.why, sizeof making.why);
    return result;
}

nbl_result_t nbl_fft_plan_fit_bare(const nbl_fft_plan_request_t *request, uint32_t complex_dwords, nbl_fft_plan_t *plan,
                                   nbl_error_t *error) {
    return make_of_request(NULL, request, complex_dwords, NULL, true, true, plan, error);
}

/* Primes above 31 are radices in float32 alone: in float64 an invocation has no registers for them. */
bool nbl_fft_plan_has_primes(uint32_t length, uint32_t complex_dwords) {
    const uint32_t largest =
        complex_dwords == NBL_DWORDS_float32_t ? NBL_FFT_MAX_RADIX : NBL_FFT_PLAN_LARGEST_PRIME_OF_RADICES;
    return nbl_fft_plan_why_not(length, complex_dwords, NBL_FFT_PLAN_LARGEST_PRIME) != NULL &&
           nbl_fft_plan_why_not(length, complex_dwords, largest) == NULL;
}

nbl_result_t nbl_fft_plan_make_of_primes(uint32_t length, uint32_t complex_dwords, uint32_t largest,
                                         const nbl_fft_plan_limits_t *limits, nbl_fft_plan_t *plan,
                                         nbl_error_t *error) {
    making_t making = {
        .complex_dwords = complex_dwords, .limits = limits ? *limits : nbl_fft_plan_default_limits(), .fit = true};
    search_t search = {.limits = making.limits,
                       .length = length,
                       .complex_dwords = complex_dwords,
                       .cost = UINT64_MAX,
                       .anywhere = true,
                       .any_radices = true};
    nbl_error_clear(error);
    if (!nbl_fft_plan_has_primes(length, complex_dwords) || nbl_largest_prime(length) > largest)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "length %u: has no radices of primes from 17 to %u", length,
                        largest);
    try_radices(&search, length, 0u);
    if (search.plan.fft_length == 0u)
        return nbl_fail(error, NBL_ERROR_LIMIT, "length %u: no workgroup within the limits holds it", length);
    if (plan == NULL) return NBL_SUCCESS;
    making.request = found_by(&search);
    nbl_fft_plan_order_radices(&making.request, length, complex_dwords);
    nbl_result_t result = make_within(&making, plan);
    return result == NBL_SUCCESS ? result : nbl_fail(error, result, "length %u: %s", length, making.why);
}
