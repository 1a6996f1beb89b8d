/* The steps of lines in lanes: executor/in_lanes_text.h has what they read and write.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   complex             gather          passes                     scatter
 *   real, 2 n numbers   gather          passes  unpack             scatter
 *     back              gather  pack    passes                     scatter
 *   one: real, n        gather_reals    passes  unpack_one         scatter
 *     back              gather  pack_one  passes                   scatter_reals
 *   dct                 gather_reals  fold  [pack]  passes  [unpack]  unfold  scatter_reals
 */
#include "executor/in_lanes.h"

#include "executor/tables.h"

/* ---- Which steps there are */

static bool is_dct(const nbl_executor_line_desc_t *desc) { return desc->dct.kind != NBL_DCT_NONE; }

/* Returns whether the signal, on the side before or after the passes, is real numbers one by one. */
static bool is_single(const nbl_executor_line_desc_t *desc, bool after) { return desc->one && desc->inverse == after; }

static nbl_executor_run_t *run_of(const nbl_executor_line_t *line, const nbl_executor_line_desc_t *desc) {
    const nbl_executor_kernels_t *kernels = line->kernels;
    if (desc->real) return desc->inverse ? kernels->pack_lanes : kernels->unpack_lanes;
    return desc->inverse ? kernels->pack_one_lanes : kernels->unpack_one_lanes;
}

/* Adds the step that packs or unpacks. */
static void add_spectrum(nbl_executor_line_t *line, const nbl_executor_line_desc_t *desc) {
    nbl_executor_step_t *step = nbl_executor_add(line, run_of(line, desc));
    step->inner = line->fft_length;
    step->roots = desc->real ? desc->roots : NULL;
    step->swap_parts = desc->inverse;
    step->mirrors = desc->mirrors;
}

void nbl_executor_add_before(nbl_executor_line_t *line, const nbl_executor_line_desc_t *desc) {
    const bool spectrum = (desc->real || desc->one) && desc->inverse, reals = is_dct(desc) || is_single(desc, false);
    const size_t numbers = desc->real              ? line->fft_length + spectrum
                           : desc->one && spectrum ? line->fft_length / 2 + 1
                                                   : line->fft_length;
    nbl_executor_step_t *step = nbl_executor_add(line, reals ? line->kernels->gather_reals : line->kernels->gather);
    step->inner = is_dct(desc) ? desc->dct.size : numbers;
    step->in_step = desc->in_distance;
    step->in_outer = desc->in_apart != 0 ? desc->in_apart : reals ? 1 : 2;
    step->part = desc->in_part != 0 ? desc->in_part : 1;
    step->lines = line->width;
    step->swap_parts = desc->inverse && !spectrum;
    if (is_dct(desc)) {
        step = nbl_executor_add(line, line->kernels->fold_lanes);
        step->inner = nbl_dct_numbers(desc->dct, false);
        step->radix = nbl_dct_middle(desc->dct);
        step->turns = nbl_dct_turns(desc->dct, false);
        step->single = nbl_dct_is_single(desc->dct, false);
        step->roots = desc->roots_before;
    }
    if (spectrum) add_spectrum(line, desc);
}

void nbl_executor_add_in_lanes(nbl_executor_line_t *line, const nbl_executor_line_desc_t *desc,
                               const nbl_executor_passes_of_line_t *passes, uint32_t i) {
    const nbl_executor_passes_t *of = &line->kernels->of_radix[passes->radix[i]];
    const size_t row = (size_t)passes->blocks[i] * line->width;
    const bool last = i + 1 == passes->count && is_single(desc, true);
    nbl_executor_run_t *first = is_single(desc, false) ? of->first_reals : last ? of->only_imags : of->first_planar;
    nbl_executor_step_t *step = nbl_executor_add(line, i == 0 ? first : last ? of->last_imags : of->by_block);
    step->outer = passes->stride[i];
    step->inner = row;
    step->in_outer = passes->radix[i] * row;
    step->in_step = row;
    step->out_outer = row;
    step->out_step = passes->stride[i] * row;
}

void nbl_executor_add_behind(nbl_executor_line_t *line, const nbl_executor_line_desc_t *desc) {
    const bool spectrum = (desc->real || desc->one) && !desc->inverse, reals = is_dct(desc) || is_single(desc, true);
    const size_t numbers = desc->real              ? line->fft_length + spectrum
                           : desc->one && spectrum ? line->fft_length / 2 + 1
                                                   : line->fft_length;
    nbl_executor_step_t *step;
    if (nbl_executor_unpacks(desc)) add_spectrum(line, desc);
    if (is_dct(desc)) {
        step = nbl_executor_add(line, line->kernels->unfold_lanes);
        step->inner = desc->dct.size;
        step->radix = nbl_dct_middle(desc->dct);
        step->turns = nbl_dct_turns(desc->dct, true);
        step->single = nbl_dct_is_single(desc->dct, true);
        step->roots = desc->roots_after;
        step->swap_parts = desc->inverse;
        step->factor_before = desc->between;
        step->scaled_before = desc->between != 0 && desc->between != 1;
        step->factor = desc->behind;
        step->scaled = desc->behind != 0 && desc->behind != 1;
    }
    step = nbl_executor_add(line, reals ? line->kernels->scatter_reals : line->kernels->scatter);
    step->inner = desc->out_count != 0 ? desc->out_count : is_dct(desc) ? desc->dct.size : numbers;
    step->in_outer = (size_t)desc->out_first * line->width;
    step->out_step = desc->out_distance;
    step->out_outer = desc->out_apart != 0 ? desc->out_apart : reals ? 1 : 2;
    step->part = desc->out_part != 0 ? desc->out_part : 1;
    step->lines = line->width;
    step->swap_parts = desc->inverse;
    if (is_dct(desc)) return;
    step->factor = desc->behind;
    step->scaled = desc->behind != 0 && desc->behind != 1;
}

/* ---- Tables: roots of pairs, terms of what is folded, parts of what is unfolded */

static size_t roots_bytes(const nbl_executor_line_t *line, const nbl_executor_line_desc_t *desc) {
    return desc->real && desc->roots == NULL ? 2 * (size_t)line->fft_length * line->kernels->scalar_bytes : 0;
}

static size_t terms_bytes(const nbl_executor_line_desc_t *desc) {
    return 2 * (size_t)nbl_dct_numbers(desc->dct, false) * sizeof(nbl_dct_term_t);
}

size_t nbl_executor_lanes_table_bytes(const nbl_executor_line_t *line, const nbl_executor_line_desc_t *desc) {
    const size_t roots = roots_bytes(line, desc);
    return is_dct(desc) ? roots + terms_bytes(desc) + desc->dct.size * sizeof(nbl_dct_part_t) : roots;
}

static void make_terms(nbl_executor_line_t *line, const nbl_executor_line_desc_t *desc, void *memory) {
    nbl_dct_term_t *term = memory;
    nbl_dct_part_t *part = (void *)((char *)memory + terms_bytes(desc));
    const uint32_t numbers = nbl_dct_numbers(desc->dct, false) * (nbl_dct_is_single(desc->dct, false) ? 1 : 2);
    for (uint32_t i = 0; i < numbers; i++) term[i] = nbl_dct_term(desc->dct, i);
    for (uint32_t place = 0; place < desc->dct.size; place++) part[place] = nbl_dct_part(desc->dct, place);
    line->step[1].terms = term; /* behind the step that gathers, and before the one that scatters */
    line->step[line->steps - 2].terms = part;
}

void nbl_executor_lanes_make_tables(nbl_executor_line_t *line, const nbl_executor_line_desc_t *desc, void *memory) {
    const size_t roots = roots_bytes(line, desc);
    if (roots != 0) {
        const uint32_t n = line->fft_length;
        nbl_executor_twiddles_of(desc->mode)->roots(line->kernels->scalar_bytes, 2 * n, n, memory);
        line->step[desc->inverse ? line->first_pass - 1 : line->steps - (is_dct(desc) ? 3 : 2)].twiddles = memory;
    }
    if (is_dct(desc)) make_terms(line, desc, (char *)memory + roots);
}
