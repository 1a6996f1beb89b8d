/* Corpus: sums of a workgroup.
 * SPDX-License-Identifier: Apache-2.0
 */
#define TREE(first) for (uint32_t k = first; k > 0u; k = k / 2u)
BROKEN(RACE, tree_without_barriers, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    TREE(32u) {
        if (THREAD() < k) NBL_STORE(s, THREAD(), NBL_LOAD(s, THREAD()) + NBL_LOAD(s, THREAD() + k));
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), THREAD());
}
BROKEN(RACE, tree_in_lock_step, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    TREE(32u) {
        if (THREAD() < k) NBL_STORE(s, THREAD(), NBL_LOAD(s, THREAD()) + NBL_LOAD(s, THREAD() + k));
        if (k > 8u) BARRIER();
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), THREAD());
}
BROKEN(RACE, tree_reads_before_the_first_barrier, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    TREE(32u) {
        if (THREAD() < k) NBL_STORE(s, THREAD(), NBL_LOAD(s, THREAD()) + NBL_LOAD(s, THREAD() + k));
        BARRIER();
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, 0u));
}
BROKEN(RACE, tree_without_the_last_barrier, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    TREE(32u) {
        if (THREAD() < k) NBL_STORE(s, THREAD(), NBL_LOAD(s, THREAD()) + NBL_LOAD(s, THREAD() + k));
        if (k > 1u) BARRIER();
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, 0u));
}
BROKEN(RACE, tree_by_interleaved_addresses, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    for (uint32_t k = 1u; k < 64u; k = k * 2u) {
        if (THREAD() % (2u * k) == 0u) NBL_STORE(s, THREAD(), NBL_LOAD(s, THREAD()) + NBL_LOAD(s, THREAD() + k));
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), THREAD());
}
BROKEN(RACE, tree_with_one_barrier_for_two_steps, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    if (THREAD() < 32u) NBL_STORE(s, THREAD(), NBL_LOAD(s, THREAD()) + NBL_LOAD(s, THREAD() + 32u));
    BARRIER();
    if (THREAD() < 16u) NBL_STORE(s, THREAD(), NBL_LOAD(s, THREAD()) + NBL_LOAD(s, THREAD() + 16u));
    if (THREAD() < 8u) NBL_STORE(s, THREAD(), NBL_LOAD(s, THREAD()) + NBL_LOAD(s, THREAD() + 8u));
    NBL_STORE(result, GROUP() * 64u + THREAD(), THREAD());
}
BROKEN(RACE, all_add_in_place, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    TREE(32u) {
        NBL_STORE(s, THREAD(), NBL_LOAD(s, THREAD()) + NBL_LOAD(s, (THREAD() + k) % 64u));
        BARRIER();
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD()));
}
BROKEN_TO(RACE, last_lanes_by_subgroup_barriers, 1, 16) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    TREE(32u) {
        if (THREAD() < k) NBL_STORE(s, THREAD(), NBL_LOAD(s, THREAD()) + NBL_LOAD(s, THREAD() + k));
        SUBGROUP();
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), THREAD());
}
BROKEN(RACE, sum_in_one_cell, 1) {
    if (THREAD() == 0u) NBL_STORE(s, 0u, 0u);
    BARRIER();
    NBL_STORE(s, 0u, NBL_LOAD(s, 0u) + NBL_LOAD(source, THREAD()));
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, 0u));
}
BROKEN(RACE, sum_cleared_by_all_at_once, 1) {
    NBL_STORE(s, 0u, 0u);
    NBL_ATOMIC_ADD(s, 0u, THREAD());
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, 0u));
}
BROKEN(RACE, sum_cleared_without_barrier, 1) {
    if (THREAD() == 0u) NBL_STORE(s, 0u, 0u);
    NBL_ATOMIC_ADD(s, 0u, THREAD());
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, 0u));
}
BROKEN(RACE, sum_read_without_barrier, 1) {
    if (THREAD() == 0u) NBL_STORE(s, 0u, 0u);
    BARRIER();
    NBL_ATOMIC_ADD(s, 0u, THREAD());
    if (THREAD() == 0u) NBL_STORE(result, 0u, NBL_LOAD(s, 0u));
}
BROKEN_TO(RACE, partial_sums_without_barrier, 2, 32) {
    uint32_t a = nbl_subgroup_add(NBL_LOAD(source, THREAD()));
    if (LANE() == 0u) NBL_STORE(s, nbl_subgroup_id(), a);
    if (THREAD() == 0u) {
        for (uint32_t i = 0u; i < 64u / nbl_subgroup_size(); i++) a = a + NBL_LOAD(s, i);
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), a);
}
BROKEN(RACE, partial_sums_reused_at_once, 1) {
    uint32_t a = nbl_subgroup_add(NBL_LOAD(source, THREAD()));
    NBL_STORE(s, THREAD(), a);
    BARRIER();
    uint32_t b = NBL_LOAD(s, 63u - THREAD());
    NBL_STORE(s, THREAD(), b + 1u);
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD()));
}
BROKEN(RACE, result_broadcast_without_barrier, 1) {
    if (THREAD() == 0u) NBL_STORE(s, 0u, NBL_LOAD(source, 5u));
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, 0u));
}
BROKEN(RACE, second_reduction_in_the_same_cells, 1) {
    for (uint32_t n = 0u; n < 2u; n++) {
        NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()) + n);
        BARRIER();
        TREE(32u) {
            if (THREAD() < k) NBL_STORE(s, THREAD(), NBL_LOAD(s, THREAD()) + NBL_LOAD(s, THREAD() + k));
            BARRIER();
        }
        NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, 0u));
    }
}
BROKEN(RACE, maximum_in_lock_step, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    if (THREAD() < 16u) {
        TREE(16u) {
            if (NBL_LOAD(s, THREAD() + k) > NBL_LOAD(s, THREAD())) NBL_STORE(s, THREAD(), NBL_LOAD(s, THREAD() + k));
        }
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), THREAD());
}
BROKEN(RACE, dot_product_of_neighbours, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()) * NBL_LOAD(source, THREAD() + 1u));
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD()) + NBL_LOAD(s, THREAD() ^ 1u));
}
BROKEN(RACE, mean_and_variance, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    TREE(32u) {
        if (THREAD() < k) NBL_STORE(s, THREAD(), NBL_LOAD(s, THREAD()) + NBL_LOAD(s, THREAD() + k));
        BARRIER();
    }
    uint32_t mean = NBL_LOAD(s, 0u) / 64u;
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()) - mean);
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, 0u));
}
BROKEN(DIVERGENT, tree_with_barriers_in_the_branch, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    TREE(32u) {
        if (THREAD() < k) {
            NBL_STORE(s, THREAD(), NBL_LOAD(s, THREAD()) + NBL_LOAD(s, THREAD() + k));
            BARRIER();
        }
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), THREAD());
}
BROKEN(DIVERGENT, tree_left_by_those_who_are_done, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    TREE(32u) {
        if (THREAD() >= k) break;
        NBL_STORE(s, THREAD(), NBL_LOAD(s, THREAD()) + NBL_LOAD(s, THREAD() + k));
        BARRIER();
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), THREAD());
}
BROKEN(BOUNDS, tree_that_reads_beyond, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    TREE(64u) {
        if (THREAD() < k) NBL_STORE(s, THREAD(), NBL_LOAD(s, THREAD()) + NBL_LOAD(s, THREAD() + k));
        BARRIER();
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, 0u));
}
BROKEN(FRESH, tree_of_half_the_values, 1) {
    if (THREAD() < 32u) NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    TREE(32u) {
        if (THREAD() < k) NBL_STORE(s, THREAD(), NBL_LOAD(s, THREAD()) + NBL_LOAD(s, THREAD() + k));
        BARRIER();
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, 0u));
}
CORRECT(tree, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    TREE(32u) {
        if (THREAD() < k) NBL_STORE(s, THREAD(), NBL_LOAD(s, THREAD()) + NBL_LOAD(s, THREAD() + k));
        BARRIER();
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, 0u));
}
CORRECT(tree_interleaved, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    for (uint32_t k = 1u; k < 64u; k = k * 2u) {
        if (THREAD() % (2u * k) == 0u) NBL_STORE(s, THREAD(), NBL_LOAD(s, THREAD()) + NBL_LOAD(s, THREAD() + k));
        BARRIER();
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, 0u));
}
CORRECT(tree_of_the_last_subgroup, 64) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    TREE(32u) {
        if (THREAD() < k) NBL_STORE(s, THREAD(), NBL_LOAD(s, THREAD()) + NBL_LOAD(s, THREAD() + k));
        SUBGROUP();
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, 0u));
}
CORRECT(all_add_by_two_barriers, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    TREE(32u) {
        uint32_t a = NBL_LOAD(s, THREAD()) + NBL_LOAD(s, (THREAD() + k) % 64u);
        BARRIER();
        NBL_STORE(s, THREAD(), a);
        BARRIER();
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD()));
}
CORRECT(all_add_by_two_arrays, 1) {
    uint32_t from = 0u;
    NBL_STORE(r, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    TREE(32u) {
        uint32_t a = NBL_LOAD(r, 64u * from + THREAD()) + NBL_LOAD(r, 64u * from + (THREAD() + k) % 64u);
        from = 1u - from;
        NBL_STORE(r, 64u * from + THREAD(), a);
        BARRIER();
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(r, 64u * from + THREAD()));
}
CORRECT(sum_by_atomics, 1) {
    if (THREAD() == 0u) NBL_STORE(s, 0u, 0u);
    BARRIER();
    NBL_ATOMIC_ADD(s, 0u, THREAD());
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, 0u));
}
CORRECT(partial_sums, 1) {
    uint32_t a = nbl_subgroup_add(NBL_LOAD(source, THREAD()));
    if (LANE() == 0u) NBL_STORE(s, nbl_subgroup_id(), a);
    BARRIER();
    if (THREAD() == 0u) {
        for (uint32_t i = 1u; i < 64u / nbl_subgroup_size(); i++) a = a + NBL_LOAD(s, i);
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), a);
}
CORRECT(second_reduction_behind_a_barrier, 1) {
    for (uint32_t n = 0u; n < 2u; n++) {
        NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()) + n);
        BARRIER();
        TREE(32u) {
            if (THREAD() < k) NBL_STORE(s, THREAD(), NBL_LOAD(s, THREAD()) + NBL_LOAD(s, THREAD() + k));
            BARRIER();
        }
        NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, 0u));
        BARRIER();
    }
}
CORRECT(tree_whose_last_is_its_own, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    TREE(32u) {
        if (THREAD() < k) NBL_STORE(s, THREAD(), NBL_LOAD(s, THREAD()) + NBL_LOAD(s, THREAD() + k));
        if (k > 1u) BARRIER();
    }
    if (THREAD() == 0u) NBL_STORE(result, 0u, NBL_LOAD(s, 0u));
}
CORRECT(grid_stride_then_tree, 1) {
    uint32_t a = 0u;
    for (uint32_t i = THREAD(); i < 256u; i += 64u) a = a + NBL_LOAD(source, i);
    NBL_STORE(s, THREAD(), a);
    BARRIER();
    TREE(32u) {
        if (THREAD() < k) NBL_STORE(s, THREAD(), NBL_LOAD(s, THREAD()) + NBL_LOAD(s, THREAD() + k));
        BARRIER();
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, 0u));
}
#undef TREE
