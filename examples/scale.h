/* A scale on store: power spectra, |X|^2 / N, a float for each frequency.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The complex spectrum is not stored: row_set() squares, scales and stores a float, half of the bytes. The kernel hands
 * the scale to the callbacks as their state.
 */
#include "nbl/accessors/storage.h"

NBL_STRUCT(constants_t) {
    uint32_t rows;
    float32_t scale; /* by 1 / 128 the mean over the frequencies is the row's energy; any other factor will do */
};
NBL_PUSH_CONSTANTS(constants_t, constants)
NBL_BUFFER(0, nbl_float32_t2, signals) /* 128 elements of a row, row after row */
NBL_BUFFER(1, float32_t, powers)

#define NBL_FFT_NAME row
#define NBL_FFT_LENGTH 128
#define NBL_FFT_DIRECTION NBL_FFT_FORWARD
#define NBL_FFT_STATE constants_t
#include "nbl/fft.h"

NBL_FUNCTION nbl_complex_float32_t row_get(uint32_t fft, uint32_t index, constants_t state) {
    NBL_UNUSED(state);
    return nbl_complex_from_storage_float32_t(NBL_LOAD(signals, fft * row_length + index));
}

NBL_FUNCTION void row_set(uint32_t fft, uint32_t frequency, nbl_complex_float32_t value, constants_t state) {
    NBL_STORE(powers, fft * row_length + frequency, nbl_complex_norm(value) * state.scale);
}

NBL_LOCAL_SIZE(row_workgroup_size)
NBL_KERNEL(scale) {
    constants_t state = NBL_PUSH_CONSTANT(constants);
    row_forward(row_place(state.rows), state);
}
