/* The radix kernel for 32, in the arithmetic of NBL_SCALAR: R_(radix32)() transforms v[0] to v[31] in place.
 * SPDX-License-Identifier: Apache-2.0
 * The 32 complex elements are unscaled, in natural order. 32 = 4 x 8 by Cooley and Tukey's method: eight transforms of
 * 4, twiddles, four transforms of 8; 4 x 8 is chosen, no comparison with 2 x 16 is on record. The file is apart so that
 * a shader's compiler reads it only if a plan has radix 32.
 *
 * Included by nbl/fft/radix_4_scalar.h, never by itself. nbl/fft/radix_scalar.h defines NBL_SCALAR, NBL_RADIX_ARRAY
 * (the parameter v), R_(), K_() and in_(k), which is element k as it comes in, v[k] by default. COS_k_R and TAN_k_R are
 * cos and tan of 2 pi k / R; fractions are in lowest terms, so COS_1_16 serves k = 2 of 32.
 */
/* w_k_32_(z) is z exp(-i a) with a = 2 pi k / 32, or z exp(i a) for the inverse. Forward:
 *
 *   R_(turn_by_cosine)(z, cos a, tan a, inverse)   cos a (z - i z tan a), for angles whose cosine is not small
 *   R_(turn_by_sine)(z, sin a, cot a, inverse)     sin a (z cot a - i z), for angles whose sine is not small
 *   R_(eighth), R_(turn), R_(three_eighths)        an eighth, a quarter and three eighths of the full circle
 *
 * Only k from 1 to 3 have constants; the other k follow from the quarter k = 8 and the half circle k = 16. Sine and
 * cotangent of k are cosine and tangent of 8 - k: w_5 takes those of 3, and w_9 those of -1, whose tangent is
 * negative. Half a circle further the cosine changes its sign and the tangent is the same:
 *
 *   w_14, w_15   minus the cosines of -2 and -1, and their tangents, which are negative
 *   w_18         minus the cosine of 2, and its tangent
 *   w_21         8 - 21 is -13: minus the cosine of 3, and its tangent */
#define w_1_32_(z) R_(turn_by_cosine)(z, K_(COS_1_32), K_(TAN_1_32), inverse)
#define w_2_32_(z) R_(turn_by_cosine)(z, K_(COS_1_16), K_(TAN_1_16), inverse)
#define w_3_32_(z) R_(turn_by_cosine)(z, K_(COS_3_32), K_(TAN_3_32), inverse)
#define w_4_32_(z) R_(eighth)(z, inverse)
#define w_5_32_(z) R_(turn_by_sine)(z, K_(COS_3_32), K_(TAN_3_32), inverse)
#define w_6_32_(z) R_(turn_by_sine)(z, K_(COS_1_16), K_(TAN_1_16), inverse)
#define w_7_32_(z) R_(turn_by_sine)(z, K_(COS_1_32), K_(TAN_1_32), inverse)
#define w_8_32_(z) R_(turn)(z, inverse)
#define w_9_32_(z) R_(turn_by_sine)(z, K_(COS_1_32), -K_(TAN_1_32), inverse)
#define w_10_32_(z) R_(turn_by_sine)(z, K_(COS_1_16), -K_(TAN_1_16), inverse)
#define w_12_32_(z) R_(three_eighths)(z, inverse)
#define w_14_32_(z) R_(turn_by_cosine)(z, -K_(COS_1_16), -K_(TAN_1_16), inverse)
#define w_15_32_(z) R_(turn_by_cosine)(z, -K_(COS_1_32), -K_(TAN_1_32), inverse)
#define w_18_32_(z) R_(turn_by_cosine)(z, -K_(COS_1_16), K_(TAN_1_16), inverse)
#define w_21_32_(z) R_(turn_by_sine)(z, -K_(COS_3_32), K_(TAN_3_32), inverse)

NBL_FUNCTION void R_(radix32)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_4 a = R_(dft4)(in_(0), in_(8), in_(16), in_(24), inverse);
    NBL_FFT_4 b = R_(dft4)(in_(1), in_(9), in_(17), in_(25), inverse);
    NBL_FFT_4 c = R_(dft4)(in_(2), in_(10), in_(18), in_(26), inverse);
    NBL_FFT_4 d = R_(dft4)(in_(3), in_(11), in_(19), in_(27), inverse);
    NBL_FFT_4 e = R_(dft4)(in_(4), in_(12), in_(20), in_(28), inverse);
    NBL_FFT_4 f = R_(dft4)(in_(5), in_(13), in_(21), in_(29), inverse);
    NBL_FFT_4 g = R_(dft4)(in_(6), in_(14), in_(22), in_(30), inverse);
    NBL_FFT_4 h = R_(dft4)(in_(7), in_(15), in_(23), in_(31), inverse);
    b.z1 = w_1_32_(b.z1);
    b.z2 = w_2_32_(b.z2);
    b.z3 = w_3_32_(b.z3);
    c.z1 = w_2_32_(c.z1);
    c.z2 = w_4_32_(c.z2);
    c.z3 = w_6_32_(c.z3);
    d.z1 = w_3_32_(d.z1);
    d.z2 = w_6_32_(d.z2);
    d.z3 = w_9_32_(d.z3);
    e.z1 = w_4_32_(e.z1);
    e.z2 = w_8_32_(e.z2);
    e.z3 = w_12_32_(e.z3);
    f.z1 = w_5_32_(f.z1);
    f.z2 = w_10_32_(f.z2);
    f.z3 = w_15_32_(f.z3);
    g.z1 = w_6_32_(g.z1);
    g.z2 = w_12_32_(g.z2);
    g.z3 = w_18_32_(g.z3);
    h.z1 = w_7_32_(h.z1);
    h.z2 = w_14_32_(h.z2);
    h.z3 = w_21_32_(h.z3);
    NBL_FFT_8 p = R_(dft8)(a.z0, b.z0, c.z0, d.z0, e.z0, f.z0, g.z0, h.z0, inverse);
    NBL_FFT_8 q = R_(dft8)(a.z1, b.z1, c.z1, d.z1, e.z1, f.z1, g.z1, h.z1, inverse);
    NBL_FFT_8 r = R_(dft8)(a.z2, b.z2, c.z2, d.z2, e.z2, f.z2, g.z2, h.z2, inverse);
    NBL_FFT_8 s = R_(dft8)(a.z3, b.z3, c.z3, d.z3, e.z3, f.z3, g.z3, h.z3, inverse);
    NBL_PUT_8(p, 0, 4, 8, 12, 16, 20, 24, 28)
    NBL_PUT_8(q, 1, 5, 9, 13, 17, 21, 25, 29)
    NBL_PUT_8(r, 2, 6, 10, 14, 18, 22, 26, 30)
    NBL_PUT_8(s, 3, 7, 11, 15, 19, 23, 27, 31)
}

#undef w_21_32_
#undef w_18_32_
#undef w_15_32_
#undef w_14_32_
#undef w_12_32_
#undef w_10_32_
#undef w_9_32_
#undef w_8_32_
#undef w_7_32_
#undef w_6_32_
#undef w_5_32_
#undef w_4_32_
#undef w_3_32_
#undef w_2_32_
#undef w_1_32_
