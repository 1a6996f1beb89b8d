/* How to split a length over a workgroup, and how much storage the passes of a transform over several axes need.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/host/sizes.h"

#include <stddef.h>

#include "error/check.h"
#include "nbl/bit.h"
#include "nbl/fft/parameters.h"
#include "nbl/host/plan.h"

bool nbl_fft_parameters_valid(nbl_fft_parameters_t parameters) {
    return parameters.elements_per_invocation_log2 >= 1u && parameters.elements_per_invocation_log2 <= 5u &&
           parameters.workgroup_size_log2 <= 10u;
}

uint32_t nbl_fft_elements_log2(uint32_t length, uint32_t max_workgroup_size, uint32_t least_log2) {
    while (least_log2 < 5u && length >> least_log2 > max_workgroup_size) least_log2++;
    return least_log2;
}

nbl_fft_parameters_t nbl_fft_optimal_parameters(uint32_t max_workgroup_size, uint32_t length,
                                                uint32_t min_subgroup_size) {
    nbl_fft_parameters_t none = {0u, 0u};
    nbl_fft_parameters_t best = {1u, 0u};
    uint32_t length_rounded = nbl_round_up_to_power_of_two(length);
    if (max_workgroup_size == 0u || min_subgroup_size == 0u) return none;
    if (length_rounded <= min_subgroup_size) return none; /* above 2^31 the length is rounded up to 0: none either */

    uint32_t length_log2 = nbl_log2(length_rounded);
    uint32_t max_workgroup_log2 = nbl_log2(max_workgroup_size) < 10u ? nbl_log2(max_workgroup_size) : 10u;
    best.elements_per_invocation_log2 = nbl_fft_elements_log2(length_rounded, 1u << max_workgroup_log2, 1u);
    best.workgroup_size_log2 = length_log2 - best.elements_per_invocation_log2;
    if (best.workgroup_size_log2 > max_workgroup_log2) return none; /* 32 elements do not suffice */
    if ((1u << best.workgroup_size_log2) < min_subgroup_size || !nbl_fft_parameters_valid(best)) return none;
    return best;
}

/* Checks rank, order of axes and dimensions; kernel_dimensions and axis_order may be NULL. */
static nbl_result_t check(const uint32_t *dimensions, const uint32_t *kernel_dimensions, uint32_t rank,
                          const uint32_t *axis_order, nbl_error_t *error) {
    uint32_t axes_named = 0u;
    if (rank == 0u || rank > NBL_FFT_SIZES_MAX_RANK)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "rank %u: must be 1 to 4", rank);
    for (uint32_t i = 0u; i < rank; i++) {
        uint32_t axis = axis_order ? axis_order[i] : i;
        if (axis >= rank || (axes_named & (1u << axis)) != 0u)
            return nbl_fail(error, NBL_ERROR_ARGUMENT, "axis order: must name every axis once");
        axes_named |= 1u << axis;
    }
    for (uint32_t i = 0u; i < rank; i++)
        if (dimensions[i] == 0u || (kernel_dimensions && kernel_dimensions[i] == 0u))
            return nbl_fail(error, NBL_ERROR_ARGUMENT, "dimension %u: must be 1 or more", i);
    return NBL_SUCCESS;
}

/* Stores how many elements of an axis are in memory after its transform, whose length holds `needed` elements.
 * `halved`: of a real signal's spectrum N / 2 + 1 frequencies, or N / 2 by the radix-2 shuffle, which has frequencies 0
 * and N / 2 in one element. */
static nbl_result_t axis_length(uint32_t algorithm, uint64_t needed, bool halved, uint64_t *length,
                                nbl_error_t *error) {
    uint64_t rounded = 1u;
    if (algorithm == NBL_FFT_STOCKHAM) {
        rounded = needed <= NBL_FFT_PLAN_MAX_LENGTH ? nbl_fft_good_length((uint32_t)needed, halved) : 0u;
        if (rounded == 0u)
            return nbl_fail(error, NBL_ERROR_LIMIT, "%llu elements of an axis: FFTs end at %u",
                            (unsigned long long)needed, (unsigned)NBL_FFT_PLAN_MAX_LENGTH);
        *length = halved ? rounded / 2u + 1u : rounded;
        return NBL_SUCCESS;
    }
    while (rounded < needed) rounded = rounded << 1;
    *length = halved && rounded > 1u ? rounded >> 1 : rounded;
    return NBL_SUCCESS;
}

nbl_result_t nbl_fft_padded_dimensions(uint32_t algorithm, const uint32_t *dimensions,
                                       const uint32_t *kernel_dimensions, uint32_t rank, const uint32_t *axis_order,
                                       bool real, uint64_t *padded, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, dimensions, padded)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    nbl_result_t result = check(dimensions, kernel_dimensions, rank, axis_order, error);
    if (result != NBL_SUCCESS) return result;
    const nbl_check_t valid = NBL_CHECK_ENUM("algorithm", algorithm, "radix2-shuffle, stockham");
    result = nbl_check("sizes", &valid, 1, error);
    uint64_t lengths[NBL_FFT_SIZES_MAX_RANK];
    uint32_t first_axis = axis_order ? axis_order[0] : 0u;
    for (uint32_t i = 0u; i < rank && result == NBL_SUCCESS; i++)
        result = axis_length(algorithm, (uint64_t)dimensions[i] + (kernel_dimensions ? kernel_dimensions[i] : 0u),
                             real && i == first_axis, &lengths[i], error);
    for (uint32_t i = 0u; i < rank && result == NBL_SUCCESS; i++) padded[i] = lengths[i];
    return result;
}

/* Stores the bytes of an array after pass number `pass`: axes 0 to pass of the order have their padded lengths, the
 * others their dimensions. kernel_dimensions NULL: nbl_fft_output_buffer_size(), else its form for convolutions. */
static nbl_result_t after_pass(uint32_t algorithm, uint32_t channels, const uint32_t *dimensions,
                               const uint32_t *kernel_dimensions, uint32_t rank, uint32_t pass,
                               const uint32_t *axis_order, bool real, bool half_floats, uint64_t *bytes,
                               nbl_error_t *error) {
    uint64_t padded[NBL_FFT_SIZES_MAX_RANK];
    uint64_t product = half_floats ? 4u : 8u;
    *bytes = 0u;
    nbl_result_t result =
        nbl_fft_padded_dimensions(algorithm, dimensions, kernel_dimensions, rank, axis_order, real, padded, error);
    if (result != NBL_SUCCESS) return result;
    if (pass >= rank) return nbl_fail(error, NBL_ERROR_ARGUMENT, "pass %u: must be below the rank, %u", pass, rank);
    if (channels == 0u) return nbl_fail(error, NBL_ERROR_ARGUMENT, "channels: must be 1 or more");

    product *= channels; /* less than 2^35 */
    for (uint32_t i = 0u; i < rank; i++) {
        uint32_t axis = axis_order ? axis_order[i] : i;
        uint64_t factor = i <= pass ? padded[axis] : dimensions[axis];
        if (product > UINT64_MAX / factor) return nbl_fail(error, NBL_ERROR_LIMIT, "size: does not fit in 64 bits");
        product *= factor;
    }
    *bytes = product;
    return NBL_SUCCESS;
}

nbl_result_t nbl_fft_output_buffer_size(uint32_t algorithm, uint32_t channels, const uint32_t *dimensions,
                                        uint32_t rank, uint32_t pass, const uint32_t *axis_order, bool real,
                                        bool half_floats, uint64_t *bytes, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, dimensions, bytes)) return NBL_ERROR_ARGUMENT;
    return after_pass(algorithm, channels, dimensions, NULL, rank, pass, axis_order, real, half_floats, bytes, error);
}

nbl_result_t nbl_fft_output_buffer_size_convolution(uint32_t algorithm, uint32_t channels, const uint32_t *dimensions,
                                                    const uint32_t *kernel_dimensions, uint32_t rank, uint32_t pass,
                                                    const uint32_t *axis_order, bool real, bool half_floats,
                                                    uint64_t *bytes, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, dimensions, kernel_dimensions, bytes)) return NBL_ERROR_ARGUMENT;
    return after_pass(algorithm, channels, dimensions, kernel_dimensions, rank, pass, axis_order, real, half_floats,
                      bytes, error);
}
