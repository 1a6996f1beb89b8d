/* Transforms whose dispatches have more workgroups than one coordinate counts, and so some without work: same bits,
 * nothing beside.
 * SPDX-License-Identifier: Apache-2.0
 *
 * That takes 65536 workgroups, more than lavapipe's buffers hold lines for. So this program has its own
 * nbl_vulkan_split_groups(), which spreads any number above 64 over three rows or more, so that the last row is not
 * full. By device address, what they store is seen.
 *
 * Mutations that this finds: both comparisons with `count` in fft_lines_counts.h (short rows in turns, lines with a
 * prime); lines that are `present` though they are behind the last one, in fft_lines.h (rows; by its line of
 * `mirrored`, real lines that meet their mirrors) and in fft_lines_arrays.h.
 */
#define NBL_SILENT_DEPRECATED /* nd_device_testing.h calls functions of 0.2.0 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nbl/host/vulkan.h"
#include "tests/facts/facts_testing.h"
#include "tests/fft/nd_device_testing.h"

/* Workgroups that one row may have here: those of the dispatch behind passes by tickets, whose kernel counts them, are
 * 64. */
enum { MOST = 64, GUARD = 1 << 16 };

static bool spreads;          /* else all workgroups are in one row */
static uint64_t without_work; /* workgroups that no number of `groups` needed */
static uint32_t spread_dispatches;

bool nbl_vulkan_split_groups(uint64_t groups, uint32_t counts[3]) {
    uint64_t rows = spreads && groups > MOST ? 3 : 1;
    while (rows > 1 && groups % rows == 0) rows++;
    counts[0] = (uint32_t)((groups + rows - 1) / rows);
    counts[1] = (uint32_t)rows;
    counts[2] = 1;
    without_work += counts[0] * rows - groups;
    spread_dispatches += rows > 1;
    return true;
}

typedef struct shape_t {
    const char *what;
    uint64_t sizes[3];         /* 0: no such dimension */
    uint32_t rank, axes, axis; /* axes 1: along `axis` alone; 0: along all */
    uint64_t batch;
    bool real, inverse, in_place;
    bool halves; /* in memory; else float32 */
    nbl_fft_dct_t dct;
    uint32_t kernel; /* elements of a convolution's kernel */
} shape_t;

static const shape_t shapes[] = {
    {.what = "rows", .sizes = {64}, .rank = 1, .batch = 3001},
    {.what = "short rows in turns", .sizes = {11}, .rank = 1, .batch = 32001},
    {.what = "lines with a prime", .sizes = {74}, .rank = 1, .batch = 4001},
    {.what = "a prime in place", .sizes = {97}, .rank = 1, .batch = 601, .in_place = true},
    {.what = "a chirp", .sizes = {163}, .rank = 1, .batch = 601},
    {.what = "columns", .sizes = {60, 1111}, .rank = 2, .axes = 1, .axis = 0, .batch = 1},
    {.what = "whole planes", .sizes = {12, 8}, .rank = 2, .batch = 1003},
    {.what = "whole cubes", .sizes = {6, 4, 5}, .rank = 3, .batch = 1003, .inverse = true},
    {.what = "a line in passes", .sizes = {9009}, .rank = 1, .batch = 22},
    {.what = "real rows", .sizes = {60}, .rank = 1, .batch = 3001, .real = true},
    {.what = "real rows back", .sizes = {60}, .rank = 1, .batch = 3001, .real = true, .inverse = true},
    {.what = "odd real rows", .sizes = {45}, .rank = 1, .batch = 3001, .real = true},
    {.what = "real lines that meet their mirrors", .sizes = {20250}, .rank = 1, .batch = 10, .real = true},
    {.what = "real lines that meet their mirrors, back",
     .sizes = {20250},
     .rank = 1,
     .batch = 10,
     .real = true,
     .inverse = true},
    {.what = "real planes", .sizes = {30, 50}, .rank = 2, .batch = 211, .real = true},
    {.what = "real planes back", .sizes = {30, 50}, .rank = 2, .batch = 211, .real = true, .inverse = true},
    {.what = "odd real planes", .sizes = {15, 25}, .rank = 2, .batch = 2111, .real = true},
    {.what = "odd real planes back", .sizes = {15, 25}, .rank = 2, .batch = 2111, .real = true, .inverse = true},
    {.what = "columns in strips", .sizes = {8192, 10}, .rank = 2, .batch = 2, .real = true},
    {.what = "a convolution", .sizes = {200}, .rank = 1, .batch = 601, .kernel = 31},
    {.what = "cosine transforms", .sizes = {16, 24}, .rank = 2, .batch = 211, .dct = NBL_FFT_DCT_2},
    {.what = "rows of halves", .sizes = {64}, .rank = 1, .batch = 3001, .halves = true},
    {.what = "two passes in one dispatch", .sizes = {65536}, .rank = 1, .batch = 4},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

/* Transforms on the device with 64 KiB of a pattern behind output and workspace; fails if one of these bytes is another
 * one afterwards. */
static void transform(nbl_vulkan_device_t *device, const nbl_fft_t *fft, bool in_place, const char *what,
                      const char *input, char *output) {
    const nbl_fft_bytes_t bytes = nbl_fft_get_bytes(fft);
    const uint64_t own[] = {bytes.input, bytes.output, bytes.workspace};
    nbl_vulkan_buffer_t buffers[3];
    nbl_vulkan_resource_t of[3];
    nbl_vulkan_commands_t commands;
    nbl_fft_binding_t *binding;
    nbl_error_t error;
    for (int i = 0; i < 3; i++) {
        const nbl_vulkan_buffer_desc_t desc = {.size = own[i] + GUARD};
        char *pattern = malloc(desc.size);
        memset(pattern, 0x3b, desc.size);
        if (i == 0) memcpy(pattern, input, bytes.input);
        TEST_EXPECT(nbl_vulkan_buffer_create(device, &desc, &buffers[i], &error));
        TEST_EXPECT(nbl_vulkan_buffer_upload(device, &buffers[i], 0, pattern, desc.size, &error));
        of[i] = (nbl_vulkan_resource_t){.buffer = buffers[i].handle, .size = own[i], .address = buffers[i].address};
        free(pattern);
    }
    const int to = in_place ? 0 : 1;
    TEST_EXPECT(nbl_fft_bind(fft, &of[0], &of[to], &of[2], &binding, &error));
    TEST_EXPECT(nbl_vulkan_commands_create(device, &commands, &error));
    TEST_EXPECT(nbl_vulkan_commands_begin(device, &commands, &error));
    TEST_EXPECT(nbl_fft_record(fft, binding, commands.buffer, NULL, 0, &error));
    TEST_EXPECT(nbl_vulkan_commands_submit(device, &commands, &error));
    TEST_EXPECT(nbl_vulkan_buffer_download(device, &buffers[to], 0, output, bytes.output, &error));
    for (int i = 0; i < 3; i++) {
        char guard[GUARD];
        uint32_t other = 0;
        TEST_EXPECT(nbl_vulkan_buffer_download(device, &buffers[i], own[i], guard, GUARD, &error));
        for (uint32_t k = 0; k < GUARD; k++) other += guard[k] != 0x3b;
        ck_assert_msg(other == 0, "%s: %u bytes behind buffer %d are others", what, other, i);
        nbl_vulkan_buffer_destroy(device, &buffers[i]);
    }
    nbl_vulkan_commands_destroy(device, &commands);
    nbl_fft_binding_destroy(binding);
}

/* A run takes half of the shapes, another run the others: kernels take half a second each to build here. */
START_TEST(nothing_beside) {
    if (!test_takes((uint32_t)_i, 2)) return;
    const shape_t *shape = &shapes[_i];
    test_random_t random = test_random_begin("many workgroups");
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    nbl_fft_problem_t problem = nbl_fft_problem_init();
    nbl_fft_t *fft = NULL;
    nbl_error_t error;
    static float kernel[64] = {1.0f, 0.5f, -0.25f, 0.125f};
    char text[4096], *output[2];
    if (device == NULL) return;
    read_all();
    problem.rank = shape->rank;
    memcpy(problem.sizes, shape->sizes, sizeof shape->sizes);
    problem.axis_count = shape->axes;
    problem.axes[0] = shape->axis;
    problem.batch = shape->batch;
    problem.real = shape->real;
    problem.inverse = shape->inverse;
    problem.in_place = shape->in_place;
    if (shape->halves) problem.precision = NBL_FFT_FLOAT16_STORAGE;
    problem.dct = shape->dct;
    problem.kernel = shape->kernel != 0 ? kernel : NULL;
    problem.kernel_sizes[0] = shape->kernel;
    problem.route = NBL_FFT_ROUTE_TICKETS;
    problem.mode = NBL_MODE_FAST;
    char *input = NULL;
    for (int i = 0; i < 2; i++) {
        spreads = i == 1;
        without_work = spread_dispatches = 0;
        if (i == 0 || strstr(text, " literal ") != NULL) { /* these are spread as they are made */
            nbl_fft_destroy(fft);
            TEST_EXPECT(nbl_fft_make_vulkan(device, &problem, &fft, &error));
            nbl_fft_text(fft, text, sizeof text);
        }
        const nbl_fft_bytes_t bytes = nbl_fft_get_bytes(fft);
        if (input == NULL) {
            input = malloc(bytes.input);
            for (uint64_t k = 0; k < bytes.input / 4; k++) {
                const uint32_t halves = 0x3c003800u ^ (uint32_t)(test_random_below(&random, 1024) * 65537u);
                const float number = (float)test_random_real(&random);
                memcpy(input + 4 * k, shape->halves ? (const void *)&halves : &number, 4);
            }
        }
        output[i] = malloc(bytes.output);
        transform(device, fft, shape->in_place, shape->what, input, output[i]);
        if (i == 1) {
            ck_assert_msg(without_work > 0, "%s: no workgroup is without work: %s", shape->what, text);
            ck_assert_msg(memcmp(output[0], output[1], bytes.output) == 0, "%s: other bits: %s", shape->what, text);
        }
    }
    nbl_fft_destroy(fft);
    printf("many workgroups: %s: %u dispatches in rows, %u workgroups without work\n", shape->what, spread_dispatches,
           (unsigned)without_work);
    free(input);
    free(output[0]);
    free(output[1]);
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* ---- Drawn arrays, also by the plans of a GPU that was measured */

/* Gives every device the rows and numbers of NVIDIA's. */
static void take_plans_of_nvidia(void) {
    for (uint32_t k = 0; k < NBL_DEVICE_KIND_COUNT; k++)
        if (k != NBL_DEVICE_PROCESSOR) memcpy(numbers[k], numbers[NBL_DEVICE_NVIDIA], sizeof numbers[k]);
    for (size_t i = 0; i < count; i++)
        if ((rows[i].devices >> NBL_DEVICE_NVIDIA & 1) != 0) rows[i].devices |= (uint8_t) ~(1u << NBL_DEVICE_PROCESSOR);
}

/* Lengths of all kinds of lines; a quarter of the arrays have long columns and narrow rows. */
static case_t draw(test_random_t *random) {
    static const uint32_t lengths[] = {8,   11,  23,  26,  31,  37,  46,   64,   74,   97,   101,
                                       169, 243, 256, 300, 403, 529, 1024, 1715, 2053, 4096, 6000};
    static const uint32_t longs[] = {2744, 3000, 4097, 4374, 5000, 5488, 5832, 6125, 6561, 8192, 10000};
    case_t c = draw_case(random);
    nbl_fft_problem_t *desc = &c.desc;
    const bool dense = desc->input_strides[0] == 0 && desc->output_strides[0] == 0;
    if (dense && test_random_below(random, 4) == 0) {
        desc->rank = 2;
        desc->axis_count = 0;
        desc->sizes[0] = longs[test_random_below(random, sizeof longs / sizeof *longs)];
        desc->sizes[1] = 2 + test_random_below(random, 40);
        memset(desc->given, 0, sizeof desc->given);
    } else if (dense && test_random_below(random, 2) == 0) {
        desc->rank = 1;
        desc->axis_count = 0;
        desc->sizes[0] = lengths[test_random_below(random, sizeof lengths / sizeof *lengths)];
        memset(desc->given, 0, sizeof desc->given);
    }
    uint64_t elements = 1;
    for (uint32_t d = 0; d < desc->rank; d++) elements *= desc->sizes[d];
    if (dense && elements < 1u << 15) desc->batch = 1 + test_random_below(random, (uint32_t)((1u << 16) / elements));
    if (desc->precision == NBL_FFT_FLOAT16) desc->precision = NBL_FFT_FLOAT32;
    desc->in_place = c.in_place;
    desc->mode = test_random_below(random, 3) == 0 ? NBL_MODE_EXACT : NBL_MODE_FAST;
    desc->route = NBL_FFT_ROUTE_TICKETS;
    return c;
}

/* Returns the relative L2 difference of two results. */
static double differ(const nbl_fft_problem_t *desc, const char *ours, const char *theirs) {
    const layout_t l = layout_of(desc, true);
    const uint32_t bytes = scalar_bytes[desc->precision], parts = l.real ? 1 : 2;
    double above = 0, below = 0;
    for (uint64_t i = 0; i < parts * l.elements; i++) {
        const uint64_t at = place_of(&l, desc->rank, i / parts) * parts + i % parts;
        const double expected = (double)get_scalar(theirs, bytes, at),
                     off = (double)get_scalar(ours, bytes, at) - expected;
        above += off * off;
        below += expected * expected;
    }
    return below > 0 ? sqrt(above / below) : sqrt(above);
}

/* Nothing is stored beside, and what is stored is right: every other run by NVIDIA's plans. NBL_SEED draws others. */
START_TEST(drawn) {
    enum { CASES = 3, ALL = 100 };
    static const double bounds[] = {0, 8e-7, 2e-15, 2e-3};
    if (!test_takes((uint32_t)_i, 2)) return;
    test_random_t random = test_random_from(test_seed("many workgroups, drawn") + (uint64_t)_i);
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    int ran = 0;
    if (device == NULL) return;
    read_all();
    (void)sizes; /* of facts_testing.h */
    if (_i == 1) take_plans_of_nvidia();
    for (int i = 0; i < (test_all() ? ALL : CASES); i++) {
        case_t c = draw(&random);
        const uint64_t in = side_bytes(&c.desc, false), out = side_bytes(&c.desc, true), most = in > out ? in : out;
        char *input = malloc(most), *ours = malloc(most), *theirs = malloc(most), text[700];
        nbl_fft_t *fft, *plan;
        nbl_error_t error;
        describe(&c, text, sizeof text);
        memset(input, 0x3b, most);
        fill(c.desc.precision, input, in, &random);
        memcpy(theirs, input, most);
        spreads = test_random_below(&random, 2) == 0;
        const nbl_result_t result = nbl_fft_make_vulkan(device, &c.desc, &fft, &error);
        ck_assert_msg(result == NBL_SUCCESS || result == NBL_ERROR_LIMIT, "%s: %s", text, error.text);
        if (result == NBL_SUCCESS) {
            transform(device, fft, c.in_place, text, input, ours);
            nbl_fft_destroy(fft);
            const double bound = c.desc.mode == NBL_MODE_EXACT ? 0 : bounds[c.desc.precision];
            c.desc.mode = NBL_MODE_EXACT;
            TEST_EXPECT(nbl_fft_make_cpu(&c.desc, &plan, &error));
            TEST_EXPECT(nbl_fft_run(plan, c.in_place ? theirs : input, theirs, &error));
            nbl_fft_destroy(plan);
            const double off = differ(&c.desc, ours, theirs);
            ck_assert_msg(off <= bound, "%s: %.2e, allowed %.2e", text, off, bound);
            ran++;
        }
        free(input);
        free(ours);
        free(theirs);
    }
    printf("many workgroups: %d drawn arrays%s\n", ran, _i == 1 ? ", by NVIDIA's plans" : "");
    ck_assert_int_ge(ran, CASES / 2);
    nbl_vulkan_device_destroy(device);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("many workgroups");
    TCase *tests = tcase_create("many workgroups");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, nothing_beside, 0, SHAPES);
    tcase_add_loop_test(tests, drawn, 0, 2);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
