/* Transforms the columns of the four FFTs, along z. Neighbouring columns share a workgroup.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ocean.h"
#define NBL_FFT_NAME column
#define NBL_FFT_LENGTH OCEAN_SIDE
#define NBL_FFT_DIRECTION NBL_FFT_INVERSE
#define NBL_FFT_INVERSE_NORMALIZATION NBL_FFT_UNNORMALIZED
#define NBL_FFT_COLUMNS OCEAN_COLUMNS
#define NBL_FFT_MAX_INVOCATIONS 256
#define NBL_FFT_SHARED_BYTES 16384
#include "nbl/fft.h"

/* Returns the index of element z of a column. The fields lie one after the other. */
NBL_FUNCTION uint32_t column_element(uint32_t fft, uint32_t z) {
    return fft / OCEAN_SIDE * OCEAN_POINTS + z * OCEAN_SIDE + fft % OCEAN_SIDE;
}

NBL_FUNCTION nbl_complex_float32_t column_get(uint32_t fft, uint32_t z) {
    return nbl_complex_from_storage_float32_t(NBL_LOAD(lines, column_element(fft, z)));
}

NBL_FUNCTION void column_set(uint32_t fft, uint32_t z, nbl_complex_float32_t value) {
    NBL_STORE(fields, column_element(fft, z), nbl_storage_from_complex_float32_t(value));
}

NBL_LOCAL_SIZE(column_workgroup_size)
NBL_KERNEL(ocean_columns) {
    nbl_fft_place_t at = column_place_in_workgroup();
    column_inverse(column_place_of(at, OCEAN_WORKGROUP * OCEAN_COLUMNS + at.instance, NBL_PUSH_CONSTANT(ocean).ffts));
}
