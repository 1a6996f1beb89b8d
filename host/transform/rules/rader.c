/* A line of prime length as a convolution of one element less.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:     a step with one line of N points: load, line, operations, store.
 * Out:    one step with two lines of M = N - 1 points:
 *
 *           load, permute, line of M, first, multiply by the spectrum, line of M back, permute back, operations, store
 *
 * How:    C. M. Rader, "Discrete Fourier transforms when the number of data samples is prime", Proc. IEEE 56, 1968:
 *         with a generator g of the numbers from 1 to N - 1 modulo N, and w = exp(-2 pi i / N),
 *
 *           X[g^p] = x[0] + sum over q of x[g^-q] w^(g^(p - q)),   X[0] = the sum of all,
 *
 *         a cyclic convolution of M elements with the powers of w in the generator's order. Their spectrum has 1 / M,
 *         the direction and the normalisation.
 * When:   N is a prime, and choose.h says that it is faster than a chirp.
 */
#include "transform/rules/rules.h"

nbl_result_t nbl_rule_rader(nbl_rules_t *rules, const nbl_program_step_t *of) {
    const nbl_program_op_t *line = &of->op[0];
    const uint32_t n = line->plan.fft_length;
    const nbl_program_table_t powers = {.kind = NBL_PROGRAM_RADER, .n = n, .normalization = line->normalization},
                              spectrum = {.kind = NBL_PROGRAM_RADER_SPECTRUM,
                                          .n = n,
                                          .inverse = line->inverse,
                                          .normalization = line->normalization};
    const uint32_t table = nbl_program_add_table(rules->program, powers);
    nbl_program_step_t step = *of;
    step.ops = 0;
    step.elements = n - 1;
    nbl_rules_op(&step, NBL_PROGRAM_PERMUTE)->table = table;
    nbl_rules_line(&step, n - 1, false, NBL_FFT_UNNORMALIZED);
    nbl_rules_op(&step, NBL_PROGRAM_RADER_FIRST)->table = table;
    nbl_rules_multiply(rules, &step, spectrum, 0);
    nbl_rules_line(&step, n - 1, true, NBL_FFT_UNNORMALIZED);
    nbl_program_op_t *back = nbl_rules_op(&step, NBL_PROGRAM_PERMUTE);
    back->table = table;
    back->inverse = 1;
    for (uint32_t i = 1; i < of->ops; i++) step.op[step.ops++] = of->op[i];
    return nbl_rules_add(rules, &step, step.arithmetic, false);
}
