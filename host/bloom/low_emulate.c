/* Runs the bloom at low resolution on the CPU emulator.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "bloom/low.h"
#include "emulator/pass.h"
#include "error/check.h"
#include "platform/clock.h"
#include "platform/memory.h"

#define SUBGROUP_SIZE 32u

/* One of the two steps. */
static nbl_result_t run_step(const nbl_bloom_low_pass_t *pass, const nbl_emulator_resource_t resources[3],
                             const nbl_bloom_frame_t *frame, const nbl_emulator_launch_t *launch, nbl_error_t *error) {
    const nbl_bloom_low_constants_t constants = nbl_bloom_low_frame_constants(pass, frame);
    const nbl_emulator_pass_t run = {.name = pass->name,
                                     .kernel = nbl_bloom_low_kernel,
                                     .resources = resources,
                                     .resource_count = 3,
                                     .constants = &constants,
                                     .parameters = &pass->parameters,
                                     .workgroup_size = pass->workgroup_size,
                                     .subgroup_size = SUBGROUP_SIZE,
                                     .workgroups = pass->workgroups};
    return nbl_emulator_pass_run(&run, launch, NULL, error);
}

static nbl_result_t run_all(const nbl_bloom_low_plan_t *plan, nbl_bloom_emulation_t *low,
                            const nbl_emulator_resource_t resources[3], const nbl_bloom_frame_t *frame,
                            double *nanoseconds, nbl_error_t *error) {
    nbl_result_t result =
        nbl_bloom_emulate(&plan->bloom, low, NBL_BLOOM_PASS_KERNEL_SUM, NBL_BLOOM_PASS_KERNEL_ARRANGE, NULL, error);
    for (int i = 0; i < NBL_BLOOM_LOW_PASSES && result == NBL_SUCCESS; i++) {
        const double begin = nbl_platform_seconds();
        const nbl_bloom_pass_name_t pass = (nbl_bloom_pass_name_t)(NBL_BLOOM_PASS_FIRST_AXIS + i - 1);
        result = i == 0                          ? run_step(&plan->passes[0], resources, frame, &low->launch, error)
                 : i == NBL_BLOOM_LOW_PASSES - 1 ? run_step(&plan->passes[1], resources, frame, &low->launch, error)
                                                 : nbl_bloom_emulate(&plan->bloom, low, pass, pass, NULL, error);
        if (nanoseconds) nanoseconds[i] = 1e9 * (nbl_platform_seconds() - begin);
    }
    return result;
}

nbl_result_t nbl_bloom_low_emulate(const nbl_bloom_low_plan_t *plan, const float *image, const float *kernel,
                                   float *target, const nbl_bloom_frame_t *frame, const nbl_emulator_launch_t *launch,
                                   double *nanoseconds, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, plan, image, kernel, target)) return NBL_ERROR_ARGUMENT;
    const nbl_bloom_frame_t usual = nbl_bloom_frame_init();
    nbl_error_clear(error);
    if (frame == NULL) frame = &usual;
    nbl_result_t result = nbl_bloom_low_frame_check(plan, frame, error);
    if (result != NBL_SUCCESS) return result;
    char *workspace = nbl_platform_aligned(256, (size_t)plan->workspace_bytes);
    if (workspace == NULL) return nbl_fail_memory(error, "bloom at low resolution");
    memset(workspace, 0, (size_t)plan->workspace_bytes);
    result = nbl_bloom_low_split(plan, kernel, workspace, error);
    const nbl_emulator_resource_t resources[3] = {{(void *)(uintptr_t)image, plan->image_bytes, 0},
                                                  {workspace, plan->bloom_offset, 0},
                                                  {target, plan->image_bytes, 0}};
    nbl_bloom_emulation_t low = nbl_bloom_emulation_init();
    low.image = workspace + plan->low_image_offset;
    low.kernel = (const float *)(void *)(workspace + plan->tail_offset);
    low.result = workspace + plan->low_bloom_offset;
    low.workspace = workspace + plan->bloom_offset;
    low.spectrum = workspace + plan->spectrum_offset;
    low.sums = (float *)(void *)(workspace + plan->sums_offset);
    if (launch) low.launch = *launch;
    if (result == NBL_SUCCESS) result = run_all(plan, &low, resources, frame, nanoseconds, error);
    nbl_platform_aligned_free(workspace);
    return result;
}
