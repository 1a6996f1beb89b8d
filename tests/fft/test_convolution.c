/* Convolutions and correlations of 1 to 3 dimensions beside their definition.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_SILENT_DEPRECATED /* calls functions of 0.2.0 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "nbl/host/convolution.h"
#include "tests/common/testing.h"
#include "tests/fft/convolution_testing.h"

enum { MOST = 4096 };

static test_complex_t signal[MOST], kernel[MOST];

static void put(char *memory, const nbl_convolution_desc_t *desc, uint64_t i, test_complex_t *z) {
    const int parts = desc->complex_numbers ? 2 : 1;
    long double *const values[] = {&z->real, &z->imag};
    if (!desc->complex_numbers) z->imag = 0;
    for (int part = 0; part < parts; part++) {
        const size_t at = (size_t)i * (size_t)parts + (size_t)part;
        if (desc->precision == NBL_FFT_FLOAT32)
            *values[part] = (long double)(((float *)(void *)memory)[at] = (float)*values[part]);
        else
            *values[part] = (long double)(((double *)(void *)memory)[at] = (double)*values[part]);
    }
}

static test_complex_t get(const char *memory, const nbl_convolution_desc_t *desc, uint64_t i) {
    long double values[2] = {0, 0};
    const int parts = desc->complex_numbers ? 2 : 1;
    for (int part = 0; part < parts; part++) {
        const size_t at = (size_t)i * (size_t)parts + (size_t)part;
        values[part] = desc->precision == NBL_FFT_FLOAT32 ? (long double)((const float *)(const void *)memory)[at]
                                                          : (long double)((const double *)(const void *)memory)[at];
    }
    return (test_complex_t){values[0], values[1]};
}

static void indices_of(const uint64_t *sizes, uint32_t rank, uint64_t i, int64_t *indices) {
    for (uint32_t d = rank; d-- > 0; i /= sizes[d]) indices[d] = (int64_t)(i % sizes[d]);
}

/* The sum for one element of the full result; of a correlation by the kernel backwards. */
static test_complex_t direct(const nbl_convolution_desc_t *desc, const int64_t *at, uint64_t signals) {
    test_complex_t sum = {0, 0};
    for (uint64_t i = 0; i < signals; i++) {
        int64_t indices[3];
        uint64_t place = 0;
        bool within = true;
        indices_of(desc->sizes, desc->rank, i, indices);
        for (uint32_t d = 0; d < desc->rank; d++) {
            const int64_t k = at[d] - indices[d], size = (int64_t)desc->kernel_sizes[d];
            within = within && k >= 0 && k < size;
            place = place * desc->kernel_sizes[d] + (uint64_t)(desc->correlates ? size - 1 - k : k);
        }
        if (!within) continue;
        const test_complex_t x = signal[i], k = kernel[place];
        const long double imag = desc->correlates ? -k.imag : k.imag;
        sum.real += x.real * k.real - x.imag * imag;
        sum.imag += x.real * imag + x.imag * k.real;
    }
    return sum;
}

static double check_case(const nbl_convolution_desc_t *desc, test_random_t *random) {
    static _Alignas(16) char input[2 * MOST * 16], taps[MOST * 16], output[8 * MOST * 16];
    uint64_t signals = 1, kernels = 1, results = 1, sizes[3];
    nbl_error_t error;
    nbl_convolution_t *convolution;
    for (uint32_t d = 0; d < desc->rank; d++) signals *= desc->sizes[d], kernels *= desc->kernel_sizes[d];
    ck_assert(signals <= MOST / 2 && kernels <= MOST);
    for (uint64_t i = 0; i < kernels; i++) {
        kernel[i] = (test_complex_t){test_random_real(random), test_random_real(random)};
        put(taps, desc, i, &kernel[i]);
    }
    static test_complex_t all[MOST];
    for (uint64_t i = 0; i < signals * desc->batch; i++) {
        all[i] = (test_complex_t){test_random_real(random), test_random_real(random)};
        put(input, desc, i, &all[i]);
    }
    TEST_EXPECT(nbl_convolution_create(desc, taps, &convolution, &error));
    memset(taps, 0, sizeof taps); /* it is not needed any more */
    for (uint32_t d = 0; d < desc->rank; d++) results *= sizes[d] = nbl_convolution_size(convolution, d);
    ck_assert_uint_eq(nbl_convolution_size(convolution, desc->rank), 0);
    for (int again = 0; again < 2; again++) TEST_EXPECT(nbl_convolution_run(convolution, input, output, &error));
    nbl_convolution_destroy(convolution);
    test_error_t relative = {0};
    for (uint64_t b = 0; b < desc->batch; b++) {
        memcpy(signal, all + b * signals, (size_t)signals * sizeof *signal);
        for (uint64_t i = 0; i < results; i++) {
            int64_t at[3];
            indices_of(sizes, desc->rank, i, at);
            for (uint32_t d = 0; d < desc->rank; d++) {
                const int64_t k = (int64_t)desc->kernel_sizes[d] - 1;
                at[d] += desc->part == NBL_CONVOLUTION_FULL ? 0 : desc->part == NBL_CONVOLUTION_SAME ? k / 2 : k;
            }
            const test_complex_t got = get(output, desc, b * results + i);
            test_error_add(&relative, direct(desc, at, signals), got.real, got.imag);
        }
    }
    return test_error_relative(&relative);
}

START_TEST(beside_the_definition) {
    static const uint32_t most[] = {0, 300, 20, 7}, most_kernel[] = {0, 200, 12, 5};
    test_random_t random = test_random_begin("convolution");
    double worst[2] = {0, 0};
    for (int i = 0; i < (test_all() ? 600 : 90); i++) {
        const nbl_convolution_desc_t desc = test_convolution_at_random(&random, most, most_kernel);
        const double relative = check_case(&desc, &random);
        const bool wide = desc.precision == NBL_FFT_FLOAT64;
        ck_assert_msg(relative < (wide ? 5e-15 : 2e-6), "case %d, rank %u, part %d: relative L2 %.2e", i, desc.rank,
                      (int)desc.part, relative);
        if (relative > worst[wide]) worst[wide] = relative;
    }
    printf("convolution: relative L2 to %.2e (fp32), %.2e (fp64)\n", worst[0], worst[1]);
}
END_TEST

/* More elements than a workgroup's transform has, by several threads: an impulse moves the signal. */
START_TEST(long_signals) {
    enum { LENGTH = 70000, KERNEL = 5001 };
    static float x[LENGTH], k[KERNEL], y[LENGTH + KERNEL - 1];
    test_random_t random = test_random_begin("long convolution");
    nbl_convolution_desc_t desc = nbl_convolution_desc_init();
    nbl_convolution_t *convolution;
    nbl_error_t error;
    for (int i = 0; i < LENGTH; i++) x[i] = (float)test_random_real(&random);
    k[1234] = 2.0f;
    desc.rank = 1;
    desc.sizes[0] = LENGTH;
    desc.kernel_sizes[0] = KERNEL;
    desc.threads = 3;
    TEST_EXPECT(nbl_convolution_create(&desc, k, &convolution, &error));
    TEST_EXPECT(nbl_convolution_run(convolution, x, y, &error));
    ck_assert_uint_gt(nbl_convolution_bytes(convolution), 3 * 4 * (LENGTH + KERNEL));
    nbl_convolution_destroy(convolution);
    for (int i = 0; i < LENGTH + KERNEL - 1; i++) {
        const float wanted = i >= 1234 && i < 1234 + LENGTH ? 2.0f * x[i - 1234] : 0.0f;
        ck_assert_msg(y[i] - wanted < 3e-6f && wanted - y[i] < 3e-6f, "element %d: %g, not %g", i, (double)y[i],
                      (double)wanted);
    }
}
END_TEST

START_TEST(refusals) {
    static const float k[16], x[16];
    static float y[64];
    nbl_convolution_desc_t good = nbl_convolution_desc_init(), d;
    nbl_convolution_t *convolution = NULL;
    nbl_error_t error;
    good.rank = 2;
    good.sizes[0] = good.sizes[1] = 4;
    good.kernel_sizes[0] = good.kernel_sizes[1] = 3;
#define REFUSED(change, result, why) \
    d = good; \
    change; \
    ck_assert_int_eq(nbl_convolution_create(&d, k, &convolution, &error), result); \
    ck_assert_msg(strstr(error.text, why) != NULL && convolution == NULL, "'%s' does not say '%s'", error.text, why)
    REFUSED(d.rank = 0, NBL_ERROR_ARGUMENT, "rank");
    REFUSED(d.rank = 4, NBL_ERROR_ARGUMENT, "rank");
    REFUSED(d.batch = 0, NBL_ERROR_ARGUMENT, "batch");
    REFUSED(d.sizes[1] = 0, NBL_ERROR_ARGUMENT, "size 0 of dimension 1");
    REFUSED(d.kernel_sizes[0] = 0, NBL_ERROR_ARGUMENT, "kernel's size 0 of dimension 0");
    REFUSED((d.kernel_sizes[0] = 5, d.part = NBL_CONVOLUTION_VALID), NBL_ERROR_ARGUMENT, "beyond the signal's 4");
    REFUSED(d.precision = NBL_FFT_FLOAT16, NBL_ERROR_ARGUMENT, "precision");
    REFUSED(d.part = (nbl_convolution_part_t)3, NBL_ERROR_ARGUMENT, "part");
    REFUSED(d.threads = 65, NBL_ERROR_ARGUMENT, "threads");
    REFUSED(d.sizes[0] = UINT64_MAX, NBL_ERROR_LIMIT, "beyond 134217728");
    REFUSED((d.sizes[0] = 1u << 27), NBL_ERROR_LIMIT, "beyond 134217728");
#undef REFUSED
    ck_assert_int_eq(nbl_convolution_create(NULL, k, &convolution, &error), NBL_ERROR_ARGUMENT);
    ck_assert_int_eq(nbl_convolution_create(&good, NULL, &convolution, &error), NBL_ERROR_ARGUMENT);
    ck_assert_int_eq(nbl_convolution_create(&good, k, NULL, &error), NBL_ERROR_ARGUMENT);
    TEST_EXPECT(nbl_convolution_create(&good, k, &convolution, &error));
    ck_assert_int_eq(nbl_convolution_run(NULL, x, y, &error), NBL_ERROR_ARGUMENT);
    ck_assert_int_eq(nbl_convolution_run(convolution, NULL, y, &error), NBL_ERROR_ARGUMENT);
    ck_assert_int_eq(nbl_convolution_run(convolution, x, NULL, &error), NBL_ERROR_ARGUMENT);
    nbl_convolution_destroy(convolution);
    nbl_convolution_destroy(NULL);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("convolution");
    TCase *tests = tcase_create("convolution");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, beside_the_definition);
    tcase_add_test(tests, long_signals);
    tcase_add_test(tests, refusals);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
