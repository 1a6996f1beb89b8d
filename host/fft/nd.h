/* How an array of several dimensions lies, and the lines along each dimension that is transformed.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_FFT_ND_INTERNAL_H
#define NBL_HOST_FFT_ND_INTERNAL_H

#include "error/error.h"
#include "fft/any_length.h"
#include "fft/array.h"
#include "nbl/host/fft_nd.h"
#include "view/view.h"

#define NBL_FFT_ND_LOOPS (NBL_FFT_ND_MOST_RANK + 1) /* dimensions, and the batch as the last */

/* The input, as much of it as is given, the output, or what lies between them. */
typedef struct nbl_fft_nd_side_t {
    uint64_t sizes[NBL_FFT_ND_LOOPS], strides[NBL_FFT_ND_LOOPS]; /* of each dimension and of the batch; bytes */
    uint64_t first[NBL_FFT_ND_MOST_RANK]; /* output: number of its first element among all, in each dimension */
    uint32_t element_bytes, scalar_bytes;
    bool real;      /* holds real numbers */
    uint64_t bytes; /* from the first element to behind the last */
} nbl_fft_nd_side_t;

/* The lines along one dimension. */
typedef struct nbl_fft_nd_pass_t {
    uint32_t axis, length;
    bool real;                     /* its signal is real */
    nbl_view_region_t from, to;    /* the same: in place */
    nbl_fft_array_side_t sides[2]; /* input and output: a group of lines side by side; their number is the batch */
    uint32_t loops;                /* over groups of `batch` lines; the last varies fastest */
    struct {
        uint64_t count, strides[2]; /* bytes */
    } loop[NBL_FFT_ND_LOOPS];
    uint64_t groups;
} nbl_fft_nd_pass_t;

/* Checks a description and fills in what follows from it. Errors: ARGUMENT, LIMIT.
 *
 * desc   receives the description with its axes listed
 * sides  receives input, output, and what may lie between them, without gaps */
nbl_result_t nbl_fft_nd_check(const nbl_fft_nd_desc_t *given, nbl_fft_nd_desc_t *desc, nbl_fft_nd_side_t sides[3],
                              nbl_error_t *error);

/* Refuses kernel_sizes, correlates and part where no kernel is given: their author has forgotten it. Errors:
 * ARGUMENT. */
nbl_result_t nbl_fft_nd_check_without_kernel(const nbl_fft_nd_desc_t *desc, nbl_error_t *error);

/* Returns whether a transform may be in place: each line is read as a whole before it is written, and stays where it
 * was. */
bool nbl_fft_nd_replaces(const nbl_fft_nd_desc_t *desc, const nbl_fft_nd_side_t sides[2]);

/* Refuses arrays that are NULL or overlap. Errors: ARGUMENT. */
nbl_result_t nbl_fft_nd_check_memory(const nbl_fft_nd_desc_t *desc, const nbl_fft_nd_side_t sides[2], const void *input,
                                     const void *output, nbl_error_t *error);

/* A text in a buffer that may be too small: length goes on. */
typedef struct nbl_fft_nd_text_t {
    char *buffer;
    size_t size, length;
} nbl_fft_nd_text_t;

void nbl_fft_nd_put(nbl_fft_nd_text_t *text, const char *format, ...) NBL_PRINTF(2, 3);

#endif
