/* Barriers that not all reach, and uniform flow that looks divergent.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/emulator/corpus_outside/memory.h"

NBL_SHARED(uint32_t, line, 64)
NBL_SHARED(uint32_t, changed, 1)
NBL_SHARED(uint32_t, changed_by_turns, 3)
NBL_SHARED(uint32_t, trips, 1)

NBL_KERNEL(bodies_outside_leave_before_the_barrier) {
    uint32_t t = THREAD();
    if (t >= NBL_PUSH_CONSTANT(limits).count) return;
    NBL_STORE(line, t, NBL_LOAD(source, t));
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(line, t ^ 1u));
}
NBL_KERNEL(workgroups_outside_leave) { /* the whole workgroup does */
    uint32_t t = THREAD();
    if (GROUP() >= 2u) return;
    NBL_STORE(line, t, NBL_LOAD(source, t));
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + t, NBL_LOAD(line, t ^ 1u));
}
NBL_KERNEL(guarded_work_instead_of_a_return) {
    uint32_t t = THREAD(), count = NBL_PUSH_CONSTANT(limits).count;
    if (t < count) NBL_STORE(line, t, NBL_LOAD(source, t));
    BARRIER();
    if (t < count) NBL_STORE(result, t, NBL_LOAD(line, count - 1u - t));
}
NBL_KERNEL(barrier_of_as_many_trips_as_the_row_is_long) {
    uint32_t t = THREAD(), sum = 0u;
    NBL_STORE(line, t, NBL_LOAD(source, t));
    for (uint32_t i = 0u; i < NBL_LOAD(source, t) % 4u; i++) {
        BARRIER();
        sum += NBL_LOAD(line, i);
    }
    NBL_STORE(result, t, sum);
}
NBL_FUNCTION bool all_have_stored(void) {
    BARRIER();
    return true;
}
NBL_KERNEL(barrier_behind_a_short_circuit) {
    uint32_t t = THREAD();
    NBL_STORE(line, t, NBL_LOAD(source, t));
    if (t < 32u && all_have_stored()) NBL_STORE(result, t, NBL_LOAD(line, 63u - t));
}
NBL_KERNEL(barrier_in_a_case) {
    uint32_t t = THREAD();
    NBL_STORE(line, t, NBL_LOAD(source, t));
    switch (t % 2u) {
    case 0u: BARRIER(); break;
    default: break;
    }
    NBL_STORE(result, t, NBL_LOAD(line, t));
}
NBL_KERNEL(barrier_then_some_break) { /* the second trip lacks those who broke out of the first */
    uint32_t t = THREAD(), trip = 0u;
    NBL_STORE(line, t, t);
    for (;;) {
        BARRIER();
        if (t == 42u || trip == 3u) break;
        trip++;
    }
    NBL_STORE(result, t, trip);
}
NBL_KERNEL(some_continue_before_the_barrier) {
    uint32_t t = THREAD();
    NBL_STORE(line, t, 0u);
    for (uint32_t i = 0u; i < 4u; i++) {
        if (NBL_LOAD(source, t) % 3u == i) continue;
        NBL_STORE(line, t, i);
        BARRIER();
    }
    NBL_STORE(result, t, NBL_LOAD(line, t));
}
NBL_KERNEL(barrier_by_two_ways_of_one_function) {
    uint32_t t = THREAD();
    NBL_STORE(line, t, t);
    if (t < 32u) {
        all_have_stored();
    } else {
        all_have_stored();
    }
    NBL_STORE(result, t, NBL_LOAD(line, 63u - t));
}
NBL_KERNEL(barrier_under_a_constant_of_the_launch) {
    uint32_t t = THREAD();
    NBL_STORE(line, t, t);
    if (NBL_PUSH_CONSTANT(limits).count > 10u) {
        BARRIER();
        NBL_STORE(result, t, NBL_LOAD(line, 63u - t));
    }
}
NBL_KERNEL(trips_that_one_invocation_decides) {
    uint32_t t = THREAD(), sum = 0u;
    if (t == 5u) NBL_STORE(trips, 0u, 3u);
    NBL_STORE(line, t, t);
    BARRIER();
    uint32_t n = NBL_LOAD(trips, 0u);
    for (uint32_t i = 0u; i < n; i++) {
        sum += NBL_LOAD(line, (t + i) % 64u);
        BARRIER();
        NBL_STORE(line, t, sum);
        BARRIER();
    }
    NBL_STORE(result, t, sum);
}
NBL_KERNEL(trips_decided_too_late) {
    uint32_t t = THREAD(), sum = 0u;
    if (t == 0u) NBL_STORE(trips, 0u, 3u);
    for (uint32_t i = 0u; i < NBL_LOAD(trips, 0u); i++) sum += i;
    NBL_STORE(result, t, sum);
}

/* Labels spread along a line until none changes. */
NBL_FUNCTION void spread(uint32_t t, uint32_t flag) {
    uint32_t mine = NBL_LOAD(line, t), left = t > 0u ? NBL_LOAD(line, t - 1u) : mine;
    BARRIER();
    if (left < mine) {
        NBL_STORE(line, t, left);
        NBL_ATOMIC_OR_ORDERED(changed_by_turns, flag, 1u, WORKGROUP, RELAXED);
    }
}
NBL_KERNEL(labels_until_nothing_changes) {
    uint32_t t = THREAD();
    bool again = true;
    NBL_STORE(line, t, (t * 5u + 3u) % 8u);
    while (again) {
        if (t == 0u) NBL_STORE(changed_by_turns, 0u, 0u);
        BARRIER();
        spread(t, 0u);
        BARRIER();
        again = NBL_LOAD(changed_by_turns, 0u) != 0u;
        BARRIER();
    }
    NBL_STORE(result, t, NBL_LOAD(line, t));
}
NBL_KERNEL(labels_flag_reset_while_read) {
    uint32_t t = THREAD();
    NBL_STORE(line, t, (t * 5u + 3u) % 8u);
    do {
        if (t == 0u) NBL_STORE(changed_by_turns, 0u, 0u);
        BARRIER();
        spread(t, 0u);
        BARRIER();
    } while (NBL_LOAD(changed_by_turns, 0u) != 0u);
    NBL_STORE(result, t, NBL_LOAD(line, t));
}
NBL_KERNEL(labels_three_flags_by_turns) { /* the next one is cleared where no invocation reads or sets it */
    uint32_t t = THREAD(), flag = 0u;
    NBL_STORE(line, t, (t * 5u + 3u) % 8u);
    if (t == 0u) NBL_STORE(changed_by_turns, 0u, 0u);
    BARRIER();
    for (bool again = true; again; flag = (flag + 1u) % 3u) {
        spread(t, flag);
        if (t == 0u) NBL_STORE(changed_by_turns, (flag + 1u) % 3u, 0u);
        BARRIER();
        again = NBL_LOAD(changed_by_turns, flag) != 0u;
    }
    NBL_STORE(result, t, NBL_LOAD(line, t));
}
NBL_KERNEL(labels_flag_by_plain_stores) { /* all who change store the same 1 */
    uint32_t t = THREAD();
    if (t == 0u) NBL_STORE(changed, 0u, 0u);
    BARRIER();
    if (NBL_LOAD(source, t) > 100u) NBL_STORE(changed, 0u, 1u);
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(changed, 0u));
}

NBL_KERNEL(subgroup_barrier_of_a_branch) { /* orders those who are in it */
    uint32_t t = THREAD(), value = 0u;
    if (LANE() < 4u) {
        NBL_STORE(line, t, t);
        SUBGROUP();
        value = NBL_LOAD(line, t ^ 1u);
    }
    NBL_STORE(result, t, value);
}
NBL_KERNEL(subgroup_barriers_of_two_branches) { /* are two */
    uint32_t t = THREAD(), value = 0u;
    if ((t & 1u) == 0u) {
        NBL_STORE(line, t, t);
        SUBGROUP();
    } else {
        SUBGROUP();
        value = NBL_LOAD(line, t - 1u);
    }
    NBL_STORE(result, t, value);
}
NBL_KERNEL(barrier_in_a_loop_of_the_subgroup) { /* as long as any lane has work: not all subgroups have as much */
    uint32_t t = THREAD(), work = t;
    NBL_STORE(line, t, t);
    while (nbl_subgroup_any(work > 0u)) {
        work = work > 16u ? work - 16u : 0u;
        BARRIER();
    }
    NBL_STORE(result, t, NBL_LOAD(line, 63u - t));
}
NBL_KERNEL(subgroups_without_work_leave) { /* before the others' barrier */
    uint32_t t = THREAD();
    bool idle = t < 32u;
    if (nbl_subgroup_all(idle)) return;
    NBL_STORE(line, t, t);
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(line, 63u));
}
NBL_KERNEL(lanes_leave_before_a_sum) { /* which is of those who stay */
    uint32_t t = THREAD();
    if (t >= NBL_PUSH_CONSTANT(limits).count) return;
    uint32_t sum = nbl_subgroup_add(1u);
    if (nbl_subgroup_elect()) NBL_ATOMIC_ADD(flags, 0u, sum);
}
