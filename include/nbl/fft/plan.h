/* The plan of a Stockham FFT, and every index that follows from it: one text for host and shaders.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A plan of radices R_0 R_1 .. R_{P-1} = N transforms in P passes; stride is the product of the radices already done. T
 * invocations work on one FFT. In a pass of radix R invocation t does the butterflies j = t + i T, i = 0, 1 .., below N / R
 * (the last of them may be missing), and keeps value r of its butterfly number i as element i R + r:
 *
 *                 reads                   twiddle                                writes
 *   value r       x[j + r N / R]          exp(-+2 pi i r (j mod stride)          y[(j div stride) stride R
 *                                             / (stride R))                          + j mod stride + r stride]
 *
 * Between two passes the elements are exchanged through shared memory, one scalar of theirs after the other (float16
 * arithmetic: both at once, in a dword), through one array of a dword per element. That array may hold a window of the
 * indices only: then an exchange takes several rounds, window w being the indices w M .. (w + 1) M - 1.
 *
 *   exchange:  for each scalar, for each window:  write what lies in the window, barrier, read what lies in it, (barrier)
 *              With several windows what is read must not replace what is not written yet: another array takes it.
 *   array:     index - w M, and pad_step dwords more after every 2^pad_shift, so that banks do not conflict
 *   float64:   the low dwords in one set of planes, the high dwords in a second behind it
 *
 *                  <-plane_dwords->                               float64: the high dwords, nbl_fft_plan_high() further
 *   shared memory: | FFT 0        | FFT 1        | .. | FFT F-1  || FFT 0        | FFT 1        | .. | FFT F-1  |
 *
 * Plans are made and printed on the host: nbl/fft/plan_make.h, plan_text.h; what they cost: plan_cost.h, plan_banks.h;
 * supported lengths: plan_lengths.h. docs/theory.md, section 11, has the algorithm's proof.
 */
#ifndef NBL_FFT_PLAN_H
#define NBL_FFT_PLAN_H

#include "nbl/fft/parameters.h"

#define NBL_FFT_MAX_PASSES 6

/* Scalars only, so that a plan of literals folds away in a shader: what there is per pass p, or per exchange p between pass p
 * and p + 1, is packed into bits 5 p .. 5 p + 4 of a word. */
NBL_STRUCT(nbl_fft_plan_t) {
    uint32_t fft_length;         /* N, 2 or more (`length` alone is a method in GLSL) */
    uint32_t passes;             /* P, 1 to NBL_FFT_MAX_PASSES */
    uint32_t radices;            /* radix - 1 of each pass: see nbl_fft_plan_radix() */
    uint32_t invocations;        /* T, of one FFT */
    uint32_t elements;           /* that an invocation holds at most: the size of its array */
    uint32_t ffts_per_workgroup;
    uint32_t complex_dwords;     /* NBL_DWORDS_<scalar> of the arithmetic */
    uint32_t windows;            /* of an exchange, 1 or more */
    uint32_t pad_shifts;         /* of each exchange: see nbl_fft_plan_pad_shift() */
    uint32_t pad_steps;
    uint32_t plane_dwords;       /* of shared memory: one dword per index with padding; 0 with a single pass */
};

/* ---- One pass */

/* Returns the field of a packed word that belongs to a pass or an exchange, 0 to 31. */
NBL_FUNCTION uint32_t nbl_fft_plan_field(uint32_t fields, uint32_t number) {
    return (fields >> (5u * number)) & 31u;
}

/* Returns the fields with one of them changed, to a value of 0 to 31. */
NBL_FUNCTION uint32_t nbl_fft_plan_with_field(uint32_t fields, uint32_t number, uint32_t value) {
    return (fields & ~(31u << (5u * number))) | (value << (5u * number));
}

/* Returns the radix of a pass; 1 from plan.passes on.
 *
 * number  0 to NBL_FFT_MAX_PASSES - 1 */
NBL_FUNCTION uint32_t nbl_fft_plan_radix(nbl_fft_plan_t plan, uint32_t number) {
    return nbl_fft_plan_field(plan.radices, number) + 1u;
}

/* The radix of a pass if it comes before pass `number`, otherwise 1. Internal. */
NBL_FUNCTION uint32_t nbl_fft_plan_radix_before(nbl_fft_plan_t plan, uint32_t before, uint32_t number) {
    return before < number ? nbl_fft_plan_radix(plan, before) : 1u;
}

/* Returns the product of the radices before a pass. Without a loop: it folds where nothing is unrolled, too.
 *
 * number  0 to NBL_FFT_MAX_PASSES */
NBL_FUNCTION uint32_t nbl_fft_plan_stride(nbl_fft_plan_t plan, uint32_t number) {
    return nbl_fft_plan_radix_before(plan, 0u, number) * nbl_fft_plan_radix_before(plan, 1u, number)
         * nbl_fft_plan_radix_before(plan, 2u, number) * nbl_fft_plan_radix_before(plan, 3u, number)
         * nbl_fft_plan_radix_before(plan, 4u, number) * nbl_fft_plan_radix_before(plan, 5u, number);
}

NBL_STRUCT(nbl_fft_pass_t) {
    uint32_t radix;
    uint32_t stride;       /* the product of the radices before it */
    uint32_t butterflies;  /* length / radix */
    uint32_t invocations;  /* of the FFT, not only those that are active in this pass */
};

/* Returns what a pass works on.
 *
 * number  0 to plan.passes - 1 */
NBL_FUNCTION nbl_fft_pass_t nbl_fft_plan_pass(nbl_fft_plan_t plan, uint32_t number) {
    uint32_t radix = nbl_fft_plan_radix(plan, number);
    nbl_fft_pass_t result = {radix, nbl_fft_plan_stride(plan, number), plan.fft_length / radix, plan.invocations};
    return result;
}

/* Returns the butterflies that an invocation does at most. */
NBL_FUNCTION uint32_t nbl_fft_pass_rounds(nbl_fft_pass_t p) {
    return (p.butterflies + p.invocations - 1u) / p.invocations;
}

/* Returns the elements that an invocation holds at most. */
NBL_FUNCTION uint32_t nbl_fft_pass_elements(nbl_fft_pass_t p) {
    return p.radix * nbl_fft_pass_rounds(p);
}

/* Returns the number j of the butterfly that an invocation does in round i; it is none if not below p.butterflies. */
NBL_FUNCTION uint32_t nbl_fft_pass_butterfly(nbl_fft_pass_t p, uint32_t i, uint32_t invocation) {
    return invocation + i * p.invocations;
}

/* Returns whether an invocation has an element in this pass.
 *
 * element  below nbl_fft_pass_elements(p) */
NBL_FUNCTION bool nbl_fft_pass_active(nbl_fft_pass_t p, uint32_t element, uint32_t invocation) {
    return nbl_fft_pass_butterfly(p, element / p.radix, invocation) < p.butterflies;
}

/* Returns the index that an element is read from. Neighbouring invocations read neighbours.
 *
 * element  one for which nbl_fft_pass_active() */
NBL_FUNCTION uint32_t nbl_fft_pass_read_index(nbl_fft_pass_t p, uint32_t element, uint32_t invocation) {
    return nbl_fft_pass_butterfly(p, element / p.radix, invocation) + (element % p.radix) * p.butterflies;
}

/* Returns the index that an element is written to. In the last pass neighbouring invocations write neighbours.
 *
 * element  one for which nbl_fft_pass_active() */
NBL_FUNCTION uint32_t nbl_fft_pass_write_index(nbl_fft_pass_t p, uint32_t element, uint32_t invocation) {
    uint32_t j = nbl_fft_pass_butterfly(p, element / p.radix, invocation);
    uint32_t block = j / p.stride;
    return block * (p.stride * p.radix) + (j - block * p.stride) + (element % p.radix) * p.stride;
}

/* Returns the numerator m of a butterfly's twiddles: value r is multiplied by exp(-+2 pi i r m / (p.stride p.radix)). 0 in
 * the first pass.
 *
 * butterfly  nbl_fft_pass_butterfly() */
NBL_FUNCTION uint32_t nbl_fft_pass_twiddle(nbl_fft_pass_t p, uint32_t butterfly) {
    return butterfly % p.stride;
}

/* ---- Exchanges */

/* Returns how many scalars an exchange moves one after the other: 1 where a dword holds a complex element, otherwise 2. */
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
NBL_FUNCTION uint32_t nbl_fft_plan_base(nbl_fft_plan_t plan, uint32_t instance) {
    return plan.plane_dwords * instance;
}

/* Returns how far behind the low dword of a float64 its high dword is. */
NBL_FUNCTION uint32_t nbl_fft_plan_high(nbl_fft_plan_t plan) {
    return plan.plane_dwords * plan.ffts_per_workgroup;
}

/* Returns M, how many indices a window has; the last may have fewer. */
NBL_FUNCTION uint32_t nbl_fft_plan_window(nbl_fft_plan_t plan) {
    return (plan.fft_length + plan.windows - 1u) / plan.windows;
}

/* Returns after how many elements, as log2, an exchange is padded.
 *
 * exchange  0 to plan.passes - 2 */
NBL_FUNCTION uint32_t nbl_fft_plan_pad_shift(nbl_fft_plan_t plan, uint32_t exchange) {
    return nbl_fft_plan_field(plan.pad_shifts, exchange);
}

/* Returns by how many dwords an exchange is padded each time, 0: not at all. */
NBL_FUNCTION uint32_t nbl_fft_plan_pad_step(nbl_fft_plan_t plan, uint32_t exchange) {
    return nbl_fft_plan_field(plan.pad_steps, exchange);
}

/* Returns an index with its padding. */
NBL_FUNCTION uint32_t nbl_fft_padded_index(uint32_t index, uint32_t pad_shift, uint32_t pad_step) {
    return index + (index >> pad_shift) * pad_step;
}

/* Returns the dwords of a plane: those of `count` padded indices. */
NBL_FUNCTION uint32_t nbl_fft_padded_length(uint32_t count, uint32_t pad_shift, uint32_t pad_step) {
    return nbl_fft_padded_index(count - 1u, pad_shift, pad_step) + 1u;
}

/* Returns whether an index lies in a window: what does not is neither written nor read in that round. */
NBL_FUNCTION bool nbl_fft_plan_in_window(nbl_fft_plan_t plan, uint32_t window, uint32_t index) {
    return index - window * nbl_fft_plan_window(plan) < nbl_fft_plan_window(plan); /* below it the difference wraps around */
}

/* Returns the dword, within the FFT's plane, that an index has in an exchange.
 *
 * exchange  0 to plan.passes - 2
 * window    one for which nbl_fft_plan_in_window() */
NBL_FUNCTION uint32_t nbl_fft_plan_address(nbl_fft_plan_t plan, uint32_t exchange, uint32_t window, uint32_t index) {
    return nbl_fft_padded_index(index - window * nbl_fft_plan_window(plan), nbl_fft_plan_pad_shift(plan, exchange),
                                nbl_fft_plan_pad_step(plan, exchange));
}

/* Returns the workgroup barriers that an FFT executes: between write and read, and before every write but the very first. */
NBL_FUNCTION uint32_t nbl_fft_plan_barriers(nbl_fft_plan_t plan) {
    uint32_t rounds = (plan.passes - 1u) * plan.windows * nbl_fft_plan_scalars(plan);
    return rounds == 0u ? 0u : 2u * rounds - 1u;
}

/* Returns the invocations of a workgroup. */
NBL_FUNCTION uint32_t nbl_fft_plan_workgroup_size(nbl_fft_plan_t plan) {
    return plan.invocations * plan.ffts_per_workgroup;
}

/* The field of pass (exchange) last - number, moved to that of number; nothing beyond the last. Internal. */
NBL_FUNCTION uint32_t nbl_fft_plan_reversed_field(uint32_t fields, uint32_t last, uint32_t number) {
    return number <= last ? nbl_fft_plan_field(fields, last - number) << (5u * number) : 0u;
}

NBL_FUNCTION uint32_t nbl_fft_plan_reversed_fields(uint32_t fields, uint32_t last) {
    return nbl_fft_plan_reversed_field(fields, last, 0u) | nbl_fft_plan_reversed_field(fields, last, 1u)
         | nbl_fft_plan_reversed_field(fields, last, 2u) | nbl_fft_plan_reversed_field(fields, last, 3u)
         | nbl_fft_plan_reversed_field(fields, last, 4u) | nbl_fft_plan_reversed_field(fields, last, 5u);
}

/* Returns the plan with its radices in reverse: its input map is this one's output map and the other way round, so that the
 * inverse transform takes a spectrum from the registers where the forward one left it. */
NBL_FUNCTION nbl_fft_plan_t nbl_fft_plan_reversed(nbl_fft_plan_t plan) {
    nbl_fft_plan_t reversed = plan;
    reversed.radices = nbl_fft_plan_reversed_fields(plan.radices, plan.passes - 1u);
    if (plan.passes > 1u) {
        reversed.pad_shifts = nbl_fft_plan_reversed_fields(plan.pad_shifts, plan.passes - 2u);
        reversed.pad_steps = nbl_fft_plan_reversed_fields(plan.pad_steps, plan.passes - 2u);
    }
    return reversed;
}

/* ---- Maps: where an invocation's elements lie in the input and in the output, both in natural order */

NBL_FUNCTION nbl_fft_pass_t nbl_fft_plan_first_pass(nbl_fft_plan_t plan) {
    return nbl_fft_plan_pass(plan, 0u);
}

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

/* An element of an invocation. */
NBL_STRUCT(nbl_fft_holder_t) {
    uint32_t invocation;
    uint32_t element;
};

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

/* Tells whether mirrors can be traded in rounds, one element each: then, for every element k and invocation t, if the mirror
 * of (t, k) is (t', k'), that of (t', k) is (t, k'). So in round k invocation t sends its element k' and receives from t' the
 * mirror of its element k; t' = (T' - t) mod T', where T' is the number of invocations that are active. With butterflies
 * left over this fails (invocation 0 would be asked twice in round 0): trade through shared memory by index instead.
 *
 * Returns true if every invocation does as many butterflies of the last pass as every other, or none. */
NBL_FUNCTION bool nbl_fft_plan_trades_mirrors(nbl_fft_plan_t plan) {
    nbl_fft_pass_t p = nbl_fft_plan_last_pass(plan);
    return p.butterflies < p.invocations || p.butterflies % p.invocations == 0u;
}

#endif
