/* Where an invocation's elements lie in a plan's input and output, both in natural order, and where their mirrors are.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Part of nbl/fft/plan.h, whose head has the terms.
 */
#ifndef NBL_FFT_PLAN_MAP_H
#define NBL_FFT_PLAN_MAP_H

#include "nbl/fft/plan_pass.h"

NBL_FUNCTION nbl_fft_pass_t nbl_fft_plan_first_pass(nbl_fft_plan_t plan) { return nbl_fft_plan_pass(plan, 0u); }

NBL_FUNCTION nbl_fft_pass_t nbl_fft_plan_last_pass(nbl_fft_plan_t plan) {
    return nbl_fft_plan_pass(plan, plan.passes - 1u);
}

/* Returns how many elements an invocation reads (writes) at most. */
NBL_FUNCTION uint32_t nbl_fft_plan_input_elements(nbl_fft_plan_t plan) {
    return nbl_fft_pass_elements(nbl_fft_plan_first_pass(plan));
}

NBL_FUNCTION uint32_t nbl_fft_plan_output_elements(nbl_fft_plan_t plan) {
    return nbl_fft_pass_elements(nbl_fft_plan_last_pass(plan));
}

/* Returns whether an invocation reads (writes) an element: where rounds are uneven, some have fewer than others. */
NBL_FUNCTION bool nbl_fft_plan_input_active(nbl_fft_plan_t plan, uint32_t element, uint32_t invocation) {
    return nbl_fft_pass_active(nbl_fft_plan_first_pass(plan), element, invocation);
}

NBL_FUNCTION bool nbl_fft_plan_output_active(nbl_fft_plan_t plan, uint32_t element, uint32_t invocation) {
    return nbl_fft_pass_active(nbl_fft_plan_last_pass(plan), element, invocation);
}

/* Returns the number, in the input (output), of an active element of an invocation. */
NBL_FUNCTION uint32_t nbl_fft_plan_input_index(nbl_fft_plan_t plan, uint32_t element, uint32_t invocation) {
    return nbl_fft_pass_read_index(nbl_fft_plan_first_pass(plan), element, invocation);
}

/* The same formula as the input's: in the last pass stride radix = length, so butterfly j writes j + r stride. */
NBL_FUNCTION uint32_t nbl_fft_plan_output_index(nbl_fft_plan_t plan, uint32_t element, uint32_t invocation) {
    return nbl_fft_pass_read_index(nbl_fft_plan_last_pass(plan), element, invocation);
}

/* Returns who holds a frequency, 0 to length - 1, after the last pass. */
NBL_FUNCTION nbl_fft_holder_t nbl_fft_plan_output_holder(nbl_fft_plan_t plan, uint32_t frequency) {
    nbl_fft_pass_t p = nbl_fft_plan_last_pass(plan);
    uint32_t r = frequency / p.butterflies;
    uint32_t j = frequency - r * p.butterflies;
    uint32_t i = j / p.invocations;
    nbl_fft_holder_t holder = {j - i * p.invocations, i * p.radix + r};
    return holder;
}

/* Returns who holds, after the last pass, the mirror of an element: the negated frequency.
 *
 * element, invocation  for which nbl_fft_plan_output_active() */
NBL_FUNCTION nbl_fft_holder_t nbl_fft_plan_mirror(nbl_fft_plan_t plan, uint32_t element, uint32_t invocation) {
    uint32_t frequency = nbl_fft_plan_output_index(plan, element, invocation);
    return nbl_fft_plan_output_holder(plan, frequency == 0u ? 0u : plan.fft_length - frequency);
}

/* Tells whether mirrors can be traded in rounds, one element each: then, for every element k and invocation t, if the
 * mirror of (t, k) is (t', k'), that of (t', k) is (t, k'). So in round k invocation t sends its element k' and
 * receives from t' the mirror of its element k; t' = (T' - t) mod T', where T' is the number of invocations that are
 * active. With butterflies left over this fails (invocation 0 would be asked twice in round 0): trade through shared
 * memory by index instead.
 *
 * Returns true if every invocation does as many butterflies of the last pass as every other, or none. */
NBL_FUNCTION bool nbl_fft_plan_trades_mirrors(nbl_fft_plan_t plan) {
    nbl_fft_pass_t p = nbl_fft_plan_last_pass(plan);
    return p.butterflies < p.invocations || p.butterflies % p.invocations == 0u;
}

#endif
