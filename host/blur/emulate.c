/* Runs a blur's passes on the CPU emulator.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "blur/kernels.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "error/error.h"

#define SUBGROUP_SIZE 32u

static double now_nanoseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static nbl_result_t run_pass(const nbl_blur_plan_t *plan, const nbl_blur_pass_t *pass,
                             const nbl_emulator_resource_t resources[3], const nbl_blur_frame_t *frame,
                             const nbl_emulator_launch_t *asked, nbl_error_t *error) {
    const nbl_blur_constants_t constants = nbl_blur_frame_constants(pass, frame);
    nbl_emulator_launch_t launch = *asked;
    nbl_emulator_report_t report;
    launch.kernel = plan->desc.method == NBL_BLUR_PREFIX_SUM ? nbl_blur_prefix_sum_kernel : nbl_blur_dual_filter_kernel;
    launch.name = pass->name;
    launch.workgroup_size[0] = pass->workgroup_size;
    launch.workgroup_count[0] = (uint32_t)pass->workgroups;
    launch.subgroup_size = SUBGROUP_SIZE;
    launch.resources = resources;
    launch.resource_count = 3;
    launch.push_constants = &constants;
    launch.specialization = &pass->parameters;
    nbl_result_t result = nbl_emulator_launch(&launch, &report);
    return result == NBL_SUCCESS ? result : nbl_fail(error, result, "blur: %s", report.message);
}

nbl_result_t nbl_blur_emulate(const nbl_blur_plan_t *plan, const float *image, float *target,
                              const nbl_blur_frame_t *frame, const nbl_emulator_launch_t *launch, double *nanoseconds,
                              nbl_error_t *error) {
    const nbl_blur_frame_t usual = nbl_blur_frame_init();
    const nbl_emulator_launch_t plain = nbl_emulator_launch_init();
    const uint64_t bytes = (uint64_t)plan->desc.width * plan->desc.height * 16u;
    nbl_error_clear(error);
    if (frame == NULL) frame = &usual;
    nbl_result_t result = nbl_blur_frame_check(plan, frame, error);
    if (result != NBL_SUCCESS) return result;
    const uint64_t workspace_bytes = (plan->workspace_bytes + 15u) / 16u * 16u;
    void *workspace = aligned_alloc(16, (size_t)workspace_bytes);
    if (workspace == NULL) return nbl_fail_memory(error, "blur");
    memset(workspace, 0, (size_t)workspace_bytes);
    const nbl_emulator_resource_t resources[3] = {
        {(void *)(uintptr_t)image, bytes, 0}, {workspace, workspace_bytes, 0}, {target, bytes, 0}};
    for (uint32_t i = 0; i < plan->pass_count && result == NBL_SUCCESS; i++) {
        const double begin = now_nanoseconds();
        result = run_pass(plan, &plan->passes[i], resources, frame, launch ? launch : &plain, error);
        if (nanoseconds) nanoseconds[i] = now_nanoseconds() - begin;
    }
    free(workspace);
    return result;
}
