/* The shader's kernel on the CPU: set a breakpoint in window.h, or let the emulator look for you.
 * SPDX-License-Identifier: Apache-2.0 */
#include "../shader/window.h"
#include "nbl/host/emulator.h"

#include <math.h>
#include <stdio.h>

int main(void) {
    static _Alignas(16) nbl_float32_t2 in[1024], out[1024];
    for (int i = 0; i < 1024; i++) in[i].x = cosf(0.6135923f * (float)i); /* 100 periods */

    nbl_emulator_resource_t buffers[] = {{in, sizeof in, 0}, {out, sizeof out, 0}};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    launch.kernel = window;
    launch.workgroup_size[0] = 256;
    launch.resources = buffers;
    launch.resource_count = 2;
    launch.check = NBL_EMULATOR_CHECK_RACES;

    nbl_emulator_report_t report;
    if (nbl_emulator_launch(&launch, &report) != NBL_SUCCESS) {
        fprintf(stderr, "%s\n", report.message); /* says who raced, diverged or strayed, and where */
        return 1;
    }
    for (int f = 98; f <= 102; f++) printf("frequency %3d: %6.2f\n", f, (double)hypotf(out[f].x, out[f].y));
    return 0;
}
