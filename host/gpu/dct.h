/* Cosine and sine transforms on a Vulkan device: for each axis a kernel, a Fourier transform of lines, and a kernel.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    a problem with `dct`. The rules' program of it (transform/make.h) says where lines lie; its Fourier transforms
 *        go as a device has them.
 * Out:   what a piece does where it has `dct`: gpu/piece.h's functions call this.
 * Wrong: lines beyond 2^32 elements, what Fourier transforms of the lines refuse.
 */
#ifndef NBL_HOST_GPU_DCT_H
#define NBL_HOST_GPU_DCT_H

#include "gpu/piece.h"

/* Makes a piece. Arguments and errors: nbl_piece_make(). */
nbl_result_t nbl_piece_dct_make(nbl_vulkan_device_t *device, const nbl_problem_t *problem,
                                const nbl_fft_vulkan_desc_t *how, const nbl_fft_limits_t *limits, nbl_piece_t **piece,
                                nbl_error_t *error);
void nbl_piece_dct_destroy(nbl_piece_dct_t *dct);

/* Returns its dispatches. */
uint64_t nbl_piece_dct_dispatches(const nbl_piece_dct_t *dct);

/* Writes how it goes, for people. */
void nbl_piece_dct_put(const nbl_piece_dct_t *dct, nbl_fft_nd_text_t *text);

/* Ties it to buffers: input, output, workspace.
 *
 * binding  made, and empty */
nbl_result_t nbl_piece_dct_bind(const nbl_piece_t *piece, const nbl_vulkan_resource_t resources[3],
                                nbl_piece_binding_t *binding, nbl_error_t *error);

/* Records it. Errors: those of nbl_piece_record(). */
nbl_result_t nbl_piece_dct_record(const nbl_piece_t *piece, const nbl_piece_binding_t *binding,
                                  VkCommandBuffer command_buffer, nbl_error_t *error);

#endif
