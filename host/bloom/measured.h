/* Plans and lengths of a bloom's passes that measured faster than those that count as cheaper (docs/performance.md).
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_BLOOM_MEASURED_H
#define NBL_HOST_BLOOM_MEASURED_H

#include "nbl/host/plan.h"

/* Returns the length that radices make; 0 of none. */
uint32_t nbl_bloom_request_length(const nbl_fft_plan_request_t *request);

/* Return the plan of a length for the first pass, the third, whose FFTs per workgroup are 3 or 1, and the second, whose
 * are its columns at most; NULL: none was measured.
 *
 * half  of half storage */
const nbl_fft_plan_request_t *nbl_bloom_measured_rows(uint32_t length);
const nbl_fft_plan_request_t *nbl_bloom_measured_rows_back(uint32_t length);
const nbl_fft_plan_request_t *nbl_bloom_measured_lines(uint32_t length, bool half);

/* Returns the length to take in place of the cheapest one by count.
 *
 * least     what is to fit
 * cheapest  by count, `least` or more */
uint32_t nbl_bloom_faster_length(uint32_t least, uint32_t cheapest);

#endif
