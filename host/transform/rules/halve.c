/* A line of real numbers as half as many complex ones.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:     the axis at hand: lines of 2 N real numbers that no workgroup holds in the arrays' precision, or that are
 *         scaled otherwise than usual.
 * Out:    forward  load pairs, line of N, `unpack`, scale, store N + 1 frequencies
 *         back     load N + 1 frequencies, `pack`, line of N, scale, store pairs
 *
 *         A line and its mirror meet in `unpack` and `pack`. In passes that is one step fewer, where the pass that has
 *         them holds lines with their mirrors; otherwise the operation is a step of its own, with numbers in the
 *         workspace between.
 * How:    J. W. Cooley, P. A. W. Lewis and P. D. Welch, "The fast Fourier transform algorithm: programming
 *         considerations in the calculation of sine, cosine and Laplace transforms", 1970. With z[n] = x[2 n] + i x[2 n
 *         + 1], its transform Z and w = exp(-2 pi i / 2 N)
 *
 *           X[k] = (Z[k] + conj(Z[N - k])) / 2 - i w^k (Z[k] - conj(Z[N - k])) / 2.
 *
 * When:   the length is even.
 */
#include "transform/rules/rules.h"

static void add_roots(nbl_rules_t *rules, nbl_program_step_t *step, uint32_t kind, uint32_t n) {
    nbl_rules_op(step, kind)->table =
        nbl_program_add_table(rules->program, (nbl_program_table_t){.kind = NBL_PROGRAM_ROOTS, .n = n});
}

static void add_line(const nbl_rules_t *rules, nbl_program_step_t *step, uint32_t n) {
    nbl_rules_line(step, n, rules->choose.problem.inverse != 0, NBL_FFT_UNNORMALIZED);
}

/* All in passes. Takes the steps back where they are not worth it.
 *
 * made  receives whether they were */
static nbl_result_t add_mirrored(nbl_rules_t *rules, uint32_t n, uint32_t arithmetic, bool *made) {
    const bool inverse = rules->choose.problem.inverse != 0;
    const uint32_t first = rules->program->steps;
    const nbl_rules_axis_t axis = rules->axis;
    nbl_program_step_t step = {.arithmetic = arithmetic, .elements = n};
    step.load = nbl_rules_array(rules, 0, arithmetic, NBL_VIEW_PAIR);
    step.store = nbl_rules_array(rules, 1, arithmetic, NBL_VIEW_PAIR);
    if (inverse) add_roots(rules, &step, NBL_PROGRAM_PACK, n);
    add_line(rules, &step, n);
    if (!inverse) add_roots(rules, &step, NBL_PROGRAM_UNPACK, n);
    nbl_rules_scale(rules, &step);
    const nbl_result_t result = nbl_rule_passes(rules, &step, 1);
    if (result != NBL_SUCCESS) return result;
    *made = true;
    for (uint32_t s = first; s < rules->program->steps; s++) {
        const nbl_program_step_t *pass = &rules->program->step[s];
        if (nbl_program_has(pass, NBL_PROGRAM_PACK) || nbl_program_has(pass, NBL_PROGRAM_UNPACK))
            *made = *made && nbl_choose_mirrors(&rules->choose.limits, pass->per_group);
    }
    if (*made) return NBL_SUCCESS;
    rules->program->steps = first;
    rules->axis = axis;
    return NBL_SUCCESS;
}

nbl_result_t nbl_rule_halve(nbl_rules_t *rules) {
    const nbl_problem_t *problem = &rules->choose.problem;
    const bool inverse = problem->inverse != 0;
    const uint32_t n = rules->axis.length / 2, narrow = nbl_choose_arithmetic(&rules->choose, false);
    const nbl_choose_way_t way = nbl_choose_way(&rules->choose, n, narrow, rules->axis.columns);
    nbl_program_step_t line = {.arithmetic = nbl_choose_arithmetic(&rules->choose, way == NBL_CHOOSE_CHIRP),
                               .elements = n},
                       last = {.arithmetic = narrow, .elements = n};
    bool made = false;
    if (way == NBL_CHOOSE_SPLIT && rules->axis.beside == 1) {
        const nbl_result_t result = add_mirrored(rules, n, narrow, &made);
        if (result != NBL_SUCCESS || made) return result;
    }
    const nbl_view_t of_last = nbl_rules_work(rules, 0, n, narrow);
    nbl_view_t of_line = of_last;
    of_line.storage = line.arithmetic != narrow ? NBL_VIEW_FLOATS : NBL_VIEW_OWN;
    line.load = inverse ? of_line : nbl_rules_array(rules, 0, line.arithmetic, NBL_VIEW_PAIR);
    line.store = inverse ? nbl_rules_array(rules, 1, line.arithmetic, NBL_VIEW_PAIR) : of_line;
    last.load = inverse ? nbl_rules_array(rules, 0, narrow, NBL_VIEW_PAIR) : of_last;
    last.store = inverse ? of_last : nbl_rules_array(rules, 1, narrow, NBL_VIEW_PAIR);
    add_line(rules, &line, n);
    add_roots(rules, &last, inverse ? NBL_PROGRAM_PACK : NBL_PROGRAM_UNPACK, n);
    nbl_rules_scale(rules, inverse ? &line : &last);
    nbl_result_t result = inverse ? nbl_rules_add(rules, &last, narrow, false) : nbl_rule_any(rules, &line, 1);
    if (result != NBL_SUCCESS) return result;
    return inverse ? nbl_rule_any(rules, &line, 1) : nbl_rules_add(rules, &last, narrow, false);
}
