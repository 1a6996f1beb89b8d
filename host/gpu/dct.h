/* Cosine and sine transforms on a Vulkan device: for each axis a kernel, a Fourier transform of lines, and a kernel.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    a description with `dct`. The rules' program of it (transform/make.h) says where lines lie; its Fourier transforms go
 *        as a device has them.
 * Out:   what nbl_fft_nd_t does where it has `dct`: nbl_fft_nd_create() and other functions of nbl/host/fft_nd_vulkan.h call this.
 * Wrong: lines beyond 2^32 elements, what Fourier transforms of the lines refuse.
 */
#ifndef NBL_HOST_GPU_DCT_H
#define NBL_HOST_GPU_DCT_H

#include "gpu/vulkan_nd.h"

/* Makes a transform. Arguments and errors: nbl_fft_nd_create(). */
nbl_result_t nbl_fft_nd_dct_create(nbl_vulkan_device_t *device, const nbl_fft_nd_desc_t *desc,
                                   const nbl_fft_vulkan_desc_t *how, bool in_place, nbl_fft_nd_t **fft,
                                   nbl_error_t *error);
void nbl_fft_nd_dct_destroy(nbl_fft_nd_dct_t *dct);

/* Returns its dispatches. */
uint64_t nbl_fft_nd_dct_dispatches(const nbl_fft_nd_dct_t *dct);

/* Writes how it goes, for people. */
void nbl_fft_nd_dct_put(const nbl_fft_nd_dct_t *dct, nbl_fft_nd_text_t *text);

/* Ties it to buffers that nbl_fft_nd_binding_create() has checked: input, output, workspace.
 *
 * binding  made, and empty */
nbl_result_t nbl_fft_nd_dct_bind(const nbl_fft_nd_t *fft, const nbl_vulkan_resource_t resources[3],
                                 nbl_fft_nd_binding_t *binding, nbl_error_t *error);

/* Records it. Errors: nbl_fft_nd_record(). */
nbl_result_t nbl_fft_nd_dct_record(const nbl_fft_nd_t *fft, const nbl_fft_nd_binding_t *binding,
                                   VkCommandBuffer command_buffer, nbl_error_t *error);

#endif
