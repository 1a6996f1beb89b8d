/* Tests of what a report says: texts and JSON to the letter, folding, no room, callbacks, results and options; and its
 * cost.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/emulator/check_testing.h"

#include "nbl/host/fft_vulkan.h"
#include "emulator/check.h"
#include "nbl/fft/parameters.h"

enum { LINE_BARRIER = __LINE__ + 3, LINE_STORE };
NBL_KERNEL(one_race) {
    NBL_STORE(b, T, T);
    NBL_WORKGROUP_BARRIER();
    NBL_STORE(a, T % 60u, T);
    NBL_WORKGROUP_BARRIER();
    if (T == 61u) NBL_STORE(data, GROUP, NBL_LOAD(a, 1u));
}

static nbl_emulator_launch_t checked(void (*kernel)(void), uint32_t workgroups) {
    static _Alignas(16) uint32_t memory[CHECK_ELEMENTS];
    static nbl_emulator_resource_t resource = {memory, sizeof memory, 0};
    nbl_emulator_launch_t launch = make_launch(kernel, 64, workgroups, 32);
    launch.name = "x\"y\\";
    launch.resources = &resource;
    launch.resource_count = 1;
    launch.check = NBL_EMULATOR_CHECK_RACES;
    return launch;
}

START_TEST(texts_are_complete) {
    nbl_emulator_launch_t launch = checked(one_race, 2);
    nbl_emulator_report_t report;
    char expected[4096], text[4096];

    ck_assert_int_eq(nbl_emulator_launch(&launch, &report), NBL_ERROR_RACE);
    snprintf(expected, sizeof expected,
             "kernel \"x\"y\\\": write after write in shared array \"a\", written at %s:%d by invocation 0, "
             "written at %s:%d by invocation 60; would order them: different elements, or one invocation alone that "
             "writes, or an atomic access",
             __FILE__, LINE_STORE, __FILE__, LINE_STORE);
    ck_assert_str_eq(report.message, expected);
    snprintf(expected, sizeof expected,
             "kernel \"x\"y\\\": race\n"
             "write after write: element 0 of shared array \"a\", first of 8 such\n"
             "  written at %s:%d in one_race, index T %% 60u, by invocation 0 (subgroup 0, lane 0) of workgroup "
             "(0,0,0), after barrier 1, %s:%d\n"
             "  written at %s:%d in one_race, index T %% 60u, by invocation 60 (subgroup 1, lane 28) of workgroup "
             "(0,0,0), after barrier 1, %s:%d\n"
             "  would order them: different elements, or one invocation alone that writes, or an atomic access\n",
             __FILE__, LINE_STORE, __FILE__, LINE_BARRIER, __FILE__, LINE_STORE, __FILE__, LINE_BARRIER);
    size_t length = nbl_emulator_report_text(&report, text, sizeof text);
    ck_assert_str_eq(text, expected);
    ck_assert_uint_eq(length, strlen(expected));
    /* a buffer that is too small, as with snprintf */
    ck_assert_uint_eq(nbl_emulator_report_text(&report, NULL, 0), length);
    ck_assert_uint_eq(nbl_emulator_report_text(&report, text, 10), length);
    ck_assert_str_eq(text, "kernel \"x");
    ck_assert_uint_eq(nbl_emulator_finding_text(&report.findings[0], text, sizeof text),
                      strlen(strchr(expected, '\n') + 1));
    ck_assert_str_eq(text, strchr(expected, '\n') + 1);
}
END_TEST

START_TEST(json_is_complete) {
    nbl_emulator_launch_t launch = checked(one_race, 1);
    nbl_emulator_report_t report;
    char expected[4096], text[4096];

    nbl_emulator_launch(&launch, &report);
    report.message[0] = '\0';
    snprintf(
        expected, sizeof expected,
        "{\"kernel\":\"x\\\"y\\\\\",\"result\":\"race\",\"message\":\"\",\"workgroups\":1,\"workgroup_barriers\":2,"
        "\"subgroup_operations\":0,\"shared\":{\"loads\":1,\"stores\":128,\"atomics\":0,\"bytes\":516},\"buffers\":{"
        "\"loads\":0,\"stores\":1,"
        "\"atomics\":0,\"bytes\":4},\"counters\":{},\"findings\":[{\"kind\":\"write after write\",\"memory\":\"shared "
        "array\",\"name\":\"a\","
        "\"binding\":0,\"index\":0,\"y\":0,\"byte\":0,\"count\":4,\"remedy\":\"different elements, or one invocation "
        "alone that writes, or an atomic access\","
        "\"first\":{\"access\":\"write\",\"file\":\"%s\",\"function\":\"one_race\",\"expression\":\"T %% "
        "60u\",\"line\":%d,\"workgroup\":[0,0,0],\"invocation\":0,\"subgroup\":0,"
        "\"lane\":0,\"epoch\":1,\"barrier_file\":\"%s\",\"barrier_line\":%d,\"callers\":[]},"
        "\"second\":{\"access\":\"write\",\"file\":\"%s\",\"function\":\"one_race\",\"expression\":\"T %% "
        "60u\",\"line\":%d,\"workgroup\":[0,0,0],\"invocation\":60,\"subgroup\":1,"
        "\"lane\":28,\"epoch\":1,\"barrier_file\":\"%s\",\"barrier_line\":%d,\"callers\":[]}}],\"findings_without_"
        "room\":0}\n",
        __FILE__, LINE_STORE, __FILE__, LINE_BARRIER, __FILE__, LINE_STORE, __FILE__, LINE_BARRIER);
    ck_assert_uint_eq(nbl_emulator_report_json(&report, text, sizeof text), strlen(expected));
    ck_assert_str_eq(text, expected);
}
END_TEST

/* Forty uninitialised reads: eight more than there is room for. */
#define FOUR(n) \
    sum += NBL_LOAD(a, n); \
    sum += NBL_LOAD(b, n); \
    sum += NBL_LOAD(a, n + 1u); \
    sum += NBL_LOAD(b, n + 1u);
NBL_KERNEL(many_findings) {
    uint32_t sum = 0u;
    FOUR(0u)
    FOUR(2u)
    FOUR(4u)
    FOUR(6u)
    FOUR(8u)
    FOUR(10u)
    FOUR(12u)
    FOUR(14u)
    FOUR(16u)
    FOUR(18u)
    FOUR(20u)
    FOUR(22u)
    FOUR(24u)
    FOUR(26u)
    FOUR(28u)
    FOUR(30u)
    FOUR(32u)
    FOUR(34u)
    FOUR(36u)
    FOUR(38u)
    NBL_STORE(data, GROUP * 64u + T, sum);
}

static void count_finding(const nbl_emulator_finding_t *finding, void *user) {
    uint32_t *counts = user;
    ck_assert_int_eq(finding->kind, NBL_EMULATOR_UNINITIALIZED_READ);
    counts[0]++;
    counts[1] += (uint32_t)finding->count;
}

START_TEST(equal_findings_are_folded_and_the_rest_counted) {
    nbl_emulator_launch_t launch = checked(many_findings, 3);
    nbl_emulator_report_t report;
    uint32_t counts[2] = {0, 0};

    launch.on_finding = count_finding;
    launch.user = counts;
    ck_assert_int_eq(nbl_emulator_launch(&launch, &report), NBL_ERROR_UNINITIALIZED);
    ck_assert_uint_eq(report.finding_count, NBL_EMULATOR_MAX_FINDINGS);
    ck_assert_uint_eq(counts[0], NBL_EMULATOR_MAX_FINDINGS); /* each once, when it was new */
    ck_assert_uint_eq(counts[1], NBL_EMULATOR_MAX_FINDINGS);
    for (uint32_t i = 0; i < NBL_EMULATOR_MAX_FINDINGS; i++) ck_assert_uint_eq(report.findings[i].count, 2u * 64u * 3u);
    ck_assert_uint_eq(report.findings_without_room, 8u * 2u * 64u * 3u);
    ck_assert_ptr_nonnull(strstr(report.message, "; 31 more findings"));
}
END_TEST

START_TEST(an_error_wins_over_findings_and_keeps_them) {
    nbl_emulator_launch_t launch = checked(many_findings, 5); /* the fifth workgroup leaves the buffer */
    nbl_emulator_report_t report;

    ck_assert_int_eq(nbl_emulator_launch(&launch, &report), NBL_ERROR_OUT_OF_BOUNDS);
    ck_assert_uint_eq(report.finding_count, NBL_EMULATOR_MAX_FINDINGS);
    ck_assert_ptr_nonnull(strstr(text_of(&report), "store to element 256"));
    ck_assert_ptr_nonnull(strstr(text_of(&report), "uninitialised read: element 0"));
}
END_TEST

START_TEST(reports_repeat_whatever_the_threads) {
    nbl_emulator_launch_t launch = checked(one_race, 40);
    nbl_emulator_report_t first, again;

    launch.order = NBL_EMULATOR_SHUFFLED;
    launch.seed = 5;
    launch.threads = 1;
    nbl_emulator_launch(&launch, &first);
    for (launch.threads = 0; launch.threads < 5u; launch.threads++) {
        nbl_emulator_launch(&launch, &again);
        ck_assert(memcmp(&first, &again, sizeof first) == 0);
    }
}
END_TEST

START_TEST(options_that_are_none_are_refused) {
    nbl_emulator_launch_t launch = checked(one_race, 1);
    launch.check = (nbl_emulator_check_t)2;
    expect_failure(&launch, NBL_ERROR_ARGUMENT, "kernel \"x\"y\\\": check is 2: must be 0 or 1");
    launch.check = NBL_EMULATOR_CHECK_RACES;
    launch.check_options = 16;
    expect_failure(&launch, NBL_ERROR_ARGUMENT,
                   "kernel \"x\"y\\\": check_options is 16: must be options of NBL_EMULATOR_ALLOW_EQUAL_WRITES and its "
                   "neighbours, which are 15 together");
}
END_TEST

/* ---- cost ---- */

static double seconds_of(const nbl_fft_transform_plan_t *plan, nbl_emulator_check_t check, const void *input,
                         void *output) {
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    struct timespec begin, end;
    nbl_error_t error;

    launch.check = check;
    launch.threads = 1;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    ck_assert_int_eq(nbl_fft_transform_emulate(plan, &launch, input, output, NULL, &error), NBL_SUCCESS);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    return (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

START_TEST(checking_costs_little) {
    enum { RUNS = 9 };
    nbl_fft_transform_desc_t desc = {.precision = NBL_FFT_FLOAT32,
                                     .length = 1024,
                                     .batch = 100,
                                     .elements_per_invocation = 2,
                                     .workgroup_size = 512,
                                     .ffts_per_workgroup = 1,
                                     .subgroup_size = 32,
                                     .limits = nbl_fft_emulator_limits(32)};
    nbl_fft_transform_plan_t plan;
    nbl_error_t error;
    double plain[RUNS], checking[RUNS];

    ck_assert_int_eq(nbl_fft_transform_plan(&desc, &plan, &error), NBL_SUCCESS);
    void *input = make_memory(plan.buffer_bytes), *output = make_memory(plan.buffer_bytes);
    for (int i = -1; i < RUNS; i++) {
        int slot = i < 0 ? 0 : i; /* the first pair is a warm-up */
        plain[slot] = seconds_of(&plan, NBL_EMULATOR_CHECK_NONE, input, output);
        checking[slot] = seconds_of(&plan, NBL_EMULATOR_CHECK_RACES, input, output);
    }
    qsort(plain, RUNS, sizeof plain[0], ascending);
    qsort(checking, RUNS, sizeof checking[0], ascending);
    printf(
        "test_check_report: N=1024, workgroup 512, subgroup 32: unchecked %.0f us per FFT, checked %.2f times that\n",
        plain[RUNS / 2] * 1e4, checking[RUNS / 2] / plain[RUNS / 2]);
    ck_assert_msg(checking[0] < 4.0 * plain[0],
                  "the checker has become slow"); /* loose: other work may run beside this */
    free(input);
    free(output);
}
END_TEST

NBL_SHARED(uint32_t, tile, 256)
NBL_KERNEL(all_read_all) {
    uint32_t t = nbl_local_invocation_index(), sum = 0u;
    for (uint32_t turn = 0u; turn < 4u; turn++) {
        NBL_STORE(tile, t, sum);
        NBL_WORKGROUP_BARRIER();
        for (uint32_t i = 0u; i < 256u; i++) sum += NBL_LOAD(tile, i);
        NBL_WORKGROUP_BARRIER();
    }
}

/* One ordered atomic anywhere in a program lets more than barriers order its shared memory. */
START_TEST(atomics_elsewhere_cost_little) {
    double least[2] = {1e9, 1e9};
    const int orders = nbl_check_program_orders;

    for (int i = 0; i < 6; i++) {
        nbl_emulator_launch_t launch = make_launch(all_read_all, 256, 1, 32);
        struct timespec begin, end;
        double seconds;
        uint32_t launches = 0;
        launch.check = NBL_EMULATOR_CHECK_RACES;
        nbl_check_program_orders = i % 2;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
        do { /* Windows counts this time in steps of 16 ms */
            ck_assert_int_eq(nbl_emulator_launch(&launch, NULL), NBL_SUCCESS);
            launches++;
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
            seconds = (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
        } while (seconds < 0.05);
        if (seconds / launches < least[i % 2]) least[i % 2] = seconds / launches;
    }
    nbl_check_program_orders = orders;
    printf("test_check_report: reads by all, %.0f ns each, where atomics order %.2f times that\n",
           least[0] / (4.0 * 65536.0) * 1e9, least[1] / least[0]);
    ck_assert_msg(least[1] < 8.0 * least[0], "the checker has become slow where atomics order");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("emulator: check, report");
    TCase *tests = tcase_create("report");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, texts_are_complete);
    tcase_add_test(tests, json_is_complete);
    tcase_add_test(tests, equal_findings_are_folded_and_the_rest_counted);
    tcase_add_test(tests, an_error_wins_over_findings_and_keeps_them);
    tcase_add_test(tests, reports_repeat_whatever_the_threads);
    tcase_add_test(tests, options_that_are_none_are_refused);
    if (!TEST_SANITIZED) { /* they cost more than it does */
        tcase_add_test(tests, checking_costs_little);
        tcase_add_test(tests, atomics_elsewhere_cost_little);
    }
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
