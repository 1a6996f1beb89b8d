/* Radix kernels: discrete Fourier transforms of 2 to 47 complex numbers in the registers of one invocation.
 * SPDX-License-Identifier: Apache-2.0
 *
 * For each scalar (suffix _float16_t, _float32_t, _float64_t), and R = 2 to 21, 23, 24, 25, 27 to 39, 41, 43, 47:
 *
 *   nbl_fft_radix8_<scalar>(v, inverse)         transforms v[0] to v[7] in place; a function for every R
 *   nbl_fft_radix_<scalar>(v, radix, inverse)   transforms v[0] to v[radix - 1]; without a kernel of that radix v stays
 *   nbl_fft_dft3_<scalar>(z0, z1, z2, inverse)  returns the transform { z0; z1; z2; }; for 3, 4, 5, 7, 8 and 9
 *   nbl_fft_dft2_<scalar>(z, w)                 returns { lo; hi; }: z + w and z - w
 *
 * v[f] becomes the sum over n of v[n] exp(-2 pi i f n / R), or of v[n] exp(+2 pi i f n / R) with `inverse`: natural
 * order in and out, no factor. The inverse is the same arithmetic on conjugates, to the last bit. There are only
 * additions, subtractions and products with literals, so every backend has the same bits if nothing is contracted.
 * Cautions: pass literals as `inverse` and `radix` in a shader, so that all choices vanish. Elements of v from R on
 * stay.
 *
 * v        nbl_complex_<scalar>[16], exactly, since GLSL takes only this type; [32] if the module has a radix above 16,
 *          [36] if it has 35 or 36, [NBL_FFT_MAX_RADIX] if it has 33, 34 or one above 36
 * radix    R
 * inverse  false for the forward transform
 *
 * NBL_FFT_RADIX_MASK says which kernels the module has: bit NBL_FFT_RADIX_MASK_BIT(R) for radix R. Define it before the
 * first inclusion or not at all; the default is all to 16. NBL_FFT_ALL_RADICES adds those above, except the primes
 * from 17 on, 33, 34 and what is above 36, which are NBL_FFT_PRIME_RADICES. What they cost: host/plan/radix_cost.h.
 * Measured errors: tests/fft/test_radix.
 *
 * Primes from 3 on are the definition folded by symmetry (Singleton 1969), with Winograd's (1978) even half for 5; all
 * of his 7 would save 20 products and cost 12 additions and some accuracy. 8, 9, 16, 25, 27 and 32 are Cooley & Tukey's
 * (1965) 2 x 4, 3 x 3, 4 x 4, 5 x 5, 9 x 3, 4 x 8; the others are prime-factor products of coprime kernels (Good 1958,
 * Thomas 1963), which need no twiddles.
 */
#ifndef NBL_FFT_RADIX_H
#define NBL_FFT_RADIX_H

#include "nbl/complex.h"
#include "nbl/fft/constants_float32.h"
#include "nbl/fft/parameters.h"

#ifndef NBL_FFT_RADIX_MASK
#define NBL_FFT_RADIX_MASK NBL_FFT_RADICES_TO_16
#endif
#define NBL_RADIX_MASK NBL_FFT_RADIX_MASK
#define NBL_RADIX_ELEMENTS NBL_FFT_RADIX_ELEMENTS(NBL_FFT_RADIX_MASK)
#define NBL_RADIX(name) NBL_OF_SCALAR(NBL_CAT(nbl_fft_, name))

#define NBL_SCALAR float32_t
#include "nbl/fft/radix_scalar.h"
#undef NBL_SCALAR
#if NBL_HAS_FLOAT64
#include "nbl/fft/constants_float64.h"
#define NBL_SCALAR float64_t
#include "nbl/fft/radix_scalar.h"
#undef NBL_SCALAR
#endif
#if NBL_HAS_FLOAT16
#include "nbl/fft/constants_float16.h"
#define NBL_SCALAR float16_t
#include "nbl/fft/radix_scalar.h"
#undef NBL_SCALAR
#endif

#undef NBL_RADIX
#undef NBL_RADIX_ELEMENTS
#undef NBL_RADIX_MASK
#undef NBL_FFT_RADIX_MASK

#endif
