/* Arrays of two dimensions, each within a workgroup: the kernel on the emulator, and by the host's functions.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/fft/plane_kernel.h"

#include "nbl/host/emulator.h"
#include "nbl/host/fft_nd.h"
#include "fft/tickets.h"
#include "tests/common/testing.h"

#include <check.h>
#include <string.h>

enum { ROW = 16, COLUMN = 32, PLANES = 5, SCALARS = 2 * ROW * COLUMN * PLANES };

static float source[SCALARS], expected[SCALARS], target[SCALARS], emulated[SCALARS];

/* expected  of the executor, by lines of other radices: other bits, the same transform */
static void prepare(uint32_t cubes) {
    nbl_fft_nd_desc_t desc = nbl_fft_nd_desc_init();
    nbl_fft_nd_plan_t *plan;
    nbl_error_t error;
    test_random_t random = test_random_begin("plane");
    for (int i = 0; i < SCALARS; i++) source[i] = (float)test_random_real(&random);
    desc.rank = 3;
    desc.sizes[0] = cubes != 0 ? PLANES : 1;
    desc.sizes[1] = COLUMN;
    desc.sizes[2] = ROW;
    desc.batch = cubes != 0 ? cubes : PLANES;
    TEST_EXPECT(nbl_fft_nd_plan_create(&desc, &plan, &error));
    TEST_EXPECT(nbl_fft_nd_plan_run(plan, source, expected, &error));
    nbl_fft_nd_plan_destroy(plan);
    memset(target, 0xff, sizeof target);
}

static void check(const char *where) {
    double difference = 0, energy = 0;
    for (int i = 0; i < SCALARS; i++) {
        difference += ((double)target[i] - (double)expected[i]) * ((double)target[i] - (double)expected[i]);
        energy += (double)expected[i] * (double)expected[i];
    }
    ck_assert_msg(difference < 4e-14 * energy, "%s: relative error squared %.2e", where, difference / energy);
}

static void emulate(void) {
    nbl_emulator_resource_t buffers[] = {{source, sizeof source, 0}, {target, sizeof target, 0}};
    nbl_fft_tickets_job_t job = {.ffts = PLANES};
    const void *addresses[] = {source, target};
    memcpy(&job, addresses, sizeof addresses);
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    launch.kernel = nbl_fft_plane;
    launch.workgroup_size[0] = plane_rows_workgroup_size;
    launch.workgroup_count[0] = PLANES + 1;
    launch.resources = buffers;
    launch.resource_count = 2;
    launch.push_constants = &job;
    launch.threads = 2;
    launch.check = NBL_EMULATOR_CHECK_RACES;
    nbl_emulator_report_t report;
    nbl_result_t result = nbl_emulator_launch(&launch, &report);
    char text[4096];
    if (result) nbl_emulator_report_text(&report, text, sizeof text);
    ck_assert_msg(result == NBL_SUCCESS, "%s", text);
}

START_TEST(the_emulator_transforms) {
    prepare(0);
    emulate();
    check("emulator");
}
END_TEST

/* Planes have the emulator's bits; of a cube the third dimension follows in a dispatch of its own. */
START_TEST(the_host_records) {
    static const nbl_fft_tickets_row_t rows[] = {
        {512, ROW, 0, NBL_MODE_EXACT, 0, {"4x4@2*32/1", "8x4@4*16/1"}, NBL_FFT_TICKETS_PLANES, false},
        {512 * PLANES,
         ROW,
         PLANES,
         NBL_MODE_EXACT,
         0,
         {"4x4@2*32/1", "8x4@4*16/1", "5@1*64/1"},
         NBL_FFT_TICKETS_PLANES,
         false}};
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    for (uint32_t cubes = 0; cubes < 2; cubes++) {
        const nbl_fft_tickets_desc_t desc = {.length = rows[cubes].length,
                                             .rows = ROW,
                                             .planes = rows[cubes].planes,
                                             .batch = cubes != 0 ? 1 : PLANES,
                                             .mode = NBL_MODE_EXACT};
        nbl_fft_by_tickets_t *fft;
        nbl_error_t error;
        prepare(cubes);
        emulate();
        memcpy(emulated, target, sizeof target);
        memset(target, 0xff, sizeof target);
        TEST_EXPECT(nbl_fft_tickets_create_by(device, &desc, &rows[cubes], &fft, &error));
        ck_assert_uint_eq(nbl_fft_tickets_dispatches(fft), 1 + cubes);
        test_recording_t r = test_recording_begin(device, source, sizeof source, sizeof target, 16);
        TEST_EXPECT(nbl_fft_tickets_record(fft, r.commands.buffer, r.source.address, r.target.address, &error));
        test_recording_submit(&r);
        TEST_EXPECT(nbl_vulkan_buffer_download(device, &r.target, 0, target, sizeof target, &error));
        test_recording_end(&r);
        nbl_fft_tickets_destroy(fft);
        check(cubes != 0 ? "a cube" : "planes");
        if (cubes == 0) ck_assert_uint_eq(test_differing_scalars(target, emulated, sizeof target, 4), 0);
    }
    nbl_vulkan_device_destroy(device);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("plane");
    TCase *tests = tcase_create("plane");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, the_emulator_transforms);
    tcase_add_test(tests, the_host_records);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
