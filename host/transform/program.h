/* A transform as a program: a list of steps. A step loads lines through a view, works on them and stores them through
 * another view. No pointers: programs compare, print and are read back.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    make.h writes the program of a problem, by rules/; text_read.c reads one from a text.
 * Out:   text.c prints it, check.c tells whether it is sound, run_cpu.c runs it.
 * Wrong: a program that was written by hand may be refused by the reader, which names a line of the text, or by
 *        nbl_program_check(), which names a step, or by nbl_program_prove(): its steps compute something else.
 *
 *   step    one kernel: `load` view, operations in order, `store` view. Where arrays are transformed as a whole, the
 *           line of a step is an array.
 *   round   steps of one number run one after the other, and all of them again for each `chunk` of the transforms
 *   table   numbers that an operation reads, described by what makes them
 *
 * The bits of a result in exact mode follow from the program alone.
 *
 * docs/programs.md follows one transform through the files, and has programs' texts. Of this folder
 *   the CPU alone has      cpu*, array*, solver*, ready*, run_*
 *   devices alone have     choose_tickets*, lines*, one_kernel*, and what asks for fast mode in choose.c and
 *                          choose_workgroup.c. Fused mode's programs are a device's, on the CPU, too
 *   both have              the rest
 */
#ifndef NBL_HOST_TRANSFORM_PROGRAM_H
#define NBL_HOST_TRANSFORM_PROGRAM_H

#include "nbl/fft/dct.h"
#include "nbl/fft/large.h"
#include "nbl/fft/plan.h"
#include "nbl/host/fft.h"
#include "view/view.h"

#include "nbl/host/emulator.h" /* the end of the shaders' text above */

#define NBL_PROGRAM_MOST_RANK 8
#define NBL_PROGRAM_MOST_STEPS 64
#define NBL_PROGRAM_MOST_TABLES 64
#define NBL_PROGRAM_MOST_OPS 10
#define NBL_PROGRAM_MOST_FOLDED (1u << 27) /* elements of a line */
#define NBL_PROGRAM_NONE UINT32_MAX

/* ---- What happens to a line: operations in the order of the work */

/* What code asks of a kind by nbl_program_does(), so that it need not list kinds by name. */
enum {
    NBL_PROGRAM_HAS_TABLE = 1, /* it always has a table */
    NBL_PROGRAM_MOVES = 2, /* the CPU reads one row and writes another; else numbers change in place, or not at all */
    NBL_PROGRAM_MULTIPLIES = 4 /* by numbers that the CPU makes in float32 and float64 alone */
};

/* All kinds, in the order of their numbers: KIND(name, word in a text, fields there (text_fields.h), what it does).
 *
 * In a step that holds arrays, UNPACK, PACK, UNPACK_ONE and PACK_ONE take all rows of an array, behind the last axis or
 * before the first one. N is then a row's, and an element's mirror is its mirror along all axes. */
#define NBL_PROGRAM_EACH_KIND(KIND) \
    /* a transform by radices */ \
    KIND(LINE, "line", line, NBL_PROGRAM_MOVES) \
    /* element k of line l times exp(-2 pi i k r / (points after)), r = l / before */ \
    KIND(TWIDDLE, "twiddle", twiddle, NBL_PROGRAM_MULTIPLIES) \
    /* by a table; elements that the table lacks become zeros, or are not stored */ \
    KIND(MULTIPLY, "multiply", multiply, NBL_PROGRAM_HAS_TABLE | NBL_PROGRAM_MULTIPLIES) \
    /* Rader: element q is element g^-q of the transform; inverse: it becomes element g^q */ \
    KIND(PERMUTE, "permute", permute, NBL_PROGRAM_HAS_TABLE | NBL_PROGRAM_MOVES | NBL_PROGRAM_MULTIPLIES) \
    /* Rader: x[0] is added to all others' frequency 0, and element 0 of the result is stored */ \
    KIND(RADER_FIRST, "first", table_only, NBL_PROGRAM_HAS_TABLE | NBL_PROGRAM_MULTIPLIES) \
    /* N complex numbers become frequencies 0 to N of 2 N real ones */ \
    KIND(UNPACK, "unpack", roots, NBL_PROGRAM_MOVES) \
    /* the other way */ \
    KIND(PACK, "pack", roots, NBL_PROGRAM_MOVES) \
    /* N frequencies of N real numbers become 0 to N / 2; of arrays as they are */ \
    KIND(UNPACK_ONE, "unpack-one", one, NBL_PROGRAM_MOVES) \
    /* the other way */ \
    KIND(PACK_ONE, "pack-one", one, NBL_PROGRAM_MOVES) \
    /* of arrays: from the lines of an axis to those of the next */ \
    KIND(TRADE, "trade", trade, 0) \
    /* all results */ \
    KIND(SCALE, "scale", scale, NBL_PROGRAM_MULTIPLIES) \
    /* a line for a cosine or sine transform becomes what its Fourier transform takes */ \
    KIND(FOLD, "fold", fold, NBL_PROGRAM_MOVES | NBL_PROGRAM_MULTIPLIES) \
    /* what that leaves becomes the line; both: nbl/fft/dct.h */ \
    KIND(UNFOLD, "unfold", fold, NBL_PROGRAM_MOVES | NBL_PROGRAM_MULTIPLIES)

#define NBL_PROGRAM_KIND(name, word, fields, does) NBL_PROGRAM_##name,
typedef enum nbl_program_op_kind_t { NBL_PROGRAM_EACH_KIND(NBL_PROGRAM_KIND) NBL_PROGRAM_OPS } nbl_program_op_kind_t;
#undef NBL_PROGRAM_KIND

/* Fields that a kind does not name are 0. */
typedef struct nbl_program_op_t {
    uint32_t kind; /* nbl_program_op_kind_t */
    /* LINE. If a step holds whole arrays, a line's elements lie `distance` numbers apart in the array, in all lines
     * along the axis. */
    nbl_fft_plan_t plan;
    uint32_t inverse;       /* LINE, TWIDDLE, PERMUTE */
    uint32_t normalization; /* NBL_FFT_UNNORMALIZED or another */
    uint32_t twiddles;      /* NBL_FFT_TWIDDLES_OF_TWO or another */
    uint32_t packed;        /* 1: float32 is exchanged as two halves between radices */
    uint32_t distance;
    /* LINE of a prime without a radix: 0, or that prime P. The line has A P points, `plan` is of A alone but for its
     * fft_length, `second` is of P - 1 points; `table` has Rader's powers, table number `spectrum`, which is not 0,
     * their spectrum; `pitch` as of TRADE. */
    uint32_t prime, spectrum;
    nbl_fft_plan_t second;
    uint32_t before, after; /* TWIDDLE: points of the passes before and after this one */
    /* TWIDDLE: 1: one of both passes is one radix, the last one of a line that both passes together are. The numbers
     * are what that line multiplies by before its last radix. Behind a line of the first pass, which is line r: by
     * power r of element k's twiddle, and by nothing for line 0. Before a line of the second pass, line m: element r by
     * power r of m's twiddle, and element 0 by nothing. */
    uint32_t powers;
    uint32_t table;      /* number of a table; of UNPACK and PACK NBL_PROGRAM_NONE: roots by the library's twiddles */
    uint32_t conjugates; /* MULTIPLY: 1: an element before the product, 2: the product */
    uint32_t period;     /* MULTIPLY: the table's number is the place in the view's region modulo this; 0: element */
    uint32_t stepped;    /* UNPACK, PACK: a device makes an invocation's roots of its first one */
    /* UNPACK, PACK of arrays: 1: pairs are two rows of real numbers, and there are twice as many frequencies along
     * the axis before the last one; 0: pairs are two numbers of a row. UNPACK_ONE, PACK_ONE of lines: 1: a line is two
     * rows of real numbers, whose spectra lie one behind the other; 0: it is one */
    uint32_t rows;
    uint32_t reordered;          /* PERMUTE: through shared memory */
    uint32_t row, pitch, planes; /* TRADE: elements of a row, dwords from row to row, dwords of an element at once */
    uint32_t twice, divisor, is_root; /* SCALE: (twice ? 2 : 1) / divisor, or / sqrt(divisor) */
    /* FOLD, UNFOLD: NBL_DCT_1 to NBL_DST_4, and whether its matrix is orthogonal; `table`: of twiddles */
    uint32_t dct, orthogonal;
} nbl_program_op_t;

/* ---- A kernel */

typedef struct nbl_program_step_t {
    uint32_t arithmetic;      /* nbl_fft_precision_t: FLOAT16, FLOAT32 or FLOAT64 */
    uint32_t order;           /* of instructions, nbl_instruction_order_t */
    uint32_t elements;        /* of a line, between operations */
    uint32_t round, dispatch; /* numbers, from 0. Two neighbours of one dispatch share it by tickets */
    uint32_t lag; /* of the second one: tiles of the first one that are drawn before (nbl/fft/tickets.h); else 0 */
    /* This step does what the `replaces` steps behind it do, with the same bits, in one trip through memory. A machine
     * runs it where `transforms` is `from` or more, and else those: nbl_program_decided(). 0: it replaces none. */
    uint32_t replaces;
    uint64_t from;
    /* 1: all sizes are literals of the kernel, and it goes by device address: shaders/fft_tickets.h */
    uint32_t literal;
    uint64_t transforms, chunk; /* of all, and of one repetition of the round */
    uint32_t per_group;         /* lines, or arrays, or of a step without a line elements, of a workgroup */
    uint32_t rounds; /* groups of lines that a workgroup of nbl/host/fft_vulkan.h's kernel takes; 0: another kernel */
    uint32_t invocations; /* of a line, or of an array's workgroup */
    uint32_t shared;      /* dwords of a line, or of an array's workgroup */
    uint32_t columns;     /* 1: neighbouring invocations have neighbouring lines */
    uint32_t turned;      /* 1: columns that are stored as rows: neighbouring invocations store neighbouring elements */
    uint32_t beside;      /* transforms between which the lines of one are numbered; 1: none */
    nbl_view_t load, store;
    uint32_t ops;
    nbl_program_op_t op[NBL_PROGRAM_MOST_OPS];
} nbl_program_step_t;

/* ---- Tables, in the step's arithmetic */

typedef enum nbl_program_table_kind_t {
    NBL_PROGRAM_CHIRP = 0,      /* exp(-pi i k k / n), k < n */
    NBL_PROGRAM_CHIRP_SPECTRUM, /* of its conjugate, wrapped around m, / m, normalised by n: m numbers */
    NBL_PROGRAM_RADER,          /* powers of the least generator of n: numbers without a table in memory of their own */
    NBL_PROGRAM_RADER_SPECTRUM, /* of the roots of n in the generator's order, / (n - 1), normalised by n: n - 1
                                 * numbers */
    NBL_PROGRAM_ROOTS,          /* exp(-2 pi i k / 2 n), k < n */
    NBL_PROGRAM_SHIFTED_ROOTS,  /* exp(-2 pi i (8 k + m) / 32 n), n of them if m is 1, n / 2 + 1 if it is 0 */
    NBL_PROGRAM_SPECTRUM,       /* n numbers that a run is given: a convolution's kernel */
    NBL_PROGRAM_TABLE_KINDS
} nbl_program_table_kind_t;

typedef struct nbl_program_table_t {
    uint32_t kind; /* nbl_program_table_kind_t */
    uint32_t inverse, normalization;
    uint64_t n, m;
} nbl_program_table_t;

/* ---- The problem that is solved */

typedef struct nbl_program_side_t {
    uint32_t real;                                                         /* 1: real numbers, else complex ones */
    uint64_t sizes[NBL_PROGRAM_MOST_RANK], strides[NBL_PROGRAM_MOST_RANK]; /* elements */
    uint64_t distance;                                                     /* from array to array, elements */
    uint64_t first[NBL_PROGRAM_MOST_RANK]; /* number among the results of what is element 0 here */
} nbl_program_side_t;

typedef struct nbl_problem_t {
    uint32_t precision; /* of the arrays and of the results: nbl_fft_precision_t */
    uint32_t mode;      /* nbl_mode_t */
    uint32_t inverse, real, in_place, overwrites_input;
    uint32_t convolves; /* there, a product with a given spectrum, and back; `inverse` is 0, `axes` are all */
    uint32_t scaling;   /* nbl_fft_scaling_t */
    /* 1: real lines of odd length that a workgroup holds are scaled in their last radix, whatever the scaling, as
     * nbl_fft_array() does it. 0: an unusual scaling of real lines is an operation of its own. */
    uint32_t scales_odd_lines;
    uint32_t dct, orthogonal; /* a cosine or sine transform along all axes: nbl/fft/dct.h; its inverse if `inverse` */
    uint32_t rank, axis_count;
    uint64_t sizes[NBL_PROGRAM_MOST_RANK]; /* of the transforms */
    uint64_t axes[NBL_PROGRAM_MOST_RANK];
    uint64_t batch;
    nbl_program_side_t input, output; /* what is in memory: less than `sizes`, where the rest is zeros or is dropped */
} nbl_problem_t;

typedef struct nbl_program_t {
    nbl_problem_t problem;
    uint64_t region_bytes[NBL_VIEW_REGIONS]; /* of the workspace: BETWEEN and WORK0 to WORK4 */
    uint32_t tables, steps;                  /* what lies behind them in the arrays is not set */
    nbl_program_table_t table[NBL_PROGRAM_MOST_TABLES];
    nbl_program_step_t step[NBL_PROGRAM_MOST_STEPS];
} nbl_program_t;

/* ---- Text */

/* Writes a program as text, one grammar for people and for nbl_program_read(). Returns the length of the whole text, as
 * snprintf() does: more than size - 1 if it was cut.
 *
 * buffer  NULL if size is 0 */
size_t nbl_program_text(const nbl_program_t *program, char *buffer, size_t size);

/* Reads a text as nbl_program_text() writes it; empty lines and what follows a # are passed over. Errors: ARGUMENT,
 * with the number of the line; then *program is untouched. */
nbl_result_t nbl_program_read(const char *text, nbl_program_t *program, nbl_error_t *error);

/* Returns whether two programs print the same text; false also where there is no memory for it. */
bool nbl_program_equal(const nbl_program_t *a, const nbl_program_t *b);

/* Returns a hash of the program's text (FNV-1a, 64 bits); 0: there is no memory for the text. */
uint64_t nbl_program_hash(const nbl_program_t *program);

/* Returns the word of a region in a text: "input", "work0".
 *
 * region  below NBL_VIEW_REGIONS */
const char *nbl_program_region_word(uint32_t region);

/* ---- Tables and views */

/* Adds a table to a program unless it has an equal one. Returns the table's number; NBL_PROGRAM_NONE: there is no
 * room. */
uint32_t nbl_program_add_table(nbl_program_t *program, nbl_program_table_t table);

/* Returns how many elements of a transform the products of a step leave: those before its first line of what it loads,
 * or those behind its last line of what it stores. A chirp's table is shorter than the line; UINT64_MAX: no table is.
 *
 * tables  the program's */
uint64_t nbl_program_elements_left(const nbl_program_table_t *tables, const nbl_program_step_t *step, bool stores);

/* Returns the bytes of a number of a view: a complex one, or a real one of REAL, PAIR and ROWS. */
uint32_t nbl_program_number_bytes(const nbl_program_step_t *step, const nbl_view_t *view);

/* Returns the numbers of a line as a step loads or stores them, without the one more that PACK loads and UNPACK
 * stores. */
uint64_t nbl_program_numbers_of(const nbl_program_step_t *step, bool stores);

/* Returns whether a step loads or stores half of a long line's frequencies, by half of its lines. */
bool nbl_program_folds(const nbl_program_step_t *step);

/* Returns how many lines a pass has. Lines that are left out count, too: their elements are conjugates of other
 * lines'. */
uint64_t nbl_program_pass_lines(const nbl_program_step_t *step);

/* Returns a number 2 k - 1: of each 2 k - 1 neighbouring lines of a pass the first k are there, the others are left
 * out. Returns 0 if all lines are there. */
uint32_t nbl_program_halved_lines(const nbl_program_step_t *step);

/* Leaves out lines of a view that has all of a pass.
 *
 * of  as nbl_program_halved_lines() returns it, not 0 */
void nbl_program_halve_lines(const nbl_program_step_t *step, uint32_t of, nbl_view_t *view);

/* Returns the number that a line has among all lines of a pass.
 *
 * line  its number among the lines that are there */
uint64_t nbl_program_line_of_pass(const nbl_program_step_t *step, uint64_t line);

/* Returns the elements of the long line of a step for which nbl_program_folds() is true. */
uint32_t nbl_program_long_line_elements(const nbl_program_step_t *step);

/* Returns what a FOLD or UNFOLD of a step does. */
nbl_dct_t nbl_program_dct(const nbl_program_step_t *step, const nbl_program_op_t *op);

/* Sets where the lines of a pass lie among the numbers of a transform: a view's step and lines, as nbl/fft/large.h has
 * them.
 *
 * pass    points 0: no pass, a transform is one line
 * stores  whether the view is what the pass stores through. The first pass of three stores lines in the order in which
 *         the next one finds them */
void nbl_program_lay_pass(nbl_fft_large_pass_t pass, bool stores, nbl_view_t *view);

/* Returns the elements of a row of the arrays that a step holds; 0: it holds lines. */
uint32_t nbl_program_row(const nbl_program_step_t *step);

/* Returns the number of the mirror of an element of an array that a step holds: along each axis element k of n has as
 * its mirror number n - k, element 0 itself. */
uint64_t nbl_program_mirror(const nbl_program_step_t *step, uint64_t element);

/* Returns the elements along the axis before the last one of the arrays that a step holds: the rows of a plane. */
uint32_t nbl_program_plane_rows(const nbl_program_step_t *step);

/* Returns whether a kind does all of NBL_PROGRAM_HAS_TABLE, .. that are asked for.
 *
 * kind  below NBL_PROGRAM_OPS */
bool nbl_program_does(uint32_t kind, uint32_t asked);

/* Returns whether a step has an operation of a kind. */
bool nbl_program_has(const nbl_program_step_t *step, uint32_t kind);

/* ---- Steps in place of others */

#define NBL_PROGRAM_BY_COUNT UINT32_MAX

/* Returns a copy of a program in which no step replaces others; NULL: out of memory. The copy is to be freed by free(),
 * and may be smaller than a nbl_program_t.
 *
 * others  NBL_PROGRAM_BY_COUNT, what machines run: a step that replaces others stays where it has `from` transforms or
 *         more, or else the steps that it replaces do. A smaller number n: the first n steps that replace others, in
 *         the program's order, make way for the steps that they replace; further ones stay */
nbl_program_t *nbl_program_decided(const nbl_program_t *program, uint32_t others);

/* Returns whether any step of a program replaces others. */
bool nbl_program_has_choices(const nbl_program_t *program);

/* Called with a program in which no step replaces others. */
typedef nbl_result_t (*nbl_program_visit_t)(const nbl_program_t *decided, void *user, nbl_error_t *error);

/* Calls `visit` with each program that nbl_program_decided() makes, and with the one that machines run; with the
 * program itself if it has no choices. Stops at the first error and returns it. Errors: that one; OUT_OF_MEMORY. */
nbl_result_t nbl_program_each_decided(const nbl_program_t *program, nbl_program_visit_t visit, void *user,
                                      nbl_error_t *error);

/* ---- Soundness and runs */

/* Refuses a program that reads what is not written, leaves a part of its output unwritten, writes an element twice,
 * reaches beyond a region, or stores where another line is still to be read. Errors: ARGUMENT, LIMIT (more elements
 * than there is memory to count by), OUT_OF_MEMORY. */
nbl_result_t nbl_program_check(const nbl_program_t *program, nbl_error_t *error);

/* Refuses a program whose steps compute another transform than its problem names. It runs the program and the one that
 * rules write for the problem, on the same numbers, and compares. A program with steps that replace others is run once
 * for each choice, nbl_program_each_decided(). Errors: ARGUMENT, also for the problem of a convolution; those of
 * nbl_program_run().
 *
 * program  sound: nbl_program_check() tells
 * threads  1 or more; 0: one per processor */
nbl_result_t nbl_program_prove(const nbl_program_t *program, uint32_t threads, nbl_error_t *error);

/* Runs a program on the CPU. Errors: ARGUMENT (the program is not sound; nbl_program_check() tells before), LIMIT (an
 * operation that the CPU lacks, by name), OUT_OF_MEMORY.
 *
 * input     of a program in place the output
 * output    may not overlap the input of a program that is not in place
 * spectrum  numbers of the table SPECTRUM, in the arithmetic of its step; NULL: the program has no table SPECTRUM
 * threads   1 or more; 0: one per processor */
nbl_result_t nbl_program_run(const nbl_program_t *program, void *input, void *output, const void *spectrum,
                             uint32_t threads, nbl_error_t *error);

#endif
