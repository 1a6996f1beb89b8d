/* How the host's functions fail: a result, and one line that says why.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_ERROR_ERROR_H
#define NBL_HOST_ERROR_ERROR_H

#include "nbl/host/error.h"

#if defined(__GNUC__)
#define NBL_PRINTF(at, first) __attribute__((format(printf, at, first)))
#else
#define NBL_PRINTF(at, first)
#endif

/* Empties the text. error: may be NULL, here and below */
void nbl_error_clear(nbl_error_t *error);

/* Fill in the text, control characters replaced by spaces, and return the result. */
nbl_result_t nbl_fail(nbl_error_t *error, nbl_result_t result, const char *format, ...) NBL_PRINTF(3, 4);
nbl_result_t nbl_fail_memory(nbl_error_t *error, const char *what);

#endif
