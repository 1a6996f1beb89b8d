/* Twiddles of lines that kernels read from a table in place of evaluating them, with the same bits.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_GPU_READ_TWIDDLES_H
#define NBL_HOST_GPU_READ_TWIDDLES_H

#include "gpu/nd_stages.h"

/* Sets which twiddles the kernels of an axis read, and appends these to the axis's tables. In exact mode, in lines
 * that the numbers twiddles-read-* allow. Errors: OUT_OF_MEMORY.
 *
 * device  kind of the device */
nbl_result_t nbl_fft_read_twiddles(nbl_fft_nd_axis_t *axis, nbl_mode_t mode, nbl_device_kind_t device,
                                   nbl_error_t *error);

/* nbl_fft_read_twiddles() of a plan's kernel by itself.
 *
 * table  the twiddles are appended to it; `numbers` are then to be freed */
nbl_result_t nbl_fft_read_twiddles_of_plan(nbl_fft_transform_plan_t *plan, nbl_mode_t mode, nbl_device_kind_t device,
                                           nbl_fft_nd_table_t *table, nbl_error_t *error);

#endif
