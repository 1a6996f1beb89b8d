/* The Stockham autosort algorithm in mixed radices: natural order in and out, one exchange between passes.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft.h alone, where NBL_FFT_ALGORITHM is NBL_FFT_STOCKHAM. That file gives it the plan, how elements
 * are read and written (NBL_FFT_GET, NBL_FFT_SET, with NBL_FFT_STATE_PARAMETERS), and the shared memory.
 *
 * Element k of invocation t is number nbl_fft_pass_read_index(pass, k, t) of the first pass in the signal and of the
 * last pass in the spectrum, both in natural order. An element that does not exist (is not active) is not written; when
 * it is read, another butterfly's element is read in its place. The inverse runs the radices backwards, so that it
 * takes a spectrum where the forward transform left it. Shared memory: nbl_fft_plan_shared_dwords(plan) for all FFTs of
 * the workgroup. No subgroup operation is used. Source: Stockham's autosort (Cochran et al. 1967); on GPUs Govindaraju
 * et al. 2008; docs/theory.md, section 11.
 */
#include "nbl/fft/plan.h"
#include "nbl/fft/scaling.h"
#include "nbl/fft/twiddle_float32.h"
#include "nbl/fft/twiddle_ladder.h"
#if NBL_HAS_FLOAT64
#include "nbl/fft/twiddle_float64.h"
#endif
#if NBL_HAS_FLOAT16
#include "nbl/fft/constants_float16.h"
#include "nbl/fft/twiddle_float16.h"
#endif

#ifndef NBL_FFT_TWIDDLES
#define NBL_FFT_TWIDDLES NBL_FFT_TWIDDLES_OF_TWO
#endif

/* Of the library's kernels: NBL_FFT_READS(q) tells whether the q-th power of a twiddle is read and not made, and
 * NBL_FFT_READ(number) returns it, `number` being that of nbl/fft/pass_table.h. */
#ifndef NBL_FFT_READS
#define NBL_FFT_READS(q_) false
#define NBL_FFT_READ(number_) v_[0]
#endif

#define NBL_SCALAR NBL_FFT_SCALAR
#define NBL_RADIX_MASK NBL_FFT_RADIX_MASK
#define NBL_RADIX(name) NBL_FFT_OWN(name)
#ifndef NBL_RADIX_ELEMENTS /* of the array that radix kernels work on */
#if NBL_RADIX_MASK & 1
#define NBL_RADIX_ELEMENTS NBL_FFT_MAX_RADIX
#elif NBL_RADIX_MASK & NBL_FFT_RADICES_35_AND_36
#define NBL_RADIX_ELEMENTS 36
#elif NBL_RADIX_MASK >> 16
#define NBL_RADIX_ELEMENTS 32
#else
#define NBL_RADIX_ELEMENTS 16
#endif
#endif
#include "nbl/fft/radix_scalar.h"
#ifndef NBL_FFT_RADIX_KERNEL /* host/fft/diagram_kernel.h puts a recorder around it */
#define NBL_FFT_RADIX_KERNEL(v, r, inverse) NBL_FFT_OWN(radix)(v, r, inverse)
#endif

#define F_(name) NBL_FFT_OWN(name)   /* a function, or a size, of this instance */
#define S_(name) NBL_OF_SCALAR(name) /* a function, a type or a constant of this scalar */

/* Sizes have names because GLSL takes two equal sums of a specialization constant for two different array sizes. */
NBL_CONSTANT(F_(most_held), NBL_FFT_COMPONENTS *(NBL_FFT_ELEMENTS))
NBL_CONSTANT(F_(most_taken), 2 * NBL_FFT_COMPONENTS * (NBL_FFT_ELEMENTS))
#define NBL_FFT_HELD NBL_INOUT NBL_COMPLEX held_[F_(most_held)]
#define NBL_FFT_TAKEN NBL_INOUT uint32_t taken_[F_(most_taken)]
#define NBL_FFT_EACH_COMPONENT NBL_UNROLL for (uint32_t c_ = 0u; c_ < NBL_FFT_COMPONENTS; c_++)

/* NBL_FFT_PACKED, of float32 alone: whether exchanges move elements as two halves in a dword, half of the accesses and
 * of the barriers for an error of 2^-12 each. Nothing overflows that the spectrum does not: a value between passes is
 * at most the largest of the result (docs/theory.md, section 11), which scaling pass by pass keeps in range. */
#ifdef NBL_FFT_PACKED
#define NBL_FFT_IS_PACKED NBL_FFT_PACKED
#else
#define NBL_FFT_IS_PACKED false
#endif
#define NBL_FFT_EXCHANGED_SCALARS (NBL_FFT_IS_PACKED ? 1u : nbl_fft_plan_scalars(plan_))

/* Halves scale pass by pass, before the sums grow: they would overflow before a scaling at the end, where 1/N is
 * subnormal. */
#define NBL_FFT_OF_HALVES (S_(NBL_DWORDS) == NBL_DWORDS_float16_t || NBL_FFT_IS_PACKED)
#define NBL_FFT_SCALES_BY_PASS (NBL_FFT_OF_HALVES && NBL_FFT_NORMALIZATION_OF(inverse_) != NBL_FFT_UNNORMALIZED)
#define NBL_FFT_SCALES_AT_END (!NBL_FFT_OF_HALVES && NBL_FFT_NORMALIZATION_OF(inverse_) != NBL_FFT_UNNORMALIZED)

/* The normalisation's factor for a length. */
NBL_FUNCTION NBL_SCALAR F_(factor)(uint32_t n_, bool inverse_) {
    return NBL_FFT_NORMALIZATION_OF(inverse_) == NBL_FFT_BY_ROOT ? S_(nbl_fft_reciprocal_root)(n_)
                                                                 : S_(nbl_fft_reciprocal)(n_);
}

/* A term before (or, after_, a sum behind) the butterflies of radix R: nbl/fft/scaling.h. */
NBL_FUNCTION NBL_COMPLEX F_(rescaled)(NBL_COMPLEX z_, uint32_t radix_, bool inverse_, bool after_) {
    bool root_ = NBL_FFT_NORMALIZATION_OF(inverse_) == NBL_FFT_BY_ROOT;
    uint32_t halvings_ = nbl_fft_pass_halvings(radix_, root_);
    bool all_ = nbl_fft_pass_halves_all(radix_, root_);
    NBL_SCALAR scale_ =
        NBL_CAST(NBL_SCALAR, nbl_float32_from_bits((after_ ? 127u + halvings_ : 127u - halvings_) << 23u));
    if (after_) scale_ = scale_ * F_(factor)(radix_, inverse_);
    return nbl_complex_select(after_ && all_, z_, nbl_complex_scale(z_, scale_));
}

/* w^q, w = exp(-+2 pi i numerator / (stride R)), numerator below the stride. */
NBL_FUNCTION NBL_COMPLEX F_(power)(nbl_fft_pass_t p_, uint32_t q_, uint32_t numerator_, bool inverse_) {
    S_(nbl_fft_fraction_t) of_ = S_(nbl_fft_fraction)(p_.stride * p_.radix);
    uint32_t most_ = q_ * (p_.stride - 1u),
             turn_ = p_.stride * p_.radix; /* most_ / turn_ turns are the largest angle */
    uint32_t part_ = 4u * most_ < turn_ ? 4u : 2u * most_ < turn_ ? 2u : 1u;
    bool compared_ = nbl_fft_twiddles_compare(NBL_FFT_TWIDDLES);
    if (8u * q_ <= p_.radix || (compared_ && 8u * most_ < turn_)) part_ = 8u; /* it lies in the first octant */
    NBL_COMPLEX power_;
    if (compared_ || part_ == 8u) {
        power_ = S_(nbl_fft_twiddle_part)(q_ * numerator_, of_, part_, inverse_);
    } else {
        power_ = S_(nbl_fft_twiddle_fraction)(q_ * numerator_, of_, inverse_);
    }
    return power_;
}

/* Returns w^q of an invocation's butterfly number i from w^q of its first butterfly. Their numerators differ by a
 * literal; the stride is subtracted where the sum would reach it. */
NBL_FUNCTION NBL_COMPLEX F_(stepped)(nbl_fft_pass_t p_, uint32_t i_, uint32_t q_, uint32_t numerator_,
                                     NBL_COMPLEX power_, bool inverse_) {
    uint32_t step_ = i_ * p_.invocations % p_.stride;
    NBL_COMPLEX result_ = power_;
    if (step_ != 0u) {
        NBL_COMPLEX turn_ = F_(power)(p_, q_, step_, inverse_);
        if (p_.stride != p_.butterflies) { /* of a last pass they are below the stride by themselves */
            NBL_COMPLEX back_ = F_(power)(p_, q_, p_.stride - step_, !inverse_);
            turn_ = nbl_complex_select(numerator_ < step_, back_, turn_);
        }
        result_ = nbl_complex_mul(power_, turn_);
    }
    return result_;
}

/* Multiplies v[1] to v[R - 1] by w^1 to w^(R - 1). NBL_FFT_TWIDDLES says which are evaluated: nbl/fft/twiddle_ladder.h.
 *
 * i_       which butterfly of the invocation this is
 * first_   the powers of its first one: set by it, and used by the others where twiddles are stepped */
NBL_FUNCTION void F_(twiddle)(NBL_INOUT NBL_COMPLEX v_[NBL_RADIX_ELEMENTS],
                              NBL_INOUT NBL_COMPLEX first_[NBL_RADIX_ELEMENTS], nbl_fft_pass_t p_, uint32_t i_,
                              uint32_t numerator_, bool inverse_) {
#ifdef NBL_FFT_TABLE
    NBL_UNUSED(inverse_);
    NBL_UNUSED(first_);
    NBL_UNUSED(i_);
    NBL_UNROLL for (uint32_t q_ = 1u; q_ < p_.radix; q_++) {
        v_[q_] = nbl_complex_mul(v_[q_], NBL_FFT_OWN(table_get)(numerator_, q_ * p_.stride));
    }
#else
    NBL_COMPLEX power_[NBL_RADIX_ELEMENTS];
    NBL_UNROLL for (uint32_t q_ = 1u; q_ < p_.radix; q_++) {
        if (NBL_FFT_READS(q_)) {
            power_[q_] = NBL_FFT_READ(numerator_ + q_ * p_.stride);
        } else if (!nbl_fft_power_is_evaluated(q_, NBL_FFT_TWIDDLES)) {
            uint32_t one_ = nbl_fft_power_first(q_);
            power_[q_] = nbl_complex_mul(power_[one_], power_[q_ - one_]);
        } else if (i_ == 0u || !nbl_fft_pass_steps(NBL_FFT_TWIDDLES, p_.stride, p_.butterflies, p_.invocations)) {
            power_[q_] = F_(power)(p_, q_, numerator_, inverse_);
            if (i_ == 0u) first_[q_] = power_[q_];
        } else {
            power_[q_] = F_(stepped)(p_, i_, q_, numerator_, first_[q_], inverse_);
        }
        v_[q_] = nbl_complex_mul(v_[q_], power_[q_]);
    }
#endif
}

/* The butterflies of one pass, each on R consecutive registers. */
NBL_FUNCTION void F_(butterflies)(nbl_fft_place_t at_, NBL_FFT_HELD, nbl_fft_pass_t p_, bool inverse_) {
    NBL_ASSERT(p_.radix <= NBL_RADIX_ELEMENTS);
    NBL_COMPLEX powers_[NBL_RADIX_ELEMENTS];
    NBL_UNROLL for (uint32_t i_ = 0u; i_ < nbl_fft_pass_share(p_); i_++) {
        NBL_FFT_EACH_COMPONENT {
            uint32_t first_ = c_ * NBL_FFT_ELEMENTS + i_ * p_.radix;
            NBL_COMPLEX v_[NBL_RADIX_ELEMENTS];
            NBL_UNROLL for (uint32_t q_ = 0u; q_ < p_.radix; q_++) {
                v_[q_] = held_[first_ + q_];
                if (NBL_FFT_SCALES_BY_PASS) v_[q_] = F_(rescaled)(v_[q_], p_.radix, inverse_, false);
            }
            if (p_.stride > 1u) {
                F_(twiddle)
                (v_, powers_, p_, i_, nbl_fft_pass_twiddle(p_, nbl_fft_pass_butterfly(p_, i_, at_.invocation)),
                 inverse_);
            }
            NBL_FFT_RADIX_KERNEL(v_, p_.radix, inverse_);
            NBL_UNROLL for (uint32_t q_ = 0u; q_ < p_.radix; q_++) {
                if (NBL_FFT_SCALES_BY_PASS) v_[q_] = F_(rescaled)(v_[q_], p_.radix, inverse_, true);
                held_[first_ + q_] = v_[q_];
            }
        }
    }
}

/* An element's dwords as an exchange moves them, and the element of those. */
NBL_FUNCTION nbl_dwords_t F_(packed)(NBL_COMPLEX z_) {
    nbl_dwords_t dwords_ = S_(nbl_dwords_from_complex)(z_);
#ifdef NBL_FFT_PACKED
    nbl_float32_t2 parts_ = {z_.real, z_.imag};
    if (NBL_FFT_PACKED) dwords_.value[0] = nbl_pack_half_2x16(parts_);
#endif
    return dwords_;
}

NBL_FUNCTION NBL_COMPLEX F_(unpacked)(nbl_dwords_t dwords_) {
    NBL_COMPLEX z_ = S_(nbl_complex_from_dwords)(dwords_);
#ifdef NBL_FFT_PACKED
    if (NBL_FFT_PACKED) {
        nbl_float32_t2 parts_ = nbl_unpack_half_2x16(dwords_.value[0]);
        z_.real = parts_.x;
        z_.imag = parts_.y;
    }
#endif
    return z_;
}

/* Where the plane of an FFT's component begins: one component of all FFTs after the other. */
NBL_FUNCTION uint32_t F_(base)(nbl_fft_place_t at_, nbl_fft_plan_t plan_, uint32_t c_) {
    return plan_.plane_dwords * at_.instance + c_ * nbl_fft_plan_shared_dwords(plan_);
}

/* Dwords d to d + count - 1 of a component of the elements that a pass leaves, into a window of the shared memory. */
NBL_FUNCTION void F_(put)(nbl_fft_place_t at_, NBL_FFT_HELD, nbl_fft_plan_t plan_, uint32_t number_, uint32_t window_,
                          uint32_t d_, uint32_t c_) {
    nbl_fft_pass_t p_ = nbl_fft_plan_pass(plan_, number_);
    nbl_fft_side_t side_ = nbl_fft_plan_side(plan_, number_, window_, false);
    uint32_t plane_ = F_(base)(at_, plan_, c_);
    NBL_UNROLL for (uint32_t i_ = 0u; i_ < nbl_fft_pass_share(p_); i_++) {
        uint32_t base_ = nbl_fft_pass_target(p_, nbl_fft_pass_butterfly(p_, i_, at_.invocation));
        NBL_UNROLL for (uint32_t r_ = 0u; r_ < p_.radix; r_++) {
            uint32_t address_ = plane_ + nbl_fft_side_address(side_, base_, r_);
            if (nbl_fft_pass_works(p_, i_, at_.invocation) && nbl_fft_side_has(side_, base_, r_)) {
                nbl_dwords_t given_ = F_(packed)(held_[c_ * NBL_FFT_ELEMENTS + i_ * p_.radix + r_]);
                NBL_UNROLL for (uint32_t high_ = 0u; high_ < nbl_fft_plan_scalar_dwords(plan_); high_++) {
                    NBL_FFT_SHARED_SET(address_ + high_ * nbl_fft_plan_high(plan_), given_.value[d_ + high_]);
                }
            }
        }
    }
}

#ifndef NBL_FFT_TAKES_FROM /* whose elements an invocation takes: shaders/fft_lines_arrays_idle.h */
#define NBL_FFT_TAKES_FROM(at) at
#endif

/* And out of it, where the next pass has them; into another array, since the elements of other windows still stand in
 * theirs. */
NBL_FUNCTION void F_(take)(nbl_fft_place_t at_, NBL_FFT_TAKEN, nbl_fft_plan_t plan_, uint32_t number_, uint32_t window_,
                           uint32_t c_) {
    nbl_fft_pass_t p_ = nbl_fft_plan_pass(plan_, number_ + 1u);
    nbl_fft_side_t side_ = nbl_fft_plan_side(plan_, number_, window_, true);
    uint32_t plane_ = F_(base)(NBL_FFT_TAKES_FROM(at_), plan_, c_);
    NBL_UNROLL for (uint32_t i_ = 0u; i_ < nbl_fft_pass_share(p_); i_++) {
        uint32_t base_ = nbl_fft_pass_butterfly(p_, i_, at_.invocation);
        NBL_UNROLL for (uint32_t r_ = 0u; r_ < p_.radix; r_++) {
            uint32_t address_ = plane_ + nbl_fft_side_address(side_, base_, r_);
            if (nbl_fft_side_has(side_, base_, r_)) {
                NBL_UNROLL for (uint32_t high_ = 0u; high_ < nbl_fft_plan_scalar_dwords(plan_); high_++) {
                    taken_[2u * (c_ * NBL_FFT_ELEMENTS + i_ * p_.radix + r_) + high_] =
                        NBL_FFT_SHARED_GET(address_ + high_ * nbl_fft_plan_high(plan_));
                }
            }
        }
    }
}

/* Moves the elements from where pass `number` leaves them to where the next needs them, one scalar of each after the
 * other: half of the memory, and measured faster than both at once. An invocation may go to another place with it. */
NBL_FUNCTION void F_(exchange)(nbl_fft_place_t at_, nbl_fft_place_t to_, NBL_FFT_HELD, nbl_fft_plan_t plan_,
                               uint32_t number_) {
    nbl_fft_pass_t next_ = nbl_fft_plan_pass(plan_, number_ + 1u);
    NBL_UNROLL for (uint32_t s_ = 0u; s_ < NBL_FFT_EXCHANGED_SCALARS; s_++) {
        uint32_t d_ = s_ * nbl_fft_plan_scalar_dwords(plan_);
        uint32_t taken_[F_(most_taken)];
        NBL_UNROLL for (uint32_t window_ = 0u; window_ < plan_.windows; window_++) {
            if (number_ > 0u || s_ > 0u || window_ > 0u) NBL_FFT_BARRIER();
            NBL_FFT_EACH_COMPONENT F_(put)(at_, held_, plan_, number_, window_, d_, c_);
            NBL_FFT_BARRIER();
            NBL_FFT_EACH_COMPONENT F_(take)(to_, taken_, plan_, number_, window_, c_);
        }
        NBL_FFT_EACH_COMPONENT {
            NBL_UNROLL for (uint32_t k_ = 0u; k_ < nbl_fft_pass_elements(next_); k_++) {
                uint32_t place_ = c_ * NBL_FFT_ELEMENTS + k_;
                nbl_dwords_t element_ = S_(nbl_dwords_from_complex)(held_[place_]);
                NBL_UNROLL for (uint32_t plane_ = 0u; plane_ < nbl_fft_plan_scalar_dwords(plan_); plane_++) {
                    element_.value[d_ + plane_] = taken_[2u * place_ + plane_];
                }
                held_[place_] = F_(unpacked)(element_);
            }
        }
    }
}

NBL_FUNCTION void F_(pass)(nbl_fft_place_t at_, nbl_fft_place_t to_, NBL_FFT_HELD, nbl_fft_plan_t plan_,
                           uint32_t number_, bool inverse_) {
    if (number_ > 0u) F_(exchange)(at_, to_, held_, plan_, number_ - 1u);
    F_(butterflies)(to_, held_, nbl_fft_plan_pass(plan_, number_), inverse_);
}

NBL_FUNCTION void F_(transform_complex)(nbl_fft_place_t at_, bool inverse_ NBL_FFT_STATE_PARAMETERS) {
    NBL_FFT_COUNT(at_, inverse_)
    nbl_fft_plan_t plan_ = F_(plan)();
    if (inverse_) plan_ = nbl_fft_plan_reversed(plan_);
    NBL_ASSERT(plan_.elements <= NBL_FFT_ELEMENTS && plan_.passes <= NBL_FFT_MOST_PASSES);
    NBL_COMPLEX held_[F_(most_held)];
    NBL_FFT_EACH_COMPONENT {
        NBL_UNROLL for (uint32_t k_ = 0u; k_ < nbl_fft_pass_elements(nbl_fft_plan_first_pass(plan_)); k_++) {
            held_[c_ * NBL_FFT_ELEMENTS + k_] = NBL_FFT_GET(at_, c_ * NBL_FFT_ELEMENTS + k_);
        }
    }
#ifdef NBL_FFT_TURNS
    nbl_fft_place_t then_ = at_;
    if (NBL_FFT_TURNS == 1) then_ = NBL_FFT_OWN(turned_place)(at_);
#define NBL_FFT_THEN(number) (plan_.passes == number + 1u ? then_ : at_)
#else
    nbl_fft_place_t then_ = at_;
#define NBL_FFT_THEN(number) at_
#endif
    /* Written out, not looped: in a shader every number is a literal, and so is all that follows from it. */
    F_(pass)(at_, at_, held_, plan_, 0u, inverse_);
#if NBL_FFT_MOST_PASSES > 1
    if (plan_.passes > 1u) F_(pass)(at_, NBL_FFT_THEN(1u), held_, plan_, 1u, inverse_);
#endif
#if NBL_FFT_MOST_PASSES > 2
    if (plan_.passes > 2u) F_(pass)(at_, NBL_FFT_THEN(2u), held_, plan_, 2u, inverse_);
#endif
#if NBL_FFT_MOST_PASSES > 3
    if (plan_.passes > 3u) F_(pass)(at_, NBL_FFT_THEN(3u), held_, plan_, 3u, inverse_);
#endif
#if NBL_FFT_MOST_PASSES > 4
    if (plan_.passes > 4u) F_(pass)(at_, NBL_FFT_THEN(4u), held_, plan_, 4u, inverse_);
#endif
#if NBL_FFT_MOST_PASSES > 5
    if (plan_.passes > 5u) F_(pass)(at_, NBL_FFT_THEN(5u), held_, plan_, 5u, inverse_);
#endif
#undef NBL_FFT_THEN
    nbl_fft_pass_t last_ = nbl_fft_plan_last_pass(plan_);
    NBL_FFT_EACH_COMPONENT {
        NBL_UNROLL for (uint32_t k_ = 0u; k_ < nbl_fft_pass_elements(last_); k_++) {
            uint32_t place_ = c_ * NBL_FFT_ELEMENTS + k_;
            if (NBL_FFT_SCALES_AT_END)
                held_[place_] = nbl_complex_scale(held_[place_], F_(factor)(plan_.fft_length, inverse_));
            if (nbl_fft_pass_active(last_, k_, then_.invocation)) { NBL_FFT_SET(then_, place_, held_[place_]); }
        }
    }
}

#undef S_
#undef F_
#undef NBL_FFT_EACH_COMPONENT
#undef NBL_FFT_TAKEN
#undef NBL_FFT_SCALES_AT_END
#undef NBL_FFT_SCALES_BY_PASS
#undef NBL_FFT_OF_HALVES
#undef NBL_FFT_EXCHANGED_SCALARS
#undef NBL_FFT_IS_PACKED
#undef NBL_FFT_HELD
#undef NBL_SCALAR
#undef NBL_FFT_RADIX_KERNEL
#undef NBL_RADIX_ELEMENTS
#undef NBL_RADIX
#undef NBL_RADIX_MASK
#undef NBL_FFT_TWIDDLES
#undef NBL_FFT_READ
#undef NBL_FFT_READS
#undef NBL_FFT_PACKED
#undef NBL_FFT_RADIX_MASK
#undef NBL_FFT_MOST_PASSES
#undef NBL_FFT_ELEMENTS
#undef NBL_FFT_PLAN
