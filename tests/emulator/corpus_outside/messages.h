/* Flags and the data behind them: between workgroups, and within one.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/emulator/corpus_outside/memory.h"

NBL_SHARED(uint32_t, mail, 64)
NBL_SHARED(uint32_t, ready, 1)

/* A message from the first workgroup to the second, which looks so often and then does without. */
NBL_FUNCTION uint32_t asked(uint32_t flag, uint32_t wanted) {
    for (uint32_t i = 0u; i < 200u; i++)
        if (NBL_ATOMIC_LOAD(flags, flag, DEVICE, ACQUIRE) == wanted) return 1u;
    return 0u;
}
#define MESSAGE(name, send, receive) \
    NBL_KERNEL(name) { \
        if (THREAD() != 0u) return; \
        if (GROUP() == 0u) { \
            NBL_STORE(parts, 0u, 42u); \
            send; \
        } else { \
            uint32_t there = 0u; \
            for (uint32_t i = 0u; i < 200u && there == 0u; i++) there = receive; \
            if (there != 0u) NBL_STORE(result, 0u, NBL_LOAD(parts, 0u)); \
        } \
    }
MESSAGE(message, NBL_ATOMIC_STORE(flags, 0u, 1u, DEVICE, RELEASE), NBL_ATOMIC_LOAD(flags, 0u, DEVICE, ACQUIRE))
MESSAGE(message_sent_relaxed, NBL_ATOMIC_STORE(flags, 0u, 1u, DEVICE, RELAXED),
        NBL_ATOMIC_LOAD(flags, 0u, DEVICE, ACQUIRE))
MESSAGE(message_received_relaxed, NBL_ATOMIC_STORE(flags, 0u, 1u, DEVICE, RELEASE),
        NBL_ATOMIC_LOAD(flags, 0u, DEVICE, RELAXED))
MESSAGE(message_by_a_plain_flag, NBL_STORE(flags, 0u, 1u), NBL_LOAD(flags, 0u))
MESSAGE(message_sent_plainly_and_received_atomically, NBL_STORE(flags, 0u, 1u),
        NBL_ATOMIC_LOAD(flags, 0u, DEVICE, ACQUIRE))
MESSAGE(message_in_the_workgroup_s_scope, NBL_ATOMIC_STORE(flags, 0u, 1u, WORKGROUP, RELEASE),
        NBL_ATOMIC_LOAD(flags, 0u, WORKGROUP, ACQUIRE))
MESSAGE(message_by_an_exchange, (void)NBL_ATOMIC_EXCHANGE_ORDERED(flags, 0u, 1u, DEVICE, RELEASE),
        NBL_ATOMIC_ADD_ORDERED(flags, 0u, 0u, DEVICE, ACQUIRE))

NBL_KERNEL(message_read_before_the_flag) { /* hoisted above the wait */
    if (THREAD() != 0u) return;
    if (GROUP() == 0u) {
        NBL_STORE(parts, 0u, 42u);
        NBL_ATOMIC_STORE(flags, 0u, 1u, DEVICE, RELEASE);
    } else {
        uint32_t value = NBL_LOAD(parts, 0u);
        if (asked(0u, 1u) == 1u) NBL_STORE(result, 0u, value);
    }
}
NBL_KERNEL(message_overwritten_without_an_answer) {
    if (THREAD() != 0u) return;
    if (GROUP() == 0u) {
        for (uint32_t i = 1u; i < 3u; i++) {
            NBL_STORE(parts, 0u, i);
            NBL_ATOMIC_STORE(flags, 0u, i, DEVICE, RELEASE);
        }
    } else {
        for (uint32_t i = 0u; i < 200u; i++)
            if (NBL_ATOMIC_LOAD(flags, 0u, DEVICE, ACQUIRE) != 0u) NBL_STORE(result, i, NBL_LOAD(parts, 0u));
    }
}
NBL_KERNEL(message_overwritten_after_an_answer) {
    if (THREAD() != 0u) return;
    for (uint32_t i = 1u; i < 4u; i++) {
        if (GROUP() == 0u) {
            NBL_STORE(parts, 0u, i);
            NBL_ATOMIC_STORE(flags, 0u, i, DEVICE, RELEASE);
            if (asked(1u, i) == 0u) return;
        } else {
            if (asked(0u, i) == 0u) return;
            NBL_ASSERT(NBL_LOAD(parts, 0u) == i);
            NBL_ATOMIC_STORE(flags, 1u, i, DEVICE, RELEASE);
        }
    }
}
NBL_KERNEL(message_answered_relaxed) { /* the reader's load may come after its answer */
    if (THREAD() != 0u) return;
    for (uint32_t i = 1u; i < 4u; i++) {
        if (GROUP() == 0u) {
            NBL_STORE(parts, 0u, i);
            NBL_ATOMIC_STORE(flags, 0u, i, DEVICE, RELEASE);
            if (asked(1u, i) == 0u) return;
        } else {
            if (asked(0u, i) == 0u) return;
            NBL_STORE(result, i, NBL_LOAD(parts, 0u));
            NBL_ATOMIC_STORE(flags, 1u, i, DEVICE, RELAXED);
        }
    }
}
NBL_KERNEL(flag_stored_again_relaxed) { /* what the second store writes is of no release's sequence */
    if (THREAD() != 0u) return;
    if (GROUP() == 0u) {
        NBL_STORE(parts, 0u, 42u);
        NBL_ATOMIC_STORE(flags, 0u, 1u, DEVICE, RELEASE);
        NBL_ATOMIC_STORE(flags, 0u, 2u, DEVICE, RELAXED);
    } else if (asked(0u, 2u) == 1u) {
        NBL_STORE(result, 0u, NBL_LOAD(parts, 0u));
    }
}
NBL_KERNEL(flag_counted_on_by_another) { /* a read-modify-write, relaxed or not, goes on with the sequence */
    if (THREAD() != 0u) return;
    if (GROUP() == 0u) {
        NBL_STORE(parts, 0u, 42u);
        NBL_ATOMIC_ADD_ORDERED(flags, 0u, 1u, DEVICE, RELEASE);
    } else if (GROUP() == 1u) {
        NBL_ATOMIC_COMPARE_EXCHANGE(flags, 0u, 1u, 2u);
    } else if (asked(0u, 2u) == 1u) {
        NBL_STORE(result, 0u, NBL_LOAD(parts, 0u));
    }
}
NBL_KERNEL(both_enter) { /* each says so and looks for the other; without one order of all, neither sees it */
    uint32_t me = GROUP();
    if (THREAD() != 0u) return;
    NBL_ATOMIC_STORE(flags, me, 1u, DEVICE, RELEASE);
    if (NBL_ATOMIC_LOAD(flags, 1u - me, DEVICE, ACQUIRE) == 0u) NBL_STORE(parts, 9u, NBL_LOAD(parts, 9u) + 1u);
}

/* Within a workgroup: the first invocation writes, the others read its flag so often. */
#define MAIL(name, send, receive) \
    NBL_KERNEL(name) { \
        uint32_t t = THREAD(), there = 0u; \
        if (t == 0u) NBL_STORE(ready, 0u, 0u); \
        BARRIER(); \
        if (t == 0u) { \
            NBL_STORE(mail, 0u, 42u); \
            send; \
        } else { \
            for (uint32_t i = 0u; i < 20u && there == 0u; i++) there = receive; \
            if (there != 0u) NBL_STORE(result, t, NBL_LOAD(mail, 0u)); \
        } \
    }
MAIL(mail_in_shared_memory, NBL_ATOMIC_STORE(ready, 0u, 1u, WORKGROUP, RELEASE),
     NBL_ATOMIC_LOAD(ready, 0u, WORKGROUP, ACQUIRE))
MAIL(mail_of_the_subgroup, NBL_ATOMIC_STORE(ready, 0u, 1u, NBL_SCOPE_SUBGROUP, RELEASE),
     NBL_ATOMIC_LOAD(ready, 0u, NBL_SCOPE_SUBGROUP, ACQUIRE))
MAIL(mail_by_a_plain_flag, NBL_STORE(ready, 0u, 1u), NBL_LOAD(ready, 0u))
MAIL(mail_relaxed, NBL_ATOMIC_STORE(ready, 0u, 1u, WORKGROUP, RELAXED), NBL_ATOMIC_LOAD(ready, 0u, WORKGROUP, RELAXED))
MAIL(mail_of_a_fence_too_few, NBL_MEMORY_FENCE(WORKGROUP, RELEASE);
     NBL_ATOMIC_STORE(ready, 0u, 1u, WORKGROUP, RELAXED), NBL_ATOMIC_LOAD(ready, 0u, WORKGROUP, RELAXED))

NBL_KERNEL(
    elected_arrives_for_its_subgroup) { /* an elected lane's release is of its own stores, not of the other lanes' */
    uint32_t t = THREAD(), subgroups = (64u + nbl_subgroup_size() - 1u) / nbl_subgroup_size();
    if (t == 0u) NBL_STORE(ready, 0u, 0u);
    BARRIER();
    NBL_STORE(mail, t, t);
    if (nbl_subgroup_elect()) NBL_ATOMIC_ADD_ORDERED(ready, 0u, 1u, WORKGROUP, RELEASE);
    uint32_t there = 0u;
    for (uint32_t i = 0u; i < 20u && there != subgroups; i++) there = NBL_ATOMIC_LOAD(ready, 0u, WORKGROUP, ACQUIRE);
    if (there == subgroups) NBL_STORE(result, t, NBL_LOAD(mail, t ^ 1u));
}
NBL_KERNEL(elected_arrives_behind_a_subgroup_barrier) {
    uint32_t t = THREAD(), subgroups = (64u + nbl_subgroup_size() - 1u) / nbl_subgroup_size();
    if (t == 0u) NBL_STORE(ready, 0u, 0u);
    BARRIER();
    NBL_STORE(mail, t, t);
    SUBGROUP();
    if (nbl_subgroup_elect()) NBL_ATOMIC_ADD_ORDERED(ready, 0u, 1u, WORKGROUP, RELEASE);
    uint32_t there = 0u;
    for (uint32_t i = 0u; i < 20u && there != subgroups; i++) there = NBL_ATOMIC_LOAD(ready, 0u, WORKGROUP, ACQUIRE);
    if (there == subgroups) NBL_STORE(result, t, NBL_LOAD(mail, t ^ 1u) >= 64u ? 1u : 0u);
}
