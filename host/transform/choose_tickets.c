/* Which transforms go by device address, and by which passes.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "transform/choose_tickets.h"

#include "facts/numbers.h"
#include "nbl/host/plan.h"
#include "transform/make.h"

/* ---- Rows */

const nbl_fact_t *nbl_choose_tickets_row(const nbl_tickets_t *of, bool few) {
    const uint32_t conditions = few ? NBL_FACT_IS_FEW : 0;
    const nbl_fact_case_t wanted = {.device = NBL_DEVICE_NVIDIA, /* no other does them by tickets */
                                    .kind = NBL_FACT_TICKETS,
                                    .fast = of->mode == NBL_MODE_FAST,
                                    .precision = of->precision,
                                    .conditions = conditions,
                                    .demanded = conditions};
    const nbl_fact_t *row = NULL;
    if (of->length > UINT32_MAX) return NULL;
    if (few && of->batch != 1 && of->length * of->batch > (uint64_t)nbl_fact_number(NBL_NUMBER_TICKETS_MOST_OF_FEW))
        return NULL;
    do row = nbl_facts_next(NULL, row, (uint32_t)of->length, &wanted);
    while (row != NULL && (row->rows != of->rows || row->planes != of->planes));
    return row;
}

bool nbl_choose_tickets_are_faster(const nbl_tickets_t *of) {
    const nbl_fact_t *row = nbl_choose_tickets_row(of, false);
    return row != NULL && !row->slower && of->batch <= (UINT32_MAX - 1) / of->length &&
           2 * nbl_fft_precision_element_bytes(of->precision) * of->length * of->batch >=
               (uint64_t)nbl_fact_number(NBL_NUMBER_TICKETS_LEAST_BYTES);
}

nbl_result_t nbl_choose_tickets_by(const nbl_fact_t *row, nbl_tickets_t *of, nbl_error_t *error) {
    const nbl_fft_plan_limits_t limits = {1024, 49152, 32, NBL_DEVICE_NVIDIA}; /* of the device that rows are of */
    nbl_result_t result = NBL_SUCCESS;
    of->lag = row->lag;
    of->passes = 0;
    while (result == NBL_SUCCESS && of->passes < NBL_TICKETS_MOST_PASSES && row->plans[of->passes] != NULL) {
        result = nbl_fft_plan_parse(row->plans[of->passes], nbl_fft_precision_dwords(of->precision), &limits,
                                    &of->plan[of->passes], error);
        of->passes++;
    }
    return result;
}

/* ---- Programs */

/* Returns whether a side is the whole array, without gaps. */
static bool is_dense(const nbl_problem_t *problem, const nbl_program_side_t *side) {
    uint64_t elements = 1;
    for (uint32_t d = problem->rank; d-- > 0; elements *= problem->sizes[d])
        if (side->sizes[d] != problem->sizes[d] || side->strides[d] != elements) return false;
    return problem->batch == 1 || side->distance == elements;
}

/* Returns whether a program transforms complex arrays without gaps along all axes, the last one first, from one memory to another. */
static bool suits_problem(const nbl_program_t *program) {
    const nbl_problem_t *problem = &program->problem;
    uint32_t dimensions[NBL_PROGRAM_MOST_RANK];
    const uint32_t rounds = program->steps == 0 ? 0 : program->step[program->steps - 1].round + 1;
    if (problem->in_place || problem->real || problem->convolves || problem->dct != 0 || rounds != problem->rank ||
        nbl_problem_axes(problem, dimensions) != problem->rank)
        return false;
    for (uint32_t d = 0; d < problem->rank; d++)
        if (dimensions[problem->rank - 1 - d] != d) return false;
    return is_dense(problem, &problem->input) && is_dense(problem, &problem->output);
}

/* Returns whether a step only transforms, with a plan that an instance of nbl/fft.h can have. */
static bool is_plain(const nbl_program_t *program, const nbl_program_step_t *step) {
    const nbl_program_op_t *line = &step->op[0];
    if (step->ops == 0 || step->ops > 2 || line->kind != NBL_PROGRAM_LINE ||
        (step->ops == 2 && step->op[1].kind != NBL_PROGRAM_TWIDDLE))
        return false;
    const bool has_precision = step->arithmetic == program->problem.precision || line->packed == 1; /* between, too */
    return has_precision && step->load.region < NBL_VIEW_WORK0 && step->store.region < NBL_VIEW_WORK0 &&
           nbl_fft_plan_radix(line->plan, line->plan.passes - 1) > 1; /* else radices do not tell the passes */
}

/* Returns whether a workgroup has columns as NBL_FFT_COLUMNS makes them. */
static bool is_of_columns(const nbl_program_step_t *step) {
    const uint32_t columns = step->op[0].plan.ffts_per_workgroup;
    return columns >= 2 && columns <= 64 && (columns & (columns - 1)) == 0;
}

#define MOST_ELEMENTS ((uint64_t)1 << 27) /* the largest NBL_FFT_LENGTH of nbl/fft/large_split.h */

/* Takes the plans of a program's own steps, each of which has a dispatch. Allowed: one length in passes; rows with columns whole or
 * in strips; rows, columns and planes. */
static bool take_steps(const nbl_program_t *program, nbl_tickets_t *tickets) {
    const uint32_t rank = program->problem.rank, passes = program->steps;
    if (tickets->length > MOST_ELEMENTS || passes < 2 || passes > NBL_TICKETS_MOST_PASSES || rank > 3 ||
        (rank == 3 && passes != 3))
        return false;
    for (uint32_t p = 0; p < passes; p++) {
        const nbl_program_step_t *step = &program->step[p];
        const bool whole = step->load.lines[0].count == 0 && step->store.lines[0].count == 0,
                   strip = !whole && rank == 2 && step->store.step >= program->problem.sizes[1];
        if (!is_plain(program, step) || (rank > 1 && (p == 0 || rank == 3 || passes == 2 ? !whole : !strip)) ||
            ((rank == 1 || p > 0) && !is_of_columns(step)))
            return false;
        tickets->plan[p] = step->op[0].plan;
    }
    tickets->passes = passes;
    tickets->lag = 0;
    return true;
}

/* Returns whether exact mode's radices of an array's last two axes are the plans': each has one step then. */
static bool has_radices(const nbl_program_t *program, const nbl_tickets_t *tickets) {
    for (uint32_t p = 0; p < 2; p++) {
        const nbl_program_step_t *step = &program->step[p];
        if (p >= program->steps || step->round != p || (p + 1 < program->steps && step[1].round == p) ||
            step->op[0].kind != NBL_PROGRAM_LINE || step->op[0].plan.radices != tickets->plan[p].radices)
            return false;
    }
    return tickets->passes == 2;
}

/* Halves are computed in float32 between loads and stores, which is faster on these devices, and more exact. */
static nbl_tickets_t describe(const nbl_problem_t *problem) {
    const bool halves = problem->precision == NBL_FFT_FLOAT16 && problem->mode == NBL_MODE_FAST;
    nbl_tickets_t of = {.length = 1,
                        .batch = problem->batch,
                        .precision = halves ? NBL_FFT_FLOAT16_STORAGE : (nbl_fft_precision_t)problem->precision,
                        .mode = (nbl_mode_t)problem->mode,
                        .axes = problem->rank};
    for (uint32_t d = 0; d < problem->rank; d++) of.length *= problem->sizes[d];
    if (problem->rank > 1) of.rows = problem->sizes[problem->rank - 1];
    if (problem->rank > 2) of.planes = problem->sizes[0];
    return of;
}

bool nbl_choose_tickets(const nbl_program_t *program, bool wanted, bool suits, nbl_tickets_t *tickets) {
    const nbl_problem_t *problem = &program->problem;
    const bool exact = problem->mode == NBL_MODE_EXACT;
    if (!suits_problem(program) || (exact && problem->precision == NBL_FFT_FLOAT16)) return false;
    const nbl_tickets_t all = describe(problem);
    *tickets = all;
    const nbl_fact_t *row = nbl_choose_tickets_row(tickets, false);
    if (row == NULL && problem->rank == 3) { /* only the planes' axes */
        tickets->length /= tickets->planes;
        tickets->batch *= tickets->planes;
        tickets->planes = 0;
        tickets->axes = 2;
        row = nbl_choose_tickets_row(tickets, false);
    }
    if (!wanted && !(suits && nbl_choose_tickets_are_faster(tickets)))
        row = suits ? nbl_choose_tickets_row(tickets, true) : NULL;
    if (row == NULL) {
        *tickets = all;
        return (wanted || suits) && take_steps(program, tickets);
    }
    return nbl_choose_tickets_by(row, tickets, NULL) == NBL_SUCCESS &&
           (!exact || problem->rank == 1 || has_radices(program, tickets));
}
