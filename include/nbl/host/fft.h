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
 *   nbl_fft_bind(), nbl_fft_record()            record a device's transform of given buffers into the caller's commands
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

/* Cosine and sine transforms. nbl/fft/dct.h has their formulas, which are those of SciPy and FFTW. Up to a factor,
 * types II and III are each other's inverse, and types I and IV their own. */
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
    /* On a device that is known to keep started workgroups running: by tickets where that was measured to be faster for
     * the shape and batch, or in fast mode is predicted to be; else by device address, except float16 and lines one
     * behind the other. On any other device, and for those two: as NBL_FFT_ROUTE_PASSES. */
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
     * whole output. 0: all; required along a dimension that is not transformed. Other elements are not stored, and
     * their lines are not computed along the axes that follow. The order of axes is from the last of `axes` to the
     * first; if spectra become real signals, the last of `axes` follows the others. The kept elements are those of the
     * whole transform; in exact mode they have its bits. Without strides the output is an array of these sizes without
     * gaps. Not for a convolution, which has `part`. If nearly all elements are kept, the CPU may compute all of them
     * in memory of its own and copy the part. */
    uint64_t kept[NBL_FFT_MOST_RANK], kept_from[NBL_FFT_MOST_RANK];
    uint64_t batch; /* arrays, 1 or more */
    nbl_fft_precision_t precision;
    bool inverse;
    /* The signal is real. Its spectrum has the frequencies 0 to size / 2 along the last of `axes`. With a convolution:
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
    /* Exact: the same bits on the CPU and on every device. Fast: the fastest program of the machine, and errors are no
     * larger; products are fused with sums, of float32 and float64 where the library's text says so, and bits follow
     * from the program (nbl_fft_text()) where its first line says so. Fused: the same as a promise; MISSING_FEATURE on
     * devices whose multiply-adds round twice. */
    nbl_mode_t mode;
    /* On a device: measured plans of lines side by side, nbl/host/wisdom.h; read while a transform is made. NULL: the
     * library's choice */
    const struct nbl_fft_wisdom_t *wisdom;
    /* A cosine or sine transform along each axis in place of Fourier's. Both sides have real elements; `real` is false.
     * In float32 and float64. Lines have at most 2^24 elements. For `scaling` the length is the product of 2 N over all
     * axes of N elements, of 2 (N - 1) for NBL_FFT_DCT_1, of 2 (N + 1) for NBL_FFT_DST_1: a transform and its inverse
     * by default scaling leave the input. */
    nbl_fft_dct_t dct;
    /* With `dct`: makes the matrix orthogonal, up to the scaling. The first and last elements of type I, the first one
     * of DCT-II and DCT-III, and the last one of DST-II and DST-III are multiplied by sqrt(2) before the transform, or
     * by sqrt(1/2) after it. */
    bool orthogonal;
    /* A kernel: the problem is a convolution or correlation by it, in place of a transform. NULL: a transform, and
     * `kernel_sizes`, `correlates` and `part` stay 0. Points to the kernel's elements without gaps, scalars of the
     * precision, which are read only while nbl_fft_make_cpu() or nbl_fft_make_vulkan() runs. 1 to 3 dimensions, float32
     * or float64. Arrays are padded with zeros to lengths that transform quickly, so nothing wraps around. Axes,
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
    /* On a device: most bytes of input or output in one piece of the batch; a larger batch goes piece after piece. 0,
     * or more than the device binds as one buffer: as many as it binds. */
    uint64_t piece_bytes;
} nbl_fft_problem_t;

/* Returns a problem with every default: one forward complex transform of float32 along all dimensions. Set rank and
 * sizes. */
nbl_fft_problem_t nbl_fft_problem_init(void);

/* A transform or convolution that is made for the CPU or for a device. */
typedef struct nbl_fft_t nbl_fft_t;

/* Makes a transform for the CPU, in microseconds; with a convolution it also transforms the kernel. Thread-safe.
 * Errors:
 * ARGUMENT (also if strides of the output do not nest: sorted, each is beyond what the smaller ones span), LIMIT (a
 * length beyond those of nbl/host/fft_nd.h, arrays beyond memory), OUT_OF_MEMORY.
 *
 * problem  not NULL; copied; the device's fields are not read
 * fft      receives the transform, for nbl_fft_destroy(); NULL after an error */
nbl_result_t nbl_fft_make_cpu(const nbl_fft_problem_t *problem, nbl_fft_t **fft, nbl_error_t *error);

/* Makes a transform for a Vulkan device: compiles its kernels and takes memory of the device for tables; with a
 * convolution it also transforms the kernel and waits. Part of libnbl-vulkan. A batch beyond what the device binds as
 * one buffer goes in pieces; in exact mode the results have the bits of one piece. Errors: those of nbl_fft_make_cpu()
 * and of nbl_vulkan_kernel_create(). LIMIT also if one array, or a line's workspace, is larger than what the device
 * binds as one buffer; if pieces would begin at offsets that the device cannot bind; if real signals of halves have an
 * odd length or gaps; and if exact mode needs a chirp and the device has no float64.
 *
 * device   not NULL; outlives the transform
 * problem  not NULL; copied; threads and instructions are not read
 * fft      receives the transform, for nbl_fft_destroy(); NULL after an error */
nbl_result_t nbl_fft_make_vulkan(struct nbl_vulkan_device_t *device, const nbl_fft_problem_t *problem, nbl_fft_t **fft,
                                 nbl_error_t *error);

/* Transforms from memory to memory. On a device it goes through buffers of its own, and waits. On the CPU it is
 * thread-safe, also with one transform in several threads. The number of threads changes no bit in exact and fused
 * mode. What lies between the elements of the output stays as it is. Errors: ARGUMENT, OUT_OF_MEMORY; on a device also
 * LIMIT, DEVICE_LOST, VULKAN.
 *
 * fft     not NULL
 * input   not NULL. Scalars of the precision: real and imaginary part in turn, or the reals of a real side; a half has
 *         2 bytes
 * output  not NULL. Scalars as in the input. Either the input's pointer, or memory that does not overlap it. The
 *         input's pointer needs: strides, if a part of the input is given; equal strides of both sides, in bytes; for
 *         real signals equal strides but along the last of `axes`, and lines along it that do not reach into each
 *         other; for a convolution a batch of 1 */
nbl_result_t nbl_fft_run(nbl_fft_t *fft, const void *input, void *output, nbl_error_t *error);

/* Returns how many elements of the output are in memory along a dimension; 0 if there is no such dimension, and for a
 * transform of nbl_fft_create().
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

/* Writes the program of a transform (docs/programs.md). In pieces the text begins with a line of their number. Then a
 * fast program begins with a comment that says whose its bits are. Empty for a transform of nbl_fft_create().
 *
 * Returns the length of the whole text, as snprintf does: more than size - 1 if it was cut.
 *
 * fft     not NULL
 * buffer  receives the text, always ended by a null character; NULL if size is 0
 * size    bytes */
size_t nbl_fft_text(const nbl_fft_t *fft, char *buffer, size_t size);

/* A device's transform and the buffers that it works on. */
typedef struct nbl_fft_binding_t nbl_fft_binding_t;

/* Ties a transform to buffers. Part of libnbl-vulkan. Errors: ARGUMENT (a transform of the CPU; a buffer is too small;
 * input and output are one buffer without in_place, or two buffers with it; an address is missing or not aligned), and
 * those of nbl_vulkan_bindings_create().
 *
 * fft            not NULL
 * input, output  not NULL. Storage buffers of at least nbl_fft_get_bytes(), at offsets that the device can bind. By any
 *                route but NBL_FFT_ROUTE_PASSES they have addresses, and address + offset is a multiple of a complex
 *                number's bytes
 * workspace      NULL if nbl_fft_get_bytes() says 0, else a storage buffer of as many bytes or more; by address a
 *                multiple of 16 bytes. Its contents are lost; transforms that run one after the other may share it
 * binding        receives the binding, for nbl_fft_binding_destroy() before fft is destroyed; NULL after an error */
nbl_result_t nbl_fft_bind(const nbl_fft_t *fft, const struct nbl_vulkan_resource_t *input,
                          const struct nbl_vulkan_resource_t *output, const struct nbl_vulkan_resource_t *workspace,
                          nbl_fft_binding_t **binding, nbl_error_t *error);

/* Destroys a binding, not the buffers that it ties. Per object.
 *
 * binding  NULL does nothing */
void nbl_fft_binding_destroy(nbl_fft_binding_t *binding);

/* Records a device's transform, with a barrier after each dispatch. Allocates nothing and submits nothing. The caller
 * makes the input visible to compute shaders before. Several threads may record one transform at once. Errors: ARGUMENT
 * (a transform of the CPU), LIMIT, those of nbl_vulkan_kernel_record().
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
