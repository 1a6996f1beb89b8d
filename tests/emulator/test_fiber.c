/* Tests of the fibers themselves, of both kinds: registers, alignment, deep stacks, the guard page; prints their speed.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700 /* sigaltstack */
#include "emulator/fiber.h"
#include "tests/emulator/emulator_testing.h"

#include <signal.h>
#if !defined(_WIN32)
#include <sys/resource.h>
#include <unistd.h>
#endif
#if NBL_FIBER_ASAN || defined(_WIN32)
#define FAULTS_ARE_SIGNALS \
    0 /* the sanitizer tells them in its own way, and needs more address space than is left here */
#else
#define FAULTS_ARE_SIGNALS 1
#endif

static nbl_emulator_launch_t both_kinds(void (*kernel)(void), int loop_index) {
    nbl_emulator_launch_t launch = make_launch(kernel, 100, 4, 32);
    launch.fiber = loop_index == 0 ? NBL_EMULATOR_FIBER_BEST : NBL_EMULATOR_FIBER_UCONTEXT;
    launch.threads = 1;
    return launch;
}

NBL_KERNEL(sixteen_barriers) {
    for (uint32_t i = 0; i < 16u; i++) NBL_WORKGROUP_BARRIER();
}

/* More live values than registers, of both sorts, across switches. */
NBL_KERNEL(keep_values) {
    uint32_t t = nbl_local_invocation_index(), sum = 0;
    uint32_t a = t * 3u, b = t * 5u, c = t * 7u, d = t * 11u, e = t * 13u, f = t * 17u, g = t * 19u, h = t * 23u;
    double x = t * 0.25, y = t * 0.5, z = t * 0.125;
    for (uint32_t i = 0; i < 3u; i++) {
        NBL_WORKGROUP_BARRIER();
        sum += a + b + c + d + e + f + g + h + (uint32_t)(8.0 * (x + y + z));
        a++, b++, c++, d++, e++, f++, g++, h++, x += 1.0, y += 1.0, z += 1.0;
    }
    NBL_COUNT(sum, sum);
}

START_TEST(values_survive_switches) {
    nbl_emulator_launch_t launch = both_kinds(keep_values, _i);
    nbl_emulator_report_t report;
    uint64_t expected = 0;

    for (uint64_t t = 0; t < 100u; t++)
        for (uint64_t i = 0; i < 3u; i++) expected += t * 98u + 8u * i + t * 7u + 24u * i;
    for (uint32_t size = 1; size <= 100u; size += 99u) {
        launch.workgroup_size[0] = 100;
        launch.subgroup_size = size == 1u ? 1u : 128u;
        expect_success(&launch, &report);
        ck_assert_uint_eq(nbl_emulator_counter(&report, "sum"), 4u * expected);
    }
}
END_TEST

NBL_KERNEL(use_libc) {
    char text[256]; /* formatting a double uses aligned vector stores */
    _Alignas(16) float vector[4] = {1, 2, 3, 4};
    NBL_WORKGROUP_BARRIER();
    snprintf(text, sizeof text, "%.3f %u", 1.5 * nbl_local_invocation_index(), (unsigned)nbl_local_invocation_index());
    NBL_SUBGROUP_BARRIER();
    double value = strtod(text, NULL);
    NBL_COUNT(right, value == 1.5 * nbl_local_invocation_index() && (uintptr_t)vector % 16u == 0u && vector[3] == 4.0f);
}

START_TEST(stacks_are_aligned) {
    nbl_emulator_launch_t launch = both_kinds(use_libc, _i);
    nbl_emulator_report_t report;
    expect_success(&launch, &report);
    ck_assert_uint_eq(nbl_emulator_counter(&report, "right"), 400u);
}
END_TEST

static volatile uintptr_t lowest; /* frame that was begun */

static uint32_t descend(uint32_t depth) {
    volatile unsigned char frame[1024];
    lowest = (uintptr_t)frame;
    memset((unsigned char *)frame, (int)depth, sizeof frame);
    uint32_t below = depth == 0u ? 0u : descend(depth - 1u);
    return below + frame[depth % sizeof frame];
}

NBL_KERNEL(go_deep) {
    uint32_t depth = *(const uint32_t *)nbl_emulator_specialization(), before = nbl_local_invocation_index();
    NBL_WORKGROUP_BARRIER();
    NBL_COUNT(sum, descend(depth));
    NBL_WORKGROUP_BARRIER();
    NBL_COUNT(unharmed, before == nbl_local_invocation_index());
}

START_TEST(stacks_are_as_deep_as_asked) {
    nbl_emulator_launch_t launch = both_kinds(go_deep, _i);
    nbl_emulator_report_t report;
    uint32_t depth = 45; /* fits the default of 64 KiB */

    launch.specialization = &depth;
    expect_success(&launch, &report);
    ck_assert_uint_eq(nbl_emulator_counter(&report, "sum"), 400u * 45u * 46u / 2u);
    ck_assert_uint_eq(nbl_emulator_counter(&report, "unharmed"), 400u);
    depth = 200;
    launch.stack_bytes = 1u << 20;
    expect_success(&launch, &report);
    ck_assert_uint_eq(nbl_emulator_counter(&report, "sum"), 400u * 200u * 201u / 2u);
}
END_TEST

#if FAULTS_ARE_SIGNALS
static void on_fault(int signal, siginfo_t *information, void *context) {
    (void)signal;
    (void)context;
    uintptr_t at = (uintptr_t)information->si_addr;
    _exit(at + 256u - lowest < 200256u ? 42 : 1); /* in the very frame that does not fit, or a call from there */
}

NBL_KERNEL(go_wide) {
    volatile unsigned char frame[200000];
    lowest = (uintptr_t)frame;
    uint32_t t = nbl_local_invocation_index();
    frame[t] = (unsigned char)t; /* far below this stack, and above the next one */
    NBL_WORKGROUP_BARRIER();
    NBL_COUNT(sum, frame[t]);
}

static void overflow(void (*kernel)(void), int kind) {
    static unsigned char stack[1 << 16];
    stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    ck_assert_int_eq(sigaltstack(&alternate, NULL), 0);
    ck_assert_int_eq(sigaction(SIGSEGV, &action, NULL), 0);

    nbl_emulator_launch_t launch = both_kinds(kernel, kind);
    uint32_t depth = 100;
    launch.specialization = &depth;
    nbl_emulator_launch(&launch, NULL);
}

START_TEST(an_overflow_hits_the_guard_page) { overflow(go_deep, _i); }
END_TEST
START_TEST(a_large_frame_does_not_step_over_it) { overflow(go_wide, _i); }
END_TEST
#endif

#if FAULTS_ARE_SIGNALS
static void limit_address_space(rlim_t bytes) {
    struct rlimit limit = {bytes, bytes};
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &limit), 0);
}

START_TEST(unobtainable_stacks_are_an_error) {
    nbl_emulator_launch_t launch = both_kinds(sixteen_barriers, _i);
    launch.workgroup_size[0] = 4096;
    launch.stack_bytes = 1u << 20;
    limit_address_space((rlim_t)2 << 30);
    expect_failure(
        &launch, NBL_ERROR_OUT_OF_MEMORY,
        "kernel \"x\": no memory for 4096 invocations and their stacks, or no more mappings (vm.max_map_count)");
}
END_TEST

START_TEST(threads_without_memory_leave_their_work_to_others) {
    nbl_emulator_launch_t launch = both_kinds(sixteen_barriers, _i);
    nbl_emulator_report_t report;
    launch.workgroup_count[0] = 100;
    launch.stack_bytes = 8u << 20; /* 800 MB per thread */
    launch.threads = 6;
    limit_address_space((rlim_t)2 << 30);
    expect_success(&launch, &report);
    ck_assert_uint_eq(report.workgroups, 100u);
    ck_assert_uint_eq(report.workgroup_barriers, 1600u);
}
END_TEST
#endif

/* ---- speed: printed, not judged ---- */

NBL_KERNEL(sixteen_shuffles) {
    for (uint32_t i = 0; i < 16u; i++) nbl_subgroup_shuffle_xor(i, 1u);
}

static double run_seconds(void (*kernel)(void), uint32_t invocations, uint32_t workgroups, nbl_emulator_fiber_t fiber) {
    nbl_emulator_launch_t launch = make_launch(kernel, invocations, workgroups, 32);
    struct timespec begin, end;
    double best = 1e9;

    launch.threads = 1;
    launch.fiber = fiber;
    for (int i = 0; i < 3; i++) {
        clock_gettime(CLOCK_MONOTONIC, &begin);
        ck_assert_int_eq(nbl_emulator_launch(&launch, NULL), NBL_SUCCESS);
        clock_gettime(CLOCK_MONOTONIC, &end);
        double seconds = (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
        best = seconds < best ? seconds : best;
    }
    return best;
}

START_TEST(the_speed_is_printed) {
    static const char *const names[] = {"best", "assembly", "swapcontext"};
    for (int fiber = NBL_EMULATOR_FIBER_BEST; fiber <= NBL_EMULATOR_FIBER_UCONTEXT; fiber += 2)
        for (uint32_t n = 2; n <= 512u; n *= 256u) {
            uint32_t workgroups = (fiber == NBL_EMULATOR_FIBER_BEST ? 200u : 20u) * 512u / n;
            double barriers = run_seconds(sixteen_barriers, n, workgroups, (nbl_emulator_fiber_t)fiber);
            double shuffles = run_seconds(sixteen_shuffles, n, workgroups, (nbl_emulator_fiber_t)fiber);
            printf("test_fiber: %s, %u invocations: %.1f ns per barrier arrival, %.1f ns per shuffle, 16 barriers %.1f "
                   "us\n",
                   names[fiber], (unsigned)n, 1e9 * barriers / (17.0 * n * workgroups),
                   1e9 * shuffles / (17.0 * n * workgroups), 1e6 * barriers / workgroups);
        }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("emulator: fiber");
    TCase *tests = tcase_create("fiber");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, values_survive_switches, 0, 2);
    tcase_add_loop_test(tests, stacks_are_aligned, 0, 2);
    tcase_add_loop_test(tests, stacks_are_as_deep_as_asked, 0, 2);
#if FAULTS_ARE_SIGNALS
    tcase_add_loop_exit_test(tests, an_overflow_hits_the_guard_page, 42, 0, 2);
    tcase_add_loop_exit_test(tests, a_large_frame_does_not_step_over_it, 42, 0, 2);
    tcase_add_loop_test(tests, unobtainable_stacks_are_an_error, 0, 2);
    tcase_add_loop_test(tests, threads_without_memory_leave_their_work_to_others, 0, 2);
#endif
    if (test_all()) tcase_add_test(tests, the_speed_is_printed);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
