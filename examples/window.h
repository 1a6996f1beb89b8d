/* A window on load: the spectra of a signal's overlapping frames, as a spectrogram needs them.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Frames of 240 samples, 80 apart, under a Hann window. No windowed copy is written anywhere: frame_get() multiplies.
 */
#include "nbl/accessors/storage.h"

NBL_STRUCT(constants_t) { uint32_t frames; };
NBL_PUSH_CONSTANTS(constants_t, constants)
NBL_BUFFER(0, float32_t, samples)
NBL_BUFFER(1, nbl_float32_t2, spectra) /* 240 frequencies of a frame, frame after frame */

#define NBL_FFT_NAME frame
#define NBL_FFT_LENGTH 240
#define NBL_FFT_DIRECTION NBL_FFT_FORWARD
#include "nbl/fft.h"

NBL_FUNCTION nbl_complex_float32_t frame_get(uint32_t fft, uint32_t index) {
    nbl_fft_fraction_t_float32_t of = nbl_fft_fraction_float32_t(frame_length);
    float32_t hann = 0.5f - 0.5f * nbl_fft_twiddle_fraction_float32_t(index, of, false).real;
    return nbl_complex_construct(hann * NBL_LOAD(samples, fft * 80u + index), 0.0f);
}

NBL_FUNCTION void frame_set(uint32_t fft, uint32_t frequency, nbl_complex_float32_t value) {
    NBL_STORE(spectra, fft * frame_length + frequency, nbl_storage_from_complex_float32_t(value));
}

NBL_LOCAL_SIZE(frame_workgroup_size)
NBL_KERNEL(window) { frame_forward(frame_place(NBL_PUSH_CONSTANT(constants).frames)); }
