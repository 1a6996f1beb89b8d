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
#include <math.h>
#include <stdlib.h>

#include "error/error.h"
#include "executor/share.h"
#include "gpu/axis_stages.h"
#include "fft/root.h"
#include "platform/memory.h"

static uint64_t power(uint64_t base, uint64_t exponent, uint64_t modulus) {
    uint64_t result = 1;
    for (; exponent > 0; exponent /= 2, base = base * base % modulus)
        if (exponent % 2 == 1) result = result * base % modulus;
    return result;
}

/* Returns whether g generates all numbers 1 to n - 1 modulo n: no power of it below n - 1 is 1. */
static bool generates(uint32_t g, uint32_t n) {
    uint32_t rest = n - 1;
    for (uint32_t factor = 2; factor <= rest; factor++) {
        if (rest % factor != 0) continue;
        if (power(g, (n - 1) / factor, n) == 1) return false;
        while (rest % factor == 0) rest /= factor;
    }
    return true;
}

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
    const nbl_fft_any_desc_t desc = {m, 8, false, NBL_FFT_UNNORMALIZED, NULL, false};
    const double scale = of->desc.parameters.normalization == NBL_FFT_BY_LENGTH ? 1.0 / n
                         : of->desc.parameters.normalization == NBL_FFT_BY_ROOT ? 1 / sqrt(n)
                                                                                : 1;
    nbl_fft_any_t transform;
    nbl_result_t result = nbl_fft_any_make(&desc, &transform, error);
    if (result != NBL_SUCCESS) return result;
    double *numbers = malloc(count * sizeof *numbers), *roots = malloc(2 * (size_t)m * sizeof *roots);
    void *scratch = nbl_platform_aligned(NBL_EXECUTOR_ALIGNMENT, nbl_fft_any_scratch_bytes(&transform, 1));
    if (numbers != NULL && roots != NULL && scratch != NULL) {
        double *spectrum = numbers + 2 * ((size_t)m + 1);
        uint32_t g = 2;
        while (!generates(g, n)) g++;
        for (uint64_t q = 0, place = 1; q < m; q++, place = place * g % n) {
            const nbl_fft_number_t root = nbl_fft_root(place, n);
            numbers[2 * ((m - q) % m)] = (double)place;
            numbers[2 * q + 1] = (double)place;
            roots[2 * q] = root.real;
            roots[2 * q + 1] = of->desc.parameters.inverse ? -root.imag : root.imag;
        }
        nbl_fft_any_run(&transform, roots, spectrum, scratch, NULL, 1);
        for (size_t k = 0; k < 2 * (size_t)m; k++) spectrum[k] *= scale / m;
        numbers[2 * (size_t)m] = scale;
        numbers[2 * (size_t)m + 1] = 0;
        numbers[count - 2] = make->fft->desc.precision == NBL_FFT_FLOAT64 ? factor : (double)(float)factor;
        numbers[count - 1] = 0;
        nbl_fft_axis_keep_table(make, 0, of->desc.precision, numbers, count);
    } else {
        result = nbl_fail_memory(error, "a generator's powers");
        free(numbers);
    }
    nbl_platform_aligned_free(scratch);
    free(roots);
    nbl_fft_any_release(&transform);
    return result;
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
