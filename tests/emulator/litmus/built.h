/* What is built on ordered atomics: the last workgroup, a queue, a lock.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Of tests/emulator/test_order.c, which declares the memory.
 */
#ifndef NBL_TESTS_EMULATOR_LITMUS_BUILT_H
#define NBL_TESTS_EMULATOR_LITMUS_BUILT_H

/* ---- what is built on them, of workgroups of 8 ---- */

NBL_KERNEL(
    last_block) { /* each sums up its part, the last one the parts: FidelityFX SPD's way, with the order it needs */
    uint32_t t = nbl_local_invocation_index(), sum = nbl_subgroup_add(t + nbl_workgroup_index());
    if (t == 0u) {
        NBL_STORE(x, 8u + nbl_workgroup_index(), sum);
        NBL_STORE(s, 0u, NBL_ATOMIC_ADD_ORDERED(y, 0u, 1u, DEVICE, BOTH));
    }
    NBL_WORKGROUP_MEMORY_BARRIER();
    if (NBL_LOAD(s, 0u) == 3u) {
        uint32_t part = t < 4u ? NBL_LOAD(x, 8u + t) : 0u;
        part = nbl_subgroup_add(part);
        if (t == 0u) NBL_STORE(seen, 0u, part);
    }
}
NBL_KERNEL(last_block_plain_barrier) { /* what the first invocation has acquired, barrier() does not hand on */
    uint32_t t = nbl_local_invocation_index(), sum = nbl_subgroup_add(t + nbl_workgroup_index());
    if (t == 0u) {
        NBL_STORE(x, 8u + nbl_workgroup_index(), sum);
        NBL_STORE(s, 0u, NBL_ATOMIC_ADD_ORDERED(y, 0u, 1u, DEVICE, BOTH));
    }
    NBL_WORKGROUP_BARRIER();
    if (NBL_LOAD(s, 0u) == 3u && t < 4u) NBL_STORE(seen, t, NBL_LOAD(x, 8u + t));
}
NBL_KERNEL(last_block_relaxed) {
    uint32_t t = nbl_local_invocation_index();
    if (t == 0u) {
        NBL_STORE(x, 8u + nbl_workgroup_index(), 1u);
        NBL_STORE(s, 0u, NBL_ATOMIC_ADD(y, 0u, 1u));
    }
    NBL_WORKGROUP_MEMORY_BARRIER();
    if (NBL_LOAD(s, 0u) == 3u && t < 4u) NBL_STORE(seen, t, NBL_LOAD(x, 8u + t));
}
NBL_KERNEL(last_block_others_wrote) { /* all write, and only the first releases: without a memory barrier before it */
    uint32_t t = nbl_local_invocation_index();
    NBL_STORE(x, 8u + 8u * nbl_workgroup_index() + t, 1u);
    NBL_WORKGROUP_BARRIER();
    if (t == 0u) NBL_STORE(s, 0u, NBL_ATOMIC_ADD_ORDERED(y, 0u, 1u, DEVICE, BOTH));
    NBL_WORKGROUP_MEMORY_BARRIER();
    if (NBL_LOAD(s, 0u) == 3u) {
        for (uint32_t i = 0u; i < 4u; i++) NBL_STORE(seen, t, NBL_LOAD(x, 8u + 8u * i + t));
    }
}
NBL_KERNEL(last_block_all_write) {
    uint32_t t = nbl_local_invocation_index(), sum = 0u;
    NBL_STORE(x, 8u + 8u * nbl_workgroup_index() + t, 1u);
    NBL_WORKGROUP_MEMORY_BARRIER();
    if (t == 0u) NBL_STORE(s, 0u, NBL_ATOMIC_ADD_ORDERED(y, 0u, 1u, DEVICE, BOTH));
    NBL_WORKGROUP_MEMORY_BARRIER();
    if (NBL_LOAD(s, 0u) == 3u) {
        for (uint32_t i = 0u; i < 4u; i++) sum += NBL_LOAD(x, 8u + 8u * i + t);
        NBL_STORE(seen, t, sum);
    }
}
NBL_KERNEL(queue) { /* workgroup 0 puts 8 entries into a queue, the others take one each and read what it stands for */
    if (nbl_workgroup_index() == 0u) {
        NBL_STORE(x, 8u + party(), party() * party());
        NBL_MEMORY_FENCE(DEVICE, RELEASE);
        NBL_ATOMIC_ADD(y, 0u, 1u);
    } else if (nbl_local_invocation_index() == 0u) {
        while (NBL_ATOMIC_LOAD(y, 0u, DEVICE, RELAXED) < 8u) NBL_COUNT(waits, 1u);
        NBL_MEMORY_FENCE(DEVICE, ACQUIRE);
        uint32_t ticket = NBL_ATOMIC_ADD(y, 1u, 1u);
        NBL_STORE(seen, ticket, NBL_LOAD(x, 8u + ticket));
    }
}

/* ---- what gets through here and, on a device whose lanes run in lock-step, does not ---- */

NBL_KERNEL(lock_of_all_lanes) {
    while (NBL_ATOMIC_COMPARE_EXCHANGE_ORDERED(y, 0u, 0u, 1u, DEVICE, ACQUIRE) != 0u) NBL_COUNT(waits, 1u);
    NBL_STORE(x, 0u, NBL_LOAD(x, 0u) + 1u);
    NBL_ATOMIC_STORE(y, 0u, 0u, DEVICE, RELEASE);
}

#endif
