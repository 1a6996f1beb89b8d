/* Runs a bloom's passes on the CPU emulator.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bloom/frame.h"
#include "bloom/kernels.h"
#include "emulator/pass.h"
#include "error/check.h"

nbl_bloom_emulation_t nbl_bloom_emulation_init(void) {
    nbl_bloom_emulation_t emulation = {.frame = nbl_bloom_frame_init(), .launch = nbl_emulator_launch_init()};
    return emulation;
}

static void (*const kernels[2][NBL_BLOOM_PASSES])(
    void) = {/* by algorithm */
             {nbl_bloom_kernel_sum, nbl_bloom_first_axis_radix2, nbl_bloom_kernel_spectrum_radix2,
              nbl_bloom_kernel_arrange_radix2, nbl_bloom_first_axis_radix2, nbl_bloom_convolve_radix2,
              nbl_bloom_first_axis_inverse_radix2},
             {nbl_bloom_kernel_sum, nbl_bloom_first_axis_stockham, nbl_bloom_kernel_spectrum_stockham,
              nbl_bloom_kernel_arrange_stockham, nbl_bloom_first_axis_stockham, nbl_bloom_convolve_stockham,
              nbl_bloom_first_axis_inverse_stockham}};

static nbl_result_t run_pass(const nbl_bloom_plan_t *plan, const nbl_bloom_emulation_t *emulation,
                             nbl_bloom_pass_name_t name, nbl_emulator_report_t *report, nbl_error_t *error) {
    const nbl_bloom_pass_t *pass = &plan->passes[name];
    bool of_kernel = name < NBL_BLOOM_PASS_FIRST_AXIS;
    const nbl_bloom_desc_t *desc = &plan->desc;
    nbl_bloom_constants_t constants = nbl_bloom_frame_constants(plan, name, &emulation->frame);
    uint32_t height = emulation->frame.height ? emulation->frame.height : desc->height;
    uint64_t kernel_texels = (uint64_t)desc->kernel_width * desc->kernel_height;
    uint64_t texels = of_kernel ? kernel_texels : (uint64_t)constants.row_pitch * height;
    uint32_t source_bytes = nbl_bloom_format_bytes(of_kernel ? NBL_BLOOM_FORMAT_RGBA32F : desc->source_format);
    char *workspace = emulation->workspace;
    nbl_emulator_resource_t rows = {workspace, plan->rows_bytes, 0};
    nbl_emulator_resource_t plain = {workspace + plan->plain_offset, plan->plain_bytes, 0};
    bool moved = name == NBL_BLOOM_PASS_FIRST_AXIS_INVERSE && pass->parameters.padding_second != NBL_BLOOM_ZERO;
    nbl_emulator_resource_t resources[6] = {
        {(void *)(uintptr_t)(of_kernel ? emulation->kernel : emulation->image), texels * source_bytes, 0},
        moved ? plain : rows,
        plain,
        {emulation->spectrum, plan->spectrum_bytes, 0},
        {emulation->sums, NBL_BLOOM_SUMS_BYTES, 0},
        {of_kernel ? NULL : emulation->result, texels * nbl_bloom_format_bytes(desc->target_format), 0}};
    const nbl_emulator_pass_t run = {.name = pass->name,
                                     .kernel = kernels[desc->algorithm][name],
                                     .resources = resources,
                                     .resource_count = 6,
                                     .constants = &constants,
                                     .parameters = &pass->parameters,
                                     .workgroup_size = pass->workgroup_size,
                                     .subgroup_size = desc->limits.subgroup_size,
                                     .workgroups = nbl_bloom_frame_workgroups(plan, name, &emulation->frame)};
    return nbl_emulator_pass_run(&run, &emulation->launch, report, error);
}

nbl_result_t nbl_bloom_emulate(const nbl_bloom_plan_t *plan, const nbl_bloom_emulation_t *emulation,
                               nbl_bloom_pass_name_t first, nbl_bloom_pass_name_t last, nbl_emulator_report_t *reports,
                               nbl_error_t *error) {
    if (NBL_ANY_NULL(error, plan, emulation)) return NBL_ERROR_ARGUMENT;
    const nbl_check_t checks[] = {NBL_CHECK_RANGE("first pass", (int)first, 0, NBL_BLOOM_PASSES - 1),
                                  NBL_CHECK_RANGE("last pass", (int)last, (int)first, NBL_BLOOM_PASSES - 1)};
    nbl_error_clear(error);
    nbl_result_t valid = nbl_check("bloom", checks, sizeof checks / sizeof *checks, error);
    if (valid == NBL_SUCCESS) valid = nbl_bloom_frame_check(plan, &emulation->frame, error);
    if (valid != NBL_SUCCESS) return valid;
    for (int name = first; name <= (int)last; name++) {
        nbl_result_t result =
            run_pass(plan, emulation, (nbl_bloom_pass_name_t)name, reports != NULL ? &reports[name] : NULL, error);
        if (result == NBL_SUCCESS && name == NBL_BLOOM_PASS_KERNEL_SUM)
            result = nbl_bloom_check_sums(plan, emulation->sums, error);
        if (result != NBL_SUCCESS) return result;
    }
    return NBL_SUCCESS;
}
