/* A kernel: transforms of elements of several complex numbers, what bench/scripts/components.c times.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   ROW_LENGTH      of a transform
 *   ROW_COMPONENTS  of an element
 *   ROW_WAY         0 a transform each, 1 one after the other in one workgroup, 2 together: NBL_FFT_COMPONENTS
 */
#include "nbl/accessors/storage.h"

NBL_STRUCT(components_job_t) { uint32_t ffts; };
NBL_PUSH_CONSTANTS(components_job_t, job)
NBL_BUFFER(0, nbl_float32_t2, source)
NBL_BUFFER(1, nbl_float32_t2, target)

NBL_FUNCTION nbl_complex_float32_t source_get(uint32_t row, uint32_t index) {
    return nbl_complex_from_storage_float32_t(NBL_LOAD(source, row * ROW_LENGTH + index));
}
NBL_FUNCTION void target_set(uint32_t row, uint32_t index, nbl_complex_float32_t value) {
    NBL_STORE(target, row * ROW_LENGTH + index, nbl_storage_from_complex_float32_t(value));
}

#define NBL_FFT_NAME row
#define NBL_FFT_LENGTH ROW_LENGTH
#define NBL_FFT_DIRECTION NBL_FFT_FORWARD
#if ROW_WAY == 0
#include "nbl/fft.h"
NBL_FUNCTION nbl_complex_float32_t row_get(uint32_t fft, uint32_t index) { return source_get(fft, index); }
NBL_FUNCTION void row_set(uint32_t fft, uint32_t index, nbl_complex_float32_t value) { target_set(fft, index, value); }
#elif ROW_WAY == 1
NBL_STRUCT(component_t) { uint32_t number; };
#define NBL_FFT_STATE component_t
#include "nbl/fft.h"
NBL_FUNCTION nbl_complex_float32_t row_get(uint32_t fft, uint32_t index, component_t component) {
    return source_get(fft * ROW_COMPONENTS + component.number, index);
}
NBL_FUNCTION void row_set(uint32_t fft, uint32_t index, nbl_complex_float32_t value, component_t component) {
    target_set(fft * ROW_COMPONENTS + component.number, index, value);
}
#else
#define NBL_FFT_COMPONENTS ROW_COMPONENTS
#include "nbl/fft.h"
NBL_FUNCTION nbl_complex_float32_t row_get(uint32_t fft, uint32_t index, uint32_t component) {
    return source_get(fft * ROW_COMPONENTS + component, index);
}
NBL_FUNCTION void row_set(uint32_t fft, uint32_t index, uint32_t component, nbl_complex_float32_t value) {
    target_set(fft * ROW_COMPONENTS + component, index, value);
}
#endif

NBL_LOCAL_SIZE(row_workgroup_size)
NBL_KERNEL(rows) {
    nbl_fft_place_t at = row_place(NBL_PUSH_CONSTANT(job).ffts);
#if ROW_WAY == 1
    component_t component;
    NBL_UNROLL for (uint32_t c = 0u; c < ROW_COMPONENTS; c++) {
        component.number = c;
        if (c > 0u) NBL_WORKGROUP_BARRIER();
        row_forward(at, component);
    }
#else
    row_forward(at);
#endif
}
