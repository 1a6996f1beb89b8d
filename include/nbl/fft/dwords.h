/* Complex elements as the dwords that subgroup shuffles and shared memory move.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   scalar     NBL_DWORDS_<scalar>   dword 0     1           2          3
 *   float16_t  1                     real, imag (real in the low half)
 *   float32_t  2                     real        imag
 *   float64_t  4                     real low    real high   imag low   imag high
 *
 * nbl_dwords_from_complex_<scalar>(z) and nbl_complex_from_dwords_<scalar>(d) convert without changing a bit.
 */
#ifndef NBL_FFT_DWORDS_H
#define NBL_FFT_DWORDS_H

#include "nbl/complex.h"

#define NBL_DWORDS_float16_t 1u
#define NBL_DWORDS_float32_t 2u
#define NBL_DWORDS_float64_t 4u

NBL_STRUCT(nbl_dwords_t) { uint32_t dword[4]; };

NBL_FUNCTION nbl_dwords_t nbl_dwords_from_complex_float32_t(nbl_complex_float32_t z) {
    nbl_dwords_t d;
    d.dword[0] = nbl_bits_from_float32(z.real);
    d.dword[1] = nbl_bits_from_float32(z.imag);
    d.dword[2] = 0u;
    d.dword[3] = 0u;
    return d;
}

NBL_FUNCTION nbl_complex_float32_t nbl_complex_from_dwords_float32_t(nbl_dwords_t d) {
    nbl_complex_float32_t z = {nbl_float32_from_bits(d.dword[0]), nbl_float32_from_bits(d.dword[1])};
    return z;
}

#if NBL_HAS_FLOAT64
NBL_FUNCTION nbl_dwords_t nbl_dwords_from_complex_float64_t(nbl_complex_float64_t z) {
    nbl_uint32_t2 re = nbl_bits_from_float64(z.real);
    nbl_uint32_t2 im = nbl_bits_from_float64(z.imag);
    nbl_dwords_t d;
    d.dword[0] = re.x;
    d.dword[1] = re.y;
    d.dword[2] = im.x;
    d.dword[3] = im.y;
    return d;
}

NBL_FUNCTION nbl_complex_float64_t nbl_complex_from_dwords_float64_t(nbl_dwords_t d) {
    nbl_uint32_t2 re = {d.dword[0], d.dword[1]};
    nbl_uint32_t2 im = {d.dword[2], d.dword[3]};
    nbl_complex_float64_t z = {nbl_float64_from_bits(re), nbl_float64_from_bits(im)};
    return z;
}
#endif

#if NBL_HAS_FLOAT16
/* By way of float32: exact for every half, and it needs no feature beyond float16 arithmetic itself. */
NBL_FUNCTION nbl_dwords_t nbl_dwords_from_complex_float16_t(nbl_complex_float16_t z) {
    nbl_float32_t2 parts = {NBL_CAST(float32_t, z.real), NBL_CAST(float32_t, z.imag)};
    nbl_dwords_t d;
    d.dword[0] = nbl_pack_half_2x16(parts);
    d.dword[1] = 0u;
    d.dword[2] = 0u;
    d.dword[3] = 0u;
    return d;
}

NBL_FUNCTION nbl_complex_float16_t nbl_complex_from_dwords_float16_t(nbl_dwords_t d) {
    nbl_float32_t2 parts = nbl_unpack_half_2x16(d.dword[0]);
    nbl_complex_float16_t z = {NBL_CAST(float16_t, parts.x), NBL_CAST(float16_t, parts.y)};
    return z;
}
#endif

#endif
