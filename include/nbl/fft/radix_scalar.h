/* The radix kernels of one scalar on arrays, NBL_RADIX(radix2) and so on, and the choice by number, NBL_RADIX(radix).
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/radix.h and by nbl/workgroup/fft_stockham.h, never by itself. Values, not arrays, go from function
 * to function: nothing is indexed, literals fold away. Kernels with a factor 3, 4, 5 or 7 have a file each, 11 and 13 one,
 * and one serves all primes from 17 on. Parameters:
 *
 *   NBL_SCALAR           a type name such as float32_t
 *   NBL_RADIX(name)      what a function is called
 *   NBL_RADIX_MASK       the kernels to define: bit NBL_FFT_RADIX_FIELD(R) for radix R
 *   NBL_RADIX_ELEMENTS   of the array
 *   NBL_RADIX_IN(k)      optional: element k as a kernel takes it, each once, before it writes any; v[k]
 *
 * Cooley & Tukey, R = A B:     input n = B n1 + n2, transforms over n1, twiddles exp(-2 pi i n2 f1 / R), transforms
 *                              over n2, output f = f1 + A f2
 * Prime factors, A, B coprime: input n = B n1 + A n2 mod R, transforms over n1 and over n2, output f with f = f1 mod A
 *                              and f = f2 mod B
 */
#ifndef NBL_RADIX_IN
#define NBL_RADIX_IN(k) v[k]
#endif
/* Short names, for the files included below, too. */
#define in_ NBL_RADIX_IN
#define circle_ NBL_RADIX(circle)
#define dft2_ NBL_RADIX(dft2)
#define dft3_ NBL_RADIX(dft3)
#define dft3_of_ NBL_RADIX(dft3_of)
#define dft4_ NBL_RADIX(dft4)
#define dft4_scaled_ NBL_RADIX(dft4_scaled)
#define dft5_ NBL_RADIX(dft5)
#define dft7_ NBL_RADIX(dft7)
#define dft8_ NBL_RADIX(dft8)
#define dft9_ NBL_RADIX(dft9)
#define eighth_ NBL_RADIX(eighth)
#define even11_ NBL_RADIX(even11)
#define even13_ NBL_RADIX(even13)
#define fine_dft3_ NBL_RADIX(fine_dft3)
#define mirrored_ NBL_RADIX(mirrored)
#define odd11_ NBL_RADIX(odd11)
#define odd13_ NBL_RADIX(odd13)
#define over_cosine_ NBL_RADIX(over_cosine)
#define over_sine_ NBL_RADIX(over_sine)
#define radix_ NBL_RADIX(radix)
#define radix2_ NBL_RADIX(radix2)
#define radix3_ NBL_RADIX(radix3)
#define radix4_ NBL_RADIX(radix4)
#define radix5_ NBL_RADIX(radix5)
#define radix6_ NBL_RADIX(radix6)
#define radix7_ NBL_RADIX(radix7)
#define radix8_ NBL_RADIX(radix8)
#define radix9_ NBL_RADIX(radix9)
#define radix10_ NBL_RADIX(radix10)
#define radix11_ NBL_RADIX(radix11)
#define radix12_ NBL_RADIX(radix12)
#define radix13_ NBL_RADIX(radix13)
#define radix14_ NBL_RADIX(radix14)
#define radix15_ NBL_RADIX(radix15)
#define radix16_ NBL_RADIX(radix16)
#define radix17_ NBL_RADIX(radix17)
#define radix18_ NBL_RADIX(radix18)
#define radix19_ NBL_RADIX(radix19)
#define radix20_ NBL_RADIX(radix20)
#define radix21_ NBL_RADIX(radix21)
#define radix23_ NBL_RADIX(radix23)
#define radix24_ NBL_RADIX(radix24)
#define radix25_ NBL_RADIX(radix25)
#define radix27_ NBL_RADIX(radix27)
#define radix28_ NBL_RADIX(radix28)
#define radix29_ NBL_RADIX(radix29)
#define radix30_ NBL_RADIX(radix30)
#define radix31_ NBL_RADIX(radix31)
#define radix32_ NBL_RADIX(radix32)
#define radix35_ NBL_RADIX(radix35)
#define radix36_ NBL_RADIX(radix36)
#define radix_above_16_ NBL_RADIX(radix_above_16)
#define radix_by_3_ NBL_RADIX(radix_by_3)
#define radix_by_4_ NBL_RADIX(radix_by_4)
#define radix_by_5_ NBL_RADIX(radix_by_5)
#define radix_by_7_ NBL_RADIX(radix_by_7)
#define radix_prime_ NBL_RADIX(radix_prime)
#define three_eighths_ NBL_RADIX(three_eighths)
#define turn_ NBL_RADIX(turn)
#define turn_by_cosine_ NBL_RADIX(turn_by_cosine)
#define turn_by_sine_ NBL_RADIX(turn_by_sine)
#define turned_ NBL_RADIX(turned)
#define weighted_ NBL_RADIX(weighted)
#define cos_1_7_by_factor_ NBL_OF_SCALAR(NBL_FFT_COS_1_7_BY_FACTOR)
#define cos_1_9_ NBL_OF_SCALAR(NBL_FFT_COS_1_9)
#define cos_1_16_ NBL_OF_SCALAR(NBL_FFT_COS_1_16)
#define cos_1_25_ NBL_OF_SCALAR(NBL_FFT_COS_1_25)
#define cos_1_27_ NBL_OF_SCALAR(NBL_FFT_COS_1_27)
#define cos_1_32_ NBL_OF_SCALAR(NBL_FFT_COS_1_32)
#define cos_2_7_by_factor_ NBL_OF_SCALAR(NBL_FFT_COS_2_7_BY_FACTOR)
#define cos_2_9_ NBL_OF_SCALAR(NBL_FFT_COS_2_9)
#define cos_2_25_ NBL_OF_SCALAR(NBL_FFT_COS_2_25)
#define cos_2_27_ NBL_OF_SCALAR(NBL_FFT_COS_2_27)
#define cos_3_7_ NBL_OF_SCALAR(NBL_FFT_COS_3_7)
#define cos_3_25_ NBL_OF_SCALAR(NBL_FFT_COS_3_25)
#define cos_3_32_ NBL_OF_SCALAR(NBL_FFT_COS_3_32)
#define cos_4_9_ NBL_OF_SCALAR(NBL_FFT_COS_4_9)
#define cos_4_25_ NBL_OF_SCALAR(NBL_FFT_COS_4_25)
#define cos_4_27_ NBL_OF_SCALAR(NBL_FFT_COS_4_27)
#define cos_5_27_ NBL_OF_SCALAR(NBL_FFT_COS_5_27)
#define cos_6_25_ NBL_OF_SCALAR(NBL_FFT_COS_6_25)
#define cos_7_27_ NBL_OF_SCALAR(NBL_FFT_COS_7_27)
#define cos_8_25_ NBL_OF_SCALAR(NBL_FFT_COS_8_25)
#define cos_8_27_ NBL_OF_SCALAR(NBL_FFT_COS_8_27)
#define cos_9_25_ NBL_OF_SCALAR(NBL_FFT_COS_9_25)
#define cos_10_27_ NBL_OF_SCALAR(NBL_FFT_COS_10_27)
#define cos_11_27_ NBL_OF_SCALAR(NBL_FFT_COS_11_27)
#define cos_12_25_ NBL_OF_SCALAR(NBL_FFT_COS_12_25)
#define cos_13_27_ NBL_OF_SCALAR(NBL_FFT_COS_13_27)
#define cos_1_11_ NBL_OF_SCALAR(NBL_FFT_COS_1_11)
#define cos_2_11_ NBL_OF_SCALAR(NBL_FFT_COS_2_11)
#define cos_3_11_ NBL_OF_SCALAR(NBL_FFT_COS_3_11)
#define cos_4_11_ NBL_OF_SCALAR(NBL_FFT_COS_4_11)
#define cos_5_11_ NBL_OF_SCALAR(NBL_FFT_COS_5_11)
#define cos_1_13_ NBL_OF_SCALAR(NBL_FFT_COS_1_13)
#define cos_2_13_ NBL_OF_SCALAR(NBL_FFT_COS_2_13)
#define cos_3_13_ NBL_OF_SCALAR(NBL_FFT_COS_3_13)
#define cos_4_13_ NBL_OF_SCALAR(NBL_FFT_COS_4_13)
#define cos_5_13_ NBL_OF_SCALAR(NBL_FFT_COS_5_13)
#define cos_6_13_ NBL_OF_SCALAR(NBL_FFT_COS_6_13)
#define factor_first_ NBL_OF_SCALAR(NBL_FFT_FACTOR_FIRST)
#define factor_last_ NBL_OF_SCALAR(NBL_FFT_FACTOR_LAST)
#define one_minus_sin_1_3_ NBL_OF_SCALAR(NBL_FFT_ONE_MINUS_SIN_1_3)
#define sin_1_3_ NBL_OF_SCALAR(NBL_FFT_SIN_1_3)
#define sin_1_5_by_factor_ NBL_OF_SCALAR(NBL_FFT_SIN_1_5_BY_FACTOR)
#define sin_1_7_by_factor_ NBL_OF_SCALAR(NBL_FFT_SIN_1_7_BY_FACTOR)
#define sin_1_9_ NBL_OF_SCALAR(NBL_FFT_SIN_1_9)
#define sin_1_25_ NBL_OF_SCALAR(NBL_FFT_SIN_1_25)
#define sin_1_27_ NBL_OF_SCALAR(NBL_FFT_SIN_1_27)
#define sin_2_5_ NBL_OF_SCALAR(NBL_FFT_SIN_2_5)
#define sin_2_7_ NBL_OF_SCALAR(NBL_FFT_SIN_2_7)
#define sin_2_9_ NBL_OF_SCALAR(NBL_FFT_SIN_2_9)
#define sin_2_25_ NBL_OF_SCALAR(NBL_FFT_SIN_2_25)
#define sin_2_27_ NBL_OF_SCALAR(NBL_FFT_SIN_2_27)
#define sin_3_7_by_factor_ NBL_OF_SCALAR(NBL_FFT_SIN_3_7_BY_FACTOR)
#define sin_3_25_ NBL_OF_SCALAR(NBL_FFT_SIN_3_25)
#define sin_4_9_ NBL_OF_SCALAR(NBL_FFT_SIN_4_9)
#define sin_4_25_ NBL_OF_SCALAR(NBL_FFT_SIN_4_25)
#define sin_4_27_ NBL_OF_SCALAR(NBL_FFT_SIN_4_27)
#define sin_5_27_ NBL_OF_SCALAR(NBL_FFT_SIN_5_27)
#define sin_6_25_ NBL_OF_SCALAR(NBL_FFT_SIN_6_25)
#define sin_7_27_ NBL_OF_SCALAR(NBL_FFT_SIN_7_27)
#define sin_8_25_ NBL_OF_SCALAR(NBL_FFT_SIN_8_25)
#define sin_8_27_ NBL_OF_SCALAR(NBL_FFT_SIN_8_27)
#define sin_9_25_ NBL_OF_SCALAR(NBL_FFT_SIN_9_25)
#define sin_10_27_ NBL_OF_SCALAR(NBL_FFT_SIN_10_27)
#define sin_11_27_ NBL_OF_SCALAR(NBL_FFT_SIN_11_27)
#define sin_12_25_ NBL_OF_SCALAR(NBL_FFT_SIN_12_25)
#define sin_13_27_ NBL_OF_SCALAR(NBL_FFT_SIN_13_27)
#define sin_1_11_ NBL_OF_SCALAR(NBL_FFT_SIN_1_11)
#define sin_2_11_ NBL_OF_SCALAR(NBL_FFT_SIN_2_11)
#define sin_3_11_ NBL_OF_SCALAR(NBL_FFT_SIN_3_11)
#define sin_4_11_ NBL_OF_SCALAR(NBL_FFT_SIN_4_11)
#define sin_5_11_ NBL_OF_SCALAR(NBL_FFT_SIN_5_11)
#define sin_1_13_ NBL_OF_SCALAR(NBL_FFT_SIN_1_13)
#define sin_2_13_ NBL_OF_SCALAR(NBL_FFT_SIN_2_13)
#define sin_3_13_ NBL_OF_SCALAR(NBL_FFT_SIN_3_13)
#define sin_4_13_ NBL_OF_SCALAR(NBL_FFT_SIN_4_13)
#define sin_5_13_ NBL_OF_SCALAR(NBL_FFT_SIN_5_13)
#define sin_6_13_ NBL_OF_SCALAR(NBL_FFT_SIN_6_13)
#define sqrt_5_16_ NBL_OF_SCALAR(NBL_FFT_SQRT_5_16)
#define sqrt_half_ NBL_OF_SCALAR(NBL_FFT_SQRT_HALF)
#define tan_1_16_ NBL_OF_SCALAR(NBL_FFT_TAN_1_16)
#define tan_1_32_ NBL_OF_SCALAR(NBL_FFT_TAN_1_32)
#define tan_3_32_ NBL_OF_SCALAR(NBL_FFT_TAN_3_32)

#define NBL_HAS_RADIX(r) ((NBL_RADIX_MASK >> NBL_FFT_RADIX_FIELD(r)) & 1)
#define NBL_FFT_2 NBL_RADIX(couple)
#define NBL_FFT_CIRCLE NBL_RADIX(circle_t)
#define NBL_RADIX_ARRAY NBL_INOUT NBL_COMPLEX v[NBL_RADIX_ELEMENTS]
#define NBL_PUT_2(p, a, b) v[a] = p.lo, v[b] = p.hi;
/* A transform over n2 = 0, 1, of element `z` of the transforms a and b over n1; NBL_OVER_3 of a, b and c. */
#define NBL_OVER_2(z, f0, f1) \
    { \
        NBL_FFT_2 p = dft2_(a.z, b.z); \
        NBL_PUT_2(p, f0, f1) \
    }

/* A quarter turn: -i z, or i z for the inverse. */
NBL_FUNCTION NBL_COMPLEX turn_(NBL_COMPLEX z, bool inverse) {
    NBL_COMPLEX turned = {inverse ? -z.imag : z.imag, inverse ? z.real : -z.real};
    return turned;
}

NBL_STRUCT(NBL_FFT_2) { NBL_COMPLEX lo, hi; };

/* (z + w, z - w) */
NBL_FUNCTION NBL_FFT_2 dft2_(NBL_COMPLEX z, NBL_COMPLEX w) {
    NBL_FFT_2 result = {nbl_complex_add(z, w), nbl_complex_sub(z, w)};
    return result;
}

/* (even - i odd, even + i odd), or the other way round for the inverse: outputs f and R - f, out of the sums that are
 * even in f and those that are odd. */
NBL_FUNCTION NBL_FFT_2 mirrored_(NBL_COMPLEX even, NBL_COMPLEX odd, bool inverse) {
    return dft2_(even, turn_(odd, inverse));
}

#if NBL_HAS_RADIX(2)
NBL_FUNCTION void radix2_(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_2 p = dft2_(in_(0), in_(1));
    v[0] = p.lo;
    v[1] = nbl_complex_select(inverse, p.hi, p.hi); /* both directions are the same */
}
#endif

/* Those of more than 16 but 32 are products of the others' transforms. */
#define NBL_HAS_ABOVE_16 ((NBL_RADIX_MASK & NBL_FFT_RADICES_18_TO_36) != 0)
#if NBL_HAS_RADIX(8) || NBL_HAS_RADIX(9) || NBL_HAS_RADIX(16) || NBL_HAS_RADIX(32) || NBL_HAS_ABOVE_16
#include "nbl/fft/radix_turns_scalar.h"
#endif
#if NBL_HAS_RADIX(4) || NBL_HAS_RADIX(8) || NBL_HAS_RADIX(12) || NBL_HAS_RADIX(16) || NBL_HAS_RADIX(20) || \
    NBL_HAS_RADIX(24) || NBL_HAS_RADIX(28) || NBL_HAS_RADIX(32) || NBL_HAS_RADIX(36)
#include "nbl/fft/radix_4_scalar.h"
#endif
#if NBL_HAS_RADIX(3) || NBL_HAS_RADIX(6) || NBL_HAS_RADIX(9) || NBL_HAS_RADIX(12) || NBL_HAS_RADIX(15) || \
    NBL_HAS_RADIX(18) || NBL_HAS_RADIX(21) || NBL_HAS_RADIX(24) || NBL_HAS_RADIX(27) || NBL_HAS_RADIX(30) || \
    NBL_HAS_RADIX(36)
#include "nbl/fft/radix_3_scalar.h"
#endif
#if NBL_HAS_RADIX(5) || NBL_HAS_RADIX(10) || NBL_HAS_RADIX(15) || NBL_HAS_RADIX(20) || NBL_HAS_RADIX(25) || \
    NBL_HAS_RADIX(30) || NBL_HAS_RADIX(35)
#include "nbl/fft/radix_5_scalar.h"
#endif
#if NBL_HAS_RADIX(7) || NBL_HAS_RADIX(14) || NBL_HAS_RADIX(21) || NBL_HAS_RADIX(28) || NBL_HAS_RADIX(35)
#include "nbl/fft/radix_7_scalar.h"
#endif
#if NBL_HAS_RADIX(11) || NBL_HAS_RADIX(13)
#include "nbl/fft/radix_11_13_scalar.h"
#endif
#if NBL_HAS_ABOVE_16
#include "nbl/fft/radix_above_16_scalar.h"
#endif
#if (NBL_RADIX_MASK & NBL_FFT_PRIME_RADICES) != 0
#include "nbl/fft/radix_prime_scalar.h"
#endif

NBL_FUNCTION void radix_(NBL_RADIX_ARRAY, uint32_t radix, bool inverse) {
#if NBL_HAS_RADIX(2)
    if (radix == 2u) radix2_(v, inverse);
#endif
#if NBL_HAS_RADIX(3) || NBL_HAS_RADIX(6) || NBL_HAS_RADIX(9) || NBL_HAS_RADIX(12)
    radix_by_3_(v, radix, inverse);
#endif
#if NBL_HAS_RADIX(4) || NBL_HAS_RADIX(8) || NBL_HAS_RADIX(16) || NBL_HAS_RADIX(32)
    radix_by_4_(v, radix, inverse);
#endif
#if NBL_HAS_RADIX(5) || NBL_HAS_RADIX(10) || NBL_HAS_RADIX(15)
    radix_by_5_(v, radix, inverse);
#endif
#if NBL_HAS_RADIX(7) || NBL_HAS_RADIX(14)
    radix_by_7_(v, radix, inverse);
#endif
#if NBL_HAS_RADIX(11)
    if (radix == 11u) radix11_(v, inverse);
#endif
#if NBL_HAS_RADIX(13)
    if (radix == 13u) radix13_(v, inverse);
#endif
#if NBL_HAS_ABOVE_16
    radix_above_16_(v, radix, inverse);
#endif
#if NBL_HAS_RADIX(17)
    if (radix == 17u) radix17_(v, inverse);
#endif
#if NBL_HAS_RADIX(19)
    if (radix == 19u) radix19_(v, inverse);
#endif
#if NBL_HAS_RADIX(23)
    if (radix == 23u) radix23_(v, inverse);
#endif
#if NBL_HAS_RADIX(29)
    if (radix == 29u) radix29_(v, inverse);
#endif
#if NBL_HAS_RADIX(31)
    if (radix == 31u) radix31_(v, inverse);
#endif
}

#undef tan_3_32_
#undef tan_1_32_
#undef tan_1_16_
#undef sqrt_half_
#undef sqrt_5_16_
#undef sin_6_13_
#undef sin_5_13_
#undef sin_4_13_
#undef sin_3_13_
#undef sin_2_13_
#undef sin_1_13_
#undef sin_5_11_
#undef sin_4_11_
#undef sin_3_11_
#undef sin_2_11_
#undef sin_1_11_
#undef sin_13_27_
#undef sin_12_25_
#undef sin_11_27_
#undef sin_10_27_
#undef sin_9_25_
#undef sin_8_27_
#undef sin_8_25_
#undef sin_7_27_
#undef sin_6_25_
#undef sin_5_27_
#undef sin_4_27_
#undef sin_4_25_
#undef sin_4_9_
#undef sin_3_25_
#undef sin_3_7_by_factor_
#undef sin_2_27_
#undef sin_2_25_
#undef sin_2_9_
#undef sin_2_7_
#undef sin_2_5_
#undef sin_1_27_
#undef sin_1_25_
#undef sin_1_9_
#undef sin_1_7_by_factor_
#undef sin_1_5_by_factor_
#undef sin_1_3_
#undef one_minus_sin_1_3_
#undef factor_last_
#undef factor_first_
#undef cos_6_13_
#undef cos_5_13_
#undef cos_4_13_
#undef cos_3_13_
#undef cos_2_13_
#undef cos_1_13_
#undef cos_5_11_
#undef cos_4_11_
#undef cos_3_11_
#undef cos_2_11_
#undef cos_1_11_
#undef cos_13_27_
#undef cos_12_25_
#undef cos_11_27_
#undef cos_10_27_
#undef cos_9_25_
#undef cos_8_27_
#undef cos_8_25_
#undef cos_7_27_
#undef cos_6_25_
#undef cos_5_27_
#undef cos_4_27_
#undef cos_4_25_
#undef cos_4_9_
#undef cos_3_32_
#undef cos_3_25_
#undef cos_3_7_
#undef cos_2_27_
#undef cos_2_25_
#undef cos_2_9_
#undef cos_2_7_by_factor_
#undef cos_1_32_
#undef cos_1_27_
#undef cos_1_25_
#undef cos_1_16_
#undef cos_1_9_
#undef cos_1_7_by_factor_
#undef weighted_
#undef turned_
#undef turn_by_sine_
#undef turn_by_cosine_
#undef turn_
#undef three_eighths_
#undef radix_prime_
#undef radix_by_7_
#undef radix_by_5_
#undef radix_by_4_
#undef radix_by_3_
#undef radix_above_16_
#undef radix36_
#undef radix35_
#undef radix32_
#undef radix31_
#undef radix30_
#undef radix29_
#undef radix28_
#undef radix27_
#undef radix25_
#undef radix24_
#undef radix23_
#undef radix21_
#undef radix20_
#undef radix19_
#undef radix18_
#undef radix17_
#undef radix16_
#undef radix15_
#undef radix14_
#undef radix13_
#undef radix12_
#undef radix11_
#undef radix10_
#undef radix9_
#undef radix8_
#undef radix7_
#undef radix6_
#undef radix5_
#undef radix4_
#undef radix3_
#undef radix2_
#undef radix_
#undef over_sine_
#undef over_cosine_
#undef odd13_
#undef odd11_
#undef mirrored_
#undef fine_dft3_
#undef even13_
#undef even11_
#undef eighth_
#undef dft9_
#undef dft8_
#undef dft7_
#undef dft5_
#undef dft4_scaled_
#undef dft4_
#undef dft3_of_
#undef dft3_
#undef dft2_
#undef circle_
#undef NBL_PUT_9
#undef NBL_PUT_8
#undef NBL_PUT_7
#undef NBL_PUT_5
#undef NBL_PUT_4
#undef NBL_PUT_3
#undef NBL_OVER_3
#undef NBL_OVER_2
#undef NBL_PUT_2
#undef NBL_RADIX_ARRAY
#undef NBL_FFT_9
#undef NBL_FFT_8
#undef NBL_FFT_7
#undef NBL_FFT_5
#undef NBL_FFT_4
#undef NBL_FFT_3
#undef NBL_FFT_2
#undef NBL_FFT_CIRCLE
#undef NBL_HAS_ABOVE_16
#undef NBL_HAS_RADIX
#undef in_
#undef NBL_RADIX_IN
