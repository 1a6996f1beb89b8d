/* A long line whose length has no radices, as short lines in passes. The lines of one pass may go by Rader's algorithm.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:     a step with nothing but one line of N = A P points whose elements lie side by side, from one array to
 *         another.
 * Out:    A P points are a plane of A rows. Lines of A points lie along its columns and go as passes.c has them, in one
 *         pass or two, with twiddles behind them. Lines of P points then lie along the columns of the plane that these
 *         leave, and are what an axis of an array is: one step by other rules (chirp.c), or by radices.
 * How:    passes.c has the formula. The numbers between two steps lie in the target.
 * When:   choose.h finds A and P. A chirp of N points takes three steps of twice as many elements.
 *
 * 12416 points are 97 lines of 128 points that lie 97 apart, twiddles, and 128 lines of 97 points that lie 128 apart.
 */
#include "transform/rules/rules.h"

/* Returns whether a view has lines of complex numbers that lie side by side, and room for a loop more. */
static bool is_plain(const nbl_view_t *view) {
    return view->element == NBL_VIEW_COMPLEX && view->storage == NBL_VIEW_OWN && view->stride == 1 &&
           view->region < NBL_VIEW_WORK0 && view->given == 0 && view->kept == 0 &&
           view->transforms[NBL_VIEW_MOST_LOOPS - 1].count == 0;
}

bool nbl_rules_is_composite(const nbl_rules_t *rules, const nbl_program_step_t *step, uint32_t points[3]) {
    return step->ops == 1 && !rules->axis.real && rules->axis.beside == 1 && is_plain(&step->load) &&
           is_plain(&step->store) &&
           !nbl_view_overlaps(&step->load, &step->store, rules->choose.problem.in_place != 0) &&
           nbl_choose_composite(&rules->choose, step->op[0].plan.fft_length, rules->axis.transforms, step->arithmetic,
                                points) > 0;
}

/* Makes columns of a view's lines: `columns` of them side by side are its innermost loop. */
static void lay_columns(uint32_t columns, nbl_view_t *view) {
    for (uint32_t i = NBL_VIEW_MOST_LOOPS - 1; i > 0; i--) view->transforms[i] = view->transforms[i - 1];
    view->transforms[0] = (nbl_view_loop_t){columns, 1};
    view->stride = columns;
}

nbl_result_t nbl_rule_composite(nbl_rules_t *rules, const nbl_program_step_t *of, const uint32_t points[3]) {
    const nbl_program_op_t *line = &of->op[0];
    const uint32_t passes = points[2] > 1 ? 3 : 2, last = points[passes - 1], columns = line->plan.fft_length / last;
    nbl_rules_axis_t *axis = &rules->axis;
    const nbl_rules_axis_t was = *axis;
    nbl_program_step_t step = *of;
    for (uint32_t p = 0; p + 1 < passes; p++) {
        const nbl_fft_large_pass_t pass = nbl_fft_large_pass(p + 1, points[0], points[1], points[2]);
        nbl_program_step_t part = *of;
        part.ops = 0;
        part.elements = pass.points;
        nbl_rules_line(&part, pass.points, line->inverse != 0, line->normalization);
        nbl_program_op_t *twiddle = nbl_rules_op(&part, NBL_PROGRAM_TWIDDLE);
        twiddle->before = pass.points_before;
        twiddle->after = pass.points_after;
        twiddle->inverse = line->inverse;
        if (p > 0) part.load = of->store;
        nbl_program_lay_pass(pass, false, &part.load);
        nbl_program_lay_pass(pass, true, &part.store);
        const nbl_result_t result = nbl_rules_add(rules, &part, part.arithmetic, true);
        if (result != NBL_SUCCESS) return result;
    }
    step.elements = last;
    step.op[0].plan.fft_length = last;
    lay_columns(columns, &step.store);
    step.load = step.store;
    rules->axes++; /* its steps have another number of lines */
    axis->columns = true;
    axis->group = columns;
    axis->transforms *= columns;
    const nbl_result_t result = nbl_rule_any(rules, &step, 0);
    axis->columns = was.columns;
    axis->group = was.group;
    axis->transforms = was.transforms;
    return result;
}
