/* Convolutions and correlations of arrays of 1 to 3 dimensions on the CPU, by a kernel whose spectrum is kept.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). Sizes are free: arrays are padded with zeros to lengths that transform quickly, so that
 * nothing wraps around. Thread-safe. `error` comes last and may be NULL.
 */
#ifndef NBL_HOST_CONVOLUTION_H
#define NBL_HOST_CONVOLUTION_H

#include "nbl/host/fft.h"

#if defined(__cplusplus)
extern "C" {
#endif

#define NBL_CONVOLUTION_MOST_RANK 3

/* Which part of y[n] = sum of x[m] k[n - m] is returned, along each dimension of N elements and a kernel of K. */
typedef enum nbl_convolution_part_t {
    NBL_CONVOLUTION_FULL = 0, /* all of it: N + K - 1 */
    NBL_CONVOLUTION_SAME,     /* N elements from (K - 1) / 2 on: the kernel's middle is its origin */
    NBL_CONVOLUTION_VALID     /* N - K + 1, those for which the kernel lies within the signal; K is at most N */
} nbl_convolution_part_t;

typedef struct nbl_convolution_desc_t {
    uint32_t rank;                                    /* 1 to 3 */
    uint64_t sizes[NBL_CONVOLUTION_MOST_RANK];        /* of the signal, 1 or more; the last dimension varies fastest */
    uint64_t kernel_sizes[NBL_CONVOLUTION_MOST_RANK]; /* likewise */
    uint64_t batch;                                   /* signals, one behind the other, 1 or more */
    nbl_fft_precision_t precision;                    /* NBL_FFT_FLOAT32 or NBL_FFT_FLOAT64 */
    bool complex_numbers;                             /* of signal, kernel and result; else all are real */
    bool
        correlates; /* y[n] = sum of x[n + m] conj(k[m]): as a convolution by the kernel backwards, whose parts these are */
    nbl_convolution_part_t part;
    uint32_t threads; /* at most 64; 0: as many as there are processors, fewer for little work */
    nbl_mode_t mode;  /* as in nbl_fft_array_desc_t, on the CPU; a device's plan has a mode of its own */
} nbl_convolution_desc_t;

/* Returns a description with every default: one real signal of float32, the full convolution. */
nbl_convolution_desc_t nbl_convolution_desc_init(void);

/* A plan: the kernel's spectrum, and scratch memory between runs. */
typedef struct nbl_convolution_t nbl_convolution_t;

/* Transforms a kernel and keeps its spectrum. Errors, after which *convolution is untouched: ARGUMENT, LIMIT (see
 * nbl/host/fft_nd.h), OUT_OF_MEMORY. Thread-safe.
 *
 * desc         not NULL; copied
 * kernel       its elements without gaps; not NULL, not needed afterwards
 * convolution  receives the plan, for nbl_convolution_destroy() */
nbl_result_t nbl_convolution_create(const nbl_convolution_desc_t *desc, const void *kernel,
                                    nbl_convolution_t **convolution, nbl_error_t *error);

/* Convolves signals. Thread-safe, also with the same plan. Errors: ARGUMENT, OUT_OF_MEMORY; then the output is untouched.
 *
 * input   the batch's elements without gaps; not NULL
 * output  likewise, of the part's sizes; not NULL, may be the input's array where the batch is 1 */
nbl_result_t nbl_convolution_run(nbl_convolution_t *convolution, const void *input, void *output, nbl_error_t *error);

/* Returns the size of the result along a dimension, 0 beyond the rank. */
uint64_t nbl_convolution_size(const nbl_convolution_t *convolution, uint32_t dimension);

/* Returns the bytes that the plan holds and a run takes, beside input and output. */
uint64_t nbl_convolution_bytes(const nbl_convolution_t *convolution);

/* convolution  may be NULL; of which no run is under way */
void nbl_convolution_destroy(nbl_convolution_t *convolution);

#if defined(__cplusplus)
}
#endif

#endif
