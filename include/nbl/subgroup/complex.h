/* Complex numbers from another lane of a subgroup.
 * SPDX-License-Identifier: Apache-2.0
 *
 * nbl_complex_shuffle_float32_t(z, lane) and its siblings of float16_t and float64_t return the number that a lane
 * gave.
 *
 * z     what this lane gives
 * lane  the number of a lane that runs, 0 to nbl_subgroup_size() - 1; it may differ from lane to lane
 */
#ifndef NBL_SUBGROUP_COMPLEX_H
#define NBL_SUBGROUP_COMPLEX_H

#include "nbl/complex.h"

/* Returns the value that another lane gave. */
NBL_FUNCTION nbl_complex_float32_t nbl_complex_shuffle_float32_t(nbl_complex_float32_t z, uint32_t lane) {
    nbl_float32_t2 parts = {z.real, z.imag};
    parts = nbl_subgroup_shuffle(parts, lane);
    nbl_complex_float32_t moved = {parts.x, parts.y};
    return moved;
}

#if NBL_HAS_FLOAT64
/* Returns the value that another lane gave. */
NBL_FUNCTION nbl_complex_float64_t nbl_complex_shuffle_float64_t(nbl_complex_float64_t z, uint32_t lane) {
    nbl_dwords_t d = nbl_dwords_from_complex_float64_t(z);
    nbl_uint32_t4 parts = {d.value[0], d.value[1], d.value[2], d.value[3]};
    parts = nbl_subgroup_shuffle(parts, lane);
    d.value[0] = parts.x;
    d.value[1] = parts.y;
    d.value[2] = parts.z;
    d.value[3] = parts.w;
    return nbl_complex_from_dwords_float64_t(d);
}
#endif

#if NBL_HAS_FLOAT16
/* Returns the value that another lane gave. */
NBL_FUNCTION nbl_complex_float16_t nbl_complex_shuffle_float16_t(nbl_complex_float16_t z, uint32_t lane) {
    nbl_dwords_t d = nbl_dwords_from_complex_float16_t(z);
    d.value[0] = nbl_subgroup_shuffle(d.value[0], lane);
    return nbl_complex_from_dwords_float16_t(d);
}
#endif

#endif
