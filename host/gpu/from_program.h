/* A device's kernels from a program: parameters, push constants, tables, dispatches.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_GPU_FROM_PROGRAM_H
#define NBL_HOST_GPU_FROM_PROGRAM_H

#include "gpu/nd_stages.h"
#include "transform/make.h"

/* Makes the kernels of a program, in the order of its steps, and fills in their tables. Errors: LIMIT (what no kernel
 * does, or the device has no room or arithmetic for; the text names a step), ARGUMENT, OUT_OF_MEMORY.
 *
 * limits     of the device
 * alignment  of the workspace's parts, bytes
 * stages     keeps a copy of the program; to be released, also after an error */
nbl_result_t nbl_fft_nd_stages_read(const nbl_program_t *program, const nbl_fft_limits_t *limits, uint64_t alignment,
                                    nbl_fft_nd_stages_t *stages, nbl_error_t *error);

/* Sets what stages say of a problem: description and sides. */
void nbl_fft_nd_stages_take_problem(const nbl_problem_t *problem, nbl_fft_nd_stages_t *stages);

/* Writes the program of a problem by the rules, and makes its kernels. Errors: those of nbl_transform_make() and
 * nbl_fft_nd_stages_read().
 *
 * wisdom  NULL: none
 * stages  to be released, also after an error */
nbl_result_t nbl_fft_nd_stages_of_problem(const nbl_problem_t *problem, const nbl_fft_limits_t *limits,
                                          const nbl_fft_wisdom_t *wisdom, uint64_t alignment,
                                          nbl_fft_nd_stages_t *stages, nbl_error_t *error);

/* ---- The tables of a round, which its kernels share */

/* What operations of a round load. NULL: nothing of that kind. */
typedef struct nbl_round_tables_t {
    const nbl_program_table_t *of[NBL_PROGRAM_TABLE_KINDS];
    const nbl_program_op_t *scale;
    nbl_fft_precision_t arithmetic[2]; /* of table 0: chirps and Rader's; of table 1 */
} nbl_round_tables_t;

/* Returns which of an axis's two tables has an operation's numbers, or those of a kernel without any. */
uint32_t nbl_round_table(const nbl_round_tables_t *tables, bool has_roots);

/* Fill in both tables of an axis. A table is, in complex numbers of its arithmetic,
 *
 *   table 0  chirp [n], its spectrum [m], factor;  or Rader's places [n - 1], factor of x[0], spectrum [n - 1], factor
 *   table 1  roots [n], factor
 *
 * and behind either, 256 bytes aligned, room for a convolution kernel's spectrum. Errors: OUT_OF_MEMORY, LIMIT. */
nbl_result_t nbl_round_fill_tables(const nbl_round_tables_t *tables, nbl_fft_precision_t array, nbl_fft_nd_axis_t *axis,
                                   nbl_error_t *error);

/* Returns where a table's numbers begin in the axis's table, plus 1. */
uint32_t nbl_round_place(const nbl_round_tables_t *tables, uint32_t kind, const nbl_fft_nd_axis_t *axis);

/* Returns the place of the factor in table `number`, plus 1. */
uint32_t nbl_round_place_of_factor(const nbl_round_tables_t *tables, uint32_t number);

#endif
