/* Arrays and convolutions on a device by the names of 0.2.0, over nbl/host/fft.h.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_SILENT_DEPRECATED /* what runs calls what makes */

#include "error/check.h"
#include "nbl/host/convolution_vulkan.h"
#include "transform/machine.h"

static nbl_fft_problem_t with(nbl_fft_problem_t problem, const nbl_fft_vulkan_desc_t *how) {
    problem.mode = how->mode;
    problem.cache = how->cache;
    problem.unroll = how->unroll;
    problem.route = how->route;
    return problem;
}

/* ---- Arrays */

nbl_result_t nbl_fft_nd_create(nbl_vulkan_device_t *device, const nbl_fft_nd_desc_t *desc,
                               const nbl_fft_vulkan_desc_t *how, bool in_place, nbl_fft_nd_t **fft,
                               nbl_error_t *error) {
    if (fft != NULL) *fft = NULL;
    if (NBL_ANY_NULL(error, device, desc, how, fft)) return NBL_ERROR_ARGUMENT;
    nbl_fft_problem_t problem = with(*desc, how);
    problem.in_place = in_place;
    problem.kernel = NULL; /* not read here, nor is the next */
    problem.piece_bytes = 0;
    return nbl_fft_make_vulkan(device, &problem, fft, error);
}

void nbl_fft_nd_destroy(nbl_fft_nd_t *fft) { nbl_fft_destroy(fft); }

uint64_t nbl_fft_nd_input_bytes(const nbl_fft_nd_t *fft) { return nbl_fft_get_bytes(fft).input; }

uint64_t nbl_fft_nd_output_bytes(const nbl_fft_nd_t *fft) { return nbl_fft_get_bytes(fft).output; }

uint64_t nbl_fft_nd_workspace_bytes(const nbl_fft_nd_t *fft) { return nbl_fft_get_bytes(fft).workspace; }

uint64_t nbl_fft_nd_dispatches(const nbl_fft_nd_t *fft) { return nbl_fft_dispatches(fft); }

size_t nbl_fft_nd_text(const nbl_fft_nd_t *fft, char *buffer, size_t size) { return nbl_fft_text(fft, buffer, size); }

nbl_result_t nbl_fft_nd_binding_create(const nbl_fft_nd_t *fft, nbl_vulkan_resource_t input,
                                       nbl_vulkan_resource_t output, nbl_vulkan_resource_t workspace,
                                       nbl_fft_nd_binding_t **binding, nbl_error_t *error) {
    return nbl_fft_bind(fft, &input, &output, &workspace, binding, error);
}

void nbl_fft_nd_binding_destroy(nbl_fft_nd_binding_t *binding) { nbl_fft_binding_destroy(binding); }

nbl_result_t nbl_fft_nd_record(const nbl_fft_nd_t *fft, const nbl_fft_nd_binding_t *binding,
                               VkCommandBuffer command_buffer, const nbl_vulkan_timestamps_t *timestamps, uint32_t span,
                               nbl_error_t *error) {
    return nbl_fft_record(fft, binding, command_buffer, timestamps, span, error);
}

nbl_result_t nbl_fft_nd_vulkan(nbl_vulkan_device_t *device, const nbl_fft_nd_desc_t *desc,
                               const nbl_fft_vulkan_desc_t *how, const void *input, void *output, double *nanoseconds,
                               nbl_error_t *error) {
    if (NBL_ANY_NULL(error, device, desc, how, input, output)) return NBL_ERROR_ARGUMENT;
    nbl_fft_t *fft;
    nbl_result_t result = nbl_fft_nd_create(device, desc, how, input == output, &fft, error);
    if (result == NBL_SUCCESS) result = nbl_fft_run_timed(fft, input, output, nanoseconds, error);
    nbl_fft_destroy(fft);
    return result;
}

/* ---- Convolutions */

nbl_result_t nbl_convolution_create_vulkan(nbl_vulkan_device_t *device, const nbl_convolution_desc_t *desc,
                                           const void *kernel, const nbl_fft_vulkan_desc_t *how, nbl_fft_nd_t **fft,
                                           nbl_error_t *error) {
    if (fft != NULL) *fft = NULL;
    if (NBL_ANY_NULL(error, device, desc, kernel, how, fft)) return NBL_ERROR_ARGUMENT;
    const nbl_fft_problem_t problem = with(nbl_fft_problem_of_convolution(desc, kernel), how);
    return nbl_fft_make_vulkan(device, &problem, fft, error);
}

nbl_result_t nbl_convolution_vulkan(nbl_vulkan_device_t *device, const nbl_convolution_desc_t *desc, const void *kernel,
                                    const nbl_fft_vulkan_desc_t *how, const void *input, void *output,
                                    double *nanoseconds, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, device, desc, kernel, how, input, output)) return NBL_ERROR_ARGUMENT;
    nbl_fft_t *fft;
    nbl_result_t result = nbl_convolution_create_vulkan(device, desc, kernel, how, &fft, error);
    if (result == NBL_SUCCESS) result = nbl_fft_run_timed(fft, input, output, nanoseconds, error);
    nbl_fft_destroy(fft);
    return result;
}
