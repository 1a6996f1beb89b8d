/* The shading languages' common functions of float32, with the same bits everywhere.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   nbl_abs(x) nbl_sign(x) nbl_copysign(x, y)              by bits: subnormals count
 *   nbl_is_nan(x) nbl_is_inf(x)                            by bits: no fast mathematics folds them
 *   nbl_fract(x)                                           x - floor(x)
 *   nbl_mod(x, y)                                          x - y floor(x / y), as in GLSL, of y's sign
 *   nbl_mix(a, b, t)                                       a (1 - t) + b t, as in GLSL: a and b at the ends
 *   nbl_step(edge, x) nbl_smoothstep(low, high, x) nbl_saturate(x)
 *   nbl_radians(x) nbl_degrees(x)
 *
 * min, max and clamp are in nbl/algorithm.h. The division in mod and smoothstep is nbl_div of nbl/tgmath.h.
 */
#ifndef NBL_COMMON_H
#define NBL_COMMON_H

#include "nbl/algorithm.h"
#include "nbl/tgmath.h"

/* Returns whether x is a NaN. By bits, so that no fast mathematics folds it. */
NBL_FUNCTION bool nbl_is_nan(float32_t x) { return nbl_tgmath_is_nan(nbl_bits_from_float32(x)); }

/* Returns whether x is infinite. By bits, so that no fast mathematics folds it. */
NBL_FUNCTION bool nbl_is_inf(float32_t x) {
    return nbl_tgmath_magnitude(nbl_bits_from_float32(x)) == NBL_TGMATH_INFINITY;
}

/* Returns the magnitude of x. By bits: subnormals count. */
NBL_FUNCTION float32_t nbl_abs(float32_t x) {
    return nbl_float32_from_bits(nbl_tgmath_magnitude(nbl_bits_from_float32(x)));
}

/* Returns the magnitude of x with the sign of y. */
NBL_FUNCTION float32_t nbl_copysign(float32_t x, float32_t y) {
    return nbl_float32_from_bits(nbl_tgmath_magnitude(nbl_bits_from_float32(x)) |
                                 (nbl_bits_from_float32(y) & NBL_TGMATH_SIGN));
}

/* Returns 1, -1, or x itself where it is a zero or a NaN. */
NBL_FUNCTION float32_t nbl_sign(float32_t x) {
    uint32_t bits = nbl_bits_from_float32(x);
    if (nbl_tgmath_magnitude(bits) == 0u || nbl_tgmath_is_nan(bits)) return x;
    return nbl_float32_from_bits((bits & NBL_TGMATH_SIGN) | NBL_TGMATH_ONE);
}

/* Returns 0 to 1, and 1 itself only where x is so little below a whole number that the difference rounds to it. */
NBL_FUNCTION float32_t nbl_fract(float32_t x) { return x - nbl_floor(x); }

/* Returns x - y floor(x / y), which has the sign of y, as in GLSL; y must not be 0. */
NBL_FUNCTION float32_t nbl_mod(float32_t x, float32_t y) { return x - y * nbl_floor(nbl_div(x, y)); }

/* Returns a (1 - t) + b t: exactly a for t = 0, exactly b for t = 1, if both are finite. */
NBL_FUNCTION float32_t nbl_mix(float32_t a, float32_t b, float32_t t) { return a * (1.0f - t) + b * t; }

/* Returns 0 below the edge, 1 from it on. */
NBL_FUNCTION float32_t nbl_step(float32_t edge, float32_t x) { return x < edge ? 0.0f : 1.0f; }

/* Returns x, but at least 0 and at most 1. */
NBL_FUNCTION float32_t nbl_saturate(float32_t x) { return nbl_clamp(x, 0.0f, 1.0f); }

/* Returns 0 up to low, 1 from high on, and Hermite's curve between; low must be below high. */
NBL_FUNCTION float32_t nbl_smoothstep(float32_t low, float32_t high, float32_t x) {
    float32_t t = nbl_saturate(nbl_div(x - low, high - low));
    return t * t * (3.0f - 2.0f * t);
}

/* Returns an angle in radians, of one in degrees. */
NBL_FUNCTION float32_t nbl_radians(float32_t x) { return x * 0.0174532924f; }

/* Returns an angle in degrees, of one in radians. */
NBL_FUNCTION float32_t nbl_degrees(float32_t x) { return x * 57.2957802f; }

/* See nbl/tgmath/float32_alone.h. */
#if NBL_OVERLOAD
NBL_FLOAT32_ALONE_1(nbl_is_nan)
NBL_FLOAT32_ALONE_1(nbl_is_inf)
NBL_FLOAT32_ALONE_1(nbl_abs)
NBL_FLOAT32_ALONE_2(nbl_copysign)
NBL_FLOAT32_ALONE_1(nbl_sign)
NBL_FLOAT32_ALONE_1(nbl_fract)
NBL_FLOAT32_ALONE_2(nbl_mod)
NBL_FLOAT32_ALONE_3(nbl_mix)
NBL_FLOAT32_ALONE_2(nbl_step)
NBL_FLOAT32_ALONE_1(nbl_saturate)
NBL_FLOAT32_ALONE_3(nbl_smoothstep)
NBL_FLOAT32_ALONE_1(nbl_radians)
NBL_FLOAT32_ALONE_1(nbl_degrees)
#else
#define nbl_is_nan(x) NBL_OF_FLOAT32(x, nbl_is_nan)(x)
#define nbl_is_inf(x) NBL_OF_FLOAT32(x, nbl_is_inf)(x)
#define nbl_abs(x) NBL_OF_FLOAT32(x, nbl_abs)(x)
#define nbl_copysign(x, y) NBL_OF_FLOAT32((x) + (y), nbl_copysign)(x, y)
#define nbl_sign(x) NBL_OF_FLOAT32(x, nbl_sign)(x)
#define nbl_fract(x) NBL_OF_FLOAT32(x, nbl_fract)(x)
#define nbl_mod(x, y) NBL_OF_FLOAT32((x) + (y), nbl_mod)(x, y)
#define nbl_mix(a, b, t) NBL_OF_FLOAT32((a) + (b) + (t), nbl_mix)(a, b, t)
#define nbl_step(edge, x) NBL_OF_FLOAT32((edge) + (x), nbl_step)(edge, x)
#define nbl_saturate(x) NBL_OF_FLOAT32(x, nbl_saturate)(x)
#define nbl_smoothstep(low, high, x) NBL_OF_FLOAT32((low) + (high) + (x), nbl_smoothstep)(low, high, x)
#define nbl_radians(x) NBL_OF_FLOAT32(x, nbl_radians)(x)
#define nbl_degrees(x) NBL_OF_FLOAT32(x, nbl_degrees)(x)
#endif

#endif
