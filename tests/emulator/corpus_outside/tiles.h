/* Tiles in shared memory: stencils, blurs, mip levels, exchanges, quantised rows, lists of lights.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/emulator/corpus_outside/memory.h"

NBL_SHARED(uint32_t, cells, 64)
NBL_SHARED(uint32_t, table, 64)
NBL_SHARED(uint32_t, two_grids, 128)
NBL_SHARED(uint32_t, halo, 66)
NBL_SHARED(uint32_t, halo_again, 66)
NBL_SHARED(uint32_t, light_count, 1)
NBL_SHARED(uint32_t, lights, 64)
NBL_SHARED(uint32_t, few_lights, 32)
NBL_SHARED(uint32_t, depth_range, 2)
NBL_SHARED(uint32_t, running, 2)
NBL_SHARED(uint8_t, quantised, 256)
NBL_SHARED(uint32_t, packed, 64)

NBL_KERNEL(stencil_without_barrier) {
    uint32_t t = THREAD();
    NBL_STORE(halo, t + 1u, NBL_LOAD(source, t + 1u));
    if (t == 0u) NBL_STORE(halo, 0u, NBL_LOAD(source, 0u));
    if (t == 63u) NBL_STORE(halo, 65u, NBL_LOAD(source, 65u));
    NBL_STORE(result, t, NBL_LOAD(halo, t) + NBL_LOAD(halo, t + 2u));
}
NBL_KERNEL(stencil_lacks_the_right_halo) {
    uint32_t t = THREAD();
    NBL_STORE(halo, t + 1u, NBL_LOAD(source, t + 1u));
    if (t == 0u) NBL_STORE(halo, 0u, NBL_LOAD(source, 0u));
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(halo, t) + NBL_LOAD(halo, t + 2u));
}
NBL_KERNEL(stencil_reads_one_too_far) {
    uint32_t t = THREAD();
    NBL_STORE(cells, t, NBL_LOAD(source, t));
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(cells, t) + NBL_LOAD(cells, t + 1u));
}
NBL_KERNEL(stencil_reads_one_before) {
    uint32_t t = THREAD();
    NBL_STORE(cells, t, NBL_LOAD(source, t));
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(cells, t) + NBL_LOAD(cells, t - 1u));
}
NBL_KERNEL(heat_in_place) {
    uint32_t t = THREAD();
    NBL_STORE(cells, t, NBL_LOAD(source, t));
    for (uint32_t step = 0u; step < 3u; step++) {
        BARRIER();
        if (t > 0u && t < 63u) NBL_STORE(cells, t, (NBL_LOAD(cells, t - 1u) + NBL_LOAD(cells, t + 1u)) / 2u);
    }
    NBL_STORE(result, t, NBL_LOAD(cells, t));
}
NBL_KERNEL(heat_from_one_array_to_the_other) {
    uint32_t t = THREAD();
    NBL_STORE(two_grids, t, NBL_LOAD(source, t));
    for (uint32_t step = 0u; step < 3u; step++) {
        uint32_t from = step % 2u * 64u, to = 64u - from;
        BARRIER();
        NBL_STORE(two_grids, to + t,
                  NBL_LOAD(two_grids, from + (t + 63u) % 64u) + NBL_LOAD(two_grids, from + (t + 1u) % 64u));
    }
    NBL_STORE(result, t, NBL_LOAD(two_grids, 64u + t));
}
NBL_KERNEL(red_and_black) { /* in place: who writes reads the other colour only */
    uint32_t t = THREAD();
    NBL_STORE(cells, t, NBL_LOAD(source, t));
    for (uint32_t step = 0u; step < 6u; step++) {
        BARRIER();
        if ((t + step) % 2u == 0u)
            NBL_STORE(cells, t, (NBL_LOAD(cells, (t + 63u) % 64u) + NBL_LOAD(cells, (t + 1u) % 64u)) / 2u);
    }
    NBL_STORE(result, t, NBL_LOAD(cells, t));
}
NBL_KERNEL(red_and_black_without_barriers_between) {
    uint32_t t = THREAD();
    NBL_STORE(cells, t, NBL_LOAD(source, t));
    BARRIER();
    for (uint32_t step = 0u; step < 2u; step++)
        if ((t + step) % 2u == 0u)
            NBL_STORE(cells, t, (NBL_LOAD(cells, (t + 63u) % 64u) + NBL_LOAD(cells, (t + 1u) % 64u)) / 2u);
    NBL_STORE(result, t, NBL_LOAD(cells, t));
}
NBL_KERNEL(blur_overwrites_what_neighbours_read) { /* both passes through one shared line */
    uint32_t t = THREAD(), sum = 0u;
    NBL_STORE(halo, t, NBL_LOAD(source, t));
    if (t < 2u) NBL_STORE(halo, 64u + t, NBL_LOAD(source, 64u + t));
    BARRIER();
    for (uint32_t k = 0u; k < 3u; k++) sum += NBL_LOAD(halo, t + k);
    NBL_STORE(halo, t, sum / 3u);
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(halo, 63u - t));
}
NBL_KERNEL(blur_waits_before_it_overwrites) {
    uint32_t t = THREAD(), sum = 0u;
    NBL_STORE(halo, t, NBL_LOAD(source, t));
    if (t < 2u) NBL_STORE(halo, 64u + t, NBL_LOAD(source, 64u + t));
    BARRIER();
    for (uint32_t k = 0u; k < 3u; k++) sum += NBL_LOAD(halo, t + k);
    BARRIER();
    NBL_STORE(halo, t, sum / 3u);
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(halo, 63u - t));
}
NBL_KERNEL(mips_overwritten_while_read) { /* packed to the front of the same array */
    uint32_t t = THREAD();
    NBL_STORE(cells, t, NBL_LOAD(source, t));
    for (uint32_t edge = 4u; edge > 0u; edge /= 2u) {
        BARRIER();
        if (t < edge * edge) {
            uint32_t at = t / edge * 4u * edge + t % edge * 2u;
            NBL_STORE(cells, t,
                      (NBL_LOAD(cells, at) + NBL_LOAD(cells, at + 1u) + NBL_LOAD(cells, at + 2u * edge) +
                       NBL_LOAD(cells, at + 2u * edge + 1u)) /
                          4u);
        }
    }
    if (t == 0u) NBL_STORE(result, 0u, NBL_LOAD(cells, 0u));
}
NBL_KERNEL(mips_in_place_by_strides) { /* each quad's corner is its own result */
    uint32_t t = THREAD(), x = t % 8u, y = t / 8u;
    NBL_STORE(cells, t, NBL_LOAD(source, t));
    for (uint32_t stride = 1u; stride < 8u; stride *= 2u) {
        BARRIER();
        if (x % (2u * stride) == 0u && y % (2u * stride) == 0u)
            NBL_STORE(cells, t,
                      (NBL_LOAD(cells, t) + NBL_LOAD(cells, t + stride) + NBL_LOAD(cells, t + 8u * stride) +
                       NBL_LOAD(cells, t + 9u * stride)) /
                          4u);
    }
    if (t == 0u) NBL_STORE(result, 0u, NBL_LOAD(cells, 0u));
}

NBL_KERNEL(bodies_fenced_but_not_awaited) { /* a fence is no barrier */
    uint32_t t = THREAD(), force = 0u;
    for (uint32_t tile = 0u; tile < 2u; tile++) {
        NBL_STORE(cells, t, NBL_LOAD(source, tile * 64u + t));
        NBL_MEMORY_FENCE(WORKGROUP, ACQ_REL);
        for (uint32_t i = 0u; i < 64u; i++) force += NBL_LOAD(cells, i);
        BARRIER();
    }
    NBL_STORE(result, t, force);
}
NBL_KERNEL(bodies_next_tile_too_early) {
    uint32_t t = THREAD(), force = 0u;
    for (uint32_t tile = 0u; tile < 2u; tile++) {
        NBL_STORE(cells, t, NBL_LOAD(source, tile * 64u + t));
        BARRIER();
        for (uint32_t i = 0u; i < 64u; i++) force += NBL_LOAD(cells, i);
    }
    NBL_STORE(result, t, force);
}
NBL_KERNEL(fft_exchange_reuses_too_early) { /* the imaginary parts follow the real ones through the same memory */
    uint32_t t = THREAD(), re, im;
    NBL_STORE(cells, t, NBL_LOAD(source, t));
    BARRIER();
    re = NBL_LOAD(cells, t * 8u % 64u + t / 8u);
    NBL_STORE(cells, t, NBL_LOAD(source, 64u + t));
    BARRIER();
    im = NBL_LOAD(cells, t * 8u % 64u + t / 8u);
    NBL_STORE(result, t, re + im);
}
NBL_KERNEL(fft_exchange) {
    uint32_t t = THREAD(), re, im;
    NBL_STORE(cells, t, NBL_LOAD(source, t));
    BARRIER();
    re = NBL_LOAD(cells, t * 8u % 64u + t / 8u);
    BARRIER();
    NBL_STORE(cells, t, NBL_LOAD(source, 64u + t));
    BARRIER();
    im = NBL_LOAD(cells, t * 8u % 64u + t / 8u);
    NBL_STORE(result, t, re + im);
}
NBL_KERNEL(fft_exchange_writes_back_where_it_read) { /* its own places, the next time: no other invocation reads them */
    uint32_t t = THREAD();
    NBL_STORE(cells, t, NBL_LOAD(source, t));
    BARRIER();
    uint32_t from = t % 8u * 8u + t / 8u;
    NBL_STORE(cells, from, NBL_LOAD(cells, from) * 3u);
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(cells, t));
}
NBL_KERNEL(twiddles_used_while_made) {
    uint32_t t = THREAD();
    if (t < 32u) NBL_STORE(table, t, t * t);
    NBL_STORE(cells, t, NBL_LOAD(source, t));
    NBL_STORE(result, t, NBL_LOAD(cells, t) * NBL_LOAD(table, t % 32u));
}
NBL_FUNCTION void raise_maximum(void) {
    for (uint32_t i = 0u; i < 64u; i++)
        if (NBL_LOAD(cells, i) > NBL_LOAD(running, 0u)) NBL_STORE(running, 0u, NBL_LOAD(cells, i));
}
NBL_KERNEL(attention_maximum_of_the_tiles_so_far) { /* who reads it is two barriers away from who raises it next */
    uint32_t t = THREAD(), sum = 0u;
    if (t == 0u) NBL_STORE(running, 0u, 0u);
    for (uint32_t tile = 0u; tile < 3u; tile++) {
        NBL_STORE(cells, t, NBL_LOAD(source, tile * 64u + t));
        BARRIER();
        if (t == 0u) raise_maximum();
        BARRIER();
        sum += NBL_LOAD(running, 0u) - NBL_LOAD(cells, t);
    }
    NBL_STORE(result, t, sum);
}
NBL_KERNEL(attention_maximum_read_while_raised) {
    uint32_t t = THREAD(), sum = 0u;
    if (t == 0u) NBL_STORE(running, 0u, 0u);
    for (uint32_t tile = 0u; tile < 3u; tile++) {
        NBL_STORE(cells, t, NBL_LOAD(source, tile * 64u + t));
        BARRIER();
        uint32_t old = NBL_LOAD(running, 0u);
        if (t == 0u) raise_maximum();
        BARRIER();
        sum += NBL_LOAD(running, 0u) - old;
    }
    NBL_STORE(result, t, sum);
}

NBL_KERNEL(quantised_neighbours) { /* bytes side by side, each of one owner */
    uint32_t t = THREAD(), sum = 0u;
    for (uint32_t k = 0u; k < 4u; k++)
        NBL_STORE(quantised, k * 64u + t, NBL_CAST(uint8_t, NBL_LOAD(source, k * 64u + t)));
    BARRIER();
    for (uint32_t k = 0u; k < 4u; k++) sum += NBL_LOAD(quantised, 4u * t + k);
    NBL_STORE(result, t, sum);
}
NBL_KERNEL(quantised_into_one_dword) { /* four lanes put their bytes into it one by one */
    uint32_t t = THREAD();
    if (t < 16u) NBL_STORE(packed, t, 0u);
    BARRIER();
    NBL_STORE(packed, t / 4u, NBL_LOAD(packed, t / 4u) | ((NBL_LOAD(source, t) & 255u) << (8u * (t & 3u))));
    BARRIER();
    if (t < 16u) NBL_STORE(result, t, NBL_LOAD(packed, t));
}
NBL_KERNEL(quantised_into_one_dword_by_atomics) {
    uint32_t t = THREAD();
    if (t < 16u) NBL_STORE(packed, t, 0u);
    BARRIER();
    NBL_ATOMIC_OR_ORDERED(packed, t / 4u, (NBL_LOAD(source, t) & 255u) << (8u * (t & 3u)), WORKGROUP, RELAXED);
    BARRIER();
    if (t < 16u) NBL_STORE(result, t, NBL_LOAD(packed, t));
}

NBL_KERNEL(light_list_reset_beside_its_use) {
    uint32_t t = THREAD();
    if (t == 0u) NBL_STORE(light_count, 0u, 0u);
    if (NBL_LOAD(source, t) > 128u) {
        uint32_t slot = NBL_ATOMIC_ADD(light_count, 0u, 1u);
        NBL_STORE(lights, slot & 63u, t);
    }
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(light_count, 0u));
}
NBL_KERNEL(light_list_of_the_next_tile_too_early) {
    uint32_t t = THREAD(), sum = 0u;
    for (uint32_t tile = 0u; tile < 2u; tile++) {
        if (t == 0u) NBL_STORE(light_count, 0u, 0u);
        BARRIER();
        if (NBL_LOAD(source, tile * 64u + t) > 128u) NBL_STORE(lights, NBL_ATOMIC_ADD(light_count, 0u, 1u), t);
        BARRIER();
        for (uint32_t i = 0u; i < NBL_LOAD(light_count, 0u); i++) sum += NBL_LOAD(lights, i);
    }
    NBL_STORE(result, t, sum);
}
NBL_KERNEL(light_list_overflows) {
    uint32_t t = THREAD();
    if (t == 0u) NBL_STORE(light_count, 0u, 0u);
    BARRIER();
    if (NBL_LOAD(source, t) > 20u) NBL_STORE(few_lights, NBL_ATOMIC_ADD(light_count, 0u, 1u), t);
}
NBL_KERNEL(light_list) {
    uint32_t t = THREAD(), sum = 0u;
    for (uint32_t tile = 0u; tile < 2u; tile++) {
        if (t == 0u) NBL_STORE(light_count, 0u, 0u);
        BARRIER();
        if (NBL_LOAD(source, tile * 64u + t) > 20u) {
            uint32_t slot = NBL_ATOMIC_ADD(light_count, 0u, 1u);
            if (slot < 32u) NBL_STORE(few_lights, slot, t);
        }
        BARRIER();
        uint32_t count = NBL_LOAD(light_count, 0u);
        for (uint32_t i = 0u; i < (count < 32u ? count : 32u); i++) sum += NBL_LOAD(few_lights, i) > 0u ? 1u : 0u;
        BARRIER();
    }
    NBL_STORE(result, t, sum > 0u ? 1u : 0u);
}
NBL_KERNEL(depth_range_read_too_early) {
    uint32_t t = THREAD(), depth = NBL_LOAD(source, t);
    if (t == 0u) {
        NBL_STORE(depth_range, 0u, 0xFFFFFFFFu);
        NBL_STORE(depth_range, 1u, 0u);
    }
    BARRIER();
    NBL_ATOMIC_MIN_ORDERED(depth_range, 0u, depth, WORKGROUP, RELAXED);
    NBL_ATOMIC_MAX_ORDERED(depth_range, 1u, depth, WORKGROUP, RELAXED);
    NBL_STORE(result, t, NBL_LOAD(depth_range, 1u) - NBL_LOAD(depth_range, 0u));
}
NBL_KERNEL(block_of_sixteen_in_lock_step) { /* a compressor's 4 by 4 block, "half a warp" */
    uint32_t t = THREAD();
    NBL_STORE(cells, t, NBL_LOAD(source, t));
    SUBGROUP();
    NBL_STORE(result, t, NBL_LOAD(cells, t / 16u * 16u + (t * 5u) % 16u));
}
