/* Modulus, angle and projection of complex numbers, and a number from modulus and angle, in three precisions.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   nbl_complex_abs(z)       |z|, without overflow on the way
 *   nbl_complex_arg(z)       -pi to pi, with the sign of the imaginary part; for 0 what atan2(0, 0) gives
 *   nbl_complex_polar(r, t)  r (cos t + i sin t); of float64, |t| must not be above 2^20
 *   nbl_complex_proj(z)      z; where a part is infinite, (infinity, a zero of the imaginary part's sign)
 *
 * The mirror of std's complex, with its special values. float32 uses nbl/tgmath.h and has its errors; float16 is
 * float32's result, rounded; float64 is within 4 units in the last place (nbl/complex_polar_float64.h). Each has the
 * same bits everywhere in exact mode, as long as no result is subnormal.
 */
#ifndef NBL_COMPLEX_POLAR_H
#define NBL_COMPLEX_POLAR_H

#include "nbl/common.h"
#include "nbl/complex.h"
#include "nbl/complex_polar_float64.h"

#if NBL_OVERLOAD
#define NBL_COMPLEX_POLAR(name, scalar) nbl_complex_##name
#else
#define NBL_COMPLEX_POLAR(name, scalar) nbl_complex_##name##_##scalar
#endif

NBL_FUNCTION float32_t NBL_COMPLEX_POLAR(abs, float32_t)(nbl_complex_float32_t z) { return nbl_hypot(z.real, z.imag); }

NBL_FUNCTION float32_t NBL_COMPLEX_POLAR(arg, float32_t)(nbl_complex_float32_t z) { return nbl_atan2(z.imag, z.real); }

NBL_FUNCTION nbl_complex_float32_t NBL_COMPLEX_POLAR(polar, float32_t)(float32_t modulus, float32_t angle) {
    nbl_complex_float32_t z = {modulus * nbl_cos(angle), modulus * nbl_sin(angle)};
    return z;
}

NBL_FUNCTION nbl_complex_float32_t NBL_COMPLEX_POLAR(proj, float32_t)(nbl_complex_float32_t z) {
    nbl_complex_float32_t infinite = {nbl_limits_infinity_float32_t(), nbl_copysign(0.0f, z.imag)};
    if (nbl_is_inf(z.real) || nbl_is_inf(z.imag)) return infinite;
    return z;
}

#if NBL_HAS_FLOAT16
/* Returns a float16 number as float32, exactly. */
NBL_FUNCTION nbl_complex_float32_t nbl_complex_widened(nbl_complex_float16_t z) {
    nbl_complex_float32_t wide = {NBL_CAST(float32_t, z.real), NBL_CAST(float32_t, z.imag)};
    return wide;
}

/* Returns a float32 number as float16, rounded. */
NBL_FUNCTION nbl_complex_float16_t nbl_complex_narrowed(nbl_complex_float32_t z) {
    nbl_complex_float16_t narrow = {NBL_CAST(float16_t, z.real), NBL_CAST(float16_t, z.imag)};
    return narrow;
}

NBL_FUNCTION float16_t NBL_COMPLEX_POLAR(abs, float16_t)(nbl_complex_float16_t z) {
    return NBL_CAST(float16_t, NBL_COMPLEX_POLAR(abs, float32_t)(nbl_complex_widened(z)));
}

NBL_FUNCTION float16_t NBL_COMPLEX_POLAR(arg, float16_t)(nbl_complex_float16_t z) {
    return NBL_CAST(float16_t, NBL_COMPLEX_POLAR(arg, float32_t)(nbl_complex_widened(z)));
}

NBL_FUNCTION nbl_complex_float16_t NBL_COMPLEX_POLAR(polar, float16_t)(float16_t modulus, float16_t angle) {
    return nbl_complex_narrowed(
        NBL_COMPLEX_POLAR(polar, float32_t)(NBL_CAST(float32_t, modulus), NBL_CAST(float32_t, angle)));
}

NBL_FUNCTION nbl_complex_float16_t NBL_COMPLEX_POLAR(proj, float16_t)(nbl_complex_float16_t z) {
    return nbl_complex_narrowed(NBL_COMPLEX_POLAR(proj, float32_t)(nbl_complex_widened(z)));
}
#endif

#if NBL_HAS_FLOAT64
/* Returns the exponent of two of the larger part's magnitude; -1022 for subnormals.
 *
 * z  finite, not 0 */
NBL_FUNCTION int32_t nbl_complex_exponent(nbl_complex_float64_t z) {
    uint32_t x = nbl_float64_magnitude(z.real), y = nbl_float64_magnitude(z.imag);
    uint32_t larger = (x < y ? y : x) >> 20u;
    return larger == 0u ? -1022 : NBL_CAST(int32_t, larger) - 1023;
}

/* Returns z 2^-exponent. In two steps, since the power itself may be beyond float64.
 *
 * exponent  -2046 to 2044 */
NBL_FUNCTION nbl_complex_float64_t nbl_complex_scaled(nbl_complex_float64_t z, int32_t exponent) {
    int32_t part = exponent / 2;
    float64_t first = nbl_float64_power_of_two(-part), second = nbl_float64_power_of_two(part - exponent);
    nbl_complex_float64_t scaled = {z.real * first * second, z.imag * first * second};
    return scaled;
}

/* Returns the parts with the larger of them 1 to 2; subnormals brought there, too. What is multiplied by is added to
 * the exponent. */
NBL_STRUCT(nbl_complex_normal_t) {
    nbl_complex_float64_t z;
    int32_t exponent;
};
NBL_FUNCTION nbl_complex_normal_t nbl_complex_normal(nbl_complex_float64_t z) {
    int32_t exponent = nbl_complex_exponent(z);
    nbl_complex_normal_t result;
    result.z = nbl_complex_scaled(z, exponent);
    result.exponent = exponent;
    if (exponent == -1022) { /* one of them may be subnormal: a second time */
        int32_t more = nbl_complex_exponent(result.z);
        result.z = nbl_complex_scaled(result.z, more);
        result.exponent = exponent + more;
    }
    return result;
}

NBL_FUNCTION float64_t NBL_COMPLEX_POLAR(abs, float64_t)(nbl_complex_float64_t z) {
    if (nbl_float64_is_inf(z.real) || nbl_float64_is_inf(z.imag)) return nbl_limits_infinity_float64_t();
    if (nbl_float64_is_nan(z.real) || nbl_float64_is_nan(z.imag)) return nbl_limits_quiet_nan_float64_t();
    if (z.real == NBL_FLOAT64_OF(0.0f) && z.imag == NBL_FLOAT64_OF(0.0f)) return NBL_FLOAT64_OF(0.0f);
    nbl_complex_normal_t n = nbl_complex_normal(z);
    float64_t root = nbl_float64_sqrt(n.z.real * n.z.real + n.z.imag * n.z.imag);
    nbl_complex_float64_t modulus = {root, NBL_FLOAT64_OF(0.0f)};
    return nbl_complex_scaled(modulus, -n.exponent).real;
}

NBL_FUNCTION float64_t NBL_COMPLEX_POLAR(arg, float64_t)(nbl_complex_float64_t z) {
    bool real_is_inf = nbl_float64_is_inf(z.real), imag_is_inf = nbl_float64_is_inf(z.imag);
    if (nbl_float64_is_nan(z.real) || nbl_float64_is_nan(z.imag)) return nbl_limits_quiet_nan_float64_t();
    if (real_is_inf || imag_is_inf) { /* a number beside an infinity is as nothing */
        z.real = nbl_float64_copysign(NBL_FLOAT64_OF(real_is_inf ? 1.0f : 0.0f), z.real);
        z.imag = nbl_float64_copysign(NBL_FLOAT64_OF(imag_is_inf ? 1.0f : 0.0f), z.imag);
    }
    if (z.real == NBL_FLOAT64_OF(0.0f) && z.imag == NBL_FLOAT64_OF(0.0f)) {
        float64_t end = nbl_limits_of_bits_float64_t(0x400921fbu, 0x54442d18u); /* pi */
        bool negative = (nbl_bits_from_float64(z.real).y & 0x80000000u) != 0u;
        return nbl_float64_copysign(negative ? end : NBL_FLOAT64_OF(0.0f), z.imag);
    }
    nbl_complex_normal_t n = nbl_complex_normal(z);
    return nbl_float64_angle(n.z.imag, n.z.real);
}

NBL_FUNCTION nbl_complex_float64_t NBL_COMPLEX_POLAR(polar, float64_t)(float64_t modulus, float64_t angle) {
    nbl_float64_sine_cosine_t of = nbl_float64_sine_cosine(angle);
    nbl_complex_float64_t z = {modulus * of.cosine, modulus * of.sine};
    return z;
}

NBL_FUNCTION nbl_complex_float64_t NBL_COMPLEX_POLAR(proj, float64_t)(nbl_complex_float64_t z) {
    nbl_complex_float64_t infinite = {nbl_limits_infinity_float64_t(),
                                      nbl_float64_copysign(NBL_FLOAT64_OF(0.0f), z.imag)};
    if (nbl_float64_is_inf(z.real) || nbl_float64_is_inf(z.imag)) return infinite;
    return z;
}
#endif

#if !NBL_OVERLOAD
#define nbl_complex_abs(z) NBL_SELECT(z, nbl_complex_, nbl_complex_abs)(z)
#define nbl_complex_arg(z) NBL_SELECT(z, nbl_complex_, nbl_complex_arg)(z)
#define nbl_complex_polar(modulus, angle) NBL_SELECT(modulus, , nbl_complex_polar)(modulus, angle)
#define nbl_complex_proj(z) NBL_SELECT(z, nbl_complex_, nbl_complex_proj)(z)
#endif
#undef NBL_COMPLEX_POLAR

#endif
