/* Exchanges complex numbers between the lanes of a subgroup, as dwords (words of 32 bits): 2 of a float32, 4 of a
 * float64, 1 of a float16.
 * SPDX-License-Identifier: Apache-2.0
 *
 * nbl_dwords_shuffle_xor_<scalar>(d, mask) returns what the lane whose number is this lane's number ^ mask gave for d.
 * All lanes of the subgroup call it together; the result is undefined if that lane does not exist or does not take
 * part.
 *
 * d     the number's dwords; dwords beyond it are returned as they are
 * mask  0 to the subgroup's size - 1, the same in all lanes
 *
 * The functions for float64 and float16 exist if NBL_HAS_FLOAT64 or NBL_HAS_FLOAT16 is 1.
 */
#ifndef NBL_SUBGROUP_DWORDS_H
#define NBL_SUBGROUP_DWORDS_H

#include "nbl/complex.h"

/* Returns d with dwords `first` and first + 1 replaced by those of lane (this lane ^ mask). Internal. The barrier
 * before the shuffle is empty unless NBL_SUBGROUP_BARRIER_BEFORE_SHUFFLE is 1: nbl/lang.h says what for.
 *
 * first  0 or 2 */
NBL_FUNCTION nbl_dwords_t nbl_dwords_shuffle_two_xor(nbl_dwords_t d, uint32_t first, uint32_t mask) {
    nbl_dwords_t moved = d;
    nbl_uint32_t2 parts = {d.value[first], d.value[first + 1u]};
    NBL_BARRIER_BEFORE_SHUFFLE();
    parts = nbl_subgroup_shuffle_xor(parts, mask);
    moved.value[first] = parts.x;
    moved.value[first + 1u] = parts.y;
    return moved;
}

/* Returns the dwords of lane (this lane ^ mask): of a complex float32. */
NBL_FUNCTION nbl_dwords_t nbl_dwords_shuffle_xor_float32_t(nbl_dwords_t d, uint32_t mask) {
    return nbl_dwords_shuffle_two_xor(d, 0u, mask);
}

#if NBL_HAS_FLOAT64
/* Returns the dwords of lane (this lane ^ mask): of a complex float64. */
NBL_FUNCTION nbl_dwords_t nbl_dwords_shuffle_xor_float64_t(nbl_dwords_t d, uint32_t mask) {
    return nbl_dwords_shuffle_two_xor(nbl_dwords_shuffle_two_xor(d, 0u, mask), 2u, mask);
}
#endif

#if NBL_HAS_FLOAT16
/* Returns the dword of lane (this lane ^ mask): of a complex float16. */
NBL_FUNCTION nbl_dwords_t nbl_dwords_shuffle_xor_float16_t(nbl_dwords_t d, uint32_t mask) {
    nbl_dwords_t moved = d;
    NBL_BARRIER_BEFORE_SHUFFLE();
    moved.value[0] = nbl_subgroup_shuffle_xor(d.value[0], mask);
    return moved;
}
#endif

#endif
