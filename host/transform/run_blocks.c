/* The lines of a step in blocks: where each block's lines lie, which are fetched ahead, which function runs them.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    a step, and some of its lines. Out: these lines, transformed, in memory.
 * Wrong: nothing.
 */
#include "transform/run_blocks.h"

#include "transform/run_block.h"

/* ---- Lines in lanes, from memory to memory */

/* Copies the rows of a block between memory and a tile. */
static void copy_rows(const nbl_program_block_t *block, int side, char *memory) {
    const nbl_view_t *view = block->side[side].view;
    const size_t scalar = nbl_program_scalar_bytes(block->made->step), row = NBL_READY_BYTES_OF_CACHE_LINE,
                 apart = view->stride * scalar, bytes = block->count * scalar;
    if (side == 0)
        nbl_ready_copy_runs(block->made->rows[0], bytes, memory, apart, block->tile[0], row);
    else
        nbl_ready_copy_runs(block->made->rows[1], bytes, block->tile[1], row, memory, apart);
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
    if (made->rows[0] > 0) copy_rows(block, 0, memory[0]);
    for (uint32_t done = 0; done < block->count; done += line->width, at[0] += step[0], at[1] += step[1]) {
        const uint32_t left = block->count - done;
        nbl_executor_lanes_run(line, left < line->width ? left : line->width, at[0], at[1], block->scratch);
    }
    if (made->rows[1] > 0) copy_rows(block, 1, memory[1]);
}

/* ---- The function of a step's blocks */

nbl_program_run_block_t *nbl_ready_block_of(const nbl_program_made_step_t *made, nbl_mode_t mode) {
    const bool fma = nbl_ready_blocks_fma.float32[NBL_PROGRAM_ROWS] != NULL && nbl_executor_fuses();
    const nbl_ready_blocks_t *runs = mode != NBL_MODE_FUSED ? &nbl_ready_blocks
                                     : fma                  ? &nbl_ready_blocks_fma
                                                            : &nbl_ready_blocks_fused;
    if (made->taken_as == NBL_PROGRAM_LANES) return run_lanes;
    switch (nbl_program_scalar_bytes(made->step)) {
    case 8: return runs->float64[made->taken_as];
    case 4: return runs->float32[made->taken_as];
    default: return runs->float16[made->taken_as];
    }
}

/* ---- Where lines lie */

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
static uint64_t lay_lines(const nbl_ready_now_t *run, int side, uint64_t number, uint64_t line,
                          nbl_program_lines_t *l) {
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

static void lay_scratch(const nbl_ready_now_t *run, uint32_t thread, nbl_program_block_t *block) {
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

/* Returns how many columns lie before the first one whose elements begin at a cache line, or at a vector where that is
 * less; 0: elements begin at different places, or columns are copied. */
static uint32_t columns_ahead(const nbl_program_block_t *block) {
    const nbl_program_made_step_t *made = block->made;
    for (int side = 1; side >= 0; side--) { /* where both begin elsewhere, stores count */
        const nbl_program_lines_t *l = &block->side[side];
        const size_t number = nbl_program_number_bytes(made->step, l->view), vector = made->width * number,
                     unit = vector < NBL_READY_BYTES_OF_CACHE_LINE ? vector : NBL_READY_BYTES_OF_CACHE_LINE;
        const uint64_t place = l->begin + l->number * l->view->stride;
        const size_t off = ((uintptr_t)l->memory + place * number) % unit;
        if (!made->direct[side] || l->step * l->view->stride * number % unit != 0 || off % number != 0) continue;
        if (off > 0) return (uint32_t)((unit - off) / number);
    }
    return 0;
}

/* Fetches as many columns as a block has, which are `next` columns further on. Columns go through an array in steps of
 * a row, which no processor fetches by itself. To the second cache: rows a power of two apart fall into one set of the
 * first one. */
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
            for (size_t i = 0; i < bytes; i += NBL_READY_BYTES_OF_CACHE_LINE) __builtin_prefetch(at + i, 0, 2);
    }
}

/* Fetches what comes behind a block: the columns `next` further on, or of the last block of an array those with which
 * the next array begins; `after` is NULL if there is none. */
static void fetch_next(const nbl_program_block_t *block, bool is_last, uint64_t next,
                       const nbl_program_block_t *after) {
    if (!block->made->fetches) return;
    if (!is_last)
        fetch_columns(block, next);
    else if (after != NULL)
        fetch_columns(after, 0);
}

/* Columns that are not copied, from memory to other memory. A vector of columns that begins within a cache line touches
 * two for each element, and where elements are a power of two apart, both have left the cache before the next vector
 * comes: 1.3 to 2.9 of the time. So the second vector begins at a cache line, and it and the last one share columns
 * with those before them, computed twice. Same bits. */
static void run_apart(nbl_program_block_t *block, uint64_t lines, const nbl_program_block_t *after) {
    const uint32_t width = block->made->width, few = columns_ahead(block);
    uint64_t next = few > 0 ? few : width; /* columns from this one to the second vector */
    block->count = width;
    for (;;) {
        if (lines > width && lines < width + next) next = lines - width;
        fetch_next(block, lines == width, next, after);
        block->made->run_block(block);
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
        made->run_block(block);
        lines -= block->count;
        if (lines == 0) return;
        move_on(block, block->count);
    }
}

/* Lays a block at a line, counted through the chunk's transforms. Returns how many lines, of `count`, go on alike. */
static uint64_t lay_block(const nbl_ready_now_t *run, uint64_t first, uint64_t count, nbl_program_block_t *block) {
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

void nbl_ready_run_lines(void *user, uint32_t thread, uint64_t first, uint64_t count) {
    const nbl_ready_now_t *run = user;
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
void nbl_ready_run_one_loop(const nbl_ready_t *transform, char *input, char *output, char *memory) {
    const nbl_program_made_step_t *made = transform->made;
    const nbl_ready_now_t run = {.transform = transform, .now = made, .scratch = memory};
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
