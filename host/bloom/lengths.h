/* The lengths of a bloom's transforms.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_BLOOM_LENGTHS_H
#define NBL_HOST_BLOOM_LENGTHS_H

#include "nbl/host/plan.h"

/* Returns the length that radices make; 0 of none. */
uint32_t nbl_bloom_request_length(const nbl_fft_plan_request_t *request);

/* Returns the even length for `least` elements: the cheapest by counting, or another that measured faster. */
uint32_t nbl_bloom_length(uint32_t least);

#endif
