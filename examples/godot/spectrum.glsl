#[compute]
#version 450
// The spectrum of 1024 windowed samples, in Godot's compute file format.
// SPDX-License-Identifier: Apache-2.0
//
// Godot has no include path: packages/single_file.py -o spectrum.glsl examples/godot/spectrum.glsl makes one file of it.
// Set 0 has two storage buffers: 1024 samples (vec2) at binding 0, the spectrum at binding 1. Dispatch one workgroup.
#define NBL_SUBGROUP_OPERATIONS 0
#define NBL_FFT_NAME frame
#define NBL_FFT_LENGTH 1024
#define NBL_FFT_RADICES NBL_RADICES_3(16, 16, 4)
#define NBL_FFT_LAYOUT 64, 16, 1, 1, 1441844, 786488, 1084
#define NBL_FFT_DIRECTION NBL_FFT_FORWARD
#include "nbl/fft.h"
#include "nbl/fft/twiddle.h"

layout(local_size_x = frame_workgroup_size) in;
layout(set = 0, binding = 0, std430) readonly buffer Samples { vec2 samples[]; };
layout(set = 0, binding = 1, std430) writeonly buffer Spectrum { vec2 spectrum[]; };

nbl_complex_float32_t frame_get(uint fft, uint i) {
    float hann = 0.5 - 0.5 * nbl_fft_twiddle_float32_t(i, 10u, false).real;
    return nbl_complex_construct(samples[i].x * hann, samples[i].y * hann);
}
void frame_set(uint fft, uint frequency, nbl_complex_float32_t value) {
    spectrum[frequency] = vec2(value.real, value.imag);
}
void main() { frame_forward(frame_place(1u)); }
