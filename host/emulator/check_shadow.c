/* The memory of the race checker: cells of shared arrays and buffers, and numbers for the places of the kernel's text.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, madvise */
#include "emulator/check.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* Linux 5.14; before, it is refused, and nothing is lost but time */
#endif

/* Zero pages that take memory only when they are used. */
static void *map_zeros(uint64_t count, size_t element_bytes) {
    if (count > SIZE_MAX / 2u / element_bytes) return NULL;
    void *memory = mmap(NULL, (size_t)count * element_bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return NULL;
    return memory;
}

static uint64_t dwords_of(const nbl_check_region_t *region) { return (region->end - region->begin + 3u) / 4u; }

static uint64_t cells_of(const nbl_check_region_t *region) { return dwords_of(region) * (4u / region->granule); }

/* The shadow of a large buffer is mostly touched once, first to be read and then to be written: two faults per page,
 * which cost more than the check itself. */
void nbl_check_populate(nbl_check_region_t *region, uint64_t chunk) {
    uint64_t first = chunk * NBL_CHECK_CHUNK_DWORDS, left = dwords_of(region) - first;
    uint64_t count = left < NBL_CHECK_CHUNK_DWORDS ? left : NBL_CHECK_CHUNK_DWORDS;

    madvise(region->sole + first, (size_t)count * sizeof *region->sole, MADV_POPULATE_WRITE);
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

/* Bindings that overlap, merged; cells are zero pages until they are used. */
static int make_regions(nbl_check_t *check) {
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

nbl_check_t *nbl_check_create(nbl_emulator_job_t *job) {
    nbl_check_t *check = calloc(1, sizeof *check);

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

void nbl_check_destroy(nbl_check_t *check) {
    if (check == NULL) return;
    for (uint32_t i = 0; i < check->region_count; i++) {
        if (check->regions[i].cells != NULL)
            munmap(check->regions[i].cells, (size_t)cells_of(&check->regions[i]) * sizeof(nbl_check_cell_t));
        if (check->regions[i].sole != NULL)
            munmap(check->regions[i].sole, (size_t)dwords_of(&check->regions[i]) * sizeof(nbl_check_record_t));
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
    nbl_check_more_destroy(check->more);
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
    nbl_check_t *check = worker->check;

    if (check->worker == worker) return;
    nbl_check_settle(check);
    if (check->worker != NULL) *check->worker->check_group = check->group;
    check->group = *worker->check_group;
    check->worker = worker;
}

void nbl_check_group_destroy(nbl_emulator_worker_t *worker) {
    nbl_check_t *check = worker->check;

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

/* The largest power of two up to 4 that divides the size of an element: no cell is shared by two elements. */
static uint32_t granule_of(uint32_t element_bytes) {
    return element_bytes % 4u == 0 ? 4u : element_bytes % 2u == 0 ? 2u : 1u;
}

int nbl_check_open_slot(nbl_emulator_slot_t *slot, uint32_t element_bytes, uint64_t bytes) {
    uint64_t cells;

    slot->granule = granule_of(element_bytes);
    cells = bytes / slot->granule + 1u;
    if (slot->cell_capacity < cells) { /* else stamps of earlier workgroups, older than all that counts */
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
    munmap(region->cells, (size_t)dwords * sizeof *fine);
    munmap(region->sole, (size_t)dwords * sizeof *region->sole);
    region->sole = NULL;
    region->cells = fine;
    region->granule = 1;
    return 0;
}
