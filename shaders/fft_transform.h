/* Kernel: a batch of FFTs from one buffer to another, in natural or in the algorithm's own order.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameters: of shaders/fft_resources.h.
 */
#include "shaders/fft_resources.h"

NBL_LOCAL_SIZE((NBL_TRANSFORM_FFTS_PER_WORKGROUP * NBL_TRANSFORM_INVOCATIONS))
NBL_KERNEL(NBL_TRANSFORM_KERNEL) {
    nbl_fft_shape_t shape = transform_shape();
    nbl_fft_place_t at = nbl_fft_place(nbl_local_invocation_index(), nbl_fft_invocations(shape));
    uint32_t transform_number = nbl_workgroup_index() * NBL_TRANSFORM_FFTS_PER_WORKGROUP + at.instance;
    uint32_t batch = NBL_PUSH_CONSTANT(transform_constants).batch;
    at.present = transform_number < batch;
    /* Empty places load what the last transform has: loads behind a branch each would wait for each other. */
    uint32_t first = (at.present ? transform_number : batch - 1u) * nbl_fft_length(shape);

    NBL_CAT(nbl_complex_, NBL_TRANSFORM_SCALAR) registers[NBL_PRELOADED_ELEMENTS];
    if (NBL_TRANSFORM_INVERSE == 1) {
        NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_spectrum_elements(shape); k++) {
            uint32_t index = nbl_fft_spectrum_index(shape, k, at.invocation);
            uint32_t from = NBL_TRANSFORM_NATIVE == 1 ? index : nbl_fft_frequency(shape, index);
            if (nbl_fft_spectrum_active(shape, k, at.invocation)) registers[k] = transform_source_get(first + from);
        }
        transform_inverse(at, registers);
        if (at.present) {
            NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_signal_elements(shape); k++) {
                uint32_t index = nbl_fft_signal_index(shape, k, at.invocation);
                if (nbl_fft_signal_active(shape, k, at.invocation)) transform_target_set(first + index, registers[k]);
            }
        }
    } else {
        NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_signal_elements(shape); k++) {
            uint32_t index = nbl_fft_signal_index(shape, k, at.invocation);
            if (nbl_fft_signal_active(shape, k, at.invocation)) registers[k] = transform_source_get(first + index);
        }
        transform_forward(at, registers);
        if (at.present) {
            NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_spectrum_elements(shape); k++) {
                uint32_t index = nbl_fft_spectrum_index(shape, k, at.invocation);
                uint32_t to = NBL_TRANSFORM_NATIVE == 1 ? index : nbl_fft_frequency(shape, index);
                if (nbl_fft_spectrum_active(shape, k, at.invocation)) transform_target_set(first + to, registers[k]);
            }
        }
    }
}
