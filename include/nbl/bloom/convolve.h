/* The bloom's second pass: FFT along the second axis, product with the kernel's spectrum, inverse FFT, in one kernel.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include of a kernel body, <name>(constants); parameters of nbl/bloom/second_axis.h, and
 *   NBL_BLOOM_FFTS_PER_WORKGROUP, NBL_BLOOM_RESAMPLE
 *   NBL_BLOOM_FFT_FORWARD(at, registers), NBL_BLOOM_FFT_INVERSE(at, registers)
 *   NBL_BLOOM_SPECTRUM(index)    reads the kernel's spectrum
 *   NBL_BLOOM_WRITE(index, z)    writes the second intermediate
 * One workgroup convolves NBL_BLOOM_FFTS_PER_WORKGROUP rows, a row being one frequency of one channel; of the first
 * axis's frequencies only the lower half is transformed, the rest follows from symmetry.
 */
#include "nbl/bloom/second_axis.h"

NBL_FUNCTION nbl_complex_float32_t NBL_CAT(NBL_BLOOM_NAME, _lerp)(nbl_complex_float32_t a, nbl_complex_float32_t b,
                                                                  float32_t weight) {
    return nbl_complex_add(nbl_complex_scale(a, 1.0f - weight), nbl_complex_scale(b, weight));
}

/* The kernel's transform at frequency (f, g) of the image's spectrum: as it is stored where the lengths agree, else
 * bilinear between its samples, whose weights lie exactly on bin centres. */
NBL_FUNCTION nbl_complex_float32_t NBL_CAT(NBL_BLOOM_NAME, _kernel)(uint32_t channel, uint32_t f, uint32_t g,
                                                                    nbl_bloom_constants_t constants) {
    nbl_complex_float32_t h;
    uint32_t p1 = constants.spectrum_first;
    uint32_t p2 = constants.spectrum_second;
    if (NBL_BLOOM_RESAMPLE == 1) {
        nbl_fft_shape_t first = NBL_BLOOM_FIRST_SHAPE();
        nbl_fft_shape_t second = NBL_BLOOM_SHAPE();
        uint32_t n1 = nbl_fft_length(first);
        uint32_t n2 = nbl_fft_length(second);
        uint32_t u = (f * p1) / n1;
        uint32_t v = (g * p2) / n2;
        float32_t a = NBL_CAST(float32_t, f * p1 - u * n1) * constants.reciprocal_first;
        float32_t b = NBL_CAST(float32_t, g * p2 - v * n2) * constants.reciprocal_second;
        /* Only 0 to P1 / 2 is stored; beyond it the weight is zero. */
        uint32_t last = p1 >> 1u;
        uint32_t next_u = (u + 1u) % p1;
        if (next_u > last) next_u = last;
        uint32_t next_v = (v + 1u) % p2;
        nbl_complex_float32_t low =
            NBL_CAT(NBL_BLOOM_NAME, _lerp)(NBL_BLOOM_SPECTRUM(nbl_bloom_spectrum_index(channel, u, v, p1, p2)),
                                           NBL_BLOOM_SPECTRUM(nbl_bloom_spectrum_index(channel, u, next_v, p1, p2)), b);
        nbl_complex_float32_t high =
            NBL_CAT(NBL_BLOOM_NAME,
                    _lerp)(NBL_BLOOM_SPECTRUM(nbl_bloom_spectrum_index(channel, next_u, v, p1, p2)),
                           NBL_BLOOM_SPECTRUM(nbl_bloom_spectrum_index(channel, next_u, next_v, p1, p2)), b);
        h = NBL_CAT(NBL_BLOOM_NAME, _lerp)(low, high, a);
    } else {
        h = NBL_BLOOM_SPECTRUM(nbl_bloom_spectrum_index(channel, f, g, p1, p2));
    }
    /* Towards the transform of a unit impulse, which is one everywhere. */
    return NBL_CAT(NBL_BLOOM_NAME, _lerp)(h, nbl_complex_unit_float32_t(), constants.sharpening);
}

/* The product in the packed row: Zero and Nyquist are taken apart, multiplied each by its own, and packed again. */
NBL_FUNCTION nbl_complex_float32_t NBL_CAT(NBL_BLOOM_NAME, _packed_product)(nbl_complex_float32_t z,
                                                                            nbl_complex_float32_t mirror,
                                                                            uint32_t channel, uint32_t g,
                                                                            nbl_bloom_constants_t constants) {
    nbl_fft_shape_t first = NBL_BLOOM_FIRST_SHAPE();
    nbl_fft_pair_float32_t rows = nbl_fft_unpack_float32_t(z, mirror);
    rows.lo = nbl_complex_mul(rows.lo, NBL_CAT(NBL_BLOOM_NAME, _kernel)(channel, 0u, g, constants));
    rows.hi =
        nbl_complex_mul(rows.hi, NBL_CAT(NBL_BLOOM_NAME, _kernel)(channel, nbl_fft_length(first) >> 1u, g, constants));
    return nbl_fft_pack_float32_t(rows);
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
    NBL_CAT(NBL_BLOOM_NAME, _load)(at, channel, frequency, constants, registers);
    NBL_BLOOM_FFT_FORWARD(at, registers);

    /* Whether one of the workgroup's rows is a packed one: the same for all of its invocations, which trade then. */
    uint32_t phase = first_row % frequencies;
    if (phase == 0u || phase + NBL_BLOOM_FFTS_PER_WORKGROUP > frequencies) {
        nbl_complex_float32_t mirrors[NBL_PRELOADED_ELEMENTS];
        NBL_CAT(NBL_BLOOM_NAME, _mirrors)(at, registers, mirrors);
        NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_spectrum_elements(shape); k++) {
            uint32_t g = nbl_fft_frequency(shape, nbl_fft_spectrum_index(shape, k, at.invocation));
            if (at.present && nbl_fft_spectrum_active(shape, k, at.invocation) && frequency == 0u)
                registers[k] =
                    NBL_CAT(NBL_BLOOM_NAME, _packed_product)(registers[k], mirrors[k], channel, g, constants);
        }
    }
    NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_spectrum_elements(shape); k++) {
        uint32_t g = nbl_fft_frequency(shape, nbl_fft_spectrum_index(shape, k, at.invocation));
        if (at.present && nbl_fft_spectrum_active(shape, k, at.invocation) && frequency != 0u)
            registers[k] =
                nbl_complex_mul(registers[k], NBL_CAT(NBL_BLOOM_NAME, _kernel)(channel, frequency, g, constants));
    }

    NBL_WORKGROUP_BARRIER();
    NBL_BLOOM_FFT_INVERSE(at, registers);
    NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_signal_elements(shape); k++) {
        uint32_t index = nbl_fft_signal_index(shape, k, at.invocation);
        uint32_t scanline =
            nbl_bloom_texel(index, nbl_fft_length(shape), constants.offset_second, constants.extent_second, false);
        if (at.present && nbl_fft_signal_active(shape, k, at.invocation) && scanline < constants.extent_second) {
            NBL_BLOOM_WRITE(nbl_bloom_intermediate_index(channel, frequency, scanline, frequencies,
                                                         constants.extent_second, NBL_BLOOM_TILE_LOG2),
                            registers[k]);
        }
    }
}
