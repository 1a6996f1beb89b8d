/* What the blurs' kernels and their host share: the run-time constants, and sums that carry their error along.
 * SPDX-License-Identifier: Apache-2.0
 *
 * docs/blurs.md defines both blurs.
 */
#ifndef NBL_BLUR_CONSTANTS_H
#define NBL_BLUR_CONSTANTS_H

#include "nbl/bloom/combine.h"
#include "nbl/bloom/invalid.h"

/* What a kernel of the dual filter does. */
#define NBL_BLUR_FIRST_DOWN 0 /* from the image, weighted by luminance */
#define NBL_BLUR_DOWN 1
#define NBL_BLUR_UP 2      /* in place: a level becomes its mixture with what is below it */
#define NBL_BLUR_LAST_UP 3 /* into the target */

#define NBL_BLUR_REPEAT 0
#define NBL_BLUR_CLAMP 1
#define NBL_BLUR_BORDER 2
#define NBL_BLUR_MIRROR 3

#define NBL_BLUR_MAX_LINE 8192   /* texels whose sums lie in shared memory */
#define NBL_BLUR_INVOCATIONS 256 /* that scan a line */

/* Push constants of every blur kernel; 68 bytes. */
NBL_STRUCT(nbl_blur_constants_t) {
    uint32_t width; /* of the image; of the dual filter, of the level that is written */
    uint32_t height;
    uint32_t from_width; /* of the level that is read */
    uint32_t from_height;
    uint32_t at; /* where the written level begins, and the one that is read: texels of all levels */
    uint32_t from_at;
    float32_t spread; /* of the dual filter */
    float32_t keep;   /* 1 - spread */
    uint32_t boxes;   /* of the prefix sum */
    uint32_t radius;
    float32_t inner; /* weights of two boxes, the second one texel wider on either side */
    float32_t outer;
    float32_t intensity; /* nbl/bloom/combine.h */
    float32_t threshold;
    float32_t knee;
    float32_t knee_scale;
    float32_t largest; /* nbl/bloom/invalid.h */
};

/* A sum and what its roundings have lost. */
NBL_STRUCT(nbl_blur_sum_t) {
    float32_t value;
    float32_t error;
};

/* Returns a sum with its parts set. */
NBL_FUNCTION nbl_blur_sum_t nbl_blur_sum(float32_t value, float32_t error) {
    nbl_blur_sum_t sum = {value, error};
    return sum;
}

/* The operator of the scan (Knuth, The Art of Computer Programming, volume 2, 4.2.2, theorem B). */
NBL_FUNCTION nbl_blur_sum_t nbl_blur_add(nbl_blur_sum_t a, nbl_blur_sum_t b) {
    float32_t value = a.value + b.value;
    float32_t part = value - a.value;
    float32_t error = (a.value - (value - part)) + (b.value - part);
    return nbl_blur_sum(value, (a.error + b.error) + error);
}
NBL_FUNCTION nbl_blur_sum_t nbl_blur_add_identity(void) { return nbl_blur_sum(0.0f, 0.0f); }

/* Returns a sum times a factor. What the products' rounding loses is not kept. */
NBL_FUNCTION nbl_blur_sum_t nbl_blur_scaled(nbl_blur_sum_t a, float32_t factor) {
    return nbl_blur_sum(a.value * factor, a.error * factor);
}

/* Returns b - a. */
NBL_FUNCTION float32_t nbl_blur_between(nbl_blur_sum_t a, nbl_blur_sum_t b) {
    return (b.value - a.value) + (b.error - a.error);
}

/* Another lane's sum. */
NBL_FUNCTION nbl_blur_sum_t nbl_blur_shuffle(nbl_blur_sum_t a, uint32_t lane) {
    nbl_float32_t2 both = {a.value, a.error};
    both = nbl_subgroup_shuffle(both, lane);
    return nbl_blur_sum(both.x, both.y);
}

/* Returns a texel of the result: the image's with its blur, alpha the image's. */
NBL_FUNCTION nbl_float32_t4 nbl_blur_combine(nbl_float32_t4 blurred, nbl_float32_t4 texel, uint32_t combine,
                                             bool has_threshold, nbl_blur_constants_t constants) {
    return nbl_bloom_combine_texel(blurred, texel, combine, has_threshold, constants.intensity, constants.threshold,
                                   constants.knee, constants.knee_scale);
}

#endif
