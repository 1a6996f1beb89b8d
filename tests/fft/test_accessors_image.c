/* The image accessor along both axes, of an image and of a buffer, on the emulator, lavapipe and SwiftShader.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/fft/accessor_image_kernel.h"
#include "tests/fft/transform_grids_testing.h"

enum { WIDTH = 9, HEIGHT = 7, TEXELS = WIDTH * HEIGHT, OUTPUT = 400 };

static nbl_float32_t4 input[TEXELS], image[TEXELS], before[TEXELS], output[OUTPUT];

static void prepare(void) {
    for (uint32_t i = 0; i < TEXELS; i++) {
        nbl_float32_t4 a = {(float)i, 0.25f * (float)i, -1.0f, 1e-3f},
                       b = {1000.0f + (float)i, 0.5f, (float)i * (float)i, -2.0f};
        input[i] = a;
        image[i] = before[i] = b;
    }
    memset(output, 0, sizeof output);
}

static void expect_texel(const char *what, uint32_t at, nbl_float32_t4 texel) {
    ck_assert_msg(memcmp(&output[at], &texel, sizeof texel) == 0, "%s: texel %u of the output is (%g, %g, ...)", what,
                  at, (double)output[at].x, (double)output[at].y);
}

static void check(void) {
    for (uint32_t t = 0; t < TEXELS; t++) {
        expect_texel("image by rows", t, before[t]);
        expect_texel("image by columns", 64 + t, before[t]);
        expect_texel("buffer by rows", 128 + t, input[t]);
        expect_texel("buffer by columns", 192 + t, input[t]);
        expect_texel("buffer written by rows", 261 + t, input[t]);
        expect_texel("buffer written by columns", 333 + t, before[t]);
    }
    ck_assert_mem_eq(image, input, sizeof image);
}

START_TEST(emulator) {
    nbl_emulator_resource_t resources[3] = {
        {input, sizeof input, 0}, {output, sizeof output, 0}, {image, WIDTH, HEIGHT}};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    nbl_emulator_report_t report;
    prepare();
    launch.kernel = accessor_image_test;
    launch.workgroup_size[0] = 64;
    launch.subgroup_size = 8;
    launch.resources = resources;
    launch.resource_count = 3;
    ck_assert_msg(nbl_emulator_launch(&launch, &report) == NBL_SUCCESS, "%s", report.message);
    check();
}
END_TEST

static void run_on(test_driver_t driver) {
    nbl_vulkan_device_t *device = test_device_open(driver);
    if (!device) return;
    static char text[16384];
    FILE *file = fopen("tests/fft/accessor_image_kernel.h", "rb");
    ck_assert_ptr_nonnull(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    nbl_compile_desc_t compile = {.file = "accessor_image_kernel.h", .text = text};
    test_kernel_t kernel = {.compile = &compile, .buffer_count = 2, .groups = 1, .image = {image, WIDTH, HEIGHT}};
    kernel.buffers[0].data = input;
    kernel.buffers[0].bytes = sizeof input;
    kernel.buffers[1].data = output;
    kernel.buffers[1].bytes = sizeof output;
    prepare();
    test_kernel_run(device, &kernel);
    check();
    nbl_vulkan_device_destroy(device);
}

START_TEST(lavapipe) { run_on(TEST_LAVAPIPE); }
END_TEST

START_TEST(swiftshader) { run_on(TEST_SWIFTSHADER); }
END_TEST

int main(void) {
    Suite *suite = suite_create("accessors_image");
    add_group(suite, "emulator", emulator);
    add_group(suite, "lavapipe", lavapipe);
    add_group(suite, "swiftshader", swiftshader);
    return test_run_suite(suite);
}
