/* Workgroups that do several transforms one after the other: the same bits, the barriers that the plan implies, no
 * race, and nothing written behind a batch that is no multiple.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "facts/facts.h"
#include "tests/common/testing.h"
#include "nbl/host/fft_vulkan.h"
#include "nbl/host/plan.h"
#include "fft/tuning.h"
#include "nbl/fft/parameters.h"

static const struct {
    uint32_t length, batch, ffts, rounds;
    nbl_fft_precision_t precision;
} cases[] = {
    {1000, 7, 0, 3, NBL_FFT_FLOAT32}, {64, 41, 8, 2, NBL_FFT_FLOAT32},         {360, 5, 2, 4, NBL_FFT_FLOAT32},
    {96, 1, 1, 8, NBL_FFT_FLOAT64},   {128, 9, 4, 2, NBL_FFT_FLOAT16_STORAGE},
};

START_TEST(rounds_change_no_bit) {
    for (int inverse = 0; inverse < 2; inverse++) {
        nbl_fft_transform_desc_t desc = {.algorithm = NBL_FFT_STOCKHAM,
                                         .precision = cases[_i].precision,
                                         .length = cases[_i].length,
                                         .batch = cases[_i].batch,
                                         .inverse = inverse != 0,
                                         .ffts_per_workgroup = cases[_i].ffts,
                                         .rounds = 1,
                                         .limits = nbl_fft_emulator_limits(32)};
        nbl_fft_transform_plan_t single, several;
        nbl_error_t error;
        ck_assert_msg(nbl_fft_transform_plan(&desc, &single, &error) == NBL_SUCCESS, "%s", error.text);
        desc.rounds = cases[_i].rounds;
        ck_assert_msg(nbl_fft_transform_plan(&desc, &several, &error) == NBL_SUCCESS, "%s", error.text);
        uint32_t per_workgroup = several.desc.ffts_per_workgroup * cases[_i].rounds;
        ck_assert_uint_eq(several.workgroups, (cases[_i].batch + per_workgroup - 1) / per_workgroup);

        size_t bytes = (size_t)single.buffer_bytes, size = (bytes + 63) / 64 * 64;
        unsigned char *input = aligned_alloc(64, size),
                      *outputs[2] = {aligned_alloc(64, size), aligned_alloc(64, size)};
        ck_assert(input != NULL && outputs[0] != NULL && outputs[1] != NULL);
        uint32_t state = 1u + (uint32_t)_i;
        for (size_t i = 0; i < bytes; i++) { /* exponents in the middle of each format */
            state = state * 1664525u + 1013904223u;
            input[i] = (unsigned char)(state >> 25);
        }
        memset(outputs[0], 1, size);
        memset(outputs[1], 2, size);
        nbl_emulator_launch_t launch = nbl_emulator_launch_init();
        launch.subgroup_size = 32;
        launch.check = NBL_EMULATOR_CHECK_RACES;
        nbl_emulator_report_t report;
        ck_assert_msg(nbl_fft_transform_emulate(&single, &launch, input, outputs[0], &report, &error) == NBL_SUCCESS,
                      "%s", error.text);
        ck_assert_msg(nbl_fft_transform_emulate(&several, &launch, input, outputs[1], &report, &error) == NBL_SUCCESS,
                      "%s", error.text);
        ck_assert_uint_eq(report.workgroup_barriers, several.barriers * several.workgroups);
        ck_assert_uint_eq(several.barriers, cases[_i].rounds * (single.barriers + 1u));
        ck_assert(memcmp(outputs[0], outputs[1], bytes) == 0);
        free(input);
        free(outputs[0]);
        free(outputs[1]);
    }
}
END_TEST

START_TEST(rounds_are_chosen_for_large_batches_only) {
    nbl_fft_transform_desc_t desc = {.algorithm = NBL_FFT_STOCKHAM,
                                     .precision = NBL_FFT_FLOAT32,
                                     .length = 1000,
                                     .batch = 100,
                                     .limits = nbl_fft_emulator_limits(32)};
    nbl_fft_transform_plan_t plan;
    nbl_fft_plan_t usual;
    nbl_fft_tuning_t tuning;
    nbl_error_t error;
    ck_assert(nbl_fft_tuned_plan(1000, NBL_FFT_FLOAT32, false, NULL, &usual, &tuning, &error) == NBL_SUCCESS);
    ck_assert_uint_gt(tuning.rounds, 1);
    ck_assert(nbl_fft_transform_plan(&desc, &plan, &error) == NBL_SUCCESS);
    ck_assert_uint_eq(plan.parameters.rounds, 1);
    desc.batch = 8192;
    ck_assert(nbl_fft_transform_plan(&desc, &plan, &error) == NBL_SUCCESS);
    ck_assert_uint_eq(plan.parameters.rounds, tuning.rounds);
    desc.algorithm = NBL_FFT_RADIX2_SHUFFLE;
    desc.length = 1024;
    ck_assert(nbl_fft_transform_plan(&desc, &plan, &error) == NBL_SUCCESS);
    ck_assert_uint_eq(plan.parameters.rounds, 1);
}
END_TEST

/* A length's order of instructions in float32. */
static nbl_instruction_order_t order_of(uint32_t length, bool fast, nbl_instruction_order_t asked) {
    nbl_fft_transform_desc_t desc = {.algorithm = NBL_FFT_STOCKHAM,
                                     .precision = NBL_FFT_FLOAT32,
                                     .length = length,
                                     .batch = 100,
                                     .any_radices = fast,
                                     .instruction_order = asked,
                                     .limits = nbl_fft_emulator_limits(32)};
    nbl_fft_transform_plan_t plan;
    nbl_error_t error;
    desc.limits.max_shared_bytes = 49152;
    ck_assert_msg(nbl_fft_transform_plan(&desc, &plan, &error) == NBL_SUCCESS, "%s", error.text);
    return plan.desc.instruction_order;
}

/* The measured order of instructions is of a mode, and gives way to one that is asked for. */
START_TEST(orders_are_chosen_by_mode) {
    uint32_t apart = 0;
    for (uint32_t length = 48; length <= 512; length++) {
        nbl_fact_case_t of = {
            .device = NBL_DEVICE_NVIDIA, .kind = NBL_FACT_TRANSFORM, .fast = true, .precision = NBL_FFT_FLOAT32};
        const nbl_fact_t *fast = nbl_facts_next(NULL, NULL, length, &of);
        of.fast = false;
        const nbl_fact_t *exact = nbl_facts_next(NULL, NULL, length, &of);
        if (fast == NULL || exact == NULL) continue;
        ck_assert_int_eq(order_of(length, true, NBL_INSTRUCTION_ORDER_DEFAULT), fast->order);
        ck_assert_int_eq(order_of(length, false, NBL_INSTRUCTION_ORDER_DEFAULT), exact->order);
        ck_assert_int_eq(order_of(length, true, NBL_INSTRUCTION_ORDER_WRITTEN), NBL_INSTRUCTION_ORDER_WRITTEN);
        apart += fast->order != exact->order;
    }
    ck_assert_uint_ge(apart, 3);
}
END_TEST

/* Fast mode may have radices that need more invocations than every device has; then it has exact mode's. */
START_TEST(fast_mode_has_plans_of_its_own) {
    nbl_fft_plan_limits_t common = {256, 16384, 32, NBL_DEVICE_NVIDIA}, large = {1024, 49152, 32, NBL_DEVICE_NVIDIA};
    nbl_fft_plan_t exact, fast, fitting;
    nbl_error_t error;
    ck_assert(nbl_fft_tuned_plan(6400, NBL_FFT_FLOAT32, false, NULL, &exact, NULL, &error) == NBL_SUCCESS);
    ck_assert(nbl_fft_tuned_plan(6400, NBL_FFT_FLOAT32, true, &large, &fast, NULL, &error) == NBL_SUCCESS);
    ck_assert(nbl_fft_tuned_plan(6400, NBL_FFT_FLOAT32, true, &common, &fitting, NULL, &error) == NBL_SUCCESS);
    ck_assert_uint_eq(nbl_fft_plan_radix(fast, 0), 20);
    ck_assert_uint_ne(fast.radices, exact.radices);
    ck_assert_uint_eq(fitting.radices, exact.radices);
}
END_TEST

/* Halves in memory have plans of their own where these were measured to be faster; others keep the table's. */
START_TEST(plans_of_halves_are_the_measured_ones) {
    static const struct {
        nbl_fft_precision_t precision;
        const char *plan;
    } expected[] = {{NBL_FFT_FLOAT16_STORAGE, "8x16x32@128*1/2"}, {NBL_FFT_FLOAT32, "16x16x16@256*1/2"}};
    nbl_fft_plan_limits_t limits = nbl_fft_plan_default_limits();
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        nbl_fft_plan_request_t request;
        nbl_fft_plan_t plan, wanted;
        nbl_error_t error;
        uint32_t dwords = nbl_fft_precision_dwords(expected[i].precision);
        ck_assert(nbl_fft_tuned_plan(4096, expected[i].precision, false, &limits, &plan, NULL, &error) == NBL_SUCCESS);
        ck_assert(nbl_fft_plan_read(expected[i].plan, &request, &error) == NBL_SUCCESS);
        ck_assert(nbl_fft_plan_fit(&request, dwords, &limits, &wanted, &error) == NBL_SUCCESS);
        ck_assert(memcmp(&plan, &wanted, sizeof plan) == 0);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("rounds");
    TCase *tests = tcase_create("rounds");
    tcase_add_loop_test(tests, rounds_change_no_bit, 0, (int)(sizeof cases / sizeof *cases));
    tcase_add_test(tests, rounds_are_chosen_for_large_batches_only);
    tcase_add_test(tests, orders_are_chosen_by_mode);
    tcase_add_test(tests, fast_mode_has_plans_of_its_own);
    tcase_add_test(tests, plans_of_halves_are_the_measured_ones);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
