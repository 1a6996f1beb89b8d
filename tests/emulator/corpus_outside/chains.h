/* Orders, a second round: chains of them, fences around barriers, scopes that meet, reads that do not conflict.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/emulator/corpus_outside/memory.h"

NBL_SHARED(uint32_t, letter, 64)
NBL_SHARED(uint32_t, signal, 2)
NBL_SHARED(uint32_t, tallies, 64)

/* A buffer by fences around barrier(), which itself is for shared memory: the one before releases, the one behind
 * acquires, and the barrier between them makes the two meet. */
#define FENCED_BARRIER(name, before, after) \
    NBL_KERNEL(name) { \
        uint32_t t = THREAD(); \
        NBL_STORE(parts, t, t); \
        before; \
        BARRIER(); \
        after; \
        NBL_STORE(result, t, NBL_LOAD(parts, 63u - t)); \
    }
FENCED_BARRIER(fences_around_a_barrier, NBL_MEMORY_FENCE(WORKGROUP, RELEASE), NBL_MEMORY_FENCE(WORKGROUP, ACQUIRE))
FENCED_BARRIER(wide_fences_around_a_barrier, NBL_MEMORY_FENCE(DEVICE, ACQ_REL), NBL_MEMORY_FENCE(DEVICE, ACQ_REL))
FENCED_BARRIER(fence_before_a_barrier_only, NBL_MEMORY_FENCE(DEVICE, ACQ_REL), (void)0)
FENCED_BARRIER(fence_behind_a_barrier_only, (void)0, NBL_MEMORY_FENCE(DEVICE, ACQ_REL))
FENCED_BARRIER(fences_the_wrong_way_round, NBL_MEMORY_FENCE(WORKGROUP, ACQUIRE), NBL_MEMORY_FENCE(WORKGROUP, RELEASE))
FENCED_BARRIER(fences_of_the_subgroup_around_a_barrier, NBL_MEMORY_FENCE(NBL_SCOPE_SUBGROUP, RELEASE),
               NBL_MEMORY_FENCE(NBL_SCOPE_SUBGROUP, ACQUIRE))

/* From the first workgroup by the second to the third. */
#define RELAYED(name, first, second, third) \
    NBL_KERNEL(name) { \
        uint32_t there = 0u; \
        if (THREAD() != 0u) return; \
        if (GROUP() == 0u) { \
            NBL_STORE(parts, 0u, 42u); \
            NBL_ATOMIC_STORE(flags, 0u, 1u, DEVICE, first); \
        } \
        if (GROUP() == 1u) { \
            for (uint32_t i = 0u; i < 100u && there == 0u; i++) there = NBL_ATOMIC_LOAD(flags, 0u, DEVICE, second); \
            if (there != 0u) NBL_ATOMIC_STORE(flags, 1u, 1u, DEVICE, third); \
        } \
        if (GROUP() == 2u) { \
            for (uint32_t i = 0u; i < 200u && there == 0u; i++) there = NBL_ATOMIC_LOAD(flags, 1u, DEVICE, ACQUIRE); \
            if (there != 0u) NBL_STORE(result, 0u, NBL_LOAD(parts, 0u)); \
        } \
    }
RELAYED(relayed, RELEASE, ACQUIRE, RELEASE)
RELAYED(relayed_without_releasing, RELEASE, ACQUIRE, RELAXED)
RELAYED(relayed_without_acquiring, RELEASE, RELAXED, RELEASE)

NBL_KERNEL(acquired_by_a_compare_that_fails) {
    if (THREAD() != 0u) return;
    if (GROUP() == 0u) {
        NBL_STORE(parts, 0u, 42u);
        NBL_ATOMIC_STORE(flags, 0u, 1u, DEVICE, RELEASE);
    } else if (NBL_ATOMIC_COMPARE_EXCHANGE_ORDERED(flags, 0u, 7u, 8u, DEVICE, ACQ_REL) == 1u) {
        NBL_STORE(result, 0u, NBL_LOAD(parts, 0u));
    }
}
NBL_KERNEL(not_acquired_by_a_compare_that_fails) { /* it would release, if it wrote */
    if (THREAD() != 0u) return;
    if (GROUP() == 0u) {
        NBL_STORE(parts, 0u, 42u);
        NBL_ATOMIC_STORE(flags, 0u, 1u, DEVICE, RELEASE);
    } else if (NBL_ATOMIC_COMPARE_EXCHANGE_ORDERED(flags, 0u, 7u, 8u, DEVICE, RELEASE) == 1u) {
        NBL_STORE(result, 0u, NBL_LOAD(parts, 0u));
    }
}
NBL_KERNEL(node_found_by_its_address) { /* what the address depends on orders nothing: there is no consume */
    if (THREAD() != 0u) return;
    if (GROUP() == 0u) {
        NBL_STORE(parts, 7u, 42u);
        NBL_ATOMIC_STORE(flags, 0u, 7u, DEVICE, RELEASE);
    } else {
        uint32_t node = NBL_ATOMIC_LOAD(flags, 0u, DEVICE, RELAXED);
        if (node != 0u) NBL_STORE(result, 0u, NBL_LOAD(parts, node));
    }
}
NBL_KERNEL(acquired_from_another_flag) {
    if (THREAD() != 0u) return;
    if (GROUP() == 0u) {
        NBL_STORE(parts, 0u, 42u);
        NBL_ATOMIC_STORE(flags, 0u, 1u, DEVICE, RELEASE);
    } else if (NBL_ATOMIC_LOAD(flags, 0u, DEVICE, RELAXED) == 1u) {
        uint32_t other = NBL_ATOMIC_LOAD(flags, 1u, DEVICE, ACQUIRE);
        NBL_STORE(result, 0u, NBL_LOAD(parts, 0u) + other);
    }
}
NBL_KERNEL(acquired_from_the_same_flag_again) { /* the first look need not order anything */
    if (THREAD() != 0u) return;
    if (GROUP() == 0u) {
        NBL_STORE(parts, 0u, 42u);
        NBL_ATOMIC_STORE(flags, 0u, 1u, DEVICE, RELEASE);
    } else if (NBL_ATOMIC_LOAD(flags, 0u, DEVICE, RELAXED) == 1u) {
        uint32_t again = NBL_ATOMIC_LOAD(flags, 0u, DEVICE, ACQUIRE);
        NBL_ASSERT(again == 1u); /* coherence: never the older value behind the newer one */
        NBL_STORE(result, 0u, NBL_LOAD(parts, 0u));
    }
}
/* A device's message, handed on within the workgroup by a flag in shared memory. */
#define HANDED_ON(name, scope, order) \
    NBL_KERNEL(name) { \
        uint32_t t = THREAD(), there = 0u; \
        if (t == 0u) NBL_STORE(signal, 0u, 0u); \
        BARRIER(); \
        if (GROUP() == 0u) { \
            if (t != 0u) return; \
            NBL_STORE(parts, 0u, 42u); \
            NBL_ATOMIC_STORE(flags, 0u, 1u, DEVICE, RELEASE); \
        } else if (t == 0u) { \
            for (uint32_t i = 0u; i < 100u && there == 0u; i++) there = NBL_ATOMIC_LOAD(flags, 0u, DEVICE, ACQUIRE); \
            NBL_ATOMIC_STORE(signal, 0u, there, scope, order); \
        } else { \
            for (uint32_t i = 0u; i < 20u && there == 0u; i++) there = NBL_ATOMIC_LOAD(signal, 0u, scope, ACQUIRE); \
            if (there != 0u) NBL_STORE(result, t, NBL_LOAD(parts, 0u)); \
        } \
    }
HANDED_ON(handed_on, WORKGROUP, RELEASE)
HANDED_ON(handed_on_relaxed, WORKGROUP, RELAXED)

/* Scopes: each of two accesses must have the other one in its own. */
NBL_KERNEL(tallies_of_a_workgroup_each) { NBL_ATOMIC_ADD_ORDERED(parts, GROUP(), 1u, WORKGROUP, RELAXED); }
NBL_KERNEL(tallies_of_all_in_the_workgroup_s_scope) { NBL_ATOMIC_ADD_ORDERED(parts, 0u, 1u, WORKGROUP, RELAXED); }
NBL_KERNEL(tallies_of_all_half_in_the_workgroup_s_scope) {
    if (GROUP() == 0u) {
        NBL_ATOMIC_ADD_ORDERED(parts, 0u, 1u, WORKGROUP, RELAXED);
    } else {
        NBL_ATOMIC_ADD_ORDERED(parts, 0u, 1u, DEVICE, RELAXED);
    }
}
NBL_KERNEL(tallies_in_two_scopes_of_one_workgroup) {
    if (THREAD() % 2u == 0u) {
        NBL_ATOMIC_ADD_ORDERED(parts, GROUP(), 1u, WORKGROUP, RELAXED);
    } else {
        NBL_ATOMIC_ADD_ORDERED(parts, GROUP(), 1u, DEVICE, RELAXED);
    }
}
NBL_KERNEL(tallies_of_a_subgroup_each) {
    uint32_t t = THREAD();
    NBL_STORE(tallies, t, 0u);
    BARRIER();
    NBL_ATOMIC_ADD_ORDERED(tallies, nbl_subgroup_id(), 1u, NBL_SCOPE_SUBGROUP, RELAXED);
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(tallies, t));
}
NBL_KERNEL(tallies_of_all_in_the_subgroup_s_scope) {
    uint32_t t = THREAD();
    if (t == 0u) NBL_STORE(tallies, 0u, 0u);
    BARRIER();
    NBL_ATOMIC_ADD_ORDERED(tallies, 0u, 1u, NBL_SCOPE_SUBGROUP, RELAXED);
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(tallies, 0u));
}

/* Reads, atomic or not, do not conflict with reads. */
NBL_KERNEL(atomic_loads_beside_plain_ones) {
    uint32_t t = THREAD();
    if (t % 2u == 0u) NBL_STORE(result, t, NBL_ATOMIC_LOAD(source, 3u, DEVICE, RELAXED));
    if (t % 2u == 1u) NBL_STORE(result, t, NBL_LOAD(source, 3u));
}
NBL_KERNEL(failing_compares_beside_plain_loads) { /* none of them writes */
    uint32_t t = THREAD();
    if (t % 2u == 0u) NBL_STORE(result, t, NBL_ATOMIC_COMPARE_EXCHANGE(source, 3u, 999u, 1u));
    if (t % 2u == 1u) NBL_STORE(result, t, NBL_LOAD(source, 3u));
}
NBL_KERNEL(adding_nothing_beside_plain_loads) { /* a write, though of the same value */
    uint32_t t = THREAD();
    if (t % 2u == 0u) NBL_STORE(result, t, NBL_ATOMIC_ADD(source, 3u, 0u));
    if (t % 2u == 1u) NBL_STORE(result, t, NBL_LOAD(source, 3u));
}
NBL_KERNEL(set_plainly_then_counted) { /* in a buffer: a plain barrier does not order the store */
    uint32_t t = THREAD();
    if (t == 0u) NBL_STORE(flags, 5u, 100u);
    BARRIER();
    NBL_ATOMIC_ADD(flags, 5u, 1u);
}
NBL_KERNEL(set_plainly_then_counted_behind_a_memory_barrier) {
    uint32_t t = THREAD();
    if (t == 0u) NBL_STORE(flags, 5u, 100u);
    MEMORY_BARRIER();
    NBL_ATOMIC_ADD(flags, 5u, 1u);
}
NBL_KERNEL(released_by_a_maximum_acquired_by_a_minimum) {
    if (THREAD() != 0u) return;
    if (GROUP() == 0u) {
        NBL_STORE(parts, 0u, 42u);
        NBL_ATOMIC_MAX_ORDERED(flags, 0u, 9u, DEVICE, RELEASE);
    } else if (NBL_ATOMIC_MIN_ORDERED(flags, 0u, 100u, DEVICE, ACQUIRE) == 9u) {
        NBL_STORE(result, 0u, NBL_LOAD(parts, 0u));
    }
}
NBL_KERNEL(shared_data_behind_a_flag_in_a_buffer) { /* an order is of both memories */
    uint32_t t = THREAD();
    if (t == 0u) {
        NBL_STORE(letter, 0u, 42u);
        NBL_ATOMIC_STORE(flags, 0u, 1u, WORKGROUP, RELEASE);
    } else if (NBL_ATOMIC_LOAD(flags, 0u, WORKGROUP, ACQUIRE) == 1u) {
        NBL_STORE(result, t, NBL_LOAD(letter, 0u));
    }
}
NBL_KERNEL(
    shared_data_behind_a_flag_of_a_subgroup_barrier) { /* the flag is set by a lane that has waited for the others */
    uint32_t t = THREAD();
    NBL_STORE(letter, t, t);
    SUBGROUP();
    if (nbl_subgroup_elect()) NBL_ATOMIC_ADD_ORDERED(flags, 0u, nbl_subgroup_add(1u), WORKGROUP, RELEASE);
    NBL_UNUSED(t);
}
NBL_KERNEL(read_by_one_before_the_answer_of_all) { /* 64 readers, and each counts itself when it has read */
    uint32_t t = THREAD();
    if (t == 0u) {
        NBL_STORE(letter, 0u, 1u);
        NBL_STORE(signal, 0u, 0u);
    }
    BARRIER();
    uint32_t value = NBL_LOAD(letter, 0u);
    if (NBL_ATOMIC_ADD_ORDERED(signal, 0u, 1u, WORKGROUP, ACQ_REL) == 63u) NBL_STORE(letter, 0u, value + 1u);
    BARRIER();
    NBL_ASSERT(NBL_LOAD(letter, 0u) == 2u);
}
NBL_KERNEL(read_by_one_after_its_answer) {
    uint32_t t = THREAD();
    if (t == 0u) {
        NBL_STORE(letter, 0u, 1u);
        NBL_STORE(signal, 0u, 0u);
    }
    BARRIER();
    bool last = NBL_ATOMIC_ADD_ORDERED(signal, 0u, 1u, WORKGROUP, ACQ_REL) == 63u;
    NBL_STORE(result, t, NBL_LOAD(letter, 0u));
    if (last) NBL_STORE(letter, 0u, 2u);
}
NBL_KERNEL(equal_stores_of_two_lines) { /* allowed, and read behind a barrier */
    uint32_t t = THREAD();
    if (t % 2u == 0u) NBL_STORE(letter, 0u, 5u);
    if (t % 2u == 1u) NBL_STORE(letter, 0u, 5u);
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(letter, 0u));
}
NBL_KERNEL(equal_store_beside_an_atomic) { /* what is allowed is plain stores */
    uint32_t t = THREAD();
    if (t % 2u == 0u) NBL_STORE(letter, 0u, 5u);
    if (t % 2u == 1u) NBL_ATOMIC_EXCHANGE(letter, 0u, 5u);
}
