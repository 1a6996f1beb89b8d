/* The numbers of a program's tables, made of what describes them.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_TRANSFORM_TABLES_H
#define NBL_HOST_TRANSFORM_TABLES_H

#include "transform/program.h"

/* Returns how many complex numbers a table has; RADER: one for each place; SPECTRUM: as many as a run is given. */
uint64_t nbl_program_table_count(const nbl_program_table_t *table);

/* Returns what the normalisation of a length multiplies by. */
double nbl_program_normalization(uint32_t normalization, uint64_t n);

/* Returns what a SCALE multiplies by, rounded to the arrays' precision. */
double nbl_program_scale(const nbl_problem_t *problem, const nbl_program_op_t *op);

/* Fills in a table in float64, real and imaginary parts in turn; of RADER places: where element q of the convolution
 * comes from, and where its result goes to. Errors: ARGUMENT (SPECTRUM; sizes that no table has), LIMIT, OUT_OF_MEMORY.
 *
 * numbers  of 2 nbl_program_table_count() */
nbl_result_t nbl_program_fill_table(const nbl_program_table_t *table, double *numbers, nbl_error_t *error);

#endif
