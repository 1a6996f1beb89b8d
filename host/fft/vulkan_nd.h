/* What a transform of several dimensions holds on a device: kernels in the order of the work, and the memory between.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_FFT_VULKAN_ND_H
#define NBL_HOST_FFT_VULKAN_ND_H

#include "fft/nd.h"
#include "fft/vulkan_lines.h"
#include "nbl/host/fft_nd_vulkan.h"

/* Where a kernel reads and writes: nbl_fft_nd_place_t, then parts of the workspace. */
enum { NBL_FFT_ND_WORK = 3, NBL_FFT_ND_WORKS = 3, NBL_FFT_ND_REGIONS = NBL_FFT_ND_WORK + NBL_FFT_ND_WORKS };

/* One kernel; its constants but for which transforms. */
typedef struct nbl_fft_nd_stage_t {
    nbl_vulkan_kernel_t *kernel;
    nbl_fft_lines_desc_t desc;
    uint32_t from, to;  /* regions */
    uint32_t table;     /* of the axis, 0 or 1 */
    uint64_t items;     /* lines of a transform, or what invocations share */
    uint32_t per_group; /* items that a workgroup takes */
    nbl_fft_lines_constants_t constants;
} nbl_fft_nd_stage_t;

#define NBL_FFT_ND_MOST_STAGES 8

/* One dimension: so many transforms at once go through all of its kernels. */
typedef struct nbl_fft_nd_axis_t {
    nbl_fft_nd_pass_t pass;
    uint32_t stages;
    nbl_fft_nd_stage_t stage[NBL_FFT_ND_MOST_STAGES];
    uint64_t transforms, chunk;
    nbl_vulkan_buffer_t tables[2];            /* a chirp and its spectrum; what a real signal's last step takes */
    uint64_t work_elements[NBL_FFT_ND_WORKS]; /* of a transform; complex numbers */
    uint32_t work_bytes[NBL_FFT_ND_WORKS];    /* of an element */
} nbl_fft_nd_axis_t;

struct nbl_fft_nd_t {
    nbl_vulkan_device_t *device;
    nbl_fft_nd_desc_t desc;
    nbl_fft_vulkan_desc_t how;
    bool in_place;
    nbl_fft_limits_t limits;
    nbl_fft_nd_side_t sides[3];
    uint32_t axes;
    nbl_fft_nd_axis_t *axis;
    uint64_t region_bytes[NBL_FFT_ND_REGIONS], region_offset[NBL_FFT_ND_REGIONS]; /* of the workspace's parts */
    uint64_t workspace_bytes;
};

/* Makes the kernels and tables of an axis; pass is laid out. Errors: those of nbl_fft_nd_create(); then the axis is to be
 * released, too. */
nbl_result_t nbl_fft_nd_axis_make(nbl_fft_nd_t *fft, nbl_fft_nd_axis_t *axis, nbl_error_t *error);
void nbl_fft_nd_axis_release(nbl_fft_nd_t *fft, nbl_fft_nd_axis_t *axis);

#endif
