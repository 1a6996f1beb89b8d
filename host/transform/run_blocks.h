/* Runs a part of a step's lines: run_cpu.c gives each thread its part, run_blocks.c runs it.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_TRANSFORM_RUN_BLOCKS_H
#define NBL_HOST_TRANSFORM_RUN_BLOCKS_H

#include "transform/run_cpu.h"

/* Where a run is. */
typedef struct nbl_ready_now_t {
    const nbl_ready_t *transform;
    const nbl_program_made_step_t *now;
    char *region[NBL_VIEW_REGIONS], *scratch;
    uint64_t first; /* transform of the chunk */
} nbl_ready_now_t;

/* Runs lines first to first + count - 1 of the step `now`, counted through the chunk's transforms; of a step WHOLE,
 * transforms.
 *
 * user    nbl_ready_now_t
 * thread  whose scratch is taken */
void nbl_ready_run_lines(void *user, uint32_t thread, uint64_t first, uint64_t count);

/* Runs all lines of a transform that is_one_loop.
 *
 * memory  a thread's scratch */
void nbl_ready_run_one_loop(const nbl_ready_t *transform, char *input, char *output, char *memory);

#endif
