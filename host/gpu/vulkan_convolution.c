/* Convolutions on a Vulkan device: the kernel's spectrum is made once, in the table of the stage that multiplies by it.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>

#include "error/check.h"
#include "gpu/convolution_stages.h"
#include "gpu/vulkan_nd.h"
#include "nbl/host/convolution_vulkan.h"

/* Computes the kernel's spectrum, of the kernel reversed for correlations, into the table. */
static nbl_result_t make_spectrum(const nbl_convolution_desc_t *desc, const void *kernel, const nbl_fft_nd_t *forward,
                                  const nbl_fft_nd_t *whole, nbl_error_t *error) {
    const nbl_fft_nd_axis_t *middle = nbl_convolution_middle(&whole->work);
    const int number = middle->tables[0].spectrum_bytes != 0 ? 0 : 1;
    const nbl_fft_nd_table_t *table = &middle->tables[number];
    const nbl_vulkan_buffer_t *buffer = &whole->tables[middle - whole->work.axis][number];
    const nbl_vulkan_resource_t spectrum = {.buffer = buffer->handle,
                                            .address = buffer->address,
                                            .offset = table->spectrum_offset,
                                            .size = table->spectrum_bytes};
    if (!desc->correlates) return nbl_fft_nd_run(forward, kernel, &spectrum, NULL, NULL, error);
    const nbl_fft_nd_side_t *side = &forward->work.sides[NBL_VIEW_INPUT];
    void *reversed = malloc(side->bytes);
    if (reversed == NULL) return nbl_fail_memory(error, "a kernel");
    nbl_convolution_reverse(desc, side->bytes / side->element_bytes, kernel, reversed);
    nbl_result_t result = nbl_fft_nd_run(forward, reversed, &spectrum, NULL, NULL, error);
    free(reversed);
    return result;
}

nbl_result_t nbl_convolution_create_vulkan(nbl_vulkan_device_t *device, const nbl_convolution_desc_t *desc,
                                           const void *kernel, const nbl_fft_vulkan_desc_t *how, nbl_fft_nd_t **fft,
                                           nbl_error_t *error) {
    if (fft != NULL) *fft = NULL;
    if (NBL_ANY_NULL(error, device, desc, kernel, how, fft)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    const nbl_fft_limits_t limits = nbl_fft_nd_limits(device, how);
    nbl_fft_nd_stages_t stages[2];
    nbl_fft_nd_t *forward = NULL, *whole = NULL;
    nbl_result_t result = nbl_convolution_stages_make(desc, &limits, how->mode, nbl_fft_nd_alignment(device),
                                                      &stages[0], &stages[1], error);
    if (result != NBL_SUCCESS) {
        nbl_fft_nd_stages_release(&stages[0]);
        nbl_fft_nd_stages_release(&stages[1]);
        return result;
    }
    result = nbl_fft_nd_create_from(device, &stages[0], how, &forward, error);
    if (result == NBL_SUCCESS)
        result = nbl_fft_nd_create_from(device, &stages[1], how, &whole, error);
    else
        nbl_fft_nd_stages_release(&stages[1]);
    if (result == NBL_SUCCESS) result = make_spectrum(desc, kernel, forward, whole, error);
    nbl_fft_nd_destroy(forward);
    if (result == NBL_SUCCESS)
        *fft = whole;
    else
        nbl_fft_nd_destroy(whole);
    return result;
}

nbl_result_t nbl_convolution_vulkan(nbl_vulkan_device_t *device, const nbl_convolution_desc_t *desc, const void *kernel,
                                    const nbl_fft_vulkan_desc_t *how, const void *input, void *output,
                                    double *nanoseconds, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, device, desc, kernel, how, input, output)) return NBL_ERROR_ARGUMENT;
    nbl_fft_nd_t *fft;
    nbl_result_t result = nbl_convolution_create_vulkan(device, desc, kernel, how, &fft, error);
    if (result == NBL_SUCCESS) result = nbl_fft_nd_run(fft, input, NULL, output, nanoseconds, error);
    nbl_fft_nd_destroy(fft);
    return result;
}
