/* GLSL and HLSL against C: every name of lang.h, and the whole transform kernel, give the same bits in each language.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "gpu/compile.h"
#include "nbl/host/fft_vulkan.h"
#include "tests/common/testing.h"
#include "tests/headers/alone.h"
#include "tests/headers/names.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GROUPS 3u
#define INVOCATIONS (64u * GROUPS)
#define WORDS (INVOCATIONS * NAMES_PER_INVOCATION)

static const char *const language_names[] = {"GLSL", "HLSL"};

static uint32_t compared; /* words */

static void names_agree(test_driver_t driver, uint32_t subgroup_size) {
    nbl_vulkan_device_t *device = test_device_open(driver);
    if (device == NULL) return;
    ck_assert_uint_eq(nbl_vulkan_device_get_info(device)->subgroup_size, subgroup_size);
    test_random_t random = test_random_begin("languages");
    names_constants_t constants = {1000u, 0.37f};
    uint32_t input[INVOCATIONS], expected[WORDS], got[WORDS];
    _Alignas(16) static float texels[3][INVOCATIONS * 4];
    for (uint32_t i = 0; i < INVOCATIONS; i++) input[i] = test_random_below(&random, 1u << 20);
    for (uint32_t i = 0; i < INVOCATIONS * 4; i++) texels[0][i] = (float)test_random_real(&random);
    for (int i = 1; i < 3; i++) memcpy(texels[i], texels[0], sizeof texels[0]);

    _Alignas(16) static uint32_t output[WORDS];
    nbl_emulator_resource_t resources[] = {
        {input, sizeof input, 0}, {output, sizeof output, 0}, {texels[0], 64, GROUPS}};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    launch.kernel = names;
    launch.workgroup_size[0] = 64;
    launch.workgroup_count[0] = GROUPS;
    launch.subgroup_size = subgroup_size;
    launch.resources = resources;
    launch.resource_count = 3;
    launch.push_constants = &constants;
    nbl_emulator_report_t report;
    ck_assert_msg(nbl_emulator_launch(&launch, &report) == NBL_SUCCESS, "%s", report.message);
    ck_assert_uint_eq(nbl_emulator_counter(&report, "names"), INVOCATIONS);
    memcpy(expected, output, sizeof expected);

    nbl_source_t source = {"names.h", test_read_text("tests/headers/names.h"), 0};
    for (int language = 0; language < 2; language++) {
        nbl_compile_desc_t compile = {
            .file = "names.h", .sources = &source, .source_count = 1, .language = (nbl_language_t)language};
        test_kernel_t kernel = {.compile = &compile,
                                .buffer_count = 2,
                                .buffers = {{input, sizeof input}, {got, sizeof got}},
                                .push_constants = &constants,
                                .push_constant_bytes = sizeof constants,
                                .subgroup_size = subgroup_size,
                                .groups = GROUPS,
                                .image = {texels[1 + language], 64, GROUPS}};
        memset(got, 0, sizeof got);
        test_kernel_run(device, &kernel);
        for (uint32_t i = 0; i < WORDS; i++) {
            ck_assert_msg(got[i] == expected[i], "%s on %s: invocation %u, slot %u: %08x is not %08x",
                          language_names[language], test_driver_name(driver), i / NAMES_PER_INVOCATION,
                          i % NAMES_PER_INVOCATION, got[i], expected[i]);
        }
        ck_assert_mem_eq(texels[1 + language], texels[0], sizeof texels[0]);
        compared += WORDS;
    }
    printf("languages: %u words of names.h agree, %s\n", compared, test_driver_name(driver));
    ck_assert_uint_eq(compared, 2u * WORDS);
    nbl_vulkan_device_destroy(device);
}

START_TEST(names_on_lavapipe) { names_agree(TEST_LAVAPIPE, 8); }
END_TEST
START_TEST(names_on_swiftshader) { names_agree(TEST_SWIFTSHADER, 4); }
END_TEST

/* NBL_SUBGROUP_OPERATIONS 0 against subgroups of one invocation. */
static void alone_agrees(test_driver_t driver) {
    enum { RESULTS = INVOCATIONS * ALONE_PER_INVOCATION };
    nbl_vulkan_device_t *device = test_device_open(driver);
    if (device == NULL) return;
    test_random_t random = test_random_begin("alone");
    _Alignas(16) static uint32_t input[INVOCATIONS], expected[RESULTS], got[RESULTS];
    for (uint32_t i = 0; i < INVOCATIONS; i++) input[i] = test_random_below(&random, 200);
    nbl_emulator_resource_t resources[] = {{input, sizeof input, 0}, {expected, sizeof expected, 0}};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    launch.kernel = alone;
    launch.workgroup_size[0] = 64;
    launch.workgroup_count[0] = GROUPS;
    launch.subgroup_size = 1;
    launch.resources = resources;
    launch.resource_count = 2;
    nbl_emulator_report_t report;
    ck_assert_msg(nbl_emulator_launch(&launch, &report) == NBL_SUCCESS, "%s", report.message);
    ck_assert_uint_eq(expected[6], input[0] & 1u);

    nbl_source_t source = {"alone.h", test_read_text("tests/headers/alone.h"), 0};
    nbl_define_t define = {"NBL_SUBGROUP_OPERATIONS", "0"};
    for (int language = 0; language < 2; language++) {
        nbl_compile_desc_t compile = {.file = "alone.h",
                                      .sources = &source,
                                      .source_count = 1,
                                      .language = (nbl_language_t)language,
                                      .defines = &define,
                                      .define_count = 1};
        test_kernel_t kernel = {.compile = &compile,
                                .buffer_count = 2,
                                .buffers = {{input, sizeof input}, {got, sizeof got}},
                                .groups = GROUPS};
        memset(got, 0xff, sizeof got);
        test_kernel_run(device, &kernel);
        for (uint32_t i = 0; i < RESULTS; i++)
            ck_assert_msg(got[i] == expected[i], "%s on %s: invocation %u, slot %u: %08x is not %08x",
                          language_names[language], test_driver_name(driver), i / ALONE_PER_INVOCATION,
                          i % ALONE_PER_INVOCATION, got[i], expected[i]);
    }
    printf("languages: %d words of alone.h agree, %s\n", 2 * RESULTS, test_driver_name(driver));
    nbl_vulkan_device_destroy(device);
}

START_TEST(alone_on_lavapipe) { alone_agrees(TEST_LAVAPIPE); }
END_TEST
START_TEST(alone_on_swiftshader) { alone_agrees(TEST_SWIFTSHADER); }
END_TEST

#define LENGTH 256u
#define BATCH 5u

/* The transform kernel as HLSL, with and without subgroup operations, both directions and orders. */
static void transform_agrees(test_driver_t driver) {
    nbl_vulkan_device_t *device = test_device_open(driver);
    if (device == NULL) return;
    test_random_t random = test_random_begin("HLSL transform");
    _Alignas(16) static float input[BATCH * LENGTH * 2], expected[BATCH * LENGTH * 2], got[BATCH * LENGTH * 2];
    for (uint32_t i = 0; i < BATCH * LENGTH * 2; i++) input[i] = (float)test_random_real(&random);
    uint32_t cases = 0;
    for (uint32_t number = 0; number < 8; number++) {
        bool subgroups = (number & 1) != 0, inverse = (number & 2) != 0, native = (number & 4) != 0;
        nbl_fft_transform_desc_t desc = {.precision = NBL_FFT_FLOAT32,
                                         .length = LENGTH,
                                         .batch = BATCH,
                                         .inverse = inverse,
                                         .native = native,
                                         .elements_per_invocation = 4,
                                         .workgroup_size = 64,
                                         .ffts_per_workgroup = 2,
                                         .limits = nbl_fft_device_limits(device)};
        if (!subgroups) desc.subgroup_size = 1;
        nbl_fft_transform_plan_t plan;
        nbl_error_t error;
        nbl_emulator_launch_t launch = nbl_emulator_launch_init();
        ck_assert_msg(nbl_fft_transform_plan(&desc, &plan, &error) == NBL_SUCCESS, "%s", error.text);
        ck_assert_msg(nbl_fft_transform_emulate(&plan, &launch, input, expected, NULL, &error) == NBL_SUCCESS, "%s",
                      error.text);

        nbl_defines_t defines;
        nbl_compile_desc_t compile = nbl_fft_describe_compile(&plan, NULL, NBL_MODE_EXACT, false, &defines);
        compile.language = NBL_LANGUAGE_HLSL;
        compile.optimize = NBL_OPTIMIZE_NONE;
        uint32_t batch = BATCH;
        test_kernel_t kernel = {.compile = &compile,
                                .buffer_count = 2,
                                .buffers = {{input, sizeof input}, {got, sizeof got}},
                                .push_constants = &batch,
                                .push_constant_bytes = sizeof batch,
                                .subgroup_size = subgroups ? plan.desc.subgroup_size : 0,
                                .groups = 3};
        memset(got, 0xff, sizeof got);
        test_kernel_run(device, &kernel);
        for (uint32_t i = 0; i < BATCH * LENGTH * 2; i++) {
            ck_assert_msg(memcmp(&got[i], &expected[i], 4) == 0,
                          "HLSL on %s, subgroups %d, inverse %d, native %d: number %u: %a is not %a",
                          test_driver_name(driver), subgroups, inverse, native, i, (double)got[i], (double)expected[i]);
        }
        cases++;
    }
    printf("languages: %u transforms in HLSL have the emulator's bits, %s\n", cases, test_driver_name(driver));
    ck_assert_uint_eq(cases, 8);
    nbl_vulkan_device_destroy(device);
}

START_TEST(transform_on_lavapipe) { transform_agrees(TEST_LAVAPIPE); }
END_TEST
START_TEST(transform_on_swiftshader) { transform_agrees(TEST_SWIFTSHADER); }
END_TEST

int main(void) {
    Suite *suite = suite_create("languages");
    TCase *tests = tcase_create("languages");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, names_on_lavapipe);
    tcase_add_test(tests, names_on_swiftshader);
    tcase_add_test(tests, alone_on_lavapipe);
    tcase_add_test(tests, alone_on_swiftshader);
    tcase_add_test(tests, transform_on_lavapipe);
    tcase_add_test(tests, transform_on_swiftshader);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
