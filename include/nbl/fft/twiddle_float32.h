/* The twiddle factors of float32, and the digits that those of every scalar start from.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/twiddle.h, which says what the functions are for, and by nbl/workgroup/fft_stockham.h.
 */
#ifndef NBL_FFT_TWIDDLE_FLOAT32_H
#define NBL_FFT_TWIDDLE_FLOAT32_H

#include "nbl/complex.h"
#include "nbl/fft/constants_float32.h"

/* What twiddles start from are pi / 4 / n and 1 / n, to more digits than a float64 has:
 * d0 2^-24 + d1 2^-41 + d2 2^-58 + d3 2^-75, d1 to d3 of 17 bits each. A device's division need not be exact,
 * and a table would be one more thing that a shader's author must carry along. */
NBL_STRUCT(nbl_fft_digits_t) { uint32_t d0, d1, d2, d3; };

/* pi / 4 and 1 in these digits. */
#define NBL_FFT_QUARTER_PI_DIGITS \
    { 13176794u, 83010u, 107272u, 108070u }
#define NBL_FFT_ONE_DIGITS \
    { 16777216u, 0u, 0u, 0u }

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
    return quotient;
}

#define NBL_SCALAR float32_t
#include "nbl/fft/twiddle_scalar.h"

#endif
