/* Radix kernels: discrete Fourier transforms of 2 to 32 complex numbers in the registers of one invocation.
 * SPDX-License-Identifier: Apache-2.0
 *
 * For each scalar (suffix _float16_t, _float32_t, _float64_t), with R of 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 15, 16, 32:
 *
 *   nbl_fft_radix8_<scalar>(v, inverse)         transforms v[0] to v[7] in place, and likewise for every other R
 *   nbl_fft_radix_<scalar>(v, radix, inverse)   one of them by its number; no such kernel: v stays as it is
 *   nbl_fft_dft3_<scalar>(z0, z1, z2, inverse)  the same by value, for 2, 3, 4, 5, 7 and 8: returns { z0; z1; z2; }
 *
 * v[f] becomes the sum over n of v[n] exp(-2 pi i f n / R), or of v[n] exp(+2 pi i f n / R) with `inverse`: natural order in
 * and out, no factor. The inverse is the same arithmetic on conjugates, to the last bit. Nothing but additions, subtractions
 * and products with literals: the same bits on every backend, if nothing is contracted.
 * Cautions: let `inverse` and `radix` be literals in a shader, all choices then vanish; elements of v from R on stay.
 *
 * v        nbl_complex_<scalar>[NBL_FFT_MAX_RADIX], neither more nor fewer: GLSL wants the very type
 * radix    which kernel
 * inverse  false for the forward transform
 *
 * Parameters, to be defined before the first inclusion or not at all; plain integers:
 *
 *   NBL_FFT_MAX_RADIX      8 to 32 (16): size of v
 *   NBL_FFT_HAS_RADIX_<R>  1 (default, where NBL_FFT_MAX_RADIX allows) or 0: the module does without that kernel
 *
 * 3, 5 and 7 are the definition folded by symmetry (Singleton 1969), with Winograd's (1978) even half for 5; all of his 7 would
 * save 20 products, add 12 sums, and cancel. 8, 9, 16 and 32 are Cooley & Tukey's (1965) 2 x 4, 3 x 3, 4 x 4, 4 x 8; the others
 * are prime-factor products of coprime kernels (Good 1958, Thomas 1963), which need no twiddles. Operation counts: nbl/fft/radix_cost.h. Measured errors: tests/fft/test_radix.
 */
#ifndef NBL_FFT_RADIX_H
#define NBL_FFT_RADIX_H

#include "nbl/fft/butterfly.h"
#include "nbl/fft/radix_constants.h"
#include "nbl/fft/radix_cost.h"

#ifndef NBL_FFT_MAX_RADIX
#define NBL_FFT_MAX_RADIX 16
#endif
#if NBL_FFT_MAX_RADIX < 8 || NBL_FFT_MAX_RADIX > 32
#error "NBL_FFT_MAX_RADIX: 8 to 32"
#endif
#ifndef NBL_FFT_HAS_RADIX_2
#define NBL_FFT_HAS_RADIX_2 1
#endif
#ifndef NBL_FFT_HAS_RADIX_3
#define NBL_FFT_HAS_RADIX_3 1
#endif
#ifndef NBL_FFT_HAS_RADIX_4
#define NBL_FFT_HAS_RADIX_4 1
#endif
#ifndef NBL_FFT_HAS_RADIX_5
#define NBL_FFT_HAS_RADIX_5 1
#endif
#ifndef NBL_FFT_HAS_RADIX_6
#define NBL_FFT_HAS_RADIX_6 1
#endif
#ifndef NBL_FFT_HAS_RADIX_7
#define NBL_FFT_HAS_RADIX_7 1
#endif
#ifndef NBL_FFT_HAS_RADIX_8
#define NBL_FFT_HAS_RADIX_8 1
#endif
#ifndef NBL_FFT_HAS_RADIX_9
#define NBL_FFT_HAS_RADIX_9 (NBL_FFT_MAX_RADIX >= 9)
#endif
#ifndef NBL_FFT_HAS_RADIX_10
#define NBL_FFT_HAS_RADIX_10 (NBL_FFT_MAX_RADIX >= 10)
#endif
#ifndef NBL_FFT_HAS_RADIX_12
#define NBL_FFT_HAS_RADIX_12 (NBL_FFT_MAX_RADIX >= 12)
#endif
#ifndef NBL_FFT_HAS_RADIX_14
#define NBL_FFT_HAS_RADIX_14 (NBL_FFT_MAX_RADIX >= 14)
#endif
#ifndef NBL_FFT_HAS_RADIX_15
#define NBL_FFT_HAS_RADIX_15 (NBL_FFT_MAX_RADIX >= 15)
#endif
#ifndef NBL_FFT_HAS_RADIX_16
#define NBL_FFT_HAS_RADIX_16 (NBL_FFT_MAX_RADIX >= 16)
#endif
#ifndef NBL_FFT_HAS_RADIX_32
#define NBL_FFT_HAS_RADIX_32 (NBL_FFT_MAX_RADIX >= 32)
#endif
#if (NBL_FFT_HAS_RADIX_9 && NBL_FFT_MAX_RADIX < 9) || (NBL_FFT_HAS_RADIX_10 && NBL_FFT_MAX_RADIX < 10) || \
    (NBL_FFT_HAS_RADIX_12 && NBL_FFT_MAX_RADIX < 12) || (NBL_FFT_HAS_RADIX_14 && NBL_FFT_MAX_RADIX < 14) || \
    (NBL_FFT_HAS_RADIX_15 && NBL_FFT_MAX_RADIX < 15) || (NBL_FFT_HAS_RADIX_16 && NBL_FFT_MAX_RADIX < 16) || \
    (NBL_FFT_HAS_RADIX_32 && NBL_FFT_MAX_RADIX < 32)
#error "NBL_FFT_MAX_RADIX is less than a radix that NBL_FFT_HAS_RADIX_<R> asks for"
#endif

/* What the kernels are composed of. */
#define NBL_FFT_HAS_DFT3 (NBL_FFT_HAS_RADIX_3 || NBL_FFT_HAS_RADIX_6 || NBL_FFT_HAS_RADIX_9 || NBL_FFT_HAS_RADIX_12 || \
                          NBL_FFT_HAS_RADIX_15)
#define NBL_FFT_HAS_DFT5 (NBL_FFT_HAS_RADIX_5 || NBL_FFT_HAS_RADIX_10 || NBL_FFT_HAS_RADIX_15)
#define NBL_FFT_HAS_DFT7 (NBL_FFT_HAS_RADIX_7 || NBL_FFT_HAS_RADIX_14)
#define NBL_FFT_HAS_DFT8 (NBL_FFT_HAS_RADIX_8 || NBL_FFT_HAS_RADIX_32)
#define NBL_FFT_HAS_DFT4 (NBL_FFT_HAS_RADIX_4 || NBL_FFT_HAS_RADIX_12 || NBL_FFT_HAS_RADIX_16 || NBL_FFT_HAS_DFT8)

#define NBL_FFT_RADIX_SCALAR float32_t
#include "nbl/fft/radix_scalar.h"
#if NBL_HAS_FLOAT64
#define NBL_FFT_RADIX_SCALAR float64_t
#include "nbl/fft/radix_scalar.h"
#endif
#if NBL_HAS_FLOAT16
#define NBL_FFT_RADIX_SCALAR float16_t
#include "nbl/fft/radix_scalar.h"
#endif

#endif
