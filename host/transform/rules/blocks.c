/* Long columns of narrow rows: a workgroup holds every A-th row, and a second step has lines of A points.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:     the two axes of planes: rows of W elements, and M = A B of them.
 * Out:    forward  blocks of B rows, as resident.c makes arrays: a line along each row, `trade`, lines of B points;
 *                  then `twiddle`, lines of A points
 *         back     (real signals) lines of A points, `twiddle`; then blocks
 *
 *         Block j has rows j, j + A, j + 2 A .. of the signal. Its spectrum's rows lie one behind the other.
 * How:    passes.c, with n = j + A m and k = k2 + B k1. Block j becomes B rows k2, which are rows B j + k2 of the
 *         plane. A line of A points takes row k2 of all blocks, B rows apart, times w(M)^(j k2), and leaves k = k2 + B
 *         k1 in row B k1 + k2, in place: that is the natural order. Back the two steps change places, and what was
 *         loaded is stored. B W neighbouring lines begin side by side, so that they fill sectors of memory whatever W
 *         is. Elements go through memory twice; rows, and then columns in strips, take three times.
 *         In exact mode A is the last radix of whole columns, and B has all others: the twiddle has `powers`.
 * When:   as strips.c. choose.h says whether blocks are faster, and gives A and B.
 */
#include "transform/rules/rules.h"

bool nbl_rules_find_blocks(const nbl_rules_t *rules, const nbl_program_side_t *between, const nbl_rules_axis_t *axes,
                           uint32_t count, nbl_rules_resident_t *block) {
    const nbl_choose_t *choose = &rules->choose;
    const nbl_problem_t *problem = &choose->problem;
    const bool back = problem->real && problem->inverse;
    nbl_choose_blocks_t of;
    *block = (nbl_rules_resident_t){.axes = 2, .fewest = 1, .step = {.elements = 1, .beside = 1}};
    if (!nbl_rules_is_plane(problem, between, axes, count) ||
        !nbl_choose_blocks(choose, (uint32_t)problem->sizes[1], (uint32_t)problem->sizes[0], &of, &block->step))
        return false;
    block->blocks = of.blocks;
    block->lengths[0] = of.lengths[0];
    block->lengths[1] = of.lengths[1];
    block->real = of.real;
    block->load = axes[back ? 1 : 0].load.region;
    block->store = axes[1].store.region;
    return true;
}

/* Adds the lines of A points between neighbouring blocks. */
static nbl_result_t add_lines(nbl_rules_t *rules, uint32_t points) {
    const nbl_problem_t *problem = &rules->choose.problem;
    const bool back = problem->real && problem->inverse;
    const uint32_t arithmetic = nbl_choose_arithmetic(&rules->choose, false),
                   rows = (uint32_t)problem->sizes[0] / points,
                   width = (uint32_t)(back ? problem->input : problem->output).sizes[1];
    const nbl_fft_large_pass_t pass = {points, rows * width, 1, 1};
    nbl_program_step_t step = {.arithmetic = arithmetic, .elements = points};
    nbl_rules_lay_planes(rules);
    step.load = nbl_rules_array(rules, 0, arithmetic, NBL_VIEW_REAL);
    step.store = nbl_rules_array(rules, 1, arithmetic, NBL_VIEW_REAL);
    nbl_program_lay_pass(pass, false, &step.load);
    nbl_program_lay_pass(pass, true, &step.store);
    if (back) nbl_rules_line(&step, points, true, nbl_rules_normalization(problem));
    nbl_program_op_t *twiddle = nbl_rules_op(&step, NBL_PROGRAM_TWIDDLE);
    twiddle->before = width;
    twiddle->after = rows;
    twiddle->powers = problem->mode == NBL_MODE_EXACT;
    twiddle->inverse = problem->inverse;
    if (!back) {
        nbl_program_op_t *line = nbl_rules_line(&step, points, problem->inverse != 0, nbl_rules_normalization(problem));
        nbl_choose_strip_radices(&rules->choose, (uint32_t)problem->sizes[0], 1, &line->plan);
    }
    const nbl_result_t result = nbl_rules_add(rules, &step, arithmetic, false);
    rules->axes++;
    return result;
}

nbl_result_t nbl_rule_blocks(nbl_rules_t *rules, const nbl_program_side_t *between, const nbl_rules_axis_t *axes,
                             const nbl_rules_resident_t *block) {
    const nbl_problem_t *problem = &rules->choose.problem;
    const bool back = problem->real && problem->inverse;
    if (!back) nbl_rule_resident(rules, between, block);
    rules->axis = axes[back ? 0 : 1];
    if (!back) rules->axis.load.region = rules->axis.store.region;
    if (rules->axis.store.region == NBL_VIEW_BETWEEN) nbl_rules_need_between(rules, between);
    const nbl_result_t result = add_lines(rules, block->blocks);
    if (back && result == NBL_SUCCESS) nbl_rule_resident(rules, between, block);
    return result;
}
