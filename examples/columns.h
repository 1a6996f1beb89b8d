/* Columns of a picture 240 pixels high, eight neighbours in a workgroup; red and green as real and imaginary part.
 * SPDX-License-Identifier: Apache-2.0 */
#include "nbl/accessors/storage.h"
NBL_STRUCT(job_t) { uint32_t width; };
NBL_PUSH_CONSTANTS(job_t, job)
NBL_BUFFER(0, nbl_float32_t2, spectra)
NBL_IMAGE(1, picture)

#define NBL_FFT_NAME column
#define NBL_FFT_LENGTH 240
#define NBL_FFT_COLUMNS 8
#include "nbl/fft.h"
NBL_FUNCTION nbl_complex_float32_t column_get(uint32_t x, uint32_t y) {
    nbl_float32_t4 texel = NBL_IMAGE_LOAD(picture, x, y);
    return nbl_complex_construct(texel.x, texel.y);
}
NBL_FUNCTION void column_set(uint32_t x, uint32_t frequency, nbl_complex_float32_t value) {
    NBL_STORE(spectra, frequency * NBL_PUSH_CONSTANT(job).width + x, nbl_storage_from_complex_float32_t(value));
}
NBL_LOCAL_SIZE(column_workgroup_size)
NBL_KERNEL(columns) { column_forward(column_place(NBL_PUSH_CONSTANT(job).width)); }
