/* The bloom's third pass: inverse FFT along the first axis, two scanlines in one, and out to the image.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The body of a kernel, nbl_bloom_first_axis_inverse(constants). Expects of the shader:
 *   bloom_first                          an instance of nbl/fft.h for the first axis, of NBL_BLOOM_CHANNELS in
 *                                        registers, without a factor
 *   NBL_PARAMETER(ffts_per_workgroup)    3: the channels at once, each by invocations of its own; 1: one after another
 *   NBL_PARAMETER(pair_distance), NBL_PARAMETER(half_storage)
 *   bloom_shared_get(i), bloom_shared_set(i, value)   the FFTs' shared memory
 *   NBL_PARAMETER(shared_dwords)         of it, per FFT
 *   bloom_rows_get(index)                reads the intermediate
 *   NBL_PARAMETER(combine), NBL_PARAMETER(threshold)   how the bloom comes back to the image (nbl/bloom/combine.h)
 *   what nbl/bloom/source.h expects, for the source image's alpha, or for all of it if it comes back
 *   NBL_PARAMETER(source_format), NBL_PARAMETER(target_format)   nbl/accessors/texel_format.h: is there an alpha?
 *   bloom_target_set(texel, scanline, row_pitch, rgba)   writes a texel of the result
 * One workgroup writes two scanlines. Three channels at once meet in shared memory, so that texels are written whole
 * and in order.
 */
#ifndef NBL_BLOOM_FIRST_AXIS_INVERSE_H
#define NBL_BLOOM_FIRST_AXIS_INVERSE_H

#include "nbl/accessors/texel_format.h"
#include "nbl/bloom/rows.h"
#include "nbl/bloom/source.h"
#include "nbl/fft/twiddle.h"

/* An invocation's share of two scanlines' texels: a third of its elements, and one more for each window. */
NBL_CONSTANT(nbl_bloom_most_sources, 2 * bloom_first_elements + 16)

/* Loads a row's spectrum of one channel, scaled back if it is stored in halves.
 * 
 * first  element of the registers where the channel begins
 * row    of the intermediate: two scanlines */
NBL_FUNCTION void nbl_bloom_load_channel(nbl_fft_place_t at, uint32_t channel, uint32_t first, uint32_t row,
                                         NBL_INOUT nbl_complex_float32_t registers[bloom_first_registers]) {
    uint32_t n = bloom_first_fft_length();
    float32_t scale = nbl_bloom_storage_unscale(n) * nbl_fft_reciprocal_float32_t(n);
    NBL_UNROLL for (uint32_t k = 0u; k < bloom_first_spectrum_elements(); k++) {
        uint32_t slot = nbl_bloom_element_slot(at, k);
        /* Invocations without a butterfly read another's: behind a branch each load would wait for the last. */
        nbl_complex_float32_t z = bloom_rows_get(nbl_bloom_row_index(channel, row, slot));
        if (NBL_PARAMETER(half_storage) == 1) z = nbl_complex_scale(z, scale);
        registers[first + k] = z;
    }
}

/* What is needed of the image's texel, or of the nearest one: a load without a branch around it waits for no other. */
NBL_FUNCTION nbl_float32_t4 nbl_bloom_load_source(uint32_t texel, uint32_t scanline, nbl_bloom_constants_t constants) {
    uint32_t x = nbl_bloom_nearest(texel, constants.extent_first);
    uint32_t y = nbl_bloom_nearest(scanline, constants.extent_second);
    nbl_float32_t4 source = {0.0f, 0.0f, 0.0f, 1.0f};
    bool alpha =
        NBL_PARAMETER(source_format) != NBL_TEXEL_B10G11R11 && NBL_PARAMETER(target_format) != NBL_TEXEL_B10G11R11;
    if (NBL_PARAMETER(combine) != NBL_BLOOM_REPLACE || NBL_PARAMETER(threshold) == 1) {
        source = nbl_bloom_image_texel(x, y, constants);
    } else if (alpha) {
        source.w = nbl_bloom_image_channel(x, y, 3u, constants);
    }
    return source;
}

/* Combines the bloom's r, g, b with the image's texel and writes it, if it lies in the image.
 * 
 * source  nbl_bloom_load_source() of this texel */
NBL_FUNCTION void nbl_bloom_write_texel(uint32_t texel, uint32_t scanline, float32_t r, float32_t g, float32_t b,
                                        nbl_float32_t4 source, nbl_bloom_constants_t constants) {
    nbl_float32_t4 bloomed = {r, g, b, 0.0f};
    nbl_float32_t4 rgba =
        nbl_bloom_combine_texel(bloomed, source, NBL_PARAMETER(combine), NBL_PARAMETER(threshold) == 1,
                                constants.intensity, constants.threshold, constants.knee, constants.knee_scale);
    if (texel < constants.extent_first && scanline < constants.extent_second)
        bloom_target_set(texel, scanline, constants.row_pitch, rgba);
}

/* Each invocation has its texels of all channels. */
NBL_FUNCTION void nbl_bloom_store_texels(nbl_fft_place_t at, uint32_t row, nbl_bloom_constants_t constants,
                                         NBL_INOUT nbl_complex_float32_t registers[bloom_first_registers]) {
    NBL_UNROLL for (uint32_t k = 0u; k < bloom_first_signal_elements(); k++) {
        uint32_t texel = bloom_first_signal_index(at, k);
        nbl_complex_float32_t r = registers[0u * bloom_first_elements + k];
        nbl_complex_float32_t g = registers[1u * bloom_first_elements + k];
        nbl_complex_float32_t b = registers[2u * bloom_first_elements + k];
        if (bloom_first_signal_active(at, k)) {
            uint32_t other = row + NBL_PARAMETER(pair_distance);
            nbl_float32_t4 lo = nbl_bloom_load_source(texel, row, constants);
            nbl_float32_t4 hi = nbl_bloom_load_source(texel, other, constants);
            nbl_bloom_write_texel(texel, row, r.real, g.real, b.real, lo, constants);
            nbl_bloom_write_texel(texel, other, r.imag, g.imag, b.imag, hi, constants);
        }
    }
}

/* Each invocation has one channel: one scanline after the other goes through shared memory, in windows of what it
 * holds (nbl_bloom_window()), and leaves it as whole texels. */
NBL_FUNCTION uint32_t nbl_bloom_texels_at_once(void) {
    return nbl_bloom_window(bloom_first_fft_length(), NBL_PARAMETER(shared_dwords), bloom_first_fft_invocations());
}

/* Loads the texels of both scanlines, in the order in which texels leave: before the FFT, which hides the latency. */
NBL_FUNCTION void nbl_bloom_load_sources(uint32_t row, nbl_bloom_constants_t constants,
                                         NBL_INOUT nbl_float32_t4 sources[nbl_bloom_most_sources]) {
    uint32_t n = bloom_first_fft_length(), window = nbl_bloom_texels_at_once(), count = 0u;
    uint32_t size = NBL_CAST(uint32_t, NBL_BLOOM_CHANNELS) * bloom_first_fft_invocations();
    NBL_UNROLL for (uint32_t part = 0u; part < 2u; part++) {
        NBL_UNROLL for (uint32_t first = 0u; first < n; first += window) {
            NBL_UNROLL for (uint32_t j = 0u; j < window; j += size) {
                sources[count] = nbl_bloom_load_source(first + j + nbl_local_invocation_index(),
                                                       row + part * NBL_PARAMETER(pair_distance), constants);
                count++;
            }
        }
    }
}

/* Writes both scanlines of a row where each invocation has one channel: through shared memory, window by window.
 * 
 * sources  nbl_bloom_load_sources(): the image's texels in the order in which texels leave */
NBL_FUNCTION void nbl_bloom_store_windows(nbl_fft_place_t at, uint32_t row, nbl_bloom_constants_t constants,
                                          NBL_INOUT nbl_float32_t4 sources[nbl_bloom_most_sources],
                                          NBL_INOUT nbl_complex_float32_t registers[bloom_first_registers]) {
    uint32_t n = bloom_first_fft_length(), window = nbl_bloom_texels_at_once(), count = 0u;
    uint32_t self = nbl_local_invocation_index();
    uint32_t size = NBL_CAST(uint32_t, NBL_BLOOM_CHANNELS) * bloom_first_fft_invocations();
    NBL_UNROLL for (uint32_t part = 0u; part < 2u; part++) {
        NBL_UNROLL for (uint32_t first = 0u; first < n; first += window) {
            NBL_WORKGROUP_BARRIER();
            NBL_UNROLL for (uint32_t k = 0u; k < bloom_first_signal_elements(); k++) {
                uint32_t texel = bloom_first_signal_index(at, k);
                bool here = window == n || texel - first < window;
                if (here && bloom_first_signal_active(at, k)) {
                    bloom_shared_set(at.instance * window + (texel - first),
                                     nbl_bits_from_float32(part == 0u ? registers[k].real : registers[k].imag));
                }
            }
            NBL_WORKGROUP_BARRIER();
            NBL_UNROLL for (uint32_t j = 0u; j < window; j += size) {
                bool here = j + self < window && first + j + self < constants.extent_first;
                uint32_t i = here ? j + self : 0u;
                float32_t r = nbl_float32_from_bits(bloom_shared_get(i));
                float32_t g = nbl_float32_from_bits(bloom_shared_get(window + i));
                float32_t b = nbl_float32_from_bits(bloom_shared_get(2u * window + i));
                if (here)
                    nbl_bloom_write_texel(first + i, row + part * NBL_PARAMETER(pair_distance), r, g, b, sources[count],
                                          constants);
                count++;
            }
        }
    }
}

/* Runs the third pass. Dispatch a workgroup for each pair of scanlines. */
NBL_FUNCTION void nbl_bloom_first_axis_inverse(nbl_bloom_constants_t constants) {
    nbl_fft_place_t at = nbl_fft_place(nbl_local_invocation_index(), bloom_first_fft_invocations());
    uint32_t row = nbl_workgroup_index();
    nbl_complex_float32_t registers[bloom_first_registers];
    if (NBL_PARAMETER(ffts_per_workgroup) == 1) {
        NBL_UNROLL for (uint32_t c = 0u; c < NBL_CAST(uint32_t, NBL_BLOOM_CHANNELS); c++) {
            nbl_bloom_load_channel(at, c, c * bloom_first_elements, row, registers);
            if (c > 0u) NBL_WORKGROUP_BARRIER();
            bloom_first_inverse_registers(at, registers, c);
        }
        nbl_bloom_store_texels(at, row, constants, registers);
    } else {
        nbl_float32_t4 sources[nbl_bloom_most_sources];
        nbl_bloom_load_channel(at, at.instance, 0u, row, registers);
        nbl_bloom_load_sources(row, constants, sources);
        bloom_first_inverse_registers(at, registers, 0u);
        nbl_bloom_store_windows(at, row, constants, sources, registers);
    }
}

#endif
