/* Lays a plan out in shared memory within limits: FFTs per workgroup, windows, padding.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plan/layout.h"

#include "plan/banks.h"
#include "plan/cost.h"

nbl_fft_plan_limits_t nbl_fft_plan_default_limits(void) {
    nbl_fft_plan_limits_t limits = {1024u, 49152u, 32u};
    return limits;
}

nbl_fft_plan_t nbl_fft_plan_bare(uint32_t length, uint32_t complex_dwords, const uint32_t *radices, uint32_t count,
                                 uint32_t invocations) {
    nbl_fft_plan_t plan = {length, count, 0u, invocations, 0u, 1u, complex_dwords, 1u, 0u, 0u, 0u};
    for (uint32_t p = 0u; p < count; p++) plan.radices |= NBL_FFT_RADIX_FIELD(radices[p]) << (5u * p);
    for (uint32_t p = 0u; p < count; p++) {
        uint32_t elements = nbl_fft_pass_elements(nbl_fft_plan_pass(plan, p));
        if (elements > plan.elements) plan.elements = elements;
    }
    return plan;
}

bool nbl_fft_plan_holds_few(nbl_fft_plan_t plan) {
    uint32_t most = nbl_fft_plan_largest_radix(plan);
    return plan.elements <= (most > NBL_FFT_PLAN_MAX_ELEMENTS ? NBL_FFT_MAX_RADIX : NBL_FFT_PLAN_MAX_ELEMENTS);
}

/* The bytes of one FFT's shared memory, unpadded. */
static uint32_t nbl_fft_plan_least_bytes(nbl_fft_plan_t plan) {
    return plan.passes == 1u ? 0u : 4u * nbl_fft_plan_window(plan) * nbl_fft_plan_scalar_dwords(plan);
}

uint32_t nbl_fft_plan_choose_ffts(nbl_fft_plan_t plan, nbl_fft_plan_limits_t limits) {
    uint32_t most = limits.max_invocations < NBL_FFT_PLAN_SHARED_WORKGROUP_MOST ? limits.max_invocations
                                                                                : NBL_FFT_PLAN_SHARED_WORKGROUP_MOST;
    uint32_t lanes = limits.subgroup_size > 1u ? limits.subgroup_size : 32u;
    uint32_t bytes = nbl_fft_plan_least_bytes(plan), best = 1u, best_score = 0xffffffffu;
    for (uint32_t ffts = 1u; ffts == 1u || ffts * plan.invocations <= most; ffts++) {
        uint32_t size = ffts * plan.invocations;
        if (ffts > 1u && (bytes + bytes / 8u + 128u) * ffts > limits.max_shared_bytes) break;
        uint32_t score = (size + lanes - 1u) / lanes * lanes * 1000u / size + size / 2u; /* in thousandths */
        if (size < NBL_FFT_PLAN_WORKGROUP_WANTED) score += 8000u / size;
        if (score < best_score) {
            best = ffts;
            best_score = score;
        }
    }
    return best;
}

uint32_t nbl_fft_plan_least_windows(nbl_fft_plan_t plan, nbl_fft_plan_limits_t limits) {
    for (plan.windows = 1u; plan.windows <= NBL_FFT_PLAN_MAX_WINDOWS; plan.windows++)
        if (nbl_fft_plan_least_bytes(plan) <= limits.max_shared_bytes) return plan.windows;
    return 0u;
}

uint64_t nbl_fft_plan_bank_cost(nbl_fft_plan_t plan, uint64_t cycles) {
    uint64_t dwords = (uint64_t)nbl_fft_plan_scalars(plan) * nbl_fft_plan_scalar_dwords(plan);
    return cycles * dwords * NBL_FFT_BANKS * NBL_FFT_COST_SHARED_ACCESS / plan.ffts_per_workgroup / 2u;
}

uint32_t nbl_fft_plan_padded_window(nbl_fft_plan_t plan) {
    uint32_t most = 0u;
    for (uint32_t way = 0u; way < 2u; way++) {
        for (uint32_t x = 0u; x + 1u < plan.passes; x++) {
            uint32_t dwords = nbl_fft_padded_length(nbl_fft_plan_window(plan), nbl_fft_plan_pad_unit(plan, x),
                                                    nbl_fft_plan_pad_step(plan, x));
            if (dwords > most) most = dwords;
        }
        plan = nbl_fft_plan_reversed(plan);
    }
    return most;
}

/* Adds the cycles of all exchanges of a plan, for FFTs `plane`, plane + 1 .. plane + 31 dwords apart. */
static void nbl_fft_plan_count_apart(nbl_fft_plan_t plan, uint32_t plane, uint64_t *sum) {
    nbl_fft_padding_t paddings[32];
    uint64_t counted[32];
    for (uint32_t x = 0u; x + 1u < plan.passes; x++) {
        for (uint32_t n = 0u; n < 32u; n++) {
            paddings[n].unit = nbl_fft_plan_pad_unit(plan, x);
            paddings[n].step = nbl_fft_plan_pad_step(plan, x);
            paddings[n].fft_dwords = plane + n;
        }
        (void)nbl_fft_count_exchange(plan, x, false, false, paddings, 32u, counted);
        for (uint32_t n = 0u; n < 32u; n++) sum[n] += counted[n];
    }
}

/* Sets the distance of FFTs: up to 31 dwords more than the padding needs, whatever conflicts least. Returns the cycles
 * of all exchanges, the reversed plan's too, per workgroup, of one dword. */
static uint64_t nbl_fft_plan_move_apart(nbl_fft_plan_t *plan, uint32_t most_dwords) {
    uint64_t sum[32] = {0u};
    uint32_t best = 0u, plane = nbl_fft_plan_padded_window(*plan);
    nbl_fft_plan_count_apart(*plan, plane, sum);
    nbl_fft_plan_count_apart(nbl_fft_plan_reversed(*plan), plane, sum);
    for (uint32_t n = 1u; n < 32u; n++)
        if (plane + n <= most_dwords && sum[n] < sum[best]) best = n;
    plan->plane_dwords = plane + best;
    return sum[best];
}

/* Pads all exchanges, the reversed plan's too; returns the cycles of all. Arguments as nbl_fft_plan_pad. */
static uint64_t nbl_fft_plan_pad_all(nbl_fft_plan_t *plan, uint32_t most_dwords, uint32_t fft_dwords, bool sampled) {
    uint64_t cycles = 0u;
    for (uint32_t way = 0u; way < 2u; way++) {
        for (uint32_t x = 0u; x + 1u < plan->passes; x++)
            cycles += nbl_fft_plan_pad(plan, x, most_dwords, fft_dwords, sampled);
        *plan = nbl_fft_plan_reversed(*plan);
    }
    return cycles;
}

/* Bytes of shared memory that padding may grow to. Where two workgroups share what a multiprocessor has, no padding is
 * worth one of them: 6000 elements took 1.3 times as long. But only where few elements leave registers for two. */
static uint32_t most_bytes(nbl_fft_plan_t plan, nbl_fft_plan_limits_t limits) {
    uint32_t half = NBL_FFT_PLAN_MULTIPROCESSOR_BYTES / 2u, third = NBL_FFT_PLAN_MULTIPROCESSOR_BYTES / 3u;
    uint32_t least = nbl_fft_plan_least_bytes(plan);
    bool are_two =
        plan.ffts_per_workgroup == 1u && plan.elements <= NBL_FFT_PLAN_FEW_ELEMENTS && least > third && least <= half;
    return are_two && half < limits.max_shared_bytes ? half : limits.max_shared_bytes;
}

uint64_t nbl_fft_plan_lay_out(nbl_fft_plan_t *plan, nbl_fft_plan_limits_t limits, bool exact) {
    uint32_t most = most_bytes(*plan, limits) / 4u / plan->ffts_per_workgroup / nbl_fft_plan_scalar_dwords(*plan);
    if (plan->passes == 1u) return 0u;
    if (nbl_fft_plan_window(*plan) > most) return UINT64_MAX;
    uint64_t cycles = nbl_fft_plan_pad_all(plan, most, plan->invocations, !exact);
    plan->plane_dwords = nbl_fft_plan_padded_window(*plan);
    if (!exact || plan->ffts_per_workgroup == 1u || plan->invocations % 32u == 0u) return cycles;
    /* FFTs meet in an access: find distance and padding in turn. */
    cycles = nbl_fft_plan_move_apart(plan, most);
    for (uint32_t turn = 0u; turn < 3u; turn++) {
        nbl_fft_plan_t trial = *plan;
        (void)nbl_fft_plan_pad_all(&trial, most, plan->plane_dwords, false);
        uint64_t again = nbl_fft_plan_move_apart(&trial, most);
        if (again >= cycles) break;
        cycles = again;
        *plan = trial;
    }
    return cycles;
}
