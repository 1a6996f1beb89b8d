/* Tests of NBL_COUNT: exact sums, names, the order of first use, too many of them.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/emulator/emulator_testing.h"

static char alias[] = "from_three"; /* the same name at another address */

NBL_KERNEL(count_from) {
    uint32_t group = nbl_workgroup_index();
    if (group >= 5u) NBL_COUNT(from_five, 1u);
    if (group >= 3u) NBL_COUNT(from_three, 10u);
    if (group % 2u == 0u) nbl_emulator_count(alias, 1000u);
    NBL_COUNT(always, group);
}

START_TEST(counters_are_ordered_by_first_use_on_any_number_of_threads) {
    nbl_emulator_launch_t launch = make_launch(count_from, 3, 40, 2);
    nbl_emulator_report_t report;

    for (launch.threads = 1; launch.threads <= 6u; launch.threads++) {
        expect_success(&launch, &report);
        ck_assert_uint_eq(report.counter_count, 3u);
        ck_assert_str_eq(report.counters[0].name, "from_three");
        ck_assert_str_eq(report.counters[1].name, "always");
        ck_assert_str_eq(report.counters[2].name, "from_five");
        ck_assert_uint_eq(report.counters[0].value, 3u * (37u * 10u + 20u * 1000u));
        ck_assert_uint_eq(report.counters[1].value, 3u * (40u * 39u / 2u));
        ck_assert_uint_eq(report.counters[2].value, 3u * 35u);
    }
}
END_TEST

static char names[24][8];
static atomic_uint started;

NBL_KERNEL(count_many) {
    if (*(const uint32_t *)nbl_emulator_push_constants("constants", __FILE__, __LINE__) == 2u) meet(&started);
    for (uint32_t i = 0; i < 12u; i++) nbl_emulator_count(names[(nbl_workgroup_index() % 2u) * 12u + i], 1u);
}

START_TEST(too_many_counters_are_told) {
    nbl_emulator_launch_t launch = make_launch(count_many, 1, 2, 32);
    nbl_emulator_report_t report;

    for (int i = 0; i < 24; i++) snprintf(names[i], sizeof names[i], "c%d", i);
    launch.push_constants = &launch.threads;
    for (launch.threads = 1; launch.threads <= 2u; launch.threads++) { /* one table overflows; two together do */
        ck_assert_int_eq(nbl_emulator_launch(&launch, &report), NBL_ERROR_TOO_MANY);
        ck_assert_ptr_nonnull(strstr(report.message, "is one more than the limit of 16"));
        ck_assert_uint_eq(report.counter_count, 16u);
    }
}
END_TEST

NBL_KERNEL(count_by_aliases) {
    for (uint32_t i = 0; i < 24u; i++) nbl_emulator_count(names[i], i);
}

START_TEST(a_counter_is_its_name_not_its_address) {
    nbl_emulator_launch_t launch = make_launch(count_by_aliases, 2, 3, 32);
    nbl_emulator_report_t report;

    for (int i = 0; i < 24; i++) snprintf(names[i], sizeof names[i], "same");
    expect_success(&launch, &report);
    ck_assert_uint_eq(report.counter_count, 1u);
    ck_assert_uint_eq(nbl_emulator_counter(&report, "same"), 6u * 24u * 23u / 2u);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("emulator: counter");
    TCase *tests = tcase_create("counter");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, counters_are_ordered_by_first_use_on_any_number_of_threads);
    tcase_add_test(tests, too_many_counters_are_told);
    tcase_add_test(tests, a_counter_is_its_name_not_its_address);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
