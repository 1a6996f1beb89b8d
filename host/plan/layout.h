/* Lays a plan out in shared memory: the padding and the distance of FFTs that have the fewest bank conflicts, counted.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The model: 32 banks of a dword; an access by up to 32 neighbouring invocations takes as many cycles as the bank that
 * most of them need.
 */
#ifndef NBL_FFT_PLAN_LAYOUT_H
#define NBL_FFT_PLAN_LAYOUT_H

#include "nbl/fft/columns.h"
#include "nbl/fft/plan_counts.h"
#include "nbl/host/plan.h"

#define NBL_FFT_BANKS 32u /* of NVIDIA's and AMD's GPUs */

/* Of a whole workgroup, in cycles: divided by ffts_per_workgroup it is per transform. */
typedef struct nbl_fft_bank_count_t {
    uint64_t cycles;
    uint64_t least; /* of the same accesses without conflicts */
} nbl_fft_bank_count_t;

/* Returns what a plan's exchanges cost: every scalar and dword of all of them.
 *
 * plan  complete */
nbl_fft_bank_count_t nbl_fft_plan_count_banks(nbl_fft_plan_t plan);

/* Exchanges of a length that were padded already: orders of its radices have many in common. `count` is 0 at first. */
#define NBL_FFT_PADDED_MOST 256u /* that are kept; chosen. Further ones are counted again */
#define NBL_FFT_PADDED_KEY 8u    /* numbers that decide an exchange's padding */
typedef struct nbl_fft_padded_t {
    uint32_t key[NBL_FFT_PADDED_KEY], number; /* of the padding */
    uint64_t cycles;
} nbl_fft_padded_t;
typedef struct nbl_fft_padded_all_t {
    uint32_t count;
    nbl_fft_padded_t padded[NBL_FFT_PADDED_MOST];
} nbl_fft_padded_all_t;

/* Chooses the padding of all exchanges for given FFTs per workgroup and windows. Returns the bank cycles, the reversed
 * plan's too, per workgroup of one dword; UINT64_MAX where it does not fit.
 *
 * plan  nbl_fft_plan_bare(), with ffts_per_workgroup and windows; receives the rest
 * all   NULL: by all invocations, with the best distance of the FFTs; else by some of them, to compare orders of a
 *       length's radices */
uint64_t nbl_fft_plan_lay_out(nbl_fft_plan_t *plan, nbl_fft_plan_limits_t limits, nbl_fft_padded_all_t *all);

/* The same for columns (nbl_fft_place_columns()): elements, order and bits are those of any other plan with these
 * radices.
 *
 * Returns the bank cycles of both ways, of the sampled lanes, to be compared with other plans of this length and these
 * columns; UINT64_MAX where it does not fit: then there is more than one window, or no room.
 *
 * plan              nbl_fft_plan_bare(), with ffts_per_workgroup the columns, and windows; receives the rest
 * max_shared_bytes  of the workgroup */
uint64_t nbl_fft_plan_lay_out_columns(nbl_fft_plan_t *plan, uint32_t max_shared_bytes);

#endif
