/* The transform on lavapipe over its grid of parameters, against long double and bit for bit the emulator.
 * SPDX-License-Identifier: Apache-2.0
 *
 * NBL_CASE=n runs one case alone, NBL_SEED=n repeats the data of a run, CK_RUN_CASE=name picks a group.
 */
#include "tests/fft/transform_grids_testing.h"

enum { FIRST = 100000 };

/* Of workgroups from 8 to 1024 with 5 numbers of elements, which tests/fft/test_transform runs all, each third, as a kernel
 * takes this driver half a second; and 5 shapes without subgroup operations. The longest stays in every thinned grid. */
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

int main(void) {
    data_seed = begin_data("transform_lavapipe");
    Suite *suite = suite_create("transform_lavapipe");
    add_group(suite, "fp32", float32);
    add_group(suite, "fp64", float64);
    add_group(suite, "fp16", float16);
    add_group(suite, "fp16-storage", float16_storage);
    add_group(suite, "batch", batches);
    return test_run_suite(suite);
}
