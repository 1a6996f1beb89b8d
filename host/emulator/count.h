/* Counts accesses and synchronisations for each line of a kernel's text, in one worker (a thread) of a launch with
 * counters.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A place is an access or a synchronisation in the kernel's text. A request is what a GPU makes of one access in the
 * text: the accesses of all lanes of a subgroup together. In shared memory a request costs cycles, more if lanes meet
 * in one of the memory's banks. In buffers and images it costs sectors, the pieces of memory that are read or written
 * whole.
 */
#ifndef NBL_HOST_EMULATOR_COUNT_H
#define NBL_HOST_EMULATOR_COUNT_H

#include "emulator/internal.h"
#include "nbl/host/emulator_counters.h"

/* The requests of a subgroup at a place that lanes may still join: since the subgroup's last synchronisation. Each row
 * is a request; row n has the n-th access of each lane since then. */
typedef struct nbl_count_open_t {
    uint32_t *made;          /* [lane]: accesses that the lane has made since then */
    uint64_t *address;       /* [row][lane]: the access's address plus 1; 0: the lane has made no access in this row */
    uint32_t rows, capacity; /* rows in use, rows for which there is memory */
} nbl_count_open_t;

/* Counts of one place of the text. */
typedef struct nbl_count_place_t {
    const nbl_emulator_use_t *use; /* the access in the text; NULL: the place is a synchronisation */
    nbl_emulator_site_t site;      /* the synchronisation in the text */
    uint32_t element_bytes;        /* bytes of an access */
    nbl_emulator_line_t line;      /* the counts so far, as the report gives them */
    nbl_count_open_t *open;        /* [nbl_count_t's subgroups] */
} nbl_count_place_t;

/* Scratch memory for a hash table of a request's addresses. */
typedef struct nbl_count_scratch_t {
    uint64_t *keys;    /* words of a bank, or sectors, that the request touches */
    uint32_t *next;    /* [key]: the next key in the same bin of the table */
    uint64_t capacity; /* of both */
} nbl_count_scratch_t;

/* A worker's counts. */
typedef struct nbl_count_t {
    uint32_t banks, bank_bytes; /* of shared memory */
    uint32_t sector_bytes;      /* of buffers and images */
    uint32_t lanes;             /* of a subgroup */
    uint32_t subgroups;         /* that have open requests at a time: in the adversarial order, where invocations of all
                                 * subgroups run by turns, those of a workgroup; in other orders 1 */
    nbl_count_place_t *places;
    uint64_t place_count, place_capacity;
    uint64_t recent; /* index of the place that was counted last, which is looked at first; 0 at the beginning */
    nbl_count_scratch_t scratch;
} nbl_count_t;

/* Returns a worker's counts, empty, or NULL without memory. nbl_count_destroy() frees them; NULL is accepted.
 *
 * job  a launch whose `counters` is not NULL. The sizes of banks and sectors are copied from the counters, so `job`
 *      need not outlive this call */
nbl_count_t *nbl_count_create(const nbl_emulator_job_t *job);
void nbl_count_destroy(nbl_count_t *count);
/* Counts an access of the lane that runs, in worker->count, which is not NULL. Without memory it does not return: the
 * launch ends with NBL_ERROR_OUT_OF_MEMORY (nbl_emulator_abandon()).
 *
 * memory         shared memory, buffers and so on
 * name           of the array or resource; `name` and `use` are kept as pointers, also in the launch's counters
 * binding        number of the resource's binding; 0 for memory without bindings, which `memory` tells apart
 * element_bytes  bytes of the access, 1 or more
 * address        bytes from the start of the array or resource; the caller has checked that it is within bounds
 * action         whether it reads, writes or both
 * use            the access in the text */
void nbl_count_access(nbl_emulator_worker_t *worker, nbl_emulator_memory_t memory, const char *name, uint32_t binding,
                      uint32_t element_bytes, uint64_t address, nbl_emulator_action_t action,
                      const nbl_emulator_use_t *use);
/* Counts a synchronisation; called once when all invocations that take part have reached it. It leaves the open
 * requests to nbl_count_finish_requests(). Without memory the place is left out of the report.
 *
 * who  any of these invocations */
void nbl_count_synchronization(nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *who);
/* Closes the open requests of the subgroup whose lanes worker->round points to, and counts them. Called when each of
 * its lanes waits at a barrier or a subgroup operation or has ended: no access can join these requests any more. Takes
 * no memory. */
void nbl_count_finish_requests(nbl_emulator_worker_t *worker);

/* Adds a worker's counts to the launch's; one worker at a time, after its last nbl_count_finish_requests(). Takes no
 * memory: lines beyond NBL_EMULATOR_MAX_LINES are counted in lines_without_room. */
void nbl_count_add(nbl_emulator_counters_t *counters, const nbl_count_t *count);
/* Ends a launch's counters; called once, after all workers: sets the kernel's name, adds 1 to the launches, and adds
 * the report's numbers of workgroups, workgroup barriers and subgroup operations.
 *
 * report  of the launch; only read */
void nbl_count_close(nbl_emulator_counters_t *counters, const nbl_emulator_report_t *report);

#endif
