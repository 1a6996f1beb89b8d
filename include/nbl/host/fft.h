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
 * It includes, for programs of 0.2.0 and for special needs: nbl/host/fft_array.h, lines of one length by plans that are
 * kept, and nbl/host/fft_transform.h, plans of one kernel for the emulator and for devices.
 *
 * All of them run the shaders' text. CPU, emulator and devices have the same bits in exact mode. Nothing here
 * prints, exits or keeps global state. Thread-safe. `error` comes last and may be NULL.
 */
#ifndef NBL_HOST_FFT_H
#define NBL_HOST_FFT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nbl/host/compile.h"
#include "nbl/host/fft_array.h"
#include "nbl/host/fft_numbers.h"
#include "nbl/host/fft_transform.h"

#if defined(__cplusplus)
extern "C" {
#endif

#define NBL_FFT_MOST_RANK 8

/* Types of nbl/host/vulkan.h and of Vulkan. */
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
    /* On a device that is known to keep started workgroups running: by tickets for the shapes and batches that are faster
     * so as measured, or in fast mode by a model; by device address for other shapes, except lines one behind the other
     * and float16. On any other device: as NBL_FFT_ROUTE_PASSES. */
    NBL_FFT_ROUTE_BEST,
    /* By tickets for every shape that nbl/host/fft_tickets.h has, by device address for others. Slow on some. */
    NBL_FFT_ROUTE_TICKETS
} nbl_fft_route_t;

/* What is to be computed, and how. Zero is every field's default but for rank, sizes, batch and precision. */
typedef struct nbl_fft_problem_t {
    uint32_t rank;                     /* dimensions of an array, 1 to 8 */
    uint64_t sizes[NBL_FFT_MOST_RANK]; /* elements of the signal along each dimension, 1 to 2^31 - 1; the last
                                           * dimension varies fastest */
    uint32_t axis_count;               /* dimensions that are transformed; 0: all */
    uint32_t axes[NBL_FFT_MOST_RANK];  /* numbers of the dimensions that are transformed, from 0, each once */
    /* Elements of the input along each dimension that are in memory; the rest counts as zero, is not read, and lines of
     * zeros are not computed. 0: all; it must be all along a dimension that is not transformed. Without strides the
     * input is an array of these sizes without gaps. A real signal's spectrum has at most size / 2 + 1 along the
     * last of `axes`. */
    uint64_t given[NBL_FFT_MOST_RANK];
    /* Elements of the output along each dimension that are in memory: numbers kept_from to kept_from + kept - 1 of the
     * whole output. Others are not stored, and their lines are not computed along the axes that follow: the last of `axes`
     * comes first; where spectra become real signals it comes last. The elements that are kept are those of the whole
     * transform, in exact mode with its bits. kept 0: all; it must be all along a dimension that is not transformed. Without
     * strides the output is an array of these sizes without gaps. Not of a convolution, whose results have their own part.
     * Where nearly all are kept, the CPU may compute all elements in memory of its own, and copy the part. */
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
     * between machines, errors are no larger. Fused: products are fused with sums where the library's text says so; bits follow
     * from the program (nbl_fft_text()), and devices whose multiply-adds round twice are refused: MISSING_FEATURE. */
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
    /* A convolution or correlation by a kernel in place of a transform; NULL: a transform, and `kernel_sizes`, `correlates`
     * and `part` stay 0. The kernel's elements without gaps, scalars of the precision; read only while nbl_fft_make_cpu() or
     * nbl_fft_make_vulkan() runs. Of 1 to 3 dimensions, of float32 or float64. Arrays are padded with zeros to lengths that
     * transform quickly, so nothing wraps around. Axes, strides, distances, given, inverse, scaling, dct and in_place stay 0. */
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
 * same transform. In exact and fused mode the number of threads changes no bit. What lies between the elements of the output stays
 * as it is. Errors: ARGUMENT, OUT_OF_MEMORY; of a device also LIMIT, DEVICE_LOST, VULKAN.
 *
 * fft     not NULL
 * input   scalars of the precision: real and imaginary part in turn, or the reals of a real side; a half is 2 bytes. Not NULL
 * output  scalars as of the input; not NULL. The same pointer as the input, or memory that does not overlap it. The same:
 *         if a part of the input is given, strides are set; the strides of both sides are equal in bytes; for real
 *         signals all but those along the last of `axes`, and lines along that dimension do not reach into each other;
 *         of a convolution the batch is 1 */
nbl_result_t nbl_fft_run(nbl_fft_t *fft, const void *input, void *output, nbl_error_t *error);

/* Returns the elements of the output along a dimension that are in memory; 0 if there is no such dimension, and for a transform of
 * nbl_fft_create().
 *
 * fft        not NULL
 * dimension  from 0 */
uint64_t nbl_fft_output_size(const nbl_fft_t *fft, uint32_t dimension);

/* Bytes, from the first element to behind the last, that a transform reads and writes, and that it needs beside. */
typedef struct nbl_fft_bytes_t {
    uint64_t input, output;
    uint64_t workspace; /* on a device, of the buffer to be bound; on the CPU, what a run takes by itself */
    uint64_t held;      /* on the CPU, what stays between runs: itself, its tables, one run's scratch; on a device 0 */
} nbl_fft_bytes_t;

/* Returns the bytes of a transform.
 *
 * fft  not NULL */
nbl_fft_bytes_t nbl_fft_get_bytes(const nbl_fft_t *fft);

/* Returns how many dispatches a recording of nbl_fft_record() has; 0 for a transform of the CPU.
 *
 * fft  not NULL */
uint64_t nbl_fft_dispatches(const nbl_fft_t *fft);

/* Writes the program of a transform (docs/programs.md). By tickets or by device address a line with the plans of that route
 * comes first; of pieces a line with their number. Empty for a transform of nbl_fft_create().
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
 *                other than NBL_FFT_ROUTE_PASSES they have addresses; address + offset is a multiple of a complex number's
 *                bytes, the workspace's of 16 bytes
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

#if defined(__cplusplus)
}
#endif

#endif
