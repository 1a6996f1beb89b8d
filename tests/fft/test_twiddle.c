/* The errors of the twiddle factors, printed and bounded, the symmetries that the butterflies lean on, and that the
 * ways for parts of a turn have the same bits.
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

/* A twiddle whose octant is found by a division: what the comparisons of nbl/fft/twiddle_scalar.h must give, to the
 * bit. */
#define DIVIDED(scalar) \
    static nbl_complex_##scalar divided_##scalar(uint32_t k, nbl_fft_fraction_t_##scalar of, bool inverse) { \
        uint32_t octant = 8 * k / of.denominator, rest = 8 * k % of.denominator; \
        scalar n = octant % 2 != 0 ? of.denominator - rest : rest; \
        return nbl_fft_from_octant_##scalar(nbl_fft_octant_##scalar(n * of.unit, n * of.high, 1, n * of.low), octant, \
                                            inverse); \
    }
DIVIDED(float32_t)
DIVIDED(float64_t)

#define SAME_BITS(a, b) ck_assert_mem_eq(&(a), &(b), sizeof(a))
#define CHECK_PARTS(scalar) \
    { \
        const nbl_fft_fraction_t_##scalar of = nbl_fft_fraction_##scalar(n); \
        const nbl_complex_##scalar expected = divided_##scalar(k, of, inverse); \
        nbl_complex_##scalar w = nbl_fft_twiddle_fraction_##scalar(k, of, inverse); \
        SAME_BITS(w, expected); \
        for (uint32_t part = 2; part * k < n && part <= 8; part *= 2) { \
            w = nbl_fft_twiddle_part_##scalar(k, of, part, inverse); \
            SAME_BITS(w, expected); \
        } \
    }

START_TEST(parts_of_a_turn) {
    for (uint32_t n = 1; n <= 16384; n += n < 400 ? 1 : 389)
        for (uint32_t k = 0; k < n; k += n < 400 ? 1 : 1 + n / 97)
            for (int inverse = 0; inverse < 2; inverse++) {
                CHECK_PARTS(float32_t)
                CHECK_PARTS(float64_t)
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
    tcase_add_test(test_case, parts_of_a_turn);
    suite_add_tcase(suite, test_case);
    return test_run_suite(suite);
}
