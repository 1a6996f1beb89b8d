/* Kernels: a scan or reduction of a whole buffer in three passes, tile by tile.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Reduce-then-scan: pass 0 sums up every tile; pass 1, one workgroup, makes of these sums what stands before each tile,
 * and of a reduction the result; pass 2 scans every tile behind that. The source is read twice and the target written
 * once. Elements lie four by four: a buffer is a multiple of 16 bytes.
 *
 *   NBL_SCAN_SCALAR    uint32_t, int32_t or float32_t
 *   NBL_SCAN_FUNCTION  plus, minimum or maximum, as nbl/functional.h calls them
 *   NBL_SCAN_NATIVE    optional: add, min or max, nbl/subgroup/arithmetic.h
 *   NBL_SCAN_ANY_ORDER 1: the order of sums may depend on the subgroup's size; 0, the default: it is stated
 *   NBL_PARAMETER(pass)  0 to 2
 *   NBL_PARAMETER(kind)  0 inclusive, 1 exclusive, 2 reduce
 *   NBL_SCAN_KERNEL    its name
 *   NBL_SCAN_INVOCATIONS, NBL_SCAN_ROUNDS, NBL_SCAN_SUM_ROUNDS   optional: a tile has INVOCATIONS * 4 * ROUNDS elements,
 *                      that of a reduction in any order INVOCATIONS * 4 * SUM_ROUNDS
 */
#include "shaders/scan_tile.h"

#ifndef NBL_SHADERS_SCAN_H
#define NBL_SHADERS_SCAN_H

NBL_BUFFER(2, NBL_CAT(NBL_CAT(nbl_, NBL_SCAN_SCALAR), 4), scan_sums) /* by tile */
NBL_BUFFER(2, NBL_SCAN_SCALAR, scan_sum)
NBL_BUFFER(1, NBL_SCAN_SCALAR, scan_result) /* of a reduction */
#endif

/* x becomes its scan, continued from `before`; returns the sum of the tile alone. */
NBL_FUNCTION NBL_SCAN_SCALAR NBL_SCAN_OF(_scan_tile)(NBL_SCAN_ELEMENTS, NBL_SCAN_SCALAR before, bool inclusive) {
#if NBL_SCAN_ANY_ORDER
    NBL_SCAN_SCALAR stretch[NBL_SCAN_ROUNDS];
    NBL_SCAN_SCALAR sums[2];
    NBL_SCAN_OF(_tile_begin)(x, sums);
    NBL_SCAN_OF(_tile_lanes)(x, stretch);
    NBL_SCAN_OF(_tile_end)(x, stretch, NBL_SCAN_OPERATOR(before, sums[0]), inclusive);
    return sums[1];
#else
    NBL_SCAN_SCALAR all = NBL_SCAN_OF(_tile_scan)(x, inclusive);
    NBL_UNROLL for (uint32_t i = 0u; i < NBL_SCAN_ITEMS * NBL_SCAN_ROUNDS; i++) x[i] = NBL_SCAN_OPERATOR(before, x[i]);
    return all;
#endif
}

/* Rounds of a tile that is summed, and its number of elements. */
NBL_FUNCTION uint32_t NBL_SCAN_OF(_sum_rounds)(void) {
    return NBL_SCAN_ANY_ORDER != 0 && NBL_PARAMETER(kind) == 2u ? NBL_SCAN_SUM_ROUNDS : NBL_SCAN_ROUNDS;
}
NBL_FUNCTION uint32_t NBL_SCAN_OF(_sum_tile)(void) { return NBL_SCAN_INVOCATIONS * 4u * NBL_SCAN_OF(_sum_rounds)(); }

/* The sum of the tile that begins at `first`; in any order each invocation adds up all that it loads. */
NBL_FUNCTION NBL_SCAN_SCALAR NBL_SCAN_OF(_sum)(uint32_t first, uint32_t count) {
#if NBL_SCAN_ANY_ORDER
    NBL_SCAN_SCALAR sums[2];
    NBL_SCAN_SCALAR all = NBL_CAT(NBL_SCAN_OPERATOR, _identity)();
    uint32_t own = first + 4u * nbl_local_invocation_index();
    if (first + NBL_SCAN_OF(_sum_tile)() <= count) {
        NBL_UNROLL for (uint32_t r = 0u; r < NBL_SCAN_OF(_sum_rounds)(); r++) all =
            NBL_SCAN_OPERATOR(all,
                              NBL_SCAN_OF(_add_four)(NBL_LOAD(scan_source, (own >> 2) + r * NBL_SCAN_INVOCATIONS)));
    } else {
        NBL_UNROLL for (uint32_t r = 0u; r < NBL_SCAN_OF(_sum_rounds)(); r++) all = NBL_SCAN_OPERATOR(
            all, NBL_SCAN_OF(_add_four)(NBL_SCAN_OF(_load_four)(own + r * (NBL_SCAN_INVOCATIONS * 4u), count)));
    }
    NBL_SCAN_OF(_tile_sum)(all, sums);
    return sums[1];
#else
    NBL_SCAN_SCALAR x[NBL_SCAN_ITEMS * NBL_SCAN_ROUNDS];
    NBL_SCAN_OF(_load)(x, first, count);
    return NBL_SCAN_OF(_tile_reduce)(x);
#endif
}

/* The sums of all tiles, a tile of them at a time, each behind the ones before. */
NBL_FUNCTION void NBL_SCAN_OF(_scan_sums)(uint32_t tiles) {
    NBL_SCAN_SCALAR x[NBL_SCAN_ITEMS * NBL_SCAN_ROUNDS];
    NBL_SCAN_SCALAR nothing = NBL_CAT(NBL_SCAN_OPERATOR, _identity)();
    NBL_SCAN_SCALAR before = nothing;
    for (uint32_t first = 0u; first < tiles; first += NBL_SCAN_TILE) {
        if (first > 0u) NBL_WORKGROUP_BARRIER();
        NBL_UNROLL for (uint32_t r = 0u; r < NBL_SCAN_ROUNDS; r++) {
            uint32_t at = first + NBL_SCAN_OF(_tile_index)(r);
            NBL_SCAN_VECTOR four = {nothing, nothing, nothing, nothing};
            if (at < tiles) four = NBL_LOAD(scan_sums, at >> 2);
            NBL_SCAN_OF(_unpack)(x, r, NBL_SCAN_OF(_cut)(four, at, tiles));
        }
        NBL_SCAN_SCALAR all = NBL_SCAN_OF(_scan_tile)(x, before, false);
        NBL_UNROLL for (uint32_t r = 0u; r < NBL_SCAN_ROUNDS; r++) {
            uint32_t at = first + NBL_SCAN_OF(_tile_index)(r);
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
    uint32_t tiles = (count - 1u) / NBL_SCAN_OF(_sum_tile)() + 1u;
    uint32_t tile = nbl_workgroup_index();
    if (NBL_PARAMETER(pass) == 1u) {
        NBL_SCAN_OF(_scan_sums)(tiles);
    } else if (tile < tiles) {
        if (NBL_PARAMETER(pass) == 0u) {
            NBL_SCAN_SCALAR all = NBL_SCAN_OF(_sum)(tile * NBL_SCAN_OF(_sum_tile)(), count);
            if (nbl_local_invocation_index() == 0u) NBL_STORE(scan_sum, tile, all);
        } else {
            NBL_SCAN_SCALAR x[NBL_SCAN_ITEMS * NBL_SCAN_ROUNDS];
            NBL_SCAN_OF(_load)(x, tile * NBL_SCAN_TILE, count);
            NBL_SCAN_OF(_scan_tile)(x, NBL_LOAD(scan_sum, tile), NBL_PARAMETER(kind) == 0u);
            NBL_SCAN_OF(_store)(x, tile * NBL_SCAN_TILE, count);
        }
    }
}

#undef NBL_SCAN_ELEMENTS
#undef NBL_SCAN_VECTOR
#undef NBL_SCAN_OF
#undef NBL_SCAN_OPERATOR
#undef NBL_SCAN_FUNCTION
#undef NBL_SCAN_KERNEL
#undef NBL_SCAN_NATIVE
