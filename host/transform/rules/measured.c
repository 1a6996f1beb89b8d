/* An axis in the passes that a row of measurements has, by device address.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:     the axis at hand, of a problem that only transforms.
 * Out:    one step of its lines; or where the array has one axis the passes of passes.c. Each has the row's next plan.
 *         Columns in strips are for strips.c.
 * When:   nbl_choose_tickets() has found a row.
 */
#include "transform/rules/rules.h"

nbl_result_t nbl_rule_measured(nbl_rules_t *rules) {
    const nbl_problem_t *problem = &rules->choose.problem;
    nbl_rules_axis_t *axis = &rules->axis;
    nbl_program_step_t step = {.arithmetic = nbl_choose_arithmetic(&rules->choose, false), .elements = axis->length};
    axis->first = rules->program->steps;
    axis->beside = 1;
    step.load = nbl_rules_array(rules, 0, step.arithmetic, NBL_VIEW_REAL);
    step.store = nbl_rules_array(rules, 1, step.arithmetic, NBL_VIEW_REAL);
    nbl_rules_line(&step, axis->length, problem->inverse != 0, nbl_rules_normalization(problem));
    const nbl_result_t result =
        problem->rank == 1 ? nbl_rule_passes(rules, &step, 0) : nbl_rules_add(rules, &step, step.arithmetic, false);
    rules->axes++;
    return result;
}
