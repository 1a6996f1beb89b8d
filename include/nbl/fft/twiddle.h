/* Twiddle factors evaluated to the last bit: no table, and no sin or cos of the device.
 * SPDX-License-Identifier: Apache-2.0
 *
 * nbl_fft_twiddle_float16_t, _float32_t, _float64_t (k, length_log2, inverse)
 *
 *   Return exp(-2 pi i k / 2^length_log2), or with `inverse` its conjugate.
 *
 *   k            0 to 2^length_log2 - 1
 *   length_log2  0 to 15 (beyond it the product below is no longer exact and the error grows to about one ulp)
 *   inverse      false for the forward transform
 *
 * nbl_fft_twiddle_fraction_<scalar>(k, nbl_fft_fraction_<scalar>(denominator), inverse)
 *
 *   Return exp(-2 pi i k / denominator), or its conjugate. nbl_fft_fraction_<scalar> is what all twiddles of a
 *   denominator share.
 *
 *   denominator  1 to 16384
 *   k            0 to denominator - 1
 *
 * nbl_fft_reciprocal_<scalar>(n), nbl_fft_reciprocal_root_<scalar>(n)
 *
 *   Return 1 / n and 1 / sqrt(n) to about an ulp (powers of two exactly), without a division or a root of the device.
 *
 *   n            1 to 16384
 *
 * Vulkan lets sin and cos be wrong by 2^-11, so the factor is evaluated here: k is reduced to an octant in integers,
 * the angle is split into a product that is exact (k has few bits, and so has the upper part of 2 pi) and a small rest,
 * and polynomials give sine and cosine. float16 rounds the float32 value once. The same bits on every backend, if
 * nothing is contracted. Measured errors: tests/fft/test_twiddle.
 */
#ifndef NBL_FFT_TWIDDLE_H
#define NBL_FFT_TWIDDLE_H

#include "nbl/fft/twiddle_float32.h"
#define NBL_SCALAR float32_t
#include "nbl/fft/twiddle_log2_scalar.h"

#if NBL_HAS_FLOAT64
#include "nbl/fft/twiddle_float64.h"
#define NBL_SCALAR float64_t
#include "nbl/fft/twiddle_log2_scalar.h"
#endif

#if NBL_HAS_FLOAT16
#include "nbl/fft/twiddle_float16.h"
/* Returns exp(-2 pi i k / 2^length_log2), or with `inverse` its conjugate.
 *
 * k            0 to 2^length_log2 - 1
 * length_log2  0 to 15 */
NBL_FUNCTION nbl_complex_float16_t nbl_fft_twiddle_float16_t(uint32_t k, uint32_t length_log2, bool inverse) {
    return nbl_fft_round_float16_t(nbl_fft_twiddle_float32_t(k, length_log2, inverse));
}
#endif

#endif
