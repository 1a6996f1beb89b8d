/* The way of a step on the CPU: rows, columns, or a whole transform; straight from memory or by way of tiles.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    a step whose operations are made. Out: how its lines reach the executor, and the scratch of a thread.
 * Wrong: no memory.
 */
#include "facts/numbers.h"
#include "nbl/host/plan.h"
#include "transform/run_cpu.h"

static bool moves(const nbl_program_made_step_t *made, uint32_t kind) {
    return nbl_program_does(kind, NBL_PROGRAM_MOVES) || (kind == NBL_PROGRAM_MULTIPLY && made->products_move);
}

/* Returns whether products may be part of moving a row. Not after Rader's steps, whose first number is joined with
 * another; nor if several lines read different parts of a table. */
static bool products_move(const nbl_program_made_step_t *made) {
    const nbl_program_step_t *step = made->step;
    bool move =
        made->lines == 1 && step->load.step == 1 && step->store.step == 1 && step->arithmetic != NBL_FFT_FLOAT16;
    for (uint32_t i = 0; i < step->ops; i++)
        move = move && step->op[i].kind != NBL_PROGRAM_RADER_FIRST &&
               (step->op[i].kind != NBL_PROGRAM_MULTIPLY || step->op[i].period == 0);
    return move;
}

/* ---- How lines lie. side: 0 where they are loaded, 1 where they are stored */

static const nbl_view_t *view_of(const nbl_program_made_step_t *made, int side) {
    return side == 0 ? &made->step->load : &made->step->store;
}

/* Returns the loop whose trips are neighbouring lines: of one transform, or of several that have one line each. */
static const nbl_view_loop_t *loop_of(const nbl_program_made_step_t *made, int side) {
    return made->lines > 1 ? &view_of(made, side)->lines[0] : &view_of(made, side)->transforms[0];
}

/* Returns the distance from a line to the next, in the view's places. */
static uint64_t line_step(const nbl_program_made_step_t *made, int side) {
    const nbl_view_t *view = view_of(made, side);
    const uint64_t unit = made->lines > 1 ? view->stride * (view->element == NBL_VIEW_PAIR ? 2 : 1) : 1;
    return unit * loop_of(made, side)->stride;
}

/* Returns how many lines follow each other at that distance on both sides. */
static uint64_t lines_beside(const nbl_program_made_step_t *made) {
    const uint64_t loaded = loop_of(made, 0)->count, stored = loop_of(made, 1)->count;
    const uint64_t fewer = loaded < stored ? loaded : stored;
    return fewer == 0 ? 1 : fewer; /* 0: there is no loop */
}

/* Returns whether all elements of the lines are in memory in the form that the arithmetic has. */
static bool is_plain(const nbl_program_made_step_t *made, int side) {
    const nbl_view_t *view = view_of(made, side);
    const uint64_t part = side == 0 ? view->given : view->kept;
    const uint64_t there = side == 0 ? made->loaded : made->stored;
    const uint64_t n = made->step->elements * made->lines + 1;
    /* a product that moves rows takes no more numbers than its table has */
    const uint32_t end = side == 0 ? 0 : made->step->ops - 1;
    const bool product = made->products_move && made->step->ops > 0 && made->step->op[end].kind == NBL_PROGRAM_MULTIPLY;
    return view->storage == NBL_VIEW_OWN && view->apart.count == 0 && part == 0 && (there >= n || product);
}

static bool lies_in_rows(const nbl_program_made_step_t *made, int side) {
    const nbl_view_t *view = view_of(made, side);
    const uint64_t count = side == 0 ? made->in_count : made->out_count;
    const bool complex = view->element == NBL_VIEW_COMPLEX || view->element == NBL_VIEW_PAIR ||
                         (view->element == NBL_VIEW_HERMITIAN && side == 1 && 2 * (count - 1) <= view->signal);
    return complex && is_plain(made, side) && view->stride == 1 && view->step == 1;
}

static bool lies_in_columns(const nbl_program_made_step_t *made, int side) {
    const nbl_view_t *view = view_of(made, side);
    return view->element == NBL_VIEW_COMPLEX && is_plain(made, side) && line_step(made, side) == 1;
}

/* ---- The way of a step */

static size_t number_by_facts(nbl_fact_number_t number) {
    return (size_t)nbl_fact_number_of(NBL_DEVICE_PROCESSOR, number);
}

/* Returns whether a step may go by columns: its lines have all elements, and its other operations work on each
 * number alone. */
static bool may_be_columns(const nbl_program_made_step_t *made) {
    const nbl_program_step_t *step = made->step;
    uint32_t lines = 0;
    for (uint32_t i = 0; i < step->ops; i++) {
        const uint32_t kind = step->op[i].kind;
        if (kind == NBL_PROGRAM_RADER_FIRST || kind == NBL_PROGRAM_TRADE ||
            (moves(made, kind) && kind != NBL_PROGRAM_LINE && kind != NBL_PROGRAM_MULTIPLY))
            return false;
        if (kind != NBL_PROGRAM_LINE) continue;
        lines++;
        if (made->op[i].other != NULL || step->op[i].plan.fft_length != step->elements) return false;
    }
    return lines >= 1;
}

/* Returns whether a product goes by places of an array, and so has no table along a line. */
static bool goes_by_place(const nbl_program_step_t *step) {
    for (uint32_t i = 0; i < step->ops; i++)
        if (step->op[i].kind == NBL_PROGRAM_MULTIPLY && step->op[i].period != 0) return true;
    return false;
}

/* Returns whether neighbouring lines are loaded and each is stored as a row, with at most products behind the last. */
static bool stores_rows(const nbl_program_made_step_t *made) {
    const nbl_program_step_t *step = made->step;
    if (line_step(made, 0) != 1 || line_step(made, 1) == 1 || !lies_in_rows(made, 1)) return false;
    for (uint32_t i = made->back; i < step->ops; i++)
        if (step->op[i].kind != NBL_PROGRAM_TWIDDLE && step->op[i].kind != NBL_PROGRAM_MULTIPLY) return false;
    return true;
}

static nbl_program_taken_as_t how_taken(const nbl_program_made_step_t *made, uint32_t width) {
    const nbl_program_step_t *step = made->step;
    if (made->lines > 1 && (nbl_program_has(step, NBL_PROGRAM_UNPACK) || nbl_program_has(step, NBL_PROGRAM_PACK)))
        return NBL_PROGRAM_WHOLE;
    if (width < 2 || !may_be_columns(made)) return NBL_PROGRAM_ROWS;
    const bool beside[2] = {line_step(made, 0) == 1, line_step(made, 1) == 1};
    const size_t bytes = step->elements * width * 2 * nbl_program_scalar_bytes(step);
    const bool fits = bytes <= number_by_facts(NBL_NUMBER_CPU_COLUMNS_BYTES);
    const uint64_t lines = lines_beside(made), vectors = (lines + width - 1) / width;
    if (lines < width && (!fits || lines < number_by_facts(NBL_NUMBER_CPU_COLUMNS_LEAST))) return NBL_PROGRAM_ROWS;
    if (beside[0] && beside[1] && lies_in_columns(made, 0) && step->ops == 1) return NBL_PROGRAM_COLUMNS;
    if (lines < width) return NBL_PROGRAM_ROWS;
    if (made->lines == 1 && step->ops > 1 && !goes_by_place(step))
        return NBL_PROGRAM_ROWS;                                  /* products of rows read a table along the row */
    if (4 * lines < 3 * vectors * width) return NBL_PROGRAM_ROWS; /* a quarter of the vectors would be empty */
    if (stores_rows(made)) return NBL_PROGRAM_COLUMNS;
    /* Neighbours on one side only: rows in lanes, unless more than an eighth of them is left over for rows one by one.
     * Of 204 arrays rows took .83 of the time in the median; with more left over up to 2.9 (AMD EPYC,
     * bench/scripts/cpu_numbers.sh cpu-columns-bytes 0, seeds 11 to 13, 2026-11-29). */
    if (beside[0] != beside[1] && 8 * (lines % width) <= lines) return NBL_PROGRAM_ROWS;
    return (beside[0] || beside[1]) && fits ? NBL_PROGRAM_COLUMNS : NBL_PROGRAM_ROWS;
}

/* Returns whether all operations of a step's rows can go in lanes, a row in each lane. */
static bool may_be_lanes(const nbl_program_made_step_t *made, bool *real) {
    const nbl_program_step_t *step = made->step;
    const nbl_program_op_t *line = &step->op[made->line];
    const uint32_t other = step->ops == 2 ? 1 - made->line : NBL_PROGRAM_NONE;
    *real = other != NBL_PROGRAM_NONE;
    if (step->ops > 2 || made->op[made->line].other != NULL || line->plan.fft_length != step->elements) return false;
    if (!*real) return step->load.element != NBL_VIEW_REAL;
    return step->op[other].kind == (line->inverse ? NBL_PROGRAM_PACK : NBL_PROGRAM_UNPACK) &&
           step->op[other].table == NBL_PROGRAM_NONE && made->line == (line->inverse ? 1 : 0);
}

static nbl_result_t make_rows_in_lanes(const nbl_ready_make_t *make, uint64_t lines) {
    nbl_program_made_step_t *made = make->made;
    nbl_program_made_op_t *op = &made->op[made->line];
    nbl_executor_line_desc_t desc = nbl_ready_describe_line(make, &made->step->op[made->line]);
    const size_t scalar = nbl_program_scalar_bytes(made->step);
    if (!may_be_lanes(made, &desc.real)) return NBL_SUCCESS;
    const uint32_t width = nbl_executor_line_width(&desc);
    if (!nbl_executor_lanes_pay(op->line, width, lines, desc.real)) return NBL_SUCCESS;
    desc.columns = desc.in_lanes = true;
    if (desc.real) desc.roots = nbl_ready_roots(make, &made->step->op[1 - made->line]);
    size_t *const distance[2] = {&desc.in_distance, &desc.out_distance};
    for (int i = 0; i < 2; i++) {
        const nbl_view_t *view = view_of(made, i);
        const uint64_t parts = view->element == NBL_VIEW_PAIR ? 1 : 2;
        *distance[i] = made->direct[i] ? line_step(made, i) * parts : made->row_bytes / scalar;
    }
    made->lanes = true;
    if (!made->direct[0] || !made->direct[1]) made->width = (made->width + width - 1) / width * width;
    return nbl_ready_make_line(make, &desc, &op->wide);
}

/* Makes the lines of a resident array: as rows in lanes, or as columns. */
static nbl_result_t make_resident(const nbl_ready_make_t *make, uint32_t number) {
    const nbl_program_op_t *op = &make->made->step->op[number];
    nbl_program_made_op_t *made = &make->made->op[number];
    nbl_executor_line_desc_t desc = nbl_ready_describe_line(make, op);
    const uint32_t points = op->plan.fft_length, width = nbl_executor_line_width(&desc);
    const uint64_t lines = make->made->step->elements / points;
    if (made->other != NULL || lines == 1 || width < 2) return NBL_SUCCESS;
    if (op->distance > 1 ? op->distance < width : !nbl_executor_lanes_pay(made->line, width, lines, false))
        return NBL_SUCCESS;
    desc.columns = true;
    desc.in_lanes = op->distance == 1;
    desc.in_distance = desc.out_distance = 2 * (size_t)points;
    return nbl_ready_make_line(make, &desc, &made->wide);
}

static void count_elements(nbl_program_made_step_t *made) {
    const nbl_program_step_t *step = made->step;
    made->line = made->back = 0;
    made->last_move = NBL_PROGRAM_NONE;
    made->in_count = made->out_count = step->elements * (made->taken_as == NBL_PROGRAM_WHOLE ? made->lines : 1);
    for (uint32_t i = step->ops; i-- > 0;) {
        const uint32_t kind = step->op[i].kind;
        if (moves(made, kind) && made->last_move == NBL_PROGRAM_NONE) made->last_move = i;
        if (kind != NBL_PROGRAM_LINE) continue;
        if (made->back == 0) made->back = i + 1;
        made->line = i;
    }
    for (uint32_t i = 0; i < step->ops; i++) {
        const uint32_t kind = step->op[i].kind;
        const bool array = nbl_ready_is_real_op(kind) && nbl_program_row(step) != 0;
        if (kind == NBL_PROGRAM_FOLD || array) made->out_count = nbl_program_numbers_of(step, true);
        if (kind == NBL_PROGRAM_UNFOLD || array) made->in_count = nbl_program_numbers_of(step, false);
        if (array) continue;
        if (kind == NBL_PROGRAM_PACK) made->in_count++;
        if (kind == NBL_PROGRAM_UNPACK) made->out_count++;
        const uint64_t frequencies = (step->op[i].rows != 0 ? 2u : 1u) * (step->elements / 2u + 1u);
        if (kind == NBL_PROGRAM_PACK_ONE) made->in_count = frequencies;
        if (kind == NBL_PROGRAM_UNPACK_ONE) made->out_count = frequencies;
        if (kind == NBL_PROGRAM_PERMUTE && !step->op[i].inverse) made->in_count++;
        if (kind == NBL_PROGRAM_PERMUTE && step->op[i].inverse) made->out_count++;
    }
}

/* Returns whether a real signal's `unpack` may store the part of its spectrum that is kept, where it lies. */
static bool may_cut(const nbl_program_made_step_t *made) {
    const nbl_program_step_t *step = made->step;
    const nbl_view_t *store = &step->store;
    return step->ops == 2 && made->lines == 1 && made->op[0].is_whole && step->op[1].kind == NBL_PROGRAM_UNPACK &&
           nbl_program_row(step) == 0 && store->element == NBL_VIEW_COMPLEX && store->storage == NBL_VIEW_OWN &&
           store->stride == 1 && store->step == 1 && store->kept != 0 &&
           store->kept_from + store->kept <= made->out_count;
}

/* Decides on which sides rows go straight between memory and the executor. On others they go by way of a tile. */
static nbl_result_t find_direct_sides(const nbl_ready_make_t *make) {
    nbl_program_made_step_t *made = make->made;
    const nbl_program_step_t *step = made->step;
    /* a program of one step may be run in place, whether or not it was made for that */
    const bool may_meet = make->transform->problem.in_place != 0 || make->transform->steps == 1;
    const bool any = made->op[made->line].other != NULL, begins = step->ops > 0 && step->op[0].kind == NBL_PROGRAM_LINE;
    const bool meets = made->last_move == 0 && nbl_view_overlaps(&step->load, &step->store, may_meet);
    made->direct[0] =
        step->ops > 0 && moves(made, step->op[0].kind) && lies_in_rows(made, 0) && (!meets || (begins && !any));
    made->direct[1] = made->last_move != NBL_PROGRAM_NONE && lies_in_rows(made, 1);
    if (!made->op[0].line->reals) return NBL_SUCCESS;
    made->direct[0] = !meets && is_plain(made, 0) && step->load.stride == 1 && step->load.step == 1;
    if (made->direct[0]) return NBL_SUCCESS;
    nbl_executor_line_desc_t desc = nbl_ready_describe_line(make, &step->op[0]); /* a tile holds complex numbers */
    return nbl_ready_make_line(make, &desc, &made->op[0].line);
}

/* Halves the lines of a tile until there are as many, and until the tile is small enough. */
static void bound_tile(nbl_program_made_step_t *made) {
    const uint64_t lines = lines_beside(made);
    const size_t most = number_by_facts(NBL_NUMBER_CPU_TILE_MOST_BYTES);
    while (made->width > 1 && (made->width > lines || made->width * made->row_bytes > most)) made->width /= 2;
}

/* Chooses the rows of a tile: as many as fill a cache line where neighbouring rows are neighbours in memory, and as
 * many as make the tile large enough. */
static void choose_tile(nbl_program_made_step_t *made) {
    const nbl_program_step_t *step = made->step;
    const size_t least = number_by_facts(NBL_NUMBER_CPU_TILE_LEAST_BYTES);
    made->width = 1;
    if (made->direct[0] && made->direct[1]) return;
    for (int i = 0; i < 2; i++) {
        const nbl_view_t *view = view_of(made, i);
        if (line_step(made, i) == 1 && view->step * view->stride > 1)
            made->width = NBL_READY_BYTES_OF_CACHE_LINE / nbl_program_number_bytes(step, view);
    }
    if (made->width * made->row_bytes < least) made->width = (uint32_t)(least / made->row_bytes);
    bound_tile(made);
}

static nbl_result_t make_rows(const nbl_ready_make_t *make) {
    nbl_program_made_step_t *made = make->made;
    const nbl_program_step_t *step = made->step;
    nbl_result_t result = find_direct_sides(make);
    if (result != NBL_SUCCESS) return result;
    made->alone = step->ops == 1 && step->op[0].kind == NBL_PROGRAM_LINE && made->op[made->line].other == NULL &&
                  step->op[0].plan.fft_length == step->elements;
    made->only_moves = true;
    for (uint32_t i = 0; i < step->ops; i++) {
        made->only_moves = made->only_moves && (moves(made, step->op[i].kind) || step->op[i].kind == NBL_PROGRAM_SCALE);
        made->op[i].is_whole = made->op[i].other == NULL && step->op[i].plan.fft_length == step->elements;
    }
    choose_tile(made);
    result = make_rows_in_lanes(make, lines_beside(made));
    made->direct[1] = made->direct[1] || (!made->lanes && may_cut(made));
    if (made->direct[0] && made->direct[1]) made->width = UINT32_MAX;
    for (uint32_t i = 0; i < step->ops && result == NBL_SUCCESS; i++)
        if (step->op[i].kind == NBL_PROGRAM_LINE && !made->lanes) result = make_resident(make, i);
    made->tile_bytes = made->direct[0] && made->direct[1] ? 0 : made->width * made->row_bytes + NBL_READY_MARGIN_BYTES;
    made->line_bytes = made->row_bytes + NBL_READY_MARGIN_BYTES;
    nbl_ready_make_moves(made);
    return result;
}

bool nbl_ready_fetches(const nbl_program_made_step_t *made) {
    const nbl_program_step_t *step = made->step;
    const uint64_t bytes = step->transforms * made->lines * step->elements * 4 * nbl_program_scalar_bytes(step);
    return bytes > number_by_facts(NBL_NUMBER_CPU_FETCH_BYTES); /* input and output; twice them for odd real lines */
}

static nbl_result_t make_columns(const nbl_ready_make_t *make) {
    nbl_program_made_step_t *made = make->made;
    const nbl_program_step_t *step = made->step;
    nbl_executor_line_desc_t desc = nbl_ready_describe_line(make, &step->op[made->line]);
    desc.columns = true;
    made->width = nbl_executor_line_width(&desc);
    made->direct[0] = step->op[0].kind == NBL_PROGRAM_LINE && lies_in_columns(made, 0);
    made->direct[1] = lies_in_columns(made, 1);
    made->to_rows = stores_rows(made);
    const uint64_t lines = lines_beside(made);
    const uint32_t vector = made->width;
    made->fetches = nbl_ready_fetches(made);
    const size_t vector_bytes = step->elements * vector * 2 * nbl_program_scalar_bytes(step);
    const size_t most_vectors = number_by_facts(NBL_NUMBER_CPU_PART_VECTORS);
    while (step->store.kept != 0 && made->width < most_vectors * vector && 2 * made->width <= lines &&
           2 * made->width / vector * vector_bytes <= number_by_facts(NBL_NUMBER_CPU_PART_BYTES))
        made->width *= 2;
    made->ahead_from = number_by_facts(NBL_NUMBER_CPU_AHEAD_VECTORS) * made->width;
    made->tile_bytes =
        nbl_ready_round_up(step->elements * made->width * 2 * nbl_program_scalar_bytes(step)) + NBL_READY_MARGIN_BYTES;
    nbl_result_t result = NBL_SUCCESS;
    for (uint32_t i = 0; i < step->ops && result == NBL_SUCCESS; i++) {
        if (step->op[i].kind != NBL_PROGRAM_LINE) continue;
        desc = nbl_ready_describe_line(make, &step->op[i]);
        desc.columns = true;
        if (made->to_rows && i + 1 == made->back) {
            desc.in_lanes = true;
            desc.in_distance = 2;
            desc.in_apart = 2 * (made->direct[0] && i == 0 ? step->load.step * step->load.stride : made->width);
            desc.out_distance = 2 * line_step(made, 1);
        }
        result = nbl_ready_make_line(make, &desc, &made->op[i].wide);
    }
    return result;
}

/* Returns whether a step is `fold` or `unfold`, perhaps with a factor, between real numbers in memory and rows of
 * the workspace. */
static bool may_be_reals(const nbl_program_made_step_t *made) {
    const nbl_program_step_t *step = made->step;
    const bool folds = step->ops == 1 && step->op[0].kind == NBL_PROGRAM_FOLD;
    const bool unfolds = (step->ops == 1 || (step->ops == 2 && step->op[1].kind == NBL_PROGRAM_SCALE)) &&
                         step->op[0].kind == NBL_PROGRAM_UNFOLD;
    if ((!folds && !unfolds) || made->lines != 1) return false;
    const nbl_dct_t dct = nbl_program_dct(step, &step->op[0]);
    const nbl_view_t *reals = folds ? &step->load : &step->store, *work = folds ? &step->store : &step->load;
    const uint32_t element = nbl_dct_is_single(dct, unfolds) ? NBL_VIEW_REAL : NBL_VIEW_COMPLEX;
    return reals->element == NBL_VIEW_REAL && reals->storage == NBL_VIEW_OWN && reals->step == 1 &&
           work->element == element && work->storage == NBL_VIEW_OWN && work->stride == 1 && work->step == 1 &&
           work->given == 0 && work->kept == 0;
}

/* Returns the elements of each half of a line that goes by vectors; 0: the line goes number by number. */
static uint32_t elements_of_half(nbl_dct_t dct, bool folds) {
    switch (nbl_dct_type(dct)) {
    case 1: return 0;
    case 2: return folds ? dct.size / 2 : (dct.size - 1) / 2;
    case 4: return dct.size % 2 == 0 ? dct.size / 2 : 0;
    default: return dct.size / 2;
    }
}

static void make_reals(const nbl_ready_make_t *make) {
    nbl_program_made_step_t *made = make->made;
    const nbl_program_step_t *step = made->step;
    const bool folds = step->op[0].kind == NBL_PROGRAM_FOLD;
    const int side = folds ? 0 : 1;
    const nbl_view_t *view = folds ? &step->load : &step->store;
    const size_t scalar = nbl_program_scalar_bytes(step);
    made->dct = nbl_program_dct(step, &step->op[0]);
    made->factor = step->ops == 2 ? made->op[1].factor : 1;
    made->op[0].kernels = nbl_ready_dct_kernels(make, elements_of_half(made->dct, folds));
    made->direct[side] = view->stride == 1 && (view->given == 0 || view->given >= step->elements) && view->kept == 0;
    made->width = UINT32_MAX;
    if (made->direct[side]) return;
    /* a cache line more, so that neighbouring rows lie in different sets of a cache */
    made->row_bytes = nbl_ready_round_up(step->elements * scalar) + NBL_READY_BYTES_OF_CACHE_LINE;
    made->width = line_step(made, side) < view->stride ? (uint32_t)(NBL_READY_BYTES_OF_CACHE_LINE / scalar) : 1;
    bound_tile(made);
    made->tile_bytes = made->width * made->row_bytes + NBL_READY_MARGIN_BYTES;
}

static size_t scratch_of(const nbl_program_made_step_t *made) {
    size_t most = 0;
    for (uint32_t i = 0; i < made->step->ops; i++) {
        const nbl_program_made_op_t *op = &made->op[i];
        const uint64_t points = made->step->op[i].plan.fft_length;
        const size_t element = 2 * nbl_program_scalar_bytes(made->step);
        if (made->step->op[i].kind != NBL_PROGRAM_LINE) continue;
        size_t bytes =
            op->line->scratch_bytes > op->wide->scratch_bytes ? op->line->scratch_bytes : op->wide->scratch_bytes;
        if (op->other != NULL) bytes = nbl_ready_scratch_bytes(op->other);
        bytes = nbl_ready_round_up(bytes) +
                nbl_ready_round_up(2 * points * element * (op->wide->steps > 0 ? op->wide->width : 1));
        if (bytes > most) most = bytes;
    }
    return most;
}

nbl_result_t nbl_ready_make_way(const nbl_ready_make_t *make) {
    nbl_program_made_step_t *made = make->made;
    const nbl_program_step_t *step = made->step;
    nbl_result_t result = NBL_SUCCESS;
    made->loaded = nbl_program_elements_left(make->transform->table_of_program, step, false);
    made->stored = nbl_program_elements_left(make->transform->table_of_program, step, true);
    made->products_move = products_move(made);
    count_elements(made);
    if (nbl_ready_is_in_lanes(make)) return nbl_ready_make_lanes(make);
    uint32_t width = 1;
    if (nbl_program_has(step, NBL_PROGRAM_LINE) && made->op[made->line].other == NULL) {
        const nbl_executor_line_desc_t desc = nbl_ready_describe_line(make, &step->op[made->line]);
        width = nbl_executor_line_width(&desc);
    }
    made->taken_as = may_be_reals(made) ? NBL_PROGRAM_REALS : how_taken(made, width);
    count_elements(made);
    const uint64_t most = made->in_count > made->out_count ? made->in_count : made->out_count;
    made->row_bytes = nbl_ready_round_up((most + 2) * 2 * nbl_program_scalar_bytes(step));
    if (made->taken_as != NBL_PROGRAM_COLUMNS) result = nbl_ready_make_rows(make);
    if (result == NBL_SUCCESS) result = nbl_ready_make_kernels(make);
    if (result != NBL_SUCCESS) return result;
    if (made->taken_as == NBL_PROGRAM_REALS) {
        make_reals(make);
    } else if (made->taken_as == NBL_PROGRAM_ROWS) {
        result = make_rows(make);
    } else if (made->taken_as == NBL_PROGRAM_COLUMNS) {
        result = make_columns(make);
    } else {
        made->line_bytes = made->row_bytes + NBL_READY_MARGIN_BYTES;
        made->width = 1;
    }
    made->scratch_bytes =
        2 * (nbl_ready_round_up(made->tile_bytes) + nbl_ready_round_up(made->line_bytes)) + scratch_of(made);
    return result;
}
