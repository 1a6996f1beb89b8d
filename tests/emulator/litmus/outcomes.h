/* Atomics alone: no races, but outcomes that may be seen, must be, or never are.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Of tests/emulator/test_order.c, which declares the memory.
 */
#ifndef NBL_TESTS_EMULATOR_LITMUS_OUTCOMES_H
#define NBL_TESTS_EMULATOR_LITMUS_OUTCOMES_H

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
NBL_KERNEL(own_writes) { /* no invocation reads what is older than its own write */
    NBL_ATOMIC_STORE(x, party(), 5u, DEVICE, RELAXED);
    NBL_STORE(seen, party(), NBL_ATOMIC_LOAD(x, party(), DEVICE, RELAXED) == 5u ? 1u : 2u);
}

#endif
