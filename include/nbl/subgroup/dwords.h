/* Complex elements, as the dwords that they are, between the lanes of a subgroup.
 * SPDX-License-Identifier: Apache-2.0
 *
 * nbl_dwords_shuffle_xor_<scalar>(d, mask) returns the dwords of the lane of this one's number ^ mask.
 */
#ifndef NBL_SUBGROUP_DWORDS_H
#define NBL_SUBGROUP_DWORDS_H

#include "nbl/complex.h"

/* Moves two dwords, from number `first` on. */
NBL_FUNCTION nbl_dwords_t nbl_dwords_shuffle_two_xor(nbl_dwords_t d, uint32_t first, uint32_t mask) {
    nbl_dwords_t moved = d;
    nbl_uint32_t2 parts = {d.value[first], d.value[first + 1u]};
    NBL_BARRIER_BEFORE_SHUFFLE();
    parts = nbl_subgroup_shuffle_xor(parts, mask);
    moved.value[first] = parts.x;
    moved.value[first + 1u] = parts.y;
    return moved;
}

/* Returns the dwords of a complex float32 that lane (this lane ^ mask) holds. */
NBL_FUNCTION nbl_dwords_t nbl_dwords_shuffle_xor_float32_t(nbl_dwords_t d, uint32_t mask) {
    return nbl_dwords_shuffle_two_xor(d, 0u, mask);
}

#if NBL_HAS_FLOAT64
/* Returns the dwords of a complex float64 that lane (this lane ^ mask) holds. */
NBL_FUNCTION nbl_dwords_t nbl_dwords_shuffle_xor_float64_t(nbl_dwords_t d, uint32_t mask) {
    return nbl_dwords_shuffle_two_xor(nbl_dwords_shuffle_two_xor(d, 0u, mask), 2u, mask);
}
#endif

#if NBL_HAS_FLOAT16
/* Returns the dword of a complex float16 that lane (this lane ^ mask) holds. */
NBL_FUNCTION nbl_dwords_t nbl_dwords_shuffle_xor_float16_t(nbl_dwords_t d, uint32_t mask) {
    nbl_dwords_t moved = d;
    NBL_BARRIER_BEFORE_SHUFFLE();
    moved.value[0] = nbl_subgroup_shuffle_xor(d.value[0], mask);
    return moved;
}
#endif

#endif
