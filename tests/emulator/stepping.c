/* A kernel for test_gdb.sh to step through: loops, a function, shared memory, and an FFT with its butterflies.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/host/emulator.h"
#include "nbl/lang.h"

#include <stdio.h>

NBL_BUFFER(0, nbl_float32_t2, elements)
NBL_SHARED(uint32_t, steps, 64)

#define NBL_FFT_NAME row
#define NBL_FFT_LENGTH 16
#define NBL_FFT_ALGORITHM NBL_FFT_RADIX2_SHUFFLE
#include "nbl/fft.h"

NBL_FUNCTION nbl_complex_float32_t row_get(uint32_t fft, uint32_t index) {
    nbl_float32_t2 z = NBL_LOAD(elements, fft * row_length + index);
    return nbl_complex_construct(z.x, z.y);
}
NBL_FUNCTION void row_set(uint32_t fft, uint32_t index, nbl_complex_float32_t z) {
    nbl_float32_t2 stored = {z.real, z.imag};
    NBL_STORE(elements, fft * row_length + index, stored);
}

NBL_FUNCTION uint32_t sum(uint32_t a, uint32_t b) {
    uint32_t both = a + b;
    return both;
}

NBL_KERNEL(stepping) {
    uint32_t t = nbl_local_invocation_index();
    uint32_t total = t;
    for (uint32_t i = 1u; i < 3u; i++) {
        uint32_t before = total;
        total = sum(before, i);
    }
    while (total < t + 5u) {
        uint32_t more = total + 1u;
        total = more;
    }
    NBL_STORE(steps, t, total);
    NBL_WORKGROUP_BARRIER();
    total = NBL_LOAD(steps, t);
    row_forward(row_place(1u));
}

int main(void) {
    static nbl_float32_t2 memory[16];
    memory[1].x = 1.0f;
    nbl_emulator_resource_t resource = {memory, sizeof memory, 0};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    nbl_emulator_report_t report;
    launch.kernel = stepping;
    launch.name = "stepping";
    launch.workgroup_size[0] = row_workgroup_size;
    launch.subgroup_size = 4;
    launch.threads = 1;
    launch.resources = &resource;
    launch.resource_count = 1;
    if (nbl_emulator_launch(&launch, &report) != NBL_SUCCESS) {
        fprintf(stderr, "%s\n", report.message);
        return 1;
    }
    printf("%g %g\n", (double)memory[0].x, (double)memory[15].x);
    return 0;
}
