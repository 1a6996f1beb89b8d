/* Accesses and synchronisations as they come, by their place in the text; accesses of a subgroup's lanes sorted into
 * requests.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/check.h"
#include "emulator/count.h"

#include <stdlib.h>
#include <string.h>

nbl_count_t *nbl_count_create(const nbl_emulator_job_t *job) {
    const nbl_emulator_counters_t *wanted = job->launch.counters;
    nbl_count_t *count = calloc(1, sizeof *count);

    if (count == NULL) return NULL;
    count->banks = wanted->banks != 0 ? wanted->banks : 32u;
    count->bank_bytes = wanted->bank_bytes != 0 ? wanted->bank_bytes : 4u;
    count->sector_bytes = wanted->sector_bytes != 0 ? wanted->sector_bytes : 32u;
    count->lanes = job->launch.subgroup_size;
    count->subgroups =
        job->launch.order == NBL_EMULATOR_ADVERSARIAL ? job->subgroups : 1u; /* elsewhere one at a time */
    return count;
}

void nbl_count_destroy(nbl_count_t *count) {
    if (count == NULL) return;
    for (uint64_t i = 0; i < count->place_count; i++) {
        for (uint32_t s = 0; count->places[i].open != NULL && s < count->subgroups; s++) {
            free(count->places[i].open[s].made);
            free(count->places[i].open[s].address);
        }
        free(count->places[i].open);
    }
    free(count->places);
    free(count->scratch.keys);
    free(count->scratch.next);
    free(count);
}

_Noreturn static void fail_memory(nbl_emulator_worker_t *worker, const char *file, int line) {
    nbl_emulator_fail(worker, NBL_ERROR_OUT_OF_MEMORY, worker->current, "no memory to count %s:%d", file, line);
    nbl_emulator_abandon(worker);
}

static nbl_count_place_t *new_place(nbl_count_t *count) {
    nbl_count_place_t *grown = nbl_check_grow(count->places, count->place_count, &count->place_capacity, sizeof *grown);
    if (grown == NULL) return NULL;
    count->places = grown;
    count->recent = count->place_count;
    memset(&grown[count->place_count], 0, sizeof *grown);
    return &grown[count->place_count++];
}

static nbl_count_place_t *place_of_use(nbl_count_t *count, const nbl_emulator_use_t *use, const char *name,
                                       uint32_t element_bytes) {
    for (uint64_t i = 0; i < count->place_count; i++) { /* from the recent one on: most are one text in a loop */
        uint64_t number = (count->recent + i) % count->place_count;
        if (count->places[number].use == use && count->places[number].line.name == name) {
            count->recent = number;
            return &count->places[number];
        }
    }
    nbl_count_place_t *place = new_place(count);
    if (place == NULL || nbl_count_reserve(count, element_bytes) != 0 ||
        (place->open = calloc(count->subgroups, sizeof *place->open)) == NULL)
        return NULL;
    place->use = use;
    place->element_bytes = element_bytes;
    place->line = (nbl_emulator_line_t){
        .file = use->file, .line = use->line, .function = use->function, .name = name, .expression = use->expression};
    return place;
}

/* Row `row`, made if need be; NULL when memory ran out. */
static uint64_t *row_of(const nbl_count_t *count, nbl_count_open_t *open, uint32_t row) {
    if (row >= open->capacity) {
        uint32_t capacity = open->capacity == 0 ? 16u : 2u * open->capacity;
        uint64_t *grown = realloc(open->address, (size_t)capacity * count->lanes * sizeof *grown);
        if (grown == NULL) return NULL;
        memset(grown + (size_t)open->capacity * count->lanes, 0,
               (size_t)(capacity - open->capacity) * count->lanes * sizeof *grown);
        open->address = grown;
        open->capacity = capacity;
    }
    if (row >= open->rows) open->rows = row + 1u;
    return open->address + (size_t)row * count->lanes;
}

void nbl_count_access(nbl_emulator_worker_t *worker, nbl_emulator_memory_t memory, const char *name, uint32_t binding,
                      uint32_t element_bytes, uint64_t address, nbl_emulator_action_t action,
                      const nbl_emulator_use_t *use) {
    nbl_count_t *count = worker->count;
    const nbl_emulator_invocation_t *self = worker->current;
    nbl_count_place_t *place = place_of_use(count, use, name, element_bytes);

    if (place == NULL) fail_memory(worker, use->file, use->line);
    place->line.kind = action == NBL_EMULATOR_LOAD    ? NBL_EMULATOR_LINE_LOAD
                       : action == NBL_EMULATOR_STORE ? NBL_EMULATOR_LINE_STORE
                                                      : NBL_EMULATOR_LINE_ATOMIC;
    place->line.memory = memory;
    place->line.binding = binding;
    place->line.traffic.accesses++;
    place->line.traffic.bytes += element_bytes;

    nbl_count_open_t *open = &place->open[count->subgroups == 1u ? 0u : self->index / count->lanes];
    if (open->made == NULL && (open->made = calloc(count->lanes, sizeof *open->made)) == NULL)
        fail_memory(worker, use->file, use->line);
    uint32_t row = open->made[self->lane]++;
    if (row >= NBL_EMULATOR_MAX_REQUESTS) {
        open->made[self->lane]--;
        place->line.traffic.unsorted++;
        return;
    }
    uint64_t *addresses = row_of(count, open, row);
    if (addresses == NULL) fail_memory(worker, use->file, use->line);
    addresses[self->lane] = address + 1u;
}

void nbl_count_finish_requests(nbl_emulator_worker_t *worker) {
    nbl_count_t *count = worker->count;
    uint32_t subgroup = count->subgroups == 1u ? 0u : worker->round->index / count->lanes;

    for (uint64_t i = 0; i < count->place_count; i++) {
        nbl_count_place_t *place = &count->places[i];
        nbl_count_open_t *open = place->open != NULL ? &place->open[subgroup] : NULL;
        if (open == NULL || open->rows == 0) continue;
        for (uint32_t row = 0; row < open->rows; row++)
            nbl_count_request(count, place, open->address + (size_t)row * count->lanes);
        memset(open->address, 0, (size_t)open->rows * count->lanes * sizeof *open->address);
        memset(open->made, 0, count->lanes * sizeof *open->made);
        open->rows = 0;
    }
}

void nbl_count_synchronization(nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *who) {
    nbl_count_t *count = worker->count;
    const char *name = nbl_emulator_state_text((nbl_emulator_state_t)who->state);
    nbl_count_place_t *place = NULL;

    for (uint64_t i = 0; i < count->place_count && place == NULL; i++)
        if (count->places[i].use == NULL && nbl_emulator_same_site(&count->places[i].site, who->site))
            place = &count->places[i];
    if (place == NULL) {
        if ((place = new_place(count)) == NULL) return; /* the sums over all lines still hold it */
        place->site = *who->site;
        place->line.file = who->site->file;
        place->line.line = who->site->line;
        place->line.name = name;
        place->line.kind = who->state == NBL_STATE_WORKGROUP_BARRIER ? NBL_EMULATOR_LINE_BARRIER
                                                                     : NBL_EMULATOR_LINE_SUBGROUP_OPERATION;
    }
    place->line.passed++;
}
