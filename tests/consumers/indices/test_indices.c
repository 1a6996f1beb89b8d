/* A test of one's own with Check: where the frequencies of a forward FFT lie, without a library behind the headers.
 * SPDX-License-Identifier: Apache-2.0 */
#include "nbl/fft/mirror.h"

#include <check.h>
#include <stdlib.h>

/* 8 elements in each of 64 invocations, as the kernel under test has them */
static nbl_fft_nabla_order_t order(void) {
    return nbl_fft_nabla_order(nbl_fft_log2_elements(3), nbl_fft_log2_workgroup(6));
}

START_TEST(each_frequency_has_one_place) {
    unsigned seen[512] = {0};
    for (uint32_t i = 0; i < 512; i++) {
        uint32_t frequency = nbl_fft_dft_index(order(), i);
        ck_assert_uint_lt(frequency, 512);
        ck_assert_uint_eq(seen[frequency]++, 0);
        ck_assert_uint_eq(nbl_fft_nabla_index(order(), frequency), i);
    }
}
END_TEST

START_TEST(a_trade_is_one_to_one) {
    for (uint32_t i = 0; i < 512; i++) {
        nbl_fft_mirror_local_info_t mine = nbl_fft_mirror_local_info(order(), i);
        uint32_t same_element = i / 64 * 64;
        nbl_fft_mirror_local_info_t theirs = nbl_fft_mirror_local_info(order(), same_element + mine.other_invocation);
        ck_assert_uint_eq(theirs.other_invocation, i % 64);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("indices");
    TCase *tests = tcase_create("order");
    tcase_add_test(tests, each_frequency_has_one_place);
    tcase_add_test(tests, a_trade_is_one_to_one);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
