/* Roots of unity of any order, in float64.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_FFT_ROOT_H
#define NBL_HOST_FFT_ROOT_H

#include <stdint.h>

#include "nbl/host/fft.h"

/* Returns exp(-2 pi i numerator / denominator) to the last bit or two, the same bits on every machine.
 *
 * numerator    below the denominator
 * denominator  1 to 2^28 */
nbl_fft_number_t nbl_fft_root(uint64_t numerator, uint64_t denominator);

/* Fills in what nbl_fft_root(k step, denominator) returns, for k = 0 to denominator / step - 1; of a multiple of
 * 8 step in an eighth of the time.
 *
 * denominator  1 to 2^28
 * step         divides the denominator
 * roots        receives denominator / step numbers */
void nbl_fft_fill_roots(uint64_t denominator, uint64_t step, nbl_fft_number_t *roots);

/* Fills in exp(-pi i k / n) for k = 0 to n - 1: real parts, and behind them imaginary ones.
 *
 * scalar_bytes  of a part: 4 or 8
 * roots         2 n parts */
void nbl_fft_fill_half_roots(uint32_t scalar_bytes, uint32_t n, void *roots);

#endif
