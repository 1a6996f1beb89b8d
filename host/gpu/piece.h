/* One piece of a transform on a device: a program with its kernels, its tables and the memory between kernels, and how
 * it is bound to buffers.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    a problem whose arrays fit the bindings of a device; or a plan of one kernel.
 * Out:   what gpu/face.c does for each part of a batch: binds, records, runs.
 * Wrong: arrays beyond a binding, arithmetic that the device lacks (LIMIT); a missing address (ARGUMENT).
 *
 *   piece.c              makes it, and writes its text
 *   piece_bind.c         ties it to buffers and records it
 *   piece_run.c          runs it from memory to memory
 *   piece_convolution.c  computes a convolution kernel's spectrum
 *   dct.c                cosine and sine transforms, by pieces
 */
#ifndef NBL_HOST_GPU_PIECE_H
#define NBL_HOST_GPU_PIECE_H

#include "gpu/nd_stages.h"
#include "nbl/host/fft_tickets.h"
#include "nbl/host/fft_vulkan.h"
#include "transform/program.h"

/* A cosine or sine transform; gpu/dct.h. */
typedef struct nbl_piece_dct_t nbl_piece_dct_t;

typedef struct nbl_piece_t {
    nbl_vulkan_device_t *device;
    nbl_fft_nd_stages_t work;      /* has no axes if tickets transform all */
    nbl_fft_by_tickets_t *tickets; /* NULL: in passes */
    nbl_piece_dct_t *dct;          /* NULL: a Fourier transform */
    bool may_round_twice;          /* as of nbl_vulkan_kernel_desc_t */
    uint32_t kernel_count;
    nbl_vulkan_kernel_t **kernels;    /* one after the other, of each axis */
    nbl_vulkan_buffer_t (*tables)[2]; /* of each axis */
} nbl_piece_t;

typedef struct nbl_piece_binding_t {
    VkDeviceAddress region[NBL_VIEW_REGIONS]; /* input, output and parts of the workspace; 0 where none is needed */
    struct nbl_piece_binding_t *middle[NBL_FFT_ND_MOST_RANK]; /* of `dct`: each axis's Fourier transform */
    uint32_t count;
    nbl_vulkan_bindings_t *of[]; /* each kernel's; of `dct` two of each axis */
} nbl_piece_binding_t;

/* ---- Making */

/* Makes a piece of a problem. Errors: those of nbl_fft_make_vulkan().
 *
 * how     mode: must be the problem's
 * wisdom  NULL: none
 * piece   receives it, for nbl_piece_destroy(); NULL after an error */
nbl_result_t nbl_piece_make(nbl_vulkan_device_t *device, const nbl_problem_t *problem, const nbl_fft_vulkan_desc_t *how,
                            const nbl_fft_wisdom_t *wisdom, nbl_piece_t **piece, nbl_error_t *error);

/* Makes a piece of a plan's kernel. Arguments and errors: nbl_fft_create(). */
nbl_result_t nbl_piece_of_plan(nbl_vulkan_device_t *device, const nbl_fft_transform_plan_t *plan,
                               const nbl_fft_vulkan_desc_t *how, nbl_piece_t **piece, nbl_error_t *error);

/* Makes a piece of kernels that were planned: of a program, by nbl_fft_nd_stages_read(). Errors: those of
 * nbl_piece_make().
 *
 * work  becomes the piece's, also after an error */
nbl_result_t nbl_piece_of_stages(nbl_vulkan_device_t *device, nbl_fft_nd_stages_t *work,
                                 const nbl_fft_vulkan_desc_t *how, nbl_piece_t **piece, nbl_error_t *error);

/* Destroys a piece. NULL does nothing. */
void nbl_piece_destroy(nbl_piece_t *piece);

/* Computes the spectrum of a convolution's kernel into its pieces, and waits.
 *
 * taps      the problem of the kernel's transform, as nbl_fft_describe() fills it in
 * reverses  true: of a correlation, which takes the kernel backwards
 * pieces    the convolution's; a piece that is NULL is left out
 * count     the number of pieces */
nbl_result_t nbl_piece_take_kernel(nbl_vulkan_device_t *device, const nbl_problem_t *taps, bool reverses,
                                   const void *kernel, const nbl_fft_vulkan_desc_t *how, nbl_piece_t *const pieces[],
                                   uint32_t count, nbl_error_t *error);

/* Returns the dispatches of a recording. */
uint64_t nbl_piece_dispatches(const nbl_piece_t *piece);

/* Writes the piece's program, as nbl_fft_text() does. */
size_t nbl_piece_text(const nbl_piece_t *piece, char *buffer, size_t size);

/* Returns what the offset of a part of a workspace must be a multiple of, in bytes. */
uint64_t nbl_piece_alignment(const nbl_vulkan_device_t *device);

/* ---- Work */

/* Ties a piece to buffers: input, output and workspace. The caller has checked their sizes, and that input and output
 * are one buffer if the piece works in place and do not overlap if not. Errors: ARGUMENT (an address is missing or not
 * aligned), those of nbl_vulkan_bindings_create().
 *
 * resources  the workspace is not read if the piece needs none
 * binding    receives it, for nbl_piece_release(); NULL after an error */
nbl_result_t nbl_piece_bind(const nbl_piece_t *piece, const nbl_vulkan_resource_t resources[3],
                            nbl_piece_binding_t **binding, nbl_error_t *error);

/* Destroys a binding. NULL does nothing. */
void nbl_piece_release(nbl_piece_binding_t *binding);

/* Records a piece, with a barrier after each dispatch. Errors: those of nbl_fft_record(). */
nbl_result_t nbl_piece_record(const nbl_piece_t *piece, const nbl_piece_binding_t *binding,
                              VkCommandBuffer command_buffer, nbl_error_t *error);

/* Runs a piece with memory of its own, and waits.
 *
 * target       device memory that receives the output; NULL: `output` receives it
 * output       may be NULL if there is a target
 * nanoseconds  the device's time is added to it; NULL: nothing is timed */
nbl_result_t nbl_piece_run(const nbl_piece_t *piece, const void *input, const nbl_vulkan_resource_t *target,
                           void *output, double *nanoseconds, nbl_error_t *error);

#endif
