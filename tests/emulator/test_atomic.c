/* Atomic accesses: what they compute, also between threads. They need no order among each other; beside plain accesses
 * they do.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/emulator/check_testing.h"

/* ---- silent ---- */

NBL_KERNEL(histogram) {
    if (T < 8u) NBL_STORE(a, T, 0u);
    BARRIER;
    NBL_ATOMIC_ADD(a, T % 8u, 1u);
    BARRIER;
    FINISH(T + NBL_LOAD(a, T % 8u) - 8u);
}
NBL_KERNEL(ticket) { /* who gets which is the schedule's, that all are given is not */
    if (T == 0u) NBL_STORE(a, 0u, 0u);
    BARRIER;
    uint32_t mine = NBL_ATOMIC_ADD(a, 0u, 1u);
    NBL_STORE(b, mine, 1u);
    BARRIER;
    FINISH(T + NBL_LOAD(b, T) - 1u);
}
NBL_KERNEL(sum_over_workgroups) {
    NBL_ATOMIC_ADD(data, 200u, 1u);
    FINISH(GROUP * 64u + T);
}
NBL_KERNEL(exchanged_before_anything) { /* what was there is not looked at */
    NBL_ATOMIC_EXCHANGE(a, T, 5u);
    BARRIER;
    FINISH(T + NBL_LOAD(a, T ^ 1u) - 5u);
}
NBL_KERNEL(own_element_both_ways) {
    NBL_STORE(a, T, 1u);
    NBL_ATOMIC_ADD(a, T, 2u);
    FINISH(T + NBL_LOAD(a, T) - 3u);
}
NBL_KERNEL(plain_after_a_subgroup_barrier) {
    if (LANE == 0u) NBL_STORE(a, nbl_subgroup_id(), 0u);
    SUBGROUP;
    NBL_ATOMIC_ADD(a, nbl_subgroup_id(), 1u);
    SUBGROUP;
    FINISH(T + NBL_LOAD(a, nbl_subgroup_id()) - nbl_subgroup_size());
}
NBL_KERNEL(one_lane_wins) {
    if (T == 0u) NBL_STORE(a, 0u, 64u);
    BARRIER;
    uint32_t before = NBL_ATOMIC_COMPARE_EXCHANGE(a, 0u, 64u, T);
    BARRIER;
    uint32_t winner = NBL_LOAD(a, 0u);
    FINISH((before == 64u) == (winner == T) ? T : 1000u);
}

/* ---- told ---- */

NBL_KERNEL(read_while_counting) {
    if (T == 0u) NBL_STORE(a, 0u, 0u);
    BARRIER;
    NBL_ATOMIC_ADD(a, 0u, 1u);                       /* counts */
    uint32_t seen = T == 63u ? NBL_LOAD(a, 0u) : 0u; /* looks */
    FINISH(T + 0u * seen);
}
NBL_KERNEL(own_count_hides_the_others) { /* the reader has counted last, but others have, too */
    if (T == 0u) NBL_STORE(a, 0u, 0u);
    BARRIER;
    if (T == 3u || T == 60u) NBL_ATOMIC_ADD(a, 0u, 1u); /* two count */
    uint32_t seen = T == 60u ? NBL_LOAD(a, 0u) : 0u;    /* one looks */
    FINISH(T + 0u * seen);
}
NBL_KERNEL(own_look_hides_the_count) { /* having looked at what it counted, invocation 3 still has counted */
    if (T == 0u) NBL_STORE(a, 0u, 0u);
    BARRIER;
    uint32_t seen = 0u;
    if (T == 3u) seen = NBL_ATOMIC_ADD(a, 0u, 1u) + NBL_LOAD(a, 0u); /* counts and looks */
    if (T == 60u) seen = NBL_LOAD(a, 0u);                            /* looks later */
    FINISH(T + 0u * seen);
}
NBL_KERNEL(own_count_hides_the_look) {
    if (T == 0u) NBL_STORE(a, 0u, 0u);
    BARRIER;
    uint32_t seen = 0u;
    if (T == 3u) seen = NBL_LOAD(a, 0u);     /* looks first */
    if (T == 3u) NBL_ATOMIC_ADD(a, 0u, 1u);  /* then counts */
    if (T == 60u) NBL_ATOMIC_ADD(a, 0u, 1u); /* counts later */
    FINISH(T + 0u * seen);
}
NBL_KERNEL(cleared_while_counting) {
    if (T == 0u) NBL_STORE(a, 0u, 0u); /* clears */
    NBL_ATOMIC_ADD(a, 0u, 1u);         /* too early */
    FINISH(T);
}
NBL_KERNEL(cleared_after_counting) {
    if (T == 0u) NBL_STORE(a, 0u, 0u);
    BARRIER;
    NBL_ATOMIC_ADD(a, 0u, 1u);          /* still counting */
    if (T == 63u) NBL_STORE(a, 0u, 0u); /* cleared too soon */
    FINISH(T);
}
NBL_KERNEL(looked_at_before_counting) {
    if (T == 0u) NBL_STORE(a, 0u, 9u);
    BARRIER;
    uint32_t seen = T == 5u ? NBL_LOAD(a, 0u) : 9u; /* a look */
    if (T == 40u) NBL_ATOMIC_ADD(a, 0u, 1u);        /* a count */
    FINISH(T + seen - 9u);
}
NBL_KERNEL(counts_from_nothing) {
    NBL_ATOMIC_ADD(a, T / 32u, 1u); /* from what? */
    FINISH(T);
}
NBL_KERNEL(workgroups_mix) {
    if (GROUP == 0u && T == 7u) NBL_ATOMIC_ADD(data, 100u, 1u);         /* first workgroup */
    uint32_t seen = GROUP == 2u && T == 9u ? NBL_LOAD(data, 100u) : 0u; /* third workgroup */
    FINISH(GROUP * 64u + T + 0u * seen);
}
NBL_KERNEL(workgroups_store_over_a_count) {
    if (GROUP == 0u && T == 7u) NBL_STORE(data, 100u, 1u);           /* stored at first */
    if (GROUP == 1u && T == 9u) NBL_ATOMIC_EXCHANGE(data, 100u, 2u); /* exchanged later */
    FINISH(GROUP * 64u + T);
}
NBL_KERNEL(data_behind_a_flag) { /* atomics order no other memory */
    if (T == 0u) NBL_STORE(a, 0u, 0u);
    BARRIER;
    if (T == 0u) NBL_STORE(b, 0u, 7u); /* the data */
    if (T == 0u) NBL_ATOMIC_EXCHANGE(a, 0u, 1u);
    uint32_t ready = NBL_ATOMIC_ADD(a, 0u, 0u);
    FINISH(T + (T == 63u && ready == 1u ? NBL_LOAD(b, 0u) - 7u : 0u)); /* behind the flag */
}

#define MIXED NBL_EMULATOR_ATOMIC_AND_PLAIN
#define CASE(kernel) #kernel, kernel
#define SILENT(kernel, workgroups) \
    { CASE(kernel), 0, NO_RACE, NULL, 0, 0, 0, "", "", NBL_EMULATOR_REMEDY_STORE, 0, 0, workgroups, 0, 0 }
#define BY_WORKGROUP NBL_EMULATOR_REMEDY_WORKGROUP_BARRIER
#define BY_SUBGROUP NBL_EMULATOR_REMEDY_SUBGROUP_BARRIER
#define BY_LAUNCH NBL_EMULATOR_REMEDY_LAUNCH

static const check_case_t cases[] = {
    SILENT(histogram, 1),
    SILENT(ticket, 1),
    SILENT(sum_over_workgroups, 3),
    SILENT(exchanged_before_anything, 1),
    SILENT(own_element_both_ways, 1),
    SILENT(plain_after_a_subgroup_barrier, 1),
    SILENT(one_lane_wins, 1),
    {CASE(read_while_counting), 1, MIXED, "a", 0, 0, 63, "counts", "looks", BY_WORKGROUP, 1, 1, 0, 0, 0},
    {CASE(own_count_hides_the_others), 1, MIXED, "a", 0, 3, 60, "two count", "one looks", BY_WORKGROUP, 1, 1, 0, 0, 0},
    {CASE(own_look_hides_the_count), 1, MIXED, "a", 0, 3, 60, "counts and looks", "looks later", BY_WORKGROUP, 1, 1, 0,
     0, 0},
    {CASE(own_count_hides_the_look), 1, MIXED, "a", 0, 3, 60, "looks first", "counts later", BY_WORKGROUP, 1, 1, 0, 0,
     0},
    {CASE(cleared_while_counting), 1, MIXED, "a", 0, 0, 1, "clears", "too early", BY_WORKGROUP, 1, 63, 0, 0, 0},
    {CASE(cleared_after_counting), 1, MIXED, "a", 0, 0, 63, "still counting", "cleared too soon", BY_WORKGROUP, 1, 1, 0,
     0, 0},
    {CASE(looked_at_before_counting), 1, MIXED, "a", 0, 5, 40, "a look", "a count", BY_WORKGROUP, 1, 1, 0, 0, 0},
    {CASE(counts_from_nothing), 1, NBL_EMULATOR_UNINITIALIZED_READ, "a", 0, 0, 0, "", "from what",
     NBL_EMULATOR_REMEDY_STORE, 1, 2, 0, 0, 0},
    {CASE(workgroups_mix), 1, MIXED, "data", 100, 7, 9, "first workgroup", "third workgroup", BY_LAUNCH, 1, 1, 3, 0, 0},
    {CASE(workgroups_store_over_a_count), 1, MIXED, "data", 100, 7, 9, "stored at first", "exchanged later", BY_LAUNCH,
     1, 1, 2, 0, 0},
    {CASE(data_behind_a_flag), 1, NBL_EMULATOR_READ_AFTER_WRITE, "b", 0, 0, 63, "the data", "behind the flag",
     BY_WORKGROUP, 1, 1, 0, 0, 0},
};

START_TEST(every_kernel_is_judged_right) {
    const check_case_t *test = &cases[_i];
    if (strcmp(test->name, "data_behind_a_flag") != 0) {
        expect_case(test);
        return;
    }
    int right; /* whether the access is made at all depends on the order: looked at in ascending order alone */
    nbl_emulator_report_t report = run_case(test, NBL_EMULATOR_ASCENDING, NBL_EMULATOR_CHECK_RACES, &right);
    ck_assert_int_eq(report.result, NBL_ERROR_RACE);
    ck_assert_msg(report.finding_count == 1 && report.findings[0].kind == NBL_EMULATOR_READ_AFTER_WRITE && right, "%s",
                  text_of(&report));
    ck_assert_str_eq(report.findings[0].name, "b");
}
END_TEST

START_TEST(a_mixed_finding_says_which_is_atomic) {
    int right;
    nbl_emulator_report_t report =
        run_case(&cases[9], NBL_EMULATOR_ASCENDING, NBL_EMULATOR_CHECK_RACES, &right); /* counts and looks */
    const nbl_emulator_finding_t *found = &report.findings[0];
    ck_assert_str_eq(cases[9].name, "own_look_hides_the_count");
    ck_assert_msg(found->first.atomic && found->first.write && !found->second.atomic && !found->second.write, "%s",
                  text_of(&report));
    ck_assert_msg(strstr(text_of(&report), "  changed atomically at ") != NULL &&
                      strstr(text_of(&report), "; or make both accesses atomic\n") != NULL,
                  "%s", text_of(&report));
    report = run_case(&cases[16], NBL_EMULATOR_ASCENDING, NBL_EMULATOR_CHECK_RACES,
                      &right); /* stored at first, exchanged later */
    found = &report.findings[0];
    ck_assert_msg(!found->first.atomic && found->first.write && found->second.atomic, "%s", text_of(&report));
}
END_TEST

START_TEST(they_are_counted_apart) {
    int right;
    nbl_emulator_report_t report = run_case(&cases[0], NBL_EMULATOR_ASCENDING, NBL_EMULATOR_CHECK_NONE, &right);
    ck_assert_uint_eq(report.shared_atomics, 64);
    ck_assert_uint_eq(report.shared_loads, 64);
    ck_assert_uint_eq(report.shared_stores, 8);
    ck_assert_uint_eq(report.shared_bytes, 4 * (64 + 64 + 8));
    ck_assert_uint_eq(report.buffer_atomics, 0);
}
END_TEST

NBL_KERNEL(count_much) {
    for (uint32_t i = 0u; i < 200u; i++) NBL_ATOMIC_ADD(data, i % 2u, 1u);
    uint32_t seen = NBL_ATOMIC_ADD(data, 2u, 0u);
    while (NBL_ATOMIC_COMPARE_EXCHANGE(data, 2u, seen, seen + T) != seen) seen = NBL_ATOMIC_ADD(data, 2u, 0u);
}

START_TEST(threads_lose_no_count) {
    enum { WORKGROUPS = 200 };
    nbl_emulator_launch_t launch = make_launch(count_much, 64, WORKGROUPS, 8);
    for (launch.threads = 1; launch.threads <= 4; launch.threads++) {
        uint32_t *memory = make_memory(16);
        nbl_emulator_resource_t resource = {memory, 16, 0};
        nbl_emulator_report_t report;
        launch.resources = &resource;
        launch.resource_count = 1;
        expect_success(&launch, &report);
        ck_assert_uint_eq(memory[0], 64 * WORKGROUPS * 100);
        ck_assert_uint_eq(memory[1], 64 * WORKGROUPS * 100);
        ck_assert_uint_eq(memory[2], WORKGROUPS * 63 * 32);
        ck_assert_uint_ge(report.buffer_atomics, 64 * WORKGROUPS * 202);
        free(memory);
    }
}
END_TEST

NBL_STRUCT(constants_t) { uint32_t add; };
NBL_PUSH_CONSTANTS(constants_t, constants)

enum { NO_CONSTANTS_LINE = __LINE__ + 1 };
NBL_KERNEL(no_constants) { FINISH(NBL_PUSH_CONSTANT(constants).add); }

START_TEST(push_constants_that_are_missing_are_told) {
    nbl_emulator_launch_t launch = make_launch(no_constants, 2, 1, 8);
    uint32_t *memory = make_memory(CHECK_ELEMENTS * 4), add = 11;
    nbl_emulator_resource_t resources[2] = {{NULL, 0, 0}, {memory, CHECK_ELEMENTS * 4, 0}};
    char message[256];
    launch.resources = resources;
    launch.resource_count = 2;
    snprintf(message, sizeof message,
             "kernel \"x\", workgroup (0,0,0), invocation 0: load of push constants \"constants\" at %s:%d: the launch "
             "has none",
             __FILE__, NO_CONSTANTS_LINE);
    expect_failure(&launch, NBL_ERROR_MISSING_RESOURCE, message);
    launch.push_constants = &add;
    ck_assert_int_eq(nbl_emulator_launch(&launch, NULL), NBL_SUCCESS);
    ck_assert_uint_eq(memory[1], 11);
    free(memory);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("emulator: atomic");
    TCase *tests = tcase_create("atomic");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, every_kernel_is_judged_right, 0, (int)(sizeof cases / sizeof cases[0]));
    tcase_add_test(tests, a_mixed_finding_says_which_is_atomic);
    tcase_add_test(tests, they_are_counted_apart);
    tcase_add_test(tests, threads_lose_no_count);
    tcase_add_test(tests, push_constants_that_are_missing_are_told);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
