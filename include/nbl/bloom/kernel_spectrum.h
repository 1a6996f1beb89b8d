/* The convolution kernel's second pass: FFT along the second axis, and its spectrum in DFT order.
 * SPDX-License-Identifier: Apache-2.0
 *
 * nbl_bloom_kernel_spectrum(constants) is the body of this pass's shader, which defines what nbl/bloom/second_axis.h
 * lists, and
 *   NBL_PARAMETER(resample)
 *   bloom_plain_set(index, z)   writes the spectrum of the convolution kernel: spectrum_second numbers for each of
 *                               spectrum_first / 2 + 1 frequencies of the first axis
 * The FFT's lengths are multiples of the spectrum's: nbl_bloom_plan_make() sees to it, and a spectrum may be shorter
 * than the shortest FFT of an algorithm. The kernel is padded with zeros. If its transform is k times as long as the
 * spectrum, frequency k f of the transform is frequency f of the spectrum; only these frequencies are written.
 */
#ifndef NBL_BLOOM_KERNEL_SPECTRUM_H
#define NBL_BLOOM_KERNEL_SPECTRUM_H

#include "nbl/bloom/second_axis.h"

/* Stores frequency (f, g) of the doubled transform, if the kernel's smaller spectrum has it. */
NBL_FUNCTION void nbl_bloom_store_frequency(uint32_t channel, uint32_t f, uint32_t g, nbl_complex_float32_t z,
                                            nbl_bloom_constants_t constants) {
    uint32_t step_first = bloom_first_fft_length() / constants.spectrum_first;
    uint32_t step_second = bloom_second_fft_length() / constants.spectrum_second;
    uint32_t u = f / step_first;
    uint32_t v = g / step_second;
    if (u * step_first == f && v * step_second == g) {
        /* In resample mode the kernel stands in the middle of its texels; a sign per frequency shifts it to the origin.
         * The half is of the lines, which come doubled. */
        bool negative = NBL_PARAMETER(resample) != 0 && ((u + v) & 1u) != 0u;
        bloom_plain_set(nbl_bloom_spectrum_index(channel, u, v, constants.spectrum_first, constants.spectrum_second),
                        nbl_complex_scale(z, negative ? -0.5f : 0.5f));
    }
}

/* Runs the kernel's second pass. Dispatch nbl_bloom_line_blocks() workgroups for each channel. */
NBL_FUNCTION void nbl_bloom_kernel_spectrum(nbl_bloom_constants_t constants) {
    nbl_bloom_line_t spectral_line = nbl_bloom_line(nbl_workgroup_index());
    nbl_complex_float32_t registers[bloom_second_elements];
    nbl_bloom_load_line(spectral_line, constants, registers);
    bloom_second_forward_registers(spectral_line.at, registers);
    uint32_t f = nbl_bloom_line_frequency(spectral_line.line_number);
    NBL_UNROLL for (uint32_t k = 0u; k < bloom_second_spectrum_elements(); k++) {
        uint32_t g = bloom_second_frequency(spectral_line.at, k);
        if (spectral_line.at.present && bloom_second_spectrum_active(spectral_line.at, k))
            nbl_bloom_store_frequency(spectral_line.channel, f, g, registers[k], constants);
    }
}

#endif
