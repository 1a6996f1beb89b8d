/* A line of any length, a prime one above all, as a convolution with a chirp.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:     a step with one line of N points: load, line, operations, store.
 * Out:    two steps with a line of M >= 2 N - 1 points each, which other rules take on:
 *
 *           load, multiply by the chirp (zeros follow it), line of M, multiply by the spectrum, store to the workspace
 *           load from there, line of M, multiply by the chirp (what lies beyond it is dropped), operations, store
 *
 * How:    L. I. Bluestein, "A linear filtering approach to the computation of discrete Fourier transform", 1970. With
 * the chirp
 *         c[k] = exp(-pi i k k / N) and n k = (n n + k k - (k - n) (k - n)) / 2
 *
 *           X[k] = c[k] sum over n of (x[n] c[n]) conj(c[k - n]),
 *
 *         a convolution: a line of M, a product with the spectrum of conj(c), and a line back. The line back is one forward
 *         between conjugates, so that both have one plan. 1 / M and the normalisation are in the spectrum, the direction is in
 *         the chirp.
 * When:   always; in float64, whatever the arrays' precision, in exact mode. choose.h takes it for lengths that have a
 * prime
 *         factor above 13, and gives M.
 */
#include "fft/any_length.h"
#include "transform/rules/rules.h"

static void add_product(nbl_rules_t *rules, nbl_program_step_t *step, nbl_program_table_t table, uint32_t conjugates) {
    nbl_program_op_t *op = nbl_rules_op(step, NBL_PROGRAM_MULTIPLY);
    op->table = nbl_program_add_table(rules->program, table);
    op->conjugates = conjugates;
}

enum { CONJUGATES_ELEMENT = 1, CONJUGATES_PRODUCT = 2 };

nbl_result_t nbl_rule_chirp(nbl_rules_t *rules, const nbl_program_step_t *step, uint32_t work) {
    const nbl_program_op_t *of = &step->op[0];
    const uint32_t n = of->plan.fft_length, m = nbl_choose_chirp(n);
    const nbl_program_table_t chirp = {.kind = NBL_PROGRAM_CHIRP, .n = n, .inverse = of->inverse},
                              spectrum = {.kind = NBL_PROGRAM_CHIRP_SPECTRUM,
                                          .n = n,
                                          .m = m,
                                          .inverse = of->inverse,
                                          .normalization = of->normalization};
    if (m == 0) return nbl_fft_any_refuse(n, rules->error);
    nbl_program_step_t there = *step, back = *step;
    there.ops = back.ops = 0;
    there.elements = back.elements = m;
    there.store = back.load = nbl_rules_work(rules, work, m, step->arithmetic);
    add_product(rules, &there, chirp, 0);
    nbl_rules_line(&there, m, false, NBL_FFT_UNNORMALIZED);
    add_product(rules, &there, spectrum, CONJUGATES_PRODUCT);
    nbl_rules_line(&back, m, false, NBL_FFT_UNNORMALIZED);
    add_product(rules, &back, chirp, CONJUGATES_ELEMENT);
    for (uint32_t i = 1; i < step->ops; i++) back.op[back.ops++] = step->op[i];
    const nbl_result_t result = nbl_rule_any(rules, &there, work);
    return result == NBL_SUCCESS ? nbl_rule_any(rules, &back, work + 1) : result;
}

nbl_result_t nbl_rule_any(nbl_rules_t *rules, const nbl_program_step_t *step, uint32_t work) {
    const nbl_program_op_t *line = &step->op[nbl_rules_line_of(step)];
    switch (nbl_choose_way(&rules->choose, line->plan.fft_length, step->arithmetic, rules->axis.columns)) {
    case NBL_CHOOSE_LINE: return nbl_rules_add(rules, step, step->arithmetic, false);
    case NBL_CHOOSE_SPLIT: return nbl_rule_passes(rules, step, work);
    case NBL_CHOOSE_CHIRP: return nbl_rule_chirp(rules, step, work);
    default: break;
    }
    nbl_program_step_t copy = *step; /* a line of one element is a copy */
    copy.ops = 0;
    for (uint32_t i = 0; i < step->ops; i++)
        if (&step->op[i] != line) copy.op[copy.ops++] = step->op[i];
    return nbl_rules_add(rules, &copy, step->arithmetic, false);
}
