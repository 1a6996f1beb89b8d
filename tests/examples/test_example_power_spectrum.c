/* examples/power_spectrum.h against windowed frames that are summed up as the definition says.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "examples/power_spectrum.h"
#include "tests/examples/examples_testing.h"

enum { N = 2048, HOP = 512, FRAMES = 3, SAMPLES = (FRAMES - 1) * HOP + N, HALF = N / 2 + 1 };

START_TEST(power_spectra) {
    static _Alignas(16) float signal[SAMPLES], result[FRAMES * HALF];
    static long double reference[FRAMES * HALF];
    static test_complex_t x[N], spectrum[N];
    test_random_t random = test_random_begin("example_power_spectrum");
    for (int i = 0; i < SAMPLES; i++) signal[i] = (float)test_random_real(&random);
    for (int frame = 0; frame < FRAMES; frame++) {
        for (int i = 0; i < N; i++) {
            long double hann = 0.5L - 0.5L * cosl(6.283185307179586476925286766559005768L * i / N);
            x[i] = (test_complex_t){hann * (long double)signal[frame * HOP + i], 0};
        }
        test_fft(x, spectrum, N, false);
        for (int f = 0; f < HALF; f++)
            reference[frame * HALF + f] = spectrum[f].real * spectrum[f].real + spectrum[f].imag * spectrum[f].imag;
    }
    job_t parameters = {FRAMES};
    example_t example = {.name = "power_spectrum",
                         .kernel = power_spectrum,
                         .invocations = frame_workgroup_size,
                         .groups = (FRAMES + frame_ffts_per_workgroup - 1) / frame_ffts_per_workgroup,
                         .buffer_count = 2,
                         .resources = {{signal, sizeof signal, 0}, {result, sizeof result, 0}},
                         .constants = &parameters,
                         .constant_bytes = sizeof parameters};
    expect_example(&example, reference, FRAMES * HALF, 3e-7, true);
}
END_TEST

int main(void) { return run_example_test("example_power_spectrum", power_spectra); }
