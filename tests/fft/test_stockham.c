/* The Stockham transform on the emulator at every supported length, against long double.
 * SPDX-License-Identifier: Apache-2.0
 *
 * NBL_CASE=n runs one case alone, NBL_SEED=n repeats the data of a run, CK_RUN_CASE=name picks a group.
 */
#include "facts/choose.h"
#include "plan/make.h"
#include "tests/fft/stockham_testing.h"

/* The reference's own check: against the sum as it is written. */
START_TEST(reference) {
    static const uint32_t lengths[] = {1, 2, 3, 4, 12, 35, 64, 105, 243, 343, 500};
    test_random_t random = test_random_from(data_seed);
    double worst = 0;
    for (size_t n = 0; n < sizeof lengths / sizeof lengths[0]; n++)
        for (int inverse = 0; inverse < 2; inverse++) {
            test_complex_t x[500], slow[500], fast[500];
            test_error_t error = {0, 0, 0};
            for (uint32_t i = 0; i < lengths[n]; i++)
                x[i] = (test_complex_t){(long double)test_random_real(&random), (long double)test_random_real(&random)};
            test_dft(x, slow, lengths[n], inverse != 0);
            test_fft(x, fast, lengths[n], inverse != 0);
            for (uint32_t i = 0; i < lengths[n]; i++) test_error_add(&error, slow[i], fast[i].real, fast[i].imag);
            if (test_error_relative(&error) > worst) worst = test_error_relative(&error);
        }
    printf("reference: by factors against the definition: relative L2 %.2e\n", worst);
    fflush(stdout);
    ck_assert_double_lt(worst, 1e-18);
}
END_TEST

/* Devices of three kinds, in turn: the shared memory decides windows and padding. */
static nbl_fft_limits_t limits_of(uint32_t length) {
    static const uint32_t shared[] = {16384, 32768, 49152};
    nbl_fft_limits_t limits = nbl_fft_emulator_limits(8u << case_number % 3);
    limits.max_shared_bytes = length > 4096 ? 49152 : shared[case_number % 3];
    return limits;
}

static void run_case(tally_t *tally, nbl_fft_precision_t precision, uint32_t length, bool inverse) {
    if (!begin_case()) return;
    case_t c = {precision, length, ROWS, inverse, limits_of(length), NULL};
    nbl_fft_transform_plan_t plan = plan_case(&c);
    void *input = make_input(&c, &plan), *output = allocate_buffer(&plan);
    emulate_case(&c, &plan, input, output);
    judge_case(tally, &c, &plan, input, output);
    free(input);
    free(output);
    tally->cases++;
}

/* Every `step`th supported length to `most`, forward and inverse, another of `step` in another run; and of larger ones
 * some. */
static void run_lengths(const char *name, nbl_fft_precision_t precision, uint32_t most, uint32_t step,
                        const uint32_t *larger, uint32_t larger_count) {
    tally_t tally;
    memset(&tally, 0, sizeof tally);
    uint32_t dwords = nbl_fft_precision_dwords(precision), found = 0;
    case_number = 10000 * (uint32_t)precision;
    for (uint32_t length = 2; length <= most; length++) {
        if (!nbl_fft_plan_is_common(length) || nbl_fft_plan_check_length(length, dwords, NULL) != NBL_SUCCESS ||
            !test_takes(found++, step))
            continue;
        run_case(&tally, precision, length, false);
        run_case(&tally, precision, length, true);
    }
    for (uint32_t i = 0; i < larger_count; i++) {
        run_case(&tally, precision, larger[i], false);
        run_case(&tally, precision, larger[i], true);
    }
    print_tally(name, &tally);
    if (getenv("NBL_CASE")) return;
    ck_assert_uint_eq(found, 247);
    const uint32_t first = test_part(step), taken = test_all() ? found : (found - first + step - 1) / step;
    ck_assert_uint_eq(tally.cases, 2 * (taken + larger_count));
}

START_TEST(float32) {
    static const uint32_t larger[] = {4116, 5000, 5120, 6000, 6561, 7168, 7203, 8000, 8192, 16384, 32768};
    run_lengths("emulator, float32", NBL_FFT_FLOAT32, 4096, 1, larger, 11);
}
END_TEST

START_TEST(float64) {
    static const uint32_t larger[] = {8192};
    run_lengths("emulator, float64", NBL_FFT_FLOAT64, 4096, 4, larger, 1);
}
END_TEST

START_TEST(float16) {
    if (!nbl_fft_emulator_limits(8).float16) {
        printf("SKIPPED: float16 on the emulator: this compiler has no such type\n");
        return;
    }
    run_lengths("emulator, float16", NBL_FFT_FLOAT16, 4096, 6, NULL, 0);
}
END_TEST

/* Needs no half type of the compiler. */
START_TEST(float16_storage) {
    static const uint32_t larger[] = {8192, 32768};
    run_lengths("emulator, float16 storage", NBL_FFT_FLOAT16_STORAGE, 4096, 6, larger, 2);
}
END_TEST

int main(void) {
    begin_data("stockham");
    Suite *suite = suite_create("stockham");
    add_group(suite, "reference", reference);
    add_group(suite, "fp32", float32);
    add_group(suite, "fp64", float64);
    add_group(suite, "fp16", float16);
    add_group(suite, "fp16-storage", float16_storage);
    return test_run_suite(suite);
}
