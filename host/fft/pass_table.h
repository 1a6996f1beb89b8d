/* Tables of twiddles for passes of large transforms: what nbl/fft/pass_table.h reads.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_FFT_PASS_TABLE_H
#define NBL_HOST_FFT_PASS_TABLE_H

#include <stddef.h>

#include "nbl/fft/large.h"
#include "nbl/fft/plan.h"
#include "nbl/host/compile.h"

/* What a table is of. */
typedef struct nbl_fft_pass_table_t {
    nbl_fft_large_pass_t pass;
    nbl_fft_plan_t plan; /* of the pass's lines */
    bool inverse;
    /* The pass after this one is a radix of one line with it: numbers r points + k are power r of element k's
     * twiddle. */
    bool powers;
} nbl_fft_pass_table_t;

/* Tables in exact mode and in fused mode. */
typedef struct nbl_fft_pass_tables_t {
    /* Returns how many complex numbers a table has. */
    size_t (*count)(const nbl_fft_pass_table_t *of);
    /* Writes a table: twiddles with the bits that a shader without a table computes in that mode.
     *
     * table  receives count() complex numbers, of float64 if the plan is of float64, else of float32 */
    void (*fill)(const nbl_fft_pass_table_t *of, void *table);
    /* Writes what elements are multiplied by between passes: twiddles[line / pass.points_before][element], complex.
     *
     * radix         of the line's last butterflies, or of the first ones behind the products
     * scalar_bytes  4 or 8
     * twiddles      pass.points * pass.points_after complex numbers */
    void (*fill_between)(uint32_t scalar_bytes, nbl_fft_large_pass_t pass, uint32_t radix, bool inverse,
                         void *twiddles);
    /* Writes what elements are multiplied by where the pass after this one is a radix of one line with it:
     * twiddles[r][element], power r of each element's twiddle. r is 1 to the radix - 1; what lies before that is
     * untouched. */
    void (*fill_radix)(uint32_t scalar_bytes, uint32_t points, uint32_t radix, bool inverse, void *twiddles);
} nbl_fft_pass_tables_t;

extern const nbl_fft_pass_tables_t nbl_fft_pass_tables, nbl_fft_pass_tables_fused;

static inline const nbl_fft_pass_tables_t *nbl_fft_pass_tables_of(nbl_mode_t mode) {
    return mode == NBL_MODE_FUSED ? &nbl_fft_pass_tables_fused : &nbl_fft_pass_tables;
}

#endif
