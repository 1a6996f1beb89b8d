/* The radix kernels of one scalar on arrays: included by nbl/fft/radix.h once for each, never by itself.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameter: NBL_FFT_RADIX_SCALAR, a type name such as float32_t. The transforms by value are in
 * nbl/fft/radix_scalar.h.
 *
 * Cooley & Tukey, R = A B:     input n = B n1 + n2, transforms over n1, twiddles exp(-2 pi i n2 f1 / R), transforms
 *                              over n2, output f = f1 + A f2
 * Prime factors, A, B coprime: input n = B n1 + A n2 mod R, transforms over n1 and over n2, output f with f = f1 mod A
 * and
 *                              f = f2 mod B
 */
#ifndef NBL_FFT_RADIX_SCALAR
#error \
    "NBL_FFT_RADIX_SCALAR is missing: define it as float16_t, float32_t or float64_t before including nbl/fft/radix_array_scalar.h"
#endif

#define NBL_FFT_COMPLEX_T NBL_CAT(nbl_complex_, NBL_FFT_RADIX_SCALAR)
#define NBL_FFT_OF_SCALAR(name) NBL_CAT(NBL_CAT(nbl_fft_, name), NBL_CAT(_, NBL_FFT_RADIX_SCALAR))
#define NBL_FFT_CONSTANT(name) NBL_CAT(NBL_CAT(NBL_FFT_, name), NBL_CAT(_, NBL_FFT_RADIX_SCALAR))
#define NBL_FFT_2 NBL_FFT_OF_SCALAR(pair)
#define NBL_FFT_3 NBL_FFT_OF_SCALAR(triple)
#define NBL_FFT_4 NBL_FFT_OF_SCALAR(quadruple)
#define NBL_FFT_5 NBL_FFT_OF_SCALAR(quintuple)
#define NBL_FFT_7 NBL_FFT_OF_SCALAR(septuple)
#define NBL_FFT_8 NBL_FFT_OF_SCALAR(octuple)

#define NBL_FFT_REGISTERS NBL_INOUT NBL_FFT_COMPLEX_T v[NBL_FFT_MAX_RADIX]

#if NBL_FFT_HAS_RADIX_2
NBL_FUNCTION void NBL_FFT_OF_SCALAR(radix2)(NBL_FFT_REGISTERS, bool inverse) {
    NBL_FFT_2 p = NBL_FFT_OF_SCALAR(dft2)(v[0], v[1]);
    v[0] = p.lo;
    v[1] = nbl_complex_select(inverse, p.hi, p.hi); /* both directions are the same */
}
#endif

#if NBL_FFT_HAS_RADIX_3
NBL_FUNCTION void NBL_FFT_OF_SCALAR(radix3)(NBL_FFT_REGISTERS, bool inverse) {
    NBL_FFT_3 r = NBL_FFT_OF_SCALAR(dft3)(v[0], v[1], v[2], inverse);
    v[0] = r.z0;
    v[1] = r.z1;
    v[2] = r.z2;
}
#endif

#if NBL_FFT_HAS_RADIX_4
NBL_FUNCTION void NBL_FFT_OF_SCALAR(radix4)(NBL_FFT_REGISTERS, bool inverse) {
    NBL_FFT_4 r = NBL_FFT_OF_SCALAR(dft4)(v[0], v[1], v[2], v[3], inverse);
    v[0] = r.z0;
    v[1] = r.z1;
    v[2] = r.z2;
    v[3] = r.z3;
}
#endif

#if NBL_FFT_HAS_RADIX_5
NBL_FUNCTION void NBL_FFT_OF_SCALAR(radix5)(NBL_FFT_REGISTERS, bool inverse) {
    NBL_FFT_5 r = NBL_FFT_OF_SCALAR(dft5)(v[0], v[1], v[2], v[3], v[4], inverse);
    v[0] = r.z0;
    v[1] = r.z1;
    v[2] = r.z2;
    v[3] = r.z3;
    v[4] = r.z4;
}
#endif

#if NBL_FFT_HAS_RADIX_7
NBL_FUNCTION void NBL_FFT_OF_SCALAR(radix7)(NBL_FFT_REGISTERS, bool inverse) {
    NBL_FFT_7 r = NBL_FFT_OF_SCALAR(dft7)(v[0], v[1], v[2], v[3], v[4], v[5], v[6], inverse);
    v[0] = r.z0;
    v[1] = r.z1;
    v[2] = r.z2;
    v[3] = r.z3;
    v[4] = r.z4;
    v[5] = r.z5;
    v[6] = r.z6;
}
#endif

#if NBL_FFT_HAS_RADIX_8
NBL_FUNCTION void NBL_FFT_OF_SCALAR(radix8)(NBL_FFT_REGISTERS, bool inverse) {
    NBL_FFT_8 r = NBL_FFT_OF_SCALAR(dft8)(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], inverse);
    v[0] = r.z0;
    v[1] = r.z1;
    v[2] = r.z2;
    v[3] = r.z3;
    v[4] = r.z4;
    v[5] = r.z5;
    v[6] = r.z6;
    v[7] = r.z7;
}
#endif

/* ---- Prime factors: 2 x 3, 2 x 5, 3 x 4, 2 x 7, 3 x 5 */

#if NBL_FFT_HAS_RADIX_6
NBL_FUNCTION void NBL_FFT_OF_SCALAR(radix6)(NBL_FFT_REGISTERS, bool inverse) {
    NBL_FFT_3 a = NBL_FFT_OF_SCALAR(dft3)(v[0], v[2], v[4], inverse);
    NBL_FFT_3 b = NBL_FFT_OF_SCALAR(dft3)(v[3], v[5], v[1], inverse);
    NBL_FFT_2 p = NBL_FFT_OF_SCALAR(dft2)(a.z0, b.z0);
    NBL_FFT_2 q = NBL_FFT_OF_SCALAR(dft2)(a.z1, b.z1);
    NBL_FFT_2 r = NBL_FFT_OF_SCALAR(dft2)(a.z2, b.z2);
    v[0] = p.lo;
    v[3] = p.hi;
    v[4] = q.lo;
    v[1] = q.hi;
    v[2] = r.lo;
    v[5] = r.hi;
}
#endif

#if NBL_FFT_HAS_RADIX_10
NBL_FUNCTION void NBL_FFT_OF_SCALAR(radix10)(NBL_FFT_REGISTERS, bool inverse) {
    NBL_FFT_5 a = NBL_FFT_OF_SCALAR(dft5)(v[0], v[2], v[4], v[6], v[8], inverse);
    NBL_FFT_5 b = NBL_FFT_OF_SCALAR(dft5)(v[5], v[7], v[9], v[1], v[3], inverse);
    NBL_FFT_2 p = NBL_FFT_OF_SCALAR(dft2)(a.z0, b.z0);
    NBL_FFT_2 q = NBL_FFT_OF_SCALAR(dft2)(a.z1, b.z1);
    NBL_FFT_2 r = NBL_FFT_OF_SCALAR(dft2)(a.z2, b.z2);
    NBL_FFT_2 s = NBL_FFT_OF_SCALAR(dft2)(a.z3, b.z3);
    NBL_FFT_2 t = NBL_FFT_OF_SCALAR(dft2)(a.z4, b.z4);
    v[0] = p.lo;
    v[5] = p.hi;
    v[6] = q.lo;
    v[1] = q.hi;
    v[2] = r.lo;
    v[7] = r.hi;
    v[8] = s.lo;
    v[3] = s.hi;
    v[4] = t.lo;
    v[9] = t.hi;
}
#endif

#if NBL_FFT_HAS_RADIX_12
NBL_FUNCTION void NBL_FFT_OF_SCALAR(radix12)(NBL_FFT_REGISTERS, bool inverse) {
    NBL_FFT_4 a = NBL_FFT_OF_SCALAR(dft4)(v[0], v[3], v[6], v[9], inverse);
    NBL_FFT_4 b = NBL_FFT_OF_SCALAR(dft4)(v[4], v[7], v[10], v[1], inverse);
    NBL_FFT_4 c = NBL_FFT_OF_SCALAR(dft4)(v[8], v[11], v[2], v[5], inverse);
    NBL_FFT_3 p = NBL_FFT_OF_SCALAR(dft3)(a.z0, b.z0, c.z0, inverse);
    NBL_FFT_3 q = NBL_FFT_OF_SCALAR(dft3)(a.z1, b.z1, c.z1, inverse);
    NBL_FFT_3 r = NBL_FFT_OF_SCALAR(dft3)(a.z2, b.z2, c.z2, inverse);
    NBL_FFT_3 s = NBL_FFT_OF_SCALAR(dft3)(a.z3, b.z3, c.z3, inverse);
    v[0] = p.z0;
    v[4] = p.z1;
    v[8] = p.z2;
    v[9] = q.z0;
    v[1] = q.z1;
    v[5] = q.z2;
    v[6] = r.z0;
    v[10] = r.z1;
    v[2] = r.z2;
    v[3] = s.z0;
    v[7] = s.z1;
    v[11] = s.z2;
}
#endif

#if NBL_FFT_HAS_RADIX_14
NBL_FUNCTION void NBL_FFT_OF_SCALAR(radix14)(NBL_FFT_REGISTERS, bool inverse) {
    NBL_FFT_7 a = NBL_FFT_OF_SCALAR(dft7)(v[0], v[2], v[4], v[6], v[8], v[10], v[12], inverse);
    NBL_FFT_7 b = NBL_FFT_OF_SCALAR(dft7)(v[7], v[9], v[11], v[13], v[1], v[3], v[5], inverse);
    NBL_FFT_2 p = NBL_FFT_OF_SCALAR(dft2)(a.z0, b.z0);
    NBL_FFT_2 q = NBL_FFT_OF_SCALAR(dft2)(a.z1, b.z1);
    NBL_FFT_2 r = NBL_FFT_OF_SCALAR(dft2)(a.z2, b.z2);
    NBL_FFT_2 s = NBL_FFT_OF_SCALAR(dft2)(a.z3, b.z3);
    NBL_FFT_2 t = NBL_FFT_OF_SCALAR(dft2)(a.z4, b.z4);
    NBL_FFT_2 u = NBL_FFT_OF_SCALAR(dft2)(a.z5, b.z5);
    NBL_FFT_2 w = NBL_FFT_OF_SCALAR(dft2)(a.z6, b.z6);
    v[0] = p.lo;
    v[7] = p.hi;
    v[8] = q.lo;
    v[1] = q.hi;
    v[2] = r.lo;
    v[9] = r.hi;
    v[10] = s.lo;
    v[3] = s.hi;
    v[4] = t.lo;
    v[11] = t.hi;
    v[12] = u.lo;
    v[5] = u.hi;
    v[6] = w.lo;
    v[13] = w.hi;
}
#endif

#if NBL_FFT_HAS_RADIX_15
NBL_FUNCTION void NBL_FFT_OF_SCALAR(radix15)(NBL_FFT_REGISTERS, bool inverse) {
    NBL_FFT_5 a = NBL_FFT_OF_SCALAR(dft5)(v[0], v[3], v[6], v[9], v[12], inverse);
    NBL_FFT_5 b = NBL_FFT_OF_SCALAR(dft5)(v[5], v[8], v[11], v[14], v[2], inverse);
    NBL_FFT_5 c = NBL_FFT_OF_SCALAR(dft5)(v[10], v[13], v[1], v[4], v[7], inverse);
    NBL_FFT_3 p = NBL_FFT_OF_SCALAR(dft3)(a.z0, b.z0, c.z0, inverse);
    NBL_FFT_3 q = NBL_FFT_OF_SCALAR(dft3)(a.z1, b.z1, c.z1, inverse);
    NBL_FFT_3 r = NBL_FFT_OF_SCALAR(dft3)(a.z2, b.z2, c.z2, inverse);
    NBL_FFT_3 s = NBL_FFT_OF_SCALAR(dft3)(a.z3, b.z3, c.z3, inverse);
    NBL_FFT_3 t = NBL_FFT_OF_SCALAR(dft3)(a.z4, b.z4, c.z4, inverse);
    v[0] = p.z0;
    v[10] = p.z1;
    v[5] = p.z2;
    v[6] = q.z0;
    v[1] = q.z1;
    v[11] = q.z2;
    v[12] = r.z0;
    v[7] = r.z1;
    v[2] = r.z2;
    v[3] = s.z0;
    v[13] = s.z1;
    v[8] = s.z2;
    v[9] = t.z0;
    v[4] = t.z1;
    v[14] = t.z2;
}
#endif

/* ---- Cooley & Tukey: 3 x 3, 4 x 4, 4 x 8 */

#if NBL_FFT_HAS_RADIX_9
NBL_FUNCTION void NBL_FFT_OF_SCALAR(radix9)(NBL_FFT_REGISTERS, bool inverse) {
    NBL_FFT_3 a = NBL_FFT_OF_SCALAR(dft3)(v[0], v[3], v[6], inverse);
    NBL_FFT_3 b = NBL_FFT_OF_SCALAR(dft3)(v[1], v[4], v[7], inverse);
    NBL_FFT_3 c = NBL_FFT_OF_SCALAR(dft3)(v[2], v[5], v[8], inverse);
    b.z1 = NBL_FFT_OF_SCALAR(turn_by_cosine)(b.z1, NBL_FFT_CONSTANT(COS_1_9), NBL_FFT_CONSTANT(TAN_1_9), inverse);
    b.z2 = NBL_FFT_OF_SCALAR(turn_by_sine)(b.z2, NBL_FFT_CONSTANT(SIN_2_9), NBL_FFT_CONSTANT(COT_2_9), inverse);
    c.z1 = NBL_FFT_OF_SCALAR(turn_by_sine)(c.z1, NBL_FFT_CONSTANT(SIN_2_9), NBL_FFT_CONSTANT(COT_2_9), inverse);
    c.z2 = NBL_FFT_OF_SCALAR(turn_by_cosine)(c.z2, NBL_FFT_CONSTANT(COS_4_9), NBL_FFT_CONSTANT(TAN_4_9), inverse);
    NBL_FFT_3 p = NBL_FFT_OF_SCALAR(dft3)(a.z0, b.z0, c.z0, inverse);
    NBL_FFT_3 q = NBL_FFT_OF_SCALAR(dft3)(a.z1, b.z1, c.z1, inverse);
    NBL_FFT_3 r = NBL_FFT_OF_SCALAR(dft3)(a.z2, b.z2, c.z2, inverse);
    v[0] = p.z0;
    v[3] = p.z1;
    v[6] = p.z2;
    v[1] = q.z0;
    v[4] = q.z1;
    v[7] = q.z2;
    v[2] = r.z0;
    v[5] = r.z1;
    v[8] = r.z2;
}
#endif

#if NBL_FFT_HAS_RADIX_16
NBL_FUNCTION void NBL_FFT_OF_SCALAR(radix16)(NBL_FFT_REGISTERS, bool inverse) {
    NBL_FFT_4 a = NBL_FFT_OF_SCALAR(dft4)(v[0], v[4], v[8], v[12], inverse);
    NBL_FFT_4 b = NBL_FFT_OF_SCALAR(dft4)(v[1], v[5], v[9], v[13], inverse);
    NBL_FFT_4 c = NBL_FFT_OF_SCALAR(dft4)(v[2], v[6], v[10], v[14], inverse);
    NBL_FFT_4 d = NBL_FFT_OF_SCALAR(dft4)(v[3], v[7], v[11], v[15], inverse);
    /* Twiddles of b and d but for a common factor; those of c whole. */
    b.z1 = NBL_FFT_OF_SCALAR(over_cosine)(b.z1, NBL_FFT_CONSTANT(TAN_1_16), inverse);
    d.z1 = NBL_FFT_OF_SCALAR(over_sine)(d.z1, NBL_FFT_CONSTANT(TAN_1_16), inverse);
    b.z2 = nbl_complex_add(b.z2, NBL_FFT_OF_SCALAR(turn)(b.z2, inverse));
    d.z2 = nbl_complex_sub(NBL_FFT_OF_SCALAR(turn)(d.z2, inverse), d.z2);
    b.z3 = NBL_FFT_OF_SCALAR(over_sine)(b.z3, NBL_FFT_CONSTANT(TAN_1_16), inverse);
    d.z3 = NBL_FFT_OF_SCALAR(over_sine)(NBL_FFT_OF_SCALAR(turn)(d.z3, inverse), -NBL_FFT_CONSTANT(TAN_1_16), inverse);
    c.z1 = NBL_FFT_OF_SCALAR(eighth)(c.z1, inverse);
    c.z2 = NBL_FFT_OF_SCALAR(turn)(c.z2, inverse);
    c.z3 = NBL_FFT_OF_SCALAR(three_eighths)(c.z3, inverse);
    NBL_FFT_4 p = NBL_FFT_OF_SCALAR(dft4)(a.z0, b.z0, c.z0, d.z0, inverse);
    NBL_FFT_4 q = NBL_FFT_OF_SCALAR(dft4_scaled)(a.z1, b.z1, c.z1, d.z1, NBL_FFT_CONSTANT(COS_1_16), inverse);
    NBL_FFT_4 r = NBL_FFT_OF_SCALAR(dft4_scaled)(a.z2, b.z2, c.z2, d.z2, NBL_FFT_CONSTANT(SQRT_HALF), inverse);
    NBL_FFT_4 s = NBL_FFT_OF_SCALAR(dft4_scaled)(a.z3, b.z3, c.z3, d.z3, NBL_FFT_CONSTANT(COS_1_16), inverse);
    v[0] = p.z0;
    v[4] = p.z1;
    v[8] = p.z2;
    v[12] = p.z3;
    v[1] = q.z0;
    v[5] = q.z1;
    v[9] = q.z2;
    v[13] = q.z3;
    v[2] = r.z0;
    v[6] = r.z1;
    v[10] = r.z2;
    v[14] = r.z3;
    v[3] = s.z0;
    v[7] = s.z1;
    v[11] = s.z2;
    v[15] = s.z3;
}
#endif

#if NBL_FFT_HAS_RADIX_32
NBL_FUNCTION void NBL_FFT_OF_SCALAR(radix32)(NBL_FFT_REGISTERS, bool inverse) {
    NBL_FFT_4 a = NBL_FFT_OF_SCALAR(dft4)(v[0], v[8], v[16], v[24], inverse);
    NBL_FFT_4 b = NBL_FFT_OF_SCALAR(dft4)(v[1], v[9], v[17], v[25], inverse);
    NBL_FFT_4 c = NBL_FFT_OF_SCALAR(dft4)(v[2], v[10], v[18], v[26], inverse);
    NBL_FFT_4 d = NBL_FFT_OF_SCALAR(dft4)(v[3], v[11], v[19], v[27], inverse);
    NBL_FFT_4 e = NBL_FFT_OF_SCALAR(dft4)(v[4], v[12], v[20], v[28], inverse);
    NBL_FFT_4 f = NBL_FFT_OF_SCALAR(dft4)(v[5], v[13], v[21], v[29], inverse);
    NBL_FFT_4 g = NBL_FFT_OF_SCALAR(dft4)(v[6], v[14], v[22], v[30], inverse);
    NBL_FFT_4 h = NBL_FFT_OF_SCALAR(dft4)(v[7], v[15], v[23], v[31], inverse);
    b.z1 = NBL_FFT_OF_SCALAR(turn_by_cosine)(b.z1, NBL_FFT_CONSTANT(COS_1_32), NBL_FFT_CONSTANT(TAN_1_32), inverse);
    b.z2 = NBL_FFT_OF_SCALAR(turn_by_cosine)(b.z2, NBL_FFT_CONSTANT(COS_1_16), NBL_FFT_CONSTANT(TAN_1_16), inverse);
    b.z3 = NBL_FFT_OF_SCALAR(turn_by_cosine)(b.z3, NBL_FFT_CONSTANT(COS_3_32), NBL_FFT_CONSTANT(TAN_3_32), inverse);
    c.z1 = NBL_FFT_OF_SCALAR(turn_by_cosine)(c.z1, NBL_FFT_CONSTANT(COS_1_16), NBL_FFT_CONSTANT(TAN_1_16), inverse);
    c.z2 = NBL_FFT_OF_SCALAR(eighth)(c.z2, inverse);
    c.z3 = NBL_FFT_OF_SCALAR(turn_by_sine)(c.z3, NBL_FFT_CONSTANT(COS_1_16), NBL_FFT_CONSTANT(TAN_1_16), inverse);
    d.z1 = NBL_FFT_OF_SCALAR(turn_by_cosine)(d.z1, NBL_FFT_CONSTANT(COS_3_32), NBL_FFT_CONSTANT(TAN_3_32), inverse);
    d.z2 = NBL_FFT_OF_SCALAR(turn_by_sine)(d.z2, NBL_FFT_CONSTANT(COS_1_16), NBL_FFT_CONSTANT(TAN_1_16), inverse);
    d.z3 = NBL_FFT_OF_SCALAR(turn_by_sine)(d.z3, NBL_FFT_CONSTANT(COS_1_32), -NBL_FFT_CONSTANT(TAN_1_32), inverse);
    e.z1 = NBL_FFT_OF_SCALAR(eighth)(e.z1, inverse);
    e.z2 = NBL_FFT_OF_SCALAR(turn)(e.z2, inverse);
    e.z3 = NBL_FFT_OF_SCALAR(three_eighths)(e.z3, inverse);
    f.z1 = NBL_FFT_OF_SCALAR(turn_by_sine)(f.z1, NBL_FFT_CONSTANT(COS_3_32), NBL_FFT_CONSTANT(TAN_3_32), inverse);
    f.z2 = NBL_FFT_OF_SCALAR(turn_by_sine)(f.z2, NBL_FFT_CONSTANT(COS_1_16), -NBL_FFT_CONSTANT(TAN_1_16), inverse);
    f.z3 = NBL_FFT_OF_SCALAR(turn_by_cosine)(f.z3, -NBL_FFT_CONSTANT(COS_1_32), -NBL_FFT_CONSTANT(TAN_1_32), inverse);
    g.z1 = NBL_FFT_OF_SCALAR(turn_by_sine)(g.z1, NBL_FFT_CONSTANT(COS_1_16), NBL_FFT_CONSTANT(TAN_1_16), inverse);
    g.z2 = NBL_FFT_OF_SCALAR(three_eighths)(g.z2, inverse);
    g.z3 = NBL_FFT_OF_SCALAR(turn_by_cosine)(g.z3, -NBL_FFT_CONSTANT(COS_1_16), NBL_FFT_CONSTANT(TAN_1_16), inverse);
    h.z1 = NBL_FFT_OF_SCALAR(turn_by_sine)(h.z1, NBL_FFT_CONSTANT(COS_1_32), NBL_FFT_CONSTANT(TAN_1_32), inverse);
    h.z2 = NBL_FFT_OF_SCALAR(turn_by_cosine)(h.z2, -NBL_FFT_CONSTANT(COS_1_16), -NBL_FFT_CONSTANT(TAN_1_16), inverse);
    h.z3 = NBL_FFT_OF_SCALAR(turn_by_sine)(h.z3, -NBL_FFT_CONSTANT(COS_3_32), NBL_FFT_CONSTANT(TAN_3_32), inverse);
    NBL_FFT_8 p = NBL_FFT_OF_SCALAR(dft8)(a.z0, b.z0, c.z0, d.z0, e.z0, f.z0, g.z0, h.z0, inverse);
    NBL_FFT_8 q = NBL_FFT_OF_SCALAR(dft8)(a.z1, b.z1, c.z1, d.z1, e.z1, f.z1, g.z1, h.z1, inverse);
    NBL_FFT_8 r = NBL_FFT_OF_SCALAR(dft8)(a.z2, b.z2, c.z2, d.z2, e.z2, f.z2, g.z2, h.z2, inverse);
    NBL_FFT_8 s = NBL_FFT_OF_SCALAR(dft8)(a.z3, b.z3, c.z3, d.z3, e.z3, f.z3, g.z3, h.z3, inverse);
    v[0] = p.z0;
    v[4] = p.z1;
    v[8] = p.z2;
    v[12] = p.z3;
    v[16] = p.z4;
    v[20] = p.z5;
    v[24] = p.z6;
    v[28] = p.z7;
    v[1] = q.z0;
    v[5] = q.z1;
    v[9] = q.z2;
    v[13] = q.z3;
    v[17] = q.z4;
    v[21] = q.z5;
    v[25] = q.z6;
    v[29] = q.z7;
    v[2] = r.z0;
    v[6] = r.z1;
    v[10] = r.z2;
    v[14] = r.z3;
    v[18] = r.z4;
    v[22] = r.z5;
    v[26] = r.z6;
    v[30] = r.z7;
    v[3] = s.z0;
    v[7] = s.z1;
    v[11] = s.z2;
    v[15] = s.z3;
    v[19] = s.z4;
    v[23] = s.z5;
    v[27] = s.z6;
    v[31] = s.z7;
}
#endif

/* ---- By number */

NBL_FUNCTION void NBL_FFT_OF_SCALAR(radix)(NBL_FFT_REGISTERS, uint32_t radix, bool inverse) {
#if NBL_FFT_HAS_RADIX_2
    if (radix == 2u) NBL_FFT_OF_SCALAR(radix2)(v, inverse);
#endif
#if NBL_FFT_HAS_RADIX_3
    if (radix == 3u) NBL_FFT_OF_SCALAR(radix3)(v, inverse);
#endif
#if NBL_FFT_HAS_RADIX_4
    if (radix == 4u) NBL_FFT_OF_SCALAR(radix4)(v, inverse);
#endif
#if NBL_FFT_HAS_RADIX_5
    if (radix == 5u) NBL_FFT_OF_SCALAR(radix5)(v, inverse);
#endif
#if NBL_FFT_HAS_RADIX_6
    if (radix == 6u) NBL_FFT_OF_SCALAR(radix6)(v, inverse);
#endif
#if NBL_FFT_HAS_RADIX_7
    if (radix == 7u) NBL_FFT_OF_SCALAR(radix7)(v, inverse);
#endif
#if NBL_FFT_HAS_RADIX_8
    if (radix == 8u) NBL_FFT_OF_SCALAR(radix8)(v, inverse);
#endif
#if NBL_FFT_HAS_RADIX_9
    if (radix == 9u) NBL_FFT_OF_SCALAR(radix9)(v, inverse);
#endif
#if NBL_FFT_HAS_RADIX_10
    if (radix == 10u) NBL_FFT_OF_SCALAR(radix10)(v, inverse);
#endif
#if NBL_FFT_HAS_RADIX_12
    if (radix == 12u) NBL_FFT_OF_SCALAR(radix12)(v, inverse);
#endif
#if NBL_FFT_HAS_RADIX_14
    if (radix == 14u) NBL_FFT_OF_SCALAR(radix14)(v, inverse);
#endif
#if NBL_FFT_HAS_RADIX_15
    if (radix == 15u) NBL_FFT_OF_SCALAR(radix15)(v, inverse);
#endif
#if NBL_FFT_HAS_RADIX_16
    if (radix == 16u) NBL_FFT_OF_SCALAR(radix16)(v, inverse);
#endif
#if NBL_FFT_HAS_RADIX_32
    if (radix == 32u) NBL_FFT_OF_SCALAR(radix32)(v, inverse);
#endif
}

#undef NBL_FFT_REGISTERS
#undef NBL_FFT_8
#undef NBL_FFT_7
#undef NBL_FFT_5
#undef NBL_FFT_4
#undef NBL_FFT_3
#undef NBL_FFT_2
#undef NBL_FFT_CONSTANT
#undef NBL_FFT_OF_SCALAR
#undef NBL_FFT_COMPLEX_T
#undef NBL_FFT_RADIX_SCALAR
