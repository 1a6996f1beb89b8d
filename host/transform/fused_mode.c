/* Fused mode takes fast mode's choices, but for what no text of a line says and for what is another operation on the
 * CPU.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    a program that was chosen as in fast mode, or as in exact mode.
 * Out:   the same steps in fused mode: their bits follow from the text. Wrong: a line that the CPU has no kernels for.
 */
#include "transform/fused_mode.h"

#include <stdio.h>

#include "facts/numbers.h"
#include "fft/tuning.h"
#include "nbl/fft/parameters.h"
#include "nbl/fft/plan.h"

nbl_mode_t nbl_fused_chosen_as(const nbl_problem_t *problem, const nbl_fft_limits_t *limits) {
    const bool halves = problem->precision == NBL_FFT_FLOAT16 || problem->precision == NBL_FFT_FLOAT16_STORAGE;
    if (problem->mode != NBL_MODE_FUSED) return (nbl_mode_t)problem->mode;
    return halves || limits == NULL ? NBL_MODE_EXACT : NBL_MODE_FAST;
}

nbl_mode_t nbl_program_compiled_as(const nbl_program_t *program) {
    const nbl_mode_t mode = (nbl_mode_t)program->problem.mode;
    for (uint32_t s = 0; s < program->steps; s++)
        for (uint32_t i = 0; i < program->step[s].ops; i++)
            if (program->step[s].op[i].prime != 0) return mode; /* the CPU has no such line */
    return nbl_fused_compiled_as(mode, (nbl_fft_precision_t)program->problem.precision);
}

const char *nbl_program_why_own_bits(const nbl_program_t *program) {
    if (nbl_program_compiled_as(program) == NBL_MODE_FAST)
        return "a compiler chooses which products it fuses with sums";
    if (program->problem.mode != NBL_MODE_FAST) return NULL; /* else it would have been refused */
    for (uint32_t s = 0; s < program->steps; s++)
        for (uint32_t i = 0; i < program->step[s].ops; i++)
            if (nbl_fused_refuses(&program->step[s], &program->step[s].op[i]) != NULL)
                return "a device makes twiddles or roots of others, which the CPU does not";
    return NULL;
}

void nbl_program_bits_text(const nbl_program_t *program, char text[NBL_PROGRAM_BITS_SIZE]) {
    const char *own = nbl_program_why_own_bits(program);
    text[0] = '\0';
    if (program->problem.mode != NBL_MODE_FAST) return;
    snprintf(text, NBL_PROGRAM_BITS_SIZE, "# bits: %s%s\n",
             own == NULL ? "the same where a multiply-add rounds once" : "each machine's own: ",
             own == NULL ? "" : own);
}

const nbl_program_op_t *nbl_fused_line_of_roots(const nbl_program_step_t *step, const nbl_program_op_t *op) {
    const nbl_program_op_t *line = NULL;
    const bool loads = op->kind == NBL_PROGRAM_PACK;
    uint32_t lines = 0;
    for (uint32_t i = 0; i < step->ops; i++)
        if (step->op[i].kind == NBL_PROGRAM_LINE && (lines++ == 0 || !loads)) line = &step->op[i];
    if (nbl_program_row(step) == 0) return lines == 1 ? line : NULL;
    return lines > 1 && line->distance == 1 && op->rows == 0 ? line : NULL;
}

/* Returns whether a device makes roots of an invocation's first one: in a long line's pass, in rows of an array that a
 * workgroup holds, and in a line whose memory has room to trade elements and mirrors by rows of its last pass
 * (nbl/fft/trade_rows.h). */
static bool steps_roots(const nbl_program_step_t *step, const nbl_program_op_t *op) {
    const nbl_program_op_t *line = nbl_fused_line_of_roots(step, op);
    if (line == NULL || nbl_program_row(step) != 0 || op->table != NBL_PROGRAM_NONE) return line != NULL;
    const nbl_fft_pass_t side = nbl_fft_plan_last_pass(line->plan);
    const uint32_t dwords = line->plan.plane_dwords * nbl_fft_plan_scalar_dwords(line->plan);
    const uint32_t points = line->plan.fft_length;
    return line->plan.invocations > 1 && (dwords >= points || (side.radix % 2 == 0 && 2 * dwords >= points));
}

const char *nbl_exact_refuses(const nbl_program_op_t *op) {
    if (op->prime != 0) return "in exact and fused mode a line of a prime without a radix";
    if (op->stepped) return "in exact mode roots that are made of another one";
    if (op->kind == NBL_PROGRAM_LINE && op->twiddles > NBL_FFT_TWIDDLES_PARTLY_STEPPED_OF_ONE_AND_FOURTH)
        return "in exact and fused mode twiddles of a number above 12";
    return op->kind == NBL_PROGRAM_LINE && nbl_fused_twiddles(&op->plan, op->inverse != 0, op->twiddles) != op->twiddles
               ? "in exact and fused mode twiddles that are made of another butterfly's"
               : NULL;
}

const char *nbl_fused_refuses(const nbl_program_step_t *step, const nbl_program_op_t *op) {
    nbl_program_op_t evaluated = *op;
    evaluated.stepped = 0;
    const char *why = nbl_exact_refuses(&evaluated);
    if (why == NULL && op->stepped && !steps_roots(step, op))
        why = "in fused mode roots of another one where a device evaluates each";
    return why == NULL && op->packed ? "in fused mode a line that is exchanged as halves" : why;
}

/* A device's kernel has one number for the twiddles of all lines of a step. Where one line steps in a part of its
 * passes, the others do, too: their bits are the same if each of their passes steps. */
static void settle_twiddles(nbl_program_step_t *step) {
    bool partly = false;
    for (uint32_t i = 0; i < step->ops; i++) {
        const nbl_program_op_t *op = &step->op[i];
        partly = partly || (op->kind == NBL_PROGRAM_LINE &&
                            nbl_fused_twiddles(&op->plan, op->inverse != 0, op->twiddles) != op->twiddles);
    }
    for (uint32_t i = 0; partly && i < step->ops; i++)
        if (step->op[i].kind == NBL_PROGRAM_LINE) step->op[i].twiddles = nbl_fft_partly_stepped(step->op[i].twiddles);
}

bool nbl_program_settle(nbl_program_t *program, nbl_mode_t mode) {
    bool has_all = true;
    program->problem.mode = mode;
    for (uint32_t s = 0; s < program->steps; s++) {
        nbl_program_step_t *step = &program->step[s];
        settle_twiddles(step);
        for (uint32_t i = 0; i < step->ops; i++) {
            nbl_program_op_t *op = &step->op[i];
            op->stepped = op->stepped != 0 && mode != NBL_MODE_EXACT && steps_roots(step, op);
            has_all = has_all && (mode == NBL_MODE_EXACT ? nbl_exact_refuses(op) : nbl_fused_refuses(step, op)) == NULL;
        }
    }
    return has_all;
}

/* Returns whether in some pass not all invocations have as many butterflies.
 *
 * more  true: count a pass only if the invocations that have fewer still have one */
static bool is_uneven(const nbl_fft_plan_t *plan, bool more) {
    bool uneven = false;
    for (uint32_t p = 0; p < plan->passes; p++) {
        const nbl_fft_pass_t pass = nbl_fft_plan_pass(*plan, p);
        uneven = uneven || (!nbl_fft_pass_is_even(pass) && (!more || pass.butterflies > pass.invocations));
    }
    return uneven;
}

/* Returns what a step's kernel is of NBL_FACT_UNEVEN_KERNELS; 0: all its invocations have as many butterflies, or lines
 * have the order of their rows of facts. */
static uint32_t uneven_kernel(const nbl_program_t *program, const nbl_program_step_t *step) {
    const bool is_last = step == &program->step[program->steps - 1];
    bool uneven = false, more = false, windows = false;
    uint32_t lines = 0;
    for (uint32_t i = 0; i < step->ops; i++) {
        if (step->op[i].kind != NBL_PROGRAM_LINE) continue;
        uneven = uneven || is_uneven(&step->op[i].plan, false);
        more = more || is_uneven(&step->op[i].plan, true);
        windows = windows || step->op[i].plan.windows > 1;
        lines++;
    }
    if (!uneven) return 0;
    if (step->lag != 0 || (!is_last && step[1].lag != 0)) return NBL_FACT_UNEVEN_TOGETHER;
    if (lines > 1) return more ? NBL_FACT_UNEVEN_ARRAYS : NBL_FACT_UNEVEN_ARRAYS_OF_ONE;
    if (step->columns) return NBL_FACT_UNEVEN_COLUMNS;
    const uint32_t literal = step->literal ? NBL_FACT_UNEVEN_LITERAL : 0;
    if (program->problem.rank == 1) return literal;
    if (program->problem.real && program->problem.inverse) return literal | NBL_FACT_UNEVEN_REAL_ROWS_BACK;
    return literal | (windows ? NBL_FACT_UNEVEN_ROWS_OF_WINDOWS : NBL_FACT_UNEVEN_ROWS);
}

void nbl_fused_order(nbl_program_t *program, nbl_device_kind_t device) {
    const uint32_t looped = (uint32_t)nbl_fact_number_of(device, NBL_NUMBER_FUSED_LOOPED),
                   by_one = (uint32_t)nbl_fact_number_of(device, NBL_NUMBER_FUSED_BY_ONE);
    for (uint32_t s = 0; s < program->steps; s++) {
        nbl_program_step_t *step = &program->step[s];
        const uint32_t kernel = uneven_kernel(program, step);
        if ((kernel & looped) != 0)
            step->order = NBL_INSTRUCTION_ORDER_LOOPED;
        else if ((kernel & by_one) != 0)
            step->order = NBL_INSTRUCTION_ORDER_BY_ONE;
    }
}
