/* From a description to a problem, and from a problem to its program.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "transform/make.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "error/check.h"
#include "facts/numbers.h"
#include "fft/convolution.h"
#include "fft/nd.h"
#include "transform/choose_tickets.h"
#include "transform/fused_mode.h"
#include "transform/rules/rules.h"

/* ---- The problem */

static void fill_side(const nbl_fft_nd_side_t *side, uint32_t rank, nbl_program_side_t *to) {
    to->real = side->real;
    for (uint32_t d = 0; d < rank; d++) {
        to->sizes[d] = side->sizes[d];
        to->strides[d] = side->strides[d] / side->element_bytes;
        to->first[d] = side->first[d];
    }
    to->distance = side->strides[NBL_FFT_ND_MOST_RANK] / side->element_bytes;
}

void nbl_problem_fill(const nbl_fft_nd_desc_t *desc, const struct nbl_fft_nd_side_t *sides, nbl_mode_t mode,
                      bool in_place, nbl_problem_t *problem) {
    memset(problem, 0, sizeof *problem);
    problem->precision = desc->precision;
    problem->mode = mode;
    problem->inverse = desc->inverse;
    problem->real = desc->real;
    problem->in_place = in_place;
    problem->overwrites_input = desc->overwrites_input;
    problem->scaling = desc->scaling;
    problem->dct = desc->dct;
    problem->orthogonal = desc->orthogonal;
    problem->rank = desc->rank;
    problem->axis_count = desc->axis_count;
    for (uint32_t d = 0; d < desc->rank; d++) problem->sizes[d] = desc->sizes[d];
    for (uint32_t a = 0; a < desc->axis_count; a++) problem->axes[a] = desc->axes[a];
    problem->batch = desc->batch;
    fill_side(&sides[0], desc->rank, &problem->input);
    fill_side(&sides[1], desc->rank, &problem->output);
}

nbl_result_t nbl_problem_make(const nbl_fft_nd_desc_t *given, bool in_place, nbl_problem_t *problem,
                              nbl_error_t *error) {
    nbl_fft_nd_desc_t desc;
    nbl_fft_nd_side_t sides[3];
    const nbl_result_t result = nbl_fft_nd_check(given, &desc, sides, error);
    if (result != NBL_SUCCESS) return result;
    if (in_place && !nbl_fft_nd_replaces(&desc, sides))
        return nbl_fail(error, NBL_ERROR_LIMIT, "in place: input and output must be laid out alike");
    nbl_problem_fill(&desc, sides, desc.mode, in_place, problem);
    return NBL_SUCCESS;
}

static nbl_result_t lay_side(nbl_problem_t *problem, const uint64_t sizes[NBL_CONVOLUTION_MOST_RANK],
                             nbl_program_side_t *side, nbl_error_t *error) {
    const uint64_t most = (uint64_t)INT64_MAX / nbl_fft_precision_element_bytes(problem->precision);
    side->real = problem->real;
    side->distance = 1;
    for (uint32_t d = NBL_CONVOLUTION_MOST_RANK; d-- > 0;) {
        side->sizes[d] = sizes[d];
        side->strides[d] = side->distance;
        if (side->distance > most / problem->batch / sizes[d])
            return nbl_fail(error, NBL_ERROR_LIMIT, "convolution: its arrays reach beyond memory");
        side->distance *= sizes[d];
    }
    return NBL_SUCCESS;
}

nbl_result_t nbl_problem_of_convolution(const nbl_convolution_desc_t *desc, nbl_problem_t *kernel,
                                        nbl_problem_t *convolution, nbl_error_t *error) {
    nbl_convolution_sizes_t of;
    nbl_result_t result = nbl_convolution_choose_sizes(desc, &of, error);
    if (result != NBL_SUCCESS) return result;
    const nbl_fft_nd_desc_t forward = nbl_convolution_forward(desc, &of);
    *convolution = (nbl_problem_t){.precision = desc->precision,
                                   .mode = desc->mode,
                                   .real = !desc->complex_numbers,
                                   .convolves = 1,
                                   .rank = NBL_CONVOLUTION_MOST_RANK,
                                   .axis_count = NBL_CONVOLUTION_MOST_RANK,
                                   .batch = desc->batch};
    for (uint32_t d = 0; d < NBL_CONVOLUTION_MOST_RANK; d++) {
        convolution->sizes[d] = of.padded[d];
        convolution->axes[d] = d;
        convolution->output.first[d] = of.first[d];
    }
    result = lay_side(convolution, of.sizes, &convolution->input, error);
    if (result == NBL_SUCCESS) result = lay_side(convolution, of.result, &convolution->output, error);
    return result == NBL_SUCCESS ? nbl_problem_make(&forward, false, kernel, error) : result;
}

/* ---- The program */

/* Numbers tables in the order in which operations take them. */
static void sort_tables(nbl_program_t *program) {
    nbl_program_table_t kept[NBL_PROGRAM_MOST_TABLES];
    if (program->tables == 0) return;
    memcpy(kept, program->table, program->tables * sizeof kept[0]);
    program->tables = 0;
    for (uint32_t s = 0; s < program->steps; s++)
        for (uint32_t i = 0; i < program->step[s].ops; i++) {
            nbl_program_op_t *op = &program->step[s].op[i];
            if (op->table != NBL_PROGRAM_NONE) op->table = nbl_program_add_table(program, kept[op->table]);
            if (op->spectrum != 0) op->spectrum = nbl_program_add_table(program, kept[op->spectrum]);
        }
}

/* Leaves out loops of one trip. */
static void drop_loops(nbl_view_t *view) {
    uint32_t left = 0;
    for (uint32_t i = 0; i < NBL_VIEW_MOST_LOOPS && view->transforms[i].count != 0; i++)
        if (view->transforms[i].count > 1) view->transforms[left++] = view->transforms[i];
    while (left < NBL_VIEW_MOST_LOOPS) view->transforms[left++] = (nbl_view_loop_t){0, 0};
}

/* Begins a program. Steps and tables behind the last ones stay unset, since rules write whole ones. */
static void begin(const nbl_problem_t *problem, nbl_program_t *program) {
    memset(program->region_bytes, 0, sizeof program->region_bytes);
    program->tables = program->steps = 0;
    program->problem = *problem;
}

/* Most steps of an axis: `fold` and `unfold`, a real line's step, and the two lines of a chirp, each in three
 * passes. */
enum { MOST_OF_AXIS = 9 };

static uint32_t room_of(const nbl_problem_t *problem) {
    const uint32_t axes = problem->axis_count < NBL_PROGRAM_MOST_RANK ? problem->axis_count : NBL_PROGRAM_MOST_RANK;
    /* a convolution has the steps there and back */
    const uint32_t room = axes * MOST_OF_AXIS * (problem->convolves ? 2 : 1);
    return room < NBL_PROGRAM_MOST_STEPS ? room : NBL_PROGRAM_MOST_STEPS;
}

nbl_program_t *nbl_transform_new(const nbl_problem_t *problem) {
    return malloc(offsetof(nbl_program_t, step) + room_of(problem) * sizeof(nbl_program_step_t));
}

static nbl_result_t make(const nbl_problem_t *problem, const nbl_choose_t *choose, nbl_program_t *program,
                         nbl_error_t *error) {
    nbl_rules_t rules = {.program = program, .room = room_of(problem), .choose = *choose, .error = error};
    nbl_choose_split_t split = {0};
    begin(problem, program);
    rules.choose.problem = *problem;
    rules.choose.split = &split;
    const nbl_result_t result = problem->convolves ? nbl_rule_convolve(&rules) : nbl_rule_order(&rules);
    if (result != NBL_SUCCESS) {
        begin(problem, program);
        return result;
    }
    sort_tables(program);
    nbl_choose_literal_steps(choose, program);
    for (uint32_t s = 0; s < program->steps; s++) {
        nbl_program_step_t *step = &program->step[s];
        step->dispatch = s == 0 ? 0 : step[-1].dispatch + (step->lag == 0);
        drop_loops(&program->step[s].load);
        drop_loops(&program->step[s].store);
    }
    return NBL_SUCCESS;
}

static nbl_result_t make_as(const nbl_problem_t *problem, nbl_mode_t mode, const nbl_fft_limits_t *limits,
                            const nbl_fft_wisdom_t *wisdom, nbl_program_t *program, nbl_error_t *error) {
    nbl_choose_t choose = {
        .wisdom = wisdom, .fused = problem->mode == NBL_MODE_FUSED, .any_batch = mode != NBL_MODE_FAST};
    nbl_problem_t as = *problem;
    nbl_result_t result = NBL_ERROR_LIMIT;
    as.mode = mode;
    for (int wide = 0; wide < (limits == NULL ? 2 : 1) && result == NBL_ERROR_LIMIT; wide++) {
        choose.limits = limits != NULL ? *limits : nbl_choose_limits(wide == 1);
        result = make(&as, &choose, program, error);
    }
    program->problem.mode = problem->mode;
    if (result != NBL_SUCCESS || nbl_program_compiled_as(program) != NBL_MODE_FUSED) return result;
    const bool has_all = nbl_program_settle(program, (nbl_mode_t)problem->mode);
    if (has_all || problem->mode == NBL_MODE_FAST || mode == NBL_MODE_EXACT) return NBL_SUCCESS;
    return nbl_fail(error, NBL_ERROR_LIMIT,
                    "program: fused mode has not all operations of fast mode's program: use fast mode");
}

nbl_result_t nbl_transform_make(const nbl_problem_t *problem, const nbl_fft_limits_t *limits,
                                const nbl_fft_wisdom_t *wisdom, nbl_program_t *program, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, problem, program)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    if (problem->mode == NBL_MODE_FAST && limits == NULL) {
        begin(problem, program);
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "program: in fast mode it is a device's: plan it for a device");
    }
    const nbl_mode_t mode = nbl_fused_chosen_as(problem, limits);
    nbl_result_t result = make_as(problem, mode, limits, wisdom, program, error);
    const bool fused = problem->mode == NBL_MODE_FUSED;
    if (fused && result != NBL_SUCCESS && mode == NBL_MODE_FAST)
        result = make_as(problem, NBL_MODE_EXACT, limits, wisdom, program, error);
    else if (fused && result != NBL_SUCCESS && limits != NULL && !limits->float64) /* exact mode needs it for primes */
        result = make_as(problem, NBL_MODE_FAST, limits, wisdom, program, error);
    if (limits != NULL && nbl_program_compiled_as(program) == NBL_MODE_FUSED) nbl_fused_order(program, limits->device);
    return result;
}

nbl_result_t nbl_transform_make_cpu(const nbl_problem_t *problem, nbl_program_t *program, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, problem, program)) return NBL_ERROR_ARGUMENT;
    nbl_choose_t choose = nbl_choose_cpu();
    choose.fast_lines = problem->mode == NBL_MODE_FAST;
    nbl_problem_t exact = *problem;
    exact.mode = NBL_MODE_EXACT;
    nbl_error_clear(error);
    const nbl_result_t result = make(&exact, &choose, program, error);
    program->problem.mode = problem->mode;
    return result;
}
