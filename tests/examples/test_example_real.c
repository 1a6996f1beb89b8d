/* examples/real.h against spectra of real signals in long double.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "examples/real.h"
#include "tests/examples/examples_testing.h"

enum { N = 2048, ROWS = 3 };

START_TEST(real_signals) {
    static _Alignas(16) float rows[ROWS * N], result[ROWS * N];
    static long double reference[ROWS * N];
    static test_complex_t x[N], spectrum[N];
    test_random_t random = test_random_begin("example_real");
    for (int i = 0; i < ROWS * N; i++) rows[i] = (float)test_random_real(&random);
    for (int row = 0; row < ROWS; row++) {
        for (int i = 0; i < N; i++) x[i] = (test_complex_t){(long double)rows[row * N + i], 0};
        test_fft(x, spectrum, N, false);
        for (int f = 0; f < N / 2; f++) {
            reference[row * N + 2 * f] = spectrum[f].real;
            reference[row * N + 2 * f + 1] = f == 0 ? spectrum[N / 2].real : spectrum[f].imag;
        }
    }
    example_t example = {.name = "real",
                         .kernel = real,
                         .invocations = 256,
                         .groups = ROWS,
                         .buffer_count = 2,
                         .resources = {{rows, sizeof rows, 0}, {result, sizeof result, 0}}};
    expect_example(&example, reference, ROWS * N, 1.5e-7, true);
}
END_TEST

int main(void) { return run_example_test("example_real", real_signals); }
