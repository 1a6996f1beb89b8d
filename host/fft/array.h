/* What nbl_fft_array() makes of its description.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_FFT_ARRAY_INTERNAL_H
#define NBL_HOST_FFT_ARRAY_INTERNAL_H

#include "nbl/host/fft.h"

/* The input or the output. */
typedef struct nbl_fft_array_side_t {
    uint64_t stride, distance; /* bytes */
    uint32_t elements;         /* of a signal, or of its spectrum */
    uint32_t given;            /* elements that are in memory; zeros stand for the rest; 0: all are */
    uint32_t element_bytes, scalar_bytes;
    uint32_t batch;     /* signals */
    uint64_t all_bytes; /* from the first element to the end of the last */
    nbl_fft_kind_t kind;
    bool real; /* holds real numbers */
} nbl_fft_array_side_t;

/* Checks a description and fills in both sides, the input first. Errors: ARGUMENT, LIMIT. */
nbl_result_t nbl_fft_array_check(const nbl_fft_array_desc_t *desc, nbl_fft_array_side_t sides[2], nbl_error_t *error);

/* Returns whether there is a plan for signals of a length. */
bool nbl_fft_array_has_length(nbl_fft_precision_t precision, bool real, uint32_t length);

/* Returns how real signals of a length are transformed: NBL_FFT_REAL; NBL_FFT_REAL_TWO, each as the first of two
 * signals whose second one would be zeros; or NBL_FFT_COMPLEX if neither kind has the length. */
nbl_fft_kind_t nbl_fft_array_kind(nbl_fft_precision_t precision, uint32_t length);

/* Whether arrays do not overlap. */
static inline bool nbl_fft_array_lie_apart(const nbl_fft_array_side_t sides[2], const void *input, const void *output) {
    const uintptr_t from = (uintptr_t)input, to = (uintptr_t)output;
    return from + sides[0].all_bytes <= to || to + sides[1].all_bytes <= from;
}

/* Refuses arrays that overlap otherwise than in place. Errors: ARGUMENT. */
nbl_result_t nbl_fft_array_check_memory(const nbl_fft_array_side_t sides[2], const void *input, const void *output,
                                        nbl_error_t *error);

#endif
