/* What a program's run on the CPU is made of: ready*.c make it, run_*.c and run_*_scalar.h take it.
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
#include "nbl/fft/large.h"
#include "transform/ready.h"

#include "nbl/host/emulator.h" /* the end of the shaders' text above */

/* ---- Tables: made before the first run, equal ones once (ready_tables.c) */

typedef enum nbl_ready_table_kind_t {
    NBL_READY_OF_PROGRAM, /* of the program, in the arithmetic; Rader's places as doubles */
    NBL_READY_TWIDDLES,   /* [line / before][element] */
    NBL_READY_REAL,       /* of the kernels' unpack_one and pack_one */
    NBL_READY_ZEROS,      /* the second signal of pack_two */
    NBL_READY_ROOTS       /* n real parts, and behind them imaginary ones */
} nbl_ready_table_kind_t;

/* What makes a table; what a kind does not name is 0. */
typedef struct nbl_ready_table_of_t {
    uint32_t kind; /* nbl_ready_table_kind_t */
    uint32_t scalar_bytes;
    nbl_program_table_t program;           /* OF_PROGRAM */
    nbl_fft_large_pass_t pass;             /* TWIDDLES */
    uint32_t radix, inverse;               /* TWIDDLES */
    uint32_t powers;                       /* TWIDDLES: the operation's; 2: it is before a line */
    const nbl_executor_kernels_t *kernels; /* REAL */
    uint64_t n;                            /* REAL, ZEROS, ROOTS: complex numbers */
    uint32_t is_halved; /* REAL, ROOTS: roots of a table `roots`, else as the library's twiddles are */
    /* REAL, ROOTS, OF_PROGRAM: roots that an invocation's first one makes: points of the line's last pass, its
     * invocations and the lines of a transform; 0: none are */
    nbl_fft_pass_t side;
    uint32_t lines;
} nbl_ready_table_of_t;

typedef struct nbl_ready_table_t {
    nbl_ready_table_of_t of;
    uint64_t count; /* OF_PROGRAM: complex numbers */
    size_t bytes;
    _Atomic(void *) numbers; /* for nbl_platform_aligned_free(); NULL: not made yet */
} nbl_ready_table_t;

/* ---- Steps */

/* A line of the executor, which equal operations share. */
typedef struct nbl_ready_line_t {
    nbl_executor_line_desc_t of;
    nbl_executor_line_t line;
    struct nbl_ready_line_t *next; /* of a program */
} nbl_ready_line_t;

/* Does an operation but LINE on one row of a step that has moves: complex numbers side by side.
 *
 * n         elements of the step
 * from, to  the row before and after; of SCALE the same */
typedef struct nbl_program_made_op_t nbl_program_made_op_t;
typedef void nbl_program_move_t(const nbl_program_made_op_t *op, uint32_t n, const void *from, void *to);

/* An operation with its tables. */
struct nbl_program_made_op_t {
    const nbl_executor_line_t *line; /* LINE, of rows; has no steps if no row is transformed by it */
    const nbl_executor_line_t *wide; /* LINE, of columns or in lanes; has no steps if not used */
    nbl_ready_t *other;              /* LINE of a prime without a radix: a program of its own; or NULL */
    bool is_whole;                   /* LINE of all elements of a step, by the executor */
    nbl_ready_table_t *table;        /* MULTIPLY, PERMUTE, TWIDDLE, UNPACK, PACK */
    const nbl_executor_kernels_t *kernels;
    double factor;            /* SCALE, FIRST */
    nbl_program_move_t *move; /* NULL: it has none; LINE needs none if `is_whole` */
    bool stays;               /* SCALE: in place */
    uint64_t count;           /* SCALE: complex numbers of the row */
};

static inline const void *nbl_program_numbers(const nbl_program_made_op_t *op) {
    return atomic_load_explicit(&op->table->numbers, memory_order_acquire);
}

typedef enum nbl_program_taken_as_t {
    NBL_PROGRAM_ROWS,
    NBL_PROGRAM_COLUMNS,
    NBL_PROGRAM_WHOLE, /* lines meet their mirrors: a transform's lines, one behind the other */
    NBL_PROGRAM_REALS, /* `fold` or `unfold` alone: lines of real numbers, and rows of the workspace */
    NBL_PROGRAM_LANES  /* lines in lanes, from memory to memory by `wide`: ready_lanes.c */
} nbl_program_taken_as_t;

/* Runs a block of lines. */
typedef struct nbl_program_block_t nbl_program_block_t;
typedef void nbl_program_run_block_t(const nbl_program_block_t *block);

typedef struct nbl_program_made_step_t {
    const nbl_program_step_t *step; /* with views of the transform's own for what lies between steps */
    nbl_program_made_op_t *op;      /* step->ops of them */
    nbl_program_taken_as_t taken_as;
    nbl_program_run_block_t *run_block; /* by arithmetic, mode and taken_as */
    uint64_t lines;                     /* of a transform */
    uint32_t halved_lines;              /* nbl_program_halved_lines() */
    uint64_t loaded, stored; /* elements of a transform that there are, as products with short tables leave them */
    bool fetches;            /* columns: the next ones are fetched into the cache */
    /* LANES; load, store: rows of a tile of real numbers, a cache line in each; 0: there is no tile */
    uint64_t rows[2];
    bool direct[2];     /* load, store: lines are as the block has them, and are not copied */
    bool lanes;         /* rows as lanes of `wide`, all operations at once */
    bool alone;         /* rows that one line of the executor transforms */
    bool to_rows;       /* columns whose last line leaves rows: a line in each lane, stored where rows lie */
    bool products_move; /* products are from one place to another, along a table from its begin on */
    bool only_moves;    /* operations from one place to another, and factors: none asks for elements' numbers */
    bool is_half;       /* `line`, `unpack` or `pack`, `line`, and the line is whole: a real signal of even length */
    bool has_moves;     /* all operations have `move` or are whole lines */
    /* Between a row and one line in memory whose elements lie at equal distances; NULL: they do not.
     *
     * there  elements in memory, zeros behind them */
    void (*load_line)(const nbl_view_t *view, uint64_t there, uint64_t count, const char *from, void *row);
    void (*store_line)(const nbl_view_t *view, uint64_t count, const void *row, char *to);
    uint64_t there;
    nbl_dct_t dct;  /* of REALS */
    double factor;  /* of REALS: of the results */
    uint32_t line;  /* the first operation LINE */
    uint32_t width; /* lines of a block */
    /* columns from which, in place, the first block ends where a cache line does (columns_ahead()) */
    uint64_t ahead_from;
    uint32_t last_move;            /* the last operation from one place to another; or NBL_PROGRAM_NONE */
    uint32_t back;                 /* from this operation on elements are numbered as they are stored */
    uint64_t in_count, out_count;  /* elements of a line, loaded and stored */
    size_t row_bytes;              /* of a row in a tile */
    size_t tile_bytes, line_bytes; /* of each of two tiles, and of each of two buffers of a line */
    size_t scratch_bytes;          /* of a thread: tiles, buffers, the executor's */
} nbl_program_made_step_t;

/* Runs that take less scratch have it on the stack: to take it and to give it back is two exchanges with memory that
 * other threads may see, 20 ns of a run that may take 50. musl's threads have stacks of 128 KiB. */
#define NBL_READY_BYTES_ON_STACK 16384u

#define NBL_READY_SPARES 16 /* scratch between runs: of as many that run at once; chosen, nothing measured beyond two */

/* A part of the results, copied from all of them. Bytes. */
enum { NBL_READY_MOST_CUT_LOOPS = NBL_PROGRAM_MOST_RANK + 1 };

typedef struct nbl_ready_cut_loop_t {
    uint64_t count;
    size_t from, to; /* steps */
} nbl_ready_cut_loop_t;

typedef struct nbl_ready_cut_t {
    size_t bytes; /* of all results, rounded up; 0: nothing is cut */
    size_t run;   /* of what is copied at once */
    size_t first; /* before the part */
    uint32_t loops;
    nbl_ready_cut_loop_t loop[NBL_READY_MOST_CUT_LOOPS]; /* over runs, the innermost first */
} nbl_ready_cut_t;

/* A way of a run. Each is a function of its own, with the registers and the stack that it needs: of a short line the
 * rest of a run takes as long as the transform, 5 to 10 ns. Errors: OUT_OF_MEMORY. */
typedef nbl_result_t nbl_ready_run_t(nbl_ready_t *transform, nbl_executor_pool_t *pool, const void *input, void *output,
                                     nbl_error_t *error);

struct nbl_ready_t {
    nbl_problem_t problem;
    nbl_ready_cut_t cut;
    uint32_t steps, tables_of_program;
    size_t own_bytes; /* of the transform and its arrays */
    /* Arrays of one block of memory, the transform's own. */
    nbl_program_step_t *step; /* copied; views of work regions may be others */
    nbl_program_table_t *table_of_program;
    const char *set;
    uint32_t threads;
    nbl_program_made_step_t *made;
    uint64_t *chunk; /* transforms of a repetition of the step's round */
    uint64_t *parts; /* of the array in which the step's round and the next one go together; 0: they do not */
    size_t region_bytes[NBL_VIEW_REGIONS], between_bytes, scratch_bytes; /* of all regions, of a thread */
    nbl_ready_line_t *lines;                                             /* all that it has */
    nbl_ready_table_t *table;
    uint32_t tables;
    atomic_bool has_tables;
    bool stays;       /* one step that reads each line as a whole before it writes any of it: it may be in place, too */
    bool is_one_loop; /* one step, whose lines go on alike, and one thread */
    nbl_ready_run_t *run;
    _Atomic(void *) spare[NBL_READY_SPARES];
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

struct nbl_program_block_t {
    const nbl_program_made_step_t *made;
    nbl_program_lines_t side[2];         /* load, store */
    uint64_t line;                       /* of the transform: the first one's number */
    uint32_t count;                      /* of lines, the width at most */
    char *tile[2], *buffer[2], *scratch; /* scratch: the executor's */
};

static inline size_t nbl_program_scalar_bytes(const nbl_program_step_t *step) {
    return step->arithmetic == NBL_FFT_FLOAT64 ? 8 : step->arithmetic == NBL_FFT_FLOAT16 ? 2 : 4;
}

/* ---- Making, in the order of the calls */

typedef struct nbl_ready_make_t {
    nbl_ready_t *transform;
    nbl_program_made_step_t *made;
    nbl_error_t *error;
    uint32_t number; /* of the step */
    nbl_mode_t mode;
} nbl_ready_make_t;

/* Lays out what lies between steps, and counts the transforms of a repetition of its round.
 *
 * region_bytes  of the program */
void nbl_ready_lay_between(nbl_ready_t *transform, const uint64_t *region_bytes);

/* Says which rounds go together, when all steps are made (ready_parts.c). */
void nbl_ready_part(nbl_ready_t *transform);

/* Makes one step of two that a workgroup does not hold together: where the first stores a line and the second loads the
 * same one. Bits stay. */
void nbl_ready_join(nbl_ready_t *transform);

/* Makes one step of a cosine or sine transform's, where its lines go in lanes. Bits stay.
 *
 * set  as of nbl_ready_create() */
void nbl_ready_join_dct(nbl_ready_t *transform, const char *set);

/* Returns whether the lines of a step go in lanes from memory to memory. */
bool nbl_ready_is_in_lanes(const nbl_ready_make_t *make);

/* Makes the line of a step that does. Errors: OUT_OF_MEMORY. */
nbl_result_t nbl_ready_make_lanes(const nbl_ready_make_t *make);

/* Returns whether the next columns are fetched into the cache while columns are transformed. */
bool nbl_ready_fetches(const nbl_program_made_step_t *made);

/* Makes the tables, factors and programs of a step's operations. Errors: LIMIT (an operation that the CPU lacks),
 * ARGUMENT, OUT_OF_MEMORY. */
nbl_result_t nbl_ready_make_ops(const nbl_ready_make_t *make);

/* Returns the roots of pairs for lines in lanes, made before the first run; NULL: the line makes its own.
 *
 * op  UNPACK or PACK of the step */
const _Atomic(void *) *nbl_ready_roots(const nbl_ready_make_t *make, const nbl_program_op_t *op);

/* Makes lines of rows. Errors: ARGUMENT, OUT_OF_MEMORY. */
nbl_result_t nbl_ready_make_rows(const nbl_ready_make_t *make);

/* Chooses the kernels that go with lines of rows, if there are any, and makes their tables. Errors: LIMIT. */
nbl_result_t nbl_ready_make_kernels(const nbl_ready_make_t *make);

/* Returns kernels that fold and unfold lines whose halves have `half` elements; NULL: the set has no kernels for
 * them. */
const nbl_executor_kernels_t *nbl_ready_dct_kernels(const nbl_ready_make_t *make, uint32_t half);

/* Chooses the way of a step, and makes what it takes beside operations. Errors: OUT_OF_MEMORY. */
nbl_result_t nbl_ready_make_way(const nbl_ready_make_t *make);

/* Fills in what a step of rows has for short lines: moves of operations, and how one line is loaded and stored. */
void nbl_ready_make_moves(nbl_program_made_step_t *made);

/* Returns the function that runs blocks of a step, by its arithmetic and how its lines are taken. */
nbl_program_run_block_t *nbl_ready_block_of(const nbl_program_made_step_t *made, nbl_mode_t mode);

/* Returns the way of a run of one row, all on the stack; NULL: the transform is not one. */
nbl_ready_run_t *nbl_ready_run_of_row(const nbl_ready_t *transform);

/* Chooses the way of a run, when all steps are made: one row, all on the stack, or in memory that is kept from run to
 * run. */
void nbl_ready_choose_run(nbl_ready_t *transform);

/* Returns whether a problem that keeps a part of its results is solved as a whole, and the part copied from all
 * results.
 *
 * whole  receives the problem of the whole, never in place
 * cut    receives what is copied; bytes 0 where it is not */
bool nbl_ready_cuts(const nbl_problem_t *part, nbl_problem_t *whole, nbl_ready_cut_t *cut);

/* Copies the part from all results. */
void nbl_ready_cut(const nbl_ready_t *transform, nbl_executor_pool_t *pool, const char *whole, char *output);

/* Returns LIMIT. */
nbl_result_t nbl_ready_refuse(const nbl_ready_make_t *make, const char *why);

/* Returns what the executor makes a line of. */
nbl_executor_line_desc_t nbl_ready_describe_line(const nbl_ready_make_t *make, const nbl_program_op_t *op);

/* Finds an equal line of the program, or makes one. Errors: ARGUMENT, OUT_OF_MEMORY; then *made is untouched. */
nbl_result_t nbl_ready_make_line(const nbl_ready_make_t *make, const nbl_executor_line_desc_t *desc,
                                 const nbl_executor_line_t **made);

/* Returns the table that is made so, a new one unless there is one. */
nbl_ready_table_t *nbl_ready_table(nbl_ready_t *transform, const nbl_ready_table_of_t *of);

/* Makes tables that are not there. Thread-safe: threads that come at once each make them, and the tables of one thread
 * are kept, so that a process that fork() made waits for no thread of another. Errors: OUT_OF_MEMORY, ARGUMENT (no
 * table has the sizes that the program gives, nbl_program_fill_table()). */
nbl_result_t nbl_ready_make_tables(nbl_ready_t *transform, nbl_error_t *error);

/* Copies a convolution's spectrum, which a run cannot compute, into its table. Errors: LIMIT (spectrum is NULL, and the
 * program has a table SPECTRUM), OUT_OF_MEMORY. */
nbl_result_t nbl_ready_copy_spectrum(nbl_ready_t *transform, const void *spectrum, nbl_error_t *error);

static inline bool nbl_ready_is_real_op(uint32_t kind) {
    return kind == NBL_PROGRAM_UNPACK || kind == NBL_PROGRAM_PACK || kind == NBL_PROGRAM_UNPACK_ONE ||
           kind == NBL_PROGRAM_PACK_ONE;
}

#define NBL_READY_BYTES_OF_CACHE_LINE 64u /* of x86 and most of Arm */

/* What vectors may read behind the last element of a buffer. */
#define NBL_READY_MARGIN_BYTES 1024u

static inline size_t nbl_ready_round_up(size_t bytes) {
    return (bytes + NBL_EXECUTOR_ALIGNMENT - 1) / NBL_EXECUTOR_ALIGNMENT * NBL_EXECUTOR_ALIGNMENT;
}

/* Does what nbl_ready_run() does, but for its check of the arrays: they may be one where nbl_ready_t.stays or the
 * problem is in place. Errors: ARGUMENT (a table that there is not), OUT_OF_MEMORY. */
static inline nbl_result_t nbl_ready_run_unchecked(nbl_ready_t *transform, nbl_executor_pool_t *pool, const void *input,
                                                   void *output, nbl_error_t *error) {
    if (!atomic_load_explicit(&transform->has_tables, memory_order_acquire)) {
        const nbl_result_t result = nbl_ready_make_tables(transform, error);
        if (result != NBL_SUCCESS) return result;
    }
    return transform->run(transform, pool, input, output, error);
}

/* ---- Running, in the order of the calls */

/* Runs what has its tables.
 *
 * memory  nbl_ready_scratch_bytes(), aligned by NBL_EXECUTOR_ALIGNMENT */
void nbl_ready_run_in(const nbl_ready_t *transform, nbl_executor_pool_t *pool, void *input, void *output, char *memory);

#endif
