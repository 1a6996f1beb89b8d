/* A Gaussian by several box blurs of a line, each a difference of prefix sums: one workgroup, one line of one channel.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The body of a kernel, nbl_blur_prefix_sum(constants). Dispatch 3 workgroups of NBL_BLUR_INVOCATIONS for each line:
 * rows along x, columns along y. Expects of the shader:
 *   NBL_PARAMETER(axis)  0: along x, from the image to the lines in between; 1: along y, from these to the target
 *   NBL_PARAMETER(wrap)  NBL_BLUR_REPEAT, _CLAMP, _BORDER or _MIRROR
 *   NBL_PARAMETER(rounds)  a power of two: a line has at most rounds * 4 * NBL_BLUR_INVOCATIONS texels
 *   NBL_BLUR_REGISTERS   4 * rounds, or more
 *   NBL_PARAMETER(combine), NBL_PARAMETER(threshold)   of nbl/bloom/combine.h
 *   blur_scan            an instance of nbl/workgroup/arithmetic.h: adds up nbl_blur_sum_t x[NBL_BLUR_REGISTERS]
 *   blur_shared_get(i), blur_shared_set(i, sum)   as many sums as a line has texels
 *   blur_source_get(i)   texel i of the image
 *   blur_lines           a buffer by channel, column, row: a column's texels lie side by side
 *   blur_target_scalars  the target's texels as a buffer of float32, four a texel
 *
 *   texels           x0   x1   x2   x3  ..          P(j): the sum before texel j,
 *   sums      P(0)=0    P(1) P(2) P(3)  ..          shared memory holds P(i + 1) at i
 *   box of radius 1 around x2:  P(4) - P(1)
 */
#ifndef NBL_BLUR_PREFIX_SUM_H
#define NBL_BLUR_PREFIX_SUM_H

#include "nbl/blur/constants.h"

/* What continues a line to both sides. */
NBL_STRUCT(nbl_blur_line_t) {
    uint32_t texels;
    uint32_t periods;   /* that are put before the line, so that no index is negative */
    nbl_blur_sum_t all; /* of the line's texels */
    float32_t first;    /* the line's first texel */
    float32_t last;     /* the line's last texel */
};

/* Returns P(j) of the line itself, from shared memory.
 *
 * j  0 to the line's texels */
NBL_FUNCTION nbl_blur_sum_t nbl_blur_within(uint32_t j) {
    nbl_blur_sum_t sum = nbl_blur_add_identity();
    if (j > 0u) sum = blur_shared_get(j - 1u);
    return sum;
}

/* Returns P(j) of the line continued to both sides as NBL_PARAMETER(wrap) says: negative for a j below 0 and texels
 * above 0.
 *
 * j  -radius - 1 to texels + radius + 1 */
NBL_FUNCTION nbl_blur_sum_t nbl_blur_before(int32_t j, nbl_blur_line_t ends) {
    int32_t n = NBL_CAST(int32_t, ends.texels);
    nbl_blur_sum_t sum;
    if (NBL_PARAMETER(wrap) == NBL_BLUR_REPEAT || NBL_PARAMETER(wrap) == NBL_BLUR_MIRROR) {
        uint32_t period = NBL_PARAMETER(wrap) == NBL_BLUR_MIRROR ? 2u * ends.texels : ends.texels;
        uint32_t shifted = NBL_CAST(uint32_t, j + NBL_CAST(int32_t, ends.periods * period));
        uint32_t turns = shifted / period;
        uint32_t phase = shifted - turns * period;
        float32_t whole = NBL_CAST(float32_t, NBL_CAST(int32_t, turns) - NBL_CAST(int32_t, ends.periods));
        if (NBL_PARAMETER(wrap) == NBL_BLUR_MIRROR) whole = 2.0f * whole;
        if (phase > ends.texels) { /* backwards: twice the line, less what is left of it */
            nbl_blur_sum_t left = nbl_blur_within(period - phase);
            sum = nbl_blur_add(nbl_blur_scaled(ends.all, whole + 2.0f), nbl_blur_sum(-left.value, -left.error));
        } else {
            sum = nbl_blur_within(phase);
            if (whole != 0.0f) sum = nbl_blur_add(nbl_blur_scaled(ends.all, whole), sum);
        }
    } else {
        int32_t nearest = j < 0 ? 0 : j;
        nearest = nearest < n ? nearest : n;
        sum = nbl_blur_within(NBL_CAST(uint32_t, nearest));
        if (NBL_PARAMETER(wrap) == NBL_BLUR_CLAMP && nearest != j) {
            float32_t edge = j < 0 ? ends.first : ends.last;
            sum = nbl_blur_add(sum, nbl_blur_sum(NBL_CAST(float32_t, j - nearest) * edge, 0.0f));
        }
    }
    return sum;
}

/* Returns the mean of a box around texel i whose width need not be odd: `inner` times the sum of 2 radius + 1 texels
 * and `outer` times the sum of 2 radius + 3. */
NBL_FUNCTION float32_t nbl_blur_box(uint32_t i, nbl_blur_line_t ends, nbl_blur_constants_t constants) {
    int32_t at = NBL_CAST(int32_t, i);
    int32_t radius = NBL_CAST(int32_t, constants.radius);
    float32_t narrow = nbl_blur_between(nbl_blur_before(at - radius, ends), nbl_blur_before(at + radius + 1, ends));
    float32_t wide = nbl_blur_between(nbl_blur_before(at - radius - 1, ends), nbl_blur_before(at + radius + 2, ends));
    return constants.inner * narrow + constants.outer * wide;
}

/* Returns red, green or blue, of channel 0, 1 or 2. */
NBL_FUNCTION float32_t nbl_blur_channel(nbl_float32_t4 rgba, uint32_t channel) {
    return channel == 0u ? rgba.x : channel == 1u ? rgba.y : rgba.z;
}

/* Returns texel i of a line of a channel: along x of the image, only what is above the threshold if there is one; along
 * y of the lines in between. */
NBL_FUNCTION float32_t nbl_blur_load(uint32_t line_number, uint32_t channel, uint32_t i,
                                     nbl_blur_constants_t constants) {
    float32_t value = 0.0f;
    if (NBL_PARAMETER(axis) == 0) {
        nbl_float32_t4 rgba = blur_source_get(line_number * constants.width + i);
        if (NBL_PARAMETER(threshold) == 1)
            rgba = nbl_bloom_above(rgba, constants.threshold, constants.knee, constants.knee_scale);
        value = nbl_blur_channel(rgba, channel);
    } else {
        value = NBL_LOAD(blur_lines, (channel * constants.width + line_number) * constants.height + i);
    }
    return value;
}

/* Stores texel i of a line of a channel: along x to the lines in between; along y to the target, combined with the
 * image. Channel 0 stores the image's alpha, too. */
NBL_FUNCTION void nbl_blur_store(uint32_t line_number, uint32_t channel, uint32_t i, float32_t value,
                                 nbl_blur_constants_t constants) {
    if (NBL_PARAMETER(axis) == 0) {
        NBL_STORE(blur_lines, (channel * constants.width + i) * constants.height + line_number, value);
    } else {
        uint32_t index = i * constants.width + line_number;
        nbl_float32_t4 texel = blur_source_get(index);
        nbl_float32_t4 blurred = {value, value, value, 0.0f};
        nbl_float32_t4 rgba =
            nbl_blur_combine(blurred, texel, NBL_PARAMETER(combine), NBL_PARAMETER(threshold) == 1, constants);
        NBL_STORE(blur_target_scalars, 4u * index + channel, nbl_blur_channel(rgba, channel));
        if (channel == 0u) NBL_STORE(blur_target_scalars, 4u * index + 3u, texel.w);
    }
}

/* Runs the kernel: blurs one line of one channel by `boxes` boxes. */
NBL_FUNCTION void nbl_blur_prefix_sum(nbl_blur_constants_t constants) {
    uint32_t line_number = nbl_workgroup_index() / 3u;
    uint32_t channel = nbl_workgroup_index() - 3u * line_number;
    uint32_t lines = NBL_PARAMETER(axis) == 0 ? constants.height : constants.width;
    nbl_blur_line_t ends;
    ends.texels = NBL_PARAMETER(axis) == 0 ? constants.width : constants.height;
    ends.periods = constants.radius / ends.texels + 2u;
    nbl_blur_sum_t x[NBL_BLUR_REGISTERS];
    if (line_number < lines) { /* the same for all of a workgroup */
        NBL_UNROLL for (uint32_t k = 0u; k < 4u * NBL_PARAMETER(rounds); k++) {
            uint32_t i = blur_scan_index(k / 4u) + k % 4u;
            x[k] = nbl_blur_add_identity();
            if (i < ends.texels) x[k] = nbl_blur_sum(nbl_blur_load(line_number, channel, i, constants), 0.0f);
        }
        for (uint32_t b = 0u; b < constants.boxes; b++) {
            if (b > 0u) NBL_WORKGROUP_BARRIER();
            ends.all = blur_scan_inclusive_scan(x);
            NBL_WORKGROUP_BARRIER(); /* what the scan wrote there has been read */
            NBL_UNROLL for (uint32_t k = 0u; k < 4u * NBL_PARAMETER(rounds); k++) {
                uint32_t i = blur_scan_index(k / 4u) + k % 4u;
                if (i < ends.texels) blur_shared_set(i, x[k]);
            }
            NBL_WORKGROUP_BARRIER();
            ends.first = nbl_blur_between(nbl_blur_add_identity(), nbl_blur_within(1u));
            ends.last = nbl_blur_between(nbl_blur_within(ends.texels - 1u), ends.all);
            NBL_UNROLL for (uint32_t k = 0u; k < 4u * NBL_PARAMETER(rounds); k++) {
                uint32_t i = blur_scan_index(k / 4u) + k % 4u;
                x[k] = nbl_blur_add_identity();
                if (i < ends.texels) x[k] = nbl_blur_sum(nbl_blur_box(i, ends, constants), 0.0f);
            }
        }
        NBL_UNROLL for (uint32_t k = 0u; k < 4u * NBL_PARAMETER(rounds); k++) {
            uint32_t i = blur_scan_index(k / 4u) + k % 4u;
            if (i < ends.texels) nbl_blur_store(line_number, channel, i, x[k].value, constants);
        }
    }
}

#endif
