/* An array transformed on the CPU by the shaders' text.
 * SPDX-License-Identifier: Apache-2.0 */
#include "nbl/host/fft.h"

#include <math.h>
#include <stdio.h>

int main(void) {
    static float signal[1000], spectrum[501][2];                            /* real in, frequencies 0 to 500 out */
    for (int i = 0; i < 1000; i++) signal[i] = cosf(0.0439823f * (float)i); /* 7 periods */
    nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
    desc.length = 1000;
    desc.real = true;
    nbl_error_t error;
    if (nbl_fft_array(&desc, signal, spectrum, &error) != NBL_SUCCESS) {
        fprintf(stderr, "%s\n", error.text); /* one line: what, and why */
        return 1;
    }
    for (int f = 6; f <= 8; f++) printf("frequency %d: %.1f\n", f, (double)hypotf(spectrum[f][0], spectrum[f][1]));
    return 0;
}
