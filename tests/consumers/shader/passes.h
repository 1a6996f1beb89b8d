/* A kernel: one pass of a transform of 1048576 numbers, or with ROWS of an array with rows of ROWS.
 * SPDX-License-Identifier: Apache-2.0 */
#include "nbl/accessors/storage.h"

NBL_BUFFER(0, nbl_float32_t2, signals)
NBL_COHERENT_BUFFER(1, nbl_float32_t2, spectra)

#define NBL_FFT_NAME row
#define NBL_FFT_LENGTH LENGTH   /* 1048576 */
#define NBL_FFT_PASS PASS       /* 1, then 2 */
#define NBL_FFT_BETWEEN spectra /* where elements lie between passes */
#ifdef ROWS
#define NBL_FFT_ROWS ROWS /* 1024 */
#endif
#include "nbl/fft.h"

NBL_FUNCTION nbl_complex_float32_t row_get(uint32_t fft, uint32_t index) {
    return nbl_complex_from_storage_float32_t(NBL_LOAD(signals, fft * row_length + index));
}
NBL_FUNCTION void row_set(uint32_t fft, uint32_t index, nbl_complex_float32_t value) {
    NBL_STORE(spectra, fft * row_length + index, nbl_storage_from_complex_float32_t(value));
}

NBL_LOCAL_SIZE(row_workgroup_size)
NBL_KERNEL(pass) { row_forward(row_place(1u)); }
