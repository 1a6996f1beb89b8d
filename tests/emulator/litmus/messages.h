/* Data behind a flag, a fence or a barrier: with each order and scope weakened in turn.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Of tests/emulator/test_order.c, which declares the memory.
 */
#ifndef NBL_TESTS_EMULATOR_LITMUS_MESSAGES_H
#define NBL_TESTS_EMULATOR_LITMUS_MESSAGES_H

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

/* ---- a barrier between a release fence and an acquire fence: it is as a write that the one behind it reads ---- */

#define FENCED_BARRIER(name, release_scope, barrier, acquire_scope) \
    NBL_KERNEL(name) { \
        NBL_STORE(x, party(), party()); \
        NBL_MEMORY_FENCE(release_scope, RELEASE); \
        barrier(); \
        NBL_MEMORY_FENCE(acquire_scope, ACQUIRE); \
        NBL_STORE(seen, party(), NBL_LOAD(x, party() ^ 1u)); \
    }
#define NOTHING()
FENCED_BARRIER(fences_around_a_barrier, WORKGROUP, NBL_WORKGROUP_BARRIER, WORKGROUP)
FENCED_BARRIER(fences_of_the_device_around_a_barrier, DEVICE, NBL_WORKGROUP_BARRIER, DEVICE)
FENCED_BARRIER(fences_of_subgroups_around_a_barrier, SUBGROUP, NBL_WORKGROUP_BARRIER, SUBGROUP)
FENCED_BARRIER(fences_around_nothing, WORKGROUP, NOTHING, WORKGROUP)
NBL_KERNEL(fence_before_a_barrier) {
    NBL_STORE(x, party(), party());
    NBL_MEMORY_FENCE(WORKGROUP, RELEASE);
    NBL_WORKGROUP_BARRIER();
    NBL_STORE(seen, party(), NBL_LOAD(x, party() ^ 1u));
}
NBL_KERNEL(fence_behind_a_barrier) {
    NBL_STORE(x, party(), party());
    NBL_WORKGROUP_BARRIER();
    NBL_MEMORY_FENCE(WORKGROUP, ACQUIRE);
    NBL_STORE(seen, party(), NBL_LOAD(x, party() ^ 1u));
}
NBL_KERNEL(written_behind_the_fence) {
    NBL_MEMORY_FENCE(WORKGROUP, RELEASE);
    NBL_STORE(x, party(), party());
    NBL_WORKGROUP_BARRIER();
    NBL_MEMORY_FENCE(WORKGROUP, ACQUIRE);
    NBL_STORE(seen, party(), NBL_LOAD(x, party() ^ 1u));
}

#endif
