/* A line of any length, a prime one above all, as a convolution with a chirp.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:     a step with one line of N points: load, line, operations, store.
 * Out:    apart   two steps with a line of M >= 2 N - 1 points each, which other rules take on:
 *
 *           load, multiply by the chirp (zeros follow it), line of M, multiply by the spectrum, store to the workspace
 *           load from there, line of M, multiply by the chirp (what lies beyond it is dropped), operations, store
 *
 *         whole   both in one step, the line back as a transform back
 *         middle  lines of M = M1 M2 in passes (passes.c); the last pass there and the first one back are one step:
 *
 *           load, multiply by the chirp, lines of M1, twiddle, store
 *           load, lines of M2, multiply by the spectrum, lines of M2 back, twiddle back, store
 *           load, lines of M1 back, multiply by the chirp, operations, store
 *
 * How:    L. I. Bluestein, "A linear filtering approach to the computation of discrete Fourier transform", 1970. With
 *         the chirp c[k] = exp(-pi i k k / N) and n k = (n n + k k - (k - n) (k - n)) / 2
 *
 *           X[k] = c[k] sum over n of (x[n] c[n]) conj(c[k - n]),
 *
 *         a convolution: a line of M, a product with the spectrum of conj(c), and a line back. Apart the line back is
 *         one forward between conjugates, so that both have one plan. 1 / M and the normalisation are in the spectrum,
 *         the direction is in the chirp.
 * When:   always; in float64, whatever the arrays' precision, in exact mode. choose.h takes it for lengths whose prime
 *         factors have no radices, says which of the three it is, and gives M.
 */
#include "fft/any_length.h"
#include "transform/rules/rules.h"

/* What all three have. */
typedef struct chirp_t {
    const nbl_program_step_t *of;
    nbl_program_table_t chirp, spectrum;
    uint32_t m, points[2], work;
} chirp_t;

/* Returns the step that goes there, as far as its product with the chirp, or the one that goes back, before its
 * line. */
static nbl_program_step_t begin(nbl_rules_t *rules, const chirp_t *by, bool there) {
    nbl_program_step_t step = *by->of;
    step.ops = 0;
    step.elements = by->m;
    if (there) nbl_rules_multiply(rules, &step, by->chirp, 0);
    return step;
}

/* Adds the product with the chirp to the step that goes back, and what the line's step had behind its line. */
static void end(nbl_rules_t *rules, const chirp_t *by, uint32_t conjugates, nbl_program_step_t *step) {
    nbl_rules_multiply(rules, step, by->chirp, conjugates);
    for (uint32_t i = 1; i < by->of->ops; i++) step->op[step->ops++] = by->of->op[i];
}

static nbl_result_t add_apart(nbl_rules_t *rules, const chirp_t *by) {
    nbl_program_step_t there = begin(rules, by, true), back = begin(rules, by, false);
    there.store = back.load = nbl_rules_work(rules, by->work, by->m, by->of->arithmetic);
    nbl_rules_line(&there, by->m, false, NBL_FFT_UNNORMALIZED);
    nbl_rules_multiply(rules, &there, by->spectrum, NBL_RULES_CONJUGATES_PRODUCT);
    nbl_rules_line(&back, by->m, false, NBL_FFT_UNNORMALIZED);
    end(rules, by, NBL_RULES_CONJUGATES_ELEMENT, &back);
    const nbl_result_t result = nbl_rule_any(rules, &there, by->work);
    return result == NBL_SUCCESS ? nbl_rule_any(rules, &back, by->work + 1) : result;
}

static nbl_result_t add_whole(nbl_rules_t *rules, const chirp_t *by) {
    nbl_program_step_t step = begin(rules, by, true);
    nbl_rules_line(&step, by->m, false, NBL_FFT_UNNORMALIZED);
    nbl_rules_multiply(rules, &step, by->spectrum, 0);
    nbl_rules_line(&step, by->m, true, NBL_FFT_UNNORMALIZED);
    end(rules, by, 0, &step);
    return nbl_rules_add(rules, &step, step.arithmetic, false);
}

/* Adds the twiddles behind a pass. */
static void add_twiddle(nbl_fft_large_pass_t pass, bool inverse, nbl_program_step_t *step) {
    nbl_program_op_t *twiddle = nbl_rules_op(step, NBL_PROGRAM_TWIDDLE);
    twiddle->before = pass.points_before;
    twiddle->after = pass.points_after;
    twiddle->inverse = inverse;
}

static nbl_result_t add_middle(nbl_rules_t *rules, const chirp_t *by) {
    const uint32_t arithmetic = by->of->arithmetic, *m = by->points;
    const nbl_fft_large_pass_t there[2] = {nbl_fft_large_pass(1, m[0], m[1], 1), nbl_fft_large_pass(2, m[0], m[1], 1)},
                               back[2] = {nbl_fft_large_pass(1, m[1], m[0], 1), nbl_fft_large_pass(2, m[1], m[0], 1)};
    nbl_program_step_t first = begin(rules, by, true), middle = begin(rules, by, false), last = middle;
    first.elements = last.elements = m[0];
    middle.elements = m[1];
    first.store = middle.load = nbl_rules_work(rules, by->work, by->m, arithmetic);
    middle.store = last.load = nbl_rules_work(rules, by->work + 1, by->m, arithmetic);
    nbl_program_lay_pass(there[0], false, &first.load);
    nbl_program_lay_pass(there[0], true, &first.store);
    nbl_program_lay_pass(there[1], false, &middle.load);
    nbl_program_lay_pass(back[0], true, &middle.store);
    nbl_program_lay_pass(back[1], false, &last.load);
    nbl_program_lay_pass(back[1], true, &last.store);
    nbl_rules_line(&first, m[0], false, NBL_FFT_UNNORMALIZED);
    add_twiddle(there[0], false, &first);
    nbl_rules_line(&middle, m[1], false, NBL_FFT_UNNORMALIZED);
    nbl_rules_multiply(rules, &middle, by->spectrum, 0);
    nbl_rules_line(&middle, m[1], true, NBL_FFT_UNNORMALIZED);
    add_twiddle(back[0], true, &middle);
    nbl_rules_line(&last, m[0], true, NBL_FFT_UNNORMALIZED);
    end(rules, by, 0, &last);
    nbl_result_t result = nbl_rules_add(rules, &first, arithmetic, false);
    if (result == NBL_SUCCESS) result = nbl_rules_add(rules, &middle, arithmetic, false);
    return result == NBL_SUCCESS ? nbl_rules_add(rules, &last, arithmetic, false) : result;
}

nbl_result_t nbl_rule_chirp(nbl_rules_t *rules, const nbl_program_step_t *step, uint32_t work) {
    const nbl_program_op_t *of = &step->op[0];
    const uint32_t n = of->plan.fft_length;
    chirp_t by = {.of = step, .work = work};
    const nbl_choose_convolution_t way = nbl_choose_convolution(&rules->choose, n, step->arithmetic, &by.m, by.points);
    if (way == NBL_CHOOSE_RADER) return nbl_rule_rader(rules, step);
    if (by.m == 0) return nbl_fft_any_refuse(n, rules->error);
    by.chirp = (nbl_program_table_t){.kind = NBL_PROGRAM_CHIRP, .n = n, .inverse = of->inverse};
    by.spectrum = (nbl_program_table_t){.kind = NBL_PROGRAM_CHIRP_SPECTRUM,
                                        .n = n,
                                        .m = by.m,
                                        .inverse = of->inverse,
                                        .normalization = of->normalization};
    return way == NBL_CHOOSE_CHIRP_WHOLE    ? add_whole(rules, &by)
           : way == NBL_CHOOSE_CHIRP_MIDDLE ? add_middle(rules, &by)
                                            : add_apart(rules, &by);
}

nbl_result_t nbl_rule_any(nbl_rules_t *rules, const nbl_program_step_t *step, uint32_t work) {
    const nbl_program_op_t *line = &step->op[nbl_rules_line_of(step)];
    uint32_t points[3];
    if (nbl_rules_is_long_row(rules, line->plan.fft_length)) return nbl_rule_passes(rules, step, work);
    switch (nbl_choose_way(&rules->choose, line->plan.fft_length, step->arithmetic, rules->axis.columns)) {
    case NBL_CHOOSE_LINE: return nbl_rules_add(rules, step, step->arithmetic, false);
    case NBL_CHOOSE_SPLIT: return nbl_rule_passes(rules, step, work);
    case NBL_CHOOSE_CHIRP:
        if (nbl_rules_is_composite(rules, step, points)) return nbl_rule_composite(rules, step, points);
        if (nbl_rules_has_prime(rules, step)) return nbl_rule_prime(rules, step);
        return nbl_rule_chirp(rules, step, work);
    default: break;
    }
    nbl_program_step_t copy = *step; /* a line of one element is a copy */
    copy.ops = 0;
    for (uint32_t i = 0; i < step->ops; i++)
        if (&step->op[i] != line) copy.op[copy.ops++] = step->op[i];
    return nbl_rules_add(rules, &copy, step->arithmetic, false);
}
