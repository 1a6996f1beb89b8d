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
 *   above 31 if a workgroup holds the line primes go by Rader's algorithm
 *   the last two or three dimensions are   one dispatch for all of them
 *   complex, without gaps, and a workgroup
 *   holds them
 *
 * A cosine or sine transform (`dct`) is for each axis a kernel, a Fourier transform of the lines, and a kernel; lines are counted
 * to 2^32 elements in all, else LIMIT.
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

/* Compiles the kernels of a description, and takes memory of the device for tables. A chirp's table has as many numbers
 * as the length and its convolution have together (`nbl-fft plan` prints both), in float64 in exact mode.
 *
 * Errors: those of nbl_fft_nd_plan_create() and of nbl_fft_create(). LIMIT also if an array, or a line's workspace, is
 * larger than what the device binds as one buffer; if real signals of halves have an odd length or gaps; and if exact
 * mode needs a chirp and the device has no float64.
 *
 * desc      not NULL; copied; threads and instructions are ignored
 * how       not NULL; copied
 * in_place  true: the output will be the input's buffer, from the same offset; false: they will not overlap
 * fft       receives the transform, for nbl_fft_nd_destroy() before the device is destroyed; NULL after an error */
nbl_result_t nbl_fft_nd_create(nbl_vulkan_device_t *device, const nbl_fft_nd_desc_t *desc,
                               const nbl_fft_vulkan_desc_t *how, bool in_place, nbl_fft_nd_t **fft, nbl_error_t *error);

/* Destroys a transform, which no command buffer may still be executing. Per object.
 *
 * fft  NULL does nothing */
void nbl_fft_nd_destroy(nbl_fft_nd_t *fft);

/* Return the bytes that the buffers must have at least. A workspace of 0 bytes is not bound. */
uint64_t nbl_fft_nd_input_bytes(const nbl_fft_nd_t *fft);
uint64_t nbl_fft_nd_output_bytes(const nbl_fft_nd_t *fft);
uint64_t nbl_fft_nd_workspace_bytes(const nbl_fft_nd_t *fft);

/* Returns how many dispatches a recording has. */
uint64_t nbl_fft_nd_dispatches(const nbl_fft_nd_t *fft);

/* Writes how a transform computes, for people: the program of its kernels as `nbl-fft plan` prints it
 * (docs/programs.md). By tickets or by device address a line with the plans of that route comes first.
 *
 * Returns the length of the whole text, as snprintf does: more than size - 1 if it was cut.
 *
 * buffer  receives the text, always ended by a null character; NULL if size is 0
 * size    bytes */
size_t nbl_fft_nd_text(const nbl_fft_nd_t *fft, char *buffer, size_t size);

/* Another name of nbl_fft_binding_t. */
typedef nbl_fft_binding_t nbl_fft_nd_binding_t;

/* Ties a transform to buffers. Errors: ARGUMENT (a buffer is too small; input and output are the same buffer, or are
 * not, contrary to in_place; an address is missing or not aligned), those of nbl_vulkan_bindings_create().
 *
 * input, output  storage buffers of at least nbl_fft_nd_input_bytes() and nbl_fft_nd_output_bytes(), from offsets that
 *                the device can bind. By a route other than NBL_FFT_ROUTE_PASSES they have addresses, and address +
 *                offset is a multiple of a complex number's bytes. Caution: nothing checks a size that is given as 0;
 *                the kernels then access nbl_fft_nd_input_bytes() and nbl_fft_nd_output_bytes()
 * workspace      a storage buffer of at least nbl_fft_nd_workspace_bytes(), from an offset that the device can bind;
 *                its address is a multiple of 16 bytes. Ignored if those bytes are 0. Its contents are lost; transforms
 *                that run one after the other may share it
 * binding        receives the binding, for nbl_fft_nd_binding_destroy() before fft is destroyed; NULL after an error */
nbl_result_t nbl_fft_nd_binding_create(const nbl_fft_nd_t *fft, nbl_vulkan_resource_t input,
                                       nbl_vulkan_resource_t output, nbl_vulkan_resource_t workspace,
                                       nbl_fft_nd_binding_t **binding, nbl_error_t *error);

/* Destroys a binding, not the buffers that it ties. Per object.
 *
 * binding  NULL does nothing */
void nbl_fft_nd_binding_destroy(nbl_fft_nd_binding_t *binding);

/* Records the transform, with a barrier after each dispatch. Allocates nothing and submits nothing. Make the input
 * visible to compute shaders before. Errors: LIMIT, those of nbl_vulkan_kernel_record().
 *
 * fft, binding    not NULL; the binding is of this transform
 * command_buffer  in the recording state, of a queue family with compute
 * timestamps      receive the transform's begin and end as span number `span`; already reset. NULL: no times */
nbl_result_t nbl_fft_nd_record(const nbl_fft_nd_t *fft, const nbl_fft_nd_binding_t *binding,
                               VkCommandBuffer command_buffer, const nbl_vulkan_timestamps_t *timestamps, uint32_t span,
                               nbl_error_t *error);

/* Transforms an array in memory and waits. What lies between the elements of the output stays as it is. Errors: those
 * of nbl_fft_nd_create(), nbl_fft_nd_binding_create() and nbl_fft_nd_record(), DEVICE_LOST, VULKAN.
 *
 * desc, how      not NULL
 * input, output  as nbl_fft_nd_plan_run() takes them; the same pointer for in place
 * nanoseconds    receives the dispatches' time on the device; may be NULL */
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
