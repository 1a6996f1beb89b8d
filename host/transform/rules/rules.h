/* What rules share: the axis at hand, a step under way, and the program that they write.
 * SPDX-License-Identifier: Apache-2.0
 *
 * docs/programs.md, "Adding a rule", lists what a new one touches. A rule is one rewrite in a file of its own. Its head
 * says what step goes in, what steps come out, by which mathematics, and when it may be applied. A step under way has a
 * load, a store, and operations among which each `line` has its points and no plan yet:
 *
 *   order.c     an array becomes an axis after the other, each of them lines along one dimension
 *   convolve.c  a convolution becomes axes there, one with a product, and axes back
 *   resident.c  several axes become one step, where a workgroup holds the array
 *   halve.c     a line of real numbers becomes a complex one and `unpack`, or `pack` and a complex one
 *   fold.c      a cosine or sine transform becomes a Fourier transform between `fold` and `unfold`
 *   chirp.c     a line of any length becomes two lines of another length and products
 *   rader.c     a line of prime length becomes two lines of one element less and a product
 *   prime.c     a line that a workgroup holds has radices and a prime, for which it goes by Rader's algorithm, in one
 *               step
 *   passes.c    a long line becomes two or three short ones with twiddles between
 *   composite.c one whose length has a prime without radices does, too: lines of that prime are the last pass
 *   blocks.c    long columns of a plane of narrow rows become rows and a pass in one step, and a pass
 *   strips.c    long columns of a plane become passes in place, for which the rows are reordered
 *   measured.c  an axis in the passes of a row of measurements, by device address
 *   step.c      what all of them take: views, operations, steps
 *   workspace.c how many transforms go through the workspace at once
 *
 * A rule asks choose.h for every decision: no rule compares a length, bytes or a number of lines with a constant.
 *
 * make.c calls order.c, or convolve.c for a convolution. order.c first asks whether the last axes become one step:
 * resident.c. Each other axis is made by one of these:
 *
 *   both axes of a plane, in blocks                  blocks.c, by resident.c and a pass
 *   columns of a plane, in strips                    strips.c
 *   an axis with a row of measurements               measured.c, in more passes than one by passes.c
 *   with a convolution's product                     convolve.c
 *   a cosine or sine transform                       fold.c, and between its two steps a real or complex line
 *   a real line that no workgroup holds              halve.c, and a complex line of half the length
 *   any other line                                   one step; or passes.c; or prime.c, composite.c; or chirp.c, which
 *                                                    calls rader.c for some primes
 *
 * The two lines of chirp.c may go in passes. Every step gets its plan from nbl_rules_add(), and workspace.c counts how
 * many transforms an axis takes through its steps at once.
 */
#ifndef NBL_HOST_TRANSFORM_RULES_RULES_H
#define NBL_HOST_TRANSFORM_RULES_RULES_H

#include "transform/choose.h"
#include "transform/program.h"

enum { NBL_RULES_WORKS = NBL_VIEW_REGIONS - NBL_VIEW_WORK0 };

/* The lines along one dimension. */
typedef struct nbl_rules_axis_t {
    uint32_t dimension, length; /* of the signal */
    bool real;                  /* its signal is real */
    bool convolves;             /* its spectrum is multiplied by a given one and goes back */
    nbl_view_t load, store;     /* in numbers of the arrays; transforms[0] has the lines side by side, the group */
    uint64_t group, transforms; /* lines of a group, and of all */
    bool columns;               /* neighbouring lines are nearer than elements of a line, as they are read */
    uint32_t beside;            /* lines of the group between which those of a pass are numbered; 1: none */
    bool interleaves;           /* `beside` transforms lie side by side in the workspace, too */
    uint32_t first;             /* step of the program */
    uint64_t work_elements[NBL_RULES_WORKS]; /* complex numbers of a transform in each part of the workspace */
    uint32_t work_bytes[NBL_RULES_WORKS];    /* bytes of each of these numbers */
} nbl_rules_axis_t;

typedef struct nbl_rules_t {
    nbl_program_t *program; /* its problem is given; `round` counts axes */
    uint32_t room;          /* steps that it can have */
    nbl_choose_t choose;    /* with the problem at hand: a convolution goes one way, then the other */
    uint32_t axes;
    uint32_t replacing; /* first steps, which replace others */
    nbl_rules_axis_t axis;
    uint32_t stored; /* precision for which the last step was planned */
    nbl_error_t *error;
} nbl_rules_t;

/* ---- Rules. Errors of all: LIMIT (no plan within the limits, no room in a program) */

/* Write the whole problem: a transform; a convolution. */
nbl_result_t nbl_rule_order(nbl_rules_t *rules);
nbl_result_t nbl_rule_convolve(nbl_rules_t *rules);

/* The axis at hand, which has its lines; order.c. */
nbl_result_t nbl_rule_axis(nbl_rules_t *rules);

/* The axis at hand with the product of a convolution; convolve.c. */
nbl_result_t nbl_rule_product(nbl_rules_t *rules);

/* The last axes of an array as one step. */
typedef struct nbl_rules_resident_t {
    uint32_t axes;           /* 2 or 3 */
    uint32_t lengths[3];     /* along the axes, the last one first, in elements that a workgroup holds */
    uint32_t real;           /* what a row's elements are: nbl_choose_resident_rows() */
    uint32_t load, store;    /* regions */
    uint32_t blocks;         /* of a plane, as blocks.c takes it; 1: the array is whole */
    uint64_t fewest;         /* arrays in a batch for which it pays; 1: always, and no other steps are needed */
    nbl_program_step_t step; /* with lines and trades */
} nbl_rules_resident_t;

/* Returns how many of the last axes of an array become one step, if choose.h says so: 0, 2 or 3.
 *
 * between   the array between two axes: nbl_rules_between()
 * axes      of the array, in the order in which they are transformed
 * most      axes that may become one step, 0 to 3
 * resident  receives the step; its place is before the steps of the other axes, back to real numbers behind them */
uint32_t nbl_rules_find_resident(nbl_rules_t *rules, const nbl_program_side_t *between, const nbl_rules_axis_t *axes,
                                 uint32_t count, uint32_t most, nbl_rules_resident_t *resident);

/* Adds that step. */
void nbl_rule_resident(nbl_rules_t *rules, const nbl_program_side_t *between, const nbl_rules_resident_t *resident);

/* The axis at hand as a Fourier transform of complex or real lines, which one step holds or more do; order.c. */
nbl_result_t nbl_rule_line(nbl_rules_t *rules);

/* The axis at hand as a cosine or sine transform. */
nbl_result_t nbl_rule_fold(nbl_rules_t *rules);

/* The axis at hand as lines of real numbers of an even length. */
nbl_result_t nbl_rule_halve(nbl_rules_t *rules);

/* A step with one line of any length, as it is or by the next two rules (chirp.c). A line that goes by a chirp is the
 * step's first operation.
 *
 * work  first part of the workspace that is free */
nbl_result_t nbl_rule_any(nbl_rules_t *rules, const nbl_program_step_t *step, uint32_t work);
nbl_result_t nbl_rule_chirp(nbl_rules_t *rules, const nbl_program_step_t *step, uint32_t work);
nbl_result_t nbl_rule_rader(nbl_rules_t *rules, const nbl_program_step_t *step);
nbl_result_t nbl_rule_passes(nbl_rules_t *rules, const nbl_program_step_t *step, uint32_t work);
nbl_result_t nbl_rule_composite(nbl_rules_t *rules, const nbl_program_step_t *step, const uint32_t points[3]);

/* Returns whether a line goes by composite.c, if choose.h says so.
 *
 * points  receives the elements of a line in each pass */
bool nbl_rules_is_composite(const nbl_rules_t *rules, const nbl_program_step_t *step, uint32_t points[3]);

/* Returns whether a line goes by prime.c, if choose.h says so. */
bool nbl_rules_has_prime(const nbl_rules_t *rules, const nbl_program_step_t *step);
nbl_result_t nbl_rule_prime(nbl_rules_t *rules, const nbl_program_step_t *step);

/* The axis at hand in the passes of choose.tickets; measured.c. */
nbl_result_t nbl_rule_measured(nbl_rules_t *rules);

/* Returns whether a problem is planes that are given and kept without gaps, whose two axes are transformed out of
 * place.
 *
 * between  the array between two axes: nbl_rules_between()
 * axes     of the array */
bool nbl_rules_is_plane(const nbl_problem_t *problem, const nbl_program_side_t *between, const nbl_rules_axis_t *axes,
                        uint32_t count);

/* Lays the axis at hand out as planes, each of which is a line of all its elements. */
void nbl_rules_lay_planes(nbl_rules_t *rules);

/* Returns whether planes go in blocks of rows, if choose.h says so. Arguments: nbl_rules_is_plane().
 *
 * block  receives the step that holds blocks */
bool nbl_rules_find_blocks(const nbl_rules_t *rules, const nbl_program_side_t *between, const nbl_rules_axis_t *axes,
                           uint32_t count, nbl_rules_resident_t *block);

/* Both axes of planes in blocks of rows.
 *
 * axes  of the array */
nbl_result_t nbl_rule_blocks(nbl_rules_t *rules, const nbl_program_side_t *between, const nbl_rules_axis_t *axes,
                             const nbl_rules_resident_t *block);

/* Returns whether the columns of planes go in strips, if choose.h says so.
 *
 * between  the array between two axes: nbl_rules_between()
 * axes     of the array
 * points   receives the elements of a line in both passes, as they come forward */
bool nbl_rules_has_strips(const nbl_rules_t *rules, const nbl_program_side_t *between, const nbl_rules_axis_t *axes,
                          uint32_t count, uint32_t points[3]);

/* The axis at hand, the columns of a plane, which has its lines. */
nbl_result_t nbl_rule_strips(nbl_rules_t *rules, const uint32_t points[3]);

/* Lays the axis at hand, the rows of these planes, out anew: its lines are stored, or back loaded, in the order of
 * strips. */
void nbl_rules_turn_rows(nbl_rules_t *rules, const nbl_program_side_t *between, const uint32_t points[3]);

/* Counts the transforms that go through the axis's steps at once. */
nbl_result_t nbl_rule_workspace(nbl_rules_t *rules);

/* ---- Loops */

/* Over transforms, on both sides; the last one varies fastest. */
typedef struct nbl_rules_loops_t {
    uint32_t count;
    nbl_view_loop_t load[NBL_PROGRAM_MOST_RANK + 1], store[NBL_PROGRAM_MOST_RANK + 1];
} nbl_rules_loops_t;

/* Adds a loop inside the last one, or makes that one longer where the new one is a part of it.
 *
 * most  trips of one loop */
void nbl_rules_add_loop(nbl_rules_loops_t *loops, uint64_t most, uint64_t count, uint64_t load, uint64_t store);

/* Fills in how the lines of the axis at hand lie; its regions are set.
 *
 * from, to  arrays that it reads and writes
 * lines     along each other dimension */
void nbl_rules_lay_axis(nbl_rules_t *rules, const nbl_program_side_t *from, const nbl_program_side_t *to,
                        const uint64_t *lines);

/* Returns the array of complex numbers between two axes, without gaps: the whole input, or a convolution's spectrum. */
nbl_program_side_t nbl_rules_between(const nbl_problem_t *problem);

/* Returns whether of the output's elements not all are kept. */
bool nbl_rules_keeps_part(const nbl_problem_t *problem);

/* Makes room for that array. */
void nbl_rules_need_between(nbl_rules_t *rules, const nbl_program_side_t *between);

/* Gives the axis's views these loops, the one that varies fastest first: its trips are the group. */
void nbl_rules_lay_loops(const nbl_rules_loops_t *loops, nbl_rules_axis_t *axis);

/* ---- Views */

/* Returns the axis's input (which 0) or output (1) as a view.
 *
 * arithmetic  precision of the step
 * element     what real numbers are to it: REAL, PAIR (complex numbers, where two reals are one everywhere),
 *             HERMITIAN */
nbl_view_t nbl_rules_array(const nbl_rules_t *rules, int which, uint32_t arithmetic, uint32_t element);

/* Returns a view of a part of the workspace: `elements` complex numbers for each transform. */
nbl_view_t nbl_rules_work(nbl_rules_t *rules, uint32_t number, uint64_t elements, uint32_t arithmetic);

/* ---- Steps and operations */

/* Add an operation; a product by a table, with `conjugates` of nbl_program_op_t. */
nbl_program_op_t *nbl_rules_op(nbl_program_step_t *step, uint32_t kind);

nbl_program_op_t *nbl_rules_multiply(nbl_rules_t *rules, nbl_program_step_t *step, nbl_program_table_t table,
                                     uint32_t conjugates);
enum { NBL_RULES_CONJUGATES_ELEMENT = 1, NBL_RULES_CONJUGATES_PRODUCT = 2 };

/* Adds a line of `points` points, without a plan. */
nbl_program_op_t *nbl_rules_line(nbl_program_step_t *step, uint32_t points, bool inverse, uint32_t normalization);

/* Returns what lines that a workgroup holds, or complex ones, are normalised by: NBL_FFT_UNNORMALIZED or another. */
uint32_t nbl_rules_normalization(const nbl_problem_t *problem);

/* Adds the factor of a real signal's results, unless it is 1. */
void nbl_rules_scale(const nbl_rules_t *rules, nbl_program_step_t *step);

/* Returns the number of a step's first line; ops: it has none. */
uint32_t nbl_rules_line_of(const nbl_program_step_t *step);

/* Returns whether a row of `points` points has the bits of one kernel though it is longer than others that do
 * (choose_rows.c), and the axis's lines are such rows: their elements follow each other in memory. */
bool nbl_rules_is_long_row(const nbl_rules_t *rules, uint32_t points);

/* Adds a step to the program, with a plan that choose.h makes.
 *
 * stored  precision for which the plan is made: the step's, or FLOAT16_STORAGE
 * split   whether the step is a pass with points of nbl_choose_points() */
nbl_result_t nbl_rules_add(nbl_rules_t *rules, const nbl_program_step_t *step, uint32_t stored, bool split);

#endif
