/* Arrays that a workgroup holds go through memory once: which ones do, and that they are right.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_SILENT_DEPRECATED /* calls functions of 0.2.0 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "gpu/nd_stages.h"
#include "tests/fft/nd_device_testing.h"

/* The axes that the first kernel transforms; 0: one, as lines. */
static uint32_t axes_together(const nbl_fft_nd_desc_t *desc, nbl_mode_t mode, const nbl_fft_limits_t *limits) {
    nbl_fft_nd_stages_t stages;
    nbl_error_t error;
    ck_assert_msg(nbl_fft_nd_stages_make(desc, limits, mode, false, 256, &stages, &error) == NBL_SUCCESS, "%s",
                  error.text);
    const uint32_t axes = stages.axis[0].stage[0].desc.parameters.axes;
    const uint32_t all = desc->axis_count != 0 ? desc->axis_count : desc->rank;
    ck_assert_uint_eq(stages.axes, axes == 0 ? all : all + 1 - axes);
    nbl_fft_nd_stages_release(&stages);
    return axes;
}

static nbl_fft_nd_desc_t array_of(uint32_t rank, const uint64_t *sizes, nbl_fft_precision_t precision) {
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    desc.rank = rank;
    memcpy(desc.sizes, sizes, rank * sizeof *sizes);
    desc.precision = precision;
    return desc;
}

/* ---- Plans, without a device */

START_TEST(which_arrays_go_together) {
    const nbl_fft_limits_t usual = usual_device(NBL_DEVICE_ANY, false);
    static const struct {
        uint32_t rank;
        uint64_t sizes[4];
        nbl_fft_precision_t precision;
        uint32_t exact, fast;
    } of[] = {
        {2, {2, 2}, NBL_FFT_FLOAT32, 2, 2},
        {2, {64, 64}, NBL_FFT_FLOAT32, 2, 2},
        {2, {100, 100}, NBL_FFT_FLOAT32, 2, 2},
        {2, {128, 128}, NBL_FFT_FLOAT32, 0, 0}, /* beyond the shared memory */
        {2, {64, 64}, NBL_FFT_FLOAT64, 2, 2},
        {2, {96, 96}, NBL_FFT_FLOAT64, 0, 0},
        {2, {17, 29}, NBL_FFT_FLOAT32, 0, 2}, /* exact mode has chirps for these */
        {2, {37, 8}, NBL_FFT_FLOAT32, 0, 0},  /* and both for this */
        {2, {60, 20}, NBL_FFT_FLOAT16, 2, 2},
        {2, {60, 20}, NBL_FFT_FLOAT16_STORAGE, 0, 2}, /* exact mode rounds to halves between axes */
        {3, {12, 20, 10}, NBL_FFT_FLOAT32, 3, 3},
        {3, {64, 64, 64}, NBL_FFT_FLOAT32, 2, 2},
        {3, {8, 512, 512}, NBL_FFT_FLOAT32, 0, 0},
        {4, {3, 5, 7, 9}, NBL_FFT_FLOAT32, 3, 3},
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        nbl_fft_nd_desc_t desc = array_of(of[i].rank, of[i].sizes, of[i].precision);
        desc.batch = 64;
        ck_assert_msg(axes_together(&desc, NBL_MODE_EXACT, &usual) == of[i].exact, "exact: %zu", i);
        ck_assert_msg(axes_together(&desc, NBL_MODE_FAST, &usual) == of[i].fast, "fast: %zu", i);
    }
    /* A few large arrays have more multiprocessors by lines. */
    nbl_fft_nd_desc_t large = array_of(2, (uint64_t[]){100, 100}, NBL_FFT_FLOAT32);
    large.batch = 63;
    ck_assert_uint_eq(axes_together(&large, NBL_MODE_FAST, &usual), 0);
    /* Arrays given in part, rows with gaps and axes in another order go by lines. A gap between arrays does
     * not matter. */
    nbl_fft_nd_desc_t desc = array_of(2, (uint64_t[]){24, 20}, NBL_FFT_FLOAT32), other = desc;
    ck_assert_uint_eq(axes_together(&desc, NBL_MODE_FAST, &usual), 2);
    other.given[0] = 10;
    ck_assert_uint_eq(axes_together(&other, NBL_MODE_FAST, &usual), 0);
    other = desc;
    other.input_strides[0] = 24, other.input_strides[1] = 1;
    ck_assert_uint_eq(axes_together(&other, NBL_MODE_FAST, &usual), 0);
    other = desc;
    other.batch = 3, other.input_distance = 500, other.output_distance = 700;
    ck_assert_uint_eq(axes_together(&other, NBL_MODE_FAST, &usual), 2);
    other = array_of(3, (uint64_t[]){6, 24, 20}, NBL_FFT_FLOAT32);
    other.axis_count = 2, other.axes[0] = 0, other.axes[1] = 2;
    ck_assert_uint_eq(axes_together(&other, NBL_MODE_FAST, &usual), 0);
}
END_TEST

/* Every pair and triple of lengths that there is room for: its plans do all lines, within the limits. */
START_TEST(plans_keep_to_limits) {
    static const uint32_t devices[][2] = {{1024, 49152}, {256, 16384}, {128, 16384}};
    uint32_t planned = 0, seen = 0;
    test_random_t random = test_random_begin("nd arrays, plans");
    for (uint32_t i = 0; i < (test_all() ? 6000 : 400); i++) {
        const uint32_t *device = devices[test_random_below(&random, 3)], axes = 2 + test_random_below(&random, 2);
        const nbl_fft_limits_t limits = {.max_workgroup_invocations = device[0],
                                         .max_shared_bytes = device[1],
                                         .subgroup_size = 32,
                                         .float64 = true};
        nbl_fft_lines_desc_t lines = {.fast = test_random_below(&random, 2) == 0};
        lines.precision = lines.planned = test_random_below(&random, 2) == 0 ? NBL_FFT_FLOAT32 : NBL_FFT_FLOAT64;
        uint32_t lengths[3], elements = 1;
        for (uint32_t a = 0; a < axes; a++) {
            do lengths[a] = 2 + test_random_below(&random, axes == 2 ? 128 : 24);
            while (nbl_fft_plan_check_length(lengths[a], 2, NULL) != NBL_SUCCESS);
            elements *= lengths[a];
        }
        seen++;
        if (!nbl_fft_lines_plan_arrays(&limits, lengths, axes, &lines)) continue;
        const nbl_fft_lines_parameters_t *p = &lines.parameters;
        const nbl_fft_plan_t plans[] = {p->plan, p->second_plan, p->third_plan};
        const uint32_t distances[] = {p->distance, p->second_distance, p->third_distance};
        ck_assert(p->invocations <= limits.max_workgroup_invocations &&
                  4 * p->shared_dwords <= limits.max_shared_bytes);
        ck_assert(p->planes * p->arrays * (elements / p->row) * p->row_pitch <= p->shared_dwords);
        for (uint32_t a = 0; a < axes; a++) {
            const uint32_t lines_of_axis = p->arrays * elements / plans[a].fft_length;
            ck_assert_uint_ge(p->invocations, lines_of_axis * plans[a].invocations);
            ck_assert_uint_ge(plans[a].ffts_per_workgroup, lines_of_axis);
            ck_assert_uint_le(nbl_fft_plan_shared_dwords(plans[a]), p->shared_dwords);
            ck_assert(distances[a] == 1 || distances[a] % p->row == 0);
        }
        planned++;
    }
    printf("nd arrays: %u of %u shapes have plans\n", planned, seen);
    ck_assert_uint_gt(2 * planned, seen / 2);
}
END_TEST

/* ---- Devices */

typedef struct shape_t {
    uint32_t rank;
    uint64_t sizes[3], batch;
    nbl_fft_precision_t precision;
    bool inverse, gaps;
} shape_t;

/* One axis in one pass and the other in two; invocations to spare; workgroups that are not full; a prime; three axes. */
static const shape_t shapes[] = {
    {2, {7, 60}, 5, NBL_FFT_FLOAT32, false, false},         {2, {60, 20}, 3, NBL_FFT_FLOAT32, true, false},
    {2, {64, 50}, 2, NBL_FFT_FLOAT32, false, true},         {3, {12, 20, 10}, 2, NBL_FFT_FLOAT32, false, false},
    {2, {34, 38}, 3, NBL_FFT_FLOAT32, true, false},         {3, {5, 7, 9}, 4, NBL_FFT_FLOAT32, true, true},
    {2, {2, 3}, 100, NBL_FFT_FLOAT32, false, false},        {3, {16, 24, 18}, 1, NBL_FFT_FLOAT32, true, false},
    {2, {48, 40}, 2, NBL_FFT_FLOAT64, false, false},        {3, {6, 8, 10}, 3, NBL_FFT_FLOAT64, true, false},
    {2, {24, 20}, 3, NBL_FFT_FLOAT16_STORAGE, true, false}, {2, {40, 28}, 3, NBL_FFT_FLOAT16, false, false},
};

enum { SHAPES = sizeof shapes / sizeof *shapes };

static void expect_bits(nbl_vulkan_device_t *device, const nbl_fft_nd_desc_t *desc, bool in_place,
                        test_random_t *random) {
    const nbl_fft_vulkan_desc_t how = {.mode = NBL_MODE_EXACT, .route = NBL_FFT_ROUTE_PASSES};
    const uint64_t in = side_bytes(desc, false), out = side_bytes(desc, true);
    char *input = calloc(1, in), *ours = calloc(1, out), *theirs = calloc(1, out);
    nbl_fft_t *plan;
    nbl_error_t error;
    fill(desc->precision, input, in, random);
    if (in_place) memcpy(ours, input, in), memcpy(theirs, input, in);
    TEST_EXPECT(nbl_fft_make_cpu(desc, &plan, &error));
    TEST_EXPECT(nbl_fft_run(plan, in_place ? theirs : input, theirs, &error));
    TEST_EXPECT(nbl_fft_nd_vulkan(device, desc, &how, in_place ? ours : input, ours, NULL, &error));
    ck_assert_msg(memcmp(ours, theirs, out) == 0, "other bits: %ux%u of %u dimensions", (unsigned)desc->sizes[0],
                  (unsigned)desc->sizes[1], desc->rank);
    nbl_fft_destroy(plan);
    free(input);
    free(ours);
    free(theirs);
}

/* Compares at least this number: a driver takes a part of the shapes a day. */
static void compare(test_driver_t driver, int fewest) {
    test_random_t random = test_random_begin("nd arrays");
    nbl_vulkan_device_t *device = test_device_open(driver);
    if (device == NULL) return;
    const nbl_fft_limits_t limits = nbl_fft_device_limits(device);
    int compared = 0;
    for (uint32_t i = 0; i < SHAPES; i++) {
        const shape_t *of = &shapes[i];
        nbl_fft_nd_desc_t desc = array_of(of->rank, of->sizes, of->precision);
        if (!test_takes(i, 3) || (desc.precision == NBL_FFT_FLOAT64 && !limits.float64) ||
            (desc.precision == NBL_FFT_FLOAT16 && !limits.float16))
            continue;
        desc.batch = of->batch;
        desc.inverse = of->inverse;
        if (of->gaps) desc.input_distance = desc.output_distance = 5000;
        ck_assert_uint_ne(axes_together(&desc, NBL_MODE_FAST, &limits), 0);
        /* By address float16 is computed in float32: less than its own error is expected. */
        for (int route = desc.precision == NBL_FFT_FLOAT16 ? 1 : 0; route < 2 && !of->gaps; route++)
            expect_fast(device, &desc, route == 0 ? NBL_FFT_ROUTE_PASSES : NBL_FFT_ROUTE_TICKETS, &random);
        /* Exact mode computes chirps, of 17 and 19 here, in float64. */
        const bool has_exact = limits.float64 || of->sizes[0] % 17 != 0;
        if (has_exact && axes_together(&desc, NBL_MODE_EXACT, &limits) != 0)
            for (int in_place = 0; in_place < 2; in_place++) expect_bits(device, &desc, in_place != 0, &random);
        compared++;
    }
    nbl_vulkan_device_destroy(device);
    ck_assert_int_ge(compared, fewest);
}

/* Short rows of a prime radix are traded before and behind their line; workgroups are not full. */
START_TEST(short_rows_are_traded) {
    static const uint32_t lengths[] = {11, 19, 22, 33, 51};
    test_random_t random = test_random_begin("nd arrays, short rows");
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    const nbl_fft_limits_t limits = nbl_fft_device_limits(device);
    for (uint32_t i = 0; i < 2 * sizeof lengths / sizeof *lengths; i++) {
        nbl_fft_nd_desc_t desc = array_of(1, (uint64_t[]){lengths[i / 2]}, NBL_FFT_FLOAT32);
        if (!test_takes(i, 3)) continue;
        desc.batch = 4096 + test_random_below(&random, 150);
        desc.inverse = i % 2 == 1;
        nbl_fft_nd_stages_t stages;
        nbl_error_t error;
        TEST_EXPECT(nbl_fft_nd_stages_make(&desc, &limits, NBL_MODE_FAST, false, 256, &stages, &error));
        ck_assert_uint_eq(stages.axis[0].stage[0].desc.parameters.axes, 1);
        nbl_fft_nd_stages_release(&stages);
        expect_fast(device, &desc, i % 4 < 2 ? NBL_FFT_ROUTE_PASSES : NBL_FFT_ROUTE_TICKETS, &random);
    }
    nbl_vulkan_device_destroy(device);
}
END_TEST

START_TEST(lavapipe_is_right) { compare(TEST_LAVAPIPE, 4); }
END_TEST
START_TEST(swiftshader_is_right) { compare(TEST_SWIFTSHADER, 2); }
END_TEST

int main(void) {
    Suite *suite = suite_create("nd arrays");
    TCase *tests = tcase_create("nd arrays");
    tcase_set_timeout(tests, 300);
    tcase_add_test(tests, which_arrays_go_together);
    tcase_add_test(tests, plans_keep_to_limits);
    tcase_add_test(tests, short_rows_are_traded);
    tcase_add_test(tests, lavapipe_is_right);
    tcase_add_test(tests, swiftshader_is_right);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
