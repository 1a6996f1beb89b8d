/* examples/scale.h against power spectra that are summed up as the definition says.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "examples/scale.h"
#include "tests/examples/examples_testing.h"

enum { N = 128, ROWS = 7 };

START_TEST(scale_on_store) {
    static _Alignas(16) float rows[2 * ROWS * N], powers_out[ROWS * N];
    static long double reference[ROWS * N];
    test_random_t random = test_random_begin("example_scale");
    for (int i = 0; i < 2 * ROWS * N; i++) rows[i] = (float)test_random_real(&random);
    for (int row = 0; row < ROWS; row++) {
        test_complex_t x[N], spectrum[N];
        for (int i = 0; i < N; i++)
            x[i] = (test_complex_t){(long double)rows[2 * (row * N + i)], (long double)rows[2 * (row * N + i) + 1]};
        test_dft(x, spectrum, N, false);
        for (int f = 0; f < N; f++)
            reference[row * N + f] = (spectrum[f].real * spectrum[f].real + spectrum[f].imag * spectrum[f].imag) / N;
    }
    constants_t parameters = {ROWS, 1.0f / N};
    example_t example = {.name = "scale",
                         .kernel = scale,
                         .invocations = row_workgroup_size,
                         .groups = (ROWS + row_ffts_per_workgroup - 1) / row_ffts_per_workgroup,
                         .buffer_count = 2,
                         .resources = {{rows, sizeof rows, 0}, {powers_out, sizeof powers_out, 0}},
                         .constants = &parameters,
                         .constant_bytes = sizeof parameters};
    expect_example(&example, reference, ROWS * N, 3e-7, true);
}
END_TEST

int main(void) { return run_example_test("example_scale", scale_on_store); }
