/* The radix kernels of one scalar on arrays, NBL_RADIX(radix2) and so on, and the choice by number, NBL_RADIX(radix).
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/radix.h and by nbl/workgroup/fft_stockham.h, never by itself. Values, not arrays, go from function
 * to function: nothing is indexed, literals fold away. Kernels with a factor 3, 4, 5 or 7 have a file each. Parameters:
 *
 *   NBL_SCALAR           a type name such as float32_t
 *   NBL_RADIX(name)      what a function is called
 *   NBL_RADIX_MASK       which kernels are wanted: bit R - 1 for radix R
 *   NBL_RADIX_ELEMENTS   of the array
 *
 * Cooley & Tukey, R = A B:     input n = B n1 + n2, transforms over n1, twiddles exp(-2 pi i n2 f1 / R), transforms
 *                              over n2, output f = f1 + A f2
 * Prime factors, A, B coprime: input n = B n1 + A n2 mod R, transforms over n1 and over n2, output f with f = f1 mod A
 *                              and f = f2 mod B
 */
#define NBL_HAS_RADIX(r) ((NBL_RADIX_MASK >> (r - 1)) & 1)
#define NBL_FFT_2 NBL_RADIX(couple)
#define NBL_RADIX_ARRAY NBL_INOUT NBL_COMPLEX v[NBL_RADIX_ELEMENTS]
#define NBL_PUT_2(p, a, b) v[a] = p.lo, v[b] = p.hi;
/* A transform over n2 = 0, 1, of element `z` of the transforms a and b over n1; NBL_OVER_3 of a, b and c. */
#define NBL_OVER_2(z, f0, f1) \
    { \
        NBL_FFT_2 p = NBL_RADIX(dft2)(a.z, b.z); \
        NBL_PUT_2(p, f0, f1) \
    }

/* A quarter turn: -i z, or i z for the inverse. */
NBL_FUNCTION NBL_COMPLEX NBL_RADIX(turn)(NBL_COMPLEX z, bool inverse) {
    NBL_COMPLEX turned = {inverse ? -z.imag : z.imag, inverse ? z.real : -z.real};
    return turned;
}

NBL_STRUCT(NBL_FFT_2) { NBL_COMPLEX lo, hi; };

/* (z + w, z - w) */
NBL_FUNCTION NBL_FFT_2 NBL_RADIX(dft2)(NBL_COMPLEX z, NBL_COMPLEX w) {
    NBL_FFT_2 result = {nbl_complex_add(z, w), nbl_complex_sub(z, w)};
    return result;
}

/* (even - i odd, even + i odd), or the other way round for the inverse: outputs f and R - f, out of the sums that are
 * even in f and those that are odd. */
NBL_FUNCTION NBL_FFT_2 NBL_RADIX(mirrored)(NBL_COMPLEX even, NBL_COMPLEX odd, bool inverse) {
    return NBL_RADIX(dft2)(even, NBL_RADIX(turn)(odd, inverse));
}

#if NBL_HAS_RADIX(2)
NBL_FUNCTION void NBL_RADIX(radix2)(NBL_RADIX_ARRAY, bool inverse) {
    NBL_FFT_2 p = NBL_RADIX(dft2)(v[0], v[1]);
    v[0] = p.lo;
    v[1] = nbl_complex_select(inverse, p.hi, p.hi); /* both directions are the same */
}
#endif

#if NBL_HAS_RADIX(8) || NBL_HAS_RADIX(9) || NBL_HAS_RADIX(16) || NBL_HAS_RADIX(32)
#include "nbl/fft/radix_turns_scalar.h"
#endif
#if NBL_HAS_RADIX(4) || NBL_HAS_RADIX(8) || NBL_HAS_RADIX(12) || NBL_HAS_RADIX(16) || NBL_HAS_RADIX(20) || \
    NBL_HAS_RADIX(32)
#include "nbl/fft/radix_4_scalar.h"
#endif
#if NBL_HAS_RADIX(3) || NBL_HAS_RADIX(6) || NBL_HAS_RADIX(9) || NBL_HAS_RADIX(12) || NBL_HAS_RADIX(15)
#include "nbl/fft/radix_3_scalar.h"
#endif
#if NBL_HAS_RADIX(5) || NBL_HAS_RADIX(10) || NBL_HAS_RADIX(15) || NBL_HAS_RADIX(20)
#include "nbl/fft/radix_5_scalar.h"
#endif
#if NBL_HAS_RADIX(7) || NBL_HAS_RADIX(14)
#include "nbl/fft/radix_7_scalar.h"
#endif

NBL_FUNCTION void NBL_RADIX(radix)(NBL_RADIX_ARRAY, uint32_t radix, bool inverse) {
#if NBL_HAS_RADIX(2)
    if (radix == 2u) NBL_RADIX(radix2)(v, inverse);
#endif
#if NBL_HAS_RADIX(3) || NBL_HAS_RADIX(6) || NBL_HAS_RADIX(9) || NBL_HAS_RADIX(12)
    NBL_RADIX(radix_by_3)(v, radix, inverse);
#endif
#if NBL_HAS_RADIX(4) || NBL_HAS_RADIX(8) || NBL_HAS_RADIX(16) || NBL_HAS_RADIX(32)
    NBL_RADIX(radix_by_4)(v, radix, inverse);
#endif
#ifdef NBL_FFT_5
    NBL_RADIX(radix_by_5)(v, radix, inverse);
#endif
#ifdef NBL_FFT_7
    NBL_RADIX(radix_by_7)(v, radix, inverse);
#endif
}

#undef NBL_PUT_5
#undef NBL_PUT_4
#undef NBL_PUT_3
#undef NBL_OVER_3
#undef NBL_OVER_2
#undef NBL_PUT_2
#undef NBL_RADIX_ARRAY
#undef NBL_FFT_7
#undef NBL_FFT_5
#undef NBL_FFT_4
#undef NBL_FFT_3
#undef NBL_FFT_2
#undef NBL_HAS_RADIX
