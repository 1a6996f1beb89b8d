/* The bloom's first pass: two real scanlines in one FFT, for an image and for a convolution kernel alike.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include of a kernel body, <name>(constants):
 *   NBL_BLOOM_NAME                       prefix
 *   NBL_BLOOM_SHAPE()                    nbl_fft_shape_t of the first axis
 *   NBL_BLOOM_FFTS_PER_WORKGROUP, NBL_BLOOM_MIRROR, NBL_BLOOM_HALF_STORAGE, NBL_BLOOM_TILE_LOG2
 *   NBL_BLOOM_FFT_FORWARD(at, registers, channel)   the FFT over NBL_PRELOADED_CHANNELS x NBL_PRELOADED_ELEMENTS
 *   NBL_BLOOM_SOURCE(texel, scanline)    nbl_float32_t4 of the image
 *   NBL_BLOOM_WRITE(index, z)            writes the intermediate
 * One workgroup transforms NBL_BLOOM_FFTS_PER_WORKGROUP pairs of scanlines, all channels; pairs follow the workgroups.
 */
#include "nbl/bloom/constants.h"
#include "nbl/fft/map.h"

NBL_FUNCTION void NBL_CAT(NBL_BLOOM_NAME, _load)(
    nbl_fft_place_t at, nbl_fft_shape_t shape, uint32_t pair, nbl_bloom_constants_t constants,
    NBL_INOUT nbl_complex_float32_t registers[NBL_PRELOADED_CHANNELS * NBL_PRELOADED_ELEMENTS]) {
    uint32_t even = 2u * pair;
    uint32_t odd = even + 1u;
    NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_signal_elements(shape); k++) {
        uint32_t index = nbl_fft_signal_index(shape, k, at.invocation);
        uint32_t texel = nbl_bloom_texel(index, nbl_fft_length(shape), constants.offset_first, constants.extent_first,
                                         NBL_BLOOM_MIRROR == 1);
        bool inside = at.present && nbl_fft_signal_active(shape, k, at.invocation) && texel < constants.extent_first;
        nbl_float32_t4 a = {0.0f, 0.0f, 0.0f, 0.0f};
        nbl_float32_t4 b = {0.0f, 0.0f, 0.0f, 0.0f};
        if (inside) a = NBL_BLOOM_SOURCE(texel, even);
        if (inside && odd < constants.extent_second) b = NBL_BLOOM_SOURCE(texel, odd);
        registers[0u * NBL_PRELOADED_ELEMENTS + k] = nbl_complex_construct(a.x, b.x);
        registers[1u * NBL_PRELOADED_ELEMENTS + k] = nbl_complex_construct(a.y, b.y);
        registers[2u * NBL_PRELOADED_ELEMENTS + k] = nbl_complex_construct(a.z, b.z);
    }
}

NBL_FUNCTION void NBL_BLOOM_NAME(nbl_bloom_constants_t constants) {
    nbl_fft_shape_t shape = NBL_BLOOM_SHAPE();
    uint32_t pairs = (constants.extent_second + 1u) >> 1u;
    nbl_fft_place_t at = nbl_fft_place(nbl_local_invocation_index(), nbl_fft_invocations(shape));
    uint32_t pair = nbl_workgroup_index() * NBL_BLOOM_FFTS_PER_WORKGROUP + at.instance;
    at.present = pair < pairs;

    nbl_complex_float32_t registers[NBL_PRELOADED_CHANNELS * NBL_PRELOADED_ELEMENTS];
    NBL_CAT(NBL_BLOOM_NAME, _load)(at, shape, pair, constants, registers);
    NBL_UNROLL for (uint32_t c = 0u; c < NBL_CAST(uint32_t, NBL_BLOOM_CHANNELS); c++) {
        if (c > 0u) NBL_WORKGROUP_BARRIER();
        NBL_BLOOM_FFT_FORWARD(at, registers, c);
    }
    float32_t scale = NBL_BLOOM_HALF_STORAGE == 1 ? nbl_bloom_storage_scale(nbl_fft_length(shape)) : 1.0f;
    NBL_UNROLL for (uint32_t c = 0u; c < NBL_CAST(uint32_t, NBL_BLOOM_CHANNELS); c++) {
        NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_spectrum_elements(shape); k++) {
            uint32_t index = nbl_fft_spectrum_index(shape, k, at.invocation);
            nbl_complex_float32_t z = nbl_complex_scale(registers[c * NBL_PRELOADED_ELEMENTS + k], scale);
            if (at.present && nbl_fft_spectrum_active(shape, k, at.invocation))
                NBL_BLOOM_WRITE(
                    nbl_bloom_intermediate_index(c, pair, index, pairs, nbl_fft_length(shape), NBL_BLOOM_TILE_LOG2), z);
        }
    }
}
