/* The dual filter and the Gaussian by prefix sums: against float64, the same bits on every backend, and what is
 * refused.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "blur/kernels.h"
#include "tests/blur/reference.h"
#include "tests/common/testing.h"
#include "tests/spirv/module.h"

#include <float.h>
#include <stdio.h>

typedef struct case_t {
    nbl_blur_desc_t desc;
    bool on_devices; /* of more than 1024 texels on a side, which takes long, on lavapipe alone */
} case_t;

#define DUAL(w, h, ...) \
    { {.method = NBL_BLUR_DUAL_FILTER, .width = w, .height = h, __VA_ARGS__}, false }
#define SUMS(w, h, ...) \
    { {.method = NBL_BLUR_PREFIX_SUM, .width = w, .height = h, __VA_ARGS__}, false }
#define EVERYWHERE(method_, w, h, ...) \
    { {.method = method_, .width = w, .height = h, __VA_ARGS__}, true }

static const case_t cases[] = {
    DUAL(1, 1, .levels = 0),
    DUAL(1, 1, .levels = 3),
    DUAL(2, 1, .levels = 1),
    DUAL(5, 3, .levels = 2, .spread = 1.0f),
    DUAL(64, 32, .levels = 5),
    DUAL(97, 61, .levels = 0, .combine = NBL_BLOOM_COMBINE_ADD, .threshold = true),
    DUAL(33, 130, .levels = 12, .spread = 0.3f, .combine = NBL_BLOOM_COMBINE_MIX),
    EVERYWHERE(NBL_BLUR_DUAL_FILTER, 43, 27, .levels = 4),
    EVERYWHERE(NBL_BLUR_DUAL_FILTER, 30, 23, .combine = NBL_BLOOM_COMBINE_MIX, .threshold = true),
    SUMS(1, 1, .sigma = 3.0f, .wrap = NBL_BLUR_WRAP_MIRROR),
    SUMS(1, 7, .sigma = 20.0f, .wrap = NBL_BLUR_WRAP_REPEAT),
    SUMS(7, 2, .sigma = 11.0f, .wrap = NBL_BLUR_WRAP_CLAMP, .boxes = 1),
    SUMS(40, 21, .sigma = 0.2f, .wrap = NBL_BLUR_WRAP_BORDER),
    SUMS(40, 21, .sigma = 4.0f, .wrap = NBL_BLUR_WRAP_BORDER, .boxes = 5),
    SUMS(40, 21, .sigma = 4.0f, .wrap = NBL_BLUR_WRAP_REPEAT, .boxes = 8),
    SUMS(40, 21, .sigma = 70.0f, .wrap = NBL_BLUR_WRAP_MIRROR),
    SUMS(40, 21, .sigma = 70.0f, .wrap = NBL_BLUR_WRAP_REPEAT),
    SUMS(67, 31, .sigma = 0.0f, .wrap = NBL_BLUR_WRAP_CLAMP, .combine = NBL_BLOOM_COMBINE_ADD, .threshold = true),
    SUMS(23, 31, .sigma = 3.0f, .wrap = NBL_BLUR_WRAP_CLAMP, .combine = NBL_BLOOM_COMBINE_MIX),
    EVERYWHERE(NBL_BLUR_PREFIX_SUM, 21, 9, .sigma = 5.0f, .wrap = NBL_BLUR_WRAP_REPEAT),
    EVERYWHERE(NBL_BLUR_PREFIX_SUM, 9, 23, .sigma = 50.0f, .wrap = NBL_BLUR_WRAP_MIRROR, .threshold = true,
               .combine = NBL_BLOOM_COMBINE_ADD),
    EVERYWHERE(NBL_BLUR_PREFIX_SUM, 1, 1025, .sigma = 12.0f, .wrap = NBL_BLUR_WRAP_CLAMP, .boxes = 1),
    EVERYWHERE(NBL_BLUR_PREFIX_SUM, 10, 13, .sigma = 3.0f, .wrap = NBL_BLUR_WRAP_BORDER, .boxes = 4),
};
enum { CASES = sizeof cases / sizeof *cases };

static void *aligned(size_t bytes) {
    void *memory = aligned_alloc(16, (bytes + 15) / 16 * 16);
    ck_assert_ptr_nonnull(memory);
    memset(memory, 0, bytes);
    return memory;
}

/* Mostly dim, some negative, a sun here and there. */
static float *random_image(const nbl_blur_desc_t *desc, test_random_t *random) {
    const size_t count = (size_t)desc->width * desc->height;
    float *image = aligned(16 * count);
    for (size_t i = 0; i < count; i++) {
        const float bright = test_random_below(random, 97) == 0 ? 30000.0f : 1.0f;
        for (size_t c = 0; c < 3; c++) image[4 * i + c] = bright * (0.45f + 0.5f * (float)test_random_real(random));
        image[4 * i + 3] = (float)test_random_real(random);
    }
    return image;
}

static nbl_blur_frame_t frame_of(const nbl_blur_desc_t *desc) {
    nbl_blur_frame_t frame = nbl_blur_frame_init();
    if (desc->combine != NBL_BLOOM_COMBINE_REPLACE) frame.intensity = 0.375f;
    frame.threshold = 0.75f;
    return frame;
}

static nbl_blur_plan_t plan_of(const nbl_blur_desc_t *desc) {
    nbl_blur_plan_t plan;
    nbl_error_t error;
    if (nbl_blur_plan_make(desc, &plan, &error) != NBL_SUCCESS) ck_abort_msg("%s", error.text);
    return plan;
}

static float *emulated(const nbl_blur_plan_t *plan, const float *image, const nbl_emulator_launch_t *launch) {
    const nbl_blur_frame_t frame = frame_of(&plan->desc);
    float *result = aligned((size_t)16 * plan->desc.width * plan->desc.height);
    nbl_error_t error;
    if (nbl_blur_emulate(plan, image, result, &frame, launch, NULL, &error) != NBL_SUCCESS)
        ck_abort_msg("%s", error.text);
    return result;
}

START_TEST(both_keep_within_their_bounds) {
    test_random_t random = test_random_begin("test_blur");
    double worst[2][2] = {{0, 0}, {0, 0}};
    for (int i = 0; i < CASES; i++) {
        const nbl_blur_plan_t plan = plan_of(&cases[i].desc);
        const nbl_blur_frame_t frame = frame_of(&plan.desc);
        float *image = random_image(&plan.desc, &random), *result = emulated(&plan, image, NULL);
        picture_t reference = reference_blur(&plan.desc, image, &frame);
        double difference = 0, energy = 0, largest = 0, peak = 0;
        for (size_t k = 0; k < (size_t)plan.desc.width * plan.desc.height; k++) {
            for (size_t c = 0; c < 3; c++) {
                const double r = reference.texels[3 * k + c], d = fabs((double)result[4 * k + c] - r);
                difference += d * d;
                energy += r * r;
                largest = fmax(largest, d);
                peak = fmax(peak, fabs(r));
            }
            ck_assert(result[4 * k + 3] == image[4 * k + 3]);
        }
        const double relative = sqrt(difference / energy);
        const bool sums = plan.desc.method == NBL_BLUR_PREFIX_SUM;
        ck_assert_msg(relative <= 4e-7 && largest <= 1.5e-6 * peak, "case %d: relative L2 %g, largest %g of %g", i,
                      relative, largest, peak);
        worst[sums][0] = fmax(worst[sums][0], relative);
        worst[sums][1] = fmax(worst[sums][1], largest / peak);
        free(image);
        free(result);
        free(reference.texels);
    }
    printf("%d cases; worst relative L2 and largest error: dual filter %.2g %.2g, prefix sum %.2g %.2g\n", CASES,
           worst[0][0], worst[0][1], worst[1][0], worst[1][1]);
    ck_assert_int_eq(CASES, 23);
}
END_TEST

/* A dark half beside a sun: plain float32 sums would be off by a percent there. */
START_TEST(a_sun_does_not_spoil_the_dark) {
    const nbl_blur_desc_t desc = {.method = NBL_BLUR_PREFIX_SUM, .width = 300, .height = 1, .sigma = 8.0f};
    const nbl_blur_plan_t plan = plan_of(&desc);
    float *image = aligned(16 * 300);
    for (int i = 0; i < 300; i++) image[4 * i] = image[4 * i + 1] = image[4 * i + 2] = i == 50 ? 60000.0f : 0.001f;
    float *result = emulated(&plan, image, NULL);
    for (int i = 100; i < 300; i++)
        ck_assert_msg(fabsf(result[4 * i] - 0.001f) <= 1e-6f * 0.001f, "texel %d: %.9g", i, (double)result[4 * i]);
    free(image);
    free(result);
}
END_TEST

START_TEST(the_checker_is_silent_in_both_orders) {
    test_random_t random = test_random_begin("test_blur");
    for (int i = 0; i < CASES; i++) {
        if (!cases[i].on_devices || cases[i].desc.width * cases[i].desc.height > 1000u) continue;
        const nbl_blur_plan_t plan = plan_of(&cases[i].desc);
        float *image = random_image(&plan.desc, &random), *plain = emulated(&plan, image, NULL);
        for (int order = NBL_EMULATOR_ASCENDING; order <= NBL_EMULATOR_DESCENDING; order++) {
            nbl_emulator_launch_t launch = nbl_emulator_launch_init();
            launch.order = (nbl_emulator_order_t)order;
            launch.seed = 7;
            launch.check = NBL_EMULATOR_CHECK_RACES;
            float *checked = emulated(&plan, image, &launch);
            ck_assert(memcmp(plain, checked, (size_t)16 * plan.desc.width * plan.desc.height) == 0);
            free(checked);
        }
        free(image);
        free(plain);
    }
}
END_TEST

static void run_on(nbl_vulkan_device_t *device, bool unroll, const nbl_blur_plan_t *plan, const float *image,
                   float *result) {
    const nbl_blur_frame_t frame = frame_of(&plan->desc);
    const nbl_blur_vulkan_desc_t desc = {.optimize = unroll ? NBL_OPTIMIZE_UNROLL : NBL_OPTIMIZE_FOLD};
    test_recording_t r =
        test_recording_begin(device, image, plan->image_bytes, plan->image_bytes, plan->workspace_bytes);
    const nbl_blur_resources_t bound = {r.source_bound, r.target_bound, r.workspace_bound};
    nbl_error_t error;
    nbl_blur_t *blur;
    nbl_blur_binding_t *binding;
    TEST_EXPECT(nbl_blur_create(device, plan, &desc, &blur, &error));
    TEST_EXPECT(nbl_blur_binding_create(blur, &bound, &binding, &error));
    TEST_EXPECT(nbl_blur_record(blur, binding, r.commands.buffer, &frame, NULL, 0, &error));
    test_recording_submit(&r);
    TEST_EXPECT(nbl_vulkan_buffer_download(device, &r.target, 0, result, plan->image_bytes, &error));
    nbl_blur_binding_destroy(binding);
    nbl_blur_destroy(blur);
    test_recording_end(&r);
}

START_TEST(drivers_give_the_emulators_bits) {
    nbl_vulkan_device_t *device = test_device_open((test_driver_t)_i);
    test_random_t random = test_random_begin("test_blur");
    int ran = 0;
    if (!device) return;
    for (int i = 0; i < CASES; i++) {
        if (!cases[i].on_devices || (_i == TEST_SWIFTSHADER && cases[i].desc.height > 1024u)) continue;
        const nbl_blur_plan_t plan = plan_of(&cases[i].desc);
        const size_t bytes = (size_t)16 * plan.desc.width * plan.desc.height;
        float *image = random_image(&plan.desc, &random), *expected = emulated(&plan, image, NULL),
              *result = aligned(bytes);
        /* SwiftShader takes ten seconds for a straight-line module. */
        run_on(device, _i == TEST_LAVAPIPE && i % 2 == 1, &plan, image, result);
        ck_assert_msg(memcmp(expected, result, bytes) == 0, "case %d: %llu floats differ", i,
                      (unsigned long long)test_differing_scalars(expected, result, bytes, 4));
        ran++;
        free(image);
        free(expected);
        free(result);
    }
    printf("%s: %d blurs\n", test_driver_name((test_driver_t)_i), ran);
    ck_assert_int_eq(ran, _i == TEST_SWIFTSHADER ? 5 : 6);
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* As a GPU gets them. */
START_TEST(the_executor_has_the_emulators_bits) {
    test_random_t random = test_random_begin("test_blur, executor");
    uint32_t compared = 0;
    for (int i = 0; i < CASES; i++) {
        const nbl_blur_plan_t plan = plan_of(&cases[i].desc);
        const nbl_blur_frame_t frame = frame_of(&plan.desc);
        const size_t bytes = (size_t)16 * plan.desc.width * plan.desc.height;
        float *image = random_image(&plan.desc, &random), *result = aligned(bytes);
        nbl_error_t error;
        nbl_result_t code = nbl_blur_execute(&plan, image, result, &frame, 2, NULL, &error);
        if (plan.desc.method == NBL_BLUR_PREFIX_SUM) {
            ck_assert_int_eq(code, NBL_ERROR_ARGUMENT);
            ck_assert_msg(strstr(error.text, "prefix sums") != NULL, "%s", error.text);
        } else {
            ck_assert_msg(code == NBL_SUCCESS, "%s", error.text);
            float *expected = emulated(&plan, image, NULL);
            ck_assert_msg(memcmp(result, expected, bytes) == 0, "case %d: other bits than the emulator's", i);
            free(expected);
            compared++;
        }
        free(image);
        free(result);
    }
    printf("executor: %u dual filters, the emulator's bits\n", compared);
    ck_assert_uint_ge(compared, 5);
}
END_TEST

START_TEST(modules_are_exact) {
    int modules = 0;
    for (int i = 0; i < CASES; i++)
        for (int optimize = 0; optimize < 2 && cases[i].on_devices; optimize++) {
            const nbl_blur_plan_t plan = plan_of(&cases[i].desc);
            const nbl_blur_vulkan_desc_t desc = {.mode = optimize ? NBL_MODE_FUSED : NBL_MODE_EXACT,
                                                 .optimize = optimize ? NBL_OPTIMIZE_FOLD : NBL_OPTIMIZE_UNROLL};
            for (uint32_t p = 0; p < plan.pass_count; p++) {
                if (p > 0 && plan.passes[p].kernel == plan.passes[p - 1].kernel) continue;
                nbl_spirv_t spirv;
                nbl_error_t error;
                if (nbl_blur_pass_compile(&plan, p, &desc, &spirv, &error) != NBL_SUCCESS)
                    ck_abort_msg("%s: %s", plan.passes[p].name, error.text);
                ck_assert_msg(spirv.refused[0] == 0, "%s: %s", plan.passes[p].name, spirv.refused);
                ck_assert(module_is_exact(spirv.words, spirv.word_count));
                nbl_spirv_free(&spirv);
                modules++;
            }
        }
    printf("%d modules\n", modules);
    ck_assert_int_eq(modules, 32);
}
END_TEST

START_TEST(what_is_out_of_range_is_refused_by_name) {
    const struct {
        nbl_blur_desc_t desc;
        nbl_result_t result;
        const char *why;
    } refused[] = {
        {{.width = 0, .height = 1}, NBL_ERROR_ARGUMENT, "0 x 1 texels: must be 1 to 65536 on a side"},
        {{.width = 9000, .height = 1, .method = NBL_BLUR_PREFIX_SUM}, NBL_ERROR_ARGUMENT, "must be 1 to 8192"},
        {{.width = 1, .height = 1, .method = (nbl_blur_method_t)2}, NBL_ERROR_ARGUMENT, "method is 2"},
        {{.width = 1, .height = 1, .combine = (nbl_bloom_combine_t)3}, NBL_ERROR_ARGUMENT, "combine is 3"},
        {{.width = 1, .height = 1, .levels = 13}, NBL_ERROR_ARGUMENT, "levels is 13, must be 0 to 12"},
        {{.width = 1, .height = 1, .spread = 1.5f}, NBL_ERROR_ARGUMENT, "spread is 1.5"},
        {{.width = 1, .height = 1, .method = NBL_BLUR_PREFIX_SUM, .sigma = -1.0f}, NBL_ERROR_ARGUMENT, "sigma is -1"},
        {{.width = 1, .height = 1, .method = NBL_BLUR_PREFIX_SUM, .boxes = 9}, NBL_ERROR_ARGUMENT, "boxes is 9"},
        {{.width = 1, .height = 1, .method = NBL_BLUR_PREFIX_SUM, .wrap = (nbl_blur_wrap_t)4},
         NBL_ERROR_ARGUMENT,
         "wrap is 4"},
        {{.width = 5000, .height = 1, .method = NBL_BLUR_PREFIX_SUM, .max_shared_bytes = 32768},
         NBL_ERROR_LIMIT,
         "a line of 5000 texels take 40000 bytes of shared memory, and there are 32768"}};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        nbl_blur_plan_t plan;
        nbl_error_t error;
        ck_assert_int_eq(nbl_blur_plan_make(&refused[i].desc, &plan, &error), refused[i].result);
        ck_assert_msg(strstr(error.text, refused[i].why) != NULL, "%s", error.text);
    }
    const nbl_blur_desc_t desc = {.width = 1, .height = 1};
    const nbl_blur_plan_t plan = plan_of(&desc);
    const nbl_blur_frame_t frame = {.intensity = 0.5f};
    float texel[4] = {0};
    nbl_error_t error;
    ck_assert_int_eq(nbl_blur_emulate(&plan, texel, texel, &frame, NULL, NULL, &error), NBL_ERROR_ARGUMENT);
    ck_assert_msg(strstr(error.text, "intensity 0.5: must be 1") != NULL, "%s", error.text);
}
END_TEST

START_TEST(buffers_that_are_too_small_are_refused) {
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (!device) return;
    const nbl_blur_desc_t desc = {.width = 3, .height = 2, .levels = 1};
    const nbl_blur_vulkan_desc_t how = {.optimize = NBL_OPTIMIZE_FOLD};
    const nbl_blur_plan_t plan = plan_of(&desc); /* 6 texels, and 2 below them */
    const float image[6 * 4] = {0};
    test_recording_t r = test_recording_begin(device, image, plan.image_bytes, plan.image_bytes, plan.workspace_bytes);
    static const struct {
        uint64_t sizes[3];
        const char *why;
    } refused[] = {{{95, 0, 0}, "image: its size is 95 bytes, must be 96 or more"},
                   {{96, 16, 0}, "result: its size is 16 bytes, must be 96 or more"},
                   {{0, 96, 31}, "workspace: its size is 31 bytes, must be 32 or more"}};
    nbl_error_t error;
    nbl_blur_t *blur;
    nbl_blur_binding_t *binding;
    TEST_EXPECT(nbl_blur_create(device, &plan, &how, &blur, &error));
    for (size_t i = 0; i <= sizeof refused / sizeof *refused; i++) {
        const bool fits = i == sizeof refused / sizeof *refused;
        nbl_blur_resources_t bound = {r.source_bound, r.target_bound, r.workspace_bound};
        bound.image.size = fits ? 96 : refused[i].sizes[0];
        bound.result.size = fits ? 96 : refused[i].sizes[1];
        bound.workspace.size = fits ? 32 : refused[i].sizes[2];
        ck_assert_int_eq(nbl_blur_binding_create(blur, &bound, &binding, &error),
                         fits ? NBL_SUCCESS : NBL_ERROR_ARGUMENT);
        ck_assert_str_eq(error.text, fits ? "" : refused[i].why);
        ck_assert((binding != NULL) == fits);
        nbl_blur_binding_destroy(binding);
    }
    nbl_blur_destroy(blur);
    test_recording_submit(&r);
    test_recording_end(&r);
    nbl_vulkan_device_destroy(device);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("blur");
    TCase *all = tcase_create("blur");
    tcase_set_timeout(all, 120);
    tcase_add_test(all, both_keep_within_their_bounds);
    tcase_add_test(all, a_sun_does_not_spoil_the_dark);
    tcase_add_test(all, the_checker_is_silent_in_both_orders);
    tcase_add_loop_test(all, drivers_give_the_emulators_bits, TEST_LAVAPIPE, TEST_SWIFTSHADER + 1);
    tcase_add_test(all, the_executor_has_the_emulators_bits);
    tcase_add_test(all, modules_are_exact);
    tcase_add_test(all, what_is_out_of_range_is_refused_by_name);
    tcase_add_test(all, buffers_that_are_too_small_are_refused);
    suite_add_tcase(suite, all);
    return test_run_suite(suite);
}
