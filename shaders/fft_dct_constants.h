/* What kernels of cosine and sine transforms are told; for the kernels and for the host.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_SHADERS_FFT_DCT_CONSTANTS_H
#define NBL_SHADERS_FFT_DCT_CONSTANTS_H

#include "nbl/lang.h"

#define NBL_FFT_DCT_INVOCATIONS 256u
#define NBL_FFT_DCT_MOST_LOOPS 8u

NBL_STRUCT(nbl_fft_dct_constants_t) {
    uint32_t kind, size, orthogonal; /* as of nbl_dct_t */
    uint32_t numbers;                /* of a line: nbl_dct_numbers(), or the real numbers that are unfolded */
    uint32_t all;                    /* invocations that do something: numbers of all lines */
    uint32_t first, part; /* elements of a line that are read, others being 0, or that unfold stores: from `first` on */
    uint32_t stride;      /* from element to element of a line */
    uint32_t count[8];    /* loops over lines, the first varies fastest; 1: the loop is not there */
    uint32_t distance[8]; /* elements */
    uint32_t factor[3];   /* unfold: what results are multiplied by: bits of a float64, and of the same float32 */
};

#endif
