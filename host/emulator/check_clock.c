/* Clocks of the race checker: sorted entries, joined as two sorted rows are.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/check_clock.h"

#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) {
    const nbl_check_known_t *l = a, *r = b;
    if (l->workgroup != r->workgroup) return l->workgroup < r->workgroup ? -1 : 1;
    if (l->first != r->first) return l->first < r->first ? -1 : 1;
    return l->last < r->last ? -1 : l->last > r->last;
}

static nbl_check_clock_t *allocate(uint32_t count) {
    nbl_check_clock_t *clock = malloc(sizeof *clock + (size_t)count * sizeof clock->known[0]);
    if (clock != NULL) clock->references = 1;
    return clock;
}

/* Behind the last entry; the same invocations as before are known up to the later stamp. */
static void append(nbl_check_clock_t *clock, const nbl_check_known_t *entry) {
    nbl_check_known_t *last = clock->count != 0 ? &clock->known[clock->count - 1u] : NULL;
    if (last == NULL || compare(last, entry) != 0)
        clock->known[clock->count++] = *entry;
    else if (last->stamp < entry->stamp)
        last->stamp = entry->stamp;
}

nbl_check_clock_t *nbl_check_clock_create(nbl_check_known_t *entries, uint32_t count) {
    nbl_check_clock_t *clock = count != 0 ? allocate(count) : NULL;
    if (clock == NULL) return NULL;
    clock->count = 0;
    qsort(entries, count, sizeof *entries, compare);
    for (uint32_t i = 0; i < count; i++) append(clock, &entries[i]);
    return clock;
}

nbl_check_clock_t *nbl_check_clock_share(nbl_check_clock_t *clock) {
    if (clock != NULL) clock->references++;
    return clock;
}

void nbl_check_clock_drop(nbl_check_clock_t *clock) {
    if (clock != NULL && --clock->references == 0) free(clock);
}

/* Whether `clock` has all that `other` has, which needs no new one. */
static int covers(const nbl_check_clock_t *clock, const nbl_check_clock_t *other) {
    uint32_t i = 0;
    for (uint32_t k = 0; k < other->count; k++) {
        while (i < clock->count && compare(&clock->known[i], &other->known[k]) < 0) i++;
        if (i == clock->count || compare(&clock->known[i], &other->known[k]) != 0 ||
            clock->known[i].stamp < other->known[k].stamp)
            return 0;
    }
    return 1;
}

void nbl_check_clock_join(nbl_check_clock_t **clock, const nbl_check_clock_t *other) {
    const nbl_check_clock_t *own = *clock;
    uint32_t i = 0, k = 0;

    if (other == NULL || other == own || (own != NULL && covers(own, other))) return;
    uint32_t owned = own != NULL ? own->count : 0u;
    nbl_check_clock_t *joined = allocate(owned + other->count);
    if (joined == NULL) return;
    joined->count = 0;
    while (i < owned || k < other->count)
        if (k == other->count || (i < owned && compare(&own->known[i], &other->known[k]) <= 0))
            append(joined, &own->known[i++]);
        else
            append(joined, &other->known[k++]);
    nbl_check_clock_drop(*clock);
    *clock = joined;
}

int nbl_check_clock_knows(const nbl_check_clock_t *clock, uint32_t workgroup, uint32_t invocation, uint32_t stamp) {
    uint32_t low = 0, high = clock != NULL ? clock->count : 0u;

    while (low < high) { /* the first entry of the workgroup */
        uint32_t middle = low + (high - low) / 2u;
        if (clock->known[middle].workgroup < workgroup)
            low = middle + 1u;
        else
            high = middle;
    }
    for (; clock != NULL && low < clock->count && clock->known[low].workgroup == workgroup; low++)
        if (clock->known[low].first <= invocation && invocation <= clock->known[low].last &&
            stamp < clock->known[low].stamp)
            return 1;
    return 0;
}
