/* What a Stockham FFT costs by counting.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plan/cost.h"

#include "plan/radix_cost.h"

/* Of radix 1 is a pass that only moves elements: nbl_fft_tuned_plan(). */
bool nbl_fft_plan_is_radix(uint32_t radix) { return radix == 1u || nbl_fft_radix_operations(radix) != 0u; }

bool nbl_fft_plan_is_large(uint32_t radix) { return radix > 16u && radix < 32u; }

/* Returns the operations of a butterfly's twiddles: making those of value 1 to radix - 1 in two digits of base 4 (1, 2,
 * 3 and 4, 8, 12 .. are evaluated, the others are products), and multiplying. */
static uint32_t nbl_fft_plan_twiddle_cost(uint32_t radix) {
    uint32_t evaluated = radix <= 4u ? radix - 1u : 3u + (radix - 1u) / 4u;
    uint32_t products = radix - 1u - evaluated + radix - 1u;
    return evaluated * NBL_FFT_COST_TWIDDLE_EVALUATED + products * NBL_FFT_COST_TWIDDLE_PRODUCT;
}

uint64_t nbl_fft_plan_barrier_cost(nbl_fft_plan_t plan) {
    return (uint64_t)plan.invocations * nbl_fft_plan_barriers(plan) * NBL_FFT_COST_BARRIER;
}

uint64_t nbl_fft_plan_cost(nbl_fft_plan_t plan) {
    uint64_t memory = (uint64_t)plan.fft_length * plan.complex_dwords * NBL_FFT_COST_DWORD_LOADED;
    uint64_t exchanged =
        2u * (uint64_t)plan.fft_length * plan.complex_dwords * (plan.passes - 1u) * NBL_FFT_COST_SHARED_ACCESS;
    uint64_t size = nbl_fft_plan_workgroup_size(plan), arithmetic = 0u;
    for (uint32_t number = 0u; number < plan.passes; number++) {
        nbl_fft_pass_t p = nbl_fft_plan_pass(plan, number);
        uint64_t butterflies = (uint64_t)nbl_fft_pass_share(p) * p.invocations;
        arithmetic +=
            butterflies * (nbl_fft_radix_operations(p.radix) + (number > 0u ? nbl_fft_plan_twiddle_cost(p.radix) : 0u));
    }
    arithmetic = arithmetic * ((size + 31u) / 32u * 32u) / size;
    if (plan.invocations > NBL_FFT_COST_CHEAP_INVOCATIONS) arithmetic += arithmetic / 4u;
    uint64_t cost = memory + exchanged + arithmetic + nbl_fft_plan_barrier_cost(plan);
    return plan.elements > NBL_FFT_COST_CHEAP_ELEMENTS ? 2u * cost : cost;
}
