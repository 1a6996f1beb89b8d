/* Runs the kernel on the CPU, with the race checker on.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "doubling.h"
#include "nbl/host/emulator.h"

#include <stdio.h>

int main(void) {
    static _Alignas(16) float data[64];
    for (int i = 0; i < 64; i++) data[i] = (float)i;
    nbl_emulator_resource_t buffer = {data, sizeof data, 0};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    launch.kernel = doubling;
    launch.workgroup_size[0] = 64;
    launch.resources = &buffer;
    launch.resource_count = 1;
    launch.check = NBL_EMULATOR_CHECK_RACES;
    nbl_emulator_report_t report;
    if (nbl_emulator_launch(&launch, &report) != NBL_SUCCESS) return fprintf(stderr, "%s\n", report.message), 1;
    printf("63 doubled is %g\n", (double)data[63]);
    return 0;
}
