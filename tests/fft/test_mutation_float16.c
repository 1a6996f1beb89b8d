/* The bound of the float16 transform catches a twiddle polynomial that is wrong in its second digit.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/fft/constants_float32.h"
#undef NBL_FFT_SINE_float32_t
#define NBL_FFT_SINE_float32_t(y) (MUTATION_WRONG + (y) * (81.5995178f + (y) * -75.7263031f))
#define MUTATION_TRUE -41.3416977f
#define MUTATION_WRONG -43.3416977f
#define MUTATION_PRECISION NBL_FFT_FLOAT16
#include "nbl/lang.h"

#if NBL_HAS_FLOAT16
#define NBL_TRANSFORM_SCALAR float16_t
#include "tests/fft/mutation_testing.h"
#include "tests/fft/twiddle_testing.h"

START_TEST(float16) { expect_broken_bound(2, 512); }
END_TEST

START_TEST(twiddles) {
    tally_t tally = {0, 0, 0};
    TALLY_FACTORS(tally, float16_t)
    print_tally("mutated float16", &tally);
    ck_assert(tally.largest > LARGEST_FLOAT16);
}
END_TEST

int main(void) {
    data_seed = begin_data("mutation_float16");
    Suite *suite = suite_create("mutation_float16");
    add_group(suite, "float16", float16);
    add_group(suite, "twiddles", twiddles);
    return test_run_suite(suite);
}
#else
#include <stdio.h>

int main(void) {
    printf(
        "SKIPPED: float16 on the emulator: this compiler has no such type\n100%%: Checks: 0, Failures: 0, Errors: 0\n");
    return 0;
}
#endif
