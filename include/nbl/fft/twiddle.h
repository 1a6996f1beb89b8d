/* Twiddle factors evaluated to the last bit: no table, and no sin or cos of the device.
 * SPDX-License-Identifier: Apache-2.0
 *
 * nbl_fft_twiddle_float16_t, _float32_t, _float64_t (k, length_log2, inverse)
 *
 * Returns exp(-2 pi i k / 2^length_log2), or with `inverse` its conjugate.
 * Vulkan lets sin and cos be wrong by 2^-11, so the factor is evaluated here: k is reduced to an octant in integers,
 * the angle is split into a product that is exact (k has few bits, and so has the upper part of 2 pi) and a small rest,
 * and polynomials give sine and cosine. float16 rounds the float32 value once. The same bits on every backend, if
 * nothing is contracted. Measured errors: tests/fft/test_twiddle.
 *
 * nbl_fft_twiddle_fraction_<scalar>(k, nbl_fft_fraction_<scalar>(denominator), inverse), the same for denominator up to
 * 16384; k below it. nbl_fft_fraction_<scalar> is what all its twiddles share.
 *
 * nbl_fft_reciprocal_<scalar>(n), nbl_fft_reciprocal_root_<scalar>(n): 1 / n and 1 / sqrt(n) for n of 1 to 16384, to
 * about an ulp (powers of two exactly), without a division or a root of the device.
 *
 * k            any numerator, 0 <= k < 2^length_log2
 * length_log2  0 to 15 (beyond it the product is no longer exact and the error grows to about one ulp)
 * inverse      false for the forward transform
 */
#ifndef NBL_FFT_TWIDDLE_H
#define NBL_FFT_TWIDDLE_H

#include "nbl/complex.h"
#include "nbl/fft/constants_float32.h"
#if NBL_HAS_FLOAT64
#include "nbl/fft/constants_float64.h"
#endif

/* ---- What twiddles of any denominator start from: pi / 4 / n and 1 / n, to more digits than a float64 has. A device's
 * division need not be exact, and a table would be one more thing that a shader's author must carry along. */

/* d0 2^-24 + d1 2^-41 + d2 2^-58 + d3 2^-75 + d4 2^-92, d1 to d4 of 17 bits each. */
NBL_STRUCT(nbl_fft_digits_t) {
    uint32_t d0;
    uint32_t d1;
    uint32_t d2;
    uint32_t d3;
    uint32_t d4;
};

/* pi / 4 and 1 in these digits. */
#define NBL_FFT_QUARTER_PI_DIGITS \
    { 13176794u, 83010u, 107272u, 108070u, 26152u }
#define NBL_FFT_ONE_DIGITS \
    { 16777216u, 0u, 0u, 0u, 0u }

/* Returns dividend / divisor, cut off after the last digit.
 *
 * dividend  at most 2^31 2^-24
 * divisor   1 to 16384: what is left over of a digit then fits before the next in 31 bits */
NBL_FUNCTION nbl_fft_digits_t nbl_fft_quotient(nbl_fft_digits_t dividend, uint32_t divisor) {
    nbl_fft_digits_t quotient;
    uint32_t rest = dividend.d0;
    quotient.d0 = rest / divisor;
    rest = ((rest - quotient.d0 * divisor) << 17u) + dividend.d1;
    quotient.d1 = rest / divisor;
    rest = ((rest - quotient.d1 * divisor) << 17u) + dividend.d2;
    quotient.d2 = rest / divisor;
    rest = ((rest - quotient.d2 * divisor) << 17u) + dividend.d3;
    quotient.d3 = rest / divisor;
    rest = ((rest - quotient.d3 * divisor) << 17u) + dividend.d4;
    quotient.d4 = rest / divisor;
    return quotient;
}

/* ---- Of each scalar */

#define NBL_SCALAR float32_t
#include "nbl/fft/twiddle_scalar.h"
#if NBL_HAS_FLOAT64
#define NBL_SCALAR float64_t
#include "nbl/fft/twiddle_scalar.h"
#endif
#if NBL_HAS_FLOAT16
#include "nbl/fft/twiddle_float16.h"
#endif

#endif
