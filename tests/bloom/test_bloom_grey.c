/* A grey convolution kernel, whose spectrum is kept once: the bits of one kept for each channel.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/bloom/running.h"

enum { WIDTH = 45, HEIGHT = 31, KERNEL_WIDTH = 12, KERNEL_HEIGHT = 9, CASES = 12 };

/* algorithm, padding and storage, and kernel mode of a case */
static nbl_bloom_desc_t describe(int number, bool grey, const nbl_fft_limits_t *limits) {
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    desc.width = WIDTH;
    desc.height = HEIGHT;
    desc.kernel_width = KERNEL_WIDTH;
    desc.kernel_height = KERNEL_HEIGHT;
    desc.algorithm = (uint32_t)(number % 2 ? NBL_FFT_STOCKHAM : NBL_FFT_RADIX2_SHUFFLE);
    desc.padding_x = desc.padding_y = (nbl_bloom_padding_t)(number / 2 % 2);
    desc.kernel_mode = (nbl_bloom_kernel_mode_t)(number / 4 == 1);
    desc.storage = (nbl_bloom_storage_t)(number / 4 == 2);
    desc.grey_kernel = grey;
    if (limits) desc.limits = *limits;
    return desc;
}

static nbl_bloom_plan_t make_plan(int number, bool grey, const nbl_fft_limits_t *limits) {
    nbl_bloom_desc_t desc = describe(number, grey, limits);
    nbl_bloom_plan_t plan;
    nbl_error_t error = {""};
    expect_bloom(nbl_bloom_plan_make(&desc, &plan, &error), &error);
    return plan;
}

/* The kernel's green and blue are its red if it is grey, and otherwise something else. */
static void draw(test_random_t *random, bool grey, float image[4 * WIDTH * HEIGHT],
                 float kernel[4 * KERNEL_WIDTH * KERNEL_HEIGHT]) {
    for (int i = 0; i < 4 * WIDTH * HEIGHT; i++) image[i] = (float)(0.5 * (test_random_real(random) + 1.0));
    for (int i = 0; i < KERNEL_WIDTH * KERNEL_HEIGHT; i++) {
        float value = (float)(0.5 * (test_random_real(random) + 1.0));
        for (int c = 0; c < 4; c++) kernel[4 * i + c] = grey ? value : value * (float)(1 + c);
    }
}

START_TEST(a_grey_kernel_has_the_same_bits_from_a_third_of_the_spectrum) {
    test_random_t random = test_random_begin("a_grey_kernel_has_the_same_bits_from_a_third_of_the_spectrum");
    static float image[4 * WIDTH * HEIGHT], kernel[4 * KERNEL_WIDTH * KERNEL_HEIGHT];
    nbl_bloom_plan_t whole = make_plan(_i, false, NULL), third = make_plan(_i, true, NULL);
    ck_assert_uint_eq(whole.spectrum_bytes, 3 * third.spectrum_bytes);
    ck_assert_uint_lt(third.workspace_bytes, whole.workspace_bytes + (whole.desc.padding_x ? 1 : 0));
    draw(&random, true, image, kernel);
    run_t a = run_emulated(&whole, image, kernel, 0.25f, NULL), b = run_emulated(&third, image, kernel, 0.25f, NULL);
    ck_assert_mem_eq(a.result, b.result, (size_t)result_bytes(&whole));
    ck_assert_mem_eq(a.spectrum, b.spectrum, (size_t)third.spectrum_bytes);
    ck_assert_mem_eq(a.sums, b.sums, sizeof a.sums);
    run_free(&a);
    run_free(&b);
}
END_TEST

START_TEST(of_a_coloured_kernel_red_stands_for_all) {
    test_random_t random = test_random_begin("of_a_coloured_kernel_red_stands_for_all");
    static float image[4 * WIDTH * HEIGHT], kernel[4 * KERNEL_WIDTH * KERNEL_HEIGHT];
    nbl_bloom_plan_t plan = make_plan(1, true, NULL);
    draw(&random, false, image, kernel);
    run_t coloured = run_emulated(&plan, image, kernel, 0.0f, NULL);
    for (int i = 0; i < KERNEL_WIDTH * KERNEL_HEIGHT; i++) kernel[4 * i + 1] = kernel[4 * i + 2] = kernel[4 * i];
    run_t grey = run_emulated(&plan, image, kernel, 0.0f, NULL);
    ck_assert_mem_eq(coloured.result, grey.result, (size_t)result_bytes(&plan));
    run_free(&coloured);
    run_free(&grey);
}
END_TEST

START_TEST(a_device_has_the_emulators_bits) {
    test_random_t random = test_random_begin("a_device_has_the_emulators_bits");
    static float image[4 * WIDTH * HEIGHT], kernel[4 * KERNEL_WIDTH * KERNEL_HEIGHT];
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (!device) return;
    nbl_fft_limits_t limits = nbl_fft_device_limits(device);
    nbl_bloom_plan_t plan = make_plan(1, true, &limits);
    nbl_bloom_vulkan_desc_t desc = {.mode = NBL_MODE_EXACT};
    const float sharpening = 0.25f;
    nbl_bloom_t *bloom;
    nbl_error_t error = {""};
    draw(&random, true, image, kernel);
    expect_bloom(nbl_bloom_create(device, &plan, &desc, &bloom, &error), &error);
    run_t there, here = run_emulated(&plan, image, kernel, sharpening, NULL);
    run_on_device(device, bloom, &desc, image, kernel, &sharpening, 1, &there);
    ck_assert_uint_eq(differences_total(run_differences(&plan, &here, &there)), 0);
    run_free(&here);
    run_free(&there);
    nbl_bloom_destroy(bloom);
    nbl_vulkan_device_destroy(device);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bloom, grey kernel");
    TCase *tests = tcase_create("grey");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, a_grey_kernel_has_the_same_bits_from_a_third_of_the_spectrum, 0, CASES);
    tcase_add_test(tests, of_a_coloured_kernel_red_stands_for_all);
    tcase_add_test(tests, a_device_has_the_emulators_bits);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
