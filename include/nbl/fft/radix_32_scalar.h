/* The radix kernel for 32, Cooley & Tukey's 4 x 8: a text of its own, since few shaders read it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/radix_4_scalar.h, never by itself; its parameters are those of nbl/fft/radix_scalar.h.
 */
NBL_FUNCTION void NBL_RADIX(radix32)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_4 a = NBL_RADIX(dft4)(v[0], v[8], v[16], v[24], inverse);
    NBL_FFT_4 b = NBL_RADIX(dft4)(v[1], v[9], v[17], v[25], inverse);
    NBL_FFT_4 c = NBL_RADIX(dft4)(v[2], v[10], v[18], v[26], inverse);
    NBL_FFT_4 d = NBL_RADIX(dft4)(v[3], v[11], v[19], v[27], inverse);
    NBL_FFT_4 e = NBL_RADIX(dft4)(v[4], v[12], v[20], v[28], inverse);
    NBL_FFT_4 f = NBL_RADIX(dft4)(v[5], v[13], v[21], v[29], inverse);
    NBL_FFT_4 g = NBL_RADIX(dft4)(v[6], v[14], v[22], v[30], inverse);
    NBL_FFT_4 h = NBL_RADIX(dft4)(v[7], v[15], v[23], v[31], inverse);
    b.z1 = NBL_RADIX(turn_by_cosine)(b.z1, NBL_OF_SCALAR(NBL_FFT_COS_1_32), NBL_OF_SCALAR(NBL_FFT_TAN_1_32), inverse);
    b.z2 = NBL_RADIX(turn_by_cosine)(b.z2, NBL_OF_SCALAR(NBL_FFT_COS_1_16), NBL_OF_SCALAR(NBL_FFT_TAN_1_16), inverse);
    b.z3 = NBL_RADIX(turn_by_cosine)(b.z3, NBL_OF_SCALAR(NBL_FFT_COS_3_32), NBL_OF_SCALAR(NBL_FFT_TAN_3_32), inverse);
    c.z1 = NBL_RADIX(turn_by_cosine)(c.z1, NBL_OF_SCALAR(NBL_FFT_COS_1_16), NBL_OF_SCALAR(NBL_FFT_TAN_1_16), inverse);
    c.z2 = NBL_RADIX(eighth)(c.z2, inverse);
    c.z3 = NBL_RADIX(turn_by_sine)(c.z3, NBL_OF_SCALAR(NBL_FFT_COS_1_16), NBL_OF_SCALAR(NBL_FFT_TAN_1_16), inverse);
    d.z1 = NBL_RADIX(turn_by_cosine)(d.z1, NBL_OF_SCALAR(NBL_FFT_COS_3_32), NBL_OF_SCALAR(NBL_FFT_TAN_3_32), inverse);
    d.z2 = NBL_RADIX(turn_by_sine)(d.z2, NBL_OF_SCALAR(NBL_FFT_COS_1_16), NBL_OF_SCALAR(NBL_FFT_TAN_1_16), inverse);
    d.z3 = NBL_RADIX(turn_by_sine)(d.z3, NBL_OF_SCALAR(NBL_FFT_COS_1_32), -NBL_OF_SCALAR(NBL_FFT_TAN_1_32), inverse);
    e.z1 = NBL_RADIX(eighth)(e.z1, inverse);
    e.z2 = NBL_RADIX(turn)(e.z2, inverse);
    e.z3 = NBL_RADIX(three_eighths)(e.z3, inverse);
    f.z1 = NBL_RADIX(turn_by_sine)(f.z1, NBL_OF_SCALAR(NBL_FFT_COS_3_32), NBL_OF_SCALAR(NBL_FFT_TAN_3_32), inverse);
    f.z2 = NBL_RADIX(turn_by_sine)(f.z2, NBL_OF_SCALAR(NBL_FFT_COS_1_16), -NBL_OF_SCALAR(NBL_FFT_TAN_1_16), inverse);
    f.z3 = NBL_RADIX(turn_by_cosine)(f.z3, -NBL_OF_SCALAR(NBL_FFT_COS_1_32), -NBL_OF_SCALAR(NBL_FFT_TAN_1_32), inverse);
    g.z1 = NBL_RADIX(turn_by_sine)(g.z1, NBL_OF_SCALAR(NBL_FFT_COS_1_16), NBL_OF_SCALAR(NBL_FFT_TAN_1_16), inverse);
    g.z2 = NBL_RADIX(three_eighths)(g.z2, inverse);
    g.z3 = NBL_RADIX(turn_by_cosine)(g.z3, -NBL_OF_SCALAR(NBL_FFT_COS_1_16), NBL_OF_SCALAR(NBL_FFT_TAN_1_16), inverse);
    h.z1 = NBL_RADIX(turn_by_sine)(h.z1, NBL_OF_SCALAR(NBL_FFT_COS_1_32), NBL_OF_SCALAR(NBL_FFT_TAN_1_32), inverse);
    h.z2 = NBL_RADIX(turn_by_cosine)(h.z2, -NBL_OF_SCALAR(NBL_FFT_COS_1_16), -NBL_OF_SCALAR(NBL_FFT_TAN_1_16), inverse);
    h.z3 = NBL_RADIX(turn_by_sine)(h.z3, -NBL_OF_SCALAR(NBL_FFT_COS_3_32), NBL_OF_SCALAR(NBL_FFT_TAN_3_32), inverse);
    NBL_FFT_8 p = NBL_RADIX(dft8)(a.z0, b.z0, c.z0, d.z0, e.z0, f.z0, g.z0, h.z0, inverse);
    NBL_FFT_8 q = NBL_RADIX(dft8)(a.z1, b.z1, c.z1, d.z1, e.z1, f.z1, g.z1, h.z1, inverse);
    NBL_FFT_8 r = NBL_RADIX(dft8)(a.z2, b.z2, c.z2, d.z2, e.z2, f.z2, g.z2, h.z2, inverse);
    NBL_FFT_8 s = NBL_RADIX(dft8)(a.z3, b.z3, c.z3, d.z3, e.z3, f.z3, g.z3, h.z3, inverse);
    NBL_PUT_8(p, 0, 4, 8, 12, 16, 20, 24, 28)
    NBL_PUT_8(q, 1, 5, 9, 13, 17, 21, 25, 29)
    NBL_PUT_8(r, 2, 6, 10, 14, 18, 22, 26, 30)
    NBL_PUT_8(s, 3, 7, 11, 15, 19, 23, 27, 31)
}
