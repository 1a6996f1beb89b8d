/* Who takes part: lanes that have ended or are elsewhere, trips, calls, branches.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Of tests/emulator/test_truth.c, which declares the memory.
 */
#ifndef NBL_TESTS_EMULATOR_TRUTHS_FLOW_H
#define NBL_TESTS_EMULATOR_TRUTHS_FLOW_H

/* ---- barriers bind active invocations only ---- */

NBL_KERNEL(ended_lane_is_not_bound) {
    if (LANE == 0u) {
        NBL_STORE(s, T, 5u);
        return;
    }
    NBL_SUBGROUP_BARRIER();
    NBL_STORE(out, T, NBL_LOAD(s, T - LANE));
}
NBL_KERNEL(lane_elsewhere_is_not_bound) {
    if (LANE == 0u) {
        NBL_STORE(s, T, 5u);
    } else {
        NBL_SUBGROUP_BARRIER();
        NBL_STORE(out, T, NBL_LOAD(s, T - LANE));
    }
}
NBL_KERNEL(those_who_pass_are_bound) {
    if (LANE == 0u) return;
    NBL_STORE(s, T, T);
    NBL_SUBGROUP_BARRIER();
    uint32_t last = nbl_subgroup_max(T);
    NBL_STORE(out, T, NBL_LOAD(s, last));
}

/* ---- dynamic instances ---- */

NBL_FUNCTION uint32_t count_active() { return nbl_subgroup_add(1u); }
NBL_FUNCTION void wait_for_all() { NBL_WORKGROUP_BARRIER(); }
NBL_FUNCTION uint32_t first_above(uint32_t bound) {
    for (uint32_t i = 0u; i < 8u; i++)
        if (i * 2u > bound) return nbl_subgroup_add(1u);
    return nbl_subgroup_add(100u);
}

NBL_KERNEL(trips) { /* out: as many as share the parity */
    uint32_t v = 0u;
    for (uint32_t k = 0u; k < 2u; k++)
        if ((T & 1u) == k) v = nbl_subgroup_add(1u);
    NBL_STORE(out, T, v);
}
NBL_KERNEL(while_trips) {
    uint32_t v = 0u, k = 0u;
    while (k < 2u) {
        if ((T & 1u) == k) v = nbl_subgroup_add(1u);
        k++;
    }
    NBL_STORE(out, T, v);
}
NBL_KERNEL(do_while_trips) {
    uint32_t v = 0u, k = 0u;
    do {
        if ((T & 1u) == k) v = nbl_subgroup_add(1u);
        k++;
    } while (k < 2u);
    NBL_STORE(out, T, v);
}
NBL_KERNEL(waterfall) { /* those of one parity at a time; behind it all are together again */
    uint32_t v = 0u;
    while (true) {
        uint32_t first = nbl_subgroup_min(T & 1u);
        if (first == (T & 1u)) {
            v = nbl_subgroup_add(1u);
            break;
        }
    }
    NBL_STORE(out, T, v + 1000u * nbl_subgroup_add(1u));
}
NBL_KERNEL(arms) { /* both call one function */
    uint32_t v;
    if ((T & 1u) == 0u)
        v = count_active();
    else
        v = count_active();
    NBL_STORE(out, T, v);
}
NBL_KERNEL(joined_behind_arms) {
    uint32_t v = 0u;
    if ((T & 1u) == 0u) v = nbl_subgroup_add(1u);
    NBL_STORE(out, T, v + 1000u * nbl_subgroup_add(1u));
}
NBL_KERNEL(nested_trips) { /* trips of the inner loop differ, the outer ones are joined */
    uint32_t v = 0u;
    for (uint32_t i = 0u; i < 3u; i++) {
        for (uint32_t k = 0u; k <= (T & 1u); k++) v += nbl_subgroup_add(1u);
        v += 1000u * nbl_subgroup_add(1u);
    }
    NBL_STORE(out, T, v);
}
NBL_KERNEL(returned_from_a_loop) {
    uint32_t v = first_above(T & 1u);
    NBL_STORE(out, T, v + 1000u * nbl_subgroup_add(1u));
}
NBL_KERNEL(a_loop_by_goto) { /* the goto is told, before anything is wrong */
    uint32_t v = 0u, k = 0u;
again:
    if ((T & 1u) == k) v = nbl_subgroup_add(1u);
    k++;
    if (k < 2u) goto again;
    NBL_STORE(out, T, v);
}
NBL_KERNEL(shuffle_from_another_arm) {
    uint32_t v = T;
    if ((T & 1u) == 0u) v = nbl_subgroup_shuffle_xor(T, 1u);
    NBL_STORE(out, T, v);
}

/* ---- workgroup barriers in divergent flow ---- */

NBL_KERNEL(barrier_in_two_arms) {
    if (T < 32u)
        wait_for_all();
    else
        wait_for_all();
}
NBL_KERNEL(barrier_in_alternating_trips) {
    for (uint32_t k = 0u; k < 2u; k++)
        if ((T & 1u) == k) NBL_WORKGROUP_BARRIER();
}
NBL_KERNEL(subgroup_operation_before_a_barrier) { /* correct */
    uint32_t v = 0u;
    if ((T & 1u) == 0u) v = nbl_subgroup_add(1u);
    NBL_WORKGROUP_BARRIER();
    NBL_STORE(out, T, v);
}

#endif
