/* Traces kernels, each into a file of its own, and prints what their reports count, for test_trace.sh to compare.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: trace FOLDER. One line per file: name, result, workgroups, invocations of one, barriers, subgroup operations,
 * the accesses to memory, and 1 where a run of other kind left the same bytes of it.
 */
#include "nbl/host/fft_vulkan.h"
#include "nbl/host/emulator_trace.h"
#include "nbl/fft/parameters.h"
#include "nbl/lang.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

NBL_BUFFER(0, uint32_t, numbers)
NBL_SHARED(uint32_t, scratch, 64)

static uint32_t rotate_by(uint32_t t, uint32_t value) {
    NBL_STORE(scratch, t, value);
    NBL_WORKGROUP_BARRIER();
    uint32_t result = NBL_LOAD(scratch, (t + 1u) % 48u);
    NBL_WORKGROUP_BARRIER();
    return result;
}

/* Not all invocations do the same: some end early, a few loop longer. */
NBL_KERNEL(mixed) {
    uint32_t t = nbl_local_invocation_index();
    uint32_t value = NBL_LOAD(numbers, t);
    for (uint32_t i = 0u; i < 3u; i++) value = rotate_by(t, value);
    value += nbl_subgroup_add(value);
    if (t % 5u == 0u) {
        for (uint32_t i = 0u; i < t; i++) value += NBL_LOAD(scratch, i);
    }
    NBL_SUBGROUP_BARRIER();
    NBL_STORE(numbers, t, value);
}

NBL_KERNEL(divergent) {
    if (nbl_local_invocation_index() < 40u) NBL_WORKGROUP_BARRIER();
}

NBL_KERNEL(outside) {
    NBL_WORKGROUP_BARRIER();
    NBL_STORE(scratch, nbl_local_invocation_index() * 2u, 1u);
}

NBL_KERNEL(plain) { NBL_STORE(numbers, nbl_local_invocation_index(), 7u); }

static const char *folder;

static void stop(const char *what, const char *why) {
    fprintf(stderr, "trace: %s: %s\n", what, why);
    exit(1);
}

static char *path_of(const char *name, const char *ending) {
    static char path[2][512];
    static int which;
    which = !which;
    snprintf(path[which], sizeof path[which], "%s/%s%s", folder, name, ending);
    return path[which];
}

static void print_line(const char *name, uint32_t invocations, const nbl_emulator_report_t *report) {
    printf("%s %d %" PRIu64 " %u %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", name, (int)report->result, report->workgroups,
           invocations, report->workgroup_barriers, report->subgroup_operations,
           report->shared_loads + report->shared_stores + report->buffer_loads + report->buffer_stores);
}

/* Runs a kernel in an order, twice in one file with a second argument. The results must be those of a run that is not
 * traced. */
static void trace_kernel(const char *name, void (*kernel)(void), nbl_emulator_order_t order, nbl_emulator_fiber_t fiber,
                         int check) {
    _Alignas(16) static uint32_t memory[64], expected[64];
    nbl_emulator_resource_t resource = {memory, sizeof memory, 0};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    nbl_emulator_report_t report;
    launch.kernel = kernel;
    launch.name = "of \"test\"";
    launch.workgroup_size[0] = 48;
    launch.subgroup_size = 8;
    launch.resources = &resource;
    launch.resource_count = 1;
    launch.order = order;
    launch.seed = 5;
    launch.fiber = fiber;
    for (uint32_t i = 0; i < 64; i++) memory[i] = i;
    nbl_result_t result = nbl_emulator_launch(&launch, &report);
    memcpy(expected, memory, sizeof memory);

    nbl_emulator_trace_file_t *file = nbl_emulator_trace_open(path_of(name, ".json"));
    if (file == NULL) stop(name, "no file");
    launch.trace = nbl_emulator_trace_write;
    launch.trace_user = file;
    if (check) launch.check = NBL_EMULATOR_CHECK_RACES;
    for (uint32_t i = 0; i < 64; i++) memory[i] = i;
    if (nbl_emulator_launch(&launch, &report) != result) stop(name, report.message);
    if (memcmp(expected, memory, sizeof memory) != 0) stop(name, "the trace changed what the kernel does");
    if (nbl_emulator_trace_close(file) != 0) stop(name, "not written");
    print_line(name, 48, &report);
}

/* A whole batch of transforms: several workgroups, `threads` asked for. */
static void trace_transform(const char *name, uint32_t algorithm, uint32_t length, uint32_t threads) {
    nbl_fft_transform_desc_t desc = {.algorithm = algorithm,
                                     .precision = NBL_FFT_FLOAT32,
                                     .length = length,
                                     .batch = 5,
                                     .limits = nbl_fft_emulator_limits(4)};
    nbl_fft_transform_plan_t plan;
    nbl_error_t error;
    nbl_emulator_report_t report;
    if (nbl_fft_transform_plan(&desc, &plan, &error) != NBL_SUCCESS) stop(name, error.text);
    void *memory = aligned_alloc(64, (size_t)plan.buffer_bytes * 2u + 128u);
    nbl_emulator_trace_file_t *file = nbl_emulator_trace_open(path_of(name, ".json"));
    if (memory == NULL || file == NULL) stop(name, "no memory or no file");
    memset(memory, 0, (size_t)plan.buffer_bytes * 2u + 128u);
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    launch.threads = threads;
    launch.trace = nbl_emulator_trace_write;
    launch.trace_user = file;
    if (nbl_fft_transform_emulate(&plan, &launch, memory, (char *)memory + (plan.buffer_bytes + 63u) / 64u * 64u,
                                  &report, &error) != NBL_SUCCESS)
        stop(name, error.text);
    if (nbl_emulator_trace_close(file) != 0) stop(name, "not written");
    print_line(name, plan.workgroup_invocations, &report);
    free(memory);
}

int main(int argc, char **argv) {
    if (argc != 2) stop("usage", "trace FOLDER");
    folder = argv[1];
    trace_kernel("ascending", mixed, NBL_EMULATOR_ASCENDING, NBL_EMULATOR_FIBER_BEST, 0);
    trace_kernel("descending", mixed, NBL_EMULATOR_DESCENDING, NBL_EMULATOR_FIBER_UCONTEXT, 0);
    trace_kernel("shuffled", mixed, NBL_EMULATOR_SHUFFLED, NBL_EMULATOR_FIBER_BEST, 0);
    trace_kernel("adversarial", mixed, NBL_EMULATOR_ADVERSARIAL, NBL_EMULATOR_FIBER_BEST, 0);
    trace_kernel("checked", mixed, NBL_EMULATOR_ASCENDING, NBL_EMULATOR_FIBER_BEST, 1);
    trace_kernel("divergent", divergent, NBL_EMULATOR_ASCENDING, NBL_EMULATOR_FIBER_BEST, 0);
    trace_kernel("outside", outside, NBL_EMULATOR_SHUFFLED, NBL_EMULATOR_FIBER_BEST, 0);
    trace_kernel("plain", plain, NBL_EMULATOR_ASCENDING, NBL_EMULATOR_FIBER_BEST, 0);
    trace_transform("radix2", NBL_FFT_RADIX2_SHUFFLE, 64, 1);
    trace_transform("stockham", NBL_FFT_STOCKHAM, 60, 1);
    trace_transform("again", NBL_FFT_STOCKHAM, 60, 4); /* must be the same file */
    if (nbl_emulator_trace_open("/no such folder/trace.json") != NULL) stop("a folder that is not there", "was opened");
    if (nbl_emulator_trace_open(folder) != NULL) stop("a folder", "was opened");
    return 0;
}
