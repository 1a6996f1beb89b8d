/* The kernels before and after cosine and sine transforms on the emulator, checked: the CPU's bits, and no race or
 * stray access.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Between both kernels the CPU transforms lines. Mutations that this finds, each tried: an element more than are
 * `given`, the root of the next number, type III turned the other way.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#undef NBL_PARAMETER
#define NBL_PARAMETER(name) (*(const uint32_t *)nbl_emulator_specialization())
#define NBL_DCT_SCALAR float32_t
#define NBL_DCT_KERNEL dct_kernel
#include "shaders/fft_dct.h"

#include "emulator/pass.h"
#include "tests/fft/dct_testing.h"
#include "transform/tables.h"

enum { LINES = 3, MOST = 600 };

static float roots[2 * MOST];

static void run(const nbl_fft_dct_constants_t *constants, uint32_t after, const float *source, uint64_t source_count,
                float *target, uint64_t target_count) {
    const nbl_emulator_resource_t resources[3] = {{(void *)(uintptr_t)source, source_count * sizeof *source, 0},
                                                  {target, target_count * sizeof *target, 0},
                                                  {roots, sizeof roots, 0}};
    const nbl_emulator_pass_t pass = {.name = "dct",
                                      .kernel = dct_kernel,
                                      .resources = resources,
                                      .resource_count = 3,
                                      .constants = constants,
                                      .parameters = &after,
                                      .workgroup_size = NBL_FFT_DCT_INVOCATIONS,
                                      .subgroup_size = 32,
                                      .workgroups =
                                          (constants->all + NBL_FFT_DCT_INVOCATIONS - 1) / NBL_FFT_DCT_INVOCATIONS};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    launch.check = NBL_EMULATOR_CHECK_RACES;
    nbl_error_t error;
    ck_assert_msg(nbl_emulator_pass_run(&pass, &launch, NULL, &error) == NBL_SUCCESS, "%s", error.text);
}

static void make_roots(nbl_dct_t dct) {
    static double numbers[2 * MOST];
    const nbl_program_table_t table = {
        .kind = NBL_PROGRAM_SHIFTED_ROOTS, .n = nbl_dct_points(dct), .m = nbl_dct_root_shift(dct)};
    nbl_error_t error;
    ck_assert(nbl_program_table_count(&table) == nbl_dct_roots(dct) && nbl_dct_roots(dct) <= MOST);
    TEST_EXPECT(nbl_program_fill_table(&table, numbers, &error));
    for (uint32_t i = 0; i < 2 * nbl_dct_roots(dct); i++) roots[i] = (float)numbers[i];
}

static void transform(const nbl_fft_nd_desc_t *desc, const void *input, void *output) {
    nbl_fft_t *plan;
    nbl_error_t error;
    TEST_EXPECT(nbl_fft_make_cpu(desc, &plan, &error));
    TEST_EXPECT(nbl_fft_run(plan, input, output, &error));
    nbl_fft_destroy(plan);
}

/* Lines side by side go in, and come out one behind the other; `given` elements of each are there, and `kept`
 * are stored. */
static void run_case(uint32_t kind, uint32_t size, bool orthogonal, test_random_t *random) {
    static float input[LINES * MOST], expected[LINES * MOST], output[LINES * MOST], folded[4 * LINES * MOST],
        transformed[4 * LINES * MOST];
    const uint32_t given = 1 + test_random_below(random, size), kept = 1 + test_random_below(random, size);
    const uint32_t first = test_random_below(random, size - kept + 1);
    const nbl_dct_t dct = {kind, size, orthogonal};
    nbl_fft_problem_t whole = nbl_fft_problem_init(), middle = whole;
    whole.rank = middle.rank = 1;
    whole.sizes[0] = size;
    whole.given[0] = given;
    whole.batch = middle.batch = LINES;
    whole.input_strides[0] = LINES;
    whole.input_distance = 1;
    whole.output_strides[0] = 1;
    whole.kept[0] = kept;
    whole.kept_from[0] = first;
    whole.output_distance = kept;
    whole.dct = (nbl_fft_dct_t)kind;
    whole.orthogonal = orthogonal;
    whole.scaling = NBL_FFT_SCALING_BY_LENGTH;
    for (uint32_t i = 0; i < LINES * given; i++) input[i] = (float)test_random_real(random);
    transform(&whole, input, expected);
    middle.sizes[0] = nbl_dct_points(dct);
    middle.real = nbl_dct_middle(dct) != NBL_DCT_COMPLEX;
    middle.inverse = nbl_dct_middle(dct) == NBL_DCT_TO_REAL;
    middle.scaling = NBL_FFT_SCALING_NONE;
    if (nbl_dct_turns(dct, false) || nbl_dct_turns(dct, true)) make_roots(dct);
    const double factor = (double)(float)(1.0 / nbl_dct_period(dct));
    const uint32_t before = nbl_dct_numbers(dct, false), after = nbl_dct_numbers(dct, true);
    nbl_fft_dct_constants_t constants = {.kind = kind,
                                         .size = size,
                                         .orthogonal = orthogonal,
                                         .numbers = before,
                                         .all = LINES * before,
                                         .part = given,
                                         .stride = LINES};
    for (uint32_t i = 0; i < NBL_FFT_DCT_MOST_LOOPS; i++) constants.count[i] = 1;
    constants.count[0] = LINES;
    constants.distance[0] = 1;
    memcpy(constants.factor, &factor, sizeof factor);
    run(&constants, 0, input, LINES * given, folded, LINES * before * (nbl_dct_is_single(dct, false) ? 1 : 2));
    transform(&middle, folded, transformed);
    constants.numbers = nbl_dct_middle(dct) == NBL_DCT_TO_REAL ? nbl_dct_points(dct) : after;
    constants.all = LINES * kept;
    constants.first = first;
    constants.part = kept;
    constants.stride = 1;
    constants.distance[0] = kept;
    memset(output, 0x3b, sizeof output);
    run(&constants, 1, transformed, LINES * after * (nbl_dct_is_single(dct, true) ? 1 : 2), output, LINES * kept);
    ck_assert_msg(memcmp(output, expected, LINES * kept * sizeof *output) == 0, "%s of %u: other bits", dct_names[kind],
                  size);
}

START_TEST(kernels) {
    static const uint32_t sizes[] = {1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 33, 64, 100, 101, 255, 256};
    test_random_t random = test_random_begin("dct emulator");
    uint32_t cases = 0;
    for (uint32_t kind = 1; kind <= 8; kind++)
        for (uint32_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            if (kind == NBL_DCT_1 && sizes[s] == 1) continue;
            run_case(kind, sizes[s], s % 2 == 1, &random);
            cases++;
        }
    printf("dct emulator: %u cases of 8 kinds have the CPU's bits\n", cases);
    ck_assert_uint_eq(cases, 127);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("dct emulator");
    TCase *tests = tcase_create("dct emulator");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, kernels);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
