/* What tests of two passes in one dispatch share: kernels on every backend, also where tiles give up waiting.
 * SPDX-License-Identifier: Apache-2.0
 *
 * TICKETS_STRIPS as in tests/fft/tickets_kernel.h, before this is included.
 */
#ifndef NBL_TESTS_FFT_TICKETS_TESTING_H
#define NBL_TESTS_FFT_TICKETS_TESTING_H

#define NBL_TICKETS_MOST_LOOKS tickets_most_looks
static unsigned tickets_most_looks = 1000000;
#define NBL_TICKETS_TABLES 1
#include "tests/fft/tickets_kernel.h"

#include "nbl/host/compile.h"
#include "nbl/host/emulator.h"
#include "nbl/host/fft_nd.h"
#include "nbl/host/plan.h"
#include "fft/pass_table.h"
#include "gpu/tickets.h"
#include "tests/common/testing.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#if TICKETS_STRIPS
enum { FFTS = 3, UNITS = 2 * FFTS, TILES = 16, POINTS = 16, RADIX = 8 };
#define PLAN "8x2@2*8/1"
#else
enum { FFTS = 5, UNITS = FFTS, TILES = 8, POINTS = 64, RADIX = 8 };
#define PLAN "8x8@8*8/1"
#endif
enum { SCALARS = 2 * 4096 * FFTS, COUNTERS = 3 + UNITS + UNITS * TILES };

static float source[SCALARS], expected[SCALARS], target[SCALARS], emulated[SCALARS];
static nbl_complex_float32_t tables[2][POINTS + POINTS * RADIX];
static uint32_t counters[COUNTERS];

/* Of passes of other lines: other bits, the same transform. */
static void prepare(void) {
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    nbl_fft_t *plan;
    nbl_error_t error;
    test_random_t random = test_random_begin("tickets");
    for (int i = 0; i < SCALARS; i++) source[i] = (float)test_random_real(&random);
    desc.rank = 1;
    desc.sizes[0] = 4096;
    desc.batch = FFTS;
    TEST_EXPECT(nbl_fft_make_cpu(&desc, &plan, &error));
    TEST_EXPECT(nbl_fft_run(plan, source, expected, &error));
    nbl_fft_destroy(plan);
    for (uint32_t p = 0; p < 2; p++) {
        const nbl_fft_plan_limits_t limits = {1024, 49152, 32, NBL_DEVICE_NVIDIA};
        nbl_fft_pass_table_t of = {TICKETS_STRIPS ? nbl_fft_large_pass(p + 2, 16, 16, 16)
                                                  : nbl_fft_large_pass(p + 1, 64, 64, 1),
                                   .inverse = false};
        TEST_EXPECT(nbl_fft_plan_parse(PLAN, NBL_DWORDS_float32_t, &limits, &of.plan, &error));
        ck_assert(nbl_fft_pass_tables.count(&of) * sizeof **tables <= sizeof *tables);
        nbl_fft_pass_tables.fill(&of, tables[p]);
    }
    memset(target, 0xff, sizeof target);
    memset(counters, 0, sizeof counters);
}

static void check(const char *where) {
    double difference = 0, energy = 0;
    for (int i = 0; i < SCALARS; i++) {
        difference += ((double)target[i] - (double)expected[i]) * ((double)target[i] - (double)expected[i]);
        energy += (double)expected[i] * (double)expected[i];
    }
    ck_assert_msg(difference < 4e-14 * energy, "%s: relative error squared %.2e", where, difference / energy);
    for (uint32_t i = 0; i < 3 + UNITS; i++) ck_assert_msg(counters[i] == 0, "%s: counter %u is left", where, i);
}

static void launch(void (*kernel)(void), uint32_t workgroup_size, uint32_t groups, uint32_t lag) {
    nbl_emulator_resource_t buffers[] = {
        {counters, sizeof counters, 0}, {source, sizeof source, 0}, {target, sizeof target, 0}};
    nbl_fft_tickets_job_t job = {.ffts = FFTS, .lag = lag};
    const void *addresses[] = {source, target, tables[0], tables[1]};
    memcpy(&job, addresses, sizeof addresses);
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    launch.kernel = kernel;
    launch.workgroup_size[0] = workgroup_size;
    launch.workgroup_count[0] = groups;
    launch.resources = buffers;
    launch.resource_count = 3;
    launch.push_constants = &job;
    launch.threads = 2;
    launch.check = NBL_EMULATOR_CHECK_RACES;
    nbl_emulator_report_t report;
    nbl_result_t result = nbl_emulator_launch(&launch, &report);
    char text[4096];
    if (result) nbl_emulator_report_text(&report, text, sizeof text);
    ck_assert_msg(result == NBL_SUCCESS, "%s", text);
}

/* Both kernels, and where there are three passes the one before them. */
static void launch_all(uint32_t groups, uint32_t lag) {
#if TICKETS_STRIPS
    launch(nbl_fft_pass_alone, alone_workgroup_size, FFTS * alone_lines / 8, 0);
#endif
    launch(nbl_fft_both_passes, first_workgroup_size, groups, lag);
    if (tickets_most_looks == 0) ck_assert_uint_eq(counters[1], UNITS * TILES);
    launch(nbl_fft_what_is_left, second_workgroup_size, NBL_TICKETS_SWEEPERS, 0);
}

static const uint32_t looks[] = {1000000, 0, 1};

START_TEST(the_emulator_transforms) {
    tickets_most_looks = looks[_i];
    prepare();
    for (int again = 0; again < 2; again++) { /* the counters of the first launch serve the second one */
        launch_all(UNITS * 2 * TILES + 3, _i == 0 ? 0 : 19);
        check("emulator");
    }
}
END_TEST

static void run_on(nbl_vulkan_device_t *device, const char *file, const char *by_tables, uint32_t most_looks) {
    prepare();
    static const struct {
        const char *number;
        uint32_t groups;
    } kernels[] = {{"3", FFTS * 256 / 8}, {"0", UNITS * 2 * TILES}, {"1", NBL_TICKETS_SWEEPERS}};
    for (int k = TICKETS_STRIPS ? 0 : 1; k < 3; k++) {
        char text[32];
        snprintf(text, sizeof text, "%uu", most_looks);
        nbl_define_t defines[] = {{"NBL_SUBGROUP_OPERATIONS", "0"},
                                  {"TICKETS_STRIPS", TICKETS_STRIPS ? "1" : "0"},
                                  {"NBL_TICKETS_KERNEL", kernels[k].number},
                                  {"NBL_TICKETS_TABLES", by_tables},
                                  {"NBL_TICKETS_MOST_LOOKS", text}};
        nbl_compile_desc_t compile = {.file = "tickets_kernel.h", .text = file, .defines = defines, .define_count = 5};
        nbl_fft_tickets_job_t job = {.ffts = FFTS, .lag = 12};
        test_kernel_t kernel = {.compile = &compile,
                                .buffer_count = 5,
                                .push_constants = &job,
                                .push_constant_bytes = sizeof job,
                                .groups = kernels[k].groups,
                                .buffers = {{counters, sizeof counters},
                                            {source, sizeof source},
                                            {target, sizeof target},
                                            {tables[0], sizeof tables[0]},
                                            {tables[1], sizeof tables[1]}},
                                .address_of = 2,
                                .more_addresses = 3};
        test_kernel_run(device, &kernel);
        if (k == 1 && most_looks == 0) ck_assert_uint_eq(counters[1], UNITS * TILES);
    }
}

static void all_agree(test_driver_t driver) {
    nbl_vulkan_device_t *device = test_device_open(driver);
    if (device == NULL) return;
    const uint32_t needed = NBL_FEATURE_BUFFER_DEVICE_ADDRESS | NBL_FEATURE_MEMORY_MODEL;
    static char file[1 << 13];
    FILE *stream = fopen("tests/fft/tickets_kernel.h", "rb");
    ck_assert_ptr_nonnull(stream);
    file[fread(file, 1, sizeof file - 1, stream)] = '\0';
    fclose(stream);
    if ((nbl_vulkan_device_get_features(device) & needed) == needed) {
        tickets_most_looks = 1000;
        prepare();
        launch_all(UNITS * 2 * TILES, 12);
        memcpy(emulated, target, sizeof target);
        for (int i = 0; i < 3; i++) {
            run_on(device, file, i == 0 ? "1" : "0", looks[i]); /* with tables as on the emulator, and without */
            check(test_driver_name(driver));
            ck_assert_uint_eq(test_differing_scalars(target, emulated, sizeof target, 4), 0);
        }
        printf("tickets: %s has the emulator's bits\n", test_driver_name(driver));
    } else {
        printf("tickets: %s has no memory model or no addresses\n", test_driver_name(driver));
        ck_assert(driver != TEST_LAVAPIPE);
    }
    nbl_vulkan_device_destroy(device);
}

START_TEST(lavapipe_agrees) { all_agree(TEST_LAVAPIPE); }
END_TEST
START_TEST(swiftshader_agrees) { all_agree(TEST_SWIFTSHADER); }
END_TEST

#endif
