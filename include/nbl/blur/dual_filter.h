/* The dual filter of games, one texel of a step: 13 taps down, a tent of 9 taps up.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The body of a kernel, nbl_blur_dual_filter(x, y, constants). Expects of the shader:
 *   NBL_PARAMETER(step)  NBL_BLUR_FIRST_DOWN, _DOWN, _UP or _LAST_UP of nbl/blur/constants.h
 *   NBL_PARAMETER(combine), NBL_PARAMETER(threshold)   of nbl/bloom/combine.h
 *   blur_source_get(i)   texel i of the image
 *   blur_level_get(i), blur_level_set(i, rgba)   texel i of all levels
 *   blur_target_set(i, rgba)
 *
 * Down, a texel lies on a corner, +; o are the 13 samples, each the mean of the four texels around it:
 *
 *   o . o . o      groups of four samples: the inner one, weight 1/2, and four
 *   . o . o .      squares that share the middle, weight 1/8 each
 *   o . + . o
 *   . o . o .      Up, by axis: four texels, 1 5 7 3 / 16, and for the
 *   o . o . o      other parity 3 7 5 1
 *
 * Source: J. Jimenez, Next Generation Post Processing in Call of Duty: Advanced Warfare, SIGGRAPH 2014. docs/blurs.md
 */
#ifndef NBL_BLUR_DUAL_FILTER_H
#define NBL_BLUR_DUAL_FILTER_H

#include "nbl/blur/constants.h"
#include "nbl/vector.h"

/* The texel `k` - 2 texels after `at` of the level that is read, its edge repeated. */
NBL_FUNCTION uint32_t nbl_blur_index(uint32_t at, uint32_t k, uint32_t size) {
    uint32_t i = at + k;
    i = i > 2u ? i - 2u : 0u;
    return i < size ? i : size - 1u;
}

/* Returns a texel of the level that is read, i - 2 texels right of x and j - 2 below y, its edges repeated. */
NBL_FUNCTION nbl_float32_t4 nbl_blur_texel(uint32_t x, uint32_t y, uint32_t i, uint32_t j,
                                           nbl_blur_constants_t constants) {
    uint32_t index =
        nbl_blur_index(y, j, constants.from_height) * constants.from_width + nbl_blur_index(x, i, constants.from_width);
    nbl_float32_t4 texel = nbl_splat_4(0.0f);
    if (NBL_PARAMETER(step) == NBL_BLUR_FIRST_DOWN) {
        texel = blur_source_get(index);
        if (NBL_PARAMETER(threshold) == 1)
            texel = nbl_bloom_above(texel, constants.threshold, constants.knee, constants.knee_scale);
    } else {
        texel = blur_level_get(constants.from_at + index);
    }
    return texel;
}

/* Four times the sample between texels i, i + 1 and j, j + 1. */
NBL_FUNCTION nbl_float32_t4 nbl_blur_sample(uint32_t x, uint32_t y, uint32_t i, uint32_t j,
                                            nbl_blur_constants_t constants) {
    return nbl_vector_add(
        nbl_vector_add(nbl_blur_texel(x, y, i, j, constants), nbl_blur_texel(x, y, i + 1u, j, constants)),
        nbl_vector_add(nbl_blur_texel(x, y, i, j + 1u, constants), nbl_blur_texel(x, y, i + 1u, j + 1u, constants)));
}

/* The mean of a group, out of four times its samples. */
NBL_FUNCTION nbl_float32_t4 nbl_blur_mean(nbl_float32_t4 a, nbl_float32_t4 b, nbl_float32_t4 c, nbl_float32_t4 d) {
    return nbl_vector_scale(nbl_vector_add(nbl_vector_add(a, b), nbl_vector_add(c, d)), 0.0625f);
}

/* A group's mean, with its weight in w. */
NBL_FUNCTION nbl_float32_t4 nbl_blur_weighted(nbl_float32_t4 mean, float32_t weight) {
    float32_t own = weight;
    if (NBL_PARAMETER(step) == NBL_BLUR_FIRST_DOWN) {
        float32_t y = nbl_bloom_luminance(mean.x, mean.y, mean.z);
        y = y > 0.0f ? y : 0.0f;
        y = y < 1.2379400e27f ? y : 1.2379400e27f; /* 2^90: the reciprocals below stay normal numbers */
        own = weight * nbl_bloom_reciprocal(1.0f + y);
    }
    return nbl_vector_4(mean.x * own, mean.y * own, mean.z * own, own);
}

/* x, y  the texel below and right of the corner */
NBL_FUNCTION nbl_float32_t4 nbl_blur_down(uint32_t x, uint32_t y, nbl_blur_constants_t constants) {
    nbl_float32_t4 samples[9]; /* row by row */
    nbl_float32_t4 sum = nbl_splat_4(0.0f);
    NBL_UNROLL for (uint32_t k = 0u; k < 9u; k++) samples[k] =
        nbl_blur_sample(x, y, 2u * (k % 3u), 2u * (k / 3u), constants);
    NBL_UNROLL for (uint32_t g = 0u; g < 4u; g++) {
        uint32_t k = g + g / 2u; /* its first sample: 0, 1, 3, 4 */
        nbl_float32_t4 mean = nbl_blur_mean(samples[k], samples[k + 1u], samples[k + 3u], samples[k + 4u]);
        sum = nbl_vector_add(sum, nbl_blur_weighted(mean, 0.125f));
    }
    nbl_float32_t4 inner =
        nbl_blur_mean(nbl_blur_sample(x, y, 1u, 1u, constants), nbl_blur_sample(x, y, 3u, 1u, constants),
                      nbl_blur_sample(x, y, 1u, 3u, constants), nbl_blur_sample(x, y, 3u, 3u, constants));
    sum = nbl_vector_add(sum, nbl_blur_weighted(inner, 0.5f));
    float32_t whole = 1.0f;
    if (NBL_PARAMETER(step) == NBL_BLUR_FIRST_DOWN) whole = nbl_bloom_reciprocal(sum.w);
    return nbl_vector_4(sum.x * whole, sum.y * whole, sum.z * whole, 0.0f);
}

/* The weight of the four texels, for even and for odd places. */
NBL_FUNCTION float32_t nbl_blur_tent(uint32_t k, uint32_t parity) {
    uint32_t from_left = parity == 0u ? k : 3u - k;
    float32_t outer = from_left == 0u ? 0.0625f : 0.1875f;
    float32_t inner = from_left == 1u ? 0.3125f : 0.4375f;
    return from_left == 0u || from_left == 3u ? outer : inner;
}

/* Returns a texel of a level from the next smaller one: 4 x 4 texels, weighted by tents.
 * 
 * x, y  of the larger level */
NBL_FUNCTION nbl_float32_t4 nbl_blur_up(uint32_t x, uint32_t y, nbl_blur_constants_t constants) {
    uint32_t right = x & 1u;
    uint32_t below = y & 1u;
    nbl_float32_t4 sum = nbl_splat_4(0.0f);
    NBL_UNROLL for (uint32_t j = 0u; j < 4u; j++) {
        nbl_float32_t4 row = nbl_splat_4(0.0f);
        NBL_UNROLL for (uint32_t i = 0u; i < 4u; i++) {
            nbl_float32_t4 texel = nbl_blur_texel((x >> 1u) + right, (y >> 1u) + below, i, j, constants);
            row = nbl_vector_add(row, nbl_vector_scale(texel, nbl_blur_tent(i, right)));
        }
        sum = nbl_vector_add(sum, nbl_vector_scale(row, nbl_blur_tent(j, below)));
    }
    return sum;
}

/* x, y  a texel of what is written */
NBL_FUNCTION void nbl_blur_dual_filter(uint32_t x, uint32_t y, nbl_blur_constants_t constants) {
    uint32_t index = y * constants.width + x;
    if (NBL_PARAMETER(step) <= NBL_BLUR_DOWN) {
        blur_level_set(constants.at + index, nbl_blur_down(2u * x, 2u * y, constants));
    } else {
        nbl_float32_t4 blurred = nbl_blur_up(x, y, constants);
        if (NBL_PARAMETER(step) == NBL_BLUR_UP) {
            nbl_float32_t4 own = blur_level_get(constants.at + index);
            blur_level_set(constants.at + index, nbl_vector_add(nbl_vector_scale(own, constants.keep),
                                                                nbl_vector_scale(blurred, constants.spread)));
        } else {
            blur_target_set(index, nbl_blur_combine(blurred, blur_source_get(index), NBL_PARAMETER(combine),
                                                    NBL_PARAMETER(threshold) == 1, constants));
        }
    }
}

#endif
