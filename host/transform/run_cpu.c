/* A program on the CPU: step by step, each line loaded through a view, worked on and stored, by the executor's kernels.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    a sound program (check.c), the input, the output, of a convolution the kernel's spectrum.
 * Out:   the output; what else the program has memory for is made and freed here.
 * Wrong: an operation in float16 that only float32 and float64 have here; no memory.
 *
 * What changes bits in exact mode is the program's: radices, normalisation, twiddles, tables, the order of operations, what is
 * rounded as it is stored. What shares the work among invocations is passed over.
 */
#include "transform/run_cpu.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "error/error.h"
#include "executor/share.h"
#include "executor/tables.h"
#include "fft/root.h"
#include "nbl/complex.h"
#include "nbl/fft/large_twiddle.h"
#include "platform/memory.h"
#include "transform/tables.h"
#include "nbl/lang/emulator.h"

#define RUN_PRODUCTS 1
#define NBL_SCALAR float32_t
#include "transform/run_cpu_scalar.h"
#define NBL_SCALAR float64_t
#include "transform/run_cpu_scalar.h"
#undef RUN_PRODUCTS
#if NBL_HAS_FLOAT16
#define RUN_PRODUCTS 0
#define NBL_SCALAR float16_t
#include "transform/run_cpu_scalar.h"
#endif

/* What vectors may read behind the last element of a buffer. */
#define MARGIN_BYTES 1024u

static size_t round_up(size_t bytes) {
    return (bytes + NBL_EXECUTOR_ALIGNMENT - 1) / NBL_EXECUTOR_ALIGNMENT * NBL_EXECUTOR_ALIGNMENT;
}

static uint32_t scalar_bytes(const nbl_program_step_t *step) {
    return nbl_fft_precision_element_bytes((nbl_fft_precision_t)step->arithmetic) / 2;
}

/* ---- Lines */

void nbl_program_run_line(const nbl_program_item_t *item, uint32_t number, char *x, char *spare) {
    const nbl_program_step_t *step = item->made->step;
    const nbl_program_op_t *op = &step->op[number];
    const nbl_program_made_op_t *made = &item->made->op[number];
    const uint64_t points = op->plan.fft_length, distance = op->distance;
    const uint64_t lines = step->elements * item->lines / points;
    const size_t element = 2 * (size_t)scalar_bytes(step);
    for (uint64_t l = 0; l < lines; l++) {
        char *first = x + (l / distance * distance * points + l % distance) * element, *line = first;
        if (distance > 1) {
            line = spare;
            for (uint64_t k = 0; k < points; k++) memcpy(line + k * element, first + k * distance * element, element);
        }
        if (made->is_any) { /* from one place to another */
            char *out = spare + (distance > 1 ? points * element : 0);
            nbl_fft_any_run(&made->any, line, out, item->scratch, NULL, 1);
            memcpy(line, out, points * element);
        } else {
            nbl_executor_line_run(&made->line, line, line, item->scratch);
        }
        for (uint64_t k = 0; k < points && distance > 1; k++)
            memcpy(first + k * distance * element, line + k * element, element);
    }
}

/* ---- Making what operations take */

typedef struct make_t {
    const nbl_program_t *program;
    nbl_program_made_step_t *made;
    const void *spectrum;
    nbl_error_t *error;
    uint32_t number; /* of the step */
} make_t;

static nbl_result_t refuse(const make_t *make, const char *why) {
    return nbl_fail(make->error, NBL_ERROR_LIMIT, "program: step %u: %s", (unsigned)make->number, why);
}

/* Radices of primes that a device has in fast mode alone. */
static bool has_primes(const nbl_fft_plan_t *plan) {
    for (uint32_t p = 0; p < plan->passes; p++) {
        const uint32_t radix = nbl_fft_plan_radix(*plan, p);
        if (radix == 17 || radix == 19 || radix == 23 || radix == 29 || radix == 31) return true;
    }
    return false;
}

static nbl_result_t make_line(const make_t *make, const nbl_program_op_t *op, nbl_program_made_op_t *made) {
    const bool fused = make->program->problem.mode == NBL_MODE_FAST;
    if (op->plan.fft_length == 1) return refuse(make, "a line of one element");
    if (!has_primes(&op->plan)) {
        const nbl_executor_line_desc_t desc = {.plan = op->plan,
                                               .twiddles = op->twiddles,
                                               .inverse = op->inverse != 0,
                                               .normalization = op->normalization,
                                               .fused = fused};
        return nbl_executor_line_make(&desc, &made->line, make->error);
    }
    const nbl_fft_any_desc_t any = {.length = op->plan.fft_length,
                                    .scalar_bytes = scalar_bytes(make->made->step),
                                    .inverse = op->inverse != 0,
                                    .normalization = op->normalization,
                                    .fused = fused};
    if (any.scalar_bytes == 2) return refuse(make, "a line of a prime radix in fp16");
    made->is_any = true;
    return nbl_fft_any_make(&any, &made->any, make->error);
}

/* The widest kernels whose vectors a loop over so many fills. */
static const nbl_executor_kernels_t *kernels_for(uint32_t bytes, bool fused, uint64_t most) {
    const nbl_executor_set_t *set;
    for (uint32_t i = 0; (set = nbl_executor_set(i)) != NULL; i++) {
        const nbl_executor_kernels_t *of = nbl_executor_set_kernels(set, bytes, fused);
        if (of != NULL && (of->lanes <= most || of->lanes == 1)) return of;
    }
    return NULL;
}

/* Of a real signal's last or first step: roots of a table's kind, or as the library's twiddles are. */
static nbl_result_t make_roots(const make_t *make, const nbl_program_op_t *op, nbl_program_made_op_t *made) {
    const uint32_t bytes = scalar_bytes(make->made->step);
    const uint64_t n = make->made->step->elements * make->made->lines;
    const bool one = op->kind == NBL_PROGRAM_UNPACK_ONE || op->kind == NBL_PROGRAM_PACK_ONE;
    made->kernels = kernels_for(bytes, make->program->problem.mode == NBL_MODE_FAST, one ? (n - 1) / 2 : n / 2);
    if (made->kernels == NULL) return refuse(make, "real signals in fp16, which this compiler lacks");
    if (one) return NBL_SUCCESS;
    if (op->table != NBL_PROGRAM_NONE && make->program->table[op->table].n != n)
        return refuse(make, "its roots are of another length");
    void *roots = malloc(2 * n * bytes);
    if (roots == NULL) return nbl_fail_memory(make->error, "twiddles");
    if (op->table == NBL_PROGRAM_NONE)
        nbl_executor_roots(bytes, (uint32_t)(2 * n), (uint32_t)n, roots);
    else
        nbl_fft_fill_half_roots(bytes, (uint32_t)n, roots);
    made->real_table = nbl_executor_real_table(made->kernels, (uint32_t)n, roots);
    free(roots);
    return made->real_table != NULL ? NBL_SUCCESS : nbl_fail_memory(make->error, "twiddles");
}

static nbl_result_t make_table(const make_t *make, const nbl_program_op_t *op, nbl_program_made_op_t *made) {
    const nbl_program_table_t *table = &make->program->table[op->table];
    made->count = nbl_program_table_count(table);
    if (table->kind == NBL_PROGRAM_SPECTRUM) {
        made->given = make->spectrum;
        if (made->given != NULL) return NBL_SUCCESS;
        return refuse(make, "it multiplies by a convolution's spectrum, which was not given");
    }
    double *numbers = malloc(2 * sizeof *numbers * made->count);
    if (numbers == NULL) return nbl_fail_memory(make->error, "a table");
    made->numbers = numbers;
    nbl_result_t result = nbl_program_fill_table(table, numbers, make->error);
    if (result != NBL_SUCCESS || table->kind == NBL_PROGRAM_RADER || scalar_bytes(make->made->step) == 8) return result;
    for (uint64_t i = 0; i < 2 * made->count; i++) { /* where they are */
        const float single = (float)numbers[i];
        memcpy((char *)made->numbers + i * sizeof single, &single, sizeof single);
    }
    return NBL_SUCCESS;
}

/* The butterflies that leave elements to be turned, or take them. */
static nbl_result_t make_turn(const make_t *make, uint32_t number, nbl_program_made_op_t *made) {
    const nbl_program_step_t *step = make->made->step;
    const bool behind = number > 0 && step->op[number - 1].kind == NBL_PROGRAM_LINE;
    const uint32_t of = behind ? number - 1 : number + 1;
    if (of >= step->ops || step->op[of].kind != NBL_PROGRAM_LINE)
        return refuse(make, "a turn without a line beside it");
    const nbl_fft_plan_t plan = step->op[of].inverse ? nbl_fft_plan_reversed(step->op[of].plan) : step->op[of].plan;
    made->radix = 1;
    for (uint32_t p = 0; p < plan.passes; p++) {
        const uint32_t radix = nbl_fft_plan_radix(plan, behind ? p : plan.passes - 1 - p);
        if (radix > 1) made->radix = radix;
    }
    return NBL_SUCCESS;
}

static nbl_result_t make_op(const make_t *make, uint32_t number) {
    const nbl_program_step_t *step = make->made->step;
    const nbl_program_op_t *op = &step->op[number];
    nbl_program_made_op_t *made = &make->made->op[number];
    const bool tables = op->kind == NBL_PROGRAM_TURN || op->kind == NBL_PROGRAM_MULTIPLY ||
                        op->kind == NBL_PROGRAM_PERMUTE || op->kind == NBL_PROGRAM_FIRST ||
                        op->kind == NBL_PROGRAM_SCALE;
    if (tables && step->arithmetic == NBL_FFT_FLOAT16) return refuse(make, "turns, products and factors in fp16");
    switch (op->kind) {
    case NBL_PROGRAM_LINE: return make_line(make, op, made);
    case NBL_PROGRAM_TURN: return make_turn(make, number, made);
    case NBL_PROGRAM_MULTIPLY:
    case NBL_PROGRAM_PERMUTE: return make_table(make, op, made);
    case NBL_PROGRAM_FIRST: {
        const nbl_program_table_t *table = &make->program->table[op->table];
        made->factor = nbl_program_normalization(table->normalization, table->n);
        return NBL_SUCCESS;
    }
    case NBL_PROGRAM_SCALE:
        made->factor = (op->twice ? 2.0 : 1.0) *
                       nbl_program_normalization(op->is_root ? NBL_FFT_BY_ROOT : NBL_FFT_BY_LENGTH, op->divisor);
        if (make->program->problem.precision != NBL_FFT_FLOAT64) made->factor = (double)(float)made->factor;
        return NBL_SUCCESS;
    case NBL_PROGRAM_UNPACK:
    case NBL_PROGRAM_PACK:
    case NBL_PROGRAM_UNPACK_ONE:
    case NBL_PROGRAM_PACK_ONE: return make_roots(make, op, made);
    default: return NBL_SUCCESS;
    }
}

/* Elements of a transform that products with short tables leave, before the first line or behind the last. */
static uint64_t elements_left(const nbl_program_made_step_t *made, bool stores) {
    const nbl_program_step_t *step = made->step;
    uint64_t left = UINT64_MAX;
    bool counts = !stores;
    for (uint32_t i = 0; i < step->ops; i++) {
        const nbl_program_op_t *op = &step->op[i];
        if (op->kind == NBL_PROGRAM_LINE) counts = stores, left = stores ? UINT64_MAX : left;
        if (counts && op->kind == NBL_PROGRAM_MULTIPLY && op->period == 0 && made->op[i].count < left)
            left = made->op[i].count;
    }
    return left;
}

static nbl_result_t make_step(make_t *make, const nbl_program_step_t *step) {
    nbl_program_made_step_t *made = make->made;
    size_t scratch = 0;
    nbl_result_t result = NBL_SUCCESS;
    made->step = step;
    made->lines = nbl_view_lines(&step->load);
    made->whole =
        made->lines > 1 && (nbl_program_has(step, NBL_PROGRAM_UNPACK) || nbl_program_has(step, NBL_PROGRAM_PACK));
    for (uint32_t i = 0; i < step->ops && result == NBL_SUCCESS; i++) {
        result = make_op(make, i);
        const nbl_program_made_op_t *op = &made->op[i];
        const size_t bytes = op->is_any                             ? nbl_fft_any_scratch_bytes(&op->any, 1)
                             : step->op[i].kind == NBL_PROGRAM_LINE ? op->line.scratch_bytes
                                                                    : 0;
        if (bytes > scratch) scratch = bytes;
    }
    made->loaded = elements_left(made, false);
    made->kept = elements_left(made, true);
    made->buffer_bytes =
        round_up((step->elements * (made->whole ? made->lines : 1) + 2) * 2 * scalar_bytes(step)) + MARGIN_BYTES;
    made->scratch_bytes = 3 * made->buffer_bytes + round_up(scratch);
    return result;
}

static void release_step(nbl_program_made_step_t *made) {
    for (uint32_t i = 0; i < NBL_PROGRAM_MOST_OPS; i++) {
        nbl_executor_line_release(&made->op[i].line);
        nbl_fft_any_release(&made->op[i].any);
        nbl_platform_aligned_free(made->op[i].real_table);
        free(made->op[i].numbers);
    }
}

/* ---- Running */

typedef struct run_t {
    const nbl_program_t *program;
    nbl_program_made_step_t *made, *now;
    char *region[NBL_VIEW_REGIONS], *scratch;
    size_t scratch_bytes; /* of a thread */
    uint64_t first;       /* transform of the chunk */
} run_t;

static void run_items(void *user, uint32_t thread, uint64_t first, uint64_t count) {
    const run_t *run = user;
    const nbl_program_made_step_t *made = run->now;
    const nbl_view_t *views[2] = {&made->step->load, &made->step->store};
    char *scratch = run->scratch + thread * run->scratch_bytes;
    nbl_program_item_t item = {.made = made,
                               .from = run->region[views[0]->region],
                               .to = run->region[views[1]->region],
                               .lines = made->whole ? made->lines : 1,
                               .scratch = scratch + 3 * made->buffer_bytes};
    for (int b = 0; b < 3; b++) item.buffer[b] = scratch + (size_t)b * made->buffer_bytes;
    for (uint64_t i = first; i < first + count; i++) {
        const uint64_t number = made->whole ? i : i / made->lines;
        item.transform = run->first + number;
        item.line = made->whole ? 0 : i % made->lines;
        for (int side = 0; side < 2; side++)
            item.begin[side] = nbl_view_place(views[side]->transforms, NBL_VIEW_MOST_LOOPS,
                                              views[side]->region >= NBL_VIEW_WORK0 ? number : item.transform);
        switch (scalar_bytes(made->step)) {
        case 8: run_item_float64_t(&item); break;
        case 4: run_item_float32_t(&item); break;
#if NBL_HAS_FLOAT16
        default: run_item_float16_t(&item); break;
#endif
        }
    }
}

static void run_round(run_t *run, uint32_t first, uint32_t end, nbl_executor_pool_t *pool, uint32_t threads) {
    const nbl_program_step_t *step = &run->program->step[first];
    for (run->first = 0; run->first < step->transforms; run->first += step->chunk) {
        const uint64_t left = step->transforms - run->first, count = left < step->chunk ? left : step->chunk;
        for (uint32_t s = first; s < end; s++) {
            run->now = &run->made[s];
            const uint64_t items = run->now->whole ? count : count * run->now->lines;
            const uint64_t grain = items / (NBL_EXECUTOR_CALLS * threads);
            nbl_executor_share(pool, threads, items, grain == 0 ? 1 : grain, run_items, run);
        }
    }
}

static nbl_result_t run_all(run_t *run, uint32_t threads, nbl_error_t *error) {
    const nbl_program_t *program = run->program;
    nbl_executor_pool_t pool;
    run->scratch = nbl_platform_aligned(NBL_EXECUTOR_ALIGNMENT, threads * run->scratch_bytes);
    bool there = run->scratch != NULL;
    for (uint32_t r = NBL_VIEW_BETWEEN; r < NBL_VIEW_REGIONS; r++) {
        if (program->region_bytes[r] == 0) continue;
        run->region[r] = malloc(program->region_bytes[r]);
        there = there && run->region[r] != NULL;
    }
    nbl_executor_pool_init(&pool);
    for (uint32_t s = 0; s < program->steps && there;) {
        const uint32_t first = s;
        while (s < program->steps && program->step[s].round == program->step[first].round) s++;
        run_round(run, first, s, &pool, threads);
    }
    nbl_executor_pool_release(&pool);
    for (uint32_t r = NBL_VIEW_BETWEEN; r < NBL_VIEW_REGIONS; r++) free(run->region[r]);
    nbl_platform_aligned_free(run->scratch);
    return there ? NBL_SUCCESS : nbl_fail_memory(error, "program");
}

nbl_result_t nbl_program_run(const nbl_program_t *program, void *input, void *output, const void *spectrum,
                             uint32_t threads, nbl_error_t *error) {
    run_t run = {.program = program, .region = {input, output}};
    nbl_result_t result = NBL_SUCCESS;
    nbl_error_clear(error);
    if (input == NULL || output == NULL || (program->problem.in_place != 0) != (input == output))
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "program: %s",
                        input == NULL || output == NULL ? "input or output is NULL"
                        : program->problem.in_place     ? "in place: input and output must be the same"
                                                        : "output: must not be the input");
    run.made = calloc(program->steps, sizeof *run.made);
    if (run.made == NULL) return nbl_fail_memory(error, "program");
    for (uint32_t s = 0; s < program->steps && result == NBL_SUCCESS; s++) {
        make_t make = {program, &run.made[s], spectrum, error, s};
#if !NBL_HAS_FLOAT16
        if (program->step[s].arithmetic == NBL_FFT_FLOAT16) result = refuse(&make, "fp16, which this compiler lacks");
        if (result != NBL_SUCCESS) break;
#endif
        result = make_step(&make, &program->step[s]);
        if (run.made[s].scratch_bytes > run.scratch_bytes) run.scratch_bytes = run.made[s].scratch_bytes;
    }
    if (result == NBL_SUCCESS) result = run_all(&run, nbl_executor_threads(threads), error);
    for (uint32_t s = 0; s < program->steps; s++) release_step(&run.made[s]);
    free(run.made);
    return result;
}
