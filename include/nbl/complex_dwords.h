/* Complex numbers of float64 and float16 as dwords: included by nbl/complex.h where there are any, never by itself.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_COMPLEX_DWORDS_H
#define NBL_COMPLEX_DWORDS_H

#if NBL_HAS_FLOAT64
/* Returns a complex number as four dwords, bit by bit: value[0] and [1] are the real part, lower half first, value[2]
 * and [3] the imaginary part. */
NBL_FUNCTION nbl_dwords_t nbl_dwords_from_complex_float64_t(nbl_complex_float64_t z) {
    nbl_uint32_t2 re = nbl_bits_from_float64(z.real);
    nbl_uint32_t2 im = nbl_bits_from_float64(z.imag);
    nbl_dwords_t d;
    d.value[0] = re.x;
    d.value[1] = re.y;
    d.value[2] = im.x;
    d.value[3] = im.y;
    return d;
}

/* Returns the complex number of dwords: the inverse of nbl_dwords_from_complex_float64_t(). */
NBL_FUNCTION nbl_complex_float64_t nbl_complex_from_dwords_float64_t(nbl_dwords_t d) {
    nbl_uint32_t2 re = {d.value[0], d.value[1]};
    nbl_uint32_t2 im = {d.value[2], d.value[3]};
    nbl_complex_float64_t z = {nbl_float64_from_bits(re), nbl_float64_from_bits(im)};
    return z;
}
#endif

#if NBL_HAS_FLOAT16
/* Returns a complex number as one dword, value[0]: the real part in the lower 16 bits, the imaginary part in the upper
 * ones. value[1] to [3] are 0. By way of float32, which is exact for every half and needs no feature beyond float16
 * arithmetic; a NaN stays one. */
NBL_FUNCTION nbl_dwords_t nbl_dwords_from_complex_float16_t(nbl_complex_float16_t z) {
    nbl_float32_t2 parts = {NBL_CAST(float32_t, z.real), NBL_CAST(float32_t, z.imag)};
    nbl_dwords_t d;
    d.value[0] = nbl_pack_half_2x16(parts);
    d.value[1] = 0u;
    d.value[2] = 0u;
    d.value[3] = 0u;
    return d;
}

/* Returns the complex number of a dword, value[0]: the inverse of nbl_dwords_from_complex_float16_t(). */
NBL_FUNCTION nbl_complex_float16_t nbl_complex_from_dwords_float16_t(nbl_dwords_t d) {
    nbl_float32_t2 parts = nbl_unpack_half_2x16(d.value[0]);
    nbl_complex_float16_t z = {NBL_CAST(float16_t, parts.x), NBL_CAST(float16_t, parts.y)};
    return z;
}
#endif

#endif
