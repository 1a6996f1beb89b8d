/* Reports where the accesses, or what would order them, are easily misread: atomic ones, one line, trips of a loop,
 * flags.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_MEMORY_MODEL 1
#include "tests/emulator/check_testing.h"

NBL_SHARED(uint32_t, ready, 1)

NBL_KERNEL(mail_of_the_subgroup) {
    if (T == 0u)
        NBL_ATOMIC_STORE(ready, 0u, 1u, NBL_SCOPE_SUBGROUP, NBL_ORDER_RELEASE);
    else
        (void)NBL_ATOMIC_LOAD(ready, 0u, NBL_SCOPE_SUBGROUP, NBL_ORDER_ACQUIRE);
}

NBL_KERNEL(looked_at_beside_a_store) {
    if (T == 0u) NBL_STORE(ready, 0u, 1u);
    (void)NBL_ATOMIC_LOAD(ready, 0u, NBL_SCOPE_WORKGROUP, NBL_ORDER_RELAXED);
}

NBL_KERNEL(all_write) { NBL_STORE(a, 0u, T); }

NBL_KERNEL(total_of_every_trip) {
    uint32_t sum = 0u;
    for (uint32_t trip = 0u; trip < 3u; trip++) {
        if (T == 0u) NBL_STORE(a, 0u, trip); /* the next trip */
        NBL_WORKGROUP_BARRIER();
        NBL_STORE(b, T, trip);
        NBL_WORKGROUP_BARRIER();
        sum = sum + NBL_LOAD(a, 0u); /* this trip */
    }
    FINISH(sum);
}

NBL_KERNEL(one_trip) {
    NBL_STORE(a, T, T);
    FINISH(NBL_LOAD(a, 63u - T));
}

/* In ascending order, in subgroups of 8. */
static const char *report_of(void (*kernel)(void), nbl_emulator_finding_t *found) {
    const check_case_t test = {.name = "x", .kernel = kernel};
    static nbl_emulator_report_t report;
    int right;
    report = run_case(&test, NBL_EMULATOR_ASCENDING, NBL_EMULATOR_CHECK_RACES, &right);
    ck_assert_uint_ge(report.finding_count, 1);
    *found = report.findings[0];
    return text_of(&report);
}

static void expect_words(const char *text, const char *words) {
    ck_assert_msg(strstr(text, words) != NULL, "\"%s\" is not in: %s", words, text);
}

START_TEST(atomic_accesses_have_a_place_and_say_what_they_do) {
    nbl_emulator_finding_t found;
    const char *text = report_of(mail_of_the_subgroup, &found);
    ck_assert_int_eq(found.kind, NBL_EMULATOR_ATOMIC_SCOPES);
    expect_line("mail", &found.first, "NBL_ATOMIC_STORE");
    expect_line("mail", &found.second, "NBL_ATOMIC_LOAD");
    ck_assert(found.first.atomic && found.first.write && found.second.atomic && !found.second.write);
    expect_words(text, "  changed atomically at " __FILE__);
    expect_words(text, "  read atomically at " __FILE__);
    text = report_of(looked_at_beside_a_store, &found);
    ck_assert(!found.first.atomic && found.first.write && found.second.atomic && !found.second.write);
    expect_words(text, "  read atomically at " __FILE__);
    expect_words(text, "; or make both accesses atomic");
}
END_TEST

START_TEST(nothing_stands_between_an_access_and_itself) {
    nbl_emulator_finding_t found;
    expect_words(report_of(all_write, &found), "; or let one invocation alone write, or write atomically");
    ck_assert_ptr_null(strstr(report_of(one_trip, &found), "let one invocation"));
}
END_TEST

START_TEST(the_next_trip_is_told) {
    nbl_emulator_finding_t found;
    const char *text = report_of(total_of_every_trip, &found);
    char words[128];
    expect_line("total", &found.first, "the next trip");
    expect_line("total", &found.second, "this trip");
    snprintf(words, sizeof words,
             "a workgroup barrier between the two: after line %d and before line %d in the next iteration",
             found.second.line, found.first.line);
    expect_words(text, words);
}
END_TEST

START_TEST(where_atomics_order_a_release_would_do) {
    nbl_emulator_finding_t found;
    expect_words(report_of(one_trip, &found),
                 "a workgroup barrier between the two; or a release after the first and an "
                 "acquire before the second that reads what the release wrote\n");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("emulator: remedies");
    TCase *tests = tcase_create("remedies");
    tcase_add_test(tests, atomic_accesses_have_a_place_and_say_what_they_do);
    tcase_add_test(tests, nothing_stands_between_an_access_and_itself);
    tcase_add_test(tests, the_next_trip_is_told);
    tcase_add_test(tests, where_atomics_order_a_release_would_do);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
