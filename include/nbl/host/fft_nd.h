/* FFTs of arrays of several dimensions and of any length, on the CPU, by plans that are kept.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17), with no need of Vulkan; plain functions and a structure of numbers, for other languages too.
 *
 *   nbl_fft_nd_desc_init(), nbl_fft_nd_plan_create()   a description to a plan
 *   nbl_fft_nd_plan_run()                              transforms an array to another or in place
 *   nbl_fft_nd_plan_bytes(), nbl_fft_nd_plan_text()    what it takes, and how it goes
 *   nbl_fft_nd_context_run()                           plans kept by their descriptions
 *
 * A dimension is transformed after the other, lines along it by the executor, threads over lines. Any length is right:
 *
 *   those of nbl_fft_array()               with its bits, which are a device's in exact mode
 *   beyond them, to 2^27, without a prime  in the passes of NBL_FFT_PASS, with their bits (nbl/fft/large.h)
 *   above 13
 *   any other to 2^26                      as a convolution with a chirp (Bluestein, "A linear filtering approach to
 *                                          the computation of discrete Fourier transform", 1970), in float64; on a
 *                                          device in fast mode some primes to 8192 by Rader's algorithm ("Discrete
 *                                          Fourier transforms when the number of data samples is prime", 1968)
 *
 * Thread-safe. `error` comes last and may be NULL.
 */
#ifndef NBL_HOST_FFT_ND_H
#define NBL_HOST_FFT_ND_H

#include "nbl/host/fft.h"

#if defined(__cplusplus)
extern "C" {
#endif

#define NBL_FFT_ND_MOST_RANK 8

typedef struct nbl_fft_nd_desc_t {
    uint32_t rank;                        /* dimensions of an array, 1 to 8 */
    uint64_t sizes[NBL_FFT_ND_MOST_RANK]; /* elements of the signal along each, 1 to 2^31 - 1; the last one varies
                                           * fastest */
    uint32_t axis_count;                  /* dimensions that are transformed; 0: all */
    uint32_t axes[NBL_FFT_ND_MOST_RANK];  /* their numbers from 0, each once */
    /* Elements of the input along each dimension; zeros follow them, which are neither stored nor read, and lines of which
     * are not computed. 0: all, as along dimensions that are not transformed. The input's size is this, so that without
     * strides it lies without gaps; of a real signal's spectrum along the last of `axes` at most size / 2 + 1. */
    uint64_t given[NBL_FFT_ND_MOST_RANK];
    uint64_t batch; /* arrays, 1 or more */
    nbl_fft_precision_t precision;
    bool inverse;
    bool
        real; /* the signal is real; of its spectrum there are the frequencies 0 to size / 2 along the last of `axes` */
    /* Of a device, whose buffer it is: the input may be overwritten, also where the output is elsewhere. Spectra of real
     * signals of several dimensions are then transformed back in it, and need no workspace of their size. */
    bool overwrites_input;
    nbl_fft_scaling_t scaling; /* the length being the product of the transformed sizes, of real signals too */
    /* Elements from one to the next along each dimension, all 0: those of an array without gaps; and from an array's
     * first to the next one's, 0: the next one begins behind the last element. An element is a complex number, or a real
     * one of a real signal. */
    uint64_t input_strides[NBL_FFT_ND_MOST_RANK], input_distance;
    uint64_t output_strides[NBL_FFT_ND_MOST_RANK], output_distance;
    uint32_t threads;         /* at most 64; 0: as many as there are processors, fewer for little work */
    const char *instructions; /* as in nbl_fft_array_desc_t */
    nbl_mode_t mode;          /* likewise, on the CPU; a device's plan has a mode of its own */
    /* Of a device: how its kernels take lines side by side, nbl/host/wisdom.h; read while one is made. NULL: as the library
     * has it */
    const struct nbl_fft_wisdom_t *wisdom;
} nbl_fft_nd_desc_t;

/* Returns a description with every default: one complex transform of float32, forward, along all dimensions; rank and
 * sizes are to be set. */
nbl_fft_nd_desc_t nbl_fft_nd_desc_init(void);

/* A plan: radices, twiddles, and scratch memory between runs. */
typedef struct nbl_fft_nd_plan_t nbl_fft_nd_plan_t;

/* Makes a plan, in microseconds. Its first run makes the tables of lines beyond nbl_fft_array()'s, which takes about as long
 * as a run does: run a plan once where the first result must not come late. Thread-safe. Errors, after which *plan is untouched: ARGUMENT (also strides of the output that do not nest: sorted, each must be beyond what the
 * smaller ones span), LIMIT (a length beyond those above, arrays beyond memory), OUT_OF_MEMORY.
 *
 * desc  not NULL; copied
 * plan  receives the plan, for nbl_fft_nd_plan_destroy() */
nbl_result_t nbl_fft_nd_plan_create(const nbl_fft_nd_desc_t *desc, nbl_fft_nd_plan_t **plan, nbl_error_t *error);

/* Transforms arrays as the plan's description says. Thread-safe, also with the same plan: each run has scratch of its
 * own. The results are the same for any number of threads. Errors: ARGUMENT, OUT_OF_MEMORY; then the output is untouched.
 *
 * plan    not NULL
 * input   scalars of the precision, real and imaginary part in turn, halves of 2 bytes; not NULL
 * output  likewise; the input's array or one that does not overlap it. In place all strides are equal in bytes, of real
 *         signals all but those along the last of `axes`, and lines along that one do not meet others; where not all is given,
 *         they are to be told */
nbl_result_t nbl_fft_nd_plan_run(nbl_fft_nd_plan_t *plan, const void *input, void *output, nbl_error_t *error);

/* Returns the bytes of scratch that a run takes, beside input and output: known before any is taken. */
uint64_t nbl_fft_nd_plan_bytes(const nbl_fft_nd_plan_t *plan);

/* Returns the bytes that a plan keeps from run to run: itself, its tables, and the scratch of one run. Caches of plans count
 * them. Memory that the operating system keeps for threads is not counted.
 *
 * plan  not NULL */
uint64_t nbl_fft_nd_plan_kept_bytes(const nbl_fft_nd_plan_t *plan);

/* Writes how a plan goes, for people: a line for each dimension that is transformed, in the order of the work.
 *
 * Returns the length of the whole text, as snprintf does: more than size - 1 if it was cut.
 *
 * plan    not NULL
 * buffer  receives the text, always ended by a null character; NULL if size is 0
 * size    bytes */
size_t nbl_fft_nd_plan_text(const nbl_fft_nd_plan_t *plan, char *buffer, size_t size);

/* Does what nbl_fft_nd_plan_create(), nbl_fft_nd_plan_run() and nbl_fft_nd_plan_destroy() do, by the plan of an equal
 * description if the context has one, else by a new plan, which the context keeps: nbl_fft_array_context_create(),
 * nbl_fft_array_context_info(), nbl_fft_array_context_limit(). Thread-safe. Errors: those of nbl_fft_nd_plan_create() and
 * nbl_fft_nd_plan_run().
 *
 * context        not NULL
 * desc           not NULL; overwrites_input and wisdom do not count
 * input, output  as of nbl_fft_nd_plan_run() */
nbl_result_t nbl_fft_nd_context_run(nbl_fft_array_context_t *context, const nbl_fft_nd_desc_t *desc, const void *input,
                                    void *output, nbl_error_t *error);

/* plan  may be NULL; of which no run is under way */
void nbl_fft_nd_plan_destroy(nbl_fft_nd_plan_t *plan);

#if defined(__cplusplus)
}
#endif

#endif
