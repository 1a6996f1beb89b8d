/* Real arrays that a workgroup holds: which ones do, that they are right, and that the CPU has a device's bits.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_SILENT_DEPRECATED /* calls functions of 0.2.0 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "gpu/from_program.h"
#include "gpu/piece.h"
#include "tests/fft/nd_device_testing.h"

static nbl_fft_nd_desc_t real_array(uint32_t rank, const uint64_t *sizes, nbl_fft_precision_t precision) {
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    desc.rank = rank;
    memcpy(desc.sizes, sizes, rank * sizeof *sizes);
    desc.precision = precision;
    desc.real = true;
    return desc;
}

static void make(const nbl_fft_nd_desc_t *desc, nbl_mode_t mode, const nbl_fft_limits_t *limits,
                 nbl_fft_nd_stages_t *stages) {
    nbl_error_t error;
    ck_assert_msg(nbl_fft_nd_stages_make(desc, limits, mode, false, 256, stages, &error) == NBL_SUCCESS, "%s",
                  error.text);
}

/* Returns the axes that the kernel of real numbers transforms: the first one, back the last one. 0: one, as lines. */
static uint32_t axes_together(const nbl_fft_nd_desc_t *desc, nbl_mode_t mode, const nbl_fft_limits_t *limits) {
    nbl_fft_nd_stages_t stages;
    make(desc, mode, limits, &stages);
    const uint32_t number = desc->inverse ? stages.axes - 1 : 0;
    const uint32_t axes = stages.axis[number].stage[0].desc.parameters.axes;
    ck_assert_uint_eq(stages.axes, axes == 0 ? desc->rank : desc->rank + 1 - axes);
    for (uint32_t a = 0, d = 0; a < stages.axes; a++) { /* what an axis is called in messages */
        const uint32_t of = stages.axis[a].pass.axis;
        ck_assert_uint_eq(stages.axis[a].pass.length, desc->sizes[of]);
        ck_assert(d == 0 || of != d);
        d = of;
    }
    nbl_fft_nd_stages_release(&stages);
    return axes;
}

/* ---- Plans, without a device */

START_TEST(which_real_arrays_go_together) {
    const nbl_fft_limits_t usual = usual_device(NBL_DEVICE_ANY, false);
    static const struct {
        uint32_t rank;
        uint64_t sizes[4];
        nbl_fft_precision_t precision;
        uint32_t fast;
    } of[] = {
        {2, {24, 20}, NBL_FFT_FLOAT32, 2},
        {2, {64, 128}, NBL_FFT_FLOAT32, 0}, /* by more than 384 invocations it is no faster than two steps */
        {3, {9, 64, 128}, NBL_FFT_FLOAT32, 2},
        {3, {9, 70, 256}, NBL_FFT_FLOAT32, 2},
        {2, {144, 256}, NBL_FFT_FLOAT32, 0}, /* beyond the shared memory */
        {2, {42, 25}, NBL_FFT_FLOAT32, 2},
        {2,
         {128, 101},
         NBL_FFT_FLOAT32,
         0}, /* rows of odd length have an element for each real number, and 101 has none */
        {3, {416, 42, 25}, NBL_FFT_FLOAT32, 2},
        {3, {12, 20, 10}, NBL_FFT_FLOAT32, 3},
        {4, {3, 5, 7, 9}, NBL_FFT_FLOAT64, 3},
        {2, {24, 2}, NBL_FFT_FLOAT32, 0}, /* a row is one element */
        {2, {24, 20}, NBL_FFT_FLOAT16_STORAGE, 0},
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        for (int inverse = 0; inverse < 2; inverse++) {
            nbl_fft_nd_desc_t desc = real_array(of[i].rank, of[i].sizes, of[i].precision);
            desc.batch = 64;
            desc.inverse = inverse != 0;
            ck_assert_msg(axes_together(&desc, NBL_MODE_EXACT, &usual) == 0, "exact: %zu", i);
            ck_assert_msg(axes_together(&desc, NBL_MODE_FAST, &usual) == of[i].fast, "fast: %zu %d", i, inverse);
        }
    nbl_fft_nd_desc_t desc = real_array(2, (uint64_t[]){24, 20}, NBL_FFT_FLOAT32), other = desc;
    other.given[0] = 10;
    ck_assert_uint_eq(axes_together(&other, NBL_MODE_FAST, &usual), 0);
    other = desc;
    other.input_strides[0] = 22, other.input_strides[1] = 1; /* rows with gaps */
    ck_assert_uint_eq(axes_together(&other, NBL_MODE_FAST, &usual), 0);
    other = desc;
    other.scaling = NBL_FFT_SCALING_BY_ROOT;
    ck_assert_uint_eq(axes_together(&other, NBL_MODE_FAST, &usual), 0);
}
END_TEST

/* ---- Devices */

typedef struct shape_t {
    uint32_t rank;
    uint64_t sizes[4], batch;
    nbl_fft_precision_t precision;
    bool overwrites, gaps;
} shape_t;

/* Rows of even and odd length, of the odd ones an even and an odd number, one and two axes besides; more arrays than a workgroup has, and not full; columns of one row and
 * of an odd number; a prime; gaps between arrays that keep pairs from lying as complex numbers do. */
static const shape_t shapes[] = {
    {2, {7, 60}, 5, NBL_FFT_FLOAT32, false, false},     {2, {12, 15}, 3, NBL_FFT_FLOAT32, false, false},
    {3, {9, 10, 12}, 2, NBL_FFT_FLOAT32, true, false},  {3, {5, 7, 9}, 4, NBL_FFT_FLOAT32, false, false},
    {2, {2, 4}, 101, NBL_FFT_FLOAT32, false, false},    {4, {3, 6, 8, 10}, 2, NBL_FFT_FLOAT32, false, false},
    {3, {4, 64, 50}, 1, NBL_FFT_FLOAT32, true, false},  {2, {34, 38}, 3, NBL_FFT_FLOAT32, false, false},
    {2, {16, 18}, 3, NBL_FFT_FLOAT64, false, false},    {3, {6, 5, 3}, 3, NBL_FFT_FLOAT64, true, false},
    {2, {10, 14}, 3, NBL_FFT_FLOAT32, false, true},     {3, {2, 40, 66}, 2, NBL_FFT_FLOAT32, true, false},
    {3, {3, 12, 7}, 33, NBL_FFT_FLOAT32, false, false}, {3, {5, 12, 9}, 3, NBL_FFT_FLOAT32, false, false},
    {3, {7, 28, 25}, 1, NBL_FFT_FLOAT32, true, false},  {2, {14, 5}, 2, NBL_FFT_FLOAT64, false, true},
};

enum { SHAPES = sizeof shapes / sizeof *shapes };

static bool has_prime_radices(const nbl_fft_nd_desc_t *desc) {
    for (uint32_t d = 0; d < desc->rank; d++)
        if (desc->sizes[d] % 17 == 0 || desc->sizes[d] % 19 == 0) return true;
    return false;
}

/* Runs fast mode's program in exact mode's arithmetic, on the device and on the CPU. */
static void expect_bits(nbl_vulkan_device_t *device, const nbl_fft_nd_desc_t *desc, const nbl_fft_limits_t *limits,
                        test_random_t *random) {
    const nbl_fft_vulkan_desc_t how = {.mode = NBL_MODE_EXACT, .route = NBL_FFT_ROUTE_PASSES};
    const uint64_t in = side_bytes(desc, false), out = side_bytes(desc, true);
    char *input = calloc(1, in), *copy = calloc(1, in), *ours = calloc(1, out), *theirs = calloc(1, out);
    nbl_fft_nd_stages_t stages, exact;
    nbl_piece_t *fft;
    nbl_error_t error;
    fill(desc->precision, input, in, random);
    memcpy(copy, input, in);
    make(desc, NBL_MODE_FAST, limits, &stages);
    nbl_program_t *program = calloc(1, sizeof *program);
    memcpy(program, stages.program, offsetof(nbl_program_t, step) + stages.program->steps * sizeof program->step[0]);
    nbl_fft_nd_stages_release(&stages);
    program->problem.mode = NBL_MODE_EXACT;
    TEST_EXPECT(nbl_program_check(program, &error));
    TEST_EXPECT(nbl_fft_nd_stages_read(program, limits, nbl_piece_alignment(device), &exact, &error));
    TEST_EXPECT(nbl_piece_of_stages(device, &exact, &how, &fft, &error));
    TEST_EXPECT(nbl_piece_run(fft, input, NULL, ours, NULL, &error));
    TEST_EXPECT(nbl_program_run(program, copy, theirs, NULL, 1, &error));
    ck_assert_msg(memcmp(ours, theirs, out) == 0, "other bits: %ux%u of %u dimensions, inverse %d",
                  (unsigned)desc->sizes[0], (unsigned)desc->sizes[1], desc->rank, desc->inverse);
    nbl_piece_destroy(fft);
    free(program);
    free(input);
    free(copy);
    free(ours);
    free(theirs);
}

static void compare_one(nbl_vulkan_device_t *device, const nbl_fft_nd_desc_t *desc, test_random_t *random) {
    const nbl_fft_limits_t limits = nbl_fft_device_limits(device);
    ck_assert_uint_ne(axes_together(desc, NBL_MODE_FAST, &limits), 0);
    if (desc->input_distance == 0) expect_fast(device, desc, NBL_FFT_ROUTE_PASSES, random);
    if (!has_prime_radices(desc)) expect_bits(device, desc, &limits, random);
}

/* Compares at least this number: a driver takes a part of the shapes a day. */
static void compare(test_driver_t driver, int fewest) {
    test_random_t random = test_random_begin("nd real arrays");
    nbl_vulkan_device_t *device = test_device_open(driver);
    if (device == NULL) return;
    const nbl_fft_limits_t limits = nbl_fft_device_limits(device);
    int compared = 0;
    for (uint32_t i = 0; i < 2 * SHAPES; i++) {
        const shape_t *of = &shapes[i / 2];
        nbl_fft_nd_desc_t desc = real_array(of->rank, of->sizes, of->precision);
        if (!test_takes(i, 3) || (desc.precision == NBL_FFT_FLOAT64 && !limits.float64)) continue;
        desc.batch = of->batch;
        desc.inverse = i % 2 == 1;
        desc.overwrites_input = of->overwrites && desc.inverse;
        if (of->gaps) desc.input_distance = desc.output_distance = 501;
        compare_one(device, &desc, &random);
        compared++;
    }
    nbl_vulkan_device_destroy(device);
    ck_assert_int_ge(compared, fewest);
}

START_TEST(lavapipe_is_right) { compare(TEST_LAVAPIPE, 6); }
END_TEST
START_TEST(swiftshader_is_right) { compare(TEST_SWIFTSHADER, 3); }
END_TEST

/* Shapes of two to four dimensions, drawn. */
START_TEST(drawn_shapes_are_right) {
    static const uint64_t lengths[] = {2,  3,  4,  5,  6,  7,  8,  9,  10, 12, 13, 14, 15,
                                       16, 18, 20, 21, 22, 24, 25, 28, 30, 33, 36, 40};
    test_random_t random = test_random_begin("nd real arrays, drawn");
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    const nbl_fft_limits_t limits = nbl_fft_device_limits(device);
    uint32_t drawn = 0, held = 0;
    for (; drawn < (test_all() ? 60 : 6); drawn++) {
        nbl_fft_nd_desc_t desc = real_array(2 + test_random_below(&random, 3), (uint64_t[4]){0}, NBL_FFT_FLOAT32);
        for (uint32_t d = 0; d < desc.rank; d++)
            desc.sizes[d] = lengths[test_random_below(&random, desc.rank == 4 ? 8 : desc.rank == 3 ? 14 : 25)];
        desc.batch = 1 + test_random_below(&random, 5);
        desc.inverse = test_random_below(&random, 2) == 0;
        desc.overwrites_input = desc.inverse && test_random_below(&random, 2) == 0;
        expect_fast(device, &desc, NBL_FFT_ROUTE_PASSES, &random);
        if (axes_together(&desc, NBL_MODE_FAST, &limits) == 0) continue;
        expect_bits(device, &desc, &limits, &random);
        held++;
    }
    printf("nd real arrays: a workgroup holds %u of %u\n", held, drawn);
    nbl_vulkan_device_destroy(device);
    ck_assert_uint_gt(2 * held, drawn);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("nd real arrays");
    TCase *tests = tcase_create("nd real arrays");
    tcase_set_timeout(tests, 300);
    tcase_add_test(tests, which_real_arrays_go_together);
    tcase_add_test(tests, lavapipe_is_right);
    tcase_add_test(tests, swiftshader_is_right);
    tcase_add_test(tests, drawn_shapes_are_right);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
