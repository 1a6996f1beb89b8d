/* What a scalar is, by its name: the mirror of std's type_traits as far as text without templates can have it.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   NBL_IS_INTEGER(T)  NBL_IS_FLOAT(T)  NBL_IS_SIGNED(T)    1 or 0
 *   NBL_SIZE_OF(T)                                          bytes
 *   NBL_UNSIGNED_OF(T)                                      the unsigned type of as many bits; of float64_t
 *                                                         nbl_uint32_t2, of float16_t none
 *   NBL_IS_SAME(T, U)                                       1 or 0
 *   NBL_CONDITIONAL(c, T, U)                                T where c is 1, U where it is 0; any types
 *
 * T is an integer of 16, 32 or 64 bits, float16_t, float32_t or float64_t, or a macro that is one of them. NBL_UNSIGNED_OF
 * and NBL_CONDITIONAL are types, the others a constant that may size an array. In #if write the name out, NBL_IS_FLOAT_float32_t: glslang expands no macro with
 * arguments there.
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

#endif
