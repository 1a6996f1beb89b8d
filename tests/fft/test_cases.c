/* The cases of tests/fft/cases.txt: what is planned for each, and what devices compute, held against the CPU.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   build/tests/fft/test_cases                     today's part of the ways of all cases; NBL_TEST_ALL=1: every way
 *   build/tests/fft/test_cases NUMBER              every way of one case
 *
 * The CPU's results are held against a reference by test_nd.c.
 */
#define NBL_SILENT_DEPRECATED /* calls functions of 0.2.0 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "gpu/from_program.h"
#include "gpu/piece.h"
#include "tests/fft/cases_testing.h"
#include "tests/fft/nd_device_testing.h"
#include "transform/fused_mode.h"

static uint32_t only; /* the number of one case; 0: all */

static table_case_t cases[CASES_MOST];

/* ---- Plans */

static void make(const nbl_fft_problem_t *problem, nbl_mode_t mode, const nbl_fft_limits_t *limits,
                 nbl_fft_nd_stages_t *stages) {
    nbl_error_t error;
    TEST_EXPECT(nbl_fft_nd_stages_make(problem, limits, mode, false, 256, stages, &error));
}

/* Returns the axes that the first kernel transforms, of real signals back the last one: 0: one, as lines. */
static uint32_t axes_together(const nbl_fft_problem_t *problem, nbl_mode_t mode, const nbl_fft_limits_t *limits) {
    nbl_fft_nd_stages_t stages;
    make(problem, mode, limits, &stages);
    const uint32_t all = problem->axis_count != 0 ? problem->axis_count : problem->rank;
    const uint32_t number = problem->real && problem->inverse ? stages.axes - 1 : 0;
    const uint32_t axes = stages.axis[number].stage[0].desc.parameters.axes;
    ck_assert_uint_eq(stages.axes, axes == 0 ? all : all + 1 - axes);
    for (uint32_t a = 0, before = 0; a < stages.axes; a++) { /* what an axis is called in messages */
        const uint32_t of = stages.axis[a].pass.axis;
        ck_assert_uint_eq(stages.axis[a].pass.length, problem->sizes[of]);
        ck_assert(a == 0 || of != before);
        before = of;
    }
    nbl_fft_nd_stages_release(&stages);
    return axes;
}

START_TEST(what_is_planned) {
    const nbl_fft_limits_t usual = usual_device(NBL_DEVICE_ANY, false);
    const uint32_t rows = cases_read(cases);
    uint32_t planned = 0;
    for (uint32_t i = 0; i < rows; i++)
        for (uint32_t back = 0; back < 2; back++) {
            const table_case_t *c = &cases[i];
            nbl_fft_problem_t problem = c->problem;
            if (c->held[0] == CASE_UNSAID || (!c->both && c->inverse != (back != 0))) continue;
            problem.inverse = back != 0;
            problem.overwrites_input = problem.overwrites_input && back != 0;
            for (uint32_t mode = 0; mode < 2; mode++, planned++) {
                const uint32_t axes = axes_together(&problem, mode == 0 ? NBL_MODE_EXACT : NBL_MODE_FAST, &usual);
                ck_assert_msg(axes == c->held[mode], "%u axes in %s mode: %s", axes, mode == 0 ? "exact" : "fast",
                              c->text);
            }
        }
    printf("cases: %u plans of %u rows\n", planned, rows);
    ck_assert_uint_ge(planned, 100);
}
END_TEST

/* ---- Devices */

static bool has_large_prime(const nbl_fft_problem_t *problem) {
    for (uint32_t d = 0; d < problem->rank; d++) {
        uint64_t rest = problem->sizes[d];
        for (uint64_t prime = 2; prime <= 13; prime++)
            while (rest % prime == 0) rest /= prime;
        if (rest != 1) return true;
    }
    return false;
}

/* Whether a device has what a way needs: exact mode has chirps, which it computes in float64, for primes above 13. */
static bool is_there(const case_way_t *way, const nbl_fft_limits_t *limits) {
    const nbl_fft_precision_t precision = way->problem.precision;
    if (precision == NBL_FFT_FLOAT64 || (way->check == CASE_EXACT && has_large_prime(&way->problem)))
        return limits->float64;
    return precision != NBL_FFT_FLOAT16 || limits->float16;
}

/* Runs fast mode's program in exact mode's arithmetic, on the device and on the CPU. */
static void expect_program(nbl_vulkan_device_t *device, const case_way_t *way, const nbl_fft_limits_t *limits,
                           test_random_t *random) {
    const nbl_fft_vulkan_desc_t how = {.mode = NBL_MODE_EXACT, .route = NBL_FFT_ROUTE_PASSES};
    const nbl_fft_problem_t *problem = &way->problem;
    const uint64_t in = side_bytes(problem, false), out = side_bytes(problem, true);
    char *input = calloc(1, in), *copy = calloc(1, in), *ours = calloc(1, out), *theirs = calloc(1, out);
    nbl_fft_nd_stages_t stages, exact;
    nbl_piece_t *fft;
    nbl_error_t error;
    fill(problem->precision, input, in, random);
    memcpy(copy, input, in);
    make(problem, NBL_MODE_FAST, limits, &stages);
    nbl_program_t *program = calloc(1, sizeof *program);
    memcpy(program, stages.program, offsetof(nbl_program_t, step) + stages.program->steps * sizeof program->step[0]);
    nbl_fft_nd_stages_release(&stages);
    ck_assert(nbl_program_settle(program, NBL_MODE_EXACT));
    TEST_EXPECT(nbl_program_check(program, &error));
    TEST_EXPECT(nbl_fft_nd_stages_read(program, limits, nbl_piece_alignment(device), &exact, &error));
    TEST_EXPECT(nbl_piece_of_stages(device, &exact, &how, &fft, &error));
    TEST_EXPECT(nbl_piece_run(fft, input, NULL, ours, NULL, &error));
    TEST_EXPECT(nbl_program_run(program, copy, theirs, NULL, 1, &error));
    ck_assert_msg(memcmp(ours, theirs, out) == 0, "inverse %d, other bits: %s", problem->inverse, way->of->text);
    nbl_piece_destroy(fft);
    free(program);
    free(input);
    free(copy);
    free(ours);
    free(theirs);
}

/* Holds the program of fast mode against the row: whether it convolves. */
static void expect_way(const case_way_t *way, const nbl_fft_limits_t *limits) {
    static char buffer[16384];
    const table_case_t *c = way->of;
    nbl_fft_nd_text_t text = {buffer, sizeof buffer, 0};
    nbl_fft_nd_stages_t stages;
    make(&way->problem, NBL_MODE_FAST, limits, &stages);
    nbl_fft_nd_stages_put(&text, &stages);
    nbl_fft_nd_stages_release(&stages);
    ck_assert_uint_lt(text.length, sizeof buffer);
    const bool convolves = strstr(buffer, "chirp") != NULL || strstr(buffer, "rader") != NULL;
    ck_assert_msg(convolves == (c->chirps || limits->max_workgroup_invocations <= c->above), "%s: %s", c->text, buffer);
}

static void hold(nbl_vulkan_device_t *device, const case_way_t *way, const nbl_fft_limits_t *limits,
                 test_random_t *random) {
    const nbl_fft_problem_t *problem = &way->problem;
    const uint32_t held = way->of->held[1];
    const case_t one = {.desc = *problem, .in_place = problem->in_place};
    printf("case %s: %s, inverse %d, in place %d, by address %d\n", way->of->text,
           way->check == CASE_EXACT  ? "exact"
           : way->check == CASE_FAST ? "fast"
                                     : "program",
           problem->inverse, problem->in_place, problem->route == NBL_FFT_ROUTE_TICKETS);
    if (held != CASE_UNSAID)
        ck_assert_msg((axes_together(problem, NBL_MODE_FAST, limits) != 0) == (held != 0), "%s", way->of->text);
    if (way->of->chirps || way->of->radices) expect_way(way, limits);
    if (way->check == CASE_EXACT) ck_assert(exact_agrees(device, &one, problem->route, random));
    if (way->check == CASE_FAST) expect_fast(device, problem, problem->route, random);
    if (way->check == CASE_PROGRAM) expect_program(device, way, limits, random);
}

/* A run takes one of `parts` parts of the ways, of large primes, whose kernels take seconds to build, one of PRIMES as
 * many.
 *
 * fewest  ways that are held at least */
enum { PRIMES = 8 };
static void hold_all(test_driver_t driver, uint32_t parts, uint32_t fewest) {
    const uint32_t rows = cases_read(cases);
    uint32_t seen = 0, held = 0, absent = 0, taken = 0;
    test_random_t random = test_random_begin("cases");
    nbl_vulkan_device_t *device = test_device_open(driver);
    if (device == NULL) return;
    const nbl_fft_limits_t limits = nbl_fft_device_limits(device);
    for (uint32_t i = 0; i < rows; i++) {
        case_way_t ways[CASE_WAYS];
        const uint32_t count = case_ways(&cases[i], ways);
        for (uint32_t w = 0; w < count; w++, seen++) {
            const bool primes = cases[i].chirps || cases[i].radices;
            if (ways[w].check == CASE_FACE) continue; /* test_face.c */
            if (only != 0 ? cases[i].number != only : !test_takes(seen, primes ? PRIMES * parts : parts)) continue;
            taken++;
            if (!is_there(&ways[w], &limits))
                absent++;
            else
                hold(device, &ways[w], &limits, &random), held++;
        }
    }
    printf("cases: %u of %u ways held, %u not on this device: %s\n", held, seen, absent,
           nbl_vulkan_device_get_info(device)->name);
    if (only == 0) ck_assert_msg(held >= fewest && held + absent == taken, "%u of %u", held, taken);
    nbl_vulkan_device_destroy(device);
}

START_TEST(lavapipe_agrees) { hold_all(TEST_LAVAPIPE, 16, 15); }
END_TEST
START_TEST(swiftshader_agrees) { hold_all(TEST_SWIFTSHADER, 36, 3); }
END_TEST

/* Real arrays of two to four dimensions, drawn. */
START_TEST(drawn_real_arrays) {
    static const table_case_t drawn_case = {.text = "drawn"};
    static const uint64_t lengths[] = {2,  3,  4,  5,  6,  7,  8,  9,  10, 12, 13, 14, 15,
                                       16, 18, 20, 21, 22, 24, 25, 28, 30, 33, 36, 40};
    test_random_t random = test_random_begin("nd real arrays, drawn");
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    const nbl_fft_limits_t limits = nbl_fft_device_limits(device);
    uint32_t drawn = 0, held = 0;
    for (; drawn < (test_all() ? 60 : 6); drawn++) {
        case_way_t way = {.of = &drawn_case, .problem = nbl_fft_problem_init(), .check = CASE_PROGRAM};
        nbl_fft_problem_t *problem = &way.problem;
        problem->rank = 2 + test_random_below(&random, 3);
        problem->real = true;
        for (uint32_t d = 0; d < problem->rank; d++)
            problem->sizes[d] = lengths[test_random_below(&random, problem->rank == 4   ? 8
                                                                   : problem->rank == 3 ? 14
                                                                                        : 25)];
        problem->batch = 1 + test_random_below(&random, 5);
        problem->inverse = test_random_below(&random, 2) == 0;
        problem->overwrites_input = problem->inverse && test_random_below(&random, 2) == 0;
        expect_fast(device, problem, NBL_FFT_ROUTE_PASSES, &random);
        if (axes_together(problem, NBL_MODE_FAST, &limits) == 0) continue;
        expect_program(device, &way, &limits, &random);
        held++;
    }
    printf("nd real arrays: a workgroup holds %u of %u\n", held, drawn);
    nbl_vulkan_device_destroy(device);
    ck_assert_uint_gt(2 * held, drawn);
}
END_TEST

int main(int argc, char **argv) {
    Suite *suite = suite_create("cases");
    TCase *tests = tcase_create("cases");
    only = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 0;
    tcase_set_timeout(tests, 900);
    tcase_add_test(tests, what_is_planned);
    tcase_add_test(tests, lavapipe_agrees);
    tcase_add_test(tests, swiftshader_agrees);
    if (only == 0) tcase_add_test(tests, drawn_real_arrays);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
