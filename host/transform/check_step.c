/* Whether a step of a program is sound, whatever memory holds: operations, views, tables, its place among the steps.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    a step; nothing in it is believed.
 * Out:   success, or what is wrong with the first operation or view that is not sound.
 */
#include "transform/check.h"

#include "error/error.h"
#include "transform/tables.h"

/* The step that is looked at, and where it says what is wrong. */
typedef struct at_t {
    const nbl_program_t *program;
    uint32_t step; /* its number */
    nbl_error_t *error;
} at_t;

static nbl_result_t refuse(const at_t *at, const char *why) {
    return nbl_fail(at->error, NBL_ERROR_ARGUMENT, "program: step %u: %s", (unsigned)at->step, why);
}

static nbl_result_t check_fold(const at_t *at, const nbl_program_step_t *step, const nbl_program_op_t *op) {
    const nbl_dct_t dct = nbl_program_dct(step, op);
    const bool after = op->kind == NBL_PROGRAM_UNFOLD;
    if (op->dct < NBL_DCT_1 || op->dct > NBL_DST_4 || (op->dct == NBL_DCT_1 && step->elements < 2) ||
        step->elements > NBL_PROGRAM_MOST_FOLDED)
        return refuse(at, "fold or unfold is for no cosine or sine transform, or not for lines of this length");
    if (nbl_view_lines(&step->load) != 1 || op != &step->op[0] || nbl_program_has(step, NBL_PROGRAM_LINE) ||
        (!after && step->ops != 1))
        return refuse(at, "fold is a step's only operation and unfold its first one, with one line a transform and no "
                          "`line` beside it");
    const nbl_program_table_t *table = &at->program->table[op->table == NBL_PROGRAM_NONE ? 0 : op->table];
    if (nbl_dct_turns(dct, after) ? op->table == NBL_PROGRAM_NONE || table->kind != NBL_PROGRAM_SHIFTED_ROOTS ||
                                        table->n != nbl_dct_points(dct) || table->m != nbl_dct_root_shift(dct)
                                  : op->table != NBL_PROGRAM_NONE)
        return refuse(at, "the table of fold or unfold is another transform's");
    return NBL_SUCCESS;
}

/* A line of a prime without a radix is all that its step does. */
static nbl_result_t check_prime(const at_t *at, const nbl_program_step_t *step, const nbl_program_op_t *op) {
    const nbl_program_t *program = at->program;
    if (op->prime == 0)
        return op->table == NBL_PROGRAM_NONE && op->spectrum == 0 && op->second.passes == 0 && op->pitch == 0
                   ? NBL_SUCCESS
                   : refuse(at, "a line without a prime has a table, a second plan or a pitch");
    if (op->table == NBL_PROGRAM_NONE || op->spectrum == 0 || op->spectrum >= program->tables)
        return refuse(at, "a line of a prime lacks a table");
    const nbl_program_table_t *powers = &program->table[op->table], *spectrum = &program->table[op->spectrum];
    if (powers->kind != NBL_PROGRAM_RADER || spectrum->kind != NBL_PROGRAM_RADER_SPECTRUM || powers->n != op->prime ||
        spectrum->n != op->prime || op->second.passes == 0 || op->second.fft_length + 1 != op->prime ||
        op->pitch < op->prime || step->ops != 1 || op->plan.fft_length != step->elements)
        return refuse(at, "a line of a prime is a step's only operation, with Rader's tables of it and a plan of one "
                          "point less");
    return NBL_SUCCESS;
}

static nbl_result_t check_op(const at_t *at, const nbl_program_step_t *step, const nbl_program_op_t *op) {
    const bool has_table = op->table != NBL_PROGRAM_NONE;
    if (op->kind >= NBL_PROGRAM_OPS) return refuse(at, "an operation is of no kind");
    if (has_table ? op->table >= at->program->tables : nbl_program_does(op->kind, NBL_PROGRAM_HAS_TABLE))
        return refuse(at, "an operation has no table, or one that is not there");
    if (op->kind == NBL_PROGRAM_LINE) {
        const uint64_t points = op->plan.fft_length;
        if (op->plan.passes == 0 || points == 0 || op->distance == 0 || op->distance > step->elements ||
            step->elements % (points * op->distance) != 0)
            return refuse(at, "a line's radices do not divide its elements");
        if (op->plan.complex_dwords != nbl_fft_precision_dwords((nbl_fft_precision_t)step->arithmetic))
            return refuse(at, "a line's plan is for another arithmetic than the step's");
        return check_prime(at, step, op);
    }
    if (op->kind == NBL_PROGRAM_TWIDDLE && (op->before == 0 || op->after == 0))
        return refuse(at, "a twiddle has 0 before or after");
    const bool behind = op > step->op && op[-1].kind == NBL_PROGRAM_LINE;
    if (op->kind == NBL_PROGRAM_TWIDDLE && op->powers != 0 &&
        ((behind ? op->after : step->elements) > NBL_FFT_MAX_RADIX || at->program->problem.mode != NBL_MODE_EXACT))
        return refuse(at, "powers between radices are of exact mode, and of one radix");
    if (op->kind == NBL_PROGRAM_FOLD || op->kind == NBL_PROGRAM_UNFOLD) return check_fold(at, step, op);
    if (op->kind == NBL_PROGRAM_TRADE && (op->row == 0 || step->elements % op->row != 0))
        return refuse(at, "a trade's row does not divide the elements");
    if ((op->kind == NBL_PROGRAM_UNPACK_ONE || op->kind == NBL_PROGRAM_PACK_ONE) && op->rows != 0) {
        const nbl_view_t *reals = op->kind == NBL_PROGRAM_UNPACK_ONE ? &step->load : &step->store;
        /* of 2, each element is its own mirror */
        const bool has_halves = step->elements % 2 == 0 && step->elements > 2;
        if (nbl_program_row(step) != 0 || has_halves || reals->element != NBL_VIEW_ROWS ||
            reals->signal != step->elements || nbl_view_lines(reals) > 1)
            return refuse(at, "pairs of rows are lines of 2 or an odd length, whose real numbers are rows of it");
    }
    if (op->kind == NBL_PROGRAM_SCALE && op->divisor == 0) return refuse(at, "scale: a divisor is missing");
    if ((op->kind == NBL_PROGRAM_PERMUTE || op->kind == NBL_PROGRAM_RADER_FIRST) &&
        (at->program->table[op->table].kind != NBL_PROGRAM_RADER ||
         at->program->table[op->table].n != (uint64_t)step->elements + 1))
        return refuse(at, "the table of permute or first is not Rader's of one element more than a line has");
    return NBL_SUCCESS;
}

/* Returns the points of the line whose elements lie this far apart in an array; 1: there is none. */
static uint64_t points_at(const nbl_program_step_t *step, uint64_t distance) {
    for (uint32_t i = 0; i < step->ops; i++)
        if (step->op[i].kind == NBL_PROGRAM_LINE && step->op[i].distance == distance)
            return step->op[i].plan.fft_length;
    return 1;
}

/* Elements of a real array have mirrors along all axes: it has one line along each, the first one of a row. */
static nbl_result_t check_array(const at_t *at, const nbl_program_step_t *step) {
    uint64_t distance = 1;
    uint32_t lines = 0, axes = 0;
    bool real = false, rows = false;
    for (uint32_t i = 0; i < step->ops; i++) {
        const uint32_t kind = step->op[i].kind;
        real = real || kind == NBL_PROGRAM_UNPACK || kind == NBL_PROGRAM_PACK || kind == NBL_PROGRAM_UNPACK_ONE ||
               kind == NBL_PROGRAM_PACK_ONE;
        rows = rows || step->op[i].rows != 0;
        lines += kind == NBL_PROGRAM_LINE;
    }
    if (nbl_program_row(step) == 0 || !real) return NBL_SUCCESS;
    for (uint64_t points = points_at(step, 1); points > 1; points = points_at(step, distance), axes++)
        distance *= points;
    return axes == lines && distance == step->elements && points_at(step, 1) == nbl_program_row(step) &&
                   (!rows || nbl_program_plane_rows(step) != 0)
               ? NBL_SUCCESS
               : refuse(at, "a real array's lines are not one along each of its axes");
}

/* What a line is between two operations. */
enum { ANYTHING, ELEMENTS, HALF_SPECTRUM, ONE_SPECTRUM, PRIME_LINE };

/* What each operation takes and leaves; of others anything. Rader's `permute` back is the inverse. */
static const uint8_t takes[NBL_PROGRAM_OPS][2] = {
    [NBL_PROGRAM_LINE] = {ELEMENTS, ELEMENTS},           [NBL_PROGRAM_TWIDDLE] = {ELEMENTS, ELEMENTS},
    [NBL_PROGRAM_UNPACK] = {ELEMENTS, HALF_SPECTRUM},    [NBL_PROGRAM_PACK] = {HALF_SPECTRUM, ELEMENTS},
    [NBL_PROGRAM_UNPACK_ONE] = {ELEMENTS, ONE_SPECTRUM}, [NBL_PROGRAM_PACK_ONE] = {ONE_SPECTRUM, ELEMENTS},
    [NBL_PROGRAM_PERMUTE] = {PRIME_LINE, ELEMENTS},      [NBL_PROGRAM_RADER_FIRST] = {ELEMENTS, ELEMENTS}};

/* Each operation takes what the one before it leaves, and Rader's are there once each, in their order. */
static nbl_result_t check_order(const at_t *at, const nbl_program_step_t *step) {
    uint32_t begin = ANYTHING, now = ANYTHING, firsts = 0;
    for (uint32_t i = 0; i < step->ops; i++) {
        const nbl_program_op_t *op = &step->op[i];
        const bool back = op->kind == NBL_PROGRAM_PERMUTE && op->inverse != 0;
        const uint32_t taken = takes[op->kind][back], left = takes[op->kind][!back];
        if (taken == ANYTHING) continue;
        if (begin == ANYTHING) begin = now = taken;
        if (op->kind == NBL_PROGRAM_RADER_FIRST) firsts++;
        if (now != taken || (firsts != 0 && begin != PRIME_LINE) || (back && firsts != 1))
            return refuse(at, "an operation does not take what the one before it leaves");
        now = left;
    }
    if ((begin == PRIME_LINE) != (now == PRIME_LINE) || firsts != (begin == PRIME_LINE) ||
        (begin > ELEMENTS && now > ELEMENTS && begin != PRIME_LINE) ||
        (begin == PRIME_LINE && nbl_program_row(step) != 0))
        return refuse(at, "its first operation takes what its last one does not leave, or the other way");
    return NBL_SUCCESS;
}

static bool is_small(const nbl_view_loop_t *loops, uint32_t most) {
    for (uint32_t i = 0; i < most && loops[i].count != 0; i++)
        if (loops[i].count > NBL_PROGRAM_MOST_STRIDE || loops[i].stride > NBL_PROGRAM_MOST_STRIDE) return false;
    return true;
}

static nbl_result_t check_view(const at_t *at, const nbl_program_step_t *step, const nbl_view_t *view) {
    if (view->region >= NBL_VIEW_REGIONS || view->element > NBL_VIEW_HALVED || view->storage > NBL_VIEW_FLOATS)
        return refuse(at, "a view's region, element or storage is unknown");
    if (view->stride == 0 || view->step == 0) return refuse(at, "a view's stride or step is 0");
    if (view->stride > NBL_PROGRAM_MOST_STRIDE || view->step > NBL_PROGRAM_MOST_STRIDE ||
        view->kept_from > NBL_PROGRAM_MOST_STRIDE || !is_small(&view->apart, 1) || !is_small(view->lines, 2) ||
        !is_small(view->transforms, NBL_VIEW_MOST_LOOPS))
        return nbl_fail(at->error, NBL_ERROR_LIMIT, "program: step %u: its strides reach beyond memory",
                        (unsigned)at->step);
    if (view->storage == NBL_VIEW_FLOATS && step->arithmetic != NBL_FFT_FLOAT64)
        return refuse(at, "storage floats is of steps in fp64 alone");
    if (view->storage == NBL_VIEW_HALVES && step->arithmetic == NBL_FFT_FLOAT16)
        return refuse(at, "storage halves is not of steps in fp16, whose numbers are halves");
    if ((view->element >= NBL_VIEW_HERMITIAN) != (view->signal != 0))
        return refuse(at, "a view has a signal if it is hermitian, rows, folded or halved, and else none");
    if ((view->element == NBL_VIEW_FOLDED || view->element == NBL_VIEW_HALVED) && (view->given != 0 || view->kept != 0))
        return refuse(at, "a folded or halved view has nothing given and nothing kept");
    if (view->element == NBL_VIEW_HALVED && view->signal != step->elements)
        return refuse(at, "a halved view's signal is not as long as a line");
    const uint64_t row = view->element == NBL_VIEW_ROWS ? view->signal : nbl_program_row(step);
    if (view->apart.count != 0 &&
        (nbl_program_row(step) == 0 || view->apart.count != row || view->apart.stride < row * view->stride ||
         view->step != 1 || view->lines[0].count != 0 || view->element == NBL_VIEW_PAIR ||
         view->element > NBL_VIEW_ROWS || view->element == NBL_VIEW_HERMITIAN || view->given != 0 || view->kept != 0))
        return refuse(at, "a view's rows lie apart, and the step holds no arrays of such rows");
    return NBL_SUCCESS;
}

/* A step has the next dispatch, or by tickets the last one's. */
static nbl_result_t check_dispatch(const at_t *at, const nbl_program_step_t *step) {
    const nbl_program_step_t *last = step - 1;
    const bool first = at->step == 0;
    if (step->lag == 0)
        return step->dispatch == (first ? 0 : last->dispatch + 1)
                   ? NBL_SUCCESS
                   : refuse(at, "its dispatch is not the next one, and it has no lag to share the last one's");
    if (first || step->dispatch != last->dispatch || last->lag != 0)
        return refuse(at, "a lag is of the second of two steps that share a dispatch");
    if (step->literal == 0 || last->literal == 0) return refuse(at, "steps that share a dispatch have literal sizes");
    return NBL_SUCCESS;
}

/* Returns whether a step has all lines of its pass, or half of them as nbl_program_halved_lines() says. */
static bool has_lines(const nbl_program_step_t *step, uint64_t lines) {
    const uint64_t all = nbl_program_pass_lines(step);
    const uint32_t of = nbl_program_halved_lines(step);
    return lines == all || (of % 2 == 1 && all % of == 0 && lines == all / of * (of / 2 + 1));
}

nbl_result_t nbl_program_check_step(const nbl_program_t *program, uint32_t number, nbl_error_t *error) {
    const at_t here = {program, number, error}, *at = &here;
    const nbl_program_step_t *step = &program->step[number], *last = step - 1;
    if (step->arithmetic > NBL_FFT_FLOAT64) return refuse(at, "its arithmetic is unknown");
    if (step->elements == 0 || step->transforms == 0 || step->chunk == 0 || step->ops > NBL_PROGRAM_MOST_OPS)
        return refuse(at, "it has no elements, no transforms or no chunk");
    if (at->step == 0 ? step->round != 0 : step->round != last->round && step->round != last->round + 1)
        return refuse(at, "its round is not the last step's nor the next one");
    if (at->step > 0 && step->round == last->round &&
        (step->transforms != last->transforms || step->chunk != last->chunk))
        return refuse(at, "the step before it has the same round, and other transforms or another chunk");
    nbl_result_t result = check_dispatch(at, step);
    if (result == NBL_SUCCESS) result = check_view(at, step, &step->load);
    if (result == NBL_SUCCESS) result = check_view(at, step, &step->store);
    for (uint32_t i = 0; i < step->ops && result == NBL_SUCCESS; i++) result = check_op(at, step, &step->op[i]);
    if (result == NBL_SUCCESS) result = check_order(at, step);
    if (result == NBL_SUCCESS) result = check_array(at, step);
    if (result != NBL_SUCCESS) return result;
    const uint64_t lines = nbl_view_lines(&step->load);
    if (lines == 0 || lines != nbl_view_lines(&step->store))
        return refuse(at, "a transform has other lines where it loads than where it stores");
    for (uint32_t i = 0; i < step->ops; i++) {
        const nbl_program_op_t *op = &step->op[i];
        if (op->kind == NBL_PROGRAM_TWIDDLE && !has_lines(step, lines))
            return refuse(at, "its twiddles are of other passes than its lines");
        if (op->kind == NBL_PROGRAM_MULTIPLY && op->period == 0 && !nbl_program_has(step, NBL_PROGRAM_LINE) &&
            nbl_program_table_count(&program->table[op->table]) / lines < step->elements)
            return refuse(at, "without a line a product's table has a number for each element of a transform");
    }
    return NBL_SUCCESS;
}
