/* nbl-fft transform --real as a user meets it: spectra of real signals of any length, there and back, and what it
 * refuses.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/fft/cli_testing.h"

#include <math.h>
#include <unistd.h>

#define IN test_path("in.npy")
#define SPECTRUM test_path("spectrum.npy")
#define BACK test_path("back.npy")

static double value_of(const nbl_npy_array_t *array, uint64_t scalar) {
    bool narrow = array->type == NBL_NPY_FLOAT32 || array->type == NBL_NPY_COMPLEX64;
    return narrow ? (double)((float *)array->data)[scalar] : ((double *)array->data)[scalar];
}

static nbl_npy_array_t write_signals(test_random_t *random, nbl_npy_type_t type, uint32_t rank, uint64_t batch,
                                     uint64_t length) {
    nbl_npy_array_t array = {type, rank, batch, length, malloc((size_t)(batch * length) * 8), {0}};
    ck_assert_ptr_nonnull(array.data);
    for (uint64_t i = 0; i < batch * length; i++) {
        double value = test_random_real(random);
        if (type == NBL_NPY_FLOAT32)
            ((float *)array.data)[i] = (float)value;
        else
            ((double *)array.data)[i] = value;
    }
    write_array("in.npy", type, rank, batch, length, array.data);
    return array;
}

/* Row by row against the definition. */
static double spectrum_error(const nbl_npy_array_t *signals, const nbl_npy_array_t *spectra) {
    uint32_t length = (uint32_t)signals->length;
    test_complex_t *x = malloc(length * sizeof *x), *wanted = malloc(length * sizeof *wanted);
    test_error_t error = {0, 0, 0};
    for (uint64_t row = 0; row < signals->batch; row++) {
        for (uint32_t n = 0; n < length; n++)
            x[n] = (test_complex_t){(long double)value_of(signals, row * length + n), 0};
        test_fft(x, wanted, length, false);
        for (uint32_t f = 0; f <= length / 2; f++) {
            uint64_t at = 2 * (row * spectra->length + f);
            test_error_add(&error, wanted[f], (long double)value_of(spectra, at),
                           (long double)value_of(spectra, at + 1));
        }
    }
    free(x);
    free(wanted);
    return test_error_relative(&error);
}

static double difference(const nbl_npy_array_t *a, const nbl_npy_array_t *b) {
    test_error_t error = {0, 0, 0};
    for (uint64_t i = 0; i < a->batch * a->length; i++)
        test_error_add(&error, (test_complex_t){(long double)value_of(a, i), 0}, (long double)value_of(b, i), 0);
    return test_error_relative(&error);
}

static void there_and_back(test_random_t *random, nbl_npy_type_t type, uint32_t rank, uint64_t batch, uint64_t length,
                           const char *option, const char *value, double bound) {
    nbl_npy_array_t signals = write_signals(random, type, rank, batch, length);
    expect_silence(NULL, "transform", IN, SPECTRUM, "--real", "--backend", "emulator", option, value, NULL);
    nbl_npy_array_t spectra = read_array("spectrum.npy");
    ck_assert(spectra.type == (type == NBL_NPY_FLOAT32 ? NBL_NPY_COMPLEX64 : NBL_NPY_COMPLEX128) &&
              spectra.rank == rank && spectra.batch == batch);
    ck_assert_uint_eq(spectra.length, length / 2 + 1);
    double error = spectrum_error(&signals, &spectra);
    ck_assert_msg(error <= bound, "length %u, batch %u: relative L2 %.3e", (unsigned)length, (unsigned)batch, error);
    expect_silence(NULL, "transform", SPECTRUM, BACK, "--real", "--inverse", "--backend", "emulator",
                   length % 2 ? "--odd" : "--inverse", option ? option : "--real", value, NULL);
    nbl_npy_array_t back = read_array("back.npy");
    ck_assert(back.type == type && back.rank == rank && back.batch == batch && back.length == length);
    error = difference(&signals, &back);
    ck_assert_msg(error <= 2 * bound, "length %u, batch %u, back: relative L2 %.3e", (unsigned)length, (unsigned)batch,
                  error);
    nbl_npy_free(&signals);
    nbl_npy_free(&spectra);
    nbl_npy_free(&back);
}

START_TEST(lengths) {
    static const uint64_t list[] = {2, 3, 4, 5, 14, 15, 64, 105, 720, 2048};
    test_random_t random = test_random_begin("cli_real");
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        there_and_back(&random, NBL_NPY_FLOAT32, 1, 1, list[i], NULL, NULL, 1.7e-7);
        there_and_back(&random, NBL_NPY_FLOAT32, 2, 3, list[i], NULL, NULL, 1.7e-7);
        there_and_back(&random, NBL_NPY_FLOAT64, 2, 4, list[i], NULL, NULL, 6e-16);
    }
    there_and_back(&random, NBL_NPY_FLOAT32, 2, 2, 256, "--algorithm", "radix2-shuffle", 1.5e-7);
    there_and_back(&random, NBL_NPY_FLOAT32, 2, 3, 96, "--precision", "fp16-storage", 6e-4);
    there_and_back(&random, NBL_NPY_FLOAT32, 2, 3, 49, "--precision", "fp16-storage", 6e-4);
    there_and_back(&random, NBL_NPY_FLOAT32, 2, 700, 2048, NULL, NULL, 1.7e-7); /* in pieces */
    there_and_back(&random, NBL_NPY_FLOAT32, 2, 901, 1215, NULL, NULL, 1.7e-7);
}
END_TEST

static void expect_refusal(int status, const char *why, const char *in, const char *a, const char *b, const char *c) {
    expect_line(status, why, "transform", test_path(in), test_path("out.npy"), "--backend", "emulator", a, b, c, NULL);
    ck_assert_int_ne(access(test_path("out.npy"), F_OK), 0);
}

START_TEST(refusals) {
    static double values[65536 + 2];
    float narrow[60] = {0};
    write_array("real.npy", NBL_NPY_FLOAT32, 1, 1, 60, narrow);
    write_array("complex.npy", NBL_NPY_COMPLEX64, 1, 1, 30, narrow);
    expect_refusal(EXIT_COULD_NOT, "real.npy: has real numbers: give --real, or convert it to complex", "real.npy",
                   NULL, NULL, NULL);
    expect_refusal(EXIT_COULD_NOT, "complex.npy: is complex: leave out --real; or add --inverse", "complex.npy",
                   "--real", NULL, NULL);
    expect_refusal(EXIT_COULD_NOT, "real.npy: has real numbers: --real --inverse takes a complex spectrum", "real.npy",
                   "--real", "--inverse", NULL);
    expect_refusal(EXIT_WRONG, "--odd: is for --real --inverse", "real.npy", "--real", "--odd", NULL);
    expect_line(EXIT_WRONG, "--order native: spectra of --real are in natural order", "transform", "a", "b", "--real",
                "--order", "native", NULL);
    write_array("one.npy", NBL_NPY_COMPLEX64, 1, 1, 1, narrow);
    expect_refusal(EXIT_COULD_NOT, "the length is below 2", "one.npy", "--real", "--inverse", NULL);
    write_array("odd.npy", NBL_NPY_FLOAT32, 1, 1, 51, narrow);
    expect_refusal(EXIT_COULD_NOT, "odd.npy: length 51: the length has a prime factor", "odd.npy", "--real", NULL,
                   NULL);
    expect_refusal(EXIT_COULD_NOT,
                   "odd.npy: length 51: must be a power of two for radix2-shuffle; the nearest are 32 and 64",
                   "odd.npy", "--real", "--algorithm", "radix2-shuffle");
    write_array("even.npy", NBL_NPY_FLOAT32, 1, 1, 34, narrow);
    expect_refusal(
        EXIT_COULD_NOT,
        "even.npy: has length 34, twice the length of a complex transform: length 17: the length has a prime factor",
        "even.npy", "--real", NULL, NULL);
    write_array("long.npy", NBL_NPY_FLOAT64, 1, 1, 65536, values);
    expect_refusal(EXIT_COULD_NOT, "long.npy: has length 65536: lengths of real signals end at 32768", "long.npy",
                   "--real", NULL, NULL);
    narrow[17] = NAN;
    write_array("nan.npy", NBL_NPY_FLOAT32, 1, 1, 60, narrow);
    expect_refusal(EXIT_COULD_NOT, "nan.npy: is NaN at [17]", "nan.npy", "--real", NULL, NULL);
    write_array("nan3.npy", NBL_NPY_FLOAT32, 2, 4, 15, narrow);
    expect_refusal(EXIT_COULD_NOT, "nan3.npy: is NaN at [1, 2]", "nan3.npy", "--real", NULL, NULL);
    narrow[17] = 65530;
    write_array("beyond.npy", NBL_NPY_FLOAT32, 2, 4, 15, narrow);
    expect_refusal(EXIT_COULD_NOT, "beyond.npy: overflows fp16-storage at [1, 2]", "beyond.npy", "--real",
                   "--precision", "fp16-storage");
    expect_line(EXIT_WRONG, "--length 33: must be even, and 4 or more, with --real", "compile", "--real", "--length",
                "33", "-o", "x.spv", NULL);
    ck_assert_uint_eq(lines_expected, 14);
}
END_TEST

/* A device and the emulator write the same files. */
START_TEST(same_files) {
    const char *const *environment = test_driver_environment(TEST_LAVAPIPE);
    if (environment == NULL) return;
    test_random_t random = test_random_begin("cli_real");
    nbl_npy_array_t signals = write_signals(&random, NBL_NPY_FLOAT32, 2, 5, 128);
    expect_silence(environment, "transform", IN, SPECTRUM, "--real", "--backend", "vulkan", "--algorithm",
                   "radix2-shuffle", NULL);
    expect_silence(NULL, "transform", IN, BACK, "--real", "--backend", "emulator", "--algorithm", "radix2-shuffle",
                   NULL);
    const char *const arguments[] = {"cmp", SPECTRUM, BACK, NULL};
    test_output_t output = test_run(arguments, NULL);
    ck_assert_msg(output.status == 0, "%s", output.text);
    test_output_free(&output);
    nbl_npy_free(&signals);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("cli_real");
    TCase *test_case = tcase_create("cli_real");
    tcase_set_timeout(test_case, 300);
    tcase_add_checked_fixture(test_case, NULL, test_folder_remove);
    tcase_add_test(test_case, lengths);
    tcase_add_test(test_case, refusals);
    tcase_add_test(test_case, same_files);
    suite_add_tcase(suite, test_case);
    return test_run_suite(suite);
}
