/* FFTs of lines of one length on the CPU, by plans that are kept: for programs of 0.2.0 and for special needs.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17), without Vulkan. nbl/host/fft.h includes it, and has what new programs call.
 *
 *   nbl_fft_array()              transforms lines of one length
 *   nbl_fft_array_plan_run()     transforms them by a plan
 *   nbl_fft_array_plan_access()  runs a plan on elements that functions load and store
 *   nbl_fft_array_context_run()  transforms lines by a plan that a context keeps
 *
 * Thread-safe. `error` comes last and may be NULL.
 */
#ifndef NBL_HOST_FFT_ARRAY_H
#define NBL_HOST_FFT_ARRAY_H

#include <stdbool.h>
#include <stdint.h>

#include "nbl/accessors/accessor.h"
#include "nbl/host/compile.h"
#include "nbl/host/fft_numbers.h"

#include "nbl/host/emulator.h" /* the end of the shaders' text above */

#if defined(__cplusplus)
extern "C" {
#endif

typedef struct nbl_fft_array_desc_t {
    /* Elements of a signal: a length of nbl_fft_plan_make(); of a real signal also twice one of these, to 32768. */
    uint32_t length;
    uint32_t batch; /* transforms, 1 or more */
    nbl_fft_precision_t precision;
    bool inverse;
    bool real; /* the signal has real elements, its spectrum the frequencies 0 to length / 2 */
    /* Elements of each input that are in memory; the rest of the signal counts as zero and is not read. 0: all. In
     * place with a batch above 1 give the distances too. */
    uint32_t given;
    /* Stride: elements from one element of a transform to the next; 0: 1. Distance: elements from the first element of
     * a transform to the first of the next; 0: a transform begins one stride after the last given element of the one
     * before. An element is a complex number; on a real signal's side a real number. */
    uint64_t input_stride, input_distance;
    uint64_t output_stride, output_distance;
    uint32_t threads; /* at most 64; 0: as many as there are processors, fewer for little work */
    nbl_fft_scaling_t scaling;
    const char *instructions; /* the widest vectors that may be used: "avx512vl", "avx2", "sse2", "neon", or "plain" for
                               * none; NULL: the widest of this processor. In exact mode the bits do not depend on it.
                               * Read only while a plan is made */
    nbl_mode_t mode; /* exact: a device's bits. Fast: products are fused with sums if the processor can; the last
                               * bits then differ between processors, errors are no larger. Fused: where the library's
                               * text says so, with the same bits on each processor */
} nbl_fft_array_desc_t;

/* Returns a description with every default: one forward complex transform of float32 without gaps. Set the length. */
nbl_fft_array_desc_t nbl_fft_array_desc_init(void);

/* Transforms an array on the CPU, on vectors of the processor. In exact mode the bits are a device's.
 *
 * Each call makes a plan, which takes as long as some transforms; use nbl_fft_array_plan_create() for more than one
 * call. Errors, after which the output is untouched: ARGUMENT (the text names the nearest supported
 * lengths), LIMIT, OUT_OF_MEMORY.
 *
 * desc    not NULL
 * input   scalars of the precision: real and imaginary part in turn, or the reals of a real signal; a half is 2 bytes.
 *         Transforms may overlap each other
 * output  scalars as of the input; transforms must not overlap. The same pointer as the input (in place), or memory
 *         that does not overlap it. In place each transform stays where it was: strides and distances of both sides are
 *         equal; of real signals the distances, in bytes, and no transform reaches into the next */
nbl_result_t nbl_fft_array(const nbl_fft_array_desc_t *desc, const void *input, void *output, nbl_error_t *error);

/* A plan for nbl_fft_array_plan_run(): radices, twiddles, and scratch memory that is kept from run to run. */
typedef struct nbl_fft_array_plan_t nbl_fft_array_plan_t;

/* Makes a plan of a description; takes microseconds, about two nanoseconds for each element of a
 * line. Thread-safe. Errors, after which *plan is untouched: ARGUMENT (the
 * text names the nearest supported lengths), LIMIT, OUT_OF_MEMORY.
 *
 * desc  not NULL; copied
 * plan  receives the plan, for nbl_fft_array_plan_destroy() */
nbl_result_t nbl_fft_array_plan_create(const nbl_fft_array_desc_t *desc, nbl_fft_array_plan_t **plan,
                                       nbl_error_t *error);

/* Transforms an array as the plan's description says. Thread-safe, also with the same plan: each run has scratch of its
 * own. Errors, after which the output is untouched: ARGUMENT, OUT_OF_MEMORY.
 *
 * plan           not NULL
 * input, output  as nbl_fft_array() takes them */
nbl_result_t nbl_fft_array_plan_run(nbl_fft_array_plan_t *plan, const void *input, void *output, nbl_error_t *error);

/* Transforms elements that functions load and store, such as those of a hash map or a file. Each element takes a call.
 * A transform is loaded as a whole before any of it is stored. Thread-safe. Errors, before any call: ARGUMENT (a
 * function is NULL), OUT_OF_MEMORY.
 *
 * plan    not NULL; its strides and distances are ignored
 * input   its get is called with the number of the transform, 0 to batch - 1, and of the element, and writes an
 *         nbl_fft_number_t; of a real element only the real part is read. Called from several threads at once, one
 *         thread to a transform, unless the plan has one thread
 * output  its set is called with the same numbers and an nbl_fft_number_t, under the same conditions */
nbl_result_t nbl_fft_array_plan_access(nbl_fft_array_plan_t *plan, const nbl_accessor_t *input,
                                       const nbl_accessor_t *output, nbl_error_t *error);

/* Returns the name of the vector instructions that a plan uses, as in nbl_fft_array_desc_t; never NULL.
 *
 * plan  not NULL */
const char *nbl_fft_array_plan_instructions(const nbl_fft_array_plan_t *plan);

/* Destroys a plan and ends its threads. Every nbl_fft_array_plan_run() of it must have returned.
 *
 * plan  NULL does nothing */
void nbl_fft_array_plan_destroy(nbl_fft_array_plan_t *plan);

/* Plans that are kept by their descriptions, those of nbl_fft_nd_context_run() among them: for programs that transform
 * arrays of several descriptions in turn. Without a context nothing is kept. */
typedef struct nbl_fft_array_context_t nbl_fft_array_context_t;

/* The bytes that plans of a context take at most, unless nbl_fft_array_context_limit() sets another bound: 64 MiB. */
#define NBL_FFT_ARRAY_CONTEXT_BYTES (1u << 26)

/* Makes a context without plans. Errors: ARGUMENT (context is NULL), OUT_OF_MEMORY.
 *
 * most     plans that it keeps at most; 0: any number. Beyond it, and beyond NBL_FFT_ARRAY_CONTEXT_BYTES, the plan that
 *          was not used for longest is destroyed
 * context  receives it, for nbl_fft_array_context_destroy(); NULL after an error */
nbl_result_t nbl_fft_array_context_create(uint32_t most, nbl_fft_array_context_t **context, nbl_error_t *error);

/* Does what nbl_fft_array() does, by the plan of an equal description if the context has one, else by a new plan, which
 * the context keeps. Thread-safe: a lock is held while a plan is looked for, not while a plan is made or runs. Errors:
 * those of nbl_fft_array(). */
nbl_result_t nbl_fft_array_context_run(nbl_fft_array_context_t *context, const nbl_fft_array_desc_t *desc,
                                       const void *input, void *output, nbl_error_t *error);

/* What a context holds, and what it was asked for. */
typedef struct nbl_fft_array_context_info_t {
    uint64_t hits, misses; /* runs that found a plan, and runs that made one or failed to */
    uint64_t plans;        /* that it has */
    uint64_t bytes;        /* that these take: tables, and the scratch of one run */
    uint32_t most_plans;   /* bounds: nbl_fft_array_context_limit() */
    uint64_t most_bytes;
} nbl_fft_array_context_info_t;

/* Returns what a context holds. Thread-safe.
 *
 * context  not NULL */
nbl_fft_array_context_info_t nbl_fft_array_context_info(nbl_fft_array_context_t *context);

/* Sets the bounds of a context, and destroys plans that were not used for longest until both are held. Plans that a run
 * is using stay until it ends. The two plans that were used last stay however many bytes they take: the transforms
 * forth and back of one length. Thread-safe.
 *
 * context     not NULL
 * most_plans  0: any number
 * most_bytes  0: only those two plans */
void nbl_fft_array_context_limit(nbl_fft_array_context_t *context, uint32_t most_plans, uint64_t most_bytes);

/* Destroys the plans that no run is using. Returns how many are left. Thread-safe. */
uint32_t nbl_fft_array_context_release(nbl_fft_array_context_t *context);

/* Destroys a context and its plans.
 *
 * context  NULL does nothing; no run may be under way */
void nbl_fft_array_context_destroy(nbl_fft_array_context_t *context);

#if defined(__cplusplus)
}
#endif

#endif
