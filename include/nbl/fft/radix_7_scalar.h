/* Radix kernels that have a factor 7, of one scalar: 7, 14.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/radix_scalar.h, never by itself, for a plan that has one; its parameters are that file's.
 */
#define NBL_FFT_7 NBL_RADIX(septuple)
#define NBL_PUT_7(p, a, b, c, d, e, f, g) \
    v[a] = p.z0, v[b] = p.z1, v[c] = p.z2, v[d] = p.z3, v[e] = p.z4, v[f] = p.z5, v[g] = p.z6;

NBL_STRUCT(NBL_FFT_7) { NBL_COMPLEX z0, z1, z2, z3, z4, z5, z6; };

/* factor z + w p + x q; or, where the factor comes last (nbl/fft/radix_5_scalar.h), factor (z + w p + x q). Best with the
 * smaller one of p and q first. */
NBL_FUNCTION NBL_COMPLEX weighted_(NBL_SCALAR factor, NBL_COMPLEX z, NBL_COMPLEX w, NBL_SCALAR p, NBL_COMPLEX x,
                                   NBL_SCALAR q) {
    NBL_COMPLEX sum = nbl_complex_add(factor_first_(z, factor), nbl_complex_scale(w, p));
    sum = nbl_complex_add(sum, nbl_complex_scale(x, q));
    return factor_last_(sum, factor);
}

NBL_FUNCTION NBL_FFT_7 dft7_(NBL_COMPLEX z0, NBL_COMPLEX z1, NBL_COMPLEX z2, NBL_COMPLEX z3, NBL_COMPLEX z4,
                             NBL_COMPLEX z5, NBL_COMPLEX z6, bool inverse) {
    NBL_FFT_2 p = dft2_(z1, z6);
    NBL_FFT_2 q = dft2_(z2, z5);
    NBL_FFT_2 r = dft2_(z3, z4);
    /* cos(3 / 7) and sin(2 / 7) are the largest; where the factor comes last, the others are multiples of them. */
    NBL_SCALAR c = cos_3_7_;
    NBL_SCALAR c1 = cos_1_7_by_factor_;
    NBL_SCALAR c2 = cos_2_7_by_factor_;
    NBL_SCALAR s = sin_2_7_;
    NBL_SCALAR s1 = sin_1_7_by_factor_;
    NBL_SCALAR s3 = sin_3_7_by_factor_;
    NBL_COMPLEX even1 = nbl_complex_add(z0, weighted_(c, r.lo, q.lo, c2, p.lo, c1));
    NBL_COMPLEX even2 = nbl_complex_add(z0, weighted_(c, q.lo, p.lo, c2, r.lo, c1));
    NBL_COMPLEX even3 = nbl_complex_add(z0, weighted_(c, p.lo, r.lo, c2, q.lo, c1));
    NBL_FFT_2 m1 = mirrored_(even1, weighted_(s, q.hi, r.hi, s3, p.hi, s1), inverse);
    NBL_FFT_2 m2 = mirrored_(even2, weighted_(s, p.hi, q.hi, -s3, r.hi, -s1), inverse);
    NBL_FFT_2 m3 = mirrored_(even3, weighted_(s, r.hi, p.hi, s3, q.hi, -s1), inverse);
    NBL_COMPLEX sum = nbl_complex_add(nbl_complex_add(z0, p.lo), nbl_complex_add(q.lo, r.lo));
    NBL_FFT_7 result = {sum, m1.lo, m2.lo, m3.lo, m3.hi, m2.hi, m1.hi};
    return result;
}

#if NBL_HAS_RADIX(7)
NBL_FUNCTION void radix7_(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_7 r = dft7_(in_(0), in_(1), in_(2), in_(3), in_(4), in_(5), in_(6), inverse);
    NBL_PUT_7(r, 0, 1, 2, 3, 4, 5, 6)
}
#endif

#if NBL_HAS_RADIX(14)
NBL_FUNCTION void radix14_(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_7 a = dft7_(in_(0), in_(2), in_(4), in_(6), in_(8), in_(10), in_(12), inverse);
    NBL_FFT_7 b = dft7_(in_(7), in_(9), in_(11), in_(13), in_(1), in_(3), in_(5), inverse);
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
NBL_FUNCTION void radix_by_7_(NBL_RADIX_ARRAY, uint32_t radix, bool inverse) {
#if NBL_HAS_RADIX(7)
    if (radix == 7u) radix7_(v, inverse);
#endif
#if NBL_HAS_RADIX(14)
    if (radix == 14u) radix14_(v, inverse);
#endif
}
#endif
