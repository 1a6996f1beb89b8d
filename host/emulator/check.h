/* The race checker: a shadow of every dword that records who accessed it and when, and the report of accesses that
 * nothing orders.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Time is one clock per launch, which ticks where a workgroup begins, where a workgroup passes a barrier and where a
 * subgroup passes one. An access is stamped with it. Since all of a workgroup (subgroup) stand at its barrier when the
 * clock ticks,
 *
 *   stamp < workgroup_start   the access was made by an earlier workgroup: ordered only by the atomics and fences that
 *                             check_order.c follows
 *   stamp < phase_start       before the last workgroup barrier: ordered with all that comes, in shared memory
 *   stamp < subgroup_start[s] before the last barrier of subgroup s: if it was made in s, ordered with all that s does
 *
 * whatever the order in which the invocations run. One run finds what any run could find of the accesses that it makes.
 *
 *   check.c         the rules, at each access; findings: what is known of two accesses, equal ones folded
 *   check_memory.c  cells, regions of buffers; accesses for which a cell has no room; equal writes; places of the text
 *   check_order.c   the clock at barriers; what happened before what, by atomics and fences; the history of
 *                   each element that is accessed atomically
 */
#ifndef NBL_HOST_EMULATOR_CHECK_H
#define NBL_HOST_EMULATOR_CHECK_H

#include "emulator/internal.h"

#define NBL_CHECK_MAX_SITES 32767u  /* places of the text: NBL_CHECK_SITE_MASK */
#define NBL_CHECK_RECENT_SITES 256u /* looked up by their address, before the list of all; chosen, nothing measured */
#define NBL_CHECK_RECENT_OF(use, calls) \
    (((uintptr_t)(use) / sizeof(nbl_emulator_use_t) + (calls)) % NBL_CHECK_RECENT_SITES)
#define NBL_CHECK_CHUNK_DWORDS 8192u /* a shadow grows by whole pages; chosen */

/* Which accesses happened before an invocation: per group of invocations, all stamps below a limit. Immutable,
 * counted by reference. */
typedef struct nbl_check_clock_t nbl_check_clock_t;

/* An access; stamp 0: none. */
typedef struct nbl_check_record_t {
    uint32_t stamp;
    uint16_t invocation;
    uint16_t site; /* number of the place of the text, and NBL_CHECK_ATOMIC */
} nbl_check_record_t;

/* A record's invocation: its number in the workgroup, and in higher bits the number of the workgroup among the
 * workgroups that run at once. */
#define NBL_CHECK_INVOCATION_MASK 0x0FFFu
#define NBL_CHECK_RESIDENT_SHIFT 12u
#define NBL_CHECK_RESIDENT_MASK 0x7000u
#define NBL_CHECK_ATOMIC 0x8000u /* the access was atomic */
#define NBL_CHECK_SITE_MASK 0x7FFFu

/* Accesses of a dword: its last write, two reads and two atomic accesses, each pair of different invocations. Why
 * two are enough: note() of check.c. The write is an atomic one only if all writes were atomic. */
typedef struct nbl_check_cell_t {
    nbl_check_record_t write, read[2], atomic[2];
} nbl_check_cell_t;

/* Buffers that overlap share a region, so that two bindings of one memory are seen as one. */
typedef struct nbl_check_region_t {
    uintptr_t begin, end;
    /* last access of a dword that a single invocation has read or written; see below */
    nbl_check_record_t *sole;
    nbl_check_cell_t *cells; /* accesses of every other dword */
    uint8_t *populated;      /* by chunk of dwords: its pages are in memory */
    /* bytes per cell: 4; from the first access on that is not made of dwords 1, and then `sole` is NULL */
    uint32_t granule;
} nbl_check_region_t;

/* Most dwords of a buffer are read once or written once. For these a sole record is enough, a fifth of a cell's
 * memory. */
#define NBL_CHECK_SOLE_WRITE 0x8000u   /* in a sole record's invocation: it wrote */
#define NBL_CHECK_HAS_CELL 0xFFFFFFFFu /* a sole record's stamp: the dword has a cell, which has its accesses */

typedef struct nbl_check_site_t {
    const nbl_emulator_use_t *use;
    uint64_t calls; /* nbl_emulator_hash_calls(); 0: calls are not told apart */
    const void *callers[NBL_EMULATOR_MAX_CALLERS];
    uint32_t caller_count;
} nbl_check_site_t;

typedef struct nbl_check_recent_t {
    const nbl_emulator_use_t *use;
    uint64_t calls;
    uint32_t number;
} nbl_check_recent_t;

/* What is accessed, for a finding. */
typedef struct nbl_check_place_t {
    nbl_emulator_memory_t memory;
    const char *name;
    uint32_t binding, index, y, byte;
    uint32_t coherent; /* 1: the buffer is declared coherent */
} nbl_check_place_t;

/* A write that may store what is there already, where equal writes are allowed. Its value is in memory by the time
 * of the next access, and is compared then. */
typedef struct nbl_check_pending_t {
    nbl_check_place_t place;
    nbl_check_record_t now;
    const unsigned char *address;
    uint32_t bytes;
} nbl_check_pending_t;

typedef struct nbl_check_written_t {
    const unsigned char *address; /* NULL: no entry */
    nbl_check_record_t record;
    unsigned char value[4];
    uint32_t next; /* of the same chain; 0: the last */
} nbl_check_written_t;

typedef struct nbl_check_barrier_t {
    uint32_t stamp; /* clock after the barrier */
    const char *file;
    int line;
} nbl_check_barrier_t;

/* An invocation's knowledge by fences and atomics: what happened before it, and what it has released. */
typedef struct nbl_check_agent_t {
    nbl_check_clock_t *knows;      /* since the last memory barrier of its workgroup */
    nbl_check_clock_t *pending[3]; /* what an acquire fence would add: of its subgroup, its workgroup, others */
    nbl_check_clock_t *released;   /* knew at its last release fence */
    uint8_t released_scope;
} nbl_check_agent_t;

/* The state of the workgroup that runs. Where several workgroups run at once on a thread, each worker keeps its own
 * meanwhile. */
typedef struct nbl_check_group_t {
    uint32_t workgroup_start, phase_start;
    uint32_t buffer_start; /* stamp: this workgroup's earlier accesses to a buffer are ordered before all later ones */
    uint32_t coherent_start; /* as buffer_start, for coherent buffers */
    uint32_t resident_bits;  /* number of the workgroup among the ones at once, as a record's invocation has it */
    uint32_t workgroup;
    uint32_t *subgroup_start;
    uint32_t *seen; /* nbl_check_seen(); NULL until some lanes, not all, have passed a subgroup barrier */
    nbl_check_barrier_t *barriers;
    uint32_t barrier_count, barrier_capacity;
    nbl_check_agent_t *agents; /* by invocation; NULL until something was acquired or released */
    nbl_check_clock_t *common; /* clock that happened before all invocations */
} nbl_check_group_t;

/* When a workgroup began. */
typedef struct nbl_check_began_t {
    uint32_t stamp, workgroup, resident_bits;
} nbl_check_began_t;

struct nbl_check_places_t; /* of check_order.c */
struct nbl_check_more_t;   /* of check_memory.c */

typedef struct nbl_checker_t {
    nbl_emulator_job_t *job;
    uint32_t clock;
    nbl_check_group_t group;
    nbl_emulator_worker_t *worker; /* worker whose group `group` is */
    uint8_t *coherent;             /* by binding */
    uint32_t subgroup_log2;
    uint32_t options;

    nbl_check_recent_t recent_sites[NBL_CHECK_RECENT_SITES]; /* looked up by address */
    nbl_check_site_t *sites; /* index = number; site 0 stands for all places beyond the last */
    uint32_t site_count, site_capacity;

    nbl_check_region_t *regions;
    uint32_t region_count;
    nbl_check_region_t **region_of_binding;

    nbl_check_began_t *began; /* ascending by stamp */
    uint64_t began_count, began_capacity;
    struct nbl_check_places_t *places;
    struct nbl_check_more_t *more; /* NULL until a cell has no room */
    nbl_check_pending_t *pending;
    uint64_t pending_count, pending_capacity;
    nbl_check_written_t *written; /* entries from 1 on */
    uint64_t written_count, written_capacity;
    uint32_t *chains; /* first entry by hash of the address; NULL until the first write */

    nbl_emulator_finding_t findings[NBL_EMULATOR_MAX_FINDINGS];
    uint16_t finding_sites[NBL_EMULATOR_MAX_FINDINGS][2];
    uint32_t finding_count;
    uint64_t without_room;
    int races, uninitialized;
} nbl_checker_t;

/* Makes a launch's checker. Returns NULL without memory. check_memory.c */
nbl_checker_t *nbl_check_create(nbl_emulator_job_t *job);
void nbl_check_destroy(nbl_checker_t *check);
/* Makes the state of a worker's workgroup, which the worker keeps while other workers of the thread run. Returns -1
 * without memory. */
int nbl_check_group_create(nbl_emulator_worker_t *worker);
void nbl_check_group_destroy(nbl_emulator_worker_t *worker);
/* Exchanges the checker's group for the group of `worker`, which runs now. */
void nbl_check_enter(nbl_emulator_worker_t *worker);
/* Gives the cells of a shared array room for `bytes`. Returns -1 without memory. */
int nbl_check_open_slot(nbl_emulator_slot_t *slot, uint32_t element_bytes, uint64_t bytes);
/* Makes the cells of a region one byte wide, instead of four. Returns -1 without memory. */
int nbl_check_refine(nbl_check_region_t *region);
/* Returns a dword's cell, and moves its sole record into it. */
nbl_check_cell_t *nbl_check_expand(nbl_check_region_t *region, size_t dword);
/* Forgets all accesses to a region. */
void nbl_check_forget(nbl_check_region_t *region);
/* Brings the pages of a chunk's sole records into memory, by one call instead of many page faults. */
void nbl_check_populate(nbl_check_region_t *region, uint64_t chunk);
uint32_t nbl_check_find_site(nbl_emulator_worker_t *worker, const nbl_emulator_use_t *use);
/* Makes room for one more element after the first `count`; returns NULL when memory ran out, with the array as it
 * was. */
void *nbl_check_grow(void *array, uint64_t count, uint64_t *capacity, size_t element_bytes);

/* Returns the number of the place of the access that is about to be made. Without calls told apart it is the number
 * of its use alone. */
static inline uint16_t nbl_check_site_of(nbl_emulator_worker_t *worker, const nbl_emulator_use_t *use) {
    const nbl_check_recent_t *recent = &worker->check->recent_sites[NBL_CHECK_RECENT_OF(use, 0u)];
    return (uint16_t)(recent->use == use && recent->calls == 0 ? recent->number : nbl_check_find_site(worker, use));
}

/* Whether a text of this program orders anything by atomics or fences: see order.c. */
extern int nbl_check_program_orders;

/* Checks and records an access, which is within its bounds, to shared memory. check.c */
void nbl_check_element(nbl_emulator_worker_t *worker, const nbl_emulator_slot_t *slot, uint32_t index,
                       nbl_check_record_t now, nbl_emulator_action_t action);

/* Returns the invocation that runs, in the encoding of records. */
static inline uint16_t nbl_check_self(const nbl_emulator_worker_t *worker) {
    return (uint16_t)(worker->current->index | worker->check->group.resident_bits);
}

/* Returns a stamp: accesses of `other` below it are ordered before what `self`, of the same subgroup, does now, by
 * barriers that only some lanes passed. */
static inline uint32_t *nbl_check_seen(const nbl_checker_t *check, uint32_t self, uint32_t other) {
    self &= NBL_CHECK_INVOCATION_MASK;
    return &check->group.seen[((size_t)self << check->subgroup_log2) + (other & ((1u << check->subgroup_log2) - 1u))];
}

/* As nbl_check_element(), with a fast path that is nearly always taken: the element is a dword that was not used
 * since the last barrier and, for a load, was written by this workgroup. Of the two reads, or two atomic accesses,
 * that a cell keeps the first is the later one, so one comparison tells that both are from before the barrier. */
static inline void nbl_check_shared(nbl_emulator_worker_t *worker, const nbl_emulator_slot_t *slot, uint32_t index,
                                    nbl_emulator_action_t action, const nbl_emulator_use_t *use) {
    nbl_checker_t *check = worker->check;
    nbl_check_record_t now = {check->clock, nbl_check_self(worker), nbl_check_site_of(worker, use)};

    if (slot->open.array->element_bytes == 4u && !(check->options & NBL_EMULATOR_ALLOW_EQUAL_WRITES)) {
        nbl_check_cell_t *cell = &slot->cells[index];
        if (cell->write.stamp < check->group.phase_start && cell->read[0].stamp < check->group.phase_start &&
            cell->atomic[0].stamp < check->group.phase_start) {
            if (action == NBL_EMULATOR_STORE) {
                cell->write = now;
                return;
            }
            if (action == NBL_EMULATOR_LOAD && cell->write.stamp >= check->group.workgroup_start) {
                cell->read[0] = now;
                return;
            }
        }
    }
    nbl_check_element(worker, slot, index, now, action);
}

void nbl_check_buffer(nbl_emulator_worker_t *worker, uint32_t binding, const char *name, uint32_t element_bytes,
                      uint32_t index, nbl_emulator_action_t action, const nbl_emulator_use_t *use);
/* As nbl_check_buffer(), by an address within the resource of `binding`. */
void nbl_check_reference(nbl_emulator_worker_t *worker, uint32_t binding, const char *name, uint32_t element_bytes,
                         uintptr_t address, nbl_emulator_action_t action, const nbl_emulator_use_t *use);
void nbl_check_image(nbl_emulator_worker_t *worker, uint32_t binding, const char *name, uint32_t x, uint32_t y,
                     nbl_emulator_action_t action, const nbl_emulator_use_t *use);
/* A workgroup begins and ends; all of it has reached a barrier; the round has reached a subgroup operation. */
void nbl_check_begin(nbl_emulator_worker_t *worker);
void nbl_check_end(nbl_emulator_worker_t *worker);
void nbl_check_workgroup_barrier(nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *who);
void nbl_check_subgroup_operation(nbl_emulator_worker_t *worker, int is_barrier);

/* check_order.c: whether an access happened before `self` of the workgroup that runs, by atomics and fences. */
int nbl_check_is_known(const nbl_checker_t *check, nbl_check_record_t then, uint32_t self);
/* Notes that the running invocation has reached a fence. */
void nbl_check_fence(nbl_emulator_worker_t *worker, nbl_emulator_scope_t scope, uint32_t order);
/* Drops what a workgroup's invocations knew, as it begins or ends. */
void nbl_check_forget_group(nbl_checker_t *check);
uint32_t nbl_check_workgroup_of(const nbl_checker_t *check, nbl_check_record_t record);

/* An atomic access that is about to be made; that has been made. */
void nbl_check_atomic(nbl_emulator_worker_t *worker, const nbl_check_place_t *place, nbl_check_record_t now,
                      const unsigned char *address);
void nbl_check_atomic_made(nbl_emulator_worker_t *worker, const unsigned char *address, int wrote);
void nbl_check_places_destroy(struct nbl_check_places_t *places);

/* check_memory.c: keeps an access for which a cell's pair has no room; returns a kept one that nothing orders before
 * `now`, or NULL. plain: without atomic ones. */
void nbl_check_keep(nbl_checker_t *check, const nbl_check_record_t *pair, nbl_check_record_t now,
                    const nbl_check_place_t *place);
void nbl_check_forget_kept(nbl_checker_t *check);
void nbl_check_drop(nbl_checker_t *check, const nbl_check_record_t *pair); /* all of the pair's */
const nbl_check_record_t *nbl_check_kept(const nbl_checker_t *check, const nbl_check_record_t *pair,
                                         nbl_check_record_t now, const nbl_check_place_t *place, int plain);

/* Notes a finding. kind: what the two accesses did; their records say whether they are atomic. check.c */
void nbl_check_find(nbl_checker_t *check, nbl_emulator_finding_kind_t kind, const nbl_check_place_t *place,
                    nbl_check_record_t first, nbl_check_record_t second);
/* Notes a finding of two atomic accesses whose scopes do not include each other. */
void nbl_check_find_scopes(nbl_checker_t *check, const nbl_check_place_t *place, nbl_check_record_t first,
                           nbl_check_record_t second, int first_writes, int second_writes);
/* check_memory.c, if equal writes are allowed: notes a write that is about to be made at `address`; compares a read
 * with all writes; compares the writes made since with those before. */
void nbl_check_write_equal(nbl_checker_t *check, const nbl_check_place_t *place, nbl_check_record_t now,
                           const unsigned char *address, uint32_t bytes);
void nbl_check_read_equals(nbl_checker_t *check, const nbl_check_place_t *place, nbl_check_record_t now,
                           const unsigned char *address);
void nbl_check_settle_pending(nbl_checker_t *check);
static inline void nbl_check_settle(nbl_checker_t *check) {
    if (NBL_EMULATOR_UNLIKELY(check->pending_count != 0)) nbl_check_settle_pending(check);
}
/* Returns whether nothing orders `then` before `now`, both accesses to `place`. */
int nbl_check_is_race(const nbl_checker_t *check, nbl_check_record_t then, nbl_check_record_t now,
                      const nbl_check_place_t *place);
/* Writes a launch's findings into its report, and into its result. */
void nbl_check_report(const nbl_checker_t *check, nbl_emulator_job_t *job, nbl_emulator_report_t *report);

#endif
