/* FFTs of arrays of several dimensions and of any length on a Vulkan device, by the description of nbl/host/fft_nd.h.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17).
 *
 *   nbl_fft_nd_create()           compiles the kernels of a description
 *   nbl_fft_nd_workspace_bytes()  the memory that it takes beside input and output, known before any is taken
 *   nbl_fft_nd_binding_create()   ties it to the caller's buffers
 *   nbl_fft_nd_record()           records into the caller's command buffer, with barriers between the dispatches
 *   nbl_fft_nd_vulkan()           all of it at once, from memory to memory
 *
 * A dimension is transformed after the other: in one dispatch where a workgroup holds a line, in two or three with
 * barriers between them where none does, and with a chirp (Bluestein 1970) where the length has a prime factor above 13, or
 * in fast mode, where a workgroup holds the line, above 31; some primes go by Rader's algorithm there. The last two or three
 * dimensions share a dispatch where a workgroup holds all of them and they are complex and without gaps. No dispatch relies
 * on workgroups running side by side. In exact mode the results have the bits of nbl_fft_nd_plan_run(); it refuses lengths
 * with a chirp where the device has no float64, or where that is not enabled.
 *
 * Functions on different objects may be called from different threads; one nbl_fft_nd_t may be recorded from several
 * threads at once. `error` comes last and may be NULL.
 */
#ifndef NBL_HOST_FFT_ND_VULKAN_H
#define NBL_HOST_FFT_ND_VULKAN_H

#include "nbl/host/fft_nd.h"
#include "nbl/host/fft_vulkan.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef struct nbl_fft_nd_t nbl_fft_nd_t;

/* Compiles what a description takes. Errors: those of nbl_fft_nd_plan_create() and of nbl_fft_create(); LIMIT too where an
 * array, or a line's workspace, is beyond what the device binds as one buffer, where real signals of halves are not of
 * even length and without gaps, and where exact mode takes a chirp and the device has no float64. Takes memory of the
 * device for tables, too, beside the workspace: of a chirp as many numbers as the length and its convolution have together
 * (`nbl-fft plan` names both), in float64 in exact mode.
 *
 * desc      not NULL; copied; threads and instructions do not count
 * how       not NULL; copied
 * in_place  the output will be the input's buffer, from the same offset; false: they do not overlap
 * fft       NULL after an error; to be destroyed before the device */
nbl_result_t nbl_fft_nd_create(nbl_vulkan_device_t *device, const nbl_fft_nd_desc_t *desc,
                               const nbl_fft_vulkan_desc_t *how, bool in_place, nbl_fft_nd_t **fft, nbl_error_t *error);

/* Destroys a transform, which no command buffer may still be executing. Per object.
 *
 * fft  NULL does nothing */
void nbl_fft_nd_destroy(nbl_fft_nd_t *fft);

/* Return the bytes of input, output and workspace; a workspace may be 0, and then is not bound. */
uint64_t nbl_fft_nd_input_bytes(const nbl_fft_nd_t *fft);
uint64_t nbl_fft_nd_output_bytes(const nbl_fft_nd_t *fft);
uint64_t nbl_fft_nd_workspace_bytes(const nbl_fft_nd_t *fft);

/* Returns how many dispatches a recording has. */
uint64_t nbl_fft_nd_dispatches(const nbl_fft_nd_t *fft);

/* Writes how a transform goes: the program of its kernels as `nbl-fft plan` prints it, docs/programs.md; before it, on the route
 * by tickets or by address, a line with the plans of that.
 *
 * Returns the length of the whole text, as snprintf does: more than size - 1 if it was cut.
 *
 * buffer  receives the text, always ended by a null character; NULL if size is 0
 * size    bytes */
size_t nbl_fft_nd_text(const nbl_fft_nd_t *fft, char *buffer, size_t size);

typedef struct nbl_fft_nd_binding_t nbl_fft_nd_binding_t;

/* Ties a transform to buffers. Errors: ARGUMENT (a buffer of less than it must have is bound; buffers are the same, or not,
 * against in_place; an address is missing or uneven), those of nbl_vulkan_bindings_create().
 *
 * input, output  storage buffers of at least the bytes above, from offsets that the device can bind; by another route than
 *                NBL_FFT_ROUTE_PASSES with their addresses, which with the offsets are multiples of a complex number;
 *                then nothing but these bytes keeps a kernel within a buffer whose size is given as 0
 * workspace      likewise, its offset too, with a multiple of 16 bytes as its address; ignored where the bytes are 0. Its
 *                contents are lost; transforms that run one after the other may share it
 * binding        NULL after an error; to be destroyed before fft */
nbl_result_t nbl_fft_nd_binding_create(const nbl_fft_nd_t *fft, nbl_vulkan_resource_t input,
                                       nbl_vulkan_resource_t output, nbl_vulkan_resource_t workspace,
                                       nbl_fft_nd_binding_t **binding, nbl_error_t *error);

/* Destroys a binding, not the buffers that it ties. Per object.
 *
 * binding  NULL does nothing */
void nbl_fft_nd_binding_destroy(nbl_fft_nd_binding_t *binding);

/* Records the transform, with a barrier behind each dispatch; allocates nothing and submits nothing. The input must have
 * been made visible to compute shaders before. Errors: LIMIT, those of nbl_vulkan_kernel_record().
 *
 * command_buffer  recording, of a queue family with compute
 * timestamps      may be NULL: the transform is a span, number `span`; already reset */
nbl_result_t nbl_fft_nd_record(const nbl_fft_nd_t *fft, const nbl_fft_nd_binding_t *binding,
                               VkCommandBuffer command_buffer, const nbl_vulkan_timestamps_t *timestamps, uint32_t span,
                               nbl_error_t *error);

/* Transforms and waits; what lies between the elements of the output stays as it is.
 *
 * input, output  as of nbl_fft_nd_plan_run(), the same array for in place
 * nanoseconds    receives the dispatches' time; may be NULL */
nbl_result_t nbl_fft_nd_vulkan(nbl_vulkan_device_t *device, const nbl_fft_nd_desc_t *desc,
                               const nbl_fft_vulkan_desc_t *how, const void *input, void *output, double *nanoseconds,
                               nbl_error_t *error);

#if defined(__cplusplus)
}
#endif

#endif
