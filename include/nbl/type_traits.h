/* What a scalar is, by its name: the mirror of std's type_traits as far as text without templates can have it.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   NBL_IS_INTEGER(T)  NBL_IS_FLOAT(T)  NBL_IS_SIGNED(T)    1 or 0
 *   NBL_SIZE_OF(T)                                          bytes
 *   NBL_UNSIGNED_OF(T)                                      the unsigned type of as many bits; of float64_t
 *                                                         nbl_uint32_t2, of float16_t none
 *   NBL_IS_SAME(T, U)                                       1 or 0
 *   NBL_CONDITIONAL(c, T, U)                                T where c is 1, U where it is 0; any types
 *   NBL_COMPONENTS_OF(V)                                    2 to 4 of a vector, 1 of a scalar: std's extent
 *   NBL_SCALAR_OF(V)                                        the scalar of a vector; of a scalar itself
 *
 * V is T, or a vector of 2 to 4 float16_t, float32_t, float64_t, int32_t or uint32_t, such as nbl_float32_t3. enable_if
 * has no mirror: without templates there is nothing to enable; nbl/concepts.h refuses what does not fit.
 *
 * T is an integer of 16, 32 or 64 bits, float16_t, float32_t or float64_t, or a macro that is one of them.
 * NBL_UNSIGNED_OF, NBL_CONDITIONAL and NBL_SCALAR_OF are types, the others constants that may size an array. In #if
 * write the name out, NBL_IS_FLOAT_float32_t: glslang expands no macro with arguments there.
 */
#ifndef NBL_TYPE_TRAITS_H
#define NBL_TYPE_TRAITS_H

#include "nbl/lang.h"

#define NBL_IS_INTEGER(T) NBL_CAT(NBL_IS_INTEGER_, T)
#define NBL_IS_FLOAT(T) NBL_CAT(NBL_IS_FLOAT_, T)
#define NBL_IS_SIGNED(T) NBL_CAT(NBL_IS_SIGNED_, T)
#define NBL_SIZE_OF(T) NBL_CAT(NBL_SIZE_OF_, T)
#define NBL_UNSIGNED_OF(T) NBL_CAT(NBL_UNSIGNED_OF_, T)

#define NBL_IS_SAME(T, U) (NBL_CAT(NBL_NUMBER_OF_, T) == NBL_CAT(NBL_NUMBER_OF_, U) ? 1 : 0)
#define NBL_CONDITIONAL(c, T, U) NBL_CAT(NBL_CONDITIONAL_, c)(T, U)
#define NBL_CONDITIONAL_1(T, U) T
#define NBL_CONDITIONAL_0(T, U) U

#define NBL_COMPONENTS_OF(V) NBL_CAT(NBL_COMPONENTS_OF_, V)
#define NBL_SCALAR_OF(V) NBL_CAT(NBL_SCALAR_OF_, V)

#define NBL_NUMBER_OF_uint32_t 0
#define NBL_NUMBER_OF_int32_t 1
#define NBL_NUMBER_OF_uint16_t 5
#define NBL_NUMBER_OF_int16_t 6
#define NBL_NUMBER_OF_uint64_t 7
#define NBL_NUMBER_OF_int64_t 8
#define NBL_NUMBER_OF_float16_t 2
#define NBL_NUMBER_OF_float32_t 3
#define NBL_NUMBER_OF_float64_t 4

#define NBL_IS_INTEGER_uint32_t 1
#define NBL_IS_INTEGER_int32_t 1
#define NBL_IS_INTEGER_uint16_t 1
#define NBL_IS_INTEGER_int16_t 1
#define NBL_IS_INTEGER_uint64_t 1
#define NBL_IS_INTEGER_int64_t 1
#define NBL_IS_INTEGER_float16_t 0
#define NBL_IS_INTEGER_float32_t 0
#define NBL_IS_INTEGER_float64_t 0

#define NBL_IS_FLOAT_uint32_t 0
#define NBL_IS_FLOAT_int32_t 0
#define NBL_IS_FLOAT_uint16_t 0
#define NBL_IS_FLOAT_int16_t 0
#define NBL_IS_FLOAT_uint64_t 0
#define NBL_IS_FLOAT_int64_t 0
#define NBL_IS_FLOAT_float16_t 1
#define NBL_IS_FLOAT_float32_t 1
#define NBL_IS_FLOAT_float64_t 1

#define NBL_IS_SIGNED_uint32_t 0
#define NBL_IS_SIGNED_int32_t 1
#define NBL_IS_SIGNED_uint16_t 0
#define NBL_IS_SIGNED_int16_t 1
#define NBL_IS_SIGNED_uint64_t 0
#define NBL_IS_SIGNED_int64_t 1
#define NBL_IS_SIGNED_float16_t 1
#define NBL_IS_SIGNED_float32_t 1
#define NBL_IS_SIGNED_float64_t 1

#define NBL_SIZE_OF_uint32_t 4
#define NBL_SIZE_OF_int32_t 4
#define NBL_SIZE_OF_uint16_t 2
#define NBL_SIZE_OF_int16_t 2
#define NBL_SIZE_OF_uint64_t 8
#define NBL_SIZE_OF_int64_t 8
#define NBL_SIZE_OF_float16_t 2
#define NBL_SIZE_OF_float32_t 4
#define NBL_SIZE_OF_float64_t 8

#define NBL_UNSIGNED_OF_uint32_t uint32_t
#define NBL_UNSIGNED_OF_int32_t uint32_t
#define NBL_UNSIGNED_OF_uint16_t uint16_t
#define NBL_UNSIGNED_OF_int16_t uint16_t
#define NBL_UNSIGNED_OF_uint64_t uint64_t
#define NBL_UNSIGNED_OF_int64_t uint64_t
#define NBL_UNSIGNED_OF_float32_t uint32_t
#define NBL_UNSIGNED_OF_float64_t nbl_uint32_t2

#define NBL_COMPONENTS_OF_uint32_t 1
#define NBL_SCALAR_OF_uint32_t uint32_t
#define NBL_COMPONENTS_OF_int32_t 1
#define NBL_SCALAR_OF_int32_t int32_t
#define NBL_COMPONENTS_OF_uint16_t 1
#define NBL_SCALAR_OF_uint16_t uint16_t
#define NBL_COMPONENTS_OF_int16_t 1
#define NBL_SCALAR_OF_int16_t int16_t
#define NBL_COMPONENTS_OF_uint64_t 1
#define NBL_SCALAR_OF_uint64_t uint64_t
#define NBL_COMPONENTS_OF_int64_t 1
#define NBL_SCALAR_OF_int64_t int64_t
#define NBL_COMPONENTS_OF_float16_t 1
#define NBL_SCALAR_OF_float16_t float16_t
#define NBL_COMPONENTS_OF_float32_t 1
#define NBL_SCALAR_OF_float32_t float32_t
#define NBL_COMPONENTS_OF_float64_t 1
#define NBL_SCALAR_OF_float64_t float64_t

/* Vectors by their names here, and by those of GLSL, where these are macros. */
#define NBL_COMPONENTS_OF_nbl_float32_t2 2
#define NBL_SCALAR_OF_nbl_float32_t2 float32_t
#define NBL_COMPONENTS_OF_f32vec2 2
#define NBL_SCALAR_OF_f32vec2 float32_t
#define NBL_COMPONENTS_OF_nbl_float32_t3 3
#define NBL_SCALAR_OF_nbl_float32_t3 float32_t
#define NBL_COMPONENTS_OF_f32vec3 3
#define NBL_SCALAR_OF_f32vec3 float32_t
#define NBL_COMPONENTS_OF_nbl_float32_t4 4
#define NBL_SCALAR_OF_nbl_float32_t4 float32_t
#define NBL_COMPONENTS_OF_f32vec4 4
#define NBL_SCALAR_OF_f32vec4 float32_t
#define NBL_COMPONENTS_OF_nbl_float64_t2 2
#define NBL_SCALAR_OF_nbl_float64_t2 float64_t
#define NBL_COMPONENTS_OF_f64vec2 2
#define NBL_SCALAR_OF_f64vec2 float64_t
#define NBL_COMPONENTS_OF_nbl_float64_t3 3
#define NBL_SCALAR_OF_nbl_float64_t3 float64_t
#define NBL_COMPONENTS_OF_f64vec3 3
#define NBL_SCALAR_OF_f64vec3 float64_t
#define NBL_COMPONENTS_OF_nbl_float64_t4 4
#define NBL_SCALAR_OF_nbl_float64_t4 float64_t
#define NBL_COMPONENTS_OF_f64vec4 4
#define NBL_SCALAR_OF_f64vec4 float64_t
#define NBL_COMPONENTS_OF_nbl_float16_t2 2
#define NBL_SCALAR_OF_nbl_float16_t2 float16_t
#define NBL_COMPONENTS_OF_f16vec2 2
#define NBL_SCALAR_OF_f16vec2 float16_t
#define NBL_COMPONENTS_OF_nbl_float16_t3 3
#define NBL_SCALAR_OF_nbl_float16_t3 float16_t
#define NBL_COMPONENTS_OF_f16vec3 3
#define NBL_SCALAR_OF_f16vec3 float16_t
#define NBL_COMPONENTS_OF_nbl_float16_t4 4
#define NBL_SCALAR_OF_nbl_float16_t4 float16_t
#define NBL_COMPONENTS_OF_f16vec4 4
#define NBL_SCALAR_OF_f16vec4 float16_t
#define NBL_COMPONENTS_OF_nbl_int32_t2 2
#define NBL_SCALAR_OF_nbl_int32_t2 int32_t
#define NBL_COMPONENTS_OF_i32vec2 2
#define NBL_SCALAR_OF_i32vec2 int32_t
#define NBL_COMPONENTS_OF_nbl_int32_t3 3
#define NBL_SCALAR_OF_nbl_int32_t3 int32_t
#define NBL_COMPONENTS_OF_i32vec3 3
#define NBL_SCALAR_OF_i32vec3 int32_t
#define NBL_COMPONENTS_OF_nbl_int32_t4 4
#define NBL_SCALAR_OF_nbl_int32_t4 int32_t
#define NBL_COMPONENTS_OF_i32vec4 4
#define NBL_SCALAR_OF_i32vec4 int32_t
#define NBL_COMPONENTS_OF_nbl_uint32_t2 2
#define NBL_SCALAR_OF_nbl_uint32_t2 uint32_t
#define NBL_COMPONENTS_OF_u32vec2 2
#define NBL_SCALAR_OF_u32vec2 uint32_t
#define NBL_COMPONENTS_OF_nbl_uint32_t3 3
#define NBL_SCALAR_OF_nbl_uint32_t3 uint32_t
#define NBL_COMPONENTS_OF_u32vec3 3
#define NBL_SCALAR_OF_u32vec3 uint32_t
#define NBL_COMPONENTS_OF_nbl_uint32_t4 4
#define NBL_SCALAR_OF_nbl_uint32_t4 uint32_t
#define NBL_COMPONENTS_OF_u32vec4 4
#define NBL_SCALAR_OF_u32vec4 uint32_t

#endif
