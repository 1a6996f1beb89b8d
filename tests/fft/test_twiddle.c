/* Twiddle factors against long double: every one of every length to 2^15, with the largest and the mean error.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/fft/twiddle.h"
#include "tests/common/testing.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Of |computed - exact|, both parts together; measured, then rounded up. Rounding alone gives up to 4.2e-8, 7.9e-17, 3.4e-4. */
static const double LARGEST_FLOAT32 = 0.68e-7, RMS_FLOAT32 = 2.3e-8;
static const double LARGEST_FLOAT64 = 1.2e-16, RMS_FLOAT64 = 4.2e-17;
static const double LARGEST_FLOAT16 = 3.4e-4;

/* exp(-+2 pi i k / N) with the angle within an eighth of a turn, where long double's pi is good to its last bit. */
static test_complex_t exact(uint32_t k, uint32_t length_log2, bool inverse) {
    const long double eighth = 0.785398163397448309615660845819875721L;
    uint32_t eighths = k << 3, octant = eighths >> length_log2, rest = eighths & ((1u << length_log2) - 1);
    if (octant & 1) rest = (1u << length_log2) - rest;
    long double angle = eighth * ((long double)rest / (long double)(1u << length_log2)), c = cosl(angle), s = sinl(angle);
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

static void add(tally_t *tally, test_complex_t w, double real, double imag) {
    long double a = (long double)real - w.real, b = (long double)imag - w.imag;
    double error = (double)sqrtl(a * a + b * b);
    if (!(error <= tally->largest)) tally->largest = error;
    tally->squares += error * error;
    tally->count++;
}

static void print(const char *scalar, const tally_t *tally) {
    printf("twiddle %s: %u factors, |error| at most %.3e, rms %.3e\n", scalar, tally->count, tally->largest, sqrt(tally->squares / tally->count));
    fflush(stdout);
    ck_assert_uint_eq(tally->count, 2 * ((1u << 16) - 1));
}

#define FOR_ALL(k, length_log2, inverse) \
    for (int inverse = 0; inverse < 2; inverse++) \
        for (uint32_t length_log2 = 0; length_log2 <= 15; length_log2++) \
            for (uint32_t k = 0; k < 1u << length_log2; k++)

START_TEST(errors_float32) {
    tally_t tally = {0, 0, 0};
    FOR_ALL(k, length_log2, inverse) {
        nbl_complex_float32_t w = nbl_fft_twiddle_float32_t(k, length_log2, inverse);
        add(&tally, exact(k, length_log2, inverse), (double)w.real, (double)w.imag);
    }
    print("float32", &tally);
    ck_assert(tally.largest <= LARGEST_FLOAT32 && sqrt(tally.squares / tally.count) <= RMS_FLOAT32);
}
END_TEST

START_TEST(errors_float64) {
    tally_t tally = {0, 0, 0};
    FOR_ALL(k, length_log2, inverse) {
        nbl_complex_float64_t w = nbl_fft_twiddle_float64_t(k, length_log2, inverse);
        add(&tally, exact(k, length_log2, inverse), w.real, w.imag);
    }
    print("float64", &tally);
    ck_assert(tally.largest <= LARGEST_FLOAT64 && sqrt(tally.squares / tally.count) <= RMS_FLOAT64);
}
END_TEST

#if NBL_HAS_FLOAT16
START_TEST(errors_float16) {
    tally_t tally = {0, 0, 0};
    FOR_ALL(k, length_log2, inverse) {
        nbl_complex_float16_t w = nbl_fft_twiddle_float16_t(k, length_log2, inverse);
        add(&tally, exact(k, length_log2, inverse), (double)w.real, (double)w.imag);
    }
    print("float16", &tally);
    ck_assert(tally.largest <= LARGEST_FLOAT16);
}
END_TEST
#endif

/* What the butterflies lean on: the quarter turns are exact, and the inverse is the conjugate to the bit. */
START_TEST(symmetries) {
    FOR_ALL(k, length_log2, inverse) {
        nbl_complex_float32_t w = nbl_fft_twiddle_float32_t(k, length_log2, inverse), v = nbl_fft_twiddle_float32_t(k, length_log2, !inverse);
        nbl_complex_float64_t wide = nbl_fft_twiddle_float64_t(k, length_log2, inverse);
        ck_assert(w.real == v.real && w.imag == -v.imag);
        uint32_t quarters = (4 * k) >> length_log2;
        if (quarters << length_log2 != 4 * k) continue;
        int real = quarters == 0 ? 1 : quarters == 2 ? -1 : 0, imag = quarters == 1 ? -1 : quarters == 3 ? 1 : 0;
        if (inverse) imag = -imag;
        ck_assert(w.real == (float)real && w.imag == (float)imag && wide.real == real && wide.imag == imag);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("twiddle");
    TCase *test_case = tcase_create("twiddle");
    tcase_set_timeout(test_case, 60);
    tcase_add_test(test_case, errors_float32);
    tcase_add_test(test_case, errors_float64);
#if NBL_HAS_FLOAT16
    tcase_add_test(test_case, errors_float16);
#endif
    tcase_add_test(test_case, symmetries);
    suite_add_tcase(suite, test_case);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
