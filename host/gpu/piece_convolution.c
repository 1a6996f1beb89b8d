/* A convolution's pieces: the kernel's spectrum is made once, in the table of the stage that multiplies by it.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>

#include "error/error.h"
#include "gpu/piece.h"
#include "transform/machine.h"

/* Returns where a piece has its spectrum: in the table of the axis that multiplies. */
static nbl_vulkan_resource_t spectrum_of(const nbl_piece_t *piece) {
    uint32_t a = 0;
    while (!piece->work.axis[a].part.convolves) a++;
    const int number = piece->work.axis[a].tables[0].spectrum_bytes != 0 ? 0 : 1;
    const nbl_fft_nd_table_t *table = &piece->work.axis[a].tables[number];
    const nbl_vulkan_buffer_t *buffer = &piece->tables[a][number];
    return (nbl_vulkan_resource_t){.buffer = buffer->handle,
                                   .address = buffer->address,
                                   .offset = table->spectrum_offset,
                                   .size = table->spectrum_bytes};
}

nbl_result_t nbl_piece_take_kernel(nbl_vulkan_device_t *device, const nbl_problem_t *taps, bool reverses,
                                   const void *kernel, const nbl_fft_vulkan_desc_t *how, nbl_piece_t *const pieces[],
                                   uint32_t count, nbl_error_t *error) {
    void *reversed = reverses ? nbl_fft_reversed_kernel(taps, kernel) : NULL;
    nbl_fft_vulkan_desc_t once = *how;
    nbl_piece_t *forward = NULL;
    once.route = NBL_FFT_ROUTE_PASSES; /* it runs once: kernels of another route take longer to make than they save */
    nbl_result_t result = reverses && reversed == NULL ? nbl_fail_memory(error, "a kernel")
                                                       : nbl_piece_make(device, taps, &once, NULL, &forward, error);
    for (uint32_t i = 0; i < count && result == NBL_SUCCESS; i++) {
        if (pieces[i] == NULL) continue;
        const nbl_vulkan_resource_t spectrum = spectrum_of(pieces[i]);
        result = nbl_piece_run(forward, reverses ? reversed : kernel, &spectrum, NULL, NULL, error);
    }
    nbl_piece_destroy(forward);
    free(reversed);
    return result;
}
