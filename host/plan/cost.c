/* What a Stockham FFT costs by counting.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plan/cost.h"

#include <math.h>

#include "facts/numbers.h"
#include "plan/radix_cost.h"

#define NBL_FFT_RADIX_OPERATIONS(R, additions, products, fused) \
    if (radix == R) return additions + products;
#define NBL_FFT_RADIX_FUSED_OPERATIONS(R, additions, products, fused) \
    if (radix == R) return fused;

uint32_t nbl_fft_radix_operations(uint32_t radix) {
    NBL_FFT_RADIX_COSTS(NBL_FFT_RADIX_OPERATIONS)
    return 0u;
}

uint32_t nbl_fft_radix_fused_operations(uint32_t radix) {
    NBL_FFT_RADIX_COSTS(NBL_FFT_RADIX_FUSED_OPERATIONS)
    return 0u;
}

/* Of radix 1 is a pass that only moves elements: nbl_fft_tuned_plan(). */
bool nbl_fft_plan_is_radix(uint32_t radix) { return radix == 1u || nbl_fft_radix_operations(radix) != 0u; }

bool nbl_fft_plan_is_narrow(uint32_t radix) { return nbl_fft_plan_is_radix(radix) && NBL_FFT_IS_WIDE(radix) == 0u; }

bool nbl_fft_plan_is_large(uint32_t radix) { return radix > 16u && radix != 32u; }

/* Returns the operations of a butterfly's twiddles: making those of value 1 to radix - 1 in two digits of base 4 (1, 2,
 * 3 and 4, 8, 12 .. are evaluated, the others are products), and multiplying. */
static uint32_t nbl_fft_plan_twiddle_cost(uint32_t radix) {
    uint32_t evaluated = radix <= 4u ? radix - 1u : 3u + (radix - 1u) / 4u;
    uint32_t products = radix - 1u - evaluated + radix - 1u;
    return evaluated * NBL_FFT_COST_TWIDDLE_EVALUATED + products * NBL_FFT_COST_TWIDDLE_PRODUCT;
}

bool nbl_fft_plan_is_prime(uint32_t radix) {
    return radix == 17u || radix == 19u || radix == 23u || radix == 29u || radix == 31u ||
           (NBL_FFT_IS_WIDE(radix) != 0u && nbl_fft_plan_is_radix(radix));
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

/* Sides of exchanges whose windows end within a butterfly's values. The butterfly then needs its array twice. */
typedef struct cuts_t {
    uint32_t writes, reads;
} cuts_t;

static cuts_t cuts_of(nbl_fft_plan_t plan) {
    cuts_t cuts = {0u, 0u};
    for (uint32_t exchange = 0; exchange + 1u < plan.passes && plan.windows > 1u; exchange++) {
        cuts.writes += !nbl_fft_plan_side(plan, exchange, 0u, false).by_base;
        cuts.reads += !nbl_fft_plan_side(plan, exchange, 0u, true).by_value;
    }
    return cuts;
}

double nbl_fft_plan_registers(unsigned device, uint32_t complex_dwords, uint32_t elements) {
    return nbl_fact_number_of(device, NBL_NUMBER_REGISTERS_FIXED) +
           nbl_fact_number_of(device, NBL_NUMBER_REGISTERS_DWORD) * complex_dwords * elements;
}

double nbl_fft_plan_registers_wanted(unsigned device, nbl_fft_plan_t plan) {
    double scalars = 0.5 * plan.complex_dwords, largest = 0.0, uneven = 0.0;
    double held = scalars * plan.elements; /* complex numbers, in float32's registers */
    for (uint32_t number = 0u; number < plan.passes; number++) {
        nbl_fft_pass_t p = nbl_fft_plan_pass(plan, number);
        largest = fmax(largest, scalars * p.radix);
        uneven += nbl_fft_pass_is_even(p) ? 0.0 : 1.0;
    }
    cuts_t cuts = cuts_of(plan);
    double registers = nbl_fft_plan_registers(device, plan.complex_dwords, plan.elements) +
                       nbl_fact_number_of(device, NBL_NUMBER_REGISTERS_RADIX) * largest +
                       nbl_fact_number_of(device, NBL_NUMBER_REGISTERS_UNEVEN) * uneven;
    if (cuts.writes != 0u) registers += nbl_fact_number_of(device, NBL_NUMBER_REGISTERS_CUT) * held;
    if (plan.windows > 1u && cuts.writes + cuts.reads == 0u)
        registers -= nbl_fact_number_of(device, NBL_NUMBER_REGISTERS_WINDOWED) * held;
    return registers;
}

/* A whole workgroup must fit. */
static double registers_of(unsigned device, nbl_fft_plan_t plan, double filled) {
    return fmin(nbl_fft_plan_registers_wanted(device, plan),
                fmin(nbl_fact_number_of(device, NBL_NUMBER_REGISTERS_MOST),
                     nbl_fact_number_of(device, NBL_NUMBER_MULTIPROCESSOR_REGISTERS) / filled));
}

double nbl_fft_plan_workgroups(nbl_fft_plan_limits_t limits, double filled, double shared_dwords) {
    const double shared = 4.0 * shared_dwords + nbl_fact_number_of(limits.device, NBL_NUMBER_WORKGROUP_DRIVER_BYTES),
                 large = nbl_fact_number_of(limits.device, NBL_NUMBER_MULTIPROCESSOR_LARGE_WORKGROUPS);
    return fmin(fmin(limits.max_shared_bytes / shared, large * limits.max_invocations / filled),
                nbl_fact_number_of(limits.device, NBL_NUMBER_MULTIPROCESSOR_WORKGROUPS));
}

void nbl_fft_plan_traits(nbl_fft_plan_t plan, uint32_t registers, nbl_fft_plan_limits_t limits,
                         double traits[NBL_FFT_PLAN_TRAITS]) {
    double size = nbl_fft_plan_workgroup_size(plan), filled = 32.0 * ceil(size / 32.0), operations = 0.0, uneven = 0.0;
    for (uint32_t number = 0u; number < plan.passes; number++) {
        nbl_fft_pass_t p = nbl_fft_plan_pass(plan, number);
        uint32_t twiddles = number > 0u ? nbl_fft_plan_twiddle_cost(p.radix) : 0u;
        operations +=
            (double)nbl_fft_pass_share(p) * p.invocations * (nbl_fft_radix_fused_operations(p.radix) + twiddles);
        uneven += nbl_fft_pass_is_even(p) ? 0.0 : 1.0;
    }
    double held = 8.0 * ceil((registers != 0u ? registers : registers_of(limits.device, plan, filled)) / 8.0);
    double groups = fmin(nbl_fact_number_of(limits.device, NBL_NUMBER_MULTIPROCESSOR_REGISTERS) / (held * filled),
                         nbl_fft_plan_workgroups(limits, filled, nbl_fft_plan_shared_dwords(plan)));
    cuts_t cuts = cuts_of(plan);
    groups = fmax(floor(groups), 1.0);
    traits[0] = 1.0;
    traits[1] = plan.invocations < 32u ? 3.0 / plan.invocations : 0.0;
    traits[2] = operations / plan.fft_length * (filled / size) / 100.0;
    traits[3] = (plan.passes - 1.0) / groups;
    traits[4] = uneven / 10.0;
    traits[5] = (plan.windows - 1.0) * (plan.passes - 1.0) / groups;
    traits[6] = filled / size - 1.0;
    traits[7] = (cuts.writes + cuts.reads) / 10.0;
}

/* Returns the sum of a plan's traits by a model's weights.
 *
 * model  its first weight: NBL_NUMBER_TIME_..._COPY */
static double time_of(const double traits[NBL_FFT_PLAN_TRAITS], unsigned device, nbl_fact_number_t model) {
    double time = 0.0;
    for (uint32_t i = 0u; i < NBL_FFT_PLAN_TRAITS; i++)
        time += nbl_fact_number_of(device, (nbl_fact_number_t)(model + i)) * traits[i];
    return time;
}

double nbl_fft_plan_time(nbl_fft_plan_t plan, uint32_t registers, nbl_fft_plan_limits_t limits) {
    double traits[NBL_FFT_PLAN_TRAITS];
    nbl_fft_plan_traits(plan, registers, limits, traits);
    return time_of(traits, limits.device, NBL_NUMBER_TIME_LINE_COPY);
}

double nbl_fft_plan_columns_time(nbl_fft_plan_t plan, nbl_fft_plan_limits_t limits) {
    double traits[NBL_FFT_PLAN_TRAITS];
    nbl_fft_plan_traits(plan, 0, limits, traits);
    traits[1] = 0.0;
    return time_of(traits, limits.device, NBL_NUMBER_TIME_LINE_COPY);
}

double nbl_fft_plan_pass_time(nbl_fft_plan_t plan, nbl_fft_plan_limits_t limits) {
    const double filled = 32.0 * ceil(nbl_fft_plan_workgroup_size(plan) / 32.0),
                 wanted = nbl_fft_plan_registers_wanted(limits.device, plan) * filled /
                          nbl_fact_number_of(limits.device, NBL_NUMBER_MULTIPROCESSOR_REGISTERS);
    double traits[NBL_FFT_PLAN_TRAITS];
    nbl_fft_plan_traits(plan, 0, limits, traits);
    return time_of(traits, limits.device, NBL_NUMBER_TIME_PASS_COPY) +
           nbl_fact_number_of(limits.device, NBL_NUMBER_TIME_PASS_SPILLS) * fmax(0.0, wanted - 1.0);
}

double nbl_fft_plan_strips_time(const nbl_fft_plan_t plans[2], nbl_fft_plan_limits_t limits) {
    double time = 0.0, traits[NBL_FFT_PLAN_TRAITS];
    for (int p = 0; p < 2; p++) {
        nbl_fft_plan_traits(plans[p], 0, limits, traits);
        time += time_of(traits, limits.device, NBL_NUMBER_TIME_STRIPS_COPY);
    }
    return time;
}

double nbl_fft_plan_fused_time(nbl_fft_plan_t plan, nbl_fft_plan_limits_t limits) {
    double traits[NBL_FFT_PLAN_TRAITS];
    nbl_fft_plan_traits(plan, 0, limits, traits);
    return time_of(traits, limits.device, NBL_NUMBER_TIME_CONVOLUTION_COPY) +
           nbl_fact_number_of(limits.device, NBL_NUMBER_TIME_CONVOLUTION_EACH_WINDOW) * (plan.passes - 1) *
               plan.windows;
}
