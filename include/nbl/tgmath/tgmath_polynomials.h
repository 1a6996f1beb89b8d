/* The polynomials and constants of nbl/tgmath.h; made by tools/tgmath_polynomials.py
 * SPDX-License-Identifier: Apache-2.0
 *
 * d is a fixed-point number of 32 fraction bits, results have 30. */
#ifndef NBL_TGMATH_TGMATH_POLYNOMIALS_H
#define NBL_TGMATH_TGMATH_POLYNOMIALS_H
#include "nbl/tgmath/fixed.h"

#define NBL_TGMATH_LOG2_E_HIGH 0xb8aa3b29u /* log2(e), 31 fraction bits */
#define NBL_TGMATH_LOG2_E_LOW 0x5c17f0bbu
#define NBL_TGMATH_LN_2 0xb17217f8u             /* ln(2), 32 bits */
#define NBL_TGMATH_TWO_OVER_PI_HIGH 0xa2f9836eu /* 2 / pi, 32 bits */
#define NBL_TGMATH_TWO_OVER_PI_LOW 0x4e441529u
#define NBL_TGMATH_HALF_PI 0x6487ed51u /* 30 bits */
#define NBL_TGMATH_PI 0xc90fdaa2u
#define NBL_TGMATH_ROOT_2 0xb504f334u /* 31 bits */
#define NBL_TGMATH_CUBE_ROOT_2 0xa14517ccu
#define NBL_TGMATH_CUBE_ROOT_4 0xcb2ff52au
#define NBL_TGMATH_LOG10_2 0x9a209a85u       /* log10(2), 33 bits */
#define NBL_TGMATH_ONE_OVER_PI 0xa2f9836eu   /* 33 bits */
#define NBL_TGMATH_LOG_ROOT_2_PI 0xeb3f8e43u /* log(2 pi) / 2, 32 bits */
/* 2 / pi behind two words of zeros: Payne and Hanek's reduction cuts its window out of it. */
#define NBL_TGMATH_TWO_OVER_PI_WORDS \
    { 0u, 0u, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u, 0x3c439041u }

/* 2^d, exact at 0. Error 2^-34.1. */
NBL_FUNCTION int32_t nbl_tgmath_exp2_polynomial(int32_t d) {
    int32_t p = 16432;
    p = 166105 + nbl_multiply_high_signed(p, d);
    p = 1431671 + nbl_multiply_high_signed(p, d);
    p = 10327276 + nbl_multiply_high_signed(p, d);
    p = 59597083 + nbl_multiply_high_signed(p, d);
    p = 257941253 + nbl_multiply_high_signed(p, d);
    p = 744261118 + nbl_multiply_high_signed(p, d);
    p = 1073741824 + nbl_multiply_high_signed(p, d);
    return p;
}

/* log2(1 + d) / d for 1 + d from sqrt(1/2) to sqrt(2). Error 2^-33.0. */
NBL_FUNCTION int32_t nbl_tgmath_log2_polynomial(int32_t d) {
    int32_t p = -90554243;
    p = 164768764 + nbl_multiply_high_signed(p, d);
    p = -168820701 + nbl_multiply_high_signed(p, d);
    p = 171061037 + nbl_multiply_high_signed(p, d);
    p = -192254796 + nbl_multiply_high_signed(p, d);
    p = 221267751 + nbl_multiply_high_signed(p, d);
    p = -258237913 + nbl_multiply_high_signed(p, d);
    p = 309819029 + nbl_multiply_high_signed(p, d);
    p = -387269519 + nbl_multiply_high_signed(p, d);
    p = 516360630 + nbl_multiply_high_signed(p, d);
    p = -774541007 + nbl_multiply_high_signed(p, d);
    p = 1549082005 + nbl_multiply_high_signed(p, d);
    return p;
}

/* The same for pow, 62 fraction bits. Error 2^-40.9. */
NBL_FUNCTION nbl_wide_t nbl_tgmath_log2_wide_polynomial(int32_t d) {
    int32_t p = 66189187;
    p = -131174350 + nbl_multiply_high_signed(p, d);
    p = 135550953 + nbl_multiply_high_signed(p, d);
    p = -128843892 + nbl_multiply_high_signed(p, d);
    p = 138707324 + nbl_multiply_high_signed(p, d);
    p = -154712492 + nbl_multiply_high_signed(p, d);
    p = 172248827 + nbl_multiply_high_signed(p, d);
    p = -193651909 + nbl_multiply_high_signed(p, d);
    p = 221293463 + nbl_multiply_high_signed(p, d);
    nbl_wide_t sum = {NBL_CAST(uint32_t, p), 0u};
    sum = nbl_tgmath_wide_step(0xf09c7d27u, 0x47b5ce79u, sum, d);
    sum = nbl_tgmath_wide_step(0x12776c8bu, 0xe2f0d4a9u, sum, d);
    sum = nbl_tgmath_wide_step(0xe8eab894u, 0x1eda8bd5u, sum, d);
    sum = nbl_tgmath_wide_step(0x1ec709dbu, 0xe31aa4f1u, sum, d);
    sum = nbl_tgmath_wide_step(0xd1d57135u, 0xaee0131fu, sum, d);
    sum = nbl_tgmath_wide_step(0x5c551d94u, 0xae2204e5u, sum, d);
    return sum;
}

/* sin(pi/2 u) / u for u^2 = (d + 1/2) / 4. Error 2^-37.6. */
NBL_FUNCTION int32_t nbl_tgmath_sine_polynomial(int32_t d) {
    int32_t p = 664;
    p = -77211 + nbl_multiply_high_signed(p, d);
    p = 5231266 + nbl_multiply_high_signed(p, d);
    p = -168110160 + nbl_multiply_high_signed(p, d);
    p = 1601257124 + nbl_multiply_high_signed(p, d);
    return p;
}

/* cos(pi/2 u) for u^2 = (d + 1/2) / 4. Error 2^-33.9. */
NBL_FUNCTION int32_t nbl_tgmath_cosine_polynomial(int32_t d) {
    int32_t p = 3790;
    p = -342394 + nbl_multiply_high_signed(p, d);
    p = 16504176 + nbl_multiply_high_signed(p, d);
    p = -314406100 + nbl_multiply_high_signed(p, d);
    p = 912369694 + nbl_multiply_high_signed(p, d);
    return p;
}

/* atan(q) / q for q^2 = d + 1/2. Error 2^-33.7. */
NBL_FUNCTION int32_t nbl_tgmath_arctangent_polynomial(int32_t d) {
    int32_t p = -712315;
    p = 1163731 + nbl_multiply_high_signed(p, d);
    p = -1382539 + nbl_multiply_high_signed(p, d);
    p = 2315720 + nbl_multiply_high_signed(p, d);
    p = -4082343 + nbl_multiply_high_signed(p, d);
    p = 7040126 + nbl_multiply_high_signed(p, d);
    p = -12402818 + nbl_multiply_high_signed(p, d);
    p = 22600897 + nbl_multiply_high_signed(p, d);
    p = -43214799 + nbl_multiply_high_signed(p, d);
    p = 89558034 + nbl_multiply_high_signed(p, d);
    p = -218778209 + nbl_multiply_high_signed(p, d);
    p = 934606092 + nbl_multiply_high_signed(p, d);
    return p;
}

/* asin(x) / x for x^2 = (d + 1/2) / 4. Error 2^-35.8. */
NBL_FUNCTION int32_t nbl_tgmath_arcsine_polynomial(int32_t d) {
    int32_t p = 2277;
    p = 9911 + nbl_multiply_high_signed(p, d);
    p = 43624 + nbl_multiply_high_signed(p, d);
    p = 208118 + nbl_multiply_high_signed(p, d);
    p = 1076260 + nbl_multiply_high_signed(p, d);
    p = 6382072 + nbl_multiply_high_signed(p, d);
    p = 50406158 + nbl_multiply_high_signed(p, d);
    p = 1097472136 + nbl_multiply_high_signed(p, d);
    return p;
}

/* sinh(x) / x for x^2 = d + 1/2. Error 2^-34.2. */
NBL_FUNCTION int32_t nbl_tgmath_hyperbolic_sine_polynomial(int32_t d) {
    int32_t p = 3027;
    p = 219038 + nbl_multiply_high_signed(p, d);
    p = 9271887 + nbl_multiply_high_signed(p, d);
    p = 188066090 + nbl_multiply_high_signed(p, d);
    p = 1165484088 + nbl_multiply_high_signed(p, d);
    return p;
}

/* tanh(x) / x for x^2 = (d + 1/2) / 4. Error 2^-36.9. */
NBL_FUNCTION int32_t nbl_tgmath_hyperbolic_tangent_polynomial(int32_t d) {
    int32_t p = 669;
    p = -6937 + nbl_multiply_high_signed(p, d);
    p = 71645 + nbl_multiply_high_signed(p, d);
    p = -743052 + nbl_multiply_high_signed(p, d);
    p = 7716491 + nbl_multiply_high_signed(p, d);
    p = -81166589 + nbl_multiply_high_signed(p, d);
    p = 1031131821 + nbl_multiply_high_signed(p, d);
    return p;
}

/* The cube root of 3/2 + d. Error 2^-33.0. */
NBL_FUNCTION int32_t nbl_tgmath_cube_root_polynomial(int32_t d) {
    int32_t p = -319450;
    p = 549500 + nbl_multiply_high_signed(p, d);
    p = -740896 + nbl_multiply_high_signed(p, d);
    p = 1335813 + nbl_multiply_high_signed(p, d);
    p = -2534867 + nbl_multiply_high_signed(p, d);
    p = 4888157 + nbl_multiply_high_signed(p, d);
    p = -9991290 + nbl_multiply_high_signed(p, d);
    p = 22480457 + nbl_multiply_high_signed(p, d);
    p = -60697658 + nbl_multiply_high_signed(p, d);
    p = 273139459 + nbl_multiply_high_signed(p, d);
    p = 1229127559 + nbl_multiply_high_signed(p, d);
    return p;
}

/* 1 / (3/2 + d), where Newton's iteration begins. Error 2^-9.2. */
NBL_FUNCTION int32_t nbl_tgmath_reciprocal_polynomial(int32_t d) {
    int32_t p = -238195760;
    p = 357293640 + nbl_multiply_high_signed(p, d);
    p = -476391520 + nbl_multiply_high_signed(p, d);
    p = 714587280 + nbl_multiply_high_signed(p, d);
    return p;
}

/* 1 / sqrt(3/2 + d), where Newton's iteration begins. Error 2^-10.9. */
NBL_FUNCTION int32_t nbl_tgmath_reciprocal_root_polynomial(int32_t d) {
    int32_t p = -88921520;
    p = 158991589 + nbl_multiply_high_signed(p, d);
    p = -291990571 + nbl_multiply_high_signed(p, d);
    p = 876299533 + nbl_multiply_high_signed(p, d);
    return p;
}

/* (e^d - 1) / d. Error 2^-33.2. */
NBL_FUNCTION int32_t nbl_tgmath_expm1_polynomial(int32_t d) {
    int32_t p = 26779;
    p = 214528 + nbl_multiply_high_signed(p, d);
    p = 1491285 + nbl_multiply_high_signed(p, d);
    p = 8947616 + nbl_multiply_high_signed(p, d);
    p = 44739244 + nbl_multiply_high_signed(p, d);
    p = 178956982 + nbl_multiply_high_signed(p, d);
    p = 536870912 + nbl_multiply_high_signed(p, d);
    p = 1073741824 + nbl_multiply_high_signed(p, d);
    return p;
}

/* erf(x) / x for x^2 = d + 1/2. Error 2^-34.7. */
NBL_FUNCTION int32_t nbl_tgmath_error_polynomial(int32_t d) {
    int32_t p = -10380;
    p = 84638 + nbl_multiply_high_signed(p, d);
    p = -602564 + nbl_multiply_high_signed(p, d);
    p = 3736828 + nbl_multiply_high_signed(p, d);
    p = -19632172 + nbl_multiply_high_signed(p, d);
    p = 85265828 + nbl_multiply_high_signed(p, d);
    p = -301798953 + nbl_multiply_high_signed(p, d);
    p = 1036664165 + nbl_multiply_high_signed(p, d);
    return p;
}

/* e^(x^2) erfc(x) for x = 0.5 + d. Error 2^-38.3. */
NBL_FUNCTION int32_t nbl_tgmath_complement_from_0_polynomial(int32_t d) {
    int32_t p = 151566;
    p = -422375 + nbl_multiply_high_signed(p, d);
    p = 1012086 + nbl_multiply_high_signed(p, d);
    p = -2591126 + nbl_multiply_high_signed(p, d);
    p = 6385327 + nbl_multiply_high_signed(p, d);
    p = -14913486 + nbl_multiply_high_signed(p, d);
    p = 32994334 + nbl_multiply_high_signed(p, d);
    p = -68687295 + nbl_multiply_high_signed(p, d);
    p = 133326871 + nbl_multiply_high_signed(p, d);
    p = -238382040 + nbl_multiply_high_signed(p, d);
    p = 385844757 + nbl_multiply_high_signed(p, d);
    p = -550495432 + nbl_multiply_high_signed(p, d);
    p = 661092474 + nbl_multiply_high_signed(p, d);
    return p;
}

/* e^(x^2) erfc(x) for x = 1.5 + d. Error 2^-40.0. */
NBL_FUNCTION int32_t nbl_tgmath_complement_from_1_polynomial(int32_t d) {
    int32_t p = -7987;
    p = 26280 + nbl_multiply_high_signed(p, d);
    p = -77875 + nbl_multiply_high_signed(p, d);
    p = 239285 + nbl_multiply_high_signed(p, d);
    p = -710760 + nbl_multiply_high_signed(p, d);
    p = 2025286 + nbl_multiply_high_signed(p, d);
    p = -5525429 + nbl_multiply_high_signed(p, d);
    p = 14363807 + nbl_multiply_high_signed(p, d);
    p = -35359290 + nbl_multiply_high_signed(p, d);
    p = 81766557 + nbl_multiply_high_signed(p, d);
    p = -175688770 + nbl_multiply_high_signed(p, d);
    p = 345299712 + nbl_multiply_high_signed(p, d);
    return p;
}

/* x e^(x^2) erfc(x) for 1/x^2 = (d + 1/2) / 4. Error 2^-34.2. */
NBL_FUNCTION int32_t nbl_tgmath_complement_beyond_polynomial(int32_t d) {
    int32_t p = -265474;
    p = 370144 + nbl_multiply_high_signed(p, d);
    p = -269322 + nbl_multiply_high_signed(p, d);
    p = 325104 + nbl_multiply_high_signed(p, d);
    p = -514057 + nbl_multiply_high_signed(p, d);
    p = 784956 + nbl_multiply_high_signed(p, d);
    p = -1289785 + nbl_multiply_high_signed(p, d);
    p = 2390303 + nbl_multiply_high_signed(p, d);
    p = -5174371 + nbl_multiply_high_signed(p, d);
    p = 14049499 + nbl_multiply_high_signed(p, d);
    p = -55952364 + nbl_multiply_high_signed(p, d);
    p = 573450330 + nbl_multiply_high_signed(p, d);
    return p;
}

/* Gamma(3/2 + d). Error 2^-34.6. */
NBL_FUNCTION int32_t nbl_tgmath_gamma_polynomial(int32_t d) {
    int32_t p = -5517713;
    p = 8273385 + nbl_multiply_high_signed(p, d);
    p = -7573181 + nbl_multiply_high_signed(p, d);
    p = 11346180 + nbl_multiply_high_signed(p, d);
    p = -18613433 + nbl_multiply_high_signed(p, d);
    p = 27924355 + nbl_multiply_high_signed(p, d);
    p = -40793464 + nbl_multiply_high_signed(p, d);
    p = 62916132 + nbl_multiply_high_signed(p, d);
    p = -83240199 + nbl_multiply_high_signed(p, d);
    p = 155312455 + nbl_multiply_high_signed(p, d);
    p = -115206912 + nbl_multiply_high_signed(p, d);
    p = 445402544 + nbl_multiply_high_signed(p, d);
    p = 34723090 + nbl_multiply_high_signed(p, d);
    p = 951578916 + nbl_multiply_high_signed(p, d);
    return p;
}

/* -log(Gamma(1 + d)) / d. Error 2^-36.2. */
NBL_FUNCTION int32_t nbl_tgmath_log_gamma_one_polynomial(int32_t d) {
    int32_t p = -182592494;
    p = 192100610 + nbl_multiply_high_signed(p, d);
    p = 2747628 + nbl_multiply_high_signed(p, d);
    p = -1624902 + nbl_multiply_high_signed(p, d);
    p = -96085711 + nbl_multiply_high_signed(p, d);
    p = 102913690 + nbl_multiply_high_signed(p, d);
    p = -86484979 + nbl_multiply_high_signed(p, d);
    p = 94502720 + nbl_multiply_high_signed(p, d);
    p = -107751058 + nbl_multiply_high_signed(p, d);
    p = 119827101 + nbl_multiply_high_signed(p, d);
    p = -134751558 + nbl_multiply_high_signed(p, d);
    p = 154658342 + nbl_multiply_high_signed(p, d);
    p = -182060964 + nbl_multiply_high_signed(p, d);
    p = 222678887 + nbl_multiply_high_signed(p, d);
    p = -290533928 + nbl_multiply_high_signed(p, d);
    p = 430232921 + nbl_multiply_high_signed(p, d);
    p = -883117253 + nbl_multiply_high_signed(p, d);
    p = 619780601 + nbl_multiply_high_signed(p, d);
    return p;
}

/* log(Gamma(2 + d)) / d. Error 2^-37.1. */
NBL_FUNCTION int32_t nbl_tgmath_log_gamma_two_polynomial(int32_t d) {
    int32_t p = 25936;
    p = -56680 + nbl_multiply_high_signed(p, d);
    p = 105653 + nbl_multiply_high_signed(p, d);
    p = -237157 + nbl_multiply_high_signed(p, d);
    p = 547403 + nbl_multiply_high_signed(p, d);
    p = -1281033 + nbl_multiply_high_signed(p, d);
    p = 3103653 + nbl_multiply_high_signed(p, d);
    p = -7930156 + nbl_multiply_high_signed(p, d);
    p = 22098475 + nbl_multiply_high_signed(p, d);
    p = -72318983 + nbl_multiply_high_signed(p, d);
    p = 346246341 + nbl_multiply_high_signed(p, d);
    p = 453961224 + nbl_multiply_high_signed(p, d);
    return p;
}

#endif
