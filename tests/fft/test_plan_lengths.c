/* Which lengths have plans, the cheapest and nearest ones, and what is said of lengths without a plan; plans as text.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>
#include <stdlib.h>

#include "plan/cost.h"
#include "tests/fft/plan_testing.h"

START_TEST(good_lengths_are_the_cheapest) {
    static uint64_t cost[MOST + 1];
    static uint32_t best[MOST + 2], best_even[MOST + 2]; /* by brute force, from above */
    test_random_t random = test_random_begin("plan: lengths");
    uint32_t larger = 0, cases = 0;
    for (uint32_t n = MOST; n >= 2; n--) {
        cost[n] = nbl_fft_length_cost(n);
        EXPECT((cost[n] != 0) == (is_supported(n, 2) && n % 11 != 0 && n % 13 != 0), "length %u", n);
        bool better = cost[n] != 0 && (best[n + 1] == 0 || cost[n] <= cost[best[n + 1]]);
        bool better_even = cost[n] != 0 && n % 2 == 0 && (best_even[n + 1] == 0 || cost[n] <= cost[best_even[n + 1]]);
        best[n] = better ? n : best[n + 1];
        best_even[n] = better_even ? n : best_even[n + 1];
    }
    for (uint32_t i = 0; i < 400; i++, cases++) {
        uint32_t n = i < 100 ? 2 + i : 2 + test_random_below(&random, 16383), good = nbl_fft_good_length(n, false),
                 even = nbl_fft_good_length(n, true);
        EXPECT(good >= n && good == best[n] && even == best_even[n], "length %u: %u, %u even; not %u, %u", n, good,
               even, best[n], best_even[n]);
        for (uint32_t m = n; m < good; m++) larger += cost[m] != 0;
    }
    printf("plan: %u good lengths; %u supported lengths skipped as dearer\n", cases, larger);
    ck_assert_uint_gt(larger, 0);
    ck_assert_uint_eq(nbl_fft_good_length(0, false), 2);
    ck_assert_uint_eq(nbl_fft_good_length(16384, true), 16384);
    ck_assert_uint_eq(nbl_fft_good_length(32768, true), 32768);
    ck_assert_uint_eq(nbl_fft_good_length(32769, false), 0);
    ck_assert_uint_eq(nbl_fft_length_cost(11), 0);
}
END_TEST

START_TEST(nearest_lengths) {
    for (uint32_t dwords = 2; dwords <= 4; dwords += 2)
        for (uint32_t n = 0; n <= 9000; n += n < 200 ? 1 : 37) {
            uint32_t below, above, down = n, up = n + 1;
            nbl_fft_nearest_lengths(n, dwords, NULL, &below, &above);
            while (down > 0 && !is_supported(--down, dwords)) {}
            while (up <= MOST && !is_supported(up, dwords)) up++;
            EXPECT(below == (n == 0 ? 0 : down) && above == (up > MOST ? 0 : up), "%u: %u and %u, not %u and %u", n,
                   below, above, down, up);
        }
}
END_TEST

static void expect_error(uint32_t length, uint32_t dwords, const nbl_fft_plan_limits_t *limits, nbl_result_t expected,
                         const char *text) {
    nbl_fft_plan_t plan = {0}, untouched = {0};
    nbl_error_t error;
    nbl_result_t result = nbl_fft_plan_make(length, dwords, limits, &plan, &error);
    EXPECT(result == expected && strcmp(error.text, text) == 0, "length %u: result %d, \"%s\"", length, (int)result,
           error.text);
    expect_equal(plan, untouched, "after an error");
}

START_TEST(errors_name_the_nearest_lengths) {
    const char *factor = "the length has a prime factor above 13; the nearest supported lengths are";
    char text[256];
    expect_error(0, 2, NULL, NBL_ERROR_ARGUMENT, "length 0: the length is below 2; the nearest supported length is 2");
    expect_error(1, 2, NULL, NBL_ERROR_ARGUMENT, "length 1: the length is below 2; the nearest supported length is 2");
    snprintf(text, sizeof text, "length 17: %s 16 and 18", factor);
    expect_error(17, 2, NULL, NBL_ERROR_ARGUMENT, text);
    snprintf(text, sizeof text, "length 34: %s 33 and 35", factor);
    expect_error(34, 2, NULL, NBL_ERROR_ARGUMENT, text);
    expect_error(8400, 2, NULL, NBL_ERROR_ARGUMENT,
                 "length 8400: the length is too large; the nearest supported lengths are 8192 and 16384");
    expect_error(16385, 2, NULL, NBL_ERROR_ARGUMENT,
                 "length 16385: the length is too large; the nearest supported lengths are 16384 and 32768");
    expect_error(65536, 2, NULL, NBL_ERROR_ARGUMENT,
                 "length 65536: the length is too large; the nearest supported length is 32768");
    expect_error(0xffffffffu, 2, NULL, NBL_ERROR_ARGUMENT,
                 "length 4294967295: the length is too large; the nearest supported length is 32768");
    expect_error(5000, 4, NULL, NBL_ERROR_ARGUMENT,
                 "length 5000: the length is too large; the nearest supported lengths are 4096 and 8192");
    expect_error(64, 3, NULL, NBL_ERROR_ARGUMENT, "length 64: a complex element has 1, 2 or 4 dwords");
    nbl_fft_plan_limits_t small = {256, 16384, 4, NBL_DEVICE_ANY}, tiny = {1024, 64, 32, NBL_DEVICE_ANY},
                          zero = {0, 16384, 4, NBL_DEVICE_ANY};
    expect_error(16384, 2, &small, NBL_ERROR_LIMIT,
                 "length 16384: the workgroup would have more invocations than the limit of 256; the nearest supported "
                 "length is 8192");
    expect_error(
        4096, 2, &tiny, NBL_ERROR_LIMIT,
        "length 4096: the shared memory would exceed the limit of 64 bytes; the nearest supported length is 256");
    expect_error(64, 2, &zero, NBL_ERROR_ARGUMENT, "length 64: a limit is zero");
}
END_TEST

START_TEST(given_plans_are_checked) {
    static const struct {
        const char *text;
        const char *why;
    } rows[] = {{"", "a plan is written as"},
                {"x", "a plan is written as"},
                {"8x", "a plan is written as"},
                {"8x8 ", "a plan is written as"},
                {"8x8@", "a plan is written as"},
                {"8x8@0", "a plan is written as"},
                {"8x8*0", "a plan is written as"},
                {"8x8/1@8", "a plan is written as"},
                {"8X8", "a plan is written as"},
                {"-8", "a plan is written as"},
                {"8x8@65536", "a plan is written as"},
                {"8x8@99999999999999999999", "a plan is written as"},
                {"11x22", "a radix is not one"},
                {"0x8", "a radix is not one"},
                {"40", "a radix is not one"},
                {"37x2x2x2x2", "there are 1 to 4 passes"},
                {"26", "a radix is not one"},
                {"2x2x2x2x2x2x2", "there are 1 to 6"},
                {"32x32x32x32x32x32", "the length is too large"},
                {"32x30x18", "the length is too large"},
                {"8x8@9", "more invocations than any pass"},
                {"8x8@1", "more than 32 elements"},
                {"8x8@8*129", "more invocations than the limit of 1024"},
                {"2x2x2x16x16x16@1025", "more invocations than the limit of 1024"},
                {"16x16x16x4@1024*1/1", "would exceed the limit of 49152"},
                {"16x16@16*1/17", "would exceed the limit of 49152"},
                {"16x16@16*64/1", "would exceed the limit of 49152"}};
    nbl_fft_plan_t plan = {0}, untouched = {0};
    for (uint32_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        nbl_error_t error;
        nbl_result_t result = nbl_fft_plan_parse(rows[i].text, 2, NULL, &plan, &error);
        bool limit = strstr(rows[i].why, "limit") != NULL;
        EXPECT(result == (limit ? NBL_ERROR_LIMIT : NBL_ERROR_ARGUMENT) && strstr(error.text, rows[i].why) != NULL &&
                   strncmp(error.text, "plan ", 5) == 0,
               "\"%s\": %s", rows[i].text, error.text);
        expect_equal(plan, untouched, rows[i].text);
    }
    nbl_fft_plan_request_t request = {0, {8, 8}, 0, 0, 0};
    nbl_error_t error;
    ck_assert_int_eq(nbl_fft_plan_from_radices(&request, 2, NULL, &plan, &error), NBL_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "plan : there are 1 to 6 passes");
    request.passes = 2;
    ck_assert_int_eq(nbl_fft_plan_from_radices(&request, 2, NULL, &plan, &error), NBL_SUCCESS);
    ck_assert_str_eq(error.text, "");
    ck_assert(plan.fft_length == 64 && plan.passes == 2);
    expect_equal(parsed("10x10x10@100*1"), plan_of(1000, 2, NULL), "10x10x10@100*1");
    ck_assert_uint_eq(parsed("20x25x25@625*1/2").fft_length,
                      12500); /* beyond the lengths that have plans of their own */
    ck_assert_int_eq(nbl_fft_plan_parse("10x10x10x10", 4, NULL, &plan, &error), NBL_ERROR_ARGUMENT); /* in float64 */
}
END_TEST

START_TEST(text_is_for_people) {
    char text[NBL_FFT_PLAN_TEXT_SIZE], cut[20];
    nbl_fft_plan_t plan = parsed("16x16x4@64*1/1");
    size_t length = nbl_fft_plan_text(plan, text, sizeof text);
    ck_assert_str_eq(text, "1024 = 16 x 16 x 4, 64 invocations x 16 elements, 1 FFT per workgroup, 4.2 KB shared, 7 "
                           "barriers, padding 32+1 128+8, "
                           "256 bank cycles (least 256)");
    ck_assert_uint_eq(nbl_fft_plan_text(plan, cut, sizeof cut), length);
    ck_assert_str_eq(cut, "1024 = 16 x 16 x 4,");
    nbl_fft_plan_text(parsed("16@1*64"), text, sizeof text);
    ck_assert_str_eq(text, "16 = 16, 1 invocations x 16 elements, 64 FFTs per workgroup, 0.0 KB shared, 0 barriers");
    nbl_fft_plan_text(parsed("8x8x8@64*1/2"), text, sizeof text);
    EXPECT(strstr(text, " in 2 windows, 15 barriers") != NULL, "%s", text);
}
END_TEST

static double time_of(const char *text, uint32_t registers) {
    nbl_fft_plan_t plan;
    nbl_error_t error;
    ck_assert_msg(nbl_fft_plan_parse(text, 2, NULL, &plan, &error) == NBL_SUCCESS, "%s", error.text);
    return nbl_fft_plan_time(plan, registers, nbl_fft_plan_default_limits());
}

/* What a search showed to be slower is predicted to be: more passes, idle invocations, few that share a sector,
 * registers that leave one workgroup; and of the table's plans none takes less than a copy by a third or more than
 * three. */
START_TEST(times_are_predicted) {
    uint32_t cases = 0;
    ck_assert(time_of("18x18x18@324*1/1", 0) < time_of("9x8x9x9@729*1/1", 0));
    ck_assert(time_of("3x8x15@24*4/1", 0) < time_of("3x8x15@24*1/1", 0));
    ck_assert(time_of("8x8@8*4/1", 0) < time_of("16x4@4*8/1", 0));
    ck_assert(time_of("16x16x16@256*1/1", 64) < time_of("16x16x16@256*1/1", 255));
    for (size_t number = 0; number < nbl_facts_built_in.count; number++) {
        const nbl_fact_t *row = &nbl_facts_built_in.rows[number];
        nbl_fft_plan_t plan;
        if (row->kinds != NBL_FACT_TRANSFORM || (row->precisions >> NBL_FFT_FLOAT32 & 1) == 0 || row->number < 48 ||
            row->number > 8192 || nbl_fft_plan_parse(row->plans[0], 2, NULL, &plan, NULL) != NBL_SUCCESS)
            continue;
        double time = nbl_fft_plan_time(plan, 0, nbl_fft_plan_default_limits());
        ck_assert_msg(time > 0.67 && time < 3, "%u: %g", row->number, time);
        cases++;
    }
    ck_assert_uint_ge(cases, 289);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("plan_lengths");
    TCase *all = tcase_create("plan_lengths");
    tcase_set_timeout(all, 600);
    tcase_add_test(all, good_lengths_are_the_cheapest);
    tcase_add_test(all, nearest_lengths);
    tcase_add_test(all, errors_name_the_nearest_lengths);
    tcase_add_test(all, given_plans_are_checked);
    tcase_add_test(all, text_is_for_people);
    tcase_add_test(all, times_are_predicted);
    suite_add_tcase(suite, all);
    return test_run_suite(suite) == 0 ? 0 : 1;
}
