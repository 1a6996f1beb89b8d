/* The radix kernels of one scalar on arrays, NBL_RADIX(radix2) and so on, and the choice by number, NBL_RADIX(radix).
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/radix.h and by nbl/workgroup/fft_stockham.h, never by itself; parameters: those of
 * nbl/fft/radix_scalar.h, which has the transforms by value, and
 *
 *   NBL_RADIX_ELEMENTS   of the array
 *
 * Cooley & Tukey, R = A B:     input n = B n1 + n2, transforms over n1, twiddles exp(-2 pi i n2 f1 / R), transforms
 *                              over n2, output f = f1 + A f2
 * Prime factors, A, B coprime: input n = B n1 + A n2 mod R, transforms over n1 and over n2, output f with f = f1 mod A
 *                              and f = f2 mod B
 */
#include "nbl/fft/radix_scalar.h"

#define NBL_RADIX_ARRAY NBL_INOUT NBL_COMPLEX v[NBL_RADIX_ELEMENTS]
#define NBL_PUT_2(p, a, b) v[a] = p.lo, v[b] = p.hi;
#define NBL_PUT_3(p, a, b, c) v[a] = p.z0, v[b] = p.z1, v[c] = p.z2;
#define NBL_PUT_4(p, a, b, c, d) v[a] = p.z0, v[b] = p.z1, v[c] = p.z2, v[d] = p.z3;
#define NBL_PUT_5(p, a, b, c, d, e) v[a] = p.z0, v[b] = p.z1, v[c] = p.z2, v[d] = p.z3, v[e] = p.z4;
#define NBL_PUT_7(p, a, b, c, d, e, f, g) \
    v[a] = p.z0, v[b] = p.z1, v[c] = p.z2, v[d] = p.z3, v[e] = p.z4, v[f] = p.z5, v[g] = p.z6;
#define NBL_PUT_8(p, a, b, c, d, e, f, g, h) \
    v[a] = p.z0, v[b] = p.z1, v[c] = p.z2, v[d] = p.z3, v[e] = p.z4, v[f] = p.z5, v[g] = p.z6, v[h] = p.z7;

#if NBL_FFT_HAS_RADIX_2
NBL_FUNCTION void NBL_RADIX(radix2)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_2 p = NBL_RADIX(dft2)(v[0], v[1]);
    v[0] = p.lo;
    v[1] = nbl_complex_select(inverse, p.hi, p.hi); /* both directions are the same */
}
#endif

#if NBL_FFT_HAS_RADIX_3
NBL_FUNCTION void NBL_RADIX(radix3)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_3 r = NBL_RADIX(dft3)(v[0], v[1], v[2], inverse);
    NBL_PUT_3(r, 0, 1, 2)
}
#endif

#if NBL_FFT_HAS_RADIX_4
NBL_FUNCTION void NBL_RADIX(radix4)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_4 r = NBL_RADIX(dft4)(v[0], v[1], v[2], v[3], inverse);
    NBL_PUT_4(r, 0, 1, 2, 3)
}
#endif

#if NBL_FFT_HAS_RADIX_5
NBL_FUNCTION void NBL_RADIX(radix5)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_5 r = NBL_RADIX(dft5)(v[0], v[1], v[2], v[3], v[4], inverse);
    NBL_PUT_5(r, 0, 1, 2, 3, 4)
}
#endif

#if NBL_FFT_HAS_RADIX_7
NBL_FUNCTION void NBL_RADIX(radix7)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_7 r = NBL_RADIX(dft7)(v[0], v[1], v[2], v[3], v[4], v[5], v[6], inverse);
    NBL_PUT_7(r, 0, 1, 2, 3, 4, 5, 6)
}
#endif

#if NBL_FFT_HAS_RADIX_8
NBL_FUNCTION void NBL_RADIX(radix8)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_8 r = NBL_RADIX(dft8)(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], inverse);
    NBL_PUT_8(r, 0, 1, 2, 3, 4, 5, 6, 7)
}
#endif

/* ---- Prime factors: 2 x 3, 2 x 5, 3 x 4, 2 x 7, 3 x 5 */

#if NBL_FFT_HAS_RADIX_6
NBL_FUNCTION void NBL_RADIX(radix6)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_3 a = NBL_RADIX(dft3)(v[0], v[2], v[4], inverse);
    NBL_FFT_3 b = NBL_RADIX(dft3)(v[3], v[5], v[1], inverse);
    NBL_FFT_2 p = NBL_RADIX(dft2)(a.z0, b.z0);
    NBL_FFT_2 q = NBL_RADIX(dft2)(a.z1, b.z1);
    NBL_FFT_2 r = NBL_RADIX(dft2)(a.z2, b.z2);
    NBL_PUT_2(p, 0, 3)
    NBL_PUT_2(q, 4, 1)
    NBL_PUT_2(r, 2, 5)
}
#endif

#if NBL_FFT_HAS_RADIX_10
NBL_FUNCTION void NBL_RADIX(radix10)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_5 a = NBL_RADIX(dft5)(v[0], v[2], v[4], v[6], v[8], inverse);
    NBL_FFT_5 b = NBL_RADIX(dft5)(v[5], v[7], v[9], v[1], v[3], inverse);
    NBL_FFT_2 p = NBL_RADIX(dft2)(a.z0, b.z0);
    NBL_FFT_2 q = NBL_RADIX(dft2)(a.z1, b.z1);
    NBL_FFT_2 r = NBL_RADIX(dft2)(a.z2, b.z2);
    NBL_FFT_2 s = NBL_RADIX(dft2)(a.z3, b.z3);
    NBL_FFT_2 t = NBL_RADIX(dft2)(a.z4, b.z4);
    NBL_PUT_2(p, 0, 5)
    NBL_PUT_2(q, 6, 1)
    NBL_PUT_2(r, 2, 7)
    NBL_PUT_2(s, 8, 3)
    NBL_PUT_2(t, 4, 9)
}
#endif

#if NBL_FFT_HAS_RADIX_12
NBL_FUNCTION void NBL_RADIX(radix12)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_4 a = NBL_RADIX(dft4)(v[0], v[3], v[6], v[9], inverse);
    NBL_FFT_4 b = NBL_RADIX(dft4)(v[4], v[7], v[10], v[1], inverse);
    NBL_FFT_4 c = NBL_RADIX(dft4)(v[8], v[11], v[2], v[5], inverse);
    NBL_FFT_3 p = NBL_RADIX(dft3)(a.z0, b.z0, c.z0, inverse);
    NBL_FFT_3 q = NBL_RADIX(dft3)(a.z1, b.z1, c.z1, inverse);
    NBL_FFT_3 r = NBL_RADIX(dft3)(a.z2, b.z2, c.z2, inverse);
    NBL_FFT_3 s = NBL_RADIX(dft3)(a.z3, b.z3, c.z3, inverse);
    NBL_PUT_3(p, 0, 4, 8)
    NBL_PUT_3(q, 9, 1, 5)
    NBL_PUT_3(r, 6, 10, 2)
    NBL_PUT_3(s, 3, 7, 11)
}
#endif

#if NBL_FFT_HAS_RADIX_14
NBL_FUNCTION void NBL_RADIX(radix14)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_7 a = NBL_RADIX(dft7)(v[0], v[2], v[4], v[6], v[8], v[10], v[12], inverse);
    NBL_FFT_7 b = NBL_RADIX(dft7)(v[7], v[9], v[11], v[13], v[1], v[3], v[5], inverse);
    NBL_FFT_2 p = NBL_RADIX(dft2)(a.z0, b.z0);
    NBL_FFT_2 q = NBL_RADIX(dft2)(a.z1, b.z1);
    NBL_FFT_2 r = NBL_RADIX(dft2)(a.z2, b.z2);
    NBL_FFT_2 s = NBL_RADIX(dft2)(a.z3, b.z3);
    NBL_FFT_2 t = NBL_RADIX(dft2)(a.z4, b.z4);
    NBL_FFT_2 u = NBL_RADIX(dft2)(a.z5, b.z5);
    NBL_FFT_2 w = NBL_RADIX(dft2)(a.z6, b.z6);
    NBL_PUT_2(p, 0, 7)
    NBL_PUT_2(q, 8, 1)
    NBL_PUT_2(r, 2, 9)
    NBL_PUT_2(s, 10, 3)
    NBL_PUT_2(t, 4, 11)
    NBL_PUT_2(u, 12, 5)
    NBL_PUT_2(w, 6, 13)
}
#endif

#if NBL_FFT_HAS_RADIX_15
NBL_FUNCTION void NBL_RADIX(radix15)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_5 a = NBL_RADIX(dft5)(v[0], v[3], v[6], v[9], v[12], inverse);
    NBL_FFT_5 b = NBL_RADIX(dft5)(v[5], v[8], v[11], v[14], v[2], inverse);
    NBL_FFT_5 c = NBL_RADIX(dft5)(v[10], v[13], v[1], v[4], v[7], inverse);
    NBL_FFT_3 p = NBL_RADIX(dft3)(a.z0, b.z0, c.z0, inverse);
    NBL_FFT_3 q = NBL_RADIX(dft3)(a.z1, b.z1, c.z1, inverse);
    NBL_FFT_3 r = NBL_RADIX(dft3)(a.z2, b.z2, c.z2, inverse);
    NBL_FFT_3 s = NBL_RADIX(dft3)(a.z3, b.z3, c.z3, inverse);
    NBL_FFT_3 t = NBL_RADIX(dft3)(a.z4, b.z4, c.z4, inverse);
    NBL_PUT_3(p, 0, 10, 5)
    NBL_PUT_3(q, 6, 1, 11)
    NBL_PUT_3(r, 12, 7, 2)
    NBL_PUT_3(s, 3, 13, 8)
    NBL_PUT_3(t, 9, 4, 14)
}
#endif

/* ---- Cooley & Tukey: 3 x 3, 4 x 4; 4 x 8 */

#if NBL_FFT_HAS_RADIX_9
NBL_FUNCTION void NBL_RADIX(radix9)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_3 a = NBL_RADIX(dft3)(v[0], v[3], v[6], inverse);
    NBL_FFT_3 b = NBL_RADIX(dft3)(v[1], v[4], v[7], inverse);
    NBL_FFT_3 c = NBL_RADIX(dft3)(v[2], v[5], v[8], inverse);
    b.z1 = NBL_RADIX(turn_by_cosine)(b.z1, NBL_OF_SCALAR(NBL_FFT_COS_1_9), NBL_OF_SCALAR(NBL_FFT_TAN_1_9), inverse);
    b.z2 = NBL_RADIX(turn_by_sine)(b.z2, NBL_OF_SCALAR(NBL_FFT_SIN_2_9), NBL_OF_SCALAR(NBL_FFT_COT_2_9), inverse);
    c.z1 = NBL_RADIX(turn_by_sine)(c.z1, NBL_OF_SCALAR(NBL_FFT_SIN_2_9), NBL_OF_SCALAR(NBL_FFT_COT_2_9), inverse);
    c.z2 = NBL_RADIX(turn_by_cosine)(c.z2, NBL_OF_SCALAR(NBL_FFT_COS_4_9), NBL_OF_SCALAR(NBL_FFT_TAN_4_9), inverse);
    NBL_FFT_3 p = NBL_RADIX(dft3)(a.z0, b.z0, c.z0, inverse);
    NBL_FFT_3 q = NBL_RADIX(dft3)(a.z1, b.z1, c.z1, inverse);
    NBL_FFT_3 r = NBL_RADIX(dft3)(a.z2, b.z2, c.z2, inverse);
    NBL_PUT_3(p, 0, 3, 6)
    NBL_PUT_3(q, 1, 4, 7)
    NBL_PUT_3(r, 2, 5, 8)
}
#endif

#if NBL_FFT_HAS_RADIX_16
NBL_FUNCTION void NBL_RADIX(radix16)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_4 a = NBL_RADIX(dft4)(v[0], v[4], v[8], v[12], inverse);
    NBL_FFT_4 b = NBL_RADIX(dft4)(v[1], v[5], v[9], v[13], inverse);
    NBL_FFT_4 c = NBL_RADIX(dft4)(v[2], v[6], v[10], v[14], inverse);
    NBL_FFT_4 d = NBL_RADIX(dft4)(v[3], v[7], v[11], v[15], inverse);
    /* Twiddles of b and d but for a common factor; those of c whole. */
    b.z1 = NBL_RADIX(over_cosine)(b.z1, NBL_OF_SCALAR(NBL_FFT_TAN_1_16), inverse);
    d.z1 = NBL_RADIX(over_sine)(d.z1, NBL_OF_SCALAR(NBL_FFT_TAN_1_16), inverse);
    b.z2 = nbl_complex_add(b.z2, NBL_RADIX(turn)(b.z2, inverse));
    d.z2 = nbl_complex_sub(NBL_RADIX(turn)(d.z2, inverse), d.z2);
    b.z3 = NBL_RADIX(over_sine)(b.z3, NBL_OF_SCALAR(NBL_FFT_TAN_1_16), inverse);
    d.z3 = NBL_RADIX(over_sine)(NBL_RADIX(turn)(d.z3, inverse), -NBL_OF_SCALAR(NBL_FFT_TAN_1_16), inverse);
    c.z1 = NBL_RADIX(eighth)(c.z1, inverse);
    c.z2 = NBL_RADIX(turn)(c.z2, inverse);
    c.z3 = NBL_RADIX(three_eighths)(c.z3, inverse);
    NBL_FFT_4 p = NBL_RADIX(dft4)(a.z0, b.z0, c.z0, d.z0, inverse);
    NBL_FFT_4 q = NBL_RADIX(dft4_scaled)(a.z1, b.z1, c.z1, d.z1, NBL_OF_SCALAR(NBL_FFT_COS_1_16), inverse);
    NBL_FFT_4 r = NBL_RADIX(dft4_scaled)(a.z2, b.z2, c.z2, d.z2, NBL_OF_SCALAR(NBL_FFT_SQRT_HALF), inverse);
    NBL_FFT_4 s = NBL_RADIX(dft4_scaled)(a.z3, b.z3, c.z3, d.z3, NBL_OF_SCALAR(NBL_FFT_COS_1_16), inverse);
    NBL_PUT_4(p, 0, 4, 8, 12)
    NBL_PUT_4(q, 1, 5, 9, 13)
    NBL_PUT_4(r, 2, 6, 10, 14)
    NBL_PUT_4(s, 3, 7, 11, 15)
}
#endif

#if NBL_FFT_HAS_RADIX_32
#include "nbl/fft/radix_32_scalar.h"
#endif

/* ---- By number */

NBL_FUNCTION void NBL_RADIX(radix)(NBL_RADIX_ARRAY, uint32_t radix, bool inverse) {
#if NBL_FFT_HAS_RADIX_2
    if (radix == 2u) NBL_RADIX(radix2)(v, inverse);
#endif
#if NBL_FFT_HAS_RADIX_3
    if (radix == 3u) NBL_RADIX(radix3)(v, inverse);
#endif
#if NBL_FFT_HAS_RADIX_4
    if (radix == 4u) NBL_RADIX(radix4)(v, inverse);
#endif
#if NBL_FFT_HAS_RADIX_5
    if (radix == 5u) NBL_RADIX(radix5)(v, inverse);
#endif
#if NBL_FFT_HAS_RADIX_6
    if (radix == 6u) NBL_RADIX(radix6)(v, inverse);
#endif
#if NBL_FFT_HAS_RADIX_7
    if (radix == 7u) NBL_RADIX(radix7)(v, inverse);
#endif
#if NBL_FFT_HAS_RADIX_8
    if (radix == 8u) NBL_RADIX(radix8)(v, inverse);
#endif
#if NBL_FFT_HAS_RADIX_9
    if (radix == 9u) NBL_RADIX(radix9)(v, inverse);
#endif
#if NBL_FFT_HAS_RADIX_10
    if (radix == 10u) NBL_RADIX(radix10)(v, inverse);
#endif
#if NBL_FFT_HAS_RADIX_12
    if (radix == 12u) NBL_RADIX(radix12)(v, inverse);
#endif
#if NBL_FFT_HAS_RADIX_14
    if (radix == 14u) NBL_RADIX(radix14)(v, inverse);
#endif
#if NBL_FFT_HAS_RADIX_15
    if (radix == 15u) NBL_RADIX(radix15)(v, inverse);
#endif
#if NBL_FFT_HAS_RADIX_16
    if (radix == 16u) NBL_RADIX(radix16)(v, inverse);
#endif
#if NBL_FFT_HAS_RADIX_32
    if (radix == 32u) NBL_RADIX(radix32)(v, inverse);
#endif
}

#undef NBL_PUT_8
#undef NBL_PUT_7
#undef NBL_PUT_5
#undef NBL_PUT_4
#undef NBL_PUT_3
#undef NBL_PUT_2
#undef NBL_RADIX_ARRAY
#undef NBL_FFT_8
#undef NBL_FFT_7
#undef NBL_FFT_5
#undef NBL_FFT_4
#undef NBL_FFT_3
#undef NBL_FFT_2
