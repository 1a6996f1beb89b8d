/* Which frequency lies where in the output of a forward FFT of the radix-2 shuffle algorithm, and back.
 * SPDX-License-Identifier: Apache-2.0
 *
 * E = 2^elements_per_invocation_log2 elements in each of W = 2^workgroup_size_log2 invocations make the length N = E W.
 * Element k of invocation t has the output index k W + t. An output index in bits, and what becomes of it:
 *
 *   output index      kk kkk K  ttttttt       K: the lowest bit of the element, t: the invocation
 *                            \_______/        rotate the lowest w + 1 bits left by one
 *   position          kk kkk  ttttttt K       where the output stands in the diagram of a plain radix-2 FFT
 *   frequency         K ttttttt kkk kk        all bits reversed
 *
 * So the forward transform gives Nabla order: NFFT[n] = DFT[nbl_fft_dft_index(order, n)]. The inverse takes Nabla order
 * and gives natural order: it is the forward network run backwards, and every trade undoes itself. Do not feed it
 * natural order. Element k of invocation t of the inverse's input is NFFT[k W + t],
 * of its output x[k W + t]. Proofs: docs/theory.md, "Nabla order" and "The inverse". Mirrors FFTIndexingUtils
 * ("Indexing", nabla-fft-readme).
 *
 * All functions take the order as a value of a type of its own (nbl/fft/order.h): an instance in natural order has
 * none, so a call for one does not compile. Indices and frequencies count modulo the length: `0u - frequency` is the
 * negative frequency.
 * Zero lies at output index 0, Nyquist (N/2) at output index W: elements 0 and 1 of invocation 0.
 */
#ifndef NBL_FFT_INDEXING_H
#define NBL_FFT_INDEXING_H

#include "nbl/bit.h"
#include "nbl/fft/order.h"

/* The frequency that lies at an output index: getDFTIndex.
 *
 * Returns the frequency, 0 to N - 1, with DFT[frequency] = NFFT[output_index].
 *
 * order         <name>_order() of an instance, or nbl_fft_nabla_order()
 * output_index  element * W + invocation, modulo N
 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_dft_index(nbl_fft_nabla_order_t order, uint32_t output_index) {
    uint32_t position = nbl_rotate_left_lower(output_index, order.workgroup_size_log2 + 1u);
    return nbl_bit_reverse(position, order.elements_per_invocation_log2 + order.workgroup_size_log2);
}

/* The output index at which a frequency lies: getNablaIndex, the inverse of nbl_fft_dft_index.
 *
 * Returns the output index, 0 to N - 1, with NFFT[output index] = DFT[frequency].
 *
 * order         <name>_order() of an instance, or nbl_fft_nabla_order()
 * frequency     modulo N
 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_nabla_index(nbl_fft_nabla_order_t order, uint32_t frequency) {
    uint32_t position = nbl_bit_reverse(frequency, order.elements_per_invocation_log2 + order.workgroup_size_log2);
    return nbl_rotate_right_lower(position, order.workgroup_size_log2 + 1u);
}

/* The mirror of a frequency: getDFTMirrorIndex.
 *
 * Returns the frequency, 0 to N - 1, that makes the sum a multiple of N; Zero and Nyquist are their own mirrors.
 *
 * order         <name>_order() of an instance, or nbl_fft_nabla_order()
 * frequency     modulo N
 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_dft_mirror_index(nbl_fft_nabla_order_t order, uint32_t frequency) {
    return (0u - frequency) & nbl_lowest_bits(order.elements_per_invocation_log2 + order.workgroup_size_log2);
}

/* The output index of the mirrored frequency: getNablaMirrorIndex.
 *
 * By definition nbl_fft_nabla_index of nbl_fft_dft_mirror_index of nbl_fft_dft_index. Negating a number flips every bit
 * above its lowest set one; the position is the frequency read backwards, so there every bit below the highest set one
 * flips, and nothing needs reversing:
 *
 *   position   0001 0110  ->  0001 1001
 *
 * Returns the output index, 0 to N - 1; 0 and W (Zero and Nyquist) give themselves.
 *
 * order         <name>_order() of an instance, or nbl_fft_nabla_order()
 * output_index  element * W + invocation, modulo N
 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_nabla_mirror_index(nbl_fft_nabla_order_t order, uint32_t output_index) {
    uint32_t length_mask = nbl_lowest_bits(order.elements_per_invocation_log2 + order.workgroup_size_log2);
    uint32_t position = nbl_rotate_left_lower(output_index & length_mask, order.workgroup_size_log2 + 1u);
    uint32_t mirror_position = position ^ (nbl_fill_below_highest_bit(position) >> 1);
    return nbl_rotate_right_lower(mirror_position, order.workgroup_size_log2 + 1u);
}

/* Storing half of a spectrum with mirror symmetry: the frequencies 0 to N/2 - 1 are the locally even elements (0, 2, 4
 * ... of every invocation). Counted in the order of their output index, half_index = 0, 1, 2 ... N/2 - 1:
 *
 *   half index      kk kkk   ttttttt
 *   output index    kk kkk 0 ttttttt
 *   frequency       0 ttttttt kkk kk      the half index reversed as a number of log2(N) - 1 bits
 *
 * Nyquist is not among them; of the transform of a real signal, both it and Zero are real and share half index 0 as
 * Zero + i Nyquist. "Finding out which elements to keep when doing a real-only FFT", nabla-fft-readme. */

/* The output index of an element of the stored half.
 *
 * Returns the output index, 0 to N - 1, of a locally even element.
 *
 * order         <name>_order() of an instance, or nbl_fft_nabla_order()
 * half_index    modulo N/2
 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_half_output_index(nbl_fft_nabla_order_t order, uint32_t half_index) {
    uint32_t invocation = half_index & nbl_lowest_bits(order.workgroup_size_log2);
    uint32_t even_element = (half_index >> order.workgroup_size_log2) << 1;
    return ((even_element << order.workgroup_size_log2) | invocation) &
           nbl_lowest_bits(order.elements_per_invocation_log2 + order.workgroup_size_log2);
}

/* The place of a locally even element in the stored half: the inverse of nbl_fft_half_output_index.
 *
 * Returns the half index, 0 to N/2 - 1. An odd element gives the place of the even element before it.
 *
 * order         <name>_order() of an instance, or nbl_fft_nabla_order()
 * output_index  element * W + invocation with an even element, modulo N
 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_half_index(nbl_fft_nabla_order_t order, uint32_t output_index) {
    uint32_t invocation = output_index & nbl_lowest_bits(order.workgroup_size_log2);
    uint32_t element_pair = output_index >> (order.workgroup_size_log2 + 1u);
    return ((element_pair << order.workgroup_size_log2) | invocation) &
           nbl_lowest_bits(order.elements_per_invocation_log2 + order.workgroup_size_log2 - 1u);
}

/* The frequency of an element of the stored half, and, being its own inverse, the half index of a lower frequency.
 *
 * Returns the frequency, 0 to N/2 - 1.
 *
 * order         <name>_order() of an instance, or nbl_fft_nabla_order()
 * half_index    modulo N/2
 */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_half_dft_index(nbl_fft_nabla_order_t order, uint32_t half_index) {
    return nbl_bit_reverse(half_index, order.elements_per_invocation_log2 + order.workgroup_size_log2 - 1u);
}

#endif
