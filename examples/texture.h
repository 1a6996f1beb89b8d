/* A texture on load: the spectra of an image's rows, from its texels.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Rows of up to 96 texels; what lies beyond the image counts as zero. get() fetches a texel and takes its luminance: no
 * pass that converts or pads, and no buffer for it.
 */
#include "nbl/accessors/storage.h"
#include "nbl/fft/map.h"

#define PLAN \
    { 96u, 2u, 359u, 12u, 12u, 4u, 2u, 1u, 98306u, 65536u, 140u } /* nbl-fft plan 96 --plan 8x12@12*4 */

NBL_STRUCT(constants_t) {
    uint32_t width;
    uint32_t height;
};

NBL_BUFFER(0, nbl_float32_t2, spectra) /* 96 frequencies of a row, row after row */
NBL_IMAGE(1, picture)
NBL_SHARED(uint32_t, scratch, 4 * 140)
NBL_PUSH_CONSTANTS(constants_t, constants)

NBL_FUNCTION nbl_fft_shape_t shape(void) {
    nbl_fft_plan_t plan = PLAN;
    return nbl_fft_stockham_shape(plan);
}

NBL_FUNCTION nbl_complex_float32_t get(nbl_fft_place_t at, uint32_t element, uint32_t y) {
    uint32_t x = nbl_fft_signal_index(shape(), element, at.invocation);
    nbl_float32_t4 texel = {0.0f, 0.0f, 0.0f, 0.0f};
    if (at.present && x < NBL_PUSH_CONSTANT(constants).width) texel = NBL_IMAGE_LOAD(picture, x, y);
    return nbl_complex_construct(0.2126f * texel.x + 0.7152f * texel.y + 0.0722f * texel.z, 0.0f);
}

NBL_FUNCTION void set(nbl_fft_place_t at, uint32_t element, nbl_complex_float32_t value, uint32_t y) {
    uint32_t frequency = nbl_fft_spectrum_index(shape(), element, at.invocation);
    if (at.present) NBL_STORE(spectra, y * 96u + frequency, nbl_storage_from_complex_float32_t(value));
}

#define NBL_FFT_NAME fft
#define NBL_FFT_SCALAR float32_t
#define NBL_FFT_ALGORITHM NBL_FFT_STOCKHAM
#define NBL_FFT_PLAN PLAN
#define NBL_FFT_ELEMENTS 12
#define NBL_FFT_STATE_PARAMETERS , uint32_t y
#define NBL_FFT_STATE_ARGUMENTS , y
#define NBL_FFT_GET(at, element) get(at, element, y)
#define NBL_FFT_SET(at, element, value) set(at, element, value, y)
#define NBL_FFT_SHARED_GET(i) NBL_LOAD(scratch, i)
#define NBL_FFT_SHARED_SET(i, value) NBL_STORE(scratch, i, value)
#define NBL_FFT_BARRIER() NBL_WORKGROUP_BARRIER()
#include "nbl/workgroup/fft.h"

NBL_LOCAL_SIZE(48) /* 4 rows, each by 12 invocations */
NBL_KERNEL(texture) {
    nbl_fft_place_t at = nbl_fft_place(nbl_local_invocation_index(), 12u);
    uint32_t y = nbl_workgroup_index() * 4u + at.instance;
    at.present = y < NBL_PUSH_CONSTANT(constants).height;
    fft_forward(at, y);
}
