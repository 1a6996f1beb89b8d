/* Makes a program ready for the CPU: tables, and how the lines of each step reach the executor.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    a sound program. Out: what run_cpu.c runs.
 * Wrong: an operation in float16 that only float32 and float64 have here; no memory.
 *
 * What changes bits in exact mode is the program's: radices, normalisation, twiddles, tables, the order of operations,
 * what is rounded as it is stored. What shares the work among invocations is passed over.
 */
#include <stdlib.h>
#include <string.h>

#include "error/error.h"
#include "executor/tables.h"
#include "fft/pass_table.h"
#include "fft/root.h"
#include "platform/memory.h"
#include "transform/run_cpu.h"
#include "transform/tables.h"

/* What vectors may read behind the last element of a buffer. */
#define MARGIN_BYTES 1024u

static size_t round_up(size_t bytes) {
    return (bytes + NBL_EXECUTOR_ALIGNMENT - 1) / NBL_EXECUTOR_ALIGNMENT * NBL_EXECUTOR_ALIGNMENT;
}

typedef struct make_t {
    nbl_ready_t *transform;
    nbl_program_made_step_t *made;
    const void *spectrum;
    nbl_error_t *error;
    uint32_t number; /* of the step */
    bool fused;
} make_t;

static nbl_result_t refuse(const make_t *make, const char *why) {
    return nbl_fail(make->error, NBL_ERROR_LIMIT, "program: step %u: %s", (unsigned)make->number, why);
}

static bool is_real_op(uint32_t kind) {
    return kind == NBL_PROGRAM_UNPACK || kind == NBL_PROGRAM_PACK || kind == NBL_PROGRAM_UNPACK_ONE ||
           kind == NBL_PROGRAM_PACK_ONE;
}

static bool moves(uint32_t kind) { return kind == NBL_PROGRAM_LINE || kind == NBL_PROGRAM_PERMUTE || is_real_op(kind); }

/* ---- How lines lie */

/* Places from line to line, and how many lines go on so; of a transform's lines numbers, else places of transforms. */
static uint64_t line_step(const nbl_program_made_step_t *made, int side, uint64_t *count) {
    const nbl_view_t *view = side == 0 ? &made->step->load : &made->step->store;
    const nbl_view_loop_t *loop = made->lines > 1 ? &view->lines[0] : &view->transforms[0];
    *count = loop->count == 0 ? 1 : loop->count;
    const uint64_t unit = made->lines > 1 ? view->stride : 1;
    return unit * loop->stride * (made->lines > 1 && view->element == NBL_VIEW_PAIR ? 2 : 1);
}

/* Returns how many lines go on so on both sides. */
static uint64_t lines_beside(const nbl_program_made_step_t *made) {
    uint64_t count[2];
    line_step(made, 0, &count[0]);
    line_step(made, 1, &count[1]);
    return count[0] < count[1] ? count[0] : count[1];
}

/* Whether all elements of lines are in memory as the arithmetic has them. */
static bool is_plain(const nbl_program_made_step_t *made, int side) {
    const nbl_view_t *view = side == 0 ? &made->step->load : &made->step->store;
    const uint64_t part = side == 0 ? view->given : view->kept;
    const uint64_t there = side == 0 ? made->loaded : made->kept;
    const uint64_t n = made->step->elements * made->lines + 1;
    return view->storage == NBL_VIEW_OWN && part == 0 && there >= n;
}

static bool lies_in_rows(const nbl_program_made_step_t *made, int side) {
    const nbl_view_t *view = side == 0 ? &made->step->load : &made->step->store;
    const uint64_t count = side == 0 ? made->in_count : made->out_count;
    const bool complex = view->element == NBL_VIEW_COMPLEX || view->element == NBL_VIEW_PAIR ||
                         (view->element == NBL_VIEW_HERMITIAN && side == 1 && 2 * (count - 1) <= view->signal);
    return complex && is_plain(made, side) && view->stride == 1 && view->step == 1;
}

static bool lies_in_columns(const nbl_program_made_step_t *made, int side) {
    const nbl_view_t *view = side == 0 ? &made->step->load : &made->step->store;
    uint64_t count;
    return view->element == NBL_VIEW_COMPLEX && is_plain(made, side) && line_step(made, side, &count) == 1;
}

/* ---- What lies between steps is the transform's own: it is moved together, so that lines of a round are rows */

static bool is_work(const nbl_view_t *view) { return view->region >= NBL_VIEW_WORK0; }

static bool same_places(const nbl_view_t *a, const nbl_view_t *b) {
    return a->stride == b->stride && a->element == b->element && a->storage == b->storage &&
           memcmp(a->transforms, b->transforms, sizeof a->transforms) == 0;
}

/* Returns the elements of a transform in a region, by the views of a round; 0: it cannot be moved. */
static uint64_t region_elements(const nbl_program_t *program, uint32_t first, uint32_t end, uint32_t region,
                                size_t *bytes) {
    const nbl_view_t *known = NULL;
    uint64_t elements = 0;
    for (uint32_t s = first; s < end; s++) {
        const nbl_program_step_t *step = &program->step[s];
        for (int side = 0; side < 2; side++) {
            const nbl_view_t *view = side == 0 ? &step->load : &step->store;
            if (view->region != region) continue;
            uint64_t last = step->elements; /* one element more of a real signal's spectrum */
            for (uint32_t i = 0; i < NBL_VIEW_MOST_LINES && view->lines[i].count != 0; i++)
                last += (view->lines[i].count - 1) * view->lines[i].stride;
            last += (step->elements - 1) * (view->step - 1);
            if (last + 1 > elements) elements = last + 1;
            if (known != NULL && !same_places(known, view)) return 0;
            if (view->element != NBL_VIEW_COMPLEX || view->given != 0 || view->kept != 0) return 0;
            known = view;
            *bytes = nbl_program_number_bytes(step, view);
            for (uint32_t i = 0; i < step->ops; i++)
                if (step->op[i].kind == NBL_PROGRAM_MULTIPLY && step->op[i].period != 0) return 0;
        }
    }
    return elements;
}

/* A thread's part of what lies between steps, about: it stays in a cache. */
#define BETWEEN_BYTES ((uint64_t)1 << 18)

/* Of a round: work regions, and how many transforms it takes at once. */
static void lay_round(nbl_ready_t *transform, uint32_t first, uint32_t end) {
    nbl_program_t *program = &transform->program;
    uint64_t chunk = program->step[first].chunk;
    uint64_t elements[NBL_VIEW_REGIONS] = {0};
    size_t bytes[NBL_VIEW_REGIONS] = {0};
    bool moves_together = end - first > 1;
    for (uint32_t r = NBL_VIEW_WORK0; r < NBL_VIEW_REGIONS; r++) {
        bool used = false;
        for (uint32_t s = first; s < end; s++)
            used = used || program->step[s].load.region == r || program->step[s].store.region == r;
        if (!used) continue;
        elements[r] = region_elements(program, first, end, r, &bytes[r]);
        moves_together = moves_together && elements[r] != 0;
    }
    for (uint32_t r = NBL_VIEW_WORK0; r < NBL_VIEW_REGIONS && moves_together; r++) {
        if (elements[r] == 0) continue;
        uint64_t most = BETWEEN_BYTES / (elements[r] * bytes[r]);
        if (most == 0) most = 1;
        if (most * transform->threads < chunk) chunk = most * transform->threads;
    }
    for (uint32_t s = first; s < end && moves_together;
         s++) { /* in the arrays, too, a round's steps follow each other */
        const nbl_program_step_t *step = &program->step[s];
        const uint64_t all = step->elements * nbl_view_lines(&step->load) * 2 * nbl_program_scalar_bytes(step);
        const uint64_t most = BETWEEN_BYTES < all ? 1 : BETWEEN_BYTES / all;
        if (most * transform->threads < chunk) chunk = most * transform->threads;
    }
    for (uint32_t s = first; s < end; s++) {
        nbl_view_t *views[2] = {&program->step[s].load, &program->step[s].store};
        transform->chunk[s] = chunk;
        for (int side = 0; side < 2 && moves_together; side++) {
            if (!is_work(views[side])) continue;
            memset(views[side]->transforms, 0, sizeof views[side]->transforms);
            views[side]->stride = 1;
            views[side]->transforms[0] = (nbl_view_loop_t){chunk, elements[views[side]->region]};
        }
    }
    for (uint32_t r = NBL_VIEW_WORK0; r < NBL_VIEW_REGIONS; r++) {
        const size_t all = moves_together ? chunk * elements[r] * bytes[r] : program->region_bytes[r];
        if (all > transform->region_bytes[r]) transform->region_bytes[r] = all;
    }
}

static void lay_between(nbl_ready_t *transform) {
    const nbl_program_t *program = &transform->program;
    transform->region_bytes[NBL_VIEW_BETWEEN] = program->region_bytes[NBL_VIEW_BETWEEN];
    for (uint32_t s = 0; s < program->steps;) {
        const uint32_t first = s;
        while (s < program->steps && program->step[s].round == program->step[first].round) s++;
        lay_round(transform, first, s);
    }
    for (uint32_t r = NBL_VIEW_BETWEEN; r < NBL_VIEW_REGIONS; r++)
        transform->between_bytes += round_up(transform->region_bytes[r]);
}

/* ---- Tables */

/* Returns room for a table that no other has, or the number of the one that is there. */
static uint32_t share_table(nbl_ready_t *transform, uint32_t table, uint32_t scalar_bytes, nbl_fft_large_pass_t pass,
                            uint32_t radix, uint32_t inverse) {
    for (uint32_t i = 0; i < transform->tables; i++)
        if (transform->table[i].table == table && transform->table[i].scalar_bytes == scalar_bytes &&
            memcmp(&transform->table[i].pass, &pass, sizeof pass) == 0 && transform->table[i].radix == radix &&
            transform->table[i].inverse == inverse)
            return i;
    const uint32_t i = transform->tables++;
    transform->table[i].table = table;
    transform->table[i].scalar_bytes = scalar_bytes;
    transform->table[i].pass = pass;
    transform->table[i].radix = radix;
    transform->table[i].inverse = inverse;
    return i;
}

static nbl_result_t fill_table(const make_t *make, const nbl_program_table_t *table, uint32_t number) {
    nbl_ready_t *transform = make->transform;
    const size_t bytes = nbl_program_scalar_bytes(make->made->step);
    const uint64_t count = nbl_program_table_count(table);
    if (table->kind == NBL_PROGRAM_SPECTRUM && make->spectrum == NULL)
        return refuse(make, "it multiplies by a convolution's spectrum, which was not given");
    double *numbers = malloc(2 * sizeof *numbers * count);
    if (numbers == NULL) return nbl_fail_memory(make->error, "a table");
    transform->table[number].numbers = numbers;
    transform->table[number].count = count;
    transform->table[number].bytes = 2 * sizeof *numbers * count;
    if (table->kind == NBL_PROGRAM_SPECTRUM) {
        memcpy(numbers, make->spectrum, 2 * bytes * count);
        return NBL_SUCCESS;
    }
    nbl_result_t result = nbl_program_fill_table(table, numbers, make->error);
    if (result != NBL_SUCCESS || table->kind == NBL_PROGRAM_RADER || bytes == 8) return result;
    for (uint64_t i = 0; i < 2 * count; i++) { /* where they are */
        const float single = (float)numbers[i];
        memcpy((char *)numbers + i * sizeof single, &single, sizeof single);
    }
    return NBL_SUCCESS;
}

static nbl_result_t make_table(const make_t *make, const nbl_program_op_t *op, nbl_program_made_op_t *made) {
    const nbl_fft_large_pass_t none = {0};
    const uint32_t bytes = (uint32_t)nbl_program_scalar_bytes(make->made->step);
    const uint32_t number = share_table(make->transform, op->table, bytes, none, 0, 0);
    nbl_result_t result = NBL_SUCCESS;
    if (make->transform->table[number].numbers == NULL)
        result = fill_table(make, &make->transform->program.table[op->table], number);
    made->numbers = make->transform->table[number].numbers;
    made->count = make->transform->table[number].count;
    return result;
}

/* The butterflies that leave elements to be turned, or take them. */
static uint32_t radix_beside(const nbl_program_op_t *line, bool behind) {
    const nbl_fft_plan_t plan = line->inverse ? nbl_fft_plan_reversed(line->plan) : line->plan;
    uint32_t result = 1;
    for (uint32_t p = 0; p < plan.passes; p++) {
        const uint32_t radix = nbl_fft_plan_radix(plan, behind ? p : plan.passes - 1 - p);
        if (radix > 1) result = radix;
    }
    return result;
}

static nbl_result_t make_turn(const make_t *make, uint32_t number, nbl_program_made_op_t *made) {
    const nbl_program_step_t *step = make->made->step;
    const nbl_program_op_t *op = &step->op[number];
    const bool behind = number > 0 && step->op[number - 1].kind == NBL_PROGRAM_LINE;
    const uint32_t of = behind ? number - 1 : number + 1;
    nbl_ready_t *transform = make->transform;
    if (of >= step->ops || step->op[of].kind != NBL_PROGRAM_LINE)
        return refuse(make, "a turn without a line beside it");
    if (make->made->lines > (uint64_t)op->before * op->after) return refuse(make, "a turn of other lines");
    const nbl_fft_large_pass_t pass = {step->elements, op->before, op->after, 1};
    const uint32_t bytes = (uint32_t)nbl_program_scalar_bytes(step), radix = radix_beside(&step->op[of], behind);
    const uint32_t i = share_table(transform, NBL_PROGRAM_NONE, bytes, pass, radix, op->inverse);
    if (transform->table[i].numbers == NULL) {
        const size_t all = 2 * (size_t)bytes * pass.points * pass.after;
        transform->table[i].numbers = malloc(all);
        if (transform->table[i].numbers == NULL) return nbl_fail_memory(make->error, "twiddles");
        transform->table[i].bytes = all;
        nbl_fft_turns_fill(bytes, pass, radix, op->inverse != 0, transform->table[i].numbers);
    }
    made->numbers = transform->table[i].numbers;
    return NBL_SUCCESS;
}

/* ---- Lines */

/* Radices of primes that a device has in fast mode alone. */
static bool has_primes(const nbl_fft_plan_t *plan) {
    for (uint32_t p = 0; p < plan->passes; p++) {
        const uint32_t radix = nbl_fft_plan_radix(*plan, p);
        if (radix == 17 || radix == 19 || radix == 23 || radix == 29 || radix == 31) return true;
    }
    return false;
}

static nbl_executor_line_desc_t describe_line(const make_t *make, const nbl_program_op_t *op) {
    return (nbl_executor_line_desc_t){.plan = op->plan,
                                      .twiddles = op->twiddles,
                                      .inverse = op->inverse != 0,
                                      .normalization = op->normalization,
                                      .fused = make->fused,
                                      .set = make->transform->set};
}

static nbl_result_t make_line(const make_t *make, uint32_t number, nbl_program_made_op_t *made) {
    const nbl_program_step_t *step = make->made->step;
    const nbl_program_op_t *op = &step->op[number];
    if (op->plan.fft_length == 1) return refuse(make, "a line of one element");
    if (!has_primes(&op->plan)) {
        nbl_executor_line_desc_t desc = describe_line(make, op);
        desc.reals = number == 0 && op->plan.fft_length == step->elements && step->load.element == NBL_VIEW_REAL;
        return nbl_executor_line_make(&desc, &made->line, make->error);
    }
    const nbl_fft_any_desc_t any = {.length = op->plan.fft_length,
                                    .scalar_bytes = (uint32_t)nbl_program_scalar_bytes(step),
                                    .inverse = op->inverse != 0,
                                    .normalization = op->normalization,
                                    .set = make->transform->set,
                                    .fused = make->fused};
    if (any.scalar_bytes == 2) return refuse(make, "a line of a prime radix in fp16");
    made->is_any = true;
    return nbl_fft_any_make(&any, &made->any, make->error);
}

/* ---- Real signals */

/* The widest kernels whose vectors a loop over so many fills; behind a pass of one butterfly, which stores number by
 * number, at most four lanes: a load of more numbers than one would wait for the stores. */
static const nbl_executor_kernels_t *kernels_for(const make_t *make, uint64_t most) {
    const uint32_t bytes = (uint32_t)nbl_program_scalar_bytes(make->made->step);
    const char *name = make->transform->set;
    const nbl_executor_set_t *set;
    bool allowed = name == NULL, alone = false;
    for (uint32_t i = 0; i < make->made->step->ops; i++) {
        const nbl_executor_line_t *line = &make->made->op[i].line;
        alone = alone || (line->kernels != NULL && line->kernels->lanes == 1);
    }
    for (uint32_t i = 0; (set = nbl_executor_set(i)) != NULL; i++) {
        const nbl_executor_kernels_t *of = nbl_executor_set_kernels(set, bytes, make->fused);
        allowed = allowed || strcmp(set->name, name) == 0;
        if (!allowed || of == NULL || (alone && of->lanes > 4)) continue;
        if (of->lanes <= most || of->lanes == 1) return of;
    }
    return NULL;
}

/* Of a real signal's last or first step: roots of a table's kind, or as the library's twiddles are. */
static nbl_result_t make_roots(const make_t *make, const nbl_program_op_t *op, nbl_program_made_op_t *made) {
    const uint32_t bytes = (uint32_t)nbl_program_scalar_bytes(make->made->step);
    const uint64_t n = make->made->step->elements * make->made->lines;
    const bool one = op->kind == NBL_PROGRAM_UNPACK_ONE || op->kind == NBL_PROGRAM_PACK_ONE;
    made->kernels = kernels_for(make, one ? (n - 1) / 2 : n / 2);
    if (made->kernels == NULL) return refuse(make, "real signals in fp16, which this compiler lacks");
    if (one) { /* the second signal is zeros */
        made->real_table = nbl_platform_aligned(NBL_EXECUTOR_ALIGNMENT, round_up((n + 2) * bytes) + MARGIN_BYTES);
        if (made->real_table == NULL) return nbl_fail_memory(make->error, "zeros");
        memset(made->real_table, 0, round_up((n + 2) * bytes) + MARGIN_BYTES);
        return NBL_SUCCESS;
    }
    if (op->table != NBL_PROGRAM_NONE && make->transform->program.table[op->table].n != n)
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

/* ---- Operations */

static nbl_result_t make_op(const make_t *make, uint32_t number) {
    const nbl_program_step_t *step = make->made->step;
    const nbl_program_op_t *op = &step->op[number];
    nbl_program_made_op_t *made = &make->made->op[number];
    const bool tables = op->kind == NBL_PROGRAM_TURN || op->kind == NBL_PROGRAM_MULTIPLY ||
                        op->kind == NBL_PROGRAM_PERMUTE || op->kind == NBL_PROGRAM_FIRST ||
                        op->kind == NBL_PROGRAM_SCALE;
    if (tables && step->arithmetic == NBL_FFT_FLOAT16) return refuse(make, "turns, products and factors in fp16");
    switch (op->kind) {
    case NBL_PROGRAM_LINE: return make_line(make, number, made);
    case NBL_PROGRAM_TURN: return make_turn(make, number, made);
    case NBL_PROGRAM_MULTIPLY:
    case NBL_PROGRAM_PERMUTE: return make_table(make, op, made);
    case NBL_PROGRAM_FIRST: {
        const nbl_program_table_t *table = &make->transform->program.table[op->table];
        made->factor = nbl_program_normalization(table->normalization, table->n);
        return NBL_SUCCESS;
    }
    case NBL_PROGRAM_SCALE:
        made->factor = (op->twice ? 2.0 : 1.0) *
                       nbl_program_normalization(op->is_root ? NBL_FFT_BY_ROOT : NBL_FFT_BY_LENGTH, op->divisor);
        if (make->transform->program.problem.precision != NBL_FFT_FLOAT64) made->factor = (double)(float)made->factor;
        return NBL_SUCCESS;
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

/* ---- The way of a step */

/* Tiles of columns beyond this are slower than rows one by one. */
#define MOST_BYTES_OF_COLUMNS ((size_t)1 << 14)
#define LEAST_BYTES_OF_TILE ((size_t)1 << 12)
#define MOST_BYTES_OF_TILE ((size_t)1 << 20)
#define BYTES_OF_CACHE_LINE 64u

/* Columns: a line of all elements between operations on each number. */
static bool may_be_columns(const nbl_program_made_step_t *made) {
    const nbl_program_step_t *step = made->step;
    uint32_t lines = 0;
    for (uint32_t i = 0; i < step->ops; i++) {
        const uint32_t kind = step->op[i].kind;
        if (kind == NBL_PROGRAM_FIRST || kind == NBL_PROGRAM_TRADE || (moves(kind) && kind != NBL_PROGRAM_LINE))
            return false;
        if (kind != NBL_PROGRAM_LINE) continue;
        lines++;
        if (made->op[i].is_any || step->op[i].plan.fft_length != step->elements) return false;
    }
    return lines == 1;
}

static nbl_program_way_t way_of(const nbl_program_made_step_t *made, uint32_t width) {
    const nbl_program_step_t *step = made->step;
    uint64_t count;
    if (made->lines > 1 && (nbl_program_has(step, NBL_PROGRAM_UNPACK) || nbl_program_has(step, NBL_PROGRAM_PACK)))
        return NBL_PROGRAM_WHOLE;
    if (width < 2 || !may_be_columns(made) || lines_beside(made) < width) return NBL_PROGRAM_ROWS;
    const bool beside[2] = {line_step(made, 0, &count) == 1, line_step(made, 1, &count) == 1};
    if (beside[0] && beside[1] && lies_in_columns(made, 0) && step->ops == 1) return NBL_PROGRAM_COLUMNS;
    if (made->lines == 1 && step->ops > 1) return NBL_PROGRAM_ROWS; /* products of rows go along a table */
    const size_t bytes = step->elements * width * 2 * nbl_program_scalar_bytes(step);
    const uint64_t lines = lines_beside(made), vectors = (lines + width - 1) / width;
    if (4 * lines < 3 * vectors * width) return NBL_PROGRAM_ROWS; /* a quarter of the vectors would be empty */
    return (beside[0] || beside[1]) && bytes <= MOST_BYTES_OF_COLUMNS ? NBL_PROGRAM_COLUMNS : NBL_PROGRAM_ROWS;
}

/* All operations of rows at once, in lanes. */
static bool may_be_lanes(const nbl_program_made_step_t *made, bool *real) {
    const nbl_program_step_t *step = made->step;
    const nbl_program_op_t *line = &step->op[made->line];
    const uint32_t other = step->ops == 2 ? 1 - made->line : NBL_PROGRAM_NONE;
    *real = other != NBL_PROGRAM_NONE;
    if (step->ops > 2 || made->op[made->line].is_any || line->plan.fft_length != step->elements) return false;
    if (!*real) return step->load.element != NBL_VIEW_REAL;
    return step->op[other].kind == (line->inverse ? NBL_PROGRAM_PACK : NBL_PROGRAM_UNPACK) &&
           step->op[other].table == NBL_PROGRAM_NONE && made->line == (line->inverse ? 1 : 0);
}

static nbl_result_t make_lanes(const make_t *make, uint64_t lines) {
    nbl_program_made_step_t *made = make->made;
    nbl_program_made_op_t *op = &made->op[made->line];
    nbl_executor_line_desc_t desc = describe_line(make, &made->step->op[made->line]);
    const size_t scalar = nbl_program_scalar_bytes(made->step);
    uint64_t count;
    if (!may_be_lanes(made, &desc.real)) return NBL_SUCCESS;
    const uint32_t width = nbl_executor_line_width(&desc);
    if (!nbl_executor_lanes_pay(&op->line, width, lines, desc.real)) return NBL_SUCCESS;
    desc.columns = desc.in_lanes = true;
    size_t *const distance[2] = {&desc.in_distance, &desc.out_distance};
    for (int i = 0; i < 2; i++) {
        const nbl_view_t *view = i == 0 ? &made->step->load : &made->step->store;
        const uint64_t parts = view->element == NBL_VIEW_PAIR ? 1 : 2;
        *distance[i] = made->direct[i] ? line_step(made, i, &count) * parts : made->row_bytes / scalar;
    }
    made->lanes = true;
    if (!made->direct[0] || !made->direct[1]) made->width = (made->width + width - 1) / width * width;
    return nbl_executor_line_make(&desc, &op->wide, make->error);
}

/* Lines of an array that is resident: rows in lanes, or columns. */
static nbl_result_t make_resident(const make_t *make, uint32_t number) {
    const nbl_program_op_t *op = &make->made->step->op[number];
    nbl_program_made_op_t *made = &make->made->op[number];
    nbl_executor_line_desc_t desc = describe_line(make, op);
    const uint32_t points = op->plan.fft_length, width = nbl_executor_line_width(&desc);
    const uint64_t lines = make->made->step->elements / points;
    if (made->is_any || lines == 1 || width < 2) return NBL_SUCCESS;
    if (op->distance > 1 ? op->distance < width : !nbl_executor_lanes_pay(&made->line, width, lines, false))
        return NBL_SUCCESS;
    desc.columns = true;
    desc.in_lanes = op->distance == 1;
    desc.in_distance = desc.out_distance = 2 * (size_t)points;
    return nbl_executor_line_make(&desc, &made->wide, make->error);
}

static void count_elements(nbl_program_made_step_t *made) {
    const nbl_program_step_t *step = made->step;
    made->line = made->back = 0;
    made->last_move = NBL_PROGRAM_NONE;
    made->in_count = made->out_count = step->elements * (made->way == NBL_PROGRAM_WHOLE ? made->lines : 1);
    for (uint32_t i = step->ops; i-- > 0;) {
        const uint32_t kind = step->op[i].kind;
        if (moves(kind) && made->last_move == NBL_PROGRAM_NONE) made->last_move = i;
        if (kind != NBL_PROGRAM_LINE) continue;
        if (made->back == 0) made->back = i + 1;
        made->line = i;
    }
    for (uint32_t i = 0; i < step->ops; i++) {
        const uint32_t kind = step->op[i].kind;
        if (kind == NBL_PROGRAM_PACK) made->in_count++;
        if (kind == NBL_PROGRAM_UNPACK) made->out_count++;
        if (kind == NBL_PROGRAM_PACK_ONE) made->in_count = step->elements / 2 + 1;
        if (kind == NBL_PROGRAM_UNPACK_ONE) made->out_count = step->elements / 2 + 1;
        if (kind == NBL_PROGRAM_PERMUTE && !step->op[i].inverse) made->in_count++;
        if (kind == NBL_PROGRAM_PERMUTE && step->op[i].inverse) made->out_count++;
    }
}

static nbl_result_t make_rows(const make_t *make) {
    nbl_program_made_step_t *made = make->made;
    const nbl_program_step_t *step = made->step;
    uint64_t count;
    const uint64_t lines = lines_beside(made);
    const bool meets = nbl_view_overlaps(&step->load, &step->store, make->transform->program.problem.in_place != 0);
    const bool any = made->op[made->line].is_any, begins = step->ops > 0 && step->op[0].kind == NBL_PROGRAM_LINE;
    made->direct[0] = step->ops > 0 && moves(step->op[0].kind) && lies_in_rows(made, 0) && (!meets || (begins && !any));
    made->direct[1] = made->last_move != NBL_PROGRAM_NONE && lies_in_rows(made, 1);
    if (made->op[0].line.reals) made->direct[0] = is_plain(made, 0) && step->load.stride == 1 && step->load.step == 1;
    if (made->op[0].line.reals && (!made->direct[0] || meets)) { /* complex numbers in a tile */
        nbl_executor_line_desc_t desc = describe_line(make, &step->op[0]);
        nbl_executor_line_release(&made->op[0].line);
        const nbl_result_t result = nbl_executor_line_make(&desc, &made->op[0].line, make->error);
        made->direct[0] = false;
        if (result != NBL_SUCCESS) return result;
    }
    made->alone =
        step->ops == 1 && step->op[0].kind == NBL_PROGRAM_LINE && !any && step->op[0].plan.fft_length == step->elements;
    made->only_moves = true;
    for (uint32_t i = 0; i < step->ops; i++) {
        made->only_moves = made->only_moves && moves(step->op[i].kind);
        made->op[i].is_whole = !made->op[i].is_any && step->op[i].plan.fft_length == step->elements;
    }
    made->width = 1;
    for (int i = 0; i < 2 && !(made->direct[0] && made->direct[1]); i++) {
        const nbl_view_t *view = i == 0 ? &step->load : &step->store;
        if (line_step(made, i, &count) == 1 && view->step * view->stride > 1)
            made->width = BYTES_OF_CACHE_LINE / nbl_program_number_bytes(step, view);
    }
    if (!(made->direct[0] && made->direct[1]) && made->width * made->row_bytes < LEAST_BYTES_OF_TILE)
        made->width = (uint32_t)(LEAST_BYTES_OF_TILE / made->row_bytes);
    while (made->width > 1 && (made->width > lines || made->width * made->row_bytes > MOST_BYTES_OF_TILE))
        made->width /= 2;
    nbl_result_t result = make_lanes(make, lines);
    if (made->direct[0] && made->direct[1]) made->width = UINT32_MAX;
    for (uint32_t i = 0; i < step->ops && result == NBL_SUCCESS; i++)
        if (step->op[i].kind == NBL_PROGRAM_LINE && !made->lanes) result = make_resident(make, i);
    made->tile_bytes = made->direct[0] && made->direct[1] ? 0 : made->width * made->row_bytes + MARGIN_BYTES;
    made->line_bytes = made->row_bytes + MARGIN_BYTES;
    return result;
}

static nbl_result_t make_columns(const make_t *make) {
    nbl_program_made_step_t *made = make->made;
    const nbl_program_step_t *step = made->step;
    nbl_executor_line_desc_t desc = describe_line(make, &step->op[made->line]);
    desc.columns = true;
    made->width = nbl_executor_line_width(&desc);
    made->direct[0] = step->op[0].kind == NBL_PROGRAM_LINE && lies_in_columns(made, 0);
    made->direct[1] = lies_in_columns(made, 1);
    made->turns_rows = step->op[step->ops - 1].kind == NBL_PROGRAM_TURN && lies_in_rows(made, 1);
    made->tile_bytes = round_up(step->elements * made->width * 2 * nbl_program_scalar_bytes(step)) + MARGIN_BYTES;
    return nbl_executor_line_make(&desc, &made->op[made->line].wide, make->error);
}

static size_t scratch_of(const nbl_program_made_step_t *made) {
    size_t most = 0;
    for (uint32_t i = 0; i < made->step->ops; i++) {
        const nbl_program_made_op_t *op = &made->op[i];
        const uint64_t points = made->step->op[i].plan.fft_length;
        const size_t element = 2 * nbl_program_scalar_bytes(made->step);
        if (made->step->op[i].kind != NBL_PROGRAM_LINE) continue;
        size_t bytes =
            op->line.scratch_bytes > op->wide.scratch_bytes ? op->line.scratch_bytes : op->wide.scratch_bytes;
        if (op->is_any) bytes = nbl_fft_any_scratch_bytes(&op->any, 1);
        bytes = round_up(bytes) + round_up(2 * points * element * (op->wide.steps > 0 ? op->wide.width : 1));
        if (bytes > most) most = bytes;
    }
    return most;
}

static nbl_result_t make_step(make_t *make, const nbl_program_step_t *step) {
    nbl_program_made_step_t *made = make->made;
    nbl_result_t result = NBL_SUCCESS;
    made->step = step;
    made->lines = nbl_view_lines(&step->load);
    for (uint32_t i = 0; i < step->ops && result == NBL_SUCCESS; i++) result = make_op(make, i);
    for (uint32_t i = 0; i < step->ops && result == NBL_SUCCESS; i++)
        if (is_real_op(step->op[i].kind)) result = make_roots(make, &step->op[i], &made->op[i]);
    if (result != NBL_SUCCESS) return result;
    made->loaded = elements_left(made, false);
    made->kept = elements_left(made, true);
    count_elements(made);
    uint32_t width = 1;
    if (nbl_program_has(step, NBL_PROGRAM_LINE) && !made->op[made->line].is_any) {
        const nbl_executor_line_desc_t desc = describe_line(make, &step->op[made->line]);
        width = nbl_executor_line_width(&desc);
    }
    made->way = way_of(made, width);
    count_elements(made);
    const uint64_t most = made->in_count > made->out_count ? made->in_count : made->out_count;
    made->row_bytes = round_up((most + 2) * 2 * nbl_program_scalar_bytes(step));
    if (made->way == NBL_PROGRAM_ROWS) {
        result = make_rows(make);
    } else if (made->way == NBL_PROGRAM_COLUMNS) {
        result = make_columns(make);
    } else {
        made->line_bytes = made->row_bytes + MARGIN_BYTES;
        made->width = 1;
    }
    made->scratch_bytes = 2 * (round_up(made->tile_bytes) + round_up(made->line_bytes)) + scratch_of(made);
    return result;
}

nbl_result_t nbl_ready_make(nbl_ready_t *transform, const void *spectrum, nbl_error_t *error) {
    const nbl_program_t *program = &transform->program;
    nbl_result_t result = NBL_SUCCESS;
    transform->made = calloc(program->steps, sizeof *transform->made);
    if (transform->made == NULL) return nbl_fail_memory(error, "program");
    lay_between(transform);
    for (uint32_t s = 0; s < program->steps && result == NBL_SUCCESS; s++) {
        make_t make = {.transform = transform,
                       .made = &transform->made[s],
                       .spectrum = spectrum,
                       .error = error,
                       .number = s,
                       .fused = program->problem.mode == NBL_MODE_FAST};
#if !NBL_HAS_FLOAT16
        if (program->step[s].arithmetic == NBL_FFT_FLOAT16) result = refuse(&make, "fp16, which this compiler lacks");
        if (result != NBL_SUCCESS) break;
#endif
        result = make_step(&make, &program->step[s]);
        if (transform->made[s].scratch_bytes > transform->scratch_bytes)
            transform->scratch_bytes = transform->made[s].scratch_bytes;
    }
    return result;
}

void nbl_ready_release(nbl_ready_t *transform) {
    for (uint32_t s = 0; s < transform->program.steps && transform->made != NULL; s++) {
        for (uint32_t i = 0; i < NBL_PROGRAM_MOST_OPS; i++) {
            nbl_program_made_op_t *op = &transform->made[s].op[i];
            nbl_executor_line_release(&op->line);
            nbl_executor_line_release(&op->wide);
            nbl_fft_any_release(&op->any);
            nbl_platform_aligned_free(op->real_table);
        }
    }
    for (uint32_t i = 0; i < transform->tables; i++) free(transform->table[i].numbers);
    free(transform->made);
}
