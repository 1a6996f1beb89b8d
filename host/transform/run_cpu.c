/* A program that was made ready, on the CPU: rounds of steps, each step's lines shared among threads in blocks.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    what ready_cpu.c made, the input, the output.
 * Out:   the output. Wrong: no memory for what lies between steps.
 */
#include "transform/run_cpu.h"

#include <stdlib.h>
#include <string.h>

#include "error/check.h"
#include "error/error.h"
#include "executor/tables.h"
#include "nbl/complex.h"
#include "platform/memory.h"
#include "nbl/lang/emulator.h"

#define RUN_PRODUCTS 1
#define NBL_SCALAR float32_t
#include "transform/run_lines_scalar.h"
#define NBL_SCALAR float64_t
#include "transform/run_lines_scalar.h"
#undef RUN_PRODUCTS
#if NBL_HAS_FLOAT16
#define RUN_PRODUCTS 0
#define NBL_SCALAR float16_t
#include "transform/run_lines_scalar.h"
#endif

static size_t round_up(size_t bytes) {
    return (bytes + NBL_EXECUTOR_ALIGNMENT - 1) / NBL_EXECUTOR_ALIGNMENT * NBL_EXECUTOR_ALIGNMENT;
}

/* ---- A line of the executor, or several in a row: those of a resident array */

static void copy_columns(const char *from, size_t from_step, char *to, size_t to_step, uint64_t rows, size_t bytes) {
    for (uint64_t k = 0; k < rows; k++) memcpy(to + k * to_step, from + k * from_step, bytes);
}

/* One line, from one place to another where the executor lacks its radices. */
static void run_one(const nbl_program_made_op_t *made, const char *from, char *to, char *scratch, char *spare,
                    size_t bytes) {
    if (!made->is_any) {
        nbl_executor_line_run(&made->line, from, to, scratch);
        return;
    }
    char *out = from == to ? spare + bytes : to;
    nbl_fft_any_run(&made->any, from, out, scratch, NULL, 1);
    if (out != to) memcpy(to, out, bytes);
}

/* Lines whose elements lie `distance` apart, so many side by side. */
static void run_beside(const nbl_program_made_op_t *made, uint64_t points, uint64_t distance, size_t element,
                       const char *from, char *to, char *scratch, char *spare) {
    const uint32_t width = made->wide.steps > 0 ? made->wide.width : 1;
    const size_t row = distance * element;
    uint64_t c = 0;
    for (; width > 1 && c + width <= distance; c += width)
        nbl_executor_columns_run(&made->wide, from + c * element, distance, to + c * element, distance, scratch);
    const uint64_t left = width > 1 ? distance - c : 0;
    if (left > 0) { /* the others of the vectors hold what they held */
        copy_columns(from + c * element, row, spare, width * element, points, left * element);
        nbl_executor_columns_run(&made->wide, spare, width, spare, width, scratch);
        copy_columns(spare, width * element, to + c * element, row, points, left * element);
        return;
    }
    for (; c < distance; c++) {
        copy_columns(from + c * element, row, spare, element, points, element);
        run_one(made, spare, spare, scratch, spare, points * element);
        copy_columns(spare, element, to + c * element, row, points, element);
    }
}

void nbl_program_run_line(const nbl_program_block_t *block, uint32_t number, const char *from, char *to) {
    const nbl_program_step_t *step = block->made->step;
    const nbl_program_op_t *op = &step->op[number];
    const nbl_program_made_op_t *made = &block->made->op[number];
    const uint64_t points = op->plan.fft_length, distance = op->distance;
    const size_t element = 2 * nbl_program_scalar_bytes(step), bytes = points * element;
    const size_t own = made->is_any                                          ? nbl_fft_any_scratch_bytes(&made->any, 1)
                       : made->line.scratch_bytes > made->wide.scratch_bytes ? made->line.scratch_bytes
                                                                             : made->wide.scratch_bytes;
    char *spare = block->scratch + round_up(own);
    uint64_t lines = step->elements / points;
    if (distance > 1) {
        for (uint64_t l = 0; l < lines; l += distance, from += distance * bytes, to += distance * bytes)
            run_beside(made, points, distance, element, from, to, block->scratch, spare);
        return;
    }
    if (made->wide.steps > 0) {
        const uint64_t wide = lines / made->wide.width * made->wide.width;
        if (wide > 0) nbl_executor_lines_run(&made->wide, wide, from, bytes, to, bytes, block->scratch);
        from += wide * bytes;
        to += wide * bytes;
        lines -= wide;
    }
    for (; lines > 0; lines--, from += bytes, to += bytes) run_one(made, from, to, block->scratch, spare, bytes);
}

/* ---- A step's lines */

typedef struct run_t {
    const nbl_ready_t *transform;
    const nbl_program_made_step_t *now;
    char *region[NBL_VIEW_REGIONS], *scratch;
    uint64_t first; /* transform of the chunk */
} run_t;

static void run_block(const nbl_program_block_t *block) {
#define RUN(scalar) \
    if (block->made->way == NBL_PROGRAM_ROWS) \
        run_rows_##scalar(block); \
    else if (block->made->way == NBL_PROGRAM_COLUMNS) \
        run_columns_##scalar(block); \
    else \
        run_whole_##scalar(block);
    switch (nbl_program_scalar_bytes(block->made->step)) {
    case 8: RUN(float64_t) break;
    case 4: RUN(float32_t) break;
#if NBL_HAS_FLOAT16
    default: RUN(float16_t) break;
#endif
    }
#undef RUN
}

/* Fills in a side from line `line` of transform `number` of the chunk on. Returns how many lines go on so. */
static uint64_t lay_lines(const run_t *run, int side, uint64_t number, uint64_t line, nbl_program_lines_t *l) {
    const nbl_program_made_step_t *made = run->now;
    const nbl_view_t *view = side == 0 ? &made->step->load : &made->step->store;
    const uint64_t transform = view->region >= NBL_VIEW_WORK0 ? number : run->first + number;
    const nbl_view_loop_t *loop = made->lines > 1 ? &view->lines[0] : &view->transforms[0];
    const uint64_t at = made->lines > 1 ? line : transform;
    *l = (nbl_program_lines_t){.view = view,
                               .memory = run->region[view->region],
                               .begin = nbl_view_place(view->transforms, NBL_VIEW_MOST_LOOPS, transform),
                               .number = nbl_view_place(view->lines, NBL_VIEW_MOST_LINES, line),
                               .step = view->step,
                               .most = side == 0 ? made->loaded : made->kept};
    if (made->way == NBL_PROGRAM_WHOLE || loop->count == 0) return 1;
    if (made->lines > 1)
        l->number_step = loop->stride;
    else
        l->begin_step = loop->stride;
    return loop->count - at % loop->count;
}

static void run_lines(void *user, uint32_t thread, uint64_t first, uint64_t count) {
    const run_t *run = user;
    const nbl_program_made_step_t *made = run->now;
    const uint64_t lines = made->way == NBL_PROGRAM_WHOLE ? 1 : made->lines;
    char *scratch = run->scratch + thread * run->transform->scratch_bytes;
    nbl_program_block_t block = {.made = made};
    for (int i = 0; i < 2; i++) {
        block.tile[i] = scratch + (size_t)i * round_up(made->tile_bytes);
        block.buffer[i] = scratch + 2 * round_up(made->tile_bytes) + (size_t)i * round_up(made->line_bytes);
    }
    block.scratch = scratch + 2 * (round_up(made->tile_bytes) + round_up(made->line_bytes));
    while (count > 0) {
        uint64_t beside = count;
        block.line = first % lines;
        for (int side = 0; side < 2; side++) {
            const uint64_t goes_on = lay_lines(run, side, first / lines, block.line, &block.side[side]);
            if (goes_on < beside) beside = goes_on;
        }
        first += beside;
        count -= beside;
        while (beside > 0) {
            block.count = beside < made->width ? (uint32_t)beside : made->width;
            run_block(&block);
            beside -= block.count;
            block.line += block.count;
            for (int side = 0; side < 2; side++) {
                block.side[side].begin += block.count * block.side[side].begin_step;
                block.side[side].number += block.count * block.side[side].number_step;
            }
        }
    }
}

/* ---- Rounds */

static void run_round(run_t *run, uint32_t first, uint32_t end) {
    nbl_ready_t *transform = (nbl_ready_t *)run->transform;
    const nbl_program_step_t *step = &transform->program.step[first];
    const uint32_t threads = transform->threads;
    for (run->first = 0; run->first < step->transforms; run->first += transform->chunk[first]) {
        const uint64_t left = step->transforms - run->first;
        const uint64_t count = left < transform->chunk[first] ? left : transform->chunk[first];
        for (uint32_t s = first; s < end; s++) {
            run->now = &transform->made[s];
            const uint64_t items = run->now->way == NBL_PROGRAM_WHOLE ? count : count * run->now->lines;
            const uint64_t block = run->now->width > items ? 1 : run->now->width;
            uint64_t grain = threads == 1 ? items : items / (NBL_EXECUTOR_CALLS * threads) / block * block;
            if (grain == 0) grain = block < items ? block : items;
            nbl_executor_share(&transform->pool, threads, items, grain, run_lines, run);
        }
    }
}

nbl_result_t nbl_ready_run(nbl_ready_t *transform, void *input, void *output, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, transform, input, output)) return NBL_ERROR_ARGUMENT;
    const nbl_program_t *program = &transform->program;
    nbl_error_clear(error);
    if ((program->problem.in_place != 0) != (input == output))
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "program: %s",
                        program->problem.in_place ? "in place: input and output must be the same"
                                                  : "output: must not be the input");
    char *memory = atomic_exchange(&transform->kept, NULL);
    const size_t bytes = transform->between_bytes + transform->threads * transform->scratch_bytes;
    if (memory == NULL) memory = nbl_platform_aligned(NBL_EXECUTOR_ALIGNMENT, round_up(bytes + 1));
    if (memory == NULL) return nbl_fail_memory(error, "program");
    run_t run = {.transform = transform, .region = {input, output}, .scratch = memory + transform->between_bytes};
    char *at = memory;
    for (uint32_t r = NBL_VIEW_BETWEEN; r < NBL_VIEW_REGIONS; at += round_up(transform->region_bytes[r]), r++)
        run.region[r] = at;
    for (uint32_t s = 0; s < program->steps;) {
        const uint32_t first = s;
        while (s < program->steps && program->step[s].round == program->step[first].round) s++;
        run_round(&run, first, s);
    }
    void *none = NULL;
    if (!atomic_compare_exchange_strong(&transform->kept, &none, memory)) nbl_platform_aligned_free(memory);
    return NBL_SUCCESS;
}

/* ---- Made and released */

nbl_result_t nbl_ready_create(const nbl_program_t *program, const void *spectrum, const char *set, uint32_t threads,
                              nbl_ready_t **created, nbl_error_t *error) {
    if (created != NULL) *created = NULL;
    if (NBL_ANY_NULL(error, program, created)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    nbl_ready_t *transform = calloc(1, sizeof *transform);
    if (transform == NULL) return nbl_fail_memory(error, "program");
    nbl_executor_pool_init(&transform->pool);
    transform->program = *program;
    transform->set = set;
    transform->threads = nbl_executor_threads(threads);
    const nbl_result_t result = nbl_ready_make(transform, spectrum, error);
    transform->set = NULL; /* read already; it may not outlive this call */
    if (result == NBL_SUCCESS)
        *created = transform;
    else
        nbl_ready_destroy(transform);
    return result;
}

void nbl_ready_destroy(nbl_ready_t *transform) {
    if (transform == NULL) return;
    nbl_executor_pool_release(&transform->pool);
    nbl_platform_aligned_free(atomic_load(&transform->kept));
    nbl_ready_release(transform);
    free(transform);
}

uint64_t nbl_ready_bytes(const nbl_ready_t *transform) {
    uint64_t bytes = sizeof *transform + transform->program.steps * sizeof *transform->made + transform->between_bytes +
                     transform->threads * transform->scratch_bytes;
    for (uint32_t i = 0; i < transform->tables; i++) bytes += transform->table[i].bytes;
    for (uint32_t s = 0; s < transform->program.steps; s++) {
        for (uint32_t i = 0; i < transform->program.step[s].ops; i++) {
            const nbl_program_made_op_t *op = &transform->made[s].op[i];
            const uint32_t kind = transform->program.step[s].op[i].kind;
            const uint32_t n = (uint32_t)(transform->program.step[s].elements * transform->made[s].lines);
            bytes += op->line.table_bytes + op->wide.table_bytes;
            if (op->is_any) bytes += nbl_fft_any_table_bytes(&op->any);
            if (kind == NBL_PROGRAM_UNPACK || kind == NBL_PROGRAM_PACK)
                bytes += nbl_executor_real_table_bytes(op->kernels, n);
        }
    }
    return bytes;
}

nbl_result_t nbl_program_run(const nbl_program_t *program, void *input, void *output, const void *spectrum,
                             uint32_t threads, nbl_error_t *error) {
    nbl_ready_t *transform;
    nbl_result_t result = nbl_ready_create(program, spectrum, NULL, threads, &transform, error);
    if (result != NBL_SUCCESS) return result;
    result = nbl_ready_run(transform, input, output, error);
    nbl_ready_destroy(transform);
    return result;
}
