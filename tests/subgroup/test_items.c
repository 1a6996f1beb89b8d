/* Reductions and scans of items against the definition: one to four of a lane, every subgroup size, emulated and
 * native.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/common/testing.h"
#define ITEMS_NATIVE 1
#define ITEMS_NAME one
#define ITEMS_COUNT 1
#include "tests/subgroup/items_kernel.h"
#define ITEMS_NAME two
#define ITEMS_COUNT 2
#include "tests/subgroup/items_kernel.h"
#define ITEMS_NAME three
#define ITEMS_COUNT 3
#include "tests/subgroup/items_kernel.h"
#define ITEMS_NAME four
#define ITEMS_COUNT 4
#include "tests/subgroup/items_kernel.h"

#include <stdio.h>
#include <string.h>

enum { LANES = 128, GROUPS = 8 };
static nbl_uint32_t2 given[LANES * 4], results[LANES * GROUPS * 5];
static uint32_t cases;

static void fill(uint32_t seed) {
    test_random_t random = test_random_from(seed);
    for (uint32_t i = 0; i < LANES * 4; i++) {
        given[i].x = test_random_below(&random, 7) == 0; /* of a sum too: its first dword */
        given[i].y = test_random_below(&random, 1000);
    }
    memset(results, 0xff, sizeof results);
}

/* Kinds: 0 reduce, 1 inclusive, 2 exclusive. A sum over no more than a subgroup's elements, from the left. */
static void check(uint32_t items, uint32_t size, const char *who) {
    static const uint32_t kinds[GROUPS] = {0, 1, 2, 0, 1, 2, 1, 2};
    for (uint32_t t = 0; t < LANES; t++)
        for (uint32_t group = 0; group < GROUPS; group++)
            for (uint32_t k = 0; k <= items; k++) {
                uint32_t first = t / size * size * items, own = t * items + k, kind = kinds[group];
                uint32_t end = k == items ? first + size * items : kind == 2 ? own : own + 1;
                if (kind == 0 && k < items) continue; /* working space */
                nbl_uint32_t2 expected = {0, 0};
                for (uint32_t i = first; i < end; i++)
                    if (group >= 3)
                        expected.x += given[i].x;
                    else {
                        expected.y = given[i].x ? given[i].y : expected.y + given[i].y;
                        expected.x |= given[i].x;
                    }
                nbl_uint32_t2 found = results[(t * GROUPS + group) * (items + 1) + k];
                ck_assert_msg(found.x == expected.x && found.y == expected.y,
                              "%s, %u items, subgroups of %u, group %u: item %u of invocation %u is %u %u, not %u %u",
                              who, items, size, group, k, t, found.x, found.y, expected.x, expected.y);
            }
    cases++;
}

START_TEST(emulator) {
    void (*const kernels[])(void) = {one_kernel, two_kernel, three_kernel, four_kernel};
    cases = 0;
    for (uint32_t items = 1; items <= 4; items++)
        for (uint32_t size = 1; size <= LANES; size *= 2) {
            fill(items * size);
            nbl_emulator_resource_t resources[] = {{given, sizeof given, 0}, {results, sizeof results, 0}};
            nbl_emulator_launch_t launch = test_launch_of_case(items + size);
            nbl_emulator_report_t report;
            launch.kernel = kernels[items - 1];
            launch.workgroup_size[0] = LANES;
            launch.subgroup_size = size;
            launch.resources = resources;
            launch.resource_count = 2;
            launch.check = NBL_EMULATOR_CHECK_RACES;
            ck_assert_msg(nbl_emulator_launch(&launch, &report) == NBL_SUCCESS, "%s", report.message);
            check(items, size, "emulator");
        }
    printf("items: %u cases on the emulator\n", cases);
    ck_assert_uint_eq(cases, 4 * 8);
}
END_TEST

START_TEST(lavapipe) {
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    nbl_source_t sources[2];
    cases = 0;
    for (uint32_t items = 1; items <= 4; items++)
        for (int language = 0; language < 2; language++) {
            char count[2] = {(char)('0' + items), 0};
            static char kernel_text[65536];
            strcpy(kernel_text, test_read_text("tests/subgroup/items_kernel.h"));
            sources[0] = (nbl_source_t){"items_kernel.h", kernel_text, 0};
            sources[1] = (nbl_source_t){"tests/workgroup/arithmetic_operators.h",
                                        test_read_text("tests/workgroup/arithmetic_operators.h"), 0};
            /* glslang's HLSL has no scans of its own */
            nbl_define_t defines[] = {
                {"ITEMS_NAME", "items"}, {"ITEMS_COUNT", count}, {"ITEMS_NATIVE", language ? "0" : "1"}};
            nbl_compile_desc_t compile = {.file = "items_kernel.h",
                                          .sources = sources,
                                          .source_count = 2,
                                          .language = (nbl_language_t)language,
                                          .defines = defines,
                                          .define_count = 3};
            test_kernel_t kernel = {.compile = &compile,
                                    .buffer_count = 2,
                                    .buffers = {{given, sizeof given}, {results, sizeof results}},
                                    .groups = 1};
            fill(items);
            test_kernel_run(device, &kernel);
            check(items, nbl_vulkan_device_get_info(device)->subgroup_size, language ? "HLSL" : "GLSL");
        }
    printf("items: %u cases on lavapipe\n", cases);
    ck_assert_uint_eq(cases, 8);
    nbl_vulkan_device_destroy(device);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("items");
    TCase *group = tcase_create("items");
    tcase_add_test(group, emulator);
    tcase_add_test(group, lavapipe);
    tcase_set_timeout(group, 300);
    suite_add_tcase(suite, group);
    return test_run_suite(suite);
}
