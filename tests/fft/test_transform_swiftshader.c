/* The transform on SwiftShader over its grid of parameters, against long double and bit for bit the emulator.
 * SPDX-License-Identifier: Apache-2.0
 *
 * NBL_CASE=n runs one case alone, NBL_SEED=n repeats the data of a run, CK_RUN_CASE=name picks a group.
 */
#include "tests/fft/transform_grids_testing.h"

enum { FIRST = 200000 };

/* Workgroups from 4 to 256 and 5 numbers of elements; and 7 shapes without subgroup operations. It has float32
 * arithmetic only. */
START_TEST(float32) { run_driver_grid(TEST_SWIFTSHADER, FIRST, NBL_FFT_FLOAT32, 1, 7, 35 + 7); }
END_TEST

START_TEST(float16_storage) { run_driver_grid(TEST_SWIFTSHADER, FIRST, NBL_FFT_FLOAT16_STORAGE, 17, 50, 3 + 1); }
END_TEST

START_TEST(batches) { run_driver_batches(TEST_SWIFTSHADER, FIRST); }
END_TEST

int main(void) {
    data_seed = begin_data("transform_swiftshader");
    Suite *suite = suite_create("transform_swiftshader");
    add_group(suite, "fp32", float32);
    add_group(suite, "fp16-storage", float16_storage);
    add_group(suite, "batch", batches);
    return test_run_suite(suite);
}
