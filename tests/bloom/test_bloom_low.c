/* The bloom at low resolution: against float64 of its definition, against the bloom itself, the same bits on every
 * backend, and what is refused.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bloom/low.h"
#include "nbl/fft/parameters.h"
#include "tests/bloom/low_reference.h"
#include "tests/common/testing.h"
#include "tests/spirv/module.h"

#include <stdio.h>

typedef struct case_t {
    uint32_t width, height, kernel_width, kernel_height, factor, radius;
    nbl_bloom_combine_t combine;
    bool threshold, grey, radix2, halves, on_devices;
} case_t;

static const case_t cases[] = {
    {1, 1, 1, 1, 2, 0, .on_devices = true},
    {1, 1, 1, 1, 4, 1, .on_devices = false},
    {5, 3, 19, 40, 4, 0, .on_devices = true}, /* a kernel larger than the image */
    {64, 32, 32, 32, 2, 0, .radix2 = true},
    {61, 43, 33, 21, 2, 0, .on_devices = true, .combine = NBL_BLOOM_COMBINE_MIX, .threshold = true},
    {61, 43, 33, 33, 4, 0, .threshold = true},
    {40, 30, 17, 9, 2, 1, .grey = true},
    {23, 50, 40, 70, 4, 20, .combine = NBL_BLOOM_COMBINE_ADD, .grey = true, .on_devices = true},
    {90, 1, 64, 64, 4, 3, .threshold = true},
    {40, 30, 23, 31, 2, 4, .halves = true, .on_devices = true},
};
enum { CASES = sizeof cases / sizeof *cases };

static nbl_bloom_low_plan_t plan_of(const case_t *c) {
    nbl_bloom_low_desc_t desc = {.bloom = nbl_bloom_desc_init(), .factor = c->factor, .core_radius = c->radius};
    nbl_bloom_low_plan_t plan;
    nbl_error_t error;
    desc.bloom.width = c->width;
    desc.bloom.height = c->height;
    desc.bloom.kernel_width = c->kernel_width;
    desc.bloom.kernel_height = c->kernel_height;
    desc.bloom.combine = c->combine;
    desc.bloom.threshold = c->threshold;
    desc.bloom.grey_kernel = c->grey;
    if (c->halves) desc.bloom.storage = NBL_BLOOM_STORAGE_FLOAT16;
    desc.bloom.algorithm = c->radix2 ? NBL_FFT_RADIX2_SHUFFLE : NBL_FFT_STOCKHAM;
    if (nbl_bloom_low_plan_make(&desc, &plan, &error) != NBL_SUCCESS) ck_abort_msg("%s", error.text);
    return plan;
}

static nbl_bloom_frame_t frame_of(const case_t *c) {
    nbl_bloom_frame_t frame = nbl_bloom_frame_init();
    if (c->combine != NBL_BLOOM_COMBINE_REPLACE) frame.intensity = 0.375f;
    return frame;
}

static float *aligned_texels(size_t count) {
    float *texels = aligned_alloc(16, 16 * count);
    ck_assert_ptr_nonnull(texels);
    memset(texels, 0, 16 * count);
    return texels;
}

static float *random_texels(uint32_t width, uint32_t height, bool suns, test_random_t *random) {
    const size_t count = (size_t)width * height;
    float *texels = aligned_texels(count);
    for (size_t i = 0; i < 4 * count; i++) {
        const float bright = suns && test_random_below(random, 97) == 0 ? 3000.0f : 1.0f;
        texels[i] = bright * (0.5f + 0.5f * (float)test_random_real(random));
    }
    return texels;
}

/* One channel of what blooms, or of the kernel over its luminance. */
static grid_t channel_of(const float *texels, uint32_t width, uint32_t height, int channel,
                         const nbl_bloom_frame_t *frame) {
    grid_t grid = grid_make((int)width, (int)height, 0, 0);
    for (size_t i = 0; i < (size_t)width * height; i++) {
        nbl_float32_t4 rgba = {texels[4 * i], texels[4 * i + 1], texels[4 * i + 2], texels[4 * i + 3]};
        if (frame) rgba = nbl_bloom_above(rgba, frame->threshold, frame->knee, 0.25f / frame->knee);
        grid.values[i] = (double)(channel == 0 ? rgba.x : channel == 1 ? rgba.y : rgba.z);
    }
    return grid;
}

static grid_t kernel_of(const float *kernel, const case_t *c, int channel) {
    double sums[3] = {0, 0, 0};
    const int used = c->grey ? 0 : channel;
    for (size_t i = 0; i < (size_t)c->kernel_width * c->kernel_height; i++)
        for (int k = 0; k < 3; k++) sums[k] += (double)kernel[4 * i + (size_t)(c->grey ? 0 : k)];
    grid_t grid = channel_of(kernel, c->kernel_width, c->kernel_height, used, NULL);
    for (int i = 0; i < grid.width * grid.height; i++)
        grid.values[i] /= 0.2126729 * sums[0] + 0.7151522 * sums[1] + 0.0721750 * sums[2];
    grid.x0 = grid.width / 2;
    grid.y0 = grid.height / 2;
    return grid;
}

static float *emulated(const case_t *c, const float *image, const float *kernel, const nbl_emulator_launch_t *launch) {
    const nbl_bloom_low_plan_t plan = plan_of(c);
    const nbl_bloom_frame_t frame = frame_of(c);
    float *result = aligned_texels((size_t)c->width * c->height);
    nbl_error_t error;
    if (nbl_bloom_low_emulate(&plan, image, kernel, result, &frame, launch, NULL, &error) != NBL_SUCCESS)
        ck_abort_msg("%s", error.text);
    return result;
}

START_TEST(it_is_what_its_definition_says) {
    test_random_t random = test_random_begin("test_bloom_low");
    double worst[2] = {0, 0};
    for (int i = 0; i < CASES; i++) {
        const case_t *c = &cases[i];
        const nbl_bloom_frame_t frame = frame_of(c);
        const nbl_bloom_low_plan_t plan = plan_of(c);
        float *image = random_texels(c->width, c->height, true, &random);
        float *kernel = random_texels(c->kernel_width, c->kernel_height, false, &random);
        kernel[0] += 40.0f; /* far from its centre */
        float *result = emulated(c, image, kernel, NULL);
        double difference = 0, energy = 0, largest = 0, peak = 0;
        for (int channel = 0; channel < 3; channel++) {
            grid_t source = channel_of(image, c->width, c->height, channel, c->threshold ? &frame : NULL);
            grid_t taps = kernel_of(kernel, c, channel);
            grid_t expected = reference_low(&source, &taps, (int)c->factor, (int)plan.desc.core_radius);
            for (size_t k = 0; k < (size_t)c->width * c->height; k++) {
                const double texel = (double)image[4 * k + (size_t)channel], amount = (double)frame.intensity;
                const double whole = expected.values[k] + texel - source.values[k];
                const double wanted = c->combine == NBL_BLOOM_COMBINE_ADD   ? texel + amount * expected.values[k]
                                      : c->combine == NBL_BLOOM_COMBINE_MIX ? (1 - amount) * texel + amount * whole
                                                                            : whole;
                const double d = fabs((double)result[4 * k + (size_t)channel] - wanted);
                difference += d * d;
                energy += wanted * wanted;
                largest = fmax(largest, d);
                peak = fmax(peak, fabs(wanted));
            }
            free(source.values);
            free(taps.values);
            free(expected.values);
        }
        for (size_t k = 0; k < (size_t)c->width * c->height; k++) ck_assert(result[4 * k + 3] == image[4 * k + 3]);
        const double relative = sqrt(difference / energy);
        if (c->halves) {
            ck_assert_msg(relative <= 1e-3, "case %d: relative L2 %g", i, relative);
        } else {
            ck_assert_msg(relative <= 4e-7 && largest <= 1.5e-6 * peak, "case %d: relative L2 %g, largest %g of %g", i,
                          relative, largest, peak);
            worst[0] = fmax(worst[0], relative);
            worst[1] = fmax(worst[1], largest / peak);
        }
        free(image);
        free(kernel);
        free(result);
    }
    printf("%d cases; worst relative L2 and largest error: %.2g %.2g\n", CASES, worst[0], worst[1]);
    ck_assert_int_eq(CASES, 10);
}
END_TEST

/* Kernels of 65 x 65: an eye's glare, six spikes, a wide Gaussian. */
static double shape(int kind, int x, int y) {
    const double r = hypot(x, y), turn = atan2(y, x);
    if (r > 32.5) return 0.0;
    if (kind == 0) return pow(1.0 + r * r / 2.25, -1.5);
    if (kind == 1) return (1.0 / (1.0 + r * r) + 0.3 * pow(fabs(cos(3.0 * turn)), 60.0) / (1.0 + r)) * (1.0 - r / 33.0);
    return exp(-r * r / 128.0);
}

/* Returns relative L2 against the bloom itself, both in float64. */
static double error_against_the_bloom(int kind, int factor, int radius, double *largest) {
    grid_t kernel = grid_make(65, 65, 32, 32), image = grid_make(90, 60, 0, 0);
    double light = 0, difference = 0, energy = 0, peak = 0;
    for (int y = -32; y <= 32; y++)
        for (int x = -32; x <= 32; x++) light += *grid_at(&kernel, x, y) = shape(kind, x, y);
    for (int i = 0; i < 65 * 65; i++) kernel.values[i] /= light;
    test_random_t random = test_random_begin("test_bloom_low, images");
    for (int i = 0; i < 90 * 60; i++)
        image.values[i] =
            (test_random_below(&random, 500) == 0 ? 300.0 : 1.0) * (0.5 + 0.5 * test_random_real(&random));
    grid_t exact = grid_convolve(&image, &kernel), low = reference_low(&image, &kernel, factor, radius);
    *largest = 0;
    for (int i = 0; i < 90 * 60; i++) {
        const double d = fabs(exact.values[i] - low.values[i]);
        difference += d * d;
        energy += exact.values[i] * exact.values[i];
        *largest = fmax(*largest, d);
        peak = fmax(peak, exact.values[i]);
    }
    *largest /= peak;
    free(kernel.values);
    free(image.values);
    free(exact.values);
    free(low.values);
    return sqrt(difference / energy);
}

START_TEST(it_is_near_the_bloom_itself) {
    static const struct {
        const char *name;
        int factor, radius;
        double bound[3];
    } rows[] = {{"2, core 6", 2, 6, {0.004, 0.035, 0.008}},
                {"4, core 8", 4, 8, {0.006, 0.036, 0.025}},
                {"4, core 16", 4, 16, {0.0008, 0.012, 0.008}}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int kind = 0; kind < 3; kind++) {
            double largest, relative = error_against_the_bloom(kind, rows[i].factor, rows[i].radius, &largest);
            printf("factor %s, kernel %d: relative L2 %.2g, largest %.2g of the largest value\n", rows[i].name, kind,
                   relative, largest);
            ck_assert_msg(relative <= rows[i].bound[kind], "relative L2 %g", relative);
        }
}
END_TEST

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
    nbl_bloom_low_plan_t plan = plan_of(c);
    const uint64_t bytes = (uint64_t)16 * c->width * c->height;
    const uint64_t sizes[3] = {bytes, bytes, plan.workspace_bytes};
    const nbl_bloom_frame_t frame = frame_of(c);
    const nbl_bloom_vulkan_desc_t desc = {.mode = NBL_MODE_EXACT};
    nbl_error_t error;
    nbl_bloom_low_t *low;
    nbl_bloom_low_binding_t *binding;
    nbl_vulkan_commands_t commands;
    nbl_vulkan_buffer_t buffers[3];
#define EXPECT(call) \
    if ((call) != NBL_SUCCESS) ck_abort_msg("%s: %s", #call, error.text)
    void *parts = aligned_texels((size_t)plan.kernel_bytes / 16);
    EXPECT(nbl_bloom_low_split(&plan, kernel, parts, &error));
    for (int i = 0; i < 3; i++) {
        nbl_vulkan_buffer_desc_t buffer = {.size = sizes[i], .name = "test"};
        EXPECT(nbl_vulkan_buffer_create(device, &buffer, &buffers[i], &error));
    }
    const nbl_bloom_low_resources_t bound = {
        {.buffer = buffers[0].handle}, {.buffer = buffers[1].handle}, {.buffer = buffers[2].handle}};
    EXPECT(nbl_vulkan_buffer_upload(device, &buffers[0], 0, image, bytes, &error));
    EXPECT(nbl_vulkan_buffer_upload(device, &buffers[2], 0, parts, plan.kernel_bytes, &error));
    EXPECT(nbl_bloom_low_create(device, &plan, &desc, &low, &error));
    EXPECT(nbl_bloom_low_binding_create(low, &bound, &binding, &error));
    EXPECT(nbl_vulkan_commands_create(device, &commands, &error));
    EXPECT(nbl_vulkan_commands_begin(device, &commands, &error));
    EXPECT(nbl_bloom_low_record_kernel(low, binding, commands.buffer, &error));
    for (int i = 0; i < 2; i++) /* the second frame finds the first one's low image */
        EXPECT(nbl_bloom_low_record_image(low, binding, commands.buffer, &frame, NULL, 0, &error));
    EXPECT(nbl_vulkan_commands_submit(device, &commands, &error));
    EXPECT(nbl_vulkan_buffer_download(device, &buffers[1], 0, result, bytes, &error));
    nbl_vulkan_commands_destroy(device, &commands);
    nbl_bloom_low_binding_destroy(binding);
    nbl_bloom_low_destroy(low);
    for (int i = 0; i < 3; i++) nbl_vulkan_buffer_destroy(device, &buffers[i]);
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

/* As a GPU gets them: every operation decorated, nothing fused, divided or left to a device's functions. */
START_TEST(modules_are_exact) {
    int modules = 0;
    for (int i = 2; i < 5; i++)
        for (int n = 0; n < 2 * NBL_BLOOM_LOW_OWN_PASSES; n++) {
            const nbl_bloom_low_plan_t plan = plan_of(&cases[i]);
            const nbl_bloom_vulkan_desc_t desc = {.unroll = n % 2 == 1};
            nbl_spirv_t spirv;
            nbl_error_t error;
            module_t module;
            if (nbl_bloom_low_pass_compile(&plan.passes[n / 2], &desc, &spirv, &error) != NBL_SUCCESS)
                ck_abort_msg("%s", error.text);
            ck_assert_msg(spirv.refused[0] == 0, "%s", spirv.refused);
            ck_assert(module_read(spirv.words, spirv.word_count, &module));
            ck_assert_uint_gt(module.floating, 0);
            ck_assert_uint_eq(module.undecorated + module.fused + module.divisions + module.inexact_functions, 0);
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
    mirrored.padding = NBL_BLOOM_PADDING_MIRROR;
    halves.target_format = NBL_BLOOM_FORMAT_RGBA16F;
    empty.kernel_width = 0;
    combined.combine = (nbl_bloom_combine_t)3;
    const struct {
        nbl_bloom_low_desc_t desc;
        const char *why;
    } refused[] = {
        {{bloom, 3, 0}, "factor is 3, must be 2 or 4"}, {{bloom, 2, 65}, "core radius is 65, must be 1 to 64"},
        {{mirrored, 2, 0}, "is for zero padding"},      {{halves, 2, 0}, "images of rgba32f"},
        {{empty, 2, 0}, "a kernel of 0 x 8"},           {{combined, 2, 0}, "combine 3"}};
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

int main(void) {
    Suite *suite = suite_create("bloom at low resolution");
    TCase *all = tcase_create("low");
    tcase_set_timeout(all, 120);
    tcase_add_test(all, it_is_what_its_definition_says);
    tcase_add_test(all, it_is_near_the_bloom_itself);
    tcase_add_test(all, the_checker_is_silent_in_both_orders);
    tcase_add_loop_test(all, drivers_give_the_emulators_bits, TEST_LAVAPIPE, TEST_SWIFTSHADER + 1);
    tcase_add_test(all, modules_are_exact);
    tcase_add_test(all, what_is_out_of_range_is_refused_by_name);
    suite_add_tcase(suite, all);
    return test_run_suite(suite);
}
