/* What a transform of several dimensions holds on a Vulkan device.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_FFT_VULKAN_ND_H
#define NBL_HOST_FFT_VULKAN_ND_H

#include "fft/nd_stages.h"
#include "nbl/host/fft_nd_vulkan.h"

struct nbl_fft_nd_t {
    nbl_vulkan_device_t *device;
    nbl_fft_nd_stages_t work;
    uint32_t kernel_count;
    nbl_vulkan_kernel_t **kernels;    /* one after the other, of each axis */
    nbl_vulkan_buffer_t (*tables)[2]; /* of each axis */
};

#endif
