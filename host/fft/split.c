/* Lengths beyond a workgroup: how they are split into passes, and which are supported.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "fft/split.h"

#include <stdbool.h>
#include <stddef.h>

#include "facts/choose.h"
#include "plan/factors.h"

#define MOST_OF_THREE 1024u /* points of the first of three passes, as in nbl/fft/large_third.h; chosen */

/* Returns the largest divisor of n whose square is at most n and that a pass takes. */
static uint32_t divisor_below_root(uint32_t n) {
    uint32_t root = NBL_FFT_SPLIT_MOST_POINTS;
    while ((uint64_t)root * root > n) root--;
    return nbl_divisor_to(n, root);
}

uint32_t nbl_fft_split(uint64_t length, uint32_t points[3]) {
    if (length < NBL_FFT_SPLIT_LEAST || length > NBL_FFT_SPLIT_MOST || !nbl_is_smooth((uint32_t)length, 13)) return 0;
    uint32_t n = (uint32_t)length, half = divisor_below_root(n);
    points[0] = half;
    points[1] = n / half;
    points[2] = 1;
    if (points[1] <= NBL_FFT_SPLIT_MOST_POINTS) return 2;
    points[0] = nbl_divisor_to(n, MOST_OF_THREE);
    points[1] = divisor_below_root(n / points[0]);
    points[2] = n / points[0] / points[1];
    return points[2] <= NBL_FFT_SPLIT_MOST_POINTS
               ? 3
               : 0; /* 13^6 and few others have a third part above NBL_FFT_SPLIT_MOST_POINTS */
}

const char *nbl_fft_split_radices(uint32_t points, uint32_t complex_dwords) {
    const nbl_fact_case_t of = {
        .device = NBL_DEVICE_ANY, .kind = NBL_FACT_PASS, .precision = nbl_fact_precision(complex_dwords)};
    const nbl_fact_t *row = nbl_facts_next(NULL, NULL, points, &of);
    return row != NULL ? row->plans[0] : NULL;
}

uint32_t nbl_fft_smooth_length(uint64_t least) {
    uint64_t best = 2ull * NBL_FFT_SPLIT_MOST;
    for (uint64_t seven = 1; seven < best; seven *= 7)
        for (uint64_t five = seven; five < best; five *= 5)
            for (uint64_t three = five; three < best; three *= 3) {
                uint64_t n = three;
                while (n < least) n *= 2;
                if (n < best) best = n;
            }
    return best <= NBL_FFT_SPLIT_MOST ? (uint32_t)best : 0;
}
