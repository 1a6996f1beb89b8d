/* The radix kernels of one scalar on arrays, NBL_RADIX(radix2) and so on, and the choice by number, NBL_RADIX(radix).
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/radix.h and by nbl/workgroup/fft_stockham.h, never by itself. Values, not arrays, go from
 * function to function: nothing is indexed, literals fold away. Kernels with a factor 3, 4, 5 or 7 have a file each, 11
 * and 13 one, and one serves all primes from 17 on. Parameters:
 *
 *   NBL_SCALAR           a type name such as float32_t
 *   NBL_RADIX(name)      what a function is called
 *   NBL_RADIX_MASK       the kernels to define: bit NBL_FFT_RADIX_MASK_BIT(R) for radix R
 *   NBL_RADIX_ELEMENTS   of the array
 *   NBL_RADIX_PRIME      optional: a function (v, prime, inverse) that transforms v[0] to v[prime - 1] in place;
 *                        R_(radix_prime) of nbl/fft/radix_prime_scalar.h
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
/* Short words, for the files included below, too. */
#define in_ NBL_RADIX_IN
#define R_(name) NBL_RADIX(name)               /* a function of this scalar */
#define K_(name) NBL_OF_SCALAR(NBL_FFT_##name) /* a constant of this scalar */

#define NBL_HAS_RADIX(r) ((NBL_RADIX_MASK >> NBL_FFT_RADIX_MASK_BIT(r)) & 1)
#define NBL_FFT_2 NBL_RADIX(couple)
#define NBL_FFT_CIRCLE NBL_RADIX(circle_t)
#define NBL_RADIX_ARRAY NBL_INOUT NBL_COMPLEX v[NBL_RADIX_ELEMENTS]
#define NBL_PUT_2(p, a, b) v[a] = p.lo, v[b] = p.hi;
/* A transform over n2 = 0, 1, of element `z` of the transforms a and b over n1; NBL_OVER_3 of a, b and c. */
#define NBL_OVER_2(z, f0, f1) \
    { \
        NBL_FFT_2 p = R_(dft2)(a.z, b.z); \
        NBL_PUT_2(p, f0, f1) \
    }

/* A quarter turn: -i z, or i z for the inverse. */
NBL_FUNCTION NBL_COMPLEX R_(turn)(NBL_COMPLEX z, bool inverse) {
    NBL_COMPLEX turned = {inverse ? -z.imag : z.imag, inverse ? z.real : -z.real};
    return turned;
}

NBL_STRUCT(NBL_FFT_2) { NBL_COMPLEX lo, hi; };

/* (z + w, z - w) */
NBL_FUNCTION NBL_FFT_2 R_(dft2)(NBL_COMPLEX z, NBL_COMPLEX w) {
    NBL_FFT_2 result = {nbl_complex_add(z, w), nbl_complex_sub(z, w)};
    return result;
}

/* (z + w s, z - w s); w: nbl_complex_carried(w, s) */
NBL_FUNCTION NBL_FFT_2 R_(dft2_carried)(NBL_COMPLEX z, NBL_COMPLEX w, NBL_SCALAR s) {
    NBL_FFT_2 result = {nbl_complex_add_carried(z, w, s), nbl_complex_sub_carried(z, w, s)};
    return result;
}

/* (even - i odd, even + i odd), exchanged for the inverse. These are outputs f and R - f of a butterfly of radix R. The
 * terms of the sum `even` are even in f, those of `odd` are odd. */
NBL_FUNCTION NBL_FFT_2 R_(mirrored)(NBL_COMPLEX even, NBL_COMPLEX odd, bool inverse) {
    return R_(dft2)(even, R_(turn)(odd, inverse));
}

/* The same of even and odd s; odd: nbl_complex_carried(odd, s) */
NBL_FUNCTION NBL_FFT_2 R_(mirrored_carried)(NBL_COMPLEX even, NBL_COMPLEX odd, NBL_SCALAR s, bool inverse) {
    return R_(dft2_carried)(even, R_(turn)(odd, inverse), s);
}

/* R_(mirrored)() where the factor of `odd` comes last (nbl/fft/radix_5_scalar.h) and the two sums take it. */
NBL_FUNCTION NBL_FFT_2 R_(mirrored_last)(NBL_COMPLEX even, NBL_COMPLEX odd, NBL_SCALAR factor, bool inverse) {
    NBL_UNUSED(factor);
    NBL_COMPLEX turned = R_(turn)(odd, inverse);
    NBL_FFT_2 result = {K_(ADD_LAST)(even, turned, factor), K_(SUB_LAST)(even, turned, factor)};
    return result;
}

#if NBL_HAS_RADIX(2)
NBL_FUNCTION void R_(radix2)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_2 p = R_(dft2)(in_(0), in_(1));
    v[0] = p.lo;
    v[1] = nbl_complex_select(inverse, p.hi, p.hi); /* both directions are the same */
}
#endif

/* Kernels of more than 16 elements, 32 and the primes excepted, are made of two smaller kernels. */
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
    NBL_HAS_RADIX(36) || NBL_HAS_RADIX(39)
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

NBL_FUNCTION void R_(radix)(NBL_RADIX_ARRAY, uint32_t radix, bool inverse) {
#if NBL_HAS_RADIX(2)
    if (radix == 2u) R_(radix2)(v, inverse);
#endif
#if NBL_HAS_RADIX(3) || NBL_HAS_RADIX(6) || NBL_HAS_RADIX(9) || NBL_HAS_RADIX(12)
    R_(radix_by_3)(v, radix, inverse);
#endif
#if NBL_HAS_RADIX(4) || NBL_HAS_RADIX(8) || NBL_HAS_RADIX(16) || NBL_HAS_RADIX(32)
    R_(radix_by_4)(v, radix, inverse);
#endif
#if NBL_HAS_RADIX(5) || NBL_HAS_RADIX(10) || NBL_HAS_RADIX(15)
    R_(radix_by_5)(v, radix, inverse);
#endif
#if NBL_HAS_RADIX(7) || NBL_HAS_RADIX(14)
    R_(radix_by_7)(v, radix, inverse);
#endif
#if NBL_HAS_RADIX(11)
    if (radix == 11u) R_(radix11)(v, inverse);
#endif
#if NBL_HAS_RADIX(13)
    if (radix == 13u) R_(radix13)(v, inverse);
#endif
#if NBL_HAS_ABOVE_16
    R_(radix_above_16)(v, radix, inverse);
#endif
#if (NBL_RADIX_MASK & NBL_FFT_PRIME_RADICES) != 0
    R_(radix_of_prime)(v, radix, inverse);
#endif
}

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
#undef K_
#undef R_
#undef in_
#undef NBL_RADIX_IN
