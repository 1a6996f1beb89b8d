/* The report of a launch: summed over its threads; and text that is appended to a caller's buffer.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_EMULATOR_REPORT_H
#define NBL_HOST_EMULATOR_REPORT_H

#include "emulator/internal.h"

#include <stddef.h>

/* The counters of two threads may have different names, and together more than a report can hold. */
typedef struct nbl_emulator_tally_t {
    nbl_emulator_report_t *report;
    uint64_t first_workgroup[NBL_EMULATOR_MAX_COUNTERS];
    uint32_t place[NBL_EMULATOR_MAX_COUNTERS];
    const char *surplus; /* name of a counter that found no room */
} nbl_emulator_tally_t;

void nbl_emulator_tally_init(nbl_emulator_tally_t *tally, nbl_emulator_report_t *report);
void nbl_emulator_tally_add(nbl_emulator_tally_t *tally, const nbl_emulator_worker_t *worker);
/* Puts the counters into the order of their first use; a counter without room fails the job. */
void nbl_emulator_tally_finish(nbl_emulator_tally_t *tally, nbl_emulator_job_t *job);

/* Counts all that is appended, keeps what fits. */
typedef struct nbl_render_t {
    char *start;
    size_t bytes, length;
} nbl_render_t;

__attribute__((format(printf, 2, 3))) void nbl_render_append(nbl_render_t *text, const char *format, ...);
/* "called at F:1 in f, from F:2 in g", behind a separator; nothing where no call is known. */
void nbl_render_callers(nbl_render_t *text, const char *separator, const void *const *callers, uint32_t count);
/* A string of JSON, quoted. */
/* A member of an object; string NULL: null. */
void nbl_render_member(nbl_render_t *text, const char *separator, const char *key, const char *string);

#endif
