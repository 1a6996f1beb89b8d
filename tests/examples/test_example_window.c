/* examples/window.h against windowed frames that are summed up as the definition says.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "examples/window.h"
#include "tests/examples/examples_testing.h"

enum { N = 240, HOP = 80, FRAMES = 6, SAMPLES = (FRAMES - 1) * HOP + N };

START_TEST(window_on_load) {
    static _Alignas(16) float signal[SAMPLES], result[2 * FRAMES * N];
    static long double reference[2 * FRAMES * N];
    test_random_t random = test_random_begin("example_window");
    for (int i = 0; i < SAMPLES; i++) signal[i] = (float)test_random_real(&random);
    for (int frame = 0; frame < FRAMES; frame++) {
        test_complex_t x[N], spectrum[N];
        for (int i = 0; i < N; i++) {
            long double hann = 0.5L - 0.5L * cosl(6.283185307179586476925286766559005768L * i / N);
            x[i] = (test_complex_t){hann * (long double)signal[frame * HOP + i], 0};
        }
        test_dft(x, spectrum, N, false);
        for (int f = 0; f < N; f++) {
            reference[2 * (frame * N + f)] = spectrum[f].real;
            reference[2 * (frame * N + f) + 1] = spectrum[f].imag;
        }
    }
    constants_t parameters = {FRAMES};
    example_t example = {.name = "window",
                         .kernel = window,
                         .invocations = frame_workgroup_size,
                         .groups = (FRAMES + frame_ffts_per_workgroup - 1) / frame_ffts_per_workgroup,
                         .buffer_count = 2,
                         .resources = {{signal, sizeof signal, 0}, {result, sizeof result, 0}},
                         .constants = &parameters,
                         .constant_bytes = sizeof parameters};
    expect_example(&example, reference, 2 * FRAMES * N, 1.8e-7, true);
}
END_TEST

int main(void) { return run_example_test("example_window", window_on_load); }
