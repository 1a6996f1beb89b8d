/* Corpus: buffers, coherent or not, in one workgroup and in several.
 * SPDX-License-Identifier: Apache-2.0
 */
BROKEN(RACE, buffer_across_a_barrier, 1) {
    NBL_STORE(plain, THREAD(), THREAD());
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(plain, 63u - THREAD()));
}
BROKEN(RACE, buffer_across_a_memory_barrier, 1) {
    NBL_STORE(plain, THREAD(), THREAD());
    MEMORY_BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(plain, 63u - THREAD()));
}
BROKEN(RACE, coherent_across_a_plain_barrier, 1) {
    NBL_STORE(common, THREAD(), THREAD());
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(common, 63u - THREAD()));
}
BROKEN(RACE, coherent_without_barrier, 1) {
    NBL_STORE(common, THREAD(), THREAD());
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(common, 63u - THREAD()));
}
BROKEN(RACE, two_names_of_one_buffer, 1) {
    nbl_uint32_t2 a = NBL_LOAD(in_pairs, THREAD());
    NBL_STORE(source, 127u - THREAD(), a.x);
}
BROKEN(RACE, in_place_reversal, 1) {
    uint32_t a = NBL_LOAD(source, 63u - THREAD());
    NBL_STORE(source, THREAD(), a);
}
BROKEN(RACE, in_place_shift, 1) {
    uint32_t a = NBL_LOAD(source, THREAD() + 1u);
    NBL_STORE(source, THREAD(), a);
}
BROKEN(RACE, all_store_one_element, 1) { NBL_STORE(result, 0u, THREAD()); }
BROKEN(RACE, scatter_that_collides, 1) { NBL_STORE(result, NBL_LOAD(source, THREAD()) / 2u, THREAD()); }
BROKEN(RACE, counter_without_atomics, 1) { NBL_STORE(plain, 0u, NBL_LOAD(plain, 0u) + 1u); }
BROKEN(RACE, counter_read_plainly_beside_atomics, 1) {
    NBL_ATOMIC_ADD(plain, 0u, 1u);
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(plain, 0u));
}
BROKEN(RACE, counter_reset_plainly_beside_atomics, 1) {
    NBL_ATOMIC_ADD(plain, 0u, 1u);
    if (THREAD() == 0u) NBL_STORE(plain, 0u, 0u);
}
BROKEN_GROUPS(RACE, groups_store_one_element, 4) {
    if (THREAD() == 0u) NBL_STORE(plain, 0u, GROUP());
}
BROKEN_GROUPS(RACE, groups_overlap_by_one, 4) { NBL_STORE(result, GROUP() * 63u + THREAD(), THREAD()); }
BROKEN_GROUPS(RACE, group_reads_its_neighbours, 4) {
    NBL_STORE(plain, GROUP(), 1u + 0u * THREAD());
    BARRIER();
}
BROKEN_GROUPS(RACE, group_reads_what_the_one_before_wrote, 4) {
    if (THREAD() == 0u) {
        uint32_t a = GROUP() > 0u ? NBL_LOAD(plain, GROUP() - 1u) : 0u;
        NBL_STORE(plain, GROUP(), a + 1u);
    }
}
BROKEN_GROUPS(RACE, group_reads_coherently_the_one_before, 4) {
    if (THREAD() == 0u) {
        uint32_t a = GROUP() > 0u ? NBL_LOAD(common, GROUP() - 1u) : 0u;
        NBL_STORE(common, GROUP(), a + 1u);
    }
}
BROKEN_GROUPS(RACE, flag_by_plain_store, 4) {
    if (THREAD() == 0u) {
        NBL_STORE(common, GROUP(), 7u);
        NBL_STORE(common, 8u, 1u);
    }
}
BROKEN_GROUPS(RACE, data_behind_a_relaxed_flag, 2) {
    if (THREAD() == 0u) {
        if (GROUP() == 0u) {
            NBL_STORE(common, 0u, 7u);
            NBL_ATOMIC_EXCHANGE(common, 8u, 1u);
        } else if (NBL_ATOMIC_ADD(common, 8u, 0u) == 1u) {
            NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(common, 0u));
        } else {
            NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(common, 0u));
        }
    }
}
BROKEN_GROUPS(RACE, last_group_by_relaxed_counter, 4) {
    if (THREAD() == 0u) {
        NBL_STORE(common, GROUP(), 7u);
        uint32_t done = NBL_ATOMIC_ADD(common, 8u, 1u);
        if (done == 3u) {
            uint32_t a = 0u;
            for (uint32_t i = 0u; i < 4u; i++) a = a + NBL_LOAD(common, i);
            NBL_STORE(result, GROUP() * 64u + THREAD(), a);
        }
    }
}
BROKEN_GROUPS(RACE, halo_of_the_next_group, 2) {
    NBL_STORE(source, GROUP() * 64u + THREAD(), 1u);
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(source, (GROUP() * 64u + THREAD() + 1u) % 128u));
}
BROKEN(BOUNDS, ragged_end, 1) { NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(source, THREAD() * 5u)); }
BROKEN(BOUNDS, negative_index, 1) { NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(source, THREAD() - 1u)); }
BROKEN(BOUNDS, store_beyond, 1) { NBL_STORE(result, 200u + THREAD(), THREAD()); }
BROKEN(BOUNDS, atomic_beyond, 1) { NBL_ATOMIC_ADD(plain, 256u + THREAD(), 1u); }
BROKEN(FRESH, shared_never_written, 1) { NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD())); }
BROKEN(FRESH, shared_written_by_some, 1) {
    if (THREAD() < 60u) NBL_STORE(s, THREAD(), THREAD());
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD()));
}
BROKEN_GROUPS(FRESH, shared_kept_from_the_group_before, 2) {
    if (GROUP() == 0u) NBL_STORE(s, THREAD(), THREAD());
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD()));
}
BROKEN(FRESH, pair_half_written, 1) {
    NBL_STORE_MEMBER(pairs, THREAD(), x, THREAD());
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD_MEMBER(pairs, THREAD(), y));
}
BROKEN(RACE, members_of_the_same_name, 1) {
    NBL_STORE_MEMBER(pairs, THREAD() / 2u, x, THREAD());
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), 0u);
}
BROKEN(RACE, whole_pair_beside_its_member, 1) {
    nbl_uint32_t2 a = {THREAD(), THREAD()};
    NBL_STORE(pairs, THREAD(), a);
    BARRIER();
    a = NBL_LOAD(pairs, 63u - THREAD());
    NBL_STORE_MEMBER(pairs, THREAD(), y, a.x);
}
CORRECT(coherent_across_a_memory_barrier, 1) {
    NBL_STORE(common, THREAD(), THREAD());
    MEMORY_BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(common, 63u - THREAD()));
}
CORRECT(coherent_twice_around, 1) {
    for (uint32_t k = 0u; k < 3u; k++) {
        NBL_STORE(common, THREAD(), k);
        MEMORY_BARRIER();
        NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(common, 63u - THREAD()));
        MEMORY_BARRIER();
    }
}
CORRECT_GROUPS(each_its_own, 4) { NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(source, THREAD())); }
CORRECT_GROUPS(each_its_own_in_place, 4) {
    NBL_STORE(source, GROUP() * 64u + THREAD(), NBL_LOAD(source, GROUP() * 64u + THREAD()) + 1u);
}
CORRECT_GROUPS(all_read_one, 4) { NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(source, 0u)); }
CORRECT_GROUPS(counters_by_atomics, 4) { NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_ATOMIC_ADD(plain, 0u, 1u)); }
CORRECT_GROUPS(maximum_by_exchange, 2) {
    uint32_t old = NBL_ATOMIC_COMPARE_EXCHANGE(plain, 0u, 0u, THREAD() + 1u);
    NBL_STORE(result, GROUP() * 64u + THREAD(), old);
}
CORRECT_GROUPS(shared_anew_in_each_group, 4) {
    NBL_STORE(s, THREAD(), GROUP());
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, 63u - THREAD()));
}
CORRECT(pair_by_members, 1) {
    NBL_STORE_MEMBER(pairs, THREAD(), x, THREAD());
    NBL_STORE_MEMBER(pairs, THREAD(), y, THREAD());
    BARRIER();
    nbl_uint32_t2 a = NBL_LOAD(pairs, 63u - THREAD());
    NBL_STORE(result, GROUP() * 64u + THREAD(), a.x + a.y);
}
CORRECT(members_of_two_writers, 1) {
    NBL_STORE_MEMBER(pairs, THREAD(), x, THREAD());
    NBL_STORE_MEMBER(pairs, 63u - THREAD(), y, THREAD());
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD_MEMBER(pairs, THREAD(), y));
}
CORRECT(member_read_while_another_is_written, 1) {
    NBL_STORE_MEMBER(pairs, THREAD(), x, THREAD());
    BARRIER();
    uint32_t a = NBL_LOAD_MEMBER(pairs, 63u - THREAD(), x);
    NBL_STORE_MEMBER(pairs, THREAD(), y, a);
    NBL_STORE(result, GROUP() * 64u + THREAD(), a);
}
CORRECT(failed_exchange_reads, 1) {
    NBL_STORE(result, GROUP() * 64u + THREAD(),
              NBL_ATOMIC_COMPARE_EXCHANGE(source, 5u, 99u, 1u) + NBL_LOAD(source, 5u));
}
CORRECT(scatter_by_a_permutation, 1) { NBL_STORE(result, (THREAD() * 5u) % 64u, THREAD()); }
CORRECT(ragged_end_guarded, 1) {
    if (THREAD() * 5u < 256u) NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(source, THREAD() * 5u));
}
