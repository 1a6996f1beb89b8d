/* What the bloom's kernels and their host share: the run-time constants, and how intermediates lie in memory.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The "first" axis is transformed first, forward, and last, inverse; the "second" axis between. A scanline lies along
 * the first axis. Lengths: N1 and N2 padded, n1 and n2 of the image (or the convolution kernel), all in texels.
 *
 *   after the first axis    [channel][pair of scanlines][N1]       Z = A + i B of two scanlines, in the FFT's own order
 *   after the second axis   [channel][N1 / 2 frequencies][n2]      row 0 is packed: Zero + i Nyquist
 *   kernel spectrum         [channel][P1 / 2 + 1 frequencies][P2]  DFT order on both axes, Nyquist a row of its own
 *
 * The first two are tiled: 2^t neighbouring lines are interleaved element by element, so that whoever reads one element
 * of each finds them in one sector.
 *
 *   t = 1:  | line 0 [0] | line 1 [0] | line 0 [1] | line 1 [1] | ... | line 2 [0] | line 3 [0] | ...
 */
#ifndef NBL_BLOOM_CONSTANTS_H
#define NBL_BLOOM_CONSTANTS_H

#include "nbl/bit.h"
#include "nbl/complex.h"

#define NBL_BLOOM_CHANNELS 3

/* Push constants of every bloom kernel; 48 bytes. */
NBL_STRUCT(nbl_bloom_constants_t) {
    uint32_t extent_first;       /* n1: texels of a scanline */
    uint32_t extent_second;      /* n2: scanlines */
    uint32_t offset_first;       /* index in [0, N1) of a scanline's first texel */
    uint32_t offset_second;      /* index in [0, N2) of the first scanline */
    uint32_t row_pitch;          /* texels from one image row to the next, where the image is a buffer */
    uint32_t spectrum_first;     /* P1: length of the kernel's spectrum; row u is frequency u N1 / P1 of the image's */
    uint32_t spectrum_second;    /* P2 */
    float32_t reciprocal_first;  /* 1 / N1, of the image, rounded once */
    float32_t reciprocal_second; /* 1 / N2 */
    float32_t sharpening;        /* 0: the kernel as it is; 1: no bloom */
    uint32_t normalize;          /* 1: the kernel is divided by its luminance */
    uint32_t elements;           /* of the kernel's spectrum, all channels: kernel_normalize's work */
};

/* Returns which texel (scanline) stands at index `index` of a padded axis; `extent` or more: none, the value is zero.
 *
 * index   0 to length - 1
 * length  padded, at most 2^30
 * offset  index of texel 0; below length; the signal may wrap around
 * extent  1 to length
 * mirror  repeat the signal mirrored, edge texels twice: then there always is one */
NBL_FUNCTION uint32_t nbl_bloom_texel(uint32_t index, uint32_t length, uint32_t offset, uint32_t extent, bool mirror) {
    uint32_t period = 2u * extent;
    uint32_t phase = (index + (period - offset % period)) % period;
    uint32_t reflected = phase < extent ? phase : period - 1u - phase;
    uint32_t plain = index >= offset ? index - offset : index + length - offset;
    return mirror ? reflected : plain;
}

/* Returns the number of an element of an intermediate: element `index` of `length` of line `line` of `lines`.
 *
 * tile_log2  t above; the buffer holds nbl_bloom_intermediate_elements() elements */
NBL_FUNCTION uint32_t nbl_bloom_intermediate_index(uint32_t channel, uint32_t line, uint32_t index, uint32_t lines,
                                                   uint32_t length, uint32_t tile_log2) {
    uint32_t tile = 1u << tile_log2;
    uint32_t tiles = (lines + tile - 1u) >> tile_log2;
    return (((channel * tiles + (line >> tile_log2)) * length + index) << tile_log2) + (line & (tile - 1u));
}

NBL_FUNCTION uint32_t nbl_bloom_intermediate_elements(uint32_t lines, uint32_t length, uint32_t tile_log2) {
    uint32_t tile = 1u << tile_log2;
    return ((NBL_CAST(uint32_t, NBL_BLOOM_CHANNELS) * ((lines + tile - 1u) >> tile_log2)) * length) << tile_log2;
}

/* Returns what half storage divides by, as its inverse: the power of two not below the first axis's length, since a
 * sun's spectrum exceeds 65504, where half precision ends. */
NBL_FUNCTION float32_t nbl_bloom_storage_scale(uint32_t fft_length) {
    return nbl_float32_from_bits((127u - nbl_log2(nbl_round_up_to_power_of_two(fft_length))) << 23u);
}

NBL_FUNCTION float32_t nbl_bloom_storage_unscale(uint32_t fft_length) {
    return nbl_float32_from_bits((127u + nbl_log2(nbl_round_up_to_power_of_two(fft_length))) << 23u);
}

/* Returns the number of frequency (u, v) in the kernel's spectrum. */
NBL_FUNCTION uint32_t nbl_bloom_spectrum_index(uint32_t channel, uint32_t u, uint32_t v, uint32_t spectrum_first,
                                               uint32_t spectrum_second) {
    return (channel * ((spectrum_first >> 1u) + 1u) + u) * spectrum_second + v;
}

/* Returns the relative luminance of three channel sums: CIE Y of linear sRGB primaries. */
NBL_FUNCTION float32_t nbl_bloom_luminance(float32_t r, float32_t g, float32_t b) {
    return (0.2126729f * r + 0.7151522f * g) + 0.0721750f * b;
}

/* Returns 1 / y to about an ulp by sums and products alone: a device's division may differ from the CPU's.
 *
 * y  positive, 2^-100 to 2^100 */
NBL_FUNCTION float32_t nbl_bloom_reciprocal(float32_t y) {
    float32_t r = nbl_float32_from_bits(0x7EF311C7u - nbl_bits_from_float32(y));
    for (uint32_t i = 0u; i < 4u; i++) { r = r + r * (1.0f - y * r); }
    return r;
}

#endif
