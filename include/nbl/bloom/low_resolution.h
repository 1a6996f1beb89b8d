/* The bloom at low resolution: makes the low image of the image (down), or the target of the low image's bloom (up).
 * SPDX-License-Identifier: Apache-2.0
 *
 * The body of a kernel, nbl_bloom_low(x, y, constants), for one invocation. The low image is 1 / factor as wide and as
 * high as the image. It is bloomed by the kernel's tail; going up adds the convolution of the image with the kernel's
 * sharp core. docs/blurs.md defines both. Expects of the shader:
 *   NBL_PARAMETER(step)     NBL_BLOOM_LOW_DOWN: writes a texel of the low image; _UP: a block of the target
 *   NBL_PARAMETER(factor)   2 or 4
 *   NBL_PARAMETER(combine), NBL_PARAMETER(threshold)   as nbl/bloom/combine.h has them
 *   NBL_PARAMETER(clamps)   1: makes the image's numbers finite, by nbl/bloom/invalid.h
 *   NBL_PARAMETER(columns), NBL_PARAMETER(rows)   texels of a block along x and y, 1 to NBL_BLOOM_LOW_MOST; down 1
 *   bloom_low_source_get(i)         returns texel i of the image
 *   bloom_low_work                  the buffer that is the workspace
 *   bloom_low_target_set(i, rgba)   stores texel i of the target; up only
 *
 * The weights of a low texel, down and up, are a hat: largest at its centre, and 0 at the centres of the low texels
 * beside it. They are taken at the centres of the image's texels. Factor 2, one axis:
 *
 *   image             | 0 | 1 | 2 | 3 |      down, weights of low texel 1:  - - 1 3 3 1 / 8
 *   low image     | 0 |   1   |   2   | 3 |    up, texel 2 of the image:    1/4 of low texel 1, 3/4 of low texel 2
 */
#ifndef NBL_BLOOM_LOW_RESOLUTION_H
#define NBL_BLOOM_LOW_RESOLUTION_H

#include "nbl/bloom/invalid.h"
#include "nbl/bloom/low_constants.h"
#include "nbl/vector.h"

/* Returns texel i of the image, made finite if NBL_PARAMETER(clamps) is 1. */
NBL_FUNCTION nbl_float32_t4 nbl_bloom_low_source(uint32_t i, nbl_bloom_low_constants_t constants) {
    nbl_float32_t4 texel = bloom_low_source_get(i);
    if (NBL_PARAMETER(clamps) == 1) texel = nbl_bloom_valid_texel(texel, constants.largest);
    return texel;
}

/* Returns what is above the threshold in a texel of the image; zero beyond the image. It loads without a branch, so
 * that a driver may load early.
 *
 * x, y  any; a number below 0, wrapped, is beyond the image */
NBL_FUNCTION nbl_float32_t4 nbl_bloom_low_texel(uint32_t x, uint32_t y, nbl_bloom_low_constants_t constants) {
    bool inside = x < constants.width && y < constants.height;
    nbl_float32_t4 texel = nbl_bloom_low_source(inside ? y * constants.width + x : 0u, constants);
    if (NBL_PARAMETER(threshold) == 1)
        texel = nbl_bloom_above(texel, constants.threshold, constants.knee, constants.knee_scale);
    nbl_float32_t4 outside = nbl_splat_4(0.0f);
    return inside ? texel : outside;
}

/* Returns a texel of the low image: the weighted sum of 2 factor x 2 factor texels of the image.
 *
 * x, y  the low image's texel, counted with its margin */
NBL_FUNCTION nbl_float32_t4 nbl_bloom_low_down(uint32_t x, uint32_t y, nbl_bloom_low_constants_t constants) {
    uint32_t taps = 2u * NBL_PARAMETER(factor);
    uint32_t before = 3u * NBL_PARAMETER(factor) / 2u; /* the margin, and half a low texel */
    nbl_float32_t4 sum = nbl_splat_4(0.0f);
    for (uint32_t j = 0u; j < taps; j++) {
        uint32_t from_top = j < NBL_PARAMETER(factor) ? j : taps - 1u - j;
        nbl_float32_t4 row = nbl_splat_4(0.0f);
        for (uint32_t i = 0u; i < taps; i++) {
            uint32_t from_left = i < NBL_PARAMETER(factor) ? i : taps - 1u - i;
            nbl_float32_t4 texel = nbl_bloom_low_texel(x * NBL_PARAMETER(factor) + i - before,
                                                       y * NBL_PARAMETER(factor) + j - before, constants);
            row = nbl_vector_add(row, nbl_vector_scale(texel, NBL_CAST(float32_t, 2u * from_left + 1u)));
        }
        sum = nbl_vector_add(sum, nbl_vector_scale(row, NBL_CAST(float32_t, 2u * from_top + 1u)));
    }
    float32_t share = 2.0f * constants.step * constants.step; /* of an axis; a power of two */
    return nbl_vector_scale(sum, share * share);
}

/* Returns the low image's bloom at a texel of the image, interpolated between four of its texels, first along rows.
 *
 * x, y  the image's texel */
NBL_FUNCTION nbl_float32_t4 nbl_bloom_low_up(uint32_t x, uint32_t y, nbl_bloom_low_constants_t constants) {
    uint32_t half_factor = NBL_PARAMETER(factor) / 2u;
    uint32_t left = (x + half_factor) / NBL_PARAMETER(factor);
    uint32_t top = (y + half_factor) / NBL_PARAMETER(factor);
    float32_t right_share =
        NBL_CAST(float32_t, 2u * (x + half_factor - left * NBL_PARAMETER(factor)) + 1u) * constants.step;
    float32_t below_share =
        NBL_CAST(float32_t, 2u * (y + half_factor - top * NBL_PARAMETER(factor)) + 1u) * constants.step;
    uint32_t at = constants.low_bloom + top * constants.low_width + left;
    uint32_t below = at + constants.low_width;
    nbl_float32_t4 upper = nbl_vector_add(nbl_vector_scale(NBL_LOAD(bloom_low_work, at), 1.0f - right_share),
                                          nbl_vector_scale(NBL_LOAD(bloom_low_work, at + 1u), right_share));
    nbl_float32_t4 lower = nbl_vector_add(nbl_vector_scale(NBL_LOAD(bloom_low_work, below), 1.0f - right_share),
                                          nbl_vector_scale(NBL_LOAD(bloom_low_work, below + 1u), right_share));
    return nbl_vector_add(nbl_vector_scale(upper, 1.0f - below_share), nbl_vector_scale(lower, below_share));
}

/* Adds the core's share to the low bloom, combines both with the image, and stores a texel of the target.
 *
 * x, y  a texel of the image, within it
 * core  convolution of the image with the core at that texel */
NBL_FUNCTION void nbl_bloom_low_write(uint32_t x, uint32_t y, nbl_float32_t4 core,
                                      nbl_bloom_low_constants_t constants) {
    uint32_t index = y * constants.width + x;
    nbl_float32_t4 bloomed = nbl_vector_add(nbl_bloom_low_up(x, y, constants), core);
    bloom_low_target_set(index, nbl_bloom_combine_texel(bloomed, nbl_bloom_low_source(index, constants),
                                                        NBL_PARAMETER(combine), NBL_PARAMETER(threshold) == 1,
                                                        constants.intensity, constants.threshold, constants.knee,
                                                        constants.knee_scale));
}

/* Writes a block of texels. The convolution with the core runs row by row of the core. Each texel of the image is
 * loaded once for all rows of the block, and each tap once for all of its columns: loads are what this costs. The sum
 * of each texel has the order of additions that it has in a block of one texel.
 *
 * x, y  the block's first texel; the block may reach beyond the image */
NBL_FUNCTION void nbl_bloom_low_block(uint32_t x, uint32_t y, nbl_bloom_low_constants_t constants) {
    uint32_t size = 2u * constants.radius + 1u;
    nbl_float32_t4 sums[NBL_BLOOM_LOW_BLOCK]; /* of texel (x + p, y + o) at o * NBL_BLOOM_LOW_MOST + p */
    for (uint32_t o = 0u; o < NBL_PARAMETER(rows); o++)
        for (uint32_t p = 0u; p < NBL_PARAMETER(columns); p++) sums[o * NBL_BLOOM_LOW_MOST + p] = nbl_splat_4(0.0f);
    for (uint32_t t = 0u; t < size + NBL_PARAMETER(rows) - 1u; t++) {
        uint32_t from_y = y + NBL_PARAMETER(rows) - 1u + constants.radius - t;
        nbl_float32_t4 row[NBL_BLOOM_LOW_BLOCK];
        nbl_float32_t4 window[NBL_BLOOM_LOW_MOST]; /* what tap i takes for each column */
        for (uint32_t o = 0u; o < NBL_PARAMETER(rows); o++)
            for (uint32_t p = 0u; p < NBL_PARAMETER(columns); p++) row[o * NBL_BLOOM_LOW_MOST + p] = nbl_splat_4(0.0f);
        for (uint32_t p = 0u; p + 1u < NBL_PARAMETER(columns); p++)
            window[p] = nbl_bloom_low_texel(x + p + 1u + constants.radius, from_y, constants);
        for (uint32_t i = 0u; i < size; i++) {
            for (uint32_t p = 1u; p < NBL_PARAMETER(columns); p++)
                window[NBL_PARAMETER(columns) - p] = window[NBL_PARAMETER(columns) - p - 1u];
            window[0] = nbl_bloom_low_texel(x + constants.radius - i, from_y, constants);
            for (uint32_t o = 0u; o < NBL_PARAMETER(rows); o++) {
                uint32_t j = t + o + 1u - NBL_PARAMETER(rows); /* below 0 it wraps, and any tap will do */
                nbl_float32_t4 tap = NBL_LOAD(bloom_low_work, (j < size ? j : 0u) * size + i);
                for (uint32_t p = 0u; p < NBL_PARAMETER(columns); p++)
                    row[o * NBL_BLOOM_LOW_MOST + p] =
                        nbl_vector_add(row[o * NBL_BLOOM_LOW_MOST + p], nbl_vector_mul(tap, window[p]));
            }
        }
        for (uint32_t o = 0u; o < NBL_PARAMETER(rows); o++)
            if (t + o + 1u >= NBL_PARAMETER(rows) && t + o + 1u - NBL_PARAMETER(rows) < size)
                for (uint32_t p = 0u; p < NBL_PARAMETER(columns); p++)
                    sums[o * NBL_BLOOM_LOW_MOST + p] =
                        nbl_vector_add(sums[o * NBL_BLOOM_LOW_MOST + p], row[o * NBL_BLOOM_LOW_MOST + p]);
    }
    for (uint32_t o = 0u; o < NBL_PARAMETER(rows); o++)
        for (uint32_t p = 0u; p < NBL_PARAMETER(columns); p++)
            if (x + p < constants.width && y + o < constants.height)
                nbl_bloom_low_write(x + p, y + o, sums[o * NBL_BLOOM_LOW_MOST + p], constants);
}

/* The kernel's body for one invocation: writes a texel of the low image (down), or a block of the target (up).
 *
 * x, y  down: a texel of the low image, within it; up: the block's first texel, multiples of columns and rows */
NBL_FUNCTION void nbl_bloom_low(uint32_t x, uint32_t y, nbl_bloom_low_constants_t constants) {
    if (NBL_PARAMETER(step) == NBL_BLOOM_LOW_DOWN) {
        NBL_STORE(bloom_low_work, constants.low_image + y * constants.low_width + x,
                  nbl_bloom_low_down(x, y, constants));
    } else {
        nbl_bloom_low_block(x, y, constants);
    }
}

#endif
