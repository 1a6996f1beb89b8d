/* Arrays of lines on the CPU: plans that are kept, and their runs. A plan is the CPU's program of one axis.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "transform/plans.h"

#include <stdlib.h>
#include <string.h>

#include "error/check.h"
#include "error/error.h"
#include "transform/make.h"

nbl_fft_array_desc_t nbl_fft_array_desc_init(void) {
    nbl_fft_array_desc_t desc = {.batch = 1, .precision = NBL_FFT_FLOAT32};
    return desc;
}

/* ---- Making */

static void fill_side(const nbl_fft_array_side_t *side, bool one, nbl_program_side_t *to) {
    to->real = side->real;
    to->sizes[0] = side->given != 0 ? side->given : side->elements;
    to->strides[0] = one ? 1 : side->stride / side->element_bytes;
    to->distance = one ? side->elements : side->distance / side->element_bytes;
}

/* Fills in a problem, of all transforms or of one whose elements lie side by side. */
static void fill(const nbl_fft_array_plan_t *plan, bool one, nbl_problem_t *problem) {
    const nbl_fft_array_desc_t *desc = &plan->desc;
    memset(problem, 0, sizeof *problem);
    problem->precision = desc->precision;
    problem->mode = desc->mode;
    problem->inverse = desc->inverse;
    problem->real = desc->real;
    problem->scaling = desc->scaling;
    problem->scales_odd_lines = 1;
    problem->rank = problem->axis_count = 1;
    problem->sizes[0] = desc->length;
    problem->batch = one ? 1 : desc->batch;
    fill_side(&plan->sides[0], one, &problem->input);
    fill_side(&plan->sides[1], one, &problem->output);
}

/* one  of one transform, with elements in the arithmetic's precision where halves are halves in the array alone */
static nbl_result_t solve(const nbl_problem_t *problem, bool one, uint32_t threads, const char *set, nbl_ready_t **made,
                          nbl_error_t *error) {
    nbl_program_t *program = nbl_transform_new(problem);
    *made = NULL;
    if (program == NULL) return nbl_fail_memory(error, "program");
    nbl_result_t result = nbl_transform_make_cpu(problem, program, error);
    for (uint32_t s = 0; one && result == NBL_SUCCESS && s < program->steps; s++)
        program->step[s].load.storage = program->step[s].store.storage = NBL_VIEW_OWN;
    if (result == NBL_SUCCESS) result = nbl_ready_create(program, NULL, set, threads, made, error);
    free(program);
    return result;
}

nbl_result_t nbl_fft_array_solve_one(const nbl_fft_array_plan_t *plan, nbl_ready_t **made, nbl_error_t *error) {
    nbl_problem_t problem;
    fill(plan, true, &problem);
    nbl_result_t result = solve(&problem, true, 1, plan->solver.set, made, error);
    if (result == NBL_SUCCESS) result = nbl_ready_make_tables(*made, error);
    if (result == NBL_SUCCESS) return result;
    nbl_ready_destroy(*made);
    return result;
}

nbl_result_t nbl_fft_array_plan_create(const nbl_fft_array_desc_t *desc, nbl_fft_array_plan_t **created,
                                       nbl_error_t *error) {
    if (created != NULL) *created = NULL;
    if (NBL_ANY_NULL(error, desc, created)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    nbl_problem_t problem;
    nbl_fft_array_plan_t *plan = calloc(1, sizeof *plan);
    if (plan == NULL) return nbl_fail_memory(error, "plan");
    plan->desc = *desc;
    nbl_result_t result = nbl_fft_array_check(desc, plan->sides, error);
    if (result != NBL_SUCCESS) {
        free(plan);
        return result;
    }
    const uint32_t threads = nbl_solver_threads(desc->threads, (uint64_t)desc->batch * desc->length);
    fill(plan, false, &problem);
    nbl_solver_init(&plan->solver, &problem, desc->instructions, threads);
    plan->desc.instructions = plan->solver.set; /* the caller's text may not live as long */
    result = solve(&problem, false, threads, desc->instructions, &plan->solver.apart, error);
    if (result != NBL_SUCCESS) {
        nbl_fft_array_plan_destroy(plan);
        return result;
    }
    *created = plan;
    return NBL_SUCCESS;
}

void nbl_fft_array_plan_destroy(nbl_fft_array_plan_t *plan) {
    if (plan == NULL) return;
    nbl_solver_release(&plan->solver);
    nbl_ready_destroy(atomic_load(&plan->one));
    free(plan);
}

uint64_t nbl_fft_array_plan_kept_bytes(const nbl_fft_array_plan_t *plan) {
    return sizeof *plan + nbl_ready_bytes(plan->solver.apart);
}

const char *nbl_fft_array_plan_instructions(const nbl_fft_array_plan_t *plan) {
    return nbl_ready_instructions(plan->solver.apart);
}

/* ---- Running */

nbl_result_t nbl_fft_array_plan_run(nbl_fft_array_plan_t *plan, const void *input, void *output, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, plan, input, output)) return NBL_ERROR_ARGUMENT;
    if (error != NULL) nbl_error_clear(error);
    if (!nbl_fft_array_lie_apart(plan->sides, input, output)) {
        const nbl_result_t result = nbl_fft_array_check_memory(plan->sides, input, output, error);
        if (result != NBL_SUCCESS) return result;
    }
    return nbl_solver_run(&plan->solver, input, output, error);
}

nbl_result_t nbl_fft_array(const nbl_fft_array_desc_t *desc, const void *input, void *output, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, desc, input, output)) return NBL_ERROR_ARGUMENT;
    nbl_fft_array_plan_t *plan;
    nbl_result_t result = nbl_fft_array_plan_create(desc, &plan, error);
    if (result != NBL_SUCCESS) return result;
    result = nbl_fft_array_plan_run(plan, input, output, error);
    nbl_fft_array_plan_destroy(plan);
    return result;
}
