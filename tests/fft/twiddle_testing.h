/* Twiddle factors against long double: every one of every length to 2^15, and the bounds of their errors.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_FFT_TWIDDLE_TESTING_H
#define NBL_TESTS_FFT_TWIDDLE_TESTING_H

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "nbl/fft/twiddle.h"
#include "tests/common/testing.h"

/* Of |computed - exact|, both parts together; measured, then rounded up. Rounding alone gives up to 4.2e-8, 7.9e-17,
 * 3.4e-4. */
#define LARGEST_FLOAT32 0.68e-7
#define RMS_FLOAT32 2.3e-8
#define LARGEST_FLOAT64 1.2e-16
#define RMS_FLOAT64 4.2e-17
#define LARGEST_FLOAT16 3.4e-4

/* exp(-+2 pi i k / N) with the angle within an eighth of a turn, where long double's pi is good to its last bit. */
static inline test_complex_t exact_factor(uint32_t k, uint32_t length_log2, bool inverse) {
    const long double eighth = 0.785398163397448309615660845819875721L;
    uint32_t eighths = k << 3, octant = eighths >> length_log2, rest = eighths & ((1u << length_log2) - 1);
    if (octant & 1) rest = (1u << length_log2) - rest;
    long double angle = eighth * ((long double)rest / (long double)(1u << length_log2)), c = cosl(angle),
                s = sinl(angle);
    long double real = (octant + 1) >> 1 & 1 ? s : c, imag = (octant + 1) >> 1 & 1 ? c : s;
    if (octant >= 2 && octant < 6) real = -real;
    if (octant >= 4) imag = -imag;
    test_complex_t w = {real, inverse ? imag : -imag};
    return w;
}

typedef struct tally_t {
    double largest, squares;
    uint32_t count;
} tally_t;

static inline void add_factor(tally_t *tally, test_complex_t w, double real, double imag) {
    long double a = (long double)real - w.real, b = (long double)imag - w.imag;
    double error = (double)sqrtl(a * a + b * b);
    if (!(error <= tally->largest)) tally->largest = error;
    tally->squares += error * error;
    tally->count++;
}

static inline void print_tally(const char *scalar, const tally_t *tally) {
    printf("twiddle %s: %u factors, |error| at most %.3e, rms %.3e\n", scalar, tally->count, tally->largest,
           sqrt(tally->squares / tally->count));
    fflush(stdout);
    ck_assert_uint_eq(tally->count, 2 * ((1u << 16) - 1));
}

#define FOR_ALL(k, length_log2, inverse) \
    for (int inverse = 0; inverse < 2; inverse++) \
        for (uint32_t length_log2 = 0; length_log2 <= 15; length_log2++) \
            for (uint32_t k = 0; k < 1u << length_log2; k++)

/* Tallies the errors of nbl_fft_twiddle_<scalar>. */
#define TALLY_FACTORS(tally, scalar) \
    FOR_ALL(k, length_log2, inverse) { \
        NBL_CAT(nbl_complex_, scalar) w = NBL_CAT(nbl_fft_twiddle_, scalar)(k, length_log2, inverse); \
        add_factor(&(tally), exact_factor(k, length_log2, inverse), (double)w.real, (double)w.imag); \
    }

#endif
