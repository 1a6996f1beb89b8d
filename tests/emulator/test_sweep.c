/* Tests of the adversarial order, sweeps and replays, the step limit and overflows of stacks.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/emulator/check_testing.h"

#include "emulator/fiber.h"
#include "nbl/host/fft_vulkan.h"
#include "nbl/fft/parameters.h"

#include <signal.h>

static _Alignas(16) uint32_t memory[CHECK_ELEMENTS];
static const nbl_emulator_resource_t resources[2] = {{memory, sizeof memory, 0}, {memory, sizeof memory, 0}};

static nbl_emulator_launch_t prepare(void (*kernel)(void), uint32_t subgroup_size) {
    nbl_emulator_launch_t launch = make_launch(kernel, 64, 1, subgroup_size);
    launch.resources = resources;
    launch.resource_count = 2;
    launch.order = NBL_EMULATOR_ADVERSARIAL;
    memset(memory, 0, sizeof memory);
    return launch;
}

/* Every operation, with every other lane ending early, so that subgroups overlap in time as much as they can. */
NBL_KERNEL(everything) {
    uint32_t t = T, sum = 0u;
    for (uint32_t i = 0u; i < 5u; i++) {
        NBL_STORE(a, t, t * i);
        sum += nbl_subgroup_shuffle_xor(t, 1u) + nbl_subgroup_broadcast(t + i, 0u);
        sum += nbl_subgroup_ballot(t % 3u == 0u).x + nbl_subgroup_max(t) + nbl_subgroup_add(NBL_LOAD(a, t));
        SUBGROUP;
        NBL_STORE(b, t, NBL_LOAD(a, t ^ 1u));
        BARRIER;
        sum += NBL_LOAD(b, t ^ 63u) + NBL_LOAD(b, t ^ 32u);
        BARRIER;
    }
    if (t % 2u == 0u) return;
    sum += nbl_subgroup_add(t) + nbl_subgroup_ballot(t % 5u == 0u).x;
    NBL_STORE(data, t, sum);
}

START_TEST(the_adversary_changes_no_right_result) {
    uint32_t expected[64];
    for (uint32_t size = 2; size <= 64u; size *= 2u) {
        nbl_emulator_launch_t launch = prepare(everything, size);
        nbl_emulator_report_t first, report;
        launch.order = NBL_EMULATOR_ASCENDING;
        expect_success(&launch, &first);
        memcpy(expected, memory, sizeof expected);
        for (uint64_t seed = 0; seed < 20u; seed++) {
            launch = prepare(everything, size);
            launch.seed = seed;
            launch.check = seed % 2u != 0 ? NBL_EMULATOR_CHECK_RACES : NBL_EMULATOR_CHECK_NONE;
            launch.fiber = seed == 7u ? NBL_EMULATOR_FIBER_UCONTEXT : NBL_EMULATOR_FIBER_BEST;
            expect_success(&launch, &report);
            ck_assert(memcmp(memory, expected, sizeof expected) == 0);
            ck_assert_uint_eq(report.subgroup_operations, first.subgroup_operations);
            ck_assert_uint_eq(report.workgroup_barriers, 10u);
        }
    }
}
END_TEST

/* Who is interrupted between load and store loses what others added: no order that switches at barriers only shows it.
 */
NBL_KERNEL(add_to_one) { NBL_STORE(data, 0u, NBL_LOAD(data, 0u) + 1u); }

START_TEST(the_adversary_interrupts_accesses) {
    nbl_emulator_launch_t launch = prepare(add_to_one, 8);
    uint32_t lost = 0, again;
    for (launch.order = NBL_EMULATOR_ASCENDING; launch.order < NBL_EMULATOR_ADVERSARIAL;
         launch.order = (nbl_emulator_order_t)(launch.order + 1)) {
        memory[0] = 0;
        expect_success(&launch, &(nbl_emulator_report_t){0});
        ck_assert_uint_eq(memory[0], 64u);
    }
    for (launch.seed = 0; launch.seed < 10u; launch.seed++) {
        memory[0] = 0;
        expect_success(&launch, &(nbl_emulator_report_t){0});
        again = memory[0];
        lost += again < 64u;
        memory[0] = 0;
        expect_success(&launch, &(nbl_emulator_report_t){0}); /* replays */
        ck_assert_uint_eq(memory[0], again);
    }
    ck_assert_uint_eq(lost, 10u);
}
END_TEST

NBL_KERNEL(two_subgroups_read) { /* the writer is ordered with its own subgroup's reads only, however they interleave */
    if (T == 0u) NBL_STORE(a, 0u, 5u);
    BARRIER;
    uint32_t seen = NBL_LOAD(a, 0u);
    SUBGROUP;
    if (T == 1u) NBL_STORE(a, 0u, 6u);
    NBL_STORE(data, T, seen);
}
NBL_KERNEL(half_the_barrier) {
    if (T < 32u)
        BARRIER;
    else
        SUBGROUP;
}
NBL_KERNEL(half_the_subgroup) {
    if (T == 9u)
        BARRIER;
    else
        SUBGROUP;
}

START_TEST(the_adversary_finds_what_others_find) {
    nbl_emulator_report_t report;
    for (uint64_t seed = 0; seed < 50u; seed++) {
        nbl_emulator_launch_t launch = prepare(two_subgroups_read, 32);
        launch.seed = seed;
        launch.check = NBL_EMULATOR_CHECK_RACES;
        ck_assert_int_eq(nbl_emulator_launch(&launch, &report), NBL_ERROR_RACE);
        launch.kernel = half_the_barrier;
        ck_assert_int_eq(nbl_emulator_launch(&launch, &report), NBL_ERROR_DIVERGENT_BARRIER);
        launch.kernel = half_the_subgroup;
        ck_assert_int_eq(nbl_emulator_launch(&launch, &report), NBL_ERROR_DIVERGENT_BARRIER);
    }
}
END_TEST

/* ---- sweeps ---- */

NBL_KERNEL(good_for_all) {
    NBL_STORE(a, T, NBL_LOAD(data, T));
    BARRIER;
    NBL_STORE(data, T, NBL_LOAD(a, T ^ 63u) + 1u);
}
NBL_KERNEL(wants_subgroups_of_sixteen) {
    NBL_STORE(a, T, T);
    SUBGROUP;
    NBL_STORE(data, T, NBL_LOAD(a, T ^ 15u));
}

START_TEST(a_sweep_runs_all_and_leaves_the_memory) {
    nbl_emulator_launch_t launch = prepare(good_for_all, 3); /* replaced */
    nbl_emulator_sweep_t sweep;
    for (uint32_t i = 0; i < CHECK_ELEMENTS; i++) memory[i] = i;
    launch.check = NBL_EMULATOR_CHECK_RACES;
    ck_assert_int_eq(nbl_emulator_sweep(&launch, 255u, 3, &sweep), NBL_SUCCESS);
    ck_assert_uint_eq(sweep.runs, 8u * (2u + 2u * 3u));
    ck_assert_uint_eq(sweep.failures, 0u);
    for (uint32_t i = 0; i < CHECK_ELEMENTS; i++) ck_assert_uint_eq(memory[i], i);
}
END_TEST

START_TEST(a_sweep_says_which_fail_and_replays) {
    nbl_emulator_launch_t launch = prepare(wants_subgroups_of_sixteen, 32);
    nbl_emulator_sweep_t sweep;
    nbl_emulator_report_t report;
    launch.check = NBL_EMULATOR_CHECK_RACES;
    ck_assert_int_eq(nbl_emulator_sweep(&launch, 1u | 4u | 8u | 16u | 64u, 2, &sweep), NBL_ERROR_RACE);
    ck_assert_uint_eq(sweep.runs, 5u * 6u);
    ck_assert_uint_eq(sweep.failures, 3u * 6u);
    ck_assert_uint_eq(sweep.failed_subgroup_sizes, 1u | 4u | 8u);
    ck_assert_uint_eq(sweep.failed.subgroup_size, 1u);
    ck_assert_int_eq(nbl_emulator_launch(&sweep.failed, &report), NBL_ERROR_RACE);
    ck_assert(memcmp(&report, &sweep.report, sizeof report) == 0);
    /* without the checker, by what the runs leave: the adversary loses an addition, under a seed that replays */
    launch.kernel = add_to_one;
    launch.check = NBL_EMULATOR_CHECK_NONE;
    memset(memory, 0, sizeof memory);
    ck_assert_int_eq(nbl_emulator_sweep(&launch, 32u, 5, &sweep), NBL_ERROR_RESULTS_DIFFER);
    ck_assert_uint_eq(sweep.failures, 5u);
    ck_assert_int_eq(sweep.failed.order, NBL_EMULATOR_ADVERSARIAL);
    ck_assert_str_eq(sweep.report.message,
                     "kernel \"x\": binding 0 differs from what the first run in subgroups of 32 left");
    ck_assert_int_eq(nbl_emulator_sweep(&launch, 0u, 5, &sweep), NBL_ERROR_ARGUMENT);
    ck_assert_int_eq(nbl_emulator_sweep(NULL, 1u, 5, NULL), NBL_ERROR_ARGUMENT);
}
END_TEST

static uint32_t first_runners[64], launches;
NBL_KERNEL(note_first_runner) {
    if (NBL_LOAD(data, 0u) == 0u && launches < 64u)
        first_runners[launches++] = T; /* under the adversary several: they come last */
    NBL_STORE(data, 0u, 1u);
}

START_TEST(a_sweep_takes_one_seed_after_the_other) {
    nbl_emulator_launch_t launch = prepare(note_first_runner, 8);
    uint32_t others = 0;
    ck_assert_int_eq(nbl_emulator_sweep(&launch, 8u, 20, NULL), NBL_SUCCESS);
    ck_assert_uint_ge(launches, 2u + 20u);
    ck_assert_uint_eq(first_runners[0], 0u);
    ck_assert_uint_eq(first_runners[1], 63u);
    for (uint32_t i = 3; i < 22u; i++) others += first_runners[i] != first_runners[2];
    ck_assert_uint_ge(others, 15u);
}
END_TEST

START_TEST(transforms_stand_the_adversary) {
    for (uint32_t i = 0; i < 4u; i++) {
        nbl_fft_transform_desc_t desc = {.algorithm = i % 2u,
                                         .precision = NBL_FFT_FLOAT32,
                                         .length = 256,
                                         .batch = 3,
                                         .inverse = i / 2u != 0,
                                         .subgroup_size = 8,
                                         .limits = nbl_fft_emulator_limits(8)};
        nbl_fft_transform_plan_t plan;
        nbl_error_t error;
        nbl_emulator_launch_t launch = nbl_emulator_launch_init();
        ck_assert_int_eq(nbl_fft_transform_plan(&desc, &plan, &error), NBL_SUCCESS);
        float *input = make_memory(plan.buffer_bytes), *plain = make_memory(plan.buffer_bytes),
              *output = make_memory(plan.buffer_bytes);
        for (uint32_t n = 0; n < plan.buffer_bytes / 4u; n++) input[n] = (float)(n * 7919u % 1000u) - 500.0f;
        ck_assert_int_eq(nbl_fft_transform_emulate(&plan, &launch, input, plain, NULL, &error), NBL_SUCCESS);
        launch.order = NBL_EMULATOR_ADVERSARIAL;
        launch.check = NBL_EMULATOR_CHECK_RACES;
        ck_assert_msg(nbl_fft_transform_emulate(&plan, &launch, input, output, NULL, &error) == NBL_SUCCESS, "%s",
                      error.text);
        ck_assert(memcmp(plain, output, plan.buffer_bytes) == 0);
        free(input), free(plain), free(output);
    }
}
END_TEST

/* ---- kernels that never end ---- */

enum { LINE_SPIN = __LINE__ + 2 };
NBL_KERNEL(spin) {
    while (NBL_LOAD(data, 5u) == 0u) {}
}
enum { LINE_BARRIERS = __LINE__ + 2 };
NBL_KERNEL(wait_for_ever) {
    for (;;) BARRIER;
}
enum { LINE_SHUFFLES = __LINE__ + 2 };
NBL_KERNEL(shuffle_for_ever) {
    for (;;) nbl_subgroup_add(1u);
}

START_TEST(a_kernel_that_never_ends_is_stopped) {
    char message[256];
    static const struct {
        void (*kernel)(void);
        int line;
    } kernels[] = {{spin, LINE_SPIN}, {wait_for_ever, LINE_BARRIERS}, {shuffle_for_ever, LINE_SHUFFLES}};
    nbl_emulator_launch_t launch = prepare(kernels[_i].kernel, 8);
    launch.order = NBL_EMULATOR_ASCENDING;
    launch.step_limit = 100000;
    snprintf(message, sizeof message,
             "kernel \"x\", workgroup (0,0,0), invocation 0: at %s:%d the workgroup's 100000 steps are exhausted",
             __FILE__, kernels[_i].line);
    expect_failure(&launch, NBL_ERROR_STEP_LIMIT, message);
}
END_TEST

START_TEST(the_step_limit_is_exact) {
    nbl_emulator_launch_t launch = prepare(good_for_all, 8);
    nbl_emulator_report_t report;
    launch.workgroup_count[0] = 3; /* each has as many */
    launch.step_limit = 64u * 5u;
    launch.order = NBL_EMULATOR_DESCENDING;
    expect_success(&launch, &report);
    launch.step_limit--;
    ck_assert_int_eq(nbl_emulator_launch(&launch, &report), NBL_ERROR_STEP_LIMIT);
}
END_TEST

#if !NBL_FIBER_ASAN /* which tells it in its own way */
static uint32_t __attribute__((noinline)) dig(uint32_t depth) {
    volatile uint32_t here[64];
    here[depth % 64u] = depth;
    return depth == 0u ? 0u : dig(depth - 1u) + here[depth % 64u];
}

NBL_KERNEL(go_too_deep) { NBL_STORE(data, T, dig(T == 40u && GROUP == 2u ? 10000000u : 10u)); }

START_TEST(a_stack_overflow_is_told) {
    nbl_emulator_launch_t launch = prepare(go_too_deep, 8);
    nbl_emulator_report_t report;
    launch.order = NBL_EMULATOR_ASCENDING;
    launch.workgroup_count[0] = 8;
    launch.catch_faults = 1;
    launch.fiber = _i != 0 ? NBL_EMULATOR_FIBER_UCONTEXT : NBL_EMULATOR_FIBER_BEST;
    for (launch.threads = 1; launch.threads < 4u; launch.threads++) {
        ck_assert_int_eq(nbl_emulator_launch(&launch, &report), NBL_ERROR_STACK_OVERFLOW);
        ck_assert_ptr_nonnull(strstr(report.message, "workgroup (2,0,0), invocation 40: its stack of "));
        ck_assert_uint_ge(report.workgroups, 2u);
    }
    launch.kernel = good_for_all;
    launch.workgroup_count[0] = 1;
    expect_success(&launch, &report);
}
END_TEST

/* A frame of a MiB steps over the guard. It is told, whether it faults, meets a barrier or an access in another's
 * stack, whatever it writes and whichever workgroup has it. */
#define FRAME_BYTES (1u << 20)
static uint32_t deep, touched; /* who, and the place in its frame, or FRAME_BYTES: all of it */

static __attribute__((noinline)) uint32_t wide(int waits) {
    volatile unsigned char frame[FRAME_BYTES];
    if (touched < FRAME_BYTES) frame[touched] = 1;
    for (uint32_t i = 0; touched == FRAME_BYTES && i < FRAME_BYTES; i++) frame[i] = (unsigned char)T;
    if (waits) NBL_WORKGROUP_BARRIER();
    NBL_STORE(data, T, frame[touched % FRAME_BYTES]);
    return frame[touched % FRAME_BYTES];
}

NBL_KERNEL(has_a_wide_frame) {
    if (T == deep) wide(0);
    NBL_WORKGROUP_BARRIER();
    NBL_STORE(data, T, 1u);
}

NBL_KERNEL(waits_in_a_wide_frame) {
    if (T == deep)
        wide(1);
    else
        NBL_WORKGROUP_BARRIER();
    NBL_STORE(data, T, 1u);
}

START_TEST(a_frame_beyond_the_guard_is_told) {
    static const uint32_t who[] = {0, 1, 2, 17, 63},
                          places[] = {0, 1, 4096, 300000, 700000, FRAME_BYTES - 1, FRAME_BYTES};
    for (size_t w = 0; w < sizeof who / sizeof *who; w++)
        for (size_t p = 0; p < sizeof places / sizeof *places; p++)
            for (int waits = 0; waits < 2; waits++) {
                nbl_emulator_launch_t launch = prepare(waits ? waits_in_a_wide_frame : has_a_wide_frame, 8);
                nbl_emulator_report_t report;
                char says[64];
                launch.catch_faults = 1;
                launch.fiber = _i != 0 ? NBL_EMULATOR_FIBER_UCONTEXT : NBL_EMULATOR_FIBER_BEST;
                deep = who[w];
                touched = places[p];
                snprintf(says, sizeof says, "invocation %u: its stack of ", deep);
                ck_assert_msg(nbl_emulator_launch(&launch, &report) == NBL_ERROR_STACK_OVERFLOW &&
                                  strstr(report.message, says) != NULL,
                              "%u touches %u, waits %d: %s: %s", deep, touched, waits, nbl_result_text(report.result),
                              report.message);
            }
}
END_TEST

NBL_KERNEL(fault_elsewhere) { *(volatile uint32_t *)(uintptr_t)(16u + T) = 1u; }

static void end_quietly(int signal_number) { _Exit(signal_number); }

/* The caller's handler is the one that is asked. */
START_TEST(other_faults_go_to_the_handler_that_was_there) {
    nbl_emulator_launch_t launch = prepare(fault_elsewhere, 8);
    launch.catch_faults = 1;
    ck_assert_int_eq(nbl_emulator_launch(&launch, NULL), NBL_ERROR_FAULT); /* no accesses here */
    signal(SIGSEGV, end_quietly);
    nbl_emulator_launch(&launch, NULL);
}
END_TEST
#endif

int main(void) {
    Suite *suite = suite_create("emulator: sweep");
    TCase *tests = tcase_create("sweep");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, the_adversary_changes_no_right_result);
    tcase_add_test(tests, the_adversary_interrupts_accesses);
    tcase_add_test(tests, the_adversary_finds_what_others_find);
    tcase_add_test(tests, a_sweep_runs_all_and_leaves_the_memory);
    tcase_add_test(tests, a_sweep_says_which_fail_and_replays);
    tcase_add_test(tests, a_sweep_takes_one_seed_after_the_other);
    tcase_add_test(tests, transforms_stand_the_adversary);
    tcase_add_loop_test(tests, a_kernel_that_never_ends_is_stopped, 0, 3);
    tcase_add_test(tests, the_step_limit_is_exact);
#if !NBL_FIBER_ASAN
    tcase_add_loop_test(tests, a_stack_overflow_is_told, 0, 2);
    tcase_add_loop_test(tests, a_frame_beyond_the_guard_is_told, 0, 2);
    tcase_add_exit_test(tests, other_faults_go_to_the_handler_that_was_there, SIGSEGV);
#endif
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
