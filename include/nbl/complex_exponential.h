/* Exponential, logarithm and root of complex numbers, and powers, in three precisions.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   nbl_complex_exp(z)      e^z; of float64 the imaginary part must not be above 2^20 in magnitude
 *   nbl_complex_log(z)      the logarithm whose imaginary part is -pi to pi, with the sign of z's; -infinity of 0
 *   nbl_complex_sqrt(z)     the root whose real part is not negative; its imaginary part has the sign of z's
 *   nbl_complex_pow(z, w)   exp(w log z), and 0 for z = 0; its error grows with |w log z|
 *
 * The mirror of std's complex, with C's special values for zeros, infinities and NaNs (C11, annex G) except where they
 * leave a sign open. float32 uses nbl/tgmath.h, float16 is float32's result, rounded, and float64 is made of
 * sums and products (nbl/complex_polar_float64.h). The error of exp, log and sqrt, as the distance from the true
 * number, is below 4 units in the last place of its modulus. Each has the same bits everywhere in exact mode, as long
 * as no result is subnormal.
 */
#ifndef NBL_COMPLEX_EXPONENTIAL_H
#define NBL_COMPLEX_EXPONENTIAL_H

#include "nbl/complex_polar.h"

#if NBL_OVERLOAD
#define NBL_COMPLEX_EXPONENTIAL(name, scalar) nbl_complex_##name
#else
#define NBL_COMPLEX_EXPONENTIAL(name, scalar) nbl_complex_##name##_##scalar
#endif

/* Multiplies by e^(x / 2) twice, since e^88.8 is beyond float32 where e^88.8 cos y may not be. */
NBL_FUNCTION nbl_complex_float32_t NBL_COMPLEX_EXPONENTIAL(exp, float32_t)(nbl_complex_float32_t z) {
    bool is_far = nbl_is_inf(z.imag) || nbl_is_nan(z.imag);
    float32_t half_way = nbl_exp(0.5f * z.real);
    nbl_complex_float32_t real_alone = {nbl_exp(z.real), z.imag};
    nbl_complex_float32_t vanished = {0.0f, nbl_copysign(0.0f, z.imag)};
    nbl_complex_float32_t infinite = {nbl_limits_infinity_float32_t(), nbl_limits_quiet_nan_float32_t()};
    if (z.imag == 0.0f) return real_alone;
    if (is_far && nbl_is_inf(z.real)) return nbl_complex_select(z.real < 0.0f, vanished, infinite);
    nbl_complex_float32_t power = {half_way * nbl_cos(z.imag) * half_way, half_way * nbl_sin(z.imag) * half_way};
    return power;
}

/* Returns log |z| for a modulus of .7 to 1.4, as log(1 + t) / 2 with t = |z|^2 - 1. It takes W. Kahan's quotient, in
 * which the rounding error of 1 + t cancels.
 *
 * larger, smaller  magnitudes of the two parts */
NBL_FUNCTION float32_t nbl_complex_log_near_1(float32_t larger, float32_t smaller) {
    float32_t t = nbl_fma(smaller, smaller, (larger - 1.0f) * (larger + 1.0f));
    float32_t u = 1.0f + t;
    if (u == 1.0f) return 0.5f * t;
    return 0.5f * nbl_div(nbl_log(u) * t, u - 1.0f);
}

NBL_FUNCTION nbl_complex_float32_t NBL_COMPLEX_EXPONENTIAL(log, float32_t)(nbl_complex_float32_t z) {
    float32_t x = nbl_abs(z.real), y = nbl_abs(z.imag);
    float32_t larger = x < y ? y : x, smaller = x < y ? x : y;
    nbl_complex_float32_t result = {0.0f, nbl_complex_arg(z)};
    bool is_normal = larger >= 1.0e-30f && larger <= 1.0e37f; /* of the others the modulus may be beyond float32 */
    if (larger >= 0.5f && larger <= 1.4f && larger * larger + smaller * smaller >= 0.5f &&
        larger * larger + smaller * smaller <= 2.0f) {
        result.real = nbl_complex_log_near_1(larger, smaller);
    } else if (is_normal || nbl_is_inf(x) || nbl_is_inf(y) || !(larger > 0.0f)) {
        result.real = nbl_log(nbl_hypot(z.real, z.imag));
    } else { /* scaled by 2^-64 or 2^64; the logarithm is 64 log 2 off then */
        float32_t scale = larger > 1.0f ? 5.421010862427522e-20f : 18446744073709551616.0f;
        float32_t shift = larger > 1.0f ? 44.3614195558365f : -44.3614195558365f;
        result.real = nbl_log(nbl_hypot(z.real * scale, z.imag * scale)) + shift;
    }
    return result;
}

NBL_FUNCTION nbl_complex_float32_t NBL_COMPLEX_EXPONENTIAL(sqrt, float32_t)(nbl_complex_float32_t z) {
    float32_t x = nbl_abs(z.real), y = nbl_abs(z.imag);
    float32_t larger = x < y ? y : x;
    /* The modulus of the scaled number, 1/16 or 2^64 times as large, is a normal number; the root is scaled back. */
    float32_t scale = larger > 1.0e37f ? 0.0625f : larger < 1.0e-30f ? 18446744073709551616.0f : 1.0f;
    float32_t back = larger > 1.0e37f ? 4.0f : larger < 1.0e-30f ? 2.3283064365386963e-10f : 1.0f;
    nbl_complex_float32_t at_zero = {0.0f, z.imag};
    nbl_complex_float32_t infinite = {nbl_limits_infinity_float32_t(), z.imag};
    if (x == 0.0f && y == 0.0f) return at_zero;
    if (nbl_is_inf(z.imag)) return infinite;
    if (nbl_is_inf(z.real)) {
        float32_t rest = nbl_is_nan(z.imag) ? z.imag : 0.0f;
        nbl_complex_float32_t right = {nbl_limits_infinity_float32_t(), nbl_copysign(rest, z.imag)};
        nbl_complex_float32_t left = {rest, nbl_copysign(nbl_limits_infinity_float32_t(), z.imag)};
        return nbl_complex_select(z.real > 0.0f, right, left);
    }
    x = x * scale;
    y = y * scale;
    float32_t root = nbl_sqrt(0.5f * (x + nbl_hypot(x, y)));
    float32_t other = nbl_div(0.5f * y, root);
    nbl_complex_float32_t right = {root * back, nbl_copysign(other * back, z.imag)};
    nbl_complex_float32_t left = {other * back, nbl_copysign(root * back, z.imag)};
    return nbl_complex_select(z.real < 0.0f, left, right);
}

NBL_FUNCTION nbl_complex_float32_t NBL_COMPLEX_EXPONENTIAL(pow, float32_t)(nbl_complex_float32_t z,
                                                                           nbl_complex_float32_t w) {
    nbl_complex_float32_t nothing = {0.0f, 0.0f};
    if (z.real == 0.0f && z.imag == 0.0f) return nothing;
    return NBL_COMPLEX_EXPONENTIAL(exp, float32_t)(nbl_complex_mul(w, NBL_COMPLEX_EXPONENTIAL(log, float32_t)(z)));
}

#if NBL_HAS_FLOAT16
NBL_FUNCTION nbl_complex_float16_t NBL_COMPLEX_EXPONENTIAL(exp, float16_t)(nbl_complex_float16_t z) {
    return nbl_complex_narrowed(NBL_COMPLEX_EXPONENTIAL(exp, float32_t)(nbl_complex_widened(z)));
}

NBL_FUNCTION nbl_complex_float16_t NBL_COMPLEX_EXPONENTIAL(log, float16_t)(nbl_complex_float16_t z) {
    return nbl_complex_narrowed(NBL_COMPLEX_EXPONENTIAL(log, float32_t)(nbl_complex_widened(z)));
}

NBL_FUNCTION nbl_complex_float16_t NBL_COMPLEX_EXPONENTIAL(sqrt, float16_t)(nbl_complex_float16_t z) {
    return nbl_complex_narrowed(NBL_COMPLEX_EXPONENTIAL(sqrt, float32_t)(nbl_complex_widened(z)));
}

NBL_FUNCTION nbl_complex_float16_t NBL_COMPLEX_EXPONENTIAL(pow, float16_t)(nbl_complex_float16_t z,
                                                                           nbl_complex_float16_t w) {
    return nbl_complex_narrowed(
        NBL_COMPLEX_EXPONENTIAL(pow, float32_t)(nbl_complex_widened(z), nbl_complex_widened(w)));
}
#endif

#if NBL_HAS_FLOAT64
#include "nbl/complex_exponential_float64.h"

NBL_FUNCTION nbl_complex_float64_t NBL_COMPLEX_EXPONENTIAL(exp, float64_t)(nbl_complex_float64_t z) {
    bool is_far = nbl_float64_is_inf(z.imag) || nbl_float64_is_nan(z.imag);
    nbl_complex_float64_t real_alone = {nbl_float64_exp(z.real), z.imag};
    nbl_complex_float64_t vanished = {NBL_FLOAT64_OF(0.0f), nbl_float64_copysign(NBL_FLOAT64_OF(0.0f), z.imag)};
    nbl_complex_float64_t infinite = {nbl_limits_infinity_float64_t(), nbl_limits_quiet_nan_float64_t()};
    nbl_complex_float64_t unknown = {nbl_limits_quiet_nan_float64_t(), nbl_limits_quiet_nan_float64_t()};
    if (NBL_EQUAL(z.imag, NBL_FLOAT64_OF(0.0f))) return real_alone;
    if (is_far && nbl_float64_is_inf(z.real))
        return nbl_complex_select(z.real < NBL_FLOAT64_OF(0.0f), vanished, infinite);
    if (is_far) return unknown;
    float64_t half_way = nbl_float64_exp(NBL_FLOAT64_OF(0.5f) * z.real);
    nbl_float64_sine_cosine_t of = nbl_float64_sine_cosine(z.imag);
    nbl_complex_float64_t power = {half_way * of.cosine * half_way, half_way * of.sine * half_way};
    return power;
}

NBL_FUNCTION nbl_complex_float64_t NBL_COMPLEX_EXPONENTIAL(log, float64_t)(nbl_complex_float64_t z) {
    nbl_complex_float64_t result = {NBL_FLOAT64_OF(0.0f), nbl_complex_arg(z)};
    if (nbl_float64_is_inf(z.real) || nbl_float64_is_inf(z.imag)) {
        result.real = nbl_limits_infinity_float64_t();
    } else if (nbl_float64_is_nan(z.real) || nbl_float64_is_nan(z.imag)) {
        result.real = nbl_limits_quiet_nan_float64_t();
    } else if (NBL_EQUAL(z.real, NBL_FLOAT64_OF(0.0f)) && NBL_EQUAL(z.imag, NBL_FLOAT64_OF(0.0f))) {
        result.real = -nbl_limits_infinity_float64_t();
    } else {
        nbl_complex_normal_t n =
            nbl_complex_normal(z); /* the larger part is 1 to 2, the square of the modulus 1 to 8 */
        float64_t x = nbl_float64_copysign(n.z.real, NBL_FLOAT64_OF(1.0f));
        float64_t y = nbl_float64_copysign(n.z.imag, NBL_FLOAT64_OF(1.0f));
        int32_t exponent = n.exponent;
        if ((x < y ? y : x) > NBL_FLOAT64_OF(1.375f)) { /* so that numbers near 1 are on both sides of it */
            x = x * NBL_FLOAT64_OF(0.5f);
            y = y * NBL_FLOAT64_OF(0.5f);
            exponent = exponent + 1;
        }
        float64_t larger = x < y ? y : x, smaller = x < y ? x : y;
        float64_t t = (larger - NBL_FLOAT64_OF(1.0f)) * (larger + NBL_FLOAT64_OF(1.0f)) + smaller * smaller;
        result.real = nbl_float64_log_of_power(NBL_FLOAT64_OF(0.5f) * nbl_float64_log1p(t), exponent);
    }
    return result;
}

NBL_FUNCTION nbl_complex_float64_t NBL_COMPLEX_EXPONENTIAL(sqrt, float64_t)(nbl_complex_float64_t z) {
    bool is_infinite = nbl_float64_is_inf(z.real);
    nbl_complex_float64_t at_zero = {NBL_FLOAT64_OF(0.0f), z.imag};
    nbl_complex_float64_t infinite = {nbl_limits_infinity_float64_t(), z.imag};
    nbl_complex_float64_t unknown = {nbl_limits_quiet_nan_float64_t(), nbl_limits_quiet_nan_float64_t()};
    if (NBL_EQUAL(z.real, NBL_FLOAT64_OF(0.0f)) && NBL_EQUAL(z.imag, NBL_FLOAT64_OF(0.0f))) return at_zero;
    if (nbl_float64_is_inf(z.imag)) return infinite;
    if (is_infinite) {
        float64_t rest = nbl_float64_is_nan(z.imag) ? z.imag : NBL_FLOAT64_OF(0.0f);
        nbl_complex_float64_t right = {nbl_limits_infinity_float64_t(), nbl_float64_copysign(rest, z.imag)};
        nbl_complex_float64_t left = {rest, nbl_float64_copysign(nbl_limits_infinity_float64_t(), z.imag)};
        return nbl_complex_select(z.real > NBL_FLOAT64_OF(0.0f), right, left);
    }
    if (nbl_float64_is_nan(z.real) || nbl_float64_is_nan(z.imag)) return unknown;
    nbl_complex_normal_t n = nbl_complex_normal(z);
    float64_t x = nbl_float64_copysign(n.z.real, NBL_FLOAT64_OF(1.0f));
    float64_t y = nbl_float64_copysign(n.z.imag, NBL_FLOAT64_OF(1.0f));
    int32_t half_exponent = n.exponent >> 1; /* rounds down */
    if ((n.exponent & 1) != 0) {
        x = x * NBL_FLOAT64_OF(2.0f);
        y = y * NBL_FLOAT64_OF(2.0f);
    }
    nbl_complex_float64_t scaled = {x, y};
    float64_t square = NBL_FLOAT64_OF(0.5f) * (x + nbl_complex_abs(scaled)); /* .5 to 5 */
    float64_t quarter = square < NBL_FLOAT64_OF(1.0f) ? NBL_FLOAT64_OF(0.5f) : NBL_FLOAT64_OF(1.0f);
    if (square >= NBL_FLOAT64_OF(4.0f)) quarter = NBL_FLOAT64_OF(2.0f);
    square = square * (quarter > NBL_FLOAT64_OF(1.0f)   ? NBL_FLOAT64_OF(0.25f)
                       : quarter < NBL_FLOAT64_OF(1.0f) ? NBL_FLOAT64_OF(4.0f)
                                                        : NBL_FLOAT64_OF(1.0f));
    float64_t root = nbl_float64_sqrt(square);
    float64_t inverse = nbl_float64_inverse_sqrt(square);
    nbl_complex_float64_t parts = {root * quarter, NBL_FLOAT64_OF(0.5f) * y * inverse *
                                                       (quarter > NBL_FLOAT64_OF(1.0f)   ? NBL_FLOAT64_OF(0.5f)
                                                        : quarter < NBL_FLOAT64_OF(1.0f) ? NBL_FLOAT64_OF(2.0f)
                                                                                         : NBL_FLOAT64_OF(1.0f))};
    parts = nbl_complex_scaled(parts, -half_exponent);
    nbl_complex_float64_t right = {parts.real, nbl_float64_copysign(parts.imag, z.imag)};
    nbl_complex_float64_t left = {parts.imag, nbl_float64_copysign(parts.real, z.imag)};
    return nbl_complex_select(z.real < NBL_FLOAT64_OF(0.0f), left, right);
}

NBL_FUNCTION nbl_complex_float64_t NBL_COMPLEX_EXPONENTIAL(pow, float64_t)(nbl_complex_float64_t z,
                                                                           nbl_complex_float64_t w) {
    nbl_complex_float64_t nothing = {NBL_FLOAT64_OF(0.0f), NBL_FLOAT64_OF(0.0f)};
    if (NBL_EQUAL(z.real, NBL_FLOAT64_OF(0.0f)) && NBL_EQUAL(z.imag, NBL_FLOAT64_OF(0.0f))) return nothing;
    return NBL_COMPLEX_EXPONENTIAL(exp, float64_t)(nbl_complex_mul(w, NBL_COMPLEX_EXPONENTIAL(log, float64_t)(z)));
}
#endif

#if !NBL_OVERLOAD
#define nbl_complex_exp(z) NBL_SELECT(z, nbl_complex_, nbl_complex_exp)(z)
#define nbl_complex_log(z) NBL_SELECT(z, nbl_complex_, nbl_complex_log)(z)
#define nbl_complex_sqrt(z) NBL_SELECT(z, nbl_complex_, nbl_complex_sqrt)(z)
#define nbl_complex_pow(z, w) NBL_SELECT(z, nbl_complex_, nbl_complex_pow)(z, w)
#endif
#undef NBL_COMPLEX_EXPONENTIAL

#endif
