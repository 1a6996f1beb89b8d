/* Kernel: a batch of FFTs from one buffer to another, in natural or in the algorithm's own order.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameters: of shaders/fft_resources.h.
 */
#include "shaders/fft_resources.h"

#define NBL_FFT_NAME transform
#ifdef NBL_TRANSFORM_ADDRESSES
#define NBL_FFT_OFFSETS
#endif
#define NBL_FFT_NATIVE NBL_PARAMETER(native)
#include "shaders/fft_instance.h"

#define NBL_SCALAR NBL_TRANSFORM_SCALAR
#ifdef NBL_TRANSFORM_ADDRESSES
NBL_FUNCTION NBL_COMPLEX transform_get(uint32_t fft, uint32_t base, uint32_t offset) {
    return transform_at_get(NBL_PUSH_CONSTANT(transform_constants).source, fft * transform_length() + base, offset);
}

NBL_FUNCTION void transform_set(uint32_t fft, uint32_t base, uint32_t offset, NBL_COMPLEX value) {
    transform_at_set(NBL_PUSH_CONSTANT(transform_constants).target, fft * transform_length() + base, offset, value);
}
#else
NBL_FUNCTION NBL_COMPLEX transform_get(uint32_t fft, uint32_t index) {
    return transform_source_get(fft * transform_length() + index);
}

NBL_FUNCTION void transform_set(uint32_t fft, uint32_t index, NBL_COMPLEX value) {
    transform_target_set(fft * transform_length() + index, value);
}
#endif
#undef NBL_SCALAR

NBL_LOCAL_SIZE((NBL_PARAMETER(ffts_per_workgroup) * NBL_PARAMETER(invocations)))
NBL_KERNEL(NBL_TRANSFORM_KERNEL) {
    transform_rounds(NBL_PUSH_CONSTANT(transform_constants).batch, NBL_PARAMETER(rounds), NBL_PARAMETER(inverse) == 1);
}
