/* Radix kernels that have a factor 5, of one scalar: 5, 10; and 15, 20.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/radix_scalar.h, never by itself, for a plan that has one; its parameters are that file's.
 */
#define NBL_FFT_5 NBL_RADIX(quintuple)
#define NBL_PUT_5(p, a, b, c, d, e) v[a] = p.z0, v[b] = p.z1, v[c] = p.z2, v[d] = p.z3, v[e] = p.z4;

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

#if NBL_HAS_RADIX(5)
NBL_FUNCTION void NBL_RADIX(radix5)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_5 r = NBL_RADIX(dft5)(v[0], v[1], v[2], v[3], v[4], inverse);
    NBL_PUT_5(r, 0, 1, 2, 3, 4)
}
#endif

#if NBL_HAS_RADIX(10)
NBL_FUNCTION void NBL_RADIX(radix10)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_5 a = NBL_RADIX(dft5)(v[0], v[2], v[4], v[6], v[8], inverse);
    NBL_FFT_5 b = NBL_RADIX(dft5)(v[5], v[7], v[9], v[1], v[3], inverse);
    NBL_OVER_2(z0, 0, 5)
    NBL_OVER_2(z1, 6, 1)
    NBL_OVER_2(z2, 2, 7)
    NBL_OVER_2(z3, 8, 3)
    NBL_OVER_2(z4, 4, 9)
}
#endif

#if NBL_HAS_RADIX(15) || NBL_HAS_RADIX(20)
#include "nbl/fft/radix_15_20_scalar.h"
#endif

NBL_FUNCTION void NBL_RADIX(radix_by_5)(NBL_RADIX_ARRAY, uint32_t radix, bool inverse) {
#if NBL_HAS_RADIX(5)
    if (radix == 5u) NBL_RADIX(radix5)(v, inverse);
#endif
#if NBL_HAS_RADIX(10)
    if (radix == 10u) NBL_RADIX(radix10)(v, inverse);
#endif
#if NBL_HAS_RADIX(15) || NBL_HAS_RADIX(20)
    NBL_RADIX(radix_15_or_20)(v, radix, inverse);
#endif
}
