/* The last two passes of three in one dispatch, in strips: kernels on every backend, and the host's functions.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Lengths of three passes are long. Here 4096 numbers are split so, which the table of plans does not.
 */
#define TICKETS_STRIPS 1
#include "tests/fft/tickets_testing.h"

/* The bits of the emulator, which has run the kernels with the same plans. */
START_TEST(the_host_records) {
    static const nbl_fact_t row = {.number = 4096, .lag = 12, .plans = {"16@1*8/1", PLAN, PLAN}};
    const nbl_fft_tickets_desc_t desc = {
        .length = 4096, .batch = FFTS, .precision = NBL_FFT_FLOAT32, .mode = NBL_MODE_EXACT};
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    nbl_fft_by_tickets_t *fft;
    nbl_error_t error;
    if (device == NULL) return;
    tickets_most_looks = 1000;
    prepare();
    launch_all(UNITS * 2 * TILES, 12);
    memcpy(emulated, target, sizeof target);
    TEST_EXPECT(nbl_fft_tickets_create_by(device, &desc, &row, &fft, &error));
    ck_assert_uint_eq(nbl_fft_tickets_dispatches(fft), 3);
    for (int again = 0; again < 2; again++) {
        test_recording_t r = test_recording_begin(device, source, sizeof source, sizeof target, 16);
        memset(target, 0xff, sizeof target);
        TEST_EXPECT(nbl_fft_tickets_record(fft, r.commands.buffer, r.source.address, r.target.address, &error));
        test_recording_submit(&r);
        TEST_EXPECT(nbl_vulkan_buffer_download(device, &r.target, 0, target, sizeof target, &error));
        test_recording_end(&r);
        ck_assert_uint_eq(test_differing_scalars(target, emulated, sizeof target, 4), 0);
    }
    nbl_fft_tickets_destroy(fft);
    nbl_vulkan_device_destroy(device);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("tickets in strips");
    TCase *tests = tcase_create("tickets in strips");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, the_emulator_transforms, 0, 3);
    tcase_add_test(tests, lavapipe_agrees);
    tcase_add_test(tests, swiftshader_agrees);
    tcase_add_test(tests, the_host_records);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
