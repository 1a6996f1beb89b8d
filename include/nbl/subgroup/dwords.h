/* Complex elements, as the dwords that they are, between the lanes of a subgroup.
 * SPDX-License-Identifier: Apache-2.0
 *
 * nbl_dwords_shuffle_xor_<scalar>(d, mask) returns the dwords of the lane of this one's number ^ mask.
 */
#ifndef NBL_SUBGROUP_DWORDS_H
#define NBL_SUBGROUP_DWORDS_H

#include "nbl/fft/dwords.h"

NBL_FUNCTION nbl_dwords_t nbl_dwords_shuffle_xor_float32_t(nbl_dwords_t d, uint32_t mask) {
    nbl_dwords_t moved = d;
    nbl_uint32_t2 parts = {d.dword[0], d.dword[1]};
    NBL_BARRIER_BEFORE_SHUFFLE();
    parts = nbl_subgroup_shuffle_xor(parts, mask);
    moved.dword[0] = parts.x;
    moved.dword[1] = parts.y;
    return moved;
}

#if NBL_HAS_FLOAT64
NBL_FUNCTION nbl_dwords_t nbl_dwords_shuffle_xor_float64_t(nbl_dwords_t d, uint32_t mask) {
    nbl_dwords_t moved = d;
    nbl_uint32_t2 re = {d.dword[0], d.dword[1]};
    NBL_BARRIER_BEFORE_SHUFFLE();
    re = nbl_subgroup_shuffle_xor(re, mask);
    moved.dword[0] = re.x;
    moved.dword[1] = re.y;
    nbl_uint32_t2 im = {d.dword[2], d.dword[3]};
    NBL_BARRIER_BEFORE_SHUFFLE();
    im = nbl_subgroup_shuffle_xor(im, mask);
    moved.dword[2] = im.x;
    moved.dword[3] = im.y;
    return moved;
}
#endif

#if NBL_HAS_FLOAT16
NBL_FUNCTION nbl_dwords_t nbl_dwords_shuffle_xor_float16_t(nbl_dwords_t d, uint32_t mask) {
    nbl_dwords_t moved = d;
    NBL_BARRIER_BEFORE_SHUFFLE();
    moved.dword[0] = nbl_subgroup_shuffle_xor(d.dword[0], mask);
    return moved;
}
#endif

#endif
