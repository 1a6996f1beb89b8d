/* Radix kernels that have a factor 7, of one scalar: 7, 14.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/radix_scalar.h, never by itself, for a plan that has one; its parameters are that file's.
 */
#define NBL_FFT_7 NBL_RADIX(septuple)
#define NBL_PUT_7(p, a, b, c, d, e, f, g) \
    v[a] = p.z0, v[b] = p.z1, v[c] = p.z2, v[d] = p.z3, v[e] = p.z4, v[f] = p.z5, v[g] = p.z6;

NBL_STRUCT(NBL_FFT_7) { NBL_COMPLEX z0, z1, z2, z3, z4, z5, z6; };

/* Returns factor z + w p + x q; or, where the factor comes last (nbl/fft/radix_5_scalar.h), factor (z + w p + x q), a
 * product that the next sum takes. The smaller one of p and q comes first: results are then more exact. */
NBL_FUNCTION NBL_COMPLEX R_(weighted)(NBL_SCALAR factor, NBL_COMPLEX z, NBL_COMPLEX w, NBL_SCALAR p, NBL_COMPLEX x,
                                      NBL_SCALAR q) {
    NBL_COMPLEX sum = nbl_complex_add_scaled(K_(FACTOR_FIRST)(z, factor), w, p);
    sum = nbl_complex_add_scaled(sum, x, q);
    return K_(FACTOR_LAST)(sum, factor);
}

NBL_FUNCTION NBL_FFT_7 R_(dft7)(NBL_COMPLEX z0, NBL_COMPLEX z1, NBL_COMPLEX z2, NBL_COMPLEX z3, NBL_COMPLEX z4,
                                NBL_COMPLEX z5, NBL_COMPLEX z6, bool inverse) {
    NBL_FFT_2 p = R_(dft2)(z1, z6);
    NBL_FFT_2 q = R_(dft2)(z2, z5);
    NBL_FFT_2 r = R_(dft2)(z3, z4);
    /* cos(2 pi 3 / 7) and sin(2 pi 2 / 7) are the largest; where the factor comes last, the others are multiples of
     * them. */
    NBL_SCALAR c = K_(COS_3_7);
    NBL_SCALAR c1 = K_(COS_1_7_BY_FACTOR);
    NBL_SCALAR c2 = K_(COS_2_7_BY_FACTOR);
    NBL_SCALAR s = K_(SIN_2_7);
    NBL_SCALAR s1 = K_(SIN_1_7_BY_FACTOR);
    NBL_SCALAR s3 = K_(SIN_3_7_BY_FACTOR);
    NBL_COMPLEX even1 = K_(ADD_LAST)(z0, R_(weighted)(c, r.lo, q.lo, c2, p.lo, c1), c);
    NBL_COMPLEX even2 = K_(ADD_LAST)(z0, R_(weighted)(c, q.lo, p.lo, c2, r.lo, c1), c);
    NBL_COMPLEX even3 = K_(ADD_LAST)(z0, R_(weighted)(c, p.lo, r.lo, c2, q.lo, c1), c);
    NBL_FFT_2 m1 = R_(mirrored_last)(even1, R_(weighted)(s, q.hi, r.hi, s3, p.hi, s1), s, inverse);
    NBL_FFT_2 m2 = R_(mirrored_last)(even2, R_(weighted)(s, p.hi, q.hi, -s3, r.hi, -s1), s, inverse);
    NBL_FFT_2 m3 = R_(mirrored_last)(even3, R_(weighted)(s, r.hi, p.hi, s3, q.hi, -s1), s, inverse);
    NBL_COMPLEX sum = nbl_complex_add(nbl_complex_add(z0, p.lo), nbl_complex_add(q.lo, r.lo));
    NBL_FFT_7 result = {sum, m1.lo, m2.lo, m3.lo, m3.hi, m2.hi, m1.hi};
    return result;
}

#if NBL_HAS_RADIX(7)
NBL_FUNCTION void R_(radix7)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_7 r = R_(dft7)(in_(0), in_(1), in_(2), in_(3), in_(4), in_(5), in_(6), inverse);
    NBL_PUT_7(r, 0, 1, 2, 3, 4, 5, 6)
}
#endif

#if NBL_HAS_RADIX(14)
NBL_FUNCTION void R_(radix14)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_7 a = R_(dft7)(in_(0), in_(2), in_(4), in_(6), in_(8), in_(10), in_(12), inverse);
    NBL_FFT_7 b = R_(dft7)(in_(7), in_(9), in_(11), in_(13), in_(1), in_(3), in_(5), inverse);
    NBL_OVER_2(z0, 0, 7)
    NBL_OVER_2(z1, 8, 1)
    NBL_OVER_2(z2, 2, 9)
    NBL_OVER_2(z3, 10, 3)
    NBL_OVER_2(z4, 4, 11)
    NBL_OVER_2(z5, 12, 5)
    NBL_OVER_2(z6, 6, 13)
}
#endif

#if NBL_HAS_RADIX(7) || NBL_HAS_RADIX(14)
NBL_FUNCTION void R_(radix_by_7)(NBL_RADIX_ARRAY, uint32_t radix, bool inverse) {
#if NBL_HAS_RADIX(7)
    if (radix == 7u) R_(radix7)(v, inverse);
#endif
#if NBL_HAS_RADIX(14)
    if (radix == 14u) R_(radix14)(v, inverse);
#endif
}
#endif
