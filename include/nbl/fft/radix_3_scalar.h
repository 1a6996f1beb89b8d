/* Radix kernels that have a factor 3, of one scalar: 3, 6, 9, 12; and the transform of 9 by value, for 18 and 27.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/radix_scalar.h, never by itself, for a plan that has one; its parameters are that file's.
 */
#define NBL_FFT_3 NBL_RADIX(triple)
#define NBL_PUT_3(p, a, b, c) v[a] = p.z0, v[b] = p.z1, v[c] = p.z2;
#define NBL_OVER_3(z, f0, f1, f2) \
    { \
        NBL_FFT_3 p = dft3_(a.z, b.z, c.z, inverse); \
        NBL_PUT_3(p, f0, f1, f2) \
    }

NBL_STRUCT(NBL_FFT_3) { NBL_COMPLEX z0, z1, z2; };

/* z0, z1 + z2 and sin(2 pi / 3) (z1 - z2) to the three outputs. */
NBL_FUNCTION NBL_FFT_3 dft3_of_(NBL_COMPLEX z0, NBL_COMPLEX sum, NBL_COMPLEX odd, bool inverse) {
    NBL_COMPLEX even = nbl_complex_sub(z0, nbl_complex_scale(sum, NBL_CAST(NBL_SCALAR, 0.5f)));
    NBL_FFT_2 m = mirrored_(even, odd, inverse);
    NBL_FFT_3 result = {nbl_complex_add(z0, sum), m.lo, m.hi};
    return result;
}

NBL_FUNCTION NBL_FFT_3 dft3_(NBL_COMPLEX z0, NBL_COMPLEX z1, NBL_COMPLEX z2, bool inverse) {
    NBL_FFT_2 p = dft2_(z1, z2);
    NBL_COMPLEX odd = nbl_complex_scale(p.hi, sin_1_3_);
    return dft3_of_(z0, p.lo, odd, inverse);
}

#if NBL_HAS_RADIX(3)
NBL_FUNCTION void radix3_(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_3 r = dft3_(in_(0), in_(1), in_(2), inverse);
    NBL_PUT_3(r, 0, 1, 2)
}
#endif

#if NBL_HAS_RADIX(6)
NBL_FUNCTION void radix6_(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_3 a = dft3_(in_(0), in_(2), in_(4), inverse);
    NBL_FFT_3 b = dft3_(in_(3), in_(5), in_(1), inverse);
    NBL_OVER_2(z0, 0, 3)
    NBL_OVER_2(z1, 4, 1)
    NBL_OVER_2(z2, 2, 5)
}
#endif

#if NBL_HAS_RADIX(12)
NBL_FUNCTION void radix12_(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_4 a = dft4_(in_(0), in_(3), in_(6), in_(9), inverse);
    NBL_FFT_4 b = dft4_(in_(4), in_(7), in_(10), in_(1), inverse);
    NBL_FFT_4 c = dft4_(in_(8), in_(11), in_(2), in_(5), inverse);
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
 * way every time, and so adds up over passes of nine; that of the difference to one counts for a seventh. */
NBL_FUNCTION NBL_FFT_3 fine_dft3_(NBL_COMPLEX z0, NBL_COMPLEX z1, NBL_COMPLEX z2, bool inverse) {
    NBL_FFT_2 p = dft2_(z1, z2);
    NBL_COMPLEX rest = nbl_complex_scale(p.hi, one_minus_sin_1_3_);
    return dft3_of_(z0, p.lo, nbl_complex_sub(p.hi, rest), inverse);
}

NBL_FUNCTION NBL_FFT_9 dft9_(NBL_COMPLEX z0, NBL_COMPLEX z1, NBL_COMPLEX z2, NBL_COMPLEX z3, NBL_COMPLEX z4,
                             NBL_COMPLEX z5, NBL_COMPLEX z6, NBL_COMPLEX z7, NBL_COMPLEX z8, bool inverse) {
    NBL_FFT_3 a = fine_dft3_(z0, z3, z6, inverse);
    NBL_FFT_3 b = fine_dft3_(z1, z4, z7, inverse);
    NBL_FFT_3 c = fine_dft3_(z2, z5, z8, inverse);
    b.z1 = turned_(b.z1, cos_1_9_, sin_1_9_, inverse);
    b.z2 = turned_(b.z2, cos_2_9_, sin_2_9_, inverse);
    c.z1 = turned_(c.z1, cos_2_9_, sin_2_9_, inverse);
    c.z2 = turned_(c.z2, cos_4_9_, sin_4_9_, inverse);
    NBL_FFT_3 p = fine_dft3_(a.z0, b.z0, c.z0, inverse);
    NBL_FFT_3 q = fine_dft3_(a.z1, b.z1, c.z1, inverse);
    NBL_FFT_3 r = fine_dft3_(a.z2, b.z2, c.z2, inverse);
    NBL_FFT_9 result = {p.z0, q.z0, r.z0, p.z1, q.z1, r.z1, p.z2, q.z2, r.z2};
    return result;
}
#endif

#if NBL_HAS_RADIX(9)
NBL_FUNCTION void radix9_(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_9 r = dft9_(in_(0), in_(1), in_(2), in_(3), in_(4), in_(5), in_(6), in_(7), in_(8), inverse);
    NBL_PUT_9(r, 0, 1, 2, 3, 4, 5, 6, 7, 8)
}
#endif

#if NBL_HAS_RADIX(3) || NBL_HAS_RADIX(6) || NBL_HAS_RADIX(9) || NBL_HAS_RADIX(12)
NBL_FUNCTION void radix_by_3_(NBL_RADIX_ARRAY, uint32_t radix, bool inverse) {
#if NBL_HAS_RADIX(3)
    if (radix == 3u) radix3_(v, inverse);
#endif
#if NBL_HAS_RADIX(6)
    if (radix == 6u) radix6_(v, inverse);
#endif
#if NBL_HAS_RADIX(9)
    if (radix == 9u) radix9_(v, inverse);
#endif
#if NBL_HAS_RADIX(12)
    if (radix == 12u) radix12_(v, inverse);
#endif
}
#endif
