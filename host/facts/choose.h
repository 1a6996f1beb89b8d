/* What is chosen for a length, out of rows of what was measured and by counting.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_FACTS_CHOOSE_H
#define NBL_HOST_FACTS_CHOOSE_H

#include "facts/facts.h"
#include "nbl/host/plan.h"

/* Returns the precision of complex elements, by their dwords in arithmetic and in memory. */
nbl_fft_precision_t nbl_fact_precision(uint32_t complex_dwords);

/* Returns the first row that holds and its plan, or NULL.
 *
 * request  receives the plan, what it leaves open being 0; any after NULL */
const nbl_fact_t *nbl_fact_find(const nbl_fact_case_t *of, uint32_t number, nbl_fft_plan_request_t *request);

/* Returns what a length takes, whatever the limits: what nbl_fft_plan_make() makes fit. A length that
 * nbl_fft_plan_check_length() refuses, and that no row has, gets 0 passes: nbl_fft_plan_fit() refuses these.
 *
 * small   not with the radices above 16 but for 32 */
nbl_fft_plan_request_t nbl_fft_plan_request(nbl_device_kind_t device, uint32_t length, uint32_t complex_dwords,
                                            bool small);

/* Returns the radices that a length has in exact mode on any device, in the order of the forward transform: in less
 * than a microsecond, where nbl_fft_plan_request() may search for milliseconds. Of the result's other fields nothing is
 * promised.
 *
 * length     supported */
nbl_fft_plan_request_t nbl_fft_plan_radices(uint32_t length, nbl_fft_precision_t precision);

/* nbl_fft_plan_make() without the radices above 16 but for 32: for kernels that need registers for more than a
 * transform, as the bloom's, which were measured without. */
nbl_result_t nbl_fft_plan_make_small(uint32_t length, uint32_t complex_dwords, const nbl_fft_plan_limits_t *limits,
                                     nbl_fft_plan_t *plan, nbl_error_t *error);

/* Returns what a transform of a length in float32 costs by counting, without the radices above 16 but for 32: the
 * bloom's measure. 0: not supported. */
uint64_t nbl_fft_plan_counted_cost(uint32_t length);

/* Tells whether a length has neither of the factors 11 and 13, whose radices cost more than others: those alone are
 * recommended, and in the table that shaders choose plans from. */
bool nbl_fft_plan_is_common(uint32_t length);

/* Returns the length from n on that counts least, even if `even`; 0: none is supported. */
uint32_t nbl_fft_plan_cheapest_length(uint32_t n, bool even);

#endif
