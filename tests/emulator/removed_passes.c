/* A pass of a long real signal's inverse transform without each of its barriers: linked by test_removed_barriers.sh.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/emulator/removable.h"

#define LARGE_TEXT "tests/fft/large_real.h"
#define CASE 0
#define LARGE_PASSES 2
#include "tests/fft/large_passes.h"

#include <stdlib.h>

#include "tests/emulator/removed.h"

/* The pass that packs lines and their mirrors before it transforms them. */
static void run_first(void *context, nbl_emulator_order_t order, nbl_emulator_report_t *report) {
    enum { SIGNALS = 2, BYTES = SIGNALS * (real_0_1_length / 2 + 1) * 8 };
    nbl_emulator_resource_t resources[4];
    const real_job_t job = {1};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    (void)context;
    for (int i = 0; i < 4; i++) resources[i] = (nbl_emulator_resource_t){zeros(BYTES), BYTES, 0};
    launch.kernel = real_0_1_kernel;
    launch.workgroup_size[0] = real_0_1_workgroup_size;
    launch.workgroup_count[0] =
        (SIGNALS * real_0_1_lines + real_0_1_ffts_per_workgroup - 1) / real_0_1_ffts_per_workgroup;
    launch.resources = resources;
    launch.resource_count = 4;
    launch.push_constants = &job;
    launch.check = NBL_EMULATOR_CHECK_RACES;
    launch.order = order;
    nbl_emulator_launch(&launch, report);
    for (int i = 0; i < 4; i++) free(resources[i].data);
}

void try_passes(void) { try_all("a pass of a real signal, inverse", run_first, NULL); }
