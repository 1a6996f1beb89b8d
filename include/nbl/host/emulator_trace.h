/* What happened when, in a launch of the emulator: events for a callback, and a file of them for Perfetto and
 * chrome://tracing.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). Time is counted in steps, so that a trace repeats exactly: accesses to memory and
 * synchronisations of the workgroup, as nbl_emulator_launch_t's step_limit counts them. Each workgroup begins at step
 * 0. A launch that is traced runs all its workgroups on one OS thread, one after the other; one that is not pays
 * nothing.
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
    NBL_EMULATOR_EVENT_WORKGROUP_ENDS,    /* or was abandoned: invocations that have not ended run no further */
    NBL_EMULATOR_EVENT_RUNS,              /* an invocation starts or goes on */
    NBL_EMULATOR_EVENT_WAITS,             /* it has reached a barrier or a subgroup operation */
    NBL_EMULATOR_EVENT_PAUSES,            /* in the adversarial order another one runs before its next access */
    NBL_EMULATOR_EVENT_ENDS,              /* it has left the kernel */
    NBL_EMULATOR_EVENT_BARRIER,           /* all of the workgroup have reached a barrier */
    NBL_EMULATOR_EVENT_SUBGROUP_OPERATION /* all of a subgroup have reached an operation, or their barrier */
} nbl_emulator_event_kind_t;

typedef struct nbl_emulator_event_t {
    nbl_emulator_event_kind_t kind;
    uint64_t step;
    const char *kernel; /* the launch's name */
    uint32_t workgroup[3];
    uint32_t invocation, subgroup,
        lane;              /* NBL_EMULATOR_UNKNOWN where the event is a workgroup's; of a subgroup's event only
                                             * the subgroup is known */
    const char *operation; /* "barrier", "subgroup barrier", "shuffle", "xor shuffle" ...: of WAITS, BARRIER and */
    const char *file;      /* SUBGROUP_OPERATION, with the place in the text; of PAUSES the access's place; */
    int line;              /* else NULL, NULL, 0 */
    uint32_t invocations, subgroup_size; /* invocations of a workgroup, lanes of a subgroup */
} nbl_emulator_event_t;

/* A file in the Trace Event format: a process per workgroup, numbered from 1 in the order of the run, and in it a
 * thread per invocation, numbered from 1 and named "subgroup 0 lane 5"; slices in which an invocation runs or waits,
 * and an instant for each barrier and subgroup operation that was passed. A microsecond of the viewer is a step. */
typedef struct nbl_emulator_trace_file_t nbl_emulator_trace_file_t;

/* Returns a file to be closed, or NULL with errno set. The path appears when it is closed; until then
 * "<path>.<number>.tmp" grows beside it. */
nbl_emulator_trace_file_t *nbl_emulator_trace_open(const char *path);

/* Appends an event: a function for the launch's field `trace`.
 *
 * file  of nbl_emulator_trace_open(), the launch's trace_user */
void nbl_emulator_trace_write(const nbl_emulator_event_t *event, void *file);

/* Ends the file and frees it. Returns 0, or -1 with errno set if not all could be written: then there is no file.
 *
 * file  may be NULL */
int nbl_emulator_trace_close(nbl_emulator_trace_file_t *file);

#if defined(__cplusplus)
}
#endif

#endif
