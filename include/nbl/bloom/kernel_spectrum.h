/* The convolution kernel's second pass: FFT along the second axis, and its spectrum in DFT order.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include of a kernel body, <name>(constants); parameters of nbl/bloom/second_axis.h, and
 *   NBL_BLOOM_FFTS_PER_WORKGROUP, NBL_BLOOM_RESAMPLE
 *   NBL_BLOOM_FFT_FORWARD(at, registers)
 *   NBL_BLOOM_SPECTRUM_WRITE(index, z)   writes the kernel's spectrum
 *   NBL_BLOOM_SUM(channel, value)        writes the sum of a channel's texels: the transform at frequency (0, 0)
 * The FFT's lengths may be multiples of the spectrum's (an algorithm has a smallest length): then only every so many-th
 * frequency is kept, which is the transform at the shorter length.
 */
#include "nbl/bloom/second_axis.h"

NBL_FUNCTION void NBL_CAT(NBL_BLOOM_NAME, _store)(uint32_t channel, uint32_t f, uint32_t g, nbl_complex_float32_t z,
                                                  nbl_bloom_constants_t constants) {
    nbl_fft_shape_t first = NBL_BLOOM_FIRST_SHAPE();
    nbl_fft_shape_t second = NBL_BLOOM_SHAPE();
    uint32_t step_first = nbl_fft_length(first) / constants.spectrum_first;
    uint32_t step_second = nbl_fft_length(second) / constants.spectrum_second;
    uint32_t u = f / step_first;
    uint32_t v = g / step_second;
    if (u * step_first == f && v * step_second == g) {
        /* In resample mode the kernel stands in the middle of its texels; a sign per frequency shifts it to the origin.
         */
        bool negative = NBL_BLOOM_RESAMPLE == 1 && ((u + v) & 1u) != 0u;
        nbl_complex_float32_t minus = {-z.real, -z.imag};
        NBL_BLOOM_SPECTRUM_WRITE(nbl_bloom_spectrum_index(channel, u, v, constants.spectrum_first,
                                                          constants.spectrum_second),
                                 nbl_complex_select(negative, minus, z));
    }
    if (f == 0u && g == 0u) NBL_BLOOM_SUM(channel, z.real);
}

NBL_FUNCTION void NBL_BLOOM_NAME(nbl_bloom_constants_t constants) {
    nbl_fft_shape_t first = NBL_BLOOM_FIRST_SHAPE();
    nbl_fft_shape_t shape = NBL_BLOOM_SHAPE();
    uint32_t frequencies = nbl_fft_length(first) >> 1u;
    nbl_fft_place_t at = nbl_fft_place(nbl_local_invocation_index(), nbl_fft_invocations(shape));
    uint32_t first_row = nbl_workgroup_index() * NBL_BLOOM_FFTS_PER_WORKGROUP;
    uint32_t row = first_row + at.instance;
    uint32_t channel = row / frequencies;
    uint32_t frequency = row - channel * frequencies;
    at.present = channel < NBL_CAST(uint32_t, NBL_BLOOM_CHANNELS);

    nbl_complex_float32_t registers[NBL_PRELOADED_ELEMENTS];
    nbl_complex_float32_t mirrors[NBL_PRELOADED_ELEMENTS];
    NBL_CAT(NBL_BLOOM_NAME, _load)(at, channel, frequency, constants, registers);
    NBL_BLOOM_FFT_FORWARD(at, registers);
    NBL_CAT(NBL_BLOOM_NAME, _mirrors)(at, registers, mirrors);
    NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_spectrum_elements(shape); k++) {
        uint32_t g = nbl_fft_frequency(shape, nbl_fft_spectrum_index(shape, k, at.invocation));
        nbl_fft_pair_float32_t rows = nbl_fft_unpack_float32_t(registers[k], mirrors[k]);
        bool present = at.present && nbl_fft_spectrum_active(shape, k, at.invocation);
        if (present && frequency == 0u) {
            NBL_CAT(NBL_BLOOM_NAME, _store)(channel, 0u, g, rows.lo, constants);
            NBL_CAT(NBL_BLOOM_NAME, _store)(channel, frequencies, g, rows.hi, constants);
        }
        if (present && frequency != 0u) NBL_CAT(NBL_BLOOM_NAME, _store)(channel, frequency, g, registers[k], constants);
    }
}
