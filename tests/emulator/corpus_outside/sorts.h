/* Histograms, ranks and sorting networks.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/emulator/corpus_outside/memory.h"

NBL_SHARED(uint32_t, bins, 256)
NBL_SHARED(uint32_t, many_bins, 1024) /* 16 of each subgroup */
NBL_SHARED(uint32_t, keys, 64)
NBL_SHARED(uint32_t, sorted, 64)
NBL_SHARED(uint32_t, digits, 16)

NBL_FUNCTION void clear_bins(uint32_t t) {
    for (uint32_t b = t; b < 256u; b += 64u) NBL_STORE(bins, b, 0u);
}

NBL_KERNEL(histogram_counts_before_all_is_cleared) {
    uint32_t t = THREAD();
    clear_bins(t);
    NBL_ATOMIC_ADD(bins, NBL_LOAD(source, t), 1u);
    BARRIER();
    for (uint32_t b = t; b < 256u; b += 64u) NBL_ATOMIC_ADD(result, b, NBL_LOAD(bins, b));
}
NBL_KERNEL(histogram_flushed_too_early) {
    uint32_t t = THREAD();
    clear_bins(t);
    BARRIER();
    NBL_ATOMIC_ADD(bins, NBL_LOAD(source, t), 1u);
    for (uint32_t b = t; b < 256u; b += 64u) NBL_ATOMIC_ADD(result, b, NBL_LOAD(bins, b));
}
NBL_KERNEL(histogram_without_atomics) {
    uint32_t t = THREAD();
    clear_bins(t);
    BARRIER();
    uint32_t b = NBL_LOAD(source, t) % 16u;
    NBL_STORE(bins, b, NBL_LOAD(bins, b) + 1u);
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(bins, t));
}
NBL_KERNEL(histogram_clears_a_quarter) { /* as many bins as invocations, once */
    uint32_t t = THREAD();
    if (t < 256u) NBL_STORE(bins, t, 0u);
    BARRIER();
    NBL_ATOMIC_ADD(bins, NBL_LOAD(source, t), 1u);
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(bins, t));
}
NBL_KERNEL(histogram) {
    uint32_t t = THREAD();
    clear_bins(t);
    BARRIER();
    for (uint32_t i = t; i < 512u; i += 64u) NBL_ATOMIC_ADD(bins, NBL_LOAD(source, i), 1u);
    BARRIER();
    for (uint32_t b = t; b < 256u; b += 64u) NBL_ATOMIC_ADD(result, b, NBL_LOAD(bins, b));
}
NBL_KERNEL(histogram_merged_by_plain_stores) { /* of several workgroups */
    uint32_t t = THREAD();
    clear_bins(t);
    BARRIER();
    NBL_ATOMIC_ADD(bins, NBL_LOAD(source, GROUP() * 64u + t), 1u);
    BARRIER();
    for (uint32_t b = t; b < 256u; b += 64u) NBL_STORE(result, b, NBL_LOAD(result, b) + NBL_LOAD(bins, b));
}
NBL_KERNEL(histogram_of_each_subgroup) {
    uint32_t t = THREAD(), subgroups = (64u + nbl_subgroup_size() - 1u) / nbl_subgroup_size();
    for (uint32_t b = t; b < 1024u; b += 64u) NBL_STORE(many_bins, b, 0u);
    BARRIER();
    NBL_ATOMIC_ADD(many_bins, nbl_subgroup_id() * 16u + NBL_LOAD(source, t) % 16u, 1u);
    BARRIER();
    uint32_t sum = 0u;
    for (uint32_t i = 0u; i < subgroups; i++) sum += NBL_LOAD(many_bins, i * 16u + t % 16u);
    NBL_STORE(result, t, sum);
}
NBL_KERNEL(histogram_of_each_subgroup_merged_too_early) { /* right where there is one subgroup */
    uint32_t t = THREAD(), subgroups = (64u + nbl_subgroup_size() - 1u) / nbl_subgroup_size();
    for (uint32_t b = t; b < 1024u; b += 64u) NBL_STORE(many_bins, b, 0u);
    BARRIER();
    NBL_ATOMIC_ADD(many_bins, nbl_subgroup_id() * 16u + NBL_LOAD(source, t) % 16u, 1u);
    SUBGROUP();
    uint32_t sum = 0u;
    for (uint32_t i = 0u; i < subgroups; i++) sum += NBL_LOAD(many_bins, i * 16u + t % 16u);
    NBL_STORE(result, t, sum);
}
NBL_KERNEL(halves_of_a_dword_counted_plainly) { /* two counters of 16 bits in a dword */
    uint32_t t = THREAD();
    if (t < 32u) NBL_STORE(bins, t, 0u);
    BARRIER();
    NBL_STORE(bins, t / 2u, NBL_LOAD(bins, t / 2u) + (1u << (16u * (t & 1u))));
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(bins, t / 2u));
}
NBL_KERNEL(halves_of_a_dword_counted_by_atomics) {
    uint32_t t = THREAD();
    if (t < 32u) NBL_STORE(bins, t, 0u);
    BARRIER();
    NBL_ATOMIC_ADD(bins, t / 2u, 1u << (16u * (t & 1u)));
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(bins, t / 2u));
}
NBL_KERNEL(four_byte_counters_of_one_invocation) { /* packed, but of one owner */
    uint32_t t = THREAD(), sum = 0u;
    NBL_STORE(bins, t, 0u);
    for (uint32_t i = 0u; i < 8u; i++) {
        uint32_t digit = NBL_LOAD(source, i * 64u + t) & 3u;
        NBL_STORE(bins, t, NBL_LOAD(bins, t) + (1u << (8u * digit)));
    }
    BARRIER();
    for (uint32_t i = 0u; i < 64u; i++) sum += (NBL_LOAD(bins, i) >> (8u * (t & 3u))) & 255u;
    NBL_STORE(result, t, sum);
}

NBL_KERNEL(digit_offsets_read_too_early) {
    uint32_t t = THREAD(), key = NBL_LOAD(source, t);
    if (t < 16u) NBL_STORE(digits, t, 0u);
    BARRIER();
    uint32_t rank = NBL_ATOMIC_ADD(digits, key & 15u, 1u);
    BARRIER();
    if (t == 0u) {
        uint32_t sum = 0u;
        for (uint32_t d = 0u; d < 16u; d++) {
            uint32_t count = NBL_LOAD(digits, d);
            NBL_STORE(digits, d, sum);
            sum += count;
        }
    }
    uint32_t place = NBL_LOAD(digits, key & 15u) + rank;
    if (place < 64u) NBL_STORE(keys, place, key);
}
NBL_KERNEL(digits_scattered_in_place) { /* keys[place] is overwritten before its invocation has read it */
    uint32_t t = THREAD();
    NBL_STORE(keys, t, NBL_LOAD(source, t));
    BARRIER();
    for (uint32_t trip = 0u; trip < 2u; trip++) {
        uint32_t place = (t * 5u + trip) % 64u;
        NBL_STORE(keys, place, NBL_LOAD(keys, t));
        BARRIER();
    }
    NBL_STORE(result, t, NBL_LOAD(keys, t));
}
NBL_KERNEL(digits_scattered_by_registers) {
    uint32_t t = THREAD();
    NBL_STORE(keys, t, NBL_LOAD(source, t));
    BARRIER();
    for (uint32_t trip = 0u; trip < 2u; trip++) {
        uint32_t place = (t * 5u + trip) % 64u, key = NBL_LOAD(keys, t);
        BARRIER();
        NBL_STORE(keys, place, key);
        BARRIER();
    }
    NBL_STORE(result, t, NBL_LOAD(keys, t));
}
NBL_KERNEL(ranks_with_ties) { /* equal keys, equal places, and different payloads */
    uint32_t t = THREAD(), key = NBL_LOAD(source, t) / 16u, rank = 0u;
    NBL_STORE(keys, t, key);
    BARRIER();
    for (uint32_t i = 0u; i < 64u; i++) rank += NBL_LOAD(keys, i) < key ? 1u : 0u;
    NBL_STORE(sorted, rank, t);
}
NBL_KERNEL(ranks_without_ties) {
    uint32_t t = THREAD(), key = NBL_LOAD(source, t) / 16u, rank = 0u;
    NBL_STORE(keys, t, key);
    BARRIER();
    for (uint32_t i = 0u; i < 64u; i++) {
        uint32_t other = NBL_LOAD(keys, i);
        rank += other < key || (other == key && i < t) ? 1u : 0u;
    }
    NBL_STORE(sorted, rank, key);
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(sorted, t));
}

/* The lower of each pair exchanges both: pairs are disjoint. */
NBL_FUNCTION void exchange(uint32_t t, uint32_t distance, uint32_t block) {
    uint32_t other = t ^ distance;
    if (other > t) {
        uint32_t a = NBL_LOAD(keys, t), b = NBL_LOAD(keys, other);
        if ((a > b) == ((t & block) == 0u)) {
            NBL_STORE(keys, t, b);
            NBL_STORE(keys, other, a);
        }
    }
}
NBL_KERNEL(bitonic) {
    uint32_t t = THREAD();
    NBL_STORE(keys, t, NBL_LOAD(source, t));
    for (uint32_t block = 2u; block <= 64u; block *= 2u)
        for (uint32_t distance = block / 2u; distance > 0u; distance /= 2u) {
            BARRIER();
            exchange(t, distance, block);
        }
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(keys, t));
}
NBL_KERNEL(bitonic_barrier_of_each_block) { /* outside the inner loop */
    uint32_t t = THREAD();
    NBL_STORE(keys, t, NBL_LOAD(source, t));
    for (uint32_t block = 2u; block <= 64u; block *= 2u) {
        BARRIER();
        for (uint32_t distance = block / 2u; distance > 0u; distance /= 2u) exchange(t, distance, block);
    }
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(keys, t));
}
NBL_KERNEL(bitonic_each_writes_its_own) { /* while the other one may still read it */
    uint32_t t = THREAD();
    NBL_STORE(keys, t, NBL_LOAD(source, t));
    for (uint32_t block = 2u; block <= 64u; block *= 2u)
        for (uint32_t distance = block / 2u; distance > 0u; distance /= 2u) {
            BARRIER();
            uint32_t a = NBL_LOAD(keys, t), b = NBL_LOAD(keys, t ^ distance);
            bool smaller = ((t & block) == 0u) == ((t & distance) == 0u);
            NBL_STORE(keys, t, (a < b) == smaller ? a : b);
        }
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(keys, t));
}
/* Short distances stay inside a subgroup, and need no more than its barrier: but the step before may have been long. */
NBL_KERNEL(bitonic_subgroup_barrier_after_a_long_step) {
    uint32_t t = THREAD();
    NBL_STORE(keys, t, NBL_LOAD(source, t));
    for (uint32_t block = 2u; block <= 64u; block *= 2u)
        for (uint32_t distance = block / 2u; distance > 0u; distance /= 2u) {
            if (distance >= nbl_subgroup_size())
                BARRIER();
            else
                SUBGROUP();
            exchange(t, distance, block);
        }
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(keys, t));
}
NBL_KERNEL(bitonic_subgroup_barriers_between_short_steps) {
    uint32_t t = THREAD(), before = 64u;
    NBL_STORE(keys, t, NBL_LOAD(source, t));
    for (uint32_t block = 2u; block <= 64u; block *= 2u)
        for (uint32_t distance = block / 2u; distance > 0u; distance /= 2u) {
            if (distance >= nbl_subgroup_size() || before >= nbl_subgroup_size())
                BARRIER();
            else
                SUBGROUP();
            exchange(t, distance, block);
            before = distance;
        }
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(keys, t));
}
NBL_KERNEL(odd_even_sort_without_barriers) {
    uint32_t t = THREAD();
    NBL_STORE(keys, t, NBL_LOAD(source, t));
    BARRIER();
    for (uint32_t phase = 0u; phase < 8u; phase++) {
        uint32_t i = 2u * t + (phase & 1u);
        if (i + 1u < 64u) {
            uint32_t a = NBL_LOAD(keys, i), b = NBL_LOAD(keys, i + 1u);
            NBL_STORE(keys, i, a < b ? a : b);
            NBL_STORE(keys, i + 1u, a < b ? b : a);
        }
    }
}
NBL_KERNEL(odd_even_sort) {
    uint32_t t = THREAD();
    NBL_STORE(keys, t, NBL_LOAD(source, t));
    for (uint32_t phase = 0u; phase < 64u; phase++) {
        uint32_t i = 2u * t + (phase & 1u);
        BARRIER();
        if (i + 1u < 64u) {
            uint32_t a = NBL_LOAD(keys, i), b = NBL_LOAD(keys, i + 1u);
            NBL_STORE(keys, i, a < b ? a : b);
            NBL_STORE(keys, i + 1u, a < b ? b : a);
        }
    }
    BARRIER();
    NBL_ASSERT(t == 0u || NBL_LOAD(keys, t - 1u) <= NBL_LOAD(keys, t));
    NBL_STORE(result, t, NBL_LOAD(keys, t));
}
