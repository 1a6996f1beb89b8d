/* The two steps of the bloom at low resolution on the executor: texels in loops.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bloom/low.h"

#include "executor/loop.h"

#undef NBL_PARAMETER
#define NBL_PARAMETER(name) ((const nbl_bloom_low_parameters_t *)at_work.job)->name
#define NBL_BLOOM_LOW_KERNEL low_kernel
#include "shaders/bloom_low_resolution.h"

void nbl_bloom_low_step(const nbl_bloom_low_pass_t *pass, void *const memory[3], const nbl_bloom_frame_t *frame,
                        uint32_t threads) {
    const nbl_bloom_low_constants_t constants = nbl_bloom_low_frame_constants(pass, frame);
    loop_t loop = {low_kernel, memory, &constants, &pass->parameters, pass->workgroup_size};
    run_loop(&loop, pass->workgroups, threads);
}
