/* How complex elements lie in a buffer, and their conversions.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   scalar     NBL_STORAGE_<scalar>                 bytes
 *   float16_t  uint32_t, real in the low half       4      no 16-bit storage feature is needed
 *   float32_t  nbl_float32_t2                       8
 *   float64_t  nbl_float64_t2                       16
 *
 * nbl_complex_from_storage_<scalar>(s), nbl_storage_from_complex_<scalar>(z); and nbl_complex_from_half_storage(u),
 * nbl_half_storage_from_complex(z) for complex float32 kept as two halves.
 */
#ifndef NBL_ACCESSORS_STORAGE_H
#define NBL_ACCESSORS_STORAGE_H

#include "nbl/complex.h"

#define NBL_STORAGE_float16_t uint32_t
#define NBL_STORAGE_float32_t nbl_float32_t2
#define NBL_STORAGE_float64_t nbl_float64_t2

/* Returns the complex number that a buffer of nbl_float32_t2 stores. */
NBL_FUNCTION nbl_complex_float32_t nbl_complex_from_storage_float32_t(nbl_float32_t2 stored) {
    nbl_complex_float32_t z = {stored.x, stored.y};
    return z;
}

/* Returns what a buffer of nbl_float32_t2 stores for a complex number. */
NBL_FUNCTION nbl_float32_t2 nbl_storage_from_complex_float32_t(nbl_complex_float32_t z) {
    nbl_float32_t2 stored = {z.real, z.imag};
    return stored;
}

/* Returns the complex number that a dword of two halves stores. */
NBL_FUNCTION nbl_complex_float32_t nbl_complex_from_half_storage(uint32_t stored) {
    nbl_float32_t2 parts = nbl_unpack_half_2x16(stored);
    nbl_complex_float32_t z = {parts.x, parts.y};
    return z;
}

/* Returns a dword of two halves for a complex number, each part rounded by nbl_pack_half_2x16(). */
NBL_FUNCTION uint32_t nbl_half_storage_from_complex(nbl_complex_float32_t z) {
    nbl_float32_t2 parts = {z.real, z.imag};
    return nbl_pack_half_2x16(parts);
}

#if NBL_HAS_FLOAT64
/* Returns the complex number that a buffer of nbl_float64_t2 stores. */
NBL_FUNCTION nbl_complex_float64_t nbl_complex_from_storage_float64_t(nbl_float64_t2 stored) {
    nbl_complex_float64_t z = {stored.x, stored.y};
    return z;
}

/* Returns what a buffer of nbl_float64_t2 stores for a complex number. */
NBL_FUNCTION nbl_float64_t2 nbl_storage_from_complex_float64_t(nbl_complex_float64_t z) {
    nbl_float64_t2 stored = {z.real, z.imag};
    return stored;
}
#endif

#if NBL_HAS_FLOAT16
/* Returns the complex number that a buffer of uint32_t stores, two halves in a dword. */
NBL_FUNCTION nbl_complex_float16_t nbl_complex_from_storage_float16_t(uint32_t stored) {
    nbl_dwords_t d;
    d.value[0] = stored;
    return nbl_complex_from_dwords_float16_t(d);
}

/* Returns what a buffer of uint32_t stores for a complex number, two halves in a dword. */
NBL_FUNCTION uint32_t nbl_storage_from_complex_float16_t(nbl_complex_float16_t z) {
    return nbl_dwords_from_complex_float16_t(z).value[0];
}
#endif

#endif
