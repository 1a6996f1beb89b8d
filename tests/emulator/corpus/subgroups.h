/* Corpus: lanes of a subgroup: lock-step, subgroup barriers, shuffles, votes.
 * SPDX-License-Identifier: Apache-2.0
 */
BROKEN_TO(RACE, lock_step_exchange, 2, 32) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD() ^ 1u));
}
BROKEN_TO(RACE, lock_step_reduction, 2, 32) {
    NBL_STORE(r, THREAD(), NBL_LOAD(source, THREAD()));
    for (uint32_t k = nbl_subgroup_size() / 2u; k > 0u; k = k / 2u)
        NBL_STORE(r, THREAD(), NBL_LOAD(r, THREAD()) + NBL_LOAD(r, THREAD() + k < 64u ? THREAD() + k : THREAD()));
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(r, THREAD()));
}
BROKEN_TO(RACE, ballot_is_no_barrier, 2, 32) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    uint32_t a = nbl_subgroup_ballot(true).x;
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD() ^ 1u) + a);
}
BROKEN_TO(RACE, shuffle_is_no_barrier, 2, 32) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    uint32_t a = nbl_subgroup_shuffle_xor(THREAD(), 1u);
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD() ^ 1u) + a);
}
BROKEN_TO(RACE, sum_is_no_barrier, 2, 32) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    uint32_t a = nbl_subgroup_add(1u);
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD() ^ 1u) + a);
}
BROKEN_TO(RACE, election_is_no_barrier, 2, 32) {
    if (nbl_subgroup_elect()) NBL_STORE(s, nbl_subgroup_id(), 7u);
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, nbl_subgroup_id()));
}
BROKEN_TO(RACE, subgroup_barrier_for_two_subgroups, 1, 32) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    SUBGROUP();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, 63u - THREAD()));
}
BROKEN_TO(RACE, subgroup_barrier_too_early, 2, 32) {
    SUBGROUP();
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD() ^ 1u));
}
BROKEN_TO(RACE, subgroup_barrier_once_for_two_steps, 4, 32) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    SUBGROUP();
    NBL_STORE(r, THREAD(), NBL_LOAD(s, THREAD() ^ 1u));
    uint32_t a = NBL_LOAD(r, THREAD() ^ 2u);
    NBL_STORE(result, GROUP() * 64u + THREAD(), a);
}
BROKEN_TO(RACE, subgroup_barrier_before_the_overwriting_is_missing, 2, 32) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    SUBGROUP();
    uint32_t a = NBL_LOAD(s, THREAD() ^ 1u);
    NBL_STORE(s, THREAD(), a);
    SUBGROUP();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD()));
}
BROKEN_TO(RACE, half_passes_the_subgroup_barrier, 2, 32) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    if (LANE() % 2u == 0u) { SUBGROUP(); }
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD() ^ 1u));
}
BROKEN_TO(RACE, arms_with_a_subgroup_barrier_each, 2, 32) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    if (LANE() % 2u == 0u) {
        SUBGROUP();
    } else {
        SUBGROUP();
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD() ^ 1u));
}
BROKEN_TO(RACE, trips_with_a_subgroup_barrier_each, 2, 32) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    for (uint32_t k = 0u; k < 2u; k++) {
        if (LANE() % 2u == k) { SUBGROUP(); }
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD() ^ 1u));
}
BROKEN_TO(RACE, writer_returns_before_the_subgroup_barrier, 2, 32) {
    if (LANE() == 0u) {
        NBL_STORE(s, THREAD(), 5u);
        return;
    }
    SUBGROUP();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD() - LANE()));
}
BROKEN_TO(RACE, subgroup_barrier_orders_no_plain_buffer, 2, 32) {
    NBL_STORE(plain, THREAD(), THREAD());
    SUBGROUP();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(plain, THREAD() ^ 1u));
}
BROKEN_TO(RACE, leader_writes_for_the_others, 2, 32) {
    if (LANE() == 0u) NBL_STORE(s, nbl_subgroup_id(), NBL_LOAD(source, THREAD()));
    uint32_t a = NBL_LOAD(s, nbl_subgroup_id());
    SUBGROUP();
    NBL_STORE(result, GROUP() * 64u + THREAD(), a);
}
BROKEN(LANES, shuffle_from_a_lane_that_returned, 2) {
    if (LANE() == 1u) return;
    NBL_STORE(result, GROUP() * 64u + THREAD(), nbl_subgroup_shuffle(THREAD(), 1u));
}
BROKEN_TO(LANES, shuffle_in_one_arm, 2, 32) {
    uint32_t a = 0u;
    if (LANE() % 2u == 0u) a = nbl_subgroup_shuffle_xor(THREAD(), 1u);
    NBL_STORE(result, GROUP() * 64u + THREAD(), a);
}
BROKEN_TO(LANES, shuffle_in_both_arms, 2, 32) {
    uint32_t a;
    if (LANE() % 2u == 0u)
        a = nbl_subgroup_shuffle_xor(THREAD(), 1u);
    else
        a = nbl_subgroup_shuffle_xor(THREAD(), 1u);
    NBL_STORE(result, GROUP() * 64u + THREAD(), a);
}
BROKEN_TO(LANES, shuffle_in_the_last_trips, 4, 32) {
    uint32_t a = THREAD();
    for (uint32_t k = 0u; k < LANE(); k++) a = nbl_subgroup_shuffle(a, 0u);
    NBL_STORE(result, GROUP() * 64u + THREAD(), a);
}
BROKEN(LANES, shuffle_beyond_the_subgroup, 1) {
    NBL_STORE(result, GROUP() * 64u + THREAD(), nbl_subgroup_shuffle(THREAD(), nbl_subgroup_size()));
}
BROKEN(LANES, shuffle_xor_beyond_the_subgroup, 1) {
    NBL_STORE(result, GROUP() * 64u + THREAD(), nbl_subgroup_shuffle_xor(THREAD(), nbl_subgroup_size()));
}
BROKEN_TO(LANES, broadcast_of_different_lanes, 2, 32) {
    NBL_STORE(result, GROUP() * 64u + THREAD(), nbl_subgroup_broadcast(THREAD(), LANE()));
}
CORRECT(exchange_by_subgroup_barrier, 2) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    SUBGROUP();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD() ^ 1u));
}
CORRECT(exchange_by_shuffle, 2) {
    NBL_STORE(result, GROUP() * 64u + THREAD(), nbl_subgroup_shuffle_xor(NBL_LOAD(source, THREAD()), 1u));
}
CORRECT(reduction_by_subgroup_barriers, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    for (uint32_t k = nbl_subgroup_size() / 2u; k > 0u; k = k / 2u) {
        SUBGROUP();
        uint32_t a = NBL_LOAD(s, LANE() + k < 64u - THREAD() + LANE()
                                     ? THREAD() - LANE() + (LANE() + k) % nbl_subgroup_size() < 64u
                                           ? THREAD() - LANE() + (LANE() + k) % nbl_subgroup_size()
                                           : THREAD()
                                     : THREAD());
        SUBGROUP();
        NBL_STORE(s, THREAD(), NBL_LOAD(s, THREAD()) + a);
    }
    SUBGROUP();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD()));
}
CORRECT(leader_writes_once, 1) {
    if (nbl_subgroup_elect()) NBL_STORE(s, nbl_subgroup_id(), 7u);
    SUBGROUP();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, nbl_subgroup_id()));
}
CORRECT(waterfall_by_first_lane, 1) {
    uint32_t a = 0u;
    bool done = false;
    for (uint32_t n = 0u; n < 4u && !done; n++) {
        if (NBL_LOAD(source, THREAD()) % 4u == nbl_subgroup_broadcast_first(NBL_LOAD(source, THREAD()) % 4u)) {
            a = nbl_subgroup_add(1u);
            done = true;
        }
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), a);
}
CORRECT(vote_in_a_loop, 1) {
    uint32_t a = THREAD() % 5u;
    uint32_t n = 0u;
    while (nbl_subgroup_any(a > 0u)) {
        if (a > 0u) a = a - 1u;
        n = n + 1u;
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), n);
}
CORRECT(ballot_in_a_branch, 1) {
    uint32_t a = 0u;
    if (NBL_LOAD(source, THREAD()) % 3u == 0u) a = nbl_subgroup_ballot(true).x;
    NBL_STORE(result, GROUP() * 64u + THREAD(), a);
}
CORRECT(both_arms_have_their_barrier, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    if (LANE() % 2u == 0u) {
        SUBGROUP();
    } else {
        SUBGROUP();
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD()));
}
CORRECT_TO(even_lanes_among_themselves, 4, 32) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    if (LANE() % 2u == 0u) {
        SUBGROUP();
        NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD() ^ 2u));
    }
}
CORRECT(coherent_buffer_in_a_subgroup, 2) {
    NBL_STORE(common, THREAD(), THREAD());
    SUBGROUP();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(common, THREAD() ^ 1u));
}
CORRECT(shuffle_down_of_all, 1) {
    uint32_t a = NBL_LOAD(source, THREAD());
    for (uint32_t k = nbl_subgroup_size() / 2u; k > 0u; k = k / 2u)
        a = a + (LANE() + k < nbl_subgroup_size() ? 1u : 0u) * (nbl_subgroup_shuffle_down(a, k) & 255u);
    NBL_STORE(result, GROUP() * 64u + THREAD(), a);
}
CORRECT(returned_lanes_are_not_waited_for, 1) {
    if (LANE() % 4u == 3u) return;
    NBL_STORE(result, GROUP() * 64u + THREAD(), nbl_subgroup_add(1u));
}
