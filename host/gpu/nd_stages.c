/* The stages of a transform of several dimensions for a device: kernels along each, and the memory between.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "error/error.h"
#include "gpu/axis_stages.h"
#include "gpu/from_program.h"
#include "nbl/host/plan.h"
#include "transform/choose.h"

/* ---- Whole axes */

static nbl_result_t add_copy(nbl_fft_axis_make_t *make, nbl_error_t *error) {
    nbl_fft_nd_stage_t k = {
        .desc.precision = nbl_fft_axis_precision(make), .desc.last_step = true, .desc.parameters.signal_length = 1};
    nbl_result_t result = nbl_fft_axis_array_view(make, 0, k.desc.precision, NBL_VIEW_REAL, &k.load, error);
    if (result == NBL_SUCCESS)
        result = nbl_fft_axis_array_view(make, 1, k.desc.precision, NBL_VIEW_REAL, &k.store, error);
    return result == NBL_SUCCESS ? nbl_fft_axis_add_kernel(make, &k, error) : result;
}

/* Adds an axis of complex signals, or of real ones of odd length, which are transformed as complex numbers. */
static nbl_result_t add_any(nbl_fft_axis_make_t *make, nbl_error_t *error) {
    const nbl_fft_nd_desc_t *desc = &make->fft->desc;
    const nbl_fft_nd_pass_t *pass = &make->axis->pass;
    const double factor = pass->real ? nbl_fft_nd_factor(desc, pass) : 1;
    nbl_fft_nd_stage_t k = {.desc.precision = nbl_fft_axis_precision(make),
                            .desc.length = pass->length,
                            .desc.parameters.inverse = desc->inverse,
                            .desc.parameters.normalization =
                                pass->real ? NBL_FFT_UNNORMALIZED : nbl_fft_nd_normalization(desc),
                            .desc.parameters.signal_length = pass->length,
                            .desc.parameters.factor = factor != 1};
    const nbl_fft_any_way_t way = nbl_fft_axis_way(make, pass->length);
    nbl_result_t result = nbl_fft_axis_array_view(make, 0, k.desc.precision, NBL_VIEW_REAL, &k.load, error);
    if (result == NBL_SUCCESS)
        result = nbl_fft_axis_array_view(make, 1, k.desc.precision, NBL_VIEW_REAL, &k.store, error);
    if (result != NBL_SUCCESS) return result;
    if (pass->real) *(desc->inverse ? &k.load.element : &k.store.element) = NBL_VIEW_HERMITIAN;
    if (way == NBL_FFT_ANY_CHIRP) return nbl_fft_axis_add_chirp(make, &k, factor, 0, error);
    if (k.desc.parameters.factor != 0) {
        result = nbl_fft_axis_make_roots(make, 0, factor, error);
        k.table = 1;
    }
    return result == NBL_SUCCESS ? nbl_fft_axis_add_line(make, &k, 0, error) : result;
}

/* Adds an axis of real signals of even length as half as many complex numbers, in passes. The pass next to the spectrum
 * also converts between the half's spectrum and the signal's.
 *
 * made  receives false where its workgroups cannot have lines and their mirrors; then nothing is added */
static nbl_result_t add_mirrored(nbl_fft_axis_make_t *make, const nbl_fft_nd_stage_t *half, double factor, bool *made,
                                 nbl_error_t *error) {
    nbl_fft_nd_stage_t k = *half;
    nbl_fft_nd_axis_t *axis = make->axis;
    nbl_result_t result = nbl_fft_axis_array_view(make, 0, k.desc.precision, NBL_VIEW_PAIR, &k.load, error);
    if (result == NBL_SUCCESS)
        result = nbl_fft_axis_array_view(make, 1, k.desc.precision, NBL_VIEW_PAIR, &k.store, error);
    k.desc.parameters.mirrored = true;
    k.table = 1;
    k.desc.parameters.factor = factor != 1 ? k.desc.length + 1 : 0;
    if (result == NBL_SUCCESS) result = nbl_fft_axis_add_passes(make, &k, 1, error);
    if (result != NBL_SUCCESS) return result;
    for (uint32_t s = 0; s < axis->stages; s++) {
        const nbl_fft_lines_parameters_t *p = &axis->stage[s].desc.parameters;
        *made =
            *made && (p->mirrored == 0 || nbl_choose_mirrors(p->ffts_per_workgroup, p->plan.elements, p->pass_points));
    }
    if (*made) return NBL_SUCCESS;
    axis->stages = 0;
    memset(axis->work_elements, 0, sizeof axis->work_elements); /* nothing else has asked for any */
    memset(axis->work_bytes, 0, sizeof axis->work_bytes);
    return NBL_SUCCESS;
}

/* Adds an axis of real signals of even length: half as many complex numbers, and the kernel that converts spectra. */
static nbl_result_t add_half(nbl_fft_axis_make_t *make, nbl_error_t *error) {
    const nbl_fft_nd_desc_t *desc = &make->fft->desc;
    const nbl_fft_nd_pass_t *pass = &make->axis->pass;
    const uint32_t n = pass->length / 2;
    const double factor = nbl_fft_nd_factor(desc, pass);
    const nbl_fft_precision_t precision = nbl_fft_axis_precision(make);
    nbl_fft_nd_stage_t k = {.desc.precision = precision,
                            .desc.length = n,
                            .desc.parameters.inverse = desc->inverse,
                            .desc.parameters.signal_length = n},
                       last = k;
    const nbl_fft_any_way_t way = nbl_fft_axis_way(make, n);
    last.desc.last_step = true;
    last.desc.parameters.real = NBL_FFT_REAL;
    last.table = 1;
    nbl_result_t result = nbl_fft_axis_make_roots(make, n, factor, error);
    const bool in_passes =
        way != NBL_FFT_ANY_CHIRP && way != NBL_FFT_ANY_COPY && nbl_fft_axis_goes_in_passes(make, n, precision);
    bool made = in_passes && make->inner == 1;
    if (result == NBL_SUCCESS && made) result = add_mirrored(make, &k, factor, &made, error);
    if (result != NBL_SUCCESS || made) return result;
    const nbl_view_t between = nbl_fft_axis_work_view(make, 0, n, precision);
    if (result == NBL_SUCCESS)
        result = nbl_fft_axis_array_view(make, desc->inverse ? 1 : 0, k.desc.precision, NBL_VIEW_PAIR,
                                         desc->inverse ? &k.store : &k.load, error);
    if (result == NBL_SUCCESS)
        result = nbl_fft_axis_array_view(make, desc->inverse ? 0 : 1, precision, NBL_VIEW_COMPLEX,
                                         desc->inverse ? &last.load : &last.store, error);
    if (result != NBL_SUCCESS) return result;
    if (desc->inverse) {
        last.store = k.load = between;
        k.desc.parameters.factor = factor != 1;
        result = nbl_fft_axis_add_kernel(make, &last, error);
    } else {
        k.store = last.load = between;
        last.desc.parameters.factor = factor != 1 ? n + 1 : 0;
    }
    if (result != NBL_SUCCESS) return result;
    if (way == NBL_FFT_ANY_CHIRP) {
        result = nbl_fft_axis_add_chirp(make, &k, factor, 1, error);
    } else {
        k.desc.parameters.factor = k.desc.parameters.factor != 0 ? n + 1 : 0;
        k.table = 1;
        k.desc.last_step = way == NBL_FFT_ANY_COPY; /* which has no direction */
        if (k.desc.last_step) k.desc.parameters.inverse = 0;
        result =
            k.desc.last_step ? nbl_fft_axis_add_kernel(make, &k, error) : nbl_fft_axis_add_line(make, &k, 1, error);
    }
    if (result == NBL_SUCCESS && !desc->inverse) result = nbl_fft_axis_add_kernel(make, &last, error);
    return result;
}

/* Returns whether a workgroup holds lines by radices 17, 19, 23, 29 or 31, which nbl_fft_array() does not have. In
 * float16 they err more than a chirp, so add_any() and add_half() compute such lines in float32. */
static bool has_prime_lines(const nbl_fft_axis_make_t *make) {
    const nbl_fft_nd_desc_t *desc = &make->fft->desc;
    const nbl_fft_nd_pass_t *pass = &make->axis->pass;
    return desc->precision != NBL_FFT_FLOAT16 && nbl_fft_nd_scales_as_array(desc, pass) &&
           nbl_fft_axis_has_primes(make, nbl_fft_nd_is_half(pass) ? pass->length / 2 : pass->length,
                                   nbl_fft_axis_precision(make));
}

/* Adds lines that one workgroup holds.
 *
 * primes  of has_prime_lines() */
static nbl_result_t add_array(nbl_fft_axis_make_t *make, bool primes, nbl_error_t *error) {
    const nbl_fft_nd_desc_t *desc = &make->fft->desc;
    const nbl_fft_nd_pass_t *pass = &make->axis->pass;
    const nbl_fft_precision_t precision =
        desc->precision == NBL_FFT_FLOAT16_STORAGE ? NBL_FFT_FLOAT32 : desc->precision;
    const bool half =
        primes ? nbl_fft_nd_is_half(pass) : nbl_fft_array_kind(desc->precision, pass->length) == NBL_FFT_REAL;
    const uint32_t kind = half ? NBL_VIEW_PAIR : NBL_VIEW_REAL;
    nbl_fft_nd_stage_t k = {.desc.precision = precision,
                            .desc.planned = desc->precision,
                            .desc.length = pass->length,
                            .desc.parameters.inverse = desc->inverse,
                            .desc.parameters.normalization = nbl_fft_nd_normalization(desc),
                            .desc.parameters.real = !pass->real ? NBL_FFT_COMPLEX
                                                    : half      ? NBL_FFT_REAL
                                                                : NBL_FFT_REAL_TWO,
                            .desc.parameters.signal_length = pass->length};
    nbl_result_t result = nbl_fft_axis_array_view(make, 0, precision, kind, &k.load, error);
    if (result == NBL_SUCCESS) result = nbl_fft_axis_array_view(make, 1, precision, kind, &k.store, error);
    return result == NBL_SUCCESS ? nbl_fft_axis_add_kernel(make, &k, error) : result;
}

/* ---- How many at once */

/* Sets how many blocks of transforms side by side a chunk has in the workspace. */
static void count_blocks(nbl_fft_nd_axis_t *axis) {
    for (uint32_t s = 0; s < axis->stages; s++)
        for (int i = 0; i < 2; i++) {
            nbl_view_t *view = i == 0 ? &axis->stage[s].load : &axis->stage[s].store;
            if (view->region >= NBL_VIEW_WORK0)
                view->transforms[1].count = (axis->chunk + view->stride - 1) / view->stride;
        }
}

static nbl_result_t choose_chunk(nbl_fft_axis_make_t *make, nbl_error_t *error) {
    nbl_fft_nd_axis_t *axis = make->axis;
    uint64_t each = 0, largest = 0;
    axis->chunk = axis->transforms;
    for (uint32_t w = 0; w < NBL_FFT_ND_WORKS; w++) {
        const uint64_t bytes = axis->work_elements[w] * axis->work_bytes[w];
        each += bytes;
        if (bytes > largest) largest = bytes;
    }
    if (each == 0) return NBL_SUCCESS;
    if (make->interleaves) axis->chunk = (axis->chunk + make->inner - 1) / make->inner * make->inner;
    const uint64_t chunk = nbl_choose_chunk(&make->fft->limits, each, largest, make->inner);
    if (chunk == 0)
        return nbl_fail(error, NBL_ERROR_LIMIT,
                        "length %u: its workspace takes %llu bytes, the limit of a buffer is %llu: transform it on the "
                        "CPU, or another length, best without a prime factor above 13 (in fast mode 31)",
                        axis->pass.length, (unsigned long long)(largest * make->inner),
                        (unsigned long long)make->fft->limits.max_buffer_bytes);
    if (chunk < axis->chunk) axis->chunk = chunk;
    count_blocks(axis);
    return NBL_SUCCESS;
}

/* Returns how many neighbouring transforms a pass takes before it goes on to the next line. For real signals, whose
 * last step reads them one behind the other, it divides the number of transforms side by side. */
static uint32_t inner_of(const nbl_fft_axis_make_t *make) {
    const nbl_fft_nd_pass_t *pass = &make->axis->pass;
    bool beside = false;
    for (int s = 0; s < 2; s++)
        beside = beside || (pass->sides[s].distance == pass->sides[s].element_bytes &&
                            pass->sides[s].stride > pass->sides[s].distance);
    return nbl_choose_beside(&make->fft->limits, beside, pass->real, pass->length, make->group,
                             make->group * pass->groups);
}

static nbl_result_t make_axis(nbl_fft_nd_stages_t *fft, nbl_fft_nd_axis_t *axis, nbl_error_t *error) {
    const nbl_fft_nd_pass_t *pass = &axis->pass;
    nbl_fft_axis_make_t make = {.fft = fft, .axis = axis, .group = pass->sides[0].batch, .inner = 1};
    nbl_result_t result = NBL_SUCCESS;
    make.inner = inner_of(&make);
    make.interleaves =
        !pass->real && !axis->part.convolves; /* their kernels compute places in the workspace themselves */
    if (pass->loops > NBL_FFT_LINES_MOST_LOOPS)
        return nbl_fail(error, NBL_ERROR_LIMIT,
                        "array: its strides make %u loops, a device's kernels have %u: transform parts of it",
                        pass->loops, NBL_FFT_LINES_MOST_LOOPS);
    if (axis->part.convolves)
        result = nbl_fft_axis_add_convolution(&make, error);
    else if (pass->length == 1)
        result = add_copy(&make, error);
    else if (nbl_fft_nd_has_array_plan(&fft->desc, pass) &&
             (pass->real || nbl_fft_precision_dwords(fft->desc.precision) != NBL_DWORDS_float32_t ||
              !nbl_fft_axis_goes_in_passes(&make, pass->length, NBL_FFT_FLOAT32)))
        result = add_array(&make, false, error);
    else if (has_prime_lines(&make))
        result = add_array(&make, true, error);
    else
        result = nbl_fft_nd_is_half(pass) ? add_half(&make, error) : add_any(&make, error);
    if (result != NBL_SUCCESS) return result;
    axis->transforms = make.group * pass->groups;
    result = nbl_fft_axis_plan_whole(&make, error);
    return result == NBL_SUCCESS ? choose_chunk(&make, error) : result;
}

/* ---- All dimensions */

/* Kernels number elements with 32 bits, and each side is one binding. */
nbl_result_t nbl_fft_nd_stages_check(const nbl_fft_nd_stages_t *fft, bool between, nbl_error_t *error) {
    static const char *const names[] = {"input", "output", "what lies between"};
    for (int i = 0; i < (between ? 3 : 2); i++) {
        const uint64_t bytes = fft->sides[i].bytes, most = fft->limits.max_buffer_bytes;
        if (bytes > most)
            return nbl_fail(error, NBL_ERROR_LIMIT,
                            "%s: %llu bytes, the limit of a buffer is %llu: transform parts of it, or all on the CPU",
                            names[i], (unsigned long long)bytes, (unsigned long long)most);
        if (bytes / fft->sides[i].scalar_bytes > UINT32_MAX)
            return nbl_fail(error, NBL_ERROR_LIMIT,
                            "%s: %llu numbers, the limit is %u: transform parts of it, or all on the CPU", names[i],
                            (unsigned long long)(bytes / fft->sides[i].scalar_bytes), UINT32_MAX);
    }
    if (fft->in_place && !nbl_fft_nd_replaces(&fft->desc, fft->sides))
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "in place: input and output must be laid out alike");
    const bool lacks = (fft->desc.precision == NBL_FFT_FLOAT64 && !fft->limits.float64) ||
                       (fft->desc.precision == NBL_FFT_FLOAT16 && !fft->limits.float16);
    return !lacks ? NBL_SUCCESS
                  : nbl_fail(error, NBL_ERROR_LIMIT, "precision %s: the device has no such arithmetic: use fp32",
                             nbl_fft_precision_name(fft->desc.precision));
}

void nbl_fft_nd_stages_end(nbl_fft_nd_stages_t *fft, uint64_t alignment) {
    fft->desc.instructions = NULL; /* of the CPU; and the caller's text need not live on */
    fft->desc.wisdom = NULL;       /* read by now; it need not live on */
    for (uint32_t a = 0; a < fft->axes; a++) {
        const nbl_fft_nd_axis_t *axis = &fft->axis[a];
        if (axis->pass.to == NBL_VIEW_BETWEEN) fft->region_bytes[NBL_VIEW_BETWEEN] = fft->sides[NBL_VIEW_BETWEEN].bytes;
        for (uint32_t w = 0; w < NBL_FFT_ND_WORKS; w++) {
            const uint64_t bytes = axis->chunk * axis->work_elements[w] * axis->work_bytes[w];
            uint64_t *most = &fft->region_bytes[NBL_VIEW_WORK0 + w];
            if (bytes > *most) *most = bytes;
        }
    }
    for (uint32_t r = NBL_VIEW_BETWEEN; r < NBL_VIEW_REGIONS; r++) {
        fft->region_offset[r] = fft->workspace_bytes;
        fft->workspace_bytes += (fft->region_bytes[r] + alignment - 1) / alignment * alignment;
    }
}

nbl_result_t nbl_fft_nd_stages_add(nbl_fft_nd_stages_t *fft, const nbl_fft_nd_pass_t *pass,
                                   const nbl_fft_nd_part_t *part, nbl_error_t *error) {
    nbl_fft_nd_axis_t *axis = &fft->axis[fft->axes++];
    axis->pass = *pass;
    axis->part = *part;
    return make_axis(fft, axis, error);
}

/* Returns whether spectra of real signals are transformed back in the input, without a workspace of the array's
 * size. */
static bool goes_back_in_input(const nbl_fft_nd_stages_t *fft) {
    const nbl_fft_nd_desc_t *desc = &fft->desc;
    bool whole = true; /* elements that are not given have no place in the input */
    for (uint32_t d = 0; d < desc->rank; d++)
        whole = whole && fft->sides[NBL_VIEW_INPUT].sizes[d] == fft->sides[NBL_VIEW_BETWEEN].sizes[d];
    return desc->real && desc->inverse && whole && (desc->overwrites_input || fft->in_place);
}

void nbl_fft_nd_stages_begin(const nbl_fft_limits_t *limits, nbl_mode_t mode, bool in_place,
                             nbl_fft_nd_stages_t *stages) {
    memset(stages, 0, sizeof *stages);
    stages->mode = mode;
    stages->in_place = in_place;
    stages->limits = *limits;
}

nbl_result_t nbl_fft_nd_stages_make(const nbl_fft_nd_desc_t *desc, const nbl_fft_limits_t *limits, nbl_mode_t mode,
                                    bool in_place, uint64_t alignment, nbl_fft_nd_stages_t *stages,
                                    nbl_error_t *error) {
    nbl_fft_nd_stages_begin(limits, mode, in_place, stages);
    nbl_result_t result = nbl_fft_nd_check(desc, &stages->desc, stages->sides, error);
    const bool between = stages->desc.real && stages->desc.inverse && stages->desc.axis_count > 1;
    if (result == NBL_SUCCESS && stages->desc.dct != NBL_FFT_NO_DCT)
        result = nbl_fail(error, NBL_ERROR_LIMIT, "dct: passes have none: gpu/dct.c records it around them");
    if (result == NBL_SUCCESS) result = nbl_fft_nd_stages_check(stages, between && !goes_back_in_input(stages), error);
    if (result != NBL_SUCCESS) return result;
    nbl_problem_t problem;
    nbl_problem_fill(&stages->desc, stages->sides, mode, in_place, &problem);
    return nbl_fft_nd_stages_of_problem(&problem, limits, desc->wisdom, alignment, stages, error);
}

void nbl_fft_nd_stages_release(nbl_fft_nd_stages_t *stages) {
    for (uint32_t a = 0; a < stages->axes; a++)
        for (int t = 0; t < 2; t++) free(stages->axis[a].tables[t].numbers);
    free(stages->axis);
    free(stages->program);
}

uint32_t nbl_fft_nd_stages_count(const nbl_fft_nd_stages_t *stages) {
    uint32_t count = 0;
    for (uint32_t a = 0; a < stages->axes; a++) count += stages->axis[a].stages;
    return count;
}

uint64_t nbl_fft_nd_stages_dispatches(const nbl_fft_nd_stages_t *stages) {
    uint64_t count = 0;
    for (uint32_t a = 0; a < stages->axes; a++)
        count += stages->axis[a].stages * nbl_fft_nd_axis_chunks(&stages->axis[a]);
    return count;
}

uint64_t nbl_fft_nd_axis_chunks(const nbl_fft_nd_axis_t *axis) {
    return (axis->transforms + axis->chunk - 1) / axis->chunk;
}

uint64_t nbl_fft_nd_stage_workgroups(const nbl_fft_nd_stage_t *stage, uint64_t transforms) {
    return (transforms * stage->items + stage->per_group - 1) / stage->per_group;
}
