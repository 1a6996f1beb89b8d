/* Plans of a bloom's passes: the caller's own, the measured ones, and loads that are written out for an extent.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/bloom/cases.h"
#include "tests/bloom/running.h"

static nbl_bloom_desc_t describe(uint32_t width, uint32_t height, uint32_t kernel) {
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    desc.width = width;
    desc.height = height;
    desc.kernel_width = desc.kernel_height = kernel;
    desc.algorithm = NBL_FFT_STOCKHAM;
    return desc;
}

static nbl_bloom_plan_t make_plan(const nbl_bloom_desc_t *desc) {
    nbl_error_t error = {""};
    nbl_bloom_plan_t plan;
    nbl_result_t result = nbl_bloom_plan_make(desc, &plan, &error);
    ck_assert_msg(result == NBL_SUCCESS, "%s", error.text);
    return plan;
}

static void read_plan(const char *text, nbl_fft_plan_request_t *request) {
    memset(request, 0, sizeof *request);
    if (text) ck_assert_int_eq(nbl_fft_plan_read(text, request, NULL), NBL_SUCCESS);
}

static void expect_plan(const nbl_bloom_plan_t *plan, nbl_bloom_pass_name_t name, const char *wanted) {
    const nbl_bloom_parameters_t *parameters = &plan->passes[name].parameters;
    char text[NBL_FFT_PLAN_TEXT_SIZE];
    nbl_fft_plan_short_text(name == NBL_BLOOM_PASS_CONVOLVE ? parameters->second_plan : parameters->first_plan, text,
                            sizeof text);
    ck_assert_str_eq(text, wanted);
}

static const case_t small = {.family = "plans",
                             .width = 90,
                             .height = 59,
                             .kernel_width = 12,
                             .kernel_height = 9,
                             .first_axis = NBL_BLOOM_AXIS_X,
                             .algorithm = NBL_FFT_STOCKHAM,
                             .sharpenings = 1};

/* Other radices are as near; the same radices in another shape, of all channels together, or of loads that know no
 * extent, are the same bits. */
START_TEST(own_plans) {
    static const char *const plans[][3] = {{"10x12@12*1/1", "9x8@9*2/1", "12x10@10*3/1"},
                                           {"10x12@10*4/2", "9x8@3*3/4", "12x10@6*1/1"},
                                           {"10x12@12*1/1", "9x8@9*2/1", "12x10@10*3/1"},
                                           {"8x12@12*1/1", NULL, NULL}};
    test_random_t random = test_random_begin("own_plans");
    float *image = make_image_texels(&small, &random), *kernel = make_kernel_texels(&small, &random);
    run_t first = {0};
    for (uint32_t i = 0; i < 4; i++) {
        nbl_bloom_desc_t desc = case_desc(&small, nbl_bloom_desc_init().limits);
        read_plan(plans[i][0], &desc.rows);
        read_plan(plans[i][1], &desc.lines);
        read_plan(plans[i][2], &desc.rows_back);
        nbl_bloom_plan_t plan = make_plan(&desc);
        ck_assert_uint_eq(plan.length_first, i < 3 ? 120 : 96);
        expect_plan(&plan, NBL_BLOOM_PASS_FIRST_AXIS, plans[i][0]);
        if (plans[i][1]) expect_plan(&plan, NBL_BLOOM_PASS_CONVOLVE, plans[i][1]);
        if (plans[i][2]) expect_plan(&plan, NBL_BLOOM_PASS_FIRST_AXIS_INVERSE, plans[i][2]);
        nbl_bloom_parameters_t *parameters = &plan.passes[NBL_BLOOM_PASS_FIRST_AXIS].parameters;
        ck_assert_uint_eq(parameters->planned_first, small.width);
        ck_assert_uint_eq(parameters->planned_second, small.height);
        if (i == 2) parameters->planned_first = 0;
        if (i == 1) transform_channels_together(&plan);
        run_t run = run_emulated(&plan, image, kernel, 0.0f, NULL);
        double *reference = case_reference(&small, &plan, image, kernel, 0.0f);
        errors_t e = reference_errors(reference, run.result, (size_t)small.width * small.height);
        ck_assert_msg(e.relative <= 4e-7 && e.largest <= 1.5e-6, "plan %u: relative %g, largest %g", i, e.relative,
                      e.largest);
        free(reference);
        if (i == 0)
            first = run;
        else if (i < 3)
            ck_assert_uint_eq(differing_floats(first.result, run.result, result_bytes(&plan)), 0);
        if (i > 0) run_free(&run);
    }
    run_free(&first);
    free(image);
    free(kernel);
}
END_TEST

/* A smaller frame has loads without a literal extent, and the same bits as of loads that are written out for it. */
START_TEST(frames_of_other_extents) {
    test_random_t random = test_random_begin("frames_of_other_extents");
    float *image = make_image_texels(&small, &random), *kernel = make_kernel_texels(&small, &random);
    nbl_bloom_desc_t desc = case_desc(&small, nbl_bloom_desc_init().limits);
    nbl_bloom_frame_t frame = nbl_bloom_frame_init();
    frame.width = 71;
    frame.height = 42;
    run_t runs[2];
    for (int i = 0; i < 2; i++) {
        nbl_bloom_plan_t plan = make_plan(&desc);
        nbl_bloom_parameters_t *parameters = &plan.passes[NBL_BLOOM_PASS_FIRST_AXIS].parameters;
        if (i == 1) parameters->planned_first = frame.width;
        if (i == 1) parameters->planned_second = frame.height;
        runs[i] = run_emulated_frame(&plan, image, kernel, &frame, NULL);
        if (i == 1) ck_assert_uint_eq(differing_floats(runs[0].result, runs[1].result, result_bytes(&plan)), 0);
    }
    run_free(&runs[0]);
    run_free(&runs[1]);
    free(image);
    free(kernel);
}
END_TEST

START_TEST(plans_that_do_not_fit_are_refused) {
    static const struct {
        const char *rows, *lines, *rows_back, *why;
    } wrong[] = {
        {"10x10", NULL, NULL, "width: the plan's radices make 100, must make an even number from 101 on"},
        {"15x9", NULL, NULL, "width: the plan's radices make 135, must make an even number from 101 on"},
        {NULL, "9x7", NULL, "height: the plan's radices make 63, must make an even number from 64 on"},
        {NULL, "8x8", NULL, NULL},
        {"10x12@13", NULL, NULL, "plan 10x12: there are more invocations than any pass has butterflies"},
        {NULL, "9x9", NULL, "height: the plan's radices make 81, must make an even number from 64 on"},
        {NULL, "9x8@1", NULL, "lines: 1 invocations hold 72 elements each, at most 32: give more"},
        {NULL, "9x8@9*200", NULL, "lines: 200 FFTs of 9 invocations in a workgroup: the limit is 1024 invocations"},
        {NULL, "16x16x16@128*8/1", NULL,
         "lines: the shared memory of 8 FFTs of length 4096 would exceed the limit of 32768 bytes: give fewer of them, "
         "or more windows"},
        {"10x12", NULL, "10x12@12*2", "rows_back: 2 FFTs per workgroup, must be 1, 3 or 0 (chosen)"},
        {"10x12", NULL, "10x14", "rows_back: its radices make 140, must make 120 as those of rows"},
        {NULL, NULL, "10x10", "width: the plan's radices make 100, must make an even number from 101 on"},
        {"17x8", NULL, NULL, "rows: radix 17 is of transforms alone, the bloom has none"},
        {NULL, "2x31", NULL, "lines: radix 31 is of transforms alone, the bloom has none"},
        {"10x12", NULL, "10x12@200*1", "plan 10x12: there are more invocations than any pass has butterflies"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        nbl_bloom_desc_t desc = describe(96, 59, 10);
        nbl_error_t error = {""};
        nbl_bloom_plan_t plan;
        read_plan(wrong[i].rows, &desc.rows);
        read_plan(wrong[i].lines, &desc.lines);
        read_plan(wrong[i].rows_back, &desc.rows_back);
        nbl_result_t result = nbl_bloom_plan_make(&desc, &plan, &error);
        ck_assert_msg((result == NBL_SUCCESS) == (wrong[i].why == NULL), "%zu: %s", i, error.text);
        if (wrong[i].why) ck_assert_str_eq(error.text, wrong[i].why);
    }
}
END_TEST

START_TEST(plans_of_rows_back_alone_and_of_no_stockham) {
    nbl_bloom_desc_t desc = describe(96, 59, 10);
    read_plan("12x10@10*1/1", &desc.rows_back);
    nbl_bloom_plan_t plan = make_plan(&desc);
    ck_assert_uint_eq(plan.length_first, 120);
    expect_plan(&plan, NBL_BLOOM_PASS_FIRST_AXIS_INVERSE, "12x10@10*1/1");
    nbl_error_t error = {""};
    desc.algorithm = NBL_FFT_RADIX2_SHUFFLE;
    ck_assert_int_eq(nbl_bloom_plan_make(&desc, &plan, &error), NBL_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "rows_back: plans are of stockham, and the algorithm is radix2-shuffle");
}
END_TEST

/* What no text can say: an unchecked product of these would be 0, and radices beyond the array be read. */
START_TEST(plans_that_are_none_are_refused) {
    static const nbl_fft_plan_request_t wrong[] = {{100, {9, 8}, 9, 2, 1},
                                                   {2, {9, 8}, 65536, 65536, 1},
                                                   {2, {9, 8}, 9, 2, 4000000000u},
                                                   {2, {9, 8}, 9, 1u << 31, 1}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        nbl_bloom_desc_t desc = describe(96, 59, 10);
        nbl_error_t error = {""};
        nbl_bloom_plan_t plan;
        desc.lines = wrong[i];
        ck_assert_int_eq(nbl_bloom_plan_make(&desc, &plan, &error), NBL_ERROR_ARGUMENT);
        ck_assert_str_eq(error.text,
                         "lines: must have at most 6 passes, 16 windows, 1024 invocations and FFTs per workgroup");
    }
}
END_TEST

/* Bits are the same everywhere: limits change no radix of a measured plan. */
START_TEST(limits_change_no_radix) {
    static const uint32_t sizes[][3] = {{1280, 720, 256},  {1280, 720, 512},  {1920, 1080, 256}, {4608, 2592, 256},
                                        {5120, 2880, 256}, {6144, 3456, 256}, {7680, 4320, 256}};
    uint32_t smaller = 0;
    for (size_t i = 0; i < 2 * sizeof sizes / sizeof *sizes; i++) {
        nbl_bloom_desc_t desc = describe(sizes[i / 2][0], sizes[i / 2][1], sizes[i / 2][2]);
        if (i % 2) desc.storage = NBL_BLOOM_STORAGE_FLOAT16;
        desc.limits.max_shared_bytes = 49152;
        nbl_bloom_plan_t most = make_plan(&desc);
        desc.limits.max_shared_bytes = 16384;
        desc.limits.max_workgroup_invocations = 256;
        nbl_bloom_plan_t least = make_plan(&desc);
        ck_assert_uint_eq(most.length_first, least.length_first);
        ck_assert_uint_eq(most.length_second, least.length_second);
        for (int p = 0; p < NBL_BLOOM_PASSES; p++) {
            const nbl_bloom_parameters_t *a = &most.passes[p].parameters, *b = &least.passes[p].parameters;
            ck_assert_uint_eq(a->first_plan.radices, b->first_plan.radices);
            ck_assert_uint_eq(a->second_plan.radices, b->second_plan.radices);
            ck_assert_uint_le(least.passes[p].workgroup_size, 256);
            ck_assert_uint_le(least.passes[p].shared_bytes, 16384);
            smaller += least.passes[p].workgroup_size < most.passes[p].workgroup_size;
        }
    }
    ck_assert_uint_ge(smaller, 40);
}
END_TEST

/* All channels together of images, where there are workgroups enough. */
START_TEST(channels_together) {
    static const struct {
        uint32_t width, height, of_images;
    } sizes[] = {{320, 200, 0}, {1280, 720, 1}, {1920, 1080, 1}, {3840, 2160, 0}};
    for (size_t i = 0; i < 2 * sizeof sizes / sizeof *sizes; i++) {
        nbl_bloom_desc_t desc = describe(sizes[i / 2].width, sizes[i / 2].height, 256);
        desc.reads_image = i % 2;
        nbl_bloom_plan_t plan = make_plan(&desc);
        const nbl_bloom_pass_t *pass = &plan.passes[NBL_BLOOM_PASS_FIRST_AXIS];
        uint32_t wanted = i % 2 ? sizes[i / 2].of_images : 0;
        ck_assert_uint_eq(pass->parameters.channels_together, wanted);
        uint64_t rows = pass->parameters.pair_distance, ffts = pass->parameters.ffts_per_workgroup;
        ck_assert_uint_eq(pass->workgroups, (wanted ? 1 : 3) * ((rows + ffts - 1) / ffts));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bloom plans");
    TCase *tests = tcase_create("plans");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, own_plans);
    tcase_add_test(tests, frames_of_other_extents);
    tcase_add_test(tests, plans_that_do_not_fit_are_refused);
    tcase_add_test(tests, plans_of_rows_back_alone_and_of_no_stockham);
    tcase_add_test(tests, plans_that_are_none_are_refused);
    tcase_add_test(tests, limits_change_no_radix);
    tcase_add_test(tests, channels_together);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
