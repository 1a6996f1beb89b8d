/* More kernels of the outside corpus, labelled by someone who had not read the checker: lanes of a subgroup, chains of
 * accesses.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/emulator/corpus_outside/lanes.h"
#include "tests/emulator/corpus_outside/chains.h"
#include "tests/emulator/corpus_outside/judge.h"

static const outside_case_t cases[] = {
    /* lanes.h */
    {BROKEN(left_neighbour_of_the_first_lane, LANES, NO_LANE | DIFFERS, NULL), .in_some_order = 1},
    {CORRECT(left_neighbour_or_nothing)},
    {BROKEN(right_neighbour_in_another_branch, LANES, NO_LANE | DIFFERS, NULL), .in_some_order = 1},
    {BROKEN(right_neighbour_has_left, LANES, NO_LANE | DIFFERS, NULL), .in_some_order = 1},
    {BROKEN(halving_sum_of_those_who_stay, LANES, NO_LANE | DIFFERS, NULL), .in_some_order = 1},
    {BROKEN(broadcast_from_a_lane_of_each_one_s_choice, LANES, NO_LANE, NULL)},
    {BROKEN_AT(1, shuffle_from_a_lane_of_each_one_s_choice, LOCK_STEP, NO_LANE, NULL)},
    {BROKEN_AT(8 | 32 | 128, elected_twice_but_not_the_same, LOCK_STEP, RACE, "chosen")},
    {CORRECT(elected_twice_and_the_same)},
    {BROKEN(store_of_a_lane_that_leaves, MISSING_BARRIER, RACE, "seats")},
    {BROKEN_AT(1, stores_of_lanes_that_stay, LOCK_STEP, RACE, "seats")},
    {CORRECT(subgroup_barrier_then_workgroup_barrier)},
    {BROKEN_AT(1 | 8, one_subgroup_is_the_workgroup, LOCK_STEP, RACE, "seats"), .invocations = 32},
    {BROKEN(barriers_of_producers_and_consumers, DIVERGENT, DIVERGES, NULL)},
    {BROKEN(barriers_of_a_choice, DIVERGENT, DIVERGES, NULL)},
    {CORRECT(barriers_in_a_loop_s_condition)},
    {CORRECT(all_return_from_within_a_loop)},
    {CORRECT(barrier_behind_a_uniform_and)},
    {CORRECT(barrier_in_a_uniform_case)},
    {CORRECT(some_continue_behind_the_barrier)},
    {CORRECT(sums_of_those_who_do_not_continue)},
    {CORRECT(waterfall_that_returns)},
    {CORRECT(scalar_loop_over_a_mask)},
    {BROKEN(half_of_a_vector_is_there, UNINITIALISED, NO_VALUE, "vectors")},
    {CORRECT(half_of_a_vector_is_asked_for)},
    {CORRECT(halves_of_a_vector_by_two)},
    {BROKEN(channels_of_a_texel_by_two, WRITES, RACE, "picture")},
    {BROKEN(image_behind_a_memory_barrier, BUFFERS, RACE, "picture")},
    {BROKEN(counted_by_one_name_read_by_the_other, BESIDE_ATOMICS, RACE, NULL)},
    {BROKEN(prefetched_into_the_same_place, REUSE, RACE, "seats")},
    {CORRECT(prefetched_into_a_register)},
    {CORRECT(barrier_left_out_in_the_last_trip)},
    {BROKEN(barrier_left_out_in_the_first_trip, REUSE, RACE, "seats")},
    /* chains.h */
    {CORRECT(fences_around_a_barrier)},
    {CORRECT(wide_fences_around_a_barrier)},
    {BROKEN(fence_before_a_barrier_only, FENCE, RACE, "parts")},
    {BROKEN(fence_behind_a_barrier_only, FENCE, RACE, "parts")},
    {BROKEN(fences_the_wrong_way_round, FENCE, RACE, "parts")},
    {BROKEN_AT(1 | 8 | 32, fences_of_the_subgroup_around_a_barrier, FENCE, RACE, "parts")},
    {CORRECT(relayed), .workgroups = 3, .at_once = 3, .varies = 1},
    {BROKEN(relayed_without_releasing, WEAK_ORDER, RACE, "parts"), .workgroups = 3, .at_once = 3, .in_some_order = 1},
    {BROKEN(relayed_without_acquiring, WEAK_ORDER, RACE, "parts"), .workgroups = 3, .at_once = 3, .in_some_order = 1},
    {CORRECT(acquired_by_a_compare_that_fails), .workgroups = 2, .at_once = 2, .varies = 1},
    {BROKEN(not_acquired_by_a_compare_that_fails, WEAK_ORDER, RACE, "parts"), .workgroups = 2, .at_once = 2,
     .in_some_order = 1},
    {BROKEN(node_found_by_its_address, WEAK_ORDER, RACE, "parts"), .workgroups = 2, .at_once = 2, .in_some_order = 1},
    {BROKEN(acquired_from_another_flag, WEAK_ORDER, RACE, "parts"), .workgroups = 2, .at_once = 2, .in_some_order = 1},
    {CORRECT(acquired_from_the_same_flag_again), .workgroups = 2, .at_once = 2, .varies = 1},
    {CORRECT(handed_on), .workgroups = 2, .at_once = 2, .varies = 1},
    {BROKEN(handed_on_relaxed, WEAK_ORDER, RACE, "parts"), .workgroups = 2, .at_once = 2, .in_some_order = 1},
    {CORRECT(tallies_of_a_workgroup_each), .workgroups = 3, .at_once = 3},
    {BROKEN(tallies_of_all_in_the_workgroup_s_scope, WEAK_ORDER, RACE, "parts"), .workgroups = 3, .at_once = 3},
    {BROKEN(tallies_of_all_half_in_the_workgroup_s_scope, WEAK_ORDER, RACE, "parts"), .workgroups = 3, .at_once = 3},
    {CORRECT(tallies_in_two_scopes_of_one_workgroup), .workgroups = 3, .at_once = 3},
    {CORRECT(tallies_of_a_subgroup_each)},
    {BROKEN_AT(1 | 8 | 32, tallies_of_all_in_the_subgroup_s_scope, WEAK_ORDER, RACE, "tallies")},
    {CORRECT(atomic_loads_beside_plain_ones)},
    {CORRECT(failing_compares_beside_plain_loads)},
    {BROKEN(adding_nothing_beside_plain_loads, BESIDE_ATOMICS, RACE, "source")},
    {BROKEN(set_plainly_then_counted, BUFFERS, RACE, "flags")},
    {CORRECT(set_plainly_then_counted_behind_a_memory_barrier)},
    {CORRECT(released_by_a_maximum_acquired_by_a_minimum), .workgroups = 2, .at_once = 2, .varies = 1},
    {CORRECT(shared_data_behind_a_flag_in_a_buffer), .varies = 1},
    {CORRECT(shared_data_behind_a_flag_of_a_subgroup_barrier)},
    {CORRECT(read_by_one_before_the_answer_of_all)},
    {BROKEN(read_by_one_after_its_answer, WEAK_ORDER, RACE, "letter")},
    {CORRECT(equal_stores_of_two_lines), .options = NBL_EMULATOR_ALLOW_EQUAL_WRITES},
    {BROKEN(equal_store_beside_an_atomic, BESIDE_ATOMICS, RACE, "letter"), .options = NBL_EMULATOR_ALLOW_EQUAL_WRITES}};

/* What the checker says otherwise, and why: docs/debugging.md, section 12 */
static const char *const known[] = {""};

START_TEST(second_round) {
    outside_judge_all(cases, sizeof cases / sizeof cases[0], known, sizeof known / sizeof known[0], 35, 32);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("corpus_outside_second");
    TCase *tests = tcase_create("labels");
    tcase_add_test(tests, second_round);
    tcase_set_timeout(tests, 60);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
