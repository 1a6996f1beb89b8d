/* Radix kernels that have a factor 5, of one scalar: 5, 10, 15.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/radix_scalar.h, never by itself, for a plan that has one; its parameters are that file's.
 */
#define NBL_FFT_5 NBL_RADIX(quintuple)
#define NBL_PUT_5(p, a, b, c, d, e) v[a] = p.z0, v[b] = p.z1, v[c] = p.z2, v[d] = p.z3, v[e] = p.z4;

NBL_STRUCT(NBL_FFT_5) { NBL_COMPLEX z0, z1, z2, z3, z4; };

/* factor z + p w; or, where the factor comes last, factor (z + p w): the next sums, K_(ADD_LAST) and K_(SUB_LAST), take
 * it. In float32 that errs less, too, since what the sine rounds and what the ratio of both rounds nearly cancel. In
 * float64 and float16 they do not, and as rounding errors of constants are the same in every butterfly, they add up
 * over passes: each sine by itself errs less there, in five passes of five by 13 and 9 %. */
NBL_FUNCTION NBL_COMPLEX R_(odd5)(NBL_SCALAR factor, NBL_COMPLEX z, NBL_COMPLEX w, NBL_SCALAR p) {
    NBL_COMPLEX sum = nbl_complex_add_scaled(K_(FACTOR_FIRST)(z, factor), w, p);
    return K_(FACTOR_LAST)(sum, factor);
}

/* The even parts are z0 - t / 4 +- sqrt(5) / 4 (p - q), with t = p + q. */
NBL_FUNCTION NBL_FFT_5 R_(dft5)(NBL_COMPLEX z0, NBL_COMPLEX z1, NBL_COMPLEX z2, NBL_COMPLEX z3, NBL_COMPLEX z4,
                                bool inverse) {
    NBL_FFT_2 p = R_(dft2)(z1, z4);
    NBL_FFT_2 q = R_(dft2)(z2, z3);
    NBL_FFT_2 t = R_(dft2)(p.lo, q.lo);
    NBL_COMPLEX mean = nbl_complex_sub_scaled(z0, t.lo, NBL_CAST(NBL_SCALAR, 0.25f));
    NBL_FFT_2 even = R_(dft2_carried)(mean, nbl_complex_carried(t.hi, K_(SQRT_5_16)), K_(SQRT_5_16));
    NBL_SCALAR s1 = K_(SIN_1_5_BY_FACTOR);
    NBL_SCALAR s2 = K_(SIN_2_5);
    NBL_FFT_2 m1 = R_(mirrored_last)(even.lo, R_(odd5)(s2, q.hi, p.hi, s1), s2, inverse);
    NBL_FFT_2 m2 = R_(mirrored_last)(even.hi, R_(odd5)(s2, p.hi, q.hi, -s1), s2, inverse);
    NBL_FFT_5 result = {nbl_complex_add(z0, t.lo), m1.lo, m2.lo, m2.hi, m1.hi};
    return result;
}

#if NBL_HAS_RADIX(5)
NBL_FUNCTION void R_(radix5)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_5 r = R_(dft5)(in_(0), in_(1), in_(2), in_(3), in_(4), inverse);
    NBL_PUT_5(r, 0, 1, 2, 3, 4)
}
#endif

#if NBL_HAS_RADIX(10)
NBL_FUNCTION void R_(radix10)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_5 a = R_(dft5)(in_(0), in_(2), in_(4), in_(6), in_(8), inverse);
    NBL_FFT_5 b = R_(dft5)(in_(5), in_(7), in_(9), in_(1), in_(3), inverse);
    NBL_OVER_2(z0, 0, 5)
    NBL_OVER_2(z1, 6, 1)
    NBL_OVER_2(z2, 2, 7)
    NBL_OVER_2(z3, 8, 3)
    NBL_OVER_2(z4, 4, 9)
}
#endif

#if NBL_HAS_RADIX(15)
NBL_FUNCTION void R_(radix15)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_5 a = R_(dft5)(in_(0), in_(3), in_(6), in_(9), in_(12), inverse);
    NBL_FFT_5 b = R_(dft5)(in_(5), in_(8), in_(11), in_(14), in_(2), inverse);
    NBL_FFT_5 c = R_(dft5)(in_(10), in_(13), in_(1), in_(4), in_(7), inverse);
    NBL_OVER_3(z0, 0, 10, 5)
    NBL_OVER_3(z1, 6, 1, 11)
    NBL_OVER_3(z2, 12, 7, 2)
    NBL_OVER_3(z3, 3, 13, 8)
    NBL_OVER_3(z4, 9, 4, 14)
}
#endif

#if NBL_HAS_RADIX(5) || NBL_HAS_RADIX(10) || NBL_HAS_RADIX(15)
NBL_FUNCTION void R_(radix_by_5)(NBL_RADIX_ARRAY, uint32_t radix, bool inverse) {
#if NBL_HAS_RADIX(5)
    if (radix == 5u) R_(radix5)(v, inverse);
#endif
#if NBL_HAS_RADIX(10)
    if (radix == 10u) R_(radix10)(v, inverse);
#endif
#if NBL_HAS_RADIX(15)
    if (radix == 15u) R_(radix15)(v, inverse);
#endif
}
#endif
