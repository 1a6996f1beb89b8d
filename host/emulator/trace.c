/* Events of a launch that is traced.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/trace.h"
#include "nbl/host/emulator_trace.h"

static nbl_emulator_event_t describe(const nbl_emulator_worker_t *worker, nbl_emulator_event_kind_t kind) {
    nbl_emulator_event_t event = {
        .kind = kind,
        .step = worker->trace_step,
        .kernel = worker->job->launch.name,
        .workgroup = {worker->workgroup_id.x, worker->workgroup_id.y, worker->workgroup_id.z},
        .invocation = NBL_EMULATOR_UNKNOWN,
        .subgroup = NBL_EMULATOR_UNKNOWN,
        .lane = NBL_EMULATOR_UNKNOWN,
        .invocations = worker->job->invocations,
        .subgroup_size = worker->subgroup_size,
    };
    return event;
}

static void tell(const nbl_emulator_worker_t *worker, const nbl_emulator_event_t *event) {
    worker->job->launch.trace(event, worker->job->launch.trace_user);
}

static nbl_emulator_event_t describe_one(const nbl_emulator_worker_t *worker, nbl_emulator_event_kind_t kind,
                                         const nbl_emulator_invocation_t *who) {
    nbl_emulator_event_t event = describe(worker, kind);
    event.invocation = who->index;
    event.subgroup = who->index / worker->subgroup_size;
    event.lane = who->lane;
    return event;
}

static void set_site(nbl_emulator_event_t *event, const nbl_emulator_invocation_t *at) {
    event->operation = nbl_emulator_state_text((nbl_emulator_state_t)at->state);
    event->file = at->site->file;
    event->line = at->site->line;
}

static void tell_runs(const nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *who) {
    nbl_emulator_event_t event = describe_one(worker, NBL_EMULATOR_EVENT_RUNS, who);
    tell(worker, &event);
}

nbl_emulator_invocation_t *nbl_emulator_trace_next(nbl_emulator_worker_t *worker) {
    const nbl_emulator_invocation_t *self = worker->current;
    int ended = self->state == NBL_STATE_ENDED;

    worker->trace_step += !ended;
    nbl_emulator_event_t event = describe_one(worker, ended ? NBL_EMULATOR_EVENT_ENDS : NBL_EMULATOR_EVENT_WAITS, self);
    if (!ended) set_site(&event, self);
    tell(worker, &event);
    nbl_emulator_invocation_t *next = nbl_emulator_schedule_next(worker);
    if (next != NULL) tell_runs(worker, next);
    return next;
}

void nbl_emulator_trace_begin(nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *first) {
    worker->trace_step = 0;
    nbl_emulator_event_t event = describe(worker, NBL_EMULATOR_EVENT_WORKGROUP_BEGINS);
    tell(worker, &event);
    tell_runs(worker, first);
}

void nbl_emulator_trace_end(nbl_emulator_worker_t *worker) {
    nbl_emulator_event_t event = describe(worker, NBL_EMULATOR_EVENT_WORKGROUP_ENDS);
    tell(worker, &event);
}

void nbl_emulator_trace_pause(nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *self,
                              const nbl_emulator_invocation_t *next, const char *file, int line) {
    nbl_emulator_event_t event = describe_one(worker, NBL_EMULATOR_EVENT_PAUSES, self);
    event.file = file;
    event.line = line;
    tell(worker, &event);
    tell_runs(worker, next);
}

void nbl_emulator_trace_barrier(nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *at) {
    nbl_emulator_event_t event = describe(worker, NBL_EMULATOR_EVENT_BARRIER);
    set_site(&event, at);
    tell(worker, &event);
}

void nbl_emulator_trace_operation(nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *at) {
    nbl_emulator_event_t event = describe(worker, NBL_EMULATOR_EVENT_SUBGROUP_OPERATION);
    event.subgroup = at->index / worker->subgroup_size;
    set_site(&event, at);
    tell(worker, &event);
}
