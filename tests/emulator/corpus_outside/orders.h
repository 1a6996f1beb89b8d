/* Atomics that order, or do not: last workgroups, fences, look-back, refitted trees.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/emulator/corpus_outside/memory.h"

NBL_SHARED(uint32_t, arrived, 1)
NBL_SHARED(uint32_t, counted, 1)
NBL_SHARED(uint32_t, ends_here, 64)

/* Four workgroups, each with one sum; who arrives last adds them up. */
#define LAST_WORKGROUP(name, sums, scope, order, barrier) \
    NBL_KERNEL(name) { \
        uint32_t t = THREAD(), sum = 0u; \
        if (t == 0u) { \
            NBL_STORE(sums, GROUP(), GROUP() + 1u); \
            NBL_STORE(arrived, 0u, NBL_ATOMIC_ADD_ORDERED(flags, 0u, 1u, scope, order)); \
        } \
        barrier(); \
        if (NBL_LOAD(arrived, 0u) == 3u && t < 4u) { \
            for (uint32_t i = 0u; i < 4u; i++) sum += NBL_LOAD(sums, i); \
            NBL_STORE(result, t, sum); \
        } \
    }
LAST_WORKGROUP(last_workgroup, parts, DEVICE, ACQ_REL, MEMORY_BARRIER)
LAST_WORKGROUP(last_workgroup_relaxed, parts, DEVICE, RELAXED, MEMORY_BARRIER)
LAST_WORKGROUP(last_workgroup_only_releases, parts, DEVICE, RELEASE, MEMORY_BARRIER)
LAST_WORKGROUP(last_workgroup_only_acquires, parts, DEVICE, ACQUIRE, MEMORY_BARRIER)
LAST_WORKGROUP(last_workgroup_of_a_plain_buffer, counters, DEVICE, ACQ_REL, MEMORY_BARRIER)
LAST_WORKGROUP(last_workgroup_in_the_workgroup_s_scope, parts, WORKGROUP, ACQ_REL, MEMORY_BARRIER)
LAST_WORKGROUP(last_workgroup_told_by_a_plain_barrier, parts, DEVICE, ACQ_REL, BARRIER)

/* All 64 of each write, and one speaks for them. */
#define LAST_WORKGROUP_OF_ALL(name, before, order, after) \
    NBL_KERNEL(name) { \
        uint32_t t = THREAD(); \
        NBL_STORE(parts, GROUP() * 64u + t, t); \
        before; \
        if (t == 0u) NBL_STORE(arrived, 0u, NBL_ATOMIC_ADD_ORDERED(flags, 0u, 1u, DEVICE, order)); \
        after; \
        if (NBL_LOAD(arrived, 0u) == 3u) NBL_STORE(result, t, NBL_LOAD(parts, t) + NBL_LOAD(parts, 64u + t)); \
    }
LAST_WORKGROUP_OF_ALL(all_write_one_speaks, MEMORY_BARRIER(), ACQ_REL, MEMORY_BARRIER())
LAST_WORKGROUP_OF_ALL(all_write_one_speaks_behind_a_plain_barrier, BARRIER(), ACQ_REL, MEMORY_BARRIER())
LAST_WORKGROUP_OF_ALL(all_write_one_speaks_without_waiting, (void)0, ACQ_REL, MEMORY_BARRIER())

/* __threadfence(), __syncthreads(), and one adds: where a barrier orders all memory. Here barrier() does not: the adder
 * has acquired nothing of what the others' fences released. */
NBL_KERNEL(all_fence_one_adds) {
    uint32_t t = THREAD();
    NBL_STORE(parts, GROUP() * 64u + t, t);
    NBL_MEMORY_FENCE(DEVICE, RELEASE);
    BARRIER();
    if (t == 0u) NBL_STORE(arrived, 0u, NBL_ATOMIC_ADD(flags, 0u, 1u));
    BARRIER();
    if (NBL_LOAD(arrived, 0u) == 3u) {
        NBL_MEMORY_FENCE(DEVICE, ACQUIRE);
        NBL_STORE(result, t, NBL_LOAD(parts, t) + NBL_LOAD(parts, 64u + t));
    }
}
/* A release fence before a control barrier and an acquire fence behind it do synchronise. */
NBL_KERNEL(all_fence_on_both_sides_of_the_barriers) {
    uint32_t t = THREAD();
    NBL_STORE(parts, GROUP() * 64u + t, t);
    NBL_MEMORY_FENCE(DEVICE, RELEASE);
    BARRIER();
    if (t == 0u) {
        NBL_MEMORY_FENCE(DEVICE, ACQ_REL);
        NBL_STORE(arrived, 0u, NBL_ATOMIC_ADD(flags, 0u, 1u));
        NBL_MEMORY_FENCE(DEVICE, ACQ_REL);
    }
    BARRIER();
    NBL_MEMORY_FENCE(DEVICE, ACQUIRE);
    if (NBL_LOAD(arrived, 0u) == 3u) NBL_STORE(result, t, NBL_LOAD(parts, t) + NBL_LOAD(parts, 64u + t));
}

/* One invocation of each workgroup, by fences alone. */
#define LAST_BY_FENCES(name, before, early, late, after) \
    NBL_KERNEL(name) { \
        uint32_t sum = 0u; \
        if (THREAD() != 0u) return; \
        early; \
        NBL_STORE(parts, GROUP(), GROUP() + 1u); \
        before; \
        uint32_t others = NBL_ATOMIC_ADD(flags, 0u, 1u); \
        late; \
        if (others != 3u) return; \
        after; \
        for (uint32_t i = 0u; i < 4u; i++) sum += NBL_LOAD(parts, i); \
        NBL_STORE(result, 0u, sum); \
    }
LAST_BY_FENCES(fenced, NBL_MEMORY_FENCE(DEVICE, RELEASE), (void)0, (void)0, NBL_MEMORY_FENCE(DEVICE, ACQUIRE))
LAST_BY_FENCES(fenced_not_before_reading, NBL_MEMORY_FENCE(DEVICE, RELEASE), (void)0, (void)0, (void)0)
LAST_BY_FENCES(fenced_not_before_adding, (void)0, (void)0, (void)0, NBL_MEMORY_FENCE(DEVICE, ACQUIRE))
LAST_BY_FENCES(fenced_after_adding, (void)0, (void)0, NBL_MEMORY_FENCE(DEVICE, ACQ_REL), (void)0)
LAST_BY_FENCES(fenced_before_storing, (void)0, NBL_MEMORY_FENCE(DEVICE, RELEASE), (void)0,
               NBL_MEMORY_FENCE(DEVICE, ACQUIRE))
LAST_BY_FENCES(fenced_in_the_workgroup_s_scope, NBL_MEMORY_FENCE(WORKGROUP, RELEASE), (void)0, (void)0,
               NBL_MEMORY_FENCE(WORKGROUP, ACQUIRE))

/* A histogram of all workgroups by atomics, which the last one looks at. */
NBL_KERNEL(bins_read_plainly_by_the_last) {
    uint32_t t = THREAD();
    NBL_ATOMIC_ADD(parts, t % 4u, 1u);
    BARRIER();
    if (t == 0u) NBL_STORE(arrived, 0u, NBL_ATOMIC_ADD_ORDERED(flags, 0u, 1u, DEVICE, ACQ_REL));
    MEMORY_BARRIER();
    if (NBL_LOAD(arrived, 0u) == 3u && t < 4u) NBL_STORE(result, t, NBL_LOAD(parts, t));
}
NBL_KERNEL(bins_read_by_the_last_in_order) {
    uint32_t t = THREAD();
    NBL_ATOMIC_ADD(parts, t % 4u, 1u);
    MEMORY_BARRIER();
    if (t == 0u) NBL_STORE(arrived, 0u, NBL_ATOMIC_ADD_ORDERED(flags, 0u, 1u, DEVICE, ACQ_REL));
    MEMORY_BARRIER();
    if (NBL_LOAD(arrived, 0u) == 3u && t < 4u) {
        NBL_ASSERT(NBL_LOAD(parts, t) == 64u);
        NBL_STORE(result, t, NBL_LOAD(parts, t));
    }
}
NBL_KERNEL(bins_loaded_by_atomics_without_order) { /* no race, but nothing says that the loads see all that was added */
    uint32_t t = THREAD();
    NBL_ATOMIC_ADD(parts, t % 4u, 1u);
    BARRIER();
    if (t == 0u) NBL_STORE(arrived, 0u, NBL_ATOMIC_ADD(flags, 0u, 1u));
    BARRIER();
    if (NBL_LOAD(arrived, 0u) == 3u && t < 4u) NBL_ASSERT(NBL_ATOMIC_LOAD(parts, t, DEVICE, RELAXED) == 64u);
}

/* Look-back over workgroups: 1 and a sum of one's own, then 2 and the sum of all up to here. */
NBL_KERNEL(look_back_in_one_word) { /* the value travels with its flag: no other memory needs an order */
    uint32_t sum = 0u, mine = GROUP() + 1u;
    if (THREAD() != 0u) return;
    NBL_ATOMIC_STORE(flags, GROUP(), mine << 2 | 1u, DEVICE, RELAXED);
    for (uint32_t back = GROUP(); back > 0u; back--) {
        uint32_t word = NBL_ATOMIC_LOAD(flags, back - 1u, DEVICE, RELAXED);
        if ((word & 3u) == 0u) word = back << 2 | 1u; /* not there yet: computed again */
        sum += word >> 2;
        if ((word & 3u) == 2u) break;
    }
    NBL_ATOMIC_STORE(flags, GROUP(), (sum + mine) << 2 | 2u, DEVICE, RELAXED);
    NBL_ASSERT(sum == GROUP() * (GROUP() + 1u) / 2u);
}
#define LOOK_BACK(name, aggregates, prefixes, store_order, load_order) \
    NBL_KERNEL(name) { \
        uint32_t sum = 0u, mine = GROUP() + 1u; \
        if (THREAD() != 0u) return; \
        NBL_STORE(parts, aggregates + GROUP(), mine); \
        NBL_ATOMIC_STORE(flags, GROUP(), 1u, DEVICE, store_order); \
        for (uint32_t back = GROUP(); back > 0u; back--) { \
            uint32_t state = NBL_ATOMIC_LOAD(flags, back - 1u, DEVICE, load_order); \
            if (state == 2u) sum += NBL_LOAD(parts, prefixes + back - 1u); \
            if (state == 1u) sum += NBL_LOAD(parts, aggregates + back - 1u); \
            if (state == 0u) sum += back; \
            if (state == 2u) break; \
        } \
        NBL_STORE(parts, prefixes + GROUP(), sum + mine); \
        NBL_ATOMIC_STORE(flags, GROUP(), 2u, DEVICE, store_order); \
    }
LOOK_BACK(look_back, 0u, 64u, RELEASE, ACQUIRE)
LOOK_BACK(look_back_relaxed, 0u, 64u, RELAXED, RELAXED)
LOOK_BACK(look_back_publishes_relaxed, 0u, 64u, RELAXED, ACQUIRE)
LOOK_BACK(look_back_prefix_over_the_aggregate, 0u, 0u, RELEASE, ACQUIRE) /* whose reader may still be reading */

/* A tree's boxes from the leaves up: the second of two children goes on to the parent. Eight leaves, nodes 1 to 7. */
#define REFIT(name, boxes, order, first_goes_on) \
    NBL_KERNEL(name) { \
        uint32_t t = THREAD(), node = 8u + GROUP() * 4u + t; \
        if (t >= 4u) return; \
        NBL_STORE(boxes, node, node); \
        for (node /= 2u; node > 0u; node /= 2u) { \
            uint32_t before = NBL_ATOMIC_ADD_ORDERED(flags, node, 1u, DEVICE, order); \
            if ((before == 0u) != first_goes_on) return; \
            NBL_STORE(boxes, node, NBL_LOAD(boxes, 2u * node) + NBL_LOAD(boxes, 2u * node + 1u)); \
        } \
    }
REFIT(refit, parts, ACQ_REL, false)
REFIT(refit_relaxed, parts, RELAXED, false)
REFIT(refit_of_a_plain_buffer, counters, ACQ_REL, false)
REFIT(refit_by_the_first, parts, ACQ_REL, true)
REFIT(refit_only_releases, parts, RELEASE, false)

NBL_KERNEL(last_invocation_of_the_workgroup) { /* who counts 63 others before it adds up, without a barrier */
    uint32_t t = THREAD(), sum = 0u;
    if (t == 0u) NBL_STORE(counted, 0u, 0u);
    BARRIER();
    NBL_STORE(ends_here, t, t);
    if (NBL_ATOMIC_ADD_ORDERED(counted, 0u, 1u, WORKGROUP, ACQ_REL) == 63u) {
        for (uint32_t i = 0u; i < 64u; i++) sum += NBL_LOAD(ends_here, i);
        NBL_STORE(result, 0u, sum);
    }
}
NBL_KERNEL(last_invocation_by_a_relaxed_count) {
    uint32_t t = THREAD(), sum = 0u;
    if (t == 0u) NBL_STORE(counted, 0u, 0u);
    BARRIER();
    NBL_STORE(ends_here, t, t);
    if (NBL_ATOMIC_ADD(counted, 0u, 1u) == 63u) {
        for (uint32_t i = 0u; i < 64u; i++) sum += NBL_LOAD(ends_here, i);
        NBL_STORE(result, 0u, sum);
    }
}
