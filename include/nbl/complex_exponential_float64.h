/* Exponential and logarithm of float64 out of sums and products: what complex numbers of float64 need.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/complex_exponential.h alone, where NBL_HAS_FLOAT64 is 1. No division, and no function that a device
 * may round as it likes.
 */
#ifndef NBL_COMPLEX_EXPONENTIAL_FLOAT64_H
#define NBL_COMPLEX_EXPONENTIAL_FLOAT64_H

/* Returns e^r - 1, for |r| up to .4: the power series to r^14, whose rest is below 2^-58. */
NBL_FUNCTION float64_t nbl_float64_small_expm1(float64_t r) {
    float64_t p = NBL_FLOAT64(0x3da93974u, 0xa8c07c9du); /* 1 / 14! */
    p = p * r + NBL_FLOAT64(0x3de61246u, 0x13a86d09u);
    p = p * r + NBL_FLOAT64(0x3e21eed8u, 0xeff8d898u);
    p = p * r + NBL_FLOAT64(0x3e5ae645u, 0x67f544e4u);
    p = p * r + NBL_FLOAT64(0x3e927e4fu, 0xb7789f5cu);
    p = p * r + NBL_FLOAT64(0x3ec71de3u, 0xa556c734u);
    p = p * r + NBL_FLOAT64(0x3efa01a0u, 0x1a01a01au);
    p = p * r + NBL_FLOAT64(0x3f2a01a0u, 0x1a01a01au);
    p = p * r + NBL_FLOAT64(0x3f56c16cu, 0x16c16c17u);
    p = p * r + NBL_FLOAT64(0x3f811111u, 0x11111111u);
    p = p * r + NBL_FLOAT64(0x3fa55555u, 0x55555555u);
    p = p * r + NBL_FLOAT64(0x3fc55555u, 0x55555555u);
    p = p * r + NBL_FLOAT64(0x3fe00000u, 0x00000000u);
    return r + r * r * p;
}

/* Returns e^x. It subtracts k log 2 in two parts; the first has 32 bits, so its product with k is exact. */
NBL_FUNCTION float64_t nbl_float64_exp(float64_t x) {
    float64_t one = NBL_FLOAT64_OF(1.0f);
    if (nbl_float64_is_nan(x)) return x;
    if (x > NBL_FLOAT64_OF(709.8f)) return nbl_limits_infinity_float64_t();
    if (x < NBL_FLOAT64_OF(-746.0f)) return NBL_FLOAT64_OF(0.0f);
    float32_t turns = nbl_round_even(NBL_CAST(float32_t, x) * 1.44269504f);
    int32_t k = NBL_CAST(int32_t, turns);
    float64_t r = x - NBL_FLOAT64_OF(turns) * NBL_FLOAT64(0x3fe62e42u, 0xfee00000u);
    r = r - NBL_FLOAT64_OF(turns) * NBL_FLOAT64(0x3dea39efu, 0x35793c76u);
    int32_t part = k / 2; /* twice half of the power: 2^1024 is beyond float64 */
    return (one + nbl_float64_small_expm1(r)) * nbl_float64_power_of_two(part) * nbl_float64_power_of_two(k - part);
}

/* Returns log(1 + t), for t of -.55 to 3. float32 gives y; what it lacks is log(1 + u), 1 + u = (1 + t) e^-y, where u
 * is below 10^-6 and comes without cancellation from t and e^-y - 1. */
NBL_FUNCTION float64_t nbl_float64_log1p(float64_t t) {
    float64_t one = NBL_FLOAT64_OF(1.0f), one_and = NBL_FLOAT64_OF(1.0f) + t;
    int32_t exponent = 0;
    if (one_and > NBL_FLOAT64_OF(1.42f)) { /* 1 + t by 2 or 4: then e^-y - 1 is a short series */
        exponent = one_and > NBL_FLOAT64_OF(2.84f) ? 2 : 1;
        one_and = one_and * nbl_float64_power_of_two(-exponent);
        t = one_and - one;
    } else if (one_and < NBL_FLOAT64_OF(0.71f)) {
        exponent = -1;
        one_and = one_and * NBL_FLOAT64_OF(2.0f);
        t = one_and - one;
    }
    float64_t y = NBL_FLOAT64_OF(nbl_log(NBL_CAST(float32_t, one_and)));
    float64_t u = t + one_and * nbl_float64_small_expm1(-y);
    float64_t third = NBL_FLOAT64(0x3fd55555u, 0x55555555u);
    float64_t rest = u - u * u * (NBL_FLOAT64_OF(0.5f) - third * u);
    return NBL_FLOAT64_OF(NBL_CAST(float32_t, exponent)) * NBL_FLOAT64(0x3fe62e42u, 0xfefa39efu) + (y + rest);
}

/* Returns logarithm + exponent log 2. */
NBL_FUNCTION float64_t nbl_float64_log_of_power(float64_t logarithm, int32_t exponent) {
    float64_t turns = NBL_FLOAT64_OF(NBL_CAST(float32_t, exponent));
    return turns * NBL_FLOAT64(0x3fe62e42u, 0xfee00000u) + (turns * NBL_FLOAT64(0x3dea39efu, 0x35793c76u) + logarithm);
}

/* Returns 1 / sqrt(x) by Newton's steps; each doubles the correct bits.
 *
 * x  1 to 4 */
NBL_FUNCTION float64_t nbl_float64_inverse_sqrt(float64_t x) {
    float64_t half_x = NBL_FLOAT64_OF(0.5f) * x;
    float64_t y = NBL_FLOAT64_OF(nbl_rsqrt(NBL_CAST(float32_t, x)));
    y = y * (NBL_FLOAT64_OF(1.5f) - half_x * y * y);
    return y + y * (NBL_FLOAT64_OF(0.5f) - half_x * y * y);
}

#endif
