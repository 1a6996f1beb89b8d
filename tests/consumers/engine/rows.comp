#version 460
// The spectra of a picture's rows, among an engine's own declarations: its bindings, its names, its sampler.
// SPDX-License-Identifier: Apache-2.0
#extension GL_GOOGLE_include_directive : require
#define NBL_SUBGROUP_OPERATIONS 0
#include "nbl/fft/map.h"

layout(local_size_x = 64) in; // four rows of 16 invocations
layout(set = 2, binding = 5) uniform sampler2D albedo;
layout(set = 0, binding = 3, std430) writeonly buffer Spectra { vec2 spectra[]; };
shared uint exchange[1088];

// nbl-fft plan 256 --plan 16x16@16*4/1
#define ROW_PLAN \
    { 256u, 2u, 495u, 16u, 16u, 4u, 2u, 1u, 98307u, 0u, 272u }
#define NBL_PRELOADED_ELEMENTS 16
#define NBL_FFT_NAME row
#define NBL_FFT_SCALAR float32_t
#define NBL_FFT_ALGORITHM NBL_FFT_STOCKHAM
#define NBL_FFT_PLAN ROW_PLAN
#define NBL_FFT_ELEMENTS 16
#define NBL_FFT_SHARED_GET(i) exchange[i]
#define NBL_FFT_SHARED_SET(i, value) exchange[i] = (value)
#define NBL_FFT_BARRIER() barrier()
#include "nbl/accessors/preloaded.h"
#include "nbl/workgroup/fft.h"

void main() {
    nbl_fft_plan_t plan = ROW_PLAN;
    nbl_fft_shape_t shape = nbl_fft_stockham_shape(plan);
    nbl_fft_place_t at = nbl_fft_place(gl_LocalInvocationIndex, 16u);
    uint y = gl_WorkGroupID.x * 4u + at.instance;
    nbl_complex_float32_t x[16];
    for (uint k = 0u; k < 16u; k++) {
        x[k] = nbl_complex_construct(texelFetch(albedo, ivec2(nbl_fft_signal_index(shape, k, at.invocation), y), 0).g,
                                     0.0);
    }
    row_forward(at, x);
    for (uint k = 0u; k < 16u; k++) {
        spectra[y * 256u + nbl_fft_spectrum_index(shape, k, at.invocation)] = vec2(x[k].real, x[k].imag);
    }
}
