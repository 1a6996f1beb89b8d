/* What the files of tools/io/npy share: failing with a line of text, and the header of a file.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_NPY_INTERNAL_H
#define NBL_HOST_NPY_INTERNAL_H

#include "io/npy/npy.h"

#include <stddef.h>

#define NBL_NPY_PREFIX_BYTES 10        /* magic, version, length of the header in 2 bytes (in 4 from version 2 on) */
#define NBL_NPY_MAX_HEADER_BYTES 65536 /* a complex array's takes a hundred; NumPy refuses more than 10000 */

/* Fills the error (which may be NULL) with "path: why" and returns result. Names and dtypes may hold any byte, so
 * control characters are replaced: a message stays one line. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
nbl_npy_result_t
nbl_npy_fail(nbl_npy_error_t *error, nbl_npy_result_t result, const char *path, const char *why, ...);

/* Reads the dictionary of a header: type, rank, batch and length of the array.
 *
 * text, size  the dictionary, without a final zero byte */
nbl_npy_result_t nbl_npy_parse_header(const char *path, const char *text, size_t size, nbl_npy_array_t *array,
                                      nbl_npy_error_t *error);

#endif
