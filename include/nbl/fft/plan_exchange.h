/* How the elements of a plan go through shared memory between two passes: windows, planes, padding, barriers.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/plan.h, never by itself; its head has the terms.
 */
/* Returns how many scalars an exchange moves one after the other: 1 if a dword holds a complex element, otherwise 2.
 */
NBL_FUNCTION uint32_t nbl_fft_plan_scalars(nbl_fft_plan_t plan) {
    return plan.complex_dwords == NBL_DWORDS_float16_t ? 1u : 2u;
}

/* Returns the dwords of what an exchange moves at once: 2 in float64, otherwise 1. */
NBL_FUNCTION uint32_t nbl_fft_plan_scalar_dwords(nbl_fft_plan_t plan) {
    return plan.complex_dwords == NBL_DWORDS_float64_t ? 2u : 1u;
}

/* Returns the dwords of shared memory that a workgroup needs. */
NBL_FUNCTION uint32_t nbl_fft_plan_shared_dwords(nbl_fft_plan_t plan) {
    return plan.plane_dwords * plan.ffts_per_workgroup * nbl_fft_plan_scalar_dwords(plan);
}

/* Returns where in the workgroup's shared memory the plane of an FFT begins.
 *
 * instance  of the FFTs of the workgroup: nbl_fft_place_t */
NBL_FUNCTION uint32_t nbl_fft_plan_base(nbl_fft_plan_t plan, uint32_t instance) { return plan.plane_dwords * instance; }

/* Returns the distance, in dwords, from the low dword of a float64 to its high dword. */
NBL_FUNCTION uint32_t nbl_fft_plan_high(nbl_fft_plan_t plan) { return plan.plane_dwords * plan.ffts_per_workgroup; }

/* Returns M, how many indices a window has; the last may have fewer. */
NBL_FUNCTION uint32_t nbl_fft_plan_window(nbl_fft_plan_t plan) {
    return (plan.fft_length + plan.windows - 1u) / plan.windows;
}

/* Returns whether the bits of the indices of an exchange, butterfly and value, are disjoint on both sides. */
NBL_FUNCTION bool nbl_fft_plan_is_binary(nbl_fft_plan_t plan, uint32_t exchange) {
    return nbl_fft_pass_is_binary(nbl_fft_plan_pass(plan, exchange)) &&
           nbl_fft_pass_is_binary(nbl_fft_plan_pass(plan, exchange + 1u));
}

/* Returns after how many elements an exchange is padded. Between powers of two that is 4 to 256; otherwise it is the
 * block within which the previous pass writes. Only then does padding distribute over a sum of indices, so that all
 * elements of an invocation lie at constant distances from its first, which a shader encodes in the instruction.
 *
 * exchange  0 to plan.passes - 2 */
NBL_FUNCTION uint32_t nbl_fft_plan_pad_unit(nbl_fft_plan_t plan, uint32_t exchange) {
    uint32_t unit = 2u << ((plan.pad_shifts >> (3u * exchange)) & 7u);
    if (!nbl_fft_plan_is_binary(plan, exchange)) unit = nbl_fft_plan_stride(plan, exchange + 1u);
    return unit;
}

/* Returns by how many dwords an exchange is padded each time: 1 to 8; 0: not at all. */
NBL_FUNCTION uint32_t nbl_fft_plan_pad_step(nbl_fft_plan_t plan, uint32_t exchange) {
    return ((plan.pad_shifts >> (3u * exchange)) & 7u) == 0u ? 0u : ((plan.pad_steps >> (3u * exchange)) & 7u) + 1u;
}

/* Returns an index with its padding. */
NBL_FUNCTION uint32_t nbl_fft_padded_index(uint32_t index, uint32_t pad_unit, uint32_t pad_step) {
    return pad_step == 0u ? index : index + index / pad_unit * pad_step;
}

/* What the accesses of one side of an exchange have in common, computed once. */
NBL_STRUCT(nbl_fft_side_t) {
    uint32_t pad_unit;
    uint32_t pad_step;
    uint32_t window; /* how many indices a window has */
    uint32_t first;  /* the first index of the window */
    uint32_t stride; /* from value to value of a butterfly */
    bool whole;      /* one window only */
    bool by_base;    /* either all values of a butterfly lie in the window or none does */
    bool by_value;   /* either value r of every butterfly lies in the window or of none */
};

/* Returns what the writes of pass `exchange` share, or the reads of the next.
 *
 * window  0 to plan.windows - 1 */
NBL_FUNCTION nbl_fft_side_t nbl_fft_plan_side(nbl_fft_plan_t plan, uint32_t exchange, uint32_t window, bool reads) {
    nbl_fft_pass_t p = nbl_fft_plan_pass(plan, reads ? exchange + 1u : exchange);
    uint32_t length = nbl_fft_plan_window(plan);
    nbl_fft_side_t side = {nbl_fft_plan_pad_unit(plan, exchange),
                           nbl_fft_plan_pad_step(plan, exchange),
                           length,
                           window * length,
                           reads ? p.butterflies : p.stride,
                           plan.windows == 1u,
                           !reads && length % (p.stride * p.radix) == 0u,
                           reads && length % p.butterflies == 0u};
    return side;
}

/* Returns whether value r of a butterfly lies in the window.
 *
 * base  index of its value 0 */
NBL_FUNCTION bool nbl_fft_side_has(nbl_fft_side_t side, uint32_t base, uint32_t r) {
    uint32_t decides = side.by_base ? base : side.by_value ? r * side.stride : base + r * side.stride;
    return side.whole || decides - side.first < side.window; /* below it the difference wraps around */
}

/* Returns the dword of that value within the FFT's plane. If padding distributes over the sum, only one part depends on
 * the invocation, and the other is a constant in the instruction. With the paddings of nbl_fft_plan_pad_unit() it does,
 * provided that the window's start is subtracted from one part only. */
NBL_FUNCTION uint32_t nbl_fft_side_address(nbl_fft_side_t side, uint32_t base, uint32_t r) {
    uint32_t offset = r * side.stride, first = side.first;
    uint32_t result = nbl_fft_padded_index(base + offset - first, side.pad_unit, side.pad_step);
    if (side.whole || side.by_base) {
        result = nbl_fft_padded_index(base - first, side.pad_unit, side.pad_step) +
                 nbl_fft_padded_index(offset, side.pad_unit, side.pad_step);
    } else if (side.by_value) {
        result = nbl_fft_padded_index(base, side.pad_unit, side.pad_step) +
                 nbl_fft_padded_index(offset - first, side.pad_unit, side.pad_step);
    }
    return result;
}
