/* Runs one of examples: on the emulator under the race checker, and on drivers as a user's compiler makes it.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_EXAMPLES_TESTING_H
#define NBL_TESTS_EXAMPLES_TESTING_H

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/common/testing.h"

/* Buffers by binding; the last of them is the result. An image's binding is behind them. */
typedef struct example_t {
    const char *name; /* of the files */
    void (*kernel)(void);
    uint32_t invocations, groups;
    nbl_emulator_resource_t resources[3];
    uint32_t buffer_count;
    bool has_image;
    bool in_place;     /* the result was the source */
    bool other_driver; /* than the examples of this name run on */
    const void *constants;
    uint32_t constant_bytes;
} example_t;

static inline void emulate_example(const example_t *example, uint32_t subgroup_size) {
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    nbl_emulator_report_t report;
    launch.kernel = example->kernel;
    launch.workgroup_size[0] = example->invocations;
    launch.workgroup_count[0] = example->groups;
    launch.subgroup_size = subgroup_size;
    launch.resources = example->resources;
    launch.resource_count = example->buffer_count + (example->has_image ? 1 : 0);
    launch.push_constants = example->constants;
    launch.check = NBL_EMULATOR_CHECK_RACES;
    ck_assert_msg(nbl_emulator_launch(&launch, &report) == NBL_SUCCESS, "%s: %s", example->name, report.message);
}

/* By the command that the example's own comment gives; then decorated, so that the driver rounds as the CPU does. */
static inline nbl_spirv_t compile_example(const example_t *example) {
    static uint32_t words[1 << 18];
    nbl_spirv_t exact;
    size_t decorated;
    char source[64], module[512];
    snprintf(source, sizeof source, "examples/%s.comp", example->name);
    snprintf(module, sizeof module, "%s", test_path("example.spv"));
    const char *const arguments[] = {
        "glslangValidator", "-V", "--target-env", "vulkan1.1", "-Iinclude", "-o", module, source, NULL};
    test_output_t output = test_run(arguments, NULL);
    ck_assert_msg(output.status == 0, "%s%s", output.text, output.error);
    test_output_free(&output);
    const char *const validation[] = {"spirv-val", "--target-env", "vulkan1.1", module, NULL};
    output = test_run(validation, NULL);
    ck_assert_msg(output.status == 0, "%s%s", output.text, output.error);
    test_output_free(&output);
    FILE *file = fopen(module, "rb");
    ck_assert_ptr_nonnull(file);
    size_t count = fread(words, sizeof *words, sizeof words / sizeof *words, file);
    fclose(file);
    ck_assert_int_eq(nbl_spirv_decorate_no_contraction(words, count, &exact.words, &exact.word_count, &decorated, NULL),
                     NBL_SUCCESS);
    ck_assert_uint_gt(decorated, 0);
    return exact;
}

static inline void run_on_device(nbl_vulkan_device_t *device, const example_t *example, const nbl_spirv_t *spirv) {
    test_kernel_t kernel = {.spirv = spirv,
                            .buffer_count = example->buffer_count,
                            .push_constants = example->constants,
                            .push_constant_bytes = example->constant_bytes,
                            .groups = example->groups};
    for (uint32_t i = 0; i < example->buffer_count; i++) {
        kernel.buffers[i].data = example->resources[i].data;
        kernel.buffers[i].bytes = example->resources[i].width;
    }
    if (example->has_image) {
        const nbl_emulator_resource_t *image = &example->resources[example->buffer_count];
        kernel.image.texels = image->data;
        kernel.image.width = (uint32_t)image->width;
        kernel.image.height = (uint32_t)image->height;
    }
    test_kernel_run(device, &kernel);
}

static inline int run_example_test(const char *name, const TTest *test) {
    Suite *suite = suite_create(name);
    TCase *test_case = tcase_create(name);
    tcase_set_timeout(test_case, 120);
    tcase_add_checked_fixture(test_case, NULL, test_folder_remove);
    tcase_add_test(test_case, test);
    suite_add_tcase(suite, test_case);
    return test_run_suite(suite);
}

/* Relative L2 of what lies at `value` against a reference, both of `count` numbers. */
static inline double relative_error(const float *value, const long double *reference, size_t count) {
    long double difference = 0, energy = 0;
    for (size_t i = 0; i < count; i++) {
        long double d = (long double)value[i] - reference[i];
        difference += d * d;
        energy += reference[i] * reference[i];
    }
    return (double)sqrtl(difference / energy);
}

/* Runs the example on the emulator and, where asked for, on lavapipe or SwiftShader, by turns, with NBL_TEST_ALL on
 * both; holds its result, `count` floats, against the reference and the backends against each other. */
static inline void expect_example(const example_t *example, const long double *reference, size_t count, double bound,
                                  bool on_device) {
    float *result = example->resources[example->buffer_count - 1].data;
    size_t bytes = count * sizeof *result;
    float *before = malloc(bytes), *emulated = malloc(bytes);
    ck_assert(before != NULL && emulated != NULL);
    if (!example->in_place) memset(result, 0xff, bytes); /* NaN: what was not written shows */
    memcpy(before, result, bytes);
    emulate_example(example, 8);
    memcpy(emulated, result, bytes);
    double error = relative_error(result, reference, count);
    printf("example %s: emulator, relative L2 %.2e\n", example->name, error);
    ck_assert_double_le(error, bound);
    const uint32_t turn = (uint32_t)example->name[0] + example->other_driver;
    for (int driver = TEST_LAVAPIPE; on_device && driver <= TEST_SWIFTSHADER; driver++) {
        if (!test_takes(turn + (uint32_t)driver, 2)) continue;
        nbl_vulkan_device_t *device = test_device_open((test_driver_t)driver);
        if (device == NULL) continue;
        nbl_spirv_t spirv = compile_example(example);
        memcpy(result, before, bytes);
        run_on_device(device, example, &spirv);
        ck_assert_msg(memcmp(result, emulated, bytes) == 0, "%s: %s and emulator differ", example->name,
                      test_driver_name((test_driver_t)driver));
        printf("example %s: %s, the same bits\n", example->name, test_driver_name((test_driver_t)driver));
        nbl_words_free(spirv.words);
        nbl_vulkan_device_destroy(device);
    }
    free(emulated);
    free(before);
}

#endif
