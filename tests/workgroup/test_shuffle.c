/* Shuffles of a workgroup: every type of 32 and 64 bits, vectors and a structure; in the emulator's shared memory, in
 * memory behind functions, and on a driver from GLSL and HLSL.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/accessors/accessor.h"
#include "nbl/lang.h"

#include "tests/common/testing.h"

#include <stdio.h>
#include <string.h>

/* The launch's specialization: NULL, or where the shared memory is. */
NBL_FUNCTION const nbl_accessor_t *memory(void) { return (const nbl_accessor_t *)nbl_emulator_specialization(); }
#define NBL_ACCESSOR_NAME functions
#define NBL_ACCESSOR_TYPE uint32_t
#define NBL_ACCESSOR_FUNCTIONS memory()
#include "nbl/accessors/functions.h"
NBL_SHARED(uint32_t, shuffle_scratch, 512)
#define SHUFFLE_SHARED_GET(i) (memory() != NULL ? functions_get(i) : NBL_LOAD(shuffle_scratch, i))
#define SHUFFLE_SHARED_SET(i, v) \
    do { \
        if (memory() != NULL) \
            functions_set(i, v); \
        else \
            NBL_STORE(shuffle_scratch, i, v); \
    } while (0)
#include "tests/workgroup/shuffle_kernel.h"

enum { INVOCATIONS = 64, TYPES = 17, OF_32_BITS = 13 };
static const uint32_t dwords[TYPES] = {1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 3, 2, 4, 6, 8};
static uint32_t given[INVOCATIONS * 32], results[TYPES * INVOCATIONS * 16];

static void fill(uint32_t seed) {
    test_random_t random = test_random_from(seed);
    for (uint32_t i = 0; i < INVOCATIONS * 32; i++) /* no NaN, which a driver may change, and no subnormal */
        given[i] = 0x20000000u | (test_random_below(&random, 1u << 15) << 14) | (test_random_below(&random, 2u) << 31);
    memset(results, 0xff, sizeof results);
}

static void check(uint32_t types, const char *who) {
    for (uint32_t n = 0; n < types; n++)
        for (uint32_t t = 0; t < INVOCATIONS; t++)
            for (uint32_t second = 0; second < 2; second++)
                for (uint32_t d = 0; d < 8; d++) {
                    const uint32_t own = t % 32, group = t - own, giver = second ? own ^ 9u : own;
                    const uint32_t source = group + (giver * 5 + 3) % 32;
                    const uint32_t expected = d < dwords[n] ? given[source * 32 + n + d] : 0u;
                    const uint32_t found = results[(n * INVOCATIONS + t) * 16 + second * 8 + d];
                    ck_assert_msg(found == expected, "%s: type %u, invocation %u, shuffle %u, dword %u: %08X, not %08X",
                                  who, n, t, second, d, found, expected);
                }
}

static nbl_emulator_report_t launch_with(const void *specialization) {
    nbl_emulator_resource_t resources[] = {{given, sizeof given, 0}, {results, sizeof results, 0}};
    nbl_emulator_launch_t launch = test_launch_of_case(1);
    nbl_emulator_report_t report;
    launch.kernel = shuffles;
    launch.workgroup_size[0] = INVOCATIONS;
    launch.resources = resources;
    launch.resource_count = 2;
    launch.specialization = specialization;
    launch.check = NBL_EMULATOR_CHECK_RACES;
    launch.threads = 1;
    fill(7);
    ck_assert_msg(nbl_emulator_launch(&launch, &report) == NBL_SUCCESS, "%s", report.message);
    return report;
}

START_TEST(emulated) {
    nbl_emulator_report_t report = launch_with(NULL);
    check(TYPES, "emulator");
    ck_assert_uint_eq(report.shared_bytes > 0, 1);
}
END_TEST

typedef struct memory_t {
    uint32_t dwords[512];
    unsigned got, set;
} memory_t;

static void get(void *user, uint64_t group, uint32_t index, void *value) {
    memory_t *own = user;
    ck_assert_uint_eq(group, 0);
    own->got++;
    memcpy(value, &own->dwords[index], sizeof(uint32_t));
}

static void set(void *user, uint64_t group, uint32_t index, const void *value) {
    memory_t *own = user;
    ck_assert_uint_eq(group, 0);
    own->set++;
    memcpy(&own->dwords[index], value, sizeof(uint32_t));
}

START_TEST(behind_functions) {
    static memory_t own;
    const nbl_accessor_t accessor = {get, set, &own};
    uint32_t moved = 0;
    nbl_emulator_report_t report = launch_with(&accessor);
    check(TYPES, "functions");
    for (uint32_t n = 0; n < TYPES; n++) moved += 2 * INVOCATIONS * dwords[n];
    ck_assert_uint_eq(own.got, moved);
    ck_assert_uint_eq(own.set, moved);
    ck_assert_uint_eq(report.shared_loads, 0);
}
END_TEST

START_TEST(on_a_driver) {
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    const nbl_define_t defines[] = {{"NBL_HAS_FLOAT64", "1"}};
    static char kernel_text[1 << 14];
    ck_assert_uint_lt(strlen(test_read_text("tests/workgroup/shuffle_kernel.h")), sizeof kernel_text);
    strcpy(kernel_text, test_read_text("tests/workgroup/shuffle_kernel.h"));
    const nbl_source_t sources[] = {{"shuffle_kernel.h", kernel_text, 0},
                                    {"tests/workgroup/shuffle_type.h", test_read_text("tests/workgroup/shuffle_type.h"),
                                     0}};
    for (int language = 0; language < 2; language++) {
        const nbl_compile_desc_t compile = {.file = "shuffle_kernel.h",
                                            .sources = sources,
                                            .source_count = 2,
                                            .language = (nbl_language_t)language,
                                            .defines = defines,
                                            .define_count = language == 0};
        const test_kernel_t kernel = {.compile = &compile,
                                      .buffer_count = 2,
                                      .buffers = {{given, sizeof given}, {results, sizeof results}},
                                      .groups = 1};
        fill(8);
        test_kernel_run(device, &kernel);
        check(language == 0 ? TYPES : OF_32_BITS, language ? "HLSL" : "GLSL");
    }
    nbl_vulkan_device_destroy(device);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("shuffle");
    TCase *group = tcase_create("shuffle");
    tcase_add_test(group, emulated);
    tcase_add_test(group, behind_functions);
    suite_add_tcase(suite, group);
    group = tcase_create("driver");
    tcase_add_test(group, on_a_driver);
    tcase_set_timeout(group, 120);
    suite_add_tcase(suite, group);
    return test_run_suite(suite);
}
