/* Kernels: a scan or reduction of a whole buffer in three passes, tile by tile.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Reduce-then-scan: pass 0 sums up every tile; pass 1, one workgroup, scans these sums, so each tile has the sum of all
 * before it, and a reduction its result; pass 2 scans every tile and adds that sum. The source is read twice and the
 * target written once. Elements lie four by four: a buffer is a multiple of 16 bytes.
 *
 *   NBL_SCAN_SCALAR    uint32_t, int32_t or float32_t
 *   NBL_SCAN_FUNCTION  plus, minimum or maximum, as nbl/functional.h calls them
 *   NBL_SCAN_NATIVE    optional: add, min or max, nbl/subgroup/arithmetic.h; or NBL_SCAN_PREFERRED in its place: the
 *                      device's own operation if it has one
 *   NBL_SCAN_ANY_ORDER 1: the order of sums may depend on the subgroup's size; 0, the default: it is stated
 *   NBL_PARAMETER(pass)  0 to 2
 *   NBL_PARAMETER(kind)  0 inclusive, 1 exclusive, 2 reduce
 *   NBL_SCAN_KERNEL    its name
 *   NBL_SCAN_INVOCATIONS, NBL_SCAN_ROUNDS, NBL_SCAN_SUM_ROUNDS
 *                      optional: a tile has INVOCATIONS * 4 * ROUNDS elements,
 *                      a tile of a reduction in any order INVOCATIONS * 4 * SUM_ROUNDS
 */
#include "shaders/scan_tile.h"
#define scan_sums_ NBL_SCAN_OF(_scan_sums)
#define scan_tile_ NBL_SCAN_OF(_scan_tile)
#define sum_ NBL_SCAN_OF(_sum)
#define sum_rounds_ NBL_SCAN_OF(_sum_rounds)
#define sum_tile_ NBL_SCAN_OF(_sum_tile)
#define tile_reduce_ NBL_SCAN_OF(_tile_reduce)
#define tile_scan_ NBL_SCAN_OF(_tile_scan)
#define tile_sum_ NBL_SCAN_OF(_tile_sum)

#ifndef NBL_SHADERS_SCAN_H
#define NBL_SHADERS_SCAN_H

NBL_BUFFER(2, NBL_CAT(NBL_CAT(nbl_, NBL_SCAN_SCALAR), 4), scan_sums) /* by tile */
NBL_BUFFER(2, NBL_SCAN_SCALAR, scan_sum)
NBL_BUFFER(1, NBL_SCAN_SCALAR, scan_result) /* of a reduction */
#endif

/* x becomes its scan, continued from `before`; returns the sum of the tile alone. */
NBL_FUNCTION NBL_SCAN_SCALAR scan_tile_(NBL_SCAN_ELEMENTS, NBL_SCAN_SCALAR before, bool inclusive) {
#if NBL_SCAN_ANY_ORDER
    NBL_SCAN_SCALAR stretch[NBL_SCAN_ROUNDS];
    NBL_SCAN_SCALAR sums[2];
    tile_begin_(x, sums);
    tile_lanes_(x, stretch);
    tile_end_(x, stretch, NBL_SCAN_OPERATOR(before, sums[0]), inclusive);
    return sums[1];
#else
    NBL_SCAN_SCALAR all = tile_scan_(x, inclusive);
    NBL_UNROLL for (uint32_t i = 0u; i < NBL_SCAN_ITEMS * NBL_SCAN_ROUNDS; i++) x[i] = NBL_SCAN_OPERATOR(before, x[i]);
    return all;
#endif
}

/* Returns the rounds of a tile that is summed: vectors of four elements that an invocation loads. */
NBL_FUNCTION uint32_t sum_rounds_(void) {
    return NBL_SCAN_ANY_ORDER != 0 && NBL_PARAMETER(kind) == 2u ? NBL_SCAN_SUM_ROUNDS : NBL_SCAN_ROUNDS;
}
NBL_FUNCTION uint32_t sum_tile_(void) { return NBL_SCAN_INVOCATIONS * 4u * sum_rounds_(); }

/* Returns the sum of the tile that begins at `first`. In any order (NBL_SCAN_ANY_ORDER) each invocation first adds up
 * all that it loads. */
NBL_FUNCTION NBL_SCAN_SCALAR sum_(uint32_t first, uint32_t count) {
#if NBL_SCAN_ANY_ORDER
    NBL_SCAN_SCALAR sums[2];
    NBL_SCAN_SCALAR all = scan_identity_();
    uint32_t own = first + 4u * nbl_local_invocation_index();
    if (first + sum_tile_() <= count) {
        NBL_UNROLL for (uint32_t r = 0u; r < sum_rounds_(); r++) all =
            NBL_SCAN_OPERATOR(all, add_four_(NBL_LOAD(scan_source, (own >> 2) + r * NBL_SCAN_INVOCATIONS)));
    } else {
        NBL_UNROLL for (uint32_t r = 0u; r < sum_rounds_(); r++) all =
            NBL_SCAN_OPERATOR(all, add_four_(load_four_(own + r * (NBL_SCAN_INVOCATIONS * 4u), count)));
    }
    tile_sum_(all, sums);
    return sums[1];
#else
    NBL_SCAN_SCALAR x[NBL_SCAN_ITEMS * NBL_SCAN_ROUNDS];
    load_(x, first, count);
    return tile_reduce_(x);
#endif
}

/* Scans the sums of all tiles, a tile of sums at a time, each continued from the one before. */
NBL_FUNCTION void scan_sums_(uint32_t tiles) {
    NBL_SCAN_SCALAR x[NBL_SCAN_ITEMS * NBL_SCAN_ROUNDS];
    NBL_SCAN_SCALAR nothing = scan_identity_();
    NBL_SCAN_SCALAR before = nothing;
    for (uint32_t first = 0u; first < tiles; first += NBL_SCAN_TILE) {
        if (first > 0u) NBL_WORKGROUP_BARRIER();
        NBL_UNROLL for (uint32_t r = 0u; r < NBL_SCAN_ROUNDS; r++) {
            uint32_t at = first + tile_index_(r);
            NBL_SCAN_VECTOR four = {nothing, nothing, nothing, nothing};
            if (at < tiles) four = NBL_LOAD(scan_sums, at >> 2);
            unpack_(x, r, cut_(four, at, tiles));
        }
        NBL_SCAN_SCALAR all = scan_tile_(x, before, false);
        NBL_UNROLL for (uint32_t r = 0u; r < NBL_SCAN_ROUNDS; r++) {
            uint32_t at = first + tile_index_(r);
            NBL_SCAN_VECTOR four = {x[4u * r], x[4u * r + 1u], x[4u * r + 2u], x[4u * r + 3u]};
            if (NBL_PARAMETER(kind) != 2u && at < tiles) NBL_STORE(scan_sums, at >> 2, four);
        }
        before = NBL_SCAN_OPERATOR(before, all);
    }
    if (NBL_PARAMETER(kind) == 2u && nbl_local_invocation_index() == 0u) NBL_STORE(scan_result, 0u, before);
}

NBL_LOCAL_SIZE(NBL_SCAN_INVOCATIONS)
NBL_KERNEL(NBL_SCAN_KERNEL) {
    uint32_t count = NBL_PUSH_CONSTANT(scan_constants).count;
    uint32_t tiles = (count - 1u) / sum_tile_() + 1u;
    uint32_t tile = nbl_workgroup_index();
    if (NBL_PARAMETER(pass) == 1u) {
        scan_sums_(tiles);
    } else if (tile < tiles) {
        if (NBL_PARAMETER(pass) == 0u) {
            NBL_SCAN_SCALAR all = sum_(tile * sum_tile_(), count);
            if (nbl_local_invocation_index() == 0u) NBL_STORE(scan_sum, tile, all);
        } else {
            NBL_SCAN_SCALAR x[NBL_SCAN_ITEMS * NBL_SCAN_ROUNDS];
            load_(x, tile * NBL_SCAN_TILE, count);
            scan_tile_(x, NBL_LOAD(scan_sum, tile), NBL_PARAMETER(kind) == 0u);
            store_(x, tile * NBL_SCAN_TILE, count);
        }
    }
}

#undef tile_sum_
#undef tile_scan_
#undef tile_reduce_
#undef sum_tile_
#undef sum_rounds_
#undef sum_
#undef scan_tile_
#undef scan_sums_
#include "shaders/scan_end.h"
