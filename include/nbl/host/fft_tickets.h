/* Large transforms on a Vulkan device by tickets: two passes in one dispatch, from device address to device address.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17).
 *
 *   nbl_fft_tickets_has()         returns whether a device and a length are fit for tickets
 *   nbl_fft_tickets_create()      compiles the kernels and makes the tables of twiddles
 *   nbl_fft_tickets_record()      records a transform into the caller's command buffer
 *
 * Complex transforms only, of these shapes:
 *
 *                      exact and fast mode              fast mode only
 *   lines, float32     2^16 to 2^18, 2^20, 2^24, 2^26   2^15, 10^6, 2^22
 *   planes, float32    256^2, 512^2, 1024^2             2048^2 to 8192^2
 *   cubes, float32                                      64^3 to 512^3
 *   float64                                             2^16, 4096^2
 *
 * Results are right on every device that has the features, whether or not it keeps started workgroups running
 * (nbl/fft/tickets.h). Exact mode has the bits of nbl_fft_nd_plan_run(). Functions on different objects may be called
 * from different threads. `error` comes last and may be NULL.
 */
#ifndef NBL_HOST_FFT_TICKETS_H
#define NBL_HOST_FFT_TICKETS_H

#include "nbl/host/deprecated.h"
#include "nbl/host/fft.h"
#include "nbl/host/vulkan.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef struct nbl_fft_tickets_desc_t {
    uint64_t length;               /* elements of one transform, of all its dimensions */
    uint64_t rows;                 /* two or three dimensions: elements of a row; 0: one dimension */
    uint64_t planes;               /* three dimensions: the first size; else 0 */
    uint64_t batch;                /* transforms, one after the other, 1 or more; fewer than 2^32 elements in all */
    nbl_fft_precision_t precision; /* NBL_FFT_FLOAT32; NBL_FFT_FLOAT64 for the shapes of the table's last row */
    bool inverse;
    nbl_fft_scaling_t scaling; /* by default the inverse divides by the length */
    nbl_mode_t mode;
    nbl_cache_t *cache; /* NULL: compile always */
    bool unroll;        /* unrolls loops: fast on a GPU, slow to build on a software driver */
} nbl_fft_tickets_desc_t;

/* Returns whether to transform a line by tickets: the length is in the table above, and the device has the features,
 * the shared memory, and is known to keep started workgroups running (NVIDIA's devices are).
 *
 * device  not NULL
 * length  elements of a line, any number */
bool nbl_fft_tickets_has(const nbl_vulkan_device_t *device, uint64_t length);

/* Returns whether nbl_fft_tickets_has() is true and the batch was measured to be faster by tickets than in passes. It
 * is if the batch does not fit the device's cache; within the cache a barrier costs less than drawing tickets.
 *
 * device, desc  not NULL */
bool nbl_fft_tickets_is_faster(const nbl_vulkan_device_t *device, const nbl_fft_tickets_desc_t *desc);

typedef struct nbl_fft_by_tickets_t nbl_fft_by_tickets_t;

/* Compiles the kernels, on any device with the features, and takes memory for counters and twiddles. Submits and waits.
 * Errors: ARGUMENT, LIMIT (a length that nbl_fft_tickets_has() refuses, too large a batch), MISSING_FEATURE
 * (NBL_FEATURE_BUFFER_DEVICE_ADDRESS, NBL_FEATURE_MEMORY_MODEL), those of nbl_vulkan_kernel_create(), OUT_OF_MEMORY,
 * VULKAN.
 *
 * desc  not NULL; copied
 * fft   receives the transform, for nbl_fft_tickets_destroy() before the device is destroyed; NULL after an error */
nbl_result_t nbl_fft_tickets_create(nbl_vulkan_device_t *device, const nbl_fft_tickets_desc_t *desc,
                                    nbl_fft_by_tickets_t **fft, nbl_error_t *error);

/* Destroys a transform, which no command buffer may still be executing. Per object.
 *
 * fft  NULL does nothing */
void nbl_fft_tickets_destroy(nbl_fft_by_tickets_t *fft);

/* Returns the compiled kernel, which does both passes, for its statistics. */
const nbl_vulkan_kernel_t *nbl_fft_tickets_get_kernel(const nbl_fft_by_tickets_t *fft);

/* Returns how many dispatches a recording has, 2 or 3. */
uint32_t nbl_fft_tickets_dispatches(const nbl_fft_by_tickets_t *fft);

/* Returns the plan of a pass as text of nbl/host/plan.h; NULL after the last pass.
 *
 * pass  from 0 */
const char *nbl_fft_tickets_plan(const nbl_fft_by_tickets_t *fft, uint32_t pass);

/* Records the transform: two or three dispatches with barriers between them, and no barrier after the last. Caution:
 * two recordings of one object share its counters and must not run at the same time; put a barrier between them.
 * Errors, after which nothing is recorded: LIMIT, ARGUMENT.
 *
 * command_buffer  in the recording state, of a queue family with compute
 * source, target  device addresses of length * batch complex numbers each; multiples of 8 bytes; they do not overlap */
nbl_result_t nbl_fft_tickets_record(const nbl_fft_by_tickets_t *fft, VkCommandBuffer command_buffer,
                                    VkDeviceAddress source, VkDeviceAddress target, nbl_error_t *error);

NBL_DEPRECATED(nbl_fft_tickets_create, "nbl_fft_make_vulkan() by NBL_FFT_ROUTE_TICKETS");

#if defined(__cplusplus)
}
#endif

#endif
