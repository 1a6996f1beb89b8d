/* examples/texture.h against luminances that are padded and summed up as the definition says.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "examples/texture.h"
#include "tests/examples/examples_testing.h"

enum { N = 96, WIDTH = 83, HEIGHT = 10 };

START_TEST(texture_on_load) {
    static _Alignas(16) float texels[4 * WIDTH * HEIGHT], result[2 * HEIGHT * N];
    static long double reference[2 * HEIGHT * N];
    test_random_t random = test_random_begin("example_texture");
    for (int i = 0; i < 4 * WIDTH * HEIGHT; i++) texels[i] = (float)test_random_real(&random);
    for (int y = 0; y < HEIGHT; y++) {
        test_complex_t x[N], spectrum[N];
        memset(x, 0, sizeof x);
        for (int i = 0; i < WIDTH; i++) {
            const float *t = texels + 4 * (y * WIDTH + i);
            x[i].real = 0.2126L * (long double)t[0] + 0.7152L * (long double)t[1] + 0.0722L * (long double)t[2];
        }
        test_dft(x, spectrum, N, false);
        for (int f = 0; f < N; f++) {
            reference[2 * (y * N + f)] = spectrum[f].real;
            reference[2 * (y * N + f) + 1] = spectrum[f].imag;
        }
    }
    constants_t parameters = {WIDTH, HEIGHT};
    example_t example = {.name = "texture",
                         .kernel = texture,
                         .invocations = row_workgroup_size,
                         .groups = (HEIGHT + row_ffts_per_workgroup - 1) / row_ffts_per_workgroup,
                         .buffer_count = 1,
                         .has_image = true,
                         .resources = {{result, sizeof result, 0}, {texels, WIDTH, HEIGHT}},
                         .constants = &parameters,
                         .constant_bytes = sizeof parameters};
    expect_example(&example, reference, 2 * HEIGHT * N, 1.8e-7, true);
}
END_TEST

int main(void) { return run_example_test("example_texture", texture_on_load); }
