/* What a request costs: cycles of the banks, or sectors.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/count.h"

#include <stdlib.h>

#define BINS NBL_EMULATOR_MAX_BANKS
#define NONE UINT32_MAX

typedef struct distinct_t {
    uint32_t total, most; /* keys that differ; in the fullest bin */
} distinct_t;

/* Sorts keys into bins, key % bins; equal ones count once, or each where they are not shared. */
static distinct_t count_distinct(nbl_count_scratch_t *scratch, uint32_t count, uint32_t bins, int shared) {
    uint32_t first[BINS], used[BINS];
    distinct_t result = {0, 0};

    for (uint32_t b = 0; b < bins; b++) {
        first[b] = NONE;
        used[b] = 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t bin = (uint32_t)(scratch->keys[i] % bins), known = shared ? first[bin] : NONE;
        while (known != NONE && scratch->keys[known] != scratch->keys[i]) known = scratch->next[known];
        if (known != NONE) continue;
        scratch->next[i] = first[bin];
        first[bin] = i;
        result.total++;
        if (++used[bin] > result.most) result.most = used[bin];
    }
    return result;
}

int nbl_count_reserve(nbl_count_t *owner, uint32_t element_bytes) {
    nbl_count_scratch_t *scratch = &owner->scratch;
    uint32_t unit_bytes = owner->bank_bytes < owner->sector_bytes ? owner->bank_bytes : owner->sector_bytes;
    uint64_t count = (uint64_t)owner->lanes * (element_bytes / unit_bytes + 2u);

    if (count <= scratch->capacity) return 0;
    free(scratch->keys);
    free(scratch->next);
    scratch->keys = count <= UINT32_MAX ? malloc((size_t)count * sizeof *scratch->keys) : NULL;
    scratch->next = count <= UINT32_MAX ? malloc((size_t)count * sizeof *scratch->next) : NULL;
    scratch->capacity = scratch->keys != NULL && scratch->next != NULL ? count : 0;
    return scratch->capacity != 0 ? 0 : -1;
}

/* Every unit (bank's word, sector) that holds a byte of an element, of every lane that made an access. */
static uint32_t list_units(nbl_count_scratch_t *scratch, const uint64_t *addresses, uint32_t lanes,
                           uint32_t element_bytes, uint32_t unit_bytes) {
    uint32_t count = 0;

    for (uint32_t l = 0; l < lanes; l++) {
        if (addresses[l] == 0) continue;
        uint64_t begin = addresses[l] - 1u, end = begin + element_bytes - 1u;
        for (uint64_t unit = begin / unit_bytes; unit <= end / unit_bytes; unit++) scratch->keys[count++] = unit;
    }
    return count;
}

static uint32_t divide_up(uint64_t a, uint64_t b) { return (uint32_t)((a + b - 1u) / b); }

void nbl_count_request(nbl_count_t *count, nbl_count_place_t *place, const uint64_t *addresses) {
    nbl_emulator_traffic_t *traffic = &place->line.traffic;
    int of_shared = place->line.memory == NBL_EMULATOR_MEMORY_SHARED,
        atomic = place->line.kind == NBL_EMULATOR_LINE_ATOMIC;
    uint32_t unit_bytes = of_shared ? count->bank_bytes : count->sector_bytes, cost, least;

    uint32_t units = list_units(&count->scratch, addresses, count->lanes, place->element_bytes, unit_bytes);
    if (units == 0) return;
    if (of_shared) {
        distinct_t words = count_distinct(&count->scratch, units, count->banks, !atomic);
        cost = words.most;
        least = divide_up(words.total, count->banks);
    } else {
        cost = count_distinct(&count->scratch, units, BINS, 1).total;
        uint32_t elements = 0;
        for (uint32_t l = 0; l < count->lanes; l++)
            if (addresses[l] != 0) count->scratch.keys[elements++] = addresses[l];
        least = divide_up((uint64_t)count_distinct(&count->scratch, elements, BINS, 1).total * place->element_bytes,
                          unit_bytes);
    }
    traffic->requests++;
    traffic->cost += cost;
    traffic->least += least;
    if (cost > traffic->worst) traffic->worst = cost;
}
