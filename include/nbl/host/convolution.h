/* Convolutions of arrays of 1 to 3 dimensions on the CPU, by the names of 0.2.0, over nbl/host/fft.h.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). Sizes are free: arrays are padded with zeros to lengths that transform quickly, so that
 * nothing wraps around. Thread-safe. `error` comes last and may be NULL.
 */
#ifndef NBL_HOST_CONVOLUTION_H
#define NBL_HOST_CONVOLUTION_H

#include "nbl/host/deprecated.h"
#include "nbl/host/fft.h"

#if defined(__cplusplus)
extern "C" {
#endif

#define NBL_CONVOLUTION_MOST_RANK 3

/* What nbl_fft_problem_t says of a convolution. */
typedef struct nbl_convolution_desc_t {
    uint32_t rank;                                    /* 1 to 3 */
    uint64_t sizes[NBL_CONVOLUTION_MOST_RANK];        /* of the signal, 1 or more; the last dimension varies fastest */
    uint64_t kernel_sizes[NBL_CONVOLUTION_MOST_RANK]; /* of the kernel, 1 or more */
    uint64_t batch;                                   /* signals, one after the other, 1 or more */
    nbl_fft_precision_t precision;                    /* NBL_FFT_FLOAT32 or NBL_FFT_FLOAT64 */
    bool complex_numbers;                             /* signal, kernel and result are complex; false: real */
    /* Correlates: y[n] = sum over m of x[n + m] conj(k[m]). Parts: as of the convolution by the reversed kernel. */
    bool correlates;
    nbl_convolution_part_t part;
    uint32_t threads; /* at most 64; 0: as many as there are processors, fewer for little work */
    nbl_mode_t mode;  /* on the CPU, as in nbl_fft_array_desc_t; a device's mode is in nbl_fft_vulkan_desc_t */
} nbl_convolution_desc_t;

/* Returns a description with every default: one real signal of float32, the full convolution. Set rank and sizes. */
nbl_convolution_desc_t nbl_convolution_desc_init(void);

/* Another name of nbl_fft_t. */
typedef nbl_fft_t nbl_convolution_t;

/* Does what nbl_fft_make_cpu() does with a kernel. After an error *convolution is untouched. */
nbl_result_t nbl_convolution_create(const nbl_convolution_desc_t *desc, const void *kernel,
                                    nbl_convolution_t **convolution, nbl_error_t *error);

/* Does what nbl_fft_run() does. */
nbl_result_t nbl_convolution_run(nbl_convolution_t *convolution, const void *input, void *output, nbl_error_t *error);

/* Does what nbl_fft_output_size() does. */
uint64_t nbl_convolution_size(const nbl_convolution_t *convolution, uint32_t dimension);

/* Returns the `held` of nbl_fft_get_bytes(). */
uint64_t nbl_convolution_bytes(const nbl_convolution_t *convolution);

/* Does what nbl_fft_destroy() does; NULL does nothing. */
void nbl_convolution_destroy(nbl_convolution_t *convolution);

NBL_DEPRECATED(nbl_convolution_desc_init, "nbl_fft_problem_init()");
NBL_DEPRECATED(nbl_convolution_create, "nbl_fft_make_cpu()");
NBL_DEPRECATED(nbl_convolution_run, "nbl_fft_run()");
NBL_DEPRECATED(nbl_convolution_size, "nbl_fft_output_size()");
NBL_DEPRECATED(nbl_convolution_bytes, "nbl_fft_get_bytes()");
NBL_DEPRECATED(nbl_convolution_destroy, "nbl_fft_destroy()");

#if defined(__cplusplus)
}
#endif

#endif
