/* Radix kernels that few plans have, of one scalar: 15, 3 x 5, and 20, 4 x 5.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/radix_5_scalar.h, never by itself, for a plan that has one; its parameters are those of radix_scalar.h.
 */
#if NBL_HAS_RADIX(15)
NBL_FUNCTION void radix15_(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_5 a = dft5_(v[0], v[3], v[6], v[9], v[12], inverse);
    NBL_FFT_5 b = dft5_(v[5], v[8], v[11], v[14], v[2], inverse);
    NBL_FFT_5 c = dft5_(v[10], v[13], v[1], v[4], v[7], inverse);
    NBL_OVER_3(z0, 0, 10, 5)
    NBL_OVER_3(z1, 6, 1, 11)
    NBL_OVER_3(z2, 12, 7, 2)
    NBL_OVER_3(z3, 3, 13, 8)
    NBL_OVER_3(z4, 9, 4, 14)
}
#endif

#if NBL_HAS_RADIX(20)
#define NBL_OVER_4(z, f0, f1, f2, f3) \
    { \
        NBL_FFT_4 p = dft4_(a.z, b.z, c.z, d.z, inverse); \
        NBL_PUT_4(p, f0, f1, f2, f3) \
    }

NBL_FUNCTION void radix20_(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_5 a = dft5_(v[0], v[4], v[8], v[12], v[16], inverse);
    NBL_FFT_5 b = dft5_(v[5], v[9], v[13], v[17], v[1], inverse);
    NBL_FFT_5 c = dft5_(v[10], v[14], v[18], v[2], v[6], inverse);
    NBL_FFT_5 d = dft5_(v[15], v[19], v[3], v[7], v[11], inverse);
    NBL_OVER_4(z0, 0, 5, 10, 15)
    NBL_OVER_4(z1, 16, 1, 6, 11)
    NBL_OVER_4(z2, 12, 17, 2, 7)
    NBL_OVER_4(z3, 8, 13, 18, 3)
    NBL_OVER_4(z4, 4, 9, 14, 19)
}
#undef NBL_OVER_4
#endif

NBL_FUNCTION void radix_15_or_20_(NBL_RADIX_ARRAY, uint32_t radix, bool inverse) {
#if NBL_HAS_RADIX(15)
    if (radix == 15u) radix15_(v, inverse);
#endif
#if NBL_HAS_RADIX(20)
    if (radix == 20u) radix20_(v, inverse);
#endif
}
