/* The bloom's third pass: inverse FFT along the first axis, two scanlines in one, and out to the image.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include of a kernel body, <name>(constants):
 *   NBL_BLOOM_NAME                       prefix
 *   NBL_BLOOM_SHAPE()                    nbl_fft_shape_t of the first axis
 *   NBL_BLOOM_FFTS_PER_WORKGROUP         3: the channels at once, each by invocations of its own; 1: one after the other
 *   NBL_BLOOM_PAIR_DISTANCE, NBL_BLOOM_HALF_STORAGE
 *   NBL_BLOOM_FFT_INVERSE(at, registers, channel)   over NBL_PRELOADED_CHANNELS x NBL_PRELOADED_ELEMENTS, no factor
 *   NBL_BLOOM_SHARED_GET(i), NBL_BLOOM_SHARED_SET(i, value), NBL_BLOOM_SHARED_DWORDS   the FFT's shared memory, dwords
 *                                        per FFT
 *   NBL_BLOOM_ROWS_READ(index)           reads the intermediate
 *   NBL_BLOOM_COMBINE, NBL_BLOOM_THRESHOLD   how the bloom comes back to the image (nbl/bloom/combine.h)
 *   NBL_BLOOM_SOURCE_CHANNEL(texel, scanline, channel)   the source image, for its alpha
 *   NBL_BLOOM_SOURCE(texel, scanline)    likewise, for all of it, if it comes back
 *   NBL_BLOOM_TARGET(texel, scanline, rgba)   writes a texel of the result
 * One workgroup writes two scanlines. Three channels at once meet in shared memory, so that texels are written whole and
 * in order.
 */
#include "nbl/bloom/combine.h"
#include "nbl/bloom/rows.h"
#include "nbl/fft/twiddle.h"

/* An invocation's share of two scanlines' texels: a third of its elements, and one more for each window. */
#define NBL_BLOOM_MOST_SOURCES (2 * NBL_PRELOADED_ELEMENTS + 16)

NBL_FUNCTION void NBL_CAT(NBL_BLOOM_NAME, _load)(nbl_fft_place_t at, uint32_t channel, uint32_t first, uint32_t row,
                                                 NBL_INOUT nbl_complex_float32_t
                                                     registers[NBL_PRELOADED_CHANNELS * NBL_PRELOADED_ELEMENTS]) {
    nbl_fft_shape_t shape = NBL_BLOOM_SHAPE();
    uint32_t n = nbl_fft_length(shape);
    float32_t scale = nbl_bloom_storage_unscale(n) * nbl_fft_reciprocal_float32_t(n);
    NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_spectrum_elements(shape); k++) {
        uint32_t slot = nbl_bloom_slot(shape, nbl_fft_spectrum_index(shape, k, at.invocation));
        nbl_complex_float32_t z = nbl_complex_zero_float32_t();
        if (nbl_fft_spectrum_active(shape, k, at.invocation))
            z = NBL_BLOOM_ROWS_READ(nbl_bloom_row_index(channel, row, slot, NBL_BLOOM_PAIR_DISTANCE, n));
        if (NBL_BLOOM_HALF_STORAGE == 1) z = nbl_complex_scale(z, scale);
        registers[first + k] = z;
    }
}

/* What is needed of the image's texel, or of the nearest one: a load without a branch around it waits for no other. */
NBL_FUNCTION nbl_float32_t4 NBL_CAT(NBL_BLOOM_NAME, _source)(uint32_t texel, uint32_t scanline,
                                                             nbl_bloom_constants_t constants) {
    uint32_t x = nbl_bloom_nearest(texel, constants.extent_first);
    uint32_t y = nbl_bloom_nearest(scanline, constants.extent_second);
    nbl_float32_t4 source = {0.0f, 0.0f, 0.0f, 0.0f};
    if (NBL_BLOOM_COMBINE != NBL_BLOOM_REPLACE || NBL_BLOOM_THRESHOLD == 1) {
        source = NBL_BLOOM_SOURCE(x, y);
    } else {
        source.w = NBL_BLOOM_SOURCE_CHANNEL(x, y, 3u);
    }
    return source;
}

NBL_FUNCTION void NBL_CAT(NBL_BLOOM_NAME, _texel)(uint32_t texel, uint32_t scanline, float32_t r, float32_t g,
                                                  float32_t b, nbl_float32_t4 source, nbl_bloom_constants_t constants) {
    uint32_t combine = NBL_BLOOM_COMBINE;
    bool has_threshold = NBL_BLOOM_THRESHOLD == 1;
    nbl_float32_t4 bright = source;
    if (has_threshold) bright = nbl_bloom_bright(source, constants);
    nbl_float32_t4 rgba = {nbl_bloom_combine(r, source.x, bright.x, constants.intensity, combine, has_threshold),
                           nbl_bloom_combine(g, source.y, bright.y, constants.intensity, combine, has_threshold),
                           nbl_bloom_combine(b, source.z, bright.z, constants.intensity, combine, has_threshold),
                           source.w};
    if (texel < constants.extent_first && scanline < constants.extent_second) NBL_BLOOM_TARGET(texel, scanline, rgba);
}

/* Each invocation has its texels of all channels. */
NBL_FUNCTION void NBL_CAT(NBL_BLOOM_NAME, _store)(nbl_fft_place_t at, uint32_t row, nbl_bloom_constants_t constants,
                                                  NBL_INOUT nbl_complex_float32_t
                                                      registers[NBL_PRELOADED_CHANNELS * NBL_PRELOADED_ELEMENTS]) {
    nbl_fft_shape_t shape = NBL_BLOOM_SHAPE();
    NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_signal_elements(shape); k++) {
        uint32_t texel = nbl_fft_signal_index(shape, k, at.invocation);
        nbl_complex_float32_t r = registers[0u * NBL_PRELOADED_ELEMENTS + k];
        nbl_complex_float32_t g = registers[1u * NBL_PRELOADED_ELEMENTS + k];
        nbl_complex_float32_t b = registers[2u * NBL_PRELOADED_ELEMENTS + k];
        if (nbl_fft_signal_active(shape, k, at.invocation)) {
            uint32_t other = row + NBL_BLOOM_PAIR_DISTANCE;
            nbl_float32_t4 lo = NBL_CAT(NBL_BLOOM_NAME, _source)(texel, row, constants);
            nbl_float32_t4 hi = NBL_CAT(NBL_BLOOM_NAME, _source)(texel, other, constants);
            NBL_CAT(NBL_BLOOM_NAME, _texel)(texel, row, r.real, g.real, b.real, lo, constants);
            NBL_CAT(NBL_BLOOM_NAME, _texel)(texel, other, r.imag, g.imag, b.imag, hi, constants);
        }
    }
}

/* Each invocation has one channel: one scanline after the other goes through shared memory, in windows of what it
 * holds (nbl_bloom_window()), and leaves it as whole texels. */
NBL_FUNCTION uint32_t NBL_CAT(NBL_BLOOM_NAME, _window)(void) {
    nbl_fft_shape_t shape = NBL_BLOOM_SHAPE();
    return nbl_bloom_window(nbl_fft_length(shape), NBL_BLOOM_SHARED_DWORDS, nbl_fft_invocations(shape));
}

/* Asks for the texels of both scanlines, in the order in which texels leave: before the FFT, so that nobody waits. */
NBL_FUNCTION void NBL_CAT(NBL_BLOOM_NAME, _load_sources)(uint32_t row, nbl_bloom_constants_t constants,
                                                         NBL_INOUT nbl_float32_t4 sources[NBL_BLOOM_MOST_SOURCES]) {
    nbl_fft_shape_t shape = NBL_BLOOM_SHAPE();
    uint32_t n = nbl_fft_length(shape), window = NBL_CAT(NBL_BLOOM_NAME, _window)(), count = 0u;
    uint32_t size = NBL_CAST(uint32_t, NBL_BLOOM_CHANNELS) * nbl_fft_invocations(shape);
    NBL_UNROLL for (uint32_t part = 0u; part < 2u; part++) {
        NBL_UNROLL for (uint32_t first = 0u; first < n; first += window) {
            NBL_UNROLL for (uint32_t j = 0u; j < window; j += size) {
                sources[count] = NBL_CAT(NBL_BLOOM_NAME, _source)(first + j + nbl_local_invocation_index(),
                                                                  row + part * NBL_BLOOM_PAIR_DISTANCE, constants);
                count++;
            }
        }
    }
}

NBL_FUNCTION void NBL_CAT(NBL_BLOOM_NAME, _store_together)(
    nbl_fft_place_t at, uint32_t row, nbl_bloom_constants_t constants,
    NBL_INOUT nbl_float32_t4 sources[NBL_BLOOM_MOST_SOURCES],
    NBL_INOUT nbl_complex_float32_t registers[NBL_PRELOADED_CHANNELS * NBL_PRELOADED_ELEMENTS]) {
    nbl_fft_shape_t shape = NBL_BLOOM_SHAPE();
    uint32_t n = nbl_fft_length(shape), window = NBL_CAT(NBL_BLOOM_NAME, _window)(), count = 0u;
    uint32_t self = nbl_local_invocation_index();
    uint32_t size = NBL_CAST(uint32_t, NBL_BLOOM_CHANNELS) * nbl_fft_invocations(shape);
    NBL_UNROLL for (uint32_t part = 0u; part < 2u; part++) {
        NBL_UNROLL for (uint32_t first = 0u; first < n; first += window) {
            NBL_WORKGROUP_BARRIER();
            NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_signal_elements(shape); k++) {
                uint32_t texel = nbl_fft_signal_index(shape, k, at.invocation);
                bool here = window == n || texel - first < window;
                if (here && nbl_fft_signal_active(shape, k, at.invocation)) {
                    NBL_BLOOM_SHARED_SET(at.instance * window + (texel - first),
                                         nbl_bits_from_float32(part == 0u ? registers[k].real : registers[k].imag));
                }
            }
            NBL_WORKGROUP_BARRIER();
            NBL_UNROLL for (uint32_t j = 0u; j < window; j += size) {
                bool here = j + self < window && first + j + self < constants.extent_first;
                uint32_t i = here ? j + self : 0u;
                float32_t r = nbl_float32_from_bits(NBL_BLOOM_SHARED_GET(i));
                float32_t g = nbl_float32_from_bits(NBL_BLOOM_SHARED_GET(window + i));
                float32_t b = nbl_float32_from_bits(NBL_BLOOM_SHARED_GET(2u * window + i));
                if (here) NBL_CAT(NBL_BLOOM_NAME, _texel)
                (first + i, row + part * NBL_BLOOM_PAIR_DISTANCE, r, g, b, sources[count], constants);
                count++;
            }
        }
    }
}

NBL_FUNCTION void NBL_BLOOM_NAME(nbl_bloom_constants_t constants) {
    nbl_fft_shape_t shape = NBL_BLOOM_SHAPE();
    nbl_fft_place_t at = nbl_fft_place(nbl_local_invocation_index(), nbl_fft_invocations(shape));
    uint32_t row = nbl_workgroup_index();
    nbl_complex_float32_t registers[NBL_PRELOADED_CHANNELS * NBL_PRELOADED_ELEMENTS];
    if (NBL_BLOOM_FFTS_PER_WORKGROUP == 1) {
        NBL_UNROLL for (uint32_t c = 0u; c < NBL_CAST(uint32_t, NBL_BLOOM_CHANNELS); c++) {
            NBL_CAT(NBL_BLOOM_NAME, _load)(at, c, c * NBL_PRELOADED_ELEMENTS, row, registers);
            if (c > 0u) NBL_WORKGROUP_BARRIER();
            NBL_BLOOM_FFT_INVERSE(at, registers, c);
        }
        NBL_CAT(NBL_BLOOM_NAME, _store)(at, row, constants, registers);
    } else {
        nbl_float32_t4 sources[NBL_BLOOM_MOST_SOURCES];
        NBL_CAT(NBL_BLOOM_NAME, _load)(at, at.instance, 0u, row, registers);
        NBL_CAT(NBL_BLOOM_NAME, _load_sources)(row, constants, sources);
        NBL_BLOOM_FFT_INVERSE(at, registers, 0u);
        NBL_CAT(NBL_BLOOM_NAME, _store_together)(at, row, constants, sources, registers);
    }
}
