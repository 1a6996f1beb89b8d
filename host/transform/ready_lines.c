/* What the operations of a step take on the CPU: lines of the executor, kernels of real signals, tables, factors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    a step of a sound program. Out: its operations, made.
 * Wrong: an operation in float16 that only float32 and float64 have here; no memory.
 *
 * What changes bits in exact mode is the program's: radices, normalisation, twiddles, tables, the order of operations,
 * what is rounded as it is stored. What shares the work among invocations is passed over.
 */
#include <stdlib.h>
#include <string.h>

#include "error/error.h"
#include "transform/make.h"
#include "transform/run_cpu.h"
#include "transform/fused_mode.h"
#include "transform/tables.h"

nbl_result_t nbl_ready_refuse(const nbl_ready_make_t *make, const char *why) {
    return nbl_fail(make->error, NBL_ERROR_LIMIT, "program: step %u: the CPU does not compute %s",
                    (unsigned)make->number, why);
}

/* ---- Kernels */

/* Returns the widest kernels whose vectors a loop over `most` numbers fills. After a pass of one butterfly they have at
 * most four lanes: a pass of one butterfly stores number by number, and a load of several numbers would wait for the
 * stores. */
static const nbl_executor_kernels_t *kernels_for(const nbl_ready_make_t *make, uint64_t most) {
    const uint32_t bytes = (uint32_t)nbl_program_scalar_bytes(make->made->step);
    const char *name = make->transform->set;
    const nbl_executor_set_t *set;
    bool allowed = name == NULL, alone = false;
    for (uint32_t i = 0; i < make->made->step->ops; i++) {
        const nbl_executor_line_t *line = make->made->op[i].line;
        alone = alone || (line->kernels != NULL && line->kernels->lanes == 1);
    }
    for (uint32_t i = 0; (set = nbl_executor_set(i)) != NULL; i++) {
        const nbl_executor_kernels_t *of = nbl_executor_set_kernels(set, bytes, make->mode);
        allowed = allowed || strcmp(set->name, name) == 0;
        if (!allowed || of == NULL || (alone && of->lanes > 4)) continue;
        if (of->lanes <= most || of->lanes == 1) return of;
    }
    return NULL;
}

const nbl_executor_kernels_t *nbl_ready_dct_kernels(const nbl_ready_make_t *make, uint32_t half) {
    const nbl_executor_kernels_t *kernels = half == 0 ? NULL : kernels_for(make, half);
    return kernels == NULL || kernels->fold == NULL ? NULL : kernels;
}

/* ---- Tables */

/* Returns the radix of the butterflies before the twiddles, or behind them. */
static uint32_t radix_beside(const nbl_program_op_t *line, bool behind) {
    const nbl_fft_plan_t plan = line->inverse ? nbl_fft_plan_reversed(line->plan) : line->plan;
    uint32_t result = 1;
    for (uint32_t p = 0; p < plan.passes; p++) {
        const uint32_t radix = nbl_fft_plan_radix(plan, behind ? p : plan.passes - 1 - p);
        if (radix > 1) result = radix;
    }
    return result;
}

/* Returns the points of the next pass. They change the last bits of twiddles in three passes, since 1 / after is a
 * product of two reciprocals. */
static uint32_t next_points(const nbl_ready_make_t *make, const nbl_program_op_t *twiddle) {
    const nbl_ready_t *transform = make->transform;
    const uint32_t next = make->number + 1 < transform->steps ? transform->step[make->number + 1].elements : 1;
    return twiddle->after % next == 0 ? next : 1;
}

static nbl_result_t make_twiddle(const nbl_ready_make_t *make, uint32_t number, nbl_program_made_op_t *made) {
    const nbl_program_step_t *step = make->made->step;
    const nbl_program_op_t *op = &step->op[number];
    const bool behind = number > 0 && step->op[number - 1].kind == NBL_PROGRAM_LINE;
    const uint32_t of = behind ? number - 1 : number + 1;
    if (of >= step->ops || step->op[of].kind != NBL_PROGRAM_LINE)
        return nbl_ready_refuse(make, "twiddles without a line beside them");
    if (make->made->lines > (uint64_t)op->before * op->after)
        return nbl_ready_refuse(make, "twiddles of other lines than the step has");
    const nbl_ready_table_of_t table = {.kind = NBL_READY_TWIDDLES,
                                        .scalar_bytes = (uint32_t)nbl_program_scalar_bytes(step),
                                        .pass = {step->elements, op->before, op->after, next_points(make, op)},
                                        .radix = radix_beside(&step->op[of], behind),
                                        .inverse = op->inverse,
                                        .powers = op->powers == 0 ? 0
                                                  : behind        ? 1
                                                                  : 2};
    made->table = nbl_ready_table(make->transform, &table);
    return NBL_SUCCESS;
}

static nbl_ready_table_of_t table_of_program(const nbl_ready_make_t *make, const nbl_program_op_t *op) {
    return (nbl_ready_table_of_t){.kind = NBL_READY_OF_PROGRAM,
                                  .scalar_bytes = (uint32_t)nbl_program_scalar_bytes(make->made->step),
                                  .program = make->transform->table_of_program[op->table]};
}

static void make_table(const nbl_ready_make_t *make, const nbl_program_op_t *op, nbl_program_made_op_t *made) {
    const nbl_ready_table_of_t table = table_of_program(make, op);
    made->table = nbl_ready_table(make->transform, &table);
}

/* ---- Lines */

nbl_executor_line_desc_t nbl_ready_describe_line(const nbl_ready_make_t *make, const nbl_program_op_t *op) {
    return (nbl_executor_line_desc_t){.plan = op->plan,
                                      .twiddles = op->twiddles,
                                      .inverse = op->inverse != 0,
                                      .normalization = op->normalization,
                                      .mode = make->mode,
                                      .set = make->transform->set};
}

static bool are_equal(const nbl_executor_line_desc_t *a, const nbl_executor_line_desc_t *b) {
    return memcmp(&a->plan, &b->plan, sizeof a->plan) == 0 && a->twiddles == b->twiddles && a->inverse == b->inverse &&
           a->normalization == b->normalization && a->columns == b->columns && a->in_lanes == b->in_lanes &&
           a->real == b->real && a->one == b->one && a->mirrors == b->mirrors && a->in_distance == b->in_distance &&
           a->out_distance == b->out_distance && a->in_apart == b->in_apart && a->out_apart == b->out_apart &&
           a->out_first == b->out_first && a->out_count == b->out_count &&
           memcmp(&a->dct, &b->dct, sizeof a->dct) == 0 && a->between == b->between && a->behind == b->behind &&
           a->roots == b->roots && a->roots_before == b->roots_before && a->roots_after == b->roots_after &&
           a->reals == b->reals;
}

nbl_result_t nbl_ready_make_line(const nbl_ready_make_t *make, const nbl_executor_line_desc_t *desc,
                                 const nbl_executor_line_t **made) {
    nbl_ready_t *transform = make->transform;
    nbl_ready_line_t *line = transform->lines;
    while (line != NULL && !are_equal(&line->of, desc)) line = line->next;
    if (line == NULL) {
        line = malloc(sizeof *line);
        if (line == NULL) return nbl_fail_memory(make->error, "program");
        const nbl_result_t result = nbl_executor_line_make(desc, &line->line, make->error);
        if (result != NBL_SUCCESS) {
            free(line);
            return result;
        }
        line->of = *desc;
        line->next = transform->lines;
        transform->lines = line;
    }
    *made = &line->line;
    return NBL_SUCCESS;
}

/* Makes a program of its own for a line of a prime without a radix. */
static nbl_result_t make_other(const nbl_ready_make_t *make, const nbl_program_op_t *op, nbl_program_made_op_t *made) {
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    if (make->made->step->arithmetic == NBL_FFT_FLOAT16)
        return nbl_ready_refuse(make, "a line of a prime without a radix in fp16");
    desc.rank = 1;
    desc.sizes[0] = op->plan.fft_length;
    desc.precision = (nbl_fft_precision_t)make->made->step->arithmetic;
    desc.inverse = op->inverse != 0;
    desc.scaling = op->normalization == NBL_FFT_BY_LENGTH ? NBL_FFT_SCALING_BY_LENGTH
                   : op->normalization == NBL_FFT_BY_ROOT ? NBL_FFT_SCALING_BY_ROOT
                                                          : NBL_FFT_SCALING_NONE;
    desc.mode = make->mode;
    nbl_problem_t problem;
    const nbl_result_t result = nbl_problem_make(&desc, false, &problem, make->error);
    if (result != NBL_SUCCESS) return result;
    return nbl_ready_solve(&problem, make->transform->set, 1, &made->other, make->error);
}

/* Makes what the executor lacks for a line. The executor's own lines are made when the way is chosen. */
static nbl_result_t make_line(const nbl_ready_make_t *make, uint32_t number, nbl_program_made_op_t *made) {
    const nbl_program_op_t *op = &make->made->step->op[number];
    if (op->plan.fft_length == 1) return nbl_ready_refuse(make, "a line of one element");
    return op->prime != 0 ? make_other(make, op, made) : NBL_SUCCESS;
}

nbl_result_t nbl_ready_make_rows(const nbl_ready_make_t *make) {
    const nbl_program_step_t *step = make->made->step;
    nbl_result_t result = NBL_SUCCESS;
    for (uint32_t i = 0; i < step->ops && result == NBL_SUCCESS; i++) {
        const nbl_program_op_t *op = &step->op[i];
        nbl_program_made_op_t *made = &make->made->op[i];
        if (op->kind != NBL_PROGRAM_LINE || made->other != NULL) continue;
        nbl_executor_line_desc_t desc = nbl_ready_describe_line(make, op);
        desc.reals = i == 0 && op->plan.fft_length == step->elements && step->load.element == NBL_VIEW_REAL;
        result = nbl_ready_make_line(make, &desc, &made->line);
    }
    return result;
}

/* ---- Real signals */

/* Fills in what steps the roots of a table of n: nothing but for `stepped` ones of fused mode. */
static void step_roots(const nbl_ready_make_t *make, const nbl_program_op_t *op, uint64_t n,
                       nbl_ready_table_of_t *table) {
    const nbl_program_op_t *line = nbl_fused_line_of_roots(make->made->step, op);
    if (op->stepped == 0 || make->mode == NBL_MODE_FAST || line == NULL) return;
    table->side = nbl_fft_plan_last_pass(line->plan);
    table->lines = (uint32_t)(n / line->plan.fft_length);
}

/* Makes what the rows of a real array take: roots from a table, of pairs alone. */
static nbl_result_t make_array_roots(const nbl_ready_make_t *make, const nbl_program_op_t *op,
                                     nbl_program_made_op_t *made) {
    const nbl_program_step_t *step = make->made->step;
    const uint32_t n = op->rows != 0 ? nbl_program_plane_rows(step) : nbl_program_row(step);
    if (op->kind == NBL_PROGRAM_UNPACK_ONE || op->kind == NBL_PROGRAM_PACK_ONE) return NBL_SUCCESS;
    if (op->table == NBL_PROGRAM_NONE || make->transform->table_of_program[op->table].kind != NBL_PROGRAM_ROOTS ||
        make->transform->table_of_program[op->table].n != n)
        return nbl_ready_refuse(make, "roots of another length");
    nbl_ready_table_of_t table = table_of_program(make, op);
    step_roots(make, op, n, &table);
    made->table = nbl_ready_table(make->transform, &table);
    return NBL_SUCCESS;
}

const _Atomic(void *) *nbl_ready_roots(const nbl_ready_make_t *make, const nbl_program_op_t *op) {
    nbl_ready_table_of_t of = {.kind = NBL_READY_ROOTS,
                               .scalar_bytes = (uint32_t)nbl_program_scalar_bytes(make->made->step),
                               .n = make->made->step->elements,
                               .is_halved = op->table != NBL_PROGRAM_NONE};
    step_roots(make, op, of.n, &of);
    return of.is_halved || of.lines != 0 ? &nbl_ready_table(make->transform, &of)->numbers : NULL;
}

/* Makes the roots of a real signal's last or first step, as a table has them or as the library evaluates twiddles. */
static nbl_result_t make_roots(const nbl_ready_make_t *make, const nbl_program_op_t *op, nbl_program_made_op_t *made) {
    const uint64_t n = make->made->step->elements * make->made->lines;
    const bool one = op->kind == NBL_PROGRAM_UNPACK_ONE || op->kind == NBL_PROGRAM_PACK_ONE;
    if (nbl_program_row(make->made->step) != 0) return make_array_roots(make, op, made);
    nbl_ready_table_of_t table = {.kind = one ? NBL_READY_ZEROS : NBL_READY_REAL,
                                  .scalar_bytes = (uint32_t)nbl_program_scalar_bytes(make->made->step),
                                  .n = n};
    made->kernels = kernels_for(make, one ? (n - 1) / 2 : n / 2);
    if (made->kernels == NULL) return nbl_ready_refuse(make, "in fp16: the library's compiler lacks it");
    if (op->kind == NBL_PROGRAM_UNPACK_ONE) return NBL_SUCCESS;
    if (!one) {
        if (op->table != NBL_PROGRAM_NONE && make->transform->table_of_program[op->table].n != n)
            return nbl_ready_refuse(make, "roots of another length");
        table.kernels = made->kernels;
        table.is_halved = op->table != NBL_PROGRAM_NONE;
        step_roots(make, op, n, &table);
    }
    made->table = nbl_ready_table(make->transform, &table);
    return NBL_SUCCESS;
}

/* ---- Operations */

static nbl_result_t make_op(const nbl_ready_make_t *make, uint32_t number) {
    const nbl_program_step_t *step = make->made->step;
    const nbl_program_op_t *op = &step->op[number];
    nbl_program_made_op_t *made = &make->made->op[number];
    if (nbl_program_does(op->kind, NBL_PROGRAM_MULTIPLIES) && step->arithmetic == NBL_FFT_FLOAT16)
        return nbl_ready_refuse(make, "twiddles, products and factors in fp16");
    const char *why = make->mode == NBL_MODE_FUSED   ? nbl_fused_refuses(step, op)
                      : make->mode == NBL_MODE_EXACT ? nbl_exact_refuses(op)
                                                     : NULL;
    if (why != NULL) return nbl_ready_refuse(make, why);
    switch (op->kind) {
    case NBL_PROGRAM_LINE: return make_line(make, number, made);
    case NBL_PROGRAM_TWIDDLE: return make_twiddle(make, number, made);
    case NBL_PROGRAM_MULTIPLY:
    case NBL_PROGRAM_PERMUTE: make_table(make, op, made); return NBL_SUCCESS;
    case NBL_PROGRAM_FOLD:
    case NBL_PROGRAM_UNFOLD:
        if (op->table != NBL_PROGRAM_NONE) make_table(make, op, made);
        return NBL_SUCCESS;
    case NBL_PROGRAM_RADER_FIRST: {
        const nbl_program_table_t *table = &make->transform->table_of_program[op->table];
        made->factor = nbl_program_normalization(table->normalization, table->n);
        return NBL_SUCCESS;
    }
    case NBL_PROGRAM_SCALE: made->factor = nbl_program_scale(&make->transform->problem, op); return NBL_SUCCESS;
    default: return NBL_SUCCESS;
    }
}

nbl_result_t nbl_ready_make_ops(const nbl_ready_make_t *make) {
    nbl_result_t result = NBL_SUCCESS;
    for (uint32_t i = 0; i < make->made->step->ops && result == NBL_SUCCESS; i++) result = make_op(make, i);
    return result;
}

nbl_result_t nbl_ready_make_kernels(const nbl_ready_make_t *make) {
    const nbl_program_step_t *step = make->made->step;
    nbl_result_t result = NBL_SUCCESS;
    for (uint32_t i = 0; i < step->ops && result == NBL_SUCCESS; i++) {
        const uint32_t kind = step->op[i].kind;
        nbl_program_made_op_t *made = &make->made->op[i];
        if (kind == NBL_PROGRAM_TWIDDLE || kind == NBL_PROGRAM_MULTIPLY) made->kernels = kernels_for(make, UINT64_MAX);
        if (nbl_ready_is_real_op(kind)) result = make_roots(make, &step->op[i], made);
    }
    return result;
}
