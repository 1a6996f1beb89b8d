/* The radix-2 shuffle algorithm: one element traded per butterfly, by subgroup shuffles where they reach.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft.h alone, where NBL_FFT_ALGORITHM is NBL_FFT_RADIX2_SHUFFLE. That file gives it how elements are read
 * and written (NBL_FFT_GET, NBL_FFT_SET, with NBL_FFT_STATE_PARAMETERS), and the shared memory. Its own parameters, where
 * NBL_FFT_PARAMETERS_AT_RUN_TIME is undefined literals:
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
 * and invocations are numbered along their lanes. Shared memory: NBL_FFT_SHARED_DWORDS() per FFT.
 * Source: the Nabla library's FFT, "Optimization 3"; docs/theory.md has the proofs.
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
#define NBL_FFT_HALVINGS(inverse_) nbl_fft_halvings(NBL_FFT_E_LOG2 + NBL_FFT_W_LOG2, NBL_FFT_NORMALIZATION(inverse_))
/* Halve where the sums grow: float16 would overflow before a scaling at the end, and 1/32768 is subnormal there. Of 1/N
 * every stage does, of 1/sqrt(N) every other one: of an odd number one more than half, and sqrt(2) is left to do. */
#define NBL_FFT_HALVES_BY_STAGE (NBL_OF_SCALAR(NBL_DWORDS) == NBL_DWORDS_float16_t)

#define NBL_SUBGROUP_FFT_NAME NBL_CAT(NBL_FFT_NAME, _subgroup)
#define NBL_SUBGROUP_FFT_SCALAR NBL_FFT_SCALAR
#define NBL_SUBGROUP_FFT_INVOCATIONS_LOG2 NBL_FFT_S_LOG2
#define NBL_SUBGROUP_FFT_HALVES(stride_log2_, inverse_) \
    (NBL_FFT_HALVES_BY_STAGE && (NBL_FFT_NORMALIZATION(inverse_) == NBL_FFT_BY_LENGTH || \
                                 (NBL_FFT_NORMALIZATION(inverse_) == NBL_FFT_BY_ROOT && (stride_log2_ & 1u) == 0u)))
#include "nbl/subgroup/fft.h"

#define NBL_SHUFFLE_NAME NBL_CAT(NBL_FFT_NAME, _workgroup)
#define NBL_SHUFFLE_SCALAR NBL_FFT_SCALAR
#define NBL_SHUFFLE_INVOCATIONS (1u << NBL_FFT_W_LOG2)
#define NBL_SHUFFLE_SHARED_GET(i_) NBL_FFT_SHARED_GET(i_)
#define NBL_SHUFFLE_SHARED_SET(i_, value_) NBL_FFT_SHARED_SET(i_, value_)
#define NBL_SHUFFLE_BARRIER() NBL_FFT_BARRIER()
#include "nbl/workgroup/shuffle.h"
#define NBL_SCALAR NBL_FFT_SCALAR

#define most_held_ NBL_FFT_OWN(most_held)
#define trade_ NBL_CAT(NBL_FFT_NAME, _trade)
#define workgroup_fft_ NBL_CAT(NBL_FFT_NAME, _workgroup_fft)
#define own_stages_ NBL_CAT(NBL_FFT_NAME, _own_stages)
#define transform_complex_ NBL_CAT(NBL_FFT_NAME, _transform_complex)
#define shuffle_xor_ NBL_CAT(NBL_FFT_NAME, _workgroup_shuffle_xor)
#define subgroup_fft_ NBL_CAT(NBL_FFT_NAME, _subgroup_fft)
#define butterfly_ NBL_CAT(NBL_FFT_NAME, _subgroup_butterfly)
#define pair_t_ NBL_OF_SCALAR(nbl_fft_pair)
#define power_of_two_ NBL_OF_SCALAR(nbl_fft_scale)

NBL_CONSTANT(most_held_, NBL_FFT_ELEMENTS)
#define NBL_FFT_HELD NBL_INOUT NBL_COMPLEX held_[most_held_]

/* The subgroup's trade, but between subgroups. first: this FFT has not used the shared memory yet. */
NBL_FUNCTION pair_t_ trade_(nbl_fft_place_t at_, pair_t_ pair_, uint32_t stride_log2_, bool first_) {
    bool upper_ = (at_.invocation & (1u << stride_log2_)) != 0u;
    if (!first_) NBL_FFT_BARRIER();
    NBL_COMPLEX given_ = nbl_complex_select(upper_, pair_.lo, pair_.hi);
    NBL_COMPLEX received_ = shuffle_xor_(at_, given_, 1u << stride_log2_);
    pair_t_ result_ = {nbl_complex_select(upper_, received_, pair_.lo),
                       nbl_complex_select(upper_, pair_.hi, received_)};
    return result_;
}

/* A workgroup-sized FFT: 2 W elements, two per invocation. */
NBL_FUNCTION pair_t_ workgroup_fft_(nbl_fft_place_t at_, pair_t_ pair_, bool first_, bool inverse_) {
    pair_t_ result_ = pair_;
    if (inverse_) result_ = subgroup_fft_(result_, at_.invocation, inverse_);
    NBL_UNROLL for (uint32_t i_ = 1u; i_ <= NBL_FFT_W_LOG2 - NBL_FFT_S_LOG2; i_++) {
        uint32_t stride_log2_ = inverse_ ? NBL_FFT_S_LOG2 + i_ : NBL_FFT_W_LOG2 + 1u - i_;
        if (!inverse_) result_ = butterfly_(result_, at_.invocation, stride_log2_, inverse_);
        result_ = trade_(at_, result_, stride_log2_ - 1u, first_ && i_ == 1u);
        if (inverse_) result_ = butterfly_(result_, at_.invocation, stride_log2_, inverse_);
    }
    if (!inverse_) result_ = subgroup_fft_(result_, at_.invocation, inverse_);
    return result_;
}

/* The stages whose strides exceed the workgroup: every butterfly is among an invocation's own elements. */
NBL_FUNCTION void own_stages_(nbl_fft_place_t at_, NBL_FFT_HELD, bool inverse_) {
    NBL_UNROLL for (uint32_t i_ = 1u; i_ < NBL_FFT_E_LOG2; i_++) {
        uint32_t step_log2_ = inverse_ ? i_ : NBL_FFT_E_LOG2 - i_;
        NBL_UNROLL for (uint32_t b_ = 0u; b_ < (1u << (NBL_FFT_E_LOG2 - 1u)); b_++) {
            /* b with a zero bit put in at step_log2 */
            uint32_t lo_ = ((b_ >> step_log2_) << (step_log2_ + 1u)) + (b_ & ((1u << step_log2_) - 1u));
            uint32_t hi_ = lo_ + (1u << step_log2_);
            pair_t_ pair_ = {held_[lo_], held_[hi_]};
            uint32_t position_ = (lo_ << NBL_FFT_W_LOG2) + at_.invocation;
            pair_ = butterfly_(pair_, position_, NBL_FFT_W_LOG2 + step_log2_, inverse_);
            held_[lo_] = pair_.lo;
            held_[hi_] = pair_.hi;
        }
    }
}

NBL_FUNCTION void transform_complex_(nbl_fft_place_t at_, bool inverse_ NBL_FFT_STATE_PARAMETERS) {
    NBL_FFT_COUNT(at_, inverse_)
    NBL_ASSERT((1u << NBL_FFT_E_LOG2) <= NBL_FFT_ELEMENTS);
    NBL_COMPLEX held_[most_held_];
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < (1u << NBL_FFT_E_LOG2); k_++) { held_[k_] = NBL_FFT_GET(at_, k_); }
    if (!inverse_) own_stages_(at_, held_, inverse_);
    NBL_UNROLL for (uint32_t v_ = 0u; v_ < (1u << (NBL_FFT_E_LOG2 - 1u)); v_++) {
        pair_t_ pair_ = {held_[2u * v_], held_[2u * v_ + 1u]};
        pair_ = workgroup_fft_(at_, pair_, v_ == 0u, inverse_);
        held_[2u * v_] = pair_.lo;
        held_[2u * v_ + 1u] = pair_.hi;
    }
    if (inverse_) own_stages_(at_, held_, inverse_);

    uint32_t halvings_ = NBL_FFT_HALVES_BY_STAGE ? 0u : NBL_FFT_HALVINGS(inverse_);
    bool odd_root_ = nbl_fft_is_odd_root(NBL_FFT_E_LOG2 + NBL_FFT_W_LOG2, NBL_FFT_NORMALIZATION(inverse_));
    NBL_SCALAR scale_ = power_of_two_(halvings_, odd_root_);
    if (NBL_FFT_HALVES_BY_STAGE) scale_ = scale_ + scale_; /* of an odd root: one stage more has halved */
    NBL_UNROLL for (uint32_t k_ = 0u; k_ < (1u << NBL_FFT_E_LOG2); k_++) {
        if (halvings_ > 0u || odd_root_) held_[k_] = nbl_complex_scale(held_[k_], scale_);
        NBL_FFT_SET(at_, k_, held_[k_]);
    }
}

#undef power_of_two_
#undef pair_t_
#undef butterfly_
#undef subgroup_fft_
#undef shuffle_xor_
#undef transform_complex_
#undef own_stages_
#undef workgroup_fft_
#undef trade_
#undef most_held_
#undef NBL_FFT_HELD
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
