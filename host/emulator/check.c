/* The rules of the race checker, applied at each access and at each synchronisation.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/check.h"

#include <stdlib.h>
#include <string.h>

#define ALWAYS_INLINE inline __attribute__((always_inline))

/* Whether nothing orders an access of this workgroup before what `self` does now. start: what was before is ordered. */
static ALWAYS_INLINE int is_unordered(const nbl_check_t *check, nbl_check_record_t then, uint32_t self,
                                      uint32_t start) {
    if (then.stamp < start || then.invocation == self) return 0;
    uint32_t subgroup = self >> check->subgroup_log2;
    return (uint32_t)then.invocation >> check->subgroup_log2 != subgroup ||
           then.stamp >= check->subgroup_start[subgroup];
}

static ALWAYS_INLINE int is_foreign(const nbl_check_t *check, nbl_check_record_t then) {
    return then.stamp != 0 && then.stamp < check->workgroup_start;
}

/* Whether a read, having happened in subgroup `subgroup`, adds nothing any more to a later one there. */
static ALWAYS_INLINE int is_outlived(const nbl_check_t *check, nbl_check_record_t then, uint32_t subgroup) {
    return (uint32_t)then.invocation >> check->subgroup_log2 == subgroup &&
           then.stamp < check->subgroup_start[subgroup];
}

/* Keeps of `now` and a pair of reads two such that a write that is unordered with any read is unordered with one of the
 * two:
 *   - reads of two subgroups, where there are such: nobody who writes can be ordered with both (a read of another
 *     workgroup is unordered with every write that comes, and is all that is needed);
 *   - else, of the only subgroup, reads of two invocations since its last barrier, where there are such.
 * Atomic accesses likewise, for the plain access that comes; one of a kind does not stand for one of the other. */
static ALWAYS_INLINE void note(const nbl_check_t *check, nbl_check_record_t *pair, nbl_check_record_t now,
                               uint32_t start, int buffer) {
    nbl_check_record_t *a = &pair[0], *b = &pair[1];
    uint32_t subgroup = (uint32_t)now.invocation >> check->subgroup_log2;

    if (buffer && is_foreign(check, *a)) return;
    if (a->stamp < start || a->invocation == now.invocation || is_outlived(check, *a, subgroup))
        *a = now;
    else if (b->stamp < start || b->invocation == now.invocation || is_outlived(check, *b, subgroup))
        *b = now;
    else if (a->invocation >> check->subgroup_log2 == b->invocation >> check->subgroup_log2 &&
             (uint32_t)a->invocation >> check->subgroup_log2 != subgroup)
        *b = now;
}

static ALWAYS_INLINE int is_race(const nbl_check_t *check, nbl_check_record_t then, nbl_check_record_t now,
                                 uint32_t start, int buffer) {
    return (buffer && is_foreign(check, then)) || is_unordered(check, then, now.invocation, start);
}

/* The first of two accesses that nothing orders before `now`; NULL where there is none. */
static ALWAYS_INLINE const nbl_check_record_t *racing(const nbl_check_t *check, const nbl_check_record_t *pair,
                                                      nbl_check_record_t now, uint32_t start, int buffer) {
    if (NBL_EMULATOR_UNLIKELY(is_race(check, pair[0], now, start, buffer))) return &pair[0];
    return NBL_EMULATOR_UNLIKELY(is_race(check, pair[1], now, start, buffer)) ? &pair[1] : NULL;
}

static ALWAYS_INLINE void load_cell(nbl_check_t *check, nbl_check_cell_t *cell, nbl_check_record_t now, int buffer,
                                    const nbl_check_place_t *place) {
    uint32_t start = buffer ? check->buffer_start : check->phase_start;
    const nbl_check_record_t *atomic = racing(check, cell->atomic, now, start, buffer);

    if (NBL_EMULATOR_UNLIKELY(is_race(check, cell->write, now, start, buffer)) &&
        !(cell->write.site & NBL_CHECK_ATOMIC))
        nbl_check_find(check, NBL_EMULATOR_READ_AFTER_WRITE, place, cell->write, now);
    else if (!buffer && NBL_EMULATOR_UNLIKELY(cell->write.stamp < check->workgroup_start))
        nbl_check_find(check, NBL_EMULATOR_UNINITIALIZED_READ, place, (nbl_check_record_t){0, 0, 0}, now);
    if (atomic != NULL) nbl_check_find(check, NBL_EMULATOR_READ_AFTER_WRITE, place, *atomic, now);
    note(check, cell->read, now, start, buffer);
}

static ALWAYS_INLINE void store_cell(nbl_check_t *check, nbl_check_cell_t *cell, nbl_check_record_t now, int buffer,
                                     const nbl_check_place_t *place, const unsigned char *address, uint32_t granule) {
    uint32_t start = buffer ? check->buffer_start : check->phase_start;
    const nbl_check_record_t *read = racing(check, cell->read, now, start, buffer),
                             *atomic = racing(check, cell->atomic, now, start, buffer);

    if (NBL_EMULATOR_UNLIKELY(is_race(check, cell->write, now, start, buffer)) &&
        !(cell->write.site & NBL_CHECK_ATOMIC))
        nbl_check_overwrite(check, place, cell->write, now, address, granule);
    if (read != NULL) nbl_check_find(check, NBL_EMULATOR_WRITE_AFTER_READ, place, *read, now);
    if (atomic != NULL) nbl_check_find(check, NBL_EMULATOR_WRITE_AFTER_WRITE, place, *atomic, now);
    cell->write = now;
}

/* An atomic access needs no order with others of its kind; a plain one before it counts as for a store. */
static __attribute__((noinline)) void atomic_cell(nbl_check_t *check, nbl_check_cell_t *cell, nbl_check_record_t now,
                                                  int buffer, int reads, const nbl_check_place_t *place) {
    uint32_t start = buffer ? check->buffer_start : check->phase_start;
    const nbl_check_record_t *read = racing(check, cell->read, now, start, buffer);

    if (!(cell->write.site & NBL_CHECK_ATOMIC) && is_race(check, cell->write, now, start, buffer))
        nbl_check_find(check, NBL_EMULATOR_WRITE_AFTER_WRITE, place, cell->write, now);
    else if (read != NULL)
        nbl_check_find(check, NBL_EMULATOR_WRITE_AFTER_READ, place, *read, now);
    if (!buffer && cell->write.stamp < check->workgroup_start) {
        if (reads) nbl_check_find(check, NBL_EMULATOR_UNINITIALIZED_READ, place, (nbl_check_record_t){0, 0, 0}, now);
        cell->write = now;
    }
    note(check, cell->atomic, now, start, buffer);
}

static ALWAYS_INLINE void access_cell(nbl_check_t *check, nbl_check_cell_t *cell, nbl_check_record_t now, int buffer,
                                      nbl_emulator_action_t action, const nbl_check_place_t *place,
                                      const unsigned char *address, uint32_t granule) {
    if (action == NBL_EMULATOR_STORE)
        store_cell(check, cell, now, buffer, place, address, granule);
    else if (action == NBL_EMULATOR_LOAD)
        load_cell(check, cell, now, buffer, place);
    else {
        now.site |= NBL_CHECK_ATOMIC;
        atomic_cell(check, cell, now, buffer, action == NBL_EMULATOR_ATOMIC, place);
    }
}

/* All cells of an element. */
static ALWAYS_INLINE void access_cells(nbl_check_t *check, nbl_check_cell_t *cells, uint32_t count, uint32_t granule,
                                       nbl_check_record_t now, int buffer, nbl_emulator_action_t action,
                                       nbl_check_place_t *place, const unsigned char *address) {
    for (uint32_t i = 0; i < count; i++) {
        place->byte = i * granule;
        access_cell(check, &cells[i], now, buffer, action, place, address + i * granule, granule);
    }
}

void nbl_check_element(nbl_check_t *check, const nbl_emulator_slot_t *slot, uint32_t index, nbl_check_record_t now,
                       nbl_emulator_action_t action) {
    uint32_t bytes = slot->open.array->element_bytes, granule = slot->granule;
    nbl_check_place_t place = {NBL_EMULATOR_MEMORY_SHARED, slot->open.array->name, 0, index, 0, 0};

    access_cells(check, &slot->cells[(size_t)index * (bytes / granule)], bytes / granule, granule, now, 0, action,
                 &place, slot->open.data + (size_t)index * bytes);
}

/* Whether a dword's sole record is all there is to keep of an access, and then keeps it. */
static ALWAYS_INLINE int is_sole(const nbl_check_t *check, nbl_check_record_t *sole, nbl_check_record_t now,
                                 nbl_emulator_action_t action) {
    if (action != NBL_EMULATOR_LOAD && action != NBL_EMULATOR_STORE) return 0;
    if (action == NBL_EMULATOR_STORE) now.invocation |= NBL_CHECK_SOLE_WRITE;
    if (sole->stamp != 0 && (sole->stamp < check->workgroup_start || sole->stamp == NBL_CHECK_HAS_CELL ||
                             sole->invocation != now.invocation))
        return 0;
    *sole = now;
    return 1;
}

static __attribute__((noinline)) void access_region(nbl_emulator_worker_t *worker, nbl_check_region_t *region,
                                                    nbl_check_place_t place, uintptr_t address, uint32_t bytes,
                                                    nbl_check_record_t now, nbl_emulator_action_t action) {
    nbl_check_t *check = worker->check;

    if (region->granule == 4u && ((address - region->begin) % 4u != 0 || bytes % 4u != 0) &&
        nbl_check_refine(region) != 0) {
        nbl_emulator_fail(worker, NBL_ERROR_OUT_OF_MEMORY, worker->current, "no memory to check the bytes of \"%s\"",
                          place.name);
        nbl_emulator_abandon(worker);
    }
    if (region->granule == 1u) {
        access_cells(check, &region->cells[address - region->begin], bytes, 1, now, 1, action, &place,
                     (const unsigned char *)address);
        return;
    }
    size_t first = (address - region->begin) / 4u;
    if (!region->populated[first / NBL_CHECK_CHUNK_DWORDS]) nbl_check_populate(region, first / NBL_CHECK_CHUNK_DWORDS);
    for (uint32_t i = 0; i < bytes / 4u; i++)
        if (!is_sole(check, &region->sole[first + i], now, action)) {
            place.byte = 4u * i;
            access_cell(check, nbl_check_expand(region, first + i), now, 1, action, &place,
                        (const unsigned char *)address + 4u * i, 4);
        }
}

void nbl_check_buffer(nbl_emulator_worker_t *worker, uint32_t binding, const char *name, uint32_t element_bytes,
                      uint32_t index, nbl_emulator_action_t action, const nbl_emulator_use_t *use) {
    nbl_check_t *check = worker->check;
    nbl_check_region_t *region = check->region_of_binding[binding];
    nbl_check_record_t now = {check->clock, (uint16_t)worker->current->index, nbl_check_site_of(check, use)};
    uintptr_t address = (uintptr_t)worker->resources[binding].data + (uintptr_t)index * element_bytes;
    size_t first = (address - region->begin) / 4u;

    /* Nearly always: dwords that nobody else has used. A part of them done twice is as well. */
    if (((address - region->begin) | element_bytes) % 4u == 0 && region->granule == 4u &&
        region->populated[first / NBL_CHECK_CHUNK_DWORDS]) {
        uint32_t dwords = element_bytes / 4u;
        while (dwords > 0 && is_sole(check, &region->sole[first + dwords - 1u], now, action)) dwords--;
        if (dwords == 0) return;
    }
    access_region(worker, region, (nbl_check_place_t){NBL_EMULATOR_MEMORY_BUFFER, name, binding, index, 0, 0}, address,
                  element_bytes, now, action);
}

void nbl_check_image(nbl_emulator_worker_t *worker, uint32_t binding, const char *name, uint32_t x, uint32_t y,
                     nbl_emulator_action_t action, const nbl_emulator_use_t *use) {
    nbl_check_t *check = worker->check;
    nbl_check_record_t now = {check->clock, (uint16_t)worker->current->index, nbl_check_site_of(check, use)};
    const nbl_emulator_resource_t *image = &worker->resources[binding];
    uintptr_t address = (uintptr_t)image->data + (uintptr_t)((uint64_t)y * image->width + x) * 16u;

    access_region(worker, check->region_of_binding[binding],
                  (nbl_check_place_t){NBL_EMULATOR_MEMORY_IMAGE, name, binding, x, y, 0}, address, 16, now, action);
}

/* 2^32 - 1 barriers take hours; behind them the checker begins anew, having forgotten earlier workgroups. */
static void tick(nbl_emulator_worker_t *worker) {
    nbl_check_t *check = worker->check;

    if (check->clock < UINT32_MAX - 1u) {
        check->clock++;
        return;
    }
    for (uint32_t i = 0; i < NBL_EMULATOR_MAX_SHARED_ARRAYS; i++)
        if (worker->slots[i].cells != NULL)
            memset(worker->slots[i].cells, 0, (size_t)worker->slots[i].cell_capacity * sizeof *worker->slots[i].cells);
    for (uint32_t i = 0; i < check->region_count; i++) nbl_check_forget(&check->regions[i]);
    memset(check->subgroup_start, 0, worker->job->subgroups * sizeof *check->subgroup_start);
    check->clock = 1;
    check->workgroup_start = check->phase_start = check->buffer_start = 1;
    check->barrier_count = 0;
    check->workgroup_count = 0;
}

void nbl_check_begin(nbl_emulator_worker_t *worker) {
    nbl_check_t *check = worker->check;

    tick(worker);
    check->workgroup_start = check->phase_start = check->buffer_start = check->clock;
    check->barrier_count = 0;
    if (check->workgroup_count == worker->workgroup_index) {
        uint32_t *grown =
            nbl_check_grow(check->workgroup_stamps, check->workgroup_count, &check->workgroup_capacity, sizeof *grown);
        if (grown != NULL) { /* else a finding will not know which workgroup made its first access */
            check->workgroup_stamps = grown;
            check->workgroup_stamps[check->workgroup_count++] = check->clock;
        }
    }
}

void nbl_check_end(nbl_emulator_worker_t *worker) { nbl_check_decide(worker->check, 0, worker->job->invocations); }

void nbl_check_workgroup_barrier(nbl_emulator_worker_t *worker, const nbl_emulator_site_t *site) {
    nbl_check_t *check = worker->check;
    uint64_t capacity = check->barrier_capacity;

    nbl_check_decide(check, 0, worker->job->invocations);
    tick(worker);
    check->phase_start = check->clock;
    if (check->options & NBL_EMULATOR_BARRIERS_ORDER_BUFFERS) check->buffer_start = check->clock;
    nbl_check_barrier_t *grown = nbl_check_grow(check->barriers, check->barrier_count, &capacity, sizeof *grown);
    if (grown != NULL) { /* else a finding will name an earlier barrier */
        check->barriers = grown;
        check->barrier_capacity = (uint32_t)capacity;
        check->barriers[check->barrier_count++] = (nbl_check_barrier_t){check->clock, site->file, site->line};
    }
}

void nbl_check_subgroup_operation(nbl_emulator_worker_t *worker, int is_barrier) {
    nbl_check_t *check = worker->check;
    uint32_t first = worker->round->index;

    nbl_check_decide(check, first, first + worker->round_lanes);
    if (is_barrier) {
        tick(worker);
        check->subgroup_start[first >> check->subgroup_log2] = check->clock;
    }
}
