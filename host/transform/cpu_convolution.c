/* Convolutions on the CPU: the programs of a kernel's spectrum and of the signals.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>

#include "error/error.h"
#include "fft/convolution.h"
#include "platform/memory.h"
#include "transform/cpu.h"
#include "transform/make.h"

static uint64_t product(const uint64_t sizes[NBL_CONVOLUTION_MOST_RANK]) { return sizes[0] * sizes[1] * sizes[2]; }

/* Returns a kernel's spectrum, for nbl_platform_aligned_free(); NULL: *result has the error.
 *
 * elements  of the kernel */
static void *transform_kernel(nbl_solver_t *solver, const nbl_convolution_desc_t *desc, const nbl_problem_t *problem,
                              uint64_t elements, const void *kernel, nbl_result_t *result, nbl_error_t *error) {
    const size_t bytes = nbl_fft_precision_element_bytes(desc->precision);
    void *spectrum =
        nbl_platform_aligned(NBL_EXECUTOR_ALIGNMENT, nbl_ready_round_up((size_t)problem->output.distance * bytes));
    void *reversed = desc->correlates ? malloc(elements * (bytes / (desc->complex_numbers ? 1 : 2))) : NULL;
    nbl_ready_t *forward = NULL;
    *result = NBL_SUCCESS;
    if (spectrum == NULL || (desc->correlates && reversed == NULL))
        *result = nbl_fail_memory(error, "the kernel's spectrum");
    if (*result == NBL_SUCCESS) *result = nbl_ready_solve(problem, NULL, solver->threads, &forward, error);
    if (*result == NBL_SUCCESS && desc->correlates) nbl_convolution_reverse(desc, elements, kernel, reversed);
    if (*result == NBL_SUCCESS)
        *result = nbl_ready_run_unchecked(forward, solver->pool, reversed != NULL ? reversed : kernel, spectrum, error);
    nbl_ready_destroy(forward);
    free(reversed);
    if (*result == NBL_SUCCESS) return spectrum;
    nbl_platform_aligned_free(spectrum);
    return NULL;
}

/* Makes the program of one signal: what lies between axes is one signal's. */
static nbl_result_t make(nbl_solver_t *solver, nbl_convolution_desc_t one, uint64_t elements, const void *kernel,
                         nbl_error_t *error) {
    nbl_problem_t of_kernel, problem;
    one.batch = 1;
    nbl_result_t result = nbl_problem_of_convolution(&one, &of_kernel, &problem, error);
    if (result != NBL_SUCCESS) return result;
    void *spectrum = transform_kernel(solver, &one, &of_kernel, elements, kernel, &result, error);
    if (spectrum == NULL) return result;
    nbl_program_t *program = nbl_transform_new(&problem);
    result = program != NULL ? nbl_transform_make_cpu(&problem, program, error) : nbl_fail_memory(error, "program");
    if (result == NBL_SUCCESS)
        result = nbl_ready_create(program, spectrum, NULL, solver->threads, &solver->apart, error);
    free(program);
    nbl_platform_aligned_free(spectrum);
    return result;
}

nbl_result_t nbl_fft_cpu_convolution(nbl_fft_cpu_t *cpu, const nbl_fft_problem_t *problem, nbl_error_t *error) {
    nbl_convolution_desc_t desc;
    nbl_convolution_sizes_t sizes;
    nbl_problem_t of_kernel, whole;
    nbl_result_t result = nbl_fft_convolution_of(problem, &desc, error);
    if (result == NBL_SUCCESS) result = nbl_convolution_choose_sizes(&desc, &sizes, error);
    if (result == NBL_SUCCESS) result = nbl_problem_of_convolution(&desc, &of_kernel, &whole, error);
    if (result != NBL_SUCCESS) return result;
    cpu->problem = *problem;
    cpu->problem.kernel = NULL;
    cpu->problem.instructions = NULL;
    nbl_solver_init(&cpu->solver, &whole, NULL, nbl_solver_threads(desc.threads, product(sizes.padded)));
    result = make(&cpu->solver, desc, product(sizes.kernel), problem->kernel, error);
    if (result != NBL_SUCCESS) return result;
    nbl_fft_set_output(&cpu->face, problem, &sizes);
    const uint64_t scalars = desc.batch * nbl_fft_precision_element_bytes(desc.precision);
    const uint64_t bytes = scalars / (desc.complex_numbers ? 1 : 2);
    cpu->bytes = (nbl_fft_bytes_t){bytes * product(sizes.sizes), bytes * product(sizes.result),
                                   nbl_ready_scratch_bytes(cpu->solver.apart), nbl_fft_cpu_kept_bytes(&cpu->face)};
    return NBL_SUCCESS;
}
