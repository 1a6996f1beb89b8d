/* Plans of Stockham FFTs: every length is planned and laid out, within every limit.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "nbl/bit.h"
#include "plan/make.h"
#include "tests/fft/plan_testing.h"

START_TEST(every_length_has_a_valid_plan) {
    static const uint32_t kilobytes[] = {48, 32, 16};
    uint32_t plans = 0, to_4096 = 0, lengths = 0;
    for (uint32_t n = 0; n <= MOST; n++)
        for (uint32_t dwords = 1; dwords <= 4; dwords *= 2) {
            bool supported = is_supported(n, dwords), power = (n & (n - 1)) == 0;
            EXPECT((nbl_fft_plan_check_length(n, dwords, NULL) == NBL_SUCCESS) == supported, "length %u, %u dwords", n,
                   dwords);
            if (!is_taken(n, dwords)) continue;
            lengths += dwords == 2;
            to_4096 += dwords == 2 && n <= 4096 && nbl_fft_plan_is_common(n);
            for (uint32_t l = 0; l < 3; l++) {
                if (!(dwords == 2 && l == 0) && !power && lengths % 11 != 0) continue;
                nbl_fft_plan_limits_t limits = limits_of(kilobytes[l]);
                nbl_fft_plan_t plan = dwords == 2 && l == 0 ? chosen[lengths - 1] : plan_of(n, dwords, &limits);
                EXPECT(plan.fft_length == n && plan.complex_dwords == dwords, "length %u", n);
                check_structure(plan, &limits);
                check_banks(plan);
                check_round_trip(plan, &limits);
                plans++;
            }
        }
    printf("plan: %u plans of %u lengths, %u of them to 4096\n", plans, lengths, to_4096);
    ck_assert_uint_eq(to_4096, 247);
    ck_assert_uint_gt(plans, 500);
}
END_TEST

/* The row of exact mode that comes before all others of a length on a device that is not known. */
static const nbl_fact_t *first_of(uint32_t length, uint32_t dwords) {
    const nbl_fact_case_t of = {
        .device = NBL_DEVICE_ANY, .kind = NBL_FACT_TRANSFORM, .precision = nbl_fact_precision(dwords)};
    return nbl_facts_next(NULL, NULL, length, &of);
}

/* A refused length is an error, not a division by the factors that it does not have. */
START_TEST(a_refused_length_has_no_plan) {
    static const uint32_t lengths[] = {0, 1, 34, 11003, UINT32_MAX};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        const nbl_fft_plan_request_t request = nbl_fft_plan_request(NBL_DEVICE_ANY, lengths[i], 2, i % 2 != 0);
        nbl_fft_plan_t plan;
        nbl_error_t error;
        ck_assert_uint_eq(request.passes, 0);
        ck_assert_int_eq(nbl_fft_plan_fit(&request, 2, NULL, &plan, &error), NBL_ERROR_ARGUMENT);
    }
}
END_TEST

/* Where the limits allow, a measured row of exact mode is the plan. */
START_TEST(measured_plans_are_taken) {
    uint32_t taken = 0, left = 0;
    for (size_t number = 0; number < nbl_facts_built_in.count; number++) {
        const nbl_fact_t *row = &nbl_facts_built_in.rows[number];
        nbl_fft_plan_request_t request;
        if (row->kinds != NBL_FACT_TRANSFORM || row->fast || (row->devices >> NBL_DEVICE_ANY & 1) == 0) continue;
        if (row->number > NBL_FFT_PLAN_MAX_MIXED_LENGTH && !nbl_is_power_of_two(row->number))
            continue; /* tests/fft/test_long_rows.c */
        ck_assert(nbl_fft_plan_read(row->plans[0], &request, NULL) == NBL_SUCCESS);
        for (uint32_t dwords = 1; dwords <= 4; dwords *= 2) {
            if ((row->precisions >> nbl_fact_precision(dwords) & 1) == 0) continue;
            left += !is_supported(row->number, dwords);
            if (!is_supported(row->number, dwords) || first_of(row->number, dwords) != row) continue;
            nbl_fft_plan_t plan = plan_of(row->number, dwords, NULL);
            ck_assert_uint_eq(plan.passes, request.passes);
            ck_assert_uint_eq(plan.invocations, request.invocations);
            if (request.ffts_per_workgroup != 0) ck_assert_uint_eq(plan.ffts_per_workgroup, request.ffts_per_workgroup);
            if (request.windows != 0) ck_assert_uint_eq(plan.windows, request.windows);
            for (uint32_t p = 0; p < plan.passes; p++)
                ck_assert_uint_eq(nbl_fft_plan_radix(plan, p), request.radices[p]);
            taken++;
        }
    }
    printf("plan: %u rows are taken as they are, %u are of lengths beyond a precision\n", taken, left);
    ck_assert_uint_eq(taken, 476);
    ck_assert_uint_eq(left, 0);
    /* And where they do not, its radices with other invocations. */
    nbl_fft_plan_limits_t few = {128, 49152, 32, NBL_DEVICE_ANY};
    nbl_fft_plan_t plan = plan_of(4096, 2, &few);
    ck_assert(plan.invocations <= 128 && plan.elements == 32);
}
END_TEST

/* Small devices: fewer invocations, less memory. */
START_TEST(plans_keep_within_small_limits) {
    static const nbl_fft_plan_limits_t small[] = {{256, 16384, 4, NBL_DEVICE_ANY},
                                                  {128, 16384, 8, NBL_DEVICE_ANY},
                                                  {64, 4096, 1, NBL_DEVICE_ANY},
                                                  {1, 1024, 1, NBL_DEVICE_ANY}};
    uint32_t made = 0, refused = 0;
    for (uint32_t l = 0; l < 4; l++)
        for (uint32_t n = 2; n <= MOST; n += n < 64 ? 1 : n / 16) {
            nbl_fft_plan_t plan;
            if (!is_supported(n, 2)) continue;
            nbl_error_t error;
            nbl_result_t result = nbl_fft_plan_make(n, 2, &small[l], &plan, &error);
            EXPECT(result == NBL_SUCCESS || result == NBL_ERROR_LIMIT, "length %u", n);
            EXPECT(result == NBL_SUCCESS || n > 32 * small[l].max_invocations ||
                       n > 16 * small[l].max_shared_bytes / 4 || n > 1024,
                   "length %u, %u invocations: %s", n, small[l].max_invocations, error.text);
            if (result == NBL_SUCCESS) check_structure(plan, &small[l]);
            made += result == NBL_SUCCESS;
            refused += result != NBL_SUCCESS;
        }
    printf("plan: small limits, %u made, %u refused\n", made, refused);
    ck_assert(made > 50 && refused > 10);
}
END_TEST

/* Radices decide the bits of a result. A length and a precision have the same radices within all limits; where these do
 * not fit, the length is refused. */
START_TEST(limits_do_not_change_radices) {
    static const uint32_t invocations[] = {64, 128, 256, 512, 1024}, kilobytes[] = {8, 16, 32, 48, 1024};
    uint32_t compared = 0, refused_at_256 = 0;
    bool all = getenv("NBL_PLANS") != NULL;
    for (uint32_t n = 2, number = 0; n <= MOST; n++)
        for (uint32_t dwords = 1; dwords <= 4; dwords *= 2) {
            if (!is_taken(n, dwords)) continue;
            if (!all && dwords != 2 && n % 8 != 0) continue;
            nbl_fft_plan_t roomy = dwords == 2 ? chosen[number++] : plan_of(n, dwords, NULL);
            for (uint32_t i = 0; i < 5; i++) {
                nbl_fft_plan_limits_t limits = {invocations[i], kilobytes[(n + i) % 5] * 1024, 4u << (n + i) % 5,
                                                NBL_DEVICE_ANY};
                nbl_fft_plan_t plan;
                /* NBL_PLANS=all: the whole grid, a minute */
                if (!all && (i != 2 || (n > 64 && n % 3 != 0 && n < 6400))) continue;
                nbl_result_t result = nbl_fft_plan_make(n, dwords, &limits, &plan, NULL);
                refused_at_256 += result != NBL_SUCCESS && i == 2 && dwords == 2;
                if (result != NBL_SUCCESS) continue;
                EXPECT(plan.radices == roomy.radices, "length %u, %u invocations, %u bytes: other radices", n,
                       limits.max_invocations, limits.max_shared_bytes);
                compared++;
            }
        }
    printf("plan: %u plans within other limits have the radices of their length\n", compared);
    ck_assert_uint_eq(refused_at_256, 16); /* which no radices fit */
    ck_assert_uint_gt(compared, all ? 1500 : 250);
}
END_TEST

/* What is refused, and the radices of what is not, are the same without padding. Mutation that this finds: make.c: a
 * bare plan does not fit the limits by fewer invocations. */
START_TEST(bare_plans_are_there_where_plans_are) {
    enum { DRAWN = 160 };
    test_random_t random = test_random_begin("bare plans");
    uint32_t made = 0;
    for (uint32_t i = 0; i < DRAWN; i++) {
        nbl_fft_plan_request_t request = {.passes = 1u + test_random_below(&random, 3)};
        for (uint32_t p = 0; p < request.passes; p++) request.radices[p] = 2u + test_random_below(&random, 19);
        if (test_random_below(&random, 2)) request.invocations = 1u + test_random_below(&random, 300);
        if (test_random_below(&random, 2)) request.ffts_per_workgroup = 1u + test_random_below(&random, 12);
        if (test_random_below(&random, 2)) request.windows = 1u + test_random_below(&random, 8);
        const uint32_t dwords = 1u << test_random_below(&random, 3);
        nbl_fft_plan_t plan = {0}, bare = {0};
        nbl_error_t why, why_bare;
        const nbl_result_t result = nbl_fft_plan_fit(&request, dwords, NULL, &plan, &why);
        ck_assert_int_eq(nbl_fft_plan_fit_bare(&request, dwords, &bare, &why_bare), result);
        if (result != NBL_SUCCESS) ck_assert_str_eq(why_bare.text, why.text);
        ck_assert_uint_eq(bare.fft_length, plan.fft_length);
        for (uint32_t p = 0; p < plan.passes; p++)
            ck_assert_uint_eq(nbl_fft_plan_radix(bare, p), nbl_fft_plan_radix(plan, p));
        made += result == NBL_SUCCESS;
    }
    printf("plan: %u of %d requests have a plan, bare or padded\n", made, DRAWN);
    ck_assert_uint_ge(made, DRAWN / 8);
    ck_assert_uint_le(made, DRAWN - DRAWN / 8);
}
END_TEST

int main(void) {
    choose_all();
    Suite *suite = suite_create("plan");
    TCase *all = tcase_create("plan");
    tcase_set_timeout(all, 600);
    tcase_add_test(all, every_length_has_a_valid_plan);
    tcase_add_test(all, a_refused_length_has_no_plan);
    tcase_add_test(all, measured_plans_are_taken);
    tcase_add_test(all, plans_keep_within_small_limits);
    tcase_add_test(all, limits_do_not_change_radices);
    tcase_add_test(all, bare_plans_are_there_where_plans_are);
    suite_add_tcase(suite, all);
    return test_run_suite(suite) == 0 ? 0 : 1;
}
