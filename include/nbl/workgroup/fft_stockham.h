/* The Stockham autosort algorithm in mixed radices: natural order in and out, one exchange between passes.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/workgroup/fft.h where NBL_FFT_ALGORITHM is NBL_FFT_STOCKHAM; that file has the calling convention.
 * Its own parameters:
 *
 *   NBL_FFT_PLAN               an initializer of nbl_fft_plan_t (nbl/fft/plan.h, which says what a pass and an exchange
 *                              do); literals in a shader
 *   NBL_FFT_ELEMENTS           plan.elements, or more: sizes private arrays
 *   NBL_FFT_TWIDDLE_DIGITS     optional: 1: every twiddle is evaluated; 2 (default): products of two evaluated ones
 *   NBL_FFT_HAS_RADIX_<R>      of nbl/fft/radix.h: which radices the module carries
 *   NBL_FFT_MOST_PASSES        optional, before the first inclusion: the most passes of any plan of the module, 1 to 6
 *                              (6); fewer make a smaller module that compiles faster
 *
 * Element k of invocation t is number nbl_fft_plan_input_index(plan, k, t) of the signal and
 * nbl_fft_plan_output_index() of the spectrum, both in natural order; elements that are not active are not written, and
 * read as those of another butterfly. The inverse runs the radices backwards, so that it takes a spectrum where the
 * forward transform left it. Shared memory: nbl_fft_plan_shared_dwords(plan) for all FFTs of the workgroup. No
 * subgroup operation is used.
 * Source: Stockham's autosort (Cochran et al. 1967); on GPUs Govindaraju et al. 2008; docs/theory.md, section 11.
 */
#include "nbl/fft/plan.h"
#include "nbl/fft/radix.h"
#include "nbl/fft/twiddle.h"

#ifndef NBL_FFT_PLAN
#error "NBL_FFT_PLAN is missing: an initializer of nbl_fft_plan_t"
#endif
#ifndef NBL_FFT_ELEMENTS
#error "NBL_FFT_ELEMENTS is missing: the elements that an invocation holds at most"
#endif
#ifndef NBL_FFT_MOST_PASSES /* stays defined: it is the module's, like the radices */
#define NBL_FFT_MOST_PASSES 6
#endif
#ifndef NBL_FFT_TWIDDLE_DIGITS
#define NBL_FFT_TWIDDLE_DIGITS 2
#endif

#define NBL_FFT_OF_SCALAR(name) NBL_CAT(NBL_CAT(nbl_fft_, name), NBL_CAT(_, NBL_FFT_SCALAR))
#define NBL_FFT_REGISTERS NBL_INOUT NBL_FFT_COMPLEX registers_[NBL_FFT_ELEMENTS]

/* Scale as the sums grow, pass by pass: float16 would overflow before a scaling at the end, and 1/N is subnormal there.
 */
#define NBL_FFT_SCALES_BY_PASS \
    (NBL_CAT(NBL_DWORDS_, NBL_FFT_SCALAR) == NBL_DWORDS_float16_t && \
     NBL_FFT_NORMALIZATION(inverse) != NBL_FFT_UNNORMALIZED)
#define NBL_FFT_SCALES_AT_END \
    (NBL_CAT(NBL_DWORDS_, NBL_FFT_SCALAR) != NBL_DWORDS_float16_t && \
     NBL_FFT_NORMALIZATION(inverse) != NBL_FFT_UNNORMALIZED)

/* The normalisation's factor for a length. */
NBL_FUNCTION NBL_FFT_SCALAR NBL_CAT(NBL_FFT_NAME, _factor)(uint32_t n, bool inverse) {
    return NBL_FFT_NORMALIZATION(inverse) == NBL_FFT_BY_ROOT ? NBL_FFT_OF_SCALAR(reciprocal_root)(n)
                                                             : NBL_FFT_OF_SCALAR(reciprocal)(n);
}

/* Multiplies v[1] to v[R - 1] by w^1 to w^(R - 1), w = exp(-+2 pi i numerator / (stride R)). */
NBL_FUNCTION void NBL_CAT(NBL_FFT_NAME, _twiddle)(NBL_INOUT NBL_FFT_COMPLEX v[NBL_FFT_MAX_RADIX], nbl_fft_pass_t p,
                                                  uint32_t numerator, bool inverse) {
    NBL_FFT_OF_SCALAR(fraction_t) of = NBL_FFT_OF_SCALAR(fraction)(p.stride * p.radix);
    if (NBL_FFT_TWIDDLE_DIGITS == 1) {
        NBL_UNROLL for (uint32_t q = 1u; q < p.radix; q++) {
            v[q] = nbl_complex_mul(v[q], NBL_FFT_OF_SCALAR(twiddle_fraction)(q * numerator, of, inverse));
        }
    } else {
        /* w^(4 a + b) = w^(4 a) w^b: a third of the evaluations, and each factor is good to the last bit. */
        NBL_FFT_COMPLEX low[4];
        NBL_UNROLL for (uint32_t b = 1u; b < 4u; b++) {
            if (b < p.radix) {
                low[b] = NBL_FFT_OF_SCALAR(twiddle_fraction)(b * numerator, of, inverse);
                v[b] = nbl_complex_mul(v[b], low[b]);
            }
        }
        NBL_UNROLL for (uint32_t a = 4u; a < p.radix; a += 4u) {
            NBL_FFT_COMPLEX high = NBL_FFT_OF_SCALAR(twiddle_fraction)(a * numerator, of, inverse);
            v[a] = nbl_complex_mul(v[a], high);
            NBL_UNROLL for (uint32_t b = 1u; b < 4u; b++) {
                if (a + b < p.radix) v[a + b] = nbl_complex_mul(v[a + b], nbl_complex_mul(high, low[b]));
            }
        }
    }
}

/* The butterflies of one pass, each on R consecutive registers. */
NBL_FUNCTION void NBL_CAT(NBL_FFT_NAME, _butterflies)(nbl_fft_place_t at, NBL_FFT_REGISTERS, nbl_fft_pass_t p,
                                                      bool inverse) {
    NBL_ASSERT(p.radix <= NBL_FFT_MAX_RADIX);
    NBL_UNROLL for (uint32_t i = 0u; i < nbl_fft_pass_rounds(p); i++) {
        NBL_FFT_COMPLEX v[NBL_FFT_MAX_RADIX];
        NBL_UNROLL for (uint32_t q = 0u; q < p.radix; q++) { v[q] = registers_[i * p.radix + q]; }
        if (p.stride > 1u) {
            NBL_CAT(NBL_FFT_NAME, _twiddle)
            (v, p, nbl_fft_pass_twiddle(p, nbl_fft_pass_butterfly(p, i, at.invocation)), inverse);
        }
        NBL_FFT_OF_SCALAR(radix)(v, p.radix, inverse);
        NBL_UNROLL for (uint32_t q = 0u; q < p.radix; q++) {
            if (NBL_FFT_SCALES_BY_PASS)
                v[q] = nbl_complex_scale(v[q], NBL_CAT(NBL_FFT_NAME, _factor)(p.radix, inverse));
            registers_[i * p.radix + q] = v[q];
        }
    }
}

/* Dwords d to d + count - 1 of the elements that a pass leaves, into a window of the shared memory. */
NBL_FUNCTION void NBL_CAT(NBL_FFT_NAME, _put)(nbl_fft_place_t at, NBL_FFT_REGISTERS, nbl_fft_plan_t plan,
                                              uint32_t number, uint32_t window, uint32_t d) {
    nbl_fft_pass_t p = nbl_fft_plan_pass(plan, number);
    nbl_fft_side_t side = nbl_fft_plan_side(plan, number, window, false);
    uint32_t plane = nbl_fft_plan_base(plan, at.instance);
    NBL_UNROLL for (uint32_t i = 0u; i < nbl_fft_pass_rounds(p); i++) {
        uint32_t base = nbl_fft_pass_target(p, nbl_fft_pass_butterfly(p, i, at.invocation));
        NBL_UNROLL for (uint32_t r = 0u; r < p.radix; r++) {
            if (nbl_fft_pass_works(p, i, at.invocation) && nbl_fft_side_has(side, base, r)) {
                nbl_dwords_t given = NBL_CAT(nbl_dwords_from_complex_, NBL_FFT_SCALAR)(registers_[i * p.radix + r]);
                NBL_UNROLL for (uint32_t high = 0u; high < nbl_fft_plan_scalar_dwords(plan); high++) {
                    NBL_FFT_SHARED_SET(plane + nbl_fft_side_address(side, base, r) + high * nbl_fft_plan_high(plan),
                                       given.dword[d + high]);
                }
            }
        }
    }
}

/* And out of it, where the next pass wants them; into another array, since the elements of other windows still stand in
 * theirs. */
NBL_FUNCTION void NBL_CAT(NBL_FFT_NAME, _take)(nbl_fft_place_t at, NBL_INOUT uint32_t taken[2 * NBL_FFT_ELEMENTS],
                                               nbl_fft_plan_t plan, uint32_t number, uint32_t window) {
    nbl_fft_pass_t p = nbl_fft_plan_pass(plan, number + 1u);
    nbl_fft_side_t side = nbl_fft_plan_side(plan, number, window, true);
    uint32_t plane = nbl_fft_plan_base(plan, at.instance);
    NBL_UNROLL for (uint32_t i = 0u; i < nbl_fft_pass_rounds(p); i++) {
        uint32_t base = nbl_fft_pass_butterfly(p, i, at.invocation);
        NBL_UNROLL for (uint32_t r = 0u; r < p.radix; r++) {
            if (nbl_fft_side_has(side, base, r)) {
                NBL_UNROLL for (uint32_t high = 0u; high < nbl_fft_plan_scalar_dwords(plan); high++) {
                    taken[2u * (i * p.radix + r) + high] = NBL_FFT_SHARED_GET(
                        plane + nbl_fft_side_address(side, base, r) + high * nbl_fft_plan_high(plan));
                }
            }
        }
    }
}

/* Takes the elements from where pass `number` leaves them to where the next wants them, one scalar of theirs after the
 * other: half of the memory, and measured faster than both at once. */
NBL_FUNCTION void NBL_CAT(NBL_FFT_NAME, _exchange)(nbl_fft_place_t at, NBL_FFT_REGISTERS, nbl_fft_plan_t plan,
                                                   uint32_t number) {
    nbl_fft_pass_t next = nbl_fft_plan_pass(plan, number + 1u);
    NBL_UNROLL for (uint32_t s = 0u; s < nbl_fft_plan_scalars(plan); s++) {
        uint32_t d = s * nbl_fft_plan_scalar_dwords(plan);
        uint32_t taken[2 * NBL_FFT_ELEMENTS];
        NBL_UNROLL for (uint32_t window = 0u; window < plan.windows; window++) {
            if (number > 0u || s > 0u || window > 0u) NBL_FFT_BARRIER();
            NBL_CAT(NBL_FFT_NAME, _put)(at, registers_, plan, number, window, d);
            NBL_FFT_BARRIER();
            NBL_CAT(NBL_FFT_NAME, _take)(at, taken, plan, number, window);
        }
        NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_pass_elements(next); k++) {
            nbl_dwords_t element = NBL_CAT(nbl_dwords_from_complex_, NBL_FFT_SCALAR)(registers_[k]);
            NBL_UNROLL for (uint32_t plane = 0u; plane < nbl_fft_plan_scalar_dwords(plan); plane++) {
                element.dword[d + plane] = taken[2u * k + plane];
            }
            registers_[k] = NBL_CAT(nbl_complex_from_dwords_, NBL_FFT_SCALAR)(element);
        }
    }
}

NBL_FUNCTION void NBL_CAT(NBL_FFT_NAME, _pass)(nbl_fft_place_t at, NBL_FFT_REGISTERS, nbl_fft_plan_t plan,
                                               uint32_t number, bool inverse) {
    if (number > 0u) NBL_CAT(NBL_FFT_NAME, _exchange)(at, registers_, plan, number - 1u);
    NBL_CAT(NBL_FFT_NAME, _butterflies)(at, registers_, nbl_fft_plan_pass(plan, number), inverse);
}

NBL_FUNCTION void NBL_CAT(NBL_FFT_NAME, _transform)(nbl_fft_place_t at, bool inverse NBL_FFT_STATE_PARAMETERS) {
    nbl_fft_plan_t forward_plan = NBL_FFT_PLAN;
    nbl_fft_plan_t plan = forward_plan;
    if (inverse) plan = nbl_fft_plan_reversed(forward_plan);
    NBL_ASSERT(plan.elements <= NBL_FFT_ELEMENTS && plan.passes <= NBL_FFT_MOST_PASSES);
    NBL_FFT_COMPLEX registers_[NBL_FFT_ELEMENTS];
    NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_plan_input_elements(plan); k++) { registers_[k] = NBL_FFT_GET(at, k); }
    /* Written out, not looped: in a shader every number is a literal, and so is all that follows from it. */
    NBL_CAT(NBL_FFT_NAME, _pass)(at, registers_, plan, 0u, inverse);
#if NBL_FFT_MOST_PASSES > 1
    if (plan.passes > 1u) NBL_CAT(NBL_FFT_NAME, _pass)(at, registers_, plan, 1u, inverse);
#endif
#if NBL_FFT_MOST_PASSES > 2
    if (plan.passes > 2u) NBL_CAT(NBL_FFT_NAME, _pass)(at, registers_, plan, 2u, inverse);
#endif
#if NBL_FFT_MOST_PASSES > 3
    if (plan.passes > 3u) NBL_CAT(NBL_FFT_NAME, _pass)(at, registers_, plan, 3u, inverse);
#endif
#if NBL_FFT_MOST_PASSES > 4
    if (plan.passes > 4u) NBL_CAT(NBL_FFT_NAME, _pass)(at, registers_, plan, 4u, inverse);
#endif
#if NBL_FFT_MOST_PASSES > 5
    if (plan.passes > 5u) NBL_CAT(NBL_FFT_NAME, _pass)(at, registers_, plan, 5u, inverse);
#endif
    NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_plan_output_elements(plan); k++) {
        if (NBL_FFT_SCALES_AT_END)
            registers_[k] = nbl_complex_scale(registers_[k], NBL_CAT(NBL_FFT_NAME, _factor)(plan.fft_length, inverse));
        if (nbl_fft_plan_output_active(plan, k, at.invocation)) { NBL_FFT_SET(at, k, registers_[k]); }
    }
}

#undef NBL_FFT_SCALES_AT_END
#undef NBL_FFT_SCALES_BY_PASS
#undef NBL_FFT_REGISTERS
#undef NBL_FFT_OF_SCALAR
#undef NBL_FFT_TWIDDLE_DIGITS
#undef NBL_FFT_ELEMENTS
#undef NBL_FFT_PLAN
