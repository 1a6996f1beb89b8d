/* Corpus: prefix sums, compaction, histograms, sorting by digits.
 * SPDX-License-Identifier: Apache-2.0
 */
BROKEN(RACE, scan_in_place, 1) {
    SET(T, IN(T));
    BARRIER;
    for (uint32_t k = 1u; k < 64u; k = k * 2u) {
        if (T >= k) SET(T, S(T) + S(T - k));
        BARRIER;
    }
    OUT(S(T));
}
BROKEN(RACE, scan_without_barriers, 1) {
    SET(T, IN(T));
    BARRIER;
    for (uint32_t k = 1u; k < 64u; k = k * 2u) {
        uint32_t a = T >= k ? S(T - k) : 0u;
        SET(T, S(T) + a);
    }
    OUT(S(T));
}
BROKEN(RACE, scan_with_the_barrier_behind_the_store, 1) {
    SET(T, IN(T));
    BARRIER;
    for (uint32_t k = 1u; k < 64u; k = k * 2u) {
        uint32_t a = T >= k ? S(T - k) : 0u;
        SET(T, S(T) + a);
        BARRIER;
    }
    OUT(S(T));
}
BROKEN(RACE, scan_with_the_barrier_before_the_store, 1) {
    SET(T, IN(T));
    BARRIER;
    for (uint32_t k = 1u; k < 64u; k = k * 2u) {
        uint32_t a = T >= k ? S(T - k) : 0u;
        BARRIER;
        SET(T, S(T) + a);
    }
    OUT(S(T));
}
BROKEN(RACE, up_sweep_without_barriers, 1) {
    SET(T, IN(T));
    BARRIER;
    for (uint32_t k = 1u; k < 64u; k = k * 2u) {
        uint32_t i = (T + 1u) * 2u * k - 1u;
        if (i < 64u) SET(i, S(i) + S(i - k));
    }
    OUT(T);
}
BROKEN(RACE, down_sweep_without_barrier_before_the_zero, 1) {
    SET(T, IN(T));
    if (T == 0u) SET(63u, 0u);
    BARRIER;
    OUT(S(T));
}
BROKEN(RACE, total_overwritten_while_it_is_read, 1) {
    SET(T, IN(T));
    BARRIER;
    uint32_t a = S(63u);
    if (T == 0u) SET(63u, 0u);
    BARRIER;
    OUT(a);
}
BROKEN_TO(RACE, subgroup_totals_without_barrier, 1, 32) {
    uint32_t a = nbl_subgroup_inclusive_add(IN(T));
    if (LANE == nbl_subgroup_size() - 1u) SET(nbl_subgroup_id(), a);
    uint32_t b = 0u;
    for (uint32_t i = 0u; i < nbl_subgroup_id(); i++) b = b + S(i);
    OUT(a + b);
}
BROKEN_TO(RACE, subgroup_totals_scanned_in_place, 1, 16) {
    uint32_t a = nbl_subgroup_inclusive_add(IN(T));
    if (LANE == nbl_subgroup_size() - 1u) SET(nbl_subgroup_id(), a);
    BARRIER;
    uint32_t b = nbl_subgroup_id() != 0u ? S(nbl_subgroup_id() - 1u) : 0u;
    if (LANE == 0u) SET(nbl_subgroup_id(), b + 1u);
    BARRIER;
    OUT(a + S(0u));
}
BROKEN(RACE, histogram_without_atomics, 1) {
    if (T < 8u) SET(T, 0u);
    BARRIER;
    SET(IN(T) % 8u, S(IN(T) % 8u) + 1u);
    BARRIER;
    if (T < 8u) NBL_STORE(out, T, S(T));
}
BROKEN(RACE, histogram_cleared_too_late, 1) {
    if (T < 8u) SET(T, 0u);
    NBL_ATOMIC_ADD(s, IN(T) % 8u, 1u);
    BARRIER;
    if (T < 8u) NBL_STORE(out, T, S(T));
}
BROKEN(RACE, histogram_read_too_early, 1) {
    if (T < 8u) SET(T, 0u);
    BARRIER;
    NBL_ATOMIC_ADD(s, IN(T) % 8u, 1u);
    if (T < 8u) NBL_STORE(out, T, S(T));
}
BROKEN(FRESH, histogram_never_cleared, 1) {
    NBL_ATOMIC_ADD(s, IN(T) % 8u, 1u);
    BARRIER;
    if (T < 8u) NBL_STORE(out, T, S(T));
}
BROKEN(RACE, histogram_merged_by_a_load, 1) {
    if (T < 8u) SET(T, 0u);
    BARRIER;
    NBL_ATOMIC_ADD(s, T % 8u, S((T + 1u) % 8u));
    BARRIER;
    OUT(S(T % 8u));
}
BROKEN(RACE, histogram_in_a_buffer, 1) { NBL_STORE(plain, IN(T) % 8u, NBL_LOAD(plain, IN(T) % 8u) + 1u); }
BROKEN_GROUPS(RACE, histogram_of_all_workgroups, 4) { NBL_STORE(plain, T % 8u, NBL_LOAD(plain, T % 8u) + 1u); }
BROKEN(RACE, append_by_load_and_store, 1) {
    if (T == 0u) SET(0u, 0u);
    BARRIER;
    if (IN(T) % 3u == 0u) {
        uint32_t at = S(0u);
        SET(0u, at + 1u);
        SET_R(at, T);
    }
    BARRIER;
    OUT(S(0u));
}
BROKEN(RACE, append_and_read_at_once, 1) {
    if (T == 0u) SET(0u, 0u);
    BARRIER;
    uint32_t at = NBL_ATOMIC_ADD(s, 0u, 1u);
    SET_R(at, T);
    OUT(R((at + 1u) % 64u));
}
BROKEN(RACE, append_to_places_that_overlap, 1) {
    if (T == 0u) SET(0u, 0u);
    BARRIER;
    uint32_t at = NBL_ATOMIC_ADD(s, 0u, 1u);
    SET_R(at, T);
    SET_R(at + 1u, T);
    BARRIER;
    OUT(R(T));
}
BROKEN(RACE, compaction_by_wrong_ranks, 1) {
    SET(T, IN(T) % 2u);
    BARRIER;
    uint32_t rank = 0u;
    for (uint32_t i = 0u; i < T; i++) rank = rank + S(i);
    SET_R(rank, T);
    BARRIER;
    OUT(R(0u));
}
BROKEN(RACE, radix_counts_reused, 1) {
    for (uint32_t digit = 0u; digit < 2u; digit++) {
        if (T < 4u) SET(T, 0u);
        BARRIER;
        NBL_ATOMIC_ADD(s, (IN(T) >> digit) % 4u, 1u);
        BARRIER;
        OUT(S(T % 4u));
    }
}
BROKEN(RACE, minimum_by_load_and_store, 1) {
    if (T == 0u) SET(0u, 99u);
    BARRIER;
    if (IN(T) < S(0u)) SET(0u, IN(T));
    BARRIER;
    OUT(S(0u));
}
BROKEN(BOUNDS, append_beyond_the_end, 1) {
    if (T == 0u) SET(0u, 40u);
    BARRIER;
    uint32_t at = NBL_ATOMIC_ADD(s, 0u, 1u);
    SET(at, T);
}
CORRECT(scan_by_two_barriers, 1) {
    SET(T, IN(T));
    BARRIER;
    for (uint32_t k = 1u; k < 64u; k = k * 2u) {
        uint32_t a = T >= k ? S(T - k) : 0u;
        a = a + S(T);
        BARRIER;
        SET(T, a);
        BARRIER;
    }
    OUT(S(T));
}
CORRECT(scan_by_two_arrays, 1) {
    SET_R(T, IN(T));
    uint32_t from = 0u;
    BARRIER;
    for (uint32_t k = 1u; k < 64u; k = k * 2u) {
        uint32_t a = T >= k ? R(from + T - k) : 0u;
        SET_R(64u - from + T, R(from + T) + a);
        from = 64u - from;
        BARRIER;
    }
    OUT(R(from + T));
}
CORRECT(sweeps, 1) {
    SET(T, IN(T));
    BARRIER;
    for (uint32_t k = 1u; k < 64u; k = k * 2u) {
        uint32_t i = (T + 1u) * 2u * k - 1u;
        if (i < 64u) SET(i, S(i) + S(i - k));
        BARRIER;
    }
    if (T == 0u) SET(63u, 0u);
    for (uint32_t k = 32u; k > 0u; k = k / 2u) {
        BARRIER;
        uint32_t i = (T + 1u) * 2u * k - 1u;
        if (i < 64u) {
            uint32_t a = S(i - k);
            SET(i - k, S(i));
            SET(i, S(i) + a);
        }
    }
    BARRIER;
    OUT(S(T));
}
CORRECT(subgroup_totals, 1) {
    uint32_t a = nbl_subgroup_inclusive_add(IN(T));
    if (LANE == nbl_subgroup_size() - 1u || T == 63u) SET(nbl_subgroup_id(), a);
    BARRIER;
    uint32_t b = 0u;
    for (uint32_t i = 0u; i < nbl_subgroup_id(); i++) b = b + S(i);
    OUT(a + b);
}
CORRECT(histogram, 1) {
    if (T < 8u) SET(T, 0u);
    BARRIER;
    NBL_ATOMIC_ADD(s, IN(T) % 8u, 1u);
    BARRIER;
    if (T < 8u) NBL_STORE(out, T, S(T));
}
CORRECT_GROUPS(histogram_by_atomics_of_all, 4) { NBL_ATOMIC_ADD(plain, T % 8u, 1u); }
CORRECT_GROUPS(histogram_of_its_own_first, 4) {
    if (T < 8u) SET(T, 0u);
    BARRIER;
    NBL_ATOMIC_ADD(s, T % 8u, 1u);
    BARRIER;
    if (T < 8u) NBL_ATOMIC_ADD(plain, T, S(T));
}
CORRECT(append, 1) {
    if (T == 0u) SET(0u, 0u);
    BARRIER;
    if (IN(T) % 3u == 0u) {
        uint32_t at = NBL_ATOMIC_ADD(s, 0u, 1u);
        SET_R(at, T);
    }
    BARRIER;
    if (T < S(0u)) NBL_STORE(out, T, R(T));
}
CORRECT(append_by_subgroups, 1) {
    if (T == 0u) SET(0u, 0u);
    BARRIER;
    uint32_t mine = nbl_subgroup_exclusive_add(1u);
    uint32_t all = nbl_subgroup_add(1u);
    uint32_t at = 0u;
    if (nbl_subgroup_elect()) at = NBL_ATOMIC_ADD(s, 0u, all);
    at = nbl_subgroup_broadcast_first(at);
    SET_R(at + mine, T);
    BARRIER;
    OUT(R(T));
}
CORRECT_GROUPS(append_to_a_buffer, 4) {
    uint32_t at = NBL_ATOMIC_ADD(plain, 0u, 1u);
    NBL_STORE(out, at, T);
}
CORRECT(compaction, 1) {
    uint32_t keep = IN(T) % 2u;
    SET(T, keep);
    BARRIER;
    uint32_t rank = 0u;
    for (uint32_t i = 0u; i < T; i++) rank = rank + S(i);
    if (keep != 0u) SET_R(rank, T);
    BARRIER;
    if (T < 32u) NBL_STORE(out, T, R(T));
}
CORRECT(minimum_by_compare_exchange, 1) {
    if (T == 0u) SET(0u, 99u);
    BARRIER;
    uint32_t old = NBL_ATOMIC_COMPARE_EXCHANGE(s, 0u, 99u, 99u);
    for (uint32_t n = 0u; n < 70u && IN(T) < old; n++) {
        uint32_t was = NBL_ATOMIC_COMPARE_EXCHANGE(s, 0u, old, IN(T));
        if (was == old) break;
        old = was;
    }
    BARRIER;
    OUT(S(0u));
}
