/* The mirrors of std and of the built-ins on lavapipe and SwiftShader, from GLSL and HLSL: the emulator's bits.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/mirrors/mirrors.h"

#include "tests/common/testing.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#define GROUPS 16u
#define COUNT (GROUPS * 64u)

static uint32_t input[MIRRORS_KEYS + COUNT * 2], expected[COUNT * MIRRORS_PER_INVOCATION],
    got[COUNT * MIRRORS_PER_INVOCATION];

static int ascending(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void agree(test_driver_t driver) {
    static const uint32_t marks[] = {0u,          1u,          0xffffffffu, 0x80000000u, 0x7fffffffu, 0x7f800000u,
                                     0x7fc00000u, 0xff800000u, 0x00800000u, 0x0000ffffu, 0xffff0000u, 0x00010000u};
    enum { MARKS = sizeof marks / sizeof *marks };
    nbl_vulkan_device_t *device = test_device_open(driver);
    if (device == NULL) return;
    test_random_t random = test_random_begin("mirrors");
    for (uint32_t i = 0; i < sizeof input / sizeof *input; i++)
        input[i] = (test_random_below(&random, 1u << 16) << 16) | test_random_below(&random, 1u << 16);
    for (uint32_t i = 0; i < MIRRORS_KEYS; i++) input[i] = (input[i] >> 16) & 0xfffcu;
    qsort(input, MIRRORS_KEYS, sizeof *input, ascending);
    for (uint32_t i = 0; i < MARKS * MARKS; i++) {
        input[MIRRORS_KEYS + i * 2] = marks[i % MARKS];
        input[MIRRORS_KEYS + i * 2 + 1] = marks[i / MARKS];
    }
    nbl_emulator_resource_t resources[] = {{input, sizeof input, 0}, {expected, sizeof expected, 0}};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    launch.kernel = mirrors;
    launch.workgroup_size[0] = 64;
    launch.workgroup_count[0] = GROUPS;
    launch.resources = resources;
    launch.resource_count = 2;
    nbl_emulator_report_t report;
    ck_assert_msg(nbl_emulator_launch(&launch, &report) == NBL_SUCCESS, "%s", report.message);

    uint32_t compared = 0;
    for (int language = 0; language < 2; language++) {
        nbl_compile_desc_t compile = test_kernel_text("tests/mirrors/mirrors.h", (nbl_language_t)language, NULL, 0);
        compile.optimize = NBL_OPTIMIZE_FOLD;
        test_kernel_t kernel = {.compile = &compile,
                                .buffer_count = 2,
                                .buffers = {{input, sizeof input}, {got, sizeof got}},
                                .groups = GROUPS};
        memset(got, 0x55, sizeof got);
        test_kernel_run(device, &kernel);
        for (uint32_t i = 0; i < COUNT * MIRRORS_PER_INVOCATION; i++) {
            uint32_t t = i / MIRRORS_PER_INVOCATION;
            ck_assert_msg(got[i] == expected[i], "%s on %s, result %u: %08x instead of %08x for %08x %08x",
                          language ? "HLSL" : "GLSL", test_driver_name(driver), i % MIRRORS_PER_INVOCATION, got[i],
                          expected[i], input[MIRRORS_KEYS + t * 2], input[MIRRORS_KEYS + t * 2 + 1]);
        }
        compared += COUNT * MIRRORS_PER_INVOCATION;
    }
    printf("mirrors: 0 of %u words differ, %s\n", compared, test_driver_name(driver));
    ck_assert_uint_eq(compared, 2u * COUNT * MIRRORS_PER_INVOCATION);
    nbl_vulkan_device_destroy(device);
}

START_TEST(on_lavapipe) { agree(TEST_LAVAPIPE); }
END_TEST
START_TEST(on_swiftshader) { agree(TEST_SWIFTSHADER); }
END_TEST

int main(void) {
    Suite *suite = suite_create("mirrors on drivers");
    TCase *tests = tcase_create("mirrors on drivers");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, on_lavapipe);
    tcase_add_test(tests, on_swiftshader);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
