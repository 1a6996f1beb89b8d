/* What making plans offers beside nbl/host/plan.h: bare plans, requests of lengths, costs by counting.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_FFT_PLAN_MAKE_H
#define NBL_FFT_PLAN_MAKE_H

#include "nbl/host/plan.h"

#define NBL_FFT_PLAN_WHY_RADIX "a radix is not one of 1 to 21, 23 to 25, 27 to 32, 35 and 36"
#define NBL_FFT_PLAN_WHY_PASSES "there are 1 to 6 passes"

#define NBL_FFT_PLAN_MAX_ELEMENTS 32u /* unless a radix is larger, or a prime above 13 */
#define NBL_FFT_PLAN_MAX_WINDOWS 16u
/* Lengths get radices that fit a workgroup of this size if there are any: SwiftShader and WebGPU have no larger one. */
#define NBL_FFT_PLAN_COMMON_INVOCATIONS 256u

/* Returns a plan with radices and invocations, one FFT and one window, no padding and no shared memory yet. */
nbl_fft_plan_t nbl_fft_plan_bare(uint32_t length, uint32_t complex_dwords, const uint32_t *radices, uint32_t count,
                                 uint32_t invocations);

/* Tells whether an invocation holds no more elements than it may: 32; 36 with a larger radix, or with 17, 19, 23, 29 or
 * 31. */
bool nbl_fft_plan_holds_few(nbl_fft_plan_t plan);

/* Returns how many FFTs share a workgroup: enough for it to have 64 invocations, and for few idle lanes in its last
 * subgroup, but no more: small workgroups measured faster. */
uint32_t nbl_fft_plan_choose_ffts(nbl_fft_plan_t plan, nbl_fft_plan_limits_t limits);

/* Returns the invocations that cost least with a request's radices; 0: none within the limits. */
uint32_t nbl_fft_plan_choose_invocations(const nbl_fft_plan_request_t *request, uint32_t length,
                                         uint32_t complex_dwords, nbl_fft_plan_limits_t limits);

/* nbl_fft_plan_make() without the radices above 16 but for 32: for kernels that need registers for more than a
 * transform, as the bloom's, which were measured without. */
nbl_result_t nbl_fft_plan_make_small(uint32_t length, uint32_t complex_dwords, const nbl_fft_plan_limits_t *limits,
                                     nbl_fft_plan_t *plan, nbl_error_t *error);

/* Tells whether a length has a prime factor of 17 to 31, none above, and is short enough for a plan. */
bool nbl_fft_plan_has_primes(uint32_t length, uint32_t complex_dwords);

/* Makes the plan of a length that has a prime factor of 17 to 31, and none above: for fast mode on a device. Its radices
 * are those that fit the limits and are predicted to be fastest. Errors: ARGUMENT for any other length; LIMIT.
 *
 * limits  NULL: nbl_fft_plan_default_limits()
 * plan    NULL: only whether there is one, which takes a tenth of the time */
nbl_result_t nbl_fft_plan_make_of_primes(uint32_t length, uint32_t complex_dwords, const nbl_fft_plan_limits_t *limits,
                                         nbl_fft_plan_t *plan, nbl_error_t *error);

/* Returns what a transform of a length in float32 costs by counting, without the radices above 16 but for 32: the
 * bloom's measure. 0: not supported. */
uint64_t nbl_fft_plan_counted_cost(uint32_t length);

/* Tells whether a length has neither of the factors 11 and 13, whose radices cost more than others: those alone are
 * recommended, and in the table that shaders choose plans from. */
bool nbl_fft_plan_is_common(uint32_t length);

/* Returns the length from n on that counts least, even if `even`; 0: none is supported. */
uint32_t nbl_fft_plan_cheapest_length(uint32_t n, bool even);

/* Returns what a length takes, whatever the limits: what nbl_fft_plan_make() makes fit.
 *
 * length  supported
 * small   not with the radices above 16 but for 32 */
nbl_fft_plan_request_t nbl_fft_plan_request(uint32_t length, uint32_t complex_dwords, bool small);

#endif
