/* Errors of random arrays of two and three dimensions on the CPU beside FFTW's: built and run by
 * bench/scripts/random_shapes.sh.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: random_shapes COUNT [SEED]
 *
 * All precisions. An error is the relative L2 difference from the definition, computed along each dimension in long
 * double from the same numbers. The executor's bits are those of a device in exact mode. FFTW has no halves: their
 * error is compared with 2^13 times the error of FFTW's float32 transform of the numbers before they are rounded to
 * halves, since the last place of a half is 2^13 times as large as a float32's.
 */
#include <fftw3.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nbl/host/fft.h"
#include "nbl/lang/emulator.h"

enum { PRECISIONS = 4, ELEMENTS = 8192 /* of all arrays of a shape together, at least */ };

typedef struct number_t {
    long double real, imag;
} number_t;

static uint64_t state;

static uint32_t below(uint32_t n) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17; /* xorshift64 */
    return (uint32_t)((state >> 16) % n);
}

static void *allocate(size_t bytes) {
    void *memory = malloc(bytes);
    if (memory == NULL) exit(1);
    return memory;
}

/* The definition along a dimension of n elements, `stride` apart. */
static void transform(number_t *x, size_t all, size_t n, size_t stride) {
    number_t *roots = allocate(n * sizeof *roots), *line = allocate(n * sizeof *line);
    for (size_t k = 0; k < n; k++) {
        const long double turn = -2 * 3.14159265358979323846264338327950288L * (long double)k / (long double)n;
        roots[k] = (number_t){cosl(turn), sinl(turn)};
    }
    for (size_t first = 0; first < all; first++) {
        if (first / stride % n != 0) continue;
        for (size_t i = 0; i < n; i++) line[i] = x[first + i * stride];
        for (size_t f = 0; f < n; f++) {
            number_t sum = {0, 0};
            for (size_t i = 0; i < n; i++) {
                const number_t w = roots[f * i % n];
                sum.real += w.real * line[i].real - w.imag * line[i].imag;
                sum.imag += w.real * line[i].imag + w.imag * line[i].real;
            }
            x[first + f * stride] = sum;
        }
    }
    free(roots);
    free(line);
}

/* Scalar i of an array as a precision has it. */
static long double scalar_at(const void *array, nbl_fft_precision_t precision, size_t i) {
    if (precision == NBL_FFT_FLOAT64) return ((const double *)array)[i];
    if (precision == NBL_FFT_FLOAT32) return ((const float *)array)[i];
    return nbl_emulator_unpack_half_2x16(((const uint16_t *)array)[i]).x;
}

static void put_scalar(void *array, nbl_fft_precision_t precision, size_t i, double value) {
    const nbl_emulator_float32x2_t pair = {(float)value, 0.0f};
    if (precision == NBL_FFT_FLOAT64)
        ((double *)array)[i] = value;
    else if (precision == NBL_FFT_FLOAT32)
        ((float *)array)[i] = (float)value;
    else
        ((uint16_t *)array)[i] = (uint16_t)nbl_emulator_pack_half_2x16(pair);
}

static double error_of(const number_t *right, const void *got, size_t all, nbl_fft_precision_t precision) {
    long double off = 0, energy = 0;
    for (size_t i = 0; i < all; i++) {
        const long double real = scalar_at(got, precision, 2 * i), imag = scalar_at(got, precision, 2 * i + 1);
        off += (real - right[i].real) * (real - right[i].real) + (imag - right[i].imag) * (imag - right[i].imag);
        energy += right[i].real * right[i].real + right[i].imag * right[i].imag;
    }
    return (double)sqrtl(off / energy);
}

/* Of the numbers `in`, of float32 or float64. */
static double fftw_error(const number_t *right, const void *in, size_t all, uint32_t rank, const int *sizes,
                         nbl_fft_precision_t precision) {
    const bool wide = precision == NBL_FFT_FLOAT64;
    void *from = allocate(16 * all), *to = allocate(16 * all);
    memcpy(from, in, all * nbl_fft_precision_element_bytes(precision));
    if (wide) {
        fftw_plan plan = fftw_plan_dft((int)rank, sizes, from, to, FFTW_FORWARD, FFTW_ESTIMATE);
        fftw_execute(plan);
        fftw_destroy_plan(plan);
    } else {
        fftwf_plan plan = fftwf_plan_dft((int)rank, sizes, from, to, FFTW_FORWARD, FFTW_ESTIMATE);
        fftwf_execute(plan);
        fftwf_destroy_plan(plan);
    }
    const double error = error_of(right, to, all, precision);
    free(from);
    free(to);
    return error;
}

/* Fills an array, and `right` with the definition of what was stored. */
static void draw(const nbl_fft_problem_t *desc, size_t all, nbl_fft_precision_t precision, void *in, number_t *right) {
    for (size_t i = 0; i < 2 * all; i++) {
        const double x = (double)below(1u << 24) / (1 << 23) - 1;
        put_scalar(in, precision, i, precision == NBL_FFT_FLOAT64 ? x + (double)below(1u << 24) * 0x1p-48 : x);
        *(i % 2 == 0 ? &right[i / 2].real : &right[i / 2].imag) = scalar_at(in, precision, i);
    }
    size_t stride = 1;
    for (uint32_t d = desc->rank; d-- > 0; stride *= desc->sizes[d]) transform(right, all, desc->sizes[d], stride);
}

/* Returns the error of a plan to FFTW's, for random numbers: of small arrays for many of them, since their errors
 * vary. */
static double ratio_of(nbl_fft_problem_t desc, const int *sizes, size_t all, nbl_fft_precision_t precision) {
    const bool halves = nbl_fft_precision_element_bytes(precision) == 4;
    const nbl_fft_precision_t of_fftw = halves ? NBL_FFT_FLOAT32 : precision;
    number_t *right = allocate(all * sizeof *right);
    void *in = allocate(16 * all), *out = allocate(16 * all);
    nbl_fft_t *plan;
    nbl_error_t error;
    double ours = 0, theirs = 0; /* squares */
    desc.precision = precision;
    if (nbl_fft_make_cpu(&desc, &plan, &error) != NBL_SUCCESS) {
        fprintf(stderr, "random_shapes: %s\n", error.text);
        exit(1);
    }
    const size_t times = 1 + ELEMENTS / all;
    for (size_t i = 0; i < times; i++) {
        draw(&desc, all, of_fftw, in, right);
        const double fftw = (halves ? 8192 : 1) * fftw_error(right, in, all, desc.rank, sizes, of_fftw);
        if (halves) draw(&desc, all, precision, in, right);
        if (nbl_fft_run(plan, in, out, &error) != NBL_SUCCESS) {
            fprintf(stderr, "random_shapes: %s\n", error.text);
            exit(1);
        }
        const double own = error_of(right, out, all, precision);
        theirs += fftw * fftw;
        ours += own * own;
    }
    nbl_fft_destroy(plan);
    printf("  %s %.2e FFTW %.2e ratio %.2f", nbl_fft_precision_name(precision), sqrt(ours / (double)times),
           sqrt(theirs / (double)times), sqrt(ours / theirs));
    free(right);
    free(in);
    free(out);
    return sqrt(ours / theirs);
}

int main(int argc, char **argv) {
    const int count = argc > 1 ? atoi(argv[1]) : 40;
    double worst[2][PRECISIONS] = {{0}};
    state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    for (int c = 0; c < count; c++) {
        nbl_fft_problem_t desc = nbl_fft_problem_init();
        size_t all = 1;
        int sizes[3];
        bool smooth = true;
        desc.rank = 2 + (uint32_t)c % 2;
        for (uint32_t d = 0; d < desc.rank; d++) {
            desc.sizes[d] = 2 + below(desc.rank == 2 ? 300 : 45);
            sizes[d] = (int)desc.sizes[d];
            all *= (size_t)sizes[d];
            uint64_t n = desc.sizes[d];
            for (uint64_t p = 2; p <= 13; p++)
                while (n % p == 0) n /= p;
            smooth = smooth && n == 1;
            printf("%s%d", d == 0 ? "" : "x", sizes[d]);
        }
        for (uint32_t p = 0; p < PRECISIONS; p++) {
            const double ratio = ratio_of(desc, sizes, all, (nbl_fft_precision_t)p);
            if (ratio > worst[smooth][p]) worst[smooth][p] = ratio;
        }
        printf("%s\n", smooth ? "  smooth" : "");
        fflush(stdout);
    }
    for (uint32_t p = 0; p < PRECISIONS; p++)
        printf("worst ratio, %s: factors to 13 %.2f, others %.2f\n", nbl_fft_precision_name((nbl_fft_precision_t)p),
               worst[1][p], worst[0][p]);
    return 0;
}
