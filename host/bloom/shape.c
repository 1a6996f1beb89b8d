/* Spreads the FFTs of a bloom's passes over invocations: plans, and how many FFTs share a workgroup.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>

#include "bloom/shape.h"
#include "error/error.h"
#include "facts/choose.h"
#include "nbl/bit.h"
#include "nbl/fft/radix2.h"
#include "nbl/host/plan.h"
#include "nbl/host/sizes.h"
#include "plan/cost.h"
#include "plan/layout.h"
#include "plan/make.h"

uint32_t nbl_bloom_request_length(const nbl_fft_plan_request_t *request) {
    uint32_t product = request->passes > 0 ? 1 : 0;
    for (uint32_t p = 0; p < request->passes; p++) product *= request->radices[p];
    return product;
}

/* ---- Rows, of the first axis */

/* Plans are made for this size on every device, so that they are the same plans: no subgroup operation is in them. */
#define PLANNED_SUBGROUP_SIZE 32u

uint32_t nbl_bloom_most_invocations(const nbl_bloom_desc_t *desc) {
    uint32_t most = desc->limits.max_workgroup_invocations;
    return most < NBL_BLOOM_LONGEST_FFT_WORKGROUP ? most : NBL_BLOOM_LONGEST_FFT_WORKGROUP;
}

/* ---- radix-2 shuffle */

/* Shapes radix-2 shuffle FFTs of a length.
 * 
 * shuffles  takes subgroup operations where it can */
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

/* Returns elements per invocation: two, or more once the workgroup is large enough. */
static uint32_t radix2_elements(const nbl_bloom_desc_t *desc, uint32_t length, uint32_t wanted, uint32_t least_log2) {
    uint32_t most = nbl_round_down_to_power_of_two(nbl_bloom_most_invocations(desc));
    if (wanted > most) wanted = most;
    while (least_log2 > 1 && (length >> least_log2) < 4) least_log2--;
    return nbl_fft_elements_log2(length, wanted, least_log2);
}

/* Returns elements per invocation of rows, there and back. A text for three channels at once is a third as long as a
 * text for each channel after the other. */
static uint32_t radix2_row_elements(const nbl_bloom_desc_t *desc, uint32_t length) {
    uint32_t third = nbl_round_down_to_power_of_two(nbl_bloom_most_invocations(desc) / NBL_BLOOM_CHANNELS);
    bool small = desc->short_modules && third < desc->max_workgroup_size;
    return radix2_elements(desc, length, small ? third : desc->max_workgroup_size, 1);
}

/* ---- Stockham */

static nbl_fft_plan_limits_t plan_limits(const nbl_bloom_desc_t *desc, uint32_t invocations, uint32_t ffts) {
    nbl_fft_plan_limits_t limits = {invocations / ffts, desc->limits.max_shared_bytes / ffts, PLANNED_SUBGROUP_SIZE,
                                    desc->limits.device};
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

/* Finds a length's measured row, of float32 in memory. Returns false if there is no row. */
static bool find_row(nbl_device_kind_t device, nbl_fact_kind_t kind, uint32_t length, nbl_fft_plan_request_t *request) {
    const nbl_fact_case_t of = {.device = device, .kind = kind, .precision = NBL_FFT_FLOAT32};
    return nbl_fact_find(&of, length, request) != NULL;
}

static nbl_result_t plan_row(uint32_t length, const nbl_fft_plan_limits_t *limits, nbl_fft_plan_t *plan,
                             nbl_error_t *error) {
    nbl_fft_plan_request_t row;
    if (find_row(limits->device, NBL_FACT_BLOOM_ROWS, length, &row))
        return nbl_fft_plan_fit(&row, NBL_DWORDS_float32_t, limits, plan, error);
    return nbl_fft_plan_make_small(length, NBL_DWORDS_float32_t, limits, plan, error);
}

/* Makes the plan of a length with `ffts` in a workgroup. */
static nbl_result_t make_plan(const nbl_bloom_desc_t *desc, uint32_t length, uint32_t ffts, nbl_fft_plan_t *plan,
                              nbl_error_t *error) {
    uint32_t most = nbl_bloom_most_invocations(desc),
             wanted = desc->max_workgroup_size < most ? desc->max_workgroup_size : most;
    nbl_fft_plan_limits_t limits = plan_limits(desc, wanted, 1);
    nbl_result_t result = plan_row(length, &limits, plan, NULL);
    limits = plan_limits(desc, most, 1);
    if (result == NBL_ERROR_LIMIT) /* a longer FFT may need more invocations than rows were given */
        result = plan_row(length, &limits, plan, error);
    if (result != NBL_SUCCESS) return result;
    nbl_fft_plan_request_t measured;
    bool is_measured = find_row(desc->limits.device, NBL_FACT_BLOOM_ROWS, length, &measured);
    nbl_fft_plan_request_t request = {plan->passes, {0}, plan->invocations, ffts, is_measured ? plan->windows : 0};
    for (uint32_t p = 0; p < plan->passes; p++) request.radices[p] = nbl_fft_plan_radix(*plan, p);
    return nbl_fft_plan_from_radices(&request, NBL_DWORDS_float32_t, &limits, plan, error);
}

/* ---- rows */

/* Returns how many FFTs share a workgroup, so that it has enough invocations. */
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
        nbl_fft_plan_limits_t limits = plan_limits(desc, nbl_bloom_most_invocations(desc), 1);
        bool own = nbl_bloom_request_length(&desc->rows) == length;
        nbl_result_t result = own ? nbl_fft_plan_from_radices(&desc->rows, NBL_DWORDS_float32_t, &limits, &plan, error)
                                  : make_plan(desc, length, 1, &plan, error);
        if (result == NBL_SUCCESS && !own) {
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

/* ---- rows back */

/* The channels of a texel meet in the FFTs' shared memory. An FFT of one pass has none, so it gets this much.
 * Chosen: more than the 36 elements of the longest row of one pass. */
#define LEAST_DWORDS_OF_CHANNELS 64u

/* Makes the plan of rows that hold all channels: the caller's own plan exactly as it is, else the measured one with
 * its radices, else one for the length. */
static nbl_result_t make_channels_plan(const nbl_bloom_desc_t *desc, uint32_t length, uint32_t ffts,
                                       nbl_fft_plan_t *plan, nbl_error_t *error) {
    const bool is_own = nbl_bloom_request_length(&desc->rows_back) == length;
    nbl_fft_plan_request_t measured;
    if (!is_own && !find_row(desc->limits.device, NBL_FACT_BLOOM_ROWS_BACK, length, &measured))
        return make_plan(desc, length, ffts, plan, error);
    nbl_fft_plan_limits_t limits = plan_limits(desc, nbl_bloom_most_invocations(desc), 1);
    nbl_fft_plan_request_t request = is_own ? desc->rows_back : measured;
    request.ffts_per_workgroup = ffts;
    if (is_own || ffts != 1) return nbl_fft_plan_from_radices(&request, NBL_DWORDS_float32_t, &limits, plan, error);
    request.windows = 0;
    return nbl_fft_plan_fit(&request, NBL_DWORDS_float32_t, &limits, plan, error);
}

/* Returns the FFTs per workgroup of a length's measured plan; 0: as many as fit. */
static uint32_t wanted_channels(const nbl_bloom_desc_t *desc, uint32_t length) {
    nbl_fft_plan_request_t measured;
    if (desc->algorithm != NBL_FFT_STOCKHAM) return 0;
    if (nbl_bloom_request_length(&desc->rows_back) == length) return desc->rows_back.ffts_per_workgroup;
    return find_row(desc->limits.device, NBL_FACT_BLOOM_ROWS_BACK, length, &measured) &&
                   measured.ffts_per_workgroup == 1
               ? 1
               : 0;
}

/* Shapes the FFTs of a row's channels: how many share a workgroup. The workgroup does the others after these. */
static nbl_result_t shape_channels(const nbl_bloom_desc_t *desc, uint32_t length, uint32_t ffts,
                                   nbl_bloom_shape_t *shape, nbl_error_t *error) {
    if (desc->algorithm == NBL_FFT_STOCKHAM) {
        nbl_fft_plan_t plan;
        nbl_result_t result = make_channels_plan(desc, length, ffts, &plan, error);
        if (result != NBL_SUCCESS) return result;
        if (plan.plane_dwords < LEAST_DWORDS_OF_CHANNELS) plan.plane_dwords = LEAST_DWORDS_OF_CHANNELS;
        *shape = shape_of_plan(plan);
        return NBL_SUCCESS;
    }
    *shape = shape_radix2(desc, length, radix2_row_elements(desc, length), ffts, true);
    uint32_t invocations = ffts * shape->invocations, bytes = 4 * ffts * shape->shared_dwords;
    if (invocations <= desc->limits.max_workgroup_invocations && bytes <= desc->limits.max_shared_bytes)
        return NBL_SUCCESS;
    return nbl_fail(error, NBL_ERROR_LIMIT,
                    "length %u: a workgroup has %u invocations and %u bytes of shared memory, the limits are %u and %u",
                    length, invocations, bytes, desc->limits.max_workgroup_invocations, desc->limits.max_shared_bytes);
}

nbl_result_t nbl_bloom_shape_channels(const nbl_bloom_desc_t *desc, uint32_t length, nbl_bloom_shape_t *shape,
                                      nbl_error_t *error) {
    const uint32_t wanted = wanted_channels(desc, length);
    if (wanted != 0) return shape_channels(desc, length, wanted, shape, error);
    if (shape_channels(desc, length, NBL_BLOOM_CHANNELS, shape, NULL) == NBL_SUCCESS) return NBL_SUCCESS;
    return shape_channels(desc, length, 1, shape, error);
}

/* ---- Columns, of the second pass: down neighbouring lines */

/* Time of the two outer passes over the time of the middle one: the cost of rows that have no partner. Fitted to an
 * H200's times on 2026-11-22, which were not kept. It decides bits, so it stays. */
#define OUTER_SHARE 1.27
#define DEFAULT_COLUMNS 4u /* of float32: 32 bytes, a whole sector of device memory */

static uint32_t pair_distance(uint32_t scanlines, uint32_t stride) {
    return ((scanlines + 1) / 2 + stride - 1) / stride * stride;
}

/* Radices are chosen as if every device had these numbers: bits follow from radices, so the choice must be the same
 * everywhere. Chosen on an H200, 2026-11-22; no times were kept. */
#define PLANNED_COLUMNS 4u          /* columns of a workgroup */
#define LEAST_COLUMNS 2u            /* columns of a crowded workgroup */
#define CROWDED_SHARED_BYTES 45056u /* 44 of 48 KiB: a workgroup beyond has its multiprocessor for itself */
#define MOST_SHARING 3u             /* workgroups of a multiprocessor that padding must leave room for, at most */
#define MOST_ELEMENTS 20u           /* elements of an invocation, unless the length needs more */

typedef struct column_search_t {
    uint32_t length, scanlines, passes;
    uint32_t radices[NBL_FFT_MAX_PASSES];
    double best_score;
    nbl_fft_plan_t best; /* fft_length 0: no plan found yet */
} column_search_t;

static void try_column_plan(column_search_t *search) {
    uint32_t stride = search->length / search->radices[0];
    if (stride > NBL_BLOOM_LONGEST_FFT_WORKGROUP) return;
    nbl_fft_plan_t plan =
        nbl_fft_plan_bare(search->length, NBL_DWORDS_float32_t, search->radices, search->passes, stride);
    plan.ffts_per_workgroup = PLANNED_COLUMNS;
    if (plan.elements > NBL_FFT_PLAN_MAX_ELEMENTS) return;
    double waste = 2.0 * pair_distance(search->scanlines, stride) / search->scanlines - 1.0;
    /* Rows that all have partners are worth a few registers more than the plan counts. */
    double crowd = plan.elements > NBL_FFT_COST_CHEAP_ELEMENTS && plan.elements <= MOST_ELEMENTS
                       ? 1.0 + 0.02 * (plan.elements - NBL_FFT_COST_CHEAP_ELEMENTS)
                       : 1.0;
    if (crowd > 1.0) plan.elements = NBL_FFT_COST_CHEAP_ELEMENTS;
    double score = (double)nbl_fft_plan_cost(plan) * crowd * (1.0 + OUTER_SHARE * waste);
    if (score >= search->best_score) return;
    search->best_score = score;
    search->best = plan;
}

/* Tries all ordered lists of `passes` radices whose product is the length. */
static void try_column_radices(column_search_t *search, uint32_t rest, uint32_t number) {
    if (number == search->passes) {
        if (rest == 1) try_column_plan(search);
        return;
    }
    for (uint32_t radix = search->length > 16u * NBL_BLOOM_LONGEST_FFT_WORKGROUP ? 32 : 16; radix >= 2; radix--) {
        if (rest % radix != 0 || !nbl_fft_plan_is_radix(radix)) continue;
        search->radices[number] = radix;
        try_column_radices(search, rest / radix, number + 1);
    }
}

/* Returns the radices that are best for a length, with an invocation for each butterfly of the first pass, not laid
 * out yet. */
static nbl_fft_plan_t find_column_plan(uint32_t length, uint32_t scanlines) {
    column_search_t search = {.length = length, .scanlines = scanlines, .best_score = HUGE_VAL};
    for (search.passes = 1; search.passes <= NBL_FFT_MAX_PASSES && search.best.fft_length == 0; search.passes++)
        try_column_radices(&search, length, 0);
    return search.best;
}

/* Returns the bytes of shared memory that padding may grow to. Padding must not cost one of the workgroups that share a
 * multiprocessor. */
static uint32_t most_bytes(const nbl_bloom_desc_t *desc, uint32_t bare) {
    uint32_t sharing = NBL_BLOOM_SHARED_BYTES_OF_ALL / (bare + bare / 16);
    if (sharing > MOST_SHARING) sharing = MOST_SHARING;
    uint32_t bytes = sharing > 1 ? NBL_BLOOM_SHARED_BYTES_OF_ALL / sharing : desc->limits.max_shared_bytes;
    return bytes < desc->limits.max_shared_bytes ? bytes : desc->limits.max_shared_bytes;
}

/* Lays a plan out in shared memory, in as few windows as fit. Returns false if no number of windows fits. */
static bool lay_out_columns(const nbl_bloom_desc_t *desc, uint32_t least, uint32_t most, nbl_fft_plan_t fitting,
                            nbl_fft_plan_t *plan) {
    for (fitting.windows = least; fitting.windows <= most; fitting.windows++) {
        uint32_t bare = 4 * nbl_fft_plan_window(fitting) * fitting.ffts_per_workgroup;
        if (nbl_fft_plan_lay_out_columns(&fitting, most_bytes(desc, bare)) == UINT64_MAX) continue;
        *plan = fitting;
        return true;
    }
    return false;
}

/* Spreads a plan over fewer invocations if the limits demand it, and lays it out in shared memory, in more windows
 * if plan->windows do not fit. Returns false if it does not fit at all. */
static bool fit_column_plan(const nbl_bloom_desc_t *desc, uint32_t columns, nbl_fft_plan_t *plan) {
    uint32_t radices[NBL_FFT_MAX_PASSES], most = nbl_bloom_most_invocations(desc) / columns,
                                          invocations = plan->invocations;
    uint32_t wanted = desc->max_workgroup_size < most ? desc->max_workgroup_size : most;
    for (uint32_t p = 0; p < plan->passes; p++) radices[p] = nbl_fft_plan_radix(*plan, p);
    for (uint32_t each = 2; invocations > wanted; each++) invocations = (plan->invocations + each - 1) / each;
    nbl_fft_plan_t fitting =
        nbl_fft_plan_bare(plan->fft_length, NBL_DWORDS_float32_t, radices, plan->passes, invocations);
    fitting.ffts_per_workgroup = columns;
    if (fitting.elements > NBL_FFT_PLAN_MAX_ELEMENTS) return false;
    return lay_out_columns(desc, plan->windows, NBL_FFT_PLAN_MAX_WINDOWS, fitting, plan);
}

static uint32_t most_columns(const nbl_bloom_desc_t *desc) {
    return desc->columns != 0 ? desc->columns : DEFAULT_COLUMNS;
}

/* Returns the plan of a request, not laid out yet. If the request gives no invocations, there is one for each
 * butterfly of the first pass. */
static nbl_fft_plan_t plan_of(const nbl_fft_plan_request_t *request) {
    uint32_t length = nbl_bloom_request_length(request);
    nbl_fft_plan_t plan =
        nbl_fft_plan_bare(length, NBL_DWORDS_float32_t, request->radices, request->passes,
                          request->invocations != 0 ? request->invocations : length / request->radices[0]);
    if (request->windows != 0) plan.windows = request->windows;
    return plan;
}

/* Makes the caller's own plan, exactly as it is. */
static nbl_result_t make_own_columns(const nbl_bloom_desc_t *desc, nbl_fft_plan_t *plan, nbl_error_t *error) {
    const nbl_fft_plan_request_t *own = &desc->lines;
    for (uint32_t p = 0; p < own->passes; p++)
        if (!nbl_fft_plan_is_radix(own->radices[p]))
            return nbl_fail(error, NBL_ERROR_ARGUMENT, "lines: %s", NBL_FFT_PLAN_WHY_RADIX);
    nbl_fft_plan_t fitting = plan_of(own);
    fitting.ffts_per_workgroup = own->ffts_per_workgroup != 0 ? own->ffts_per_workgroup : most_columns(desc);
    if (fitting.elements > NBL_FFT_PLAN_MAX_ELEMENTS)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "lines: %u invocations hold %u elements each, at most %u: give more",
                        fitting.invocations, fitting.elements, NBL_FFT_PLAN_MAX_ELEMENTS);
    if (nbl_fft_plan_workgroup_size(fitting) > nbl_bloom_most_invocations(desc))
        return nbl_fail(error, NBL_ERROR_LIMIT,
                        "lines: %u FFTs of %u invocations in a workgroup: the limit is %u invocations",
                        fitting.ffts_per_workgroup, fitting.invocations, nbl_bloom_most_invocations(desc));
    if (lay_out_columns(desc, fitting.windows, own->windows != 0 ? own->windows : NBL_FFT_PLAN_MAX_WINDOWS, fitting,
                        plan))
        return NBL_SUCCESS;
    return nbl_fail(
        error, NBL_ERROR_LIMIT,
        "lines: the shared memory of %u FFTs of length %u would exceed the limit of %u bytes: give fewer of "
        "them, or more windows",
        fitting.ffts_per_workgroup, fitting.fft_length, desc->limits.max_shared_bytes);
}

/* Finds the measured row of a length. Halves have rows of their own, since eight halves fill a sector. */
static bool find_lines(const nbl_bloom_desc_t *desc, uint32_t length, nbl_fft_plan_request_t *request) {
    const nbl_fact_case_t of = {
        .device = desc->limits.device, .kind = NBL_FACT_BLOOM_LINES, .precision = NBL_FFT_FLOAT16_STORAGE};
    return (desc->storage == NBL_BLOOM_STORAGE_FLOAT16 && nbl_fact_find(&of, length, request) != NULL) ||
           find_row(desc->limits.device, NBL_FACT_BLOOM_LINES, length, request);
}

static nbl_result_t shape_columns_stockham(const nbl_bloom_desc_t *desc, uint32_t length, uint32_t scanlines,
                                           nbl_bloom_shape_t *shape, nbl_error_t *error) {
    nbl_fft_plan_t plan;
    if (nbl_bloom_request_length(&desc->lines) == length) {
        nbl_result_t result = make_own_columns(desc, &plan, error);
        if (result == NBL_SUCCESS) *shape = shape_of_plan(plan);
        return result;
    }
    nbl_fft_plan_request_t measured;
    uint32_t most = most_columns(desc);
    if (find_lines(desc, length, &measured)) {
        plan = plan_of(&measured);
        if (desc->columns == 0 || measured.ffts_per_workgroup < most) most = measured.ffts_per_workgroup;
    } else {
        plan = find_column_plan(length, scanlines);
        /* a workgroup alone on its multiprocessor mostly waits, so half sectors cost less there */
        if (4 * length * most > CROWDED_SHARED_BYTES && most > LEAST_COLUMNS) most = LEAST_COLUMNS;
    }
    for (uint32_t columns = most; plan.fft_length != 0 && columns >= 1; columns /= 2) {
        if (!fit_column_plan(desc, columns, &plan)) continue;
        *shape = shape_of_plan(plan);
        return NBL_SUCCESS;
    }
    return nbl_fail(error, NBL_ERROR_LIMIT,
                    "length %u: the workgroup would have more invocations than the limit of %u, or more than %u bytes",
                    length, nbl_bloom_most_invocations(desc), desc->limits.max_shared_bytes);
}

/* Returns 8 elements per invocation, so that the pair distance is a multiple of the invocations. Short modules have
 * fewer elements, where the distance, and with it every bit, stays. */
static uint32_t radix2_column_elements(const nbl_bloom_desc_t *desc, uint32_t length, uint32_t scanlines) {
    uint32_t most = radix2_elements(desc, length, desc->max_workgroup_size, 3);
    for (uint32_t fewer = 1; desc->short_modules && fewer < most; fewer++) {
        uint32_t elements = radix2_elements(desc, length, desc->max_workgroup_size, fewer);
        if (pair_distance(scanlines, length >> elements) == pair_distance(scanlines, length >> most)) return elements;
    }
    return most;
}

nbl_result_t nbl_bloom_shape_columns(const nbl_bloom_desc_t *desc, uint32_t length, uint32_t scanlines,
                                     nbl_bloom_shape_t *shape, nbl_error_t *error) {
    nbl_result_t result = NBL_SUCCESS;
    if (desc->algorithm == NBL_FFT_STOCKHAM) {
        result = shape_columns_stockham(desc, length, scanlines, shape, error);
    } else {
        uint32_t elements_log2 = radix2_column_elements(desc, length, scanlines), columns = most_columns(desc);
        uint32_t invocations = length >> elements_log2;
        while (columns > 1 && (columns * invocations > nbl_bloom_most_invocations(desc) ||
                               columns * invocations * 8 > desc->limits.max_shared_bytes))
            columns /= 2;
        *shape = shape_radix2(desc, length, elements_log2, columns, false);
    }
    if (result == NBL_SUCCESS) shape->pair_distance = pair_distance(scanlines, shape->stride);
    return result;
}
