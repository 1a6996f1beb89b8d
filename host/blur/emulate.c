/* Runs a blur's passes on the CPU emulator.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "blur/kernels.h"

#include <string.h>

#include "emulator/pass.h"
#include "error/check.h"
#include "platform/clock.h"
#include "platform/memory.h"

#define SUBGROUP_SIZE 32u /* of the emulator; results do not depend on it */

static nbl_result_t run_pass(const nbl_blur_plan_t *plan, const nbl_blur_pass_t *pass,
                             const nbl_emulator_resource_t resources[3], const nbl_blur_frame_t *frame,
                             const nbl_emulator_launch_t *launch, nbl_error_t *error) {
    const nbl_blur_constants_t constants = nbl_blur_frame_constants(pass, frame);
    const nbl_emulator_pass_t run = {.name = pass->name,
                                     .kernel = plan->desc.method == NBL_BLUR_PREFIX_SUM ? nbl_blur_prefix_sum_kernel
                                                                                        : nbl_blur_dual_filter_kernel,
                                     .resources = resources,
                                     .resource_count = 3,
                                     .constants = &constants,
                                     .parameters = &pass->parameters,
                                     .workgroup_size = pass->workgroup_size,
                                     .subgroup_size = SUBGROUP_SIZE,
                                     .workgroups = pass->workgroups};
    return nbl_emulator_pass_run(&run, launch, NULL, error);
}

nbl_result_t nbl_blur_emulate(const nbl_blur_plan_t *plan, const float *image, float *target,
                              const nbl_blur_frame_t *frame, const nbl_emulator_launch_t *launch, double *nanoseconds,
                              nbl_error_t *error) {
    if (NBL_ANY_NULL(error, plan, image, target)) return NBL_ERROR_ARGUMENT;
    const nbl_blur_frame_t usual = nbl_blur_frame_init();
    nbl_error_clear(error);
    if (frame == NULL) frame = &usual;
    nbl_result_t result = nbl_blur_run_check(plan, frame, image, error);
    if (result != NBL_SUCCESS) return result;
    const uint64_t workspace_bytes = (plan->workspace_bytes + 15u) / 16u * 16u;
    void *workspace = nbl_platform_aligned(16, (size_t)workspace_bytes);
    if (workspace == NULL) return nbl_fail_memory(error, "blur");
    memset(workspace, 0, (size_t)workspace_bytes);
    const nbl_emulator_resource_t resources[3] = {{(void *)(uintptr_t)image, plan->image_bytes, 0},
                                                  {workspace, workspace_bytes, 0},
                                                  {target, plan->image_bytes, 0}};
    for (uint32_t i = 0; i < plan->pass_count && result == NBL_SUCCESS; i++) {
        const double begin = nbl_platform_seconds();
        result = run_pass(plan, &plan->passes[i], resources, frame, launch, error);
        if (nanoseconds) nanoseconds[i] = 1e9 * (nbl_platform_seconds() - begin);
    }
    nbl_platform_aligned_free(workspace);
    return result;
}
