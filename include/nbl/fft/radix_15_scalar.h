/* The radix kernel 15, of one scalar: 3 x 5.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/radix_5_scalar.h, never by itself, for a plan that has it; its parameters are those of radix_scalar.h.
 */
NBL_FUNCTION void NBL_RADIX(radix15)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_5 a = NBL_RADIX(dft5)(v[0], v[3], v[6], v[9], v[12], inverse);
    NBL_FFT_5 b = NBL_RADIX(dft5)(v[5], v[8], v[11], v[14], v[2], inverse);
    NBL_FFT_5 c = NBL_RADIX(dft5)(v[10], v[13], v[1], v[4], v[7], inverse);
    NBL_OVER_3(z0, 0, 10, 5)
    NBL_OVER_3(z1, 6, 1, 11)
    NBL_OVER_3(z2, 12, 7, 2)
    NBL_OVER_3(z3, 3, 13, 8)
    NBL_OVER_3(z4, 9, 4, 14)
}
