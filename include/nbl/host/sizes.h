/* How to split a length over a workgroup, and how much storage the passes of a transform over several axes need.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17): sizes are 64-bit, and a shader never asks. Mirrors "Figuring out the storage required for an
 * FFT" and "Figuring out compile-time parameters" (nabla-fft-readme), for the radix-2 shuffle algorithm. Pure
 * functions.
 *
 * Dimensions are given as an array of `rank` numbers, x first. The axes are transformed in the order
 * axis_order[0], axis_order[1] ...: a permutation of 0 .. rank - 1, or NULL for x, y, z, w. Pass 0 is the first.
 */
#ifndef NBL_FFT_SIZES_H
#define NBL_FFT_SIZES_H

#include "nbl/bit.h"

#define NBL_FFT_SIZES_MAX_RANK 4

typedef enum nbl_fft_sizes_result_t {
    NBL_FFT_SIZES_SUCCESS = 0,
    NBL_FFT_SIZES_INVALID_RANK,       /* 0, or more than 4 */
    NBL_FFT_SIZES_INVALID_PASS,       /* not below the rank */
    NBL_FFT_SIZES_INVALID_AXIS_ORDER, /* no permutation of 0 .. rank - 1 */
    NBL_FFT_SIZES_ZERO_CHANNELS,
    NBL_FFT_SIZES_ZERO_DIMENSION, /* of the signal or of the kernel */
    NBL_FFT_SIZES_OVERFLOW        /* 2^64 bytes or more */
} nbl_fft_sizes_result_t;

/* The meaning of a result.
 *
 * Returns a static string, lower case, without a full stop.
 *
 * result  any
 */
NBL_FUNCTION const char *nbl_fft_sizes_result_text(nbl_fft_sizes_result_t result) {
    switch (result) {
    case NBL_FFT_SIZES_SUCCESS: return "success";
    case NBL_FFT_SIZES_INVALID_RANK: return "the rank is not 1 to 4";
    case NBL_FFT_SIZES_INVALID_PASS: return "the pass is not below the rank";
    case NBL_FFT_SIZES_INVALID_AXIS_ORDER: return "the axis order does not name every axis once";
    case NBL_FFT_SIZES_ZERO_CHANNELS: return "there are no channels";
    case NBL_FFT_SIZES_ZERO_DIMENSION: return "a dimension is zero";
    case NBL_FFT_SIZES_OVERFLOW: return "the size does not fit in 64 bits";
    }
    return "unknown result";
}

NBL_STRUCT(nbl_fft_parameters_t) {
    uint32_t elements_per_invocation_log2; /* 1 to 5; 0: there are no parameters */
    uint32_t workgroup_size_log2;          /* 0 to 10 */
};

/* Tells parameters from the answer that there are none.
 *
 * Returns false where elements_per_invocation_log2 is not 1 to 5 or workgroup_size_log2 is above 10.
 *
 * parameters  any
 */
NBL_FUNCTION bool nbl_fft_parameters_valid(nbl_fft_parameters_t parameters) {
    return parameters.elements_per_invocation_log2 >= 1u && parameters.elements_per_invocation_log2 <= 5u &&
           parameters.workgroup_size_log2 <= 10u;
}

/* A reasonable split of a length: optimalFFTParameters, with the third argument that Nabla's code has.
 *
 * Two elements per invocation where the workgroup may be that large, else as many as it takes: more of them mean more
 * accesses to the array or more registers. The transform is then of the length rounded up to a power of two; padding
 * the signal to it is the caller's.
 *
 * Returns the parameters; {0, 0}, for which nbl_fft_parameters_valid is false, where there are none: the length rounded
 * up is not above min_subgroup_size, the workgroup is not allowed to hold a subgroup, 32 elements per invocation do not
 * suffice, or an argument is 0.
 *
 * max_workgroup_size  invocations; what is not a power of two is rounded down, and never more than 1024 are used
 * length              elements of the signal, 2 or more
 * min_subgroup_size   invocations of the smallest subgroup that the device may run, 1 if none is relied on
 */
NBL_FUNCTION nbl_fft_parameters_t nbl_fft_optimal_parameters(uint32_t max_workgroup_size, uint32_t length,
                                                             uint32_t min_subgroup_size) {
    nbl_fft_parameters_t none = {0u, 0u};
    nbl_fft_parameters_t best = {1u, 0u};
    uint32_t length_rounded = nbl_round_up_to_power_of_two(length);
    if (max_workgroup_size == 0u || min_subgroup_size == 0u) return none;
    if (length_rounded <= min_subgroup_size) return none; /* above 2^31 the length is rounded up to 0: none either */

    uint32_t length_log2 = nbl_log2(length_rounded);
    uint32_t max_workgroup_log2 = nbl_log2(max_workgroup_size) < 10u ? nbl_log2(max_workgroup_size) : 10u;
    best.workgroup_size_log2 = length_log2 - 1u < max_workgroup_log2 ? length_log2 - 1u : max_workgroup_log2;
    best.elements_per_invocation_log2 = length_log2 - best.workgroup_size_log2;
    if ((1u << best.workgroup_size_log2) < min_subgroup_size || !nbl_fft_parameters_valid(best)) return none;
    return best;
}

/* Checks what all sizes depend on; kernel_dimensions may be NULL. Internal. */
NBL_FUNCTION nbl_fft_sizes_result_t nbl_fft_sizes_check(const uint32_t *dimensions, const uint32_t *kernel_dimensions,
                                                        uint32_t rank, const uint32_t *axis_order) {
    uint32_t axes_named = 0u;
    if (rank == 0u || rank > NBL_FFT_SIZES_MAX_RANK) return NBL_FFT_SIZES_INVALID_RANK;
    for (uint32_t i = 0u; i < rank; i++) {
        uint32_t axis = axis_order ? axis_order[i] : i;
        if (axis >= rank || (axes_named & (1u << axis)) != 0u) return NBL_FFT_SIZES_INVALID_AXIS_ORDER;
        axes_named |= 1u << axis;
    }
    for (uint32_t i = 0u; i < rank; i++)
        if (dimensions[i] == 0u || (kernel_dimensions && kernel_dimensions[i] == 0u))
            return NBL_FFT_SIZES_ZERO_DIMENSION;
    return NBL_FFT_SIZES_SUCCESS;
}

/* The dimensions of a spectrum: every axis rounded up to a power of two; of a real signal, the axis transformed first
 * keeps half of that (Zero and Nyquist share a place), but at least 1.
 *
 * Returns success, INVALID_RANK, INVALID_AXIS_ORDER or ZERO_DIMENSION; then `padded` is untouched.
 *
 * dimensions         rank numbers, elements, 1 or more
 * kernel_dimensions  rank numbers, elements, 1 or more: room for a convolution, the sum of both is rounded up; or NULL
 * rank               1 to 4
 * axis_order         permutation of 0 .. rank - 1, or NULL
 * real               the signal is real and half of its spectrum is stored
 * padded             rank numbers, elements, receives the dimensions, each at most 2^33
 */
NBL_FUNCTION nbl_fft_sizes_result_t nbl_fft_padded_dimensions(const uint32_t *dimensions,
                                                              const uint32_t *kernel_dimensions, uint32_t rank,
                                                              const uint32_t *axis_order, bool real, uint64_t *padded) {
    nbl_fft_sizes_result_t result = nbl_fft_sizes_check(dimensions, kernel_dimensions, rank, axis_order);
    if (result != NBL_FFT_SIZES_SUCCESS) return result;
    uint32_t first_axis = axis_order ? axis_order[0] : 0u;
    for (uint32_t i = 0u; i < rank; i++) {
        uint64_t needed = dimensions[i];
        uint64_t rounded = 1u;
        if (kernel_dimensions) needed += kernel_dimensions[i];
        while (rounded < needed) rounded = rounded << 1;
        if (real && i == first_axis && rounded > 1u) rounded = rounded >> 1;
        padded[i] = rounded;
    }
    return NBL_FFT_SIZES_SUCCESS;
}

/* Both sizes below in one; kernel_dimensions may be NULL. Internal. */
NBL_FUNCTION nbl_fft_sizes_result_t nbl_fft_sizes_after_pass(uint32_t channels, const uint32_t *dimensions,
                                                             const uint32_t *kernel_dimensions, uint32_t rank,
                                                             uint32_t pass, const uint32_t *axis_order, bool real,
                                                             bool half_floats, uint64_t *bytes) {
    uint64_t padded[NBL_FFT_SIZES_MAX_RANK];
    uint64_t product = half_floats ? 4u : 8u;
    *bytes = 0u;
    nbl_fft_sizes_result_t result =
        nbl_fft_padded_dimensions(dimensions, kernel_dimensions, rank, axis_order, real, padded);
    if (result != NBL_FFT_SIZES_SUCCESS) return result;
    if (pass >= rank) return NBL_FFT_SIZES_INVALID_PASS;
    if (channels == 0u) return NBL_FFT_SIZES_ZERO_CHANNELS;

    product *= channels; /* less than 2^35 */
    for (uint32_t i = 0u; i < rank; i++) {
        uint32_t axis = axis_order ? axis_order[i] : i;
        uint64_t factor = i <= pass ? padded[axis] : dimensions[axis];
        if (product > UINT64_MAX / factor) return NBL_FFT_SIZES_OVERFLOW;
        product *= factor;
    }
    *bytes = product;
    return NBL_FFT_SIZES_SUCCESS;
}

/* The storage for the result of one pass of a transform over several axes: getOutputBufferSize.
 *
 * Axes that are not transformed yet count unpadded: what lies in the padding need be neither computed nor stored.
 *
 * Returns success, or what is wrong (then *bytes is 0): INVALID_RANK, INVALID_AXIS_ORDER, ZERO_DIMENSION, INVALID_PASS,
 * ZERO_CHANNELS or OVERFLOW.
 *
 * channels     1 or more
 * dimensions   rank numbers, elements, 1 or more
 * rank         1 to 4
 * pass         0 to rank - 1: axis_order[0] to axis_order[pass] are transformed
 * axis_order   permutation of 0 .. rank - 1, or NULL
 * real         the signal is real and half of its spectrum is stored along axis_order[0]
 * half_floats  4 bytes per complex number instead of 8
 * bytes        receives the size
 */
NBL_FUNCTION nbl_fft_sizes_result_t nbl_fft_output_buffer_size(uint32_t channels, const uint32_t *dimensions,
                                                               uint32_t rank, uint32_t pass, const uint32_t *axis_order,
                                                               bool real, bool half_floats, uint64_t *bytes) {
    return nbl_fft_sizes_after_pass(channels, dimensions, NULL, rank, pass, axis_order, real, half_floats, bytes);
}

/* The same for a convolution: getOutputBufferSizeConvolution. A transformed axis has room for signal and kernel, that
 * is the sum of both dimensions rounded up to a power of two.
 *
 * Returns as nbl_fft_output_buffer_size.
 *
 * channels           1 or more
 * dimensions         of the signal: rank numbers, elements, 1 or more
 * kernel_dimensions  rank numbers, elements, 1 or more
 * rank               1 to 4
 * pass               0 to rank - 1: axis_order[0] to axis_order[pass] are transformed
 * axis_order         permutation of 0 .. rank - 1, or NULL
 * real               the signal is real and half of its spectrum is stored along axis_order[0]
 * half_floats        4 bytes per complex number instead of 8
 * bytes              receives the size
 */
NBL_FUNCTION nbl_fft_sizes_result_t nbl_fft_output_buffer_size_convolution(
    uint32_t channels, const uint32_t *dimensions, const uint32_t *kernel_dimensions, uint32_t rank, uint32_t pass,
    const uint32_t *axis_order, bool real, bool half_floats, uint64_t *bytes) {
    return nbl_fft_sizes_after_pass(channels, dimensions, kernel_dimensions, rank, pass, axis_order, real, half_floats,
                                    bytes);
}

#endif
