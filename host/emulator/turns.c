/* Workgroups that take turns on one OS thread, so that one may wait for what another one does.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each has a worker of its own. An invocation that yields goes to sleep as at a barrier, but no other of its workgroup
 * is woken; the thread's own stack picks the workgroup that continues: the next higher one in ascending order, the next
 * lower one in descending order, else any. In descending order the last workgroups of a launch begin first, and waiting
 * for one that has not begun never ends, as it need not on a device.
 */
#include "emulator/check.h"

void nbl_emulator_yield_turn(nbl_emulator_worker_t *worker) {
    nbl_emulator_invocation_t *self = worker->current;

    self->loop = nbl_emulator_loop;
    if (worker->privates != NULL) nbl_emulator_private_exchange(worker, self, self);
    worker->yielded = 1;
    nbl_fiber_switch(&self->fiber, &worker->pool.main, 0);
}

static uint32_t next_of(nbl_emulator_worker_t **workers, uint32_t count, uint32_t current) {
    const nbl_emulator_order_t order = workers[0]->job->launch.order;

    if (order == NBL_EMULATOR_ASCENDING) return (current + 1u) % count;
    if (order == NBL_EMULATOR_DESCENDING) return (current + count - 1u) % count;
    return nbl_emulator_random_below(workers[0], count);
}

/* The next workgroup of the launch; 0 where there is none, or one has failed. */
static int begin_next(nbl_emulator_worker_t *worker) {
    nbl_emulator_job_t *job = worker->job;
    const uint64_t turn = atomic_fetch_add(&job->next_workgroup, 1u);

    if (turn >= job->workgroups) return 0;
    nbl_emulator_worker_begin(worker,
                              job->launch.order == NBL_EMULATOR_DESCENDING ? job->workgroups - 1u - turn : turn);
    return 1;
}

nbl_emulator_worker_t *nbl_emulator_take_turns(nbl_emulator_worker_t **workers, uint32_t count) {
    nbl_emulator_worker_t *running[NBL_EMULATOR_MAX_TURNS];
    uint32_t left = 0, current;

    for (uint32_t i = 0; i < count; i++)
        if (begin_next(workers[i])) running[left++] = workers[i];
    current = workers[0]->job->launch.order == NBL_EMULATOR_DESCENDING && left != 0 ? left - 1u : 0u;
    while (left != 0) {
        nbl_emulator_worker_t *worker = running[current];
        if (!nbl_emulator_worker_resume(worker)) {
            if (worker->result != NBL_SUCCESS) return worker;
            if (!begin_next(worker)) running[current] = running[--left];
        }
        if (left != 0) current = next_of(running, left, current % left);
    }
    return NULL;
}

static uint64_t progress_of(const nbl_emulator_worker_t *worker) {
    uint64_t all = worker->shared_accesses[NBL_EMULATOR_STORE] + worker->buffer_accesses[NBL_EMULATOR_STORE] +
                   worker->atomic_changes + worker->workgroup_barriers + worker->subgroup_operations +
                   worker->workgroups + worker->ends;
    for (uint32_t i = 0; i < worker->slot_count; i++) all += worker->slots[i].open.accesses[NBL_EMULATOR_STORE];
    return all;
}

uint64_t nbl_emulator_progress(const nbl_emulator_worker_t *worker) {
    const nbl_emulator_job_t *job = worker->job;
    uint64_t all = 0;

    if (job->turns == NULL) return progress_of(worker);
    for (uint32_t i = 0; i < job->turn_count; i++) all += progress_of(job->turns[i]);
    return all;
}
