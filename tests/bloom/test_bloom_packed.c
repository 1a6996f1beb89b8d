/* Blooms whose FFTs exchange halves, as fast mode's do of half storage: within bounds from dark texels to 60,000, and on
 * devices with the emulator's bits.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/bloom/cases.h"
#include "tests/bloom/running.h"

#include "bloom/compile.h"

#define MOST_RELATIVE 1e-3 /* of half storage */

/* What texels are multiplied by: halves have 2^-24 as their least number. */
static const struct {
    const char *name;
    content_t content;
    float factor;
    double relative;
} brightness[] = {{"60,000", CONTENT_BRIGHT, 1.0f, MOST_RELATIVE},
                  {"suns", CONTENT_SUNS, 1.0f, MOST_RELATIVE},
                  {"to 1", CONTENT_PLAIN, 1.0f, MOST_RELATIVE},
                  {"to 0.01", CONTENT_PLAIN, 0.01f, MOST_RELATIVE},
                  {"to 0.001", CONTENT_PLAIN, 0.001f, 2.5 * MOST_RELATIVE}};
enum { BRIGHTNESS = sizeof brightness / sizeof *brightness, CASES = 2 * BRIGHTNESS };

static case_t case_of(int number) {
    const case_t c = {.family = brightness[number / 2].name,
                      .width = 96,
                      .height = 54,
                      .kernel_width = 40,
                      .kernel_height = 33,
                      .padding = (nbl_bloom_padding_t)(number % 2),
                      .storage = NBL_BLOOM_STORAGE_FLOAT16,
                      .content = brightness[number / 2].content,
                      .star = true,
                      .algorithm = NBL_FFT_STOCKHAM};
    return c;
}

static nbl_bloom_plan_t plan_of(const case_t *c, nbl_fft_limits_t limits) {
    nbl_bloom_desc_t desc = case_desc(c, limits);
    nbl_bloom_plan_t plan;
    nbl_error_t error = {""};
    expect_bloom(nbl_bloom_plan_make(&desc, &plan, &error), &error);
    return plan;
}

START_TEST(within_bounds_and_the_same_bits) {
    const case_t c = case_of(_i);
    test_random_t random = test_random_from((uint64_t)_i);
    float *image = make_image_texels(&c, &random), *kernel = make_kernel_texels(&c, &random);
    for (uint32_t i = 0; i < 4 * c.width * c.height; i++) image[i] *= brightness[_i / 2].factor;
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    const nbl_bloom_plan_t stored =
        plan_of(&c, device != NULL ? nbl_fft_device_limits(device) : nbl_bloom_desc_init().limits);
    nbl_bloom_plan_t plan = stored;
    for (int pass = NBL_BLOOM_PASS_FIRST_AXIS; pass < NBL_BLOOM_PASSES; pass++) plan.passes[pass].parameters.packed = 1;
    double *reference = case_reference(&c, &plan, image, kernel, 0.0f);
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    launch.check = NBL_EMULATOR_CHECK_RACES; /* a finding would be a failure */
    run_t run = run_emulated(&plan, image, kernel, 0.0f, &launch),
          plain = run_emulated(&stored, image, kernel, 0.0f, NULL);
    const errors_t e = reference_errors(reference, run.result, (size_t)c.width * c.height),
                   before = reference_errors(reference, plain.result, (size_t)c.width * c.height);
    printf("%-8s %s relative %.2e, stored alone %.2e\n", c.family, _i % 2 ? "mirror" : "zero  ", e.relative,
           before.relative);
    ck_assert(e.finite);
    ck_assert_double_le(e.relative, brightness[_i / 2].relative);
    ck_assert_double_gt(e.relative, before.relative); /* halves were exchanged */
    if (device != NULL && test_takes((uint32_t)_i, 5)) {
        const float none = 0.0f;
        run_t on_device;
        nbl_bloom_t *bloom = NULL;
        nbl_error_t error = {""};
        nbl_bloom_vulkan_desc_t desc = {.mode = NBL_MODE_EXACT};
        expect_bloom(nbl_bloom_create(device, &plan, &desc, &bloom, &error), &error);
        run_on_device(device, bloom, &desc, image, kernel, &none, 1, &on_device);
        ck_assert_uint_eq(differences_total(run_differences(&plan, &run, &on_device)), 0);
        run_free(&on_device);
        nbl_bloom_destroy(bloom);
    }
    run_free(&run);
    run_free(&plain);
    free(reference);
    free(image);
    free(kernel);
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* What of the image's passes packs: 1 the first, 2 the second, 4 the last. */
static int packs(const case_t *c, nbl_bloom_format_t format) {
    nbl_bloom_desc_t desc = case_desc(c, nbl_bloom_desc_init().limits);
    nbl_bloom_plan_t plan;
    nbl_error_t error = {""};
    int passes = 0;
    desc.source_format = format;
    expect_bloom(nbl_bloom_plan_make(&desc, &plan, &error), &error);
    for (int pass = 0; pass < NBL_BLOOM_PASSES; pass++)
        passes |= nbl_bloom_pass_may_pack(&plan, (nbl_bloom_pass_name_t)pass) << pass;
    ck_assert_int_eq(passes % (1 << NBL_BLOOM_PASS_FIRST_AXIS), 0); /* none of the kernel's */
    return passes >> NBL_BLOOM_PASS_FIRST_AXIS;
}

START_TEST(passes_that_store_halves_and_cannot_overflow_pack) {
    case_t c = case_of(0);
    ck_assert_int_eq(packs(&c, NBL_BLOOM_FORMAT_RGBA16F), 7);
    ck_assert_int_eq(packs(&c, NBL_BLOOM_FORMAT_RGBA32F), 2);
    c.padding = NBL_BLOOM_PADDING_MIRROR;
    ck_assert_int_eq(packs(&c, NBL_BLOOM_FORMAT_RGBA16F), 6);
    c.storage = NBL_BLOOM_STORAGE_FLOAT32;
    ck_assert_int_eq(packs(&c, NBL_BLOOM_FORMAT_RGBA16F), 0);
    c = case_of(0);
    c.algorithm = NBL_FFT_RADIX2_SHUFFLE;
    ck_assert_int_eq(packs(&c, NBL_BLOOM_FORMAT_RGBA16F), 0);
    c = case_of(0);
    c.width = c.height = 5;
    c.kernel_width = c.kernel_height = 3; /* FFTs of one radix */
    ck_assert_int_eq(packs(&c, NBL_BLOOM_FORMAT_RGBA16F), 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bloom packed");
    TCase *tests = tcase_create("packed");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, within_bounds_and_the_same_bits, 0, CASES);
    tcase_add_test(tests, passes_that_store_halves_and_cannot_overflow_pack);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
