/* Runs the dual filter's passes on the executor: texels in loops.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "blur/kernels.h"

#include "error/check.h"
#include "error/error.h"
#include "platform/clock.h"
#include "platform/memory.h"

#include "executor/loop.h"

/* The pass's parameters, where a shader has specialization constants: run_loop() sets at_work for each thread. */
#undef NBL_PARAMETER
#define NBL_PARAMETER(name) ((const nbl_blur_parameters_t *)at_work.job)->name
#define NBL_BLUR_KERNEL dual_filter
#include "shaders/blur_dual_filter.h"

nbl_result_t nbl_blur_execute(const nbl_blur_plan_t *plan, const float *image, float *target,
                              const nbl_blur_frame_t *frame, uint32_t threads, double *nanoseconds,
                              nbl_error_t *error) {
    if (NBL_ANY_NULL(error, plan, image, target)) return NBL_ERROR_ARGUMENT;
    const nbl_blur_frame_t usual = nbl_blur_frame_init();
    nbl_error_clear(error);
    if (plan->desc.method == NBL_BLUR_PREFIX_SUM)
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "blur: prefix sums have the bits of a workgroup's scan, which the emulator alone runs");
    if (frame == NULL) frame = &usual;
    nbl_result_t result = nbl_blur_run_check(plan, frame, image, error);
    if (result != NBL_SUCCESS) return result;
    void *levels = nbl_platform_aligned(16, (size_t)(plan->workspace_bytes + 15u) / 16u * 16u);
    if (levels == NULL) return nbl_fail_memory(error, "blur");
    void *const memory[3] = {(void *)(uintptr_t)image, levels, target};
    for (uint32_t i = 0; i < plan->pass_count; i++) {
        const nbl_blur_pass_t *pass = &plan->passes[i];
        const nbl_blur_constants_t constants = nbl_blur_frame_constants(pass, frame);
        const double begin = nbl_platform_seconds();
        loop_t loop = {dual_filter, memory, &constants, &pass->parameters, pass->workgroup_size};
        run_loop(&loop, pass->workgroups, threads);
        if (nanoseconds) nanoseconds[i] = 1e9 * (nbl_platform_seconds() - begin);
    }
    nbl_platform_aligned_free(levels);
    return NBL_SUCCESS;
}
