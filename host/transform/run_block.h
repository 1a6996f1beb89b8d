/* Blocks of lines on the CPU: what run_blocks.c, run_block.c, run_row.c and run_line.c call of each other.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A block is `count` lines of a step, laid out by run_blocks.c: nbl_program_block_t. It runs by one function, which is
 * chosen when the step is made.
 */
#ifndef NBL_HOST_TRANSFORM_RUN_BLOCK_H
#define NBL_HOST_TRANSFORM_RUN_BLOCK_H

#include <string.h>

#include "transform/run_cpu.h"

/* ---- run_block.c: operations of a block, compiled for each mode since their multiply-adds differ */

/* The functions of one arithmetic; NULL: lines are not taken so in it. */
typedef nbl_program_run_block_t *nbl_ready_block_runs_t[NBL_PROGRAM_LANES];

typedef struct nbl_ready_blocks_t {
    nbl_ready_block_runs_t float32, float64, float16;
} nbl_ready_blocks_t;

/* Exact and fast mode; fused mode; fused mode where the processor has multiply-adds, all NULL where the compiler lacks
 * them. */
extern const nbl_ready_blocks_t nbl_ready_blocks, nbl_ready_blocks_fused, nbl_ready_blocks_fma;

/* ---- run_row.c */

/* Runs the operations of a row whose step has_moves.
 *
 * to      where the last operation that moves the row leaves it
 * buffer  two, each for a row */
void nbl_ready_run_moves(const nbl_program_made_step_t *made, const char *from, char *to, char *const buffer[2],
                         char *scratch);

/* Runs rows of a step that is_half: most of real signals. No operation is chosen for each row, which takes 2 to 4 ns.
 *
 * from_bytes, to_bytes  from row to row
 * between               memory of a row */
void nbl_ready_run_halves(const nbl_program_made_step_t *made, uint64_t rows, const char *from, size_t from_bytes,
                          char *to, size_t to_bytes, char *between, char *scratch);

/* ---- run_line.c */

/* Runs an operation LINE on a row of the step's elements: all lines of an array that a workgroup holds.
 *
 * number    of the operation
 * from, to  may be the same */
void nbl_ready_run_line(const nbl_program_block_t *block, uint32_t number, const char *from, char *to);

/* ---- Copies */

/* Copies a run of 16 bytes or more in pieces of 16. The last piece may overlap the one before. */
static inline void nbl_ready_copy_run(size_t bytes, const char *from, char *to) {
    for (size_t i = 0; i + 16 < bytes; i += 16) memcpy(to + i, from + i, 16);
    memcpy(to + bytes - 16, from + bytes - 16, 16);
}

/* Copies `runs` times `bytes` bytes, from_step and to_step bytes apart. Runs of a block of columns have 8 to 128 bytes:
 * a call of memcpy() takes longer than these take to copy. */
static inline void nbl_ready_copy_runs(uint64_t runs, size_t bytes, const char *from, size_t from_step, char *to,
                                       size_t to_step) {
    if (bytes == 8)
        for (; runs > 0; runs--, from += from_step, to += to_step) memcpy(to, from, 8);
    else if (bytes >= 16 && bytes <= 128)
        for (; runs > 0; runs--, from += from_step, to += to_step) nbl_ready_copy_run(bytes, from, to);
    else
        for (; runs > 0; runs--, from += from_step, to += to_step) memcpy(to, from, bytes);
}

/* A loop for each storage of a view's numbers, which is a constant in it: LOOP(storage). */
#define EACH_STORAGE(storage, LOOP) \
    if ((storage) == NBL_VIEW_OWN) { \
        LOOP(NBL_VIEW_OWN) \
    } else if ((storage) == NBL_VIEW_FLOATS) { \
        LOOP(NBL_VIEW_FLOATS) \
    } else { \
        LOOP(NBL_VIEW_HALVES) \
    }

#endif
