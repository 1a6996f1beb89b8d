/* FFTs of arrays of several dimensions and of any length on a Vulkan device, by the description of nbl/host/fft_nd.h.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17).
 *
 *   nbl_fft_nd_create()           compiles the kernels of a description
 *   nbl_fft_nd_workspace_bytes()  returns the memory that a transform takes beside input and output
 *   nbl_fft_nd_binding_create()   ties a transform to the caller's buffers
 *   nbl_fft_nd_record()           records a transform into the caller's command buffer, with barriers between
 *                                 dispatches
 *   nbl_fft_nd_vulkan()           transforms from memory to memory and waits: all of the above
 *
 * Dimensions are transformed one after the other. How the lines along a dimension are transformed:
 *
 *   a workgroup holds the line             one dispatch
 *   no workgroup holds the line            two or three dispatches with barriers between them
 *   a prime factor above 13, in fast mode  a chirp (Bluestein 1970), with twice as many dispatches; in fast mode some
 *   above 31 or 47 if a workgroup holds    primes go by Rader's algorithm
 *   the line
 *   the last two or three dimensions are   one dispatch for all of them
 *   complex, without gaps, and a workgroup
 *   holds them
 *
 * A cosine or sine transform (`dct`) is for each axis a kernel, a Fourier transform of the lines, and a kernel; lines
 * are counted to 2^32 elements in all, else LIMIT.
 *
 * No dispatch relies on workgroups running at the same time. In exact mode the results have the bits of
 * nbl_fft_nd_plan_run(). Exact mode computes chirps in float64 and refuses them if the device has none, or if float64
 * is not enabled.
 *
 * Functions on different objects may be called from different threads; one nbl_fft_nd_t may be recorded from several
 * threads at the same time. `error` comes last and may be NULL.
 */
#ifndef NBL_HOST_FFT_ND_VULKAN_H
#define NBL_HOST_FFT_ND_VULKAN_H

#include "nbl/host/deprecated.h"
#include "nbl/host/fft_nd.h"
#include "nbl/host/fft_vulkan.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* Another name of nbl_fft_t. */
typedef nbl_fft_t nbl_fft_nd_t;

/* Does what nbl_fft_make_vulkan() does, by `how` in place of the description's fields for a device; no convolution. */
nbl_result_t nbl_fft_nd_create(nbl_vulkan_device_t *device, const nbl_fft_nd_desc_t *desc,
                               const nbl_fft_vulkan_desc_t *how, bool in_place, nbl_fft_nd_t **fft, nbl_error_t *error);

/* Does what nbl_fft_destroy() does. */
void nbl_fft_nd_destroy(nbl_fft_nd_t *fft);

/* Return the bytes of the input, of the output and of the workspace: the fields of nbl_fft_get_bytes(). */
uint64_t nbl_fft_nd_input_bytes(const nbl_fft_nd_t *fft);
uint64_t nbl_fft_nd_output_bytes(const nbl_fft_nd_t *fft);
uint64_t nbl_fft_nd_workspace_bytes(const nbl_fft_nd_t *fft);

/* Does what nbl_fft_dispatches() does. */
uint64_t nbl_fft_nd_dispatches(const nbl_fft_nd_t *fft);

/* Does what nbl_fft_text() does. */
size_t nbl_fft_nd_text(const nbl_fft_nd_t *fft, char *buffer, size_t size);

/* Another name of nbl_fft_binding_t. */
typedef nbl_fft_binding_t nbl_fft_nd_binding_t;

/* Does what nbl_fft_bind() does. Caution: nothing checks a size that is given as 0. */
nbl_result_t nbl_fft_nd_binding_create(const nbl_fft_nd_t *fft, nbl_vulkan_resource_t input,
                                       nbl_vulkan_resource_t output, nbl_vulkan_resource_t workspace,
                                       nbl_fft_nd_binding_t **binding, nbl_error_t *error);

/* Does what nbl_fft_binding_destroy() does. */
void nbl_fft_nd_binding_destroy(nbl_fft_nd_binding_t *binding);

/* Does what nbl_fft_record() does.
 *
 * timestamps  NULL: no times */
nbl_result_t nbl_fft_nd_record(const nbl_fft_nd_t *fft, const nbl_fft_nd_binding_t *binding,
                               VkCommandBuffer command_buffer, const nbl_vulkan_timestamps_t *timestamps, uint32_t span,
                               nbl_error_t *error);

/* Makes, runs and destroys a transform, in place if the pointers are the same. Errors: those of nbl_fft_make_vulkan()
 * and nbl_fft_run().
 *
 * nanoseconds  receives the dispatches' time on the device; may be NULL */
nbl_result_t nbl_fft_nd_vulkan(nbl_vulkan_device_t *device, const nbl_fft_nd_desc_t *desc,
                               const nbl_fft_vulkan_desc_t *how, const void *input, void *output, double *nanoseconds,
                               nbl_error_t *error);

NBL_DEPRECATED(nbl_fft_nd_create, "nbl_fft_make_vulkan()");
NBL_DEPRECATED(nbl_fft_nd_destroy, "nbl_fft_destroy()");
NBL_DEPRECATED(nbl_fft_nd_input_bytes, "nbl_fft_get_bytes()");
NBL_DEPRECATED(nbl_fft_nd_output_bytes, "nbl_fft_get_bytes()");
NBL_DEPRECATED(nbl_fft_nd_workspace_bytes, "nbl_fft_get_bytes()");
NBL_DEPRECATED(nbl_fft_nd_dispatches, "nbl_fft_dispatches()");
NBL_DEPRECATED(nbl_fft_nd_text, "nbl_fft_text()");
NBL_DEPRECATED(nbl_fft_nd_binding_create, "nbl_fft_bind()");
NBL_DEPRECATED(nbl_fft_nd_binding_destroy, "nbl_fft_binding_destroy()");
NBL_DEPRECATED(nbl_fft_nd_record, "nbl_fft_record()");
NBL_DEPRECATED(nbl_fft_nd_vulkan, "nbl_fft_run()");

#if defined(__cplusplus)
}
#endif

#endif
