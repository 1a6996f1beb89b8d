/* Spreads the FFTs of a bloom's passes over invocations: plans, and how many FFTs share a workgroup.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bloom/shape.h"

#include "bloom/lengths.h"
#include "error/error.h"
#include "nbl/bit.h"
#include "nbl/fft/radix2.h"
#include "nbl/host/plan.h"
#include "nbl/host/sizes.h"
#include "plan/layout.h"
#include "plan/preferred.h"
#include "plan/make.h"

/* Plans are made for this size on every device, so that they are the same plans: no subgroup operation is in them. */
#define PLANNED_SUBGROUP_SIZE 32u

uint32_t nbl_bloom_most_invocations(const nbl_bloom_desc_t *desc) {
    uint32_t most = desc->limits.max_workgroup_invocations;
    return most < NBL_BLOOM_LONGEST_FFT_WORKGROUP ? most : NBL_BLOOM_LONGEST_FFT_WORKGROUP;
}

/* ---- radix-2 shuffle */

nbl_bloom_shape_t nbl_bloom_shape_radix2(const nbl_bloom_desc_t *desc, uint32_t length, uint32_t elements_log2,
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
uint32_t nbl_bloom_radix2_elements(const nbl_bloom_desc_t *desc, uint32_t length, uint32_t wanted,
                                   uint32_t least_log2) {
    uint32_t most = nbl_round_down_to_power_of_two(nbl_bloom_most_invocations(desc));
    if (wanted > most) wanted = most;
    while (least_log2 > 1 && (length >> least_log2) < 4) least_log2--;
    return nbl_fft_elements_log2(length, wanted, least_log2);
}

/* Of rows, there and back. A text for three channels at once is a third as long as one for each after the other. */
static uint32_t radix2_row_elements(const nbl_bloom_desc_t *desc, uint32_t length) {
    uint32_t third = nbl_round_down_to_power_of_two(nbl_bloom_most_invocations(desc) / NBL_BLOOM_CHANNELS);
    bool small = desc->short_modules && third < desc->max_workgroup_size;
    return nbl_bloom_radix2_elements(desc, length, small ? third : desc->max_workgroup_size, 1);
}

/* ---- Stockham */

static nbl_fft_plan_limits_t plan_limits(const nbl_bloom_desc_t *desc, uint32_t invocations, uint32_t ffts) {
    nbl_fft_plan_limits_t limits = {invocations / ffts, desc->limits.max_shared_bytes / ffts, PLANNED_SUBGROUP_SIZE};
    return limits;
}

nbl_bloom_shape_t nbl_bloom_shape_of_plan(nbl_fft_plan_t plan) {
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

static nbl_result_t plan_row(uint32_t length, const nbl_fft_plan_limits_t *limits, nbl_fft_plan_t *plan,
                             nbl_error_t *error) {
    nbl_fft_preferred_t row;
    if (nbl_fft_preferred_find(length, NBL_FFT_USE_BLOOM_ROWS, false, &row))
        return nbl_fft_plan_fit(&row.request, NBL_DWORDS_float32_t, limits, plan, error);
    return nbl_fft_plan_make_small(length, NBL_DWORDS_float32_t, limits, plan, error);
}

/* The plan of a length for `ffts` in a workgroup. */
static nbl_result_t make_plan(const nbl_bloom_desc_t *desc, uint32_t length, uint32_t ffts, nbl_fft_plan_t *plan,
                              nbl_error_t *error) {
    uint32_t most = nbl_bloom_most_invocations(desc),
             wanted = desc->max_workgroup_size < most ? desc->max_workgroup_size : most;
    nbl_fft_plan_limits_t limits = plan_limits(desc, wanted, 1);
    nbl_result_t result = plan_row(length, &limits, plan, NULL);
    limits = plan_limits(desc, most, 1);
    if (result == NBL_ERROR_LIMIT) /* more of them where a length needs it */
        result = plan_row(length, &limits, plan, error);
    if (result != NBL_SUCCESS) return result;
    nbl_fft_preferred_t measured;
    bool is_measured = nbl_fft_preferred_find(length, NBL_FFT_USE_BLOOM_ROWS, false, &measured);
    nbl_fft_plan_request_t request = {plan->passes, {0}, plan->invocations, ffts, is_measured ? plan->windows : 0};
    for (uint32_t p = 0; p < plan->passes; p++) request.radices[p] = nbl_fft_plan_radix(*plan, p);
    return nbl_fft_plan_from_radices(&request, NBL_DWORDS_float32_t, &limits, plan, error);
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
        nbl_fft_plan_limits_t limits = plan_limits(desc, nbl_bloom_most_invocations(desc), 1);
        bool own = nbl_bloom_request_length(&desc->rows) == length;
        nbl_result_t result = own ? nbl_fft_plan_from_radices(&desc->rows, NBL_DWORDS_float32_t, &limits, &plan, error)
                                  : make_plan(desc, length, 1, &plan, error);
        if (result == NBL_SUCCESS && !own) {
            uint32_t ffts = rows_per_workgroup(desc, plan.invocations, 4 * (plan.plane_dwords + plan.plane_dwords / 8));
            if (ffts > 1) result = make_plan(desc, length, ffts, &plan, error);
        }
        if (result != NBL_SUCCESS) return result;
        *shape = nbl_bloom_shape_of_plan(plan);
    } else {
        uint32_t elements_log2 = radix2_row_elements(desc, length);
        *shape = nbl_bloom_shape_radix2(desc, length, elements_log2, 1, true);
        uint32_t ffts = rows_per_workgroup(desc, shape->invocations, 4 * shape->shared_dwords);
        *shape = nbl_bloom_shape_radix2(desc, length, elements_log2, ffts, true);
    }
    return NBL_SUCCESS;
}

/* ---- rows back */

/* The texels meet in the FFTs' shared memory, so there is to be some. */
#define LEAST_DWORDS_OF_CHANNELS 64u

/* The caller's own plan, exactly as it is; the measured one, whose radices stay; or one for the length. */
static nbl_result_t make_channels_plan(const nbl_bloom_desc_t *desc, uint32_t length, uint32_t ffts,
                                       nbl_fft_plan_t *plan, nbl_error_t *error) {
    const bool is_own = nbl_bloom_request_length(&desc->rows_back) == length;
    nbl_fft_preferred_t measured;
    if (!is_own && !nbl_fft_preferred_find(length, NBL_FFT_USE_BLOOM_ROWS_BACK, false, &measured))
        return make_plan(desc, length, ffts, plan, error);
    nbl_fft_plan_limits_t limits = plan_limits(desc, nbl_bloom_most_invocations(desc), 1);
    nbl_fft_plan_request_t request = is_own ? desc->rows_back : measured.request;
    request.ffts_per_workgroup = ffts;
    if (is_own || ffts != 1) return nbl_fft_plan_from_radices(&request, NBL_DWORDS_float32_t, &limits, plan, error);
    request.windows = 0;
    return nbl_fft_plan_fit(&request, NBL_DWORDS_float32_t, &limits, plan, error);
}

/* How many FFTs the known plan of a length wants in a workgroup; 0: as many as fit. */
static uint32_t wanted_channels(const nbl_bloom_desc_t *desc, uint32_t length) {
    nbl_fft_preferred_t measured;
    if (desc->algorithm != NBL_FFT_STOCKHAM) return 0;
    if (nbl_bloom_request_length(&desc->rows_back) == length) return desc->rows_back.ffts_per_workgroup;
    return nbl_fft_preferred_find(length, NBL_FFT_USE_BLOOM_ROWS_BACK, false, &measured) &&
                   measured.request.ffts_per_workgroup == 1
               ? 1
               : 0;
}

/* FFTs of a row's channels: so many in a workgroup, the rest after them. */
static nbl_result_t shape_channels(const nbl_bloom_desc_t *desc, uint32_t length, uint32_t ffts,
                                   nbl_bloom_shape_t *shape, nbl_error_t *error) {
    if (desc->algorithm == NBL_FFT_STOCKHAM) {
        nbl_fft_plan_t plan;
        nbl_result_t result = make_channels_plan(desc, length, ffts, &plan, error);
        if (result != NBL_SUCCESS) return result;
        if (plan.plane_dwords < LEAST_DWORDS_OF_CHANNELS) plan.plane_dwords = LEAST_DWORDS_OF_CHANNELS;
        *shape = nbl_bloom_shape_of_plan(plan);
        return NBL_SUCCESS;
    }
    *shape = nbl_bloom_shape_radix2(desc, length, radix2_row_elements(desc, length), ffts, true);
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
