/* What a transform of several dimensions holds on a Vulkan device.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_GPU_VULKAN_ND_H
#define NBL_HOST_GPU_VULKAN_ND_H

#include "gpu/nd_stages.h"
#include "nbl/host/fft_nd_vulkan.h"
#include "nbl/host/fft_tickets.h"

/* A cosine or sine transform; gpu/dct.h. */
typedef struct nbl_fft_nd_dct_t nbl_fft_nd_dct_t;

struct nbl_fft_nd_t {
    nbl_vulkan_device_t *device;
    nbl_fft_nd_stages_t work;      /* has no axes if tickets transform all */
    nbl_fft_by_tickets_t *tickets; /* NULL: in passes */
    nbl_fft_nd_dct_t *dct;         /* NULL: a Fourier transform */
    uint32_t kernel_count;
    nbl_vulkan_kernel_t **kernels;    /* one after the other, of each axis */
    nbl_vulkan_buffer_t (*tables)[2]; /* of each axis */
};

struct nbl_fft_nd_binding_t {
    VkDeviceAddress region[NBL_VIEW_REGIONS]; /* input, output and parts of the workspace; 0 where none is needed */
    struct nbl_fft_nd_binding_t *middle[NBL_FFT_ND_MOST_RANK]; /* of `dct`: each axis's Fourier transform */
    uint32_t count;
    nbl_vulkan_bindings_t *of[]; /* each kernel's; of `dct` two of each axis */
};

/* Compiles the kernel of a plan, as nbl_fft_create() does. Errors: those of nbl_fft_create().
 *
 * name  for messages and labels */
nbl_result_t nbl_fft_make_kernel(nbl_vulkan_device_t *device, const char *name, const nbl_fft_transform_plan_t *plan,
                                 const nbl_fft_vulkan_desc_t *how, nbl_vulkan_kernel_t **kernel, nbl_error_t *error);

/* Compiles the kernels of stages and uploads their tables.
 *
 * work  becomes the transform's, also after an error */
nbl_result_t nbl_fft_nd_create_from(nbl_vulkan_device_t *device, nbl_fft_nd_stages_t *work,
                                    const nbl_fft_vulkan_desc_t *how, nbl_fft_nd_t **fft, nbl_error_t *error);

/* Transforms with memory of its own, and waits.
 *
 * target       where the output goes; NULL: to `output`, which else may be NULL
 * nanoseconds  may be NULL */
nbl_result_t nbl_fft_nd_run(const nbl_fft_nd_t *fft, const void *input, const nbl_vulkan_resource_t *target,
                            void *output, double *nanoseconds, nbl_error_t *error);

/* Returns the device's limits; `addresses` is true if the route uses device addresses. */
nbl_fft_limits_t nbl_fft_nd_limits(const nbl_vulkan_device_t *device, const nbl_fft_vulkan_desc_t *how);

/* Returns what the offset of a part of a workspace must be a multiple of, in bytes. */
uint64_t nbl_fft_nd_alignment(const nbl_vulkan_device_t *device);

#endif
