/* Tests of workgroup barriers: reductions for many sizes, the order of invocations between barriers, divergence.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/emulator/emulator_testing.h"

static uint32_t invocation_count(void) { return *(const uint32_t *)nbl_emulator_specialization(); }

NBL_BUFFER(0, uint32_t, data)
NBL_BUFFER(1, uint32_t, sums)
NBL_SHARED(uint32_t, tree, invocation_count())
NBL_SHARED(uint32_t, partial, 1024)

/* The sum of one element per invocation, once as a tree and once by subgroups. */
NBL_KERNEL(sum_twice) {
    uint32_t t = nbl_local_invocation_index(), n = invocation_count(),
             value = NBL_LOAD(data, nbl_workgroup_index() * n + t), half = 1;

    NBL_STORE(tree, t, value);
    while (half < n) half *= 2u;
    NBL_WORKGROUP_BARRIER();
    for (half /= 2u; half >= 1u; half /= 2u) {
        if (t < half && t + half < n) NBL_STORE(tree, t, NBL_LOAD(tree, t) + NBL_LOAD(tree, t + half));
        NBL_WORKGROUP_BARRIER();
    }
    value = nbl_subgroup_add(value);
    if (nbl_subgroup_invocation_id() == 0u) NBL_STORE(partial, nbl_subgroup_id(), value);
    NBL_WORKGROUP_BARRIER();
    if (t == n - 1u) {
        for (uint32_t i = 1; i * nbl_subgroup_size() < n; i++)
            NBL_STORE(partial, 0u, NBL_LOAD(partial, 0u) + NBL_LOAD(partial, i));
        NBL_STORE(sums, 2u * nbl_workgroup_index(), NBL_LOAD(tree, 0u));
        NBL_STORE(sums, 2u * nbl_workgroup_index() + 1u, NBL_LOAD(partial, 0u));
    }
}

static void check_sums(uint32_t invocations, uint32_t subgroup_size, uint64_t *state, nbl_emulator_order_t order,
                       nbl_emulator_fiber_t fiber) {
    enum { WORKGROUPS = 5 };
    uint32_t *memory = make_memory((size_t)WORKGROUPS * invocations * 4u), *results = make_memory(WORKGROUPS * 8u),
             trips = 0;
    nbl_emulator_resource_t resources[2] = {{memory, WORKGROUPS * invocations * 4u, 0}, {results, WORKGROUPS * 8u, 0}};
    nbl_emulator_launch_t launch = make_launch(sum_twice, invocations, WORKGROUPS, subgroup_size);
    nbl_emulator_report_t report;

    for (uint32_t i = 0; i < WORKGROUPS * invocations; i++) memory[i] = random_uint(state);
    launch.resources = resources;
    launch.resource_count = 2;
    launch.specialization = &invocations;
    launch.order = order;
    launch.seed = random_uint(state);
    launch.fiber = fiber;
    expect_success(&launch, &report);
    while (1u << trips < invocations) trips++;
    ck_assert_uint_eq(report.workgroups, WORKGROUPS);
    ck_assert_uint_eq(report.workgroup_barriers, WORKGROUPS * (trips + 2u));
    for (uint32_t workgroup = 0; workgroup < WORKGROUPS; workgroup++) {
        uint32_t sum = 0;
        for (uint32_t i = 0; i < invocations; i++) sum += memory[workgroup * invocations + i];
        ck_assert_uint_eq(results[2u * workgroup], sum);
        ck_assert_uint_eq(results[2u * workgroup + 1u], sum);
    }
    free(memory);
    free(results);
}

START_TEST(sums_are_right_for_all_sizes) {
    static const uint32_t sizes[] = {1, 2, 3, 31, 32, 33, 100, 127, 128, 129, 512, 1000, 1024};
    uint64_t state = test_seed("test_barrier");
    uint32_t shapes = 0;

    for (uint32_t size = 1; size <= 128u; size *= 2u)
        for (uint32_t i = 0; i <= sizeof sizes / sizeof sizes[0]; i++, shapes++) {
            uint32_t invocations = i < sizeof sizes / sizeof sizes[0] ? sizes[i] : 1u + random_uint(&state) % 1024u;
            check_sums(invocations, size, &state, (nbl_emulator_order_t)(shapes % 3u), NBL_EMULATOR_FIBER_BEST);
        }
    check_sums(100, 32, &state, NBL_EMULATOR_SHUFFLED, NBL_EMULATOR_FIBER_UCONTEXT);
    ck_assert_uint_eq(shapes, 8u * 14u);
}
END_TEST

/* ---- order ---- */

enum { ORDER_INVOCATIONS = 80, ORDER_STEPS = 4, ORDER_WORKGROUPS = 6 };
NBL_SHARED(uint32_t, arrivals, 1)
NBL_BUFFER(2, uint32_t, trace) /* who ran as the n-th, by workgroup and step */

NBL_KERNEL(write_trace) {
    uint32_t t = nbl_local_invocation_index();
    for (uint32_t step = 0; step < ORDER_STEPS; step++) {
        uint32_t n = NBL_LOAD(arrivals, 0u);
        n = n == 0xA5A5A5A5u ? 0u : n; /* fresh shared memory: this is the first of all */
        NBL_STORE(trace, (nbl_workgroup_index() * ORDER_STEPS + step) * ORDER_INVOCATIONS + n % ORDER_INVOCATIONS, t);
        NBL_STORE(arrivals, 0u, n + 1u);
        if (step % 2u == 0u)
            NBL_WORKGROUP_BARRIER();
        else
            NBL_SUBGROUP_BARRIER();
    }
}

static uint32_t *run_trace(nbl_emulator_order_t order, uint64_t seed, uint32_t threads) {
    size_t bytes = ORDER_WORKGROUPS * ORDER_STEPS * ORDER_INVOCATIONS * 4u;
    uint32_t *memory = make_memory(bytes);
    nbl_emulator_resource_t resources[3] = {{NULL, 0, 0}, {NULL, 0, 0}, {memory, bytes, 0}};
    nbl_emulator_launch_t launch = make_launch(write_trace, ORDER_INVOCATIONS, 1, 32);
    nbl_emulator_report_t report;

    launch.workgroup_count[0] = ORDER_WORKGROUPS / 2u;
    launch.workgroup_count[1] = 2;
    launch.resources = resources;
    launch.resource_count = 3;
    launch.order = order;
    launch.seed = seed;
    launch.threads = threads;
    expect_success(&launch, &report);
    return memory;
}

START_TEST(ascending_and_descending_are_what_they_say) {
    uint32_t *up = run_trace(NBL_EMULATOR_ASCENDING, 1, 1), *down = run_trace(NBL_EMULATOR_DESCENDING, 1, 1);
    for (uint32_t i = 0; i < ORDER_INVOCATIONS; i++) {
        ck_assert_uint_eq(up[i], i);
        ck_assert_uint_eq(down[i], ORDER_INVOCATIONS - 1u - i);
    }
    free(up);
    free(down);
}
END_TEST

START_TEST(shuffled_order_replays_by_seed) {
    size_t step_bytes = ORDER_INVOCATIONS * 4u, bytes = ORDER_WORKGROUPS * ORDER_STEPS * step_bytes;
    uint32_t *first = run_trace(NBL_EMULATOR_SHUFFLED, 7, 1), *other = run_trace(NBL_EMULATOR_SHUFFLED, 8, 1);

    ck_assert(memcmp(first, other, step_bytes) != 0);
    for (uint32_t threads = 1; threads <= 5u; threads++) {
        uint32_t *again = run_trace(NBL_EMULATOR_SHUFFLED, 7, threads);
        ck_assert(memcmp(first, again, bytes) == 0);
        free(again);
    }
    /* another order in the next phase, and in the next workgroup; each is a permutation */
    ck_assert(memcmp(first, first + ORDER_INVOCATIONS, step_bytes) != 0);
    ck_assert(memcmp(first, first + ORDER_STEPS * ORDER_INVOCATIONS, step_bytes) != 0);
    uint32_t seen[ORDER_INVOCATIONS] = {0};
    for (uint32_t i = 0; i < ORDER_INVOCATIONS; i++) seen[first[i]]++;
    for (uint32_t i = 0; i < ORDER_INVOCATIONS; i++) ck_assert_uint_eq(seen[i], 1u);
    free(first);
    free(other);
}
END_TEST

/* ---- divergence ---- */

static void expect_text(void (*kernel)(void), uint32_t invocations, const char *format, int a, int b) {
    char message[NBL_EMULATOR_MESSAGE_BYTES];
    nbl_emulator_launch_t launch = make_launch(kernel, invocations, 3, 32);

    snprintf(message, sizeof message, format, __FILE__, a, __FILE__, b);
    for (int order = NBL_EMULATOR_ASCENDING; order <= NBL_EMULATOR_SHUFFLED; order++) {
        launch.order = (nbl_emulator_order_t)order;
        launch.fiber = order == NBL_EMULATOR_SHUFFLED ? NBL_EMULATOR_FIBER_UCONTEXT : NBL_EMULATOR_FIBER_BEST;
        expect_failure(&launch, NBL_ERROR_DIVERGENT_BARRIER, message);
    }
}

enum { LINE_HALF = __LINE__ + 2 };
NBL_KERNEL(half_waits) {
    if (nbl_local_invocation_index() < 256u) NBL_WORKGROUP_BARRIER();
}

enum { LINE_BRANCH = __LINE__ + 3 };
NBL_KERNEL(both_branches) {
    if (nbl_local_invocation_index() % 16u == 0u)
        NBL_WORKGROUP_BARRIER();
    else
        NBL_WORKGROUP_BARRIER();
}

enum { LINE_ONE = __LINE__ + 1 };
NBL_KERNEL(both_on_a_line) { nbl_local_invocation_index() == 3u ? NBL_WORKGROUP_BARRIER() : NBL_WORKGROUP_BARRIER(); }

enum { LINE_LOOP = __LINE__ + 2 };
NBL_KERNEL(one_more_round) {
    for (uint32_t i = 0; i < 2u + (nbl_local_invocation_index() == 1u); i++) NBL_WORKGROUP_BARRIER();
}

/* As another language would call it, without the macros' numbers. The parentheses keep the macro away. */
static int foreign_line_step;
static const char foreign_files[2][4] = {"a.x", "b.x"};

NBL_KERNEL(called_without_macros) {
    uint32_t odd = nbl_local_invocation_index() % 2u;
    nbl_emulator_workgroup_barrier(foreign_files[foreign_line_step == 0 ? odd : 0u], 7 + foreign_line_step * (int)odd);
}

START_TEST(files_and_lines_tell_barriers_apart_without_the_macros) {
    nbl_emulator_launch_t launch = make_launch(called_without_macros, 2, 1, 32);
    expect_failure(&launch, NBL_ERROR_DIVERGENT_BARRIER,
                   "kernel \"x\", workgroup (0,0,0): invocation 0 waits at the barrier a.x:7, invocation 1 waits at "
                   "the barrier b.x:7");
    foreign_line_step = 1;
    expect_failure(&launch, NBL_ERROR_DIVERGENT_BARRIER,
                   "kernel \"x\", workgroup (0,0,0): invocation 0 waits at the barrier a.x:7, invocation 1 waits at "
                   "the barrier a.x:8");
}
END_TEST

START_TEST(divergent_barriers_are_told) {
    expect_text(half_waits, 512,
                "kernel \"x\", workgroup (0,0,0): invocations 0..255 wait at the barrier %s:%d in half_waits, "
                "invocations 256..511 ended",
                LINE_HALF, 0);
    expect_text(both_branches, 40,
                "kernel \"x\", workgroup (0,0,0): invocations 0, 16, 32 wait at the barrier %s:%d in both_branches, "
                "invocations 1..15, 17..31, 33..39 wait at the barrier %s:%d in both_branches",
                LINE_BRANCH, LINE_BRANCH + 2);
    expect_text(both_on_a_line, 4,
                "kernel \"x\", workgroup (0,0,0): invocations 0..2 wait at the barrier %s:%d in both_on_a_line, "
                "invocation 3 waits at the barrier %s:%d in both_on_a_line (another one on that line)",
                LINE_ONE, LINE_ONE);
    expect_text(one_more_round, 3,
                "kernel \"x\", workgroup (0,0,0): invocations 0, 2 ended, invocation 1 waits at the barrier %s:%d "
                "in one_more_round",
                LINE_LOOP, 0);
}
END_TEST

NBL_KERNEL(scattered) {
    if (nbl_local_invocation_index() % 2u == 0u) NBL_WORKGROUP_BARRIER();
}

START_TEST(long_lists_of_invocations_are_cut) {
    nbl_emulator_launch_t launch = make_launch(scattered, 4096, 1, 32);
    nbl_emulator_report_t report;

    ck_assert_int_eq(nbl_emulator_launch(&launch, &report), NBL_ERROR_DIVERGENT_BARRIER);
    ck_assert_ptr_nonnull(strstr(report.message, "invocations 0, 2, 4, 6, 8, 10, 12, 14, ... wait at the barrier"));
    ck_assert_ptr_nonnull(strstr(report.message, "invocations 1, 3, 5, 7, 9, 11, 13, 15, ... ended"));
}
END_TEST

/* Compilers turn this into two calls of the barrier, one per value of the condition; it is one barrier all the same. */
NBL_KERNEL(copied_by_the_compiler) {
    uint32_t t = nbl_local_invocation_index();
    if (t < 4u) NBL_STORE(partial, t, 1u);
    NBL_WORKGROUP_BARRIER();
    if (t < 4u) NBL_STORE(partial, t, 2u);
    NBL_WORKGROUP_BARRIER();
    if (t < 4u) NBL_STORE(partial, t, 3u);
}

START_TEST(a_barrier_that_the_compiler_copied_is_one) {
    nbl_emulator_launch_t launch = make_launch(copied_by_the_compiler, 64, 1, 32);
    nbl_emulator_report_t report;
    expect_success(&launch, &report);
    ck_assert_uint_eq(report.workgroup_barriers, 2u);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("emulator: barrier");
    TCase *tests = tcase_create("barrier");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, sums_are_right_for_all_sizes);
    tcase_add_test(tests, ascending_and_descending_are_what_they_say);
    tcase_add_test(tests, shuffled_order_replays_by_seed);
    tcase_add_test(tests, divergent_barriers_are_told);
    tcase_add_test(tests, files_and_lines_tell_barriers_apart_without_the_macros);
    tcase_add_test(tests, long_lists_of_invocations_are_cut);
    tcase_add_test(tests, a_barrier_that_the_compiler_copied_is_one);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
