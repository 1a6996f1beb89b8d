/* Errors of random arrays of two and three dimensions on the CPU beside FFTW's: built and run by
 * bench/scripts/random_shapes.sh.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: random_shapes COUNT [SEED]
 *
 * Relative L2 beside the definition along each dimension in long double, of the same numbers. The executor's bits are
 * those of a device in exact mode.
 */
#include <fftw3.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nbl/host/fft_nd.h"

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

static double error_of(const number_t *right, const void *got, size_t all, bool wide) {
    long double off = 0, energy = 0;
    for (size_t i = 0; i < all; i++) {
        const long double real = wide ? ((const double *)got)[2 * i] : ((const float *)got)[2 * i];
        const long double imag = wide ? ((const double *)got)[2 * i + 1] : ((const float *)got)[2 * i + 1];
        off += (real - right[i].real) * (real - right[i].real) + (imag - right[i].imag) * (imag - right[i].imag);
        energy += right[i].real * right[i].real + right[i].imag * right[i].imag;
    }
    return (double)sqrtl(off / energy);
}

static double fftw_error(const number_t *right, void *in, void *out, size_t all, uint32_t rank, const int *sizes,
                         bool wide) {
    if (wide) {
        fftw_plan plan = fftw_plan_dft((int)rank, sizes, in, out, FFTW_FORWARD, FFTW_ESTIMATE);
        fftw_execute(plan);
        fftw_destroy_plan(plan);
    } else {
        fftwf_plan plan = fftwf_plan_dft((int)rank, sizes, in, out, FFTW_FORWARD, FFTW_ESTIMATE);
        fftwf_execute(plan);
        fftwf_destroy_plan(plan);
    }
    return error_of(right, out, all, wide);
}

int main(int argc, char **argv) {
    const int count = argc > 1 ? atoi(argv[1]) : 40;
    double worst[2][2] = {{0}};
    state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    for (int c = 0; c < count; c++) {
        nbl_fft_nd_desc_t desc = nbl_fft_nd_desc_init();
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
        for (int wide = 0; wide < 2; wide++) {
            const size_t bytes = all * (wide ? 16 : 8);
            number_t *right = allocate(all * sizeof *right);
            void *in = allocate(bytes), *out = allocate(bytes);
            nbl_fft_nd_plan_t *plan;
            nbl_error_t error;
            for (size_t i = 0; i < 2 * all; i++) {
                const double x = (double)below(1u << 24) / (1 << 23) - 1;
                if (wide)
                    ((double *)in)[i] = x + (double)below(1u << 24) * 0x1p-48;
                else
                    ((float *)in)[i] = (float)x;
                *(i % 2 == 0 ? &right[i / 2].real : &right[i / 2].imag) =
                    wide ? (long double)((double *)in)[i] : (long double)((float *)in)[i];
            }
            size_t stride = 1;
            for (uint32_t d = desc.rank; d-- > 0; stride *= (size_t)sizes[d])
                transform(right, all, (size_t)sizes[d], stride);
            desc.precision = wide ? NBL_FFT_FLOAT64 : NBL_FFT_FLOAT32;
            if (nbl_fft_nd_plan_create(&desc, &plan, &error) != NBL_SUCCESS ||
                nbl_fft_nd_plan_run(plan, in, out, &error) != NBL_SUCCESS) {
                fprintf(stderr, "random_shapes: %s\n", error.text);
                return 1;
            }
            nbl_fft_nd_plan_destroy(plan);
            const double ours = error_of(right, out, all, wide == 1);
            const double theirs = fftw_error(right, in, out, all, desc.rank, sizes, wide == 1);
            printf("  %s %.2e FFTW %.2e ratio %.2f", wide ? "fp64" : "fp32", ours, theirs, ours / theirs);
            if (ours / theirs > worst[smooth][wide]) worst[smooth][wide] = ours / theirs;
            free(right);
            free(in);
            free(out);
        }
        printf("%s\n", smooth ? "  smooth" : "");
        fflush(stdout);
    }
    printf("worst ratio, factors to 13: fp32 %.2f, fp64 %.2f; others: fp32 %.2f, fp64 %.2f\n", worst[1][0], worst[1][1],
           worst[0][0], worst[0][1]);
    return 0;
}
