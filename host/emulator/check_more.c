/* Accesses for which a cell of the race checker has no room: reads and atomic accesses of many, of memory that atomics
 * order.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/check.h"

#include <stdlib.h>

#define CHAINS 4096u

typedef struct kept_t {
    const nbl_check_record_t *pair; /* of the cell */
    nbl_check_record_t record;
    uint32_t next; /* of the same chain; 0: the last */
} kept_t;

typedef struct nbl_check_more_t {
    kept_t *kept; /* from 1 on */
    uint64_t count, capacity;
    uint32_t chains[CHAINS];
} nbl_check_more_t;

static uint32_t *chain_of(nbl_check_more_t *more, const nbl_check_record_t *pair) {
    return &more->chains[((uintptr_t)pair / sizeof *pair * 0x9E3779B97F4A7C15u) >> 52];
}

static int is_atomic(nbl_check_record_t record) { return (record.site & NBL_CHECK_ATOMIC) != 0; }

void nbl_check_keep(nbl_check_t *check, const nbl_check_record_t *pair, nbl_check_record_t now,
                    const nbl_check_place_t *place) {
    if (check->more == NULL && (check->more = calloc(1, sizeof *check->more)) == NULL) return;
    nbl_check_more_t *more = check->more;
    uint32_t *chain = chain_of(more, pair);
    for (uint32_t i = *chain; i != 0; i = more->kept[i].next) {
        kept_t *each = &more->kept[i];
        if (each->pair != pair || (is_atomic(now) && !is_atomic(each->record)) ||
            nbl_check_is_race(check, each->record, now, place))
            continue;
        each->record = now; /* what is ordered after this access is ordered after that one */
        return;
    }
    kept_t *grown = nbl_check_grow(more->kept, more->count + 1u, &more->capacity, sizeof *grown);
    if (grown == NULL) return; /* one access less is known */
    more->kept = grown;
    grown[++more->count] = (kept_t){pair, now, *chain};
    *chain = (uint32_t)more->count;
}

const nbl_check_record_t *nbl_check_kept(const nbl_check_t *check, const nbl_check_record_t *pair,
                                         nbl_check_record_t now, const nbl_check_place_t *place, int plain) {
    nbl_check_more_t *more = check->more;
    for (uint32_t i = *chain_of(more, pair); i != 0; i = more->kept[i].next) {
        const kept_t *each = &more->kept[i];
        if (each->pair == pair && !(plain && is_atomic(each->record)) &&
            nbl_check_is_race(check, each->record, now, place))
            return &each->record;
    }
    return NULL;
}

void nbl_check_more_destroy(nbl_check_more_t *more) {
    if (more != NULL) free(more->kept);
    free(more);
}
