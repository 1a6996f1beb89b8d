/* A convolution with a kernel whose spectrum is given.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:     a problem that convolves. `input` has the signals' elements, zeros behind them; `output` has a part of the
 *         results. For one axis: lines whose spectra are multiplied and go back.
 * Out:    forward axes from the last one to the second one longer than 1; the first axis longer than 1 forward, with
 *         the product, and back; inverse axes. Of three dimensions z, y, x, with N elements of the signal, P with the
 *         padding, R of the results, and F frequencies along x:
 *
 *           lines along   the other dimensions   loaded   stored   where
 *           x             N of z, N of y         N of P   F        input to between
 *           y             N of z, F of x         N of P   P        in place
 *           z             P of y, F of x         N of P   R of P   in place: there, product, back
 *           y             R of z, F of x         P        R of P   in place
 *           x             R of z, R of y         F        R of P   between to output
 *
 *         Lines of zeros are not transformed, and results that are not kept are not computed.
 * How:    T. G. Stockham, "High-speed convolution and correlation", 1966. With X and K the transforms of signal and
 *         kernel
 *
 *           sum over m of x[m] k[n - m]  is the transform back of  X[f] K[f],
 *
 *         n - m modulo P: where P >= N + K - 1 nothing wraps around.
 * When:   always. An axis whose line a workgroup holds goes there and back in one step. A longer one goes in passes
 *         there and in passes back; the last pass there has the product. A real line is half as many complex numbers:
 *         `unpack`, product and `pack` stand between, in a step of their own where the line goes in passes.
 */
#include <string.h>

#include "transform/rules/rules.h"

/* ---- The product */

static uint64_t frequencies_of(const nbl_problem_t *problem) { return nbl_rules_between(problem).distance; }

/* Adds the product.
 *
 * by_place  the spectrum lies as the array that the step stores to; else as the line */
static void add_product(nbl_rules_t *rules, nbl_program_step_t *step, bool by_place) {
    const uint64_t n = frequencies_of(&rules->choose.problem);
    const nbl_program_table_t spectrum = {.kind = NBL_PROGRAM_SPECTRUM, .n = n};
    nbl_rules_multiply(rules, step, spectrum, 0)->period = by_place ? (uint32_t)n : 0;
}

/* Real lines that no workgroup holds. */
static nbl_result_t add_half(nbl_rules_t *rules) {
    const uint32_t n = rules->axis.length / 2, arithmetic = nbl_choose_arithmetic(&rules->choose, false);
    const nbl_view_t work = nbl_rules_work(rules, 0, n, arithmetic);
    const nbl_program_table_t roots = {.kind = NBL_PROGRAM_ROOTS, .n = n};
    nbl_program_step_t there = {.arithmetic = arithmetic, .elements = n, .load = work, .store = work}, middle = there,
                       back = there;
    there.load = nbl_rules_array(rules, 0, arithmetic, NBL_VIEW_PAIR);
    back.store = nbl_rules_array(rules, 1, arithmetic, NBL_VIEW_PAIR);
    nbl_rules_line(&there, n, false, NBL_FFT_UNNORMALIZED);
    nbl_rules_op(&middle, NBL_PROGRAM_UNPACK)->table = nbl_program_add_table(rules->program, roots);
    add_product(rules, &middle, false);
    nbl_rules_op(&middle, NBL_PROGRAM_PACK)->table = nbl_program_add_table(rules->program, roots);
    nbl_rules_line(&back, n, true, NBL_FFT_UNNORMALIZED);
    nbl_rules_scale(rules, &back);
    nbl_result_t result = nbl_rule_any(rules, &there, 1);
    if (result == NBL_SUCCESS) result = nbl_rules_add(rules, &middle, arithmetic, false);
    return result == NBL_SUCCESS ? nbl_rule_any(rules, &back, 1) : result;
}

/* Lines there in one or more steps and back in others: by way of the workspace, or where they are. */
static nbl_result_t add_apart(nbl_rules_t *rules, const nbl_program_step_t *of, bool real) {
    const uint32_t normalization = nbl_rules_normalization(&rules->choose.problem);
    nbl_program_step_t there = *of, back = *of;
    if (of->load.region == of->store.region)
        there.store = of->load;
    else
        there.store = nbl_rules_work(rules, 0, real ? of->elements + 1 : of->elements, of->arithmetic);
    there.store.given = 0;
    back.load = there.store;
    nbl_rules_line(&there, of->elements, false, NBL_FFT_UNNORMALIZED);
    if (real) nbl_rules_op(&there, NBL_PROGRAM_UNPACK);
    add_product(rules, &there, true);
    if (real) nbl_rules_op(&back, NBL_PROGRAM_PACK);
    nbl_rules_line(&back, of->elements, true, normalization);
    if (!real) {
        const nbl_result_t result = nbl_rule_passes(rules, &there, 1);
        return result == NBL_SUCCESS ? nbl_rule_passes(rules, &back, 1) : result;
    }
    const nbl_result_t result = nbl_rules_add(rules, &there, of->arithmetic, false);
    return result == NBL_SUCCESS ? nbl_rules_add(rules, &back, of->arithmetic, false) : result;
}

nbl_result_t nbl_rule_product(nbl_rules_t *rules) {
    const nbl_rules_axis_t *axis = &rules->axis;
    const nbl_problem_t *problem = &rules->choose.problem;
    uint32_t real;
    if (axis->real && !nbl_choose_whole_line(&rules->choose, axis->length, true, axis->columns, &real))
        return add_half(rules);
    const uint32_t points = axis->real ? axis->length / 2 : axis->length;
    nbl_program_step_t step = {.arithmetic = problem->precision, .elements = points};
    step.load = nbl_rules_array(rules, 0, step.arithmetic, NBL_VIEW_PAIR);
    step.store = nbl_rules_array(rules, 1, step.arithmetic, NBL_VIEW_PAIR);
    if (axis->real || nbl_choose_way(&rules->choose, points, step.arithmetic, axis->columns) != NBL_CHOOSE_LINE)
        return add_apart(rules, &step, axis->real);
    nbl_rules_line(&step, points, false, NBL_FFT_UNNORMALIZED);
    add_product(rules, &step, step.load.region == step.store.region);
    nbl_rules_line(&step, points, true, nbl_rules_normalization(problem));
    return nbl_rules_add(rules, &step, step.arithmetic, false);
}

/* ---- All axes */

static uint32_t part_of(uint64_t count, uint64_t all) { return count == all ? 0 : (uint32_t)count; }

/* One axis, the way that the problem at hand goes. */
static nbl_result_t add_axis(nbl_rules_t *rules, const nbl_program_side_t *between, uint32_t d, uint32_t from,
                             uint32_t to, const uint64_t *lines, bool convolves) {
    const nbl_problem_t *problem = &rules->choose.problem;
    const bool back = problem->inverse != 0;
    rules->axis = (nbl_rules_axis_t){.dimension = d,
                                     .length = (uint32_t)problem->sizes[d],
                                     .real = problem->real && d + 1 == problem->rank,
                                     .convolves = convolves,
                                     .load.region = from,
                                     .store.region = to};
    nbl_rules_lay_axis(rules, from == NBL_VIEW_INPUT ? &problem->input : between,
                       to == NBL_VIEW_OUTPUT ? &problem->output : between, lines);
    if (!back || convolves) rules->axis.load.given = part_of(problem->input.sizes[d], problem->sizes[d]);
    if (back) rules->axis.store.kept = part_of(problem->output.sizes[d], problem->sizes[d]);
    if (rules->axis.store.kept != 0) rules->axis.store.kept_from = problem->output.first[d];
    if (to == NBL_VIEW_BETWEEN) nbl_rules_need_between(rules, between);
    return nbl_rule_axis(rules);
}

nbl_result_t nbl_rule_convolve(nbl_rules_t *rules) {
    const nbl_problem_t *problem = &rules->choose.problem;
    const nbl_program_side_t between = nbl_rules_between(problem);
    const uint32_t last = problem->rank - 1;
    uint64_t lines[NBL_PROGRAM_MOST_RANK];
    uint32_t middle = 0;
    nbl_result_t result = NBL_SUCCESS;
    while (middle < last && problem->sizes[middle] == 1) middle++;
    memcpy(lines, problem->input.sizes, sizeof lines);
    rules->choose.problem.inverse = 0;
    for (uint32_t d = last; d > middle && result == NBL_SUCCESS; d--) {
        const uint32_t from = d == last ? NBL_VIEW_INPUT : NBL_VIEW_BETWEEN;
        if (problem->sizes[d] > 1) result = add_axis(rules, &between, d, from, NBL_VIEW_BETWEEN, lines, false);
        lines[d] = between.sizes[d];
    }
    rules->choose.problem.inverse = 1;
    for (uint32_t d = middle; d <= last && result == NBL_SUCCESS; d++) {
        const uint32_t from = middle == last ? NBL_VIEW_INPUT : NBL_VIEW_BETWEEN;
        const uint32_t to = d == last ? NBL_VIEW_OUTPUT : NBL_VIEW_BETWEEN;
        if (d == middle || problem->sizes[d] > 1) result = add_axis(rules, &between, d, from, to, lines, d == middle);
        lines[d] = problem->output.sizes[d];
    }
    return result;
}
