/* The errors of the twiddle factors, printed and bounded, and the symmetries that the butterflies lean on.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/fft/twiddle_testing.h"

START_TEST(errors_float32) {
    tally_t tally = {0, 0, 0};
    TALLY_FACTORS(tally, float32_t)
    print_tally("float32", &tally);
    ck_assert(tally.largest <= LARGEST_FLOAT32 && sqrt(tally.squares / tally.count) <= RMS_FLOAT32);
}
END_TEST

START_TEST(errors_float64) {
    tally_t tally = {0, 0, 0};
    TALLY_FACTORS(tally, float64_t)
    print_tally("float64", &tally);
    ck_assert(tally.largest <= LARGEST_FLOAT64 && sqrt(tally.squares / tally.count) <= RMS_FLOAT64);
}
END_TEST

#if NBL_HAS_FLOAT16
START_TEST(errors_float16) {
    tally_t tally = {0, 0, 0};
    TALLY_FACTORS(tally, float16_t)
    print_tally("float16", &tally);
    ck_assert(tally.largest <= LARGEST_FLOAT16);
}
END_TEST
#endif

/* What the butterflies lean on: the quarter turns are exact, and the inverse is the conjugate to the bit. */
START_TEST(symmetries) {
    FOR_ALL(k, length_log2, inverse) {
        nbl_complex_float32_t w = nbl_fft_twiddle_float32_t(k, length_log2, inverse),
                              v = nbl_fft_twiddle_float32_t(k, length_log2, !inverse);
        nbl_complex_float64_t wide = nbl_fft_twiddle_float64_t(k, length_log2, inverse);
        ck_assert(w.real == v.real && w.imag == -v.imag);
        uint32_t quarters = (4 * k) >> length_log2;
        if (quarters << length_log2 != 4 * k) continue;
        int real = quarters == 0 ? 1 : quarters == 2 ? -1 : 0, imag = quarters == 1 ? -1 : quarters == 3 ? 1 : 0;
        if (inverse) imag = -imag;
        ck_assert(w.real == (float)real && w.imag == (float)imag && wide.real == real && wide.imag == imag);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("twiddle");
    TCase *test_case = tcase_create("twiddle");
    tcase_set_timeout(test_case, 60);
    tcase_add_test(test_case, errors_float32);
    tcase_add_test(test_case, errors_float64);
#if NBL_HAS_FLOAT16
    tcase_add_test(test_case, errors_float16);
#endif
    tcase_add_test(test_case, symmetries);
    suite_add_tcase(suite, test_case);
    return test_run_suite(suite);
}
