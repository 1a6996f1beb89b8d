/* Convolutions by the names of 0.2.0, over nbl/host/fft.h.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "error/check.h"
#include "transform/machine.h"

nbl_convolution_desc_t nbl_convolution_desc_init(void) {
    nbl_convolution_desc_t desc = {.batch = 1, .precision = NBL_FFT_FLOAT32};
    return desc;
}

nbl_fft_problem_t nbl_fft_problem_of_convolution(const nbl_convolution_desc_t *desc, const void *kernel) {
    nbl_fft_problem_t problem = {.rank = desc->rank,
                                 .batch = desc->batch,
                                 .precision = desc->precision,
                                 .real = !desc->complex_numbers,
                                 .kernel = kernel,
                                 .correlates = desc->correlates,
                                 .part = desc->part,
                                 .threads = desc->threads,
                                 .mode = desc->mode};
    memcpy(problem.sizes, desc->sizes, sizeof desc->sizes);
    memcpy(problem.kernel_sizes, desc->kernel_sizes, sizeof desc->kernel_sizes);
    return problem;
}

nbl_result_t nbl_convolution_create(const nbl_convolution_desc_t *desc, const void *kernel, nbl_convolution_t **created,
                                    nbl_error_t *error) {
    nbl_error_clear(error);
    if (desc == NULL || kernel == NULL || created == NULL)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: is NULL",
                        desc == NULL     ? "description"
                        : kernel == NULL ? "kernel"
                                         : "convolution");
    const nbl_fft_problem_t problem = nbl_fft_problem_of_convolution(desc, kernel);
    nbl_fft_t *fft;
    const nbl_result_t result = nbl_fft_make_cpu(&problem, &fft, error);
    if (result == NBL_SUCCESS) *created = fft; /* untouched after an error */
    return result;
}

void nbl_convolution_destroy(nbl_convolution_t *convolution) { nbl_fft_destroy(convolution); }

nbl_result_t nbl_convolution_run(nbl_convolution_t *convolution, const void *input, void *output, nbl_error_t *error) {
    nbl_error_clear(error);
    if (convolution == NULL || input == NULL || output == NULL)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: is NULL",
                        convolution == NULL ? "convolution"
                        : input == NULL     ? "input"
                                            : "output");
    return nbl_fft_run(convolution, input, output, error);
}

uint64_t nbl_convolution_size(const nbl_convolution_t *convolution, uint32_t dimension) {
    return nbl_fft_output_size(convolution, dimension);
}

uint64_t nbl_convolution_bytes(const nbl_convolution_t *convolution) { return nbl_fft_get_bytes(convolution).held; }
