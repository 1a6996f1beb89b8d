/* Tries plans of a length on a device: what changes no bit, and in fast mode other radices and twiddles.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Four steps, each a list of plans that are built and then timed beside the library's own: radices in their orders with
 * several numbers of invocations, the fastest of every set first by prediction; with the best of these twiddles and
 * windows; with the best of these other orders, invocations and transforms per workgroup; with the best of these rounds
 * and orders of instructions. What spills more registers than the library's own plan is dropped before it is timed.
 */
#include "tune_search.h"

#include <stdlib.h>
#include <string.h>

#include "nbl-fft.h"
#include "fft/tuning.h"
#include "nbl/fft/parameters.h"
#include "nbl/fft/plan_counts.h"
#include "plan/cost.h"
#include "plan/make.h"
#include "platform/clock.h"

/* How far a search goes. Chosen; a larger search takes longer and was not compared. */
enum {
    MOST_FOUND = 8192, /* plans of a length that are predicted */
    MOST_RADIX = NBL_FFT_MAX_RADIX,
    BEST = 12,        /* plans that are kept, by rising time, for the next step to start from */
    CONFIRMED = 6,    /* plans that are timed again at the end */
    UNTIMED = 2,      /* launches before a plan is timed */
    TURNS = 4,        /* timings of each plan that is confirmed, by turns */
    SETS_REFINED = 3, /* sets of radices that go through all steps */
    EXACT_SETS = 6,   /* sets of radices that exact mode tries, by --any-radices */
    MOST_WINDOWS = 8  /* of an exchange */
};
#define WORTH_IT 0.99      /* a plan must take less than this part of the library's own time: a percent is noise */
#define ROOMY_BYTES 16384u /* of shared memory: more leave an NVIDIA multiprocessor with two workgroups or one */
/* of a workgroup of several transforms: in large ones the driver gives fewer registers */
#define MOST_INVOCATIONS 1024u
#define SPILL_MARGIN_BYTES 64u /* a plan may spill this much more than the library's own; chosen */
#define WARM 1.02 /* clocks are up if a copy takes at most this many times the fastest one's time; chosen */
/* A GPU that waited for compilers has an idle one's clocks for up to this long, and copies take twice the time. Seen on
 * an H200, 2026-11-23. */
#define WARM_UP_SECONDS 1.5
#define WARM_UP_LEAST_SECONDS 0.05
/* A kernel that computes much is faster until power makes clocks fall, which takes less than this on an H200. */
#define SUSTAINED_SECONDS 0.1
#define MOST_SPARE_PASSES 4u /* plans with one pass more than needed are tried up to this many passes */
static const double shares[] = {0.35, 0.55, 0.85, 1.0}; /* of plans and time, up to the end of each step */

typedef struct candidate_t {
    nbl_fft_plan_request_t request;
    uint32_t rounds, twiddles; /* rounds 0: the library's own plan */
    nbl_instruction_order_t order;
    double cost;     /* predicted, and that one of its radices comes later */
    double relative; /* its time, over the time of the library's own plan in the same step */
    char text[NBL_FFT_PLAN_TEXT_SIZE];
} candidate_t;

typedef struct search_t {
    const bench_tuning_t *tuning;
    nbl_fft_limits_t limits;
    double begin;
    candidate_t own, best[BEST + 1]; /* by rising time */
    uint32_t best_count, own_number, own_spilled_bytes, tried, step;
    double own_nanoseconds, copy_nanoseconds; /* the fastest copy so far */
    bool seeding;                             /* plans that are known may be added */
    candidate_t list[MOST_FOUND];
    uint32_t count;
} search_t;

static bool same(const candidate_t *a, const candidate_t *b) {
    return a->rounds == b->rounds && a->order == b->order && a->twiddles == b->twiddles &&
           strcmp(a->text, b->text) == 0;
}

/* ---- Lists of plans */

static bool is_of(const bench_known_t *known, const bench_tuning_t *t) {
    return known->length == t->length && known->precision == t->precision && known->mode == t->mode;
}

static bool is_known(const search_t *s, const candidate_t *c) {
    for (uint32_t i = 0; i < s->tuning->known_count; i++) {
        const bench_known_t *known = &s->tuning->known[i];
        if (is_of(known, s->tuning) && known->choice.rounds == c->rounds && known->choice.twiddles == c->twiddles &&
            known->choice.instruction_order == c->order && strcmp(known->plan, c->text) == 0)
            return true;
    }
    return false;
}

/* Adds a plan as it is written, if it fits and is not there yet. Its padding is found when it is built; until then its
 * shared memory is taken to be without. */
static void add_written(search_t *s, const candidate_t *like) {
    const nbl_fft_plan_request_t *r = &like->request;
    nbl_fft_plan_limits_t limits = nbl_fft_plan_limits_of(&s->limits);
    if (nbl_fft_plan_why_not_radices(r) != NULL) return;
    nbl_fft_plan_t plan = nbl_fft_plan_bare(s->tuning->length, nbl_fft_precision_dwords(s->tuning->precision),
                                            r->radices, r->passes, r->invocations);
    plan.ffts_per_workgroup = r->ffts_per_workgroup;
    plan.windows = r->windows;
    plan.plane_dwords = r->passes > 1 ? nbl_fft_plan_window(plan) : 0;
    if (s->count == MOST_FOUND || !nbl_fft_plan_holds_few(plan) ||
        nbl_fft_plan_workgroup_size(plan) > limits.max_invocations ||
        4u * nbl_fft_plan_shared_dwords(plan) > limits.max_shared_bytes)
        return;
    candidate_t *c = &s->list[s->count];
    *c = *like;
    c->cost = nbl_fft_plan_time(plan, 0, limits);
    nbl_fft_plan_short_text(plan, c->text, sizeof c->text);
    for (uint32_t i = 0; i < s->count; i++)
        if (same(&s->list[i], c)) return;
    for (uint32_t i = 0; i < s->best_count; i++)
        if (same(&s->best[i], c)) return;
    if (s->seeding || !is_known(s, c)) s->count++;
}

/* Adds a plan if it can be made: what its request leaves open is chosen. */
static void add(search_t *s, const candidate_t *like) {
    nbl_fft_plan_limits_t limits = nbl_fft_plan_limits_of(&s->limits);
    candidate_t written = *like;
    nbl_fft_plan_t plan;
    if (nbl_fft_plan_from_radices(&like->request, nbl_fft_precision_dwords(s->tuning->precision), &limits, &plan,
                                  NULL) != NBL_SUCCESS)
        return;
    written.request.invocations = plan.invocations;
    written.request.ffts_per_workgroup = plan.ffts_per_workgroup;
    written.request.windows = plan.windows;
    add_written(s, &written);
}

/* Returns whether the windows divide all radices but the first: then none ends within a butterfly's values, and
 * registers are fewer than with a single one. */
static bool is_aligned(const nbl_fft_plan_request_t *request) {
    bool aligned = true;
    for (uint32_t p = 1; p < request->passes; p++) aligned = aligned && request->radices[p] % request->windows == 0;
    return aligned;
}

/* Adds a plan with one window. If its workgroups fill a multiprocessor's shared memory, also with more windows: the
 * fewest that leave room for three workgroups, and the numbers of windows that end with butterflies. */
static void add_roomy(search_t *s, candidate_t like) {
    nbl_fft_plan_request_t *r = &like.request;
    uint32_t dwords = nbl_fft_precision_dwords(s->tuning->precision);
    if (r->invocations == 0)
        r->invocations =
            nbl_fft_plan_choose_invocations(r, s->tuning->length, dwords, nbl_fft_plan_limits_of(&s->limits));
    if (r->invocations == 0) return;
    nbl_fft_plan_t plan = nbl_fft_plan_bare(s->tuning->length, dwords, r->radices, r->passes, r->invocations);
    if (r->ffts_per_workgroup == 0)
        r->ffts_per_workgroup = nbl_fft_plan_choose_ffts(plan, nbl_fft_plan_limits_of(&s->limits));
    uint32_t bytes = 4u * nbl_fft_plan_scalar_dwords(plan) * s->tuning->length * r->ffts_per_workgroup;
    uint32_t roomy = (bytes + ROOMY_BYTES - 1) / ROOMY_BYTES, most = bytes < ROOMY_BYTES / 2 ? 1 : MOST_WINDOWS;
    for (r->windows = 1; r->windows <= most; r->windows++)
        if (r->windows == 1 || r->windows == roomy || is_aligned(r)) add_written(s, &like);
}

static int by_cost(const void *a, const void *b) {
    double x = ((const candidate_t *)a)->cost, y = ((const candidate_t *)b)->cost;
    return (x > y) - (x < y);
}

/* A number that two plans share if they have the same radices in any order. */
static uint64_t set_of(const nbl_fft_plan_request_t *request) {
    uint64_t set = 0;
    for (uint32_t p = 0; p < request->passes; p++) set += (uint64_t)1 << (request->radices[p] * 2u - 4u) % 61u;
    return set;
}

/* Sorts the list from `first` on so that the cheapest plan of every set of radices comes first, then the second of
 * every set. */
static void sort_by_sets(search_t *s, uint32_t first) {
    candidate_t *list = s->list + first;
    uint32_t count = s->count - first;
    qsort(list, count, sizeof *list, by_cost);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t before = 0;
        for (uint32_t k = 0; k < i; k++) before += set_of(&list[k].request) == set_of(&list[i].request);
        list[i].relative = before;
    }
    for (uint32_t i = 0; i < count; i++) list[i].cost += 1e3 * list[i].relative; /* more than any plan takes */
    qsort(list, count, sizeof *list, by_cost);
}

/* Invocations that some pass is made of evenly or nearly so, and windows.
 *
 * counts  transforms side by side, too; else as many as the library chooses */
static void add_invocations(search_t *s, candidate_t like, bool counts) {
    for (uint32_t p = 0; p < like.request.passes; p++) {
        uint32_t butterflies = s->tuning->length / like.request.radices[p];
        for (uint32_t share = 1; share <= 4; share++) {
            like.request.invocations = (butterflies + share - 1) / share;
            like.request.ffts_per_workgroup = 0;
            add_roomy(s, like);
            for (uint32_t ffts = 1; counts && ffts <= 16 && ffts * like.request.invocations <= MOST_INVOCATIONS;
                 ffts += ffts < 4 ? 1 : ffts / 4 * 2) {
                like.request.ffts_per_workgroup = ffts;
                add_roomy(s, like);
            }
        }
    }
}

/* Every order of every radices of what is left, with the library's invocations and with others.
 *
 * falling  one order alone: no radix is larger than the one before it */
static void add_radices(search_t *s, candidate_t *like, uint32_t left, uint32_t passes, bool falling) {
    nbl_fft_plan_request_t *request = &like->request;
    if (left == 1 && request->passes == passes) {
        add_roomy(s, *like);
        add_invocations(s, *like, false);
    }
    if (left == 1 || request->passes == passes) return;
    uint32_t most = falling && request->passes > 0 ? request->radices[request->passes - 1] : MOST_RADIX;
    for (uint32_t radix = most; radix >= 2; radix--) {
        if (left % radix != 0 || !nbl_fft_plan_is_radix(radix)) continue;
        request->radices[request->passes++] = radix;
        add_radices(s, like, left / radix, passes, falling);
        request->passes--;
    }
}

/* Returns the stepped form of the twiddles if, in a pass after the first, an invocation has more than one butterfly;
 * else the twiddles as they are. */
static uint32_t stepped(const search_t *s, const candidate_t *c) {
    static const uint32_t of[] = {[NBL_FFT_TWIDDLES_OF_TWO] = NBL_FFT_TWIDDLES_STEPPED_OF_TWO,
                                  [NBL_FFT_TWIDDLES_BY_FOURTHS] = NBL_FFT_TWIDDLES_STEPPED_BY_FOURTHS,
                                  [NBL_FFT_TWIDDLES_OF_ONE] = NBL_FFT_TWIDDLES_STEPPED_OF_ONE,
                                  [NBL_FFT_TWIDDLES_OF_ONE_AND_FOURTH] = NBL_FFT_TWIDDLES_STEPPED_OF_ONE_AND_FOURTH};
    bool several = false;
    for (uint32_t p = 1; p < c->request.passes; p++)
        several |= s->tuning->length / c->request.radices[p] > c->request.invocations;
    bool may = several && s->tuning->mode != NBL_MODE_EXACT && s->tuning->precision != NBL_FFT_FLOAT16_STORAGE &&
               c->twiddles < sizeof of / sizeof *of && of[c->twiddles] != 0;
    return may ? of[c->twiddles] : c->twiddles;
}

/* Adds the best of what was timed before, the fastest first, each with stepped twiddles, too.
 *
 * turns  only candidates that were timed in this many turns; 0: any */
static void add_known(search_t *s, uint32_t turns) {
    double before = 0.0;
    s->seeding = true;
    for (uint32_t found = 0; found < BEST; found++) {
        const bench_known_t *next = NULL;
        for (uint32_t i = 0; i < s->tuning->known_count; i++) {
            const bench_known_t *known = &s->tuning->known[i];
            if (is_of(known, s->tuning) && known->turns >= turns && known->nanoseconds > before &&
                (next == NULL || known->nanoseconds < next->nanoseconds))
                next = known;
        }
        candidate_t like = {.rounds = 1};
        if (next == NULL) break;
        before = next->nanoseconds;
        if (nbl_fft_plan_read(next->plan, &like.request, NULL) != NBL_SUCCESS) continue;
        like.rounds = next->choice.rounds;
        like.order = next->choice.instruction_order;
        like.twiddles = next->choice.twiddles;
        like.relative = next->nanoseconds;
        add(s, &like);
        like.twiddles = stepped(s, &like);
        add(s, &like); /* nothing if it is there */
    }
    s->seeding = false;
}

/* Returns whether a plan's radices fit the workgroups that every device has: exact mode has the same ones everywhere.
 * */
static bool fits_everywhere(const search_t *s, nbl_fft_plan_request_t request) {
    nbl_fft_plan_limits_t limits = nbl_fft_plan_default_limits();
    nbl_fft_plan_t plan;
    limits.max_invocations = NBL_FFT_PLAN_COMMON_INVOCATIONS;
    request.invocations = request.ffts_per_workgroup = request.windows = 0;
    return nbl_fft_plan_from_radices(&request, nbl_fft_precision_dwords(s->tuning->precision), &limits, &plan, NULL) ==
           NBL_SUCCESS;
}

static bool has_radices(const search_t *s, const nbl_fft_plan_request_t *request) {
    for (uint32_t i = 0; i < s->count; i++) {
        const nbl_fft_plan_request_t *other = &s->list[i].request;
        if (other->passes == request->passes &&
            !memcmp(other->radices, request->radices, request->passes * sizeof *request->radices))
            return true;
    }
    return false;
}

/* The library's own radices and, if others are allowed, the best radices that were timed in fast mode. */
static void choose_exact_radices(search_t *s) {
    const bench_tuning_t *t = s->tuning;
    candidate_t like = {.rounds = 1, .request = s->own.request};
    double before = 0.0;
    like.request.invocations = like.request.ffts_per_workgroup = 0;
    add_roomy(s, like);
    for (uint32_t found = 0; t->any_radices && found < EXACT_SETS;) {
        const bench_known_t *next = NULL;
        for (uint32_t i = 0; i < t->known_count; i++) {
            const bench_known_t *known = &t->known[i];
            if (known->length == t->length && known->precision == t->precision && known->mode == NBL_MODE_FAST &&
                known->nanoseconds > before && (next == NULL || known->nanoseconds < next->nanoseconds))
                next = known;
        }
        if (next == NULL) break;
        before = next->nanoseconds;
        if (nbl_fft_plan_read(next->plan, &like.request, NULL) != NBL_SUCCESS || has_radices(s, &like.request) ||
            !fits_everywhere(s, like.request))
            continue;
        uint32_t count = s->count;
        add(s, &like);
        found += s->count - count;
    }
}

/* Of fused mode: fast mode's own plan, as it is, and looped if some invocations lack a butterfly of a pass. At 58
 * lengths with a plan of fused mode's own, the latter took 1.003 of fast mode's time in the median (H200). */
static void add_plan_of_fast_mode(search_t *s) {
    const bench_tuning_t *t = s->tuning;
    const nbl_fft_plan_limits_t limits = nbl_fft_plan_limits_of(&s->limits);
    candidate_t like = {.rounds = 1};
    nbl_fft_tuning_t tuning;
    nbl_fft_plan_t plan;
    bool uneven = false;
    if (t->mode != NBL_MODE_FUSED ||
        nbl_fft_tuned_plan(t->length, t->precision, NBL_MODE_FAST, &limits, &plan, &tuning, NULL) != NBL_SUCCESS)
        return;
    nbl_fft_plan_short_text(plan, like.text, sizeof like.text);
    if (nbl_fft_plan_read(like.text, &like.request, NULL) != NBL_SUCCESS) return;
    for (uint32_t p = 0; p < plan.passes; p++) uneven |= !nbl_fft_pass_is_even(nbl_fft_plan_pass(plan, p));
    like.rounds = tuning.rounds;
    like.twiddles = tuning.twiddles;
    like.order = NBL_INSTRUCTION_ORDER_LOOPED;
    if (uneven) add(s, &like);
    like.order = tuning.order;
    add(s, &like);
}

/* Of the fewest passes that the length needs, and one more while they are few. */
static void choose_radices(search_t *s) {
    candidate_t like = {.rounds = 1};
    if (s->tuning->mode == NBL_MODE_EXACT) {
        choose_exact_radices(s);
        return;
    }
    add_plan_of_fast_mode(s);
    add_known(s, 0);
    uint32_t passes = 1, seeds = s->count;
    for (; passes <= NBL_FFT_MAX_PASSES && s->count == seeds; passes++)
        add_radices(s, &like, s->tuning->length, passes, false);
    if (passes <= MOST_SPARE_PASSES) add_radices(s, &like, s->tuning->length, passes, passes > 3);
    sort_by_sets(s, seeds);
}

/* The other orders of a plan's radices: each pass swapped with another, and all moved round. */
static void choose_orders(search_t *s, candidate_t like) {
    nbl_fft_plan_request_t of = like.request;
    for (uint32_t a = 0; a < of.passes && s->tuning->mode != NBL_MODE_EXACT; a++) {
        for (uint32_t b = a + 1; b < of.passes; b++) {
            like.request = of;
            like.request.radices[a] = of.radices[b];
            like.request.radices[b] = of.radices[a];
            add(s, &like);
        }
        for (uint32_t p = 0; p < of.passes; p++) like.request.radices[p] = of.radices[(p + a) % of.passes];
        add(s, &like);
    }
}

/* Few windows, and twiddles of fewer evaluations where fast mode may have them. */
static void choose_windows(search_t *s) {
    static const uint32_t ways[] = {NBL_FFT_TWIDDLES_OF_ONE_AND_FOURTH, NBL_FFT_TWIDDLES_OF_TWO,
                                    NBL_FFT_TWIDDLES_BY_FOURTHS};
    bool any = s->tuning->mode != NBL_MODE_EXACT && s->tuning->precision != NBL_FFT_FLOAT16_STORAGE;
    for (uint32_t i = 0; i < s->best_count && i < 5; i++) {
        for (uint32_t way = 0; any && way < sizeof ways / sizeof *ways; way++) {
            candidate_t like = s->best[i];
            like.twiddles = ways[way];
            add(s, &like);
            like.twiddles = stepped(s, &like);
            add(s, &like);
        }
        candidate_t like = s->best[i];
        for (like.request.windows = 1; like.request.windows <= 3; like.request.windows++) add(s, &like);
    }
}

static void choose_shapes(search_t *s) {
    uint64_t sets[SETS_REFINED];
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->best_count && count < SETS_REFINED; i++) {
        bool known = false;
        for (uint32_t k = 0; k < count; k++) known |= sets[k] == set_of(&s->best[i].request);
        if (known) continue;
        sets[count++] = set_of(&s->best[i].request);
        choose_orders(s, s->best[i]);
        add_invocations(s, s->best[i], true);
    }
}

static void choose_rest(search_t *s) {
    for (uint32_t i = 0; i < s->best_count && i < 3; i++) {
        candidate_t like = s->best[i];
        for (like.rounds = 2; like.rounds <= 8; like.rounds *= 2) add(s, &like);
        like = s->best[i];
        for (int order = 1; nbl_fft_instruction_order_name((nbl_instruction_order_t)order) != NULL; order++) {
            like.order = (nbl_instruction_order_t)order;
            add(s, &like);
        }
    }
}

/* ---- Measuring */

static nbl_result_t add_kernel(const search_t *s, candidate_t *c, uint32_t *number, nbl_error_t *error) {
    const bench_tuning_t *t = s->tuning;
    bool cpu = nbl_vulkan_device_get_info(t->device)->type == VK_PHYSICAL_DEVICE_TYPE_CPU;
    nbl_fft_transform_desc_t desc = {.algorithm = NBL_FFT_STOCKHAM,
                                     .precision = t->precision,
                                     .length = t->length,
                                     .batch = nbl_fft_bench_batch(t->bench, t->length, t->precision),
                                     .plan_text = c->rounds != 0 ? c->text : NULL,
                                     .rounds = c->rounds,
                                     .addresses = t->addresses,
                                     .any_radices = t->any_radices && c->rounds != 0,
                                     .instruction_order = c->order,
                                     .limits = s->limits};
    nbl_fft_transform_plan_t plan;
    nbl_result_t result = nbl_fft_bench_plan(&desc, t->mode, &plan, error);
    if (result != NBL_SUCCESS) return result;
    if (c->rounds != 0 && t->precision != NBL_FFT_FLOAT16_STORAGE)
        plan.parameters.twiddles =
            plan.desc.fused ? nbl_fused_twiddles(&plan.parameters.plan, false, c->twiddles) : c->twiddles;
    if (t->mode == NBL_MODE_EXACT) plan.parameters.packed = 0;
    result = nbl_fft_bench_add(t->bench, &plan, t->mode, !cpu, number, error);
    if (result != NBL_SUCCESS || c->rounds != 0) return result;
    c->rounds = plan.parameters.rounds;
    c->order = plan.desc.instruction_order;
    c->twiddles = t->precision == NBL_FFT_FLOAT16_STORAGE ? NBL_FFT_TWIDDLES_OF_TWO : plan.parameters.twiddles;
    if (c->twiddles >= NBL_FFT_TWIDDLES_PARTLY_STEPPED) /* rows say STEPPED_.. */
        c->twiddles -= NBL_FFT_TWIDDLES_PARTLY_STEPPED - NBL_FFT_TWIDDLES_STEPPED;
    nbl_fft_plan_short_text(plan.parameters.plan, c->text, sizeof c->text);
    return nbl_fft_plan_read(c->text, &c->request, error);
}

static void take_turn(const search_t *s, bool begins) {
    if (s->tuning->turn != NULL) s->tuning->turn(s->tuning->user, begins);
}

/* Copies until that is as fast as it was at best: a device that was idle begins slowly. */
static nbl_result_t warm_up(search_t *s, nbl_error_t *error) {
    double begin = nbl_platform_seconds(), last;
    do {
        nbl_result_t result = nbl_fft_bench_time(s->tuning->bench, 0, UNTIMED, error);
        if (result != NBL_SUCCESS) return result;
        last = nbl_fft_bench_timing(s->tuning->bench, 0).nanoseconds;
        if (s->copy_nanoseconds == 0.0 || last < s->copy_nanoseconds) s->copy_nanoseconds = last;
    } while (nbl_platform_seconds() - begin <
             (last > WARM * s->copy_nanoseconds ? WARM_UP_SECONDS : WARM_UP_LEAST_SECONDS));
    return NBL_SUCCESS;
}

static void write_log(const search_t *s, const candidate_t *c, nbl_fft_timing_t timing, uint32_t turns) {
    const bench_tuning_t *t = s->tuning;
    if (t->log == NULL) return;
    fprintf(t->log, "%u,%s,%s,%s,%u,%s,%s,%.0f,%.0f,%u,%u,%u,%u,%.0f,%u\n", t->length,
            nbl_fft_precision_name(t->precision), options_mode_name(t->mode), c->text, c->rounds,
            nbl_fft_instruction_order_name(c->order), nbl_fft_twiddles_name(c->twiddles), timing.nanoseconds,
            s->own_nanoseconds, timing.registers, timing.spilled_bytes, timing.shared_bytes, timing.binary_bytes,
            nbl_fft_bench_timing(t->bench, 0).nanoseconds, turns);
}

static bool is_late(const search_t *s, double share) {
    return s->tuning->seconds > 0.0 && nbl_platform_seconds() - s->begin > share * s->tuning->seconds;
}

/* Keeps a plan among the best. */
static void keep(search_t *s, const candidate_t *c) {
    uint32_t at = s->best_count;
    for (uint32_t i = 0; i < s->best_count; i++)
        if (same(&s->best[i], c)) return;
    for (; at > 0 && s->best[at - 1].relative > c->relative; at--) s->best[at] = s->best[at - 1];
    s->best[at] = *c;
    if (s->best_count < BEST) s->best_count++;
}

/* Builds the list, as far as plans and time of this step go, and times what was built. Some drivers, lavapipe among
 * them, build a kernel when it is first launched: the time is looked at before each launch, too. */
static nbl_result_t measure(search_t *s, nbl_error_t *error) {
    const bench_tuning_t *t = s->tuning;
    uint32_t built = 0, timed = 0, most = (uint32_t)(shares[s->step] * t->plans), first = s->own_number + 1;
    for (uint32_t i = 0; i < s->count && s->tried < most; i++) {
        uint32_t number;
        nbl_error_t reason;
        /* A fifth of the step's time is left for timing; the first step has a plan however late it is. */
        if ((built > 0 || s->step > 0) &&
            is_late(s, shares[s->step] - 0.2 * (shares[s->step] - (s->step > 0 ? shares[s->step - 1] : 0.0))))
            break;
        if (add_kernel(s, &s->list[i], &number, &reason) != NBL_SUCCESS) continue;
        if (nbl_fft_bench_timing(t->bench, number).spilled_bytes > s->own_spilled_bytes + SPILL_MARGIN_BYTES) {
            nbl_fft_bench_clear(t->bench, number);
            continue;
        }
        s->list[built++] = s->list[i];
        s->tried++;
    }
    take_turn(s, true);
    nbl_result_t result = warm_up(s, error);
    if (result == NBL_SUCCESS) result = nbl_fft_bench_time(t->bench, s->own_number, 4 * UNTIMED, error);
    for (; timed < built && result == NBL_SUCCESS; timed++) {
        if ((timed > 0 || s->step > 0) && is_late(s, shares[s->step])) break;
        result = nbl_fft_bench_time(t->bench, first + timed, UNTIMED, error);
    }
    take_turn(s, false);
    s->own_nanoseconds = nbl_fft_bench_timing(t->bench, s->own_number).nanoseconds;
    for (uint32_t i = 0; i < timed && result == NBL_SUCCESS; i++) {
        nbl_fft_timing_t timing = nbl_fft_bench_timing(t->bench, first + i);
        s->list[i].relative = timing.nanoseconds / s->own_nanoseconds;
        write_log(s, &s->list[i], timing, 0);
        keep(s, &s->list[i]);
    }
    nbl_fft_bench_clear(t->bench, first);
    s->count = 0;
    s->step++;
    return result;
}

/* The copy, the library's own plan and the best ones by turns, with the clocks that they have in the long run. */
static nbl_result_t time_sustained(const search_t *s, uint32_t end, nbl_error_t *error) {
    double begin = nbl_platform_seconds();
    nbl_result_t result = NBL_SUCCESS;
    nbl_fft_bench_repeat(s->tuning->bench, 1);
    while (result == NBL_SUCCESS && nbl_platform_seconds() - begin < SUSTAINED_SECONDS)
        result = nbl_fft_bench_time_by_turns(s->tuning->bench, 0, end, error);
    nbl_fft_bench_repeat(s->tuning->bench, TURNS);
    return result == NBL_SUCCESS ? nbl_fft_bench_time_by_turns(s->tuning->bench, 0, end, error) : result;
}

static nbl_result_t confirm(search_t *s, bench_tuned_t *tuned, nbl_error_t *error) {
    const bench_tuning_t *t = s->tuning;
    uint32_t numbers[CONFIRMED], count = 0;
    nbl_result_t result = NBL_SUCCESS;
    const candidate_t *taken = &s->own, *confirmed[CONFIRMED];
    for (uint32_t i = 0; i < s->best_count && count < CONFIRMED && result == NBL_SUCCESS; i++) {
        if (same(&s->best[i], &s->own)) continue;
        if (count > 0 && is_late(s, 1.0)) break;
        confirmed[count] = &s->best[i];
        result = add_kernel(s, &s->best[i], &numbers[count], error);
        if (result != NBL_SUCCESS) return result;
        take_turn(s, true); /* its first launch may build it */
        result = nbl_fft_bench_time(t->bench, numbers[count++], UNTIMED, error);
        take_turn(s, false);
    }
    if (result != NBL_SUCCESS) return result;
    take_turn(s, true);
    result = time_sustained(s, s->own_number + 1 + count, error);
    take_turn(s, false);
    if (result != NBL_SUCCESS) return result;
    double least = WORTH_IT * nbl_fft_bench_timing(t->bench, s->own_number).nanoseconds;
    s->own_nanoseconds = tuned->usual_nanoseconds = tuned->nanoseconds = least / WORTH_IT;
    write_log(s, &s->own, nbl_fft_bench_timing(t->bench, s->own_number), TURNS);
    for (uint32_t i = 0; i < count; i++) {
        nbl_fft_timing_t timing = nbl_fft_bench_timing(t->bench, numbers[i]);
        write_log(s, confirmed[i], timing, TURNS);
        if (timing.nanoseconds >= least) continue;
        least = tuned->nanoseconds = timing.nanoseconds;
        taken = confirmed[i];
    }
    strcpy(tuned->plan, taken->text);
    tuned->choice = (nbl_fft_wisdom_choice_t){NULL, taken->rounds, taken->order, taken->twiddles};
    tuned->tried = s->tried;
    return result;
}

static nbl_result_t search(search_t *s, bench_tuned_t *tuned, nbl_error_t *error) {
    void (*const choose[])(search_t *) = {choose_radices, choose_windows, choose_shapes, choose_rest};
    nbl_result_t result = add_kernel(s, &s->own, &s->own_number, error);
    if (result != NBL_SUCCESS) return result;
    s->own_spilled_bytes = nbl_fft_bench_timing(s->tuning->bench, s->own_number).spilled_bytes;
    if (s->tuning->plans == 0) { /* no search */
        add_known(s, TURNS);
        for (uint32_t i = 0; i < s->count; i++) keep(s, &s->list[i]);
        s->count = 0;
        return confirm(s, tuned, error);
    }
    for (uint32_t i = 0; i < sizeof choose / sizeof *choose && result == NBL_SUCCESS; i++) {
        choose[i](s);
        if (i == 0) {
            s->own.relative = 1.0;
            keep(s, &s->own);
        }
        result = measure(s, error);
    }
    return result == NBL_SUCCESS ? confirm(s, tuned, error) : result;
}

bool bench_known_read(const char *line, bench_known_t *known) {
    char precision[16], mode[8], order[16], twiddles[16];
    int end = -1, p = 0, o = 0;
    uint32_t w = 0;
    if (sscanf(line, "%u,%15[^,],%7[^,],%63[^,],%u,%15[^,],%15[^,],%lf,%*u,%*u,%*u,%*u,%*u,%*u,%u%n", &known->length,
               precision, mode, known->plan, &known->choice.rounds, order, twiddles, &known->nanoseconds, &known->turns,
               &end) != 9 ||
        end < 0)
        return false;
    while (nbl_fft_precision_valid((nbl_fft_precision_t)p) &&
           strcmp(nbl_fft_precision_name((nbl_fft_precision_t)p), precision) != 0)
        p++;
    while (nbl_fft_instruction_order_name((nbl_instruction_order_t)o) != NULL &&
           strcmp(nbl_fft_instruction_order_name((nbl_instruction_order_t)o), order) != 0)
        o++;
    while (nbl_fft_twiddles_name(w) != NULL && strcmp(nbl_fft_twiddles_name(w), twiddles) != 0) w++;
    known->precision = (nbl_fft_precision_t)p;
    known->mode = strcmp(mode, "exact") == 0  ? NBL_MODE_EXACT
                  : strcmp(mode, "fast") == 0 ? NBL_MODE_FAST
                                              : NBL_MODE_FUSED;
    known->choice.plan = NULL;
    known->choice.instruction_order = (nbl_instruction_order_t)o;
    known->choice.twiddles = w;
    return nbl_fft_precision_valid(known->precision) && nbl_fft_twiddles_name(w) != NULL &&
           nbl_fft_instruction_order_name(known->choice.instruction_order) != NULL;
}

nbl_result_t bench_tune(const bench_tuning_t *tuning, bench_tuned_t *tuned, nbl_error_t *error) {
    search_t *s = calloc(1, sizeof *s);
    if (s == NULL) return NBL_ERROR_OUT_OF_MEMORY;
    s->tuning = tuning;
    s->limits = nbl_fft_device_limits(tuning->device);
    s->begin = nbl_platform_seconds();
    nbl_result_t result = search(s, tuned, error);
    nbl_fft_bench_clear(tuning->bench, 1);
    tuned->choice.plan = tuned->plan;
    free(s);
    return result;
}
