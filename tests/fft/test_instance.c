/* The kernel that README opens with: against the definition on the emulator, and the same bits as GLSL and HLSL.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/host/emulator.h"
#include "tests/common/testing.h"
#include "tests/consumers/shader/rows.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ROWS = 3, NUMBERS = ROWS * row_length };

_Alignas(16) static nbl_float32_t2 input[NUMBERS], emulated[NUMBERS], got[NUMBERS];
static job_t constants = {ROWS};

static void emulate(void) {
    test_random_t random = test_random_begin("instance");
    for (int i = 0; i < NUMBERS; i++) {
        input[i].x = (float)test_random_real(&random);
        input[i].y = (float)test_random_real(&random);
    }
    nbl_emulator_resource_t resources[] = {{input, sizeof input, 0}, {emulated, sizeof emulated, 0}};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    launch.kernel = rows;
    launch.workgroup_size[0] = row_workgroup_size;
    launch.workgroup_count[0] = (ROWS + row_ffts_per_workgroup - 1) / row_ffts_per_workgroup;
    launch.resources = resources;
    launch.resource_count = 2;
    launch.push_constants = &constants;
    launch.check = NBL_EMULATOR_CHECK_RACES;
    nbl_emulator_report_t report;
    ck_assert_msg(nbl_emulator_launch(&launch, &report) == NBL_SUCCESS, "%s", report.message);
}

START_TEST(the_emulator_transforms) {
    emulate();
    long double difference = 0, energy = 0;
    for (int row = 0; row < ROWS; row++) {
        static test_complex_t x[row_length], spectrum[row_length];
        for (int i = 0; i < row_length; i++)
            x[i] = (test_complex_t){(long double)input[row * row_length + i].x,
                                    (long double)input[row * row_length + i].y};
        test_dft(x, spectrum, row_length, false);
        for (int f = 0; f < row_length; f++) {
            long double re = (long double)emulated[row * row_length + f].x - spectrum[f].real;
            long double im = (long double)emulated[row * row_length + f].y - spectrum[f].imag;
            difference += re * re + im * im;
            energy += spectrum[f].real * spectrum[f].real + spectrum[f].imag * spectrum[f].imag;
        }
    }
    double error = (double)sqrtl(difference / energy);
    printf("instance: %d rows, relative L2 %.2e\n", ROWS, error);
    ck_assert_double_le(error, 1.4e-7);
}
END_TEST

static void a_device_agrees(test_driver_t driver) {
    nbl_vulkan_device_t *device = test_device_open(driver);
    if (device == NULL) return;
    emulate();
    static char text[1 << 12];
    FILE *file = fopen("tests/consumers/shader/rows.h", "rb");
    ck_assert_ptr_nonnull(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    nbl_source_t source = {"rows.h", text, 0};
    nbl_define_t define = {"NBL_SUBGROUP_OPERATIONS", "0"};
    for (int language = 0; language < 2; language++) {
        nbl_compile_desc_t compile = {.file = "rows.h",
                                      .sources = &source,
                                      .source_count = 1,
                                      .language = (nbl_language_t)language,
                                      .defines = &define,
                                      .define_count = 1};
        test_kernel_t kernel = {.compile = &compile,
                                .buffer_count = 2,
                                .buffers = {{input, sizeof input}, {got, sizeof got}},
                                .push_constants = &constants,
                                .push_constant_bytes = sizeof constants,
                                .groups = (ROWS + row_ffts_per_workgroup - 1) / row_ffts_per_workgroup};
        memset(got, 0xff, sizeof got);
        test_kernel_run(device, &kernel);
        ck_assert_msg(memcmp(got, emulated, sizeof got) == 0, "%s differs on %s", language == 0 ? "GLSL" : "HLSL",
                      test_driver_name(driver));
    }
    printf("instance: GLSL and HLSL have the emulator's bits, %s\n", test_driver_name(driver));
    nbl_vulkan_device_destroy(device);
}

START_TEST(lavapipe_agrees) { a_device_agrees(TEST_LAVAPIPE); }
END_TEST
START_TEST(swiftshader_agrees) { a_device_agrees(TEST_SWIFTSHADER); }
END_TEST

int main(void) {
    Suite *suite = suite_create("instance");
    TCase *tests = tcase_create("instance");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, the_emulator_transforms);
    tcase_add_test(tests, lavapipe_agrees);
    tcase_add_test(tests, swiftshader_agrees);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
