/* Corpus: flags, queues, last workgroups and look-back by ordered atomics and fences.
 * SPDX-License-Identifier: Apache-2.0
 */
#define RELEASE_ADD(i, v) NBL_ATOMIC_ADD_ORDERED(common, i, v, NBL_SCOPE_DEVICE, NBL_ORDER_ACQUIRE_RELEASE)
#define TELL(i, v, scope, order) NBL_ATOMIC_STORE(common, i, v, scope, order)
#define ASK(i, scope, order) NBL_ATOMIC_LOAD(common, i, scope, order)
#define LAST(order, scope) (NBL_ATOMIC_ADD_ORDERED(common, 100u, 1u, scope, order) == 3u)
#define SUM_OF_ALL NBL_LOAD(common, 0u) + NBL_LOAD(common, 1u) + NBL_LOAD(common, 2u) + NBL_LOAD(common, 3u)
CORRECT_GROUPS(last_group_sums, 4) {
    if (THREAD() == 0u) {
        NBL_STORE(common, GROUP(), 7u);
        if (LAST(NBL_ORDER_ACQUIRE_RELEASE, NBL_SCOPE_DEVICE)) NBL_STORE(result, 0u, SUM_OF_ALL);
    }
}
CORRECT_GROUPS(last_group_sums_by_fences, 4) {
    if (THREAD() == 0u) {
        NBL_STORE(common, GROUP(), 7u);
        NBL_MEMORY_FENCE(NBL_SCOPE_DEVICE, NBL_ORDER_RELEASE);
        bool last = LAST(NBL_ORDER_RELAXED, NBL_SCOPE_DEVICE);
        NBL_MEMORY_FENCE(NBL_SCOPE_DEVICE, NBL_ORDER_ACQUIRE);
        if (last) NBL_STORE(result, 0u, SUM_OF_ALL);
    }
}
CORRECT_GROUPS(last_group_all_lanes, 4) {
    if (THREAD() < 4u) NBL_STORE(common, 4u * GROUP() + THREAD(), 7u);
    MEMORY_BARRIER();
    if (THREAD() == 0u)
        NBL_STORE(s, 0u, NBL_ATOMIC_ADD_ORDERED(common, 100u, 1u, NBL_SCOPE_DEVICE, NBL_ORDER_ACQUIRE_RELEASE));
    MEMORY_BARRIER();
    if (NBL_LOAD(s, 0u) == 3u && THREAD() < 16u) NBL_STORE(result, THREAD(), NBL_LOAD(common, THREAD()));
}
BROKEN_GROUPS(RACE, last_group_relaxed, 4) {
    if (THREAD() == 0u) {
        NBL_STORE(common, GROUP(), 7u);
        if (LAST(NBL_ORDER_RELAXED, NBL_SCOPE_DEVICE)) NBL_STORE(result, 0u, SUM_OF_ALL);
    }
}
BROKEN_GROUPS(RACE, last_group_only_releases, 4) {
    if (THREAD() == 0u) {
        NBL_STORE(common, GROUP(), 7u);
        if (LAST(NBL_ORDER_RELEASE, NBL_SCOPE_DEVICE)) NBL_STORE(result, 0u, SUM_OF_ALL);
    }
}
BROKEN_GROUPS(RACE, last_group_only_acquires, 4) {
    if (THREAD() == 0u) {
        NBL_STORE(common, GROUP(), 7u);
        if (LAST(NBL_ORDER_ACQUIRE, NBL_SCOPE_DEVICE)) NBL_STORE(result, 0u, SUM_OF_ALL);
    }
}
BROKEN_GROUPS(RACE, last_group_in_workgroup_scope, 4) {
    if (THREAD() == 0u) {
        NBL_STORE(common, GROUP(), 7u);
        if (LAST(NBL_ORDER_ACQUIRE_RELEASE, NBL_SCOPE_WORKGROUP)) NBL_STORE(result, 0u, SUM_OF_ALL);
    }
}
BROKEN_GROUPS(RACE, last_group_of_a_plain_buffer, 4) {
    if (THREAD() == 0u) {
        NBL_STORE(plain, GROUP(), 7u);
        if (LAST(NBL_ORDER_ACQUIRE_RELEASE, NBL_SCOPE_DEVICE))
            NBL_STORE(result, 0u,
                      NBL_LOAD(plain, 0u) + NBL_LOAD(plain, 1u) + NBL_LOAD(plain, 2u) + NBL_LOAD(plain, 3u));
    }
}
BROKEN_GROUPS(RACE, last_group_without_a_barrier_before, 4) {
    if (THREAD() < 4u) NBL_STORE(common, 4u * GROUP() + THREAD(), 7u);
    if (THREAD() == 0u) NBL_STORE(s, 0u, RELEASE_ADD(100u, 1u));
    MEMORY_BARRIER();
    if (NBL_LOAD(s, 0u) == 3u && THREAD() < 16u) NBL_STORE(result, THREAD(), NBL_LOAD(common, THREAD()));
}
BROKEN_GROUPS(RACE, last_group_without_a_barrier_behind, 4) {
    if (THREAD() < 4u) NBL_STORE(common, 4u * GROUP() + THREAD(), 7u);
    MEMORY_BARRIER();
    if (THREAD() == 0u) NBL_STORE(s, 0u, RELEASE_ADD(100u, 1u));
    BARRIER();
    if (NBL_LOAD(s, 0u) == 3u && THREAD() < 16u) NBL_STORE(result, THREAD(), NBL_LOAD(common, THREAD()));
}
BROKEN_GROUPS(RACE, last_group_with_its_fence_too_early, 4) {
    if (THREAD() == 0u) {
        NBL_MEMORY_FENCE(NBL_SCOPE_DEVICE, NBL_ORDER_RELEASE);
        NBL_STORE(common, GROUP(), 7u);
        bool last = LAST(NBL_ORDER_RELAXED, NBL_SCOPE_DEVICE);
        NBL_MEMORY_FENCE(NBL_SCOPE_DEVICE, NBL_ORDER_ACQUIRE);
        if (last) NBL_STORE(result, 0u, SUM_OF_ALL);
    }
}
BROKEN_GROUPS(RACE, last_group_with_narrow_fences, 4) {
    if (THREAD() == 0u) {
        NBL_STORE(common, GROUP(), 7u);
        NBL_MEMORY_FENCE(NBL_SCOPE_WORKGROUP, NBL_ORDER_RELEASE);
        bool last = LAST(NBL_ORDER_RELAXED, NBL_SCOPE_DEVICE);
        NBL_MEMORY_FENCE(NBL_SCOPE_WORKGROUP, NBL_ORDER_ACQUIRE);
        if (last) NBL_STORE(result, 0u, SUM_OF_ALL);
    }
}
CORRECT_GROUPS(message_passes, 2) {
    if (THREAD() == 0u) {
        if (GROUP() == 0u) {
            NBL_STORE(common, 0u, 7u);
            TELL(1u, 1u, NBL_SCOPE_DEVICE, NBL_ORDER_RELEASE);
        } else if (ASK(1u, NBL_SCOPE_DEVICE, NBL_ORDER_ACQUIRE) == 1u) {
            NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(common, 0u));
        }
    }
}
BROKEN_GROUPS(RACE, message_without_question, 2) {
    if (THREAD() == 0u) {
        if (GROUP() == 0u) {
            NBL_STORE(common, 0u, 7u);
            TELL(1u, 1u, NBL_SCOPE_DEVICE, NBL_ORDER_RELEASE);
        } else {
            NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(common, 0u));
        }
    }
}
BROKEN_GROUPS(RACE, message_behind_its_flag, 2) {
    if (THREAD() == 0u) {
        if (GROUP() == 0u) {
            TELL(1u, 1u, NBL_SCOPE_DEVICE, NBL_ORDER_RELEASE);
            NBL_STORE(common, 0u, 7u);
        } else {
            uint32_t a = ASK(1u, NBL_SCOPE_DEVICE, NBL_ORDER_ACQUIRE);
            NBL_STORE(result, GROUP() * 64u + THREAD(), a + NBL_LOAD(common, 0u));
        }
    }
}
CORRECT(flag_within_a_workgroup, 1) {
    if (THREAD() == 0u) {
        NBL_STORE(s, 0u, 7u);
        NBL_ATOMIC_STORE(plain, 0u, 1u, NBL_SCOPE_WORKGROUP, NBL_ORDER_RELEASE);
    }
    if (THREAD() == 63u) {
        if (NBL_ATOMIC_LOAD(plain, 0u, NBL_SCOPE_WORKGROUP, NBL_ORDER_ACQUIRE) == 1u)
            NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, 0u));
    }
}
BROKEN_TO(RACE, flag_of_subgroup_scope, 1, 32) {
    if (THREAD() == 0u) {
        NBL_STORE(s, 0u, 7u);
        NBL_ATOMIC_STORE(plain, 0u, 1u, NBL_SCOPE_SUBGROUP, NBL_ORDER_RELEASE);
    }
    if (THREAD() == 63u) {
        if (NBL_ATOMIC_LOAD(plain, 0u, NBL_SCOPE_SUBGROUP, NBL_ORDER_ACQUIRE) < 2u)
            NBL_STORE(result, GROUP() * 64u + THREAD(), nbl_subgroup_add(1u));
    }
}
CORRECT_GROUPS(chain_of_three, 3) {
    if (THREAD() == 0u) {
        if (GROUP() == 0u) {
            NBL_STORE(common, 0u, 7u);
            TELL(1u, 1u, NBL_SCOPE_DEVICE, NBL_ORDER_RELEASE);
        } else if (GROUP() == 1u) {
            if (ASK(1u, NBL_SCOPE_DEVICE, NBL_ORDER_ACQUIRE) == 1u) TELL(2u, 1u, NBL_SCOPE_DEVICE, NBL_ORDER_RELEASE);
        } else if (ASK(2u, NBL_SCOPE_DEVICE, NBL_ORDER_ACQUIRE) == 1u) {
            NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(common, 0u));
        }
    }
}
CORRECT_GROUPS(queue_of_slots, 4) {
    if (THREAD() == 0u) {
        uint32_t at = NBL_ATOMIC_ADD_ORDERED(common, 100u, 1u, NBL_SCOPE_DEVICE, NBL_ORDER_RELAXED);
        NBL_STORE(common, at, GROUP());
        TELL(at + 50u, 1u, NBL_SCOPE_DEVICE, NBL_ORDER_RELEASE);
        uint32_t other = (at + 1u) % 4u;
        if (ASK(other + 50u, NBL_SCOPE_DEVICE, NBL_ORDER_ACQUIRE) == 1u)
            NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(common, other));
    }
}
BROKEN_GROUPS(RACE, queue_without_flags, 4) {
    if (THREAD() == 0u) {
        uint32_t at = NBL_ATOMIC_ADD_ORDERED(common, 100u, 1u, NBL_SCOPE_DEVICE, NBL_ORDER_ACQUIRE_RELEASE);
        NBL_STORE(common, at, GROUP());
        NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(common, (at + 1u) % 4u));
    }
}
CORRECT_GROUPS(lock_by_exchange, 4) {
    if (THREAD() == 0u) {
        for (uint32_t n = 0u; n < 60u; n++) {
            if (NBL_ATOMIC_COMPARE_EXCHANGE_ORDERED(common, 100u, 0u, 1u, NBL_SCOPE_DEVICE, NBL_ORDER_ACQUIRE) == 0u) {
                NBL_STORE(common, 0u, NBL_LOAD(common, 0u) + 1u);
                TELL(100u, 0u, NBL_SCOPE_DEVICE, NBL_ORDER_RELEASE);
                break;
            }
        }
    }
}
BROKEN_GROUPS(RACE, lock_that_is_only_relaxed, 4) {
    if (THREAD() == 0u) {
        for (uint32_t n = 0u; n < 60u; n++) {
            if (NBL_ATOMIC_COMPARE_EXCHANGE_ORDERED(common, 100u, 0u, 1u, NBL_SCOPE_DEVICE, NBL_ORDER_RELAXED) == 0u) {
                NBL_STORE(common, 0u, NBL_LOAD(common, 0u) + 1u);
                TELL(100u, 0u, NBL_SCOPE_DEVICE, NBL_ORDER_RELAXED);
                break;
            }
        }
    }
}
BROKEN_GROUPS(RACE, lock_that_does_not_release, 4) {
    if (THREAD() == 0u) {
        for (uint32_t n = 0u; n < 60u; n++) {
            if (NBL_ATOMIC_COMPARE_EXCHANGE_ORDERED(common, 100u, 0u, 1u, NBL_SCOPE_DEVICE, NBL_ORDER_ACQUIRE) == 0u) {
                NBL_STORE(common, 0u, NBL_LOAD(common, 0u) + 1u);
                TELL(100u, 0u, NBL_SCOPE_DEVICE, NBL_ORDER_RELAXED);
                break;
            }
        }
    }
}
