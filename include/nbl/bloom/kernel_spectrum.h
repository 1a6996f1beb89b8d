/* The convolution kernel's second pass: FFT along the second axis, and its spectrum in DFT order.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include of a kernel body, <name>(constants); parameters of nbl/bloom/second_axis.h, and
 *   NBL_BLOOM_RESAMPLE
 *   NBL_BLOOM_FFT_FORWARD(at, registers)
 *   NBL_BLOOM_PLAIN_WRITE(index, z)      writes the kernel's spectrum, P2 frequencies for each of P1 / 2 + 1
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
         * The half is of the lines, which come doubled. */
        bool negative = NBL_BLOOM_RESAMPLE == 1 && ((u + v) & 1u) != 0u;
        NBL_BLOOM_PLAIN_WRITE(nbl_bloom_spectrum_index(channel, u, v, constants.spectrum_first,
                                                       constants.spectrum_second),
                              nbl_complex_scale(z, negative ? -0.5f : 0.5f));
    }
}

NBL_FUNCTION void NBL_BLOOM_NAME(nbl_bloom_constants_t constants) {
    nbl_fft_shape_t shape = NBL_BLOOM_SHAPE();
    NBL_CAT(NBL_BLOOM_NAME, _line_t) line = NBL_CAT(NBL_BLOOM_NAME, _line)(nbl_workgroup_index());
    nbl_complex_float32_t registers[NBL_PRELOADED_ELEMENTS];
    NBL_CAT(NBL_BLOOM_NAME, _load)(line, constants, registers);
    NBL_BLOOM_FFT_FORWARD(line.at, registers);
    uint32_t f = nbl_bloom_line_frequency(NBL_BLOOM_FIRST_SHAPE(), line.line);
    NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_spectrum_elements(shape); k++) {
        uint32_t g = nbl_fft_frequency(shape, nbl_fft_spectrum_index(shape, k, line.at.invocation));
        if (line.at.present && nbl_fft_spectrum_active(shape, k, line.at.invocation))
            NBL_CAT(NBL_BLOOM_NAME, _store)(line.channel, f, g, registers[k], constants);
    }
}
