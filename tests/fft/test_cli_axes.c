/* nbl-fft transform along axes on the emulator.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/fft/cli_cube.h"

#include <math.h>
#include <unistd.h>

/* Along axes, one after the other, the emulator writes the executor's file. Mutations that this finds, each tried: the
 * axes from the first one listed on; a real inverse's last axis first; floats between the axes of a transform in
 * doubles; an axis that stays the last one; an axis of one element given to a kernel. */
START_TEST(the_emulator_goes_along_axes) {
    static float signal[2 * MOST];
    static double wide[2 * MOST];
    test_random_t random = test_random_begin("cli nd axes");
    for (int i = 0; i < 2 * MOST; i++) wide[i] = signal[i] = (float)test_random_real(&random);
    const nbl_npy_array_t cubes[] = {cube_of(NBL_NPY_COMPLEX64, WIDTH, signal),
                                     cube_of(NBL_NPY_FLOAT32, WIDTH, signal),
                                     cube_of(NBL_NPY_COMPLEX128, WIDTH, wide),
                                     {NBL_NPY_COMPLEX64, 3, HEIGHT, WIDTH, signal, {HEIGHT, 1, WIDTH}}};
    static const char *const names[] = {"cube.npy", "real.npy", "wide.npy", "flat.npy"};
    for (int i = 0; i < 4; i++) write_cube(names[i], &cubes[i]);
    static const char *const cases[][6] = {{"cube.npy", "2,0"},
                                           {"cube.npy", "0,1,2", "--inverse"},
                                           {"cube.npy", "1,2", "--precision", "fp64"},
                                           {"cube.npy", "-2", "--precision", "fp16-storage"},
                                           {"real.npy", "0,2", "--real"},
                                           {"real.npy", "2,1,0", "--real", "--precision", "fp64"},
                                           {"cube.npy", "0,1,2", "--inverse", "--real"},
                                           {"cube.npy", "2,0,1", "--inverse", "--real", "--odd"},
                                           {"wide.npy", "1,0"},
                                           {"wide.npy", "0,2", "--precision", "fp32"},
                                           {"flat.npy", "0,1"}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        const char *const *o = cases[c];
        expect_silence(NULL, "transform", test_path(o[0]), test_path("checked.npy"), "--axes", o[1], "--check", o[2],
                       o[3], o[4], o[5], NULL);
        expect_silence(NULL, "transform", test_path(o[0]), test_path("executed.npy"), "--axes", o[1], "--backend",
                       "executor", o[2], o[3], o[4], o[5], NULL);
        nbl_npy_array_t checked = read_array("checked.npy"), executed = read_array("executed.npy");
        ck_assert(checked.type == executed.type && checked.rank == 3);
        ck_assert_int_eq(memcmp(checked.shape, executed.shape, sizeof checked.shape), 0);
        ck_assert_msg(memcmp(checked.data, executed.data,
                             (size_t)(checked.batch * checked.length * NBL_NPY_BYTES(checked.type))) == 0,
                      "case %zu", c);
        nbl_npy_free(&checked);
        nbl_npy_free(&executed);
    }
    /* Places are the file's. */
    const char *in = test_path("cube.npy"), *out = test_path("out.npy");
    signal[2 * (WIDTH * 12 + 3) + 1] = INFINITY;
    write_cube("cube.npy", &cubes[0]);
    expect_line(EXIT_COULD_NOT, "cube.npy: is infinite at [1, 1, 3]", "transform", in, out, "--axes", "1", "--check",
                NULL);
    for (int i = 0; i < 2 * MOST; i++) signal[i] = i % (2 * WIDTH) == 6 ? 2e38f : 0.0f;
    write_cube("cube.npy", &cubes[0]);
    expect_line(EXIT_COULD_NOT, "out.npy: not written: the result overflows fp32 at [0, 0, 3]", "transform", in, out,
                "--axes", "0", "--check", NULL);
    expect_line(EXIT_COULD_NOT, "out.npy: not written: the result overflows the file's float32 at [0, 0, 3]",
                "transform", in, out, "--axes", "1", "--check", "--precision", "fp64", NULL);
    expect_line(EXIT_COULD_NOT, "real.npy: has real numbers: give --real, or convert it to complex", "transform",
                test_path("real.npy"), out, "--axes", "1", "--check", NULL);
    expect_line(EXIT_WRONG, "--axes 3: must be numbers of dimensions, each once, from 0 to 2 or from -1 to -3",
                "transform", in, out, "--axes", "3", "--check", NULL);
    ck_assert_int_ne(access(out, F_OK), 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("cli_axes");
    TCase *tests = tcase_create("cli_axes");
    tcase_add_unchecked_fixture(tests, NULL, test_folder_remove);
    tcase_add_test(tests, the_emulator_goes_along_axes);
    tcase_set_timeout(tests, 60);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
