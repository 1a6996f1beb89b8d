/* The kernels along one dimension for a device: of whole lines, and of passes.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "gpu/axis_stages.h"

#include <stdlib.h>
#include <string.h>

#include "error/error.h"
#include "fft/root.h"
#include "fft/split.h"
#include "plan/make.h"
#include "transform/choose.h"

/* ---- Sides */

static uint32_t storage_of(nbl_fft_precision_t array, nbl_fft_precision_t arithmetic) {
    if (array == arithmetic) return NBL_VIEW_OWN;
    return array == NBL_FFT_FLOAT32 ? NBL_VIEW_FLOATS : NBL_VIEW_HALVES;
}

static uint64_t loop_stride(const nbl_fft_nd_pass_t *pass, int side, uint32_t loop) {
    return loop == pass->loops ? pass->sides[side].distance : pass->loop[loop].strides[side];
}

/* Returns whether real numbers lie in pairs: two side by side, aligned as a complex number, in every line. */
static bool lies_in_pairs(const nbl_fft_nd_axis_t *axis, int side) {
    const nbl_fft_nd_pass_t *pass = &axis->pass;
    const nbl_fft_array_side_t *of = &pass->sides[side];
    const uint32_t ends = side == 0 ? axis->part.given : axis->part.kept_from | axis->part.kept;
    bool even = of->stride == of->scalar_bytes && ends % 2 == 0;
    for (uint32_t k = 0; k <= pass->loops; k++)
        if (k < pass->loops || of->batch > 1) even = even && loop_stride(pass, side, k) % (2 * of->scalar_bytes) == 0;
    return even;
}

nbl_result_t nbl_fft_axis_array_view(const nbl_fft_axis_make_t *make, int which, nbl_fft_precision_t arithmetic,
                                     uint32_t real_element, nbl_view_t *view, nbl_error_t *error) {
    const nbl_fft_nd_pass_t *pass = &make->axis->pass;
    const nbl_fft_array_side_t *of = &pass->sides[which];
    const nbl_fft_precision_t array = make->fft->desc.precision;
    *view = (nbl_view_t){.region = which == 0 ? pass->from : pass->to,
                         .element = of->real ? real_element : NBL_VIEW_COMPLEX,
                         .storage = storage_of(array, arithmetic),
                         .step = 1};
    if (view->element == NBL_VIEW_PAIR && lies_in_pairs(make->axis, which)) view->element = NBL_VIEW_COMPLEX;
    const bool reals = of->real && view->element != NBL_VIEW_COMPLEX;
    if (reals && of->scalar_bytes == 2)
        return nbl_fail(error, NBL_ERROR_LIMIT,
                        "real signals of halves on a device must be of even length and without gaps, and an even "
                        "number of its elements given: use fp32, or the CPU");
    const uint64_t unit = reals ? of->scalar_bytes : 2 * (uint64_t)of->scalar_bytes; /* bytes that strides count */
    const uint32_t pairs = of->real && !reals ? 2 : 1;
    view->stride = pairs == 2 ? 1 : of->stride / unit;
    if (which == 0) view->given = make->axis->part.given / pairs;
    if (which == 1) view->kept_from = make->axis->part.kept_from / pairs;
    if (which == 1) view->kept = make->axis->part.kept / pairs;
    for (uint32_t i = 0; i <= pass->loops; i++) /* the group, and loops from the innermost */
        view->transforms[i] = (nbl_view_loop_t){i == 0 ? of->batch : pass->loop[pass->loops - i].count,
                                                loop_stride(pass, which, pass->loops - i) / unit};
    return NBL_SUCCESS;
}

nbl_view_t nbl_fft_axis_work_view(nbl_fft_axis_make_t *make, uint32_t number, uint32_t elements,
                                  nbl_fft_precision_t arithmetic) {
    nbl_fft_nd_axis_t *axis = make->axis;
    const uint32_t bytes = nbl_fft_precision_element_bytes(arithmetic);
    const uint64_t beside = make->interleaves ? make->inner : 1;
    if (axis->work_elements[number] < elements) axis->work_elements[number] = elements;
    axis->work_bytes[number] = axis->work_bytes[number] < bytes ? bytes : axis->work_bytes[number];
    /* count_blocks() of nd_stages.c sets its loops, when it is known how many transforms go through it at once. */
    return (nbl_view_t){.region = NBL_VIEW_WORK0 + number,
                        .stride = beside,
                        .step = 1,
                        .transforms = {{beside, 1}, {1, beside * elements}}};
}

/* Returns whether neighbouring transforms lie closer together than neighbouring elements. */
static bool lies_in_columns(const nbl_fft_axis_make_t *make, const nbl_view_t *view) {
    if (view->region >= NBL_VIEW_WORK0) return make->group > 1 && view->stride > 1;
    return nbl_choose_columns(make->group, view->stride, view->transforms[0].stride);
}

/* ---- Kernels */

static nbl_fft_large_pass_t pass_of(const nbl_fft_lines_parameters_t *p) {
    return (nbl_fft_large_pass_t){p->pass_points, p->pass_before, p->pass_after, p->pass_next};
}

void nbl_fft_axis_set_pass(nbl_fft_nd_stage_t *k, nbl_fft_large_pass_t pass) {
    nbl_fft_lines_parameters_t *p = &k->desc.parameters;
    p->pass_points = pass.points;
    p->pass_before = pass.points_before;
    p->pass_after = pass.points_after;
    p->pass_next = pass.points_next;
}

/* Returns the pass whose places a kernel stores to. A fused kernel stores as the first pass of the inverse
 * transform. */
static nbl_fft_large_pass_t pass_of_target(const nbl_fft_lines_parameters_t *p) {
    const nbl_fft_large_pass_t pass = pass_of(p);
    return p->fused == 1 ? (nbl_fft_large_pass_t){pass.points, 1, pass.points_before, pass.points_before} : pass;
}

void nbl_fft_nd_take_views(const nbl_fft_nd_axis_t *axis, const nbl_view_t *load, const nbl_view_t *store,
                           nbl_fft_lines_parameters_t *p) {
    p->loops = load->region >= NBL_VIEW_WORK0 && store->region >= NBL_VIEW_WORK0 ? 0 : axis->pass.loops;
    p->given = (uint32_t)load->given;
    p->kept_from = (uint32_t)store->kept_from;
    p->kept = (uint32_t)store->kept;
    p->source_kind = load->element;
    p->source_storage = load->storage;
    p->source_stride = (uint32_t)load->stride;
    p->source_work = (uint32_t)nbl_view_work_numbers(load);
    p->target_kind = store->element;
    p->target_storage = store->storage;
    p->target_stride = (uint32_t)store->stride;
    p->target_work = (uint32_t)nbl_view_work_numbers(store);
}

nbl_fft_lines_constants_t nbl_fft_nd_stage_constants(const nbl_fft_nd_axis_t *axis, const nbl_fft_nd_stage_t *stage,
                                                     uint64_t first, uint64_t count) {
    const nbl_fft_nd_pass_t *pass = &axis->pass;
    const nbl_view_t *views[2] = {&stage->load, &stage->store};
    nbl_fft_lines_constants_t constants = {
        .first = (uint32_t)first, .count = (uint32_t)count, .group = pass->sides[0].batch};
    for (uint32_t i = 0; i < pass->loops; i++) constants.loops[i][0] = (uint32_t)pass->loop[pass->loops - 1 - i].count;
    for (int s = 0; s < 2; s++) {
        if (views[s]->region >= NBL_VIEW_WORK0) continue;
        if (pass->sides[0].batch > 1) constants.distances[s] = (uint32_t)views[s]->transforms[0].stride;
        for (uint32_t i = 0; i < pass->loops; i++)
            constants.loops[i][1 + s] = (uint32_t)views[s]->transforms[1 + i].stride;
    }
    return constants;
}

/* Returns whether halves of complex signals stay halves in shared memory and between passes: in fast mode, whose bits
 * are free. An intermediate overflows only if a result does: docs/theory.md, section 11. */
static bool packs_halves(const nbl_fft_axis_make_t *make, const nbl_fft_nd_stage_t *k) {
    const nbl_fft_lines_parameters_t *p = &k->desc.parameters;
    return make->fft->desc.precision == NBL_FFT_FLOAT16_STORAGE && k->desc.precision == NBL_FFT_FLOAT32 &&
           !make->axis->pass.real && p->real == NBL_FFT_COMPLEX && !k->desc.last_step &&
           (p->chirp_in | p->chirp_out | p->permuted | p->product | p->fused | p->factor) == 0;
}

#define SECTOR_BYTES 32u /* least that memory moves: a sector of NVIDIA's L2 cache */

nbl_result_t nbl_fft_axis_add_kernel(nbl_fft_axis_make_t *make, const nbl_fft_nd_stage_t *k, nbl_error_t *error) {
    nbl_fft_nd_axis_t *axis = make->axis;
    nbl_fft_nd_stage_t *stage = &axis->stage[axis->stages++];
    nbl_fft_lines_desc_t *desc = &stage->desc;
    nbl_fft_lines_parameters_t *p = &desc->parameters;
    const nbl_view_t *load = &stage->load, *store = &stage->store;
    *stage = *k;
    const nbl_fft_large_pass_t pass = pass_of(p);
    const bool passes = pass.points != 0, planned = p->axes != 0;
    const bool beside = make->interleaves || load->region < NBL_VIEW_WORK0 || store->region < NBL_VIEW_WORK0;
    const bool turned = passes ? pass.points_before == 1 || p->fused == 1
                               : lies_in_columns(make, load) && !lies_in_columns(make, store);
    const uint32_t sector = SECTOR_BYTES / nbl_fft_precision_element_bytes(make->fft->desc.precision); /* elements */
    const uint32_t items = passes ? nbl_fft_large_lines(pass) : 1;
    if (!planned) {
        if (desc->planned != NBL_FFT_FLOAT16_STORAGE) desc->planned = desc->precision;
        desc->wisdom = make->fft->desc.wisdom;
        desc->fast = true;
        desc->uneven = make->fft->desc.real || load->stride % sector != 0;
        desc->lines = make->group * axis->pass.groups * items;
        desc->addresses = make->fft->limits.addresses && !desc->last_step && desc->precision != NBL_FFT_FLOAT16;
    }
    p->packed = packs_halves(make, k);
    p->columns = !desc->last_step && (passes || lies_in_columns(make, load) || lies_in_columns(make, store));
    p->inner = passes && beside ? make->inner : 1;
    p->turned = p->columns == 1 && turned && (!passes || p->inner == 1) && p->real == NBL_FFT_COMPLEX;
    p->pass_back = p->pass_back == 1 && pass.points_after > 1;
    p->stepped_roots = 1;
    p->ragged = make->group * axis->pass.groups % p->inner != 0;
    p->in_place = nbl_view_overlaps(load, store, make->fft->in_place);
    stage->load.signal = load->element == NBL_VIEW_HERMITIAN ? p->signal_length : 0;
    stage->store.signal = store->element == NBL_VIEW_HERMITIAN ? p->signal_length : 0;
    nbl_program_lay_pass(pass, false, &stage->load);
    nbl_program_lay_pass(pass_of_target(p), true, &stage->store);
    nbl_fft_nd_take_views(axis, load, store, p);
    if (!desc->last_step && !planned) {
        nbl_result_t result = nbl_fft_lines_plan(&make->fft->limits, desc, &stage->order, error);
        if (result != NBL_SUCCESS) return result;
    }
    stage->items = !desc->last_step ? items : p->real == NBL_FFT_REAL ? p->signal_length / 2 + 1 : p->signal_length;
    stage->per_group = desc->last_step ? 256 : planned ? p->arrays : p->ffts_per_workgroup;
    return NBL_SUCCESS;
}

/* ---- Lines and passes. `of`: precision, signs, factors; what is read and written */

nbl_result_t nbl_fft_axis_add_passes(nbl_fft_axis_make_t *make, const nbl_fft_nd_stage_t *of, uint32_t work,
                                     nbl_error_t *error) {
    uint32_t points[3];
    const uint32_t passes = nbl_fft_split(of->desc.length, points);
    /* The pass that has mirrors is the last one forward and the first one back: it takes the shorter lines. */
    uint32_t *meets = of->desc.parameters.inverse ? &points[0] : &points[passes - 1],
             *other = of->desc.parameters.inverse ? &points[passes - 1] : &points[0];
    if (of->desc.parameters.mirrored && *meets > *other) {
        const uint32_t more = *meets;
        *meets = *other;
        *other = more;
    }
    const uint32_t dwords = nbl_fft_precision_dwords(of->desc.precision);
    const bool same = nbl_view_overlaps(&of->load, &of->store, make->fft->in_place);
    const bool through = of->store.element == NBL_VIEW_COMPLEX && !same && of->desc.parameters.chirp_out == 0 &&
                         of->store.kept == 0 && (of->store.storage == NBL_VIEW_OWN || packs_halves(make, of));
    const nbl_view_t between =
        through ? of->store : nbl_fft_axis_work_view(make, work, of->desc.length, of->desc.precision);
    for (uint32_t i = 0; i < passes; i++) {
        nbl_fft_nd_stage_t k = *of;
        nbl_fft_axis_set_pass(&k, nbl_fft_large_pass(i + 1, points[0], points[1], points[2]));
        k.desc.parameters.mirrored =
            of->desc.parameters.mirrored && i == (of->desc.parameters.inverse ? 0 : passes - 1);
        k.desc.length = points[i];
        k.desc.radices = nbl_fft_split_radices(points[i], dwords);
        if (i > 0) k.load = between, k.desc.parameters.chirp_in = 0;
        if (i + 1 < passes)
            k.store = between, k.desc.parameters.chirp_out = k.desc.parameters.product = k.desc.parameters.period =
                                   k.desc.parameters.factor = 0;
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
    return nbl_fft_plan_make_of_primes(length, nbl_fft_precision_dwords(precision), &of, NULL, NULL) == NBL_SUCCESS;
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
           (precision == NBL_FFT_FLOAT32 && length >= (columns ? 8192 : 32768) && nbl_fft_split(length, points) > 0);
}

nbl_result_t nbl_fft_axis_add_line(nbl_fft_axis_make_t *make, const nbl_fft_nd_stage_t *of, uint32_t work,
                                   nbl_error_t *error) {
    return nbl_fft_axis_goes_in_passes(make, of->desc.length, of->desc.precision)
               ? nbl_fft_axis_add_passes(make, of, work, error)
               : nbl_fft_axis_add_kernel(make, of, error);
}

/* ---- Whole lines */

/* Returns whether transforms of a view lie one behind the other without gaps. */
static bool lies_without_gaps(nbl_view_t view, uint32_t length) {
    const uint32_t loops = nbl_view_collapse(view.transforms, NBL_VIEW_MOST_LOOPS);
    return view.stride == 1 && (loops == 0 || (loops == 1 && view.transforms[0].stride == length));
}

nbl_result_t nbl_fft_axis_plan_whole(nbl_fft_axis_make_t *make, nbl_error_t *error) {
    nbl_fft_nd_axis_t *axis = make->axis;
    const nbl_fft_nd_desc_t *of = &make->fft->desc;
    const nbl_fft_lines_desc_t *lines = &axis->stage[0].desc;
    const nbl_fft_lines_parameters_t *p = &lines->parameters;
    const uint32_t usual = of->inverse ? NBL_FFT_BY_LENGTH : NBL_FFT_UNNORMALIZED;
    const bool plain = axis->stages == 1 && !lines->last_step && p->real == NBL_FFT_COMPLEX && p->pass_points == 0 &&
                       (p->given | p->kept | p->chirp_in | p->permuted | p->product | p->fused | p->factor) == 0 &&
                       p->source_kind == NBL_VIEW_COMPLEX && p->target_kind == NBL_VIEW_COMPLEX;
    if (!plain || lines->radices != NULL || lines->planned != of->precision || p->normalization != usual ||
        axis->transforms > UINT32_MAX || !lies_without_gaps(axis->stage[0].load, lines->length) ||
        !lies_without_gaps(axis->stage[0].store, lines->length))
        return NBL_SUCCESS;
    const nbl_fft_transform_desc_t wanted = {.algorithm = NBL_FFT_STOCKHAM,
                                             .precision = of->precision,
                                             .length = lines->length,
                                             .batch = (uint32_t)axis->transforms,
                                             .inverse = of->inverse,
                                             .wisdom = of->wisdom,
                                             .any_radices = true,
                                             .limits = make->fft->limits};
    nbl_result_t result = nbl_fft_transform_plan(&wanted, &axis->whole, error);
    axis->whole.desc.wisdom = NULL; /* the caller's */
    return result;
}

/* ---- Tables and precisions */

/* Rounds numbers to float32 in place. */
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

nbl_fft_any_way_t nbl_fft_axis_way(const nbl_fft_axis_make_t *make, uint32_t length) {
    return way_of(make, length, nbl_fft_axis_precision(make));
}
