/* The names of nbl/tgmath.h as the device's own functions: what NBL_TGMATH_FAST takes.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/tgmath.h, never by itself. Vulkan lets them be wrong by several units in the last place, and sin and
 * cos by 2^-11; what a device has not is made of what it has.
 */
#ifndef NBL_TGMATH_DEVICE_H
#define NBL_TGMATH_DEVICE_H

#include "nbl/lang/math.h"

#define nbl_div(x, y) ((x) / (y))
#define nbl_fma(x, y, z) nbl_device_fma(x, y, z)
#define nbl_floor(x) NBL_DEVICE(floor)(x)
#define nbl_ceil(x) NBL_DEVICE(ceil)(x)
#define nbl_trunc(x) NBL_DEVICE(trunc)(x)
#define nbl_round_even(x) nbl_device_round_even(x)
#define nbl_sqrt(x) NBL_DEVICE(sqrt)(x)
#define nbl_rsqrt(x) nbl_device_rsqrt(x)
#define nbl_exp(x) NBL_DEVICE(exp)(x)
#define nbl_exp2(x) NBL_DEVICE(exp2)(x)
#define nbl_log(x) NBL_DEVICE(log)(x)
#define nbl_pow(x, y) NBL_DEVICE(pow)(x, y)
#define nbl_sin(x) NBL_DEVICE(sin)(x)
#define nbl_cos(x) NBL_DEVICE(cos)(x)
#define nbl_tan(x) NBL_DEVICE(tan)(x)
#define nbl_asin(x) NBL_DEVICE(asin)(x)
#define nbl_acos(x) NBL_DEVICE(acos)(x)
#define nbl_atan(x) NBL_DEVICE(atan)(x)
#define nbl_atan2(y, x) nbl_device_atan2(y, x)
#define nbl_sinh(x) NBL_DEVICE(sinh)(x)
#define nbl_cosh(x) NBL_DEVICE(cosh)(x)
#define nbl_tanh(x) NBL_DEVICE(tanh)(x)

NBL_FUNCTION float32_t nbl_round(float32_t x) {
    float32_t whole = nbl_trunc(x);
    float32_t rest = x - whole;
    return rest >= 0.5f ? whole + 1.0f : (rest <= -0.5f ? whole - 1.0f : whole);
}
NBL_FUNCTION float32_t nbl_cbrt(float32_t x) {
    if (x == 0.0f) return x;
    float32_t root = nbl_exp2(NBL_DEVICE(log2)(x < 0.0f ? -x : x) * (1.0f / 3.0f));
    return x < 0.0f ? -root : root;
}
NBL_FUNCTION float32_t nbl_hypot(float32_t x, float32_t y) { return nbl_sqrt(x * x + y * y); }

#if NBL_OVERLOAD
NBL_FUNCTION float32_t nbl_log2(float32_t x) { return NBL_DEVICE(log2)(x); }
#else
NBL_FUNCTION float32_t nbl_log2_float32_t(float32_t x) { return NBL_DEVICE(log2)(x); }
#define nbl_log2(x) NBL_SELECT_ONE(x, float32_t, nbl_log2_float32_t, nbl_log2)(x)
#endif

#endif
