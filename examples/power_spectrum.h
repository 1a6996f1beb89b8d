/* Power spectra of a real signal's windowed frames: 1025 powers of each frame of 2048 samples; frames begin 512 apart.
 * SPDX-License-Identifier: Apache-2.0 */
#include "nbl/accessors/storage.h"
NBL_STRUCT(job_t) { uint32_t frames; };
NBL_PUSH_CONSTANTS(job_t, job)
NBL_BUFFER(0, nbl_float32_t2, samples)
NBL_BUFFER(1, float32_t, powers)

#define NBL_FFT_NAME frame
#define NBL_FFT_LENGTH 2048
#define NBL_FFT_REAL 1
#include "nbl/fft.h"
NBL_FUNCTION float32_t hann(uint32_t i) { return 0.5f - 0.5f * nbl_fft_twiddle_float32_t(i, 11u, false).real; }
NBL_FUNCTION nbl_complex_float32_t frame_get(uint32_t fft, uint32_t index) {
    nbl_float32_t2 pair = NBL_LOAD(samples, fft * 256u + index);
    return nbl_complex_construct(hann(2u * index) * pair.x, hann(2u * index + 1u) * pair.y);
}
NBL_FUNCTION void frame_set(uint32_t fft, uint32_t frequency, nbl_complex_float32_t value) {
    NBL_STORE(powers, fft * 1025u + frequency, nbl_complex_norm(value));
}
NBL_LOCAL_SIZE(frame_workgroup_size)
NBL_KERNEL(power_spectrum) { frame_forward(frame_place(NBL_PUSH_CONSTANT(job).frames)); }
