/* Tests of the launch: arguments, builtins in three dimensions, threads, the first failure, calls outside of a kernel.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/emulator/emulator_testing.h"

#include <pthread.h>

#include <signal.h>

NBL_BUFFER(0, uint32_t, data)

/* ---- arguments ---- */

NBL_KERNEL(nothing) {}

static nbl_emulator_launch_t plain(void) { return make_launch(nothing, 4, 2, 4); }

START_TEST(nonsense_is_refused_by_the_name_of_its_field) {
    const nbl_result_t invalid = NBL_ERROR_ARGUMENT;
    nbl_emulator_launch_t launch = plain();

    launch.kernel = NULL, expect_failure(&launch, invalid, "kernel \"x\": kernel is NULL"), launch = plain();
    launch.workgroup_size[2] = 0, expect_failure(&launch, invalid, "kernel \"x\": workgroup_size[2] is 0"),
    launch = plain();
    launch.workgroup_count[1] = 0, expect_failure(&launch, invalid, "kernel \"x\": workgroup_count[1] is 0"),
    launch = plain();
    launch.workgroup_size[0] = 4097;
    expect_failure(&launch, invalid, "kernel \"x\": workgroup_size makes more than 4096 invocations"), launch = plain();
    launch.workgroup_size[1] = 2147483648u, launch.workgroup_size[2] = 2;
    expect_failure(&launch, invalid, "kernel \"x\": workgroup_size makes more than 4096 invocations"), launch = plain();
    launch.workgroup_count[0] = launch.workgroup_count[1] = launch.workgroup_count[2] = 65536;
    expect_failure(&launch, invalid, "kernel \"x\": workgroup_count makes more than 2^32 - 1 workgroups"),
        launch = plain();
    launch.subgroup_size = 0;
    expect_failure(&launch, invalid, "kernel \"x\": subgroup_size is 0, not a power of two from 1 to 128");
    launch.subgroup_size = 12;
    expect_failure(&launch, invalid, "kernel \"x\": subgroup_size is 12, not a power of two from 1 to 128");
    launch.subgroup_size = 256;
    expect_failure(&launch, invalid, "kernel \"x\": subgroup_size is 256, not a power of two from 1 to 128"),
        launch = plain();
    launch.resource_count = 2;
    expect_failure(&launch, invalid, "kernel \"x\": resources is NULL, but resource_count is 2"), launch = plain();
    launch.order = (nbl_emulator_order_t)4,
    expect_failure(&launch, invalid, "kernel \"x\": order is 4: must be 0 to 3"), launch = plain();
    launch.fiber = (nbl_emulator_fiber_t)3,
    expect_failure(&launch, invalid, "kernel \"x\": fiber is 3: must be 0 to 2"), launch = plain();
    launch.name = NULL, launch.kernel = NULL, expect_failure(&launch, invalid, "kernel \"kernel\": kernel is NULL");
    expect_failure(NULL, invalid, "launch is NULL");
}
END_TEST

START_TEST(the_defaults_run_one_invocation) {
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    nbl_emulator_report_t report;

    ck_assert_uint_eq(launch.subgroup_size, 32u);
    ck_assert_int_eq(launch.order, NBL_EMULATOR_ASCENDING);
    launch.kernel = nothing;
    expect_success(&launch, &report);
    ck_assert_uint_eq(report.workgroups, 1u);
    ck_assert_int_eq(nbl_emulator_launch(&launch, NULL), NBL_SUCCESS);
}
END_TEST

START_TEST(every_result_has_its_text) {
    for (int i = NBL_SUCCESS; i <= NBL_ERROR_RESULTS_DIFFER; i++)
        for (int j = NBL_SUCCESS; j < i; j++)
            ck_assert_str_ne(nbl_result_text((nbl_result_t)i), nbl_result_text((nbl_result_t)j));
    ck_assert_str_eq(nbl_result_text(NBL_ERROR_DIVERGENT_BARRIER), "divergent barrier");
    ck_assert_str_eq(nbl_result_text((nbl_result_t)999), "unknown result");
}
END_TEST

/* ---- builtins ---- */

enum { FIELDS = 13 };

NBL_PUSH_CONSTANTS(nbl_uint32_t3, shape)

NBL_KERNEL(write_builtins) {
    nbl_uint32_t3 local = nbl_emulator_local_invocation_id(), group = nbl_emulator_workgroup_id(),
                  count = nbl_emulator_workgroup_count();
    nbl_uint32_t3 size = NBL_PUSH_CONSTANT(shape);
    uint32_t linear = (group.z * count.y + group.y) * count.x + group.x;
    uint32_t base = (linear * size.x * size.y * size.z + nbl_local_invocation_index()) * FIELDS;
    uint32_t values[FIELDS] = {local.x,
                               local.y,
                               local.z,
                               group.x,
                               group.y,
                               group.z,
                               count.x,
                               count.y,
                               count.z,
                               nbl_workgroup_index(),
                               nbl_subgroup_size(),
                               nbl_subgroup_id(),
                               nbl_subgroup_invocation_id()};
    for (uint32_t i = 0; i < FIELDS; i++) NBL_STORE(data, base + i, values[i]);
}

START_TEST(builtins_in_three_dimensions) {
    const uint32_t size[3] = {5, 3, 2}, count[3] = {4, 2, 3};
    nbl_uint32_t3 constants = {5, 3, 2};
    size_t bytes = 5 * 3 * 2 * 4 * 2 * 3 * FIELDS * 4;
    uint32_t *memory = make_memory(bytes), *at = memory;
    nbl_emulator_resource_t resource = {memory, bytes, 0};
    nbl_emulator_launch_t launch = make_launch(write_builtins, 1, 1, 8);
    nbl_emulator_report_t report;

    memset(memory, 0xFF, bytes);
    memcpy(launch.workgroup_size, size, sizeof size);
    memcpy(launch.workgroup_count, count, sizeof count);
    launch.resources = &resource;
    launch.resource_count = 1;
    launch.push_constants = &constants;
    expect_success(&launch, &report);
    ck_assert_uint_eq(report.workgroups, 24u);
    for (uint32_t group = 0; group < 24u; group++)
        for (uint32_t t = 0; t < 30u; t++, at += FIELDS) {
            uint32_t expected[FIELDS] = {
                t % 5u,     t / 5u % 3u, t / 15u, group % 4u, group / 4u % 2u,
                group / 8u, 4,           2,       3,          group % 4u + group / 4u % 2u * 4u,
                8,          t / 8u,      t % 8u};
            for (uint32_t i = 0; i < FIELDS; i++)
                CHECK_CASE(at[i] == expected[i], "workgroup %u, invocation %u, field %u: %u, not %u", group, t, i,
                           at[i], expected[i]);
        }
    free(memory);
}
END_TEST

/* ---- threads ---- */

NBL_SHARED(uint32_t, turn, 64)

NBL_KERNEL(mix) {
    uint32_t t = nbl_local_invocation_index(), group = nbl_workgroup_index(), value = NBL_LOAD(data, group * 64u + t);
    for (uint32_t i = 0; i < 1u + group % 3u; i++) {
        NBL_STORE(turn, t, value);
        NBL_WORKGROUP_BARRIER();
        value = value * 3u + NBL_LOAD(turn, (t + 17u) % 64u) + nbl_subgroup_shuffle_xor(value, 3u);
        NBL_COUNT(rounds, 1u);
        NBL_WORKGROUP_BARRIER();
    }
    NBL_STORE(data, group * 64u + t, value);
}

START_TEST(results_and_counters_do_not_depend_on_threads_or_fibers) {
    enum { WORKGROUPS = 50, BYTES = WORKGROUPS * 64 * 4 };
    uint32_t *first = make_memory(BYTES), *memory = make_memory(BYTES);
    nbl_emulator_resource_t resource = {memory, BYTES, 0};
    nbl_emulator_launch_t launch = make_launch(mix, 64, WORKGROUPS, 16);
    nbl_emulator_report_t first_report, report;

    launch.resources = &resource;
    launch.resource_count = 1;
    for (uint32_t run = 0; run < 18u; run++) {
        launch.threads = run % 9u == 8u ? 0u : run % 9u + 1u; /* 0: one per processor */
        launch.fiber = run < 9u ? NBL_EMULATOR_FIBER_BEST : NBL_EMULATOR_FIBER_UCONTEXT;
        for (uint32_t i = 0; i < WORKGROUPS * 64u; i++) memory[i] = i * 2654435761u;
        expect_success(&launch, &report);
        if (run == 0) {
            memcpy(first, memory, BYTES);
            first_report = report;
        }
        ck_assert(memcmp(first, memory, BYTES) == 0);
        ck_assert(memcmp(&first_report, &report, sizeof report) == 0);
    }
    ck_assert_uint_eq(report.workgroup_barriers, 2u * (17u + 2u * 17u + 3u * 16u));
    ck_assert_uint_eq(report.subgroup_operations, 4u * (17u + 2u * 17u + 3u * 16u));
    free(first);
    free(memory);
}
END_TEST

NBL_KERNEL(fail_from_37) {
    if (nbl_workgroup_index() >= 37u && nbl_local_invocation_index() >= 5u)
        (void)NBL_LOAD(data, 100u + nbl_workgroup_index());
    NBL_WORKGROUP_BARRIER();
}

START_TEST(the_failure_of_the_lowest_workgroup_is_told) {
    uint32_t *memory = make_memory(400);
    nbl_emulator_resource_t resource = {memory, 400, 0};
    nbl_emulator_launch_t launch = make_launch(fail_from_37, 8, 1000, 4);
    nbl_emulator_report_t report;

    launch.resources = &resource;
    launch.resource_count = 1;
    for (uint32_t run = 0; run < 40u; run++) {
        launch.threads = 1u + run % 8u;
        ck_assert_int_eq(nbl_emulator_launch(&launch, &report), NBL_ERROR_OUT_OF_BOUNDS);
        ck_assert_ptr_nonnull(strstr(report.message, "workgroup (37,0,0), invocation 5: load of element 137 of"));
        ck_assert_uint_le(report.workgroups, 37u);
    }
    free(memory);
}
END_TEST

NBL_KERNEL(fail_at_37_only) {
    if (nbl_workgroup_index() == 37u) (void)NBL_LOAD(data, 0u);
}

START_TEST(a_failure_stops_all_threads_soon) {
    nbl_emulator_launch_t launch = make_launch(fail_at_37_only, 8, 4000000, 4); /* seconds of work */
    nbl_emulator_report_t report;

    for (launch.threads = 1; launch.threads <= 2u; launch.threads++) {
        ck_assert_int_eq(nbl_emulator_launch(&launch, &report), NBL_ERROR_MISSING_RESOURCE);
        ck_assert_uint_ge(report.workgroups, 37u);
        ck_assert_uint_lt(report.workgroups, launch.threads == 1u ? 38u : 2000000u);
    }
}
END_TEST

/* Both workgroups fail, the one in the push constants later than the other. */
static atomic_uint started;

NBL_KERNEL(fail_in_turn) {
    meet(&started);
    struct timespec pause = {0, 30000000};
    if (nbl_workgroup_index() == *(const uint32_t *)nbl_emulator_push_constants("constants", __FILE__, __LINE__))
        nanosleep(&pause, NULL);
    (void)NBL_LOAD(data, nbl_workgroup_index());
}

START_TEST(a_later_failure_of_a_higher_workgroup_changes_nothing) {
    nbl_emulator_launch_t launch = make_launch(fail_in_turn, 1, 2, 1);
    nbl_emulator_report_t report;
    uint32_t late;

    launch.threads = 2;
    launch.push_constants = &late;
    for (late = 0; late < 2u; late++) {
        atomic_store(&started, 0u);
        ck_assert_int_eq(nbl_emulator_launch(&launch, &report), NBL_ERROR_MISSING_RESOURCE);
        ck_assert_ptr_nonnull(strstr(report.message, "workgroup (0,0,0)"));
    }
}
END_TEST

/* A kernel may launch: the outer one goes on where it was. */
static void inner(void) {
    for (uint32_t i = 0; i < 2u; i++) NBL_STORE(turn, i, 1000u);
    nbl_emulator_count("inner", 1u + nbl_subgroup_add(1u) + nbl_emulator_workgroup_count().x);
}

NBL_KERNEL(outer) {
    nbl_emulator_launch_t launch = make_launch(inner, 8, 3, 4);
    nbl_emulator_report_t report;
    uint32_t t = nbl_local_invocation_index();
    launch.threads = 1u + t;
    NBL_STORE(turn, t, t); /* the same array, but another workgroup's */
    if (nbl_emulator_launch(&launch, &report) == NBL_SUCCESS && NBL_LOAD(turn, t) == t)
        NBL_COUNT(outer, nbl_emulator_counter(&report, "inner") + nbl_emulator_workgroup_count().x);
}

START_TEST(launches_nest) {
    nbl_emulator_launch_t launch = make_launch(outer, 2, 5, 1);
    nbl_emulator_report_t report;
    expect_success(&launch, &report);
    ck_assert_uint_eq(nbl_emulator_counter(&report, "outer"), 5u * 2u * (3u * 8u * (1u + 4u + 3u) + 5u));
}
END_TEST

/* Stacks are memory mappings. A process may have 65530 of them, and launches at the same time share these. */
NBL_KERNEL(meeting) {
    NBL_WORKGROUP_BARRIER();
    NBL_COUNT(met, 1);
}

static void *launch_often(void *right) {
    for (int i = 0; i < 3; i++) {
        nbl_emulator_launch_t launch = make_launch(meeting, 1024, 64, 32);
        nbl_emulator_report_t report;
        launch.threads = 64;
        *(int *)right +=
            nbl_emulator_launch(&launch, &report) == NBL_SUCCESS && nbl_emulator_counter(&report, "met") == 64u * 1024u;
    }
    return NULL;
}

START_TEST(launches_share_what_mappings_there_are) {
    enum { CALLERS = 6 };
    pthread_t callers[CALLERS];
    int right[CALLERS] = {0};
    for (int i = 0; i < CALLERS; i++) ck_assert_int_eq(pthread_create(&callers[i], NULL, launch_often, &right[i]), 0);
    for (int i = 0; i < CALLERS; i++) {
        pthread_join(callers[i], NULL);
        ck_assert_int_eq(right[i], 3);
    }
}
END_TEST

/* ---- outside of a launch: each aborts ---- */

START_TEST(a_builtin_outside_aborts) { nbl_subgroup_size(); }
END_TEST
START_TEST(a_barrier_outside_aborts) { NBL_WORKGROUP_BARRIER(); }
END_TEST
START_TEST(an_access_outside_aborts) { (void)NBL_LOAD(turn, 0u); }
END_TEST
START_TEST(a_buffer_after_a_launch_aborts) {
    nbl_emulator_launch_t launch = plain();
    nbl_emulator_launch(&launch, NULL);
    (void)NBL_LOAD(data, 0u);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("emulator: launch");
    TCase *tests = tcase_create("launch");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, nonsense_is_refused_by_the_name_of_its_field);
    tcase_add_test(tests, the_defaults_run_one_invocation);
    tcase_add_test(tests, every_result_has_its_text);
    tcase_add_test(tests, builtins_in_three_dimensions);
    tcase_add_test(tests, results_and_counters_do_not_depend_on_threads_or_fibers);
    tcase_add_test(tests, the_failure_of_the_lowest_workgroup_is_told);
    tcase_add_test(tests, a_failure_stops_all_threads_soon);
    tcase_add_test(tests, a_later_failure_of_a_higher_workgroup_changes_nothing);
    tcase_add_test(tests, launches_nest);
    tcase_add_test(tests, launches_share_what_mappings_there_are);
    tcase_add_test_raise_signal(tests, a_builtin_outside_aborts, SIGABRT);
    tcase_add_test_raise_signal(tests, a_barrier_outside_aborts, SIGABRT);
    tcase_add_test_raise_signal(tests, an_access_outside_aborts, SIGABRT);
    tcase_add_test_raise_signal(tests, a_buffer_after_a_launch_aborts, SIGABRT);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
