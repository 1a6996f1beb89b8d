/* FFTs of arrays of 1 to 8 dimensions and of any length, on the CPU, by plans that are kept.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17), without Vulkan. Functions take a structure of numbers, so other languages can call them.
 *
 *   nbl_fft_nd_desc_init(), nbl_fft_nd_plan_create()   make a plan of a description
 *   nbl_fft_nd_plan_run()                              transforms an array, to another array or in place
 *   nbl_fft_nd_plan_bytes(), nbl_fft_nd_plan_text()    return a run's scratch memory, write how it computes
 *   nbl_fft_nd_context_run()                           transforms an array by a plan that a context keeps
 *
 * Dimensions are transformed one after the other. The executor transforms the lines along a dimension; threads share
 * the lines. How a line is transformed follows from its length:
 *
 *   a length of nbl_fft_array()               as there, with the same bits, which are a device's in exact mode
 *   longer, to 2^27, no prime factor above 13 in the passes of NBL_FFT_PASS, with their bits (nbl/fft/large.h)
 *   any other, to 2^26                        as a convolution with a chirp, in float64 (Bluestein, "A linear filtering
 *                                             approach to the computation of discrete Fourier transform", 1970)
 *
 * On a device in fast mode some primes to 8192 go by Rader's algorithm instead ("Discrete Fourier transforms when the
 * number of data samples is prime", 1968).
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

/* Cosine and sine transforms; nbl/fft/dct.h has their formulas, which are SciPy's and FFTW's. The inverse of type II is type
 * III, of type III type II, and types I and IV are their own, but for a factor. */
typedef enum nbl_fft_dct_t {
    NBL_FFT_NO_DCT = 0, /* Fourier's transform */
    NBL_FFT_DCT_1,      /* of at least 2 elements */
    NBL_FFT_DCT_2,
    NBL_FFT_DCT_3,
    NBL_FFT_DCT_4,
    NBL_FFT_DST_1,
    NBL_FFT_DST_2,
    NBL_FFT_DST_3,
    NBL_FFT_DST_4
} nbl_fft_dct_t;

typedef struct nbl_fft_nd_desc_t {
    uint32_t rank;                        /* dimensions of an array, 1 to 8 */
    uint64_t sizes[NBL_FFT_ND_MOST_RANK]; /* elements of the signal along each dimension, 1 to 2^31 - 1; the last
                                           * dimension varies fastest */
    uint32_t axis_count;                  /* dimensions that are transformed; 0: all */
    uint32_t axes[NBL_FFT_ND_MOST_RANK];  /* numbers of the dimensions that are transformed, from 0, each once */
    /* Elements of the input along each dimension that are in memory; the rest counts as zero, is not read, and lines of
     * zeros are not computed. 0: all; it must be all along a dimension that is not transformed. Without strides the
     * input is an array of these sizes without gaps. Of a real signal's spectrum along the last of `axes`: at most size
     * / 2 + 1. */
    uint64_t given[NBL_FFT_ND_MOST_RANK];
    uint64_t batch; /* arrays, 1 or more */
    nbl_fft_precision_t precision;
    bool inverse;
    bool
        real; /* the signal is real; of its spectrum there are the frequencies 0 to size / 2 along the last of `axes` */
    /* On a device: the input may be overwritten although the output is elsewhere. The inverse of real signals of
     * several dimensions then works in its input and needs no workspace of the array's size. */
    bool overwrites_input;
    nbl_fft_scaling_t scaling; /* its length is the product of the transformed sizes, for real signals too */
    /* Strides: elements from one element to the next along each dimension; all 0: an array without gaps. Distance:
     * elements from an array's first element to the next array's; 0: an array begins after the last element of the one
     * before. An element is a complex number; on a real signal's side a real number. */
    uint64_t input_strides[NBL_FFT_ND_MOST_RANK], input_distance;
    uint64_t output_strides[NBL_FFT_ND_MOST_RANK], output_distance;
    uint32_t threads;         /* at most 64; 0: as many as there are processors, fewer for little work */
    const char *instructions; /* as in nbl_fft_array_desc_t */
    nbl_mode_t mode;          /* on the CPU, as in nbl_fft_array_desc_t; a device's mode is in nbl_fft_vulkan_desc_t */
    /* On a device: measured plans of lines side by side, nbl/host/wisdom.h; read while a transform is made. NULL: the
     * library's choice */
    const struct nbl_fft_wisdom_t *wisdom;
    /* A cosine or sine transform along each axis in place of Fourier's. Both sides have real elements, `real` stays false.
     * In float32 and float64; lines are at most 2^24 elements long. The length of `scaling` is the product of 2 N along
     * each axis of N elements, of NBL_FFT_DCT_1 of 2 (N - 1), of NBL_FFT_DST_1 of 2 (N + 1): the default inverse leaves
     * the input. */
    nbl_fft_dct_t dct;
    /* Of `dct`: the first and last elements of type I, the first one of DCT-II and DCT-III, and the last one of DST-II and
     * DST-III are multiplied by sqrt(2) before the transform, or by sqrt(1/2) after it, so that its matrix is orthogonal
     * but for the scaling. */
    bool orthogonal;
} nbl_fft_nd_desc_t;

/* Returns a description with every default: one forward complex transform of float32 along all dimensions. Set rank and
 * sizes. */
nbl_fft_nd_desc_t nbl_fft_nd_desc_init(void);

/* A plan for nbl_fft_nd_plan_run(): radices, twiddles, and scratch memory that is kept from run to run. */
typedef struct nbl_fft_nd_plan_t nbl_fft_nd_plan_t;

/* Makes a plan of a description, in microseconds. The first run makes the tables of lines longer than
 * nbl_fft_array()'s, which takes about as long as a run; run a plan once if the first result must not come late.
 * Thread-safe. Errors, after which *plan is untouched: ARGUMENT, LIMIT (a length beyond those of the table above,
 * arrays beyond memory), OUT_OF_MEMORY. Strides of the output must nest, else ARGUMENT: sorted, each is beyond what the
 * smaller ones span.
 *
 * desc  not NULL; copied
 * plan  receives the plan, for nbl_fft_nd_plan_destroy() */
nbl_result_t nbl_fft_nd_plan_create(const nbl_fft_nd_desc_t *desc, nbl_fft_nd_plan_t **plan, nbl_error_t *error);

/* Transforms arrays as the plan's description says. Thread-safe, also with the same plan: each run has scratch of its
 * own. The number of threads changes no bit. Errors, after which the output is untouched: ARGUMENT, OUT_OF_MEMORY.
 *
 * plan    not NULL
 * input   scalars of the precision: real and imaginary part in turn, or the reals of a real signal; a half is 2 bytes.
 *         Not NULL
 * output  scalars as of the input; not NULL. The same pointer as the input (in place), or memory that does not overlap
 *         it. In place the strides of both sides are equal in bytes; for real signals all but those along the last of
 *         `axes`, and lines along that dimension do not reach into each other. If not all of the input is given, set
 *         the strides */
nbl_result_t nbl_fft_nd_plan_run(nbl_fft_nd_plan_t *plan, const void *input, void *output, nbl_error_t *error);

/* Returns the bytes of scratch memory that a run takes beside input and output.
 *
 * plan  not NULL */
uint64_t nbl_fft_nd_plan_bytes(const nbl_fft_nd_plan_t *plan);

/* Returns the bytes that a plan keeps from run to run: the plan, its tables, and the scratch memory of one run. For
 * caches of plans. What the operating system keeps for threads is not counted.
 *
 * plan  not NULL */
uint64_t nbl_fft_nd_plan_kept_bytes(const nbl_fft_nd_plan_t *plan);

/* Writes how a plan computes, for people: one line for each transformed dimension, in the order of the work.
 *
 * Returns the length of the whole text, as snprintf does: more than size - 1 if it was cut.
 *
 * plan    not NULL
 * buffer  receives the text, always ended by a null character; NULL if size is 0
 * size    bytes */
size_t nbl_fft_nd_plan_text(const nbl_fft_nd_plan_t *plan, char *buffer, size_t size);

/* Transforms arrays as nbl_fft_nd_plan_create() and nbl_fft_nd_plan_run() do, by the context's plan of an equal
 * description. Without one it makes a plan and keeps it: nbl_fft_array_context_create(), nbl_fft_array_context_info(),
 * nbl_fft_array_context_limit(). Thread-safe. Errors: those of nbl_fft_nd_plan_create() and nbl_fft_nd_plan_run().
 *
 * context        not NULL
 * desc           not NULL; overwrites_input and wisdom are ignored
 * input, output  as nbl_fft_nd_plan_run() takes them */
nbl_result_t nbl_fft_nd_context_run(nbl_fft_array_context_t *context, const nbl_fft_nd_desc_t *desc, const void *input,
                                    void *output, nbl_error_t *error);

/* Destroys a plan; waits until its threads have ended.
 *
 * plan  NULL does nothing; no run may be under way */
void nbl_fft_nd_plan_destroy(nbl_fft_nd_plan_t *plan);

#if defined(__cplusplus)
}
#endif

#endif
