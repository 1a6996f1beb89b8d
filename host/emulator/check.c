/* The rules of the race checker, applied at each access.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/check.h"

#include <string.h>

#define ALWAYS_INLINE inline __attribute__((always_inline))

/* What orders accesses to one kind of memory. */
typedef struct rules_t {
    uint32_t start; /* what this workgroup did before is ordered */
    int buffer;     /* what other workgroups did counts, too */
    int grouped;    /* subgroup barriers order it */
    int atomics;    /* atomics and fences order it */
} rules_t;

int nbl_check_program_orders;

static ALWAYS_INLINE rules_t rules_of_shared(const nbl_check_t *check) {
    return (rules_t){check->group.phase_start, 0, 1, nbl_check_program_orders};
}

static ALWAYS_INLINE rules_t rules_of_buffer(const nbl_check_t *check, int coherent) {
    return (rules_t){coherent ? check->group.coherent_start : check->group.buffer_start, 1,
                     coherent || (check->options & NBL_EMULATOR_BARRIERS_ORDER_BUFFERS) != 0, coherent};
}

static ALWAYS_INLINE int is_foreign(const nbl_check_t *check, nbl_check_record_t then) {
    return then.stamp != 0 && (then.stamp < check->group.workgroup_start ||
                               ((then.invocation ^ check->group.resident_bits) & NBL_CHECK_RESIDENT_MASK) != 0);
}

/* Whether no barrier orders an access of this workgroup before what `self` does now. */
static ALWAYS_INLINE int no_barrier_orders(const nbl_check_t *check, nbl_check_record_t then, uint32_t self,
                                           rules_t rules) {
    if (then.stamp < rules.start || then.invocation == self) return 0;
    uint32_t subgroup = (self & NBL_CHECK_INVOCATION_MASK) >> check->subgroup_log2;
    if (!rules.grouped || (then.invocation & NBL_CHECK_INVOCATION_MASK) >> check->subgroup_log2 != subgroup) return 1;
    if (then.stamp < check->group.subgroup_start[subgroup]) return 0;
    return NBL_EMULATOR_UNLIKELY(check->group.seen != NULL)
               ? then.stamp >= *nbl_check_seen(check, self, then.invocation)
               : 1;
}

/* Whether nothing orders an access of this workgroup before what `self` does now. */
static ALWAYS_INLINE int is_unordered(const nbl_check_t *check, nbl_check_record_t then, uint32_t self, rules_t rules) {
    if (!no_barrier_orders(check, then, self, rules)) return 0;
    return !rules.atomics || !nbl_check_is_known(check, then, self);
}

static ALWAYS_INLINE int is_race(const nbl_check_t *check, nbl_check_record_t then, nbl_check_record_t now,
                                 rules_t rules) {
    if (rules.buffer && NBL_EMULATOR_UNLIKELY(is_foreign(check, then)))
        return !rules.atomics || !nbl_check_is_known(check, then, now.invocation);
    return is_unordered(check, then, now.invocation, rules);
}

/* Whether a record may give its room to `now`, since whoever is ordered behind `now` is behind it, too. One that is not
 * atomic counts against more than an atomic one does. */
static ALWAYS_INLINE int gives_way(const nbl_check_t *check, nbl_check_record_t then, nbl_check_record_t now,
                                   rules_t rules) {
    if (then.stamp < rules.start) return 1;
    if ((now.site & NBL_CHECK_ATOMIC) && !(then.site & NBL_CHECK_ATOMIC)) return 0;
    return !is_unordered(check, then, now.invocation, rules);
}

/* Where atomics order, two do not tell of all: whoever is ordered behind both may not be behind a third. */
static __attribute__((noinline)) void note_all(nbl_check_t *check, nbl_check_record_t *pair, nbl_check_record_t now,
                                               rules_t rules, const nbl_check_place_t *place) {
    for (int i = 0; i < 2; i++)
        if (pair[i].stamp == 0 || (!((now.site & NBL_CHECK_ATOMIC) && !(pair[i].site & NBL_CHECK_ATOMIC)) &&
                                   !is_race(check, pair[i], now, rules))) {
            pair[i] = now;
            return;
        }
    nbl_check_keep(check, pair, now, place);
}

/* Keeps of `now` and a pair of reads two such that a write that is unordered with any read is unordered with one of the
 * two:
 *   - reads of two subgroups, where there are such: nobody who writes can be ordered with both (a read of another
 *     workgroup is unordered with every write that comes, and is all that is needed);
 *   - else, of the only subgroup, reads of two invocations since its last barrier, where there are such.
 * Atomic reads, as of a compare-exchange that fails, stand with the others, and give way to them. Atomic writes
 * likewise, in a pair of their own, for the plain access that comes. */
static ALWAYS_INLINE void note(nbl_check_t *check, nbl_check_record_t *pair, nbl_check_record_t now, rules_t rules,
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

int nbl_check_is_race(const nbl_check_t *check, nbl_check_record_t then, nbl_check_record_t now,
                      const nbl_check_place_t *place) {
    rules_t rules = place->memory == NBL_EMULATOR_MEMORY_SHARED ? rules_of_shared(check)
                                                                : rules_of_buffer(check, (int)place->coherent);
    return is_race(check, then, now, rules);
}

/* The first of two accesses that nothing orders before `now`; NULL where there is none. */
static ALWAYS_INLINE const nbl_check_record_t *racing(const nbl_check_t *check, const nbl_check_record_t *pair,
                                                      nbl_check_record_t now, rules_t rules,
                                                      const nbl_check_place_t *place) {
    if (NBL_EMULATOR_UNLIKELY(is_race(check, pair[0], now, rules))) return &pair[0];
    if (NBL_EMULATOR_UNLIKELY(is_race(check, pair[1], now, rules))) return &pair[1];
    return rules.atomics && check->more != NULL ? nbl_check_kept(check, pair, now, place, 0) : NULL;
}

static ALWAYS_INLINE void load_cell(nbl_check_t *check, nbl_check_cell_t *cell, nbl_check_record_t now, rules_t rules,
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

static ALWAYS_INLINE void store_cell(nbl_check_t *check, nbl_check_cell_t *cell, nbl_check_record_t now, rules_t rules,
                                     const nbl_check_place_t *place, const unsigned char *address, uint32_t granule) {
    const nbl_check_record_t *read = racing(check, cell->read, now, rules, place),
                             *atomic = racing(check, cell->atomic, now, rules, place);

    if (NBL_EMULATOR_UNLIKELY(check->options & NBL_EMULATOR_ALLOW_EQUAL_WRITES))
        nbl_check_write_equal(check, place, now, address, granule);
    else if (NBL_EMULATOR_UNLIKELY(is_race(check, cell->write, now, rules)) && !(cell->write.site & NBL_CHECK_ATOMIC))
        nbl_check_find(check, NBL_EMULATOR_WRITE_AFTER_WRITE, place, cell->write, now);
    if (read != NULL) nbl_check_find(check, NBL_EMULATOR_WRITE_AFTER_READ, place, *read, now);
    if (atomic != NULL) nbl_check_find(check, NBL_EMULATOR_WRITE_AFTER_WRITE, place, *atomic, now);
    cell->write = now;
}

/* An atomic access needs no order with others of its kind; a plain one before it counts as for a store. */
static __attribute__((noinline)) void atomic_cell(nbl_check_t *check, nbl_check_cell_t *cell, nbl_check_record_t now,
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

static ALWAYS_INLINE void access_cell(nbl_check_t *check, nbl_check_cell_t *cell, nbl_check_record_t now, rules_t rules,
                                      nbl_emulator_action_t action, const nbl_check_place_t *place,
                                      const unsigned char *address, uint32_t granule) {
    if (action == NBL_EMULATOR_STORE) {
        store_cell(check, cell, now, rules, place, address, granule);
    } else if (action == NBL_EMULATOR_LOAD) {
        load_cell(check, cell, now, rules, place, address);
    } else {
        now.site |= NBL_CHECK_ATOMIC;
        if (action == NBL_EMULATOR_ATOMIC_COMPARE) /* it has failed: see outcome_of */
            load_cell(check, cell, now, rules, place, address);
        else
            atomic_cell(check, cell, now, rules, action == NBL_EMULATOR_ATOMIC, place, address);
    }
}

/* A compare-exchange that finds what it expects reads and writes; else it only reads, atomically, as an atomic load. */
static ALWAYS_INLINE nbl_emulator_action_t outcome_of(const nbl_emulator_worker_t *worker, nbl_emulator_action_t action,
                                                      const void *address) {
    if (NBL_EMULATOR_UNLIKELY(action == NBL_EMULATOR_ATOMIC_COMPARE) &&
        worker->atomic.operation == NBL_EMULATOR_ATOMIC_OF_COMPARE_EXCHANGE &&
        memcmp(address, &worker->atomic.expected, worker->atomic.bytes) == 0)
        return NBL_EMULATOR_ATOMIC;
    return action;
}

/* All cells of an element. */
static ALWAYS_INLINE void access_cells(nbl_check_t *check, nbl_check_cell_t *cells, uint32_t count, uint32_t granule,
                                       nbl_check_record_t now, rules_t rules, nbl_emulator_action_t action,
                                       nbl_check_place_t *place, const unsigned char *address) {
    for (uint32_t i = 0; i < count; i++) {
        place->byte = i * granule;
        access_cell(check, &cells[i], now, rules, action, place, address + i * granule, granule);
    }
}

void nbl_check_element(nbl_emulator_worker_t *worker, const nbl_emulator_slot_t *slot, uint32_t index,
                       nbl_check_record_t now, nbl_emulator_action_t action) {
    nbl_check_t *check = worker->check;
    uint32_t bytes = slot->open.array->element_bytes, granule = slot->granule;
    nbl_check_place_t place = {NBL_EMULATOR_MEMORY_SHARED, slot->open.array->name, 0, index, 0, 0, 0};
    const unsigned char *address = slot->open.data + (size_t)index * bytes;

    nbl_check_cell_t *cells = &slot->cells[(size_t)index * (bytes / granule)];

    nbl_check_settle(check);
    if (NBL_EMULATOR_UNLIKELY(worker->part_bytes != 0)) { /* its cells alone */
        cells += worker->part_offset / granule;
        address += worker->part_offset;
        bytes = worker->part_bytes;
        worker->part_bytes = 0;
    }
    access_cells(check, cells, bytes / granule, granule, now, rules_of_shared(check),
                 outcome_of(worker, action, address), &place, address);
    if (action >= NBL_EMULATOR_ATOMIC) nbl_check_atomic(worker, &place, now, address);
}

/* Whether a dword's sole record is all there is to keep of an access, and then keeps it. */
static ALWAYS_INLINE int is_sole(const nbl_check_t *check, nbl_check_record_t *sole, nbl_check_record_t now,
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
    nbl_check_t *check = worker->check;
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
    nbl_check_t *check = worker->check;
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

    /* Nearly always: dwords that nobody else has used. A part of them done twice is as well. */
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
    nbl_check_t *check = worker->check;
    nbl_check_record_t now = {check->clock, nbl_check_self(worker), nbl_check_site_of(worker, use)};
    const nbl_emulator_resource_t *image = &worker->resources[binding];
    uintptr_t address = (uintptr_t)image->data + (uintptr_t)((uint64_t)y * image->width + x) * 16u;

    access_region(worker, check->region_of_binding[binding],
                  (nbl_check_place_t){NBL_EMULATOR_MEMORY_IMAGE, name, binding, x, y, 0, 0}, address, 16, now, action);
}
