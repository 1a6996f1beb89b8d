/* What the race checker remembers of accesses: cells of memory, accesses beyond them, equal writes, places of the text.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/check.h"
#include "platform/memory.h"

#include <stdlib.h>
#include <string.h>

/* ---- Where accesses stand: in the text, and the calls that led to them.
 *
 * A record of an access has 15 bits for that: the number of an entry here. Texts with many ways to many accesses use
 * half of the numbers for them; then new ones are told without their calls. */

static uint32_t new_site(nbl_emulator_worker_t *worker, const nbl_emulator_use_t *use, uint64_t calls) {
    nbl_checker_t *check = worker->check;
    uint32_t number = 1;

    if (check->site_count > NBL_CHECK_MAX_SITES / 2u) calls = 0;
    while (number < check->site_count && (check->sites[number].use != use || check->sites[number].calls != calls))
        number++;
    if (number == check->site_count) {
        uint64_t capacity = check->site_capacity;
        nbl_check_site_t *grown = NULL;
        if (number < NBL_CHECK_MAX_SITES) grown = nbl_check_grow(check->sites, number, &capacity, sizeof *check->sites);
        if (grown == NULL) return 0;
        check->sites = grown;
        check->site_capacity = (uint32_t)capacity;
        grown[number] = (nbl_check_site_t){.use = use, .calls = calls};
        if (calls != 0)
            grown[number].caller_count = nbl_emulator_callers(worker, nbl_emulator_frame, grown[number].callers);
        check->site_count++;
    }
    check->recent_sites[NBL_CHECK_RECENT_OF(use, calls)] = (nbl_check_recent_t){use, calls, number};
    return number;
}

uint32_t nbl_check_find_site(nbl_emulator_worker_t *worker, const nbl_emulator_use_t *use) {
    const uint64_t calls = use->calls ? nbl_emulator_hash_calls(worker, nbl_emulator_frame) : 0u;
    const nbl_check_recent_t *recent = &worker->check->recent_sites[NBL_CHECK_RECENT_OF(use, calls)];
    return recent->use == use && recent->calls == calls ? recent->number : new_site(worker, use, calls);
}

/* ---- Accesses for which a cell of the race checker has no room: reads and atomic accesses of many, of memory that
 * atomics order.
 *
 * Of each invocation of a workgroup the last plain and the last atomic one, in a row by its number: what is ordered
 * after an access is ordered after those of the same invocation before it. Workgroups share the numbers; an access that
 * another workgroup's does not give way to goes into a list behind the row. */

#define CHAINS 4096u /* hash table of rows; chosen, nothing measured */

typedef struct kept_t {
    nbl_check_record_t record;
    uint32_t next; /* next access of the same pair; 0: the last */
} kept_t;

typedef struct row_t {
    const nbl_check_record_t *pair; /* of the cell */
    struct row_t *next;             /* next row of the same chain */
    uint32_t count, latest;         /* accesses in the row, and the highest stamp */
    uint32_t others;                /* first access of `kept` that belongs to this row */
    nbl_check_record_t own[][2];    /* by invocation: plain, atomic */
} row_t;

typedef struct nbl_check_more_t {
    kept_t *kept; /* from 1 on */
    uint64_t count, capacity;
    row_t *chains[CHAINS];
} nbl_check_more_t;

static int is_atomic(nbl_check_record_t record) { return (record.site & NBL_CHECK_ATOMIC) != 0; }

static row_t **chain_of(nbl_check_more_t *more, const nbl_check_record_t *pair) {
    return &more->chains[((uintptr_t)pair / sizeof *pair * 0x9E3779B97F4A7C15u) >> 52];
}

static row_t *row_of(nbl_check_more_t *more, const nbl_check_record_t *pair) {
    row_t *row = *chain_of(more, pair);
    while (row != NULL && row->pair != pair) row = row->next;
    return row;
}

static row_t *make_row(nbl_checker_t *check, const nbl_check_record_t *pair) {
    if (check->more == NULL && (check->more = calloc(1, sizeof *check->more)) == NULL) return NULL;
    row_t *row = row_of(check->more, pair), **chain = chain_of(check->more, pair);
    if (row != NULL) return row;
    row = calloc(1, sizeof *row + (size_t)check->job->invocations * sizeof row->own[0]);
    if (row == NULL) return NULL;
    row->pair = pair;
    row->next = *chain;
    return *chain = row;
}

void nbl_check_keep(nbl_checker_t *check, const nbl_check_record_t *pair, nbl_check_record_t now,
                    const nbl_check_place_t *place) {
    row_t *row = make_row(check, pair);
    if (row == NULL) return; /* one access less is known */
    nbl_check_record_t *own = &row->own[now.invocation & NBL_CHECK_INVOCATION_MASK][is_atomic(now)];
    nbl_check_more_t *more = check->more;
    const nbl_check_record_t before = *own;

    row->latest = row->latest > now.stamp ? row->latest : now.stamp;
    row->count += before.stamp == 0;
    *own = now;
    if (before.stamp == 0 || !nbl_check_is_race(check, before, now, place)) return;
    for (uint32_t i = row->others; i != 0; i = more->kept[i].next)
        if (is_atomic(before) == is_atomic(more->kept[i].record) &&
            !nbl_check_is_race(check, more->kept[i].record, now, place)) {
            more->kept[i].record = before;
            return;
        }
    kept_t *grown = nbl_check_grow(more->kept, more->count + 1u, &more->capacity, sizeof *grown);
    if (grown == NULL) return;
    more->kept = grown;
    grown[++more->count] = (kept_t){before, row->others};
    row->others = (uint32_t)more->count;
}

const nbl_check_record_t *nbl_check_kept(const nbl_checker_t *check, const nbl_check_record_t *pair,
                                         nbl_check_record_t now, const nbl_check_place_t *place, int plain) {
    nbl_check_more_t *more = check->more;
    row_t *row = row_of(more, pair);

    if (row == NULL || row->count == 0) return NULL;
    if (place->memory == NBL_EMULATOR_MEMORY_SHARED && row->latest < check->group.phase_start) return NULL;
    for (uint32_t i = 0; i < check->job->invocations; i++)
        for (int kind = 0; kind < 2 - plain; kind++)
            if (row->own[i][kind].stamp != 0 && nbl_check_is_race(check, row->own[i][kind], now, place))
                return &row->own[i][kind];
    for (uint32_t i = row->others; i != 0; i = more->kept[i].next)
        if (!(plain && is_atomic(more->kept[i].record)) && nbl_check_is_race(check, more->kept[i].record, now, place))
            return &more->kept[i].record;
    return NULL;
}

void nbl_check_drop(nbl_checker_t *check, const nbl_check_record_t *pair) {
    row_t *row = row_of(check->more, pair);

    if (row == NULL || row->count == 0) return;
    memset(row->own, 0, (size_t)check->job->invocations * sizeof row->own[0]);
    row->count = row->others = 0;
}

void nbl_check_forget_kept(nbl_checker_t *check) {
    nbl_check_more_t *more = check->more;

    for (uint32_t i = 0; more != NULL && i < CHAINS; i++)
        for (row_t *row = more->chains[i], *next; row != NULL; row = next) {
            next = row->next;
            free(row);
        }
    if (more != NULL) free(more->kept);
    free(more);
    check->more = NULL;
}

/* ---- Equal writes, where a launch allows them: several invocations may write one element if all write the same value.
 *
 * The checker hears of a write before it is made, so it reads the value at the next access. It keeps every write that
 * could race with a later one, not only the last: a write of another value before two equal ones races with both, in
 * whatever order they ran. */

static uint32_t *written_chain_of(const nbl_checker_t *check, const unsigned char *address) {
    return &check->chains[((uintptr_t)address * 0x9E3779B97F4A7C15u) >> 52];
}

void nbl_check_write_equal(nbl_checker_t *check, const nbl_check_place_t *place, nbl_check_record_t now,
                           const unsigned char *address, uint32_t bytes) {
    nbl_check_pending_t *grown =
        nbl_check_grow(check->pending, check->pending_count, &check->pending_capacity, sizeof *grown);
    if (grown == NULL) return; /* one write less is known */
    check->pending = grown;
    grown[check->pending_count++] = (nbl_check_pending_t){*place, now, address, bytes};
}

void nbl_check_read_equals(nbl_checker_t *check, const nbl_check_place_t *place, nbl_check_record_t now,
                           const unsigned char *address) {
    if (check->chains == NULL) return;
    for (uint32_t i = *written_chain_of(check, address); i != 0; i = check->written[i].next) {
        const nbl_check_written_t *each = &check->written[i];
        if (each->address != address || !nbl_check_is_race(check, each->record, now, place)) continue;
        nbl_check_find(check, NBL_EMULATOR_READ_AFTER_WRITE, place, each->record, now);
        return;
    }
}

static void settle(nbl_checker_t *check, const nbl_check_pending_t *write) {
    uint32_t *chain = written_chain_of(check, write->address), room = 0;

    for (uint32_t i = *chain; i != 0; i = check->written[i].next) {
        nbl_check_written_t *each = &check->written[i];
        if (each->address != write->address) continue;
        int differs = memcmp(each->value, write->address, write->bytes) != 0;
        if (!nbl_check_is_race(check, each->record, write->now, &write->place)) {
            if (!differs || each->record.stamp < check->group.workgroup_start)
                room = i; /* what is ordered after this write is ordered after that one */
        } else if (differs) {
            nbl_check_find(check, NBL_EMULATOR_WRITE_AFTER_WRITE, &write->place, each->record, write->now);
        }
    }
    if (room == 0) {
        nbl_check_written_t *grown =
            nbl_check_grow(check->written, check->written_count + 1u, &check->written_capacity, sizeof *grown);
        if (grown == NULL) return;
        check->written = grown;
        room = (uint32_t)++check->written_count;
        grown[room].next = *chain;
        *chain = room;
    }
    check->written[room].address = write->address;
    check->written[room].record = write->now;
    memcpy(check->written[room].value, write->address, write->bytes);
}

void nbl_check_settle_pending(nbl_checker_t *check) {
    if (check->chains == NULL) check->chains = calloc(CHAINS, sizeof *check->chains);
    for (uint64_t i = 0; check->chains != NULL && i < check->pending_count; i++) settle(check, &check->pending[i]);
    check->pending_count = 0;
}

/* ---- The memory of the race checker: cells of shared arrays and buffers, and numbers for the places of the
 * kernel's text. */

/* Returns zeroed pages, which take memory only when they are used; NULL without memory. */
static void *map_zeros(uint64_t count, size_t element_bytes) {
    return count > SIZE_MAX / 2u / element_bytes ? NULL : nbl_platform_map((size_t)count * element_bytes);
}

static uint64_t dwords_of(const nbl_check_region_t *region) { return (region->end - region->begin + 3u) / 4u; }

static uint64_t cells_of(const nbl_check_region_t *region) { return dwords_of(region) * (4u / region->granule); }

/* Populates pages of the shadow. A large buffer's shadow is mostly touched once, read first and then written: two
 * faults per page would cost more than the check itself. */
void nbl_check_populate(nbl_check_region_t *region, uint64_t chunk) {
    uint64_t first = chunk * NBL_CHECK_CHUNK_DWORDS, left = dwords_of(region) - first;
    uint64_t count = left < NBL_CHECK_CHUNK_DWORDS ? left : NBL_CHECK_CHUNK_DWORDS;

    nbl_platform_populate(region->sole + first, (size_t)count * sizeof *region->sole);
    region->populated[chunk] = 1;
}

nbl_check_cell_t *nbl_check_expand(nbl_check_region_t *region, size_t dword) {
    nbl_check_cell_t *cell = &region->cells[dword];
    nbl_check_record_t *sole = &region->sole[dword], known = *sole;

    if (known.stamp == NBL_CHECK_HAS_CELL) return cell;
    if (known.stamp != 0) {
        known.invocation = (uint16_t)(known.invocation & ~NBL_CHECK_SOLE_WRITE);
        *(sole->invocation & NBL_CHECK_SOLE_WRITE ? &cell->write : &cell->read[0]) = known;
    }
    sole->stamp = NBL_CHECK_HAS_CELL;
    return cell;
}

void nbl_check_forget(nbl_check_region_t *region) {
    memset(region->cells, 0, (size_t)cells_of(region) * sizeof *region->cells);
    if (region->sole != NULL) memset(region->sole, 0, (size_t)dwords_of(region) * sizeof *region->sole);
}

void *nbl_check_grow(void *array, uint64_t count, uint64_t *capacity, size_t element_bytes) {
    if (count < *capacity) return array;
    uint64_t wanted = *capacity < 64u ? 64u : 2u * *capacity;
    if (wanted > SIZE_MAX / element_bytes) return NULL;
    void *grown = realloc(array, (size_t)wanted * element_bytes);
    if (grown != NULL) *capacity = wanted;
    return grown;
}

static int by_begin(const void *a, const void *b) {
    const nbl_check_region_t *left = a, *right = b;
    return left->begin < right->begin ? -1 : left->begin > right->begin;
}

/* Makes a region for each group of bindings that overlap. Cells are zero pages until they are used. */
static int make_regions(nbl_checker_t *check) {
    const nbl_emulator_launch_t *launch = &check->job->launch;
    uint32_t count = launch->resource_count, filled = 0, merged = 0;

    check->regions = calloc(count + 1u, sizeof *check->regions);
    check->region_of_binding = calloc(count + 1u, sizeof *check->region_of_binding);
    if (check->regions == NULL || check->region_of_binding == NULL) return -1;
    for (uint32_t i = 0; i < count; i++) {
        const nbl_emulator_resource_t *resource = &launch->resources[i];
        uint64_t bytes = resource->height != 0 ? resource->width * resource->height * 16u : resource->width;
        if (resource->data != NULL && bytes != 0)
            check->regions[filled++] = (nbl_check_region_t){
                (uintptr_t)resource->data, (uintptr_t)resource->data + (uintptr_t)bytes, NULL, NULL, NULL, 4};
    }
    qsort(check->regions, filled, sizeof *check->regions, by_begin);
    for (uint32_t i = 0; i < filled; i++)
        if (merged != 0 && check->regions[i].begin < check->regions[merged - 1u].end) {
            if (check->regions[i].end > check->regions[merged - 1u].end)
                check->regions[merged - 1u].end = check->regions[i].end;
        } else {
            check->regions[merged++] = check->regions[i];
        }
    check->region_count = merged;
    for (uint32_t i = 0; i < merged; i++) {
        nbl_check_region_t *region = &check->regions[i];
        region->sole = map_zeros(dwords_of(region), sizeof *region->sole);
        region->cells = map_zeros(dwords_of(region), sizeof *region->cells);
        region->populated = calloc((size_t)(dwords_of(region) / NBL_CHECK_CHUNK_DWORDS + 1u), 1);
        if (region->sole == NULL || region->cells == NULL || region->populated == NULL) return -1;
    }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < merged; j++)
            if ((uintptr_t)launch->resources[i].data >= check->regions[j].begin &&
                (uintptr_t)launch->resources[i].data < check->regions[j].end)
                check->region_of_binding[i] = &check->regions[j];
    return 0;
}

nbl_checker_t *nbl_check_create(nbl_emulator_job_t *job) {
    nbl_checker_t *check = calloc(1, sizeof *check);

    if (check == NULL) return NULL;
    check->job = job;
    check->options = job->launch.check_options;
    while (1u << check->subgroup_log2 < job->launch.subgroup_size) check->subgroup_log2++;
    check->site_capacity = 256;
    check->site_count = 1;
    check->sites = calloc(check->site_capacity, sizeof *check->sites);
    check->coherent = calloc(job->launch.resource_count + 1u, 1);
    if (check->coherent == NULL || check->sites == NULL || make_regions(check) != 0) {
        nbl_check_destroy(check);
        return NULL;
    }
    return check;
}

void nbl_check_destroy(nbl_checker_t *check) {
    if (check == NULL) return;
    for (uint32_t i = 0; i < check->region_count; i++) {
        if (check->regions[i].cells != NULL)
            nbl_platform_unmap(check->regions[i].cells,
                               (size_t)cells_of(&check->regions[i]) * sizeof(nbl_check_cell_t));
        if (check->regions[i].sole != NULL)
            nbl_platform_unmap(check->regions[i].sole,
                               (size_t)dwords_of(&check->regions[i]) * sizeof(nbl_check_record_t));
        free(check->regions[i].populated);
    }
    free(check->regions);
    free(check->region_of_binding);
    free(check->sites);
    free(check->began);
    free(check->pending);
    free(check->written);
    free(check->chains);
    nbl_check_places_destroy(check->places);
    nbl_check_forget_kept(check);
    free(check->coherent);
    free(check);
}

int nbl_check_group_create(nbl_emulator_worker_t *worker) {
    nbl_check_group_t *group = calloc(1, sizeof *group);

    worker->check_group = group;
    if (group == NULL) return -1;
    group->resident_bits = worker->resident << NBL_CHECK_RESIDENT_SHIFT;
    group->subgroup_start = calloc(worker->job->subgroups, sizeof *group->subgroup_start);
    return group->subgroup_start != NULL ? 0 : -1;
}

void nbl_check_enter(nbl_emulator_worker_t *worker) {
    nbl_checker_t *check = worker->check;

    if (check->worker == worker) return;
    nbl_check_settle(check);
    if (check->worker != NULL) *check->worker->check_group = check->group;
    check->group = *worker->check_group;
    check->worker = worker;
}

void nbl_check_group_destroy(nbl_emulator_worker_t *worker) {
    nbl_checker_t *check = worker->check;

    if (worker->check_group == NULL) return;
    if (check != NULL) {
        nbl_check_enter(worker);
        nbl_check_forget_group(check);
        *worker->check_group = check->group;
        check->worker = NULL;
    }
    free(worker->check_group->subgroup_start);
    free(worker->check_group->seen);
    free(worker->check_group->barriers);
    free(worker->check_group->agents);
    free(worker->check_group);
}

/* Returns the bytes of a cell: the largest power of two up to 4 that divides the element, so no two elements share a
 * cell. */
static uint32_t granule_of(uint32_t element_bytes) {
    return element_bytes % 4u == 0 ? 4u : element_bytes % 2u == 0 ? 2u : 1u;
}

int nbl_check_open_slot(nbl_emulator_slot_t *slot, uint32_t element_bytes, uint64_t bytes) {
    uint64_t cells;

    slot->granule = granule_of(element_bytes);
    cells = bytes / slot->granule + 1u;
    if (slot->cell_capacity < cells) { /* else cells hold stamps of earlier workgroups, which count as no access */
        free(slot->cells);
        slot->cell_capacity = 0;
        slot->cells = cells > SIZE_MAX / sizeof *slot->cells ? NULL : calloc((size_t)cells, sizeof *slot->cells);
        if (slot->cells == NULL) return -1;
        slot->cell_capacity = cells;
    }
    return 0;
}

int nbl_check_refine(nbl_check_region_t *region) {
    uint64_t dwords = dwords_of(region);
    nbl_check_cell_t *fine = map_zeros(4u * dwords, sizeof *fine);

    if (fine == NULL) return -1;
    for (uint64_t i = 0; i < 4u * dwords; i++)
        if (region->sole[i / 4u].stamp != 0) fine[i] = *nbl_check_expand(region, (size_t)(i / 4u));
    nbl_platform_unmap(region->cells, (size_t)dwords * sizeof *fine);
    nbl_platform_unmap(region->sole, (size_t)dwords * sizeof *region->sole);
    region->sole = NULL;
    region->cells = fine;
    region->granule = 1;
    return 0;
}
