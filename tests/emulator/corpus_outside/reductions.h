/* Sums and maxima of a workgroup: trees, subgroup sums, shared totals.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/emulator/corpus_outside/memory.h"

NBL_SHARED(uint32_t, sums, 64)
NBL_SHARED(uint32_t, more_sums, 64)
NBL_SHARED(uint32_t, partial, 64) /* one of each subgroup */
NBL_SHARED(uint32_t, two_partials, 2)
NBL_SHARED(uint32_t, total, 1)

NBL_KERNEL(tree_without_barriers) {
    uint32_t t = THREAD();
    NBL_STORE(sums, t, NBL_LOAD(source, t));
    BARRIER();
    for (uint32_t step = 32u; step > 0u; step >>= 1)
        if (t < step) NBL_STORE(sums, t, NBL_LOAD(sums, t) + NBL_LOAD(sums, t + step));
    if (t == 0u) NBL_STORE(result, 0u, NBL_LOAD(sums, 0u));
}

NBL_KERNEL(tree_starts_too_early) {
    uint32_t t = THREAD();
    NBL_STORE(sums, t, NBL_LOAD(source, t));
    for (uint32_t step = 32u; step > 0u; step >>= 1) {
        if (t < step) NBL_STORE(sums, t, NBL_LOAD(sums, t) + NBL_LOAD(sums, t + step));
        BARRIER();
    }
    if (t == 0u) NBL_STORE(result, 0u, NBL_LOAD(sums, 0u));
}

NBL_KERNEL(tree_barrier_of_the_active_half) {
    uint32_t t = THREAD();
    NBL_STORE(sums, t, NBL_LOAD(source, t));
    BARRIER();
    for (uint32_t step = 32u; step > 0u; step >>= 1) {
        if (t < step) {
            NBL_STORE(sums, t, NBL_LOAD(sums, t) + NBL_LOAD(sums, t + step));
            BARRIER();
        }
    }
}

NBL_KERNEL(tree_total_read_by_all_too_early) {
    uint32_t t = THREAD();
    NBL_STORE(sums, t, NBL_LOAD(source, t));
    for (uint32_t step = 32u; step > 0u; step >>= 1) {
        BARRIER();
        if (t < step) NBL_STORE(sums, t, NBL_LOAD(sums, t) + NBL_LOAD(sums, t + step));
    }
    NBL_STORE(result, t, NBL_LOAD(source, t) * 1000u / NBL_LOAD(sums, 0u)); /* normalises by the sum */
}

/* The same with the barrier at the head is right for who reads what it wrote itself. */
NBL_KERNEL(tree_total_read_by_its_writer) {
    uint32_t t = THREAD();
    NBL_STORE(sums, t, NBL_LOAD(source, t));
    for (uint32_t step = 32u; step > 0u; step >>= 1) {
        BARRIER();
        if (t < step) NBL_STORE(sums, t, NBL_LOAD(sums, t) + NBL_LOAD(sums, t + step));
    }
    if (t == 0u) NBL_STORE(result, 0u, NBL_LOAD(sums, 0u));
}

NBL_FUNCTION void maximum_tree(uint32_t t) {
    for (uint32_t step = 32u; step > 0u; step >>= 1) {
        if (t < step) {
            uint32_t other = NBL_LOAD(sums, t + step);
            if (other > NBL_LOAD(sums, t)) NBL_STORE(sums, t, other);
        }
        BARRIER();
    }
}
NBL_KERNEL(softmax_reuses_the_maximum_too_early) {
    uint32_t t = THREAD();
    uint32_t x = NBL_LOAD(source, t);
    NBL_STORE(sums, t, x);
    BARRIER();
    maximum_tree(t);
    uint32_t below = NBL_LOAD(sums, 0u) - x;
    NBL_STORE(sums, t, below);
    BARRIER();
    maximum_tree(t);
    NBL_STORE(result, t, NBL_LOAD(sums, 0u));
}
NBL_KERNEL(softmax_waits_before_it_reuses) {
    uint32_t t = THREAD();
    uint32_t x = NBL_LOAD(source, t);
    NBL_STORE(sums, t, x);
    BARRIER();
    maximum_tree(t);
    uint32_t below = NBL_LOAD(sums, 0u) - x;
    BARRIER();
    NBL_STORE(sums, t, below);
    BARRIER();
    maximum_tree(t);
    NBL_STORE(result, t, NBL_LOAD(sums, 0u));
}
NBL_KERNEL(softmax_in_two_arrays) {
    uint32_t t = THREAD();
    uint32_t x = NBL_LOAD(source, t);
    NBL_STORE(sums, t, x);
    BARRIER();
    maximum_tree(t);
    NBL_STORE(more_sums, t, NBL_LOAD(sums, 0u) - x);
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(more_sums, t ^ 1u));
}

NBL_KERNEL(tree_of_48) { /* a tree for powers of two */
    uint32_t t = THREAD();
    NBL_STORE(sums, t, NBL_LOAD(source, t));
    for (uint32_t step = 1u; step < 48u; step *= 2u) {
        BARRIER();
        if (t % (2u * step) == 0u) NBL_STORE(sums, t, NBL_LOAD(sums, t) + NBL_LOAD(sums, t + step));
    }
    if (t == 0u) NBL_STORE(result, 0u, NBL_LOAD(sums, 0u));
}
NBL_KERNEL(tree_of_any_number) {
    uint32_t t = THREAD();
    NBL_STORE(sums, t, NBL_LOAD(source, t));
    BARRIER();
    for (uint32_t n = 50u; n > 1u; n = (n + 1u) / 2u) {
        uint32_t half = (n + 1u) / 2u;
        if (t < n / 2u) NBL_STORE(sums, t, NBL_LOAD(sums, t) + NBL_LOAD(sums, t + half));
        BARRIER();
    }
    if (t == 0u) NBL_STORE(result, 0u, NBL_LOAD(sums, 0u));
}
NBL_KERNEL(tree_of_any_number_one_too_many) {
    uint32_t t = THREAD();
    NBL_STORE(sums, t, NBL_LOAD(source, t));
    BARRIER();
    for (uint32_t n = 50u; n > 1u; n = (n + 1u) / 2u) {
        uint32_t half = (n + 1u) / 2u;
        if (t <= n / 2u) NBL_STORE(sums, t, NBL_LOAD(sums, t) + NBL_LOAD(sums, t + half));
        BARRIER();
    }
    if (t == 0u) NBL_STORE(result, 0u, NBL_LOAD(sums, 0u));
}

/* The unrolled last steps, as they came from before independent thread scheduling, with a barrier of the subgroup after
 * each: who reads sums[t + step] may do so after its owner has added to it. */
NBL_KERNEL(last_warp_one_barrier_a_step) {
    uint32_t t = THREAD();
    NBL_STORE(sums, t, NBL_LOAD(source, t));
    BARRIER();
    if (t < 32u) {
        for (uint32_t step = 32u; step > 0u; step >>= 1) {
            NBL_STORE(sums, t, NBL_LOAD(sums, t) + NBL_LOAD(sums, t + step));
            SUBGROUP();
        }
        if (t == 0u) NBL_STORE(result, 0u, NBL_LOAD(sums, 0u));
    }
}
NBL_KERNEL(last_warp_two_barriers_a_step) { /* right where the first 32 are one subgroup */
    uint32_t t = THREAD();
    NBL_STORE(sums, t, NBL_LOAD(source, t));
    BARRIER();
    if (t < 32u) {
        uint32_t mine = NBL_LOAD(sums, t);
        for (uint32_t step = 32u; step > 0u; step >>= 1) {
            mine += NBL_LOAD(sums, t + step);
            SUBGROUP();
            NBL_STORE(sums, t, mine);
            SUBGROUP();
        }
        if (t == 0u) NBL_STORE(result, 0u, mine);
    }
}

NBL_FUNCTION uint32_t sum_of_partials(void) {
    uint32_t sum = 0u, subgroups = (64u + nbl_subgroup_size() - 1u) / nbl_subgroup_size();
    for (uint32_t i = 0u; i < subgroups; i++) sum += NBL_LOAD(partial, i);
    return sum;
}
NBL_KERNEL(subgroup_sums_without_barrier) {
    uint32_t t = THREAD();
    uint32_t sum = nbl_subgroup_add(NBL_LOAD(source, t));
    if (LANE() == 0u) NBL_STORE(partial, nbl_subgroup_id(), sum);
    NBL_STORE(result, t, sum_of_partials());
}
NBL_KERNEL(subgroup_sums) {
    uint32_t t = THREAD();
    uint32_t sum = nbl_subgroup_add(NBL_LOAD(source, t));
    if (nbl_subgroup_elect()) NBL_STORE(partial, nbl_subgroup_id(), sum);
    BARRIER();
    NBL_STORE(result, t, sum_of_partials());
}
NBL_KERNEL(subgroup_sums_tile_by_tile) { /* the next tile's partial sums overwrite what others still add up */
    uint32_t t = THREAD(), sum = 0u;
    for (uint32_t tile = 0u; tile < 4u; tile++) {
        uint32_t mine = nbl_subgroup_add(NBL_LOAD(source, tile * 64u + t));
        if (nbl_subgroup_elect()) NBL_STORE(partial, nbl_subgroup_id(), mine);
        BARRIER();
        sum += sum_of_partials();
    }
    NBL_STORE(result, t, sum);
}
NBL_KERNEL(subgroup_sums_for_warps_of_32) {
    uint32_t t = THREAD();
    uint32_t sum = nbl_subgroup_add(NBL_LOAD(source, t));
    if (nbl_subgroup_elect()) NBL_STORE(two_partials, nbl_subgroup_id(), sum);
    if (t == 0u && nbl_subgroup_size() > 32u) NBL_STORE(two_partials, 1u, 0u);
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(two_partials, 0u) + NBL_LOAD(two_partials, 1u));
}
NBL_KERNEL(first_subgroup_adds_the_partials) { /* as many partial sums as it has lanes, at most */
    uint32_t t = THREAD(), subgroups = (64u + nbl_subgroup_size() - 1u) / nbl_subgroup_size();
    uint32_t sum = nbl_subgroup_add(1u);
    if (nbl_subgroup_elect()) NBL_STORE(partial, nbl_subgroup_id(), sum);
    BARRIER();
    if (nbl_subgroup_id() == 0u) {
        uint32_t mine = LANE() < subgroups ? NBL_LOAD(partial, LANE()) : 0u;
        sum = nbl_subgroup_add(mine);
        NBL_ASSERT(sum == 64u);
        if (t == 0u) NBL_STORE(result, 0u, sum);
    }
}

NBL_KERNEL(total_cleared_beside_its_adders) {
    uint32_t t = THREAD();
    if (t == 0u) NBL_STORE(total, 0u, 0u);
    NBL_ATOMIC_ADD(total, 0u, NBL_LOAD(source, t));
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(total, 0u));
}
NBL_KERNEL(total_read_beside_its_adders) {
    uint32_t t = THREAD();
    if (t == 0u) NBL_STORE(total, 0u, 0u);
    BARRIER();
    NBL_ATOMIC_ADD(total, 0u, NBL_LOAD(source, t));
    if (t == 63u) NBL_STORE(result, 0u, NBL_LOAD(total, 0u));
}
NBL_KERNEL(total_by_atomics) {
    uint32_t t = THREAD();
    if (t == 0u) NBL_STORE(total, 0u, 0u);
    BARRIER();
    NBL_ATOMIC_ADD(total, 0u, NBL_LOAD(source, t));
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(total, 0u));
}
NBL_KERNEL(total_of_every_trip) { /* cleared for the next trip while others read this one's */
    uint32_t t = THREAD(), sum = 0u;
    for (uint32_t trip = 0u; trip < 3u; trip++) {
        if (t == 0u) NBL_STORE(total, 0u, 0u);
        BARRIER();
        NBL_ATOMIC_ADD(total, 0u, NBL_LOAD(source, trip * 64u + t));
        BARRIER();
        sum += NBL_LOAD(total, 0u);
    }
    NBL_STORE(result, t, sum);
}

NBL_KERNEL(butterfly_in_place) {
    uint32_t t = THREAD();
    NBL_STORE(sums, t, NBL_LOAD(source, t));
    BARRIER();
    for (uint32_t mask = 1u; mask < 64u; mask *= 2u) {
        NBL_STORE(sums, t, NBL_LOAD(sums, t) + NBL_LOAD(sums, t ^ mask));
        BARRIER();
    }
    NBL_STORE(result, t, NBL_LOAD(sums, t));
}
NBL_KERNEL(butterfly_in_two_arrays) { /* one barrier a step */
    uint32_t t = THREAD();
    NBL_STORE(sums, t, NBL_LOAD(source, t));
    BARRIER();
    for (uint32_t mask = 1u; mask < 64u; mask *= 4u) {
        NBL_STORE(more_sums, t, NBL_LOAD(sums, t) + NBL_LOAD(sums, t ^ mask));
        BARRIER();
        NBL_STORE(sums, t, NBL_LOAD(more_sums, t) + NBL_LOAD(more_sums, t ^ (mask * 2u)));
        BARRIER();
    }
    NBL_STORE(result, t, NBL_LOAD(sums, t));
}

NBL_KERNEL(rows_of_eight) { /* each row's eight in one subgroup of 8 or more */
    uint32_t t = THREAD(), x = t % 8u;
    NBL_STORE(sums, t, NBL_LOAD(source, t));
    SUBGROUP();
    for (uint32_t step = 4u; step > 0u; step >>= 1) {
        if (x < step) NBL_STORE(sums, t, NBL_LOAD(sums, t) + NBL_LOAD(sums, t + step));
        SUBGROUP();
    }
    NBL_STORE(result, t, NBL_LOAD(sums, t - x));
}

NBL_KERNEL(all_but_one_leave_after_the_last_barrier) {
    uint32_t t = THREAD(), sum = 0u;
    NBL_STORE(sums, t, NBL_LOAD(source, t));
    BARRIER();
    if (t != 0u) return;
    for (uint32_t i = 0u; i < 64u; i++) sum += NBL_LOAD(sums, i);
    NBL_STORE(result, 0u, sum);
}
