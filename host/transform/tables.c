/* Tables of chirps and of Rader's algorithm, from their kind and length alone.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    a table's description. Out: its numbers in float64, as a device's tables are made in host/fft.
 * Wrong: lengths beyond what a chirp may have, a length of Rader's that is no prime.
 *
 * Bluestein, "A linear filtering approach to the computation of discrete Fourier transform", 1970.
 * Rader, "Discrete Fourier transforms when the number of data samples is prime", 1968.
 */
#include "transform/tables.h"

#include <math.h>
#include <stdlib.h>

#include "error/error.h"
#include "executor/share.h"
#include "fft/any_length.h"
#include "fft/root.h"
#include "platform/memory.h"

#define MOST_LENGTH ((uint64_t)1 << 27)
#define MOST_ORDER ((uint64_t)1 << 28) /* of a root */

uint64_t nbl_program_table_count(const nbl_program_table_t *table) {
    if (table->kind == NBL_PROGRAM_SHIFTED_ROOTS && table->m == 0) return table->n / 2 + 1;
    return table->kind == NBL_PROGRAM_CHIRP_SPECTRUM                                       ? table->m
           : table->kind == NBL_PROGRAM_RADER_SPECTRUM || table->kind == NBL_PROGRAM_RADER ? table->n - 1
                                                                                           : table->n;
}

double nbl_program_normalization(uint32_t normalization, uint64_t n) {
    return normalization == NBL_FFT_BY_LENGTH ? 1.0 / (double)n
           : normalization == NBL_FFT_BY_ROOT ? 1 / sqrt((double)n)
                                              : 1;
}

double nbl_program_scale(const nbl_problem_t *problem, const nbl_program_op_t *op) {
    const double factor = (op->twice ? 2.0 : 1.0) *
                          nbl_program_normalization(op->is_root ? NBL_FFT_BY_ROOT : NBL_FFT_BY_LENGTH, op->divisor);
    return problem->precision == NBL_FFT_FLOAT64 ? factor : (double)(float)factor;
}

/* Exponents modulo 2 n. */
static void fill_chirp(const nbl_program_table_t *table, double *numbers) {
    for (uint64_t k = 0; k < table->n; k++) {
        const nbl_fft_number_t w = nbl_fft_root(k * k % (2 * table->n), 2 * table->n);
        numbers[2 * k] = w.real;
        numbers[2 * k + 1] = table->inverse ? -w.imag : w.imag;
    }
}

static nbl_result_t fill_chirp_spectrum(const nbl_program_table_t *table, double *numbers, nbl_error_t *error) {
    const nbl_fft_any_desc_t of = {(uint32_t)table->n, 8, table->inverse != 0, table->normalization, NULL, false};
    const nbl_fft_any_desc_t padded = {(uint32_t)table->m, 8, false, NBL_FFT_UNNORMALIZED, NULL, false};
    nbl_fft_any_t convolution;
    nbl_result_t result = nbl_fft_any_make(&padded, &convolution, error);
    if (result != NBL_SUCCESS) return result;
    double *chirp = malloc(2 * sizeof *chirp * table->n);
    result = chirp != NULL ? nbl_fft_any_fill_chirp(&of, &convolution, chirp, numbers, error)
                           : nbl_fail_memory(error, "a chirp");
    free(chirp);
    nbl_fft_any_release(&convolution);
    return result;
}

/* The order of a root is at most what nbl_fft_root() takes: 8 k + m has a factor 8 in common with 32 n where m is 0. */
static nbl_result_t fill_shifted_roots(const nbl_program_table_t *table, double *numbers, nbl_error_t *error) {
    const uint64_t step = table->m == 0 ? 8 : 1, order = 32 * table->n / step, count = nbl_program_table_count(table);
    if (order > MOST_ORDER)
        return nbl_fail(error, NBL_ERROR_LIMIT, "program: shifted roots of n %llu: at most %llu",
                        (unsigned long long)table->n, (unsigned long long)(MOST_ORDER * step / 32));
    for (uint64_t k = 0; k < count; k++) {
        const nbl_fft_number_t w = nbl_fft_root((8 * k + table->m) / step, order);
        numbers[2 * k] = w.real;
        numbers[2 * k + 1] = w.imag;
    }
    return NBL_SUCCESS;
}

static uint64_t power(uint64_t base, uint64_t exponent, uint64_t modulus) {
    uint64_t result = 1;
    for (; exponent > 0; exponent /= 2, base = base * base % modulus)
        if (exponent % 2 == 1) result = result * base % modulus;
    return result;
}

/* Whether no power of g below the one of n - 1 is 1. */
static bool generates(uint64_t g, uint64_t n) {
    uint64_t rest = n - 1;
    if (power(g, n - 1, n) != 1) return false;
    for (uint64_t factor = 2; factor <= rest; factor++) {
        if (rest % factor != 0) continue;
        if (power(g, (n - 1) / factor, n) == 1) return false;
        while (rest % factor == 0) rest /= factor;
    }
    return true;
}

/* Returns the least generator of the numbers below a prime; 0: there is none. */
static uint64_t generator_of(uint64_t n) {
    for (uint64_t g = 2; g < n; g++)
        if (generates(g, n)) return g;
    return 0;
}

static void fill_places(uint64_t n, uint64_t g, double *numbers) {
    const uint64_t m = n - 1;
    for (uint64_t q = 0, place = 1; q < m; q++, place = place * g % n) {
        numbers[2 * ((m - q) % m)] = (double)place;
        numbers[2 * q + 1] = (double)place;
    }
}

static nbl_result_t fill_rader_spectrum(const nbl_program_table_t *table, uint64_t g, double *numbers,
                                        nbl_error_t *error) {
    const uint64_t n = table->n, m = n - 1;
    const nbl_fft_any_desc_t desc = {(uint32_t)m, 8, false, NBL_FFT_UNNORMALIZED, NULL, false};
    const double scale = nbl_program_normalization(table->normalization, n);
    nbl_fft_any_t transform;
    nbl_result_t result = nbl_fft_any_make(&desc, &transform, error);
    if (result != NBL_SUCCESS) return result;
    double *roots = malloc(2 * sizeof *roots * m);
    void *scratch = nbl_platform_aligned(NBL_EXECUTOR_ALIGNMENT, nbl_fft_any_scratch_bytes(&transform, 1));
    if (roots != NULL && scratch != NULL) {
        for (uint64_t q = 0, place = 1; q < m; q++, place = place * g % n) {
            const nbl_fft_number_t root = nbl_fft_root(place, n);
            roots[2 * q] = root.real;
            roots[2 * q + 1] = table->inverse ? -root.imag : root.imag;
        }
        nbl_fft_any_run(&transform, roots, numbers, scratch, NULL, 1);
        for (uint64_t k = 0; k < 2 * m; k++) numbers[k] *= scale / (double)m;
    } else {
        result = nbl_fail_memory(error, "a generator's powers");
    }
    nbl_platform_aligned_free(scratch);
    free(roots);
    nbl_fft_any_release(&transform);
    return result;
}

nbl_result_t nbl_program_fill_table(const nbl_program_table_t *table, double *numbers, nbl_error_t *error) {
    const bool rader = table->kind == NBL_PROGRAM_RADER || table->kind == NBL_PROGRAM_RADER_SPECTRUM;
    const uint64_t least_m = table->kind == NBL_PROGRAM_CHIRP_SPECTRUM ? 2 * table->n - 2 : 0;
    if (table->n == 0 || table->n > MOST_LENGTH || table->m > MOST_LENGTH || table->m < least_m)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "program: a table of n %llu, m %llu: there is none",
                        (unsigned long long)table->n, (unsigned long long)table->m);
    const uint64_t g = rader && table->n > 2 ? generator_of(table->n) : 0;
    if (rader && g == 0)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "program: a table of Rader's of n %llu: must be an odd prime",
                        (unsigned long long)table->n);
    switch (table->kind) {
    case NBL_PROGRAM_CHIRP: fill_chirp(table, numbers); return NBL_SUCCESS;
    case NBL_PROGRAM_CHIRP_SPECTRUM: return fill_chirp_spectrum(table, numbers, error);
    case NBL_PROGRAM_SHIFTED_ROOTS: return fill_shifted_roots(table, numbers, error);
    case NBL_PROGRAM_RADER: fill_places(table->n, g, numbers); return NBL_SUCCESS;
    case NBL_PROGRAM_RADER_SPECTRUM: return fill_rader_spectrum(table, g, numbers, error);
    default: break;
    }
    return nbl_fail(error, NBL_ERROR_ARGUMENT, "program: a table of that kind is not filled in: a run is given it");
}
