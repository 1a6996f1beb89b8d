/* Real signals: rows of 2048 reals to their spectra, 1025 frequencies each, and back.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A complex FFT of 1024 does it: element n of a row is x[2 n] + i x[2 n + 1], two neighbouring reals. The frequencies
 * that a spectrum leaves out are conjugates of the ones that it has. The callbacks' state says in which direction the
 * kernel transforms, and so in which buffer signals and spectra are.
 */
#include "nbl/accessors/storage.h"

NBL_STRUCT(constants_t) {
    uint32_t rows;
    uint32_t inverse; /* 1: spectra to signals */
};
NBL_PUSH_CONSTANTS(constants_t, constants)
NBL_BUFFER(0, nbl_float32_t2, source)
NBL_BUFFER(1, nbl_float32_t2, target)

#define NBL_FFT_NAME row
#define NBL_FFT_LENGTH 2048
#define NBL_FFT_REAL 1
#define NBL_FFT_STATE constants_t
#include "nbl/fft.h"

NBL_FUNCTION nbl_complex_float32_t row_get(uint32_t fft, uint32_t index, constants_t state) {
    return nbl_complex_from_storage_float32_t(NBL_LOAD(source, fft * (state.inverse == 1u ? 1025u : 1024u) + index));
}

NBL_FUNCTION void row_set(uint32_t fft, uint32_t index, nbl_complex_float32_t value, constants_t state) {
    uint32_t pitch = state.inverse == 1u ? 1024u : 1025u;
    NBL_STORE(target, fft * pitch + index, nbl_storage_from_complex_float32_t(value));
}

NBL_LOCAL_SIZE(row_workgroup_size)
NBL_KERNEL(real) {
    constants_t state = NBL_PUSH_CONSTANT(constants);
    nbl_fft_place_t at = row_place(state.rows);
    if (state.inverse == 1u) row_inverse(at, state);
    if (state.inverse != 1u) row_forward(at, state);
}
