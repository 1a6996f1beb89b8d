/* Exchanges that pack two halves in a dword, in fast mode of halves in memory: their error; nothing overflows on the
 * way.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/fft/stockham_testing.h"
#include "nbl/fft/plan_counts.h"

static case_t case_of(uint32_t length, bool inverse, const char *text) {
    return (case_t){NBL_FFT_FLOAT16_STORAGE, length, 2, inverse, nbl_fft_emulator_limits(32), text};
}

/* As fast mode has it; emulate_case() counts the barriers. */
static void pack(nbl_fft_transform_plan_t *plan) {
    plan->parameters.packed = 1;
    plan->barriers = nbl_fft_plan_barriers_of(plan->parameters.plan, 1);
}

/* The relative L2 error of random signals. */
static double error_of(const case_t *c, bool packed) {
    nbl_fft_transform_plan_t plan = plan_case(c);
    uint32_t *input = allocate_buffer(&plan), *output = allocate_buffer(&plan);
    test_complex_t *x = malloc(c->length * sizeof *x), *wanted = malloc(c->length * sizeof *wanted);
    test_random_t random = test_random_from(data_seed + c->length);
    test_error_t sum = {0, 0, 0};
    double scale = c->inverse ? c->length : 1.0; /* its results are normal halves, then */
    ck_assert(x && wanted);
    ck_assert_uint_eq(plan.parameters.packed, 0);
    if (packed) pack(&plan);
    for (uint32_t i = 0; i < c->length * c->rows; i++)
        store_element(c->precision, input, i, scale * test_random_real(&random), scale * test_random_real(&random));
    emulate_case(c, &plan, (float *)input, (float *)output);
    for (uint32_t row = 0; row < c->rows; row++) {
        for (uint32_t i = 0; i < c->length; i++)
            x[i] = load_element(c->precision, input, (uint64_t)row * c->length + i);
        test_fft(x, wanted, c->length, c->inverse);
        for (uint32_t i = 0; i < c->length; i++) {
            test_complex_t z = load_element(c->precision, output, (uint64_t)row * c->length + i);
            test_error_add(&sum, wanted[i], z.real, z.imag);
        }
    }
    free(input);
    free(output);
    free(x);
    free(wanted);
    return test_error_relative(&sum);
}

/* Each rounding to a half errs by 2.05e-4 in the mean: one at the end, and one of each exchange. */
START_TEST(errors) {
    static const struct {
        uint32_t length;
        const char *plan;
        uint32_t exchanges;
    } cases[] = {
        {96, "8x12@12", 1}, {1000, "10x10x10@100", 2}, {1344, "12x7x16@112*2/2", 2}, {4096, "8x16x32@128*1/2", 2}};
    for (uint32_t i = 0; i < 8; i++) {
        case_t c = case_of(cases[i / 2].length, i % 2 == 1, cases[i / 2].plan);
        double before = error_of(&c, false), packed = error_of(&c, true);
        double wanted = 2.05e-4 * sqrt(1.0 + cases[i / 2].exchanges);
        printf("%s%s: %.3e, packed %.3e\n", c.plan_text, c.inverse ? ", inverse" : "", before, packed);
        ck_assert_msg(packed < 1.15 * wanted, "%s: %.3e", c.plan_text, packed);
        ck_assert_msg(packed > 1.2 * before, "%s: %.3e for %.3e: nothing was packed", c.plan_text, packed, before);
    }
}
END_TEST

/* One element alone, whose spectrum is as large everywhere; and a flat spectrum, whose sums would be 4096 times what a
 * half holds if they were not scaled on the way. */
START_TEST(range) {
    for (uint32_t inverse = 0; inverse < 2; inverse++) {
        case_t c = case_of(4096, inverse == 1, "16x16x16@256");
        nbl_fft_transform_plan_t plan = plan_case(&c);
        uint32_t *input = allocate_buffer(&plan), *output = allocate_buffer(&plan);
        pack(&plan);
        for (uint32_t i = 0; i < c.length * c.rows; i++)
            store_element(c.precision, input, i, inverse || i % c.length == 0 ? 65504 : 0, 0);
        emulate_case(&c, &plan, (float *)input, (float *)output);
        for (uint32_t i = 0; i < c.length * c.rows; i++) {
            test_complex_t z = load_element(c.precision, output, i);
            double wanted = !inverse || i % c.length == 0 ? 65504 : 0;
            ck_assert_msg(fabs((double)z.real - wanted) <= 64 && fabs((double)z.imag) <= 64,
                          "inverse %u, element %u: %Lg %Lg", inverse, i, z.real, z.imag);
        }
        free(input);
        free(output);
    }
}
END_TEST

static nbl_fft_transform_plan_t planned(nbl_fft_precision_t precision, nbl_fft_kind_t kind, bool fast) {
    nbl_fft_transform_desc_t desc = {.algorithm = NBL_FFT_STOCKHAM,
                                     .precision = precision,
                                     .length = 1000,
                                     .batch = 1,
                                     .kind = kind,
                                     .any_radices = fast,
                                     .rounds = 1,
                                     .limits = nbl_fft_emulator_limits(32)};
    nbl_fft_transform_plan_t plan;
    nbl_error_t error;
    ck_assert_msg(nbl_fft_transform_plan(&desc, &plan, &error) == NBL_SUCCESS, "%s", error.text);
    return plan;
}

START_TEST(who_packs) {
    nbl_fft_transform_plan_t fast = planned(NBL_FFT_FLOAT16_STORAGE, NBL_FFT_COMPLEX, true);
    ck_assert_uint_eq(fast.parameters.packed, 1);
    ck_assert_uint_eq(fast.barriers, nbl_fft_plan_barriers_of(fast.parameters.plan, 1));
    ck_assert_uint_lt(fast.barriers, nbl_fft_plan_barriers(fast.parameters.plan));
    ck_assert_uint_eq(planned(NBL_FFT_FLOAT16_STORAGE, NBL_FFT_COMPLEX, false).parameters.packed, 0);
    ck_assert_uint_eq(planned(NBL_FFT_FLOAT16_STORAGE, NBL_FFT_REAL, true).parameters.packed, 0);
    ck_assert_uint_eq(planned(NBL_FFT_FLOAT32, NBL_FFT_COMPLEX, true).parameters.packed, 0);
}
END_TEST

int main(void) {
    data_seed = test_random_begin("packed").state;
    Suite *suite = suite_create("packed");
    TCase *tests = tcase_create("packed");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, errors);
    tcase_add_test(tests, range);
    tcase_add_test(tests, who_packs);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
