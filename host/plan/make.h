/* What making plans offers beside nbl/host/plan.h: bare plans, radices by counting. What is chosen for a length stands
 * in facts/choose.h. SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_FFT_PLAN_MAKE_H
#define NBL_FFT_PLAN_MAKE_H

#include "nbl/host/plan.h"

#define NBL_FFT_PLAN_WHY_RADIX "a radix is not one of 1 to 21, 23 to 25, 27 to 39, 41, 43 and 47"
#define NBL_FFT_PLAN_WHY_PASSES "there are 1 to 6 passes"

/* Elements of an invocation, unless a radix is larger or a prime above 13. Chosen: 32 take 64 registers of float32. */
#define NBL_FFT_PLAN_MAX_ELEMENTS 32u
#define NBL_FFT_PLAN_MAX_WINDOWS 16u /* of an exchange; chosen */
/* Lengths get radices that fit a workgroup of this size if there are any: SwiftShader and WebGPU have no larger one. */
#define NBL_FFT_PLAN_COMMON_INVOCATIONS 256u

/* Returns a plan with radices and invocations, one FFT and one window, no padding and no shared memory yet. */
nbl_fft_plan_t nbl_fft_plan_bare(uint32_t length, uint32_t complex_dwords, const uint32_t *radices, uint32_t count,
                                 uint32_t invocations);

/* Tells whether an invocation holds no more elements than it may: 32; 36 with a larger radix or a prime above 13; or as
 * many as the largest radix has. */
bool nbl_fft_plan_holds_few(nbl_fft_plan_t plan);

/* Returns how many FFTs share a workgroup: enough for it to have 64 invocations, and for few idle lanes in its last
 * subgroup, but no more: small workgroups measured faster. */
uint32_t nbl_fft_plan_choose_ffts(nbl_fft_plan_t plan, nbl_fft_plan_limits_t limits);

/* Returns the invocations that cost least with a request's radices; 0: none within the limits. */
uint32_t nbl_fft_plan_choose_invocations(const nbl_fft_plan_request_t *request, uint32_t length,
                                         uint32_t complex_dwords, nbl_fft_plan_limits_t limits);

/* Tells whether a length has a prime factor from 17 on, none above 31 (float32: 47), and is short enough for a plan. */
bool nbl_fft_plan_has_primes(uint32_t length, uint32_t complex_dwords);

/* Makes the plan, for fast mode, of a length that nbl_fft_plan_has_primes(), none above `largest`. Its radices fit the
 * limits and are predicted to be the fastest that do. Errors: ARGUMENT (other lengths), LIMIT.
 *
 * largest  NBL_FFT_PLAN_LARGEST_PRIME_OF_RADICES, or of rows in fast mode the device's number radices-most-prime
 * limits  NULL: nbl_fft_plan_default_limits()
 * plan    NULL: only whether there is one, which takes a tenth of the time */
nbl_result_t nbl_fft_plan_make_of_primes(uint32_t length, uint32_t complex_dwords, uint32_t largest,
                                         const nbl_fft_plan_limits_t *limits, nbl_fft_plan_t *plan, nbl_error_t *error);

/* Returns the radices of a length, in falling order, and its invocations: the choice that counting finds cheapest.
 *
 * length  supported */
nbl_fft_plan_request_t nbl_fft_plan_count_radices(uint32_t length, uint32_t complex_dwords);

/* Orders radices that fall: for few bank conflicts, few twiddles, and mirrors that can be traded. */
void nbl_fft_plan_order_radices(nbl_fft_plan_request_t *request, uint32_t length, uint32_t complex_dwords);

/* Returns a request as a bare plan, with the FFTs per workgroup and windows of the default limits where it leaves them
 * open. */
nbl_fft_plan_t nbl_fft_plan_bare_of(const nbl_fft_plan_request_t *request, uint32_t length, uint32_t complex_dwords);

/* nbl_fft_plan_fit(), which says why there is no plan without naming the request.
 *
 * why  receives the reason after an error */
#define NBL_FFT_PLAN_WHY_SIZE 128
nbl_result_t nbl_fft_plan_fit_or_why(const nbl_fft_plan_request_t *request, uint32_t complex_dwords,
                                     const nbl_fft_plan_limits_t *limits, nbl_fft_plan_t *plan,
                                     char why[NBL_FFT_PLAN_WHY_SIZE]);

/* Does what nbl_fft_plan_fit() does within nbl_fft_plan_default_limits(), but chooses no padding, for which banks would
 * be counted: for checks of many texts. Arguments and errors: nbl_fft_plan_fit(). */
nbl_result_t nbl_fft_plan_fit_bare(const nbl_fft_plan_request_t *request, uint32_t complex_dwords, nbl_fft_plan_t *plan,
                                   nbl_error_t *error);

#define NBL_FFT_PLAN_LARGEST_PRIME 13u            /* of lengths */
#define NBL_FFT_PLAN_LARGEST_PRIME_OF_RADICES 31u /* in fast mode; of rows a device may have larger ones */

/* Returns why there are no plans of a request's radices, whatever their length; NULL if there are. */
const char *nbl_fft_plan_why_not_radices(const nbl_fft_plan_request_t *request);

/* Returns why a length has no plans of radices up to a prime, or NULL. */
const char *nbl_fft_plan_why_not(uint32_t length, uint32_t complex_dwords, uint32_t largest);

/* Returns the first pass from `pass` on whose radix decides bits; plan->passes if there is none. A pass of radix 1
 * changes no bit, except in float16, which divides by 2 before each pass and multiplies after it: nbl/fft/scaling.h. */
uint32_t nbl_fft_plan_next_radix(const nbl_fft_plan_t *plan, uint32_t pass);

/* Returns whether two plans of one precision have the same bits: their radices that decide bits are the same ones. */
bool nbl_fft_plan_has_radices_of(const nbl_fft_plan_t *a, const nbl_fft_plan_t *b);

#endif
