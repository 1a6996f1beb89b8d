/* Tries plans of a length on a device: what changes no bit, and in fast mode other radices.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Four steps, each a run of the bench with the library's own plan as number 0: radices, and with the best of them
 * invocations and transforms per workgroup, and with the best of these windows and rounds, and then orders of
 * instructions.
 */
#include "tune_search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "timing.h"
#include "nbl/host/wisdom.h"
#include "plan/cost.h"

enum { MOST_PLANS = 256, MOST_RADIX = 32, STEPS = 4, PASSES = 4, FEWEST_RUNS = 5 };
#define WORTH_IT 0.99 /* of the library's own time */

typedef struct candidate_t {
    nbl_fft_plan_request_t request;
    uint32_t rounds; /* 0: the library's own */
    nbl_instruction_order_t order;
    uint64_t cost; /* by counting */
    double nanoseconds;
    char text[NBL_FFT_PLAN_TEXT_SIZE];
} candidate_t;

typedef struct search_t {
    const bench_tuning_t *tuning;
    nbl_fft_limits_t limits;
    candidate_t own, list[MOST_PLANS];
    uint32_t count, tried;
} search_t;

/* Adds a plan if there is such a one that is not there already. */
static void add_ordered(search_t *s, const nbl_fft_plan_request_t *request, uint32_t rounds,
                        nbl_instruction_order_t order) {
    nbl_fft_plan_limits_t limits = {s->limits.max_workgroup_invocations, s->limits.max_shared_bytes,
                                    s->limits.subgroup_size};
    nbl_fft_plan_t plan;
    if (s->count == MOST_PLANS || nbl_fft_plan_from_radices(request, nbl_fft_precision_dwords(s->tuning->precision),
                                                            &limits, &plan, NULL) != NBL_SUCCESS)
        return;
    candidate_t *c = &s->list[s->count];
    *c = (candidate_t){.request = *request, .rounds = rounds, .order = order, .cost = nbl_fft_plan_cost(plan)};
    nbl_fft_plan_short_text(plan, c->text, sizeof c->text);
    for (uint32_t i = 0; i < s->count; i++)
        if (strcmp(s->list[i].text, c->text) == 0 && s->list[i].rounds == rounds && s->list[i].order == order) return;
    s->count++;
}

static void add(search_t *s, const nbl_fft_plan_request_t *request, uint32_t rounds) {
    add_ordered(s, request, rounds, NBL_INSTRUCTION_ORDER_DEFAULT);
}

static int by_cost(const void *a, const void *b) {
    uint64_t x = ((const candidate_t *)a)->cost, y = ((const candidate_t *)b)->cost;
    return (x > y) - (x < y);
}

static int by_time(const void *a, const void *b) {
    double x = ((const candidate_t *)a)->nanoseconds, y = ((const candidate_t *)b)->nanoseconds;
    return (x > y) - (x < y);
}

/* Every order of every radices of what is left. */
static void add_radices(search_t *s, nbl_fft_plan_request_t *request, uint32_t left, uint32_t most_passes) {
    if (left == 1) add(s, request, 1);
    if (left == 1 || request->passes == most_passes) return;
    for (uint32_t radix = MOST_RADIX; radix >= 2; radix--) {
        if (left % radix != 0 || !nbl_fft_plan_is_radix(radix)) continue;
        request->radices[request->passes++] = radix;
        add_radices(s, request, left / radix, most_passes);
        request->passes--;
    }
}

/* The fewest passes that the length needs: another pass costs more than any other choice gains. */
static void choose_radices(search_t *s, uint32_t most) {
    for (uint32_t passes = 1; passes <= NBL_FFT_MAX_PASSES && s->count == 0; passes++) {
        nbl_fft_plan_request_t request = {.passes = 0};
        add_radices(s, &request, s->tuning->length, passes);
    }
    qsort(s->list, s->count, sizeof *s->list, by_cost);
    if (s->count > most) s->count = most;
}

/* Invocations that some pass is made of evenly, and transforms side by side. */
static void choose_invocations(search_t *s, const nbl_fft_plan_request_t *of, uint32_t most) {
    for (uint32_t p = 0; p < of->passes; p++) {
        for (uint32_t share = 1; share <= 4 && s->count < most; share++) {
            nbl_fft_plan_request_t request = *of;
            uint32_t butterflies = s->tuning->length / of->radices[p];
            if (butterflies % share != 0) continue;
            request.invocations = butterflies / share;
            request.ffts_per_workgroup = 0;
            add(s, &request, 1);
            for (uint32_t ffts = 1; ffts * request.invocations <= 512 && s->count < most; ffts *= 2) {
                request.ffts_per_workgroup = ffts;
                add(s, &request, 1);
            }
        }
    }
}

static void choose_windows(search_t *s, const nbl_fft_plan_request_t *of, uint32_t most) {
    for (uint32_t rounds = 1; rounds <= 8; rounds *= 2) {
        for (uint32_t windows = 1; windows <= 4 && s->count < most; windows *= 2) {
            nbl_fft_plan_request_t request = *of;
            request.windows = windows;
            add(s, &request, rounds);
        }
    }
}

static void choose_orders(search_t *s, const candidate_t *of, uint32_t most) {
    for (int i = 1; nbl_fft_instruction_order_name((nbl_instruction_order_t)i) != NULL && s->count < most; i++)
        add_ordered(s, &of->request, of->rounds, (nbl_instruction_order_t)i);
}

static nbl_result_t add_kernel(const search_t *s, nbl_fft_bench_t *bench, candidate_t *c, uint32_t *number,
                               nbl_error_t *error) {
    const bench_tuning_t *t = s->tuning;
    bool cpu = nbl_vulkan_device_get_info(t->device)->type == VK_PHYSICAL_DEVICE_TYPE_CPU;
    nbl_fft_transform_desc_t desc = {.algorithm = NBL_FFT_STOCKHAM,
                                     .precision = t->precision,
                                     .length = t->length,
                                     .batch = nbl_fft_bench_batch(bench, t->length, t->precision),
                                     .plan_text = c->rounds != 0 ? c->text : NULL,
                                     .rounds = c->rounds,
                                     .instruction_order = c->order,
                                     .limits = s->limits};
    nbl_fft_transform_plan_t plan;
    nbl_result_t result = nbl_fft_transform_plan(&desc, &plan, error);
    if (result == NBL_SUCCESS) result = nbl_fft_bench_add(bench, &plan, t->mode, !cpu, number, error);
    if (result != NBL_SUCCESS || c->rounds != 0) return result;
    c->rounds = plan.parameters.rounds;
    nbl_fft_plan_short_text(plan.parameters.plan, c->text, sizeof c->text);
    return nbl_fft_plan_read(c->text, &c->request, error);
}

/* Measures the library's own plan and the list, which becomes sorted by time; what cannot be built falls out. */
static nbl_result_t measure(search_t *s, nbl_error_t *error) {
    const bench_tuning_t *t = s->tuning;
    uint32_t own, numbers[MOST_PLANS], built = 0;
    nbl_fft_timing_t copy;
    nbl_fft_bench_t *bench;
    uint32_t runs = t->runs / PASSES < FEWEST_RUNS ? FEWEST_RUNS : t->runs / PASSES;
    nbl_result_t result = nbl_fft_bench_create(t->device, NULL, t->bytes, runs, &bench, error);
    if (result != NBL_SUCCESS) return result;
    nbl_fft_bench_repeat(bench, PASSES); /* by turns: else what comes first meets other clocks */
    result = add_kernel(s, bench, &s->own, &own, error);
    for (uint32_t i = 0; i < s->count && result == NBL_SUCCESS; i++) {
        nbl_error_t reason;
        if (add_kernel(s, bench, &s->list[i], &numbers[built], &reason) == NBL_SUCCESS) s->list[built++] = s->list[i];
    }
    s->count = built;
    s->tried += built;
    if (result == NBL_SUCCESS) result = nbl_fft_bench_run(bench, &copy, error);
    if (result == NBL_SUCCESS) {
        s->own.nanoseconds = nbl_fft_bench_timing(bench, own).nanoseconds;
        for (uint32_t i = 0; i < built; i++)
            s->list[i].nanoseconds = nbl_fft_bench_timing(bench, numbers[i]).nanoseconds;
        qsort(s->list, s->count, sizeof *s->list, by_time);
    }
    nbl_fft_bench_destroy(bench);
    return result;
}

/* The best of what was tried so far begins the next step's list. */
static void keep_best(search_t *s, candidate_t *best) {
    if (s->count > 0 && (best->rounds == 0 || s->list[0].nanoseconds / s->own.nanoseconds < best->nanoseconds)) {
        *best = s->list[0];
        best->nanoseconds /= s->own.nanoseconds; /* runs are compared by what the library's own plan took in them */
    }
    s->count = 0;
}

static nbl_result_t search(search_t *s, candidate_t *best, nbl_error_t *error) {
    uint32_t share = s->tuning->plans / STEPS;
    nbl_result_t result = measure(s, error); /* of the own plan alone: what it is */
    if (result == NBL_SUCCESS && s->tuning->mode == NBL_MODE_FAST) {
        choose_radices(s, share);
        result = measure(s, error);
        keep_best(s, best);
    }
    if (result != NBL_SUCCESS) return result;
    nbl_fft_plan_request_t of = best->rounds != 0 && best->nanoseconds < 1.0 ? best->request : s->own.request;
    choose_invocations(s, &of, share);
    result = measure(s, error);
    keep_best(s, best);
    if (result != NBL_SUCCESS) return result;
    choose_windows(s, best->rounds != 0 ? &best->request : &of, share);
    result = measure(s, error);
    keep_best(s, best);
    if (result != NBL_SUCCESS) return result;
    choose_orders(s, best->rounds != 0 && best->nanoseconds < 1.0 ? best : &s->own, share);
    result = measure(s, error);
    keep_best(s, best);
    return result;
}

nbl_result_t bench_tune(const bench_tuning_t *tuning, bench_tuned_t *tuned, nbl_error_t *error) {
    search_t *s = calloc(1, sizeof *s);
    candidate_t best = {.rounds = 0};
    if (s == NULL) return NBL_ERROR_OUT_OF_MEMORY;
    s->tuning = tuning;
    s->limits = nbl_fft_device_limits(tuning->device);
    nbl_result_t result = search(s, &best, error);
    if (result == NBL_SUCCESS && best.rounds != 0) {
        s->list[0] = best;
        s->count = 1;
        result = measure(s, error);
    }
    if (result == NBL_SUCCESS) {
        bool better =
            s->count == 1 && best.nanoseconds < WORTH_IT && s->list[0].nanoseconds < WORTH_IT * s->own.nanoseconds;
        const candidate_t *taken = better ? &s->list[0] : &s->own;
        *tuned = (bench_tuned_t){.rounds = taken->rounds,
                                 .instruction_order = taken->order,
                                 .usual_rounds = s->own.rounds,
                                 .tried = s->tried,
                                 .nanoseconds = taken->nanoseconds,
                                 .usual_nanoseconds = s->own.nanoseconds};
        strcpy(tuned->plan, taken->text);
        strcpy(tuned->usual, s->own.text);
    }
    free(s);
    return result;
}
