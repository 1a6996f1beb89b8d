/* The sizes of a convolution by transforms, on the CPU and on a device alike.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_FFT_CONVOLUTION_H
#define NBL_HOST_FFT_CONVOLUTION_H

#include "nbl/host/convolution.h"
#include "nbl/host/fft_nd.h"

/* Elements along each dimension. With a lower rank the first dimensions are 1. */
typedef struct nbl_convolution_sizes_t {
    uint64_t sizes[NBL_CONVOLUTION_MOST_RANK];  /* of the signal */
    uint64_t kernel[NBL_CONVOLUTION_MOST_RANK]; /* of the kernel */
    uint64_t padded[NBL_CONVOLUTION_MOST_RANK]; /* of the transforms */
    uint64_t result[NBL_CONVOLUTION_MOST_RANK]; /* of the results that are returned */
    uint64_t first[NBL_CONVOLUTION_MOST_RANK];  /* number of the first returned result among all results */
} nbl_convolution_sizes_t;

/* Checks a description and chooses the sizes. Errors: ARGUMENT, LIMIT. */
nbl_result_t nbl_convolution_choose_sizes(const nbl_convolution_desc_t *desc, nbl_convolution_sizes_t *of,
                                          nbl_error_t *error);

/* Returns the description of the transform that makes a kernel's spectrum. */
nbl_fft_nd_desc_t nbl_convolution_forward(const nbl_convolution_desc_t *desc, const nbl_convolution_sizes_t *of);

#endif
