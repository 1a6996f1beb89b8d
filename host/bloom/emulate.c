/* Runs a bloom's passes on the CPU emulator.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bloom/frame.h"
#include "bloom/kernels.h"
#include "emulator/pass.h"

nbl_bloom_run_t nbl_bloom_run_init(void) {
    nbl_bloom_run_t run = {.frame = nbl_bloom_frame_init(), .launch = nbl_emulator_launch_init()};
    return run;
}

static void (*const kernels[2][NBL_BLOOM_PASSES])(
    void) = {/* by algorithm */
             {nbl_bloom_kernel_sum, nbl_bloom_first_axis_radix2, nbl_bloom_kernel_spectrum_radix2,
              nbl_bloom_kernel_arrange_radix2, nbl_bloom_first_axis_radix2, nbl_bloom_convolve_radix2,
              nbl_bloom_first_axis_inverse_radix2},
             {nbl_bloom_kernel_sum, nbl_bloom_first_axis_stockham, nbl_bloom_kernel_spectrum_stockham,
              nbl_bloom_kernel_arrange_stockham, nbl_bloom_first_axis_stockham, nbl_bloom_convolve_stockham,
              nbl_bloom_first_axis_inverse_stockham}};

static nbl_result_t run_pass(const nbl_bloom_plan_t *plan, const nbl_bloom_run_t *run, nbl_bloom_pass_name_t name,
                             nbl_emulator_report_t *report, nbl_error_t *error) {
    const nbl_bloom_pass_t *pass = &plan->passes[name];
    bool of_kernel = name < NBL_BLOOM_PASS_FIRST_AXIS;
    const nbl_bloom_desc_t *desc = &plan->desc;
    nbl_bloom_constants_t constants = nbl_bloom_frame_constants(plan, name, &run->frame);
    uint32_t height = run->frame.height ? run->frame.height : desc->height;
    uint64_t kernel_texels = (uint64_t)desc->kernel_width * desc->kernel_height;
    uint64_t texels = of_kernel ? kernel_texels : (uint64_t)constants.row_pitch * height;
    uint32_t source_bytes = nbl_bloom_format_bytes(of_kernel ? NBL_BLOOM_FORMAT_RGBA32F : desc->source_format);
    char *workspace = run->workspace;
    nbl_emulator_resource_t rows = {workspace, plan->rows_bytes, 0};
    nbl_emulator_resource_t plain = {workspace + plan->plain_offset, plan->plain_bytes, 0};
    bool moved = name == NBL_BLOOM_PASS_FIRST_AXIS_INVERSE && pass->parameters.padding_second != NBL_BLOOM_ZERO;
    nbl_emulator_resource_t resources[6] = {
        {(void *)(uintptr_t)(of_kernel ? run->kernel : run->image), texels * source_bytes, 0},
        moved ? plain : rows,
        plain,
        {run->spectrum, plan->spectrum_bytes, 0},
        {run->sums, NBL_BLOOM_SUMS_BYTES, 0},
        {of_kernel ? NULL : run->result, texels * nbl_bloom_format_bytes(desc->target_format), 0}};
    const nbl_emulator_pass_t launched = {.name = pass->name,
                                          .kernel = kernels[desc->algorithm][name],
                                          .resources = resources,
                                          .resource_count = 6,
                                          .constants = &constants,
                                          .parameters = &pass->parameters,
                                          .workgroup_size = pass->workgroup_size,
                                          .subgroup_size = desc->limits.subgroup_size,
                                          .workgroups = nbl_bloom_frame_workgroups(plan, name, &run->frame)};
    return nbl_emulator_pass_run(&launched, &run->launch, report, error);
}

nbl_result_t nbl_bloom_emulate(const nbl_bloom_plan_t *plan, const nbl_bloom_run_t *run, nbl_bloom_pass_name_t first,
                               nbl_bloom_pass_name_t last, nbl_emulator_report_t *reports, nbl_error_t *error) {
    nbl_result_t valid = nbl_bloom_run_check(plan, run, first, last, error);
    if (valid != NBL_SUCCESS) return valid;
    for (int name = first; name <= (int)last; name++) {
        nbl_result_t result =
            run_pass(plan, run, (nbl_bloom_pass_name_t)name, reports != NULL ? &reports[name] : NULL, error);
        if (result == NBL_SUCCESS && name == NBL_BLOOM_PASS_KERNEL_SUM)
            result = nbl_bloom_check_sums(plan, run->sums, error);
        if (result != NBL_SUCCESS) return result;
    }
    return NBL_SUCCESS;
}
