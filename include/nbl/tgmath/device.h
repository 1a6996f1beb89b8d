/* The names of nbl/tgmath.h as the device's own functions: what NBL_TGMATH_FAST takes.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/tgmath.h, never by itself. Vulkan lets them be wrong by several units in the last place, and sin and
 * cos by 2^-11. A function that the language lacks, such as cbrt, is computed from others that it has.
 */
#ifndef NBL_TGMATH_DEVICE_H
#define NBL_TGMATH_DEVICE_H

#include "nbl/lang/math.h"

#define NBL_TGMATH_DEVICE(name, device) \
    NBL_FUNCTION float32_t name(float32_t x) { return device(x); }
NBL_TGMATH_DEVICE(nbl_floor, NBL_DEVICE(floor))
NBL_TGMATH_DEVICE(nbl_ceil, NBL_DEVICE(ceil))
NBL_TGMATH_DEVICE(nbl_trunc, NBL_DEVICE(trunc))
NBL_TGMATH_DEVICE(nbl_sqrt, NBL_DEVICE(sqrt))
NBL_TGMATH_DEVICE(nbl_exp, NBL_DEVICE(exp))
NBL_TGMATH_DEVICE(nbl_exp2, NBL_DEVICE(exp2))
NBL_TGMATH_DEVICE(nbl_log, NBL_DEVICE(log))
NBL_TGMATH_DEVICE(nbl_sin, NBL_DEVICE(sin))
NBL_TGMATH_DEVICE(nbl_cos, NBL_DEVICE(cos))
NBL_TGMATH_DEVICE(nbl_tan, NBL_DEVICE(tan))
NBL_TGMATH_DEVICE(nbl_asin, NBL_DEVICE(asin))
NBL_TGMATH_DEVICE(nbl_acos, NBL_DEVICE(acos))
NBL_TGMATH_DEVICE(nbl_atan, NBL_DEVICE(atan))
NBL_TGMATH_DEVICE(nbl_sinh, NBL_DEVICE(sinh))
NBL_TGMATH_DEVICE(nbl_cosh, NBL_DEVICE(cosh))
NBL_TGMATH_DEVICE(nbl_tanh, NBL_DEVICE(tanh))
NBL_TGMATH_DEVICE(nbl_round_even, nbl_device_round_even)
NBL_TGMATH_DEVICE(nbl_rsqrt, nbl_device_rsqrt)
#undef NBL_TGMATH_DEVICE
/* Returns x / y, wrong by 2.5 units in the last place at most for |y| of 2^-126 to 2^126. */
NBL_FUNCTION float32_t nbl_div(float32_t x, float32_t y) { return x / y; }
/* Returns x y + z by the device's fma, which may round twice. */
NBL_FUNCTION float32_t nbl_fma(float32_t x, float32_t y, float32_t z) { return nbl_device_fma(x, y, z); }
/* Returns x^y for x of 0 or more, by exp2(y log2(x)) as Vulkan allows. */
NBL_FUNCTION float32_t nbl_pow(float32_t x, float32_t y) { return NBL_DEVICE(pow)(x, y); }
/* Returns the angle of (x, y), -pi to pi. */
NBL_FUNCTION float32_t nbl_atan2(float32_t y, float32_t x) { return nbl_device_atan2(y, x); }
/* Returns the nearest whole number, halves away from 0. */
NBL_FUNCTION float32_t nbl_round(float32_t x) {
    float32_t whole = nbl_trunc(x);
    float32_t rest = x - whole;
    return rest >= 0.5f ? whole + 1.0f : (rest <= -0.5f ? whole - 1.0f : whole);
}
/* Returns the cube root, of the sign of x. */
NBL_FUNCTION float32_t nbl_cbrt(float32_t x) {
    if (x == 0.0f) return x;
    float32_t root = nbl_exp2(NBL_DEVICE(log2)(x < 0.0f ? -x : x) * (1.0f / 3.0f));
    return x < 0.0f ? -root : root;
}
/* Returns sqrt(x x + y y); squares may overflow. */
NBL_FUNCTION float32_t nbl_hypot(float32_t x, float32_t y) { return nbl_sqrt(x * x + y * y); }

/* Four that no device has: modf and fmod by the device's arithmetic, frexp and nextafter by bits, exactly. */
NBL_FUNCTION float32_t nbl_modf(float32_t x) { return x - nbl_trunc(x); }
NBL_FUNCTION float32_t nbl_frexp(float32_t x) {
    return nbl_float32_from_bits(nbl_frexp_bits(nbl_bits_from_float32(x)));
}
NBL_FUNCTION float32_t nbl_nextafter(float32_t x, float32_t y) {
    return nbl_float32_from_bits(nbl_nextafter_bits(nbl_bits_from_float32(x), nbl_bits_from_float32(y)));
}
NBL_FUNCTION float32_t nbl_fmod(float32_t x, float32_t y) { return x - y * nbl_trunc(x / y); }

#if NBL_OVERLOAD
NBL_FUNCTION float32_t nbl_log2(float32_t x) { return NBL_DEVICE(log2)(x); }
#else
NBL_FUNCTION float32_t nbl_log2_float32_t(float32_t x) { return NBL_DEVICE(log2)(x); }
#endif

#endif
