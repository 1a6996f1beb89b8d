/* The bloom's first pass: two real scanlines in one FFT, for an image and for a convolution kernel alike.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include of a kernel body, <name>(constants):
 *   NBL_BLOOM_NAME                       prefix
 *   NBL_BLOOM_SHAPE()                    nbl_fft_shape_t of the first axis
 *   NBL_BLOOM_FFTS_PER_WORKGROUP, NBL_BLOOM_PAIR_DISTANCE, NBL_BLOOM_MIRROR, NBL_BLOOM_HALF_STORAGE
 *   NBL_BLOOM_FFT_FORWARD(at, registers)   the FFT over NBL_PRELOADED_ELEMENTS
 *   NBL_BLOOM_SOURCE_CHANNEL(texel, scanline, channel)   of the image
 *   NBL_BLOOM_THRESHOLD          1: only what nbl_bloom_bright() leaves of it; NBL_BLOOM_SOURCE(texel, scanline)
 *   NBL_BLOOM_ROWS_WRITE(index, z)       writes the intermediate
 * One workgroup transforms NBL_BLOOM_FFTS_PER_WORKGROUP rows of one channel. The channels of the same rows follow each
 * other, so that the texels, which hold all of them, come from device memory once.
 */
#include "nbl/bloom/combine.h"
#include "nbl/bloom/rows.h"

/* A texel's channel where there is one, else 0. In its place the nearest one is read and dropped: behind a branch each
 * load would wait for the last, and one address for all invocations that have none would be waited for by all. */
NBL_FUNCTION float32_t NBL_CAT(NBL_BLOOM_NAME, _texel)(bool present, uint32_t texel, uint32_t scanline,
                                                       uint32_t channel, nbl_bloom_constants_t constants) {
    uint32_t x = nbl_bloom_nearest(texel, constants.extent_first);
    uint32_t y = nbl_bloom_nearest(scanline, constants.extent_second);
    float32_t value;
    if (NBL_BLOOM_THRESHOLD == 1) {
        nbl_float32_t4 bright = nbl_bloom_bright(NBL_BLOOM_SOURCE(x, y), constants);
        value = channel == 0u ? bright.x : (channel == 1u ? bright.y : bright.z);
    } else {
        value = NBL_BLOOM_SOURCE_CHANNEL(constants.origin_first + x, constants.origin_second + y, channel);
    }
    return present && x == texel && y == scanline ? value : 0.0f;
}

NBL_FUNCTION void NBL_BLOOM_NAME(nbl_bloom_constants_t constants) {
    nbl_fft_shape_t shape = NBL_BLOOM_SHAPE();
    uint32_t length = nbl_fft_length(shape);
    uint32_t distance = NBL_BLOOM_PAIR_DISTANCE;
    nbl_fft_place_t at = nbl_fft_place(nbl_local_invocation_index(), nbl_fft_invocations(shape));
    uint32_t rows = nbl_workgroup_index() / NBL_CAST(uint32_t, NBL_BLOOM_CHANNELS);
    uint32_t channel = nbl_workgroup_index() - rows * NBL_CAST(uint32_t, NBL_BLOOM_CHANNELS);
    uint32_t row = rows * NBL_BLOOM_FFTS_PER_WORKGROUP + at.instance;
    at.present = row < distance; /* rows without scanlines are zeros: the second axis asks nobody */

    nbl_complex_float32_t registers[NBL_PRELOADED_ELEMENTS];
    NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_signal_elements(shape); k++) {
        uint32_t index = nbl_fft_signal_index(shape, k, at.invocation);
        uint32_t texel = nbl_bloom_texel(index, length, constants.offset_first, constants.extent_first,
                                         constants.before_first, NBL_BLOOM_MIRROR == 1);
        bool present = at.present && nbl_fft_signal_active(shape, k, at.invocation);
        registers[k].real = NBL_CAT(NBL_BLOOM_NAME, _texel)(present, texel, row, channel, constants);
        registers[k].imag = NBL_CAT(NBL_BLOOM_NAME, _texel)(present, texel, row + distance, channel, constants);
    }
    NBL_BLOOM_FFT_FORWARD(at, registers);
    float32_t scale = NBL_BLOOM_HALF_STORAGE == 1 ? nbl_bloom_storage_scale(length) : 1.0f;
    NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_spectrum_elements(shape); k++) {
        uint32_t slot = nbl_bloom_slot(shape, nbl_fft_spectrum_index(shape, k, at.invocation));
        nbl_complex_float32_t z = registers[k];
        if (NBL_BLOOM_HALF_STORAGE == 1) z = nbl_complex_scale(z, scale);
        if (at.present && nbl_fft_spectrum_active(shape, k, at.invocation))
            NBL_BLOOM_ROWS_WRITE(nbl_bloom_row_index(channel, row, slot, distance, length), z);
    }
}
