/* A line of a cosine or sine transform as a Fourier transform.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:     the axis at hand: lines of real numbers on both sides.
 * Out:    load the line, `fold`, store to the workspace
 *         the steps of a real or complex line between two parts of the workspace, by other rules
 *         load from there, `unfold`, scale, store the line
 * How:    nbl/fft/dct.h says what numbers meet, and by which papers. `fold` and `unfold` are in the precision of lines;
 *         the Fourier transform is unscaled, so that what the scaling divides by is one factor at the end.
 * When:   the problem says so. Lines of all lengths that Fourier transforms have.
 */
#include <math.h>

#include "error/error.h"
#include "transform/rules/rules.h"

enum { FOLDED = 3, TRANSFORMED = 4 }; /* parts of the workspace: the first three are the Fourier transform's */

/* A part of the workspace as the numbers of a signal or of a spectrum. */
static nbl_view_t lay(nbl_rules_t *rules, uint32_t number, uint64_t complex_numbers, uint32_t arithmetic,
                      uint64_t reals) {
    nbl_view_t view = nbl_rules_work(rules, number, complex_numbers, arithmetic);
    if (reals == 0) return view;
    view.element = NBL_VIEW_REAL;
    view.transforms[0].stride = 0;
    view.transforms[1].stride = reals;
    return view;
}

static void add_scale(const nbl_problem_t *problem, nbl_dct_t dct, nbl_program_step_t *step) {
    const uint32_t how = nbl_rules_normalization(problem);
    if (how == NBL_FFT_UNNORMALIZED) return;
    nbl_program_op_t *op = nbl_rules_op(step, NBL_PROGRAM_SCALE);
    op->divisor = nbl_dct_period(dct);
    op->is_root = how == NBL_FFT_BY_ROOT;
}

static nbl_program_op_t *add_op(nbl_rules_t *rules, nbl_dct_t dct, bool after, nbl_program_step_t *step) {
    nbl_program_op_t *op = nbl_rules_op(step, after ? NBL_PROGRAM_UNFOLD : NBL_PROGRAM_FOLD);
    op->dct = dct.kind;
    op->orthogonal = dct.orthogonal;
    if (nbl_dct_turns(dct, after))
        op->table = nbl_program_add_table(rules->program, (nbl_program_table_t){.kind = NBL_PROGRAM_SHIFTED_ROOTS,
                                                                                .n = nbl_dct_points(dct),
                                                                                .m = nbl_dct_root_shift(dct)});
    return op;
}

nbl_result_t nbl_rule_fold(nbl_rules_t *rules) {
    const nbl_problem_t problem = rules->choose.problem;
    const nbl_rules_axis_t axis = rules->axis;
    const uint32_t arithmetic = nbl_choose_arithmetic(&rules->choose, false);
    const nbl_dct_t dct = {problem.inverse ? nbl_dct_inverse_kind(problem.dct) : problem.dct, axis.length,
                           problem.orthogonal};
    const uint32_t points = nbl_dct_points(dct), middle = nbl_dct_middle(dct);
    nbl_program_step_t before = {.arithmetic = arithmetic, .elements = axis.length}, after = before;
    before.load = nbl_rules_array(rules, 0, arithmetic, NBL_VIEW_REAL);
    after.store = nbl_rules_array(rules, 1, arithmetic, NBL_VIEW_REAL);
    rules->axis.interleaves = rules->axis.columns = false;
    rules->axis.beside = 1;
    rules->axis.length = points;
    rules->axis.real = middle != NBL_DCT_COMPLEX;
    rules->choose.problem.precision = arithmetic;
    rules->choose.problem.inverse = middle == NBL_DCT_TO_REAL;
    rules->choose.problem.real = rules->axis.real;
    rules->choose.problem.scaling = NBL_FFT_SCALING_NONE;
    rules->choose.problem.dct = 0;
    const uint64_t reals = rules->axis.real ? points : 0;
    const bool to_real = middle == NBL_DCT_TO_REAL;
    rules->axis.load = lay(rules, FOLDED, nbl_dct_numbers(dct, false), arithmetic, to_real ? 0 : reals);
    rules->axis.store = lay(rules, TRANSFORMED, nbl_dct_numbers(dct, true), arithmetic, to_real ? reals : 0);
    before.store = nbl_rules_array(rules, 0, arithmetic, nbl_dct_is_single(dct, false) ? NBL_VIEW_REAL : NBL_VIEW_PAIR);
    after.load = nbl_rules_array(rules, 1, arithmetic, nbl_dct_is_single(dct, true) ? NBL_VIEW_REAL : NBL_VIEW_PAIR);
    add_op(rules, dct, false, &before);
    add_op(rules, dct, true, &after);
    add_scale(&problem, dct, &after);
    nbl_result_t result = nbl_rules_add(rules, &before, arithmetic, false);
    if (result == NBL_SUCCESS) result = nbl_rule_line(rules);
    if (result == NBL_SUCCESS) result = nbl_rules_add(rules, &after, arithmetic, false);
    rules->choose.problem = problem;
    rules->axis.length = axis.length;
    return result;
}
