/* The radix-2 shuffle algorithm: one element traded per butterfly, by subgroup shuffles where they reach.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft.h alone, where NBL_FFT_ALGORITHM is NBL_FFT_RADIX2_SHUFFLE. That file gives it how elements are
 * read and written (NBL_FFT_GET, NBL_FFT_SET, with NBL_FFT_STATE_PARAMETERS), and the shared memory. Its own
 * parameters, where NBL_FFT_PARAMETERS_AT_RUN_TIME is undefined literals:
 *
 *   NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2      1 to 5
 *   NBL_FFT_WORKGROUP_SIZE_LOG2               0 to 10: invocations of one FFT; the length follows
 *   NBL_FFT_SUBGROUP_SIZE_LOG2                optional: the subgroup size where it is known; 0: no subgroup operations
 *   NBL_FFT_ELEMENTS                          elements per invocation, or more: sizes private arrays; from literals it
 *                                             follows
 *
 * Forward: natural order in, Nabla order out. Inverse: Nabla order in, natural order out. Element k of invocation t is
 * number nbl_fft_linear_index(at, k, log2 workgroup size) of the array on both sides. Each is read once, kept in
 * registers, and written once, so that source and target may be apart, or one. The subgroups of the workgroup are full,
 * and invocations are numbered along their lanes. Shared memory: NBL_FFT_SHARED_DWORDS() per FFT and component. Source:
 * the Nabla library's FFT, "Optimization 3"; docs/theory.md has the proofs.
 *
 *   element k of invocation t (W invocations, E elements)          v = 0        v = 1
 *   is number k W + t of the array:                            +----+----+  +----+----+
 *   strides of W 2, W 4 ... are between an invocation's         | k=0| k=1|  | k=2| k=3|   each a workgroup-sized FFT
 *                                                               of 2 W
 *   own elements; then E/2 FFTs of 2 W elements follow          +----+----+  +----+----+
 */
#include "nbl/fft/butterfly.h"
#include "nbl/fft/indexing.h"
#include "nbl/fft/mirror.h"
#include "nbl/fft/radix2.h"
#include "nbl/fft/twiddle.h"

#ifndef NBL_FFT_PARAMETERS_AT_RUN_TIME
#if NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2 < 1 || NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2 > 5
#error "NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2 must be 1 to 5 (2 to 32 elements)"
#endif
#if NBL_FFT_WORKGROUP_SIZE_LOG2 < 0 || NBL_FFT_WORKGROUP_SIZE_LOG2 > 10
#error "NBL_FFT_WORKGROUP_SIZE_LOG2 must be 0 to 10 (1 to 1024 invocations)"
#endif
#endif
#ifndef NBL_FFT_ELEMENTS
#define NBL_FFT_ELEMENTS (1 << NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2)
#endif
#ifndef NBL_FFT_SUBGROUP_SIZE_LOG2
#include "nbl/bit.h"
#define NBL_FFT_SUBGROUP_SIZE_LOG2 nbl_log2(nbl_subgroup_size())
#endif

#define NBL_FFT_E_LOG2 NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2
#define NBL_FFT_W_LOG2 NBL_FFT_WORKGROUP_SIZE_LOG2
/* Trades among this many invocations (log2) stay inside a subgroup. */
#define NBL_FFT_S_LOG2 (NBL_FFT_SUBGROUP_SIZE_LOG2 < NBL_FFT_W_LOG2 ? NBL_FFT_SUBGROUP_SIZE_LOG2 : NBL_FFT_W_LOG2)
#define NBL_FFT_HALVINGS(inverse_) nbl_fft_halvings(NBL_FFT_E_LOG2 + NBL_FFT_W_LOG2, NBL_FFT_NORMALIZATION_OF(inverse_))
/* 1: sums are halved stage by stage. float16 would overflow before a scaling at the end, and its 1/32768 is subnormal.
 * To scale by 1/N every stage halves; by 1/sqrt(N) every other stage. If the number of stages is odd, one more than
 * half of them halve, and a factor of sqrt(2) is left for the end. */
#define NBL_FFT_HALVES_BY_STAGE (NBL_OF_SCALAR(NBL_DWORDS) == NBL_DWORDS_float16_t)

#define NBL_SUBGROUP_FFT_NAME NBL_CAT(NBL_FFT_NAME, _subgroup)
#define NBL_SUBGROUP_FFT_SCALAR NBL_FFT_SCALAR
#define NBL_SUBGROUP_FFT_INVOCATIONS_LOG2 NBL_FFT_S_LOG2
#define NBL_SUBGROUP_FFT_HALVES(stride_log2_, inverse_) \
    (NBL_FFT_HALVES_BY_STAGE && \
     (NBL_FFT_NORMALIZATION_OF(inverse_) == NBL_FFT_BY_LENGTH || \
      (NBL_FFT_NORMALIZATION_OF(inverse_) == NBL_FFT_BY_ROOT && (stride_log2_ & 1u) == 0u)))
#include "nbl/subgroup/fft.h"

#define NBL_ACCESSOR_NAME NBL_CAT(NBL_FFT_NAME, _traded)
#define NBL_ACCESSOR_SCALAR NBL_FFT_SCALAR
#define NBL_ACCESSOR_STRIDE (1u << NBL_FFT_W_LOG2)
#define NBL_ACCESSOR_SHARED_GET(i_) NBL_FFT_SHARED_GET(i_)
#define NBL_ACCESSOR_SHARED_SET(i_, value_) NBL_FFT_SHARED_SET(i_, value_)
#include "nbl/accessors/shared_structure_of_arrays.h"
#define NBL_SCALAR NBL_FFT_SCALAR

#define F_(name) NBL_FFT_OWN(name)   /* a function, or a size, of this instance */
#define S_(name) NBL_OF_SCALAR(name) /* a function, a type or a constant of this scalar */

/* An invocation's two elements of every component. */
#define NBL_FFT_PAIRS NBL_INOUT S_(nbl_fft_pair) pairs_[NBL_FFT_COMPONENTS]
#if NBL_FFT_COMPONENTS == 1 /* no loop of one trip: a driver that leaves it keeps the pair in memory */
#define c_ 0u
#define NBL_FFT_EACH_COMPONENT
#else
#define NBL_FFT_EACH_COMPONENT NBL_UNROLL for (uint32_t c_ = 0u; c_ < NBL_FFT_COMPONENTS; c_++)
#endif

/* Where a component's memory for trades begins. */
NBL_FUNCTION uint32_t F_(traded_base)(nbl_fft_place_t at_, uint32_t component_) {
    return (at_.instance * NBL_FFT_COMPONENTS + component_) * (NBL_OF_SCALAR(NBL_DWORDS) << NBL_FFT_W_LOG2);
}

/* The subgroup's trade, but between subgroups: all components with the barriers of one. first: this FFT has not used
 * the shared memory yet. */
NBL_FUNCTION void F_(trade)(nbl_fft_place_t at_, NBL_FFT_PAIRS, uint32_t stride_log2_, bool first_) {
    bool upper_ = (at_.invocation & (1u << stride_log2_)) != 0u;
    if (!first_) NBL_FFT_BARRIER();
    NBL_FFT_EACH_COMPONENT {
        F_(traded_set)
        (F_(traded_base)(at_, c_), at_.invocation, nbl_complex_select(upper_, pairs_[c_].lo, pairs_[c_].hi));
    }
    NBL_FFT_BARRIER();
    NBL_FFT_EACH_COMPONENT {
        NBL_COMPLEX received_ = F_(traded_get)(F_(traded_base)(at_, c_), at_.invocation ^ (1u << stride_log2_));
        pairs_[c_].lo = nbl_complex_select(upper_, received_, pairs_[c_].lo);
        pairs_[c_].hi = nbl_complex_select(upper_, pairs_[c_].hi, received_);
    }
}

/* A workgroup-sized FFT: 2 W elements, two per invocation. */
NBL_FUNCTION void F_(workgroup_fft)(nbl_fft_place_t at_, NBL_FFT_PAIRS, bool first_, bool inverse_) {
    if (inverse_) { NBL_FFT_EACH_COMPONENT pairs_[c_] = F_(subgroup_fft)(pairs_[c_], at_.invocation, inverse_); }
    NBL_UNROLL for (uint32_t i_ = 1u; i_ <= NBL_FFT_W_LOG2 - NBL_FFT_S_LOG2; i_++) {
        uint32_t stride_log2_ = inverse_ ? NBL_FFT_S_LOG2 + i_ : NBL_FFT_W_LOG2 + 1u - i_;
        if (!inverse_) {
            NBL_FFT_EACH_COMPONENT pairs_[c_] =
                F_(subgroup_butterfly)(pairs_[c_], at_.invocation, stride_log2_, inverse_);
        }
        F_(trade)(at_, pairs_, stride_log2_ - 1u, first_ && i_ == 1u);
        if (inverse_) {
            NBL_FFT_EACH_COMPONENT pairs_[c_] =
                F_(subgroup_butterfly)(pairs_[c_], at_.invocation, stride_log2_, inverse_);
        }
    }
    if (!inverse_) { NBL_FFT_EACH_COMPONENT pairs_[c_] = F_(subgroup_fft)(pairs_[c_], at_.invocation, inverse_); }
}

/* The stages whose strides exceed the workgroup: every butterfly is among an invocation's own elements. */
NBL_FUNCTION void F_(own_stages)(nbl_fft_place_t at_, bool inverse_ NBL_FFT_STATE_PARAMETERS) {
    NBL_UNROLL for (uint32_t i_ = 1u; i_ < NBL_FFT_E_LOG2; i_++) {
        uint32_t step_log2_ = inverse_ ? i_ : NBL_FFT_E_LOG2 - i_;
        NBL_UNROLL for (uint32_t b_ = 0u; b_ < (1u << (NBL_FFT_E_LOG2 - 1u)); b_++) {
            /* b with a zero bit put in at step_log2 */
            uint32_t lo_ = ((b_ >> step_log2_) << (step_log2_ + 1u)) + (b_ & ((1u << step_log2_) - 1u));
            uint32_t position_ = (lo_ << NBL_FFT_W_LOG2) + at_.invocation;
            NBL_FFT_EACH_COMPONENT {
                uint32_t own_ = c_ * NBL_FFT_ELEMENTS + lo_;
                S_(nbl_fft_pair) pair_ = {NBL_FFT_GET(at_, own_), NBL_FFT_GET(at_, own_ + (1u << step_log2_))};
                pair_ = F_(subgroup_butterfly)(pair_, position_, NBL_FFT_W_LOG2 + step_log2_, inverse_);
                NBL_FFT_SET(at_, own_, pair_.lo);
                NBL_FFT_SET(at_, own_ + (1u << step_log2_), pair_.hi);
            }
        }
    }
}

/* The workgroup-sized FFTs, one after the other. */
NBL_FUNCTION void F_(workgroup_stages)(nbl_fft_place_t at_, bool inverse_ NBL_FFT_STATE_PARAMETERS) {
    NBL_UNROLL for (uint32_t v_ = 0u; v_ < (1u << (NBL_FFT_E_LOG2 - 1u)); v_++) {
        S_(nbl_fft_pair) pairs_[NBL_FFT_COMPONENTS];
        NBL_FFT_EACH_COMPONENT {
            pairs_[c_].lo = NBL_FFT_GET(at_, c_ * NBL_FFT_ELEMENTS + 2u * v_);
            pairs_[c_].hi = NBL_FFT_GET(at_, c_ * NBL_FFT_ELEMENTS + 2u * v_ + 1u);
        }
        F_(workgroup_fft)(at_, pairs_, v_ == 0u, inverse_);
        NBL_FFT_EACH_COMPONENT {
            NBL_FFT_SET(at_, c_ * NBL_FFT_ELEMENTS + 2u * v_, pairs_[c_].lo);
            NBL_FFT_SET(at_, c_ * NBL_FFT_ELEMENTS + 2u * v_ + 1u, pairs_[c_].hi);
        }
    }
}

NBL_FUNCTION void F_(transform_complex)(nbl_fft_place_t at_, bool inverse_ NBL_FFT_STATE_PARAMETERS) {
    NBL_FFT_COUNT(at_, inverse_)
    NBL_ASSERT((1u << NBL_FFT_E_LOG2) <= NBL_FFT_ELEMENTS);
    if (!inverse_) F_(own_stages)(at_, inverse_ NBL_FFT_STATE_ARGUMENTS);
    F_(workgroup_stages)(at_, inverse_ NBL_FFT_STATE_ARGUMENTS);
    if (inverse_) F_(own_stages)(at_, inverse_ NBL_FFT_STATE_ARGUMENTS);

    uint32_t halvings_ = NBL_FFT_HALVES_BY_STAGE ? 0u : NBL_FFT_HALVINGS(inverse_);
    bool odd_root_ = nbl_fft_is_odd_root(NBL_FFT_E_LOG2 + NBL_FFT_W_LOG2, NBL_FFT_NORMALIZATION_OF(inverse_));
    if (halvings_ > 0u || odd_root_) {
        NBL_SCALAR scale_ = S_(nbl_fft_scale)(halvings_, odd_root_);
        if (NBL_FFT_HALVES_BY_STAGE) scale_ = scale_ + scale_; /* of an odd root: one stage more has halved */
        NBL_FFT_EACH_COMPONENT {
            NBL_UNROLL for (uint32_t k_ = 0u; k_ < (1u << NBL_FFT_E_LOG2); k_++) {
                uint32_t own_ = c_ * NBL_FFT_ELEMENTS + k_;
                NBL_FFT_SET(at_, own_, nbl_complex_scale(NBL_FFT_GET(at_, own_), scale_));
            }
        }
    }
}

#undef F_
#undef S_
#undef NBL_FFT_EACH_COMPONENT
#undef c_
#undef NBL_FFT_PAIRS
#undef NBL_FFT_HALVES_BY_STAGE
#undef NBL_FFT_HALVINGS
#undef NBL_FFT_S_LOG2
#undef NBL_FFT_W_LOG2
#undef NBL_FFT_E_LOG2
#undef NBL_SCALAR
#undef NBL_FFT_ELEMENTS
#undef NBL_FFT_SUBGROUP_SIZE_LOG2
#undef NBL_FFT_WORKGROUP_SIZE_LOG2
#undef NBL_FFT_LENGTH_LOG2
#undef NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2
