/* What the files of host/bloom share.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_BLOOM_INTERNAL_H
#define NBL_HOST_BLOOM_INTERNAL_H

#include "nbl/bloom.h"

/* Writes the message, if there is a place for it, and returns `result`. */
nbl_bloom_result_t nbl_bloom_fail(nbl_bloom_error_t *error, nbl_bloom_result_t result, const char *format, ...);

#endif
