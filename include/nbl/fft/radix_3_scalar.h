/* Radix kernels that have a factor 3, of one scalar: 3, 6, 9, 12; and the transform of 9 by value, for 18 and 27.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/radix_scalar.h, never by itself, for a plan that has one; its parameters are that file's.
 */
#define NBL_FFT_3 NBL_RADIX(triple)
#define NBL_PUT_3(p, a, b, c) v[a] = p.z0, v[b] = p.z1, v[c] = p.z2;
#define NBL_OVER_3(z, f0, f1, f2) \
    { \
        NBL_FFT_3 p = R_(dft3)(a.z, b.z, c.z, inverse); \
        NBL_PUT_3(p, f0, f1, f2) \
    }

NBL_STRUCT(NBL_FFT_3) { NBL_COMPLEX z0, z1, z2; };

NBL_FUNCTION NBL_FFT_3 R_(dft3)(NBL_COMPLEX z0, NBL_COMPLEX z1, NBL_COMPLEX z2, bool inverse) {
    NBL_FFT_2 p = R_(dft2)(z1, z2);
    NBL_COMPLEX odd = nbl_complex_carried(p.hi, K_(SIN_1_3));
    NBL_COMPLEX even = nbl_complex_sub_scaled(z0, p.lo, NBL_CAST(NBL_SCALAR, 0.5f));
    NBL_FFT_2 m = R_(mirrored_carried)(even, odd, K_(SIN_1_3), inverse);
    NBL_FFT_3 result = {nbl_complex_add(z0, p.lo), m.lo, m.hi};
    return result;
}

#if NBL_HAS_RADIX(3)
NBL_FUNCTION void R_(radix3)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_3 r = R_(dft3)(in_(0), in_(1), in_(2), inverse);
    NBL_PUT_3(r, 0, 1, 2)
}
#endif

#if NBL_HAS_RADIX(6)
NBL_FUNCTION void R_(radix6)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_3 a = R_(dft3)(in_(0), in_(2), in_(4), inverse);
    NBL_FFT_3 b = R_(dft3)(in_(3), in_(5), in_(1), inverse);
    NBL_OVER_2(z0, 0, 3)
    NBL_OVER_2(z1, 4, 1)
    NBL_OVER_2(z2, 2, 5)
}
#endif

#if NBL_HAS_RADIX(12)
NBL_FUNCTION void R_(radix12)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_4 a = R_(dft4)(in_(0), in_(3), in_(6), in_(9), inverse);
    NBL_FFT_4 b = R_(dft4)(in_(4), in_(7), in_(10), in_(1), inverse);
    NBL_FFT_4 c = R_(dft4)(in_(8), in_(11), in_(2), in_(5), inverse);
    NBL_OVER_3(z0, 0, 4, 8)
    NBL_OVER_3(z1, 9, 1, 5)
    NBL_OVER_3(z2, 6, 10, 2)
    NBL_OVER_3(z3, 3, 7, 11)
}
#endif

#if NBL_HAS_RADIX(9) || NBL_HAS_RADIX(18) || NBL_HAS_RADIX(27) || NBL_HAS_RADIX(36)
#define NBL_FFT_9 NBL_RADIX(nonuple)
#define NBL_PUT_9(p, a, b, c, d, e, f, g, h, i) \
    v[a] = p.z0, v[b] = p.z1, v[c] = p.z2, v[d] = p.z3, v[e] = p.z4, v[f] = p.z5, v[g] = p.z6, v[h] = p.z7, v[i] = p.z8;

NBL_STRUCT(NBL_FFT_9) { NBL_COMPLEX z0, z1, z2, z3, z4, z5, z6, z7, z8; };

/* sin(2 pi / 3) z as z - (1 - sin(2 pi / 3)) z. The sine's own rounding, 0.3 of a last place in float32, errs the same
 * way every time, and so adds up over passes of nine; the rounding of 1 - sin counts for a seventh of that. */
NBL_FUNCTION NBL_FFT_3 R_(fine_dft3)(NBL_COMPLEX z0, NBL_COMPLEX z1, NBL_COMPLEX z2, bool inverse) {
    NBL_FFT_2 p = R_(dft2)(z1, z2);
    NBL_COMPLEX odd = nbl_complex_sub_scaled(p.hi, p.hi, K_(ONE_MINUS_SIN_1_3));
    NBL_COMPLEX even = nbl_complex_sub_scaled(z0, p.lo, NBL_CAST(NBL_SCALAR, 0.5f));
    NBL_FFT_2 m = R_(mirrored)(even, odd, inverse);
    NBL_FFT_3 result = {nbl_complex_add(z0, p.lo), m.lo, m.hi};
    return result;
}

NBL_FUNCTION NBL_FFT_9 R_(dft9)(NBL_COMPLEX z0, NBL_COMPLEX z1, NBL_COMPLEX z2, NBL_COMPLEX z3, NBL_COMPLEX z4,
                                NBL_COMPLEX z5, NBL_COMPLEX z6, NBL_COMPLEX z7, NBL_COMPLEX z8, bool inverse) {
    NBL_FFT_3 a = R_(fine_dft3)(z0, z3, z6, inverse);
    NBL_FFT_3 b = R_(fine_dft3)(z1, z4, z7, inverse);
    NBL_FFT_3 c = R_(fine_dft3)(z2, z5, z8, inverse);
    b.z1 = R_(turned)(b.z1, K_(COS_1_9), K_(SIN_1_9), inverse);
    b.z2 = R_(turned)(b.z2, K_(COS_2_9), K_(SIN_2_9), inverse);
    c.z1 = R_(turned)(c.z1, K_(COS_2_9), K_(SIN_2_9), inverse);
    c.z2 = R_(turned)(c.z2, K_(COS_4_9), K_(SIN_4_9), inverse);
    NBL_FFT_3 p = R_(fine_dft3)(a.z0, b.z0, c.z0, inverse);
    NBL_FFT_3 q = R_(fine_dft3)(a.z1, b.z1, c.z1, inverse);
    NBL_FFT_3 r = R_(fine_dft3)(a.z2, b.z2, c.z2, inverse);
    NBL_FFT_9 result = {p.z0, q.z0, r.z0, p.z1, q.z1, r.z1, p.z2, q.z2, r.z2};
    return result;
}
#endif

#if NBL_HAS_RADIX(9)
NBL_FUNCTION void R_(radix9)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_9 r = R_(dft9)(in_(0), in_(1), in_(2), in_(3), in_(4), in_(5), in_(6), in_(7), in_(8), inverse);
    NBL_PUT_9(r, 0, 1, 2, 3, 4, 5, 6, 7, 8)
}
#endif

#if NBL_HAS_RADIX(3) || NBL_HAS_RADIX(6) || NBL_HAS_RADIX(9) || NBL_HAS_RADIX(12)
NBL_FUNCTION void R_(radix_by_3)(NBL_RADIX_ARRAY, uint32_t radix, bool inverse) {
#if NBL_HAS_RADIX(3)
    if (radix == 3u) R_(radix3)(v, inverse);
#endif
#if NBL_HAS_RADIX(6)
    if (radix == 6u) R_(radix6)(v, inverse);
#endif
#if NBL_HAS_RADIX(9)
    if (radix == 9u) R_(radix9)(v, inverse);
#endif
#if NBL_HAS_RADIX(12)
    if (radix == 12u) R_(radix12)(v, inverse);
#endif
}
#endif
