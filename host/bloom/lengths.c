/* The lengths of a bloom's transforms.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bloom/lengths.h"

#include "plan/make.h"

/* Up to `length`, it takes the place of `cheapest`: as measured on an NVIDIA H200 (docs/performance.md). */
static const struct { uint32_t cheapest, length; } faster[] = {{2880, 2744}, {8064, 8192}};

uint32_t nbl_bloom_request_length(const nbl_fft_plan_request_t *request) {
    uint32_t product = request->passes > 0 ? 1 : 0;
    for (uint32_t p = 0; p < request->passes; p++) product *= request->radices[p];
    return product;
}

uint32_t nbl_bloom_length(uint32_t least) {
    uint32_t cheapest = nbl_fft_plan_cheapest_length(least, true);
    for (size_t i = 0; i < sizeof faster / sizeof *faster; i++)
        if (faster[i].cheapest == cheapest && faster[i].length >= least) return faster[i].length;
    return cheapest;
}
