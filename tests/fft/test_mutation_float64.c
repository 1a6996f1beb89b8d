/* The bound of the float64 transform catches a twiddle polynomial that is wrong in its fourteenth digit.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/fft/constants_float64.h"
#undef NBL_FFT_SINE_float64_t
#define NBL_FFT_SINE_float64_t(y) \
    (NBL_FFT_FLOAT64(-41.3417015f, MUTATION_WRONG, -2.13162821e-14f) + \
     (y) * (NBL_FFT_FLOAT64(81.6052475f, 1.77851643e-06f, 1.42108547e-14f) + \
            (y) * (NBL_FFT_FLOAT64(-76.7058563f, -3.4298007e-06f, -2.84217094e-14f) + \
                   (y) * (NBL_FFT_FLOAT64(42.0586929f, 1.00567684e-06f, -4.26325641e-14f) + \
                          (y) * (NBL_FFT_FLOAT64(-15.0946417f, 4.05906036e-07f, 5.32907052e-15f) + \
                                 (y) * (NBL_FFT_FLOAT64(3.81983066f, 8.79283775e-08f, 3.10862447e-15f) + \
                                        (y)*NBL_FFT_FLOAT64(-0.712444067f, 4.32302372e-09f, -2.22044605e-16f)))))))
#define MUTATION_TRUE -7.32831381e-07f
#define MUTATION_WRONG -7.32830381e-07f
#define MUTATION_SUM(x) NBL_FFT_FLOAT64(-41.3417015f, x, -2.13162821e-14f)
#define MUTATION_PRECISION NBL_FFT_FLOAT64
#define NBL_TRANSFORM_SCALAR float64_t
#include "tests/fft/mutation_testing.h"
#include "tests/fft/twiddle_testing.h"

START_TEST(float64) {
    expect_broken_bound(2, 512);
    expect_broken_bound(16, 512);
}
END_TEST

START_TEST(twiddles) {
    tally_t tally = {0, 0, 0};
    TALLY_FACTORS(tally, float64_t)
    print_tally("mutated float64", &tally);
    ck_assert(tally.largest > LARGEST_FLOAT64 && sqrt(tally.squares / tally.count) > RMS_FLOAT64);
}
END_TEST

int main(void) {
    data_seed = begin_data("mutation_float64");
    Suite *suite = suite_create("mutation_float64");
    add_group(suite, "float64", float64);
    add_group(suite, "twiddles", twiddles);
    return test_run_suite(suite);
}
