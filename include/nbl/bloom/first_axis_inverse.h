/* The bloom's third pass: inverse FFT along the first axis, two scanlines in one, and out to the image.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include of a kernel body, <name>(constants):
 *   NBL_BLOOM_NAME                       prefix
 *   NBL_BLOOM_SHAPE()                    nbl_fft_shape_t of the first axis
 *   NBL_BLOOM_FFTS_PER_WORKGROUP, NBL_BLOOM_HALF_STORAGE, NBL_BLOOM_TILE_LOG2
 *   NBL_BLOOM_FFT_INVERSE(at, registers, channel)   scaled by 1/N1
 *   NBL_BLOOM_READ(index)                reads the second intermediate
 *   NBL_BLOOM_SOURCE(texel, scanline)    the source image, for its alpha
 *   NBL_BLOOM_TARGET(texel, scanline, rgba)   writes a texel of the result
 */
#include "nbl/bloom/constants.h"
#include "nbl/fft/butterfly.h"
#include "nbl/fft/map.h"

/* One scanline's transform at any frequency, from the lower half that is stored. */
NBL_FUNCTION nbl_complex_float32_t NBL_CAT(NBL_BLOOM_NAME, _spectrum)(uint32_t channel, uint32_t frequency,
                                                                      uint32_t scanline,
                                                                      nbl_bloom_constants_t constants) {
    nbl_fft_shape_t shape = NBL_BLOOM_SHAPE();
    uint32_t length = nbl_fft_length(shape);
    uint32_t frequencies = length >> 1u;
    bool upper = frequency > frequencies;
    uint32_t row = upper ? length - frequency : (frequency == frequencies ? 0u : frequency);
    nbl_complex_float32_t z = nbl_complex_zero_float32_t();
    if (scanline < constants.extent_second &&
        frequency < length) { /* beyond it: an element that its invocation has not got */
        z = NBL_BLOOM_READ(nbl_bloom_intermediate_index(channel, row, scanline, frequencies, constants.extent_second,
                                                        NBL_BLOOM_TILE_LOG2));
    }
    if (NBL_BLOOM_HALF_STORAGE == 1) z = nbl_complex_scale(z, nbl_bloom_storage_unscale(length));
    nbl_complex_float32_t zero = {z.real, 0.0f};
    nbl_complex_float32_t nyquist = {z.imag, 0.0f};
    nbl_complex_float32_t value = nbl_complex_select(upper, nbl_complex_conj(z), z);
    value = nbl_complex_select(frequency == 0u, zero, value);
    return nbl_complex_select(frequency == frequencies, nyquist, value);
}

NBL_FUNCTION void NBL_BLOOM_NAME(nbl_bloom_constants_t constants) {
    nbl_fft_shape_t shape = NBL_BLOOM_SHAPE();
    uint32_t pairs = (constants.extent_second + 1u) >> 1u;
    nbl_fft_place_t at = nbl_fft_place(nbl_local_invocation_index(), nbl_fft_invocations(shape));
    uint32_t pair = nbl_workgroup_index() * NBL_BLOOM_FFTS_PER_WORKGROUP + at.instance;
    uint32_t even = 2u * pair;
    uint32_t odd = even + 1u;
    at.present = pair < pairs;

    nbl_complex_float32_t registers[NBL_PRELOADED_CHANNELS * NBL_PRELOADED_ELEMENTS];
    NBL_UNROLL for (uint32_t c = 0u; c < NBL_CAST(uint32_t, NBL_BLOOM_CHANNELS); c++) {
        NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_spectrum_elements(shape); k++) {
            uint32_t frequency = nbl_fft_frequency(shape, nbl_fft_spectrum_index(shape, k, at.invocation));
            nbl_fft_pair_float32_t lines = {NBL_CAT(NBL_BLOOM_NAME, _spectrum)(c, frequency, even, constants),
                                            NBL_CAT(NBL_BLOOM_NAME, _spectrum)(c, frequency, odd, constants)};
            registers[c * NBL_PRELOADED_ELEMENTS + k] = nbl_fft_pack_float32_t(lines);
        }
        if (c > 0u) NBL_WORKGROUP_BARRIER();
        NBL_BLOOM_FFT_INVERSE(at, registers, c);
    }
    NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_signal_elements(shape); k++) {
        uint32_t index = nbl_fft_signal_index(shape, k, at.invocation);
        uint32_t texel =
            nbl_bloom_texel(index, nbl_fft_length(shape), constants.offset_first, constants.extent_first, false);
        nbl_complex_float32_t r = registers[0u * NBL_PRELOADED_ELEMENTS + k];
        nbl_complex_float32_t g = registers[1u * NBL_PRELOADED_ELEMENTS + k];
        nbl_complex_float32_t b = registers[2u * NBL_PRELOADED_ELEMENTS + k];
        bool inside = at.present && nbl_fft_signal_active(shape, k, at.invocation) && texel < constants.extent_first;
        if (inside) {
            nbl_float32_t4 rgba = {r.real, g.real, b.real, NBL_BLOOM_SOURCE(texel, even).w};
            NBL_BLOOM_TARGET(texel, even, rgba);
        }
        if (inside && odd < constants.extent_second) {
            nbl_float32_t4 rgba = {r.imag, g.imag, b.imag, NBL_BLOOM_SOURCE(texel, odd).w};
            NBL_BLOOM_TARGET(texel, odd, rgba);
        }
    }
}
