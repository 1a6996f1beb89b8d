/* One FFT inside a subgroup: two elements per invocation, every trade a subgroup shuffle.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include: define the parameters, include, get the functions named after NBL_SUBGROUP_FFT_NAME.
 *
 *   NBL_SUBGROUP_FFT_NAME           prefix of the functions
 *   NBL_SUBGROUP_FFT_SCALAR         float16_t, float32_t or float64_t
 *   NBL_SUBGROUP_FFT_INVOCATIONS_LOG2   invocations of one FFT, at most the subgroup's; 0 uses no subgroup operation.
 *                                   Several FFTs share a subgroup when it is smaller
 *   NBL_SUBGROUP_FFT_HALVED_STAGES(inverse)  optional: stages of a stride below 2^this also halve (scaling by powers of
 *                                            two)
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
#include "nbl/workgroup/dwords.h"

#ifndef NBL_SUBGROUP_FFT_NAME
#error "NBL_SUBGROUP_FFT_NAME is missing: the prefix of the functions that nbl/subgroup/fft.h makes"
#endif
#ifndef NBL_SUBGROUP_FFT_SCALAR
#error "NBL_SUBGROUP_FFT_SCALAR is missing: float16_t, float32_t or float64_t"
#endif
#ifndef NBL_SUBGROUP_FFT_INVOCATIONS_LOG2
#error "NBL_SUBGROUP_FFT_INVOCATIONS_LOG2 is missing: log2 of the invocations of one FFT, at most the subgroup's"
#endif
#ifndef NBL_SUBGROUP_FFT_HALVED_STAGES
#define NBL_SUBGROUP_FFT_HALVED_STAGES(inverse) 0u
#endif

#define NBL_SUBGROUP_FFT_COMPLEX NBL_CAT(nbl_complex_, NBL_SUBGROUP_FFT_SCALAR)
#define NBL_SUBGROUP_FFT_PAIR NBL_CAT(nbl_fft_pair_, NBL_SUBGROUP_FFT_SCALAR)
#define NBL_SUBGROUP_FFT_OF_SCALAR(name) NBL_CAT(NBL_CAT(nbl_fft_, name), NBL_CAT(_, NBL_SUBGROUP_FFT_SCALAR))

/* The butterfly of the elements that stand 2^stride_log2 apart; `position` is the lo element's. */
NBL_FUNCTION NBL_SUBGROUP_FFT_PAIR NBL_CAT(NBL_SUBGROUP_FFT_NAME, _butterfly)(NBL_SUBGROUP_FFT_PAIR pair,
                                                                              uint32_t position, uint32_t stride_log2,
                                                                              bool inverse) {
    NBL_SUBGROUP_FFT_PAIR result;
    if (stride_log2 == 0u) {
        result = NBL_SUBGROUP_FFT_OF_SCALAR(sum_and_difference)(pair);
    } else {
        uint32_t numerator = position & ((1u << stride_log2) - 1u);
        NBL_SUBGROUP_FFT_COMPLEX twiddle = NBL_SUBGROUP_FFT_OF_SCALAR(twiddle)(numerator, stride_log2 + 1u, inverse);
        if (inverse) {
            result = NBL_SUBGROUP_FFT_OF_SCALAR(dit)(twiddle, pair);
        } else {
            result = NBL_SUBGROUP_FFT_OF_SCALAR(dif)(twiddle, pair);
        }
    }
    if (stride_log2 + 1u <= NBL_SUBGROUP_FFT_HALVED_STAGES(inverse)) {
        result.lo = nbl_complex_scale(result.lo, NBL_CAST(NBL_SUBGROUP_FFT_SCALAR, 0.5f));
        result.hi = nbl_complex_scale(result.hi, NBL_CAST(NBL_SUBGROUP_FFT_SCALAR, 0.5f));
    }
    return result;
}

/* Partners 2^stride_log2 invocations apart: the lower gives its hi for the other's lo. */
NBL_FUNCTION NBL_SUBGROUP_FFT_PAIR NBL_CAT(NBL_SUBGROUP_FFT_NAME, _trade)(NBL_SUBGROUP_FFT_PAIR pair,
                                                                          uint32_t invocation, uint32_t stride_log2) {
    bool upper = (invocation & (1u << stride_log2)) != 0u;
    NBL_SUBGROUP_FFT_COMPLEX given = nbl_complex_select(upper, pair.lo, pair.hi);
    nbl_dwords_t moved = NBL_CAT(nbl_dwords_from_complex_, NBL_SUBGROUP_FFT_SCALAR)(given);
    moved = NBL_CAT(nbl_dwords_shuffle_xor_, NBL_SUBGROUP_FFT_SCALAR)(moved, 1u << stride_log2);
    NBL_SUBGROUP_FFT_COMPLEX received = NBL_CAT(nbl_complex_from_dwords_, NBL_SUBGROUP_FFT_SCALAR)(moved);
    NBL_SUBGROUP_FFT_PAIR result = {nbl_complex_select(upper, received, pair.lo),
                                    nbl_complex_select(upper, pair.hi, received)};
    return result;
}

NBL_FUNCTION NBL_SUBGROUP_FFT_PAIR NBL_CAT(NBL_SUBGROUP_FFT_NAME, _fft)(NBL_SUBGROUP_FFT_PAIR pair, uint32_t invocation,
                                                                        bool inverse) {
    uint32_t stages = NBL_SUBGROUP_FFT_INVOCATIONS_LOG2;
    NBL_SUBGROUP_FFT_PAIR result =
        NBL_CAT(NBL_SUBGROUP_FFT_NAME, _butterfly)(pair, invocation, inverse ? 0u : stages, inverse);
    NBL_UNROLL for (uint32_t i = 1u; i <= NBL_SUBGROUP_FFT_INVOCATIONS_LOG2; i++) {
        result = NBL_CAT(NBL_SUBGROUP_FFT_NAME, _trade)(result, invocation, inverse ? i - 1u : stages - i);
        result = NBL_CAT(NBL_SUBGROUP_FFT_NAME, _butterfly)(result, invocation, inverse ? i : stages - i, inverse);
    }
    return result;
}

#undef NBL_SUBGROUP_FFT_OF_SCALAR
#undef NBL_SUBGROUP_FFT_PAIR
#undef NBL_SUBGROUP_FFT_COMPLEX
#undef NBL_SUBGROUP_FFT_HALVED_STAGES
#undef NBL_SUBGROUP_FFT_INVOCATIONS_LOG2
#undef NBL_SUBGROUP_FFT_SCALAR
#undef NBL_SUBGROUP_FFT_NAME
