/* What two complex elements do to each other: radix-2 butterflies, and two real signals in one transform.
 * SPDX-License-Identifier: Apache-2.0
 *
 * For each scalar (suffix _float16_t, _float32_t, _float64_t) a structure nbl_fft_pair_<scalar> { lo; hi; } and
 *
 *   nbl_fft_dif_<scalar>(w, pair)   (lo + hi, w (lo - hi)), decimation in frequency (Gentleman & Sande 1966)
 *   nbl_fft_dit_<scalar>(w, pair)   (lo + w hi, lo - w hi), decimation in time (Cooley & Tukey 1965)
 *   nbl_fft_sum_and_difference_<scalar>(pair)   either of them with w = 1, without the multiplication
 *   nbl_fft_unpack_<scalar>(z, mirror)   with Z the transform of x + i y for real x and y, z = Z[f], mirror = Z[-f]:
 *                                        returns (X[f], Y[f]); f = 0 and Nyquist are their own mirrors (Sorensen et al.
 *                                        1987)
 *   nbl_fft_pack_<scalar>(pair)          X[f] + i Y[f]: what unpack took apart
 *
 * dit with the conjugate twiddle undoes dif up to a factor of 2.
 */
#ifndef NBL_FFT_BUTTERFLY_H
#define NBL_FFT_BUTTERFLY_H

#include "nbl/complex.h"

#define NBL_SCALAR float32_t
#include "nbl/fft/butterfly_scalar.h"
#if NBL_HAS_FLOAT64
#define NBL_SCALAR float64_t
#include "nbl/fft/butterfly_scalar.h"
#endif
#if NBL_HAS_FLOAT16
#define NBL_SCALAR float16_t
#include "nbl/fft/butterfly_scalar.h"
#endif

#endif
