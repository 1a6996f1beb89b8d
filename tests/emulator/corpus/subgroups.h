/* Corpus: lanes of a subgroup: lock-step, subgroup barriers, shuffles, votes.
 * SPDX-License-Identifier: Apache-2.0
 */
BROKEN_TO(RACE, lock_step_exchange, 2, 32) {
    SET(T, IN(T));
    OUT(S(T ^ 1u));
}
BROKEN_TO(RACE, lock_step_reduction, 2, 32) {
    SET_R(T, IN(T));
    for (uint32_t k = nbl_subgroup_size() / 2u; k > 0u; k = k / 2u) SET_R(T, R(T) + R(T + k < 64u ? T + k : T));
    OUT(R(T));
}
BROKEN_TO(RACE, ballot_is_no_barrier, 2, 32) {
    SET(T, IN(T));
    uint32_t a = nbl_subgroup_ballot(true).x;
    OUT(S(T ^ 1u) + a);
}
BROKEN_TO(RACE, shuffle_is_no_barrier, 2, 32) {
    SET(T, IN(T));
    uint32_t a = nbl_subgroup_shuffle_xor(T, 1u);
    OUT(S(T ^ 1u) + a);
}
BROKEN_TO(RACE, sum_is_no_barrier, 2, 32) {
    SET(T, IN(T));
    uint32_t a = nbl_subgroup_add(1u);
    OUT(S(T ^ 1u) + a);
}
BROKEN_TO(RACE, election_is_no_barrier, 2, 32) {
    if (nbl_subgroup_elect()) SET(nbl_subgroup_id(), 7u);
    OUT(S(nbl_subgroup_id()));
}
BROKEN_TO(RACE, subgroup_barrier_for_two_subgroups, 1, 32) {
    SET(T, IN(T));
    SUBGROUP_BARRIER;
    OUT(S(63u - T));
}
BROKEN_TO(RACE, subgroup_barrier_too_early, 2, 32) {
    SUBGROUP_BARRIER;
    SET(T, IN(T));
    OUT(S(T ^ 1u));
}
BROKEN_TO(RACE, subgroup_barrier_once_for_two_steps, 4, 32) {
    SET(T, IN(T));
    SUBGROUP_BARRIER;
    SET_R(T, S(T ^ 1u));
    uint32_t a = R(T ^ 2u);
    OUT(a);
}
BROKEN_TO(RACE, subgroup_barrier_before_the_overwriting_is_missing, 2, 32) {
    SET(T, IN(T));
    SUBGROUP_BARRIER;
    uint32_t a = S(T ^ 1u);
    SET(T, a);
    SUBGROUP_BARRIER;
    OUT(S(T));
}
BROKEN_TO(RACE, half_passes_the_subgroup_barrier, 2, 32) {
    SET(T, IN(T));
    if (LANE % 2u == 0u) { SUBGROUP_BARRIER; }
    OUT(S(T ^ 1u));
}
BROKEN_TO(RACE, arms_with_a_subgroup_barrier_each, 2, 32) {
    SET(T, IN(T));
    if (LANE % 2u == 0u) {
        SUBGROUP_BARRIER;
    } else {
        SUBGROUP_BARRIER;
    }
    OUT(S(T ^ 1u));
}
BROKEN_TO(RACE, trips_with_a_subgroup_barrier_each, 2, 32) {
    SET(T, IN(T));
    for (uint32_t k = 0u; k < 2u; k++) {
        if (LANE % 2u == k) { SUBGROUP_BARRIER; }
    }
    OUT(S(T ^ 1u));
}
BROKEN_TO(RACE, writer_returns_before_the_subgroup_barrier, 2, 32) {
    if (LANE == 0u) {
        SET(T, 5u);
        return;
    }
    SUBGROUP_BARRIER;
    OUT(S(T - LANE));
}
BROKEN_TO(RACE, subgroup_barrier_orders_no_plain_buffer, 2, 32) {
    NBL_STORE(plain, T, T);
    SUBGROUP_BARRIER;
    OUT(NBL_LOAD(plain, T ^ 1u));
}
BROKEN_TO(RACE, leader_writes_for_the_others, 2, 32) {
    if (LANE == 0u) SET(nbl_subgroup_id(), IN(T));
    uint32_t a = S(nbl_subgroup_id());
    SUBGROUP_BARRIER;
    OUT(a);
}
BROKEN(LANES, shuffle_from_a_lane_that_returned, 2) {
    if (LANE == 1u) return;
    OUT(nbl_subgroup_shuffle(T, 1u));
}
BROKEN_TO(LANES, shuffle_in_one_arm, 2, 32) {
    uint32_t a = 0u;
    if (LANE % 2u == 0u) a = nbl_subgroup_shuffle_xor(T, 1u);
    OUT(a);
}
BROKEN_TO(LANES, shuffle_in_both_arms, 2, 32) {
    uint32_t a;
    if (LANE % 2u == 0u)
        a = nbl_subgroup_shuffle_xor(T, 1u);
    else
        a = nbl_subgroup_shuffle_xor(T, 1u);
    OUT(a);
}
BROKEN_TO(LANES, shuffle_in_the_last_trips, 4, 32) {
    uint32_t a = T;
    for (uint32_t k = 0u; k < LANE; k++) a = nbl_subgroup_shuffle(a, 0u);
    OUT(a);
}
BROKEN(LANES, shuffle_beyond_the_subgroup, 1) { OUT(nbl_subgroup_shuffle(T, nbl_subgroup_size())); }
BROKEN(LANES, shuffle_xor_beyond_the_subgroup, 1) { OUT(nbl_subgroup_shuffle_xor(T, nbl_subgroup_size())); }
BROKEN_TO(LANES, broadcast_of_different_lanes, 2, 32) { OUT(nbl_subgroup_broadcast(T, LANE)); }
CORRECT(exchange_by_subgroup_barrier, 2) {
    SET(T, IN(T));
    SUBGROUP_BARRIER;
    OUT(S(T ^ 1u));
}
CORRECT(exchange_by_shuffle, 2) { OUT(nbl_subgroup_shuffle_xor(IN(T), 1u)); }
CORRECT(reduction_by_subgroup_barriers, 1) {
    SET(T, IN(T));
    for (uint32_t k = nbl_subgroup_size() / 2u; k > 0u; k = k / 2u) {
        SUBGROUP_BARRIER;
        uint32_t a =
            S(LANE + k < 64u - T + LANE
                  ? T - LANE + (LANE + k) % nbl_subgroup_size() < 64u ? T - LANE + (LANE + k) % nbl_subgroup_size() : T
                  : T);
        SUBGROUP_BARRIER;
        SET(T, S(T) + a);
    }
    SUBGROUP_BARRIER;
    OUT(S(T));
}
CORRECT(leader_writes_once, 1) {
    if (nbl_subgroup_elect()) SET(nbl_subgroup_id(), 7u);
    SUBGROUP_BARRIER;
    OUT(S(nbl_subgroup_id()));
}
CORRECT(waterfall_by_first_lane, 1) {
    uint32_t a = 0u;
    bool done = false;
    for (uint32_t n = 0u; n < 4u && !done; n++) {
        if (IN(T) % 4u == nbl_subgroup_broadcast_first(IN(T) % 4u)) {
            a = nbl_subgroup_add(1u);
            done = true;
        }
    }
    OUT(a);
}
CORRECT(vote_in_a_loop, 1) {
    uint32_t a = T % 5u;
    uint32_t n = 0u;
    while (nbl_subgroup_any(a > 0u)) {
        if (a > 0u) a = a - 1u;
        n = n + 1u;
    }
    OUT(n);
}
CORRECT(ballot_in_a_branch, 1) {
    uint32_t a = 0u;
    if (IN(T) % 3u == 0u) a = nbl_subgroup_ballot(true).x;
    OUT(a);
}
CORRECT(both_arms_have_their_barrier, 1) {
    SET(T, IN(T));
    if (LANE % 2u == 0u) {
        SUBGROUP_BARRIER;
    } else {
        SUBGROUP_BARRIER;
    }
    OUT(S(T));
}
CORRECT_TO(even_lanes_among_themselves, 4, 32) {
    SET(T, IN(T));
    if (LANE % 2u == 0u) {
        SUBGROUP_BARRIER;
        OUT(S(T ^ 2u));
    }
}
CORRECT(coherent_buffer_in_a_subgroup, 2) {
    NBL_STORE(common, T, T);
    SUBGROUP_BARRIER;
    OUT(NBL_LOAD(common, T ^ 1u));
}
CORRECT(shuffle_down_of_all, 1) {
    if (nbl_subgroup_size() > 64u) return; /* not all of its lanes are filled */
    uint32_t a = IN(T);
    for (uint32_t k = nbl_subgroup_size() / 2u; k > 0u; k = k / 2u)
        a = a + (LANE + k < nbl_subgroup_size() ? 1u : 0u) * (nbl_subgroup_shuffle_down(a, k) & 255u);
    OUT(a);
}
CORRECT(returned_lanes_are_not_waited_for, 1) {
    if (LANE % 4u == 3u) return;
    OUT(nbl_subgroup_add(1u));
}
