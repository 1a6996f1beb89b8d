/* Radix kernels for the primes R = 11 and 13, in the arithmetic of NBL_SCALAR: R_(radix11)() and R_(radix13)()
 * transform the R complex elements v[0] to v[R - 1] in place, unscaled, in natural order.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/radix_scalar.h, never by itself, for a plan with one of the two radices. That file defines
 * NBL_SCALAR, NBL_RADIX_ARRAY (the parameter v), R_(), K_() and in_(k), which is element k as it comes in, v[k] by
 * default. Each function reads all R elements before it writes one. COS_k_R and SIN_k_R are cos and sin of 2 pi k / R.
 *
 * The method is the transform's definition, with the terms k and R - k added first (Singleton 1969), as for radix 7.
 * With z_k = in_(k), k from 1 to (R - 1) / 2, p_k.lo = z_k + z_(R-k) and p_k.hi = z_k - z_(R-k):
 *
 *   even = z_0 + sum over k of p_k.lo cos(2 pi k f / R)
 *   odd = sum over k of p_k.hi sin(2 pi k f / R)
 *   forward: output f = even - i odd, output R - f = even + i odd
 *   inverse: output f = even + i odd, output R - f = even - i odd
 *
 * The terms of a sum are added from the smallest cosine or sine, in magnitude, to the largest; z_0 comes before them.
 * Radix 7 takes one cosine out of all sums as a factor instead. That is less accurate here: in float64 the relative L2
 * error of 11 is 1.28e-16 and of 13 1.23e-16, while the sums above have 1.06e-16 for both (docs/log/transforms.md,
 * "Radices 11 and 13").
 */
/* Writes outputs f and `mirror` = R - f from the variables even, odd and inverse: R_(mirrored)() returns even - i odd
 * and even + i odd, exchanged for the inverse. */
#define NBL_MIRRORED(f, mirror) \
    { \
        NBL_FFT_2 p = R_(mirrored)(even, odd, inverse); \
        NBL_PUT_2(p, f, mirror) \
    }
/* Compute outputs f and `mirror` = R - f, in the variables z0, even, odd and inverse.
 *
 * pj  the pair p_k with k f = j or k f = -j, mod R: its lo is multiplied by COS_j_R, its hi by SIN_j_R or -SIN_j_R
 * sj  SIN_j_R if k f = j, -SIN_j_R if k f = -j, mod R */
#define NBL_OVER_11(f, mirror, p1, p2, p3, p4, p5, s1, s2, s3, s4, s5) \
    even = R_(even11)(z0, p3.lo, p2.lo, p4.lo, p1.lo, p5.lo); \
    odd = R_(odd11)(p5.hi, s5, p1.hi, s1, p4.hi, s4, p2.hi, s2, p3.hi, s3); \
    NBL_MIRRORED(f, mirror)
#define NBL_OVER_13(f, mirror, p1, p2, p3, p4, p5, p6, s1, s2, s3, s4, s5, s6) \
    even = R_(even13)(z0, p3.lo, p4.lo, p2.lo, p5.lo, p1.lo, p6.lo); \
    odd = R_(odd13)(p6.hi, s6, p1.hi, s1, p5.hi, s5, p2.hi, s2, p4.hi, s4, p3.hi, s3); \
    NBL_MIRRORED(f, mirror)

#if NBL_HAS_RADIX(11)
/* Returns `even`: z0 plus the sum of aj COS_j_11. The parameters stand in the order in which they are added. */
NBL_FUNCTION NBL_COMPLEX R_(even11)(NBL_COMPLEX z0, NBL_COMPLEX a3, NBL_COMPLEX a2, NBL_COMPLEX a4, NBL_COMPLEX a1,
                                    NBL_COMPLEX a5) {
    NBL_COMPLEX sum = nbl_complex_add_scaled(z0, a3, K_(COS_3_11));
    sum = nbl_complex_add_scaled(sum, a2, K_(COS_2_11));
    sum = nbl_complex_add_scaled(sum, a4, K_(COS_4_11));
    sum = nbl_complex_add_scaled(sum, a1, K_(COS_1_11));
    return nbl_complex_add_scaled(sum, a5, K_(COS_5_11));
}

/* Returns `odd`: the sum of aj sj. The parameters stand in the order in which they are added. */
NBL_FUNCTION NBL_COMPLEX R_(odd11)(NBL_COMPLEX a5, NBL_SCALAR s5, NBL_COMPLEX a1, NBL_SCALAR s1, NBL_COMPLEX a4,
                                   NBL_SCALAR s4, NBL_COMPLEX a2, NBL_SCALAR s2, NBL_COMPLEX a3, NBL_SCALAR s3) {
    NBL_COMPLEX sum = nbl_complex_scale(a5, s5);
    sum = nbl_complex_add_scaled(sum, a1, s1);
    sum = nbl_complex_add_scaled(sum, a4, s4);
    sum = nbl_complex_add_scaled(sum, a2, s2);
    return nbl_complex_add_scaled(sum, a3, s3);
}

NBL_FUNCTION void R_(radix11)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_COMPLEX z0 = in_(0), even, odd;
    NBL_FFT_2 p1 = R_(dft2)(in_(1), in_(10));
    NBL_FFT_2 p2 = R_(dft2)(in_(2), in_(9));
    NBL_FFT_2 p3 = R_(dft2)(in_(3), in_(8));
    NBL_FFT_2 p4 = R_(dft2)(in_(4), in_(7));
    NBL_FFT_2 p5 = R_(dft2)(in_(5), in_(6));
    NBL_SCALAR s1 = K_(SIN_1_11);
    NBL_SCALAR s2 = K_(SIN_2_11);
    NBL_SCALAR s3 = K_(SIN_3_11);
    NBL_SCALAR s4 = K_(SIN_4_11);
    NBL_SCALAR s5 = K_(SIN_5_11);
    v[0] = nbl_complex_add(nbl_complex_add(nbl_complex_add(z0, p1.lo), nbl_complex_add(p2.lo, p3.lo)),
                           nbl_complex_add(p4.lo, p5.lo));
    NBL_OVER_11(1, 10, p1, p2, p3, p4, p5, s1, s2, s3, s4, s5)
    NBL_OVER_11(2, 9, p5, p1, p4, p2, p3, -s1, s2, -s3, s4, -s5)
    NBL_OVER_11(3, 8, p4, p3, p1, p5, p2, s1, -s2, s3, s4, -s5)
    NBL_OVER_11(4, 7, p3, p5, p2, p1, p4, s1, -s2, -s3, s4, s5)
    NBL_OVER_11(5, 6, p2, p4, p5, p3, p1, -s1, -s2, s3, s4, s5)
}
#endif

#if NBL_HAS_RADIX(13)
/* Returns `even`: z0 plus the sum of aj COS_j_13. The parameters stand in the order in which they are added. */
NBL_FUNCTION NBL_COMPLEX R_(even13)(NBL_COMPLEX z0, NBL_COMPLEX a3, NBL_COMPLEX a4, NBL_COMPLEX a2, NBL_COMPLEX a5,
                                    NBL_COMPLEX a1, NBL_COMPLEX a6) {
    NBL_COMPLEX sum = nbl_complex_add_scaled(z0, a3, K_(COS_3_13));
    sum = nbl_complex_add_scaled(sum, a4, K_(COS_4_13));
    sum = nbl_complex_add_scaled(sum, a2, K_(COS_2_13));
    sum = nbl_complex_add_scaled(sum, a5, K_(COS_5_13));
    sum = nbl_complex_add_scaled(sum, a1, K_(COS_1_13));
    return nbl_complex_add_scaled(sum, a6, K_(COS_6_13));
}

/* Returns `odd`: the sum of aj sj. The parameters stand in the order in which they are added. */
NBL_FUNCTION NBL_COMPLEX R_(odd13)(NBL_COMPLEX a6, NBL_SCALAR s6, NBL_COMPLEX a1, NBL_SCALAR s1, NBL_COMPLEX a5,
                                   NBL_SCALAR s5, NBL_COMPLEX a2, NBL_SCALAR s2, NBL_COMPLEX a4, NBL_SCALAR s4,
                                   NBL_COMPLEX a3, NBL_SCALAR s3) {
    NBL_COMPLEX sum = nbl_complex_scale(a6, s6);
    sum = nbl_complex_add_scaled(sum, a1, s1);
    sum = nbl_complex_add_scaled(sum, a5, s5);
    sum = nbl_complex_add_scaled(sum, a2, s2);
    sum = nbl_complex_add_scaled(sum, a4, s4);
    return nbl_complex_add_scaled(sum, a3, s3);
}

NBL_FUNCTION void R_(radix13)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_COMPLEX z0 = in_(0), even, odd;
    NBL_FFT_2 p1 = R_(dft2)(in_(1), in_(12));
    NBL_FFT_2 p2 = R_(dft2)(in_(2), in_(11));
    NBL_FFT_2 p3 = R_(dft2)(in_(3), in_(10));
    NBL_FFT_2 p4 = R_(dft2)(in_(4), in_(9));
    NBL_FFT_2 p5 = R_(dft2)(in_(5), in_(8));
    NBL_FFT_2 p6 = R_(dft2)(in_(6), in_(7));
    NBL_SCALAR s1 = K_(SIN_1_13);
    NBL_SCALAR s2 = K_(SIN_2_13);
    NBL_SCALAR s3 = K_(SIN_3_13);
    NBL_SCALAR s4 = K_(SIN_4_13);
    NBL_SCALAR s5 = K_(SIN_5_13);
    NBL_SCALAR s6 = K_(SIN_6_13);
    v[0] = nbl_complex_add(nbl_complex_add(nbl_complex_add(z0, p1.lo), nbl_complex_add(p2.lo, p3.lo)),
                           nbl_complex_add(nbl_complex_add(p4.lo, p5.lo), p6.lo));
    NBL_OVER_13(1, 12, p1, p2, p3, p4, p5, p6, s1, s2, s3, s4, s5, s6)
    NBL_OVER_13(2, 11, p6, p1, p5, p2, p4, p3, -s1, s2, -s3, s4, -s5, s6)
    NBL_OVER_13(3, 10, p4, p5, p1, p3, p6, p2, -s1, s2, s3, -s4, s5, s6)
    NBL_OVER_13(4, 9, p3, p6, p4, p1, p2, p5, -s1, -s2, s3, s4, -s5, -s6)
    NBL_OVER_13(5, 8, p5, p3, p2, p6, p1, p4, -s1, s2, -s3, s4, s5, -s6)
    NBL_OVER_13(6, 7, p2, p4, p6, p5, p3, p1, -s1, -s2, -s3, s4, s5, s6)
}
#endif

#undef NBL_OVER_13
#undef NBL_OVER_11
#undef NBL_MIRRORED
