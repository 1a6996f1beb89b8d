/* Convolutions in one kernel, a transform, products and the transform back: how they are planned and how long they are.
 * Of devices alone; on the CPU each of the three is a step. Not fused mode, whose multiply-adds fused_mode.h has.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_TRANSFORM_ONE_KERNEL_H
#define NBL_HOST_TRANSFORM_ONE_KERNEL_H

#include "facts/facts.h"
#include "nbl/host/plan.h"

/* Returns what was measured of a length's convolution, in float32 and fast mode, or NULL. */
const nbl_fact_t *nbl_fft_one_kernel_find(nbl_device_kind_t device, uint32_t length);

/* Returns the length of the convolution that a chirp of n elements has in one kernel; 0: it has several.
 *
 * complex_dwords  of the arithmetic
 * limits          of the device */
uint32_t nbl_fft_one_kernel_length(uint32_t n, uint32_t complex_dwords, const nbl_fft_plan_limits_t *limits);

/* Returns whether lines of n elements are transformed by Rader's algorithm rather than by a chirp. */
bool nbl_fft_one_kernel_by_rader(uint32_t n, uint32_t complex_dwords, const nbl_fft_plan_limits_t *limits);

#endif
