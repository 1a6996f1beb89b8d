/* The plan of a Stockham FFT, and every index that follows from it: one text for host and shaders.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A plan of radices R_0 R_1 .. R_{P-1} = N transforms in P passes, T invocations to one FFT; stride is the product of
 * the radices already done. In a pass of radix R invocation t does the butterflies j = t + i T, i = 0, 1 .., below N /
 * R (the last of them may be missing), and keeps value r of its butterfly number i as element i R + r: docs/theory.md,
 * section 11, has what a butterfly reads and writes, and the proof.
 *
 * Between two passes the elements are exchanged through shared memory, one scalar of theirs after the other (float16
 * arithmetic: both at once, in a dword), through one array of a dword per element, or through a window of it: window w
 * holds the indices w M .. (w + 1) M - 1.
 *
 *   exchange:  for each scalar, for each window:  write what lies in the window, barrier, read what lies in it,
 *                                                 (barrier)
 *              With several windows a read must not overwrite an element that is still to be written: it fills another
 *              array. Address: index - w M, plus pad_step dwords after every pad_unit indices against bank conflicts.
 *
 *                  <-plane_dwords->                               float64: the high dwords, nbl_fft_plan_high() further
 *   shared memory: | FFT 0        | FFT 1        | .. | FFT F-1  || FFT 0        | FFT 1        | .. | FFT F-1  |
 *
 * plan_counts.h has what only making, checking and counting plans needs; nbl/host/plan.h makes, reads and prints plans.
 */
#ifndef NBL_FFT_PLAN_H
#define NBL_FFT_PLAN_H

#include "nbl/fft/parameters.h"

#define NBL_FFT_MAX_PASSES 6

/* A plan. It has scalars only, so that a plan of literals folds away in a shader. Values of each pass, or of each
 * exchange (exchange x is between passes x and x + 1), are packed into a scalar:
 *
 *   radices      NBL_RADICES_3() and its kin of nbl/fft/parameters.h, which says how
 *   pad_shifts   3 bits an exchange, log2 of the unit - 1, or 0 for no padding: exchange x in bits 3 x .. 3 x + 2,
 *                exchange x of nbl_fft_plan_reversed() 15 bits higher
 *   pad_steps    3 bits an exchange, step - 1, in the same bits as pad_shifts */
NBL_STRUCT(nbl_fft_plan_t) {
    uint32_t fft_length;  /* N, 2 or more (`length` alone is a method in GLSL) */
    uint32_t passes;      /* P, 1 to NBL_FFT_MAX_PASSES */
    uint32_t radices;     /* packed: nbl_fft_plan_radix() */
    uint32_t invocations; /* T, of one FFT */
    uint32_t elements;    /* complex elements that an invocation holds at most: the size of its array */
    uint32_t ffts_per_workgroup;
    uint32_t complex_dwords; /* NBL_DWORDS_<scalar> of the arithmetic */
    uint32_t windows;        /* of an exchange, 1 or more */
    uint32_t pad_shifts;     /* packed: nbl_fft_plan_pad_unit() */
    uint32_t pad_steps;      /* packed: nbl_fft_plan_pad_step() */
    uint32_t plane_dwords;   /* dwords of a plane of shared memory, padding included; 0 with a single pass */
};

/* ---- One pass */

/* Returns the radix of a pass; 1 from plan.passes on.
 *
 * number  0 to NBL_FFT_MAX_PASSES - 1 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_plan_radix(nbl_fft_plan_t plan, uint32_t number) {
    uint32_t field = NBL_FFT_RADICES_NUMBER(plan.radices, number);
    if ((plan.radices >> 30u) != 0u) return field + 1u;
    return field == NBL_CAST(uint32_t, NBL_FFT_NUMBER_OF_35)   ? 35u /* NBL_FFT_RADIX_OF_FIELD(), in unsigned numbers */
           : field == NBL_CAST(uint32_t, NBL_FFT_NUMBER_OF_36) ? 36u
           : field == NBL_CAST(uint32_t, NBL_FFT_NUMBER_OF_17) ? 17u
           : field == NBL_CAST(uint32_t, NBL_FFT_NUMBER_OF_19) ? 19u
                                                               : field + 1u;
}

/* Returns the radix of pass `candidate` if it comes before pass `number`, otherwise 1. Internal. */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_plan_radix_before(nbl_fft_plan_t plan, uint32_t candidate, uint32_t number) {
    return candidate < number ? nbl_fft_plan_radix(plan, candidate) : 1u;
}

/* Returns the product of the radices before a pass. Without a loop, so that it folds even if no loop is unrolled.
 *
 * number  0 to NBL_FFT_MAX_PASSES */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_plan_stride(nbl_fft_plan_t plan, uint32_t number) {
    return nbl_fft_plan_radix_before(plan, 0u, number) * nbl_fft_plan_radix_before(plan, 1u, number) *
           nbl_fft_plan_radix_before(plan, 2u, number) * nbl_fft_plan_radix_before(plan, 3u, number) *
           nbl_fft_plan_radix_before(plan, 4u, number) * nbl_fft_plan_radix_before(plan, 5u, number);
}

NBL_STRUCT(nbl_fft_pass_t) {
    uint32_t radix;
    uint32_t stride;      /* the product of the radices before it */
    uint32_t butterflies; /* length / radix */
    uint32_t invocations; /* of the FFT, also if not all are active in this pass */
};

/* Returns what a pass works on.
 *
 * number  0 to plan.passes - 1 */
NBL_CONSTEXPR_FUNCTION nbl_fft_pass_t nbl_fft_plan_pass(nbl_fft_plan_t plan, uint32_t number) {
    uint32_t radix = nbl_fft_plan_radix(plan, number);
    nbl_fft_pass_t result = {radix, nbl_fft_plan_stride(plan, number), plan.fft_length / radix, plan.invocations};
    return result;
}

/* Returns the butterflies that an invocation does at most: its share. */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_pass_share(nbl_fft_pass_t p) {
    return (p.butterflies + p.invocations - 1u) / p.invocations;
}

/* Returns the elements that an invocation holds at most. */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_pass_elements(nbl_fft_pass_t p) { return p.radix * nbl_fft_pass_share(p); }

/* Returns whether every invocation does the same number of butterflies. */
NBL_CONSTEXPR_FUNCTION bool nbl_fft_pass_is_even(nbl_fft_pass_t p) { return p.butterflies % p.invocations == 0u; }

/* Returns whether every invocation has a butterfly number i. It is false only for the last i of an uneven pass. It
 * follows from literals alone, so a compiler need not see that an invocation is below p.invocations. For an even pass
 * it does not use i, since some compilers fold before they unroll. */
NBL_CONSTEXPR_FUNCTION bool nbl_fft_pass_all_work(nbl_fft_pass_t p, uint32_t i) {
    return nbl_fft_pass_is_even(p) || (i + 1u) * p.invocations <= p.butterflies;
}

/* Returns whether an invocation has a butterfly number i. */
NBL_CONSTEXPR_FUNCTION bool nbl_fft_pass_works(nbl_fft_pass_t p, uint32_t i, uint32_t invocation) {
    return nbl_fft_pass_all_work(p, i) || invocation + i * p.invocations < p.butterflies;
}

/* Returns j of an invocation's butterfly number i. If the invocation has fewer butterflies, returns 0: then its inputs
 * may be loaded, so that no load needs a branch, but its results must not be stored. */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_pass_butterfly(nbl_fft_pass_t p, uint32_t i, uint32_t invocation) {
    return nbl_fft_pass_works(p, i, invocation) ? invocation + i * p.invocations : 0u;
}

/* Returns whether an invocation has an element in this pass.
 *
 * p        nbl_fft_plan_pass(plan, number)
 * element  number of a value that the invocation holds, below nbl_fft_pass_elements(p); p.radix of them in a row are a
 *          butterfly's */
NBL_CONSTEXPR_FUNCTION bool nbl_fft_pass_active(nbl_fft_pass_t p, uint32_t element, uint32_t invocation) {
    return nbl_fft_pass_works(p, element / p.radix, invocation);
}

/* Returns the index that an element is read from. Neighbouring invocations read neighbours. */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_pass_read_index(nbl_fft_pass_t p, uint32_t element, uint32_t invocation) {
    return nbl_fft_pass_butterfly(p, element / p.radix, invocation) + (element % p.radix) * p.butterflies;
}

/* Returns the part of nbl_fft_pass_read_index() that depends on the invocation. It is the same for all elements, except
 * in butterflies that some invocations lack. */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_pass_read_base(nbl_fft_pass_t p, uint32_t element, uint32_t invocation) {
    uint32_t i = element / p.radix;
    return nbl_fft_pass_all_work(p, i) ? invocation : nbl_fft_pass_butterfly(p, i, invocation);
}

/* Returns the rest of nbl_fft_pass_read_index(), a literal in a shader: base + offset is the index. */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_pass_read_offset(nbl_fft_pass_t p, uint32_t element) {
    uint32_t i = element / p.radix;
    return (nbl_fft_pass_all_work(p, i) ? i * p.invocations : 0u) + (element % p.radix) * p.butterflies;
}

/* Returns the index that value 0 of a butterfly is written to; value r goes r p.stride further. */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_pass_target(nbl_fft_pass_t p, uint32_t butterfly) {
    uint32_t block = butterfly / p.stride;
    return block * (p.stride * p.radix) + (butterfly - block * p.stride);
}

/* Returns the numerator m of a butterfly's twiddles: value r is multiplied by exp(-+2 pi i r m / (p.stride * p.radix)).
 * 0 in the first pass.
 *
 * butterfly  nbl_fft_pass_butterfly(p, i, invocation), i counting the invocation's butterflies */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_pass_twiddle(nbl_fft_pass_t p, uint32_t butterfly) {
    return butterfly % p.stride;
}

/* Returns field `number` of the reversed radices. Internal. */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_plan_reversed_radix(nbl_fft_plan_t plan, uint32_t number) {
    return number < plan.passes ? NBL_FFT_RADICES_NUMBER(plan.radices, plan.passes - 1u - number)
                                      << NBL_FFT_RADICES_BITS(plan.radices) * number
                                : 0u;
}

/* Returns the plan with its passes in reverse. Its input map is the plan's output map and the other way round, so the
 * inverse transform takes a spectrum from the registers where the forward transform left it. Its exchanges have their
 * own padding in the same shared memory. */
NBL_CONSTEXPR_FUNCTION nbl_fft_plan_t nbl_fft_plan_reversed(nbl_fft_plan_t plan) {
    nbl_fft_plan_t reversed = plan;
    reversed.radices = (plan.radices & NBL_CAST(uint32_t, NBL_FFT_RADICES_MARK)) |
                       nbl_fft_plan_reversed_radix(plan, 0u) | nbl_fft_plan_reversed_radix(plan, 1u) |
                       nbl_fft_plan_reversed_radix(plan, 2u) | nbl_fft_plan_reversed_radix(plan, 3u) |
                       nbl_fft_plan_reversed_radix(plan, 4u) | nbl_fft_plan_reversed_radix(plan, 5u);
    reversed.pad_shifts = (plan.pad_shifts >> 15u) | ((plan.pad_shifts & 32767u) << 15u);
    reversed.pad_steps = (plan.pad_steps >> 15u) | ((plan.pad_steps & 32767u) << 15u);
    return reversed;
}

/* ---- Input and output, both in natural order: what the first pass reads and what the last pass writes. In the last
 * pass stride radix = length, so butterfly j writes j + r stride, which is nbl_fft_pass_read_index() too. */

/* Returns the first pass of a plan. */
NBL_CONSTEXPR_FUNCTION nbl_fft_pass_t nbl_fft_plan_first_pass(nbl_fft_plan_t plan) {
    return nbl_fft_plan_pass(plan, 0u);
}

/* Returns the last pass of a plan. */
NBL_CONSTEXPR_FUNCTION nbl_fft_pass_t nbl_fft_plan_last_pass(nbl_fft_plan_t plan) {
    return nbl_fft_plan_pass(plan, plan.passes - 1u);
}

/* Returns the invocation and element that hold a frequency, 0 to length - 1, after the last pass. */
NBL_CONSTEXPR_FUNCTION nbl_fft_holder_t nbl_fft_plan_output_holder(nbl_fft_plan_t plan, uint32_t frequency) {
    nbl_fft_pass_t p = nbl_fft_plan_last_pass(plan);
    uint32_t r = frequency / p.butterflies;
    uint32_t j = frequency - r * p.butterflies;
    uint32_t i = j / p.invocations;
    nbl_fft_holder_t holder = {j - i * p.invocations, i * p.radix + r};
    return holder;
}

/* Returns the invocation and element that hold the mirror, the negated frequency, of an active element at the end. */
NBL_CONSTEXPR_FUNCTION nbl_fft_holder_t nbl_fft_plan_mirror(nbl_fft_plan_t plan, uint32_t element,
                                                            uint32_t invocation) {
    uint32_t frequency = nbl_fft_pass_read_index(nbl_fft_plan_last_pass(plan), element, invocation);
    return nbl_fft_plan_output_holder(plan, frequency == 0u ? 0u : plan.fft_length - frequency);
}

/* ---- Exchanges between two passes through shared memory: windows, planes, padding */

/* Returns how many scalars an exchange moves one after the other: 1 if a dword holds a complex element, else 2. */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_plan_scalars(nbl_fft_plan_t plan) {
    return plan.complex_dwords == NBL_DWORDS_float16_t ? 1u : 2u;
}

/* Returns the dwords of a scalar that an exchange moves: 2 in float64, otherwise 1. */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_plan_scalar_dwords(nbl_fft_plan_t plan) {
    return plan.complex_dwords == NBL_DWORDS_float64_t ? 2u : 1u;
}

/* Returns the dwords of shared memory that a workgroup needs. */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_plan_shared_dwords(nbl_fft_plan_t plan) {
    return plan.plane_dwords * plan.ffts_per_workgroup * nbl_fft_plan_scalar_dwords(plan);
}

/* Returns the distance, in dwords, from the low dword of a float64 to its high dword. */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_plan_high(nbl_fft_plan_t plan) {
    return plan.plane_dwords * plan.ffts_per_workgroup;
}

/* Returns M, the indices in a window; the last window may have fewer. */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_plan_window(nbl_fft_plan_t plan) {
    return (plan.fft_length + plan.windows - 1u) / plan.windows;
}

/* Returns whether all radices are powers of two. The parts of an index (butterfly, value number, remainder) then have
 * disjoint bits, and the padding of a sum of two parts is the sum of their paddings. */
NBL_CONSTEXPR_FUNCTION bool nbl_fft_plan_is_binary(nbl_fft_plan_t plan) {
    return (plan.fft_length & (plan.fft_length - 1u)) == 0u;
}

/* Returns after how many elements an exchange has padding: 4 to 256 between powers of two, otherwise the block within
 * which the pass before writes. With these units padding distributes over a sum of indices. So all elements of an
 * invocation lie at constant distances from its first, which a shader encodes in the instruction.
 *
 * exchange  0 to plan.passes - 2 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_plan_pad_unit(nbl_fft_plan_t plan, uint32_t exchange) {
    uint32_t unit = 2u << ((plan.pad_shifts >> (3u * exchange)) & 7u);
    return nbl_fft_plan_is_binary(plan) ? unit : nbl_fft_plan_stride(plan, exchange + 1u);
}

/* Returns the dwords of padding after each unit of an exchange, 1 to 8; 0: no padding. */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_plan_pad_step(nbl_fft_plan_t plan, uint32_t exchange) {
    return ((plan.pad_shifts >> (3u * exchange)) & 7u) == 0u ? 0u : ((plan.pad_steps >> (3u * exchange)) & 7u) + 1u;
}

/* Returns an index with its padding. */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_padded_index(uint32_t index, uint32_t pad_unit, uint32_t pad_step) {
    return pad_step == 0u ? index : index + index / pad_unit * pad_step;
}

/* One side of an exchange, its writes or its reads: numbers that all of its accesses use. */
NBL_STRUCT(nbl_fft_side_t) {
    uint32_t pad_unit;
    uint32_t pad_step;
    uint32_t window; /* indices in a window */
    uint32_t first;  /* first index of this window */
    uint32_t stride; /* from value to value of a butterfly */
    bool whole;      /* there is one window only */
    bool by_base;    /* of each butterfly either all values lie in the window or none */
    bool by_value;   /* value r lies in the window either of all butterflies or of none */
};

/* Returns a side of an exchange for one of its windows.
 *
 * exchange  0 to plan.passes - 2
 * window    0 to plan.windows - 1
 * reads     false: the writes of pass `exchange`; true: the reads of the next pass */
NBL_CONSTEXPR_FUNCTION nbl_fft_side_t nbl_fft_plan_side(nbl_fft_plan_t plan, uint32_t exchange, uint32_t window,
                                                        bool reads) {
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
NBL_CONSTEXPR_FUNCTION bool nbl_fft_side_has(nbl_fft_side_t side, uint32_t base, uint32_t r) {
    uint32_t decides = side.by_base ? base : side.by_value ? r * side.stride : base + r * side.stride;
    return side.whole || decides - side.first < side.window; /* below it the difference wraps around */
}

/* Returns the dword of value r of a butterfly within the FFT's plane, as a sum of two parts. Only one part depends on
 * the invocation: see nbl_fft_plan_pad_unit(). The window's start must be subtracted from one part only. */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_side_address(nbl_fft_side_t side, uint32_t base, uint32_t r) {
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

#endif
