/* Sums of what the threads of a launch did, in an order that does not depend on how many there were.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/report.h"

#include <stdio.h>
#include <string.h>

void nbl_emulator_tally_init(nbl_emulator_tally_t *tally, nbl_emulator_report_t *report) {
    memset(tally, 0, sizeof *tally);
    tally->report = report;
}

static void add_counter(nbl_emulator_tally_t *tally, const nbl_emulator_counter_t *counter, uint32_t place) {
    nbl_emulator_report_t *report = tally->report;
    uint32_t i = 0;

    while (i < report->counter_count && strcmp(report->counters[i].name, counter->name) != 0) i++;
    if (i == NBL_EMULATOR_MAX_COUNTERS) {
        tally->surplus = counter->name;
        return;
    }
    if (i == report->counter_count) {
        report->counter_count++;
        report->counters[i].name = counter->name;
        tally->first_workgroup[i] = UINT64_MAX;
    }
    report->counters[i].value += counter->value;
    if (counter->first_workgroup < tally->first_workgroup[i]) {
        tally->first_workgroup[i] = counter->first_workgroup;
        tally->place[i] = place;
    }
}

void nbl_emulator_tally_add(nbl_emulator_tally_t *tally, const nbl_emulator_worker_t *worker) {
    nbl_emulator_report_t *report = tally->report;

    report->workgroups += worker->workgroups;
    report->workgroup_barriers += worker->workgroup_barriers;
    report->subgroup_operations += worker->subgroup_operations;
    report->shared_loads += worker->shared_accesses[NBL_EMULATOR_LOAD];
    report->shared_stores += worker->shared_accesses[NBL_EMULATOR_STORE];
    report->shared_atomics += worker->shared_accesses[NBL_EMULATOR_ATOMIC] +
                              worker->shared_accesses[NBL_EMULATOR_ATOMIC_EXCHANGE] +
                              worker->shared_accesses[NBL_EMULATOR_ATOMIC_COMPARE];
    report->shared_bytes += worker->shared_bytes;
    report->buffer_loads += worker->buffer_accesses[NBL_EMULATOR_LOAD];
    report->buffer_stores += worker->buffer_accesses[NBL_EMULATOR_STORE];
    report->buffer_atomics += worker->buffer_accesses[NBL_EMULATOR_ATOMIC] +
                              worker->buffer_accesses[NBL_EMULATOR_ATOMIC_EXCHANGE] +
                              worker->buffer_accesses[NBL_EMULATOR_ATOMIC_COMPARE];
    report->buffer_bytes += worker->buffer_bytes;
    for (uint32_t i = 0; i < worker->counter_count; i++) add_counter(tally, &worker->counters[i], i);
}

/* Names first used in one workgroup were so on one thread, whose table has them in order. */
static int is_before(const nbl_emulator_tally_t *tally, uint32_t a, uint32_t b) {
    if (tally->first_workgroup[a] != tally->first_workgroup[b])
        return tally->first_workgroup[a] < tally->first_workgroup[b];
    return tally->place[a] < tally->place[b];
}

void nbl_emulator_tally_finish(nbl_emulator_tally_t *tally, nbl_emulator_job_t *job) {
    nbl_emulator_report_t *report = tally->report, unsorted = *report;

    for (uint32_t i = 0; i < report->counter_count; i++) {
        uint32_t rank = 0;
        for (uint32_t j = 0; j < report->counter_count; j++) rank += (uint32_t)is_before(tally, j, i);
        report->counters[rank] = unsorted.counters[i];
    }
    if (tally->surplus != NULL && job->result == NBL_SUCCESS) {
        job->result = NBL_ERROR_TOO_MANY;
        snprintf(job->message, sizeof job->message, "kernel \"%s\": counter \"%s\" is one more than the limit of %u",
                 job->launch.name, tally->surplus, (unsigned)NBL_EMULATOR_MAX_COUNTERS);
    }
}

uint64_t nbl_emulator_counter(const nbl_emulator_report_t *report, const char *name) {
    for (uint32_t i = 0; i < report->counter_count; i++)
        if (strcmp(report->counters[i].name, name) == 0) return report->counters[i].value;
    return 0;
}
