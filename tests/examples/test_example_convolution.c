/* examples/convolution.h against cyclic convolutions that are summed up as the definition says.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "examples/convolution.h"
#include "tests/examples/examples_testing.h"

enum { N = 1000, ROWS = 3, TAPS = 17 };

START_TEST(convolved_rows) {
    static _Alignas(16) float transfers[2 * ROWS * N], rows[2 * ROWS * N];
    static long double reference[2 * ROWS * N];
    test_random_t random = test_random_begin("example_convolution");
    for (int i = 0; i < 2 * ROWS * N; i++) rows[i] = (float)test_random_real(&random);
    for (int row = 0; row < ROWS; row++) {
        static test_complex_t filter[N], spectrum[N];
        const float *x = rows + 2 * row * N;
        for (int i = 0; i < TAPS; i++)
            filter[i] =
                (test_complex_t){(long double)test_random_real(&random), (long double)test_random_real(&random)};
        test_fft(filter, spectrum, N, false);
        for (int f = 0; f < N; f++) {
            transfers[2 * (row * N + f)] = (float)spectrum[f].real;
            transfers[2 * (row * N + f) + 1] = (float)spectrum[f].imag;
        }
        for (int i = 0; i < N; i++) {
            long double re = 0, im = 0;
            for (int t = 0; t < TAPS; t++) {
                int from = (i - t + N) % N;
                re += filter[t].real * (long double)x[2 * from] - filter[t].imag * (long double)x[2 * from + 1];
                im += filter[t].real * (long double)x[2 * from + 1] + filter[t].imag * (long double)x[2 * from];
            }
            reference[2 * (row * N + i)] = re;
            reference[2 * (row * N + i) + 1] = im;
        }
    }
    job_t parameters = {ROWS};
    example_t example = {.name = "convolution",
                         .kernel = convolution,
                         .invocations = row_workgroup_size,
                         .groups = (ROWS + row_ffts_per_workgroup - 1) / row_ffts_per_workgroup,
                         .buffer_count = 2,
                         .in_place = true,
                         .resources = {{transfers, sizeof transfers, 0}, {rows, sizeof rows, 0}},
                         .constants = &parameters,
                         .constant_bytes = sizeof parameters};
    expect_example(&example, reference, 2 * ROWS * N, 3e-7, true);
}
END_TEST

int main(void) { return run_example_test("example_convolution", convolved_rows); }
