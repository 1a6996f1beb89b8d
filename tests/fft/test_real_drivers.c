/* Transforms of real signals on lavapipe and SwiftShader, against long double and bit for bit the emulator.
 * SPDX-License-Identifier: Apache-2.0
 *
 * NBL_CASE=n runs one case alone, NBL_SEED=n repeats the data of a run.
 */
#include "tests/fft/real_testing.h"

/* Form: bit 0 inverse, bit 1 two signals. */
static void run_form(real_tally_t *tally, nbl_vulkan_device_t *device, nbl_fft_transform_desc_t desc, uint32_t form) {
    desc.kind = form < 2 ? NBL_FFT_REAL : NBL_FFT_REAL_TWO;
    desc.inverse = form % 2 != 0;
    desc.batch = 3;
    desc.limits = nbl_fft_device_limits(device);
    real_case_t c = {desc, true};
    run_real_case(tally, device, &c);
}

static nbl_fft_transform_desc_t radix2(nbl_fft_precision_t precision, uint32_t elements, uint32_t workgroup,
                                       uint32_t ffts) {
    nbl_fft_transform_desc_t desc = {.algorithm = NBL_FFT_RADIX2_SHUFFLE,
                                     .precision = precision,
                                     .length = elements * workgroup,
                                     .elements_per_invocation = elements,
                                     .workgroup_size = workgroup,
                                     .ffts_per_workgroup = ffts,
                                     .subgroup_size = workgroup * ffts < 8 ? 1 : 0};
    return desc;
}

static nbl_fft_transform_desc_t stockham(nbl_fft_precision_t precision, uint32_t length) {
    nbl_fft_transform_desc_t desc = {.algorithm = NBL_FFT_STOCKHAM, .precision = precision, .length = length};
    return desc;
}

/* driver, for the loop of a test: one invocation that has all, several transforms in a workgroup, windows; odd lengths
 */
START_TEST(drivers) {
    static const uint32_t shapes[][3] = {{8, 1, 1}, {4, 16, 2}, {2, 128, 1}, {16, 8, 1}};
    static const uint32_t lengths[] = {35, 96, 15}; /* a Stockham kernel takes lavapipe seconds */
    static const nbl_fft_precision_t others[] = {NBL_FFT_FLOAT16_STORAGE, NBL_FFT_FLOAT64, NBL_FFT_FLOAT16};
    nbl_vulkan_device_t *device = test_device_open((test_driver_t)_i);
    bool all = _i == TEST_LAVAPIPE;
    if (!device) return;
    real_tally_t tally, rest;
    memset(&tally, 0, sizeof tally);
    memset(&rest, 0, sizeof rest);
    case_number = 100000 * (1 + (uint32_t)_i);
    for (uint32_t i = 0; i < 4; i++)
        for (uint32_t form = 0; form < 4; form++)
            if (all ? (i + form) % 2 == 0 : i == form)
                run_form(&tally, device, radix2(NBL_FFT_FLOAT32, shapes[i][0], shapes[i][1], shapes[i][2]), form);
    for (uint32_t i = all ? 0 : 2; i < (all ? 2u : 3u); i++)
        run_form(&tally, device, stockham(NBL_FFT_FLOAT32, lengths[i]), all ? 3 * i : 1);
    char name[64];
    snprintf(name, sizeof name, "%s, float32", test_driver_name((test_driver_t)_i));
    end_real(name, &tally, all ? 8 + 2 : 4 + 1);
    for (uint32_t i = 0; i < (all ? 3u : 1u); i++) {
        if (others[i] == NBL_FFT_FLOAT16 && !nbl_fft_emulator_limits(8).float16) continue;
        for (uint32_t form = i % 2; form < 4; form += 3 - i % 2)
            run_form(&rest, device, radix2(others[i], 4, 16, 2), form);
    }
    snprintf(name, sizeof name, "%s, others", test_driver_name((test_driver_t)_i));
    end_real(name, &rest, all ? (nbl_fft_emulator_limits(8).float16 ? 6 : 4) : 2);
    nbl_vulkan_device_destroy(device);
}
END_TEST

int main(void) {
    begin_data("real_drivers");
    Suite *suite = suite_create("real_drivers");
    TCase *test_case = tcase_create("drivers");
    tcase_set_timeout(test_case, 300);
    tcase_add_loop_test(test_case, drivers, 0, 2);
    suite_add_tcase(suite, test_case);
    return test_run_suite(suite);
}
