/* Kernel: a batch of FFTs from one buffer to another, in natural or in the algorithm's own order.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameters: of shaders/fft_resources.h.
 */
#include "shaders/fft_resources.h"

#define NBL_FFT_NAME transform
#define NBL_FFT_NATIVE NBL_PARAMETER(native)
#include "shaders/fft_instance.h"

#define NBL_SCALAR NBL_TRANSFORM_SCALAR
NBL_FUNCTION NBL_COMPLEX transform_get(uint32_t fft, uint32_t index) {
    return transform_source_get(fft * transform_length() + index);
}

NBL_FUNCTION void transform_set(uint32_t fft, uint32_t index, NBL_COMPLEX value) {
    transform_target_set(fft * transform_length() + index, value);
}
#undef NBL_SCALAR

NBL_LOCAL_SIZE((NBL_PARAMETER(ffts_per_workgroup) * NBL_PARAMETER(invocations)))
NBL_KERNEL(NBL_TRANSFORM_KERNEL) {
    transform_rounds(NBL_PUSH_CONSTANT(transform_constants).batch, NBL_PARAMETER(rounds), NBL_PARAMETER(inverse) == 1);
}
