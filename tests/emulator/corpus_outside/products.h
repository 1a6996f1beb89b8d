/* Products of matrices and transpositions by tiles in shared memory.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/emulator/corpus_outside/memory.h"

NBL_SHARED(uint32_t, tile_a, 64)
NBL_SHARED(uint32_t, tile_b, 64)
NBL_SHARED(uint32_t, two_tiles, 128)
NBL_SHARED(uint32_t, padded_tile, 72)

NBL_FUNCTION uint32_t row_times_column(uint32_t t) {
    uint32_t sum = 0u;
    for (uint32_t k = 0u; k < 8u; k++) sum += NBL_LOAD(tile_a, t / 8u * 8u + k) * NBL_LOAD(tile_b, k * 8u + t % 8u);
    return sum;
}
NBL_KERNEL(product_next_tile_too_early) {
    uint32_t t = THREAD(), sum = 0u;
    for (uint32_t tile = 0u; tile < 3u; tile++) {
        NBL_STORE(tile_a, t, NBL_LOAD(source, tile * 64u + t));
        NBL_STORE(tile_b, t, NBL_LOAD(source, 512u + tile * 64u + t));
        BARRIER();
        sum += row_times_column(t);
    }
    NBL_STORE(result, t, sum);
}
NBL_KERNEL(product_of_unfinished_tiles) {
    uint32_t t = THREAD(), sum = 0u;
    for (uint32_t tile = 0u; tile < 3u; tile++) {
        NBL_STORE(tile_a, t, NBL_LOAD(source, tile * 64u + t));
        NBL_STORE(tile_b, t, NBL_LOAD(source, 512u + tile * 64u + t));
        sum += row_times_column(t);
        BARRIER();
    }
    NBL_STORE(result, t, sum);
}
NBL_KERNEL(product) {
    uint32_t t = THREAD(), sum = 0u;
    for (uint32_t tile = 0u; tile < 3u; tile++) {
        NBL_STORE(tile_a, t, NBL_LOAD(source, tile * 64u + t));
        NBL_STORE(tile_b, t, NBL_LOAD(source, 512u + tile * 64u + t));
        BARRIER();
        sum += row_times_column(t);
        BARRIER();
    }
    NBL_STORE(result, t, sum);
}
NBL_KERNEL(product_rows_outside_leave) { /* before the loop's barriers */
    uint32_t t = THREAD(), sum = 0u;
    if (t >= NBL_PUSH_CONSTANT(limits).count) return;
    for (uint32_t tile = 0u; tile < 3u; tile++) {
        NBL_STORE(tile_a, t, NBL_LOAD(source, tile * 64u + t));
        NBL_STORE(tile_b, t, NBL_LOAD(source, 512u + tile * 64u + t));
        BARRIER();
        sum += row_times_column(t);
        BARRIER();
    }
    NBL_STORE(result, t, sum);
}
NBL_KERNEL(product_loads_ahead) { /* two buffers, one barrier a tile: the next tile goes where all reads are over */
    uint32_t t = THREAD(), sum = 0u;
    NBL_STORE(two_tiles, t, NBL_LOAD(source, t));
    for (uint32_t tile = 0u; tile < 4u; tile++) {
        BARRIER();
        if (tile < 3u) NBL_STORE(two_tiles, (tile + 1u) % 2u * 64u + t, NBL_LOAD(source, (tile + 1u) * 64u + t));
        for (uint32_t k = 0u; k < 8u; k++) sum += NBL_LOAD(two_tiles, tile % 2u * 64u + (k * 8u + t) % 64u);
    }
    NBL_STORE(result, t, sum);
}
NBL_KERNEL(product_loads_ahead_into_the_same_half) {
    uint32_t t = THREAD(), sum = 0u;
    NBL_STORE(two_tiles, t, NBL_LOAD(source, t));
    for (uint32_t tile = 0u; tile < 4u; tile++) {
        BARRIER();
        for (uint32_t k = 0u; k < 8u; k++) sum += NBL_LOAD(two_tiles, tile / 2u % 2u * 64u + (k * 8u + t) % 64u);
        if (tile < 3u) NBL_STORE(two_tiles, (tile + 1u) / 2u % 2u * 64u + t, NBL_LOAD(source, tile * 64u + t));
    }
    NBL_STORE(result, t, sum);
}
NBL_KERNEL(product_loads_ahead_without_the_barrier) {
    uint32_t t = THREAD(), sum = 0u;
    NBL_STORE(two_tiles, t, NBL_LOAD(source, t));
    BARRIER();
    for (uint32_t tile = 0u; tile < 4u; tile++) {
        if (tile < 3u) NBL_STORE(two_tiles, (tile + 1u) % 2u * 64u + t, NBL_LOAD(source, (tile + 1u) * 64u + t));
        for (uint32_t k = 0u; k < 8u; k++) sum += NBL_LOAD(two_tiles, tile % 2u * 64u + (k * 8u + t) % 64u);
    }
    NBL_STORE(result, t, sum);
}

NBL_KERNEL(transposed_without_barrier) {
    uint32_t t = THREAD();
    NBL_STORE(tile_a, t, NBL_LOAD(source, t));
    NBL_STORE(result, t, NBL_LOAD(tile_a, t % 8u * 8u + t / 8u));
}
NBL_KERNEL(transposed) {
    uint32_t t = THREAD();
    NBL_STORE(padded_tile, t / 8u * 9u + t % 8u, NBL_LOAD(source, t));
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(padded_tile, t % 8u * 9u + t / 8u));
}
NBL_KERNEL(transposed_with_a_pad_that_is_not_there) {
    uint32_t t = THREAD();
    NBL_STORE(tile_a, t / 8u * 9u + t % 8u, NBL_LOAD(source, t));
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(tile_a, t % 8u * 9u + t / 8u));
}
NBL_KERNEL(transposed_in_place) { /* 16 by 16 in four workgroups: each writes what another one reads */
    uint32_t t = THREAD(), gx = GROUP() % 2u, gy = GROUP() / 2u;
    NBL_STORE(tile_a, t, NBL_LOAD(source, (gy * 8u + t / 8u) * 16u + gx * 8u + t % 8u));
    BARRIER();
    NBL_STORE(source, (gx * 8u + t / 8u) * 16u + gy * 8u + t % 8u, NBL_LOAD(tile_a, t % 8u * 8u + t / 8u));
}
NBL_KERNEL(transposed_in_place_by_pairs) { /* three workgroups: two on the diagonal, one for a pair of tiles */
    uint32_t t = THREAD(), gx = GROUP() > 0u ? 1u : 0u, gy = GROUP() > 1u ? 1u : 0u;
    uint32_t here = (gy * 8u + t / 8u) * 16u + gx * 8u + t % 8u, there = (gx * 8u + t / 8u) * 16u + gy * 8u + t % 8u;
    NBL_STORE(tile_a, t, NBL_LOAD(source, here));
    NBL_STORE(tile_b, t, NBL_LOAD(source, there));
    BARRIER();
    if (gx != gy) NBL_STORE(source, here, NBL_LOAD(tile_b, t % 8u * 8u + t / 8u));
    NBL_STORE(source, there, NBL_LOAD(tile_a, t % 8u * 8u + t / 8u));
}
