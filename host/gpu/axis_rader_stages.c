/* Lines of prime length for a device as convolutions of one element less: Rader's algorithm in one kernel.
 * SPDX-License-Identifier: Apache-2.0
 *
 * C. M. Rader, "Discrete Fourier transforms when the number of data samples is prime", Proc. IEEE 56, 1968: with a
 * generator g of the numbers from 1 to N - 1 modulo N, and M = N - 1,
 *
 *   X[g^p] = x[0] + sum over q of x[g^-q] w^(g^(p-q)),   X[0] = the sum of all,
 *
 * a cyclic convolution of M elements with the powers of w = exp(-2 pi i / N) in the generator's order.
 */
#include <stdlib.h>

#include "error/error.h"
#include "gpu/axis_stages.h"
#include "transform/tables.h"

/* Makes the table, in complex numbers:
 *
 *   M   element of the line that number q comes from (real part) and goes to (imaginary part)
 *   1   factor of the normalisation
 *   M   spectrum of the roots, times that factor and 1 / M
 *   1   factor of the results, rounded to the array's precision */
static nbl_result_t make_table(nbl_fft_axis_make_t *make, const nbl_fft_nd_stage_t *of, double factor,
                               nbl_error_t *error) {
    const uint32_t n = of->desc.length, m = n - 1;
    const uint64_t count = 2 * (2 * (uint64_t)m + 2);
    const nbl_program_table_t places = {.kind = NBL_PROGRAM_RADER, .n = n},
                              spectrum = {.kind = NBL_PROGRAM_RADER_SPECTRUM,
                                          .n = n,
                                          .inverse = of->desc.parameters.inverse,
                                          .normalization = of->desc.parameters.normalization};
    double *numbers = malloc(count * sizeof *numbers);
    nbl_result_t result = numbers != NULL ? nbl_program_fill_table(&places, numbers, error)
                                          : nbl_fail_memory(error, "a generator's powers");
    if (result == NBL_SUCCESS) result = nbl_program_fill_table(&spectrum, numbers + 2 * ((size_t)m + 1), error);
    if (result != NBL_SUCCESS) {
        free(numbers);
        return result;
    }
    numbers[2 * (size_t)m] = nbl_program_normalization(of->desc.parameters.normalization, n);
    numbers[2 * (size_t)m + 1] = 0;
    numbers[count - 2] = make->fft->desc.precision == NBL_FFT_FLOAT64 ? factor : (double)(float)factor;
    numbers[count - 1] = 0;
    nbl_fft_axis_keep_table(make, 0, of->desc.precision, numbers, count);
    return NBL_SUCCESS;
}

nbl_result_t nbl_fft_axis_add_rader(nbl_fft_axis_make_t *make, const nbl_fft_nd_stage_t *of, double factor,
                                    nbl_error_t *error) {
    const uint32_t m = of->desc.length - 1;
    nbl_fft_nd_stage_t k = *of;
    nbl_result_t result = make_table(make, of, factor, error);
    if (result != NBL_SUCCESS) return result;
    k.desc.length = m;
    k.desc.parameters.inverse = false;                      /* the roots have the direction */
    k.desc.parameters.normalization = NBL_FFT_UNNORMALIZED; /* their spectrum has the normalisation */
    k.desc.parameters.signal_length = of->desc.length;
    k.desc.parameters.permuted = 1;
    k.desc.parameters.product = m + 2;
    if (of->desc.parameters.factor != 0) k.desc.parameters.factor = 2 * m + 2;
    k.desc.parameters.fused = true;
    return nbl_fft_axis_add_kernel(make, &k, error);
}
