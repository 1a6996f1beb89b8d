/* A launch's workgroups have the size that the kernel's text says and its instance was made for; and what a kernel
 * leaves out of a declared result is told.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/accessors/storage.h"
#include "tests/common/testing.h"

#include <stdio.h>
#include <string.h>

enum { LENGTH = 1000, FFTS = 3 };

NBL_BUFFER(0, nbl_float32_t2, samples)
NBL_BUFFER(1, nbl_float32_t2, spectra)

#define NBL_FFT_NAME row
#define NBL_FFT_LENGTH 1000
#define NBL_FFT_DIRECTION NBL_FFT_FORWARD
#include "nbl/fft.h"
NBL_FUNCTION nbl_complex_float32_t row_get(uint32_t fft, uint32_t index) {
    return nbl_complex_from_storage_float32_t(NBL_LOAD(samples, fft * LENGTH + index));
}
NBL_FUNCTION void row_set(uint32_t fft, uint32_t index, nbl_complex_float32_t z) {
    NBL_STORE(spectra, fft * LENGTH + index, nbl_storage_from_complex_float32_t(z));
}

static uint32_t ffts; /* that the kernel is told of */

NBL_LOCAL_SIZE(row_workgroup_size)
NBL_KERNEL(rows) { row_forward(row_place(ffts)); }

NBL_LOCAL_SIZE(128)
NBL_KERNEL(rows_of_128) { row_forward(row_place(ffts)); }

NBL_KERNEL(without_a_size) { row_forward(row_place(ffts)); }

NBL_LOCAL_SIZE(64)
NBL_KERNEL(of_64) {}

NBL_LOCAL_SIZE_3D(8, 4, 2)
NBL_KERNEL(of_three_dimensions) {}

static const uint32_t *chosen_size(void) { return (const uint32_t *)nbl_emulator_specialization(); }
NBL_LOCAL_SIZE(chosen_size()[0])
NBL_KERNEL(of_a_size_that_the_launch_says) {}

NBL_KERNEL(of_any_size) {}

static _Alignas(16) nbl_float32_t2 given[FFTS * LENGTH], made[FFTS * LENGTH];

static nbl_emulator_launch_t launch_of(void (*kernel)(void), uint32_t x, uint32_t workgroups) {
    static nbl_emulator_resource_t resources[] = {{given, sizeof given, 0}, {made, sizeof made, 0}};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    launch.kernel = kernel;
    launch.name = "rows";
    launch.workgroup_size[0] = x;
    launch.workgroup_count[0] = workgroups;
    launch.subgroup_size = 4;
    launch.resources = resources;
    launch.resource_count = 2;
    ffts = FFTS;
    return launch;
}

static void expect(const nbl_emulator_launch_t *launch, nbl_result_t result, const char *const *words) {
    nbl_emulator_report_t report;
    ck_assert_msg(nbl_emulator_launch(launch, &report) == result, "result %d, not %d: %s", report.result, result,
                  report.message);
    for (; *words; words++)
        ck_assert_msg(strstr(report.message, *words) != NULL, "\"%s\" lacks \"%s\"", report.message, *words);
    if (result == NBL_SUCCESS) ck_assert_str_eq(report.message, "");
}
#define EXPECT_FINE(launch) expect(&launch, NBL_SUCCESS, (const char *const[]){NULL})

START_TEST(text_and_launch) {
    nbl_emulator_launch_t launch = launch_of(of_64, 64, 1);
    EXPECT_FINE(launch);
    launch.workgroup_size[0] = 32;
    expect(&launch, NBL_ERROR_ARGUMENT,
           (const char *const[]){"kernel \"rows\"", "NBL_LOCAL_SIZE", "test_local_size.c:", "says workgroups of 64",
                                 "the launch has 32", NULL});
    launch = launch_of(of_three_dimensions, 8, 1);
    launch.workgroup_size[1] = 4;
    launch.workgroup_size[2] = 2;
    EXPECT_FINE(launch);
    launch.workgroup_size[0] = 4; /* as many in all */
    launch.workgroup_size[1] = 8;
    expect(&launch, NBL_ERROR_ARGUMENT, (const char *const[]){"says workgroups of 8 x 4 x 2", "has 4 x 8 x 2", NULL});
}
END_TEST

START_TEST(known_at_run_time) {
    uint32_t size = 16;
    nbl_emulator_launch_t launch = launch_of(of_a_size_that_the_launch_says, 16, 1);
    launch.specialization = &size;
    EXPECT_FINE(launch);
    size = 8;
    expect(&launch, NBL_ERROR_ARGUMENT,
           (const char *const[]){"workgroups of 8, the launch has 16: workgroup_size[0] is 16, not 8", NULL});
}
END_TEST

START_TEST(no_size_is_any) {
    for (uint32_t size = 1; size <= 256; size *= 4) {
        nbl_emulator_launch_t launch = launch_of(of_any_size, size, 2);
        EXPECT_FINE(launch);
    }
}
END_TEST

START_TEST(instance) {
    nbl_emulator_launch_t launch = launch_of(rows, row_workgroup_size, FFTS);
    EXPECT_FINE(launch);
    launch.workgroup_size[0] = 128;
    expect(&launch, NBL_ERROR_ARGUMENT,
           (const char *const[]){"row_place", "workgroups of 100 invocations", "the launch has 128", "says 100", NULL});
    launch = launch_of(rows_of_128, 128, FFTS);
    expect(&launch, NBL_ERROR_ARGUMENT,
           (const char *const[]){"workgroups of 100 invocations", "the launch has 128", "says 128", NULL});
    launch.workgroup_size[0] = 100;
    expect(&launch, NBL_ERROR_ARGUMENT,
           (const char *const[]){"workgroups of 100 invocations", "the launch has 100", "says 128", NULL});
    launch = launch_of(without_a_size, 100, FFTS);
    EXPECT_FINE(launch);
    launch.workgroup_size[0] = 60;
    expect(&launch, NBL_ERROR_ARGUMENT,
           (const char *const[]){"workgroups of 100 invocations", "the launch has 60", NULL});
}
END_TEST

START_TEST(results) {
    nbl_emulator_launch_t launch = launch_of(rows, row_workgroup_size, FFTS);
    for (int threads = 1; threads <= 2; threads++)
        for (int check = 0; check < 2; check++) {
            launch.threads = (uint32_t)threads;
            launch.check = check ? NBL_EMULATOR_CHECK_RACES : NBL_EMULATOR_CHECK_NONE;
            launch.results = 1u << 1;
            launch.workgroup_count[0] = FFTS;
            EXPECT_FINE(launch);
            ffts = FFTS - 1; /* place(count) with too few */
            expect(&launch, NBL_ERROR_UNWRITTEN,
                   (const char *const[]){"kernel \"rows\"", "2000 of 6000 dwords", "binding 1", "dword 4000", NULL});
            ffts = FFTS; /* a dispatch that leaves FFTs out */
            launch.workgroup_count[0] = 1;
            expect(&launch, NBL_ERROR_UNWRITTEN, (const char *const[]){"4000 of 6000 dwords", "dword 2000", NULL});
            launch.results = 1u; /* of what is only read, all of it */
            expect(&launch, NBL_ERROR_UNWRITTEN, (const char *const[]){"6000 of 6000 dwords", "binding 0", NULL});
            launch.results = 0; /* by choice */
            EXPECT_FINE(launch);
        }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("local_size");
    TCase *tests = tcase_create("local_size");
    tcase_add_test(tests, text_and_launch);
    tcase_add_test(tests, known_at_run_time);
    tcase_add_test(tests, no_size_is_any);
    tcase_add_test(tests, instance);
    tcase_add_test(tests, results);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
