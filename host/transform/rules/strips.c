/* Long columns of a plane in strips: rows are stored in the order in which two passes find columns in place.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:     the two axes of planes: rows of N1 elements, and M = N2 N3 of them.
 * Out:    forward  rows as other rules make them, stored in another order; lines of N2 points, twiddle; lines of N3
 *                  points
 *         back     twiddle back, lines; lines; rows as other rules make them, loaded in that order
 *
 *         A plane is one line of all its elements for the two passes.
 * How:    passes.c. A plane of M rows is what the first pass of a line of N1 N2 N3 points leaves, but for the twiddles
 *         behind that pass: row n2 N3 + n3 goes where row n2 + N2 n3 would. Then the second and the third pass
 *         transform the columns, in the output alone. Real signals take columns before rows on the way back, so all
 *         steps are reversed: the third pass reads frequency k2 + N2 k3 from row k2 + N2 k3, the second one leaves n2
 *         N3 + n3 in row n2 + N2 n3, and the rows are read from there.
 *         In exact mode N3 is the last radix of whole columns, and N2 all others: the twiddle has `powers`.
 * When:   the plane is all of the array, all of it is given and kept, it has no gaps, and is not transformed in place.
 *         choose.h says whether a workgroup holds too few of its columns, and gives N2 and N3.
 */
#include "transform/rules/rules.h"

/* Returns whether the columns are of spectra of real signals that are transformed back. */
static bool comes_back(const nbl_problem_t *problem) { return problem->real && problem->inverse; }

static bool has_gaps(const nbl_program_side_t *side, const nbl_problem_t *problem) {
    uint64_t stride = 1;
    for (uint32_t d = problem->rank; d-- > 0; stride *= side->sizes[d])
        if (side->strides[d] != stride) return true;
    return problem->batch > 1 && side->distance != stride;
}

/* Elements of a row as columns lie in them. */
static uint64_t width_of(const nbl_problem_t *problem) {
    return (comes_back(problem) ? &problem->input : &problem->output)->sizes[problem->rank - 1];
}

static uint64_t planes_of(const nbl_problem_t *problem) {
    uint64_t planes = problem->batch;
    for (uint32_t d = 0; d + 2 < problem->rank; d++) planes *= problem->sizes[d];
    return planes;
}

bool nbl_rules_is_plane(const nbl_problem_t *problem, const nbl_program_side_t *between, const nbl_rules_axis_t *axes,
                        uint32_t count) {
    if (problem->in_place || problem->rank != 2 || count != 2 || problem->dct != 0 || nbl_rules_keeps_part(problem))
        return false;
    const nbl_rules_axis_t *columns = &axes[comes_back(problem) ? 0 : 1];
    /* Of planes of one column the columns are pass 1. */
    return columns->dimension == 0 && width_of(problem) > 1 && problem->input.sizes[0] == between->sizes[0] &&
           problem->input.sizes[1] == between->sizes[1] && !has_gaps(&problem->input, problem) &&
           !has_gaps(&problem->output, problem);
}

bool nbl_rules_has_strips(const nbl_rules_t *rules, const nbl_program_side_t *between, const nbl_rules_axis_t *axes,
                          uint32_t count, uint32_t points[3]) {
    const nbl_problem_t *problem = &rules->choose.problem;
    return nbl_rules_is_plane(problem, between, axes, count) &&
           nbl_choose_strips(&rules->choose, (uint32_t)problem->sizes[0], points);
}

void nbl_rules_turn_rows(nbl_rules_t *rules, const nbl_program_side_t *between, const uint32_t points[3]) {
    const nbl_problem_t *problem = &rules->choose.problem;
    nbl_rules_axis_t *axis = &rules->axis;
    const bool back = comes_back(problem);
    const uint64_t rows = (uint64_t)points[0] * points[1];
    const uint32_t columns = problem->rank - 2;
    const uint64_t planes = planes_of(problem);
    const uint64_t row[2] = {(axis->load.region == NBL_VIEW_BETWEEN ? between : &problem->input)->strides[columns],
                             problem->output.strides[columns]};
    uint64_t inner[2], outer[2];
    for (int i = 0; i < 2; i++) {
        const bool turned = back == (i == 0);
        inner[i] = turned ? row[i] * points[0] : row[i];
        outer[i] = turned ? row[i] : row[i] * points[1];
    }
    nbl_rules_loops_t loops = {0};
    if (planes > 1) {
        loops.load[0] = (nbl_view_loop_t){planes, row[0] * rows};
        loops.store[loops.count++] = (nbl_view_loop_t){planes, row[1] * rows};
    }
    loops.load[loops.count] = (nbl_view_loop_t){points[0], outer[0]};
    loops.store[loops.count++] = (nbl_view_loop_t){points[0], outer[1]};
    loops.load[loops.count] = (nbl_view_loop_t){points[1], inner[0]};
    loops.store[loops.count++] = (nbl_view_loop_t){points[1], inner[1]};
    nbl_rules_lay_loops(&loops, axis);
}

/* Lays a view's transforms: a plane behind the other. */
static void lay(const nbl_rules_axis_t *axis, uint64_t plane, nbl_view_t *view) {
    *view = (nbl_view_t){.region = view->region, .element = view->element, .stride = 1, .step = 1};
    view->transforms[0] = (nbl_view_loop_t){axis->transforms, plane};
}

void nbl_rules_lay_planes(nbl_rules_t *rules) {
    const nbl_problem_t *problem = &rules->choose.problem;
    nbl_rules_axis_t *axis = &rules->axis;
    const uint64_t plane = width_of(problem) * problem->sizes[0];
    axis->group = axis->transforms = planes_of(problem);
    axis->beside = 1;
    lay(axis, plane, &axis->load);
    lay(axis, plane, &axis->store);
}

nbl_result_t nbl_rule_strips(nbl_rules_t *rules, const uint32_t points[3]) {
    const nbl_problem_t *problem = &rules->choose.problem;
    const bool back = comes_back(problem);
    const uint32_t width = (uint32_t)width_of(problem), arithmetic = nbl_choose_arithmetic(&rules->choose, false);
    nbl_rules_lay_planes(rules);
    nbl_result_t result = NBL_SUCCESS;
    for (uint32_t i = 0; i < 2 && result == NBL_SUCCESS; i++) {
        const uint32_t which = back ? 1 - i : i;
        const nbl_fft_large_pass_t pass = nbl_fft_large_pass(which + 2, width, points[0], points[1]);
        nbl_program_step_t step = {.arithmetic = arithmetic, .elements = points[which]};
        step.store = nbl_rules_array(rules, 1, arithmetic, NBL_VIEW_REAL);
        step.load = i == 0 ? nbl_rules_array(rules, 0, arithmetic, NBL_VIEW_REAL) : step.store;
        nbl_program_lay_pass(pass, false, &step.load);
        nbl_program_lay_pass(pass, true, &step.store);
        if (!back) {
            nbl_program_op_t *line =
                nbl_rules_line(&step, step.elements, problem->inverse != 0, nbl_rules_normalization(problem));
            nbl_choose_strip_radices(&rules->choose, rules->axis.length, which, &line->plan);
        }
        if (pass.points_after > 1) {
            nbl_program_op_t *twiddle = nbl_rules_op(&step, NBL_PROGRAM_TWIDDLE);
            twiddle->before = pass.points_before;
            twiddle->after = pass.points_after;
            twiddle->powers = problem->mode == NBL_MODE_EXACT;
            twiddle->inverse = problem->inverse;
        }
        if (back) nbl_rules_line(&step, step.elements, problem->inverse != 0, nbl_rules_normalization(problem));
        result = nbl_rules_add(rules, &step, arithmetic, false);
    }
    rules->axes++;
    return result;
}
