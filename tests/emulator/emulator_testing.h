/* What the emulator's suites share: a launch in a line, the sizes to go through, random numbers, the end of main.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_EMULATOR_TESTING_H
#define NBL_TESTS_EMULATOR_TESTING_H

#include "nbl/lang.h"
#include "tests/common/testing.h"

#include <check.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* For loops of many cases: Check's own assertions write to a file each time. */
#define CHECK_CASE(condition, ...) \
    do { \
        if (!(condition)) { ck_abort_msg(__VA_ARGS__); } \
    } while (0)

static inline nbl_emulator_launch_t make_launch(void (*kernel)(void), uint32_t invocations, uint32_t workgroups,
                                                uint32_t subgroup_size) {
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    launch.kernel = kernel;
    launch.name = "x";
    launch.workgroup_size[0] = invocations;
    launch.workgroup_count[0] = workgroups;
    launch.subgroup_size = subgroup_size;
    return launch;
}

static inline void expect_success(const nbl_emulator_launch_t *launch, nbl_emulator_report_t *report) {
    nbl_result_t result = nbl_emulator_launch(launch, report);
    ck_assert_msg(result == NBL_SUCCESS, "%s", report->message);
    ck_assert_int_eq(report->result, result);
    ck_assert_str_eq(report->message, "");
}

static inline void expect_failure(const nbl_emulator_launch_t *launch, nbl_result_t result, const char *message) {
    nbl_emulator_report_t report;
    ck_assert_int_eq(nbl_emulator_launch(launch, &report), result);
    ck_assert_int_eq(report.result, result);
    ck_assert_str_eq(report.message, message);
}

static inline uint32_t random_uint(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 32);
}

/* Zeroed and aligned to 16 bytes; the test that asked for it frees it. */
static inline void *make_memory(size_t bytes) {
    size_t rounded = (bytes + 15u) / 16u * 16u;
    void *memory = aligned_alloc(16, rounded);
    ck_assert_ptr_nonnull(memory);
    memset(memory, 0, rounded);
    return memory;
}

/* In a kernel: waits until two workgroups run at the same time, on two threads; gives up after some seconds. */
static inline void meet(atomic_uint *started) {
    time_t begin = time(NULL);
    atomic_fetch_add(started, 1u);
    while (atomic_load(started) < 2u && time(NULL) - begin < 5) sched_yield();
}

#endif
