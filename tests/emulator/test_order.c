/* What atomics and fences order: litmus tests, with each order and scope weakened in turn, and what is built on them.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each test is run many times, in all orders of the emulator, its parties workgroups that take turns, or invocations of
 * one workgroup or subgroup. A test says whether it has a race, and which outcomes may be seen, must be and never are.
 */
#define NBL_MEMORY_MODEL 1
#include "tests/emulator/emulator_testing.h"

#define DEVICE NBL_SCOPE_DEVICE
#define WORKGROUP NBL_SCOPE_WORKGROUP
#define SUBGROUP NBL_SCOPE_SUBGROUP
#define RELAXED NBL_ORDER_RELAXED
#define ACQUIRE NBL_ORDER_ACQUIRE
#define RELEASE NBL_ORDER_RELEASE
#define BOTH NBL_ORDER_ACQUIRE_RELEASE

enum { NUMBERS = 64 };

NBL_COHERENT_BUFFER(0, uint32_t, x)
NBL_COHERENT_BUFFER(1, uint32_t, y)
NBL_BUFFER(2, uint32_t, seen) /* what each party has seen */
NBL_BUFFER(3, uint32_t, plain)
NBL_SHARED(uint32_t, s, 4)

/* A party's number: its workgroup, or in one workgroup its invocation. */
static uint32_t parties_of_a_workgroup;
static uint32_t party(void) { return nbl_workgroup_index() * parties_of_a_workgroup + nbl_local_invocation_index(); }

#include "tests/emulator/litmus/built.h"
#include "tests/emulator/litmus/messages.h"
#include "tests/emulator/litmus/outcomes.h"

typedef enum shape_t { APART, IN_A_WORKGROUP, IN_A_SUBGROUP, OF_EIGHT } shape_t;

typedef struct litmus_t {
    const char *name;
    void (*kernel)(void);
    shape_t shape;
    uint32_t parties;
    int race; /* told in some run, else in none */
    /* bits 1 << (seen[0] + 2 seen[1] ..), of programs that look at outcomes */
    uint32_t outcome_of; /* 0: none; 1: seen[1]; 2: seen[0] + 2 * seen[1] */
    uint32_t some, never;
} litmus_t;

#define LITMUS(kernel, shape, parties, race) \
    { #kernel, kernel, shape, parties, race, 0, 0, 0 }
#define OUTCOMES(kernel, parties, of, some, never) \
    { #kernel, kernel, APART, parties, 0, of, some, never }
static const litmus_t litmus[] = {
    LITMUS(message, APART, 2, 0),
    LITMUS(message, IN_A_WORKGROUP, 2, 0),
    LITMUS(message_not_released, APART, 2, 1),
    LITMUS(message_not_acquired, APART, 2, 1),
    LITMUS(message_relaxed, APART, 2, 1),
    LITMUS(message_relaxed, IN_A_WORKGROUP, 2, 1),
    LITMUS(message_relaxed, IN_A_SUBGROUP, 2, 1),
    LITMUS(message_of_workgroup, APART, 2, 1),
    LITMUS(message_of_workgroup, IN_A_WORKGROUP, 2, 0),
    LITMUS(message_of_subgroup, APART, 2, 1),
    LITMUS(message_of_subgroup, IN_A_WORKGROUP, 2, 1),
    LITMUS(message_of_subgroup, IN_A_SUBGROUP, 2, 0),
    LITMUS(fences, APART, 2, 0),
    LITMUS(fences_of_both, APART, 2, 0),
    LITMUS(fence_first_acquires, APART, 2, 1),
    LITMUS(fence_second_releases, APART, 2, 1),
    LITMUS(fence_first_of_workgroup, APART, 2, 1),
    LITMUS(fence_first_of_workgroup, IN_A_WORKGROUP, 2, 0),
    LITMUS(fence_second_of_workgroup, APART, 2, 1),
    LITMUS(fence_second_of_workgroup, IN_A_WORKGROUP, 2, 0),
    LITMUS(fence_first_of_subgroup, IN_A_WORKGROUP, 2, 1),
    LITMUS(fence_first_of_subgroup, IN_A_SUBGROUP, 2, 0),
    LITMUS(message_plain_buffer, APART, 2, 1),
    LITMUS(message_too_late, APART, 2, 1),
    LITMUS(message_awaited, APART, 3, 0),
    LITMUS(message_by_way_of_another, APART, 3, 0),
    LITMUS(message_lost_on_the_way, APART, 3, 1),
    LITMUS(sequence, APART, 3, 0),
    LITMUS(sequence_broken, APART, 3, 1),
    OUTCOMES(message_of_atomics, 2, 1, 1u << 0 | 1u << 1 | 1u << 2 | 1u << 3, 0),
    OUTCOMES(message_of_ordered_atomics, 2, 1, 1u << 0 | 1u << 1 | 1u << 3, 1u << 2),
    OUTCOMES(store_buffering, 2, 2, 1u << 0 | 1u << 1 | 1u << 2 | 1u << 3, 0),
    OUTCOMES(store_buffering_ordered, 2, 2, 1u << 0 | 1u << 1 | 1u << 2 | 1u << 3, 0),
    OUTCOMES(store_buffering_exchanged, 2, 2, 1u << 1 | 1u << 2, 1u << 0 | 1u << 3),
    OUTCOMES(load_buffering, 2, 2, 1u << 0 | 1u << 1 | 1u << 2, 1u << 3),
    OUTCOMES(load_buffering_ordered, 2, 2, 1u << 0 | 1u << 1 | 1u << 2, 1u << 3),
    OUTCOMES(independent, 4, 2, 1u << 3, 0),
    OUTCOMES(independent_ordered, 4, 2, 1u << 3, 0),
    OUTCOMES(coherence, 2, 1, 1u << 1 | 1u << 2, 1u << 3),
    OUTCOMES(own_writes, 2, 1, 1u << 1, 1u << 2),
    LITMUS(counting, APART, 2, 0),
    LITMUS(counting_first_of_workgroup, APART, 2, 1),
    LITMUS(counting_second_of_workgroup, APART, 2, 1),
    LITMUS(counting_of_workgroup, APART, 2, 1),
    LITMUS(counting_of_workgroup, IN_A_WORKGROUP, 2, 0),
    LITMUS(counting_of_subgroup, IN_A_WORKGROUP, 2, 1),
    LITMUS(counting_of_subgroup, IN_A_SUBGROUP, 2, 0),
    LITMUS(shared_message, IN_A_WORKGROUP, 2, 0),
    LITMUS(shared_message_relaxed, IN_A_WORKGROUP, 2, 1),
    LITMUS(shared_message_of_subgroup, IN_A_WORKGROUP, 2, 1),
    LITMUS(shared_message_of_subgroup, IN_A_SUBGROUP, 2, 0),
    LITMUS(last_to_come, IN_A_WORKGROUP, 7, 0),
    LITMUS(last_to_come, IN_A_SUBGROUP, 7, 0),
    LITMUS(reader_forgotten, APART, 4, 1),
    LITMUS(last_block, OF_EIGHT, 4, 0),
    LITMUS(last_block_plain_barrier, OF_EIGHT, 4, 1),
    LITMUS(last_block_relaxed, OF_EIGHT, 4, 1),
    LITMUS(last_block_others_wrote, OF_EIGHT, 4, 1),
    LITMUS(last_block_all_write, OF_EIGHT, 4, 0),
    LITMUS(queue, OF_EIGHT, 5, 0),
    LITMUS(fences_around_a_barrier, IN_A_WORKGROUP, 8, 0),
    LITMUS(fences_of_the_device_around_a_barrier, IN_A_WORKGROUP, 8, 0),
    LITMUS(fences_of_subgroups_around_a_barrier, IN_A_SUBGROUP, 8, 0),
    LITMUS(fences_of_subgroups_around_a_barrier, IN_A_WORKGROUP, 8, 1),
    LITMUS(fences_around_nothing, IN_A_WORKGROUP, 8, 1),
    LITMUS(fence_before_a_barrier, IN_A_WORKGROUP, 8, 1),
    LITMUS(fence_behind_a_barrier, IN_A_WORKGROUP, 8, 1),
    LITMUS(written_behind_the_fence, IN_A_WORKGROUP, 8, 1),
    LITMUS(lock_of_all_lanes, IN_A_SUBGROUP, 8, 0),
};
enum { LITMUSES = sizeof litmus / sizeof litmus[0], SEEDS = 60, SEEDS_OF_OUTCOMES = 1000 };

static void run(const litmus_t *test, nbl_emulator_order_t order, uint32_t seed, uint32_t *outcomes, int *race) {
    static _Alignas(16) uint32_t memory[4][NUMBERS];
    static nbl_emulator_report_t report;
    nbl_emulator_resource_t resources[4];
    const int together = test->shape == IN_A_WORKGROUP || test->shape == IN_A_SUBGROUP;
    nbl_emulator_launch_t launch = make_launch(test->kernel,
                                               together                  ? test->parties
                                               : test->shape == OF_EIGHT ? 8u
                                                                         : 1u,
                                               together ? 1u : test->parties, test->shape == IN_A_WORKGROUP ? 1u : 8u);
    memset(memory, 0, sizeof memory);
    for (uint32_t i = 0; i < 4; i++) resources[i] = (nbl_emulator_resource_t){memory[i], sizeof memory[i], 0};
    parties_of_a_workgroup = launch.workgroup_size[0];
    launch.name = test->name;
    launch.resources = resources;
    launch.resource_count = 4;
    launch.order = order;
    launch.seed = seed;
    launch.check = NBL_EMULATOR_CHECK_RACES;
    launch.workgroups_at_once = test->parties;
    launch.step_limit = 100000;
    nbl_result_t result = nbl_emulator_launch(&launch, &report);
    CHECK_CASE(result == NBL_SUCCESS || (result == NBL_ERROR_RACE && test->race),
               "%s, shape %d, order %d, seed %u: %s: %s", test->name, (int)test->shape, (int)order, (unsigned)seed,
               nbl_result_text(result), report.message);
    *race |= result == NBL_ERROR_RACE;
    if (test->outcome_of != 0)
        *outcomes |= 1u << (test->outcome_of == 1u ? memory[2][1] : memory[2][0] + 2u * memory[2][1]);
    if (test->kernel == last_to_come || test->kernel == last_block) {
        ck_assert_uint_eq(memory[2][0], test->kernel == last_to_come ? 28 : 4 * 28 + 8 * 6);
    }
    for (uint32_t i = 0; test->kernel == last_block_all_write && i < 8; i++) ck_assert_uint_eq(memory[2][i], 4);
    for (uint32_t i = 0; test->kernel == queue && i < 4; i++) ck_assert_uint_eq(memory[2][i], i * i);
}

START_TEST(every_litmus_test_has_its_outcomes) {
    const litmus_t *test = &litmus[_i];
    uint32_t outcomes = 0;
    int race = 0;

    for (int order = NBL_EMULATOR_ASCENDING; order <= NBL_EMULATOR_ADVERSARIAL; order++)
        for (uint32_t seed = 0; seed < (order < NBL_EMULATOR_SHUFFLED ? 1u
                                        : test->outcome_of == 0       ? SEEDS
                                                                      : SEEDS_OF_OUTCOMES / test_sanitized_step(10));
             seed++)
            run(test, (nbl_emulator_order_t)order, seed, &outcomes, &race);
    ck_assert_msg(race == test->race, "%s, shape %d: %s a race was told", test->name, (int)test->shape,
                  race ? "though it has none," : "no");
    ck_assert_msg((outcomes & test->some) == test->some && (outcomes & test->never) == 0,
                  "%s: outcomes 0x%X: must be of 0x%X all, of 0x%X none", test->name, (unsigned)outcomes,
                  (unsigned)test->some, (unsigned)test->never);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("emulator: order");
    TCase *tests = tcase_create("order");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, every_litmus_test_has_its_outcomes, 0, LITMUSES);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
