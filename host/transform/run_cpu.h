/* What a program's run on the CPU is made of: ready_cpu.c makes it, run_cpu.c and run_*_scalar.h take it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Lines of a step go in blocks. A block is rows, each line's elements side by side, or columns, element k of all its
 * lines side by side. Where lines lie so in memory they are not copied.
 */
#ifndef NBL_HOST_TRANSFORM_RUN_CPU_H
#define NBL_HOST_TRANSFORM_RUN_CPU_H

#include <stdatomic.h>

#include "executor/line.h"
#include "executor/share.h"
#include "fft/any_length.h"
#include "transform/ready.h"

/* An operation with its tables. */
typedef struct nbl_program_made_op_t {
    nbl_executor_line_t line; /* LINE, of rows */
    nbl_executor_line_t wide; /* LINE, of columns or of rows in lanes; no steps: there is none */
    nbl_fft_any_t any;        /* LINE of radices that the executor lacks: 17 to 31 */
    bool is_any, is_whole;    /* is_whole: of all elements of a step, by the executor */
    const void *numbers;      /* MULTIPLY: in the arithmetic; PERMUTE: doubles; TURN: [line / before][element] */
    uint64_t count;           /* of them */
    void *real_table;         /* UNPACK, PACK */
    const nbl_executor_kernels_t *kernels;
    double factor; /* SCALE, FIRST */
} nbl_program_made_op_t;

typedef enum nbl_program_way_t {
    NBL_PROGRAM_ROWS,
    NBL_PROGRAM_COLUMNS,
    NBL_PROGRAM_WHOLE /* lines meet their mirrors: a transform's lines, one behind the other */
} nbl_program_way_t;

typedef struct nbl_program_made_step_t {
    const nbl_program_step_t *step; /* with views of the transform's own for what lies between steps */
    nbl_program_made_op_t op[NBL_PROGRAM_MOST_OPS];
    nbl_program_way_t way;
    uint64_t lines;               /* of a transform */
    uint64_t loaded, kept;        /* elements of a transform that there are, as products with short tables leave them */
    bool direct[2];               /* load, store: lines are as the block has them, and are not copied */
    bool lanes;                   /* rows as lanes of `wide`, all operations at once */
    bool alone;                   /* rows that one line of the executor transforms */
    bool turns_rows;              /* columns that the last operation turns, and leaves as rows */
    bool only_moves;              /* operations from one place to another alone */
    uint32_t line;                /* the first operation LINE */
    uint32_t width;               /* lines of a block */
    uint32_t last_move;           /* the last operation from one place to another; NBL_PROGRAM_NONE: there is none */
    uint32_t back;                /* from this operation on elements are numbered as they are stored */
    uint64_t in_count, out_count; /* elements of a line, loaded and stored */
    size_t row_bytes;             /* of a row in a tile */
    size_t tile_bytes, line_bytes; /* of each of two tiles, and of each of two buffers of a line */
    size_t scratch_bytes;          /* of a thread: tiles, buffers, the executor's */
} nbl_program_made_step_t;

struct nbl_ready_t {
    nbl_program_t program; /* copied; views of work regions may be others */
    const char *set;
    uint32_t threads;
    nbl_program_made_step_t *made;
    uint64_t chunk[NBL_PROGRAM_MOST_STEPS];                              /* transforms of a turn of the step's round */
    size_t region_bytes[NBL_VIEW_REGIONS], between_bytes, scratch_bytes; /* of all regions, of a thread */
    /* What steps share, by what makes it. */
    uint32_t tables;
    struct {
        uint32_t table, scalar_bytes; /* of MULTIPLY and PERMUTE */
        nbl_fft_large_pass_t pass;    /* of TURN; points 0: none */
        uint32_t radix, inverse;
        void *numbers;
        uint64_t count;
        size_t bytes;
    } table[NBL_PROGRAM_MOST_STEPS * NBL_PROGRAM_MOST_OPS];
    _Atomic(void *) kept;
    nbl_executor_pool_t pool;
};

/* Lines of a step on one side, where places and numbers go by steps from line to line. */
typedef struct nbl_program_lines_t {
    const nbl_view_t *view;
    char *memory;                 /* where its region begins */
    uint64_t begin, begin_step;   /* the transform's place */
    uint64_t number, number_step; /* of element 0 */
    uint64_t step;                /* of numbers, from element to element */
    uint64_t most;                /* numbers from this one on are zeros, or are not stored */
} nbl_program_lines_t;

typedef struct nbl_program_block_t {
    const nbl_program_made_step_t *made;
    nbl_program_lines_t side[2];         /* load, store */
    uint64_t line;                       /* of the transform: the first one's number */
    uint32_t count;                      /* of lines, the width at most */
    char *tile[2], *buffer[2], *scratch; /* scratch: the executor's */
} nbl_program_block_t;

static inline size_t nbl_program_scalar_bytes(const nbl_program_step_t *step) {
    return step->arithmetic == NBL_FFT_FLOAT64 ? 8 : step->arithmetic == NBL_FFT_FLOAT16 ? 2 : 4;
}

/* Makes everything but the pool. Errors: as nbl_ready_create(); what was made is released by the caller. */
nbl_result_t nbl_ready_make(nbl_ready_t *transform, const void *spectrum, nbl_error_t *error);
void nbl_ready_release(nbl_ready_t *transform);

/* The lines of an operation LINE in a row of the step's elements.
 *
 * from, to  may be the same */
void nbl_program_run_line(const nbl_program_block_t *block, uint32_t number, const char *from, char *to);

#endif
