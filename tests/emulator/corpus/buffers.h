/* Corpus: buffers, coherent or not, in one workgroup and in several.
 * SPDX-License-Identifier: Apache-2.0
 */
BROKEN(RACE, buffer_across_a_barrier, 1) {
    NBL_STORE(plain, T, T);
    BARRIER;
    OUT(NBL_LOAD(plain, 63u - T));
}
BROKEN(RACE, buffer_across_a_memory_barrier, 1) {
    NBL_STORE(plain, T, T);
    MEMORY_BARRIER;
    OUT(NBL_LOAD(plain, 63u - T));
}
BROKEN(RACE, coherent_across_a_plain_barrier, 1) {
    NBL_STORE(common, T, T);
    BARRIER;
    OUT(NBL_LOAD(common, 63u - T));
}
BROKEN(RACE, coherent_without_barrier, 1) {
    NBL_STORE(common, T, T);
    OUT(NBL_LOAD(common, 63u - T));
}
BROKEN(RACE, two_names_of_one_buffer, 1) {
    nbl_uint32_t2 a = NBL_LOAD(in_pairs, T);
    NBL_STORE(in, 127u - T, a.x);
}
BROKEN(RACE, in_place_reversal, 1) {
    uint32_t a = IN(63u - T);
    NBL_STORE(in, T, a);
}
BROKEN(RACE, in_place_shift, 1) {
    uint32_t a = IN(T + 1u);
    NBL_STORE(in, T, a);
}
BROKEN(RACE, all_store_one_element, 1) { NBL_STORE(out, 0u, T); }
BROKEN(RACE, scatter_that_collides, 1) { NBL_STORE(out, IN(T) / 2u, T); }
BROKEN(RACE, counter_without_atomics, 1) { NBL_STORE(plain, 0u, NBL_LOAD(plain, 0u) + 1u); }
BROKEN(RACE, counter_read_plainly_beside_atomics, 1) {
    NBL_ATOMIC_ADD(plain, 0u, 1u);
    OUT(NBL_LOAD(plain, 0u));
}
BROKEN(RACE, counter_reset_plainly_beside_atomics, 1) {
    NBL_ATOMIC_ADD(plain, 0u, 1u);
    if (T == 0u) NBL_STORE(plain, 0u, 0u);
}
BROKEN_GROUPS(RACE, groups_store_one_element, 4) {
    if (T == 0u) NBL_STORE(plain, 0u, GROUP);
}
BROKEN_GROUPS(RACE, groups_overlap_by_one, 4) { NBL_STORE(out, GROUP * 63u + T, T); }
BROKEN_GROUPS(RACE, group_reads_its_neighbours, 4) {
    NBL_STORE(plain, GROUP, 1u + 0u * T);
    BARRIER;
}
BROKEN_GROUPS(RACE, group_reads_what_the_one_before_wrote, 4) {
    if (T == 0u) {
        uint32_t a = GROUP > 0u ? NBL_LOAD(plain, GROUP - 1u) : 0u;
        NBL_STORE(plain, GROUP, a + 1u);
    }
}
BROKEN_GROUPS(RACE, group_reads_coherently_the_one_before, 4) {
    if (T == 0u) {
        uint32_t a = GROUP > 0u ? NBL_LOAD(common, GROUP - 1u) : 0u;
        NBL_STORE(common, GROUP, a + 1u);
    }
}
BROKEN_GROUPS(RACE, flag_by_plain_store, 4) {
    if (T == 0u) {
        NBL_STORE(common, GROUP, 7u);
        NBL_STORE(common, 8u, 1u);
    }
}
BROKEN_GROUPS(RACE, data_behind_a_relaxed_flag, 2) {
    if (T == 0u) {
        if (GROUP == 0u) {
            NBL_STORE(common, 0u, 7u);
            NBL_ATOMIC_EXCHANGE(common, 8u, 1u);
        } else if (NBL_ATOMIC_ADD(common, 8u, 0u) == 1u) {
            OUT(NBL_LOAD(common, 0u));
        } else {
            OUT(NBL_LOAD(common, 0u));
        }
    }
}
BROKEN_GROUPS(RACE, last_group_by_relaxed_counter, 4) {
    if (T == 0u) {
        NBL_STORE(common, GROUP, 7u);
        uint32_t done = NBL_ATOMIC_ADD(common, 8u, 1u);
        if (done == 3u) {
            uint32_t a = 0u;
            for (uint32_t i = 0u; i < 4u; i++) a = a + NBL_LOAD(common, i);
            OUT(a);
        }
    }
}
BROKEN_GROUPS(RACE, halo_of_the_next_group, 2) {
    NBL_STORE(in, GROUP * 64u + T, 1u);
    OUT(IN((GROUP * 64u + T + 1u) % 128u));
}
BROKEN(BOUNDS, ragged_end, 1) { OUT(IN(T * 5u)); }
BROKEN(BOUNDS, negative_index, 1) { OUT(IN(T - 1u)); }
BROKEN(BOUNDS, store_beyond, 1) { NBL_STORE(out, 200u + T, T); }
BROKEN(BOUNDS, atomic_beyond, 1) { NBL_ATOMIC_ADD(plain, 256u + T, 1u); }
BROKEN(FRESH, shared_never_written, 1) { OUT(S(T)); }
BROKEN(FRESH, shared_written_by_some, 1) {
    if (T < 60u) SET(T, T);
    BARRIER;
    OUT(S(T));
}
BROKEN_GROUPS(FRESH, shared_kept_from_the_group_before, 2) {
    if (GROUP == 0u) SET(T, T);
    BARRIER;
    OUT(S(T));
}
BROKEN(FRESH, pair_half_written, 1) {
    NBL_STORE_MEMBER(pairs, T, x, T);
    BARRIER;
    OUT(NBL_LOAD_MEMBER(pairs, T, y));
}
BROKEN(RACE, members_of_the_same_name, 1) {
    NBL_STORE_MEMBER(pairs, T / 2u, x, T);
    BARRIER;
    OUT(0u);
}
BROKEN(RACE, whole_pair_beside_its_member, 1) {
    nbl_uint32_t2 a = {T, T};
    NBL_STORE(pairs, T, a);
    BARRIER;
    a = NBL_LOAD(pairs, 63u - T);
    NBL_STORE_MEMBER(pairs, T, y, a.x);
}
CORRECT(coherent_across_a_memory_barrier, 1) {
    NBL_STORE(common, T, T);
    MEMORY_BARRIER;
    OUT(NBL_LOAD(common, 63u - T));
}
CORRECT(coherent_twice_around, 1) {
    for (uint32_t k = 0u; k < 3u; k++) {
        NBL_STORE(common, T, k);
        MEMORY_BARRIER;
        OUT(NBL_LOAD(common, 63u - T));
        MEMORY_BARRIER;
    }
}
CORRECT_GROUPS(each_its_own, 4) { NBL_STORE(out, GROUP * 64u + T, IN(T)); }
CORRECT_GROUPS(each_its_own_in_place, 4) { NBL_STORE(in, GROUP * 64u + T, IN(GROUP * 64u + T) + 1u); }
CORRECT_GROUPS(all_read_one, 4) { OUT(IN(0u)); }
CORRECT_GROUPS(counters_by_atomics, 4) { OUT(NBL_ATOMIC_ADD(plain, 0u, 1u)); }
CORRECT_GROUPS(maximum_by_exchange, 2) {
    uint32_t old = NBL_ATOMIC_COMPARE_EXCHANGE(plain, 0u, 0u, T + 1u);
    OUT(old);
}
CORRECT_GROUPS(shared_anew_in_each_group, 4) {
    SET(T, GROUP);
    BARRIER;
    OUT(S(63u - T));
}
CORRECT(pair_by_members, 1) {
    NBL_STORE_MEMBER(pairs, T, x, T);
    NBL_STORE_MEMBER(pairs, T, y, T);
    BARRIER;
    nbl_uint32_t2 a = NBL_LOAD(pairs, 63u - T);
    OUT(a.x + a.y);
}
CORRECT(members_of_two_writers, 1) {
    NBL_STORE_MEMBER(pairs, T, x, T);
    NBL_STORE_MEMBER(pairs, 63u - T, y, T);
    BARRIER;
    OUT(NBL_LOAD_MEMBER(pairs, T, y));
}
CORRECT(member_read_while_another_is_written, 1) {
    NBL_STORE_MEMBER(pairs, T, x, T);
    BARRIER;
    uint32_t a = NBL_LOAD_MEMBER(pairs, 63u - T, x);
    NBL_STORE_MEMBER(pairs, T, y, a);
    OUT(a);
}
CORRECT(failed_exchange_reads, 1) { OUT(NBL_ATOMIC_COMPARE_EXCHANGE(in, 5u, 99u, 1u) + IN(5u)); }
CORRECT(scatter_by_a_permutation, 1) { NBL_STORE(out, (T * 5u) % 64u, T); }
CORRECT(ragged_end_guarded, 1) {
    if (T * 5u < 256u) OUT(IN(T * 5u));
}
