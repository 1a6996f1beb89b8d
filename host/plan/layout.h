/* Lays a plan out in shared memory within limits: FFTs per workgroup, windows, padding.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_FFT_PLAN_LAYOUT_H
#define NBL_FFT_PLAN_LAYOUT_H

#include "nbl/host/plan.h"

#define NBL_FFT_PLAN_MAX_ELEMENTS 32u /* unless a radix is larger */
#define NBL_FFT_PLAN_MAX_WINDOWS 16u
#define NBL_FFT_PLAN_WORKGROUP_WANTED 64u /* short FFTs share a workgroup until it has this many invocations */
#define NBL_FFT_PLAN_SHARED_WORKGROUP_MOST 256u
#define NBL_FFT_PLAN_MULTIPROCESSOR_BYTES 49152u /* of shared memory, which its workgroups divide */
#define NBL_FFT_PLAN_FEW_ELEMENTS 12u

/* Tells whether an invocation holds no more elements than it may: 32, or those of a larger radix. Internal. */
bool nbl_fft_plan_holds_few(nbl_fft_plan_t plan);

/* A plan with radices and invocations, one FFT and one window, no padding and no shared memory yet. Internal. */
nbl_fft_plan_t nbl_fft_plan_bare(uint32_t length, uint32_t complex_dwords, const uint32_t *radices, uint32_t count,
                                 uint32_t invocations);

/* Chooses how many FFTs share a workgroup: enough for it to have 64 invocations, and for few idle lanes in its last
 * subgroup, but no more: small workgroups measured faster. Internal. */
uint32_t nbl_fft_plan_choose_ffts(nbl_fft_plan_t plan, nbl_fft_plan_limits_t limits);

/* The fewest windows with which one FFT fits; 0: none. Internal. */
uint32_t nbl_fft_plan_least_windows(nbl_fft_plan_t plan, nbl_fft_plan_limits_t limits);

/* What the exchanges of one FFT cost, the plan's and the reversed plan's on average, from the cycles of lay_out.
 * Internal. */
uint64_t nbl_fft_plan_bank_cost(nbl_fft_plan_t plan, uint64_t cycles);

/* The dwords of the plane that the widest padding needs, the reversed plan's included. */
uint32_t nbl_fft_plan_padded_window(nbl_fft_plan_t plan);

/* The padding of all exchanges for given FFTs per workgroup and windows, and, if `exact`, the best distance of the
 * FFTs. Returns the bank cycles, the reversed plan's too, per workgroup of one dword; UINT64_MAX where it does not fit.
 * Internal. */
uint64_t nbl_fft_plan_lay_out(nbl_fft_plan_t *plan, nbl_fft_plan_limits_t limits, bool exact);

#endif
