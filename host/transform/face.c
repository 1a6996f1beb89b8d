/* The face of nbl/host/fft.h: what all machines share.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "error/check.h"
#include "transform/machine.h"
#include "transform/make.h"

/* ---- What a problem says */

/* Refuses a problem with a kernel that asks for more than a convolution, and describes the convolution. Errors:
 * ARGUMENT. */
static nbl_result_t take_convolution(const nbl_fft_problem_t *problem, nbl_convolution_desc_t *desc,
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

static uint64_t bytes_of(const nbl_problem_t *problem, const nbl_program_side_t *side) {
    const uint64_t element = nbl_fft_precision_element_bytes((nbl_fft_precision_t)problem->precision);
    uint64_t elements = 1 + (problem->batch - 1) * side->distance;
    for (uint32_t d = 0; d < problem->rank; d++) elements += (side->sizes[d] - 1) * side->strides[d];
    return elements * element / (side->real ? 2 : 1);
}

nbl_result_t nbl_fft_describe(const nbl_fft_problem_t *problem, nbl_fft_t *fft, nbl_problem_t *whole,
                              nbl_problem_t *taps, nbl_error_t *error) {
    nbl_convolution_desc_t convolution;
    nbl_result_t result;
    fft->convolves = problem->kernel != NULL;
    if (fft->convolves) {
        result = take_convolution(problem, &convolution, error);
        if (result == NBL_SUCCESS) result = nbl_problem_of_convolution(&convolution, taps, whole, error);
        fft->problem = *problem;
    } else {
        result = nbl_fft_nd_check(problem, &fft->problem, fft->sides, error);
        if (result == NBL_SUCCESS) nbl_problem_fill(&fft->problem, fft->sides, problem->mode, problem->in_place, whole);
    }
    if (result != NBL_SUCCESS) return result;
    fft->problem.kernel = NULL; /* what pointers point to may not live as long */
    fft->problem.instructions = NULL;
    fft->problem.wisdom = NULL;
    fft->problem.cache = NULL;
    const uint32_t first = whole->rank - problem->rank; /* a convolution has three dimensions */
    for (uint32_t d = 0; d < problem->rank; d++) fft->output[d] = whole->output.sizes[first + d];
    fft->bytes = (nbl_fft_bytes_t){bytes_of(whole, &whole->input), bytes_of(whole, &whole->output), 0, 0};
    return NBL_SUCCESS;
}

void *nbl_fft_reversed_kernel(const nbl_problem_t *taps, const void *kernel) {
    const size_t scalar = nbl_fft_precision_element_bytes((nbl_fft_precision_t)taps->precision) / 2;
    const size_t element = taps->input.real ? scalar : 2 * scalar;
    size_t elements = 1;
    for (uint32_t d = 0; d < taps->rank; d++) elements *= (size_t)taps->input.sizes[d];
    char *reversed = malloc(elements * element);
    for (size_t i = 0; i < elements && reversed != NULL; i++) {
        char *at = reversed + i * element;
        memcpy(at, (const char *)kernel + (elements - 1 - i) * element, element);
        if (taps->input.real) continue;
        if (scalar == 8)
            ((double *)(void *)at)[1] *= -1;
        else
            ((float *)(void *)at)[1] *= -1;
    }
    return reversed;
}

/* ---- Every machine */

void nbl_fft_destroy(nbl_fft_t *fft) {
    if (fft != NULL) fft->machine->destroy(fft);
}

static nbl_result_t check_memory(const nbl_fft_t *fft, const void *input, const void *output, nbl_error_t *error) {
    if (!fft->convolves)
        return fft->problem.rank == 0 ? NBL_SUCCESS
                                      : nbl_fft_nd_check_memory(&fft->problem, fft->sides, input, output, error);
    return input != output || fft->problem.batch == 1
               ? NBL_SUCCESS
               : nbl_fail(error, NBL_ERROR_ARGUMENT, "output: may be the input only if the batch is 1");
}

nbl_result_t nbl_fft_run_timed(nbl_fft_t *fft, const void *input, void *output, double *nanoseconds,
                               nbl_error_t *error) {
    nbl_error_clear(error);
    const nbl_result_t result = check_memory(fft, input, output, error);
    return result == NBL_SUCCESS ? fft->machine->run(fft, input, output, nanoseconds, error) : result;
}

nbl_result_t nbl_fft_run(nbl_fft_t *fft, const void *input, void *output, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, fft, input, output)) return NBL_ERROR_ARGUMENT;
    return nbl_fft_run_timed(fft, input, output, NULL, error);
}

uint64_t nbl_fft_output_size(const nbl_fft_t *fft, uint32_t dimension) {
    return dimension < fft->problem.rank ? fft->output[dimension] : 0;
}

nbl_fft_bytes_t nbl_fft_get_bytes(const nbl_fft_t *fft) { return fft->bytes; }

uint64_t nbl_fft_dispatches(const nbl_fft_t *fft) { return fft->dispatches; }

size_t nbl_fft_text(const nbl_fft_t *fft, char *buffer, size_t size) { return fft->machine->text(fft, buffer, size); }

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
