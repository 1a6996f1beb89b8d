/* Bank conflicts of a plan's exchanges, counted, and the padding that has the fewest.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The model: 32 banks of a dword; an access by up to 32 neighbouring invocations takes as many
 * cycles as the bank that most of them want. Invocations of several FFTs in a workgroup meet in one access where T is
 * no multiple of 32; how far their shared memories lie apart then counts too.
 */
#ifndef NBL_FFT_PLAN_BANKS_H
#define NBL_FFT_PLAN_BANKS_H

#include "nbl/fft/plan_counts.h"

#define NBL_FFT_BANKS 32u

/* Of a whole workgroup, in cycles: divided by ffts_per_workgroup it is per transform. */
typedef struct nbl_fft_bank_count_t {
    uint64_t cycles;
    uint64_t least; /* of the same accesses without conflicts */
} nbl_fft_bank_count_t;

/* A padding, and where the next FFT of the workgroup begins. */
typedef struct nbl_fft_padding_t {
    uint32_t unit, step, fft_dwords;
} nbl_fft_padding_t;

#define NBL_FFT_PADDINGS 57u /* none; steps 1 to 8 after every 4 to 256 elements, or after every block */

/* What an access by up to 32 lanes costs with several paddings, counted once for all accesses that are alike: where all
 * lanes stand a multiple of every unit further, all their addresses do by one distance, and banks conflict as before.
 * Internal. */
enum { NBL_FFT_COUNTER_PATTERNS = 64, NBL_FFT_COUNTER_PADDINGS = 512 };
typedef struct nbl_fft_counter_t {
    const nbl_fft_padding_t *paddings;
    uint32_t count;
    uint32_t modulus;                         /* a multiple of all units */
    uint32_t lanes[NBL_FFT_COUNTER_PATTERNS]; /* of a pattern; 0: none is there yet */
    uint32_t index[NBL_FFT_COUNTER_PATTERNS][NBL_FFT_BANKS], fft[NBL_FFT_COUNTER_PATTERNS][NBL_FFT_BANKS];
    uint8_t cycles[NBL_FFT_COUNTER_PATTERNS][NBL_FFT_COUNTER_PADDINGS];
} nbl_fft_counter_t;

/* Makes a counter for `count` paddings, which must live as long as it does: NBL_FFT_COUNTER_PADDINGS at most. Those
 * that differ in fft_dwords alone are counted faster side by side. */
void nbl_fft_counter_begin(nbl_fft_counter_t *counter, const nbl_fft_padding_t *paddings, uint32_t count);

/* Counts one access by lanes first .. first + 31 of a workgroup.
 *
 * index, fft  of each of the `lanes` lanes that take part, 1 or more; both are changed
 * cycles      receives what it costs in addition, per padding
 */
void nbl_fft_count_access(nbl_fft_counter_t *counter, uint32_t *index, uint32_t *fft, uint32_t lanes, uint64_t *cycles);

/* Which accesses of a workgroup are counted. */
typedef struct nbl_fft_lanes_t {
    uint32_t count; /* of its invocations, the first ones */
    uint32_t step;  /* from one access that is counted to the next, 32 or more */
    bool columns;   /* neighbours are of different FFTs, not of the same one */
    bool idles;     /* what invocations without a butterfly read, too */
} nbl_fft_lanes_t;

/* Counts these accesses of an exchange; arguments and result as nbl_fft_count_exchange(). */
uint64_t nbl_fft_count_lanes(nbl_fft_plan_t plan, uint32_t exchange, nbl_fft_lanes_t lanes,
                             const nbl_fft_padding_t *paddings, uint32_t count, uint64_t *cycles);

/* Counts one exchange of a workgroup for several paddings at once, in one scalar of one dword.
 *
 * plan      all but its padding and its plane_dwords
 * exchange  0 to plan.passes - 2
 * sampled   only some of the workgroup's invocations
 * idles     what invocations without a butterfly read, too; paddings are chosen without, which measured faster
 * paddings  `count` of them
 * cycles    `count` numbers, receives the cycles per padding
 *
 * Returns the least of cycles: the accesses.
 */
uint64_t nbl_fft_count_exchange(nbl_fft_plan_t plan, uint32_t exchange, bool sampled, bool idles,
                                const nbl_fft_padding_t *paddings, uint32_t count, uint64_t *cycles);

/* Returns what a plan's exchanges cost: every scalar and dword of all of them.
 *
 * plan  complete
 */
nbl_fft_bank_count_t nbl_fft_plan_count_banks(nbl_fft_plan_t plan);

/* Padding number n of those that are tried for an exchange: 0 is none, then from little to much. Internal. */
nbl_fft_padding_t nbl_fft_padding(nbl_fft_plan_t plan, uint32_t exchange, uint32_t n, uint32_t fft_dwords);

/* How many there are. Internal. */
uint32_t nbl_fft_paddings(nbl_fft_plan_t plan);

/* Sets the padding of an exchange.
 *
 * unit  as nbl_fft_plan_pad_unit; where it is the block, any will do
 * step  0 to 8; 0: none
 */
void nbl_fft_plan_set_padding(nbl_fft_plan_t *plan, uint32_t exchange, uint32_t unit, uint32_t step);

/* Gives an exchange that of `count` paddings whose cycles are the fewest, and of those the one with the least shared
 * memory; the first is none. Returns its cycles. */
uint64_t nbl_fft_plan_choose_padding(nbl_fft_plan_t *plan, uint32_t exchange, uint32_t most_dwords,
                                     const nbl_fft_padding_t *paddings, const uint64_t *cycles, uint32_t count);

/* Gives one exchange the padding with the fewest cycles, and of those the one with the least shared memory.
 *
 * plan         all but its padding of this exchange and its plane_dwords; receives the padding
 * most_dwords  that a plane may have
 * fft_dwords   from one FFT's plane to the next one's, modulo 32, as far as known: T is the most favourable
 * sampled      count only some of the workgroup's invocations
 *
 * Returns the cycles, as nbl_fft_count_exchange.
 */
uint64_t nbl_fft_plan_pad(nbl_fft_plan_t *plan, uint32_t exchange, uint32_t most_dwords, uint32_t fft_dwords,
                          bool sampled);

#endif
