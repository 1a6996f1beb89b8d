/* A test of one's own with Check: where the frequencies of a row's FFT lie, without a library behind the headers.
 * SPDX-License-Identifier: Apache-2.0 */
#define NBL_FFT_NAME row
#define NBL_FFT_LENGTH 1000
#define NBL_FFT_MAPS
#include "nbl/fft.h"

#include <check.h>
#include <stdlib.h>

START_TEST(each_frequency_has_one_place) {
    unsigned seen[row_length] = {0};
    for (uint32_t invocation = 0; invocation < row_invocations; invocation++) {
        nbl_fft_place_t at = nbl_fft_place(invocation, row_invocations); /* what row_place() is in the kernel */
        for (uint32_t k = 0; k < row_elements; k++) {
            if (!row_spectrum_active(at, k)) continue;
            nbl_fft_holder_t holder = row_holder(row_frequency(at, k));
            ck_assert_uint_eq(seen[row_frequency(at, k)]++, 0);
            ck_assert_uint_eq(holder.invocation, invocation);
            ck_assert_uint_eq(holder.element, k);
        }
    }
    for (uint32_t f = 0; f < row_length; f++) ck_assert_uint_eq(seen[f], 1);
}
END_TEST

START_TEST(a_mirror_has_the_negative_frequency) {
    for (uint32_t f = 0; f < row_length; f++) {
        nbl_fft_holder_t mine = row_holder(f);
        nbl_fft_holder_t mirror = row_mirror(nbl_fft_place(mine.invocation, row_invocations), mine.element);
        nbl_fft_holder_t meant = row_holder((row_length - f) % row_length);
        ck_assert_uint_eq(mirror.invocation, meant.invocation);
        ck_assert_uint_eq(mirror.element, meant.element);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("indices");
    TCase *tests = tcase_create("order");
    tcase_add_test(tests, each_frequency_has_one_place);
    tcase_add_test(tests, a_mirror_has_the_negative_frequency);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
