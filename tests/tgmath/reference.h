/* The functions of nbl/tgmath.h by name, beside what the C library says of them in higher precision.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_TGMATH_REFERENCE_H
#define NBL_TESTS_TGMATH_REFERENCE_H

#include "nbl/tgmath.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct tgmath_function_t {
    const char *name;
    uint32_t arguments;
    double bound; /* in units in the last place; 0.5 is correctly rounded */
    uint32_t (*bits)(uint32_t x, uint32_t y, uint32_t z);
    double (*reference)(double x, double y, double z);
    double least; /* below 0, results count as at least this large: zeros that no float32 meets */
} tgmath_function_t;

#define TGMATH_1(name, of) \
    static inline uint32_t tgmath_##name##_bits(uint32_t x, uint32_t y, uint32_t z) { \
        (void)y, (void)z; \
        return nbl_##name##_bits(x); \
    } \
    static inline double tgmath_##name##_reference(double x, double y, double z) { \
        (void)y, (void)z; \
        return of; \
    }
#define TGMATH_2(name, of) \
    static inline uint32_t tgmath_##name##_bits(uint32_t x, uint32_t y, uint32_t z) { \
        (void)z; \
        return nbl_##name##_bits(x, y); \
    } \
    static inline double tgmath_##name##_reference(double x, double y, double z) { \
        (void)z; \
        return of; \
    }
TGMATH_1(floor, floor(x))
TGMATH_1(ceil, ceil(x))
TGMATH_1(trunc, trunc(x))
TGMATH_1(round, round(x))
TGMATH_1(round_even, rint(x))
TGMATH_1(sqrt, sqrt(x))
TGMATH_1(rsqrt, 1.0 / sqrt(x))
TGMATH_1(cbrt, cbrt(x))
TGMATH_1(exp, exp(x))
TGMATH_1(exp2, exp2(x))
TGMATH_1(log, log(x))
TGMATH_1(log2, log2(x))
TGMATH_1(sin, sin(x))
TGMATH_1(cos, cos(x))
TGMATH_1(tan, tan(x))
TGMATH_1(asin, asin(x))
TGMATH_1(acos, acos(x))
TGMATH_1(atan, atan(x))
TGMATH_1(sinh, sinh(x))
TGMATH_1(cosh, cosh(x))
TGMATH_1(tanh, tanh(x))
TGMATH_1(asinh, asinh(x))
TGMATH_1(acosh, acosh(x))
TGMATH_1(atanh, atanh(x))
TGMATH_1(expm1, expm1(x))
TGMATH_1(log1p, log1p(x))
TGMATH_1(log10, log10(x))
TGMATH_1(erf, erf(x))
TGMATH_1(erfc, erfc(x))
TGMATH_1(tgamma, tgamma(x))
TGMATH_1(lgamma, lgamma(x))
TGMATH_2(div, x / y)
TGMATH_2(hypot, hypot(x, y))
TGMATH_2(pow, pow(x, y))
TGMATH_2(atan2, atan2(x, y))
TGMATH_2(nextafter, (double)nextafterf((float)x, (float)y))
TGMATH_2(fmod, fmod(x, y))
TGMATH_1(modf, isinf(x) ? copysign(0.0, x) : copysign(x - trunc(x), x))
TGMATH_1(frexp, frexp(x, &(int){0}))
/* The exponent, and x times a power of two, whose exponent are 9 bits of y. */
static inline uint32_t tgmath_frexp_exponent_bits(uint32_t x, uint32_t y, uint32_t z) {
    (void)y, (void)z;
    return nbl_bits_from_float32((float32_t)nbl_frexp_exponent_bits(x));
}
static inline double tgmath_frexp_exponent_reference(double x, double y, double z) {
    int exponent = 0;
    (void)y, (void)z;
    if (isfinite(x)) frexp(x, &exponent);
    return (double)exponent;
}
static inline int32_t tgmath_power_of(uint32_t y) { return (int32_t)(y >> 23) - 256; }
static inline uint32_t tgmath_ldexp_bits(uint32_t x, uint32_t y, uint32_t z) {
    (void)z;
    return nbl_ldexp_bits(x, tgmath_power_of(y));
}
static inline double tgmath_ldexp_reference(double x, double y, double z) {
    (void)z;
    return ldexp(x, tgmath_power_of(nbl_bits_from_float32((float)y)));
}
static inline uint32_t tgmath_fma_bits(uint32_t x, uint32_t y, uint32_t z) { return nbl_fma_bits(x, y, z); }
static inline double tgmath_fma_reference(double x, double y, double z) {
    return (double)fmaf((float)x, (float)y, (float)z); /* a sum in float64 may round twice */
}
#undef TGMATH_1
#undef TGMATH_2

#define TGMATH_ROW(name, arguments, bound) \
    { #name, arguments, bound, tgmath_##name##_bits, tgmath_##name##_reference, 0.0 }
static const tgmath_function_t tgmath_functions[] = {TGMATH_ROW(floor, 1, 0.0),
                                                     TGMATH_ROW(ceil, 1, 0.0),
                                                     TGMATH_ROW(trunc, 1, 0.0),
                                                     TGMATH_ROW(round, 1, 0.0),
                                                     TGMATH_ROW(round_even, 1, 0.0),
                                                     TGMATH_ROW(sqrt, 1, 0.5),
                                                     TGMATH_ROW(div, 2, 0.5),
                                                     TGMATH_ROW(fma, 3, 0.0),
                                                     TGMATH_ROW(rsqrt, 1, 0.55),
                                                     TGMATH_ROW(cbrt, 1, 0.55),
                                                     TGMATH_ROW(hypot, 2, 0.55),
                                                     TGMATH_ROW(exp, 1, 0.55),
                                                     TGMATH_ROW(exp2, 1, 0.55),
                                                     TGMATH_ROW(log, 1, 0.55),
                                                     TGMATH_ROW(log2, 1, 0.55),
                                                     TGMATH_ROW(pow, 2, 0.55),
                                                     TGMATH_ROW(sin, 1, 0.55),
                                                     TGMATH_ROW(cos, 1, 0.55),
                                                     TGMATH_ROW(tan, 1, 0.55),
                                                     TGMATH_ROW(asin, 1, 0.55),
                                                     TGMATH_ROW(acos, 1, 0.55),
                                                     TGMATH_ROW(atan, 1, 0.55),
                                                     TGMATH_ROW(atan2, 2, 0.55),
                                                     TGMATH_ROW(sinh, 1, 0.55),
                                                     TGMATH_ROW(cosh, 1, 0.55),
                                                     TGMATH_ROW(tanh, 1, 0.55),
                                                     TGMATH_ROW(nextafter, 2, 0.0),
                                                     TGMATH_ROW(fmod, 2, 0.0),
                                                     TGMATH_ROW(modf, 1, 0.0),
                                                     TGMATH_ROW(frexp, 1, 0.0),
                                                     TGMATH_ROW(frexp_exponent, 1, 0.0),
                                                     TGMATH_ROW(ldexp, 2, 0.5),
                                                     TGMATH_ROW(asinh, 1, 0.55),
                                                     TGMATH_ROW(acosh, 1, 0.55),
                                                     TGMATH_ROW(atanh, 1, 0.55),
                                                     TGMATH_ROW(expm1, 1, 0.55),
                                                     TGMATH_ROW(log1p, 1, 0.55),
                                                     TGMATH_ROW(log10, 1, 0.55),
                                                     TGMATH_ROW(erf, 1, 0.55),
                                                     TGMATH_ROW(erfc, 1, 0.6),
                                                     TGMATH_ROW(tgamma, 1, 0.75),
                                                     {"lgamma", 1, 0.75, tgmath_lgamma_bits, tgmath_lgamma_reference,
                                                      1.0}};
#undef TGMATH_ROW
#define TGMATH_FUNCTIONS (sizeof tgmath_functions / sizeof *tgmath_functions)

/* ---- Errors */

typedef struct tgmath_error_t {
    uint64_t count, not_nearest, wrong; /* wrong: a NaN, an infinity or a zero's sign that should be another */
    double ulps;
    uint32_t at[3], wrong_at[3];
} tgmath_error_t;

static inline float tgmath_float(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline uint32_t tgmath_bits(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* Units of the last place of a float32 near x, subnormal or not. */
static inline double tgmath_unit(double x) {
    int exponent;
    frexp(x, &exponent);
    exponent = exponent - 24 < -149 ? -149 : exponent - 24;
    return ldexp(1.0, exponent > 104 ? 104 : exponent);
}

/* exact: the value, rounded so that it becomes the nearest float32 when it is rounded again. */
static inline void tgmath_error_add_to(tgmath_error_t *error, const tgmath_function_t *function, const uint32_t *at,
                                       double exact) {
    uint32_t got_bits = function->bits(at[0], at[1], at[2]);
    uint32_t nearest = tgmath_bits((float)exact);
    error->count++;
    if (got_bits == nearest && !isnan(exact)) {
        /* Within half a unit; no caller needs the exact distance. */
        if (error->ulps < 0.5 && exact != (double)(float)exact) error->ulps = 0.5;
        return;
    }
    if (isnan(exact) && got_bits == 0x7fc00000u) return;
    double got = (double)tgmath_float(got_bits);
    error->not_nearest++;
    const double least = tgmath_float(at[0]) < 0 ? function->least : 0;
    const bool near_zero = fabs(exact) < least && fabs(got) < least;
    bool got_infinite = isinf(got),
         special = isnan(exact) || isnan(got) || isinf(exact) ||
                   (!near_zero && (exact == 0 || (signbit(got) != 0) != (signbit(exact) != 0)));
    if (special) {
        if (error->wrong++ == 0) memcpy(error->wrong_at, at, sizeof error->wrong_at);
        return;
    }
    if (got_infinite) got = copysign(0x1p128, got);
    double ulps = fabs(got - exact) / tgmath_unit(fabs(exact) < least ? least : exact);
    if (ulps > error->ulps) {
        error->ulps = ulps;
        memcpy(error->at, at, sizeof error->at);
    }
}

static inline void tgmath_error_add(tgmath_error_t *error, const tgmath_function_t *function, const uint32_t *at) {
    tgmath_error_add_to(error, function, at,
                        function->reference((double)tgmath_float(at[0]), (double)tgmath_float(at[1]),
                                            (double)tgmath_float(at[2])));
}

static inline void tgmath_error_merge(tgmath_error_t *into, const tgmath_error_t *error) {
    into->count += error->count;
    into->not_nearest += error->not_nearest;
    if (into->wrong == 0) memcpy(into->wrong_at, error->wrong_at, sizeof into->wrong_at);
    into->wrong += error->wrong;
    if (error->ulps <= into->ulps) return;
    into->ulps = error->ulps;
    memcpy(into->at, error->at, sizeof into->at);
}

/* ---- Arguments */

static inline uint64_t tgmath_mix(uint64_t i) { /* splitmix64 */
    i += 0x9e3779b97f4a7c15u;
    i = (i ^ (i >> 30)) * 0xbf58476d1ce4e5b9u;
    i = (i ^ (i >> 27)) * 0x94d049bb133111ebu;
    return i ^ (i >> 31);
}

/* Number i of a sequence of arguments of a function of several: all bits random, or magnitudes near each other, or, for
 * pow, so that most results are finite. */
static inline void tgmath_random_arguments(const tgmath_function_t *function, uint64_t i, uint32_t *at) {
    uint64_t a = tgmath_mix(3 * i), b = tgmath_mix(3 * i + 1), c = tgmath_mix(3 * i + 2);
    at[0] = (uint32_t)a;
    at[1] = (uint32_t)b;
    at[2] = (uint32_t)c;
    if (i % 4 == 0) return;
    if (strcmp(function->name, "pow") == 0) {
        if (i % 4 == 1) at[0] = 0x3f800000u + (uint32_t)(a >> 32) % 0x2000000u - 0x1000000u;
        at[0] &= 0x7fffffffu;
        double logarithm = log2((double)tgmath_float(at[0]));
        if (!isfinite(logarithm) || logarithm == 0) return;
        double exponent = ((double)(b >> 11) * 0x1p-53 - 0.5) * 300.0 / logarithm;
        at[1] = tgmath_bits((float)exponent);
        return;
    }
    uint32_t apart = (uint32_t)(b >> 32) % (i % 4 == 1 ? 3u : 31u);
    at[1] = (at[1] & 0x807fffffu) | ((at[0] + (apart << 23)) & 0x7f800000u);
    if (function->arguments == 3) { /* the product and the sum near each other */
        uint32_t exponent = ((at[0] >> 23) & 0xffu) + ((at[1] >> 23) & 0xffu) + apart;
        exponent = exponent < 140u ? 1u : exponent - 140u;
        at[2] = (at[2] & 0x807fffffu) | ((exponent > 254u ? 254u : exponent) << 23);
    }
}

#endif
