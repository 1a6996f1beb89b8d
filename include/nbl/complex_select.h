/* Complex functions by the type of their argument, for a language without overloads.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/complex.h for C, never by itself.
 */
#ifndef NBL_COMPLEX_SELECT_H
#define NBL_COMPLEX_SELECT_H

#define nbl_complex_construct(re, im) NBL_SELECT(re, , nbl_complex_construct)(re, im)
#define nbl_complex_add(z, w) NBL_SELECT(z, nbl_complex_, nbl_complex_add)(z, w)
#define nbl_complex_sub(z, w) NBL_SELECT(z, nbl_complex_, nbl_complex_sub)(z, w)
#define nbl_complex_mul(z, w) NBL_SELECT(z, nbl_complex_, nbl_complex_mul)(z, w)
#define nbl_complex_scale(z, s) NBL_SELECT(z, nbl_complex_, nbl_complex_scale)(z, s)
#define nbl_complex_carried(z, s) NBL_SELECT(z, nbl_complex_, nbl_complex_carried)(z, s)
#define nbl_complex_add_carried(z, w, s) NBL_SELECT(z, nbl_complex_, nbl_complex_add_carried)(z, w, s)
#define nbl_complex_sub_carried(z, w, s) NBL_SELECT(z, nbl_complex_, nbl_complex_sub_carried)(z, w, s)
#define nbl_complex_add_scaled(z, w, s) NBL_SELECT(z, nbl_complex_, nbl_complex_add_scaled)(z, w, s)
#define nbl_complex_sub_scaled(z, w, s) NBL_SELECT(z, nbl_complex_, nbl_complex_sub_scaled)(z, w, s)
#define nbl_complex_div(z, w) NBL_SELECT(z, nbl_complex_, nbl_complex_div)(z, w)
#define nbl_complex_div_scalar(z, s) NBL_SELECT(z, nbl_complex_, nbl_complex_div_scalar)(z, s)
#define nbl_complex_conj(z) NBL_SELECT(z, nbl_complex_, nbl_complex_conj)(z)
#define nbl_complex_norm(z) NBL_SELECT(z, nbl_complex_, nbl_complex_norm)(z)
#define nbl_complex_equal(z, w) NBL_SELECT(z, nbl_complex_, nbl_complex_equal)(z, w)
#define nbl_complex_rotate_left(z) NBL_SELECT(z, nbl_complex_, nbl_complex_rotate_left)(z)
#define nbl_complex_rotate_right(z) NBL_SELECT(z, nbl_complex_, nbl_complex_rotate_right)(z)
#define nbl_complex_select(c, z, w) NBL_SELECT(z, nbl_complex_, nbl_complex_select)(c, z, w)

#endif
