/* The convolution kernel's last pass: samples the kernel's normalised spectrum at the image's frequencies, and stores
 * it in the order in which the invocations of the bloom's second pass read it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The body of a kernel, nbl_bloom_kernel_arrange(constants). Expects of the shader:
 *   bloom_first, bloom_second       maps of nbl/fft.h, with the plans of the bloom's second pass
 *   NBL_PARAMETER(ffts_per_workgroup)   lines of a workgroup, as in the bloom's second pass
 *   NBL_PARAMETER(resample)         0: the spectra of kernel and image have the same lengths; else the interpolation,
 *                                   1 + NBL_BLOOM_LINEAR, _CUBIC, _SIX_TAPS or _B_SPLINE
 *   NBL_PARAMETER(half_storage)     1: the stored spectrum is halves, and is scaled to their range; 0: float32
 *   bloom_plain_get(index)          returns a number of what nbl/bloom/kernel_spectrum.h wrote
 *   kernel_sums                     the buffer that nbl/bloom/kernel_sum.h wrote
 *   bloom_spectrum_set(index, z)    stores a number of the arranged spectrum
 *
 * All channels are divided by one number, so that a coloured kernel keeps its tint.
 */
#ifndef NBL_BLOOM_KERNEL_ARRANGE_H
#define NBL_BLOOM_KERNEL_ARRANGE_H

#include "nbl/bloom/rows.h"
#include "nbl/fft/columns.h"

/* Returns a + weight (b - a).
 * 
 * weight  0 to 1 */
NBL_FUNCTION nbl_complex_float32_t nbl_bloom_lerp(nbl_complex_float32_t a, nbl_complex_float32_t b, float32_t weight) {
    return nbl_complex_add(nbl_complex_scale(a, 1.0f - weight), nbl_complex_scale(b, weight));
}

/* Returns the weight of a sample of the kernel's spectrum at distance s: by Keys's cubic of 4 taps, by his cubic of 6
 * taps, or by the cubic B-spline of 4 taps, whose window in space is lowest where ghosts are. Source: R. G. Keys, Cubic
 * Convolution Interpolation for Digital Image Processing, 1981. */
NBL_FUNCTION float32_t nbl_bloom_weight(float32_t s) {
    float32_t nearest = 1.0f + s * s * (1.5f * s - 2.5f);
    float32_t farther = 2.0f + s * (s * (2.5f - 0.5f * s) - 4.0f);
    float32_t last = 0.0f;
    if (NBL_PARAMETER(resample) == 1 + NBL_BLOOM_SIX_TAPS) {
        nearest = 1.0f + s * s * (1.333333373f * s - 2.333333254f);
        farther = 2.5f + s * (s * (3.0f - 0.583333313f * s) - 4.916666508f);
        last = s * (1.75f + s * (0.083333336f * s - 0.666666687f)) - 1.5f;
    }
    if (NBL_PARAMETER(resample) == 1 + NBL_BLOOM_B_SPLINE) {
        nearest = 0.666666687f + s * s * (0.5f * s - 1.0f);
        farther = 0.166666672f * (2.0f - s) * (2.0f - s) * (2.0f - s);
    }
    return s < 1.0f ? nearest : s < 2.0f ? farther : last;
}

/* Returns sample (u, v) of the kernel's spectrum. Half of the spectrum is stored, since the kernel is real. */
NBL_FUNCTION nbl_complex_float32_t nbl_bloom_stored(uint32_t channel, uint32_t u, uint32_t v,
                                                    nbl_bloom_constants_t constants) {
    uint32_t p1 = constants.spectrum_first;
    uint32_t p2 = constants.spectrum_second;
    bool mirrored = u > p1 >> 1u;
    uint32_t row = mirrored ? p1 - u : u;
    uint32_t column = mirrored ? (p2 - v) % p2 : v;
    nbl_complex_float32_t z = bloom_plain_get(nbl_bloom_spectrum_index(channel, row, column, p1, p2));
    if (mirrored) z.imag = -z.imag;
    return z;
}

/* The kernel's transform between samples, at (u + a, v + b). */
NBL_FUNCTION nbl_complex_float32_t nbl_bloom_between(uint32_t channel, uint32_t u, uint32_t v, float32_t a, float32_t b,
                                                     nbl_bloom_constants_t constants) {
    uint32_t before = NBL_PARAMETER(resample) == 1 + NBL_BLOOM_SIX_TAPS ? 2u : 1u; /* taps before u */
    uint32_t p1 = constants.spectrum_first;
    uint32_t p2 = constants.spectrum_second;
    nbl_complex_float32_t sum = nbl_complex_zero_float32_t();
    for (uint32_t i = 0u; i < 2u * before + 2u; i++) {
        nbl_complex_float32_t row = nbl_complex_zero_float32_t();
        for (uint32_t j = 0u; j < 2u * before + 2u; j++) {
            float32_t t = b + NBL_CAST(float32_t, before) - NBL_CAST(float32_t, j);
            nbl_complex_float32_t z =
                nbl_bloom_stored(channel, (u + i + 2u * p1 - before) % p1, (v + j + 2u * p2 - before) % p2, constants);
            row = nbl_complex_add(row, nbl_complex_scale(z, nbl_bloom_weight(t < 0.0f ? -t : t)));
        }
        float32_t s = a + NBL_CAST(float32_t, before) - NBL_CAST(float32_t, i);
        sum = nbl_complex_add(sum, nbl_complex_scale(row, nbl_bloom_weight(s < 0.0f ? -s : s)));
    }
    return sum;
}

/* The kernel's transform at frequency (f, g) of the image's spectrum: as it is stored where the lengths agree, else
 * between its samples, whose weights lie exactly on bin centres; the linear case is a lerp of lerps. */
NBL_FUNCTION nbl_complex_float32_t nbl_bloom_sample(uint32_t channel, uint32_t f, uint32_t g,
                                                    nbl_bloom_constants_t constants) {
    nbl_complex_float32_t h;
    uint32_t p1 = constants.spectrum_first;
    uint32_t p2 = constants.spectrum_second;
    if (NBL_PARAMETER(resample) != 0) {
        uint32_t n1 = bloom_first_fft_length();
        uint32_t n2 = bloom_second_fft_length();
        uint32_t u = (f * p1) / n1;
        uint32_t v = (g * p2) / n2;
        float32_t a = NBL_CAST(float32_t, f * p1 - u * n1) * constants.reciprocal_first;
        float32_t b = NBL_CAST(float32_t, g * p2 - v * n2) * constants.reciprocal_second;
        if (NBL_PARAMETER(resample) != 1) return nbl_bloom_between(channel, u, v, a, b, constants);
        /* Only 0 to P1 / 2 is stored; beyond it the weight is zero. */
        uint32_t last = p1 >> 1u;
        uint32_t next_u = (u + 1u) % p1;
        if (next_u > last) next_u = last;
        uint32_t next_v = (v + 1u) % p2;
        nbl_complex_float32_t low =
            nbl_bloom_lerp(bloom_plain_get(nbl_bloom_spectrum_index(channel, u, v, p1, p2)),
                           bloom_plain_get(nbl_bloom_spectrum_index(channel, u, next_v, p1, p2)), b);
        nbl_complex_float32_t high =
            nbl_bloom_lerp(bloom_plain_get(nbl_bloom_spectrum_index(channel, next_u, v, p1, p2)),
                           bloom_plain_get(nbl_bloom_spectrum_index(channel, next_u, next_v, p1, p2)), b);
        h = nbl_bloom_lerp(low, high, a);
    } else {
        h = bloom_plain_get(nbl_bloom_spectrum_index(channel, f, g, p1, p2));
    }
    return h;
}

/* Runs the kernel's last pass. Dispatch as many workgroups as the bloom's second pass has. */
NBL_FUNCTION void nbl_bloom_kernel_arrange(nbl_bloom_constants_t constants) {
    nbl_fft_place_t at = nbl_fft_place_columns(nbl_local_invocation_index(), NBL_PARAMETER(ffts_per_workgroup));
    uint32_t blocks = nbl_bloom_line_blocks(bloom_first_fft_length(), NBL_PARAMETER(ffts_per_workgroup));
    uint32_t channel = nbl_workgroup_index() / blocks;
    uint32_t line_number = (nbl_workgroup_index() - channel * blocks) * NBL_PARAMETER(ffts_per_workgroup) + at.instance;
    bool present = line_number <= bloom_first_fft_length() >> 1u && channel < NBL_CAST(uint32_t, NBL_BLOOM_CHANNELS);

    float32_t scale = nbl_bloom_normalization(NBL_LOAD(kernel_sums, 0), NBL_LOAD(kernel_sums, 1),
                                              NBL_LOAD(kernel_sums, 2), constants.normalize);
    if (NBL_PARAMETER(half_storage) == 1) {
        scale = scale * nbl_bloom_power_reciprocal(nbl_bloom_spectrum_power(
                            NBL_LOAD(kernel_sums, 4), NBL_LOAD(kernel_sums, 5), NBL_LOAD(kernel_sums, 6), scale));
    } else {
        scale = scale * constants.scale;
    }
    uint32_t f = nbl_bloom_line_frequency(line_number);
    for (uint32_t k = 0u; k < bloom_second_spectrum_elements(); k++) {
        uint32_t g = bloom_second_frequency(at, k);
        nbl_complex_float32_t h = nbl_complex_zero_float32_t(); /* for what is read, but of no use */
        if (present && bloom_second_spectrum_active(at, k))
            h = nbl_complex_scale(nbl_bloom_sample(channel, f, g, constants), scale);
        bloom_spectrum_set(nbl_bloom_arranged_index(nbl_workgroup_index(), k), h);
    }
}

#endif
