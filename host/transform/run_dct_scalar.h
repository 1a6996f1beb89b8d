/* Folds and unfolds of cosine and sine transforms, in the arithmetic of one scalar: included by run_lines_scalar.h.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameter: NBL_SCALAR, float32_t or float64_t.
 *
 * A line's real numbers lie `step` scalars apart, so do those of a signal that is folded one by one; complex numbers
 * lie side by side.
 */

/* ---- Number by number: every kind and length */

/* Folds: makes numbers `first` to `end` - 1 of the Fourier transform's signal or spectrum. */
static inline void NBL_OF_SCALAR(fold_some)(nbl_dct_t dct, const NBL_COMPLEX *roots, const NBL_SCALAR *x, size_t step,
                                            NBL_SCALAR *y, size_t y_step, uint32_t first, uint32_t end) {
    const bool single = nbl_dct_is_single(dct, false), turns = nbl_dct_turns(dct, false);
    for (uint32_t k = first; k < end; k++) {
        const nbl_dct_term_t real = nbl_dct_term(dct, single ? k : 2 * k);
        NBL_COMPLEX z = {NBL_OF_SCALAR(nbl_dct_take)(real, x[real.place * step]), 0};
        if (single) {
            y[k * y_step] = z.real;
            continue;
        }
        const nbl_dct_term_t imag = nbl_dct_term(dct, 2 * k + 1);
        z.imag = NBL_OF_SCALAR(nbl_dct_take)(imag, x[imag.place * step]);
        if (turns) z = NBL_OF_SCALAR(nbl_dct_fold)(dct, z, roots[k]);
        y[2 * (size_t)k] = z.real;
        y[2 * (size_t)k + 1] = z.imag;
    }
}

/* Unfolds: makes elements `first` to `end` - 1 of the line, times a factor.
 *
 * x_step  distance of real numbers, for kinds whose signal is real */
static inline void NBL_OF_SCALAR(unfold_some)(nbl_dct_t dct, const NBL_COMPLEX *roots, NBL_SCALAR factor,
                                              const NBL_SCALAR *x, size_t x_step, NBL_SCALAR *y, size_t step,
                                              uint32_t first, uint32_t end) {
    const bool turns = nbl_dct_turns(dct, true), reals = nbl_dct_middle(dct) == NBL_DCT_TO_REAL;
    for (uint32_t place = first; place < end; place++) {
        const nbl_dct_part_t part = nbl_dct_part(dct, place);
        const NBL_SCALAR *at = x + part.number * (reals ? x_step : 2);
        const NBL_COMPLEX z = {at[0], reals ? 0 : at[1]};
        y[place * step] = NBL_OF_SCALAR(nbl_dct_unfold)(dct, part, z, turns ? roots[part.number] : z) * factor;
    }
}

/* Cases for all kinds, so that what follows from the kind is decided outside of loops. */
#define EACH_KIND(CASE) \
    CASE(NBL_DCT_1) \
    CASE(NBL_DCT_2) CASE(NBL_DCT_3) CASE(NBL_DCT_4) CASE(NBL_DST_1) CASE(NBL_DST_2) CASE(NBL_DST_3) CASE(NBL_DST_4)

static void NBL_OF_SCALAR(fold)(nbl_dct_t dct, const NBL_COMPLEX *roots, const NBL_SCALAR *x, size_t step,
                                NBL_SCALAR *y, size_t y_step, uint32_t first, uint32_t end) {
#define CASE(number) \
    case number: \
        dct.kind = number; \
        NBL_OF_SCALAR(fold_some)(dct, roots, x, step, y, y_step, first, end); \
        break;
    switch (dct.kind) {
        EACH_KIND(CASE)
    default: break;
    }
#undef CASE
}

static void NBL_OF_SCALAR(unfold)(nbl_dct_t dct, const NBL_COMPLEX *roots, NBL_SCALAR factor, const NBL_SCALAR *x,
                                  size_t x_step, NBL_SCALAR *y, size_t step, uint32_t first, uint32_t end) {
#define CASE(number) \
    case number: \
        dct.kind = number; \
        NBL_OF_SCALAR(unfold_some)(dct, roots, factor, x, x_step, y, step, first, end); \
        break;
    switch (dct.kind) {
        EACH_KIND(CASE)
    default: break;
    }
#undef CASE
}
#undef EACH_KIND

/* Folds or unfolds a row of complex numbers whose real parts are the line. Returns how many numbers it makes. */
static uint64_t NBL_OF_SCALAR(run_dct)(const nbl_program_step_t *step, const nbl_program_op_t *op,
                                       const NBL_COMPLEX *roots, const NBL_COMPLEX *x, NBL_COMPLEX *y) {
    const nbl_dct_t dct = nbl_program_dct(step, op);
    const uint32_t numbers = nbl_dct_numbers(dct, false);
    const bool folds = op->kind == NBL_PROGRAM_FOLD;
    if (folds) {
        NBL_OF_SCALAR(fold)(dct, roots, (const NBL_SCALAR *)x, 2, (NBL_SCALAR *)y, 2, 0, numbers);
        for (uint32_t k = 0; k < numbers && nbl_dct_is_single(dct, false); k++) y[k].imag = 0;
        return numbers;
    }
    const size_t x_step = nbl_dct_is_single(dct, true) ? 2 : 1;
    NBL_OF_SCALAR(unfold)(dct, roots, 1, (const NBL_SCALAR *)x, x_step, (NBL_SCALAR *)y, 2, 0, dct.size);
    for (uint32_t place = 0; place < dct.size; place++) y[place].imag = 0;
    return dct.size;
}

/* ---- Lines between memory and rows of the workspace */

/* Folds the elements that vectors leave: element 0, its mirror and the middle one. */
static void NBL_OF_SCALAR(fold_line)(const nbl_program_made_step_t *made, const NBL_SCALAR *x, NBL_SCALAR *y) {
    const nbl_dct_t dct = made->dct;
    const NBL_COMPLEX *roots = made->op->table == NULL ? NULL : nbl_program_numbers(made->op);
    const uint32_t numbers = nbl_dct_numbers(dct, false), type = nbl_dct_type(dct), half = dct.size / 2;
    if (made->op->kernels == NULL) {
        NBL_OF_SCALAR(fold)(dct, roots, x, 1, y, 1, 0, numbers);
        return;
    }
    made->op->kernels->fold(dct.kind, dct.size, roots, x, y);
    if (type == 3) NBL_OF_SCALAR(fold)(dct, roots, x, 1, y, 1, 0, 1);
    if (type == 2 && dct.size % 2 == 1) NBL_OF_SCALAR(fold)(dct, roots, x, 1, y, 1, half, half + 1);
}

static void NBL_OF_SCALAR(unfold_line)(const nbl_program_made_step_t *made, const NBL_SCALAR *x, NBL_SCALAR *y) {
    const nbl_dct_t dct = made->dct;
    const NBL_COMPLEX *roots = made->op->table == NULL ? NULL : nbl_program_numbers(made->op);
    const NBL_SCALAR factor = (NBL_SCALAR)made->factor;
    const uint32_t n = dct.size, type = nbl_dct_type(dct), last = n - 1;
    if (made->op->kernels == NULL) {
        NBL_OF_SCALAR(unfold)(dct, roots, factor, x, 1, y, 1, 0, n);
        return;
    }
    made->op->kernels->unfold(dct.kind, n, made->factor, roots, x, y);
    if (type == 2) {
        const uint32_t first = nbl_dct_is_sine(dct) ? last : 0, middle = nbl_dct_is_sine(dct) ? last - n / 2 : n / 2;
        NBL_OF_SCALAR(unfold)(dct, roots, factor, x, 1, y, 1, first, first + 1);
        if (n % 2 == 0) NBL_OF_SCALAR(unfold)(dct, roots, factor, x, 1, y, 1, middle, middle + 1);
    }
    if (type == 3 && n % 2 == 1) NBL_OF_SCALAR(unfold)(dct, roots, factor, x, 1, y, 1, last, n);
}

/* Loads lines of a view as rows of a tile, `pitch` scalars from row to row. Elements that are not given become
 * zeros. */
static void NBL_OF_SCALAR(load_reals)(const nbl_program_block_t *block, NBL_SCALAR *tile, size_t pitch) {
    const nbl_program_lines_t *l = &block->side[0];
    const uint64_t n = block->made->step->elements, stride = l->view->stride;
    const uint64_t given = l->view->given != 0 && l->view->given < n ? l->view->given : n;
    const NBL_SCALAR *x = (const NBL_SCALAR *)l->memory + l->begin;
    if (l->begin_step < stride) {
        for (uint64_t k = 0; k < given; k++)
            for (uint32_t w = 0; w < block->count; w++) tile[w * pitch + k] = x[k * stride + w * l->begin_step];
    } else {
        for (uint32_t w = 0; w < block->count; w++)
            for (uint64_t k = 0; k < given; k++) tile[w * pitch + k] = x[k * stride + w * l->begin_step];
    }
    for (uint32_t w = 0; w < block->count; w++) memset(tile + w * pitch + given, 0, (n - given) * sizeof *tile);
}

static void NBL_OF_SCALAR(store_reals)(const nbl_program_block_t *block, const NBL_SCALAR *tile, size_t pitch) {
    const nbl_program_lines_t *l = &block->side[1];
    const uint64_t n = block->made->step->elements, stride = l->view->stride, from = l->view->kept_from;
    const uint64_t left = from < n ? n - from : 0;
    const uint64_t kept = l->view->kept != 0 && l->view->kept < left ? l->view->kept : left;
    NBL_SCALAR *x = (NBL_SCALAR *)l->memory + l->begin;
    tile += from;
    if (stride == 1) {
        nbl_ready_copy_runs(block->count, kept * sizeof *x, (const char *)tile, pitch * sizeof *x, (char *)x,
                            l->begin_step * sizeof *x);
    } else if (l->begin_step < stride) {
        for (uint64_t k = 0; k < kept; k++)
            for (uint32_t w = 0; w < block->count; w++) x[k * stride + w * l->begin_step] = tile[w * pitch + k];
    } else {
        for (uint32_t w = 0; w < block->count; w++)
            for (uint64_t k = 0; k < kept; k++) x[k * stride + w * l->begin_step] = tile[w * pitch + k];
    }
}

static void NBL_OF_SCALAR(run_reals)(const nbl_program_block_t *block) {
    const nbl_program_made_step_t *made = block->made;
    const int reals = made->step->op->kind == NBL_PROGRAM_FOLD ? 0 : 1;
    const nbl_program_lines_t *l = &block->side[reals], *of = &block->side[1 - reals];
    const size_t scalars = of->view->element == NBL_VIEW_REAL ? 1 : 2, row = scalars * of->begin_step;
    NBL_SCALAR *line = (NBL_SCALAR *)l->memory + l->begin, *work = (NBL_SCALAR *)of->memory + scalars * of->begin;
    size_t pitch = l->begin_step;
    if (!made->direct[reals]) {
        line = (void *)block->tile[0];
        pitch = made->row_bytes / sizeof *line;
        if (reals == 0) NBL_OF_SCALAR(load_reals)(block, line, pitch);
    }
    for (uint32_t w = 0; w < block->count; w++) {
        if (reals == 0)
            NBL_OF_SCALAR(fold_line)(made, line + w * pitch, work + w * row);
        else
            NBL_OF_SCALAR(unfold_line)(made, work + w * row, line + w * pitch);
    }
    if (reals == 1 && !made->direct[1]) NBL_OF_SCALAR(store_reals)(block, line, pitch);
}
