/* The report of a launch, summed over its threads.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_EMULATOR_REPORT_H
#define NBL_HOST_EMULATOR_REPORT_H

#include "emulator/internal.h"

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

#endif
