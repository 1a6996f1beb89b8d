/* Makes a program ready for the CPU, and releases it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    a sound program, or a problem. Out: what run_cpu.c runs.
 * Wrong: an operation in float16 that only float32 and float64 have here; no memory.
 *
 *   ready_between.c  what lies between steps
 *   ready_cut.c      a part of the results, copied from all of them
 *   ready_join.c     steps that are one
 *   ready_lanes.c    lines in lanes, from memory to memory
 *   ready_lines.c    lines of the executor, kernels of real signals, factors
 *   ready_parts.c    two axes that go together, part of an array by part
 *   ready_tables.c   tables
 *   ready_ways.c     how the lines of a step reach the executor
 */
#include <stdlib.h>
#include <string.h>

#include "error/check.h"
#include "error/error.h"
#include "platform/memory.h"
#include "transform/fused_mode.h"
#include "transform/make.h"
#include "transform/run_cpu.h"

/* ---- Memory of what is made */

enum { TRANSFORM, MADE, CHUNK, PARTS_OF_ARRAY, TABLE, OP, ZEROS_END, STEP = ZEROS_END, TABLE_OF_PROGRAM, PARTS };

/* Returns the mode whose kernels run a program: fused mode's also for a fast program whose bits are the same where a
 * multiply-add rounds once, if the processor has one. */
static nbl_mode_t mode_of(const nbl_program_t *program) {
    const bool has_bits = program->problem.mode == NBL_MODE_FAST && nbl_program_why_own_bits(program) == NULL;
    return has_bits && nbl_executor_fuses() ? NBL_MODE_FUSED : (nbl_mode_t)program->problem.mode;
}

/* Returns a transform and its arrays in one block of memory, with copies of steps and tables, and zeros elsewhere.
 * NULL: no memory. */
static nbl_ready_t *allocate(const nbl_program_t *program, const char *set) {
    static const nbl_executor_line_t none = {0};
    const size_t steps = program->steps;
    size_t ops = 1, at[PARTS + 1] = {0}; /* a step without operations has one that does nothing */
    for (size_t s = 0; s < steps; s++)   /* a view HERMITIAN may become an operation: nbl_ready_join_dct() */
        ops += program->step[s].ops + (program->step[s].load.element == NBL_VIEW_HERMITIAN);
    const size_t bytes[PARTS] = {
        [TRANSFORM] = sizeof(nbl_ready_t),         [MADE] = steps * sizeof(nbl_program_made_step_t),
        [CHUNK] = steps * sizeof(uint64_t),        [PARTS_OF_ARRAY] = steps * sizeof(uint64_t),
        [TABLE] = ops * sizeof(nbl_ready_table_t), [OP] = ops * sizeof(nbl_program_made_op_t),
        [STEP] = steps * sizeof *program->step,    [TABLE_OF_PROGRAM] = program->tables * sizeof *program->table};
    for (int i = 0; i < PARTS; i++) at[i + 1] = at[i] + (bytes[i] + 15) / 16 * 16;
    char *memory = malloc(at[PARTS]);
    if (memory == NULL) return NULL;
    memset(memory, 0, at[ZEROS_END]);
    memcpy(memory + at[STEP], program->step, bytes[STEP]);
    memcpy(memory + at[TABLE_OF_PROGRAM], program->table, bytes[TABLE_OF_PROGRAM]);
    nbl_ready_t *transform = (void *)memory;
    transform->problem = program->problem;
    transform->problem.mode = mode_of(program);
    transform->steps = program->steps;
    transform->tables_of_program = program->tables;
    transform->step = (void *)(memory + at[STEP]);
    transform->table_of_program = (void *)(memory + at[TABLE_OF_PROGRAM]);
    transform->made = (void *)(memory + at[MADE]);
    transform->chunk = (void *)(memory + at[CHUNK]);
    transform->parts = (void *)(memory + at[PARTS_OF_ARRAY]);
    transform->table = (void *)(memory + at[TABLE]);
    nbl_program_made_op_t *op = (void *)(memory + at[OP]);
    for (size_t i = 0; i < ops; i++) op[i].line = op[i].wide = &none;
    nbl_ready_join(transform);
    nbl_ready_join_dct(transform, set);
    for (size_t s = 0; s < transform->steps; op += transform->step[s++].ops) {
        transform->made[s].step = &transform->step[s];
        transform->made[s].op = op;
    }
    transform->own_bytes = at[PARTS];
    return transform;
}

/* ---- Making */

static nbl_result_t make_step(const nbl_ready_make_t *make) {
    const nbl_program_step_t *step = make->made->step;
#if !NBL_HAS_FLOAT16
    if (step->arithmetic == NBL_FFT_FLOAT16) return nbl_ready_refuse(make, "in fp16: the library's compiler lacks it");
#endif
    make->made->lines = nbl_view_lines(&step->load);
    make->made->halved_lines = nbl_program_halved_lines(step);
    nbl_result_t result = nbl_ready_make_ops(make);
    if (result == NBL_SUCCESS) result = nbl_ready_make_way(make);
    if (result == NBL_SUCCESS) make->made->run_block = nbl_ready_block_of(make->made, make->mode);
    return result;
}

static nbl_result_t make(nbl_ready_t *transform, const nbl_program_t *program, const void *spectrum,
                         nbl_error_t *error) {
    nbl_result_t result = NBL_SUCCESS;
    nbl_ready_lay_between(transform, program->region_bytes);
    transform->stays = transform->steps == 1;
    for (uint32_t s = 0; s < transform->steps && result == NBL_SUCCESS; s++) {
        const nbl_ready_make_t of = {.transform = transform,
                                     .made = &transform->made[s],
                                     .error = error,
                                     .number = s,
                                     .mode = (nbl_mode_t)transform->problem.mode};
        result = make_step(&of);
        if (transform->made[s].scratch_bytes > transform->scratch_bytes)
            transform->scratch_bytes = transform->made[s].scratch_bytes;
        transform->stays =
            transform->stays && transform->made[s].lines == 1 && transform->made[s].taken_as != NBL_PROGRAM_WHOLE;
    }
    if (result == NBL_SUCCESS) result = nbl_ready_copy_spectrum(transform, spectrum, error);
    if (result != NBL_SUCCESS) return result;
    nbl_ready_part(transform);
    transform->is_one_loop = transform->threads == 1 && transform->stays && transform->step->transforms > 0 &&
                             transform->step->load.transforms[1].count == 0 &&
                             transform->step->store.transforms[1].count == 0;
    nbl_ready_choose_run(transform);
    return NBL_SUCCESS;
}

/* cut  what is copied from the program's output; bytes 0: nothing, it is the run's */
static nbl_result_t create(const nbl_program_t *program, const void *spectrum, const char *set, uint32_t threads,
                           const nbl_ready_cut_t *cut, nbl_ready_t **created, nbl_error_t *error) {
    if (nbl_program_has_choices(program)) {
        nbl_program_t *decided = nbl_program_decided(program, NBL_PROGRAM_BY_COUNT);
        if (decided == NULL) return nbl_fail_memory(error, "program");
        const nbl_result_t made = create(decided, spectrum, set, threads, cut, created, error);
        free(decided);
        return made;
    }
    nbl_ready_t *transform = allocate(program, set);
    if (transform == NULL) return nbl_fail_memory(error, "program");
    transform->cut = *cut;
    transform->set = set;
    transform->threads = nbl_executor_threads(threads);
    const nbl_result_t result = make(transform, program, spectrum, error);
    transform->set = NULL; /* the caller's text, which has been read and may not outlive this call */
    if (result == NBL_SUCCESS)
        *created = transform;
    else
        nbl_ready_destroy(transform);
    return result;
}

nbl_result_t nbl_ready_create(const nbl_program_t *program, const void *spectrum, const char *set, uint32_t threads,
                              nbl_ready_t **created, nbl_error_t *error) {
    const nbl_ready_cut_t none = {0};
    if (created != NULL) *created = NULL;
    if (NBL_ANY_NULL(error, program, created)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    return create(program, spectrum, set, threads, &none, created, error);
}

nbl_result_t nbl_ready_solve(const nbl_problem_t *problem, const char *set, uint32_t threads, nbl_ready_t **created,
                             nbl_error_t *error) {
    if (created != NULL) *created = NULL;
    if (NBL_ANY_NULL(error, problem, created)) return NBL_ERROR_ARGUMENT;
    nbl_problem_t whole;
    nbl_ready_cut_t cut;
    const nbl_problem_t *solved = nbl_ready_cuts(problem, &whole, &cut) ? &whole : problem;
    nbl_program_t *program = nbl_transform_new(solved);
    if (program == NULL) return nbl_fail_memory(error, "program");
    nbl_result_t result = nbl_transform_make_cpu(solved, program, error);
    if (result == NBL_SUCCESS) result = create(program, NULL, set, threads, &cut, created, error);
    if (result == NBL_SUCCESS) (*created)->problem.in_place = problem->in_place;
    free(program);
    return result;
}

nbl_result_t nbl_ready_run(nbl_ready_t *transform, nbl_executor_pool_t *pool, void *input, void *output,
                           nbl_error_t *error) {
    if (NBL_ANY_NULL(error, transform, input, output)) return NBL_ERROR_ARGUMENT;
    const bool in_place = transform->problem.in_place != 0;
    nbl_error_clear(error);
    if (in_place != (input == output))
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "program: %s",
                        in_place ? "in place: input and output must be the same" : "output: must not be the input");
    return nbl_ready_run_unchecked(transform, pool, input, output, error);
}

nbl_result_t nbl_program_run(const nbl_program_t *program, void *input, void *output, const void *spectrum,
                             uint32_t threads, nbl_error_t *error) {
    nbl_ready_t *transform;
    nbl_result_t result = nbl_ready_create(program, spectrum, NULL, threads, &transform, error);
    if (result != NBL_SUCCESS) return result;
    result = nbl_ready_run(transform, NULL, input, output, error);
    nbl_ready_destroy(transform);
    return result;
}

void nbl_ready_destroy(nbl_ready_t *transform) {
    if (transform == NULL) return;
    for (int i = 0; i < NBL_READY_SPARES; i++) nbl_platform_aligned_free(atomic_load(&transform->spare[i]));
    for (uint32_t s = 0; s < transform->steps; s++)
        for (uint32_t i = 0; i < transform->step[s].ops; i++) nbl_ready_destroy(transform->made[s].op[i].other);
    for (nbl_ready_line_t *line = transform->lines, *next; line != NULL; line = next) {
        next = line->next;
        nbl_executor_line_release(&line->line);
        free(line);
    }
    for (uint32_t i = 0; i < transform->tables; i++)
        nbl_platform_aligned_free(atomic_load(&transform->table[i].numbers));
    free(transform);
}

const char *nbl_ready_instructions(const nbl_ready_t *transform) {
    for (uint32_t s = 0; s < transform->steps; s++)
        for (uint32_t i = 0; i < transform->step[s].ops; i++) {
            const nbl_program_made_op_t *op = &transform->made[s].op[i];
            if (op->other != NULL) return nbl_ready_instructions(op->other);
            const nbl_executor_line_t *line = op->wide->steps > 0 ? op->wide : op->line;
            if (line->kernels != NULL) return line->kernels->name;
        }
    return nbl_executor_set(0)->name;
}

/* ---- Bytes */

uint64_t nbl_ready_scratch_bytes(const nbl_ready_t *transform) {
    return transform->cut.bytes + transform->between_bytes + transform->threads * transform->scratch_bytes;
}

uint64_t nbl_ready_bytes(const nbl_ready_t *transform) {
    uint64_t bytes = transform->own_bytes + nbl_ready_scratch_bytes(transform);
    for (uint32_t i = 0; i < transform->tables; i++) bytes += transform->table[i].bytes;
    for (const nbl_ready_line_t *line = transform->lines; line != NULL; line = line->next)
        bytes += sizeof *line + line->line.table_bytes;
    for (uint32_t s = 0; s < transform->steps; s++)
        for (uint32_t i = 0; i < transform->step[s].ops; i++)
            if (transform->made[s].op[i].other != NULL) bytes += nbl_ready_bytes(transform->made[s].op[i].other);
    return bytes;
}
