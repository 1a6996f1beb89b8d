/* An array transformed on the CPU by the shaders' text.
 * SPDX-License-Identifier: Apache-2.0 */
#include "nbl/host/fft.h"

#include <math.h>
#include <stdio.h>

int main(void) {
    static float signal[1000], spectrum[501][2];                            /* real in, frequencies 0 to 500 out */
    for (int i = 0; i < 1000; i++) signal[i] = cosf(0.0439823f * (float)i); /* 7 periods */
    nbl_fft_problem_t problem = nbl_fft_problem_init();
    problem.rank = 1, problem.sizes[0] = 1000;
    problem.real = true;
    nbl_fft_t *fft;
    nbl_error_t error;
    nbl_result_t result = nbl_fft_make_cpu(&problem, &fft, &error);
    if (result == NBL_SUCCESS) result = nbl_fft_run(fft, signal, spectrum, &error);
    nbl_fft_destroy(fft);
    if (result != NBL_SUCCESS) return fprintf(stderr, "%s\n", error.text), 1; /* one line: what, and why */
    for (int f = 6; f <= 8; f++) printf("frequency %d: %.1f\n", f, (double)hypotf(spectrum[f][0], spectrum[f][1]));
    return 0;
}
