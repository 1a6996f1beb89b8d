/* The ocean on the CPU's emulator, under its race checker: the kernels' texts, compiled as C.
 * SPDX-License-Identifier: Apache-2.0
 */
#define OCEAN_SIDE 64
#include "examples/ocean/program.h"

#include "examples/ocean/assemble.h"
#include "examples/ocean/columns.h"
#include "examples/ocean/evolve.h"
#include "examples/ocean/rows.h"
#include "examples/ocean/spectrum.h"
#include "nbl/host/emulator.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)OCEAN_EMULATED_SIDE == OCEAN_SIDE, "the side of the kernels");

static bool launch(const ocean_job_t *job, uint32_t pass, uint32_t frame, const nbl_emulator_resource_t *resources,
                   nbl_error_t *error) {
    static void (*const kernels[OCEAN_PASSES])(void) = {ocean_spectrum, ocean_evolve, ocean_rows, ocean_columns,
                                                        ocean_assemble};
    const uint32_t invocations[OCEAN_PASSES] = {64, 64, row_workgroup_size, column_workgroup_size, 64};
    nbl_emulator_launch_t launched = nbl_emulator_launch_init();
    nbl_emulator_report_t report;
    ocean_t sea = job->sea;
    sea.ffts = 4 * OCEAN_SIDE;
    sea.time = ocean_time_of(job, frame);
    launched.kernel = kernels[pass];
    launched.name = ocean_pass_names[pass];
    launched.workgroup_size[0] = invocations[pass];
    launched.workgroup_count[0] = ocean_groups(pass, OCEAN_SIDE);
    launched.resources = resources;
    launched.resource_count = OCEAN_BUFFERS;
    launched.push_constants = &sea;
    launched.check = NBL_EMULATOR_CHECK_RACES;
    if (nbl_emulator_launch(&launched, &report) == NBL_SUCCESS) return true;
    snprintf(error->text, sizeof error->text, "%s: %.200s", ocean_pass_names[pass], report.message);
    return false;
}

bool ocean_emulate(ocean_job_t *job, nbl_error_t *error) {
    nbl_emulator_resource_t resources[OCEAN_BUFFERS];
    bool done = true;
    snprintf(job->name, sizeof job->name, "the emulator");
    for (uint32_t i = 0; i < OCEAN_BUFFERS; i++) {
        const uint64_t bytes = ocean_bytes(i, OCEAN_SIDE);
        resources[i] = (nbl_emulator_resource_t){aligned_alloc(16, bytes), bytes, 0};
        done = done && resources[i].data != NULL;
    }
    if (!done) snprintf(error->text, sizeof error->text, "no memory");
    done = done && launch(job, 0, 0, resources, error);
    for (uint32_t frame = 0; frame < job->frames; frame++)
        for (uint32_t pass = 1; pass < OCEAN_PASSES && done; pass++) done = launch(job, pass, frame, resources, error);
    if (done) {
        memcpy(job->displacement, resources[4].data, resources[4].width);
        memcpy(job->normals, resources[5].data, resources[5].width);
    }
    for (uint32_t i = 0; i < OCEAN_BUFFERS; i++) free(resources[i].data);
    return done;
}
