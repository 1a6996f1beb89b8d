/* examples/transposition.h, launched twice, against a 2-D transform of sums as the definition says.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "examples/transposition.h"
#include "tests/examples/examples_testing.h"

enum { N = 64 };

/* Rows, out to columns. */
static void reference_pass(const test_complex_t *in, test_complex_t *out) {
    test_complex_t spectrum[N];
    for (int row = 0; row < N; row++) {
        test_dft(in + row * N, spectrum, N, false);
        for (int f = 0; f < N; f++) out[f * N + row] = spectrum[f];
    }
}

START_TEST(transposition_on_store) {
    static _Alignas(16) float matrices[3][2 * N * N];
    static test_complex_t wide[3][N * N];
    static long double reference[2][2 * N * N];
    test_random_t random = test_random_begin("example_transposition");
    for (int i = 0; i < 2 * N * N; i++) matrices[0][i] = (float)test_random_real(&random);
    for (int i = 0; i < N * N; i++)
        wide[0][i] = (test_complex_t){(long double)matrices[0][2 * i], (long double)matrices[0][2 * i + 1]};
    for (int pass = 0; pass < 2; pass++) {
        reference_pass(wide[pass], wide[pass + 1]);
        for (int i = 0; i < N * N; i++) {
            reference[pass][2 * i] = wide[pass + 1][i].real;
            reference[pass][2 * i + 1] = wide[pass + 1][i].imag;
        }
    }
    for (int pass = 0; pass < 2; pass++) { /* after the second, rows are rows again: a 2-D spectrum in natural order */
        example_t example = {.name = "transposition",
                             .kernel = transposition,
                             .invocations = row_workgroup_size,
                             .groups = N / row_ffts_per_workgroup,
                             .buffer_count = 2,
                             .resources = {{matrices[pass], sizeof matrices[pass], 0},
                                           {matrices[pass + 1], sizeof matrices[pass + 1], 0}}};
        expect_example(&example, reference[pass], 2 * N * N, pass == 0 ? 1.4e-7 : 2e-7, pass == 1);
    }
}
END_TEST

int main(void) { return run_example_test("example_transposition", transposition_on_store); }
