/* Problems of nbl/host/fft.h made for the CPU: a program of a problem, made ready.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "transform/cpu.h"

#include <stdio.h>
#include <stdlib.h>

#include "error/check.h"
#include "transform/fused_mode.h"
#include "transform/make.h"

static void destroy(nbl_fft_t *fft) {
    nbl_fft_cpu_t *cpu = (nbl_fft_cpu_t *)fft;
    nbl_solver_release(&cpu->solver);
    free(cpu);
}

/* ---- Running */

static nbl_result_t convolve(nbl_fft_cpu_t *cpu, const void *input, void *output, nbl_error_t *error) {
    const uint64_t batch = cpu->face.problem.batch, in_bytes = cpu->face.bytes.input / batch,
                   out_bytes = cpu->face.bytes.output / batch;
    nbl_result_t result = NBL_SUCCESS;
    for (uint64_t i = 0; i < batch && result == NBL_SUCCESS; i++)
        result = nbl_ready_run_unchecked(cpu->solver.apart, cpu->solver.pool, (const char *)input + i * in_bytes,
                                         (char *)output + i * out_bytes, error);
    return result;
}

static nbl_result_t run(nbl_fft_t *fft, const void *input, void *output, double *nanoseconds, nbl_error_t *error) {
    nbl_fft_cpu_t *cpu = (nbl_fft_cpu_t *)fft;
    (void)nanoseconds;
    return fft->convolves ? convolve(cpu, input, output, error) : nbl_solver_run(&cpu->solver, input, output, error);
}

/* Writes the program anew: what is ready to run keeps no text. Of a part that a run copies from all results
 * (ready_cut.c) it is the program that stores the part, which has the same bits. */
static size_t put(const nbl_fft_t *fft, char *buffer, size_t size) {
    const nbl_problem_t *problem = &((const nbl_fft_cpu_t *)fft)->solver.problem;
    nbl_program_t *program = nbl_transform_new(problem);
    char bits[NBL_PROGRAM_BITS_SIZE] = "";
    size_t length = 0;
    if (size > 0) buffer[0] = '\0';
    if (program != NULL && nbl_transform_make_cpu(problem, program, NULL) == NBL_SUCCESS) {
        nbl_program_bits_text(program, bits);
        length = (size_t)snprintf(buffer, size, "%s", bits);
        const size_t at = length < size ? length : size;
        length += nbl_program_text(program, size > at ? buffer + at : NULL, size - at);
    }
    free(program);
    return length;
}

/* ---- Making */

/* Returns the elements by which threads are counted: of the input, or of one padded signal. */
static uint64_t elements_of(const nbl_fft_t *fft, const nbl_problem_t *whole) {
    uint64_t elements = 1;
    if (!fft->convolves) return fft->bytes.input / fft->sides[NBL_VIEW_INPUT].element_bytes;
    for (uint32_t d = 0; d < whole->rank; d++) elements *= whole->sizes[d];
    return elements;
}

static nbl_result_t make(nbl_fft_cpu_t *cpu, const nbl_fft_problem_t *problem, nbl_error_t *error) {
    nbl_problem_t whole, taps;
    nbl_result_t result = nbl_fft_describe(problem, &cpu->face, &whole, &taps, error);
    if (result != NBL_SUCCESS) return result;
    const bool convolves = cpu->face.convolves;
    const char *set = convolves ? NULL : problem->instructions;
    whole.in_place = whole.overwrites_input = 0;
    nbl_solver_init(&cpu->solver, &whole, set, nbl_solver_threads(problem->threads, elements_of(&cpu->face, &whole)));
    result = convolves ? nbl_fft_cpu_convolution(cpu, &taps, problem->kernel, error)
                       : nbl_ready_solve(&whole, set, cpu->solver.threads, &cpu->solver.apart, error);
    if (result != NBL_SUCCESS) return result;
    cpu->face.bytes.workspace = nbl_ready_scratch_bytes(cpu->solver.apart);
    cpu->face.bytes.held = nbl_fft_cpu_kept_bytes(&cpu->face);
    return NBL_SUCCESS;
}

static const nbl_fft_machine_t machine = {destroy, run, put, NULL, NULL};

nbl_result_t nbl_fft_make_cpu(const nbl_fft_problem_t *problem, nbl_fft_t **fft, nbl_error_t *error) {
    if (fft != NULL) *fft = NULL;
    if (NBL_ANY_NULL(error, problem, fft)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    nbl_fft_cpu_t *cpu = calloc(1, sizeof *cpu);
    if (cpu == NULL) return nbl_fail_memory(error, "fft");
    cpu->face.machine = &machine;
    nbl_executor_pool_init(&cpu->solver.own_threads);
    const nbl_result_t result = make(cpu, problem, error);
    if (result == NBL_SUCCESS)
        *fft = &cpu->face;
    else
        destroy(&cpu->face);
    return result;
}
