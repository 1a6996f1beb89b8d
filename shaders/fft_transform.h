/* Kernel: a batch of FFTs from one buffer to another, in natural or in the algorithm's own order.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameters: of shaders/fft_resources.h.
 */
#include "shaders/fft_resources.h"

#define NBL_SCALAR NBL_TRANSFORM_SCALAR
#define NBL_TRANSFORM_REGISTERS NBL_INOUT NBL_COMPLEX registers[NBL_PRELOADED_ELEMENTS]

/* Loads a transform's elements; beyond the last what the last has: loads behind a branch each would wait for each
 * other. */
NBL_FUNCTION void transform_load(nbl_fft_place_t at, uint32_t number, NBL_TRANSFORM_REGISTERS) {
    nbl_fft_shape_t shape = transform_shape();
    uint32_t batch = NBL_PUSH_CONSTANT(transform_constants).batch;
    uint32_t first = (number < batch ? number : batch - 1u) * nbl_fft_length(shape);
    if (NBL_PARAMETER(inverse) == 1) {
        NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_spectrum_elements(shape); k++) {
            uint32_t index = nbl_fft_spectrum_index(shape, k, at.invocation);
            uint32_t from = NBL_PARAMETER(native) == 1 ? index : nbl_fft_frequency(shape, index);
            registers[k] = transform_source_get(first + from);
        }
    } else {
        NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_signal_elements(shape); k++) {
            uint32_t index = nbl_fft_signal_index(shape, k, at.invocation);
            registers[k] = transform_source_get(first + index);
        }
    }
}

NBL_FUNCTION void transform_store(nbl_fft_place_t at, uint32_t number, NBL_TRANSFORM_REGISTERS) {
    nbl_fft_shape_t shape = transform_shape();
    uint32_t first = number * nbl_fft_length(shape);
    if (NBL_PARAMETER(inverse) == 1) {
        NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_signal_elements(shape); k++) {
            uint32_t index = nbl_fft_signal_index(shape, k, at.invocation);
            if (nbl_fft_signal_active(shape, k, at.invocation)) transform_target_set(first + index, registers[k]);
        }
    } else {
        NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_spectrum_elements(shape); k++) {
            uint32_t index = nbl_fft_spectrum_index(shape, k, at.invocation);
            uint32_t to = NBL_PARAMETER(native) == 1 ? index : nbl_fft_frequency(shape, index);
            if (nbl_fft_spectrum_active(shape, k, at.invocation)) transform_target_set(first + to, registers[k]);
        }
    }
}

NBL_LOCAL_SIZE((NBL_PARAMETER(ffts_per_workgroup) * NBL_PARAMETER(invocations)))
NBL_KERNEL(NBL_TRANSFORM_KERNEL) {
    nbl_fft_shape_t shape = transform_shape();
    nbl_fft_place_t at = nbl_fft_place(nbl_local_invocation_index(), nbl_fft_invocations(shape));
    uint32_t number = nbl_workgroup_index() * (NBL_PARAMETER(ffts_per_workgroup) * NBL_PARAMETER(rounds)) + at.instance;
    uint32_t batch = NBL_PUSH_CONSTANT(transform_constants).batch;
    NBL_COMPLEX registers[NBL_PRELOADED_ELEMENTS];
    transform_load(at, number, registers);
    if (NBL_PARAMETER(rounds) == 1) {
        at.present = number < batch;
        if (NBL_PARAMETER(inverse) == 1) {
            transform_inverse(at, registers);
        } else {
            transform_forward(at, registers);
        }
        if (at.present) transform_store(at, number, registers);
    } else {
        /* The loads of the next transform wait while this one computes. */
        for (uint32_t i = 0u; i < NBL_PARAMETER(rounds); i++) {
            NBL_COMPLEX next[NBL_PRELOADED_ELEMENTS];
            transform_load(at, i + 1u < NBL_PARAMETER(rounds) ? number + NBL_PARAMETER(ffts_per_workgroup) : number,
                           next);
            at.present = number < batch;
            if (NBL_PARAMETER(inverse) == 1) {
                transform_inverse(at, registers);
            } else {
                transform_forward(at, registers);
            }
            if (at.present) transform_store(at, number, registers);
            NBL_WORKGROUP_BARRIER();
            NBL_UNROLL for (uint32_t k = 0u; k < NBL_PRELOADED_ELEMENTS; k++) { registers[k] = next[k]; }
            number += NBL_PARAMETER(ffts_per_workgroup);
        }
    }
}

#undef NBL_SCALAR
