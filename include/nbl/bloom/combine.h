/* What of a texel blooms, and how the bloom comes back to it: threshold with a soft knee, and intensity.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   T(a)      = a w,  w = max(s^2 / 4k, m - t, 0) / m,  m = max(r, g, b),  s = clamp(m - t + k, 0, 2k)
 *   replace   out = b + (a - T(a))                      a the image's texel, b = T(a) * kernel
 *   mix       out = (1 - i) a + i (b + (a - T(a)))      t threshold, k knee, i intensity
 *   add       out = a + i b
 *
 * What a threshold takes away comes back unbloomed. Sums and products only, so that the bits are the same everywhere.
 */
#ifndef NBL_BLOOM_COMBINE_H
#define NBL_BLOOM_COMBINE_H

#include "nbl/bloom/constants.h"

#define NBL_BLOOM_REPLACE 0
#define NBL_BLOOM_MIX 1
#define NBL_BLOOM_ADD 2

/* Returns what blooms of a texel, T(a) of the head: the same colour, darker. Its largest channel is m - t above the
 * knee; within the knee, t - k to t + k, it grows from 0 by a parabola. Alpha stays.
 *
 * rgba        finite; what is negative in all channels does not bloom
 * knee_scale  1 / (4 knee), 0 for 0 */
NBL_FUNCTION nbl_float32_t4 nbl_bloom_above(nbl_float32_t4 rgba, float32_t threshold, float32_t knee,
                                            float32_t knee_scale) {
    float32_t most = rgba.x > rgba.y ? rgba.x : rgba.y;
    most = most > rgba.z ? most : rgba.z;
    float32_t soft = most - threshold + knee;
    soft = soft > 0.0f ? soft : 0.0f;
    soft = soft < 2.0f * knee ? soft : 2.0f * knee;
    float32_t over = most - threshold, eased = soft * soft * knee_scale;
    over = over > eased ? over : eased;
    bool blooms = over > 0.0f && most > NBL_BLOOM_DARKEST;
    float32_t weight = blooms ? over * nbl_bloom_reciprocal(blooms ? most : 1.0f) : 0.0f;
    nbl_float32_t4 result = {rgba.x * weight, rgba.y * weight, rgba.z * weight, rgba.w};
    return result;
}

/* Returns nbl_bloom_above() with the threshold and the knee of a frame's constants. */
NBL_FUNCTION nbl_float32_t4 nbl_bloom_bright(nbl_float32_t4 rgba, nbl_bloom_constants_t constants) {
    return nbl_bloom_above(rgba, constants.threshold, constants.knee, constants.knee_scale);
}

/* Returns a channel of the result.
 *
 * bloomed, texel, bright  the channel of b, of a and of T(a); `bright` is not read without a threshold
 * combine                 NBL_BLOOM_REPLACE, _MIX or _ADD */
NBL_FUNCTION float32_t nbl_bloom_combine(float32_t bloomed, float32_t texel, float32_t bright, float32_t intensity,
                                         uint32_t combine, bool has_threshold) {
    float32_t whole = has_threshold ? bloomed + (texel - bright) : bloomed;
    float32_t result = whole;
    if (combine == NBL_CAST(uint32_t, NBL_BLOOM_MIX)) result = (1.0f - intensity) * texel + intensity * whole;
    if (combine == NBL_CAST(uint32_t, NBL_BLOOM_ADD)) result = texel + intensity * bloomed;
    return result;
}

/* Returns a texel of the result: the image's with its bloom, alpha the image's.
 *
 * bloomed     b, in x, y and z
 * knee_scale  1 / (4 knee), 0 for 0 */
NBL_FUNCTION nbl_float32_t4 nbl_bloom_combine_texel(nbl_float32_t4 bloomed, nbl_float32_t4 texel, uint32_t combine,
                                                    bool has_threshold, float32_t intensity, float32_t threshold,
                                                    float32_t knee, float32_t knee_scale) {
    nbl_float32_t4 bright = texel;
    if (has_threshold) bright = nbl_bloom_above(texel, threshold, knee, knee_scale);
    nbl_float32_t4 result = {nbl_bloom_combine(bloomed.x, texel.x, bright.x, intensity, combine, has_threshold),
                             nbl_bloom_combine(bloomed.y, texel.y, bright.y, intensity, combine, has_threshold),
                             nbl_bloom_combine(bloomed.z, texel.z, bright.z, intensity, combine, has_threshold),
                             texel.w};
    return result;
}

#endif
