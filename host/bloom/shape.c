/* Spreads the FFTs of a bloom's passes over invocations: lengths, plans, and how many share a workgroup.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bloom/shape.h"

#include <math.h>

#include "error/error.h"
#include "nbl/bit.h"
#include "nbl/fft/radix2.h"
#include "nbl/host/plan.h"
#include "nbl/host/sizes.h"
#include "plan/columns.h"
#include "plan/cost.h"
#include "plan/layout.h"

#define LONGEST_FFT_WORKGROUP 1024u
/* Plans are made for this size on every device, so that they are the same plans: no subgroup operation is in them. */
#define PLANNED_SUBGROUP_SIZE 32u
/* The outer passes' time in terms of the middle one's: what rows without a partner cost. */
#define OUTER_SHARE 1.27

static uint32_t most_invocations(const nbl_bloom_desc_t *desc) {
    uint32_t most = desc->limits.max_workgroup_invocations;
    return most < LONGEST_FFT_WORKGROUP ? most : LONGEST_FFT_WORKGROUP;
}

static uint32_t shortest_radix2(const nbl_bloom_desc_t *desc) {
    return 2 * (desc->limits.subgroup_size > 4 ? desc->limits.subgroup_size : 4);
}

/* The rungs of the ladder: the cheapest lengths from five numbers in an octave on. Returns the first that is enough. */
static uint32_t rung_from(uint32_t least) {
    static const uint32_t eighths[] = {8, 9, 10, 12, 14};
    for (uint32_t i = 0;; i++) {
        uint32_t number = (eighths[i % 5] * 2) << (i / 5);
        if (number * 4 < least * 3) continue; /* no cheapest length is as far from its number */
        uint32_t rung = nbl_fft_good_length(number, true);
        if (rung >= least) return rung;
    }
}

/* A longer length in place of one that counts as cheaper, where it measured faster: its rows, three channels at once, fit
 * a workgroup (docs/performance.md). */
static uint32_t faster_length(uint32_t length) {
    static const uint32_t instead[][2] = {{4800, 5120}, {8064, 8192}};
    for (size_t i = 0; i < sizeof instead / sizeof *instead; i++)
        if (length == instead[i][0]) return instead[i][1];
    return length;
}

nbl_result_t nbl_bloom_choose_length(const nbl_bloom_desc_t *desc, const char *what, uint64_t least, uint32_t *length,
                                     nbl_error_t *error) {
    bool stockham = desc->algorithm == NBL_FFT_STOCKHAM;
    uint64_t longest = stockham ? NBL_FFT_PLAN_MAX_LENGTH
                                : (uint64_t)nbl_round_down_to_power_of_two(most_invocations(desc)) *
                                      NBL_FFT_MAX_ELEMENTS_PER_INVOCATION;
    if (least > longest) {
        return nbl_fail(error, NBL_ERROR_LIMIT, "%s: image and kernel together are %llu texels, FFTs%s end at %llu",
                        what, (unsigned long long)least, stockham ? "" : " on this device",
                        (unsigned long long)longest);
    }
    if (stockham && desc->ladder) {
        *length = rung_from((uint32_t)least);
    } else if (stockham) {
        *length = faster_length(nbl_fft_good_length((uint32_t)least, true));
    } else {
        uint32_t power = nbl_round_up_to_power_of_two((uint32_t)least), shortest = shortest_radix2(desc);
        *length = power > shortest ? power : shortest;
    }
    return NBL_SUCCESS;
}

double nbl_bloom_length_cost(uint32_t algorithm, uint32_t length) {
    return algorithm == NBL_FFT_STOCKHAM ? (double)nbl_fft_length_cost(length) : length * log2(length);
}

/* ---- radix-2 shuffle */

static nbl_bloom_shape_t shape_radix2(const nbl_bloom_desc_t *desc, uint32_t length, uint32_t elements_log2,
                                      uint32_t ffts, bool shuffles) {
    nbl_bloom_shape_t shape = {.length = length, .elements = 1u << elements_log2, .ffts = ffts};
    shape.elements_log2 = elements_log2;
    shape.workgroup_log2 = nbl_log2(length) - elements_log2;
    shape.invocations = 1u << shape.workgroup_log2;
    shape.shared_dwords = NBL_FFT_SHARED_DWORDS(shape.workgroup_log2, NBL_DWORDS_float32_t);
    /* Subgroups are whole, and within one FFT or made of whole FFTs. */
    if (shuffles && ffts * shape.invocations % desc->limits.subgroup_size == 0 &&
        (ffts & (ffts - 1)) * (desc->limits.subgroup_size > shape.invocations) == 0)
        shape.subgroup_log2 = nbl_log2(desc->limits.subgroup_size);
    shape.barriers = nbl_fft_barriers(elements_log2, shape.workgroup_log2, shape.subgroup_log2);
    shape.period = shape.elements;
    shape.stride = shape.invocations;
    return shape;
}

/* Two elements per invocation, more once the workgroup is large enough. */
static uint32_t radix2_elements(const nbl_bloom_desc_t *desc, uint32_t length, uint32_t wanted, uint32_t least_log2) {
    uint32_t most = nbl_round_down_to_power_of_two(most_invocations(desc));
    if (wanted > most) wanted = most;
    while (least_log2 > 1 && (length >> least_log2) < 4) least_log2--;
    return nbl_fft_elements_log2(length, wanted, least_log2);
}

/* Of rows, there and back. A text for three channels at once is a third as long as one for each after the other. */
static uint32_t radix2_row_elements(const nbl_bloom_desc_t *desc, uint32_t length) {
    uint32_t third = nbl_round_down_to_power_of_two(most_invocations(desc) / NBL_BLOOM_CHANNELS);
    bool small = desc->short_modules && third < desc->max_workgroup_size;
    return radix2_elements(desc, length, small ? third : desc->max_workgroup_size, 1);
}

/* ---- Stockham */

static nbl_fft_plan_limits_t plan_limits(const nbl_bloom_desc_t *desc, uint32_t invocations, uint32_t ffts) {
    nbl_fft_plan_limits_t limits = {invocations / ffts, desc->limits.max_shared_bytes / ffts, PLANNED_SUBGROUP_SIZE};
    return limits;
}

static nbl_bloom_shape_t shape_of_plan(nbl_fft_plan_t plan) {
    if (plan.plane_dwords == 0) plan.plane_dwords = 1; /* shaders have no arrays of nothing */
    nbl_fft_pass_t first = nbl_fft_plan_first_pass(plan);
    nbl_bloom_shape_t shape = {.length = plan.fft_length,
                               .invocations = plan.invocations,
                               .elements = plan.elements,
                               .shared_dwords = plan.plane_dwords,
                               .barriers = nbl_fft_plan_barriers(plan),
                               .ffts = plan.ffts_per_workgroup,
                               .plan = plan,
                               .period = first.radix,
                               .stride = first.butterflies};
    return shape;
}

/* Rows that measured faster with other radices than transforms by themselves: fewer elements leave registers for the
 * texels that come back in the third pass (docs/performance.md). */
static const nbl_fft_plan_request_t measured_rows[] = {{3, {12, 12, 10}, 144, 1, 0}};

/* And rows of three channels at once. */
static const nbl_fft_plan_request_t measured_channels[] = {{4, {8, 8, 10, 8}, 320, 3, 2},
                                                           {4, {8, 8, 16, 8}, 256, 3, 4}};

/* The one of a table that has this length; NULL: none. */
static const nbl_fft_plan_request_t *find_measured(const nbl_fft_plan_request_t *table, size_t count, uint32_t length) {
    for (size_t i = 0; i < count; i++) {
        uint32_t product = 1;
        for (uint32_t p = 0; p < table[i].passes; p++) product *= table[i].radices[p];
        if (product == length) return &table[i];
    }
    return NULL;
}

static nbl_result_t plan_row(uint32_t length, const nbl_fft_plan_limits_t *limits, nbl_fft_plan_t *plan,
                             nbl_error_t *error) {
    const nbl_fft_plan_request_t *row =
        find_measured(measured_rows, sizeof measured_rows / sizeof *measured_rows, length);
    if (row != NULL) return nbl_fft_plan_fit(row, NBL_DWORDS_float32_t, limits, plan, error);
    return nbl_fft_plan_make(length, NBL_DWORDS_float32_t, limits, plan, error);
}

/* The plan of a length for `ffts` in a workgroup. */
static nbl_result_t make_plan(const nbl_bloom_desc_t *desc, uint32_t length, uint32_t ffts, nbl_fft_plan_t *plan,
                              nbl_error_t *error) {
    uint32_t most = most_invocations(desc), wanted = desc->max_workgroup_size < most ? desc->max_workgroup_size : most;
    nbl_fft_plan_limits_t limits = plan_limits(desc, wanted, 1);
    nbl_result_t result = plan_row(length, &limits, plan, NULL);
    limits = plan_limits(desc, most, 1);
    if (result == NBL_ERROR_LIMIT) /* more of them where a length needs it */
        result = plan_row(length, &limits, plan, error);
    if (result != NBL_SUCCESS) return result;
    nbl_fft_plan_request_t request = {plan->passes, {0}, plan->invocations, ffts, 0};
    for (uint32_t p = 0; p < plan->passes; p++) request.radices[p] = nbl_fft_plan_radix(*plan, p);
    return nbl_fft_plan_from_radices(&request, NBL_DWORDS_float32_t, &limits, plan, error);
}

/* The same for all channels of a row, or one after the other: with the radices of the table wherever it has the length. */
static nbl_result_t make_channels_plan(const nbl_bloom_desc_t *desc, uint32_t length, uint32_t ffts,
                                       nbl_fft_plan_t *plan, nbl_error_t *error) {
    const nbl_fft_plan_request_t *measured =
        find_measured(measured_channels, sizeof measured_channels / sizeof *measured_channels, length);
    if (measured == NULL) return make_plan(desc, length, ffts, plan, error);
    nbl_fft_plan_limits_t limits = plan_limits(desc, most_invocations(desc), 1);
    nbl_fft_plan_request_t request = *measured;
    request.ffts_per_workgroup = ffts;
    if (ffts != 1) return nbl_fft_plan_from_radices(&request, NBL_DWORDS_float32_t, &limits, plan, error);
    request.windows = 0;
    return nbl_fft_plan_fit(&request, NBL_DWORDS_float32_t, &limits, plan, error);
}

/* ---- rows */

/* How many FFTs share a workgroup, for it to have enough invocations. */
static uint32_t rows_per_workgroup(const nbl_bloom_desc_t *desc, uint32_t invocations, uint32_t shared_bytes) {
    uint32_t ffts = 1;
    while (ffts * invocations * 2 <= desc->min_workgroup_invocations &&
           ffts * invocations * 2 <= desc->limits.max_workgroup_invocations &&
           ffts * shared_bytes * 2 <= desc->limits.max_shared_bytes)
        ffts *= 2;
    return ffts;
}

nbl_result_t nbl_bloom_shape_rows(const nbl_bloom_desc_t *desc, uint32_t length, nbl_bloom_shape_t *shape,
                                  nbl_error_t *error) {
    if (desc->algorithm == NBL_FFT_STOCKHAM) {
        nbl_fft_plan_t plan;
        nbl_result_t result = make_plan(desc, length, 1, &plan, error);
        if (result == NBL_SUCCESS) {
            uint32_t ffts = rows_per_workgroup(desc, plan.invocations, 4 * (plan.plane_dwords + plan.plane_dwords / 8));
            if (ffts > 1) result = make_plan(desc, length, ffts, &plan, error);
        }
        if (result != NBL_SUCCESS) return result;
        *shape = shape_of_plan(plan);
    } else {
        uint32_t elements_log2 = radix2_row_elements(desc, length);
        *shape = shape_radix2(desc, length, elements_log2, 1, true);
        uint32_t ffts = rows_per_workgroup(desc, shape->invocations, 4 * shape->shared_dwords);
        *shape = shape_radix2(desc, length, elements_log2, ffts, true);
    }
    return NBL_SUCCESS;
}

nbl_result_t nbl_bloom_shape_channels(const nbl_bloom_desc_t *desc, uint32_t length, nbl_bloom_shape_t *shape,
                                      nbl_error_t *error) {
    for (uint32_t ffts = NBL_BLOOM_CHANNELS; ffts >= 1; ffts -= NBL_BLOOM_CHANNELS - 1) {
        if (desc->algorithm == NBL_FFT_STOCKHAM) {
            nbl_fft_plan_t plan;
            nbl_result_t result = make_channels_plan(desc, length, ffts, &plan, ffts == 1 ? error : NULL);
            /* The texels meet in the FFTs' shared memory, so there is to be some. */
            if (result == NBL_SUCCESS && plan.plane_dwords < 64) plan.plane_dwords = 64;
            if (result == NBL_SUCCESS) {
                *shape = shape_of_plan(plan);
                return NBL_SUCCESS;
            }
            if (ffts == 1) return result;
        } else {
            *shape = shape_radix2(desc, length, radix2_row_elements(desc, length), ffts, true);
            if (ffts * shape->invocations <= desc->limits.max_workgroup_invocations &&
                4 * ffts * shape->shared_dwords <= desc->limits.max_shared_bytes)
                return NBL_SUCCESS;
        }
        if (ffts == 1) break;
    }
    return NBL_SUCCESS;
}

/* ---- columns */

static uint32_t pair_distance(uint32_t scanlines, uint32_t stride) {
    return ((scanlines + 1) / 2 + stride - 1) / stride * stride;
}

/* Eight elements per invocation: the pair distance is a multiple of the invocations. Short modules have fewer where the
 * distance, and with it every bit, stays. */
static uint32_t radix2_column_elements(const nbl_bloom_desc_t *desc, uint32_t length, uint32_t scanlines) {
    uint32_t most = radix2_elements(desc, length, desc->max_workgroup_size, 3);
    for (uint32_t fewer = 1; desc->short_modules && fewer < most; fewer++) {
        uint32_t elements = radix2_elements(desc, length, desc->max_workgroup_size, fewer);
        if (pair_distance(scanlines, length >> elements) == pair_distance(scanlines, length >> most)) return elements;
    }
    return most;
}

/* What radices cost, for the same choice on every device: the bits follow from it, and nothing else does. */
#define PLANNED_COLUMNS 4u
#define LEAST_COLUMNS 2u
#define CROWDED_SHARED_BYTES 45056u
#define MOST_ELEMENTS 20u /* that an invocation is given without need */

typedef struct column_search_t {
    uint32_t length, scanlines, passes;
    uint32_t radices[NBL_FFT_MAX_PASSES];
    double best_score;
    nbl_fft_plan_t best; /* fft_length 0: none yet */
} column_search_t;

static void try_column_plan(column_search_t *search) {
    uint32_t stride = search->length / search->radices[0];
    if (stride > LONGEST_FFT_WORKGROUP) return;
    nbl_fft_plan_t plan =
        nbl_fft_plan_bare(search->length, NBL_DWORDS_float32_t, search->radices, search->passes, stride);
    plan.ffts_per_workgroup = PLANNED_COLUMNS;
    if (plan.elements > NBL_FFT_PLAN_MAX_ELEMENTS) return;
    double waste = 2.0 * pair_distance(search->scanlines, stride) / search->scanlines - 1.0;
    /* A few more registers than the plan's own counting wants are worth it for rows that all have partners. */
    double crowd = plan.elements > NBL_FFT_COST_CHEAP_ELEMENTS && plan.elements <= MOST_ELEMENTS
                       ? 1.0 + 0.02 * (plan.elements - NBL_FFT_COST_CHEAP_ELEMENTS)
                       : 1.0;
    if (crowd > 1.0) plan.elements = NBL_FFT_COST_CHEAP_ELEMENTS;
    double score = (double)nbl_fft_plan_cost(plan) * crowd * (1.0 + OUTER_SHARE * waste);
    if (score >= search->best_score) return;
    search->best_score = score;
    search->best = plan;
}

/* All ordered lists of `passes` radices whose product is the length. */
static void try_column_radices(column_search_t *search, uint32_t rest, uint32_t number) {
    if (number == search->passes) {
        if (rest == 1) try_column_plan(search);
        return;
    }
    for (uint32_t radix = search->length > 16u * LONGEST_FFT_WORKGROUP ? 32 : 16; radix >= 2; radix--) {
        if (rest % radix != 0 || !nbl_fft_plan_is_radix(radix)) continue;
        search->radices[number] = radix;
        try_column_radices(search, rest / radix, number + 1);
    }
}

/* The best radices of a length, an invocation for each first butterfly, not laid out yet. */
static nbl_fft_plan_t find_column_plan(uint32_t length, uint32_t scanlines) {
    column_search_t search = {.length = length, .scanlines = scanlines, .best_score = HUGE_VAL};
    for (search.passes = 1; search.passes <= NBL_FFT_MAX_PASSES && search.best.fft_length == 0; search.passes++)
        try_column_radices(&search, length, 0);
    return search.best;
}

/* Spreads a plan over fewer invocations where the limits demand it, and lays it out in shared memory, in more windows
 * where it does not fit in one. Returns false where it does not fit at all. */
static bool fit_column_plan(const nbl_bloom_desc_t *desc, uint32_t columns, nbl_fft_plan_t *plan) {
    uint32_t radices[NBL_FFT_MAX_PASSES], most = most_invocations(desc) / columns, invocations = plan->invocations;
    uint32_t wanted = desc->max_workgroup_size < most ? desc->max_workgroup_size : most;
    for (uint32_t p = 0; p < plan->passes; p++) radices[p] = nbl_fft_plan_radix(*plan, p);
    for (uint32_t rounds = 2; invocations > wanted; rounds++) invocations = (plan->invocations + rounds - 1) / rounds;
    nbl_fft_plan_t fitting =
        nbl_fft_plan_bare(plan->fft_length, NBL_DWORDS_float32_t, radices, plan->passes, invocations);
    fitting.ffts_per_workgroup = columns;
    if (fitting.elements > NBL_FFT_PLAN_MAX_ELEMENTS) return false;
    uint32_t bytes = desc->limits.max_shared_bytes, bare = 4 * fitting.fft_length * columns;
    if (bytes > NBL_BLOOM_SHARED_BYTES_OF_THREE && bare + bare / 16 < NBL_BLOOM_SHARED_BYTES_OF_THREE)
        bytes = NBL_BLOOM_SHARED_BYTES_OF_THREE;
    for (fitting.windows = 1; fitting.windows <= NBL_FFT_PLAN_MAX_WINDOWS; fitting.windows++) {
        if (nbl_fft_plan_lay_out_columns(&fitting, bytes) == UINT64_MAX) continue;
        *plan = fitting;
        return true;
    }
    return false;
}

static nbl_result_t shape_columns_stockham(const nbl_bloom_desc_t *desc, uint32_t length, uint32_t scanlines,
                                           nbl_bloom_shape_t *shape, nbl_error_t *error) {
    nbl_fft_plan_t plan = find_column_plan(length, scanlines);
    uint32_t most = desc->columns;
    /* Alone on its multiprocessor, a workgroup waits for itself: half sectors cost less. */
    if (4 * length * most > CROWDED_SHARED_BYTES && most > LEAST_COLUMNS) most = LEAST_COLUMNS;
    for (uint32_t columns = most; plan.fft_length != 0 && columns >= 1; columns /= 2) {
        if (!fit_column_plan(desc, columns, &plan)) continue;
        *shape = shape_of_plan(plan);
        return NBL_SUCCESS;
    }
    return nbl_fail(error, NBL_ERROR_LIMIT,
                    "length %u: the workgroup would have more invocations than the limit of %u, or more than %u bytes",
                    length, most_invocations(desc), desc->limits.max_shared_bytes);
}

nbl_result_t nbl_bloom_shape_columns(const nbl_bloom_desc_t *desc, uint32_t length, uint32_t scanlines,
                                     nbl_bloom_shape_t *shape, nbl_error_t *error) {
    nbl_result_t result = NBL_SUCCESS;
    if (desc->algorithm == NBL_FFT_STOCKHAM) {
        result = shape_columns_stockham(desc, length, scanlines, shape, error);
    } else {
        uint32_t elements_log2 = radix2_column_elements(desc, length, scanlines), columns = desc->columns;
        uint32_t invocations = length >> elements_log2;
        while (columns > 1 && (columns * invocations > most_invocations(desc) ||
                               columns * invocations * 8 > desc->limits.max_shared_bytes))
            columns /= 2;
        *shape = shape_radix2(desc, length, elements_log2, columns, false);
    }
    if (result == NBL_SUCCESS) shape->pair_distance = pair_distance(scanlines, shape->stride);
    return result;
}
