/* Transforms along a dimension of an array in a kernel: on the emulator under the race checker, with the bits of the
 * plans of several dimensions, and on lavapipe with the same.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/host/emulator.h"
#include "nbl/host/fft_nd.h"
#include "tests/common/testing.h"

#include "tests/fft/stride_kernel.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

enum { ARRAYS = 3, ELEMENTS = ARRAYS * 2 * 60 * 20 };

static _Alignas(16) float source[2 * ELEMENTS], target[2 * ELEMENTS], expected[2 * ELEMENTS];

static uint32_t groups(void) { return (ARRAYS * 40 + middle_ffts_per_workgroup - 1) / middle_ffts_per_workgroup; }

static stride_job_t make(int number) {
    const stride_job_t job = {ARRAYS, number % 2, number / 2};
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    nbl_fft_t *plan;
    nbl_error_t error;
    test_random_t random = test_random_begin("stride");
    for (int i = 0; i < 2 * ELEMENTS; i++) source[i] = (float)test_random_real(&random);
    desc.rank = 3;
    desc.sizes[0] = 2;
    desc.sizes[1] = 60;
    desc.sizes[2] = 20;
    desc.axis_count = 1;
    desc.axes[0] = 1;
    desc.batch = ARRAYS;
    desc.inverse = job.inverse == 1;
    TEST_EXPECT(nbl_fft_make_cpu(&desc, &plan, &error));
    TEST_EXPECT(nbl_fft_run(plan, source, expected, &error));
    nbl_fft_destroy(plan);
    memset(target, 0xff, sizeof target);
    if (job.in_place == 1) memcpy(target, source, sizeof target);
    return job;
}

/* Forward and inverse, to another buffer and in place. */
START_TEST(the_emulator_transforms) {
    const stride_job_t job = make(_i);
    nbl_emulator_resource_t buffers[] = {{source, sizeof source, 0}, {target, sizeof target, 0}};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    nbl_emulator_report_t report;
    char text[4096];
    launch.kernel = middle_kernel;
    launch.workgroup_size[0] = middle_workgroup_size;
    launch.workgroup_count[0] = groups();
    launch.resources = buffers;
    launch.resource_count = 2;
    launch.push_constants = &job;
    launch.check = NBL_EMULATOR_CHECK_RACES;
    nbl_result_t result = nbl_emulator_launch(&launch, &report);
    if (result) nbl_emulator_report_text(&report, text, sizeof text);
    ck_assert_msg(result == NBL_SUCCESS, "%s", text);
    ck_assert_int_eq(memcmp(target, expected, sizeof target), 0);
}
END_TEST

START_TEST(lavapipe_agrees) {
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    static char file[1 << 12];
    if (device == NULL) return;
    FILE *stream = fopen("tests/fft/stride_kernel.h", "rb");
    ck_assert_ptr_nonnull(stream);
    file[fread(file, 1, sizeof file - 1, stream)] = '\0';
    fclose(stream);
    for (int number = 0; number < 4; number++) {
        const stride_job_t job = make(number);
        const nbl_define_t defines[] = {{"NBL_SUBGROUP_OPERATIONS", "0"}};
        const nbl_compile_desc_t compile = {.file = "kernel.h", .text = file, .defines = defines, .define_count = 1};
        test_kernel_t kernel = {.compile = &compile,
                                .buffer_count = 2,
                                .push_constants = &job,
                                .push_constant_bytes = sizeof job,
                                .groups = groups(),
                                .buffers = {{source, sizeof source}, {target, sizeof target}}};
        test_kernel_run(device, &kernel);
        ck_assert_msg(memcmp(target, expected, sizeof target) == 0, "number %d differs", number);
    }
    nbl_vulkan_device_destroy(device);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("stride");
    TCase *tests = tcase_create("stride");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, the_emulator_transforms, 0, 4);
    tcase_add_test(tests, lavapipe_agrees);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
