/* A kernel: transforms rows of 1000 numbers. GPU and CPU compile this very text.
 * SPDX-License-Identifier: Apache-2.0 */
#include "nbl/accessors/storage.h"

NBL_STRUCT(job_t) { uint32_t rows; };
NBL_PUSH_CONSTANTS(job_t, job)
NBL_BUFFER(0, nbl_float32_t2, signals)
NBL_BUFFER(1, nbl_float32_t2, spectra)

#define NBL_FFT_NAME row
#define NBL_FFT_LENGTH 1000
#include "nbl/fft.h"

NBL_FUNCTION nbl_complex_float32_t row_get(uint32_t fft, uint32_t index) {
    return nbl_complex_from_storage_float32_t(NBL_LOAD(signals, fft * row_length + index));
}
NBL_FUNCTION void row_set(uint32_t fft, uint32_t index, nbl_complex_float32_t value) {
    NBL_STORE(spectra, fft * row_length + index, nbl_storage_from_complex_float32_t(value));
}

NBL_LOCAL_SIZE(row_workgroup_size)
NBL_KERNEL(rows) { row_forward(row_place(NBL_PUSH_CONSTANT(job).rows)); }
