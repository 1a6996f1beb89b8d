/* Kernels: a scan of a whole buffer in one pass, in which each tile looks back at what the tiles before it have told.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A workgroup sums up its tile and tells that sum, its aggregate, before it scans anything; looks back at the tiles
 * before it, adding up aggregates until it meets a prefix, the sum of a tile and all before it; tells its own prefix,
 * and puts what it found before its tile. The source is read once and the target written once.
 *
 *   tile       ...   5         6           7           8        each subgroup looks at as many tiles as it has lanes,
 *   has told        prefix   aggregate  aggregate    (looks)    the first at the nearest, and all at once: so a turn
 *                                                               sees as many tiles as a workgroup has invocations
 *
 * What a tile has told stands in two words, each with two bits that say what it is and half of the value:
 *
 *   bit      31 .. 18   17 .. 2          1 0
 *   word 0   0          low half         0 nothing yet, 1 aggregate, 2 prefix
 *   word 1   0          high half        the same
 *
 * Words that say the same are of one value, since a tile's aggregate and its prefix are each one value, by whichever
 * workgroup: so relaxed atomics suffice, and no other memory is handed on. This works for integers only: a float sum
 * would depend on the order in which workgroups write.
 *
 * An earlier workgroup need not progress while a later one waits. So an invocation that asked NBL_SCAN_MAX_LOOKS times
 * for a tile in vain sums that tile up itself and tells its aggregate. Source: D. Merrill, M. Garland, Single-pass
 * parallel prefix scan with decoupled look-back, NVIDIA NVR-2016-002; the last step: T. Smith, R. Levien, J. D. Owens,
 * Decoupled fallback, SPAA 2025.
 *
 *   NBL_SCAN_SCALAR    uint32_t or int32_t, and NBL_SCAN_FUNCTION, _NATIVE, _KERNEL, _INVOCATIONS, _ROUNDS and
 *                      NBL_PARAMETER(kind), 0 or 1, as shaders/scan.h takes them; NBL_SCAN_ANY_ORDER and
 *                      NBL_MEMORY_MODEL 1
 *   NBL_PARAMETER(pass)  0 forgets what an earlier scan has told, 1 scans
 *   NBL_SCAN_MAX_LOOKS  optional
 */
#include "shaders/scan_tile.h"
#define look_at_ NBL_SCAN_OF(_look_at)
#define look_back_ NBL_SCAN_OF(_look_back)
#define subgroup_reduce_ NBL_SCAN_OF(_subgroup_reduce)
#define sum_alone_ NBL_SCAN_OF(_sum_alone)
#define tell_ NBL_SCAN_OF(_tell)
#define tell_for_ NBL_SCAN_OF(_tell_for)

#ifndef NBL_SHADERS_SCAN_LOOK_BACK_H
#define NBL_SHADERS_SCAN_LOOK_BACK_H

#ifndef NBL_SCAN_MAX_LOOKS
#define NBL_SCAN_MAX_LOOKS 1024u /* chosen; the host has a number of its own, host/scan/plan.h */
#endif
#define NBL_SCAN_NOTHING 0u
#define NBL_SCAN_AGGREGATE 1u
#define NBL_SCAN_PREFIX 2u

NBL_COHERENT_BUFFER(2, uint32_t, scan_told) /* two by tile */
NBL_BUFFER(2, nbl_uint32_t4, scan_told_four)
/* Of each subgroup: the sum of the tiles that it looked at, from their last prefix on, and whether there was a
 * prefix. */
NBL_SHARED(NBL_SCAN_SCALAR, scan_window, NBL_SCAN_INVOCATIONS)
NBL_SHARED(uint32_t, scan_window_ends, NBL_SCAN_INVOCATIONS)

/* Returns a word of what a tile tells: a half of its value, and NBL_SCAN_AGGREGATE or _PREFIX. */
NBL_FUNCTION uint32_t nbl_scan_word(uint32_t what, uint32_t half_of_value) {
    return what | (half_of_value & 65535u) << 2;
}
#endif

NBL_FUNCTION void tell_(uint32_t tile, uint32_t what, NBL_SCAN_SCALAR value) {
    uint32_t bits = NBL_CAST(uint32_t, value);
    NBL_ATOMIC_STORE(scan_told, 2u * tile, nbl_scan_word(what, bits), NBL_SCOPE_DEVICE, NBL_ORDER_RELAXED);
    NBL_ATOMIC_STORE(scan_told, 2u * tile + 1u, nbl_scan_word(what, bits >> 16), NBL_SCOPE_DEVICE, NBL_ORDER_RELAXED);
}

/* Tells another tile's aggregate, unless that tile has told it meanwhile. */
NBL_FUNCTION void tell_for_(uint32_t tile, NBL_SCAN_SCALAR value) {
    uint32_t bits = NBL_CAST(uint32_t, value);
    NBL_ATOMIC_COMPARE_EXCHANGE(scan_told, 2u * tile, NBL_SCAN_NOTHING, nbl_scan_word(NBL_SCAN_AGGREGATE, bits));
    NBL_ATOMIC_COMPARE_EXCHANGE(scan_told, 2u * tile + 1u, NBL_SCAN_NOTHING,
                                nbl_scan_word(NBL_SCAN_AGGREGATE, bits >> 16));
}

/* Returns the sum of a tile, computed by one subgroup. */
NBL_FUNCTION NBL_SCAN_SCALAR sum_alone_(uint32_t first, uint32_t count) {
    NBL_SCAN_SCALAR all = scan_identity_();
    for (uint32_t i = nbl_subgroup_invocation_id(); i < NBL_SCAN_TILE / 4u; i += nbl_subgroup_size())
        all = NBL_SCAN_OPERATOR(all, add_four_(load_four_(first + 4u * i, count)));
    return subgroup_reduce_(all);
}

/* Looks at a subgroup's tiles, lane l at tile end - lanes + l, and fills in its entry of scan_window. */
NBL_FUNCTION void look_at_(uint32_t end, uint32_t count) {
    NBL_SCAN_SCALAR nothing = scan_identity_();
    NBL_SCAN_SCALAR value = nothing;
    uint32_t lanes = nbl_subgroup_size();
    uint32_t lane = nbl_subgroup_invocation_id();
    uint32_t prefix = 0u; /* after the last; 0: none */
    uint32_t missing = lanes;
    uint32_t asked = 0u;
    while (missing > prefix) {
        uint32_t what = NBL_SCAN_AGGREGATE; /* of a tile before the first: nothing */
        if (end + lane >= lanes) {
            uint32_t at = end + lane - lanes;
            uint32_t low = NBL_ATOMIC_LOAD(scan_told, 2u * at, NBL_SCOPE_DEVICE, NBL_ORDER_RELAXED);
            uint32_t high = NBL_ATOMIC_LOAD(scan_told, 2u * at + 1u, NBL_SCOPE_DEVICE, NBL_ORDER_RELAXED);
            what = ((low ^ high) & 3u) == 0u ? low & 3u : NBL_SCAN_NOTHING;
            value = NBL_CAST(NBL_SCAN_SCALAR, (low >> 2) | ((high >> 2) << 16));
        }
        prefix = nbl_subgroup_max(what == NBL_SCAN_PREFIX ? lane + 1u : 0u);
        missing = nbl_subgroup_max(what == NBL_SCAN_NOTHING ? lane + 1u : 0u);
        asked = asked + 1u;
        if (missing > prefix && asked >= NBL_SCAN_MAX_LOOKS) {
            uint32_t late = end + missing - 1u - lanes;
            NBL_COUNT(scan_late_tiles, 1u);
            NBL_SCAN_SCALAR sum = sum_alone_(late * NBL_SCAN_TILE, count);
            if (lane == 0u) tell_for_(late, sum);
            asked = 0u;
        }
    }
    value = subgroup_reduce_(lane + 1u >= prefix ? value : nothing);
    if (lane == 0u) {
        NBL_STORE(scan_window, nbl_subgroup_id(), value);
        NBL_STORE(scan_window_ends, nbl_subgroup_id(), prefix);
    }
}

/* Returns the sum of all tiles before `tile`, computed by the workgroup. */
NBL_FUNCTION NBL_SCAN_SCALAR look_back_(uint32_t tile, uint32_t count) {
    NBL_SCAN_SCALAR found = scan_identity_();
    uint32_t lanes = nbl_subgroup_size();
    uint32_t end = tile; /* what stands between it and `tile` is found */
    while (end != 0u) {
        uint32_t nearer = nbl_subgroup_id() * lanes;
        look_at_(end > nearer ? end - nearer : 0u, count);
        NBL_WORKGROUP_BARRIER();
        uint32_t prefix = 0u;
        for (uint32_t s = 0u; s < NBL_SCAN_INVOCATIONS / lanes && prefix == 0u; s++) {
            found = NBL_SCAN_OPERATOR(NBL_LOAD(scan_window, s), found);
            prefix = NBL_LOAD(scan_window_ends, s);
        }
        end = prefix != 0u || end <= NBL_SCAN_INVOCATIONS ? 0u : end - NBL_SCAN_INVOCATIONS;
        if (end != 0u) NBL_WORKGROUP_BARRIER();
    }
    return found;
}

NBL_LOCAL_SIZE(NBL_SCAN_INVOCATIONS)
NBL_KERNEL(NBL_SCAN_KERNEL) {
    uint32_t count = NBL_PUSH_CONSTANT(scan_constants).count;
    uint32_t tiles = (count - 1u) / NBL_SCAN_TILE + 1u;
    uint32_t tile = nbl_workgroup_index();
    uint32_t t = nbl_local_invocation_index();
    if (NBL_PARAMETER(pass) == 0u) {
        nbl_uint32_t4 none = {0u, 0u, 0u, 0u};
        uint32_t i = tile * NBL_SCAN_INVOCATIONS + t;
        if (i < tiles / 2u + 1u) NBL_STORE(scan_told_four, i, none);
    } else if (tile < tiles) {
        NBL_SCAN_SCALAR x[NBL_SCAN_ITEMS * NBL_SCAN_ROUNDS];
        NBL_SCAN_SCALAR stretch[NBL_SCAN_ROUNDS];
        NBL_SCAN_SCALAR sums[2];
        load_(x, tile * NBL_SCAN_TILE, count);
        tile_begin_(x, sums);
        if (tile != 0u && t == 0u) tell_(tile, NBL_SCAN_AGGREGATE, sums[1]);
        tile_lanes_(x, stretch); /* while what was told gets around */
        NBL_SCAN_SCALAR before = look_back_(tile, count);
        if (t == 0u) tell_(tile, NBL_SCAN_PREFIX, NBL_SCAN_OPERATOR(before, sums[1]));
        tile_end_(x, stretch, NBL_SCAN_OPERATOR(before, sums[0]), NBL_PARAMETER(kind) == 0u);
        store_(x, tile * NBL_SCAN_TILE, count);
    }
}

#undef tell_for_
#undef tell_
#undef sum_alone_
#undef subgroup_reduce_
#undef look_back_
#undef look_at_
#include "shaders/scan_end.h"
