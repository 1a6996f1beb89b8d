/* The bloom at low resolution: its kernel on the CPU, and what both backends need of a plan.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_BLOOM_LOW_INTERNAL_H
#define NBL_HOST_BLOOM_LOW_INTERNAL_H

#include "nbl/host/bloom_low.h"

void nbl_bloom_low_kernel(void);

/* Checks a frame. Errors: ARGUMENT, if the plan does not allow it. */
nbl_result_t nbl_bloom_low_frame_check(const nbl_bloom_low_plan_t *plan, const nbl_bloom_frame_t *frame,
                                       nbl_error_t *error);
/* Returns a pass's push constants, with what the frame changes. */
nbl_bloom_low_constants_t nbl_bloom_low_frame_constants(const nbl_bloom_low_pass_t *pass,
                                                        const nbl_bloom_frame_t *frame);
/* Runs a step on the executor.
 * 
 * memory   image, workspace, target
 * threads  0: one per processor */
void nbl_bloom_low_step(const nbl_bloom_low_pass_t *pass, void *const memory[3], const nbl_bloom_frame_t *frame,
                        uint32_t threads);

/* Compiles a pass. Errors: those of nbl_compile().
 * 
 * spirv  to be freed by nbl_spirv_free() */
nbl_result_t nbl_bloom_low_pass_compile(const nbl_bloom_low_pass_t *pass, const nbl_bloom_vulkan_desc_t *desc,
                                        nbl_spirv_t *spirv, nbl_error_t *error);

#endif
