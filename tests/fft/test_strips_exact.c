/* Exact mode's long columns in strips and in blocks: as two steps, with the bits of whole columns, on the CPU and on
 * lavapipe.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Mutations that this finds: row 0 is multiplied, too (run_lines_scalar.h, shaders/fft_lines.h: a negative zero becomes
 * another one); element 0 is, in blocks;
 * radices in another order (choose.c: exact_line() without what is reversed); a stride of a table's powers one too
 * large.
 */
#define NBL_SILENT_DEPRECATED /* calls functions of 0.2.0 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "tests/fft/whole_testing.h"

/* Of three and of four radices; narrow rows, of which some are shorter than a workgroup is wide. */
static const uint64_t sizes[][2] = {{4116, 10}, {8192, 9}, {5324, 120}, {3000, 4}, {4374, 150}};
enum { SIZES = sizeof sizes / sizeof *sizes, CASES = 2 * SIZES };

static nbl_fft_problem_t problem_of(int number) {
    nbl_fft_problem_t problem = nbl_fft_problem_init();
    problem.rank = 2;
    memcpy(problem.sizes, sizes[number % SIZES], sizeof sizes[0]);
    problem.batch = 1 + (uint64_t)number % 2;
    problem.inverse = number >= SIZES;
    problem.scaling = NBL_FFT_SCALING_NONE;
    problem.mode = NBL_MODE_EXACT;
    return problem;
}

/* Makes the program of a device that was measured, with so much shared memory. */
static void make(const nbl_fft_problem_t *problem, uint32_t shared_bytes, nbl_program_t *program) {
    nbl_fft_limits_t limits = usual_device(NBL_DEVICE_NVIDIA, false);
    nbl_error_t error;
    limits.max_shared_bytes = shared_bytes;
    ck_assert_msg(rules_program(problem, &limits, false, program, &error), "%s", error.text);
    char *text = program_text(program);
    ck_assert_msg((program->steps == 3 && program->step[1].ops == 2 && program->step[1].op[1].powers == 1) ||
                      (program->steps == 2 && program->step[1].op[0].powers == 1),
                  "%s", text);
    TEST_EXPECT(nbl_program_check(program, &error));
    free(text);
}

/* Makes random numbers; a third of the columns are negative zeros, and a third real numbers beside negative zeros. */
static float *make_input(const nbl_fft_problem_t *problem, test_random_t *random) {
    const uint64_t numbers = side_bytes(problem, false) / 8, columns = problem->sizes[1];
    float *input = malloc(2 * numbers * sizeof *input);
    for (uint64_t k = 0; k < 2 * numbers; k++) {
        const uint64_t column = k / 2 % columns;
        input[k] = column % 3 == 0 || (column % 3 == 1 && k % 2 == 1) ? -0.0f : (float)test_random_real(random);
    }
    return input;
}

START_TEST(the_cpu_has_the_same_bits) {
    static nbl_program_t program, read;
    test_random_t random = test_random_begin("strips, exact, CPU");
    for (int i = 0; i < CASES; i++) {
        const nbl_fft_problem_t problem = problem_of(i);
        float *input = make_input(&problem, &random);
        nbl_error_t error;
        make(&problem, 49152, &program);
        char *text = program_text(&program);
        TEST_EXPECT(nbl_program_read(text, &read, &error));
        ck_assert(nbl_program_equal(&program, &read));
        expect_whole(NULL, 1 + (uint32_t)i % 2, &problem, &read, input);
        free(text);
        free(input);
    }
    printf("strips, exact: %d programs on the CPU\n", CASES);
}
END_TEST

START_TEST(lavapipe_has_the_same_bits) {
    static nbl_program_t program;
    test_random_t random = test_random_begin("strips, exact, lavapipe");
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    for (uint32_t i = 0; i < CASES; i++) {
        const nbl_fft_problem_t problem = problem_of((int)i);
        if (!test_takes(i, 4)) continue;
        float *input = make_input(&problem, &random);
        make(&problem, nbl_fft_device_limits(device).max_shared_bytes, &program);
        expect_whole(device, 0, &problem, &program, input);
        free(input);
    }
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* Scaled, real and float64 arrays, and columns of which a workgroup holds four, keep whole columns. */
START_TEST(others_are_whole) {
    static nbl_program_t program;
    nbl_error_t error;
    for (int i = 0; i < 4; i++) {
        const nbl_fft_limits_t limits = usual_device(NBL_DEVICE_NVIDIA, false);
        nbl_fft_problem_t problem = problem_of(3);
        if (i == 1) problem.scaling = NBL_FFT_SCALING_BY_LENGTH;
        if (i == 2) problem.real = true;
        if (i == 3) problem.precision = NBL_FFT_FLOAT64;
        if (i == 0) problem.sizes[0] = 4096;
        ck_assert_msg(rules_program(&problem, &limits, false, &program, &error), "%s", error.text);
        for (uint32_t s = 0; s < program.steps; s++)
            ck_assert_msg(!nbl_program_has(&program.step[s], NBL_PROGRAM_TWIDDLE), "case %d", i);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("strips in exact mode");
    TCase *tests = tcase_create("strips in exact mode");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, the_cpu_has_the_same_bits);
    tcase_add_test(tests, lavapipe_has_the_same_bits);
    tcase_add_test(tests, others_are_whole);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
