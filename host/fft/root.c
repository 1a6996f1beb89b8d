/* Roots of unity of any order, in float64, by the polynomials of nbl/fft/twiddle_scalar.h. Functions without a comment
 * have theirs in fft/root.h.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "fft/root.h"

#include <math.h>

#include "nbl/fft/twiddle_float64.h"
#include "nbl/lang/emulator.h"

/* pi / 4 = high + low. high has 24 bits, so that its product with an integer of up to 2^28 is exact in float64's 53. */
static const double quarter_pi_high = 0x1.921fb4p-1, quarter_pi_low = 0x1.4442d18469899p-25;

/* Returns the root at an angle of an eighth of a turn times octant + rest / denominator (octant even), or times
 * octant + 1 - rest / denominator (octant odd).
 *
 * octant  0 to 7
 * rest    0 to denominator, a whole number */
static inline nbl_complex_float64_t root_of(uint32_t octant, double rest, double denominator) {
    const double product = rest * quarter_pi_high, high = product / denominator;
    const double low = (fma(-high, denominator, product) + rest * quarter_pi_low) / denominator;
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
    const uint64_t count = denominator / step, octant = count / 8;
    const bool has_octants = count % 8 == 0;
    for (uint64_t k = 0; k < count && (k <= octant || !has_octants); k++)
        roots[k] = nbl_fft_root(k * step, denominator);
    if (!has_octants) return;
    /* The root at 1/8 of a turn, with the bits that it has as the end of octant 0 */
    const nbl_fft_number_t end = {-roots[octant].imag, -roots[octant].real};
    for (uint32_t which = 1; which < 8; which++)
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
