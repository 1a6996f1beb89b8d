/* Discrete Fourier transforms of 2 to 8 complex numbers of one scalar, by value.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/radix_array_scalar.h, never by itself. Values, not arrays, go from function to function: nothing
 * is indexed, and inverse and constants that are literals fold away. Parameters:
 *
 *   NBL_SCALAR         a type name such as float32_t
 *   NBL_RADIX(name)    what a function is called
 *   NBL_RADIX_MASK     which radix kernels are wanted: bit R - 1 for radix R
 */
#include "nbl/complex.h"
#include "nbl/fft/radix_constants.h"
#include "nbl/fft/parameters.h"

#define NBL_FFT_2 NBL_RADIX(couple)
#define NBL_FFT_3 NBL_RADIX(triple)
#define NBL_FFT_4 NBL_RADIX(quadruple)
#define NBL_FFT_5 NBL_RADIX(quintuple)
#define NBL_FFT_7 NBL_RADIX(septuple)
#define NBL_FFT_8 NBL_RADIX(octuple)

/* ---- Products with roots of one */

/* A quarter turn: -i z, or i z for the inverse. */
NBL_FUNCTION NBL_COMPLEX NBL_RADIX(turn)(NBL_COMPLEX z, bool inverse) {
    NBL_COMPLEX turned = {inverse ? -z.imag : z.imag, inverse ? z.real : -z.real};
    return turned;
}

/* An eighth of a turn, and three: the sums come first, so that the products are two instead of four and can be fused
 * with the additions of the next step. */
NBL_FUNCTION NBL_COMPLEX NBL_RADIX(eighth)(NBL_COMPLEX z, bool inverse) {
    return nbl_complex_scale(nbl_complex_add(z, NBL_RADIX(turn)(z, inverse)), NBL_OF_SCALAR(NBL_FFT_SQRT_HALF));
}

NBL_FUNCTION NBL_COMPLEX NBL_RADIX(three_eighths)(NBL_COMPLEX z, bool inverse) {
    return nbl_complex_scale(nbl_complex_sub(NBL_RADIX(turn)(z, inverse), z), NBL_OF_SCALAR(NBL_FFT_SQRT_HALF));
}

/* Any other turn divided by its cosine, z - i tangent z, or by its sine, cotangent z - i z; conjugates for the inverse.
 * With the larger of both multiplied afterwards that is as many products as (cosine - i sine) z, but additions can take
 * them all (Linzer & Feig 1993). */
NBL_FUNCTION NBL_COMPLEX NBL_RADIX(over_cosine)(NBL_COMPLEX z, NBL_SCALAR tangent, bool inverse) {
    return nbl_complex_add(z, nbl_complex_scale(NBL_RADIX(turn)(z, inverse), tangent));
}

NBL_FUNCTION NBL_COMPLEX NBL_RADIX(over_sine)(NBL_COMPLEX z, NBL_SCALAR cotangent, bool inverse) {
    return nbl_complex_add(NBL_RADIX(turn)(z, inverse), nbl_complex_scale(z, cotangent));
}

NBL_FUNCTION NBL_COMPLEX NBL_RADIX(turn_by_cosine)(NBL_COMPLEX z, NBL_SCALAR cosine, NBL_SCALAR tangent, bool inverse) {
    return nbl_complex_scale(NBL_RADIX(over_cosine)(z, tangent, inverse), cosine);
}

NBL_FUNCTION NBL_COMPLEX NBL_RADIX(turn_by_sine)(NBL_COMPLEX z, NBL_SCALAR sine, NBL_SCALAR cotangent, bool inverse) {
    return nbl_complex_scale(NBL_RADIX(over_sine)(z, cotangent, inverse), sine);
}

/* ---- Transforms by value: see nbl/fft/radix.h */

NBL_STRUCT(NBL_FFT_2) { NBL_COMPLEX lo, hi; };

/* (z + w, z - w) */
NBL_FUNCTION NBL_FFT_2 NBL_RADIX(dft2)(NBL_COMPLEX z, NBL_COMPLEX w) {
    NBL_FFT_2 result = {nbl_complex_add(z, w), nbl_complex_sub(z, w)};
    return result;
}

/* (even - i odd, even + i odd), or the other way round for the inverse: outputs f and R - f, out of the sums that are
 * even in f and those that are odd. */
NBL_FUNCTION NBL_FFT_2 NBL_RADIX(mirrored)(NBL_COMPLEX even, NBL_COMPLEX odd, bool inverse) {
    return NBL_RADIX(dft2)(even, NBL_RADIX(turn)(odd, inverse));
}

#if NBL_FFT_HAS_DFT3
NBL_STRUCT(NBL_FFT_3) { NBL_COMPLEX z0, z1, z2; };

NBL_FUNCTION NBL_FFT_3 NBL_RADIX(dft3)(NBL_COMPLEX z0, NBL_COMPLEX z1, NBL_COMPLEX z2, bool inverse) {
    NBL_FFT_2 p = NBL_RADIX(dft2)(z1, z2);
    NBL_COMPLEX even = nbl_complex_sub(z0, nbl_complex_scale(p.lo, NBL_CAST(NBL_SCALAR, 0.5f)));
    NBL_FFT_2 m = NBL_RADIX(mirrored)(even, nbl_complex_scale(p.hi, NBL_OF_SCALAR(NBL_FFT_SIN_1_3)), inverse);
    NBL_FFT_3 result = {nbl_complex_add(z0, p.lo), m.lo, m.hi};
    return result;
}
#endif

#if NBL_FFT_HAS_DFT4
NBL_STRUCT(NBL_FFT_4) { NBL_COMPLEX z0, z1, z2, z3; };

NBL_FUNCTION NBL_FFT_4 NBL_RADIX(dft4)(NBL_COMPLEX z0, NBL_COMPLEX z1, NBL_COMPLEX z2, NBL_COMPLEX z3, bool inverse) {
    NBL_FFT_2 even = NBL_RADIX(dft2)(z0, z2);
    NBL_FFT_2 odd = NBL_RADIX(dft2)(z1, z3);
    NBL_FFT_2 m = NBL_RADIX(mirrored)(even.hi, odd.hi, inverse);
    NBL_FFT_4 result = {nbl_complex_add(even.lo, odd.lo), m.lo, nbl_complex_sub(even.lo, odd.lo), m.hi};
    return result;
}

/* dft4 of z0, z1 factor, z2, z3 factor: one product for two inputs, and one rounding less. */
NBL_FUNCTION NBL_FFT_4 NBL_RADIX(dft4_scaled)(NBL_COMPLEX z0, NBL_COMPLEX z1, NBL_COMPLEX z2, NBL_COMPLEX z3,
                                              NBL_SCALAR factor, bool inverse) {
    NBL_FFT_2 even = NBL_RADIX(dft2)(z0, z2);
    NBL_FFT_2 odd = NBL_RADIX(dft2)(z1, z3);
    NBL_COMPLEX sum = nbl_complex_scale(odd.lo, factor);
    NBL_FFT_2 m = NBL_RADIX(mirrored)(even.hi, nbl_complex_scale(odd.hi, factor), inverse);
    NBL_FFT_4 result = {nbl_complex_add(even.lo, sum), m.lo, nbl_complex_sub(even.lo, sum), m.hi};
    return result;
}
#endif

#if NBL_FFT_HAS_DFT5
NBL_STRUCT(NBL_FFT_5) { NBL_COMPLEX z0, z1, z2, z3, z4; };

/* The even parts are z0 - t / 4 +- sqrt(5) / 4 (p - q), with t = p + q. The odd ones take their common factor last;
 * with the smaller of both sines for it, its rounding and the ratio's nearly cancel. */
NBL_FUNCTION NBL_FFT_5 NBL_RADIX(dft5)(NBL_COMPLEX z0, NBL_COMPLEX z1, NBL_COMPLEX z2, NBL_COMPLEX z3, NBL_COMPLEX z4,
                                       bool inverse) {
    NBL_FFT_2 p = NBL_RADIX(dft2)(z1, z4);
    NBL_FFT_2 q = NBL_RADIX(dft2)(z2, z3);
    NBL_FFT_2 t = NBL_RADIX(dft2)(p.lo, q.lo);
    NBL_COMPLEX mean = nbl_complex_sub(z0, nbl_complex_scale(t.lo, NBL_CAST(NBL_SCALAR, 0.25f)));
    NBL_FFT_2 even = NBL_RADIX(dft2)(mean, nbl_complex_scale(t.hi, NBL_OF_SCALAR(NBL_FFT_SQRT_5_16)));
    NBL_SCALAR ratio = NBL_OF_SCALAR(NBL_FFT_SIN_1_5_BY_2_5);
    NBL_COMPLEX sum = nbl_complex_add(q.hi, nbl_complex_scale(p.hi, ratio));
    NBL_COMPLEX difference = nbl_complex_sub(p.hi, nbl_complex_scale(q.hi, ratio));
    NBL_COMPLEX odd1 = nbl_complex_scale(sum, NBL_OF_SCALAR(NBL_FFT_SIN_2_5));
    NBL_COMPLEX odd2 = nbl_complex_scale(difference, NBL_OF_SCALAR(NBL_FFT_SIN_2_5));
    NBL_FFT_2 m1 = NBL_RADIX(mirrored)(even.lo, odd1, inverse);
    NBL_FFT_2 m2 = NBL_RADIX(mirrored)(even.hi, odd2, inverse);
    NBL_FFT_5 result = {nbl_complex_add(z0, t.lo), m1.lo, m2.lo, m2.hi, m1.hi};
    return result;
}
#endif

#if NBL_FFT_HAS_DFT7
NBL_STRUCT(NBL_FFT_7) { NBL_COMPLEX z0, z1, z2, z3, z4, z5, z6; };

/* factor (z + w p + x q), best with the smaller one of p and q first */
NBL_FUNCTION NBL_COMPLEX NBL_RADIX(weighted)(NBL_SCALAR factor, NBL_COMPLEX z, NBL_COMPLEX w, NBL_SCALAR p,
                                             NBL_COMPLEX x, NBL_SCALAR q) {
    NBL_COMPLEX sum = nbl_complex_add(z, nbl_complex_scale(w, p));
    sum = nbl_complex_add(sum, nbl_complex_scale(x, q));
    return nbl_complex_scale(sum, factor);
}

NBL_FUNCTION NBL_FFT_7 NBL_RADIX(dft7)(NBL_COMPLEX z0, NBL_COMPLEX z1, NBL_COMPLEX z2, NBL_COMPLEX z3, NBL_COMPLEX z4,
                                       NBL_COMPLEX z5, NBL_COMPLEX z6, bool inverse) {
    NBL_FFT_2 p = NBL_RADIX(dft2)(z1, z6);
    NBL_FFT_2 q = NBL_RADIX(dft2)(z2, z5);
    NBL_FFT_2 r = NBL_RADIX(dft2)(z3, z4);
    /* cos(3 / 7) and sin(2 / 7) are the largest; the others are multiples of them. */
    NBL_SCALAR c = NBL_OF_SCALAR(NBL_FFT_COS_3_7);
    NBL_SCALAR c1 = NBL_OF_SCALAR(NBL_FFT_COS_1_7_BY_3_7);
    NBL_SCALAR c2 = NBL_OF_SCALAR(NBL_FFT_COS_2_7_BY_3_7);
    NBL_SCALAR s = NBL_OF_SCALAR(NBL_FFT_SIN_2_7);
    NBL_SCALAR s1 = NBL_OF_SCALAR(NBL_FFT_SIN_1_7_BY_2_7);
    NBL_SCALAR s3 = NBL_OF_SCALAR(NBL_FFT_SIN_3_7_BY_2_7);
    NBL_COMPLEX even1 = nbl_complex_add(z0, NBL_RADIX(weighted)(c, r.lo, q.lo, c2, p.lo, c1));
    NBL_COMPLEX even2 = nbl_complex_add(z0, NBL_RADIX(weighted)(c, q.lo, p.lo, c2, r.lo, c1));
    NBL_COMPLEX even3 = nbl_complex_add(z0, NBL_RADIX(weighted)(c, p.lo, r.lo, c2, q.lo, c1));
    NBL_FFT_2 m1 = NBL_RADIX(mirrored)(even1, NBL_RADIX(weighted)(s, q.hi, r.hi, s3, p.hi, s1), inverse);
    NBL_FFT_2 m2 = NBL_RADIX(mirrored)(even2, NBL_RADIX(weighted)(s, p.hi, q.hi, -s3, r.hi, -s1), inverse);
    NBL_FFT_2 m3 = NBL_RADIX(mirrored)(even3, NBL_RADIX(weighted)(s, r.hi, p.hi, s3, q.hi, -s1), inverse);
    NBL_COMPLEX sum = nbl_complex_add(nbl_complex_add(z0, p.lo), nbl_complex_add(q.lo, r.lo));
    NBL_FFT_7 result = {sum, m1.lo, m2.lo, m3.lo, m3.hi, m2.hi, m1.hi};
    return result;
}
#endif

#if NBL_FFT_HAS_DFT8
NBL_STRUCT(NBL_FFT_8) { NBL_COMPLEX z0, z1, z2, z3, z4, z5, z6, z7; };

NBL_FUNCTION NBL_FFT_8 NBL_RADIX(dft8)(NBL_COMPLEX z0, NBL_COMPLEX z1, NBL_COMPLEX z2, NBL_COMPLEX z3, NBL_COMPLEX z4,
                                       NBL_COMPLEX z5, NBL_COMPLEX z6, NBL_COMPLEX z7, bool inverse) {
    NBL_FFT_4 even = NBL_RADIX(dft4)(z0, z2, z4, z6, inverse);
    NBL_FFT_4 odd = NBL_RADIX(dft4)(z1, z3, z5, z7, inverse);
    NBL_FFT_2 p = NBL_RADIX(dft2)(even.z0, odd.z0);
    NBL_FFT_2 q = NBL_RADIX(dft2)(even.z1, NBL_RADIX(eighth)(odd.z1, inverse));
    NBL_FFT_2 r = NBL_RADIX(mirrored)(even.z2, odd.z2, inverse);
    NBL_FFT_2 s = NBL_RADIX(dft2)(even.z3, NBL_RADIX(three_eighths)(odd.z3, inverse));
    NBL_FFT_8 result = {p.lo, q.lo, r.lo, s.lo, p.hi, q.hi, r.hi, s.hi};
    return result;
}
#endif
