/* A shader's defines that do not fit its plan are told by the emulator, before anything goes wrong.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/accessors/storage.h"
#include "nbl/fft/plan.h"
#include "tests/common/testing.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

NBL_BUFFER(0, nbl_float32_t2, signal)
NBL_SHARED(uint32_t, scratch, 4096)

#define NBL_ACCESSOR_NAME elements
#define NBL_ACCESSOR_SCALAR float32_t
#define NBL_ACCESSOR_BUFFER signal
#include "nbl/accessors/linear_buffer.h"

static nbl_fft_plan_t plan;

#define NBL_FFT_NAME transform
#define NBL_FFT_PLAN plan
#define NBL_FFT_ELEMENTS 32
#define NBL_FFT_RADIX_MASK NBL_FFT_RADICES_TO_16
#define NBL_FFT_FFTS_PER_WORKGROUP plan.ffts_per_workgroup
#define NBL_FFT_SHARED_GET(i) NBL_LOAD(scratch, i)
#define NBL_FFT_SHARED_SET(i, value) NBL_STORE(scratch, i, value)
#include "nbl/fft.h"

NBL_FUNCTION nbl_complex_float32_t transform_get(uint32_t fft, uint32_t index) {
    return elements_get(fft * plan.fft_length + index);
}

NBL_FUNCTION void transform_set(uint32_t fft, uint32_t index, nbl_complex_float32_t value) {
    elements_set(fft * plan.fft_length + index, value);
}

#define NBL_FFT_NAME narrow
#define NBL_FFT_PLAN plan
#define NBL_FFT_ELEMENTS 16
#define NBL_FFT_FFTS_PER_WORKGROUP plan.ffts_per_workgroup
#define NBL_FFT_SHARED_GET(i) NBL_LOAD(scratch, i)
#define NBL_FFT_SHARED_SET(i, value) NBL_STORE(scratch, i, value)
#include "nbl/fft.h"

NBL_FUNCTION nbl_complex_float32_t narrow_get(uint32_t fft, uint32_t index) {
    return elements_get(fft * plan.fft_length + index);
}

NBL_FUNCTION void narrow_set(uint32_t fft, uint32_t index, nbl_complex_float32_t value) {
    elements_set(fft * plan.fft_length + index, value);
}

#include "nbl/host/plan.h"

NBL_KERNEL(wide_kernel) { transform_forward(transform_place(1u)); }
NBL_KERNEL(narrow_kernel) { narrow_forward(narrow_place(1u)); }

static nbl_result_t run(void (*kernel)(void), const char *text, nbl_emulator_report_t *report) {
    static _Alignas(16) float memory[2 * 2048];
    nbl_emulator_resource_t resource = {memory, sizeof memory, 0};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    ck_assert_int_eq(nbl_fft_plan_parse(text, NBL_DWORDS_float32_t, NULL, &plan, NULL), NBL_SUCCESS);
    launch.kernel = kernel;
    launch.name = "kernel";
    launch.workgroup_size[0] = plan.invocations;
    launch.resources = &resource;
    launch.resource_count = 1;
    return nbl_emulator_launch(&launch, report);
}

START_TEST(defines_that_fit_are_silent) {
    nbl_emulator_report_t report;
    ck_assert_msg(run(wide_kernel, "16x16x4@64*1/1", &report) == NBL_SUCCESS, "%s", report.message);
    ck_assert_msg(run(wide_kernel, "2x2x2x2x2x2@32*1/1", &report) == NBL_SUCCESS, "%s", report.message);
}
END_TEST

START_TEST(a_radix_beyond_the_largest_is_told) {
    nbl_emulator_report_t report;
    ck_assert_int_eq(run(wide_kernel, "32x32@32*1/1", &report), NBL_ERROR_ASSERTION);
    ck_assert_msg(strstr(report.message, "invocation 0: NBL_ASSERT(p_.radix <= NBL_RADIX_ELEMENTS) is false, at ") !=
                      NULL,
                  "%s", report.message);
    ck_assert_msg(strstr(report.message, "fft_stockham.h:") != NULL &&
                      strstr(report.message, " in transform_butterflies") != NULL,
                  "%s", report.message);
    ck_assert_uint_eq(nbl_fft_plan_largest_radix(plan), 32);
    ck_assert_str_eq(nbl_result_text(report.result), "assertion");
}
END_TEST

START_TEST(more_elements_than_room_are_told) {
    nbl_emulator_report_t report;
    ck_assert_int_eq(run(narrow_kernel, "16x16x4@32*1/1", &report), NBL_ERROR_ASSERTION);
    ck_assert_msg(strstr(report.message, "plan_.elements <= NBL_FFT_ELEMENTS") != NULL, "%s", report.message);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("assert");
    TCase *tests = tcase_create("assert");
    tcase_add_test(tests, defines_that_fit_are_silent);
    tcase_add_test(tests, a_radix_beyond_the_largest_is_told);
    tcase_add_test(tests, more_elements_than_room_are_told);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
