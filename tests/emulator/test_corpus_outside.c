/* The outside corpus, shared memory: kernels labelled before the checker saw them, by someone who had not read it.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/emulator/corpus_outside/reductions.h"
#include "tests/emulator/corpus_outside/scans.h"
#include "tests/emulator/corpus_outside/sorts.h"
#include "tests/emulator/corpus_outside/products.h"
#include "tests/emulator/corpus_outside/tiles.h"
#include "tests/emulator/corpus_outside/judge.h"

static const outside_case_t cases[] = {
    /* reductions.h */
    {BROKEN(tree_without_barriers, MISSING_BARRIER, RACE, "sums")},
    {BROKEN(tree_starts_too_early, MISSING_BARRIER, RACE, "sums")},
    {BROKEN(tree_barrier_of_the_active_half, DIVERGENT, DIVERGES, NULL)},
    {BROKEN(tree_total_read_by_all_too_early, MISSING_BARRIER, RACE, "sums")},
    {CORRECT(tree_total_read_by_its_writer)},
    {BROKEN(softmax_reuses_the_maximum_too_early, REUSE, RACE, "sums")},
    {CORRECT(softmax_waits_before_it_reuses)},
    {CORRECT(softmax_in_two_arrays)},
    {BROKEN(tree_of_48, UNINITIALISED, NO_VALUE, "sums"), .invocations = 48},
    {CORRECT(tree_of_any_number)},
    {BROKEN(tree_of_any_number_one_too_many, INDEX, RACE, "sums")},
    {BROKEN(last_warp_one_barrier_a_step, LOCK_STEP, RACE, "sums")},
    {BROKEN_AT(1 | 8, last_warp_two_barriers_a_step, LOCK_STEP, RACE, "sums")},
    {BROKEN(subgroup_sums_without_barrier, MISSING_BARRIER, RACE, "partial")},
    {CORRECT(subgroup_sums)},
    {BROKEN(subgroup_sums_tile_by_tile, REUSE, RACE, "partial")},
    {BROKEN_AT(1 | 8, subgroup_sums_for_warps_of_32, LOCK_STEP, OUTSIDE, NULL)},
    {BROKEN_AT(1, first_subgroup_adds_the_partials, LOCK_STEP, ASSERTS, NULL)},
    {BROKEN(total_cleared_beside_its_adders, BESIDE_ATOMICS, RACE, "total")},
    {BROKEN(total_read_beside_its_adders, BESIDE_ATOMICS, RACE, "total")},
    {CORRECT(total_by_atomics)},
    {BROKEN(total_of_every_trip, REUSE, RACE, "total")},
    {BROKEN(butterfly_in_place, MISSING_BARRIER, RACE, "sums")},
    {CORRECT(butterfly_in_two_arrays)},
    {BROKEN_AT(1, rows_of_eight, LOCK_STEP, RACE, "sums")},
    {CORRECT(all_but_one_leave_after_the_last_barrier)},
    /* scans.h */
    {BROKEN(steps_in_place, MISSING_BARRIER, RACE, "scanned")},
    {BROKEN(steps_lack_the_second_barrier, REUSE, RACE, "scanned")},
    {CORRECT(steps_of_two_barriers)},
    {CORRECT(steps_between_two_halves)},
    {BROKEN(steps_between_overlapping_halves, INDEX, RACE, "scanned_twice")},
    {CORRECT(tree_scan)},
    {BROKEN(tree_scan_down_without_barriers, MISSING_BARRIER, RACE, "scanned")},
    {BROKEN(tree_scan_root_cleared_by_the_last, MISSING_BARRIER, RACE, "scanned")},
    {BROKEN(tree_scan_off_by_one, INDEX, OUTSIDE, NULL)},
    {BROKEN(subgroup_scan_bases_read_too_early, MISSING_BARRIER, RACE, "ends")},
    {CORRECT(subgroup_scan)},
    {BROKEN_AT(128, subgroup_scan_by_a_last_lane_that_may_be_missing, LOCK_STEP, NO_VALUE, "ends")},
    {BROKEN_AT(8 | 32 | 128, shuffle_scan_asks_within_the_branch, LANES, NO_LANE, NULL)},
    {CORRECT(shuffle_scan)},
    {BROKEN(raking_reads_too_early, MISSING_BARRIER, RACE, "scanned")},
    {CORRECT(raking)},
    {BROKEN(carry_read_while_it_grows, MISSING_BARRIER, RACE, "carry")},
    {CORRECT(carry_by_turns)},
    {BROKEN(carry_in_one_place, REUSE, RACE, "carry")},
    /* sorts.h */
    {BROKEN(histogram_counts_before_all_is_cleared, BESIDE_ATOMICS, RACE, "bins")},
    {BROKEN(histogram_flushed_too_early, BESIDE_ATOMICS, RACE, "bins")},
    {BROKEN(histogram_without_atomics, WRITES, RACE, "bins")},
    {BROKEN(histogram_clears_a_quarter, UNINITIALISED, NO_VALUE, "bins")},
    {CORRECT(histogram)},
    {BROKEN(histogram_merged_by_plain_stores, WORKGROUPS, RACE, "result"), .workgroups = 3},
    {CORRECT(histogram_of_each_subgroup)},
    {BROKEN_AT(1 | 8 | 32, histogram_of_each_subgroup_merged_too_early, LOCK_STEP, RACE, "many_bins")},
    {BROKEN(halves_of_a_dword_counted_plainly, WRITES, RACE, "bins")},
    {CORRECT(halves_of_a_dword_counted_by_atomics)},
    {CORRECT(four_byte_counters_of_one_invocation)},
    {BROKEN(digit_offsets_read_too_early, MISSING_BARRIER, RACE, "digits")},
    {BROKEN(digits_scattered_in_place, MISSING_BARRIER, RACE, "keys")},
    {CORRECT(digits_scattered_by_registers)},
    {BROKEN(ranks_with_ties, WRITES, RACE, "sorted")},
    {CORRECT(ranks_without_ties)},
    {CORRECT(bitonic)},
    {BROKEN(bitonic_barrier_of_each_block, MISSING_BARRIER, RACE, "keys")},
    {BROKEN(bitonic_each_writes_its_own, MISSING_BARRIER, RACE, "keys")},
    {BROKEN_AT(8 | 32, bitonic_subgroup_barrier_after_a_long_step, LOCK_STEP, RACE, "keys")},
    {CORRECT(bitonic_subgroup_barriers_between_short_steps)},
    {BROKEN(odd_even_sort_without_barriers, MISSING_BARRIER, RACE, "keys")},
    {CORRECT(odd_even_sort)},
    /* products.h */
    {BROKEN(product_next_tile_too_early, REUSE, RACE, "tile_a")},
    {BROKEN(product_of_unfinished_tiles, MISSING_BARRIER, RACE, "tile_a")},
    {CORRECT(product)},
    {BROKEN(product_rows_outside_leave, DIVERGENT, DIVERGES, NULL)},
    {CORRECT(product_loads_ahead)},
    {BROKEN(product_loads_ahead_into_the_same_half, REUSE, RACE, "two_tiles")},
    {BROKEN(product_loads_ahead_without_the_barrier, MISSING_BARRIER, RACE, "two_tiles")},
    {BROKEN(transposed_without_barrier, MISSING_BARRIER, RACE, "tile_a")},
    {CORRECT(transposed)},
    {BROKEN(transposed_with_a_pad_that_is_not_there, INDEX, OUTSIDE, NULL)},
    {BROKEN(transposed_in_place, WORKGROUPS, RACE, "source"), .workgroups = 4},
    {CORRECT(transposed_in_place_by_pairs), .workgroups = 3},
    /* tiles.h */
    {BROKEN(stencil_without_barrier, MISSING_BARRIER, RACE, "halo")},
    {BROKEN(stencil_lacks_the_right_halo, UNINITIALISED, NO_VALUE, "halo")},
    {BROKEN(stencil_reads_one_too_far, INDEX, OUTSIDE, NULL)},
    {BROKEN(stencil_reads_one_before, INDEX, OUTSIDE, NULL)},
    {BROKEN(heat_in_place, MISSING_BARRIER, RACE, "cells")},
    {CORRECT(heat_from_one_array_to_the_other)},
    {CORRECT(red_and_black)},
    {BROKEN(red_and_black_without_barriers_between, MISSING_BARRIER, RACE, "cells")},
    {BROKEN(blur_overwrites_what_neighbours_read, MISSING_BARRIER, RACE, "halo")},
    {CORRECT(blur_waits_before_it_overwrites)},
    {BROKEN(mips_overwritten_while_read, MISSING_BARRIER, RACE, "cells")},
    {CORRECT(mips_in_place_by_strides)},
    {BROKEN(bodies_fenced_but_not_awaited, MISSING_BARRIER, RACE, "cells")},
    {BROKEN(bodies_next_tile_too_early, REUSE, RACE, "cells")},
    {BROKEN(fft_exchange_reuses_too_early, REUSE, RACE, "cells")},
    {CORRECT(fft_exchange)},
    {CORRECT(fft_exchange_writes_back_where_it_read)},
    {BROKEN(twiddles_used_while_made, MISSING_BARRIER, RACE, "table")},
    {CORRECT(attention_maximum_of_the_tiles_so_far)},
    {BROKEN(attention_maximum_read_while_raised, MISSING_BARRIER, RACE, "running")},
    {CORRECT(quantised_neighbours)},
    {BROKEN(quantised_into_one_dword, WRITES, RACE, "packed")},
    {CORRECT(quantised_into_one_dword_by_atomics)},
    {BROKEN(light_list_reset_beside_its_use, BESIDE_ATOMICS, RACE, "light_count")},
    {BROKEN(light_list_of_the_next_tile_too_early, REUSE, RACE, "light_count")},
    {BROKEN(light_list_overflows, INDEX, OUTSIDE, NULL)},
    {CORRECT(light_list)},
    {BROKEN(depth_range_read_too_early, BESIDE_ATOMICS, RACE, "depth_range")},
    {BROKEN_AT(1 | 8, block_of_sixteen_in_lock_step, LOCK_STEP, RACE, "cells")}};

static const char *const known[] = {""};

START_TEST(shared_memory) {
    outside_judge_all(cases, sizeof cases / sizeof cases[0], known, sizeof known / sizeof known[0], 71, 38);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("corpus_outside");
    TCase *tests = tcase_create("labels");
    tcase_add_test(tests, shared_memory);
    tcase_set_timeout(tests, 60);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
