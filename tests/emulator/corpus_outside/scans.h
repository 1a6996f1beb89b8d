/* Prefix sums: in shared memory, by shuffles, tile after tile.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/emulator/corpus_outside/memory.h"

NBL_SHARED(uint32_t, scanned, 64)
NBL_SHARED(uint32_t, scanned_twice, 128)
NBL_SHARED(uint32_t, ends, 64)
NBL_SHARED(uint32_t, carry, 2)

NBL_KERNEL(steps_in_place) {
    uint32_t t = THREAD();
    NBL_STORE(scanned, t, NBL_LOAD(source, t));
    BARRIER();
    for (uint32_t step = 1u; step < 64u; step *= 2u) {
        if (t >= step) NBL_STORE(scanned, t, NBL_LOAD(scanned, t) + NBL_LOAD(scanned, t - step));
        BARRIER();
    }
    NBL_STORE(result, t, NBL_LOAD(scanned, t));
}
NBL_KERNEL(steps_lack_the_second_barrier) {
    uint32_t t = THREAD();
    NBL_STORE(scanned, t, NBL_LOAD(source, t));
    BARRIER();
    for (uint32_t step = 1u; step < 64u; step *= 2u) {
        uint32_t left = t >= step ? NBL_LOAD(scanned, t - step) : 0u;
        BARRIER();
        NBL_STORE(scanned, t, NBL_LOAD(scanned, t) + left);
    }
    NBL_STORE(result, t, NBL_LOAD(scanned, t));
}
NBL_KERNEL(steps_of_two_barriers) {
    uint32_t t = THREAD();
    NBL_STORE(scanned, t, NBL_LOAD(source, t));
    for (uint32_t step = 1u; step < 64u; step *= 2u) {
        BARRIER();
        uint32_t left = t >= step ? NBL_LOAD(scanned, t - step) : 0u;
        BARRIER();
        NBL_STORE(scanned, t, NBL_LOAD(scanned, t) + left);
    }
    NBL_STORE(result, t, NBL_LOAD(scanned, t));
}
NBL_KERNEL(steps_between_two_halves) { /* one barrier a step */
    uint32_t t = THREAD(), from = 0u;
    NBL_STORE(scanned_twice, t, NBL_LOAD(source, t));
    BARRIER();
    for (uint32_t step = 1u; step < 64u; step *= 2u) {
        uint32_t sum = NBL_LOAD(scanned_twice, from + t);
        if (t >= step) sum += NBL_LOAD(scanned_twice, from + t - step);
        NBL_STORE(scanned_twice, (64u - from) + t, sum);
        from = 64u - from;
        BARRIER();
    }
    NBL_STORE(result, t, NBL_LOAD(scanned_twice, from + t));
}
NBL_KERNEL(steps_between_overlapping_halves) { /* the second half begins one too early */
    uint32_t t = THREAD(), from = 0u;
    NBL_STORE(scanned_twice, t, NBL_LOAD(source, t));
    BARRIER();
    for (uint32_t step = 1u; step < 64u; step *= 2u) {
        uint32_t sum = NBL_LOAD(scanned_twice, from + t);
        if (t >= step) sum += NBL_LOAD(scanned_twice, from + t - step);
        NBL_STORE(scanned_twice, (63u - from) + t, sum);
        from = 63u - from;
        BARRIER();
    }
    NBL_STORE(result, t, NBL_LOAD(scanned_twice, from + t));
}

NBL_FUNCTION void up_sweep(uint32_t t) { /* its last step is made by invocation 0 alone, and no barrier behind it */
    uint32_t stride = 1u;
    for (uint32_t active = 32u; active > 0u; active >>= 1) {
        BARRIER();
        if (t < active) {
            uint32_t a = stride * (2u * t + 1u) - 1u, b = stride * (2u * t + 2u) - 1u;
            NBL_STORE(scanned, b, NBL_LOAD(scanned, b) + NBL_LOAD(scanned, a));
        }
        stride *= 2u;
    }
}
NBL_FUNCTION void down_step(uint32_t t, uint32_t stride, uint32_t last) {
    uint32_t a = stride * (2u * t + 1u) - last, b = stride * (2u * t + 2u) - last;
    uint32_t left = NBL_LOAD(scanned, a), right = NBL_LOAD(scanned, b);
    NBL_STORE(scanned, a, right);
    NBL_STORE(scanned, b, left + right);
}
NBL_KERNEL(tree_scan) {
    uint32_t t = THREAD();
    NBL_STORE(scanned, t, NBL_LOAD(source, t));
    up_sweep(t);
    if (t == 0u) NBL_STORE(scanned, 63u, 0u);
    for (uint32_t stride = 32u; stride > 0u; stride >>= 1) {
        BARRIER();
        if (t < 32u / stride) down_step(t, stride, 1u);
    }
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(scanned, t));
}
NBL_KERNEL(tree_scan_down_without_barriers) {
    uint32_t t = THREAD();
    NBL_STORE(scanned, t, NBL_LOAD(source, t));
    up_sweep(t);
    if (t == 0u) NBL_STORE(scanned, 63u, 0u);
    BARRIER();
    for (uint32_t stride = 32u; stride > 0u; stride >>= 1)
        if (t < 32u / stride) down_step(t, stride, 1u);
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(scanned, t));
}
NBL_KERNEL(tree_scan_root_cleared_by_the_last) { /* not by who wrote it */
    uint32_t t = THREAD();
    NBL_STORE(scanned, t, NBL_LOAD(source, t));
    up_sweep(t);
    if (t == 63u) NBL_STORE(scanned, 63u, 0u);
    for (uint32_t stride = 32u; stride > 0u; stride >>= 1) {
        BARRIER();
        if (t < 32u / stride) down_step(t, stride, 1u);
    }
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(scanned, t));
}
NBL_KERNEL(tree_scan_off_by_one) {
    uint32_t t = THREAD();
    NBL_STORE(scanned, t, NBL_LOAD(source, t));
    up_sweep(t);
    for (uint32_t stride = 32u; stride > 0u; stride >>= 1) {
        BARRIER();
        if (t < 32u / stride) down_step(t, stride, 0u);
    }
}

NBL_KERNEL(subgroup_scan_bases_read_too_early) {
    uint32_t t = THREAD(), subgroups = (64u + nbl_subgroup_size() - 1u) / nbl_subgroup_size();
    uint32_t sum = nbl_subgroup_inclusive_add(NBL_LOAD(source, t));
    if (LANE() == nbl_subgroup_size() - 1u || t == 63u) NBL_STORE(ends, nbl_subgroup_id(), sum);
    BARRIER();
    if (t == 0u) {
        uint32_t base = 0u;
        for (uint32_t i = 0u; i < subgroups; i++) {
            uint32_t end = NBL_LOAD(ends, i);
            NBL_STORE(ends, i, base);
            base += end;
        }
    }
    NBL_STORE(result, t, sum + NBL_LOAD(ends, nbl_subgroup_id()));
}
NBL_KERNEL(subgroup_scan) {
    uint32_t t = THREAD(), base = 0u;
    uint32_t sum = nbl_subgroup_inclusive_add(NBL_LOAD(source, t));
    if (LANE() == nbl_subgroup_size() - 1u || t == 63u) NBL_STORE(ends, nbl_subgroup_id(), sum);
    BARRIER();
    for (uint32_t i = 0u; i < nbl_subgroup_id(); i++) base += NBL_LOAD(ends, i);
    NBL_STORE(result, t, base + sum);
}
NBL_KERNEL(subgroup_scan_by_a_last_lane_that_may_be_missing) { /* a subgroup that is half full has no last lane */
    uint32_t t = THREAD(), all = 0u;
    uint32_t sum = nbl_subgroup_inclusive_add(NBL_LOAD(source, t));
    if (LANE() == nbl_subgroup_size() - 1u) NBL_STORE(ends, nbl_subgroup_id(), sum);
    BARRIER();
    for (uint32_t i = 0u; i <= nbl_subgroup_id(); i++) all += NBL_LOAD(ends, i);
    NBL_STORE(result, t, all);
}
NBL_KERNEL(shuffle_scan_asks_within_the_branch) { /* lanes below `step` are not there to answer */
    uint32_t t = THREAD();
    uint32_t sum = NBL_LOAD(source, t);
    for (uint32_t step = 1u; step < nbl_subgroup_size(); step *= 2u)
        if (LANE() >= step) sum += nbl_subgroup_shuffle_up(sum, step);
    NBL_STORE(result, t, sum);
}
NBL_KERNEL(shuffle_scan) { /* what lanes below `step` are told is not used */
    uint32_t t = THREAD();
    uint32_t sum = NBL_LOAD(source, t);
    for (uint32_t step = 1u; step < nbl_subgroup_size(); step *= 2u) {
        uint32_t left = nbl_subgroup_shuffle_up(sum, step);
        if (LANE() >= step) sum += left;
    }
    NBL_STORE(result, t, sum);
}

NBL_KERNEL(raking_reads_too_early) {
    uint32_t t = THREAD();
    NBL_STORE(scanned, t, NBL_LOAD(source, t));
    BARRIER();
    if (t < 8u) {
        for (uint32_t i = 1u; i < 8u; i++)
            NBL_STORE(scanned, 8u * t + i, NBL_LOAD(scanned, 8u * t + i - 1u) + NBL_LOAD(scanned, 8u * t + i));
    }
    NBL_STORE(result, t, NBL_LOAD(scanned, t));
}
NBL_KERNEL(raking) { /* eight rakers, each in a segment of its own */
    uint32_t t = THREAD();
    NBL_STORE(scanned, t, NBL_LOAD(source, t));
    BARRIER();
    if (t < 8u) {
        for (uint32_t i = 1u; i < 8u; i++)
            NBL_STORE(scanned, 8u * t + i, NBL_LOAD(scanned, 8u * t + i - 1u) + NBL_LOAD(scanned, 8u * t + i));
    }
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(scanned, t));
}

NBL_KERNEL(carry_read_while_it_grows) {
    uint32_t t = THREAD();
    if (t == 63u) NBL_STORE(carry, 0u, 0u);
    BARRIER();
    for (uint32_t tile = 0u; tile < 4u; tile++) {
        uint32_t x = NBL_LOAD(source, tile * 64u + t);
        NBL_STORE(result, tile * 64u + t, NBL_LOAD(carry, 0u) + x);
        if (t == 63u) NBL_STORE(carry, 0u, NBL_LOAD(carry, 0u) + x);
        BARRIER();
    }
}
NBL_KERNEL(carry_by_turns) { /* two places in turn, and one barrier a tile */
    uint32_t t = THREAD(), before = 0u;
    for (uint32_t tile = 0u; tile < 4u; tile++) {
        uint32_t x = NBL_LOAD(source, tile * 64u + t);
        if (t == 63u) NBL_STORE(carry, tile & 1u, x);
        BARRIER();
        NBL_STORE(result, tile * 64u + t, before + x);
        before += NBL_LOAD(carry, tile & 1u);
    }
}
NBL_KERNEL(carry_in_one_place) { /* the same with one place */
    uint32_t t = THREAD(), before = 0u;
    for (uint32_t tile = 0u; tile < 4u; tile++) {
        uint32_t x = NBL_LOAD(source, tile * 64u + t);
        if (t == 63u) NBL_STORE(carry, 0u, x);
        BARRIER();
        NBL_STORE(result, tile * 64u + t, before + x);
        before += NBL_LOAD(carry, 0u);
    }
}
