/* What nbl_fft_array() makes of its description.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_FFT_ARRAY_H
#define NBL_HOST_FFT_ARRAY_H

#include "nbl/host/fft.h"

/* The input or the output. */
typedef struct nbl_fft_array_side_t {
    char *memory;              /* the input's is only read */
    uint64_t stride, distance; /* bytes */
    uint32_t elements;         /* of a signal, or of its spectrum */
    uint32_t element_bytes, scalar_bytes;
    uint32_t batch; /* signals */
    nbl_fft_kind_t kind;
    bool real; /* holds real numbers */
} nbl_fft_array_side_t;

/* Checks a description and the arrays; fills in both sides, the input first, and what is to be planned: length, batch,
 * kind, precision, direction. Errors: ARGUMENT, LIMIT. */
nbl_result_t nbl_fft_array_check(const nbl_fft_array_desc_t *desc, const void *input, void *output,
                                 nbl_fft_transform_desc_t *wanted, nbl_fft_array_side_t sides[2], nbl_error_t *error);

#endif
