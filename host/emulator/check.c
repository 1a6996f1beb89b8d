/* The race checker at each access: its rules, and what it finds.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The rules of the race checker, applied at each access. */

#define ALWAYS_INLINE inline __attribute__((always_inline))

/* What orders accesses to one kind of memory. */
typedef struct rules_t {
    uint32_t start; /* stamp: accesses of this workgroup below it are ordered */
    int buffer;     /* 1: a buffer; accesses of other workgroups count, too */
    int grouped;    /* 1: subgroup barriers order this memory */
    int atomics;    /* 1: atomics and fences order this memory */
} rules_t;

int nbl_check_program_orders;

static ALWAYS_INLINE rules_t rules_of_shared(const nbl_checker_t *check) {
    return (rules_t){check->group.phase_start, 0, 1, nbl_check_program_orders};
}

static ALWAYS_INLINE rules_t rules_of_buffer(const nbl_checker_t *check, int coherent) {
    return (rules_t){coherent ? check->group.coherent_start : check->group.buffer_start, 1,
                     coherent || (check->options & NBL_EMULATOR_BARRIERS_ORDER_BUFFERS) != 0, coherent};
}

static ALWAYS_INLINE int is_foreign(const nbl_checker_t *check, nbl_check_record_t then) {
    return then.stamp != 0 && (then.stamp < check->group.workgroup_start ||
                               ((then.invocation ^ check->group.resident_bits) & NBL_CHECK_RESIDENT_MASK) != 0);
}

/* Returns whether no barrier orders an access of this workgroup before what `self` does now. */
static ALWAYS_INLINE int no_barrier_orders(const nbl_checker_t *check, nbl_check_record_t then, uint32_t self,
                                           rules_t rules) {
    if (then.stamp < rules.start || then.invocation == self) return 0;
    uint32_t subgroup = (self & NBL_CHECK_INVOCATION_MASK) >> check->subgroup_log2;
    if (!rules.grouped || (then.invocation & NBL_CHECK_INVOCATION_MASK) >> check->subgroup_log2 != subgroup) return 1;
    if (then.stamp < check->group.subgroup_start[subgroup]) return 0;
    return NBL_EMULATOR_UNLIKELY(check->group.seen != NULL)
               ? then.stamp >= *nbl_check_seen(check, self, then.invocation)
               : 1;
}

/* Returns whether nothing orders an access of this workgroup before what `self` does now. */
static ALWAYS_INLINE int is_unordered(const nbl_checker_t *check, nbl_check_record_t then, uint32_t self,
                                      rules_t rules) {
    if (!no_barrier_orders(check, then, self, rules)) return 0;
    return !rules.atomics || !nbl_check_is_known(check, then, self);
}

static ALWAYS_INLINE int is_race(const nbl_checker_t *check, nbl_check_record_t then, nbl_check_record_t now,
                                 rules_t rules) {
    if (rules.buffer && NBL_EMULATOR_UNLIKELY(is_foreign(check, then)))
        return !rules.atomics || !nbl_check_is_known(check, then, now.invocation);
    return is_unordered(check, then, now.invocation, rules);
}

/* Returns whether `now` may replace a record. It may if it is ordered after the record, since everything ordered
 * after `now` is then ordered after both. An atomic access does not replace a plain one, which conflicts with more
 * accesses. */
static ALWAYS_INLINE int gives_way(const nbl_checker_t *check, nbl_check_record_t then, nbl_check_record_t now,
                                   rules_t rules) {
    if (then.stamp < rules.start) return 1;
    if ((now.site & NBL_CHECK_ATOMIC) && !(then.site & NBL_CHECK_ATOMIC)) return 0;
    return !is_unordered(check, then, now.invocation, rules);
}

/* If atomics order memory, two records cannot stand for all: an access ordered after both may race with a third. */
static __attribute__((noinline)) void note_all(nbl_checker_t *check, nbl_check_record_t *pair, nbl_check_record_t now,
                                               rules_t rules, const nbl_check_place_t *place) {
    for (int i = 0; i < 2; i++)
        if (pair[i].stamp == 0 || (!((now.site & NBL_CHECK_ATOMIC) && !(pair[i].site & NBL_CHECK_ATOMIC)) &&
                                   !is_race(check, pair[i], now, rules))) {
            pair[i] = now;
            return;
        }
    nbl_check_keep(check, pair, now, place);
}

/* Keeps two of `now` and a pair of reads, so that a later write that races with any read so far races with one of the
 * two:
 *   - reads of two subgroups, if there are two: no write can be ordered after both (a read of another workgroup races
 *     with every later write, so it alone is enough);
 *   - else reads of two invocations of the only subgroup since its last barrier, if there are two.
 * Atomic reads, as by a failed compare-exchange, are kept with the others, which replace them. A second pair keeps
 * atomic writes by the same rule, for the comparison with later plain accesses. */
static ALWAYS_INLINE void note(nbl_checker_t *check, nbl_check_record_t *pair, nbl_check_record_t now, rules_t rules,
                               const nbl_check_place_t *place) {
    nbl_check_record_t *a = &pair[0], *b = &pair[1];
    uint32_t subgroup = (uint32_t)now.invocation >> check->subgroup_log2;

    if (rules.atomics) {
        note_all(check, pair, now, rules, place);
        return;
    }

    if (rules.buffer && is_foreign(check, *a) && !(a->site & ~now.site & NBL_CHECK_ATOMIC)) return;
    if (gives_way(check, *a, now, rules))
        *a = now;
    else if (gives_way(check, *b, now, rules))
        *b = now;
    else if (a->site & ~now.site & NBL_CHECK_ATOMIC)
        *a = now;
    else if (b->site & ~now.site & NBL_CHECK_ATOMIC)
        *b = now;
    else if (a->invocation >> check->subgroup_log2 == b->invocation >> check->subgroup_log2 &&
             (uint32_t)a->invocation >> check->subgroup_log2 != subgroup && !(now.site & ~b->site & NBL_CHECK_ATOMIC))
        *b = now;
}

int nbl_check_is_race(const nbl_checker_t *check, nbl_check_record_t then, nbl_check_record_t now,
                      const nbl_check_place_t *place) {
    rules_t rules = place->memory == NBL_EMULATOR_MEMORY_SHARED ? rules_of_shared(check)
                                                                : rules_of_buffer(check, (int)place->coherent);
    return is_race(check, then, now, rules);
}

/* Returns the first of two accesses that nothing orders before `now`, or NULL. */
static ALWAYS_INLINE const nbl_check_record_t *racing(const nbl_checker_t *check, const nbl_check_record_t *pair,
                                                      nbl_check_record_t now, rules_t rules,
                                                      const nbl_check_place_t *place) {
    if (NBL_EMULATOR_UNLIKELY(is_race(check, pair[0], now, rules))) return &pair[0];
    if (NBL_EMULATOR_UNLIKELY(is_race(check, pair[1], now, rules))) return &pair[1];
    return rules.atomics && check->more != NULL ? nbl_check_kept(check, pair, now, place, 0) : NULL;
}

static ALWAYS_INLINE void load_cell(nbl_checker_t *check, nbl_check_cell_t *cell, nbl_check_record_t now, rules_t rules,
                                    const nbl_check_place_t *place, const unsigned char *address) {
    int plain = !(now.site & NBL_CHECK_ATOMIC);
    const nbl_check_record_t *atomic = plain ? racing(check, cell->atomic, now, rules, place) : NULL;

    if (NBL_EMULATOR_UNLIKELY(check->options & NBL_EMULATOR_ALLOW_EQUAL_WRITES))
        nbl_check_read_equals(check, place, now, address);
    else if (NBL_EMULATOR_UNLIKELY(is_race(check, cell->write, now, rules)) && !(cell->write.site & NBL_CHECK_ATOMIC))
        nbl_check_find(check, NBL_EMULATOR_READ_AFTER_WRITE, place, cell->write, now);
    if (!rules.buffer && NBL_EMULATOR_UNLIKELY(cell->write.stamp < check->group.workgroup_start))
        nbl_check_find(check, NBL_EMULATOR_UNINITIALIZED_READ, place, (nbl_check_record_t){0, 0, 0}, now);
    if (atomic != NULL) nbl_check_find(check, NBL_EMULATOR_READ_AFTER_WRITE, place, *atomic, now);
    note(check, cell->read, now, rules, place);
}

static ALWAYS_INLINE void store_cell(nbl_checker_t *check, nbl_check_cell_t *cell, nbl_check_record_t now,
                                     rules_t rules, const nbl_check_place_t *place, const unsigned char *address,
                                     uint32_t granule) {
    const nbl_check_record_t *read = racing(check, cell->read, now, rules, place),
                             *atomic = racing(check, cell->atomic, now, rules, place);

    if (NBL_EMULATOR_UNLIKELY(check->options & NBL_EMULATOR_ALLOW_EQUAL_WRITES))
        nbl_check_write_equal(check, place, now, address, granule);
    else if (NBL_EMULATOR_UNLIKELY(is_race(check, cell->write, now, rules)) && !(cell->write.site & NBL_CHECK_ATOMIC))
        nbl_check_find(check, NBL_EMULATOR_WRITE_AFTER_WRITE, place, cell->write, now);
    if (read != NULL) nbl_check_find(check, NBL_EMULATOR_WRITE_AFTER_READ, place, *read, now);
    if (atomic != NULL) nbl_check_find(check, NBL_EMULATOR_WRITE_AFTER_WRITE, place, *atomic, now);
    if (rules.atomics && check->more != NULL && read == NULL && atomic == NULL) {
        nbl_check_drop(check, cell->read); /* an access ordered after this write is ordered after the reads, too */
        nbl_check_drop(check, cell->atomic);
    }
    cell->write = now;
}

/* An atomic access needs no order with others of its kind; a plain one before it counts as for a store. */
static __attribute__((noinline)) void atomic_cell(nbl_checker_t *check, nbl_check_cell_t *cell, nbl_check_record_t now,
                                                  rules_t rules, int reads, const nbl_check_place_t *place,
                                                  const unsigned char *address) {
    const nbl_check_record_t *read = NULL;

    for (int i = 0; i < 2 && read == NULL; i++)
        if (!(cell->read[i].site & NBL_CHECK_ATOMIC) && is_race(check, cell->read[i], now, rules))
            read = &cell->read[i];
    if (read == NULL && rules.atomics && check->more != NULL) read = nbl_check_kept(check, cell->read, now, place, 1);
    if (check->options & NBL_EMULATOR_ALLOW_EQUAL_WRITES)
        nbl_check_read_equals(check, place, now, address);
    else if (!(cell->write.site & NBL_CHECK_ATOMIC) && is_race(check, cell->write, now, rules))
        nbl_check_find(check, NBL_EMULATOR_WRITE_AFTER_WRITE, place, cell->write, now);
    if (read != NULL) nbl_check_find(check, NBL_EMULATOR_WRITE_AFTER_READ, place, *read, now);
    if (!rules.buffer && cell->write.stamp < check->group.workgroup_start) {
        if (reads) nbl_check_find(check, NBL_EMULATOR_UNINITIALIZED_READ, place, (nbl_check_record_t){0, 0, 0}, now);
        cell->write = now;
    }
    note(check, cell->atomic, now, rules, place);
}

static ALWAYS_INLINE void access_cell(nbl_checker_t *check, nbl_check_cell_t *cell, nbl_check_record_t now,
                                      rules_t rules, nbl_emulator_action_t action, const nbl_check_place_t *place,
                                      const unsigned char *address, uint32_t granule) {
    if (action == NBL_EMULATOR_STORE) {
        store_cell(check, cell, now, rules, place, address, granule);
    } else if (action == NBL_EMULATOR_LOAD) {
        load_cell(check, cell, now, rules, place, address);
    } else {
        now.site |= NBL_CHECK_ATOMIC;
        if (action == NBL_EMULATOR_ATOMIC_COMPARE) /* the compare-exchange has failed: outcome_of() */
            load_cell(check, cell, now, rules, place, address);
        else
            atomic_cell(check, cell, now, rules, action == NBL_EMULATOR_ATOMIC, place, address);
    }
}

/* Returns how a compare-exchange counts: as a read and a write if it finds what it expects, else as an atomic load. */
static ALWAYS_INLINE nbl_emulator_action_t outcome_of(const nbl_emulator_worker_t *worker, nbl_emulator_action_t action,
                                                      const void *address) {
    if (NBL_EMULATOR_UNLIKELY(action == NBL_EMULATOR_ATOMIC_COMPARE) &&
        worker->atomic.operation == NBL_EMULATOR_ATOMIC_OF_COMPARE_EXCHANGE &&
        memcmp(address, &worker->atomic.expected, worker->atomic.bytes) == 0)
        return NBL_EMULATOR_ATOMIC;
    return action;
}

/* Accesses all cells of an element. */
static ALWAYS_INLINE void access_cells(nbl_checker_t *check, nbl_check_cell_t *cells, uint32_t count, uint32_t granule,
                                       nbl_check_record_t now, rules_t rules, nbl_emulator_action_t action,
                                       nbl_check_place_t *place, const unsigned char *address) {
    for (uint32_t i = 0; i < count; i++) {
        place->byte = i * granule;
        access_cell(check, &cells[i], now, rules, action, place, address + i * granule, granule);
    }
}

void nbl_check_element(nbl_emulator_worker_t *worker, const nbl_emulator_slot_t *slot, uint32_t index,
                       nbl_check_record_t now, nbl_emulator_action_t action) {
    nbl_checker_t *check = worker->check;
    uint32_t bytes = slot->open.array->element_bytes, granule = slot->granule;
    nbl_check_place_t place = {NBL_EMULATOR_MEMORY_SHARED, slot->open.array->name, 0, index, 0, 0, 0};
    const unsigned char *address = slot->open.data + (size_t)index * bytes;

    nbl_check_cell_t *cells = &slot->cells[(size_t)index * (bytes / granule)];

    nbl_check_settle(check);
    if (NBL_EMULATOR_UNLIKELY(worker->part_bytes != 0)) { /* only the cells of a part of the element */
        cells += worker->part_offset / granule;
        address += worker->part_offset;
        bytes = worker->part_bytes;
        worker->part_bytes = 0;
    }
    access_cells(check, cells, bytes / granule, granule, now, rules_of_shared(check),
                 outcome_of(worker, action, address), &place, address);
    if (action >= NBL_EMULATOR_ATOMIC) nbl_check_atomic(worker, &place, now, address);
}

/* Returns whether a dword's sole record is enough to keep an access, and then keeps it there. */
static ALWAYS_INLINE int is_sole(const nbl_checker_t *check, nbl_check_record_t *sole, nbl_check_record_t now,
                                 nbl_emulator_action_t action) {
    if (action != NBL_EMULATOR_LOAD && action != NBL_EMULATOR_STORE) return 0;
    if (action == NBL_EMULATOR_STORE) now.invocation |= NBL_CHECK_SOLE_WRITE;
    if (sole->stamp != 0 && (sole->stamp < check->group.workgroup_start || sole->stamp == NBL_CHECK_HAS_CELL ||
                             sole->invocation != now.invocation))
        return 0;
    *sole = now;
    return 1;
}

static __attribute__((noinline)) void access_region(nbl_emulator_worker_t *worker, nbl_check_region_t *region,
                                                    nbl_check_place_t place, uintptr_t address, uint32_t bytes,
                                                    nbl_check_record_t now, nbl_emulator_action_t action) {
    nbl_checker_t *check = worker->check;
    rules_t rules = rules_of_buffer(check, place.coherent);

    const int atomic = action >= NBL_EMULATOR_ATOMIC;

    nbl_check_settle(check);
    action = outcome_of(worker, action, (const void *)address);
    if (region->granule == 4u && ((address - region->begin) % 4u != 0 || bytes % 4u != 0) &&
        nbl_check_refine(region) != 0) {
        nbl_emulator_fail(worker, NBL_ERROR_OUT_OF_MEMORY, worker->current, "no memory to check the bytes of \"%s\"",
                          place.name);
        nbl_emulator_abandon(worker);
    }
    if (atomic) nbl_check_atomic(worker, &place, now, (const unsigned char *)address);
    if (region->granule == 1u) {
        access_cells(check, &region->cells[address - region->begin], bytes, 1, now, rules, action, &place,
                     (const unsigned char *)address);
        return;
    }
    size_t first = (address - region->begin) / 4u;
    if (!region->populated[first / NBL_CHECK_CHUNK_DWORDS]) nbl_check_populate(region, first / NBL_CHECK_CHUNK_DWORDS);
    for (uint32_t i = 0; i < bytes / 4u; i++)
        if ((check->options & NBL_EMULATOR_ALLOW_EQUAL_WRITES) ||
            !is_sole(check, &region->sole[first + i], now, action)) {
            place.byte = 4u * i;
            access_cell(check, nbl_check_expand(region, first + i), now, rules, action, &place,
                        (const unsigned char *)address + 4u * i, 4);
        }
}

void nbl_check_reference(nbl_emulator_worker_t *worker, uint32_t binding, const char *name, uint32_t element_bytes,
                         uintptr_t address, nbl_emulator_action_t action, const nbl_emulator_use_t *use) {
    nbl_checker_t *check = worker->check;
    nbl_check_region_t *region = check->region_of_binding[binding];
    nbl_check_record_t now = {check->clock, nbl_check_self(worker), nbl_check_site_of(worker, use)};
    uint32_t index = (uint32_t)((address - (uintptr_t)worker->resources[binding].data) / element_bytes);
    if (NBL_EMULATOR_UNLIKELY(worker->part_bytes != 0)) {
        address += worker->part_offset;
        element_bytes = worker->part_bytes;
        worker->part_bytes = 0;
    }
    size_t first = (address - region->begin) / 4u;
    int equal = (check->options & NBL_EMULATOR_ALLOW_EQUAL_WRITES) != 0;

    /* Nearly always: dwords that no other invocation has used. Noting a part of them twice does no harm. */
    if (((address - region->begin) | element_bytes) % 4u == 0 && region->granule == 4u &&
        region->populated[first / NBL_CHECK_CHUNK_DWORDS] && !equal) {
        uint32_t dwords = element_bytes / 4u;
        while (dwords > 0 && is_sole(check, &region->sole[first + dwords - 1u], now, action)) dwords--;
        if (dwords == 0) return;
    }
    access_region(worker, region,
                  (nbl_check_place_t){NBL_EMULATOR_MEMORY_BUFFER, name, binding, index, 0, 0, check->coherent[binding]},
                  address, element_bytes, now, action);
}

void nbl_check_buffer(nbl_emulator_worker_t *worker, uint32_t binding, const char *name, uint32_t element_bytes,
                      uint32_t index, nbl_emulator_action_t action, const nbl_emulator_use_t *use) {
    uintptr_t address = (uintptr_t)worker->resources[binding].data + (uintptr_t)index * element_bytes;
    nbl_check_reference(worker, binding, name, element_bytes, address, action, use);
}

void nbl_check_image(nbl_emulator_worker_t *worker, uint32_t binding, const char *name, uint32_t x, uint32_t y,
                     nbl_emulator_action_t action, const nbl_emulator_use_t *use) {
    nbl_checker_t *check = worker->check;
    nbl_check_record_t now = {check->clock, nbl_check_self(worker), nbl_check_site_of(worker, use)};
    const nbl_emulator_resource_t *image = &worker->resources[binding];
    uintptr_t address = (uintptr_t)image->data + (uintptr_t)((uint64_t)y * image->width + x) * 16u;

    access_region(worker, check->region_of_binding[binding],
                  (nbl_check_place_t){NBL_EMULATOR_MEMORY_IMAGE, name, binding, x, y, 0, 0}, address, 16, now, action);
}

/* ---- What the race checker found: both accesses made out, equal findings folded. */

static void name_workgroup(const nbl_checker_t *check, uint64_t workgroup, nbl_emulator_access_t *access) {
    const uint32_t *count = check->job->launch.workgroup_count;
    access->workgroup[0] = (uint32_t)(workgroup % count[0]);
    access->workgroup[1] = (uint32_t)(workgroup / count[0] % count[1]);
    access->workgroup[2] = (uint32_t)(workgroup / count[0] / count[1]);
}

static int is_of_another(const nbl_checker_t *check, nbl_check_record_t record) {
    return record.stamp < check->group.workgroup_start ||
           ((record.invocation ^ check->group.resident_bits) & NBL_CHECK_RESIDENT_MASK) != 0;
}

static nbl_emulator_access_t make_out(const nbl_checker_t *check, nbl_check_record_t record, int write) {
    static const nbl_emulator_use_t nowhere = {"?", "?", "?", 0, 0};
    static const nbl_check_site_t unknown = {.use = &nowhere};
    nbl_emulator_access_t access;
    uint32_t site = record.site & NBL_CHECK_SITE_MASK;
    const nbl_check_site_t *known = site != 0 ? &check->sites[site] : &unknown;
    const nbl_emulator_use_t *use = known->use;

    memset(&access, 0, sizeof access);
    access.file = use->file;
    access.line = use->line;
    access.function = use->function;
    access.expression = use->expression;
    memcpy(access.callers, known->callers, sizeof access.callers);
    access.caller_count = known->caller_count;
    access.atomic = (record.site & NBL_CHECK_ATOMIC) != 0;
    access.write = write;
    access.invocation = record.invocation & NBL_CHECK_INVOCATION_MASK;
    access.subgroup = access.invocation >> check->subgroup_log2;
    access.lane = access.invocation & ((1u << check->subgroup_log2) - 1u);
    name_workgroup(check, nbl_check_workgroup_of(check, record), &access);
    if (is_of_another(check, record)) {
        access.epoch = NBL_EMULATOR_UNKNOWN;
        return access;
    }
    while (access.epoch < check->group.barrier_count && check->group.barriers[access.epoch].stamp <= record.stamp) {
        access.barrier_file = check->group.barriers[access.epoch].file;
        access.barrier_line = check->group.barriers[access.epoch].line;
        access.epoch++;
    }
    return access;
}

/* Returns whether the two accesses would be ordered if the buffer were coherent. */
static int only_lacks_coherence(const nbl_checker_t *check, const nbl_check_place_t *place, nbl_check_record_t first,
                                nbl_check_record_t second) {
    return place->memory == NBL_EMULATOR_MEMORY_BUFFER && !place->coherent &&
           !is_race(check, first, second, rules_of_buffer(check, 1));
}

/* Returns whether two writes stand in one place of the text that no loop lets an invocation pass twice. Each
 * invocation then passes it once, so no barrier can stand between the two. */
static int is_one_turn(const nbl_checker_t *check, nbl_check_record_t first, nbl_check_record_t second) {
    if (check->options & NBL_EMULATOR_ALLOW_EQUAL_WRITES) return 0; /* found later, when others run */
    return first.site == second.site && (first.site & NBL_CHECK_SITE_MASK) != 0 && nbl_emulator_loop == NULL;
}

/* Returns what would order two accesses.
 * 
 * writes  both accesses are writes */
static nbl_emulator_remedy_t remedy_of(const nbl_checker_t *check, const nbl_check_place_t *place,
                                       nbl_check_record_t first, nbl_check_record_t second, int writes) {
    int together = first.invocation >> check->subgroup_log2 == second.invocation >> check->subgroup_log2;
    int covered =
        place->memory == NBL_EMULATOR_MEMORY_SHARED || (check->options & NBL_EMULATOR_BARRIERS_ORDER_BUFFERS) != 0;

    if (writes && is_one_turn(check, first, second)) return NBL_EMULATOR_REMEDY_APART;
    if (only_lacks_coherence(check, place, first, second)) return NBL_EMULATOR_REMEDY_DECLARE_COHERENT;
    if (is_of_another(check, first))
        return place->coherent ? NBL_EMULATOR_REMEDY_RELEASE_ACQUIRE : NBL_EMULATOR_REMEDY_LAUNCH;
    if (covered) return together ? NBL_EMULATOR_REMEDY_SUBGROUP_BARRIER : NBL_EMULATOR_REMEDY_WORKGROUP_BARRIER;
    if (place->coherent)
        return together ? NBL_EMULATOR_REMEDY_SUBGROUP_BARRIER_ONLY : NBL_EMULATOR_REMEDY_MEMORY_BARRIER;
    return place->memory == NBL_EMULATOR_MEMORY_IMAGE ? NBL_EMULATOR_REMEDY_LAUNCH : NBL_EMULATOR_REMEDY_COHERENT;
}

/* Returns the stronger of two remedies: it orders whatever either of them orders. */
static nbl_emulator_remedy_t stronger(nbl_emulator_remedy_t a, nbl_emulator_remedy_t b) {
    static const uint8_t strength[] = {[NBL_EMULATOR_REMEDY_SUBGROUP_BARRIER] = 0,
                                       [NBL_EMULATOR_REMEDY_SUBGROUP_BARRIER_ONLY] = 1,
                                       [NBL_EMULATOR_REMEDY_DECLARE_COHERENT] = 1,
                                       [NBL_EMULATOR_REMEDY_WORKGROUP_BARRIER] = 2,
                                       [NBL_EMULATOR_REMEDY_MEMORY_BARRIER] = 3,
                                       [NBL_EMULATOR_REMEDY_COHERENT] = 4,
                                       [NBL_EMULATOR_REMEDY_RELEASE_ACQUIRE] = 5,
                                       [NBL_EMULATOR_REMEDY_LAUNCH] = 6,
                                       [NBL_EMULATOR_REMEDY_SCOPE] = 7,
                                       [NBL_EMULATOR_REMEDY_STORE] = 8,
                                       [NBL_EMULATOR_REMEDY_APART] = 9};
    return strength[a] > strength[b] ? a : b;
}

static int nbl_check_same_line(const nbl_checker_t *check, uint16_t a, uint16_t b) {
    a &= NBL_CHECK_SITE_MASK;
    b &= NBL_CHECK_SITE_MASK;
    if (a == b || a == 0 || b == 0) return a == b;
    const nbl_emulator_use_t *left = check->sites[a].use, *right = check->sites[b].use;
    return left->line == right->line && strcmp(left->file, right->file) == 0;
}

static nbl_emulator_finding_t *find_known(nbl_checker_t *check, nbl_emulator_finding_kind_t kind,
                                          const nbl_check_place_t *place, nbl_check_record_t first,
                                          nbl_check_record_t second) {
    for (uint32_t i = 0; i < check->finding_count; i++) {
        nbl_emulator_finding_t *known = &check->findings[i];
        if (known->kind == kind && nbl_check_same_line(check, check->finding_sites[i][0], first.site) &&
            nbl_check_same_line(check, check->finding_sites[i][1], second.site) && known->memory == place->memory &&
            known->binding == place->binding && strcmp(known->name, place->name) == 0)
            return known;
    }
    return NULL;
}

/* Returns room for one more finding, or NULL if there are NBL_EMULATOR_MAX_FINDINGS. */
static nbl_emulator_finding_t *new_finding(nbl_checker_t *check, const nbl_check_place_t *place,
                                           nbl_check_record_t first, nbl_check_record_t second) {
    if (check->finding_count == NBL_EMULATOR_MAX_FINDINGS) {
        check->without_room++;
        return NULL;
    }
    check->finding_sites[check->finding_count][0] = first.site;
    check->finding_sites[check->finding_count][1] = second.site;
    nbl_emulator_finding_t *finding = &check->findings[check->finding_count++];
    memset(finding, 0, sizeof *finding);
    finding->memory = place->memory;
    finding->name = place->name;
    finding->binding = place->binding;
    finding->index = place->index;
    finding->y = place->y;
    finding->byte = place->byte;
    finding->count = 1;
    return finding;
}

static void find(nbl_checker_t *check, nbl_emulator_finding_kind_t kind, const nbl_check_place_t *place,
                 nbl_check_record_t first, nbl_check_record_t second, int first_writes, int second_writes) {
    const nbl_emulator_launch_t *launch = &check->job->launch;
    const int race = kind != NBL_EMULATOR_UNINITIALIZED_READ;

    check->races |= race;
    check->uninitialized |= !race;
    nbl_emulator_finding_t *finding = find_known(check, kind, place, first, second);
    if (finding != NULL) {
        finding->count++;
        if (race)
            finding->remedy =
                stronger(finding->remedy, remedy_of(check, place, first, second, first_writes && second_writes));
        return;
    }
    if ((finding = new_finding(check, place, first, second)) == NULL) return;
    finding->kind = kind;
    finding->remedy = !race ? NBL_EMULATOR_REMEDY_STORE
                      : kind == NBL_EMULATOR_ATOMIC_SCOPES
                          ? NBL_EMULATOR_REMEDY_SCOPE
                          : remedy_of(check, place, first, second, first_writes && second_writes);
    if (race) finding->first = make_out(check, first, first_writes);
    finding->second = make_out(check, second, second_writes);
    if (launch->on_finding != NULL) launch->on_finding(finding, launch->user);
}

NBL_EMULATOR_COLD void nbl_check_find(nbl_checker_t *check, nbl_emulator_finding_kind_t kind,
                                      const nbl_check_place_t *place, nbl_check_record_t first,
                                      nbl_check_record_t second) {
    const int first_writes = kind != NBL_EMULATOR_WRITE_AFTER_READ;
    const int second_writes = kind == NBL_EMULATOR_WRITE_AFTER_READ || kind == NBL_EMULATOR_WRITE_AFTER_WRITE;

    if (kind != NBL_EMULATOR_UNINITIALIZED_READ && ((first.site | second.site) & NBL_CHECK_ATOMIC))
        kind = NBL_EMULATOR_ATOMIC_AND_PLAIN;
    find(check, kind, place, first, second, first_writes, second_writes);
}

NBL_EMULATOR_COLD void nbl_check_find_scopes(nbl_checker_t *check, const nbl_check_place_t *place,
                                             nbl_check_record_t first, nbl_check_record_t second, int first_writes,
                                             int second_writes) {
    find(check, NBL_EMULATOR_ATOMIC_SCOPES, place, first, second, first_writes, second_writes);
}

void nbl_check_report(const nbl_checker_t *check, nbl_emulator_job_t *job, nbl_emulator_report_t *report) {
    report->finding_count = check->finding_count;
    report->findings_without_room = check->without_room;
    memcpy(report->findings, check->findings, sizeof report->findings);
    if (job->result != NBL_SUCCESS || check->finding_count == 0) return;
    const nbl_emulator_finding_t *found = &check->findings[0];
    for (uint32_t i = check->finding_count;
         check->races && i-- > 0;) /* a missing barrier before the findings that follow from it */
        if (check->findings[i].kind != NBL_EMULATOR_UNINITIALIZED_READ) found = &check->findings[i];
    job->result = check->races ? NBL_ERROR_RACE : NBL_ERROR_UNINITIALIZED;
    int written =
        snprintf(job->message, sizeof job->message, "kernel \"%s\": %s in %s \"%s\"", job->launch.name,
                 nbl_emulator_finding_kind_text(found->kind), nbl_emulator_memory_text(found->memory), found->name);
    for (uint32_t i = 0; i < 2 && written > 0 && (size_t)written < sizeof job->message; i++) {
        const nbl_emulator_access_t *access = i == 0 ? &found->first : &found->second;
        if (access->file == NULL) continue;
        written +=
            snprintf(job->message + written, sizeof job->message - (size_t)written, ", %s at %s:%d by invocation %u",
                     nbl_emulator_access_text(access), access->file, access->line, (unsigned)access->invocation);
        if (found->first.file != NULL &&
            memcmp(found->first.workgroup, found->second.workgroup, sizeof access->workgroup) != 0 && written > 0 &&
            (size_t)written < sizeof job->message)
            written += snprintf(job->message + written, sizeof job->message - (size_t)written,
                                " of workgroup (%u,%u,%u)", (unsigned)access->workgroup[0],
                                (unsigned)access->workgroup[1], (unsigned)access->workgroup[2]);
    }
    if (written > 0 && (size_t)written < sizeof job->message)
        written += snprintf(job->message + written, sizeof job->message - (size_t)written, "; %s: %s",
                            found->kind == NBL_EMULATOR_UNINITIALIZED_READ ? "missing" : "would order them",
                            nbl_emulator_remedy_text(found->remedy));
    if (check->finding_count > 1u && written > 0 && (size_t)written < sizeof job->message)
        snprintf(job->message + written, sizeof job->message - (size_t)written, "; %u more findings",
                 (unsigned)(check->finding_count - 1u));
}
