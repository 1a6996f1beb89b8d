/* A transposition on store: rows are transformed and come out as columns; launched twice, it is a 2-D FFT.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Of a 64 x 64 matrix. A workgroup has 8 rows, so that what it writes lies in runs of 8 elements, 64 bytes:
 *
 *   matrix       row 8 w     f = 0 1 2 .. 63        transposed   f = 0   .. 8 w .. 8 w + 7 ..
 *                ..                           ->                 f = 1   .. 8 w .. 8 w + 7 ..
 *                row 8 w + 7                                     ..
 */
#include "nbl/accessors/storage.h"

NBL_BUFFER(0, nbl_float32_t2, elements)
NBL_BUFFER(1, nbl_float32_t2, transposed)

#define NBL_FFT_NAME row
#define NBL_FFT_LENGTH 64
#define NBL_FFT_DIRECTION NBL_FFT_FORWARD
#define NBL_FFT_FFTS_PER_WORKGROUP 8
#include "nbl/fft.h"

NBL_FUNCTION nbl_complex_float32_t row_get(uint32_t fft, uint32_t index) {
    return nbl_complex_from_storage_float32_t(NBL_LOAD(elements, fft * row_length + index));
}

NBL_FUNCTION void row_set(uint32_t fft, uint32_t frequency, nbl_complex_float32_t value) {
    NBL_STORE(transposed, frequency * row_length + fft, nbl_storage_from_complex_float32_t(value));
}

NBL_LOCAL_SIZE(row_workgroup_size)
NBL_KERNEL(transposition) { row_forward(row_place(row_length)); }
