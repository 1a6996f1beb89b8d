/* Tables of twiddles for passes of large transforms: what nbl/fft/pass_table.h reads.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_FFT_PASS_TABLE_H
#define NBL_HOST_FFT_PASS_TABLE_H

#include <stddef.h>

#include "nbl/fft/large.h"
#include "nbl/fft/plan.h"

/* What a table is of. */
typedef struct nbl_fft_pass_table_t {
    nbl_fft_large_pass_t pass;
    nbl_fft_plan_t plan; /* of the pass's lines */
    bool inverse;
} nbl_fft_pass_table_t;

/* Returns how many complex numbers a table has. */
size_t nbl_fft_pass_table_count(const nbl_fft_pass_table_t *of);

/* Writes a table: twiddles with the bits that a shader without a table computes in exact mode.
 *
 * table  receives nbl_fft_pass_table_count() complex numbers, of float64 if the plan is of float64, else of float32 */
void nbl_fft_pass_table_fill(const nbl_fft_pass_table_t *of, void *table);

/* Writes what elements are multiplied by between passes: twiddles[line / pass.points_before][element], complex.
 *
 * radix         of the line's last butterflies, or of the first ones behind the products
 * scalar_bytes  4 or 8
 * twiddles      pass.points * pass.points_after complex numbers */
void nbl_fft_pass_twiddles_fill(uint32_t scalar_bytes, nbl_fft_large_pass_t pass, uint32_t radix, bool inverse,
                                void *twiddles);

#endif
