/* FFTs, cosine and sine transforms and convolutions of arrays: a problem is described, made for a machine, and run.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17), with no need of Vulkan's headers.
 *
 *   nbl_fft_problem_t problem = nbl_fft_problem_init();
 *   problem.rank = 2, problem.sizes[0] = 1000, problem.sizes[1] = 1000;
 *   nbl_result_t result = nbl_fft_make_cpu(&problem, &fft, &error);    or nbl_fft_make_vulkan(device, ...)
 *   if (result == NBL_SUCCESS) result = nbl_fft_run(fft, input, output, &error);
 *   if (result != NBL_SUCCESS) puts(error.text);
 *
 *   nbl_fft_make_cpu(), nbl_fft_make_vulkan()   make a transform
 *   nbl_fft_run()                               transforms from memory to memory
 *   nbl_fft_bind(), nbl_fft_record()            tie a device's transform to buffers, record it into the caller's commands
 *   nbl_fft_text()                              writes the program by which it goes
 *
 * Behind it, for programs of 0.2.0 and for special needs:
 *
 *   nbl_fft_array(), nbl_fft_array_plan_run(), nbl_fft_array_context_run()
 *                                transform lines of one length, by plans that are kept
 *   nbl_fft_array_plan_access()  runs a plan on elements that functions load and store
 *   nbl_fft_transform_plan()     makes a plan of one kernel: plain data, for the emulator and for devices
 *   nbl_fft_transform_emulate()  runs it on the emulator: every access is checked, a hundred times as slow
 *   nbl_fft_transform_access()   runs it on elements that functions load and store
 *   nbl_fft_transform_compile()  compiles its kernel to SPIR-V
 *
 * All of them run the shaders' text. CPU, emulator and devices have the same bits in exact mode. Nothing here
 * prints, exits or keeps global state. Thread-safe. `error` comes last and may be NULL.
 */
#ifndef NBL_HOST_FFT_H
#define NBL_HOST_FFT_H

#include <stdbool.h>
#include <stdint.h>

#include "nbl/accessors/accessor.h"
#include "nbl/fft/parameters.h"
#include "nbl/host/compile.h"
#include "nbl/host/parameters.h"
#include "nbl/host/plan.h"

#include "nbl/host/emulator.h" /* the end of the shaders' text above */

#if defined(__cplusplus)
extern "C" {
#endif

/* ---- Numbers */

typedef enum nbl_fft_precision_t {
    NBL_FFT_FLOAT16 = 0, /* arithmetic and storage */
    NBL_FFT_FLOAT32,
    NBL_FFT_FLOAT64,
    NBL_FFT_FLOAT16_STORAGE /* memory: two halves in a dword, half of float32's bytes; arithmetic: float32; needs no
                             * feature of a device */
} nbl_fft_precision_t;

/* Returns whether a number is a value of nbl_fft_precision_t. Thread-safe. */
bool nbl_fft_precision_valid(nbl_fft_precision_t precision);

/* Returns the name that the tools have for a precision: "fp16", "fp32", "fp64" or "fp16-storage"; NULL for a number
 * that is no precision. */
const char *nbl_fft_precision_name(nbl_fft_precision_t precision);

/* Returns the bytes of a complex element in memory, 4, 8 or 16; 0 for a number that is no precision. */
uint32_t nbl_fft_precision_element_bytes(nbl_fft_precision_t precision);

/* Returns the dwords of a complex element in registers, 1, 2 or 4, which plans are made for; 0 for a number that is no
 * precision. */
uint32_t nbl_fft_precision_dwords(nbl_fft_precision_t precision);

/* What every result is divided by. The length is the signal's, for a real signal too. */
typedef enum nbl_fft_scaling_t {
    NBL_FFT_SCALING_DEFAULT = 0, /* forward: 1; inverse: the length */
    NBL_FFT_SCALING_NONE,        /* 1 */
    NBL_FFT_SCALING_BY_LENGTH,   /* the length */
    NBL_FFT_SCALING_BY_ROOT      /* the square root of the length */
} nbl_fft_scaling_t;

/* ---- The face: a problem, made for a machine, and run */

#define NBL_FFT_MOST_RANK 8

/* Of nbl/host/vulkan.h and of Vulkan. */
struct nbl_vulkan_device_t;
struct nbl_vulkan_resource_t;
struct nbl_vulkan_timestamps_t;
struct VkCommandBuffer_T;

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

/* Which part of y[n] = sum over m of x[m] k[n - m] is returned, along a dimension with N elements of the signal and K
 * of the kernel. */
typedef enum nbl_convolution_part_t {
    NBL_CONVOLUTION_FULL = 0, /* all N + K - 1 elements */
    NBL_CONVOLUTION_SAME,     /* N elements, from element (K - 1) / 2 of the full result on */
    NBL_CONVOLUTION_VALID     /* the N - K + 1 elements for which the whole kernel lies within the signal; K <= N */
} nbl_convolution_part_t;

/* How a device transforms what no workgroup holds. Every route gives right results on every device that has the
 * features. */
typedef enum nbl_fft_route_t {
    NBL_FFT_ROUTE_PASSES = 0, /* several dispatches with barriers between them, on any device */
    /* On a device that is known to keep started workgroups running: by tickets for the shapes and batches that were
     * measured to be faster so; by device address for other shapes, except lines one behind the other and float16. On
     * any other device: as NBL_FFT_ROUTE_PASSES. */
    NBL_FFT_ROUTE_BEST,
    /* By tickets for every shape that nbl/host/fft_tickets.h has, by device address for others. Slow on some. */
    NBL_FFT_ROUTE_TICKETS
} nbl_fft_route_t;

/* Plans that were measured on a device: nbl/host/wisdom.h. */
typedef struct nbl_fft_wisdom_t nbl_fft_wisdom_t;

/* What is to be computed, and how. Zero is every field's default but for rank, sizes, batch and precision. */
typedef struct nbl_fft_problem_t {
    uint32_t rank;                     /* dimensions of an array, 1 to 8 */
    uint64_t sizes[NBL_FFT_MOST_RANK]; /* elements of the signal along each dimension, 1 to 2^31 - 1; the last
                                           * dimension varies fastest */
    uint32_t axis_count;               /* dimensions that are transformed; 0: all */
    uint32_t axes[NBL_FFT_MOST_RANK];  /* numbers of the dimensions that are transformed, from 0, each once */
    /* Elements of the input along each dimension that are in memory; the rest counts as zero, is not read, and lines of
     * zeros are not computed. 0: all; it must be all along a dimension that is not transformed. Without strides the
     * input is an array of these sizes without gaps. Of a real signal's spectrum along the last of `axes`: at most size
     * / 2 + 1. */
    uint64_t given[NBL_FFT_MOST_RANK];
    /* Elements of the output along each dimension that are in memory: numbers kept_from to kept_from + kept - 1 of the
     * whole output. Others are not stored, and their lines are not computed along the axes that follow: the last of `axes`
     * comes first; where spectra become real signals it comes last. The elements that are kept are those of the whole
     * transform, in exact mode with its bits. kept 0: all; it must be all along a dimension that is not transformed. Without
     * strides the output is an array of these sizes without gaps. Not of a convolution, whose results have their own part. */
    uint64_t kept[NBL_FFT_MOST_RANK], kept_from[NBL_FFT_MOST_RANK];
    uint64_t batch; /* arrays, 1 or more */
    nbl_fft_precision_t precision;
    bool inverse;
    /* The signal is real; of its spectrum there are the frequencies 0 to size / 2 along the last of `axes`. Of a convolution:
     * signal, kernel and result are real. */
    bool real;
    /* On a device: the input may be overwritten although the output is elsewhere. The inverse of real signals of
     * several dimensions then works in its input and needs no workspace of the array's size. */
    bool overwrites_input;
    nbl_fft_scaling_t scaling; /* its length is the product of the transformed sizes, for real signals too */
    /* Strides: elements from one element to the next along each dimension; all 0: an array without gaps. Distance:
     * elements from an array's first element to the next array's; 0: an array begins after the last element of the one
     * before. An element is a complex number; on a real signal's side a real number. */
    uint64_t input_strides[NBL_FFT_MOST_RANK], input_distance;
    uint64_t output_strides[NBL_FFT_MOST_RANK], output_distance;
    uint32_t threads;         /* at most 64; 0: as many as there are processors, fewer for little work */
    const char *instructions; /* on the CPU: the widest vectors that may be used: "avx512vl", "avx2", "sse2", "neon", or
                               * "plain" for none; NULL: the widest of this processor. Read only while a plan is made */
    /* Exact: the same bits on the CPU and on every device. Fast: products may be fused with sums; the last bits then differ
     * between machines, errors are no larger. */
    nbl_mode_t mode;
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
    /* A convolution or correlation by a kernel in place of a transform; NULL: a transform. The kernel's elements without gaps,
     * scalars of the precision; read only while nbl_fft_make_cpu() or nbl_fft_make_vulkan() runs. Of 1 to 3 dimensions, of
     * float32 or float64. Arrays are padded with zeros to lengths that transform quickly, so nothing wraps around. Axes,
     * strides, distances, given, inverse, scaling, dct and in_place stay 0. */
    const void *kernel;
    uint64_t kernel_sizes[NBL_FFT_MOST_RANK]; /* elements along each dimension, 1 or more */
    /* Correlates: y[n] = sum over m of x[n + m] conj(k[m]). Parts: as of the convolution by the reversed kernel. */
    bool correlates;
    nbl_convolution_part_t part;
    bool in_place;         /* on a device: the output is bound to the input's buffer, from the same offset */
    nbl_cache_t *cache;    /* on a device: of compiled kernels; NULL: compile always */
    bool unroll;           /* on a device: unrolls loops: fast on a GPU, slow to build on a software driver */
    nbl_fft_route_t route; /* on a device */
    /* On a device: bytes of input or output that one piece of the batch has at most; a larger batch goes piece after piece.
     * 0, or beyond it: what the device binds as one buffer. */
    uint64_t piece_bytes;
} nbl_fft_problem_t;

/* Returns a problem with every default: one forward complex transform of float32 along all dimensions. Set rank and
 * sizes. */
nbl_fft_problem_t nbl_fft_problem_init(void);

/* A transform or convolution that is made for the CPU or for a device. */
typedef struct nbl_fft_t nbl_fft_t;

/* Makes a transform for the CPU, in microseconds; of a convolution it transforms the kernel. Thread-safe. Errors: ARGUMENT,
 * LIMIT (a length beyond those of nbl/host/fft_nd.h, arrays beyond memory), OUT_OF_MEMORY. Strides of the output must nest,
 * else ARGUMENT: sorted, each is beyond what the smaller ones span.
 *
 * problem  not NULL; copied; the device's fields are not read
 * fft      receives the transform, for nbl_fft_destroy(); NULL after an error */
nbl_result_t nbl_fft_make_cpu(const nbl_fft_problem_t *problem, nbl_fft_t **fft, nbl_error_t *error);

/* Makes a transform for a Vulkan device: compiles its kernels and takes memory of the device for tables; of a convolution it
 * transforms the kernel and waits. Part of libnbl-vulkan. A batch beyond what the device binds as one buffer goes in pieces;
 * the results have the bits of one piece in exact mode. Errors: those of nbl_fft_make_cpu() and of
 * nbl_vulkan_kernel_create(). LIMIT also if one array, or a line's workspace, is larger than what the device binds as one
 * buffer; if pieces would begin at offsets that the device cannot bind; if real signals of halves have an odd length or
 * gaps; and if exact mode needs a chirp and the device has no float64.
 *
 * device   not NULL; outlives the transform
 * problem  not NULL; copied; threads and instructions are not read
 * fft      receives the transform, for nbl_fft_destroy(); NULL after an error */
nbl_result_t nbl_fft_make_vulkan(struct nbl_vulkan_device_t *device, const nbl_fft_problem_t *problem, nbl_fft_t **fft,
                                 nbl_error_t *error);

/* Transforms from memory to memory; on a device through buffers of its own, and waits. On the CPU thread-safe, also with the
 * same transform. The number of threads changes no bit. What lies between the elements of the output stays as it is. Errors:
 * ARGUMENT, OUT_OF_MEMORY; of a device also LIMIT, DEVICE_LOST, VULKAN. A transform of nbl_fft_create() is refused (ARGUMENT).
 *
 * fft     not NULL
 * input   scalars of the precision: real and imaginary part in turn, or the reals of a real side; a half is 2 bytes. Not NULL
 * output  scalars as of the input; not NULL. The same pointer as the input, or memory that does not overlap it. The same:
 *         the strides of both sides are equal in bytes; for real signals all but those along the last of `axes`, and lines
 *         along that dimension do not reach into each other; of a convolution the batch is 1 */
nbl_result_t nbl_fft_run(nbl_fft_t *fft, const void *input, void *output, nbl_error_t *error);

/* Returns the elements of the output along a dimension; 0 if there is no such dimension, and for a transform of
 * nbl_fft_create().
 *
 * fft        not NULL
 * dimension  from 0 */
uint64_t nbl_fft_output_size(const nbl_fft_t *fft, uint32_t dimension);

/* Bytes, from the first element to behind the last, that a transform reads and writes, and that it needs beside. */
typedef struct nbl_fft_bytes_t {
    uint64_t input, output;
    uint64_t workspace; /* on a device, of the buffer to be bound; on the CPU, what a run takes by itself */
} nbl_fft_bytes_t;

/* Returns the bytes of a transform.
 *
 * fft  not NULL */
nbl_fft_bytes_t nbl_fft_get_bytes(const nbl_fft_t *fft);

/* Writes the program of a transform (docs/programs.md). By tickets or by device address a line with the plans of that route
 * comes first; of pieces a line with their number. Of nbl_fft_create() there is none.
 *
 * Returns the length of the whole text, as snprintf does: more than size - 1 if it was cut.
 *
 * fft     not NULL
 * buffer  receives the text, always ended by a null character; NULL if size is 0
 * size    bytes */
size_t nbl_fft_text(const nbl_fft_t *fft, char *buffer, size_t size);

/* A device's transform and the buffers that it works on. */
typedef struct nbl_fft_binding_t nbl_fft_binding_t;

/* Ties a transform to buffers. Part of libnbl-vulkan. Errors: ARGUMENT (a transform of the CPU; a buffer is too small; input
 * and output are the same buffer, or are not, contrary to in_place; an address is missing or not aligned), those of
 * nbl_vulkan_bindings_create().
 *
 * fft            not NULL
 * input, output  not NULL; storage buffers of at least nbl_fft_get_bytes(), from offsets that the device can bind. By a route
 *                other than NBL_FFT_ROUTE_PASSES they have addresses
 * workspace      a storage buffer of at least as many bytes as nbl_fft_get_bytes() says; NULL if it says 0. Its contents are
 *                lost; transforms that run one after the other may share it
 * binding        receives the binding, for nbl_fft_binding_destroy() before fft is destroyed; NULL after an error */
nbl_result_t nbl_fft_bind(const nbl_fft_t *fft, const struct nbl_vulkan_resource_t *input,
                          const struct nbl_vulkan_resource_t *output, const struct nbl_vulkan_resource_t *workspace,
                          nbl_fft_binding_t **binding, nbl_error_t *error);

/* Destroys a binding, not the buffers that it ties. Per object.
 *
 * binding  NULL does nothing */
void nbl_fft_binding_destroy(nbl_fft_binding_t *binding);

/* Records a device's transform, with a barrier after each dispatch. Allocates nothing and submits nothing. Make the input
 * visible to compute shaders before. One transform may be recorded from several threads at once. Errors: ARGUMENT (a
 * transform of the CPU), LIMIT, those of nbl_vulkan_kernel_record().
 *
 * fft, binding    not NULL; the binding is of this transform
 * command_buffer  a VkCommandBuffer in the recording state, of a queue family with compute; not NULL
 * timestamps      receive the transform's begin and end as span number `span`; already reset. NULL: no times */
nbl_result_t nbl_fft_record(const nbl_fft_t *fft, const nbl_fft_binding_t *binding,
                            struct VkCommandBuffer_T *command_buffer, const struct nbl_vulkan_timestamps_t *timestamps,
                            uint32_t span, nbl_error_t *error);

/* Destroys a transform; waits until its threads have ended. No command buffer may still be executing it.
 *
 * fft  NULL does nothing; no run may be under way */
void nbl_fft_destroy(nbl_fft_t *fft);

/* ---- Lines of one length */

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
                               * bits then differ between processors and compilers, errors are no larger */
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

/* A complex number of any precision: what accessors of transforms get and set. Doubles hold float16 and float32
 * exactly. */
typedef struct nbl_fft_number_t {
    double real, imag;
} nbl_fft_number_t;

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

/* Destroys a plan; waits until its threads have ended.
 *
 * plan  NULL does nothing; no run may be under way */
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

/* ---- Planned transforms */

/* What a device or the emulator allows; plans of transforms and of blooms keep within it. */
typedef struct nbl_fft_limits_t {
    uint32_t max_workgroup_invocations;
    uint32_t max_shared_bytes;     /* shared memory of a workgroup */
    uint32_t subgroup_size;        /* a power of two; 1: no subgroup operations */
    uint64_t max_buffer_bytes;     /* limit of one storage buffer binding */
    uint64_t max_allocation_bytes; /* limit of one allocation; 0: none */
    bool float16, float64;         /* whether it has arithmetic of that precision */
    bool addresses;                /* whether kernels may take device addresses of buffers in place of bindings */
    nbl_device_kind_t device;      /* whose measured plans are taken */
    /* Subgroup sizes that a kernel may ask for, powers of two, and how many of them a workgroup may have; 0: none. */
    uint32_t min_subgroup_size, max_subgroup_size, max_workgroup_subgroups;
} nbl_fft_limits_t;

/* What a transform takes and gives. Layouts of real signals: shaders/fft_real_transform.h. `length` is the
 * description's. */
typedef enum nbl_fft_kind_t {
    NBL_FFT_COMPLEX = 0,
    NBL_FFT_REAL, /* a real signal of 2 length elements; its spectrum has length + 1 frequencies */
    /* Two real signals of `length` elements, interleaved; two spectra of length / 2 + 1 frequencies. They share one
     * transform: a NaN or an infinity of one comes out in both, and the errors of both are as large as the louder
     * one's. */
    NBL_FFT_REAL_TWO
} nbl_fft_kind_t;

/* What unrolls the loops of a kernel. In exact mode the bits do not depend on it. */
typedef enum nbl_fft_unroller_t {
    NBL_FFT_UNROLLER_LIBRARY = 0, /* the specialiser, in milliseconds */
    NBL_FFT_UNROLLER_SPIRV_TOOLS, /* SPIRV-Tools, in seconds: to compare with */
    NBL_FFT_UNROLLER_DRIVER       /* SPIRV-Tools, in seconds; loops that access memory are left to the driver */
} nbl_fft_unroller_t;

typedef struct nbl_fft_transform_desc_t {
    uint32_t algorithm; /* NBL_FFT_RADIX2_SHUFFLE or NBL_FFT_STOCKHAM of nbl/fft/parameters.h */
    nbl_fft_precision_t precision;
    nbl_fft_kind_t kind;
    /* Complex elements of one transform: a power of two; for Stockham any without a prime factor above 13, with
     * any_radices above 31. */
    uint32_t length;
    uint32_t batch;        /* transforms, 1 or more */
    bool inverse;          /* divides by the length */
    bool native;           /* the spectrum is in the algorithm's own order; complex transforms only */
    const char *plan_text; /* Stockham: a plan such as "16x16x8@128" (nbl/host/plan.h); NULL: chosen. Read only by
                            * nbl_fft_transform_plan() */
    const nbl_fft_wisdom_t *wisdom; /* Stockham, complex: its plan of this length is taken, if it has one; NULL: the
                                     * library's choice. Read only by nbl_fft_transform_plan() */
    /* Allows what measured best in fast mode: other radices, with other bits, and prime factors to 31, not 13. */
    bool any_radices;
    uint32_t elements_per_invocation; /* radix-2 shuffle: 2, 4, 8, 16 or 32; 0: chosen */
    /* radix-2 shuffle: invocations of one FFT; elements_per_invocation x workgroup_size = length; 0: chosen */
    uint32_t workgroup_size;
    uint32_t ffts_per_workgroup; /* 0: chosen */
    uint32_t subgroup_size; /* 0: what was measured within limits, or limits.subgroup_size; 1: no subgroup operations */
    uint32_t rounds;        /* transforms that a workgroup does one after the other, 1 to 64; it loads the next one
                                  * while it computes; 0: chosen */
    /* Stockham, complex: the kernel reads and writes at device addresses, which saves registers and instructions.
     * Buffers must have addresses, and limits.addresses must be true. The bits do not depend on it. */
    bool addresses;
    nbl_fft_unroller_t unroller;               /* for kernels that are compiled unrolled */
    nbl_instruction_order_t instruction_order; /* for kernels that are compiled unrolled; DEFAULT: chosen */
    nbl_fft_limits_t limits;
} nbl_fft_transform_desc_t;

/* The kernel's compile-time parameters: a launch's specialization on the CPU, defines of a shader. */
typedef struct nbl_fft_transform_parameters_t {
    NBL_FFT_TRANSFORM_PARAMETERS(NBL_FIELD_OF_NUMBER, NBL_FIELD_OF_PLAN)
} nbl_fft_transform_parameters_t;

/* A transform ready to run: plain data, without pointers to free. */
typedef struct nbl_fft_transform_plan_t {
    nbl_fft_transform_desc_t desc; /* as given, with every 0 replaced by what was chosen */
    nbl_fft_transform_parameters_t parameters;
    uint32_t elements;      /* complex elements that an invocation holds at most */
    uint32_t element_bytes; /* size of a complex element in memory: 4 (two halves), 8, 16 */
    uint64_t input_bytes, output_bytes;
    uint64_t buffer_bytes; /* the larger of input_bytes and output_bytes; for complex transforms they are equal */
    uint32_t workgroup_invocations;
    uint64_t workgroups;
    uint32_t shared_bytes;
    uint32_t barriers; /* that a workgroup executes */
} nbl_fft_transform_plan_t;

/* Returns the emulator's limits.
 *
 * subgroup_size  a power of two from 1 to 128; 0: 8 */
nbl_fft_limits_t nbl_fft_emulator_limits(uint32_t subgroup_size);

/* Returns a description with every default: one forward complex transform of float32 by Stockham, within the emulator's
 * limits. Set the length. */
nbl_fft_transform_desc_t nbl_fft_transform_desc_init(void);

/* Succeeds for a length that devices can transform. Errors: ARGUMENT; the text names the nearest lengths below and above
 * that can be transformed.
 *
 * algorithm  NBL_FFT_RADIX2_SHUFFLE or NBL_FFT_STOCKHAM
 * length     complex elements, any number */
nbl_result_t nbl_fft_check_length(uint32_t algorithm, nbl_fft_precision_t precision, uint64_t length,
                                  nbl_error_t *error);

/* Makes a plan: chooses what the description leaves open, and checks all of it. Radices, and with them the bits of a
 * result, follow from length and precision alone, unless plan_text, wisdom or any_radices bring others. Thread-safe.
 * Errors: ARGUMENT, LIMIT.
 *
 * desc  not NULL
 * plan  written on success only */
nbl_result_t nbl_fft_transform_plan(const nbl_fft_transform_desc_t *desc, nbl_fft_transform_plan_t *plan,
                                    nbl_error_t *error);

/* Transforms on the emulator. Errors: those of nbl_emulator_launch().
 *
 * plan           not NULL
 * launch         its threads, order, seed, check and check_options are used; the rest is filled in here
 * input, output  plan->input_bytes and plan->output_bytes, aligned to 16 bytes; complex elements as
 *                nbl/accessors/storage.h stores them
 * report         as of nbl_emulator_launch(); may be NULL */
nbl_result_t nbl_fft_transform_emulate(const nbl_fft_transform_plan_t *plan, const nbl_emulator_launch_t *launch,
                                       const void *input, void *output, nbl_emulator_report_t *report,
                                       nbl_error_t *error);

/* Transforms on the emulator elements that the caller's functions load and store, by either algorithm. A transform is
 * loaded as a whole before any of it is stored. The functions are called from several threads at once, one thread to a
 * transform, unless launch->threads is 1. Errors: ARGUMENT (a function is NULL), those of nbl_emulator_launch().
 *
 * plan    not NULL
 * launch  its threads, order, seed, check and check_options are used; the rest is filled in here
 * input   its get is called with the number of the transform and of the element, as nbl_fft_kind_t lays them out, and
 *         writes an nbl_fft_number_t. In a last workgroup that is not full it is called for the last transform again
 * output  its set is called with the number of the transform and of the element, once for each element
 * shared  the shared memory of workgroup `group`: plan->shared_bytes / 4 dwords, each a uint32_t; one thread to a
 *         workgroup. NULL: memory of the emulator's own
 * report  as of nbl_emulator_launch(); may be NULL */
nbl_result_t nbl_fft_transform_access(const nbl_fft_transform_plan_t *plan, const nbl_emulator_launch_t *launch,
                                      const nbl_accessor_t *input, const nbl_accessor_t *output,
                                      const nbl_accessor_t *shared, nbl_emulator_report_t *report, nbl_error_t *error);

/* Compiles a plan's kernel. Part of libnbl-vulkan. Errors: those of nbl_compile().
 *
 * cache   NULL: compile always
 * unroll  unrolls loops: fast on a GPU, slow to build on a software driver
 * plan    not NULL
 * spirv   receives the module, for nbl_spirv_free() */
nbl_result_t nbl_fft_transform_compile(nbl_cache_t *cache, nbl_mode_t mode, bool unroll,
                                       const nbl_fft_transform_plan_t *plan, nbl_spirv_t *spirv, nbl_error_t *error);

#if defined(__cplusplus)
}
#endif

#endif
