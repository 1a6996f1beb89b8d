/* What was measured or chosen once: rows of host/facts/<device>.txt, and how they are found.
 * SPDX-License-Identifier: Apache-2.0
 *
 * tools/facts.c reads the texts when the library is built and writes their rows into one array, sorted by number. Rows
 * of one number stay in the order of the texts: your own ones in the order of their names, then the library's, rows for
 * all devices last (Makefile, OWN_FACTS). A planner asks for the rows of a case one after the other, and takes the
 * first row whose plan fits. Files of host/plan do not include this one: they have numbers (facts/numbers.h), and no
 * rows.
 *
 * The third line of a text, "for KIND,KIND", has the kinds of devices for which its rows hold, or all:
 *
 *   exact.txt     every device; frozen, since radices decide bits
 *   epyc.txt      processors: numbers of how the CPU takes lines
 *   h200.txt      NVIDIA's, measured on an H200; processors take them too, though none was measured by them
 *   amd.txt       AMD's: where compilers of other vendors stand in the way of a better plan
 *   intel.txt     Intel's: a number
 *   chirps.txt    every device: lengths, and no plans
 *   portable.txt  all others: no row spills a register in any compiler that `make check-vendors` asks
 *
 * The text of another device needs no rows: rows of portable.txt are taken for what it lacks.
 *
 * A row, as host/facts/row.h reads it:
 *
 *   fast fp32 1440 8x15x12@120*2/1 rounds 4 instructions late percent 98
 *   exact fp32,fp16-storage columns,turned whole 2048 16x16x8@64*8/2
 *   exact fp32 exact-alone 3861 13x3x9x11@429*1/1 rounds 1 instructions demanded
 *   fast fp32 fused-alone 70 7x10@10*3/1 rounds 1
 *   fast fp32 tickets 1024x1024 32x32@32*8/2,32x32@32*8/2 lag 208
 *   fast fp32 arrays real back 432x7 7@1,12x3x12@48
 *   number arrays-idle 0.5
 *
 *   mode        exact: a row of both modes, frozen where its radices decide bits, unless exact-alone is among its
 *               conditions; fast: of fast mode and of fused mode, unless fused-alone is among its conditions:
 *               then of kernels that have the text's multiply-adds (nbl_fused_compiled_as())
 *   precisions  of an element in memory, or several
 *   kinds       what the plan is for, or several; without a word: a transform of a workgroup
 *   conditions  all must hold
 *   number      length of the transform, or of a line; sizes of an array by tickets; of arrays that a workgroup holds
 *               sizes of what it holds, complex numbers
 *   plans       as nbl/host/plan.h has them; of tickets a plan for each pass; of arrays radices and invocations of each
 *               axis in the order of a program's lines
 *
 * Numbers are thresholds and terms of models: facts/numbers.h.
 */
#ifndef NBL_HOST_FACTS_FACTS_H
#define NBL_HOST_FACTS_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "facts/numbers.h"
#include "nbl/host/fft.h"

/* X(name, word): what a row's plan is for. */
#define NBL_FACT_KINDS(X) \
    X(TRANSFORM, "")                      /* transforms that a workgroup holds */ \
    X(PASS, "pass")                       /* lines of a pass of a long transform: radices alone, in both modes */ \
    X(COLUMNS, "columns")                 /* lines side by side, of an axis or of a pass */ \
    X(TURNED, "turned")                   /* lines that are read side by side and written one after the other */ \
    X(LINES, "lines")                     /* lines one after the other */ \
    X(CONVOLUTION, "convolution")         /* a transform, products and the transform back in one kernel */ \
    X(CHIRP_PASS, "chirp-pass")           /* points of a pass of a chirp's convolution; no plan */ \
    X(REAL_PASS, "real-pass")             /* points of a pass of a long real line of even length; no plan */ \
    X(ARRAYS, "arrays")                   /* arrays that a workgroup holds; a plan for each axis */ \
    X(TICKETS, "tickets")                 /* passes by device address, two of them in a dispatch by tickets */ \
    X(BLOOM, "bloom")                     /* the bloom's passes that have no row of the kinds below */ \
    X(BLOOM_ROWS, "bloom-rows")           /* the bloom's first pass */ \
    X(BLOOM_ROWS_BACK, "bloom-rows-back") /* the bloom's third pass */ \
    X(BLOOM_LINES, "bloom-lines")         /* the bloom's second pass; precision: of its storage */ \
    X(BLOOM_LENGTH, "bloom-length") /* a length to take, `takes`, in place of the cheapest one by counts; no plan */

/* X(name, word): what a row may demand. */
#define NBL_FACT_CONDITIONS(X) \
    X(MIRRORED, "mirrored") /* lines with their mirrors: a real signal's half beside its last step */ \
    X(PLAIN, "plain")       /* without mirrors */ \
    X(FORWARD, "forward") \
    X(BACK, "back") \
    X(ADDRESSES, "addresses") /* kernels by device address, whose invocations have registers for more elements */ \
    X(UNEVEN, "uneven")       /* rows begin anywhere in a sector of memory */ \
    X(FAR, "far")             /* an element of a column lies columns-far-bytes or more behind the last one */ \
    X(FARTHER, "farther")     /* columns-farther-bytes or more */ \
    X(WHOLE, "whole")         /* lines of an axis */ \
    X(OF_PASS, "of-pass")     /* lines of a long line's pass */ \
    X(REAL, "real")           /* real signals */ \
    X(EXACT, "exact-alone")   /* exact mode: with it a row of exact mode is not one of fast mode, too */ \
    X(FUSED, "fused-alone")   /* multiply-adds that the text states: no row of kernels without them, as of halves */ \
    X(FEW, "few")             /* too few lines or transforms to give each multiprocessor some */ \
    X(LONG, "long")           /* a convolution that no product of shorter points reaches */

#define NBL_FACT_NUMBER(name, word) NBL_FACT_NUMBER_##name,
#define NBL_FACT_IS_NUMBER(name, word) NBL_FACT_IS_NUMBER_##name,
enum { NBL_FACT_KINDS(NBL_FACT_NUMBER) NBL_FACT_KIND_COUNT };
enum { NBL_FACT_CONDITIONS(NBL_FACT_IS_NUMBER) NBL_FACT_CONDITION_COUNT };

#define NBL_FACT_BIT(name, word) NBL_FACT_##name = 1 << NBL_FACT_NUMBER_##name,
#define NBL_FACT_IS_BIT(name, word) NBL_FACT_IS_##name = 1 << NBL_FACT_IS_NUMBER_##name,
typedef enum nbl_fact_kind_t {
    NBL_FACT_KINDS(NBL_FACT_BIT) NBL_FACT_ALL_KINDS = (1 << NBL_FACT_KIND_COUNT) - 1
} nbl_fact_kind_t;
typedef enum nbl_fact_condition_t {
    NBL_FACT_CONDITIONS(NBL_FACT_IS_BIT) NBL_FACT_ALL_CONDITIONS = (1 << NBL_FACT_CONDITION_COUNT) - 1
} nbl_fact_condition_t;

enum { NBL_FACT_MOST_PLANS = 3 };

typedef struct nbl_fact_t {
    bool fast;                /* of fast mode alone */
    uint8_t precisions;       /* bits, by nbl_fft_precision_t */
    uint16_t kinds;           /* bits of nbl_fact_kind_t */
    uint16_t conditions;      /* bits of nbl_fact_condition_t */
    uint8_t devices;          /* for which it holds: bits, by nbl_device_kind_t */
    uint8_t rounds, twiddles; /* of TRANSFORM; NBL_FFT_TWIDDLES_* of fast mode */
    uint8_t order;            /* nbl_instruction_order_t, of the row's mode */
    uint8_t percent;          /* rate of a large batch to a copy's, in fast mode; 0: not measured */
    uint32_t number;          /* elements */
    uint32_t rows, planes;    /* of TICKETS, ARRAYS: elements of a row, planes of an array of three axes; or 0 */
    /* of CONVOLUTION: picoseconds for each line of a large batch, by a chirp of half the length and by Rader's
     * algorithm; 0: not measured, or a longer chirp is as fast */
    uint32_t chirp_time, rader_time;
    /* of CHIRP_PASS: femtoseconds that an element of the convolution takes in the first and the last kernel, and in
     * the one between; of REAL_PASS that a complex number takes in the pass where lines meet their mirrors, and in the
     * other one; 0: not measured */
    uint32_t outer_time, middle_time;
    uint32_t lag;                           /* of TICKETS: nbl/fft/tickets.h; 0: a dispatch for each pass */
    uint32_t takes;                         /* of BLOOM_LENGTH: the length to take, elements */
    bool slower;                            /* of TICKETS: than passes in buffers */
    const char *plans[NBL_FACT_MOST_PLANS]; /* NULL behind the last */
} nbl_fact_t;

/* What rows are asked for. */
typedef struct nbl_fact_case_t {
    nbl_device_kind_t device;
    nbl_fact_kind_t kind;
    bool fast; /* true: rows of fast mode alone; false: rows of exact mode, which hold in both modes */
    nbl_fft_precision_t precision;
    uint32_t conditions; /* that hold */
    uint32_t demanded;   /* a row must have at least one of these; 0: no condition is demanded */
} nbl_fact_case_t;

typedef struct nbl_facts_t {
    const nbl_fact_t *rows;
    size_t count;
    bool sorted;                               /* by number */
    const double (*numbers)[NBL_NUMBER_COUNT]; /* by nbl_device_kind_t, of the built-in ones; else NULL */
} nbl_facts_t;

#define NBL_FACT_ALL_DEVICES ((uint8_t)((1u << NBL_DEVICE_KIND_COUNT) - 1u))

/* Returns the next row of a number that holds in a case, or NULL.
 *
 * facts   NULL: the built-in ones
 * behind  the row that was returned last; NULL: returns the first row */
const nbl_fact_t *nbl_facts_next(const nbl_facts_t *facts, const nbl_fact_t *behind, uint32_t number,
                                 const nbl_fact_case_t *of);

/* Returns the next built-in row of any number from `least` on, rising; or NULL. Arguments: nbl_facts_next(). */
const nbl_fact_t *nbl_facts_next_from(const nbl_fact_t *behind, uint32_t least, const nbl_fact_case_t *of);

/* The built-in rows: what tools/facts.c makes of host/facts/<device>.txt. */
extern const nbl_facts_t nbl_facts_built_in;

#endif
