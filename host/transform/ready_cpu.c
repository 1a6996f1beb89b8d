/* Makes a program ready for the CPU, and releases it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    a sound program, or a problem. Out: what run_cpu.c runs.
 * Wrong: an operation in float16 that only float32 and float64 have here; no memory.
 *
 *   ready_between.c  what lies between steps
 *   ready_lines.c    lines of the executor, kernels of real signals, factors
 *   ready_tables.c   tables
 *   ready_ways.c     how the lines of a step reach the executor
 */
#include <stdlib.h>
#include <string.h>

#include "error/check.h"
#include "error/error.h"
#include "platform/memory.h"
#include "transform/make.h"
#include "transform/run_cpu.h"

/* ---- Memory of what is made */

static void *copy(const void *from, size_t bytes) {
    void *to = malloc(bytes == 0 ? 1 : bytes);
    if (to != NULL) memcpy(to, from, bytes);
    return to;
}

static bool has_room(nbl_ready_t *transform, const nbl_program_t *program) {
    uint32_t ops = 0;
    for (uint32_t s = 0; s < program->steps; s++) ops += program->step[s].ops;
    transform->steps = program->steps;
    transform->tables_of_program = program->tables;
    transform->step = copy(program->step, program->steps * sizeof *program->step);
    transform->table_of_program = copy(program->table, program->tables * sizeof *program->table);
    transform->made = calloc(program->steps + 1, sizeof *transform->made);
    transform->chunk = calloc(program->steps + 1, sizeof *transform->chunk);
    transform->table = calloc(ops + 1, sizeof *transform->table);
    bool has = transform->step != NULL && transform->table_of_program != NULL && transform->made != NULL &&
               transform->chunk != NULL && transform->table != NULL;
    for (uint32_t s = 0; s < program->steps && has; s++) {
        transform->made[s].step = &transform->step[s];
        transform->made[s].op = calloc(program->step[s].ops + 1, sizeof *transform->made[s].op);
        has = transform->made[s].op != NULL;
    }
    return has;
}

static void release(nbl_ready_t *transform) {
    for (uint32_t s = 0; s < transform->steps && transform->made != NULL; s++) {
        nbl_program_made_step_t *made = &transform->made[s];
        for (uint32_t i = 0; made->op != NULL && i < made->step->ops; i++) {
            nbl_executor_line_release(&made->op[i].line);
            nbl_executor_line_release(&made->op[i].wide);
            nbl_ready_destroy(made->op[i].other);
        }
        free(made->op);
    }
    for (uint32_t i = 0; i < transform->tables; i++)
        nbl_platform_aligned_free(atomic_load(&transform->table[i].numbers));
    free(transform->table);
    free(transform->chunk);
    free(transform->made);
    free(transform->table_of_program);
    free(transform->step);
}

/* ---- Making */

static nbl_result_t make_step(const nbl_ready_make_t *make) {
    const nbl_program_step_t *step = make->made->step;
#if !NBL_HAS_FLOAT16
    if (step->arithmetic == NBL_FFT_FLOAT16) return nbl_ready_refuse(make, "fp16, which this compiler lacks");
#endif
    make->made->lines = nbl_view_lines(&step->load);
    const nbl_result_t result = nbl_ready_make_ops(make);
    return result == NBL_SUCCESS ? nbl_ready_make_way(make) : result;
}

/* A line that is all of the program, and lies as the executor takes it. */
static const nbl_executor_line_t *only_line(const nbl_ready_t *transform) {
    const nbl_program_made_step_t *made = transform->made;
    if (transform->steps != 1 || made->way != NBL_PROGRAM_ROWS || !made->alone || made->lines != 1 ||
        made->step->transforms != 1 || !made->direct[0] || !made->direct[1])
        return NULL;
    return &made->op[0].line;
}

static nbl_result_t make(nbl_ready_t *transform, const nbl_program_t *program, const void *spectrum,
                         nbl_error_t *error) {
    nbl_result_t result = NBL_SUCCESS;
    if (!has_room(transform, program)) return nbl_fail_memory(error, "program");
    nbl_ready_lay_between(transform, program->region_bytes);
    for (uint32_t s = 0; s < transform->steps && result == NBL_SUCCESS; s++) {
        const nbl_ready_make_t of = {.transform = transform,
                                     .made = &transform->made[s],
                                     .error = error,
                                     .number = s,
                                     .fused = transform->problem.mode == NBL_MODE_FAST};
        result = make_step(&of);
        if (transform->made[s].scratch_bytes > transform->scratch_bytes)
            transform->scratch_bytes = transform->made[s].scratch_bytes;
    }
    if (result == NBL_SUCCESS) result = nbl_ready_copy_spectrum(transform, spectrum, error);
    if (result == NBL_SUCCESS) transform->only = only_line(transform);
    return result;
}

nbl_result_t nbl_ready_create(const nbl_program_t *program, const void *spectrum, const char *set, uint32_t threads,
                              nbl_ready_t **created, nbl_error_t *error) {
    if (created != NULL) *created = NULL;
    if (NBL_ANY_NULL(error, program, created)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    nbl_ready_t *transform = calloc(1, sizeof *transform);
    if (transform == NULL) return nbl_fail_memory(error, "program");
    transform->problem = program->problem;
    transform->set = set;
    transform->threads = nbl_executor_threads(threads);
    const nbl_result_t result = make(transform, program, spectrum, error);
    transform->set = NULL; /* read already; it may not outlive this call */
    if (result == NBL_SUCCESS)
        *created = transform;
    else
        nbl_ready_destroy(transform);
    return result;
}

nbl_result_t nbl_ready_solve(const nbl_problem_t *problem, const char *set, uint32_t threads, nbl_ready_t **created,
                             nbl_error_t *error) {
    if (created != NULL) *created = NULL;
    if (NBL_ANY_NULL(error, problem, created)) return NBL_ERROR_ARGUMENT;
    nbl_program_t *program = malloc(sizeof *program);
    if (program == NULL) return nbl_fail_memory(error, "program");
    nbl_result_t result = nbl_transform_make_cpu(problem, program, error);
    if (result == NBL_SUCCESS) result = nbl_ready_create(program, NULL, set, threads, created, error);
    free(program);
    return result;
}

void nbl_ready_destroy(nbl_ready_t *transform) {
    if (transform == NULL) return;
    nbl_platform_aligned_free(atomic_load(&transform->kept));
    release(transform);
    free(transform);
}

/* ---- Bytes */

uint64_t nbl_ready_scratch_bytes(const nbl_ready_t *transform) {
    return transform->between_bytes + transform->threads * transform->scratch_bytes;
}

uint64_t nbl_ready_bytes(const nbl_ready_t *transform) {
    uint64_t bytes = sizeof *transform + nbl_ready_scratch_bytes(transform);
    for (uint32_t i = 0; i < transform->tables; i++) bytes += sizeof *transform->table + transform->table[i].bytes;
    for (uint32_t s = 0; s < transform->steps; s++) {
        bytes += sizeof *transform->step + sizeof *transform->made;
        for (uint32_t i = 0; i < transform->step[s].ops; i++) {
            const nbl_program_made_op_t *op = &transform->made[s].op[i];
            bytes += sizeof *op + op->line.table_bytes + op->wide.table_bytes;
            if (op->other != NULL) bytes += nbl_ready_bytes(op->other);
        }
    }
    return bytes;
}
