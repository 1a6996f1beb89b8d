/* Counts what accesses to shared memory cost, with many paddings at once.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_PLAN_BANKS_H
#define NBL_HOST_PLAN_BANKS_H

#include <stdint.h>

#include "plan/layout.h"

/* A padding, and where the next FFT of the workgroup begins. */
typedef struct nbl_fft_padding_t {
    uint32_t unit, step, fft_dwords;
} nbl_fft_padding_t;

/* What an access by up to 32 lanes costs with several paddings, counted once for accesses that are alike. Two accesses
 * are alike if every lane's index is larger by the same multiple of all units: then all addresses are larger by one
 * distance, and the same banks conflict. */
enum {
    NBL_FFT_COUNTER_PATTERNS = 64,  /* places of a hash table; one that is taken is overwritten. Chosen */
    NBL_FFT_COUNTER_PADDINGS = 512, /* more than any count of layout.c */
};
typedef struct nbl_fft_bank_counter_t {
    const nbl_fft_padding_t *paddings;
    uint32_t count;
    uint32_t modulus;                         /* a multiple of all units */
    uint32_t lanes[NBL_FFT_COUNTER_PATTERNS]; /* of a pattern; 0: not there yet */
    uint32_t index[NBL_FFT_COUNTER_PATTERNS][NBL_FFT_BANKS], fft[NBL_FFT_COUNTER_PATTERNS][NBL_FFT_BANKS];
    uint8_t cycles[NBL_FFT_COUNTER_PATTERNS][NBL_FFT_COUNTER_PADDINGS];
} nbl_fft_bank_counter_t;

/* Makes a counter for `count` paddings, which must live as long as it does. Paddings that differ in fft_dwords alone
 * are counted faster if they are neighbours. */
void nbl_fft_bank_counter_begin(nbl_fft_bank_counter_t *counter, const nbl_fft_padding_t *paddings, uint32_t count);

/* Counts one access by lanes first .. first + 31 of a workgroup.
 *
 * index, fft  of each of the `lanes` lanes that take part, 1 or more; both are changed
 * cycles      receives what it costs in addition, per padding */
void nbl_fft_bank_counter_add(nbl_fft_bank_counter_t *counter, uint32_t *index, uint32_t *fft, uint32_t lanes,
                              uint64_t *cycles);

#endif
