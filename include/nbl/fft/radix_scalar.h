/* The radix kernels of one scalar: included by nbl/fft/radix.h once for each, never by itself.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameter: NBL_FFT_RADIX_SCALAR, a type name such as float32_t. Here are the transforms by value; the kernels on
 * arrays are in nbl/fft/radix_array_scalar.h. Values, not arrays, go from function to function: nothing is indexed, and
 * inverse and constants that are literals fold away.
 */
#ifndef NBL_FFT_RADIX_SCALAR
#error \
    "NBL_FFT_RADIX_SCALAR is missing: define it as float16_t, float32_t or float64_t before including nbl/fft/radix_scalar.h"
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

/* ---- Products with roots of one */

/* A quarter turn: -i z, or i z for the inverse. */
NBL_FUNCTION NBL_FFT_COMPLEX_T NBL_FFT_OF_SCALAR(turn)(NBL_FFT_COMPLEX_T z, bool inverse) {
    NBL_FFT_COMPLEX_T turned = {inverse ? -z.imag : z.imag, inverse ? z.real : -z.real};
    return turned;
}

/* An eighth of a turn, and three: the sums come first, so that the products are two instead of four and can be fused
 * with the additions of the next step. */
NBL_FUNCTION NBL_FFT_COMPLEX_T NBL_FFT_OF_SCALAR(eighth)(NBL_FFT_COMPLEX_T z, bool inverse) {
    return nbl_complex_scale(nbl_complex_add(z, NBL_FFT_OF_SCALAR(turn)(z, inverse)), NBL_FFT_CONSTANT(SQRT_HALF));
}

NBL_FUNCTION NBL_FFT_COMPLEX_T NBL_FFT_OF_SCALAR(three_eighths)(NBL_FFT_COMPLEX_T z, bool inverse) {
    return nbl_complex_scale(nbl_complex_sub(NBL_FFT_OF_SCALAR(turn)(z, inverse), z), NBL_FFT_CONSTANT(SQRT_HALF));
}

/* Any other turn divided by its cosine, z - i tangent z, or by its sine, cotangent z - i z; conjugates for the inverse.
 * With the larger of both multiplied afterwards that is as many products as (cosine - i sine) z, but additions can take
 * them all (Linzer & Feig 1993). */
NBL_FUNCTION NBL_FFT_COMPLEX_T NBL_FFT_OF_SCALAR(over_cosine)(NBL_FFT_COMPLEX_T z, NBL_FFT_RADIX_SCALAR tangent,
                                                              bool inverse) {
    return nbl_complex_add(z, nbl_complex_scale(NBL_FFT_OF_SCALAR(turn)(z, inverse), tangent));
}

NBL_FUNCTION NBL_FFT_COMPLEX_T NBL_FFT_OF_SCALAR(over_sine)(NBL_FFT_COMPLEX_T z, NBL_FFT_RADIX_SCALAR cotangent,
                                                            bool inverse) {
    return nbl_complex_add(NBL_FFT_OF_SCALAR(turn)(z, inverse), nbl_complex_scale(z, cotangent));
}

NBL_FUNCTION NBL_FFT_COMPLEX_T NBL_FFT_OF_SCALAR(turn_by_cosine)(NBL_FFT_COMPLEX_T z, NBL_FFT_RADIX_SCALAR cosine,
                                                                 NBL_FFT_RADIX_SCALAR tangent, bool inverse) {
    return nbl_complex_scale(NBL_FFT_OF_SCALAR(over_cosine)(z, tangent, inverse), cosine);
}

NBL_FUNCTION NBL_FFT_COMPLEX_T NBL_FFT_OF_SCALAR(turn_by_sine)(NBL_FFT_COMPLEX_T z, NBL_FFT_RADIX_SCALAR sine,
                                                               NBL_FFT_RADIX_SCALAR cotangent, bool inverse) {
    return nbl_complex_scale(NBL_FFT_OF_SCALAR(over_sine)(z, cotangent, inverse), sine);
}

/* ---- Transforms by value: see nbl/fft/radix.h */

/* (z + w, z - w) */
NBL_FUNCTION NBL_FFT_2 NBL_FFT_OF_SCALAR(dft2)(NBL_FFT_COMPLEX_T z, NBL_FFT_COMPLEX_T w) {
    NBL_FFT_2 result = {nbl_complex_add(z, w), nbl_complex_sub(z, w)};
    return result;
}

/* (even - i odd, even + i odd), or the other way round for the inverse: outputs f and R - f, out of the sums that are
 * even in f and those that are odd. */
NBL_FUNCTION NBL_FFT_2 NBL_FFT_OF_SCALAR(mirrored)(NBL_FFT_COMPLEX_T even, NBL_FFT_COMPLEX_T odd, bool inverse) {
    return NBL_FFT_OF_SCALAR(dft2)(even, NBL_FFT_OF_SCALAR(turn)(odd, inverse));
}

#if NBL_FFT_HAS_DFT3
NBL_STRUCT(NBL_FFT_3) { NBL_FFT_COMPLEX_T z0, z1, z2; };

NBL_FUNCTION NBL_FFT_3 NBL_FFT_OF_SCALAR(dft3)(NBL_FFT_COMPLEX_T z0, NBL_FFT_COMPLEX_T z1, NBL_FFT_COMPLEX_T z2,
                                               bool inverse) {
    NBL_FFT_2 p = NBL_FFT_OF_SCALAR(dft2)(z1, z2);
    NBL_FFT_COMPLEX_T even = nbl_complex_sub(z0, nbl_complex_scale(p.lo, NBL_CAST(NBL_FFT_RADIX_SCALAR, 0.5f)));
    NBL_FFT_2 m = NBL_FFT_OF_SCALAR(mirrored)(even, nbl_complex_scale(p.hi, NBL_FFT_CONSTANT(SIN_1_3)), inverse);
    NBL_FFT_3 result = {nbl_complex_add(z0, p.lo), m.lo, m.hi};
    return result;
}
#endif

#if NBL_FFT_HAS_DFT4
NBL_STRUCT(NBL_FFT_4) { NBL_FFT_COMPLEX_T z0, z1, z2, z3; };

NBL_FUNCTION NBL_FFT_4 NBL_FFT_OF_SCALAR(dft4)(NBL_FFT_COMPLEX_T z0, NBL_FFT_COMPLEX_T z1, NBL_FFT_COMPLEX_T z2,
                                               NBL_FFT_COMPLEX_T z3, bool inverse) {
    NBL_FFT_2 even = NBL_FFT_OF_SCALAR(dft2)(z0, z2);
    NBL_FFT_2 odd = NBL_FFT_OF_SCALAR(dft2)(z1, z3);
    NBL_FFT_2 m = NBL_FFT_OF_SCALAR(mirrored)(even.hi, odd.hi, inverse);
    NBL_FFT_4 result = {nbl_complex_add(even.lo, odd.lo), m.lo, nbl_complex_sub(even.lo, odd.lo), m.hi};
    return result;
}

/* dft4 of z0, z1 factor, z2, z3 factor: one product for two inputs, and one rounding less. */
NBL_FUNCTION NBL_FFT_4 NBL_FFT_OF_SCALAR(dft4_scaled)(NBL_FFT_COMPLEX_T z0, NBL_FFT_COMPLEX_T z1, NBL_FFT_COMPLEX_T z2,
                                                      NBL_FFT_COMPLEX_T z3, NBL_FFT_RADIX_SCALAR factor, bool inverse) {
    NBL_FFT_2 even = NBL_FFT_OF_SCALAR(dft2)(z0, z2);
    NBL_FFT_2 odd = NBL_FFT_OF_SCALAR(dft2)(z1, z3);
    NBL_FFT_COMPLEX_T sum = nbl_complex_scale(odd.lo, factor);
    NBL_FFT_2 m = NBL_FFT_OF_SCALAR(mirrored)(even.hi, nbl_complex_scale(odd.hi, factor), inverse);
    NBL_FFT_4 result = {nbl_complex_add(even.lo, sum), m.lo, nbl_complex_sub(even.lo, sum), m.hi};
    return result;
}
#endif

#if NBL_FFT_HAS_DFT5
NBL_STRUCT(NBL_FFT_5) { NBL_FFT_COMPLEX_T z0, z1, z2, z3, z4; };

/* The even parts are z0 - t / 4 +- sqrt(5) / 4 (p - q), with t = p + q. The odd ones take their common factor last;
 * with the smaller of both sines for it, its rounding and the ratio's nearly cancel. */
NBL_FUNCTION NBL_FFT_5 NBL_FFT_OF_SCALAR(dft5)(NBL_FFT_COMPLEX_T z0, NBL_FFT_COMPLEX_T z1, NBL_FFT_COMPLEX_T z2,
                                               NBL_FFT_COMPLEX_T z3, NBL_FFT_COMPLEX_T z4, bool inverse) {
    NBL_FFT_2 p = NBL_FFT_OF_SCALAR(dft2)(z1, z4);
    NBL_FFT_2 q = NBL_FFT_OF_SCALAR(dft2)(z2, z3);
    NBL_FFT_2 t = NBL_FFT_OF_SCALAR(dft2)(p.lo, q.lo);
    NBL_FFT_COMPLEX_T mean = nbl_complex_sub(z0, nbl_complex_scale(t.lo, NBL_CAST(NBL_FFT_RADIX_SCALAR, 0.25f)));
    NBL_FFT_2 even = NBL_FFT_OF_SCALAR(dft2)(mean, nbl_complex_scale(t.hi, NBL_FFT_CONSTANT(SQRT_5_16)));
    NBL_FFT_RADIX_SCALAR ratio = NBL_FFT_CONSTANT(SIN_1_5_BY_2_5);
    NBL_FFT_COMPLEX_T sum = nbl_complex_add(q.hi, nbl_complex_scale(p.hi, ratio));
    NBL_FFT_COMPLEX_T difference = nbl_complex_sub(p.hi, nbl_complex_scale(q.hi, ratio));
    NBL_FFT_COMPLEX_T odd1 = nbl_complex_scale(sum, NBL_FFT_CONSTANT(SIN_2_5));
    NBL_FFT_COMPLEX_T odd2 = nbl_complex_scale(difference, NBL_FFT_CONSTANT(SIN_2_5));
    NBL_FFT_2 m1 = NBL_FFT_OF_SCALAR(mirrored)(even.lo, odd1, inverse);
    NBL_FFT_2 m2 = NBL_FFT_OF_SCALAR(mirrored)(even.hi, odd2, inverse);
    NBL_FFT_5 result = {nbl_complex_add(z0, t.lo), m1.lo, m2.lo, m2.hi, m1.hi};
    return result;
}
#endif

#if NBL_FFT_HAS_DFT7
NBL_STRUCT(NBL_FFT_7) { NBL_FFT_COMPLEX_T z0, z1, z2, z3, z4, z5, z6; };

/* factor (z + w p + x q), best with the smaller one of p and q first */
NBL_FUNCTION NBL_FFT_COMPLEX_T NBL_FFT_OF_SCALAR(weighted)(NBL_FFT_RADIX_SCALAR factor, NBL_FFT_COMPLEX_T z,
                                                           NBL_FFT_COMPLEX_T w, NBL_FFT_RADIX_SCALAR p,
                                                           NBL_FFT_COMPLEX_T x, NBL_FFT_RADIX_SCALAR q) {
    NBL_FFT_COMPLEX_T sum = nbl_complex_add(z, nbl_complex_scale(w, p));
    sum = nbl_complex_add(sum, nbl_complex_scale(x, q));
    return nbl_complex_scale(sum, factor);
}

NBL_FUNCTION NBL_FFT_7 NBL_FFT_OF_SCALAR(dft7)(NBL_FFT_COMPLEX_T z0, NBL_FFT_COMPLEX_T z1, NBL_FFT_COMPLEX_T z2,
                                               NBL_FFT_COMPLEX_T z3, NBL_FFT_COMPLEX_T z4, NBL_FFT_COMPLEX_T z5,
                                               NBL_FFT_COMPLEX_T z6, bool inverse) {
    NBL_FFT_2 p = NBL_FFT_OF_SCALAR(dft2)(z1, z6);
    NBL_FFT_2 q = NBL_FFT_OF_SCALAR(dft2)(z2, z5);
    NBL_FFT_2 r = NBL_FFT_OF_SCALAR(dft2)(z3, z4);
    /* cos(3 / 7) and sin(2 / 7) are the largest; the others are multiples of them. */
    NBL_FFT_RADIX_SCALAR c = NBL_FFT_CONSTANT(COS_3_7);
    NBL_FFT_RADIX_SCALAR c1 = NBL_FFT_CONSTANT(COS_1_7_BY_3_7);
    NBL_FFT_RADIX_SCALAR c2 = NBL_FFT_CONSTANT(COS_2_7_BY_3_7);
    NBL_FFT_RADIX_SCALAR s = NBL_FFT_CONSTANT(SIN_2_7);
    NBL_FFT_RADIX_SCALAR s1 = NBL_FFT_CONSTANT(SIN_1_7_BY_2_7);
    NBL_FFT_RADIX_SCALAR s3 = NBL_FFT_CONSTANT(SIN_3_7_BY_2_7);
    NBL_FFT_COMPLEX_T even1 = nbl_complex_add(z0, NBL_FFT_OF_SCALAR(weighted)(c, r.lo, q.lo, c2, p.lo, c1));
    NBL_FFT_COMPLEX_T even2 = nbl_complex_add(z0, NBL_FFT_OF_SCALAR(weighted)(c, q.lo, p.lo, c2, r.lo, c1));
    NBL_FFT_COMPLEX_T even3 = nbl_complex_add(z0, NBL_FFT_OF_SCALAR(weighted)(c, p.lo, r.lo, c2, q.lo, c1));
    NBL_FFT_2 m1 =
        NBL_FFT_OF_SCALAR(mirrored)(even1, NBL_FFT_OF_SCALAR(weighted)(s, q.hi, r.hi, s3, p.hi, s1), inverse);
    NBL_FFT_2 m2 =
        NBL_FFT_OF_SCALAR(mirrored)(even2, NBL_FFT_OF_SCALAR(weighted)(s, p.hi, q.hi, -s3, r.hi, -s1), inverse);
    NBL_FFT_2 m3 =
        NBL_FFT_OF_SCALAR(mirrored)(even3, NBL_FFT_OF_SCALAR(weighted)(s, r.hi, p.hi, s3, q.hi, -s1), inverse);
    NBL_FFT_COMPLEX_T sum = nbl_complex_add(nbl_complex_add(z0, p.lo), nbl_complex_add(q.lo, r.lo));
    NBL_FFT_7 result = {sum, m1.lo, m2.lo, m3.lo, m3.hi, m2.hi, m1.hi};
    return result;
}
#endif

#if NBL_FFT_HAS_DFT8
NBL_STRUCT(NBL_FFT_8) { NBL_FFT_COMPLEX_T z0, z1, z2, z3, z4, z5, z6, z7; };

NBL_FUNCTION NBL_FFT_8 NBL_FFT_OF_SCALAR(dft8)(NBL_FFT_COMPLEX_T z0, NBL_FFT_COMPLEX_T z1, NBL_FFT_COMPLEX_T z2,
                                               NBL_FFT_COMPLEX_T z3, NBL_FFT_COMPLEX_T z4, NBL_FFT_COMPLEX_T z5,
                                               NBL_FFT_COMPLEX_T z6, NBL_FFT_COMPLEX_T z7, bool inverse) {
    NBL_FFT_4 even = NBL_FFT_OF_SCALAR(dft4)(z0, z2, z4, z6, inverse);
    NBL_FFT_4 odd = NBL_FFT_OF_SCALAR(dft4)(z1, z3, z5, z7, inverse);
    NBL_FFT_2 p = NBL_FFT_OF_SCALAR(dft2)(even.z0, odd.z0);
    NBL_FFT_2 q = NBL_FFT_OF_SCALAR(dft2)(even.z1, NBL_FFT_OF_SCALAR(eighth)(odd.z1, inverse));
    NBL_FFT_2 r = NBL_FFT_OF_SCALAR(mirrored)(even.z2, odd.z2, inverse);
    NBL_FFT_2 s = NBL_FFT_OF_SCALAR(dft2)(even.z3, NBL_FFT_OF_SCALAR(three_eighths)(odd.z3, inverse));
    NBL_FFT_8 result = {p.lo, q.lo, r.lo, s.lo, p.hi, q.hi, r.hi, s.hi};
    return result;
}
#endif

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
