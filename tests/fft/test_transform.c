/* The transform on the emulator over its whole grid of parameters, against long double.
 * SPDX-License-Identifier: Apache-2.0
 *
 * NBL_CASE=n runs one case alone, NBL_SEED=n repeats the data of a run, CK_RUN_CASE=name picks a group.
 */
#include "tests/fft/transform_grids_testing.h"

/* The reference's own check: the fast form against the sum as it is written. */
START_TEST(reference) {
    test_random_t random = test_random_from(data_seed);
    double worst = 0;
    for (uint32_t length = 1; length <= 512; length *= 2)
        for (int inverse = 0; inverse < 2; inverse++) {
            test_complex_t x[512], slow[512], fast[512];
            test_error_t error = {0, 0, 0};
            for (uint32_t i = 0; i < length; i++) {
                x[i].real = (long double)test_random_real(&random);
                x[i].imag = (long double)test_random_real(&random);
            }
            test_dft(x, slow, length, inverse != 0);
            test_fft(x, fast, length, inverse != 0);
            for (uint32_t i = 0; i < length; i++) test_error_add(&error, slow[i], fast[i].real, fast[i].imag);
            if (test_error_relative(&error) > worst) worst = test_error_relative(&error);
        }
    printf("reference: fast form against the definition, lengths to 512: relative L2 %.2e\n", worst);
    fflush(stdout);
    ck_assert_double_lt(worst, 1e-18);
}
END_TEST

/* Tests shapes of 5 numbers of elements and of workgroups from a subgroup to 1024 invocations: every `step`th one, and
 * of them one in `parts` in each run. */
static void grid(nbl_fft_precision_t precision, uint32_t step, uint32_t parts) {
    static const uint32_t subgroups[] = {1, 4, 8, 32, 64, 128}, workgroups[] = {11, 9, 8, 6, 5, 4};
    group_t group = {.name = "emulator"};
    uint32_t cases = 0;
    case_number = 10000 * (uint32_t)precision;
    for (size_t i = 0; i < sizeof subgroups / sizeof subgroups[0]; i++) {
        const uint32_t shapes = (5 * workgroups[i] + step - 1) / step, part = test_all() ? 0 : test_part(parts);
        cases += 8 * (test_all() ? shapes : (shapes + parts - 1 - part) / parts);
        for (uint32_t form = 0; form < 4; form++)
            run_grid(&group, precision, subgroups[i], subgroups[i], 1024, step, parts, form);
    }
    end_group(&group, cases);
}

START_TEST(float32) { grid(NBL_FFT_FLOAT32, 1, 2); }
END_TEST

START_TEST(float64) { grid(NBL_FFT_FLOAT64, 3, 2); }
END_TEST

START_TEST(float16) {
    if (!nbl_fft_emulator_limits(8).float16) {
        printf("SKIPPED: float16 on the emulator: this compiler has no such type\n");
        return;
    }
    grid(NBL_FFT_FLOAT16, 5, 2);
}
END_TEST

START_TEST(float16_storage) { grid(NBL_FFT_FLOAT16_STORAGE, 5, 1); }
END_TEST

START_TEST(large_batches) {
    group_t group = {.name = "emulator, batch 1000"};
    case_number = 50000;
    run_large_batches(&group, 32);
    end_group(&group, 2 * LARGE_BATCHES);
}
END_TEST

int main(void) {
    data_seed = begin_data("transform");
    Suite *suite = suite_create("transform");
    add_group(suite, "reference", reference);
    add_group(suite, "emulator-fp32", float32);
    add_group(suite, "emulator-fp64", float64);
    add_group(suite, "emulator-fp16", float16);
    add_group(suite, "emulator-fp16-storage", float16_storage);
    add_group(suite, "emulator-batch", large_batches);
    return test_run_suite(suite);
}
