/* Texels of the bloom's formats by their definitions, in double precision: encoded for a test's images, decoded from
 * its results.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_BLOOM_TEXELS_H
#define NBL_TESTS_BLOOM_TEXELS_H

#include <math.h>
#include <string.h>

#include "nbl/host/bloom.h"

/* The number that 5 bits of exponent and `digits` bits of fraction stand for. */
static inline double texel_decode(uint32_t bits, int digits) {
    int exponent = (int)(bits >> digits);
    double fraction = ldexp((double)(bits & ((1u << digits) - 1u)), -digits);
    return exponent ? ldexp(1.0 + fraction, exponent - 15) : ldexp(fraction, -14);
}

/* The bits of the nearest finite number, of two equally near the even one: found by bisection among all of them. */
static inline uint32_t texel_encode(double magnitude, int digits) {
    uint32_t below = 0, above = (31u << digits) - 1u; /* the largest finite */
    if (magnitude >= texel_decode(above, digits)) return above;
    while (above - below > 1) {
        uint32_t middle = (below + above) / 2;
        if (texel_decode(middle, digits) <= magnitude)
            below = middle;
        else
            above = middle;
    }
    double low = magnitude - texel_decode(below, digits), high = texel_decode(above, digits) - magnitude;
    return low < high || (low == high && below % 2 == 0) ? below : above;
}

static inline double texel_srgb(uint32_t code) {
    double x = code / 255.0;
    return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4);
}

/* One texel of memory. */
static inline void texel_read(nbl_bloom_format_t format, const void *texels, size_t index, double rgba[4]) {
    const unsigned char *at = (const unsigned char *)texels + index * nbl_bloom_format_bytes(format);
    float floats[4];
    uint16_t halves[4];
    uint32_t word;
    rgba[3] = 1.0;
    switch (format) {
    case NBL_BLOOM_FORMAT_RGBA32F:
        memcpy(floats, at, sizeof floats);
        for (int k = 0; k < 4; k++) rgba[k] = (double)floats[k];
        break;
    case NBL_BLOOM_FORMAT_RGBA16F:
        memcpy(halves, at, sizeof halves);
        for (int k = 0; k < 4; k++)
            rgba[k] = texel_decode(halves[k] & 0x7FFFu, 10) * (halves[k] & 0x8000u ? -1.0 : 1.0);
        break;
    case NBL_BLOOM_FORMAT_B10G11R11:
        memcpy(&word, at, sizeof word);
        rgba[0] = texel_decode(word & 0x7FFu, 6);
        rgba[1] = texel_decode(word >> 11 & 0x7FFu, 6);
        rgba[2] = texel_decode(word >> 22, 5);
        break;
    default:
        for (int k = 0; k < 4; k++)
            rgba[k] = format == NBL_BLOOM_FORMAT_SRGB8 && k < 3 ? texel_srgb(at[k]) : at[k] / 255.0;
    }
}

static inline void texel_write(nbl_bloom_format_t format, void *texels, size_t index, const float rgba[4]) {
    unsigned char *at = (unsigned char *)texels + index * nbl_bloom_format_bytes(format);
    uint16_t halves[4];
    uint32_t word = 0;
    switch (format) {
    case NBL_BLOOM_FORMAT_RGBA32F: memcpy(at, rgba, 16); break;
    case NBL_BLOOM_FORMAT_RGBA16F:
        for (int k = 0; k < 4; k++)
            halves[k] = (uint16_t)(texel_encode(fabs((double)rgba[k]), 10) | (rgba[k] < 0.0f ? 0x8000u : 0u));
        memcpy(at, halves, sizeof halves);
        break;
    case NBL_BLOOM_FORMAT_B10G11R11:
        for (int k = 2; k >= 0; k--) word = word << 11 | texel_encode(fmax((double)rgba[k], 0.0), k == 2 ? 5 : 6);
        memcpy(at, &word, sizeof word);
        break;
    default:
        for (int k = 0; k < 4; k++) at[k] = (unsigned char)lrint(255.0 * fmin(fmax((double)rgba[k], 0.0), 1.0));
    }
}

#endif
