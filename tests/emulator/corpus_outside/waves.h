/* Subgroup operations: lanes that are not there, sizes that are not 32, votes, compactions, waterfalls.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/emulator/corpus_outside/memory.h"

NBL_SHARED(uint32_t, slots, 64)
NBL_SHARED(uint32_t, boxes, 64) /* one of each subgroup */
NBL_SHARED(uint32_t, count, 1)

NBL_KERNEL(odd_lanes_ask_even_ones_that_are_elsewhere) {
    uint32_t t = THREAD(), value = t;
    if ((t & 1u) == 1u) value += nbl_subgroup_shuffle(t, LANE() ^ 1u);
    NBL_STORE(result, t, value);
}
NBL_KERNEL(lane_0_has_left_and_is_asked) {
    uint32_t t = THREAD();
    if (LANE() == 0u) return;
    NBL_STORE(result, t, nbl_subgroup_broadcast(t, 0u));
}
NBL_KERNEL(lane_0_has_left_and_the_first_is_asked) {
    uint32_t t = THREAD();
    if (LANE() == 0u) return;
    NBL_STORE(result, t, nbl_subgroup_broadcast_first(t));
}
NBL_KERNEL(a_quad_lacks_a_lane) { /* derivatives of an odd number of pixels */
    uint32_t t = THREAD();
    if (t >= 49u) return;
    NBL_STORE(result, t, nbl_subgroup_shuffle_xor(t, 1u));
}

NBL_FUNCTION uint32_t kept(uint32_t t) { return NBL_LOAD(source, t) % 2u; }
NBL_KERNEL(append_by_the_elected) {
    uint32_t t = THREAD();
    if (kept(t) == 1u) {
        nbl_uint32_t4 votes = nbl_subgroup_ballot(true);
        uint32_t base = 0u;
        if (nbl_subgroup_elect()) base = NBL_ATOMIC_ADD(flags, 0u, nbl_subgroup_ballot_bit_count(votes));
        base = nbl_subgroup_broadcast_first(base);
        NBL_STORE(result, base + nbl_subgroup_ballot_exclusive_bit_count(votes), 1u);
    }
}
NBL_KERNEL(append_by_lane_0) { /* which may not keep anything, and is not there then */
    uint32_t t = THREAD();
    if (kept(t) == 1u) {
        nbl_uint32_t4 votes = nbl_subgroup_ballot(true);
        uint32_t base = 0u;
        if (LANE() == 0u) base = NBL_ATOMIC_ADD(flags, 0u, nbl_subgroup_ballot_bit_count(votes));
        base = nbl_subgroup_broadcast(base, 0u);
        NBL_STORE(result, base + nbl_subgroup_ballot_exclusive_bit_count(votes), 1u);
    }
}
NBL_KERNEL(append_by_a_ballot_of_all) { /* outside the branch: lane 0 is there, whatever it keeps */
    uint32_t t = THREAD(), base = 0u;
    nbl_uint32_t4 votes = nbl_subgroup_ballot(kept(t) == 1u);
    if (LANE() == 0u) base = NBL_ATOMIC_ADD(flags, 0u, nbl_subgroup_ballot_bit_count(votes));
    base = nbl_subgroup_broadcast(base, 0u);
    if (kept(t) == 1u) NBL_STORE(result, base + nbl_subgroup_ballot_exclusive_bit_count(votes), 1u);
}
NBL_KERNEL(append_by_32_bits_of_a_ballot) { /* lanes from 32 on are not in the first word */
    uint32_t t = THREAD(), base = 0u;
    nbl_uint32_t4 votes = nbl_subgroup_ballot(true);
    uint32_t lower = LANE() < 32u ? (1u << LANE()) - 1u : 0xFFFFFFFFu;
    if (nbl_subgroup_elect()) base = NBL_ATOMIC_ADD(flags, 0u, nbl_subgroup_ballot_word_count(votes.x));
    base = nbl_subgroup_broadcast_first(base);
    NBL_STORE(result, base + nbl_subgroup_ballot_word_count(votes.x & lower), t);
}
NBL_KERNEL(append_by_the_last_lane) { /* of a full subgroup */
    uint32_t t = THREAD(), last = nbl_subgroup_size() - 1u, base = 0u;
    uint32_t sum = nbl_subgroup_inclusive_add(1u);
    if (LANE() == last) base = NBL_ATOMIC_ADD(flags, 0u, sum);
    base = nbl_subgroup_broadcast(base, last);
    NBL_STORE(result, base + sum - 1u, 1u);
    NBL_UNUSED(t);
}
NBL_KERNEL(waterfall) { /* one pass for each different value */
    uint32_t t = THREAD(), key = NBL_LOAD(source, t) % 4u, sum = 0u;
    for (;;) {
        uint32_t first = nbl_subgroup_broadcast_first(key);
        if (first == key) {
            sum = nbl_subgroup_add(1u);
            break;
        }
    }
    NBL_ASSERT(sum >= 1u && sum <= 64u);
    NBL_STORE(result, t, sum);
}
NBL_KERNEL(waterfall_of_atomics) { /* one atomic for all lanes of a bin */
    uint32_t t = THREAD(), bin = NBL_LOAD(source, t) % 4u;
    bool waiting = true;
    while (waiting) {
        uint32_t first = nbl_subgroup_broadcast_first(bin);
        if (first == bin) {
            uint32_t same = nbl_subgroup_add(1u);
            if (nbl_subgroup_elect()) NBL_ATOMIC_ADD(flags, bin, same);
            waiting = false;
        }
    }
}

NBL_KERNEL(sum_by_five_shuffles) { /* for 32 lanes */
    uint32_t t = THREAD(), sum = 1u;
    for (uint32_t mask = 16u; mask > 0u; mask >>= 1) sum += nbl_subgroup_shuffle_xor(sum, mask);
    if (LANE() == 0u) NBL_STORE(boxes, nbl_subgroup_id(), sum);
    BARRIER();
    if (t == 0u) {
        uint32_t all = 0u;
        for (uint32_t i = 0u; i * nbl_subgroup_size() < 64u; i++) all += NBL_LOAD(boxes, i);
        NBL_ASSERT(all == 64u);
        NBL_STORE(result, 0u, all);
    }
}
NBL_KERNEL(sum_by_shuffles_down) { /* values from beyond the end never reach lane 0; of a half subgroup they do */
    uint32_t t = THREAD(), sum = t;
    for (uint32_t step = nbl_subgroup_size() / 2u; step > 0u; step >>= 1) sum += nbl_subgroup_shuffle_down(sum, step);
    if (LANE() == 0u) NBL_STORE(result, nbl_subgroup_id(), sum);
}
NBL_KERNEL(rotation_of_half_a_subgroup) {
    uint32_t t = THREAD();
    NBL_STORE(result, t, nbl_subgroup_rotate(t, 1u));
}
NBL_KERNEL(clusters_of_eight) {
    uint32_t t = THREAD(), sum = t;
    for (uint32_t mask = 4u; mask > 0u; mask >>= 1) sum += nbl_subgroup_shuffle_xor(sum, mask);
    NBL_STORE(result, t, sum);
}
NBL_KERNEL(sum_in_a_loop_that_some_leave) { /* believed to be of all lanes in each trip */
    uint32_t t = THREAD(), all = 0u, lanes = nbl_subgroup_add(1u);
    for (uint32_t i = 0u; i <= t % 4u; i++) all = nbl_subgroup_add(1u);
    NBL_ASSERT(all == lanes);
    NBL_STORE(result, t, all);
}
NBL_KERNEL(sum_in_a_loop_of_the_longest) { /* who has nothing left adds nothing, but stays */
    uint32_t t = THREAD(), all = 0u, trips = nbl_subgroup_max(t % 4u + 1u), lanes = nbl_subgroup_add(1u);
    for (uint32_t i = 0u; i < trips; i++) all += nbl_subgroup_add(i <= t % 4u ? 1u : 0u);
    NBL_ASSERT(all >= lanes);
    NBL_STORE(result, t, all);
}

NBL_KERNEL(neighbours_by_a_subgroup_barrier) {
    uint32_t t = THREAD();
    NBL_STORE(slots, t, t);
    SUBGROUP();
    NBL_STORE(result, t, NBL_LOAD(slots, t ^ 1u));
}
NBL_KERNEL(neighbours_by_a_shuffle) { /* orders execution, no memory */
    uint32_t t = THREAD();
    NBL_STORE(slots, t, t);
    uint32_t other = nbl_subgroup_broadcast_first(t);
    NBL_STORE(result, t, other + NBL_LOAD(slots, t ^ 1u));
}
NBL_KERNEL(neighbours_by_a_ballot) {
    uint32_t t = THREAD();
    NBL_STORE(slots, t, t);
    nbl_uint32_t4 votes = nbl_subgroup_ballot(true);
    NBL_STORE(result, t, (votes.x & 1u) + NBL_LOAD(slots, t ^ 1u));
}
NBL_KERNEL(neighbours_of_two_arms) { /* together again behind the branch, but nothing orders their stores */
    uint32_t t = THREAD();
    if ((t & 1u) == 0u) {
        NBL_STORE(slots, t, 1u);
    } else {
        NBL_STORE(slots, t, 2u);
    }
    NBL_STORE(result, t, NBL_LOAD(slots, t ^ 1u));
}
NBL_KERNEL(box_of_the_elected_without_barrier) {
    uint32_t t = THREAD();
    if (nbl_subgroup_elect()) NBL_STORE(boxes, nbl_subgroup_id(), t);
    NBL_STORE(result, t, NBL_LOAD(boxes, nbl_subgroup_id()));
}
NBL_KERNEL(box_of_the_elected) {
    uint32_t t = THREAD();
    if (nbl_subgroup_elect()) NBL_STORE(boxes, nbl_subgroup_id(), t);
    SUBGROUP();
    NBL_STORE(result, t, NBL_LOAD(boxes, nbl_subgroup_id()));
}
NBL_KERNEL(box_of_the_elected_again) { /* the second value comes while the first is still read */
    uint32_t t = THREAD(), sum = 0u;
    for (uint32_t i = 0u; i < 2u; i++) {
        if (nbl_subgroup_elect()) NBL_STORE(boxes, nbl_subgroup_id(), t + i);
        SUBGROUP();
        sum += NBL_LOAD(boxes, nbl_subgroup_id());
    }
    NBL_STORE(result, t, sum);
}
NBL_KERNEL(producer_warp) { /* "the first 32" load for all; their own barrier is not the consumers' */
    uint32_t t = THREAD();
    if (t < 32u) {
        NBL_STORE(slots, t, t);
        NBL_STORE(slots, t + 32u, t);
        SUBGROUP();
    }
    if (t >= 32u) NBL_STORE(result, t, NBL_LOAD(slots, t));
}
NBL_KERNEL(uniform_branch_of_a_vote) {
    uint32_t t = THREAD(), value = t;
    if (nbl_subgroup_all(t < 64u)) value = nbl_subgroup_add(nbl_subgroup_broadcast_first(1u));
    NBL_STORE(result, t, value);
}
NBL_KERNEL(plain_buffer_by_a_subgroup_barrier) {
    uint32_t t = THREAD();
    NBL_STORE(counters, t, t);
    SUBGROUP();
    NBL_STORE(result, t, NBL_LOAD(counters, t ^ 1u));
}
NBL_KERNEL(coherent_buffer_by_a_subgroup_barrier) {
    uint32_t t = THREAD();
    NBL_STORE(parts, t, t);
    SUBGROUP();
    NBL_STORE(result, t, NBL_LOAD(parts, t ^ 1u));
}
NBL_KERNEL(image_by_a_subgroup_barrier) {
    uint32_t t = THREAD();
    nbl_float32_t4 texel = {1.0f, 0.0f, 0.0f, 1.0f};
    NBL_IMAGE_STORE(picture, t, 0u, texel);
    SUBGROUP();
    texel = NBL_IMAGE_LOAD(picture, t ^ 1u, 0u);
    NBL_STORE(result, t, NBL_CAST(uint32_t, texel.x));
}
NBL_KERNEL(shared_count_by_votes) {
    uint32_t t = THREAD();
    if (t == 0u) NBL_STORE(count, 0u, 0u);
    BARRIER();
    nbl_uint32_t4 votes = nbl_subgroup_ballot(kept(t) == 1u);
    if (nbl_subgroup_elect()) NBL_STORE(count, 0u, NBL_LOAD(count, 0u) + nbl_subgroup_ballot_bit_count(votes));
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(count, 0u));
}
