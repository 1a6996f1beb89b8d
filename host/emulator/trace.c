/* Events of a launch that is traced, and a file of them.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/trace.h"
#include "nbl/host/emulator_trace.h"
#include "file/escape.h"
#include "file/output.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Events of a launch that is traced. */

/* Returns an event of the workgroup, without an invocation, an operation or a place in the text. */
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

/* Calls the launch's trace callback. */
static void tell(const nbl_emulator_worker_t *worker, const nbl_emulator_event_t *event) {
    worker->job->launch.trace(event, worker->job->launch.trace_user);
}

/* Returns an event of one invocation. */
static nbl_emulator_event_t describe_one(const nbl_emulator_worker_t *worker, nbl_emulator_event_kind_t kind,
                                         const nbl_emulator_invocation_t *who) {
    nbl_emulator_event_t event = describe(worker, kind);
    event.invocation = who->index;
    event.subgroup = who->index / worker->subgroup_size;
    event.lane = who->lane;
    return event;
}

/* Adds to an event where an invocation waits: the operation, file and line. */
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

/* ---- A launch's events as a file in the Trace Event format, which Perfetto and chrome://tracing open.
 *
 * Each invocation is a thread of slices:
 *
 *   |<--------------- kernel ---------------->|
 *   |  runs  | barrier a.h:5 | runs |  ...    | */

/* Which slices of an invocation are open. */
typedef enum openness_t { NOTHING_OPEN = 0, KERNEL_OPEN, KERNEL_AND_PART_OPEN } openness_t;

struct nbl_emulator_trace_file_t {
    nbl_output_t output;
    FILE *file;         /* output's stream */
    uint64_t base, end; /* times in steps: where this launch's workgroups begin; the latest end of a workgroup so far */
    uint64_t process;   /* number of the workgroup that runs: a process in the file */
    int events;         /* 1 once an event is written, so that a comma comes before the next */
    int failed;         /* an errno; 0: none */
    uint8_t *open;      /* openness_t by invocation */
    uint32_t invocations;
};

/* Sets errno, and returns -1. */
static int fail_with(int error) {
    errno = error;
    return -1;
}

nbl_emulator_trace_file_t *nbl_emulator_trace_open(const char *path) {
    nbl_emulator_trace_file_t *file = calloc(1, sizeof *file);
    int error = file == NULL ? ENOMEM : nbl_output_begin(&file->output, path);

    if (error != 0) {
        free(file);
        fail_with(error);
        return NULL;
    }
    file->file = file->output.stream;
    fputs("{\"displayTimeUnit\":\"ns\",\"otherData\":{\"time\":\"1 us is one step of a workgroup: an access to memory "
          "or a synchronisation\"},"
          "\"traceEvents\":[",
          file->file);
    return file;
}

static void put_string(FILE *file, const char *string) {
    char piece[NBL_ESCAPE_BYTES];
    putc('"', file);
    for (; *string != '\0'; fputs(piece, file)) string += nbl_escape_json(string, piece);
    putc('"', file);
}

/* Writes the start of an event, up to its time. The caller writes more members, each after a comma, and the `}`.
 *
 * phase  the format's letter: B and E begin and end a slice, i is a mark, M a name */
static void begin(nbl_emulator_trace_file_t *file, char phase, uint32_t invocation, uint64_t step) {
    fprintf(file->file, "%s\n{\"ph\":\"%c\",\"pid\":%" PRIu64 ",\"tid\":%" PRIu32 ",\"ts\":%" PRIu64,
            file->events ? "," : "", phase, file->process, invocation + 1u, file->base + step);
    file->events = 1;
}

static void put_member(nbl_emulator_trace_file_t *file, const char *key, const char *string) {
    fprintf(file->file, ",\"%s\":", key);
    put_string(file->file, string);
}

/* Begins a slice. */
static void put_slice(nbl_emulator_trace_file_t *file, uint32_t invocation, uint64_t step, const char *category,
                      const char *name) {
    begin(file, 'B', invocation, step);
    put_member(file, "cat", category);
    put_member(file, "name", name);
    fputs("}", file->file);
}

/* Writes the name of an event, such as "barrier shuffle.h:57", and its end; the whole path is among its arguments. */
static void put_site(nbl_emulator_trace_file_t *file, const nbl_emulator_event_t *event, const char *category,
                     const char *operation) {
    const char *slash = strrchr(event->file, '/');
    char name[256];

    snprintf(name, sizeof name, "%s %s:%d", operation, slash != NULL ? slash + 1 : event->file, event->line);
    put_member(file, "cat", category);
    put_member(file, "name", name);
    fputs(",\"args\":{\"file\":", file->file);
    put_string(file->file, event->file);
    fprintf(file->file, ",\"line\":%d}}", event->line);
}

static void put_end(nbl_emulator_trace_file_t *file, uint32_t invocation, uint64_t step) {
    begin(file, 'E', invocation, step);
    fputs("}", file->file);
}

/* Ends slices of an invocation until the given number is open. */
static void close_to(nbl_emulator_trace_file_t *file, uint32_t invocation, uint64_t step, openness_t left) {
    while (file->open[invocation] > left) {
        put_end(file, invocation, step);
        file->open[invocation]--;
    }
}

/* Names a process or a thread.
 *
 * what  "process_name" or "thread_name" */
static void put_name(nbl_emulator_trace_file_t *file, const char *what, uint32_t invocation, const char *name) {
    begin(file, 'M', invocation, 0);
    put_member(file, "name", what);
    fputs(",\"args\":{\"name\":", file->file);
    put_string(file->file, name);
    fputs("}}", file->file);
}

static void begin_workgroup(nbl_emulator_trace_file_t *file, const nbl_emulator_event_t *event) {
    char name[192];

    if (event->workgroup[0] == 0 && event->workgroup[1] == 0 && event->workgroup[2] == 0)
        file->base = file->end; /* another launch: its times go on where the last launch ended */
    file->process++;
    free(file->open);
    file->invocations = event->invocations;
    file->open = calloc(event->invocations, 1);
    if (file->open == NULL) {
        file->failed = ENOMEM;
        return;
    }
    snprintf(name, sizeof name, "%s, workgroup (%u,%u,%u)", event->kernel, (unsigned)event->workgroup[0],
             (unsigned)event->workgroup[1], (unsigned)event->workgroup[2]);
    put_name(file, "process_name", 0, name);
    for (uint32_t i = 0; i < event->invocations; i++) {
        snprintf(name, sizeof name, "subgroup %u lane %u", (unsigned)(i / event->subgroup_size),
                 (unsigned)(i % event->subgroup_size));
        put_name(file, "thread_name", i, name);
    }
}

static void end_workgroup(nbl_emulator_trace_file_t *file, const nbl_emulator_event_t *event) {
    for (uint32_t i = 0; i < file->invocations; i++) close_to(file, i, event->step, NOTHING_OPEN);
    if (file->base + event->step > file->end) file->end = file->base + event->step;
}

static void runs(nbl_emulator_trace_file_t *file, const nbl_emulator_event_t *event) {
    if (file->open[event->invocation] == NOTHING_OPEN)
        put_slice(file, event->invocation, event->step, "kernel", event->kernel);
    else
        close_to(file, event->invocation, event->step, KERNEL_OPEN);
    put_slice(file, event->invocation, event->step, "runs", "runs");
    file->open[event->invocation] = KERNEL_AND_PART_OPEN;
}

static void stops(nbl_emulator_trace_file_t *file, const nbl_emulator_event_t *event) {
    int waits = event->kind == NBL_EMULATOR_EVENT_WAITS;

    close_to(file, event->invocation, event->step, KERNEL_OPEN);
    begin(file, 'B', event->invocation, event->step);
    put_site(file, event, waits ? "waits" : "pauses", waits ? event->operation : "pause before the access at");
    file->open[event->invocation] = KERNEL_AND_PART_OPEN;
}

/* Writes a mark: of a barrier across all threads of the workgroup, of a subgroup operation at the subgroup's first. */
static void passes(nbl_emulator_trace_file_t *file, const nbl_emulator_event_t *event) {
    int of_workgroup = event->kind == NBL_EMULATOR_EVENT_BARRIER;

    begin(file, 'i', of_workgroup ? 0u : event->subgroup * event->subgroup_size, event->step);
    fprintf(file->file, ",\"s\":\"%c\"", of_workgroup ? 'p' : 't');
    put_site(file, event, of_workgroup ? "barrier" : "operation", event->operation);
}

void nbl_emulator_trace_write(const nbl_emulator_event_t *event, void *user) {
    nbl_emulator_trace_file_t *file = user;

    if (event->kind == NBL_EMULATOR_EVENT_WORKGROUP_BEGINS)
        begin_workgroup(file, event);
    else if (file->open == NULL)
        return; /* since memory ran out; told when the file is closed */
    else if (event->kind == NBL_EMULATOR_EVENT_WORKGROUP_ENDS)
        end_workgroup(file, event);
    else if (event->kind == NBL_EMULATOR_EVENT_RUNS)
        runs(file, event);
    else if (event->kind == NBL_EMULATOR_EVENT_ENDS)
        close_to(file, event->invocation, event->step, NOTHING_OPEN);
    else if (event->kind == NBL_EMULATOR_EVENT_WAITS || event->kind == NBL_EMULATOR_EVENT_PAUSES)
        stops(file, event);
    else
        passes(file, event);
    /* Keeps the reason of a failed write: errno has another value when the file is closed. */
    if (file->failed == 0 && ferror(file->file)) file->failed = errno != 0 ? errno : EIO;
}

int nbl_emulator_trace_close(nbl_emulator_trace_file_t *file) {
    if (file == NULL) return 0;
    int error = file->failed;

    fputs("\n]}\n", file->file);
    if (error == 0)
        error = nbl_output_end(&file->output);
    else
        nbl_output_discard(&file->output);
    free(file->open);
    free(file);
    return error == 0 ? 0 : fail_with(error);
}
