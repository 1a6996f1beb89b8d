/* A program made ready for the CPU: how its lines go is chosen, and runs only run.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    a sound program (check.c), of a convolution the kernel's spectrum.
 * Out:   what nbl_program_run() computes, as often as it is wanted.
 * Wrong: an operation in float16 that only float32 and float64 have here; no memory.
 */
#ifndef NBL_HOST_TRANSFORM_READY_H
#define NBL_HOST_TRANSFORM_READY_H

#include "executor/share.h"
#include "transform/program.h"

typedef struct nbl_ready_t nbl_ready_t;

/* Makes a program ready: copies it, chooses how its lines reach the executor, in microseconds. The first run makes its
 * tables. Errors: ARGUMENT (there is no set of that name), LIMIT (an operation that the CPU lacks, by name; a spectrum
 * that was not given), OUT_OF_MEMORY; then *created is NULL.
 *
 * spectrum  numbers of the table SPECTRUM, in the arithmetic of its step, which are copied; NULL: the program has no
 * table
 *           SPECTRUM
 * set       instructions, as in nbl_executor_line_desc_t; NULL: what is quickest
 * threads   1 or more; 0: one per processor
 * created   to be destroyed by nbl_ready_destroy() */
nbl_result_t nbl_ready_create(const nbl_program_t *program, const void *spectrum, const char *set, uint32_t threads,
                              nbl_ready_t **created, nbl_error_t *error);
void nbl_ready_destroy(nbl_ready_t *transform);

/* Makes the CPU's program of a problem, and makes it ready. Arguments and errors: nbl_ready_create(),
 * nbl_transform_make_cpu(). */
nbl_result_t nbl_ready_solve(const nbl_problem_t *problem, const char *set, uint32_t threads, nbl_ready_t **created,
                             nbl_error_t *error);

/* Runs a program. Thread-safe. Errors: ARGUMENT (an array is NULL; input and output are one array though the program is
 * not in place; no table has the sizes that the program gives), OUT_OF_MEMORY.
 * 
 * pool    as of nbl_executor_share()
 * input   of a program in place: the output
 * output  may not overlap the input of a program that is not in place */
nbl_result_t nbl_ready_run(nbl_ready_t *transform, nbl_executor_pool_t *pool, void *input, void *output,
                           nbl_error_t *error);

/* Returns the name of the vector instructions of the program's first line, as in nbl_executor_line_desc_t. A program
 * without lines, as a copy, has the name of any set. */
const char *nbl_ready_instructions(const nbl_ready_t *transform);

/* Returns the bytes that a run takes beside its arrays. */
uint64_t nbl_ready_scratch_bytes(const nbl_ready_t *transform);

/* Returns the bytes that a ready program holds: tables, also those not made yet, and the spare memory of one run. */
uint64_t nbl_ready_bytes(const nbl_ready_t *transform);

#endif
