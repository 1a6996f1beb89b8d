/* The bloom at low resolution: the same bits on every backend, exact modules, and what is refused.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bloom/low.h"
#include "tests/bloom/low_cases.h"
#include "tests/spirv/module.h"

#include <stdio.h>

START_TEST(the_checker_is_silent_in_both_orders) {
    test_random_t random = test_random_begin("test_bloom_low");
    for (int i = 0; i < CASES; i++) {
        const case_t *c = &cases[i];
        if (!c->on_devices) continue;
        float *image = random_texels(c->width, c->height, true, &random);
        float *kernel = random_texels(c->kernel_width, c->kernel_height, false, &random);
        float *plain = emulated(c, image, kernel, NULL);
        for (int order = NBL_EMULATOR_ASCENDING; order <= NBL_EMULATOR_DESCENDING; order++) {
            nbl_emulator_launch_t launch = nbl_emulator_launch_init();
            launch.order = (nbl_emulator_order_t)order;
            launch.check = NBL_EMULATOR_CHECK_RACES;
            float *checked = emulated(c, image, kernel, &launch);
            ck_assert(memcmp(plain, checked, (size_t)16 * c->width * c->height) == 0);
            free(checked);
        }
        free(image);
        free(kernel);
        free(plain);
    }
}
END_TEST

static void run_on(nbl_vulkan_device_t *device, const case_t *c, const float *image, const float *kernel,
                   float *result) {
    const nbl_bloom_low_plan_t plan = plan_of(c);
    const nbl_bloom_frame_t frame = frame_of(c);
    const nbl_bloom_vulkan_desc_t desc = {.mode = NBL_MODE_EXACT};
    test_recording_t r = test_recording_begin(device, image, plan.image_bytes, plan.image_bytes, plan.workspace_bytes);
    const nbl_bloom_low_resources_t bound = {r.source_bound, r.target_bound, r.workspace_bound};
    nbl_error_t error;
    nbl_bloom_low_t *low;
    nbl_bloom_low_binding_t *binding;
    void *parts = aligned_texels((size_t)plan.kernel_bytes / 16);
    TEST_EXPECT(nbl_bloom_low_split(&plan, kernel, parts, &error));
    TEST_EXPECT(nbl_vulkan_buffer_upload(device, &r.workspace, 0, parts, plan.kernel_bytes, &error));
    TEST_EXPECT(nbl_bloom_low_create(device, &plan, &desc, &low, &error));
    TEST_EXPECT(nbl_bloom_low_binding_create(low, &bound, &binding, &error));
    TEST_EXPECT(nbl_bloom_low_record_kernel(low, binding, r.commands.buffer, &error));
    for (int i = 0; i < 2; i++) /* the second frame finds the first one's low image */
        TEST_EXPECT(nbl_bloom_low_record_image(low, binding, r.commands.buffer, &frame, NULL, 0, &error));
    test_recording_submit(&r);
    TEST_EXPECT(nbl_vulkan_buffer_download(device, &r.target, 0, result, plan.image_bytes, &error));
    nbl_bloom_low_binding_destroy(binding);
    nbl_bloom_low_destroy(low);
    test_recording_end(&r);
    free(parts);
}

START_TEST(drivers_give_the_emulators_bits) {
    nbl_vulkan_device_t *device = test_device_open((test_driver_t)_i);
    test_random_t random = test_random_begin("test_bloom_low");
    int ran = 0;
    if (!device) return;
    for (int i = 0; i < CASES; i++) {
        const case_t *c = &cases[i];
        if (!c->on_devices || (_i == TEST_SWIFTSHADER && i != 4)) continue; /* it takes seconds for each */
        float *image = random_texels(c->width, c->height, true, &random);
        float *kernel = random_texels(c->kernel_width, c->kernel_height, false, &random);
        float *expected = emulated(c, image, kernel, NULL), *result = aligned_texels((size_t)c->width * c->height);
        run_on(device, c, image, kernel, result);
        const size_t bytes = (size_t)16 * c->width * c->height;
        ck_assert_msg(memcmp(expected, result, bytes) == 0, "case %d: %llu floats differ", i,
                      (unsigned long long)test_differing_scalars(expected, result, bytes, 4));
        ran++;
        free(image);
        free(kernel);
        free(expected);
        free(result);
    }
    printf("%s: %d blooms\n", test_driver_name((test_driver_t)_i), ran);
    ck_assert_int_eq(ran, _i == TEST_SWIFTSHADER ? 1 : 5);
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* As a GPU gets them. */
START_TEST(modules_are_exact) {
    int modules = 0;
    for (int i = 2; i < 5; i++)
        for (int n = 0; n < 2 * NBL_BLOOM_LOW_OWN_PASSES; n++) {
            const nbl_bloom_low_plan_t plan = plan_of(&cases[i]);
            const nbl_bloom_vulkan_desc_t desc = {.unroll = n % 2 == 1};
            nbl_spirv_t spirv;
            nbl_error_t error;
            if (nbl_bloom_low_pass_compile(&plan.passes[n / 2], &desc, &spirv, &error) != NBL_SUCCESS)
                ck_abort_msg("%s", error.text);
            ck_assert_msg(spirv.refused[0] == 0, "%s", spirv.refused);
            ck_assert(module_is_exact(spirv.words, spirv.word_count));
            nbl_spirv_free(&spirv);
            modules++;
        }
    ck_assert_int_eq(modules, 12);
}
END_TEST

START_TEST(what_is_out_of_range_is_refused_by_name) {
    nbl_bloom_desc_t bloom = nbl_bloom_desc_init();
    bloom.width = bloom.height = bloom.kernel_width = bloom.kernel_height = 8;
    bloom.algorithm = NBL_FFT_STOCKHAM;
    nbl_bloom_desc_t mirrored = bloom, halves = bloom, empty = bloom, combined = bloom;
    mirrored.padding_x = mirrored.padding_y = NBL_BLOOM_PADDING_MIRROR;
    halves.target_format = NBL_BLOOM_FORMAT_RGBA16F;
    empty.kernel_width = 0;
    combined.combine = (nbl_bloom_combine_t)3;
    const struct {
        nbl_bloom_low_desc_t desc;
        const char *why;
    } refused[] = {{{bloom, 3, 0}, "factor is 3, must be 2 or 4"},
                   {{bloom, 2, 65}, "core radius is 65, must be 1 to 64"},
                   {{mirrored, 2, 0}, "padding is 1 and 1, must be zero"},
                   {{halves, 2, 0}, "must be rgba32f"},
                   {{empty, 2, 0}, "a kernel of 0 x 8"},
                   {{combined, 2, 0}, "combine is 3"}};
    nbl_bloom_low_plan_t plan;
    nbl_error_t error;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        ck_assert_int_eq(nbl_bloom_low_plan_make(&refused[i].desc, &plan, &error), NBL_ERROR_ARGUMENT);
        ck_assert_msg(strstr(error.text, refused[i].why) != NULL, "%s", error.text);
    }
    const nbl_bloom_low_desc_t good = {bloom, 2, 0};
    ck_assert_int_eq(nbl_bloom_low_plan_make(&good, &plan, &error), NBL_SUCCESS);
    float *black = aligned_texels(64), *parts = aligned_texels((size_t)plan.kernel_bytes / 16);
    ck_assert_int_eq(nbl_bloom_low_split(&plan, black, parts, &error), NBL_ERROR_BAD_KERNEL);
    nbl_bloom_frame_t frame = nbl_bloom_frame_init();
    frame.sharpening = 0.5f;
    ck_assert_int_eq(nbl_bloom_low_emulate(&plan, black, black, parts, &frame, NULL, NULL, &error), NBL_ERROR_ARGUMENT);
    ck_assert_msg(strstr(error.text, "sharpening") != NULL, "%s", error.text);
    free(black);
    free(parts);
}
END_TEST

START_TEST(buffers_that_are_too_small_are_refused) {
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (!device) return;
    const nbl_bloom_low_plan_t plan = plan_of(&cases[0]);
    const nbl_bloom_vulkan_desc_t how = {.mode = NBL_MODE_EXACT};
    float *texel = aligned_texels(1);
    test_recording_t r = test_recording_begin(device, texel, plan.image_bytes, plan.image_bytes, plan.workspace_bytes);
    nbl_error_t error;
    nbl_bloom_low_t *low;
    nbl_bloom_low_binding_t *binding;
    TEST_EXPECT(nbl_bloom_low_create(device, &plan, &how, &low, &error));
    static const char *const names[3] = {"image", "result", "workspace"};
    for (int i = 0; i < 3; i++) {
        nbl_bloom_low_resources_t bound = {r.source_bound, r.target_bound, r.workspace_bound};
        const uint64_t least = i < 2 ? 16 : plan.workspace_bytes;
        nbl_vulkan_resource_t *const small[3] = {&bound.image, &bound.result, &bound.workspace};
        char why[100];
        small[i]->size = least - 1;
        snprintf(why, sizeof why, "%s: its size is %llu bytes, must be %llu or more", names[i],
                 (unsigned long long)least - 1, (unsigned long long)least);
        ck_assert_int_eq(nbl_bloom_low_binding_create(low, &bound, &binding, &error), NBL_ERROR_ARGUMENT);
        ck_assert_str_eq(error.text, why);
        ck_assert_ptr_null(binding);
        small[i]->size = least;
        TEST_EXPECT(nbl_bloom_low_binding_create(low, &bound, &binding, &error));
        nbl_bloom_low_binding_destroy(binding);
    }
    nbl_bloom_low_destroy(low);
    test_recording_submit(&r);
    test_recording_end(&r);
    nbl_vulkan_device_destroy(device);
    free(texel);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bloom at low resolution, on devices");
    TCase *all = tcase_create("low devices");
    tcase_set_timeout(all, 120);
    tcase_add_test(all, the_checker_is_silent_in_both_orders);
    tcase_add_loop_test(all, drivers_give_the_emulators_bits, TEST_LAVAPIPE, TEST_SWIFTSHADER + 1);
    tcase_add_test(all, modules_are_exact);
    tcase_add_test(all, what_is_out_of_range_is_refused_by_name);
    tcase_add_test(all, buffers_that_are_too_small_are_refused);
    suite_add_tcase(suite, all);
    return test_run_suite(suite);
}
