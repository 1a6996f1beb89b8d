/* The way into the second axis: unpacks scanlines while loading, and trades mirrors for the packed Zero/Nyquist row.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include of two functions that the image's and the kernel's second pass share:
 *   NBL_BLOOM_NAME               prefix
 *   NBL_BLOOM_SHAPE(), NBL_BLOOM_FIRST_SHAPE()   nbl_fft_shape_t of this axis and of the first
 *   NBL_BLOOM_MIRROR, NBL_BLOOM_TILE_LOG2
 *   NBL_BLOOM_READ(index)        reads the first pass's intermediate
 *   NBL_BLOOM_SHARED_GET(i), NBL_BLOOM_SHARED_SET(i, value), NBL_BLOOM_SHARED_DWORDS   the FFT's shared memory, dwords
 *   per FFT
 *
 * <name>_load(at, channel, frequency, constants, registers)  the transforms of all scanlines at one frequency;
 *                                                            frequency 0
 *                                    stands for the packed row, Zero + i Nyquist of each scanline
 * <name>_mirrors(at, registers, mirrors)   mirrors[k] = the element of the negated frequency of registers[k]; every
 *                                    invocation of the workgroup calls it; shared memory is free afterwards for who
 *                                    barriers
 */
#include "nbl/bloom/constants.h"
#include "nbl/fft/butterfly.h"
#include "nbl/fft/map.h"

/* The transform of scanline `scanline` at `frequency`, out of the two scanlines that share a complex FFT. */
NBL_FUNCTION nbl_complex_float32_t NBL_CAT(NBL_BLOOM_NAME, _scanline)(uint32_t channel, uint32_t frequency,
                                                                      uint32_t scanline,
                                                                      nbl_bloom_constants_t constants) {
    nbl_fft_shape_t first = NBL_BLOOM_FIRST_SHAPE();
    uint32_t length = nbl_fft_length(first);
    uint32_t pairs = (constants.extent_second + 1u) >> 1u;
    uint32_t mirror_frequency = frequency == 0u ? length >> 1u : length - frequency;
    uint32_t here = nbl_bloom_intermediate_index(channel, scanline >> 1u, nbl_fft_index_of_frequency(first, frequency),
                                                 pairs, length, NBL_BLOOM_TILE_LOG2);
    uint32_t there =
        nbl_bloom_intermediate_index(channel, scanline >> 1u, nbl_fft_index_of_frequency(first, mirror_frequency),
                                     pairs, length, NBL_BLOOM_TILE_LOG2);
    nbl_complex_float32_t z = NBL_BLOOM_READ(here);
    nbl_complex_float32_t w = NBL_BLOOM_READ(there);
    nbl_fft_pair_float32_t unpacked = nbl_fft_unpack_float32_t(z, w);
    /* Zero and Nyquist of a real signal are real: the even scanline's are the real parts, the odd one's the imaginary.
     */
    nbl_fft_pair_float32_t packed = {nbl_complex_construct(z.real, w.real), nbl_complex_construct(z.imag, w.imag)};
    bool odd = (scanline & 1u) != 0u;
    nbl_complex_float32_t plain = nbl_complex_select(odd, unpacked.hi, unpacked.lo);
    nbl_complex_float32_t both = nbl_complex_select(odd, packed.hi, packed.lo);
    return nbl_complex_select(frequency == 0u, both, plain);
}

NBL_FUNCTION void NBL_CAT(NBL_BLOOM_NAME, _load)(nbl_fft_place_t at, uint32_t channel, uint32_t frequency,
                                                 nbl_bloom_constants_t constants,
                                                 NBL_INOUT nbl_complex_float32_t registers[NBL_PRELOADED_ELEMENTS]) {
    nbl_fft_shape_t shape = NBL_BLOOM_SHAPE();
    NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_signal_elements(shape); k++) {
        uint32_t index = nbl_fft_signal_index(shape, k, at.invocation);
        uint32_t scanline = nbl_bloom_texel(index, nbl_fft_length(shape), constants.offset_second,
                                            constants.extent_second, NBL_BLOOM_MIRROR == 1);
        registers[k] = nbl_complex_zero_float32_t();
        if (at.present && nbl_fft_signal_active(shape, k, at.invocation) && scanline < constants.extent_second) {
            registers[k] = NBL_CAT(NBL_BLOOM_NAME, _scanline)(channel, frequency, scanline, constants);
        }
    }
}

NBL_FUNCTION void NBL_CAT(NBL_BLOOM_NAME, _mirrors)(nbl_fft_place_t at,
                                                    NBL_INOUT nbl_complex_float32_t registers[NBL_PRELOADED_ELEMENTS],
                                                    NBL_INOUT nbl_complex_float32_t mirrors[NBL_PRELOADED_ELEMENTS]) {
    nbl_fft_shape_t shape = NBL_BLOOM_SHAPE();
    uint32_t length = nbl_fft_length(shape);
    uint32_t capacity = NBL_BLOOM_SHARED_DWORDS;
    uint32_t base = at.instance * capacity;
    /* Real parts, then imaginary ones, as many numbers of the spectrum at a time as the shared memory holds. */
    for (uint32_t part = 0u; part < 2u; part++) {
        for (uint32_t window = 0u; window < length; window += capacity) {
            NBL_WORKGROUP_BARRIER();
            NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_spectrum_elements(shape); k++) {
                uint32_t number = nbl_fft_spectrum_index(shape, k, at.invocation);
                if (nbl_fft_spectrum_active(shape, k, at.invocation) && number - window < capacity) {
                    NBL_BLOOM_SHARED_SET(base + number - window,
                                         nbl_bits_from_float32(part == 0u ? registers[k].real : registers[k].imag));
                }
            }
            NBL_WORKGROUP_BARRIER();
            NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_spectrum_elements(shape); k++) {
                uint32_t frequency = nbl_fft_frequency(shape, nbl_fft_spectrum_index(shape, k, at.invocation));
                uint32_t number = nbl_fft_index_of_frequency(shape, frequency == 0u ? 0u : length - frequency);
                if (nbl_fft_spectrum_active(shape, k, at.invocation) && number - window < capacity) {
                    float32_t value = nbl_float32_from_bits(NBL_BLOOM_SHARED_GET(base + number - window));
                    if (part == 0u) {
                        mirrors[k].real = value;
                    } else {
                        mirrors[k].imag = value;
                    }
                }
            }
        }
    }
}
