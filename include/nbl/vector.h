/* float32 vectors of 2 to 4 with their operators as functions, since C has no operators for them.
 * SPDX-License-Identifier: Apache-2.0
 *
 * nbl_float32_t2, _t3 and _t4 have the components x, y, z, w. For a, b of one of these types and s scalar:
 *
 *   nbl_vector_2(x, y) nbl_vector_3(x, y, z) nbl_vector_4(x, y, z, w) of components; nbl_splat_2(s), _3, _4: all are s
 *   nbl_vector_add(a, b) _sub _mul _div(a, b) _min _max _negate(a) _abs(a)    by component
 *   nbl_vector_scale(a, s) _mix(a, b, s) _clamp(a, low, high)
 *   nbl_vector_equal(a, b)                                       all components equal
 *   nbl_vector_dot(a, b) _length(a) _distance(a, b) _normalize(a) _reflect(a, normal); nbl_vector_cross(a, b) of t3
 *   nbl_vector_refract(a, normal, ratio) _face_forward(normal, a, reference) _step(edge, a) _smoothstep(low, high, a)
 *   nbl_vector_floor(a) _fract(a) _saturate(a)                   by component
 *
 * In C++ vectors have + - * / == != by component, * and / by a scalar, and unary -, as GLSL and HLSL have them.
 * Matrices are in nbl/matrix.h.
 *
 * Sums run from x on, so that exact mode gives the same bits everywhere; division and roots are those of nbl/tgmath.h.
 * In a buffer of a shader a t3 takes 16 bytes, in C 12: store t4.
 */
#ifndef NBL_VECTOR_H
#define NBL_VECTOR_H

#include "nbl/common.h"

/* Returns a vector of these components. */
NBL_FUNCTION nbl_float32_t2 nbl_vector_2(float32_t x, float32_t y) {
    nbl_float32_t2 v = {x, y};
    return v;
}

/* Returns a vector of these components. */
NBL_FUNCTION nbl_float32_t3 nbl_vector_3(float32_t x, float32_t y, float32_t z) {
    nbl_float32_t3 v = {x, y, z};
    return v;
}

/* Returns a vector of these components. */
NBL_FUNCTION nbl_float32_t4 nbl_vector_4(float32_t x, float32_t y, float32_t z, float32_t w) {
    nbl_float32_t4 v = {x, y, z, w};
    return v;
}

/* Returns a vector of two equal components. */
NBL_FUNCTION nbl_float32_t2 nbl_splat_2(float32_t s) { return nbl_vector_2(s, s); }

/* Returns a vector of three equal components. */
NBL_FUNCTION nbl_float32_t3 nbl_splat_3(float32_t s) { return nbl_vector_3(s, s, s); }

/* Returns a vector of four equal components. */
NBL_FUNCTION nbl_float32_t4 nbl_splat_4(float32_t s) { return nbl_vector_4(s, s, s, s); }

#define NBL_VECTOR_T nbl_float32_t2
#define NBL_VECTOR_OF(name) NBL_CAT(name, _2)
#define NBL_VECTOR_EACH_1(f, a) nbl_vector_2(f(a.x), f(a.y))
#define NBL_VECTOR_EACH_2(f, a, b) nbl_vector_2(f(a.x, b.x), f(a.y, b.y))
#define NBL_VECTOR_EACH_3(f, a, b, c) nbl_vector_2(f(a.x, b.x, c.x), f(a.y, b.y, c.y))
#define NBL_VECTOR_FOLD(op, a) (a.x op a.y)
#include "nbl/vector/size.h"

#define NBL_VECTOR_T nbl_float32_t3
#define NBL_VECTOR_OF(name) NBL_CAT(name, _3)
#define NBL_VECTOR_EACH_1(f, a) nbl_vector_3(f(a.x), f(a.y), f(a.z))
#define NBL_VECTOR_EACH_2(f, a, b) nbl_vector_3(f(a.x, b.x), f(a.y, b.y), f(a.z, b.z))
#define NBL_VECTOR_EACH_3(f, a, b, c) nbl_vector_3(f(a.x, b.x, c.x), f(a.y, b.y, c.y), f(a.z, b.z, c.z))
#define NBL_VECTOR_FOLD(op, a) (a.x op a.y op a.z)
#include "nbl/vector/size.h"

#define NBL_VECTOR_T nbl_float32_t4
#define NBL_VECTOR_OF(name) NBL_CAT(name, _4)
#define NBL_VECTOR_EACH_1(f, a) nbl_vector_4(f(a.x), f(a.y), f(a.z), f(a.w))
#define NBL_VECTOR_EACH_2(f, a, b) nbl_vector_4(f(a.x, b.x), f(a.y, b.y), f(a.z, b.z), f(a.w, b.w))
#define NBL_VECTOR_EACH_3(f, a, b, c) \
    nbl_vector_4(f(a.x, b.x, c.x), f(a.y, b.y, c.y), f(a.z, b.z, c.z), f(a.w, b.w, c.w))
#define NBL_VECTOR_FOLD(op, a) (a.x op a.y op a.z op a.w)
#include "nbl/vector/size.h"

/* Returns the cross product of two vectors. */
NBL_FUNCTION nbl_float32_t3 nbl_vector_cross(nbl_float32_t3 a, nbl_float32_t3 b) {
    return nbl_vector_3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

#if !NBL_OVERLOAD
#define nbl_vector_add(a, b) NBL_SELECT_VECTOR(a, nbl_vector_add)(a, b)
#define nbl_vector_sub(a, b) NBL_SELECT_VECTOR(a, nbl_vector_sub)(a, b)
#define nbl_vector_mul(a, b) NBL_SELECT_VECTOR(a, nbl_vector_mul)(a, b)
#define nbl_vector_div(a, b) NBL_SELECT_VECTOR(a, nbl_vector_div)(a, b)
#define nbl_vector_min(a, b) NBL_SELECT_VECTOR(a, nbl_vector_min)(a, b)
#define nbl_vector_max(a, b) NBL_SELECT_VECTOR(a, nbl_vector_max)(a, b)
#define nbl_vector_clamp(a, low, high) NBL_SELECT_VECTOR(a, nbl_vector_clamp)(a, low, high)
#define nbl_vector_negate(a) NBL_SELECT_VECTOR(a, nbl_vector_negate)(a)
#define nbl_vector_abs(a) NBL_SELECT_VECTOR(a, nbl_vector_abs)(a)
#define nbl_vector_scale(a, s) NBL_SELECT_VECTOR(a, nbl_vector_scale)(a, s)
#define nbl_vector_mix(a, b, s) NBL_SELECT_VECTOR(a, nbl_vector_mix)(a, b, s)
#define nbl_vector_equal(a, b) NBL_SELECT_VECTOR(a, nbl_vector_equal)(a, b)
#define nbl_vector_dot(a, b) NBL_SELECT_VECTOR(a, nbl_vector_dot)(a, b)
#define nbl_vector_length(a) NBL_SELECT_VECTOR(a, nbl_vector_length)(a)
#define nbl_vector_distance(a, b) NBL_SELECT_VECTOR(a, nbl_vector_distance)(a, b)
#define nbl_vector_normalize(a) NBL_SELECT_VECTOR(a, nbl_vector_normalize)(a)
#define nbl_vector_reflect(a, normal) NBL_SELECT_VECTOR(a, nbl_vector_reflect)(a, normal)
#define nbl_vector_refract(a, normal, ratio) NBL_SELECT_VECTOR(a, nbl_vector_refract)(a, normal, ratio)
#define nbl_vector_face_forward(normal, a, reference) \
    NBL_SELECT_VECTOR(a, nbl_vector_face_forward)(normal, a, reference)
#define nbl_vector_step(edge, a) NBL_SELECT_VECTOR(a, nbl_vector_step)(edge, a)
#define nbl_vector_smoothstep(low, high, a) NBL_SELECT_VECTOR(a, nbl_vector_smoothstep)(low, high, a)
#define nbl_vector_floor(a) NBL_SELECT_VECTOR(a, nbl_vector_floor)(a)
#define nbl_vector_fract(a) NBL_SELECT_VECTOR(a, nbl_vector_fract)(a)
#define nbl_vector_saturate(a) NBL_SELECT_VECTOR(a, nbl_vector_saturate)(a)
#endif

#endif
