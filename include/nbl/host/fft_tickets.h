/* Large transforms on a Vulkan device by tickets: two passes in one dispatch, from device address to device address.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17).
 *
 *   nbl_fft_tickets_has()         whether a device and a length are fit for it
 *   nbl_fft_tickets_create()      compiles the kernels, and makes the tables of twiddles
 *   nbl_fft_tickets_record()      records into the caller's command buffer
 *
 * Complex float32, of lengths of a table: 2^16 to 2^18, 2^20, 2^24 and 2^26, in fast mode 2^15, 10^6 and 2^22, too; of
 * arrays 256^2, 512^2, 1024^2, and in fast mode 2048^2 to 8192^2 and cubes of 64 to 512; in float64 and fast mode 2^16
 * and 4096^2. Results are right on every device that has the features, whether or not it keeps started workgroups running
 * (nbl/fft/tickets.h). Exact mode has the bits of nbl_fft_nd_plan_run(). Functions on
 * different objects may be called from different threads. `error` comes last and may be NULL.
 */
#ifndef NBL_HOST_FFT_TICKETS_H
#define NBL_HOST_FFT_TICKETS_H

#include "nbl/host/fft.h"
#include "nbl/host/vulkan.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef struct nbl_fft_tickets_desc_t {
    uint64_t length;               /* of an array of two dimensions: its elements, */
    uint64_t rows;                 /* and the elements of a row; 0: one dimension */
    uint64_t planes;               /* of three dimensions: the first size, and the elements of all; else 0 */
    uint64_t batch;                /* transforms, one behind the other, 1 or more; fewer than 2^32 elements in all */
    nbl_fft_precision_t precision; /* NBL_FFT_FLOAT32, or NBL_FFT_FLOAT64 for a few of them */
    bool inverse;
    nbl_fft_scaling_t scaling; /* by default of the inverse by 1 / length */
    nbl_mode_t mode;
    nbl_cache_t *cache; /* NULL: compile always */
    bool unroll;        /* fast on a GPU, slow to build on a software driver */
} nbl_fft_tickets_desc_t;

/* Returns whether a transform by tickets is the one to choose: the length is in the table, and the device has the
 * features, has the shared memory and is known to keep started workgroups running (NVIDIA's are). */
bool nbl_fft_tickets_has(const nbl_vulkan_device_t *device, uint64_t length);

/* Returns whether that is so, and a batch was measured to be faster by tickets than in passes: it is beyond what the cache
 * holds, below which a barrier costs less than drawing tickets does.
 *
 * desc  not NULL */
bool nbl_fft_tickets_is_faster(const nbl_vulkan_device_t *device, const nbl_fft_tickets_desc_t *desc);

typedef struct nbl_fft_by_tickets_t nbl_fft_by_tickets_t;

/* Compiles the kernels, on any device with the features, and takes memory for counters and twiddles. Submits and waits.
 * Errors: ARGUMENT, LIMIT (a length that is not in the table, too large a batch), MISSING_FEATURE
 * (NBL_FEATURE_BUFFER_DEVICE_ADDRESS, NBL_FEATURE_MEMORY_MODEL), those of nbl_vulkan_kernel_create(), OUT_OF_MEMORY,
 * VULKAN.
 *
 * desc  not NULL; copied
 * fft   NULL after an error; to be destroyed before the device */
nbl_result_t nbl_fft_tickets_create(nbl_vulkan_device_t *device, const nbl_fft_tickets_desc_t *desc,
                                    nbl_fft_by_tickets_t **fft, nbl_error_t *error);

/* Destroys a transform, which no command buffer may still be executing. Per object.
 *
 * fft  NULL does nothing */
void nbl_fft_tickets_destroy(nbl_fft_by_tickets_t *fft);

/* Returns the kernel of both passes, for its statistics. */
const nbl_vulkan_kernel_t *nbl_fft_tickets_get_kernel(const nbl_fft_by_tickets_t *fft);

/* Returns how many dispatches a recording has. */
uint32_t nbl_fft_tickets_dispatches(const nbl_fft_by_tickets_t *fft);

/* Returns the plan of a pass, as nbl/host/plan.h has it; NULL behind the last. */
const char *nbl_fft_tickets_plan(const nbl_fft_by_tickets_t *fft, uint32_t pass);

/* Records the transform: two dispatches or three with barriers between them, and none behind the last. Two recordings of
 * one object must not run at the same time, since they share its counters: a barrier lies between them. Errors: LIMIT,
 * ARGUMENT, and then nothing runs.
 *
 * command_buffer  recording, of a queue family with compute
 * source, target  addresses of length batch complex numbers each, which do not overlap; multiples of 8 */
nbl_result_t nbl_fft_tickets_record(const nbl_fft_by_tickets_t *fft, VkCommandBuffer command_buffer,
                                    VkDeviceAddress source, VkDeviceAddress target, nbl_error_t *error);

#if defined(__cplusplus)
}
#endif

#endif
