/* The memory of the race checker: cells of shared arrays and buffers, and numbers for lines of the kernel's text.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/check.h"

#include <stdlib.h>
#include <string.h>

void *nbl_check_grow(void *array, uint64_t count, uint64_t *capacity, size_t element_bytes)
{
    if (count < *capacity)
        return array;
    uint64_t wanted = *capacity < 64u ? 64u : 2u * *capacity;
    if (wanted > SIZE_MAX / element_bytes)
        return NULL;
    void *grown = realloc(array, (size_t)wanted * element_bytes);
    if (grown != NULL)
        *capacity = wanted;
    return grown;
}

static int by_begin(const void *a, const void *b)
{
    const nbl_check_region_t *left = a, *right = b;
    return left->begin < right->begin ? -1 : left->begin > right->begin;
}

/* Bindings that overlap, merged; cells are zero pages until they are used. */
static int make_regions(nbl_check_t *check)
{
    const nbl_emulator_launch_t *launch = &check->job->launch;
    uint32_t count = launch->resource_count, filled = 0, merged = 0;

    check->regions = calloc(count + 1u, sizeof *check->regions);
    check->region_of_binding = calloc(count + 1u, sizeof *check->region_of_binding);
    if (check->regions == NULL || check->region_of_binding == NULL)
        return -1;
    for (uint32_t i = 0; i < count; i++) {
        const nbl_emulator_resource_t *resource = &launch->resources[i];
        uint64_t bytes = resource->height != 0 ? resource->width * resource->height * 16u : resource->width;
        if (resource->data != NULL && bytes != 0)
            check->regions[filled++] =
                (nbl_check_region_t){(uintptr_t)resource->data, (uintptr_t)resource->data + (uintptr_t)bytes, NULL, 4};
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
        uintptr_t dwords = (check->regions[i].end - check->regions[i].begin + 3u) / 4u;
        if ((check->regions[i].cells = calloc(dwords, sizeof(nbl_check_cell_t))) == NULL)
            return -1;
    }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < merged; j++)
            if ((uintptr_t)launch->resources[i].data >= check->regions[j].begin &&
                (uintptr_t)launch->resources[i].data < check->regions[j].end)
                check->region_of_binding[i] = &check->regions[j];
    return 0;
}

nbl_check_t *nbl_check_create(nbl_emulator_job_t *job)
{
    nbl_check_t *check = calloc(1, sizeof *check);

    if (check == NULL)
        return NULL;
    check->job = job;
    check->options = job->launch.check_options;
    while (1u << check->subgroup_log2 < job->launch.subgroup_size)
        check->subgroup_log2++;
    check->subgroup_start = calloc(job->subgroups, sizeof *check->subgroup_start);
    check->site_capacity = 256;
    check->site_count = 1; /* 0 stands for those beyond the last */
    check->sites = calloc(check->site_capacity, sizeof *check->sites);
    if (check->subgroup_start == NULL || check->sites == NULL || make_regions(check) != 0) {
        nbl_check_destroy(check);
        return NULL;
    }
    return check;
}

void nbl_check_destroy(nbl_check_t *check)
{
    if (check == NULL)
        return;
    for (uint32_t i = 0; i < check->region_count; i++)
        free(check->regions[i].cells);
    free(check->regions);
    free(check->region_of_binding);
    free(check->subgroup_start);
    free(check->sites);
    free(check->barriers);
    free(check->workgroup_stamps);
    free(check->pending);
    free(check);
}

/* The largest power of two up to 4 that divides the size of an element: no cell is shared by two elements. */
static uint32_t granule_of(uint32_t element_bytes)
{
    return element_bytes % 4u == 0 ? 4u : element_bytes % 2u == 0 ? 2u : 1u;
}

int nbl_check_open_slot(nbl_emulator_slot_t *slot, uint32_t element_bytes, uint64_t bytes)
{
    uint64_t cells;

    slot->granule = granule_of(element_bytes);
    cells = bytes / slot->granule + 1u;
    if (slot->cell_capacity < cells) { /* else stamps of earlier workgroups, older than all that counts */
        free(slot->cells);
        slot->cell_capacity = 0;
        slot->cells = cells > SIZE_MAX / sizeof *slot->cells ? NULL : calloc((size_t)cells, sizeof *slot->cells);
        if (slot->cells == NULL)
            return -1;
        slot->cell_capacity = cells;
    }
    return 0;
}

int nbl_check_refine(nbl_check_region_t *region)
{
    size_t dwords = (region->end - region->begin + 3u) / 4u;
    nbl_check_cell_t *fine = dwords > SIZE_MAX / 4u / sizeof *fine ? NULL : malloc(4u * dwords * sizeof *fine);

    if (fine == NULL)
        return -1;
    for (size_t i = 0; i < 4u * dwords; i++)
        fine[i] = region->cells[i / 4u];
    free(region->cells);
    region->cells = fine;
    region->granule = 1;
    return 0;
}

uint32_t nbl_check_new_site(nbl_check_t *check, const char *file, int line)
{
    uint32_t number = 1;

    while (number < check->site_count && (check->sites[number].line != line || strcmp(check->sites[number].file, file) != 0))
        number++;
    if (number == check->site_count) {
        uint64_t capacity = check->site_capacity;
        nbl_check_site_t *grown = NULL;
        if (number < NBL_CHECK_MAX_SITES)
            grown = nbl_check_grow(check->sites, number, &capacity, sizeof *check->sites);
        if (grown == NULL)
            return 0;
        check->sites = grown;
        check->site_capacity = (uint32_t)capacity;
        check->sites[number] = (nbl_check_site_t){file, line, number};
        check->site_count++;
    }
    check->recent_sites[(uint32_t)line % NBL_CHECK_RECENT_SITES] = (nbl_check_site_t){file, line, number};
    return number;
}
