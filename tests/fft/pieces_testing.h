/* In how many pieces a device's transform goes, for tests of pieces by passes and by tickets.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_FFT_PIECES_TESTING_H
#define NBL_TESTS_FFT_PIECES_TESTING_H

#include <stdio.h>

#include "nbl/host/fft.h"

/* Counts the pieces that a device's text names; 1: it names none. */
static inline uint64_t test_pieces_of(const nbl_fft_t *fft) {
    char text[32] = "";
    unsigned long long pieces = 1;
    nbl_fft_text(fft, text, sizeof text);
    return sscanf(text, "# %llu pieces", &pieces) == 1 ? pieces : 1;
}

#endif
