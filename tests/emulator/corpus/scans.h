/* Corpus: prefix sums, compaction, histograms, sorting by digits.
 * SPDX-License-Identifier: Apache-2.0
 */
BROKEN(RACE, scan_in_place, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    for (uint32_t k = 1u; k < 64u; k = k * 2u) {
        if (THREAD() >= k) NBL_STORE(s, THREAD(), NBL_LOAD(s, THREAD()) + NBL_LOAD(s, THREAD() - k));
        BARRIER();
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD()));
}
BROKEN(RACE, scan_without_barriers, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    for (uint32_t k = 1u; k < 64u; k = k * 2u) {
        uint32_t a = THREAD() >= k ? NBL_LOAD(s, THREAD() - k) : 0u;
        NBL_STORE(s, THREAD(), NBL_LOAD(s, THREAD()) + a);
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD()));
}
BROKEN(RACE, scan_with_the_barrier_behind_the_store, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    for (uint32_t k = 1u; k < 64u; k = k * 2u) {
        uint32_t a = THREAD() >= k ? NBL_LOAD(s, THREAD() - k) : 0u;
        NBL_STORE(s, THREAD(), NBL_LOAD(s, THREAD()) + a);
        BARRIER();
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD()));
}
BROKEN(RACE, scan_with_the_barrier_before_the_store, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    for (uint32_t k = 1u; k < 64u; k = k * 2u) {
        uint32_t a = THREAD() >= k ? NBL_LOAD(s, THREAD() - k) : 0u;
        BARRIER();
        NBL_STORE(s, THREAD(), NBL_LOAD(s, THREAD()) + a);
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD()));
}
BROKEN(RACE, up_sweep_without_barriers, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    for (uint32_t k = 1u; k < 64u; k = k * 2u) {
        uint32_t i = (THREAD() + 1u) * 2u * k - 1u;
        if (i < 64u) NBL_STORE(s, i, NBL_LOAD(s, i) + NBL_LOAD(s, i - k));
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), THREAD());
}
BROKEN(RACE, down_sweep_without_barrier_before_the_zero, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    if (THREAD() == 0u) NBL_STORE(s, 63u, 0u);
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD()));
}
BROKEN(RACE, total_overwritten_while_it_is_read, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    uint32_t a = NBL_LOAD(s, 63u);
    if (THREAD() == 0u) NBL_STORE(s, 63u, 0u);
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), a);
}
BROKEN_TO(RACE, subgroup_totals_without_barrier, 1, 32) {
    uint32_t a = nbl_subgroup_inclusive_add(NBL_LOAD(source, THREAD()));
    if (LANE() == nbl_subgroup_size() - 1u) NBL_STORE(s, nbl_subgroup_id(), a);
    uint32_t b = 0u;
    for (uint32_t i = 0u; i < nbl_subgroup_id(); i++) b = b + NBL_LOAD(s, i);
    NBL_STORE(result, GROUP() * 64u + THREAD(), a + b);
}
BROKEN_TO(RACE, subgroup_totals_scanned_in_place, 1, 16) {
    uint32_t a = nbl_subgroup_inclusive_add(NBL_LOAD(source, THREAD()));
    if (LANE() == nbl_subgroup_size() - 1u) NBL_STORE(s, nbl_subgroup_id(), a);
    BARRIER();
    uint32_t b = nbl_subgroup_id() != 0u ? NBL_LOAD(s, nbl_subgroup_id() - 1u) : 0u;
    if (LANE() == 0u) NBL_STORE(s, nbl_subgroup_id(), b + 1u);
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), a + NBL_LOAD(s, 0u));
}
BROKEN(RACE, histogram_without_atomics, 1) {
    if (THREAD() < 8u) NBL_STORE(s, THREAD(), 0u);
    BARRIER();
    NBL_STORE(s, NBL_LOAD(source, THREAD()) % 8u, NBL_LOAD(s, NBL_LOAD(source, THREAD()) % 8u) + 1u);
    BARRIER();
    if (THREAD() < 8u) NBL_STORE(result, THREAD(), NBL_LOAD(s, THREAD()));
}
BROKEN(RACE, histogram_cleared_too_late, 1) {
    if (THREAD() < 8u) NBL_STORE(s, THREAD(), 0u);
    NBL_ATOMIC_ADD(s, NBL_LOAD(source, THREAD()) % 8u, 1u);
    BARRIER();
    if (THREAD() < 8u) NBL_STORE(result, THREAD(), NBL_LOAD(s, THREAD()));
}
BROKEN(RACE, histogram_read_too_early, 1) {
    if (THREAD() < 8u) NBL_STORE(s, THREAD(), 0u);
    BARRIER();
    NBL_ATOMIC_ADD(s, NBL_LOAD(source, THREAD()) % 8u, 1u);
    if (THREAD() < 8u) NBL_STORE(result, THREAD(), NBL_LOAD(s, THREAD()));
}
BROKEN(FRESH, histogram_never_cleared, 1) {
    NBL_ATOMIC_ADD(s, NBL_LOAD(source, THREAD()) % 8u, 1u);
    BARRIER();
    if (THREAD() < 8u) NBL_STORE(result, THREAD(), NBL_LOAD(s, THREAD()));
}
BROKEN(RACE, histogram_merged_by_a_load, 1) {
    if (THREAD() < 8u) NBL_STORE(s, THREAD(), 0u);
    BARRIER();
    NBL_ATOMIC_ADD(s, THREAD() % 8u, NBL_LOAD(s, (THREAD() + 1u) % 8u));
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD() % 8u));
}
BROKEN(RACE, histogram_in_a_buffer, 1) {
    NBL_STORE(plain, NBL_LOAD(source, THREAD()) % 8u, NBL_LOAD(plain, NBL_LOAD(source, THREAD()) % 8u) + 1u);
}
BROKEN_GROUPS(RACE, histogram_of_all_workgroups, 4) {
    NBL_STORE(plain, THREAD() % 8u, NBL_LOAD(plain, THREAD() % 8u) + 1u);
}
BROKEN(RACE, append_by_load_and_store, 1) {
    if (THREAD() == 0u) NBL_STORE(s, 0u, 0u);
    BARRIER();
    if (NBL_LOAD(source, THREAD()) % 3u == 0u) {
        uint32_t at = NBL_LOAD(s, 0u);
        NBL_STORE(s, 0u, at + 1u);
        NBL_STORE(r, at, THREAD());
    }
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, 0u));
}
BROKEN(RACE, append_and_read_at_once, 1) {
    if (THREAD() == 0u) NBL_STORE(s, 0u, 0u);
    BARRIER();
    uint32_t at = NBL_ATOMIC_ADD(s, 0u, 1u);
    NBL_STORE(r, at, THREAD());
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(r, (at + 1u) % 64u));
}
BROKEN(RACE, append_to_places_that_overlap, 1) {
    if (THREAD() == 0u) NBL_STORE(s, 0u, 0u);
    BARRIER();
    uint32_t at = NBL_ATOMIC_ADD(s, 0u, 1u);
    NBL_STORE(r, at, THREAD());
    NBL_STORE(r, at + 1u, THREAD());
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(r, THREAD()));
}
BROKEN(RACE, compaction_by_wrong_ranks, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()) % 2u);
    BARRIER();
    uint32_t rank = 0u;
    for (uint32_t i = 0u; i < THREAD(); i++) rank = rank + NBL_LOAD(s, i);
    NBL_STORE(r, rank, THREAD());
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(r, 0u));
}
BROKEN(RACE, radix_counts_reused, 1) {
    for (uint32_t digit = 0u; digit < 2u; digit++) {
        if (THREAD() < 4u) NBL_STORE(s, THREAD(), 0u);
        BARRIER();
        NBL_ATOMIC_ADD(s, (NBL_LOAD(source, THREAD()) >> digit) % 4u, 1u);
        BARRIER();
        NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD() % 4u));
    }
}
BROKEN(RACE, minimum_by_load_and_store, 1) {
    if (THREAD() == 0u) NBL_STORE(s, 0u, 99u);
    BARRIER();
    if (NBL_LOAD(source, THREAD()) < NBL_LOAD(s, 0u)) NBL_STORE(s, 0u, NBL_LOAD(source, THREAD()));
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, 0u));
}
BROKEN(BOUNDS, append_beyond_the_end, 1) {
    if (THREAD() == 0u) NBL_STORE(s, 0u, 40u);
    BARRIER();
    uint32_t at = NBL_ATOMIC_ADD(s, 0u, 1u);
    NBL_STORE(s, at, THREAD());
}
CORRECT(scan_by_two_barriers, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    for (uint32_t k = 1u; k < 64u; k = k * 2u) {
        uint32_t a = THREAD() >= k ? NBL_LOAD(s, THREAD() - k) : 0u;
        a = a + NBL_LOAD(s, THREAD());
        BARRIER();
        NBL_STORE(s, THREAD(), a);
        BARRIER();
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD()));
}
CORRECT(scan_by_two_arrays, 1) {
    NBL_STORE(r, THREAD(), NBL_LOAD(source, THREAD()));
    uint32_t from = 0u;
    BARRIER();
    for (uint32_t k = 1u; k < 64u; k = k * 2u) {
        uint32_t a = THREAD() >= k ? NBL_LOAD(r, from + THREAD() - k) : 0u;
        NBL_STORE(r, 64u - from + THREAD(), NBL_LOAD(r, from + THREAD()) + a);
        from = 64u - from;
        BARRIER();
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(r, from + THREAD()));
}
CORRECT(sweeps, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    for (uint32_t k = 1u; k < 64u; k = k * 2u) {
        uint32_t i = (THREAD() + 1u) * 2u * k - 1u;
        if (i < 64u) NBL_STORE(s, i, NBL_LOAD(s, i) + NBL_LOAD(s, i - k));
        BARRIER();
    }
    if (THREAD() == 0u) NBL_STORE(s, 63u, 0u);
    for (uint32_t k = 32u; k > 0u; k = k / 2u) {
        BARRIER();
        uint32_t i = (THREAD() + 1u) * 2u * k - 1u;
        if (i < 64u) {
            uint32_t a = NBL_LOAD(s, i - k);
            NBL_STORE(s, i - k, NBL_LOAD(s, i));
            NBL_STORE(s, i, NBL_LOAD(s, i) + a);
        }
    }
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD()));
}
CORRECT(subgroup_totals, 1) {
    uint32_t a = nbl_subgroup_inclusive_add(NBL_LOAD(source, THREAD()));
    if (LANE() == nbl_subgroup_size() - 1u || THREAD() == 63u) NBL_STORE(s, nbl_subgroup_id(), a);
    BARRIER();
    uint32_t b = 0u;
    for (uint32_t i = 0u; i < nbl_subgroup_id(); i++) b = b + NBL_LOAD(s, i);
    NBL_STORE(result, GROUP() * 64u + THREAD(), a + b);
}
CORRECT(histogram, 1) {
    if (THREAD() < 8u) NBL_STORE(s, THREAD(), 0u);
    BARRIER();
    NBL_ATOMIC_ADD(s, NBL_LOAD(source, THREAD()) % 8u, 1u);
    BARRIER();
    if (THREAD() < 8u) NBL_STORE(result, THREAD(), NBL_LOAD(s, THREAD()));
}
CORRECT_GROUPS(histogram_by_atomics_of_all, 4) { NBL_ATOMIC_ADD(plain, THREAD() % 8u, 1u); }
CORRECT_GROUPS(histogram_of_its_own_first, 4) {
    if (THREAD() < 8u) NBL_STORE(s, THREAD(), 0u);
    BARRIER();
    NBL_ATOMIC_ADD(s, THREAD() % 8u, 1u);
    BARRIER();
    if (THREAD() < 8u) NBL_ATOMIC_ADD(plain, THREAD(), NBL_LOAD(s, THREAD()));
}
CORRECT(append, 1) {
    if (THREAD() == 0u) NBL_STORE(s, 0u, 0u);
    BARRIER();
    if (NBL_LOAD(source, THREAD()) % 3u == 0u) {
        uint32_t at = NBL_ATOMIC_ADD(s, 0u, 1u);
        NBL_STORE(r, at, THREAD());
    }
    BARRIER();
    if (THREAD() < NBL_LOAD(s, 0u)) NBL_STORE(result, THREAD(), NBL_LOAD(r, THREAD()));
}
CORRECT(append_by_subgroups, 1) {
    if (THREAD() == 0u) NBL_STORE(s, 0u, 0u);
    BARRIER();
    uint32_t mine = nbl_subgroup_exclusive_add(1u);
    uint32_t all = nbl_subgroup_add(1u);
    uint32_t at = 0u;
    if (nbl_subgroup_elect()) at = NBL_ATOMIC_ADD(s, 0u, all);
    at = nbl_subgroup_broadcast_first(at);
    NBL_STORE(r, at + mine, THREAD());
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(r, THREAD()));
}
CORRECT_GROUPS(append_to_a_buffer, 4) {
    uint32_t at = NBL_ATOMIC_ADD(plain, 0u, 1u);
    NBL_STORE(result, at, THREAD());
}
CORRECT(compaction, 1) {
    uint32_t keep = NBL_LOAD(source, THREAD()) % 2u;
    NBL_STORE(s, THREAD(), keep);
    BARRIER();
    uint32_t rank = 0u;
    for (uint32_t i = 0u; i < THREAD(); i++) rank = rank + NBL_LOAD(s, i);
    if (keep != 0u) NBL_STORE(r, rank, THREAD());
    BARRIER();
    if (THREAD() < 32u) NBL_STORE(result, THREAD(), NBL_LOAD(r, THREAD()));
}
CORRECT(minimum_by_compare_exchange, 1) {
    if (THREAD() == 0u) NBL_STORE(s, 0u, 99u);
    BARRIER();
    uint32_t old = NBL_ATOMIC_COMPARE_EXCHANGE(s, 0u, 99u, 99u);
    for (uint32_t n = 0u; n < 70u && NBL_LOAD(source, THREAD()) < old; n++) {
        uint32_t was = NBL_ATOMIC_COMPARE_EXCHANGE(s, 0u, old, NBL_LOAD(source, THREAD()));
        if (was == old) break;
        old = was;
    }
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, 0u));
}
