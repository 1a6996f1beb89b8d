/* Radix kernels against the definition, kernel by kernel: errors, order, direction, bits.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/fft/radix_testing.h"
#include "tests/common/testing.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RADICES 39
#define MAX_RADIX NBL_FFT_MAX_RADIX

/* Bounds of the relative L2 error on random data, float32 and float16: a twentieth above what was measured. */
static const struct {
    uint32_t radix;
    double float32, float16;
} kernels[RADICES] = {
    {2, 2.9e-8, 2.4e-4},  {3, 4.6e-8, 3.9e-4},   {4, 4.1e-8, 3.4e-4},   {5, 5.9e-8, 5.1e-4},   {6, 5.4e-8, 4.5e-4},
    {7, 6.3e-8, 5.3e-4},  {8, 5.5e-8, 4.5e-4},   {9, 7.3e-8, 6.0e-4},   {10, 6.5e-8, 5.6e-4},  {11, 6.6e-8, 5.8e-4},
    {12, 6.1e-8, 5.1e-4}, {13, 6.9e-8, 6.1e-4},  {14, 6.9e-8, 5.8e-4},  {15, 7.4e-8, 6.5e-4},  {16, 6.7e-8, 5.4e-4},
    {17, 8.0e-8, 6.5e-4}, {18, 7.5e-8, 6.2e-4},  {19, 8.1e-8, 6.7e-4},  {20, 7.1e-8, 6.0e-4},  {21, 7.8e-8, 6.6e-4},
    {23, 8.6e-8, 7.1e-4}, {24, 7.1e-8, 5.8e-4},  {25, 9.0e-8, 7.8e-4},  {27, 9.0e-8, 7.4e-4},  {28, 7.5e-8, 6.2e-4},
    {29, 9.3e-8, 7.6e-4}, {30, 7.9e-8, 7.0e-4},  {31, 9.6e-8, 7.9e-4},  {32, 8.0e-8, 6.3e-4},  {35, 8.5e-8, 7.3e-4},
    {36, 8.0e-8, 6.7e-4}, {33, 8.3e-8, 6.9e-4},  {34, 8.4e-8, 6.8e-4},  {37, 1.01e-7, 8.2e-4}, {38, 8.6e-8, 7.0e-4},
    {39, 8.6e-8, 7.0e-4}, {41, 1.04e-7, 8.6e-4}, {43, 1.06e-7, 8.6e-4}, {47, 1.09e-7, 9.0e-4},
};

/* ---- One interface for all scalars: rounds x, and transforms what it became */

typedef void (*transform_t)(test_complex_t *x, test_complex_t *spectrum, uint32_t radix, bool inverse);

#define DEFINE_TRANSFORM(scalar) \
    static void transform_##scalar(test_complex_t *x, test_complex_t *spectrum, uint32_t radix, bool inverse) { \
        nbl_complex_##scalar v[MAX_RADIX]; \
        for (uint32_t i = 0; i < MAX_RADIX; i++) { \
            v[i].real = (scalar)(i < radix ? x[i].real : 77.0L + i); \
            v[i].imag = (scalar)(i < radix ? x[i].imag : -99.0L - i); \
            x[i].real = v[i].real; \
            x[i].imag = v[i].imag; \
        } \
        nbl_fft_radix_##scalar(v, radix, inverse); \
        for (uint32_t i = 0; i < MAX_RADIX; i++) { \
            spectrum[i].real = v[i].real; \
            spectrum[i].imag = v[i].imag; \
            if (i >= radix && (spectrum[i].real != x[i].real || spectrum[i].imag != x[i].imag)) \
                ck_abort_msg("radix %u of " #scalar " changed element %u", radix, i); \
        } \
    }
DEFINE_TRANSFORM(float32_t)
DEFINE_TRANSFORM(float64_t)
#if NBL_HAS_FLOAT16
DEFINE_TRANSFORM(float16_t)
#endif

/* columns[n] is the transform of an impulse at n, by definition and without a factor. */
static test_complex_t columns[MAX_RADIX][MAX_RADIX];

static void begin_reference(uint32_t radix, bool inverse) {
    for (uint32_t n = 0; n < radix; n++) {
        test_complex_t impulse[MAX_RADIX] = {{0, 0}};
        impulse[n].real = inverse ? (long double)radix : 1;
        test_dft(impulse, columns[n], radix, inverse);
    }
}

static void add_error(test_error_t *error, const test_complex_t *x, const test_complex_t *spectrum, uint32_t radix) {
    for (uint32_t f = 0; f < radix; f++) {
        test_complex_t sum = {0, 0};
        for (uint32_t n = 0; n < radix; n++) {
            sum.real += x[n].real * columns[n][f].real - x[n].imag * columns[n][f].imag;
            sum.imag += x[n].real * columns[n][f].imag + x[n].imag * columns[n][f].real;
        }
        test_error_add(error, sum, spectrum[f].real, spectrum[f].imag);
    }
}

static void random_row(test_random_t *random, test_complex_t *x) {
    for (uint32_t i = 0; i < MAX_RADIX; i++) {
        x[i].real = test_random_real(random);
        x[i].imag = test_random_real(random);
    }
}

static double random_error(test_random_t *random, transform_t transform, uint32_t radix, bool inverse) {
    test_error_t error = {0};
    begin_reference(radix, inverse);
    for (uint32_t row = 0; row < 40000 / radix; row++) {
        test_complex_t x[MAX_RADIX], spectrum[MAX_RADIX];
        random_row(random, x);
        transform(x, spectrum, radix, inverse);
        add_error(&error, x, spectrum, radix);
    }
    return test_error_relative(&error);
}

START_TEST(random_data) {
    test_random_t random = test_random_begin("radix");
    uint32_t cases = 0;
    for (int k = 0; k < RADICES; k++) {
        uint32_t radix = kernels[k].radix;
        double e32[2], e64[2], e16[2] = {0, 0};
        for (int inverse = 0; inverse < 2; inverse++, cases++) {
            e32[inverse] = random_error(&random, transform_float32_t, radix, inverse);
            e64[inverse] = random_error(&random, transform_float64_t, radix, inverse);
#if NBL_HAS_FLOAT16
            e16[inverse] = random_error(&random, transform_float16_t, radix, inverse);
#endif
        }
        printf("radix %2u: forward %.2e %.2e %.1e, inverse %.2e %.2e %.1e (float32, float64, float16)\n", radix, e32[0],
               e64[0], e16[0], e32[1], e64[1], e16[1]);
        for (int inverse = 0; inverse < 2; inverse++) {
            ck_assert_msg(e32[inverse] < kernels[k].float32, "radix %u, inverse %d: float32 %.3e", radix, inverse,
                          e32[inverse]);
            ck_assert_msg(e64[inverse] < 2e-16, "radix %u, inverse %d: float64 %.3e", radix, inverse, e64[inverse]);
            ck_assert_msg(!(e16[inverse] >= kernels[k].float16), "radix %u, inverse %d: float16 %.3e", radix, inverse,
                          e16[inverse]);
        }
    }
#if !NBL_HAS_FLOAT16
    printf("radix: this compiler has no float16\n");
#endif
    ck_assert_uint_eq(cases, 2 * RADICES);
}
END_TEST

/* Every impulse, constants, every tone and a large offset, each row by itself. */
static void special_row(test_random_t *random, uint32_t kind, uint32_t at, uint32_t radix, test_complex_t *x) {
    double real = test_random_real(random), imag = test_random_real(random);
    for (uint32_t n = 0; n < radix; n++) {
        test_complex_t values[3] = {
            {n == at ? real : 0, n == at ? imag : 0}, {real, imag}, {1000 + test_random_real(random), -1000}};
        x[n] = kind == 3 ? columns[at][n] : values[kind];
    }
}

START_TEST(special_rows) {
    test_random_t random = test_random_begin("radix");
    double largest[3][4] = {{0}}, largest64[3] = {0}; /* float32: of the others, of primes from 17 on, of wide ones */
    uint32_t cases = 0, expected = 0;
    for (int k = 0; k < RADICES; k++) {
        uint32_t radix = kernels[k].radix;
        expected += 2 * 4 * radix;
        for (int inverse = 0; inverse < 2; inverse++) {
            begin_reference(radix, inverse);
            for (uint32_t kind = 0; kind < 4; kind++) {
                for (uint32_t at = 0; at < radix; at++, cases++) {
                    test_complex_t x[MAX_RADIX], spectrum[MAX_RADIX];
                    test_error_t error = {0}, error64 = {0};
                    special_row(&random, kind, at, radix, x);
                    transform_float64_t(x, spectrum, radix, inverse);
                    add_error(&error64, x, spectrum, radix);
                    transform_float32_t(x, spectrum, radix, inverse);
                    add_error(&error, x, spectrum, radix);
                    const int of = is_wide(radix) ? 2 : is_prime(radix);
                    double *most = &largest[of][kind], *most64 = &largest64[of];
                    if (test_error_relative(&error) > *most) *most = test_error_relative(&error);
                    if (test_error_relative(&error64) > *most64) *most64 = test_error_relative(&error64);
                }
            }
        }
    }
    static const char *const kernels_of[] = {"", " by a prime from 17 on", " by a wide radix"};
    for (int of = 0; of < 3; of++)
        printf(
            "radix: largest error of a row%s, impulse %.2e, constant %.2e, offset %.2e, tone %.2e; in float64 %.2e\n",
            kernels_of[of], largest[of][0], largest[of][1], largest[of][2], largest[of][3], largest64[of]);
    /* Those of primes are longer sums, one addition after the other: a constant's by 31 is off by 1.6e-7, by 47 by
     * 2.3e-7. */
    static const double bounds[] = {1.2e-7, 1.8e-7, 2.6e-7};
    for (int kind = 0; kind < 4; kind++)
        for (int of = 0; of < 3; of++)
            ck_assert_msg(largest[of][kind] < bounds[of], "kind %d: %.3e", kind, largest[of][kind]);
    /* The extreme of two thousand rows: 2.2e-16 as a rule, 2.58e-16 in the worst of 150 runs. */
    ck_assert_msg(largest64[0] < 3e-16 && largest64[1] < 4.5e-16 && largest64[2] < 5.5e-16,
                  "float64: %.3e, %.3e and %.3e", largest64[0], largest64[1], largest64[2]);
    ck_assert_uint_eq(cases, expected);
}
END_TEST

/* inverse(x) = conj(forward(conj(x))), to the bit; float32 is enough, the text is one. */
START_TEST(inverse_is_conjugate) {
    test_random_t random = test_random_begin("radix");
    for (uint32_t row = 0; row < 200 * RADICES; row++) {
        uint32_t radix = kernels[row % RADICES].radix;
        test_complex_t x[MAX_RADIX], forward[MAX_RADIX], inverse[MAX_RADIX];
        random_row(&random, x);
        transform_float32_t(x, inverse, radix, true);
        for (uint32_t n = 0; n < radix; n++) x[n].imag = -x[n].imag;
        transform_float32_t(x, forward, radix, false);
        for (uint32_t f = 0; f < radix; f++) {
            ck_assert_msg(inverse[f].real == forward[f].real && inverse[f].imag == -forward[f].imag,
                          "radix %u, output %u", radix, f);
        }
    }
}
END_TEST

START_TEST(other_numbers) {
    for (uint32_t radix = 0; radix < NBL_FFT_MAX_RADIX + 9; radix++) {
        bool known = false;
        for (int k = 0; k < RADICES; k++) known |= kernels[k].radix == radix;
        ck_assert_msg((nbl_fft_radix_operations(radix) > 0) == known &&
                          (nbl_fft_radix_fused_operations(radix) > 0) == known,
                      "%u", radix);
        if (known) continue;
        nbl_complex_float32_t v[MAX_RADIX];
        for (uint32_t i = 0; i < MAX_RADIX; i++) v[i] = nbl_complex_construct((float32_t)i, 0.5f);
        nbl_fft_radix_float32_t(v, radix, false);
        for (uint32_t i = 0; i < MAX_RADIX; i++)
            ck_assert_msg(v[i].real == (float32_t)i && v[i].imag == 0.5f, "%u", radix);
    }
}
END_TEST

/* In #if, too. */
#if NBL_RADICES_3(17, 19, 36) != (21 | 25 << 5 | 18 << 10) || NBL_RADICES_2(32, 35) != (31 | 16 << 5) || \
    NBL_RADICES_6(2, 3, 4, 5, 6, 36) != (1 | 2 << 5 | 3 << 10 | 4 << 15 | 5 << 20 | 18 << 25)
#error "other fields"
#endif
#if NBL_RADICES_1(33) != (32 | 1 << 30) || NBL_RADICES_4(17, 37, 2, 47) != (16 | 36 << 6 | 1 << 12 | 46 << 18 | 1 << 30)
#error "other fields of wide radices"
#endif

START_TEST(fields) {
    uint32_t mask = 0, wide = 0;
    for (int k = 0; k < RADICES; k++) {
        const uint32_t radix = kernels[k].radix, bit = NBL_FFT_RADIX_MASK_BIT(radix),
                       number = NBL_FFT_RADIX_FIELD(radix);
        const nbl_fft_plan_t plan = {.radices = NBL_RADICES_3(17u, radix, 5u), .passes = 3},
                             back = nbl_fft_plan_reversed(plan);
        for (uint32_t p = 0; p < NBL_FFT_MAX_PASSES; p++) {
            const uint32_t expected = p == 0 ? 17u : p == 1 ? radix : p == 2 ? 5u : 1u;
            ck_assert_uint_eq(nbl_fft_plan_radix(plan, p), expected);
            ck_assert_uint_eq(nbl_fft_plan_radix(back, p), p < 3 ? nbl_fft_plan_radix(plan, 2 - p) : 1u);
        }
        wide += is_wide(radix);
        ck_assert_uint_lt(bit, 32);
        ck_assert_msg(is_wide(radix) == (bit == 0), "radix %u", radix);
        ck_assert_msg(is_wide(radix) || (mask >> bit & 1u) == 0, "radix %u: its bit is another's", radix);
        ck_assert_msg(is_wide(radix) || NBL_FFT_RADIX_OF_FIELD(number) == radix, "radix %u: its number", radix);
        mask |= 1u << bit;
    }
    ck_assert_uint_eq(wide, 8);
    ck_assert_uint_eq(mask, (uint32_t)(NBL_FFT_ALL_RADICES | NBL_FFT_PRIME_RADICES));
    ck_assert_uint_eq((uint32_t)NBL_FFT_ALL_RADICES & NBL_FFT_PRIME_RADICES, 0);
}
END_TEST

/* The same bits from every compiler and level of optimisation, while nothing is contracted. */
static uint64_t hash(uint64_t sum, const void *bytes, size_t count) { /* FNV-1a */
    for (size_t i = 0; i < count; i++) sum = (sum ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
    return sum;
}

static void add_bits(test_random_t *random, uint32_t row, uint32_t radix, uint64_t *sum32, uint64_t *sum64) {
    nbl_complex_float32_t v[MAX_RADIX];
    nbl_complex_float64_t w[MAX_RADIX];
    for (uint32_t i = 0; i < (is_wide(radix) ? MAX_RADIX : 36); i++) {
        w[i].real = test_random_real(random);
        w[i].imag = test_random_real(random);
        v[i] = nbl_complex_construct((float32_t)w[i].real, (float32_t)w[i].imag);
    }
    nbl_fft_radix_float32_t(v, radix, row % 2 != 0);
    nbl_fft_radix_float64_t(w, radix, row % 2 != 0);
    *sum32 = hash(*sum32, v, sizeof v[0] * radix);
    *sum64 = hash(*sum64, w, sizeof w[0] * radix);
}

START_TEST(same_bits) {
    test_random_t random = test_random_from(1);
    uint32_t others[RADICES], primes[RADICES],
        wide[RADICES]; /* than 11 and 13, which came next; those; what came last */
    uint32_t count = 0, prime_count = 0, wide_count = 0;
    uint64_t sum32 = 0xcbf29ce484222325u, sum64 = sum32;
    for (int k = 0; k < RADICES; k++)
        if (is_wide(kernels[k].radix))
            wide[wide_count++] = kernels[k].radix;
        else if (is_prime(kernels[k].radix))
            primes[prime_count++] = kernels[k].radix;
        else if (kernels[k].radix != 11 && kernels[k].radix != 13)
            others[count++] = kernels[k].radix;
    for (uint32_t row = 0; row < 100 * count; row++) add_bits(&random, row, others[row % count], &sum32, &sum64);
    printf("radix: bits 0x%016llx 0x%016llx\n", (unsigned long long)sum32, (unsigned long long)sum64);
    fflush(stdout);
    ck_assert_uint_eq(sum32, 0x9e798f5d6df1db90u); /* a kernel that was changed on purpose changes them too */
    ck_assert_uint_eq(sum64, 0xe9953cf791f2d118u);
    for (uint32_t row = 0; row < 400; row++) add_bits(&random, row, row % 4 < 2 ? 11 : 13, &sum32, &sum64);
    printf("radix: bits 0x%016llx 0x%016llx with 11 and 13\n", (unsigned long long)sum32, (unsigned long long)sum64);
    fflush(stdout);
    ck_assert_uint_eq(sum32, 0x073d78c6c351a220u);
    ck_assert_uint_eq(sum64, 0x3594b280d489f00fu);
    for (uint32_t row = 0; row < 500; row++) add_bits(&random, row, primes[row % prime_count], &sum32, &sum64);
    printf("radix: bits 0x%016llx 0x%016llx with primes to 31\n", (unsigned long long)sum32, (unsigned long long)sum64);
    fflush(stdout);
    ck_assert_uint_eq(sum32, 0x59926935138d5adeu);
    ck_assert_uint_eq(sum64, 0x92255c60ecbe8307u);
    for (uint32_t row = 0; row < 20 * wide_count; row++) add_bits(&random, row, wide[row % wide_count], &sum32, &sum64);
    printf("radix: bits 0x%016llx 0x%016llx with wide ones\n", (unsigned long long)sum32, (unsigned long long)sum64);
    fflush(stdout);
    ck_assert_uint_eq(sum32, 0x9d4bb7f346fee03fu);
    ck_assert_uint_eq(sum64, 0xa2da8d75816f246fu);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("radix");
    TCase *numbers = tcase_create("numbers");
    tcase_add_test(numbers, random_data);
    tcase_add_test(numbers, special_rows);
    tcase_add_test(numbers, inverse_is_conjugate);
    tcase_add_test(numbers, other_numbers);
    tcase_add_test(numbers, fields);
    tcase_add_test(numbers, same_bits);
    suite_add_tcase(suite, numbers);
    return test_run_suite(suite);
}
