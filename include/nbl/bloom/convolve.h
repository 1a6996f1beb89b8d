/* The bloom's second pass: FFT along the second axis, product with the kernel's spectrum, inverse FFT, in one kernel.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The body of a kernel, nbl_bloom_convolve(constants). Expects of the shader what nbl/bloom/second_axis.h expects, and:
 *   bloom_second                    an instance of nbl/fft.h in registers, for the second axis, unscaled both ways
 *   NBL_PARAMETER(half_storage)     1: the intermediate and the kernel's spectrum are halves; 0: float32
 *   NBL_PARAMETER(spectrum_early)   1: loads the kernel's spectrum before the FFT, which hides the wait and takes
 *                                   registers; 0: after the FFT
 *   NBL_PARAMETER(kernel_channels)  1: all channels have the first one's spectrum
 *   bloom_spectrum_get(index)       an element of the kernel's spectrum; kernel_sums: the buffer of its sums
 *   bloom_rows_set(index, z)        without padding_second: writes in place; each invocation alone read what it writes
 *   bloom_moved_set(index, z)       with it: writes another buffer, since scanlines beyond the edge are read by several
 *
 * One workgroup convolves NBL_PARAMETER(ffts_per_workgroup) lines of one channel. The lines are frequencies 0 to N1 / 2
 * of the first axis; the others follow from symmetry. Scanlines d and d + D are stored as one element, so one
 * invocation has both, as its elements k and k + m: NBL_PARAMETER(pair_elements), m, is 1 or more.
 */
#ifndef NBL_BLOOM_CONVOLVE_H
#define NBL_BLOOM_CONVOLVE_H

#include "nbl/bloom/second_axis.h"

/* Writes an element of the intermediate: in place, or into another buffer if scanlines stand around the image, too. */
NBL_FUNCTION void nbl_bloom_write_row(uint32_t index, nbl_complex_float32_t z) {
    if (NBL_PARAMETER(padding_second) != 0) {
        bloom_moved_set(index, z);
    } else {
        bloom_rows_set(index, z);
    }
}

/* Packs scanlines d and d + D again: Z[f] = A + i B, and Z[N1 - f] = conj A + i conj B. */
NBL_FUNCTION void nbl_bloom_store_line(nbl_bloom_line_t spectral_line, bool mirrors, float32_t scale,
                                       NBL_INOUT nbl_complex_float32_t registers[bloom_second_elements]) {
    uint32_t partner = NBL_PARAMETER(pair_elements);
    NBL_UNROLL for (uint32_t k = 0u; k < bloom_second_signal_elements(); k++) {
        uint32_t row = bloom_second_signal_index(spectral_line.at, k);
        if (k % NBL_PARAMETER(pair_period) < partner && bloom_second_signal_active(spectral_line.at, k)) {
            nbl_complex_float32_t lo = registers[k], hi = nbl_complex_zero_float32_t();
            if (k % NBL_PARAMETER(pair_period) + partner < NBL_PARAMETER(pair_period)) hi = registers[k + partner];
            if (NBL_PARAMETER(half_storage) == 1) {
                lo = nbl_complex_scale(lo, scale);
                hi = nbl_complex_scale(hi, scale);
            }
            nbl_complex_float32_t z = {lo.real - hi.imag, lo.imag + hi.real};
            nbl_complex_float32_t ends = {lo.real, hi.real};
            nbl_complex_float32_t mirror = {lo.real + hi.imag, hi.real - lo.imag};
            uint32_t slot = mirrors ? spectral_line.there : spectral_line.here;
            if (mirrors) z = mirror;
            if (!mirrors) z = nbl_complex_select(spectral_line.is_real, ends, z);
            nbl_bloom_write_row(nbl_bloom_row_index(spectral_line.channel, row, slot), z);
        }
    }
}

/* Loads this invocation's elements of the kernel's spectrum, in the order of nbl_bloom_arranged_index(). */
NBL_FUNCTION void nbl_bloom_load_spectrum(NBL_INOUT nbl_complex_float32_t spectrum[bloom_second_elements]) {
    uint32_t workgroup = nbl_workgroup_index();
    if (NBL_PARAMETER(kernel_channels) == 1) /* all channels have the first one's */
        workgroup = workgroup % nbl_bloom_line_blocks(bloom_first_fft_length(), NBL_PARAMETER(ffts_per_workgroup));
    NBL_UNROLL for (uint32_t k = 0u; k < bloom_second_spectrum_elements(); k++) {
        spectrum[k] = bloom_spectrum_get(nbl_bloom_arranged_index(workgroup, k));
    }
}

/* Runs the second pass. Dispatch nbl_bloom_line_blocks() workgroups for each channel. */
NBL_FUNCTION void nbl_bloom_convolve(nbl_bloom_constants_t constants) {
    nbl_bloom_line_t spectral_line = nbl_bloom_line(nbl_workgroup_index());
    nbl_complex_float32_t registers[bloom_second_elements], spectrum[bloom_second_elements];
    nbl_bloom_load_line(spectral_line, constants, registers);
    if (NBL_PARAMETER(spectrum_early) == 1) nbl_bloom_load_spectrum(spectrum);
    bloom_second_forward_registers(spectral_line.at, registers);
    if (NBL_PARAMETER(spectrum_early) == 0) nbl_bloom_load_spectrum(spectrum);

    /* Float32: the spectrum carries the scale of all transforms. Halves cannot, so what is stored here does. */
    float32_t unit = constants.scale, scale = 1.0f;
    if (NBL_PARAMETER(half_storage) == 1) {
        float32_t power =
            nbl_bloom_spectrum_power(NBL_LOAD(kernel_sums, 4), NBL_LOAD(kernel_sums, 5), NBL_LOAD(kernel_sums, 6),
                                     nbl_bloom_normalization(NBL_LOAD(kernel_sums, 0), NBL_LOAD(kernel_sums, 1),
                                                             NBL_LOAD(kernel_sums, 2), constants.normalize));
        unit = nbl_bloom_power_reciprocal(power);
        scale = power * (0.5f * constants.reciprocal_second);
    }
    NBL_UNROLL for (uint32_t k = 0u; k < bloom_second_spectrum_elements(); k++) {
        /* Towards the transform of a unit impulse, which is one everywhere. */
        nbl_complex_float32_t h = nbl_complex_scale(spectrum[k], 1.0f - constants.sharpening);
        h.real = h.real + constants.sharpening * unit;
        registers[k] = nbl_complex_mul(registers[k], h);
    }
    NBL_WORKGROUP_BARRIER();
    bloom_second_inverse_registers(spectral_line.at, registers);
    if (spectral_line.at.present) {
        nbl_bloom_store_line(spectral_line, false, scale, registers);
        if (!spectral_line.is_real) nbl_bloom_store_line(spectral_line, true, scale, registers);
    }
}

#endif
