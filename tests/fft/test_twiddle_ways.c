/* The ways to make a butterfly's twiddles give the same spectrum, each as well as it should, and the same bits whether
 * octants are found by comparing or by dividing; and which is used where.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/fft/stockham_testing.h"
#include "facts/facts.h"

enum { WAYS = 13 };
static const char *const names[WAYS] = {"of two",
                                        "evaluated",
                                        "by fourths",
                                        "of one",
                                        "of one and fourth",
                                        "stepped, of two",
                                        "stepped, by fourths",
                                        "stepped, of one",
                                        "stepped, of one and fourth",
                                        "partly stepped, of two",
                                        "partly stepped, by fourths",
                                        "partly stepped, of one",
                                        "partly stepped, of one and fourth"};

/* The relative L2 error of a case whose twiddles are made in a way; *differing: scalars that are not those of way 0. */
static double error_of(const case_t *c, uint32_t way, float *first, uint32_t *differing) {
    nbl_fft_transform_plan_t plan = plan_case(c);
    float *input = allocate_buffer(&plan), *output = allocate_buffer(&plan);
    test_complex_t *x = malloc(c->length * sizeof *x), *wanted = malloc(c->length * sizeof *wanted);
    test_random_t random = test_random_from(data_seed + c->length);
    test_error_t sum = {0, 0, 0};
    ck_assert(x && wanted);
    ck_assert_uint_eq(plan.parameters.twiddles, NBL_FFT_TWIDDLES_OF_TWO);
    plan.parameters.twiddles = way;
    for (uint32_t i = 0; i < 2 * c->length * c->rows; i++) input[i] = (float)test_random_real(&random);
    emulate_case(c, &plan, input, output);
    for (uint32_t row = 0; row < c->rows; row++) {
        const float *in = input + 2 * row * c->length, *out = output + 2 * row * c->length;
        for (uint32_t i = 0; i < c->length; i++)
            x[i] = (test_complex_t){(long double)in[2 * i], (long double)in[2 * i + 1]};
        test_fft(x, wanted, c->length, c->inverse);
        for (uint32_t i = 0; i < c->length; i++)
            test_error_add(&sum, wanted[i], (long double)out[2 * i], (long double)out[2 * i + 1]);
    }
    *differing = 0;
    for (uint32_t i = 0; i < 2 * c->length * c->rows; i++) {
        if (way == 0) first[i] = output[i];
        *differing += memcmp(&first[i], &output[i], sizeof first[i]) != 0;
    }
    free(input);
    free(output);
    free(x);
    free(wanted);
    return test_error_relative(&sum);
}

/* Radices 10; 16 and 32 at their latest; 3, 4 and 5, where there is little to multiply; and several butterflies of an
 * invocation, whose numerators pass the stride in between or not, and which some invocations lack. */
START_TEST(ways) {
    static const char *const plans[] = {"10x10x10@100", "8x16x32@128", "16x16x16@256", "5x4x3@20",
                                        "15x14x9@135",  "7x21x7@49",   "5x14x5x7@175", "7x5x9x7@123"};
    static const uint32_t lengths[] = {1000, 4096, 4096, 60, 1890, 1029, 2450, 2205};
    static const double bounds[WAYS] = {1.0, 1.03, 1.35, 4.0, 1.6, 1.1, 1.4,
                                        4.0, 1.7,  1.1,  1.4, 4.0, 1.7}; /* of the first way's error */
    float *first = malloc(2 * sizeof *first * 4 * 4096);
    ck_assert(first != NULL);
    for (int p = 0; p < 8; p++) {
        double usual = 0.0;
        case_t c = {NBL_FFT_FLOAT32, lengths[p], 4, p % 2 == 1, nbl_fft_emulator_limits(32), plans[p]};
        for (uint32_t way = 0; way < WAYS; way++) {
            uint32_t differing;
            double e = error_of(&c, way, first, &differing);
            if (way == 0) {
                usual = e;
                uint32_t by_comparing;
                (void)error_of(&c, NBL_FFT_TWIDDLES_COMPARED, first, &by_comparing);
                ck_assert_msg(by_comparing == 0, "%s: %u scalars have other bits by comparing", plans[p], by_comparing);
            }
            printf("%u as %s, %s: %.3e\n", lengths[p], plans[p], names[way], e);
            ck_assert_msg(e <= bounds[way] * usual, "%s, %s: %.3e, %.3f times as much as of two", plans[p], names[way],
                          e, e / usual);
            /* Radices up to 4 have no product to evaluate instead. */
            ck_assert(way == 0 || differing > 0 || (way == 1 && lengths[p] == 60) ||
                      (way >= NBL_FFT_TWIDDLES_STEPPED && p < 5));
        }
    }
    free(first);
}
END_TEST

static uint32_t chosen(nbl_fft_precision_t precision, uint32_t length, bool fast) {
    nbl_fft_transform_desc_t desc = {.algorithm = NBL_FFT_STOCKHAM,
                                     .precision = precision,
                                     .length = length,
                                     .batch = 1,
                                     .any_radices = fast,
                                     .limits = nbl_fft_emulator_limits(32)};
    nbl_fft_transform_plan_t plan;
    nbl_error_t error;
    ck_assert_msg(nbl_fft_transform_plan(&desc, &plan, &error) == NBL_SUCCESS, "%s", error.text);
    return plan.parameters.twiddles;
}

START_TEST(who_uses_which) {
    uint32_t other = 0;
    for (uint32_t length = 2000; length <= 2500; length++) { /* fast mode by the table, exact mode never otherwise */
        const nbl_fact_case_t of = {
            .device = NBL_DEVICE_NVIDIA, .kind = NBL_FACT_TRANSFORM, .fast = true, .precision = NBL_FFT_FLOAT32};
        const nbl_fact_t *row = nbl_facts_next(NULL, NULL, length, &of);
        if (row == NULL) continue;
        ck_assert_uint_eq(chosen(NBL_FFT_FLOAT32, length, true), row->twiddles);
        if (nbl_fft_check_length(NBL_FFT_STOCKHAM, NBL_FFT_FLOAT32, length, NULL) ==
            NBL_SUCCESS) /* no prime above 13 */
            ck_assert_uint_eq(chosen(NBL_FFT_FLOAT32, length, false), NBL_FFT_TWIDDLES_OF_TWO);
        other += row->twiddles != NBL_FFT_TWIDDLES_OF_TWO;
    }
    ck_assert_uint_ge(other, 3);
    ck_assert_uint_eq(chosen(NBL_FFT_FLOAT16_STORAGE, 4096, false), NBL_FFT_TWIDDLES_OF_ONE);
    ck_assert_uint_eq(chosen(NBL_FFT_FLOAT16_STORAGE, 1000, true), NBL_FFT_TWIDDLES_STEPPED_OF_ONE);
}
END_TEST

int main(void) {
    data_seed = test_random_begin("twiddle_ways").state;
    Suite *suite = suite_create("twiddle_ways");
    TCase *tests = tcase_create("twiddle_ways");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, ways);
    tcase_add_test(tests, who_uses_which);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
