/* The operations of a block of lines, in the arithmetic of one scalar: included by run_block.c once for each.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameters: NBL_SCALAR, float16_t, float32_t or float64_t; RUN_PRODUCTS, 0 where products with tables are refused.
 */
#include "transform/run_move_scalar.h"
#include "transform/run_products_scalar.h"
#include "transform/run_arrays_scalar.h"
#if RUN_PRODUCTS
#include "transform/run_dct_scalar.h"
#endif

/* ---- Operations from one place to another */

typedef struct NBL_OF_SCALAR(row_t) {
    NBL_COMPLEX *x;
    uint64_t count;
    NBL_COMPLEX first, result, join; /* Rader: x[0] before, x[0] after, and what is added to the others */
    bool joins;
} NBL_OF_SCALAR(row_t);

/* Rader: computes x[0], the sum of all elements, and what the others get. */
static void NBL_OF_SCALAR(join_first)(double factor, NBL_OF_SCALAR(row_t) * row) {
    const NBL_SCALAR scale = (NBL_SCALAR)factor;
    const NBL_COMPLEX sum = {row->x[0].real * scale, row->x[0].imag * scale};
    row->join = (NBL_COMPLEX){row->first.real * scale, row->first.imag * scale};
    row->result.real = row->join.real + sum.real;
    row->result.imag = row->join.imag + sum.imag;
    row->joins = true;
}

static void NBL_OF_SCALAR(permute)(const nbl_program_op_t *op, const nbl_program_made_op_t *made,
                                   NBL_OF_SCALAR(row_t) * row, NBL_COMPLEX *y) {
    const double *places = nbl_program_numbers(made);
    if (!op->inverse) {
        row->first = row->x[0];
        row->count--;
        for (uint64_t q = 0; q < row->count; q++) y[q] = row->x[(uint64_t)places[2 * q]];
        return;
    }
    for (uint64_t q = 0; q < row->count; q++) y[(uint64_t)places[2 * q + 1]] = row->x[q];
    y[0] = row->result;
    row->count++;
}

/* Runs an operation that moves elements from one place to another. Returns false, having done nothing, if it is
 * another. */
static bool NBL_OF_SCALAR(move)(const nbl_program_block_t *block, uint32_t number, uint32_t n,
                                NBL_OF_SCALAR(row_t) * row, NBL_COMPLEX *y) {
    const nbl_program_op_t *op = &block->made->step->op[number];
    const nbl_program_made_op_t *made = &block->made->op[number];
    if (nbl_ready_is_real_op(op->kind) && nbl_program_row(block->made->step) != 0) {
        const bool pairs = op->kind == NBL_PROGRAM_UNPACK || op->kind == NBL_PROGRAM_PACK;
        const NBL_COMPLEX *roots = pairs ? nbl_program_numbers(made) : NULL;
        const bool unpacks = op->kind == NBL_PROGRAM_UNPACK || op->kind == NBL_PROGRAM_UNPACK_ONE;
        if (op->rows != 0)
            (unpacks ? NBL_OF_SCALAR(unpack_rows) : NBL_OF_SCALAR(pack_rows))(block->made->step, roots, row->x, y);
        else
            (unpacks ? NBL_OF_SCALAR(unpack_array) : NBL_OF_SCALAR(pack_array))(block->made->step, pairs, roots, row->x,
                                                                                y);
        row->count = unpacks ? block->made->out_count : n;
        row->x = y;
        return true;
    }
    switch (op->kind) {
    case NBL_PROGRAM_MULTIPLY: {
        if (!block->made->products_move) return false;
        const uint64_t count = made->table->count < row->count ? made->table->count : row->count;
        made->kernels->multiply(count, nbl_program_numbers(made), op->conjugates, row->x, y);
        if (number >= block->made->back)
            row->count = count; /* what lies behind is not stored, nor multiplied once more */
        if (number < block->made->back && count < n) memset(y + count, 0, (n - count) * sizeof *y);
        break;
    }
    case NBL_PROGRAM_LINE:
        if (made->is_whole)
            nbl_executor_line_run(made->line, row->x, y, block->scratch);
        else
            nbl_ready_run_line(block, number, (char *)row->x, (char *)y);
        break;
    case NBL_PROGRAM_UNPACK:
        made->kernels->unpack_one(n, nbl_program_numbers(made), row->x, y), row->count = n + 1u;
        break;
    case NBL_PROGRAM_PACK: made->kernels->pack_one(n, nbl_program_numbers(made), row->x, y), row->count = n; break;
    case NBL_PROGRAM_UNPACK_ONE:
        made->kernels->unpack_two(n, row->x, y, op->rows != 0 ? y + n / 2 + 1 : NULL);
        row->count = (op->rows != 0 ? 2 : 1) * (n / 2 + 1);
        break;
    case NBL_PROGRAM_PACK_ONE: {
        const NBL_COMPLEX *zeros = nbl_program_numbers(made);
        made->kernels->pack_two(n, row->x, op->rows != 0 ? row->x + n / 2 + 1 : zeros, y), row->count = n;
        break;
    }
    case NBL_PROGRAM_PERMUTE: NBL_OF_SCALAR(permute)(op, made, row, y); break;
#if RUN_PRODUCTS
    case NBL_PROGRAM_FOLD:
    case NBL_PROGRAM_UNFOLD:
        row->count =
            NBL_OF_SCALAR(run_dct)(block->made->step, op,
                                   op->table == NBL_PROGRAM_NONE ? NULL : nbl_program_numbers(made), row->x, y);
        break;
#endif
    default: return false;
    }
    row->x = y;
    return true;
}

/* ---- A block of rows */

/* Runs all operations of a row.
 * 
 * to  where the last operation that moves the row leaves it */
static void NBL_OF_SCALAR(run_row)(const nbl_program_block_t *block, uint32_t w, NBL_COMPLEX *from, NBL_COMPLEX *to) {
    const nbl_program_made_step_t *made = block->made;
    const nbl_program_step_t *step = made->step;
    NBL_OF_SCALAR(row_t) row = {.x = from, .count = made->in_count};
    nbl_program_block_t one;
    if (!made->only_moves) { /* these operations need elements' numbers */
        one = *block;
        one.line += w;
        for (int i = 0; i < 2; i++) {
            one.side[i].number += w * one.side[i].number_step;
            one.side[i].begin += w * one.side[i].begin_step;
        }
    }
    for (uint32_t i = 0; i < step->ops; i++) {
        NBL_COMPLEX *y = i == made->last_move ? to : (void *)block->buffer[row.x == (void *)block->buffer[0]];
        if (NBL_OF_SCALAR(move)(block, i, step->elements, &row, y)) continue;
        if (step->op[i].kind == NBL_PROGRAM_RADER_FIRST) {
            NBL_OF_SCALAR(join_first)(made->op[i].factor, &row);
            continue;
        }
        const nbl_program_block_t *of = made->only_moves ? block : &one;
        NBL_OF_SCALAR(each_number)(of, i, &of->side[i >= made->back], row.count, 1, row.x, 1, row.count);
        if (row.joins && step->op[i].kind == NBL_PROGRAM_MULTIPLY) {
            row.x[0].real += row.join.real;
            row.x[0].imag += row.join.imag;
            row.joins = false;
        }
    }
}

/* Runs each row of a block.
 * 
 * from_bytes, to_bytes  distance from row to row */
static void NBL_OF_SCALAR(each_row)(const nbl_program_block_t *block, char *from, size_t from_bytes, char *to,
                                    size_t to_bytes) {
    const nbl_program_made_step_t *made = block->made;
    uint32_t w = 0;
    if (made->lanes) {
        const nbl_executor_line_t *wide = made->op[made->line].wide;
        w = block->count / wide->width * wide->width;
        if (w > 0) nbl_executor_lines_run(wide, w, from, from_bytes, to, to_bytes, block->scratch);
    }
    if (made->alone && made->direct[0] && !made->direct[1]) { /* a part is stored, by way of a tile */
        const nbl_program_lines_t *l = &block->side[1];
        size_t bytes;
        const NBL_OF_SCALAR(some_t) s = NBL_OF_SCALAR(element_of)(l, 0, 1);
        char *behind = NBL_OF_SCALAR(at)(&s, block->count, 0, &bytes);
        nbl_executor_lines_run_ahead(made->op[0].line, block->count - w, from + w * from_bytes, from_bytes,
                                     to + w * to_bytes, to_bytes, block->scratch, behind + w * bytes, bytes);
        return;
    }
    if (made->alone) {
        nbl_executor_lines_run(made->op[0].line, block->count - w, from + w * from_bytes, from_bytes, to + w * to_bytes,
                               to_bytes, block->scratch);
        return;
    }
    if (made->is_half) {
        nbl_ready_run_halves(made, block->count - w, from + w * from_bytes, from_bytes, to + w * to_bytes, to_bytes,
                             block->buffer[0], block->scratch);
        return;
    }
    if (made->has_moves) {
        for (; w < block->count; w++)
            nbl_ready_run_moves(made, from + w * from_bytes, to + w * to_bytes, block->buffer, block->scratch);
        return;
    }
    for (; w < block->count; w++)
        NBL_OF_SCALAR(run_row)(block, w, (void *)(from + w * from_bytes), (void *)(to + w * to_bytes));
}

static void NBL_OF_SCALAR(run_rows)(const nbl_program_block_t *block) {
    const nbl_program_made_step_t *made = block->made;
    size_t bytes[2];
    char *at[2];
    for (int i = 0; i < 2; i++) {
        const nbl_program_lines_t *l = &block->side[i];
        const NBL_OF_SCALAR(some_t) s = NBL_OF_SCALAR(element_of)(l, 0, block->count);
        at[i] = block->tile[i];
        bytes[i] = made->row_bytes;
        if (made->direct[i]) at[i] = NBL_OF_SCALAR(at)(&s, 0, 0, &bytes[i]);
    }
    if (!made->direct[0]) NBL_OF_SCALAR(load_block)
    (&block->side[0], made->in_count, block->count, (void *)at[0], 1, bytes[0] / sizeof(NBL_COMPLEX));
    NBL_OF_SCALAR(each_row)(block, at[0], bytes[0], at[1], bytes[1]);
    if (made->last_move == NBL_PROGRAM_NONE) at[1] = at[0];
    if (!made->direct[1]) NBL_OF_SCALAR(store_block)
    (&block->side[1], made->out_count, block->count, (void *)at[1], 1, bytes[1] / sizeof(NBL_COMPLEX));
}

/* ---- A block of columns: lines, and operations on each number */

/* Runs the last line of a block whose results are rows of memory, and the operations behind it. */
static void NBL_OF_SCALAR(run_to_rows)(const nbl_program_block_t *block, uint32_t number, const NBL_COMPLEX *x) {
    const nbl_program_made_step_t *made = block->made;
    const uint64_t points = made->step->elements;
    const NBL_OF_SCALAR(some_t) s = NBL_OF_SCALAR(element_of)(&block->side[1], 0, block->count);
    size_t bytes;
    NBL_COMPLEX *to = (void *)NBL_OF_SCALAR(at)(&s, 0, 0, &bytes);
    nbl_executor_lanes_run(made->op[number].wide, block->count, x, to, block->scratch);
    for (uint32_t i = number + 1; i < made->step->ops; i++)
        NBL_OF_SCALAR(each_number)(block, i, &block->side[1], points, block->count, to, 1, bytes / sizeof *to);
}

/* Runs as many columns as a vector has. Returns whether the results are in the tile, to be stored.
 *
 * pitch  elements from a row of the tile to the next */
static bool NBL_OF_SCALAR(run_vector)(const nbl_program_block_t *block, NBL_COMPLEX *tile, size_t pitch) {
    const nbl_program_made_step_t *made = block->made;
    const nbl_program_step_t *step = made->step;
    const uint32_t width = made->op[made->line].wide->width, lines = block->count;
    const uint64_t points = step->elements;
    NBL_COMPLEX *x = tile, *to = tile;
    size_t by_element = pitch, to_element = pitch;
    uint32_t i = 0;
    if (made->direct[0] && (lines == width || (made->to_rows && made->back == 1))) {
        size_t bytes;
        const NBL_OF_SCALAR(some_t) s = NBL_OF_SCALAR(line_of)(&block->side[0], 0, points);
        x = (void *)NBL_OF_SCALAR(at)(&s, 0, 0, &bytes);
        by_element = bytes / sizeof *x;
    } else {
        const NBL_COMPLEX none = {0, 0};
        for (uint64_t k = 0; k < points && lines < width; k++)
            for (uint32_t w = lines; w < width; w++) tile[k * pitch + w] = none;
        NBL_OF_SCALAR(load_block)(&block->side[0], points, lines, tile, pitch, 1);
    }
    if (made->direct[1] && lines == width) {
        size_t bytes;
        const NBL_OF_SCALAR(some_t) s = NBL_OF_SCALAR(line_of)(&block->side[1], 0, points);
        to = (void *)NBL_OF_SCALAR(at)(&s, 0, 0, &bytes);
        to_element = bytes / sizeof *to;
    }
    for (; i < step->ops; i++) {
        if (made->to_rows && i + 1 == made->back) {
            NBL_OF_SCALAR(run_to_rows)(block, i, x);
            return false;
        }
        if (step->op[i].kind == NBL_PROGRAM_LINE) {
            nbl_executor_columns_run(made->op[i].wide, x, by_element, to, to_element, block->scratch);
            x = to;
            by_element = to_element;
            continue;
        }
        NBL_OF_SCALAR(each_number)(block, i, &block->side[i >= made->back], points, lines, x, by_element, 1);
    }
    return to == tile;
}

static void NBL_OF_SCALAR(run_columns)(const nbl_program_block_t *block) {
    const nbl_program_made_step_t *made = block->made;
    const uint32_t width = made->op[made->line].wide->width;
    NBL_COMPLEX *tile = (void *)block->tile[0];
    nbl_program_block_t one = *block;
    bool in_tile = false;
    for (uint32_t c = 0; c < block->count; c += width) { /* more than one vector if made->width says so */
        one.count = block->count - c < width ? block->count - c : width;
        in_tile = NBL_OF_SCALAR(run_vector)(&one, tile + c, made->width);
        one.line += one.count;
        for (int i = 0; i < 2; i++) {
            one.side[i].begin += one.count * one.side[i].begin_step;
            one.side[i].number += one.count * one.side[i].number_step;
        }
    }
    if (in_tile) NBL_OF_SCALAR(store_block)(&block->side[1], made->step->elements, block->count, tile, made->width, 1);
}

/* ---- All lines of a transform, which meet their mirrors */

/* Moves a block from lines one behind the other to elements by their number, or back. */
static NBL_COMPLEX *NBL_OF_SCALAR(reorder)(const nbl_program_block_t *block, const nbl_program_lines_t *l,
                                           bool to_numbers, const NBL_COMPLEX *x) {
    const uint64_t points = block->made->step->elements;
    NBL_COMPLEX *y = (void *)block->buffer[(const void *)x == block->buffer[0]];
    for (uint64_t line = 0; line < block->made->lines; line++) {
        const uint64_t number = nbl_view_place(l->view->lines, NBL_VIEW_MOST_LINES, line);
        for (uint64_t k = 0; k < points; k++) {
            const uint64_t at = number + k * l->step, i = line * points + k;
            y[to_numbers ? at : i] = x[to_numbers ? i : at];
        }
    }
    return y;
}

static nbl_program_lines_t NBL_OF_SCALAR(whole_line)(const nbl_program_lines_t *of, uint64_t line, bool ordered) {
    nbl_program_lines_t l = *of;
    l.number = ordered ? 0 : nbl_view_place(l.view->lines, NBL_VIEW_MOST_LINES, line);
    if (ordered) l.step = 1;
    return l;
}

static void NBL_OF_SCALAR(run_whole)(const nbl_program_block_t *block) {
    const nbl_program_made_step_t *made = block->made;
    const nbl_program_step_t *step = made->step;
    const uint64_t points = step->elements, n = points * made->lines;
    bool ordered = step->op[0].kind == NBL_PROGRAM_PACK || !nbl_program_has(step, NBL_PROGRAM_LINE);
    NBL_OF_SCALAR(row_t) row = {.x = (void *)block->buffer[0], .count = made->in_count};
    for (uint64_t line = 0; line < (ordered ? 1 : made->lines); line++) {
        const nbl_program_lines_t l = NBL_OF_SCALAR(whole_line)(&block->side[0], line, ordered);
        NBL_OF_SCALAR(load_block)(&l, ordered ? row.count : points, 1, row.x + line * points, 1, 0);
    }
    for (uint32_t i = 0; i < step->ops; i++) {
        const uint32_t kind = step->op[i].kind;
        const bool mirrors = kind == NBL_PROGRAM_UNPACK || kind == NBL_PROGRAM_PACK;
        const nbl_program_lines_t *side = &block->side[i >= made->back];
        if (ordered != mirrors && (mirrors || kind == NBL_PROGRAM_LINE || kind == NBL_PROGRAM_TWIDDLE)) {
            row.x = NBL_OF_SCALAR(reorder)(block, side, mirrors, row.x);
            ordered = mirrors;
        }
        if (mirrors) {
            NBL_OF_SCALAR(move)(block, i, (uint32_t)n, &row, (void *)block->buffer[row.x == (void *)block->buffer[0]]);
            continue;
        }
        nbl_program_block_t one = *block;
        for (one.line = 0; one.line < (ordered ? 1 : made->lines); one.line++) {
            const nbl_program_lines_t l = NBL_OF_SCALAR(whole_line)(side, one.line, ordered);
            NBL_OF_SCALAR(row_t) part = {.x = row.x + one.line * points, .count = ordered ? row.count : points};
            if (!NBL_OF_SCALAR(move)(&one, i, step->elements, &part, part.x))
                NBL_OF_SCALAR(each_number)(&one, i, &l, part.count, 1, part.x, 1, part.count);
        }
    }
    for (uint64_t line = 0; line < (ordered ? 1 : made->lines); line++) {
        const nbl_program_lines_t l = NBL_OF_SCALAR(whole_line)(&block->side[1], line, ordered);
        NBL_OF_SCALAR(store_block)(&l, ordered ? row.count : points, 1, row.x + line * points, 1, 0);
    }
}
#undef NBL_SCALAR
