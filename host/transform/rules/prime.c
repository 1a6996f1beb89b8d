/* Lines whose length is a product of radices and one prime without a radix, in one step.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:     a step whose only operation is a line of N = A P points, P being that prime. Lines lie one behind the other,
 *         without gaps.
 * Out:    the step with `prime` = P, and its two tables: a workgroup transforms lines of A points by radices and lines
 *         of P points by Rader's algorithm (rader.c has the formula), with twiddles between them, in shared memory.
 * When:   nbl_choose_prime() finds a plan. A chirp would take two lines of 2 N points or more.
 * Errors: LIMIT (no room for two tables or a step); those of nbl_rules_add().
 */
#include "error/error.h"
#include "transform/rules/rules.h"

/* Returns whether a view is of whole lines of complex numbers of an array, one behind the other.
 *
 * length  elements of a line */
static bool lies_without_gaps(nbl_view_t view, uint32_t length) {
    const uint32_t loops = nbl_view_collapse(view.transforms, NBL_VIEW_MOST_LOOPS);
    return view.element == NBL_VIEW_COMPLEX && view.storage == NBL_VIEW_OWN && view.given == 0 && view.kept == 0 &&
           view.stride == 1 && view.region < NBL_VIEW_WORK0 && nbl_view_lines(&view) == 1 &&
           (loops == 0 || (loops == 1 && view.transforms[0].stride == length));
}

bool nbl_rules_has_prime(const nbl_rules_t *rules, const nbl_program_step_t *step) {
    return step->ops == 1 && !rules->axis.real && lies_without_gaps(step->load, step->elements) &&
           lies_without_gaps(step->store, step->elements) &&
           nbl_choose_prime(&rules->choose, step->elements, step->arithmetic) != 0;
}

nbl_result_t nbl_rule_prime(nbl_rules_t *rules, const nbl_program_step_t *of) {
    const nbl_program_op_t *line = &of->op[0];
    const uint32_t prime = nbl_choose_prime(&rules->choose, of->elements, of->arithmetic);
    const nbl_program_table_t powers = {.kind = NBL_PROGRAM_RADER, .n = prime, .normalization = line->normalization},
                              spectrum = {.kind = NBL_PROGRAM_RADER_SPECTRUM,
                                          .n = prime,
                                          .inverse = line->inverse,
                                          .normalization = line->normalization};
    nbl_program_step_t step = *of;
    nbl_program_op_t *op = &step.op[0];
    op->prime = prime;
    op->table = nbl_program_add_table(rules->program, powers);
    op->spectrum = nbl_program_add_table(rules->program, spectrum);
    if (op->table == NBL_PROGRAM_NONE || op->spectrum == NBL_PROGRAM_NONE)
        return nbl_fail(rules->error, NBL_ERROR_LIMIT, "program: it has room for %u tables",
                        (unsigned)NBL_PROGRAM_MOST_TABLES);
    return nbl_rules_add(rules, &step, step.arithmetic, false);
}
