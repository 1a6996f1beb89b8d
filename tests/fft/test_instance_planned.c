/* Instances of nbl/fft.h whose plan is known at run time: one compiled instance for each algorithm does every length.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each plan runs on the emulator, under the race checker, against the definition; then on lavapipe and SwiftShader, as
 * GLSL and as HLSL with the plan in literals, where it must have the emulator's bits.
 */
#include "nbl/fft/indexing.h"
#include "nbl/host/emulator.h"
#include "nbl/host/fft.h"
#include "nbl/host/plan.h"
#include "tests/common/testing.h"

static nbl_fft_plan_t chosen_plan;
static uint32_t chosen_elements_log2, chosen_invocations_log2, chosen_workgroup_size;

#define PLANNED_WORKGROUP_SIZE chosen_workgroup_size
#define PLANNED_PLAN chosen_plan
#define PLANNED_ALGORITHM 1
#define PLANNED_NAME planned
#define PLANNED_KERNEL transform_planned
#include "tests/fft/planned_kernel.h"
#undef PLANNED_ALGORITHM
#undef PLANNED_NAME
#undef PLANNED_KERNEL
#define PLANNED_ELEMENTS_LOG2 chosen_elements_log2
#define PLANNED_INVOCATIONS_LOG2 chosen_invocations_log2
#define PLANNED_ALGORITHM 0
#define PLANNED_NAME shuffled
#define PLANNED_KERNEL transform_shuffled
#include "tests/fft/planned_kernel.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

/* Not whole workgroups, and not whole rounds. */
enum { FFTS = 7, MOST_LENGTH = 1000, SIGNALS = 0, SPECTRA, RESULTS, BUFFERS };

/* Uneven shares, a single pass, three passes; and elements and invocations of the other algorithm. */
static const struct {
    uint32_t algorithm, fft_length, elements_log2, invocations_log2;
} cases[] = {{NBL_FFT_STOCKHAM, 96, 0, 0},     {NBL_FFT_STOCKHAM, 7, 0, 0},        {NBL_FFT_STOCKHAM, 1000, 0, 0},
             {NBL_FFT_STOCKHAM, 30, 0, 0},     {NBL_FFT_RADIX2_SHUFFLE, 64, 1, 5}, {NBL_FFT_RADIX2_SHUFFLE, 256, 4, 4},
             {NBL_FFT_RADIX2_SHUFFLE, 4, 2, 0}};
enum { CASES = sizeof cases / sizeof *cases };

static _Alignas(16) nbl_float32_t2 emulated[BUFFERS][FFTS * MOST_LENGTH], got[BUFFERS][FFTS * MOST_LENGTH];
static const uint32_t ffts = FFTS;

/* Plans case c for both kernels; returns the workgroup's size. */
static uint32_t plan(int c) {
    nbl_fft_transform_desc_t desc = nbl_fft_transform_desc_init();
    nbl_fft_transform_plan_t made;
    nbl_error_t error;
    desc.algorithm = cases[c].algorithm;
    desc.length = cases[c].fft_length;
    desc.batch = FFTS;
    desc.ffts_per_workgroup = PLANNED_FFTS;
    desc.subgroup_size = 1;
    desc.elements_per_invocation = 1u << cases[c].elements_log2;
    desc.workgroup_size = 1u << cases[c].invocations_log2;
    ck_assert_msg(nbl_fft_transform_plan(&desc, &made, &error) == NBL_SUCCESS, "%s", error.text);
    chosen_plan = made.parameters.plan;
    chosen_elements_log2 = made.parameters.elements_log2;
    chosen_invocations_log2 = made.parameters.workgroup_log2;
    chosen_workgroup_size = made.workgroup_invocations;
    return chosen_workgroup_size;
}

static uint32_t groups(void) { return (FFTS + PLANNED_FFTS * PLANNED_ROUNDS - 1) / (PLANNED_FFTS * PLANNED_ROUNDS); }

static uint64_t bytes(int c) { return (uint64_t)FFTS * cases[c].fft_length * sizeof(nbl_float32_t2); }

static void emulate(int c) {
    test_random_t random = test_random_begin("planned instance");
    memset(emulated, 0xff, sizeof emulated); /* NaN: what was not written shows */
    for (uint32_t i = 0; i < FFTS * cases[c].fft_length; i++)
        emulated[SIGNALS][i] = (nbl_float32_t2){(float)test_random_real(&random), (float)test_random_real(&random)};
    nbl_emulator_resource_t resources[BUFFERS];
    for (int b = 0; b < BUFFERS; b++) resources[b] = (nbl_emulator_resource_t){emulated[b], bytes(c), 0};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    launch.kernel = cases[c].algorithm == NBL_FFT_STOCKHAM ? transform_planned : transform_shuffled;
    launch.workgroup_size[0] = plan(c);
    launch.workgroup_count[0] = groups();
    launch.subgroup_size = 1;
    launch.resources = resources;
    launch.resource_count = BUFFERS;
    launch.push_constants = &ffts;
    launch.check = NBL_EMULATOR_CHECK_RACES;
    nbl_emulator_report_t report;
    ck_assert_msg(nbl_emulator_launch(&launch, &report) == NBL_SUCCESS, "%s", report.message);
}

/* The order in which the spectrum lies. */
static uint32_t frequency_of(int c, uint32_t index) {
    if (cases[c].algorithm == NBL_FFT_STOCKHAM) return index;
    return nbl_fft_dft_index(nbl_fft_nabla_order(nbl_fft_log2_elements(cases[c].elements_log2),
                                                 nbl_fft_log2_workgroup(cases[c].invocations_log2)),
                             index);
}

START_TEST(every_plan_transforms) {
    static test_complex_t x[MOST_LENGTH], spectrum[MOST_LENGTH];
    uint32_t n = cases[_i].fft_length;
    test_error_t forward = {0}, back = {0};
    emulate(_i);
    for (uint32_t f = 0; f < FFTS; f++) {
        for (uint32_t i = 0; i < n; i++)
            x[i] = (test_complex_t){(long double)emulated[SIGNALS][f * n + i].x,
                                    (long double)emulated[SIGNALS][f * n + i].y};
        test_fft(x, spectrum, n, false);
        for (uint32_t i = 0; i < n; i++) {
            nbl_float32_t2 z = emulated[SPECTRA][f * n + i], r = emulated[RESULTS][f * n + i];
            test_error_add(&forward, spectrum[frequency_of(_i, i)], (long double)z.x, (long double)z.y);
            test_error_add(&back, x[i], (long double)r.x, (long double)r.y);
        }
    }
    printf("planned, length %u: relative L2 %.2e, and back %.2e\n", n, test_error_relative(&forward),
           test_error_relative(&back));
    ck_assert(test_error_relative(&forward) <= 2.5e-7 && test_error_relative(&back) <= 2.5e-7);
}
END_TEST

static void a_device_agrees(nbl_vulkan_device_t *device, int c, const char *driver) {
    bool stockham = cases[c].algorithm == NBL_FFT_STOCKHAM;
    char literal[160], size[16], elements[16], invocations[16];
    emulate(c);
    (void)nbl_fft_plan_literal(chosen_plan, literal, sizeof literal);
    snprintf(size, sizeof size, "%u", plan(c));
    snprintf(elements, sizeof elements, "%u", chosen_elements_log2);
    snprintf(invocations, sizeof invocations, "%u", chosen_invocations_log2);
    nbl_define_t defines[] = {{"NBL_SUBGROUP_OPERATIONS", "0"},    {"PLANNED_ALGORITHM", stockham ? "1" : "0"},
                              {"PLANNED_NAME", "planned"},         {"PLANNED_PLAN", literal},
                              {"PLANNED_ELEMENTS_LOG2", elements}, {"PLANNED_INVOCATIONS_LOG2", invocations},
                              {"PLANNED_WORKGROUP_SIZE", size}};
    for (int language = 0; language < 2; language++) {
        nbl_compile_desc_t compile = test_kernel_text("tests/fft/planned_kernel.h", (nbl_language_t)language, defines,
                                                      sizeof defines / sizeof *defines);
        test_kernel_t kernel = {.compile = &compile,
                                .buffer_count = BUFFERS,
                                .push_constants = &ffts,
                                .push_constant_bytes = sizeof ffts,
                                .groups = groups()};
        memset(got, 0xff, sizeof got);
        memcpy(got[SIGNALS], emulated[SIGNALS], sizeof got[SIGNALS]);
        for (int b = 0; b < BUFFERS; b++) {
            kernel.buffers[b].data = got[b];
            kernel.buffers[b].bytes = bytes(c);
        }
        test_kernel_run(device, &kernel);
        for (int b = 0; b < BUFFERS; b++)
            ck_assert_msg(memcmp(got[b], emulated[b], bytes(c)) == 0, "length %u, %s, buffer %d differs on %s",
                          cases[c].fft_length, language == 0 ? "GLSL" : "HLSL", b, driver);
    }
}

static void all_agree(test_driver_t driver) {
    nbl_vulkan_device_t *device = test_device_open(driver);
    if (device == NULL) return;
    for (int c = 0; c < CASES; c++) a_device_agrees(device, c, test_driver_name(driver));
    printf("planned: %d plans in two languages have the emulator's bits, %s\n", CASES, test_driver_name(driver));
    nbl_vulkan_device_destroy(device);
}

START_TEST(lavapipe_agrees) { all_agree(TEST_LAVAPIPE); }
END_TEST
START_TEST(swiftshader_agrees) { all_agree(TEST_SWIFTSHADER); }
END_TEST

int main(void) {
    Suite *suite = suite_create("instances whose plan is known at run time");
    TCase *tests = tcase_create("planned");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, every_plan_transforms, 0, CASES);
    tcase_add_test(tests, lavapipe_agrees);
    tcase_add_test(tests, swiftshader_agrees);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
