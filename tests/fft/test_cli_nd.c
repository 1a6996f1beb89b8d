/* nbl-fft transform of arrays of several dimensions and of any length, and nbl-fft plan of a shape.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/fft/cli_cube.h"

#include <inttypes.h>
#include <math.h>
#include <unistd.h>

#include "nbl/host/fft_nd.h"

/* What the library makes of it. */
static void transform(const nbl_fft_nd_desc_t *desc, const void *input, void *output) {
    nbl_fft_t *plan;
    nbl_error_t error;
    TEST_EXPECT(nbl_fft_make_cpu(desc, &plan, &error));
    TEST_EXPECT(nbl_fft_run(plan, input, output, &error));
    nbl_fft_destroy(plan);
}

START_TEST(axes_and_shapes) {
    test_random_t random = test_random_begin("cli nd");
    static float signal[2 * MOST], expected[2 * MOST];
    static double reals[MOST], frequencies[2 * MOST];
    for (int i = 0; i < 2 * MOST; i++) signal[i] = (float)test_random_real(&random);
    for (int i = 0; i < MOST; i++) reals[i] = test_random_real(&random);
    const nbl_npy_array_t cube = cube_of(NBL_NPY_COMPLEX64, WIDTH, signal),
                          real = cube_of(NBL_NPY_FLOAT64, WIDTH, reals);
    write_cube("cube.npy", &cube);
    write_cube("real.npy", &real);
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    desc.rank = 3;
    desc.sizes[0] = DEPTH;
    desc.sizes[1] = HEIGHT;
    desc.sizes[2] = WIDTH;
    expect_silence(NULL, "transform", test_path("cube.npy"), test_path("all.npy"), "--axes", "0,1,2", "--backend",
                   "executor", NULL);
    transform(&desc, signal, expected);
    nbl_npy_array_t result = read_array("all.npy");
    ck_assert(result.rank == 3 && result.type == NBL_NPY_COMPLEX64);
    ck_assert(result.shape[0] == DEPTH && result.shape[1] == HEIGHT && result.shape[2] == WIDTH);
    ck_assert_int_eq(memcmp(result.data, expected, sizeof expected), 0);
    nbl_npy_free(&result);
    /* along the middle dimension, back */
    expect_silence(NULL, "transform", test_path("cube.npy"), test_path("middle.npy"), "--axes=-2", "--inverse",
                   "--backend", "executor", NULL);
    desc.axis_count = 1;
    desc.axes[0] = 1;
    desc.inverse = true;
    transform(&desc, signal, expected);
    result = read_array("middle.npy");
    ck_assert_int_eq(memcmp(result.data, expected, sizeof expected), 0);
    nbl_npy_free(&result);
    /* real numbers along the first dimension, and back */
    expect_silence(NULL, "transform", test_path("real.npy"), test_path("half.npy"), "--axes", "2,0", "--real",
                   "--backend", "executor", NULL);
    desc.inverse = false;
    desc.real = true;
    desc.precision = NBL_FFT_FLOAT64;
    desc.axis_count = 2;
    desc.axes[0] = 2;
    desc.axes[1] = 0;
    transform(&desc, reals, frequencies);
    result = read_array("half.npy");
    ck_assert(result.type == NBL_NPY_COMPLEX128 && result.shape[0] == DEPTH / 2 + 1 && result.shape[2] == WIDTH);
    ck_assert_int_eq(memcmp(result.data, frequencies, (DEPTH / 2 + 1) * HEIGHT * WIDTH * 2 * sizeof(double)), 0);
    nbl_npy_free(&result);
    expect_silence(NULL, "transform", test_path("half.npy"), test_path("back.npy"), "--axes", "2,0", "--real",
                   "--inverse", "--odd", "--backend", "executor", NULL);
    result = read_array("back.npy");
    ck_assert(result.type == NBL_NPY_FLOAT64 && result.shape[0] == DEPTH && result.shape[1] == HEIGHT);
    for (int i = 0; i < MOST; i++) ck_assert(fabs(((double *)result.data)[i] - reals[i]) < 1e-14);
    nbl_npy_free(&result);
    /* zeros behind what the file has, and a spectrum of only the lowest frequencies */
    expect_silence(NULL, "transform", test_path("cube.npy"), test_path("padded.npy"), "--axes", "0,2", "--pad", "5x12",
                   "--backend", "executor", NULL);
    static float padded[2 * 5 * HEIGHT * 12];
    desc = nbl_fft_problem_init();
    desc.rank = 3;
    desc.sizes[0] = 5, desc.sizes[1] = HEIGHT, desc.sizes[2] = 12;
    desc.given[0] = DEPTH, desc.given[2] = WIDTH;
    desc.axis_count = 2;
    desc.axes[1] = 2;
    transform(&desc, signal, padded);
    result = read_array("padded.npy");
    ck_assert(result.shape[0] == 5 && result.shape[1] == HEIGHT && result.shape[2] == 12);
    ck_assert_int_eq(memcmp(result.data, padded, sizeof padded), 0);
    nbl_npy_free(&result);
    expect_silence(NULL, "transform", test_path("cube.npy"), test_path("wide.npy"), "--pad", "31", "--real",
                   "--inverse", "--backend", "executor", NULL);
    result = read_array("wide.npy");
    ck_assert(result.type == NBL_NPY_FLOAT32 && result.shape[0] == DEPTH && result.shape[2] == 31);
    nbl_npy_free(&result);
    /* rows of three dimensions go as a batch, by any backend */
    expect_silence(NULL, "transform", test_path("cube.npy"), test_path("rows.npy"), "--backend", "emulator", NULL);
    expect_silence(NULL, "transform", test_path("cube.npy"), test_path("rows2.npy"), "--axes", "2", "--backend",
                   "executor", NULL);
    nbl_npy_array_t rows = read_array("rows2.npy");
    result = read_array("rows.npy");
    ck_assert(result.shape[0] == DEPTH && result.shape[1] == HEIGHT);
    ck_assert_int_eq(memcmp(result.data, rows.data, sizeof signal), 0);
    nbl_npy_free(&result);
    nbl_npy_free(&rows);
}
END_TEST

/* The executor's bits. */
START_TEST(a_device_transforms) {
    const char *const *lavapipe = test_driver_environment(TEST_LAVAPIPE);
    if (lavapipe == NULL) return;
    float signal[2 * MOST];
    for (int i = 0; i < 2 * MOST; i++) signal[i] = (float)(i % 7) - (float)(i % 5);
    const nbl_npy_array_t cube = cube_of(NBL_NPY_COMPLEX64, WIDTH, signal);
    write_cube("cube.npy", &cube);
    expect_silence(NULL, "transform", test_path("cube.npy"), test_path("cpu.npy"), "--axes", "0,2", "--backend",
                   "executor", NULL);
    expect_silence(lavapipe, "transform", test_path("cube.npy"), test_path("device.npy"), "--axes", "0,2", "--backend",
                   "vulkan", NULL);
    nbl_npy_array_t cpu = read_array("cpu.npy"), device = read_array("device.npy");
    ck_assert_int_eq(memcmp(cpu.data, device.data, sizeof signal), 0);
    nbl_npy_free(&cpu);
    nbl_npy_free(&device);
}
END_TEST

/* Mutations that this finds: --dst taken for --dct, --ortho that scales without ends. */
START_TEST(cosine_transforms) {
    float signal[MOST], expected[MOST];
    for (int i = 0; i < MOST; i++) signal[i] = (float)(i % 7) - (float)(i % 5);
    const nbl_npy_array_t cube = cube_of(NBL_NPY_FLOAT32, WIDTH, signal);
    write_cube("cube.npy", &cube);
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    desc.rank = 3;
    memcpy(desc.sizes, cube.shape, sizeof cube.shape);
    desc.axis_count = 1;
    desc.axes[0] = 1;
    desc.dct = NBL_FFT_DST_3;
    transform(&desc, signal, expected);
    expect_silence(NULL, "transform", test_path("cube.npy"), test_path("sines.npy"), "--dst", "3", "--axes", "1",
                   "--backend", "executor", NULL);
    nbl_npy_array_t result = read_array("sines.npy");
    ck_assert_int_eq(result.type, NBL_NPY_FLOAT32);
    ck_assert_int_eq(memcmp(result.data, expected, sizeof expected), 0);
    nbl_npy_free(&result);
    desc.axis_count = 0;
    desc.dct = NBL_FFT_DCT_2;
    desc.orthogonal = true;
    desc.scaling = NBL_FFT_SCALING_BY_ROOT;
    transform(&desc, signal, expected);
    expect_silence(NULL, "transform", test_path("cube.npy"), test_path("cosines.npy"), "--dct", "2", "--ortho",
                   "--axes", "0,1,2", "--backend", "executor", NULL);
    result = read_array("cosines.npy");
    ck_assert_int_eq(memcmp(result.data, expected, sizeof expected), 0);
    nbl_npy_free(&result);
    expect_silence(NULL, "transform", test_path("cosines.npy"), test_path("back.npy"), "--dct", "2", "--ortho",
                   "--axes", "0,1,2", "--inverse", "--backend", "executor", NULL);
    result = read_array("back.npy");
    for (int i = 0; i < MOST; i++) ck_assert(fabsf(((float *)result.data)[i] - signal[i]) < 1e-5f);
    nbl_npy_free(&result);
}
END_TEST

/* Of a spectrum, of padded real signals and of cosine transforms a part, on the CPU and on a device. Mutations that
 * this finds, each tried: kept_from left at 0; the ranges in the order of dimensions where --axes has another; the
 * whole output's shape. */
START_TEST(a_part_is_kept) {
    static float signal[2 * MOST], expected[2 * 5 * HEIGHT * 12];
    for (int i = 0; i < 2 * MOST; i++) signal[i] = (float)(i % 7) - (float)(i % 5);
    const nbl_npy_array_t cube = cube_of(NBL_NPY_COMPLEX64, WIDTH, signal),
                          real = cube_of(NBL_NPY_FLOAT32, WIDTH, signal);
    write_cube("cube.npy", &cube);
    write_cube("real.npy", &real);
    static const struct {
        const char *file, *axes, *kept, *more[3];
        bool real;
        nbl_fft_dct_t dct;
        uint64_t sizes[2];
    } cases[] = {{"cube.npy", "2,0", "4:9,1:2", {NULL}, false, NBL_FFT_NO_DCT, {DEPTH, WIDTH}},
                 {"real.npy", "0,2", "1:4,3:7", {"--pad", "5x12", "--real"}, true, NBL_FFT_NO_DCT, {5, 12}},
                 {"real.npy", "0,2", "0:2,6:10", {"--dct", "2"}, false, NBL_FFT_DCT_2, {DEPTH, WIDTH}}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        nbl_fft_problem_t problem = nbl_fft_problem_init();
        const uint32_t last = cases[c].axes[0] == '0' ? 1 : 0; /* of the ranges: dimension 2's */
        uint64_t from[2], to[2];
        ck_assert_int_eq(sscanf(cases[c].kept, "%" SCNu64 ":%" SCNu64 ",%" SCNu64 ":%" SCNu64, &from[0], &to[0],
                                &from[1], &to[1]),
                         4);
        problem.rank = 3;
        problem.sizes[0] = cases[c].sizes[0], problem.sizes[1] = HEIGHT, problem.sizes[2] = cases[c].sizes[1];
        problem.given[0] = DEPTH, problem.given[2] = WIDTH;
        problem.axis_count = 2;
        problem.axes[last] = 2;
        for (uint32_t d = 0; d < 2; d++) {
            problem.kept[problem.axes[d]] = to[d] - from[d];
            problem.kept_from[problem.axes[d]] = from[d];
        }
        problem.real = cases[c].real;
        problem.dct = cases[c].dct;
        transform(&problem, signal, expected);
        for (int device = 0; device < 2; device++) {
            const char *const *environment = device == 1 ? test_driver_environment(TEST_LAVAPIPE) : NULL;
            if (device == 1 && environment == NULL) continue;
            expect_silence(environment, "transform", test_path(cases[c].file), test_path("part.npy"), "--axes",
                           cases[c].axes, "--kept", cases[c].kept, "--backend", device == 1 ? "vulkan" : "executor",
                           cases[c].more[0], cases[c].more[1], cases[c].more[2], NULL);
            nbl_npy_array_t result = read_array("part.npy");
            ck_assert(result.rank == 3 && result.shape[1] == HEIGHT);
            for (uint32_t d = 0; d < 3; d += 2) ck_assert_uint_eq(result.shape[d], problem.kept[d]);
            ck_assert_int_eq(result.type, cases[c].dct != NBL_FFT_NO_DCT ? NBL_NPY_FLOAT32 : NBL_NPY_COMPLEX64);
            ck_assert_int_eq(memcmp(result.data, expected, result.batch * result.length * NBL_NPY_BYTES(result.type)),
                             0);
            nbl_npy_free(&result);
        }
    }
}
END_TEST

START_TEST(any_length) {
    static float signal[2 * 46189] = {1};
    write_array("impulse.npy", NBL_NPY_COMPLEX64, 1, 1, 46189, signal);
    expect_silence(NULL, "transform", test_path("impulse.npy"), test_path("flat.npy"), "--backend", "executor", NULL);
    nbl_npy_array_t result = read_array("flat.npy");
    for (int i = 0; i < 2 * 46189; i++) ck_assert(fabsf(((float *)result.data)[i] - (float)(i % 2 == 0)) < 1e-6f);
    nbl_npy_free(&result);
}
END_TEST

START_TEST(refusals) {
    float signal[2 * MOST] = {0};
    const nbl_npy_array_t cube = cube_of(NBL_NPY_COMPLEX64, WIDTH, signal);
    write_cube("cube.npy", &cube);
    const char *in = test_path("cube.npy"), *out = test_path("out.npy");
    static const char *const axes[] = {"3", "-4", "0,", ",0", "x", "0 1", "0,1,2,0", " 1", "1e", "1,-2"};
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++)
        expect_line(EXIT_WRONG, "must be numbers of dimensions, each once, from 0 to 2 or from -1 to -3", "transform",
                    in, out, "--axes", axes[i], "--backend", "executor", NULL);
    expect_line(EXIT_WRONG, "--write-program: is for --backend vulkan or executor", "transform", in, out, "--axes", "1",
                "--write-program", out, "--backend", "emulator", NULL);
    expect_line(EXIT_WRONG, "--pad: is for --backend vulkan or executor", "transform", in, out, "--axes", "1", "--pad",
                "20", "--check", NULL);
    expect_line(EXIT_WRONG, "--plan: is not for --axes", "transform", in, out, "--axes", "1", "--plan", "10", NULL);
    expect_line(EXIT_WRONG, "--pad: is for --backend vulkan or executor", "transform", in, out, "--pad", "20",
                "--backend", "emulator", NULL);
    expect_line(EXIT_WRONG, "--pad 20x20: must be a size for each axis that is transformed, here 1", "transform", in,
                out, "--pad", "20x20", "--backend", "executor", NULL);
    expect_line(EXIT_WRONG, "--pad 9: there is room for 9 elements along dimension 2, and ", "transform", in, out,
                "--pad", "9", "--backend", "executor", NULL);
    static const char *const kept[] = {"0:4",   "0:4,",      "0:4,1:2,3:4", "4:4,0:2",
                                       "4,0:2", "0:4:2,0:1", "-1:4,0:2",    "0:4, 0:2"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        expect_line(EXIT_WRONG,
                    ": must be FROM:TO, TO above FROM, for each axis that is transformed, here 2, joined by commas",
                    "transform", in, out, "--axes", "1,2", "--kept", kept[i], "--backend", "executor", NULL);
    expect_line(EXIT_WRONG, "cube.npy: 11 elements kept of dimension 2: it has at most 10", "transform", in, out,
                "--kept", "0:11", "--backend", "executor", NULL);
    expect_line(EXIT_WRONG, "--kept: is for --backend vulkan or executor", "transform", in, out, "--kept", "0:2",
                "--backend", "emulator", NULL);
    expect_line(EXIT_WRONG, "--odd: is not for --pad", "transform", in, out, "--pad", "20", "--odd", "--real",
                "--inverse", NULL);
    write_array("line.npy", NBL_NPY_COMPLEX64, 1, 1, 17, signal);
    expect_line(EXIT_COULD_NOT, "; --backend vulkan and executor take any length, without --order native", "transform",
                test_path("line.npy"), out, "--order", "native", NULL);
    signal[2 * (WIDTH * 12 + 3) + 1] = INFINITY;
    write_cube("cube.npy", &cube);
    expect_line(EXIT_COULD_NOT, "cube.npy: is infinite at [1, 1, 3]", "transform", in, out, "--axes", "1", "--backend",
                "executor", NULL);
    signal[2 * (WIDTH * 12 + 3) + 1] = 0;
    signal[0] = 65520;
    write_cube("cube.npy", &cube);
    expect_line(EXIT_COULD_NOT, "cube.npy: overflows fp16-storage at [0, 0, 0]", "transform", in, out, "--axes", "1",
                "--precision", "fp16-storage", "--backend", "executor", NULL);
    ck_assert_int_ne(access(out, F_OK), 0);
    expect_line(EXIT_WRONG, "plan 12x: must be a length, or up to 8 sizes", "plan", "12x", NULL);
    expect_line(EXIT_WRONG, "plan 1x1x1x1x1x1x1x1x1: must be a length", "plan", "1x1x1x1x1x1x1x1x1", NULL);
    expect_line(EXIT_WRONG, "takes no options but --precision, --mode, --real, --dct, --dst, --axes, --kept,", "plan",
                "4x4", "--header", NULL);
    expect_line(EXIT_WRONG, "transform --dct: not together with --real", "transform", in, out, "--dct", "2", "--real",
                NULL);
    expect_line(EXIT_WRONG, "plan --dct: not together with --dst", "plan", "8", "--dct", "2", "--dst", "2", NULL);
    expect_line(EXIT_WRONG, "--ortho: is for --dct and --dst", "transform", in, out, "--ortho", NULL);
    expect_line(EXIT_WRONG, "--dst: is for --backend vulkan or executor", "transform", in, out, "--dst", "1",
                "--backend", "emulator", NULL);
    expect_line(EXIT_COULD_NOT, "cube.npy: holds complex numbers", "transform", in, out, "--dct", "2", "--backend",
                "executor", NULL);
    expect_line(EXIT_COULD_NOT, "dct: size 1 of dimension 1", "plan", "4x1", "--dct", "1", NULL);
    expect_line(EXIT_COULD_NOT, "size 0 of dimension 1", "plan", "4x0", NULL);
    expect_line(EXIT_WRONG, "plan --mode fast: not together with --header", "plan", "16", "--mode", "fast", "--header",
                NULL);
}
END_TEST

static void expect_plan_of(const char *option, const char *value, const char *shape, const char *wanted) {
    const char *const arguments[] = {
        test_tool("nbl-fft"), "plan", shape, "--device-kind", "nvidia", option, value, NULL};
    test_output_t output = test_run(arguments, NULL);
    ck_assert_int_eq(output.status, 0);
    ck_assert_str_eq(output.error, "");
    ck_assert_msg(strstr(output.text, wanted) != NULL, "%s:\n%s", shape, output.text);
    ck_assert_msg(strstr(output.text, "= \n") == NULL, "%s: no radices\n%s", shape, output.text);
    test_output_free(&output);
}

static void expect_plan_of_mode(const char *shape, const char *mode, const char *wanted) {
    expect_plan_of("--mode", mode, shape, wanted);
}

static void expect_plan(const char *shape, const char *wanted) { expect_plan_of(NULL, NULL, shape, wanted); }

START_TEST(plans_of_shapes) {
    expect_plan("4096x4096", "axis 1: 4096 lines of 4096 = 16x16x16\naxis 0: 4096 lines of 4096 = 16x16x16\n");
    expect_plan("4096x4096", "array        134217728 bytes");
    expect_plan("4096x4096", "trips        2 times through memory, 2 dispatches\nworkspace    0 bytes\n");
    expect_plan("10007", "trips        4 times");
    expect_plan("1048576", "axis 0: 1 line of 1048576 = 1024 x 1024 in 2 passes\n");
    expect_plan("64x64", "axis 1: 64 lines of 64 = 8x8\naxis 0: 64 lines of 64 = 8x8\n"); /* two passes in one step */
    expect_plan("1009", "nbl/fft.h    no instance: length 1009");
    expect_plan_of_mode("1009", "fast", "  multiply table 0\n");
    expect_plan_of_mode("1009", "fast", "fast mode\n");
    expect_plan_of_mode("1009", "exact", "exact mode\n");
    expect_plan_of_mode("64x64", "fast", "axis 1: 64 lines of 64 = 8x8\n");
    expect_plan_of_mode("1024", "exact", "plan         16x16x4@64*2/1\n");
    expect_plan_of_mode("1024", "fast", "plan         16x2x32@32*2/1\n");
    expect_plan_of("--dct", "2", "8x100", "axis 1: 8 lines of 100, dct-2 by real ones of 100 = 2 x 5x10\n");
    expect_plan_of("--dst", "4", "8x100", "axis 0: 100 lines of 8, dst-4 by complex ones of 4 = 4\n");
    expect_plan_of("--dst", "4", "8x100", "unfold dst-4");
    expect_plan_of("--kept", "0:4,5:9", "128x128",
                   "axis 1: 128 lines of 128, 4 kept from 5 = 8x4x4\naxis 0: 4 lines of 128, 4 kept from 0 = 8x4x4\n");
    expect_plan_of("--axes", "0", "64x100",
                   "64x100 on the CPU, fp32, the last axis first\naxis 0: 100 lines of 64 = 8x8\narray ");
    expect_plan("17", "axis 0: 1 line of 17 as a convolution of 40 = 10x4\n");
    /* A cosine transform's program is of the mode that was asked for: its radices are other ones. */
    static const char *const modes[] = {"exact", "fast"}, *const dcts[] = {
                                                              "program 1\nproblem fp32 exact transform dct-2",
                                                              "program 1\nproblem fp32 fast transform dct-2"};
    for (int m = 0; m < 2; m++) {
        const char *const arguments[] = {test_tool("nbl-fft"), "plan", "1000", "--dct", "2", "--mode", modes[m], NULL};
        test_output_t output = test_run(arguments, NULL);
        ck_assert_int_eq(output.status, 0);
        ck_assert_msg(strstr(output.text, dcts[m]) != NULL && strstr(output.text, modes[m]) != NULL &&
                          strstr(output.text, "trips        3 times through memory\nworkspace    8008 bytes\n") != NULL,
                      "%s:\n%s", modes[m], output.text);
        test_output_free(&output);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("cli_nd");
    TCase *tests = tcase_create("cli_nd");
    tcase_add_unchecked_fixture(tests, NULL, test_folder_remove);
    tcase_add_test(tests, axes_and_shapes);
    tcase_add_test(tests, a_device_transforms);
    tcase_add_test(tests, cosine_transforms);
    tcase_add_test(tests, a_part_is_kept);
    tcase_add_test(tests, any_length);
    tcase_add_test(tests, refusals);
    tcase_add_test(tests, plans_of_shapes);
    tcase_set_timeout(tests, 60);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
