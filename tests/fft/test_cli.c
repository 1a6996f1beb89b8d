/* nbl-fft as a user meets it: what it does, and the exit code and the one line for everything that it refuses.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/fft/cli_testing.h"

#include <math.h>
#include <stdbool.h>
#include <unistd.h>

#include "nbl/host/fft.h"
#include "nbl/host/plan.h"

START_TEST(help) {
    static const char *const commands[] = {"",        "transform", "index", "plan", "diagram",
                                           "devices", "compile",   "bench", "tune"};
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        const char *const arguments[] = {test_tool("nbl-fft"), i ? commands[i] : "--help", i ? "--help" : NULL, NULL};
        test_output_t output = test_run(arguments, NULL);
        ck_assert_int_eq(output.status, 0);
        ck_assert_str_eq(output.error, "");
        unsigned lines = 0, columns = 0, in_group = 0, largest_group = 0;
        for (const char *line = output.text; *line; line = strchr(line, '\n') + 1, lines++) {
            unsigned width = (unsigned)(strchr(line, '\n') - line);
            if (width > columns) columns = width;
            if (*line != ' ') in_group = 0;
            in_group += strncmp(line, "  --", 4) == 0;
            if (in_group > largest_group) largest_group = in_group;
        }
        ck_assert_msg(largest_group <= 8, "%s: %u options without a heading", commands[i], largest_group);
        ck_assert_msg(lines >= 7 && lines <= 46 && columns <= 120 && strstr(output.text, "Example"),
                      "%s: %u lines, %u columns", commands[i], lines, columns);
        test_output_free(&output);
    }
}
END_TEST

/* The example of --help, taken out of its text and given to a shell as it stands; then those of the other commands. */
START_TEST(examples_work_as_pasted) {
    static const char *const commands[] = {"--help", "transform", "index", "plan", "diagram", "compile"};
    char script[8192], here[2048];
    ck_assert_ptr_nonnull(getcwd(here, sizeof here));
    bool absolute = test_tool("nbl-fft")[0] == '/';
    snprintf(script, sizeof script, "set -e\ncd '%s'\nnbl-fft() { '%s%s%s' \"$@\"; }\n", test_folder(),
             absolute ? "" : here, absolute ? "" : "/", test_tool("nbl-fft"));
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        const char *const arguments[] = {test_tool("nbl-fft"), commands[i], i ? "--help" : NULL, NULL};
        test_output_t output = test_run(arguments, NULL);
        const char *example = strstr(output.text, "Example");
        ck_assert_ptr_nonnull(example);
        for (const char *line = strchr(example, '\n'); line && line[1]; line = strchr(line + 1, '\n'))
            if (strncmp(line + 1, "  ", 2) == 0) strncat(script, line + 1, (size_t)(strchr(line + 1, '\n') - line));
        test_output_free(&output);
    }
    test_write_file(test_path("script"), script, strlen(script));
    const char *const arguments[] = {"bash", test_path("script"), NULL};
    test_output_t output = test_run(arguments, NULL);
    ck_assert_msg(output.status == 0, "%s\n%s%s", script, output.text, output.error);
    /* The impulse comes back to the bit, and its spectrum is flat. */
    nbl_npy_array_t impulse = read_array("impulse.npy"), spectrum = read_array("spectrum.npy"),
                    back = read_array("back.npy");
    ck_assert_mem_eq(impulse.data, back.data, 1024 * 8);
    for (unsigned i = 0; i < 1024; i++)
        ck_assert(((float *)spectrum.data)[2 * i] == 1.0f && ((float *)spectrum.data)[2 * i + 1] == 0.0f);
    ck_assert_int_eq(access(test_path("fft-1024.spv"), R_OK), 0);
    ck_assert_int_eq(access(test_path("fft-16.svg"), R_OK), 0);
    nbl_npy_free(&impulse);
    nbl_npy_free(&spectrum);
    nbl_npy_free(&back);
    test_output_free(&output);
}
END_TEST

START_TEST(usage_errors) {
    expect_line(EXIT_WRONG, "no command", NULL);
    expect_line(EXIT_WRONG, "frobnicate: unknown command", "frobnicate", NULL);
    expect_line(EXIT_WRONG, "--frobnicate: unknown command", "--frobnicate", NULL);
    expect_line(EXIT_WRONG, "transform: the input file is missing", "transform", NULL);
    expect_line(EXIT_WRONG, "transform: the output file is missing", "transform", "in.npy", NULL);
    expect_line(EXIT_WRONG, "three.npy: one argument too many for transform", "transform", "one.npy", "two.npy",
                "three.npy", NULL);
    expect_line(EXIT_WRONG, "--frobnicate: unknown option of transform", "transform", "a", "b", "--frobnicate", NULL);
    expect_line(EXIT_WRONG,
                "-x.npy: unknown option of transform; nbl-fft transform --help lists them (a file whose name begins "
                "with a dash goes after the word --)",
                "transform", "-x.npy", "b", NULL);
    expect_line(EXIT_WRONG, "--precision: needs a value: fp16|fp32|fp64", "transform", "a", "b", "--precision", NULL);
    expect_line(EXIT_WRONG, "--order: needs a value: natural|native", "transform", "a", "b", "--order", "--inverse",
                NULL);
    expect_line(EXIT_WRONG, "--precision fp8: must be fp16|fp32|fp64", "transform", "a", "b", "--precision", "fp8",
                NULL);
    expect_line(EXIT_WRONG, "--mode Exact: must be exact|fast", "transform", "a", "b", "--mode", "Exact", NULL);
    expect_line(EXIT_WRONG, "--backend : must be vulkan|executor|emulator", "transform", "a", "b", "--backend", "",
                NULL);
    expect_line(EXIT_WRONG, "--device: is empty", "transform", "a", "b", "--device", "", NULL);
    expect_line(EXIT_WRONG, "--device 0: the CPU's backends have no devices", "transform", "a", "b", "--device", "0",
                "--backend", "emulator", NULL);
    static const char *const numbers[] = {
        "3",     "0", "1", "64", "8x", "8 ", " 8", "-8", "+8", "0x8", "8.0", "4294967304", "18446744073709551624",
        "eight", ""};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        expect_line(EXIT_WRONG, "must be a power of two from 2 to 32", "transform", "a", "b",
                    "--elements-per-invocation", numbers[i], NULL);
    expect_line(EXIT_WRONG, "--workgroup-size 2048: must be a power of two from 1 to 1024", "transform", "a", "b",
                "--workgroup-size", "2048", NULL);
    expect_line(EXIT_WRONG, "--subgroup-size 256: must be a power of two from 1 to 128", "transform", "a", "b",
                "--subgroup-size", "256", NULL);
    expect_line(EXIT_WRONG, "index: --elements-per-invocation is missing", "index", NULL);
    expect_line(EXIT_WRONG, "index: --workgroup-size is missing", "index", "--elements-per-invocation", "2", NULL);
    expect_line(EXIT_WRONG, "x: one argument too many for index", "index", "x", NULL);
    expect_line(EXIT_WRONG, "x: one argument too many for devices", "devices", "x", NULL);
    expect_line(EXIT_WRONG, "--all: unknown option of devices", "devices", "--all", NULL);
    expect_line(EXIT_WRONG, "compile: -o is missing", "compile", "--length", "64", NULL);
    expect_line(EXIT_WRONG, "compile: --length is missing", "compile", "-o", "x.spv", NULL);
    expect_line(EXIT_WRONG, "compile: --length is missing", "compile", "-o", "x.spv", "--workgroup-size", "64", NULL);
    expect_line(EXIT_WRONG, "--length 65536: one kernel has at most 32768", "compile", "-o", "x.spv", "--length",
                "65536", NULL);
    expect_line(EXIT_WRONG, "--algorithm bluestein: must be stockham|radix2-shuffle", "transform", "a", "b",
                "--algorithm", "bluestein", NULL);
    expect_line(EXIT_WRONG, "--plan: is for --algorithm stockham", "transform", "a", "b", "--algorithm",
                "radix2-shuffle", "--plan", "16x8", NULL);
    expect_line(EXIT_WRONG, "--elements-per-invocation: is for --algorithm radix2-shuffle", "transform", "a", "b",
                "--algorithm", "stockham", "--elements-per-invocation", "8", NULL);
    expect_line(EXIT_WRONG, "--plan and --workgroup-size", "compile", "-o", "x.spv", "--plan", "16x8",
                "--workgroup-size", "8", NULL);
    static const char *const plans[] = {"8,8",  "x8",   "8x", "8x@16",         "8x8@0",
                                        "8x8 ", "22x8", "26", "2x2x2x2x2x2x2", "-8"};
    for (size_t i = 0; i < sizeof plans / sizeof plans[0]; i++)
        expect_line(EXIT_WRONG, plans[i], "transform", "a", "b", "--plan", plans[i], NULL);
    expect_line(EXIT_WRONG, "plan: the length is missing", "plan", NULL);
    expect_line(EXIT_WRONG, "plan 8x: must be a length", "plan", "8x", NULL);
    expect_line(EXIT_WRONG, "--ffts-per-workgroup 0: must be a number from 1 to 1024", "compile", "-o", "x.spv",
                "--ffts-per-workgroup", "0", NULL);
    ck_assert_uint_eq(lines_expected, 58);
}
END_TEST

/* What is wrong with the input file, and that no output appears. */
START_TEST(bad_inputs) {
    float values[2048] = {0};
    const char *out = test_path("out.npy");
#define REFUSED(why, name) \
    expect_line(EXIT_COULD_NOT, why, "transform", test_path(name), out, "--backend", "emulator", NULL)
    REFUSED("missing.npy: No such file", "missing.npy");
    test_write_file(test_path("empty.npy"), "", 0);
    REFUSED("empty.npy: is empty", "empty.npy");
    test_write_file(test_path("text.npy"), "no array\n", 9);
    REFUSED("text.npy: is not a .npy file", "text.npy");
    write_array("cut.npy", NBL_NPY_COMPLEX64, 1, 1, 64, values);
    ck_assert_int_eq(truncate(test_path("cut.npy"), 300), 0);
    REFUSED("cut.npy: is cut off", "cut.npy");
    test_write_file(test_path("huge.npy"),
                    "\x93NUMPY\1\0\x48\0{'descr': '<c8', 'fortran_order': False, 'shape': (9000000000, 1024)}   \n",
                    82);
    REFUSED("huge.npy: is cut off: its header says 73728000000000 bytes", "huge.npy");
    write_array("a line\nbreak.npy", NBL_NPY_COMPLEX64, 1, 1, 3, values);
#define REFUSED_RADIX2(why, name) \
    expect_line(EXIT_COULD_NOT, why, "transform", test_path(name), out, "--backend", "emulator", "--algorithm", \
                "radix2-shuffle", NULL)
    REFUSED_RADIX2("a line?break.npy: length 3: must be", "a line\nbreak.npy");
    static const struct {
        uint64_t length;
        const char *why, *radix2;
    } lengths[] = {{1, "length 1: the length is below 2; the nearest supported length is 2",
                    "length 1: must be a power of two for radix2-shuffle; the nearest is 2"},
                   {19,
                    "length.npy: length 19: the length has a prime factor above 13; the nearest supported lengths "
                    "are 18 and 20",
                    "length 19: must be a power of two for radix2-shuffle; the nearest are 16 and 32"},
                   {997, "the nearest supported lengths are 990 and 1000", "the nearest are 512 and 1024"}};
    for (int i = 0; i < 3; i++) {
        write_array("length.npy", NBL_NPY_COMPLEX64, 1, 1, lengths[i].length, values);
        REFUSED(lengths[i].why, "length.npy");
        REFUSED_RADIX2(lengths[i].radix2, "length.npy");
    }
    float *large = calloc(2 * 65536, sizeof *large);
    write_array("large.npy", NBL_NPY_COMPLEX64, 1, 1, 65536, large);
    REFUSED("large.npy: length 65536: the length is too large; the nearest supported length is 32768", "large.npy");
    REFUSED_RADIX2(
        "large.npy: length 65536: must be a power of two for radix2-shuffle; the nearest is 32768, the largest",
        "large.npy");
    write_array("large.npy", NBL_NPY_COMPLEX64, 1, 1, 9000, large);
    REFUSED("large.npy: length 9000: the length is too large; the nearest supported lengths are 8192 and 16384",
            "large.npy");
    write_array("large.npy", NBL_NPY_COMPLEX128, 1, 1, 5000, large);
    REFUSED("large.npy: length 5000: the length is too large; the nearest supported lengths are 4096 and 8192",
            "large.npy");
    free(large);
    values[34] = NAN;
    write_array("nan.npy", NBL_NPY_COMPLEX64, 1, 1, 64, values);
    REFUSED("nan.npy: is NaN at [17]", "nan.npy");
    write_array("nan2.npy", NBL_NPY_COMPLEX64, 2, 8, 4, values);
    REFUSED("nan2.npy: is NaN at [4, 1]", "nan2.npy");
    values[34] = 0;
    values[5] = -INFINITY;
    write_array("infinite.npy", NBL_NPY_COMPLEX64, 2, 2, 16, values);
    REFUSED("infinite.npy: is infinite at [0, 2]", "infinite.npy");
    values[5] = 65520;
    write_array("beyond.npy", NBL_NPY_COMPLEX64, 1, 1, 16, values);
    expect_line(EXIT_COULD_NOT, "beyond.npy: overflows fp16 at [2]", "transform", test_path("beyond.npy"), out,
                "--backend", "emulator", "--precision", "fp16", NULL);
    double wide[32] = {0};
    wide[4] = 1e39;
    write_array("wide.npy", NBL_NPY_COMPLEX128, 1, 1, 16, wide);
    expect_line(EXIT_COULD_NOT, "wide.npy: overflows fp32 at [2]", "transform", test_path("wide.npy"), out, "--backend",
                "emulator", "--precision", "fp32", NULL);
    for (int i = 0; i < 32; i++) values[i] = 60000;
    write_array("sum.npy", NBL_NPY_COMPLEX64, 1, 1, 16, values);
    expect_line(EXIT_COULD_NOT, "out.npy: not written: the result overflows fp16 at [0]", "transform",
                test_path("sum.npy"), out, "--backend", "emulator", "--precision", "fp16", NULL);
    expect_line(EXIT_COULD_NOT, "beyond.npy: overflows fp16-storage at [2]", "transform", test_path("beyond.npy"), out,
                "--backend", "emulator", "--precision", "fp16-storage", NULL);
    expect_line(EXIT_COULD_NOT, "out.npy: not written: the result overflows fp16-storage at [0]", "transform",
                test_path("sum.npy"), out, "--backend", "emulator", "--precision", "fp16-storage", NULL);
    for (int i = 0; i < 32; i++) values[i] = 3e38f;
    write_array("large.npy", NBL_NPY_COMPLEX64, 1, 1, 16, values);
    expect_line(EXIT_COULD_NOT, "out.npy: not written: the result overflows the file's float32 at [0]", "transform",
                test_path("large.npy"), out, "--backend", "emulator", "--precision", "fp64", NULL);
    ck_assert_uint_eq(lines_expected, 25);
    ck_assert_int_ne(access(out, F_OK), 0);
}
END_TEST

START_TEST(bad_parameters_and_outputs) {
    float values[256] = {1};
    write_array("in.npy", NBL_NPY_COMPLEX64, 1, 1, 128, values);
    const char *in = test_path("in.npy"), *out = test_path("out.npy");
#define WITH(why, ...) \
    expect_line(EXIT_COULD_NOT, why, "transform", in, out, "--backend", "emulator", __VA_ARGS__, NULL)
    WITH("length 128: is not 4 elements per invocation times a workgroup size of 16", "--elements-per-invocation", "4",
         "--workgroup-size", "16");
    WITH("workgroup size 128: length 128 has at most 64 invocations, of two elements each", "--workgroup-size", "128");
    WITH("workgroup size 1024: length 128 has at most 64 invocations, of two elements each", "--workgroup-size",
         "1024");
    WITH("must be 2, 4, 8, 16 or 32", "--workgroup-size", "1");
    WITH("plan 16x16: is for length 256, not 128", "--plan", "16x16");
    WITH("plan 16x8@100: there are more invocations than any pass has butterflies", "--plan", "16x8@100");
    WITH("plan 16x8*2000: the workgroup would have more invocations than the limit", "--plan", "16x8*2000");
    expect_line(EXIT_COULD_NOT,
                "length 4099: the length has a prime factor above 13; the nearest supported lengths are 4096 and 4116; "
                "--shape takes any length",
                "compile", "--length", "4099", "-o", test_path("x.spv"), NULL);
    expect_line(EXIT_COULD_NOT, "length 100: must be a power of two", "compile", "--length", "100", "--algorithm",
                "radix2-shuffle", "-o", test_path("x.spv"), NULL);
    expect_line(EXIT_COULD_NOT, "the nearest are 64 and 128", "compile", "--length", "100", "--algorithm",
                "radix2-shuffle", "-o", test_path("x.spv"), NULL);
    static const struct {
        const char *length, *why;
    } lengths[] = {{"0", "size 0 of dimension 0: must be 1 to 2147483647"},
                   {"4294967295", "size 4294967295 of dimension 0: must be 1 to 2147483647"}};
    for (int i = 0; i < 2; i++) expect_line(EXIT_COULD_NOT, lengths[i].why, "plan", lengths[i].length, NULL);
    expect_line(
        EXIT_COULD_NOT,
        "length 8192: the shared memory would exceed the limit of 1024 bytes; the nearest supported length is 4096",
        "plan", "8192", "--max-shared-bytes", "1024", NULL);
    expect_line(EXIT_COULD_NOT, "length 16384: the shared memory would exceed the limit of 64 bytes", "plan", "16384",
                "--max-shared-bytes", "64", NULL);
    expect_line(EXIT_COULD_NOT, "the nearest supported lengths are 2048 and 2058", "plan", "2053", "--header", NULL);
    expect_line(EXIT_COULD_NOT, "out.npy: cannot be written: No such file", "transform", in, test_path("no/out.npy"),
                "--backend", "emulator", NULL);
    expect_line(EXIT_COULD_NOT, "is a directory", "transform", in, test_folder(), "--backend", "emulator", NULL);
    expect_line(EXIT_COULD_NOT, "/dev/full: is not a regular file", "transform", in, "/dev/full", "--backend",
                "emulator", NULL);
    expect_line(EXIT_COULD_NOT, "x.spv: cannot be written: No such file", "compile", "--length", "64", "-o",
                test_path("no/x.spv"), NULL);
    expect_line(EXIT_WRONG, "--json: is for the targets that are texts", "compile", "--length", "64", "--json", "x",
                "-o", test_path("x"), NULL);
    expect_line(EXIT_WRONG, "--rolled: is for --target spirv", "compile", "--length", "64", "--target", "wgsl",
                "--rolled", "-o", "x", NULL);
    expect_line(EXIT_WRONG, "is the file of -o, too", "compile", "--length", "64", "--target", "wgsl", "-o",
                test_path("x"), "--json", test_path("x"), NULL);
    expect_line(EXIT_WRONG, "--target slang: must be spirv|wgsl", "compile", "--target", "slang", NULL);
    expect_line(EXIT_COULD_NOT, "wgsl: the kernel has floats of 64 bits", "compile", "--length", "64", "--target",
                "wgsl", "--precision", "fp64", "-o", test_path("x"), NULL);
    expect_line(EXIT_COULD_NOT, "compile it for subgroups of 1", "compile", "--length", "64", "--target", "wgsl",
                "--algorithm", "radix2-shuffle", "--subgroup-size", "4", "-o", test_path("x"), NULL);
    expect_line(EXIT_COULD_NOT, "is a directory", "compile", "--length", "64", "-o", test_folder(), NULL);
    expect_line(EXIT_COULD_NOT, "the limit is 1024 invocations", "compile", "--length", "64", "--algorithm",
                "radix2-shuffle", "--ffts-per-workgroup", "64", "-o", test_path("x.spv"), NULL);
    expect_line(EXIT_COULD_NOT, "more invocations than the limit", "compile", "--length", "64", "--ffts-per-workgroup",
                "1000", "-o", test_path("x.spv"), NULL);
    ck_assert_uint_eq(lines_expected, 28);
    ck_assert_int_ne(access(out, F_OK), 0);
    ck_assert_int_ne(access(test_path("x.spv"), F_OK), 0);
    const char *const full[] = {"sh", "-c",
                                "\"$0\" index --elements-per-invocation 32 --workgroup-size 1024 > /dev/full",
                                test_tool("nbl-fft"), NULL};
    test_output_t output = test_run(full, NULL);
    ck_assert_int_eq(output.status, 1);
    ck_assert_str_eq(output.error, "nbl-fft: standard output: cannot be written\n");
    test_output_free(&output);
}
END_TEST

START_TEST(index_is_the_headers) {
    const char *const arguments[] = {
        test_tool("nbl-fft"), "index", "--elements-per-invocation", "8", "--workgroup-size", "64", NULL};
    test_output_t output = test_run(arguments, NULL);
    ck_assert_int_eq(output.status, 0);
    const char *head = "output_index,dft_index,mirror_output_index,mirror_invocation,mirror_element\n",
               *line = output.text + strlen(head);
    ck_assert_int_eq(strncmp(output.text, head, strlen(head)), 0);
    uint32_t frequency_of[512], mirror_of[512];
    for (uint32_t n = 0; n < 512; n++, line = strchr(line, '\n') + 1) {
        uint32_t index, invocation, element;
        ck_assert_int_eq(
            sscanf(line, "%u,%u,%u,%u,%u\n", &index, &frequency_of[n], &mirror_of[n], &invocation, &element), 5);
        ck_assert(index == n && mirror_of[n] == element * 64 + invocation && invocation < 64);
    }
    ck_assert_str_eq(line, "");
    for (uint32_t n = 0; n < 512; n++) ck_assert_uint_eq((frequency_of[n] + frequency_of[mirror_of[n]]) % 512, 0);
    test_output_free(&output);
}
END_TEST

/* What `plan` prints is what the headers make, and `compile` takes it. */
START_TEST(plans_are_the_headers) {
    static const char *const lengths[] = {"2", "360", "1000", "4096", "8192"};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        const char *const arguments[] = {test_tool("nbl-fft"), "plan", lengths[i], NULL};
        test_output_t output = test_run(arguments, NULL);
        nbl_fft_plan_t plan;
        char lines[4][NBL_FFT_PLAN_TEXT_SIZE + 32], text[NBL_FFT_PLAN_TEXT_SIZE], good[32];
        uint32_t length = (uint32_t)strtoul(lengths[i], NULL, 10);
        ck_assert_int_eq(nbl_fft_plan_make(length, 2, NULL, &plan, NULL), NBL_SUCCESS);
        nbl_fft_plan_text(plan, text, sizeof text);
        snprintf(lines[0], sizeof lines[0], "%s\n", text);
        nbl_fft_plan_short_text(plan, text, sizeof text);
        snprintf(lines[1], sizeof lines[1], "plan         %s\n", text);
        nbl_fft_plan_literal(plan, text, sizeof text);
        snprintf(lines[2], sizeof lines[2], "literal      %s\n", text);
        snprintf(lines[3], sizeof lines[3], "length cost  %llu,", (unsigned long long)nbl_fft_length_cost(length));
        snprintf(good, sizeof good, "good length  %u,", nbl_fft_good_length(length, false));
        ck_assert_msg(output.status == 0 && strstr(output.text, lines[0]) == output.text &&
                          strstr(output.text, lines[1]) && strstr(output.text, lines[2]) &&
                          strstr(output.text, lines[3]) && strstr(output.text, good),
                      "%s%s", output.text, output.error);
        test_output_free(&output);
        nbl_fft_plan_short_text(plan, text, sizeof text);
        const char *const compile[] = {test_tool("nbl-fft"),  "compile",  "--plan", text, "-o",
                                       test_path("plan.spv"), "--rolled", NULL};
        output = test_run(compile, NULL);
        ck_assert_msg(output.status == 0 && strstr(output.text, text), "%s: %s%s", text, output.text, output.error);
        test_output_free(&output);
    }
}
END_TEST

/* A kernel for fast mode has the plan that was measured to be fastest, not exact mode's. */
START_TEST(fast_kernels_have_fast_plans) {
    nbl_fft_transform_desc_t desc = nbl_fft_transform_desc_init();
    nbl_fft_transform_plan_t plans[2];
    nbl_error_t error;
    char texts[2][NBL_FFT_PLAN_TEXT_SIZE];
    desc.length = 1024;
    desc.batch = 1024;
    desc.rounds = 1;
    desc.limits.max_shared_bytes = 32768;
    desc.limits.device = NBL_DEVICE_NVIDIA; /* whose plans of this length differ */
    for (int fast = 0; fast < 2; fast++) {
        desc.any_radices = fast;
        TEST_EXPECT(nbl_fft_transform_plan(&desc, &plans[fast], &error));
        nbl_fft_plan_short_text(plans[fast].parameters.plan, texts[fast], sizeof texts[fast]);
        const char *const arguments[] = {
            test_tool("nbl-fft"),  "compile",  "--length",      "1024",   "--mode", fast ? "fast" : "exact", "-o",
            test_path("fast.spv"), "--rolled", "--device-kind", "nvidia", NULL};
        test_output_t output = test_run(arguments, NULL);
        ck_assert_msg(output.status == 0 && strstr(output.text, texts[fast]), "not %s: %s%s", texts[fast], output.text,
                      output.error);
        test_output_free(&output);
    }
    ck_assert_str_ne(texts[0], texts[1]);
}
END_TEST

/* Primes from 17 to 31: by a plan of one's own, and in fast and fused mode. */
START_TEST(primes) {
    float values[2 * 136];
    for (int i = 0; i < 2 * 136; i++) values[i] = (float)i;
    write_array("136.npy", NBL_NPY_COMPLEX64, 1, 1, 136, values);
    const char *const tool = test_tool("nbl-fft"), *in = test_path("136.npy"), *out = test_path("136-out.npy");
    const char *const runs[][12] = {
        {tool, "transform", in, out, "--plan", "17x8", "--mode", "fast", "--backend", "emulator", NULL},
        {tool, "transform", in, out, "--mode", "fast", "--backend", "emulator", NULL},
        {tool, "compile", "--length", "136", "--mode", "fast", "-o", test_path("136.spv"), NULL},
        {tool, "compile", "--length", "136", "--mode", "fused", "-o", test_path("136.spv"), NULL},
        {tool, "compile", "--length", "136", "--mode", "fused", "--real", "-o", test_path("136.spv"), NULL},
        {tool, "compile", "--length", "136", "--plan", "17x8", "--mode", "fast", "-o", test_path("136.spv"), NULL}};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        test_output_t output = test_run(runs[i], NULL);
        ck_assert_msg(output.status == 0, "%zu: %s", i, output.error);
        test_output_free(&output);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("cli");
    TCase *test_case = tcase_create("cli");
    tcase_set_timeout(test_case, 300);
    tcase_add_checked_fixture(test_case, NULL, test_folder_remove);
    tcase_add_test(test_case, help);
    tcase_add_test(test_case, examples_work_as_pasted);
    tcase_add_test(test_case, usage_errors);
    tcase_add_test(test_case, bad_inputs);
    tcase_add_test(test_case, bad_parameters_and_outputs);
    tcase_add_test(test_case, index_is_the_headers);
    tcase_add_test(test_case, plans_are_the_headers);
    tcase_add_test(test_case, fast_kernels_have_fast_plans);
    tcase_add_test(test_case, primes);
    suite_add_tcase(suite, test_case);
    return test_run_suite(suite);
}
