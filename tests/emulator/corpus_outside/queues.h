/* Queues, hash tables, lists, locks, and who waits for whom.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/emulator/corpus_outside/memory.h"

NBL_SHARED(uint32_t, items, 64)
NBL_SHARED(uint32_t, ring, 64)
NBL_SHARED(uint32_t, head, 1)
NBL_SHARED(uint32_t, tail, 1)
NBL_SHARED(uint32_t, lock, 1)
NBL_SHARED(uint32_t, guarded, 1)

NBL_FUNCTION void empty_queue(uint32_t t) {
    if (t == 0u) {
        NBL_STORE(head, 0u, 0u);
        NBL_STORE(tail, 0u, 0u);
    }
    BARRIER();
}
NBL_KERNEL(queue_filled_then_emptied) {
    uint32_t t = THREAD();
    empty_queue(t);
    NBL_STORE(items, NBL_ATOMIC_ADD(tail, 0u, 1u), t);
    BARRIER();
    uint32_t slot = NBL_ATOMIC_ADD(head, 0u, 1u);
    if (slot < NBL_LOAD(tail, 0u)) NBL_STORE(result, NBL_LOAD(items, slot), 1u);
}
NBL_KERNEL(queue_filled_and_emptied_at_once) { /* a slot is counted before it is filled */
    uint32_t t = THREAD();
    empty_queue(t);
    if (t < 32u) {
        uint32_t slot = NBL_ATOMIC_ADD(tail, 0u, 1u);
        NBL_STORE(items, slot, t);
    } else {
        uint32_t slot = NBL_ATOMIC_ADD(head, 0u, 1u);
        if (slot < NBL_ATOMIC_ADD(tail, 0u, 0u)) NBL_STORE(result, t, NBL_LOAD(items, slot));
    }
}
NBL_KERNEL(queue_of_flagged_slots) { /* between workgroups: each slot says when it is filled */
    uint32_t t = THREAD();
    if (t >= 8u) return;
    if (GROUP() == 0u) {
        uint32_t slot = NBL_ATOMIC_ADD(counters, 0u, 1u);
        NBL_STORE(parts, slot, t + 100u);
        NBL_ATOMIC_STORE(flags, slot, 1u, DEVICE, RELEASE);
    } else {
        uint32_t slot = NBL_ATOMIC_ADD(counters, 1u, 1u);
        if (NBL_ATOMIC_LOAD(flags, slot, DEVICE, ACQUIRE) == 1u) NBL_ASSERT(NBL_LOAD(parts, slot) >= 100u);
    }
}
NBL_KERNEL(queue_flagged_before_it_is_filled) {
    uint32_t t = THREAD();
    if (t >= 8u) return;
    if (GROUP() == 0u) {
        uint32_t slot = NBL_ATOMIC_ADD(counters, 0u, 1u);
        NBL_ATOMIC_STORE(flags, slot, 1u, DEVICE, RELEASE);
        NBL_STORE(parts, slot, t + 100u);
    } else {
        uint32_t slot = NBL_ATOMIC_ADD(counters, 1u, 1u);
        if (NBL_ATOMIC_LOAD(flags, slot, DEVICE, ACQUIRE) == 1u) NBL_STORE(result, t, NBL_LOAD(parts, slot));
    }
}
NBL_KERNEL(rays_of_the_next_bounce) { /* wavefronts: the queue's end is reset while others still read it */
    uint32_t t = THREAD(), alive = 64u;
    for (uint32_t bounce = 0u; bounce < 3u; bounce++) {
        if (t == 0u) NBL_STORE(tail, 0u, 0u);
        BARRIER();
        if (t < alive && (t + bounce) % 2u == 0u) NBL_STORE(items, NBL_ATOMIC_ADD(tail, 0u, 1u), t);
        BARRIER();
        alive = NBL_LOAD(tail, 0u);
    }
    NBL_STORE(result, t, alive);
}
NBL_KERNEL(rays_of_the_next_bounce_in_three_steps) {
    uint32_t t = THREAD(), alive = 64u;
    if (t == 0u) NBL_STORE(tail, 0u, 0u);
    BARRIER();
    for (uint32_t bounce = 0u; bounce < 3u; bounce++) {
        if (t < alive && (t + bounce) % 2u == 0u) NBL_STORE(ring, t, NBL_ATOMIC_ADD(tail, 0u, 1u));
        BARRIER();
        alive = NBL_LOAD(tail, 0u);
        BARRIER();
        if (t == 0u) NBL_STORE(tail, 0u, 0u);
        BARRIER();
    }
    NBL_STORE(result, t, alive);
}
NBL_KERNEL(stages_of_a_pipeline) { /* half produce for the next trip what half consume of the last one */
    uint32_t t = THREAD(), sum = 0u;
    for (uint32_t trip = 0u; trip < 4u; trip++) {
        if (t < 32u) NBL_STORE(ring, trip % 2u * 32u + t, trip + t);
        if (t >= 32u && trip > 0u) sum += NBL_LOAD(ring, (trip + 1u) % 2u * 32u + t - 32u);
        BARRIER();
    }
    NBL_STORE(result, t, sum);
}
NBL_KERNEL(stages_of_a_pipeline_on_one_half) {
    uint32_t t = THREAD(), sum = 0u;
    for (uint32_t trip = 0u; trip < 4u; trip++) {
        if (t < 32u) NBL_STORE(ring, trip / 2u * 32u + t, trip + t);
        if (t >= 32u && trip > 0u) sum += NBL_LOAD(ring, (trip - 1u) / 2u * 32u + t - 32u);
        BARRIER();
    }
    NBL_STORE(result, t, sum);
}

/* Keys i % 24 in a table of 64: so several invocations have one key. */
NBL_FUNCTION uint32_t place_of(uint32_t key) {
    uint32_t place = key * 7u % 64u;
    for (uint32_t i = 0u; i < 64u; i++) {
        uint32_t before = NBL_ATOMIC_COMPARE_EXCHANGE(flags, place, 0u, key);
        if (before == 0u || before == key) return place;
        place = (place + 1u) % 64u;
    }
    return 0u;
}
NBL_KERNEL(hash_table_of_different_keys) {
    uint32_t t = THREAD();
    NBL_STORE(result, place_of(t + 1u), 1u);
}
NBL_KERNEL(hash_table_of_equal_keys) { /* whose owners all store their value */
    uint32_t t = THREAD();
    NBL_STORE(result, place_of(t % 24u + 1u), t);
}
NBL_KERNEL(hash_table_that_adds) {
    uint32_t t = THREAD();
    NBL_ATOMIC_ADD(counters, place_of(t % 24u + 1u), 1u);
}
NBL_KERNEL(hash_table_looked_up_beside_its_stores) { /* the key is there before its value is */
    uint32_t t = THREAD();
    if (t < 32u) {
        uint32_t place = place_of(t + 1u);
        NBL_STORE(parts, place, t);
    } else {
        uint32_t key = t - 31u, place = key * 7u % 64u;
        if (NBL_ATOMIC_LOAD(flags, place, DEVICE, ACQUIRE) == key) NBL_STORE(result, t, NBL_LOAD(parts, place));
    }
}
NBL_KERNEL(hash_table_key_tested_plainly) { /* to save the atomic */
    uint32_t t = THREAD(), key = t % 24u + 1u;
    if (NBL_LOAD(flags, key) == 0u) NBL_ATOMIC_COMPARE_EXCHANGE(flags, key, 0u, key);
}

/* Fragments of a pixel: each puts itself before the list's head. */
NBL_KERNEL(list_built) {
    uint32_t t = THREAD(), node = t + 1u;
    NBL_STORE(parts, node, NBL_ATOMIC_EXCHANGE(flags, NBL_LOAD(source, t) % 8u, node));
}
NBL_KERNEL(list_walked_at_once) { /* `next` is stored after the node is in the list */
    uint32_t t = THREAD(), node = t + 1u, length = 0u;
    uint32_t next = NBL_ATOMIC_EXCHANGE(flags, 0u, node);
    NBL_STORE(parts, node, next);
    for (; next != 0u && length < 64u; length++) next = NBL_LOAD(parts, next);
    NBL_STORE(result, t, length);
}
NBL_KERNEL(list_walked_behind_a_memory_barrier) {
    uint32_t t = THREAD(), node = t + 1u, length = 0u;
    NBL_STORE(parts, node, NBL_ATOMIC_EXCHANGE(flags, 0u, node));
    MEMORY_BARRIER();
    if (t == 0u) {
        for (uint32_t next = NBL_LOAD(flags, 0u); next != 0u; next = NBL_LOAD(parts, next)) length++;
        NBL_ASSERT(length == 64u);
    }
}
NBL_KERNEL(sets_joined_by_plain_parents) { /* union-find: roots are found by loads, joined by atomics */
    uint32_t root = THREAD() % 16u;
    for (uint32_t i = 0u; i < 8u && NBL_LOAD(flags, root) != 0u; i++) root = NBL_LOAD(flags, root) - 1u;
    if (root > 0u) NBL_ATOMIC_COMPARE_EXCHANGE(flags, root, 0u, root);
}
NBL_KERNEL(sets_joined_by_atomic_parents) {
    uint32_t root = THREAD() % 16u;
    for (uint32_t i = 0u; i < 64u; i++) {
        uint32_t parent = NBL_ATOMIC_LOAD(flags, root, DEVICE, RELAXED);
        if (parent == 0u) break;
        root = parent - 1u;
    }
    if (root > 0u) NBL_ATOMIC_COMPARE_EXCHANGE(flags, root, 0u, root);
}

/* A lock: a limited number of tries, then without. */
#define LOCKED(name, take, leave) \
    NBL_KERNEL(name) { \
        uint32_t t = THREAD(); \
        if (t == 0u) NBL_STORE(lock, 0u, 0u); \
        if (t == 0u) NBL_STORE(guarded, 0u, 0u); \
        BARRIER(); \
        for (uint32_t i = 0u; i < 50u; i++) { \
            if (take == 0u) { \
                NBL_STORE(guarded, 0u, NBL_LOAD(guarded, 0u) + 1u); \
                leave; \
                break; \
            } \
        } \
    }
LOCKED(lock_taken_and_left, NBL_ATOMIC_COMPARE_EXCHANGE_ORDERED(lock, 0u, 0u, 1u, WORKGROUP, ACQUIRE),
       NBL_ATOMIC_STORE(lock, 0u, 0u, WORKGROUP, RELEASE))
LOCKED(lock_relaxed, NBL_ATOMIC_COMPARE_EXCHANGE(lock, 0u, 0u, 1u), (void)NBL_ATOMIC_EXCHANGE(lock, 0u, 0u))
LOCKED(lock_left_relaxed, NBL_ATOMIC_COMPARE_EXCHANGE_ORDERED(lock, 0u, 0u, 1u, WORKGROUP, ACQUIRE),
       NBL_ATOMIC_STORE(lock, 0u, 0u, WORKGROUP, RELAXED))
LOCKED(lock_left_plainly, NBL_ATOMIC_COMPARE_EXCHANGE_ORDERED(lock, 0u, 0u, 1u, WORKGROUP, ACQUIRE),
       NBL_STORE(lock, 0u, 0u))
NBL_KERNEL(lock_tested_then_set) { /* two may find it open */
    uint32_t t = THREAD();
    if (t == 0u) NBL_STORE(lock, 0u, 0u);
    if (t == 0u) NBL_STORE(guarded, 0u, 0u);
    BARRIER();
    for (uint32_t i = 0u; i < 50u; i++) {
        if (NBL_ATOMIC_LOAD(lock, 0u, WORKGROUP, ACQUIRE) != 0u) continue;
        NBL_ATOMIC_STORE(lock, 0u, 1u, WORKGROUP, RELAXED);
        NBL_STORE(guarded, 0u, NBL_LOAD(guarded, 0u) + 1u);
        NBL_ATOMIC_STORE(lock, 0u, 0u, WORKGROUP, RELEASE);
        break;
    }
}
NBL_KERNEL(lock_spun_on_by_all_lanes) { /* in lock-step the one who has it never gets to leave it */
    uint32_t t = THREAD();
    if (t == 0u) NBL_STORE(lock, 0u, 0u);
    if (t == 0u) NBL_STORE(guarded, 0u, 0u);
    BARRIER();
    while (NBL_ATOMIC_COMPARE_EXCHANGE_ORDERED(lock, 0u, 0u, 1u, WORKGROUP, ACQUIRE) != 0u) NBL_COUNT(turns, 1u);
    NBL_STORE(guarded, 0u, NBL_LOAD(guarded, 0u) + 1u);
    NBL_ATOMIC_STORE(lock, 0u, 0u, WORKGROUP, RELEASE);
}

NBL_KERNEL(waits_for_a_flag_that_nobody_sets) {
    if (THREAD() == 0u)
        while (NBL_ATOMIC_LOAD(flags, 0u, DEVICE, ACQUIRE) == 0u) NBL_COUNT(turns, 1u);
    BARRIER();
    if (THREAD() == 1u) NBL_ATOMIC_STORE(flags, 0u, 1u, DEVICE, RELEASE); /* behind the barrier */
}
NBL_KERNEL(waits_for_a_later_workgroup) {
    if (THREAD() != 0u) return;
    if (GROUP() == 0u) {
        while (NBL_ATOMIC_LOAD(flags, 0u, DEVICE, ACQUIRE) == 0u) NBL_COUNT(turns, 1u);
    } else {
        NBL_ATOMIC_STORE(flags, 0u, 1u, DEVICE, RELEASE);
    }
}
NBL_KERNEL(barrier_of_the_whole_grid) { /* of more workgroups than run at once */
    if (THREAD() != 0u) return;
    NBL_ATOMIC_ADD_ORDERED(flags, 0u, 1u, DEVICE, ACQ_REL);
    while (NBL_ATOMIC_LOAD(flags, 0u, DEVICE, ACQUIRE) < 4u) NBL_COUNT(turns, 1u);
}
NBL_KERNEL(look_back_by_workgroup_number) { /* waits for those before it, which may not have begun */
    if (THREAD() != 0u) return;
    if (GROUP() > 0u)
        while (NBL_ATOMIC_LOAD(flags, GROUP() - 1u, DEVICE, ACQUIRE) == 0u) NBL_COUNT(turns, 1u);
    NBL_ATOMIC_STORE(flags, GROUP(), 1u, DEVICE, RELEASE);
}
NBL_KERNEL(spins_on_a_plain_load) {
    if (THREAD() != 0u) return;
    if (GROUP() == 0u) {
        NBL_STORE(parts, 0u, 42u);
        NBL_STORE(flags, 0u, 1u);
    } else {
        while (NBL_LOAD(flags, 0u) == 0u) NBL_COUNT(turns, 1u);
        NBL_STORE(result, 0u, NBL_LOAD(parts, 0u));
    }
}
NBL_KERNEL(made_once_by_whoever_comes_first) { /* 0: not yet, 1: being made, 2: there */
    uint32_t t = THREAD();
    if (NBL_ATOMIC_COMPARE_EXCHANGE_ORDERED(flags, 0u, 0u, 1u, DEVICE, ACQUIRE) == 0u) {
        NBL_STORE(parts, 0u, 42u);
        NBL_ATOMIC_STORE(flags, 0u, 2u, DEVICE, RELEASE);
    }
    if (NBL_ATOMIC_LOAD(flags, 0u, DEVICE, ACQUIRE) == 2u) NBL_ASSERT(NBL_LOAD(parts, 0u) == 42u);
    NBL_UNUSED(t);
}
NBL_KERNEL(made_once_and_used_while_made) { /* 1 is taken for "there" */
    uint32_t t = THREAD();
    if (NBL_ATOMIC_COMPARE_EXCHANGE_ORDERED(flags, 0u, 0u, 1u, DEVICE, ACQ_REL) == 0u) NBL_STORE(parts, 0u, 42u);
    if (NBL_ATOMIC_LOAD(flags, 0u, DEVICE, ACQUIRE) != 0u) NBL_STORE(result, t, NBL_LOAD(parts, 0u));
}
