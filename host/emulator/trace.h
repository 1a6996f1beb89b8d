/* Events of a launch that is traced: what the schedule tells of itself.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_EMULATOR_TRACE_H
#define NBL_HOST_EMULATOR_TRACE_H

#include "emulator/internal.h"

/* What nbl_emulator_schedule_next() does, with what happened before and after it told: the invocation that runs has
 * have stopped. */
nbl_emulator_invocation_t *nbl_emulator_trace_next(nbl_emulator_worker_t *worker);

/* A workgroup begins, with `first` as the first to run; it has ended. */
void nbl_emulator_trace_begin(nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *first);
void nbl_emulator_trace_end(nbl_emulator_worker_t *worker);
/* `self` is about to access memory, and lets another invocation run before. */
void nbl_emulator_trace_pause(nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *self,
                              const nbl_emulator_invocation_t *next, const char *file, int line);
/* The workgroup has passed a barrier; the round has passed an operation. `at`: one of those who were there. */
void nbl_emulator_trace_barrier(nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *at);
void nbl_emulator_trace_operation(nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *at);

/* Who runs next, when the one that runs has stopped: the only test that a launch without a trace makes. */
static inline nbl_emulator_invocation_t *nbl_emulator_next(nbl_emulator_worker_t *worker) {
    if (NBL_EMULATOR_UNLIKELY(worker->traced)) return nbl_emulator_trace_next(worker);
    if (__builtin_expect(worker->round_position < worker->round_lanes, 1)) { /* as a rule: the next lane of the round */
        nbl_emulator_invocation_t *next = worker->round + worker->lane_order[worker->round_position];
        if (__builtin_expect(next->state == NBL_STATE_RUNNABLE, 1)) {
            worker->round_position++;
            return next;
        }
    }
    return nbl_emulator_schedule_next(worker);
}

#endif
