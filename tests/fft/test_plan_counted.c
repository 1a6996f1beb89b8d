/* The CPU looks up the radices of a length in a table: they are the radices that counting finds, and that a device
 * gets.
 * SPDX-License-Identifier: Apache-2.0
 *
 * test_plan_counted make   writes host/plan/counted_rows.h, in seconds
 *
 * Catches: two radices of a row of that file swapped; nbl_fft_plan_radices() without the rows of host/facts.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "facts/choose.h"
#include "fft/tuning.h"
#include "nbl/host/fft_nd.h"
#include "plan/counted.h"
#include "plan/make.h"
#include "tests/common/testing.h"

static const uint32_t all_dwords[] = {1, 2, 4};

/* ---- Making the table */

static bool has_row(uint32_t length, uint32_t dwords) {
    const nbl_fact_case_t of = {
        .device = NBL_DEVICE_PROCESSOR, .kind = NBL_FACT_TRANSFORM, .precision = nbl_fact_precision(dwords)};
    nbl_fft_plan_request_t request;
    return nbl_fact_find(&of, length, &request) != NULL;
}

static nbl_fft_plan_request_t searched(uint32_t length, uint32_t dwords) {
    nbl_fft_plan_request_t request = nbl_fft_plan_count_radices(length, dwords);
    nbl_fft_plan_order_radices(&request, length, dwords);
    return request;
}

static bool are_same(const nbl_fft_plan_request_t *a, const nbl_fft_plan_request_t *b) {
    return a->passes == b->passes && memcmp(a->radices, b->radices, a->passes * sizeof a->radices[0]) == 0;
}

static void print_rows(uint32_t length) {
    nbl_fft_plan_request_t requests[3];
    uint32_t left = 0;
    for (uint32_t i = 0; i < 3; i++) {
        if (nbl_fft_plan_check_length(length, all_dwords[i], NULL) != NBL_SUCCESS || has_row(length, all_dwords[i]))
            continue;
        left |= all_dwords[i];
        requests[i] = searched(length, all_dwords[i]);
    }
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t dwords = 0;
        if ((left & all_dwords[i]) == 0) continue;
        for (uint32_t k = i; k < 3; k++)
            if ((left & all_dwords[k]) != 0 && are_same(&requests[i], &requests[k])) dwords |= all_dwords[k];
        left &= ~dwords;
        printf("{%u, %u, {", length, dwords);
        for (uint32_t p = 0; p < requests[i].passes; p++) printf("%s%u", p == 0 ? "" : ", ", requests[i].radices[p]);
        printf("}},\n");
    }
}

static int make(void) {
    printf("/* The radices of every length without a row of host/facts, as counting finds them; made by\n"
           " * build/tests/fft/test_plan_counted make\n"
           " * SPDX-License-Identifier: Apache-2.0\n"
           " */\n");
    for (uint32_t length = 2; length <= NBL_FFT_PLAN_MAX_LENGTH; length++) print_rows(length);
    return 0;
}

/* ---- Testing it */

START_TEST(rows_are_what_counting_finds) {
    uint32_t rows = 0, precisions = 0;
    for (uint32_t i = 0; i < nbl_fft_counted_count; i++) {
        const nbl_fft_counted_t *row = &nbl_fft_counted[i];
        ck_assert(i == 0 || row[-1].length <= row->length);
        if (!test_takes(i, 10)) continue;
        rows++;
        for (uint32_t k = 0; k < 3; k++) {
            nbl_fft_plan_request_t found, expected;
            if ((row->dwords & all_dwords[k]) == 0) continue;
            precisions++;
            expected = searched(row->length, all_dwords[k]);
            ck_assert(nbl_fft_plan_counted(row->length, all_dwords[k], &found));
            ck_assert_msg(are_same(&found, &expected), "length %u, %u dwords", row->length, all_dwords[k]);
        }
    }
    printf("counted: %u rows of %u, %u precisions\n", rows, nbl_fft_counted_count, precisions);
    ck_assert_uint_ge(rows, nbl_fft_counted_count / 10);
    ck_assert_uint_ge(precisions, rows);
}
END_TEST

/* What a device gets may have radices of 1 besides, which move elements. */
static bool are_radices_of(const nbl_fft_plan_request_t *request, nbl_fft_plan_t plan) {
    uint32_t p = 0;
    for (uint32_t q = 0; q < plan.passes; q++) {
        const uint32_t radix = nbl_fft_plan_radix(plan, q);
        if (radix == 1) continue;
        if (p == request->passes || request->radices[p] != radix) return false;
        p++;
    }
    return p == request->passes;
}

START_TEST(lengths_have_the_radices_of_a_device) {
    static const nbl_fft_precision_t precisions[] = {NBL_FFT_FLOAT16, NBL_FFT_FLOAT32, NBL_FFT_FLOAT64,
                                                     NBL_FFT_FLOAT16_STORAGE};
    const nbl_fft_limits_t emulator = nbl_fft_emulator_limits(0);
    const nbl_fft_plan_limits_t limits = {emulator.max_workgroup_invocations, emulator.max_shared_bytes,
                                          emulator.subgroup_size, NBL_DEVICE_PROCESSOR};
    uint32_t lengths = 0, number = 0;
    for (uint32_t length = 2; length <= NBL_FFT_PLAN_MAX_LENGTH; length++)
        for (uint32_t k = 0; k < 4; k++) {
            const uint32_t dwords = nbl_fft_precision_dwords(precisions[k]);
            nbl_fft_plan_request_t request;
            nbl_fft_plan_t plan;
            nbl_error_t error;
            if (nbl_fft_plan_check_length(length, dwords, NULL) != NBL_SUCCESS || !test_takes(number++, 20)) continue;
            ck_assert_msg(nbl_fft_tuned_plan(length, precisions[k], false, &limits, &plan, NULL, &error) == NBL_SUCCESS,
                          "%s", error.text);
            request = nbl_fft_plan_radices(length, precisions[k]);
            ck_assert_msg(are_radices_of(&request, plan), "length %u in %s", length,
                          nbl_fft_precision_name(precisions[k]));
            lengths++;
        }
    printf("counted: %u of %u lengths and precisions have a device's radices\n", lengths, number);
    ck_assert_uint_ge(lengths, number / 20);
    ck_assert_uint_eq(number, 2509);
}
END_TEST

/* A search takes thousands of steps, a look-up none: no length is left out of the table. */
START_TEST(no_length_is_searched_for) {
    uint32_t lengths = 0, rows = 0;
    for (uint32_t length = 2; length <= NBL_FFT_PLAN_MAX_LENGTH; length++)
        for (uint32_t k = 0; k < 3; k++) {
            nbl_fft_plan_request_t request;
            if (nbl_fft_plan_check_length(length, all_dwords[k], NULL) != NBL_SUCCESS) continue;
            lengths++;
            if (has_row(length, all_dwords[k])) {
                rows++;
                continue;
            }
            ck_assert_msg(nbl_fft_plan_counted(length, all_dwords[k], &request), "length %u, %u dwords", length,
                          all_dwords[k]);
        }
    printf("counted: %u lengths and precisions, %u by rows of facts\n", lengths, rows);
    ck_assert_uint_eq(lengths, 1836);
    ck_assert_uint_ge(rows, 100);
}
END_TEST

static double thread_seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* In the median a plan takes less than a fifth of a search. Meant to catch: nbl_fft_line_plan() by
 * nbl_fft_plan_request(). */
START_TEST(plans_of_the_cpu_do_not_search) {
    enum { LENGTHS = 100 };
    test_random_t random = test_random_begin("plan counted");
    double plans[LENGTHS], searches[LENGTHS];
    for (uint32_t i = 0; i < LENGTHS; i++) {
        const nbl_fft_counted_t *row = &nbl_fft_counted[250 + test_random_below(&random, nbl_fft_counted_count - 250)];
        nbl_fft_problem_t desc = nbl_fft_problem_init();
        nbl_fft_t *plan;
        desc.rank = 1;
        desc.sizes[0] = row->length;
        const double begin = thread_seconds();
        ck_assert_int_eq(nbl_fft_make_cpu(&desc, &plan, NULL), NBL_SUCCESS);
        plans[i] = thread_seconds() - begin;
        nbl_fft_destroy(plan);
        (void)searched(row->length, row->dwords & 4 ? 4 : row->dwords & 2 ? 2 : 1);
        searches[i] = thread_seconds() - begin - plans[i];
    }
    qsort(plans, LENGTHS, sizeof plans[0], ascending);
    qsort(searches, LENGTHS, sizeof searches[0], ascending);
    printf("counted: %d lengths, plans %.1f us and searches %.1f us in the median\n", LENGTHS, 1e6 * plans[LENGTHS / 2],
           1e6 * searches[LENGTHS / 2]);
    ck_assert_double_lt(plans[LENGTHS / 2], searches[LENGTHS / 2] / 5);
}
END_TEST

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "make") == 0) return make();
    Suite *suite = suite_create("plan_counted");
    TCase *tests = tcase_create("plan_counted");
    tcase_set_timeout(tests, 600);
    suite_add_tcase(suite, tests);
    tcase_add_test(tests, rows_are_what_counting_finds);
    tcase_add_test(tests, lengths_have_the_radices_of_a_device);
    tcase_add_test(tests, no_length_is_searched_for);
    tcase_add_test(tests, plans_of_the_cpu_do_not_search);
    return test_run_suite(suite);
}
