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

/* Returns whether a transform may be in place: each line is read as a whole before it is written, and stays where it
 * was. */
bool nbl_fft_nd_replaces(const nbl_fft_nd_desc_t *desc, const nbl_fft_nd_side_t sides[2]);

/* Refuses arrays that are NULL or overlap. Errors: ARGUMENT. */
nbl_result_t nbl_fft_nd_check_memory(const nbl_fft_nd_desc_t *desc, const nbl_fft_nd_side_t sides[2], const void *input,
                                     const void *output, nbl_error_t *error);

/* Fills in axis, length and places of each pass, zeros beside them; returns how many there are. The last axis comes
 * first, and the real one where its signal is: the first pass reads the input, the last one leaves the output, and those
 * between work in place. The spectrum of a real signal has another place than the signal, so that its other axes are
 * transformed back between the two.
 *
 * desc  with the axes listed */
uint32_t nbl_fft_nd_order(const nbl_fft_nd_desc_t *desc, nbl_fft_nd_pass_t passes[NBL_FFT_ND_MOST_RANK]);

/* Fills in how a pass's lines lie, as many of them as the sides' other sizes say. */
void nbl_fft_nd_lay_lines(const nbl_fft_nd_desc_t *desc, const nbl_fft_nd_side_t sides[3], nbl_fft_nd_pass_t *pass);

/* Does that for number p of the passes of an order: along dimensions that are still to be transformed there are the lines
 * that are given. */
void nbl_fft_nd_lay_pass(const nbl_fft_nd_desc_t *desc, const nbl_fft_nd_side_t sides[3], nbl_fft_nd_pass_t *passes,
                         uint32_t p);

/* Returns whether half as many complex numbers are transformed in a real signal's place. */
bool nbl_fft_nd_is_half(const nbl_fft_nd_pass_t *pass);

/* Returns whether results are scaled as those of nbl_fft_array(). */
bool nbl_fft_nd_scales_as_array(const nbl_fft_nd_desc_t *desc, const nbl_fft_nd_pass_t *pass);

/* Returns whether lines are those of nbl_fft_array(). */
bool nbl_fft_nd_has_array_plan(const nbl_fft_nd_desc_t *desc, const nbl_fft_nd_pass_t *pass);

/* Returns NBL_FFT_UNNORMALIZED or another. */
uint32_t nbl_fft_nd_normalization(const nbl_fft_nd_desc_t *desc);

/* Returns what all results of a real signal are multiplied by: twice as much where half the length transforms back. */
double nbl_fft_nd_factor(const nbl_fft_nd_desc_t *desc, const nbl_fft_nd_pass_t *pass);

/* A text in a buffer that may be too small: length goes on. */
typedef struct nbl_fft_nd_text_t {
    char *buffer;
    size_t size, length;
} nbl_fft_nd_text_t;

void nbl_fft_nd_put(nbl_fft_nd_text_t *text, const char *format, ...) NBL_PRINTF(2, 3);

#endif
