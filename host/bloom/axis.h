/* One axis of a bloom: how long its FFTs are, and where image and kernel lie in them.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_BLOOM_AXIS_H
#define NBL_HOST_BLOOM_AXIS_H

#include "nbl/host/bloom.h"
#include "nbl/host/plan.h"

/* Returns the length that radices make; 0 of none. */
uint32_t nbl_bloom_request_length(const nbl_fft_plan_request_t *request);

/* Returns the even length for `least` elements: the cheapest by counting, or another that measured faster. */
uint32_t nbl_bloom_length(uint32_t least);

typedef struct nbl_bloom_axis_plan_t {
    uint32_t n, k;               /* texels of image and kernel */
    nbl_bloom_padding_t padding; /* ZERO, too, if the image wraps around by itself: N = n */
    uint32_t kept, origin;       /* taps that meet a texel, and the first of them */
    uint32_t length;             /* N */
    uint32_t spectrum;           /* P */
    uint32_t kernel_length;
    uint32_t offset; /* of the kernel's first kept tap */
    uint32_t before; /* reflections before the image */
} nbl_bloom_axis_plan_t;

/* Chooses an axis's lengths. Errors: ARGUMENT (a length of the caller's own plan), LIMIT.
 *
 * what  "width" or "height": what a message begins with
 * n, k  texels of image and kernel
 * padding  of this axis
 * own   the caller's plan, whose length it then is; without passes: none */
nbl_result_t nbl_bloom_axis_choose(const nbl_bloom_desc_t *desc, const char *what, uint32_t n, uint32_t k,
                                   nbl_bloom_padding_t padding, const nbl_fft_plan_request_t *own,
                                   nbl_bloom_axis_plan_t *axis, nbl_error_t *error);

/* Returns the counted work of one order of the axes: packed pairs of scanlines, then half of the frequencies. */
double nbl_bloom_axes_work(uint32_t algorithm, const nbl_bloom_axis_plan_t *first, const nbl_bloom_axis_plan_t *second);

#endif
