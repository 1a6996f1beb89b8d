/* Where an algorithm keeps its elements: the maps that code above an FFT is written against.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A shape tells algorithm and sizes. An FFT reads its input by the input map and leaves its output by the output map: element
 * k of invocation t is number nbl_fft_*_index(shape, k, t) of the input or output. One side is the signal, in natural order;
 * the other is the spectrum, in the algorithm's own order: nbl_fft_frequency() and nbl_fft_spectrum_index() go between its
 * numbers and frequencies, and nbl_fft_mirror_*() find the element of the negated frequency.
 * All take the shape as an argument, so that a kernel can ask for another axis's order too; literals fold away.
 */
#ifndef NBL_FFT_MAP_H
#define NBL_FFT_MAP_H

#include "nbl/fft/parameters.h"
#include "nbl/workgroup/fft_indexing.h"
#include "nbl/workgroup/fft_mirror.h"

NBL_STRUCT(nbl_fft_shape_t) {
    uint32_t algorithm;                   /* NBL_FFT_RADIX2_SHUFFLE */
    uint32_t elements_per_invocation_log2;
    uint32_t workgroup_size_log2;
};

NBL_FUNCTION uint32_t nbl_fft_length_log2(nbl_fft_shape_t shape) {
    return shape.elements_per_invocation_log2 + shape.workgroup_size_log2;
}

NBL_FUNCTION uint32_t nbl_fft_length(nbl_fft_shape_t shape) {
    return 1u << nbl_fft_length_log2(shape);
}

/* Returns the invocations of one FFT. */
NBL_FUNCTION uint32_t nbl_fft_invocations(nbl_fft_shape_t shape) {
    return 1u << shape.workgroup_size_log2;
}

/* Returns how many elements an invocation reads (writes). */
NBL_FUNCTION uint32_t nbl_fft_input_elements(nbl_fft_shape_t shape) {
    return 1u << shape.elements_per_invocation_log2;
}

NBL_FUNCTION uint32_t nbl_fft_output_elements(nbl_fft_shape_t shape) {
    return 1u << shape.elements_per_invocation_log2;
}

/* Returns whether invocation t reads (writes) at all: mixed radices leave some of them idle in some passes. */
NBL_FUNCTION bool nbl_fft_input_active(nbl_fft_shape_t shape, uint32_t invocation) {
    return invocation < nbl_fft_invocations(shape);
}

NBL_FUNCTION bool nbl_fft_output_active(nbl_fft_shape_t shape, uint32_t invocation) {
    return invocation < nbl_fft_invocations(shape);
}

/* Returns the number, in the input (output), of element `element` of an invocation. */
NBL_FUNCTION uint32_t nbl_fft_input_index(nbl_fft_shape_t shape, uint32_t element, uint32_t invocation) {
    return (element << shape.workgroup_size_log2) + invocation;
}

NBL_FUNCTION uint32_t nbl_fft_output_index(nbl_fft_shape_t shape, uint32_t element, uint32_t invocation) {
    return (element << shape.workgroup_size_log2) + invocation;
}

/* Returns the frequency, 0 to length - 1, that number `index` of the spectrum is. */
NBL_FUNCTION uint32_t nbl_fft_frequency(nbl_fft_shape_t shape, uint32_t index) {
    return nbl_fft_dft_index(shape.elements_per_invocation_log2, shape.workgroup_size_log2, index);
}

/* Returns the number in the spectrum at which a frequency lies; frequencies from the length on wrap around. */
NBL_FUNCTION uint32_t nbl_fft_spectrum_index(nbl_fft_shape_t shape, uint32_t frequency) {
    return nbl_fft_nabla_index(shape.elements_per_invocation_log2, shape.workgroup_size_log2, frequency & (nbl_fft_length(shape) - 1u));
}

/* Returns the frequency -f of a frequency f. */
NBL_FUNCTION uint32_t nbl_fft_mirror_frequency(nbl_fft_shape_t shape, uint32_t frequency) {
    return frequency == 0u ? 0u : nbl_fft_length(shape) - frequency;
}

/* What an invocation does in round `element` of a trade of mirrors: it sends its element `sent` and receives from `source`
 * the element of the frequency that is the negative of its own element `element`'s. Rounds are one to one: docs/theory.md. */
NBL_STRUCT(nbl_fft_mirror_trade_t) {
    uint32_t sent;
    uint32_t source;
};

NBL_FUNCTION nbl_fft_mirror_trade_t nbl_fft_mirror_trade(nbl_fft_shape_t shape, uint32_t element, uint32_t invocation) {
    nbl_fft_mirror_local_info_t info = nbl_fft_mirror_local_info(shape.elements_per_invocation_log2, shape.workgroup_size_log2,
                                                                 nbl_fft_output_index(shape, element, invocation));
    nbl_fft_mirror_trade_t trade = {info.mirror_element, info.other_invocation};
    return trade;
}

#endif
