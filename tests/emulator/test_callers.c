/* The calls that led to an access, in reports and messages: of ready-made accessors and of functions in functions.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/emulator/check_testing.h"

#define NBL_ACCESSOR_NAME samples
#define NBL_ACCESSOR_SCALAR float32_t
#define NBL_ACCESSOR_BUFFER points
#include "nbl/accessors/linear_buffer.h"

NBL_KERNEL(through_an_accessor) {
    nbl_complex_float32_t z = samples_get(63u - T); /* the read */
    nbl_complex_float32_t w = samples_get(T + 0u);
    z.real += w.real;
    samples_set(T, z); /* the write */
}

NBL_FUNCTION void put(uint32_t i, uint32_t value) { NBL_STORE(a, i, value); /* of put */ }

NBL_FUNCTION void put_behind(uint32_t i, uint32_t value) { put(i + 1u, value); /* of put_behind */ }

NBL_KERNEL(through_functions) {
    if (T == 5u)
        put(6u, 1u); /* the one */
    else if (T == 9u)
        put_behind(5u, 2u); /* the other */
    else
        put(T == 6u ? 5u : T, 3u);
}

NBL_KERNEL(without) { NBL_STORE(a, T / 2u, T); }

NBL_KERNEL(outside) { put_behind(T, 0u); /* too far */ }

NBL_FUNCTION uint32_t chosen(uint32_t i) { return NBL_LOAD(data, i); }

NBL_KERNEL(in_an_index) { /* whose access comes after its index's */
    NBL_STORE(a, chosen(T) / 2u, T);
}

static nbl_emulator_report_t run(void (*kernel)(void), nbl_emulator_order_t order) {
    static _Alignas(16) uint32_t memory[64];
    static _Alignas(16) nbl_float32_t2 vectors[64];
    const nbl_emulator_resource_t resources[6] = {[0] = {memory, sizeof memory, 0}, [5] = {vectors, sizeof vectors, 0}};
    nbl_emulator_launch_t launch = make_launch(kernel, 64, 1, 32);
    nbl_emulator_report_t report;
    for (uint32_t i = 0; i < 64u; i++) memory[i] = i;
    launch.resources = resources;
    launch.resource_count = 6;
    launch.check = NBL_EMULATOR_CHECK_RACES;
    launch.order = order;
    launch.seed = 1;
    nbl_emulator_launch(&launch, &report);
    return report;
}

/* The call number `which`, from the innermost on, stands in `function`, on a line of this file with these words. */
static void expect_call(const nbl_emulator_access_t *access, uint32_t which, const char *function, const char *words) {
    nbl_emulator_caller_t caller;
    char text[512];
    ck_assert_uint_lt(which, access->caller_count);
    ck_assert_int_eq(nbl_emulator_find_caller(access->callers[which], &caller), 1);
    ck_assert_str_eq(caller.function, function);
    ck_assert_str_eq(caller.file, __FILE__);
    read_line(caller.file, caller.line, text, sizeof text);
    ck_assert_msg(strstr(text, words) != NULL, "\"%s\" is not in line %d: %s", words, caller.line, text);
}

START_TEST(an_accessor_is_named_and_who_calls_it) {
    const nbl_emulator_report_t report = run(through_an_accessor, (nbl_emulator_order_t)_i);
    ck_assert_int_eq(report.result, NBL_ERROR_RACE);
    const nbl_emulator_finding_t *found = &report.findings[0];
    ck_assert_str_eq(found->name, "points");
    const nbl_emulator_access_t *write = found->first.write ? &found->first : &found->second,
                                *read = found->first.write ? &found->second : &found->first;
    ck_assert_ptr_nonnull(strstr(write->file, "linear_buffer.h"));
    ck_assert_str_eq(write->function, "samples_set");
    ck_assert_str_eq(read->function, "samples_get");
    ck_assert_uint_eq(write->caller_count, 1);
    expect_call(write, 0, "through_an_accessor", "the write");
    expect_call(read, 0, "through_an_accessor", "the read");
}
END_TEST

START_TEST(calls_of_one_function_are_told_apart) {
    const nbl_emulator_report_t report = run(through_functions, (nbl_emulator_order_t)_i);
    ck_assert_int_eq(report.result, NBL_ERROR_RACE);
    ck_assert_uint_eq(report.finding_count, 1);
    const nbl_emulator_access_t *direct = &report.findings[0].first, *behind = &report.findings[0].second;
    ck_assert_str_eq(direct->function, "put");
    ck_assert_str_eq(behind->function, "put");
    if (direct->caller_count != 1u) {
        direct = behind;
        behind = &report.findings[0].first;
    }
    ck_assert_uint_eq(direct->caller_count, 1);
    ck_assert_uint_eq(behind->caller_count, 2);
    expect_call(direct, 0, "through_functions", "the one");
    expect_call(behind, 0, "put_behind", "of put_behind");
    expect_call(behind, 1, "through_functions", "the other");
}
END_TEST

START_TEST(the_kernels_own_accesses_have_none) {
    nbl_emulator_report_t report = run(without, (nbl_emulator_order_t)_i);
    ck_assert_int_eq(report.result, NBL_ERROR_RACE);
    ck_assert_uint_eq(report.findings[0].first.caller_count, 0);
    ck_assert_uint_eq(report.findings[0].second.caller_count, 0);
    report = run(in_an_index, (nbl_emulator_order_t)_i);
    ck_assert_int_eq(report.result, NBL_ERROR_RACE);
    ck_assert_str_eq(report.findings[0].second.function, "in_an_index");
    ck_assert_uint_eq(report.findings[0].second.caller_count, 0);
}
END_TEST

/* ": F:L in f" behind `before`, L being a line with `words`; returns what stands behind it. */
static const char *expect_place(const char *text, const char *before, const char *function, const char *words) {
    char line[512], expected[600];
    int number = 0;
    do read_line(__FILE__, ++number, line, sizeof line);
    while (strstr(line, words) == NULL);
    snprintf(expected, sizeof expected, "%s%s:%d in %s", before, __FILE__, number, function);
    const char *found = strstr(text, expected);
    ck_assert_msg(found != NULL, "\"%s\" is not in: %s", expected, text);
    return found + strlen(expected);
}

START_TEST(texts_and_messages_say_it) {
    nbl_emulator_report_t report = run(through_an_accessor, NBL_EMULATOR_ASCENDING);
    const char *left = expect_place(text_of(&report), "\n          called at ", "through_an_accessor", "the read");
    expect_place(left, "\n          called at ", "through_an_accessor", "the write");
    static char json[1 << 16];
    nbl_emulator_report_json(&report, json, sizeof json);
    ck_assert_ptr_nonnull(
        strstr(json, "\"callers\":[{\"file\":\"" __FILE__ "\",\"function\":\"through_an_accessor\","));
    report = run(outside, NBL_EMULATOR_ASCENDING);
    ck_assert_int_eq(report.result, NBL_ERROR_OUT_OF_BOUNDS);
    left = expect_place(report.message, " in put, index i, called at ", "put_behind", "of put_behind");
    ck_assert_str_eq(expect_place(left, ", from ", "outside", "too far"), "");
    report = run(without, NBL_EMULATOR_ASCENDING);
    ck_assert_ptr_null(strstr(text_of(&report), "called"));
    nbl_emulator_report_json(&report, json, sizeof json);
    ck_assert_ptr_nonnull(strstr(json, "\"callers\":[]"));
}
END_TEST

START_TEST(what_is_no_code_is_unknown) {
    static const char data[64];
    nbl_emulator_caller_t caller;
    memset(&caller, 1, sizeof caller);
    ck_assert_int_eq(nbl_emulator_find_caller(NULL, &caller), 0);
    ck_assert_int_eq(nbl_emulator_find_caller(data + 32, &caller), 0);
    ck_assert_str_eq(caller.file, "");
    ck_assert_str_eq(caller.function, "");
    ck_assert_int_eq(caller.line, 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("emulator: callers");
    TCase *tests = tcase_create("callers");
    tcase_add_loop_test(tests, an_accessor_is_named_and_who_calls_it, 0, NBL_EMULATOR_ADVERSARIAL + 1);
    tcase_add_loop_test(tests, calls_of_one_function_are_told_apart, 0, NBL_EMULATOR_ADVERSARIAL + 1);
    tcase_add_loop_test(tests, the_kernels_own_accesses_have_none, 0, NBL_EMULATOR_ADVERSARIAL + 1);
    tcase_add_test(tests, texts_and_messages_say_it);
    tcase_add_test(tests, what_is_no_code_is_unknown);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
