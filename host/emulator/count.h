/* Counts accesses and synchronisations for each line of a kernel's text, in one worker (a thread) of a launch with
 * counters.
 *
 * A place is a line of the text together with what happens there. A request is one access of all lanes of a subgroup at
 * a place, as a GPU makes it: its addresses decide what it costs in cycles of the banks, or in sectors. Memory that
 * runs out ends the launch with an error.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_EMULATOR_COUNT_H
#define NBL_HOST_EMULATOR_COUNT_H

#include "emulator/internal.h"
#include "nbl/host/emulator_counters.h"

/* The open requests of a subgroup at a place: the accesses of its lanes since the last synchronisation. Row n is a
 * request: the n-th access of each lane. */
typedef struct nbl_count_open_t {
    uint32_t *made;          /* [lane]: accesses that the lane has made */
    uint64_t *address;       /* [row][lane]: the access's address plus 1; 0: the lane has made no access in this row */
    uint32_t rows, capacity; /* rows in use, rows for which there is memory */
} nbl_count_open_t;

/* Counts of one place of the text. */
typedef struct nbl_count_place_t {
    const nbl_emulator_use_t *use; /* the access in the text; NULL: the place is a synchronisation */
    nbl_emulator_site_t site;      /* the synchronisation in the text */
    uint32_t element_bytes;        /* bytes of an access */
    nbl_emulator_line_t line;      /* the counts so far, as the report gives them */
    nbl_count_open_t *open;        /* [subgroup] in the adversarial order, in which subgroups run by turns; else [1] */
} nbl_count_place_t;

/* Scratch memory for a hash table of a request's addresses. */
typedef struct nbl_count_scratch_t {
    uint64_t *keys;    /* words of a bank, or sectors, that the request touches */
    uint32_t *next;    /* [key]: the next key of the same bin */
    uint64_t capacity; /* of both */
} nbl_count_scratch_t;

/* A worker's counts. */
typedef struct nbl_count_t {
    uint32_t banks, bank_bytes; /* of shared memory */
    uint32_t sector_bytes;      /* of buffers and images */
    uint32_t lanes;             /* of a subgroup */
    uint32_t subgroups;         /* for which each place has open requests: all in the adversarial order, else 1 */
    nbl_count_place_t *places;
    uint64_t place_count, place_capacity;
    uint64_t recent; /* index of the place that was counted last, which is looked at first; 0 at the beginning */
    nbl_count_scratch_t scratch;
} nbl_count_t;

/* Returns a worker's counts, empty, or NULL without memory. nbl_count_destroy() frees them; NULL is accepted.
 *
 * job  a launch with counters, which give the sizes of banks and sectors */
nbl_count_t *nbl_count_create(const nbl_emulator_job_t *job);
void nbl_count_destroy(nbl_count_t *count);
/* Counts an access of the lane that runs. The caller has checked that it is within bounds.
 *
 * memory, name   which memory, and the name of the array or resource
 * binding        number of the resource's binding; of other memory 0
 * element_bytes  bytes of the access
 * address        bytes from the start of the array or resource
 * action         whether it reads, writes or both
 * use            the access in the text */
void nbl_count_access(nbl_emulator_worker_t *worker, nbl_emulator_memory_t memory, const char *name, uint32_t binding,
                      uint32_t element_bytes, uint64_t address, nbl_emulator_action_t action,
                      const nbl_emulator_use_t *use);
/* Counts a synchronisation; called once when all invocations of the workgroup or subgroup have reached it.
 *
 * who  any of these invocations */
void nbl_count_synchronization(nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *who);
/* Closes the open requests of the running subgroup and counts them. Called when all its lanes wait or have ended, since
 * no access can join these requests any more. */
void nbl_count_finish_requests(nbl_emulator_worker_t *worker);

/* Adds a worker's counts to the launch's; one worker at a time, after its last nbl_count_finish_requests().
 *
 * nbl_count_close(), called once after all workers, makes the launch's totals of its lines. report: of the launch */
void nbl_count_add(nbl_emulator_counters_t *counters, const nbl_count_t *count);
void nbl_count_close(nbl_emulator_counters_t *counters, const nbl_emulator_report_t *report);

#endif
