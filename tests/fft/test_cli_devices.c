/* nbl-fft on devices: which one runs, what they refuse, and that all of them and the emulator write the same file.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/fft/cli_testing.h"

#include <unistd.h>

#include "executor/kernels.h"
#include "nbl/fft/indexing.h"
#include "nbl/host/fft_vulkan.h"

/* No driver at all: the loader finds none of these files. */
static const char *const no_devices[] = {"VK_DRIVER_FILES=/nonexistent", "VK_ICD_FILENAMES=/nonexistent", NULL};

static test_output_t run(const char *const *environment, ...) {
    va_list list;
    va_start(list, environment);
    test_output_t output = run_fft(environment, list);
    va_end(list);
    return output;
}

static void expect_refusal(test_output_t output, const char *why) {
    const char *newline = strchr(output.error, '\n');
    ck_assert_msg(output.status == EXIT_COULD_NOT && strncmp(output.error, "nbl-fft: ", 9) == 0 &&
                      strstr(output.error, why) && newline && newline[1] == '\0',
                  "exit code %d, \"%s\", not \"%s\"", output.status, output.error, why);
    test_output_free(&output);
}

static void write_random(const char *name, nbl_npy_type_t type, uint32_t rank, uint64_t batch, uint64_t length) {
    static test_random_t random;
    if (random.state == 0) random = test_random_begin("cli_devices");
    uint64_t count = 2 * batch * length;
    void *data = malloc(count * sizeof(double));
    for (uint64_t i = 0; i < count; i++) {
        double value = test_random_real(&random);
        if (type == NBL_NPY_COMPLEX64)
            ((float *)data)[i] = (float)value;
        else
            ((double *)data)[i] = value;
    }
    write_array(name, type, rank, batch, length, data);
    free(data);
}

static void expect_same_files(const char *a, const char *b) {
    const char *const arguments[] = {"cmp", test_path(a), test_path(b), NULL};
    test_output_t output = test_run(arguments, NULL);
    ck_assert_msg(output.status == 0, "%s", output.text);
    test_output_free(&output);
}

START_TEST(without_devices) {
    write_random("in.npy", NBL_NPY_COMPLEX64, 1, 1, 256);
    test_output_t output = run(no_devices, "transform", test_path("in.npy"), test_path("out.npy"), NULL);
    ck_assert_msg(output.status == 0 && strstr(output.error, ": computed on the CPU, by the executor\n") &&
                      strchr(output.error, '\n')[1] == '\0',
                  "\"%s\"", output.error);
    test_output_free(&output);
    expect_silence(no_devices, "transform", test_path("in.npy"), test_path("out2.npy"), "--backend", "emulator", NULL);
    expect_same_files("out.npy", "out2.npy");
    expect_refusal(run(no_devices, "transform", test_path("in.npy"), test_path("out3.npy"), "--backend", "vulkan",
                       NULL),
                   "; --backend executor needs no device");
    expect_refusal(run(no_devices, "transform", test_path("in.npy"), test_path("out3.npy"), "--device", "0", NULL),
                   "; --backend executor needs no device");
    expect_refusal(run(no_devices, "transform", test_path("in.npy"), test_path("out3.npy"), "--device", "any", NULL),
                   "; --backend executor needs no device");
    expect_refusal(run(no_devices, "transform", test_path("in.npy"), test_path("out3.npy"), "--device", "any", "--plan",
                       "16x16", NULL),
                   "; --backend emulator needs no device");
    expect_refusal(run(no_devices, "devices", NULL), "Vulkan");
    expect_refusal(run(no_devices, "transform", test_path("in.npy"), test_path("out3.npy"), "--dct", "2", NULL),
                   "holds complex numbers");
    ck_assert_int_ne(access(test_path("out3.npy"), F_OK), 0);
    output = run(no_devices, "compile", "--length", "64", "-o", test_path("k.spv"), NULL);
    ck_assert_msg(output.status == 0, "%s", output.error);
    test_output_free(&output);
}
END_TEST

/* Options of transform that change the kernel; the emulator at the driver's subgroup size must write the same file. */
#define RADIX2 "--algorithm", "radix2-shuffle"
static const char *const variants[][6] = {
    {RADIX2, NULL},
    {RADIX2, "--inverse", NULL},
    {RADIX2, "--order", "native", NULL},
    {RADIX2, "--inverse", "--order", "native"},
    {"--elements-per-invocation", "8", NULL},
    {"--workgroup-size", "32", NULL},
    {RADIX2, "--subgroup-size", "1", NULL},
    {NULL},
    {"--inverse", "--order", "native", NULL},
    {"--plan", "4x8x8", NULL},
    {"--plan", "4x8x8@32*2/2", "--inverse", NULL},
    {"--precision", "fp16-storage", NULL},
};

static void same_files(test_driver_t driver, const char *subgroup, nbl_npy_type_t type) {
    const char *const *environment = test_driver_environment(driver);
    if (!environment) return;
    write_random("in.npy", type, 2, 5, 256);
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        const char *const *v = variants[i];
        const char *words[12] = {NULL};
        for (int k = 0; k < 6 && v[k]; k++) words[k] = v[k];
        expect_silence(environment, "transform", test_path("in.npy"), test_path("device.npy"), "--backend", "vulkan",
                       words[0], words[1], words[2], words[3], words[4], NULL);
        /* The last of two --subgroup-size counts. */
        expect_silence(no_devices, "transform", test_path("in.npy"), test_path("emulator.npy"), "--backend", "emulator",
                       "--subgroup-size", subgroup, words[0], words[1], words[2], words[3], words[4], NULL);
        expect_same_files("device.npy", "emulator.npy");
    }
}

START_TEST(same_files_lavapipe) {
    same_files(TEST_LAVAPIPE, "8", NBL_NPY_COMPLEX64);
    same_files(TEST_LAVAPIPE, "8", NBL_NPY_COMPLEX128);
}
END_TEST

START_TEST(same_files_swiftshader) { same_files(TEST_SWIFTSHADER, "4", NBL_NPY_COMPLEX64); }
END_TEST

/* natural[f] = native[n] with f as `index` has it; there and back; and precisions that are not the file's. */
START_TEST(orders_and_precisions) {
    static const char *const precisions[] = {"fp64", "fp32", "fp16", "fp16-storage"};
    static const double bounds[] = {1e-15, 2.5e-7, 3e-3, 5e-4};
    write_random("in.npy", NBL_NPY_COMPLEX128, 1, 1, 512);
    const char *in = test_path("in.npy");
    expect_silence(NULL, "transform", in, test_path("natural.npy"), "--backend", "emulator",
                   "--elements-per-invocation", "4", NULL); /* so radix2-shuffle */
    expect_silence(NULL, "transform", in, test_path("native.npy"), "--backend", "emulator", "--elements-per-invocation",
                   "4", "--order", "native", NULL);
    nbl_npy_array_t natural = read_array("natural.npy"), native = read_array("native.npy"),
                    signal = read_array("in.npy");
    for (uint32_t n = 0; n < 512; n++) {
        double *a = (double *)native.data + 2 * n,
               *b = (double *)natural.data +
                    2 * nbl_fft_dft_index(nbl_fft_nabla_order(nbl_fft_log2_elements(2), nbl_fft_log2_workgroup(7)), n);
        ck_assert(a[0] == b[0] && a[1] == b[1]);
    }
    for (int i = 0; i < 4; i++) {
        if (i == 2 && !nbl_fft_emulator_limits(8).float16) continue;
        expect_silence(NULL, "transform", in, test_path("spectrum.npy"), "--backend", "emulator", "--precision",
                       precisions[i], NULL);
        expect_silence(NULL, "transform", test_path("spectrum.npy"), test_path("back.npy"), "--backend", "emulator",
                       "--precision", precisions[i], "--inverse", NULL);
        nbl_npy_array_t back = read_array("back.npy");
        ck_assert(back.type == NBL_NPY_COMPLEX128 && back.rank == 1 && back.length == 512);
        test_error_t error = {0, 0, 0};
        for (uint32_t k = 0; k < 512; k++) {
            test_complex_t z = {(long double)((double *)signal.data)[2 * k],
                                (long double)((double *)signal.data)[2 * k + 1]};
            test_error_add(&error, z, (long double)((double *)back.data)[2 * k],
                           (long double)((double *)back.data)[2 * k + 1]);
        }
        printf("cli: there and back in %s: relative L2 %.2e\n", precisions[i], test_error_relative(&error));
        ck_assert_double_le(test_error_relative(&error), bounds[i]);
        nbl_npy_free(&back);
    }
    nbl_npy_free(&natural);
    nbl_npy_free(&native);
    nbl_npy_free(&signal);
}
END_TEST

/* Complex ones, real ones of even and odd lengths, the shortest, three rows: there, back, and in other precisions. */
START_TEST(the_executor_writes_the_emulators_file) {
    static const char *const options[][3] = {
        {NULL}, {"--inverse"}, {"--precision", "fp64"}, {"--precision", "fp16"}, {"--precision", "fp16-storage"}};
    static const uint64_t lengths[] = {2, 15, 96};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        const char *const *o = options[i];
        if (i == 3 && !nbl_fft_emulator_limits(8).float16) continue;
        write_random("in.npy", NBL_NPY_COMPLEX64, 2, 3, 360);
        expect_silence(no_devices, "transform", test_path("in.npy"), test_path("a.npy"), "--backend", "executor", o[0],
                       o[0] ? o[1] : NULL, NULL);
        expect_silence(no_devices, "transform", test_path("in.npy"), test_path("b.npy"), "--backend", "emulator", o[0],
                       o[0] ? o[1] : NULL, NULL);
        expect_same_files("a.npy", "b.npy");
    }
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        const char *odd = lengths[i] % 2 != 0 ? "--odd" : NULL;
        write_random("in.npy", NBL_NPY_FLOAT64, 2, 3, lengths[i]);
        expect_silence(no_devices, "transform", test_path("in.npy"), test_path("a.npy"), "--real", "--backend",
                       "executor", NULL);
        expect_silence(no_devices, "transform", test_path("in.npy"), test_path("b.npy"), "--real", "--backend",
                       "emulator", NULL);
        expect_same_files("a.npy", "b.npy");
        expect_silence(no_devices, "transform", test_path("a.npy"), test_path("c.npy"), "--real", "--inverse",
                       "--backend", "executor", odd, NULL);
        expect_silence(no_devices, "transform", test_path("a.npy"), test_path("d.npy"), "--real", "--inverse",
                       "--backend", "emulator", odd, NULL);
        expect_same_files("c.npy", "d.npy");
    }
    expect_line(EXIT_WRONG, "--plan: is not for --backend executor", "transform", test_path("in.npy"),
                test_path("no.npy"), "--backend", "executor", "--plan", "4x4", NULL);
}
END_TEST

/* Whole lines, and the plans of several dimensions. */
START_TEST(fast_mode_on_the_executor) {
    static const char *const axes[][2] = {{NULL}, {"--axes", "0,1"}};
    const nbl_executor_set_t *widest = nbl_executor_set(0);
    const bool has_fused =
        nbl_executor_set_kernels(widest, 4, NBL_MODE_FAST) != nbl_executor_set_kernels(widest, 4, NBL_MODE_EXACT);
    write_random("in.npy", NBL_NPY_COMPLEX64, 2, 3, 360);
    for (int i = 0; i < 2; i++) {
        expect_silence(no_devices, "transform", test_path("in.npy"), test_path("a.npy"), "--backend", "executor",
                       "--mode", "exact", axes[i][0], axes[i][1], NULL);
        expect_silence(no_devices, "transform", test_path("in.npy"), test_path("b.npy"), "--backend", "executor",
                       "--mode", "fast", axes[i][0], axes[i][1], NULL);
        nbl_npy_array_t exact = read_array("a.npy"), fast = read_array("b.npy");
        const float *x = exact.data, *y = fast.data;
        test_error_t error = {0, 0, 0};
        for (size_t k = 0; k < 3 * 360; k++)
            test_error_add(&error, (test_complex_t){(long double)x[2 * k], (long double)x[2 * k + 1]},
                           (long double)y[2 * k], (long double)y[2 * k + 1]);
        ck_assert_double_le(test_error_relative(&error), 1e-6);
        ck_assert_int_eq(test_error_relative(&error) > 0, has_fused);
        nbl_npy_free(&exact);
        nbl_npy_free(&fast);
    }
}
END_TEST

/* The emulator has the executor's bits in fused mode, too, and these are not exact mode's. */
START_TEST(fused_mode_on_the_emulator) {
    static const uint32_t lengths[] = {64, 360, 1000};
    static const char *const precisions[] = {"fp32", "fp64", "fp16-storage"};
    /* Primes of 17 to 31: the executor's own program has a chirp, and the emulator has the radices of a device's. */
    const char *const prime = test_path("prime.npy"), *const program = test_path("prime.program");
    write_random("prime.npy", NBL_NPY_COMPLEX64, 1, 1, 2 * 17 * 19);
    test_output_t text = run(no_devices, "plan", "646", "--mode", "fused", "--program", "--device-kind", "processor",
                             "--max-shared-bytes", "1048576", "--subgroup-size", "8", NULL); /* the emulator's limits */
    FILE *file = fopen(program, "wb");
    ck_assert(text.status == 0 && file != NULL && fputs(text.text, file) >= 0 && fclose(file) == 0);
    test_output_free(&text);
    expect_silence(no_devices, "transform", prime, test_path("a.npy"), "--mode", "fused", "--backend", "emulator",
                   NULL);
    expect_silence(no_devices, "transform", prime, test_path("b.npy"), "--program", program, NULL);
    expect_same_files("a.npy", "b.npy");
    expect_refusal(run(no_devices, "transform", prime, test_path("c.npy"), "--mode", "fused", "--precision",
                       "fp16-storage", "--backend", "emulator", NULL),
                   "prime factor");
    for (int i = 0; i < 9; i++) {
        const char *precision = precisions[i / 3], *in = test_path("in.npy");
        write_random("in.npy", NBL_NPY_COMPLEX64, 2, 2, lengths[i % 3]);
        expect_silence(no_devices, "transform", in, test_path("a.npy"), "--mode", "fused", "--precision", precision,
                       "--backend", "executor", NULL);
        expect_silence(no_devices, "transform", in, test_path("b.npy"), "--mode", "fused", "--precision", precision,
                       "--backend", "emulator", NULL);
        expect_silence(no_devices, "transform", in, test_path("c.npy"), "--precision", precision, "--backend",
                       "emulator", NULL);
        expect_same_files("a.npy", "b.npy");
        nbl_npy_array_t fused = read_array("b.npy"), exact = read_array("c.npy");
        const size_t bytes = (size_t)4 * lengths[i % 3] * NBL_NPY_BYTES(fused.type);
        if (i < 6) ck_assert(memcmp(fused.data, exact.data, bytes) != 0);
        nbl_npy_free(&fused);
        nbl_npy_free(&exact);
    }
}
END_TEST

/* Radices 33, 34 and above 36, each in a plan of one's own: the emulator's bits on a device. */
START_TEST(wide_radices_on_a_device) {
    static const struct {
        const char *plan;
        uint32_t length;
    } rows[] = {{"33", 33}, {"34", 34}, {"38", 38},    {"39", 39},   {"41", 41},
                {"43", 43}, {"47", 47}, {"37x6", 222}, {"2x47", 94}, {"17x43", 731}};
    const char *const *environment = test_driver_environment(TEST_LAVAPIPE);
    for (size_t i = 0; i < sizeof rows / sizeof *rows && environment; i++) {
        const char *const in = test_path("in.npy"), *const direction = i % 2 != 0 ? "--inverse" : NULL;
        write_random("in.npy", NBL_NPY_COMPLEX64, 2, 5, rows[i].length);
        expect_silence(no_devices, "transform", in, test_path("a.npy"), "--plan", rows[i].plan, "--backend", "emulator",
                       direction, NULL);
        expect_silence(environment, "transform", in, test_path("b.npy"), "--plan", rows[i].plan, "--device", "0",
                       direction, NULL);
        expect_same_files("a.npy", "b.npy");
    }
}
END_TEST

START_TEST(choosing_a_device) {
    const char *const *environment = test_driver_environment(TEST_LAVAPIPE);
    if (!environment) return;
    test_output_t output = run(environment, "devices", NULL);
    ck_assert_msg(output.status == 0 && strncmp(output.text, "0  llvmpipe", 11) == 0 &&
                      strstr(output.text, "subgroup size      8\n"),
                  "%s", output.text);
    test_output_free(&output);
    write_random("in.npy", NBL_NPY_COMPLEX64, 1, 1, 64);
    const char *in = test_path("in.npy"), *out = test_path("out.npy");
    expect_silence(environment, "transform", in, out, "--device", "0", NULL);
    expect_silence(environment, "transform", in, out, "--device", "LLVM", NULL);
    expect_silence(environment, "transform", "--backend", "vulkan", "--", in, out, NULL);
    output = run(environment, "transform", in, out, NULL); /* a driver that is a CPU is slower than ours */
    ck_assert_msg(output.status == 0 && strstr(output.error, "no GPU found (llvmpipe"), "\"%s\"", output.error);
    test_output_free(&output);
    output = run(environment, "transform", in, out, "--plan", "8x8", NULL); /* which the executor does not take */
    ck_assert_msg(output.status == 0 && strstr(output.error, "no GPU found: computed on llvmpipe"), "\"%s\"",
                  output.error);
    test_output_free(&output);
    expect_silence(environment, "transform", in, out, "--plan", "8x8", "--device", "0", NULL);
    expect_refusal(run(environment, "transform", in, out, "--device", "7", NULL), "7");
    expect_refusal(run(environment, "transform", in, out, "--device", "99999999999999999999", NULL),
                   "there is no such device");
    expect_refusal(run(environment, "transform", in, out, "--device", "GeForce", NULL), "GeForce");
}
END_TEST

START_TEST(beyond_the_device) {
    const char *const *environment = test_driver_environment(TEST_LAVAPIPE);
    write_random("in.npy", NBL_NPY_COMPLEX64, 1, 1, 1024);
    const char *in = test_path("in.npy"), *out = test_path("out.npy");
    if (environment) {
        expect_refusal(run(environment, "transform", in, out, RADIX2, "--subgroup-size", "64", NULL), "subgroup");
        expect_refusal(run(environment, "transform", in, out, RADIX2, "--subgroup-size", "4", NULL), "subgroup");
        expect_refusal(run(environment, "transform", in, out, "--algorithm", "stockham", "--subgroup-size", "64", NULL),
                       "subgroup size 64 asked");
    }
    environment = test_driver_environment(TEST_SWIFTSHADER);
    if (!environment) return;
    expect_refusal(run(environment, "transform", in, out, "--workgroup-size", "512", NULL),
                   "workgroup size 512: the limit is 256 invocations");
    expect_refusal(run(environment, "transform", in, out, "--backend", "vulkan", "--precision", "fp64", NULL),
                   "precision fp64: the backend has no such arithmetic");
    expect_refusal(run(environment, "transform", in, out, "--backend", "vulkan", "--precision", "fp16", NULL),
                   "precision fp16: the backend has no such arithmetic");
    expect_refusal(run(environment, "transform", in, out, RADIX2, "--subgroup-size", "8", NULL), "subgroup");
    write_random("long.npy", NBL_NPY_COMPLEX64, 1, 1, 16384);
    expect_refusal(run(environment, "transform", test_path("long.npy"), out, RADIX2, NULL),
                   "the limit is 256 invocations, so lengths end at 8192");
    ck_assert_int_ne(access(out, F_OK), 0);
}
END_TEST

/* Every option, at a length that unrolls quickly; modules of longer ones are in tests/spirv. */
START_TEST(compiled_kernels_are_valid) {
    static const char *const options[][4] = {{NULL},
                                             {"--inverse", "--rolled", NULL},
                                             {"--mode", "fast", "--inverse", NULL},
                                             {"--precision", "fp16", NULL},
                                             {"--precision", "fp64", NULL},
                                             {"--precision", "fp16-storage", NULL},
                                             {RADIX2, "--subgroup-size", "1"},
                                             {"--elements-per-invocation", "32", "--rolled"},
                                             {RADIX2, "--order", "native"},
                                             {RADIX2, "--inverse"},
                                             {"--plan", "8x8*3", NULL},
                                             {"--real", "--rolled", NULL}};
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        const char *const *o = options[i];
        test_output_t output =
            run(no_devices, "compile", "--length", "64", "-o", test_path("k.spv"), o[0], o[0] ? o[1] : NULL,
                o[0] && o[1] ? o[2] : NULL, o[0] && o[1] && o[2] ? o[3] : NULL, NULL);
        const char *said = o[0] && strcmp(o[0], "--real") == 0 ? "real signals of 64, transforms of length 32, "
                                                               : "length 64, elements per invocation ";
        ck_assert_msg(output.status == 0 && strstr(output.text, said) == output.text, "%s%s", output.text,
                      output.error);
        test_output_free(&output);
        const char *const arguments[] = {"spirv-val", "--target-env", "vulkan1.1", test_path("k.spv"), NULL};
        output = test_run(arguments, NULL);
        ck_assert_msg(output.status == 0, "%s%s", output.text, output.error);
        test_output_free(&output);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("cli_devices");
    TCase *test_case = tcase_create("cli_devices");
    tcase_set_timeout(test_case, 300);
    tcase_add_checked_fixture(test_case, NULL, test_folder_remove);
    tcase_add_test(test_case, without_devices);
    tcase_add_test(test_case, same_files_lavapipe);
    tcase_add_test(test_case, same_files_swiftshader);
    tcase_add_test(test_case, orders_and_precisions);
    tcase_add_test(test_case, the_executor_writes_the_emulators_file);
    tcase_add_test(test_case, fast_mode_on_the_executor);
    tcase_add_test(test_case, fused_mode_on_the_emulator);
    tcase_add_test(test_case, wide_radices_on_a_device);
    tcase_add_test(test_case, choosing_a_device);
    tcase_add_test(test_case, beyond_the_device);
    tcase_add_test(test_case, compiled_kernels_are_valid);
    suite_add_tcase(suite, test_case);
    return test_run_suite(suite);
}
