/* One FFT inside a subgroup: two elements per invocation, every trade a subgroup shuffle.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include: define the parameters, include, get the functions named after NBL_SUBGROUP_FFT_NAME.
 *
 *   NBL_SUBGROUP_FFT_NAME           prefix of the functions
 *   NBL_SUBGROUP_FFT_SCALAR         float16_t, float32_t or float64_t
 *   NBL_SUBGROUP_FFT_INVOCATIONS_LOG2   invocations of one FFT, at most the subgroup's; 0 uses no subgroup operation.
 *                                   Several FFTs share a subgroup when it is smaller
 *   NBL_SUBGROUP_FFT_HALVES(stride_log2, inverse)   optional: whether the stage of that stride halves what it adds up,
 *                                   before it does, so that the sums stay in their range
 *
 * <name>_fft(pair, invocation, inverse) transforms 2 x invocations elements: forward, lo = x[t], hi = x[t +
 * invocations] in, Nabla order out; inverse, Nabla order in and natural order out, unscaled. <name>_butterfly and
 * <name>_trade are its stages.
 *
 * Caution: every lane of the subgroup takes part, and lanes number the invocations in order.
 * Source: FFT of the Nabla library, "Optimization 2: single element trade"; docs/theory.md has the proofs.
 */
#include "nbl/fft/butterfly.h"
#include "nbl/fft/twiddle.h"
#include "nbl/subgroup/dwords.h"

#ifndef NBL_SUBGROUP_FFT_NAME
#error "NBL_SUBGROUP_FFT_NAME is missing: the prefix of the functions that nbl/subgroup/fft.h makes"
#endif
#ifndef NBL_SUBGROUP_FFT_SCALAR
#error "NBL_SUBGROUP_FFT_SCALAR is missing: float16_t, float32_t or float64_t"
#endif
#ifndef NBL_SUBGROUP_FFT_INVOCATIONS_LOG2
#error "NBL_SUBGROUP_FFT_INVOCATIONS_LOG2 is missing: log2 of the invocations of one FFT, at most the subgroup's"
#endif
#ifndef NBL_SUBGROUP_FFT_HALVES
#define NBL_SUBGROUP_FFT_HALVES(stride_log2_, inverse_) false
#endif

#define NBL_SCALAR NBL_SUBGROUP_FFT_SCALAR
#include "nbl/lang/scalar.h"
#define F_(name) NBL_CAT(NBL_SUBGROUP_FFT_NAME, _##name) /* a function of this instance */
#define S_(name) NBL_OF_SCALAR(name)                     /* a function, a type or a constant of this scalar */
#define halves_ NBL_SUBGROUP_FFT_HALVES
#define invocations_log2_ NBL_SUBGROUP_FFT_INVOCATIONS_LOG2

/* The butterfly of the elements that stand 2^stride_log2 apart; `position` is the lo element's. */
NBL_FUNCTION S_(nbl_fft_pair)
    F_(butterfly)(S_(nbl_fft_pair) pair_, uint32_t position_, uint32_t stride_log2_, bool inverse_) {
    S_(nbl_fft_pair) terms_ = pair_;
    S_(nbl_fft_pair) result_;
    if (halves_(stride_log2_, inverse_)) {
        terms_.lo = nbl_complex_scale(pair_.lo, NBL_CAST(NBL_SCALAR, 0.5f));
        terms_.hi = nbl_complex_scale(pair_.hi, NBL_CAST(NBL_SCALAR, 0.5f));
    }
    if (stride_log2_ == 0u) {
        result_ = S_(nbl_fft_sum_and_difference)(terms_);
    } else {
        uint32_t numerator_ = position_ & ((1u << stride_log2_) - 1u);
        NBL_COMPLEX twiddle_ = S_(nbl_fft_twiddle)(numerator_, stride_log2_ + 1u, inverse_);
        if (inverse_) {
            result_ = S_(nbl_fft_dit)(twiddle_, terms_);
        } else {
            result_ = S_(nbl_fft_dif)(twiddle_, terms_);
        }
    }
    return result_;
}

/* Partners 2^stride_log2 invocations apart: the lower gives its hi for the other's lo. */
NBL_FUNCTION S_(nbl_fft_pair) F_(trade)(S_(nbl_fft_pair) pair_, uint32_t invocation_, uint32_t stride_log2_) {
    bool upper_ = (invocation_ & (1u << stride_log2_)) != 0u;
    NBL_COMPLEX given_ = nbl_complex_select(upper_, pair_.lo, pair_.hi);
    nbl_dwords_t moved_ = S_(nbl_dwords_from_complex)(given_);
    moved_ = S_(nbl_dwords_shuffle_xor)(moved_, 1u << stride_log2_);
    NBL_COMPLEX received_ = S_(nbl_complex_from_dwords)(moved_);
    S_(nbl_fft_pair)
    result_ = {nbl_complex_select(upper_, received_, pair_.lo), nbl_complex_select(upper_, pair_.hi, received_)};
    return result_;
}

NBL_FUNCTION S_(nbl_fft_pair) F_(fft)(S_(nbl_fft_pair) pair_, uint32_t invocation_, bool inverse_) {
    uint32_t stages_ = invocations_log2_;
    S_(nbl_fft_pair) result_ = F_(butterfly)(pair_, invocation_, inverse_ ? 0u : stages_, inverse_);
    NBL_UNROLL for (uint32_t i_ = 1u; i_ <= invocations_log2_; i_++) {
        result_ = F_(trade)(result_, invocation_, inverse_ ? i_ - 1u : stages_ - i_);
        result_ = F_(butterfly)(result_, invocation_, inverse_ ? i_ : stages_ - i_, inverse_);
    }
    return result_;
}

#undef F_
#undef S_
#undef invocations_log2_
#undef halves_
#undef NBL_SCALAR
#undef NBL_SUBGROUP_FFT_HALVES
#undef NBL_SUBGROUP_FFT_INVOCATIONS_LOG2
#undef NBL_SUBGROUP_FFT_SCALAR
#undef NBL_SUBGROUP_FFT_NAME
