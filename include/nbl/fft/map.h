/* Where an algorithm keeps its elements: the maps that code above an FFT is written against.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A shape holds algorithm and sizes. A forward FFT takes the signal by the signal map and leaves the spectrum by the
 * spectrum map; the inverse goes the other way, so that a spectrum can stay in registers between the two. Element k of
 * invocation t is number nbl_fft_signal_index(shape, k, t) of the signal, which is in natural order, or number
 * nbl_fft_spectrum_index() of the spectrum, which is in the algorithm's own order, if it is active: nbl_fft_frequency()
 * and nbl_fft_index_of_frequency() go between numbers and frequencies.
 * All take the shape as an argument, so that a kernel can ask for another axis's order too; literals fold away.
 */
#ifndef NBL_FFT_MAP_H
#define NBL_FFT_MAP_H

#include "nbl/fft/parameters.h"
#include "nbl/fft/plan.h"
#include "nbl/fft/indexing.h"
#include "nbl/fft/mirror.h"

/* ---- Of a Stockham plan */

/* Returns how many elements an invocation reads (writes) at most. */
NBL_FUNCTION uint32_t nbl_fft_plan_input_elements(nbl_fft_plan_t plan) {
    return nbl_fft_pass_elements(nbl_fft_plan_first_pass(plan));
}

NBL_FUNCTION uint32_t nbl_fft_plan_output_elements(nbl_fft_plan_t plan) {
    return nbl_fft_pass_elements(nbl_fft_plan_last_pass(plan));
}

/* Returns whether an invocation reads (writes) an element: where shares are uneven, some have fewer than others. */
NBL_FUNCTION bool nbl_fft_plan_input_active(nbl_fft_plan_t plan, uint32_t element, uint32_t invocation) {
    return nbl_fft_pass_active(nbl_fft_plan_first_pass(plan), element, invocation);
}

NBL_FUNCTION bool nbl_fft_plan_output_active(nbl_fft_plan_t plan, uint32_t element, uint32_t invocation) {
    return nbl_fft_pass_active(nbl_fft_plan_last_pass(plan), element, invocation);
}

/* Returns the number, in the input (output), of an active element of an invocation. */
NBL_FUNCTION uint32_t nbl_fft_plan_input_index(nbl_fft_plan_t plan, uint32_t element, uint32_t invocation) {
    return nbl_fft_pass_read_index(nbl_fft_plan_first_pass(plan), element, invocation);
}

NBL_FUNCTION uint32_t nbl_fft_plan_output_index(nbl_fft_plan_t plan, uint32_t element, uint32_t invocation) {
    return nbl_fft_pass_read_index(nbl_fft_plan_last_pass(plan), element, invocation);
}

/* ---- Of a shape */

NBL_STRUCT(nbl_fft_shape_t) {
    uint32_t algorithm;                    /* NBL_FFT_RADIX2_SHUFFLE or NBL_FFT_STOCKHAM */
    uint32_t elements_per_invocation_log2; /* of the first only */
    uint32_t workgroup_size_log2;
    nbl_fft_plan_t plan; /* of the second only */
};

/* Returns the shape of a radix-2 shuffle FFT. */
NBL_FUNCTION nbl_fft_shape_t nbl_fft_radix2_shape(uint32_t elements_per_invocation_log2, uint32_t workgroup_size_log2) {
    nbl_fft_shape_t shape;
    shape.algorithm = NBL_CAST(uint32_t, NBL_FFT_RADIX2_SHUFFLE);
    shape.elements_per_invocation_log2 = elements_per_invocation_log2;
    shape.workgroup_size_log2 = workgroup_size_log2;
    return shape;
}

/* Returns the shape of a Stockham FFT. */
NBL_FUNCTION nbl_fft_shape_t nbl_fft_stockham_shape(nbl_fft_plan_t plan) {
    nbl_fft_shape_t shape;
    shape.algorithm = NBL_CAST(uint32_t, NBL_FFT_STOCKHAM);
    shape.elements_per_invocation_log2 = 0u;
    shape.workgroup_size_log2 = 0u;
    shape.plan = plan;
    return shape;
}

/* Returns the order of a radix-2 shuffle FFT's spectrum. */
NBL_FUNCTION nbl_fft_nabla_order_t nbl_fft_shape_order(nbl_fft_shape_t shape) {
    return nbl_fft_nabla_order(shape.elements_per_invocation_log2, shape.workgroup_size_log2);
}

NBL_FUNCTION bool nbl_fft_is_stockham(nbl_fft_shape_t shape) {
    return shape.algorithm == NBL_CAST(uint32_t, NBL_FFT_STOCKHAM);
}

/* Returns N. (length() alone is a method in GLSL.) */
NBL_FUNCTION uint32_t nbl_fft_length(nbl_fft_shape_t shape) {
    uint32_t result = 1u << (shape.elements_per_invocation_log2 + shape.workgroup_size_log2);
    if (nbl_fft_is_stockham(shape)) result = shape.plan.fft_length;
    return result;
}

/* Returns the invocations of one FFT. */
NBL_FUNCTION uint32_t nbl_fft_invocations(nbl_fft_shape_t shape) {
    uint32_t result = 1u << shape.workgroup_size_log2;
    if (nbl_fft_is_stockham(shape)) result = shape.plan.invocations;
    return result;
}

/* Returns how many elements of the signal (spectrum) an invocation holds at most. */
NBL_FUNCTION uint32_t nbl_fft_signal_elements(nbl_fft_shape_t shape) {
    uint32_t result = 1u << shape.elements_per_invocation_log2;
    if (nbl_fft_is_stockham(shape)) result = nbl_fft_plan_input_elements(shape.plan);
    return result;
}

NBL_FUNCTION uint32_t nbl_fft_spectrum_elements(nbl_fft_shape_t shape) {
    uint32_t result = 1u << shape.elements_per_invocation_log2;
    if (nbl_fft_is_stockham(shape)) result = nbl_fft_plan_output_elements(shape.plan);
    return result;
}

/* Returns whether an invocation has an element at all: mixed radices leave some without. */
NBL_FUNCTION bool nbl_fft_signal_active(nbl_fft_shape_t shape, uint32_t element, uint32_t invocation) {
    bool result = true;
    if (nbl_fft_is_stockham(shape)) result = nbl_fft_plan_input_active(shape.plan, element, invocation);
    return result;
}

NBL_FUNCTION bool nbl_fft_spectrum_active(nbl_fft_shape_t shape, uint32_t element, uint32_t invocation) {
    bool result = true;
    if (nbl_fft_is_stockham(shape)) result = nbl_fft_plan_output_active(shape.plan, element, invocation);
    return result;
}

/* Returns the number, in the signal (spectrum), of an active element of an invocation. */
NBL_FUNCTION uint32_t nbl_fft_signal_index(nbl_fft_shape_t shape, uint32_t element, uint32_t invocation) {
    uint32_t result = (element << shape.workgroup_size_log2) + invocation;
    if (nbl_fft_is_stockham(shape)) result = nbl_fft_plan_input_index(shape.plan, element, invocation);
    return result;
}

NBL_FUNCTION uint32_t nbl_fft_spectrum_index(nbl_fft_shape_t shape, uint32_t element, uint32_t invocation) {
    uint32_t result = (element << shape.workgroup_size_log2) + invocation;
    if (nbl_fft_is_stockham(shape)) result = nbl_fft_plan_output_index(shape.plan, element, invocation);
    return result;
}

/* Returns the frequency, 0 to N - 1, that number `index` of the spectrum is. */
NBL_FUNCTION uint32_t nbl_fft_frequency(nbl_fft_shape_t shape, uint32_t index) {
    uint32_t result = index;
    if (!nbl_fft_is_stockham(shape)) result = nbl_fft_dft_index(nbl_fft_shape_order(shape), index);
    return result;
}

/* Returns the number in the spectrum at which a frequency, 0 to N - 1, lies. */
NBL_FUNCTION uint32_t nbl_fft_index_of_frequency(nbl_fft_shape_t shape, uint32_t frequency) {
    uint32_t result = frequency;
    if (!nbl_fft_is_stockham(shape)) result = nbl_fft_nabla_index(nbl_fft_shape_order(shape), frequency);
    return result;
}

/* Returns the invocation and element that hold a frequency, 0 to N - 1, of the spectrum. */
NBL_FUNCTION nbl_fft_holder_t nbl_fft_holder(nbl_fft_shape_t shape, uint32_t frequency) {
    uint32_t index = nbl_fft_index_of_frequency(shape, frequency);
    nbl_fft_holder_t result = {index & nbl_lowest_bits(shape.workgroup_size_log2), index >> shape.workgroup_size_log2};
    if (nbl_fft_is_stockham(shape)) result = nbl_fft_plan_output_holder(shape.plan, frequency);
    return result;
}

/* Returns the invocation and element that hold the mirror, the negated frequency, of an active spectrum element. */
NBL_FUNCTION nbl_fft_holder_t nbl_fft_mirror(nbl_fft_shape_t shape, uint32_t element, uint32_t invocation) {
    nbl_fft_mirror_holder_t nabla =
        nbl_fft_mirror_holder(nbl_fft_shape_order(shape), (element << shape.workgroup_size_log2) + invocation);
    nbl_fft_holder_t result = {nabla.invocation, nabla.element};
    if (nbl_fft_is_stockham(shape)) result = nbl_fft_plan_mirror(shape.plan, element, invocation);
    return result;
}

#endif
