/* One OS thread of a launch: its memory, and the workgroups that run in it one after another or by turns.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/check.h"
#include "emulator/count.h"
#include "emulator/trace.h"
#include "platform/memory.h"

#include <stdlib.h>
#include <string.h>

/* Bytes of an invocation's stack unless the launch says more. Chosen; AddressSanitizer makes frames several times
 * as large. */
#if NBL_FIBER_ASAN
#define DEFAULT_STACK_BYTES (256u << 10)
#else
#define DEFAULT_STACK_BYTES (64u << 10)
#endif

_Thread_local nbl_emulator_worker_t *nbl_emulator_this_worker __attribute__((tls_model("initial-exec")))
NBL_EMULATOR_HIDDEN;

/* ---- Variables at file scope that each invocation has for itself
 *
 * Each is one variable per OS thread, which constructors announce before main; while an invocation sleeps, the worker
 * keeps a copy. */

static _Atomic(nbl_emulator_private_t *) first_private;

void nbl_emulator_register_private(nbl_emulator_private_t *variable) {
    variable->next = atomic_load(&first_private);
    while (!atomic_compare_exchange_weak(&first_private, &variable->next, variable)) continue;
}

/* Returns the bytes of all variables, one invocation's copies. They lie one after the other in the list's order, which
 * is the same in every launch. */
static size_t bytes_of_all(void) {
    size_t bytes = 0;
    for (const nbl_emulator_private_t *each = atomic_load(&first_private); each != NULL; each = each->next)
        bytes += each->bytes;
    return bytes;
}

/* Makes room for the invocations' copies of the variables. Returns 0, or -1 without memory. */
static int create_privates(nbl_emulator_worker_t *worker) {
    size_t bytes = bytes_of_all();
    if (bytes == 0) return 0;
    worker->privates = malloc(bytes * worker->job->invocations);
    return worker->privates != NULL ? 0 : -1;
}

/* Fills every invocation's copies with bytes 0xA5, since a variable has no value before a kernel writes it. */
static void begin_privates(nbl_emulator_worker_t *worker) {
    if (worker->privates != NULL) memset(worker->privates, 0xA5, bytes_of_all() * worker->job->invocations);
}

void nbl_emulator_private_exchange(nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *from,
                                   const nbl_emulator_invocation_t *to) {
    size_t bytes = bytes_of_all(), offset = 0;

    for (const nbl_emulator_private_t *each = atomic_load(&first_private); each != NULL; each = each->next) {
        if (from != NULL) memcpy(worker->privates + from->index * bytes + offset, each->address(), each->bytes);
        memcpy(each->address(), worker->privates + to->index * bytes + offset, each->bytes);
        offset += each->bytes;
    }
}

/* ---- The worker */

/* A fiber serves its invocation in every workgroup that its thread runs: it sleeps at the end of one and wakes up at
 * the start of the next. */
static void invocation_main(void *argument) {
    nbl_emulator_invocation_t *self = argument;
    nbl_emulator_worker_t *worker = nbl_emulator_this_worker;

#if NBL_FIBER_ASAN
    nbl_fiber_arrive(&self->fiber);
#endif
    worker->kernels_frame = nbl_fiber_stack_end(&worker->pool, self->index) - (uintptr_t)__builtin_frame_address(0);
    for (;;) {
        nbl_emulator_loop = NULL; /* a return out of a while leaves it standing */
        worker->job->launch.kernel();
        nbl_emulator_loop = NULL;
        self->state = NBL_STATE_ENDED;
        self->loop = NULL;
        worker->ends++;
        nbl_emulator_invocation_t *next = nbl_emulator_next(worker);
        worker->current = next != NULL ? next : self;
        if (next != NULL) nbl_emulator_leave_to(worker, self, next);
        nbl_fiber_switch(&self->fiber, next != NULL ? &next->fiber : &worker->pool.main, worker->current->value);
    }
}

static void init_invocations(nbl_emulator_worker_t *worker) {
    const nbl_emulator_launch_t *launch = &worker->job->launch;

    for (uint32_t i = 0; i < worker->job->invocations; i++) {
        nbl_emulator_invocation_t *invocation = &worker->invocations[i];
        invocation->index = i;
        invocation->lane = (uint8_t)(i % launch->subgroup_size);
        invocation->id[0] = (uint16_t)(i % launch->workgroup_size[0]);
        invocation->id[1] = (uint16_t)(i / launch->workgroup_size[0] % launch->workgroup_size[1]);
        invocation->id[2] = (uint16_t)(i / launch->workgroup_size[0] / launch->workgroup_size[1]);
        nbl_fiber_init(&worker->pool, &invocation->fiber, i, invocation_main, invocation);
    }
}

nbl_emulator_worker_t *nbl_emulator_worker_create(nbl_emulator_job_t *job, nbl_emulator_worker_t *first,
                                                  uint32_t number) {
    const nbl_emulator_launch_t *launch = &job->launch;
    size_t stack_bytes = launch->stack_bytes != 0 ? launch->stack_bytes : DEFAULT_STACK_BYTES;
    int assembly = NBL_FIBER_HAS_ASSEMBLY && launch->fiber != NBL_EMULATOR_FIBER_UCONTEXT;
    size_t invocations_bytes =
        ((job->invocations + 2u) * sizeof(nbl_emulator_invocation_t) + 63u) / 64u * 64u; /* see fetch_ahead */
    nbl_emulator_worker_t *worker = calloc(1, sizeof *worker);

    if (worker == NULL) return NULL;
    worker->job = job;
    worker->resident = number;
    worker->takes_turns = launch->workgroups_at_once > 1u;
    worker->resources = launch->resources;
    worker->resource_count = launch->resource_count;
    worker->subgroup_size = launch->subgroup_size;
    worker->recent_slot = &worker->slots[0];
    worker->invocations = nbl_platform_aligned(64, invocations_bytes);
    worker->subgroup_order = calloc(job->subgroups, sizeof *worker->subgroup_order);
    worker->ballots = calloc(job->subgroups, sizeof *worker->ballots);
    if (launch->order == NBL_EMULATOR_ADVERSARIAL) {
        worker->ready = calloc(job->invocations, sizeof *worker->ready);
        worker->running = calloc(job->subgroups, sizeof *worker->running);
    }
    worker->watched =
        (launch->order == NBL_EMULATOR_ADVERSARIAL || launch->step_limit != 0 || launch->trace != NULL ? NBL_WATCH_STEPS
                                                                                                       : 0u) |
        (launch->check != NBL_EMULATOR_CHECK_NONE ? NBL_WATCH_CHECK : 0u) |
        (launch->counters != NULL ? NBL_WATCH_COUNT : 0u) | (launch->results != 0 ? NBL_WATCH_RESULTS : 0u);
    worker->traced = launch->trace != NULL;
    worker->catches = launch->catch_faults;
    if (launch->check != NBL_EMULATOR_CHECK_NONE) worker->check = first != NULL ? first->check : nbl_check_create(job);
    if (launch->counters != NULL) worker->count = nbl_count_create(job);
    const int early = (launch->check_options & NBL_EMULATOR_SHUFFLES_DO_NOT_WAIT) != 0;
    if (early) worker->early = nbl_emulator_early_create(job->invocations);
    if (worker->invocations == NULL || worker->subgroup_order == NULL || worker->ballots == NULL ||
        (launch->order == NBL_EMULATOR_ADVERSARIAL && (worker->ready == NULL || worker->running == NULL)) ||
        (launch->check != NBL_EMULATOR_CHECK_NONE && (worker->check == NULL || nbl_check_group_create(worker) != 0)) ||
        (launch->counters != NULL && worker->count == NULL) || (early && worker->early == NULL) ||
        create_privates(worker) != 0 ||
        nbl_fiber_pool_create(&worker->pool, job->invocations, stack_bytes, assembly) != 0) {
        nbl_emulator_worker_destroy(worker);
        return NULL;
    }
    memset(worker->invocations, 0, invocations_bytes);
    init_invocations(worker);
    return worker;
}

static void begin_workgroup(nbl_emulator_worker_t *worker, uint64_t workgroup) {
    const uint32_t *count = worker->job->launch.workgroup_count;

    nbl_emulator_close_arrays(worker);
    worker->workgroup_index = workgroup;
    worker->workgroup_id.x = (uint32_t)(workgroup % count[0]);
    worker->workgroup_id.y = (uint32_t)(workgroup / count[0] % count[1]);
    worker->workgroup_id.z = (uint32_t)(workgroup / count[0] / count[1]);
    worker->result = NBL_SUCCESS;
    worker->recent_use = NULL;
    worker->steps_left = nbl_emulator_step_limit(worker->job);

    if (worker->check != NULL) {
        nbl_check_enter(worker);
        nbl_check_begin(worker);
    }
    if (worker->early != NULL) nbl_emulator_early_begin(worker);
    nbl_emulator_schedule_begin(worker);
    worker->current = nbl_emulator_schedule_next(worker);
    begin_privates(worker);
    if (worker->traced) nbl_emulator_trace_begin(worker, worker->current);
}

/* Returns 0 when the workgroup has ended, 1 when other workgroups have their turn. */
static int resume(nbl_emulator_worker_t *worker) {
    nbl_emulator_worker_t *outer = nbl_emulator_this_worker; /* a kernel may itself launch */
    nbl_emulator_open_array_t *outer_array = nbl_emulator_recent_array;
    nbl_emulator_loop_t *outer_loop = nbl_emulator_loop;

    nbl_emulator_this_worker = worker;
    nbl_emulator_loop = worker->current->loop;
    worker->yielded = 0;
    if (worker->check != NULL) nbl_check_enter(worker);
    if (worker->privates != NULL) nbl_emulator_private_exchange(worker, NULL, worker->current);
    nbl_emulator_forget_recent();
    nbl_fiber_switch(&worker->pool.main, &worker->current->fiber, 0);
    nbl_emulator_this_worker = outer;
    nbl_emulator_recent_array = outer_array;
    nbl_emulator_loop = outer_loop;
    if (worker->yielded) return 1;
    if (worker->traced) nbl_emulator_trace_end(worker);
    nbl_emulator_close_arrays(worker);
    nbl_emulator_recent_array = outer_array;
    if (worker->check != NULL) nbl_check_end(worker);
    worker->workgroups += worker->result == NBL_SUCCESS;
    return 0;
}

nbl_result_t nbl_emulator_worker_run(nbl_emulator_worker_t *worker, uint64_t workgroup) {
    begin_workgroup(worker, workgroup);
    while (resume(worker)) continue;
    return worker->result;
}

void nbl_emulator_worker_close(nbl_emulator_worker_t *worker) {
    nbl_emulator_worker_t *outer = nbl_emulator_this_worker;

    nbl_emulator_this_worker = worker; /* fibers that are discarded look at it */
    nbl_fiber_pool_destroy(&worker->pool, worker->invocations, sizeof *worker->invocations);
    nbl_emulator_this_worker = outer;
}

void nbl_emulator_worker_destroy(nbl_emulator_worker_t *worker) {
    for (uint32_t i = 0; i < NBL_EMULATOR_MAX_SHARED_ARRAYS; i++) {
        nbl_platform_aligned_free(worker->slots[i].open.data);
        free(worker->slots[i].cells);
    }
    nbl_check_group_destroy(worker);
    if (worker->resident == 0) nbl_check_destroy(worker->check);
    nbl_count_destroy(worker->count);
    nbl_platform_aligned_free(worker->invocations);
    free(worker->subgroup_order);
    free(worker->ballots);
    free(worker->ready);
    free(worker->whiles);
    free(worker->parts);
    free(worker->privates);
    free(worker->running);
    free(worker->early);
    free(worker);
}

/* ---- Workgroups that take turns on one OS thread, so that one may wait for what another one does
 *
 * Each workgroup has a worker of its own. An invocation that yields goes to sleep as at a barrier, but no other
 * invocation of its workgroup is woken. The thread's own stack picks the workgroup that continues: the next higher one
 * in ascending order, the next lower one in descending order, else any. In descending order the last workgroups of a
 * launch begin first. A workgroup that then waits for one that has not begun waits forever, as it may on a device. */

void nbl_emulator_yield_turn(nbl_emulator_worker_t *worker) {
    nbl_emulator_invocation_t *self = worker->current;

    self->loop = nbl_emulator_loop;
    if (worker->privates != NULL) nbl_emulator_private_exchange(worker, self, self);
    worker->yielded = 1;
    nbl_fiber_switch(&self->fiber, &worker->pool.main, 0);
}

/* Returns which of the running workgroups has the next turn, and notes the choice for a schedule.
 *
 * workers, count  the workgroups that run
 * current         place in `workers` of the workgroup that had its turn
 * before, point   that workgroup's number, and the point at which it stopped */
static uint32_t next_of(nbl_emulator_worker_t **workers, uint32_t count, uint32_t current, uint64_t before,
                        uint64_t point) {
    const nbl_emulator_launch_t *launch = &workers[0]->job->launch;
    const uint32_t usual = (current + 1u) % count;
    const nbl_emulator_choice_t *choice = NULL;
    uint32_t next = usual;

    if (launch->order == NBL_EMULATOR_ASCENDING) return usual;
    if (launch->order == NBL_EMULATOR_DESCENDING) return (current + count - 1u) % count;
    if (launch->schedule == NULL) {
        next = nbl_emulator_random_below(workers[0], count);
    } else {
        choice = nbl_emulator_choice_at(workers[0], NBL_EMULATOR_CHOICE_WORKGROUP, before, point);
        for (uint32_t i = 0; choice != NULL && i < count; i++)
            if (workers[i]->workgroup_index == choice->value) next = i;
        if (choice != NULL) nbl_emulator_choose(choice, NULL, 0);
    }
    if (launch->schedule == NULL ||
        choice != NULL) /* noted even if it is the usual one: the turn was a choice all the same */
        nbl_emulator_note_choice(workers[0],
                                 (nbl_emulator_choice_t){NBL_EMULATOR_CHOICE_WORKGROUP, (uint32_t)before, point,
                                                         (uint32_t)workers[next]->workgroup_index, NULL, 0});
    return next;
}

/* Begins the next workgroup of the launch that has not begun. Returns 1, or 0 if all have begun. */
static int begin_next(nbl_emulator_worker_t *worker) {
    nbl_emulator_job_t *job = worker->job;
    const uint64_t turn = atomic_fetch_add(&job->next_workgroup, 1u);

    if (turn >= job->workgroups) return 0;
    begin_workgroup(worker, job->launch.order == NBL_EMULATOR_DESCENDING ? job->workgroups - 1u - turn : turn);
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
        const uint64_t before = worker->workgroup_index;
        const int ended = !resume(worker);
        const uint64_t point = worker->point;
        if (ended) {
            if (worker->result != NBL_SUCCESS) return worker;
            if (!begin_next(worker)) running[current] = running[--left];
        }
        if (left != 0) current = next_of(running, left, current % left, before, point);
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
