/* Blocks that the module's constants leave out, and that none of them runs.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_INTERPRETER_REACH_TESTING_H
#define NBL_TESTS_INTERPRETER_REACH_TESTING_H

#include "interpreter/machine.h"

/* Returns how many basic blocks can run by host/interpreter/reach.c.
 *
 * left_out  is increased by how many it rules out */
static inline uint32_t count_blocks_that_can_run(const nbl_interpreter_t *interpreter, uint32_t *left_out) {
    const nbl_program_t *program = &interpreter->program;
    uint32_t count = 0;
    for (uint32_t i = 0; i < program->shader.procedure_count; i++)
        for (uint32_t b = 0; program->codes[i].done == 2 && b < program->shader.procedures[i].block_count; b++) {
            if (!program->shader.procedures[i].blocks[b].reachable) continue;
            count += program->codes[i].blocks[b].can_run;
            *left_out += !program->codes[i].blocks[b].can_run;
        }
    return count;
}

/* Returns how many blocks that are ruled out ran: a report's blocks are the ones that can run and the ones that ran. */
static inline uint32_t count_ruled_out_that_ran(const nbl_interpreter_report_t *report, uint32_t can_run) {
    return report->blocks > can_run ? report->blocks - can_run : 0;
}

#endif
