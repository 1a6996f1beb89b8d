/* Complex numbers of float16, float32 and float64: plain structures, values in and values out; and as dwords.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Types nbl_complex_float16_t, nbl_complex_float32_t, nbl_complex_float64_t, each { real; imag; }. For z, w complex and
 * s scalar:
 *
 *   nbl_complex_construct(s, s)   nbl_complex_conj(z)     nbl_complex_norm(z)          |z|^2, a scalar
 *   nbl_complex_add(z, w)         nbl_complex_sub(z, w)   nbl_complex_rotate_left(z)   i z
 *   nbl_complex_mul(z, w)         nbl_complex_div(z, w)   nbl_complex_rotate_right(z)  -i z
 *   nbl_complex_scale(z, s)       nbl_complex_div_scalar(z, s)
 *   nbl_complex_add_scaled(z, w, s)   z + w s             nbl_complex_sub_scaled(z, w, s)   z - w s
 *   nbl_complex_add_carried(z, w, s)  the same where w is nbl_complex_carried(w, s), a product that several sums take;
 *   nbl_complex_sub_carried(z, w, s)  with NBL_FUSED 1 (nbl/lang.h) each sum multiplies for itself, and rounds once
 *   nbl_complex_equal(z, w)       both parts equal, as == has it (a NaN equals nothing)
 *   nbl_complex_select(c, z, w)   z where c is true, else w
 *   nbl_complex_zero_float32_t() and its siblings: 0
 *   z + w  z - w  -z  z * w  z * s  s * z  z / w  z / s  z == w  z != w   in C++ and Slang, with the functions' bits
 *   z += w  z -= w  z *= w  z /= w                                        in C++
 *
 * glslang's HLSL refuses operators of one's own, DXC has them as members of structures alone, C and GLSL have none.
 *
 * Division is the textbook form: |w|^2 must neither overflow nor vanish; and a device may be 2.5 ulp off, so no kernel
 * that promises the same bits everywhere divides.
 *
 * As the dwords that subgroup shuffles and shared memory move, without changing a bit:
 * nbl_dwords_from_complex_<scalar>(z) and nbl_complex_from_dwords_<scalar>(d).
 *
 *   scalar     NBL_DWORDS_<scalar>   dword 0     1           2          3
 *   float16_t  1                     real, imag (real in the low half)
 *   float32_t  2                     real        imag
 *   float64_t  4                     real low    real high   imag low   imag high
 */
#ifndef NBL_COMPLEX_H
#define NBL_COMPLEX_H

#include "nbl/lang.h"

#define NBL_COMPLEX NBL_OF_SCALAR(nbl_complex)

#define NBL_SCALAR float32_t
#include "nbl/complex_scalar.h"
#if NBL_HAS_FLOAT64
#define NBL_SCALAR float64_t
#include "nbl/complex_scalar.h"
#endif
#if NBL_HAS_FLOAT16
#define NBL_SCALAR float16_t
#include "nbl/complex_scalar.h"
#endif

#if !NBL_OVERLOAD
#include "nbl/complex_select.h"
#endif

#define NBL_DWORDS_float16_t 1u
#define NBL_DWORDS_float32_t 2u
#define NBL_DWORDS_float64_t 4u

NBL_STRUCT(nbl_dwords_t) { uint32_t value[4]; };

/* Returns a complex number as its dwords, without changing a bit. */
NBL_FUNCTION nbl_dwords_t nbl_dwords_from_complex_float32_t(nbl_complex_float32_t z) {
    nbl_dwords_t d;
    d.value[0] = nbl_bits_from_float32(z.real);
    d.value[1] = nbl_bits_from_float32(z.imag);
    d.value[2] = 0u;
    d.value[3] = 0u;
    return d;
}

/* Returns the complex number of dwords: the inverse of nbl_dwords_from_complex_float32_t(). */
NBL_FUNCTION nbl_complex_float32_t nbl_complex_from_dwords_float32_t(nbl_dwords_t d) {
    nbl_complex_float32_t z = {nbl_float32_from_bits(d.value[0]), nbl_float32_from_bits(d.value[1])};
    return z;
}

#if NBL_HAS_FLOAT64 || NBL_HAS_FLOAT16
#include "nbl/complex_dwords.h"
#endif

#endif
