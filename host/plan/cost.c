/* What a Stockham FFT costs by counting.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plan/cost.h"

#include <math.h>

#include "plan/radix_cost.h"

/* Of radix 1 is a pass that only moves elements: nbl_fft_tuned_plan(). */
bool nbl_fft_plan_is_radix(uint32_t radix) { return radix == 1u || nbl_fft_radix_operations(radix) != 0u; }

bool nbl_fft_plan_is_large(uint32_t radix) { return radix > 16u && radix != 32u; }

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

/* What a multiprocessor of the H200 has. */
#define REGISTERS 65536.0
#define SHARED_BYTES 233472.0
#define INVOCATIONS 2048.0
#define WORKGROUPS 32.0
#define DRIVERS_OWN_BYTES 1024.0 /* of shared memory, of each workgroup */

/* By the driver's figures for 12,494 plans, which it is wrong about by 32 in the mean; a whole workgroup must fit. */
static double registers_of(nbl_fft_plan_t plan, double filled) {
    double largest = 0.0, uneven = 0.0, butterflies = 0.0;
    for (uint32_t number = 0u; number < plan.passes; number++) {
        nbl_fft_pass_t p = nbl_fft_plan_pass(plan, number);
        largest = fmax(largest, p.radix);
        uneven += nbl_fft_pass_is_even(p) ? 0.0 : 1.0;
        butterflies += nbl_fft_pass_share(p);
    }
    double registers = 6.0 + (plan.windows > 1u ? 3.5 : 2.5) * plan.elements + 0.5 * largest + 4.0 * uneven;
    return fmin(registers + 2.7 * butterflies, fmin(255.0, REGISTERS / filled));
}

void nbl_fft_plan_traits(nbl_fft_plan_t plan, uint32_t registers, double traits[NBL_FFT_PLAN_TRAITS]) {
    double size = nbl_fft_plan_workgroup_size(plan), filled = 32.0 * ceil(size / 32.0), operations = 0.0, uneven = 0.0;
    for (uint32_t number = 0u; number < plan.passes; number++) {
        nbl_fft_pass_t p = nbl_fft_plan_pass(plan, number);
        uint32_t twiddles = number > 0u ? nbl_fft_plan_twiddle_cost(p.radix) : 0u;
        operations +=
            (double)nbl_fft_pass_share(p) * p.invocations * (nbl_fft_radix_fused_operations(p.radix) + twiddles);
        uneven += nbl_fft_pass_is_even(p) ? 0.0 : 1.0;
    }
    double held = registers != 0u ? registers : registers_of(plan, filled);
    double shared = 4.0 * nbl_fft_plan_shared_dwords(plan) + DRIVERS_OWN_BYTES;
    double groups =
        fmin(fmin(REGISTERS / (held * filled), SHARED_BYTES / shared), fmin(INVOCATIONS / filled, WORKGROUPS));
    traits[0] = 1.0;
    traits[1] = plan.invocations < 32u ? 3.0 / plan.invocations : 0.0;
    traits[2] = operations / plan.fft_length * (filled / size) / 100.0;
    traits[3] = (plan.passes - 1.0) / fmax(floor(groups), 1.0);
    traits[4] = uneven / 10.0;
    traits[5] = plan.windows - 1.0;
    traits[6] = filled / size - 1.0;
}

double nbl_fft_plan_time(nbl_fft_plan_t plan, uint32_t registers) {
    static const double weights[NBL_FFT_PLAN_TRAITS] = {0.7226, 0.3157, 0.4117, 0.2325, 0.3391, 0.0215, 0.1663};
    double traits[NBL_FFT_PLAN_TRAITS], time = 0.0;
    nbl_fft_plan_traits(plan, registers, traits);
    for (int i = 0; i < NBL_FFT_PLAN_TRAITS; i++) time += weights[i] * traits[i];
    return time;
}
