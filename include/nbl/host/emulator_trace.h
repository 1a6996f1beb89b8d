/* The trace of a launch of the emulator: events for a callback, and a file of them for Perfetto and chrome://tracing.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). Time is counted in steps, so that a trace repeats exactly: accesses to memory and
 * synchronisations of the workgroup, as nbl_emulator_launch_t's step_limit counts them. Each workgroup begins at step
 * 0. A traced launch runs all its workgroups on one OS thread, one after the other. Launches without a trace pay
 *    nothing.
 *
 *   nbl_emulator_trace_file_t *file = nbl_emulator_trace_open("trace.json");
 *   launch.trace = nbl_emulator_trace_write;
 *   launch.trace_user = file;
 *   nbl_emulator_launch(&launch, &report);    as many launches as you like
 *   nbl_emulator_trace_close(file);
 */
#ifndef NBL_EMULATOR_TRACE_H
#define NBL_EMULATOR_TRACE_H

#include "nbl/host/emulator.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef enum nbl_emulator_event_kind_t {
    NBL_EMULATOR_EVENT_WORKGROUP_BEGINS = 0,
    NBL_EMULATOR_EVENT_WORKGROUP_ENDS,    /* it has ended or was abandoned; its invocations run no further */
    NBL_EMULATOR_EVENT_RUNS,              /* an invocation starts or goes on */
    NBL_EMULATOR_EVENT_WAITS,             /* an invocation has reached a barrier or a subgroup operation */
    NBL_EMULATOR_EVENT_PAUSES,            /* adversarial order: another invocation runs before this one's next access */
    NBL_EMULATOR_EVENT_ENDS,              /* an invocation has left the kernel */
    NBL_EMULATOR_EVENT_BARRIER,           /* all invocations of the workgroup have reached a barrier */
    NBL_EMULATOR_EVENT_SUBGROUP_OPERATION /* all lanes of a subgroup have reached an operation or a subgroup barrier */
} nbl_emulator_event_kind_t;

typedef struct nbl_emulator_event_t {
    nbl_emulator_event_kind_t kind;
    uint64_t step;
    const char *kernel; /* the launch's name */
    uint32_t workgroup[3];
    /* NBL_EMULATOR_UNKNOWN: all three of a workgroup's event, invocation and lane of a subgroup's event. */
    uint32_t invocation, subgroup, lane;
    /* of WAITS, BARRIER, SUBGROUP_OPERATION: "barrier", "shuffle", "xor shuffle" ..; else NULL */
    const char *operation;
    const char *file;                    /* of the same events and of PAUSES: the place in the text; else NULL */
    int line;                            /* of the same events and of PAUSES; else 0 */
    uint32_t invocations, subgroup_size; /* invocations of the workgroup, lanes of a subgroup */
} nbl_emulator_event_t;

/* A file in the Trace Event format: a process per workgroup, numbered from 1 in the order of the run, and in it a
 * thread per invocation, numbered from 1 and named "subgroup 0 lane 5"; slices in which an invocation runs or waits,
 * and an instant for each barrier and subgroup operation that was passed. A microsecond of the viewer is a step. */
typedef struct nbl_emulator_trace_file_t nbl_emulator_trace_file_t;

/* Opens a trace file. Returns it, for nbl_emulator_trace_close(), or NULL with errno set. The file appears under its
 * path when it is closed; until then it is "<path>.<number>.tmp".
 *
 * path  not NULL */
nbl_emulator_trace_file_t *nbl_emulator_trace_open(const char *path);

/* Appends an event: a function for the launch's field `trace`.
 *
 * event  not NULL
 * file   as nbl_emulator_trace_open() returned it: the launch's trace_user */
void nbl_emulator_trace_write(const nbl_emulator_event_t *event, void *file);

/* Ends a trace file and frees it. Returns 0; or -1 with errno set if not all could be written, and then removes the
 * file.
 *
 * file  NULL does nothing */
int nbl_emulator_trace_close(nbl_emulator_trace_file_t *file);

#if defined(__cplusplus)
}
#endif

#endif
