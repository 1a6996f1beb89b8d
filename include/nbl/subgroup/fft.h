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
#define butterfly_ NBL_CAT(NBL_SUBGROUP_FFT_NAME, _butterfly)
#define trade_ NBL_CAT(NBL_SUBGROUP_FFT_NAME, _trade)
#define fft_ NBL_CAT(NBL_SUBGROUP_FFT_NAME, _fft)
#define halves_ NBL_SUBGROUP_FFT_HALVES
#define invocations_log2_ NBL_SUBGROUP_FFT_INVOCATIONS_LOG2
#define pair_t_ NBL_OF_SCALAR(nbl_fft_pair)
#define sum_and_difference_ NBL_OF_SCALAR(nbl_fft_sum_and_difference)
#define dif_ NBL_OF_SCALAR(nbl_fft_dif)
#define dit_ NBL_OF_SCALAR(nbl_fft_dit)
#define root_ NBL_OF_SCALAR(nbl_fft_twiddle)
#define to_dwords_ NBL_OF_SCALAR(nbl_dwords_from_complex)
#define from_dwords_ NBL_OF_SCALAR(nbl_complex_from_dwords)
#define shuffle_xor_ NBL_OF_SCALAR(nbl_dwords_shuffle_xor)

/* The butterfly of the elements that stand 2^stride_log2 apart; `position` is the lo element's. */
NBL_FUNCTION pair_t_ butterfly_(pair_t_ pair_, uint32_t position_, uint32_t stride_log2_, bool inverse_) {
    pair_t_ terms_ = pair_;
    pair_t_ result_;
    if (halves_(stride_log2_, inverse_)) {
        terms_.lo = nbl_complex_scale(pair_.lo, NBL_CAST(NBL_SCALAR, 0.5f));
        terms_.hi = nbl_complex_scale(pair_.hi, NBL_CAST(NBL_SCALAR, 0.5f));
    }
    if (stride_log2_ == 0u) {
        result_ = sum_and_difference_(terms_);
    } else {
        uint32_t numerator_ = position_ & ((1u << stride_log2_) - 1u);
        NBL_COMPLEX twiddle_ = root_(numerator_, stride_log2_ + 1u, inverse_);
        if (inverse_) {
            result_ = dit_(twiddle_, terms_);
        } else {
            result_ = dif_(twiddle_, terms_);
        }
    }
    return result_;
}

/* Partners 2^stride_log2 invocations apart: the lower gives its hi for the other's lo. */
NBL_FUNCTION pair_t_ trade_(pair_t_ pair_, uint32_t invocation_, uint32_t stride_log2_) {
    bool upper_ = (invocation_ & (1u << stride_log2_)) != 0u;
    NBL_COMPLEX given_ = nbl_complex_select(upper_, pair_.lo, pair_.hi);
    nbl_dwords_t moved_ = to_dwords_(given_);
    moved_ = shuffle_xor_(moved_, 1u << stride_log2_);
    NBL_COMPLEX received_ = from_dwords_(moved_);
    pair_t_ result_ = {nbl_complex_select(upper_, received_, pair_.lo),
                       nbl_complex_select(upper_, pair_.hi, received_)};
    return result_;
}

NBL_FUNCTION pair_t_ fft_(pair_t_ pair_, uint32_t invocation_, bool inverse_) {
    uint32_t stages_ = invocations_log2_;
    pair_t_ result_ = butterfly_(pair_, invocation_, inverse_ ? 0u : stages_, inverse_);
    NBL_UNROLL for (uint32_t i_ = 1u; i_ <= invocations_log2_; i_++) {
        result_ = trade_(result_, invocation_, inverse_ ? i_ - 1u : stages_ - i_);
        result_ = butterfly_(result_, invocation_, inverse_ ? i_ : stages_ - i_, inverse_);
    }
    return result_;
}

#undef shuffle_xor_
#undef from_dwords_
#undef to_dwords_
#undef root_
#undef dit_
#undef dif_
#undef sum_and_difference_
#undef pair_t_
#undef invocations_log2_
#undef halves_
#undef fft_
#undef trade_
#undef butterfly_
#undef NBL_SCALAR
#undef NBL_SUBGROUP_FFT_HALVES
#undef NBL_SUBGROUP_FFT_INVOCATIONS_LOG2
#undef NBL_SUBGROUP_FFT_SCALAR
#undef NBL_SUBGROUP_FFT_NAME
