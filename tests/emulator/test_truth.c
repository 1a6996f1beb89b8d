/* Kernels that an earlier emulator passed in silence, computed wrongly, or refused though they are correct: each
 * with what must be said of it, in every order and subgroup size.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>

#include "tests/emulator/emulator_testing.h"

enum { INVOCATIONS = 64, ELEMENTS = 256 };

NBL_SHARED(uint32_t, s, 64)
NBL_BUFFER(0, uint32_t, in)
NBL_BUFFER(1, uint32_t, out)
NBL_COHERENT_BUFFER(2, uint32_t, common)
NBL_BUFFER(3, uint32_t, plain)
NBL_PRIVATE(uint32_t, mine)

#define T nbl_local_invocation_index()
#define LANE nbl_subgroup_invocation_id()

#include "tests/emulator/truths/flow.h"
#include "tests/emulator/truths/memory.h"
#include "tests/emulator/truths/stuck.h"

typedef struct truth_t {
    const char *name;
    void (*kernel)(void);
    nbl_result_t result;
    uint32_t (*right)(uint32_t invocation, uint32_t subgroup_size); /* of `out`; NULL: not looked at */
    bool by_calls;                                                  /* what is told of it turns on NBL_EMULATOR_CALLS */
    uint32_t least_size;                                            /* smaller subgroups show nothing */
    uint32_t options;
    uint32_t most_size; /* larger ones neither; 0: 128 */
} truth_t;

static uint32_t of_parity(uint32_t t, uint32_t size) { return size == 1u ? 1u : size / 2u + 0u * t; }
static uint32_t lanes(uint32_t size) { return size < INVOCATIONS ? size : INVOCATIONS; }
static uint32_t right_trips(uint32_t t, uint32_t size) { return of_parity(t, lanes(size)); }
static uint32_t right_waterfall(uint32_t t, uint32_t size) { return of_parity(t, lanes(size)) + 1000u * lanes(size); }
static uint32_t right_joined(uint32_t t, uint32_t size) {
    return (t % 2u == 0 ? of_parity(t, lanes(size)) : 0u) + 1000u * lanes(size);
}
static uint32_t right_nested(uint32_t t, uint32_t size) {
    return 3u * (lanes(size) + t % 2u * of_parity(t, lanes(size)) + 1000u * lanes(size));
}
static uint32_t right_before(uint32_t t, uint32_t size) { return t % 2u == 0 ? of_parity(t, lanes(size)) : 0u; }
static uint32_t right_returned(uint32_t t, uint32_t size) { /* bounds 0 and 1: both leave in trip 1 */
    return lanes(size) + 1000u * lanes(size) + 0u * t;
}
static uint32_t right_reversed(uint32_t t, uint32_t size) { return 63u - t + 0u * size; }
static uint32_t right_first(uint32_t t, uint32_t size) { return t - t % size; }
static uint32_t right_two(uint32_t t, uint32_t size) { return 2u + 0u * t * size; }
static uint32_t right_next(uint32_t t, uint32_t size) { return t + 1u + 0u * size; }
static uint32_t right_own(uint32_t t, uint32_t size) { return t + 0u * size; }

#define TRUTH_OF(by_calls, kernel, result, right, least, ...) \
    { #kernel, kernel, result, right, by_calls, least, __VA_ARGS__ }
#define TRUTH(...) TRUTH_OF(false, __VA_ARGS__)
#define TRUTH_BY_CALLS(...) TRUTH_OF(true, __VA_ARGS__)
static const truth_t truths[] = {
    TRUTH(ended_lane_is_not_bound, NBL_ERROR_RACE, NULL, 2, 0, 0),
    TRUTH(lane_elsewhere_is_not_bound, NBL_ERROR_RACE, NULL, 2, 0, 0),
    TRUTH(those_who_pass_are_bound, NBL_SUCCESS, NULL, 1, 0, 0),
    TRUTH(trips, NBL_SUCCESS, right_trips, 1, 0, 0),
    TRUTH(while_trips, NBL_SUCCESS, right_trips, 1, 0, 0),
    TRUTH(do_while_trips, NBL_SUCCESS, right_trips, 1, 0, 0),
    TRUTH(waterfall, NBL_SUCCESS, right_waterfall, 1, 0, 0),
    TRUTH_BY_CALLS(arms, NBL_SUCCESS, right_trips, 1, 0, 0),
    TRUTH_BY_CALLS(barrier_in_two_arms, NBL_ERROR_DIVERGENT_BARRIER, NULL, 1, 0, 0),
    TRUTH(joined_behind_arms, NBL_SUCCESS, right_joined, 1, 0, 0),
    TRUTH(nested_trips, NBL_SUCCESS, right_nested, 1, 0, 0),
    TRUTH(returned_from_a_loop, NBL_SUCCESS, right_returned, 1, 0, 0),
    TRUTH(a_loop_by_goto, NBL_ERROR_DIVERGENT_SUBGROUP, NULL, 1, 0, 0),
    TRUTH(shuffle_from_another_arm, NBL_ERROR_INVALID_SHUFFLE, NULL, 1, 0, 0),
    TRUTH(barrier_in_alternating_trips, NBL_ERROR_DIVERGENT_BARRIER, NULL, 1, 0, 0),
    TRUTH(subgroup_operation_before_a_barrier, NBL_SUCCESS, right_before, 1, 0, 0),
    TRUTH(plain_buffer_and_subgroup_barrier, NBL_ERROR_RACE, NULL, 2, 0, 0),
    TRUTH(coherent_buffer_and_subgroup_barrier, NBL_SUCCESS, right_first, 1, 0, 0),
    TRUTH(coherent_buffer_and_barrier, NBL_ERROR_RACE, NULL, 1, 0, 0),
    TRUTH(coherent_buffer_and_memory_barrier, NBL_SUCCESS, right_reversed, 1, 0, 0),
    TRUTH(failing_exchange_beside_a_load, NBL_SUCCESS, NULL, 1, 0, 0),
    TRUTH(exchange_beside_a_load, NBL_ERROR_RACE, NULL, 1, 0, 0),
    TRUTH(failing_exchange_beside_a_store, NBL_ERROR_RACE, NULL, 1, 0, 0),
    TRUTH(another_value_before_two_equal, NBL_ERROR_RACE, NULL, 2, NBL_EMULATOR_ALLOW_EQUAL_WRITES, 32),
    TRUTH(another_value_and_back, NBL_ERROR_RACE, NULL, 1, NBL_EMULATOR_ALLOW_EQUAL_WRITES, 0),
    TRUTH(equal_values, NBL_SUCCESS, right_two, 1, NBL_EMULATOR_ALLOW_EQUAL_WRITES, 0),
    TRUTH(private_variable, NBL_SUCCESS, right_next, 1, 0, 0),
    TRUTH(members_apart, NBL_SUCCESS, right_reversed, 1, 0, 0),
    TRUTH(pair_beside_a_member, NBL_ERROR_RACE, NULL, 1, 0, 0),
    TRUTH(member_beside_itself, NBL_ERROR_RACE, NULL, 1, 0, 0),
    TRUTH(reference_race, NBL_ERROR_RACE, NULL, 1, 0, 0),
    TRUTH(reference_alone, NBL_SUCCESS, right_own, 1, 0, 0),
    TRUTH(reference_too_far, NBL_ERROR_OUT_OF_BOUNDS, NULL, 1, 0, 0),
};
enum { TRUTHS = sizeof truths / sizeof truths[0] };

static void run_truth(const truth_t *truth, uint32_t size, nbl_emulator_order_t order) {
    static _Alignas(16) uint32_t memory[4][ELEMENTS];
    nbl_emulator_resource_t resources[4];
    static nbl_emulator_report_t report;
    nbl_emulator_launch_t launch = make_launch(truth->kernel, INVOCATIONS, 1, size);
    const uint32_t *address = memory[3];

    memcpy(&address_of_plain, &address, sizeof address);
    for (uint32_t i = 0; i < 4; i++) resources[i] = (nbl_emulator_resource_t){memory[i], sizeof memory[i], 0};
    for (uint32_t i = 0; i < ELEMENTS; i++) memory[0][i] = i;
    launch.name = truth->name;
    launch.resources = resources;
    launch.resource_count = 4;
    launch.order = order;
    launch.seed = size;
    launch.check = NBL_EMULATOR_CHECK_RACES;
    launch.check_options = truth->options;
    nbl_emulator_launch(&launch, &report);
    CHECK_CASE(report.result == truth->result, "%s, subgroups of %u, order %d: %s, not %s: %s", truth->name,
               (unsigned)size, (int)order, nbl_result_text(report.result), nbl_result_text(truth->result),
               report.message);
    for (uint32_t t = 0; truth->right != NULL && t < INVOCATIONS; t++)
        CHECK_CASE(memory[1][t] == truth->right(t, size), "%s, subgroups of %u, order %d: invocation %u has %u, not %u",
                   truth->name, (unsigned)size, (int)order, (unsigned)t, (unsigned)memory[1][t],
                   (unsigned)truth->right(t, size));
}

START_TEST(the_emulator_tells_the_truth) {
    if (truths[_i].by_calls && !NBL_EMULATOR_CALLS) {
        printf("SKIPPED: %s: calls are not told apart on this system (docs/systems.md)\n", truths[_i].name);
        return;
    }
    for (uint32_t size = truths[_i].least_size; size <= (truths[_i].most_size != 0 ? truths[_i].most_size : 128u);
         size *= 2u)
        for (int order = NBL_EMULATOR_ASCENDING; order <= NBL_EMULATOR_ADVERSARIAL; order++)
            run_truth(&truths[_i], size, (nbl_emulator_order_t)order);
}
END_TEST

#if defined(__SANITIZE_ADDRESS__)
#define FAULTS_ARE_OURS 0
#else
#define FAULTS_ARE_OURS 1 /* else the sanitizer tells them */
#endif

START_TEST(faults_are_told_with_their_place) {
    static const struct {
        void (*kernel)(void);
        const char *words;
    } cases[] = {{divides_by_zero, "workgroup (0,0,0), invocation 3: a division by zero, after the access at "},
                 {follows_a_wild_pointer, "workgroup (0,0,0), invocation 3: an access by a wild pointer, after the"}};
    static _Alignas(16) uint32_t memory[2][16];
    nbl_emulator_resource_t resources[2] = {{memory[0], sizeof memory[0], 0}, {memory[1], sizeof memory[1], 0}};

#if defined(__aarch64__) /* whose division by zero is 0 */
    const uint32_t first = 1;
#else
    const uint32_t first = 0;
#endif
    for (uint32_t i = first; FAULTS_ARE_OURS && i < 2u; i++) {
        nbl_emulator_launch_t launch = make_launch(cases[i].kernel, 8, 1, 4);
        nbl_emulator_report_t report;
        launch.resources = resources;
        launch.resource_count = 2;
        launch.catch_faults = 1;
        ck_assert_int_eq(nbl_emulator_launch(&launch, &report), NBL_ERROR_FAULT);
        ck_assert_msg(strstr(report.message, cases[i].words) != NULL, "%s", report.message);
        ck_assert_ptr_nonnull(strstr(report.message, "truths/stuck.h"));
    }
}
END_TEST

static nbl_result_t run_stuck(void (*kernel)(void), uint32_t workgroups, int catches, nbl_emulator_report_t *report) {
    static _Alignas(16) uint32_t memory[4][ELEMENTS];
    nbl_emulator_resource_t resources[4];
    nbl_emulator_launch_t launch = make_launch(kernel, 8, workgroups, 4);
    for (uint32_t i = 0; i < 4; i++) resources[i] = (nbl_emulator_resource_t){memory[i], sizeof memory[i], 0};
    memset(memory, 0, sizeof memory);
    launch.resources = resources;
    launch.resource_count = 4;
    launch.catch_faults = catches;
    launch.idle_seconds = 1;
    launch.threads = 1;
    return nbl_emulator_launch(&launch, report);
}

START_TEST(who_gets_nowhere_is_told) {
    static const struct {
        void (*kernel)(void);
        uint32_t workgroups;
        int catches;
        nbl_result_t result;
        const char *words;
    } cases[] = {
        {spins_on_a_flag, 1, 0, NBL_ERROR_STEP_LIMIT, "workgroup (0,0,0), invocation 3: it spins at "},
        {grid_barrier, 4, 0, NBL_ERROR_STEP_LIMIT, "workgroup (0,0,0), invocation 0: it spins at "},
        {spins_on_a_lock_that_it_holds, 1, 0, NBL_ERROR_STEP_LIMIT, "workgroup (0,0,0), invocation 0: it spins at "},
        {spins_by_or, 1, 0, NBL_ERROR_STEP_LIMIT, "workgroup (0,0,0), invocation 0: it spins at "},
        {spins_by_max, 1, 0, NBL_ERROR_STEP_LIMIT, "workgroup (0,0,0), invocation 0: it spins at "},
        {grid_barrier, 4, 0, NBL_ERROR_STEP_LIMIT, "if it waits for another one, set workgroups_at_once"},
        {stores_for_ever, 1, 0, NBL_ERROR_STEP_LIMIT,
         "the workgroup's 268435456 steps are exhausted; if it ends at all, step_limit gives it more"},
        {aborts, 1, 1, NBL_ERROR_FAULT, "invocation 3: it has called abort(), after the access at "},
        {never_ends, 1, 1, NBL_ERROR_STEP_LIMIT, "invocation 3: it has run for seconds without a store"},
        {calls_exit, 1, 1, NBL_ERROR_FAULT, "invocation 3: it has called exit(), after the access at "},
    };
    static nbl_emulator_report_t report;
    for (uint32_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (!FAULTS_ARE_OURS && cases[i].catches) continue;
        if (test_sanitized_step(2) != 1 && cases[i].kernel == stores_for_ever) continue; /* 2^28 steps */
        ck_assert_int_eq(run_stuck(cases[i].kernel, cases[i].workgroups, cases[i].catches, &report), cases[i].result);
        ck_assert_msg(strstr(report.message, cases[i].words) != NULL, "%s", report.message);
        ck_assert_ptr_nonnull(strstr(report.message, "truths/stuck.h"));
    }
}
END_TEST

START_TEST(atomics_without_effect_may_be_many) {
    static nbl_emulator_report_t report;
    ck_assert_int_eq(run_stuck(many_atomics_that_change_nothing, 1, 0, &report), NBL_SUCCESS);
}
END_TEST

START_TEST(who_jumps_out_is_told_at_the_next_launch) {
    static nbl_emulator_report_t report;
    if (!FAULTS_ARE_OURS) return;
    if (setjmp(way_out) == 0) {
        run_stuck(jumps_out, 1, 0, &report);
        ck_abort_msg("it has not jumped");
    }
    ck_assert_int_eq(run_stuck(trips, 1, 0, &report), NBL_ERROR_FAULT);
    ck_assert_msg(strstr(report.message, "invocation 3: it has left an earlier launch of this thread by longjmp()") !=
                      NULL,
                  "%s", report.message);
    ck_assert_int_eq(run_stuck(trips, 1, 0, &report), NBL_SUCCESS);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("emulator: the truth");
    TCase *tests = tcase_create("truth");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, the_emulator_tells_the_truth, 0, TRUTHS);
    tcase_add_test(tests, faults_are_told_with_their_place);
    tcase_add_test(tests, who_gets_nowhere_is_told);
    tcase_add_test(tests, atomics_without_effect_may_be_many);
    tcase_add_test(tests, who_jumps_out_is_told_at_the_next_launch);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
