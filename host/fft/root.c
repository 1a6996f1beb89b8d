/* Roots of unity of any order, in float64: nbl/fft/twiddle_scalar.h with an angle of any denominator.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "fft/root.h"

#include <math.h>

#include "nbl/fft/twiddle_float64.h"
#include "nbl/lang/emulator.h"

/* pi / 4 as a number of 24 bits, whose products with an integer to 2^28 are exact, and the rest. */
static const double quarter_pi_high = 0x1.921fb4p-1, quarter_pi_low = 0x1.4442d18469899p-25;

nbl_fft_number_t nbl_fft_root(uint64_t numerator, uint64_t denominator) {
    uint64_t eighths = numerator * 8, octant = eighths / denominator, rest = eighths - octant * denominator;
    if (octant % 2 == 1) rest = denominator - rest;
    const double n = (double)rest, d = (double)denominator;
    const double product = n * quarter_pi_high, high = product / d;
    const double low = (fma(-high, d, product) + n * quarter_pi_low) / d;
    nbl_complex_float64_t root = nbl_fft_octant_float64_t(n / (8 * d), high, low);
    root = nbl_fft_from_octant_float64_t(root, (uint32_t)octant, false);
    return (nbl_fft_number_t){root.real, root.imag};
}

void nbl_fft_fill_half_roots(uint32_t scalar_bytes, uint32_t n, void *roots) {
    for (size_t k = 0; k < n; k++) {
        const nbl_fft_number_t w = nbl_fft_root(k, 2 * (uint64_t)n);
        if (scalar_bytes == 8) {
            ((double *)roots)[k] = w.real;
            ((double *)roots)[n + k] = w.imag;
        } else {
            ((float *)roots)[k] = (float)w.real;
            ((float *)roots)[n + k] = (float)w.imag;
        }
    }
}
