/* What the emulator costs, as ratios taken in one run: against lavapipe on one core, with the checker, on two threads.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Built and run by bench/scripts/emulator_cost.sh. N = 1024, 512 invocations, radix-2 shuffle, float32, exact mode. The
 * emulator runs two kernels: one with its sizes as literals, which lavapipe runs, too, and the library's, which is one
 * for all sizes. Every round times each once; the least of all rounds counts, since other work on the machine can only
 * make a time longer. A time is processor time for the emulator on one thread, wall time for it on two, and lavapipe's
 * timestamps. `emulator_cost literals` times the kernel with literals alone, which shows what hooks cost. */
#define _GNU_SOURCE /* sched_setaffinity */
#define NBL_TRANSFORM_SCALAR float32_t
#define NBL_TRANSFORM_ALGORITHM 0
#define NBL_TRANSFORM_KERNEL with_literals
#define NBL_PARAMETER_elements_log2 1
#define NBL_PARAMETER_workgroup_log2 9
#define NBL_PARAMETER_subgroup_log2 3
#define NBL_PARAMETER_invocations 512
#define NBL_PARAMETER_shared_dwords 1024
#define NBL_PARAMETER_rounds 1
#define NBL_PARAMETER_ffts_per_workgroup 1
#define NBL_PARAMETER_inverse 0
#define NBL_PARAMETER_native 0
#define NBL_MOST_ELEMENTS 2
#include "nbl-fft/timing.h"
#include "nbl/fft/parameters.h"
#include "shaders/fft_transform.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BATCH = 1000, ROUNDS = 7 };

static int stop(const char *what, const char *why) {
    fprintf(stderr, "emulator_cost: %s: %s\n", what, why);
    return 1;
}

static double seconds(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static nbl_fft_transform_plan_t plan_of(nbl_fft_limits_t limits, uint32_t subgroup) {
    nbl_fft_transform_desc_t desc = {.algorithm = NBL_FFT_RADIX2_SHUFFLE,
                                     .precision = NBL_FFT_FLOAT32,
                                     .length = 1024,
                                     .batch = BATCH,
                                     .elements_per_invocation = 2,
                                     .workgroup_size = 512,
                                     .ffts_per_workgroup = 1,
                                     .subgroup_size = subgroup,
                                     .limits = limits};
    nbl_fft_transform_plan_t plan;
    nbl_error_t error;
    if (nbl_fft_transform_plan(&desc, &plan, &error) != NBL_SUCCESS) exit(stop("plan", error.text));
    return plan;
}

/* Microseconds of one transform on the emulator.
 *
 * kernel  NULL: the library's */
static double emulate(const nbl_fft_transform_plan_t *plan, void (*kernel)(void), nbl_emulator_check_t check,
                      uint32_t threads, clockid_t clock, void *in, void *out) {
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    nbl_emulator_resource_t resources[] = {{in, plan->input_bytes, 0}, {out, plan->output_bytes, 0}};
    nbl_fft_transform_constants_t constants = {plan->desc.batch};
    nbl_emulator_report_t report;
    nbl_error_t error;
    launch.check = check;
    launch.threads = threads;
    launch.kernel = kernel;
    launch.workgroup_size[0] = plan->workgroup_invocations;
    launch.workgroup_count[0] = (uint32_t)plan->workgroups;
    launch.subgroup_size = plan->desc.subgroup_size;
    launch.resources = resources;
    launch.resource_count = 2;
    launch.push_constants = &constants;
    double begin = seconds(clock);
    if (kernel && nbl_emulator_launch(&launch, &report) != NBL_SUCCESS) exit(stop("emulator", report.message));
    if (!kernel && nbl_fft_transform_emulate(plan, &launch, in, out, NULL, &error) != NBL_SUCCESS)
        exit(stop("emulator", error.text));
    return 1e6 * (seconds(clock) - begin) / plan->desc.batch;
}

static void keep_least(double *least, double value) {
    if (value < *least) *least = value;
}

/* On one core: its threads keep the mask of the one that makes them. */
static nbl_fft_bench_t *open_bench(nbl_vulkan_device_t **device, uint32_t *number) {
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    nbl_error_t reason;
    nbl_error_t error;
    nbl_fft_bench_t *bench = NULL;
    cpu_set_t all, core;
    sched_getaffinity(0, sizeof all, &all);
    CPU_ZERO(&core);
    CPU_SET(0, &core);
    sched_setaffinity(0, sizeof core, &core);
    desc.name = "llvmpipe";
    if (nbl_vulkan_device_create(&desc, device, &reason) != NBL_SUCCESS) exit(stop("lavapipe", reason.text));
    nbl_fft_transform_plan_t plan = plan_of(nbl_fft_device_limits(*device), 8);
    if (nbl_fft_bench_create(*device, NULL, plan.buffer_bytes, 9, &bench, &error) != NBL_SUCCESS ||
        nbl_fft_bench_add(bench, &plan, NBL_MODE_EXACT, false, number, &error) != NBL_SUCCESS)
        exit(stop("lavapipe", error.text));
    sched_setaffinity(0, sizeof all, &all);
    return bench;
}

static int tell_literals(void) {
    nbl_fft_transform_plan_t plan = plan_of(nbl_fft_emulator_limits(8), 8);
    void *in = aligned_alloc(64, (size_t)plan.buffer_bytes), *out = aligned_alloc(64, (size_t)plan.buffer_bytes);
    double least[2] = {1e30, 1e30};
    if (!in || !out) return stop("memory", "none");
    memset(in, 0, (size_t)plan.buffer_bytes);
    for (int round = 0; round < ROUNDS; round++)
        for (int check = 0; check < 2; check++)
            keep_least(&least[check], emulate(&plan, with_literals, (nbl_emulator_check_t)check, 1,
                                              CLOCK_PROCESS_CPUTIME_ID, in, out));
    printf("%7.1f us per transform, %7.1f us with the checker\n", least[0], least[1]);
    free(in);
    free(out);
    return 0;
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "literals") == 0) return tell_literals();
    nbl_fft_transform_plan_t same = plan_of(nbl_fft_emulator_limits(8), 8),
                             wide = plan_of(nbl_fft_emulator_limits(32), 32);
    void *in = aligned_alloc(64, (size_t)same.buffer_bytes), *out = aligned_alloc(64, (size_t)same.buffer_bytes);
    nbl_vulkan_device_t *device = NULL;
    nbl_error_t error;
    uint32_t number = 0;
    double lavapipe = 1e30, literal = 1e30, literal_checked = 1e30, plain = 1e30, plain32 = 1e30, checked = 1e30,
           checked32 = 1e30, one = 1e30, two = 1e30, pair = 0;
    if (!in || !out) return stop("memory", "none");
    memset(in, 0, (size_t)same.buffer_bytes);
    nbl_fft_bench_t *bench = open_bench(&device, &number);
    for (int round = 0; round < ROUNDS; round++) {
        if (round % 6 == 0) {
            nbl_fft_timing_t again;
            if (nbl_fft_bench_run(bench, &again, &error) != NBL_SUCCESS) return stop("lavapipe", error.text);
            keep_least(&lavapipe, 1e-3 * nbl_fft_bench_timing(bench, number).nanoseconds / BATCH);
        }
        keep_least(&literal,
                   emulate(&same, with_literals, NBL_EMULATOR_CHECK_NONE, 1, CLOCK_PROCESS_CPUTIME_ID, in, out));
        keep_least(&literal_checked,
                   emulate(&same, with_literals, NBL_EMULATOR_CHECK_RACES, 1, CLOCK_PROCESS_CPUTIME_ID, in, out));
        keep_least(&plain, emulate(&same, NULL, NBL_EMULATOR_CHECK_NONE, 1, CLOCK_PROCESS_CPUTIME_ID, in, out));
        keep_least(&checked, emulate(&same, NULL, NBL_EMULATOR_CHECK_RACES, 1, CLOCK_PROCESS_CPUTIME_ID, in, out));
        keep_least(&plain32, emulate(&wide, NULL, NBL_EMULATOR_CHECK_NONE, 1, CLOCK_PROCESS_CPUTIME_ID, in, out));
        keep_least(&checked32, emulate(&wide, NULL, NBL_EMULATOR_CHECK_RACES, 1, CLOCK_PROCESS_CPUTIME_ID, in, out));
        double alone = emulate(&wide, NULL, NBL_EMULATOR_CHECK_NONE, 1, CLOCK_MONOTONIC, in, out);
        double together = emulate(&wide, NULL, NBL_EMULATOR_CHECK_NONE, 2, CLOCK_MONOTONIC, in, out);
        keep_least(&one, alone);
        keep_least(&two, together);
        if (alone / together > pair) pair = alone / together;
    }
    printf("N = 1024, 512 invocations, radix-2 shuffle, float32, exact, %d transforms per launch, least of %d rounds\n",
           BATCH, ROUNDS);
    printf("lavapipe, subgroup 8               %7.1f us per transform\n", lavapipe);
    printf("emulator, subgroup 8, literals     %7.1f us, %.2f of lavapipe\n", literal, literal / lavapipe);
    printf("          with the checker         %7.1f us, %.2f of unchecked\n", literal_checked,
           literal_checked / literal);
    printf("emulator, subgroup 8               %7.1f us, %.2f of lavapipe\n", plain, plain / lavapipe);
    printf("          with the checker         %7.1f us, %.2f of unchecked\n", checked, checked / plain);
    printf("emulator, subgroup 32              %7.1f us, %.2f of lavapipe\n", plain32, plain32 / lavapipe);
    printf("          with the checker         %7.1f us, %.2f of unchecked\n", checked32, checked32 / plain32);
    printf(
        "two threads, subgroup 32: %.1f us on one, %.1f us on two: %.2f times as fast; in the best pair of runs %.2f\n",
        one, two, one / two, pair);
    nbl_fft_bench_destroy(bench);
    nbl_vulkan_device_destroy(device);
    free(in);
    free(out);
    return 0;
}
