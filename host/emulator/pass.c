/* One dispatch as the library's jobs run it on the CPU.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/pass.h"

#include "error/error.h"

nbl_result_t nbl_emulator_pass_run(const nbl_emulator_pass_t *pass, const nbl_emulator_launch_t *launch,
                                   nbl_emulator_report_t *report, nbl_error_t *error) {
    nbl_emulator_launch_t run = launch != NULL ? *launch : nbl_emulator_launch_init();
    nbl_emulator_report_t own;
    if (report == NULL) report = &own;
    run.kernel = pass->kernel;
    run.name = pass->name;
    run.workgroup_size[0] = pass->workgroup_size;
    run.workgroup_count[0] = (uint32_t)pass->workgroups;
    run.subgroup_size = pass->subgroup_size;
    run.resources = pass->resources;
    run.resource_count = pass->resource_count;
    run.push_constants = pass->constants;
    run.specialization = pass->parameters;
    nbl_result_t result = nbl_emulator_launch(&run, report);
    return result == NBL_SUCCESS ? result : nbl_fail(error, result, "%s", report->message);
}
