/* Exchanges complex numbers between the lanes of a subgroup, as dwords (words of 32 bits): 2 of a float32, 4 of a
 * float64, 1 of a float16.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Lane i calls nbl_dwords_shuffle_xor_<scalar>(d, mask) and gets the d with which lane i ^ mask calls it. The
 * lanes call it together: the result of lane i is undefined if lane i ^ mask does not make this call, or does not
 * exist, as in a last subgroup with fewer invocations.
 *
 * d     the dwords of a complex number: value[0] to value[1], value[3] or value[0], by the scalar; the rest of the four
 *       dwords in nbl_dwords_t (nbl/complex.h) is returned unchanged
 * mask  0 to the subgroup's size - 1, the same in all lanes; 0 alone on a target without subgroup operations
 *
 * The functions for float64 and float16 exist if NBL_HAS_FLOAT64 or NBL_HAS_FLOAT16 is 1.
 */
#ifndef NBL_SUBGROUP_DWORDS_H
#define NBL_SUBGROUP_DWORDS_H

#include "nbl/complex.h"

/* Returns d with value[first] and value[first + 1] replaced by those of lane (this lane ^ mask). Internal: for the
 * functions below. NBL_BARRIER_BEFORE_SHUFFLE() is a subgroup barrier if NBL_SUBGROUP_BARRIER_BEFORE_SHUFFLE of
 * nbl/lang.h is 1, else nothing.
 *
 * first  0, or 2 for the imaginary part of a float64 */
NBL_FUNCTION nbl_dwords_t nbl_dwords_shuffle_two_xor(nbl_dwords_t d, uint32_t first, uint32_t mask) {
    nbl_dwords_t moved = d;
    nbl_uint32_t2 parts = {d.value[first], d.value[first + 1u]};
    NBL_BARRIER_BEFORE_SHUFFLE();
    parts = nbl_subgroup_shuffle_xor(parts, mask);
    moved.value[first] = parts.x;
    moved.value[first + 1u] = parts.y;
    return moved;
}

/* Returns the two dwords of a complex float32 that lane (this lane ^ mask) gives as d. */
NBL_FUNCTION nbl_dwords_t nbl_dwords_shuffle_xor_float32_t(nbl_dwords_t d, uint32_t mask) {
    return nbl_dwords_shuffle_two_xor(d, 0u, mask);
}

#if NBL_HAS_FLOAT64
/* Returns the four dwords of a complex float64 that lane (this lane ^ mask) gives as d. */
NBL_FUNCTION nbl_dwords_t nbl_dwords_shuffle_xor_float64_t(nbl_dwords_t d, uint32_t mask) {
    return nbl_dwords_shuffle_two_xor(nbl_dwords_shuffle_two_xor(d, 0u, mask), 2u, mask);
}
#endif

#if NBL_HAS_FLOAT16
/* Returns the one dword of a complex float16 that lane (this lane ^ mask) gives as d. */
NBL_FUNCTION nbl_dwords_t nbl_dwords_shuffle_xor_float16_t(nbl_dwords_t d, uint32_t mask) {
    nbl_dwords_t moved = d;
    NBL_BARRIER_BEFORE_SHUFFLE();
    moved.value[0] = nbl_subgroup_shuffle_xor(d.value[0], mask);
    return moved;
}
#endif

#endif
