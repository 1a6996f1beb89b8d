/* Lanes and flow, a second round: shuffles up and down, elections, barriers by other ways, members of vectors.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/emulator/corpus_outside/memory.h"

NBL_SHARED(uint32_t, seats, 64)
NBL_SHARED(uint32_t, chosen, 64) /* one of each subgroup */
NBL_SHARED(uint32_t, stop, 1)
NBL_SHARED(nbl_float32_t2, vectors, 64)

NBL_KERNEL(left_neighbour_of_the_first_lane) { /* has none, and adds what it is told */
    uint32_t t = THREAD();
    NBL_STORE(result, t, t + nbl_subgroup_shuffle_up(t, 1u));
}
NBL_KERNEL(left_neighbour_or_nothing) {
    uint32_t t = THREAD(), left = nbl_subgroup_shuffle_up(t, 1u);
    NBL_STORE(result, t, LANE() > 0u ? t + left : t);
}
NBL_KERNEL(right_neighbour_in_another_branch) {
    uint32_t t = THREAD(), value = t;
    if (t % 2u == 0u) value += nbl_subgroup_shuffle_down(t, 1u);
    NBL_STORE(result, t, value);
}
NBL_KERNEL(right_neighbour_has_left) {
    uint32_t t = THREAD();
    if (t >= 49u) return;
    NBL_STORE(result, t, nbl_subgroup_shuffle_down(t, 1u));
}
NBL_KERNEL(halving_sum_of_those_who_stay) { /* 50 of 64: the first lane's partners have left */
    uint32_t t = THREAD(), sum = 1u;
    if (t % 8u >= 3u) return;
    for (uint32_t step = 4u; step > 0u; step >>= 1) sum += nbl_subgroup_shuffle_down(sum, step);
    if (t % 8u == 0u) NBL_STORE(result, t, sum);
}
NBL_KERNEL(broadcast_from_a_lane_of_each_one_s_choice) { /* a broadcast's lane is one for all; a shuffle is meant */
    uint32_t t = THREAD();
    NBL_STORE(result, t, nbl_subgroup_broadcast(t, LANE() ^ 1u));
}
NBL_KERNEL(shuffle_from_a_lane_of_each_one_s_choice) {
    uint32_t t = THREAD();
    NBL_STORE(result, t, nbl_subgroup_shuffle(t, LANE() ^ 1u));
}
NBL_KERNEL(elected_twice_but_not_the_same) { /* the odd lanes elect another one, who reads what the first one stored */
    uint32_t t = THREAD();
    if (nbl_subgroup_elect()) NBL_STORE(chosen, nbl_subgroup_id(), t);
    if (t % 2u == 1u && nbl_subgroup_elect()) NBL_STORE(result, t, NBL_LOAD(chosen, nbl_subgroup_id()));
}
NBL_KERNEL(elected_twice_and_the_same) {
    uint32_t t = THREAD();
    if (nbl_subgroup_elect()) NBL_STORE(chosen, nbl_subgroup_id(), t);
    if (nbl_subgroup_elect()) NBL_STORE(result, t, NBL_LOAD(chosen, nbl_subgroup_id()));
}
NBL_KERNEL(store_of_a_lane_that_leaves) { /* before the subgroup's barrier, which it does not pass */
    uint32_t t = THREAD();
    NBL_STORE(seats, t, t);
    if (t % 2u == 1u) return;
    SUBGROUP();
    NBL_STORE(result, t, NBL_LOAD(seats, t ^ 1u));
}
NBL_KERNEL(stores_of_lanes_that_stay) {
    uint32_t t = THREAD();
    if (t % 2u == 1u) return;
    NBL_STORE(seats, t, t);
    SUBGROUP();
    NBL_STORE(result, t, NBL_LOAD(seats, t ^ 2u));
}
NBL_KERNEL(subgroup_barrier_then_workgroup_barrier) { /* one hands on to the other */
    uint32_t t = THREAD();
    NBL_STORE(seats, t, t);
    SUBGROUP();
    if (nbl_subgroup_elect()) NBL_STORE(chosen, nbl_subgroup_id(), NBL_LOAD(seats, t) + 1u);
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(chosen, 0u) + NBL_LOAD(seats, 63u - t));
}
NBL_KERNEL(one_subgroup_is_the_workgroup) { /* of 32 invocations: then its barrier is enough */
    uint32_t t = THREAD();
    NBL_STORE(seats, t, t);
    SUBGROUP();
    NBL_STORE(result, t, NBL_LOAD(seats, 31u - t));
}
NBL_KERNEL(barriers_of_producers_and_consumers) { /* as many in either branch, but not the same ones */
    uint32_t t = THREAD(), sum = 0u;
    if (t < 32u) {
        for (uint32_t i = 0u; i < 3u; i++) {
            NBL_STORE(seats, t, i);
            BARRIER();
            BARRIER();
        }
    } else {
        for (uint32_t i = 0u; i < 3u; i++) {
            BARRIER();
            sum += NBL_LOAD(seats, t - 32u);
            BARRIER();
        }
    }
    NBL_STORE(result, t, sum);
}
NBL_FUNCTION uint32_t lower_half(uint32_t t) {
    BARRIER();
    return t;
}
NBL_FUNCTION uint32_t upper_half(uint32_t t) {
    BARRIER();
    return 63u - t;
}
NBL_KERNEL(barriers_of_a_choice) {
    uint32_t t = THREAD();
    NBL_STORE(seats, t, t);
    NBL_STORE(result, t, NBL_LOAD(seats, t < 32u ? lower_half(t) : upper_half(t)));
}
NBL_FUNCTION bool goes_on(uint32_t t, uint32_t trip) { /* the same for all, who have all waited */
    if (t == trip) NBL_STORE(stop, 0u, trip);
    BARRIER();
    bool on = NBL_LOAD(stop, 0u) < 3u;
    BARRIER();
    return on;
}
NBL_KERNEL(barriers_in_a_loop_s_condition) {
    uint32_t t = THREAD(), trip = 0u;
    while (goes_on(t, trip)) trip++;
    NBL_ASSERT(trip == 3u);
    NBL_STORE(result, t, trip);
}
NBL_KERNEL(all_return_from_within_a_loop) {
    uint32_t t = THREAD();
    for (uint32_t trip = 0u;; trip++) {
        if (!goes_on(t, trip)) return;
        NBL_STORE(result, t, trip);
    }
}
NBL_KERNEL(barrier_behind_a_uniform_and) {
    uint32_t t = THREAD();
    NBL_STORE(seats, t, t);
    if (NBL_PUSH_CONSTANT(limits).count == 50u && lower_half(1u) == 1u) NBL_STORE(result, t, NBL_LOAD(seats, 63u - t));
}
NBL_KERNEL(barrier_in_a_uniform_case) {
    uint32_t t = THREAD();
    NBL_STORE(seats, t, t);
    switch (NBL_PUSH_CONSTANT(limits).count) {
    case 50u:
        BARRIER();
        NBL_STORE(result, t, NBL_LOAD(seats, 63u - t));
        break;
    default: break;
    }
}
NBL_KERNEL(some_continue_behind_the_barrier) {
    uint32_t t = THREAD(), sum = 0u;
    for (uint32_t i = 0u; i < 3u; i++) {
        BARRIER();
        if ((t + i) % 2u == 0u) continue;
        NBL_STORE(seats, t, i);
        sum += NBL_LOAD(seats, t);
    }
    NBL_STORE(result, t, sum);
}
NBL_KERNEL(sums_of_those_who_do_not_continue) {
    uint32_t t = THREAD(), sum = 0u, lanes = nbl_subgroup_add(1u);
    for (uint32_t i = 0u; i < 4u; i++) {
        if ((t + i) % 2u == 1u) continue;
        sum += nbl_subgroup_add(1u);
    }
    NBL_ASSERT(sum == (lanes > 1u ? lanes : 2u));
    NBL_STORE(result, t, sum);
}
NBL_KERNEL(waterfall_that_returns) {
    uint32_t t = THREAD(), key = NBL_LOAD(source, t) % 3u;
    for (;;) {
        if (nbl_subgroup_broadcast_first(key) == key) {
            NBL_STORE(result, t, nbl_subgroup_add(1u));
            return;
        }
    }
}
NBL_KERNEL(scalar_loop_over_a_mask) { /* each voter's value in turn, by all lanes, with its seat in shared memory */
    uint32_t t = THREAD(), sum = 0u;
    nbl_uint32_t4 votes = nbl_subgroup_ballot(NBL_LOAD(source, t) % 3u == 0u);
    NBL_STORE(seats, t, t);
    SUBGROUP();
    for (uint32_t lane = 0u; lane < nbl_subgroup_size(); lane++) {
        if (!nbl_subgroup_ballot_bit(votes, lane)) continue;
        sum += nbl_subgroup_broadcast(t, lane) + NBL_LOAD(seats, nbl_subgroup_id() * nbl_subgroup_size() + lane);
    }
    NBL_STORE(result, t, sum);
}
NBL_KERNEL(half_of_a_vector_is_there) { /* x is stored, and both are loaded */
    uint32_t t = THREAD();
    NBL_STORE_MEMBER(vectors, t, x, 1.0f);
    BARRIER();
    nbl_float32_t2 v = NBL_LOAD(vectors, 63u - t);
    NBL_STORE(result, t, NBL_CAST(uint32_t, v.x));
}
NBL_KERNEL(half_of_a_vector_is_asked_for) {
    uint32_t t = THREAD();
    NBL_STORE_MEMBER(vectors, t, x, 1.0f);
    BARRIER();
    NBL_STORE(result, t, NBL_CAST(uint32_t, NBL_LOAD_MEMBER(vectors, 63u - t, x)));
}
NBL_KERNEL(halves_of_a_vector_by_two) {
    uint32_t t = THREAD();
    if (t < 32u) NBL_STORE_MEMBER(vectors, t, x, 1.0f);
    if (t >= 32u) NBL_STORE_MEMBER(vectors, t - 32u, y, 2.0f);
    BARRIER();
    nbl_float32_t2 v = NBL_LOAD(vectors, t % 32u);
    NBL_STORE(result, t, NBL_CAST(uint32_t, v.x + v.y));
}
NBL_KERNEL(channels_of_a_texel_by_two) { /* each loads the texel, changes a channel, and stores it whole */
    uint32_t t = THREAD();
    nbl_float32_t4 texel = NBL_IMAGE_LOAD(picture, t / 2u, 0u);
    if (t % 2u == 0u) texel.x = 1.0f;
    if (t % 2u == 1u) texel.y = 1.0f;
    NBL_IMAGE_STORE(picture, t / 2u, 0u, texel);
}
NBL_KERNEL(image_behind_a_memory_barrier) { /* which is for coherent buffers */
    uint32_t t = THREAD();
    nbl_float32_t4 texel = {1.0f, 0.0f, 0.0f, 1.0f};
    NBL_IMAGE_STORE(picture, t, 0u, texel);
    MEMORY_BARRIER();
    texel = NBL_IMAGE_LOAD(picture, 63u - t, 0u);
    NBL_STORE(result, t, NBL_CAST(uint32_t, texel.x));
}
NBL_KERNEL(counted_by_one_name_read_by_the_other) {
    uint32_t t = THREAD();
    if (t < 32u) NBL_ATOMIC_ADD(source, 5u, 1u);
    if (t >= 32u) NBL_STORE(result, t, NBL_LOAD(source_again, 5u));
}
NBL_KERNEL(prefetched_into_the_same_place) { /* a pipelined loop, its load one trip ahead, without the second barrier */
    uint32_t t = THREAD(), sum = 0u, next = NBL_LOAD(source, t);
    for (uint32_t tile = 0u; tile < 3u; tile++) {
        NBL_STORE(seats, t, next);
        if (tile < 2u) next = NBL_LOAD(source, (tile + 1u) * 64u + t);
        BARRIER();
        sum += NBL_LOAD(seats, 63u - t);
    }
    NBL_STORE(result, t, sum);
}
NBL_KERNEL(prefetched_into_a_register) {
    uint32_t t = THREAD(), sum = 0u, next = NBL_LOAD(source, t);
    for (uint32_t tile = 0u; tile < 3u; tile++) {
        BARRIER();
        NBL_STORE(seats, t, next);
        if (tile < 2u) next = NBL_LOAD(source, (tile + 1u) * 64u + t);
        BARRIER();
        sum += NBL_LOAD(seats, 63u - t);
    }
    NBL_STORE(result, t, sum);
}
NBL_KERNEL(barrier_left_out_in_the_last_trip) { /* no stores follow */
    uint32_t t = THREAD(), sum = 0u;
    for (uint32_t tile = 0u; tile < 3u; tile++) {
        NBL_STORE(seats, t, NBL_LOAD(source, tile * 64u + t));
        BARRIER();
        sum += NBL_LOAD(seats, 63u - t);
        if (tile < 2u) BARRIER();
    }
    NBL_STORE(result, t, sum);
}
NBL_KERNEL(barrier_left_out_in_the_first_trip) {
    uint32_t t = THREAD(), sum = 0u;
    for (uint32_t tile = 0u; tile < 3u; tile++) {
        NBL_STORE(seats, t, NBL_LOAD(source, tile * 64u + t));
        BARRIER();
        sum += NBL_LOAD(seats, 63u - t);
        if (tile > 0u) BARRIER();
    }
    NBL_STORE(result, t, sum);
}
