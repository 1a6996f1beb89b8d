/* What a program's run on the CPU is made of: run_cpu.c and run_cpu_scalar.h share it.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_TRANSFORM_RUN_CPU_H
#define NBL_HOST_TRANSFORM_RUN_CPU_H

#include "executor/line.h"
#include "fft/any_length.h"
#include "transform/program.h"

/* An operation with its tables. */
typedef struct nbl_program_made_op_t {
    nbl_executor_line_t line; /* LINE */
    nbl_fft_any_t any;        /* LINE of radices that the executor lacks: 17 to 31 */
    bool is_any;
    void *numbers;     /* MULTIPLY: in the arithmetic, or the run's; PERMUTE: doubles */
    const void *given; /* SPECTRUM */
    uint64_t count;    /* of them */
    void *real_table;  /* UNPACK, PACK */
    const nbl_executor_kernels_t *kernels;
    uint32_t radix; /* TURN: of the butterflies beside it */
    double factor;  /* SCALE, FIRST */
} nbl_program_made_op_t;

typedef struct nbl_program_made_step_t {
    const nbl_program_step_t *step;
    nbl_program_made_op_t op[NBL_PROGRAM_MOST_OPS];
    uint64_t lines;        /* of a transform */
    bool whole;            /* lines meet their mirrors: a transform is one item, else a line is */
    uint64_t loaded, kept; /* elements of a transform that there are, as products with short tables leave them */
    size_t buffer_bytes;   /* of one of three buffers for an item */
    size_t scratch_bytes;  /* of a thread: buffers, then the executor's */
} nbl_program_made_step_t;

typedef struct nbl_program_item_t {
    const nbl_program_made_step_t *made;
    const char *from;
    char *to;                  /* where both regions begin */
    uint64_t begin[2];         /* of the transform: load, store */
    uint64_t transform, line;  /* its first line */
    uint64_t lines;            /* 1, or all */
    void *buffer[3], *scratch; /* the executor's */
} nbl_program_item_t;

/* The lines of an operation LINE, one after the other. */
void nbl_program_run_line(const nbl_program_item_t *item, uint32_t number, char *x, char *spare);

#endif
