/* Roots of unity of any order, in float64, by the polynomials of nbl/fft/twiddle_scalar.h. Functions without a comment
 * have theirs in fft/root.h.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "fft/root.h"

#include <math.h>

#include "nbl/fft/twiddle_float64.h"
#include "nbl/lang/emulator.h"

/* pi / 4 = high + low. high has no more than 24 bits, so its product with a whole number up to 2^28 is exact in
 * float64's 53. */
static const double quarter_pi_high = 0x1.921fb4p-1, quarter_pi_low = 0x1.4442d18469899p-25;

/* Returns exp(-i a), a = (pi / 4) (octant + rest / denominator) if octant is even, (pi / 4) (octant + 1 - rest /
 * denominator) if it is odd: within its octant an angle is counted from the nearest multiple of a quarter of a turn.
 *
 * octant  0 to 7
 * rest    0 to denominator, a whole number */
static inline nbl_complex_float64_t root_of(uint32_t octant, double rest, double denominator) {
    const double product = rest * quarter_pi_high, high = product / denominator;
    const double low = (fma(-high, denominator, product) + rest * quarter_pi_low) / denominator;
    /* The angle within the octant is high + low, in radians; 1: high is taken once; false: forward, exp(-i a). */
    const nbl_complex_float64_t root = nbl_fft_octant_float64_t(rest / (8 * denominator), high, 1, low);
    return nbl_fft_from_octant_float64_t(root, octant, false);
}

nbl_fft_number_t nbl_fft_root(uint64_t numerator, uint64_t denominator) {
    uint64_t eighths = numerator * 8, octant = eighths / denominator, rest = eighths - octant * denominator;
    if (octant % 2 == 1) rest = denominator - rest;
    const nbl_complex_float64_t root = root_of((uint32_t)octant, (double)rest, (double)denominator);
    return (nbl_fft_number_t){root.real, root.imag};
}

void nbl_fft_fill_roots(uint64_t denominator, uint64_t step, nbl_fft_number_t *roots) {
    const uint64_t count = denominator / step, octant = count / 8; /* roots in all; roots of an octant */
    const bool has_octants = count % 8 == 0;
    for (uint64_t k = 0; k < count && (k <= octant || !has_octants); k++)
        roots[k] = nbl_fft_root(k * step, denominator);
    if (!has_octants) return;
    /* The root at 1/8 of a turn ends octant 0 and begins octant 1. roots[octant] was computed as octant 1's; the other
     * octants mirror octant 0 and need the bits that it has there, where real and imaginary part are exchanged. */
    const nbl_fft_number_t end = {-roots[octant].imag, -roots[octant].real};
    for (uint32_t which = 1; which < 8; which++) /* the octant */
        for (uint64_t rest = 0; rest < octant; rest++) {
            const uint64_t at = which % 2 == 0 ? rest : octant - rest;
            const nbl_fft_number_t first = at == octant ? end : roots[at];
            const nbl_complex_float64_t root = {first.real, -first.imag};
            const nbl_complex_float64_t turned = nbl_fft_from_octant_float64_t(root, which, false);
            roots[which * octant + rest] = (nbl_fft_number_t){turned.real, turned.imag};
        }
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
