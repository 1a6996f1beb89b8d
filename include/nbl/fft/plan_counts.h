/* Costs and sizes of plans, and every index of an exchange: for making, checking and counting plans, not for
 * transforms.
 * SPDX-License-Identifier: Apache-2.0
 *
 * nbl/fft/plan.h has the terms.
 */
#ifndef NBL_FFT_PLAN_COUNTS_H
#define NBL_FFT_PLAN_COUNTS_H

#include "nbl/fft/plan.h"

/* Returns the invocations of a workgroup. */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_plan_workgroup_size(nbl_fft_plan_t plan) {
    return plan.invocations * plan.ffts_per_workgroup;
}

/* Returns the workgroup barriers of an FFT whose exchanges move that number of scalars of an element one after the
 * other. There is one barrier between each write and read of the shared memory, and one before each write except the
 * first.
 *
 * scalars  nbl_fft_plan_scalars(plan), or 1 if an exchange packs them */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_plan_barriers_of(nbl_fft_plan_t plan, uint32_t scalars) {
    uint32_t fills = (plan.passes - 1u) * plan.windows * scalars; /* of the shared memory */
    return fills == 0u ? 0u : 2u * fills - 1u;
}

/* Returns the workgroup barriers that an FFT executes, with the scalars that its plan moves one after the other. */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_plan_barriers(nbl_fft_plan_t plan) {
    return nbl_fft_plan_barriers_of(plan, nbl_fft_plan_scalars(plan));
}

/* Returns whether mirrors can be traded one element at a time: if all invocations that do butterflies in the last pass
 * do the same number of them.
 *
 * Then, for every element k and invocation t: if the mirror of (t, k) is (t', k'), the mirror of (t', k) is (t, k'). So
 * in trade k invocation t sends its element k' and receives from t' the mirror of its element k; t' = (T' - t) mod T',
 * where T' is the number of active invocations. With butterflies left over invocation 0 would be asked twice in trade
 * 0; trade through shared memory by index instead. */
NBL_CONSTEXPR_FUNCTION bool nbl_fft_plan_trades_mirrors(nbl_fft_plan_t plan) {
    nbl_fft_pass_t p = nbl_fft_plan_last_pass(plan);
    return p.butterflies < p.invocations || p.butterflies % p.invocations == 0u;
}

/* ---- Where elements go through shared memory */

/* Returns the index that an element of a pass is written to. In the last pass neighbouring invocations write
 * neighbours.
 *
 * element     0 to nbl_fft_pass_elements(p) - 1
 * invocation  0 to p.invocations - 1 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_pass_write_index(nbl_fft_pass_t p, uint32_t element, uint32_t invocation) {
    return nbl_fft_pass_target(p, nbl_fft_pass_butterfly(p, element / p.radix, invocation)) +
           (element % p.radix) * p.stride;
}

/* Returns the dwords of a plane of shared memory that holds indices 0 to count - 1, padded.
 *
 * count     1 or more
 * pad_unit  indices before each padding
 * pad_step  dwords of a padding; 0: none */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_padded_length(uint32_t count, uint32_t pad_unit, uint32_t pad_step) {
    return nbl_fft_padded_index(count - 1u, pad_unit, pad_step) + 1u;
}

/* Returns whether an index lies in a window. Other indices are neither written nor read while that window is filled.
 *
 * window  0 to plan.windows - 1
 * index   of an element in an exchange, 0 to plan.fft_length - 1 */
NBL_CONSTEXPR_FUNCTION bool nbl_fft_plan_in_window(nbl_fft_plan_t plan, uint32_t window, uint32_t index) {
    return plan.windows == 1u || index - window * nbl_fft_plan_window(plan) <
                                     nbl_fft_plan_window(plan); /* below it the difference wraps around */
}

/* Returns the dword, within the FFT's plane, of an index in an exchange.
 *
 * exchange  0 to plan.passes - 2
 * window    one for which nbl_fft_plan_in_window() */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_plan_address(nbl_fft_plan_t plan, uint32_t exchange, uint32_t window,
                                                     uint32_t index) {
    return nbl_fft_padded_index(index - window * nbl_fft_plan_window(plan), nbl_fft_plan_pad_unit(plan, exchange),
                                nbl_fft_plan_pad_step(plan, exchange));
}

#endif
