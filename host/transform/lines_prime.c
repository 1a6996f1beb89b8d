/* Plans of lines of N = A P points that a workgroup holds, P being a prime without a radix: shaders/fft_lines_prime.h.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    N, and a device's limits.
 * Out:   a plan of the columns of A points, a plan of the convolution of P - 1 elements, lines per workgroup,
 *        invocations, and how shared memory is laid out. lines.h describes the functions.
 * Wrong: nothing. There is no plan if N has no P, if A or P - 1 has no radices, or if a workgroup has too little room.
 */
#include "fft/tuning.h"
#include "plan/cost.h"
#include "plan/factors.h"
#include "plan/make.h"
#include "transform/lines.h"

/* Most invocations of a workgroup: ENOUGH_INVOCATIONS for several lines, MOST_INVOCATIONS for one. Chosen. */
enum { ENOUGH_INVOCATIONS = 128, MOST_INVOCATIONS = 1024 };
enum { BANKS = 32 }; /* of shared memory on NVIDIA's GPUs, each a dword wide */

uint32_t nbl_fft_prime_of_line(uint32_t length) {
    const uint32_t prime = nbl_largest_prime(length);
    return prime > NBL_FFT_PLAN_LARGEST_PRIME_OF_RADICES && length % (prime * prime) != 0 && length > prime ? prime : 0;
}

/* Makes the plan of columns: one radix if their points are a radix, else two. Returns whether there is a plan.
 *
 * points    of a column
 * elements  of an invocation in a row; of two radices the larger one is as near to it as there is */
static bool plan_columns(const nbl_fft_plan_limits_t *of, uint32_t points, uint32_t elements, uint32_t complex_dwords,
                         nbl_fft_plan_t *plan) {
    nbl_fft_plan_request_t request = {.passes = 1, .invocations = 1, .ffts_per_workgroup = 1, .windows = 1};
    uint32_t best = UINT32_MAX;
    request.radices[0] = points;
    for (uint32_t a = 2; a <= NBL_FFT_MAX_RADIX && !nbl_fft_plan_is_narrow(points); a++) {
        const uint32_t b = points / a, more = a > b ? a : b;
        const uint32_t off = more > elements ? more - elements : elements - more;
        if (points % a != 0 || !nbl_fft_plan_is_narrow(a) || !nbl_fft_plan_is_narrow(b) || off >= best) continue;
        best = off;
        request.passes = 2;
        request.radices[0] = a;
        request.radices[1] = b;
        request.invocations = points / more;
    }
    return (request.passes == 2 || nbl_fft_plan_is_narrow(points)) &&
           nbl_fft_plan_from_radices(&request, complex_dwords, of, plan, NULL) == NBL_SUCCESS;
}

static uint32_t round_up(uint32_t number, uint32_t unit) { return (number + unit - 1) / unit * unit; }

/* Returns the distance between rows in dwords, from prime to prime + BANKS - 1, at which the fewest of BANKS
 * neighbouring frequencies meet in one bank. Frequency f is element f / rows of row f % rows. */
static uint32_t pitch_of(uint32_t rows, uint32_t prime) {
    uint32_t best = prime, fewest = UINT32_MAX;
    for (uint32_t pitch = prime; pitch < prime + BANKS; pitch++) {
        uint32_t meet[BANKS] = {0}, most = 0;
        for (uint32_t i = 0; i < BANKS; i++) {
            uint32_t *bank = &meet[(i % rows * pitch + i / rows) % BANKS];
            if (++*bank > most) most = *bank;
        }
        if (most >= fewest) continue;
        fewest = most;
        best = pitch;
    }
    return best;
}

/* Fills in what follows from both plans and the number of lines, even if the workgroup has no room for it. Returns
 * whether it has.
 *
 * arrays  lines of a workgroup
 * p       plan and second_plan are given */
static bool lay_out(const nbl_fft_limits_t *limits, uint32_t prime, uint32_t arrays, nbl_fft_lines_parameters_t *p) {
    const uint32_t rows = arrays * p->plan.fft_length, columns = arrays * prime, width = p->second_plan.invocations;
    const bool alone = p->plan.passes == 1;
    p->arrays = arrays;
    p->invocations = rows * width;
    if (!alone && columns * p->plan.invocations > p->invocations) p->invocations = columns * p->plan.invocations;
    p->row = prime;
    p->row_pitch = pitch_of(p->plan.fft_length, prime);
    p->planes = p->plan.complex_dwords;
    const uint32_t held = p->planes * rows * p->row_pitch,
                   of_rows = round_up(p->invocations, width) / width *
                             (nbl_fft_plan_shared_dwords(p->second_plan) / p->second_plan.ffts_per_workgroup),
                   of_columns = alone ? 0
                                      : round_up(p->invocations, prime * p->plan.invocations) / p->plan.invocations *
                                            nbl_fft_plan_shared_dwords(p->plan) / p->plan.ffts_per_workgroup;
    p->shared_dwords = held > of_rows ? held : of_rows;
    if (of_columns > p->shared_dwords) p->shared_dwords = of_columns;
    return p->invocations <= limits->max_workgroup_invocations &&
           4 * (uint64_t)p->shared_dwords <= limits->max_shared_bytes;
}

uint32_t nbl_fft_prime_columns_each(const nbl_fft_lines_parameters_t *p) {
    return p->plan.passes == 1 ? (p->arrays * p->row + p->invocations - 1) / p->invocations : 1;
}

bool nbl_fft_lines_plan_prime(const nbl_fft_limits_t *limits, uint32_t length, nbl_fft_lines_desc_t *desc) {
    const nbl_fft_plan_limits_t of = nbl_fft_plan_limits_of(limits);
    const uint32_t prime = nbl_fft_prime_of_line(length), dwords = nbl_fft_precision_dwords(desc->precision);
    nbl_fft_lines_parameters_t *p = &desc->parameters;
    if (prime == 0 || !nbl_fft_lines_plan_fused(&of, prime - 1, dwords, &p->second_plan) ||
        !plan_columns(&of, length / prime, p->second_plan.elements, dwords, &p->plan))
        return false;
    p->third_plan = p->second_plan;
    p->axes = 2;
    p->distance = prime;
    p->second_distance = p->third_distance = 1;
    p->twiddles = NBL_FFT_TWIDDLES_OF_TWO;
    p->ffts_per_workgroup = 1;
    if (!lay_out(limits, prime, 1, p) || p->invocations > MOST_INVOCATIONS) return false;
    const uint32_t one = p->invocations;
    uint32_t arrays = 1; /* of the plan in p; lay_out() changes it also where there is no room */
    while ((arrays + 1) * one <= ENOUGH_INVOCATIONS && lay_out(limits, prime, arrays + 1, p)) arrays++;
    return lay_out(limits, prime, arrays, p);
}
