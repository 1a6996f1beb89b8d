/* The steps of lines in lanes, and of a line in general: for line.c and in_lanes.c.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_EXECUTOR_IN_LANES_H
#define NBL_HOST_EXECUTOR_IN_LANES_H

#include "executor/line.h"

/* The passes of a plan, in the order of the work. */
typedef struct nbl_executor_passes_of_line_t {
    uint32_t count;
    uint32_t radix[NBL_FFT_MAX_PASSES], stride[NBL_FFT_MAX_PASSES], blocks[NBL_FFT_MAX_PASSES];
} nbl_executor_passes_of_line_t;

/* Adds a step. Returns it, to be filled in. */
static inline nbl_executor_step_t *nbl_executor_add(nbl_executor_line_t *line, nbl_executor_run_t *run) {
    nbl_executor_step_t *step = &line->step[line->steps++];
    step->run = run;
    return step;
}

/* Returns whether a step unpacks spectra of real signals. */
static inline bool nbl_executor_unpacks(const nbl_executor_line_desc_t *desc) {
    return (desc->real || (desc->one && !desc->mirrors)) && !desc->inverse;
}

/* Adds what stands before the passes of lines in lanes, pass i, and what stands behind the passes. */
void nbl_executor_add_before(nbl_executor_line_t *line, const nbl_executor_line_desc_t *desc);
void nbl_executor_add_in_lanes(nbl_executor_line_t *line, const nbl_executor_line_desc_t *desc,
                               const nbl_executor_passes_of_line_t *passes, uint32_t i);
void nbl_executor_add_behind(nbl_executor_line_t *line, const nbl_executor_line_desc_t *desc);

/* Returns the bytes of the tables of steps that are no passes; makes them. */
size_t nbl_executor_lanes_table_bytes(const nbl_executor_line_t *line, const nbl_executor_line_desc_t *desc);
void nbl_executor_lanes_make_tables(nbl_executor_line_t *line, const nbl_executor_line_desc_t *desc, void *memory);

#endif
