/* A small kernel for test_gdb.sh to stop in: each invocation passes a number on to the next, three times.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: stopping assembly|ucontext
 */
#include "nbl/host/emulator.h"
#include "nbl/lang.h"

#include <stdio.h>
#include <string.h>

NBL_BUFFER(0, uint32_t, numbers)
NBL_SHARED(uint32_t, scratch, 12)

NBL_FUNCTION uint32_t hand_on(uint32_t t, uint32_t value) {
    NBL_STORE(scratch, t, value);
    NBL_WORKGROUP_BARRIER(); /* the first */
    uint32_t taken = NBL_LOAD(scratch, (t + 1u) % 12u);
    NBL_WORKGROUP_BARRIER(); /* the second */
    return taken;
}

NBL_KERNEL(passing) {
    uint32_t t = nbl_local_invocation_index();
    uint32_t value = 100u + t;
    for (uint32_t i = 0u; i < 3u; i++) { value = hand_on(t, value); }
    if (t < 4u) value = nbl_subgroup_add(value);
    NBL_STORE(numbers, t, value); /* the last */
}

int main(int argc, char **argv) {
    _Alignas(16) static uint32_t memory[12];
    nbl_emulator_resource_t resource = {memory, sizeof memory, 0};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    nbl_emulator_report_t report;
    launch.kernel = passing;
    launch.name = "passing";
    launch.workgroup_size[0] = 12;
    launch.workgroup_count[0] = 2;
    launch.subgroup_size = 4;
    launch.threads = 1;
    launch.resources = &resource;
    launch.resource_count = 1;
    launch.fiber = argc > 1 && strcmp(argv[1], "ucontext") == 0 ? NBL_EMULATOR_FIBER_UCONTEXT : NBL_EMULATOR_FIBER_BEST;
    if (nbl_emulator_launch(&launch, &report) != NBL_SUCCESS) {
        fprintf(stderr, "%s\n", report.message);
        return 1;
    }
    for (int i = 0; i < 12; i++) printf("%u%s", (unsigned)memory[i], i < 11 ? " " : "\n");
    return 0;
}
