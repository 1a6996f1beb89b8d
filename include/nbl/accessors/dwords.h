/* Scalars and vectors of 32 and 64 bits as the dwords that they are, without changing a bit: what shared memory holds.
 * SPDX-License-Identifier: Apache-2.0
 *
 * For each type T of uint32_t, int32_t, float32_t, float64_t where NBL_HAS_FLOAT64 is 1, and vectors of 2 to 4 of them
 * (nbl_float32_t2 and so on):
 *
 *   NBL_CAT(NBL_DWORDS_OF_, T)            how many dwords it has, a constant
 *   NBL_CAT(nbl_dwords_from_, T)(v)       these, from the first component on, the lower dword of a float64 first
 *   NBL_CAT(nbl_from_dwords_, T)(d)       and back
 *
 * A structure of your own, of 8 dwords at most, takes the same three names.
 */
#ifndef NBL_ACCESSORS_DWORDS_H
#define NBL_ACCESSORS_DWORDS_H

#include "nbl/lang.h"

NBL_STRUCT(nbl_dwords_8_t) { uint32_t value[8]; };

/* Returns eight dwords that are 0. */
NBL_FUNCTION nbl_dwords_8_t nbl_no_dwords(void) {
    nbl_dwords_8_t d;
    NBL_UNROLL for (uint32_t k = 0u; k < 8u; k++) d.value[k] = 0u;
    return d;
}

#define NBL_SCALAR uint32_t
#define NBL_DWORDS_VECTOR(n) NBL_CAT(nbl_uint32_t, n)
#define NBL_DWORDS_BITS(v) (v)
#define NBL_DWORDS_VALUE(u) (u)
#include "nbl/accessors/dwords_scalar.h"

#define NBL_SCALAR int32_t
#define NBL_DWORDS_VECTOR(n) NBL_CAT(nbl_int32_t, n)
#define NBL_DWORDS_BITS(v) NBL_CAST(uint32_t, v)
#define NBL_DWORDS_VALUE(u) NBL_CAST(int32_t, u)
#include "nbl/accessors/dwords_scalar.h"

#define NBL_SCALAR float32_t
#define NBL_DWORDS_VECTOR(n) NBL_CAT(nbl_float32_t, n)
#define NBL_DWORDS_BITS(v) nbl_bits_from_float32(v)
#define NBL_DWORDS_VALUE(u) nbl_float32_from_bits(u)
#include "nbl/accessors/dwords_scalar.h"

#if NBL_HAS_FLOAT64
#define NBL_SCALAR float64_t
#define NBL_DWORDS_VECTOR(n) NBL_CAT(nbl_float64_t, n)
#define NBL_DWORDS_TWO
#include "nbl/accessors/dwords_scalar.h"
#endif

#endif
