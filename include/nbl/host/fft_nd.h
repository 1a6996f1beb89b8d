/* FFTs of arrays of 1 to 8 dimensions on the CPU, by the names of 0.2.0: each is a few lines over nbl/host/fft.h.
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
 *   a length of nbl_fft_array()               by that function's passes, with its bits; a device has them in exact mode
 *   longer, to 2^27, no prime factor above 13 in the passes of NBL_FFT_PASS, with their bits (nbl/fft/large.h)
 *   any other, to 2^26                        as a convolution with a chirp, in float64 (Bluestein, "A linear filtering
 *                                             approach to the computation of discrete Fourier transform", 1970)
 *
 * On a device in fast mode some primes to 8192 go by Rader's algorithm instead ("Discrete Fourier transforms when the
 * number of data samples is prime", 1968). Rows of a longer length whose largest prime factor has no radix go in
 * passes, if all others are 31 at most; the last pass's lines have the prime.
 *
 * Thread-safe. `error` comes last and may be NULL.
 */
#ifndef NBL_HOST_FFT_ND_H
#define NBL_HOST_FFT_ND_H

#include "nbl/host/deprecated.h"
#include "nbl/host/fft.h"

#if defined(__cplusplus)
extern "C" {
#endif

#define NBL_FFT_ND_MOST_RANK NBL_FFT_MOST_RANK

/* The description is a problem of nbl/host/fft.h; in_place, the convolution and the device's fields are not read. */
typedef nbl_fft_problem_t nbl_fft_nd_desc_t;

/* Returns what nbl_fft_problem_init() returns. */
nbl_fft_nd_desc_t nbl_fft_nd_desc_init(void);

/* Another name of nbl_fft_t. */
typedef nbl_fft_t nbl_fft_nd_plan_t;

/* Does what nbl_fft_make_cpu() does, but makes no convolution: the description's kernel is not read. */
nbl_result_t nbl_fft_nd_plan_create(const nbl_fft_nd_desc_t *desc, nbl_fft_nd_plan_t **plan, nbl_error_t *error);

/* Does what nbl_fft_run() does. */
nbl_result_t nbl_fft_nd_plan_run(nbl_fft_nd_plan_t *plan, const void *input, void *output, nbl_error_t *error);

/* Return the `workspace` and `held` of nbl_fft_get_bytes(). */
uint64_t nbl_fft_nd_plan_bytes(const nbl_fft_nd_plan_t *plan);
uint64_t nbl_fft_nd_plan_kept_bytes(const nbl_fft_nd_plan_t *plan);

/* Writes how a plan computes, for people: one line for each transformed dimension, in the order of the work.
 *
 * Returns the length of the whole text, as snprintf does: more than size - 1 if it was cut.
 *
 * plan    not NULL
 * buffer  receives the text, always ended by a null character; NULL if size is 0
 * size    bytes */
size_t nbl_fft_nd_plan_text(const nbl_fft_nd_plan_t *plan, char *buffer, size_t size);

/* Transforms arrays as nbl_fft_make_cpu() and nbl_fft_run() do, by the context's plan of an equal description. Without
 * one it makes a plan and keeps it: nbl_fft_array_context_create(), nbl_fft_array_context_info(),
 * nbl_fft_array_context_limit(). Thread-safe. Errors: those of nbl_fft_make_cpu() and nbl_fft_run().
 *
 * context        not NULL
 * desc           not NULL, without a kernel; overwrites_input and wisdom are ignored
 * input, output  as nbl_fft_run() takes them */
nbl_result_t nbl_fft_nd_context_run(nbl_fft_array_context_t *context, const nbl_fft_nd_desc_t *desc, const void *input,
                                    void *output, nbl_error_t *error);

/* Does what nbl_fft_destroy() does. */
void nbl_fft_nd_plan_destroy(nbl_fft_nd_plan_t *plan);

NBL_DEPRECATED(nbl_fft_nd_desc_init, "nbl_fft_problem_init()");
NBL_DEPRECATED(nbl_fft_nd_plan_create, "nbl_fft_make_cpu()");
NBL_DEPRECATED(nbl_fft_nd_plan_run, "nbl_fft_run()");
NBL_DEPRECATED(nbl_fft_nd_plan_bytes, "nbl_fft_get_bytes()");
NBL_DEPRECATED(nbl_fft_nd_plan_kept_bytes, "nbl_fft_get_bytes()");
NBL_DEPRECATED(nbl_fft_nd_plan_destroy, "nbl_fft_destroy()");

#if defined(__cplusplus)
}
#endif

#endif
