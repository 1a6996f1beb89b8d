/* The plan of a Stockham FFT, and what a pass of it reads, twiddles and writes.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Part of nbl/fft/plan.h, whose head has the terms.
 */
#ifndef NBL_FFT_PLAN_PASS_H
#define NBL_FFT_PLAN_PASS_H

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

/* The radix of a pass if it comes before pass `number`, otherwise 1. Internal. */
NBL_FUNCTION uint32_t nbl_fft_plan_radix_before(nbl_fft_plan_t plan, uint32_t before, uint32_t number) {
    return before < number ? nbl_fft_plan_radix(plan, before) : 1u;
}

/* Returns the product of the radices before a pass. Without a loop: it folds where nothing is unrolled, too.
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

/* Returns whether every invocation does as many butterflies as every other: known from literals alone, where a compiler
 * cannot know that an invocation is below p.invocations. */
NBL_FUNCTION bool nbl_fft_pass_is_even(nbl_fft_pass_t p) { return p.butterflies % p.invocations == 0u; }

/* Returns whether an invocation does a butterfly in round i. */
NBL_FUNCTION bool nbl_fft_pass_works(nbl_fft_pass_t p, uint32_t i, uint32_t invocation) {
    return nbl_fft_pass_is_even(p) || invocation + i * p.invocations < p.butterflies;
}

/* Returns the number j of the butterfly that an invocation does in round i. Where there is none, butterfly 0: what it
 * needs may be loaded, so that no load stands behind a branch, and what comes of it is not to be stored. */
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

/* Returns the index that an element is written to. In the last pass neighbouring invocations write neighbours. */
NBL_FUNCTION uint32_t nbl_fft_pass_write_index(nbl_fft_pass_t p, uint32_t element, uint32_t invocation) {
    return nbl_fft_pass_target(p, nbl_fft_pass_butterfly(p, element / p.radix, invocation)) +
           (element % p.radix) * p.stride;
}

/* Returns the numerator m of a butterfly's twiddles: value r is multiplied by exp(-+2 pi i r m / (p.stride p.radix)). 0
 * in the first pass.
 *
 * butterfly  nbl_fft_pass_butterfly() */
NBL_FUNCTION uint32_t nbl_fft_pass_twiddle(nbl_fft_pass_t p, uint32_t butterfly) { return butterfly % p.stride; }

/* Returns the invocations of a workgroup. */
NBL_FUNCTION uint32_t nbl_fft_plan_workgroup_size(nbl_fft_plan_t plan) {
    return plan.invocations * plan.ffts_per_workgroup;
}

/* What field `number` of the radices is once they are reversed. Internal. */
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

#endif
