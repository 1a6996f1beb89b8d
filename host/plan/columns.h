/* Plans of FFTs down neighbouring columns: their shared memory laid out for nbl_fft_place_columns().
 * SPDX-License-Identifier: Apache-2.0
 *
 * Lane l of a workgroup of F columns works on column l mod F as invocation l div F, so 32 lanes
 * meet in one access as 32 / F invocations of each column. Padding and the distance of the columns' planes are chosen
 * for that; elements, order and bits are those of any other plan with these radices.
 */
#ifndef NBL_FFT_PLAN_COLUMNS_H
#define NBL_FFT_PLAN_COLUMNS_H

#include "nbl/fft/columns.h"
#include "nbl/fft/plan_counts.h"

/* Lays out a bare plan for columns.
 *
 * Returns the bank cycles of both ways, of the sampled lanes, to be compared with other plans of this length and these
 * columns; UINT64_MAX where it does not fit: then there is more than one window, or no room.
 *
 * plan              nbl_fft_plan_bare(), with ffts_per_workgroup the columns, and windows; receives the rest
 * max_shared_bytes  of the workgroup
 */
uint64_t nbl_fft_plan_lay_out_columns(nbl_fft_plan_t *plan, uint32_t max_shared_bytes);

#endif
