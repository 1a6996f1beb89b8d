/* What the kernels of a scan have in common: buffers, how a tile is loaded, summed up, scanned and stored.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by shaders/scan.h and shaders/scan_look_back.h, which say what the parameters are, never by itself.
 */
#include "nbl/functional.h"

#ifndef NBL_SHADERS_SCAN_TILE_H
#define NBL_SHADERS_SCAN_TILE_H

#ifndef NBL_SCAN_ANY_ORDER
#define NBL_SCAN_ANY_ORDER 0
#endif
#ifndef NBL_SCAN_INVOCATIONS
#define NBL_SCAN_INVOCATIONS 256
#endif
#ifndef NBL_SCAN_ROUNDS /* vectors of four elements that an invocation has */
#define NBL_SCAN_ROUNDS 8
#endif
#ifndef NBL_SCAN_SUM_ROUNDS /* where only a sum is computed */
#define NBL_SCAN_SUM_ROUNDS 32
#endif
#define NBL_SCAN_ITEMS 4
#define NBL_SCAN_TILE (NBL_SCAN_INVOCATIONS * 4u * NBL_SCAN_ROUNDS)
#if NBL_SCAN_ANY_ORDER
#define NBL_SCAN_ENTRIES NBL_SCAN_INVOCATIONS /* for subgroups of one lane */
#else
#define NBL_SCAN_ENTRIES (NBL_SCAN_INVOCATIONS * NBL_SCAN_ROUNDS)
#endif

#ifndef NBL_SCAN_SHARED_GET /* NBL_SCAN_ENTRIES elements */
#define NBL_SCAN_SHARED_GET(i) NBL_LOAD(scan_scratch, i)
#define NBL_SCAN_SHARED_SET(i, v) NBL_STORE(scan_scratch, i, v)
#endif

NBL_STRUCT(nbl_scan_constants_t) { uint32_t count; /* of elements in all */ };

NBL_BUFFER(0, NBL_CAT(NBL_CAT(nbl_, NBL_SCAN_SCALAR), 4), scan_source)
NBL_BUFFER(1, NBL_CAT(NBL_CAT(nbl_, NBL_SCAN_SCALAR), 4), scan_target)
NBL_SHARED(NBL_SCAN_SCALAR, scan_scratch, NBL_SCAN_ENTRIES)
NBL_PUSH_CONSTANTS(nbl_scan_constants_t, scan_constants)
#endif

#define NBL_SCAN_OPERATOR NBL_CAT(NBL_CAT(nbl_, NBL_SCAN_FUNCTION), NBL_CAT(_, NBL_SCAN_SCALAR))
#define NBL_SCAN_OF(function) NBL_CAT(NBL_SCAN_KERNEL, function)
#define NBL_SCAN_VECTOR NBL_CAT(NBL_CAT(nbl_, NBL_SCAN_SCALAR), 4)
#define NBL_SCAN_ELEMENTS NBL_INOUT NBL_SCAN_SCALAR x[NBL_SCAN_ITEMS * NBL_SCAN_ROUNDS]

#define NBL_SUBGROUP_ARITHMETIC_NAME NBL_SCAN_OF(_subgroup)
#define NBL_SUBGROUP_ARITHMETIC_TYPE NBL_SCAN_SCALAR
#define NBL_SUBGROUP_ARITHMETIC_OPERATOR NBL_SCAN_OPERATOR
#ifdef NBL_SCAN_NATIVE
#define NBL_SUBGROUP_ARITHMETIC_NATIVE NBL_SCAN_NATIVE
#elif defined(NBL_SCAN_PREFERRED)
#define NBL_SUBGROUP_ARITHMETIC_PREFERRED NBL_SCAN_PREFERRED
#endif
#include "nbl/subgroup/arithmetic.h"

#define NBL_WORKGROUP_ARITHMETIC_NAME NBL_SCAN_OF(_tile)
#define NBL_WORKGROUP_ARITHMETIC_TYPE NBL_SCAN_SCALAR
#define NBL_WORKGROUP_ARITHMETIC_OPERATOR NBL_SCAN_OPERATOR
#define NBL_WORKGROUP_ARITHMETIC_SUBGROUP NBL_SCAN_OF(_subgroup)
#define NBL_WORKGROUP_ARITHMETIC_INVOCATIONS NBL_SCAN_INVOCATIONS
#define NBL_WORKGROUP_ARITHMETIC_ITEMS NBL_SCAN_ITEMS
#define NBL_WORKGROUP_ARITHMETIC_ROUNDS NBL_SCAN_ROUNDS
#define NBL_WORKGROUP_ARITHMETIC_SHARED_GET(i) NBL_SCAN_SHARED_GET(i)
#define NBL_WORKGROUP_ARITHMETIC_SHARED_SET(i, v) NBL_SCAN_SHARED_SET(i, v)
#define NBL_WORKGROUP_ARITHMETIC_BARRIER() NBL_WORKGROUP_BARRIER()
#if NBL_SCAN_ANY_ORDER
#include "nbl/workgroup/arithmetic_by_subgroups.h"
#else
#include "nbl/workgroup/arithmetic.h"
#endif

#define scan_identity_ NBL_CAT(NBL_SCAN_OPERATOR, _identity)
#define add_four_ NBL_SCAN_OF(_add_four)
#define cut_ NBL_SCAN_OF(_cut)
#define load_ NBL_SCAN_OF(_load)
#define load_four_ NBL_SCAN_OF(_load_four)
#define store_ NBL_SCAN_OF(_store)
#define tile_begin_ NBL_SCAN_OF(_tile_begin)
#define tile_end_ NBL_SCAN_OF(_tile_end)
#define tile_index_ NBL_SCAN_OF(_tile_index)
#define tile_lanes_ NBL_SCAN_OF(_tile_lanes)
#define unpack_ NBL_SCAN_OF(_unpack)

/* Returns four elements from `at` on; elements from `count` on do not exist and are the identity. */
NBL_FUNCTION NBL_SCAN_VECTOR cut_(NBL_SCAN_VECTOR four, uint32_t at, uint32_t count) {
    NBL_SCAN_SCALAR nothing = scan_identity_();
    if (at + 3u >= count) {
        if (at + 3u >= count) four.w = nothing;
        if (at + 2u >= count) four.z = nothing;
        if (at + 1u >= count) four.y = nothing;
        if (at >= count) four.x = nothing;
    }
    return four;
}

NBL_FUNCTION NBL_SCAN_VECTOR load_four_(uint32_t at, uint32_t count) {
    NBL_SCAN_SCALAR nothing = scan_identity_();
    NBL_SCAN_VECTOR four = {nothing, nothing, nothing, nothing};
    if (at < count) four = NBL_LOAD(scan_source, at >> 2);
    return cut_(four, at, count);
}

NBL_FUNCTION NBL_SCAN_SCALAR add_four_(NBL_SCAN_VECTOR four) {
    NBL_SCAN_SCALAR two = NBL_SCAN_OPERATOR(four.x, four.y);
    return NBL_SCAN_OPERATOR(two, NBL_SCAN_OPERATOR(four.z, four.w));
}

NBL_FUNCTION void unpack_(NBL_SCAN_ELEMENTS, uint32_t r, NBL_SCAN_VECTOR four) {
    x[4u * r] = four.x;
    x[4u * r + 1u] = four.y;
    x[4u * r + 2u] = four.z;
    x[4u * r + 3u] = four.w;
}

/* Loads the elements of a tile that begins at `first`. A whole tile has no branch between its loads, so all of them are
 * under way at once. */
NBL_FUNCTION void load_(NBL_SCAN_ELEMENTS, uint32_t first, uint32_t count) {
    if (first + NBL_SCAN_TILE <= count) {
        NBL_UNROLL for (uint32_t r = 0u; r < NBL_SCAN_ROUNDS; r++)
            unpack_(x, r, NBL_LOAD(scan_source, (first + tile_index_(r)) >> 2));
    } else {
        NBL_UNROLL for (uint32_t r = 0u; r < NBL_SCAN_ROUNDS; r++)
            unpack_(x, r, load_four_(first + tile_index_(r), count));
    }
}

NBL_FUNCTION void store_(NBL_SCAN_ELEMENTS, uint32_t first, uint32_t count) {
    NBL_UNROLL for (uint32_t r = 0u; r < NBL_SCAN_ROUNDS; r++) {
        uint32_t at = first + tile_index_(r);
        NBL_SCAN_VECTOR four = {x[4u * r], x[4u * r + 1u], x[4u * r + 2u], x[4u * r + 3u]};
        if (at < count) NBL_STORE(scan_target, at >> 2, four);
    }
}
