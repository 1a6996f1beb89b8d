/* The plan of a Stockham FFT, and every index that follows from it: one text for host and shaders.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A plan of radices R_0 R_1 .. R_{P-1} = N transforms in P passes; stride is the product of the radices already done. T
 * invocations work on one FFT. In a pass of radix R invocation t does the butterflies j = t + i T, i = 0, 1 .., below N
 * / R (the last of them may be missing), and keeps value r of its butterfly number i as element i R + r:
 *
 *                 reads                   twiddle                                writes
 *   value r       x[j + r N / R]          exp(-+2 pi i r (j mod stride)          y[(j div stride) stride R
 *                                             / (stride R))                          + j mod stride + r stride]
 *
 * Between two passes the elements are exchanged through shared memory, one scalar of theirs after the other (float16
 * arithmetic: both at once, in a dword), through one array of a dword per element. That array may hold a window of the
 * indices only: then an exchange takes several rounds, window w being the indices w M .. (w + 1) M - 1.
 *
 *   exchange:  for each scalar, for each window:  write what lies in the window, barrier, read what lies in it,
 *                                                 (barrier)
 *              With several windows a read must not overwrite an element that is still to be written: it fills another
 *              array. Address: index - w M, plus pad_step dwords after every pad_unit indices against bank conflicts.
 *   float64:   the low dwords in one set of planes, the high dwords in a second set after it
 *
 *                  <-plane_dwords->                               float64: the high dwords, nbl_fft_plan_high() further
 *   shared memory: | FFT 0        | FFT 1        | .. | FFT F-1  || FFT 0        | FFT 1        | .. | FFT F-1  |
 *
 * How elements go through shared memory between two passes is in plan_exchange.h, which this includes. What is only
 * needed to make, check or count plans is in plan_counts.h; nbl/host/plan.h makes, reads and prints them.
 * docs/theory.md, section 11, has the algorithm's proof.
 */
#ifndef NBL_FFT_PLAN_H
#define NBL_FFT_PLAN_H

#include "nbl/fft/parameters.h"

#define NBL_FFT_MAX_PASSES 6

/* Scalars only, so that a plan of literals folds away in a shader: what there is per pass or per exchange (number x
 * between pass x and x + 1) is packed.
 *
 *   radices                 5 bits each, radix - 1: pass p in bits 5 p .. 5 p + 4
 *   pad_shifts, pad_steps   3 bits each, shift - 1 or 0 for none, and step - 1: exchange x in bits 3 x .. 3 x + 2, and
 *                           that of the plan with its passes in reverse, nbl_fft_plan_reversed(), 15 bits higher */
NBL_STRUCT(nbl_fft_plan_t) {
    uint32_t fft_length;  /* N, 2 or more (`length` alone is a method in GLSL) */
    uint32_t passes;      /* P, 1 to NBL_FFT_MAX_PASSES */
    uint32_t radices;     /* of each pass: nbl_fft_plan_radix() */
    uint32_t invocations; /* T, of one FFT */
    uint32_t elements;    /* that an invocation holds at most: the size of its array */
    uint32_t ffts_per_workgroup;
    uint32_t complex_dwords; /* NBL_DWORDS_<scalar> of the arithmetic */
    uint32_t windows;        /* of an exchange, 1 or more */
    uint32_t pad_shifts;     /* of each exchange: nbl_fft_plan_pad_unit() */
    uint32_t pad_steps;      /* nbl_fft_plan_pad_step() */
    uint32_t plane_dwords;   /* of shared memory: one dword per index with padding; 0 with a single pass */
};

/* ---- One pass */

/* Returns the radix of a pass; 1 from plan.passes on.
 *
 * number  0 to NBL_FFT_MAX_PASSES - 1 */
NBL_FUNCTION uint32_t nbl_fft_plan_radix(nbl_fft_plan_t plan, uint32_t number) {
    return ((plan.radices >> (5u * number)) & 31u) + 1u;
}

/* Returns the radix of a pass if it comes before pass `number`, otherwise 1. Internal. */
NBL_FUNCTION uint32_t nbl_fft_plan_radix_before(nbl_fft_plan_t plan, uint32_t before, uint32_t number) {
    return before < number ? nbl_fft_plan_radix(plan, before) : 1u;
}

/* Returns the product of the radices before a pass. Without a loop, so that it folds even if no loop is unrolled.
 *
 * number  0 to NBL_FFT_MAX_PASSES */
NBL_FUNCTION uint32_t nbl_fft_plan_stride(nbl_fft_plan_t plan, uint32_t number) {
    return nbl_fft_plan_radix_before(plan, 0u, number) * nbl_fft_plan_radix_before(plan, 1u, number) *
           nbl_fft_plan_radix_before(plan, 2u, number) * nbl_fft_plan_radix_before(plan, 3u, number) *
           nbl_fft_plan_radix_before(plan, 4u, number) * nbl_fft_plan_radix_before(plan, 5u, number);
}

NBL_STRUCT(nbl_fft_pass_t) {
    uint32_t radix;
    uint32_t stride;      /* the product of the radices before it */
    uint32_t butterflies; /* length / radix */
    uint32_t invocations; /* of the FFT, not only those that are active in this pass */
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
NBL_FUNCTION uint32_t nbl_fft_pass_elements(nbl_fft_pass_t p) { return p.radix * nbl_fft_pass_rounds(p); }

/* Returns whether every invocation does the same number of butterflies. It follows from literals alone, whereas a
 * compiler cannot know that an invocation is below p.invocations. */
NBL_FUNCTION bool nbl_fft_pass_is_even(nbl_fft_pass_t p) { return p.butterflies % p.invocations == 0u; }

/* Returns whether an invocation does a butterfly in round i. */
NBL_FUNCTION bool nbl_fft_pass_works(nbl_fft_pass_t p, uint32_t i, uint32_t invocation) {
    return nbl_fft_pass_is_even(p) || invocation + i * p.invocations < p.butterflies;
}

/* Returns the number j of the butterfly that an invocation does in round i; if there is none, 0. Then the inputs may be
 * loaded, so that no load needs a branch, but the results must not be stored. */
NBL_FUNCTION uint32_t nbl_fft_pass_butterfly(nbl_fft_pass_t p, uint32_t i, uint32_t invocation) {
    return nbl_fft_pass_works(p, i, invocation) ? invocation + i * p.invocations : 0u;
}

/* Returns whether an invocation has an element in this pass.
 *
 * element  below nbl_fft_pass_elements(p) */
NBL_FUNCTION bool nbl_fft_pass_active(nbl_fft_pass_t p, uint32_t element, uint32_t invocation) {
    return nbl_fft_pass_works(p, element / p.radix, invocation);
}

/* Returns the index that an element is read from. Neighbouring invocations read neighbours. */
NBL_FUNCTION uint32_t nbl_fft_pass_read_index(nbl_fft_pass_t p, uint32_t element, uint32_t invocation) {
    return nbl_fft_pass_butterfly(p, element / p.radix, invocation) + (element % p.radix) * p.butterflies;
}

/* Returns whether the bits of an index's parts are disjoint: butterfly, value number and remainder. Then padding the
 * sum of two parts is the sum of padding each, and only the first depends on the invocation. */
NBL_FUNCTION bool nbl_fft_pass_is_binary(nbl_fft_pass_t p) {
    return (p.radix & (p.radix - 1u)) == 0u && (p.stride & (p.stride - 1u)) == 0u &&
           (p.butterflies & (p.butterflies - 1u)) == 0u;
}

/* Returns the index that value 0 of a butterfly is written to; value r goes r p.stride further. */
NBL_FUNCTION uint32_t nbl_fft_pass_target(nbl_fft_pass_t p, uint32_t butterfly) {
    uint32_t block = butterfly / p.stride;
    return block * (p.stride * p.radix) + (butterfly - block * p.stride);
}

/* Returns the numerator m of a butterfly's twiddles: value r is multiplied by exp(-+2 pi i r m / (p.stride p.radix)). 0
 * in the first pass.
 *
 * butterfly  nbl_fft_pass_butterfly() */
NBL_FUNCTION uint32_t nbl_fft_pass_twiddle(nbl_fft_pass_t p, uint32_t butterfly) { return butterfly % p.stride; }

/* Returns field `number` of the reversed radices. Internal. */
NBL_FUNCTION uint32_t nbl_fft_plan_reversed_radix(nbl_fft_plan_t plan, uint32_t number) {
    return number < plan.passes ? (nbl_fft_plan_radix(plan, plan.passes - 1u - number) - 1u) << (5u * number) : 0u;
}

/* Returns the plan with its passes in reverse: its input map is this one's output map and the other way round, so that
 * the inverse transform takes a spectrum from the registers where the forward one left it. Its exchanges have a padding
 * of their own, in the same shared memory. */
NBL_FUNCTION nbl_fft_plan_t nbl_fft_plan_reversed(nbl_fft_plan_t plan) {
    nbl_fft_plan_t reversed = plan;
    reversed.radices = nbl_fft_plan_reversed_radix(plan, 0u) | nbl_fft_plan_reversed_radix(plan, 1u) |
                       nbl_fft_plan_reversed_radix(plan, 2u) | nbl_fft_plan_reversed_radix(plan, 3u) |
                       nbl_fft_plan_reversed_radix(plan, 4u) | nbl_fft_plan_reversed_radix(plan, 5u);
    reversed.pad_shifts = (plan.pad_shifts >> 15u) | ((plan.pad_shifts & 32767u) << 15u);
    reversed.pad_steps = (plan.pad_steps >> 15u) | ((plan.pad_steps & 32767u) << 15u);
    return reversed;
}

/* ---- Where an invocation's elements lie in input and output, both in natural order, and where their mirrors are */

NBL_FUNCTION nbl_fft_pass_t nbl_fft_plan_first_pass(nbl_fft_plan_t plan) { return nbl_fft_plan_pass(plan, 0u); }

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

/* Returns the invocation and element that hold a frequency, 0 to length - 1, after the last pass. */
NBL_FUNCTION nbl_fft_holder_t nbl_fft_plan_output_holder(nbl_fft_plan_t plan, uint32_t frequency) {
    nbl_fft_pass_t p = nbl_fft_plan_last_pass(plan);
    uint32_t r = frequency / p.butterflies;
    uint32_t j = frequency - r * p.butterflies;
    uint32_t i = j / p.invocations;
    nbl_fft_holder_t holder = {j - i * p.invocations, i * p.radix + r};
    return holder;
}

/* Returns the invocation and element that hold the mirror, the negated frequency, of an element after the last pass.
 *
 * element, invocation  for which nbl_fft_plan_output_active() */
NBL_FUNCTION nbl_fft_holder_t nbl_fft_plan_mirror(nbl_fft_plan_t plan, uint32_t element, uint32_t invocation) {
    uint32_t frequency = nbl_fft_plan_output_index(plan, element, invocation);
    return nbl_fft_plan_output_holder(plan, frequency == 0u ? 0u : plan.fft_length - frequency);
}

#include "nbl/fft/plan_exchange.h"

#endif
