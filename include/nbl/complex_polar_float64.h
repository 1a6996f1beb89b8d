/* Root, sine, cosine and angle of float64 out of sums and products: what polar complex numbers of float64 are made of.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Where NBL_HAS_FLOAT64 is 1. No division and no function that a device may round as it likes: a first value comes from
 * nbl/tgmath.h in float32, and sums and products of float64 put right what it lacks. In exact mode the same bits
 * everywhere, for results that are normal numbers. Largest errors found in 3 10^5 numbers of all sizes, in units
 * in the last place: 1.2 of a modulus, 3.6 of an angle, 2.2 of a sine or cosine times a radius.
 */
#ifndef NBL_COMPLEX_POLAR_FLOAT64_H
#define NBL_COMPLEX_POLAR_FLOAT64_H

#include "nbl/limits.h"
#include "nbl/tgmath.h"

#if NBL_HAS_FLOAT64
#define NBL_FLOAT64(high, low) nbl_limits_of_bits_float64_t(high, low)
#define NBL_FLOAT64_OF(x) NBL_CAST(float64_t, x)

/* Returns the upper 32 bits of a float64 without the sign. */
NBL_FUNCTION uint32_t nbl_float64_magnitude(float64_t x) { return nbl_bits_from_float64(x).y & 0x7fffffffu; }
/* Returns whether x is infinite. */
NBL_FUNCTION bool nbl_float64_is_inf(float64_t x) {
    nbl_uint32_t2 bits = nbl_bits_from_float64(x);
    return (bits.y & 0x7fffffffu) == 0x7ff00000u && bits.x == 0u;
}
/* Returns whether x is a NaN. */
NBL_FUNCTION bool nbl_float64_is_nan(float64_t x) {
    return nbl_float64_magnitude(x) >= 0x7ff00000u && !nbl_float64_is_inf(x);
}
/* Returns the magnitude of x with the sign of y. */
NBL_FUNCTION float64_t nbl_float64_copysign(float64_t x, float64_t y) {
    nbl_uint32_t2 bits = nbl_bits_from_float64(x);
    return NBL_FLOAT64(nbl_float64_magnitude(x) | (nbl_bits_from_float64(y).y & 0x80000000u), bits.x);
}
/* Returns 2^exponent.
 *
 * exponent  -1022 to 1023 */
NBL_FUNCTION float64_t nbl_float64_power_of_two(int32_t exponent) {
    return NBL_FLOAT64(NBL_CAST(uint32_t, exponent + 1023) << 20u, 0u);
}

/* Returns sqrt(x). Newton's steps to 1 / sqrt(x) each double the correct bits; then the root's remainder is computed
 * exactly, since the square of its upper 26 bits is exact (Dekker, 1971).
 *
 * x  1 to 4 */
NBL_FUNCTION float64_t nbl_float64_sqrt(float64_t x) {
    float64_t half_x = NBL_FLOAT64_OF(0.5f) * x;
    float64_t y = NBL_FLOAT64_OF(nbl_rsqrt(NBL_CAST(float32_t, x)));
    y = y * (NBL_FLOAT64_OF(1.5f) - half_x * y * y);
    y = y * (NBL_FLOAT64_OF(1.5f) - half_x * y * y);
    float64_t root = x * y;
    nbl_uint32_t2 bits = nbl_bits_from_float64(root);
    float64_t high = NBL_FLOAT64(bits.y, bits.x & 0xf8000000u);
    float64_t low = root - high;
    float64_t rest = ((x - high * high) - NBL_FLOAT64_OF(2.0f) * high * low) - low * low;
    return root + NBL_FLOAT64_OF(0.5f) * y * rest;
}

NBL_STRUCT(nbl_float64_sine_cosine_t) {
    float64_t sine;
    float64_t cosine;
};

/* |x| is 2^20 at most. x - k pi / 2 in three parts of pi / 2, of 33 bits each but the last (Cody and Waite); then the
 * power series, which to these many terms are right to 2^-56 up to pi / 4. */
NBL_FUNCTION nbl_float64_sine_cosine_t nbl_float64_sine_cosine(float64_t x) {
    float64_t turned = x * NBL_FLOAT64(0x3fe45f30u, 0x6dc9c883u); /* 2 / pi */
    int32_t k = NBL_CAST(int32_t, turned + nbl_float64_copysign(NBL_FLOAT64_OF(0.5f), turned));
    float64_t of_k = NBL_FLOAT64_OF(k);
    float64_t r = ((x - of_k * NBL_FLOAT64(0x3ff921fbu, 0x54400000u)) - of_k * NBL_FLOAT64(0x3dd0b461u, 0x1a600000u)) -
                  of_k * NBL_FLOAT64(0x3ba3198au, 0x2e037073u);
    float64_t s = r * r;
    float64_t one = NBL_FLOAT64_OF(1.0f);
    float64_t sine = one - s * NBL_FLOAT64(0x3f6e1e1eu, 0x1e1e1e1eu); /* 1 / (16 17) */
    sine = one - s * NBL_FLOAT64(0x3f738138u, 0x13813814u) * sine;    /* 1 / (14 15) .. */
    sine = one - s * NBL_FLOAT64(0x3f7a41a4u, 0x1a41a41au) * sine;
    sine = one - s * NBL_FLOAT64(0x3f829e41u, 0x29e4129eu) * sine;
    sine = one - s * NBL_FLOAT64(0x3f8c71c7u, 0x1c71c71cu) * sine;
    sine = one - s * NBL_FLOAT64(0x3f986186u, 0x18618618u) * sine;
    sine = one - s * NBL_FLOAT64(0x3fa99999u, 0x9999999au) * sine;
    sine = r - r * (s * NBL_FLOAT64(0x3fc55555u, 0x55555555u) * sine);  /* .. 1 / (2 3) */
    float64_t cosine = one - s * NBL_FLOAT64(0x3f711111u, 0x11111111u); /* 1 / (15 16) */
    cosine = one - s * NBL_FLOAT64(0x3f768168u, 0x16816817u) * cosine;  /* 1 / (13 14) .. */
    cosine = one - s * NBL_FLOAT64(0x3f7f07c1u, 0xf07c1f08u) * cosine;
    cosine = one - s * NBL_FLOAT64(0x3f86c16cu, 0x16c16c17u) * cosine;
    cosine = one - s * NBL_FLOAT64(0x3f924924u, 0x92492492u) * cosine;
    cosine = one - s * NBL_FLOAT64(0x3fa11111u, 0x11111111u) * cosine;
    cosine = one - s * NBL_FLOAT64(0x3fb55555u, 0x55555555u) * cosine;
    cosine = one - s * NBL_FLOAT64_OF(0.5f) * cosine; /* .. 1 / (1 2) */
    uint32_t quarter = NBL_CAST(uint32_t, k) & 3u;
    bool odd_quarter = (quarter & 1u) != 0u;
    float64_t sine_of = odd_quarter ? cosine : sine;
    float64_t cosine_of = odd_quarter ? sine : cosine;
    if ((quarter & 2u) != 0u) sine_of = -sine_of;
    if (quarter == 1u || quarter == 2u) cosine_of = -cosine_of;
    nbl_float64_sine_cosine_t result = {sine_of, cosine_of};
    return result;
}

/* Returns the angle of (x, y). The angle of float32 turns the point almost onto the axis; the rest of the angle is y /
 * x less a third of its cube.
 *
 * x, y  the larger magnitude is 1 to 2 */
NBL_FUNCTION float64_t nbl_float64_angle(float64_t y, float64_t x) {
    float64_t angle = NBL_FLOAT64_OF(nbl_atan2(NBL_CAST(float32_t, y), NBL_CAST(float32_t, x)));
    nbl_float64_sine_cosine_t turn = nbl_float64_sine_cosine(angle);
    float64_t along = x * turn.cosine + y * turn.sine;
    float64_t across = y * turn.cosine - x * turn.sine;
    float64_t inverse = NBL_FLOAT64_OF(nbl_div(1.0f, NBL_CAST(float32_t, along)));
    inverse = inverse * (NBL_FLOAT64_OF(2.0f) - along * inverse);
    float64_t rest = across * (inverse * (NBL_FLOAT64_OF(2.0f) - along * inverse));
    if (rest == NBL_FLOAT64_OF(0.0f)) return angle; /* whose sign a sum with +0 would take */
    return angle + (rest - rest * rest * rest * NBL_FLOAT64(0x3fd55555u, 0x55555555u));
}
#endif

#endif
