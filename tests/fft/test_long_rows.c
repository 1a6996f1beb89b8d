/* Rows of 8193 to 16384 points have the same bits in one kernel and in two memory passes. Passes are taken for few
 * rows, and where a workgroup has no room.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Mutations that this finds: the passes' twiddle without `powers`; a second pass that is not the last radix; no `scale`
 * behind it (passes.c); a plan of host/facts/exact.txt with a factor too few (the row goes in passes of another split).
 */
#define NBL_SILENT_DEPRECATED /* calls functions of 0.2.0 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "facts/facts.h"
#include "facts/numbers.h"
#include "nbl/bit.h"
#include "tests/fft/whole_testing.h"

enum { MOST_ROWS = 256, ONE_IN = 11 }; /* odd, so that both directions are among them */

/* Lists the lengths that have a plan. */
static uint32_t find_rows(uint32_t rows[MOST_ROWS]) {
    const nbl_fact_case_t of = {.device = NBL_DEVICE_ANY, .kind = NBL_FACT_TRANSFORM, .precision = NBL_FFT_FLOAT32};
    uint32_t count = 0;
    for (uint32_t n = NBL_FFT_PLAN_MAX_MIXED_LENGTH + 1; n <= NBL_FFT_PLAN_MAX_LENGTH; n++)
        if (!nbl_is_power_of_two(n) && nbl_facts_next(NULL, NULL, n, &of) != NULL && count < MOST_ROWS)
            rows[count++] = n;
    return count;
}

static nbl_fft_problem_t problem_of(uint32_t length, bool inverse, nbl_fft_scaling_t scaling) {
    nbl_fft_problem_t problem = nbl_fft_problem_init();
    problem.rank = 1;
    problem.sizes[0] = length;
    problem.batch = 2;
    problem.inverse = inverse;
    problem.scaling = scaling;
    problem.mode = NBL_MODE_EXACT;
    return problem;
}

/* Makes a device's program. Its workgroups have `invocations` invocations at most. */
static void make(const nbl_fft_problem_t *problem, nbl_fft_limits_t limits, uint32_t invocations,
                 nbl_program_t *program) {
    nbl_error_t error;
    limits.max_workgroup_invocations = invocations;
    ck_assert_msg(rules_program(problem, &limits, false, program, &error), "%s", error.text);
    TEST_EXPECT(nbl_program_check(program, &error));
}

/* Random numbers; those of the second row are real, beside negative zeros. */
static float *make_input(const nbl_fft_problem_t *problem, test_random_t *random) {
    const uint64_t numbers = problem->batch * problem->sizes[0];
    float *input = malloc(2 * numbers * sizeof *input);
    for (uint64_t k = 0; k < 2 * numbers; k++)
        input[k] = k >= numbers && k % 2 == 1 ? -0.0f : (float)test_random_real(random);
    return input;
}

static bool has_passes(const nbl_program_t *program) {
    if (program->steps < 2) return false;
    const nbl_program_op_t *second = &program->step[program->steps - 2].op[1];
    return second->kind == NBL_PROGRAM_TWIDDLE && second->powers == 1;
}

/* Whether a program has one kernel for many rows, and passes for few; of rows that are not as long one kernel. */
static bool goes_both_ways(const nbl_program_t *program) {
    const bool is_from = program->problem.sizes[0] >= nbl_fact_number_of(NBL_DEVICE_NVIDIA, NBL_NUMBER_FEW_ROWS_FROM);
    return is_from ? program->steps == 3 && program->step[0].replaces == 2 && program->step[0].from > 2 &&
                         has_passes(program)
                   : program->steps == 1;
}

/* Makes way for what is run with many rows, or with few. */
static void decide(nbl_program_t *program, bool few) {
    nbl_program_t *decided = nbl_program_decided(program, few ? 1 : 0);
    memcpy(program, decided, offsetof(nbl_program_t, step) + decided->steps * sizeof decided->step[0]);
    free(decided);
    ck_assert_uint_eq(
        program->steps,
        few && program->problem.sizes[0] >= nbl_fact_number_of(NBL_DEVICE_NVIDIA, NBL_NUMBER_FEW_ROWS_FROM) ? 2 : 1);
}

START_TEST(the_cpu_has_the_same_bits) {
    static nbl_program_t program[3];
    test_random_t random = test_random_begin("long rows, CPU");
    uint32_t rows[MOST_ROWS], compared = 0;
    const uint32_t count = find_rows(rows);
    ck_assert_uint_gt(count, 0);
    for (uint32_t i = 0; i < 2 * count; i++) {
        const nbl_fft_problem_t problem = problem_of(rows[i / 2], i % 2 == 1, NBL_FFT_SCALING_DEFAULT);
        if (!test_takes(i, ONE_IN)) continue;
        float *input = make_input(&problem, &random), *whole = run_whole(&problem, input),
              *ours = malloc(side_bytes(&problem, true));
        for (uint32_t p = 0; p < 3; p++) {
            nbl_error_t error;
            make(&problem, usual_device(NBL_DEVICE_NVIDIA, false), p < 2 ? 1024 : 128, &program[p]);
            ck_assert_msg(p < 2 ? goes_both_ways(&program[p]) : program[p].steps == 2 && has_passes(&program[p]),
                          "%u points", rows[i / 2]);
            if (p < 2) decide(&program[p], p == 1);
            TEST_EXPECT(nbl_program_run(&program[p], input, ours, NULL, 1, &error));
            ck_assert_msg(memcmp(ours, whole, side_bytes(&problem, true)) == 0, "%u points: other bits", rows[i / 2]);
            compared++;
        }
        free(input);
        free(whole);
        free(ours);
    }
    printf("long rows: %u lengths, %u programs on the CPU\n", count, compared);
}
END_TEST

START_TEST(lavapipe_has_the_same_bits) {
    static const uint32_t lengths[] = {8640, 10816, 13824}; /* of the first no few rows go in passes */
    static nbl_program_t program;
    test_random_t random = test_random_begin("long rows, lavapipe");
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    const nbl_fft_vulkan_desc_t how = {.mode = NBL_MODE_EXACT, .route = NBL_FFT_ROUTE_PASSES};
    if (device == NULL) return;
    for (uint32_t i = 0; i < 18; i++) {
        const nbl_fft_problem_t problem = problem_of(lengths[i / 6], i % 2 == 1, NBL_FFT_SCALING_DEFAULT);
        const uint32_t way = i / 2 % 3; /* many rows, few rows, no room */
        nbl_fft_limits_t limits = nbl_fft_device_limits(device);
        nbl_fft_nd_stages_t stages;
        nbl_piece_t *fft;
        nbl_error_t error;
        if (!test_takes(i, 18)) continue;
        float *input = make_input(&problem, &random), *whole = run_whole(&problem, input),
              *ours = malloc(side_bytes(&problem, true));
        make(&problem, limits, way < 2 ? limits.max_workgroup_invocations : 128, &program);
        if (way < 2) decide(&program, way == 1);
        TEST_EXPECT(nbl_fft_nd_stages_read(&program, &limits, nbl_piece_alignment(device), &stages, &error));
        TEST_EXPECT(nbl_piece_of_stages(device, &stages, &how, &fft, &error));
        TEST_EXPECT(nbl_piece_run(fft, input, NULL, ours, NULL, &error));
        ck_assert_msg(memcmp(ours, whole, side_bytes(&problem, true)) == 0, "case %u: other bits", i);
        nbl_piece_destroy(fft);
        free(input);
        free(whole);
        free(ours);
    }
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* Fused mode takes exact mode's choices if no device is known. A workgroup of 32 KiB has no room for this row. Between
 * its passes are roots, as everywhere in fused mode. */
START_TEST(fused_mode_has_no_powers) {
    static nbl_program_t program;
    nbl_fft_problem_t problem = problem_of(10000, false, NBL_FFT_SCALING_DEFAULT);
    nbl_error_t error;
    problem.mode = NBL_MODE_FUSED;
    ck_assert_msg(rules_program(&problem, NULL, false, &program, &error), "%s", error.text);
    TEST_EXPECT(nbl_program_check(&program, &error));
    ck_assert_uint_eq(program.steps, 2);
    ck_assert(!has_passes(&program));
}
END_TEST

/* A program for a device with 48 KiB a workgroup is refused where there are 32, by both numbers. Without the limit of
 * shared memory in vulkan/kernel.c it runs. */
START_TEST(a_larger_devices_program_is_refused) {
    static nbl_program_t program;
    const nbl_fft_problem_t problem = problem_of(10000, false, NBL_FFT_SCALING_DEFAULT);
    const nbl_fft_vulkan_desc_t how = {.mode = NBL_MODE_EXACT, .route = NBL_FFT_ROUTE_PASSES};
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    const nbl_fft_limits_t limits = nbl_fft_device_limits(device);
    nbl_fft_nd_stages_t stages;
    nbl_piece_t *fft;
    nbl_error_t error;
    char asked[96];
    make(&problem, usual_device(NBL_DEVICE_NVIDIA, false), 1024, &program);
    decide(&program, false);
    snprintf(asked, sizeof asked, "maxComputeSharedMemorySize is %u bytes on this device, asked for %u",
             limits.max_shared_bytes, 4 * program.step[0].shared);
    ck_assert_uint_gt(4 * program.step[0].shared, limits.max_shared_bytes);
    TEST_EXPECT(nbl_fft_nd_stages_read(&program, &limits, nbl_piece_alignment(device), &stages, &error));
    ck_assert_int_eq(nbl_piece_of_stages(device, &stages, &how, &fft, &error), NBL_ERROR_LIMIT);
    ck_assert_msg(strstr(error.text, asked) != NULL, "%s", error.text);
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* Columns, real signals, other precisions and results that are divided by a root go in passes as before. */
START_TEST(others_go_in_passes) {
    static nbl_program_t program;
    nbl_fft_problem_t problems[4];
    uint32_t rows[MOST_ROWS];
    ck_assert_uint_gt(find_rows(rows), 0);
    for (int i = 0; i < 4; i++) problems[i] = problem_of(rows[0], false, NBL_FFT_SCALING_DEFAULT);
    problems[0].scaling = NBL_FFT_SCALING_BY_ROOT;
    problems[1].precision = NBL_FFT_FLOAT64;
    problems[2].real = true;
    problems[2].sizes[0] = 2ull * rows[0];
    problems[3].rank = 2;
    problems[3].sizes[1] = 64;
    problems[3].axis_count = 1;
    problems[3].axes[0] = 0;
    for (int i = 0; i < 4; i++) {
        make(&problems[i], usual_device(NBL_DEVICE_NVIDIA, false), 1024, &program);
        ck_assert_msg(program.steps == 2 && !has_passes(&program), "case %d", i);
    }
    nbl_fft_problem_t fast = problem_of(rows[0], false, NBL_FFT_SCALING_DEFAULT); /* and few rows in fast mode */
    fast.mode = NBL_MODE_FAST;
    make(&fast, usual_device(NBL_DEVICE_NVIDIA, false), 1024, &program);
    ck_assert_uint_eq(program.steps, 2);
    fast.batch = 1000;
    make(&fast, usual_device(NBL_DEVICE_NVIDIA, false), 1024, &program);
    ck_assert_uint_eq(program.steps, 1);
}
END_TEST

/* The number of rows decides what is run, and with it the workspace. Rows of an array have one kernel. Mutations:
 * passes for 32 rows; a workspace for rows in place that no step uses (drop_regions()); both ways in an array. */
START_TEST(the_count_decides) {
    static nbl_program_t program;
    const nbl_fft_limits_t limits = usual_device(NBL_DEVICE_NVIDIA, false);
    const uint32_t from = (uint32_t)nbl_fact_number_of(NBL_DEVICE_NVIDIA, NBL_NUMBER_FEW_ROWS);
    nbl_fft_problem_t problem = problem_of(10368, false, NBL_FFT_SCALING_DEFAULT);
    nbl_error_t error;
    for (uint32_t few = 0; few < 2; few++) {
        problem.batch = from - few;
        ck_assert(rules_program(&problem, &limits, true, &program, &error));
        nbl_program_t *decided = nbl_program_decided(&program, NBL_PROGRAM_BY_COUNT);
        ck_assert_uint_eq(decided->steps, few ? 2 : 1);
        ck_assert_int_eq(decided->region_bytes[NBL_VIEW_WORK0] != 0, few);
        free(decided);
    }
    problem.batch = 1;
    problem.rank = problem.axis_count = 2;
    problem.sizes[1] = problem.sizes[0];
    problem.sizes[0] = 64;
    problem.axes[0] = 0;
    problem.axes[1] = 1;
    make(&problem, limits, 1024, &program);
    ck_assert(!nbl_program_has_choices(&program));
    ck_assert_uint_eq(program.step[0].elements, 10368);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("long rows");
    TCase *tests = tcase_create("long rows");
    tcase_set_timeout(tests, 600);
    tcase_add_test(tests, the_cpu_has_the_same_bits);
    tcase_add_test(tests, lavapipe_has_the_same_bits);
    tcase_add_test(tests, fused_mode_has_no_powers);
    tcase_add_test(tests, a_larger_devices_program_is_refused);
    tcase_add_test(tests, others_go_in_passes);
    tcase_add_test(tests, the_count_decides);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
