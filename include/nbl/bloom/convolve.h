/* The bloom's second pass: FFT along the second axis, product with the kernel's spectrum, inverse FFT, in one kernel.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include of a kernel body, <name>(constants); parameters of nbl/bloom/second_axis.h, and
 *   NBL_BLOOM_FFT_FORWARD(at, registers), NBL_BLOOM_FFT_INVERSE(at, registers)   both without a factor
 *   NBL_BLOOM_HALF_STORAGE
 *   NBL_BLOOM_SPECTRUM_EARLY       1: the kernel's spectrum is asked for before the FFT, at the price of registers: where
 *                                  few workgroups share a multiprocessor, nobody else computes while this one waits
 *   NBL_BLOOM_SPECTRUM(index)      reads the kernel's spectrum
 *   NBL_BLOOM_SUM(i)               reads the kernel's sums
 *   NBL_BLOOM_ROWS_WRITE(index, z) writes the intermediate, in place: each invocation writes what it alone has read
 *   NBL_BLOOM_ROWS_MOVE(index, z)  into another buffer: a mirrored scanline is read by several
 * One workgroup convolves NBL_BLOOM_COLUMNS lines of one channel; of the first axis's frequencies only the lower half
 * and Nyquist is transformed, the rest follows from symmetry. Here elements k and k + m of an invocation always are
 * scanlines d and d + D, since both go back into one element: NBL_BLOOM_PAIR_ELEMENTS is 1 or more.
 */
#include "nbl/bloom/second_axis.h"

NBL_FUNCTION void NBL_CAT(NBL_BLOOM_NAME, _write)(uint32_t index, nbl_complex_float32_t z) {
    if (NBL_BLOOM_MIRROR == 1) {
        NBL_BLOOM_ROWS_MOVE(index, z);
    } else {
        NBL_BLOOM_ROWS_WRITE(index, z);
    }
}

/* Packs scanlines d and d + D again: Z[f] = A + i B, and Z[N1 - f] = conj A + i conj B. */
NBL_FUNCTION void NBL_CAT(NBL_BLOOM_NAME, _store)(NBL_CAT(NBL_BLOOM_NAME, _line_t) line, bool mirrors, float32_t scale,
                                                  NBL_INOUT nbl_complex_float32_t registers[NBL_PRELOADED_ELEMENTS]) {
    nbl_fft_shape_t first = NBL_BLOOM_FIRST_SHAPE();
    nbl_fft_shape_t shape = NBL_BLOOM_SHAPE();
    uint32_t partner = NBL_BLOOM_PAIR_ELEMENTS;
    NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_signal_elements(shape); k++) {
        uint32_t row = nbl_fft_signal_index(shape, k, line.at.invocation);
        if (k % NBL_BLOOM_PAIR_PERIOD < partner && nbl_fft_signal_active(shape, k, line.at.invocation)) {
            nbl_complex_float32_t lo = registers[k], hi = nbl_complex_zero_float32_t();
            if (k % NBL_BLOOM_PAIR_PERIOD + partner < NBL_BLOOM_PAIR_PERIOD) hi = registers[k + partner];
            if (NBL_BLOOM_HALF_STORAGE == 1) {
                lo = nbl_complex_scale(lo, scale);
                hi = nbl_complex_scale(hi, scale);
            }
            nbl_complex_float32_t z = {lo.real - hi.imag, lo.imag + hi.real};
            nbl_complex_float32_t ends = {lo.real, hi.real};
            nbl_complex_float32_t mirror = {lo.real + hi.imag, hi.real - lo.imag};
            uint32_t slot = mirrors ? line.there : line.here;
            if (mirrors) z = mirror;
            if (!mirrors) z = nbl_complex_select(line.is_real, ends, z);
            NBL_CAT(NBL_BLOOM_NAME, _write)
            (nbl_bloom_row_index(line.channel, row, slot, NBL_BLOOM_PAIR_DISTANCE, nbl_fft_length(first)), z);
        }
    }
}

NBL_FUNCTION void NBL_CAT(NBL_BLOOM_NAME,
                          _load_spectrum)(NBL_INOUT nbl_complex_float32_t spectrum[NBL_PRELOADED_ELEMENTS]) {
    nbl_fft_shape_t shape = NBL_BLOOM_SHAPE();
    uint32_t elements = nbl_fft_spectrum_elements(shape);
    uint32_t size = NBL_BLOOM_COLUMNS * nbl_fft_invocations(shape);
    NBL_UNROLL for (uint32_t k = 0u; k < elements; k++) {
        spectrum[k] = NBL_BLOOM_SPECTRUM(
            nbl_bloom_arranged_index(nbl_workgroup_index(), k, elements, nbl_local_invocation_index(), size));
    }
}

NBL_FUNCTION void NBL_BLOOM_NAME(nbl_bloom_constants_t constants) {
    nbl_fft_shape_t shape = NBL_BLOOM_SHAPE();
    NBL_CAT(NBL_BLOOM_NAME, _line_t) line = NBL_CAT(NBL_BLOOM_NAME, _line)(nbl_workgroup_index());
    nbl_complex_float32_t registers[NBL_PRELOADED_ELEMENTS], spectrum[NBL_PRELOADED_ELEMENTS];
    NBL_CAT(NBL_BLOOM_NAME, _load)(line, constants, registers);
    if (NBL_BLOOM_SPECTRUM_EARLY == 1) NBL_CAT(NBL_BLOOM_NAME, _load_spectrum)(spectrum);
    NBL_BLOOM_FFT_FORWARD(line.at, registers);
    if (NBL_BLOOM_SPECTRUM_EARLY == 0) NBL_CAT(NBL_BLOOM_NAME, _load_spectrum)(spectrum);

    /* Float32: the spectrum carries the scale of all transforms. Halves cannot, so what is stored here does. */
    float32_t unit = constants.scale, scale = 1.0f;
    if (NBL_BLOOM_HALF_STORAGE == 1) {
        float32_t power = nbl_bloom_spectrum_power(NBL_BLOOM_SUM(4), NBL_BLOOM_SUM(5), NBL_BLOOM_SUM(6),
                                                   nbl_bloom_normalization(NBL_BLOOM_SUM(0), NBL_BLOOM_SUM(1),
                                                                           NBL_BLOOM_SUM(2), constants.normalize));
        unit = nbl_bloom_power_reciprocal(power);
        scale = power * (0.5f * constants.reciprocal_second);
    }
    NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_spectrum_elements(shape); k++) {
        /* Towards the transform of a unit impulse, which is one everywhere. */
        nbl_complex_float32_t h = nbl_complex_scale(spectrum[k], 1.0f - constants.sharpening);
        h.real = h.real + constants.sharpening * unit;
        registers[k] = nbl_complex_mul(registers[k], h);
    }
    NBL_WORKGROUP_BARRIER();
    NBL_BLOOM_FFT_INVERSE(line.at, registers);
    if (line.at.present) {
        NBL_CAT(NBL_BLOOM_NAME, _store)(line, false, scale, registers);
        if (!line.is_real) NBL_CAT(NBL_BLOOM_NAME, _store)(line, true, scale, registers);
    }
}
