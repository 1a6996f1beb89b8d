/* Measured times: of several rows the fastest one is taken. And rows without a plan.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/facts/facts_testing.h"

#include "nbl/host/bloom.h"
#include "fft/split.h"
#include "transform/choose.h"
#include "transform/one_kernel.h"

/* What picks rows by their times: a chirp is the shorter the faster a longer one is, and a prime goes by Rader's
 * algorithm where that takes less. */
START_TEST(times_decide) {
    const nbl_fft_plan_limits_t *limits = &sizes[0];
    uint32_t chirps = 0, primes = 0;
    read_all();
    for (size_t i = 0; i < count; i++) {
        nbl_fact_t *row = &rows[i];
        const uint32_t n = row->number / 2 + 1, chirp = row->chirp_time, rader = row->rader_time;
        if (chirp != 0) {
            ck_assert_uint_eq(nbl_fft_one_kernel_length(n, NBL_DWORDS_float32_t, limits), row->number);
            row->chirp_time = 0;
            ck_assert_uint_ne(nbl_fft_one_kernel_length(n, NBL_DWORDS_float32_t, limits), row->number);
            row->chirp_time = chirp;
            chirps++;
        }
        if (rader == 0) continue;
        row->rader_time = 1;
        ck_assert(nbl_fft_one_kernel_by_rader(row->number + 1, NBL_DWORDS_float32_t, limits));
        row->rader_time = UINT32_MAX;
        ck_assert(!nbl_fft_one_kernel_by_rader(row->number + 1, NBL_DWORDS_float32_t, limits));
        row->rader_time = rader;
        primes++;
    }
    printf("facts: %u chirps, %u primes\n", chirps, primes);
    ck_assert_uint_eq(chirps, 47);
    ck_assert_uint_eq(primes, 31);
}
END_TEST

static uint64_t time_of_passes(const uint32_t points[2]) {
    uint64_t outer = 0, middle = 0;
    for (size_t i = 0; i < count; i++) {
        if (rows[i].kinds != NBL_FACT_CHIRP_PASS || rows[i].outer_time == 0) continue;
        if (rows[i].number == points[0]) outer = rows[i].outer_time;
        if (rows[i].number == points[1]) middle = rows[i].middle_time;
    }
    return outer == 0 || middle == 0 ? 0 : (uint64_t)points[0] * points[1] * (outer + middle);
}

/* Of a chirp's passes the fastest are taken where the shortest have times, else the shortest. Mutations that this
 * finds: the time leaves one of the passes out, or the length; times compete with shorter passes that have none. */
START_TEST(passes_of_chirps_are_the_fastest) {
    test_random_t random = test_random_from(29112911);
    nbl_choose_t choose = {.limits = nbl_choose_limits(true)};
    uint32_t faster = 0, shortest_taken = 0;
    choose.problem.mode = NBL_MODE_FAST;
    read_all();
    for (uint32_t i = 0; i < 200; i++) {
        const uint32_t n = 5000 + test_random_below(&random, i % 2 == 0 ? 20000 : 1000000);
        uint32_t shortest[2], points[2], m = 0;
        choose.limits.device = NBL_DEVICE_ANY;
        if (nbl_choose_convolution(&choose, n, NBL_FFT_FLOAT32, &m, shortest) != NBL_CHOOSE_CHIRP_MIDDLE) continue;
        choose.limits.device = NBL_DEVICE_NVIDIA;
        if (nbl_choose_convolution(&choose, n, NBL_FFT_FLOAT32, &m, points) != NBL_CHOOSE_CHIRP_MIDDLE) continue;
        ck_assert_uint_eq(m, points[0] * points[1]);
        ck_assert_uint_ge(m, 2 * n - 2);
        const uint64_t by_length = time_of_passes(shortest), by_time = time_of_passes(points);
        if (by_length == 0) {
            ck_assert_mem_eq(points, shortest, sizeof points);
            shortest_taken++;
            continue;
        }
        ck_assert_msg(by_time != 0 && by_time <= by_length, "%u: %ux%u for %ux%u", n, points[0], points[1], shortest[0],
                      shortest[1]);
        faster += by_time < by_length;
    }
    printf("facts: chirps' passes are faster at %u lengths, the shortest at %u\n", faster, shortest_taken);
    fflush(stdout);
    ck_assert_uint_ge(faster, 80);
    ck_assert_uint_ge(shortest_taken, 20);
}
END_TEST

/* Returns the time of a pass of a long real line, UINT64_MAX: it has none. */
static uint64_t time_of_pass(uint32_t points, uint32_t back, bool mirrors) {
    uint64_t time = UINT64_MAX;
    for (size_t i = 0; i < count; i++)
        if (rows[i].kinds == NBL_FACT_REAL_PASS && rows[i].number == points && (rows[i].conditions & back) != 0 &&
            (mirrors ? rows[i].outer_time : rows[i].middle_time) != 0)
            time = mirrors ? rows[i].outer_time : rows[i].middle_time;
    return time;
}

/* Returns the least time of the passes of a long real line. */
static uint64_t least_time(uint32_t length, uint32_t passes, uint32_t back) {
    uint64_t least = UINT64_MAX;
    for (uint32_t mirrors = 2; mirrors <= NBL_FFT_SPLIT_MOST_POINTS; mirrors++) {
        const uint64_t first = length % mirrors == 0 ? time_of_pass(mirrors, back, true) : UINT64_MAX;
        if (first == UINT64_MAX) continue;
        const uint32_t rest = length / mirrors;
        for (uint32_t one = 1; one <= (passes == 2 ? 1 : NBL_FFT_SPLIT_MOST_POINTS); one++) {
            if (rest % one != 0) continue;
            const uint64_t second = passes == 2 ? 0 : time_of_pass(one, back, false),
                           third = time_of_pass(rest / one, back, false);
            if (second != UINT64_MAX && third != UINT64_MAX && first + second + third < least)
                least = first + second + third;
        }
    }
    return least;
}

/* Of a long real line's passes the fastest are taken; the one with mirrors is the last one forward and the first one
 * back. Mutations that this finds: passes are swapped, one of the times is left out, forward has times of
 * back. */
START_TEST(passes_of_real_lines_are_the_fastest) {
    test_random_t random = test_random_from(30112911);
    nbl_choose_t choose = {.limits = nbl_choose_limits(true)};
    uint32_t found = 0, three = 0, others = 0;
    choose.problem.precision = NBL_FFT_FLOAT32;
    choose.problem.mode = NBL_MODE_FAST;
    choose.problem.real = true;
    choose.problem.rank = 1;
    choose.limits.device = NBL_DEVICE_NVIDIA;
    read_all();
    for (uint32_t i = 0; i < 80; i++) {
        const bool back = i % 2 == 1;
        const uint32_t length = nbl_fft_smooth_length(i < 60 ? 20000 + test_random_below(&random, 1000000)
                                                             : 4200000 + test_random_below(&random, 20000000));
        uint32_t points[3];
        choose.problem.sizes[0] = 2 * (uint64_t)length;
        choose.problem.inverse = back;
        const uint32_t passes =
            nbl_choose_points(&choose, length, back ? NBL_CHOOSE_MIRRORED_FIRST : NBL_CHOOSE_MIRRORED_LAST, points);
        if (passes < 2) continue;
        ck_assert_uint_eq((uint64_t)points[0] * points[1] * points[2], length);
        const uint32_t condition = back ? NBL_FACT_IS_BACK : NBL_FACT_IS_FORWARD, mirrors = back ? 0 : passes - 1;
        const uint64_t least = least_time(length, passes, condition);
        if (least == UINT64_MAX) {
            ck_assert_uint_le(points[mirrors], points[passes - 1 - mirrors]);
            others++;
            continue;
        }
        uint64_t taken = 0;
        for (uint32_t k = 0; k < passes; k++) taken += time_of_pass(points[k], condition, k == mirrors);
        ck_assert_msg(taken == least, "%u: %ux%ux%u", length, points[0], points[1], points[2]);
        found++;
        three += passes == 3;
    }
    printf(
        "facts: passes of real lines are the fastest at %u lengths, %u of three passes, others have no times at %u\n",
        found, three, others);
    fflush(stdout);
    ck_assert_uint_ge(found, 45);
    ck_assert_uint_ge(three, 10);
}
END_TEST

/* Rows without a plan. */
START_TEST(numbers_are_taken) {
    const nbl_fact_case_t points = {
        .device = NBL_DEVICE_NVIDIA, .kind = NBL_FACT_CHIRP_PASS, .fast = true, .conditions = NBL_FACT_IS_LONG};
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    nbl_bloom_plan_t plan;
    uint32_t passes = 0, lengths = 0;
    read_all();
    for (const nbl_fact_t *row = nbl_facts_next_from(NULL, 0, &points); row != NULL;
         row = nbl_facts_next_from(row, 0, &points))
        passes++;
    ck_assert_uint_eq(passes, 54);
    desc.algorithm = NBL_FFT_STOCKHAM;
    desc.kernel_width = desc.kernel_height = 1;
    desc.height = 16;
    desc.limits.max_shared_bytes = 49152;
    for (size_t i = 0; i < count; i++) {
        nbl_fact_t *row = &rows[i];
        if (row->kinds != NBL_FACT_BLOOM_LENGTH) continue;
        desc.first_axis = NBL_BLOOM_AXIS_X;
        desc.width = (row->takes < row->number ? row->takes : row->number) - 2; /* whose cheapest length is the row's */
        ck_assert(nbl_bloom_plan_make(&desc, &plan, NULL) == NBL_SUCCESS);
        ck_assert_uint_eq(plan.length_first, row->takes);
        const uint32_t takes = row->takes;
        row->takes = takes + 2;
        ck_assert(nbl_bloom_plan_make(&desc, &plan, NULL) != NBL_SUCCESS || plan.length_first != takes);
        row->takes = takes;
        lengths++;
    }
    ck_assert_uint_eq(lengths, 2);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("times");
    TCase *all = tcase_create("times");
    tcase_set_timeout(all, 300);
    tcase_add_test(all, times_decide);
    tcase_add_test(all, passes_of_real_lines_are_the_fastest);
    tcase_add_test(all, passes_of_chirps_are_the_fastest);
    tcase_add_test(all, numbers_are_taken);
    suite_add_tcase(suite, all);
    return test_run_suite(suite);
}
