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

NBL_KERNEL(all_write_in_turns) {
    for (uint32_t i = 0u; i < 3u; i++)
        if (T == i) NBL_STORE(a, 0u, T);
}

NBL_KERNEL(all_groups_write) { NBL_STORE(out, 0u, GROUP); }

/* The order is there, and the buffer is not coherent. */
NBL_KERNEL(mail_in_a_plain_buffer) {
    if (T == 0u) {
        if (GROUP == 0u) NBL_STORE(out, 0u, 5u);
        if (NBL_ATOMIC_ADD_ORDERED(coherent_data, 0u, 1u, NBL_SCOPE_DEVICE, NBL_ORDER_ACQUIRE_RELEASE) == 1u)
            NBL_STORE(out, 1u, NBL_LOAD(out, 0u));
    }
}

NBL_KERNEL(plain_buffer_beside_a_memory_barrier) {
    if (T == 0u) NBL_STORE(out, 0u, 5u);
    NBL_WORKGROUP_MEMORY_BARRIER();
    if (T == 63u) NBL_STORE(out, 1u, NBL_LOAD(out, 0u));
}

NBL_KERNEL(subgroup_barrier_of_a_buffer) {
    NBL_STORE(out, T, T);
    NBL_SUBGROUP_BARRIER();
    NBL_STORE(data, T, NBL_LOAD(out, T ^ 1u));
}

/* In ascending order, in subgroups of 8. */
static const nbl_emulator_report_t *report_of_case(const check_case_t *test, nbl_emulator_finding_t *found) {
    static nbl_emulator_report_t report;
    int right;
    report = run_case(test, NBL_EMULATOR_ASCENDING, NBL_EMULATOR_CHECK_RACES, &right);
    ck_assert_uint_ge(report.finding_count, 1);
    *found = report.findings[0];
    return &report;
}

static const char *report_of(void (*kernel)(void), nbl_emulator_finding_t *found) {
    const check_case_t test = {.name = "x", .kernel = kernel};
    return text_of(report_of_case(&test, found));
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
    static const char apart[] =
        "would order them: different elements, or one invocation alone that writes, or an atomic access\n";
    const check_case_t groups = {.name = "x", .kernel = all_groups_write, .workgroups = 2};
    expect_words(report_of(all_write, &found), apart);
    ck_assert_int_eq(found.remedy, NBL_EMULATOR_REMEDY_APART);
    expect_words(text_of(report_of_case(&groups, &found)), apart);
    expect_words(report_of(all_write_in_turns, &found),
                 "a workgroup barrier between the two, or, in subgroups as large as here, a subgroup barrier; or let "
                 "one invocation alone write, or "
                 "write atomically");
    ck_assert_ptr_null(strstr(report_of(one_trip, &found), "one invocation alone"));
}
END_TEST

START_TEST(a_plain_buffer_that_lacks_only_coherence_is_told_so) {
    nbl_emulator_finding_t found;
    const check_case_t between = {.name = "x", .kernel = mail_in_a_plain_buffer, .workgroups = 2};
    const check_case_t barrier = {.name = "x", .kernel = plain_buffer_beside_a_memory_barrier};
    report_of_case(&between, &found);
    ck_assert_int_eq(found.remedy, NBL_EMULATOR_REMEDY_DECLARE_COHERENT);
    ck_assert_int_ne(found.first.workgroup[0], found.second.workgroup[0]);
    report_of_case(&barrier, &found);
    ck_assert_int_eq(found.remedy, NBL_EMULATOR_REMEDY_DECLARE_COHERENT);
}
END_TEST

START_TEST(one_line_of_a_report_has_the_remedy) {
    nbl_emulator_finding_t found;
    const check_case_t trip = {.name = "x", .kernel = one_trip}, late = {.name = "x", .kernel = total_of_every_trip};
    expect_words(report_of_case(&trip, &found)->message,
                 "; would order them: a workgroup barrier between the two; 2 m");
    expect_words(report_of_case(&late, &found)->message, "; would order them: a workgroup barrier between the two");
}
END_TEST

START_TEST(barriers_that_order_buffers_may_be_a_subgroups) {
    check_case_t test = {.name = "x", .kernel = subgroup_barrier_of_a_buffer};
    nbl_emulator_finding_t found;
    int right;
    report_of_case(&test, &found);
    ck_assert_int_eq(found.remedy, NBL_EMULATOR_REMEDY_DECLARE_COHERENT);
    test.options = NBL_EMULATOR_BARRIERS_ORDER_BUFFERS;
    ck_assert_int_eq(run_case(&test, NBL_EMULATOR_ASCENDING, NBL_EMULATOR_CHECK_RACES, &right).result, NBL_SUCCESS);
    test.subgroup_size = 1;
    ck_assert_int_eq(run_case(&test, NBL_EMULATOR_ASCENDING, NBL_EMULATOR_CHECK_RACES, &right).result, NBL_ERROR_RACE);
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
    tcase_add_test(tests, a_plain_buffer_that_lacks_only_coherence_is_told_so);
    tcase_add_test(tests, one_line_of_a_report_has_the_remedy);
    tcase_add_test(tests, barriers_that_order_buffers_may_be_a_subgroups);
    tcase_add_test(tests, the_next_trip_is_told);
    tcase_add_test(tests, where_atomics_order_a_release_would_do);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
