/* Twiddles of lines that kernels read from a table in place of evaluating them, with the same bits.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_GPU_READ_TWIDDLES_H
#define NBL_HOST_GPU_READ_TWIDDLES_H

#include "gpu/nd_stages.h"

/* pass_after, at most, of a pass that reads the powers which a line's twiddles to the next pass share. The table has R
 * numbers for each of these points, R being a radix. Chosen: enough for 2^20 = 1024 x 1024; the first of three passes
 * would have a table of megabytes. */
#define NBL_FFT_TWIDDLES_READ_MOST_AFTER 1024u

/* Returns whether lines of a plan read their twiddles in exact mode, by the numbers twiddles-read-* of host/facts
 * (docs/log/transforms.md, "Twiddles of exact mode from a table").
 *
 * twiddles  how the kernel makes them: nbl/fft/parameters.h */
bool nbl_fft_reads_twiddles(nbl_fft_plan_t plan, uint32_t twiddles, nbl_device_kind_t device);

/* Sets which lines of an axis read their twiddles, and appends these twiddles to the axis's tables. Lines read in exact
 * mode alone, and if the numbers twiddles-read-* of host/facts allow it. Errors: OUT_OF_MEMORY.
 *
 * axis    planned; receives places in its stages' parameters (reads, reads_between) and longer tables
 * device  kind of the device */
nbl_result_t nbl_fft_read_twiddles(nbl_fft_nd_axis_t *axis, nbl_mode_t mode, nbl_device_kind_t device,
                                   nbl_error_t *error);

/* Appends to an axis's tables the powers between its passes (`twiddle .. powers`), which kernels have no other way to
 * know. Errors: OUT_OF_MEMORY.
 *
 * axis  its stages are known; receives the powers' places (reads_between) and longer tables */
nbl_result_t nbl_fft_fill_powers(nbl_fft_nd_axis_t *axis, nbl_error_t *error);

/* Sets whether the kernel of a plan, outside of an axis, reads the twiddles of its lines, and appends them to a table.
 * When they do and errors: nbl_fft_read_twiddles().
 *
 * plan   receives parameters.reads: 1 if they do
 * table  receives the twiddles behind what it has; the caller frees its `numbers` */
nbl_result_t nbl_fft_read_twiddles_of_plan(nbl_fft_transform_plan_t *plan, nbl_mode_t mode, nbl_device_kind_t device,
                                           nbl_fft_nd_table_t *table, nbl_error_t *error);

#endif
