/* examples/real.h against spectra of real signals in long double, and back.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "examples/real.h"
#include "tests/examples/examples_testing.h"

enum { N = 2048, ROWS = 3, HALF = N / 2 + 1 };

static _Alignas(16) float rows[ROWS * N], spectra[2 * ROWS * HALF], back[ROWS * N];

static void expect_way(uint32_t inverse, void *from, size_t from_size, void *to, size_t to_size,
                       const long double *reference, double bound) {
    constants_t parameters = {ROWS, inverse};
    example_t example = {.name = "real",
                         .kernel = real,
                         .invocations = row_workgroup_size,
                         .groups = (ROWS + row_ffts_per_workgroup - 1) / row_ffts_per_workgroup,
                         .buffer_count = 2,
                         .resources = {{from, from_size, 0}, {to, to_size, 0}},
                         .constants = &parameters,
                         .constant_bytes = sizeof parameters,
                         .other_driver = inverse != 0};
    expect_example(&example, reference, to_size / sizeof(float), bound, true);
}

START_TEST(real_signals) {
    static long double reference[2 * ROWS * HALF], signals[ROWS * N];
    static test_complex_t x[N], spectrum[N];
    test_random_t random = test_random_begin("example_real");
    for (int i = 0; i < ROWS * N; i++) signals[i] = (long double)(rows[i] = (float)test_random_real(&random));
    for (int row = 0; row < ROWS; row++) {
        for (int i = 0; i < N; i++) x[i] = (test_complex_t){signals[row * N + i], 0};
        test_fft(x, spectrum, N, false);
        for (int f = 0; f < HALF; f++) {
            reference[2 * (row * HALF + f)] = spectrum[f].real;
            reference[2 * (row * HALF + f) + 1] = f == 0 || f == N / 2 ? 0 : spectrum[f].imag;
        }
    }
    expect_way(0, rows, sizeof rows, spectra, sizeof spectra, reference, 1.5e-7);
    expect_way(1, spectra, sizeof spectra, back, sizeof back, signals, 2e-7);
}
END_TEST

int main(void) { return run_example_test("example_real", real_signals); }
