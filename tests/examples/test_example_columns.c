/* examples/columns.h against columns that are summed up as the definition says.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "examples/columns.h"
#include "tests/examples/examples_testing.h"

enum { N = 240, WIDTH = 13 }; /* the second workgroup has five columns */

START_TEST(columns_of_a_picture) {
    static _Alignas(16) float texels[4 * WIDTH * N], result[2 * WIDTH * N];
    static long double reference[2 * WIDTH * N];
    test_random_t random = test_random_begin("example_columns");
    for (int i = 0; i < 4 * WIDTH * N; i++) texels[i] = (float)test_random_real(&random);
    for (int column = 0; column < WIDTH; column++) {
        test_complex_t x[N], spectrum[N];
        for (int y = 0; y < N; y++) {
            const float *texel = texels + 4 * (y * WIDTH + column);
            x[y] = (test_complex_t){(long double)texel[0], (long double)texel[1]};
        }
        test_dft(x, spectrum, N, false);
        for (int f = 0; f < N; f++) {
            reference[2 * (f * WIDTH + column)] = spectrum[f].real;
            reference[2 * (f * WIDTH + column) + 1] = spectrum[f].imag;
        }
    }
    job_t parameters = {WIDTH};
    example_t example = {.name = "columns",
                         .kernel = columns,
                         .invocations = column_workgroup_size,
                         .groups = (WIDTH + column_ffts_per_workgroup - 1) / column_ffts_per_workgroup,
                         .buffer_count = 1,
                         .has_image = true,
                         .resources = {{result, sizeof result, 0}, {texels, WIDTH, N}},
                         .constants = &parameters,
                         .constant_bytes = sizeof parameters};
    expect_example(&example, reference, 2 * WIDTH * N, 1.4e-7, true);
}
END_TEST

int main(void) { return run_example_test("example_columns", columns_of_a_picture); }
