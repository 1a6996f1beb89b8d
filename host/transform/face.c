/* The face of nbl/host/fft.h: what all machines share.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "error/check.h"
#include "fft/convolution.h"
#include "transform/machine.h"

nbl_fft_problem_t nbl_fft_problem_init(void) { return nbl_fft_nd_desc_init(); }

/* ---- What a problem says */

nbl_result_t nbl_fft_convolution_of(const nbl_fft_problem_t *problem, nbl_convolution_desc_t *desc,
                                    nbl_error_t *error) {
    static const uint64_t zeros[NBL_FFT_MOST_RANK];
    const struct {
        const char *name;
        bool set;
    } others[] = {{"axis_count", problem->axis_count != 0},
                  {"given", memcmp(problem->given, zeros, sizeof zeros) != 0},
                  {"kept", memcmp(problem->kept, zeros, sizeof zeros) != 0},
                  {"kept_from", memcmp(problem->kept_from, zeros, sizeof zeros) != 0},
                  {"inverse", problem->inverse},
                  {"scaling", problem->scaling != NBL_FFT_SCALING_DEFAULT},
                  {"strides", memcmp(problem->input_strides, zeros, sizeof zeros) != 0 ||
                                  memcmp(problem->output_strides, zeros, sizeof zeros) != 0},
                  {"distance", problem->input_distance != 0 || problem->output_distance != 0},
                  {"dct", problem->dct != NBL_FFT_NO_DCT},
                  {"in_place", problem->in_place}};
    const nbl_check_t rank = NBL_CHECK_RANGE("rank", problem->rank, 1, NBL_CONVOLUTION_MOST_RANK);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i].set)
            return nbl_fail(error, NBL_ERROR_ARGUMENT, "convolution: %s: must be 0 where there is a kernel",
                            others[i].name);
    const nbl_result_t result = nbl_check("convolution", &rank, 1, error);
    if (result != NBL_SUCCESS) return result;
    *desc = (nbl_convolution_desc_t){.rank = problem->rank,
                                     .batch = problem->batch,
                                     .precision = problem->precision,
                                     .complex_numbers = !problem->real,
                                     .correlates = problem->correlates,
                                     .part = problem->part,
                                     .threads = problem->threads,
                                     .mode = problem->mode};
    memcpy(desc->sizes, problem->sizes, sizeof desc->sizes);
    memcpy(desc->kernel_sizes, problem->kernel_sizes, sizeof desc->kernel_sizes);
    return NBL_SUCCESS;
}

void nbl_fft_set_output(nbl_fft_t *fft, const nbl_fft_problem_t *problem, const nbl_convolution_sizes_t *convolution) {
    const uint32_t last = problem->axis_count != 0 ? problem->axes[problem->axis_count - 1] : problem->rank - 1;
    fft->rank = problem->rank;
    for (uint32_t d = 0; d < problem->rank; d++)
        fft->output[d] = convolution != NULL     ? convolution->result[NBL_CONVOLUTION_MOST_RANK - problem->rank + d]
                         : problem->kept[d] != 0 ? problem->kept[d]
                         : problem->real && !problem->inverse && d == last ? problem->sizes[d] / 2 + 1
                                                                           : problem->sizes[d];
}

/* ---- Every machine */

void nbl_fft_destroy(nbl_fft_t *fft) {
    if (fft != NULL) fft->machine->destroy(fft);
}

nbl_result_t nbl_fft_run(nbl_fft_t *fft, const void *input, void *output, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, fft, input, output)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    return fft->machine->run != NULL
               ? fft->machine->run(fft, input, output, error)
               : nbl_fail(error, NBL_ERROR_ARGUMENT, "nbl_fft_run: a transform of nbl_fft_create() is recorded only");
}

uint64_t nbl_fft_output_size(const nbl_fft_t *fft, uint32_t dimension) {
    return dimension < fft->rank ? fft->output[dimension] : 0;
}

nbl_fft_bytes_t nbl_fft_get_bytes(const nbl_fft_t *fft) { return fft->machine->bytes(fft); }

size_t nbl_fft_text(const nbl_fft_t *fft, char *buffer, size_t size) {
    if (fft->machine->text != NULL) return fft->machine->text(fft, buffer, size);
    if (size > 0) buffer[0] = '\0';
    return 0;
}

nbl_result_t nbl_fft_record(const nbl_fft_t *fft, const nbl_fft_binding_t *binding,
                            struct VkCommandBuffer_T *command_buffer, const struct nbl_vulkan_timestamps_t *timestamps,
                            uint32_t span, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, fft, binding, command_buffer)) return NBL_ERROR_ARGUMENT;
    if (fft->machine->record == NULL)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "nbl_fft_record: the transform is the CPU's: nbl_fft_run() runs it");
    nbl_error_clear(error);
    if (binding->machine != fft->machine)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "nbl_fft_record: the binding is another transform's");
    return fft->machine->record(fft, binding, command_buffer, timestamps, span, error);
}

void nbl_fft_binding_destroy(nbl_fft_binding_t *binding) {
    if (binding != NULL) binding->machine->release(binding);
}
