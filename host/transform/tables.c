/* The numbers of tables, from their description alone: the same for the CPU (ready_tables.c) and for devices
 * (host/gpu).
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    a table's description. Out: its numbers in float64.
 * Wrong: a length beyond MOST_LENGTH; a chirp's convolution that is shorter than 2 N - 2; a length of Rader's that is
 * no odd prime;
 *        no memory.
 *
 * Bluestein, "A linear filtering approach to the computation of discrete Fourier transform", 1970.
 * Rader, "Discrete Fourier transforms when the number of data samples is prime", 1968.
 */
#include "transform/tables.h"

#include <math.h>
#include <stdlib.h>

#include "error/error.h"
#include "fft/root.h"
#include "transform/make.h"
#include "transform/ready.h"

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

/* ---- A transform for a table */

/* Transforms n complex numbers in float64, forward, not normalised, as the CPU does it in exact mode. Errors: LIMIT,
 * OUT_OF_MEMORY. */
static nbl_result_t transform(uint64_t n, double *from, double *to, nbl_error_t *error) {
    nbl_problem_t problem;
    nbl_ready_t *ready = NULL;
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    desc.rank = 1;
    desc.sizes[0] = n;
    desc.precision = NBL_FFT_FLOAT64;
    nbl_result_t result = nbl_problem_make(&desc, false, &problem, error);
    if (result == NBL_SUCCESS) result = nbl_ready_solve(&problem, NULL, 1, &ready, error);
    if (result == NBL_SUCCESS) result = nbl_ready_run(ready, NULL, from, to, error);
    nbl_ready_destroy(ready);
    return result;
}

/* ---- Chirps */

/* Exponents modulo 2 N. (N - k)^2 is k^2 modulo 2 N, of odd N plus N, which is a sign. */
static void fill_chirp(const nbl_program_table_t *table, double *numbers) {
    const uint64_t n = table->n;
    const double sign = n % 2 == 0 ? 1 : -1;
    uint64_t square = 0; /* modulo 2 N */
    for (uint64_t k = 0; 2 * k <= n; k++) {
        nbl_fft_number_t w = nbl_fft_root(square, 2 * n);
        square += 2 * k + 1;
        if (square >= 2 * n) square -= 2 * n;
        if (table->inverse) w.imag = -w.imag;
        numbers[2 * k] = w.real;
        numbers[2 * k + 1] = w.imag;
        if (k == 0) continue;
        numbers[2 * (n - k)] = sign * w.real;
        numbers[2 * (n - k) + 1] = sign * w.imag;
    }
}

/* A complex number in a vector: real and imaginary part are summed up alike. */
typedef double number_t __attribute__((vector_size(16)));

typedef struct sum_t {
    number_t high, low;
} sum_t;

/* Adds to a sum, whose rounding errors it keeps (Knuth, "The Art of Computer Programming", volume 2, 4.2.2, theorem
 * B). */
static inline void add_to(sum_t *sum, number_t x) {
    const number_t next = sum->high + x, part = next - sum->high;
    sum->low += (sum->high - (next - part)) + (x - part);
    sum->high = next;
}

static void put_sum(const sum_t *sum, double factor, double *number) {
    number[0] = fma(sum->high[0], factor, sum->low[0] * factor);
    number[1] = fma(sum->high[1], factor, sum->low[1] * factor);
}

static uint64_t greatest_divisor(uint64_t a, uint64_t b) { return b == 0 ? a : greatest_divisor(b, a % b); }

/* The spectrum of the wrapped chirp, times a factor, by the definition, each entry right to the last bit or two: by a
 * transform it would be as far off as that is, a third of the error of all. Entries k and m - k have the same terms, in
 * pairs that are added in another order. Returns false without memory.
 *
 * m  at least 2 n - 2; 2 n m is at most 2^28 */
static bool sum_spectrum(uint64_t n, bool inverse, uint64_t m, double factor, double *spectrum) {
    const uint64_t unit = greatest_divisor(m, 2 * n), all = 2 * n * m / unit; /* exponents are multiples of the unit */
    const number_t sign = {1, inverse ? 1 : -1};
    number_t *roots = malloc(all * sizeof *roots);
    if (roots == NULL) return false;
    nbl_fft_fill_roots(2 * n * m, unit, (nbl_fft_number_t *)roots);
    for (uint64_t i = 0; i < all; i++) roots[i] *= sign;
    for (uint64_t k = 0; 2 * k <= m; k++) {
        sum_t sum = {{1, 0}, {0, 0}}, mirrored = sum;
        const uint64_t step = 2 * n / unit * k, scale = m / unit; /* step is below all */
        uint64_t square = 0, turn = 0;
        for (uint64_t j = 1; j < n; j++) {
            square += 2 * j - 1;
            if (square >= 2 * n) square -= 2 * n;
            turn += step;
            if (turn >= all) turn -= all;
            const uint64_t chirp = scale * square, both = chirp + turn;
            const number_t one = roots[both < all ? both : both - all];
            const number_t other = roots[chirp >= turn ? chirp - turn : chirp + all - turn];
            add_to(&sum, one);
            add_to(&mirrored, other);
            if (2 * j == m) continue; /* both ends are one element */
            add_to(&sum, other);
            add_to(&mirrored, one);
        }
        put_sum(&sum, factor, spectrum + 2 * k);
        if (k > 0 && 2 * k < m) put_sum(&mirrored, factor, spectrum + 2 * (m - k));
    }
    free(roots);
    return true;
}

/* The spectrum of a chirp of at most MOST_SUMMED numbers is summed up by the definition, a longer one is transformed. A
 * sum takes up to 5 ms and is more exact. Chosen: a chirp's error is compared with FFTW's
 * (bench/scripts/any_length.sh), and up to here FFTW has kernels for the factors of a length. */
#define MOST_SUMMED 192

static nbl_result_t fill_chirp_spectrum(const nbl_program_table_t *table, double *numbers, nbl_error_t *error) {
    const uint64_t n = table->n, m = table->m;
    const double factor = nbl_program_normalization(table->normalization, n) / (double)m;
    if (n <= MOST_SUMMED)
        return sum_spectrum(n, table->inverse != 0, m, factor, numbers) ? NBL_SUCCESS
                                                                        : nbl_fail_memory(error, "a chirp");
    double *chirp = malloc(2 * sizeof *chirp * n), *wrapped = calloc(m, 2 * sizeof *wrapped);
    nbl_result_t result = chirp != NULL && wrapped != NULL ? NBL_SUCCESS : nbl_fail_memory(error, "a chirp");
    if (result == NBL_SUCCESS) {
        fill_chirp(table, chirp);
        for (uint64_t k = 0; k < n; k++) {
            wrapped[2 * k] = wrapped[2 * ((m - k) % m)] = chirp[2 * k];
            wrapped[2 * k + 1] = wrapped[2 * ((m - k) % m) + 1] = -chirp[2 * k + 1];
        }
        result = transform(m, wrapped, numbers, error);
        for (uint64_t k = 0; k < 2 * m; k++) numbers[k] *= factor;
    }
    free(wrapped);
    free(chirp);
    return result;
}

/* ---- Roots */

static void fill_roots(uint64_t n, double *numbers) {
    for (uint64_t k = 0; k < n; k++) {
        const nbl_fft_number_t w = nbl_fft_root(k, 2 * n);
        numbers[2 * k] = w.real;
        numbers[2 * k + 1] = w.imag;
    }
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

/* ---- Rader's generator, places and spectrum */

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

/* Returns the least generator of the numbers 1 to n - 1 modulo n; 0: n is no prime. */
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
    const double factor = nbl_program_normalization(table->normalization, n) / (double)m;
    double *roots = malloc(2 * sizeof *roots * m);
    if (roots == NULL) return nbl_fail_memory(error, "a generator's powers");
    for (uint64_t q = 0, place = 1; q < m; q++, place = place * g % n) {
        const nbl_fft_number_t root = nbl_fft_root(place, n);
        roots[2 * q] = root.real;
        roots[2 * q + 1] = table->inverse ? -root.imag : root.imag;
    }
    const nbl_result_t result = transform(m, roots, numbers, error);
    for (uint64_t k = 0; k < 2 * m && result == NBL_SUCCESS; k++) numbers[k] *= factor;
    free(roots);
    return result;
}

/* ---- All */

nbl_result_t nbl_program_fill_table(const nbl_program_table_t *table, double *numbers, nbl_error_t *error) {
    const bool rader = table->kind == NBL_PROGRAM_RADER || table->kind == NBL_PROGRAM_RADER_SPECTRUM;
    const uint64_t least_m = table->kind == NBL_PROGRAM_CHIRP_SPECTRUM ? 2 * table->n - 2 : 0;
    if (table->n == 0 || table->n > MOST_LENGTH || table->m > MOST_LENGTH || table->m < least_m)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "program: a table of n %llu, m %llu: sizes that no table has",
                        (unsigned long long)table->n, (unsigned long long)table->m);
    const uint64_t g = rader && table->n > 2 ? generator_of(table->n) : 0;
    if (rader && g == 0)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "program: a table of Rader's of n %llu: must be an odd prime",
                        (unsigned long long)table->n);
    switch (table->kind) {
    case NBL_PROGRAM_CHIRP: fill_chirp(table, numbers); return NBL_SUCCESS;
    case NBL_PROGRAM_CHIRP_SPECTRUM: return fill_chirp_spectrum(table, numbers, error);
    case NBL_PROGRAM_ROOTS: fill_roots(table->n, numbers); return NBL_SUCCESS;
    case NBL_PROGRAM_SHIFTED_ROOTS: return fill_shifted_roots(table, numbers, error);
    case NBL_PROGRAM_RADER: fill_places(table->n, g, numbers); return NBL_SUCCESS;
    case NBL_PROGRAM_RADER_SPECTRUM: return fill_rader_spectrum(table, g, numbers, error);
    default: break;
    }
    return nbl_fail(error, NBL_ERROR_ARGUMENT, "program: a table of that kind is not filled in: a run is given it");
}
