/* What the kernels of the bloom at low resolution and their host share: the steps and the run-time constants.
 * SPDX-License-Identifier: Apache-2.0
 *
 * docs/blurs.md defines it.
 */
#ifndef NBL_BLOOM_LOW_CONSTANTS_H
#define NBL_BLOOM_LOW_CONSTANTS_H

#include "nbl/bloom/combine.h"

#define NBL_BLOOM_LOW_DOWN 0 /* from the image to the low image */
#define NBL_BLOOM_LOW_UP 1   /* from the low bloom and the image to the target */

#define NBL_BLOOM_LOW_MAX_RADIUS 64 /* texels of the core; chosen: 129 x 129 taps */

#define NBL_BLOOM_LOW_MOST 4 /* columns and rows of texels that an invocation writes, at most */
#define NBL_BLOOM_LOW_BLOCK (NBL_BLOOM_LOW_MOST * NBL_BLOOM_LOW_MOST)

/* Push constants of both kernels; 52 bytes. */
NBL_STRUCT(nbl_bloom_low_constants_t) {
    uint32_t width;       /* of the image, texels */
    uint32_t height;      /* of the image, texels */
    uint32_t low_width;   /* of the low image, with its margin of one texel all around */
    uint32_t low_height;  /* of the low image, with its margin */
    uint32_t low_image;   /* texel of the workspace where the low image begins */
    uint32_t low_bloom;   /* texel of the workspace where the low image's bloom begins */
    uint32_t radius;      /* of the core, whose (2 radius + 1)^2 taps begin the workspace */
    float32_t step;       /* 1 / (2 factor) */
    float32_t intensity;  /* nbl/bloom/combine.h */
    float32_t threshold;  /* 0 or more */
    float32_t knee;       /* 0 to threshold */
    float32_t knee_scale; /* 1 / (4 knee), 0 for 0 */
    float32_t largest;    /* what an infinite texel becomes: nbl/bloom/invalid.h */
};

#endif
