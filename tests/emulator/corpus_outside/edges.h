/* A third round, at the edges of what the first two had the checker learn: fences and barriers, ends of subgroups, the
 * library's own parts, two dimensions.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/emulator/corpus_outside/memory.h"

NBL_SHARED(uint32_t, places, 64)
NBL_SHARED(uint32_t, heard, 1)
NBL_SHARED(uint32_t, steps, 128)
NBL_PRIVATE(uint32_t, own_sum)

NBL_KERNEL(fences_around_a_subgroup_barrier) {
    uint32_t t = THREAD();
    NBL_STORE(parts, t, t);
    NBL_MEMORY_FENCE(WORKGROUP, RELEASE);
    SUBGROUP();
    NBL_MEMORY_FENCE(WORKGROUP, ACQUIRE);
    NBL_STORE(result, t, NBL_LOAD(parts, t ^ 1u));
}
NBL_KERNEL(fences_around_two_barriers) {
    uint32_t t = THREAD();
    NBL_STORE(parts, t, t);
    NBL_MEMORY_FENCE(WORKGROUP, RELEASE);
    BARRIER();
    BARRIER();
    NBL_MEMORY_FENCE(WORKGROUP, ACQUIRE);
    NBL_STORE(result, t, NBL_LOAD(parts, 63u - t));
}
NBL_KERNEL(stored_behind_the_fence) {
    uint32_t t = THREAD();
    NBL_MEMORY_FENCE(WORKGROUP, RELEASE);
    NBL_STORE(parts, t, t);
    BARRIER();
    NBL_MEMORY_FENCE(WORKGROUP, ACQUIRE);
    NBL_STORE(result, t, NBL_LOAD(parts, 63u - t));
}
NBL_KERNEL(loaded_before_the_fence) {
    uint32_t t = THREAD();
    NBL_STORE(parts, t, t);
    NBL_MEMORY_FENCE(WORKGROUP, RELEASE);
    BARRIER();
    uint32_t value = NBL_LOAD(parts, 63u - t);
    NBL_MEMORY_FENCE(WORKGROUP, ACQUIRE);
    NBL_STORE(result, t, value);
}
NBL_KERNEL(half_of_them_fence) { /* and it is theirs that is read */
    uint32_t t = THREAD();
    NBL_STORE(parts, t, t);
    if (t % 2u == 0u) NBL_MEMORY_FENCE(WORKGROUP, RELEASE);
    BARRIER();
    NBL_MEMORY_FENCE(WORKGROUP, ACQUIRE);
    NBL_STORE(result, t, NBL_LOAD(parts, (t * 2u + 2u) % 64u));
}
NBL_KERNEL(the_other_half_is_read) {
    uint32_t t = THREAD();
    NBL_STORE(parts, t, t);
    if (t % 2u == 0u) NBL_MEMORY_FENCE(WORKGROUP, RELEASE);
    BARRIER();
    NBL_MEMORY_FENCE(WORKGROUP, ACQUIRE);
    NBL_STORE(result, t, NBL_LOAD(parts, (t * 2u + 3u) % 64u));
}
NBL_KERNEL(one_acquires_and_tells_by_a_plain_barrier) { /* what it has acquired is not handed on */
    uint32_t t = THREAD();
    NBL_STORE(parts, t, t);
    NBL_MEMORY_FENCE(WORKGROUP, RELEASE);
    BARRIER();
    if (t == 0u) NBL_MEMORY_FENCE(WORKGROUP, ACQ_REL);
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(parts, 63u - t));
}
NBL_KERNEL(narrow_fences_then_a_wide_one) { /* of the workgroup to one, who speaks to the device */
    uint32_t t = THREAD();
    if (GROUP() == 0u) {
        NBL_STORE(parts, t, t);
        NBL_MEMORY_FENCE(WORKGROUP, RELEASE);
        BARRIER();
        if (t == 0u) {
            NBL_MEMORY_FENCE(DEVICE, ACQ_REL);
            NBL_ATOMIC_STORE(flags, 0u, 1u, DEVICE, RELAXED);
        }
    } else if (NBL_ATOMIC_LOAD(flags, 0u, DEVICE, ACQUIRE) == 1u) {
        NBL_STORE(result, t, NBL_LOAD(parts, 63u - t));
    }
}
NBL_KERNEL(read_then_overwritten_between_fences) {
    uint32_t t = THREAD(), value = NBL_LOAD(parts, t);
    NBL_MEMORY_FENCE(WORKGROUP, RELEASE);
    BARRIER();
    NBL_MEMORY_FENCE(WORKGROUP, ACQUIRE);
    NBL_STORE(parts, 63u - t, value + 1u);
}
NBL_KERNEL(read_then_overwritten_behind_a_plain_barrier) {
    uint32_t t = THREAD(), value = NBL_LOAD(parts, t);
    BARRIER();
    NBL_STORE(parts, 63u - t, value + 1u);
}

NBL_KERNEL(right_neighbour_if_there_is_one) {
    uint32_t t = THREAD(), right = nbl_subgroup_shuffle_down(t, 1u);
    bool there = LANE() + 1u < nbl_subgroup_size() && t + 1u < 64u;
    NBL_STORE(result, t, there ? right : t);
}
NBL_KERNEL(right_neighbour_if_the_subgroup_were_full) {
    uint32_t t = THREAD(), right = nbl_subgroup_shuffle_down(t, 1u);
    NBL_STORE(result, t, LANE() + 1u < nbl_subgroup_size() ? right : t);
}
NBL_KERNEL(halving_sum_read_from_the_last_lane) { /* the sum is the first one's */
    uint32_t t = THREAD(), sum = t, lanes = nbl_subgroup_add(1u);
    for (uint32_t step = nbl_subgroup_size() / 2u; step > 0u; step >>= 1) {
        uint32_t other = nbl_subgroup_shuffle_down(sum, step);
        sum += LANE() + step < 64u ? other : 0u;
    }
    if (LANE() == lanes - 1u) NBL_STORE(result, nbl_subgroup_id(), sum);
}
NBL_KERNEL(heads_of_runs) { /* the first lane has no left neighbour, and is a head whatever it is told */
    uint32_t t = THREAD(), key = NBL_LOAD(source, t) / 64u, left = nbl_subgroup_shuffle_up(key, 1u);
    bool head = LANE() == 0u || left != key;
    NBL_STORE(result, t, head ? 1u : 0u);
}
NBL_KERNEL(heads_of_runs_without_the_first) {
    uint32_t t = THREAD(), key = NBL_LOAD(source, t) / 64u, left = nbl_subgroup_shuffle_up(key, 1u);
    NBL_STORE(result, t, left != key ? left : 0u);
}

#include "nbl/functional.h"
#define NBL_SUBGROUP_ARITHMETIC_NAME lane_sums
#define NBL_SUBGROUP_ARITHMETIC_TYPE uint32_t
#define NBL_SUBGROUP_ARITHMETIC_OPERATOR nbl_plus_uint32_t
#include "nbl/subgroup/arithmetic.h"
#define NBL_WORKGROUP_ARITHMETIC_NAME group_sums
#define NBL_WORKGROUP_ARITHMETIC_TYPE uint32_t
#define NBL_WORKGROUP_ARITHMETIC_OPERATOR nbl_plus_uint32_t
#define NBL_WORKGROUP_ARITHMETIC_SUBGROUP lane_sums
#define NBL_WORKGROUP_ARITHMETIC_INVOCATIONS 128
#define NBL_WORKGROUP_ARITHMETIC_ITEMS 1
#define NBL_WORKGROUP_ARITHMETIC_SHARED_GET(i) NBL_LOAD(steps, i)
#define NBL_WORKGROUP_ARITHMETIC_SHARED_SET(i, v) NBL_STORE(steps, i, v)
#define NBL_WORKGROUP_ARITHMETIC_BARRIER() NBL_WORKGROUP_BARRIER()
#include "nbl/workgroup/arithmetic.h"
NBL_KERNEL(two_sums_by_the_library_with_no_barrier_between) { /* its head says that one is needed */
    uint32_t t = THREAD();
    uint32_t x[1], y[1];
    x[0] = NBL_LOAD(source, t);
    y[0] = t;
    uint32_t sum = group_sums_inclusive_scan(x);
    sum += group_sums_inclusive_scan(y);
    NBL_STORE(result, t, sum + x[0] + y[0]);
}
NBL_KERNEL(two_sums_by_the_library) {
    uint32_t t = THREAD();
    uint32_t x[1], y[1];
    x[0] = NBL_LOAD(source, t);
    y[0] = t;
    uint32_t sum = group_sums_inclusive_scan(x);
    BARRIER();
    sum += group_sums_inclusive_scan(y);
    NBL_STORE(result, t, sum + x[0] + y[0]);
}

NBL_KERNEL(two_dimensions) {
    uint32_t x = nbl_local_invocation_id().x, y = nbl_local_invocation_id().y;
    NBL_STORE(places, y * 8u + x, NBL_LOAD(source, THREAD()));
    BARRIER();
    NBL_STORE(result, THREAD(), NBL_LOAD(places, x * 8u + y));
}
NBL_KERNEL(two_dimensions_mixed_up) { /* the row's length is the other dimension's */
    uint32_t x = nbl_local_invocation_id().x, y = nbl_local_invocation_id().y;
    NBL_STORE(places, y * 4u + x, NBL_LOAD(source, THREAD()));
    BARRIER();
    NBL_STORE(result, THREAD(), NBL_LOAD(places, y * 4u + x));
}
NBL_KERNEL(continues_of_a_do_loop) {
    uint32_t t = THREAD(), i = 0u, sum = 0u;
    NBL_STORE(places, t, 0u);
    do {
        i++;
        if ((t + i) % 2u == 0u) continue;
        sum += nbl_subgroup_add(1u);
    } while (i < 4u);
    NBL_STORE(places, t, sum);
    BARRIER();
    NBL_ASSERT(NBL_LOAD(places, t ^ 2u) == sum);
    NBL_STORE(result, t, sum);
}
NBL_KERNEL(private_sums) {
    uint32_t t = THREAD();
    own_sum = 0u;
    for (uint32_t i = 0u; i < 4u; i++) {
        own_sum += NBL_LOAD(source, i * 64u + t);
        BARRIER();
    }
    NBL_STORE(result, t, own_sum);
}
NBL_KERNEL(heard_by_one_told_to_all) { /* one looks at the flag, a plain barrier tells what it saw, all act alike */
    uint32_t t = THREAD();
    if (t == 0u) NBL_STORE(heard, 0u, NBL_ATOMIC_LOAD(flags, 0u, DEVICE, RELAXED));
    BARRIER();
    if (NBL_LOAD(heard, 0u) == 0u) {
        NBL_STORE(places, t, t);
        BARRIER();
        NBL_STORE(result, GROUP() * 64u + t, NBL_LOAD(places, 63u - t));
    }
    if (t == 0u && GROUP() == 0u) NBL_ATOMIC_ADD(flags, 1u, 1u);
}
NBL_KERNEL(heard_by_each) { /* each looks for itself, and may see something else: the barrier is not of all */
    uint32_t t = THREAD();
    if (t == 13u) NBL_ATOMIC_STORE(flags, 0u, 1u, DEVICE, RELAXED);
    if (NBL_ATOMIC_LOAD(flags, 0u, DEVICE, RELAXED) == 0u) {
        NBL_STORE(places, t, t);
        BARRIER();
    }
}
