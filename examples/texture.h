/* A texture on load: the spectra of an image's rows, from its texels.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Rows have up to 96 texels; texels beyond the image count as zero. row_get() fetches a texel and takes its luminance,
 * so there is no pass that converts or pads, and no buffer for its result.
 */
#include "nbl/accessors/storage.h"

NBL_STRUCT(constants_t) {
    uint32_t width;
    uint32_t height;
};
NBL_PUSH_CONSTANTS(constants_t, constants)
NBL_BUFFER(0, nbl_float32_t2, spectra) /* 96 frequencies of a row, row after row */
NBL_IMAGE(1, picture)

#define NBL_FFT_NAME row
#define NBL_FFT_LENGTH 96
#define NBL_FFT_DIRECTION NBL_FFT_FORWARD
#include "nbl/fft.h"

NBL_FUNCTION nbl_complex_float32_t row_get(uint32_t y, uint32_t x) {
    nbl_float32_t4 texel = {0.0f, 0.0f, 0.0f, 0.0f};
    if (x < NBL_PUSH_CONSTANT(constants).width) texel = NBL_IMAGE_LOAD(picture, x, y);
    return nbl_complex_construct(0.2126f * texel.x + 0.7152f * texel.y + 0.0722f * texel.z, 0.0f);
}

NBL_FUNCTION void row_set(uint32_t y, uint32_t frequency, nbl_complex_float32_t value) {
    NBL_STORE(spectra, y * row_length + frequency, nbl_storage_from_complex_float32_t(value));
}

NBL_LOCAL_SIZE(row_workgroup_size)
NBL_KERNEL(texture) { row_forward(row_place(NBL_PUSH_CONSTANT(constants).height)); }
