#version 460
// The spectra of a picture's rows, among an engine's own declarations: its bindings, its names, its sampler.
// SPDX-License-Identifier: Apache-2.0
#extension GL_GOOGLE_include_directive : require
#define NBL_SUBGROUP_OPERATIONS 0
#define NBL_FFT_NAME row
#define NBL_FFT_LENGTH 256
#define NBL_FFT_DIRECTION NBL_FFT_FORWARD
#include "nbl/fft.h"

layout(local_size_x = row_workgroup_size) in;
layout(set = 2, binding = 5) uniform sampler2D albedo;
layout(set = 0, binding = 3, std430) writeonly buffer Spectra { vec2 spectra[]; };
layout(push_constant) uniform Job { uint rows; };

nbl_complex_float32_t row_get(uint y, uint x) {
    return nbl_complex_construct(texelFetch(albedo, ivec2(x, y), 0).g, 0.0);
}

void row_set(uint y, uint frequency, nbl_complex_float32_t value) {
    spectra[y * row_length + frequency] = vec2(value.real, value.imag);
}

void main() { row_forward(row_place(rows)); }
