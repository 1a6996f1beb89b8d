/* Convolves rows of 1000 numbers in place, each with a filter of its own: the spectrum never leaves the registers.
 * SPDX-License-Identifier: Apache-2.0 */
#include "nbl/accessors/storage.h"
NBL_STRUCT(job_t) { uint32_t rows; };
NBL_PUSH_CONSTANTS(job_t, job)
NBL_BUFFER(0, nbl_float32_t2, transfer)
NBL_BUFFER(1, nbl_float32_t2, signals)
#define NBL_FFT_NAME row
#define NBL_FFT_LENGTH 1000
#define NBL_FFT_FILTER
#include "nbl/fft.h"
NBL_FUNCTION nbl_complex_float32_t row_get(uint32_t fft, uint32_t index) {
    return nbl_complex_from_storage_float32_t(NBL_LOAD(signals, fft * row_length + index));
}
NBL_FUNCTION nbl_complex_float32_t row_filter(uint32_t fft, uint32_t frequency, nbl_complex_float32_t value) {
    return nbl_complex_mul(value, nbl_complex_from_storage_float32_t(NBL_LOAD(transfer, fft * row_length + frequency)));
}
NBL_FUNCTION void row_set(uint32_t fft, uint32_t index, nbl_complex_float32_t value) {
    NBL_STORE(signals, fft * row_length + index, nbl_storage_from_complex_float32_t(value));
}
NBL_LOCAL_SIZE(row_workgroup_size)
NBL_KERNEL(convolution) { row_convolve(row_place(NBL_PUSH_CONSTANT(job).rows)); }
