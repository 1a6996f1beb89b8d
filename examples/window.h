/* A window on load: the spectra of a signal's overlapping frames, as a spectrogram wants them.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Frames of 240 samples, 80 apart, under a Hann window. No windowed copy is written anywhere: get() multiplies.
 */
#include "nbl/accessors/storage.h"
#include "nbl/fft/map.h"
#include "nbl/fft/twiddle.h"

#define PLAN \
    { 240u, 2u, 463u, 16u, 16u, 4u, 2u, 1u, 3u, 0u, 272u } /* nbl-fft plan 240 --plan 16x15@16*4 */

NBL_STRUCT(constants_t) { uint32_t frames; };

NBL_BUFFER(0, float32_t, samples)
NBL_BUFFER(1, nbl_float32_t2, spectra) /* 240 frequencies of a frame, frame after frame */
NBL_SHARED(uint32_t, scratch, 4 * 272)
NBL_PUSH_CONSTANTS(constants_t, constants)

NBL_FUNCTION nbl_fft_shape_t shape(void) {
    nbl_fft_plan_t plan = PLAN;
    return nbl_fft_stockham_shape(plan);
}

NBL_FUNCTION nbl_complex_float32_t get(nbl_fft_place_t at, uint32_t element, uint32_t frame) {
    uint32_t i = nbl_fft_signal_index(shape(), element, at.invocation);
    float32_t cosine = nbl_fft_twiddle_fraction_float32_t(i, nbl_fft_fraction_float32_t(240u), false).real;
    float32_t value = 0.0f;
    if (at.present) value = NBL_LOAD(samples, frame * 80u + i);
    return nbl_complex_construct((0.5f - 0.5f * cosine) * value, 0.0f);
}

NBL_FUNCTION void set(nbl_fft_place_t at, uint32_t element, nbl_complex_float32_t value, uint32_t frame) {
    uint32_t frequency = nbl_fft_spectrum_index(shape(), element, at.invocation);
    if (at.present) NBL_STORE(spectra, frame * 240u + frequency, nbl_storage_from_complex_float32_t(value));
}

#define NBL_FFT_NAME fft
#define NBL_FFT_SCALAR float32_t
#define NBL_FFT_ALGORITHM NBL_FFT_STOCKHAM
#define NBL_FFT_PLAN PLAN
#define NBL_FFT_ELEMENTS 16
#define NBL_FFT_STATE_PARAMETERS , uint32_t frame
#define NBL_FFT_STATE_ARGUMENTS , frame
#define NBL_FFT_GET(at, element) get(at, element, frame)
#define NBL_FFT_SET(at, element, value) set(at, element, value, frame)
#define NBL_FFT_SHARED_GET(i) NBL_LOAD(scratch, i)
#define NBL_FFT_SHARED_SET(i, value) NBL_STORE(scratch, i, value)
#define NBL_FFT_BARRIER() NBL_WORKGROUP_BARRIER()
#include "nbl/workgroup/fft.h"

NBL_LOCAL_SIZE(64) /* 4 frames, each by 16 invocations */
NBL_KERNEL(window) {
    nbl_fft_place_t at = nbl_fft_place(nbl_local_invocation_index(), 16u);
    uint32_t frame = nbl_workgroup_index() * 4u + at.instance;
    at.present = frame < NBL_PUSH_CONSTANT(constants).frames;
    fft_forward(at, frame);
}
