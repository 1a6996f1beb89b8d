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
#include "executor/negate.h"
#include "executor/tables.h"
#include "nbl/complex.h"
#include "nbl/fft/real.h"
#include "platform/memory.h"
#include "nbl/lang/emulator.h"

/* ---- Rows whose operations have moves */

/* to      where the last operation that moves the row leaves it
 * buffer  two, each for a row */
static void run_moves(const nbl_program_made_step_t *made, const char *from, char *to, char *const buffer[2],
                      char *scratch) {
    const nbl_program_step_t *step = made->step;
    for (uint32_t i = 0; i < step->ops; i++) {
        const nbl_program_made_op_t *op = &made->op[i];
        char *y = op->stays ? (char *)from : i == made->last_move ? to : buffer[from == buffer[0]];
        if (op->is_whole)
            nbl_executor_line_run(op->line, from, y, scratch);
        else
            op->move(op, step->elements, from, y);
        from = y;
    }
}

/* Rows of a step that `is_half`, which are most of real signals: without a choice for each operation, 2 to 4 ns a row.
 *
 * between  a row */
static inline void run_halves(const nbl_program_made_step_t *made, uint64_t rows, const char *from, size_t from_bytes,
                              char *to, size_t to_bytes, char *between, char *scratch) {
    const nbl_program_made_op_t *real = &made->op[1 - made->line];
    const nbl_executor_line_t *line = made->op[made->line].line;
    const void *numbers = nbl_program_numbers(real);
    const uint32_t n = made->step->elements, first = (uint32_t)made->step->store.kept_from;
    const bool cuts = made->line == 0 && made->direct[1] && made->step->store.kept != 0;
    for (; rows > 0; rows--, from += from_bytes, to += to_bytes) {
        if (made->line == 0) {
            nbl_executor_line_run(line, from, between, scratch);
            if (cuts)
                real->kernels->unpack_part(n, numbers, between, to, first, first + (uint32_t)made->step->store.kept);
            else
                real->kernels->unpack_one(n, numbers, between, to);
        } else {
            real->kernels->pack_one(n, numbers, from, between);
            nbl_executor_line_run(line, between, to, scratch);
        }
    }
}

#define BYTES_OF_PIECE 64u /* of columns, whose blocks are 64 or 128 bytes wide */

/* Copies runs of bytes, `from_step` and `to_step` bytes from one to the next. A call of memcpy() takes longer than the
 * copy of a block of columns does, so these are copied in pieces of a constant size. */
static void copy_runs(uint64_t runs, size_t bytes, const char *from, size_t from_step, char *to, size_t to_step) {
    if (bytes != BYTES_OF_PIECE && bytes != 2 * BYTES_OF_PIECE) {
        for (; runs > 0; runs--, from += from_step, to += to_step) memcpy(to, from, bytes);
        return;
    }
    for (; runs > 0; runs--, from += from_step, to += to_step) {
        memcpy(to, from, BYTES_OF_PIECE);
        if (bytes > BYTES_OF_PIECE) memcpy(to + BYTES_OF_PIECE, from + BYTES_OF_PIECE, BYTES_OF_PIECE);
    }
}

static void run_in(const nbl_ready_t *transform, nbl_executor_pool_t *pool, void *input, void *output, char *memory);
static void run_line_of(const nbl_program_block_t *block, uint32_t number, const char *from, char *to);

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

/* ---- A line of the executor, or several in a row: those of a resident array */

static void copy_columns(const char *from, size_t from_step, char *to, size_t to_step, uint64_t rows, size_t bytes) {
    for (uint64_t k = 0; k < rows; k++) memcpy(to + k * to_step, from + k * from_step, bytes);
}

/* One line, from one place to another where the executor lacks its radices. */
static void run_one(const nbl_program_made_op_t *made, const char *from, char *to, char *scratch, char *spare,
                    size_t bytes) {
    if (made->other == NULL) {
        nbl_executor_line_run(made->line, from, to, scratch);
        return;
    }
    char *out = from == to ? spare + bytes : to;
    run_in(made->other, NULL, (char *)from, out, scratch);
    if (out != to) memcpy(to, out, bytes);
}

/* Transforms `distance` lines that lie side by side; the elements of a line lie `distance` apart. */
static void run_beside(const nbl_program_made_op_t *made, uint64_t points, uint64_t distance, size_t element,
                       const char *from, char *to, char *scratch, char *spare) {
    const uint32_t width = made->wide->steps > 0 ? made->wide->width : 1;
    const size_t row = distance * element;
    uint64_t c = 0;
    for (; width > 1 && c + width <= distance; c += width)
        nbl_executor_columns_run(made->wide, from + c * element, distance, to + c * element, distance, scratch);
    const uint64_t left = width > 1 ? distance - c : 0;
    if (left > 0) { /* the others of the vectors hold what they held */
        copy_columns(from + c * element, row, spare, width * element, points, left * element);
        nbl_executor_columns_run(made->wide, spare, width, spare, width, scratch);
        copy_columns(spare, width * element, to + c * element, row, points, left * element);
        return;
    }
    for (; c < distance; c++) {
        copy_columns(from + c * element, row, spare, element, points, element);
        run_one(made, spare, spare, scratch, spare, points * element);
        copy_columns(spare, element, to + c * element, row, points, element);
    }
}

/* The lines of an operation LINE in a row of the step's elements.
 *
 * from, to  may be the same */
static void run_line_of(const nbl_program_block_t *block, uint32_t number, const char *from, char *to) {
    const nbl_program_step_t *step = block->made->step;
    const nbl_program_op_t *op = &step->op[number];
    const nbl_program_made_op_t *made = &block->made->op[number];
    const uint64_t points = op->plan.fft_length, distance = op->distance;
    const size_t element = 2 * nbl_program_scalar_bytes(step), bytes = points * element;
    const size_t lines_own =
        made->line->scratch_bytes > made->wide->scratch_bytes ? made->line->scratch_bytes : made->wide->scratch_bytes;
    const size_t own = made->other != NULL ? nbl_ready_scratch_bytes(made->other) : lines_own;
    char *spare = block->scratch + nbl_ready_round_up(own);
    uint64_t lines = step->elements / points;
    if (distance > 1) {
        for (uint64_t l = 0; l < lines; l += distance, from += distance * bytes, to += distance * bytes)
            run_beside(made, points, distance, element, from, to, block->scratch, spare);
        return;
    }
    if (made->wide->steps > 0) {
        const uint64_t wide = lines / made->wide->width * made->wide->width;
        if (wide > 0) nbl_executor_lines_run(made->wide, wide, from, bytes, to, bytes, block->scratch);
        from += wide * bytes;
        to += wide * bytes;
        lines -= wide;
    }
    for (; lines > 0; lines--, from += bytes, to += bytes) run_one(made, from, to, block->scratch, spare, bytes);
}

/* ---- Moves, for ready_ways.c */

static void move_unpack(const nbl_program_made_op_t *op, uint32_t n, const void *from, void *to) {
    op->kernels->unpack_one(n, nbl_program_numbers(op), from, to);
}

static void move_pack(const nbl_program_made_op_t *op, uint32_t n, const void *from, void *to) {
    op->kernels->pack_one(n, nbl_program_numbers(op), from, to);
}

static void move_unpack_one(const nbl_program_made_op_t *op, uint32_t n, const void *from, void *to) {
    op->kernels->unpack_two(n, from, to, NULL);
}

static void move_pack_one(const nbl_program_made_op_t *op, uint32_t n, const void *from, void *to) {
    op->kernels->pack_two(n, from, nbl_program_numbers(op), to);
}

static nbl_program_move_t *move_of(const nbl_program_made_step_t *made, uint32_t number) {
    const size_t scalar = nbl_program_scalar_bytes(made->step);
    if (made->step->op[number].rows != 0) return NULL;
    switch (made->step->op[number].kind) {
    case NBL_PROGRAM_UNPACK: return move_unpack;
    case NBL_PROGRAM_PACK: return move_pack;
    case NBL_PROGRAM_UNPACK_ONE: return move_unpack_one;
    case NBL_PROGRAM_PACK_ONE: return move_pack_one;
    case NBL_PROGRAM_SCALE:
        if (scalar == 8) return made->step->store.storage == NBL_VIEW_OWN ? move_scale_float64_t : NULL;
        return scalar == 4 ? move_scale_float32_t : NULL;
    default: return NULL;
    }
}

static bool is_strided(const nbl_view_t *view, uint64_t part) {
    return view->element < NBL_VIEW_HERMITIAN && view->apart.count == 0 &&
           (view->element != NBL_VIEW_PAIR || part % 2 == 0);
}

static void make_moves(nbl_program_made_step_t *made) {
    const nbl_program_step_t *step = made->step;
    const nbl_view_t *load = &step->load, *store = &step->store;
    const size_t scalar = nbl_program_scalar_bytes(step);
    uint64_t count = made->in_count;
    made->has_moves = made->last_move != NBL_PROGRAM_NONE;
    for (uint32_t i = 0; i < step->ops; i++) {
        nbl_program_made_op_t *op = &made->op[i];
        const uint32_t kind = step->op[i].kind;
        op->move = move_of(made, i);
        op->stays = kind == NBL_PROGRAM_SCALE;
        made->has_moves = made->has_moves && (op->is_whole || op->move != NULL);
        if (kind == NBL_PROGRAM_PACK || kind == NBL_PROGRAM_PACK_ONE) count = step->elements;
        if (kind == NBL_PROGRAM_UNPACK) count = step->elements + 1;
        if (kind == NBL_PROGRAM_UNPACK_ONE) count = step->elements / 2 + 1;
        op->count = count;
    }
    const uint32_t other = 1 - made->line;
    made->is_half = made->has_moves && step->ops == 2 &&
                    step->op[other].kind == (made->line == 0 ? NBL_PROGRAM_UNPACK : NBL_PROGRAM_PACK);
    made->there = load->given == 0 ? made->in_count : load->element == NBL_VIEW_PAIR ? load->given / 2 : load->given;
    if (made->there > made->in_count) made->there = made->in_count;
#if NBL_HAS_FLOAT16
#define OF_SCALAR(name) (scalar == 8 ? name##_float64_t : scalar == 4 ? name##_float32_t : name##_float16_t)
#else
#define OF_SCALAR(name) (scalar == 8 ? name##_float64_t : name##_float32_t)
#endif
    if (made->lines != 1) return;
    if (is_strided(load, load->given)) made->load_line = OF_SCALAR(load_line);
    if (is_strided(store, 0) && store->kept == 0) made->store_line = OF_SCALAR(store_line);
#undef OF_SCALAR
}

/* ---- A step's lines */

typedef struct run_t {
    const nbl_ready_t *transform;
    const nbl_program_made_step_t *now;
    char *region[NBL_VIEW_REGIONS], *scratch;
    uint64_t first; /* transform of the chunk */
} run_t;

/* Copies the rows of a block between memory and a tile. */
static void move_rows(const nbl_program_block_t *block, int side, char *memory) {
    const nbl_view_t *view = block->side[side].view;
    const size_t scalar = nbl_program_scalar_bytes(block->made->step), row = NBL_READY_BYTES_OF_CACHE_LINE,
                 apart = view->stride * scalar, bytes = block->count * scalar;
    if (side == 0)
        copy_runs(block->made->rows[0], bytes, memory, apart, block->tile[0], row);
    else
        copy_runs(block->made->rows[1], bytes, block->tile[1], row, memory, apart);
}

static void run_lanes(const nbl_program_block_t *block) {
    const nbl_program_made_step_t *made = block->made;
    const nbl_executor_line_t *line = made->op[made->line].wide;
    char *memory[2], *at[2];
    size_t step[2];
    for (int i = 0; i < 2; i++) {
        const size_t number = nbl_program_number_bytes(made->step, block->side[i].view);
        memory[i] = block->side[i].memory + block->side[i].begin * number;
        at[i] = made->rows[i] > 0 ? block->tile[i] : memory[i];
        step[i] = line->width * block->side[i].begin_step * number;
    }
    if (made->rows[0] > 0) move_rows(block, 0, memory[0]);
    for (uint32_t done = 0; done < block->count; done += line->width, at[0] += step[0], at[1] += step[1]) {
        const uint32_t left = block->count - done;
        nbl_executor_lanes_run(line, left < line->width ? left : line->width, at[0], at[1], block->scratch);
    }
    if (made->rows[1] > 0) move_rows(block, 1, memory[1]);
}

static void run_block(const nbl_program_block_t *block) {
    if (block->made->taken_as == NBL_PROGRAM_LANES) {
        run_lanes(block);
        return;
    }
#define RUN(scalar) \
    if (block->made->taken_as == NBL_PROGRAM_ROWS) \
        run_rows_##scalar(block); \
    else if (block->made->taken_as == NBL_PROGRAM_COLUMNS) \
        run_columns_##scalar(block); \
    else if (block->made->taken_as == NBL_PROGRAM_REALS) \
        REALS(scalar) \
    else \
        run_whole_##scalar(block);
#define REALS(scalar) run_reals_##scalar(block);
    switch (nbl_program_scalar_bytes(block->made->step)) {
    case 8: RUN(float64_t) break;
    case 4: RUN(float32_t) break;
#if NBL_HAS_FLOAT16
#undef REALS
#define REALS(scalar) (void)0; /* refused */
    default: RUN(float16_t) break;
#endif
    }
#undef REALS
#undef RUN
}

/* Does what nbl_view_place() does, without a division where a number is below the loop's count. */
static uint64_t place_of(const nbl_view_loop_t *loops, uint32_t most, uint64_t n) {
    uint64_t place = 0;
    for (uint32_t i = 0; n != 0 && i < most && loops[i].count != 0; i++) {
        if (n < loops[i].count) return place + n * loops[i].stride;
        const uint64_t next = n / loops[i].count;
        place += (n - next * loops[i].count) * loops[i].stride;
        n = next;
    }
    return place;
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
                               .begin = place_of(view->transforms, NBL_VIEW_MOST_LOOPS, transform),
                               .number = place_of(view->lines, NBL_VIEW_MOST_LINES, line),
                               .step = view->step,
                               .most = side == 0 ? made->loaded : made->stored};
    if (made->taken_as == NBL_PROGRAM_WHOLE || loop->count == 0) return 1;
    if (made->lines > 1)
        l->number_step = loop->stride;
    else
        l->begin_step = loop->stride;
    return loop->count - (at < loop->count ? at : at % loop->count);
}

static void lay_scratch(const run_t *run, uint32_t thread, nbl_program_block_t *block) {
    const nbl_program_made_step_t *made = run->now;
    const size_t tile = nbl_ready_round_up(made->tile_bytes), line = nbl_ready_round_up(made->line_bytes);
    char *scratch = run->scratch + thread * run->transform->scratch_bytes;
    block->made = made;
    for (int i = 0; i < 2; i++) {
        block->tile[i] = scratch + (size_t)i * tile;
        block->buffer[i] = scratch + 2 * tile + (size_t)i * line;
    }
    block->scratch = scratch + 2 * (tile + line);
}

/* ---- Where blocks begin */

/* Moves a block to the lines `lines` further on. */
static void move_on(nbl_program_block_t *block, uint64_t lines) {
    block->line += lines;
    for (int side = 0; side < 2; side++) {
        block->side[side].begin += lines * block->side[side].begin_step;
        block->side[side].number += lines * block->side[side].number_step;
    }
}

/* Returns how many columns lie before the first one whose elements begin at a cache line, or at a vector where that is less; 0: elements
 * begin at different places, or columns are copied. */
static uint32_t columns_ahead(const nbl_program_block_t *block) {
    const nbl_program_made_step_t *made = block->made;
    for (int side = 1; side >= 0; side--) { /* where both begin elsewhere, stores count */
        const nbl_program_lines_t *l = &block->side[side];
        const size_t number = nbl_program_number_bytes(made->step, l->view), vector = made->width * number,
                     unit = vector < BYTES_OF_PIECE ? vector : BYTES_OF_PIECE;
        const uint64_t place = l->begin + l->number * l->view->stride;
        const size_t off = ((uintptr_t)l->memory + place * number) % unit;
        if (!made->direct[side] || l->step * l->view->stride * number % unit != 0 || off % number != 0) continue;
        if (off > 0) return (uint32_t)((unit - off) / number);
    }
    return 0;
}

/* Fetches as many columns as a block has, which are `next` columns further on. Columns go through an array in steps of a row, which no
 * processor fetches by itself. To the second cache: rows a power of two apart fall into one set of the first one. */
static void fetch_columns(const nbl_program_block_t *block, uint64_t next) {
    for (int side = 0; side < 2; side++) {
        const nbl_program_lines_t *l = &block->side[side];
        if (!block->made->direct[side]) continue;
        const size_t number = nbl_program_number_bytes(block->made->step, l->view);
        const uint64_t place = l->begin + next * l->begin_step + (l->number + next * l->number_step) * l->view->stride;
        const char *at = l->memory + place * number;
        const size_t row = l->step * l->view->stride * number, bytes = block->made->width * number;
        const uint64_t rows = block->made->step->elements * (l->view->element == NBL_VIEW_PAIR ? 2 : 1);
        for (uint64_t k = 0; k < rows; k++, at += row)
            for (size_t i = 0; i < bytes; i += BYTES_OF_PIECE) __builtin_prefetch(at + i, 0, 2);
    }
}

/* Fetches what comes behind a block: the columns `next` further on, or of the last block of an array those with which the next array
 * begins; `after` is NULL if there is none. */
static void fetch_next(const nbl_program_block_t *block, bool is_last, uint64_t next,
                       const nbl_program_block_t *after) {
    if (!block->made->fetches) return;
    if (!is_last)
        fetch_columns(block, next);
    else if (after != NULL)
        fetch_columns(after, 0);
}

/* Columns that are not copied, from memory to other memory. A vector of columns that begins within a cache line touches two for each
 * element, and where elements are a power of two apart, both have left the cache before the next vector comes: 1.3 to 2.9 of the time.
 * So the second vector begins at a cache line, and it and the last one share columns with those before them, computed twice. Same bits. */
static void run_apart(nbl_program_block_t *block, uint64_t lines, const nbl_program_block_t *after) {
    const uint32_t width = block->made->width, few = columns_ahead(block);
    uint64_t next = few > 0 ? few : width; /* columns from this one to the second vector */
    block->count = width;
    for (;;) {
        if (lines > width && lines < width + next) next = lines - width;
        fetch_next(block, lines == width, next, after);
        run_block(block);
        if (lines == width) return;
        move_on(block, next);
        lines -= next;
        next = width;
    }
}

/* Lines that go on alike, from the ones on that the block's sides say. */
static void run_blocks(nbl_program_block_t *block, uint64_t lines, const nbl_program_block_t *after) {
    const nbl_program_made_step_t *made = block->made;
    const uint32_t width = made->width;
    const bool columns = made->taken_as == NBL_PROGRAM_COLUMNS || made->taken_as == NBL_PROGRAM_LANES;
    if (columns && made->direct[0] && made->direct[1] && lines >= width &&
        block->side[0].memory != block->side[1].memory) {
        run_apart(block, lines, after);
        return;
    }
    const uint32_t few = made->taken_as == NBL_PROGRAM_COLUMNS && lines >= made->ahead_from ? columns_ahead(block) : 0;
    for (block->count = few > 0 ? few : width;; block->count = width) {
        if (lines < block->count) block->count = (uint32_t)lines;
        fetch_next(block, lines == block->count, block->count, after);
        run_block(block);
        lines -= block->count;
        if (lines == 0) return;
        move_on(block, block->count);
    }
}

/* Lays a block at a line, counted through the chunk's transforms. Returns how many lines, of `count`, go on alike. */
static uint64_t lay_block(const run_t *run, uint64_t first, uint64_t count, nbl_program_block_t *block) {
    const nbl_program_made_step_t *made = run->now;
    const uint64_t lines = made->taken_as == NBL_PROGRAM_WHOLE ? 1 : made->lines;
    const uint64_t number = lines == 1 ? first : first < lines ? 0 : first / lines;
    block->line = first - number * lines;
    for (int side = 0; side < 2; side++) {
        const uint64_t goes_on = lay_lines(run, side, number, block->line, &block->side[side]);
        if (goes_on < count) count = goes_on;
    }
    return count;
}

static void run_lines(void *user, uint32_t thread, uint64_t first, uint64_t count) {
    const run_t *run = user;
    nbl_program_block_t block, after;
    lay_scratch(run, thread, &block);
    while (count > 0) {
        const uint64_t beside = lay_block(run, first, count, &block);
        first += beside;
        count -= beside;
        const bool goes_on = run->now->fetches && count > 0;
        if (goes_on) {
            after = block;
            lay_block(run, first, count, &after);
        }
        run_blocks(&block, beside, goes_on ? &after : NULL);
    }
}

/* All lines of a program that is one step, if they go on alike. */
static void run_one_loop(const nbl_ready_t *transform, char *input, char *output, char *memory) {
    const nbl_program_made_step_t *made = transform->made;
    const run_t run = {.transform = transform, .now = made, .scratch = memory};
    nbl_program_block_t block;
    lay_scratch(&run, 0, &block);
    block.line = 0;
    for (int side = 0; side < 2; side++) {
        const nbl_view_t *view = side == 0 ? &made->step->load : &made->step->store;
        block.side[side] = (nbl_program_lines_t){.view = view,
                                                 .memory = view->region == NBL_VIEW_INPUT ? input : output,
                                                 .begin_step = view->transforms[0].stride,
                                                 .step = view->step,
                                                 .most = side == 0 ? made->loaded : made->stored};
    }
    run_blocks(&block, made->step->transforms, NULL);
}

/* ---- Rounds */

typedef struct round_t {
    run_t *run;
    nbl_executor_pool_t *pool;
    uint32_t first, end; /* steps */
    uint64_t parts;      /* of an array, in which two rounds go together; 0: one round */
    uint64_t of_thread;  /* transforms that a thread takes through all steps at a time */
} round_t;

/* Some parts of an array along two axes, on one thread. */
static void run_parts(void *user, uint32_t thread, uint64_t first, uint64_t count) {
    const round_t *round = user;
    run_t run = *round->run;
    for (uint64_t part = first; part < first + count; part++)
        for (uint32_t s = round->first; s < round->end; s++) {
            const uint64_t lines = run.transform->step[s].transforms / round->parts;
            run.now = &run.transform->made[s];
            run_lines(&run, thread, part * lines, lines);
        }
}

/* Returns whether threads are idle in at most a quarter of their turns: each takes a part a turn, and in the last turn there may be
 * fewer parts than threads. */
static bool fills_threads(uint64_t parts, uint64_t threads) {
    return 4 * parts >= 3 * ((parts + threads - 1) / threads) * threads;
}

/* All steps of a round for some transforms, on one thread: what a step leaves is in that processor's cache, in the thread's own part
 * of the workspace. */
static void run_transforms(void *user, uint32_t thread, uint64_t first, uint64_t count) {
    const round_t *round = user;
    run_t run = *round->run;
    const uint64_t own = thread * round->of_thread; /* transforms before the thread's part */
    run.first = first - own;                        /* numbers of transforms and of the workspace differ by it */
    for (uint32_t s = round->first; s < round->end; s++) {
        run.now = &run.transform->made[s];
        const uint64_t lines = run.now->taken_as == NBL_PROGRAM_WHOLE ? 1 : run.now->lines;
        run_lines(&run, thread, own * lines, count * lines);
    }
}

/* Returns whether a view's transforms lie one behind the other: none has numbers between another one's. */
static bool lies_apart(const nbl_program_made_step_t *made, const nbl_view_t *view, bool stores) {
    const uint64_t most = stores ? made->stored : made->loaded; /* fewer where a product's table ends */
    uint64_t numbers = stores ? made->out_count : made->in_count, last;
    if (made->taken_as == NBL_PROGRAM_WHOLE) numbers /= made->lines;
    if (nbl_program_has(made->step, NBL_PROGRAM_MULTIPLY) && most < numbers) numbers = most;
    if (view->element == NBL_VIEW_PAIR || view->element == NBL_VIEW_ROWS) numbers *= 2;
    if (nbl_view_is_spectrum(view)) numbers = view->signal / 2 + 1;
    last = (numbers - 1) * view->step;
    for (uint32_t i = 0; i < NBL_VIEW_MOST_LINES && view->lines[i].count != 0; i++)
        last += (view->lines[i].count - 1) * view->lines[i].stride;
    for (uint32_t i = 0; i < NBL_VIEW_MOST_LOOPS && view->transforms[i].count != 0; i++)
        if (view->transforms[i].count > 1 && view->transforms[i].stride <= last * view->stride) return false;
    return true;
}

/* Returns whether each transform of a round has places of its own in the workspace, the same ones in all steps. A program that was
 * edited may load what another transform has stored. */
static bool are_apart(const nbl_ready_t *transform, uint32_t first, uint32_t end) {
    const nbl_view_t *known[NBL_VIEW_REGIONS] = {NULL};
    uint64_t bytes[NBL_VIEW_REGIONS];
    for (uint32_t s = first; s < end; s++)
        for (int side = 0; side < 2; side++) {
            const nbl_program_step_t *step = &transform->step[s];
            const nbl_view_t *view = side == 0 ? &step->load : &step->store;
            const uint64_t number = nbl_program_number_bytes(step, view);
            if (view->region < NBL_VIEW_WORK0) continue;
            if (!lies_apart(&transform->made[s], view, side == 1)) return false;
            const nbl_view_t *other = known[view->region];
            for (uint32_t i = 0; other != NULL && i < NBL_VIEW_MOST_LOOPS; i++)
                if (view->transforms[i].count != other->transforms[i].count ||
                    view->transforms[i].stride * number != other->transforms[i].stride * bytes[view->region])
                    return false;
            known[view->region] = view;
            bytes[view->region] = number;
        }
    return true;
}

/* Threads take transforms through all steps, the first ones of a round's `transforms`, and each takes the next ones when it has done
 * with its own. Returns how many go so; the others, or all, go by lines of each step, since more than a quarter of the threads would
 * have nothing to do. */
static uint64_t run_by_transforms(round_t *round, uint64_t transforms, uint64_t chunk) {
    const uint64_t threads = round->run->transform->threads;
    if (chunk > transforms) chunk = transforms;
    round->of_thread = chunk / threads > 0 ? chunk / threads : 1;
    const uint64_t parts = chunk / round->of_thread, at_once = threads * round->of_thread, left = transforms % at_once;
    const uint64_t count = fills_threads(left, at_once) ? transforms : transforms - left;
    if (threads == 1 || round->end - round->first == 1 || 4 * parts < 3 * threads || count == 0 ||
        !are_apart(round->run->transform, round->first, round->end))
        return 0;
    nbl_executor_share(round->pool, (uint32_t)(parts < threads ? parts : threads), count, round->of_thread,
                       run_transforms, round);
    return count;
}

static void run_round(round_t *round) {
    run_t *run = round->run;
    const nbl_ready_t *transform = run->transform;
    const uint64_t transforms = transform->step[round->first].transforms, chunk = transform->chunk[round->first];
    const uint32_t threads = transform->threads;
    for (run->first = run_by_transforms(round, transforms, chunk); run->first < transforms; run->first += chunk) {
        const uint64_t left = transforms - run->first, count = left < chunk ? left : chunk;
        for (uint32_t s = round->first; s < round->end; s++) {
            run->now = &transform->made[s];
            const uint64_t items = run->now->taken_as == NBL_PROGRAM_WHOLE ? count : count * run->now->lines;
            if (threads == 1) {
                run_lines(run, 0, 0, items);
                continue;
            }
            const uint64_t block = run->now->width > items ? 1 : run->now->width;
            uint64_t grain = items / (NBL_EXECUTOR_CALLS * threads) / block * block;
            if (grain == 0) grain = block < items ? block : items;
            nbl_executor_share(round->pool, threads, items, grain, run_lines, run);
        }
    }
}

static void run_rounds(const nbl_ready_t *transform, nbl_executor_pool_t *pool, void *input, void *output,
                       char *memory) {
    run_t run = {.transform = transform, .region = {input, output}, .scratch = memory + transform->between_bytes};
    for (uint32_t r = NBL_VIEW_BETWEEN; r < NBL_VIEW_REGIONS; r++) {
        run.region[r] = memory;
        memory += nbl_ready_round_up(transform->region_bytes[r]);
    }
    round_t round = {.run = &run, .pool = pool};
    while (round.end < transform->steps) {
        round.first = round.end;
        while (round.end < transform->steps && transform->step[round.end].round == transform->step[round.first].round)
            round.end++;
        round.parts = transform->parts[round.first];
        if (round.parts == 0 || !fills_threads(round.parts, transform->threads)) {
            run_round(&round);
            continue;
        }
        round.end++;
        run.first = 0;
        if (transform->threads == 1)
            run_parts(&round, 0, 0, round.parts);
        else
            nbl_executor_share(pool, transform->threads, round.parts, 1, run_parts, &round);
    }
}

static void run_in(const nbl_ready_t *transform, nbl_executor_pool_t *pool, void *input, void *output, char *memory) {
    char *const to = transform->cut.bytes != 0 ? memory : output;
    memory += transform->cut.bytes;
    if (transform->is_one_loop)
        run_one_loop(transform, input, to, memory);
    else
        run_rounds(transform, pool, input, to, memory);
    if (transform->cut.bytes != 0) nbl_ready_cut(transform, pool, to, output);
}

/* ---- A run */

/* Each way of a run is a function of its own, with the registers and the stack that it needs: of a short line the rest of a run takes
 * as long as the transform, 5 to 10 ns. */
static nbl_result_t run_alone(nbl_ready_t *transform, nbl_executor_pool_t *pool, const void *input, void *output,
                              nbl_error_t *error) {
    _Alignas(NBL_EXECUTOR_ALIGNMENT) char scratch[NBL_READY_BYTES_ON_STACK];
    (void)pool, (void)error;
    nbl_executor_line_run(transform->made->op->line, input, output, scratch);
    return NBL_SUCCESS;
}

static nbl_result_t run_half(nbl_ready_t *transform, nbl_executor_pool_t *pool, const void *input, void *output,
                             nbl_error_t *error) {
    _Alignas(NBL_EXECUTOR_ALIGNMENT) char scratch[NBL_READY_BYTES_ON_STACK];
    const nbl_program_made_step_t *made = transform->made;
    (void)pool, (void)error;
    run_halves(made, 1, input, 0, output, 0, scratch + nbl_ready_round_up(made->op[made->line].line->scratch_bytes),
               scratch);
    return NBL_SUCCESS;
}

static nbl_result_t run_line(nbl_ready_t *transform, nbl_executor_pool_t *pool, const void *input, void *output,
                             nbl_error_t *error) {
    _Alignas(NBL_EXECUTOR_ALIGNMENT) char scratch[NBL_READY_BYTES_ON_STACK];
    const nbl_program_made_step_t *made = transform->made;
    const size_t row = nbl_ready_round_up(made->line_bytes);
    char *first = scratch + nbl_ready_round_up(made->op[made->line].line->scratch_bytes);
    char *const buffer[2] = {first, first + row}, *to = made->direct[1] ? output : first + 3 * row;
    const char *from = input;
    (void)pool, (void)error;
    if (!made->direct[0]) {
        made->load_line(&made->step->load, made->there, made->in_count, input, first + 2 * row);
        from = first + 2 * row;
    }
    run_moves(made, from, to, buffer, scratch);
    if (!made->direct[1]) made->store_line(&made->step->store, made->out_count, to, output);
    return NBL_SUCCESS;
}

static nbl_result_t run_on_stack(nbl_ready_t *transform, nbl_executor_pool_t *pool, const void *input, void *output,
                                 nbl_error_t *error) {
    _Alignas(NBL_EXECUTOR_ALIGNMENT) char scratch[NBL_READY_BYTES_ON_STACK];
    (void)pool, (void)error;
    run_in(transform, NULL, (void *)input, output, scratch);
    return NBL_SUCCESS;
}

static nbl_result_t run_in_kept(nbl_ready_t *transform, nbl_executor_pool_t *pool, const void *input, void *output,
                                nbl_error_t *error) {
    void *memory = NULL, *none = NULL;
    for (int i = 0; i < NBL_READY_SPARES && memory == NULL; i++)
        if (atomic_load_explicit(&transform->spare[i], memory_order_relaxed) != NULL)
            memory = atomic_exchange(&transform->spare[i], NULL);
    if (memory == NULL)
        memory =
            nbl_platform_aligned(NBL_EXECUTOR_ALIGNMENT, nbl_ready_round_up(nbl_ready_scratch_bytes(transform) + 1));
    if (memory == NULL) return nbl_fail_memory(error, "scratch");
    run_in(transform, pool, (void *)input, output, memory);
    for (int i = 0; i < NBL_READY_SPARES; i++, none = NULL)
        if (atomic_compare_exchange_strong(&transform->spare[i], &none, memory)) return NBL_SUCCESS;
    nbl_platform_aligned_free(memory);
    return NBL_SUCCESS;
}

/* Returns whether a program of one step is one line that moves take from the input to the output on the stack. */
static bool is_one_line(const nbl_ready_t *transform) {
    const nbl_program_made_step_t *made = transform->made;
    const bool direct = made->direct[0] && made->direct[1];
    if (made->step->transforms != 1 || made->lines != 1 || !made->has_moves || made->lanes ||
        (!made->direct[0] && made->load_line == NULL) || (!made->direct[1] && made->store_line == NULL) ||
        (!made->direct[0] && made->direct[1] && made->step->store.kept != 0))
        return false;
    const size_t rows = direct && made->alone ? 0 : direct ? 2 : 4;
    return nbl_ready_round_up(made->op[made->line].line->scratch_bytes) + rows * nbl_ready_round_up(made->line_bytes) <=
           NBL_READY_BYTES_ON_STACK;
}

static void choose(nbl_ready_t *transform) {
    const nbl_program_made_step_t *made = transform->made;
    const bool direct = transform->steps == 1 && made->direct[0] && made->direct[1];
    if (transform->steps == 1 && transform->cut.bytes == 0 && is_one_line(transform))
        transform->run = direct && made->alone ? run_alone : direct && made->is_half ? run_half : run_line;
    else if (transform->threads == 1 && nbl_ready_scratch_bytes(transform) <= NBL_READY_BYTES_ON_STACK)
        transform->run = run_on_stack;
    else
        transform->run = run_in_kept;
}

const nbl_ready_runs_t nbl_ready_runs = {run_in, make_moves, choose};
