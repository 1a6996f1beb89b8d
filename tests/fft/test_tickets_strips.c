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

/* Strips of 8 columns in rows of 20: the last one of each row has 4. Mutation that this finds: strips begin every 8
 * columns of all rows, as if they were one row. */
START_TEST(the_last_strip_is_narrower) {
    enum { LENGTH = 20 * 16 * 16, NUMBERS = 2 * LENGTH * FFTS };
    static const nbl_fact_t row = {.number = LENGTH, .lag = 12, .plans = {"20@1*8/1", PLAN, PLAN}};
    const nbl_fft_tickets_desc_t desc = {
        .length = LENGTH, .batch = FFTS, .precision = NBL_FFT_FLOAT32, .mode = NBL_MODE_EXACT};
    static float from[NUMBERS], to[NUMBERS], by[NUMBERS];
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    nbl_fft_problem_t problem = nbl_fft_problem_init();
    nbl_fft_by_tickets_t *fft;
    nbl_fft_t *plan;
    nbl_error_t error;
    test_error_t sums = {0, 0, 0};
    test_random_t random = test_random_begin("the last strip");
    if (device == NULL) return;
    for (int i = 0; i < NUMBERS; i++) from[i] = (float)test_random_real(&random);
    problem.rank = 1;
    problem.sizes[0] = LENGTH;
    problem.batch = FFTS;
    TEST_EXPECT(nbl_fft_make_cpu(&problem, &plan, &error));
    TEST_EXPECT(nbl_fft_run(plan, from, to, &error));
    nbl_fft_destroy(plan);
    TEST_EXPECT(nbl_fft_tickets_create_by(device, &desc, &row, &fft, &error));
    test_recording_t r = test_recording_begin(device, from, sizeof from, sizeof by, 16);
    TEST_EXPECT(nbl_fft_tickets_record(fft, r.commands.buffer, r.source.address, r.target.address, &error));
    test_recording_submit(&r);
    TEST_EXPECT(nbl_vulkan_buffer_download(device, &r.target, 0, by, sizeof by, &error));
    test_recording_end(&r);
    nbl_fft_tickets_destroy(fft);
    for (int i = 0; i < NUMBERS; i += 2) test_error_add(&sums, (test_complex_t){to[i], to[i + 1]}, by[i], by[i + 1]);
    ck_assert_double_le(test_error_relative(&sums), 3e-7);
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
    tcase_add_test(tests, the_last_strip_is_narrower);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
