/* Convolutions on the CPU: the programs of a kernel's spectrum and of the signals.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>

#include "error/error.h"
#include "platform/memory.h"
#include "transform/cpu.h"
#include "transform/make.h"

/* Returns a kernel's spectrum, for nbl_platform_aligned_free(); NULL: *result has the error.
 *
 * reverses  the kernel: it correlates */
static void *transform_kernel(nbl_solver_t *solver, const nbl_problem_t *taps, bool reverses, const void *kernel,
                              nbl_result_t *result, nbl_error_t *error) {
    const size_t bytes = nbl_fft_precision_element_bytes((nbl_fft_precision_t)taps->precision);
    void *spectrum =
        nbl_platform_aligned(NBL_EXECUTOR_ALIGNMENT, nbl_ready_round_up((size_t)taps->output.distance * bytes));
    void *reversed = reverses ? nbl_fft_reversed_kernel(taps, kernel) : NULL;
    nbl_ready_t *forward = NULL;
    *result = NBL_SUCCESS;
    if (spectrum == NULL || (reverses && reversed == NULL)) *result = nbl_fail_memory(error, "the kernel's spectrum");
    if (*result == NBL_SUCCESS) *result = nbl_ready_solve(taps, NULL, solver->threads, &forward, error);
    if (*result == NBL_SUCCESS)
        *result = nbl_ready_run_unchecked(forward, solver->pool, reverses ? reversed : kernel, spectrum, error);
    nbl_ready_destroy(forward);
    free(reversed);
    if (*result == NBL_SUCCESS) return spectrum;
    nbl_platform_aligned_free(spectrum);
    return NULL;
}

nbl_result_t nbl_fft_cpu_convolution(nbl_fft_cpu_t *cpu, const nbl_problem_t *taps, const void *kernel,
                                     nbl_error_t *error) {
    nbl_solver_t *solver = &cpu->solver;
    nbl_problem_t one = solver->problem; /* what lies between axes is one signal's */
    nbl_result_t result;
    one.batch = 1;
    void *spectrum = transform_kernel(solver, taps, cpu->face.problem.correlates, kernel, &result, error);
    if (spectrum == NULL) return result;
    nbl_program_t *program = nbl_transform_new(&one);
    result = program != NULL ? nbl_transform_make_cpu(&one, program, error) : nbl_fail_memory(error, "program");
    if (result == NBL_SUCCESS)
        result = nbl_ready_create(program, spectrum, NULL, solver->threads, &solver->apart, error);
    free(program);
    nbl_platform_aligned_free(spectrum);
    return result;
}
