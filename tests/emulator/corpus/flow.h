/* Corpus: barriers in branches, loops and calls.
 * SPDX-License-Identifier: Apache-2.0
 */
NBL_FUNCTION void all_meet() { BARRIER; }
NBL_FUNCTION void some_meet(bool meet) {
    if (meet) BARRIER;
}
NBL_FUNCTION void store_and_meet(uint32_t v) {
    SET(T, v);
    BARRIER;
}
NBL_FUNCTION uint32_t leaves_early(uint32_t t) {
    if (t > 40u) return 0u;
    BARRIER;
    return 1u;
}
NBL_FUNCTION uint32_t finds(uint32_t bound) {
    uint32_t k = 0u;
    while (true) {
        if (k * 3u >= bound) return k;
        k = k + 1u;
    }
    return 0u;
}
BROKEN(DIVERGENT, early_return, 1) {
    if (T >= 48u) return;
    SET(T, IN(T));
    BARRIER;
    OUT(S(47u - T));
}
BROKEN(DIVERGENT, early_return_of_one, 1) {
    if (T == 63u) return;
    BARRIER;
}
BROKEN(DIVERGENT, barrier_in_then, 1) {
    if (T < 32u) { BARRIER; }
}
BROKEN(DIVERGENT, barrier_in_else, 1) {
    if (T < 32u) {
        OUT(1u);
    } else {
        BARRIER;
    }
}
BROKEN(DIVERGENT, barrier_in_both, 1) {
    if (T < 32u) {
        BARRIER;
    } else {
        BARRIER;
    }
}
BROKEN_BY_CALLS(DIVERGENT, barrier_in_both_by_call, 1) {
    if (T < 32u)
        all_meet();
    else
        all_meet();
}
BROKEN_BY_CALLS(DIVERGENT, barrier_in_both_by_call_with_values, 1) {
    if (T % 2u == 0u)
        store_and_meet(1u);
    else
        store_and_meet(2u);
}
BROKEN(DIVERGENT, barrier_in_a_call_for_some, 1) { some_meet(IN(T) > 5u); }
BROKEN(DIVERGENT, barrier_behind_a_return_in_a_call, 1) { OUT(leaves_early(T)); }
BROKEN(DIVERGENT, barrier_in_trips_of_different_number, 1) {
    for (uint32_t k = 0u; k < T % 3u; k++) BARRIER;
}
BROKEN(DIVERGENT, barrier_in_alternate_trips, 1) {
    for (uint32_t k = 0u; k < 2u; k++) {
        if (T % 2u == k) BARRIER;
    }
}
BROKEN(DIVERGENT, barrier_in_a_while_of_the_data, 1) {
    uint32_t a = IN(T);
    while (a > 0u) {
        a = a / 2u;
        BARRIER;
    }
}
BROKEN(DIVERGENT, barrier_skipped_by_continue, 1) {
    for (uint32_t k = 0u; k < 3u; k++) {
        if (T == k) continue;
        BARRIER;
    }
}
BROKEN(DIVERGENT, barrier_left_by_break, 1) {
    for (uint32_t k = 0u; k < 3u; k++) {
        if (T == 5u) break;
        BARRIER;
    }
}
BROKEN(DIVERGENT, barrier_behind_a_ragged_guard, 1) {
    uint32_t i = T * 5u;
    if (i < 256u) {
        SET(T, IN(i));
        BARRIER;
        OUT(S(T));
    }
}
BROKEN(DIVERGENT, barrier_in_a_switch, 1) {
    switch (T % 3u) {
    case 0u: BARRIER; break;
    case 1u: OUT(1u); break;
    default: BARRIER; break;
    }
}
BROKEN(DIVERGENT, barrier_in_do_while, 1) {
    uint32_t k = T % 2u;
    do {
        BARRIER;
        k = k + 1u;
    } while (k < 2u);
}
BROKEN(DIVERGENT, memory_barrier_in_one_arm, 1) {
    if (T < 32u) {
        MEMORY_BARRIER;
    } else {
        OUT(0u);
    }
}
BROKEN(DIVERGENT, two_kinds_of_barrier, 1) {
    if (T < 32u) {
        MEMORY_BARRIER;
    } else {
        BARRIER;
    }
}
BROKEN(DIVERGENT, barrier_by_short_circuit, 1) {
    uint32_t a = IN(T);
    if (a > 3u && a < 60u) {
        if (nbl_subgroup_any(true)) BARRIER;
    }
}
BROKEN(DIVERGENT, nested_loops_of_the_lane, 1) {
    for (uint32_t i = 0u; i < 2u; i++) {
        for (uint32_t k = i; k < 1u + T % 2u; k++) BARRIER;
    }
}
BROKEN(SPINS, waits_for_another_lane, 2) {
    if (T == 0u) {
        while (NBL_ATOMIC_ADD(plain, 0u, 0u) == 0u) NBL_COUNT(spins, 1u);
    }
    BARRIER;
    if (T == 1u) NBL_ATOMIC_ADD(plain, 0u, 1u);
}
CORRECT(guarded_work, 1) {
    if (T < 48u) SET(T, IN(T));
    BARRIER;
    if (T < 48u) OUT(S(47u - T));
}
CORRECT(uniform_branch, 1) {
    if (IN(5u) == 5u) {
        SET(T, T);
        BARRIER;
        OUT(S(63u - T));
    }
}
CORRECT(uniform_loop_of_data, 1) {
    uint32_t n = IN(3u);
    for (uint32_t k = 0u; k < n; k++) {
        SET(T, k);
        BARRIER;
        OUT(S(63u - T));
        BARRIER;
    }
}
CORRECT(uniform_call_in_both_arms, 1) {
    if (IN(5u) == 5u)
        store_and_meet(1u);
    else
        store_and_meet(2u);
    OUT(S(63u - T));
}
CORRECT(two_calls_in_a_row, 1) {
    store_and_meet(1u);
    BARRIER;
    store_and_meet(2u);
    OUT(S(63u - T));
}
CORRECT(all_return_at_once, 1) {
    if (IN(5u) == 5u) return;
    BARRIER;
}
CORRECT(return_behind_the_last_barrier, 1) {
    SET(T, T);
    BARRIER;
    if (T > 3u) return;
    OUT(S(T + 1u));
}
CORRECT(return_out_of_a_while, 1) {
    uint32_t a = finds(T % 5u);
    BARRIER;
    OUT(a + nbl_subgroup_add(1u));
}
CORRECT(return_out_of_a_while_twice, 1) {
    uint32_t a = finds(T % 5u) + finds(T % 7u);
    OUT(a + nbl_subgroup_add(1u));
    BARRIER;
}
CORRECT(break_out_of_a_do, 1) {
    uint32_t k = 0u;
    while (k < 2u) {
        do {
            if (T % 2u == 0u) break;
            k = k + 0u;
        } while (false);
        k = k + 1u;
        uint32_t a = nbl_subgroup_add(1u);
        OUT(a);
        BARRIER;
    }
}
CORRECT(switch_inside_a_while, 1) {
    uint32_t k = 0u;
    while (k < 3u) {
        switch ((T + k) % 3u) {
        case 0u: OUT(1u); break;
        case 1u: OUT(2u); break;
        default: OUT(3u);
        }
        BARRIER;
        k = k + 1u;
    }
}
CORRECT(lanes_differ_between_barriers, 1) {
    for (uint32_t k = 0u; k < T % 4u; k++) SET(T, k);
    BARRIER;
    for (uint32_t k = 0u; k < 3u; k++) {
        if (k == T % 3u) continue;
        OUT(k);
    }
    BARRIER;
}
