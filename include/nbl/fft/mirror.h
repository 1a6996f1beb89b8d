/* Where the mirrored frequency of an element is held, and how a workgroup trades mirrors instead of reading them from
 * memory.
 * SPDX-License-Identifier: Apache-2.0
 *
 * With a whole spectrum in registers, invocation t holds element k of every output index k W + t (fft_indexing.h). For
 * each k in turn, every invocation writes one element to shared memory at its own place and reads one from another's
 * place:
 *
 *   info = nbl_fft_mirror_local_info(order, k W + t);
 *   array[t] = mine[info.mirror_element];       what I must send; not, in general, my element k
 *   barrier
 *   mirror_of_my_k = array[info.other_invocation];
 *
 * Trades are one to one: the invocation that I receive from receives from me, at the same time. With
 * t' = other_invocation,
 *
 *   mirror of (k, t)  = (k', t')        I receive element k' of t'
 *   mirror of (k, t') = (k', t)         it receives my element k'
 *
 * Proof: docs/theory.md, "Mirror trades". Mirrors FFTMirrorTradeUtils ("Indexing" and "Assertions with no proof",
 * nabla-fft-readme).
 */
#ifndef NBL_FFT_MIRROR_H
#define NBL_FFT_MIRROR_H

#include "nbl/fft/indexing.h"

/* The invocation and the element of its registers that hold a mirror. */
NBL_STRUCT(nbl_fft_mirror_holder_t) {
    uint32_t invocation;
    uint32_t element;
};

NBL_STRUCT(nbl_fft_mirror_local_info_t) {
    uint32_t other_invocation; /* I receive from it, and it from me */
    uint32_t mirror_element;   /* of mine, that I must send */
};

NBL_STRUCT(nbl_fft_mirror_global_info_t) {
    uint32_t other_invocation; /* I receive from it, and it from me */
    uint32_t mirror_index;     /* output index of the element of mine that I must send */
};

/* Where the mirror of an element lies.
 *
 * Returns the invocation and its element that hold NFFT[nbl_fft_nabla_mirror_index(output_index)].
 *
 * order         <name>_order() of an instance, or nbl_fft_nabla_order()
 * output_index  element * W + invocation, modulo N
 */
NBL_CONSTEXPR_FUNCTION nbl_fft_mirror_holder_t nbl_fft_mirror_holder(nbl_fft_nabla_order_t order,
                                                                     uint32_t output_index) {
    uint32_t mirror = nbl_fft_nabla_mirror_index(order, output_index);
    nbl_fft_mirror_holder_t holder = {mirror & nbl_lowest_bits(order.workgroup_size_log2),
                                      mirror >> order.workgroup_size_log2};
    return holder;
}

/* What to do in the trade that brings me the mirror of my element: getNablaMirrorLocalInfo.
 *
 * Returns other_invocation, which I receive from, and mirror_element, the number of my element that I must send.
 * Caution: mirror_element is what is sent; what is received is another invocation's element of the same number. All
 * invocations must be at the same element (output_index div W), with barriers around it.
 *
 * order         <name>_order() of an instance, or nbl_fft_nabla_order()
 * output_index  element * W + invocation of the element whose mirror I receive, modulo N
 */
NBL_CONSTEXPR_FUNCTION nbl_fft_mirror_local_info_t nbl_fft_mirror_local_info(nbl_fft_nabla_order_t order,
                                                                             uint32_t output_index) {
    nbl_fft_mirror_holder_t holder = nbl_fft_mirror_holder(order, output_index);
    nbl_fft_mirror_local_info_t info = {holder.invocation, holder.element};
    return info;
}

/* What to do in the trade that brings me the mirror of my element, as an output index: getNablaMirrorGlobalInfo.
 *
 * Returns other_invocation, which I receive from, and mirror_index, the output index of my element that I must send.
 * Caution: as of nbl_fft_mirror_local_info.
 *
 * order         <name>_order() of an instance, or nbl_fft_nabla_order()
 * output_index  element * W + invocation of the element whose mirror I receive, modulo N
 */
NBL_CONSTEXPR_FUNCTION nbl_fft_mirror_global_info_t nbl_fft_mirror_global_info(nbl_fft_nabla_order_t order,
                                                                               uint32_t output_index) {
    nbl_fft_mirror_holder_t holder = nbl_fft_mirror_holder(order, output_index);
    uint32_t invocation = output_index & nbl_lowest_bits(order.workgroup_size_log2);
    nbl_fft_mirror_global_info_t info = {holder.invocation, (holder.element << order.workgroup_size_log2) | invocation};
    return info;
}

#endif
