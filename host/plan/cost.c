/* What a Stockham FFT costs by counting.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plan/cost.h"

#include <math.h>

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

bool nbl_fft_plan_is_large(uint32_t radix) { return radix > 16u && radix != 32u; }

/* Returns the operations of a butterfly's twiddles: making those of value 1 to radix - 1 in two digits of base 4 (1, 2,
 * 3 and 4, 8, 12 .. are evaluated, the others are products), and multiplying. */
static uint32_t nbl_fft_plan_twiddle_cost(uint32_t radix) {
    uint32_t evaluated = radix <= 4u ? radix - 1u : 3u + (radix - 1u) / 4u;
    uint32_t products = radix - 1u - evaluated + radix - 1u;
    return evaluated * NBL_FFT_COST_TWIDDLE_EVALUATED + products * NBL_FFT_COST_TWIDDLE_PRODUCT;
}

bool nbl_fft_plan_is_prime(uint32_t radix) {
    return radix == 17u || radix == 19u || radix == 23u || radix == 29u || radix == 31u;
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

double nbl_fft_plan_registers(uint32_t complex_dwords, uint32_t elements) {
    return 30.7 + 1.6 * complex_dwords * elements;
}

double nbl_fft_plan_registers_wanted(nbl_fft_plan_t plan) {
    double scalars = 0.5 * plan.complex_dwords, largest = 0.0, uneven = 0.0;
    double held = scalars * plan.elements; /* complex numbers, in float32's registers */
    for (uint32_t number = 0u; number < plan.passes; number++) {
        nbl_fft_pass_t p = nbl_fft_plan_pass(plan, number);
        largest = fmax(largest, scalars * p.radix);
        uneven += nbl_fft_pass_is_even(p) ? 0.0 : 1.0;
    }
    cuts_t cuts = cuts_of(plan);
    double registers = nbl_fft_plan_registers(plan.complex_dwords, plan.elements) + 0.2 * largest + 4.2 * uneven;
    if (cuts.writes != 0u) registers += 1.8 * held;
    if (plan.windows > 1u && cuts.writes + cuts.reads == 0u) registers -= held;
    return registers;
}

/* A whole workgroup must fit. */
static double registers_of(nbl_fft_plan_t plan, double filled) {
    return fmin(nbl_fft_plan_registers_wanted(plan), fmin(255.0, NBL_FFT_PLAN_REGISTERS / filled));
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
    double held = 8.0 * ceil((registers != 0u ? registers : registers_of(plan, filled)) / 8.0);
    double shared = 4.0 * nbl_fft_plan_shared_dwords(plan) + NBL_FFT_PLAN_DRIVERS_BYTES;
    double groups =
        fmin(fmin(NBL_FFT_PLAN_REGISTERS / (held * filled), limits.max_shared_bytes / shared),
             fmin(NBL_FFT_PLAN_LARGE_WORKGROUPS * limits.max_invocations / filled, NBL_FFT_PLAN_MOST_WORKGROUPS));
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

/* Weights of nbl_fft_plan_traits(), fitted on an H200: of a transform alone by bench/scripts/cost_model.sh, 2026-11-23, of a
 * convolution in one kernel by bench/scripts/chirps.sh, 2026-11-28, of a pass to 311
 * long lines, and of a pass in strips that share a dispatch to 86, 2026-11-30. */
typedef double weights_t[NBL_FFT_PLAN_TRAITS];
static const weights_t alone = {0.726, 0.301, 0.384, 0.211, 0.287, 0.054, 0.182, 1.076};
static const weights_t pass = {0.966, 0.0, 0.838, 0.145, 0.87, 0.0, 0.514, 4.65};
static const weights_t strips = {0.903, 0.0, 0.589, 0.446, 2.48, 0.0, 0.0, 0.0};
static const weights_t fused = {0.0, 0.32, 2.2, 0.33, 0.3, 0.0, 0.13, 9.0};
#define FUSED_EXCHANGE 0.13 /* of each window of each exchange */
/* Of a copy: what the registers cost that a pass needs beyond those of a multiprocessor, by their share. Fitted to the
 * times of 311 programs of long lines on an H200 (docs/log/transforms.md, "Splits of long lines by a model"). */
#define PASS_SPILLS 0.88

static double time_of(const double traits[NBL_FFT_PLAN_TRAITS], const weights_t weights) {
    double time = 0.0;
    for (int i = 0; i < NBL_FFT_PLAN_TRAITS; i++) time += weights[i] * traits[i];
    return time;
}

double nbl_fft_plan_time(nbl_fft_plan_t plan, uint32_t registers, nbl_fft_plan_limits_t limits) {
    double traits[NBL_FFT_PLAN_TRAITS];
    nbl_fft_plan_traits(plan, registers, limits, traits);
    return time_of(traits, alone);
}

double nbl_fft_plan_columns_time(nbl_fft_plan_t plan, nbl_fft_plan_limits_t limits) {
    double traits[NBL_FFT_PLAN_TRAITS];
    nbl_fft_plan_traits(plan, 0, limits, traits);
    traits[1] = 0.0;
    return time_of(traits, alone);
}

double nbl_fft_plan_pass_time(nbl_fft_plan_t plan, nbl_fft_plan_limits_t limits) {
    const double filled = 32.0 * ceil(nbl_fft_plan_workgroup_size(plan) / 32.0),
                 wanted = nbl_fft_plan_registers_wanted(plan) * filled / NBL_FFT_PLAN_REGISTERS;
    double traits[NBL_FFT_PLAN_TRAITS];
    nbl_fft_plan_traits(plan, 0, limits, traits);
    return time_of(traits, pass) + PASS_SPILLS * fmax(0.0, wanted - 1.0);
}

double nbl_fft_plan_strips_time(const nbl_fft_plan_t plans[2], nbl_fft_plan_limits_t limits) {
    double time = 0.0, traits[NBL_FFT_PLAN_TRAITS];
    for (int p = 0; p < 2; p++) {
        nbl_fft_plan_traits(plans[p], 0, limits, traits);
        time += time_of(traits, strips);
    }
    return time;
}

double nbl_fft_plan_fused_time(nbl_fft_plan_t plan, nbl_fft_plan_limits_t limits) {
    double traits[NBL_FFT_PLAN_TRAITS];
    nbl_fft_plan_traits(plan, 0, limits, traits);
    return time_of(traits, fused) + FUSED_EXCHANGE * (plan.passes - 1) * plan.windows;
}
