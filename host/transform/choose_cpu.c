/* How a line goes on the CPU in fast mode whose length has no radices in exact mode; in the arrays' precision.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    a length, and the size of a complex number.
 * Out:   radices, some of them primes from 17 to 31; or Rader's algorithm, or a chirp in one step or in passes, and its
 *        elements.
 * Wrong: nothing. A chirp that is too long for all of these is left to the caller: CHIRP_APART, with 0 elements.
 *
 * Whole lines stay in the first cache or the second one. Lines in passes go by vectors of columns: a block of columns
 * stays there, and twiddles and products cost little beside the line. Exact mode's chirps are in float64 and of other
 * lengths.
 */
#include "transform/choose_cpu.h"

#include "facts/numbers.h"
#include "nbl/host/plan.h"
#include "plan/factors.h"
#include "plan/make.h"

static bool has_line(uint32_t length, uint32_t dwords) {
    return nbl_fft_plan_check_length(length, dwords, NULL) == NBL_SUCCESS;
}

/* Lengths of a chirp are multiples of this: two vectors of 8 lanes, so that few vectors are empty. Chosen. */
#define UNIT 16u

/* Points of a pass, at most; as in fft/split.c. */
#define MOST_POINTS 2048u

/* Returns the least multiple of UNIT from `least` on that has no factors but 2, 3 and 5; 0: no plan has so long a
 * line. */
static uint32_t whole_of(uint32_t least, uint32_t dwords) {
    uint32_t m = (least + UNIT - 1) / UNIT * UNIT;
    while (!nbl_is_smooth(m, 5)) m += UNIT;
    return has_line(m, dwords) ? m : 0;
}

/* Finds the points of two passes whose product is the least one from `least` on. Both are multiples of 8 with no
 * factors but 2, 3 and 5; the second pass has as many points as the first one, at most twice as many. Returns whether
 * there are any. */
static bool find_points(uint64_t least, uint32_t points[2]) {
    uint64_t best = UINT64_MAX;
    for (uint32_t a = 16; a <= MOST_POINTS; a += 8)
        for (uint32_t b = a; nbl_is_smooth(a, 5) && b <= 2 * a && b <= MOST_POINTS; b += 8) {
            const uint64_t m = (uint64_t)a * b;
            if (m < least || m >= best || !nbl_is_smooth(b, 5)) continue;
            best = m;
            points[0] = a;
            points[1] = b;
        }
    return best != UINT64_MAX;
}

bool nbl_choose_cpu_primes(uint32_t length, uint32_t dwords, nbl_fft_plan_t *plan) {
    return nbl_fft_plan_make_of_primes(length, dwords, NBL_FFT_PLAN_LARGEST_PRIME_OF_RADICES, NULL, plan, NULL) ==
           NBL_SUCCESS;
}

nbl_choose_convolution_t nbl_choose_cpu_convolution(uint32_t n, uint32_t dwords, uint32_t *length, uint32_t points[2]) {
    const uint32_t least = n <= MOST_POINTS * MOST_POINTS / 2 ? 2 * n - 1 : 0;
    *length = n - 1;
    const double bytes = (double)n * dwords * sizeof(uint32_t); /* of a line */
    if (bytes >= nbl_fact_number_of(NBL_DEVICE_PROCESSOR, NBL_NUMBER_CPU_RADER_BYTES) && nbl_is_prime(n) &&
        has_line(n - 1, dwords))
        return NBL_CHOOSE_RADER;
    *length = least != 0 ? whole_of(least, dwords) : 0;
    if (*length != 0) return NBL_CHOOSE_CHIRP_WHOLE;
    if (least == 0 || !find_points(least - 1, points))
        return NBL_CHOOSE_CHIRP_APART; /* a chirp is even: 2 N - 2 suffice */
    *length = points[0] * points[1];
    return NBL_CHOOSE_CHIRP_MIDDLE;
}
