/* What a Stockham FFT costs by counting: the weights beside the table of radices, by which plans and lengths are
 * compared.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). The unit is one floating operation of one invocation; memory is weighed in the same unit by
 * how much arithmetic takes as long, so that a long-known truth of GPUs is in it: passes cost more than operations.
 */
#ifndef NBL_FFT_PLAN_COST_H
#define NBL_FFT_PLAN_COST_H

#include "nbl/fft/plan.h"
#include "plan/radix_cost.h"

#define NBL_FFT_COST_TWIDDLE_PRODUCT 6u    /* a complex product */
#define NBL_FFT_COST_TWIDDLE_EVALUATED 20u /* reduction and two polynomials */
#define NBL_FFT_COST_DWORD_LOADED 12u      /* from device memory, and stored there */
#define NBL_FFT_COST_SHARED_ACCESS 4u      /* of one dword, without conflicts, its share of the index included */
#define NBL_FFT_COST_BARRIER 16u           /* per invocation */
#define NBL_FFT_COST_UNTRADED_MIRROR 1u    /* per element, where mirrors are no one-to-one trades */
#define NBL_FFT_COST_CHEAP_ELEMENTS 16u /* per invocation; more take registers that other workgroups would have used */
#define NBL_FFT_COST_CHEAP_INVOCATIONS 512u /* per FFT; more of them leave a multiprocessor with one workgroup */

/* Tells the radices of passes from other numbers. */
NBL_FUNCTION bool nbl_fft_plan_is_radix(uint32_t radix) { return nbl_fft_radix_operations(radix) != 0u; }

/* Returns the operations of a butterfly's twiddles: making those of value 1 to radix - 1 in two digits of base 4 (1, 2,
 * 3 and 4, 8, 12 .. are evaluated, the others are products), and multiplying. */
NBL_FUNCTION uint32_t nbl_fft_plan_twiddle_cost(uint32_t radix) {
    uint32_t evaluated = radix <= 4u ? radix - 1u : 3u + (radix - 1u) / 4u;
    uint32_t products = radix - 1u - evaluated + radix - 1u;
    return evaluated * NBL_FFT_COST_TWIDDLE_EVALUATED + products * NBL_FFT_COST_TWIDDLE_PRODUCT;
}

/* What the barriers of one FFT cost. */
NBL_FUNCTION uint64_t nbl_fft_plan_barrier_cost(nbl_fft_plan_t plan) {
    return (uint64_t)plan.invocations * nbl_fft_plan_barriers(plan) * NBL_FFT_COST_BARRIER;
}

/* What one FFT of a plan costs, bank conflicts apart. Idle invocations count as if they worked, those that fill up the
 * workgroup's last 32 too.
 *
 * plan  its fft_length, passes, radices, invocations, elements, ffts_per_workgroup, complex_dwords and windows
 */
NBL_FUNCTION uint64_t nbl_fft_plan_cost(nbl_fft_plan_t plan) {
    uint64_t memory = (uint64_t)plan.fft_length * plan.complex_dwords * NBL_FFT_COST_DWORD_LOADED;
    uint64_t exchanged =
        2u * (uint64_t)plan.fft_length * plan.complex_dwords * (plan.passes - 1u) * NBL_FFT_COST_SHARED_ACCESS;
    uint64_t size = nbl_fft_plan_workgroup_size(plan), arithmetic = 0u;
    for (uint32_t number = 0u; number < plan.passes; number++) {
        nbl_fft_pass_t p = nbl_fft_plan_pass(plan, number);
        uint64_t butterflies = (uint64_t)nbl_fft_pass_rounds(p) * p.invocations;
        arithmetic +=
            butterflies * (nbl_fft_radix_operations(p.radix) + (number > 0u ? nbl_fft_plan_twiddle_cost(p.radix) : 0u));
    }
    arithmetic = arithmetic * ((size + 31u) / 32u * 32u) / size;
    if (plan.invocations > NBL_FFT_COST_CHEAP_INVOCATIONS) arithmetic += arithmetic / 4u;
    uint64_t cost = memory + exchanged + arithmetic + nbl_fft_plan_barrier_cost(plan);
    return plan.elements > NBL_FFT_COST_CHEAP_ELEMENTS ? 2u * cost : cost;
}

#endif
