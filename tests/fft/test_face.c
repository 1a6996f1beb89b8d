/* One face for all machines: problems made for the CPU and for lavapipe have the bits of the functions that they stand
 * for, their text is a program that runs, batches go in pieces, and what cannot be is refused in one line.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_SILENT_DEPRECATED /* calls functions of 0.2.0 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nbl/host/convolution.h"
#include "nbl/host/fft_nd.h"
#include "nbl/host/vulkan.h"
#include "tests/common/testing.h"
#include "tests/fft/cases_testing.h"
#include "tests/fft/pieces_testing.h"
#include "transform/program.h"

#define F32 .precision = NBL_FFT_FLOAT32

/* ---- One case */

typedef struct data_t {
    const char *text; /* the row */
    nbl_fft_problem_t problem;
    void *kernel, *input, *expected; /* expected: by the functions that the face stands for */
    nbl_fft_bytes_t bytes;
} data_t;

static void *draw(const nbl_fft_problem_t *problem, uint64_t bytes, test_random_t *random) {
    const uint64_t scalar = nbl_fft_precision_element_bytes(problem->precision) / 2;
    char *memory = malloc(bytes);
    ck_assert_ptr_nonnull(memory);
    for (uint64_t i = 0; i < bytes / scalar; i++) {
        const double wide = test_random_real(random);
        const float single = (float)wide;
        const uint16_t half = (uint16_t)(0x3000 + test_random_below(random, 0x800));
        memcpy(memory + i * scalar,
               scalar == 8   ? (const void *)&wide
               : scalar == 4 ? (const void *)&single
                             : &half,
               scalar);
    }
    return memory;
}

static void expect(data_t *data) {
    const nbl_fft_problem_t *p = &data->problem;
    nbl_error_t error;
    if (p->kernel == NULL) {
        nbl_fft_nd_plan_t *plan;
        TEST_EXPECT(nbl_fft_nd_plan_create(p, &plan, &error));
        TEST_EXPECT(nbl_fft_nd_plan_run(plan, data->input, data->expected, &error));
        nbl_fft_nd_plan_destroy(plan);
        return;
    }
    nbl_convolution_desc_t desc = nbl_convolution_desc_init();
    nbl_convolution_t *plan;
    desc.rank = p->rank;
    memcpy(desc.sizes, p->sizes, sizeof desc.sizes);
    memcpy(desc.kernel_sizes, p->kernel_sizes, sizeof desc.kernel_sizes);
    desc.batch = p->batch;
    desc.precision = p->precision;
    desc.complex_numbers = !p->real;
    desc.correlates = p->correlates;
    desc.part = p->part;
    TEST_EXPECT(nbl_convolution_create(&desc, p->kernel, &plan, &error));
    TEST_EXPECT(nbl_convolution_run(plan, data->input, data->expected, &error));
    nbl_convolution_destroy(plan);
}

/* Makes a case's data, and holds the CPU's face against what it stands for. */
static data_t begin(const char *text_of_row, const nbl_fft_problem_t *problem, test_random_t *random) {
    data_t data = {.text = text_of_row, .problem = *problem};
    uint64_t elements = problem->kernel_sizes[0]; /* of a kernel */
    nbl_fft_t *fft;
    nbl_error_t error;
    for (uint32_t d = 1; d < problem->rank; d++) elements *= problem->kernel_sizes[d];
    if (elements != 0) data.problem.kernel = data.kernel = draw(problem, 16 * elements, random);
    TEST_EXPECT(nbl_fft_make_cpu(&data.problem, &fft, &error));
    data.bytes = nbl_fft_get_bytes(fft);
    data.input = draw(&data.problem, data.bytes.input, random);
    data.expected = calloc(1, data.bytes.output);
    void *output = calloc(1, data.bytes.output);
    expect(&data);
    TEST_EXPECT(nbl_fft_run(fft, data.input, output, &error));
    ck_assert_msg(memcmp(output, data.expected, data.bytes.output) == 0, "%s: the CPU's bits", data.text);

    char text[16384];
    nbl_program_t *program = malloc(sizeof *program);
    ck_assert_uint_lt(nbl_fft_text(fft, text, sizeof text), sizeof text);
    TEST_EXPECT(nbl_program_read(text, program, &error));
    if (data.kernel == NULL) { /* a convolution's program takes a spectrum */
        memset(output, 0, data.bytes.output);
        TEST_EXPECT(nbl_program_run(program, data.input, output, NULL, 1, &error));
        ck_assert_msg(memcmp(output, data.expected, data.bytes.output) == 0, "%s: the program's bits", data.text);
    }
    free(program);
    free(output);
    nbl_fft_destroy(fft);
    return data;
}

static void end(data_t *data) {
    free(data->kernel);
    free(data->input);
    free(data->expected);
}

/* Makes buffers for the whole batch, binds them, records and runs. */
static void record(nbl_vulkan_device_t *device, const data_t *data, nbl_fft_t *fft, void *output) {
    const nbl_fft_bytes_t bytes = nbl_fft_get_bytes(fft);
    const bool in_place = data->problem.in_place;
    const uint64_t sizes[] = {bytes.input, bytes.output, bytes.workspace};
    nbl_vulkan_buffer_t buffers[3] = {{0}};
    nbl_vulkan_resource_t of[3] = {{0}};
    nbl_vulkan_commands_t commands;
    nbl_fft_binding_t *binding;
    nbl_error_t error;
    for (int i = 0; i < 3; i++) {
        const nbl_vulkan_buffer_desc_t desc = {.size = sizes[i], .bound_in_parts = true};
        if (sizes[i] != 0 && !(i == 1 && in_place))
            TEST_EXPECT(nbl_vulkan_buffer_create(device, &desc, &buffers[i], &error));
        of[i] = (nbl_vulkan_resource_t){.buffer = buffers[i == 1 && in_place ? 0 : i].handle, .size = sizes[i]};
    }
    nbl_vulkan_buffer_t *to = &buffers[in_place ? 0 : 1];
    TEST_EXPECT(nbl_vulkan_buffer_upload(device, &buffers[0], 0, data->input, bytes.input, &error));
    memset(output, 0, bytes.output);
    if (!in_place) TEST_EXPECT(nbl_vulkan_buffer_upload(device, to, 0, output, bytes.output, &error));
    TEST_EXPECT(nbl_fft_bind(fft, &of[0], &of[1], bytes.workspace != 0 ? &of[2] : NULL, &binding, &error));
    TEST_EXPECT(nbl_vulkan_commands_create(device, &commands, &error));
    TEST_EXPECT(nbl_vulkan_commands_begin(device, &commands, &error));
    TEST_EXPECT(nbl_fft_record(fft, binding, commands.buffer, NULL, 0, &error));
    TEST_EXPECT(nbl_vulkan_commands_submit(device, &commands, &error));
    TEST_EXPECT(nbl_vulkan_buffer_download(device, to, 0, output, bytes.output, &error));
    of[0].size--;
    nbl_fft_binding_t *refused;
    ck_assert_int_eq(nbl_fft_bind(fft, &of[0], &of[1], &of[2], &refused, &error), NBL_ERROR_ARGUMENT);
    ck_assert_ptr_null(refused);
    nbl_vulkan_commands_destroy(device, &commands);
    nbl_fft_binding_destroy(binding);
    for (int i = 0; i < 3; i++) nbl_vulkan_buffer_destroy(device, &buffers[i]);
}

/* Runs a case on a device, and records it if it goes in buffers. */
static void hold(nbl_vulkan_device_t *device, uint64_t pieces, const data_t *data) {
    void *output = calloc(1, data->bytes.output);
    nbl_fft_t *fft;
    nbl_error_t error;
    TEST_EXPECT(nbl_fft_make_vulkan(device, &data->problem, &fft, &error));
    ck_assert_msg(test_pieces_of(fft) == pieces, "%s: %llu pieces", data->text,
                  (unsigned long long)test_pieces_of(fft));
    ck_assert_uint_eq(nbl_fft_get_bytes(fft).input, data->bytes.input);
    ck_assert_uint_eq(nbl_fft_get_bytes(fft).output, data->bytes.output);
    if (data->problem.in_place) memcpy(output, data->input, data->bytes.input);
    TEST_EXPECT(nbl_fft_run(fft, data->problem.in_place ? output : data->input, output, &error));
    ck_assert_msg(memcmp(output, data->expected, data->bytes.output) == 0, "%s: run", data->text);
    if (data->problem.route == NBL_FFT_ROUTE_PASSES) {
        record(device, data, fft, output);
        ck_assert_msg(memcmp(output, data->expected, data->bytes.output) == 0, "%s: recorded", data->text);
    }
    nbl_fft_destroy(fft);
    free(output);
}

/* On the CPU, and where there is lavapipe on it as well. Of convolutions, whose kernels take long to build, a run takes
 * one of three parts. */
START_TEST(all_rows) {
    static table_case_t cases[CASES_MOST];
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    test_random_t random = test_random_begin("the face");
    const uint32_t rows = cases_read(cases);
    uint32_t on_device = 0, seen = 0;
    for (uint32_t r = 0; r < rows; r++) {
        case_way_t ways[CASE_WAYS];
        const uint32_t count = case_ways(&cases[r], ways);
        for (uint32_t w = 0; w < count; w++) {
            if (ways[w].check != CASE_FACE || (!cases[r].passes && !test_takes(seen++, 3))) continue;
            data_t data = begin(cases[r].text, &ways[w].problem, &random);
            if (device != NULL) hold(device, cases[r].pieces, &data), on_device++;
            end(&data);
        }
    }
    printf("the face: %u ways on lavapipe, a part of %u and all others\n", on_device, seen);
    ck_assert(device == NULL || on_device >= 26);
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* A batch beyond what lavapipe binds as one buffer, 128 MiB: real, complex, and back. All other tests of pieces set
 * their bytes. It would find a limit of allocations in place of one of bindings, and a piece's offset in 32 bits. */
START_TEST(beyond_a_binding) {
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    test_random_t random = test_random_begin("beyond a binding");
    if (device == NULL || !test_all()) { /* seconds, and 600 MiB */
        nbl_vulkan_device_destroy(device);
        return;
    }
    const uint64_t most = nbl_vulkan_device_get_info(device)->max_storage_buffer_bytes;
    static const nbl_fft_problem_t shapes[] = {{.rank = 1, .sizes = {64}, F32},
                                               {.rank = 1, .sizes = {2048}, .real = true, F32},
                                               {.rank = 1, .sizes = {2048}, .real = true, .inverse = true, F32}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        nbl_fft_problem_t problem = shapes[i];
        problem.batch = most / (problem.real ? 4 : 8) / problem.sizes[0] + 3;
        data_t data = begin("beyond a binding", &problem, &random);
        ck_assert_uint_gt(data.bytes.input, most);
        hold(device, 2, &data);
        end(&data);
    }
    printf("the face: 3 batches beyond a binding of %llu bytes\n", (unsigned long long)most);
    nbl_vulkan_device_destroy(device);
}
END_TEST

#define CONVOLVES .kernel = "" /* any pointer that is not NULL */

/* ---- Refusals: one line that says what and why */

#define CASES 12
START_TEST(refusals) {
    static const struct {
        const char *text;
        nbl_fft_problem_t problem;
    } cases[CASES] = {
        {"rank", {.rank = 0, .sizes = {8}, .batch = 1, F32}},
        {"size 0 of dimension 0", {.rank = 1, .batch = 1, F32}},
        {"batch is 0", {.rank = 1, .sizes = {8}, F32}},
        {"convolution: axis_count",
         {.rank = 1, .sizes = {8}, .batch = 1, F32, CONVOLVES, .kernel_sizes = {2}, .axis_count = 1}},
        {"convolution: inverse",
         {.rank = 1, .sizes = {8}, .batch = 1, F32, CONVOLVES, .kernel_sizes = {2}, .inverse = true}},
        {"convolution: given",
         {.rank = 1, .sizes = {8}, .batch = 1, F32, CONVOLVES, .kernel_sizes = {2}, .given = {3}}},
        {"convolution: strides",
         {.rank = 1, .sizes = {8}, .batch = 1, F32, CONVOLVES, .kernel_sizes = {2}, .output_strides = {2}}},
        {"convolution: rank",
         {.rank = 4, .sizes = {8, 8, 8, 8}, .batch = 1, F32, CONVOLVES, .kernel_sizes = {2, 2, 2, 2}}},
        {"kernel's size 0", {.rank = 1, .sizes = {8}, .batch = 1, F32, CONVOLVES}},
        {"convolution: kernel_sizes: must be 0 where there is no kernel",
         {.rank = 1, .sizes = {8}, .batch = 1, F32, .kernel_sizes = {2}}},
        {"convolution: correlates: must be 0 where there is no kernel",
         {.rank = 1, .sizes = {8}, .batch = 1, F32, .correlates = true}},
        {"convolution: part: must be 0 where there is no kernel",
         {.rank = 1, .sizes = {8}, .batch = 1, F32, .part = NBL_CONVOLUTION_SAME}},
    };
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    nbl_error_t error;
    for (int i = 0; i < CASES; i++) {
        nbl_fft_t *fft = (nbl_fft_t *)(void *)&error;
        ck_assert_int_eq(nbl_fft_make_cpu(&cases[i].problem, &fft, &error), NBL_ERROR_ARGUMENT);
        ck_assert_ptr_null(fft);
        ck_assert_msg(strstr(error.text, cases[i].text) != NULL, "%s", error.text);
        ck_assert_ptr_null(strchr(error.text, '\n'));
        if (device != NULL) {
            ck_assert_int_eq(nbl_fft_make_vulkan(device, &cases[i].problem, &fft, &error), NBL_ERROR_ARGUMENT);
            ck_assert_msg(strstr(error.text, cases[i].text) != NULL, "%s", error.text);
        }
    }
    nbl_fft_problem_t problem = nbl_fft_problem_init();
    nbl_fft_t *fft;
    float numbers[2 * 61] = {0};
    problem.rank = 1;
    problem.sizes[0] = 61;
    TEST_EXPECT(nbl_fft_make_cpu(&problem, &fft, &error));
    nbl_fft_binding_t *binding = (nbl_fft_binding_t *)(void *)numbers;
    ck_assert_int_eq(nbl_fft_record(fft, binding, (struct VkCommandBuffer_T *)&error, NULL, 0, &error),
                     NBL_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "nbl_fft_record: the transform is the CPU's: nbl_fft_run() runs it");
    ck_assert_int_eq(nbl_fft_run(fft, numbers, NULL, &error), NBL_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "nbl_fft_run: output is NULL");
    ck_assert_int_eq(nbl_fft_run(fft, numbers, numbers + 2, &error), NBL_ERROR_ARGUMENT);
    ck_assert_uint_eq(nbl_fft_output_size(fft, 0), 61);
    ck_assert_uint_eq(nbl_fft_output_size(fft, 1), 0);
    nbl_fft_destroy(fft);
    nbl_fft_destroy(NULL);
    if (device != NULL) {
        /* 61 complex numbers are 488 bytes: only every other array, or fewer, begins where it can be bound */
        const nbl_vulkan_resource_t none = {0};
        problem.batch = 1000;
        problem.piece_bytes = 489;
        ck_assert_int_eq(nbl_fft_make_vulkan(device, &problem, &fft, &error), NBL_ERROR_LIMIT);
        ck_assert_msg(strstr(error.text, "give distances of whole multiples") != NULL, "%s", error.text);
        problem.piece_bytes = 0;
        problem.batch = 1;
        TEST_EXPECT(nbl_fft_make_cpu(&problem, &fft, &error));
        ck_assert_int_eq(nbl_fft_bind(fft, &none, &none, NULL, &binding, &error), NBL_ERROR_ARGUMENT);
        nbl_fft_destroy(fft);
    }
    nbl_vulkan_device_destroy(device);
    printf("the face: %d refusals\n", CASES);
}
END_TEST

/* What a real signal's sides have, forth and back. */
START_TEST(sizes) {
    nbl_fft_problem_t problem = nbl_fft_problem_init();
    nbl_fft_t *fft;
    nbl_error_t error;
    problem.rank = 2;
    problem.sizes[0] = 6;
    problem.sizes[1] = 10;
    problem.real = true;
    for (int inverse = 0; inverse < 2; inverse++) {
        problem.inverse = inverse != 0;
        TEST_EXPECT(nbl_fft_make_cpu(&problem, &fft, &error));
        ck_assert_uint_eq(nbl_fft_output_size(fft, 0), 6);
        ck_assert_uint_eq(nbl_fft_output_size(fft, 1), inverse != 0 ? 10 : 6);
        ck_assert_uint_eq(nbl_fft_get_bytes(fft).input, inverse != 0 ? 6 * 6 * 8 : 6 * 10 * 4);
        ck_assert_uint_eq(nbl_fft_get_bytes(fft).output, inverse != 0 ? 6 * 10 * 4 : 6 * 6 * 8);
        nbl_fft_destroy(fft);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("face");
    TCase *tests = tcase_create("face");
    tcase_set_timeout(tests, 300);
    tcase_add_test(tests, all_rows);
    tcase_add_test(tests, beyond_a_binding);
    tcase_add_test(tests, refusals);
    tcase_add_test(tests, sizes);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
