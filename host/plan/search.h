/* Finds the radices of a length, and the invocations for given radices, that cost least by counting.
 * SPDX-License-Identifier: Apache-2.0
 *
 * What decides bits is found within nbl_fft_plan_default_limits(), whatever a device has.
 */
#ifndef NBL_FFT_PLAN_SEARCH_H
#define NBL_FFT_PLAN_SEARCH_H

#include "nbl/host/plan.h"

/* Lengths get radices that fit a workgroup of this size if there are any: SwiftShader and WebGPU have no larger one. */
#define NBL_FFT_PLAN_COMMON_INVOCATIONS 256u

/* The invocations that cost least with given radices; 0: none within the limits. */
uint32_t nbl_fft_plan_choose_invocations(uint32_t length, const uint32_t *radices, uint32_t passes,
                                         uint32_t complex_dwords, nbl_fft_plan_limits_t limits);

/* The radices and invocations of a length, in falling order or as the table has them, as a bare plan.
 *
 * length   supported
 * small    as the bloom's kernels need it, with registers to spare: no radix of 18 to 36 but for 32
 * ordered  receives whether the order is the table's
 * request  NULL, or receives the FFTs per workgroup and windows that the table asks for; 0: to be chosen */
nbl_fft_plan_t nbl_fft_plan_find(uint32_t length, uint32_t complex_dwords, bool small, bool *ordered,
                                 nbl_fft_plan_request_t *request);

/* Orders the passes of a bare plan: for few bank conflicts, few twiddles, and mirrors that can be traded. */
nbl_fft_plan_t nbl_fft_plan_order(nbl_fft_plan_t plan);

#endif
