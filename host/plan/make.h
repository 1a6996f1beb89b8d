/* What making, reading and comparing plans share.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_FFT_PLAN_MAKE_H
#define NBL_FFT_PLAN_MAKE_H

#include "nbl/host/plan.h"

#define NBL_FFT_PLAN_WHY_RADIX "a radix is not one of 1 to 10, 12, 14, 15, 16, 18, 20, 21, 24, 25, 27, 28, 30 and 32"
#define NBL_FFT_PLAN_WHY_PASSES "there are 1 to 6 passes"

/* Returns why there are no plans for a length; NULL: there are. */
const char *nbl_fft_plan_why_not(uint32_t length, uint32_t complex_dwords);

/* nbl_fft_plan_make() without the radices above 16 but for 32: for kernels that need registers for more than a transform, as the
 * bloom's, which were measured without. */
nbl_result_t nbl_fft_plan_make_small(uint32_t length, uint32_t complex_dwords, const nbl_fft_plan_limits_t *limits,
                                     nbl_fft_plan_t *plan, nbl_error_t *error);

/* Returns what a transform of a length in float32 costs by counting, without the radices above 16 but for 32: the bloom's measure.
 * 0: not supported. */
uint64_t nbl_fft_plan_counted_cost(uint32_t length);

/* Returns the length from n on that counts least, even if `even`; 0: there is none. */
uint32_t nbl_fft_plan_cheapest_length(uint32_t n, bool even);

/* Returns what a length asks for, whatever the limits: what nbl_fft_plan_make() makes fit.
 *
 * length  supported
 * small   not with the radices above 16 but for 32 */
nbl_fft_plan_request_t nbl_fft_plan_request(uint32_t length, uint32_t complex_dwords, bool small);

/* nbl_fft_plan_from_radices(), with the text that its errors name. */
nbl_result_t nbl_fft_plan_of_text(const char *text, const nbl_fft_plan_request_t *request, uint32_t complex_dwords,
                                  const nbl_fft_plan_limits_t *limits, nbl_fft_plan_t *plan, nbl_error_t *error);

/* Fails for a length: "length 11: why; the nearest supported lengths are 10 and 12". limits: theirs; NULL: none. */
nbl_result_t nbl_fft_plan_fail_length(nbl_result_t result, uint32_t length, uint32_t complex_dwords,
                                      const nbl_fft_plan_limits_t *limits, const char *why, nbl_error_t *error);

#endif
