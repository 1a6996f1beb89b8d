/* The table of a pass, of one scalar: included by pass_table.c once for each, never by itself.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameter: NBL_SCALAR, float32_t or float64_t.
 */
#include "fft/pass_powers_scalar.h"

/* Fills in numbers stride to stride radix - 1: what elements are multiplied by before a line's radix at that stride. */
static void NBL_OF_SCALAR(fill_radix)(uint32_t stride, uint32_t radix, bool inverse, NBL_COMPLEX *table) {
    const NBL_OF_SCALAR(nbl_fft_fraction_t) of = NBL_OF_SCALAR(nbl_fft_fraction)(stride * radix);
    for (uint32_t m = 0; m < stride; m++) {
        NBL_COMPLEX power[NBL_EXECUTOR_MOST_RADIX];
        for (uint32_t q = 1; q < radix; q++) {
            const uint32_t first = nbl_fft_power_first(q);
            power[q] = nbl_fft_power_is_evaluated(q, NBL_FFT_TWIDDLES_OF_TWO)
                           ? NBL_OF_SCALAR(nbl_fft_twiddle_fraction)(q * m, of, inverse)
                           : nbl_complex_mul(power[first], power[q - first]);
            table[q * stride + m] = power[q];
        }
    }
}

static void NBL_OF_SCALAR(fill)(nbl_fft_large_pass_t pass, nbl_fft_plan_t plan, bool powers, bool inverse,
                                NBL_COMPLEX *table) {
    const NBL_COMPLEX none = {0, 0};
    for (uint32_t i = 0; i < pass.points; i++) table[i] = none; /* entries that no pass reads */
    for (uint32_t number = 1; number < plan.passes; number++) {
        const nbl_fft_pass_t p = nbl_fft_plan_pass(plan, number);
        NBL_OF_SCALAR(fill_radix)(p.stride, p.radix, inverse, table);
    }
    if (powers) NBL_OF_SCALAR(fill_radix)(pass.points, pass.points_after, inverse, table);
    if (powers || pass.points_after == 1) return;
    const uint32_t radix = nbl_fft_plan_last_pass(plan).radix;
    table += pass.points;
    for (uint32_t rest = 0; rest < pass.points_after; rest++, table += radix) {
        NBL_OF_SCALAR(fill_powers)(pass, radix, rest, inverse, table);
    }
}

/* Fills in twiddles[line / pass.points_before][element] of a pass that is not the last: the products of
 * nbl/fft/callbacks_pass.h.
 *
 * radix  of the line's last butterflies */
static void NBL_OF_SCALAR(fill_pass_twiddles)(nbl_fft_large_pass_t pass, uint32_t radix, bool inverse,
                                              NBL_COMPLEX *twiddles) {
    const NBL_OF_SCALAR(nbl_fft_large_fraction_t) of = NBL_OF_SCALAR(nbl_fft_large_fraction)(pass);
    const uint32_t butterflies = pass.points / radix;
    for (uint32_t rest = 0; rest < pass.points_after; rest++, twiddles += pass.points) {
        NBL_COMPLEX power[NBL_EXECUTOR_MOST_RADIX];
        NBL_OF_SCALAR(fill_powers)(pass, radix, rest, inverse, power);
        for (uint32_t j = 0; j < butterflies; j++) {
            const NBL_COMPLEX base = NBL_OF_SCALAR(nbl_fft_large_twiddle)(j * rest, of, inverse);
            for (uint32_t r = 0; r < radix; r++)
                twiddles[j + r * butterflies] = r == 0 ? base : nbl_complex_mul(base, power[r]);
        }
    }
}
#undef NBL_SCALAR
