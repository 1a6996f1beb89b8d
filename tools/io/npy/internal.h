/* What the files of tools/io/npy share: failing with a line of text, and what a head means.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_NPY_INTERNAL_H
#define NBL_HOST_NPY_INTERNAL_H

#include "io/npy/npy.h"

#include <stdbool.h>
#include <stddef.h>

#define NBL_NPY_PREFIX_BYTES 10 /* magic, version, length of the header in 2 bytes (in 4 from version 2 on) */
#define NBL_NPY_MAX_HEADER_BYTES (NBL_NPY_MOST_HEAD - NBL_NPY_PREFIX_BYTES - 2) /* chosen: npy.h */

/* Fills the error (which may be NULL) with "path: why" and returns result. Control characters, which a file's name and
 * its dtypes may hold, are replaced: a message stays one line. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
nbl_npy_result_t
nbl_npy_fail(nbl_npy_error_t *error, nbl_npy_result_t result, const char *path, const char *why, ...);

/* Fills in an array's type, rank, shape, batch and length from a head. Errors: NBL_NPY_ERROR_UNSUPPORTED for other
 * types, NBL_NPY_ERROR_DAMAGED. */
nbl_npy_result_t nbl_npy_describe(const char *path, const nbl_npy_fields_t *fields, nbl_npy_array_t *array,
                                  nbl_npy_error_t *error);

#endif
