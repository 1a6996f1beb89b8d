/* Corpus: barriers in branches, loops and calls.
 * SPDX-License-Identifier: Apache-2.0
 */
NBL_FUNCTION void all_meet() { BARRIER(); }
NBL_FUNCTION void some_meet(bool meet) {
    if (meet) BARRIER();
}
NBL_FUNCTION void store_and_meet(uint32_t v) {
    NBL_STORE(s, THREAD(), v);
    BARRIER();
}
NBL_FUNCTION uint32_t leaves_early(uint32_t t) {
    if (t > 40u) return 0u;
    BARRIER();
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
    if (THREAD() >= 48u) return;
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, 47u - THREAD()));
}
BROKEN(DIVERGENT, early_return_of_one, 1) {
    if (THREAD() == 63u) return;
    BARRIER();
}
BROKEN(DIVERGENT, barrier_in_then, 1) {
    if (THREAD() < 32u) { BARRIER(); }
}
BROKEN(DIVERGENT, barrier_in_else, 1) {
    if (THREAD() < 32u) {
        NBL_STORE(result, GROUP() * 64u + THREAD(), 1u);
    } else {
        BARRIER();
    }
}
BROKEN(DIVERGENT, barrier_in_both, 1) {
    if (THREAD() < 32u) {
        BARRIER();
    } else {
        BARRIER();
    }
}
BROKEN_BY_CALLS(DIVERGENT, barrier_in_both_by_call, 1) {
    if (THREAD() < 32u)
        all_meet();
    else
        all_meet();
}
BROKEN_BY_CALLS(DIVERGENT, barrier_in_both_by_call_with_values, 1) {
    if (THREAD() % 2u == 0u)
        store_and_meet(1u);
    else
        store_and_meet(2u);
}
BROKEN(DIVERGENT, barrier_in_a_call_for_some, 1) { some_meet(NBL_LOAD(source, THREAD()) > 5u); }
BROKEN(DIVERGENT, barrier_behind_a_return_in_a_call, 1) {
    NBL_STORE(result, GROUP() * 64u + THREAD(), leaves_early(THREAD()));
}
BROKEN(DIVERGENT, barrier_in_trips_of_different_number, 1) {
    for (uint32_t k = 0u; k < THREAD() % 3u; k++) BARRIER();
}
BROKEN(DIVERGENT, barrier_in_alternate_trips, 1) {
    for (uint32_t k = 0u; k < 2u; k++) {
        if (THREAD() % 2u == k) BARRIER();
    }
}
BROKEN(DIVERGENT, barrier_in_a_while_of_the_data, 1) {
    uint32_t a = NBL_LOAD(source, THREAD());
    while (a > 0u) {
        a = a / 2u;
        BARRIER();
    }
}
BROKEN(DIVERGENT, barrier_skipped_by_continue, 1) {
    for (uint32_t k = 0u; k < 3u; k++) {
        if (THREAD() == k) continue;
        BARRIER();
    }
}
BROKEN(DIVERGENT, barrier_left_by_break, 1) {
    for (uint32_t k = 0u; k < 3u; k++) {
        if (THREAD() == 5u) break;
        BARRIER();
    }
}
BROKEN(DIVERGENT, barrier_behind_a_ragged_guard, 1) {
    uint32_t i = THREAD() * 5u;
    if (i < 256u) {
        NBL_STORE(s, THREAD(), NBL_LOAD(source, i));
        BARRIER();
        NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD()));
    }
}
BROKEN(DIVERGENT, barrier_in_a_switch, 1) {
    switch (THREAD() % 3u) {
    case 0u: BARRIER(); break;
    case 1u: NBL_STORE(result, GROUP() * 64u + THREAD(), 1u); break;
    default: BARRIER(); break;
    }
}
BROKEN(DIVERGENT, barrier_in_do_while, 1) {
    uint32_t k = THREAD() % 2u;
    do {
        BARRIER();
        k = k + 1u;
    } while (k < 2u);
}
BROKEN(DIVERGENT, memory_barrier_in_one_arm, 1) {
    if (THREAD() < 32u) {
        MEMORY_BARRIER();
    } else {
        NBL_STORE(result, GROUP() * 64u + THREAD(), 0u);
    }
}
BROKEN(DIVERGENT, two_kinds_of_barrier, 1) {
    if (THREAD() < 32u) {
        MEMORY_BARRIER();
    } else {
        BARRIER();
    }
}
BROKEN(DIVERGENT, barrier_by_short_circuit, 1) {
    uint32_t a = NBL_LOAD(source, THREAD());
    if (a > 3u && a < 60u) {
        if (nbl_subgroup_any(true)) BARRIER();
    }
}
BROKEN(DIVERGENT, nested_loops_of_the_lane, 1) {
    for (uint32_t i = 0u; i < 2u; i++) {
        for (uint32_t k = i; k < 1u + THREAD() % 2u; k++) BARRIER();
    }
}
BROKEN(SPINS, waits_for_another_lane, 2) {
    if (THREAD() == 0u) {
        while (NBL_ATOMIC_ADD(plain, 0u, 0u) == 0u) NBL_COUNT(spins, 1u);
    }
    BARRIER();
    if (THREAD() == 1u) NBL_ATOMIC_ADD(plain, 0u, 1u);
}
CORRECT(guarded_work, 1) {
    if (THREAD() < 48u) NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    if (THREAD() < 48u) NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, 47u - THREAD()));
}
CORRECT(uniform_branch, 1) {
    if (NBL_LOAD(source, 5u) == 5u) {
        NBL_STORE(s, THREAD(), THREAD());
        BARRIER();
        NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, 63u - THREAD()));
    }
}
CORRECT(uniform_loop_of_data, 1) {
    uint32_t n = NBL_LOAD(source, 3u);
    for (uint32_t k = 0u; k < n; k++) {
        NBL_STORE(s, THREAD(), k);
        BARRIER();
        NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, 63u - THREAD()));
        BARRIER();
    }
}
CORRECT(uniform_call_in_both_arms, 1) {
    if (NBL_LOAD(source, 5u) == 5u)
        store_and_meet(1u);
    else
        store_and_meet(2u);
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, 63u - THREAD()));
}
CORRECT(two_calls_in_a_row, 1) {
    store_and_meet(1u);
    BARRIER();
    store_and_meet(2u);
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, 63u - THREAD()));
}
CORRECT(all_return_at_once, 1) {
    if (NBL_LOAD(source, 5u) == 5u) return;
    BARRIER();
}
CORRECT(return_behind_the_last_barrier, 1) {
    NBL_STORE(s, THREAD(), THREAD());
    BARRIER();
    if (THREAD() > 3u) return;
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD() + 1u));
}
CORRECT(return_out_of_a_while, 1) {
    uint32_t a = finds(THREAD() % 5u);
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), a + nbl_subgroup_add(1u));
}
CORRECT(return_out_of_a_while_twice, 1) {
    uint32_t a = finds(THREAD() % 5u) + finds(THREAD() % 7u);
    NBL_STORE(result, GROUP() * 64u + THREAD(), a + nbl_subgroup_add(1u));
    BARRIER();
}
CORRECT(break_out_of_a_do, 1) {
    uint32_t k = 0u;
    while (k < 2u) {
        do {
            if (THREAD() % 2u == 0u) break;
            k = k + 0u;
        } while (false);
        k = k + 1u;
        uint32_t a = nbl_subgroup_add(1u);
        NBL_STORE(result, GROUP() * 64u + THREAD(), a);
        BARRIER();
    }
}
CORRECT(switch_inside_a_while, 1) {
    uint32_t k = 0u;
    while (k < 3u) {
        switch ((THREAD() + k) % 3u) {
        case 0u: NBL_STORE(result, GROUP() * 64u + THREAD(), 1u); break;
        case 1u: NBL_STORE(result, GROUP() * 64u + THREAD(), 2u); break;
        default: NBL_STORE(result, GROUP() * 64u + THREAD(), 3u);
        }
        BARRIER();
        k = k + 1u;
    }
}
CORRECT(lanes_differ_between_barriers, 1) {
    for (uint32_t k = 0u; k < THREAD() % 4u; k++) NBL_STORE(s, THREAD(), k);
    BARRIER();
    for (uint32_t k = 0u; k < 3u; k++) {
        if (k == THREAD() % 3u) continue;
        NBL_STORE(result, GROUP() * 64u + THREAD(), k);
    }
    BARRIER();
}
