/* The adversarial order: any invocation may run next, before every access to memory; and the limit of a workgroup's
 * steps, which every order has.
 * SPDX-License-Identifier: Apache-2.0
 *
 * schedule.c runs a subgroup from barrier to barrier before the next; here all that may run stands in one list, from
 * which chance picks. A subgroup's operation is finished when its last running lane stops, a barrier when the list is
 * empty.
 */
#include "emulator/count.h"
#include "emulator/trace.h"

#define NOBODY UINT32_MAX

static void make_ready(nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *first, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (first[i].state == NBL_STATE_RUNNABLE) {
            worker->ready[worker->ready_count++] = (uint16_t)first[i].index;
            worker->running[first[i].index / worker->subgroup_size]++;
        }
}

void nbl_emulator_adversary_begin(nbl_emulator_worker_t *worker) {
    worker->ready_count = 0;
    worker->ready_position = NOBODY;
    for (uint32_t i = 0; i < worker->job->subgroups; i++) worker->running[i] = 0;
    make_ready(worker, worker->invocations, worker->job->invocations);
}

static nbl_emulator_invocation_t *pick(nbl_emulator_worker_t *worker) {
    worker->ready_position = nbl_emulator_random_below(worker, worker->ready_count);
    worker->round_position = worker->round_lanes; /* schedule.c has no invocation left to run and calls this */
    return &worker->invocations[worker->ready[worker->ready_position]];
}

/* All of a subgroup stand still. Returns 0 after an error. */
static int finish_subgroup(nbl_emulator_worker_t *worker, uint32_t subgroup) {
    uint32_t first = subgroup * worker->subgroup_size, left = worker->job->invocations - first;

    worker->round = worker->invocations + first;
    worker->round_lanes = left < worker->subgroup_size ? left : worker->subgroup_size;
    if (worker->count != NULL) nbl_count_finish_requests(worker);
    for (uint32_t i = 0; i < worker->round_lanes; i++)
        if (worker->round[i].state >= NBL_STATE_SUBGROUP_BARRIER) {
            if (!nbl_emulator_finish_operation(worker, &worker->round[i])) return 0;
            make_ready(worker, worker->round, worker->round_lanes);
            break;
        }
    return 1;
}

nbl_emulator_invocation_t *nbl_emulator_adversary_next(nbl_emulator_worker_t *worker) {
    if (worker->ready_position != NOBODY) {
        uint32_t subgroup = worker->ready[worker->ready_position] / worker->subgroup_size;
        worker->ready[worker->ready_position] = worker->ready[--worker->ready_count];
        worker->ready_position = NOBODY;
        if (--worker->running[subgroup] == 0 && !finish_subgroup(worker, subgroup)) return NULL;
    }
    if (worker->ready_count == 0) {
        if (!nbl_emulator_finish_phase(worker)) return NULL;
        make_ready(worker, worker->invocations, worker->job->invocations);
    }
    return pick(worker);
}

int nbl_emulator_take_steps(nbl_emulator_worker_t *worker, uint32_t steps, const nbl_emulator_invocation_t *who,
                            const char *file, int line) {
    if (worker->steps_left >= steps) {
        worker->steps_left -= steps;
        return 1;
    }
    nbl_emulator_fail_steps(worker, who, file, line);
    return 0;
}

void nbl_emulator_count_step(nbl_emulator_worker_t *worker, const char *file, int line) {
    if (!nbl_emulator_take_steps(worker, 1, worker->current, file, line)) nbl_emulator_abandon(worker);
}

void nbl_emulator_interrupt(nbl_emulator_worker_t *worker, const char *file, int line) {
    nbl_emulator_invocation_t *self = worker->current;
    const void *frame = nbl_emulator_frame;

    worker->trace_step++;
    if (worker->ready == NULL) return;
    if (worker->takes_turns && nbl_emulator_random_below(worker, 4u) == 0) {
        nbl_emulator_atomic_t coming = worker->atomic;
        const uint32_t offset = worker->part_offset, bytes = worker->part_bytes;
        nbl_emulator_yield_turn(worker);
        nbl_emulator_frame = frame;
        worker->atomic = coming;
        worker->part_offset = offset;
        worker->part_bytes = bytes;
    }
    nbl_emulator_invocation_t *next = pick(worker);
    nbl_emulator_atomic_t atomic = worker->atomic; /* the access that is about to be made */
    const uint32_t part_offset = worker->part_offset, part_bytes = worker->part_bytes;
    if (next != self) {
        if (worker->traced) nbl_emulator_trace_pause(worker, self, next, file, line);
        worker->current = next;
        nbl_emulator_leave_to(worker, self, next);
        nbl_fiber_switch(&self->fiber, &next->fiber, next->value);
        nbl_emulator_frame = frame;
        worker->atomic = atomic;
        worker->part_offset = part_offset;
        worker->part_bytes = part_bytes;
    }
}
