/* The kernels along one dimension for a device: of whole lines, and of passes.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "fft/axis_stages.h"

#include <stdlib.h>
#include <string.h>

#include "error/error.h"
#include "fft/root.h"
#include "fft/split.h"
#include "plan/make.h"

/* ---- Sides */

static uint32_t storage_of(nbl_fft_precision_t array, nbl_fft_precision_t arithmetic) {
    if (array == arithmetic) return NBL_FFT_LINES_OWN;
    return array == NBL_FFT_FLOAT32 ? NBL_FFT_LINES_FLOATS : NBL_FFT_LINES_HALVES;
}

static uint64_t loop_stride(const nbl_fft_nd_pass_t *pass, int side, uint32_t loop) {
    return loop == pass->loops ? pass->sides[side].distance : pass->loop[loop].strides[side];
}

/* Real numbers side by side, two of which are everywhere where a complex one could be. */
static bool lies_in_pairs(const nbl_fft_nd_axis_t *axis, int side) {
    const nbl_fft_nd_pass_t *pass = &axis->pass;
    const nbl_fft_array_side_t *of = &pass->sides[side];
    const uint32_t ends = side == 0 ? axis->part.given : axis->part.kept_from | axis->part.kept;
    bool even = of->stride == of->scalar_bytes && ends % 2 == 0;
    for (uint32_t k = 0; k <= pass->loops; k++)
        if (k < pass->loops || of->batch > 1) even = even && loop_stride(pass, side, k) % (2 * of->scalar_bytes) == 0;
    return even;
}

nbl_result_t nbl_fft_axis_array_side(const nbl_fft_axis_make_t *make, int which, nbl_fft_precision_t arithmetic,
                                     uint32_t real_kind, nbl_fft_axis_side_t *side, nbl_error_t *error) {
    const nbl_fft_nd_pass_t *pass = &make->axis->pass;
    const nbl_fft_array_side_t *of = &pass->sides[which];
    const nbl_fft_precision_t array = make->fft->desc.precision;
    const bool halves = of->scalar_bytes == 2;
    *side = (nbl_fft_axis_side_t){.region = which == 0 ? pass->from : pass->to,
                                  .array = which,
                                  .kind = of->real ? real_kind : NBL_FFT_LINES_COMPLEX,
                                  .storage = storage_of(array, arithmetic)};
    if (side->kind == NBL_FFT_LINES_PAIR && lies_in_pairs(make->axis, which)) side->kind = NBL_FFT_LINES_COMPLEX;
    const bool reals = of->real && side->kind != NBL_FFT_LINES_COMPLEX;
    if (reals && halves)
        return nbl_fail(error, NBL_ERROR_LIMIT,
                        "real signals of halves on a device must be of even length and without gaps, and an even "
                        "number of its elements given: use fp32, or the CPU");
    side->unit = reals ? of->scalar_bytes : 2 * (uint64_t)of->scalar_bytes;
    side->stride = of->real && !reals ? 1 : (uint32_t)(of->stride / side->unit);
    const uint32_t pairs = of->real && !reals ? 2 : 1;
    if (which == 0) side->given = make->axis->part.given / pairs;
    if (which == 1) side->kept_from = make->axis->part.kept_from / pairs;
    if (which == 1) side->kept = make->axis->part.kept / pairs;
    return NBL_SUCCESS;
}

nbl_fft_axis_side_t nbl_fft_axis_work_side(nbl_fft_axis_make_t *make, uint32_t number, uint32_t elements,
                                           nbl_fft_precision_t arithmetic) {
    nbl_fft_nd_axis_t *axis = make->axis;
    const uint32_t bytes = nbl_fft_precision_element_bytes(arithmetic);
    if (axis->work_elements[number] < elements) axis->work_elements[number] = elements;
    axis->work_bytes[number] = axis->work_bytes[number] < bytes ? bytes : axis->work_bytes[number];
    return (nbl_fft_axis_side_t){.region = NBL_FFT_ND_WORK + number,
                                 .array = -1,
                                 .kind = NBL_FFT_LINES_COMPLEX,
                                 .storage = NBL_FFT_LINES_OWN,
                                 .stride = make->interleaves ? make->inner : 1,
                                 .work = elements,
                                 .unit = bytes};
}

/* Whether neighbouring transforms lie closer than neighbouring elements. */
static bool lies_in_columns(const nbl_fft_axis_make_t *make, const nbl_fft_axis_side_t *side) {
    if (make->group < 2) return false;
    if (side->array < 0) return side->stride > 1;
    const nbl_fft_array_side_t *of = &make->axis->pass.sides[side->array];
    return of->distance < side->stride * side->unit && of->distance <= 4 * side->unit;
}

/* ---- Kernels */

static void fill_constants(const nbl_fft_axis_make_t *make, const nbl_fft_axis_kernel_t *k,
                           nbl_fft_lines_constants_t *constants) {
    const nbl_fft_nd_pass_t *pass = &make->axis->pass;
    const nbl_fft_axis_side_t *sides[2] = {&k->from, &k->to};
    memset(constants, 0, sizeof *constants);
    constants->group = (uint32_t)make->group;
    for (uint32_t i = 0; i < pass->loops; i++) constants->loops[i][0] = (uint32_t)pass->loop[pass->loops - 1 - i].count;
    for (int s = 0; s < 2; s++) {
        if (sides[s]->array < 0) continue;
        constants->distances[s] = (uint32_t)(pass->sides[sides[s]->array].distance / sides[s]->unit);
        for (uint32_t i = 0; i < pass->loops; i++)
            constants->loops[i][1 + s] =
                (uint32_t)(pass->loop[pass->loops - 1 - i].strides[sides[s]->array] / sides[s]->unit);
    }
}

/* Halves of complex signals go through shared memory, and in passes through the array, as they lie in memory, where fast
 * mode's bits are free. Nothing overflows that the result does not: docs/theory.md, section 11. */
static bool packs_halves(const nbl_fft_axis_make_t *make, const nbl_fft_axis_kernel_t *k) {
    return make->fast && make->fft->desc.precision == NBL_FFT_FLOAT16_STORAGE && k->precision == NBL_FFT_FLOAT32 &&
           !make->axis->pass.real && k->real == NBL_FFT_COMPLEX && !k->last_step &&
           (k->chirp_in | k->chirp_out | k->permuted | k->product | k->fused | k->factor) == 0;
}

/* What memory moves at least. */
#define SECTOR_BYTES 32u

nbl_result_t nbl_fft_axis_add_planned(nbl_fft_axis_make_t *make, const nbl_fft_axis_kernel_t *k,
                                      const nbl_fft_lines_desc_t *planned, nbl_error_t *error) {
    nbl_fft_nd_axis_t *axis = make->axis;
    nbl_fft_nd_stage_t *stage = &axis->stage[axis->stages++];
    const bool passes = k->pass.points != 0;
    const bool beside = make->interleaves || k->from.array >= 0 || k->to.array >= 0;
    const uint32_t inner = passes && beside ? make->inner : 1;
    const bool columns = passes || lies_in_columns(make, &k->from) || lies_in_columns(make, &k->to);
    const bool turned = passes ? (k->number == 0 || k->fused) && inner == 1
                               : lies_in_columns(make, &k->from) && !lies_in_columns(make, &k->to);
    const bool same = k->from.region == k->to.region || (make->fft->in_place && k->from.region + k->to.region == 1);
    const uint32_t sector = SECTOR_BYTES / nbl_fft_precision_element_bytes(make->fft->desc.precision); /* elements */
    const uint64_t lines = make->group * axis->pass.groups * (passes ? nbl_fft_large_lines(k->pass) : 1);
    stage->desc = (nbl_fft_lines_desc_t){.precision = k->precision,
                                         .planned = k->plans_halves ? NBL_FFT_FLOAT16_STORAGE : k->precision,
                                         .last_step = k->last_step,
                                         .length = k->length,
                                         .radices = k->radices,
                                         .wisdom = make->fft->desc.wisdom,
                                         .fast = make->fast,
                                         .uneven = make->fft->desc.real || k->from.stride % sector != 0,
                                         .lines = lines,
                                         .addresses = make->fft->limits.addresses && !k->last_step &&
                                                      k->precision != NBL_FFT_FLOAT16};
    nbl_fft_lines_parameters_t *p = &stage->desc.parameters;
    if (planned != NULL) stage->desc = *planned;
    p->inverse = k->inverse;
    p->normalization = k->normalization;
    p->packed = packs_halves(make, k);
    p->real = k->real;
    p->columns = columns;
    p->turned = turned && k->real == NBL_FFT_COMPLEX;
    p->pass_points = k->pass.points;
    p->pass_before = k->pass.before;
    p->pass_after = k->pass.after;
    p->pass_next = k->pass.next;
    p->pass_back = k->back && k->pass.after > 1;
    p->mirrored = k->mirrored;
    p->stepped_roots = make->fast;
    p->inner = inner;
    p->ragged = make->group * axis->pass.groups % inner != 0;
    p->loops = k->from.array < 0 && k->to.array < 0 ? 0 : axis->pass.loops;
    p->in_place = same;
    p->signal_length = k->signal_length;
    p->given = k->from.given;
    p->kept_from = k->to.kept_from;
    p->kept = k->to.kept;
    p->source_kind = k->from.kind;
    p->source_storage = k->from.storage;
    p->source_stride = k->from.stride;
    p->source_work = k->from.work;
    p->target_kind = k->to.kind;
    p->target_storage = k->to.storage;
    p->target_stride = k->to.stride;
    p->target_work = k->to.work;
    p->chirp_in = k->chirp_in;
    p->chirp_out = k->chirp_out;
    p->permuted = k->permuted;
    p->product = k->product;
    p->period = k->period;
    p->fused = k->fused;
    p->factor = k->factor;
    stage->from = k->from.region;
    stage->to = k->to.region;
    stage->table = k->table;
    fill_constants(make, k, &stage->constants);
    if (!k->last_step && planned == NULL) {
        nbl_result_t result = nbl_fft_lines_plan(&make->fft->limits, &stage->desc, &stage->order, error);
        if (result != NBL_SUCCESS) return result;
    }
    stage->items = !k->last_step             ? passes ? nbl_fft_large_lines(k->pass) : 1
                   : k->real == NBL_FFT_REAL ? k->signal_length / 2 + 1
                                             : k->signal_length;
    stage->per_group = k->last_step ? 256 : planned != NULL ? p->arrays : p->ffts_per_workgroup;
    return NBL_SUCCESS;
}

nbl_result_t nbl_fft_axis_add_kernel(nbl_fft_axis_make_t *make, const nbl_fft_axis_kernel_t *k, nbl_error_t *error) {
    return nbl_fft_axis_add_planned(make, k, NULL, error);
}

/* ---- Lines and passes. `of`: precision, signs, factors; what is read and written */

nbl_result_t nbl_fft_axis_add_passes(nbl_fft_axis_make_t *make, const nbl_fft_axis_kernel_t *of, uint32_t work,
                                     nbl_error_t *error) {
    uint32_t points[3];
    const uint32_t passes = nbl_fft_split(of->length, points);
    /* Of a real signal forward the last pass has mirrors, back the first one: it is to be the shorter one of both. */
    uint32_t *meets = of->inverse ? &points[0] : &points[passes - 1],
             *other = of->inverse ? &points[passes - 1] : &points[0];
    if (make->fast && of->mirrored && *meets > *other) {
        const uint32_t more = *meets;
        *meets = *other;
        *other = more;
    }
    const uint32_t dwords = nbl_fft_precision_dwords(of->precision);
    const bool same = of->from.region == of->to.region || (make->fft->in_place && of->from.region + of->to.region == 1);
    const bool through = of->to.kind == NBL_FFT_LINES_COMPLEX && !same && of->chirp_out == 0 && of->to.kept == 0 &&
                         (of->to.storage == NBL_FFT_LINES_OWN || packs_halves(make, of));
    const nbl_fft_axis_side_t between =
        through ? of->to : nbl_fft_axis_work_side(make, work, of->length, of->precision);
    for (uint32_t i = 0; i < passes; i++) {
        nbl_fft_axis_kernel_t k = *of;
        k.pass = nbl_fft_large_pass(i + 1, points[0], points[1], points[2]);
        k.number = i;
        k.mirrored = of->mirrored && i == (of->inverse ? 0 : passes - 1);
        k.length = points[i];
        k.radices = nbl_fft_split_radices(points[i], dwords);
        if (i > 0) k.from = between, k.chirp_in = 0;
        if (i + 1 < passes) k.to = between, k.chirp_out = k.product = k.period = k.factor = 0;
        nbl_result_t result = nbl_fft_axis_add_kernel(make, &k, error);
        if (result != NBL_SUCCESS) return result;
    }
    return NBL_SUCCESS;
}

static uint32_t scalar_bytes(nbl_fft_precision_t precision) { return nbl_fft_precision_dwords(precision) * 2; }

bool nbl_fft_axis_has_primes(const nbl_fft_axis_make_t *make, uint32_t length, nbl_fft_precision_t precision) {
    const nbl_fft_limits_t *limits = &make->fft->limits;
    const nbl_fft_plan_limits_t of = {limits->max_workgroup_invocations, limits->max_shared_bytes,
                                      limits->subgroup_size, limits->device};
    return make->fast &&
           nbl_fft_plan_make_of_primes(length, nbl_fft_precision_dwords(precision), &of, NULL, NULL) == NBL_SUCCESS;
}

static nbl_fft_any_way_t way_of(const nbl_fft_axis_make_t *make, uint32_t length, nbl_fft_precision_t precision) {
    const nbl_fft_any_way_t way = nbl_fft_any_way(length, scalar_bytes(precision));
    return way == NBL_FFT_ANY_CHIRP && nbl_fft_axis_has_primes(make, length, precision) ? NBL_FFT_ANY_LINE : way;
}

bool nbl_fft_axis_goes_in_passes(const nbl_fft_axis_make_t *make, uint32_t length, nbl_fft_precision_t precision) {
    const nbl_fft_array_side_t *side = &make->axis->pass.sides[0];
    const bool columns = side->batch > 1 && side->distance < side->stride;
    uint32_t points[3];
    return way_of(make, length, precision) != NBL_FFT_ANY_LINE ||
           (make->fast && precision == NBL_FFT_FLOAT32 && length >= (columns ? 8192 : 32768) &&
            nbl_fft_split(length, points) > 0);
}

nbl_result_t nbl_fft_axis_add_line(nbl_fft_axis_make_t *make, const nbl_fft_axis_kernel_t *of, uint32_t work,
                                   nbl_error_t *error) {
    return nbl_fft_axis_goes_in_passes(make, of->length, of->precision) ? nbl_fft_axis_add_passes(make, of, work, error)
                                                                        : nbl_fft_axis_add_kernel(make, of, error);
}

/* ---- Whole lines */

/* Whether transforms lie one behind the other on both sides: those side by side, and the rounds of loops over these. */
static bool lies_without_gaps(const nbl_fft_nd_pass_t *pass) {
    bool without = true;
    for (int s = 0; s < 2; s++) {
        const nbl_fft_array_side_t *side = &pass->sides[s];
        uint64_t bytes = side->stride * pass->length;
        without = without && side->stride == side->element_bytes && (side->batch == 1 || side->distance == bytes);
        bytes *= side->batch;
        for (uint32_t k = pass->loops; k-- > 0; bytes *= pass->loop[k].count)
            without = without && (pass->loop[k].count == 1 || pass->loop[k].strides[s] == bytes);
    }
    return without;
}

nbl_result_t nbl_fft_axis_plan_whole(nbl_fft_axis_make_t *make, nbl_error_t *error) {
    nbl_fft_nd_axis_t *axis = make->axis;
    const nbl_fft_nd_desc_t *of = &make->fft->desc;
    const nbl_fft_lines_desc_t *lines = &axis->stage[0].desc;
    const nbl_fft_lines_parameters_t *p = &lines->parameters;
    const uint32_t usual = of->inverse ? NBL_FFT_BY_LENGTH : NBL_FFT_UNNORMALIZED;
    const bool plain = axis->stages == 1 && !lines->last_step && p->real == NBL_FFT_COMPLEX && p->pass_points == 0 &&
                       (p->given | p->kept | p->chirp_in | p->permuted | p->product | p->fused | p->factor) == 0 &&
                       p->source_kind == NBL_FFT_LINES_COMPLEX && p->target_kind == NBL_FFT_LINES_COMPLEX;
    if (!plain || lines->radices != NULL || lines->planned != of->precision || p->normalization != usual ||
        axis->transforms > UINT32_MAX || !lies_without_gaps(&axis->pass))
        return NBL_SUCCESS;
    const nbl_fft_transform_desc_t wanted = {.algorithm = NBL_FFT_STOCKHAM,
                                             .precision = of->precision,
                                             .length = lines->length,
                                             .batch = (uint32_t)axis->transforms,
                                             .inverse = of->inverse,
                                             .wisdom = of->wisdom,
                                             .any_radices = make->fast,
                                             .limits = make->fft->limits};
    nbl_result_t result = nbl_fft_transform_plan(&wanted, &axis->whole, error);
    axis->whole.desc.wisdom = NULL; /* the caller's */
    return result;
}

/* ---- Tables and precisions */

/* Numbers as float32, where they are. */
static void narrow(double *numbers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const float single = (float)numbers[i];
        memcpy((char *)numbers + i * sizeof single, &single, sizeof single);
    }
}

void nbl_fft_axis_keep_table(nbl_fft_axis_make_t *make, uint32_t number, nbl_fft_precision_t precision, double *numbers,
                             uint64_t count) {
    if (precision != NBL_FFT_FLOAT64) narrow(numbers, count);
    make->axis->tables[number].numbers = numbers;
    make->axis->tables[number].bytes = count * scalar_bytes(precision);
}

nbl_result_t nbl_fft_axis_make_roots(nbl_fft_axis_make_t *make, uint32_t n, double factor, nbl_error_t *error) {
    double *numbers = malloc(2 * ((size_t)n + 1) * sizeof *numbers);
    if (numbers == NULL) return nbl_fail_memory(error, "twiddles");
    for (uint64_t f = 0; f < n; f++) {
        const nbl_fft_number_t w = nbl_fft_root(f, 2 * (uint64_t)n);
        numbers[2 * f] = w.real;
        numbers[2 * f + 1] = w.imag;
    }
    numbers[2 * (size_t)n] = factor;
    numbers[2 * (size_t)n + 1] = 0;
    nbl_fft_axis_keep_table(make, 1, nbl_fft_axis_precision(make), numbers, 2 * ((uint64_t)n + 1));
    return NBL_SUCCESS;
}

nbl_fft_precision_t nbl_fft_axis_precision(const nbl_fft_axis_make_t *make) {
    return make->fft->desc.precision == NBL_FFT_FLOAT64 ? NBL_FFT_FLOAT64 : NBL_FFT_FLOAT32;
}

/* The precision that a chirp is computed in: as on the CPU where bits are to be the same; add_chirp() refuses it where the
 * device has none. */
static nbl_fft_precision_t chirp_precision(const nbl_fft_axis_make_t *make) {
    const bool wide = make->fft->desc.precision == NBL_FFT_FLOAT64 || !make->fast;
    return wide ? NBL_FFT_FLOAT64 : NBL_FFT_FLOAT32;
}

nbl_fft_any_way_t nbl_fft_axis_way(const nbl_fft_axis_make_t *make, uint32_t length, nbl_fft_precision_t *precision) {
    const nbl_fft_any_way_t way = way_of(make, length, nbl_fft_axis_precision(make));
    *precision = way == NBL_FFT_ANY_CHIRP ? chirp_precision(make) : nbl_fft_axis_precision(make);
    return way;
}
