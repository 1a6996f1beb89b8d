/* Lines of an array that a workgroup holds, one behind the other or side by side, by the executor.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    a row of the step's elements: all lines of an operation LINE. Out: the same lines, transformed.
 * Wrong: nothing.
 */
#include "transform/run_block.h"

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
    nbl_ready_run_in(made->other, NULL, (char *)from, out, scratch);
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

void nbl_ready_run_line(const nbl_program_block_t *block, uint32_t number, const char *from, char *to) {
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
