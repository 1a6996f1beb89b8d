/* Transforms of several dimensions and of any length on devices: drawn ones, workspaces, few columns, misuse, and
 * limits.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The CPU's results are held against a reference by test_nd.c. tests/fft/cases.txt has shapes by number.
 */
#define NBL_SILENT_DEPRECATED /* calls functions of 0.2.0 */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/nd_stages.h"
#include "tests/fft/nd_device_testing.h"

/* ---- A device beside the CPU */

static nbl_fft_vulkan_desc_t exact(void) {
    const nbl_fft_vulkan_desc_t how = {.mode = NBL_MODE_EXACT};
    return how;
}

/* In buffers, and by device address. */
static const nbl_fft_route_t routes[] = {NBL_FFT_ROUTE_PASSES, NBL_FFT_ROUTE_TICKETS};

/* Strides, axes, batches, scalings and precisions of all kinds; with NBL_TEST_ALL many more, in parts that end. */
enum { PARTS_AT_RANDOM = 40 };

START_TEST(shapes_at_random) {
    test_random_t random = test_random_from(test_seed("nd device at random") + (uint64_t)_i);
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    const bool float16 = (nbl_vulkan_device_get_features(device) & NBL_FEATURE_FLOAT16) != 0;
    const int cases = test_all() ? 10 : 6;
    int agreed = 0;
    for (int i = 0; i < cases; i++) {
        case_t c = draw_case(&random);
        c.desc.overwrites_input = test_random_below(&random, 2) == 0;
        if (c.desc.precision == NBL_FFT_FLOAT16 && !float16) continue;
        agreed += exact_agrees(device, &c, routes[i % 2], &random);
    }
    printf("nd device: %d of %d random shapes have the CPU's bits, others are refused\n", agreed, cases);
    ck_assert_int_ge(agreed, 3);
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* ---- Fast mode */

/* Lines one behind the other have the kernel of nbl_fft_create(), and so its bits, in fast mode, too. */
static void expect_kernel_of_lines(nbl_vulkan_device_t *device, nbl_fft_precision_t precision, test_random_t *random) {
    nbl_fft_transform_desc_t lines = nbl_fft_transform_desc_init();
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    const nbl_fft_vulkan_desc_t how = {.mode = NBL_MODE_FAST};
    nbl_fft_transform_plan_t plan;
    nbl_error_t error;
    static char input[32768], output[2][32768];
    lines.precision = desc.precision = precision;
    lines.limits = nbl_fft_device_limits(device);
    lines.any_radices = true;
    desc.rank = 3;
    desc.axis_count = 1;
    desc.axes[0] = 2;
    desc.sizes[0] = 2, desc.sizes[1] = 3, desc.sizes[2] = lines.length = 240;
    lines.batch = 6;
    fill(precision, input, sizeof input, random);
    TEST_EXPECT(nbl_fft_transform_plan(&lines, &plan, &error));
    TEST_EXPECT(nbl_fft_transform_vulkan(device, NULL, how.mode, how.unroll, &plan, input, output[0], NULL, &error));
    TEST_EXPECT(nbl_fft_nd_vulkan(device, &desc, &how, input, output[1], NULL, &error));
    ck_assert_int_eq(memcmp(output[0], output[1], plan.output_bytes), 0);
}

START_TEST(lines_by_their_own_kernel) {
    test_random_t random = test_random_begin("nd device, lines");
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    expect_kernel_of_lines(device, NBL_FFT_FLOAT32, &random);
    expect_kernel_of_lines(device, NBL_FFT_FLOAT16_STORAGE, &random);
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* Exact mode's kernel reads its twiddles from a table. Who asks for the transform's plan gets one that needs no table:
 * with the mark of the kernel, fast mode took its input for the table. */
START_TEST(the_plan_that_is_asked_for) {
    test_random_t random = test_random_begin("nd device, the plan");
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    const nbl_fft_vulkan_desc_t how = {.mode = NBL_MODE_EXACT};
    nbl_fft_transform_desc_t desc = nbl_fft_transform_desc_init();
    nbl_fft_transform_plan_t plan;
    nbl_fft_t *fft;
    nbl_error_t error;
    static char input[8 * 1000], output[2][sizeof input];
    if (device == NULL) return;
    desc.limits = nbl_fft_device_limits(device);
    desc.algorithm = NBL_FFT_STOCKHAM;
    desc.length = 1000;
    fill(NBL_FFT_FLOAT32, input, sizeof input, &random);
    TEST_EXPECT(nbl_fft_transform_plan(&desc, &plan, &error));
    TEST_EXPECT(nbl_fft_create(device, &plan, &how, &fft, &error));
    for (int i = 0; i < 2; i++)
        TEST_EXPECT(nbl_fft_transform_vulkan(device, NULL, NBL_MODE_FAST, false, i == 0 ? &plan : nbl_fft_get_plan(fft),
                                             input, output[i], NULL, &error));
    ck_assert_int_eq(memcmp(output[0], output[1], sizeof input), 0);
    nbl_fft_destroy(fft);
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* Planes of narrow rows in blocks: complex ones, real ones there and back, whose rows are pairs of numbers, pairs of
 * rows, or single ones; some one behind the other. Mutation that this finds: in shaders/fft_lines.h a pass's twiddles
 * by its own number of lines. */
START_TEST(blocks_of_rows) {
    static const uint64_t sizes[][2] = {{5000, 9}, {4374, 10}, {6125, 7}};
    test_random_t random = test_random_begin("nd device, blocks of rows");
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    const nbl_fft_limits_t limits = nbl_fft_device_limits(device);
    int blocks = 0;
    for (uint32_t i = 0; i < 12; i++) {
        nbl_fft_problem_t desc = nbl_fft_problem_init();
        nbl_fft_nd_stages_t stages;
        nbl_error_t error;
        desc.rank = 2;
        memcpy(desc.sizes, sizes[i % 3], sizeof sizes[0]);
        desc.batch = i % 2 + 1;
        desc.real = i / 3 % 2 == 1;
        desc.inverse = i >= 6;
        TEST_EXPECT(nbl_fft_nd_stages_make(&desc, &limits, NBL_MODE_FAST, false, 256, &stages, &error));
        for (uint32_t a = 0; a < stages.axes; a++) blocks += stages.axis[a].stage[0].desc.parameters.apart != 0;
        nbl_fft_nd_stages_release(&stages);
        if (test_takes(i, 3)) expect_fast(device, &desc, routes[i / 3 % 2], &random);
    }
    printf("nd device: %d planes in blocks of rows\n", blocks);
    ck_assert_int_eq(blocks, 12);
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* Long columns of spectra, whose rows begin anywhere in a sector: in place, so without a workspace, but back where the
 * input is kept. Rows of even and odd length, of planes one behind the other. They are too long for blocks, or of one
 * complex number. */
START_TEST(real_strips) {
    static const uint64_t sizes[][2] = {{4116, 520}, {4116, 525}, {6000, 2}};
    test_random_t random = test_random_begin("nd device, columns of spectra");
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    const nbl_fft_limits_t limits = nbl_fft_device_limits(device);
    int cases = 0;
    for (int i = 0; i < 9; i++) {
        nbl_fft_problem_t desc = nbl_fft_problem_init();
        nbl_fft_nd_stages_t stages;
        nbl_error_t error;
        desc.rank = 2;
        memcpy(desc.sizes, sizes[i % 3], sizeof sizes[0]);
        desc.batch = i % 3 == 2 ? 3 : 1;
        desc.real = true;
        if (i == 3) desc.precision = NBL_FFT_FLOAT16_STORAGE;
        desc.inverse = i >= 3;
        desc.overwrites_input = i >= 6;
        TEST_EXPECT(nbl_fft_nd_stages_make(&desc, &limits, NBL_MODE_FAST, false, 256, &stages, &error));
        const bool keeps = desc.inverse && !desc.overwrites_input;
        ck_assert_uint_eq(stages.workspace_bytes, keeps ? (side_bytes(&desc, false) + 255) / 256 * 256 : 0);
        nbl_fft_nd_stages_release(&stages);
        if (test_takes((uint32_t)i, 3)) expect_fast(device, &desc, routes[i % 2], &random);
        cases++;
    }
    printf("nd device: %d arrays of real signals with columns in strips\n", cases);
    ck_assert_int_eq(cases, 9);
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* Returns the bytes of a real line in exact mode on a device; on the CPU if there is none. */
static void run_exact(nbl_vulkan_device_t *device, const nbl_fft_nd_desc_t *desc, const void *input, void *output) {
    const nbl_fft_vulkan_desc_t how = {.mode = NBL_MODE_EXACT};
    nbl_error_t error;
    nbl_fft_t *plan;
    if (device != NULL) {
        TEST_EXPECT(nbl_fft_nd_vulkan(device, desc, &how, input, output, NULL, &error));
        return;
    }
    TEST_EXPECT(nbl_fft_make_cpu(desc, &plan, &error));
    TEST_EXPECT(nbl_fft_run(plan, input, output, &error));
    nbl_fft_destroy(plan);
}

/* Long real lines in two passes, without a third step for their mirrors, whatever the number of lines of a pass.
 * Mutations that this finds: slots without a line store; an odd number has a line in the middle, or has no place for
 * line 0's own pair. */
START_TEST(lines_meet_their_mirrors) {
    /* lines of the pass with mirrors: 125; 121; 225, whose pairs but for line 0 fill workgroups; 156, even */
    static const uint64_t lengths[] = {20250, 20328, 97200, 28392};
    test_random_t random = test_random_begin("nd device, mirrors");
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    const nbl_fft_limits_t limits = nbl_fft_device_limits(device);
    for (uint32_t i = 0; i < 8; i++) {
        nbl_fft_problem_t desc = nbl_fft_problem_init();
        nbl_fft_nd_stages_t stages;
        nbl_error_t error;
        desc.rank = 1;
        desc.sizes[0] = lengths[i % 4];
        desc.batch = 2;
        desc.real = true;
        desc.inverse = i >= 4;
        TEST_EXPECT(nbl_fft_nd_stages_make(&desc, &limits, NBL_MODE_FAST, false, 256, &stages, &error));
        ck_assert_uint_eq(stages.axis[0].stages, 2);
        nbl_fft_nd_stages_release(&stages);
        if (!test_takes(i, 3)) continue;
        expect_fast(device, &desc, routes[i % 2], &random);
        const uint64_t in = side_bytes(&desc, false), out = side_bytes(&desc, true);
        char *input = malloc(in), *outputs[2] = {malloc(out), malloc(out)};
        fill(desc.precision, input, in, &random);
        run_exact(device, &desc, input, outputs[0]);
        run_exact(NULL, &desc, input, outputs[1]);
        ck_assert_int_eq(memcmp(outputs[0], outputs[1], out), 0);
        free(input);
        free(outputs[0]);
        free(outputs[1]);
    }
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* How many columns a workgroup takes by device address. */
static uint32_t columns_of(const nbl_fft_nd_desc_t *desc, nbl_fft_limits_t limits) {
    nbl_fft_nd_stages_t stages;
    nbl_error_t error;
    uint32_t columns = 0;
    limits.addresses = true;
    limits.device = NBL_DEVICE_NVIDIA; /* where plans of few columns were measured */
    TEST_EXPECT(nbl_fft_nd_stages_make(desc, &limits, NBL_MODE_FAST, false, 256, &stages, &error));
    for (uint32_t a = 0; a < stages.axes; a++)
        if (stages.axis[a].pass.axis == 0) columns = stages.axis[a].stage[0].desc.parameters.ffts_per_workgroup;
    nbl_fft_nd_stages_release(&stages);
    return columns;
}

/* Few columns are spread over more workgroups than many are, by plans of their own or by fewer columns each. */
START_TEST(few_columns) {
    static const uint64_t lengths[] = {256, 360, 512, 960};
    test_random_t random = test_random_begin("nd device, few columns");
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    const nbl_fft_limits_t limits = nbl_fft_device_limits(device);
    int cases = 0;
    for (int i = 0; i < 8; i++) {
        nbl_fft_problem_t desc = nbl_fft_problem_init();
        desc.rank = 2;
        desc.sizes[0] = lengths[i / 2];
        desc.real = desc.inverse = i % 2 == 1;
        desc.sizes[1] = desc.real ? 68 : 34; /* more than a workgroup holds */
        ck_assert_msg(columns_of(&desc, limits) == 4, "%u rows, inverse %d: %u columns", (unsigned)desc.sizes[0],
                      desc.inverse, columns_of(&desc, limits));
        if (test_takes((uint32_t)i, 4)) expect_fast(device, &desc, NBL_FFT_ROUTE_TICKETS, &random);
        desc.batch = 240;
        ck_assert_msg(columns_of(&desc, limits) > 4, "%u rows, inverse %d", (unsigned)desc.sizes[0], desc.inverse);
        cases++;
    }
    for (uint32_t lines = 150; lines <= 210; lines += 60) { /* 48 workgroups have 192 of them */
        nbl_fft_problem_t desc = nbl_fft_problem_init();
        desc.rank = 2;
        desc.axis_count = 1;  /* of both, in blocks */
        desc.sizes[0] = 4096; /* longer ones go in strips */
        desc.sizes[1] = lines;
        ck_assert_uint_eq(columns_of(&desc, limits), lines < 192 ? 2 : 4);
    }
    printf("nd device: %d planes of few columns\n", cases);
    ck_assert_int_eq(cases, 8);
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* Sizes of a long line, a plane or a cube: powers of two, or any that a run of some seconds allows. */
static void draw_sizes(nbl_fft_nd_desc_t *desc, test_random_t *random) {
    static const uint32_t most_log2[] = {18, 9, 6};
    desc->rank = 1 + test_random_below(random, 3);
    for (uint32_t d = 0; d < desc->rank; d++) {
        const uint32_t log2 = 1 + test_random_below(random, most_log2[desc->rank - 1]);
        const bool whole = test_random_below(random, 2) == 0;
        desc->sizes[d] = whole ? 1u << log2 : 2 + test_random_below(random, 1u << (log2 < 15 ? log2 : 15));
    }
    desc->batch = 1 + test_random_below(random, 3);
}

/* Whatever plan, order of passes or radix they have, in buffers or by device address. */
START_TEST(fast_at_random) {
    test_random_t random = test_random_from(test_seed("nd device, fast at random") + (uint64_t)_i);
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    for (int i = 0; i < (test_all() ? 6 : 2); i++) {
        nbl_fft_problem_t desc = nbl_fft_problem_init();
        draw_sizes(&desc, &random);
        desc.real = test_random_below(&random, 4) != 0;
        desc.inverse = test_random_below(&random, 2) == 0;
        if (test_random_below(&random, 5) == 0) desc.precision = NBL_FFT_FLOAT64;
        expect_fast(device, &desc, routes[(i + _i) % 2], &random);
    }
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* ---- What is refused */

static void refused(nbl_vulkan_device_t *device, const nbl_fft_nd_desc_t *desc, bool in_place, nbl_result_t expected,
                    const char *why) {
    const nbl_fft_vulkan_desc_t how = exact();
    nbl_fft_t *fft = NULL;
    nbl_error_t error;
    ck_assert_msg(nbl_fft_nd_create(device, desc, &how, in_place, &fft, &error) == expected, "not refused: %s", why);
    ck_assert_msg(strstr(error.text, why) != NULL, "'%s' does not say '%s'", error.text, why);
    ck_assert_ptr_null(fft);
}

/* SwiftShader has no float64: exact mode refuses what it would compute in it, fast mode takes it. */
START_TEST(without_float64) {
    case_t near_by = {.desc = nbl_fft_problem_init()};
    test_random_t random = test_random_begin("nd device, without float64");
    nbl_vulkan_device_t *device = test_device_open(TEST_SWIFTSHADER);
    if (device == NULL) return;
    ck_assert((nbl_vulkan_device_get_features(device) & NBL_FEATURE_FLOAT64) == 0);
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    desc.rank = 2;
    desc.sizes[0] = 97;
    desc.sizes[1] = 60;
    desc.real = true;
    refused(device, &desc, false, NBL_ERROR_LIMIT,
            "97 elements: exact mode computes its prime factors above 13 in float64");
    desc.sizes[0] = 60;
    desc.sizes[1] = 2 * 97;
    refused(device, &desc, false, NBL_ERROR_LIMIT, "194 elements: exact mode computes");
    expect_fast(device, &desc, NBL_FFT_ROUTE_PASSES, &random);
    near_by.desc.rank = 2;
    near_by.desc.sizes[0] = 96, near_by.desc.sizes[1] = 60;
    near_by.desc.real = true;
    ck_assert(exact_agrees(device, &near_by, NBL_FFT_ROUTE_PASSES, &random));
    nbl_vulkan_device_destroy(device);
}
END_TEST

START_TEST(refusals) {
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    nbl_fft_problem_t good = nbl_fft_problem_init(), d;
    good.rank = 2;
    good.sizes[0] = 6;
    good.sizes[1] = 10;
#define REFUSED(change, in_place, result, why) \
    d = good; \
    change; \
    refused(device, &d, in_place, result, why)
    REFUSED(d.rank = 0, false, NBL_ERROR_ARGUMENT, "rank");
    REFUSED(d.sizes[1] = 0, false, NBL_ERROR_ARGUMENT, "size 0 of dimension 1");
    REFUSED(d.batch = 1ull << 60, false, NBL_ERROR_LIMIT, "beyond memory");
    REFUSED((d.sizes[0] = 1u << 14, d.sizes[1] = 1u << 14), false, NBL_ERROR_LIMIT, "the limit of a buffer is");
    REFUSED((d.sizes[0] = 1u << 16, d.sizes[1] = 1u << 16), false, NBL_ERROR_LIMIT, "transform parts");
    REFUSED((d.rank = 1, d.sizes[0] = (1u << 26) + 3, d.input_strides[0] = 1), false, NBL_ERROR_LIMIT, "");
    REFUSED((d.output_strides[0] = 4, d.output_strides[1] = 1), false, NBL_ERROR_ARGUMENT, "below what smaller ones");
    REFUSED((d.output_strides[0] = 11, d.output_strides[1] = 1), true, NBL_ERROR_ARGUMENT, "must be laid out alike");
    REFUSED((d.real = true, d.sizes[1] = 9, d.precision = NBL_FFT_FLOAT16_STORAGE), false, NBL_ERROR_LIMIT,
            "of even length and without gaps");
    REFUSED((d.real = true, d.precision = NBL_FFT_FLOAT16_STORAGE, d.input_strides[0] = 1, d.input_strides[1] = 6),
            false, NBL_ERROR_LIMIT, "of even length and without gaps");
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* Buffers that are too small, that overlap, or that do not. */
START_TEST(bindings) {
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    const nbl_fft_vulkan_desc_t how = exact();
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    nbl_vulkan_buffer_t buffer;
    nbl_fft_t *apart, *in_place, *addressed;
    nbl_fft_binding_t *binding;
    nbl_error_t error;
    desc.rank = 1;
    desc.sizes[0] = 17;
    const nbl_vulkan_buffer_desc_t bytes = {.size = 4096};
    TEST_EXPECT(nbl_vulkan_buffer_create(device, &bytes, &buffer, &error));
    TEST_EXPECT(nbl_fft_nd_create(device, &desc, &how, false, &apart, &error));
    TEST_EXPECT(nbl_fft_nd_create(device, &desc, &how, true, &in_place, &error));
    const nbl_fft_vulkan_desc_t by_address = {.mode = NBL_MODE_EXACT, .route = NBL_FFT_ROUTE_TICKETS};
    TEST_EXPECT(nbl_fft_nd_create(device, &desc, &by_address, false, &addressed, &error));
    ck_assert_uint_eq(nbl_fft_get_bytes(apart).input, 136);
    ck_assert_uint_gt(nbl_fft_get_bytes(apart).workspace, 0);
    ck_assert_uint_eq(nbl_fft_dispatches(apart), 2);
    const nbl_vulkan_resource_t first = {.buffer = buffer.handle, .size = 136},
                                second = {.buffer = buffer.handle, .offset = 256, .size = 136},
                                small = {.buffer = buffer.handle, .offset = 256, .size = 80},
                                work = {.buffer = buffer.handle, .offset = 512};
    nbl_vulkan_resource_t there[3] = {first, second, work}, uneven;
    for (int i = 0; i < 3; i++) there[i].address = buffer.address;
    uneven = there[0];
    uneven.address += 4;
    const struct {
        const nbl_fft_t *fft;
        nbl_vulkan_resource_t input, output, work;
        const char *why;
    } cases[] = {{apart, first, second, work, NULL},
                 {apart, first, first, work, "overlaps the input"},
                 {apart, first, small, work, "output: its size is 80 bytes, must be 136 or more"},
                 {in_place, first, first, work, NULL},
                 {addressed, there[0], there[1], there[2], NULL},
                 {addressed, first, there[1], there[2], "input: its address is missing"},
                 {addressed, there[0], second, there[2], "output: its address is missing"},
                 {addressed, there[0], there[1], work, "workspace: its address is missing"},
                 {addressed, uneven, there[1], there[2], "input: its address and offset must be a multiple of 8"},
                 {in_place, first, second, work, "must be the input's buffer"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const nbl_result_t result =
            nbl_fft_bind(cases[i].fft, &cases[i].input, &cases[i].output, &cases[i].work, &binding, &error);
        ck_assert_int_eq(result, cases[i].why == NULL ? NBL_SUCCESS : NBL_ERROR_ARGUMENT);
        if (cases[i].why != NULL) ck_assert_msg(strstr(error.text, cases[i].why) != NULL, "'%s'", error.text);
        nbl_fft_binding_destroy(binding);
    }
    /* Spectra of real signals wait in the input, if they may. */
    desc.rank = 2;
    desc.sizes[0] = 12, desc.sizes[1] = 30;
    desc.real = desc.inverse = true;
    for (int overwrites = 0; overwrites < 2; overwrites++) {
        nbl_fft_t *back;
        desc.overwrites_input = overwrites == 1;
        TEST_EXPECT(nbl_fft_nd_create(device, &desc, &how, false, &back, &error));
        ck_assert(overwrites == (nbl_fft_get_bytes(back).workspace == 0));
        nbl_fft_destroy(back);
    }
    nbl_fft_destroy(apart);
    nbl_fft_destroy(addressed);
    nbl_fft_destroy(in_place);
    nbl_vulkan_buffer_destroy(device, &buffer);
    nbl_vulkan_device_destroy(device);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("nd device");
    TCase *tests = tcase_create("nd device");
    tcase_set_timeout(tests, 300);
    tcase_add_loop_test(tests, shapes_at_random, 0, test_all() ? PARTS_AT_RANDOM : 1);
    tcase_add_test(tests, lines_by_their_own_kernel);
    tcase_add_test(tests, the_plan_that_is_asked_for);
    tcase_add_test(tests, blocks_of_rows);
    tcase_add_test(tests, real_strips);
    tcase_add_test(tests, lines_meet_their_mirrors);
    tcase_add_test(tests, few_columns);
    tcase_add_test(tests, without_float64);
    tcase_add_test(tests, refusals);
    tcase_add_test(tests, bindings);
    suite_add_tcase(suite, tests);
    TCase *fast = tcase_create("fast at random");
    tcase_set_timeout(fast, 300);
    tcase_add_loop_test(fast, fast_at_random, 0, test_all() ? PARTS_AT_RANDOM : 1);
    suite_add_tcase(suite, fast);
    return test_run_suite(suite);
}
