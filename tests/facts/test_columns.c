/* Lines side by side in fast mode: a length of more than three radices has columns, and reads half a sector or more.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Wrong before: a length that takes four radices, as 2401, had no plan of its own, and went one column in a workgroup.
 */
#include <stdio.h>

#include "plan/cost.h"
#include "plan/make.h"
#include "tests/common/testing.h"
#include "transform/lines.h"

enum { FEWEST = 17, MOST = 5445 /* two columns of it leave too few registers */ };

/* Returns the columns of a workgroup; 0: the length has no plan. */
static uint32_t columns_of(uint32_t length, nbl_device_kind_t device, bool back) {
    const nbl_fft_limits_t limits = {.max_workgroup_invocations = 1024,
                                     .max_shared_bytes = 49152,
                                     .subgroup_size = 32,
                                     .max_buffer_bytes = UINT32_MAX,
                                     .device = device};
    nbl_fft_lines_desc_t desc = {
        .precision = NBL_FFT_FLOAT32, .planned = NBL_FFT_FLOAT32, .length = length, .fast = true};
    nbl_instruction_order_t order;
    desc.parameters.columns = 1;
    desc.parameters.inverse = back;
    return nbl_fft_lines_plan(&limits, &desc, &order, NULL) == NBL_SUCCESS ? desc.parameters.plan.ffts_per_workgroup
                                                                           : 0;
}

/* Returns whether a length is a product of three radices, or of fewer. */
static bool has_three(uint32_t length) {
    for (uint32_t a = 1; a <= NBL_FFT_MAX_RADIX; a++)
        for (uint32_t b = 1; b <= NBL_FFT_MAX_RADIX && length % a == 0; b++) {
            const uint32_t c = length / a / b;
            if (length % (a * b) == 0 && c <= NBL_FFT_MAX_RADIX && (a == 1 || nbl_fft_plan_is_narrow(a)) &&
                (b == 1 || nbl_fft_plan_is_narrow(b)) && (c == 1 || nbl_fft_plan_is_narrow(c)))
                return true;
        }
    return false;
}

START_TEST(four_radices_have_columns) {
    uint32_t lengths = 0, single = 0;
    for (uint32_t n = FEWEST; n < MOST; n++) {
        if (nbl_fft_plan_check_length(n, NBL_DWORDS_float32_t, NULL) != NBL_SUCCESS || has_three(n)) continue;
        const uint32_t columns = columns_of(n, NBL_DEVICE_NVIDIA, lengths % 2 == 1);
        lengths++;
        single += columns < 2;
        if (columns < 2) printf("columns: %u: %u\n", n, columns);
    }
    printf("columns: %u lengths of four radices or more\n", lengths);
    fflush(stdout);
    ck_assert_uint_eq(lengths, 13);
    ck_assert_uint_eq(single, 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("columns");
    TCase *all = tcase_create("columns");
    tcase_set_timeout(all, 300);
    tcase_add_test(all, four_radices_have_columns);
    suite_add_tcase(suite, all);
    return test_run_suite(suite);
}
