/* Counts per line of a kernel's text: what one worker keeps of them while a launch with counters runs.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_EMULATOR_COUNT_H
#define NBL_HOST_EMULATOR_COUNT_H

#include "emulator/internal.h"
#include "nbl/host/emulator_counters.h"

/* Accesses that the lanes of a subgroup have made at a place since the last synchronisation. Row n is the n-th access
 * of
 * each lane: the request of a GPU. */
typedef struct nbl_count_open_t {
    uint32_t *made;    /* by lane: how many accesses */
    uint64_t *address; /* [capacity][subgroup size], one more than the address; 0: that lane made none */
    uint32_t rows, capacity;
} nbl_count_open_t;

/* Counts of one place of the text. */
typedef struct nbl_count_place_t {
    const nbl_emulator_use_t *use; /* of an access; NULL: the place is a synchronisation */
    nbl_emulator_site_t site;      /* of a synchronisation */
    uint32_t element_bytes;
    nbl_emulator_line_t line;
    nbl_count_open_t *open; /* by subgroup in the adversarial order, else one */
} nbl_count_place_t;

/* Scratch memory for comparing a request's addresses. */
typedef struct nbl_count_scratch_t {
    uint64_t *keys;
    uint32_t *next;
    uint64_t capacity;
} nbl_count_scratch_t;

/* A worker's counts. */
typedef struct nbl_count_t {
    uint32_t banks, bank_bytes, sector_bytes, lanes, subgroups;
    nbl_count_place_t *places;
    uint64_t place_count, place_capacity;
    uint64_t recent; /* number of the place that was counted last: most accesses repeat it */
    nbl_count_scratch_t scratch;
} nbl_count_t;

/* Makes a worker's counts. Returns NULL if there is no memory. */
nbl_count_t *nbl_count_create(const nbl_emulator_job_t *job);
void nbl_count_destroy(nbl_count_t *count);
/* Counts an access within its bounds.
 *
 * memory, name   which memory, and the name of the array or resource
 * binding        of a resource
 * element_bytes  bytes of the access
 * address        bytes from the start of the array or resource
 * use            the place of the text */
void nbl_count_access(nbl_emulator_worker_t *worker, nbl_emulator_memory_t memory, const char *name, uint32_t binding,
                      uint32_t element_bytes, uint64_t address, nbl_emulator_action_t action,
                      const nbl_emulator_use_t *use);
/* Counts a synchronisation that all invocations of a workgroup or a subgroup have reached.
 *
 * who  any invocation of the workgroup or subgroup */
void nbl_count_synchronization(nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *who);
/* Counts the requests that are open. Call it when all lanes of the running subgroup stand still, so no access joins
 * them. */
void nbl_count_finish_requests(nbl_emulator_worker_t *worker);

/* Adds a worker's counts to a launch's. nbl_count_close() finishes the launch's sums, after all workers. */
void nbl_count_add(nbl_emulator_counters_t *counters, const nbl_count_t *count);
void nbl_count_close(nbl_emulator_counters_t *counters, const nbl_emulator_report_t *report);

#endif
