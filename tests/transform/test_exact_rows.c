/* Rows of exact mode alone. A device has invocations, transforms per workgroup, windows and order of instructions of
 * its own, and the radices and bits of every other device: alone and in batches, complex and real, in place and out of
 * place. SPDX-License-Identifier: Apache-2.0
 *
 * The emulator runs both plans, the interpreter and lavapipe the kernels of the row's device; their results have the
 * hash of the CPU's. Mutations that this finds: a row with two radices in another order.
 */
#include "facts/facts.h"
#include "fft/tuning.h"
#include "gpu/piece.h"
#include "plan/make.h"
#include "tests/transform/device_testing.h"

enum { MOST_ROWS = 128, CASES = 16, ONE_IN = 61 /* a prime, so that other cases of other rows are taken each day */ };

static uint32_t find_rows(const nbl_fact_t *found[MOST_ROWS]) {
    uint32_t count = 0;
    for (size_t i = 0; i < nbl_facts_built_in.count; i++)
        if ((nbl_facts_built_in.rows[i].conditions & NBL_FACT_IS_EXACT) != 0) {
            ck_assert_uint_lt(count, MOST_ROWS);
            found[count++] = &nbl_facts_built_in.rows[i];
        }
    ck_assert_uint_gt(count, 50);
    return count;
}

/* Makes the plan that exact mode has on a kind of device. */
static nbl_fft_transform_plan_t plan_on(nbl_device_kind_t device, const nbl_fft_problem_t *problem) {
    nbl_fft_transform_desc_t desc = nbl_fft_transform_desc_init();
    nbl_fft_transform_plan_t plan;
    nbl_error_t error;
    desc.kind = problem->real ? NBL_FFT_REAL : NBL_FFT_COMPLEX;
    desc.length = (uint32_t)problem->sizes[0] / (problem->real ? 2u : 1u);
    desc.batch = (uint32_t)problem->batch;
    desc.inverse = problem->inverse;
    desc.limits = usual_device(device, false);
    TEST_EXPECT(nbl_fft_transform_plan(&desc, &plan, &error));
    return plan;
}

/* Returns case `number` of a row: complex and real, forward and back, one line, and batches whose last workgroup is not
 * full. */
static nbl_fft_problem_t problem_of(const nbl_fact_t *row, uint32_t number) {
    nbl_fft_problem_t problem = nbl_fft_problem_init();
    problem.rank = 1;
    problem.real = number / 2 % 2 == 1;
    problem.sizes[0] = row->number * (problem.real ? 2u : 1u);
    problem.inverse = number % 2 == 1;
    problem.batch = 1;
    problem.threads = 1;
    if (number / 4 % 2 == 1) problem.batch = 2 * plan_on(NBL_DEVICE_NVIDIA, &problem).desc.ffts_per_workgroup + 1;
    return problem;
}

/* Returns the CPU's result; `input` receives what was transformed. */
static char *expected_of(const nbl_fft_problem_t *problem, char **input) {
    char *output = malloc(side_bytes(problem, true));
    nbl_fft_t *fft;
    nbl_error_t error;
    *input = net_input(problem, (uint32_t)problem->sizes[0], problem->precision);
    TEST_EXPECT(nbl_fft_make_cpu(problem, &fft, &error));
    TEST_EXPECT(nbl_fft_run(fft, *input, output, &error));
    nbl_fft_destroy(fft);
    return output;
}

static void expect_bits(const nbl_fft_problem_t *problem, const void *ours, const void *expected, const char *what) {
    const size_t bytes = side_bytes(problem, true);
    ck_assert_msg(net_hash(NET_BASIS, ours, bytes) == net_hash(NET_BASIS, expected, bytes),
                  "%u points, real %d, inverse %d, batch %u, %s: other bits", (unsigned)problem->sizes[0],
                  problem->real, problem->inverse, (unsigned)problem->batch, what);
}

START_TEST(the_emulator_has_the_same_bits) {
    static const nbl_device_kind_t devices[] = {NBL_DEVICE_NVIDIA, NBL_DEVICE_ANY};
    const nbl_fact_t *rows[MOST_ROWS];
    const uint32_t count = find_rows(rows);
    uint32_t compared = 0, others = 0;
    for (uint32_t i = 0; i < 8 * count; i++) {
        if (!test_takes(i, ONE_IN)) continue;
        const nbl_fft_problem_t problem = problem_of(rows[i / 8], i % 8);
        char *input, *expected = expected_of(&problem, &input),
                     *ours = aligned_alloc(64, side_bytes(&problem, true) / 64 * 64 + 64);
        char *aligned = aligned_alloc(64, side_bytes(&problem, false) / 64 * 64 + 64);
        nbl_fft_transform_plan_t plans[2];
        memcpy(aligned, input, side_bytes(&problem, false));
        for (uint32_t d = 0; d < 2; d++) {
            nbl_emulator_launch_t launch = nbl_emulator_launch_init();
            nbl_emulator_report_t report;
            nbl_error_t error;
            plans[d] = plan_on(devices[d], &problem);
            launch.check = NBL_EMULATOR_CHECK_RACES;
            ck_assert_uint_eq(plans[d].output_bytes, side_bytes(&problem, true));
            memset(ours, 0x3b, side_bytes(&problem, true));
            ck_assert_msg(nbl_fft_transform_emulate(&plans[d], &launch, aligned, ours, &report, &error) == NBL_SUCCESS,
                          "%s", error.text);
            if (d == 0 && problem.real && problem.sizes[0] / 2 > NBL_FFT_PLAN_MAX_MIXED_LENGTH)
                memcpy(expected, ours, side_bytes(&problem, true)); /* the CPU has passes, with other bits */
            expect_bits(&problem, ours, expected, nbl_device_kind_name(devices[d]));
            compared++;
        }
        others += memcmp(&plans[0].parameters, &plans[1].parameters, sizeof plans[0].parameters) != 0 ||
                  plans[0].desc.instruction_order != plans[1].desc.instruction_order;
        free(input);
        free(aligned);
        free(expected);
        free(ours);
    }
    printf("exact rows: %u rows, %u results of the emulator, by other plans %u\n", count, compared, others);
    ck_assert_uint_ge(compared, 2 * (8 * count / ONE_IN));
}
END_TEST

/* Makes the stages of a problem within limits; for a batch those of many lines. Returns whether their kernels have the
 * row's plan. */
static bool make_stages(const nbl_fact_t *row, const nbl_fft_problem_t *problem, bool in_place,
                        const nbl_fft_limits_t *limits, uint64_t alignment, nbl_fft_nd_stages_t *stages) {
    static nbl_program_t program;
    nbl_error_t error;
    char text[NBL_FFT_PLAN_TEXT_SIZE];
    bool has = false;
    ck_assert_msg(rules_program(problem, limits, in_place, &program, &error), "%s", error.text);
    nbl_program_t *decided = nbl_program_decided(&program, problem->batch > 1 ? 0 : NBL_PROGRAM_BY_COUNT);
    TEST_EXPECT(nbl_fft_nd_stages_read(decided, limits, alignment, stages, &error));
    for (uint32_t o = 0; o < decided->step[0].ops; o++) {
        if (decided->step[0].op[o].kind != NBL_PROGRAM_LINE) continue;
        nbl_fft_plan_short_text(decided->step[0].op[o].plan, text, sizeof text);
        has = strcmp(text, row->plans[0]) == 0;
    }
    free(decided);
    return has;
}

/* As the H200 has the kernels: in 48 KiB of shared memory, unrolled in the row's order of instructions. */
START_TEST(kernels_have_the_same_bits) {
    const nbl_fact_t *rows[MOST_ROWS];
    const uint32_t count = find_rows(rows);
    const nbl_fft_limits_t limits = usual_device(NBL_DEVICE_NVIDIA, false);
    uint32_t compared = 0, taken = 0;
    for (uint32_t i = 0; i < CASES * count; i++) {
        if (!test_takes(i, 2 * ONE_IN)) continue;
        const nbl_fft_problem_t problem = problem_of(rows[i / CASES], i % CASES / 2);
        const bool in_place = i % 2 == 1;
        const uint64_t sides[] = {side_bytes(&problem, false), side_bytes(&problem, true)};
        const uint64_t most = sides[0] > sides[1] ? sides[0] : sides[1];
        memory_t memory = {.check = true};
        nbl_fft_nd_stages_t stages;
        char *input, *expected = expected_of(&problem, &input);
        if (in_place && problem.real && problem.batch > 1) { /* lines of both sides begin at other places */
            free(input);
            free(expected);
            continue;
        }
        taken += make_stages(rows[i / CASES], &problem, in_place, &limits, 256, &stages);
        for (uint32_t r = 0; r < NBL_VIEW_REGIONS; r++) {
            memory.bytes[r] = r < 2 ? (in_place ? most : sides[r]) : stages.region_bytes[r];
            memory.region[r] =
                in_place && r == NBL_VIEW_OUTPUT ? memory.region[NBL_VIEW_INPUT] : calloc(1, memory.bytes[r] + 64);
        }
        memcpy(memory.region[NBL_VIEW_INPUT], input, sides[0]);
        run_device(&stages, &memory);
        expect_bits(&problem, memory.region[NBL_VIEW_OUTPUT], expected, in_place ? "kernels, in place" : "kernels");
        compared++;
        for (uint32_t r = 0; r < NBL_VIEW_REGIONS; r++)
            if (!in_place || r != NBL_VIEW_OUTPUT) free(memory.region[r]);
        free(input);
        free(expected);
        nbl_fft_nd_stages_release(&stages);
    }
    printf("exact rows: %u results of kernels, %u by the row's plan\n", compared, taken);
    ck_assert_uint_gt(compared, 0);
    ck_assert(!test_all() || taken > count);
}
END_TEST

START_TEST(lavapipe_has_the_same_bits) {
    const nbl_fact_t *rows[MOST_ROWS];
    const uint32_t count = find_rows(rows);
    const nbl_fft_vulkan_desc_t how = {.mode = NBL_MODE_EXACT, .route = NBL_FFT_ROUTE_PASSES};
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    uint32_t compared = 0, taken = 0;
    if (device == NULL) return;
    nbl_fft_limits_t limits = nbl_fft_device_limits(device);
    limits.device = NBL_DEVICE_NVIDIA;
    for (uint32_t i = 0; i < CASES * count; i++) {
        if (!test_takes(i, 2 * ONE_IN)) continue;
        const nbl_fft_problem_t problem = problem_of(rows[i / CASES], i % CASES / 2);
        const bool in_place = i % 2 == 1 && !problem.real;
        nbl_fft_nd_stages_t stages;
        nbl_piece_t *fft;
        nbl_error_t error;
        char *input, *expected = expected_of(&problem, &input), *ours = malloc(side_bytes(&problem, true));
        taken += make_stages(rows[i / CASES], &problem, in_place, &limits, nbl_piece_alignment(device), &stages);
        TEST_EXPECT(nbl_piece_of_stages(device, &stages, &how, &fft, &error));
        TEST_EXPECT(nbl_piece_run(fft, input, NULL, ours, NULL, &error));
        expect_bits(&problem, ours, expected, in_place ? "lavapipe, in place" : "lavapipe");
        compared++;
        nbl_piece_destroy(fft);
        free(input);
        free(expected);
        free(ours);
    }
    nbl_vulkan_device_destroy(device);
    printf("exact rows: %u results of lavapipe, %u by the row's plan\n", compared, taken);
    ck_assert_uint_gt(compared, 0);
}
END_TEST

/* Within smaller limits a row's plan is made to fit, with its radices, wherever the plan of other devices fits.
 * Elsewhere both are refused. */
START_TEST(smaller_workgroups_have_the_same_radices) {
    static const uint32_t bytes[] = {16384, 32768, 49152}, invocations[] = {128, 256, 512, 1024};
    const nbl_fact_t *rows[MOST_ROWS];
    const uint32_t count = find_rows(rows);
    uint32_t made = 0, refused = 0, whole = 0;
    for (uint32_t i = 0; i < 12 * count; i++) {
        const nbl_fact_t *row = rows[i / 12];
        nbl_fft_plan_limits_t limits = {invocations[i % 4], bytes[i / 4 % 3], 32, NBL_DEVICE_NVIDIA};
        nbl_fft_plan_t ours, theirs;
        nbl_result_t result =
            nbl_fft_tuned_plan(row->number, NBL_FFT_FLOAT32, NBL_MODE_EXACT, &limits, &ours, NULL, NULL);
        limits.device = NBL_DEVICE_ANY;
        ck_assert_int_eq(result, nbl_fft_tuned_plan(row->number, NBL_FFT_FLOAT32, NBL_MODE_EXACT, &limits, &theirs,
                                                    NULL, NULL));
        refused += result != NBL_SUCCESS;
        if (result != NBL_SUCCESS) continue;
        char text[NBL_FFT_PLAN_TEXT_SIZE];
        nbl_fft_plan_short_text(ours, text, sizeof text);
        ck_assert_msg(nbl_fft_plan_has_radices_of(&ours, &theirs), "%s: other radices", text);
        ck_assert_uint_le(ours.invocations * ours.ffts_per_workgroup, limits.max_invocations);
        ck_assert_uint_le(4 * nbl_fft_plan_shared_dwords(ours), limits.max_shared_bytes);
        whole += strcmp(text, row->plans[0]) == 0;
        made++;
    }
    printf("exact rows: %u plans in smaller workgroups, %u of them the row's, %u refused\n", made, whole, refused);
    ck_assert(made > 9 * count && refused > 0 && whole > 4 * count);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("exact rows");
    TCase *tests = tcase_create("exact rows");
    tcase_set_timeout(tests, 1800);
    tcase_add_test(tests, the_emulator_has_the_same_bits);
    tcase_add_test(tests, kernels_have_the_same_bits);
    tcase_add_test(tests, lavapipe_has_the_same_bits);
    tcase_add_test(tests, smaller_workgroups_have_the_same_radices);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
