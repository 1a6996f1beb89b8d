/* What a program's steps say of themselves: kinds of operations, tables, numbers of a line, rows and mirrors of arrays.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    steps as they are, sound or not. Out: numbers; nothing is changed but by nbl_program_add_table().
 */
#include "transform/program.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "error/error.h"
#include "transform/tables.h"

/* ---- Operations */

bool nbl_program_does(uint32_t kind, uint32_t asked) {
#define DOES(name, word, fields, does) does,
    static const uint8_t all[] = {NBL_PROGRAM_EACH_KIND(DOES)};
#undef DOES
    return (all[kind] & asked) == asked;
}

/* ---- Tables and views */

uint32_t nbl_program_add_table(nbl_program_t *program, nbl_program_table_t table) {
    uint32_t i = 0;
    for (; i < program->tables; i++) {
        const nbl_program_table_t *of = &program->table[i];
        if (of->kind == table.kind && of->n == table.n && of->m == table.m && of->inverse == table.inverse &&
            of->normalization == table.normalization)
            return i;
    }
    if (i == NBL_PROGRAM_MOST_TABLES) return NBL_PROGRAM_NONE;
    nbl_program_table_t *added = &program->table[program->tables++];
    memset(added, 0, sizeof *added); /* and field by field: what lies between is 0 */
    added->kind = table.kind;
    added->inverse = table.inverse;
    added->normalization = table.normalization;
    added->n = table.n;
    added->m = table.m;
    return i;
}

uint64_t nbl_program_elements_left(const nbl_program_table_t *tables, const nbl_program_step_t *step, bool stores) {
    uint64_t left = UINT64_MAX;
    bool counts = !stores;
    for (uint32_t i = 0; i < step->ops; i++) {
        const nbl_program_op_t *op = &step->op[i];
        if (op->kind == NBL_PROGRAM_LINE) {
            counts = stores;
            if (stores) left = UINT64_MAX;
        }
        if (!counts || op->kind != NBL_PROGRAM_MULTIPLY || op->period != 0) continue;
        const uint64_t count = nbl_program_table_count(&tables[op->table]);
        if (count < left) left = count;
    }
    return left;
}

uint32_t nbl_program_number_bytes(const nbl_program_step_t *step, const nbl_view_t *view) {
    const uint32_t complex_bytes = view->storage == NBL_VIEW_HALVES ? 4
                                   : view->storage == NBL_VIEW_FLOATS
                                       ? 8
                                       : nbl_fft_precision_element_bytes((nbl_fft_precision_t)step->arithmetic);
    const bool real =
        view->element == NBL_VIEW_REAL || view->element == NBL_VIEW_PAIR || view->element == NBL_VIEW_ROWS;
    return real ? complex_bytes / 2 : complex_bytes;
}

bool nbl_program_folds(const nbl_program_step_t *step) {
    return step->load.element == NBL_VIEW_FOLDED || step->store.element == NBL_VIEW_FOLDED;
}

static const nbl_program_op_t *find(const nbl_program_step_t *step, uint32_t kind) {
    for (uint32_t i = 0; i < step->ops; i++)
        if (step->op[i].kind == kind) return &step->op[i];
    return NULL;
}

uint64_t nbl_program_pass_lines(const nbl_program_step_t *step) {
    const nbl_program_op_t *twiddle = find(step, NBL_PROGRAM_TWIDDLE);
    if (twiddle != NULL) return (uint64_t)twiddle->before * twiddle->after;
    return nbl_program_folds(step) && step->elements != 0 ? nbl_program_long_line_elements(step) / step->elements
                                                          : nbl_view_lines(&step->load);
}

/* Returns whether the lines that are there are the first ones: the middle pass of three back, whose lines lie one
 * behind the other by the last pass's elements. */
static bool leaves_out_last(const nbl_program_step_t *step) {
    const nbl_program_op_t *twiddle = find(step, NBL_PROGRAM_TWIDDLE);
    return twiddle != NULL && twiddle->inverse != 0 && twiddle->before > 1;
}

uint32_t nbl_program_halved_lines(const nbl_program_step_t *step) {
    const nbl_program_op_t *twiddle = find(step, NBL_PROGRAM_TWIDDLE);
    const uint64_t all = nbl_program_pass_lines(step);
    if (all == nbl_view_lines(&step->load)) return 0;
    if (leaves_out_last(step)) return twiddle->after;
    if (twiddle != NULL && twiddle->inverse == 0) return twiddle->before;
    return (uint32_t)(step->load.lines[1].count != 0 ? step->load.lines[1].stride : all);
}

void nbl_program_halve_lines(const nbl_program_step_t *step, uint32_t of, nbl_view_t *view) {
    nbl_view_loop_t *loop = &view->lines[leaves_out_last(step) ? 1 : 0];
    if (loop->count != of) view->lines[1] = (nbl_view_loop_t){loop->count / of, of * loop->stride};
    loop->count = of / 2 + 1;
}

uint64_t nbl_program_line_of_pass(const nbl_program_step_t *step, uint64_t line) {
    const uint32_t of = nbl_program_halved_lines(step), half = of / 2 + 1;
    return of == 0 || leaves_out_last(step) ? line : line / half * of + line % half;
}

uint32_t nbl_program_long_line_elements(const nbl_program_step_t *step) {
    return step->load.element == NBL_VIEW_FOLDED ? step->load.signal : step->store.signal;
}

nbl_dct_t nbl_program_dct(const nbl_program_step_t *step, const nbl_program_op_t *op) {
    return (nbl_dct_t){op->dct, step->elements, op->orthogonal};
}

uint32_t nbl_program_row(const nbl_program_step_t *step) {
    for (uint32_t i = 0; i < step->ops; i++)
        if (step->op[i].kind == NBL_PROGRAM_TRADE) return step->op[i].row;
    return 0;
}

uint32_t nbl_program_plane_rows(const nbl_program_step_t *step) {
    const uint32_t row = nbl_program_row(step);
    for (uint32_t i = 0; i < step->ops; i++)
        if (step->op[i].kind == NBL_PROGRAM_LINE && step->op[i].distance == row) return step->op[i].plan.fft_length;
    return 0;
}

uint64_t nbl_program_mirror(const nbl_program_step_t *step, uint64_t element) {
    uint64_t mirror = 0;
    for (uint32_t i = 0; i < step->ops; i++) {
        const nbl_program_op_t *op = &step->op[i];
        if (op->kind != NBL_PROGRAM_LINE) continue;
        const uint64_t points = op->plan.fft_length, k = element / op->distance % points;
        mirror += (k == 0 ? 0 : points - k) * op->distance;
    }
    return mirror;
}

uint64_t nbl_program_numbers_of(const nbl_program_step_t *step, bool stores) {
    const uint32_t row = nbl_program_row(step);
    for (uint32_t i = 0; i < step->ops; i++) {
        const uint32_t kind = step->op[i].kind;
        if (kind == (stores ? NBL_PROGRAM_FOLD : NBL_PROGRAM_UNFOLD))
            return nbl_dct_numbers(nbl_program_dct(step, &step->op[i]), !stores);
        if (row == 0 && step->op[i].rows != 0 && kind == (stores ? NBL_PROGRAM_UNPACK_ONE : NBL_PROGRAM_PACK_ONE))
            return 2u * (step->elements / 2u + 1u);
        if (row == 0) continue;
        if (kind == (stores ? NBL_PROGRAM_UNPACK : NBL_PROGRAM_PACK))
            return (uint64_t)step->elements / row * (step->op[i].rows != 0 ? 2u * (row / 2u + 1u) : row + 1u);
        if (kind == (stores ? NBL_PROGRAM_UNPACK_ONE : NBL_PROGRAM_PACK_ONE))
            return (uint64_t)step->elements / row * (row / 2u + 1u);
    }
    return step->elements;
}

bool nbl_program_has(const nbl_program_step_t *step, uint32_t kind) {
    for (uint32_t i = 0; i < step->ops; i++)
        if (step->op[i].kind == kind) return true;
    return false;
}

/* ---- Steps in place of others */

static uint32_t choices_of(const nbl_program_t *program) {
    uint32_t choices = 0;
    for (uint32_t s = 0; s < program->steps; s++) choices += program->step[s].replaces != 0;
    return choices;
}

bool nbl_program_has_choices(const nbl_program_t *program) { return choices_of(program) > 0; }

/* Leaves out parts of the workspace that no step uses. */
static void drop_regions(nbl_program_t *program) {
    bool used[NBL_VIEW_REGIONS] = {false};
    for (uint32_t s = 0; s < program->steps; s++)
        used[program->step[s].load.region] = used[program->step[s].store.region] = true;
    for (uint32_t r = 0; r < NBL_VIEW_REGIONS; r++)
        if (!used[r]) program->region_bytes[r] = 0;
}

nbl_program_t *nbl_program_decided(const nbl_program_t *program, uint32_t others) {
    nbl_program_t *made = malloc(offsetof(nbl_program_t, step) + program->steps * sizeof program->step[0]);
    if (made == NULL) return NULL;
    memcpy(made, program, offsetof(nbl_program_t, step));
    made->steps = 0;
    for (uint32_t s = 0, round = 0, choices = 0; s < program->steps; s++) {
        const nbl_program_step_t *step = &program->step[s];
        if (step->replaces != 0 &&
            (others == NBL_PROGRAM_BY_COUNT ? step->transforms < step->from : choices++ < others))
            continue;
        nbl_program_step_t *kept = &made->step[made->steps++];
        *kept = *step;
        if (kept != made->step) {
            kept->round = kept[-1].round + (step->round != round);
            kept->dispatch = kept[-1].dispatch + (step->lag == 0);
        } else {
            kept->round = kept->dispatch = 0;
        }
        round = step->round;
        kept->replaces = 0;
        kept->from = 0;
        s += step->replaces < program->steps - s ? step->replaces : program->steps - 1 - s; /* of an unsound one, too */
    }
    drop_regions(made);
    return made;
}

nbl_result_t nbl_program_each_decided(const nbl_program_t *program, nbl_program_visit_t visit, void *user,
                                      nbl_error_t *error) {
    const uint32_t choices = choices_of(program);
    nbl_result_t result = NBL_SUCCESS;
    if (choices == 0) return visit(program, user, error);
    /* of two choices or more machines may run another mixture */
    for (uint32_t i = 0; i <= choices + (choices > 1) && result == NBL_SUCCESS; i++) {
        nbl_program_t *decided = nbl_program_decided(program, i <= choices ? i : NBL_PROGRAM_BY_COUNT);
        result = decided == NULL ? nbl_fail_memory(error, "program") : visit(decided, user, error);
        free(decided);
    }
    return result;
}
