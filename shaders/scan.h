/* Kernels: a scan or reduction of a whole buffer in three passes, by tiles of 8192 elements.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Reduce-then-scan: pass 0 sums up every tile; pass 1, one workgroup, makes of these sums what stands before each tile,
 * and of a reduction the result; pass 2 scans every tile behind that. The source is read twice and the target written
 * once. Elements lie four by four: a buffer is a multiple of 16 bytes.
 *
 *   NBL_SCAN_SCALAR    uint32_t, int32_t or float32_t
 *   NBL_SCAN_FUNCTION  plus, minimum or maximum, as nbl/functional.h calls them
 *   NBL_SCAN_NATIVE    optional: add, min or max, nbl/subgroup/arithmetic.h
 *   NBL_SCAN_PASS      0 to 2
 *   NBL_SCAN_KIND      0 inclusive, 1 exclusive, 2 reduce
 *   NBL_SCAN_KERNEL    its name
 */
#include "nbl/functional.h"

#ifndef NBL_SHADERS_SCAN_H
#define NBL_SHADERS_SCAN_H

#define NBL_SCAN_INVOCATIONS 256
#define NBL_SCAN_ITEMS 4
#define NBL_SCAN_ROUNDS 8
#define NBL_SCAN_TILE 8192u
#define NBL_SCAN_ENTRIES 2048 /* for subgroups of one lane */

NBL_STRUCT(nbl_scan_constants_t) { uint32_t count; /* of elements in all */ };

NBL_BUFFER(0, NBL_CAT(NBL_CAT(nbl_, NBL_SCAN_SCALAR), 4), scan_source)
NBL_BUFFER(1, NBL_CAT(NBL_CAT(nbl_, NBL_SCAN_SCALAR), 4), scan_target)
NBL_BUFFER(2, NBL_CAT(NBL_CAT(nbl_, NBL_SCAN_SCALAR), 4), scan_sums) /* by tile */
NBL_BUFFER(2, NBL_SCAN_SCALAR, scan_sum)
NBL_BUFFER(1, NBL_SCAN_SCALAR, scan_result) /* of a reduction */
NBL_SHARED(NBL_SCAN_SCALAR, scan_scratch, NBL_SCAN_ENTRIES)
NBL_PUSH_CONSTANTS(nbl_scan_constants_t, scan_constants)
#endif

#define NBL_SCAN_OPERATOR NBL_CAT(NBL_CAT(nbl_, NBL_SCAN_FUNCTION), NBL_CAT(_, NBL_SCAN_SCALAR))
#define NBL_SCAN_OF(function) NBL_CAT(NBL_SCAN_KERNEL, function)
#define NBL_SCAN_VECTOR NBL_CAT(NBL_CAT(nbl_, NBL_SCAN_SCALAR), 4)

#define NBL_SUBGROUP_ARITHMETIC_NAME NBL_SCAN_OF(_subgroup)
#define NBL_SUBGROUP_ARITHMETIC_TYPE NBL_SCAN_SCALAR
#define NBL_SUBGROUP_ARITHMETIC_OPERATOR NBL_SCAN_OPERATOR
#ifdef NBL_SCAN_NATIVE
#define NBL_SUBGROUP_ARITHMETIC_NATIVE NBL_SCAN_NATIVE
#endif
#include "nbl/subgroup/arithmetic.h"

#define NBL_WORKGROUP_ARITHMETIC_NAME NBL_SCAN_OF(_tile)
#define NBL_WORKGROUP_ARITHMETIC_TYPE NBL_SCAN_SCALAR
#define NBL_WORKGROUP_ARITHMETIC_OPERATOR NBL_SCAN_OPERATOR
#define NBL_WORKGROUP_ARITHMETIC_SUBGROUP NBL_SCAN_OF(_subgroup)
#define NBL_WORKGROUP_ARITHMETIC_INVOCATIONS NBL_SCAN_INVOCATIONS
#define NBL_WORKGROUP_ARITHMETIC_ITEMS NBL_SCAN_ITEMS
#define NBL_WORKGROUP_ARITHMETIC_ROUNDS NBL_SCAN_ROUNDS
#define NBL_WORKGROUP_ARITHMETIC_SHARED_GET(i) NBL_LOAD(scan_scratch, i)
#define NBL_WORKGROUP_ARITHMETIC_SHARED_SET(i, v) NBL_STORE(scan_scratch, i, v)
#define NBL_WORKGROUP_ARITHMETIC_BARRIER() NBL_WORKGROUP_BARRIER()
#include "nbl/workgroup/arithmetic.h"

/* The elements of a tile that begins at `first`, of the source or of the sums; what lies behind `count` is the identity. */
NBL_FUNCTION void NBL_SCAN_OF(_load)(NBL_INOUT NBL_SCAN_SCALAR x[NBL_SCAN_ITEMS * NBL_SCAN_ROUNDS], uint32_t first,
                                     uint32_t count, bool of_sums) {
    NBL_SCAN_SCALAR nothing = NBL_CAT(NBL_SCAN_OPERATOR, _identity)();
    NBL_UNROLL for (uint32_t r = 0u; r < NBL_SCAN_ROUNDS; r++) {
        uint32_t at = first + NBL_SCAN_OF(_tile_index)(r);
        NBL_SCAN_VECTOR four = {nothing, nothing, nothing, nothing};
        if (at < count) {
            if (of_sums) {
                four = NBL_LOAD(scan_sums, at >> 2);
            } else {
                four = NBL_LOAD(scan_source, at >> 2);
            }
        }
        x[4u * r] = four.x;
        x[4u * r + 1u] = at + 1u < count ? four.y : nothing;
        x[4u * r + 2u] = at + 2u < count ? four.z : nothing;
        x[4u * r + 3u] = at + 3u < count ? four.w : nothing;
    }
}

/* Behind what stands before the tile; into the target or the sums. */
NBL_FUNCTION void NBL_SCAN_OF(_store)(NBL_INOUT NBL_SCAN_SCALAR x[NBL_SCAN_ITEMS * NBL_SCAN_ROUNDS],
                                      NBL_SCAN_SCALAR before, uint32_t first, uint32_t count, bool of_sums) {
    NBL_UNROLL for (uint32_t r = 0u; r < NBL_SCAN_ROUNDS; r++) {
        uint32_t at = first + NBL_SCAN_OF(_tile_index)(r);
        NBL_SCAN_VECTOR four = {NBL_SCAN_OPERATOR(before, x[4u * r]), NBL_SCAN_OPERATOR(before, x[4u * r + 1u]),
                                NBL_SCAN_OPERATOR(before, x[4u * r + 2u]), NBL_SCAN_OPERATOR(before, x[4u * r + 3u])};
        if (at < count) {
            if (of_sums) {
                NBL_STORE(scan_sums, at >> 2, four);
            } else {
                NBL_STORE(scan_target, at >> 2, four);
            }
        }
    }
}

/* The sums of all tiles, 8192 at a time, each behind the ones before. */
NBL_FUNCTION void NBL_SCAN_OF(_scan_sums)(uint32_t tiles) {
    NBL_SCAN_SCALAR x[NBL_SCAN_ITEMS * NBL_SCAN_ROUNDS];
    NBL_SCAN_SCALAR before = NBL_CAT(NBL_SCAN_OPERATOR, _identity)();
    for (uint32_t first = 0u; first < tiles; first += NBL_SCAN_TILE) {
        if (first > 0u) NBL_WORKGROUP_BARRIER();
        NBL_SCAN_OF(_load)(x, first, tiles, true);
        NBL_SCAN_SCALAR all = NBL_SCAN_OF(_tile_exclusive_scan)(x);
        if (NBL_SCAN_KIND != 2u) NBL_SCAN_OF(_store)(x, before, first, tiles, true);
        before = NBL_SCAN_OPERATOR(before, all);
    }
    if (NBL_SCAN_KIND == 2u && nbl_local_invocation_index() == 0u) NBL_STORE(scan_result, 0u, before);
}

NBL_LOCAL_SIZE(NBL_SCAN_INVOCATIONS)
NBL_KERNEL(NBL_SCAN_KERNEL) {
    uint32_t count = NBL_PUSH_CONSTANT(scan_constants).count;
    uint32_t tiles = (count - 1u) / NBL_SCAN_TILE + 1u;
    uint32_t tile = nbl_workgroup_index();
    if (NBL_SCAN_PASS == 1u) {
        NBL_SCAN_OF(_scan_sums)(tiles);
    } else if (tile < tiles) {
        NBL_SCAN_SCALAR x[NBL_SCAN_ITEMS * NBL_SCAN_ROUNDS];
        NBL_SCAN_OF(_load)(x, tile * NBL_SCAN_TILE, count, false);
        if (NBL_SCAN_PASS == 0u) {
            NBL_SCAN_SCALAR all = NBL_SCAN_OF(_tile_reduce)(x);
            if (nbl_local_invocation_index() == 0u) NBL_STORE(scan_sum, tile, all);
        } else {
            NBL_SCAN_OF(_tile_scan)(x, NBL_SCAN_KIND == 0u);
            NBL_SCAN_OF(_store)(x, NBL_LOAD(scan_sum, tile), tile * NBL_SCAN_TILE, count, false);
        }
    }
}

#undef NBL_SCAN_VECTOR
#undef NBL_SCAN_OF
#undef NBL_SCAN_OPERATOR
#undef NBL_SCAN_FUNCTION
#undef NBL_SCAN_KERNEL
#undef NBL_SCAN_NATIVE
