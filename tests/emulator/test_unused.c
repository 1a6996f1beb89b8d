/* Reads of uninitialised shared memory: those on which nothing depends are passed over if the launch says so.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/emulator/check_testing.h"

#define NEXT NBL_LOAD(a, (T + 1u) & 63u)
#define WRITE_ALL_BUT_ONE \
    if (T != 0u) NBL_STORE(a, T, T); \
    BARRIER

/* The last invocation reads what no invocation has written. */
NBL_KERNEL(speculative_load) {
    WRITE_ALL_BUT_ONE;
    uint32_t next = NEXT;
    FINISH(T < 63u ? next - 1u : T);
}
NBL_KERNEL(one_component) {
    NBL_STORE_MEMBER(pairs, T, x, 1.0f);
    BARRIER;
    nbl_float32_t2 pair = NBL_LOAD(pairs, 63u - T);
    FINISH(T + NBL_CAST(uint32_t, pair.x) - 1u);
}
NBL_KERNEL(masked_out) {
    WRITE_ALL_BUT_ONE;
    FINISH(T + (NEXT & 0u));
}
NBL_KERNEL(result_of_it) {
    WRITE_ALL_BUT_ONE;
    FINISH(NEXT);
}
NBL_KERNEL(branch_by_it) {
    WRITE_ALL_BUT_ONE;
    if (NEXT > 100u) (void)NBL_LOAD(data, 0u);
    FINISH(T);
}
NBL_KERNEL(small_number) {
    WRITE_ALL_BUT_ONE;
    if (NEXT == 1u) NBL_STORE(data, T, 5u);
    FINISH(T);
}
NBL_KERNEL(address_by_it) {
    WRITE_ALL_BUT_ONE;
    if (T == 63u) NBL_STORE(data, NEXT & 127u, 1u);
    FINISH(T);
}

static const struct {
    const char *name;
    void (*kernel)(void);
    nbl_result_t result;
} cases[] = {{"speculative_load", speculative_load, NBL_SUCCESS},
             {"one_component", one_component, NBL_SUCCESS},
             {"masked_out", masked_out, NBL_SUCCESS},
             {"result_of_it", result_of_it, NBL_ERROR_UNINITIALIZED},
             {"branch_by_it", branch_by_it, NBL_ERROR_UNINITIALIZED},
             {"small_number", small_number, NBL_ERROR_UNINITIALIZED},
             {"address_by_it", address_by_it, NBL_ERROR_UNINITIALIZED}};

START_TEST(what_is_not_used_is_passed_over) {
    check_case_t test = {.name = cases[_i].name, .kernel = cases[_i].kernel};
    int right;
    for (int order = NBL_EMULATOR_ASCENDING; order <= NBL_EMULATOR_ADVERSARIAL; order++) {
        test.options = 0;
        nbl_emulator_report_t told = run_case(&test, (nbl_emulator_order_t)order, NBL_EMULATOR_CHECK_RACES, &right);
        ck_assert_msg(told.result == NBL_ERROR_UNINITIALIZED, "%s: %s", test.name, told.message);
        test.options = NBL_EMULATOR_ALLOW_UNUSED_READS;
        nbl_emulator_report_t report = run_case(&test, (nbl_emulator_order_t)order, NBL_EMULATOR_CHECK_RACES, &right);
        ck_assert_msg(report.result == cases[_i].result, "%s: %s", test.name, report.message);
        ck_assert_uint_eq(report.finding_count, report.result == NBL_SUCCESS ? 0 : told.finding_count);
        ck_assert(right || report.result != NBL_SUCCESS);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("emulator: unused reads");
    TCase *tests = tcase_create("unused");
    tcase_add_loop_test(tests, what_is_not_used_is_passed_over, 0, (int)(sizeof cases / sizeof cases[0]));
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
