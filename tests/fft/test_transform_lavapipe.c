/* The transform on lavapipe over its grid of parameters, against long double and bit for bit the emulator.
 * SPDX-License-Identifier: Apache-2.0
 *
 * NBL_CASE=n runs one case alone, NBL_SEED=n repeats the data of a run, CK_RUN_CASE=name picks a group.
 */
#include "tests/fft/transform_grids_testing.h"

enum { FIRST = 100000 };

/* Of workgroups from 8 to 1024 with 5 numbers of elements, which tests/fft/test_transform runs all, each third, as a
 * kernel takes this driver half a second; and 5 shapes without subgroup operations. The longest stays in every thinned
 * grid. */
START_TEST(float32) { run_driver_grid(TEST_LAVAPIPE, FIRST, NBL_FFT_FLOAT32, 3, 12, 14 + 5); }
END_TEST

START_TEST(float64) { run_driver_grid(TEST_LAVAPIPE, FIRST, NBL_FFT_FLOAT64, 5, 12, 8 + 5); }
END_TEST

START_TEST(float16) { run_driver_grid(TEST_LAVAPIPE, FIRST, NBL_FFT_FLOAT16, 13, 12, 4 + 5); }
END_TEST

START_TEST(float16_storage) { run_driver_grid(TEST_LAVAPIPE, FIRST, NBL_FFT_FLOAT16_STORAGE, 23, 60, 2 + 1); }
END_TEST

START_TEST(batches) { run_driver_batches(TEST_LAVAPIPE, FIRST); }
END_TEST

START_TEST(buffers_that_are_too_small_are_refused) {
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (!device) return;
    const nbl_fft_transform_desc_t desc = {.algorithm = NBL_FFT_STOCKHAM,
                                           .precision = NBL_FFT_FLOAT32,
                                           .length = 8,
                                           .batch = 3,
                                           .subgroup_size = 8,
                                           .limits = nbl_fft_device_limits(device)};
    const nbl_fft_vulkan_desc_t how = {.mode = NBL_MODE_EXACT};
    const float zeros[3 * 8 * 2] = {0};
    test_recording_t r = test_recording_begin(device, zeros, sizeof zeros, sizeof zeros, 4);
    nbl_fft_transform_plan_t plan;
    nbl_fft_t *fft;
    nbl_fft_binding_t *binding;
    nbl_error_t error;
    TEST_EXPECT(nbl_fft_transform_plan(&desc, &plan, &error));
    TEST_EXPECT(nbl_fft_create(device, &plan, &how, &fft, &error));
    nbl_vulkan_resource_t small = {.buffer = r.source.handle, .size = sizeof zeros - 1};
    ck_assert_int_eq(nbl_fft_binding_create(fft, small, r.target_bound, &binding, &error), NBL_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "input: its size is 191 bytes, must be 192 or more");
    ck_assert_int_eq(nbl_fft_binding_create(fft, r.target_bound, small, &binding, &error), NBL_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "output: its size is 191 bytes, must be 192 or more");
    nbl_fft_destroy(fft);
    test_recording_submit(&r);
    test_recording_end(&r);
    nbl_vulkan_device_destroy(device);
}
END_TEST

int main(void) {
    data_seed = begin_data("transform_lavapipe");
    Suite *suite = suite_create("transform_lavapipe");
    add_group(suite, "fp32", float32);
    add_group(suite, "fp64", float64);
    add_group(suite, "fp16", float16);
    add_group(suite, "fp16-storage", float16_storage);
    add_group(suite, "batch", batches);
    add_group(suite, "bindings", buffers_that_are_too_small_are_refused);
    return test_run_suite(suite);
}
