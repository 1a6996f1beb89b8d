/* A bloom's plan whose first pass transforms all channels in one workgroup, as plans for images do.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_BLOOM_TOGETHER_H
#define NBL_TESTS_BLOOM_TOGETHER_H

#include "nbl/host/bloom.h"

/* Has a workgroup of the first pass transform all channels, which plans take for larger storage and sampled images
 * only. */
static inline void transform_channels_together(nbl_bloom_plan_t *plan) {
    nbl_bloom_pass_t *pass = &plan->passes[NBL_BLOOM_PASS_FIRST_AXIS];
    if (pass->parameters.channels_together == 1) return;
    pass->parameters.channels_together = 1;
    pass->workgroups /= NBL_BLOOM_CHANNELS;
}

#endif
