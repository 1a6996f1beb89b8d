/* Problems of nbl/host/fft.h made for the CPU: a program of a problem, made ready.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "transform/cpu.h"

#include <stdlib.h>

#include "error/check.h"
#include "transform/make.h"

static void destroy(nbl_fft_t *fft) {
    nbl_fft_cpu_t *cpu = (nbl_fft_cpu_t *)fft;
    nbl_solver_release(&cpu->solver);
    free(cpu);
}

/* ---- Running */

static nbl_result_t convolve(nbl_fft_cpu_t *cpu, const void *input, void *output, nbl_error_t *error) {
    const uint64_t batch = cpu->problem.batch, in_bytes = cpu->bytes.input / batch,
                   out_bytes = cpu->bytes.output / batch;
    nbl_result_t result = NBL_SUCCESS;
    for (uint64_t i = 0; i < batch && result == NBL_SUCCESS; i++)
        result = nbl_ready_run_unchecked(cpu->solver.apart, cpu->solver.pool, (const char *)input + i * in_bytes,
                                         (char *)output + i * out_bytes, error);
    return result;
}

static nbl_result_t run(nbl_fft_t *fft, const void *input, void *output, nbl_error_t *error) {
    nbl_fft_cpu_t *cpu = (nbl_fft_cpu_t *)fft;
    if (cpu->convolves) return convolve(cpu, input, output, error);
    const nbl_result_t result = nbl_fft_nd_check_memory(&cpu->problem, cpu->sides, input, output, error);
    return result == NBL_SUCCESS ? nbl_solver_run(&cpu->solver, input, output, error) : result;
}

static nbl_fft_bytes_t bytes_of(const nbl_fft_t *fft) { return ((const nbl_fft_cpu_t *)fft)->bytes; }

/* Writes the program anew: what is ready to run keeps no text. */
static size_t put(const nbl_fft_t *fft, char *buffer, size_t size) {
    const nbl_problem_t *problem = &((const nbl_fft_cpu_t *)fft)->solver.problem;
    nbl_program_t *program = nbl_transform_new(problem);
    size_t length = 0;
    if (size > 0) buffer[0] = '\0';
    if (program != NULL && nbl_transform_make_cpu(problem, program, NULL) == NBL_SUCCESS)
        length = nbl_program_text(program, buffer, size);
    free(program);
    return length;
}

/* ---- Making */

static nbl_result_t make_transform(nbl_fft_cpu_t *cpu, const nbl_fft_problem_t *problem, nbl_error_t *error) {
    nbl_problem_t whole;
    nbl_result_t result = nbl_fft_nd_check(problem, &cpu->problem, cpu->sides, error);
    if (result != NBL_SUCCESS) return result;
    const uint64_t elements = cpu->sides[0].bytes / cpu->sides[0].element_bytes;
    const uint32_t threads = nbl_solver_threads(problem->threads, elements);
    nbl_problem_fill(&cpu->problem, cpu->sides, cpu->problem.mode, false, &whole);
    whole.overwrites_input = false;
    nbl_solver_init(&cpu->solver, &whole, problem->instructions, threads);
    cpu->problem.instructions = cpu->solver.set; /* the caller's text may not live as long */
    result = nbl_ready_solve(&whole, problem->instructions, threads, &cpu->solver.apart, error);
    if (result != NBL_SUCCESS) return result;
    nbl_fft_set_output(&cpu->face, &cpu->problem, NULL);
    cpu->bytes = (nbl_fft_bytes_t){cpu->sides[0].bytes, cpu->sides[1].bytes, nbl_ready_scratch_bytes(cpu->solver.apart),
                                   nbl_fft_cpu_kept_bytes(&cpu->face)};
    return NBL_SUCCESS;
}

static const nbl_fft_machine_t machine = {destroy, run, bytes_of, put, NULL, NULL};

nbl_result_t nbl_fft_make_cpu(const nbl_fft_problem_t *problem, nbl_fft_t **fft, nbl_error_t *error) {
    if (fft != NULL) *fft = NULL;
    if (NBL_ANY_NULL(error, problem, fft)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    nbl_fft_cpu_t *cpu = calloc(1, sizeof *cpu);
    if (cpu == NULL) return nbl_fail_memory(error, "fft");
    cpu->face.machine = &machine;
    nbl_executor_pool_init(&cpu->solver.own_threads);
    cpu->convolves = problem->kernel != NULL;
    const nbl_result_t result =
        cpu->convolves ? nbl_fft_cpu_convolution(cpu, problem, error) : make_transform(cpu, problem, error);
    if (result == NBL_SUCCESS)
        *fft = &cpu->face;
    else
        destroy(&cpu->face);
    return result;
}
