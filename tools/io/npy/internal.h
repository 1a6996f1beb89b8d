/* What the files of tools/io/npy share: failing with a line of text, and the header of a file.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_NPY_INTERNAL_H
#define NBL_HOST_NPY_INTERNAL_H

#include "io/npy/npy.h"

#include <stdbool.h>
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

/* How the elements of a file differ from those in memory. */
typedef struct nbl_npy_layout_t {
    bool big_endian;
    bool fortran_order; /* the first dimension varies fastest */
} nbl_npy_layout_t;

/* Reads the dictionary of a header: type, rank, batch and length of the array.
 *
 * text, size  the dictionary, without a final zero byte
 * layout      receives how the file has its elements */
nbl_npy_result_t nbl_npy_parse_header(const char *path, const char *text, size_t size, nbl_npy_array_t *array,
                                      nbl_npy_layout_t *layout, nbl_npy_error_t *error);

/* Makes of a file's elements the processor's, in C order. Returns false where there is no memory for it.
 *
 * array  its data are exchanged */
bool nbl_npy_arrange(nbl_npy_array_t *array, nbl_npy_layout_t layout);

#endif
