/* The kernels of lines of real numbers, and how those of a whole transform are run: linked by test_removed_barriers.sh.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_LINES_KERNEL real_lines_kernel
#define NBL_LINES_REAL 1
#pragma GCC diagnostic ignored "-Wunused-parameter" /* of lines_get() and lines_set(), which real lines do not need */
#include "tests/emulator/removed_kernel.h"

#include <stdlib.h>
#include <string.h>

#include "tests/emulator/removed_stages.h"

void arrays_kernel(void);      /* removed_arrays.c */
void lines_kernel(void);       /* removed_lines.c */
void last_step_kernel(void);   /* removed_last_step.c */
void prime_lines_kernel(void); /* removed_primes.c */

static void (*kernel_of(const nbl_fft_lines_desc_t *desc))(void) {
    if (desc->last_step) return last_step_kernel;
    if (desc->parameters.axes != 0 && desc->parameters.permuted != 0) return prime_lines_kernel;
    if (desc->parameters.axes != 0) return arrays_kernel;
    return desc->parameters.real != NBL_FFT_COMPLEX ? real_lines_kernel : lines_kernel;
}

static void run_stage(const nbl_fft_nd_stages_t *stages, const nbl_fft_nd_axis_t *axis, uint32_t number, uint64_t first,
                      char *const regions[NBL_VIEW_REGIONS], nbl_emulator_order_t order,
                      nbl_emulator_report_t *report) {
    const nbl_fft_nd_stage_t *stage = &axis->stage[number];
    const uint64_t left = axis->transforms - first, count = left < axis->chunk ? left : axis->chunk;
    const uint32_t ends[2] = {stage->load.region,
                              stages->in_place && stage->store.region == 1 ? 0 : stage->store.region};
    const nbl_fft_nd_table_t *table = &axis->tables[stage->table];
    nbl_emulator_resource_t resources[3];
    for (int i = 0; i < 2; i++)
        resources[i] =
            (nbl_emulator_resource_t){regions[ends[i]],
                                      ends[i] < 2 ? stages->sides[ends[i]].bytes : stages->region_bytes[ends[i]], 0};
    resources[2] = table->bytes != 0 ? (nbl_emulator_resource_t){table->numbers, table->bytes, 0} : resources[0];
    nbl_fft_lines_constants_t constants = nbl_fft_nd_stage_constants(axis, stage, first, count);
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    launch.kernel = kernel_of(&stage->desc);
    launch.workgroup_size[0] =
        stage->desc.last_step ? 256 : stage->desc.parameters.invocations * stage->desc.parameters.ffts_per_workgroup;
    launch.workgroup_count[0] = (uint32_t)nbl_fft_nd_stage_workgroups(stage, count);
    launch.resources = resources;
    launch.resource_count = 3;
    launch.push_constants = &constants;
    launch.specialization = &stage->desc.parameters;
    launch.check = NBL_EMULATOR_CHECK_RACES;
    launch.order = order;
    nbl_emulator_launch(&launch, report);
}

void run_stages(const nbl_fft_nd_stages_t *stages, nbl_emulator_order_t order, char *input, char *output,
                nbl_emulator_report_t *report) {
    char *regions[NBL_VIEW_REGIONS] = {input, output};
    for (int r = 2; r < NBL_VIEW_REGIONS; r++) regions[r] = zeros((size_t)stages->region_bytes[r] + 64);
    memset(report, 0, sizeof *report);
    for (uint32_t a = 0; a < stages->axes; a++)
        for (uint64_t first = 0; first < stages->axis[a].transforms; first += stages->axis[a].chunk)
            for (uint32_t s = 0; s < stages->axis[a].stages && report->result == NBL_SUCCESS; s++)
                run_stage(stages, &stages->axis[a], s, first, regions, order, report);
    for (int r = 2; r < NBL_VIEW_REGIONS; r++) free(regions[r]);
}
