/* nbl/tgmath.h on lavapipe and SwiftShader, from GLSL and HLSL, exact and contracted: the emulator's bits.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/tgmath/all.h"
#include "tests/tgmath/arguments.h"

#include "tests/common/testing.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#define GROUPS 768u
#define COUNT (GROUPS * 64u)

static uint32_t arguments[COUNT * 3], expected[COUNT * ALL_FUNCTIONS], got[COUNT * ALL_FUNCTIONS];

/* Half of them marks, the other half stratified for one argument and for two. */
static void choose_arguments(void) {
    uint64_t offset = test_seed("tgmath on drivers") << 32;
    for (uint32_t i = 0; i < COUNT; i++) {
        uint32_t *at = &arguments[i * 3];
        uint32_t function = i % 4 == 3 ? 15u : 6u; /* pow, div */
        tgmath_random_arguments(&tgmath_functions[function], offset + i, at);
        if (i % 4 == 1) tgmath_stratified_arguments(&tgmath_functions[0], i / 4, 14, at);
        if (i % 4 == 0 || i % 4 == 2) tgmath_marked_arguments(i / 2, at);
    }
    _Static_assert(COUNT / 2 <= 4 * TGMATH_MARKS * TGMATH_MARKS, "more than there are marks");
}

static void emulate(void) {
    nbl_emulator_resource_t resources[] = {{arguments, sizeof arguments, 0}, {expected, sizeof expected, 0}};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    launch.kernel = all;
    launch.workgroup_size[0] = 64;
    launch.workgroup_count[0] = GROUPS;
    launch.resources = resources;
    launch.resource_count = 2;
    nbl_emulator_report_t report;
    ck_assert_msg(nbl_emulator_launch(&launch, &report) == NBL_SUCCESS, "%s", report.message);
    for (uint32_t i = 0; i < COUNT; i += 37)
        for (uint32_t f = 0; f < ALL_FUNCTIONS; f++)
            ck_assert_uint_eq(expected[i * ALL_FUNCTIONS + f],
                              tgmath_functions[f].bits(arguments[i * 3], arguments[i * 3 + 1], arguments[i * 3 + 2]));
}

static nbl_compile_desc_t description(nbl_language_t language, nbl_mode_t mode) {
    nbl_compile_desc_t compile = test_kernel_text("tests/tgmath/all.h", language, NULL, 0);
    compile.mode = mode;
    compile.optimize = NBL_OPTIMIZE_FOLD;
    return compile;
}

static uint64_t compare(nbl_vulkan_device_t *device, const char *driver, nbl_language_t language) {
    const char *name = language == NBL_LANGUAGE_HLSL ? "HLSL" : "GLSL";
    nbl_compile_desc_t compile = description(language, NBL_MODE_EXACT);
    test_kernel_t kernel = {.compile = &compile,
                            .buffer_count = 2,
                            .buffers = {{arguments, sizeof arguments}, {got, sizeof got}},
                            .groups = GROUPS};
    memset(got, 0x55, sizeof got);
    test_kernel_run(device, &kernel);
    for (uint32_t i = 0; i < COUNT * ALL_FUNCTIONS; i++) {
        const uint32_t *at = &arguments[i / ALL_FUNCTIONS * 3];
        ck_assert_msg(got[i] == expected[i], "%s on %s, %s: %08x instead of %08x for %08x %08x %08x", name, driver,
                      tgmath_functions[i % ALL_FUNCTIONS].name, got[i], expected[i], at[0], at[1], at[2]);
    }
    return COUNT * ALL_FUNCTIONS;
}

/* HLSL, whose products are made of 16 bits, on one driver: SwiftShader takes five seconds to build its module. */
static void agree(test_driver_t driver) {
    nbl_vulkan_device_t *device = test_device_open(driver);
    if (device == NULL) return;
    ck_assert_uint_eq(TGMATH_FUNCTIONS, ALL_FUNCTIONS);
    choose_arguments();
    emulate();
    uint64_t words = compare(device, test_driver_name(driver), NBL_LANGUAGE_GLSL);
    if (driver == TEST_LAVAPIPE) words += compare(device, test_driver_name(driver), NBL_LANGUAGE_HLSL);
    printf("tgmath: 0 of %llu words differ, %s\n", (unsigned long long)words, test_driver_name(driver));
    ck_assert_uint_eq(words, (driver == TEST_LAVAPIPE ? 2ull : 1ull) * COUNT * ALL_FUNCTIONS);
    nbl_vulkan_device_destroy(device);
}

START_TEST(on_lavapipe) { agree(TEST_LAVAPIPE); }
END_TEST
START_TEST(on_swiftshader) { agree(TEST_SWIFTSHADER); }
END_TEST

/* Exact mode decorates what could be contracted; where nothing is, both modes give one module. */
START_TEST(no_floating_point_operation) {
    nbl_spirv_t exact, fast;
    nbl_error_t error;
    nbl_compile_desc_t desc = description(NBL_LANGUAGE_GLSL, NBL_MODE_EXACT);
    ck_assert_msg(nbl_compile(&desc, &exact, &error) == NBL_SUCCESS, "%s", error.text);
    desc.mode = NBL_MODE_FAST;
    ck_assert_msg(nbl_compile(&desc, &fast, &error) == NBL_SUCCESS, "%s", error.text);
    ck_assert_uint_eq(exact.word_count, fast.word_count);
    ck_assert_mem_eq(exact.words, fast.words, exact.word_count * 4);
    uint32_t instructions = 0;
    for (size_t i = 5; i < exact.word_count; i += exact.words[i] >> 16, instructions++) {
        uint32_t operation = exact.words[i] & 0xffffu;
        /* GLSL's own functions; negate, add, subtract, multiply and divide; remainders and products of vectors */
        bool floating = operation == 12 || operation == 127 || operation == 129 || operation == 131 ||
                        operation == 133 || operation == 136 || (operation >= 140 && operation <= 148);
        ck_assert_msg(!floating, "operation %u computes with floats", operation);
    }
    printf("tgmath: %u instructions, none computes with floats\n", instructions);
    ck_assert_uint_gt(instructions, 10000);
    nbl_spirv_free(&exact);
    nbl_spirv_free(&fast);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("tgmath on drivers");
    TCase *tests = tcase_create("tgmath on drivers");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, no_floating_point_operation);
    tcase_add_test(tests, on_lavapipe);
    tcase_add_test(tests, on_swiftshader);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
