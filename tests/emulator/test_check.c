/* Kernels with races and unwritten shared memory, in plain and in hidden form, and what the checker must say of each.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/emulator/check_testing.h"

/* ---- shared memory, between subgroups ---- */

NBL_KERNEL(no_barrier_at_all) {
    NBL_STORE(a, T, T);
    FINISH(NBL_LOAD(a, T ^ 63u));
}
NBL_KERNEL(reversed_by_luck) { /* reads what was written earlier in ascending order */
    NBL_STORE(a, T, T);
    FINISH(NBL_LOAD(a, T < 8u ? T : T - 8u) + (T < 8u ? 0u : 8u));
}
NBL_KERNEL(second_round_too_early) {
    NBL_STORE(a, T, T);
    BARRIER;
    uint32_t other = NBL_LOAD(a, T ^ 63u); /* read in round one */
    NBL_STORE(a, T, other);                /* round two */
    BARRIER;
    FINISH(NBL_LOAD(a, T ^ 63u));
}
NBL_KERNEL(second_round_too_early_by_luck) {
    NBL_STORE(a, T, T);
    BARRIER;
    uint32_t other = NBL_LOAD(a, T < 56u ? T + 8u : T); /* only what is written later */
    NBL_STORE(a, T, 0u);                                /* zeroed too early */
    FINISH(T < 56u ? other - 8u : other);
}
NBL_KERNEL(all_write_one) {
    NBL_STORE(a, 0u, T); /* all of them */
    BARRIER;
    FINISH(T + 0u * NBL_LOAD(a, 0u));
}
NBL_KERNEL(all_write_one_value) {
    NBL_STORE(a, 0u, 7u); /* the same */
    BARRIER;
    FINISH(T + NBL_LOAD(a, 0u) - 7u);
}
NBL_KERNEL(two_lines_write_one) {
    if (T == 3u) NBL_STORE(a, 5u, 1u);  /* by three */
    if (T == 60u) NBL_STORE(a, 5u, 2u); /* by sixty */
    FINISH(T);
}
NBL_KERNEL(neighbours_overlap) {      /* each clears two elements; its neighbour's, too */
    NBL_STORE(a, T, 0u);              /* mine */
    NBL_STORE(a, (T + 8u) % 64u, 0u); /* not mine */
    BARRIER;
    FINISH(T + NBL_LOAD(a, T));
}
NBL_KERNEL(only_the_subgroup_waits) {
    NBL_STORE(a, T, T);
    SUBGROUP;
    FINISH(NBL_LOAD(a, T ^ 8u) ^ 8u);
}
NBL_KERNEL(reduction_without_last_barrier) {
    NBL_STORE(a, T, 1u);
    BARRIER;
    for (uint32_t half = 32u; half >= 1u; half /= 2u) {
        if (T < half) NBL_STORE(a, T, NBL_LOAD(a, T) + NBL_LOAD(a, T + half)); /* tree */
        if (half > 8u) BARRIER;                                                /* "a subgroup runs in lock-step" */
    }
    BARRIER;
    FINISH(T + NBL_LOAD(a, 0u) - 64u);
}
NBL_KERNEL(broadcast_through_memory) {
    if (T == 0u) NBL_STORE(b, 3u, 9u); /* the first says it */
    FINISH(T + NBL_LOAD(b, 3u) - 9u);  /* the others hear it */
}
NBL_KERNEL(reads_by_two_subgroups) { /* the later reader is ordered with the writer, the earlier one is not */
    if (T == 0u) NBL_STORE(a, 0u, 5u);
    BARRIER;
    uint32_t seen = T == 40u || T == 50u ? NBL_LOAD(a, 0u) : 5u; /* of two */
    SUBGROUP;
    if (T == 51u) NBL_STORE(a, 0u, 6u); /* by fifty-one */
    FINISH(T + seen - 5u);
}
NBL_KERNEL(reads_by_many_lanes) { /* lane 0 reads last, but lane 1 read as well */
    if (T == 0u) NBL_STORE(a, 0u, 5u);
    BARRIER;
    uint32_t seen = 5u;
    if (T == 1u) seen = NBL_LOAD(a, 0u); /* lane one */
    nbl_subgroup_add(1u);
    if (T == 0u) seen = NBL_LOAD(a, 0u);
    nbl_subgroup_add(1u);
    if (T == 0u) NBL_STORE(a, 0u, 6u); /* by the other reader */
    FINISH(T + seen - 5u);
}
NBL_KERNEL(first_reader_writes) { /* it must not hide that lane 1 has read, too */
    if (T == 0u) NBL_STORE(a, 0u, 5u);
    BARRIER;
    uint32_t seen = 5u;
    if (T == 0u) seen = NBL_LOAD(a, 0u);
    nbl_subgroup_add(1u);
    if (T == 1u) seen = NBL_LOAD(a, 0u); /* the second reader */
    nbl_subgroup_add(1u);
    if (T == 0u) NBL_STORE(a, 0u, 6u); /* by the first reader */
    FINISH(T + seen - 5u);
}
NBL_KERNEL(reads_before_and_after_a_subgroup_barrier) { /* of four readers only one is not ordered with the writer */
    if (T == 0u) NBL_STORE(a, 0u, 5u);
    BARRIER;
    uint32_t seen = T < 2u ? NBL_LOAD(a, 0u) : 5u;
    SUBGROUP;
    if (T == 2u || T == 3u) seen = NBL_LOAD(a, 0u); /* lane three, that is */
    nbl_subgroup_add(1u);
    if (T == 2u) NBL_STORE(a, 0u, 6u); /* lane two */
    FINISH(T + seen - 5u);
}
NBL_KERNEL(loop_carried) {
    uint32_t sum = 0u;
    for (uint32_t i = 0u; i < 3u; i++) {
        NBL_STORE(a, T, i + T); /* the next trip writes */
        BARRIER;
        sum += NBL_LOAD(a, T ^ 32u) - i - (T ^ 32u); /* while this one reads */
    }
    FINISH(T + 0u * sum);
}
NBL_KERNEL(two_arrays_one_guarded) {
    NBL_STORE(a, T, T);
    BARRIER;
    NBL_STORE(b, T, NBL_LOAD(a, T ^ 32u));        /* guarded */
    FINISH(NBL_LOAD(b, (T + 8u) % 64u) * 0u + T); /* not guarded */
}
NBL_KERNEL(half_of_a_pair) {
    nbl_float32_t2 zero = {0.0f, 0.0f};
    NBL_STORE(pairs, T, zero);                       /* both halves */
    FINISH(T + (uint32_t)NBL_LOAD(pairs, T / 8u).y); /* one of them */
}
NBL_KERNEL(octets_of_one_element) {
    NBL_STORE(octets, T / 8u, (uint8_t)T); /* eight write it */
    FINISH(T);
}

/* ---- shared memory, within a subgroup: lock-step orders nothing ---- */

NBL_KERNEL(lock_step) {
    NBL_STORE(a, T, T);
    FINISH(NBL_LOAD(a, T - T % 2u) + T % 2u); /* of the even neighbour */
}
NBL_KERNEL(shuffles_are_no_barriers) {
    NBL_STORE(a, T, T);
    uint32_t lanes = nbl_subgroup_add(0u);
    FINISH((NBL_LOAD(a, T ^ 1u) ^ 1u) + lanes); /* right, since all of the subgroup has written */
}
NBL_KERNEL(shuffle_then_overwrite) {
    NBL_STORE(a, T, T);
    SUBGROUP;
    uint32_t other = NBL_LOAD(a, T ^ 1u); /* read, then exchanged */
    other = nbl_subgroup_shuffle_xor(other, 1u);
    NBL_STORE(a, T, 0u); /* the neighbour's read is not ordered */
    FINISH(other);
}
NBL_KERNEL(ballot_then_read) {
    NBL_STORE(a, T, T);
    nbl_uint32_t2 bits = {nbl_subgroup_ballot(true).x, 0u};
    FINISH((NBL_LOAD(a, T ^ 2u) ^ 2u) + 0u * bits.x); /* after a ballot */
}
NBL_KERNEL(larger_subgroups_would_do) { /* right with subgroups of 16, and it is said to be for those */
    NBL_STORE(a, T, T);
    SUBGROUP;
    FINISH(NBL_LOAD(a, T ^ 15u) ^ 15u); /* across eight */
}

/* ---- uninitialised ---- */

NBL_KERNEL(nobody_wrote) {
    uint32_t nothing = NBL_LOAD(a, T); /* never written */
    FINISH(T + 0u * nothing);
}
NBL_KERNEL(counter_not_cleared) {
    if (T == 0u) NBL_STORE(a, 0u, NBL_LOAD(a, 0u) + 1u); /* from what? */
    FINISH(T);
}
static uint32_t exchanged(uint32_t value) {
    NBL_STORE(b, T, value);
    BARRIER;
    return NBL_LOAD(b, T ^ 63u); /* by the mirror */
}
NBL_KERNEL(stored_behind_the_barrier_of_its_value) {
    NBL_STORE(b, T, exchanged(T)); /* the mirror may still read */
    FINISH(NBL_LOAD(b, T) ^ 63u);
}
NBL_KERNEL(halo_not_written) {
    if (T < 60u) NBL_STORE(a, T, 1u);
    BARRIER;
    FINISH(T + 0u * NBL_LOAD(a, (T + 4u) % 64u)); /* up to sixty-three */
}
NBL_KERNEL(left_by_the_last_workgroup) {
    if (GROUP == 0u) NBL_STORE(a, T, T);
    BARRIER;
    FINISH(GROUP * 64u + 0u * NBL_LOAD(a, T) + T); /* the second one did not write */
}

/* ---- buffers and images ---- */

NBL_KERNEL(buffer_without_barrier) {
    NBL_STORE(data, T, T);
    FINISH(NBL_LOAD(data, T ^ 8u) ^ 8u); /* of another subgroup */
}
NBL_KERNEL(barrier_is_for_shared_memory) {
    NBL_STORE(data, T, T + 1u);
    BARRIER;
    FINISH((NBL_LOAD(data, 63u - T) - 1u) * 0u + T); /* GLSL's barrier() says nothing of buffers */
}
NBL_KERNEL(barrier_is_for_shared_memory_too) {
    NBL_STORE(data, T, T + 1u);
    BARRIER;
    FINISH((NBL_LOAD(data, T ^ 1u) - 1u) ^ 1u); /* of the same subgroup */
}
NBL_KERNEL(in_place_reversal) {
    uint32_t value = NBL_LOAD(data, 63u - T); /* reversed */
    NBL_STORE(data, T, value);                /* in place */
    FINISH(T);
}
NBL_KERNEL(workgroups_share_an_element) {
    if (T == 0u) NBL_STORE(data, 0u, GROUP); /* each workgroup's first */
    FINISH(GROUP * 64u + T);
}
NBL_KERNEL(workgroups_in_a_chain) {                                      /* "the earlier workgroup is long done" */
    if (GROUP == 1u && T == 0u) NBL_STORE(data, 9u, NBL_LOAD(data, 8u)); /* from the one before */
    if (GROUP == 0u && T == 0u) NBL_STORE(data, 8u, 1u);                 /* workgroup zero */
    FINISH(GROUP * 64u + T);
}
NBL_KERNEL(workgroup_clears_what_another_reads) {
    uint32_t seen = T == 5u ? NBL_LOAD(data, 200u) : 200u; /* everyone reads */
    if (GROUP == 2u && T == 5u) NBL_STORE(data, 200u, 0u); /* one clears */
    FINISH(GROUP * 64u + T + seen - 200u);
}
NBL_KERNEL(two_names_of_one_memory) {
    if (T == 0u) NBL_STORE(data, 130u, 1u); /* by one name */
    if (T == 63u) NBL_STORE(alias, 2u, 1u); /* by the other */
    FINISH(T);
}
NBL_KERNEL(texels_of_neighbours) {
    nbl_float32_t4 texel = {1.0f, 2.0f, 3.0f, 4.0f};
    NBL_IMAGE_STORE(picture, T, 1u, texel);
    FINISH(T + (uint32_t)NBL_IMAGE_LOAD(picture, T ^ 63u, 1u).x * 0u); /* the mirrored texel */
}
NBL_KERNEL(bytes_of_one_element) {
    NBL_STORE(bytes, T / 2u, (uint8_t)T); /* two write each */
    FINISH(T);
}
NBL_KERNEL(byte_of_a_dword) {
    if (T == 2u) NBL_STORE(data, 2u, 2u);        /* a dword */
    if (T == 63u) NBL_STORE(data_bytes, 9u, 0u); /* one byte of it */
    FINISH(T);
}
NBL_KERNEL(byte_that_a_dword_was_read_with) {
    uint32_t seen = NBL_LOAD(data, T);                      /* a dword each */
    if (T == 62u) NBL_STORE(data_bytes, 63u * 4u + 3u, 0u); /* the neighbour's last byte */
    FINISH(seen);
}
NBL_KERNEL(points_by_halves) {
    nbl_float32_t2 zero = {0.0f, 0.0f};
    NBL_STORE(points, T % 32u, zero); /* thirty-two of them */
    FINISH(T);
}
NBL_KERNEL(subgroup_barrier_between_workgroups) {
    if (T == 0u && GROUP == 0u) NBL_STORE(data, 0u, 1u); /* before */
    SUBGROUP;
    FINISH(GROUP * 64u + T + 0u * NBL_LOAD(data, T == 1u ? 0u : 1u)); /* after, elsewhere */
}
NBL_KERNEL(different_values_after_all) {
    NBL_STORE(a, 1u, T / 63u); /* all but the last write zero */
    BARRIER;
    FINISH(T + 0u * NBL_LOAD(a, 1u));
}
NBL_KERNEL(covered_barrier_missing) { /* with barriers that cover buffers: here one is missing */
    NBL_STORE(data, T, T);
    FINISH(NBL_LOAD(data, T < 8u ? T : T - 8u) + (T < 8u ? 0u : 8u)); /* of eight before */
}

#define RAW NBL_EMULATOR_READ_AFTER_WRITE
#define WAR NBL_EMULATOR_WRITE_AFTER_READ
#define WAW NBL_EMULATOR_WRITE_AFTER_WRITE
#define UNINITIALIZED NBL_EMULATOR_UNINITIALIZED_READ
#define BY_WORKGROUP NBL_EMULATOR_REMEDY_WORKGROUP_BARRIER
#define BY_SUBGROUP NBL_EMULATOR_REMEDY_SUBGROUP_BARRIER
#define BY_LAUNCH NBL_EMULATOR_REMEDY_LAUNCH
#define BY_COHERENT NBL_EMULATOR_REMEDY_COHERENT
#define APART NBL_EMULATOR_REMEDY_APART
#define BY_STORE NBL_EMULATOR_REMEDY_STORE
#define CASE(kernel) #kernel, kernel

/* name, kernel, hidden, kind, array, element, invocations, words of the two lines, remedy, distinct findings, count of
 * the first */
static const check_case_t cases[] = {
    {CASE(reversed_by_luck), 1, RAW, "a", 0, 0, 8, "STORE(a, T, T)", "LOAD(a, T < 8u", BY_WORKGROUP, 1, 56, 0, 0, 0},
    {CASE(second_round_too_early_by_luck), 1, WAR, "a", 8, 0, 8, "only what is written", "zeroed too early",
     BY_WORKGROUP, 1, 56, 0, 0, 0},
    {CASE(all_write_one), 1, WAW, "a", 0, 0, 1, "all of them", "all of them", APART, 1, 63, 0, 0, 0},
    {CASE(all_write_one_value), 1, WAW, "a", 0, 0, 1, "the same", "the same", APART, 1, 63, 0, 0, 0},
    {CASE(two_lines_write_one), 1, WAW, "a", 5, 3, 60, "by three", "by sixty", BY_WORKGROUP, 1, 1, 0, 0, 0},
    {CASE(neighbours_overlap), 1, WAW, "a", 8, 0, 8, "not mine", "/* mine", BY_WORKGROUP, 2, 56, 0, 0, 0},
    {CASE(broadcast_through_memory), 1, RAW, "b", 3, 0, 1, "says it", "hear it", BY_WORKGROUP, 1, 63, 0, 0, 0},
    {CASE(reads_by_two_subgroups), 1, WAR, "a", 0, 40, 51, "of two", "by fifty-one", BY_WORKGROUP, 1, 1, 0, 0, 0},
    {CASE(reads_by_many_lanes), 1, WAR, "a", 0, 1, 0, "lane one", "by the other reader", BY_SUBGROUP, 1, 1, 0, 0, 0},
    {CASE(first_reader_writes), 1, WAR, "a", 0, 1, 0, "the second reader", "by the first reader", BY_SUBGROUP, 1, 1, 0,
     0, 0},
    {CASE(reads_before_and_after_a_subgroup_barrier), 1, WAR, "a", 0, 3, 2, "lane three", "lane two", BY_SUBGROUP, 1, 1,
     0, 0, 0},
    {CASE(stored_behind_the_barrier_of_its_value), 0, RAW, "b", 31, 31, 32, "may still read", "by the mirror",
     BY_WORKGROUP, 2, 32, 0, 0, 0},
    {CASE(loop_carried), 0, RAW, "a", 0, 0, 32, "the next trip", "while this one", BY_WORKGROUP, 2, 64, 0, 0, 0},
    {CASE(lock_step), 1, RAW, "a", 0, 0, 1, "STORE(a, T, T)", "even neighbour", BY_SUBGROUP, 1, 32, 0, 0, 0},
    {CASE(shuffles_are_no_barriers), 1, RAW, "a", 1, 1, 0, "STORE(a, T, T)", "right, since", BY_SUBGROUP, 1, 64, 0, 0,
     0},
    {CASE(shuffle_then_overwrite), 1, WAR, "a", 0, 1, 0, "then exchanged", "not ordered", BY_SUBGROUP, 1, 64, 0, 0, 0},
    {CASE(ballot_then_read), 1, RAW, "a", 2, 2, 0, "STORE(a, T, T)", "after a ballot", BY_SUBGROUP, 1, 64, 0, 0, 0},
    {CASE(two_arrays_one_guarded), 1, UNINITIALIZED, "b", 8, 0, 0, "", "not guarded", BY_STORE, 3, 56, 0, 0, 0},
    {CASE(nobody_wrote), 1, UNINITIALIZED, "a", 0, 0, 0, "", "never written", BY_STORE, 1, 64, 0, 0, 0},
    {CASE(counter_not_cleared), 1, UNINITIALIZED, "a", 0, 0, 0, "", "from what", BY_STORE, 1, 1, 0, 0, 0},
    {CASE(halo_not_written), 1, UNINITIALIZED, "a", 60, 0, 56, "", "up to sixty-three", BY_STORE, 1, 4, 0, 0, 0},
    {CASE(left_by_the_last_workgroup), 1, UNINITIALIZED, "a", 0, 0, 0, "", "did not write", BY_STORE, 1, 64, 2, 0, 0},
    {CASE(half_of_a_pair), 1, RAW, "pairs", 0, 0, 1, "both halves", "one of them", BY_WORKGROUP, 1, 126, 0, 0, 0},
    {CASE(octets_of_one_element), 1, WAW, "octets", 0, 0, 1, "eight write it", "eight write it", APART, 1, 56, 0, 0, 0},
    {CASE(in_place_reversal), 1, RAW, "data", 31, 31, 32, "in place", "reversed", BY_COHERENT, 2, 32, 0, 0, 0},
    {CASE(barrier_is_for_shared_memory), 1, RAW, "data", 63, 63, 0, "STORE(data", "nothing of buffers", BY_COHERENT, 1,
     64, 0, 0, 0},
    {CASE(barrier_is_for_shared_memory_too), 1, RAW, "data", 1, 1, 0, "STORE(data", "same subgroup", BY_COHERENT, 1, 64,
     0, 0, 0},
    {CASE(workgroups_share_an_element), 1, WAW, "data", 0, 0, 0, "each workgroup's first", "each workgroup's first",
     APART, 1, 2, 3, 0, 0},
    {CASE(workgroups_in_a_chain), 1, RAW, "data", 8, 0, 0, "workgroup zero", "from the one before", BY_LAUNCH, 1, 1, 2,
     0, 0},
    {CASE(workgroup_clears_what_another_reads), 1, WAR, "data", 200, 5, 5, "everyone reads", "one clears", BY_LAUNCH, 1,
     1, 3, 0, 0},
    {CASE(two_names_of_one_memory), 1, WAW, "alias", 2, 0, 63, "by one name", "by the other", BY_COHERENT, 1, 1, 0, 0,
     0},
    {CASE(bytes_of_one_element), 1, WAW, "bytes", 0, 0, 1, "two write", "two write", APART, 1, 32, 0, 0, 0},
    {CASE(byte_of_a_dword), 1, WAW, "data_bytes", 9, 2, 63, "a dword", "one byte of it", BY_COHERENT, 1, 1, 0, 0, 0},
    {CASE(byte_that_a_dword_was_read_with), 1, RAW, "data", 63, 62, 63, "neighbour's last byte", "a dword each",
     BY_COHERENT, 1, 1, 0, 64, 0},
    {CASE(points_by_halves), 1, WAW, "points", 0, 0, 32, "thirty-two", "thirty-two", APART, 1, 64, 0, 0, 0},
    {CASE(subgroup_barrier_between_workgroups), 1, RAW, "data", 0, 0, 1, "before */", "after, elsewhere", BY_LAUNCH, 1,
     2, 2, 0, 0},
    {CASE(different_values_after_all), 1, WAW, "a", 1, 0, 1, "all but the last", "all but the last", APART, 1, 63, 0, 0,
     0},
    {CASE(different_values_after_all), 1, WAW, "a", 1, 62, 63, "all but the last", "all but the last", BY_WORKGROUP, 1,
     63, 0, 0, NBL_EMULATOR_ALLOW_EQUAL_WRITES},
    {CASE(covered_barrier_missing), 1, RAW, "data", 0, 0, 8, "STORE(data", "of eight before", BY_WORKGROUP, 1, 56, 0, 0,
     NBL_EMULATOR_BARRIERS_ORDER_BUFFERS},
    {CASE(reduction_without_last_barrier), 0, WAR, "a", 1, 0, 1, "tree", "tree", BY_SUBGROUP, 1, 11, 0, 0, 0},
    {CASE(no_barrier_at_all), 0, UNINITIALIZED, "a", 63, 0, 0, "", "T ^ 63u", BY_STORE, 3, 32, 0, 0, 0},
    {CASE(second_round_too_early), 0, RAW, "a", 31, 31, 32, "round two", "round one", BY_WORKGROUP, 2, 32, 0, 0, 0},
    {CASE(only_the_subgroup_waits), 0, UNINITIALIZED, "a", 8, 0, 0, "", "T ^ 8u", BY_STORE, 3, 32, 0, 0, 0},
    {CASE(larger_subgroups_would_do), 0, UNINITIALIZED, "a", 15, 0, 0, "", "across eight", BY_STORE, 3, 32, 0, 0, 0},
    {CASE(buffer_without_barrier), 0, WAR, "data", 8, 0, 8, "of another subgroup", "STORE(data", BY_COHERENT, 2, 32, 0,
     0, 0},
    {CASE(texels_of_neighbours), 1, WAR, "picture", 32, 31, 32, "mirrored texel", "IMAGE_STORE", BY_LAUNCH, 2, 128, 0,
     0, 0},
};

START_TEST(every_broken_kernel_is_told) { expect_case(&cases[_i]); }
END_TEST

int main(void) {
    Suite *suite = suite_create("emulator: check");
    TCase *tests = tcase_create("check");
    tcase_add_loop_test(tests, every_broken_kernel_is_told, 0, (int)(sizeof cases / sizeof cases[0]));
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
