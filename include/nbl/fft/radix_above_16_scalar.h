/* Radix kernels above 16 but for 32, of one scalar: 18 (2 x 9), 20 (4 x 5), 21 (3 x 7), 24 (3 x 8), 28 (4 x 7), 30
 * (5 x 6), 35 (5 x 7) and 36 (4 x 9) by prime factors, 25 (5 x 5) and 27 (3 x 9) by Cooley & Tukey.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/radix_scalar.h, never by itself, for a plan that has one; its parameters are that file's.
 */
#define NBL_OVER_4(z, f0, f1, f2, f3) \
    { \
        NBL_FFT_4 p = R_(dft4)(a.z, b.z, c.z, d.z, inverse); \
        NBL_PUT_4(p, f0, f1, f2, f3) \
    }
#define NBL_OVER_5(z, f0, f1, f2, f3, f4) \
    { \
        NBL_FFT_5 p = R_(dft5)(a.z, b.z, c.z, d.z, e.z, inverse); \
        NBL_PUT_5(p, f0, f1, f2, f3, f4) \
    }
/* By prime factors again, 2 x 3. */
#define NBL_OVER_6(z, f0, f1, f2, f3, f4, f5) \
    { \
        NBL_FFT_3 even = R_(dft3)(a.z, c.z, e.z, inverse); \
        NBL_FFT_3 odd = R_(dft3)(d.z, f.z, b.z, inverse); \
        NBL_FFT_2 p = R_(dft2)(even.z0, odd.z0); \
        NBL_FFT_2 q = R_(dft2)(even.z1, odd.z1); \
        NBL_FFT_2 r = R_(dft2)(even.z2, odd.z2); \
        NBL_PUT_2(p, f0, f3) \
        NBL_PUT_2(q, f4, f1) \
        NBL_PUT_2(r, f2, f5) \
    }

#if NBL_HAS_RADIX(18)
NBL_FUNCTION void R_(radix18)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_9 a = R_(dft9)(in_(0), in_(2), in_(4), in_(6), in_(8), in_(10), in_(12), in_(14), in_(16), inverse);
    NBL_FFT_9 b = R_(dft9)(in_(9), in_(11), in_(13), in_(15), in_(17), in_(1), in_(3), in_(5), in_(7), inverse);
    NBL_OVER_2(z0, 0, 9)
    NBL_OVER_2(z1, 10, 1)
    NBL_OVER_2(z2, 2, 11)
    NBL_OVER_2(z3, 12, 3)
    NBL_OVER_2(z4, 4, 13)
    NBL_OVER_2(z5, 14, 5)
    NBL_OVER_2(z6, 6, 15)
    NBL_OVER_2(z7, 16, 7)
    NBL_OVER_2(z8, 8, 17)
}
#endif

#if NBL_HAS_RADIX(20)
NBL_FUNCTION void R_(radix20)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_5 a = R_(dft5)(in_(0), in_(4), in_(8), in_(12), in_(16), inverse);
    NBL_FFT_5 b = R_(dft5)(in_(5), in_(9), in_(13), in_(17), in_(1), inverse);
    NBL_FFT_5 c = R_(dft5)(in_(10), in_(14), in_(18), in_(2), in_(6), inverse);
    NBL_FFT_5 d = R_(dft5)(in_(15), in_(19), in_(3), in_(7), in_(11), inverse);
    NBL_OVER_4(z0, 0, 5, 10, 15)
    NBL_OVER_4(z1, 16, 1, 6, 11)
    NBL_OVER_4(z2, 12, 17, 2, 7)
    NBL_OVER_4(z3, 8, 13, 18, 3)
    NBL_OVER_4(z4, 4, 9, 14, 19)
}
#endif

#if NBL_HAS_RADIX(21)
NBL_FUNCTION void R_(radix21)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_7 a = R_(dft7)(in_(0), in_(3), in_(6), in_(9), in_(12), in_(15), in_(18), inverse);
    NBL_FFT_7 b = R_(dft7)(in_(7), in_(10), in_(13), in_(16), in_(19), in_(1), in_(4), inverse);
    NBL_FFT_7 c = R_(dft7)(in_(14), in_(17), in_(20), in_(2), in_(5), in_(8), in_(11), inverse);
    NBL_OVER_3(z0, 0, 7, 14)
    NBL_OVER_3(z1, 15, 1, 8)
    NBL_OVER_3(z2, 9, 16, 2)
    NBL_OVER_3(z3, 3, 10, 17)
    NBL_OVER_3(z4, 18, 4, 11)
    NBL_OVER_3(z5, 12, 19, 5)
    NBL_OVER_3(z6, 6, 13, 20)
}
#endif

#if NBL_HAS_RADIX(24)
NBL_FUNCTION void R_(radix24)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_8 a = R_(dft8)(in_(0), in_(3), in_(6), in_(9), in_(12), in_(15), in_(18), in_(21), inverse);
    NBL_FFT_8 b = R_(dft8)(in_(8), in_(11), in_(14), in_(17), in_(20), in_(23), in_(2), in_(5), inverse);
    NBL_FFT_8 c = R_(dft8)(in_(16), in_(19), in_(22), in_(1), in_(4), in_(7), in_(10), in_(13), inverse);
    NBL_OVER_3(z0, 0, 16, 8)
    NBL_OVER_3(z1, 9, 1, 17)
    NBL_OVER_3(z2, 18, 10, 2)
    NBL_OVER_3(z3, 3, 19, 11)
    NBL_OVER_3(z4, 12, 4, 20)
    NBL_OVER_3(z5, 21, 13, 5)
    NBL_OVER_3(z6, 6, 22, 14)
    NBL_OVER_3(z7, 15, 7, 23)
}
#endif

#if NBL_HAS_RADIX(25)
/* exp(-2 pi i k / 25) z, or exp(2 pi i k / 25) z for the inverse. */
#define w_1_25_(z) R_(turned)(z, K_(COS_1_25), K_(SIN_1_25), inverse)
#define w_2_25_(z) R_(turned)(z, K_(COS_2_25), K_(SIN_2_25), inverse)
#define w_3_25_(z) R_(turned)(z, K_(COS_3_25), K_(SIN_3_25), inverse)
#define w_4_25_(z) R_(turned)(z, K_(COS_4_25), K_(SIN_4_25), inverse)
#define w_6_25_(z) R_(turned)(z, K_(COS_6_25), K_(SIN_6_25), inverse)
#define w_8_25_(z) R_(turned)(z, K_(COS_8_25), K_(SIN_8_25), inverse)
#define w_9_25_(z) R_(turned)(z, K_(COS_9_25), K_(SIN_9_25), inverse)
#define w_12_25_(z) R_(turned)(z, K_(COS_12_25), K_(SIN_12_25), inverse)
#define w_16_25_(z) R_(turned)(z, K_(COS_9_25), -K_(SIN_9_25), inverse)

NBL_FUNCTION void R_(radix25)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_5 a = R_(dft5)(in_(0), in_(5), in_(10), in_(15), in_(20), inverse);
    NBL_FFT_5 b = R_(dft5)(in_(1), in_(6), in_(11), in_(16), in_(21), inverse);
    NBL_FFT_5 c = R_(dft5)(in_(2), in_(7), in_(12), in_(17), in_(22), inverse);
    NBL_FFT_5 d = R_(dft5)(in_(3), in_(8), in_(13), in_(18), in_(23), inverse);
    NBL_FFT_5 e = R_(dft5)(in_(4), in_(9), in_(14), in_(19), in_(24), inverse);
    b.z1 = w_1_25_(b.z1);
    b.z2 = w_2_25_(b.z2);
    b.z3 = w_3_25_(b.z3);
    b.z4 = w_4_25_(b.z4);
    c.z1 = w_2_25_(c.z1);
    c.z2 = w_4_25_(c.z2);
    c.z3 = w_6_25_(c.z3);
    c.z4 = w_8_25_(c.z4);
    d.z1 = w_3_25_(d.z1);
    d.z2 = w_6_25_(d.z2);
    d.z3 = w_9_25_(d.z3);
    d.z4 = w_12_25_(d.z4);
    e.z1 = w_4_25_(e.z1);
    e.z2 = w_8_25_(e.z2);
    e.z3 = w_12_25_(e.z3);
    e.z4 = w_16_25_(e.z4);
    NBL_OVER_5(z0, 0, 5, 10, 15, 20)
    NBL_OVER_5(z1, 1, 6, 11, 16, 21)
    NBL_OVER_5(z2, 2, 7, 12, 17, 22)
    NBL_OVER_5(z3, 3, 8, 13, 18, 23)
    NBL_OVER_5(z4, 4, 9, 14, 19, 24)
}

#undef w_16_25_
#undef w_12_25_
#undef w_9_25_
#undef w_8_25_
#undef w_6_25_
#undef w_4_25_
#undef w_3_25_
#undef w_2_25_
#undef w_1_25_
#endif

#if NBL_HAS_RADIX(27)
/* exp(-2 pi i k / 27) z, or exp(2 pi i k / 27) z for the inverse. */
#define w_1_27_(z) R_(turned)(z, K_(COS_1_27), K_(SIN_1_27), inverse)
#define w_2_27_(z) R_(turned)(z, K_(COS_2_27), K_(SIN_2_27), inverse)
#define w_3_27_(z) R_(turned)(z, K_(COS_1_9), K_(SIN_1_9), inverse)
#define w_4_27_(z) R_(turned)(z, K_(COS_4_27), K_(SIN_4_27), inverse)
#define w_5_27_(z) R_(turned)(z, K_(COS_5_27), K_(SIN_5_27), inverse)
#define w_6_27_(z) R_(turned)(z, K_(COS_2_9), K_(SIN_2_9), inverse)
#define w_7_27_(z) R_(turned)(z, K_(COS_7_27), K_(SIN_7_27), inverse)
#define w_8_27_(z) R_(turned)(z, K_(COS_8_27), K_(SIN_8_27), inverse)
#define w_10_27_(z) R_(turned)(z, K_(COS_10_27), K_(SIN_10_27), inverse)
#define w_12_27_(z) R_(turned)(z, K_(COS_4_9), K_(SIN_4_9), inverse)
#define w_14_27_(z) R_(turned)(z, K_(COS_13_27), -K_(SIN_13_27), inverse)
#define w_16_27_(z) R_(turned)(z, K_(COS_11_27), -K_(SIN_11_27), inverse)

NBL_FUNCTION void R_(radix27)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_9 a = R_(dft9)(in_(0), in_(3), in_(6), in_(9), in_(12), in_(15), in_(18), in_(21), in_(24), inverse);
    NBL_FFT_9 b = R_(dft9)(in_(1), in_(4), in_(7), in_(10), in_(13), in_(16), in_(19), in_(22), in_(25), inverse);
    NBL_FFT_9 c = R_(dft9)(in_(2), in_(5), in_(8), in_(11), in_(14), in_(17), in_(20), in_(23), in_(26), inverse);
    b.z1 = w_1_27_(b.z1);
    b.z2 = w_2_27_(b.z2);
    b.z3 = w_3_27_(b.z3);
    b.z4 = w_4_27_(b.z4);
    b.z5 = w_5_27_(b.z5);
    b.z6 = w_6_27_(b.z6);
    b.z7 = w_7_27_(b.z7);
    b.z8 = w_8_27_(b.z8);
    c.z1 = w_2_27_(c.z1);
    c.z2 = w_4_27_(c.z2);
    c.z3 = w_6_27_(c.z3);
    c.z4 = w_8_27_(c.z4);
    c.z5 = w_10_27_(c.z5);
    c.z6 = w_12_27_(c.z6);
    c.z7 = w_14_27_(c.z7);
    c.z8 = w_16_27_(c.z8);
    NBL_OVER_3(z0, 0, 9, 18)
    NBL_OVER_3(z1, 1, 10, 19)
    NBL_OVER_3(z2, 2, 11, 20)
    NBL_OVER_3(z3, 3, 12, 21)
    NBL_OVER_3(z4, 4, 13, 22)
    NBL_OVER_3(z5, 5, 14, 23)
    NBL_OVER_3(z6, 6, 15, 24)
    NBL_OVER_3(z7, 7, 16, 25)
    NBL_OVER_3(z8, 8, 17, 26)
}

#undef w_16_27_
#undef w_14_27_
#undef w_12_27_
#undef w_10_27_
#undef w_8_27_
#undef w_7_27_
#undef w_6_27_
#undef w_5_27_
#undef w_4_27_
#undef w_3_27_
#undef w_2_27_
#undef w_1_27_
#endif

#if NBL_HAS_RADIX(28)
NBL_FUNCTION void R_(radix28)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_7 a = R_(dft7)(in_(0), in_(4), in_(8), in_(12), in_(16), in_(20), in_(24), inverse);
    NBL_FFT_7 b = R_(dft7)(in_(7), in_(11), in_(15), in_(19), in_(23), in_(27), in_(3), inverse);
    NBL_FFT_7 c = R_(dft7)(in_(14), in_(18), in_(22), in_(26), in_(2), in_(6), in_(10), inverse);
    NBL_FFT_7 d = R_(dft7)(in_(21), in_(25), in_(1), in_(5), in_(9), in_(13), in_(17), inverse);
    NBL_OVER_4(z0, 0, 21, 14, 7)
    NBL_OVER_4(z1, 8, 1, 22, 15)
    NBL_OVER_4(z2, 16, 9, 2, 23)
    NBL_OVER_4(z3, 24, 17, 10, 3)
    NBL_OVER_4(z4, 4, 25, 18, 11)
    NBL_OVER_4(z5, 12, 5, 26, 19)
    NBL_OVER_4(z6, 20, 13, 6, 27)
}
#endif

#if NBL_HAS_RADIX(30)
NBL_FUNCTION void R_(radix30)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_5 a = R_(dft5)(in_(0), in_(6), in_(12), in_(18), in_(24), inverse);
    NBL_FFT_5 b = R_(dft5)(in_(5), in_(11), in_(17), in_(23), in_(29), inverse);
    NBL_FFT_5 c = R_(dft5)(in_(10), in_(16), in_(22), in_(28), in_(4), inverse);
    NBL_FFT_5 d = R_(dft5)(in_(15), in_(21), in_(27), in_(3), in_(9), inverse);
    NBL_FFT_5 e = R_(dft5)(in_(20), in_(26), in_(2), in_(8), in_(14), inverse);
    NBL_FFT_5 f = R_(dft5)(in_(25), in_(1), in_(7), in_(13), in_(19), inverse);
    NBL_OVER_6(z0, 0, 25, 20, 15, 10, 5)
    NBL_OVER_6(z1, 6, 1, 26, 21, 16, 11)
    NBL_OVER_6(z2, 12, 7, 2, 27, 22, 17)
    NBL_OVER_6(z3, 18, 13, 8, 3, 28, 23)
    NBL_OVER_6(z4, 24, 19, 14, 9, 4, 29)
}
#endif

#if NBL_HAS_RADIX(35)
NBL_FUNCTION void R_(radix35)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_7 a = R_(dft7)(in_(0), in_(5), in_(10), in_(15), in_(20), in_(25), in_(30), inverse);
    NBL_FFT_7 b = R_(dft7)(in_(7), in_(12), in_(17), in_(22), in_(27), in_(32), in_(2), inverse);
    NBL_FFT_7 c = R_(dft7)(in_(14), in_(19), in_(24), in_(29), in_(34), in_(4), in_(9), inverse);
    NBL_FFT_7 d = R_(dft7)(in_(21), in_(26), in_(31), in_(1), in_(6), in_(11), in_(16), inverse);
    NBL_FFT_7 e = R_(dft7)(in_(28), in_(33), in_(3), in_(8), in_(13), in_(18), in_(23), inverse);
    NBL_OVER_5(z0, 0, 21, 7, 28, 14)
    NBL_OVER_5(z1, 15, 1, 22, 8, 29)
    NBL_OVER_5(z2, 30, 16, 2, 23, 9)
    NBL_OVER_5(z3, 10, 31, 17, 3, 24)
    NBL_OVER_5(z4, 25, 11, 32, 18, 4)
    NBL_OVER_5(z5, 5, 26, 12, 33, 19)
    NBL_OVER_5(z6, 20, 6, 27, 13, 34)
}
#endif

#if NBL_HAS_RADIX(36)
NBL_FUNCTION void R_(radix36)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_9 a = R_(dft9)(in_(0), in_(4), in_(8), in_(12), in_(16), in_(20), in_(24), in_(28), in_(32), inverse);
    NBL_FFT_9 b = R_(dft9)(in_(9), in_(13), in_(17), in_(21), in_(25), in_(29), in_(33), in_(1), in_(5), inverse);
    NBL_FFT_9 c = R_(dft9)(in_(18), in_(22), in_(26), in_(30), in_(34), in_(2), in_(6), in_(10), in_(14), inverse);
    NBL_FFT_9 d = R_(dft9)(in_(27), in_(31), in_(35), in_(3), in_(7), in_(11), in_(15), in_(19), in_(23), inverse);
    NBL_OVER_4(z0, 0, 9, 18, 27)
    NBL_OVER_4(z1, 28, 1, 10, 19)
    NBL_OVER_4(z2, 20, 29, 2, 11)
    NBL_OVER_4(z3, 12, 21, 30, 3)
    NBL_OVER_4(z4, 4, 13, 22, 31)
    NBL_OVER_4(z5, 32, 5, 14, 23)
    NBL_OVER_4(z6, 24, 33, 6, 15)
    NBL_OVER_4(z7, 16, 25, 34, 7)
    NBL_OVER_4(z8, 8, 17, 26, 35)
}
#endif

NBL_FUNCTION void R_(radix_above_16)(NBL_RADIX_ARRAY, uint32_t radix, bool inverse) {
#if NBL_HAS_RADIX(18)
    if (radix == 18u) R_(radix18)(v, inverse);
#endif
#if NBL_HAS_RADIX(20)
    if (radix == 20u) R_(radix20)(v, inverse);
#endif
#if NBL_HAS_RADIX(21)
    if (radix == 21u) R_(radix21)(v, inverse);
#endif
#if NBL_HAS_RADIX(24)
    if (radix == 24u) R_(radix24)(v, inverse);
#endif
#if NBL_HAS_RADIX(25)
    if (radix == 25u) R_(radix25)(v, inverse);
#endif
#if NBL_HAS_RADIX(27)
    if (radix == 27u) R_(radix27)(v, inverse);
#endif
#if NBL_HAS_RADIX(28)
    if (radix == 28u) R_(radix28)(v, inverse);
#endif
#if NBL_HAS_RADIX(30)
    if (radix == 30u) R_(radix30)(v, inverse);
#endif
#if NBL_HAS_RADIX(35)
    if (radix == 35u) R_(radix35)(v, inverse);
#endif
#if NBL_HAS_RADIX(36)
    if (radix == 36u) R_(radix36)(v, inverse);
#endif
}

#undef NBL_OVER_6
#undef NBL_OVER_5
#undef NBL_OVER_4
