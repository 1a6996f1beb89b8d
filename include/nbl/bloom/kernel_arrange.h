/* The convolution kernel's last pass: its spectrum, normalised, sampled where the image's frequencies are, in the order
 * in which the invocations of the bloom's second pass want it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include of a kernel body, <name>(constants):
 *   NBL_BLOOM_NAME                  prefix
 *   NBL_BLOOM_SHAPE(), NBL_BLOOM_FIRST_SHAPE(), NBL_BLOOM_COLUMNS   of the bloom's second pass, whose grid this has
 *   NBL_BLOOM_RESAMPLE, NBL_BLOOM_HALF_STORAGE
 *   NBL_BLOOM_PLAIN(index)          reads what the kernel's second pass wrote
 *   NBL_BLOOM_SUM(i)                what kernel_sum wrote
 *   NBL_BLOOM_SPECTRUM_WRITE(index, z)
 * Channels share one divisor: the tint stays.
 */
#include "nbl/bloom/rows.h"

NBL_FUNCTION nbl_complex_float32_t NBL_CAT(NBL_BLOOM_NAME, _lerp)(nbl_complex_float32_t a, nbl_complex_float32_t b,
                                                                  float32_t weight) {
    return nbl_complex_add(nbl_complex_scale(a, 1.0f - weight), nbl_complex_scale(b, weight));
}

/* The kernel's transform at frequency (f, g) of the image's spectrum: as it is stored where the lengths agree, else
 * bilinear between its samples, whose weights lie exactly on bin centres. */
NBL_FUNCTION nbl_complex_float32_t NBL_CAT(NBL_BLOOM_NAME, _sample)(uint32_t channel, uint32_t f, uint32_t g,
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
            NBL_CAT(NBL_BLOOM_NAME, _lerp)(NBL_BLOOM_PLAIN(nbl_bloom_spectrum_index(channel, u, v, p1, p2)),
                                           NBL_BLOOM_PLAIN(nbl_bloom_spectrum_index(channel, u, next_v, p1, p2)), b);
        nbl_complex_float32_t high =
            NBL_CAT(NBL_BLOOM_NAME, _lerp)(NBL_BLOOM_PLAIN(nbl_bloom_spectrum_index(channel, next_u, v, p1, p2)),
                                           NBL_BLOOM_PLAIN(nbl_bloom_spectrum_index(channel, next_u, next_v, p1, p2)),
                                           b);
        h = NBL_CAT(NBL_BLOOM_NAME, _lerp)(low, high, a);
    } else {
        h = NBL_BLOOM_PLAIN(nbl_bloom_spectrum_index(channel, f, g, p1, p2));
    }
    return h;
}

NBL_FUNCTION void NBL_BLOOM_NAME(nbl_bloom_constants_t constants) {
    nbl_fft_shape_t first = NBL_BLOOM_FIRST_SHAPE();
    nbl_fft_shape_t shape = NBL_BLOOM_SHAPE();
    nbl_fft_place_t at = nbl_fft_place_columns(nbl_local_invocation_index(), NBL_BLOOM_COLUMNS);
    uint32_t blocks = nbl_bloom_line_blocks(nbl_fft_length(first), NBL_BLOOM_COLUMNS);
    uint32_t channel = nbl_workgroup_index() / blocks;
    uint32_t line = (nbl_workgroup_index() - channel * blocks) * NBL_BLOOM_COLUMNS + at.instance;
    uint32_t elements = nbl_fft_spectrum_elements(shape);
    uint32_t size = NBL_BLOOM_COLUMNS * nbl_fft_invocations(shape);
    bool present = line <= nbl_fft_length(first) >> 1u && channel < NBL_CAST(uint32_t, NBL_BLOOM_CHANNELS);

    float32_t scale =
        nbl_bloom_normalization(NBL_BLOOM_SUM(0), NBL_BLOOM_SUM(1), NBL_BLOOM_SUM(2), constants.normalize);
    if (NBL_BLOOM_HALF_STORAGE == 1) {
        scale = scale * nbl_bloom_power_reciprocal(
                            nbl_bloom_spectrum_power(NBL_BLOOM_SUM(4), NBL_BLOOM_SUM(5), NBL_BLOOM_SUM(6), scale));
    } else {
        scale = scale * constants.scale;
    }
    uint32_t f = nbl_bloom_line_frequency(first, line);
    for (uint32_t k = 0u; k < elements; k++) {
        uint32_t g = nbl_fft_frequency(shape, nbl_fft_spectrum_index(shape, k, at.invocation));
        nbl_complex_float32_t h = nbl_complex_zero_float32_t(); /* for what is read, but of no use */
        if (present && nbl_fft_spectrum_active(shape, k, at.invocation))
            h = nbl_complex_scale(NBL_CAT(NBL_BLOOM_NAME, _sample)(channel, f, g, constants), scale);
        NBL_BLOOM_SPECTRUM_WRITE(
            nbl_bloom_arranged_index(nbl_workgroup_index(), k, elements, nbl_local_invocation_index(), size), h);
    }
}
