/* The radix-2 shuffle algorithm: one element traded per butterfly, by subgroup shuffles where they reach.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/workgroup/fft.h where NBL_FFT_ALGORITHM is NBL_FFT_RADIX2_SHUFFLE; that file has the calling
 * convention. Its own parameters, where NBL_FFT_PARAMETERS_AT_RUN_TIME is undefined literals:
 *
 *   NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2      1 to 5
 *   NBL_FFT_WORKGROUP_SIZE_LOG2               0 to 10: invocations of one FFT; the length follows
 *   NBL_FFT_SUBGROUP_SIZE_LOG2                optional: the subgroup size where it is known; 0: no subgroup operations
 *
 * Forward: natural order in, Nabla order out. Inverse: Nabla order in, natural order out. Element k of invocation t is
 * number nbl_fft_linear_index(at, k, log2 workgroup size) of the array on both sides. The array is transformed in
 * place; only two elements per invocation without a normalisation are read once and written once. The subgroups of the
 * workgroup are full, and invocations are numbered along their lanes. Shared memory: NBL_FFT_SHARED_DWORDS() per FFT.
 * Source: the Nabla library's FFT, "Optimization 3"; docs/theory.md has the proofs.
 *
 *   element k of invocation t (W invocations, E elements)          v = 0        v = 1
 *   is number k W + t of the array:                            +----+----+  +----+----+
 *   strides of W 2, W 4 ... are between an invocation's         | k=0| k=1|  | k=2| k=3|   each a workgroup-sized FFT
 *                                                               of 2 W
 *   own elements; then E/2 FFTs of 2 W elements follow          +----+----+  +----+----+
 */
#ifndef NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2
#error "NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2 is missing: log2 of the elements that an invocation computes, 1 to 5"
#endif
#ifndef NBL_FFT_WORKGROUP_SIZE_LOG2
#error "NBL_FFT_WORKGROUP_SIZE_LOG2 is missing: log2 of the invocations of one FFT, 0 to 10"
#endif
#ifndef NBL_FFT_PARAMETERS_AT_RUN_TIME
#if NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2 < 1 || NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2 > 5
#error "NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2 must be 1 to 5 (2 to 32 elements)"
#endif
#if NBL_FFT_WORKGROUP_SIZE_LOG2 < 0 || NBL_FFT_WORKGROUP_SIZE_LOG2 > 10
#error "NBL_FFT_WORKGROUP_SIZE_LOG2 must be 0 to 10 (1 to 1024 invocations)"
#endif
#endif
#ifndef NBL_FFT_SUBGROUP_SIZE_LOG2
#include "nbl/bit.h"
#define NBL_FFT_SUBGROUP_SIZE_LOG2 nbl_log2(nbl_subgroup_size())
#endif

#define NBL_FFT_PAIR_T NBL_CAT(nbl_fft_pair_, NBL_FFT_SCALAR)
#define NBL_FFT_E_LOG2 NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2
#define NBL_FFT_W_LOG2 NBL_FFT_WORKGROUP_SIZE_LOG2
/* Trades among this many invocations (log2) stay inside a subgroup. */
#define NBL_FFT_S_LOG2 (NBL_FFT_SUBGROUP_SIZE_LOG2 < NBL_FFT_W_LOG2 ? NBL_FFT_SUBGROUP_SIZE_LOG2 : NBL_FFT_W_LOG2)
#define NBL_FFT_HALVINGS(inverse) nbl_fft_halvings(NBL_FFT_E_LOG2 + NBL_FFT_W_LOG2, NBL_FFT_NORMALIZATION(inverse))
/* Half the sums as they grow: float16 would overflow before a scaling at the end, and 1/32768 is subnormal there. */
#define NBL_FFT_HALVES_BY_STAGE (NBL_CAT(NBL_DWORDS_, NBL_FFT_SCALAR) == NBL_DWORDS_float16_t)

#define NBL_SUBGROUP_FFT_NAME NBL_CAT(NBL_FFT_NAME, _subgroup)
#define NBL_SUBGROUP_FFT_SCALAR NBL_FFT_SCALAR
#define NBL_SUBGROUP_FFT_INVOCATIONS_LOG2 NBL_FFT_S_LOG2
#define NBL_SUBGROUP_FFT_HALVED_STAGES(inverse) (NBL_FFT_HALVES_BY_STAGE ? NBL_FFT_HALVINGS(inverse) : 0u)
#include "nbl/subgroup/fft.h"

#define NBL_SHUFFLE_NAME NBL_CAT(NBL_FFT_NAME, _workgroup)
#define NBL_SHUFFLE_SCALAR NBL_FFT_SCALAR
#define NBL_SHUFFLE_INVOCATIONS (1u << NBL_FFT_W_LOG2)
#define NBL_SHUFFLE_SHARED_GET(i) NBL_FFT_SHARED_GET(i)
#define NBL_SHUFFLE_SHARED_SET(i, value) NBL_FFT_SHARED_SET(i, value)
#define NBL_SHUFFLE_BARRIER() NBL_FFT_BARRIER()
#include "nbl/workgroup/shuffle.h"

/* As the subgroup's trade, between subgroups: `first` says that nobody of this FFT has used the shared memory yet. */
NBL_FUNCTION NBL_FFT_PAIR_T NBL_CAT(NBL_FFT_NAME, _trade)(nbl_fft_place_t at, NBL_FFT_PAIR_T pair, uint32_t stride_log2,
                                                          bool first) {
    bool upper = (at.invocation & (1u << stride_log2)) != 0u;
    if (!first) NBL_FFT_BARRIER();
    NBL_FFT_COMPLEX given = nbl_complex_select(upper, pair.lo, pair.hi);
    NBL_FFT_COMPLEX received = NBL_CAT(NBL_FFT_NAME, _workgroup_shuffle_xor)(at, given, 1u << stride_log2);
    NBL_FFT_PAIR_T result = {nbl_complex_select(upper, received, pair.lo),
                             nbl_complex_select(upper, pair.hi, received)};
    return result;
}

/* A workgroup-sized FFT: 2 W elements, two per invocation. */
NBL_FUNCTION NBL_FFT_PAIR_T NBL_CAT(NBL_FFT_NAME, _workgroup_fft)(nbl_fft_place_t at, NBL_FFT_PAIR_T pair, bool first,
                                                                  bool inverse) {
    NBL_FFT_PAIR_T result = pair;
    if (inverse) result = NBL_CAT(NBL_FFT_NAME, _subgroup_fft)(result, at.invocation, inverse);
    NBL_UNROLL for (uint32_t i = 1u; i <= NBL_FFT_W_LOG2 - NBL_FFT_S_LOG2; i++) {
        uint32_t stride_log2 = inverse ? NBL_FFT_S_LOG2 + i : NBL_FFT_W_LOG2 + 1u - i;
        if (!inverse) result = NBL_CAT(NBL_FFT_NAME, _subgroup_butterfly)(result, at.invocation, stride_log2, inverse);
        result = NBL_CAT(NBL_FFT_NAME, _trade)(at, result, stride_log2 - 1u, first && i == 1u);
        if (inverse) result = NBL_CAT(NBL_FFT_NAME, _subgroup_butterfly)(result, at.invocation, stride_log2, inverse);
    }
    if (!inverse) result = NBL_CAT(NBL_FFT_NAME, _subgroup_fft)(result, at.invocation, inverse);
    return result;
}

/* The stages whose strides exceed the workgroup: every butterfly is among an invocation's own elements. */
NBL_FUNCTION void NBL_CAT(NBL_FFT_NAME, _own_stages)(nbl_fft_place_t at, bool inverse NBL_FFT_STATE_PARAMETERS) {
    NBL_UNROLL for (uint32_t i = 1u; i < NBL_FFT_E_LOG2; i++) {
        uint32_t step_log2 = inverse ? i : NBL_FFT_E_LOG2 - i;
        NBL_UNROLL for (uint32_t b = 0u; b < (1u << (NBL_FFT_E_LOG2 - 1u)); b++) {
            /* b with a zero bit put in at step_log2 */
            uint32_t lo = ((b >> step_log2) << (step_log2 + 1u)) + (b & ((1u << step_log2) - 1u));
            uint32_t hi = lo + (1u << step_log2);
            NBL_FFT_PAIR_T pair = {NBL_FFT_GET(at, lo), NBL_FFT_GET(at, hi)};
            uint32_t position = (lo << NBL_FFT_W_LOG2) + at.invocation;
            pair = NBL_CAT(NBL_FFT_NAME, _subgroup_butterfly)(pair, position, NBL_FFT_W_LOG2 + step_log2, inverse);
            NBL_FFT_SET(at, lo, pair.lo);
            NBL_FFT_SET(at, hi, pair.hi);
        }
    }
}

NBL_FUNCTION void NBL_CAT(NBL_FFT_NAME, _transform)(nbl_fft_place_t at, bool inverse NBL_FFT_STATE_PARAMETERS) {
    if (!inverse) NBL_CAT(NBL_FFT_NAME, _own_stages)(at, inverse NBL_FFT_STATE);
    NBL_UNROLL for (uint32_t v = 0u; v < (1u << (NBL_FFT_E_LOG2 - 1u)); v++) {
        NBL_FFT_PAIR_T pair = {NBL_FFT_GET(at, 2u * v), NBL_FFT_GET(at, 2u * v + 1u)};
        pair = NBL_CAT(NBL_FFT_NAME, _workgroup_fft)(at, pair, v == 0u, inverse);
        NBL_FFT_SET(at, 2u * v, pair.lo);
        NBL_FFT_SET(at, 2u * v + 1u, pair.hi);
    }
    if (inverse) NBL_CAT(NBL_FFT_NAME, _own_stages)(at, inverse NBL_FFT_STATE);

    uint32_t halvings = NBL_FFT_HALVES_BY_STAGE ? 0u : NBL_FFT_HALVINGS(inverse);
    bool odd_root = nbl_fft_is_odd_root(NBL_FFT_E_LOG2 + NBL_FFT_W_LOG2, NBL_FFT_NORMALIZATION(inverse));
    if (halvings > 0u || odd_root) {
        NBL_FFT_SCALAR scale = NBL_CAT(nbl_fft_scale_, NBL_FFT_SCALAR)(halvings, odd_root);
        NBL_UNROLL for (uint32_t k = 0u; k < (1u << NBL_FFT_E_LOG2); k++) {
            NBL_FFT_COMPLEX value = nbl_complex_scale(NBL_FFT_GET(at, k), scale);
            NBL_FFT_SET(at, k, value);
        }
    }
}

#undef NBL_FFT_HALVES_BY_STAGE
#undef NBL_FFT_HALVINGS
#undef NBL_FFT_S_LOG2
#undef NBL_FFT_W_LOG2
#undef NBL_FFT_E_LOG2
#undef NBL_FFT_PAIR_T
#undef NBL_FFT_SUBGROUP_SIZE_LOG2
#undef NBL_FFT_WORKGROUP_SIZE_LOG2
#undef NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2
