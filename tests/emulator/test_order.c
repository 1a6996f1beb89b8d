/* What atomics and fences order: litmus tests, with each order and scope weakened in turn, and what is built on them.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each test is run many times, in all orders of the emulator, its parties workgroups that take turns, or invocations of
 * one workgroup or subgroup. A test says whether it has a race, and which outcomes may be seen, must be and never are.
 */
#define NBL_MEMORY_MODEL 1
#include "tests/emulator/emulator_testing.h"

#define DEVICE NBL_SCOPE_DEVICE
#define WORKGROUP NBL_SCOPE_WORKGROUP
#define SUBGROUP NBL_SCOPE_SUBGROUP
#define RELAXED NBL_ORDER_RELAXED
#define ACQUIRE NBL_ORDER_ACQUIRE
#define RELEASE NBL_ORDER_RELEASE
#define BOTH NBL_ORDER_ACQUIRE_RELEASE

enum { NUMBERS = 64 };

NBL_COHERENT_BUFFER(0, uint32_t, x)
NBL_COHERENT_BUFFER(1, uint32_t, y)
NBL_BUFFER(2, uint32_t, seen) /* what each party has seen */
NBL_BUFFER(3, uint32_t, plain)
NBL_SHARED(uint32_t, s, 4)

/* A party's number: its workgroup, or in one workgroup its invocation. */
static uint32_t parties_of_a_workgroup;
static uint32_t party(void) { return nbl_workgroup_index() * parties_of_a_workgroup + nbl_local_invocation_index(); }

/* ---- message passing: data written before a flag is set is there once the flag is seen ---- */

#define MESSAGE(name, scope, set_order, look_order) \
    NBL_KERNEL(name) { \
        if (party() == 0u) { \
            NBL_STORE(x, 0u, 7u); \
            NBL_ATOMIC_STORE(y, 0u, 1u, scope, set_order); \
        } else if (NBL_ATOMIC_LOAD(y, 0u, scope, look_order) == 1u) { \
            NBL_STORE(seen, party(), 1u + NBL_LOAD(x, 0u)); \
        } \
    }
MESSAGE(message, DEVICE, RELEASE, ACQUIRE)
MESSAGE(message_not_released, DEVICE, RELAXED, ACQUIRE)
MESSAGE(message_not_acquired, DEVICE, RELEASE, RELAXED)
MESSAGE(message_relaxed, DEVICE, RELAXED, RELAXED)
MESSAGE(message_of_workgroup, WORKGROUP, RELEASE, ACQUIRE)
MESSAGE(message_of_subgroup, SUBGROUP, RELEASE, ACQUIRE)

#define FENCES(name, first_scope, first_order, second_scope, second_order) \
    NBL_KERNEL(name) { \
        if (party() == 0u) { \
            NBL_STORE(x, 0u, 7u); \
            NBL_MEMORY_FENCE(first_scope, first_order); \
            NBL_ATOMIC_STORE(y, 0u, 1u, DEVICE, RELAXED); \
        } else if (NBL_ATOMIC_LOAD(y, 0u, DEVICE, RELAXED) == 1u) { \
            NBL_MEMORY_FENCE(second_scope, second_order); \
            NBL_STORE(seen, party(), 1u + NBL_LOAD(x, 0u)); \
        } \
    }
FENCES(fences, DEVICE, RELEASE, DEVICE, ACQUIRE)
FENCES(fences_of_both, DEVICE, BOTH, DEVICE, BOTH)
FENCES(fence_first_acquires, DEVICE, ACQUIRE, DEVICE, ACQUIRE)
FENCES(fence_second_releases, DEVICE, RELEASE, DEVICE, RELEASE)
FENCES(fence_first_of_workgroup, WORKGROUP, RELEASE, DEVICE, ACQUIRE)
FENCES(fence_second_of_workgroup, DEVICE, RELEASE, WORKGROUP, ACQUIRE)
FENCES(fence_first_of_subgroup, SUBGROUP, RELEASE, DEVICE, ACQUIRE)

NBL_KERNEL(message_plain_buffer) { /* not coherent: nothing within a launch orders it */
    if (party() == 0u) {
        NBL_STORE(plain, 0u, 7u);
        NBL_ATOMIC_STORE(y, 0u, 1u, DEVICE, RELEASE);
    } else if (NBL_ATOMIC_LOAD(y, 0u, DEVICE, ACQUIRE) == 1u) {
        NBL_STORE(seen, party(), 1u + NBL_LOAD(plain, 0u));
    }
}
NBL_KERNEL(message_too_late) { /* written behind the release */
    if (party() == 0u) {
        NBL_ATOMIC_STORE(y, 0u, 1u, DEVICE, RELEASE);
        NBL_STORE(x, 0u, 7u);
    } else if (NBL_ATOMIC_LOAD(y, 0u, DEVICE, ACQUIRE) == 1u) {
        NBL_STORE(seen, party(), 1u + NBL_LOAD(x, 0u));
    }
}
NBL_KERNEL(message_awaited) { /* a loop that waits */
    if (party() == 0u) {
        NBL_STORE(x, 0u, 7u);
        NBL_ATOMIC_STORE(y, 0u, 1u, DEVICE, RELEASE);
    } else {
        while (NBL_ATOMIC_LOAD(y, 0u, DEVICE, ACQUIRE) == 0u) NBL_COUNT(waits, 1u);
        NBL_STORE(seen, party(), 1u + NBL_LOAD(x, 0u));
    }
}
NBL_KERNEL(message_by_way_of_another) { /* 0 to 1 by x[1], 1 to 2 by x[2] */
    if (party() == 0u) {
        NBL_STORE(x, 0u, 7u);
        NBL_ATOMIC_STORE(y, 1u, 1u, DEVICE, RELEASE);
    } else if (party() == 1u) {
        if (NBL_ATOMIC_LOAD(y, 1u, DEVICE, ACQUIRE) == 1u) NBL_ATOMIC_STORE(y, 2u, 1u, DEVICE, RELEASE);
    } else if (NBL_ATOMIC_LOAD(y, 2u, DEVICE, ACQUIRE) == 1u) {
        NBL_STORE(seen, party(), 1u + NBL_LOAD(x, 0u));
    }
}
NBL_KERNEL(message_lost_on_the_way) { /* the one between does not acquire */
    if (party() == 0u) {
        NBL_STORE(x, 0u, 7u);
        NBL_ATOMIC_STORE(y, 1u, 1u, DEVICE, RELEASE);
    } else if (party() == 1u) {
        if (NBL_ATOMIC_LOAD(y, 1u, DEVICE, RELAXED) == 1u) NBL_ATOMIC_STORE(y, 2u, 1u, DEVICE, RELEASE);
    } else if (NBL_ATOMIC_LOAD(y, 2u, DEVICE, ACQUIRE) == 1u) {
        NBL_STORE(seen, party(), 1u + NBL_LOAD(x, 0u));
    }
}

/* ---- release sequences: a read-modify-write hands on what was released before it, a store does not ---- */

#define SEQUENCE(name, access) \
    NBL_KERNEL(name) { \
        if (party() == 0u) { \
            NBL_STORE(x, 0u, 7u); \
            NBL_ATOMIC_STORE(y, 0u, 1u, DEVICE, RELEASE); \
        } else if (party() == 1u) { \
            if (NBL_ATOMIC_LOAD(y, 0u, DEVICE, RELAXED) == 1u) access; \
        } else if (NBL_ATOMIC_LOAD(y, 0u, DEVICE, ACQUIRE) == 2u) { \
            NBL_STORE(seen, party(), 1u + NBL_LOAD(x, 0u)); \
        } \
    }
SEQUENCE(sequence, NBL_ATOMIC_ADD(y, 0u, 1u))
SEQUENCE(sequence_broken, NBL_ATOMIC_STORE(y, 0u, 2u, DEVICE, RELAXED))

/* ---- outcomes of atomics alone: no races; what may be seen ---- */

NBL_KERNEL(message_of_atomics) { /* flag seen, data not: with relaxed ones it may be */
    if (party() == 0u) {
        NBL_ATOMIC_STORE(x, 0u, 1u, DEVICE, RELAXED);
        NBL_ATOMIC_STORE(y, 0u, 1u, DEVICE, RELAXED);
    } else {
        uint32_t flag = NBL_ATOMIC_LOAD(y, 0u, DEVICE, RELAXED);
        NBL_STORE(seen, 1u, 2u * flag + NBL_ATOMIC_LOAD(x, 0u, DEVICE, RELAXED));
    }
}
NBL_KERNEL(message_of_ordered_atomics) {
    if (party() == 0u) {
        NBL_ATOMIC_STORE(x, 0u, 1u, DEVICE, RELAXED);
        NBL_ATOMIC_STORE(y, 0u, 1u, DEVICE, RELEASE);
    } else {
        uint32_t flag = NBL_ATOMIC_LOAD(y, 0u, DEVICE, ACQUIRE);
        NBL_STORE(seen, 1u, 2u * flag + NBL_ATOMIC_LOAD(x, 0u, DEVICE, RELAXED));
    }
}
/* Both 0: Vulkan has no order that forbids it */
#define STORE_BUFFERING(name, store_order, load_order) \
    NBL_KERNEL(name) { \
        uint32_t other; \
        if (party() == 0u) { \
            NBL_ATOMIC_STORE(x, 0u, 1u, DEVICE, store_order); \
            other = NBL_ATOMIC_LOAD(y, 0u, DEVICE, load_order); \
        } else { \
            NBL_ATOMIC_STORE(y, 0u, 1u, DEVICE, store_order); \
            other = NBL_ATOMIC_LOAD(x, 0u, DEVICE, load_order); \
        } \
        NBL_STORE(seen, party(), other); \
    }
STORE_BUFFERING(store_buffering, RELAXED, RELAXED)
STORE_BUFFERING(store_buffering_ordered, RELEASE, ACQUIRE)
NBL_KERNEL(store_buffering_exchanged) { /* read-modify-writes of one element lie in one order: never both 0 */
    uint32_t other = party() == 0u ? NBL_ATOMIC_EXCHANGE(x, 0u, 1u) : NBL_ATOMIC_EXCHANGE(x, 0u, 1u);
    NBL_STORE(seen, party(), other);
}
/* Both 1: relaxed accesses may, ordered ones may not, and the emulator never does */
#define LOAD_BUFFERING(name, load_order, store_order) \
    NBL_KERNEL(name) { \
        uint32_t other; \
        if (party() == 0u) { \
            other = NBL_ATOMIC_LOAD(x, 0u, DEVICE, load_order); \
            NBL_ATOMIC_STORE(y, 0u, 1u, DEVICE, store_order); \
        } else { \
            other = NBL_ATOMIC_LOAD(y, 0u, DEVICE, load_order); \
            NBL_ATOMIC_STORE(x, 0u, 1u, DEVICE, store_order); \
        } \
        NBL_STORE(seen, party(), other); \
    }
LOAD_BUFFERING(load_buffering, RELAXED, RELAXED)
LOAD_BUFFERING(load_buffering_ordered, ACQUIRE, RELEASE)
/* Two readers see two independent writes in different orders: allowed, acquire or not */
#define INDEPENDENT(name, store_order, load_order) \
    NBL_KERNEL(name) { \
        uint32_t first, second; \
        if (party() == 0u) { \
            NBL_ATOMIC_STORE(x, 0u, 1u, DEVICE, store_order); \
        } else if (party() == 1u) { \
            NBL_ATOMIC_STORE(y, 0u, 1u, DEVICE, store_order); \
        } else if (party() == 2u) { \
            first = NBL_ATOMIC_LOAD(x, 0u, DEVICE, load_order); \
            second = NBL_ATOMIC_LOAD(y, 0u, DEVICE, load_order); \
            NBL_STORE(seen, 0u, first == 1u && second == 0u ? 1u : 0u); \
        } else { \
            first = NBL_ATOMIC_LOAD(y, 0u, DEVICE, load_order); \
            second = NBL_ATOMIC_LOAD(x, 0u, DEVICE, load_order); \
            NBL_STORE(seen, 1u, first == 1u && second == 0u ? 1u : 0u); \
        } \
    }
INDEPENDENT(independent, RELAXED, RELAXED)
INDEPENDENT(independent_ordered, RELEASE, ACQUIRE)
NBL_KERNEL(coherence) { /* who has read a write never reads an older one, even relaxed: 3 is never seen */
    if (party() == 0u) {
        NBL_ATOMIC_STORE(x, 0u, 1u, DEVICE, RELAXED);
        NBL_ATOMIC_STORE(x, 0u, 2u, DEVICE, RELAXED);
    } else {
        uint32_t first = NBL_ATOMIC_LOAD(x, 0u, DEVICE, RELAXED);
        uint32_t second = NBL_ATOMIC_LOAD(x, 0u, DEVICE, RELAXED);
        NBL_STORE(seen, 1u, second < first ? 3u : second > first ? 2u : 1u);
    }
}
NBL_KERNEL(own_writes) { /* nobody reads what is older than his own write */
    NBL_ATOMIC_STORE(x, party(), 5u, DEVICE, RELAXED);
    NBL_STORE(seen, party(), NBL_ATOMIC_LOAD(x, party(), DEVICE, RELAXED) == 5u ? 1u : 2u);
}

/* ---- scopes that leave each other out ---- */

#define COUNTING(name, first_scope, second_scope) \
    NBL_KERNEL(name) { \
        if (party() == 0u) \
            NBL_ATOMIC_ADD_ORDERED(x, 0u, 1u, first_scope, RELAXED); \
        else \
            NBL_ATOMIC_ADD_ORDERED(x, 0u, 1u, second_scope, RELAXED); \
    }
COUNTING(counting, DEVICE, DEVICE)
COUNTING(counting_first_of_workgroup, WORKGROUP, DEVICE)
COUNTING(counting_second_of_workgroup, DEVICE, WORKGROUP)
COUNTING(counting_of_workgroup, WORKGROUP, WORKGROUP)
COUNTING(counting_of_subgroup, SUBGROUP, SUBGROUP)

/* ---- shared memory ---- */

#define SHARED_MESSAGE(name, scope, set_order, look_order) \
    NBL_KERNEL(name) { \
        if (party() < 2u) NBL_STORE(s, party(), 0u); \
        NBL_WORKGROUP_BARRIER(); \
        if (party() == 0u) { \
            NBL_STORE(s, 0u, 7u); \
            NBL_ATOMIC_STORE(s, 1u, 1u, scope, set_order); \
        } else if (NBL_ATOMIC_LOAD(s, 1u, scope, look_order) == 1u) { \
            NBL_STORE(seen, party(), 1u + NBL_LOAD(s, 0u)); \
        } \
    }
SHARED_MESSAGE(shared_message, WORKGROUP, RELEASE, ACQUIRE)
SHARED_MESSAGE(shared_message_relaxed, WORKGROUP, RELAXED, RELAXED)
SHARED_MESSAGE(shared_message_of_subgroup, SUBGROUP, RELEASE, ACQUIRE)
NBL_KERNEL(last_to_come) { /* the one who comes last takes what all have left */
    if (party() == 0u) NBL_STORE(s, 0u, 0u);
    NBL_WORKGROUP_BARRIER();
    NBL_STORE(x, 8u + party(), party() + 1u);
    if (NBL_ATOMIC_ADD_ORDERED(s, 0u, 1u, WORKGROUP, BOTH) == parties_of_a_workgroup - 1u) {
        uint32_t sum = 0u;
        for (uint32_t i = 0u; i < parties_of_a_workgroup; i++) {
            sum += NBL_LOAD(x, 8u + i);
            NBL_STORE(x, 8u + i, 0u);
        }
        NBL_STORE(seen, 0u, sum);
    }
}
NBL_KERNEL(reader_forgotten) { /* three read, only two are behind the release that the writer has seen */
    if (party() < 3u) {
        uint32_t value = NBL_LOAD(x, 9u);
        NBL_STORE(seen, 8u + party(), value);
        if (party() != 1u) NBL_ATOMIC_ADD_ORDERED(y, 0u, 1u, DEVICE, RELEASE);
    } else if (NBL_ATOMIC_LOAD(y, 0u, DEVICE, ACQUIRE) == 2u) {
        NBL_STORE(x, 9u, 1u);
        NBL_STORE(seen, party(), 8u);
    }
}

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

/* ---- tests ---- */

typedef enum shape_t { APART, IN_A_WORKGROUP, IN_A_SUBGROUP, OF_EIGHT } shape_t;

typedef struct litmus_t {
    const char *name;
    void (*kernel)(void);
    shape_t shape;
    uint32_t parties;
    int race; /* told in some run, else in none */
    /* bits of 1 << (seen[0] + 2 seen[1] ..) in those that look at outcomes */
    uint32_t outcome_of; /* 0: none; 1: seen[1]; 2: seen[0] + 2 * seen[1] */
    uint32_t some, never;
} litmus_t;

#define LITMUS(kernel, shape, parties, race) \
    { #kernel, kernel, shape, parties, race, 0, 0, 0 }
#define OUTCOMES(kernel, parties, of, some, never) \
    { #kernel, kernel, APART, parties, 0, of, some, never }
static const litmus_t litmus[] = {
    LITMUS(message, APART, 2, 0),
    LITMUS(message, IN_A_WORKGROUP, 2, 0),
    LITMUS(message_not_released, APART, 2, 1),
    LITMUS(message_not_acquired, APART, 2, 1),
    LITMUS(message_relaxed, APART, 2, 1),
    LITMUS(message_relaxed, IN_A_WORKGROUP, 2, 1),
    LITMUS(message_relaxed, IN_A_SUBGROUP, 2, 1),
    LITMUS(message_of_workgroup, APART, 2, 1),
    LITMUS(message_of_workgroup, IN_A_WORKGROUP, 2, 0),
    LITMUS(message_of_subgroup, APART, 2, 1),
    LITMUS(message_of_subgroup, IN_A_WORKGROUP, 2, 1),
    LITMUS(message_of_subgroup, IN_A_SUBGROUP, 2, 0),
    LITMUS(fences, APART, 2, 0),
    LITMUS(fences_of_both, APART, 2, 0),
    LITMUS(fence_first_acquires, APART, 2, 1),
    LITMUS(fence_second_releases, APART, 2, 1),
    LITMUS(fence_first_of_workgroup, APART, 2, 1),
    LITMUS(fence_first_of_workgroup, IN_A_WORKGROUP, 2, 0),
    LITMUS(fence_second_of_workgroup, APART, 2, 1),
    LITMUS(fence_second_of_workgroup, IN_A_WORKGROUP, 2, 0),
    LITMUS(fence_first_of_subgroup, IN_A_WORKGROUP, 2, 1),
    LITMUS(fence_first_of_subgroup, IN_A_SUBGROUP, 2, 0),
    LITMUS(message_plain_buffer, APART, 2, 1),
    LITMUS(message_too_late, APART, 2, 1),
    LITMUS(message_awaited, APART, 3, 0),
    LITMUS(message_by_way_of_another, APART, 3, 0),
    LITMUS(message_lost_on_the_way, APART, 3, 1),
    LITMUS(sequence, APART, 3, 0),
    LITMUS(sequence_broken, APART, 3, 1),
    OUTCOMES(message_of_atomics, 2, 1, 1u << 0 | 1u << 1 | 1u << 2 | 1u << 3, 0),
    OUTCOMES(message_of_ordered_atomics, 2, 1, 1u << 0 | 1u << 1 | 1u << 3, 1u << 2),
    OUTCOMES(store_buffering, 2, 2, 1u << 0 | 1u << 1 | 1u << 2 | 1u << 3, 0),
    OUTCOMES(store_buffering_ordered, 2, 2, 1u << 0 | 1u << 1 | 1u << 2 | 1u << 3, 0),
    OUTCOMES(store_buffering_exchanged, 2, 2, 1u << 1 | 1u << 2, 1u << 0 | 1u << 3),
    OUTCOMES(load_buffering, 2, 2, 1u << 0 | 1u << 1 | 1u << 2, 1u << 3),
    OUTCOMES(load_buffering_ordered, 2, 2, 1u << 0 | 1u << 1 | 1u << 2, 1u << 3),
    OUTCOMES(independent, 4, 2, 1u << 3, 0),
    OUTCOMES(independent_ordered, 4, 2, 1u << 3, 0),
    OUTCOMES(coherence, 2, 1, 1u << 1 | 1u << 2, 1u << 3),
    OUTCOMES(own_writes, 2, 1, 1u << 1, 1u << 2),
    LITMUS(counting, APART, 2, 0),
    LITMUS(counting_first_of_workgroup, APART, 2, 1),
    LITMUS(counting_second_of_workgroup, APART, 2, 1),
    LITMUS(counting_of_workgroup, APART, 2, 1),
    LITMUS(counting_of_workgroup, IN_A_WORKGROUP, 2, 0),
    LITMUS(counting_of_subgroup, IN_A_WORKGROUP, 2, 1),
    LITMUS(counting_of_subgroup, IN_A_SUBGROUP, 2, 0),
    LITMUS(shared_message, IN_A_WORKGROUP, 2, 0),
    LITMUS(shared_message_relaxed, IN_A_WORKGROUP, 2, 1),
    LITMUS(shared_message_of_subgroup, IN_A_WORKGROUP, 2, 1),
    LITMUS(shared_message_of_subgroup, IN_A_SUBGROUP, 2, 0),
    LITMUS(last_to_come, IN_A_WORKGROUP, 7, 0),
    LITMUS(last_to_come, IN_A_SUBGROUP, 7, 0),
    LITMUS(reader_forgotten, APART, 4, 1),
    LITMUS(last_block, OF_EIGHT, 4, 0),
    LITMUS(last_block_plain_barrier, OF_EIGHT, 4, 1),
    LITMUS(last_block_relaxed, OF_EIGHT, 4, 1),
    LITMUS(last_block_others_wrote, OF_EIGHT, 4, 1),
    LITMUS(last_block_all_write, OF_EIGHT, 4, 0),
    LITMUS(queue, OF_EIGHT, 5, 0),
};
enum { LITMUSES = sizeof litmus / sizeof litmus[0], SEEDS = 60, SEEDS_OF_OUTCOMES = 1000 };

static void run(const litmus_t *test, nbl_emulator_order_t order, uint32_t seed, uint32_t *outcomes, int *race) {
    static _Alignas(16) uint32_t memory[4][NUMBERS];
    static nbl_emulator_report_t report;
    nbl_emulator_resource_t resources[4];
    const int together = test->shape == IN_A_WORKGROUP || test->shape == IN_A_SUBGROUP;
    nbl_emulator_launch_t launch = make_launch(test->kernel,
                                               together                  ? test->parties
                                               : test->shape == OF_EIGHT ? 8u
                                                                         : 1u,
                                               together ? 1u : test->parties, test->shape == IN_A_WORKGROUP ? 1u : 8u);
    memset(memory, 0, sizeof memory);
    for (uint32_t i = 0; i < 4; i++) resources[i] = (nbl_emulator_resource_t){memory[i], sizeof memory[i], 0};
    parties_of_a_workgroup = launch.workgroup_size[0];
    launch.name = test->name;
    launch.resources = resources;
    launch.resource_count = 4;
    launch.order = order;
    launch.seed = seed;
    launch.check = NBL_EMULATOR_CHECK_RACES;
    launch.workgroups_at_once = test->parties;
    launch.step_limit = 100000;
    nbl_result_t result = nbl_emulator_launch(&launch, &report);
    CHECK_CASE(result == NBL_SUCCESS || (result == NBL_ERROR_RACE && test->race),
               "%s, shape %d, order %d, seed %u: %s: %s", test->name, (int)test->shape, (int)order, (unsigned)seed,
               nbl_result_text(result), report.message);
    *race |= result == NBL_ERROR_RACE;
    if (test->outcome_of != 0)
        *outcomes |= 1u << (test->outcome_of == 1u ? memory[2][1] : memory[2][0] + 2u * memory[2][1]);
    if (test->kernel == last_to_come || test->kernel == last_block) {
        ck_assert_uint_eq(memory[2][0], test->kernel == last_to_come ? 28 : 4 * 28 + 8 * 6);
    }
    for (uint32_t i = 0; test->kernel == last_block_all_write && i < 8; i++) ck_assert_uint_eq(memory[2][i], 4);
    for (uint32_t i = 0; test->kernel == queue && i < 4; i++) ck_assert_uint_eq(memory[2][i], i * i);
}

START_TEST(every_litmus_test_has_its_outcomes) {
    const litmus_t *test = &litmus[_i];
    uint32_t outcomes = 0;
    int race = 0;

    for (int order = NBL_EMULATOR_ASCENDING; order <= NBL_EMULATOR_ADVERSARIAL; order++)
        for (uint32_t seed = 0; seed < (order < NBL_EMULATOR_SHUFFLED ? 1u
                                        : test->outcome_of == 0       ? SEEDS
                                                                      : SEEDS_OF_OUTCOMES);
             seed++)
            run(test, (nbl_emulator_order_t)order, seed, &outcomes, &race);
    ck_assert_msg(race == test->race, "%s, shape %d: %s a race was told", test->name, (int)test->shape,
                  race ? "though it has none," : "no");
    ck_assert_msg((outcomes & test->some) == test->some && (outcomes & test->never) == 0,
                  "%s: outcomes 0x%X: must be of 0x%X all, of 0x%X none", test->name, (unsigned)outcomes,
                  (unsigned)test->some, (unsigned)test->never);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("emulator: order");
    TCase *tests = tcase_create("order");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, every_litmus_test_has_its_outcomes, 0, LITMUSES);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
