/* Arrays that a workgroup holds: several axes in one step, which goes through memory once.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:     the axes of a complex array.
 * Out:    one step whose line is an array: load, `line` along the last axis, `trade`, `line` along the one before, store.
 * How:    elements stay with the invocations from axis to axis; `trade` passes them on through shared memory.
 * When:   two or three axes are the last ones of the array, the lines along each have radices, and they have no gaps; all of
 *         the array is given and kept. choose.h says whether an array has room, whether it pays, and in which arithmetic.
 */
#include "transform/rules/rules.h"

static bool is_dense(const nbl_program_side_t *side, uint32_t rank, uint32_t axes) {
    bool dense = true;
    uint64_t stride = 1;
    for (uint32_t d = rank; d-- > rank - axes; stride *= side->sizes[d]) dense = dense && side->strides[d] == stride;
    return dense;
}

static bool is_whole(const nbl_problem_t *problem) {
    bool all = true;
    for (uint32_t d = 0; d < problem->rank; d++)
        all = all && problem->input.sizes[d] == problem->sizes[d] && problem->output.sizes[d] == problem->sizes[d];
    return all;
}

/* Returns whether there are enough arrays to keep a device busy. */
static bool are_enough(const nbl_rules_t *rules, uint32_t axes) {
    const nbl_problem_t *problem = &rules->choose.problem;
    uint64_t arrays = rules->choose.any_batch ? 1 : problem->batch, elements = 1;
    for (uint32_t d = 0; d < problem->rank; d++) *(d < problem->rank - axes ? &arrays : &elements) *= problem->sizes[d];
    return nbl_choose_enough_arrays(elements, arrays);
}

/* Lays arrays out as an axis that has all of their elements in a line. */
static void lay_arrays(const nbl_problem_t *problem, uint32_t axes, nbl_rules_axis_t *axis) {
    nbl_rules_loops_t loops = {0};
    nbl_rules_add_loop(&loops, UINT64_MAX, problem->batch, problem->input.distance, problem->output.distance);
    for (uint32_t d = 0; d < problem->rank - axes; d++)
        nbl_rules_add_loop(&loops, UINT64_MAX, problem->sizes[d], problem->input.strides[d],
                           problem->output.strides[d]);
    nbl_rules_lay_loops(&loops, axis);
    axis->load.stride = axis->load.step = axis->store.stride = axis->store.step = 1;
    axis->load.element = axis->store.element = NBL_VIEW_COMPLEX;
}

nbl_result_t nbl_rule_resident(nbl_rules_t *rules, const nbl_rules_axis_t *axes, uint32_t count, uint32_t *taken) {
    const nbl_problem_t *problem = &rules->choose.problem;
    uint32_t lengths[3], most = 0;
    *taken = 0;
    if (problem->real || problem->dct != 0 || !is_whole(problem)) return NBL_SUCCESS;
    while (most < 3 && most < count && axes[most].dimension + most + 1 == problem->rank &&
           nbl_choose_has_radices(&rules->choose, axes[most].length)) {
        lengths[most] = axes[most].length;
        most++;
    }
    for (uint32_t k = most; k > 1; k--) {
        nbl_program_step_t step = {.elements = 1, .beside = 1, .round = rules->axes};
        if (!is_dense(&problem->input, problem->rank, k) || !is_dense(&problem->output, problem->rank, k) ||
            !are_enough(rules, k) || !nbl_choose_resident(&rules->choose, lengths, k, &step))
            continue;
        rules->axis = axes[0];
        rules->axis.store.region = axes[k - 1].store.region;
        lay_arrays(problem, k, &rules->axis);
        step.load = nbl_rules_array(rules, 0, step.arithmetic, NBL_VIEW_REAL);
        step.store = nbl_rules_array(rules, 1, step.arithmetic, NBL_VIEW_REAL);
        step.transforms = step.chunk = rules->axis.transforms;
        for (uint32_t i = 0; i < step.ops; i++) {
            if (step.op[i].kind != NBL_PROGRAM_LINE) continue;
            step.elements *= step.op[i].plan.fft_length;
            step.op[i].inverse = problem->inverse;
            step.op[i].normalization = nbl_rules_normalization(problem);
        }
        rules->program->step[rules->program->steps++] = step;
        rules->axes++;
        *taken = k;
        return NBL_SUCCESS;
    }
    return NBL_SUCCESS;
}
