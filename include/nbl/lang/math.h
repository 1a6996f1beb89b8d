/* Words for what languages call by different names, for nbl/bit/extended.h and nbl/tgmath.h.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   NBL_HAS_MULTIPLY_HIGH      1 if nbl_device_multiply_high(a, b) returns the upper 32 bits of a product of uint32_t,
 *                              and nbl_device_multiply_high_signed(a, b) of int32_t. 0, defined before: do without
 *   NBL_FLOAT32_ALONE_1(name), _2 and _3
 *                              after a function of 1, 2 or 3 float32: a call with a float64, which would be narrowed,
 *                              does not compile. In C NBL_OF_FLOAT32(x, name) is `name` if x is no float64
 *   NBL_VECTORS_LACK_OPERATORS 1 if vectors are structures, and functions may be called + - * /
 *   NBL_SELECT_SCALAR(x, name), NBL_SELECT_VECTOR(v, name)
 *                              in C name_<scalar> by the type of x, and name_2, _3 or _4 by the float32 vector v;
 *                              elsewhere `name`
 *   NBL_DEVICE(name)           the device's own function, if all languages call it `name`
 *   nbl_device_rsqrt(x) _round_even(x) _atan2(y, x) _fma(x, y, z)
 *                              the device's own functions that languages call by different names
 */
#ifndef NBL_LANG_MATH_H
#define NBL_LANG_MATH_H

#include "nbl/lang.h"

#ifndef NBL_HAS_MULTIPLY_HIGH
#if defined(NBL_HLSL)
#define NBL_HAS_MULTIPLY_HIGH 0
#else
#define NBL_HAS_MULTIPLY_HIGH 1
#endif
#endif

#if defined(NBL_HLSL)
#if NBL_HAS_FLOAT64 /* declared, and nowhere defined */
#define NBL_FLOAT32_ALONE_1(name) float32_t name(float64_t x);
#define NBL_FLOAT32_ALONE_2(name) float32_t name(float64_t x, float64_t y);
#define NBL_FLOAT32_ALONE_3(name) float32_t name(float64_t x, float64_t y, float64_t z);
#endif
#define NBL_DEVICE(name) name
#define nbl_device_rsqrt(x) rsqrt(x)
#define nbl_device_round_even(x) round(x)
#define nbl_device_atan2(y, x) atan2(y, x)
#define nbl_device_fma(x, y, z) mad(x, y, z)

#elif defined(__STDC__) || defined(__cplusplus) || defined(_MSC_VER)
#include <math.h>
#if defined(__cplusplus)
#define NBL_VECTORS_LACK_OPERATORS 1
#define NBL_FLOAT32_ALONE_1(name) float32_t name(float64_t) = delete;
#define NBL_FLOAT32_ALONE_2(name) float32_t name(float64_t, float64_t) = delete;
#define NBL_FLOAT32_ALONE_3(name) float32_t name(float64_t, float64_t, float64_t) = delete;
#else
#define NBL_OF_FLOAT32(x, name) _Generic((x), float32_t : name, int32_t : name, uint32_t : name NBL_OF_FLOAT16(name))
#if NBL_HAS_FLOAT16
#define NBL_OF_FLOAT16(name) , float16_t : name
#else
#define NBL_OF_FLOAT16(name)
#endif
#endif
#define nbl_device_multiply_high(a, b) ((uint32_t)(((uint64_t)(a) * (b)) >> 32))
#define nbl_device_multiply_high_signed(a, b) ((int32_t)(((int64_t)(a) * (b)) >> 32))
#define NBL_SELECT_SCALAR(x, name) \
    _Generic((x), uint32_t \
             : name##_uint32_t, int32_t \
             : name##_int32_t, float32_t \
             : name##_float32_t, float64_t \
             : name##_float64_t NBL_SELECT_FLOAT16(, name))
#define NBL_SELECT_VECTOR(v, name) \
    _Generic((v), nbl_float32_t2 : name##_2, nbl_float32_t3 : name##_3, nbl_float32_t4 : name##_4)
#define NBL_DEVICE(name) name##f
#define nbl_device_rsqrt(x) (1.0f / sqrtf(x))
#define nbl_device_round_even(x) rintf(x)
#define nbl_device_atan2(y, x) atan2f(y, x)
#define nbl_device_fma(x, y, z) fmaf(x, y, z)

#else
#if NBL_HAS_MULTIPLY_HIGH
uint32_t nbl_device_multiply_high(uint32_t a, uint32_t b) {
    uint32_t high, low;
    umulExtended(a, b, high, low);
    return high;
}
int32_t nbl_device_multiply_high_signed(int32_t a, int32_t b) {
    int32_t high, low;
    imulExtended(a, b, high, low);
    return high;
}
#endif
#define NBL_DEVICE(name) name
#define nbl_device_rsqrt(x) inversesqrt(x)
#define nbl_device_round_even(x) roundEven(x)
#define nbl_device_atan2(y, x) atan(y, x)
#define nbl_device_fma(x, y, z) fma(x, y, z)
#endif

#ifndef NBL_VECTORS_LACK_OPERATORS
#define NBL_VECTORS_LACK_OPERATORS 0
#endif
#ifndef NBL_FLOAT32_ALONE_1
#define NBL_FLOAT32_ALONE_1(name)
#define NBL_FLOAT32_ALONE_2(name)
#define NBL_FLOAT32_ALONE_3(name)
#endif

#endif
