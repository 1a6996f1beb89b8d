/* Radix kernels that have a factor 4, of one scalar: 4, 8, 16.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/radix_scalar.h, never by itself, for a plan that has one; its parameters are that file's.
 */
#define NBL_FFT_4 NBL_RADIX(quadruple)
#define NBL_PUT_4(p, a, b, c, d) v[a] = p.z0, v[b] = p.z1, v[c] = p.z2, v[d] = p.z3;

NBL_STRUCT(NBL_FFT_4) { NBL_COMPLEX z0, z1, z2, z3; };

NBL_FUNCTION NBL_FFT_4 R_(dft4)(NBL_COMPLEX z0, NBL_COMPLEX z1, NBL_COMPLEX z2, NBL_COMPLEX z3, bool inverse) {
    NBL_FFT_2 even = R_(dft2)(z0, z2);
    NBL_FFT_2 odd = R_(dft2)(z1, z3);
    NBL_FFT_2 m = R_(mirrored)(even.hi, odd.hi, inverse);
    NBL_FFT_4 result = {nbl_complex_add(even.lo, odd.lo), m.lo, nbl_complex_sub(even.lo, odd.lo), m.hi};
    return result;
}

#if NBL_HAS_RADIX(4)
NBL_FUNCTION void R_(radix4)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_4 r = R_(dft4)(in_(0), in_(1), in_(2), in_(3), inverse);
    NBL_PUT_4(r, 0, 1, 2, 3)
}
#endif

#if NBL_HAS_RADIX(8) || NBL_HAS_RADIX(24) || NBL_HAS_RADIX(32)
#define NBL_FFT_8 NBL_RADIX(octuple)
#define NBL_PUT_8(p, a, b, c, d, e, f, g, h) \
    v[a] = p.z0, v[b] = p.z1, v[c] = p.z2, v[d] = p.z3, v[e] = p.z4, v[f] = p.z5, v[g] = p.z6, v[h] = p.z7;

NBL_STRUCT(NBL_FFT_8) { NBL_COMPLEX z0, z1, z2, z3, z4, z5, z6, z7; };

NBL_FUNCTION NBL_FFT_8 R_(dft8)(NBL_COMPLEX z0, NBL_COMPLEX z1, NBL_COMPLEX z2, NBL_COMPLEX z3, NBL_COMPLEX z4,
                                NBL_COMPLEX z5, NBL_COMPLEX z6, NBL_COMPLEX z7, bool inverse) {
    NBL_FFT_4 even = R_(dft4)(z0, z2, z4, z6, inverse);
    NBL_FFT_4 odd = R_(dft4)(z1, z3, z5, z7, inverse);
    NBL_FFT_2 p = R_(dft2)(even.z0, odd.z0);
    NBL_FFT_2 q = R_(dft2_carried)(even.z1, R_(eighth_carried)(odd.z1, inverse), K_(SQRT_HALF));
    NBL_FFT_2 r = R_(mirrored)(even.z2, odd.z2, inverse);
    NBL_FFT_2 s = R_(dft2_carried)(even.z3, R_(three_eighths_carried)(odd.z3, inverse), K_(SQRT_HALF));
    NBL_FFT_8 result = {p.lo, q.lo, r.lo, s.lo, p.hi, q.hi, r.hi, s.hi};
    return result;
}
#endif

#if NBL_HAS_RADIX(8)
NBL_FUNCTION void R_(radix8)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_8 r = R_(dft8)(in_(0), in_(1), in_(2), in_(3), in_(4), in_(5), in_(6), in_(7), inverse);
    NBL_PUT_8(r, 0, 1, 2, 3, 4, 5, 6, 7)
}
#endif

#if NBL_HAS_RADIX(16)
/* dft4 of z0, z1 factor, z2, z3 factor, with even = dft2(z0, z2): one product for two inputs, and one rounding less. */
NBL_FUNCTION NBL_FFT_4 R_(dft4_scaled)(NBL_FFT_2 even, NBL_COMPLEX z1, NBL_COMPLEX z3, NBL_SCALAR factor,
                                       bool inverse) {
    NBL_FFT_2 odd = R_(dft2)(z1, z3);
    NBL_COMPLEX sum = nbl_complex_carried(odd.lo, factor);
    NBL_FFT_2 m = R_(mirrored_carried)(even.hi, nbl_complex_carried(odd.hi, factor), factor, inverse);
    NBL_FFT_2 p = R_(dft2_carried)(even.lo, sum, factor);
    NBL_FFT_4 result = {p.lo, m.lo, p.hi, m.hi};
    return result;
}

NBL_FUNCTION void R_(radix16)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_4 a = R_(dft4)(in_(0), in_(4), in_(8), in_(12), inverse);
    NBL_FFT_4 b = R_(dft4)(in_(1), in_(5), in_(9), in_(13), inverse);
    NBL_FFT_4 c = R_(dft4)(in_(2), in_(6), in_(10), in_(14), inverse);
    NBL_FFT_4 d = R_(dft4)(in_(3), in_(7), in_(11), in_(15), inverse);
    /* Twiddles of b, c and d but for a factor, which the next additions take. */
    b.z1 = R_(over_cosine)(b.z1, K_(TAN_1_16), inverse);
    d.z1 = R_(over_sine)(d.z1, K_(TAN_1_16), inverse);
    b.z2 = R_(eighth_over_root)(b.z2, inverse);
    d.z2 = R_(three_eighths_over_root)(d.z2, inverse);
    b.z3 = R_(over_sine)(b.z3, K_(TAN_1_16), inverse);
    d.z3 = R_(over_sine)(R_(turn)(d.z3, inverse), -K_(TAN_1_16), inverse);
    c.z1 = R_(eighth_carried)(c.z1, inverse);
    c.z2 = R_(turn)(c.z2, inverse);
    c.z3 = R_(three_eighths_carried)(c.z3, inverse);
    NBL_FFT_4 p = R_(dft4)(a.z0, b.z0, c.z0, d.z0, inverse);
    NBL_FFT_4 q = R_(dft4_scaled)(R_(dft2_carried)(a.z1, c.z1, K_(SQRT_HALF)), b.z1, d.z1, K_(COS_1_16), inverse);
    NBL_FFT_4 r = R_(dft4_scaled)(R_(dft2)(a.z2, c.z2), b.z2, d.z2, K_(SQRT_HALF), inverse);
    NBL_FFT_4 s = R_(dft4_scaled)(R_(dft2_carried)(a.z3, c.z3, K_(SQRT_HALF)), b.z3, d.z3, K_(COS_1_16), inverse);
    NBL_PUT_4(p, 0, 4, 8, 12)
    NBL_PUT_4(q, 1, 5, 9, 13)
    NBL_PUT_4(r, 2, 6, 10, 14)
    NBL_PUT_4(s, 3, 7, 11, 15)
}
#endif

#if NBL_HAS_RADIX(32)
#include "nbl/fft/radix_32_scalar.h"
#endif

#if NBL_HAS_RADIX(4) || NBL_HAS_RADIX(8) || NBL_HAS_RADIX(16) || NBL_HAS_RADIX(32)
NBL_FUNCTION void R_(radix_by_4)(NBL_RADIX_ARRAY, uint32_t radix, bool inverse) {
#if NBL_HAS_RADIX(4)
    if (radix == 4u) R_(radix4)(v, inverse);
#endif
#if NBL_HAS_RADIX(8)
    if (radix == 8u) R_(radix8)(v, inverse);
#endif
#if NBL_HAS_RADIX(16)
    if (radix == 16u) R_(radix16)(v, inverse);
#endif
#if NBL_HAS_RADIX(32)
    if (radix == 32u) R_(radix32)(v, inverse);
#endif
}
#endif
