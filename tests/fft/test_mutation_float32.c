/* The bounds of the float32 transform catch a twiddle polynomial that is wrong in its sixth digit.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/fft/constants_float32.h"
#undef NBL_FFT_SINE_float32_t
#define NBL_FFT_SINE_float32_t(y) (MUTATION_WRONG + (y) * (81.5995178f + (y) * -75.7263031f))
#define MUTATION_TRUE -41.3416977f
#define MUTATION_WRONG -41.3415977f
#define MUTATION_PRECISION NBL_FFT_FLOAT32
#define NBL_TRANSFORM_SCALAR float32_t
#include "tests/fft/mutation_testing.h"
#include "tests/fft/twiddle_testing.h"

START_TEST(to_8192) {
    expect_broken_bound(2, 512);
    expect_broken_bound(8, 1024);
}
END_TEST

START_TEST(to_32768) { expect_broken_bound(32, 1024); }
END_TEST

START_TEST(twiddles) {
    tally_t tally = {0, 0, 0};
    TALLY_FACTORS(tally, float32_t)
    print_tally("mutated float32", &tally);
    ck_assert(tally.largest > LARGEST_FLOAT32 && sqrt(tally.squares / tally.count) > RMS_FLOAT32);
}
END_TEST

int main(void) {
    data_seed = begin_data("mutation_float32");
    Suite *suite = suite_create("mutation_float32");
    add_group(suite, "to_8192", to_8192);
    add_group(suite, "to_32768", to_32768);
    add_group(suite, "twiddles", twiddles);
    return test_run_suite(suite);
}
