/* Corpus: sums of a workgroup.
 * SPDX-License-Identifier: Apache-2.0
 */
#define TREE(first) for (uint32_t k = first; k > 0u; k = k / 2u)
BROKEN(RACE, tree_without_barriers, 1) {
    SET(T, IN(T));
    BARRIER;
    TREE(32u) {
        if (T < k) SET(T, S(T) + S(T + k));
    }
    OUT(T);
}
BROKEN(RACE, tree_in_lock_step, 1) {
    SET(T, IN(T));
    BARRIER;
    TREE(32u) {
        if (T < k) SET(T, S(T) + S(T + k));
        if (k > 8u) BARRIER;
    }
    OUT(T);
}
BROKEN(RACE, tree_reads_before_the_first_barrier, 1) {
    SET(T, IN(T));
    TREE(32u) {
        if (T < k) SET(T, S(T) + S(T + k));
        BARRIER;
    }
    OUT(S(0u));
}
BROKEN(RACE, tree_without_the_last_barrier, 1) {
    SET(T, IN(T));
    BARRIER;
    TREE(32u) {
        if (T < k) SET(T, S(T) + S(T + k));
        if (k > 1u) BARRIER;
    }
    OUT(S(0u));
}
BROKEN(RACE, tree_by_interleaved_addresses, 1) {
    SET(T, IN(T));
    BARRIER;
    for (uint32_t k = 1u; k < 64u; k = k * 2u) {
        if (T % (2u * k) == 0u) SET(T, S(T) + S(T + k));
    }
    OUT(T);
}
BROKEN(RACE, tree_with_one_barrier_for_two_steps, 1) {
    SET(T, IN(T));
    BARRIER;
    if (T < 32u) SET(T, S(T) + S(T + 32u));
    BARRIER;
    if (T < 16u) SET(T, S(T) + S(T + 16u));
    if (T < 8u) SET(T, S(T) + S(T + 8u));
    OUT(T);
}
BROKEN(RACE, all_add_in_place, 1) {
    SET(T, IN(T));
    BARRIER;
    TREE(32u) {
        SET(T, S(T) + S((T + k) % 64u));
        BARRIER;
    }
    OUT(S(T));
}
BROKEN_TO(RACE, last_lanes_by_subgroup_barriers, 1, 16) {
    SET(T, IN(T));
    BARRIER;
    TREE(32u) {
        if (T < k) SET(T, S(T) + S(T + k));
        SUBGROUP_BARRIER;
    }
    OUT(T);
}
BROKEN(RACE, sum_in_one_cell, 1) {
    if (T == 0u) SET(0u, 0u);
    BARRIER;
    SET(0u, S(0u) + IN(T));
    BARRIER;
    OUT(S(0u));
}
BROKEN(RACE, sum_cleared_by_all_at_once, 1) {
    SET(0u, 0u);
    NBL_ATOMIC_ADD(s, 0u, T);
    BARRIER;
    OUT(S(0u));
}
BROKEN(RACE, sum_cleared_without_barrier, 1) {
    if (T == 0u) SET(0u, 0u);
    NBL_ATOMIC_ADD(s, 0u, T);
    BARRIER;
    OUT(S(0u));
}
BROKEN(RACE, sum_read_without_barrier, 1) {
    if (T == 0u) SET(0u, 0u);
    BARRIER;
    NBL_ATOMIC_ADD(s, 0u, T);
    if (T == 0u) NBL_STORE(out, 0u, S(0u));
}
BROKEN_TO(RACE, partial_sums_without_barrier, 2, 32) {
    uint32_t a = nbl_subgroup_add(IN(T));
    if (LANE == 0u) SET(nbl_subgroup_id(), a);
    if (T == 0u) {
        for (uint32_t i = 0u; i < 64u / nbl_subgroup_size(); i++) a = a + S(i);
    }
    OUT(a);
}
BROKEN(RACE, partial_sums_reused_at_once, 1) {
    uint32_t a = nbl_subgroup_add(IN(T));
    SET(T, a);
    BARRIER;
    uint32_t b = S(63u - T);
    SET(T, b + 1u);
    BARRIER;
    OUT(S(T));
}
BROKEN(RACE, result_broadcast_without_barrier, 1) {
    if (T == 0u) SET(0u, IN(5u));
    OUT(S(0u));
}
BROKEN(RACE, second_reduction_in_the_same_cells, 1) {
    for (uint32_t n = 0u; n < 2u; n++) {
        SET(T, IN(T) + n);
        BARRIER;
        TREE(32u) {
            if (T < k) SET(T, S(T) + S(T + k));
            BARRIER;
        }
        OUT(S(0u));
    }
}
BROKEN(RACE, maximum_in_lock_step, 1) {
    SET(T, IN(T));
    BARRIER;
    if (T < 16u) {
        TREE(16u) {
            if (S(T + k) > S(T)) SET(T, S(T + k));
        }
    }
    OUT(T);
}
BROKEN(RACE, dot_product_of_neighbours, 1) {
    SET(T, IN(T) * IN(T + 1u));
    OUT(S(T) + S(T ^ 1u));
}
BROKEN(RACE, mean_and_variance, 1) {
    SET(T, IN(T));
    BARRIER;
    TREE(32u) {
        if (T < k) SET(T, S(T) + S(T + k));
        BARRIER;
    }
    uint32_t mean = S(0u) / 64u;
    SET(T, IN(T) - mean);
    BARRIER;
    OUT(S(0u));
}
BROKEN(DIVERGENT, tree_with_barriers_in_the_branch, 1) {
    SET(T, IN(T));
    BARRIER;
    TREE(32u) {
        if (T < k) {
            SET(T, S(T) + S(T + k));
            BARRIER;
        }
    }
    OUT(T);
}
BROKEN(DIVERGENT, tree_left_by_those_who_are_done, 1) {
    SET(T, IN(T));
    BARRIER;
    TREE(32u) {
        if (T >= k) break;
        SET(T, S(T) + S(T + k));
        BARRIER;
    }
    OUT(T);
}
BROKEN(BOUNDS, tree_that_reads_beyond, 1) {
    SET(T, IN(T));
    BARRIER;
    TREE(64u) {
        if (T < k) SET(T, S(T) + S(T + k));
        BARRIER;
    }
    OUT(S(0u));
}
BROKEN(FRESH, tree_of_half_the_values, 1) {
    if (T < 32u) SET(T, IN(T));
    BARRIER;
    TREE(32u) {
        if (T < k) SET(T, S(T) + S(T + k));
        BARRIER;
    }
    OUT(S(0u));
}
CORRECT(tree, 1) {
    SET(T, IN(T));
    BARRIER;
    TREE(32u) {
        if (T < k) SET(T, S(T) + S(T + k));
        BARRIER;
    }
    OUT(S(0u));
}
CORRECT(tree_interleaved, 1) {
    SET(T, IN(T));
    BARRIER;
    for (uint32_t k = 1u; k < 64u; k = k * 2u) {
        if (T % (2u * k) == 0u) SET(T, S(T) + S(T + k));
        BARRIER;
    }
    OUT(S(0u));
}
CORRECT(tree_of_the_last_subgroup, 64) {
    SET(T, IN(T));
    BARRIER;
    TREE(32u) {
        if (T < k) SET(T, S(T) + S(T + k));
        SUBGROUP_BARRIER;
    }
    OUT(S(0u));
}
CORRECT(all_add_by_two_barriers, 1) {
    SET(T, IN(T));
    BARRIER;
    TREE(32u) {
        uint32_t a = S(T) + S((T + k) % 64u);
        BARRIER;
        SET(T, a);
        BARRIER;
    }
    OUT(S(T));
}
CORRECT(all_add_by_two_arrays, 1) {
    uint32_t from = 0u;
    SET_R(T, IN(T));
    BARRIER;
    TREE(32u) {
        uint32_t a = R(64u * from + T) + R(64u * from + (T + k) % 64u);
        from = 1u - from;
        SET_R(64u * from + T, a);
        BARRIER;
    }
    OUT(R(64u * from + T));
}
CORRECT(sum_by_atomics, 1) {
    if (T == 0u) SET(0u, 0u);
    BARRIER;
    NBL_ATOMIC_ADD(s, 0u, T);
    BARRIER;
    OUT(S(0u));
}
CORRECT(partial_sums, 1) {
    uint32_t a = nbl_subgroup_add(IN(T));
    if (LANE == 0u) SET(nbl_subgroup_id(), a);
    BARRIER;
    if (T == 0u) {
        for (uint32_t i = 1u; i < 64u / nbl_subgroup_size(); i++) a = a + S(i);
    }
    OUT(a);
}
CORRECT(second_reduction_behind_a_barrier, 1) {
    for (uint32_t n = 0u; n < 2u; n++) {
        SET(T, IN(T) + n);
        BARRIER;
        TREE(32u) {
            if (T < k) SET(T, S(T) + S(T + k));
            BARRIER;
        }
        OUT(S(0u));
        BARRIER;
    }
}
CORRECT(tree_whose_last_is_its_own, 1) {
    SET(T, IN(T));
    BARRIER;
    TREE(32u) {
        if (T < k) SET(T, S(T) + S(T + k));
        if (k > 1u) BARRIER;
    }
    if (T == 0u) NBL_STORE(out, 0u, S(0u));
}
CORRECT(grid_stride_then_tree, 1) {
    uint32_t a = 0u;
    for (uint32_t i = T; i < 256u; i += 64u) a = a + IN(i);
    SET(T, a);
    BARRIER;
    TREE(32u) {
        if (T < k) SET(T, S(T) + S(T + k));
        BARRIER;
    }
    OUT(S(0u));
}
#undef TREE
