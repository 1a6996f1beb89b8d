/* The largest elements that every scalar, normalisation and direction transforms without an overflow, as
 * docs/guide/concepts.md has it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * What grows most is a single tone, which ends up in one element; and a spectrum that is alike everywhere. The
 * limits leave one part in fifty for what roundings add.
 */
#include "tests/fft/array_testing.h"

enum { LONGEST = 8192 };

static _Alignas(16) unsigned char source[LONGEST * 16], target[LONGEST * 16];

static const double largest[] = {65504, 3.4028234663852886e38, 1.7976931348623157e308};

/* The largest magnitude of an element that docs/guide/concepts.md promises. */
static double limit(const array_case_t *c) {
    double margin = largest[c->precision] * 0.98;
    if (c->precision != NBL_FFT_FLOAT16 || c->normalization == NBL_FFT_UNNORMALIZED) return margin / c->length;
    return c->normalization == NBL_FFT_BY_ROOT ? margin / sqrt(c->length) : margin;
}

/* A tone of some frequency; signal 4: random signs; signal 5: one element alone. */
static void fill_source(const array_case_t *c, uint32_t signal, double magnitude) {
    test_random_t random = test_random_from(data_seed + c->length);
    const uint32_t frequencies[] = {0, 1, c->length / 3, c->length / 2};
    for (uint32_t i = 0; i < c->length; i++) {
        double real = i == 0 ? magnitude : 0, imag = 0;
        if (signal < 4) {
            double angle =
                2 * 3.14159265358979323846 * (double)((uint64_t)frequencies[signal] * i % c->length) / c->length;
            real = magnitude * cos(angle);
            imag = magnitude * sin(angle);
        } else if (signal == 4) {
            real = (test_random_below(&random, 2) ? magnitude : -magnitude) * 0.7071;
            imag = (test_random_below(&random, 2) ? magnitude : -magnitude) * 0.7071;
        }
        array_store(c->precision, source, i, real, imag);
    }
}

static uint32_t all_forms(array_case_t c) {
    uint32_t cases = 0;
    for (uint32_t form = 0; form < 6; form++)
        for (uint32_t signal = 0; signal < 6; signal++) {
            c.inverse = form / 3;
            c.normalization = form % 3;
            char text[128];
            array_describe(&c, text);
            fill_source(&c, signal, limit(&c));
            array_emulate(&c, source, target);
            double error = array_error(&c, source, target);
            ck_assert_msg(error <= 10 * bound_of(c.precision, c.length), "%s, signal %u: relative L2 %.3e", text,
                          signal, error);
            cases++;
        }
    return cases;
}

START_TEST(limits) {
    static const uint32_t lengths[] = {2, 12, 49, 96, 1000, 1024, 2187, 8192};
    uint32_t cases = 0, precisions = 0;
    for (int precision = NBL_HAS_FLOAT16 ? 0 : 1; precision < 3; precision++, precisions++) {
        nbl_fft_precision_t p = (nbl_fft_precision_t)precision;
        for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
            cases += all_forms(array_case_stockham(p, lengths[i]));
        for (uint32_t elements = 2; elements <= 32; elements *= 2) /* even and odd logarithms of the length */
            for (uint32_t invocations = 16; invocations <= 32; invocations *= 2)
                cases += all_forms(array_case_radix2(p, elements, invocations));
        cases += all_forms(array_case_radix2(p, 32, 256));
    }
    if (!NBL_HAS_FLOAT16) printf("SKIPPED: float16 on the emulator: this compiler has no such type\n");
    printf("range: %u cases\n", cases);
    ck_assert_uint_eq(cases, precisions * 36 * (8 + 10 + 1));
}
END_TEST

/* What a user sent: a flat spectrum of 20000 back to the signal, and 1800 by the root. */
START_TEST(known) {
    if (!NBL_HAS_FLOAT16) return;
    for (uint32_t algorithm = 0; algorithm < 2; algorithm++)
        for (uint32_t by_root = 0; by_root < 2; by_root++) {
            array_case_t c =
                algorithm ? array_case_stockham(NBL_FFT_FLOAT16, 1024) : array_case_radix2(NBL_FFT_FLOAT16, 4, 256);
            c.normalization = by_root ? NBL_FFT_BY_ROOT : NBL_FFT_BY_LENGTH;
            c.inverse = !by_root;
            fill_source(&c, 0, by_root ? 1800 : 20000);
            array_emulate(&c, source, target);
            test_complex_t first = load(NBL_FFT_FLOAT16, target, 0);
            ck_assert_double_eq((double)first.real, by_root ? 57600 : 20000);
            ck_assert_double_eq((double)first.imag, 0);
        }
}
END_TEST

/* Real signals, whose elements and mirrors are added up beside: a spectrum that is alike everywhere, and two that
 * are. */
START_TEST(real) {
    if (!NBL_HAS_FLOAT16) return;
    for (uint32_t algorithm = 0; algorithm < 2; algorithm++)
        for (uint32_t two = 0; two < 2; two++) {
            nbl_fft_transform_desc_t desc = nbl_fft_transform_desc_init();
            nbl_fft_transform_plan_t plan;
            nbl_error_t error;
            desc.algorithm = algorithm;
            desc.precision = NBL_FFT_FLOAT16;
            desc.kind = two ? NBL_FFT_REAL_TWO : NBL_FFT_REAL;
            desc.length = 256;
            desc.inverse = true;
            desc.limits = nbl_fft_emulator_limits(8);
            TEST_EXPECT(nbl_fft_transform_plan(&desc, &plan, &error));
            memset(source, 0, sizeof source);
            const double value = 45000;
            const nbl_emulator_launch_t launch = nbl_emulator_launch_init();
            for (uint32_t f = 0; f < plan.input_bytes / plan.element_bytes; f++)
                array_store(NBL_FFT_FLOAT16, source, f, value, 0);
            TEST_EXPECT(nbl_fft_transform_emulate(&plan, &launch, source, target, NULL, &error));
            for (uint32_t i = 0; i < plan.output_bytes / plan.element_bytes; i++) {
                test_complex_t z = load(NBL_FFT_FLOAT16, target, i);
                ck_assert_msg(fabsl(z.real - (i == 0 ? value : 0)) < 100, "%u %u: element %u: %Lg", algorithm, two, i,
                              z.real);
                ck_assert_msg(fabsl(z.imag - (two && i == 0 ? value : 0)) < 100, "%u %u: element %u: %Lg", algorithm,
                              two, i, z.imag);
            }
        }
}
END_TEST

int main(void) {
    data_seed = begin_data("range");
    Suite *suite = suite_create("range");
    add_group(suite, "limits", limits);
    add_group(suite, "known", known);
    add_group(suite, "real", real);
    return test_run_suite(suite);
}
