/* Which transforms go by device address, and by which passes.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "transform/choose_tickets.h"

#include "facts/numbers.h"
#include "fft/any_length.h"
#include "fft/tuning.h"
#include "nbl/host/plan.h"
#include "transform/choose_together.h"
#include "transform/make.h"

/* ---- Rows */

bool nbl_choose_by_address(nbl_device_kind_t device) { return nbl_fact_number_of(device, NBL_NUMBER_BY_ADDRESS) >= 1; }

static const nbl_fact_t *find_row(const nbl_tickets_t *of, const nbl_fact_case_t *wanted) {
    const nbl_fact_t *row = NULL;
    do row = nbl_facts_next(NULL, row, (uint32_t)of->length, wanted);
    while (row != NULL && (row->rows != of->rows || row->planes != of->planes));
    return row;
}

const nbl_fact_t *nbl_choose_tickets_row(nbl_device_kind_t device, const nbl_tickets_t *of, bool few) {
    const uint32_t conditions = few ? NBL_FACT_IS_FEW : 0;
    nbl_fact_case_t wanted = {.device = device,
                              .kind = NBL_FACT_TICKETS,
                              .fast = of->mode == NBL_MODE_FAST,
                              .precision = of->precision,
                              .conditions = conditions,
                              .demanded = conditions};
    if (of->length > UINT32_MAX ||
        (few && of->batch != 1 &&
         of->length * of->batch > (uint64_t)nbl_fact_number_of(device, NBL_NUMBER_TICKETS_MOST_OF_FEW)))
        return NULL;
    const nbl_fact_t *row = find_row(of, &wanted);
    wanted.device = NBL_DEVICE_NVIDIA;
    return row != NULL ? row : find_row(of, &wanted);
}

/* Returns whether there are enough tiles to hide what passes wait for each other. */
static bool is_large(nbl_device_kind_t device, const nbl_tickets_t *of) {
    return of->batch <= (UINT32_MAX - 1) / of->length &&
           2 * nbl_fft_precision_element_bytes(of->precision) * of->length * of->batch >=
               (uint64_t)nbl_fact_number_of(device, NBL_NUMBER_TICKETS_LEAST_BYTES);
}

bool nbl_choose_tickets_are_faster(nbl_device_kind_t device, const nbl_tickets_t *of) {
    const nbl_fact_t *row = nbl_choose_tickets_row(device, of, false);
    return row != NULL && !row->slower && is_large(device, of);
}

nbl_result_t nbl_choose_tickets_by(const nbl_fact_t *row, const nbl_fft_limits_t *of_device, nbl_tickets_t *of,
                                   nbl_error_t *error) {
    const nbl_fft_plan_limits_t limits = nbl_fft_plan_limits_of(of_device);
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

/* ---- Problems */

/* Returns whether a side is the whole array, without gaps. */
static bool is_dense(const nbl_problem_t *problem, const nbl_program_side_t *side) {
    uint64_t elements = 1;
    for (uint32_t d = problem->rank; d-- > 0; elements *= problem->sizes[d])
        if (side->sizes[d] != problem->sizes[d] || side->strides[d] != elements) return false;
    return problem->batch == 1 || side->distance == elements;
}

/* Returns whether a problem transforms complex arrays without gaps along all axes, the last one first, from one memory
 * to another. */
static bool suits_problem(const nbl_problem_t *problem) {
    uint32_t dimensions[NBL_PROGRAM_MOST_RANK];
    if (problem->in_place || problem->real || problem->convolves || problem->dct != 0 ||
        (problem->mode == NBL_MODE_EXACT && problem->precision == NBL_FFT_FLOAT16) ||
        nbl_problem_axes(problem, dimensions) != problem->rank)
        return false;
    for (uint32_t d = 0; d < problem->rank; d++)
        if (dimensions[problem->rank - 1 - d] != d) return false;
    return is_dense(problem, &problem->input) && is_dense(problem, &problem->output);
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

/* Leaves the axes of the planes, which are arrays of two axes then. */
static void leave_planes(nbl_tickets_t *tickets) {
    tickets->length /= tickets->planes;
    tickets->batch *= tickets->planes;
    tickets->planes = 0;
    tickets->axes = 2;
}

/* Returns whether an array's lines have exact mode's radices: a workgroup holds them, and their plans are a row's. */
static bool has_exact_radices(const nbl_problem_t *problem, const nbl_tickets_t *tickets) {
    for (uint32_t p = 0; p < 2; p++) {
        const uint32_t length = (uint32_t)problem->sizes[problem->rank - 1 - p];
        if (nbl_fft_any_way(length, tickets->precision == NBL_FFT_FLOAT64 ? 8 : 4) != NBL_FFT_ANY_LINE ||
            nbl_fft_line_plan(length, tickets->precision, NULL).radices != tickets->plan[p].radices)
            return false;
    }
    return tickets->passes == 2;
}

bool nbl_choose_tickets(const nbl_choose_t *choose, nbl_tickets_t *tickets) {
    const nbl_problem_t *problem = &choose->problem;
    const nbl_device_kind_t device = choose->limits.device;
    const bool wanted = choose->limits.literals == NBL_FFT_LITERALS_WHEREVER;
    if (choose->limits.literals == NBL_FFT_LITERALS_NEVER || !suits_problem(problem) || problem->rank > 3) return false;
    *tickets = describe(problem);
    const nbl_fact_t *row = nbl_choose_tickets_row(device, tickets, false);
    if (row == NULL && problem->rank == 3) {
        leave_planes(tickets);
        row = nbl_choose_tickets_row(device, tickets, false);
    }
    if (row == NULL && is_large(device, tickets)) {
        nbl_tickets_t together = describe(problem);
        if (nbl_choose_together(choose, &together)) {
            *tickets = together;
            return true;
        }
    }
    if (!wanted && !nbl_choose_tickets_are_faster(device, tickets)) row = nbl_choose_tickets_row(device, tickets, true);
    return row != NULL && tickets->batch <= (UINT32_MAX - 1) / tickets->length &&
           nbl_choose_tickets_by(row, &choose->limits, tickets, NULL) == NBL_SUCCESS &&
           (problem->mode != NBL_MODE_EXACT || problem->rank == 1 || has_exact_radices(problem, tickets));
}

uint32_t nbl_choose_tickets_points(const nbl_tickets_t *tickets, uint32_t points[3]) {
    points[2] = 1;
    for (uint32_t p = 0; p < tickets->passes; p++) points[p] = tickets->plan[p].fft_length;
    return tickets->passes;
}

bool nbl_choose_tickets_strips(const nbl_tickets_t *tickets, uint32_t points[3]) {
    for (uint32_t p = 0; p < 2; p++) points[p] = tickets->plan[1 + p].fft_length;
    return tickets->rows != 0 && tickets->planes == 0 && tickets->passes == 3;
}

/* Planes an odd multiple of 32 / columns dwords apart, as nbl/fft/options.h has them. */
static uint32_t plane_of_columns(const nbl_fft_plan_t *plan) {
    const uint32_t unit = plan->ffts_per_workgroup < 32 ? 32 / plan->ffts_per_workgroup : 1;
    return ((plan->plane_dwords + unit - 1) / unit | 1) * unit;
}

/* What the kernels with literal sizes have, whatever the step's plan is. */
static void be_literal(nbl_program_step_t *step) {
    nbl_program_op_t *line = &step->op[0];
    const bool first_of_line = step->columns && step->store.lines[0].count != 0 && step->store.step == 1;
    step->literal = 1;
    step->order = 0;
    step->rounds = 0;
    step->turned = first_of_line;
    line->twiddles = NBL_FFT_TWIDDLES_OF_TWO;
    line->packed = step->load.storage == NBL_VIEW_HALVES;
}

nbl_result_t nbl_choose_tickets_step(const nbl_tickets_t *tickets, uint32_t number, nbl_program_step_t *step) {
    const bool rows = tickets->rows != 0 && number == 0;
    const uint32_t second = tickets->planes != 0 ? 1 : tickets->passes - 1; /* of the two that share a dispatch */
    nbl_fft_plan_t *plan = &step->op[0].plan;
    *plan = tickets->plan[number];
    if (!rows) plan->plane_dwords = plane_of_columns(plan);
    const uint32_t shared = nbl_fft_plan_shared_dwords(*plan) / plan->ffts_per_workgroup;
    step->per_group = plan->ffts_per_workgroup;
    step->invocations = plan->invocations;
    step->shared = shared != 0 ? shared : 1;
    step->columns = !rows;
    step->lag = number == second ? tickets->lag : 0;
    be_literal(step);
    return NBL_SUCCESS;
}

/* ---- Programs */

/* Returns whether a step only transforms, with a plan that an instance of nbl/fft.h can have. */
static bool is_plain(const nbl_program_t *program, const nbl_program_step_t *step) {
    const nbl_program_op_t *line = &step->op[0];
    if (step->ops == 0 || step->ops > 2 || line->kind != NBL_PROGRAM_LINE ||
        (step->ops == 2 && (step->op[1].kind != NBL_PROGRAM_TWIDDLE || step->op[1].powers != 0)))
        return false;
    const bool has_precision = step->arithmetic == program->problem.precision || line->packed == 1; /* between, too */
    return has_precision && step->load.region < NBL_VIEW_WORK0 && step->store.region < NBL_VIEW_WORK0 &&
           nbl_fft_plan_radix(line->plan, line->plan.passes - 1) > 1; /* else radices do not tell the passes */
}

/* Returns whether a workgroup has columns as NBL_FFT_COLUMNS makes them. */
static bool is_of_columns(const nbl_program_step_t *step) {
    const uint32_t columns = step->op[0].plan.ffts_per_workgroup;
    return columns >= 2 && columns <= 64;
}

#define MOST_ELEMENTS ((uint64_t)1 << 27) /* the largest NBL_FFT_LENGTH of nbl/fft/large_split.h */

/* Takes the plans of a program's first steps. Allowed: one length in passes; rows, with columns whole or in strips;
 * rows, columns and planes. */
static bool take_steps(const nbl_program_t *program, uint32_t first, uint32_t steps, nbl_tickets_t *tickets) {
    const uint32_t axes = tickets->axes;
    if (tickets->length > MOST_ELEMENTS || tickets->batch > (UINT32_MAX - 1) / tickets->length || steps < 2 ||
        steps > NBL_TICKETS_MOST_PASSES || axes > 3 || (axes == 3 && steps != 3))
        return false;
    for (uint32_t p = 0; p < steps; p++) {
        const nbl_program_step_t *step = &program->step[first + p];
        const bool whole = step->load.lines[0].count == 0 && step->store.lines[0].count == 0,
                   strip = !whole && axes == 2 && step->store.step >= tickets->rows;
        if (!is_plain(program, step) || (axes > 1 && (p == 0 || axes == 3 || steps == 2 ? !whole : !strip)) ||
            ((axes == 1 || p > 0) && !is_of_columns(step)))
            return false;
        tickets->plan[p] = step->op[0].plan;
        tickets->order[p] = step->order;
    }
    tickets->passes = steps;
    tickets->lag = 0;
    return true;
}

/* Returns whether a line has three radices or more, and in each pass butterflies left over, so that some invocations
 * have one more than others. With literal sizes such kernels are slower on an H200 (2026-11-30): 21x1859 (11x13x13@85)
 * takes 1.14 of the time, 693x910 (9x11x7@32) 1.31. */
static bool leaves_over(const nbl_fft_plan_t *plan) {
    uint32_t left = 0;
    for (uint32_t p = 0; p < plan->passes; p++)
        left += plan->fft_length / nbl_fft_plan_radix(*plan, p) % plan->invocations != 0;
    return plan->passes > 2 && left == plan->passes;
}

void nbl_choose_literal_steps(const nbl_choose_t *choose, nbl_program_t *program) {
    const nbl_problem_t *problem = &program->problem;
    uint32_t first = 0; /* behind steps that replace all others */
    while (first < program->steps && program->step[first].replaces == program->steps - 1 - first) first++;
    if (choose->limits.literals == NBL_FFT_LITERALS_NEVER || first == program->steps || program->step[first].literal ||
        program->step[program->steps - 1].round - program->step[first].round + 1 != problem->rank ||
        !suits_problem(problem))
        return;
    nbl_tickets_t tickets = describe(problem);
    if (!take_steps(program, first, program->steps - first, &tickets)) return;
    if (problem->mode == NBL_MODE_FAST && tickets.passes == 2 &&
        (leaves_over(&tickets.plan[0]) || leaves_over(&tickets.plan[1])))
        return;
    for (uint32_t s = first; s < program->steps; s++) be_literal(&program->step[s]);
}

bool nbl_tickets_of_program(const nbl_program_t *program, nbl_tickets_t *tickets) {
    const nbl_problem_t *problem = &program->problem;
    uint32_t steps = 0, rounds = 0;
    while (steps < program->steps && program->step[steps].literal) rounds = program->step[steps++].round + 1;
    if (steps == 0 || !suits_problem(problem)) return false;
    *tickets = describe(problem);
    if (problem->rank == 3 && rounds == 2) leave_planes(tickets);
    if (rounds != tickets->axes || !take_steps(program, 0, steps, tickets)) return false;
    tickets->lag = program->step[tickets->planes != 0 ? 1 : steps - 1].lag;
    return true;
}
