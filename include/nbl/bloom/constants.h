/* What the bloom's kernels and their host share: the run-time constants, and which texel stands where.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The "first" axis is transformed first on the way forward and last on the way back; the two transforms of the "second"
 * axis come between. A scanline lies along the first axis. Lengths: N1 and N2 padded, n1 and n2 of the image (or
 * the convolution kernel), all in texels.
 */
#ifndef NBL_BLOOM_CONSTANTS_H
#define NBL_BLOOM_CONSTANTS_H

#include "nbl/bit.h"
#include "nbl/complex.h"

#define NBL_BLOOM_CHANNELS 3

/* How a kernel's spectrum is resampled: from how many samples nearest to a frequency, along each axis; docs/theory.md,
 * section 10. */
#define NBL_BLOOM_LINEAR 0   /* 2 */
#define NBL_BLOOM_CUBIC 1    /* 4 */
#define NBL_BLOOM_SIX_TAPS 2 /* 6 */
#define NBL_BLOOM_B_SPLINE 3 /* 4 */

/* What lies around the image, by axis. */
#define NBL_BLOOM_ZERO 0
#define NBL_BLOOM_MIRROR 1
#define NBL_BLOOM_WRAP 2

/* Push constants of every bloom kernel; 88 bytes. */
NBL_STRUCT(nbl_bloom_constants_t) {
    uint32_t extent_first;  /* n1: texels of a scanline that take part */
    uint32_t extent_second; /* n2: scanlines that do */
    uint32_t origin_first;  /* the first texel of the source that takes part: a kernel's dark edge is left out */
    uint32_t origin_second; /* the first scanline that does */
    uint32_t offset_first;  /* index in [0, N1) of a scanline's first texel */
    uint32_t offset_second; /* index in [0, N2) of the first scanline */
    uint32_t before_first;  /* mirror and wrap: texels repeated before texel 0, nbl_bloom_texel()'s argument `copies` */
    uint32_t before_second;
    uint32_t row_pitch;          /* texels from one image row to the next, where the image is a buffer */
    uint32_t texels;             /* of the whole source: kernel_sum's work */
    uint32_t spectrum_first;     /* P1: the kernel's padded length; its row u is the image's frequency u N1 / P1 */
    uint32_t spectrum_second;    /* P2 */
    float32_t reciprocal_first;  /* 1 / N1 (the image's padded length, not the kernel's P1), rounded once */
    float32_t reciprocal_second; /* 1 / N2 */
    float32_t scale;             /* 1 / (2 N1 N2), by which the kernel's spectrum is multiplied: both inverse FFTs then
                              need no factor. Unpacking two real signals leaves out a half: hence the 2 */
    float32_t sharpening;        /* 0: the kernel as it is; 1: no bloom */
    uint32_t normalize;          /* 1: the kernel is divided by its luminance */
    float32_t intensity;         /* nbl/bloom/combine.h */
    float32_t threshold;         /* 0 or more */
    float32_t knee;              /* 0 to threshold */
    float32_t knee_scale;        /* 1 / (4 knee), 0 for 0 */
    float32_t largest;           /* what an infinite texel becomes: nbl/bloom/invalid.h */
};

/* Returns which texel of a scanline (or which scanline) stands at an index of the padded axis. The axis is a circle:
 * index length - 1 is followed by index 0. A result of `extent` or more means that no texel stands there, so that the
 * value is 0.
 *
 *   mirror, offset 0:  | 0 1 .. n-1 | n-1 n-2 ..        .. 2 1 0 |
 *   wrap, offset 0:    | 0 1 .. n-1 |  0   1  ..    .. n-2   n-1 |
 *                                    (repeated after)     (`copies` of them, repeated before)
 *
 * index    0 to length - 1
 * length   padded, at most 2^30
 * offset   index of texel 0; below length; the signal may wrap around
 * extent   1 to length
 * copies   texels that are repeated before texel 0, 0 to length - extent; the others beyond extent are after it
 * padding  NBL_BLOOM_MIRROR repeats the signal mirrored, edge texels twice, NBL_BLOOM_WRAP as it is: with both every
 *          index has a texel. NBL_BLOOM_ZERO ignores copies */
NBL_FUNCTION uint32_t nbl_bloom_texel(uint32_t index, uint32_t length, uint32_t offset, uint32_t extent,
                                      uint32_t copies, uint32_t padding) {
    uint32_t distance = index >= offset ? index - offset : index + length - offset;
    uint32_t period = padding == NBL_CAST(uint32_t, NBL_BLOOM_WRAP) ? extent : 2u * extent;
    uint32_t phase = distance % period;
    if (distance >= length - copies) phase = (distance + (period - length % period)) % period;
    uint32_t reflected = phase < extent ? phase : period - 1u - phase;
    return padding == NBL_CAST(uint32_t, NBL_BLOOM_ZERO) ? distance : reflected;
}

/* Returns an index, or the last one of the extent (1 or more) if it lies beyond. */
NBL_FUNCTION uint32_t nbl_bloom_nearest(uint32_t index, uint32_t extent) {
    return index < extent ? index : extent - 1u;
}

/* Returns the factor by which half storage multiplies: 1 / the least power of two not below the first axis's length.
 * Frequency 0 is the sum of a scanline, which easily exceeds 65504, the largest half; scaled, it is about the
 * scanline's mean. */
NBL_FUNCTION float32_t nbl_bloom_storage_scale(uint32_t fft_length) {
    return nbl_float32_from_bits((127u - nbl_log2(nbl_round_up_to_power_of_two(fft_length))) << 23u);
}

/* Returns the factor that undoes it: 1 / nbl_bloom_storage_scale(). */
NBL_FUNCTION float32_t nbl_bloom_storage_unscale(uint32_t fft_length) {
    return nbl_float32_from_bits((127u + nbl_log2(nbl_round_up_to_power_of_two(fft_length))) << 23u);
}

/* Returns the least power of two greater than a value, but no less than 2^-100 and no more than 2^100: half storage
 * divides the kernel's spectrum by it. Beyond these limits 1 / it and products with it could leave float32's range.
 *
 * value  finite, not negative */
NBL_FUNCTION float32_t nbl_bloom_power_above(float32_t value) {
    uint32_t exponent = (nbl_bits_from_float32(value) >> 23u) + 1u;
    if (exponent < 27u) exponent = 27u;
    if (exponent > 227u) exponent = 227u;
    return nbl_float32_from_bits(exponent << 23u);
}

/* Returns 1 / power of nbl_bloom_power_above(), exactly. */
NBL_FUNCTION float32_t nbl_bloom_power_reciprocal(float32_t power) {
    return nbl_float32_from_bits((254u << 23u) - nbl_bits_from_float32(power));
}

/* Returns how many complex numbers of memory a row of the intermediate takes: its elements, and up to a sector more,
 * or two of halves. So rows begin at sectors, and the same slots of neighbouring rows lie in other lines of a cache.
 * Measured on an H200 (docs/log/bloom.md): the second pass gains 2 to 3 % at rows of 1440 and 2048. At 4096 it loses as
 * much in fast mode, so rows from there on have nothing between them.
 *
 * fft_length    of the first axis
 * half_storage  0 or 1 */
NBL_FUNCTION uint32_t nbl_bloom_row_elements(uint32_t fft_length, uint32_t half_storage) {
    uint32_t part = half_storage == 1u ? 16u : 4u;
    return fft_length < 4096u ? (fft_length / part + 1u) * part : fft_length;
}

/* Returns the index (in complex numbers) of frequency (u, v) in the kernel's spectrum: a channel behind the other, in
 * each a row of spectrum_second numbers for each u.
 *
 * u  0 to spectrum_first / 2, along the first axis
 * v  0 to spectrum_second - 1 */
NBL_FUNCTION uint32_t nbl_bloom_spectrum_index(uint32_t channel, uint32_t u, uint32_t v, uint32_t spectrum_first,
                                               uint32_t spectrum_second) {
    return (channel * ((spectrum_first >> 1u) + 1u) + u) * spectrum_second + v;
}

/* Returns how many workgroups of `columns` lines (1 or more) the fft_length / 2 + 1 lines of a channel need. */
NBL_FUNCTION uint32_t nbl_bloom_line_blocks(uint32_t fft_length, uint32_t columns) {
    return ((fft_length >> 1u) + columns) / columns;
}

/* Returns how many texels of a scanline meet in shared memory at once in the third pass, where the channels are
 * transformed together: all fft_length, if they fit. Else the largest multiple of the workgroup's invocations that
 * fits, so that every invocation has a texel each time; or shared_dwords, if that is less than one texel for each
 * invocation.
 *
 * fft_length     of the first axis
 * shared_dwords  shared memory of one channel, in words of 4 bytes, which is what a texel's channel takes; 1 or more
 * invocations    of one channel */
NBL_FUNCTION uint32_t nbl_bloom_window(uint32_t fft_length, uint32_t shared_dwords, uint32_t invocations) {
    uint32_t round = NBL_CAST(uint32_t, NBL_BLOOM_CHANNELS) * invocations;
    uint32_t window = shared_dwords < round ? shared_dwords : shared_dwords - shared_dwords % round;
    return shared_dwords < fft_length ? window : fft_length;
}

/* Returns the relative luminance of three channel sums: CIE Y of linear sRGB primaries. */
NBL_FUNCTION float32_t nbl_bloom_luminance(float32_t r, float32_t g, float32_t b) {
    return (0.2126729f * r + 0.7151522f * g) + 0.0721750f * b;
}

#define NBL_BLOOM_DARKEST 7.888609052e-31f /* 2^-100 */

/* Returns 1 / y to about an ulp by sums and products alone: a device's division may differ from the CPU's.
 *
 * The first guess has a relative error of at most 0.051: subtracting the bits negates the exponent, and the constant
 * is fitted. Each of the four steps of Newton squares the error.
 *
 * y  positive, 2^-100 to 2^100 */
NBL_FUNCTION float32_t nbl_bloom_reciprocal(float32_t y) {
    float32_t r = nbl_float32_from_bits(0x7EF311C7u - nbl_bits_from_float32(y));
    for (uint32_t i = 0u; i < 4u; i++) { r = r + r * (1.0f - y * r); }
    return r;
}

/* What the kernel's texels sum to, as kernel_sum leaves it: for each channel, and of their absolute values. */
#define NBL_BLOOM_SUMS 8 /* float32: r g b 0 |r| |g| |b| 0 */

/* Returns the factor that gives a kernel the luminance 1, or 1 if it is not to be normalised.
 *
 * r, g, b    sums of the kernel's channels; if normalize is 1, their luminance must be positive
 * normalize  0 or 1 */
NBL_FUNCTION float32_t nbl_bloom_normalization(float32_t r, float32_t g, float32_t b, uint32_t normalize) {
    return normalize == 1u ? nbl_bloom_reciprocal(nbl_bloom_luminance(r, g, b)) : 1.0f;
}

/* Returns a power of two that no value of the normalised spectrum exceeds, if one up to 2^100 does so.
 *
 * r, g, b        sums of absolute values
 * normalization  of nbl_bloom_normalization() */
NBL_FUNCTION float32_t nbl_bloom_spectrum_power(float32_t r, float32_t g, float32_t b, float32_t normalization) {
    float32_t most = r > g ? r : g;
    most = most > b ? most : b;
    return nbl_bloom_power_above(most * normalization);
}

#endif
