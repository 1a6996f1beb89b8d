/* Plans of arrays that a workgroup holds; tests/fft/cases.txt says which ones do.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "gpu/nd_stages.h"
#include "tests/common/testing.h"

/* Every pair and triple of lengths that there is room for: its plans do all lines, within the limits. */
START_TEST(plans_keep_to_limits) {
    static const uint32_t devices[][2] = {{1024, 49152}, {256, 16384}, {128, 16384}};
    uint32_t planned = 0, seen = 0;
    test_random_t random = test_random_begin("nd arrays, plans");
    for (uint32_t i = 0; i < (test_all() ? 6000 : 400); i++) {
        const uint32_t *device = devices[test_random_below(&random, 3)], axes = 2 + test_random_below(&random, 2);
        const nbl_fft_limits_t limits = {.max_workgroup_invocations = device[0],
                                         .max_shared_bytes = device[1],
                                         .subgroup_size = 32,
                                         .float64 = true};
        nbl_fft_lines_desc_t lines = {.fast = test_random_below(&random, 2) == 0};
        lines.precision = lines.planned = test_random_below(&random, 2) == 0 ? NBL_FFT_FLOAT32 : NBL_FFT_FLOAT64;
        uint32_t lengths[3], elements = 1;
        for (uint32_t a = 0; a < axes; a++) {
            do lengths[a] = 2 + test_random_below(&random, axes == 2 ? 128 : 24);
            while (nbl_fft_plan_check_length(lengths[a], 2, NULL) != NBL_SUCCESS);
            elements *= lengths[a];
        }
        seen++;
        if (!nbl_fft_lines_plan_arrays(&limits, lengths, axes, &lines)) continue;
        const nbl_fft_lines_parameters_t *p = &lines.parameters;
        const nbl_fft_plan_t plans[] = {p->plan, p->second_plan, p->third_plan};
        const uint32_t distances[] = {p->distance, p->second_distance, p->third_distance};
        ck_assert(p->invocations <= limits.max_workgroup_invocations &&
                  4 * p->shared_dwords <= limits.max_shared_bytes);
        ck_assert(p->planes * p->arrays * (elements / p->row) * p->row_pitch <= p->shared_dwords);
        for (uint32_t a = 0; a < axes; a++) {
            const uint32_t lines_of_axis = p->arrays * elements / plans[a].fft_length;
            ck_assert_uint_ge(p->invocations, lines_of_axis * plans[a].invocations);
            ck_assert_uint_ge(plans[a].ffts_per_workgroup, lines_of_axis);
            ck_assert_uint_le(nbl_fft_plan_shared_dwords(plans[a]), p->shared_dwords);
            ck_assert(distances[a] == 1 || distances[a] % p->row == 0);
        }
        planned++;
    }
    printf("nd arrays: %u of %u shapes have plans\n", planned, seen);
    ck_assert_uint_gt(2 * planned, seen / 2);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("nd arrays");
    TCase *tests = tcase_create("nd arrays");
    tcase_set_timeout(tests, 300);
    tcase_add_test(tests, plans_keep_to_limits);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
