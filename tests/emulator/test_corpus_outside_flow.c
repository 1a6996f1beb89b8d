/* The outside corpus, barriers in divergent flow and subgroup operations: see test_corpus_outside.c.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/emulator/corpus_outside/divergence.h"
#include "tests/emulator/corpus_outside/waves.h"
#include "tests/emulator/corpus_outside/judge.h"

static const outside_case_t cases[] = {
    /* divergence.h */
    {BROKEN(bodies_outside_leave_before_the_barrier, DIVERGENT, DIVERGES, NULL)},
    {CORRECT(workgroups_outside_leave), .workgroups = 3},
    {CORRECT(guarded_work_instead_of_a_return)},
    {BROKEN(barrier_of_as_many_trips_as_the_row_is_long, DIVERGENT, DIVERGES, NULL)},
    {BROKEN(barrier_behind_a_short_circuit, DIVERGENT, DIVERGES, NULL)},
    {BROKEN(barrier_in_a_case, DIVERGENT, DIVERGES, NULL)},
    {BROKEN(barrier_then_some_break, DIVERGENT, DIVERGES, NULL)},
    {BROKEN(some_continue_before_the_barrier, DIVERGENT, DIVERGES, NULL)},
    {BROKEN(barrier_by_two_ways_of_one_function, DIVERGENT, DIVERGES, NULL)},
    {CORRECT(barrier_under_a_constant_of_the_launch)},
    {CORRECT(trips_that_one_invocation_decides)},
    {BROKEN(trips_decided_too_late, MISSING_BARRIER, RACE | NO_END, "trips")},
    {CORRECT(labels_until_nothing_changes)},
    {BROKEN(labels_flag_reset_while_read, REUSE, RACE | DIVERGES, "changed_by_turns")},
    {CORRECT(labels_three_flags_by_turns)},
    {BROKEN(labels_flag_by_plain_stores, WRITES, RACE, "changed")},
    {.kernel = labels_flag_by_plain_stores,
     .name = "labels_flag_by_allowed_equal_stores",
     .options = NBL_EMULATOR_ALLOW_EQUAL_WRITES},
    {BROKEN_AT(1, subgroup_barrier_of_a_branch, LOCK_STEP, RACE, "line")},
    {BROKEN(subgroup_barriers_of_two_branches, MISSING_BARRIER, RACE, "line")},
    {BROKEN_AT(1 | 8 | 32, barrier_in_a_loop_of_the_subgroup, DIVERGENT, DIVERGES, NULL)},
    {BROKEN_AT(1 | 8 | 32, subgroups_without_work_leave, DIVERGENT, DIVERGES, NULL)},
    {CORRECT(lanes_leave_before_a_sum)},
    /* waves.h */
    {BROKEN(odd_lanes_ask_even_ones_that_are_elsewhere, LANES, NO_LANE, NULL)},
    {BROKEN_AT(8 | 32 | 128, lane_0_has_left_and_is_asked, LANES, NO_LANE, NULL)},
    {CORRECT(lane_0_has_left_and_the_first_is_asked)},
    {BROKEN(a_quad_lacks_a_lane, LANES, NO_LANE, NULL)},
    {CORRECT(append_by_the_elected)},
    {BROKEN_AT(8 | 32 | 128, append_by_lane_0, LANES, NO_LANE, NULL)},
    {CORRECT(append_by_a_ballot_of_all)},
    {BROKEN_AT(128, append_by_32_bits_of_a_ballot, LOCK_STEP, RACE, "result"), .varies = 1},
    {BROKEN_AT(128, append_by_the_last_lane, LANES, NO_LANE, NULL)},
    {CORRECT(waterfall)},
    {CORRECT(waterfall_of_atomics)},
    {BROKEN_AT(1 | 8 | 128, sum_by_five_shuffles, LOCK_STEP, NO_LANE | ASSERTS, NULL)},
    {BROKEN_AT(128, sum_by_shuffles_down, LANES, NO_LANE | DIFFERS, NULL), .in_some_order = 1},
    {BROKEN_AT(128, rotation_of_half_a_subgroup, LANES, NO_LANE, NULL)},
    {BROKEN_AT(1, clusters_of_eight, LOCK_STEP, NO_LANE, NULL)},
    {BROKEN_AT(8 | 32 | 128, sum_in_a_loop_that_some_leave, LANES, ASSERTS, NULL)},
    {CORRECT(sum_in_a_loop_of_the_longest)},
    {BROKEN_AT(1, neighbours_by_a_subgroup_barrier, LOCK_STEP, RACE, "slots")},
    {BROKEN(neighbours_by_a_shuffle, LOCK_STEP, RACE, "slots")},
    {BROKEN(neighbours_by_a_ballot, LOCK_STEP, RACE, "slots")},
    {BROKEN(neighbours_of_two_arms, LOCK_STEP, RACE, "slots")},
    {BROKEN_AT(8 | 32 | 128, box_of_the_elected_without_barrier, LOCK_STEP, RACE, "boxes")},
    {CORRECT(box_of_the_elected)},
    {BROKEN_AT(8 | 32 | 128, box_of_the_elected_again, REUSE, RACE, "boxes")},
    {BROKEN(producer_warp, LOCK_STEP, RACE, "slots")},
    {CORRECT(uniform_branch_of_a_vote)},
    {BROKEN(plain_buffer_by_a_subgroup_barrier, BUFFERS, RACE, "counters")},
    {BROKEN_AT(1, coherent_buffer_by_a_subgroup_barrier, LOCK_STEP, RACE, "parts")},
    {BROKEN(image_by_a_subgroup_barrier, BUFFERS, RACE, "picture")},
    {BROKEN_AT(1 | 8 | 32, shared_count_by_votes, WRITES, RACE, "count")}};

/* What the checker says otherwise, and why: docs/debugging.md, section 12 */
static const char *const known[] = {""};

START_TEST(flow) {
    outside_judge_all(cases, sizeof cases / sizeof cases[0], known, sizeof known / sizeof known[0], 36, 16);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("corpus_outside_flow");
    TCase *tests = tcase_create("labels");
    tcase_add_test(tests, flow);
    tcase_set_timeout(tests, 60);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
