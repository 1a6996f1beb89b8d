/* More kernels of the outside corpus, labelled by someone who had not read the checker: fences and other edges.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/emulator/corpus_outside/edges.h"
#include "tests/emulator/corpus_outside/judge.h"

static const outside_case_t cases[] = {
    {BROKEN_AT(1, fences_around_a_subgroup_barrier, LOCK_STEP, RACE, "parts")},
    {CORRECT(fences_around_two_barriers)},
    {BROKEN(stored_behind_the_fence, FENCE, RACE, "parts")},
    {BROKEN(loaded_before_the_fence, FENCE, RACE, "parts")},
    {CORRECT(half_of_them_fence)},
    {BROKEN(the_other_half_is_read, FENCE, RACE, "parts")},
    {BROKEN(one_acquires_and_tells_by_a_plain_barrier, FENCE, RACE, "parts")},
    {CORRECT(narrow_fences_then_a_wide_one), .workgroups = 2, .at_once = 2, .varies = 1},
    {CORRECT(read_then_overwritten_between_fences)},
    {BROKEN(read_then_overwritten_behind_a_plain_barrier, BUFFERS, RACE, "parts")},
    {CORRECT(right_neighbour_if_there_is_one)},
    {BROKEN_AT(128, right_neighbour_if_the_subgroup_were_full, LANES, NO_LANE | DIFFERS, NULL), .in_some_order = 1},
    {BROKEN_AT(8 | 32, halving_sum_read_from_the_last_lane, LANES, NO_LANE | DIFFERS, NULL), .in_some_order = 1},
    {CORRECT(heads_of_runs)},
    {BROKEN(heads_of_runs_without_the_first, LANES, NO_LANE | DIFFERS, NULL), .in_some_order = 1},
    {BROKEN_AT(1 | 8 | 32, two_sums_by_the_library_with_no_barrier_between, REUSE, RACE, "steps"), .invocations = 128},
    {CORRECT(two_sums_by_the_library), .invocations = 128},
    {CORRECT(two_dimensions), .width = 8},
    {BROKEN(two_dimensions_mixed_up, INDEX, RACE, "places"), .width = 8},
    {CORRECT(continues_of_a_do_loop)},
    {CORRECT(private_sums)},
    {CORRECT(heard_by_one_told_to_all), .workgroups = 2},
    {BROKEN(heard_by_each, DIVERGENT, DIVERGES, NULL), .in_some_order = 1}};

/* What the checker says otherwise, and why: docs/debugging.md, section 12 */
static const char *const known[] = {""};

START_TEST(third_round) {
    outside_judge_all(cases, sizeof cases / sizeof cases[0], known, sizeof known / sizeof known[0], 12, 11);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("corpus_outside_third");
    TCase *tests = tcase_create("labels");
    tcase_add_test(tests, third_round);
    tcase_set_timeout(tests, 60);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
