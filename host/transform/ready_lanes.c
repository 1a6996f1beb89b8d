/* Lines in lanes, from memory to memory: real lines one number at a time, and cosine and sine transforms.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    a step whose operations are made. Out: one line of the executor that does them all for W lines, and the way of
 *        the step.
 * Wrong: no memory.
 *
 * The lines are short. One by one they leave vectors empty, and a real line of odd length goes without vectors, as a
 * complex one. Bits are the same: each lane does what a line by itself does.
 */
#include <string.h>

#include "facts/numbers.h"
#include "transform/run_cpu.h"

/* Fewest lines that go in `width` lanes: half of the lanes are in use. */
#define LEAST_LINES(width) ((width) / 2)

/* ---- Which steps */

static bool is_kind(const nbl_program_step_t *step, uint32_t number, uint32_t kind) {
    return number < step->ops && step->op[number].kind == kind;
}

/* Returns the number of the first operation of a kind; NBL_PROGRAM_NONE: there is none. */
static uint32_t find(const nbl_program_step_t *step, uint32_t kind) {
    for (uint32_t i = 0; i < step->ops; i++)
        if (step->op[i].kind == kind) return i;
    return NBL_PROGRAM_NONE;
}

/* Returns whether a transform's one line, or what is kept of it, is in memory as the arithmetic has numbers. */
static bool is_whole(const nbl_view_t *view, uint32_t element) {
    return view->element == element && view->storage == NBL_VIEW_OWN && view->given == 0 && view->step == 1 &&
           view->lines[0].count == 0;
}

static bool is_memory(const nbl_view_t *view) { return view->region < NBL_VIEW_WORK0; }

/* Returns how many lines follow each other at one distance on both sides. */
static uint64_t lines_beside(const nbl_view_t *load, const nbl_view_t *store) {
    const uint64_t a = load->transforms[0].count, b = store->transforms[0].count;
    return a < b ? a : b;
}

/* Returns whether neighbouring lines are neighbours in memory, when it is loaded and when it is stored. */
static bool is_beside(const nbl_program_step_t *step) {
    return step->load.transforms[0].stride == 1 && step->store.transforms[0].stride == 1;
}

/* Returns the lanes of a step's line; 0: it does not go in lanes. Long lines fill vectors by themselves, but neighbours
 * in memory would have to be turned into rows and back. */
static uint32_t width_of(const nbl_program_step_t *step, uint32_t mode, const char *set) {
    const nbl_program_op_t *op = &step->op[find(step, NBL_PROGRAM_LINE)];
    const nbl_executor_line_desc_t desc = {.plan = op->plan, .mode = (nbl_mode_t)mode, .set = set};
    if (op->plan.fft_length < 2 || op->distance > 1 || op->prime != 0) return 0;
    const uint32_t width = nbl_executor_line_width(&desc);
    const uint64_t bytes = (uint64_t)op->plan.fft_length * width * 4 * op->plan.complex_dwords;
    const uint64_t most = (uint64_t)nbl_fact_number_of(NBL_DEVICE_PROCESSOR, NBL_NUMBER_CPU_LANES_BYTES);
    return width < 2 || (bytes > most && !is_beside(step)) ? 0 : width;
}

/* Returns whether a view has half a spectrum of as many numbers as a line has elements. `mirrors`: the other half is
 * the view's, which has no operation. */
static bool is_spectrum(const nbl_program_step_t *step, const nbl_view_t *view, bool mirrors) {
    return is_whole(view, mirrors ? NBL_VIEW_HERMITIAN : NBL_VIEW_COMPLEX) &&
           (!mirrors || view->signal == step->elements);
}

/* A real line, perhaps with a factor: of odd length, or `pairs`: of even length, two numbers in each complex one. */
static bool is_real(const nbl_program_step_t *step, bool pairs) {
    const uint32_t pack = find(step, pairs ? NBL_PROGRAM_PACK : NBL_PROGRAM_PACK_ONE),
                   unpack = find(step, pairs ? NBL_PROGRAM_UNPACK : NBL_PROGRAM_UNPACK_ONE);
    const uint32_t at = pack == 0 ? 1 : 0, reals = pairs ? NBL_VIEW_PAIR : NBL_VIEW_REAL;
    if (!is_kind(step, at, NBL_PROGRAM_LINE)) return false;
    const nbl_program_op_t *line = &step->op[at];
    const bool inverse = line->inverse != 0, mirrors = !pairs && pack == NBL_PROGRAM_NONE && unpack == NBL_PROGRAM_NONE;
    const uint32_t ops = mirrors ? 1 : 2;
    const bool scales = step->ops == ops + 1 && is_kind(step, ops, NBL_PROGRAM_SCALE);
    return (mirrors || (inverse ? pack : unpack) == 1 - at) && (mirrors || step->op[1 - at].rows == 0) &&
           (step->ops == ops || (scales && line->normalization == NBL_FFT_UNNORMALIZED)) &&
           (pairs || step->elements % 2 == 1) && line->plan.fft_length == step->elements &&
           nbl_program_row(step) == 0 && is_memory(&step->load) && is_memory(&step->store) &&
           (inverse ? is_spectrum(step, &step->load, mirrors) && is_whole(&step->store, reals)
                    : is_spectrum(step, &step->store, mirrors) && is_whole(&step->load, reals));
}

/* Returns whether pairs of real numbers go in lanes: neighbours in memory alone, since other lines fill vectors by
 * themselves. */
static bool is_of_pairs(const nbl_program_step_t *step) {
    return is_beside(step) && is_real(step, true) && (step->store.kept == 0 || step->store.element != NBL_VIEW_PAIR);
}

bool nbl_ready_is_in_lanes(const nbl_ready_make_t *make) {
    const nbl_program_step_t *step = make->made->step;
    if (is_kind(step, 0, NBL_PROGRAM_FOLD)) return step->ops > 1; /* nbl_ready_join_dct() has made one of several */
    if (!is_real(step, false) && !is_of_pairs(step)) return false;
    const uint32_t width = width_of(step, make->mode, make->transform->set);
    return width != 0 && lines_beside(&step->load, &step->store) >= LEAST_LINES(width);
}

/* ---- Cosine and sine transforms: from `fold` to `unfold` */

/* Returns whether a step takes the lines that another one has left in the workspace. */
static bool follows(const nbl_program_step_t *a, const nbl_program_step_t *b) {
    const nbl_view_t *from = &a->store, *to = &b->load;
    const bool mirrors = from->element == NBL_VIEW_COMPLEX && to->element == NBL_VIEW_HERMITIAN;
    return a->round == b->round && a->arithmetic == b->arithmetic && a->transforms == b->transforms &&
           !is_memory(from) && from->kept == 0 && from->region == to->region && from->stride == to->stride &&
           is_whole(from, from->element) && is_whole(to, mirrors ? NBL_VIEW_HERMITIAN : from->element) &&
           memcmp(from->transforms, to->transforms, sizeof from->transforms) == 0 && nbl_program_row(b) == 0;
}

/* Returns how many operations from one on are in an order that lanes have; then it is all of them. */
static uint32_t in_order(const nbl_program_step_t *step) {
    uint32_t i = 0;
    if (is_kind(step, i, NBL_PROGRAM_FOLD)) i++;
    if (is_kind(step, i, NBL_PROGRAM_PACK) || is_kind(step, i, NBL_PROGRAM_PACK_ONE)) i++;
    if (is_kind(step, i, NBL_PROGRAM_LINE)) i++;
    if (is_kind(step, i, NBL_PROGRAM_UNPACK) || is_kind(step, i, NBL_PROGRAM_UNPACK_ONE)) i++;
    if (is_kind(step, i, NBL_PROGRAM_SCALE)) i++;
    if (is_kind(step, i, NBL_PROGRAM_UNFOLD)) i++;
    if (is_kind(step, i, NBL_PROGRAM_SCALE)) i++;
    return i;
}

/* Returns the cosine or sine transform of a step that was joined, whose elements are its line's. */
static nbl_dct_t dct_of(const nbl_program_step_t *step) {
    const nbl_program_op_t *op = &step->op[0];
    const bool pairs = nbl_program_has(step, NBL_PROGRAM_PACK) || nbl_program_has(step, NBL_PROGRAM_UNPACK);
    nbl_dct_t dct = {op->dct, pairs ? 2 * step->elements : step->elements, op->orthogonal};
    const bool half = nbl_dct_type(dct) == 4 && !nbl_program_has(step, NBL_PROGRAM_UNPACK_ONE);
    if (half) dct.size *= 2;
    if (nbl_dct_type(dct) == 1) dct.size = nbl_dct_is_sine(dct) ? dct.size / 2 - 1 : dct.size / 2 + 1;
    return dct;
}

/* Returns whether what stands behind `fold` belongs to its transform. In a program of the library's it does. */
static bool is_one_dct(const nbl_program_step_t *step, const nbl_program_op_t *line, const nbl_program_op_t *unfold) {
    const uint32_t middle = nbl_dct_middle(dct_of(step));
    const bool packs = nbl_program_has(step, NBL_PROGRAM_PACK) || nbl_program_has(step, NBL_PROGRAM_PACK_ONE);
    const bool unpacks = nbl_program_has(step, NBL_PROGRAM_UNPACK) || nbl_program_has(step, NBL_PROGRAM_UNPACK_ONE);
    return unfold->dct == step->op[0].dct && unfold->orthogonal == step->op[0].orthogonal &&
           packs == (middle == NBL_DCT_TO_REAL) && unpacks == (middle == NBL_DCT_FROM_REAL) &&
           (line->inverse != 0) == packs;
}

/* Makes a step of `count` steps. Returns whether it goes in lanes. */
static bool join(const nbl_ready_t *transform, const nbl_program_step_t *first, uint32_t count, const char *set,
                 nbl_program_step_t *joined) {
    *joined = *first;
    for (uint32_t i = 1; i < count; i++) {
        const nbl_program_step_t *step = &first[i];
        const uint32_t more = step->load.element == NBL_VIEW_HERMITIAN; /* what the view does is an operation here */
        if (!follows(&first[i - 1], step) || joined->ops + more + step->ops > NBL_PROGRAM_MOST_OPS) return false;
        if (more != 0) {
            nbl_program_op_t *op = &joined->op[joined->ops++];
            *op = (nbl_program_op_t){.kind = NBL_PROGRAM_PACK_ONE, .table = NBL_PROGRAM_NONE, .reordered = 1};
        }
        memcpy(joined->op + joined->ops, step->op, step->ops * sizeof *step->op);
        joined->ops += step->ops;
    }
    joined->store = first[count - 1].store;
    const uint32_t line = find(joined, NBL_PROGRAM_LINE), unfold = find(joined, NBL_PROGRAM_UNFOLD);
    if (line == NBL_PROGRAM_NONE || unfold == NBL_PROGRAM_NONE || in_order(joined) != joined->ops) return false;
    const nbl_program_op_t *op = &joined->op[line];
    joined->elements = op->plan.fft_length;
    if (!is_one_dct(joined, op, &joined->op[unfold])) return false;
    const uint32_t width = width_of(joined, transform->problem.mode, set);
    return width != 0 && op->normalization == NBL_FFT_UNNORMALIZED && is_memory(&joined->load) &&
           is_memory(&joined->store) && is_whole(&joined->load, NBL_VIEW_REAL) &&
           is_whole(&joined->store, NBL_VIEW_REAL) && joined->arithmetic == transform->problem.precision &&
           dct_of(joined).size == first->elements && lines_beside(&joined->load, &joined->store) >= LEAST_LINES(width);
}

void nbl_ready_join_dct(nbl_ready_t *transform, const char *set) {
    for (uint32_t s = 0; s < transform->steps; s++) {
        nbl_program_step_t *step = &transform->step[s], joined;
        uint32_t count = 1;
        if (step->ops != 1 || step->op[0].kind != NBL_PROGRAM_FOLD) continue;
        while (s + count < transform->steps && step[count].round == step->round) count++;
        if (count < 3 || step[count - 1].op[0].kind != NBL_PROGRAM_UNFOLD ||
            !join(transform, step, count, set, &joined))
            continue;
        *step = joined;
        transform->steps -= count - 1;
        memmove(step + 1, step + count, (transform->steps - s - 1) * sizeof *step);
    }
}

/* ---- Making */

static const _Atomic(void *) *table_of(const nbl_program_made_op_t *op) {
    return op->table == NULL ? NULL : &op->table->numbers;
}

static void describe_dct(const nbl_ready_make_t *make, nbl_executor_line_desc_t *desc) {
    const nbl_program_step_t *step = make->made->step;
    const uint32_t unfold = find(step, NBL_PROGRAM_UNFOLD);
    desc->dct = dct_of(step);
    for (uint32_t i = 0; i < step->ops; i++)
        if (step->op[i].kind == NBL_PROGRAM_SCALE)
            *(i < unfold ? &desc->between : &desc->behind) = make->made->op[i].factor;
    desc->roots_before = table_of(&make->made->op[0]);
    desc->roots_after = table_of(&make->made->op[unfold]);
}

static size_t scalars_of_element(const nbl_view_t *view) { return view->element == NBL_VIEW_REAL ? 1 : 2; }

static size_t scalars_of_number(const nbl_view_t *view) {
    return view->element == NBL_VIEW_REAL || view->element == NBL_VIEW_PAIR ? 1 : 2;
}

/* Lays out lines that are neighbours in memory. A vector of real numbers is less than a cache line, and in a large
 * array that may have left the cache before the next vector comes. So a block has as many lines as a cache line has
 * real numbers, and they go by way of a tile. */
static void lay_columns(nbl_program_made_step_t *made, nbl_executor_line_desc_t *desc) {
    const nbl_view_t *view[2] = {&made->step->load, &made->step->store};
    const size_t numbers = desc->dct.kind != NBL_DCT_NONE ? desc->dct.size : made->step->elements;
    size_t *const apart[2] = {&desc->in_apart, &desc->out_apart}, *const part[2] = {&desc->in_part, &desc->out_part};
    const uint32_t of_cache_line = NBL_READY_BYTES_OF_CACHE_LINE / (uint32_t)nbl_program_scalar_bytes(made->step);
    made->direct[0] = made->direct[1] = true;
    made->fetches = nbl_ready_fetches(made);
    if (!made->fetches || lines_beside(view[0], view[1]) < of_cache_line) return;
    made->width = of_cache_line;
    for (int side = 0; side < 2; side++) {
        const uint64_t kept = side == 0 ? 0 : view[side]->kept;
        if (scalars_of_number(view[side]) == 2) continue;
        made->rows[side] = kept != 0 ? kept : view[side]->element == NBL_VIEW_PAIR ? 2 * numbers : numbers;
        made->tile_bytes = numbers * 2 * NBL_READY_BYTES_OF_CACHE_LINE;
        *apart[side] = scalars_of_element(view[side]) * of_cache_line;
        *part[side] = *part[side] != 0 ? of_cache_line : 0;
    }
}

nbl_result_t nbl_ready_make_lanes(const nbl_ready_make_t *make) {
    nbl_program_made_step_t *made = make->made;
    const nbl_program_step_t *step = made->step;
    made->line = find(step, NBL_PROGRAM_LINE);
    const nbl_program_op_t *line = &step->op[made->line];
    const uint32_t pack = find(step, line->inverse ? NBL_PROGRAM_PACK : NBL_PROGRAM_UNPACK);
    const uint32_t one = find(step, line->inverse ? NBL_PROGRAM_PACK_ONE : NBL_PROGRAM_UNPACK_ONE);
    nbl_executor_line_desc_t desc = nbl_ready_describe_line(make, line);
    desc.columns = desc.in_lanes = true;
    desc.real = pack != NBL_PROGRAM_NONE;
    const bool hermitian = step->load.element == NBL_VIEW_HERMITIAN || step->store.element == NBL_VIEW_HERMITIAN;
    desc.one = one != NBL_PROGRAM_NONE || hermitian;
    desc.mirrors = hermitian || (desc.one && step->op[one].reordered != 0);
    if (desc.real) desc.roots = nbl_ready_roots(make, &step->op[pack]);
    desc.between = desc.behind = 1;
    if (is_kind(step, 0, NBL_PROGRAM_FOLD))
        describe_dct(make, &desc);
    else if (is_kind(step, step->ops - 1, NBL_PROGRAM_SCALE))
        desc.behind = made->op[step->ops - 1].factor;
    desc.in_apart = scalars_of_element(&step->load) * step->load.stride;
    desc.in_part = step->load.element == NBL_VIEW_PAIR ? step->load.stride : 0;
    desc.in_distance = scalars_of_number(&step->load) * step->load.transforms[0].stride;
    desc.out_first = (uint32_t)step->store.kept_from;
    desc.out_count = (uint32_t)step->store.kept;
    desc.out_apart = scalars_of_element(&step->store) * step->store.stride;
    desc.out_part = step->store.element == NBL_VIEW_PAIR ? step->store.stride : 0;
    desc.out_distance = scalars_of_number(&step->store) * step->store.transforms[0].stride;
    made->taken_as = NBL_PROGRAM_LANES;
    made->width = nbl_executor_line_width(&desc);
    if (is_beside(step)) lay_columns(made, &desc);
    const nbl_result_t result = nbl_ready_make_line(make, &desc, &made->op[made->line].wide);
    made->scratch_bytes = 2 * nbl_ready_round_up(made->tile_bytes) + made->op[made->line].wide->scratch_bytes;
    return result;
}
