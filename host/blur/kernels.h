/* The blurs' kernels on the CPU, and what both backends need of a plan.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_BLUR_KERNELS_H
#define NBL_HOST_BLUR_KERNELS_H

#include "nbl/host/blur.h"

void nbl_blur_dual_filter_kernel(void);
void nbl_blur_prefix_sum_kernel(void);

/* Refuses a frame that the plan does not allow. */
nbl_result_t nbl_blur_frame_check(const nbl_blur_plan_t *plan, const nbl_blur_frame_t *frame, nbl_error_t *error);
/* Whether a frame can be computed on the CPU from an image. Errors: ARGUMENT, BAD_IMAGE. */
nbl_result_t nbl_blur_run_check(const nbl_blur_plan_t *plan, const nbl_blur_frame_t *frame, const float *image,
                                nbl_error_t *error);
/* A pass's constants with the frame's. */
nbl_blur_constants_t nbl_blur_frame_constants(const nbl_blur_pass_t *pass, const nbl_blur_frame_t *frame);
/* A pass's module. Errors: those of nbl_compile(). spirv: to be freed by nbl_spirv_free() */
nbl_result_t nbl_blur_pass_compile(const nbl_blur_plan_t *plan, uint32_t number, const nbl_blur_vulkan_desc_t *desc,
                                   nbl_spirv_t *spirv, nbl_error_t *error);

#endif
