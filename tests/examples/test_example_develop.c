/* examples/develop.h against the same formulas in long double.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "examples/develop.h"
#include "tests/examples/examples_testing.h"

enum { PIXELS = 1000 };

START_TEST(developed_pictures) {
    static _Alignas(16) float linear[PIXELS * 4], result[PIXELS * 4];
    static long double reference[PIXELS * 4];
    test_random_t random = test_random_begin("example_develop");
    constants_t parameters = {PIXELS, 1.3f};
    for (int i = 0; i < PIXELS * 4; i++) {
        linear[i] = (float)exp(10.0 * test_random_real(&random));
        if (i % 7 == 0) linear[i] = -linear[i];
        if (i % 4 == 3) linear[i] = 0.5f;
        long double exposed = fmaxl((long double)linear[i] * exp2l((long double)parameters.stops), 0);
        long double x = exposed / (1 + exposed);
        reference[i] = x <= 0.0031308L ? 12.92L * x : 1.055L * powl(x, 1 / 2.4L) - 0.055L;
        if (i % 4 == 3) reference[i] = (long double)linear[i];
    }
    example_t example = {.name = "develop",
                         .kernel = develop,
                         .invocations = 64,
                         .groups = (PIXELS + 63) / 64,
                         .buffer_count = 2,
                         .resources = {{linear, sizeof linear, 0}, {result, sizeof result, 0}},
                         .constants = &parameters,
                         .constant_bytes = sizeof parameters};
    expect_example(&example, reference, PIXELS * 4, 3e-7, true);
}
END_TEST

int main(void) { return run_example_test("example_develop", developed_pictures); }
