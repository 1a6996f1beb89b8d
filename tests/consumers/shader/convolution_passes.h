/* A kernel: one of the passes of a convolution of LENGTH numbers, such as 1048576, by the spectrum of its response.
 * SPDX-License-Identifier: Apache-2.0 */
#include "nbl/accessors/storage.h"

NBL_BUFFER(0, nbl_float32_t2, signals)
NBL_COHERENT_BUFFER(1, nbl_float32_t2, results)
NBL_COHERENT_BUFFER(2, nbl_float32_t2, spectra)
NBL_BUFFER(3, nbl_float32_t2, responses)

#define NBL_FFT_NAME row
#define NBL_FFT_LENGTH LENGTH
#define NBL_FFT_PASS PASS            /* 1, 2, then 3; 1 to 5 beyond 4194304 */
#define NBL_FFT_BETWEEN spectra      /* where elements lie before the filter */
#define NBL_FFT_BETWEEN_BACK results /* and behind it */
#define NBL_FFT_FILTER 1
#include "nbl/fft.h"

NBL_FUNCTION nbl_complex_float32_t row_get(uint32_t fft, uint32_t index) {
    return nbl_complex_from_storage_float32_t(NBL_LOAD(signals, fft * row_length + index));
}
NBL_FUNCTION nbl_complex_float32_t row_filter(uint32_t fft, uint32_t frequency, nbl_complex_float32_t value) {
    return nbl_complex_mul(value,
                           nbl_complex_from_storage_float32_t(NBL_LOAD(responses, fft * row_length + frequency)));
}
NBL_FUNCTION void row_set(uint32_t fft, uint32_t index, nbl_complex_float32_t value) {
    NBL_STORE(results, fft * row_length + index, nbl_storage_from_complex_float32_t(value));
}

NBL_LOCAL_SIZE(row_workgroup_size)
NBL_KERNEL(pass) { row_convolve(row_place(1u)); }
