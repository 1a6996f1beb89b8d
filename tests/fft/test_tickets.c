/* Two passes in one dispatch: the order of tickets, and kernels on every backend, also where tiles give up waiting.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_TICKETS_MOST_LOOKS tickets_most_looks
static unsigned tickets_most_looks = 1000000;
#define NBL_TICKETS_TABLES 1
#include "tests/fft/tickets_kernel.h"

#include "nbl/host/compile.h"
#include "nbl/host/emulator.h"
#include "nbl/host/fft_nd.h"
#include "nbl/host/fft_tickets.h"
#include "nbl/host/plan.h"
#include "fft/pass_table.h"
#include "tests/common/testing.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

/* ---- The order */

enum { MOST_TILES = 4096 };

/* Every tile has a ticket, and what it waits for has earlier ones. */
static void expect_order(nbl_fft_tickets_t of) {
    uint32_t seen[2][MOST_TILES] = {{0}}, drawn[MOST_TILES] = {0}, behind = 0;
    for (uint32_t i = 0; i < nbl_fft_tickets(of); i++) {
        nbl_fft_ticket_t ticket = nbl_fft_ticket(of, i);
        uint32_t tiles = ticket.second ? of.second_tiles : of.first_tiles;
        ck_assert(ticket.unit < of.units && ticket.tile < tiles);
        ck_assert_uint_eq(seen[ticket.second][ticket.unit * tiles + ticket.tile]++, 0);
        if (ticket.second) {
            ck_assert_uint_eq(drawn[ticket.unit], of.first_tiles);
            behind++;
        } else {
            drawn[ticket.unit]++;
            if (behind == 0) continue;
            /* From here on no more lies between the passes than the lag and a turn. */
            uint32_t between = (i + 1 - behind) * of.second_tiles - behind * of.first_tiles;
            uint32_t lag = of.lag < of.first_tiles ? of.first_tiles : of.lag;
            ck_assert_uint_le(between, (lag + nbl_fft_tickets_first_of_turn(of)) * of.second_tiles);
        }
    }
}

START_TEST(what_is_waited_for_comes_first) {
    static const uint32_t tiles[][2] = {{1, 1}, {16, 16}, {8, 16}, {16, 8}, {6, 9}, {5, 1}};
    for (size_t t = 0; t < sizeof tiles / sizeof *tiles; t++)
        for (uint32_t units = 1; units < 8; units++)
            for (uint32_t lag = 0; lag < 70; lag++)
                expect_order((nbl_fft_tickets_t){units, tiles[t][0], tiles[t][1], lag});
}
END_TEST

/* ---- Kernels */

enum { FFTS = 5, TILES = 8, SCALARS = 2 * 4096 * FFTS, COUNTERS = 3 + FFTS + FFTS * TILES };

static float source[SCALARS], expected[SCALARS], target[SCALARS], emulated[SCALARS];
static nbl_complex_float32_t tables[2][64 + 64 * 8];
static uint32_t counters[COUNTERS];

/* What the passes of two dispatches give: the program's way has their bits (test_large.c). */
static void prepare(void) {
    nbl_fft_nd_desc_t desc = nbl_fft_nd_desc_init();
    nbl_fft_nd_plan_t *plan;
    nbl_error_t error;
    test_random_t random = test_random_begin("tickets");
    for (int i = 0; i < SCALARS; i++) source[i] = (float)test_random_real(&random);
    desc.rank = 1;
    desc.sizes[0] = 4096;
    desc.batch = FFTS;
    TEST_EXPECT(nbl_fft_nd_plan_create(&desc, &plan, &error));
    TEST_EXPECT(nbl_fft_nd_plan_run(plan, source, expected, &error));
    nbl_fft_nd_plan_destroy(plan);
    for (uint32_t p = 0; p < 2; p++) {
        const nbl_fft_plan_limits_t limits = {1024, 49152, 32};
        nbl_fft_pass_table_t of = {nbl_fft_large_pass(p + 1, 64, 64, 1), .inverse = false};
        TEST_EXPECT(nbl_fft_plan_parse("8x8@8*8/1", NBL_DWORDS_float32_t, &limits, &of.plan, &error));
        ck_assert(nbl_fft_pass_table_count(&of) * sizeof **tables <= sizeof *tables);
        nbl_fft_pass_table_fill(&of, tables[p]);
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
    for (uint32_t i = 0; i < 3 + FFTS; i++) ck_assert_msg(counters[i] == 0, "%s: counter %u is left", where, i);
}

static void launch(void (*kernel)(void), uint32_t groups, uint32_t lag) {
    nbl_emulator_resource_t buffers[] = {
        {counters, sizeof counters, 0}, {source, sizeof source, 0}, {target, sizeof target, 0}};
    nbl_fft_tickets_job_t job = {.ffts = FFTS, .lag = lag};
    const void *addresses[] = {source, target, tables[0], tables[1]};
    memcpy(&job, addresses, sizeof addresses);
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    launch.kernel = kernel;
    launch.workgroup_size[0] = first_workgroup_size;
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

static const uint32_t looks[] = {1000000, 0, 1};

START_TEST(the_emulator_transforms) {
    tickets_most_looks = looks[_i];
    prepare();
    for (int again = 0; again < 2; again++) { /* the counters of the first launch serve the second one */
        launch(nbl_fft_both_passes, FFTS * 2 * TILES + 3, _i == 0 ? 0 : 19);
        if (looks[_i] == 0) ck_assert_uint_eq(counters[1], FFTS * TILES);
        launch(nbl_fft_what_is_left, NBL_TICKETS_SWEEPERS, 0);
        check("emulator");
    }
}
END_TEST

static void run_on(nbl_vulkan_device_t *device, const char *file, const char *by_tables, uint32_t most_looks) {
    prepare();
    for (int k = 0; k < 2; k++) {
        char text[32];
        snprintf(text, sizeof text, "%uu", most_looks);
        nbl_define_t defines[] = {{"NBL_SUBGROUP_OPERATIONS", "0"},
                                  {"NBL_TICKETS_KERNEL", k == 0 ? "0" : "1"},
                                  {"NBL_TICKETS_TABLES", by_tables},
                                  {"NBL_TICKETS_MOST_LOOKS", text}};
        nbl_compile_desc_t compile = {.file = "tickets_kernel.h", .text = file, .defines = defines, .define_count = 4};
        nbl_fft_tickets_job_t job = {.ffts = FFTS, .lag = 12};
        test_kernel_t kernel = {.compile = &compile,
                                .buffer_count = 5,
                                .push_constants = &job,
                                .push_constant_bytes = sizeof job,
                                .groups = k == 0 ? FFTS * 2 * TILES : 64,
                                .buffers = {{counters, sizeof counters},
                                            {source, sizeof source},
                                            {target, sizeof target},
                                            {tables[0], sizeof tables[0]},
                                            {tables[1], sizeof tables[1]}},
                                .address_of = 2,
                                .more_addresses = 3};
        test_kernel_run(device, &kernel);
        if (k == 0 && most_looks == 0) ck_assert_uint_eq(counters[1], FFTS * TILES);
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
        launch(nbl_fft_both_passes, FFTS * 2 * TILES, 12);
        launch(nbl_fft_what_is_left, NBL_TICKETS_SWEEPERS, 0);
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

/* ---- By the host's functions */

/* The bits of the executor, which are those of passes in dispatches of their own. */
static void transform_long(nbl_vulkan_device_t *device, uint64_t length, uint64_t batch, bool inverse) {
    nbl_fft_nd_desc_t desc = nbl_fft_nd_desc_init();
    const nbl_fft_tickets_desc_t by_tickets = {
        .length = length, .batch = batch, .inverse = inverse, .mode = NBL_MODE_EXACT};
    const size_t scalars = (size_t)(2 * length * batch), bytes = scalars * sizeof(float);
    float *arrays[3]; /* source, what is expected, target */
    nbl_fft_by_tickets_t *fft;
    nbl_fft_nd_plan_t *plan;
    nbl_error_t error;
    test_random_t random = test_random_begin("tickets");
    for (int i = 0; i < 3; i++) ck_assert_ptr_nonnull(arrays[i] = malloc(bytes));
    for (size_t i = 0; i < scalars; i++) arrays[0][i] = (float)test_random_real(&random);
    desc.rank = 1;
    desc.sizes[0] = length;
    desc.batch = batch;
    desc.inverse = inverse;
    TEST_EXPECT(nbl_fft_nd_plan_create(&desc, &plan, &error));
    TEST_EXPECT(nbl_fft_nd_plan_run(plan, arrays[0], arrays[1], &error));
    nbl_fft_nd_plan_destroy(plan);
    TEST_EXPECT(nbl_fft_tickets_create(device, &by_tickets, &fft, &error));
    for (int again = 0; again < 2; again++) {
        test_recording_t r = test_recording_begin(device, arrays[0], bytes, bytes, 16);
        TEST_EXPECT(nbl_fft_tickets_record(fft, r.commands.buffer, r.source.address, r.target.address, &error));
        test_recording_submit(&r);
        TEST_EXPECT(nbl_vulkan_buffer_download(device, &r.target, 0, arrays[2], bytes, &error));
        test_recording_end(&r);
        ck_assert_msg(test_differing_scalars(arrays[2], arrays[1], bytes, 4) == 0, "%llu: other bits",
                      (unsigned long long)length);
    }
    printf("tickets: %llu%s has the executor's bits\n", (unsigned long long)length, inverse ? ", inverse," : "");
    nbl_fft_tickets_destroy(fft);
    for (int i = 0; i < 3; i++) free(arrays[i]);
}

START_TEST(the_host_records) {
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    static const uint32_t logs[] = {16, 17, 18, 20, 24}; /* 2^15 is one line on the CPU */
    transform_long(device, 1u << 16, 2, false);
    /* Kernels take seconds to build here; 2^26 is beyond a buffer of lavapipe's. */
    for (size_t i = 0; test_all() && i < sizeof logs / sizeof *logs; i++)
        for (int inverse = i == 0; inverse < 2; inverse++) transform_long(device, 1ull << logs[i], 1, inverse);
    nbl_fft_tickets_desc_t desc = {.length = 1000, .batch = 1};
    nbl_fft_by_tickets_t *fft;
    nbl_error_t error;
    ck_assert(!nbl_fft_tickets_has(device, 1u << 16)); /* it may stop a workgroup that has begun */
    ck_assert_int_eq(nbl_fft_tickets_create(device, &desc, &fft, &error), NBL_ERROR_LIMIT);
    desc.length = 1u << 16, desc.batch = 1u << 16;
    ck_assert_int_eq(nbl_fft_tickets_create(device, &desc, &fft, &error), NBL_ERROR_LIMIT);
    desc.batch = 0;
    ck_assert_int_eq(nbl_fft_tickets_create(device, &desc, &fft, &error), NBL_ERROR_ARGUMENT);
    nbl_vulkan_device_destroy(device);
}
END_TEST

START_TEST(lavapipe_agrees) { all_agree(TEST_LAVAPIPE); }
END_TEST
START_TEST(swiftshader_agrees) { all_agree(TEST_SWIFTSHADER); }
END_TEST

int main(void) {
    Suite *suite = suite_create("tickets");
    TCase *tests = tcase_create("tickets");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, what_is_waited_for_comes_first);
    tcase_add_loop_test(tests, the_emulator_transforms, 0, 3);
    tcase_add_test(tests, lavapipe_agrees);
    tcase_add_test(tests, swiftshader_agrees);
    tcase_add_test(tests, the_host_records);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
